#include <catch2/catch.hpp>

#include <random>

#include "enclose/assumption2.hpp"
#include "support/rounds.hpp"

namespace assumption2_test {

using namespace hardmax;

namespace {

using Kind = SoftMap::Kind;

Rational q(const char* text) { return Rational::parse(text).value(); }

const std::vector<SoftMap> kMaps = {{Kind::softmax, 0, 1},       {Kind::top_k, 2, 1},
                                    {Kind::top_k, 3, 1},         {Kind::top_k_ties, 2, 1},
                                    {Kind::sparselin, 0, 1},     {Kind::sparselin, q("2/3"), 1},
                                    {Kind::entmax, q("3/2"), 1}, {Kind::entmax, 2, 1},
                                    {Kind::entmax, 3, 1},        {Kind::entmax, q("5/4"), 1}};

SoftMap at(SoftMap map, const Rational& t) {
  map.t = t;
  return map;
}

}  // namespace

TEST_CASE("assumption 2: the least t that certainly serves does, and a little less does not") {
  std::mt19937_64 random(30);
  for (int round = 0; round < testing::rounds(300); ++round) {
    const SoftMap& map = kMaps[random() % kMaps.size()];
    const std::uint64_t keys = 2 + random() % 6;
    const Rational zeta = Rational(1 + random() % 9) / Rational(1 + random() % 16),
                   eta = Rational(1) / Rational(2 + random() % 1000);
    INFO(name_of(map) << ", " << keys << " keys, zeta " << zeta.str() << ", eta " << eta.str());
    const Rational t = certain_scale(map, keys, zeta, eta);
    CHECK(t.sign() > 0);
    CHECK(satisfies(at(map, t), keys, zeta, eta) == true);
    if (least_scale(map, keys, zeta, eta).lower().sign() > 0)
      CHECK(satisfies(at(map, t * q("999/1000")), keys, zeta, eta) == false);
    CHECK(at_most(least_scale(map, keys, zeta, eta), Ball(t)) == true);
  }
}

TEST_CASE("assumption 2: scores other than the worst ones do at least as well") {
  std::mt19937_64 random(31);
  for (int round = 0; round < testing::rounds(400); ++round) {
    const SoftMap& map = kMaps[random() % kMaps.size()];
    const std::size_t keys = 2 + random() % 5;
    const Rational zeta = Rational(1 + random() % 9) / Rational(4),
                   eta = Rational(1) / Rational(2 + random() % 200);
    const SoftMap scaled = at(map, certain_scale(map, keys, zeta, eta));
    std::vector<Ball> scores(keys), weights(keys);
    std::string shown;
    const std::size_t winner = random() % keys;
    for (std::size_t j = 0; j < keys; ++j) {
      const Rational s = j == winner
                             ? Rational(5) + zeta
                             : Rational(5) - Rational(random() % 12) / Rational(1 + random() % 7);
      scores[j] = Ball(s);
      shown += " " + s.str();
    }
    INFO(name_of(scaled) << " t " << scaled.t.str() << ", eta " << eta.str() << ", scores"
                         << shown);
    weigh(scaled, scores, weights);
    CHECK(at_most(weights[winner], Ball(Rational(1) - eta)) != true);
    Ball others;
    for (std::size_t j = 0; j < keys; ++j) others += j == winner ? Ball(0) : weights[j];
    CHECK(less(Ball(eta), others) != true);
  }
}

TEST_CASE("assumption 2: the printed t serves for every map, except where it is 0") {
  std::mt19937_64 random(32);
  for (int round = 0; round < testing::rounds(300); ++round) {
    const SoftMap& map = kMaps[random() % kMaps.size()];
    if (map.kind == Kind::top_k_ties) continue;  // the next case
    const std::uint64_t keys = 2 + random() % 6;
    const Rational zeta = Rational(1 + random() % 9) / Rational(8),
                   eta = Rational(1) / Rational(2 + random() % 100);
    INFO(name_of(map) << ", " << keys << " keys, zeta " << zeta.str() << ", eta " << eta.str());
    const Rational t = printed_scale(map, keys, zeta, eta).upper();
    if (t.sign() > 0) CHECK(satisfies(at(map, t), keys, zeta, eta) == true);
  }
  // t = (1 - eta)/zeta of sparselin-gen at eta = 1 is 0, against t > 0; every positive t serves
  // there.
  const SoftMap sparselin{Kind::sparselin, q("1/2"), 1};
  CHECK(printed_scale(sparselin, 4, 1, 1).is_zero());
  CHECK(satisfies(at(sparselin, q("1/1000000")), 4, 1, 1) == true);
  CHECK(certain_scale(sparselin, 4, 1, 1).sign() > 0);
}

TEST_CASE(
    "assumption 2: with ties kept, the t for k scores is too small; with exactly k of k = n it is "
    "the t of softmax") {
  const SoftMap ties{Kind::top_k_ties, 2, 1}, exactly{Kind::top_k, 5, 1},
      softmax{Kind::softmax, 0, 1};
  const Rational zeta = q("1/4"), eta = q("1/100");
  const Rational t = printed_scale(ties, 5, zeta, eta).upper();
  CHECK(satisfies(at(ties, t), 5, zeta, eta) == false);
  CHECK(satisfies(at(SoftMap{Kind::top_k, 2, 1}, t), 5, zeta, eta) == true);
  CHECK(least_scale(exactly, 5, zeta, eta).overlaps(least_scale(softmax, 5, zeta, eta)));
  CHECK(least_scale(ties, 5, zeta, eta).overlaps(least_scale(softmax, 5, zeta, eta)));
}

TEST_CASE("assumption 2: one key, one kept score or a large eta: every t serves") {
  const Rational t = q("1/1048576");
  CHECK(satisfies({Kind::softmax, 0, t}, 1, 1, q("1/1000")) == true);
  CHECK(satisfies({Kind::top_k, 1, t}, 7, 1, q("1/1000")) == true);
  CHECK(satisfies({Kind::top_k_ties, 1, t}, 7, 1, q("1/1000")) == true);
  for (const SoftMap& map : kMaps) {
    INFO(name_of(map));
    CHECK(satisfies(at(map, t), 4, 1, 1) == true);
    CHECK(satisfies(at(map, t), 4, 1, q("3/4")) == true);  // eta >= (n-1)/n: equal weights serve
    CHECK(satisfies(at(map, t), 4, 1, q("1/2")).value_or(true) ==
          (map.kind == Kind::top_k && map.parameter == Rational(2)));
  }
}

TEST_CASE("assumption 2: the least t of sparselin-gen is met exactly") {
  const Rational zeta = q("1/3"), eta = q("1/10");
  const SoftMap map{Kind::sparselin, q("1/2"), 1};
  const Rational least =
      (Rational(1) - map.parameter) * (Rational(1) - Rational(5) * eta / Rational(4)) / zeta;
  CHECK(least_scale(map, 5, zeta, eta).contains(least));
  CHECK(satisfies(at(map, least), 5, zeta, eta) == true);
  CHECK(satisfies(at(map, least * q("1000000/1000001")), 5, zeta, eta) == false);
}

}  // namespace assumption2_test
