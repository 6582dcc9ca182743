// Certificates: what a run decided, in the form that verify-check reads. FORMAT.md is the definition of every field.
//
// Trust     nothing here is trusted: verify-check recomputes all of it. Canonical: the bytes depend on the run alone, not on threads, engine or time.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hardmax::certificate {

struct Witness {
  std::vector<std::string> at;     // "name=value"
  std::vector<std::string> other;
  std::string lhs;
  std::string relation;
  std::string rhs;
};

struct ClaimRecord {
  std::string id;
  std::string sha256;
  std::string verdict;
  std::string tier;
  std::string evidence;
  std::string reason;
  std::optional<Witness> witness;
};

struct Certificate {
  // run
  std::string construction;
  std::string n, d, D;
  std::vector<std::vector<std::string>> pattern;  // layer, token: "1 2 3"
  std::string target;
  std::vector<std::string> overrides;
  // derived
  std::string gamma, l, s, E, c, layers;
  // totals
  std::string inputs, ids, distinct_ids, digest;
  std::string only;
  std::vector<ClaimRecord> claims;
};

// The canonical text. Requires  every string printable ASCII without '"' and '\'.
std::string write(const Certificate& certificate);

// 64 lower-case hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace hardmax::certificate
