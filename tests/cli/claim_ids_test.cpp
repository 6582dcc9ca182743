// Ids, papers and names are taken as they are shown, in any case, and a slip is answered with what
// may be meant.
#include <catch2/catch.hpp>

#include "cli/process.hpp"

namespace claim_ids_test {

using namespace testing;

namespace {

const std::string kRun = "--n 3 --delta 1/2 --pattern dense --progress none ";
const std::string kExample = HARDMAX_ROOT "/examples/above_mean --n 3 --delta 1/2 ";

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Finished refused(const std::string& line, const std::string& what) {
  const Finished f = verify(words(line));
  INFO(line << "\n" << f.out << f.err);
  CHECK(f.exit_code == 64);
  CHECK(has(f.err, what));
  return f;
}

}  // namespace

TEST_CASE("claim ids: --expect takes an id as it is shown, and says what it was taken for") {
  const std::string only = kRun + "--only E.2.4.eq10 --quiet --expect ";
  CHECK(verify(words(only + "E.2.4.eq10=refuted")).exit_code == 0);
  CHECK(verify(words(only + "yun2020b.E.2.4.eq10=refuted")).exit_code == 0);
  const Finished other = verify(words(only + "e.2.4.EQ10=verified"));
  INFO(other.out << other.err);
  CHECK(other.exit_code == 1);
  CHECK(has(other.err, "verify: --expect 'e.2.4.EQ10' is taken as yun2020b.E.2.4.eq10\n"));
  refused(only + "E.2.4.eq1=refuted", "no claim has this id; do you mean 'yun2020b.E.2.4.eq10'");
  refused(only + "E.2.4.eq10=refuted --expect (10)=refuted",
          "the claim yun2020b.E.2.4.eq10 is named twice; keep one");
}

TEST_CASE("claim ids: a hypothesis that fails is expected by the name that the screen shows") {
  const TemporaryFolder folder;
  const std::string file = folder / "apart.json";
  write_file(file, R"({"n": 3, "index_base": 1, "patterns": [[[1], [2], [3]]]})");
  const std::string run = "--n 3 --delta 1/2 --only A1 --quiet --pattern " + file;
  CHECK(verify(words(run)).exit_code == 1);
  const Finished expected = verify(words(run + " --expect A1.2=refuted --expect A1.3=refuted"));
  INFO(expected.out << expected.err);
  CHECK(expected.exit_code == 0);
}

TEST_CASE("claim ids: verify DIR takes its claims in any case, with the construction or without") {
  for (const std::string only : {"half", "HALF", "above_mean.half", "Above_Mean.Half"}) {
    const Finished f = verify(words(kExample + "--only " + only));
    INFO(only << "\n" << f.out << f.err);
    CHECK(f.exit_code == 0);
    CHECK(has(f.out, "2 claims: 1 verified, 1 refuted"));
  }
  CHECK(verify(words(kExample + "--expect half=refuted")).exit_code == 0);
  CHECK(verify(words(kExample + "--expect HALF=verified")).exit_code == 1);
  refused(kExample + "--expect haf=refuted", "no claim has this id");
  refused(kExample + "--only nothing", "its ids start with above_mean.");
}

TEST_CASE("claim ids: what stands in several papers is that of the network that is run") {
  const Finished lemma =
      verify(words(kRun + "--quiet --only") + std::vector<std::string>{"Lemma 8"});
  INFO(lemma.out << lemma.err);
  CHECK(has(lemma.err, "verify: --only 'Lemma 8' is taken as yun2020b.E.3.Lemma8\n"));
  const Finished other = verify({"explain", "Lemma 8"});
  CHECK(verify({"explain", "Lemma", "8"}).err == other.err);
  CHECK(other.exit_code == 64);
  CHECK(has(other.err, "'yun2020a.B.1.lemma8', 'yun2020b.E.3.Lemma8'?"));
}

TEST_CASE("claim ids: papers in any case") {
  const Finished lower = verify({"list", "--paper", "yun2020b"}),
                 upper = verify({"list", "--paper", "YUN2020B"});
  CHECK(upper.exit_code == 0);
  CHECK(upper.out == lower.out);
  refused("list --paper yun2020", "do you mean 'yun2020a', 'yun2020b'?");
  refused("findings yun2020", "do you mean 'yun2020a', 'yun2020b'?");
}

TEST_CASE("claim ids: commands, options, patterns and targets that are nearly right") {
  refused("finding", "do you mean 'findings'?");
  refused("--n 3 --delt 1/2", "do you mean '--delta'");
  refused("claims yun2020b.E.2.4 --patterns strded", "do you mean 'strided'?");
  refused("pattern strded --n 4", "do you mean 'strided'?");
  refused(kRun + "--target revers", "do you mean 'reverse'?");
  refused(kRun + "--only E.2.4.eq1O", "do you mean ");
  refused("explain E.2.4.eq1O", "do you mean ");
}

}  // namespace claim_ids_test
