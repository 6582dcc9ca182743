#include "check/json.hpp"

#include <algorithm>

#include "check/require.hpp"

namespace hardmax::check {
namespace {

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  Json document() {
    Json out = value(1);
    expect(at_ == bytes_.size(), "the end of the file");
    return out;
  }

 private:
  Json value(int depth) {
    expect(depth <= 32, "nesting of at most 32");
    expect(++values_ <= 1 << 20, "at most 2^20 values");
    space();
    Json out;
    if (peek() == '"') {
      out.text = string();
    } else if (peek() == '[') {
      out.kind = Json::Kind::array;
      list(']', [&] { out.items.push_back(value(depth + 1)); });
    } else {
      expect(peek() == '{', "a string, an array or an object");
      out.kind = Json::Kind::object;
      list('}', [&] {
        std::string key = string();
        expect(out.find(key) == nullptr, "no key twice");
        expect(out.keys.size() < 64, "at most 64 keys");
        space();
        expect(peek() == ':', "a colon");
        ++at_;
        out.items.push_back(value(depth + 1));
        out.keys.push_back(std::move(key));
      });
    }
    space();
    return out;
  }

  template <class Item>
  void list(char close, const Item& item) {  // at the opening bracket
    ++at_;
    space();
    if (peek() != close) {
      for (item(); peek() == ','; item()) {
        ++at_;
        space();
      }
      expect(peek() == close, "a comma or the closing bracket");
    }
    ++at_;
  }

  std::string string() {
    expect(peek() == '"', "a string");
    const std::size_t begin = ++at_;
    while (peek() != '"') {
      expect(peek() >= 32 && peek() < 127 && peek() != '\\', "printable ASCII without escapes");
      ++at_;
    }
    return std::string(bytes_.substr(begin, at_++ - begin));
  }

  void space() {
    while (at_ < bytes_.size() && std::string_view(" \t\n\r").find(bytes_[at_]) != std::string_view::npos) ++at_;
  }
  char peek() const { return at_ < bytes_.size() ? bytes_[at_] : '\0'; }
  void expect(bool ok, std::string_view what) const {
    if (!ok) require(false, "certificate, byte " + std::to_string(at_), bytes_.substr(std::min(at_, bytes_.size()), 20), "that " + std::string(what) + " must stand here");
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  int values_ = 0;
};

}  // namespace

Json Json::array(std::vector<Json> items) {
  Json out;
  out.kind = Kind::array;
  out.items = std::move(items);
  return out;
}

Json Json::object(std::vector<std::pair<std::string, Json>> members) {
  Json out;
  out.kind = Kind::object;
  for (auto& [key, item] : members) out.keys.push_back(std::move(key)), out.items.push_back(std::move(item));
  return out;
}

const Json* Json::find(std::string_view key) const {
  const auto it = std::find(keys.begin(), keys.end(), key);
  return it == keys.end() ? nullptr : &items[static_cast<std::size_t>(it - keys.begin())];
}

Json read_json(std::string_view bytes) { return Reader(bytes).document(); }

void require_equal(const Json& stated, const Json& found, const std::string& where) {
  static const char* const names[] = {"a string", "an array", "an object"};
  require(stated.kind == found.kind, where, names[static_cast<int>(stated.kind)], names[static_cast<int>(found.kind)]);
  if (found.kind == Json::Kind::string) {
    require(stated.text == found.text, where, stated.text, quoted(found.text));
  } else if (found.kind == Json::Kind::array) {
    for (std::size_t i = 0; i < std::min(stated.items.size(), found.items.size()); ++i)
      require_equal(stated.items[i], found.items[i], where + "[" + std::to_string(i) + "]");
    require(stated.items.size() == found.items.size(), where, std::to_string(stated.items.size()) + " items", std::to_string(found.items.size()));
  } else {
    for (const std::string& key : stated.keys) require(found.find(key) != nullptr, where + "." + clip(key), "a key", "that there is no such key");
    for (std::size_t i = 0; i < found.keys.size(); ++i) {
      require(stated.find(found.keys[i]) != nullptr, where + "." + found.keys[i], "nothing", "that the key must be there");
      require_equal(*stated.find(found.keys[i]), found.items[i], where + "." + found.keys[i]);
    }
  }
}

}  // namespace hardmax::check
