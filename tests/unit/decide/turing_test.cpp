// Turing machines beside their decoders: every node is equal, by both engines; a changed decoder is
// caught at a node; a machine that does not read its word first is named.
#include <catch2/catch.hpp>

#include <random>
#include <set>

#include "claim/entry.hpp"
#include "decide/integer_decoder.hpp"
#include "decide/integer_terms.hpp"
#include "support/rounds.hpp"

namespace turing_test {

using namespace hardmax;
using decide::NodeEngine;
using decide::TapeMachine;
using decide::TuringResult;
using subject::ConstructionFile;
using subject::Machine;
using subject::Run;

namespace {

const std::string kRoot = HARDMAX_ROOT;
enum class Engine { literal, integer };

const ConstructionFile& decoder(bool r2) {
  static const ConstructionFile files[] = {
      ConstructionFile::read(kRoot + "/proofs/bigbird/decoder/construction.toml"),
      ConstructionFile::read(kRoot + "/proofs/bigbird/decoder_r2/construction.toml")};
  return files[r2 ? 1 : 0];
}

Machine machine(const std::string& name, const std::string& word = "") {
  Machine m = Machine::read(kRoot + "/data/machines/" + name + ".toml");
  if (!word.empty()) m.give_word(word, "--input");
  return m;
}

TuringResult beside(const ConstructionFile& file, const Machine& m, std::uint64_t steps,
                    Engine engine, const std::vector<std::string>& variants = {},
                    const std::vector<std::string>& changes = {}) {
  const std::uint64_t nodes = decide::nodes_of(decide::run_machine(m, steps).steps);
  const Run run = Run::open(file, {{{"nodes", nodes}}, "", variants, changes}, std::nullopt,
                            Run::WithoutNetwork::refused, subject::Engine::literal, m);
  decide::TuringRequest request;
  request.run = &run;
  request.nodes = nodes;
  const std::unique_ptr<NodeEngine> by = engine == Engine::literal
                                             ? decide::literal_engine(run, nodes)
                                             : decide::integer_engine(run, nodes);
  return decide::compare(request, *by);
}

std::string shown(const TuringResult& result) {
  if (!result.difference) return std::to_string(result.nodes) + " equal";
  return "node " + std::to_string(result.difference->node) + ": " + result.difference->difference();
}

void check_same(const TuringResult& a, const TuringResult& b) {
  CHECK(shown(a) == shown(b));
  CHECK(a.self_edges == b.self_edges);
  CHECK(a.word_edges == b.word_edges);
  CHECK(a.largest == b.largest);
}

// A word, and a machine that reads it first; whatever else it does.
Machine random_machine(std::mt19937_64& draw, bool two_sided) {
  const auto below = [&](std::size_t n) { return draw() % n; };
  const std::vector<std::string> symbols = {"#", "0", "1"};
  std::string word;
  for (std::size_t i = 1 + below(3); i > 0; --i) word += symbols[1 + below(2)];
  const std::size_t states = 2 + below(3);
  std::string names = "\"in\"", lines;
  const auto line = [&](const std::string& text) {
    lines += (lines.empty() ? "\"" : ", \"") + text + "\"";
  };
  // It goes right through the word, and leaves it as it is or not.
  line("in # -> w # R");
  for (const char* digit : {"0", "1"})
    line(std::string("w ") + digit + " -> w " + symbols[below(3)] + " R");
  line("w # -> s0 " + symbols[below(3)] + (two_sided ? " L" : " R"));
  names += ", \"w\"";
  for (std::size_t s = 0; s < states; ++s) {
    names += ", \"s" + std::to_string(s) + "\"";
    for (const std::string& symbol : symbols)
      line("s" + std::to_string(s) + " " + symbol + " -> s" + std::to_string(below(states)) + " " +
           symbols[below(3)] + (below(two_sided ? 2 : 4) == 0 ? " L" : " R"));
  }
  return Machine::read_text("states = [" + names +
                                "]\ninitial = \"in\"\nhalting = []\nblank = \"#\"\ninput = \"" +
                                word + "\"\ntransitions = [" + lines + "]\n",
                            "random.toml");
}

}  // namespace

TEST_CASE("turing: the machine by itself") {
  struct Case {
    std::string name, word;
    std::uint64_t steps;
    std::string tape;
  };
  for (const auto& c : {Case{"bb2", "", 6, "1111"}, Case{"bb3", "", 21, "11111"},
                        Case{"bb4", "", 107, "1#111111111111"}, Case{"inc", "1011", 9, "1100"},
                        Case{"inc", "111", 9, "1000"}, Case{"parity", "1011", 11, "11011"},
                        Case{"counter", "000", 31, ""}, Case{"counter", "0000", 63, ""},
                        Case{"palindrome", "0110", 18, ""}, Case{"palindrome", "0100", 14, ""}}) {
    INFO(c.name << " " << c.word);
    const Machine m = machine(c.name, c.word);
    const decide::MachineRun run = decide::run_machine(m, 1'000);
    CHECK(run.steps == c.steps);
    CHECK(run.end == TapeMachine::End::halting_state);
    CHECK_FALSE(run.astray);
    if (!c.tape.empty()) CHECK(m.text_of(run.tape.symbols) == c.tape);
  }
  CHECK(decide::run_machine(machine("palindrome", "0100"), 100).state !=
        decide::run_machine(machine("palindrome", "0110"), 100).state);
  CHECK(decide::run_machine(machine("bb5"), 10).end == TapeMachine::End::none);
  CHECK(decide::nodes_of(6) == 22);
  CHECK(decide::nodes_of(47'176'870) == 1'112'828'555'086'886);
}

TEST_CASE("turing: the tape has cells on both sides, and ends where nothing is written") {
  const Machine m = Machine::read_text(
      "states = [\"A\", \"B\", \"C\"]\ninitial = \"A\"\nhalting = []\nblank = \"#\"\ninput = "
      "\"1\"\ntransitions = [\"A # -> B x L\", \"B # -> C # L\", \"C # -> C y L\"]\n",
      "m.toml");
  TapeMachine tape(m);
  CHECK(tape.tape().first == 1);
  for (int i = 0; i < 4; ++i) tape.step();
  CHECK(tape.head() == -4);
  CHECK(tape.tape().first == -3);
  CHECK(m.text_of(tape.tape().symbols) == "yy#x1");
  CHECK(tape.end() == TapeMachine::End::none);
}

TEST_CASE("turing: R3 is the machine, node by node, and both engines say the same of it") {
  struct Case {
    std::string name, word;
    std::uint64_t nodes, rows;
    std::string largest;
  };
  for (const auto& c :
       {Case{"bb2", "", 22, 32, "6"}, Case{"bb3", "", 232, 0, ""}, Case{"inc", "1011", 46, 39, "9"},
        Case{"inc", "111", 46, 39, ""}, Case{"parity", "1011", 67, 0, ""},
        Case{"counter", "000", 497, 0, ""}, Case{"palindrome", "0110", 172, 0, ""},
        Case{"palindrome", "0100", 106, 0, ""}}) {
    INFO(c.name << " " << c.word);
    const Machine m = machine(c.name, c.word);
    const TuringResult literal = beside(decoder(false), m, 1'000, Engine::literal);
    const TuringResult integer = beside(decoder(false), m, 1'000, Engine::integer);
    CHECK(shown(literal) == std::to_string(c.nodes) + " equal");
    check_same(literal, integer);
    CHECK(literal.self_edges == c.nodes - 1);
    CHECK(literal.word_edges == (c.nodes - 1) * m.word().size());
    CHECK(literal.maps.empty());
    if (c.rows != 0) CHECK(literal.rows == c.rows);
    if (!c.largest.empty()) CHECK(literal.largest.str() == c.largest);
    const std::uint64_t Q = m.states().size(), S = m.symbols().size();
    std::vector<std::uint64_t> units;
    for (const auto& entry : literal.units) units.push_back(entry.second);
    CHECK(units ==
          std::vector<std::uint64_t>{m.transitions().size(), 4, 3, 3 * S + 5, 2 * Q + 4 * S + 6});
    CHECK(literal.rows == 2 * Q + 5 * S + 16);
  }
}

TEST_CASE("turing: R3 to the end of longer runs, and on a machine that takes too many", "[full]") {
  struct Case {
    std::string name, word;
    std::uint64_t steps;
    std::string said;
  };
  for (const auto& c : {Case{"bb4", "", 1'000, "5779 equal"}, Case{"bb5", "", 100, "5051 equal"},
                        Case{"counter", "0000", 1'000, "2017 equal"}}) {
    INFO(c.name);
    const Machine m = machine(c.name, c.word);
    const TuringResult literal = beside(decoder(false), m, c.steps, Engine::literal);
    CHECK(shown(literal) == c.said);
    check_same(literal, beside(decoder(false), m, c.steps, Engine::integer));
    CHECK(shown(beside(decoder(true), m, std::min<std::uint64_t>(c.steps, 63), Engine::literal)) ==
          "2017 equal");
  }
}

TEST_CASE("turing: R2 is the machine, and says what no network computes of it") {
  for (const char* name : {"bb2", "inc", "parity"}) {
    INFO(name);
    const TuringResult result = beside(decoder(true), machine(name), 1'000, Engine::literal);
    CHECK_FALSE(result.difference);
    CHECK(result.maps == std::vector<std::string>{"products", "switch"});
  }
  CHECK(beside(decoder(true), machine("bb2"), 9, Engine::literal).rows == 30);
  CHECK_THROWS_AS(beside(decoder(true), machine("bb2"), 9, Engine::integer), decide::NotInteger);
}

TEST_CASE("turing: the first node at which each printed line breaks each machine") {
  const std::vector<std::string> lines = {"g", "sign", "edges", "node1", "score"};
  const std::vector<std::pair<std::string, std::vector<std::string>>> known = {
      {"bb2",
       {"node 3: symbol", "node 7: symbol", "node 4: symbol", "node 4: symbol", "node 16: symbol"}},
      {"bb3",
       {"node 3: symbol", "node 7: symbol", "node 4: symbol", "node 4: symbol", "node 11: symbol"}},
      {"inc",
       {"node 3: symbol", "node 22: symbol", "node 22: symbol", "46 equal", "node 22: symbol"}},
      {"parity",
       {"node 3: symbol", "node 22: symbol", "node 22: symbol", "67 equal", "node 22: symbol"}},
      {"palindrome",
       {"node 3: symbol", "node 22: symbol", "node 22: symbol", "172 equal", "node 22: symbol"}},
      {"counter",
       {"node 10: symbol", "node 16: symbol", "node 16: symbol", "497 equal", "node 16: symbol"}}};
  for (const auto& [name, found] : known)
    for (std::size_t i = 0; i < lines.size(); ++i) {
      INFO(name << " " << lines[i]);
      CHECK(shown(beside(decoder(true), machine(name), 1'000, Engine::literal, {lines[i]})) ==
            found[i]);
    }
}

TEST_CASE("turing: the first node at which each printed line breaks longer runs", "[full]") {
  const std::vector<std::tuple<std::string, std::uint64_t, std::vector<std::string>>> known = {
      {"bb4",
       107,
       {"node 3: symbol", "node 7: symbol", "node 4: symbol", "node 4: symbol", "node 16: symbol"}},
      {"bb5",
       60,
       {"node 3: symbol", "node 11: symbol", "node 11: symbol", "node 4: symbol",
        "node 4: symbol"}}};
  const std::vector<std::string> lines = {"g", "sign", "edges", "node1", "score"};
  for (const auto& [name, steps, found] : known)
    for (std::size_t i = 0; i < lines.size(); ++i) {
      INFO(name << " " << lines[i]);
      CHECK(shown(beside(decoder(true), machine(name), steps, Engine::literal, {lines[i]})) ==
            found[i]);
    }
}

TEST_CASE("turing: a decoder with one hidden unit removed is caught by a machine of data/") {
  const std::string path = kRoot + "/proofs/bigbird/decoder/construction.toml",
                    text = claim::read_text(path), unit = "relu(";
  std::vector<Machine> machines;
  for (const char* name : {"bb2", "inc", "bb3", "parity", "palindrome", "counter"})
    machines.push_back(machine(name));
  const auto is_caught = [&](const ConstructionFile& file) {
    return std::any_of(machines.begin(), machines.end(), [&](const Machine& m) {
      return beside(file, m, 100, Engine::integer).difference.has_value();
    });
  };
  std::vector<std::string> unseen;
  std::size_t units = 0;
  for (std::size_t at = text.find(unit, text.find("[[stage]]")); at != std::string::npos;
       at = text.find(unit, at + 1), ++units) {
    std::string altered = text;
    altered.insert(at, "0*");
    if (!is_caught(ConstructionFile::read_text(altered, "altered.toml")))
      unseen.push_back(text.substr(at, text.find(')', text.find(')', at) + 1) - at));
  }
  CHECK(units == 1 + 4 + 3 + 8 + 12);
  CHECK(unseen == std::vector<std::string>{});
}

TEST_CASE("turing: without the unit of a line the runs that follow this line are caught") {
  const std::string text = claim::read_text(kRoot + "/proofs/bigbird/decoder/construction.toml");
  const std::string all = "sum(t in 1..transitions: (e(q2";
  REQUIRE(text.find(all) != std::string::npos);
  for (const char* name : {"bb2", "inc", "bb3", "parity", "palindrome", "counter"}) {
    const Machine m = machine(name);
    std::set<std::pair<std::size_t, std::size_t>> followed;
    for (TapeMachine tape(m); tape.end() == TapeMachine::End::none; tape.step())
      followed.emplace(tape.state(), tape.symbol());
    for (std::size_t t = 1; t <= m.transitions().size(); ++t) {
      INFO(name << ", line " << t);
      std::string altered = text;
      altered.replace(altered.find(all), all.size(),
                      "sum(t in 1..transitions where t != " + std::to_string(t) + ": (e(q2");
      const TuringResult result =
          beside(ConstructionFile::read_text(altered, "altered.toml"), m, 1'000, Engine::integer);
      const Machine::Transition& line = m.transitions()[t - 1];
      CHECK(result.difference.has_value() == followed.contains({line.from, line.reads}));
      CHECK(result.units.front().second == m.transitions().size() - 1);
    }
  }
}

TEST_CASE("turing: random machines, by all decoders and engines") {
  const int total = testing::rounds(40);
  for (int seed = 0; seed < total; ++seed) {
    std::mt19937_64 draw(static_cast<std::uint64_t>(seed));
    const Machine m = random_machine(draw, seed % 2 == 0);
    INFO("seed " << seed << ": " << m.canonical());
    const decide::MachineRun run = decide::run_machine(m, 12);
    REQUIRE_FALSE(run.astray);
    const TuringResult literal = beside(decoder(false), m, 12, Engine::literal);
    CHECK_FALSE(literal.difference);
    check_same(literal, beside(decoder(false), m, 12, Engine::integer));
    CHECK_FALSE(beside(decoder(true), m, 12, Engine::literal).difference);
    CHECK_FALSE(beside(decoder(false), m, 200, Engine::integer).difference);
  }
}

TEST_CASE("turing: 400 random machines for 30 steps", "[full]") {
  for (int seed = 1'000; seed < 1'000 + testing::rounds(400); ++seed) {
    std::mt19937_64 draw(static_cast<std::uint64_t>(seed));
    const Machine m = random_machine(draw, seed % 2 == 0);
    INFO("seed " << seed << ": " << m.canonical());
    const TuringResult literal = beside(decoder(false), m, 30, Engine::literal);
    CHECK_FALSE(literal.difference);
    check_same(literal, beside(decoder(false), m, 30, Engine::integer));
    CHECK_FALSE(beside(decoder(true), m, 30, Engine::literal).difference);
  }
}

TEST_CASE("turing: a machine that halts at once has one node, which is compared and not run") {
  const Machine m = Machine::read_text(
      "states = [\"A\", \"H\"]\ninitial = \"H\"\nhalting = [\"H\"]\nblank = \"#\"\ninput = "
      "\"\"\ntransitions = [\"A # -> H # R\"]\n",
      "m.toml");
  for (const Engine engine : {Engine::literal, Engine::integer}) {
    const TuringResult result = beside(decoder(false), m, 10, engine);
    CHECK(shown(result) == "1 equal");
    CHECK(result.self_edges == 0);
    CHECK(result.largest.is_zero());
  }
}

TEST_CASE("turing: a layer that is left out, or a weight that is another, is found at a node") {
  const std::string path = kRoot + "/proofs/bigbird/decoder/construction.toml";
  for (const char* drop : {"drop=1", "drop=2", "drop=3", "drop=4", "drop=5", "drop=6", "drop=7"}) {
    INFO(drop);
    for (const Engine engine : {Engine::literal, Engine::integer})
      CHECK(beside(decoder(false), machine("inc"), 100, engine, {}, {drop}).difference);
  }
  const auto altered = [&](const std::string& old, const std::string& fresh) {
    std::string text = claim::read_text(path);
    const std::size_t at = text.find(old);
    REQUIRE(at != std::string::npos);
    return ConstructionFile::read_text(text.replace(at, old.size(), fresh), "altered.toml");
  };
  const std::vector<std::pair<std::string, std::string>> changes = {
      {"t in 1..transitions: (", "t in 2..transitions: ("},
      {" + relu(Z(x2)) - relu(-Z(x2))", " + relu(Z(x2))"},
      {"- 2*relu(Z(x3) - Z(x4))", "- relu(Z(x3) - Z(x4))"},
      {"relu(Z(sf(a)) + Z(x5) - 1)", "relu(Z(sf(a)) + Z(x5))"},
      {"{triangle(offset(k))}", "{triangle(max(1, offset(k) - 2))}"},
      {"Z(x13) - 3", "Z(x13) - 2"}};
  for (const auto& [old, fresh] : changes) {
    INFO(fresh);
    CHECK(beside(altered(old, fresh), machine("bb3"), 100, Engine::literal).difference);
  }
}

TEST_CASE("turing: a machine that does not read its word first is named with time and cell") {
  const Machine m = Machine::read_text(
      "states = [\"I\", \"a\", \"b\", \"H\"]\ninitial = \"I\"\nhalting = [\"H\"]\nblank = "
      "\"#\"\ninput = \"11\"\ntransitions = [\"I # -> a x R\", \"a 1 -> b 1 L\", \"b x -> H x R\", "
      "\"b 1 -> H 1 R\"]\n",
      "m.toml");
  const decide::MachineRun run = decide::run_machine(m, 100);
  REQUIRE(run.astray);
  CHECK(run.astray->time == 2);
  CHECK(run.astray->cell == 0);
  // It is a hypothesis that matters: the decoder takes another symbol there.
  CHECK(shown(beside(decoder(false), m, 100, Engine::literal)) == "node 4: symbol");
}

TEST_CASE("turing: integer terms refuse what is none, and overflow") {
  const Machine m = machine("bb2");
  const Run run = Run::open(decoder(false), {{{"nodes", 22}}, "", {}, {}}, std::nullopt,
                            Run::WithoutNetwork::refused, subject::Engine::literal, m);
  const auto value = [&](const std::string& term, std::int64_t k) {
    decide::IntegerTerms terms(run.reading(), 1);
    const auto node = terms.add(*subject::read_formula(term), {{"k", terms.k()}});
    terms.run(k, nullptr);
    return terms.value(node);
  };
  for (std::int64_t k = 1; k < 400; ++k) {
    INFO(k);
    const auto exact = [&](const std::string& name) {
      return *subject::number_of(run.value(name + "(" + std::to_string(k) + ")")).to_int64();
    };
    CHECK(value("step(k)", k) == exact("step"));
    CHECK(value("offset(k)", k) == exact("offset"));
    CHECK(value("h(k)", k) == exact("h"));
  }
  CHECK(value("if(k < 3 or k = 7, -k, floor(k/3))", 7) == -7);
  CHECK(value("floor((3 - k)/2)", 8) == -3);
  CHECK(value("let t = k*k: t - 2", 5) == 23);
  CHECK(value("if(not 1 < k <= 4, 1, 0)", 4) == 0);
  CHECK_THROWS_AS(value("k/2", 3), decide::NotInteger);
  CHECK_THROWS_AS(value("k*k*k", 3'000'000'000), decide::NotInteger);
  CHECK_THROWS_AS(value("isqrt(3 - k)", 4), decide::NotInteger);
  CHECK_THROWS_AS(value("1/k", 1), decide::NotInteger);
  CHECK_THROWS_AS(value("k + 1/2", 1), decide::NotInteger);
  CHECK_THROWS_AS(value("sum(i in 1..k: i)", 3), decide::NotInteger);
}

}  // namespace turing_test
