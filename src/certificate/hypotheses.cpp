#include "certificate/hypotheses.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "exact/error.hpp"

namespace hardmax::certificate {

std::vector<Binding> hypotheses_of(
    const std::vector<const claim::Entry*>& claims,
    const std::function<const claim::Entry&(const std::string& id)>& find) {
  std::set<std::string> known;
  for (const claim::Entry* claim : claims) known.insert(claim->id);
  std::vector<const claim::Entry*> open = claims;
  std::map<std::string, std::string> found;
  while (!open.empty()) {
    const claim::Entry& entry = *open.back();
    open.pop_back();
    for (const std::string& need : entry.needs) {
      if (!known.insert(need).second) continue;
      open.push_back(&find(need));
      found.emplace(need, sha256(claim::binding_text(*open.back())));
    }
  }
  std::vector<Binding> bindings;
  for (const auto& [id, hash] : found) bindings.push_back({id, hash});
  return bindings;
}

std::vector<Binding> hypotheses_of(const std::vector<const claim::Entry*>& claims,
                                   const std::vector<claim::Entry>& entries) {
  return hypotheses_of(claims, [&](const std::string& id) -> const claim::Entry& {
    const auto it = std::lower_bound(
        entries.begin(), entries.end(), id,
        [](const claim::Entry& entry, const std::string& wanted) { return entry.id < wanted; });
    HARDMAX_REQUIRE(it != entries.end() && it->id == id);
    return *it;
  });
}

}  // namespace hardmax::certificate
