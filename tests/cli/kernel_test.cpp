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
