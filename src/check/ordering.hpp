// Orderings, as Assumption 1.2 of yun2020b and chain(...) of the claim language ask for them.
#pragma once
#include <optional>

#include "check/evaluate.hpp"

namespace hardmax::check {

// The lexicographically smallest ordering of 0..m-1, m <= 20, in which j may stand before k (bit k
// of follows[j]) for every two neighbours; empty if none.
std::vector<unsigned> smallest_ordering(const std::vector<std::uint32_t>& follows);

// Whether all members can be put in an order in which holds(j, k) for every two neighbours.
// Increasing order first, pair by pair; then, for at most 20 members, every ordering. `members`
// calls what it is given with every member, in increasing order, as long as that says so.
template <class Member, class Members, class Holds>
Truth chain_of(const Members& members, const Holds& holds, std::uint64_t& steps) {
  std::vector<Member> all;  // up to 21 of the members
  std::optional<Member> previous;
  bool increasing = true;
  members([&](const Member member) {  // a copy: `holds` may use the place it comes from
    increasing = increasing && (!previous || holds(*previous, member) == Truth::yes);
    previous = member;
    if (all.size() <= 20) all.push_back(member);
    return increasing || all.size() <= 20;
  });
  if (increasing || all.size() > 20) return increasing ? Truth::yes : Truth::unknown;
  std::vector<std::uint32_t> surely(all.size()), perhaps(all.size());
  for (std::size_t j = 0; j < all.size(); ++j)
    for (std::size_t k = 0; k < all.size(); ++k) {
      const Truth pair = j == k ? Truth::no : holds(all[j], all[k]);
      surely[j] |= std::uint32_t{pair == Truth::yes} << k;
      perhaps[j] |= std::uint32_t{pair != Truth::no} << k;
    }
  steps += std::uint64_t{1} << all.size();
  return !smallest_ordering(surely).empty()    ? Truth::yes
         : !smallest_ordering(perhaps).empty() ? Truth::unknown
                                               : Truth::no;
}

}  // namespace hardmax::check
