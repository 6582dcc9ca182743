// The verdict on every claim of a run (FORMAT.md, "Order of deciding one claim"), and the totals, in one pass over the inputs.
#pragma once
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "check/stages.hpp"
#include "check/entries.hpp"

namespace hardmax::check {

struct Finding {
  std::string verdict, reason;   // as in a certificate; verdict is empty if this program did not find it
  Witness witness;
  std::string open;              // why the claim is not decided; empty if it is
};
struct Totals {
  std::string inputs = "0", ids = "0", distinct_ids = "0", digest = "0000000000000000";
};

class Judge {
 public:
  // Parses the formulas of the claims asked for and of all they need. `cost`: claims that are not to be decided, as the certificate says.
  Judge(const Entries& entries, const std::vector<const Entry*>& asked, const std::set<std::string>& cost, const Run& run);
  Totals execute();                               // the pass over the inputs
  const Finding& decide(const std::string& id);   // after it

 private:
  struct Claim {
    const Entry* entry = nullptr;
    Formula domain, formal;
    std::unique_ptr<Evaluator> evaluator;         // of formal
    bool cost = false;
    std::optional<Finding> of_domain, of_formal, verdict;
  };
  void add(const std::string& id);
  Finding evaluate(const Formula& formula, Evaluator& evaluator) const;
  Finding find(Claim& claim);
  void decide_parts(std::vector<Claim*>& claims, std::uint64_t from, std::uint64_t to) const;
  std::string count_distinct(std::vector<std::uint64_t> hashes) const;

  const Entries& entries_;
  const std::set<std::string>& cost_;
  const Run& run_;
  Stages model_;
  bool executed_;
  std::map<std::string, Claim> claims_;
};

}  // namespace hardmax::check
