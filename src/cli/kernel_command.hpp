// verify kernel DIR: has Coq's kernel prove every claim whose entry names a theorem, from sources
// that are copied into DIR, and writes the certificate (kind "kernel") and a result file.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace hardmax::cli {

struct KernelOptions {
  std::string directory;  // made if it does not exist
  std::vector<std::string>
      claims;  // files or folders; the theory is the folder coq of the first that has one
  std::string coqc = "coqc";  // coqchk is beside it
};

// DIR gets the theory, Statements.v and Links.v (discharge/coq/statement.hpp), what Coq printed of
// Links.v and what coqchk did, kernel.cert.json and kernel.json, which is bound to the certificate
// by its SHA-256. What verify --emit-coq DIR wrote there before is compiled and checked beside it,
// and exports.json says what each file rests on, with its SHA-256 and that of each file of the
// theory. Everything is compiled anew in a folder of its own, as many files at once as there are
// processors, and written to DIR at the end; what an earlier run wrote there is removed at the
// beginning. coqchk reads every file again, and all that it rests on in Coq's standard library:
// nothing is taken from coqc. What is trusted is Coq's kernel, twice, and what is installed with
// it. Returns 0; 1 if Coq refuses a file or coqchk does not accept: then there is no certificate,
// stderr says why, and DIR/log.txt has what Coq said. Errors  InvalidInput: no coqc or coqchk, DIR
// is the folder of the theory (option), no entry that names a theorem, a theorem of a file that is
// not there, a claim that cannot be stated, files that require each other (file); CannotWrite.
int kernel_command(const KernelOptions& options);

}  // namespace hardmax::cli
