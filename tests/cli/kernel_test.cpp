// verify kernel, and what verify-check says of its certificate with and without Coq.
#include <catch2/catch.hpp>

#include <cstdlib>

#include "cli/process.hpp"
#include "cli/stand_in.hpp"

namespace kernel_test {

using namespace testing;

namespace {

const std::string proofs = std::string(HARDMAX_ROOT) + "/proofs";

}  // namespace

TEST_CASE("kernel: what is missing is named in one line") {
  const TemporaryFolder folder;
  const std::string made = (folder / "made").string();
  const Finished no_coq =
      verify({"kernel", made, "--claims", proofs, "--coqc", "/nonexistent/coqc"});
  CHECK(no_coq.exit_code == 64);
  CHECK(no_coq.err ==
        "verify: --coqc '/nonexistent/coqc': no Coq answers there; install Coq 8.16 (Debian: coq) "
        "or name the program\n");
  const Finished no_theorem =
      verify({"kernel", made, "--claims", std::string(HARDMAX_ROOT) + "/tests/certificate/claims"});
  CHECK(no_theorem.exit_code == 65);
  write_file(folder / "file", "");
  CHECK(verify({"kernel", (folder / "file").string(), "--claims", proofs}).exit_code == 64);
}

TEST_CASE("kernel: verify check passes the result file and Coq on to verify-check") {
  const TemporaryFolder folder;
  const std::string claims = with_few_theorems(folder / "proofs");
  const std::string made = (folder / "made").string(), coqc = (folder / "coqc").string(),
                    result = made + "/kernel.json", certificate = made + "/kernel.cert.json";
  stand_in(folder / "coqc", accepting);
  stand_in(folder / "coqchk", "");
  REQUIRE(verify({"kernel", made, "--claims", claims, "--coqc", coqc}).exit_code == 0);

  const Finished alone = verify({"check", "--claims", claims, certificate});
  CHECK(alone.exit_code == 3);
  CHECK(alone.err.find("claims rest on Coq, which was not run") != std::string::npos);
  const std::vector<std::string> asked = {"check", "--claims", claims, "--kernel",
                                          result,  "--coqc",   coqc,   certificate};
  const Finished passed_on = verify(asked);
  CHECK(passed_on.exit_code == 3);  // some claims name no theorem
  CHECK(
      passed_on.err.find("for every run, without an axiom, by the definitions of Definitions.v") !=
      std::string::npos);
  stand_in(folder / "coqc", "exit 1\n");
  CHECK(verify(asked).exit_code == 1);
  CHECK(verify({"check", "--claims", claims, "--kernel", result, certificate}).exit_code == 64);
  CHECK(verify({"check", "--claims", claims, "--coqc", coqc, certificate}).exit_code == 64);

  // The sources alone are read, and Coq is not run.
  const Finished sources = verify({"check", "--claims", claims, "--sources", result, certificate});
  CHECK(sources.exit_code == 3);
  CHECK(sources.err.find("everything else agrees:") != std::string::npos);
  write_file(made + "/Names.v", read_file(made + "/Names.v") + "\n");
  CHECK(verify({"check", "--claims", claims, "--sources", result, certificate}).exit_code == 1);
  CHECK(verify({"check", "--claims", claims, "--sources", result, "--kernel", result, "--coqc",
                coqc, certificate})
            .exit_code == 64);
}

// The whole corpus, with a stand-in for Coq.
TEST_CASE("kernel: verify-check finds nothing wrong with the statements of the whole corpus",
          "[full]") {
  const TemporaryFolder folder;
  const std::string made = (folder / "made").string();
  stand_in(folder / "coqc", accepting);
  stand_in(folder / "coqchk", "");
  const Finished run =
      verify({"kernel", made, "--claims", proofs, "--coqc", (folder / "coqc").string()});
  CAPTURE(run.err);
  CHECK(run.exit_code == 0);
  const Finished sources = verify({"check", "--claims", proofs, "--sources", made + "/kernel.json",
                                   made + "/kernel.cert.json"});
  CHECK(sources.exit_code == 3);
  CHECK(sources.err.find("everything else agrees:") != std::string::npos);
}

TEST_CASE(
    "kernel: what --emit-coq wrote into the folder is compiled too, and what it rests on is "
    "written down") {
  const TemporaryFolder folder;
  const std::string claims = with_few_theorems(folder / "proofs");
  const std::string made = (folder / "made").string(), coqc = (folder / "coqc").string();
  const Finished sparse = verify(words("--n 2 --d 2 --delta 1/2 --pattern dense --only "
                                       "yun2020b.E.2.4.eq10 --threads 1 --emit-coq") +
                                 std::vector<std::string>{made, "--claims", claims});
  CHECK(sparse.exit_code == 0);
  CHECK(sparse.out == "Coq: " + made + "/Lemma7_dense_n2.v\nCoq: " + made +
                          "/ForAllD_n2_d2_p1_s1.v\nCoq: " + made +
                          "/Refuted_dense_n2_d2_D2.v\nCoq: " + made + "/Digest_dense_n2_d2_D2.v\n");
  const Finished dense = verify(words("--construction yun2020a --n 2 --delta 1/2 --extended --only "
                                      "yun2020a.5.4 --threads 1 --emit-coq") +
                                std::vector<std::string>{made, "--claims", claims});
  CHECK(dense.out == "Coq: " + made + "/Refuted_yun2020a_n2_d1_D2_extended.v\nCoq: " + made +
                         "/Digest_yun2020a_n2_d1_D2_extended.v\n");
  CHECK(verify({"--n", "2", "--delta", "1/2", "--pattern", "dense", "--with", "c=1", "--emit-coq",
                made, "--claims", claims})
            .exit_code == 64);
  const Finished large =
      verify(words("--n 5 --delta 1/4 --pattern star --emit-coq") +
             std::vector<std::string>{made, "--only", "yun2020b.E.3.stack.R2", "--claims", claims});
  CHECK(large.out == "Coq: " + made + "/Lemma7_star_n5.v\n");
  CHECK(large.err ==
        "verify: nothing of this run was written for Coq to execute: 5120 ids, more than 1024\n");

  stand_in(folder / "coqchk", "echo '* Axioms: <none>'\n");
  stand_in(folder / "coqc", accepting);
  const Finished run = verify({"kernel", made, "--claims", claims, "--coqc", coqc});
  CHECK(run.exit_code == 0);
  CHECK(run.out.find("7 exports accepted, none with an axiom: " + made + "/exports.json\n") !=
        std::string::npos);
  const std::string exports = read_file(made + "/exports.json");
  CHECK(
      exports.find(
          R"({"format":"hardmax-exports","version":"1.0","coqc":"8.16.1","coqchk":"accepted","theory":[{"file":")") ==
      0);
  CHECK(exports.find(R"("exports":[{"file":"Digest_dense_n2_d2_D2","sha256":")") !=
        std::string::npos);

  // What an export prints itself is not taken for Coq's answer; what coqchk says is.
  stand_in(
      folder / "coqc",
      "case $file in Refuted*) echo Axioms:; echo 'planted : False'; exit 0 ;; esac\n" + accepting);
  CHECK(verify({"kernel", made, "--claims", claims, "--coqc", coqc})
            .out.find("7 exports accepted, none with an axiom: ") != std::string::npos);

  stand_in(folder / "coqc", accepting);
  stand_in(folder / "coqchk",
           "echo '* Axioms:'; echo '    Hardmax.Digest_dense_n2_d2_D2.hidden'; echo; echo '* "
           "Constants: <none>'\n");
  const Finished hidden = verify({"kernel", made, "--claims", claims, "--coqc", coqc});
  CHECK(hidden.exit_code == 1);
  CHECK(hidden.err == "verify: an export rests on an axiom: see " + made + "/log.txt\n");

  // Recursion that Coq was told not to guard proves anything, without an axiom.
  stand_in(folder / "coqchk",
           "echo '* Theory: Set is predicative'; echo; echo '* Axioms: <none>'; echo; echo '* "
           "Constants/Inductives relying on unsafe (co)fixpoints:'; echo '    "
           "Hardmax.Digest_dense_n2_d2_D2.bad'; echo; echo '* Inductives whose positivity is "
           "assumed: <none>'\n");
  const Finished unguarded = verify({"kernel", made, "--claims", claims, "--coqc", coqc});
  CHECK(unguarded.exit_code == 1);
  CHECK(unguarded.err == "verify: an export rests on an axiom: see " + made + "/log.txt\n");

  stand_in(folder / "coqc", "case $file in Digest_dense*) echo no; exit 1 ;; esac\n" + accepting);
  const Finished refused = verify({"kernel", made, "--claims", claims, "--coqc", coqc});
  CHECK(refused.exit_code == 1);
  CHECK(refused.err.find("verify: Coq refuses Digest_dense_n2_d2_D2.v: see ") == 0);
  CHECK(read_file(made + "/log.txt") == "no\n");
}

TEST_CASE("kernel: Coq is not told where else to look for files") {
  const TemporaryFolder folder;
  const std::string claims = with_few_theorems(folder / "proofs");
  const std::string strict =
      "[ -z \"$COQPATH$COQLIB$OCAMLPATH\" ] && [ \"$HOME\" = \"$PWD\" ] || exit 9\n";
  stand_in(folder / "coqchk", strict);
  stand_in(folder / "coqc", strict + accepting);
  for (const char* name : {"COQPATH", "COQLIB", "OCAMLPATH"})
    ::setenv(name, folder.path().c_str(), 1);
  const Finished asked = verify({"kernel", (folder / "made").string(), "--claims", claims, "--coqc",
                                 (folder / "coqc").string()});
  for (const char* name : {"COQPATH", "COQLIB", "OCAMLPATH"}) ::unsetenv(name);
  INFO(asked.err);
  CHECK(asked.exit_code == 0);
}

TEST_CASE("kernel: a run that fails leaves nothing of the one before") {
  const TemporaryFolder folder;
  const std::string claims = with_few_theorems(folder / "proofs");
  const std::string made = (folder / "made").string(), coqc = (folder / "coqc").string();
  stand_in(folder / "coqchk", "");
  stand_in(folder / "coqc", accepting);
  REQUIRE(verify({"kernel", made, "--claims", claims, "--coqc", coqc}).exit_code == 0);
  REQUIRE(std::filesystem::exists(made + "/kernel.json"));
  stand_in(folder / "coqc", "case $file in Names.v) echo no; exit 1 ;; esac\n" + accepting);
  CHECK(verify({"kernel", made, "--claims", claims, "--coqc", coqc}).err ==
        "verify: Coq refuses Names.v: see " + made + "/log.txt\n");
  std::vector<std::string> left;
  for (const auto& entry : std::filesystem::directory_iterator(made))
    left.push_back(entry.path().filename());
  CHECK(left == std::vector<std::string>{"log.txt"});

  const Finished theory = verify({"kernel", proofs + "/coq", "--claims", proofs, "--coqc", coqc});
  CHECK(theory.exit_code == 64);
  CHECK(theory.err ==
        "verify: DIR '" + proofs + "/coq': that is the folder of the theory; name another one\n");
}

TEST_CASE(
    "kernel: a theory that verify-check would not have Coq read is refused before Coq starts, and "
    "so is a statement that a small run refutes") {
  const TemporaryFolder folder;
  const std::string claims = with_few_theorems(folder / "proofs"),
                    made = (folder / "made").string(), coqc = (folder / "coqc").string(),
                    started = (folder / "started").string();
  std::filesystem::remove(claims + "/coq");
  std::filesystem::copy(proofs + "/coq", claims + "/coq");
  stand_in(folder / "coqchk", "");
  stand_in(folder / "coqc", ": >" + started + "\n" + accepting);
  const std::string theory = read_file(claims + "/coq/Claims.v");
  const auto refused = [&](const std::string& why) {
    std::filesystem::remove(started);
    const Finished run = verify({"kernel", made, "--claims", claims, "--coqc", coqc});
    CAPTURE(run.err);
    CHECK(run.exit_code == 1);
    CHECK(run.err.starts_with(
        "verify: verify-check refuses the theory, its statements or an export, without Coq: "
        "rejected: "));
    CHECK(run.err.find(why) != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(started));
    CHECK_FALSE(std::filesystem::exists(made + "/kernel.json"));
  };
  for (const std::string sentence :
       {"Redirect \"planted\" Print nat.", "Axiom planted : False.", "Unset Guard Checking.",
        "Declare ML Module \"planted\".", "Extraction \"planted.ml\" plus.",
        "#[bypass_check(guard)] Fixpoint planted (n : nat) : False := planted n.",
        "From Coq Require Import Classical.", "Cd \"/\"."}) {
    INFO(sentence);
    write_file(claims + "/coq/Claims.v", theory + sentence + "\n");
    refused("Claims.v");
  }
  write_file(claims + "/coq/Claims.v", theory);
  write_file(
      claims + "/yun2020b/planted.toml",
      "[[claim]]\nid = \"yun2020b.planted\"\nsource = \"none\"\nkind = \"printed\"\nwords = "
      "\"\"\"There are fewer than two tokens, which every run of two or more contradicts.\"\"\"\n"
      "domain = \"true\"\nformal = \"n < 2\"\ntruth = \"true\"\ntheorem = \"Claims.E23_eq9\"\n");
  refused("yun2020b.planted");
}

TEST_CASE(
    "kernel: an export that verify-check would not have Coq read is refused before Coq starts, and "
    "so is a theory that an export alone asks for",
    "[full]") {
  const TemporaryFolder folder;
  const std::string claims = with_few_theorems(folder / "proofs"),
                    made = (folder / "made").string(), coqc = (folder / "coqc").string(),
                    started = (folder / "started").string();
  std::filesystem::remove(claims + "/coq");
  std::filesystem::copy(proofs + "/coq", claims + "/coq");
  stand_in(folder / "coqchk", "echo '* Axioms: <none>'\n");
  stand_in(folder / "coqc", ": >" + started + "\n" + accepting);
  REQUIRE(verify(words("--n 2 --d 2 --delta 1/2 --pattern dense --only yun2020b.E.2.4.eq10 "
                       "--threads 1 --emit-coq") +
                 std::vector<std::string>{made, "--claims", claims})
              .exit_code == 0);
  const auto asked = [&] {
    std::filesystem::remove(started);
    return verify({"kernel", made, "--claims", claims, "--coqc", coqc});
  };
  REQUIRE(asked().exit_code == 0);
  const auto refused = [&](const std::string& why) {
    const Finished run = asked();
    CAPTURE(run.err);
    CHECK(run.exit_code == 1);
    CHECK(
        run.err.starts_with("verify: verify-check refuses the theory, its statements or an "
                            "export, without Coq: rejected: "));
    CHECK(run.err.find(why) != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(started));
    CHECK_FALSE(std::filesystem::exists(made + "/kernel.json"));
    CHECK_FALSE(std::filesystem::exists(made + "/exports.json"));
  };
  for (const std::string name : {"Lemma7_dense_n2", "Refuted_dense_n2_d2_D2",
                                 "Digest_dense_n2_d2_D2", "ForAllD_n2_d2_p1_s1", "Digest_forged"}) {
    const bool there = std::filesystem::exists(made + "/" + name + ".v");
    const std::string text = there ? read_file(made + "/" + name + ".v") : "";
    std::vector<std::string> sentences = {
        "Unset Guard Checking.",
        "Print Universes \"planted\".",
        "Print Assumptions \"planted\".",
        "Print Assumptions all in planted.",
        "Axiom planted : False.",
        "Parameter planted : False.",
        "Declare ML Module \"planted\".",
        "Load \"planted\".",
        "Load planted.",
        "Extraction \"planted.ml\" plus.",
        "Redirect \"planted\" Print nat.",
        "Cd \"/\".",
        "Drop.",
        "Fail Cd \"/\".",
        "Time Redirect \"planted\" Print nat.",
        "Set Printing Depth 1.",
        "Lemma planted : True. Proof. native_compute. exact I. Qed.",
        "#[bypass_check(guard)] Fixpoint planted (n : nat) : False := planted n.",
        "From Coq Require Import Classical.",
        "Require Import Planted.",
        "Variable planted : False."};
    if (name != "Digest_dense_n2_d2_D2") sentences.resize(2);
    for (const std::string& sentence : sentences) {
      INFO(name << ": " << sentence);
      write_file(made + "/" + name + ".v", text + sentence + "\n");
      refused(name + ".v");
    }
    if (there)
      write_file(made + "/" + name + ".v", text);
    else
      std::filesystem::remove(made + "/" + name + ".v");
  }
  CHECK(asked().exit_code == 0);

  // What an export requires is of the theory, though no theorem rests on it.
  write_file(claims + "/coq/Planted.v", "Redirect \"planted\" Print nat.\n");
  write_file(made + "/Digest_forged.v", "From Hardmax Require Import Planted.\n");
  refused("Planted.v");
  write_file(claims + "/coq/Planted.v", "Definition planted := 1.\n");
  CHECK(asked().exit_code == 0);
  std::filesystem::remove(made + "/Digest_forged.v");
  write_file(made + "/Digest_a name.v", "Definition planted := 1.\n");
  refused("that it is no name of a file");
}

TEST_CASE("kernel: an axiom is named, and is one of Coq's real numbers in a claim about these") {
  const TemporaryFolder folder;
  const std::string claims = with_few_theorems(folder / "proofs");
  const std::string made = (folder / "made").string(), coqc = (folder / "coqc").string();
  stand_in(folder / "coqchk", "");
  const auto answer = [&](const std::string& theorem, const std::string& axiom) {
    const std::string one = "grep '^Definition asked_' \"$file\" | sed 's/.*[ (]" + theorem +
                            "[,)].*/Axioms:\\n" + axiom +
                            " : False/; s/^Definition.*/Closed under the global context/'\n";
    stand_in(folder / "coqc", requirements + one);
    return verify({"kernel", made, "--claims", claims, "--coqc", coqc});
  };
  const Finished planted = answer("yun2020b_E_2_3_eq9", "planted");
  CHECK(planted.exit_code == 1);
  CHECK(planted.err.find(
            "Claims.E23_eq9 rests on planted, which is none of the axioms of Coq's real numbers") !=
        std::string::npos);
  CHECK(answer("yun2020b_E_2_3_eq9", "ClassicalDedekindReals.sig_forall_dec").exit_code ==
        1);  // its claim is not about real numbers
  CHECK(answer("yun2020b_B_1_step2", "planted").exit_code == 1);

  const Finished listed = answer("yun2020b_B_1_step2", "ClassicalDedekindReals.sig_forall_dec");
  CHECK(listed.exit_code == 0);
  CHECK(listed.out.find("with 1 axioms") != std::string::npos);
  CHECK(read_file(made + "/kernel.json")
            .find(R"("axioms":["ClassicalDedekindReals.sig_forall_dec"])") != std::string::npos);
  CHECK(
      verify_check({"--claims", claims, "--kernel", made + "/kernel.json", "--coqc", coqc,
                    made + "/kernel.cert.json"})
          .err.find("with the axioms ClassicalDedekindReals.sig_forall_dec, by the definitions") !=
      std::string::npos);
}

// Of all theorems that entries name those of one file, which requires few others:
// proofs/coq/check.sh, a test of its own, has Coq prove all of them.
TEST_CASE("kernel: Coq proves what the entries name, and verify-check has it do so again",
          "[full]") {
  if (std::system("coqc --version >/dev/null 2>&1") != 0) {
    WARN("no coqc on this machine: nothing was proved");
    return;
  }
  const TemporaryFolder folder;
  const std::string claims = with_few_theorems(folder / "proofs", {"ClaimsEquivariant."}),
                    made = (folder / "made").string(), certificate = made + "/kernel.cert.json",
                    result = made + "/kernel.json";
  const Finished run = verify({"kernel", made, "--claims", claims});
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  CHECK(run.out.find("with no axiom") != std::string::npos);

  const Finished alone = verify_check({"--claims", claims, certificate});
  CHECK(alone.exit_code == 3);
  CHECK(alone.err.find("claims rest on Coq, which was not run") != std::string::npos);
  const Finished with_coq =
      verify_check({"--claims", claims, "--kernel", result, "--coqc", "coqc", certificate});
  INFO(with_coq.err);
  CHECK(with_coq.exit_code == 3);  // some claims name no theorem
  CHECK(with_coq.err.find("for every run, without an axiom, by the definitions of Definitions.v") !=
        std::string::npos);

  write_file(made + "/Names.v", read_file(made + "/Names.v") + "\n");
  const Finished changed =
      verify_check({"--claims", claims, "--kernel", result, "--coqc", "coqc", certificate});
  CHECK(changed.exit_code == 1);
  CHECK(changed.err.find("Names.v") != std::string::npos);
  CHECK(verify_check({"--claims", claims, "--kernel", result, certificate}).exit_code == 64);

  // An export of which Coq's kernel was told to look away: no axiom, and it proves anything.
  write_file(made + "/Digest_forged.v",
             "Unset Guard Checking.\nFixpoint bad (n : nat) : False := bad n.\nSet Guard "
             "Checking.\nTheorem digest_of_run : False.\nProof. exact (bad 0). Qed.\n");
  const Finished forged = verify({"kernel", made, "--claims", claims});
  CHECK(forged.exit_code == 1);
  CHECK(forged.err.find("rejected: Digest_forged.v: ") != std::string::npos);
}

}  // namespace kernel_test
