// The arithmetic of formulas about all inputs of a run at once: one input stands for all of them, and numbers are polynomials in its columns x_0, x_1, ..., each any whole
// number from 0 to `largest`, each for itself. What is yes or no is so for every input.
#pragma once
#include "check/functions.hpp"

namespace hardmax::check {

class FormModel : public Model {
 public:
  virtual std::size_t columns() const = 0;
  virtual const Num& largest() const = 0;
  virtual Quotient form(int name, const Num* a) const = 0;   // also of names without an input
  std::uint64_t inputs() const override { return 1; }
  std::string input_text(std::uint64_t) const override { return "any"; }
  Num number(int name, const Num* a, const std::uint64_t*) const override { return form(name, a).constant().value(); }   // of names without an input
};

// The signs that a polynomial may have: those between its ends, if it is linear; otherwise all.
unsigned signs_of_form(const Quotient& x, const Num& largest);

// Sets and quotients know of the columns only that they are not negative, which Functions does.
class Forms : public Functions {
 public:
  explicit Forms(const FormModel& model) : Functions(model.columns()), largest_(model.largest()) {}
  unsigned order(const Quotient& a, const Quotient& b) const { return signs_of_form(a - b, largest_); }
  static Quotient of_call(const Model& model, int name, const Num* a, const std::uint64_t*) { return static_cast<const FormModel&>(model).form(name, a); }

 private:
  Num largest_;
};

// Requires  inputs are bound by forall alone, one at a time (binds_one_input).
std::unique_ptr<Evaluator> evaluator_of_forms(const Formula& formula, const FormModel& model);
bool binds_one_input(const Node& formula);

}  // namespace hardmax::check
