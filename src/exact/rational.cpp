#include "exact/rational.hpp"

#include "exact/error.hpp"

namespace hardmax {

namespace {

constexpr std::int64_t kMaxExponent = 1'000'000;
constexpr std::size_t kMaxResultBits = std::size_t{1} << 26;

bool all_digits(std::string_view s) {
  return !s.empty() && s.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::optional<Rational> Rational::parse(std::string_view text) {
  const std::string_view unsigned_part = text.starts_with('-') ? text.substr(1) : text;
  const std::size_t slash = unsigned_part.find('/');
  const std::string_view num = unsigned_part.substr(0, slash);
  const std::string_view den =
      slash == std::string_view::npos ? "1" : unsigned_part.substr(slash + 1);
  if (!all_digits(num) || !all_digits(den)) return std::nullopt;
  if (den.find_first_not_of('0') == std::string_view::npos) return std::nullopt;
  Rational r;
  fmpz_set_str(fmpq_numref(r.q_), std::string(num).c_str(), 10);
  fmpz_set_str(fmpq_denref(r.q_), std::string(den).c_str(), 10);
  if (text.starts_with('-')) fmpz_neg(fmpq_numref(r.q_), fmpq_numref(r.q_));
  fmpq_canonicalise(r.q_);
  return r;
}

std::optional<std::int64_t> Rational::large_to_int64() const {
  if (!is_integer() || !fmpz_fits_si(fmpq_numref(q_))) return std::nullopt;
  return fmpz_get_si(fmpq_numref(q_));
}

Rational Rational::numerator() const {
  Rational r;
  fmpz_set(fmpq_numref(r.q_), fmpq_numref(q_));
  return r;
}

Rational Rational::denominator() const {
  Rational r;
  fmpz_set(fmpq_numref(r.q_), fmpq_denref(q_));
  return r;
}

namespace {
std::uint64_t mod64(const fmpz* x) {
  if (fmpz_fits_si(x)) return static_cast<std::uint64_t>(fmpz_get_si(x));
  fmpz_t low;
  fmpz_init(low);
  fmpz_fdiv_r_2exp(low, x, 64);  // 0 <= low < 2^64
  const std::uint64_t result = fmpz_get_ui(low);
  fmpz_clear(low);
  return result;
}
}  // namespace

std::uint64_t Rational::numerator_mod64() const { return mod64(fmpq_numref(q_)); }
std::uint64_t Rational::denominator_mod64() const { return mod64(fmpq_denref(q_)); }

std::size_t Rational::bits() const {
  return std::max(fmpz_bits(fmpq_numref(q_)), fmpz_bits(fmpq_denref(q_)));
}

std::string Rational::str() const {
  char* text = fmpq_get_str(nullptr, 10, q_);
  std::string result(text);
  flint_free(text);
  return result;
}

Rational& Rational::operator/=(const Rational& o) {
  if (o.is_zero()) throw Undefined("division by zero");
  fmpq_div(q_, q_, o.q_);
  return *this;
}

void release_thread_memory() { flint_cleanup(); }

Rational floor(const Rational& x) {
  if (x.is_integer()) return x;
  Rational r;
  fmpz_fdiv_q(fmpq_numref(r.raw()), fmpq_numref(x.raw()), fmpq_denref(x.raw()));
  return r;
}

Rational abs(const Rational& x) { return x.sign() < 0 ? -x : x; }

Rational floor_mod(const Rational& a, const Rational& b) {
  if (b.is_zero()) throw Undefined("mod by zero");
  return a - b * floor(a / b);
}

Rational power(const Rational& base, const Rational& exponent) {
  if (!exponent.is_integer())
    throw Undefined("power with an exponent that is not an integer: " + exponent.str());
  const auto e = exponent.to_int64();
  if (!e || *e > kMaxExponent || *e < -kMaxExponent)
    throw LimitReached("exponent beyond 1000000: " + exponent.str());
  if (*e < 0 && base.is_zero()) throw Undefined("zero to a negative power");
  // |base| <= 1 in both parts never grows; otherwise the result has at most bits * |e| bits.
  const std::size_t magnitude = static_cast<std::size_t>(*e < 0 ? -*e : *e);
  if (base.bits() > 1 && base.bits() * magnitude > kMaxResultBits + magnitude) {
    throw LimitReached("power with a result of more than 2^26 bits");
  }
  Rational r;
  fmpq_pow_si(r.raw(), base.raw(), *e);
  return r;
}

Rational choose(const Rational& m, const Rational& k) {
  if (!m.is_integer() || !k.is_integer())
    throw Undefined("choose of a number that is not an integer");
  if (m.sign() < 0) throw Undefined("choose with a negative upper number");
  if (k.sign() < 0 || k > m) return 0;
  const auto small_m = m.to_int64();
  const auto small_k = k.to_int64();
  if (!small_m || !small_k || *small_m > kMaxExponent)
    throw LimitReached("choose beyond 1000000: " + m.str());
  Rational r;
  fmpz_bin_uiui(fmpq_numref(r.raw()), static_cast<ulong>(*small_m), static_cast<ulong>(*small_k));
  return r;
}

}  // namespace hardmax
