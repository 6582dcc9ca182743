#include <catch2/catch.hpp>

#include "discharge/general/for_all_D.hpp"
#include "exact/error.hpp"
#include "support/random_formula.hpp"
#include "support/rounds.hpp"

namespace for_all_D_test {

using namespace hardmax;
using Kind = ForAllD::Kind;

namespace {

ForAllD decided(const std::string& formal, FixedParameters fixed = {3, 2, 0, 0},
                const std::string& domain = "D >= 2") {
  return decide_for_all_D(claim::Formula::parse(domain, run_vocabulary()),
                          claim::Formula::parse(formal, run_vocabulary()), fixed);
}

// n = 3, and one D, by the definition of the language alone.
class OneD final : public claim::Model {
 public:
  explicit OneD(std::uint64_t D) : D_(D) {}
  claim::Value read(std::size_t accessor, std::span<const claim::Value>) const override {
    switch (static_cast<Name>(accessor)) {
      case Name::n_: return Rational(3);
      case Name::D_: return Rational(D_);
      case Name::delta_name: return Rational(1) / Rational(D_);
      default: throw BrokenContract("no such name here");
    }
  }
  std::uint64_t input_count() const override { return 0; }
  std::string show(claim::Input) const override { return ""; }

 private:
  std::uint64_t D_;
};

}  // namespace

TEST_CASE("for all D: inequalities between quotients of polynomials in D") {
  CHECK(decided("delta <= 1/2").kind == Kind::proved);
  CHECK(decided("D^2 - 2*D >= 0").kind == Kind::proved);
  CHECK(decided("Delta = (delta^-d - 1)/(delta^-1 - 1) <= delta^-d - 1").kind == Kind::proved);
  CHECK(decided("sum(i in 0..d-1: D^i) = Delta").kind == Kind::proved);
  CHECK(
      decided("mod(delta^(-d+1) - delta, delta) = 0 and floor(D + delta) = D and floor(D - delta) "
              "= D - 1")
          .kind == Kind::proved);
  CHECK(decided("max(D, 2) = D and min(D, 2) = 2 and abs(1 - D) = D - 1").kind == Kind::proved);
  CHECK(decided("card({0, D, delta, D}) = 3 and D in {delta, D} and not (D in {delta})").kind ==
        Kind::proved);
}

TEST_CASE(
    "for all D: where the signs decide only from some D on, the smaller ones are looked at by "
    "themselves") {
  const ForAllD found = decided("(D - 2)*(D - 4) >= -1");  // D^2 - 6D + 9, which is (D-3)^2: its
                                                           // coefficients in D - 3 are not negative
  CHECK(found.kind == Kind::proved);
  CHECK(found.from == 3);
  CHECK(decided("D = 3 or (D - 3)^2 > 0").kind == Kind::proved);
  const ForAllD late = decided("D <= 7 or D^2 >= 8*D");
  CHECK(late.kind == Kind::proved);
  CHECK(late.from == 8);
}

TEST_CASE("for all D: a claim that fails at some D is refuted there") {
  const ForAllD at_2 = decided("D > 2");
  CHECK(at_2.kind == Kind::refuted);
  CHECK(at_2.from == 2);
  REQUIRE(at_2.witness);
  CHECK(at_2.witness->lhs == "2");
  const ForAllD at_5 = decided("D < 5");
  CHECK(at_5.kind == Kind::refuted);
  CHECK(at_5.from == 5);
  CHECK(decided("1/(D - 2) > 0").kind == Kind::error);
}

TEST_CASE("for all D: what the method does not reach is not covered") {
  CHECK(decided("sum(i in 1..D: i) = D*(D+1)/2").kind == Kind::not_covered);
  CHECK(decided("E(1) <= D").reason == "it speaks of E");
  CHECK(decided("forall H in inputs: D > 1").reason == "it speaks of inputs");
  CHECK(decided("s <= D").kind == Kind::not_covered);
  CHECK(decided("s <= D", {3, 2, 1, 2}).kind == Kind::proved);
  CHECK(decided("D^1024 > 0").kind == Kind::proved);
  CHECK(decided("D^1025 > 0").kind == Kind::not_covered);
  CHECK(decided("D^1000000 >= 0").kind == Kind::not_covered);
  CHECK(decided("D > 40 or D <= 40").kind == Kind::not_covered);    // true, but not by one sign
  CHECK(decided("D > 3 implies D > 2").kind == Kind::not_covered);  // vacuous at D = 2
  CHECK(decided("D >= 2 implies D > 1").kind == Kind::proved);
}

TEST_CASE("for all D: the domain decides at which D the claim is made") {
  CHECK(decided("D > 2", {3, 2, 0, 0}, "D >= 3").kind == Kind::proved);
  CHECK(decided("D > 2", {3, 2, 0, 0}, "D >= 2 and n >= 4").kind == Kind::outside);
  CHECK(decided("D > 3", {3, 2, 0, 0}, "D >= 3").kind == Kind::refuted);
}

TEST_CASE("for all D: of random formulas none is proved that is not true at every D in 2..60",
          "[full]") {
  unsigned proved = 0, refuted = 0;
  for (int seed = 1; seed <= testing::rounds(6000); ++seed) {
    const std::string text = test_support::RandomFormula(seed).formula();
    INFO("seed " << seed << ": " << text);
    const claim::Formula formula = claim::Formula::parse(text, run_vocabulary());
    const ForAllD found = decided(text, {3, 2, 0, 0});
    if (found.kind == Kind::refuted) {
      ++refuted;
      const claim::Outcome outcome = claim::evaluate(formula, OneD(found.from));
      CHECK(outcome.kind == claim::Outcome::Kind::truth);
      CHECK(outcome.truth == claim::Truth::no);
    }
    if (found.kind != Kind::proved) continue;
    ++proved;
    for (std::uint64_t D = 2; D <= 60; ++D) {
      const claim::Outcome outcome = claim::evaluate(formula, OneD(D));
      INFO("D = " << D << ": " << outcome.reason);
      REQUIRE(outcome.kind == claim::Outcome::Kind::truth);
      REQUIRE(outcome.truth == claim::Truth::yes);
      REQUIRE(!outcome.vacuous);
    }
  }
  CHECK(proved > testing::met<unsigned>(500));
  CHECK(refuted > testing::met<unsigned>(500));
}

}  // namespace for_all_D_test
