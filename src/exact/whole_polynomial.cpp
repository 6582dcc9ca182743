#include "exact/whole_polynomial.hpp"

#include <flint/fmpz.h>
#include <flint/fmpz_poly.h>

#include "exact/error.hpp"

namespace hardmax {

namespace {

const fmpz_mpoly_ctx_struct* context() {
  static const fmpz_mpoly_ctx_struct* made = [] {
    static fmpz_mpoly_ctx_t of_three_variables;
    fmpz_mpoly_ctx_init(of_three_variables, 3, ORD_LEX);
    return of_three_variables;
  }();
  return made;
}

// Products of more terms than this, in x alone, are formed by FLINT's polynomials in one variable:
// a hundred times as fast for some hundred terms.
constexpr slong kMostSparseTerms = 24;

bool in_x_alone(const fmpz_mpoly_t p) {
  return fmpz_mpoly_degree_si(p, 1, context()) <= 0 && fmpz_mpoly_degree_si(p, 2, context()) <= 0;
}

class InX {
 public:
  InX() { fmpz_poly_init(p_); }
  explicit InX(const fmpz_mpoly_t p) : InX() {
    fmpz_t coefficient;
    fmpz_init(coefficient);
    for (slong i = 0; i < p->length; ++i) {  // the largest exponent comes first
      ulong exponents[3];
      fmpz_mpoly_get_term_exp_ui(exponents, p, i, context());
      fmpz_mpoly_get_term_coeff_fmpz(coefficient, p, i, context());
      fmpz_poly_set_coeff_fmpz(p_, static_cast<slong>(exponents[0]), coefficient);
    }
    fmpz_clear(coefficient);
  }
  InX(const InX&) = delete;
  InX& operator=(const InX&) = delete;
  ~InX() { fmpz_poly_clear(p_); }
  [[nodiscard]] fmpz_poly_struct* raw() { return p_; }
  void write_to(fmpz_mpoly_t p) const {
    fmpz_mpoly_zero(p, context());
    for (slong i = fmpz_poly_length(p_) - 1; i >= 0; --i) {
      if (fmpz_is_zero(p_->coeffs + i)) continue;
      const ulong exponents[3] = {static_cast<ulong>(i), 0, 0};
      fmpz_mpoly_push_term_fmpz_ui(p, p_->coeffs + i, exponents, context());
    }
  }

 private:
  fmpz_poly_t p_;
};

}  // namespace

WholePolynomial::WholePolynomial(const Rational& constant) {
  HARDMAX_REQUIRE(constant.is_integer());
  fmpz_mpoly_init(p_, context());
  fmpz_mpoly_set_fmpz(p_, fmpq_numref(constant.raw()), context());
}

WholePolynomial::WholePolynomial(const WholePolynomial& o) {
  fmpz_mpoly_init(p_, context());
  fmpz_mpoly_set(p_, o.p_, context());
}

WholePolynomial::WholePolynomial(WholePolynomial&& o) noexcept {
  fmpz_mpoly_init(p_, context());
  fmpz_mpoly_swap(p_, o.p_, context());
}

WholePolynomial& WholePolynomial::operator=(const WholePolynomial& o) {
  fmpz_mpoly_set(p_, o.p_, context());
  return *this;
}

WholePolynomial& WholePolynomial::operator=(WholePolynomial&& o) noexcept {
  fmpz_mpoly_swap(p_, o.p_, context());
  return *this;
}

WholePolynomial::~WholePolynomial() { fmpz_mpoly_clear(p_, context()); }

WholePolynomial WholePolynomial::variable(long number) {
  WholePolynomial result;
  fmpz_mpoly_gen(result.p_, number, context());
  return result;
}

WholePolynomial WholePolynomial::x() { return variable(0); }
WholePolynomial WholePolynomial::y() { return variable(1); }
WholePolynomial WholePolynomial::z() { return variable(2); }

bool WholePolynomial::is_zero() const { return fmpz_mpoly_is_zero(p_, context()) != 0; }
bool WholePolynomial::is_one() const { return fmpz_mpoly_is_one(p_, context()) != 0; }
std::size_t WholePolynomial::terms() const {
  return static_cast<std::size_t>(fmpz_mpoly_length(p_, context()));
}

bool WholePolynomial::no_negative_coefficient() const {
  for (slong i = 0; i < p_->length; ++i) {
    if (fmpz_sgn(p_->coeffs + i) < 0) return false;
  }
  return true;
}

Rational WholePolynomial::constant_term() const {
  Rational result;
  const ulong none[3] = {0, 0, 0};
  fmpz_mpoly_get_coeff_fmpz_ui(fmpq_numref(result.raw()), p_, none, context());
  return result;
}

Rational WholePolynomial::value(const Rational& x, const Rational& y, const Rational& z) const {
  HARDMAX_REQUIRE(x.is_integer() && y.is_integer() && z.is_integer());
  Rational result;
  fmpz at[3] = {*fmpq_numref(x.raw()), *fmpq_numref(y.raw()),
                *fmpq_numref(z.raw())};  // read only, owned by x, y and z
  fmpz* const where[3] = {at, at + 1, at + 2};
  HARDMAX_REQUIRE(fmpz_mpoly_evaluate_all_fmpz(fmpq_numref(result.raw()), p_, where, context()) !=
                  0);
  return result;
}

std::vector<Rational> WholePolynomial::coefficients_around(const Rational& a) const {
  HARDMAX_REQUIRE(a.is_integer());
  HARDMAX_REQUIRE(in_x_alone(p_));
  InX in_x(p_);
  const Rational back = -a;
  fmpz_poly_taylor_shift(in_x.raw(), in_x.raw(), fmpq_numref(back.raw()));
  std::vector<Rational> result(static_cast<std::size_t>(fmpz_poly_length(in_x.raw())));
  for (std::size_t i = 0; i < result.size(); ++i)
    fmpz_poly_get_coeff_fmpz(fmpq_numref(result[i].raw()), in_x.raw(), static_cast<slong>(i));
  return result;
}

std::string WholePolynomial::str() const {
  const char* names[3] = {"x", "y", "z"};
  char* const text = fmpz_mpoly_get_str_pretty(p_, names, context());
  std::string result(text);
  flint_free(text);
  return result;
}

WholePolynomial& WholePolynomial::operator+=(const WholePolynomial& o) {
  fmpz_mpoly_add(p_, p_, o.p_, context());
  return *this;
}

WholePolynomial& WholePolynomial::operator-=(const WholePolynomial& o) {
  fmpz_mpoly_sub(p_, p_, o.p_, context());
  return *this;
}

WholePolynomial& WholePolynomial::operator*=(const WholePolynomial& o) {
  if (p_->length > kMostSparseTerms && o.p_->length > kMostSparseTerms && in_x_alone(p_) &&
      in_x_alone(o.p_)) {
    InX a(p_), b(o.p_), product;
    fmpz_poly_mul(product.raw(), a.raw(), b.raw());
    product.write_to(p_);
    return *this;
  }
  fmpz_mpoly_mul(p_, p_, o.p_, context());
  return *this;
}

bool operator==(const WholePolynomial& a, const WholePolynomial& b) {
  return fmpz_mpoly_equal(a.p_, b.p_, context()) != 0;
}

bool comes_before(const WholePolynomial& a, const WholePolynomial& b) {
  return fmpz_mpoly_cmp(a.p_, b.p_, context()) < 0;
}

WholePolynomial power(const WholePolynomial& base, std::uint64_t exponent) {
  WholePolynomial result(1), square = base;
  for (; exponent != 0; exponent /= 2) {
    if (exponent % 2 != 0) result *= square;
    if (exponent > 1) square *= square;
  }
  return result;
}

int shown_sign(const WholePolynomial& a) {
  return a.no_negative_coefficient() ? 1 : (-a).no_negative_coefficient() ? -1 : 0;
}

bool shown_to_keep_apart(const Rational& a, const Rational& b, const Rational& least) {
  Rational divisor;
  fmpz_gcd(fmpq_numref(divisor.raw()), fmpq_numref(a.raw()), fmpq_numref(b.raw()));
  return abs(a) / divisor >= least;
}

// Where b, a + b or a - b is 1 or -1, nothing but 1 divides both.
bool shown_to_keep_apart(const WholePolynomial& a, const WholePolynomial& b,
                         const WholePolynomial& least) {
  const auto is_unit = [](const WholePolynomial& x) { return x.is_one() || (-x).is_one(); };
  if (!is_unit(b) && !is_unit(a + b) && !is_unit(a - b)) return false;
  return shown_at_least(a, least) || shown_at_least(-a, least);
}

}  // namespace hardmax
