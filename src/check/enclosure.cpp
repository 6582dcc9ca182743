#include "check/enclosure.hpp"
#include "check/fault.hpp"

#include <algorithm>

namespace hardmax::check {
namespace {

constexpr std::int64_t farthest = 1 << 20;          // a bound of 2^farthest or more says nothing
constexpr std::int64_t largest_argument = 1 << 16;  // of exp
constexpr std::size_t first_bits = 64, last_bits = 4096;

// --- m 2^e

std::int64_t top(const Dyadic& x) {
  return static_cast<std::int64_t>(mpz_sizeinbase(x.m.get_mpz_t(), 2)) + x.e;
}  // 2^(top-1) <= |x| < 2^top, for x != 0
mpz_class shifted(const mpz_class& m, std::int64_t by, bool up) {  // m 2^by, rounded
  mpz_class out;
  if (by >= 0)
    mpz_mul_2exp(out.get_mpz_t(), m.get_mpz_t(), static_cast<mp_bitcnt_t>(by));
  else
    (up ? mpz_cdiv_q_2exp : mpz_fdiv_q_2exp)(out.get_mpz_t(), m.get_mpz_t(),
                                             static_cast<mp_bitcnt_t>(-by));
  return out;
}
mpz_class divided(const mpz_class& a, const mpz_class& b, bool up) {
  mpz_class out;
  (up ? mpz_cdiv_q : mpz_fdiv_q)(out.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  return out;
}
Dyadic added(const Dyadic& a, const Dyadic& b, int sign) {
  const std::int64_t e = std::min(a.e, b.e);
  const mpz_class x = shifted(a.m, a.e - e, false), y = shifted(b.m, b.e - e, false);
  return {sign < 0 ? mpz_class(x - y) : mpz_class(x + y), e};
}
// a / b to `bits` bits; b != 0. Rounded once to a few bits more, and then again in the same
// direction, which is the same as once.
Dyadic quotient(const Dyadic& a, const Dyadic& b, std::size_t bits, bool up) {
  const std::int64_t more = std::max<std::int64_t>(
      0, static_cast<std::int64_t>(bits) + 2 + (top(b) - b.e) - (top(a) - a.e));
  const mpz_class above = shifted(b.m < 0 ? mpz_class(-a.m) : a.m, more, false);
  return rounded({divided(above, abs(b.m), up), a.e - b.e - more}, bits, up);
}

// --- exp and log, between two numbers that `work` bits give

// exp(y) for 0 < y < 2^-8 is the sum of y^i / i!; where a term is below the last place, so is all
// that follows. exp(x) is exp(x / 2^k) squared k times.
Bounds exp_between(const Dyadic& x, std::size_t work) {
  if (x.m < 0) {
    const Bounds inverse = exp_between({-x.m, x.e}, work + 8);
    return {true, quotient({1, 0}, inverse.upper, work, false),
            quotient({1, 0}, inverse.lower, work, true)};
  }
  const std::int64_t halvings = std::max<std::int64_t>(0, top(x) + 8),
                     places = static_cast<std::int64_t>(work) + 32;
  Bounds out{true, {0, -places}, {0, -places}};
  for (const bool up : {false, true}) {
    const mpz_class one = shifted(1, places, false), y = shifted(x.m, x.e - halvings + places, up);
    mpz_class term = one, sum = one;
    for (unsigned long i = 1; term > (up ? 1 : 0); ++i) {
      term = divided(shifted(term * y, -places, up), i, up);
      sum += term;
    }
    Dyadic& end = up ? out.upper : out.lower;
    end.m = up ? mpz_class(sum + 1) : sum;
    for (std::int64_t i = 0; i < halvings; ++i)
      end = rounded({end.m * end.m, 2 * end.e}, work + 32, up);
  }
  return out;
}

// 2^9 atanh((w - 1) / (w + 1)) for w = v^(1/256), where v = 1..2 is given as v 2^places: log(v)
// 2^places. The powers of the quotient fall by 2^19.
mpz_class log_of_mantissa(mpz_class v, std::int64_t places, bool up) {
  const mpz_class one = shifted(1, places, false);
  for (int root = 0; root < 8; ++root) v = sqrt(mpz_class(v * one)) + (up ? 1 : 0);
  const mpz_class z = divided((v - one) * one, v + one, up), square = shifted(z * z, -places, up);
  mpz_class sum = 0, power = z;
  for (unsigned long i = 1; power > (up ? 1 : 0); i += 2) {
    sum += divided(power, i, up);
    power = shifted(power * square, -places, up);
  }
  return shifted(up ? mpz_class(sum + 2) : sum, 9, up);
}

// log(v 2^k) = log(v) + k log(2).
Bounds log_between(const Dyadic& x, std::size_t work) {
  const std::int64_t places = static_cast<std::int64_t>(work) + 32, k = top(x) - 1;
  Bounds out{true, {0, -places}, {0, -places}};
  for (const bool up : {false, true}) {
    const mpz_class two = log_of_mantissa(shifted(2, places, false), places, k < 0 ? !up : up);
    (up ? out.upper : out.lower).m =
        log_of_mantissa(shifted(x.m, x.e - k + places, up), places, up) +
        two * mpz_class(static_cast<long>(k));
  }
  return out;
}

// What lies between these bounds and is irrational, rounded: with more and more bits, until both
// round to the same.
Dyadic settled(const Dyadic& x, std::size_t bits, bool up,
               Bounds (*between)(const Dyadic&, std::size_t)) {
  for (std::size_t work = bits + 64;; work *= 2) {
    const Bounds found = between(x, work);
    Dyadic lower = rounded(found.lower, bits, up), upper = rounded(found.upper, bits, up);
    if (compare(lower, upper) == 0) return lower;
  }
}

Dyadic exp_end(const Dyadic& x, std::size_t bits, bool up) {
  const std::int64_t places = static_cast<std::int64_t>(bits);
  if (compare(x, {-largest_argument, 0}) < 0) return up ? Dyadic{1, -largest_argument} : Dyadic{};
  if (x.m == 0) return {1, 0};
  if (top(x) > -places - 2) return settled(x, bits, up, exp_between);
  if ((x.m > 0) != up) return {1, 0};  // between 1 and the next number of so many bits
  return up ? Dyadic{shifted(1, places - 1, false) + 1, 1 - places}
            : Dyadic{shifted(1, places, false) - 1, -places};
}
Dyadic log_end(const Dyadic& x, std::size_t bits, bool up) {
  return compare(x, {1, 0}) == 0 ? Dyadic{} : settled(x, bits, up, log_between);
}

// The rule about bounds that are very large or very small.
Bounds within_reach(Bounds found) {
  for (Dyadic* end : {&found.lower, &found.upper}) {
    if (end->m == 0) continue;
    if (top(*end) > farthest) return {};
    if (top(*end) <= -farthest)
      *end = (end->m > 0) == (end == &found.upper) ? Dyadic{sgn(end->m), -farthest} : Dyadic{};
  }
  return found;
}

int sign_of(const Bounds& x) { return !x.known ? 0 : x.lower.m > 0 ? 1 : x.upper.m < 0 ? -1 : 0; }

}  // namespace

int compare(const Dyadic& a, const Dyadic& b) {
  if (sgn(a.m) != sgn(b.m) || a.m == 0)
    return sgn(a.m) < sgn(b.m) ? -1 : sgn(a.m) > sgn(b.m) ? 1 : 0;
  if (top(a) != top(b)) return (top(a) < top(b)) == (a.m > 0) ? -1 : 1;
  return sgn(added(a, b, -1).m);
}

Dyadic rounded(const Dyadic& x, std::size_t bits, bool up) {
  const std::size_t size = mpz_sizeinbase(x.m.get_mpz_t(), 2);
  if (size <= bits) return x;
  const auto less = static_cast<std::int64_t>(size - bits);
  return {shifted(x.m, -less, HARDMAX_FAULT(check_bounds_round_down, up, false)), x.e + less};
}

Bounds bounds_of(const Num& x, std::size_t bits) {
  const mpq_class q = x.gmp();
  const Dyadic above{q.get_num(), 0}, below{q.get_den(), 0};
  return within_reach(
      {true, quotient(above, below, bits, false), quotient(above, below, bits, true)});
}

Bounds bounds_of(char operation, const Bounds& x, const Bounds& y, std::size_t bits) {
  const auto both = [&](const Dyadic& lower, const Dyadic& upper) {
    return within_reach({true, rounded(lower, bits, false), rounded(upper, bits, true)});
  };
  const auto lesser = [](const Dyadic& a, const Dyadic& b) { return compare(b, a) < 0 ? b : a; };
  const auto greater = [](const Dyadic& a, const Dyadic& b) { return compare(b, a) > 0 ? b : a; };
  if (!x.known || !y.known) return {};
  switch (operation) {
    case '+': return both(added(x.lower, y.lower, 1), added(x.upper, y.upper, 1));
    case '-':
      return both(added(x.lower, HARDMAX_FAULT(check_bounds_minus, y.upper, y.lower), -1),
                  added(x.upper, y.lower, -1));
    case 'M': return {true, greater(x.lower, y.lower), greater(x.upper, y.upper)};
    case 'm': return {true, lesser(x.lower, y.lower), lesser(x.upper, y.upper)};
    case 'e':
      if (compare(x.upper, {largest_argument, 0}) > 0) return {};
      return {true, exp_end(x.lower, bits, false), exp_end(x.upper, bits, true)};
    case 'l':
      if (sign_of(x) <= 0) return {};
      return {true, log_end(x.lower, bits, false), log_end(x.upper, bits, true)};
    default: break;
  }
  if (operation == '/' && sign_of(y) == 0) return {};
  std::vector<Dyadic> down, up;  // at the corners, each rounded in both directions
  for (const Dyadic* a : {&x.lower, &x.upper})
    for (const Dyadic* b : {&y.lower, &y.upper})
      for (const bool upward : {false, true})
        (upward ? up : down)
            .push_back(operation == '/' ? quotient(*a, *b, bits, upward)
                                        : rounded({a->m * b->m, a->e + b->e}, bits, upward));
  for (std::size_t i = 1; i < down.size(); ++i)
    down[0] = lesser(down[0], down[i]), up[0] = greater(up[0], up[i]);
  return within_reach({true, down[0], up[0]});
}

// --- terms

struct Real::Term {
  char operation = 'n';  // n: the number
  unsigned depth = 0;
  Num number;
  std::shared_ptr<const Term> a, b;
  mutable std::vector<std::pair<std::size_t, Bounds>> known = {};  // at so many bits
  const Bounds& at(std::size_t wanted) const {
    for (const auto& [bits, bounds] : known)
      if (bits == wanted) return bounds;
    known.emplace_back(wanted, operation == 'n'
                                   ? bounds_of(number, wanted)
                                   : bounds_of(operation, a->at(wanted), b->at(wanted), wanted));
    return known.back().second;
  }
};

Bounds Real::bounds(std::size_t bits) const {
  return term_ ? term_->at(bits) : bounds_of(exact_, bits);
}

Real Real::made(char operation, const Real& a, const Real& b) {
  const auto term = [](const Real& x) {
    return x.term_ ? x.term_ : std::make_shared<const Term>(Term{'n', 0, x.exact_, {}, {}});
  };
  Real out;
  const auto left = term(a), right = &a == &b ? left : term(b);
  const unsigned depth = 1 + std::max(left->depth, right->depth);
  if (depth > 4096) throw LimitMet{};
  out.term_ = std::make_shared<const Term>(Term{operation, depth, {}, left, right});
  return out;
}

Real operator+(const Real& a, const Real& b) {
  if (!a.term_ && !b.term_) return a.exact_ + b.exact_;
  if (!a.term_ && a.exact_.sign() == 0) return b;
  return !b.term_ && b.exact_.sign() == 0 ? a : Real::made('+', a, b);
}
Real operator-(const Real& a, const Real& b) {
  if (!a.term_ && !b.term_) return a.exact_ - b.exact_;
  return !b.term_ && b.exact_.sign() == 0 ? a : Real::made('-', a, b);
}
Real operator*(const Real& a, const Real& b) {
  if (!a.term_ && !b.term_) return a.exact_ * b.exact_;
  if (a.term_ && !b.term_) return b * a;
  if (!a.term_ && a.exact_.sign() == 0) return a;
  return !a.term_ && a.exact_ == Num(1) ? b : Real::made('*', a, b);
}

// (p/q)^(m/k) is rational if p and q are k-th powers, which numbers of fewer than k bits, but for
// 1, are not.
Num power_with_root(const Num& a, const Num& b) {
  defined(a.sign() > 0 || (a.sign() == 0 && b.sign() > 0));
  if (a.sign() == 0) return a;
  const mpz_class degree = b.gmp().get_den();
  const auto root = [&](mpz_class x) {
    const bool may_be = mpz_cmp_ui(degree.get_mpz_t(), mpz_sizeinbase(x.get_mpz_t(), 2)) <= 0;
    if (x != 1 &&
        (!may_be || HARDMAX_FAULT(check_bounds_root,
                                  mpz_root(x.get_mpz_t(), x.get_mpz_t(), degree.get_ui()) == 0,
                                  mpz_root(x.get_mpz_t(), x.get_mpz_t(), degree.get_ui()) < 0)))
      throw Irrational{};
    return Num(mpq_class(x));
  };
  const mpq_class base = a.gmp();
  return power(root(base.get_num()) / root(base.get_den()), Num(mpq_class(b.gmp().get_num())));
}

Num Exactly::exponential(const Num& x) {
  if (x.sign() != 0) throw Irrational{};
  return Num(1);
}
Num Exactly::logarithm(const Num& x) {
  defined(x.sign() > 0);
  if (!(x == Num(1))) throw Irrational{};
  return Num(0);
}

// The signs that a - b may have: the first precision at which only one is left, or else the last,
// says.
unsigned Enclosures::order(const Real& a, const Real& b) {
  if (a.is_exact() && b.is_exact()) return 1u << (compare(a.exact(), b.exact()) + 1);
  unsigned found = negative | zero | positive;
  for (std::size_t bits = first_bits; bits <= last_bits && (found & (found - 1)) != 0; bits *= 2) {
    const Bounds x = a.bounds(bits), y = b.bounds(bits);
    found = negative | zero | positive;
    if (!x.known || !y.known) continue;
    if (HARDMAX_FAULT(check_bounds_order, compare(x.lower, y.upper) >= 0,
                      compare(x.lower, y.lower) >= 0))
      found &= ~unsigned{negative};
    if (compare(x.upper, y.lower) <= 0) found &= ~unsigned{positive};
    if (compare(x.lower, y.upper) > 0 || compare(x.upper, y.lower) < 0) found &= ~unsigned{zero};
  }
  return found;
}

Real Enclosures::ratio(const Real& a, const Real& b) {
  const unsigned sign = order(b, Num(0));
  defined(sign != zero);
  if (sign & zero) throw LimitMet{};
  if (a.is_exact() && b.is_exact()) return a.exact() / b.exact();
  return a.is_exact() && a.exact().sign() == 0 ? a : Real::made('/', a, b);
}

Real Enclosures::floor(const Real& x) {
  if (x.is_exact()) return x.exact().floor();
  for (std::size_t bits = first_bits; bits <= last_bits; bits *= 2) {
    const Bounds found = x.bounds(bits);
    if (!found.known) continue;
    const mpz_class lower = shifted(found.lower.m, found.lower.e, false);
    if (HARDMAX_FAULT(check_bounds_floor, lower == shifted(found.upper.m, found.upper.e, false),
                      true))
      return Num(mpq_class(lower));
  }
  throw LimitMet{};
}

Real Enclosures::exponential(const Real& x) {
  if (x.is_exact() && x.exact().sign() == 0) return Num(1);
  if (order(x, Num(largest_argument)) & positive) throw LimitMet{};
  return Real::made('e', x, x);
}
Real Enclosures::logarithm(const Real& x) {
  const unsigned sign = order(x, Num(0));
  defined((sign & positive) != 0);
  if (sign != positive) throw LimitMet{};
  return x.is_exact() && x.exact() == Num(1) ? Real() : Real::made('l', x, x);
}

Real Enclosures::power(const Real& a, const Real& b) {
  if (b.is_exact() && b.exact().is_integer()) {
    if (a.is_exact()) return check::power(a.exact(), b.exact());
    const std::int64_t most = 1000000, times = b.exact().small_integer().value_or(most + 1),
                       size = std::abs(times);
    if (size > most) throw LimitMet{};
    Real out(Num(1));  // x^b is the square of x^(b div 2), times x if b is odd
    for (int digit = 20; digit-- > 0;) {
      out = out * out;
      if (size >> digit & 1) out = out * a;
    }
    return times < 0 ? ratio(Num(1), out) : out;
  }
  if (a.is_exact() && b.is_exact()) {
    try {
      return power_with_root(a.exact(), b.exact());
    } catch (const Irrational&) {}
  }
  const unsigned base = order(a, Num(0)),
                 exponent = base == zero ? order(b, Num(0)) : positive | negative;
  defined(exponent != negative && (base != negative || !b.is_exact()));
  if (exponent == positive) return Num(0);
  if (base != positive) throw LimitMet{};
  return exponential(b * logarithm(a));
}

Truth Enclosures::contains(const std::vector<Real>& set, const Real& x) {
  Truth out = Truth::no;
  for (std::size_t i = 0; i < set.size() && out != Truth::yes; ++i) {
    const unsigned found = order(x, set[i]);
    out = std::max(out, found == zero ? Truth::yes : found & zero ? Truth::unknown : Truth::no);
  }
  return out;
}

std::shared_ptr<const std::vector<Real>> Enclosures::set(const std::vector<Real>& members) {
  std::vector<Num> numbers;
  for (const Real& x : members) numbers.push_back(x.exact());
  return of(make_set(std::move(numbers)));
}

std::string Enclosures::text(const Real& x) {
  if (x.is_exact()) return x.exact().text();
  const Bounds found = x.bounds(first_bits);
  const auto end = [](const Dyadic& d) {
    mpq_class q(d.e < 0 ? d.m : shifted(d.m, d.e, false),
                d.e < 0 ? shifted(1, -d.e, false) : mpz_class(1));
    q.canonicalize();
    return q.get_str();
  };
  return found.known ? "[" + end(found.lower) + "," + end(found.upper) + "]" : "[,]";
}

namespace {

class ExactOrEnclosing final : public Evaluator {
 public:
  ExactOrEnclosing(std::unique_ptr<Evaluator> exact,
                   std::function<std::unique_ptr<Evaluator>()> enclosing)
      : now_(std::move(exact)), enclosing_(std::move(enclosing)) {}
  bool has_parts() const override { return now_->has_parts(); }
  Outcome decide(std::uint64_t from, std::uint64_t to) override {
    try {
      return now_->decide(from, to);
    } catch (const Irrational&) {
      now_ = enclosing_();
      return now_->decide(from, to);
    }
  }
  Witness witness() override { return now_->witness(); }

 private:
  std::unique_ptr<Evaluator> now_;
  std::function<std::unique_ptr<Evaluator>()> enclosing_;
};

}  // namespace

std::unique_ptr<Evaluator> exact_or_enclosing(
    std::unique_ptr<Evaluator> exact, std::function<std::unique_ptr<Evaluator>()> enclosing) {
  return std::make_unique<ExactOrEnclosing>(std::move(exact), std::move(enclosing));
}

}  // namespace hardmax::check
