// Files of claims that are no files, hold nothing, or ask for more than there is: verify answers at
// once, in one line.
#include <catch2/catch.hpp>

#include <sys/stat.h>

#include <algorithm>
#include <chrono>

#include "cli/process.hpp"

namespace hostile_claims_test {

using namespace testing;

namespace {

std::string entry(const std::string& id, const std::string& formal) {
  return "[[claim]]\nid = \"" + id +
         "\"\nsource = \"x\"\nkind = \"printed\"\nwords = \"x\"\ndomain = \"n >= 2\"\nformal = \"" +
         formal + "\"\ntruth = \"open\"\n";
}

const std::string run = "--n 2 --delta 1/2 --pattern dense --claims ";

Finished in_time(const std::vector<std::string>& arguments, int seconds) {
  const auto start = std::chrono::steady_clock::now();
  Finished f = verify(arguments);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(seconds));
  return f;
}

void check_refused(const std::vector<std::string>& arguments, const std::string& says) {
  const Finished f = in_time(arguments, 20);
  INFO(f.err);
  CHECK(f.exit_code == 65);
  CHECK(std::count(f.err.begin(), f.err.end(), '\n') == 1);
  CHECK(f.err.find(says) != std::string::npos);
}

}  // namespace

TEST_CASE("claims: none at all are refused with 65 by every command that reads them") {
  const TemporaryFolder folder;
  const std::string file = (folder / "empty.toml").string();
  for (const char* text : {"", "# nothing but this\n", "\xEF\xBB\xBF"}) {
    write_file(file, text);
    for (const std::string& command :
         {run + file, "claims " + file, "claims " + file + " --for-all D",
          "claims " + file + " --for-all all", "regress --claims " + file,
          "report --corpus --claims " + file + " -o " + (folder / "r.html").string()}) {
      INFO(command);
      check_refused(words(command), "holds no claim");
    }
  }
  CHECK_FALSE(std::filesystem::exists(folder / "r.html"));
}

TEST_CASE(
    "claims: a pipe or a device in the folder is refused and not waited for; links to nothing and "
    "folders are passed over") {
  const TemporaryFolder folder;
  write_file(folder / "a.toml", entry("yun2020b.X", "n >= 2"));
  std::filesystem::create_symlink("user@host.1:1", folder / ".#a.toml");  // as Emacs does
  std::filesystem::create_directory(folder / "b.toml");
  CHECK(verify(words(run + folder.path().string())).exit_code == 0);
  const std::filesystem::path place = folder / "x.toml";
  REQUIRE(mkfifo(place.c_str(), 0600) == 0);
  check_refused(words(run + folder.path().string()), "x.toml");
  std::filesystem::remove(place);
  for (const char* device : {"/dev/zero", "/dev/null"}) {
    std::filesystem::create_symlink(device, place);
    check_refused(words(run + folder.path().string()), "x.toml");
    std::filesystem::remove(place);
  }
}

TEST_CASE("claims: a byte order mark is passed over, an id that begins with a dot is refused") {
  const TemporaryFolder folder;
  write_file(folder / "a.toml", "\xEF\xBB\xBF" + entry("yun2020b.X", "n >= 2"));
  CHECK(verify(words(run + folder.path().string())).exit_code == 0);
  write_file(folder / "a.toml", entry(".a", "n >= 2"));
  check_refused(words(run + folder.path().string()), "'.a'");
}

TEST_CASE(
    "claims: 7,000 names bound at one place are refused by both programs, 5,120 are decided by "
    "both") {
  const TemporaryFolder folder;
  const auto binders = [](int count) {
    std::string text = "let S = {1}: forall x in real";
    for (int i = 2; i < count; ++i) text += ",a in S";
    return text + ": n >= 2";
  };
  std::filesystem::create_directories(folder / "c");
  write_file(folder / "c/a.toml", entry("yun2020b.X", binders(5120)));
  const std::string claims = (folder / "c").string(), file = (folder / "c.cert").string();
  REQUIRE(verify(words(run + claims + " --certificate " + file)).exit_code == 0);
  CHECK(verify_check(words("--claims " + claims + " " + file)).exit_code == 0);
  for (const int count : {5121, 7000}) {
    write_file(folder / "c/a.toml", entry("yun2020b.X", binders(count)));
    check_refused(words(run + claims), "at most 5120 names");
  }
}

TEST_CASE(
    "claims: a product of 10^9 factors and a set of long numbers end by --budget, --timeout or the "
    "limit on a value") {
  const TemporaryFolder folder;
  const auto of = [&](const std::string& formal, const std::string& more) {
    write_file(folder / "a.toml", entry("yun2020b.X", formal));
    const Finished f = in_time(words(run + folder.path().string() + " --threads 1 " + more), 60);
    INFO(formal << " " << more << "\n" << f.out << f.err);
    CHECK(f.exit_code == 2);
    CHECK(f.out.find("undecided") != std::string::npos);
    return f.out;
  };
  of("prod(i in 1..10^9: 2) > 0", "--budget 1");
  of("prod(i in 1..10^9: 2) > 0", "--timeout 1");
  of("sum(i in 1..10^9: choose(1000000, i)) > 0", "--timeout 1");
  CHECK(of("prod(i in 1..100: (2^60)^1000000) > 0", "--budget 60").find("2^21 words") !=
        std::string::npos);
  CHECK(of("card(union(i in 1..100000: {(2^60)^1000000 + i})) >= 1", "--budget 60")
            .find("2^21 words") != std::string::npos);
  CHECK(of("card({(2^60)^1000000, 1 + (2^60)^1000000, 2 + (2^60)^1000000}) >= 1", "--budget 60")
            .find("2^21 words") != std::string::npos);
  CHECK(of("forall x in nonneg: sum(i in 1..40: x^i*(2^60)^1000000) >= 0", "--budget 60")
            .find("2^21 words") != std::string::npos);
}

}  // namespace hostile_claims_test
