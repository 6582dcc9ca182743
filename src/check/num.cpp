#include "check/num.hpp"

#include <numeric>

#include "check/text.hpp"

namespace hardmax::check {
namespace {

constexpr std::size_t max_bits = std::size_t{1} << 30;  // 128 MiB for one number

bool fits(__int128 x) { return x > INT64_MIN && x <= INT64_MAX; }

std::uint64_t low_word(const mpz_class& z) {  // two's complement
  const std::uint64_t magnitude = mpz_getlimbn(z.get_mpz_t(), 0);
  return sgn(z) < 0 ? 0 - magnitude : magnitude;
}

std::uint64_t mix(std::uint64_t h, std::uint64_t word) {
  h = (h ^ word) * 0x9E3779B97F4A7C15u;
  return h ^ (h >> 29);
}

}  // namespace

static_assert(sizeof(long) == 8 && sizeof(mp_limb_t) == 8 && GMP_NAIL_BITS == 0);

Num::Num(mpq_class value) {
  if (mpz_fits_slong_p(value.get_num_mpz_t()) && mpz_fits_slong_p(value.get_den_mpz_t()) && value.get_num() != INT64_MIN) {
    n_ = value.get_num().get_si();
    d_ = value.get_den().get_si();
    return;
  }
  if (mpz_sizeinbase(value.get_num_mpz_t(), 2) > max_bits || mpz_sizeinbase(value.get_den_mpz_t(), 2) > max_bits)
    throw Incomplete("a number of more than 2^30 bits");
  big_ = std::make_shared<const mpq_class>(std::move(value));
}

Num Num::from_digits(const std::string& digits) { return Num(mpq_class(mpz_class(digits, 10))); }

Num Num::slow(char operation, const Num& a, const Num& b) {
  if (!a.big_ && !b.big_) {  // products of 63-bit numbers, and sums of two of them, fit 128 bits
    const __int128 an = a.n_, ad = a.d_, bn = b.n_, bd = b.d_;
    __int128 n = operation == '+' ? an * bd + bn * ad : operation == '-' ? an * bd - bn * ad : operation == '*' ? an * bn : an * bd;
    __int128 d = operation == '/' ? ad * bn : ad * bd;
    if (d < 0) d = -d, n = -n;
    if (d != 0 && fits(n) && fits(d)) {
      const std::int64_t g = d == 1 ? 1 : std::gcd(static_cast<std::int64_t>(n) % static_cast<std::int64_t>(d), static_cast<std::int64_t>(d));
      Num out(static_cast<std::int64_t>(n) / g);
      out.d_ = static_cast<std::int64_t>(d) / g;
      return out;
    }
  }
  if (operation != '/' && a.is_integer() && b.is_integer()) {
    mpz_t views[2];
    mp_limb_t limbs[2];
    mpq_class out;
    (operation == '+' ? mpz_add : operation == '-' ? mpz_sub : mpz_mul)(out.get_num_mpz_t(), a.integer(views[0], limbs[0]), b.integer(views[1], limbs[1]));
    return Num(std::move(out));
  }
  switch (operation) {
    case '+': return Num(mpq_class(a.gmp() + b.gmp()));
    case '-': return Num(mpq_class(a.gmp() - b.gmp()));
    case '*': return Num(mpq_class(a.gmp() * b.gmp()));
    default: require(b.sign() != 0, "arithmetic", "division by zero", "no check before it"); return Num(mpq_class(a.gmp() / b.gmp()));
  }
}

mpz_srcptr Num::integer(mpz_ptr view, mp_limb_t& limb) const {
  if (big_) return big_->get_num_mpz_t();
  limb = static_cast<mp_limb_t>(n_ < 0 ? -n_ : n_);
  return mpz_roinit_n(view, &limb, sign());
}

Num Num::floor() const {
  if (is_integer()) return *this;
  const mpq_class value = gmp();
  mpz_class quotient;
  mpz_fdiv_q(quotient.get_mpz_t(), value.get_num_mpz_t(), value.get_den_mpz_t());
  return Num(mpq_class(quotient));
}

std::string Num::text() const {
  if (big_) return big_->get_str();
  return d_ == 1 ? std::to_string(n_) : std::to_string(n_) + "/" + std::to_string(d_);
}

std::uint64_t Num::hash() const {
  if (!big_) return mix(mix(0, static_cast<std::uint64_t>(n_)), static_cast<std::uint64_t>(d_));
  std::uint64_t h = sgn(*big_) < 0;
  for (mpz_srcptr part : {big_->get_num_mpz_t(), big_->get_den_mpz_t()})
    for (std::size_t i = 0; i < mpz_size(part); ++i) h = mix(h, mpz_getlimbn(part, i));
  return h;
}

std::uint64_t Num::numerator_mod_2_64() const { return big_ ? low_word(big_->get_num()) : static_cast<std::uint64_t>(n_); }
std::uint64_t Num::denominator_mod_2_64() const { return big_ ? low_word(big_->get_den()) : static_cast<std::uint64_t>(d_); }

}  // namespace hardmax::check
