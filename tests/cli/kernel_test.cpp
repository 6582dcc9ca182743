// verify kernel, and what verify-check says of its certificate with and without Coq.
#include <catch2/catch.hpp>

#include <cstdlib>

#include "cli/process.hpp"

using namespace testing;

namespace {

const std::string proofs = std::string(HARDMAX_ROOT) + "/proofs";

}  // namespace

TEST_CASE("kernel: what is missing is named in one line") {
  const TemporaryFolder folder;
  const std::string made = (folder / "made").string();
  const Finished no_coq = verify({"kernel", made, "--claims", proofs, "--coqc", "/nonexistent/coqc"});
  CHECK(no_coq.exit_code == 64);
  CHECK(no_coq.err == "verify: --coqc '/nonexistent/coqc': no Coq answers there; install Coq 8.16 (Debian: coq) or name the program\n");
  const Finished no_theorem = verify({"kernel", made, "--claims", std::string(HARDMAX_ROOT) + "/tests/certificate/claims"});
  CHECK(no_theorem.exit_code == 65);
  write_file(folder / "file", "");
  CHECK(verify({"kernel", (folder / "file").string(), "--claims", proofs}).exit_code == 64);
}

TEST_CASE("kernel: verify check passes the result file and Coq on to verify-check") {
  const TemporaryFolder folder;
  const std::string made = (folder / "made").string(), coqc = (folder / "coqc").string(), result = made + "/kernel.json", certificate = made + "/kernel.cert.json";
  // Accepts everything, and finds every theorem closed.
  const auto stand_in = [&](const std::string& name, const std::string& answer) {
    write_file(folder / name, "#!/bin/sh\n[ \"$1\" != --print-version ] || { echo 8.16.1; exit 0; }\n" + answer);
    std::filesystem::permissions(folder / name, std::filesystem::perms::owner_all);
  };
  stand_in("coqc", "case \"$*\" in *Links.v*) grep '^Print Assumptions' Links.v | sed 's/.*/Closed under the global context/' ;; esac\n");
  stand_in("coqchk", "");
  REQUIRE(verify({"kernel", made, "--claims", proofs, "--coqc", coqc}).exit_code == 0);

  const Finished alone = verify({"check", "--claims", proofs, certificate});
  CHECK(alone.exit_code == 3);
  CHECK(alone.err.find("claims rest on Coq, which was not run") != std::string::npos);
  const std::vector<std::string> asked = {"check", "--claims", proofs, "--kernel", result, "--coqc", coqc, certificate};
  const Finished passed_on = verify(asked);
  CHECK(passed_on.exit_code == 3);  // some claims name no theorem
  CHECK(passed_on.err.find("for every run, without an axiom, by the definitions of Definitions.v") != std::string::npos);
  stand_in("coqc", "exit 1\n");
  CHECK(verify(asked).exit_code == 1);
  CHECK(verify({"check", "--claims", proofs, "--kernel", result, certificate}).exit_code == 64);
  CHECK(verify({"check", "--claims", proofs, "--coqc", coqc, certificate}).exit_code == 64);
}

TEST_CASE("kernel: Coq proves what the entries name, and verify-check has it do so again", "[full]") {
  if (std::system("coqc --version >/dev/null 2>&1") != 0) {
    WARN("no coqc on this machine: nothing was proved");
    return;
  }
  const TemporaryFolder folder;
  const std::string made = (folder / "made").string(), certificate = made + "/kernel.cert.json", result = made + "/kernel.json";
  const Finished run = verify({"kernel", made, "--claims", proofs});
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  CHECK(run.out.find("with no axiom") != std::string::npos);

  const Finished alone = verify_check({"--claims", proofs, certificate});
  CHECK(alone.exit_code == 3);
  CHECK(alone.err.find("claims rest on Coq, which was not run") != std::string::npos);
  const Finished with_coq = verify_check({"--claims", proofs, "--kernel", result, "--coqc", "coqc", certificate});
  INFO(with_coq.err);
  CHECK(with_coq.exit_code == 3);  // some claims name no theorem
  CHECK(with_coq.err.find("for every run, without an axiom, by the definitions of Definitions.v") != std::string::npos);

  write_file(made + "/Names.v", read_file(made + "/Names.v") + "\n");
  const Finished changed = verify_check({"--claims", proofs, "--kernel", result, "--coqc", "coqc", certificate});
  CHECK(changed.exit_code == 1);
  CHECK(changed.err.find("Names.v") != std::string::npos);
  CHECK(verify_check({"--claims", proofs, "--kernel", result, certificate}).exit_code == 64);
}
