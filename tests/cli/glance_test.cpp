// What the main command shows at a glance, and what --all, --only and --quiet make of it.
#include <catch2/catch.hpp>

#include "cli/process.hpp"

namespace glance_test {

using namespace testing;

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}
std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

const std::string run = "--n 3 --d 1 --delta 1/2 --pattern star --progress none";

}  // namespace

TEST_CASE("glance: of many claims those that are false come first, and none that is verified") {
  const Finished glance = verify(words(run));
  INFO(glance.out << glance.err);
  CHECK(glance.exit_code == 0);
  CHECK(has(glance.out, "REFUTED (recorded false)"));
  CHECK_FALSE(has(glance.out, " verified on ("));
  CHECK_FALSE(has(glance.out, "Not checkable here"));
  CHECK(has(glance.out, "repaired (E.2.4.eq10.repaired): forall H in inputs: zt(H, gamma(n))"));
  CHECK(has(glance.out, "--all lists every claim, and what the value layers and softmax do.\n"));
  for (const std::string part : {"\nValue mapping", "\nF.2, softmax"})
    CHECK_FALSE(has(glance.out, part));
  const Finished all = verify(words(run + " --all"));
  CHECK(all.exit_code == 0);
  CHECK(count(all.out, " verified on (") > 100);
  CHECK(count(all.out, "not checkable (") > 10);
  CHECK(all.out.find("REFUTED") < all.out.find(" verified on ("));
  for (const std::string part : {"\nValue mapping", "\nF.2, softmax"}) CHECK(has(all.out, part));
  const Finished asked = verify(words(run + " --target reverse"));
  CHECK(has(asked.out, "\nValue mapping"));
  CHECK(count(all.out, "REFUTED") == count(glance.out, "REFUTED"));
  CHECK_FALSE(has(all.out, "--all lists every claim"));
}

TEST_CASE("glance: --quiet is the total alone, with the same exit code") {
  const Finished quiet = verify(words(run + " --quiet"));
  INFO(quiet.out);
  CHECK(quiet.exit_code == 0);
  CHECK(count(quiet.out, "\n") == 1);
  CHECK(has(quiet.out, "all as recorded"));
  const Finished folder =
      verify(words(HARDMAX_ROOT "/examples/above_mean --n 3 --delta 1/2 --quiet"));
  CHECK(folder.exit_code == 0);
  CHECK(count(folder.out, "\n") == 1);
}

TEST_CASE("glance: claims that --only names, and few claims, are all shown") {
  const Finished only = verify(words(run + " --only yun2020b.E.2"));
  CHECK(has(only.out, " verified on (n,d,D) = (3,1,2), 8 inputs"));
  CHECK_FALSE(has(only.out, "--all lists every claim"));
  const Finished few = verify(words(HARDMAX_ROOT "/examples/above_mean --n 3 --delta 1/2"));
  CHECK(count(few.out, "verified on n = 3, D = 2") == 4);
}

TEST_CASE("glance: what binds real numbers and no input was shown for all reals") {
  const Finished any = verify(words(run + " --all"));
  INFO(any.out);
  CHECK(count(any.out, " verified on (n,d,D) = (3,1,2), all reals") >= 2);
}

TEST_CASE("glance: a failed hypothesis stands against no line of the paper") {
  const TemporaryFolder folder;
  const std::string file = folder / "apart.json";
  write_file(file, R"({"n": 3, "index_base": 1, "patterns": [[[1], [2], [3]]]})");
  const Finished apart = verify(words("--n 3 --delta 1/2 --pattern " + file));
  INFO(apart.out << apart.err);
  CHECK(apart.exit_code == 1);
  CHECK(has(apart.out, "; hypotheses fail: A1.2, A1.3."));
  CHECK_FALSE(has(apart.out, "AGAINST THE RECORD"));
  CHECK_FALSE(has(apart.out, "against its record"));
}

TEST_CASE("glance: a formula without a value stands against no record") {
  const Finished undefined =
      verify({"eval", "1/(n - 3) > 0", "--n", "3", "--delta", "1/2", "--pattern", "star"});
  INFO(undefined.out);
  CHECK(undefined.exit_code == 1);
  CHECK(has(undefined.out, "; 1 without a value."));
  CHECK_FALSE(has(undefined.out, "RECORD"));
}

}  // namespace glance_test
