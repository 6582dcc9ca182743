// What the arguments of kind "structural" (FORMAT.md) share: the sizes of a run, inequalities for
// all of them at once, and what is said of claims.
#pragma once
#include <functional>
#include <optional>

#include "check/constructions.hpp"
#include "check/kind.hpp"
#include "check/mask.hpp"
#include "check/quotient.hpp"

namespace hardmax::check {

struct Sizes {  // 0: every d >= 1, every D >= 2
  Whole n = 0, d = 0, D = 0;
  std::string power(Whole k, Whole j) const;  // D^(k d + j), as FORMAT.md writes it
  Num value(Whole k, Whole j) const;          // the same. Requires  D != 0
  std::string text() const;                   // "n = 4, d = 1, every D >= 2"
};
Sizes read_sizes(const Json& run, Whole n);  // its members d and D

// Numbers of a run in units of delta, for all D and w that it may have: w = 1 + D + ... + D^(d-1),
// q = D^d = 1 + w (D - 1), B = D w.
struct Inequalities {
  Quotient D, w, q, B;
  std::vector<Range> ranges;
  explicit Inequalities(const Sizes& sizes);
  void require_less(const Quotient& small, const Quotient& large, const char* otherwise)
      const;  // small <= large: no coefficient of the difference is negative
};
void require_at_most(const Quotient& small, const Quotient& large, const std::vector<Range>& ranges,
                     const char* otherwise);  // by the signs of coefficients
inline Quotient whole(Whole x) { return Quotient(number_of(x)); }

// What an argument shows of every run that it is about: this formula, of claims that are made for
// this domain. Their ids do not matter, nor the names that a formula binds.
struct Statement {
  std::string domain, formal;
};
// What is decided of one d and D, by the values that a formula has there. Empty functions: there is
// no such.
struct FormsOfRun {
  std::function<bool(const Formula&)> made_for,
      shown;  // a domain is true of the run; a formula holds for every input
};
struct ShownClaims {
  const Vocabulary& names;  // in which claims and statements are read
  std::vector<Statement> statements;
  std::vector<std::string> hypotheses;  // ids of claims that hold: what a claim may need
  FormsOfRun forms;
};
// A claim is stated as verified (proved, for every D) and shown, or undecided: then nothing is said
// of it, but for the reason "asked": whether it is shown.
Report structural_report(const Json& claims, const std::vector<const Entry*>& asked,
                         const ShownClaims& shown, const Sizes& sizes, const std::string& details);

// Of a claim of kind `structural` that is left open: whether it is asked for. None: it states a
// verdict. Throws Rejected where it says anything else.
std::optional<bool> left_open(const Json& claim, const std::string& where,
                              const std::string& named);

// What is known of a sweep over all tokens, or over all other ones (`others`), once its sizes are
// seen to do.
struct SweepArgument {
  std::vector<Statement> statements;
  Num multiplier;         // of one d and D
  std::string c, layers;  // as FORMAT.md writes them
};
// Without encodings: structural_increasing.cpp.
SweepArgument increasing_argument(const Sizes& sizes, bool others, const StageNames& stages);
void require_increasing(const Sizes& sizes, bool others);

Report check_structural_sweep(const Json& stated, const Entries& entries,
                              const std::string& construction,
                              bool others);  // structural_sweep.cpp

}  // namespace hardmax::check
