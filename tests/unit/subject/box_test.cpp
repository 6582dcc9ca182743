// Runs in words: the key `box` of a construction file, and stored counterexamples.
#include <catch2/catch.hpp>

#include "exact/error.hpp"
#include "subject/box.hpp"

namespace box_test {

using namespace hardmax;
using subject::BoxRun;
using subject::ConstructionFile;

namespace {

ConstructionFile with_machine(const std::string& box) {
  return ConstructionFile::read_text(R"toml([construction]
id         = "mine"
parameters = ["nodes >= 1"]
machine    = "required"
tokens     = "1..nodes"
rows       = "1"
start      = "k"
)toml" + ("box = [" + box + "]\n") +
                                         R"toml(
[[stage]]
name  = "one"
layer = "Z"
)toml",
                                     "folder/mine.toml");
}

ConstructionFile with_box(const std::string& box) {
  return ConstructionFile::read_text(R"toml([construction]
id         = "mine"
parameters = ["n >= 2", "D >= 2"]
pattern    = "optional"
tokens     = "1..n"
rows       = "1"
start      = "k/D"
)toml" + (box.empty() ? "" : "box = [" + box + "]\n") +
                                         R"toml(
[[choose]]
terms = ["c = 1"]

[[stage]]
name  = "one"
keys  = "(1..n)"
layer = "Z + c*attend(Z(1), Z(1), Z(1))"

[[variant]]
name  = "twice"
terms = ["c = 2"]

[[variant]]
name  = "times(m)"
terms = ["c = m"]
)toml",
                                     "mine.toml");
}

std::string listed(const ConstructionFile& file) {
  std::string out;
  for (const BoxRun& run : subject::runs_of_box(file)) out += run.words(file) + "\n";
  return out;
}

std::string refusal(const std::string& box) {
  try {
    return listed(with_box(box));
  } catch (const InvalidInput& error) {
    CHECK(error.kind == InvalidInput::Kind::file);
    return error.what();
  }
}

}  // namespace

TEST_CASE("box: ranges, the first parameter slowest, each run once") {
  CHECK(listed(with_box("")).empty());
  CHECK(listed(with_box(R"("D=2..3 n=2..3", "n=2 D=3 variant=twice pattern=strided window=2",
                          "n=3 D=2")")) ==
        "n=2 D=2\nn=2 D=3\nn=3 D=2\nn=3 D=3\nn=2 D=3 variant=twice pattern=strided window=2\n");
}

TEST_CASE("box: what is wrong is said with its place") {
  const auto says = [](const std::string& box, const std::string& what) {
    const std::string said = refusal(box);
    INFO(said);
    CHECK(said.starts_with("mine.toml:8: box: " + what));
    CHECK(said.find('\n') == std::string::npos);
  };
  says(R"("n=2")", "the parameter D is missing; write n=A..B D=A..B ");
  says(R"("n=2 D=2 n=3")", "n is given twice");
  says(R"("n=3..2 D=2")", "'n=3..2' is empty");
  says(R"("n=x D=2")", "'n=x' has no whole number");
  says(R"("n=1234567890 D=2")", "'n=1234567890' has no whole number");
  says(R"("n=2 D=2 E=3")", "'E' is no parameter of construction 'mine'");
  says(R"("n=2 D=2 variant=thrice")", "there is no variant 'thrice'");
  says(R"x("n=2 D=2 variant=times(2)")x", "there is no variant 'times(2)' without arguments");
  says(R"("n=2 D=2 window=2")", "a window without a pattern");
  says(R"("n=2 D=2 dense")", "'dense' is not NAME=VALUE");
  says(R"("n=2 D=2..999999999")", "more than 4096 runs");
}

TEST_CASE("box: a run in words has no ranges") {
  const ConstructionFile file = with_box("");
  CHECK(subject::run_of_words(file, "D=3 n=2", "mine.toml:1: x").words(file) == "n=2 D=3");
  CHECK_THROWS_WITH(subject::run_of_words(file, "D=3 n=2..3", "mine.toml:1: x"),
                    Catch::StartsWith("mine.toml:1: x: 'n=2..3' has no whole number"));
}

TEST_CASE("box: a run with a machine names its file, from the folder of the construction") {
  const ConstructionFile file = with_machine(R"("nodes=2 machine=../m/bb2.toml",
      "nodes=2 machine=../m/inc.toml word=11", "nodes=2 machine=../m/inc.toml word=")");
  CHECK(listed(file) ==
        "nodes=2 machine=../m/bb2.toml\nnodes=2 machine=../m/inc.toml word=11\n"
        "nodes=2 machine=../m/inc.toml word=\n");
  CHECK(subject::runs_of_box(file).front().machine_file(file) == "m/bb2.toml");
  const auto says = [](const std::string& box, const std::string& what) {
    CHECK_THROWS_WITH(listed(with_machine(box)), Catch::Contains(": box: " + what));
  };
  says(R"("nodes=2")", "it needs a machine; write nodes=A..B and what else it has of ");
  says(R"("nodes=2 machine=")", "a machine is named once");
  says(R"("nodes=2 machine=a machine=b")", "a machine is named once");
  says(R"("nodes=2 machine=a word=1 word=1")", "word is given twice");
  says(R"("nodes=2 word=1")", "a word without a machine");
  CHECK(refusal(R"("n=2 D=2 machine=a")").find("takes no machine") != std::string::npos);
}

TEST_CASE("box: it binds nothing") { CHECK(with_box("").texts == with_box(R"("n=2 D=2")").texts); }

}  // namespace box_test
