// The digits of two inputs whose digits increase, H and K, and what equations and congruences
// between them say of others: the argument of mixed radix, digit by digit with carries.
//
// The unknowns are u_1 < ... < u_n of H and u'_1 < ... < u'_n of K, whole and in 0..values-1. A
// form in them that is 0, or a multiple of b^m, is written in base b,
//   A_0 + b A_1 + b^2 A_2 + ...,   each A_i with factors of at most b / 2:   A_0 = b e_0, then A_1
//   + e_0 = b e_1, and so on, with e_m-1 any, or 0 beyond the last A.
// Bounds of A_i leave few values to the carry e_i, most often 0 alone. Each is a case; in a case
// these equations are solved for some unknowns, and where they contradict each other it is dropped.
// What is asked holds if it does in every case: by bounds, which over digits that increase are
// exact (digits are made of least ones and of steps), or by linear inequalities
// (exact/inequalities.hpp).
//
// Example   sparsebert without encodings, n odd: zt_n(H) = zt_n(K) gives  x_n = 0, x_{n-1} = x_1,
// x_{n-2} + x_2 = q e, x_{n-3} = x_{n-1} - e, x_{n-4} = x_{n-2}, ..., x_1 = x_3, x_2 = x_n  for the
//           differences x = u - u', with e one of -1, 0, 1; 0 alone is left, and with it x
//           = 0.
// Trust     producer side.   Tests  tests/unit/execute/increasing_digits_test.cpp: against all
// pairs of small inputs.
#pragma once
#include <map>
#include <optional>
#include <vector>

#include "exact/inequalities.hpp"
#include "execute/symbolic.hpp"

namespace hardmax {

class IncreasingDigits {
 public:
  using Form = Inequalities::Form;  // factors of u_1, ..., u_n, u'_1, ..., u'_n
  static constexpr std::size_t most_cases = 64, most_carries = 8, most_steps = 4096;
  static constexpr std::size_t most_unknowns = 80,
                               most_asked = std::size_t{1}
                                            << 18;  // that inequalities are tried with, and their
                                                    // squares in all: some seconds

  // Requires  values >= tokens >= 1, base >= 2.
  IncreasingDigits(std::size_t tokens, Rational values, Rational base);

  // That the form is a multiple of the modulus, or 0 if that is 0; requires  modulus >= 0. What
  // does not lead to few cases is not made use of.
  void assume(Form form, Rational modulus);
  [[nodiscard]] bool possible() const {
    return !cases_.empty();
  }  // false: no inputs satisfy all that was assumed. True: nothing is known
  [[nodiscard]] SymbolicFacts::Signs signs(const Form& form) const;
  [[nodiscard]] std::optional<Rational> value(
      const Form& form) const;  // if it is the same number for all
  // Digits of both that satisfy all that was made use of, if some are found.
  [[nodiscard]] std::optional<std::vector<Rational>> example() const;
  // Some digits of one input: the corners of all choices, then those most evenly spread.
  [[nodiscard]] std::size_t samples() const { return tokens_ + 2; }
  [[nodiscard]] std::vector<Rational> sample(std::size_t number) const;

 private:
  struct Case {
    std::vector<std::optional<Form>> solved;  // by unknown: in those that are not
  };
  struct Range {
    Rational low, high;
  };
  [[nodiscard]] Range range(const Form& form) const;
  [[nodiscard]] Range range(const Form& form,
                            const Form& as_well) const;  // of two forms that are the same number
  [[nodiscard]] static Form put_in(const Case& known, Form form);
  [[nodiscard]] bool add(Case& known, const Form& equation) const;  // false: a contradiction
  [[nodiscard]] bool carry(const Case& known, const std::vector<Form>& digits, bool ends,
                           std::size_t at, const Rational& carried, std::vector<Case>& cases,
                           std::size_t& steps) const;
  [[nodiscard]] bool never(std::size_t number, const Form& form,
                           bool zero) const;  // form >= 0, or = 0, in this case: by inequalities
  [[nodiscard]] bool increases(const std::vector<Rational>& digits, std::size_t from) const;

  std::size_t tokens_;
  Rational values_, base_;
  std::vector<Case> cases_;
  mutable std::map<std::vector<Rational>, bool>
      asked_;  // of never(): form as it stands in the case, constant, case, zero
  mutable std::size_t asked_in_all_ = 0;
};

}  // namespace hardmax
