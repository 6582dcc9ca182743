// A run of a construction file as claims read it: names are values of the reading, inputs are its
// inputs, by ordinal.
//
// Errors of a read: a term without a value is Undefined, a limit is LimitReached; never false.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "claim/claim.hpp"
#include "subject/run.hpp"

namespace hardmax::decide {

// A name of a formula as a term, and how its arguments are called while it is evaluated.
subject::TermPtr term_of(const claim::Accessor& name);
const std::string& argument_name(std::size_t i);  // no text has such names

// What an evaluation may cost, of either kind of steps.
struct Allowance {
  std::uint64_t members = std::uint64_t{1} << 40;      // reads, and members of domains gone through
  std::uint64_t steps = subject::Reading::most_steps;  // of the reading
};

// One thread's. `reading` is used by no other thread; `names` outlive the model.
class SubjectModel final : public claim::Model {
 public:
  // `inputs`: how many there are.
  SubjectModel(const subject::Run& run, std::shared_ptr<subject::Reading> reading,
               const claim::Vocabulary& names, std::uint64_t inputs);

  [[nodiscard]] claim::Value read(std::size_t accessor,
                                  std::span<const claim::Value> arguments) const override;
  [[nodiscard]] std::uint64_t input_count() const override { return inputs_; }
  void step(std::uint64_t cost = 1) const override;
  // Its entries in real units, in the order of the file.
  [[nodiscard]] std::string show(claim::Input input) const override;

  // Before each evaluation.
  void allow(const Allowance& allowance) const;
  // An evaluation since then came to the end of what it was allowed.
  [[nodiscard]] bool exhausted() const { return exhausted_; }
  // Since then a name was asked for that has a value only where there is a network.
  [[nodiscard]] bool without_network() const { return without_network_; }

 private:
  struct Name {
    subject::TermPtr term;  // the name with its arguments, which are called argument_names()
    claim::Type result = claim::Type::number;
    bool of_pattern = false;  // p, A, S, G or a parameter: there is one without a network
  };
  [[nodiscard]] subject::Value evaluate(const Name& name,
                                        std::span<const claim::Value> arguments) const;
  [[nodiscard]] subject::Value value_of(const claim::Value& argument) const;

  const subject::Run& run_;
  std::shared_ptr<subject::Reading> reading_;
  std::vector<Name> names_;
  std::uint64_t inputs_ = 0;
  mutable std::uint64_t left_ = 0;
  mutable bool exhausted_ = false, without_network_ = false;
  mutable std::uint64_t last_ = 0;  // the input that was asked for last
  mutable std::shared_ptr<const subject::Value> last_value_;
};

}  // namespace hardmax::decide
