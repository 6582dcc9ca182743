// Which claims a program reads: those of its own tree or prefix, wherever the prefix stands, and it
// says which.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"

namespace install_test {

using namespace testing;
using Json = nlohmann::json;

namespace {

namespace fs = std::filesystem;

const std::string source = std::string(HARDMAX_ROOT) + "/proofs";

// "PLACE, 431 entries, sha256 ..." of --version.
std::string claims_of(const std::string& program) {
  const Finished version = run_program(program, {"--version"});
  CHECK(version.exit_code == 0);
  return version.out.substr(version.out.find("\nclaims  ") + 9);
}

std::string digest(const std::string& claims) { return claims.substr(claims.find(", ")); }

}  // namespace

TEST_CASE(
    "claims: a program that was built reads those of the sources, an installed one those of its "
    "prefix, also after a move, and each says which") {
  const TemporaryFolder folder;
  const std::string prefix = (folder / "prefix").string(), moved = (folder / "moved").string();
  const Finished installed =
      run_program(HARDMAX_CMAKE, {"--install", build_folder(), "--prefix", prefix});
  INFO(installed.err);
  REQUIRE(installed.exit_code == 0);
  const std::string built = claims_of(program("verify"));
  CHECK(built.starts_with(source + ", "));
  CHECK(claims_of(prefix + "/bin/verify").starts_with(prefix + "/share/hardmax/proofs, "));
  CHECK(digest(claims_of(prefix + "/bin/verify")) == digest(built));

  CHECK(read_file(prefix + "/share/man/man1/verify.1") == verify({"manual", "man"}).out);
  CHECK(read_file(prefix + "/share/man/man1/verify-findings.1") ==
        verify({"manual", "man", "findings"}).out);
  CHECK(read_file(prefix + "/share/man/man1/verify-check.1").starts_with(".TH VERIFY"));
  CHECK(read_file(prefix + "/share/bash-completion/completions/verify") ==
        verify({"manual", "bash"}).out);
  CHECK(read_file(prefix + "/share/zsh/site-functions/_verify").starts_with("#compdef verify\n"));
  CHECK(!read_file(prefix + "/share/fish/vendor_completions.d/verify.fish").empty());

  CHECK(fs::read_symlink(prefix + "/bin/verify") == "hardmax");
  CHECK(fs::read_symlink(prefix + "/bin/verify-check") == "hardmax-check");
  CHECK(run_program(prefix + "/bin/hardmax", {"--version"}).out ==
        run_program(prefix + "/bin/verify", {"--version"}).out);
  CHECK(fs::exists(prefix + "/share/hardmax/machines/bb2.toml"));
  CHECK(fs::exists(prefix + "/share/hardmax/schemas/run.schema.json"));
  CHECK(fs::exists(prefix + "/share/doc/hardmax/verdicts.md"));
  CHECK(fs::exists(prefix + "/share/doc/hardmax/LICENSE"));

  // Claims that are changed in the prefix change what its program says, and nothing else.
  const std::string added =
      "[[claim]]\nid = \"yun2020b.of_the_prefix\"\nsource = \"s\"\nkind = \"printed\"\nwords = "
      "\"w\"\ndomain = \"n >= 2\"\nformal = \"n >= 2\"\ntruth = \"true\"\n";
  write_file(prefix + "/share/hardmax/proofs/added.toml", added);
  CHECK(claims_of(program("verify")) == built);
  CHECK(digest(claims_of(prefix + "/bin/verify")) != digest(built));
  const std::vector<std::string> ask =
      words("claims yun2020b.of_the_prefix --box n=2,q=2,d=1 --patterns dense --json");
  CHECK(run_program(program("verify"), ask).exit_code == 64);

  fs::rename(prefix, moved);
  const std::string here = moved + "/share/hardmax/proofs";
  const Finished answer = run_program(moved + "/bin/verify", ask);
  CHECK(answer.exit_code == 0);
  const Json read = Json::parse(answer.out)["claims_read"];
  CHECK(read["places"] == Json({here}));
  CHECK(claims_of(moved + "/bin/verify") ==
        here + ", " + std::to_string(read["entries"].get<int>()) + " entries, sha256 " +
            read["sha256"].get<std::string>() + "\n");

  // The headers of text and report, and verify-check, which finds the digest by itself.
  const std::string stated = here + claims_of(moved + "/bin/verify").substr(here.size());
  const std::vector<std::string> small = words(
      "claims yun2020b.of_the_prefix --box n=2,q=2,d=1 --patterns dense --progress none "
      "--certificate");
  const std::string certificate = (folder / "box.cert").string();
  const Finished text =
      run_program(moved + "/bin/verify", small + std::vector<std::string>{certificate});
  CHECK(text.out.starts_with("claims     " + stated));
  const Finished checked = run_program(moved + "/bin/verify", {"check", certificate});
  CHECK(checked.exit_code == 0);
  CHECK(checked.out.find("\nclaims: " + stated) != std::string::npos);
  for (const std::string format : {"html", "md"}) {
    const Finished page =
        run_program(moved + "/bin/verify", {"report", certificate, "--format", format});
    CHECK(page.exit_code == 0);
    CHECK(page.out.find("claims of " + stated.substr(0, stated.size() - 1)) != std::string::npos);
  }

  fs::remove_all(here);
  const Finished without = run_program(moved + "/bin/verify", ask);
  CHECK(without.exit_code == 65);
  CHECK(without.err == "verify: " + here +
                           ": no claim entries are there, where this program has its own; install "
                           "them with it, or name theirs with --claims DIR\n");
  CHECK(claims_of(moved + "/bin/verify").starts_with(here + ": no claim entries are there"));
}

TEST_CASE(
    "claims: with a construction of one's own in place of all papers, both programs serve it") {
  const TemporaryFolder folder;
  const std::string prefix = (folder / "prefix").string(),
                    proofs = prefix + "/share/hardmax/proofs", own = proofs + "/above_mean",
                    certificate = (folder / "above.cert").string();
  REQUIRE(run_program(HARDMAX_CMAKE, {"--install", build_folder(), "--prefix", prefix}).exit_code ==
          0);
  fs::remove_all(proofs);
  fs::create_directories(proofs);
  fs::copy(std::string(HARDMAX_ROOT) + "/examples/above_mean", own, fs::copy_options::recursive);
  const std::string verify = prefix + "/bin/verify";
  const std::vector<std::string> run = words("--n 3 --delta 1/2");
  const Finished decided =
      run_program(verify, std::vector<std::string>{own} + run +
                              std::vector<std::string>{"--certificate", certificate});
  INFO(decided.err);
  CHECK(decided.exit_code == 0);
  CHECK(decided.out.find("4 verified, 1 refuted") != std::string::npos);
  const Finished checked = run_program(verify, {"check", certificate});
  CHECK(checked.exit_code == 0);
  CHECK(checked.out.starts_with("accepted: 1 refuted, 4 verified, 8 inputs executed"));
  for (const std::vector<std::string>& command : {std::vector<std::string>{"list", "mean"},
                                                  {"explain", "half"},
                                                  {"report", certificate},
                                                  std::vector<std::string>{"show", own} + run}) {
    const Finished f = run_program(verify, command);
    INFO(command[0] << f.err);
    CHECK(f.exit_code == 0);
    CHECK_FALSE(f.out.empty());
  }
}

TEST_CASE("claims: every JSON answer says which it is about") {
  const std::string claims = std::string(HARDMAX_TEST_ROOT) + "/certificate/claims";
  for (const std::string& line :
       {"--n 2 --delta 1/2 --pattern dense --json --claims " + claims,
        "claims --box n=2,q=2,d=1 --patterns dense --json --claims " + claims,
        "--n 3 --pattern dense --for-all D --json --claims " + source,
        "soft --n 2 --delta 1/2 --pattern dense --json --claims " + source}) {
    const Finished answer = verify(words(line));
    INFO(line << "\n" << answer.err);
    const Json read = Json::parse(answer.out)["claims_read"];
    CHECK(read["places"] == Json({words(line).back()}));
    CHECK(read["entries"].get<int>() > 3);
    CHECK(read["sha256"].get<std::string>().size() == 64);
  }
}

TEST_CASE("install: a program of another owner that is called verify is left alone") {
  const TemporaryFolder folder;
  const std::string prefix = (folder / "prefix").string();
  fs::create_directories(prefix + "/bin");
  write_file(prefix + "/bin/verify", "#!/bin/sh\necho another\n");
  const Finished installed =
      run_program(HARDMAX_CMAKE, {"--install", build_folder(), "--prefix", prefix});
  INFO(installed.out << installed.err);
  CHECK(installed.exit_code == 0);
  CHECK(installed.out.find("verify is another program; this one is hardmax") != std::string::npos);
  CHECK(read_file(prefix + "/bin/verify") == "#!/bin/sh\necho another\n");
  const std::string certificate = (folder / "c").string();
  const Finished run =
      run_program(prefix + "/bin/hardmax", words("--n 2 --delta 1/2 --pattern star --quiet "
                                                 "--certificate " +
                                                 certificate));
  CHECK(run.exit_code == 0);
  CHECK(run_program(prefix + "/bin/hardmax", {"check", certificate}).exit_code == 0);
}

TEST_CASE("install: a package for Debian brings no name that another one may have", "[full]") {
  if (run_program("/usr/bin/env", {"dpkg-deb", "--version"}).exit_code != 0) return;
  const TemporaryFolder folder;
  const std::string cpack = (fs::path(HARDMAX_CMAKE).parent_path() / "cpack").string();
  const Finished made = run_program(cpack, {"--config", build_folder() + "/CPackConfig.cmake", "-G",
                                            "DEB", "-C", "Release", "-B", folder.path().string()});
  INFO(made.out << made.err);
  REQUIRE(made.exit_code == 0);
  std::string package;
  for (const auto& file : fs::directory_iterator(folder.path()))
    if (file.path().extension() == ".deb") package = file.path().string();
  REQUIRE_FALSE(package.empty());
  const Finished listed = run_program("/usr/bin/env", {"dpkg-deb", "-c", package});
  REQUIRE(listed.exit_code == 0);
  for (const char* brought :
       {"./usr/bin/hardmax\n", "./usr/bin/hardmax-check\n", "./usr/share/man/man1/hardmax.1.gz\n",
        "./usr/share/hardmax/proofs/yun2020b/construction.toml\n",
        "./usr/share/doc/hardmax/copyright\n"}) {
    INFO(brought);
    CHECK(listed.out.find(brought) != std::string::npos);
  }
  CHECK(listed.out.find("./usr/bin/verify") == std::string::npos);
}

}  // namespace install_test
