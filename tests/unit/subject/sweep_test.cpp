// Loops that are sweeps, and those that are none with the reason; and that the engine which jumps
// over windows gives the state that every layer executed gives, at every t.
#include <catch2/catch.hpp>

#include "subject/sweep.hpp"
#include "unit/subject/both_engines.hpp"

namespace sweep_test {

using namespace hardmax;
using subject::ConstructionFile;
using subject::Engine;
using subject::Run;
using subject::StageWay;

namespace {

std::string file_with(const std::string& stage, const std::string& more = "") {
  return R"toml([construction]
id         = "small"
parameters = ["n >= 1"]
tokens     = "1..n"
rows       = "2"
inputs     = "k in 1..n, r in 1..1"
entries    = "{0, 1/2, 1, 5/2}"
start      = "if(r = 1, G(H, 1, k), 0)"
states     = "net"
[[define]]
terms = ["psi(b) = attend(Z(1), Z(1), Z(1) - b)",
         "Psi(a, b) = psi(a) - psi(b)",
         "twice(x) = x + x",
         "unit(t) = if(0 <= t < 1, 1 - t, 0)"]
[[choose]]
terms = ["c = 3", "most = 5"]
)toml" + more +
         "[[stage]]\nname = \"a\"\nin = \"net\"\n" + stage + "\n";
}

const std::string kKeys = "keys = \"(1..n)\"\n";

std::string swept(const std::string& loop, const std::string& layer,
                  const std::string& more = kKeys) {
  return file_with("for = \"" + loop + "\"\n" + more + "layer = \"" + layer + "\"");
}

Run opened(const ConstructionFile& file, std::uint64_t n, Engine engine = Engine::jumping,
           const std::vector<std::string>& changes = {}) {
  return Run::open(file, {{{"n", n}}, "", {}, changes}, std::nullopt, Run::WithoutNetwork::refused,
                   engine);
}

// "sweep g", "windows", "g: it stands in a comparison"
std::string way(const std::string& text, std::size_t stage = 0) {
  const auto file = ConstructionFile::read_text(text, "small.toml");
  const Run run = opened(file, 3);
  subject::Reading& reading = run.reading();
  static_cast<void>(reading.run("net", reading.size("net"), reading.start(reading.input(1))));
  const StageWay found = reading.ways("net").at(stage);
  if (found.how == StageWay::How::sweep) return "sweep " + found.loop;
  if (found.how == StageWay::How::windows) return "windows";
  return found.reason;
}

void check_same(const std::string& text, const std::vector<std::string>& changes = {}) {
  INFO(text);
  const auto file = ConstructionFile::read_text(text, "small.toml");
  for (const std::uint64_t n : {1, 2, 3})
    check_both_engines(opened(file, n, Engine::jumping, changes),
                       opened(file, n, Engine::literal, changes), "net");
}

}  // namespace

TEST_CASE("sweep: what the name of a loop may stand in") {
  const auto sweeps = [](const std::string& text) {
    CHECK(way(text) == "sweep g");
    check_same(text);
  };
  sweeps(swept("g in 0..most", "Z + c*e(1)*Psi(g, g + 1/2)"));
  sweeps(swept("g in 0..most", "Z + c*e(1)*Psi(g/2 - 1/4, g/2 + 1/4)"));
  sweeps(swept("g in -2..most", "Z + e(1)*(psi(g/2 + 1) - psi(g/2))"));  // c is negative
  sweeps(swept("g in 0..most", "Z + e(2)*Psi(g/2, g/2)"));               // width 0
  sweeps(swept("g in 0..most", "Z + e(2)*Psi(twice(g)/4, twice(g)/4 + 3)"));
  sweeps(swept("g in 0..most", "Z + e(2)*Psi(g*g - g*g + g, g + 1)"));
  sweeps(swept("g in 0..most", "Z + e(2)*Psi(if(n > 2, g, g + 1), if(n > 2, g + 1, g + 2))"));
  sweeps(swept("g in 0..most", "Z + e(2)*Psi(sum(i in 1..2: g)/2, g + 1)"));
  sweeps(swept("g in 0..most",
               "Z + e(2)*attend(Z(2), Z(2), Z(2) - g) - e(2)*attend(Z(2), Z(2), "
               "Z(2) - (g + 1))"));
  sweeps(swept("i in 1..2, g in 0..most", "Z + i*e(1)*Psi(i + g, i + g + 1/2)"));
  sweeps(swept("g in 0..most, t in 1..3", "Z + e(1)*Psi(b - 1/4, b + 1/4)",
               kKeys + "when = \"t = 2\"\nlet = [\"b = g/2\"]\n"));
  sweeps(swept("i in 1..2, g in 0..i, t in 1..i", "Z + e(1)*Psi(g, g + 1)",
               kKeys + "when = \"t = 1\"\n"));
}

TEST_CASE("sweep: what is none, and why") {
  const auto is_none = [](const std::string& text, const std::string& why) {
    CHECK(way(text) == why);
    check_same(text);
  };
  const std::string layer = "Z + e(1)*Psi(g, g + 1)";
  is_none(swept("g in 0..most where g > 1", layer), "the loop has `where`");
  is_none(swept("g in 0..most", layer, kKeys + "backwards = \"0\"\n"), "the stage has `backwards`");
  is_none(swept("g in 0..most", "e(1)*Psi(g, g + 1)"), "g: the layer does not keep Z");
  is_none(swept("g in {0, 1, 2}", layer), "g: the loop does not go over whole numbers in turn");
  is_none(swept("g in 0..most", layer, "keys = \"(1..min(n, g + 1))\"\n"),
          "g: it stands in `keys`");
  is_none(swept("g in 0..most", layer, kKeys + "when = \"g > 2\"\n"), "g: it stands in `when`");
  is_none(swept("g in 0..most", layer, kKeys + "let = [\"unused = if(g = 2, 1, 0)\"]\n"),
          "g: it stands in a condition");
  is_none(swept("g in 0..most", layer, kKeys + "let = [\"unused = card({g})\"]\n"),
          "g: it stands in 'card'");
  is_none(swept("g in 1..most", "Z + e(1)*Psi(1/g, 1/g + 1)"), "g: it stands in a divisor");
  is_none(swept("g in 0..most", "Z + e(1)*Psi(2^g, 2^g + 1)"), "g: it stands in an exponent");
  is_none(swept("g in 0..most", "Z + e(1)*Psi(g^2, g^2 + 1)"),
          "g: it stands in the base of a power");
  is_none(swept("g in 0..most", "Z + e(1)*Psi(g*g, g*g + 1)"),
          "g: the window does not go up by constant steps");
  is_none(swept("g in 0..most", "Z + e(1)*Psi(floor(g), g + 1)"), "g: it stands in 'floor'");
  is_none(swept("g in 1..2", "Z + e(g)*Psi(g, g + 1)"), "g: it stands in 'e'");
  is_none(swept("g in 0..most", "Z + g*e(1)*Psi(g, g + 1)"), "g: it stands before a head");
  is_none(swept("g in 0..most", "Z + e(1)*Psi(-g, 1 - g)"), "g: the window goes down, not up");
  is_none(swept("g in 0..most", "Z + e(1)*Psi(1, 2)"),
          "g: the window is the same for all its values");
  is_none(swept("g in 0..most", "Z + e(1)*Psi(g, g + g)"),
          "g: the width of the window depends on it");
  is_none(swept("g in 0..most", "Z + e(1)*psi(g)"), "g: the layer has 1 head, not two");
  is_none(swept("g in 0..most", "Z + e(1)*(psi(g) - 2*psi(g + 1))"),
          "g: W_O of one head is not the negative of the other's");
  is_none(swept("g in 0..most", "Z + e(1)*(psi(g) - attend(2*Z(1), 2*Z(1), 2*Z(1) - (g + 1)))"),
          "g: W_V, W_K and W_Q of the two heads are not all the same");
  is_none(
      swept("g in 0..most", "Z + e(1)*(psi(g) - attend(Z(1), Z(1), Z(1) - (g + 1), minus_abs))"),
      "g: the score of a head is -|<k,q>|");
  is_none(swept("g in 0..most", "Z + e(1)*(psi(g) - attend(l in 1..2: l, l, Z(1) - (g + 1)))"),
          "g: it stands in 'attend'");
  is_none(swept("g in 0..most, t in 1..2", layer),
          "g: more than one layer does something for one value of its name; t: the window is the "
          "same for all its values");
}

TEST_CASE("sweep: dropped layers are exceptions, and layers that have no value are found") {
  const std::string text = swept("g in 0..most", "Z + c*e(1)*Psi(g/2 - 1/4, g/2 + 1/4)");
  for (const char* drop : {"drop=1", "drop=2", "drop=3", "drop=6"}) check_same(text, {drop});
  check_same(text, {"drop=1", "drop=2", "c=-1"});
  // Token 3 looks at a token that is not there, where n is 3.
  check_same(swept("g in 0..most", "Z + c*e(1)*Psi(g, g + 1)", "keys = \"(1..k + k - 1)\"\n"));
  check_same(swept("g in -2..2", "Z + e(1)*unit(Z(1)/g)", ""));
  check_same(swept("g in 5..4", "Z + e(1)*Psi(g, g + 1)") +
             "[[stage]]\nname = \"b\"\nin = \"net\"\nfor = \"i in 1..2\"\nkeys = \"(1..n)\"\n"
             "layer = \"Z + e(1)*psi(i)\"\n");
}

TEST_CASE("sweep: layers with windows, looked up", "[full]") {
  const auto same = [](const std::string& text) {
    CHECK(way(text) == "windows");
    check_same(text);
  };
  same(swept("g in -1..70", "Z + e(1)*unit(Z(1) - g)", ""));
  same(swept("g in 0..70", "Z - g*e(1)*unit(2*Z(1) - g + Z(2))", ""));
  same(swept("r in 1..2, g in 0..40", "Z + (e(3 - r) - e(1))*unit(Z(r) - g/2)", ""));
  check_same(swept("g in 0..70", "Z + e(1)*unit(Z(1) - g)", "backwards = \"1\"\n"));
  check_same(swept("g in 0..70", "Z + e(1)*unit(g*Z(1) - 1) + e(2)*unit(Z(1))", ""));
  check_same(swept("g in 0..200", "Z + e(1)*if(mod(g, 3) = 1, unit(Z(1) - g), unit(Z(2)))", ""),
             {"drop=5"});
  check_same(swept("g in 0..20", "e(1)*unit(Z(1) - g)", ""));
  check_same(swept("g in -70..70", "Z + e(1)*unit(Z(1) - 1/g)", ""));
}

TEST_CASE("sweep: loops of any length") {
  const auto file = ConstructionFile::read_text(
      swept("i in 1..3, g in 0..10^12, t in 1..2", "Z + 10^11*e(1)*Psi(g - 1/4, g + 1/4)",
            kKeys + "when = \"t = 2\"\n"),
      "small.toml");
  const Run run = opened(file, 2);
  subject::Reading& reading = run.reading();
  CHECK(run.layers("net").str() == "6000000000006");
  const subject::Mat from = reading.start(reading.input(3));  // 0, 5/2
  const auto after = [&](std::uint64_t t) {
    return subject::Value(reading.run("net", t, from)).show();
  };
  // Each window that holds 0 adds 10^11 (5/2 - 0); in the next round the column is above it.
  CHECK(after(1) == "[0, 5/2; 0, 0]");
  CHECK(after(2) == "[250000000000, 5/2; 0, 0]");
  CHECK(run.value("after(a, 2, 10^12)").show() == "4000000000004");
  CHECK(run.value("after(a, 3, 7, 1)").show() == "4000000000019");
  CHECK_THROWS_WITH(
      reading.size("net") == 0 ? 0 : opened(file, 2, Engine::literal).reading().size("net"),
      "network 'net' has 6000000000006 layers, more than 1048576 are not made one by "
      "one");
  CHECK(reading.place("net", 5'999'999'999'999).values.at(1).show() == "999999999997");
}

}  // namespace sweep_test
