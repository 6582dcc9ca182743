// Symbolic execution with polynomials, for every D and every d at once, against the same with
// numbers: node for node, order, windows that fire and leading parts.
#include <fmt/core.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>
#include <random>

#include "construction/sparsebert/construction.hpp"
#include "construction/yun2020a/construction.hpp"
#include "construction/yun2020b/stages.hpp"
#include "exact/error.hpp"
#include "execute/literal.hpp"
#include "execute/symbolic.hpp"
#include "pattern/assumption1.hpp"
#include "support/rounds.hpp"

namespace symbolic_every_size_test {

using namespace hardmax;

namespace {

using PolynomialRun = SymbolicRunOf<WholePolynomial>;

struct Case {
  explicit Case(Pattern of, const std::vector<std::string>& with = {})
      : pattern(std::move(of)), assumption(decide_assumption1(pattern)) {
    REQUIRE(assumption.holds());
    for (const std::string& text : with) overrides.add(text);
  }
  Case(const std::string& name, std::uint64_t n, const std::vector<std::string>& with = {})
      : Case(make_pattern({.name_or_file = name, .n = n}), with) {}
  [[nodiscard]] StagedNetworkOf<WholePolynomial> every(std::optional<std::uint64_t> d,
                                                       std::uint64_t least_D = 2) const {
    return yun2020b::stages_of_every_size({pattern.tokens(), d, least_D}, pattern, assumption,
                                          overrides);
  }
  [[nodiscard]] StagedNetwork at(std::uint64_t d, std::uint64_t D) const {
    return yun2020b::stages({pattern.tokens(), d, D}, pattern, assumption, overrides);
  }
  Pattern pattern;
  Assumption1 assumption;
  Overrides overrides;
};

// The values of x, y, z at D and d.
struct Place {
  Rational x, y, z;
  Place(std::uint64_t D, std::uint64_t least_D) : x(D - least_D) {}
  static Place of_every_d(std::uint64_t d, std::uint64_t D) {
    Place place(2, 2);
    const Rational q = power(D, d);
    Rational block;
    for (std::uint64_t r = 1; r <= d; ++r) block += power(D, r);
    place.x = q - Rational(2);
    place.y = block - q;
    place.z = Rational(D) * q - block;
    REQUIRE((place.x.sign() >= 0 && place.y.sign() >= 0 && place.z.sign() >= 0));
    return place;
  }
  Rational operator()(const WholePolynomial& p) const { return p.value(x, y, z); }
};

// What the run with polynomials says at D and d is what the run with numbers says.
void require_same(const PolynomialRun& every, const SymbolicRun& one, const Place& at) {
  REQUIRE(every.followed());
  REQUIRE(one.followed());
  REQUIRE(every.nodes().size() == one.nodes().size());
  for (std::size_t i = 0; i < one.nodes().size(); ++i) {
    const auto& a = every.nodes()[i];
    const auto& b = one.nodes()[i];
    REQUIRE(at(a.constant) == b.constant);
    REQUIRE(a.digit == b.digit);
    REQUIRE(at(a.low) == b.low);
    REQUIRE(at(a.high) == b.high);
    REQUIRE(a.terms.size() == b.terms.size());
    for (std::size_t t = 0; t < b.terms.size(); ++t) {
      REQUIRE(a.terms[t].first == b.terms[t].first);
      REQUIRE(at(a.terms[t].second) == b.terms[t].second);
    }
  }
  REQUIRE(every.columns() == one.columns());
  REQUIRE(every.order() == one.order());
  REQUIRE(every.fired() == one.fired());
  REQUIRE(every.leading() == one.leading());
}

void require_same_network(const StagedNetworkOf<WholePolynomial>& every, const StagedNetwork& one,
                          const Place& at) {
  REQUIRE(at(every.values) == one.values);
  REQUIRE(every.start.size() == one.start.size());
  for (std::size_t k = 0; k < one.start.size(); ++k) REQUIRE(at(every.start[k]) == one.start[k]);
  REQUIRE(every.sweeps.size() == one.sweeps.size());
  for (std::size_t i = 0; i < one.sweeps.size(); ++i) {
    REQUIRE(every.sweeps[i].pattern_layer == one.sweeps[i].pattern_layer);
    REQUIRE(at(every.sweeps[i].first) == one.sweeps[i].first);
    REQUIRE(at(every.sweeps[i].last) == one.sweeps[i].last);
    REQUIRE(at(every.sweeps[i].shift) == one.sweeps[i].shift);
  }
  REQUIRE(every.all_max.size() == one.all_max.size());
  for (std::size_t t = 0; t < one.all_max.size(); ++t) {
    REQUIRE(every.all_max[t].pattern_layer == one.all_max[t].pattern_layer);
    REQUIRE(at(every.all_max[t].c) == one.all_max[t].c);
  }
}

void examine(const Case& the) {
  INFO(the.pattern.name() << ", n = " << the.pattern.tokens());
  const StagedNetworkOf<WholePolynomial> every_d = the.every(std::nullopt);
  const PolynomialRun for_every_d(every_d, the.pattern);
  INFO(for_every_d.undecided());
  REQUIRE(for_every_d.all_ids_differ().why_not == "");
  REQUIRE(for_every_d.ids_differ_in_each_input().why_not == "");
  for (const std::uint64_t least_D : {2U, 3U}) {
    for (std::uint64_t d = 1; d <= 3; ++d) {
      const StagedNetworkOf<WholePolynomial> fixed_d = the.every(d, least_D);
      const PolynomialRun for_fixed_d(fixed_d, the.pattern);
      REQUIRE(for_fixed_d.all_ids_differ().why_not == "");
      for (std::uint64_t D = least_D; D <= 5; ++D) {
        INFO("d = " << d << ", D = " << D);
        const Place at(D, least_D), at_d = Place::of_every_d(d, D);
        const StagedNetwork one = the.at(d, D);
        require_same_network(every_d, one, at_d);
        require_same_network(fixed_d, one, at);
        const SymbolicRun run(one, the.pattern);
        require_same(for_every_d, run, at_d);
        require_same(for_fixed_d, run, at);
        REQUIRE(run.all_ids_differ().holds);
      }
    }
  }
}

}  // namespace

TEST_CASE(
    "symbolic: with polynomials every node is, at each D and d, that of the run with numbers") {
  for (const char* name : {"dense", "strided", "star", "window", "fixed"}) {
    for (const std::uint64_t n : {2U, 3U, 6U}) {
      if (std::string(name) != "fixed" || n == 6) examine(Case(name, n));  // there is no s for less
    }
  }
  examine(Case(Pattern("order", {{{0, 3}, {1, 2, 3}, {0, 2}, {1, 3}}})));
}

TEST_CASE("symbolic: broken networks are not shown for every D, with or without d") {
  for (const char* broken : {"c=1", "c=1000000000000", "shift=1", "shift=2", "shift=1000",
                             "shift=0", "shift=-3", "E.3=0", "E.1=0", "E.2=-1", "E.1=1"}) {
    const Case the("strided", 4, {broken});
    for (const std::optional<std::uint64_t> d :
         {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(1),
          std::optional<std::uint64_t>(2)}) {
      const auto network = the.every(d);
      const PolynomialRun run(network, the.pattern);
      INFO(broken << ": " << run.all_ids_differ().why_not);
      CHECK_FALSE(run.all_ids_differ().holds);
      CHECK(run.all_ids_differ().why_not != "");
    }
  }
}

TEST_CASE("symbolic: with polynomials nothing is shown of what is false at one small D alone") {
  const Case the("strided", 4);
  using P = WholePolynomial;
  const auto refused = [&](const char* what,
                           const std::function<void(StagedNetworkOf<P>&)>& change) {
    for (const std::optional<std::uint64_t> d :
         {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(2)}) {
      auto network = the.every(d);
      change(network);
      const PolynomialRun run(network, the.pattern);
      INFO(what);
      CHECK_FALSE(run.all_ids_differ().holds);
    }
  };
  const P x = P::x();
  refused("a window is missing",
          [&](auto& network) { network.sweeps[1].missing.push_back(network.sweeps[1].first + 1); });
  refused("the last window is missing",
          [&](auto& network) { network.sweeps[2].missing.push_back(network.sweeps[2].last); });
  refused("the last window is left out", [&](auto& network) { network.sweeps[0].last -= 1; });
  refused("the first window is left out", [&](auto& network) { network.sweeps[0].first += 1; });
  refused("the windows begin one too early at x = 0, rightly from x = 1 on",
          [&](auto& network) { network.sweeps[0].first -= x - 1; });
  refused("a position is used twice", [&](auto& network) { network.start[2] = network.start[1]; });
  refused("a position is used twice at x = 3",
          [&](auto& network) { network.start[2] = network.start[1] + (x - 3) * network.values; });
  refused("positions nearer than the number of values",
          [&](auto& network) { network.start[2] = network.start[1] + network.values - 1; });
  refused("the shift is one less", [&](auto& network) {
    for (auto& sweep : network.sweeps) sweep.shift -= 1;
  });
  refused("the shift of the last sweep is one less",
          [&](auto& network) { network.sweeps.back().shift -= 1; });
  refused("the shift is twice what it was", [&](auto& network) {
    for (auto& sweep : network.sweeps) sweep.shift *= 2;
  });
  refused("the shift changes its sign at x = 2",
          [&](auto& network) { network.sweeps[1].shift *= x - 2; });
  refused("a sweep on a layer without the edge", [&](auto& network) {
    for (auto& sweep : network.sweeps) sweep.pattern_layer = 1;
  });
  refused("no all-max layer", [&](auto& network) { network.all_max.clear(); });
  refused("an all-max layer less", [&](auto& network) { network.all_max.pop_back(); });
  refused("two multipliers", [&](auto& network) { network.all_max.back().c += 1; });
  refused("c without a factor D^d", [&](auto& network) {
    for (auto& layer : network.all_max) layer.c = (x + 2) * 8 * power(network.values, 2);
  });
  refused("c negative at x = 0", [&](auto& network) {
    for (auto& layer : network.all_max) layer.c *= x - 1;
  });
  refused("c is 0 at x = 1", [&](auto& network) {
    for (auto& layer : network.all_max) layer.c *= (x - 1) * (x - 1);
  });
  // The bound that is looked at, exactly.
  auto network = the.every(1);
  const PolynomialRun before(network, the.pattern);
  const P least = P(network.all_max.size()) *
                  (before.nodes()[before.columns()[before.order().back()]].high + 1);
  for (auto& layer : network.all_max) layer.c = least;
  CHECK(PolynomialRun(network, the.pattern).all_ids_differ().holds);
  for (auto& layer : network.all_max) layer.c = least - 1;
  CHECK_FALSE(PolynomialRun(network, the.pattern).all_ids_differ().holds);
}

TEST_CASE("symbolic: what depends on D by a number or a fraction is refused") {
  for (const char* refused :
       {"drop=1", "qdrop=1", "vdrop=1", "E.2=1/2", "c=7/2", "shift=1/3", "E.9=1"}) {
    const Case the("strided", 4, {refused});
    INFO(refused);
    CHECK_THROWS_AS(the.every(std::nullopt), InvalidInput);
    CHECK_THROWS_AS(the.every(1), InvalidInput);
  }
}

TEST_CASE(
    "symbolic: 1,000 random patterns and changes, every D and d at once against each D in 2..5 "
    "with numbers") {
  std::mt19937_64 random(2020);
  std::size_t shown = 0, unshown = 0, others = 0;
  for (int tried = 0; tried < testing::rounds(1000);) {
    const std::size_t n = 2 + random() % 5, p = 1 + random() % 3;
    std::vector<std::vector<std::vector<Token>>> layers(p, std::vector<std::vector<Token>>(n));
    for (auto& layer : layers) {
      for (std::size_t k = 0; k < n; ++k) {
        for (Token j = 0; j < n; ++j) {
          if (j == k || random() % 3 == 0) layer[k].push_back(j);
        }
      }
    }
    Pattern pattern("random", std::move(layers));
    if (!decide_assumption1(pattern).holds()) continue;
    ++tried;
    std::vector<std::string> with;
    if (random() % 2 == 0) {
      const std::size_t token = 1 + random() % n;
      const std::uint64_t value = random() % 9;
      const char* names[] = {"c", "shift", "E."};
      const std::size_t which = random() % 3;
      with.push_back(
          fmt::format("{}{}={}", names[which], which == 2 ? std::to_string(token) : "", value));
    }
    const Case the(std::move(pattern), with);
    const std::optional<std::uint64_t> d =
        random() % 2 == 0 ? std::nullopt : std::optional<std::uint64_t>(1 + random() % 2);
    const auto network = the.every(d);
    const PolynomialRun run(network, the.pattern);
    const bool all = run.all_ids_differ().holds;
    INFO((with.empty() ? "unchanged" : with[0])
         << ", n = " << n << ": " << run.all_ids_differ().why_not);
    if (with.empty()) CHECK(all);
    others += all && !std::is_sorted(the.assumption.gamma.begin(), the.assumption.gamma.end());
    (all ? shown : unshown) += 1;
    for (std::uint64_t D = 2; D <= 5 && all; ++D) {
      const StagedNetwork numbers = the.at(d.value_or(2), D);
      const SymbolicRun one(numbers, the.pattern);
      CHECK(one.all_ids_differ().holds);
      require_same(run, one, d ? Place(D, 2) : Place::of_every_d(2, D));
    }
  }
  CHECK(shown > testing::met<std::size_t>(400));
  CHECK(others > testing::met<std::size_t>(100));  // gamma is not the identity
  CHECK(unshown > testing::met<std::size_t>(150));
}

namespace {

struct SweepCase {
  const char* name;
  sweep::Plan (*plan)(const Parameters&, bool positional);
  sweep::MultiplierOfEverySize multiplier;
  bool sees_itself;
};

const SweepCase sweep_cases[] = {
    {"yun2020a", &yun2020a::plan, &yun2020a::multiplier_of_every_size, true},
    {"sparsebert", &sparsebert::plan, &sparsebert::multiplier_of_every_size, false}};

Pattern everyone(std::size_t n, bool sees_itself) {
  std::vector<std::vector<Token>> sets(n);
  for (Token k = 0; k < n; ++k) {
    for (Token j = 0; j < n; ++j) {
      if (sees_itself || j != k) sets[k].push_back(j);
    }
  }
  return {"dense", {std::move(sets)}};
}

// What a run with polynomials says at one place, if it was followed as far as this.
void require_same_swept(const PolynomialRun& every, const SymbolicRun& one, const Place& at) {
  if (!every.swept()) return;
  REQUIRE(one.swept());
  REQUIRE(every.fired() == one.fired());
  REQUIRE(every.order() == one.order());
  REQUIRE(every.columns() == one.columns());
  REQUIRE(every.nodes().size() == one.nodes().size());
  for (std::size_t i = 0; i < one.nodes().size(); ++i) {
    const auto& a = every.nodes()[i];
    const auto& b = one.nodes()[i];
    REQUIRE(at(a.low) == b.low);
    REQUIRE(at(a.high) == b.high);
    REQUIRE(a.corners.size() == b.corners.size());
    for (std::size_t c = 0; c < b.corners.size(); ++c) REQUIRE(at(a.corners[c]) == b.corners[c]);
  }
}

}  // namespace

TEST_CASE(
    "symbolic: with polynomials the dense constructions are, at each D and d, what they are with "
    "numbers") {
  for (const SweepCase& the : sweep_cases) {
    for (const bool positional : {true, false}) {
      for (const std::uint64_t n : {3U, 5U, 6U}) {
        const Pattern pattern = everyone(n, the.sees_itself);
        const std::uint64_t least = positional ? 2 : n;  // D and q at which there are inputs
        const auto every_d =
            sweep::stages_of_every_size({n, std::nullopt, 2, false, least},
                                        the.plan({n, 1, 2}, positional), the.multiplier, {});
        const PolynomialRun for_every_d(every_d, pattern);
        CHECK(every_d.increasing == !positional);
        if (the.sees_itself) CHECK(for_every_d.all_ids_differ().why_not == "");
        for (std::uint64_t d = 1; d <= 2; ++d) {
          const auto fixed_d = sweep::stages_of_every_size(
              {n, d, least}, the.plan({n, d, 2}, positional), the.multiplier, {});
          const PolynomialRun for_fixed_d(fixed_d, pattern);
          for (std::uint64_t D = least; D <= least + 2; ++D) {
            INFO(the.name << ", positional " << positional << ", n = " << n << ", d = " << d
                          << ", D = " << D << ": " << for_fixed_d.undecided());
            Place at_d = Place::of_every_d(d, D);
            at_d.x = power(D, d) - Rational(least);
            StagedNetwork one = sweep::stages({n, d, D}, the.plan({n, d, D}, positional), {});
            one.increasing = !positional;
            require_same_network(every_d, one, at_d);
            require_same_network(fixed_d, one, Place(D, least));
            const SymbolicRun run(one, pattern);
            require_same_swept(for_every_d, run, at_d);
            require_same_swept(for_fixed_d, run, Place(D, least));
          }
        }
      }
    }
  }
}

TEST_CASE(
    "symbolic: of inputs whose digits increase every id is, at each of them, what its node says") {
  for (const SweepCase& the : sweep_cases) {
    const std::uint64_t n = 4, D = 6;
    const Pattern pattern = everyone(n, the.sees_itself);
    StagedNetwork network = sweep::stages({n, 1, D}, the.plan({n, 1, D}, false), {});
    network.increasing = true;
    const SymbolicRun run(network, pattern);
    INFO(the.name << " " << run.undecided());
    REQUIRE(run.swept());
    const SweepConstruction built = sweep::build({n, 1, D}, the.plan({n, 1, D}, false), {});
    const Pattern all = everyone(n, true);
    const Literal<ExactHardmax> literal(built.network, all);
    std::size_t inputs = 0;
    for (std::uint64_t a = 0; a < D * D * D * D; ++a) {
      const std::vector<std::uint64_t> digits = {a / 216, a / 36 % 6, a / 6 % 6, a % 6};
      if (!(digits[0] < digits[1] && digits[1] < digits[2] && digits[2] < digits[3])) continue;
      ++inputs;
      std::vector<Rational> values;
      for (const auto& node : run.nodes()) {
        Rational value = node.terms.empty() ? Rational(digits[node.digit]) : node.constant;
        for (const auto& [term, factor] : node.terms) value += factor * values[term];
        REQUIRE((node.low <= value && value <= node.high));
        REQUIRE((*std::min_element(node.corners.begin(), node.corners.end()) <= value &&
                 value <= *std::max_element(node.corners.begin(), node.corners.end())));
        values.push_back(value);
      }
      State<Rational> state(1, n);
      for (std::size_t k = 0; k < n; ++k) state.entries[k] = Rational(digits[k]);
      for (std::size_t t = 0; t < built.selective_layers; ++t) state = literal.apply(t, state);
      for (std::size_t k = 0; k < n; ++k) REQUIRE(state.entries[k] == values[run.columns()[k]]);
    }
    REQUIRE(inputs == 15);
  }
}

}  // namespace symbolic_every_size_test
