// verify eval: a formula of one's own on one run.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"

namespace eval_test {

using namespace testing;

namespace {

Finished eval(const std::string& formula,
              const std::string& run = "--n 3 --delta 1/2 --pattern star") {
  return verify(std::vector<std::string>{"eval", formula} + words(run));
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("eval: true is 0, false is 1 with its witness, undecided is 2") {
  const Finished holds = eval("distinct(H in inputs, k in 1..n: id(H, k))");
  INFO(holds.out << holds.err);
  CHECK(holds.exit_code == 0);
  CHECK(has(holds.out, "verified on (n,d,D) = (3,1,2), 8 inputs"));
  const Finished fails = eval("forall H in inputs: G(H, 1, 1) = 0");
  INFO(fails.out);
  CHECK(fails.exit_code == 1);
  CHECK(has(fails.out, "REFUTED"));
  CHECK(has(fails.out, "at G = (1,0,0) delta"));
  CHECK(has(fails.out, "1/2 (1 delta) = 0 is false"));
  CHECK(eval("forall H in inputs: 1/(id(H, 1) - id(H, 1)) = 1").exit_code == 1);  // error
  CHECK(eval("sum(H in inputs: id(H, 1)) > 0", "--n 40 --delta 1/8 --pattern star").exit_code == 2);
  const Finished json = eval("2^n > n", "--n 3 --delta 1/2 --pattern star --json");
  CHECK(json.exit_code == 0);
  CHECK(nlohmann::json::parse(json.out)["claims"].at(0)["verdict"] == "verified");
  CHECK(eval("forall H in inputs: sorted(H) = 1 implies id(H, 1) > 0",
             "--construction yun2020a --n 2 --delta 1/3 --positional")
            .exit_code == 0);
}

TEST_CASE("eval: a formula that does not parse is shown with the place and with what is meant") {
  const auto said = [](const std::string& formula) {
    const Finished f = eval(formula);
    CHECK(f.exit_code == 64);
    CHECK(f.out.empty());
    CHECK(std::count(f.err.begin(), f.err.end(), '\n') == 3);
    CHECK(f.err.starts_with("verify: FORMULA: "));
    return f.err;
  };
  CHECK(has(said("n == 3"), "(at character 4: '= 3')"));
  CHECK(said("forall k in 1..n: id(k) > 0")
            .ends_with("\n  forall k in 1..n: id(k) > 0\n"
                       "                    ^\n"));
  CHECK(said("n ≤ d ≤ 3").ends_with("\n  n ≤ d ≤ 3\n    ^\n"));
  CHECK(has(said("n == 3"), "; write = for =="));
  CHECK(has(said("n < 4 && d = 1"), "; write and for &&"));
  CHECK(has(said("n < 4 || d = 1"), "; write or for ||"));
  CHECK(has(said("0.5 < n"), "; write 1/2 for 0.5"));
  CHECK(has(said("n > 2.75"), "; write 11/4 for 2.75"));
  CHECK(has(said("2**n > n"), "; write ^ for **"));
  CHECK(has(said("n => d"), "; write implies for =>"));
  CHECK(has(said("!(n = 2)"), "; write not for !"));
  CHECK(has(said("n ≤ 4"), "; write <= for ≤"));
  CHECK(has(said("forall H in inputs: id(H) > 0"), "at character"));
  CHECK(has(said("forall H in inputs: id(H) > 0"), "; write id(H, k)\n"));
  CHECK(has(said("A(1) = {1}"), "; write A(j, k)\n"));
  CHECK(has(said("gamma > 0"), "; write gamma(k)\n"));
  CHECK(has(said("forall k in 1..n: gama(k) > 0"), "; do you mean 'gamma'?\n"));
  CHECK(has(said("delt > 0"), "; do you mean 'Delta', 'delta'?\n"));
  CHECK(has(said("z(H) > 0"), "; bind it: forall H in inputs: ...\n"));
  CHECK(has(said("k > 0"), "; bind it: forall k in 1..n: ...\n"));
  CHECK(has(said("forall H in inputs: nothing(H) > 0"), "'nothing(H) > 0'"));
  CHECK(verify({"eval"}).exit_code == 64);
}

}  // namespace eval_test
