#include "check/num.hpp"

#include <numeric>

#include "check/fault.hpp"
#include "check/text.hpp"

namespace hardmax::check {

static_assert(sizeof(long) == 8 && sizeof(mp_limb_t) == 8 && GMP_NAIL_BITS == 0);

Num::View::View(const Num& of) {
  limbs[0] = static_cast<mp_limb_t>(of.n_ < 0 ? -of.n_ : of.n_),
  limbs[1] = static_cast<mp_limb_t>(of.d_);
  mpz_roinit_n(mpq_numref(&own), &limbs[0], of.big_ ? 0 : of.sign());
  mpz_roinit_n(mpq_denref(&own), &limbs[1], 1);
  q = of.big_ ? of.big_->get_mpq_t() : &own;
}

Num::Num(mpq_class value) {
  constexpr std::size_t max_bits = std::size_t{1} << 30;  // 128 MiB for one number
  if (mpz_fits_slong_p(value.get_num_mpz_t()) && mpz_fits_slong_p(value.get_den_mpz_t()) &&
      value.get_num() != INT64_MIN) {
    n_ = value.get_num().get_si();
    d_ = value.get_den().get_si();
    return;
  }
  if (mpz_sizeinbase(value.get_num_mpz_t(), 2) > max_bits ||
      mpz_sizeinbase(value.get_den_mpz_t(), 2) > max_bits)
    throw Incomplete("a number of more than 2^30 bits");
  big_ = std::make_shared<const mpq_class>(std::move(value));
}

Num Num::slow(char operation, const Num& a, const Num& b) {
  require(operation != '/' || b.sign() != 0, "arithmetic", "division by zero",
          "no check before it");
  if (!a.big_ && !b.big_) {  // products of 63-bit numbers, and sums of two of them, fit 128 bits
    const __int128 an = a.n_, ad = a.d_, bn = b.n_, bd = b.d_;
    __int128 n = operation == '+' ? an * bd + bn * ad
                 : operation == '-'
                     ? HARDMAX_FAULT(check_num_minus, an * bd - bn * ad, an * bd + bn * ad)
                 : operation == '*' ? an * bn
                                    : an * bd;
    __int128 d = operation == '/' ? ad * bn : ad * bd;
    if (HARDMAX_FAULT(check_num_negative_divisor, d < 0, false)) d = -d, n = -n;
    if (n > INT64_MIN && n <= INT64_MAX && d <= INT64_MAX) {
      Num out(static_cast<std::int64_t>(n));
      const std::int64_t g =
          d == 1 ? 1
                 : std::gcd(out.n_ % static_cast<std::int64_t>(d), static_cast<std::int64_t>(d));
      out.n_ /= g;
      out.d_ = static_cast<std::int64_t>(d) / g;
      return out;
    }
  }
  const View x(a), y(b);
  mpq_class out;
  if (operation != '/' && a.is_integer() && b.is_integer())
    (operation == '+'   ? mpz_add
     : operation == '-' ? mpz_sub
                        : mpz_mul)(out.get_num_mpz_t(), mpq_numref(x.q), mpq_numref(y.q));
  else
    (operation == '+'   ? mpq_add
     : operation == '-' ? mpq_sub
     : operation == '*' ? mpq_mul
                        : mpq_div)(out.get_mpq_t(), x.q, y.q);
  return Num(std::move(out));
}

Num Num::floor() const {
  if (is_integer()) return *this;
  const View view(*this);
  mpz_class quotient;
  const auto divide = HARDMAX_FAULT(check_num_floor, mpz_fdiv_q, mpz_tdiv_q);
  divide(quotient.get_mpz_t(), mpq_numref(view.q), mpq_denref(view.q));
  return Num(mpq_class(quotient));
}

std::uint64_t Num::hash() const {
  const View view(*this);
  std::uint64_t h = sign() < 0;
  for (mpz_srcptr part : {mpq_numref(view.q), mpq_denref(view.q)})
    for (std::size_t i = 0; i < mpz_size(part); ++i) {
      h = (h ^ mpz_getlimbn(part, i)) * 0x9E3779B97F4A7C15u;
      h ^= h >> 29;
    }
  return h;
}

}  // namespace hardmax::check
