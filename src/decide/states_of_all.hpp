// What terms of a construction file say of states, where one input stands for all of a network that
// was followed (subject/all_inputs.hpp): entries of states at the ends of its stretches, entries of
// inputs, numbers of layers.
//
// Inputs are written as Input{{i}}, i = 0, 1, ...: which of those bound at once. The rows of an
// affine function are variables: of each input its digits, token after token, its entries, and what
// layers behind the sweeps add. The entry of a token that counts 1 in its digit is no variable, it
// is the digit less what the others count. An id has no entries in it, as it stands.
#pragma once
#include <functional>
#include <map>
#include <memory>

#include "subject/all_inputs.hpp"
#include "subject/variable_reader.hpp"

namespace hardmax::decide {

class StatesOfAllInputs final : public subject::StatesOfAll {
 public:
  // `network` null: it was not followed, and there are no states.
  StatesOfAllInputs(subject::Reading& reading, const std::string& size,
                    std::shared_ptr<const subject::AllInputs> network, const Rational& least);

  // Errors  TermError: it is not covered.
  std::optional<subject::VariableValue> value(subject::VariableReader& reader,
                                              const subject::Term& term,
                                              const subject::VariableEnv* env) override;

  // What a name of a variant is; without it, it is not covered.
  using OfVariant = std::function<subject::VariableValue(
      subject::VariableReader&, const subject::Term&, const subject::VariableEnv*)>;
  void ask_variants(OfVariant of_variant) { of_variant_ = std::move(of_variant); }
  // Variables mean the same in both.
  [[nodiscard]] bool has_variables_of(const StatesOfAllInputs& other) const;

  static constexpr std::size_t most_inputs = 2;  // bound at once
  // The digits of that input in a function of these variables, whose entries have to come to
  // digits; nothing if other variables are left, or an entry alone.
  [[nodiscard]] std::optional<subject::DigitForm> in_digits(const subject::VariableForm& form,
                                                            std::size_t input) const;
  // With the digits that layers behind the sweeps have added in place of these.
  [[nodiscard]] subject::VariableForm written_out(const subject::VariableForm& form) const;
  // Its least and largest value; nothing if they are not shown.
  [[nodiscard]] std::optional<std::pair<subject::Polynomial, subject::Polynomial>> ends(
      const subject::VariableForm& form) const;

 private:
  using Polynomial = subject::Polynomial;
  [[nodiscard]] std::size_t block() const {
    return columns_ + places_.size() + subject::AllInputs::most_tops;
  }
  [[nodiscard]] bool is_top(std::size_t variable) const {
    return (variable - 1) % block() >= columns_ + places_.size();
  }
  subject::VariableValue entry_of_input(subject::VariableReader& reader, std::size_t input,
                                        std::int64_t row, std::int64_t token);
  subject::VariableValue entry_of_state(subject::VariableReader& reader, const Polynomial& layers,
                                        const subject::Term& start, std::int64_t row,
                                        std::int64_t token, const subject::VariableEnv* env);
  Polynomial count(subject::VariableReader& reader, const subject::Binders& binders, std::size_t j,
                   const subject::VariableEnv* env) const;
  struct Round {  // a stage at an instance of `repeat`
    const subject::Stage* stage = nullptr;
    std::vector<subject::VariableValue> repeat;
    Polynomial layers, up_to;  // its own; of its network up to its end
  };
  const std::vector<Round>& rounds(subject::VariableReader& reader, const std::string& network);
  Polynomial layers(subject::VariableReader& reader, const std::string& name);
  Polynomial after(subject::VariableReader& reader, const std::string& stage,
                   const std::vector<subject::VariableValue>& values);

  subject::Reading& reading_;
  std::shared_ptr<const subject::AllInputs> network_;
  Rational least_;
  std::size_t columns_ = 0;
  std::int64_t first_token_ = 0;
  std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> places_;  // (token, row), from 0
  struct Counted {
    std::size_t column = 0;
    Polynomial by;  // what a step of the entry counts in the digit
    friend bool operator==(const Counted&, const Counted&) = default;
  };
  std::map<std::size_t, Counted> counted_;  // of an entry, by its place
  std::vector<std::optional<std::size_t>>
      one_;                               // of a column, the place of the entry that counts 1
  subject::VariableReader::Steps steps_;  // of entries
  std::map<std::string, std::vector<Round>> rounds_;  // by network
  OfVariant of_variant_;
};

}  // namespace hardmax::decide
