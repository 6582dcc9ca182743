// Machine files: how they are numbered, and what is refused, with line and remedy.
#include <catch2/catch.hpp>

#include <random>

#include "exact/error.hpp"
#include "subject/machine.hpp"
#include "subject/tables.hpp"
#include "support/rounds.hpp"

namespace machine_test {

using namespace hardmax;
using subject::Machine;

namespace {

const std::string kInc = R"toml(# a comment
states      = ["I", "R", "H"]
initial     = "I"
halting     = ["H"]
blank       = "#"
input       = "10"
transitions = ["I # -> R # R",
               # one between
               "R 0 -> R 0 R", "R 1 -> R 1 R",
               "R # -> H 1 L",]
)toml";

std::string with(const std::string& old, const std::string& fresh) {
  std::string text = kInc;
  const std::size_t at = text.find(old);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old.size(), fresh);
}

std::string refused(const std::string& text) {
  try {
    (void)Machine::read_text(text, "m.toml");
  } catch (const InvalidInput& e) {
    CHECK(e.kind == InvalidInput::Kind::file);
    return e.what();
  }
  return "nothing";
}

}  // namespace

TEST_CASE(
    "machine: states and symbols are numbered as they occur, the blank first, the word last") {
  const Machine m = Machine::read_text(kInc, "m.toml");
  CHECK(m.states() == std::vector<std::string>{"I", "R", "H"});
  CHECK(m.symbols() == std::vector<std::string>{"#", "0", "1"});
  CHECK(m.initial() == 1);
  CHECK(m.word() == std::vector<std::size_t>{3, 2});
  CHECK(m.halts_in(3));
  CHECK_FALSE(m.halts_in(1));
  REQUIRE(m.transitions().size() == 4);
  CHECK(m.transitions()[3].reads == 1);
  CHECK(m.transitions()[3].move == -1);
  CHECK(m.text_of({1, 3, 2}) == "#10");
}

TEST_CASE("machine: a word of the command line has symbols of the file; the empty one is a blank") {
  Machine m = Machine::read_text(with("\"10\"", "\"1 two\""), "m.toml");
  CHECK(m.symbols() == std::vector<std::string>{"#", "0", "1", "two"});
  m.give_word("", "--input");
  CHECK(m.symbols() == std::vector<std::string>{"#", "0", "1"});
  CHECK(m.word() == std::vector<std::size_t>{1});
  m.give_word("two 1", "--input");
  CHECK(m.word() == std::vector<std::size_t>{4, 3});
  CHECK(m.text_of(m.word()) == "two 1");
  try {
    m.give_word("1x", "--input");
    FAIL("it was taken");
  } catch (const InvalidInput& e) {
    CHECK(e.kind == InvalidInput::Kind::option);
    CHECK(std::string(e.what()) ==
          "--input '1x': the machine does not know 'x'; its symbols are # 0 1 two");
  }
}

TEST_CASE("machine: what is wrong in a file is said in one line, with its place and a remedy") {
  CHECK(refused(kInc) == "nothing");
  CHECK(refused(with("R 0 -> R 0 R", "R 0 -> R 0 S")) ==
        "m.toml:9: the transition 'R 0 -> R 0 S' moves 'S'; write L or R, a machine always moves");
  CHECK(refused(with("R 1 -> R 1 R", "R 0 -> H 1 R")) ==
        "m.toml:9: the transition 'R 0 -> H 1 R' is the second one for 'R' and '0'; keep one, a "
        "machine is deterministic");
  CHECK(refused(with("R # -> H 1 L", "R # -> G 1 L")) ==
        "m.toml:10: the transition 'R # -> G 1 L' has the state 'G', which is not among the "
        "states; add it to states");
  CHECK(refused(with("R # -> H 1 L", "H # -> R 1 L")) ==
        "m.toml:10: the transition 'H # -> R 1 L' goes out of the halting state 'H'; remove it");
  CHECK(refused(with("initial     = \"I\"\n", "")) ==
        "m.toml:1: there is no 'initial'; write initial = \"...\"");
  CHECK(refused(with("initial     = \"I\"", "initial     = \"X\"")) ==
        "m.toml:3: the initial state 'X' is not among the states; add it to states");
  CHECK(refused(with("[\"H\"]", "[\"X\"]")) ==
        "m.toml:4: the halting state 'X' is not among the states; add it to states");
  CHECK(refused(with("\"R\", \"H\"]", "\"R\", \"H\", \"Z\"]")) ==
        "m.toml:2: the state 'Z' stands in no transition; remove it");
  CHECK(refused(with("\"R\", \"H\"]", "\"R\", \"R\", \"H\"]")) ==
        "m.toml:2: the state 'R' stands twice; keep one");
  CHECK(refused(with("I # -> R # R", "I # > R # R")) ==
        "m.toml:7: the transition 'I # > R # R' cannot be read; write \"q a -> p b R\"");
  CHECK(refused(with("blank       = \"#\"", "blank       = \"# #\"")) ==
        "m.toml:5: the blank '# #' is no symbol; write up to 40 ASCII characters without blanks");
  CHECK(refused(with("input ", "word  ")) ==
        "m.toml:6: unknown key 'word'; spell it as in data/machines/README.md");
  CHECK(refused(with("input       = \"10\"", "input       = [\"1\"]")) ==
        "m.toml:6: the key 'input' does not hold a string; write \"...\"");
  CHECK(refused("") == "m.toml:1: there is no 'states'; write states = [\"...\"]");
}

TEST_CASE("machine and table files that were changed at random are read or refused in one line") {
  const std::string tables =
      "[[table]]\nname = \"f\"\nvalues = [\"(0 1/2), 1 -> -3/4\", \"(1 1), 2 -> 7\"]\n";
  const std::vector<std::string> pieces = {
      "\"", "\n", "[", "]", ",", "->",    " ",      "R 0 -> R 0 R", "#",         "(",
      ")",  "/",  "-", "0", "H", "\"H\"", "states", "\xC3\xA4",     "[[table]]", "="};
  const auto names = std::vector<subject::Signature>{subject::read_head("f(H, i)")};
  int read = 0;
  for (int seed = 0; seed < testing::rounds(20'000); ++seed) {
    std::mt19937_64 draw(static_cast<std::uint64_t>(seed));
    const bool of_machine = seed % 2 == 0;
    std::string text = of_machine ? kInc : tables;
    for (std::uint64_t changes = 1 + draw() % 3; changes > 0; --changes) {
      const std::size_t at = draw() % text.size();
      const std::string piece = draw() % 3 == 0 ? "" : pieces[draw() % pieces.size()];
      text.replace(at, draw() % 4, piece);
    }
    INFO("seed " << seed << "\n" << text);
    try {
      if (of_machine) {
        const Machine m = Machine::read_text(text, "m.toml");
        REQUIRE(!m.word().empty());
        for (const std::size_t symbol : m.word()) REQUIRE(symbol <= m.symbols().size());
        REQUIRE(m.initial() >= 1);
        REQUIRE(m.initial() <= m.states().size());
        for (const Machine::Transition& t : m.transitions()) {
          REQUIRE((t.from <= m.states().size() && t.to <= m.states().size()));
          REQUIRE((t.reads <= m.symbols().size() && t.writes <= m.symbols().size()));
        }
      } else {
        (void)subject::Tables::read_text(text, "m.toml", names);
      }
      ++read;
    } catch (const InvalidInput& e) {
      const std::string line = e.what();
      REQUIRE(line.starts_with("m.toml:"));
      REQUIRE(line.find('\n') == std::string::npos);
    }
  }
  CHECK(read >= testing::met(500));
}

}  // namespace machine_test
