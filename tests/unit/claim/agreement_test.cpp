// Numbers that are not rational: verify (Arb) and verify-check (integers alone) give the same ends,
// to the last bit, and the same answers to random formulas.
#include <catch2/catch.hpp>

#include <map>
#include <random>

#include "check/enclosure.hpp"
#include "check/text.hpp"
#include "claim/claim.hpp"
#include "claim/real.hpp"
#include "enclose/ball.hpp"
#include "support/random_formula.hpp"
#include "support/rounds.hpp"
#include "toy_model.hpp"

namespace agreement_test {

namespace {

using hardmax::Rational;
using hardmax::RoundedInterval;
namespace check = hardmax::check;

check::Num num(const Rational& x) {
  mpq_class q(x.str());
  return check::Num(std::move(q));
}

std::string ends(const RoundedInterval& x) {
  return x.is_known() ? x.lower().str() + " " + x.upper().str() : "nothing known";
}
std::string ends(const check::Bounds& x) {
  if (!x.known) return "nothing known";
  const auto text = [](const check::Dyadic& d) {
    mpq_class q(d.m);
    if (d.e < 0)
      mpq_div_2exp(q.get_mpq_t(), q.get_mpq_t(), static_cast<mp_bitcnt_t>(-d.e));
    else
      mpq_mul_2exp(q.get_mpq_t(), q.get_mpq_t(), static_cast<mp_bitcnt_t>(d.e));
    return q.get_str();
  };
  return text(x.lower) + " " + text(x.upper);
}

// Rationals of all sizes: small ones, those very near to 0 and to 1, and large ones.
Rational random_rational(std::mt19937& random) {
  const auto below = [&](unsigned n) { return static_cast<std::int64_t>(random() % n); };
  // One draw a statement: compilers order operands differently, and the numbers would not be the
  // same.
  const Rational numerator = below(2001) - 1000;
  const Rational x = numerator / Rational(1 + below(200));
  switch (below(6)) {
    case 0: return Rational(1) + x * hardmax::power(2, Rational(-below(200)));
    case 1: return x * hardmax::power(2, Rational(-below(200)));
    case 2: return x * hardmax::power(10, Rational(below(30)));
    case 3: return Rational(below(10));
    default: return x;
  }
}

// The answers of both programs, in the words of tests/language/cases.txt.
class Parameters final : public check::Model {
 public:
  std::uint64_t inputs() const override { return 0; }
  std::string input_text(std::uint64_t) const override { return ""; }
  check::Num number(int name, const check::Num*, const std::uint64_t*) const override {
    switch (name) {
      case check::Common::n: return 3;
      case check::Common::D: return 2;
      default: return check::Num(1) / check::Num(2);
    }
  }
  check::Set set(int, const check::Num*) const override { throw std::logic_error("no sets"); }
};

std::string by_verify_check(const std::string& text) {
  using check::Type;
  static const check::Vocabulary names{{{"n", "", Type::Num, check::Common::n},
                                        {"D", "", Type::Num, check::Common::D},
                                        {"delta", "", Type::Num, check::Common::delta}},
                                       {}};
  const check::Formula formula = check::parse_formula(text, "random", names);
  const Parameters model;
  const auto evaluator = check::evaluator(formula, model);
  try {
    const check::Outcome outcome = evaluator->decide();
    if (outcome.truth == check::Truth::unknown) return "unknown";
    if (outcome.truth == check::Truth::yes) return outcome.vacuous ? "true vacuous" : "true";
    const check::Witness w = evaluator->witness();
    std::string answer = "false [";
    for (std::size_t i = 0; i < w.at.size(); ++i) answer += (i > 0 ? ", " : "") + w.at[i];
    return answer + "]" +
           (w.relation == "false" ? "" : " " + w.lhs + " " + w.relation + " " + w.rhs);
  } catch (const check::Undefined&) {
    return "undefined";
  } catch (const check::LimitMet&) {
    return "limit";
  }
}

}  // namespace

TEST_CASE(
    "agreement: both programs give every operation the same ends, to the last bit, and Arb's own "
    "ball meets them") {
  std::mt19937 random(20261128);
  std::size_t compared = 0;
  for (int round = 0; round < testing::rounds(1500); ++round) {
    const long bits = round % 3 == 0   ? 64
                      : round % 3 == 1 ? 65 + static_cast<long>(random() % 200)
                                       : 2 + static_cast<long>(random() % 20);
    const Rational a = random_rational(random), b = random_rational(random),
                   c = random_rational(random), d = random_rational(random);
    INFO("at " << bits << " bits: [" << a.str() << ", " << b.str() << "] and [" << c.str() << ", "
               << d.str() << "]");
    const auto width = static_cast<std::size_t>(bits);
    const RoundedInterval x = larger(RoundedInterval(a, bits), RoundedInterval(b, bits)),
                          y = smaller(RoundedInterval(c, bits), RoundedInterval(d, bits));
    const check::Bounds u = check::bounds_of('M', check::bounds_of(num(a), width),
                                             check::bounds_of(num(b), width), width);
    const check::Bounds v = check::bounds_of('m', check::bounds_of(num(c), width),
                                             check::bounds_of(num(d), width), width);
    CHECK(ends(x) == ends(u));
    CHECK(ends(y) == ends(v));
    CHECK(ends(sum(x, y, bits)) == ends(check::bounds_of('+', u, v, width)));
    CHECK(ends(difference(x, y, bits)) == ends(check::bounds_of('-', u, v, width)));
    CHECK(ends(product(x, y, bits)) == ends(check::bounds_of('*', u, v, width)));
    CHECK(ends(quotient(x, y, bits)) == ends(check::bounds_of('/', u, v, width)));
    CHECK(ends(exponential(y, bits)) == ends(check::bounds_of('e', v, v, width)));
    CHECK(ends(logarithm(x, bits)) == ends(check::bounds_of('l', u, u, width)));
    // What Arb finds with 64 bits more of exp and log at a and b lies between the ends, but for its
    // own radius. (A Ball shows no number beyond 2^65536, so no exp of 45427 or more.)
    const hardmax::Precision precision(bits + 64);
    if (const RoundedInterval e = exponential(RoundedInterval(c, bits), bits);
        e.is_known() && hardmax::abs(c) < 45000) {
      const hardmax::Ball ball = exp(hardmax::Ball(c));
      CHECK(e.lower() <= ball.upper());
      CHECK(ball.lower() <= e.upper());
      if (bits > 2) CHECK((e.upper() - e.lower() <= e.upper() || c.sign() < 0));
      ++compared;
    }
    if (a.sign() > 0) {
      const RoundedInterval l = logarithm(RoundedInterval(a, bits), bits);
      const hardmax::Ball ball = log(hardmax::Ball(a));
      REQUIRE(l.is_known());
      CHECK(l.lower() <= ball.upper());
      CHECK(ball.lower() <= l.upper());
      ++compared;
    }
  }
  CHECK(compared > testing::met<std::size_t>(1000));
}

TEST_CASE(
    "agreement: the interval of an irrational number is that of correctly rounded ends: with more "
    "bits it only shrinks") {
  std::mt19937 random(7);
  for (int round = 0; round < testing::rounds(60); ++round) {
    const Rational a = hardmax::abs(random_rational(random)) + Rational(1) / 1000;
    INFO("a = " << a.str());
    RoundedInterval wide = logarithm(RoundedInterval(a, 16), 16),
                    wide_exp = exponential(RoundedInterval(Rational(1) / a, 16), 16);
    for (long bits = 32; bits <= 512; bits *= 2) {
      const RoundedInterval narrow = logarithm(RoundedInterval(a, bits), bits),
                            narrow_exp = exponential(RoundedInterval(Rational(1) / a, bits), bits);
      CHECK((wide.lower() <= narrow.lower() && narrow.lower() <= narrow.upper() &&
             narrow.upper() <= wide.upper()));
      CHECK((wide_exp.lower() <= narrow_exp.lower() && narrow_exp.lower() <= narrow_exp.upper() &&
             narrow_exp.upper() <= wide_exp.upper()));
      wide = narrow;
      wide_exp = narrow_exp;
    }
  }
}

TEST_CASE(
    "agreement: random formulas with exp, log and real powers have one answer, with the same "
    "witness") {
  const toy::Toy model;
  std::map<std::string, int> seen;
  for (int seed = 0; seed < testing::rounds(4000); ++seed) {
    const std::string text = test_support::RandomFormula(seed, true).formula(2 + seed % 2);
    INFO(text);
    const std::string answer = toy::answer(text, model);
    CHECK(answer == by_verify_check(text));
    ++seen[answer.substr(0, answer.find(' '))];
  }
  for (const char* kind : {"true", "false", "undefined", "limit"}) {
    INFO(kind);
    CHECK(seen[kind] >= testing::met(4));
  }
}

TEST_CASE(
    "agreement: a formula that is evaluated in parts, or collected, goes on where a number is not "
    "rational, and gives nothing twice") {
  using namespace hardmax::claim;
  const toy::Toy model;
  const Formula all = Formula::parse("forall H in inputs: exp(z(H, 1)) < 16/10", toy::vocabulary());
  CHECK(evaluate(all, model, {0, 4}).truth == Truth::yes);
  CHECK(evaluate(all, model, {4, 8}).truth == Truth::no);
  CHECK(evaluate(all, model).truth == Truth::no);
  // exp(0) is rational at the inputs 0 to 3; at 4 it is not, and the evaluation begins again.
  const Formula some = Formula::parse(
      "distinct(H in inputs where exp(z(H, 1)) < 3/2 or H = H and z(H, 2) = 0: id(H, 1))",
      toy::vocabulary());
  std::vector<Rational> given;
  const Outcome outcome =
      collect(some, model, {0, 8},
              [&](const Rational& value, std::span<const Value>) { given.push_back(value); });
  CHECK(outcome.truth == Truth::yes);
  CHECK(given == std::vector<Rational>{1, 4, 7, 10, 13, 16});
  const Formula irrational =
      Formula::parse("distinct(H in inputs: log(id(H, 1)))", toy::vocabulary());
  CHECK(collect(irrational, model, {0, 8}, [](const Rational&, std::span<const Value>) {}).kind ==
        Outcome::Kind::limit);
}

}  // namespace agreement_test
