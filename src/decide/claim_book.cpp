#include "decide/claim_book.hpp"

#include <fmt/core.h>

#include "exact/error.hpp"

namespace hardmax::decide {

using claim::Entry;

ClaimBook::ClaimBook(const std::vector<Entry>& entries, std::function<void(const Entry&)> admit)
    : admit_(std::move(admit)) {
  for (const Entry& entry : entries) by_id_[entry.id] = &entry;
}

const Entry* ClaimBook::find(const std::string& id) const {
  const auto entry = by_id_.find(id);
  return entry == by_id_.end() ? nullptr : entry->second;
}

void ClaimBook::want(const Entry& entry) {
  ClaimResult& decided = decided_[entry.id];
  if (decided.entry != nullptr) return;
  decided.entry = &entry;
  if (admit_) admit_(entry);
  for (const std::string& id : entry.needs) {
    const Entry* const needed = find(id);
    if (needed == nullptr)
      throw InvalidInput(
          InvalidInput::Kind::file,
          fmt::format("{}:{}: entry '{}' needs '{}', a claim about the network of another "
                      "construction; name a hypothesis about the same network",
                      entry.file, entry.line, entry.id, id));
    want_hypothesis(*needed);
  }
}

void ClaimBook::want_hypothesis(const Entry& entry) {
  hypotheses_.insert(entry.id);
  want(entry);
}

void ClaimBook::settle(const std::string& id, const Decide& decide) {
  if (!settled_.insert(id).second) return;
  ClaimResult& decided = decided_.at(id);
  for (const std::string& need : decided.entry->needs) settle(need, decide);
  decide(decided);
}

void ClaimBook::settle_hypotheses(const Decide& decide) {
  for (const std::string& id : hypotheses_) settle(id, decide);
}

std::vector<ClaimResult*> ClaimBook::rest() {
  std::vector<ClaimResult*> out;
  for (auto& [id, decided] : decided_)
    if (!settled_.contains(id)) out.push_back(&decided);
  return out;
}

bool ClaimBook::is_without_formula(ClaimResult& decided) {
  if (decided.entry->formal) return false;
  set_verdict(decided, Verdict::not_checkable, "feature",
              decided.entry->not_checkable.value_or(""));
  return true;
}

bool ClaimBook::lacks_hypothesis(ClaimResult& decided) const {
  for (const std::string& need : decided.entry->needs) {
    const ClaimResult& hypothesis = at(need);
    if (hypothesis.verdict == Verdict::verified) continue;
    set_verdict(decided, Verdict::not_checkable, "hypothesis " + need,
                "needs " + need + ", which is " + std::string(name_of(hypothesis.verdict)));
    return true;
  }
  return false;
}

void ClaimBook::leave_outside(ClaimResult& decided) {
  set_verdict(decided, Verdict::not_checkable, "domain",
              "says nothing here; it is made for " + decided.entry->domain);
}

}  // namespace hardmax::decide
