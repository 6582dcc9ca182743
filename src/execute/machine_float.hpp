// Floating-point numbers as machines have them, defined bit for bit and computed by MPFR, not by
// the machine: what a network does in float64, float32, bfloat16, float16, or with any number of
// mantissa bits. It compares; no verdict rests on it.
//
//   FloatFormat     `bits` of mantissa (the leading one counted), and the exponents of the smallest
//                   and largest normal number; without exponents there is neither overflow nor
//                   underflow below 2^(2^61)
//   MachineFloat    one number; every operation is the exact result rounded once to the format of
//                   the thread's model, to nearest, ties to even, with subnormals, infinities and
//                   NaN as in IEEE 754.
//                   There is no negative zero (nothing here divides by a computed zero).
//   FloatNetworks   the arithmetic for the literal executor: hardmax, and softmax as programs
//                   compute it (largest score subtracted, exp correctly rounded, one division a
//                   weight)
//
// A model has two formats: weights are rounded to the first, everything else to the second. A wider
// second one is wide accumulation, where the caller rounds the state to the first after each layer.
// Sums run in the order in which they are written in execute/literal.hpp; what the heads of a layer
// return is added up first, and the residual last.
//
// Source    IEEE 754-2019, 4.3.1 and 7.4.   Tests  tests/unit/execute/machine_float_test.cpp
// (against the CPU's float and double)
#pragma once
#include <mpfr.h>

#include <string>
#include <utility>

#include "execute/literal.hpp"

namespace hardmax {

struct FloatFormat {
  long bits = 53;
  std::optional<std::pair<long, long>>
      exponents;  // of the smallest and the largest normal number, 2^e <= |x| < 2^(e+1)
  // The largest mantissa with the largest exponent stands for no number, as in e4m3: then what
  // rounds to it overflows. Requires  exponents.
  bool top_is_no_number = false;
  // "float32"; "24 bits" for one without exponents; "m11e5" for others
  [[nodiscard]] std::string name() const;
  friend bool operator==(const FloatFormat&, const FloatFormat&) = default;
};
struct FloatModel {
  FloatFormat stored, computed;
};
// "float64", "float32", "tf32", "bfloat16", "float16", "e5m2", "e4m3"; "m24e8", with 2 to 4096 bits
// of mantissa, the leading one counted, and 2 to 60 of exponent, as IEEE 754 has them; "bits:24"
// (2 to 4096) without limits to the exponent. None: not one of these.
std::optional<FloatFormat> parse_float_format(const std::string& text);
// With `exponent_bits` as in IEEE 754. Requires  bits >= 2, 2 <= exponent_bits <= 60.
FloatFormat ieee_format(long bits, long exponent_bits);

class MachineFloat {
 public:
  // For as long as it lives, this is the model of this thread; without one, float64 twice.
  class Use {
   public:
    explicit Use(const FloatModel& model) : before_(std::exchange(model_, model)) {}
    ~Use() { model_ = before_; }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    FloatModel before_;
  };

  MachineFloat();  // 0
  MachineFloat(const MachineFloat& o);
  MachineFloat(MachineFloat&& o) noexcept;
  MachineFloat& operator=(MachineFloat o) noexcept;
  ~MachineFloat() {
    if (x_->_mpfr_d != nullptr) mpfr_clear(x_);
  }
  static MachineFloat rounded(const Rational& x, const FloatFormat& format);
  static MachineFloat of_weight(const Rational& x) { return rounded(x, model_.stored); }
  static MachineFloat nan();
  void store() { round(model_.stored); }  // as what stands between layers
  friend MachineFloat operator+(const MachineFloat& a, const MachineFloat& b);
  friend MachineFloat operator-(const MachineFloat& a, const MachineFloat& b);
  friend MachineFloat operator*(const MachineFloat& a, const MachineFloat& b);
  friend MachineFloat operator/(const MachineFloat& a,
                                const MachineFloat& b);  // Requires  b not 0.
  friend MachineFloat operator-(const MachineFloat& a);
  MachineFloat& operator+=(const MachineFloat& o) { return *this = *this + o; }
  MachineFloat& operator-=(const MachineFloat& o) { return *this = *this - o; }

  [[nodiscard]] bool is_zero() const { return mpfr_zero_p(x_) != 0; }
  [[nodiscard]] bool is_finite() const { return mpfr_number_p(x_) != 0; }
  [[nodiscard]] bool is_nan() const { return mpfr_nan_p(x_) != 0; }
  [[nodiscard]] Rational exact() const;  // Requires  finite.
  friend bool operator==(const MachineFloat& a, const MachineFloat& b) {
    return mpfr_equal_p(a.x_, b.x_) != 0;
  }
  friend bool operator<(const MachineFloat& a, const MachineFloat& b) {
    return mpfr_less_p(a.x_, b.x_) != 0;
  }
  friend MachineFloat abs(const MachineFloat& a);
  friend MachineFloat exp(const MachineFloat& a);  // correctly rounded

 private:
  explicit MachineFloat(long bits);  // 0, with room for so many
  void round(const FloatFormat& format);
  // `inexact` says on which side of the exact result x_ lies (MPFR's ternary value), with as many
  // bits as the format has; afterwards x_ has the format's exponents too, as if rounded once.
  void narrow(const FloatFormat& format, int inexact);
  [[nodiscard]] bool is_top(const FloatFormat& format) const;
  template <class Operation>
  static MachineFloat once(const Operation& operation);  // an operation of MPFR, rounded once
  mpfr_t x_;
  static thread_local FloatModel model_;
};

// The keys on which a head's score is largest, as it found them; for each head, token by token, in
// the order in which the literal executor asks.
using Choices = std::vector<std::vector<std::size_t>>;

// Hardmax in rationals, which notes its choices where `choices` points.
struct NotedHardmax : ExactHardmax {
  Choices* choices = nullptr;
  std::optional<std::size_t> attend(const Attention& layer, const Attended<Rational>& head,
                                    std::span<Rational> out) const;
};

struct FloatNetworks {
  using Scalar = MachineFloat;
  static constexpr bool residual_last = true;
  Choices* choices = nullptr;
  static MachineFloat lift(const Rational& x) { return MachineFloat::of_weight(x); }
  static void add_product(MachineFloat& sum, const Rational& weight, const MachineFloat& x) {
    sum += lift(weight) * x;
  }
  static MachineFloat magnitude(const MachineFloat& x) { return abs(x); }
  static bool is_zero(const MachineFloat& x) { return x.is_zero(); }
  // Requires  no map, or softmax.
  std::optional<std::size_t> attend(const Attention& layer, const Attended<MachineFloat>& head,
                                    std::span<MachineFloat> out) const;
  // The pieces of f with their breakpoints, slopes and intercepts as weights.
  static MachineFloat activate(const PiecewiseLinear& f, const MachineFloat& x);
};

extern template class Literal<NotedHardmax>;
extern template class Literal<FloatNetworks>;

}  // namespace hardmax
