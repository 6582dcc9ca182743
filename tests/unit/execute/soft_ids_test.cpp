#include <catch2/catch.hpp>

#include <array>
#include <random>

#include "construction/yun2020b/construction.hpp"
#include "enclose/assumption2.hpp"
#include "execute/soft_ids.hpp"
#include "support/rounds.hpp"

namespace soft_ids_test {

using namespace hardmax;

namespace {

Rational q(const char* text) { return Rational::parse(text).value(); }

struct Made {
  Pattern pattern;
  Construction built;
  IdProgram program;
  std::vector<IdLayer> layers;
  Made(const char* name, std::uint64_t n, std::uint64_t d, std::uint64_t D,
       const Overrides& overrides = {})
      : pattern(named(name, n)),
        built(yun2020b::build({n, d, D}, pattern, decide_assumption1(pattern), overrides)) {
    std::vector<Rational> E;
    for (const Rational& e : built.E) E.push_back(e * Rational(D));
    program = derive_id_program(built.network, pattern, D, E, built.selective_layers).value();
    layers = id_layers(program);
  }
  static Pattern named(const char* name, std::uint64_t n) {
    PatternRequest request;
    request.name_or_file = name;
    request.n = n;
    return make_pattern(request);
  }
  [[nodiscard]] std::vector<Ball> balls(std::uint64_t ordinal) const {
    const auto ids = initial_ids(program, ordinal);
    return {ids.begin(), ids.end()};
  }
  // The network with this map in every layer that has heads, and those layers.
  [[nodiscard]] Network with(const std::optional<SoftMap>& map) const {
    std::vector<Layer> all = built.network.layers();
    for (Layer& layer : all) std::get<Attention>(layer).map = map;
    return {built.network.rows(), built.p, std::move(all)};
  }
  [[nodiscard]] std::vector<Rational> exactly(std::uint64_t ordinal) const {
    std::vector<Rational> ids = initial_ids(program, ordinal), next;
    for (const IdLayer& layer : layers) {
      step_exactly(program, layer, ids, next);
      ids.swap(next);
    }
    return ids;
  }
  // The states by the literal executor before every layer that has heads, and at the end, as ids.
  // One row alone.
  template <class Arithmetic>
  [[nodiscard]] std::vector<std::vector<Ball>> literally(const std::optional<SoftMap>& map,
                                                         Arithmetic arithmetic,
                                                         std::vector<Ball> start) const {
    REQUIRE(built.network.rows() == 1);
    const Network network = with(map);
    const Literal<Arithmetic> executor(network, pattern, arithmetic);
    State<Ball> z(1, program.n);
    z.entries = std::move(start);
    std::vector<std::vector<Ball>> states = {z.entries};
    for (std::size_t t = 0; t < executor.layers(); ++t) {
      if (std::get<Attention>(network.layers()[t]).heads.empty()) continue;
      z = executor.apply(t, z);
      states.push_back(z.entries);
    }
    return states;
  }
};

// The ids before every layer and at the end.
template <class Arithmetic>
std::vector<std::vector<Ball>> run(SoftIds<Arithmetic> soft, const std::vector<Ball>& ids) {
  soft.start(ids);
  std::vector<std::vector<Ball>> states = {ids};
  for (std::size_t i = 0; i < soft.layers(); ++i) {
    soft.step(i);
    CHECK(soft.before().size() == ids.size());
    states.push_back(soft.ids());
  }
  return states;
}

std::string shown(const Ball& x) {
  return "[" + decimal_lower(x.lower(), 20) + ", " + decimal_upper(x.upper(), 20) + "]";
}

Rational width(const Ball& x) { return x.upper() - x.lower(); }

const char* const kMaps[] = {"softmax",       "topk:1",   "topk:2",   "topk-ties:2", "sparselin:0",
                             "sparselin:1/2", "entmax:1", "entmax:2", "entmax:3/2",  "entmax:3"};

}  // namespace

TEST_CASE("soft ids: the exact ids are those of the program, layer after layer") {
  Overrides odd;
  odd.add("E.3=1/3");
  odd.add("shift=1/2");
  for (const Made& made : {Made("strided", 4, 1, 3), Made("star", 3, 2, 2), Made("window", 4, 1, 2),
                           Made("strided", 4, 1, 2, odd)}) {
    CHECK(writes_first_row_alone(made.built.network));
    for (const std::uint64_t ordinal : {0U, 1U, 2U, 9U, 10U, 3U}) {
      INFO("input " << ordinal);
      CHECK(made.exactly(ordinal) == execute_exactly(made.program, ordinal).ids);
    }
  }
}

TEST_CASE(
    "soft ids: after every layer the enclosures meet those of the literal executor, whatever the "
    "map, its scale and the precision") {
  std::mt19937_64 random(60);
  const Made mades[] = {Made("strided", 4, 1, 3), Made("star", 3, 1, 4), Made("window", 4, 1, 2),
                        Made("dense", 3, 1, 2)};
  for (int round = 0; round < testing::rounds(60); ++round) {
    const Made& made = mades[random() % 4];
    SoftMap map = parse_soft_map(kMaps[random() % 10]).value();
    map.t = power(2, static_cast<std::int64_t>(random() % 14) - 3) / Rational(1 + random() % 5);
    const std::uint64_t ordinal = random() % 8;
    const bool quick = name_of(map) == "softmax" || map.kind == SoftMap::Kind::top_k_ties;
    const Precision precision(
        quick ? (std::array{100L, 200L, 500L, 1000L, 2000L, 4000L})[random() % 6]
              : static_cast<long>(40 + random() % 400));
    INFO(made.pattern.name() << ", " << name_of(map) << ", t " << map.t.str() << ", input "
                             << ordinal << ", bits " << Precision::bits());
    const auto soft =
        run(SoftIds<SoftBalls>(made.program, made.layers, map, nullptr), made.balls(ordinal));
    const auto literal = made.literally(map, SoftBalls{}, made.balls(ordinal));
    REQUIRE(literal.size() == made.layers.size() + 1);
    for (std::size_t i = 0; i < literal.size(); ++i) {
      for (std::size_t k = 0; k < made.program.n; ++k) {
        const Ball &fast = soft[i][k], &slow = literal[i][k];
        if (!fast.is_finite() || !slow.is_finite()) continue;
        INFO("before layer " << i << ", token " << k << ": " << shown(fast) << " and "
                             << shown(slow));
        CHECK(fast.overlaps(slow));
      }
    }
  }
}

TEST_CASE(
    "soft ids: from wide ids or exact ones, at few bits, the enclosures contain what a point "
    "inside does at many; so does the admissible run") {
  std::mt19937_64 random(62);
  const Made mades[] = {Made("strided", 4, 1, 3), Made("star", 3, 1, 4), Made("window", 4, 1, 2)};
  for (int round = 0; round < testing::rounds(150); ++round) {
    const Made& made = mades[random() % 3];
    SoftMap map = parse_soft_map((std::array{"softmax", "softmax", "topk:2", "sparselin:1/2",
                                             "entmax:2"})[random() % 5])
                      .value();
    const Rational zeta = Rational(1) / Rational(2 + random() % 7),
                   eta = Rational(1) / power(2, static_cast<std::int64_t>(1 + random() % 40));
    map.t = round % 3 == 0 ? power(2, static_cast<std::int64_t>(random() % 12) - 2)
                           : certain_scale(map, made.program.n, zeta, eta);
    const std::uint64_t ordinal = random() % 8;
    const Rational width =
        (std::array{q("0"), q("1/1000000"), q("1/50"), q("1/4"), q("2/3")})[random() % 5];
    const Precision precision(static_cast<long>(24 + random() % 40));
    INFO(made.pattern.name() << ", " << name_of(map) << ", t " << map.t.str() << ", input "
                             << ordinal << " and " << width.str() << " to either side, bits "
                             << Precision::bits());
    std::vector<Ball> wide = made.balls(ordinal), point;
    for (Ball& id : wide) {
      const Rational share = (Rational(random() % 21) - Rational(10)) / Rational(10);
      const Precision many(900);
      point.push_back(id + Ball(share * width));
      id = Ball::between(id - Ball(width), id + Ball(width));
    }
    const auto soft = run(SoftIds<SoftBalls>(made.program, made.layers, map, nullptr), wide);
    const Bound bound{Ball(zeta), Ball(eta)};
    const auto every =
        run(SoftIds<Admissible>(made.program, made.layers, std::nullopt, &bound), wide);
    const Precision many(900);
    const auto fine = made.literally(map, SoftBalls{}, point);
    for (std::size_t i = 0; i < fine.size(); ++i) {
      for (std::size_t k = 0; k < made.program.n; ++k) {
        if (!fine[i][k].is_finite()) continue;
        INFO("before layer " << i << ", token " << k << ": " << shown(fine[i][k]));
        CHECK(soft[i][k].overlaps(fine[i][k]));
        if (round % 3 != 0) CHECK(every[i][k].overlaps(fine[i][k]));
      }
    }
  }
}

TEST_CASE(
    "soft ids: the enclosures are hardly wider than those of the literal executor; where one "
    "weight is nearly all they contain the exact ids, and are exact for the sparse maps") {
  const Made made("strided", 4, 1, 3);
  const Precision precision(200);
  for (const char* name : kMaps) {
    for (const auto& [ordinal, t] :
         {std::pair(0U, "2000"), std::pair(5U, "2000"), std::pair(80U, "2000"), std::pair(7U, "2"),
          std::pair(44U, "12")}) {
      SoftMap map = parse_soft_map(name).value();
      map.t = q(t);
      INFO(name << " at " << t << ", input " << ordinal);
      const auto soft =
          run(SoftIds<SoftBalls>(made.program, made.layers, map, nullptr), made.balls(ordinal));
      const auto exact = made.exactly(ordinal);
      const auto literal = made.literally(map, SoftBalls{}, made.balls(ordinal));
      for (std::size_t k = 0; k < made.program.n; ++k) {
        const Ball& fast = soft.back()[k];
        CHECK(width(fast) <= Rational(16) * width(literal.back()[k]) + Rational(1) / power(2, 190));
        if (map.t != Rational(2000)) continue;
        CHECK(fast.contains(exact[k]));
        if (gap_to_hardmax(map)) CHECK(fast.is_exact());
      }
    }
  }
}

TEST_CASE(
    "soft ids: a column is settled only if it leads enough everywhere in the balls of its id and "
    "of its keys, and is widened by all that they reach") {
  const Made made("dense", 3, 1, 2);
  const IdLayer& layer = made.layers[1];
  REQUIRE(layer.window);
  REQUIRE(layer.low == q("1/2"));
  const std::span<const IdLayer> one(&layer, 1);
  const Precision precision(24);
  const auto wide = [](const char* middle, const char* reach) {
    return Ball::between(Ball(q(middle) - q(reach)), Ball(q(middle) + q(reach)));
  };
  // Token 1 is below the window and takes the least id, its own: what it becomes if its id is `own`
  // and the others are these.
  const auto becomes = [&](const Rational& t, const Rational& own, const Rational& second,
                           const Rational& third) {
    const Precision many(400);
    const std::vector<Rational> ids = {own, second, third};
    Ball result(own);
    for (const auto& [threshold, factor] :
         {std::pair(layer.low, layer.factor), std::pair(layer.high, -layer.factor)}) {
      Ball sum, mean;
      for (const Rational& id : ids) {
        const Ball w = exp(Ball(t * id * (own - threshold)));
        sum += w;
        mean += w * Ball(id);
      }
      result += Ball(factor) * mean / sum;
    }
    return result;
  };
  SoftMap map;
  map.t = 20;
  SoftIds<SoftBalls> soft(made.program, one, map, nullptr);
  // In the middle t (query) (lead) is 20 * 1/2 * 8 = 80, more than 0.7 (24 + 64); at the upper end
  // of the id it is a tenth of that.
  soft.start(std::vector<Ball>{wide("0", "9/20"), Ball(8), Ball(9)});
  soft.step(0);
  for (const char* own : {"-9/20", "0", "9/20"})
    CHECK(soft.ids()[0].overlaps(becomes(map.t, q(own), 8, 9)));
  // The same with the lead.
  soft.start(std::vector<Ball>{Ball(0), wide("8", "79/10"), Ball(17)});
  soft.step(0);
  for (const char* second : {"1/10", "8", "159/10"})
    CHECK(soft.ids()[0].overlaps(becomes(map.t, 0, q(second), 17)));
  // Settled in both: as wide as by the literal executor.
  const Bound bound{Ball(q("1/10")), Ball(q("1/100"))};
  Admissible every;
  every.bound = &bound;
  const std::vector<Ball> ids = {Ball(0), wide("5", "1"), wide("6", "2")};
  SoftIds<Admissible> all(made.program, one, std::nullopt, &bound);
  all.start(ids);
  all.step(0);
  std::vector<Layer> layers = {made.built.network.layers()[1]};
  REQUIRE(std::get<Attention>(layers[0]).heads[0].b_Q[0] == layer.low);
  const Network network(1, made.built.p, std::move(layers));
  State<Ball> z(1, 3);
  z.entries = ids;
  const auto literal = Literal<Admissible>(network, made.pattern, every).run(z);
  CHECK(width(all.ids()[0]) >= Rational(2) * layer.factor * q("1/100") * Rational(8));
  CHECK(width(all.ids()[0]) <= width(literal.entries[0]) * q("1000001/1000000"));
}

TEST_CASE(
    "soft ids: a network of a sparse map with rational weights is contained, layer by layer") {
  std::mt19937_64 random(61);
  const Made mades[] = {Made("strided", 4, 1, 2), Made("star", 3, 1, 3)};
  for (int round = 0; round < testing::rounds(25); ++round) {
    const Made& made = mades[random() % 2];
    SoftMap map = parse_soft_map(round % 2 == 0 ? "sparselin:1/3" : "entmax:2").value();
    map.t = Rational(1 + random() % 9) / Rational(1 + random() % 40);
    const std::uint64_t ordinal = random() % 16;
    const Precision precision(static_cast<long>(60 + random() % 100));
    INFO(made.pattern.name() << ", " << name_of(map) << ", t " << map.t.str() << ", input "
                             << ordinal << ", bits " << Precision::bits());
    const auto soft =
        run(SoftIds<SoftBalls>(made.program, made.layers, map, nullptr), made.balls(ordinal));
    std::vector<Rational> z = initial_ids(made.program, ordinal);
    for (std::size_t i = 0; i < 6; ++i) {  // beyond, the fractions grow too long
      const IdLayer& layer = made.layers[i];
      std::vector<Rational> next = z;
      for (std::size_t k = 0; k < z.size(); ++k) {
        const auto& keys = made.program.keys[layer.keys][k];
        for (const Rational& threshold : layer.window ? std::vector<Rational>{layer.low, layer.high}
                                                      : std::vector<Rational>{layer.low}) {
          std::vector<Rational> scores;
          for (const Token j : keys) scores.push_back(z[j] * (z[k] - threshold));
          const auto weights = weigh_exactly(map, scores).value();
          Rational mean;
          for (std::size_t a = 0; a < keys.size(); ++a) mean += weights[a] * z[keys[a]];
          next[k] += (threshold == layer.low ? layer.factor : -layer.factor) * mean;
        }
      }
      z = std::move(next);
      for (std::size_t k = 0; k < z.size(); ++k) {
        INFO("after layer " << i << ", token " << k << ": " << z[k].str());
        CHECK(soft[i + 1][k].contains(z[k]));
      }
    }
  }
}

TEST_CASE(
    "soft ids: the admissible run is hardly wider than that of the literal executor, and contains "
    "what maps with Assumption 2 do") {
  const Made made("strided", 4, 1, 3);
  const Precision precision(128);
  for (const char* eta : {"1/1000000000000", "1/1000000", "1/50"}) {
    const Bound bound{Ball(q("1/4")), Ball(q(eta))};
    Admissible every;
    every.bound = &bound;
    for (const std::uint64_t ordinal : {0U, 7U, 44U, 80U}) {
      INFO("eta " << eta << ", input " << ordinal);
      const auto soft = run(SoftIds<Admissible>(made.program, made.layers, std::nullopt, &bound),
                            made.balls(ordinal));
      const auto literal = made.literally(std::nullopt, every, made.balls(ordinal));
      for (const char* name : {"softmax", "topk:2", "entmax:2"}) {
        SoftMap map = parse_soft_map(name).value();
        map.t = certain_scale(map, made.program.n, q("1/4"), q(eta));
        INFO(name_of(map) << " at t " << map.t.str());
        const auto one = made.literally(map, SoftBalls{}, made.balls(ordinal));
        for (std::size_t i = 0; i < one.size(); ++i) {
          for (std::size_t k = 0; k < made.program.n; ++k)
            CHECK(soft[i][k].contains(one[i][k].middle()));
        }
      }
      for (std::size_t i = 0; i < literal.size(); ++i) {
        for (std::size_t k = 0; k < made.program.n; ++k) {
          const Ball &fast = soft[i][k], &slow = literal[i][k];
          INFO("before layer " << i << ", token " << k << ": " << shown(fast) << " and "
                               << shown(slow));
          CHECK(width(fast) <= width(slow) * q("1000001/1000000"));
          CHECK(fast.overlaps(slow));
        }
      }
    }
  }
}

}  // namespace soft_ids_test
