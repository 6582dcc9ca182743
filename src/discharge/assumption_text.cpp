#include "discharge/assumption_text.hpp"

#include <algorithm>
#include <array>

#include "claim/claim.hpp"
#include "claim/syntax.hpp"
#include "discharge/from_file.hpp"
#include "discharge/run_names.hpp"
#include "exact/error.hpp"

namespace hardmax {

std::optional<int> assumption1_part(const std::string& id,
                                    const std::vector<claim::Entry>& entries) {
  const auto it = std::find_if(entries.begin(), entries.end(),
                               [&](const claim::Entry& entry) { return entry.id == id; });
  if (it == entries.end() || !it->formal || id.substr(0, id.find('.')) != pattern_construction())
    return std::nullopt;
  // The third part is asked for where the first holds.
  const bool of_first =
      std::all_of(it->needs.begin(), it->needs.end(),
                  [&](const std::string& need) { return assumption1_part(need, entries) == 1; });
  if (!of_first) return std::nullopt;
  constexpr std::array texts = {"forall l in 1..p, k in 1..n: k in A(l, k)",
                                "chain(j in 1..n, k in 1..n: exists l in 1..p: j in A(l, k))",
                                "exists t in 1..n*p: forall k in 1..n: S(t, k) = (1..n)"};
  const auto says = [](const claim::Formula& formula, const char* text) {
    return claim::same(formula.root(), claim::Formula::parse(text, run_vocabulary()).root());
  };
  try {
    const claim::Formula domain = claim::domain_of(*it, run_vocabulary()),
                         formal = claim::formal_of(*it, run_vocabulary());
    if (!says(domain, "n >= 2 and d >= 1 and D >= 2")) return std::nullopt;
    for (std::size_t part = 0; part < texts.size(); ++part) {
      if (says(formal, texts[part]) && it->needs.size() == (part == 2 ? 1U : 0U))
        return static_cast<int>(part) + 1;
    }
  } catch (const InvalidInput&) {  // it speaks of other names
  }
  return std::nullopt;
}

}  // namespace hardmax
