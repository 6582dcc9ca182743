// Claims about all inputs of a construction for every D >= 2 at once, at one d or at every d >= 1:
// the network is followed symbolically with polynomials (execute/symbolic.hpp). Of yun2020b on one
// pattern; of yun2020a and sparsebert with positional encodings on all grid points, and without on
// those whose columns increase, one of each orbit of distinct columns.
//
// Whether ids differ is decided first for every d and D, if not from D^d = 2 on then from 3, 4 or 5
// on, with what is below followed size by size. At a given d other claims are decided too
// (every_run.hpp). For F = 2, 3, ...: are all comparisons shown for D >= F by coefficients in D - F
// that are not negative? Then each smaller D is followed by itself, with numbers; where n columns
// cannot increase, D^d < n, there is no input, and what else the claim says is looked at.
// Hypotheses may only be parts of Assumption 1. What is not shown stays undecided; nothing is
// refuted.
//
// Cost      polynomials of up to n d terms of some n d bits, at every d as at d = 1: beyond
// `most_work` none are formed. Trust     producer side. verify-check takes nothing of it
// (src/check/kind_structural.cpp).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "claim/entry.hpp"
#include "discharge/sweep_papers.hpp"
#include "network/every_size.hpp"
#include "pattern/structure.hpp"

namespace hardmax {

struct EverySizeRequest {
  std::uint64_t n = 0;
  std::optional<std::uint64_t> d;  // none: every d
  std::optional<SweepChoice>
      sweep;  // the construction and its variant, not extended; none: yun2020b, with
  const Pattern* pattern =
      nullptr;  // a pattern, and the same by its rules; both outlive what is made of them
  const StructuredPattern* rules = nullptr;
  Overrides overrides;
  std::string only;  // prefix of claim ids
};

struct EverySizeResult {
  static constexpr std::uint64_t max_from = 16;   // F, of whether ids differ
  static constexpr std::uint64_t max_from_q = 5;  // of D^d, at every d
  static constexpr std::uint64_t max_tries = 3;   // values of F tried for other claims
  static constexpr double most_work =
      4e9;  // bits of the polynomials that one run forms, about; some gigabytes of memory
  static constexpr std::uint64_t most_entries = 512;  // n d, where other claims are decided
  struct Claim {
    const claim::Entry* entry = nullptr;
    enum class Result {
      shown,
      undecided,
      outside
    } result = Result::undecided;  // outside: the claim is made for no D
    std::uint64_t from = 2;        // F, where shown
    bool may_be_vacuous = false;   // where shown: it was not seen to say something
    std::string why_not;           // where undecided, one line
    [[nodiscard]] bool shown() const { return result == Result::shown; }
  };
  Assumption1 assumption;               // of yun2020b
  std::size_t sweeps = 0, all_max = 0;  // followed
  std::uint64_t first = 2;              // the least D at which there are inputs, at the given d
  std::vector<Claim> claims;  // in order of id; none is shown if Assumption 1 does not hold
  std::vector<const claim::Entry*>
      others;  // claims that are not looked at: without a formal, about the stages before and after
               // attention, over reals, and at every d, about anything but how ids differ
};

// Errors  InvalidInput (an override the construction does not have, or that has no meaning for all
// D; a formula that does not parse).
EverySizeResult decide_every_size(const EverySizeRequest& request,
                                  const std::vector<claim::Entry>& entries);

// The certificate of kind "structural" (FORMAT.md). Claims that are proved of a network without
// overrides, and that verify-check follows; 0: there is none.
std::size_t claims_of_structural(const EverySizeRequest& request, const EverySizeResult& result);
std::string certify_structural(const EverySizeRequest& request, const EverySizeResult& result);

}  // namespace hardmax
