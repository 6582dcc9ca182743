// Layers whose two heads return the same outside a window are not gone through where no column is
// in it (described_network.cpp). The same layers with a third head, which adds nothing, always are:
// the states after them are the same, with ids inside windows, on their edges and beside them.
#include <catch2/catch.hpp>

#include "described_small.hpp"

namespace described_window_test {

using namespace check_test;

namespace {

std::string file_with(const std::string& layer, const std::string& keys) {
  const auto stage = [&](const std::string& name, const std::string& more) {
    return "[[stage]]\nname = \"" + name + "_stage\"\nin = \"" + name +
           "\"\nfor = \"g in -4..6\"\nkeys = \"" + keys + "\"\nlayer = \"" + layer + more + "\"\n";
  };
  return R"toml([construction]
id         = "windows"
source     = "none"
parameters = ["n >= 1"]
tokens     = "1..n"
rows       = "2"
inputs     = "k in 1..n, r in 1..2"
entries    = "{-1, 0, 1/2, 2}"
start      = "G(H, r, k)"
states     = "other"
[[define]]
terms = ["psi(a) = attend(Z(1), Z(1), Z(1) - a)", "negative(a) = attend(Z(1), -Z(1), Z(1) - a)",
         "second(a) = attend(Z(2), Z(1), Z(1) - a)", "near(a) = attend(Z(1), Z(1), Z(1) - a, minus_abs)",
         "both(a) = attend([Z(1), Z(2)], [Z(1), Z(2)], [Z(1) - a, Z(2)])",
         "w(t, H, r, k) = run(window, t, start(H))(r, k)",
         "o(t, H, r, k) = run(other, t, start(H))(r, k)"]
)toml" + stage("window", "") +
         stage("other", " + 0*e(1)*psi(7)");
}

void check_same(const std::string& layer, const std::string& keys = "(1..n)") {
  INFO(layer << ", " << keys);
  const std::string formula =
      "forall H in inputs, t in 0..layers(window), r in 1..2, k in 1..n: w(t, H, r, k) = o(t, H, "
      "r, k)";
  CHECK(outcome(file_with(layer, keys), formula, {"n=2"}) == "true");
}

}  // namespace

TEST_CASE("described: a window without a column changes nothing, and is told from what does") {
  for (const char* keys : {"(1..n)", "(1..k - 1)", "{1}"}) {
    check_same("Z + e(1)*psi(g/2 - 1/4) - e(1)*psi(g/2 + 1/4)", keys);
    check_same("Z + 2*e(2)*(psi(g/2) - psi(g/2 + 1/2))", keys);  // ids on the edges
    check_same("Z - e(1)*psi(g) + e(1)*psi(g + 2)", keys);
    check_same("Z + e(1)*negative(g/2) - e(1)*negative(g/2 + 1)", keys);
    check_same("Z + e(2)*second(g/2) - e(2)*second(g/2 + 1)", keys);
    check_same("Z + e(2)*psi(g/2) - e(2)*psi(g/2)", keys);
  }
  // Heads that are not so alike.
  check_same("Z + 2*e(1)*psi(g/2) - e(1)*psi(g/2 + 1)");
  check_same("Z + e(1)*psi(g/2) - e(2)*psi(g/2 + 1)");
  check_same("Z + e(1)*psi(g/2) + e(1)*psi(g/2 + 1)");
  check_same("Z + e(2)*psi(g/2) - e(2)*second(g/2 + 1)");
  check_same("Z + e(2)*psi(g/2) - e(2)*negative(g/2 + 1)");
  check_same("Z + e(2)*near(g/2) - e(2)*near(g/2 + 1)");
  check_same("Z + both(g/2) - both(g/2 + 1)");
  check_same("e(2)*psi(g/2) - e(2)*psi(g/2 + 1)");
}

}  // namespace described_window_test
