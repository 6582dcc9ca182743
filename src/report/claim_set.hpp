// Which claims an answer is about: where they were read, how many there are, and a digest, which
// verify-check states of those that it reads.
#pragma once
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "claim/entry.hpp"

namespace hardmax::report {

struct ClaimSet {
  std::vector<std::string> places;  // folders and files
  std::size_t entries = 0;
  std::string sha256;  // of a line "ID SHA256" for each entry in order of id, with the SHA-256 that
                       // binds a certificate to it
  // "proofs, 431 entries, sha256 0123..."; "" if nothing was read.
  [[nodiscard]] std::string str() const;
};

ClaimSet claim_set(const std::vector<std::filesystem::path>& places,
                   const std::vector<claim::Entry>& entries);

}  // namespace hardmax::report
