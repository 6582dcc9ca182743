// Kinds of certificates (FORMAT.md, "Kinds"). A kind is one file, kind_*.cpp, of at most 400 lines
// that includes the core alone and has one function of the form below; its name stands in the table
// of check.cpp. The function is given the whole certificate, whose keys `format`, `version` and
// `kind` are in order; all others are its own to read, and it must reject those that do not belong
// to the kind (require_keys). What it accepts it must have found out by itself: it throws Rejected
// (text.hpp, `require`) at the first thing that is not so, and Incomplete where it does not find
// out.
#pragma once
#include "check/evaluate.hpp"
#include "check/read.hpp"

namespace hardmax::check {

struct Report {
  int code = 0;                    // 0 accepted, 1 rejected, 3 incomplete
  std::vector<std::string> lines;  // at least one
};

// Not everything but some chunks of inputs, drawn from the seed, are looked at: FORMAT.md, "Audit".
// None: everything.
struct Audit {
  std::uint64_t chunks = 0;
  std::string seed = "";  // empty: the SHA-256 of the certificate
};

// What kind "kernel" needs to run Coq: the result file of `verify kernel`, beside the sources, and
// the program coqc. Without a program the sources are read and Coq is not run; without a result
// file they are not read either. Both never accept. `also`: a file that names further files beside
// the result, a line each, in the order in which Coq is to compile them after the theory.
struct Kernel {
  std::string result = "", coqc = "", also = "";
};

using Kind = Report (*)(const Json& certificate, const Entries& entries);
Report audit_run(const Json& certificate, const Entries& entries,
                 const Audit& audit);  // of kind "run"; never code 0
Report audit_box(const Json& certificate, const Entries& entries,
                 const Audit& audit);  // of kind "box"; never code 0

// What a certificate of any kind states, in words, its claims a line each; nothing is checked.
std::string listed(std::string_view certificate);

Report check_run(const Json& certificate,
                 const Entries& entries);  // "run": every input executed, every claim decided
Report check_assumption1(
    const Json& certificate,
    const Entries& entries);  // "assumption1": Assumption 1 for a pattern stated by rules
Report check_structural(const Json& certificate,
                        const Entries& entries);   // "structural": that ids differ, and the like,
                                                   // without an input executed
bool is_about_described(const Json& certificate);  // of kind "structural": a construction that a
                                                   // file describes and no code here has
Report check_described_structural(const Json& certificate, const Entries& entries);
Report check_for_all_D(
    const Json& certificate,
    const Entries& entries);  // "for-all-D": formulas in n, d, D, p, s for every D >= 2
Report check_general(const Json& certificate,
                     const Entries& entries);  // "general": claims for all n, d, D, p, s, by
                                               // arguments that use other claims
Report check_box(const Json& certificate,
                 const Entries& entries);  // "box": all runs of a box, each as in "run", and what
                                           // comes out on the box
Report check_soft(
    const Json& certificate,
    const Entries& entries);  // "soft": yun2020b with soft maps, within or beyond the bound of F.2
Report check_construction(
    const Json& certificate,
    const Entries& entries);  // "construction": claims about what a file describes, at one run
Report check_machine(const Json& certificate,
                     const Entries& entries);  // "machine": a decoder beside its machine, by node
Report check_vectors(
    const Json& certificate,
    const Entries& entries);  // "vectors": the farthest of unit vectors, by a head and by a search
Report check_kernel(
    const Json& certificate, const Entries& entries, const std::string& hash,
    const Kernel& kernel);  // "kernel": theorems of Coq, for every run; hash: SHA-256

// Any certificate. Never throws Rejected or Incomplete: they become the report.
Report check_certificate(std::string_view bytes, const Entries& entries, const Audit& audit = {},
                         const Kernel& kernel = {});

// --- what every kind of certificate says of claims

// Whose claims a certificate, or a part of one, speaks of: those of a construction, where ids that
// begin with no construction's name belong to every one; those of a paper; or those of a file that
// describes a construction, which no other scope has where no construction here has that name.
enum class Scope { construction, paper, file };

// `only`, `claims` and `hypotheses`: claims under the name ("": all) whose ids begin with `only`,
// in order, and what they need, each bound to its entry by its SHA-256. Throws OtherClaims where
// the entries are others. Returns those of the claims; what a claim of the certificate says besides
// is left to the kind.
// `binding`: what SHA-256 is taken of, for one entry.
using Binding = std::function<std::string(const Entry&)>;
std::vector<const Entry*> bound_claims(const Json& certificate, const Entries& entries,
                                       const std::string& name, Scope scope = Scope::construction,
                                       const Binding& binding = binding_text);
// The entries that a certificate, or a part of one, was made with are those at hand, by id and
// text. Throws OtherClaims.
void require_same_claims(const Json& certificate, const Entries& entries,
                         const Binding& binding = binding_text);
// What has `only`, `claims` and `hypotheses`: the certificate, or each part of one of kind "box".
std::vector<const Json*> holders_of_claims(const Json& certificate);
// What was asked for beyond what is stated, as a sentence; "": nothing. Of a certificate that its
// kind has read.
std::string not_covered(const Json& certificate, const Entries& entries);

// Assumption 1, parts 1 to 3, for kinds that take it for a hypothesis or decide it. A hypothesis is
// its text, not its id.
const std::string& assumption1_formal(std::size_t part);
// Which part an entry says, with whatever names it binds; 0: none.
std::size_t part_of_assumption1(const Entry& entry, const Entries& entries);
// `hypotheses`: those of a construction that this program has arguments for, in the order of the
// parts. Throws Rejected if these claims need one of them that says something else.
void require_assumption1_as_printed(const std::vector<const Entry*>& claims, const Entries& entries,
                                    const std::vector<std::string>& hypotheses);

// What an element of `claims` must be equal to (require_equal); id and sha256, which bound_claims
// has compared, are the stated ones.
Json claim_object(const Json& stated, const std::string& verdict, const std::string& tier,
                  const std::string& evidence, const std::string& reason, Json witness);

// The same of a verdict that a replay found: tier and evidence follow from it, and the witness is
// one of refuted alone.
Json replayed_claim(const Json& stated, const std::string& verdict, const std::string& reason,
                    const Witness& witness);

}  // namespace hardmax::check
