// What section F.2 of yun2020b says about errors, compared with what was enclosed: the claims that
// need the soft network, each with its two sides.
//
// Printed claims are about every map that Assumption 2 admits: one map that breaks a bound refutes
// it, one that keeps it says so of that map alone.
//
// Trust     Arb (tier "enclosure"); what certify.hpp makes of the total error, verify-check
// finds again.   Source  yun2020b F.2   Tests  tests/unit/discharge/soft_test.cpp
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "discharge/soft/distance.hpp"

namespace hardmax {

// Under which ids findings are listed, as paper.toml of the construction says.
using SoftLabels = std::vector<std::pair<std::string, std::string>>;
// Errors  InvalidInput (file): one of them is of a claim that speaks of no network with soft maps.
const SoftLabels& soft_labels();
// The claim of this id says something that is found here.
bool says_soft(std::string_view id);

enum class Kept { yes, no, undecided };

struct SoftClaim {
  std::string what;  // is found: a name of claim::Paper::soft
  std::string id;    // of the entry that says it, as paper.toml has it; else the name
  std::string says;  // the inequality in words, with the stage it is about
  Kept kept = Kept::undecided;
  Rational lower, upper;              // the left-hand side is between these
  Rational bound_lower, bound_upper;  // the right-hand side is between these
  bool at_least = false;              // >= instead of <=
  std::uint64_t ordinal = 0;          // an input that attains the left-hand side
  std::size_t token = 0;
};

struct SoftReport {
  SoftSettings settings;
  Rational delta_tilde_lower, delta_tilde_upper;
  SoftRun run;
  std::vector<SoftClaim> claims;  // by id; for every reading and choice those about the end and the
                                  // other rows; the others for the printed choice alone
  bool precision_sufficed = true;  // every claim decided but that on the distance, for which
                                   // precision is not what is wanted
  std::optional<SoftDistance> distance;
  [[nodiscard]] const SoftClaim& total() const;
};

// Runs and compares, at `bits` of precision and, as long as a claim is undecided, at twice as many,
// up to `most_bits`. Requires  request.stages from `settings`. Errors  Interrupted; LimitReached if
// an enclosure is unbounded even at most_bits.
SoftReport report_soft(const SoftRequest& request, const SoftSettings& settings, long bits,
                       long most_bits);

// The largest eta, one for all stages, for which Admissible certifies a total error of at most
// delta~/4 at this zeta (real units), to three binary digits; none if no eta of at least 2^-4096 is
// certified. Found by bisection: that it is certified counts, that no larger one is does not.
struct CertifiedEta {
  Rational eta;
  std::vector<StageErrors> errors;  // of the run that certifies it
  std::size_t runs = 0;
  [[nodiscard]] const Extreme& total() const { return errors.back().accumulated; }
};
std::optional<CertifiedEta> largest_certified_eta(SoftRequest request, const SoftSettings& settings,
                                                  const Rational& zeta, long bits);

// The smallest t, one for all stages, for which the soft network with this map certainly has a
// total error of at most delta~/4, to three binary digits; none if not even `most` is.
struct CertifiedScale {
  Rational t;  // real units
  std::vector<StageErrors> errors;
  std::size_t runs = 0;
  [[nodiscard]] const Extreme& total() const { return errors.back().accumulated; }
};
std::optional<CertifiedScale> smallest_certified_scale(SoftRequest request,
                                                       const SoftSettings& settings,
                                                       const Rational& most, long bits);

}  // namespace hardmax
