// The replay of a run: every input (of an audit: some) is executed by the definitions, and every
// claim is decided (FORMAT.md, "Order of deciding one claim"), those that speak of every input in
// the same pass over the inputs.
#pragma once
#include "check/construction.hpp"

namespace hardmax::check {

struct Finding {
  std::string verdict,
      reason;  // as in a certificate; verdict is empty if this program did not find it
  Witness witness = {};
  std::string open = "";     // why the claim is not decided; empty if it is
  bool not_audited = false;  // the verdict is the stated one, and nothing was looked at
  bool goes_on() const {
    return verdict == "verified" || reason == "vacuous" || reason == "unknown";
  }  // of some inputs: others may change it
};
using Ranges =
    std::vector<std::pair<std::uint64_t, std::uint64_t>>;  // of inputs: from, one past the last

class Replay {
 public:
  // `cost`: claims that are not to be decided, as the certificate says. Keeps the references.
  Replay(const Entries& entries, const std::set<std::string>& cost, const Construction& run)
      : entries_(entries), cost_(cost), run_(run) {}
  virtual ~Replay() = default;
  void add(const std::string& id);     // parses the formulas of a claim and of all that it needs
  Json execute(const Ranges& inputs);  // the pass over them: `totals`
  const Finding& decide(const std::string& id);  // after it

 protected:
  struct Claim {
    const Entry* entry = nullptr;
    Formula domain, formal;
    std::unique_ptr<Evaluator> evaluator;  // of formal
    std::optional<Finding> of_domain, of_formal, verdict;
    std::uint64_t end = UINT64_MAX;  // inputs from this one on are not looked at
  };
  Finding evaluate(const Formula& formula, Evaluator& evaluator, std::uint64_t from = 0,
                   std::uint64_t to = UINT64_MAX) const;
  virtual Finding of_formula(
      const Claim& claim) const;  // after the pass, of a claim whose hypotheses and domain hold
  const Construction& run() const { return run_; }
  Claim& claim(const std::string& id) { return claims_.at(id); }

 private:
  Finding find(Claim& claim);
  void decide_parts(std::vector<Claim*>& claims, std::uint64_t from, std::uint64_t to) const;
  std::uint64_t count_distinct(std::vector<std::uint64_t> hashes, const Ranges& inputs) const;

  const Entries& entries_;
  const std::set<std::string>& cost_;
  const Construction& run_;
  std::map<std::string, Claim> claims_;
};

}  // namespace hardmax::check
