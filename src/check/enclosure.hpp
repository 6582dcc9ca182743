// Numbers that need not be rational (proofs/README.md, "Numbers that are not rational"), and the
// arithmetic of formulas that have some: beside Numbers and Functions the third.
//
// A Real is a rational number or a term of + - * / max min exp log. Its bounds at 64, 128, ...,
// 4096 bits are those that the page defines, computed with integers alone: argument reduction,
// Taylor's series with its remainder, everything rounded outward, repeated with more bits until the
// end that is asked for is settled.
#pragma once
#include <functional>

#include "check/evaluate.hpp"

namespace hardmax::check {

struct Irrational : LimitMet {
};  // thrown by exp, log and powers of rational numbers that are not rational

struct Dyadic {  // m 2^e
  mpz_class m;
  std::int64_t e = 0;
};
struct Bounds {
  bool known = false;  // otherwise every number is possible
  Dyadic lower, upper;
};
int compare(const Dyadic& a, const Dyadic& b);
Dyadic rounded(const Dyadic& x, std::size_t bits, bool up);
Bounds bounds_of(const Num& x, std::size_t bits);
Bounds bounds_of(char operation, const Bounds& x, const Bounds& y,
                 std::size_t bits);  // + - * / M(ax) m(in), and of x alone e(xp) l(og)

class Real {
 public:
  Real(Num exact = {}) : exact_(std::move(exact)) {}
  bool is_exact() const { return !term_; }
  const Num& exact() const {  // where it has to be rational
    if (term_) throw LimitMet{};
    return exact_;
  }
  Bounds bounds(std::size_t bits) const;
  static Real made(char operation, const Real& a, const Real& b);
  friend Real operator+(const Real& a, const Real& b);
  friend Real operator-(const Real& a, const Real& b);
  friend Real operator*(const Real& a, const Real& b);

 private:
  struct Term;
  Num exact_;
  std::shared_ptr<const Term> term_;
};

// A model that has names whose values need not be rational: `real` has them all, and `number` ends
// with Irrational where one is not.
class RealModel {
 public:
  virtual ~RealModel() = default;
  virtual std::optional<Real> real(int name, const Num* a,
                                   const std::uint64_t* inputs) const = 0;  // none: not one of them
};

Num power_with_root(const Num& a, const Num& b);  // for b that is not an integer

// exp, log and the larger of two numbers, where all are rational.
struct Exactly {
  static Num exponential(const Num& x);
  static Num logarithm(const Num& x);
  static Num either(const Num&, const Num&, bool) { throw LimitMet{}; }
  static std::string text(const Num& x) { return x.text(); }
};

struct Enclosures {
  using Number = Real;
  static constexpr bool functions = false;
  static constexpr std::int64_t max_members = 1 << 20;
  static unsigned order(const Real& a, const Real& b);
  static Num constant(const Real& x) { return x.exact(); }
  static Num integer(const Real& x) { return x.exact(); }
  static Real ratio(const Real& a, const Real& b);
  static Real floor(const Real& x);
  static Real power(const Real& a, const Real& b);
  static Real exponential(const Real& x);
  static Real logarithm(const Real& x);
  static Real either(const Real& a, const Real& b, bool largest) {
    return Real::made(largest ? 'M' : 'm', a, b);
  }  // which is larger is not known
  static std::optional<Real> name(int, const Model&) { return {}; }
  static Real of_call(const Model& model, int name, const Num* a, const std::uint64_t* inputs) {
    const auto* real = dynamic_cast<const RealModel*>(&model);
    const std::optional<Real> value = real ? real->real(name, a, inputs) : std::nullopt;
    return value ? *value : model.number(name, a, inputs);
  }
  static Truth contains(const std::vector<Real>& set, const Real& x);
  static void add(std::vector<Real>& members, const Real& x) { members.push_back(x.exact()); }
  static std::shared_ptr<const std::vector<Real>> set(const std::vector<Real>& members);
  static std::shared_ptr<const std::vector<Real>> of(const Set& set) {
    return std::make_shared<const std::vector<Real>>(set->begin(), set->end());
  }
  static std::string text(const Real& x);  // "[a,b]", the bounds at 64 bits
};

// `exact`, and where that ends with Irrational what `enclosing` makes.
std::unique_ptr<Evaluator> exact_or_enclosing(
    std::unique_ptr<Evaluator> exact, std::function<std::unique_ptr<Evaluator>()> enclosing);

}  // namespace hardmax::check
