// Claims about all inputs of yun2020b on one pattern for every D >= 2 at once, at one d or at every d >= 1: the network is followed symbolically with polynomials (execute/symbolic.hpp).
//
// First for every d and D. What that does not show at a given d, for F = 2, 3, ..., 16: are all comparisons shown for D >= F by coefficients in D - F that are not negative? Then each smaller D is
// followed by itself, with numbers.
// Decides formulas that say no more than that ids differ (discharge/id_facts.hpp), under hypotheses that are parts of Assumption 1. What it cannot show stays undecided; it never refutes.
//
// Cost      polynomials of up to n d terms of some n d bits, at every d as at d = 1: beyond `most_work` none are formed.
// Trust     producer side. verify-check takes nothing of it (src/check/kind_structural.cpp).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "claim/entry.hpp"
#include "construction/yun2020b/stages.hpp"
#include "pattern/structure.hpp"

namespace hardmax {

struct EverySizeRequest {
  std::uint64_t n = 0;
  std::optional<std::uint64_t> d;            // none: every d
  const Pattern* pattern = nullptr;          // and the same by its rules; both outlive what is made of them
  const StructuredPattern* rules = nullptr;
  yun2020b::Overrides overrides;
  std::string only;                          // prefix of claim ids
};

struct EverySizeResult {
  static constexpr std::uint64_t max_from = 16;
  static constexpr double most_work = 4e9;   // bits of the polynomials that one run forms, about; some gigabytes of memory
  struct Claim {
    const claim::Entry* entry = nullptr;
    bool proved = false;
    std::uint64_t from = 2;                  // F, where proved
    std::string why_not;                     // one line
  };
  Assumption1 assumption;
  std::size_t sweeps = 0, all_max = 0;       // followed
  std::vector<Claim> claims;                 // in order of id; none is proved if Assumption 1 does not hold
  std::size_t others = 0;                    // claims that say something else
};

// Errors  InvalidInput (an override the construction does not have, or that has no meaning for all D; a formula that does not parse).
EverySizeResult decide_every_size(const EverySizeRequest& request, const std::vector<claim::Entry>& entries);

// The certificate of kind "structural" (FORMAT.md). Claims that are proved of a network without overrides, and that verify-check follows; 0: there is none.
std::size_t claims_of_structural(const EverySizeRequest& request, const EverySizeResult& result);
std::string certify_structural(const EverySizeRequest& request, const EverySizeResult& result);

}  // namespace hardmax
