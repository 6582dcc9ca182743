#include "check/json.hpp"

#include "check/text.hpp"

namespace hardmax::check {
namespace {

class Reader : Cursor {
 public:
  explicit Reader(std::string_view bytes) : Cursor(bytes, "certificate", false) {}
  Json document() {
    Json out = value(1);
    expect(done(), "the end of the file");
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
    } else if (take("[")) {
      out.kind = Json::Kind::array;
      list("]", [&] { out.items.push_back(value(depth + 1)); });
    } else {
      expect(take("{"), "a string, an array or an object");
      out.kind = Json::Kind::object;
      list("}", [&] {
        std::string key = string();
        expect(out.find(key) == nullptr, "no key twice");
        expect(out.keys.size() < 64, "at most 64 keys");
        space();
        expect(take(":"), "a colon");
        out.items.push_back(value(depth + 1));
        out.keys.push_back(std::move(key));
      });
    }
    space();
    return out;
  }
  template <class Item>
  void list(std::string_view close, const Item& item) {  // after the opening bracket
    space();
    if (take(close)) return;
    for (item(); take(","); item()) space();
    expect(take(close), "a comma or the closing bracket");
  }
  std::string string() {
    expect(take("\""), "a string");
    const std::size_t begin = at_;
    for (; peek() != '"'; ++at_) expect(peek() >= 32 && peek() < 127 && peek() != '\\', "printable ASCII without escapes");
    return std::string(text_.substr(begin, at_++ - begin));
  }
  void space() {
    while (is_one_of(" \t\n\r")) ++at_;
  }
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
  static const char* const kinds[] = {"a string", "an array", "an object"};
  require(stated.kind == found.kind, where, kinds[static_cast<int>(stated.kind)], kinds[static_cast<int>(found.kind)]);
  if (found.kind == Json::Kind::string) require(stated.text == found.text, where, stated.text, quote(found.text));
  for (const std::string& key : stated.keys) require(found.find(key) != nullptr, where, key, "that there is no such key");
  for (std::size_t i = 0; i < found.items.size(); ++i) {
    const bool object = found.kind == Json::Kind::object;
    const std::string at = object ? where + "." + found.keys[i] : where + "[" + std::to_string(i) + "]";
    const Json* item = object ? stated.find(found.keys[i]) : i < stated.items.size() ? &stated.items[i] : nullptr;
    require(item != nullptr, at, "nothing", "that it must be there");
    require_equal(*item, found.items[i], at);
  }
  require(stated.items.size() == found.items.size(), where, std::to_string(stated.items.size()) + " items", std::to_string(found.items.size()));
}

}  // namespace hardmax::check
