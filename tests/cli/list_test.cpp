#include <catch2/catch.hpp>

#include <algorithm>

#include "cli/process.hpp"

namespace list_test {

using namespace testing;

namespace {

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("list: claims by words, by paper, and those recorded false") {
  const TemporaryFolder folder;
  const std::string file = (folder / "own.toml").string();
  write_file(file,
             "[[claim]]\nid = \"t.A.one\"\nsource = \"Lemma 1\"\nkind = \"printed\"\nwords = \"The "
             "first sum is below the second one whatever the number of tokens may be, and more.\"\n"
             "domain = \"n >= 2\"\nformal = \"n >= 2\"\ntruth = \"true\"\n\n"
             "[[claim]]\nid = \"t.A.two\"\nsource = \"Lemma 2\"\nkind = \"printed\"\nwords = "
             "\"Short.\"\ndomain = \"n >= 2\"\nformal = \"n < 2\"\ntruth = \"false\"\n"
             "counterexample = \"n=2 d=1 D=2 pattern=dense\"\n");
  const auto listed = [&](std::vector<std::string> arguments) {
    const Finished f = verify(std::vector<std::string>{"list", "--claims", file} + arguments);
    CHECK(f.exit_code == 0);
    CHECK(f.err.empty());
    return f.out;
  };
  const std::string one =
      "t.A.one  printed     true   The first sum is below the second one whatever the number of "
      "...\n";
  const std::string two = "t.A.two  printed     false  Short.\n";
  const std::string end = " claims; verify explain ID says all of one\n";
  CHECK(listed({}) == one + two + "2 of 2" + end);
  CHECK(listed({"--false"}) == two + "1 of 2" + end);
  CHECK(listed({"SUM", "lemma"}) == one + "1 of 2" + end);
  CHECK(listed({"n < 2"}) == two + "1 of 2" + end);
  CHECK(listed({"sum", "short"}) == "0 of 2" + end);
  CHECK(listed({"--paper", "t"}) == one + two + "2 of 2" + end);
  const Finished other = verify({"list", "--claims", file, "--paper", "u"});
  CHECK(other.exit_code == 64);
  CHECK(other.err ==
        "verify: list --paper 'u': no claim is of a paper of that name; there are claims of t\n");
}

TEST_CASE("list: of what is shipped, every claim has a line") {
  const Finished all = verify({"list"}), one = verify({"list", "--paper", "yun2020b"});
  CHECK(lines(all.out) > lines(one.out));
  CHECK(lines(one.out) > 200);
  CHECK(verify({"list", "--false", "shifted", "id"}).out.find("yun2020b.E.2.4.eq10 ") !=
        std::string::npos);
}

TEST_CASE("show: what is no file is a paper, a claim, or words that claims say") {
  const auto same = [](std::vector<std::string> shown, std::vector<std::string> command) {
    const Finished by_show = verify(shown), by_name = verify(command);
    CHECK(by_show.exit_code == 0);
    // What findings prints ends with the seconds that it took.
    const auto without_seconds = [](const std::string& out) {
      return out.substr(0, out.rfind(". "));
    };
    CHECK(without_seconds(by_show.out) == without_seconds(by_name.out));
    CHECK(by_name.out.size() > 100);
  };
  same({"show", "turing"}, {"findings", "turing"});
  same({"show", "eq10.step8"}, {"explain", "yun2020b.E.2.4.eq10.step8"});
  same({"show", "shifted", "ID"}, {"list", "shifted", "ID"});
  same({"show", "shifted", "ID", "--paper", "yun2020b"},
       {"list", "shifted", "ID", "--paper", "yun2020b"});
  const Finished none = verify({"show", "unheard", "of"}), file = verify({"show", "none.toml"});
  CHECK(none.exit_code == 64);
  CHECK(none.err.starts_with("verify: show: no claim says all of these words; "));
  CHECK(file.exit_code == 65);
  CHECK(file.err.find("none.toml: there is no such file or folder") != std::string::npos);
  CHECK(file.err.find("verify list WORDS finds a claim") != std::string::npos);
}

}  // namespace list_test
