#include "discharge/verdict.hpp"

#include <fmt/core.h>

#include <map>
#include <sstream>

namespace hardmax {

using claim::Entry;

namespace {

// Is this very run the stored counterexample of an entry?
bool is_stored_counterexample(const std::string& text, const RunRequest& request) {
  if (!request.overrides.empty()) return false;
  std::istringstream words(text);
  const auto& [n, d, D] = request.parameters;
  std::map<std::string, std::string> given = {{"n", std::to_string(n)},
                                              {"d", std::to_string(d)},
                                              {"D", std::to_string(D)},
                                              {"pattern", request.pattern_name}};
  if (request.window) given["window"] = std::to_string(*request.window);
  // A variant that the entry does not name is another run.
  for (const auto& [name, chosen] :
       {std::pair("positional", request.sweep && request.sweep->positional),
        std::pair("extended", request.sweep && request.sweep->extended)}) {
    if (chosen) given[name] = "1";
    if (chosen && text.find(std::string(name) + "=1") == std::string::npos) return false;
  }
  for (std::string word; words >> word;) {
    const auto equals = word.find('=');
    const auto it = given.find(word.substr(0, equals));
    if (it == given.end() || it->second != word.substr(equals + 1)) return false;
  }
  return true;
}

}  // namespace

void judge(ClaimResult& decided, const RunRequest& request) {
  const Entry& entry = *decided.entry;
  if (const auto it = request.expected.find(entry.id); it != request.expected.end()) {
    if (decided.verdict == it->second) return;
    decided.standing = Standing::against_record;
    decided.contradiction =
        fmt::format("expected {}, found {}", name_of(it->second), name_of(decided.verdict));
    return;
  }
  if (decided.verdict == Verdict::undecided || decided.verdict == Verdict::unrefuted) {
    decided.standing = Standing::undecided;
  } else if (decided.verdict == Verdict::error) {
    decided.standing = Standing::against_record;
    decided.contradiction = "a term is undefined: " + decided.explanation;
  } else if (decided.verdict == Verdict::refuted && entry.kind == claim::EntryKind::hypothesis) {
    decided.standing = Standing::against_record;
    decided.contradiction = "a hypothesis fails";
  } else if (decided.verdict == Verdict::refuted && entry.record == claim::Record::holds) {
    decided.standing = Standing::against_record;
    decided.contradiction = "recorded as true, refuted here";
  } else if (decided.verdict != Verdict::refuted && entry.record == claim::Record::fails &&
             entry.formal && is_stored_counterexample(*entry.counterexample, request)) {
    decided.standing = Standing::against_record;
    decided.contradiction = "this run is its stored counterexample, and does not refute it";
  }
}

}  // namespace hardmax
