#include <catch2/catch.hpp>

#include <algorithm>
#include <random>

#include "enclose/soft_map.hpp"
#include "support/rounds.hpp"

namespace soft_map_test {

using namespace hardmax;

namespace {

using Kind = SoftMap::Kind;

Rational q(const char* text) { return Rational::parse(text).value(); }

const std::vector<SoftMap> kMaps = {{Kind::softmax, 0, 1},
                                    {Kind::top_k, 1, 1},
                                    {Kind::top_k, 2, 1},
                                    {Kind::top_k_ties, 1, 1},
                                    {Kind::top_k_ties, 3, 1},
                                    {Kind::sparselin, 0, 1},
                                    {Kind::sparselin, q("1/2"), 1},
                                    {Kind::sparselin, q("9/10"), 1},
                                    {Kind::entmax, 1, 1},
                                    {Kind::entmax, q("5/4"), 1},
                                    {Kind::entmax, q("3/2"), 1},
                                    {Kind::entmax, 2, 1},
                                    {Kind::entmax, 3, 1},
                                    {Kind::entmax, q("7/3"), 1}};

std::vector<Ball> weights_of(const SoftMap& map, const std::vector<Ball>& scores) {
  std::vector<Ball> weights(scores.size());
  weigh(map, scores, weights);
  return weights;
}
std::vector<Ball> balls(const std::vector<Rational>& scores) {
  return {scores.begin(), scores.end()};
}
std::vector<Ball> weights_of(const SoftMap& map, const std::vector<Rational>& scores) {
  return weights_of(map, balls(scores));
}

// Scores that are close to one another, far apart or equal; dyadic, so that balls hold them exactly
// and tell ties.
std::vector<Rational> random_scores(std::mt19937_64& random) {
  std::vector<Rational> scores(1 + random() % 5);
  const auto scale = std::int64_t{1} << random() % 6;
  for (Rational& s : scores)
    s = Rational(static_cast<std::int64_t>(random() % 41) - 20) / Rational(scale);
  return scores;
}

std::string show(const SoftMap& map, const std::vector<Rational>& scores) {
  std::string text = name_of(map) + " t = " + map.t.str() + ", scores";
  for (const Rational& s : scores) text += " " + s.str();
  return text;
}

SoftMap random_map(std::mt19937_64& random) {
  SoftMap map = kMaps[random() % kMaps.size()];
  map.t = Rational(1 + random() % 9) / Rational(1 + random() % 4);
  return map;
}

bool exact_zero_or_sum_of_one(const std::vector<Ball>& weights) {
  Ball sum;
  for (const Ball& w : weights) sum += w;
  return sum.contains(Rational(1));
}

}  // namespace

TEST_CASE("soft map: names are read back, other texts are no maps") {
  for (const SoftMap& map : kMaps) {
    const auto read = parse_soft_map(name_of(map));
    REQUIRE(read);
    CHECK(read->kind == map.kind);
    CHECK(read->parameter == (map.kind == Kind::softmax ? Rational(0) : map.parameter));
  }
  for (const char* text :
       {"", "softmax:1", "topk", "topk:", "topk:x", "entmax", "hardmax", "sparselin:1/0"})
    CHECK_FALSE(parse_soft_map(text).has_value());
}

TEST_CASE("soft map: enclosures contain what is known exactly") {
  std::mt19937_64 random(20);
  int known = 0;
  for (int round = 0; round < testing::rounds(3000); ++round) {
    const SoftMap map = random_map(random);
    const auto scores = random_scores(random);
    const auto exact = weigh_exactly(map, scores);
    if (!exact) continue;
    ++known;
    INFO(show(map, scores));
    const Precision precision(static_cast<long>(16 + random() % 200));
    const auto weights = weights_of(map, scores);
    for (std::size_t j = 0; j < scores.size(); ++j) CHECK(weights[j].contains((*exact)[j]));
  }
  CHECK(known > testing::met(1000));
}

TEST_CASE("soft map: weights add up to 1, and at more precision they are inside those of less") {
  std::mt19937_64 random(21);
  for (int round = 0; round < testing::rounds(1500); ++round) {
    const SoftMap map = random_map(random);
    const auto scores = random_scores(random);
    INFO(show(map, scores));
    const auto rough = [&] {
      const Precision precision(static_cast<long>(24 + random() % 60));
      return weights_of(map, scores);
    }();
    const Precision precision(256);
    const auto fine = weights_of(map, scores);
    CHECK(exact_zero_or_sum_of_one(rough));
    CHECK(exact_zero_or_sum_of_one(fine));
    for (std::size_t j = 0; j < scores.size(); ++j) {
      CHECK(rough[j].overlaps(fine[j]));
      CHECK(fine[j].upper() - fine[j].lower() <= Rational(1) / power(2, 100));
    }
  }
}

TEST_CASE("soft map: weights of wide scores contain the weights of every score inside") {
  std::mt19937_64 random(22);
  for (int round = 0; round < testing::rounds(1500); ++round) {
    const SoftMap map = random_map(random);
    const auto scores = random_scores(random);
    INFO(show(map, scores));
    const Precision precision(128);
    std::vector<Ball> wide, inside;
    for (const Rational& s : scores) {
      const Rational width = Rational(random() % 20) / Rational(1 + random() % 100),
                     place = Rational(random() % 11) / Rational(10);
      wide.push_back(
          Ball::between(Ball(s - width * place), Ball(s + width * (Rational(1) - place))));
      inside.emplace_back(s);
    }
    const auto outer = weights_of(map, wide);
    const auto inner = weights_of(map, inside);
    for (std::size_t j = 0; j < scores.size(); ++j) {
      CHECK(outer[j].lower() <= inner[j].upper());
      CHECK(outer[j].upper() >= inner[j].lower());
    }
  }
}

TEST_CASE("soft map: sparselin-gen and sparsemax meet the optimality conditions exactly") {
  std::mt19937_64 random(23);
  for (int round = 0; round < testing::rounds(2000); ++round) {
    SoftMap map = random_map(random);
    if (map.kind != Kind::sparselin) map = {Kind::entmax, 2, map.t};
    const auto scores = random_scores(random);
    INFO(show(map, scores));
    const auto p = weigh_exactly(map, scores);
    REQUIRE(p);
    const Rational w = map.kind == Kind::sparselin ? Rational(1) - map.parameter : Rational(1);
    Rational sum;
    std::optional<Rational> tau;
    for (std::size_t j = 0; j < scores.size(); ++j) {
      sum += (*p)[j];
      CHECK((*p)[j].sign() >= 0);
      if ((*p)[j].sign() > 0) {
        const Rational here = map.t * scores[j] - w * (*p)[j];
        CHECK(tau.value_or(here) == here);
        tau = here;
      }
    }
    CHECK(sum == Rational(1));
    REQUIRE(tau);
    for (std::size_t j = 0; j < scores.size(); ++j) {
      if ((*p)[j].is_zero()) CHECK(map.t * scores[j] <= *tau);
    }
  }
}

TEST_CASE("soft map: alpha-entmax meets the optimality conditions inside its enclosures") {
  std::mt19937_64 random(24);
  for (int round = 0; round < testing::rounds(1000); ++round) {
    SoftMap map = random_map(random);
    map.kind = Kind::entmax;
    map.parameter = Rational(1) + Rational(1 + random() % 20) / Rational(1 + random() % 8);
    const auto scores = random_scores(random);
    INFO(show(map, scores));
    const Precision precision(200);
    const Rational excess = map.parameter - Rational(1);
    const auto p = weights_of(map, scores);
    CHECK(exact_zero_or_sum_of_one(p));
    // (alpha - 1) t v_j - p_j^(alpha - 1) is one and the same tau where p_j > 0, and (alpha - 1) t
    // v_j is at most tau where p_j = 0.
    std::optional<Ball> tau;
    for (std::size_t j = 0; j < scores.size(); ++j) {
      if (less(0, p[j]) != true) continue;
      const Ball here = Ball(excess * map.t * scores[j]) - positive_power(p[j], excess);
      CHECK((!tau || tau->overlaps(here)));
      tau = here;
    }
    REQUIRE(tau);
    for (std::size_t j = 0; j < scores.size(); ++j) {
      if (p[j].is_zero()) CHECK(less(*tau, Ball(excess * map.t * scores[j])) != true);
    }
  }
}

TEST_CASE("soft map: ties at the k-th place are broken by one rule and kept by the other") {
  const std::vector<Rational> scores = {1, 3, 1, 1};
  const auto exactly = weights_of({Kind::top_k, 2, 1}, scores),
             ties = weights_of({Kind::top_k_ties, 2, 1}, scores);
  CHECK_FALSE(exactly[0].is_zero());
  CHECK(exactly[2].is_zero());
  CHECK(exactly[3].is_zero());
  for (std::size_t j = 0; j < 4; ++j) CHECK(less(0, ties[j]) == true);
  const auto all = weights_of({Kind::softmax, 0, 1}, scores),
             more = weights_of({Kind::top_k, 9, 1}, scores);
  for (std::size_t j = 0; j < 4; ++j) CHECK(all[j].overlaps(more[j]));
  // With k = 1 and a tie for the first place: one score, or all that tie, equally.
  CHECK(weigh_exactly({Kind::top_k, 1, 1}, std::vector<Rational>{2, 5, 5}) ==
        std::vector<Rational>{0, 1, 0});
  const auto shared = weights_of({Kind::top_k_ties, 1, 1}, std::vector<Rational>{2, 5, 5});
  CHECK(shared[0].is_zero());
  CHECK(shared[1].contains(q("1/2")));
  CHECK(shared[2].contains(q("1/2")));
}

TEST_CASE("soft map: scores that balls do not tell apart give weights for either order") {
  const Ball near = Ball::between(Ball(q("9/10")), Ball(q("11/10")));
  for (const Kind kind : {Kind::top_k, Kind::top_k_ties}) {
    const auto weights = weights_of({kind, 1, 1}, std::vector<Ball>{near, near});
    for (const Ball& w : weights) {
      CHECK(w.contains(Rational(0)));
      CHECK(w.contains(Rational(1)));
    }
  }
}

TEST_CASE(
    "soft map: the sparse maps give 1 and 0 exactly from the gap on that section B says, and not "
    "below") {
  for (SoftMap map : kMaps) {
    auto gap = gap_to_hardmax(map);
    if (!gap) continue;
    map.t = *gap;  // so that the gap is 1, which balls hold exactly
    gap = gap_to_hardmax(map);
    CHECK(*gap == Rational(1));
    INFO(name_of(map));
    const auto at = weights_of(map, std::vector<Rational>{0, *gap, 0});
    CHECK(at[1].is_exact());
    CHECK(at[1].contains(Rational(1)));
    CHECK(at[0].is_zero());
    CHECK(at[2].is_zero());
    CHECK_FALSE(weights_of(map, std::vector<Rational>{0, *gap * q("99/100"), 0})[0].is_zero());
  }
}

}  // namespace soft_map_test
