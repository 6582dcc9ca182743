// verify list: which claims there are, found by words.
#pragma once
#include <string>
#include <vector>

#include "claim/entry.hpp"

namespace hardmax::cli {

struct ListOptions {
  std::vector<std::string> words;  // all of them stand in what an entry says, in any case
  std::string paper;               // "" for all
  bool only_false = false;
  std::vector<std::string> claims;  // files or folders; none: the shipped claims
};

// Is it asked for? `paper` is "" or as ids begin.
bool is_listed(const claim::Entry& entry, const ListOptions& options);

// A line a claim: id, kind, what is recorded of it, and the beginning of what it says. Returns 0.
// Errors  InvalidInput: a paper that no claim is of; what load_claims refuses.
int list_command(const ListOptions& options);

}  // namespace hardmax::cli
