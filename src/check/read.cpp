#include "check/read.hpp"
#include "check/fault.hpp"

namespace hardmax::check {
namespace {
const char* const kinds[] = {"a string", "an array", "an object"};

class Reader : Cursor {
 public:
  explicit Reader(std::string_view bytes) : Cursor(bytes, "certificate", false) {}
  Json document() {
    Json out = value(1);
    expect(HARDMAX_FAULT(check_json_trailing, done(), true), "the end of the file");
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
    } else {
      const bool array = take("[");
      expect(array || take("{"), "a string, an array or an object");
      out.kind = array ? Json::Kind::array : Json::Kind::object;
      const char* const close = array ? "]" : "}";
      space();
      for (bool first = true; !take(close); first = false) {
        expect(HARDMAX_FAULT(check_json_comma, first || take(","), first || take(",") || true),
               "a comma or the closing bracket");
        space();
        if (!array) key(out);
        out.items.push_back(value(depth + 1));
      }
    }
    space();
    return out;
  }
  void key(Json& out) {
    std::string name = string();
    expect(HARDMAX_FAULT(check_json_key_twice, out.find(name) == nullptr, true), "no key twice");
    expect(out.keys.size() < 64, "at most 64 keys");
    out.keys.push_back(std::move(name));
    space();
    expect(take(":"), "a colon");
  }
  std::string string() {
    expect(take("\""), "a string");
    const std::size_t begin = at_;
    for (; peek() != '"'; ++at_)
      expect(peek() >= 32 && peek() < 127 && peek() != '\\', "printable ASCII without escapes");
    return std::string(text_.substr(begin, at_++ - begin));
  }
  void space() { skip(" \t\n\r"); }
  int values_ = 0;
};

}  // namespace

Json Json::array(std::vector<Json> items) {
  Json out;
  out.kind = Kind::array, out.items = std::move(items);
  return out;
}
Json Json::object(std::vector<std::pair<std::string, Json>> members) {
  Json out;
  out.kind = Kind::object;
  for (auto& [key, item] : members)
    out.keys.push_back(std::move(key)), out.items.push_back(std::move(item));
  return out;
}
const Json* Json::find(std::string_view key) const {
  const auto it = std::find(keys.begin(), keys.end(), key);
  return it == keys.end() ? nullptr : &items[static_cast<std::size_t>(it - keys.begin())];
}

Json read_json(std::string_view bytes) { return Reader(bytes).document(); }

void require_kind(const Json& stated, Json::Kind kind, const std::string& where) {
  require(HARDMAX_FAULT(check_json_kind, stated.kind == kind, true), where,
          kinds[static_cast<int>(stated.kind)],
          std::string("that it must be ") + kinds[static_cast<int>(kind)]);
}

void require_equal(const Json& stated, const Json& found, const std::string& where) {
  require_kind(stated, found.kind, where);
  require(HARDMAX_FAULT(check_text_differs, stated.text == found.text, true), where, stated.text,
          quote(found.text));
  for (const std::string& key : stated.keys)
    require(found.find(key) != nullptr, where, key, "that there is no such key");
  for (std::size_t i = 0; i < found.items.size(); ++i) {
    const bool object = found.kind == Json::Kind::object;
    const std::string at =
        object ? where + "." + found.keys[i] : where + "[" + std::to_string(i) + "]";
    const Json* item = object                    ? stated.find(found.keys[i])
                       : i < stated.items.size() ? &stated.items[i]
                                                 : nullptr;
    require(item != nullptr, at, "nothing", "that it must be there");
    require_equal(*item, found.items[i], at);
  }
  require(HARDMAX_FAULT(check_items_more, stated.items.size() == found.items.size(),
                        stated.items.size() >= found.items.size()),
          where, std::to_string(stated.items.size()) + " items",
          std::to_string(found.items.size()));
}

const Json& member(const Json& object, const std::string& key, Json::Kind kind,
                   const std::string& where) {
  const Json* found = object.kind == Json::Kind::object ? object.find(key) : nullptr;
  require(found != nullptr, where + key, "nothing", "that it must be there");
  require_kind(*found, kind, where + key);
  return *found;
}
const std::string& text(const Json& object, const std::string& key, const std::string& where) {
  return member(object, key, Json::Kind::string, where).text;
}
void require_keys(const Json& object, const std::set<std::string>& keys,
                  const std::string& where) {  // no others
  for (const std::string& key : object.keys)
    require(HARDMAX_FAULT(check_unknown_key, keys.count(key) != 0, true), where, key,
            "that there is no such key");
}

std::uint64_t integer(const std::string& digits, std::uint64_t least, const std::string& where) {
  const bool good =
      !digits.empty() && digits.size() <= 9 &&
      HARDMAX_FAULT(check_leading_zero, digits[0] != '0' || digits.size() == 1, true) &&
      digits.find_first_not_of("0123456789") == std::string::npos;
  require(good && std::stoull(digits) >= least, where, digits,
          "that it must be an integer from " + std::to_string(least) +
              " to 999999999, without leading zero");
  return std::stoull(digits);
}

Num rational(const std::string& digits,
             const std::string& where) {  // canonical if it is what its value is written as
  require(digits.size() <= 2000 && digits.find_first_not_of("0123456789-/") == std::string::npos,
          where, digits, "that it must be a rational of at most 2000 characters");
  mpq_class value;
  const bool read =
      mpq_set_str(value.get_mpq_t(), digits.c_str(), 10) == 0 && sgn(value.get_den()) != 0;
  if (read) value.canonicalize();
  require(read && HARDMAX_FAULT(check_lowest_terms, value.get_str() == digits, true), where, digits,
          "that it must be a rational in lowest terms");
  return Num(value);
}

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> out;
  for (std::size_t at = 0, end = 0; !list.empty() && at <= list.size(); at = end + 1) {
    end = std::min(list.find(' ', at), list.size());
    if (out.size() == 1 << 24) throw Incomplete("a list of more than 2^24 words");
    out.push_back(list.substr(at, end - at));
  }
  return out;
}

}  // namespace hardmax::check
