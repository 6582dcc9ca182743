// A paper that is data alone: a folder with a construction.toml, a box, and claims. Every command
// about claims knows it, and no run of another construction decides its claims.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "process.hpp"

namespace data_paper_test {

using namespace testing;

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Every token is doubled.
const char* const kConstruction = R"toml([construction]
id         = "mine"
parameters = ["n >= 2", "D >= 2"]
tokens     = "1..n"
rows       = "1"
inputs     = "k in 1..n, r in 1..1"
entries    = "union(j in 0..D - 1: {j/D})"
start      = "G(H, 1, k)"
states     = "net"
BOX

[[define]]
terms = ["out(H, k) = run(net, start(H))(1, k)"]

[[choose]]
terms = ["f(x) = 2*x"]

[[stage]]
name  = "net"
layer = "f(Z(1))"

[[variant]]
name  = "same"
terms = ["f(x) = x"]
)toml";

const char* const kClaims = R"toml(
[[claim]]
id     = "mine.doubled"
source = "s"
kind   = "printed"
words  = "Every entry is doubled."
domain = "n >= 2"
formal = "forall H in inputs, k in 1..n: out(H, k) = 2*G(H, 1, k)"
truth  = "false"
severity = "C"
seen   = "extraction"
quote  = "twice"
consequence = "It stands."
counterexample = "n=3 D=2 variant=same"

[[claim]]
id     = "mine.parameters"
source = "s"
kind   = "printed"
words  = "About parameters that every construction has."
domain = "n >= 2"
formal = "n*D > n"
truth  = "true"
)toml";

struct Paper {
  TemporaryFolder folder;
  std::string place;
  explicit Paper(const std::string& box) {
    std::string construction = kConstruction;
    construction.replace(construction.find("BOX"), 3, box.empty() ? "" : "box = [" + box + "]");
    place = folder.path().string();
    write_file(folder / "construction.toml", construction);
    write_file(folder / "claims.toml", kClaims);
  }
};

const std::string kBox = R"("n=2 D=2..3", "n=2 D=2 variant=same")";

}  // namespace

TEST_CASE("data alone: claims, regress, findings, list and explain decide it on its own box") {
  const Paper paper(kBox);
  const Finished claims = verify({"claims", paper.place, "--progress", "none"});
  INFO(claims.out << claims.err);
  CHECK(claims.exit_code == 0);
  CHECK(has(claims.out, "own box    mine on n=2 D=2; n=2 D=2 variant=same; n=2 D=3\n"));
  CHECK(has(claims.out, "mine.doubled     REFUTED at n=2 D=2 variant=same (recorded false)"));
  CHECK(has(claims.out, "at H = (0,1/2), k = 2: 1/2 = 1 is false"));  // real numbers
  CHECK(has(claims.out, "verify " + paper.place + " --n 2 --delta 1/2 --variant same --only "));
  CHECK(has(claims.out, "there is a smaller counterexample than the stored n=3 D=2 variant=same"));
  CHECK(has(claims.out, "mine.parameters  verified on n=2 D=2; n=2 D=2 variant=same; n=2 D=3: 3 "));
  CHECK_FALSE(has(claims.out, "patterns   "));

  const Finished json = verify({"regress", "--claims", paper.place, "--json"});
  CHECK(json.exit_code == 0);
  const auto object = nlohmann::json::parse(json.out);
  CHECK(object["runs"].size() == 4);
  CHECK(object["runs"][1]["run"] == "n=2 D=2 variant=same");
  CHECK(object["runs"][3]["in_box"] == false);

  const Finished findings = verify({"findings", "mine", "--claims", paper.place});
  CHECK(findings.exit_code == 0);
  CHECK(has(findings.out, "n=2 D=2 variant=same: at H = (0,1/2), k = 2: 1/2 = 1 is false"));

  CHECK(has(verify({"list", "doubled", "--claims", paper.place}).out, "1 of 2 claims"));
  CHECK(has(verify({"explain", "mine.doubled", "--claims", paper.place}).out,
            "verify " + paper.place + " --n 3 --delta 1/2 --variant same --only mine.doubled"));
  CHECK(verify({"report", "--corpus", "--claims", paper.place, "--format", "md"}).exit_code == 0);
}

TEST_CASE("data alone: --box takes from its own box, and without one there is no run") {
  const Paper paper(kBox);
  const Finished part = verify({"claims", paper.place, "--box", "n=2,q=3,d=1"});
  CHECK(has(part.out, "own box    mine on n=2 D=3\n"));
  CHECK(verify({"claims", paper.place, "--only", "mine.parameters", "--box", "n=4,q=2,d=1"})
            .exit_code == 2);
  const Paper without("");
  const Finished none = verify({"claims", without.place, "--only", "mine.parameters"});
  INFO(none.out << none.err);
  CHECK(none.exit_code == 2);
  CHECK(has(none.out, "not checkable (box): the box of mine has no run here"));
}

TEST_CASE("data alone: a run of another construction decides none of its claims") {
  const Paper paper(kBox);
  const std::vector<std::string> run = words("--n 2 --delta 1/2 --pattern dense");
  const Finished asked =
      verify(run + std::vector<std::string>{"--claims", paper.place, "--only", "mine.parameters"});
  INFO(asked.out << asked.err);
  CHECK(asked.exit_code == 64);
  CHECK(has(asked.err, "claims of mine are about the network of a file; write verify "));
  const Finished box =
      verify({"claims", paper.place, "--certificate", (paper.folder / "box.cert").string()});
  CHECK(box.exit_code == 64);
  CHECK(has(box.err, "a certificate of a box has none of these"));
}

TEST_CASE("data alone: verify-check takes its certificate, and no other that states its claims") {
  const Paper paper(kBox);
  const std::string own = paper.folder / "own.cert", forged = paper.folder / "forged.cert";
  REQUIRE(verify({paper.place, "--n", "2", "--delta", "1/2", "--certificate", own}).exit_code == 0);
  CHECK(verify_check({"--claims", paper.place, own}).exit_code == 0);

  // The same claim beside no construction is about the run's; with one it is not.
  const TemporaryFolder alone;
  write_file(alone / "claims.toml", kClaims);
  const Finished made =
      verify(words("--n 2 --delta 1/2 --pattern dense --only mine.parameters") +
             std::vector<std::string>{"--claims", alone.path().string(), "--certificate", forged});
  INFO(made.out << made.err);
  REQUIRE(made.exit_code == 0);
  CHECK(verify_check({"--claims", alone.path().string(), forged}).exit_code == 0);
  const Finished rejected = verify_check({"--claims", paper.place, forged});
  INFO(rejected.out << rejected.err);
  CHECK(rejected.exit_code == 1);
  CHECK(has(rejected.out + rejected.err, "mine.parameters"));
}

}  // namespace data_paper_test
