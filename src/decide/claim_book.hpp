// The claims that a run is asked about, with all that they need, and what has become of each. What
// is said here of a claim is the same whatever the run is (FORMAT.md): that it has no formula, that
// a hypothesis of it is not verified, that it is not made for this run.
#pragma once
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "certificate/verdict.hpp"
#include "claim/entry.hpp"

namespace hardmax::decide {

class ClaimBook {
 public:
  // `entries` outlive the book. `admit` is called of every claim that is wanted; it throws where
  // the claim is none for this run.
  explicit ClaimBook(const std::vector<claim::Entry>& entries,
                     std::function<void(const claim::Entry&)> admit = {});

  [[nodiscard]] const claim::Entry* find(const std::string& id) const;  // nullptr: none
  // The claim and all that it needs.  Errors  InvalidInput (file): there is no entry of an id that
  // is needed; what `admit` throws.
  void want(const claim::Entry& entry);
  // The same of one that is decided before the others.
  void want_hypothesis(const claim::Entry& entry);

  using Decide = std::function<void(ClaimResult&)>;
  // Decides a hypothesis, and before it those that it needs; none of them twice.
  void settle(const std::string& id, const Decide& decide);
  void settle_hypotheses(const Decide& decide);
  // The claims that were not settled as hypotheses, in order of id.
  [[nodiscard]] std::vector<ClaimResult*> rest();

  [[nodiscard]] const ClaimResult& at(const std::string& id) const { return decided_.at(id); }
  [[nodiscard]] std::map<std::string, ClaimResult>& all() { return decided_; }  // by id

  // The claim has no formula: it says so, and the answer is true.
  static bool is_without_formula(ClaimResult& decided);
  // A claim that it needs is not verified: the same.
  bool lacks_hypothesis(ClaimResult& decided) const;
  // Its domain is false of this run.
  static void leave_outside(ClaimResult& decided);

 private:
  std::function<void(const claim::Entry&)> admit_;
  std::map<std::string, const claim::Entry*> by_id_;
  std::map<std::string, ClaimResult> decided_;
  std::set<std::string> hypotheses_;  // to be settled first
  std::set<std::string> settled_;
};

}  // namespace hardmax::decide
