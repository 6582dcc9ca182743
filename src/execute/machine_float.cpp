#include "execute/machine_float.hpp"

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

namespace {

// MPFR's exponents of this thread, for as long as it lives: 2^(least - 1) <= |x| < 2^most.
class Exponents {
 public:
  Exponents(long least, long most) : least_(mpfr_get_emin()), most_(mpfr_get_emax()) {
    mpfr_set_emin(least);
    mpfr_set_emax(most);
  }
  ~Exponents() {
    mpfr_set_emin(least_);
    mpfr_set_emax(most_);
  }
  Exponents(const Exponents&) = delete;
  Exponents& operator=(const Exponents&) = delete;

 private:
  mpfr_exp_t least_, most_;
};

// A thread that computes with machine floats has MPFR's widest exponents from then on; what MPFR
// keeps of constants goes with the thread.
class OfThread {
 public:
  OfThread() {
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
  }
  ~OfThread() { mpfr_free_cache(); }
  OfThread(const OfThread&) = delete;
  OfThread& operator=(const OfThread&) = delete;
};

void begin_on_thread() { static const thread_local OfThread begun; }

class Fraction {
 public:
  Fraction() { mpq_init(x_); }
  ~Fraction() { mpq_clear(x_); }
  Fraction(const Fraction&) = delete;
  Fraction& operator=(const Fraction&) = delete;
  mpq_ptr raw() { return x_; }

 private:
  mpq_t x_;
};

}  // namespace

MachineFloat::MachineFloat() : MachineFloat(64) {}
MachineFloat::MachineFloat(long bits) {
  mpfr_init2(x_, bits);
  mpfr_set_zero(x_, 1);
}
MachineFloat::MachineFloat(const MachineFloat& o) {
  mpfr_init2(x_, mpfr_get_prec(o.x_));
  mpfr_set(x_, o.x_, MPFR_RNDN);
}
// What was moved from has no digits, and can be assigned to or destroyed.
MachineFloat::MachineFloat(MachineFloat&& o) noexcept {
  *x_ = *o.x_;
  o.x_->_mpfr_d = nullptr;
}
MachineFloat& MachineFloat::operator=(MachineFloat o) noexcept {
  std::swap(*x_, *o.x_);
  return *this;
}

void MachineFloat::narrow(const FloatFormat& format, int inexact) {
  if (format.exponents && mpfr_regular_p(x_) != 0) {
    const auto [least, largest] = *format.exponents;
    if (mpfr_get_exp(x_) <= least || mpfr_get_exp(x_) > largest + 1) {  // subnormal, or too large
      const Exponents own(least - format.bits + 2, largest + 1);
      inexact = mpfr_check_range(x_, inexact, MPFR_RNDN);
      mpfr_subnormalize(x_, inexact, MPFR_RNDN);
    }
    if (format.top_is_no_number && is_top(format)) mpfr_set_inf(x_, mpfr_sgn(x_));
  }
  if (is_zero()) mpfr_set_zero(x_, 1);
}

void MachineFloat::round(const FloatFormat& format) {
  begin_on_thread();
  narrow(format, mpfr_prec_round(x_, format.bits, MPFR_RNDN));
}

// Of a number of the format: whether all bits of its mantissa are 1, at the largest exponent.
bool MachineFloat::is_top(const FloatFormat& format) const {
  MachineFloat top(format.bits);
  mpfr_set_ui_2exp(top.x_, 1, format.exponents->second + 1, MPFR_RNDN);
  mpfr_nextbelow(top.x_);
  return mpfr_cmpabs(x_, top.x_) >= 0;
}

template <class Operation>
MachineFloat MachineFloat::once(const Operation& operation) {
  begin_on_thread();
  MachineFloat out(model_.computed.bits);
  out.narrow(model_.computed, operation(out.x_));
  return out;
}

MachineFloat MachineFloat::nan() {
  MachineFloat out;
  mpfr_set_nan(out.x_);
  return out;
}

MachineFloat MachineFloat::rounded(const Rational& x, const FloatFormat& format) {
  begin_on_thread();
  MachineFloat out(format.bits);
  if (const auto small = x.is_integer() ? x.to_int64() : std::nullopt) {
    out.narrow(format, mpfr_set_si(out.x_, *small, MPFR_RNDN));
    return out;
  }
  Fraction fraction;
  fmpq_get_mpq(fraction.raw(), x.raw());
  out.narrow(format, mpfr_set_q(out.x_, fraction.raw(), MPFR_RNDN));
  return out;
}

MachineFloat operator+(const MachineFloat& a, const MachineFloat& b) {
  return MachineFloat::once([&](mpfr_ptr out) { return mpfr_add(out, a.x_, b.x_, MPFR_RNDN); });
}

MachineFloat operator-(const MachineFloat& a, const MachineFloat& b) {
  return MachineFloat::once([&](mpfr_ptr out) { return mpfr_sub(out, a.x_, b.x_, MPFR_RNDN); });
}

MachineFloat operator*(const MachineFloat& a, const MachineFloat& b) {
  return MachineFloat::once([&](mpfr_ptr out) { return mpfr_mul(out, a.x_, b.x_, MPFR_RNDN); });
}

MachineFloat operator/(const MachineFloat& a, const MachineFloat& b) {
  HARDMAX_REQUIRE(!b.is_zero());
  return MachineFloat::once([&](mpfr_ptr out) { return mpfr_div(out, a.x_, b.x_, MPFR_RNDN); });
}

MachineFloat operator-(const MachineFloat& a) {
  MachineFloat out = a;
  if (!a.is_zero()) mpfr_neg(out.x_, out.x_, MPFR_RNDN);  // its own number of bits: exact
  return out;
}

MachineFloat abs(const MachineFloat& a) {
  MachineFloat out = a;
  mpfr_abs(out.x_, out.x_, MPFR_RNDN);
  return out;
}

MachineFloat exp(const MachineFloat& a) {
  return MachineFloat::once([&](mpfr_ptr out) { return mpfr_exp(out, a.x_, MPFR_RNDN); });
}

// What is below 2^-65536 counts as 0: its fraction would be longer than any that is shown.
Rational MachineFloat::exact() const {
  HARDMAX_REQUIRE(is_finite());
  Rational out;
  const MachineFloat size = abs(*this);
  if (mpfr_cmp_ui_2exp(size.x_, 1, -65536) <= 0) return out;
  Fraction fraction;
  mpfr_get_q(fraction.raw(), x_);
  fmpq_set_mpq(out.raw(), fraction.raw());
  return out;
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
