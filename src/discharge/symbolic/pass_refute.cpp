// Inputs for which a formula is false, or one that exists (pass.hpp).
#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "claim/syntax.hpp"
#include "discharge/bounded_model.hpp"
#include "discharge/defined.hpp"
#include "discharge/symbolic/pass.hpp"
#include "discharge/verdict.hpp"
#include "exact/error.hpp"

namespace hardmax {

using claim::Formula;
using claim::Outcome;

namespace {

constexpr std::size_t kMostCorners = 32, kMostTries = 512;
constexpr std::uint64_t kMostReadsOfOne =
    1'000'000;  // of one input in the place of several, where it was asked for
// Networks of more layers are not executed literally to confirm a counterexample.
constexpr std::size_t kMostLiteralLayers = 4096;

bool refutes(const Outcome& outcome) {
  return outcome.kind == Outcome::Kind::truth && outcome.truth == claim::Truth::no;
}

// Two inputs, as if there were no others.
class TwoInputs final : public claim::Model {
 public:
  struct One {
    const claim::Model* model;
    claim::Input input;  // of the model
  };
  TwoInputs(One first, One second) : inputs_{first, second} {}

  [[nodiscard]] claim::Value read(std::size_t accessor,
                                  std::span<const claim::Value> arguments) const override {
    std::vector<claim::Value> own(arguments.begin(), arguments.end());
    const claim::Model* model = nullptr;
    for (claim::Value& argument : own) {
      if (!std::holds_alternative<claim::Input>(argument)) continue;
      const One& one = inputs_[std::get<claim::Input>(argument).ordinal];
      if (model != nullptr && model != one.model) throw LimitReached("a name of two inputs");
      model = one.model;
      argument = one.input;
    }
    return (model != nullptr ? model : inputs_[0].model)->read(accessor, own);
  }
  [[nodiscard]] std::uint64_t input_count() const override { return inputs_.size(); }
  [[nodiscard]] std::string show(claim::Input input) const override {
    return inputs_[input.ordinal].model->show(inputs_[input.ordinal].input);
  }

 private:
  std::array<One, 2> inputs_;
};

}  // namespace

// Those at which comparisons that stayed open are at their ends.
std::vector<std::vector<Rational>> SymbolicPass::candidates(const FlatGraph& graph) const {
  const std::size_t entries = staged_.parameters.n * staged_.parameters.d;
  std::vector<std::vector<Rational>> inputs = graph.corners(entries, kMostCorners);
  if (parts_) inputs.insert(inputs.end(), parts_->alone().begin(), parts_->alone().end());
  if (inputs.empty()) inputs.emplace_back(entries);
  inputs.emplace_back(entries, Rational(1));  // columns that are all alike
  return inputs;
}

StagedModel SymbolicPass::model_of(std::vector<Rational> input) const {
  StagedModel one(staged_, system_.names(), *view_, std::move(input));
  one.follow_values(values_.get());
  return one;
}

// 0, 1, ..., as far as there are so many.
std::vector<Rational> SymbolicPass::different_columns() const {
  const std::uint64_t n = staged_.parameters.n, d = staged_.parameters.d, D = staged_.parameters.D;
  std::vector<Rational> entries;
  for (std::size_t i = 0; i < n * d; ++i)
    entries.push_back(floor_mod(floor(Rational(i / d) / power(Rational(D), i % d)), Rational(D)));
  return entries;
}

// Columns that are all alike beside others, and the same columns in another order.
std::vector<std::vector<Rational>> SymbolicPass::pairs() const {
  const std::uint64_t n = staged_.parameters.n, d = staged_.parameters.d;
  const std::vector<Rational> alike(n * d, Rational(1)), others = different_columns();
  std::vector<Rational> first = alike, second = others;
  first.insert(first.end(), others.begin(), others.end());
  second.insert(second.end(), others.begin(), others.end());
  std::swap_ranges(second.begin(), second.begin() + static_cast<std::ptrdiff_t>(d),
                   second.begin() + static_cast<std::ptrdiff_t>(d));
  return {first, second};
}

Outcome SymbolicPass::at(const Formula& formula, const std::vector<Rational>& input,
                         std::uint64_t reads) const {
  return claim::evaluate(formula, BoundedModel(model_of(input), reads, request_.stop));
}

// A counterexample is made smaller, entry by entry.
bool SymbolicPass::refute(ClaimResult& decided, const Formula& formula,
                          std::vector<std::vector<Rational>> inputs) const {
  const std::uint64_t reads = formula.scope() == Formula::Scope::per_input ? most_reads
                              : patient_                                   ? kMostReadsOfOne
                                                                           : most_reads / 4;
  for (std::vector<Rational>& input : inputs) {
    if (!refutes(at(formula, input, reads)) || !literally_false(formula, input)) continue;
    std::size_t tries = 0;
    for (Rational& entry : input) {
      for (Rational low = 0; low < entry && tries < kMostTries;
           ++tries) {  // low: not known to refute from here down
        const Rational kept = entry;
        entry = floor((low + kept) / Rational(2));
        if (refutes(at(formula, input, most_reads / 64)) && literally_false(formula, input))
          continue;
        low = entry + Rational(1);
        entry = kept;
      }
    }
    if (!is_reached(formula, &input)) return false;
    take(decided, model_of(input), at(formula, input, reads));
    return true;
  }
  return false;
}

bool SymbolicPass::is_reached(const Formula& formula, const std::vector<Rational>* input) const {
  const bool first =
      input != nullptr && formula.scope() == Formula::Scope::per_input &&
      std::all_of(input->begin(), input->end(), [](const Rational& x) { return x.is_zero(); });
  if (first) return true;
  const StagedModel one = model_of(different_columns());  // without encodings, ids of columns that
                                                          // are alike may end the run of the stages
  unreached_ = !has_a_value_for_all_inputs(formula, system_.names(),
                                           BoundedModel(one, most_reads, request_.stop));
  return !unreached_;
}

// exists H in inputs, ...: body, with no other binder over inputs: its negation is refuted.
bool SymbolicPass::exhibit(ClaimResult& decided, const Formula& formula,
                           const FlatGraph& graph) const {
  if (formula.root().op != claim::Op::exists) return false;
  const std::string text = claim::print(formula.root()),
                    body = claim::print(*formula.root().parts[0]);
  if (!text.starts_with("exists ") || !text.ends_with(": " + body)) return false;
  const Formula none = Formula::parse(
      fmt::format("forall {}not ({})", text.substr(7, text.size() - 7 - body.size()), body),
      system_.names());
  ClaimResult refuted;
  refuted.entry = decided.entry;
  if (none.scope() != Formula::Scope::per_input || !refute(refuted, none, candidates(graph)))
    return false;
  take(decided, *view_, true_outcome());
  decided.symbolic = true;
  return true;
}

std::optional<std::uint64_t> SymbolicPass::executable_ordinal(
    const std::vector<Rational>& input) const {
  const auto executable = system_.executable();
  if (!executable || !system_.inputs().size64() || executable->network.size() > kMostLiteralLayers)
    return std::nullopt;
  std::uint64_t ordinal = 0;
  for (const Rational& entry : input)
    ordinal = ordinal * system_.inputs().base() + static_cast<std::uint64_t>(*entry.to_int64());
  return ordinal;
}

bool SymbolicPass::literally_false(const Formula& formula,
                                   const std::vector<Rational>& input) const {
  const auto ordinal = executable_ordinal(input);
  if (formula.scope() != Formula::Scope::per_input) return true;
  return !ordinal ||
         refutes(claim::evaluate(formula, BoundedModel(*view_, most_reads, request_.stop),
                                 {*ordinal, *ordinal + 1}));
}

bool SymbolicPass::refute_by_pair(ClaimResult& decided, const Formula& formula,
                                  const std::vector<std::vector<Rational>>& pairs) const {
  for (const std::vector<Rational>& pair : pairs) {
    const auto middle = pair.begin() + static_cast<std::ptrdiff_t>(pair.size() / 2);
    const std::vector<Rational> one(pair.begin(), middle), other(middle, pair.end());
    if (one == other) continue;  // one input
    const StagedModel first(staged_, system_.names(), *view_, one),
        second(staged_, system_.names(), *view_, other);
    const TwoInputs both({&first, claim::Input{0}}, {&second, claim::Input{0}});
    const Outcome outcome = claim::evaluate(formula, BoundedModel(both, most_reads, request_.stop));
    if (!refutes(outcome)) continue;
    if (const auto a = executable_ordinal(one), b = executable_ordinal(other); a && b) {
      const TwoInputs literal({&*view_, claim::Input{*a}}, {&*view_, claim::Input{*b}});
      if (!refutes(claim::evaluate(formula, BoundedModel(literal, most_reads, request_.stop))))
        continue;
    }
    if (!is_reached(formula)) return false;
    take(decided, both, outcome);
    return true;
  }
  return false;
}

}  // namespace hardmax
