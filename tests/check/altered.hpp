// Certificates taken apart, altered and written again.
#pragma once
#include <random>
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

// All values, also those that hold others.
inline std::vector<Json*> values(Json& json) {
  std::vector<Json*> out = {&json};
  for (Json& item : json.items)
    for (Json* value : values(item)) out.push_back(value);
  return out;
}

// Every number one more, one less, doubled; words left out, doubled, exchanged; other rules in
// place of a rule.
inline std::vector<std::string> altered(const std::string& text) {
  std::vector<std::string> out{"", "0", "1", "1 2", text + " ", text + " 1", " " + text};
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] >= '0' && text[at] <= '9' &&
        (at == 0 || text[at - 1] < '0' || text[at - 1] > '9')) {
      const std::size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
      if (end - at > 9) continue;
      const long value = std::stol(text.substr(at, end - at));
      for (const long other : {value + 1, value - 1, 2 * value})
        if (other >= 0)
          out.push_back(text.substr(0, at) + std::to_string(other) + text.substr(end));
    }
    if (text[at] == ' ') {
      const std::size_t end = std::min(text.find(' ', at + 1), text.size());
      out.push_back(text.substr(0, at) + text.substr(end));
      out.push_back(text.substr(0, end) + text.substr(at));
      out.push_back(text.substr(0, at));
    }
  }
  for (const char* rule :
       {"gamma",   "cut",       "before", "after", "apart",    "search",   "unreached", "bands",
        "common",  "hubs",      "levels", "band",  "blocks",   "columns",  "rows",      "verified",
        "refuted", "undecided", "none",   "limit", "argument", "symbolic", "witness"})
    out.push_back(rule + (text.find(' ') < text.size() ? text.substr(text.find(' ')) : ""));
  return out;
}

// One random change of a text: bytes, digits, or whole JSON values moved about.
inline std::string mutated(const std::string& text, std::mt19937_64& random) {
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  std::string out = text;
  static const std::string bytes = "0123456789-/ \"{}[]:,\\abcxyzA.\n\t";
  switch (below(9)) {
    case 0: out[below(out.size())] = static_cast<char>(random()); break;
    case 1: out[below(out.size())] = bytes[below(bytes.size())]; break;
    case 2: out.erase(below(out.size()), 1 + below(4)); break;
    case 3: out.insert(below(out.size() + 1), 1, bytes[below(bytes.size())]); break;
    case 4: std::swap(out[below(out.size())], out[below(out.size())]); break;
    case 5: out.resize(below(out.size())); break;
    case 6: {  // a digit
      const std::size_t at = out.find_first_of("0123456789", below(out.size()));
      if (at != std::string::npos) out[at] = static_cast<char>('0' + below(10));
      break;
    }
    case 7: {  // a stretch copied elsewhere
      const std::string part = out.substr(below(out.size()), 1 + below(40));
      out.insert(below(out.size() + 1), part);
      break;
    }
    default: {  // a value put in the place of another, or a value left out or doubled
      Json json = hardmax::check::read_json(text);
      const std::vector<Json*> all = values(json);
      const Json copy = *all[below(all.size())];
      Json& target = *all[below(all.size())];
      const std::size_t way = target.items.empty() ? 0 : below(3);
      if (way == 0) {
        target = copy;
      } else {
        const std::size_t i = below(target.items.size());
        if (way == 1) {
          target.items[i] = copy;
        } else {
          target.items.erase(target.items.begin() + static_cast<std::ptrdiff_t>(i));
          if (!target.keys.empty())
            target.keys.erase(target.keys.begin() + static_cast<std::ptrdiff_t>(i));
        }
      }
      out = written(json);
    }
  }
  return out;
}

}  // namespace check_test
