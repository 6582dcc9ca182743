// Variants with arguments: named in terms, and as what a run applies.
#include <catch2/catch.hpp>

#include "described_small.hpp"

namespace described_variants_test {

using namespace check_test;

namespace {

// Row 2 is gain*k + shift(k).
const std::string file = small(
                             R"t("out(k) = run(net, start(input(0)))(2, k)", "one(t) = 1",
       "raised_out(x, k) = raised(x).out(k)", "twice(x, y, k) = raised(x).raised_out(y, k)",
       "moved_out(a, k) = moved(a, 1).out(k)", "hidden(x, k) = hiding(x).out(k)",
       "in_set(k) = of_set({2, 3}).out(k)", "in_matrix(x) = of_matrix([x, 1]).out(2)",
       "in_truth(x) = of_truth(x = 1).out(2)", "in_input(g) = of_input(input(g)).out(2)",
       "shown(x) = raised(x).gain + gain", "fixed(x) = raised(x).later(x, 3)",
       "later(x, k) = x*shift(k)", "other = also(n, 2*gain).out(n)", "sums(x) = raised(x).sum_of(x)",
       "sum_of(x) = sum(y in 1..3: raised(x + y).gain)",
       "long_one(x) = longer(x).layers_here", "layers_here = layers(net)",
       "nothing_at(x) = of_matrix(sum(i in 1..x: [i, 1])).out(2)")t",
                             stage("name = \"net\"\nfor = \"i in 1..length_of\"\n"
                                   "layer = \"Z + e(2)*gained(Z(1))\"\n"),
                             "") +
                         R"toml(
[[choose]]
terms = ["gain = 1", "shift(k) = 0", "length_of = 1", "gained(t) = gain*t + shift(t)"]
[[variant]]
name = "raised(x)"
terms = ["gain = gain + x"]
[[variant]]
name = "moved(a, k)"
terms = ["shift(t) = a + k - t + t"]
[[variant]]
name = "hiding(k)"
terms = ["shift(k) = k"]
[[variant]]
name = "of_set(s)"
terms = ["gain = card(s)"]
[[variant]]
name = "of_matrix(M)"
terms = ["gain = M(1)"]
[[variant]]
name = "of_truth(b)"
terms = ["gain = if(b, 5, 7)"]
[[variant]]
name = "of_input(H)"
terms = ["gain = if(H = input(0), 8, 9)"]
[[variant]]
name = "also(a, gain)"
terms = ["gain = a + 10*gain"]
[[variant]]
name = "longer(m)"
terms = ["length_of = m"]
[[variant]]
name = "plain"
terms = ["gain = 4"]
)toml";

Ran with(const std::vector<std::string>& variants, const std::vector<std::string>& changes = {}) {
  return {"n=3", Json::array(), changes, variants};
}
bool says(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return true;
  WARN(text << " has not " << part);
  return false;
}

}  // namespace

TEST_CASE("described variants: with arguments, named in terms") {
  CHECK(outcome(file, "out(2) = 2 and raised_out(3, 2) = 8 and raised_out(0, 2) = 2") == "true");
  // V of V changes twice; a formula names the same variant with many arguments
  CHECK(outcome(file, "twice(3, 5, 2) = 18 and out(2) = 2") == "true");
  CHECK(outcome(file, "forall x in 1..5, k in 1..3: raised_out(x/2, k) = k + k*x/2") == "true");
  CHECK(outcome(file, "sums(10) = 3*11 + 10*3 + 6") == "true");
  // names of a variant outside of those of a changed definition, which hide them
  CHECK(outcome(file, "moved_out(4, 3) = 3 + 4 + 1 and hidden(7, 3) = 6") == "true");
  CHECK(outcome(file, "other = 3*(3 + 20)") == "true");
  // arguments of every type
  CHECK(outcome(file, "in_set(3) = 6 and in_matrix(11) = 22 and in_matrix(12) = 24") == "true");
  CHECK(outcome(file, "in_truth(1) = 10 and in_truth(2) = 14 and in_input(0) = 16") == "true");
  CHECK(outcome(file, "in_input(1) = 16") == "undefined");
  CHECK(outcome(file, "nothing_at(1) = 2 and nothing_at(2) = 6") == "true");
  CHECK(outcome(file, "shown(6) = 8 and fixed(2) = 0") == "true");
  CHECK(outcome(file, "long_one(4) = 4 and long_one(0) = 0 and long_one(4) = 4") == "true");
  CHECK(outcome(file, "long_one(1/2) = 4") == "undefined");
}

TEST_CASE("described variants: with arguments, applied at a run") {
  CHECK(outcome(file, "gain = 4 and out(2) = 8", with({"raised(3)"})) == "true");
  // one after another, each of the construction as it was; choices and parameters may be named
  CHECK(outcome(file, "gain = 8", with({"raised(3)", "raised(gain)"})) == "true");
  CHECK(outcome(file, "gain = 4 + 3*2", with({"plain", "raised(n*2)"})) == "true");
  CHECK(outcome(file, "gain = 4", with({"raised(n*2)", "plain"})) == "true");
  CHECK(outcome(file, "gain = 10", with({"raised(1)"}, {"gain=5*gain"})) == "true");
  CHECK(outcome(file, "raised_out(1, 1) = 5 and gain = 4", with({"raised(3)"})) == "true");
  CHECK(outcome(file, "moved_out(1, 2) = 4 and out(2) = 2 + 9", with({"moved(4, 5)"})) == "true");
  CHECK(outcome(file, "out(2) = 4", with({"of_set({n, 7})"})) == "true");
  CHECK(outcome(file, "gain = 8", with({"of_input(input(0))"})) == "true");
  CHECK(outcome(file, "gain = 7", with({"of_truth(gain = 2)"})) == "true");
  CHECK(outcome(file, "gain = 2", with({"of_matrix([2, 3])"})) == "true");
  CHECK(outcome(file, "layers(net) = 5", with({"longer(5)"})) == "true");
  CHECK(outcome(file, "gain = 0", with({"raised(1/0)"})) == "undefined");
  CHECK(says(outcome(file, "true", with({"raised"})), "run.variants[0]"));
  CHECK(says(outcome(file, "true", with({"raised(1, 2)"})), "1 arguments"));
  CHECK(says(outcome(file, "true", with({"plain(1)"})), "run.variants[0]"));
  CHECK(says(outcome(file, "true", with({"lowered(1)"})), "the name of a variant"));
  CHECK(says(outcome(file, "true", with({"raised(1).gain"})), "end"));
  CHECK(says(outcome(file, "true", with({"raised(k)"})), "known"));
  CHECK(says(outcome(file, "true", with({"raised({1})"})), "run.variants"));
  CHECK(says(outcome(file, "true", with({"raised(out(1))"})), "must not depend on states"));
  CHECK(says(outcome(file, "true", with({"raised(one(1))"})), "must name parameters"));
  CHECK(says(outcome(file, "true", with({"raised(plain.gain)"})), "variants"));
  CHECK(says(outcome(file, "true", with({"raised(Z(1))"})), "on Z"));
  CHECK(says(outcome(file, "true", with({"raised(start(input(0))(1, 1))"})), "states"));
}

TEST_CASE("described variants: an input among the arguments is one of the run") {
  const std::string inputs =
      small("\"out(H) = G(H, 1, 1)\"", stage("name = \"net\"\nlayer = \"Z\"\n"),
            "inputs = \"k in 1..n, r in 1..1\"\nentries = \"values\"\n") +
      R"toml(
[[choose]]
terms = ["values = {0, 1}", "first(H) = 0"]
[[variant]]
name = "extended"
terms = ["values = {0, 1, 2}"]
[[variant]]
name = "marked(K)"
terms = ["first(H) = if(H = K, 1, 0)"]
[[variant]]
name = "and_more(K, x)"
terms = ["first(H) = if(H = K, x, 0)", "values = {5, 6}"]
)toml";
  CHECK(outcome(inputs, "sum(H in {1}: 1) = 1", with({"extended", "marked(input(3))"})) == "true");
  CHECK(outcome(inputs, "exists H in inputs: first(H) = 1", with({"marked(input(7))"})) == "true");
  CHECK(outcome(inputs, "exists H in inputs: first(H) = 1", with({"marked(input(8))"})) ==
        "undefined");
  CHECK(outcome(inputs, "exists H in inputs: first(H) = 1",
                with({"extended", "marked(input(26))"})) == "true");
  // the inputs of the construction as it was are not those of the run
  CHECK(says(outcome(inputs, "true", with({"marked(input(3))", "extended"})), "are others"));
  CHECK(says(outcome(inputs, "true", with({"and_more(input(3), 2)"})), "are others"));
}

}  // namespace described_variants_test
