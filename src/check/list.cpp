// What a certificate states, for a reader: nothing is decided here.
#include "check/kind.hpp"

namespace hardmax::check {

namespace {

// A member as a line: a string, a list of strings, an object of these. What is long is counted.
std::string in_words(const Json& value) {
  if (value.kind == Json::Kind::string)
    return value.text.size() <= 60 ? value.text : std::to_string(value.text.size()) + " characters";
  if (value.kind == Json::Kind::array && value.items.size() > 4)
    return std::to_string(value.items.size()) + " items";
  std::string out;
  for (std::size_t i = 0; i < value.items.size(); ++i)
    out += (i == 0 ? "" : ", ") + (value.keys.empty() ? "" : value.keys[i] + " ") +
           in_words(value.items[i]);
  return out;
}

void list_claims(const Json& object, std::string& out) {
  const Json* claims = object.find("claims");
  if (claims == nullptr) return;
  require_kind(*claims, Json::Kind::array, "claims");
  std::map<std::string, std::size_t> verdicts;
  for (const Json& claim : claims->items) {
    const std::string& verdict = text(claim, "verdict", "claims.");
    ++verdicts[verdict];
    out += "  " + text(claim, "id", "claims.") + "  " + verdict + "\n";
  }
  out += std::to_string(claims->items.size()) + " claims";
  for (const auto& [verdict, count] : verdicts)
    out += (&verdict == &verdicts.begin()->first ? ": " : ", ") + std::to_string(count) + " " +
           verdict;
  out += "\n";
}

}  // namespace

std::string listed(std::string_view certificate) {
  const Json stated = read_json(certificate);
  std::string out = "certificate of kind " + text(stated, "kind") + ", format " +
                    text(stated, "version") + ", sha256 " + sha256(std::string(certificate)) + "\n";
  for (std::size_t i = 0; i < stated.items.size(); ++i) {
    const std::string& key = stated.keys[i];
    if (key == "format" || key == "version" || key == "kind" || key == "claims" || key == "parts")
      continue;
    out += key + ": " + in_words(stated.items[i]) + "\n";
  }
  list_claims(stated, out);
  if (const Json* parts = stated.find("parts"); parts != nullptr)
    for (const Json& part : parts->items) list_claims(part, out);
  return out + "This is what it states. Nothing of it was checked.\n";
}

}  // namespace hardmax::check
