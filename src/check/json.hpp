// The part of JSON that a certificate uses (FORMAT.md, "Encoding"): objects, arrays, and strings of printable ASCII without escapes.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hardmax::check {

struct Json {
  enum class Kind { string, array, object } kind = Kind::string;
  std::string text;                // of a string
  std::vector<std::string> keys;   // of an object: one for each item, all different
  std::vector<Json> items;         // of an array or an object

  Json(std::string s = "") : text(std::move(s)) {}
  static Json array(std::vector<Json> items = {});
  static Json object(std::vector<std::pair<std::string, Json>> members);
  const Json* find(std::string_view key) const;   // nullptr if there is none
};

Json read_json(std::string_view bytes);   // throws Rejected; nesting at most 32, 2^20 values, 64 keys in an object

// Throw Rejected: of another kind; at the first place where the two differ. The order of keys does not matter.
void require_kind(const Json& stated, Json::Kind kind, const std::string& where);
void require_equal(const Json& stated, const Json& found, const std::string& where);

}  // namespace hardmax::check
