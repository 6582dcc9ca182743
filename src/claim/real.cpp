#include "claim/real.hpp"
#include "exact/fault.hpp"

#include <algorithm>
#include <functional>
#include <optional>

namespace hardmax::claim {

namespace {

constexpr unsigned sign_below = 1, sign_same = 2, sign_above = 4;

// The whole number r with r^k = x, if there is one.  Requires  x >= 1, k >= 2.
std::optional<Rational> root(const Rational& x, const Rational& k) {
  if (x == 1) return x;
  const auto degree = k.to_int64();
  if (!degree || static_cast<std::uint64_t>(*degree) > x.bits()) return std::nullopt;
  Rational r;
  if (HARDMAX_FAULT(claim_root_is_any,
                    fmpz_root(fmpq_numref(r.raw()), fmpq_numref(x.raw()), *degree) == 0,
                    fmpz_root(fmpq_numref(r.raw()), fmpq_numref(x.raw()), *degree) < 0))
    return std::nullopt;
  return r;
}

// a^b where it is rational for a reason that is known; otherwise none.  Requires  b not an integer.
std::optional<Rational> rational_power(const Rational& a, const Rational& b) {
  if (a.sign() < 0)
    throw Undefined("a negative number to a power that is not an integer: " + b.str());
  if (a.is_zero() && b.sign() < 0) throw Undefined("zero to a negative power");
  if (a.is_zero()) return a;
  const auto above_line = root(a.numerator(), b.denominator());
  const auto below_line = above_line ? root(a.denominator(), b.denominator()) : std::nullopt;
  if (!below_line) return std::nullopt;
  return hardmax::power(*above_line / *below_line, b.numerator());
}

}  // namespace

struct Real::Term {
  Op op = Op::number;
  unsigned depth = 0;
  Rational number;
  std::shared_ptr<const Term> a, b;
  mutable std::vector<std::pair<long, RoundedInterval>> known;  // at so many bits
};

std::shared_ptr<const Real::Term> Real::term_of(const Real& x) {
  if (!x.is_exact()) return x.term_;
  auto term = std::make_shared<Term>();
  term->number = x.exact_;
  return term;
}

Real Real::made(Op op, const Real& a, const Real& b) {
  auto term = std::make_shared<Term>();
  term->op = op;
  term->a = term_of(a);
  term->b = op == Op::exponential || op == Op::logarithm ? term->a : term_of(b);
  term->depth = std::max(term->a->depth, term->b->depth) + 1;
  if (term->depth > max_depth)
    throw LimitReached(
        "more than 4096 operations on numbers that are not rational, one upon the other");
  Real made;
  made.term_ = std::move(term);
  return made;
}

const RoundedInterval& Real::interval_of(const Term& term, long bits) {
  for (const auto& [at, interval] : term.known) {
    if (at == bits) return interval;
  }
  const auto of = [&]() -> RoundedInterval {
    if (term.op == Op::number) return RoundedInterval(term.number, bits);
    const RoundedInterval& x = interval_of(*term.a, bits);
    const RoundedInterval& y = interval_of(*term.b, bits);
    switch (term.op) {
      case Op::sum: return sum(x, y, bits);
      case Op::difference: return difference(x, y, bits);
      case Op::product: return product(x, y, bits);
      case Op::quotient: return quotient(x, y, bits);
      case Op::larger: return larger(x, y);
      case Op::smaller: return smaller(x, y);
      case Op::exponential: return exponential(x, bits);
      default: return logarithm(x, bits);
    }
  };
  term.known.emplace_back(bits, of());
  return term.known.back().second;
}

RoundedInterval Real::interval(long bits) const {
  return is_exact() ? RoundedInterval(exact_, bits) : interval_of(*term_, bits);
}

std::string Real::str() const {
  if (is_exact()) return exact_.str();
  const RoundedInterval ends = interval(least_bits);
  return ends.is_known() ? "[" + ends.lower().str() + "," + ends.upper().str() + "]" : "[,]";
}

Real operator+(const Real& a, const Real& b) {
  if (a.is_exact() && b.is_exact()) return a.exact_ + b.exact_;
  if (a.is_exact() && a.exact_.is_zero()) return b;
  if (b.is_exact() && b.exact_.is_zero()) return a;
  return Real::made(Real::Op::sum, a, b);
}

Real operator-(const Real& a, const Real& b) {
  if (a.is_exact() && b.is_exact()) return a.exact_ - b.exact_;
  if (b.is_exact() && b.exact_.is_zero()) return a;
  return Real::made(Real::Op::difference, a, b);
}

Real operator*(const Real& a, const Real& b) {
  if (a.is_exact() && b.is_exact()) return a.exact_ * b.exact_;
  for (const auto& [x, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    if (x->is_exact() && x->exact_.is_zero()) return *x;
    if (x->is_exact() && x->exact_ == 1) return *other;
  }
  return Real::made(Real::Op::product, a, b);
}

Real operator/(const Real& a, const Real& b) {
  const unsigned sign = order(b, Real(0));
  if (sign == sign_same) throw Undefined("division by zero");
  if ((sign & sign_same) != 0)
    throw LimitReached("the divisor is not seen to differ from 0 at 4096 bits");
  if (a.is_exact() && b.is_exact()) return a.exact_ / b.exact_;
  if (a.is_exact() && a.exact_.is_zero()) return a;
  return Real::made(Real::Op::quotient, a, b);
}

unsigned order(const Real& a, const Real& b) {
  if (a.is_exact() && b.is_exact())
    return a.exact() < b.exact() ? sign_below : a.exact() == b.exact() ? sign_same : sign_above;
  for (long bits = Real::least_bits;; bits *= 2) {
    const unsigned possible = possible_orders(a.interval(bits), b.interval(bits));
    if (possible == sign_below || possible == sign_same || possible == sign_above ||
        bits == HARDMAX_FAULT(claim_precision_stays, Real::most_bits, Real::least_bits))
      return possible;
  }
}

Real exponential(const Real& x) {
  if (x.is_exact() && x.exact_.is_zero()) return Rational(1);
  if ((order(x, Rational(RoundedInterval::max_argument)) & sign_above) != 0)
    throw LimitReached("exp of more than 2^16");
  return Real::made(Real::Op::exponential, x, x);
}

Real logarithm(const Real& x) {
  const unsigned sign = order(x, Real(0));
  if (HARDMAX_FAULT(claim_log_of_nothing, (sign & sign_above) == 0, false))
    throw Undefined("log of a number that is not positive");
  if (sign != sign_above)
    throw LimitReached("the argument of log is not seen to be positive at 4096 bits");
  if (x.is_exact() && x.exact_ == 1) return Rational(0);
  return Real::made(Real::Op::logarithm, x, x);
}

Real power(const Real& a, const Real& b) {
  if (b.is_exact() && b.exact_.is_integer()) {
    if (a.is_exact()) return hardmax::power(a.exact_, b.exact_);
    const auto times = b.exact_.to_int64();
    if (!times || *times > 1'000'000 || *times < -1'000'000)
      throw LimitReached("exponent beyond 1000000: " + b.exact_.str());
    // The digits of the exponent from the first on: squared, and multiplied by a where the digit
    // is 1.
    Real result = Rational(1);
    for (std::int64_t digit = std::int64_t{1} << 20; digit > 0; digit /= 2) {
      result = result * result;
      if ((std::abs(*times) & digit) != 0) result = result * a;
    }
    return *times < 0 ? Real(1) / result : result;
  }
  if (a.is_exact() && b.is_exact()) {
    if (auto value = rational_power(a.exact_, b.exact_)) return std::move(*value);
  }
  const unsigned base = order(a, Real(0));
  if (base == sign_same) {  // a = 0; b is not rational
    const unsigned sign = order(b, Real(0));
    if (sign == sign_below) throw Undefined("zero to a negative power");
    if (sign == sign_above) return Rational(0);
  }
  if (base == sign_below && b.is_exact())
    throw Undefined("a negative number to a power that is not an integer: " + b.exact_.str());
  if (base != sign_above)
    throw LimitReached("the base of a power is not seen to be positive at 4096 bits");
  return exponential(b * logarithm(a));
}

Real floor(const Real& x) {
  if (x.is_exact()) return hardmax::floor(x.exact_);
  for (long bits = Real::least_bits; bits <= Real::most_bits; bits *= 2) {
    const RoundedInterval ends = x.interval(bits);
    if (!ends.is_known()) continue;
    const Rational lower = hardmax::floor(ends.lower());
    if (HARDMAX_FAULT(claim_floor_of_lower_end, lower == hardmax::floor(ends.upper()), true))
      return lower;
  }
  throw LimitReached("floor of a number that may be on either side of an integer at 4096 bits");
}

Real better(bool largest, const Real& a, const Real& b) {
  const unsigned possible = order(a, b);
  if ((possible & sign_below) != 0 && (possible & sign_above) != 0)
    return Real::made(largest ? Real::Op::larger : Real::Op::smaller, a, b);
  return ((possible & sign_below) != 0 ? largest : !largest) ? b : a;
}

Rational exponential(const Rational& x) {
  if (!x.is_zero()) throw Irrational("exp(" + x.str() + ") is not rational");
  return 1;
}

Rational logarithm(const Rational& x) {
  if (x.sign() <= 0) throw Undefined("log of a number that is not positive");
  if (x != 1) throw Irrational("log(" + x.str() + ") is not rational");
  return 0;
}

Rational power_exactly(const Rational& a, const Rational& b) {
  if (b.is_integer()) return hardmax::power(a, b);
  if (auto value = rational_power(a, b)) return std::move(*value);
  throw Irrational("a power that is not rational");
}

}  // namespace hardmax::claim
