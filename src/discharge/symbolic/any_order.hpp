// A construction without positional encodings at one size, on all inputs: claims about any one of
// them, shown without enumerating any.
//
// Inputs are taken by the number of their different columns, and whether these are sorted; of each
// kind a claim is shown
//   - from any state before a layer (any_state.hpp), whatever the columns are;
//   - of sorted inputs whose columns differ, from their own run (increasing.hpp); of sorted inputs
//   with equal columns, for each way in which neighbours are equal. Tokens with equal columns stay
//   equal:
//     they see the same. So the run is that of one token of each group, whose columns increase,
//     where a group attends to itself if its tokens attend to themselves or it has two of them;
//   - of inputs that are not sorted, if that holds of the sorted ones, and the claim says the same
//   of an input and of its tokens in another order: it does not ask for the order, and tokens are
//     only bound by `in 1..n`, compared with each other, and arguments of names. Then the network
//     has to treat tokens alike.
//
// Trust     tests/unit/discharge/symbolic_increasing_test.cpp holds what is shown to enumeration,
// of changed networks and random formulas.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "discharge/symbolic/any_state.hpp"
#include "discharge/symbolic/increasing.hpp"

namespace hardmax {

class AnyOrder {
 public:
  static constexpr std::size_t most_ways =
      512;  // in which columns are equal, that are followed for one claim

  // Requires  no encodings. All outlive the object.
  AnyOrder(const SweepSystem& system, const StagedRun& staged, IncreasingRun& increasing);
  AnyOrder(const AnyOrder&) = delete;
  ~AnyOrder();

  // Whether a formula is true, and says something. Others than `forall H in inputs, ...: body`,
  // with no other binder over inputs, and conjunctions of such are not.
  [[nodiscard]] SymbolicFacts::Shown show(const claim::Formula& formula);

 private:
  class Tied;
  struct Kind {
    std::uint64_t least = 1, most = 1;  // different columns
    bool sorted = true;
  };
  struct Found {
    bool holds = false, says_something = false;
  };
  [[nodiscard]] SymbolicFacts::Shown show_of_each(const claim::Formula& formula);
  [[nodiscard]] std::vector<Kind> kinds(const claim::Formula& formula) const;
  Found from_any_state(const claim::Formula& formula, const Kind& kind, std::string& why_not);
  Found from_runs(const claim::Formula& formula, const Kind& kind, std::string& why_not);
  Tied& tied(const std::vector<std::uint64_t>& sizes);
  [[nodiscard]] bool tokens_alike();

  const SweepSystem& system_;
  const StagedRun& staged_;
  IncreasingRun& increasing_;
  std::unique_ptr<RunView> rest_;  // for names that depend on no input
  StagedModel closed_;
  AnyState state_;
  std::map<std::vector<std::uint64_t>, std::unique_ptr<Tied>> tied_;  // by the sizes of the groups
};

}  // namespace hardmax
