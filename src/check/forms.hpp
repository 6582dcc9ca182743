// The arithmetic of formulas about all inputs of a run at once: one input stands for all of them,
// and numbers are polynomials in variables, whole numbers from 0 on; the model knows more of these.
// What is yes or no is that for every input.
#pragma once
#include "check/functions.hpp"

namespace hardmax::check {

class FormModel : public Model {
 public:
  virtual std::size_t variables() const = 0;
  virtual Quotient form(int name, const std::vector<Quotient>& a)
      const = 0;  // also of names without an input; `a`: the arguments that are numbers
  // A linear form: no input makes it less than the first, or more than the second. None of what is
  // no linear form.
  virtual std::optional<std::pair<Num, Num>> ends(const Quotient& x) const = 0;
  virtual unsigned signs(const Quotient& x) const;  // that it may have; all, where it has no ends
  // What alone is known of the variables where the model is not asked.
  virtual std::vector<Range> ranges() const {
    return std::vector<Range>(variables(), Range{Num(0)});
  }
  std::uint64_t inputs() const override { return 1; }
  std::string input_text(std::uint64_t) const override { return "any"; }
  Num number(int, const Num*, const std::uint64_t*) const override {
    throw LimitMet{};
  }  // a name stands for a form, and nothing here asks for a number
};

// Sets and quotients know of the variables only their ranges, which Functions does.
class Forms : public Functions {
 public:
  explicit Forms(const FormModel& model) : Functions(model.ranges()), model_(model) {}
  unsigned order(const Quotient& a, const Quotient& b) const { return model_.signs(a - b); }
  Quotient floor(const Quotient& x)
      const;  // that which is the same for every input, but for a form with whole coefficients
  static Quotient of_call(const Model& model, int name, const std::vector<Quotient>& a) {
    return static_cast<const FormModel&>(model).form(name, a);
  }

 private:
  const FormModel& model_;
};

// Inputs are bound by forall alone, one at a time. structural_forms.cpp.
bool binds_one_input(const Node& f);
// Requires  binds_one_input.
std::unique_ptr<Evaluator> evaluator_of_forms(const Formula& formula, const FormModel& model);

}  // namespace hardmax::check
