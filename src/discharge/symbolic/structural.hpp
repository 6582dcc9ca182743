// Certificates of kind "structural" (FORMAT.md): claims that were shown for all inputs at once, of
// one run or of every size. Of a network without overrides, of yun2020b with a pattern that is
// known by its rules, or of a sweep on the grid.
//
// verify-check follows some of these claims, by arguments of its own. Which these are is known
// there alone: it is asked, with a certificate that states each claim as a question.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "discharge/decide.hpp"
#include "discharge/symbolic/every_size.hpp"

namespace hardmax {

struct StructuralClaims {
  enum class Says { shown, asked, nothing };  // of a claim
  std::string only;
  std::vector<std::pair<const claim::Entry*, Says>>
      claims;  // all entries whose ids begin with it, in order of id
  const std::vector<claim::Entry>* entries = nullptr;  // where what they need is found
  [[nodiscard]] std::size_t count(Says says) const;
};

// The question: asked is every claim that was shown here. None, where there is no certificate of
// this kind.
StructuralClaims structural_question(const RunRequest& request, const RunResult& result,
                                     const std::vector<claim::Entry>& entries);
StructuralClaims structural_question(const EverySizeRequest& request, const EverySizeResult& result,
                                     const std::vector<claim::Entry>& entries);

// The part of them in which every claim is shown, if there is one: the most claims whose ids have
// the same beginning.
StructuralClaims all_shown(const StructuralClaims& claims);

std::string certify_structural(const RunRequest& request, const RunResult& result,
                               const StructuralClaims& claims);
std::string certify_structural(const EverySizeRequest& request, const EverySizeResult& result,
                               const StructuralClaims& claims);

}  // namespace hardmax
