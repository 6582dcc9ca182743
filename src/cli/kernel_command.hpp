// verify kernel DIR: has Coq's kernel prove every claim whose entry names a theorem, from sources that are copied into DIR, and writes the certificate (kind "kernel") and a result file.
#pragma once
#include <filesystem>
#include <ostream>
#include <string>

namespace hardmax::cli {

struct KernelOptions {
  std::string directory;       // made if it does not exist
  std::string claims;          // of the entries; the theory is its folder coq
  std::string coqc = "coqc";   // coqchk is beside it
};

// DIR gets the theory, Statements.v and Links.v (discharge/coq/statement.hpp), what Coq printed, kernel.cert.json and kernel.json, which is bound to the certificate by its SHA-256 and says what
// coqchk found. What verify --emit-coq DIR wrote there before is compiled and checked beside it, and exports.json says what each file rests on, with its SHA-256 and that of each file of the theory.
// Returns 0; 1 if Coq refuses a file or coqchk does not accept: then there is no certificate, and `err` says why.
// Errors  InvalidInput: no coqc or coqchk (option), no entry that names a theorem, a theorem of a file that is not there, a claim that cannot be stated (file); CannotWrite.
int kernel_command(const KernelOptions& options, std::ostream& out, std::ostream& err);

}  // namespace hardmax::cli
