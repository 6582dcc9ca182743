// The numbers of a formula that are not all rational (proofs/README.md, "Numbers that are not
// rational"): a Real is a rational number, exactly, or a term of + - * / max min exp log over
// rational numbers, kept as it was built. Its interval at 64, 128, ..., 4096 bits is computed when
// a question is asked; the first that answers it does.
//
// Errors    Undefined: log of what is at most 0, a negative number to a power that is not an
// integer, division by 0. LimitReached: a question that has to be answered and is not at 4096 bits,
// exp beyond
//           2^16, more than 4096 operations one upon the other.
// Threads   a term keeps its intervals: one thread at a time.   Tests
// tests/unit/claim/agreement_test.cpp, tests/language/cases.txt
#pragma once
#include <memory>
#include <string>

#include "enclose/interval.hpp"
#include "exact/error.hpp"

namespace hardmax::claim {

// Thrown by exp, log and power of rational numbers where the value is not rational: who evaluates
// exactly cannot go on.
struct Irrational : LimitReached {
  using LimitReached::LimitReached;
};

class Real {
 public:
  static constexpr long least_bits = 64, most_bits = 4096;
  static constexpr unsigned max_depth = 4096;

  Real(Rational value = 0) : exact_(std::move(value)) {}
  [[nodiscard]] bool is_exact() const { return term_ == nullptr; }
  [[nodiscard]] const Rational& exact() const { return exact_; }  // Requires  is_exact()
  [[nodiscard]] RoundedInterval interval(long bits) const;
  // "[a,b]", the ends at 64 bits; "[,]" if nothing is known there. A rational number as it is.
  [[nodiscard]] std::string str() const;

  Real& operator+=(const Real& o) { return *this = *this + o; }
  Real& operator-=(const Real& o) { return *this = *this - o; }
  Real& operator*=(const Real& o) { return *this = *this * o; }
  Real& operator/=(const Real& o) { return *this = *this / o; }
  // The same number, built in the same way. (Two terms may have one value and differ.)
  friend bool operator==(const Real& a, const Real& b) {
    return a.term_ == b.term_ && a.exact_ == b.exact_;
  }
  friend Real operator+(const Real& a, const Real& b);
  friend Real operator-(const Real& a, const Real& b);
  friend Real operator-(const Real& a) { return Real(0) - a; }
  friend Real operator*(const Real& a, const Real& b);
  friend Real operator/(const Real& a, const Real& b);

  friend Real exponential(const Real& x);
  friend Real logarithm(const Real& x);
  friend Real power(const Real& a, const Real& b);
  friend Real floor(const Real& x);
  friend Real better(bool largest, const Real& a, const Real& b);  // max or min

 private:
  enum class Op {
    number,
    sum,
    difference,
    product,
    quotient,
    larger,
    smaller,
    exponential,
    logarithm
  };
  struct Term;
  static Real made(Op op, const Real& a, const Real& b);
  static std::shared_ptr<const Term> term_of(const Real& x);
  static const RoundedInterval& interval_of(const Term& term, long bits);

  Rational exact_;
  std::shared_ptr<const Term> term_;
};

// Which of a < b, a = b, a > b are possible, as bits 1, 2, 4, at the first precision at which only
// one is, or at the last.
unsigned order(const Real& a, const Real& b);
// The same questions of rational numbers.
Rational exponential(const Rational& x);
Rational logarithm(const Rational& x);
Rational power_exactly(
    const Rational& a,
    const Rational& b);  // hardmax::power, and for b not an integer the value where it is rational
inline Rational better(bool largest, const Rational& a, const Rational& b) {
  return (largest ? a < b : b < a) ? b : a;
}

}  // namespace hardmax::claim
