// Decides claims about a construction file for all inputs of a run at once, and for every D >= 2 at
// the other parameters of the run: no input is executed. The network is followed by its ids
// (subject/all_inputs.hpp), formulas are evaluated over affine functions (decide/every_input.hpp).
//
// One-sided: a claim is shown, or it is false for every input and D, or nothing is said of it.
// Trust     producer side. verify-check follows claims by an argument of its own
// (src/check/kind_described.cpp).
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "certificate/verdict.hpp"
#include "claim/entry.hpp"
#include "subject/all_inputs.hpp"
#include "subject/run.hpp"

namespace hardmax::decide {

struct ForAllRequest {
  const subject::Run* run = nullptr;  // at D = least
  std::string size = "D";             // a parameter of the file
  std::uint64_t least = 2;
  std::string only;  // prefix of claim ids
};

struct ForAllResult {
  struct Claim {
    const claim::Entry* entry = nullptr;
    enum class Result {
      shown,
      fails,       // it is false, whatever D and the input
      hypothesis,  // one that it needs is false
      outside,     // it is made for no D
      undecided,   // it is not shown, and not seen to be false
      not_covered  // a name or a form of it is not read here
    } result = Result::undecided;
    bool may_be_vacuous = false;  // where shown: it was not seen to say something
    std::string why;              // one line
    [[nodiscard]] bool certified() const { return result == Result::shown && !may_be_vacuous; }
  };
  std::shared_ptr<const subject::AllInputs> network;  // null: it was not followed
  std::string why_not;                                // then
  std::vector<Claim> claims;                          // in order of id
  std::vector<const claim::Entry*> others;            // without a formal
  std::string sha256;                                 // of the construction
};

// Errors  InvalidInput: a formula that does not parse, no such parameter.
ForAllResult decide_for_all(const ForAllRequest& request, const std::vector<claim::Entry>& entries);

// The certificate of kind "structural" (FORMAT.md), with all claims whose ids begin with `only`, in
// order of id: those that are proved, those that verify-check is asked about, and the others.
// Requires  result.network, why_no_certificate(run) empty.
enum class Says { proved, asked, nothing };
std::string certify_for_all(const ForAllRequest& request, const ForAllResult& result,
                            const std::vector<claim::Entry>& entries, const std::string& only,
                            const std::vector<std::pair<const claim::Entry*, Says>>& claims);

}  // namespace hardmax::decide
