#include "check/functions.hpp"
#include "check/fault.hpp"

#include <algorithm>

namespace hardmax::check {

Num Functions::constant(const Quotient& x) const {
  const std::optional<Num> number = x.constant();
  if (!number) throw LimitMet{};
  return *number;
}

Num Functions::integer(const Quotient& x) const {
  Num number = constant(x), bound(std::int64_t{1} << 32);
  defined(number.is_integer());
  if (bound < number || number < Num(0) - bound) throw LimitMet{};
  return number;
}

Quotient Functions::ratio(const Quotient& a, const Quotient& b) const {
  const unsigned found = signs(b, ranges_);
  defined(found != zero);
  if (found != positive && found != negative) throw LimitMet{};
  Quotient inverse = Quotient::of(b.below, b.above);
  if (HARDMAX_FAULT(check_function_divisor, found == negative, false))
    inverse.above = product(inverse.above, {{{}, -1}}),
    inverse.below = product(inverse.below, {{{}, -1}});
  return a * inverse;
}

// A polynomial in D, with whole coefficients but for the constant one, rounded down, or one less;
// and then x less that is in [0, 1) everywhere.
Quotient Functions::floor(const Quotient& x) const {
  if (const std::optional<Num> number = x.constant()) return number->floor();
  const auto in_D = [](const Polynomial& p) {
    return std::all_of(p.begin(), p.end(), [](const auto& term) { return term.first.size() <= 1; });
  };
  if (!has_D_ || !in_D(x.above) || !in_D(x.below)) throw LimitMet{};
  Quotient whole;
  for (auto [e, coefficient] : divided(x.above, x.below).first) {
    const Num number{coefficient};
    if (!e.empty() && !number.is_integer()) throw LimitMet{};
    check::add(whole.above, e, number.floor().gmp());
  }
  for (const int less : {0, 1}) {
    Quotient floor = whole - Quotient(Num(less)), left = x - floor;
    if (!(signs(left, ranges_) & negative) && order(left, Num(1)) == negative) return floor;
  }
  throw LimitMet{};
}

Quotient Functions::power(const Quotient& base, const Quotient& exponent) const {
  const Num times = constant(exponent);
  if (const std::optional<Num> number = base.constant()) return check::power(*number, times);
  if (!times.is_integer() || !times.small_integer()) throw LimitMet{};
  std::int64_t left = *times.small_integer();
  if (left > 1000000 || left < -1000000) throw LimitMet{};
  Quotient square = left < 0 ? ratio(Num(1), base) : base, out(Num(1));
  for (left = std::abs(left); left > 0; left /= 2) {
    if (HARDMAX_FAULT(check_function_power, left % 2, left > 1 || left % 2)) out = out * square;
    if (left > 1) square = square * square;
  }
  return out;
}

std::optional<Quotient> Functions::name(int name, const Model& model) const {
  if (!has_D_ || (name != Common::D && name != Common::delta && name != Common::Delta))
    return std::nullopt;
  const Quotient D = Quotient::variable(0);
  if (name == Common::D) return D;
  if (name == Common::delta) return ratio(Num(1), D);
  Quotient sum;
  for (Num i(0); i < model.number(Common::d, nullptr, nullptr); i = i + Num(1))
    sum = sum + power(D, i);
  return sum;
}

Truth Functions::contains(const std::vector<Quotient>& set, const Quotient& x) const {
  Truth out = Truth::no;
  for (const Quotient& member : set) {
    const unsigned found = order(x, member);
    out = std::max(out, found == zero ? Truth::yes : found & zero ? Truth::unknown : Truth::no);
  }
  return out;
}

Truth Functions::distinct(const std::vector<Quotient>& all) const {
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (HARDMAX_FAULT(check_function_distinct, order(all[i], all[j]) & zero, false))
        return Truth::unknown;
  return Truth::yes;
}

void Functions::add(std::vector<Quotient>& sorted, const Quotient& x) const {
  auto at = sorted.begin();
  for (; at != sorted.end(); ++at) {
    const unsigned found = order(x, *at);
    if (found == zero) return;
    if (found == negative) break;
    if (found != positive) throw LimitMet{};
  }
  if (sorted.size() >= max_members) throw LimitMet{};
  sorted.insert(at, x);
}

}  // namespace hardmax::check
