// Claim entries as they stand in the claim files (proofs/README.md, "An entry"), with a reader for the part of TOML they use.
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hardmax::check {

struct Entry {
  std::string id, domain, formal;   // as written; formal is empty if there is none
  bool has_formal = false;
  std::vector<std::string> needs;
  std::string where;                // "file:line", for messages
};

using Entries = std::map<std::string, Entry>;  // by id, in byte order

// The entries of one text, added to `entries`. Throws Rejected: not the TOML subset, an unknown, missing or repeated key, a repeated id.
void read_entries(std::string_view text, const std::string& file, Entries& entries);

// Every *.toml below a directory. Throws Unreadable, and Rejected also for `needs` that name no entry or run in a circle.
Entries load_entries(const std::filesystem::path& directory);
void require_needs(const Entries& entries);

// What SHA-256 is taken of: id, domain, needs and formal, white space normalised.
std::string binding_text(const Entry& entry);

// A whole file, at most `limit` bytes. Throws Unreadable; Rejected if it is longer.
std::string read_file(const std::filesystem::path& file, std::size_t limit);

}  // namespace hardmax::check
