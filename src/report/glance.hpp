// Which claims a terminal shows one by one, and in which order: what is false first, then what is
// open, then what holds. One meaning for runs of papers and for constructions in a file.
#pragma once
#include <string>
#include <vector>

#include "certificate/verdict.hpp"
#include "report/lines.hpp"

namespace hardmax::report {

enum class Detail {
  total,     // --quiet: the last sentence alone
  glance,    // what is false, open or against its record
  verified,  // what is verified, too
  all,       // --all: what is not checkable here, too, one by one
};

// Claims that --only names, or that are few, are shown with those that are verified.
Detail detail_of(bool quiet, bool all, bool only, std::size_t claims);

bool is_against_record(const ClaimResult& claim);
// A hypothesis that the run does not satisfy: this stands against no line of the paper.
bool is_failed_hypothesis(const ClaimResult& claim);
// A term has no value, and there is no record that this could contradict.
bool is_undefined(const ClaimResult& claim);
bool is_shown(const ClaimResult& claim, Detail detail);

// What is shown; within one rank the order of the claim files.
std::vector<const ClaimResult*> in_order(const std::vector<ClaimResult>& claims, Detail detail);
// The repair of an entry among the claims; null if there is none.
const ClaimResult* repair_of(const std::vector<ClaimResult>& claims, const std::string& id);

// "; hypotheses fail: A1.2, A1.3", "; 1 without a value", "; 2 AGAINST THE RECORD", some, or "".
struct Against {
  std::size_t others = 0;
  std::size_t undefined = 0;  // a term has no value, and there is no record
  std::string hypotheses;
};
Against against(const std::vector<ClaimResult>& claims);
std::string said_of(const Against& found);

// The claims of a run on a terminal: what a run of a paper and a construction in a file have in
// common.
class ClaimLines : protected Lines {
 public:
  virtual ~ClaimLines() = default;

 protected:
  void list_claims(const std::vector<ClaimResult>& claims, Detail detail);
  [[nodiscard]] virtual std::string short_id(const ClaimResult& claim) const = 0;
  [[nodiscard]] virtual std::string verdict_of(const ClaimResult& claim) const = 0;
  virtual void witness(const certificate::Witness& shown) = 0;

 private:
  void one_claim(const std::vector<ClaimResult>& claims, const ClaimResult& c, Detail detail,
                 std::size_t width);
};

}  // namespace hardmax::report
