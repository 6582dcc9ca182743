#include <catch2/catch.hpp>

#include <random>

#include "construction/yun2020b/quantizer.hpp"
#include "construction/yun2020b/relu_forms.hpp"
#include "discharge/later_stages.hpp"
#include "discharge/soft/answer.hpp"
#include "execute/soft.hpp"
#include "support/rounds.hpp"

namespace soft_distance_test {

using namespace hardmax;

namespace {

Rational q(const char* text) { return Rational::parse(text).value(); }

Pattern named(const char* name, std::uint64_t n) {
  PatternRequest request;
  request.name_or_file = name;
  request.n = n;
  return make_pattern(request);
}

SoftQuestion question(const Pattern& pattern, const Parameters& parameters) {
  SoftQuestion asked;
  asked.parameters = parameters;
  asked.pattern = &pattern;
  asked.settings.map = SoftMap{};
  return asked;
}

const SoftClaim* distance_claim(const SoftPart& part) {
  for (const SoftClaim& claim : part.report.claims) {
    if (claim.id == "yun2020b.F.4.distance") return &claim;
  }
  return nullptr;
}

// A network from end to end: quantiser, contextual mapping, value layers of the target f(G) = G.
// Exact, or soft with this quantiser activation.
Network end_to_end(const SoftAnswer& answer, const Pattern& pattern,
                   const std::vector<SoftStage>* stages, const PiecewiseLinear& quantiser,
                   bool soft) {
  const Parameters& parameters = answer.construction->parameters;
  std::vector<Layer> layers = yun2020b::quantizer_layers(parameters);
  for (Layer& layer : layers) std::get<FeedForward>(layer).activation = quantiser;
  const Network attention =
      soft ? soft_network(*answer.construction, *stages, SoftMap{}) : answer.construction->network;
  for (const Layer& layer : attention.layers()) layers.push_back(layer);
  const auto target = Target::named("identity", parameters).value();
  const Overrides none;  // LaterStages keeps references
  const LaterStages later(parameters, pattern, answer.assumption, &*answer.construction, none,
                          target);
  for (std::size_t j = 0; j < later.value().layers(); ++j) {
    FeedForward layer = later.value().built_layer(j);
    if (soft) layer.activation = yun2020b::as_function(yun2020b::phi_prime_terms());
    layers.emplace_back(std::move(layer));
  }
  return Network(parameters.d, answer.construction->p, std::move(layers));
}

}  // namespace

TEST_CASE(
    "soft distance: with the printed constants the networks are further apart than eps/2, with the "
    "repaired ones not, for every admissible map") {
  for (const auto& [name, n, d, D] : {std::tuple("strided", 4, 1, 2), std::tuple("star", 3, 1, 2),
                                      std::tuple("dense", 2, 1, 3)}) {
    INFO(name);
    const Pattern pattern = named(name, static_cast<std::uint64_t>(n));
    const SoftAnswer answer =
        answer_soft(question(pattern, {static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(d),
                                       static_cast<std::uint64_t>(D)}));
    for (const SoftPart& part : answer.parts) {
      const SoftClaim* claim = distance_claim(part);
      REQUIRE(claim != nullptr);
      CHECK(claim->kept == (part.choice == SoftPart::Choice::printed ? Kept::no : Kept::yes));
      CHECK(claim->bound_upper == q("1/2"));
      // alpha as F.4 chooses it: with it the second term is below (1/2)(eps/2)^2 = 1/8, with twice
      // as much it is not; the whole is at most the sum of the two terms.
      const SoftDistance& found = part.report.distance.value();
      const Rational kept = Rational(1) - Rational(1) / power(2, found.alpha_exponent);
      CHECK(found.bad_measure == Rational(1) - power(kept, n * d));
      const Rational second = found.B_upper * found.B_upper * found.bad_measure,
                     first = Rational(n) * power(part.report.run.value_error.upper, 2);
      CHECK(second < q("1/8") * q("1000001/1000000"));
      CHECK(second * Rational(2) > q("1/8") * q("999999/1000000"));
      CHECK(found.upper * found.upper <= (first + second) * q("1000001/1000000"));
      CHECK(found.lower <= found.upper);
    }
  }
}

TEST_CASE(
    "soft distance: B bounds what the whole networks do on seeded inputs off the set that is "
    "quantised exactly, and on it the error of the grid inputs does") {
  std::mt19937_64 random(70);
  const Pattern pattern = named("star", 3);
  const SoftAnswer answer = answer_soft(question(pattern, {3, 1, 2}));
  const SoftPart& part = answer.parts[0];
  const SoftDistance& found = part.report.distance.value();
  const Rational alpha = Rational(1) / Rational(8);  // B holds for every alpha
  const Precision precision(200);
  const Network exact = end_to_end(answer, pattern, nullptr, yun2020b::phi(), false);
  const Network soft = end_to_end(answer, pattern, &part.report.run.stages,
                                  yun2020b::as_function(yun2020b::phi_alpha_terms(alpha)), true);
  std::size_t off = 0, on = 0;
  for (int round = 0; round < testing::rounds(60); ++round) {
    State<Rational> x(1, 3);
    State<Ball> enclosed(1, 3);
    bool exactly = true;
    std::string shown;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint64_t cell = random() % 2,
                          place = random() % 64;  // in units of delta: cell + place/64; the last
                                                  // eighth of a cell is not quantised exactly
      exactly = exactly && place <= 56;
      const Rational within = Rational(cell) + Rational(place) / Rational(64);
      shown += " " + within.str();
      x.entries[k] = within + answer.construction->E[k] * Rational(2);
      enclosed.entries[k] = Ball(x.entries[k]);
    }
    INFO("X =" << shown << ", in units of delta");
    const auto a = Literal<ExactHardmax>(exact, pattern).run(x);
    const auto b = Literal<SoftBalls>(soft, pattern).run(enclosed);
    Ball sum;
    for (std::size_t k = 0; k < 3; ++k) {
      const Ball difference = (b.entries[k] - Ball(a.entries[k])) / 2;  // real units
      sum += difference * difference;
      if (exactly)
        CHECK(at_most(abs(difference), Ball(part.report.run.value_error.upper)) != false);
    }
    CHECK(at_most(sum, Ball(found.B_upper * found.B_upper)) == true);
    ++(exactly ? on : off);
  }
  CHECK(on > testing::met<std::size_t>(10));
  CHECK(off > testing::met<std::size_t>(10));
}

TEST_CASE("soft distance: none where it would not be about the networks of the source") {
  const Pattern pattern = named("star", 3);
  SoftQuestion asked = question(pattern, {3, 1, 2});
  CHECK(answer_soft(asked).parts[0].report.distance.has_value());
  asked.overrides.add("qdrop=2");
  CHECK_FALSE(answer_soft(asked).parts[0].report.distance.has_value());
  asked.overrides = {};
  asked.overrides.add("E.2=1/3");
  CHECK_FALSE(answer_soft(asked).parts[0].report.distance.has_value());
  asked.overrides = {};
  asked.ordinals = std::vector<std::uint64_t>{0, 1};
  CHECK_FALSE(answer_soft(asked).parts[0].report.distance.has_value());
}

}  // namespace soft_distance_test
