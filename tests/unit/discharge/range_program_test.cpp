// Claims over long ranges: what is seen to be true of all choices side by side is what the
// evaluator of formulas says, one by one.
#include "discharge/range_program.hpp"

#include "exact/error.hpp"
#include "support/rounds.hpp"
#include "unit/discharge/support.hpp"

namespace range_program_test {

using namespace hardmax;
using claim::Formula;
using claim::Outcome;
using claim::Truth;

namespace {

// Formulas about k, j and what is made of them, true ones among them.
class Maker {
 public:
  explicit Maker(std::uint64_t seed) : random_(seed) {}

  std::string formula() {
    std::string text = "forall ";
    if (pick(3) == 0) text += "a in {1/5, 2/5, 4/5}, ";
    const bool has_a = text.size() > 10;
    text += "k in " + range() + ", j in " + range();
    const bool has_t = pick(2) == 0;
    if (has_t) text += has_a ? ", t in {k*delta, (k+1-a)*delta}" : ", t in {k, j - 3, k}";
    if (pick(4) == 0) text += " where " + comparison(has_t);
    text += ": ";
    if (pick(2) == 0) text += std::string("let x = ") + (has_t ? "t" : "k/2") + " - j: ";
    return text + truth(2, has_t);
  }

 private:
  std::uint64_t pick(std::uint64_t below) { return random_() % below; }
  std::string range() {
    const std::uint64_t first = pick(4);
    return std::to_string(first) + ".." + std::to_string(first + 31 + pick(8));
  }
  std::string number(bool t, int depth) {
    switch (pick(depth > 0 ? 10 : 5)) {
      case 0: return "j";
      case 1: return t ? "t" : "k";
      case 2: return "2*k";
      case 3: return std::to_string(pick(5)) + "/3";
      case 4: return "k";
      case 5: return pair("max(", ", ", ")", t, depth);
      case 6: return pair("(", " - ", ")", t, depth);
      case 7: return pair("(", " + ", ")", t, depth);
      case 8: return "floor(" + number(t, depth - 1) + ")";
      default: return "mod(" + number(t, depth - 1) + ", 3)";
    }
  }
  std::string pair(const std::string& before, const std::string& between, const std::string& after,
                   bool t, int depth) {
    const std::string a = number(t, depth - 1);
    return before + a + between + number(t, depth - 1) + after;
  }
  std::string comparison(bool t) {
    static const char* const all[] = {" < ", " <= ", " = ", " != ", " >= ", " > "};
    const std::string a = number(t, 2);
    const std::string between = all[pick(6)];
    return a + between + number(t, 2);
  }
  std::string truth(int depth, bool t) {
    const std::uint64_t kind = pick(depth > 0 ? 9 : 3);
    switch (kind) {
      case 0: return comparison(t);
      case 1: {
        const std::string x = number(t, 2);
        return x + " <= max(" + x + ", " + number(t, 1) + ")";
      }
      case 2: return "mod(" + number(t, 2) + ", 2) < 2";
      case 3: return "not (" + truth(depth - 1, t) + ")";
      case 4: return "(exists i in 0..2: " + comparison(t) + " or i >= 1)";
      default: {
        static const char* const joints[] = {" and ", " or ", " implies "};
        const std::string a = truth(depth - 1, t);
        const std::string joint = joints[pick(3)];
        return "(" + a + joint + truth(depth - 1, t) + ")";
      }
    }
  }
  std::mt19937_64 random_;
};

}  // namespace

TEST_CASE("range program: what is seen to be true of all choices is what the evaluator says") {
  const test::Run run("dense", 2, 1, 2);
  const RunModel model(run.context(), 1);
  Maker make(20261128);
  std::size_t shown = 0, missed = 0;
  for (int i = 0; i < testing::rounds(300); ++i) {
    const std::string text = make.formula();
    INFO(text);
    const Formula formula = Formula::parse(text, run_vocabulary());
    const auto found = shown_over_ranges(formula, model, std::nullopt, 1);
    const Outcome outcome = claim::evaluate(formula, model);
    const bool holds = outcome.kind == Outcome::Kind::truth && outcome.truth == Truth::yes;
    if (found) {
      ++shown;
      REQUIRE(holds);
      REQUIRE(found->truth == Truth::yes);
      REQUIRE(found->vacuous == outcome.vacuous);
    } else if (holds) {
      ++missed;
    }
  }
  CHECK(shown > testing::met<std::size_t>(60));
  CHECK(missed * 20 < shown);
}

TEST_CASE(
    "range program: a choice that is undefined or false, the first or the last one, leaves the "
    "formula to the evaluator") {
  const test::Run run("dense", 2, 1, 2);
  const RunModel model(run.context(), 1);
  const auto shown = [&](const char* text) {
    return shown_over_ranges(Formula::parse(text, run_vocabulary()), model, std::nullopt, 1)
        .has_value();
  };
  CHECK(shown("forall k in 0..99, j in 0..99: (k + j)*2 <= 396"));
  CHECK_FALSE(shown("forall k in 0..99, j in 0..99: (k + j)*2 <= 395"));
  CHECK_FALSE(shown("forall k in 0..99, j in 0..99: k + j > 0"));
  CHECK_FALSE(shown("forall k in 0..99, j in 0..99: k/(j - 50) < 1000"));
  CHECK_FALSE(shown("forall k in 0..99, j in 0..99: max(i in 1..2 where i > j - 97: i) <= 2"));
  CHECK(shown("forall k in 0..99, j in 0..99: k >= 0 or 1/0 = 1"));
  CHECK_FALSE(shown("forall k in 0..10, j in 0..10: k + j >= 0"));  // no long range
  CHECK_FALSE(shown("exists k in 0..99, j in 0..99: k + j >= 0"));
}

TEST_CASE(
    "range program: the quantiser's names and ranges whose ends depend on others are what the "
    "evaluator says of them") {
  std::mt19937_64 random(20261129);
  const auto pick = [&](std::uint64_t below) { return random() % below; };
  std::size_t shown = 0, missed = 0;
  for (int i = 0; i < testing::rounds(60); ++i) {
    static constexpr std::uint64_t all_parameters[][3] = {
        {2, 1, 16}, {4, 1, 8}, {2, 2, 8}, {3, 1, 11}, {2, 2, 9}};
    const auto& [n, d, D] = all_parameters[pick(5)];
    const bool broken = pick(4) == 0;
    const test::Run run(
        "dense", n, d, D,
        broken ? std::vector<std::string>{"qdrop=" + std::to_string(5 + pick(d * n * D - 4))}
               : std::vector<std::string>{});
    const RunModel model(run.context(), 1);
    const QuantizerOfRun quantizer{
        [&]() -> const QuantizerStage& { return run.later->quantizer(); }, d, D};
    const std::string layers = std::to_string(d * n * D), row = std::to_string(1 + pick(d));
    const std::string ends[] = {"0..t - 1", "1..t + j", "j..t", "0..floor(t/2)"};
    const auto about_one = [&] {
      static const char* const all[] = {"qmap({t}, {r}, k/(2*D)) <= k/(2*D)",
                                        "qmap({t}, {r}, k*delta) = k*delta",
                                        "qmap({t}, {r}, (3*k+1)*delta/3) != k*delta",
                                        "k < {t} implies qmap({t}, {r}, (3*k+2)*delta/3) = k*delta",
                                        "qmap({t}, {r}, k - 3) = k - 3",
                                        "(2*D)*qmap({t}, {r}, k/(2*D)) >= k - 1"};
      return std::string(all[pick(6)]);
    };
    const auto about_set = [&] {
      static const char* const all[] = {
          "forall x in qbreaks({t}, {r}): mod(x, delta) = 0 and 0 <= x <= {t}*delta",
          "qbreaks({t}, {r}) = {}", "qbreaks({t}, {r}) != {} or {t} <= (r-1)*n*D",
          "forall x in qbreaks({t}, {r}), k in 0..{t} where k != 2: qmap({t}, {r}, x) = x",
          "forall x in qbreaks({t}, {r}): x < {t}*delta or x > 0 implies x != 1"};
      return std::string(all[pick(5)]);
    };
    std::string text =
        "forall t in 0.." + layers + ", j in 0..3: let r = " + row + ": (forall k in ";
    text += ends[pick(4)];
    if (pick(3) == 0) text += " where k != j";
    text += ": " + about_one() + ")";
    if (pick(2) == 0) text += " and (" + about_set() + ")";
    if (pick(4) == 0) text += " and (j > 1 implies (forall k in t - 5..t: " + about_one() + "))";
    if (pick(6) == 0) text += " and not (forall k in 0..t: k < j)";
    const std::string layer = pick(4) == 0 ? "floor(t/2)" : "t";
    const std::string of_row = pick(2) == 0 ? "r" : row;
    for (const auto& [name, value] :
         {std::pair<std::string, std::string>{"{t}", layer}, {"{r}", of_row}}) {
      for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos;)
        text.replace(at, name.size(), value);
    }
    INFO(text << " at n=" << n << " d=" << d << " D=" << D << " broken " << broken);
    const Formula formula = Formula::parse(text, run_vocabulary());
    const auto found = shown_over_ranges(formula, model, quantizer, 1);
    const Outcome outcome = claim::evaluate(formula, model);
    const bool holds = outcome.kind == Outcome::Kind::truth && outcome.truth == Truth::yes;
    if (found) {
      ++shown;
      REQUIRE(holds);
      REQUIRE(found->vacuous == outcome.vacuous);
    } else if (holds && !broken) {
      ++missed;
    }
  }
  CAPTURE(shown, missed);
  CHECK(shown > testing::met<std::size_t>(10));
  CHECK(missed <= shown);
}

}  // namespace range_program_test
