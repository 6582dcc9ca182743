// The soft network where scores nearly tie, three times: by verify's enclosures, by those of
// verify-check, and for maps with rational weights in rationals, without any enclosure. The runs
// have changed encodings and multipliers, so that ids are apart by 2^-64 and the like; no
// certificate of kind "soft" may have these, but the intervals must hold what is so there too.
#include <catch2/catch.hpp>
#include <random>

#include "certificate/certificate.hpp"
#include "check/filed_run.hpp"
#include "check/soft_network.hpp"
#include "discharge/decide.hpp"
#include "discharge/first_state.hpp"
#include "discharge/from_file.hpp"
#include "exact/error.hpp"
#include "execute/grid.hpp"
#include "execute/soft.hpp"
#include "pattern/assumption1.hpp"
#include "support/rounds.hpp"

namespace near_ties_test {

using namespace hardmax;

namespace {

const check::Described& file_of_check() {
  static const check::Described of = [] {
    const std::string file = HARDMAX_ROOT "/proofs/yun2020b/construction.toml";
    return check::read_described(check::read_file(file, std::size_t{1} << 20), file);
  }();
  return of;
}

using Random = std::mt19937_64;

// A map of the scores alone, in rationals: what its head returns.
struct ExactMap : ExactHardmax {
  std::string rho;
  Rational parameter, t, zeta, eta;  // in the units of the network, delta
  std::optional<std::size_t> attend(const Attention&, const Attended<Rational>& head,
                                    std::span<Rational> out) const {
    const auto scores = head.scores;
    const std::size_t count = scores.size();
    const auto best =
        static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
    if (rho == "adversary") {
      weigh(scores, head.weights);
      const auto least =
          static_cast<std::size_t>(std::min_element(scores.begin(), scores.end()) - scores.begin());
      bool mixed = count > 1 && scores[least] > 0;
      for (std::size_t a = 0; a < count; ++a)
        mixed = mixed && (a == best || scores[best] - scores[a] >= zeta);
      if (mixed) head.weights[best] = Rational(1) - eta, head.weights[least] = eta;
    } else if (rho == "topk") {
      for (std::size_t a = 0; a < count; ++a) head.weights[a] = Rational(a == best ? 1 : 0);
    } else {  // the projection to the simplex: sparselin L, or sparsemax
      const Rational width = rho == "sparselin" ? Rational(1) - parameter : Rational(1);
      std::vector<Rational> v;
      for (const Rational& s : scores) v.push_back(t * s);
      std::sort(v.rbegin(), v.rend());
      Rational sum, tau;
      for (std::size_t m = 0; m < count; ++m) {
        sum += v[m];
        tau = (sum - width) / Rational(m + 1);
        if (m + 1 == count || v[m + 1] <= tau) break;
      }
      for (std::size_t a = 0; a < count; ++a)
        head.weights[a] = std::max(Rational(0), (t * scores[a] - tau) / width);
    }
    average<ExactHardmax>(head, out);
    return std::nullopt;
  }
};

struct Ends {
  Rational lower, upper;
  [[nodiscard]] bool holds(const Rational& x) const { return lower <= x && x <= upper; }
  [[nodiscard]] bool meets(const Ends& other) const {
    return lower <= other.upper && other.lower <= upper;
  }
};

std::optional<Ends> ends(const check::Bounds& x) {
  if (!x.known) return std::nullopt;
  const auto end = [](const check::Dyadic& d) {
    const Rational m = Rational::parse(d.m.get_str()).value(),
                   two = d.e < 0 ? Rational(1) / power(2, static_cast<std::uint64_t>(-d.e))
                                 : power(2, static_cast<std::uint64_t>(d.e));
    return m * two;
  };
  return Ends{end(x.lower), end(x.upper)};
}
std::optional<Ends> ends(const Ball& x) {
  try {
    return Ends{x.lower(), x.upper()};
  } catch (const LimitReached&) {
    return std::nullopt;
  }
}

check::Num num(const Rational& x) { return check::rational(x.str(), "test"); }

struct Drawn {
  std::vector<std::string> overrides;
  std::string rho;
  Rational parameter, t = 1, zeta = 1, eta = 1;  // real units
  std::uint64_t n = 2, D = 2;
  std::string pattern = "dense";
  long bits = 64;
  std::vector<std::uint64_t> inputs;
  [[nodiscard]] std::string text() const {
    std::string out = "n = " + std::to_string(n) + ", D = " + std::to_string(D) + ", " + pattern +
                      ", " + rho + " " + parameter.str() + ", t = " + t.str() +
                      ", zeta = " + zeta.str() + ", eta = " + eta.str() +
                      ", bits = " + std::to_string(bits);
    for (const std::string& one : overrides) out += " " + one;
    return out;
  }
};

Drawn draw(Random& random) {
  const auto pick = [&]<class T>(std::initializer_list<T> list) {
    return *(list.begin() + random() % list.size());
  };
  const auto tiny = [&] {
    return Rational(1) / power(2, static_cast<std::uint64_t>(
                                      pick({20, 32, 62, 63, 64, 64, 64, 65, 70, 128, 200})));
  };
  Drawn out;
  out.n = 2 + random() % 3;
  out.D = 2 + random() % 2;
  out.pattern = out.n > 2 ? pick({"dense", "strided", "star"}) : "dense";
  out.bits = pick({64L, 64L, 65L, 80L, 128L, 200L, 300L});
  const Rational gap = tiny(), level = Rational(1 + random() % 24) / Rational(16);
  if (random() % 8 != 0) {
    for (std::uint64_t k = 1; k <= out.n; ++k) {
      const Rational base = random() % 3 != 0 ? level : Rational(random() % 40) / Rational(16);
      out.overrides.push_back("E." + std::to_string(k) + "=" +
                              (base + gap * (Rational(random() % 7) - Rational(3))).str());
    }
  }
  if (random() % 3 != 0)
    out.overrides.insert(out.overrides.begin(),
                         "shift=" + pick({Rational(0), Rational(1), Rational(3) / Rational(2),
                                          power(2, 64), power(2, 70), gap})
                                        .str());
  if (random() % 3 != 0)
    out.overrides.insert(
        out.overrides.begin(),
        "c=" +
            pick({Rational(0), Rational(1), Rational(5) / Rational(3), power(2, 64), gap}).str());
  for (std::uint64_t t = 1; t <= 2 * (out.n - 1); ++t) {
    if (random() % 3 == 0) out.overrides.push_back("drop=" + std::to_string(t));
  }
  out.rho =
      pick({"topk", "topk", "topk", "sparselin", "entmax", "adversary", "softmax", "admissible"});
  if (out.rho == "topk") out.parameter = Rational(1 + (random() % 3 == 0 ? random() % out.n : 0));
  if (out.rho == "sparselin") out.parameter = Rational(random() % 4) / Rational(4);
  if (out.rho == "entmax") out.parameter = 2;
  out.t = pick({Rational(1), Rational(8), Rational(1) / gap, Rational(1) / (Rational(3) * gap),
                Rational(7) / gap});
  out.zeta = pick({gap, gap * Rational(1 + random() % 9) / Rational(8), Rational(1) / Rational(16),
                   Rational(1 + random() % 9) / Rational(8)});
  out.eta = pick({Rational(1) / Rational(1000), Rational(1) / Rational(3), gap});
  if (random() % 2 == 0) {  // nothing but near ties, at the fewest bits
    out.bits = 64;
    out.rho = pick({"topk", "topk", "adversary", "sparselin"});
    out.parameter = out.rho == "topk" ? 1 : 0;
    out.overrides = {"shift=" + pick({Rational(1), power(2, 70), power(2, 64)}).str()};
    const Rational tie = Rational(1) / power(2, static_cast<std::uint64_t>(pick({63, 64, 65})));
    for (std::uint64_t k = 1; k <= out.n; ++k)
      out.overrides.push_back("E." + std::to_string(k) + "=" +
                              (level + tie * Rational(random() % 4)).str());
    for (std::uint64_t t = 1; t <= 2 * (out.n - 1); t += 1 + random() % 2)
      out.overrides.push_back("drop=" + std::to_string(t));
  }
  for (int i = 0; i < 2; ++i)
    out.inputs.push_back(random() % Grid(out.n, 1, out.D).size64().value());
  return out;
}

struct Tally {
  std::size_t exact = 0, held_by_check = 0, held_by_verify = 0, apart = 0, met = 0;
};

// Everything of one run that two of the three know must agree.
void compare(const Drawn& drawn, Tally& tally) {
  INFO(drawn.text());
  PatternRequest of;
  of.name_or_file = drawn.pattern;
  of.n = drawn.n;
  const Pattern pattern = make_pattern(of);
  RunRequest request;
  request.parameters = {drawn.n, 1, drawn.D};
  request.pattern = &pattern;
  for (const std::string& one : drawn.overrides) request.overrides.add(one);
  RunResult result;
  result.assumption = decide_assumption1(pattern);
  result.construction =
      hardmax::build(request.parameters, pattern, result.assumption, request.overrides);
  const Construction& built = *result.construction;
  result.attention_layers = Rational(built.network.size());
  certificate::Writer w("run");
  const certificate::Certificate certificate = certify(request, result);
  certificate::write_run(w, certificate);
  certificate::write_derived(w, certificate);
  const check::Json written = check::read_json(w.finish());
  const auto run = check::run_of_file(file_of_check(), *written.find("run"),
                                      written.find("derived"), UINT64_MAX);
  const check::SkeletonNetwork skeleton(*run);

  const bool is_map = drawn.rho != "adversary" && drawn.rho != "admissible";
  check::SoftRule rule{
      drawn.rho, num(drawn.parameter), "own", {}, {}, {}, static_cast<std::size_t>(drawn.bits)};
  if (is_map)
    rule.t = num(drawn.t);
  else
    rule.zeta = num(drawn.zeta), rule.eta = num(drawn.eta);
  const check::SoftNetwork theirs(skeleton, rule, check::Num(1));

  const Rational D = Rational(drawn.D), square = D * D;
  std::vector<Layer> layers = built.network.layers();
  SoftMap map;
  map.kind = drawn.rho == "topk"        ? SoftMap::Kind::top_k
             : drawn.rho == "sparselin" ? SoftMap::Kind::sparselin
             : drawn.rho == "entmax"    ? SoftMap::Kind::entmax
                                        : SoftMap::Kind::softmax;
  map.parameter = drawn.parameter;
  map.t = drawn.t / square;
  if (is_map) {
    for (Layer& layer : layers) std::get<Attention>(layer).map = map;
  }
  const Network soft(built.network.rows(), built.p, std::move(layers));
  const bool rational = drawn.rho == "sparselin" || drawn.rho == "entmax" ||
                        drawn.rho == "adversary" ||
                        (drawn.rho == "topk" && drawn.parameter == Rational(1));
  const ExactMap exact_map{
      {}, drawn.rho, drawn.parameter, drawn.t / square, drawn.zeta * square, drawn.eta};
  const Literal<ExactHardmax> hard(built.network, pattern);
  const Literal<ExactMap> exact(built.network, pattern, exact_map);

  for (const std::uint64_t input : drawn.inputs) {
    INFO("input " << input);
    const auto found = theirs.errors(input);
    const State<Rational> start = first_state(built, Grid(drawn.n, 1, drawn.D).input(input));
    State<Rational> hard_state = start, exact_state = start;
    State<Ball> ours(1, drawn.n);
    const Precision precision(drawn.bits);
    for (std::size_t k = 0; k < drawn.n; ++k) ours.entries[k] = Ball(start.entries[k]);
    const Bound bound{Ball(drawn.zeta * square), Ball(drawn.eta)};
    bool told = true;  // by verify; the adversary may be undecided
    std::size_t layer = 0;
    for (std::size_t stage = 0; stage < skeleton.ends.size(); ++stage) {
      for (; layer < skeleton.ends[stage]; ++layer) {
        hard_state = hard.apply(layer, hard_state);
        if (rational) exact_state = exact.apply(layer, exact_state);
        if (!told) continue;
        try {
          if (drawn.rho == "adversary") {
            Adversary one;
            one.bound = &bound;
            ours = Literal<Adversary>(soft, pattern, one).apply(layer, ours);
          } else if (drawn.rho == "admissible") {
            Admissible every;
            every.bound = &bound;
            ours = Literal<Admissible>(soft, pattern, every).apply(layer, ours);
          } else {
            ours = Literal<SoftBalls>(soft, pattern).apply(layer, ours);
          }
        } catch (const LimitReached&) {
          told = false;
        }
      }
      for (std::size_t k = 0; k < drawn.n; ++k) {
        CAPTURE(stage, k + 1);
        const auto checked = ends(found[stage][k + 1]);
        const auto enclosed =
            told ? ends(abs(ours.entries[k] - Ball(hard_state.entries[k])) / Ball(D))
                 : std::nullopt;
        if (checked && enclosed) {
          ++tally.met;
          REQUIRE(checked->meets(*enclosed));
        }
        if (!rational) continue;
        const Rational error = abs(exact_state.entries[k] - hard_state.entries[k]) / D;
        ++tally.exact;
        tally.apart += error.is_zero() ? 0 : 1;
        if (checked) {
          ++tally.held_by_check;
          REQUIRE(checked->holds(error));
        }
        if (enclosed) {
          ++tally.held_by_verify;
          REQUIRE(enclosed->holds(error));
        }
      }
    }
  }
}

Tally compare_many(int runs, std::uint64_t seed) {
  Random random(seed);
  Tally tally;
  for (int i = 0; i < runs; ++i) compare(draw(random), tally);
  return tally;
}

}  // namespace

TEST_CASE(
    "near ties: where scores are 2^-64 apart, the intervals of both programs hold the errors of "
    "maps in exact arithmetic") {
  const Tally tally = compare_many(testing::rounds(400), 64);
  CAPTURE(tally.exact, tally.held_by_check, tally.held_by_verify, tally.apart, tally.met);
  CHECK(tally.exact > testing::met<std::size_t>(1000));
  CHECK(tally.apart > tally.exact / 10);         // soft and hard are not the same there
  CHECK(tally.held_by_check > tally.exact / 4);  // and the intervals say something
  CHECK(tally.held_by_verify > tally.exact / 4);
}

TEST_CASE("near ties: 10,000 runs", "[.ten_thousand]") {
  const Tally tally = compare_many(10000, 2);
  WARN("errors " << tally.exact << ", of them not 0: " << tally.apart << ", held by verify-check "
                 << tally.held_by_check << ", by verify " << tally.held_by_verify << ", both known "
                 << tally.met);
}

TEST_CASE("near ties: of scores that balls do not tell apart the adversary picks none") {
  const Bound bound{Ball(93), Ball(Rational(1) / Rational(10))},
      small{Ball(1), Ball(Rational(1) / Rational(10))};
  const auto attend = [](const Bound& of, std::vector<Ball> scores) {
    const std::vector<Ball> values = {Ball(0), Ball(70), Ball(90)};
    const std::vector<std::size_t> keys = {0, 1, 2};
    std::vector<Ball> weights(3), out(1);
    Adversary one;
    one.bound = &of;
    const auto key = one.attend({}, {scores, values, keys, 1, weights},
                                out);  // outside of CHECK, which would catch what it throws
    CHECK(key == std::size_t{0});
    return out[0];
  };
  const Rational half = Rational(1) / Rational(2);
  // The second score leads the third or not: the largest leads one of them by 93, of the other it
  // is not known.
  CHECK_THROWS_AS(attend(bound, {Ball(100), Ball::between(5, 6), Ball::between(5, 8)}),
                  LimitReached);
  CHECK(attend(bound, {Ball(100), Ball::between(5, 6), Ball(8)}).is_zero());
  // The smallest is the second or the third: the mass is on one of the two values.
  const Ball either =
      attend(small, {Ball(100), Ball::between(1, 3), Ball::between(Ball(half), Ball(2))});
  CHECK(either.contains(Rational(7)));
  CHECK(either.contains(Rational(9)));
  // One score may be negative, and then it is hardmax.
  CHECK_THROWS_AS(attend(small, {Ball(100), Ball::between(-1, 1), Ball(50)}), LimitReached);
  CHECK(attend(small, {Ball(100), Ball::between(-2, -1), Ball(50)}).is_zero());
}

TEST_CASE(
    "near ties: topk 1 is hardmax, and no interval says that it is off, however near two scores "
    "are") {
  Drawn drawn;
  drawn.rho = "topk", drawn.parameter = 1;
  drawn.overrides = {"shift=1180591620717411303424", "E.1=11/16",
                     "E.2=12682136550675316737/18446744073709551616", "drop=1", "drop=3"};
  drawn.inputs = {0, 1, 2, 3};
  for (const long bits : {64L, 200L}) {
    drawn.bits = bits;
    Tally tally;
    compare(drawn, tally);
    CHECK(tally.apart == 0);
  }
}

}  // namespace near_ties_test
