// A small validator of the words the schemas in data/ use, so that an unknown word in one fails.
#pragma once
#include <nlohmann/json.hpp>

#include <algorithm>
#include <regex>
#include <stdexcept>
#include <string>

namespace testing {

using Json = nlohmann::json;

inline bool has_type(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "integer") return value.is_number_integer();
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  throw std::runtime_error("schema: unknown type " + type);
}

// "" if the value fits, else where it does not.
inline std::string misfit(const Json& root, const Json& schema, const Json& value,
                          const std::string& where) {
  for (const auto& [word, rule] : schema.items()) {
    if (word == "$schema" || word == "title" || word == "description" || word == "definitions")
      continue;
    if (word == "$ref") {
      const std::string wrong = misfit(
          root, root.at(Json::json_pointer(rule.get<std::string>().substr(1))), value, where);
      if (!wrong.empty()) return wrong;
    } else if (word == "type") {
      const bool fits = rule.is_array()
                            ? std::any_of(rule.begin(), rule.end(),
                                          [&](const Json& type) { return has_type(value, type); })
                            : has_type(value, rule);
      if (!fits) return where + " is not of type " + rule.dump();
    } else if (word == "const") {
      if (value != rule) return where + " is not " + rule.dump();
    } else if (word == "enum") {
      if (std::find(rule.begin(), rule.end(), value) == rule.end())
        return where + " is not one of " + rule.dump();
    } else if (word == "minimum") {
      if (value.is_number() && value < rule) return where + " is below " + rule.dump();
    } else if (word == "pattern") {
      if (value.is_string() &&
          !std::regex_search(value.get<std::string>(), std::regex(rule.get<std::string>())))
        return where + " does not match";
    } else if (word == "oneOf") {
      std::size_t fits = 0;
      for (const Json& option : rule) fits += misfit(root, option, value, where).empty();
      if (fits != 1) return where + " fits " + std::to_string(fits) + " of the alternatives";
    } else if (word == "items") {  // of arrays alone
      if (!value.is_array()) continue;
      for (std::size_t i = 0; i < value.size(); ++i) {
        const std::string wrong = misfit(root, rule, value[i], where + "/" + std::to_string(i));
        if (!wrong.empty()) return wrong;
      }
    } else if (word == "required") {
      for (const Json& key : rule) {
        if (!value.contains(key.get<std::string>()))
          return where + " lacks " + key.get<std::string>();
      }
    } else if (word == "additionalProperties") {
      for (const auto& [key, item] : value.items()) {
        if (schema.contains("properties") && schema["properties"].contains(key)) continue;
        if (!rule.is_object()) return where + " has the unknown key " + key;
        const std::string wrong = misfit(root, rule, item, where + "/" + key);
        if (!wrong.empty()) return wrong;
      }
    } else if (word == "properties") {
      for (const auto& [key, inner] : rule.items()) {
        if (!value.contains(key)) continue;
        const std::string wrong = misfit(root, inner, value[key], where + "/" + key);
        if (!wrong.empty()) return wrong;
      }
    } else {
      return "schema: unknown word " + word;
    }
  }
  return "";
}

}  // namespace testing
