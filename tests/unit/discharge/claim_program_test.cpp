#include "discharge/claim_program.hpp"

#include "discharge/enumerate.hpp"
#include "support/rounds.hpp"
#include "unit/discharge/formula_maker.hpp"
#include "unit/discharge/support.hpp"

namespace claim_program_test {

using namespace hardmax;
using claim::Formula;
using claim::Outcome;
using claim::Truth;

namespace {

std::vector<CpuPath> cpu_paths() {
  std::vector<CpuPath> paths;
  for (const CpuPath path : {CpuPath::portable, CpuPath::avx2, CpuPath::avx512}) {
    if (cpu_supports(path)) paths.push_back(path);
  }
  return paths;
}

// The corpus' claims about one input at a time.
const std::vector<std::pair<std::string, Formula>>& corpus() {
  static const std::vector<std::pair<std::string, Formula>> all = [] {
    std::vector<std::pair<std::string, Formula>> list;
    for (const claim::Entry& entry : test::entries()) {
      if (!entry.formal) continue;
      Formula formula = Formula::parse(*entry.formal, run_vocabulary());
      if (formula.scope() == Formula::Scope::per_input && !needs_value_mapping(formula))
        list.emplace_back(entry.id, std::move(formula));
    }
    return list;
  }();
  return all;
}

struct Tally {
  std::size_t yes = 0, found = 0;  // inputs of which the evaluator says yes, and the program too
};

// What a program says of every `step`-th group is what the evaluator says.
void agree(const test::Run& run, const std::vector<std::pair<std::string, Formula>>& formulas,
           Tally& tally, std::uint64_t most_inputs = 1 << 20) {
  std::vector<const Formula*> list;
  for (const auto& [name, formula] : formulas) list.push_back(&formula);
  const RunModel model(run.context(), 1);
  const std::uint64_t inputs = std::min(most_inputs, run.grid().size64().value());
  for (const bool fold : {false, true}) {
    const ClaimProgram program(run.context(), list, fold);
    if (!program.any()) continue;
    for (std::size_t j = 0; j < formulas.size(); ++j) {
      const auto shown = program.why_not(j).empty() ? program.shown(j) : std::nullopt;
      if (!shown || most_inputs > 48) continue;
      const Outcome outcome = claim::evaluate(formulas[j].second, RunModel(run.context(), 64));
      INFO(formulas[j].first << " is true by its form");
      REQUIRE(outcome.truth == Truth::yes);
      REQUIRE(outcome.vacuous == shown->vacuous);
    }
    std::vector<std::unique_ptr<ClaimProgram::Run>> runs;
    for (const CpuPath path : cpu_paths())
      runs.push_back(std::make_unique<ClaimProgram::Run>(program, path));
    for (std::uint64_t first = 0; first < inputs; first += ClaimProgram::group) {
      const std::size_t count = std::min<std::uint64_t>(ClaimProgram::group, inputs - first);
      for (auto& one : runs) one->run(first, count);
      for (std::uint64_t g = first; g < first + count; ++g) {
        const std::size_t word = (g - first) / 64;
        const auto bit = [&](std::uint64_t bits) { return (bits >> ((g - first) % 64) & 1) != 0; };
        for (std::size_t j = 0; j < formulas.size(); ++j) {
          if (!program.why_not(j).empty()) continue;
          const Outcome outcome = claim::evaluate(formulas[j].second, model, {g, g + 1});
          const bool yes = outcome.kind == Outcome::Kind::truth && outcome.truth == Truth::yes;
          for (const auto& one : runs) {
            INFO(formulas[j].first << (fold ? ", folded" : "") << ", input " << g);
            const bool holds = bit(one->holds(j, word));
            tally.yes += yes;
            tally.found += holds;
            if (holds) {
              REQUIRE(yes);
              REQUIRE(bit(one->vacuous(j, word)) == outcome.vacuous);
            }
          }
        }
      }
    }
  }
}

// All outcomes of a pass over all inputs, as text.
std::string outcomes(const test::Run& run, const std::vector<Formula>& formulas,
                     const IdProgram* ids, ClaimProgram* claims, std::size_t threads) {
  Enumeration work;
  const PatternSystem system(run.context());
  work.system = &system;
  work.inputs = run.grid().size64().value();
  work.program = ids;
  work.claims = claims;
  work.keep_ids = false;
  work.threads = threads;
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    work.jobs.push_back(
        {&formulas[i],
         {},
         claims != nullptr && claims->why_not(i).empty() ? std::optional(i) : std::nullopt});
  }
  enumerate(work);
  const RunModel model(run.context(), 1);
  std::string text;
  for (const EnumerationJob& job : work.jobs) {
    const Outcome& o = job.outcome;
    text += std::to_string(static_cast<int>(o.kind)) + std::to_string(static_cast<int>(o.truth)) +
            (o.vacuous ? "v" : "") + " " + o.reason;
    if (o.witness) {
      for (const claim::Binding& b : o.witness->at)
        text += " " + b.name + "=" + claim::show(b.value, model);
      if (o.witness->lhs) text += ": " + claim::show(*o.witness->lhs, model);
      text += " " + o.witness->relation + " ";
      if (o.witness->rhs) text += claim::show(*o.witness->rhs, model);
    }
    text += "\n";
  }
  return text;
}

IdProgram id_program(const test::Run& run) {
  std::vector<Rational> E;
  for (const Rational& e : run.built.E) E.push_back(e * Rational(run.parameters.D));
  return derive_id_program(run.built.network, run.pattern, run.parameters.D, E,
                           run.built.selective_layers)
      .value();
}

struct Setting {
  const char* pattern;
  std::uint64_t n, d, D;
  std::vector<std::string> with;
};

const std::vector<Setting> kSettings = {
    {"strided", 4, 1, 2, {}},         {"star", 3, 1, 3, {}},
    {"dense", 3, 2, 2, {}},           {"window", 4, 1, 3, {}},
    {"strided", 4, 1, 2, {"c=1"}},    {"strided", 4, 1, 3, {"shift=1"}},
    {"dense", 3, 1, 3, {"drop=4"}},   {"strided", 4, 1, 2, {"E.3=0"}},
    {"star", 3, 1, 2, {"c=0"}},       {"strided", 4, 1, 2, {"shift=1/2"}},
    {"dense", 2, 2, 3, {"shift=-1"}}, {"dense", 3, 1, 2, {"c=-1"}},
    {"star", 3, 2, 2, {"E.1=-2"}},    {"strided", 4, 1, 2, {"drop=13"}},
    {"dense", 3, 1, 2, {"E.2=1/3"}},
};

void require_same_outcomes(const Setting& s, const std::vector<std::size_t>& numbers_of_threads) {
  const test::Run run(s.pattern, s.n, s.d, s.D, s.with);
  std::vector<Formula> formulas;
  for (const auto& [name, formula] : corpus()) formulas.push_back(formula);
  std::vector<const Formula*> list;
  for (const Formula& f : formulas) list.push_back(&f);
  const std::string literal = outcomes(run, formulas, nullptr, nullptr, 1);
  const IdProgram ids = id_program(run);
  for (const bool fold : {false, true}) {
    for (const std::size_t threads : numbers_of_threads) {
      ClaimProgram claims(run.context(), list, fold);
      INFO(s.pattern << (s.with.empty() ? "" : s.with[0]) << ", " << threads << " threads");
      CHECK(outcomes(run, formulas, &ids, &claims, threads) == literal);
    }
  }
}

}  // namespace

TEST_CASE(
    "claim program: says of every input what the evaluator says, for all claims, on correct and "
    "broken constructions",
    "[full]") {
  for (const Setting& s : kSettings) {
    const test::Run run(s.pattern, s.n, s.d, s.D, s.with);
    Tally tally;
    agree(run, corpus(), tally, 48);
    INFO(s.pattern << " n=" << s.n << " d=" << s.d << " D=" << s.D << " "
                   << (s.with.empty() ? "" : s.with[0]));
    if (s.with.empty())
      CHECK(tally.found == tally.yes);  // no input is left to the evaluator but those it refutes
  }
}

TEST_CASE("claim program: all inputs of larger runs", "[full]") {
  for (const Setting& s : std::vector<Setting>{{"strided", 4, 1, 4, {}},
                                               {"star", 4, 2, 2, {}},
                                               {"strided", 5, 1, 3, {"c=1"}},
                                               {"dense", 3, 2, 2, {"shift=2"}},
                                               {"window", 4, 1, 4, {"drop=10"}}}) {
    const test::Run run(s.pattern, s.n, s.d, s.D, s.with);
    Tally tally;
    agree(run, corpus(), tally);
    CHECK(tally.found > 0);
  }
}

TEST_CASE(
    "claim program: the pass over all inputs gives the same outcomes and witnesses with and "
    "without it") {
  require_same_outcomes(kSettings[0], {1, 3});
}

TEST_CASE("claim program: the same on more constructions, for every number of threads", "[full]") {
  for (const Setting& s : {kSettings[0], kSettings[2], kSettings[4], kSettings[5], kSettings[7]})
    require_same_outcomes(s, {1, 2, 3, 8});
}

namespace {

void random_formulas(std::uint64_t first_seed, std::size_t count, std::size_t& compiled,
                     Tally& tally) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t seed = first_seed + i;
    const Setting& s = kSettings[seed % kSettings.size()];
    const test::Run run(s.pattern, s.n, s.d, s.D, s.with);
    test::FormulaMaker maker(seed, run.built.network.size(), run.built.s, run.pattern.layers());
    std::vector<std::pair<std::string, Formula>> formulas;
    for (int j = 0; j < 6; ++j) {
      const std::string text = maker.formula();
      INFO("seed " << seed << ": " << text);
      formulas.emplace_back(text, Formula::parse(text, run_vocabulary()));
      REQUIRE(formulas.back().second.scope() == Formula::Scope::per_input);
    }
    INFO("seed " << seed << " " << s.pattern << " " << (s.with.empty() ? "" : s.with[0]));
    agree(run, formulas, tally, 40);
    std::vector<Formula> list;
    std::vector<const Formula*> pointers;
    for (const auto& [text, formula] : formulas) {
      list.push_back(formula);
      pointers.push_back(&formula);
    }
    ClaimProgram claims(run.context(), pointers, true);
    for (std::size_t j = 0; j < claims.claims(); ++j) compiled += claims.why_not(j).empty();
    if (s.d == 1 && s.D == 2) {
      const IdProgram ids = id_program(run);
      CHECK(outcomes(run, list, &ids, &claims, 2) == outcomes(run, list, nullptr, nullptr, 1));
    }
  }
}

}  // namespace

TEST_CASE(
    "claim program: random formulas come out as the evaluator says, errors and witnesses "
    "included") {
  std::size_t compiled = 0;
  Tally tally;
  random_formulas(1, 60, compiled, tally);
  CHECK(compiled > 100);
  CHECK(tally.found * 4 > tally.yes * 3);
}

TEST_CASE("claim program: a thousand random formulas more", "[full]") {
  std::size_t compiled = 0;
  Tally tally;
  random_formulas(5000, testing::rounds(400), compiled, tally);
  CHECK(compiled > testing::met<std::size_t>(600));
}

TEST_CASE(
    "claim program: what is shown of all inputs at once is what the evaluator finds, and of the "
    "corpus most is shown",
    "[full]") {
  const auto none = [](const claim::Node&) { return false; };
  std::size_t shown = 0;
  for (const Setting& s : kSettings) {
    const test::Run run(s.pattern, s.n, s.d, s.D, s.with);
    for (const claim::Entry& entry : test::entries()) {
      if (!entry.formal) continue;
      const Formula formula = Formula::parse(*entry.formal, run_vocabulary());
      if (formula.scope() == Formula::Scope::closed || needs_value_mapping(formula)) continue;
      const auto outcome = shown_for_all_inputs(run.context(), formula, none);
      if (!outcome) continue;
      ++shown;
      const Outcome literal = claim::evaluate(formula, RunModel(run.context(), 64));
      INFO(entry.id << " " << s.pattern << " " << (s.with.empty() ? "" : s.with[0]));
      CHECK(literal.kind == Outcome::Kind::truth);
      CHECK(literal.truth == Truth::yes);
      CHECK(literal.vacuous == outcome->vacuous);
    }
  }
  CHECK(shown > 100);
}

TEST_CASE("claim program: nothing false of all inputs is shown, nor anything about two inputs") {
  const test::Run run("strided", 4, 1, 2);
  const auto none = [](const claim::Node&) { return false; };
  const auto is_shown = [&](const char* text) {
    return shown_for_all_inputs(run.context(), Formula::parse(text, run_vocabulary()), none)
        .has_value();
  };
  CHECK(is_shown("sum(H in inputs: 1) = 16"));
  CHECK_FALSE(is_shown("sum(H in inputs: 1) = 15"));
  CHECK(is_shown("sum(H in inputs, k in 1..n: 1) = 64"));
  CHECK(is_shown("sum(H in inputs, K in inputs: 1) = 256") ==
        false);  // two inputs are left to the evaluator, also where
  CHECK(is_shown("sum(H in inputs: sum(K in inputs: 1)) = 16") == false);  // one of them is inside
  CHECK(is_shown("max(H in inputs: G(H, 1, 1) - G(H, 1, 2)) = delta"));
  CHECK_FALSE(is_shown("max(H in inputs: G(H, 1, 1) - G(H, 1, 1)) = delta"));
  CHECK_FALSE(is_shown("max(H in inputs: abs(G(H, 1, 1) - G(H, 1, 2))) = delta"));
  CHECK(is_shown("union(H in inputs: {G(H, 1, 1)}) = {0, delta}"));
  CHECK_FALSE(is_shown("union(H in inputs: {G(H, 1, 1)}) = {0, delta, 1}"));
  CHECK(is_shown("union(H in inputs: {G(H, 1, 1) + G(H, 1, 2)}) = {0, delta, 1}"));
  CHECK_FALSE(is_shown("union(H in inputs: {G(H, 1, 1) + G(H, 1, 2)}) = {0, 1}"));
  CHECK(is_shown("distinct(H in inputs: sum(k in 1..n: G(H, 1, k) * D^k))"));
  CHECK_FALSE(is_shown("distinct(H in inputs: sum(k in 1..n: G(H, 1, k) * k))"));
  CHECK_FALSE(is_shown("distinct(H in inputs: sum(k in 2..n: G(H, 1, k) * D^k))"));
  CHECK_FALSE(is_shown("exists H in inputs: G(H, 1, 1) = 0"));
  CHECK_FALSE(is_shown("forall H in inputs, K in inputs: G(H, 1, 1) <= 1 and G(K, 1, 1) <= 1"));
  CHECK_FALSE(is_shown("forall k in 1..n, H in inputs: G(H, 1, k) <= 1"));
  CHECK(
      is_shown("not (max(H in inputs: G(H, 1, 1)) = 0) and (forall H in inputs, k in 1..n: G(H, 1, "
               "k) <= delta)"));
  CHECK_FALSE(is_shown("forall H in inputs: G(H, 1, 1) <= 0"));
}

TEST_CASE("claim program: a truth that is unknown is not taken for false, wherever it stands") {
  // Whether 1..21 has an ordering in steps of at least 2 is true (1, 3, ..., 2, 4, ...), but beyond
  // the orders that are tried: unknown.
  const std::string steps = "chain(j in 1..21, k in 1..21: abs(k - j) >= 2)";
  const std::string about_inputs = "sum(H in inputs: 1) = 16";
  const test::Run run("strided", 4, 1, 2);
  const auto none = [](const claim::Node&) { return false; };
  for (const std::string& text :
       {"let b = " + steps + ": not b and " + about_inputs,
        "let b = (not " + steps + "): b and " + about_inputs,
        "not " + steps + " and " + about_inputs,
        "let b = (" + steps + " and n = 4): (b implies 1 = 2) and " + about_inputs,
        "(" + steps + ") = false and " + about_inputs,
        "(forall i in 1..2: not " + steps + ") and " + about_inputs}) {
    INFO(text);
    const Formula formula = Formula::parse(text, run_vocabulary());
    CHECK(claim::evaluate(formula, RunModel(run.context(), 4)).truth == Truth::unknown);
    CHECK_FALSE(shown_for_all_inputs(run.context(), formula, none).has_value());
  }
  for (const std::string& body : {"let b = " + steps + ": not b and id(H, 1) >= 0",
                                  "let b = (not " + steps + "): b and id(H, 1) >= 0",
                                  "not " + steps + " and id(H, 1) >= 0"}) {
    INFO(body);
    const Formula formula = Formula::parse("forall H in inputs: " + body, run_vocabulary());
    const ClaimProgram program(run.context(), {&formula}, true);
    CHECK_FALSE(program.why_not(0).empty());
  }
}

TEST_CASE("claim program: a part that depends on few entries is put into a table") {
  const test::Run run("strided", 4, 1, 2);
  const std::vector<std::string> texts = {
      "forall H in inputs, k in 1..n: forall x in {G(H, 1, k), 1}: x >= 0",
      "forall H in inputs, k in 1..n: card({G(H, 1, k), 0}) = 1 or G(H, 1, k) > 0",
      "forall H in inputs, k in 1..n: 1/G(H, 1, k) > 1",
      "forall H in inputs, k in 2..n: z(H, k-1) in union({G(H, 1, k) + E(k)}, (0..n))"};
  std::vector<std::pair<std::string, Formula>> formulas;
  std::vector<const Formula*> list;
  for (const std::string& text : texts)
    formulas.emplace_back(text, Formula::parse(text, run_vocabulary()));
  for (const auto& [text, formula] : formulas) list.push_back(&formula);
  const ClaimProgram program(run.context(), list, true);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    INFO(texts[i]);
    CHECK(program.why_not(i).empty());
  }
  Tally tally;
  agree(run, formulas, tally);
  CHECK(tally.found == tally.yes);
}

TEST_CASE(
    "claim program: nothing is written out without end, and what has no place is left to the "
    "evaluator",
    "[full]") {
  const test::Run run("strided", 4, 1, 2);
  const std::vector<std::string> texts = {
      "forall H in inputs, i in 1..100, j in 1..100, k in 1..1000: z(H, 1) + i + j + k > 0",
      "forall H in inputs: forall x in union({id(H, 1)}, {1}): x >= 0",
      "forall H in inputs: 1/(id(H, 1) + 1) > 0", "forall H in inputs, k in 1..n: z(H, k + 1) >= 0",
      "forall H in inputs: 2^id(H, 1) > 0"};
  for (const std::string& text : texts) {
    const Formula formula = Formula::parse(text, run_vocabulary());
    const ClaimProgram program(run.context(), {&formula}, true);
    INFO(text);
    CHECK_FALSE(program.any());
    CHECK_FALSE(program.why_not(0).empty());
  }
}

}  // namespace claim_program_test
