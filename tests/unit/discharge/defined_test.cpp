// Whether a formula has a value for all inputs, as it is seen without looking at them, against
// evaluation of every input.
#include <catch2/catch.hpp>

#include "discharge/defined.hpp"
#include "unit/discharge/formula_maker.hpp"
#include "unit/discharge/support.hpp"

namespace defined_test {

using namespace hardmax;

namespace {

bool seen(const test::Run& run, const std::string& text) {
  return has_a_value_for_all_inputs(claim::Formula::parse(text, run_vocabulary()), run_vocabulary(),
                                    RunModel(run.context(), 1));
}

}  // namespace

TEST_CASE(
    "defined: indices, divisors, ranges, maxima and exponents that have a value whatever the "
    "input") {
  const test::Run run("strided", 3, 1, 2);
  for (const char* text :
       {"forall H in inputs, k in 1..n: id(H, k) > 0",
        "forall H in inputs, i in 2..n: zt(H, gamma(i-1)) > z(H, gamma(i))",
        "forall H in inputs, t in 1..layers(selective_shift), k in 1..n: v(t, H, k) >= v(t-1, H, "
        "k)",
        "forall H in inputs, t in 1..layers(selective_shift), h in 1..heads(t), k in 1..n: head(t, "
        "h, H, k) >= 0",
        "forall H in inputs, k in 1..n: max(j in A(1, k): z(H, j)) > mod(id(H, k), c*delta)",
        "forall H in inputs, K in inputs, k in 1..n: id(H, k)/(k + 1) > floor(id(K, k))^2",
        "forall H in inputs: G(H, 1, 1) = 0 implies z(H, 1) > 1/D",
        "distinct(H in inputs, k in 1..n: abs(id(H, k))^n)",
        "sum(H in inputs, k in 1..n where z(H, k) > 1: delta^-k) > 3",
        "forall H in inputs, B in subsets((1..n)): card(B) <= n or z(H, 1) = 0",
        "forall H in inputs: {z(H, 1), 2} = {z(H, 2)}"}) {
    INFO(text);
    CHECK(seen(run, text));
  }
  for (const char* text :
       {"forall H in inputs: 1/G(H, 1, 1) > 0", "forall H in inputs, k in 0..n: id(H, k) > 0",
        "forall H in inputs, k in 1..n+1: id(H, k) > 0", "forall H in inputs: zt(H, z(H, 1)) > 0",
        "forall H in inputs, k in 1..n/2: id(H, k) > 0",
        "forall H in inputs: max(k in 1..n where z(H, k) > 1: k) > 0",
        "forall H in inputs: mod(1, z(H, 1)) = 0", "forall H in inputs: z(H, 1)^-1 > 0",
        "forall H in inputs: z(H, 1)^z(H, 1) > 0", "forall H in inputs, k in 1..z(H, 1)/2: k > 0",
        "forall H in inputs: log(z(H, 1)) > 0", "forall H in inputs: choose(z(H, 1), 2) > 0",
        "exists H in inputs: 1/z(H, 2) > 0",
        "forall H in inputs, t in 1..layers(selective_shift): head(t, 2, H, 1) >= 0",
        "forall H in inputs where 1/G(H, 1, 1) > 0: z(H, 1) = 0",
        "forall H in inputs: v(z(H, 1)/delta, H, 1) >= 0"}) {
    INFO(text);
    CHECK_FALSE(seen(run, text));
  }
}

TEST_CASE("defined: what is seen of random formulas is so for every input") {
  std::size_t yes = 0, defined = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const test::Run run(seed % 2 == 0 ? "window" : "strided", 3, 1, 2);
    const RunModel model(run.context(), 8);
    test::FormulaMaker maker(seed, run.built.network.size(), run.built.s, run.pattern.layers());
    for (int i = 0; i < 15; ++i) {
      const std::string text = maker.formula();
      const claim::Formula formula = claim::Formula::parse(text, run_vocabulary());
      bool has_value = true;
      for (std::uint64_t g = 0; g < model.input_count() && has_value; ++g)
        has_value =
            claim::evaluate(formula, model, {g, g + 1}).kind != claim::Outcome::Kind::undefined;
      const bool found = has_a_value_for_all_inputs(formula, run_vocabulary(), model);
      INFO("seed " << seed << ": " << text);
      CHECK((!found || has_value));
      yes += found;
      defined += has_value;
    }
  }
  INFO(yes << " of " << defined);
  CHECK(2 * yes > defined);
}

}  // namespace defined_test
