// Construction files as verify-check reads them: the construction files of the papers give, claim
// by claim, what certificates of kind "run" say, whose networks are written in C++.
#include <catch2/catch.hpp>

#include "check/replay.hpp"
#include "described_small.hpp"
#include "papers/papers.hpp"

namespace described_test {

using namespace check_test;
using namespace hardmax::check;

namespace {

const std::filesystem::path proofs = root.parent_path() / "proofs";

// `run` of kind "run" as `run` of kind "construction"; none: a table of values stands in it.
std::optional<Json> described(const Json& run, const Described& of) {
  std::vector<std::string> variants;
  std::vector<Json> changes;
  if (const Json* target = run.find("target"); target != nullptr && target->text != "identity") {
    variants.push_back(target->text == "running-maximum" ? "running_maximum" : target->text);
    if (of.names.variants.count(variants[0]) == 0) return std::nullopt;
  }
  if (const Json* inputs = run.find("inputs"); inputs != nullptr && inputs->text == "extended")
    variants.emplace_back("extended");
  if (const Json* positional = run.find("encodings");
      positional != nullptr && positional->text == "positional")
    variants.emplace_back("positional");
  for (const Json& item : run.find("overrides")->items) {
    std::string change = item.text;
    if (change.substr(0, 2) == "E.")
      change =
          "E(" + change.substr(2, change.find('=') - 2) + ")" + change.substr(change.find('='));
    if (change.substr(0, 6) == "qdrop=") change = "drop=quantize." + change.substr(6);
    if (change.substr(0, 6) == "vdrop=") change = "drop=value." + change.substr(6);
    changes.push_back(texts({change}));
  }
  std::vector<std::string> parameters;
  for (const char* name : {"n", "d", "D"})
    parameters.push_back(std::string(name) + "=" + text(run, name));
  return Json::object(
      {{"construction", text(run, "construction")},
       {"sha256", Json(std::string())},
       {"parameters", texts(parameters)},
       {"pattern", run.find("pattern") == nullptr ? Json::array() : *run.find("pattern")},
       {"variants", texts(variants)},
       {"changes", Json::array(changes)}});
}

// Of a witness, what does not hang on the units of inputs.
std::vector<std::string> without_inputs(const Json& witness) {
  std::vector<std::string> out;
  for (const Json& name : witness.find("at") ? witness.find("at")->items : std::vector<Json>())
    if (name.text.find(' ') == std::string::npos) out.push_back(name.text);
  for (const char* key : {"lhs", "relation", "rhs"})
    if (witness.find(key) != nullptr) out.push_back(text(witness, key));
  return out;
}

// The claims about the run of a certificate, decided by the file and by the network in C++: how
// many by both.
int agree(const std::filesystem::path& file, const Entries& entries) {
  const Json certificate = read_json(read(file));
  const Json& run = *certificate.find("run");
  const std::string& name = text(run, "construction");
  const Described of = read_described(read(proofs / name / "construction.toml"), name);
  const std::optional<Json> stated = described(run, of);
  if (!stated || text(*certificate.find("totals"), "inputs") == "0") return 0;
  DescribedRun built(*stated, of, entries);
  built.open();
  const std::unique_ptr<Construction> native =
      build_of(name)(run, *certificate.find("derived"), UINT64_MAX);
  CHECK(built.inputs() == native->inputs());
  CHECK(built.world().layer_count(of.states).text() ==
        text(*certificate.find("derived"), "layers"));
  const std::set<std::string> none;
  std::set<std::string> cost;  // a network for every two inputs and two tokens
  for (const auto& [id, entry] : entries)
    if (built.inputs() > 8 && entry.formal.find("planted") != std::string::npos) cost.insert(id);
  Replay ours(entries, cost, built), theirs(entries, none, *native);
  std::vector<std::string> ids;
  for (const auto& [id, entry] : entries) {
    if (id.substr(0, name.size() + 1) != name + ".") continue;
    INFO(file << " " << id << ": " << entry.formal);
    const std::string unreadable = rejection([&, &id = id] { ours.add(id); });
    if (unreadable.empty()) theirs.add(id), ids.push_back(id);
    if (entry.formal.find("soft(") == std::string::npos &&
        entry.formal.find("zeroed_R2(") == std::string::npos)  // names that the files have not
      CHECK(unreadable == "");
  }
  const Ranges all{{0, built.inputs()}};
  ours.execute(all), theirs.execute(all);
  int decided = 0;
  for (const std::string& id : ids) {
    INFO(file << " " << id << ": " << entries.at(id).formal);
    const Finding &finding = ours.decide(id), &other = theirs.decide(id);
    if (finding.verdict.empty() || finding.reason == "cost") {  // or numbers not rational
      INFO(finding.open);
      const bool known = finding.open.find("not rational") != std::string::npos ||
                         finding.open.find("(cost)") != std::string::npos ||
                         finding.open.find("needs ") == 0;
      CHECK(known);
      continue;
    }
    // A dropped layer has no units in a construction file; those in C++ keep theirs.
    if (id == "yun2020a.B.4.phi_in_Phi" && file.filename() == "yun2020a_overrides.json") continue;
    CHECK(finding.verdict == other.verdict);
    CHECK(finding.reason == other.reason);
    const Json claim = Json::object({{"id", id}, {"sha256", id}});
    CHECK(
        without_inputs(replayed_claim(claim, finding.verdict, "", finding.witness).items.back()) ==
        without_inputs(replayed_claim(claim, other.verdict, "", other.witness).items.back()));
    ++decided;
  }
  return decided;
}

}  // namespace

TEST_CASE("described: heads") {
  const auto head = [](const std::string& keys, const std::string& layer, const std::string& is) {
    const std::string file = small(
        "\"x(k) = run(net, start(input(0)))(1, k)\", \"y(k) = run(net, start(input(0)))(2, k)\"",
        stage("name = \"net\"\nkeys = \"" + keys + "\"\nlayer = \"" + layer + "\"\n"));
    return outcome(file, is);
  };
  // the largest, the smallest, all, none
  CHECK(head("(1..n)", "Z + e(2)*attend(Z(1), Z(1), 0*Z(1) + 1)", "forall k in 1..n: y(k) = 3") ==
        "true");
  CHECK(head("(1..n)", "Z + e(2)*attend(Z(1), Z(1), 0*Z(1) - 1)", "forall k in 1..n: y(k) = 1") ==
        "true");
  CHECK(head("(1..n)", "Z - e(2)*attend(Z(1), 0*Z(1), Z(1))", "forall k in 1..n: y(k) = -2") ==
        "true");
  CHECK(head("(1..0)", "Z + e(2)*attend(Z(1), Z(1), Z(1))",
             "forall k in 1..n: y(k) = 0 and x(k) = k") == "true");
  // without the own token; without a residual; two heads with coefficients; the unit matrix
  CHECK(head("union(j in 1..n where j != k: {j})", "Z + e(2)*attend(Z(1), Z(1), 0*Z(1) + 1)",
             "y(1) = 3 and y(2) = 3 and y(3) = 2") == "true");
  CHECK(head("(1..n)", "e(2)*attend(Z(1), 0*Z(1), Z(1))",
             "forall k in 1..n: x(k) = 0 and y(k) = 2") == "true");
  CHECK(head("(1..n)", "Z + 5*attend(Z, 0*Z(1), Z(1))",
             "forall k in 1..n: x(k) = k + 10 and y(k) = 0") == "true");
  CHECK(head("(1..n)",
             "Z + 1/2*e(2)*(attend(Z(1), Z(1), 0*Z(1) + 1) - 3*attend(Z(1), Z(1), 0*Z(1) - 1))",
             "forall k in 1..n: y(k) = 0") == "true");
  // -|<k, q>|: the key next to 0; keys of size 2, the nearest token by k_1 q_1 + k_2 q_2
  CHECK(head("(1..n)", "Z + e(2)*attend(Z(1), Z(1), 0*Z(1) + 1, minus_abs)",
             "forall k in 1..n: y(k) = 1") == "true");
  CHECK(head("(1..n)", "Z + e(2)*attend(Z(1), [Z(1), Z(2)], [0*Z(1) - 1, Z(2)])",
             "forall k in 1..n: y(k) = 1") == "true");
  CHECK(head("(1..n)", "Z + columns(i in 1..2: e(3 - i))*attend([Z(1), 0*Z(1)], Z(1), 0*Z(1) + 1)",
             "forall k in 1..n: y(k) = 3 and x(k) = k") == "true");
  // keys of one's own: members of a set, ties
  CHECK(head("(1..0)", "Z + e(2)*attend(l in 1..4: l^2, -l, Z(1) - 2)",
             "y(1) = 16 and y(2) = 30/4 and y(3) = 1") == "true");
  CHECK(head("(1..0)", "Z + e(2)*attend(l in 1..0: l, l, Z(1))", "y(2) = 0") == "true");
  CHECK(head("(1..n)", "Z + e(2)*attend(l in 1..n: l, l, l*Z(1))", "true").find("query") !=
        std::string::npos);
}

TEST_CASE("described: loops, rounds, and where their layers are") {
  const std::string definitions =
      "\"y(t) = run(net, t, start(input(0)))(2, 1)\", \"end(i) = after(second, i)\", "
      "\"place = after(none)\", \"last = after(first)\", \"inner(i, j) = after(second, i, j)\", "
      "\"odd(i) = after(some, i)\", \"one(t) = 1\", \"later(i) = after(turned, i)\"";
  const auto add = [](const std::string& name, const std::string& loop, const std::string& what) {
    return stage("name = \"" + name + "\"\nin = \"net\"\n" + loop + "layer = \"Z + (" + what +
                 ")*e(2)*one(Z(1))\"\n");
  };
  const std::string file = small(
      definitions,
      add("first", "repeat = \"i in 1..2\"\n", "10^i") +
          add("second", "repeat = \"i  in 1..2\"\nfor = \"j in 1..i\"\n", "j") +
          add("none", "for = \"j in 1..0\"\n", "7") +
          add("some", "for = \"j in 1..5 where mod(j, 2) = 1\"\nwhen = \"j != 3\"\n", "1000*j") +
          add("turned", "for = \"j in 1..3\"\nbackwards = \"on\"\nlet = [\"a = j\", \"j = 2*a\"]\n",
              "j*10^5"));
  // layers: first(1) second(1,1) first(2) second(2,1) second(2,2) some(1,3,5) turned(3,2,1)
  CHECK(outcome(file, "layers(net) = 11 and layers(second) = 3 and layers(none) = 0") == "true");
  CHECK(outcome(file, "y(1) = 10 and y(2) = 11 and y(3) = 111 and y(4) = 112 and y(5) = 114") ==
        "true");
  CHECK(outcome(file, "y(6) = 1114 and y(7) = 1114 and y(8) = 6114") == "true");
  CHECK(outcome(file, "y(9) = 606114 and y(10) = 1006114 and y(11) = 1206114") == "true");
  CHECK(outcome(file, "end(1) = 2 and end(2) = 5 and place = 5 and last = 3 and inner(2, 1) = 4") ==
        "true");
  CHECK(outcome(file, "later(1) = 11 and later(3) = 9 and odd(3) = 7") == "true");
  CHECK(outcome(file, "odd(2) = 7") == "undefined");
  CHECK(outcome(file, "y(12) = 0") == "undefined");
  CHECK(outcome(file, "y(1/2) = 0") == "undefined");
  CHECK(outcome(file, "y(8) = 5114", {"n=3", Json::array(), {"drop=6"}}) == "true");
  CHECK(outcome(file, "y(9) = 206114", {"n=3", Json::array(), {"on=0"}}) == "true");
}

TEST_CASE("described: what is asked of layers, maps, matrices") {
  const std::string file = small(
      "\"phi(t) = if(0 <= t < 2, t, if(t < 5, 1, 0))\", \"plus(t) = phi(t) + 2*phi(t - 1)\", "
      "\"pieces(t) = pieces_of(units, t)\", \"flat(t) = flat_of(units, t)\", "
      "\"many(t) = units_of(units, t)\", \"breaks(r) = breaks_of(units, 2, r)\", "
      "\"heads(t) = heads_of(units, t)\", \"bias(t, h) = bias_of(units, t, h)\", "
      "\"head(t, h, k) = returns(units, t, h, start(input(0)), k)\", \"mask(t) = mask_of(units, "
      "t)\", "
      "\"alone(x) = run(units, 1, x*e(1))(2)\", \"third(x) = apply(units, 2, column(r in 1..2: "
      "x))(1)\", "
      "\"mapped(k) = run(map, start(input(0)))(2, k)\", \"m = columns(i in 1..2: [i, i^2])\", "
      "\"at(M, i, j) = M(i, j)\", \"entry(i, j) = at(m, i, j)\", \"product = row(i in 1..2: "
      "i)*m*[1, 1]\", "
      "\"same = m = columns(i in 1..2: column(j in 1..2: i^j))\", \"root(x) = isqrt(x)\", "
      "\"chosen(x) = if(x = 0, 1/x, 7)\", \"sets(x) = union({x}, (1..2))\"",
      stage("name = \"units\"\nlayer = \"Z + e(2)*phi(Z(1) - 1)\"\n") +
          stage("name = \"two\"\nin = \"units\"\nlayer = \"Z + e(1)*plus(2*Z(1) + 1) \"\n") +
          stage("name = \"attending\"\nin = \"units\"\nkeys = \"(2..n)\"\nlayer = \"Z + "
                "e(2)*attend(2*Z(1), Z(1), Z(1) - 2)\"\n") +
          stage("name = \"map\"\nmap = \"Z + (Z(1)*k)*e(2)\"\n"));
  CHECK(outcome(file, "pieces(1) = 4 and flat(1) = 3 and many(1) = 1 and heads(1) = 0") == "true");
  CHECK(outcome(file, "pieces(2) = 7 and breaks(1) = {-1/2, 0, 1/2, 1, 3, 6, 2, 5/2}") == "true");
  // of layer 1 t = Z - 1: 1, 3, 6; of layer 2 t = 2 Z + 1 in {0, 2, 5, 1, 3, 6}
  CHECK(outcome(file, "breaks(1) = {1, 3, 6, -1/2, 1/2, 2, 0, 5/2} and breaks(2) = {}") == "true");
  CHECK(outcome(file,
                "heads(3) = 1 and many(3) = 0 and bias(3, 1) = 2 and head(3, 1, 1) = 4 and "
                "head(3, 1, 2) = 5 and head(3, 1, 3) = 6") == "true");
  CHECK(outcome(file, "bias(1, 1) = 0") == "undefined");
  CHECK(outcome(file, "pieces(3) = 0") == "undefined");
  CHECK(outcome(file, "mask(3) = 1") == "undefined");
  CHECK(outcome(file,
                "alone(1) = 0 and alone(2) = 1 and alone(3) = 1 and alone(6) = 0 and "
                "alone(0) = 1 and alone(5/2) = 3/2") == "true");
  CHECK(outcome(file, "third(0) = 1 and third(1) = 1 + 1 + 2*1") == "true");
  CHECK(outcome(file, "third(0) = 1 and third(1/4) = 1/4 + 3/2 + 1") == "true");
  CHECK(outcome(file, "forall k in 1..n: mapped(k) = k^2") == "true");
  CHECK(outcome(file, "entry(1, 2) = 2 and entry(2, 2) = 4 and product = 13 and same") == "true");
  CHECK(outcome(file, "entry(3, 1) = 0") == "undefined");
  CHECK(outcome(file, "root(0) = 0 and root(8) = 2 and root(9) = 3 and chosen(1) = 7") == "true");
  CHECK(outcome(file, "chosen(0) = 7") == "undefined");
  CHECK(outcome(file, "sets(5) = {1, 2, 5} and card(sets(1)) = 2") == "true");
  CHECK(outcome(file, "m(1, 1) = 1").find("arguments") != std::string::npos);
  CHECK(outcome(file, "m = m").find("no number, truth or set") != std::string::npos);
  CHECK(outcome(file, "delta = 1").find("delta") != std::string::npos);
  CHECK(outcome(file, "isqrt(4) = 2").find("write one that uses it") != std::string::npos);
  CHECK(outcome(file, "run(units, 1) = 2").find("units") != std::string::npos);
}

TEST_CASE("described: breakpoints are where compared sides are equal, whatever is chosen") {
  const auto of = [](const std::string& condition, const std::string& asked) {
    return outcome(small("\"phi(t) = " + condition +
                             "\", \"pieces = pieces_of(units, 1)\", \"flat = flat_of(units, 1)\", "
                             "\"breaks = breaks_of(units, 1, 1)\"",
                         stage("name = \"units\"\nlayer = \"Z + e(2)*phi(Z(1))\"\n")),
                   asked);
  };
  CHECK(of("if(1 <= t < 0, 1, 0)", "breaks = {0, 1} and pieces = 3 and flat = 3") == "true");
  CHECK(of("if(t < 0 and t < 1, 1, t)", "breaks = {0, 1} and pieces = 3 and flat = 1") == "true");
  CHECK(of("if(t < 0 or t < 1, 1, t)", "breaks = {0, 1} and pieces = 3 and flat = 2") == "true");
  CHECK(of("if(t < 0, if(t < 1, 2, 3), if(t < -1, 4, 5))",
           "breaks = {-1, 0, 1} and pieces = 4 and flat = 4") == "true");
  // A condition on other things than the argument: the chosen side alone.
  CHECK(of("if(n < 0, if(t < 1, 2, 3), if(t < -1, 4, 5))", "breaks = {-1} and pieces = 2") ==
        "true");
}

TEST_CASE("described: inputs, patterns, tokens from 0") {
  const std::string inputs = "inputs = \"k in 1..n, r in 1..1\"\nentries = \"{0, 1/3, 2}\"\n";
  const std::string net = stage("name = \"net\"\nlayer = \"Z\"\n");
  const std::string file = small(
      "\"swapped(H, i, j, k) = G(exchange(H, i, j), 1, k)\", \"nth(g, k) = G(input(g), 1, k)\", "
      "\"first(H) = if(H = input(0), 1, 0)\"",
      net, inputs);
  CHECK(outcome(file,
                "nth(0, 1) = 0 and nth(1, 3) = 1/3 and nth(1, 1) = 0 and nth(26, 2) = 2 and "
                "nth(9, 1) = 1/3") == "true");
  CHECK(outcome(file, "nth(27, 1) = 0") == "undefined");
  CHECK(outcome(file, "sum(H in {1}: 1) = 1 and (exists H in inputs: first(H) = 1)") == "true");
  CHECK(outcome(file,
                "forall H in inputs, i in 1..n, j in 1..n: swapped(H, i, j, i) = G(H, 1, j) and "
                "swapped(H, i, j, j) = G(H, 1, i)") == "true");
  CHECK(outcome(file, "forall H in inputs: G(H, 2, 1) = 0") == "undefined");
  // a pattern that Assumption 1 needs gamma = (2, 1, 3) for; S and s
  const std::string patterned =
      small("",
            stage("name = \"net\"\nkeys = \"A(mod(t, 2) + 1, k)\"\nfor = \"t in 1..2\"\nlayer = "
                  "\"Z + e(2)*attend(Z(1), Z(1), Z(1))\"\n"),
            "pattern = \"required\"\n");
  const Json pattern = Json::array({texts({"1 2", "2", "3"}), texts({"1", "2", "1 3"})});
  CHECK(outcome(patterned,
                "p = 2 and gamma(1) = 2 and gamma(2) = 1 and gamma(3) = 3 and l(2) = 1 "
                "and l(3) = 2",
                {"n=3", pattern}) == "true");
  CHECK(outcome(patterned, "A(2, 3) = {1, 3} and S(1, 1) = {1, 2} and S(2, 3) = {1, 2, 3}",
                {"n=3", pattern}) == "true");
  CHECK(outcome(patterned, "s >= 1", {"n=3", pattern}) == "undefined");
  CHECK(outcome(patterned, "l(1) = 1", {"n=3", pattern}) == "undefined");
  const std::string from_0 = R"toml([construction]
id = "zero"
parameters = ["n >= 1"]
tokens = "0..n"
rows = "1"
start = "k"
[[define]]
terms = ["x(k) = run(net, start(input(0)))(1, k)"]
[[stage]]
name = "net"
keys = "(0..k)"
layer = "attend(Z(1), Z(1), 0*Z(1) + 1)"
)toml";
  CHECK(outcome(from_0, "x(0) = 0 and x(3) = 3") == "true");
  CHECK(outcome(from_0, "x(4) = 0") == "undefined");
  // a product that is 1 x 1 is its entry, and a state of one row and one token
  const std::string one = from_0.substr(0, from_0.find("[[define]]")) +
                          "[[define]]\nterms = [\"y(x) = run(net, e(1)*row(i in 1..1: x))(1)\"]\n"
                          "[[stage]]\nname = \"net\"\nlayer = \"Z + e(1)*twice(Z(1))\"\n"
                          "[[choose]]\nterms = [\"twice(t) = 2*t\"]\n";
  CHECK(outcome(one, "y(5) = 15") == "true");
  CHECK(outcome(one, "y(5) = 20", {"n=3", Json::array(), {"twice(u)=u + 2*twice(u)/2"}}) == "true");
}

TEST_CASE("described: the files of the papers give what their networks in C++ give", "[full]") {
  for (const auto& [certificates, paper] : std::vector<std::pair<std::string, std::string>>{
           {"certificate/accept", "yun2020b"},
           {"certificate/sweep/accept", "yun2020a"},
           {"certificate/sweep/accept", "sparsebert"}}) {
    const Entries entries = load_entries({proofs / paper}, proofs);
    int decided = 0;
    for (const auto& file : files(root / certificates))
      if (text(*read_json(read(file)).find("run"), "construction") == paper)
        decided += agree(file, entries);
    CHECK(decided > 100);
  }
}

}  // namespace described_test
