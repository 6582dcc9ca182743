#include "discharge/search.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <random>
#include <set>

#include "discharge/bounded_model.hpp"
#include "discharge/defined.hpp"
#include "discharge/verdict.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

constexpr std::uint64_t kReadsToSeeAValue =
    200'000;  // to see that a formula has a value for all inputs

bool is_false(const claim::Outcome& outcome) {
  return outcome.kind == claim::Outcome::Kind::truth && outcome.truth == claim::Truth::no;
}

// Half of them with columns from a short list, so that columns are equal.
Digits random_input(const Grid& grid, std::mt19937_64& random) {
  const std::size_t d = grid.rows(), n = grid.tokens();
  Digits input(n * d);
  for (std::uint64_t& x : input) x = random() % grid.base();
  if (random() % 2 == 0) return input;
  const std::size_t different = 1 + random() % std::min<std::size_t>(n, 3);
  for (std::size_t k = different; k < n; ++k) {
    const std::size_t like = random() % different;
    std::copy_n(input.begin() + static_cast<std::ptrdiff_t>(like * d), d,
                input.begin() + static_cast<std::ptrdiff_t>(k * d));
  }
  return input;
}

}  // namespace

std::vector<Digits> notable_inputs(const Grid& grid) {
  const std::size_t d = grid.rows(), n = grid.tokens(), size = n * d;
  const std::uint64_t last = grid.base() - 1;
  std::vector<Digits> inputs;
  std::set<Digits> seen;
  const auto add = [&](const std::function<std::uint64_t(std::size_t)>& entry) {
    Digits input(size);
    for (std::size_t i = 0; i < size; ++i) input[i] = entry(i);
    if (seen.insert(input).second) inputs.push_back(std::move(input));
  };
  for (const std::uint64_t x : {std::uint64_t{0}, last, last / 2, std::uint64_t{1}})
    add([&](std::size_t) { return x; });
  for (const auto& ends :
       {std::pair<std::uint64_t, std::uint64_t>{0, last}, {last, 0}, {0, 1}, {last, last - 1}}) {
    const std::uint64_t most = ends.first, one = ends.second;
    for (std::size_t k = 0; k < n; ++k) add([&](std::size_t i) { return i / d == k ? one : most; });
    for (std::size_t at = 0; at < size; ++at)
      add([&](std::size_t i) { return i == at ? one : most; });
    for (std::size_t k = 1; k < n; ++k) add([&](std::size_t i) { return i / d < k ? one : most; });
    for (std::size_t period = 2; period < n; ++period)
      add([&](std::size_t i) { return i / d % period == 0 ? one : most; });
  }
  add([&](std::size_t i) { return i * last / (size > 1 ? size - 1 : 1); });
  add([&](std::size_t i) { return (size - 1 - i) * last / (size > 1 ? size - 1 : 1); });
  add([&](std::size_t i) { return i % grid.base(); });
  add([&](std::size_t i) { return i / d % grid.base(); });
  return inputs;
}

CounterexampleSearch::CounterexampleSearch(const RunSystem& system, std::uint64_t count,
                                           std::uint64_t seed, const std::atomic<int>* stop)
    : system_(system), grid_(system.inputs()), count_(count), seed_(seed), stop_(stop) {
  HARDMAX_REQUIRE(grid_.size64().has_value());
}

std::uint64_t CounterexampleSearch::ordinal(const Digits& input) const {
  std::uint64_t place = 0;
  for (const std::uint64_t x : input) place = place * grid_.base() + x;
  return place;
}

claim::Outcome CounterexampleSearch::at(const claim::Formula& formula, const RunView& view,
                                        const Digits& input) const {
  if (stop_ != nullptr && stop_->load() != 0) throw Interrupted(stop_->load());
  const std::uint64_t place = ordinal(input);
  constexpr std::uint64_t kMostSteps = 100'000'000;
  return claim::evaluate(formula, BoundedModel(view, kMostSteps, stop_),
                         claim::InputRange{place, place + 1});
}

// Every entry in turn to 0, to half of it or one down, as long as one of these steps leaves the
// formula false.
Digits CounterexampleSearch::smaller(const claim::Formula& formula, const RunView& view,
                                     Digits input) const {
  for (bool again = true; again;) {
    again = false;
    for (std::uint64_t& x : input) {
      for (const std::uint64_t less : {std::uint64_t{0}, x / 2, x - 1}) {
        const std::uint64_t before = x;
        if (before == 0 || less >= before) continue;
        x = less;
        if (is_false(at(formula, view, input))) {
          again = true;
          break;
        }
        x = before;
      }
    }
  }
  return input;
}

void CounterexampleSearch::run(
    const std::vector<std::pair<ClaimResult*, claim::Formula>>& wanted) const {
  const std::unique_ptr<RunView> view = system_.open(16);
  std::vector<std::uint64_t> open(wanted.size(), 0);  // inputs on which a truth value was not found
  std::vector<char> done(wanted.size(), 0);
  const auto attempt = [&](const Digits& input) {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (done[i] != 0) continue;
      auto& [result, formula] = wanted[i];
      claim::Outcome outcome = at(formula, *view, input);
      const bool settles = is_false(outcome) || outcome.kind == claim::Outcome::Kind::undefined;
      if (is_false(outcome)) {
        const Digits least = smaller(formula, *view, input);
        outcome = at(formula, *view, least);
        done[i] = ordinal(least) == 0 ||
                          has_a_value_for_all_inputs(formula, system_.names(),
                                                     BoundedModel(*view, kReadsToSeeAValue, stop_))
                      ? 1
                      : 0;
      } else if (settles) {
        done[i] = ordinal(input) == 0 ? 1 : 0;
      }
      if (done[i] != 0) {
        take(*result, *view, outcome);
      } else if (settles) {
        done[i] = 1;
        set_verdict(
            *result, Verdict::undecided, "cost",
            fmt::format("{} at H = {}; whether an earlier input settles it otherwise is not known",
                        is_false(outcome) ? "false" : "a term has no value",
                        view->show({ordinal(input)})));
      } else if (outcome.kind == claim::Outcome::Kind::limit ||
                 outcome.truth == claim::Truth::unknown) {
        ++open[i];
      }
    }
  };
  std::uint64_t tried = 0;
  for (const Digits& input : notable_inputs(grid_)) {
    if (tried == count_) break;
    attempt(input);
    ++tried;
  }
  std::mt19937_64 random(seed_);
  for (; tried < count_; ++tried) attempt(random_input(grid_, random));
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (done[i] != 0) continue;
    std::string explanation = fmt::format(
        "no counterexample among {} inputs tried, with seed {}; nothing is said of the others",
        tried, seed_);
    if (open[i] != 0)
      explanation += fmt::format("; on {} of them no truth value was found", open[i]);
    set_verdict(*wanted[i].first, Verdict::unrefuted, "searched", explanation);
  }
}

}  // namespace hardmax
