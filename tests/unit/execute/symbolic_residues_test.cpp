// What is said of residues against all inputs of small networks: SparseBERT's by the literal
// executor, and all-max stages of random patterns and multipliers.
#include "execute/symbolic_residues.hpp"

#include <fmt/core.h>
#include <catch2/catch.hpp>

#include <random>
#include <set>

#include "construction/sparsebert/construction.hpp"
#include "execute/grid.hpp"
#include "execute/literal.hpp"
#include "support/rounds.hpp"

namespace symbolic_residues_test {

using namespace hardmax;

namespace {

Pattern all_others(std::size_t n) {
  std::vector<std::vector<Token>> tokens(n);
  for (Token k = 0; k < n; ++k) {
    for (Token j = 0; j < n; ++j) {
      if (j != k) tokens[k].push_back(j);
    }
  }
  return {"others", {tokens}};
}

struct Answer {
  bool differ = true, last_tells = true;  // by enumeration: all final ids; the last id after the
                                          // sweeps, of different inputs
  SymbolicRun::Shown shown;
};

Answer sparsebert_ids(std::uint64_t n, std::uint64_t d, std::uint64_t D,
                      const std::vector<std::string>& with = {}) {
  Overrides overrides;
  for (const std::string& text : with) overrides.add(text);
  const Parameters parameters{n, d, D};
  const auto built = sparsebert::build(parameters, true, overrides);
  const auto staged = sweep::stages(parameters, sparsebert::plan(parameters, true), overrides);
  const Pattern pattern = all_others(n), dense = make_pattern({.name_or_file = "dense", .n = n});
  const SymbolicRun run(staged, pattern);
  Answer answer;
  answer.shown = ids_differ_by_residues(staged, pattern, run);
  const Literal<ExactHardmax> literal(built.network, dense);
  const Grid grid(n, d, D);
  std::set<Rational> seen, last;
  for (std::uint64_t g = 0; g < *grid.size64(); ++g) {
    const auto G = grid.input(g);
    State<Rational> state(d, n);
    for (std::size_t i = 0; i < state.entries.size(); ++i)
      state.entries[i] = Rational(G[i]) + built.E[i / d];
    for (std::size_t t = 0; t < literal.layers(); ++t) {
      if (t == built.selective_layers)
        answer.last_tells =
            last.insert(column_id(state.column(n - 1), D)).second && answer.last_tells;
      state = literal.apply(t, state);
    }
    for (std::size_t k = 0; k < n; ++k)
      answer.differ = seen.insert(column_id(state.column(k), D)).second && answer.differ;
  }
  return answer;
}

}  // namespace

TEST_CASE(
    "residues: all ids of SparseBERT with encodings differ, whether the last one tells the input "
    "or not") {
  for (const auto& [n, d, D] : std::vector<std::array<std::uint64_t, 3>>{{2, 1, 2},
                                                                         {2, 1, 5},
                                                                         {2, 2, 2},
                                                                         {3, 2, 3},
                                                                         {4, 1, 3},
                                                                         {5, 1, 2},
                                                                         {6, 1, 2},
                                                                         {7, 1, 2}}) {
    INFO("n = " << n << ", d = " << d << ", D = " << D);
    const Answer answer = sparsebert_ids(n, d, D);
    CHECK(answer.differ);
    CHECK(answer.shown.holds);
    CHECK(answer.shown.why_not == "");
  }
  // The last id alone tells it for odd n where there are three digits and more.
  CHECK_FALSE(sparsebert_ids(4, 1, 3).last_tells);
  CHECK_FALSE(sparsebert_ids(5, 1, 2).last_tells);
  CHECK(sparsebert_ids(5, 1, 3).last_tells);
}

TEST_CASE("residues: nothing is shown of a changed network of SparseBERT that is not so") {
  std::size_t wrong = 0, shown = 0;
  for (const char* change :
       {"c=1", "c=7", "c=40", "c=133", "c=400", "c=2000", "E.4=4", "shift=0", "shift=1", "shift=2",
        "shift=5", "drop=1", "drop=4", "drop=13", "drop=14", "E.1=1", "E.4=2", "E.4=5", "E.2=0"}) {
    INFO(change);
    const Answer answer = sparsebert_ids(4, 1, 3, {change});
    CHECK((answer.differ || !answer.shown.holds));
    wrong += !answer.differ;
    shown += answer.shown.holds;
  }
  CHECK(wrong > 5);
  CHECK(shown > 1);
}

namespace {

// An all-max stage over tokens in windows of their own, or in a row, of one size or of all:
// `values` are those of a digit.
template <typename Number>
StagedNetworkOf<Number> stage_of(const Number& values, const std::vector<std::uint64_t>& gaps,
                                 const Number& c, std::size_t layers, std::size_t p) {
  StagedNetworkOf<Number> network;
  network.values = values;
  Number at = gaps[0];
  for (std::size_t k = 0; k + 1 < gaps.size(); ++k) {
    network.start.push_back(at);
    at += values + Number(gaps[k + 1]);
  }
  for (std::size_t t = 0; t < layers; ++t) network.all_max.push_back({t % p, c});
  return network;
}

bool all_differ(const StagedNetwork& network, const Pattern& pattern) {
  const std::size_t n = pattern.tokens();
  const auto values = static_cast<std::uint64_t>(*network.values.to_int64()),
             inputs = static_cast<std::uint64_t>(*power(network.values, n).to_int64());
  std::set<Rational> seen;
  for (std::uint64_t input = 0; input < inputs; ++input) {
    std::vector<Rational> ids;
    std::uint64_t rest = input;
    for (std::size_t k = 0; k < n; ++k, rest /= values)
      ids.push_back(network.start[k] + Rational(rest % values));
    for (const AllMax& layer : network.all_max) {
      std::vector<Rational> next = ids;
      for (Token k = 0; k < n; ++k) {
        Rational most = -1;
        for (const Token j : pattern.neighbours(layer.pattern_layer, k))
          most = std::max(most, ids[j]);
        next[k] += layer.c * most;
      }
      ids = std::move(next);
    }
    for (const Rational& id : ids) {
      if (!seen.insert(id).second) return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE(
    "residues: random all-max stages against all inputs, of one size and of every size at once") {
  std::mt19937_64 random(20201101);
  std::size_t shown = 0, same = 0, at_every_size = 0;
  for (int i = 0; i < testing::rounds(3000); ++i) {
    const std::size_t n = 2 + random() % 3, p = 1 + random() % 2, layers = 1 + random() % 3;
    std::vector<std::vector<std::vector<Token>>> lists(p, std::vector<std::vector<Token>>(n));
    for (auto& layer : lists) {
      for (std::size_t k = 0; k < n; ++k) {
        for (Token j = 0; j < n; ++j) {
          if (random() % 3 != 0) layer[k].push_back(j);
        }
        if (layer[k].empty()) layer[k].push_back(static_cast<Token>(random() % n));
      }
    }
    const Pattern pattern("random", lists);
    const std::uint64_t values = 2 + random() % 2, c = 2 + random() % 30;
    std::vector<std::uint64_t> gaps;
    for (std::size_t k = 0; k <= n; ++k) gaps.push_back(random() % 2);
    const StagedNetwork network = stage_of<Rational>(values, gaps, c, layers, p);
    const SymbolicRun run(network, pattern);
    const auto answer = ids_differ_by_residues(network, pattern, run);
    INFO("instance " << i);
    if (answer.holds) {
      ++shown;
      REQUIRE(all_differ(network, pattern));
      same += run.all_ids_differ().holds;
    }
    // The same for x more values and 4 n x more in c.
    const WholePolynomial x = WholePolynomial::x();
    const auto every =
        stage_of<WholePolynomial>(x + values, gaps, WholePolynomial(4 * n) * x + c, layers, p);
    if (!ids_differ_by_residues(every, pattern, SymbolicRunOf<WholePolynomial>(every, pattern))
             .holds)
      continue;
    ++at_every_size;
    for (std::uint64_t more = 0; more < 3; ++more)
      REQUIRE(all_differ(stage_of<Rational>(values + more, gaps, c + 4 * n * more, layers, p),
                         pattern));
  }
  CHECK(shown > testing::met<std::size_t>(50));
  CHECK(same < shown);
  CHECK(at_every_size > testing::met<std::size_t>(20));
}

}  // namespace symbolic_residues_test
