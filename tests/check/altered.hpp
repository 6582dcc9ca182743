// Certificates taken apart, altered and written again.
#pragma once
#include <string>
#include <vector>

#include "check/read.hpp"

namespace check_test {

using hardmax::check::Json;

inline std::string written(const Json& json) {
  if (json.kind == Json::Kind::string) return "\"" + json.text + "\"";
  std::string out(1, json.kind == Json::Kind::array ? '[' : '{');
  for (std::size_t i = 0; i < json.items.size(); ++i) {
    if (i > 0) out += ',';
    if (json.kind == Json::Kind::object) out += "\"" + json.keys[i] + "\":";
    out += written(json.items[i]);
  }
  return out + (json.kind == Json::Kind::array ? ']' : '}');
}

inline std::vector<Json*> leaves(Json& json) {
  std::vector<Json*> out;
  if (json.kind == Json::Kind::string) out.push_back(&json);
  for (Json& item : json.items)
    for (Json* leaf : leaves(item)) out.push_back(leaf);
  return out;
}

// Every number one more, one less, doubled; words left out, doubled, exchanged; other rules in place of a rule.
inline std::vector<std::string> altered(const std::string& text) {
  std::vector<std::string> out{"", "0", "1", "1 2", text + " ", text + " 1", " " + text};
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] >= '0' && text[at] <= '9' && (at == 0 || text[at - 1] < '0' || text[at - 1] > '9')) {
      const std::size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
      if (end - at > 9) continue;
      const long value = std::stol(text.substr(at, end - at));
      for (const long other : {value + 1, value - 1, 2 * value})
        if (other >= 0) out.push_back(text.substr(0, at) + std::to_string(other) + text.substr(end));
    }
    if (text[at] == ' ') {
      const std::size_t end = std::min(text.find(' ', at + 1), text.size());
      out.push_back(text.substr(0, at) + text.substr(end));
      out.push_back(text.substr(0, end) + text.substr(at));
      out.push_back(text.substr(0, at));
    }
  }
  for (const char* rule : {"gamma", "cut", "before", "after", "apart", "search", "unreached", "bands", "common", "hubs", "levels", "band", "blocks", "columns", "rows", "verified",
                           "refuted", "undecided", "none", "limit", "argument", "symbolic", "witness"})
    out.push_back(rule + (text.find(' ') < text.size() ? text.substr(text.find(' ')) : ""));
  return out;
}

}  // namespace check_test
