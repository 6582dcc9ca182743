#include "decide/standing.hpp"

#include <fmt/core.h>

#include <set>
#include <sstream>

namespace hardmax::decide {

bool is_stored_counterexample(const std::string& text, const subject::Run& run) {
  const subject::RunSpec& spec = run.spec();
  if (!spec.changes.empty()) return false;
  // An entry has no place for these: a run with them is another one.
  if (run.machine() != nullptr || run.tables() != nullptr) return false;
  std::map<std::string, std::string> given;
  for (const auto& [name, value] : spec.parameters) given[name] = std::to_string(value);
  // "strided,window=2"
  std::istringstream pattern(spec.pattern);
  for (std::string part; std::getline(pattern, part, ',');) {
    const auto equals = part.find('=');
    if (equals == std::string::npos)
      given["pattern"] = part;
    else
      given[part.substr(0, equals)] = part.substr(equals + 1);
  }
  std::set<std::string> variants(spec.variants.begin(), spec.variants.end());
  if (variants.size() != spec.variants.size()) return false;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const auto equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
    // "variant=NAME", or "NAME=1".
    if (variants.erase(name == "variant" ? value : value == "1" ? name : "") > 0) continue;
    // A construction without a pattern lets every token see every other: "pattern=dense".
    if (name == "pattern" && run.pattern() == nullptr && value == "dense") continue;
    const auto it = given.find(name);
    if (it == given.end() || it->second != value) return false;
  }
  return variants.empty();
}

void judge(ClaimResult& decided, const std::map<std::string, Verdict>& expected,
           const std::function<bool(const std::string& counterexample)>& is_this_run) {
  const claim::Entry& entry = *decided.entry;
  const auto against = [&](std::string why) {
    decided.standing = Standing::against_record;
    decided.contradiction = std::move(why);
  };
  if (const auto it = expected.find(entry.id); it != expected.end()) {
    if (decided.verdict != it->second)
      against(fmt::format("expected {}, found {}", name_of(it->second), name_of(decided.verdict)));
    return;
  }
  if (decided.verdict == Verdict::undecided || decided.verdict == Verdict::unrefuted) {
    decided.standing = Standing::undecided;
  } else if (decided.verdict == Verdict::error) {
    against("a term is undefined: " + decided.explanation);
  } else if (decided.verdict == Verdict::refuted && entry.kind == claim::EntryKind::hypothesis) {
    against("a hypothesis fails");
  } else if (decided.verdict == Verdict::refuted && entry.record == claim::Record::holds) {
    against("recorded as true, refuted here");
  } else if (decided.verdict != Verdict::refuted && entry.record == claim::Record::fails &&
             entry.formal && is_this_run(*entry.counterexample)) {
    against("this run is its stored counterexample, and does not refute it");
  }
}

}  // namespace hardmax::decide
