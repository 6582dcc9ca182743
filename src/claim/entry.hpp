// Claim entries as they stand under proofs/ (proofs/README.md, "An entry"), and the loader.
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "claim/claim.hpp"

namespace hardmax::claim {

enum class EntryKind { printed, implicit, repaired, remark, hypothesis };
enum class Record { holds, fails, open };  // truth = "true" | "false" | "open"

struct Entry {
  std::string id;
  std::string source;
  EntryKind kind = EntryKind::printed;
  std::string words;
  std::string domain;
  std::vector<std::string> needs;
  std::optional<std::string> formal;
  std::optional<std::string> not_checkable;
  Record record = Record::open;
  std::optional<std::string> counterexample;
  std::optional<std::string> repairs;
  std::optional<std::string> note;
  std::optional<std::string> induction;  // discharge/general/general.hpp
  std::vector<std::string> by;
  std::optional<std::string> soft;     // "printed", "repaired", "printed values", "printed
                                       // distance": what it says of the network with soft maps;
                                       // discharge/soft/recorded.hpp decides it
  std::optional<std::string> theorem;  // "File.name" of proofs/coq: what proves the claim, or
                                       // refutes it, for every run (discharge/coq/statement.hpp)

  // What an author ought to know of an error in the source (proofs/README.md, "Errata");
  // claim/errata.hpp has the rules.
  std::optional<char> severity;  // 'A', the gravest, to 'E'
  std::optional<std::string> root;
  std::optional<std::string> quote;
  std::optional<std::string> seen;  // "extraction", "pdf"
  std::optional<std::string> reply;
  std::optional<std::string> consequence;
  std::optional<std::string> no_repair;

  std::string file;  // as given to the loader, for messages
  int line = 0;
  bool borrowed = false;  // it stands among the shipped claims, and is here because an entry of the
                          // places names it

  // Is it among the claims whose ids begin with `prefix`? A borrowed entry never is.
  [[nodiscard]] bool is_asked_for(std::string_view prefix) const {
    return !borrowed && id.starts_with(prefix);
  }
};

// Entries of every *.toml below a directory but paper.toml and construction.toml, or of one file,
// in increasing byte order of id. Files and folders whose names begin with a dot are passed over:
// editors leave such files beside the one that is open. Errors  InvalidInput (file): not readable,
// not the TOML subset, unknown, missing or repeated key, repeated id, needs or repairs that name no
// entry, a cycle
//         in needs, what claim/errata.hpp refuses. One line: file, line, what, remedy.
std::vector<Entry> load_entries(const std::filesystem::path& directory_or_file);

// The same of several places together. What an entry names in `needs` or `repairs` and no place has
// is taken from the shipped claims, with all that it needs in turn, and is marked as borrowed.
// `shipped` is asked where they are, and only if something is missing; what it throws is passed on.
std::vector<Entry> load_entries(const std::vector<std::filesystem::path>& places,
                                const std::function<std::filesystem::path()>& shipped);

// What stands before the first dot of an id.
std::string paper_of(const std::string& id);

// A formula of an entry, of the key "formal", "domain" or "induction". Requires  "formal",
// "induction": there is one. Errors  InvalidInput (file): file, line, entry, what is wrong and
// where.
Formula formal_of(const Entry& entry, const Vocabulary& vocabulary);
Formula domain_of(const Entry& entry, const Vocabulary& vocabulary);
Formula induction_of(const Entry& entry, const Vocabulary& vocabulary);

// The text whose SHA-256 binds a certificate to the entry. Without a formal, "soft " and the key
// soft stand for it where there is one, else the empty string.
std::string binding_text(const Entry& entry);
std::string read_text(
    const std::filesystem::path& file);  // whole, at most 16 MiB. Errors  InvalidInput (file)
std::string one_space(
    const std::string& text);  // trimmed, with one blank for every run of white space

}  // namespace hardmax::claim
