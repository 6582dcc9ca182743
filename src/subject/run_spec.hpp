// The description of a run of a construction: what is asked for, as text, with equality and order.
#pragma once
#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace hardmax::subject {

struct RunSpec {
  std::map<std::string, std::uint64_t> parameters;  // by name
  std::string pattern;                              // its name; empty: none
  std::vector<std::string> variants;                // one after another, with arguments; then
  std::vector<std::string> changes;                 // --with, in order: "c=2*c", "drop=13"
  std::string machine = {};                         // all of it, and its word; empty: none
  std::string tables = {};                          // their file; empty: none

  // "n=3 d=1 D=2 pattern=dense variant=R2 with c=1": the same for equal runs.
  [[nodiscard]] std::string text() const;
  friend bool operator==(const RunSpec&, const RunSpec&) = default;
  friend auto operator<=>(const RunSpec&, const RunSpec&) = default;
};

}  // namespace hardmax::subject
