// The shared cases of the claim language (tests/language/cases.txt), as verify-check reads them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>

#include "check/evaluate.hpp"
#include "check/text.hpp"

namespace language_test {

using namespace hardmax::check;

namespace {

struct Name : Common {
  enum : int { A = own, gamma, z, id, layers, other };
};
const Vocabulary names{{{"n", "", Type::Num, Name::n},
                        {"d", "", Type::Num, Name::d},
                        {"D", "", Type::Num, Name::D},
                        {"delta", "", Type::Num, Name::delta},
                        {"gamma", "N", Type::Num, Name::gamma},
                        {"z", "IN", Type::Num, Name::z},
                        {"id", "IN", Type::Num, Name::id},
                        {"layers", "W", Type::Num, Name::layers},
                        {"A", "NN", Type::Set, Name::A},
                        {"E", "N", Type::Num, Name::other},
                        {"planted", "ININN", Type::Num, Name::other}},
                       {"quantize", "selective_shift", "all_max_shift", "value"}};

// The toy model that the head of cases.txt describes.
class Toy final : public Model {
 public:
  std::uint64_t inputs() const override { return 8; }
  std::string input_text(std::uint64_t g) const override {
    return std::to_string(bit(g, 1)) + " " + std::to_string(bit(g, 2)) + " " +
           std::to_string(bit(g, 3));
  }
  Num number(int name, const Num* a, const std::uint64_t* inputs) const override {
    const std::uint64_t g = inputs[0];
    static const std::int64_t gamma[] = {0, 2, 1, 3};
    switch (name) {
      case Name::n: return Num(3);
      case Name::d: return Num(1);
      case Name::D: return Num(2);
      case Name::delta: return Num(1) / Num(2);
      case Name::gamma: return Num(gamma[index(a[0], 1, 3)]);
      case Name::z: return Num(bit(g, index(a[0], 1, 3))) / Num(2);
      case Name::id: return Num(static_cast<std::int64_t>(3 * g + index(a[0], 1, 3)));
      case Name::layers: return a[0] + Num(1);
      default: throw std::logic_error("a name that the toy model does not have");
    }
  }
  Set set(int, const Num* a) const override {
    static const std::vector<Num> sets[3][4] = {
        {}, {{}, {1, 2}, {1, 2, 3}, {2, 3}}, {{}, {1}, {2}, {1, 3}}};
    const std::uint64_t l = index(a[0], 1, 2), k = index(a[1], 1, 3);
    return make_set(sets[l][k]);
  }

 private:
  static int bit(std::uint64_t g, std::uint64_t k) { return static_cast<int>(g >> (3 - k) & 1); }
};

std::string expand(const std::string& text) {  // <<COUNT:TEXT>>
  std::string out;
  std::size_t at = 0;
  for (std::size_t open; (open = text.find("<<", at)) != std::string::npos;) {
    const std::size_t colon = text.find(':', open), close = text.find(">>", colon);
    out += text.substr(at, open - at);
    const std::string part = text.substr(colon + 1, close - colon - 1);
    for (int i = std::stoi(text.substr(open + 2, colon)); i > 0; --i) out += part;
    at = close + 2;
  }
  return out + text.substr(at);
}

std::string joined(const std::vector<std::string>& names) {
  std::string out(1, '[');
  for (const std::string& name : names) out.append(out.size() == 1 ? "" : ", ").append(name);
  return out.append(1, ']');
}

std::string shown(const Outcome& outcome, Evaluator& evaluator) {
  if (outcome.truth == Truth::unknown) return "unknown";
  if (outcome.truth == Truth::yes) return outcome.vacuous ? "true vacuous" : "true";
  const Witness w = evaluator.witness();
  std::string out("false ");
  out.append(joined(w.at));
  if (w.relation == "distinct") out.append(" ").append(joined(w.other));
  if (w.relation != "false")
    out.append(" ").append(w.lhs).append(" ").append(w.relation).append(" ").append(w.rhs);
  return out;
}

std::string answer(const std::string& text, bool in_parts = false) {
  const Toy toy;
  Formula formula;
  try {
    formula = parse_formula(text, "case", names);
  } catch (const Rejected&) {
    return "refused";
  }
  const std::unique_ptr<Evaluator> evaluator = hardmax::check::evaluator(formula, toy);
  try {
    if (!in_parts) return shown(evaluator->decide(), *evaluator);
    if (!evaluator->has_parts()) return "no parts";
    Outcome all{Truth::yes, true};
    for (std::uint64_t g = 0; g < toy.inputs() && all.truth != Truth::no; ++g) {
      const Outcome one = evaluator->decide(g, g + 1);
      all = {std::min(all.truth, one.truth), all.vacuous && one.vacuous};
    }
    return shown(all, *evaluator);
  } catch (const Undefined&) {
    return "undefined";
  } catch (const LimitMet&) {
    return "limit";
  }
}

}  // namespace

TEST_CASE("language: every shared case has the stated answer, also input by input") {
  std::ifstream file(HARDMAX_TEST_ROOT "/language/cases.txt");
  REQUIRE(file);
  int cases = 0, parts = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t first = line.find(" | "), last = line.rfind(" | ");
    REQUIRE(first < last);
    const std::string formula = expand(line.substr(first + 3, last - first - 3));
    std::string expected = line.substr(last + 3);
    if (expected == "syntax" || expected == "type") expected = "refused";
    INFO(line.substr(0, 300));
    CHECK(answer(formula) == expected);
    ++cases;
    if (const std::string also = answer(formula, true);
        also != "no parts" && expected != "refused") {
      CHECK(also == expected);
      ++parts;
    }
  }
  CHECK(cases > 450);
  CHECK(parts >= 15);
}

TEST_CASE("language: places of bound names are used again by names of another type") {
  const auto is = [](const std::string& formula, const std::string& expected) {
    INFO(formula);
    CHECK(answer(formula) == expected);
  };
  is("(forall H in inputs: H = H) and (forall x in 1..2, y in 1..2: x = y or x != y) and (exists x "
     "in 1..2, y in 1..2: x = y and x = 2)",
     "true");
  is("(forall S in subsets({1, 2}): S = S) and (forall H in inputs, J in inputs: H = J or H != J) "
     "and distinct(k in 1..3: k) and (let b = true: b = true)",
     "true");
  is("(forall H in inputs, J in inputs: true) and chain(j in 1..2, k in 1..2: j = 2 and k = 1 and "
     "j != k)",
     "true");
  is("(exists H in inputs: z(H, 3) = 1/2 and (let J = H: J = H)) and (forall x in {0}: let y = 0: "
     "x = y)",
     "true");
  is("(forall H in inputs, J in inputs: true) and (forall x in 1..1, y in 1..2: x = y)",
     "false [x=1, y=2] 1 = 2");
  is("(forall H in inputs: true) and (forall b in {3}, S in subsets({b}): let t = (S = {3}): t = "
     "(card(S) = 1))",
     "true");
}

}  // namespace language_test
