#include <catch2/catch.hpp>

#include <algorithm>

#include "cli/process.hpp"

namespace wrong_input_test {

using namespace testing;

namespace {

// One line on stderr that names the argument and the value, nothing on stdout.
void check_refused(const std::vector<std::string>& arguments, int code, const std::string& argument,
                   const std::string& value) {
  const Finished f = verify(arguments);
  std::string shown;
  for (const std::string& a : arguments) shown += a.substr(0, 80) + " ";
  INFO(shown);
  INFO(f.err);
  CHECK(f.exit_code == code);
  CHECK(f.out.empty());
  CHECK(std::count(f.err.begin(), f.err.end(), '\n') == 1);
  CHECK(f.err.find(argument) != std::string::npos);
  CHECK(f.err.find(value) != std::string::npos);
  CHECK(f.err.size() < 400);
}

std::vector<std::string> with(const std::string& option, const std::string& value) {
  std::vector<std::string> arguments{"--n",     "4",   "--d",       "1",
                                     "--delta", "1/2", "--pattern", "strided"};
  const auto it = std::find(arguments.begin(), arguments.end(), option);
  if (it == arguments.end()) return arguments + std::vector<std::string>{option, value};
  *(it + 1) = value;
  return arguments;
}

}  // namespace

TEST_CASE("verify: a wrong option value is refused with 64 and one line that names it") {
  for (const char* delta :
       {"0.3", "0", "1", "abc", "1/0", "2", "1/1", "0.5.5", ".", "1/2/3", "1e-1", "0x1/2", "3/8"})
    check_refused(with("--delta", delta), 64, "--delta", delta);
  for (const char* n :
       {"1", "0", "4.0", "abc", "100000000000000000000", "99999999999999999999999999999999999999"})
    check_refused(with("--n", n), 64, "--n", n);
  for (const char* d : {"0", "1.5", "x", "100000000000000000000"})
    check_refused(with("--d", d), 64, "--d", d);
  check_refused(with("--pattern", "stridde"), 64, "--pattern", "stridde");
  check_refused(with("--window", "0"), 64, "--window", "0");
  check_refused(with("--engine", "warp"), 64, "--engine", "warp");
  check_refused(with("--construction", "yun"), 64, "--construction", "yun");
  check_refused(with("--only", "yun2020b.Z"), 64, "--only", "yun2020b.Z");
  check_refused(with("--budget", "soon"), 64, "--budget", "soon");
  check_refused(with("--threads", "0"), 64, "--threads", "0");
  check_refused(with("--expect", "yun2020b.A1.1"), 64, "--expect", "yun2020b.A1.1");
  check_refused(with("--expect", "yun2020b.A1.1=maybe"), 64, "--expect", "maybe");
  check_refused(with("--expect", "nobody=verified"), 64, "--expect", "nobody");
  for (const char* w : {"c", "c=", "c=x", "c=1/0", "E.0=1", "E.9=0", "E.x=1", "drop=0", "drop=15",
                        "drop=x", "turbo=1"})
    check_refused(with("--with", w), 64, "--with", w);
}

TEST_CASE("verify: negative numbers and missing values are refused, not read as options") {
  CHECK(verify({"--n=-4", "--d", "1", "--delta", "1/2", "--pattern", "strided"}).exit_code == 64);
  CHECK(verify({"--n", "-4", "--d", "1", "--delta", "1/2", "--pattern", "strided"}).exit_code ==
        64);
  CHECK(verify({"--n", "4", "--d", "1", "--delta", "-1/2", "--pattern", "strided"}).exit_code ==
        64);
  CHECK(verify({"--n"}).exit_code == 64);
  CHECK(verify({}).exit_code == 2);
  CHECK(verify({"--frobnicate"}).exit_code == 64);
  CHECK(verify({"frobnicate"}).exit_code == 64);
  CHECK(verify(words("--n 4 --d 1 --delta 1/2")).exit_code == 64);
  CHECK(verify(words("--d 1 --delta 1/2 --pattern strided")).exit_code == 64);
}

TEST_CASE("verify: a bad pattern file is refused with 65 and one line that names it") {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& name, const std::string& bytes) {
    const std::string file = (folder / name).string();
    write_file(file, bytes);
    check_refused(with("--pattern", file), 65, name, name);
  };
  check_refused(with("--pattern", (folder / "missing.json").string()), 65, "missing.json",
                "missing.json");
  refused("empty.json", "");
  refused("truncated.json", R"({"n": 4, "patterns": [[[1,2],[)");
  refused("nested.json", std::string(1'000'000, '['));
  refused("nested_inside.json", R"({"n": 4, "patterns": )" + std::string(1'000'000, '[') +
                                    std::string(1'000'000, ']') + "}");
  refused("duplicate_key.json", R"({"n": 2, "n": 4, "patterns": [[[1],[2],[3],[4]]]})");
  refused("nan.json", R"({"n": NaN, "patterns": [[[1],[2],[3],[4]]]})");
  refused("float.json", R"({"n": 4, "patterns": [[[1.5],[2],[3],[4]]]})");
  refused("out_of_range.json", R"({"n": 4, "patterns": [[[1,5],[2],[3],[4]]]})");
  refused("negative.json", R"({"n": 4, "patterns": [[[-1],[2],[3],[4]]]})");
  refused("repeated.json", R"({"n": 4, "patterns": [[[1,1],[2],[3],[4]]]})");
  refused("unknown_key.json", R"({"n": 4, "pattern": [[[1],[2],[3],[4]]]})");
  refused("wrong_length.json", R"({"n": 4, "patterns": [[[1],[2],[3]]]})");
  refused("trailing.json", R"({"n": 4, "patterns": [[[1],[2],[3],[4]]]} {})");
  refused("binary.json", std::string("\0\xff\xfe{", 4));
  refused("huge_number.json", R"({"n": )" + std::string(1'000'000, '9') + "}");
}

TEST_CASE("verify: a pattern file of 100 MB is refused without being read into memory") {
  const TemporaryFolder folder;
  const std::string file = (folder / "large.json").string();
  write_file(file, R"({"n": 4, "patterns": [)" + std::string(100'000'000, ' '));
  check_refused(with("--pattern", file), 65, "large.json", "large.json");
}

TEST_CASE("verify: an output that cannot be written gives 73 and leaves nothing behind") {
  const TemporaryFolder folder;
  for (const char* option : {"--dump", "--certificate"}) {
    const Finished f = verify(with(option, (folder / "no/such/folder/file").string()));
    INFO(f.err);
    CHECK(f.exit_code == 73);
    CHECK(f.err.find("no/such/folder/file") != std::string::npos);
    CHECK(verify(with(option, folder.path().string())).exit_code == 73);
  }
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("verify: bad claim files are refused with 65 and the place") {
  const TemporaryFolder folder;
  check_refused(with("--claims", (folder / "none").string()), 65, "none", "none");
  write_file(folder / "a.toml",
             "[[claim]]\nid = \"yun2020b.X\"\nsource = \"s\"\nkind = \"printed\"\nwords = "
             "\"w\"\ndomain = \"n >= 2\"\nformal = \"n >= (2\"\ntruth = \"true\"\n");
  check_refused(with("--claims", folder.path().string()), 65, "a.toml", "yun2020b.X");
}

TEST_CASE(
    "verify: what is nearly a command, an option, a value, a pattern or an id is answered with "
    "it") {
  const auto said = [](const std::vector<std::string>& arguments) {
    const Finished f = verify(arguments);
    CHECK(f.exit_code == 64);
    CHECK(f.out.empty());
    return f.err;
  };
  CHECK(said({"patern", "dense"}) ==
        "verify: 'patern' is no command; do you mean 'pattern'? See verify --help\n");
  CHECK(said({"nonsense"}) == "verify: 'nonsense' is no command. See verify --help\n");
  CHECK(said({"--n", "4", "--dleta", "0.5"}) ==
        "verify: '--dleta' is no option of verify; do you mean '--delta'? See verify --help\n");
  CHECK(said({"pattern", "dense", "--n", "4", "--windw", "3"}) ==
        "verify: '--windw' is no option of verify pattern; do you mean '--window'? See verify "
        "pattern --help\n");
  CHECK(said({"check", "a.cert", "b.cert"}) ==
        "verify: 'b.cert' is not expected by verify check. See verify check --help\n");
  CHECK(said(with("--engine", "fst")).find("; do you mean 'fast'?") != std::string::npos);
  CHECK(said(with("--pattern", "stridde")).find("; do you mean 'strided'") != std::string::npos);
  CHECK(said(with("--only", "yun2020b.E.2.4.eq1O")).find("'yun2020b.E.2.4.eq10'") !=
        std::string::npos);
  CHECK(said({"explain", "Lemma8"}).find("'yun2020b.E.3.Lemma8'") != std::string::npos);
  CHECK(said({"findings", "yun2020c"}).find("'yun2020a', 'yun2020b'?") != std::string::npos);
}

TEST_CASE("verify: an id is taken as a paper prints it, and what it is taken for is said") {
  const Finished explained = verify({"explain", "(10)"});
  CHECK(explained.exit_code == 0);
  CHECK(explained.out.find("claim        yun2020b.E.2.4.eq10, ") == 0);
  const Finished run = verify(with("--only", "e.2.4.eq12"));
  CHECK(run.exit_code == 0);
  CHECK(run.err == "verify: --only 'e.2.4.eq12' is taken as yun2020b.E.2.4.eq12\n");
  const auto timeless = [](const std::string& out) { return out.substr(0, out.rfind(". ")); };
  CHECK(timeless(run.out) == timeless(verify(with("--only", "yun2020b.E.2.4.eq12")).out));
  // Claims about another network are not meant where the one that is run has such.
  const Finished own = verify(with("--only", "A.1"));
  CHECK(own.err.find("is taken as") == std::string::npos);
}

}  // namespace wrong_input_test
