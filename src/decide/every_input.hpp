// A run of a construction file for all its inputs at once, at the D of the run or at every
// D >= least, as formulas see it (claim/symbolic.hpp): every name of the file is an affine function
// of the digits of an input, with polynomials in D as factors.
//
// Variable 0 of a quotient is D. Any other one is a value that a name has had, whatever it is; what
// a quotient is, is found by putting these values in. A name whose value is not covered ends the
// formula with LimitReached: nothing is said of it.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "claim/symbolic.hpp"
#include "decide/states_of_all.hpp"
#include "subject/variable_reader.hpp"

namespace hardmax::decide {

// The values of names, which formulas share.
class NamesOfAll {
 public:
  NamesOfAll(std::shared_ptr<subject::Reading> reading, const std::string& size,
             std::shared_ptr<const subject::AllInputs> network, std::uint64_t least);
  NamesOfAll(const NamesOfAll&) = delete;
  // A name at arguments; numbers may depend on D, inputs are those bound, by their ordinals.
  // Errors  LimitReached.
  subject::VariableValue value(const subject::Term& name,
                               const std::vector<subject::VariableValue>& arguments);
  [[nodiscard]] const Rational& least() const { return least_; }
  [[nodiscard]] const subject::AllInputs* network() const { return network_.get(); }
  [[nodiscard]] const StatesOfAllInputs& states() const { return states_; }

  // A quotient that stands for this value, and back; nothing: it is no affine function.
  claim::Quotient known_as(const subject::VariableForm& form);
  [[nodiscard]] std::optional<subject::VariableForm> form(const claim::Polynomial& p) const;
  // What was found before of a question, by its text.
  std::map<std::string, bool>& answers() { return answers_; }
  // The signs it may have.
  unsigned signs(const claim::Quotient& x);

 private:
  subject::VariableValue of_variant(subject::VariableReader& reader, const subject::Term& term,
                                    const subject::VariableEnv* env);

  std::shared_ptr<subject::Reading> reading_;
  std::string size_;
  Rational least_;
  std::shared_ptr<const subject::AllInputs> network_;
  StatesOfAllInputs states_;
  subject::VariableReader reader_;
  std::vector<subject::VariableForm> values_;  // of variables from 1
  std::map<std::map<claim::Polynomial::Monomial, Rational>, unsigned> signs_;
  std::map<std::string, bool> answers_;
  std::map<std::string, std::unique_ptr<NamesOfAll>> variants_;  // by name and arguments
};

class EveryInputOfFile final : public claim::InputFunctions {
 public:
  EveryInputOfFile(NamesOfAll& names, const claim::Vocabulary& vocabulary);

  [[nodiscard]] std::optional<claim::Quotient> read(std::size_t accessor,
                                                    std::span<const claim::Quotient> numbers,
                                                    std::span<const std::size_t> inputs) override;
  [[nodiscard]] unsigned signs(const claim::Quotient& x) override { return names_.signs(x); }
  [[nodiscard]] std::optional<Rational> value(const claim::Quotient& x) override;
  // Of a network that was not followed it is not known: LimitReached.
  [[nodiscard]] bool any_input() const override;
  [[nodiscard]] std::optional<claim::Quotient> inputs() const override { return std::nullopt; }
  [[nodiscard]] std::optional<claim::Quotient> extreme(const claim::Quotient& x,
                                                       bool largest) override;
  [[nodiscard]] bool tells_input(const claim::Quotient& x, std::size_t input) override;
  // That the values of a name at (X, k), or (k, X), are different, k in a range without D.
  [[nodiscard]] bool known(const claim::Node& node) override;
  [[nodiscard]] bool whole() const override { return false; }
  [[nodiscard]] bool assume(const std::vector<Fact>&) override { return true; }
  void forget() override {}
  [[nodiscard]] std::size_t samples() const override { return 0; }
  [[nodiscard]] std::vector<Fact> sample(std::size_t, std::size_t) const override { return {}; }
  // Of names that depend neither on D nor on an input.
  [[nodiscard]] const claim::Model& model() const { return *model_; }

 private:
  // name(X, k), k in first..last, as a node of "distinct" has it.
  struct Values {
    std::size_t name = 0;
    std::int64_t first = 0, last = 0;
  };
  [[nodiscard]] std::optional<Values> values_of(const claim::Node& distinct,
                                                std::size_t input_slot);
  [[nodiscard]] bool differ(const Values& values, bool of_all_inputs);

  NamesOfAll& names_;
  const claim::Vocabulary& vocabulary_;
  std::vector<subject::TermPtr> terms_;
  std::unique_ptr<claim::Model> model_;
};

}  // namespace hardmax::decide
