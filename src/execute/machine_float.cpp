#include "execute/machine_float.hpp"

#include <arb.h>
#include <fmt/core.h>

#include <array>

namespace hardmax {

namespace {

struct Named {
  const char* name;
  FloatFormat format;
};
const std::array<Named, 7> kNamed = {{{"float64", {53, std::pair(-1022L, 1023L), false}},
                                      {"float32", {24, std::pair(-126L, 127L), false}},
                                      {"bfloat16", {8, std::pair(-126L, 127L), false}},
                                      {"float16", {11, std::pair(-14L, 15L), false}},
                                      {"tf32", {11, std::pair(-126L, 127L), false}},
                                      {"e5m2", {3, std::pair(-14L, 15L), false}},
                                      {"e4m3", {4, std::pair(-6L, 8L), true}}}};

constexpr long kMostBits = 4096, kMostExponentBits = 60;

// A number of digits alone, up to four of them.
std::optional<long> digits(const std::string& text) {
  if (text.empty() || text.size() > 4 || text.find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  return std::stol(text);
}

}  // namespace

std::string FloatFormat::name() const {
  for (const Named& named : kNamed) {
    if (named.format == *this) return named.name;
  }
  if (!exponents) return fmt::format("{} bits", bits);
  long exponent_bits = 2;
  while ((1L << (exponent_bits - 1)) - 1 < exponents->second) ++exponent_bits;
  return fmt::format("m{}e{}", bits, exponent_bits);
}

FloatFormat ieee_format(long bits, long exponent_bits) {
  HARDMAX_REQUIRE(bits >= 2 && exponent_bits >= 2 && exponent_bits <= kMostExponentBits);
  const long largest = (1L << (exponent_bits - 1)) - 1;
  return {bits, std::pair(1 - largest, largest), false};
}

std::optional<FloatFormat> parse_float_format(const std::string& text) {
  for (const Named& named : kNamed) {
    if (text == named.name) return named.format;
  }
  const auto within = [](const std::optional<long>& x, long most) {
    return x && *x >= 2 && *x <= most;
  };
  if (text.starts_with("bits:")) {
    const std::optional<long> bits = digits(text.substr(5));
    if (!within(bits, kMostBits)) return std::nullopt;
    return FloatFormat{*bits, std::nullopt, false};
  }
  const std::size_t e = text.find('e');
  if (!text.starts_with("m") || e == std::string::npos) return std::nullopt;
  const std::optional<long> bits = digits(text.substr(1, e - 1)),
                            exponent_bits = digits(text.substr(e + 1));
  if (!within(bits, kMostBits) || !within(exponent_bits, kMostExponentBits)) return std::nullopt;
  return ieee_format(*bits, *exponent_bits);
}

thread_local FloatModel MachineFloat::model_ = {kNamed[0].format, kNamed[0].format};

void MachineFloat::round(const FloatFormat& format) {
  if (arf_is_special(x_.raw())) return;  // 0, infinite, NaN
  if (format.exponents) {
    const auto [least, largest] = *format.exponents;
    if (arf_cmpabs_2exp_si(x_.raw(), least) < 0) {  // subnormal: a multiple of the smallest one
      const long quantum = least - format.bits + 1;
      fmpz_t multiple;
      fmpz_init(multiple);
      arf_mul_2exp_si(x_.raw(), x_.raw(), -quantum);
      arf_get_fmpz(multiple, x_.raw(), ARF_RND_NEAR);
      arf_set_fmpz(x_.raw(), multiple);
      arf_mul_2exp_si(x_.raw(), x_.raw(), quantum);
      fmpz_clear(multiple);
      return;
    }
    arf_set_round(x_.raw(), x_.raw(), format.bits, ARF_RND_NEAR);
    if (arf_cmpabs_2exp_si(x_.raw(), largest + 1) >= 0 ||
        (format.top_is_no_number && is_top(format)))
      arf_sgn(x_.raw()) < 0 ? arf_neg_inf(x_.raw()) : arf_pos_inf(x_.raw());
    return;
  }
  arf_set_round(x_.raw(), x_.raw(), format.bits, ARF_RND_NEAR);
}

// Of a number of the format: whether all bits of its mantissa are 1, at the largest exponent.
bool MachineFloat::is_top(const FloatFormat& format) const {
  arf_t top;
  arf_init(top);
  arf_set_ui_2exp_si(top, 1, format.exponents->second + 1);
  arf_t last;
  arf_init(last);
  arf_set_ui_2exp_si(last, 1, format.exponents->second - format.bits + 1);
  arf_sub(top, top, last, ARF_PREC_EXACT, ARF_RND_DOWN);
  const bool is = arf_cmpabs(x_.raw(), top) >= 0;
  arf_clear(last);
  arf_clear(top);
  return is;
}

MachineFloat MachineFloat::nan() {
  MachineFloat out;
  arf_nan(out.x_.raw());
  return out;
}

// The quotient cut off two bits and more behind the last one of any format, the last bit set if
// something was cut off: rounded, it gives what the quotient gives.
MachineFloat MachineFloat::rounded(const Rational& x, const FloatFormat& format) {
  MachineFloat out;
  if (x.is_integer()) {
    arf_set_fmpz(out.x_.raw(), fmpq_numref(x.raw()));
  } else {
    const fmpz* const numerator = fmpq_numref(x.raw());
    const fmpz* const denominator = fmpq_denref(x.raw());
    const long shift = std::max(0L, format.bits + 3 - static_cast<long>(fmpz_bits(numerator)) +
                                        static_cast<long>(fmpz_bits(denominator)));
    fmpz_t quotient, remainder;
    fmpz_init(quotient);
    fmpz_init(remainder);
    fmpz_abs(quotient, numerator);
    fmpz_mul_2exp(quotient, quotient, static_cast<unsigned long>(shift));
    fmpz_tdiv_qr(quotient, remainder, quotient, denominator);
    fmpz_mul_2exp(quotient, quotient, 1);
    if (!fmpz_is_zero(remainder)) fmpz_add_ui(quotient, quotient, 1);
    if (x.sign() < 0) fmpz_neg(quotient, quotient);
    arf_set_fmpz(out.x_.raw(), quotient);
    arf_mul_2exp_si(out.x_.raw(), out.x_.raw(), -(shift + 1));
    fmpz_clear(quotient);
    fmpz_clear(remainder);
  }
  out.round(format);
  return out;
}

// Without exponents Arb's own rounding is all there is; with them the exact result is short enough
// to be formed first.
template <class Operation>
MachineFloat MachineFloat::once(const Operation& operation) {
  MachineFloat out;
  const FloatFormat& format = model_.computed;
  if (!format.exponents) {
    operation(out.x_.raw(), format.bits, ARF_RND_NEAR);
  } else {
    operation(out.x_.raw(), ARF_PREC_EXACT, ARF_RND_DOWN);
    out.round(format);
  }
  return out;
}

MachineFloat operator+(const MachineFloat& a, const MachineFloat& b) {
  return MachineFloat::once([&](arf_ptr out, long bits, arf_rnd_t rounding) {
    arf_add(out, a.x_.raw(), b.x_.raw(), bits, rounding);
  });
}

MachineFloat operator*(const MachineFloat& a, const MachineFloat& b) {
  return MachineFloat::once([&](arf_ptr out, long bits, arf_rnd_t rounding) {
    arf_mul(out, a.x_.raw(), b.x_.raw(), bits, rounding);
  });
}

MachineFloat operator-(const MachineFloat& a) {
  MachineFloat out;
  arf_neg(out.x_.raw(), a.x_.raw());
  return out;
}

MachineFloat operator-(const MachineFloat& a, const MachineFloat& b) { return a + -b; }

MachineFloat operator/(const MachineFloat& a, const MachineFloat& b) {
  const FloatFormat& format = MachineFloat::model_.computed;
  HARDMAX_REQUIRE(!b.is_zero());
  if (a.is_zero() || !a.is_finite() || !b.is_finite()) {
    MachineFloat out;
    arf_div(out.x_.raw(), a.x_.raw(), b.x_.raw(), format.bits, ARF_RND_NEAR);
    return out;
  }
  // As in rounded(): cut off, the last bit telling whether anything was. The mantissas are
  // integers; their exponents are put back.
  fmpz_t m, e, divisor, of_divisor, quotient, remainder;
  for (fmpz* x : {m, e, divisor, of_divisor, quotient, remainder}) fmpz_init(x);
  arf_get_fmpz_2exp(m, e, a.x_.raw());
  arf_get_fmpz_2exp(divisor, of_divisor, b.x_.raw());
  const long shift = std::max(0L, format.bits + 3 - static_cast<long>(fmpz_bits(m)) +
                                      static_cast<long>(fmpz_bits(divisor)));
  fmpz_mul_2exp(m, m, static_cast<unsigned long>(shift));
  fmpz_tdiv_qr(quotient, remainder, m, divisor);
  fmpz_mul_2exp(quotient, quotient, 1);
  const bool negative = fmpz_sgn(m) * fmpz_sgn(divisor) < 0;
  if (!fmpz_is_zero(remainder))
    negative ? fmpz_sub_ui(quotient, quotient, 1) : fmpz_add_ui(quotient, quotient, 1);
  fmpz_sub(e, e, of_divisor);
  fmpz_sub_ui(e, e, static_cast<unsigned long>(shift + 1));
  MachineFloat out;
  arf_set_fmpz_2exp(out.x_.raw(), quotient, e);
  for (fmpz* x : {m, e, divisor, of_divisor, quotient, remainder}) fmpz_clear(x);
  out.round(format);
  return out;
}

Rational MachineFloat::exact() const {
  HARDMAX_REQUIRE(is_finite());
  Rational out;
  if (arf_cmpabs_2exp_si(x_.raw(), -65536) > 0) arf_get_fmpq(out.raw(), x_.raw());
  return out;
}

MachineFloat abs(const MachineFloat& a) {
  MachineFloat out;
  arf_abs(out.x_.raw(), a.x_.raw());
  return out;
}

// exp is irrational but at 0, so two bounds that are near enough round to the same number.
MachineFloat exp(const MachineFloat& a) {
  const FloatFormat& format = MachineFloat::model_.computed;
  MachineFloat lower, upper;
  if (!a.is_finite() || a.is_zero()) {
    if (a.is_nan()) return a;
    if (a.is_zero() || arf_sgn(a.x_.raw()) > 0)
      a.is_zero() ? arf_one(lower.x_.raw()) : arf_pos_inf(lower.x_.raw());
    return lower;
  }
  arb_t ball;
  arb_init(ball);
  for (long bits = format.bits + 32;; bits *= 2) {
    arb_set_arf(ball, a.x_.raw());
    arb_exp(ball, ball, bits);
    arb_get_lbound_arf(lower.x_.raw(), ball, bits);
    arb_get_ubound_arf(upper.x_.raw(), ball, bits);
    lower.round(format);
    upper.round(format);
    if (lower == upper) break;
  }
  arb_clear(ball);
  return lower;
}

namespace {

// The places of the largest scores; none if one of them is NaN.
template <class S>
std::vector<std::size_t> largest(std::span<const S> scores) {
  std::vector<std::size_t> places;
  for (std::size_t a = 0; a < scores.size(); ++a) {
    if constexpr (std::is_same_v<S, MachineFloat>) {
      if (scores[a].is_nan()) return {};
    }
    if (!places.empty() && scores[places[0]] < scores[a]) places.clear();
    if (places.empty() || scores[places[0]] == scores[a]) places.push_back(a);
  }
  return places;
}

template <class S>
void note(Choices* choices, const Attended<S>& head, const std::vector<std::size_t>& places) {
  if (choices == nullptr) return;
  std::vector<std::size_t>& keys = choices->emplace_back();
  for (const std::size_t a : places) keys.push_back(head.keys[a]);
}

}  // namespace

std::optional<std::size_t> NotedHardmax::attend(const Attention& layer,
                                                const Attended<Rational>& head,
                                                std::span<Rational> out) const {
  note(choices, head, largest(head.scores));
  return ExactHardmax::attend(layer, head, out);
}

std::optional<std::size_t> FloatNetworks::attend(const Attention& layer,
                                                 const Attended<MachineFloat>& head,
                                                 std::span<MachineFloat> out) const {
  const std::vector<std::size_t> best = largest(head.scores);
  note(choices, head, best);
  HARDMAX_REQUIRE(!layer.map || layer.map->kind == SoftMap::Kind::softmax);
  if (best.empty()) {
    for (MachineFloat& x : out) x = MachineFloat::nan();
    return std::nullopt;
  }
  const std::size_t count = head.scores.size();
  const MachineFloat zero, one = exp(zero);
  if (!layer.map) {
    const MachineFloat share =
        best.size() == 1 ? one : one / MachineFloat::rounded(best.size(), {64, std::nullopt});
    for (std::size_t a = 0; a < count; ++a) head.weights[a] = zero;
    for (const std::size_t a : best) head.weights[a] = share;
  } else {
    const MachineFloat t = lift(layer.map->t), top = t * head.scores[best[0]];
    MachineFloat sum;
    for (std::size_t a = 0; a < count; ++a) {
      head.weights[a] = exp(t * head.scores[a] - top);
      sum += head.weights[a];
    }
    for (std::size_t a = 0; a < count; ++a) head.weights[a] = head.weights[a] / sum;
  }
  average<FloatNetworks>(head, out);
  return std::nullopt;
}

MachineFloat FloatNetworks::activate(const PiecewiseLinear& f, const MachineFloat& x) {
  std::size_t piece = 0;
  for (; piece < f.breakpoints().size(); ++piece) {
    const MachineFloat at = lift(f.breakpoints()[piece]);
    if (x == at) return lift(f.values()[piece]);
    if (x < at) break;
  }
  return lift(f.pieces()[piece].slope) * x + lift(f.pieces()[piece].intercept);
}

template class Literal<NotedHardmax>;
template class Literal<FloatNetworks>;

}  // namespace hardmax
