// Symbolic execution against the literal executor: every node and every id on whole grids; what it
// shows of broken networks against enumeration.
#include "execute/symbolic.hpp"

#include <fmt/core.h>
#include <catch2/catch.hpp>

#include <random>
#include <set>

#include "construction/yun2020b/construction.hpp"
#include "construction/yun2020b/stages.hpp"
#include "execute/grid.hpp"
#include "execute/literal.hpp"
#include "pattern/assumption1.hpp"
#include "support/rounds.hpp"

namespace symbolic_test {

using namespace hardmax;

namespace {

struct Instance {
  Parameters parameters;
  Pattern pattern;
  std::vector<std::string> overrides;
  [[nodiscard]] std::string text() const {
    std::string out = fmt::format("n = {}, d = {}, D = {}, {}", parameters.n, parameters.d,
                                  parameters.D, pattern.name());
    for (const std::string& o : overrides) out += " " + o;
    for (std::size_t l = 0; l < pattern.layers(); ++l) {
      out += " |";
      for (std::size_t k = 0; k < pattern.tokens(); ++k) {
        out += " {";
        for (const Token j : pattern.neighbours(l, k)) out += fmt::format("{} ", j + 1);
        out += "}";
      }
    }
    return out;
  }
};

Instance named(std::uint64_t n, std::uint64_t d, std::uint64_t D, const std::string& name,
               std::vector<std::string> overrides = {}) {
  return {{n, d, D}, make_pattern({.name_or_file = name, .n = n}), std::move(overrides)};
}

struct Both {
  explicit Both(const Instance& instance) : assumption(decide_assumption1(instance.pattern)) {
    REQUIRE(assumption.holds());
    for (const std::string& text : instance.overrides) overrides.add(text);
    staged = yun2020b::stages(instance.parameters, instance.pattern, assumption, overrides);
    built.emplace(yun2020b::build(instance.parameters, instance.pattern, assumption, overrides));
    symbolic.emplace(staged, instance.pattern);
  }
  Assumption1 assumption;
  Overrides overrides;
  StagedNetwork staged;
  std::optional<Construction> built;
  std::optional<SymbolicRun> symbolic;
};

struct Outcome {
  bool in_each = true, all = true;  // ids differ, by enumeration
};

// Runs every input literally; where the symbolic run got that far, its nodes, order and leading
// parts must be what comes out.
Outcome compare(const Instance& instance, const Both& both) {
  const auto [n, d, D] = instance.parameters;
  const SymbolicRun& symbolic = *both.symbolic;
  const Literal<ExactHardmax> literal(both.built->network, instance.pattern);
  const Grid grid(n, d, D);
  std::set<Rational> seen;
  Outcome outcome;
  for (std::uint64_t g = 0; g < *grid.size64(); ++g) {
    const std::vector<std::uint64_t> G = grid.input(g);
    State<Rational> state(d, n);
    std::vector<Rational> digits;
    for (std::size_t k = 0; k < n; ++k) {
      Rational digit;
      for (std::size_t r = d; r-- > 0;) digit = digit * Rational(D) + Rational(G[k * d + r]);
      digits.push_back(digit);
      for (std::size_t r = 0; r < d; ++r)
        state.column(k)[r] = Rational(G[k * d + r]) + both.built->E[k] * Rational(D);
    }
    std::vector<Rational> values;
    for (const SymbolicRun::Node& node : symbolic.nodes()) {
      Rational value = node.constant;
      if (node.terms.empty()) value += digits[node.digit];
      for (const auto& [term, factor] : node.terms) value.add_product(factor, values[term]);
      REQUIRE((node.low <= value && value <= node.high));
      values.push_back(value);
    }
    std::vector<Rational> shifted;
    for (std::size_t t = 0; t < literal.layers(); ++t) {
      state = literal.apply(t, state);
      if (t + 1 != both.built->selective_layers) continue;
      for (std::size_t k = 0; k < n; ++k) shifted.push_back(column_id(state.column(k), D));
      if (!symbolic.swept()) continue;
      for (std::size_t k = 0; k < n; ++k) REQUIRE(shifted[k] == values[symbolic.columns()[k]]);
      for (std::size_t i = 1; i < n; ++i)
        REQUIRE(shifted[symbolic.order()[i - 1]] < shifted[symbolic.order()[i]]);
    }
    std::set<Rational> here;
    const Rational power_of_c = power(both.built->c, both.staged.all_max.size());
    for (std::size_t k = 0; k < n; ++k) {
      const Rational id = column_id(state.column(k), D);
      outcome.in_each = here.insert(id).second && outcome.in_each;
      outcome.all = seen.insert(id).second && outcome.all;
      if (symbolic.followed() && symbolic.all_ids_differ().holds)
        REQUIRE(floor(id / power_of_c) == shifted[symbolic.leading()[k]]);
    }
  }
  return outcome;
}

// An instance is consistent with enumeration; returns whether it was shown.
bool examine(const Instance& instance) {
  INFO(instance.text());
  const Both both(instance);
  const Outcome truth = compare(instance, both);
  const auto in_each = both.symbolic->ids_differ_in_each_input(),
             all = both.symbolic->all_ids_differ();
  INFO("in each input: " << in_each.why_not << "; all: " << all.why_not);
  CHECK((truth.in_each || !in_each.holds));
  CHECK((truth.all || !all.holds));
  CHECK((in_each.holds || !all.holds));
  return all.holds;
}

Pattern random_pattern(std::mt19937_64& random, std::size_t n, std::size_t p, unsigned one_in) {
  std::vector<std::vector<std::vector<Token>>> layers(p, std::vector<std::vector<Token>>(n));
  for (auto& layer : layers) {
    for (std::size_t k = 0; k < n; ++k) {
      for (Token j = 0; j < n; ++j) {
        if (j == k || random() % one_in == 0) layer[k].push_back(j);
      }
    }
  }
  return {"random", std::move(layers)};
}

}  // namespace

TEST_CASE(
    "symbolic: what it says of correct networks is what the literal executor does, and all ids are "
    "shown to differ") {
  for (const char* name : {"dense", "strided", "star", "window", "fixed"}) {
    CHECK(examine(named(4, 1, 2, name)));
    CHECK(examine(named(4, 1, 3, name)));
  }
  CHECK(examine(named(2, 1, 2, "dense")));
  CHECK(examine(named(2, 1, 7, "dense")));
  CHECK(examine(named(2, 2, 3, "dense")));
  CHECK(examine(named(3, 2, 2, "window")));
  CHECK(examine(named(3, 1, 5, "star")));
}

TEST_CASE("symbolic: gamma other than the identity") {
  const Pattern pattern("order", {{{0, 3}, {1, 2, 3}, {0, 2}, {1, 3}}});
  const Assumption1 assumption = decide_assumption1(pattern);
  REQUIRE(assumption.holds());
  REQUIRE(assumption.gamma != std::vector<Token>{0, 1, 2, 3});
  CHECK(examine({{4, 1, 2}, pattern, {}}));
  CHECK(examine({{4, 1, 3}, pattern, {}}));
}

TEST_CASE("symbolic: broken networks are not shown to be right") {
  for (const char* broken : {"c=1", "c=2", "E.3=0", "shift=1", "drop=13", "drop=14", "drop=1",
                             "drop=3", "drop=12", "E.1=0"}) {
    const Instance instance = named(4, 1, 2, "strided", {broken});
    const bool shown = examine(instance);
    INFO(instance.text());
    if (std::string(broken) == "drop=13" || std::string(broken) == "c=1" ||
        std::string(broken) == "E.3=0")
      CHECK_FALSE(shown);
  }
}

TEST_CASE(
    "symbolic: a layer that does nothing can be left out") {  // the second pattern layer of strided
                                                              // is idle in the sweeps, for l = 1
  CHECK(examine(named(4, 1, 2, "strided", {"drop=2", "drop=4"})));
}

TEST_CASE("symbolic: 1,000 random instances, correct and broken, against enumeration", "[full]") {
  std::mt19937_64 random(20201102);
  std::size_t correct = 0, shown = 0, broken = 0;
  for (int tried = 0; tried < testing::rounds(1000);) {
    const std::size_t n = 2 + random() % 4, p = 1 + random() % 4;
    const Pattern pattern = random_pattern(random, n, p, 2 + random() % 3);
    const Assumption1 assumption = decide_assumption1(pattern);
    if (!assumption.holds()) continue;
    const std::uint64_t d = n <= 3 ? 1 + random() % 2 : 1,
                        D = n <= 3 ? 2 + random() % 3 : 2 + random() % 2;
    if (power(D, n * d) > Rational(300)) continue;
    ++tried;
    Instance instance{{n, d, D}, pattern, {}};
    const std::uint64_t layers = static_cast<std::uint64_t>(
        *yun2020b::attention_layers(instance.parameters, pattern, assumption).to_int64());
    const bool leave = random() % 2 == 0;
    switch (leave ? 5 : random() % 5) {
      case 0: instance.overrides = {fmt::format("c={}", 1 + random() % 200)}; break;
      case 1: instance.overrides = {fmt::format("shift={}", random() % 9)}; break;
      case 2:
        instance.overrides = {fmt::format("E.{}={}", 1 + random() % n, random() % (n + 1))};
        break;
      case 3: instance.overrides = {fmt::format("drop={}", 1 + random() % layers)}; break;
      case 4:
        instance.overrides = {fmt::format("drop={}", layers - random() % assumption.s)};
        break;
      default: break;
    }
    INFO(instance.text());
    const Both both(instance);
    const Outcome truth = compare(instance, both);
    const auto all = both.symbolic->all_ids_differ();
    INFO(all.why_not);
    REQUIRE((truth.all || !all.holds));
    REQUIRE((truth.in_each || !both.symbolic->ids_differ_in_each_input().holds));
    if (!truth.all) ++broken;
    if (instance.overrides.empty()) {
      ++correct;
      REQUIRE(truth.all);
      if (all.holds) ++shown;
      CHECK(all.why_not == "");
    }
  }
  WARN(fmt::format("{} correct, {} shown; {} broken, none shown", correct, shown, broken));
  CHECK(100 * shown >= 99 * correct);
  CHECK(broken > testing::met<std::size_t>(100));
}

}  // namespace symbolic_test
