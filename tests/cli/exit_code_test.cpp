// Exit codes: nothing is green over nothing, and --fail-on (docs/verdicts.md).
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <tuple>

#include "cli/process.hpp"

namespace exit_code_test {

using namespace testing;

namespace {

const std::string proofs = std::string(HARDMAX_ROOT) + "/proofs";

std::string entry(const std::string& id, const std::string& formal, const std::string& truth,
                  const std::string& domain = "n >= 2") {
  return "[[claim]]\nid = \"yun2020b." + id +
         "\"\nsource = \"s\"\nkind = \"printed\"\nwords = \"w\"\ndomain = \"" + domain +
         "\"\nformal = \"" + formal + "\"\ntruth = \"" + truth + "\"\n" +
         (truth == "false" ? "counterexample = \"n=3 d=1 D=2 pattern=dense\"\n" : "");
}

const std::string kTrue = entry("holds", "n >= 2", "true"),
                  kVacuous = entry("vacuous", "forall k in n+1..n: k = 1", "true"),
                  kOutside = entry("outside", "n = 1", "true", "n >= 100"),
                  kFoundFalse = entry("found_false", "n <= 2", "open"),
                  kFalse = entry("false", "n <= 2", "false"),
                  kOpenVacuous = entry("open_vacuous", "forall k in n+1..n: k = 1", "open");

// Of some claims: the main command, claims and regress.
struct Codes {
  int run, claims, regress;
  bool operator==(const Codes& other) const {
    return run == other.run && claims == other.claims && regress == other.regress;
  }
};
std::ostream& operator<<(std::ostream& out, const Codes& codes) {
  return out << codes.run << " " << codes.claims << " " << codes.regress;
}

Codes codes(const std::string& corpus, const std::string& more = "") {
  const TemporaryFolder folder;
  write_file(folder / "c.toml", corpus);
  const std::string file = (folder / "c.toml").string(),
                    box = " --box n=3,q=2,d=1 --patterns dense --progress none " + more;
  return {
      verify(words("--n 3 --delta 1/2 --pattern dense --claims " + file + " " + more)).exit_code,
      verify(words("claims " + file + box)).exit_code,
      verify(words("regress --claims " + file + box)).exit_code};
}

void check_refused(const std::string& line, const std::string& message) {
  const Finished finished = verify(words(line));
  INFO(line << "\n" << finished.err);
  CHECK(finished.exit_code == 64);
  CHECK(finished.out.empty());
  CHECK(finished.err == "verify: " + message + "\n");
}

}  // namespace

TEST_CASE("exit codes: 0 needs a verdict; where claims were asked for and none has one, it is 2") {
  CHECK(codes(kTrue) == Codes{0, 0, 0});
  CHECK(codes(kFalse) == Codes{0, 0, 0});
  CHECK(codes(kVacuous) == Codes{2, 2, 2});
  CHECK(codes(kOpenVacuous) == Codes{2, 2, 2});
  CHECK(codes(kOutside) == Codes{2, 2, 2});
  CHECK(codes(kTrue + kOutside) == Codes{0, 0, 0});
  // a claim recorded true that has an instance on no run of the box: its record was compared with
  // nothing
  CHECK(codes(kTrue + kVacuous) == Codes{0, 2, 2});
  CHECK(codes(kTrue + kOpenVacuous) == Codes{0, 0, 0});
}

TEST_CASE("exit codes: --expect may say that nothing is checkable") {
  const TemporaryFolder folder;
  write_file(folder / "c.toml", kOutside);
  CHECK(verify(words("--n 3 --delta 1/2 --pattern dense --expect yun2020b.outside=not_checkable "
                     "--claims " +
                     (folder / "c.toml").string()))
            .exit_code == 0);
}

TEST_CASE("exit codes: --fail-on") {
  CHECK(codes(kFalse, "--fail-on refuted") == Codes{1, 1, 1});
  CHECK(codes(kFalse, "--fail-on changed,undecided,vacuous") == Codes{0, 0, 0});
  CHECK(codes(kFoundFalse) ==
        Codes{0, 0, 0});  // an open claim has no record it could stand against
  CHECK(codes(kFoundFalse, "--fail-on refuted") == Codes{1, 1, 1});
  CHECK(codes(kTrue + kVacuous, "--fail-on vacuous") == Codes{1, 1, 1});
  CHECK(codes(kTrue + kVacuous, "--fail-on refuted") == Codes{0, 2, 2});
  CHECK(codes(kTrue, "--fail-on refuted,undecided,vacuous,changed") == Codes{0, 0, 0});
  const TemporaryFolder folder;
  write_file(
      folder / "c.toml",
      entry("long", "prod(H in inputs: prod(K in inputs: zt(H, 1) - zt(K, 1))) = 0", "open"));
  const std::string run =
      "--n 6 --delta 1/8 --pattern dense --engine literal --budget 1s --claims " +
      (folder / "c.toml").string();
  CHECK(verify(words(run)).exit_code == 2);
  CHECK(verify(words(run + " --fail-on undecided")).exit_code == 1);
  CHECK(verify(words("--n 4 --delta 1/2 --pattern dense --fail-on often")).err ==
        "verify: --fail-on 'often': unknown; known are refuted, undecided, changed, vacuous\n");
  CHECK(verify(words("--n 4 --delta 1/2 --pattern dense --fail-on refuted,")).exit_code == 64);
}

TEST_CASE("exit codes: what the text says beside them") {
  const TemporaryFolder folder;
  const std::string file = (folder / "c.toml").string(),
                    box = " --box n=3,q=2,d=1 --patterns dense --progress none";
  const std::string run = "--n 3 --delta 1/2 --pattern dense --claims " + file;
  write_file(folder / "c.toml", kFoundFalse);
  CHECK(verify(words(run)).out.find("1 of the refuted without a record; all as recorded") !=
        std::string::npos);
  CHECK(verify(words(run + " --fail-on refuted")).out.find("; 1 refuted (--fail-on). ") !=
        std::string::npos);
  CHECK(verify(words("claims " + file + box)).out.find("1 of the refuted have no record.\n") !=
        std::string::npos);
  CHECK(verify(words("claims " + file + box + " --fail-on refuted"))
            .out.find("\n1 refuted (--fail-on). ") != std::string::npos);
  write_file(folder / "c.toml", kVacuous);
  CHECK(verify(words(run)).out.find("; no claim has a verdict here. ") != std::string::npos);
  CHECK(verify(words("claims " + file + box)).out.find("No claim has a verdict here. ") !=
        std::string::npos);
  write_file(folder / "c.toml", kTrue + kVacuous);
  CHECK(verify(words("claims " + file + box))
            .out.find(
                "Nothing against the record, but 1 recorded true has no instance on this box. ") !=
        std::string::npos);
  write_file(folder / "c.toml", kVacuous);
  for (const std::string& json : {run + " --json", "claims " + file + box + " --json"}) {
    const auto object = nlohmann::json::parse(verify(words(json)).out);
    CHECK(object["exit_code"] == 2);
    CHECK(object["verdict"] == "undecided");
  }
}

TEST_CASE(
    "exit codes: claims --for-all, where nothing is proved, where a term has no value, where "
    "something is refuted") {
  const TemporaryFolder folder;
  const auto code = [&](const std::string& corpus, const std::string& more) {
    write_file(folder / "c.toml", corpus);
    return verify(words("claims " + (folder / "c.toml").string() +
                        " --box n=3,d=1 --patterns dense " + more))
        .exit_code;
  };
  CHECK(code(kTrue, "--for-all D") == 0);
  CHECK(code(entry("of_inputs", "forall H in inputs: z(H, 1) >= 0", "true"), "--for-all D") == 2);
  CHECK(code(kTrue + entry("of_inputs", "forall H in inputs: z(H, 1) >= 0", "true"),
             "--for-all D") == 0);
  CHECK(code(kOutside, "--for-all D") == 2);
  CHECK(code(kTrue + kOutside, "--for-all D --fail-on vacuous") == 1);
  CHECK(code(entry("undefined", "1/(n - 3) > 0", "open"), "--for-all D") == 1);
  CHECK(code(kFoundFalse, "--for-all D") == 0);
  CHECK(code(kFoundFalse, "--for-all D --fail-on refuted") == 1);
  CHECK(code(kTrue, "--for-all all") == 0);
  CHECK(code(kFoundFalse, "--for-all all") == 2);
  CHECK(code(kFoundFalse, "--for-all all --fail-on undecided") == 1);
}

TEST_CASE(
    "exit codes: --for-all with --certificate ends with 2 where none is written, and says why in "
    "one "
    "line") {
  const TemporaryFolder folder;
  const std::string file = (folder / "every.cert").string();
  const auto lines = [](const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
  };
  for (const auto& [run, code, alone] :
       {std::tuple{"--construction bigbird --n 3 --pattern star --for-all D --only A.2.2.order_eq2",
                   2, 0},
        std::tuple{"--construction bigbird --n 2 --delta 1/3 --pattern complete --for-all inputs "
                   "--only A.2.2.order_eq2",
                   2, 0},
        std::tuple{"--construction bigbird --n 2 --pattern star --for-all D --only A.2.2.lemma3", 2,
                   2},
        std::tuple{"--construction bigbird --n 2 --with N(k)=if(k=0,(1..n),{k}) --for-all D", 1, 1},
        std::tuple{"--construction yun2020a --n 3 --for-all d,D --only yun2020a.C.2.contextual", 2,
                   2},
        std::tuple{"--n 4 --pattern strided --for-all d,D --with c=1", 2, 2}}) {
    INFO(run);
    CHECK(verify(words(run)).exit_code == alone);
    for (const bool old : {false, true}) {
      if (old) write_file(file, "old\n");
      const Finished f = verify(words(run) + words("--certificate " + file));
      INFO(f.err);
      CHECK(f.exit_code == code);
      CHECK(lines(f.err) == 1);
      CHECK(f.err.find("verify: --certificate " + file + ": no certificate was written") == 0);
      CHECK((f.err.find("the file there is an older one") != std::string::npos) == old);
      CHECK(f.err.find("--only") != std::string::npos);
      CHECK(std::filesystem::exists(file) == old);
      if (old) CHECK(read_file(file) == "old\n");
      std::filesystem::remove(file);
    }
  }
  const Finished json =
      verify(words("--construction bigbird --n 3 --pattern star --for-all D --json --only "
                   "A.2.2.order_eq2 --certificate " +
                   file));
  CHECK(json.exit_code == 2);
  const auto object = nlohmann::json::parse(json.out);
  CHECK(object["exit_code"] == 0);
  CHECK(object["certificate"].is_null());
}

TEST_CASE("exit codes: soft, with --fail-on; a part of --cliff that is not run is 2", "[full]") {
  const std::string soft = "soft --n 2 --d 1 --delta 1/2 --pattern dense ";
  CHECK(verify(words(soft)).exit_code == 0);
  CHECK(verify(words(soft + "--fail-on changed")).exit_code == 0);
  const Finished refuted =
      verify(words(soft + "--fail-on refuted --json"));  // the printed choice breaks its bound
  CHECK(refuted.exit_code == 1);
  CHECK(nlohmann::json::parse(refuted.out)["exit_code"] == 1);
  CHECK(verify(words(soft + "--float float32 --cliff n=2,q=2,d=1")).exit_code == 0);
  const Finished left_out = verify(words(soft + "--float float32 --cliff n=2..12,q=8,d=1"));
  CHECK(left_out.exit_code == 2);
  CHECK(verify(words(soft + "--float float32 --fail-on refuted")).exit_code == 64);
}

TEST_CASE(
    "options: those of the main command that stand before a subcommand are refused, with the place "
    "where they belong") {
  check_refused("--claims /nonexistent claims yun2020b.E.2.4",
                "--claims '/nonexistent': stands before 'claims', where it says nothing; write it "
                "behind: verify claims ... --claims");
  check_refused("--strict claims yun2020b.E.2.4",
                "--strict: stands before 'claims', which has no such option; leave it out, or see "
                "verify claims --help");
  check_refused("--json pattern dense --n 4",
                "--json: stands before 'pattern', where it says nothing; write it behind: verify "
                "pattern ... --json");
  check_refused("--n 4 pattern dense",
                "--n '4': stands before 'pattern', where it says nothing; write it behind: verify "
                "pattern ... --n");
  check_refused("--version claims yun2020b",
                "--version: stands before 'claims', which has no such option; leave it out, or see "
                "verify claims --help");
  for (const char* command : {"check x", "pattern dense", "trace", "soft", "explain x", "claims x",
                              "regress", "report x", "kernel x"}) {
    INFO(command);
    CHECK(verify(words(std::string("--strict ") + command)).exit_code == 64);
    CHECK(verify(words(std::string("--dump d ") + command)).exit_code == 64);
    CHECK(verify(words(std::string(command) + " --strict")).exit_code == 64);
    CHECK(verify(words(std::string(command) + " --help"))
              .out.find("Usage: verify " + words(command).front()) != std::string::npos);
  }
  CHECK(verify(words("claims yun2020b regress")).exit_code == 64);
}

}  // namespace exit_code_test
