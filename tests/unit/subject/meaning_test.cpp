// The literal meaning of what the three papers do not use: heads with keys of their own, maps,
// layers without residual, loops backwards, repeat, changes that speak of the construction as it
// was.
#include <catch2/catch.hpp>

#include "subject/run.hpp"

namespace meaning_test {

using namespace hardmax;
using subject::ConstructionFile;
using subject::Run;

namespace {

// Two rows: the entry and a counter. `stages` and `more` are TOML.
std::string file_with(const std::string& stages, const std::string& terms = "\"one = 1\"") {
  return R"toml([construction]
id         = "small"
parameters = ["n >= 1"]
tokens     = "1..n"
rows       = "2"
inputs     = "k in 1..n, r in 1..1"
entries    = "(0..3)"
start      = "if(r = 1, G(H, 1, k), 0)"
states     = "net"
[[choose]]
terms = [)toml" +
         terms + "]\n" + stages;
}

// What a term says, for n tokens.
std::string value(const std::string& text, const std::string& term, std::uint64_t n = 3,
                  const std::vector<std::string>& changes = {}) {
  const auto file = ConstructionFile::read_text(text, "small.toml");
  return Run::open(file, {{{"n", n}}, "", {}, changes}).value(term).show();
}

const std::string kAfter = "run(net, start(input(27)))";  // entries 1, 2, 3

}  // namespace

TEST_CASE(
    "meaning: a head with keys of its own looks its value up, ties shared, and no keys give 0") {
  const auto looked_up = [](const std::string& head) {
    return value(
        file_with("[[stage]]\nname = \"look\"\nin = \"net\"\nlayer = \"Z + e(2)*" + head + "\"\n"),
        kAfter);
  };
  // The score is least in size at the key 0; then the key nearest to the entry.
  CHECK(looked_up("attend(l in 0..3: l^2, l, Z(1), minus_abs)") == "[1, 2, 3; 0, 0, 0]");
  CHECK(looked_up("attend(l in 0..3: l^2, [2*l, -l^2], [Z(1), 0*Z(1) + 1])") ==
        "[1, 2, 3; 1, 4, 9]");
  CHECK(looked_up("attend(l in {1, 3}: l, 0, Z(1))") == "[1, 2, 3; 2, 2, 2]");
  CHECK(looked_up("attend(l in 1..0: l, l, Z(1))") == "[1, 2, 3; 0, 0, 0]");
}

TEST_CASE("meaning: scores by distance, a layer without residual, keys without the own token") {
  const auto stage = [](const std::string& keys, const std::string& layer) {
    return file_with("[[stage]]\nname = \"a\"\nin = \"net\"\nkeys = \"" + keys + "\"\nlayer = \"" +
                     layer + "\"\n");
  };
  const std::string others = "union(j in 1..n where j != k: {j})";
  CHECK(value(stage(others, "e(2)*attend(Z(1), Z(1), Z(1))"), kAfter) == "[0, 0, 0; 3, 3, 2]");
  CHECK(value(stage("(1..n)", "Z - e(2)*attend(Z(1), Z(1), 0*Z(1) - 1)"), kAfter) ==
        "[1, 2, 3; -1, -1, -1]");
  CHECK(value(stage("(1..k)", "Z + e(2)*attend(Z(1), Z(1), 0*Z(1))"), kAfter) ==
        "[1, 2, 3; 1, 3/2, 2]");
  CHECK(value(stage("(k + 1..n)", "Z + e(2)*attend(Z(1), Z(1), 0*Z(1))"), kAfter) ==
        "[1, 2, 3; 5/2, 3, 0]");
}

TEST_CASE(
    "meaning: a map, a layer that is the identity, and states of earlier networks as weights") {
  const std::string net =
      "[[stage]]\nname = \"count\"\nin = \"net\"\nfor = \"i in 1..3\"\nwhen = \"i != 2\"\nlayer = "
      "\"Z + e(2)*one_more(Z(2))\"\n";
  const std::string terms = "\"one = 1\", \"one_more(t) = one\"";
  CHECK(value(file_with(net, terms), kAfter) == "[1, 2, 3; 2, 2, 2]");
  CHECK(value(file_with(net, terms), "layers(net)") == "3");
  CHECK(value(file_with(net, terms), "units_of(net, 2) + 10*units_of(net, 3)") == "10");
  CHECK(value(file_with(net, terms), kAfter, 3, {"drop=3"}) == "[1, 2, 3; 1, 1, 1]");
  const std::string map =
      "[[stage]]\nname = \"after_it\"\nmap = \"[Z(1)*Z(1), k + run(net, start(input(0)))(2, "
      "k)]\"\n";
  CHECK(value(file_with(net + map, terms), "run(after_it, " + kAfter + ")") ==
        "[1, 4, 9; 3, 4, 5]");
}

TEST_CASE("meaning: loops backwards, rounds of repeat, and where a stage ends") {
  // Layer i makes 10 x + i of x.
  const auto digits = [](const std::string& keys) {
    return "[[stage]]\nname = \"a\"\nin = \"net\"\n" + keys +
           "layer = \"Z + e(2)*tenfold(Z(2)) + i*e(2)*unit(Z(1))\"\n";
  };
  const std::string terms = "\"back = 0\", \"tenfold(t) = 9*t\", \"unit(t) = 1\"";
  const auto second = [&](const std::string& stages, const std::vector<std::string>& changes) {
    return value(file_with(stages, terms), kAfter + "(2, 1)", 3, changes);
  };
  const std::string loop = digits("for = \"i in 1..4\"\nbackwards = \"back\"\n");
  CHECK(second(loop, {}) == "1234");
  CHECK(second(loop, {"back = 1"}) == "4321");
  const std::string b =
      "[[stage]]\nname = \"b\"\nin = \"net\"\nrepeat = \"j in  1..2\"\nfor = \"i in "
      "5..6\"\nlayer = \"Z + e(2)*tenfold(Z(2)) + i*e(2)*unit(Z(1))\"\n";
  const std::string round = digits("repeat = \"j in 1..2\"\nfor = \"i in 1..j\"\n") + b;
  CHECK(second(round, {}) == "1561256");
  CHECK(value(file_with(round, terms), "layers(net)*100 + layers(a)*10 + layers(b)") == "734");
  CHECK(value(file_with(round, terms), "after(a)*100 + after(a, 1)*10 + after(b, 1, 5)") == "512");
  CHECK(value(file_with(round, terms), "after(b)") == "7");
}

TEST_CASE("meaning: a change speaks of the construction as it was, in order") {
  const std::string stage =
      "[[stage]]\nname = \"a\"\nin = \"net\"\nlayer = \"Z + c*e(2)*unit(Z(1))\"\n"
      "[[variant]]\nname = \"twice\"\nterms = [\"c = 2*c\", \"x = c\"]\n"
      "[[variant]]\nname = \"times(m)\"\nterms = [\"c = m*c\"]\n";
  const std::string terms = "\"c = 3\", \"x = 0\", \"g(i) = i\", \"unit(t) = 1\"";
  const auto said = [&](const std::string& term, const std::vector<std::string>& changes) {
    return value(file_with(stage, terms), term, 3, changes);
  };
  CHECK(said("c", {"c = 2*c", "c = c + 1"}) == "7");
  CHECK(said("twice.c + 100*twice.x", {"c = c + 1"}) == "408");
  CHECK(said("times(5).c", {"c = c + 1"}) == "20");
  CHECK(said("g(1) + g(2)*10", {"g(1) = 7", "g(2) = g(1)"}) == "77");
  CHECK(said("g(2)", {"g(i) = i + g(i)", "g(1) = 0"}) == "4");
  CHECK(said(kAfter + "(2, 1)", {"c = 2*c"}) == "6");
  CHECK(said("times(5).c + c", {"drop=1"}) == "18");
  CHECK(said(kAfter + "(2, 1)", {"drop=1"}) == "0");
}

TEST_CASE("meaning: breakpoints are where compared sides are equal, pieces the intervals between") {
  const std::string stage =
      "[[stage]]\nname = \"a\"\nin = \"net\"\nlayer = \"Z + e(2)*phi(2*Z(1) - 1)\"\n";
  const auto said = [&](const std::string& phi, const std::string& term) {
    return value(file_with(stage, "\"phi(t) = " + phi + "\", \"relu(t) = if(t < 0, 0, t)\""), term);
  };
  const std::string all = "10*pieces_of(net, 1) + flat_of(net, 1)";
  CHECK(said("if(0 <= t < 1, -t, 0)", all) == "32");
  CHECK(said("if(0 <= t < 1, -t, 0)", "breaks_of(net, 1, 1)") == "{1/2, 1}");
  CHECK(said("relu(t) - 2*relu(t - 1) + relu(t - 2)", "breaks_of(net, 1, 1)") == "{1/2, 1, 3/2}");
  CHECK(said("relu(t) - 2*relu(t - 1) + relu(t - 2)", all) == "42");
  CHECK(said("if(t < 1, 5, 5)", all) == "22");
  CHECK(said("3*t", all) == "10");
  CHECK(said("if(2*t + 1 > 4 - t and t < 9, 1, 0)", "breaks_of(net, 1, 1)") == "{1, 5}");
  // Values at and beside a breakpoint.
  CHECK(said("if(t <= 1, 7, 8)", kAfter) == "[1, 2, 3; 7, 8, 8]");
  CHECK(said("if(t < 1, 7, 8)", kAfter) == "[1, 2, 3; 8, 8, 8]");
}

}  // namespace meaning_test
