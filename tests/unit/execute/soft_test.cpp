#include <catch2/catch.hpp>

#include <random>

#include "construction/yun2020b/construction.hpp"
#include "construction/yun2020b/quantizer.hpp"
#include "exact/error.hpp"
#include "execute/soft.hpp"
#include "pattern/assumption1.hpp"
#include "support/rounds.hpp"

namespace soft_test {

using namespace hardmax;

namespace {

Rational q(const char* text) { return Rational::parse(text).value(); }

Pattern dense(std::size_t n) {
  PatternRequest request;
  request.name_or_file = "dense";
  request.n = n;
  return make_pattern(request);
}

Attention head(const Rational& out, const Rational& bias,
               std::optional<SoftMap> map = std::nullopt) {
  Attention layer;
  layer.heads.push_back(
      Head{Matrix::row({out}), Matrix::row({1}), Matrix::row({1}), Matrix::row({1}), {bias}});
  layer.map = std::move(map);
  return layer;
}

template <class S>
State<S> row(const std::vector<Rational>& ids) {
  State<S> z(1, ids.size());
  for (std::size_t k = 0; k < ids.size(); ++k) z.entries[k] = S(ids[k]);
  return z;
}

}  // namespace

TEST_CASE("soft: a hardmax network on balls does what it does on rationals") {
  std::mt19937_64 random(50);
  PatternRequest request;
  request.name_or_file = "strided";
  request.n = 4;
  const Pattern strided = make_pattern(request);
  const auto built = yun2020b::build({4, 2, 2}, strided, decide_assumption1(strided), {});
  const Literal<ExactHardmax> exact(built.network, strided);
  const Literal<SoftBalls> balls(built.network, strided);
  for (int round = 0; round < 5; ++round) {
    State<Rational> z(2, 4);
    for (std::size_t k = 0; k < 4; ++k) {
      for (std::size_t r = 0; r < 2; ++r)
        z.column(k)[r] = Rational(random() % 2) + built.E[k] * Rational(2);
    }
    State<Ball> b(2, 4);
    for (std::size_t i = 0; i < 8; ++i) b.entries[i] = Ball(z.entries[i]);
    const auto end = exact.run(z);
    const auto enclosed = balls.run(b);
    for (std::size_t i = 0; i < 8; ++i) {
      CHECK(enclosed.entries[i].is_exact());
      CHECK(enclosed.entries[i].contains(end.entries[i]));
    }
  }
}

TEST_CASE("soft: the exact executor refuses soft maps") {
  const Pattern pattern = dense(2);
  const Network network(1, 1, {head(1, 0, SoftMap{})});
  CHECK_THROWS_AS(Literal<ExactHardmax>(network, pattern).run(row<Rational>({1, 2})),
                  BrokenContract);
}

TEST_CASE("soft: parameters of maps outside their range are refused by the network") {
  for (const SoftMap& map :
       {SoftMap{SoftMap::Kind::softmax, 0, 0}, SoftMap{SoftMap::Kind::top_k, 0, 1},
        SoftMap{SoftMap::Kind::top_k, q("3/2"), 1}, SoftMap{SoftMap::Kind::sparselin, 1, 1},
        SoftMap{SoftMap::Kind::sparselin, -1, 1}, SoftMap{SoftMap::Kind::entmax, q("1/2"), 1}}) {
    CHECK_THROWS_AS(Network(1, 1, {head(1, 0, map)}), BrokenContract);
  }
}

TEST_CASE("soft: a softmax head returns the weighted mean") {
  const Pattern pattern = dense(2);
  const Network network(1, 1, {head(1, 0, SoftMap{SoftMap::Kind::softmax, 0, q("1/2")})});
  const auto out = Literal<SoftBalls>(network, pattern).run(row<Ball>({0, 1}));
  // Token 1: query 0, all scores 0, the mean 1/2. Token 2: scores 0 and 1 at t = 1/2, so 1 + 1 / (1
  // + exp(-1/2)).
  CHECK(out.entries[0].contains(q("1/2")));
  CHECK(out.entries[1].overlaps(Ball(1) + Ball(1) / (Ball(1) + exp(Ball(q("-1/2"))))));
  CHECK(out.entries[1].upper() - out.entries[1].lower() < Rational(1) / power(2, 100));
}

TEST_CASE("soft: heads that cancel do so exactly, however wide the ids are") {
  const Pattern pattern = dense(2);
  Attention layer = head(100, 0);
  layer.heads.push_back(head(-100, 1).heads[0]);
  const Network network(1, 1, {layer});
  State<Ball> z(1, 2);
  z.entries = {Ball::between(4, 5), Ball::between(8, 9)};
  const auto out = Literal<SoftBalls>(network, pattern).run(z);
  for (std::size_t k = 0; k < 2; ++k)
    CHECK(out.entries[k].upper() - out.entries[k].lower() <= q("11/10"));
}

TEST_CASE("soft: a head that names a key beside one that names none adds that key's value") {
  const Pattern pattern = dense(2);
  Attention layer = head(1, q("5/2"));  // does not tell at token 1, whose id may be on either side
                                        // of the bias, and ties nowhere
  layer.heads.push_back(head(10, -1).heads[0]);
  State<Ball> z(1, 2);
  z.entries = {Ball::between(2, 3), Ball(8)};
  const auto out = Literal<SoftBalls>(Network(1, 1, {layer}), pattern).run(z);
  // 2..3 and 2..8 and 80 at token 1, 8 and 8 and 80 at token 2.
  for (const int value : {84, 91}) CHECK(out.entries[0].contains(Rational(value)));
  CHECK(out.entries[0].lower() >= q("839/10"));
  CHECK(out.entries[0].upper() <= q("911/10"));
  CHECK(out.entries[1].contains(Rational(96)));
}

TEST_CASE(
    "soft: the admissible run contains the run of every map that satisfies Assumption 2, and that "
    "of the adversary") {
  std::mt19937_64 random(51);
  const Pattern pattern = dense(3);
  for (int round = 0; round < testing::rounds(200); ++round) {
    std::vector<Rational> ids;
    std::string shown;
    for (int k = 0; k < 3; ++k) {
      ids.push_back(Rational(1 + random() % 40) / Rational(4));
      shown += " " + ids.back().str();
    }
    const Rational zeta = Rational(1 + random() % 8) / Rational(4),
                   eta = Rational(1) / Rational(2 + random() % 60);
    const Bound bound{Ball(zeta), Ball(eta)};
    const Rational bias = Rational(random() % 5) + q("1/2");
    INFO("ids" << shown << ", bias " << bias.str() << ", zeta " << zeta.str() << ", eta "
               << eta.str());
    const Network plain(1, 1, {head(2, bias)});
    Admissible every;
    every.bound = &bound;
    const auto all = Literal<Admissible>(plain, pattern, every).run(row<Ball>(ids));
    std::vector<State<Ball>> runs;
    for (SoftMap map : {SoftMap{SoftMap::Kind::softmax, 0, 1}, SoftMap{SoftMap::Kind::top_k, 2, 1},
                        SoftMap{SoftMap::Kind::sparselin, q("1/3"), 1},
                        SoftMap{SoftMap::Kind::entmax, q("3/2"), 1}}) {
      map.t = 400 * (Rational(1) / zeta);  // more than any of them needs
      runs.push_back(
          Literal<SoftBalls>(Network(1, 1, {head(2, bias, map)}), pattern).run(row<Ball>(ids)));
    }
    if (ids[0] != ids[1] && ids[1] != ids[2] && ids[0] != ids[2] && bias != ids[0] &&
        bias != ids[1] && bias != ids[2]) {
      Adversary one;
      one.bound = &bound;
      runs.push_back(Literal<Adversary>(plain, pattern, one).run(row<Ball>(ids)));
    }
    for (const auto& run : runs) {
      for (std::size_t k = 0; k < 3; ++k) {
        CHECK(all.entries[k].lower() <= run.entries[k].upper());
        CHECK(run.entries[k].lower() <= all.entries[k].upper());
        // Up to the rounding of both, the run lies inside.
        const Rational slack = Rational(1) / power(2, 20);
        CHECK(all.entries[k].lower() <= run.entries[k].lower() + slack);
        CHECK(run.entries[k].upper() <= all.entries[k].upper() + slack);
      }
    }
  }
}

TEST_CASE("soft: an activation with jumps, on a ball, covers what it does anywhere in the ball") {
  const PiecewiseLinear phi = yun2020b::phi();
  CHECK(BallScalars::activate(phi, Ball(q("1/2"))).contains(q("-1/2")));
  CHECK(BallScalars::activate(phi, Ball(q("1/2"))).is_exact());
  CHECK(BallScalars::activate(phi, Ball(3)).is_zero());
  const Ball across = BallScalars::activate(phi, Ball::between(Ball(q("3/4")), Ball(q("5/4"))));
  for (const char* value : {"-3/4", "-9/10", "0"}) CHECK(across.contains(q(value)));
  CHECK(across.lower() >= q("-101/100"));
}

}  // namespace soft_test
