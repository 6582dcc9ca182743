#include <catch2/catch.hpp>

#include "construction/psi.hpp"
#include "construction/yun2020b/construction.hpp"
#include "exact/error.hpp"
#include "execute/grid.hpp"
#include "execute/literal.hpp"
#include "pattern/assumption1.hpp"

namespace literal_test {

using namespace hardmax;

namespace {

Rational q(const char* text) { return Rational::parse(text).value(); }

Pattern named(const char* name, std::size_t n, std::optional<std::uint64_t> window = std::nullopt) {
  PatternRequest request;
  request.name_or_file = name;
  request.n = n;
  request.window = window;
  return make_pattern(request);
}

// One row: u = 1, so a column is its id.
State<Rational> row(const std::vector<Rational>& ids) {
  State<Rational> z(1, ids.size());
  z.entries = ids;
  return z;
}

Attention one_head(const Rational& out, const Rational& bias) {
  Attention layer;
  layer.heads.push_back(
      Head{Matrix::row({out}), Matrix::row({1}), Matrix::row({1}), Matrix::row({1}), {bias}});
  return layer;
}

}  // namespace

TEST_CASE("literal: a head returns the maximum above its bias and the minimum below") {
  const Pattern dense = named("dense", 3);
  const Network network(1, 1, {one_head(1, q("3/2"))});
  const Literal<ExactHardmax> literal(network, dense);
  const State<Rational> z = row({1, 2, 5});
  CHECK(literal.head(0, 0, z, 0).front() == 1);
  CHECK(literal.head(0, 0, z, 1).front() == 5);
  CHECK(literal.run(z).entries == std::vector<Rational>{2, 7, 10});
}

TEST_CASE("literal: tied positions share equally, so a zero score returns the average") {
  const Pattern dense = named("dense", 3);
  const Network network(1, 1, {one_head(1, 2)});
  const Literal<ExactHardmax> literal(network, dense);
  CHECK(literal.head(0, 0, row({1, 2, 5}), 1).front() == q("8/3"));
  // Two maxima at the same value: the average of the two is that value.
  CHECK(literal.head(0, 0, row({5, 3, 5}), 1).front() == 5);
}

TEST_CASE(
    "literal: with E all zero, token 1 meets a tie of all scores in the first all-max layer and "
    "its head returns 16/3") {
  const Pattern strided = named("strided", 4, 2);
  const Assumption1 assumption = decide_assumption1(strided);
  Overrides overrides;
  for (const char* zero : {"E.1=0", "E.2=0", "E.3=0", "E.4=0"}) overrides.add(zero);
  const auto built = yun2020b::build({4, 1, 2}, strided, assumption, overrides);
  const Literal<ExactHardmax> literal(built.network, strided);
  State<Rational> z = row({0, 0, 0, 1});  // G = (0,0,0,1), E = 0
  for (std::size_t t = 0; t < built.selective_layers; ++t) z = literal.apply(t, z);
  CHECK(z.entries == std::vector<Rational>{0, 8, 8, 13});
  CHECK(literal.head(built.selective_layers, 0, z, 0).front() ==
        q("16/3"));  // the maximum over A_1 = {1,2,3} is 8
}

TEST_CASE("literal: heads act side by side on the layer's input") {
  const Pattern dense = named("dense", 2);
  Attention layer = one_head(1, 0);
  layer.heads.push_back(layer.heads.front());
  const Network network(1, 1, {layer});
  CHECK(Literal<ExactHardmax>(network, dense).run(row({1, 3})).entries ==
        std::vector<Rational>{7, 9});
}

TEST_CASE("literal: keys without self, negated absolute scores, no residual") {
  const Pattern dense = named("dense", 3);
  Attention layer = one_head(1, 0);
  layer.keys_with_self = false;
  layer.residual = false;
  CHECK(Literal<ExactHardmax>(Network(1, 1, {layer}), dense).run(row({1, 2, 5})).entries ==
        std::vector<Rational>{5, 5, 2});
  layer.score = Score::negated_absolute_dot;  // the smallest |x_j x_k|
  CHECK(Literal<ExactHardmax>(Network(1, 1, {layer}), dense).run(row({1, 2, 5})).entries ==
        std::vector<Rational>{2, 1, 1});
}

TEST_CASE("literal: a feed-forward layer applies its activation exactly, half-open ends included") {
  // yun2020b E.1: phi(t) = -t on [0, delta), 0 elsewhere; in units of delta, k = 1.
  const auto phi = PiecewiseLinear::from_half_open({{Rational(0), Rational(1), {-1, 0}}}, {0, 0});
  FeedForward layer{Matrix::row({1}), {-1}, phi, Matrix::row({1}), {0}, true};
  const Network network(1, 1, {layer});
  const Pattern dense = named("dense", 4);
  CHECK(Literal<ExactHardmax>(network, dense).run(row({q("1/2"), 1, q("3/2"), 2})).entries ==
        std::vector<Rational>{q("1/2"), 1, 1, 2});
}

TEST_CASE("construction: strided n = 4 has the paper's counts, cycle, weights and limits") {
  const Pattern strided = named("strided", 4, 2);
  const auto built = yun2020b::build({4, 1, 2}, strided, decide_assumption1(strided), {});
  CHECK(built.selective_layers == 12);
  CHECK(built.network.size() == 14);
  CHECK(built.c == 512);
  CHECK(built.E == std::vector<Rational>{3, 0, 1, 2});
  CHECK(within(built.network, {2, 1, 1}));
  CHECK_FALSE(within(built.network, {1, 1, 1}));
  for (std::size_t t = 0; t < 14; ++t) {
    const auto& layer = std::get<Attention>(built.network.layers()[t]);
    CHECK(layer.pattern_layer == t % 2);
    // l_i = 1 for every i: odd layers shift, even ones only keep the cycle, until the all-max
    // stage.
    CHECK(layer.heads.size() == (t >= 12 ? 1U : (t % 2 == 0 ? 2U : 0U)));
  }
  const Head& first =
      std::get<Attention>(built.network.layers()[2]).heads[0];  // block 2, second value: b = delta
  CHECK(first.b_Q.front() == q("1/2"));
  CHECK(first.W_O(0, 0) == 2);
}

TEST_CASE("construction: every window's layer is the selective shift at that window") {
  const Pattern strided = named("strided", 4, 2);
  const auto built = yun2020b::build({4, 2, 3}, strided, decide_assumption1(strided), {});
  REQUIRE(std::size(built.network.layers()) == built.network.size());
  for (std::uint64_t i = 2; i <= 4; ++i) {
    for (std::uint64_t value = 0; value < 9; ++value) {
      const auto& layer =
          std::get<Attention>(built.network.layers()[((i - 2) * 9 + value) * 2 + built.l[i - 1]]);
      const std::vector<Head> wanted = selective_shift(
          2, 3, built.shift, Rational(i - 2) * geometric_sum(2, 3) * Rational(3) + Rational(value));
      REQUIRE(layer.heads.size() == 2);
      for (std::size_t h = 0; h < 2; ++h) {
        const Head& head = layer.heads[h];
        CHECK((head.W_O == wanted[h].W_O && head.W_V == wanted[h].W_V &&
               head.W_K == wanted[h].W_K && head.W_Q == wanted[h].W_Q &&
               head.b_Q == wanted[h].b_Q));
      }
    }
  }
}

TEST_CASE("network: layers are made when they are first asked for, once, and checked then") {
  int made = 0;
  const Network network(1, 1, 2, [&] {
    ++made;
    return std::vector<Layer>{one_head(1, 0), one_head(2, 0)};
  });
  const Network copy = network;
  CHECK(network.size() == 2);
  CHECK(made == 0);
  CHECK(copy.layers().size() == 2);
  CHECK(&network.layers() == &copy.layers());
  CHECK(made == 1);
  CHECK_THROWS_AS(Network(1, 1, 3, [] { return std::vector<Layer>{one_head(1, 0)}; }).layers(),
                  BrokenContract);
  CHECK_THROWS_AS(Network(2, 1, 1, [] { return std::vector<Layer>{one_head(1, 0)}; }).layers(),
                  BrokenContract);
  CHECK_THROWS_AS(Network(2, 1, {one_head(1, 0)}), BrokenContract);
}

TEST_CASE("construction: a dropped layer becomes the identity and the cycle does not move") {
  const Pattern strided = named("strided", 4, 2);
  Overrides overrides;
  overrides.add("drop=13");
  const auto built = yun2020b::build({4, 1, 2}, strided, decide_assumption1(strided), overrides);
  CHECK(std::get<Attention>(built.network.layers()[12]).heads.empty());
  CHECK(std::get<Attention>(built.network.layers()[13]).pattern_layer == 1);
  CHECK(std::get<Attention>(built.network.layers()[13]).heads.size() == 1);
  CHECK(overrides.canonical() == std::vector<std::string>{"drop=13"});
}

TEST_CASE("grid: inputs are enumerated token by token, row 1 first, last entry fastest") {
  const Grid grid(2, 2, 3);
  CHECK(grid.size() == 81);
  CHECK(grid.show(0) == "0 0 0 0");
  CHECK(grid.show(1) == "0 0 0 1");
  CHECK(grid.show(3) == "0 0 1 0");
  CHECK(grid.show(80) == "2 2 2 2");
  CHECK_FALSE(Grid(40, 1, 8).size64().has_value());
  CHECK(Grid(62, 1, 2).size64() == (std::uint64_t{1} << 62));
  CHECK_FALSE(Grid(63, 1, 2).size64().has_value());
}

TEST_CASE("digest: weights positions, separates fractions, folds chunks in order") {
  CHECK(Digest::term(0, 4, 0, 5) == 5);
  CHECK(Digest::term(0, 4, 1, 5) == 15);
  CHECK(Digest::term(1, 4, 0, 5) == 45);
  CHECK(Digest::term(65536, 4, 0, 5) == 5);
  CHECK(Digest::term(0, 1, 0, q("5/2")) == 5 + Digest::multiplier);
  CHECK(Digest::term(0, 1, 0, -1) == ~std::uint64_t{0});
  Digest a, b;
  a.add_chunk(1);
  a.add_chunk(2);
  b.add_chunk(2);
  b.add_chunk(1);
  CHECK(a.hex() != b.hex());
  CHECK(a.total() == Digest::multiplier + 2);
  CHECK(Digest{}.hex() == "0000000000000000");
}

}  // namespace literal_test
