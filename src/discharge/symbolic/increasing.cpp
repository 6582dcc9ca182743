#include "discharge/symbolic/increasing.hpp"

#include <fmt/core.h>

#include "exact/error.hpp"
#include "execute/symbolic_residues.hpp"

namespace hardmax {

using Shown = SymbolicFacts::Shown;

namespace {
constexpr std::uint64_t kMostTokens =
    64;  // the run has a value at each of n + 1 corners for each of its nodes
}

IncreasingRun::IncreasingRun(const SweepSystem& system, const Pattern& attended)
    : rest_(system.open(1)) {
  const auto [n, d, D] = system.parameters();
  const SweepPaper& paper = *system.choice().paper;
  HARDMAX_REQUIRE(!system.choice().positional);
  if (n > kMostTokens || power(D, d) < Rational(n)) {
    why_not_ = n > kMostTokens ? fmt::format("more than {} tokens", kMostTokens)
                               : "there are not as many columns as tokens";
    return;
  }
  const EverySize size{n, d, D, true, 2};
  try {
    every_ = {size,      &paper,  false,
              &attended, nullptr, stages_of_every_size(system.choice(), size, system.overrides()),
              &*rest_};
  } catch (const InvalidInput& e) {
    why_not_ = e.what();
    return;
  } catch (const LimitReached& e) {
    why_not_ = e.what();
    return;
  }
  symbolic_.emplace(every_.network, attended);
  input_.emplace(every_, &*symbolic_, sweep_vocabulary());
  network_ = stages(system.choice(), system.parameters(), system.overrides());
  network_.increasing = true;
  run_.emplace(network_, attended);
}

Shown IncreasingRun::show(const claim::Formula& formula) {
  true_ = false;
  if (!input_) return {false, why_not_};
  const IdsSay say = what_ids_say(formula.root(), sweep_vocabulary());
  if (say.increasing && say.what == IdsSay::What::all_differ &&
      ids_differ_by_residues(network_, *every_.pattern, *run_).holds)
    return {true, ""};
  pairs_.clear();
  std::string why_not, why_not_together;
  if (show(formula, false, why_not) ||
      (input_->layers_asked() && show(formula, true, why_not_together)))
    return {true, ""};
  return {false, why_not};
}

bool IncreasingRun::show(const claim::Formula& formula, bool layers_together,
                         std::string& why_not) {
  input_->begin();
  input_->take_layers_together(layers_together);
  try {
    const auto decide = [&] {
      return claim::SymbolicEvaluator(formula.syntax(), input_->model(), *input_).decide(nullptr);
    };
    const claim::Verdict verdict = decide();
    const auto& found = input_->pairs();
    pairs_.insert(pairs_.end(), found.begin(), found.end());
    if (verdict.truth == claim::Truth::yes && !verdict.vacuous) return true;
    why_not = !input_->why_not_known().empty() ? input_->why_not_known()
                                               : "a comparison of increasing columns is not shown";
    if (verdict.truth != claim::Truth::yes) return false;
    true_ = true;
    for (const auto& example : input_->examples()) {  // does it say something?
      input_->begin();
      if (!input_->assume(example)) continue;
      const claim::Verdict there = decide();
      if (there.truth == claim::Truth::yes && !there.vacuous) return true;
    }
    why_not = "it may say nothing: no pair of inputs with its premise was found";
  } catch (const Undefined& e) {
    why_not = e.what();
  } catch (const LimitReached& e) {
    why_not = e.what();
  }
  return false;
}

// Digits are column ids.
std::vector<Rational> IncreasingRun::entries(const std::vector<Rational>& digits) const {
  const std::uint64_t d = *every_.size.d;
  const Rational D(every_.size.least_D);
  std::vector<Rational> entries;
  for (Rational left : digits) {
    for (std::uint64_t r = 0; r < d; ++r) {
      const Rational above = floor(left / D);
      entries.push_back(left - D * above);
      left = above;
    }
  }
  return entries;
}

std::vector<std::vector<Rational>> IncreasingRun::inputs() const {
  std::vector<std::vector<Rational>> all;
  if (!input_) return all;
  const IncreasingDigits digits(every_.size.n, network_.values, network_.values);
  for (std::size_t s = 0; s < digits.samples(); ++s) all.push_back(entries(digits.sample(s)));
  return all;
}

std::vector<std::vector<Rational>> IncreasingRun::pairs() const {
  std::vector<std::vector<Rational>> all;
  for (const std::vector<Rational>& digits : pairs_) all.push_back(entries(digits));
  return all;
}

}  // namespace hardmax
