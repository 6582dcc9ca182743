#include "report/claim_set.hpp"

#include <fmt/core.h>

#include "certificate/writer.hpp"

namespace hardmax::report {

std::string ClaimSet::str() const {
  std::string text;
  for (const std::string& place : places) text += (text.empty() ? "" : ", ") + place;
  return text.empty() ? "" : fmt::format("{}, {} entries, sha256 {}", text, entries, sha256);
}

ClaimSet claim_set(const std::vector<std::filesystem::path>& places,
                   const std::vector<claim::Entry>& entries) {
  ClaimSet set;
  for (const std::filesystem::path& place : places) set.places.push_back(place.string());
  set.entries = entries.size();
  std::string lines;
  for (const claim::Entry& entry : entries)
    lines += entry.id + " " + certificate::sha256(claim::binding_text(entry)) + "\n";
  set.sha256 = certificate::sha256(lines);
  return set;
}

}  // namespace hardmax::report
