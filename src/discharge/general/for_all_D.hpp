// Decides a claim for all D >= 2 at once, at fixed n and d (and p, s, where the claim speaks of
// them): a claim without inputs that speaks of nothing but n, d, D, p, s, delta and Delta.
//
// Its numbers are quotients of polynomials in D (claim/symbolic.hpp), and with x = D - from they
// are settled where all coefficients have one sign. For from = 2, 3, ..., max_from: if domain and
// formula are then true for all D >= from, and the formula sure to say something, the claim is
// proved if it is also true at every smaller D, looked at by itself.
//
// Source    proofs/README.md, "For all D".   Trust  verify-check does the same with code of its own
// (src/check/kind_for_all_D.cpp).
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "certificate/writer.hpp"
#include "claim/claim.hpp"
#include "claim/entry.hpp"
#include "discharge/run_names.hpp"

namespace hardmax {

struct FixedParameters {
  std::uint64_t n = 2, d = 1;
  std::uint64_t p = 0, s = 0;  // 0: not given
  friend auto operator<=>(const FixedParameters&, const FixedParameters&) = default;
  [[nodiscard]] std::string str() const;  // "n=2 d=1", "n=2 d=1 p=1 s=1"
};

struct ForAllD {
  static constexpr std::uint64_t max_from = 16;
  enum class Kind {
    proved,       // for every D >= 2 for which the claim is made
    refuted,      // at D = from, with the witness
    error,        // a term is undefined at D = from
    outside,      // the claim is made for no D at these parameters
    not_covered,  // by this method; the reason says why
  } kind = Kind::not_covered;
  std::uint64_t from = 2;
  std::string reason;
  std::optional<certificate::Witness> witness;
};

// A name beyond the parameters, or "inputs": what keeps a formula from this method. Empty: nothing.
std::string beyond_parameters(const claim::Formula& formula);
bool speaks_of(const claim::Formula& formula, Name name);

// Both formulas are parsed with run_vocabulary().
ForAllD decide_for_all_D(const claim::Formula& domain, const claim::Formula& formal,
                         const FixedParameters& fixed);

// Of these parameters, those that differ in what the formulas speak of: p and s become 0 where they
// do not speak of them.
std::vector<FixedParameters> needed(const std::vector<FixedParameters>& sets,
                                    const claim::Formula& domain, const claim::Formula& formal);

// What stands in a certificate of kind "for-all-D" for one entry (FORMAT.md). An entry with
// hypotheses is not refuted here, since no pattern may have these p and s.
certificate::ClaimRecord record_for_all_D(const claim::Entry& entry, const FixedParameters& fixed);
// Of the entries of a paper whose ids begin with `only`.  Requires  there is one.
std::string certificate_for_all_D(const std::vector<claim::Entry>& entries, const std::string& only,
                                  const FixedParameters& fixed);

}  // namespace hardmax
