// Claims about one input of each orbit under permutations of the tokens: `where sorted(H) = 1`. All
// other inputs are let pass by their `where`, so such a formula is evaluated on the sorted inputs
// alone, in the order of enumeration: verdict, witness and vacuity are those of all inputs.
//
// Trust     untrusted, like the engines; verify-check goes through every input.
// Tests     tests/unit/discharge/orbits_test.cpp
#pragma once
#include <optional>
#include <vector>

#include "discharge/run_system.hpp"

namespace hardmax {

// What every binder over inputs of a formula asks for first.
struct Asked {
  bool distinct = false;  // sorted(H) = 1 and category(H) = 1: columns in range that all differ;
                          // else sorted(H) = 1 alone
};
// Empty: a binder over inputs does not begin its `where` so, or another domain beside it depends on
// the input. `sorted` and `category` are accessors.
std::optional<Asked> asks_for_sorted(const claim::Formula& formula, std::size_t sorted,
                                     std::size_t category);

// Ordinals, increasing, of the inputs whose column ids do not decrease from token to token, or, if
// `distinct`, strictly increase and are of columns in range. ids[i] and in_range[i] are of the i-th
// column in the order of enumeration. Empty: more than `most`.
std::optional<std::vector<std::uint64_t>> sorted_inputs(const std::vector<Rational>& ids,
                                                        const std::vector<bool>& in_range,
                                                        std::size_t tokens, bool distinct,
                                                        std::size_t most);

// A view whose i-th input is ordinals[i] of another view.
class SomeInputs final : public RunView {
 public:
  SomeInputs(std::unique_ptr<RunView> all, const std::vector<std::uint64_t>& ordinals)
      : all_(std::move(all)), ordinals_(ordinals) {}
  [[nodiscard]] claim::Value read(std::size_t accessor,
                                  std::span<const claim::Value> arguments) const override;
  [[nodiscard]] std::uint64_t input_count() const override { return ordinals_.size(); }
  [[nodiscard]] std::string show(claim::Input input) const override {
    return all_->show({ordinals_[input.ordinal]});
  }
  [[nodiscard]] std::vector<Rational> after_shift(std::uint64_t ordinal) const override {
    return all_->after_shift(ordinals_[ordinal]);
  }
  [[nodiscard]] std::vector<Rational> ids(std::uint64_t ordinal) const override {
    return all_->ids(ordinals_[ordinal]);
  }

 private:
  std::unique_ptr<RunView> all_;
  const std::vector<std::uint64_t>& ordinals_;
};

}  // namespace hardmax
