// What is wrong in a construction file is said in one line: file, entry, what, remedy.
#include <catch2/catch.hpp>

#include "subject/run.hpp"

namespace errors_test {

using namespace hardmax;
using subject::ConstructionFile;
using subject::Run;

namespace {

const std::string kMarking = R"toml([construction]
id         = "marking"
parameters = ["n >= 2", "D >= 2"]
tokens     = "1..n"
rows       = "3"
inputs     = "k in 1..n, r in 1..1"
entries    = "union(j in 0..D - 1: {j/D})"
start      = "if(r = 1, G(H, 1, k), 0)"
states     = "marks"

[[choose]]
terms = ["bonus = 0", "f(x) = 0"]

[[define]]
terms = ["step(t) = if(t < 0, 0, 1)",
         # a comment between, and a comma last
         "entry(t, H, r, k) = run(marks, t, start(H))(r, k)",
         "mark(H, k) = entry(2, H, 3, k)",]

[[stage]]
name  = "fetch"
in    = "marks"
keys  = "(1..n)"
layer = "Z + e(2)*attend(Z(1), Z(1), 0*Z(1) + 1)"

[[stage]]
name  = "compare"
in    = "marks"
layer = "Z + e(3)*step(Z(1) - Z(2))"

[[variant]]
name  = "more"
terms = ["bonus = 1"]
)toml";

std::string with(const std::string& old, const std::string& fresh) {
  std::string text = kMarking;
  const std::size_t at = text.find(old);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old.size(), fresh);
}

// The line without its place.
std::string refused(const std::string& text, const std::vector<std::string>& changes = {},
                    InvalidInput::Kind kind = InvalidInput::Kind::file) {
  try {
    const auto file = ConstructionFile::read_text(text, "m.toml");
    const Run run = Run::open(file, {{{"n", 3}, {"D", 2}}, "", {}, changes});
    for (const std::string& network : file.networks)
      run.guarded([&] {
        subject::Reading& r = run.reading();
        return r.run(network, r.size(network), r.start(r.input(0)));
      });
  } catch (const InvalidInput& e) {
    CHECK(e.kind == kind);
    const std::string line = e.what();
    CHECK(line.find('\n') == std::string::npos);
    if (kind == InvalidInput::Kind::option) return line;
    CHECK(line.starts_with("m.toml:"));
    return line.substr(line.find(": ") + 2);
  }
  return "nothing";
}

}  // namespace

TEST_CASE("errors: the file as it is, with comments and commas in lists, is read") {
  CHECK(refused(kMarking) == "nothing");
  const auto file = ConstructionFile::read_text(kMarking, "m.toml");
  const Run run = Run::open(file, {{{"n", 2}, {"D", 3}}, "", {}, {}});
  CHECK(run.inputs() == Rational(9));
  CHECK(run.value("mark(input(5), 1)").show() == "0");
  CHECK(run.value("mark(input(5), 2)").show() == "1");
  CHECK(run.value("more.bonus").show() == "1");
}

TEST_CASE("errors: names, circles, shapes and states, as they stand in the table of the language") {
  const auto step = [](const std::string& layer) {
    return with("Z + e(3)*step(Z(1) - Z(2))", layer);
  };
  CHECK(refused(step("Z + e(3)*stop(Z(1) - Z(2))")) == "stage 'compare': 'stop' is not known here");
  CHECK(refused(with("\"bonus = 0\"", "\"bonus = once\", \"once = bonus + 1\"")) ==
        "definition 'bonus': it needs itself: bonus -> once -> bonus; write it without");
  CHECK(refused(step("Z + entry(1, input(0), 2, 1)*e(3)*step(Z(1))")) ==
        "stage 'compare': its weights depend on states of 'marks', which it is a part of; only "
        "states of networks before it may be named: none");
  CHECK(refused(with("in    = \"marks\"\nlayer",
                     "in    = \"marks\"\nfor = \"i in 1..entry(1, "
                     "input(0), 2, 1)\"\nlayer")) ==
        "stage 'compare': where the loop of 'i' ends depends on states of 'marks'; say it by "
        "parameters");
  CHECK(refused(step("Z + row(i in 1..3: 1)*step(Z(1))")) ==
        "stage 'compare': what stands before a hidden unit has shape 1 x 3; 3 x 1 is needed");
  CHECK(refused(with("keys  = \"(1..n)\"\n", "")) ==
        "stage 'fetch': it does not say whom token k looks at; add keys = \"...\"");
  CHECK(refused(step("Z + e(3)*step(Z(1)*Z(2))")) ==
        "stage 'compare': a product of two affine functions of the state");
  CHECK(refused(with("if(t < 0, 0, 1)", "t*t")) ==
        "stage 'compare': 'step' is no activation: t^2 is not affine in its argument");
  CHECK(refused(step("Z + exp(1)*e(3)*step(Z(1))")) ==
        "stage 'compare': exp of 1 is not rational: not in the weights of a hardmax network");
  CHECK(refused(with("in    = \"marks\"\nlayer",
                     "in    = \"marks\"\nfor = \"i in 1..10^6, j in 1..10^6\"\nlayer")) ==
        "network 'marks' has 1000000000001 layers, more than 1048576 are not made one by one");
  CHECK(refused(with("terms = [\"bonus = 1\"]", "terms = [\"step(t) = 1\"]")) ==
        "variant 'more': it changes 'step', which is not among what the construction chooses; "
        "move it to [[choose]]");
  CHECK(refused(kMarking, {"step(t)=3"}, InvalidInput::Kind::option) ==
        "--with step(t)=3: 'step' is not among what the construction chooses; there are bonus, f");
}

TEST_CASE("errors: whatever is not known is refused") {
  CHECK(refused(with("states     =", "machine = \"optional\"\nstates     =")) ==
        "[construction]: machine = 'optional'; write required");
  CHECK(refused(with("states     =", "tables = [\"f(1)\"]\nstates     =")) ==
        "[construction]: the arguments of the table 'f' are not names, each once; write \"table(H, "
        "r, k)\"");
  CHECK(refused(with("rows       = \"3\"", "rows       = \"3\"\nrowz = \"3\"")) ==
        "[construction]: unknown key 'rowz'; spell it as in proofs/README.md");
  CHECK(refused(with("rows       = \"3\"\n", "")) ==
        "[construction]: it has no 'rows'; write rows = ...");
  CHECK(refused(with("[[variant]]", "[variant]")).starts_with("a header other than"));
  CHECK(refused(with("\"bonus = 0\"", "\"bonus = 0\", \"gamma = 1\", \"gamma = 1\"")) ==
        "[[choose]]: 'gamma' is defined twice; keep one");
  CHECK(refused(with("\"bonus = 0\"", "\"floor(x) = 0\"")) ==
        "definition 'floor': it has the name of something that is given; choose another");
  CHECK(refused(with("name  = \"more\"", "name  = \"compare\"")) ==
        "variant 'compare': a definition or stage has this name; call it otherwise");
  CHECK(refused(with("in    = \"marks\"\nlayer",
                     "in    = \"marks\"\nfor = \"i in 1..2\"\nrepeat = \"i in 1..2\"\nlayer")) ==
        "stage 'compare': two loops or lets called 'i'; call one otherwise");
  CHECK(refused(with("keys  =", "for = \"k in 1..2\"\nkeys  =")) ==
        "stage 'fetch': k is the token that looks; call the name of the loop otherwise");
  CHECK(refused(with("0*Z(1) + 1)\"", "0*Z(1) + 1) + e(3)*step(Z(1))\"")) ==
        "stage 'fetch': heads and hidden units in one layer; make it two stages");
  CHECK(refused(with("attend(Z(1), ", "attend(Z(1) + 1, ")) ==
        "stage 'fetch': a value or key with a constant; only queries have one");
  CHECK(refused(with("attend(Z(1), Z(1)", "attend(Z(1), [Z(1), Z(2)]")) ==
        "stage 'fetch': keys of 2 and queries of 1 entries");
  CHECK(refused(with("(1..n)", "(1..n + 1)")) ==
        "stage 'fetch': token 1 looks at 4, which is no token");
  CHECK(refused(with("mark(H, k) = entry(2, H, 3, k)", "mark(H, k) = entry(2, H, 3)")) ==
        "definition 'mark': 'entry' has 4 arguments, 3 are given");
}

TEST_CASE("errors: types are found before anything runs") {
  const auto step = [](const std::string& layer) {
    return with("Z + e(3)*step(Z(1) - Z(2))", layer);
  };
  CHECK(refused(step("Z + e(3)*(step(Z(1)) + 1)")) ==
        "stage 'compare': '+' between a sum of hidden units and a number");
  CHECK(refused(step("Z + e(3)")) ==
        "stage 'compare': a layer adds heads or hidden units; this is a matrix");
  CHECK(refused(step("Z + e(3)*if(1 < 2, step(Z(1)), 1)")) ==
        "stage 'compare': 'if' chooses between a sum of hidden units and a number");
  CHECK(refused(with("keys  = \"(1..n)\"", "keys  = \"n\"")) ==
        "stage 'fetch': keys is a number; a set is needed");
  CHECK(refused(with("keys  =", "when = \"Z(1) < 2\"\nkeys  =")) ==
        "stage 'fetch': 'when' or 'keys' uses Z or a head; they are the same for every state");
  CHECK(refused(with("\"bonus = 0\"", "\"bonus = 1 and 2\"")) ==
        "definition 'bonus': what stands at and, or, not, implies is a number; a truth value is "
        "needed");
  CHECK(refused(with("terms = [\"bonus = 1\"]", "terms = [\"bonus = {1}\"]")) ==
        "variant 'more': 'bonus' becomes a set, and is a number; give it a term of that type");
}

TEST_CASE("errors: activations are told from what is none") {
  const auto step = [](const std::string& term) { return refused(with("if(t < 0, 0, 1)", term)); };
  const std::string none = "stage 'compare': 'step' is no activation: ";
  CHECK(step("if(t < 0, 0, abs(t))").starts_with(none));
  CHECK(step("floor(t)").starts_with(none));
  CHECK(step("max(t, 0)").starts_with(none));
  CHECK(step("if(t = 0, 1, 0)").starts_with(none));
  CHECK(step("if(t < 0, 0, 1)*if(t < 1, 0, 1)").starts_with(none));
  CHECK(step("t*if(t < 1, 0, 1)").starts_with(none));
  CHECK(step("if(t*t < 1, 0, 1)").starts_with(none));
  CHECK(step("if(t < 0 or n = 3, 0, 1) + 2*t/3") == "nothing");
  CHECK(step("if(n = 3 and t < 0 and not t < -1, 0, 1 - t)*2") == "nothing");
  CHECK(step("1") == "nothing");
  CHECK(step("5 - 2*t") == "nothing");
}

TEST_CASE("errors: hostile files end with a line, in little time") {
  const auto bonus = [](const std::string& term) {
    return refused(with("\"bonus = 0\"", "\"bonus = " + term + "\""));
  };
  const auto many = [](const std::string& text, int count) {
    std::string out;
    for (int i = 0; i < count; ++i) out += text;
    return out;
  };
  CHECK(bonus(many("1", 60'000)).find("60000 digits, more than 1,000") != std::string::npos);
  CHECK(bonus(many("(", 300) + "1" + many(")", 300)).find("256 levels") != std::string::npos);
  CHECK(bonus(many("-", 300) + "1").find("256 levels") != std::string::npos);
  CHECK(bonus("1" + many(" + 1", 300)).find("256 operators") != std::string::npos);
  CHECK(bonus("a.b.c").find("second dot") != std::string::npos);
  CHECK(bonus("1 +").find("found the end") != std::string::npos);
  CHECK(bonus("x in real").find("expected") != std::string::npos);
  CHECK(bonus("sum(x in real: x)").find("finite domains") != std::string::npos);
  // Definitions within definitions.
  std::string deep = "bonus = 0";
  for (int i = 0; i < 950; ++i)
    deep += "\", \"b" + std::to_string(i) + " = if(1 < 2, b" + std::to_string(i + 1) + ", 1) + 1";
  deep += "\", \"b950 = 1";
  CHECK(refused(with("bonus = 0", deep)).find("go too deep") != std::string::npos);
  // A chain of definitions that doubles a number of digits each time.
  std::string chain = "\"a0 = 2^1000000\"";
  for (int i = 1; i < 40; ++i)
    chain += ", \"a" + std::to_string(i) + " = a" + std::to_string(i - 1) + "*a" +
             std::to_string(i - 1) + "\"";
  const auto file =
      ConstructionFile::read_text(with("\"bonus = 0\"", "\"bonus = 0\", " + chain), "m.toml");
  const Run run = Run::open(file, {{{"n", 3}, {"D", 2}}, "", {}, {}});
  CHECK_THROWS_AS(run.value("a39"), LimitReached);
  CHECK_THROWS_AS(run.value("card((1..10^9))"), LimitReached);
  CHECK_THROWS_AS(run.value("2^(10^7)^2"), LimitReached);
}

TEST_CASE("errors: parameters, variants, changes and inputs of a run name value and remedy") {
  const auto file = ConstructionFile::read_text(kMarking, "m.toml");
  const auto opened = [&](subject::RunSpec spec) -> std::string {
    try {
      Run::open(file, std::move(spec));
    } catch (const InvalidInput& e) {
      CHECK(e.kind == InvalidInput::Kind::option);
      return e.what();
    }
    return "nothing";
  };
  CHECK(opened({{{"n", 3}}, "", {}, {}}) ==
        "the parameter D of construction 'marking' is not given; give n, D");
  CHECK(opened({{{"n", 1}, {"D", 2}}, "", {}, {}}) == "the parameter n = 1: n >= 2 is asked for");
  CHECK(opened({{{"n", 3}, {"D", 2}, {"d", 1}}, "", {}, {}}) ==
        "the parameter d = 1: construction 'marking' has the parameters n, D");
  CHECK(opened({{{"n", 3}, {"D", 2}}, "", {"less"}, {}}) ==
        "--variant less: there is no such variant; there are more");
  CHECK(opened({{{"n", 3}, {"D", 2}}, "", {}, {"drop=3"}}) ==
        "--with drop=3: 'marks' has 2 layers; give one of them");
  CHECK(opened({{{"n", 3}, {"D", 2}}, "", {}, {"f(1) = 2", "f(x) = x"}}) == "nothing");
  const Run run = Run::open(file, {{{"n", 3}, {"D", 2}}, "", {}, {"f(x) = 2*x", "f(1) = 7"}});
  CHECK(run.value("f(1) + f(3)").show() == "13");
  try {
    (void)run.input({0, 2, 0});
    FAIL("an entry that is none");
  } catch (const InvalidInput& e) {
    CHECK(std::string(e.what()) == "--input has the entry 2; entries are {0, 1/2}");
  }
}

}  // namespace errors_test
