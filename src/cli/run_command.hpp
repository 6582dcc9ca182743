// verify --n ... : decides the claims for one run and reports. Returns the exit code.
#pragma once
#include <filesystem>

#include "claim/entry.hpp"
#include "claim/paper.hpp"
#include "cli/options.hpp"
#include "report/claim_set.hpp"

namespace hardmax::cli {

int run_command(const RunOptions& options);

// verify check CERT: becomes verify-check, which stands beside this program.
[[noreturn]] void check_command(const CheckOptions& options);

// What verify-check says of these bytes: they are handed over in memory, so that what is accepted
// is what the caller goes on with. `sources`, `also`: its options of these names.
struct CheckAnswer {
  int code = 0;
  std::string said;  // on stdout and stderr
};
CheckAnswer ask_verify_check(const std::string& certificate, const std::vector<std::string>& claims,
                             const std::optional<std::string>& sources = {},
                             const std::optional<std::string>& also = {});

// verify trace: one input through the network.
int trace_command(const TraceOptions& options);

// verify soft: the network with soft maps against the exact one. Returns 0 if the error is
// certainly within the bound, 1 if it is not, 2 undecided.
int soft_command(const SoftOptions& options);
int float_command(const SoftOptions& options);  // soft_command with --float

// verify explain ID: one claim, and how to replay it.
int explain_command(const ExplainOptions& options);

// Where this program is, for the files that are installed beside it.
std::filesystem::path program_directory();
// The claim entries that came with this program: those of its own prefix, or of its own source tree
// if it stands where it was built. Errors  InvalidInput (file): there are none.
std::filesystem::path shipped_claims();
// What answers say of them.
report::ClaimSet claims_read(const std::vector<std::string>& given,
                             const std::vector<claim::Entry>& entries);
// "hardmax 0.1.0", and a line about the shipped claims.
std::string version_text();
// What --claims names, files or folders; nothing named: the shipped claims.
std::vector<std::filesystem::path> claim_places(const std::vector<std::string>& given);
// From now on constructions are looked for there first, then among the shipped ones.
void look_for_constructions_at(const std::vector<std::string>& given);
// The entries there, and the shipped ones that they name.
std::vector<claim::Entry> load_claims(const std::vector<std::string>& given);

// The claims that runs of this program's own constructions decide; those about the network of a
// file are there as borrowed ones are.  Errors  InvalidInput (option): all whose ids begin with
// `only` are about such networks.
std::vector<claim::Entry> about_networks(const std::vector<claim::Entry>& entries,
                                         const std::string& only);
// What their folders say of papers.
std::map<std::string, claim::Paper> papers_of(const std::vector<std::string>& given);
// " --claims mine.toml", for commands that are shown; "" for the shipped claims.
std::string claims_option(const std::vector<std::string>& given);

}  // namespace hardmax::cli
