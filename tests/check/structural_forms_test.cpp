// Random formulas about all inputs: what is shown by linear forms, held against the network run on
// every input (papers/sweep.hpp).
#include <catch2/catch.hpp>
#include <random>

#include "check/structural_forms.hpp"
#include "papers/sweep.hpp"
#include "support.hpp"
#include "support/rounds.hpp"

namespace structural_forms_test {

using namespace hardmax::check;
using namespace check_test;

namespace {

struct Run {
  StructuralRun forms;
  std::unique_ptr<Construction> network;
};

Run made(bool others, bool increasing, Whole n, Whole d, Whole D) {
  Sizes sizes;
  sizes.n = n, sizes.d = d, sizes.D = D;
  const Num q = sizes.value(1, 0), inputs = sizes.value(n, 0),
            B = (q - Num(1)) * number_of(D) / number_of(D - 1);
  const Num highest = q - Num(1) + (increasing ? Num(0) : number_of(n - 1) * B);
  const Num c = others ? highest * (inputs + q + Num(1))
                       : (increasing ? Num(1) : number_of(n * D)) * inputs * q;
  std::vector<Whole> order;
  std::string E;
  for (Whole k = 0; k < n; ++k)
    order.push_back(k), E += (k == 0 ? "" : " ") + std::to_string(increasing ? 0 : k);
  const Json run = Json::object({{"construction", std::string(others ? "sparsebert" : "yun2020a")},
                                 {"n", std::to_string(n)},
                                 {"d", std::to_string(d)},
                                 {"D", std::to_string(D)},
                                 {"inputs", std::string("grid")},
                                 {"encodings", std::string(increasing ? "none" : "positional")},
                                 {"overrides", Json::array({})}});
  const Whole shifts = others ? 2 : 1;
  const Json derived =
      Json::object({{"E", E},
                    {"shift", q.text()},
                    {"c", c.text()},
                    {"layers", (q * number_of(increasing ? 1 : n) + number_of(shifts)).text()}});
  return {{sizes, nullptr, order, others, increasing, shifts, c},
          (others ? build_sparsebert : build_yun2020a)(run, derived, UINT64_MAX)};
}

// Formulas of a few kinds in names of a run; H and k are bound.
class Random {
 public:
  Random(std::uint32_t seed, bool increasing) : engine_(seed), increasing_(increasing) {}
  std::string formula() {
    const std::string where = increasing_ ? " where sorted(H) = 1 and category(H) = 1: "
                              : below(2)  ? ": "
                                          : " where category(H) < 3: ";
    const std::string before = below(4) == 0 ? "let u = " + any_of({"2", "1/2", "q"}) + ": " : "";
    scale_ = before.empty() ? any_of({"2", "1/2", "-1", "q"}) : "u";
    return before + "forall H in inputs, k in " + any_of({"1..n", "2..n", "1..n-1"}) + where +
           (below(3) == 0 ? any_of({comparison() + " and " + comparison(),
                                    comparison() + " implies " + comparison(),
                                    "not " + comparison(), comparison() + " or " + comparison()})
                          : comparison());
  }

 private:
  std::uint32_t below(std::uint32_t end) { return engine_() % end; }
  std::string any_of(const std::vector<std::string>& all) {
    return all[below(static_cast<std::uint32_t>(all.size()))];
  }
  std::string id(const std::string& k) {
    std::string t =
        any_of({"0", "D^d", "layers(selective_shift)",
                "layers(selective_shift) + layers(global_shift)", "layers(selective_shift) + 1"});
    if (increasing_ && below(2) == 0) t = "z(H, " + token() + ")/delta" + any_of({"", "", " + 1"});
    if (increasing_ && below(6) == 0)
      return any_of({"G(H, d, " + k + ")", "entry(" + t + ", H, 1, " + k + ")"});
    return any_of(
        {"z(H, " + k + ")", "zt(H, " + k + ")", "id(H, " + k + ")", "v(" + t + ", H, " + k + ")"});
  }
  std::string token() { return any_of({"k", "k", "1", "n", "2"}); }
  std::string term() {
    const std::string of_j = id("j"), one = id(token());
    switch (below(9)) {
      case 0: return any_of({"max", "min"}) + "(j in 1..n: " + of_j + ")";
      case 1: return any_of({"max", "min"}) + "(j in 1..n where j != k: " + of_j + ")";
      case 2: return "sum(j in 1..k: " + of_j + ")";
      case 3:
        return any_of({"delta", "(D^d - n)*delta", "n*delta", "(D^d - 1)*delta", "0", "c*delta"});
      case 4:
        return any_of({"mod(" + one + ", c*delta)", "floor(" + one + "/delta)*delta",
                       "c*floor(" + one + "/(c*delta))*delta", "mod(" + one + ", q*delta)"});
      case 5: return scale_ + "*" + one;
      default: return one;
    }
  }
  std::string sum() {
    const std::string first = term();
    if (below(2) == 0) return first;
    const std::string sign = any_of({" + ", " - "});
    return first + sign + term();
  }
  std::string comparison() {
    const std::string left = sum(),
                      relation = any_of({" < ", " <= ", " >= ", " > ", " = ", " != "});
    return "(" + left + relation + sum() + ")";
  }

  std::mt19937 engine_;
  bool increasing_;
  std::string scale_;
};

}  // namespace

TEST_CASE(
    "structural: what forms show of random formulas is so on every input, and much of what is so "
    "is shown") {
  struct Size {
    bool others, increasing;
    Whole n, d, D;
  };
  int shown = 0, right = 0;
  std::uint32_t seed = 1;
  for (const Size& of :
       {Size{false, true, 3, 1, 4}, Size{false, true, 2, 2, 2}, Size{true, true, 3, 1, 5},
        Size{true, true, 4, 1, 4}, Size{false, false, 3, 1, 2}, Size{true, false, 5, 1, 2}}) {
    Run run = made(of.others, of.increasing, of.n, of.d, of.D);
    REQUIRE(run.network);
    const FormsOfRun forms = forms_of_run(run.forms);
    const StageNames stages = {"quantize", "selective_shift", "global_shift", ""};
    const Vocabulary names = names_of_forms(false, stages);
    const auto shows = [&](const std::string& text) {
      try {
        return forms.shown(parse_formula(text, "random", names));
      } catch (const Rejected&) {  // another name
        return false;
      } catch (const Incomplete&) {  // beyond what forms tell
        return false;
      }
    };
    Random random(seed++, of.increasing);
    for (int i = 0; i < testing::rounds(150); ++i) {
      const std::string text = random.formula();
      CAPTURE(of.others, of.increasing, of.n, of.d, of.D, text);
      Truth truth = Truth::unknown;
      const Formula formula = parse_formula(text, "random", run.network->names());
      try {
        truth = evaluator(formula, *run.network)->decide().truth;
      } catch (const Incomplete&) {  // undefined somewhere: layers or tokens that there are not
      }
      const bool found = shows(text);
      if (found) REQUIRE(truth == Truth::yes);
      shown += found, right += truth == Truth::yes;
    }
  }
  CAPTURE(shown, right);
  CHECK(shown > testing::met(150));
  CHECK(3 * shown > 2 * right);
}

}  // namespace structural_forms_test
