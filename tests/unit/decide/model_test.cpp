// Names of formulas about a construction file, what they are worth, and what binds to their text.
#include <catch2/catch.hpp>

#include "claim/names.hpp"
#include "decide/decide.hpp"
#include "decide/input_pass.hpp"
#include "decide/standing.hpp"
#include "decide/vocabulary.hpp"
#include "subject/binding.hpp"

namespace model_test {

using namespace hardmax;
using claim::Outcome;
using claim::Truth;
using subject::ConstructionFile;

namespace {

// One row; one layer adds the mean.
std::string text(const std::string& more = "", const std::string& inputs = "k in 1..n, r in 1..1") {
  return R"toml([construction]
id = "own"
parameters = ["n >= 2", "D >= 2"]
tokens = "1..n"
rows = "1"
inputs = ")toml" +
         inputs + R"toml("
entries = "union(j in 0..D - 1:   {j/D})"
start = "G(H, 1, k)"

[[choose]]
terms = ["c = 1", "far(t) = delta*t"]

[[define]]
terms = ["delta = 1/D", "out(H, k) = run(add, start(H))(1, k)", "whole(H) = run(add, start(H))",
         "least(H) = min(k in 1..n: G(H, 1, k))", "some(H) = union(k in 1..n: {out(H, k)})",
         "flat(H) = least(H) = max(k in 1..n: G(H, 1, k))", "none(x) = sum(i in 1..0: x)",
         "same(x) = if(x = x, 1, 0)", "unused = far(3) + delta"]

[[stage]]
name = "add"
keys = "(1..n)"
layer = "Z + c*e(1)*attend(Z(1), 0*Z(1), 0*Z(1))"
)toml" + more;
}

struct Opened {
  explicit Opened(const std::string& construction = text(), std::uint64_t n = 2,
                  std::uint64_t D = 2, const std::vector<std::string>& changes = {})
      : file(ConstructionFile::read_text(construction, "own.toml")) {
    subject::RunSpec spec;
    spec.parameters = {{"n", n}, {"D", D}};
    spec.changes = changes;
    run.emplace(subject::Run::open(file, spec));
  }
  Opened(const Opened&) = delete;
  [[nodiscard]] Outcome outcome(const std::string& formula) const {
    const claim::Vocabulary names = decide::vocabulary_of(file, formula);
    const auto inputs = static_cast<std::uint64_t>(*run->inputs().to_int64());
    const decide::SubjectModel model(*run, run->another_reading(), names, inputs);
    return claim::evaluate(claim::Formula::parse(formula, names), model);
  }
  [[nodiscard]] bool holds(const std::string& formula) const {
    const Outcome found = outcome(formula);
    INFO(formula << ": " << found.reason);
    REQUIRE(found.kind == Outcome::Kind::truth);
    return found.truth == Truth::yes;
  }
  ConstructionFile file;
  std::optional<subject::Run> run;
};

std::vector<std::string> names(const std::string& formula) {
  static const ConstructionFile file = ConstructionFile::read_text(text(), "own.toml");
  std::vector<std::string> out;
  for (const claim::Accessor& a : decide::vocabulary_of(file, formula)) out.push_back(a.name);
  return out;
}

}  // namespace

TEST_CASE("decide: names are those that a formula uses and does not bind") {
  using Names = std::vector<std::string>;
  CHECK(names("n + D > delta") == Names{"n", "D", "delta"});
  CHECK(names("forall H in inputs, k in 1..n: out(H, k) >= G(H, 1, k)") == Names{"n", "out", "G"});
  CHECK(names("let delta = 3: delta = n") == Names{"n"});
  CHECK(names("forall c in 1..3, out in {2}: c = out") == Names{});
  CHECK(names("layers(add) = 1") == Names{"layers(add)"});
  CHECK(names("forall x in nonneg: x >= 0 and floor(c) = 1") == Names{"c"});
  for (const std::string wrong :
       {"q = 1", "p = 1", "gamma(1) = 1", "forall H in inputs: whole(H) = whole(H)", "out(1) = 1",
        "forall H in inputs: exchange(H, 1, 2) = H", "isqrt(4) = 2", "if(true, 1, 2) = 1",
        "layers(nothing) = 1", "far({1}) = 1", "soft(1, 1, 1, 1, 1) = 1", "c(1) = 1", "G = 1",
        "forall H in inputs: same(H) = same(1)", "forall H in inputs: out(1, H) = 1"})
    CHECK_THROWS_AS(names(wrong), claim::SyntaxError);
}

TEST_CASE("decide: names have the values of the run, changes included") {
  const Opened own;
  CHECK(own.holds("delta = 1/2 and n = 2 and D = 2 and c = 1 and layers(add) = 1"));
  CHECK(
      own.holds("forall H in inputs, k in 1..n: "
                "out(H, k) = G(H, 1, k) + (G(H, 1, 1) + G(H, 1, 2))/2"));
  CHECK_FALSE(own.holds("forall H in inputs: card(some(H)) = 1"));
}

TEST_CASE("decide: sets, truth values and sums of nothing are values of names") {
  const Opened own;
  CHECK(own.holds("forall H in inputs: flat(H) implies card(some(H)) = 1"));
  CHECK(own.holds("none(5) = 0"));
  CHECK(own.holds("same(1/2) = 1"));
  const Opened changed(text(), 2, 2, {"c=2*c", "far(3)=7"});
  CHECK(changed.holds("c = 2 and far(3) = 7 and far(4) = 2"));
  CHECK(changed.holds("forall H in inputs: out(H, 1) = 2*G(H, 1, 1) + G(H, 1, 2)"));
}

TEST_CASE("decide: a term without a value is undefined, a limit is a limit, neither is false") {
  const Opened own;
  for (const char* formula :
       {"forall H in inputs: out(H, 3) = 0", "forall H in inputs: G(H, 1, 1/2) = 0",
        "forall H in inputs: G(H, 2, 1) = 0", "forall H in inputs: out(H, 1/3) = 0"})
    CHECK(own.outcome(formula).kind == Outcome::Kind::undefined);
  const Opened long_network(
      text("[[stage]]\nname = \"long\"\nfor = \"i in 1..D^20\"\nlayer = "
           "\"Z\"\n\n[[define]]\nterms = [\"far_out(H) = run(long, "
           "start(H))(1, 1)\"]\n"));
  CHECK(long_network.holds("layers(long) = 2^20"));
  const Opened longer(
      text("[[stage]]\nname = \"long\"\nfor = \"i in 1..D^60\"\nlayer = "
           "\"Z\"\n\n[[define]]\nterms = [\"far_out(H) = run(long, "
           "start(H))(1, 1)\"]\n"));
  const Outcome limit = longer.outcome("forall H in inputs: far_out(H) = 0");
  CHECK(limit.kind == Outcome::Kind::limit);
  CHECK(longer.holds("layers(long) = 2^60"));
}

TEST_CASE("decide: definitions that go deep are evaluated in every thread, deeper ones refused") {
  std::string chain = "[[define]]\nterms = [\"d0(H) = least(H)\"";
  for (int i = 1; i < 900; ++i)
    chain += ", \"d" + std::to_string(i) + "(H) = 0 + (0 + d" + std::to_string(i - 1) + "(H))\"";
  const Opened deep(text(chain + "]\n"), 4, 4);
  CHECK_THROWS_AS(deep.outcome("forall H in inputs: d899(H) = least(H)"), claim::SyntaxError);
  const std::string formula = "forall H in inputs: d600(H) = least(H)";
  CHECK(deep.holds(formula));
  const claim::Vocabulary names = decide::vocabulary_of(deep.file, formula);
  const decide::NamedFormula named{names, claim::Formula::parse(formula, names)};
  std::string digest;
  for (const std::size_t threads : {1, 3}) {
    decide::InputPass pass;
    pass.run = &*deep.run;
    pass.inputs = 256;
    pass.threads = threads;
    pass.jobs.push_back({&named, {}, false});
    decide::run(pass);
    CHECK(pass.jobs[0].outcome.truth == Truth::yes);
    CHECK(pass.digest.size() == 16);
    CHECK((digest.empty() || digest == pass.digest));
    digest = pass.digest;
  }
}

TEST_CASE("decide: inputs are shown with their entries in the order of the file") {
  const Opened own(text("", "r in 1..1, k in 1..n"), 3, 2);
  const claim::Vocabulary names = decide::vocabulary_of(own.file, "n = 3");
  const decide::SubjectModel model(*own.run, own.run->another_reading(), names, 8);
  CHECK(model.show({3}) == "0 1/2 1/2");
  CHECK(
      own.holds("forall H in inputs, K in inputs: H = K or (exists k in 1..n: G(H, 1, k) != "
                "G(K, 1, k))"));
}

TEST_CASE("decide: the text that binds to a file and to claims about it") {
  const ConstructionFile file = ConstructionFile::read_text(text(), "own.toml");
  const auto none = [](const std::string&) { return std::string(); };
  CHECK(subject::binding_text(file, none) ==
        "id own\nparameters n >= 2 D >= 2\ntokens 1..n\nrows 1\ninputs k in 1..n, r in "
        "1..1\nentries union(j in 0..D - 1: {j/D})\nstart G(H, 1, k)\nchoose c = 1\ndefine delta = "
        "1/D\nchoose far(t) = delta*t\nstage add\nin add\nkeys (1..n)\nlayer Z + "
        "c*e(1)*attend(Z(1), 0*Z(1), 0*Z(1))");
  claim::Entry entry;
  entry.id = "own.x";
  entry.domain = " n  >= 2";
  entry.needs = {"own.a", "own.b"};
  entry.formal = "forall H in inputs:\n  far(least(H)) >= 0";
  CHECK(decide::binding_text(file, entry) ==
        "own\nown.x\nn >= 2\nown.a,own.b\nforall H in inputs: far(least(H)) >= 0\ndelta = "
        "1/D\nleast(H) = min(k in 1..n: G(H, 1, k))");
  entry.id = "another.x";
  CHECK(decide::binding_text(file, entry) == claim::binding_text(entry));
  CHECK(subject::bound_change(file, " far(t)  = unused*t ") ==
        std::vector<std::string>{"far(t) = unused*t", "delta = 1/D", "unused = far(3) + delta"});
}

TEST_CASE("decide: a run is the stored counterexample that has its parameters, and no other") {
  const Opened own(text(), 3, 2), changed(text(), 3, 2, {"c=2"});
  CHECK(decide::is_stored_counterexample("n=3 D=2", *own.run));
  CHECK(decide::is_stored_counterexample("D=2 n=3 pattern=dense", *own.run));
  for (const char* other : {"n=2 D=2", "n=3 D=2 d=1", "n=3 D=2 variant=x", "n=3 D=2 pattern=star"})
    CHECK_FALSE(decide::is_stored_counterexample(other, *own.run));
  CHECK_FALSE(decide::is_stored_counterexample("n=3 D=2", *changed.run));
}

TEST_CASE("decide: a network whose weights need one that is too long is at a limit") {
  const Opened own(text(R"toml(
[[stage]]
name = "long"
for = "i in 1..D^60"
layer = "Z"

[[define]]
terms = ["weight = run(long, start(input(0)))(1, 1)", "end(H) = run(last, start(H))(1, 1)"]

[[stage]]
name = "last"
layer = "Z + weight*e(1)*same(Z(1))"
)toml"));
  CHECK(own.outcome("forall H in inputs: end(H) = 0").kind == Outcome::Kind::limit);
  CHECK(own.holds("forall H in inputs: out(H, 1) >= 0"));
}

}  // namespace model_test
