#include "check/ordering.hpp"
#include "check/fault.hpp"

namespace hardmax::check {

std::vector<unsigned> smallest_ordering(const std::vector<std::uint32_t>& follows) {
  const unsigned m = static_cast<unsigned>(follows.size());
  std::vector<std::uint32_t> begins(std::size_t{1}
                                    << m);  // begins[mask]: what an ordering of mask can begin with
  for (std::uint32_t mask = 1; mask < begins.size(); ++mask)
    for (unsigned k = 0; k < m; ++k) {
      const std::uint32_t one = 1u << k, rest = mask & ~one;
      const std::uint32_t next =
          HARDMAX_FAULT(check_ordering, begins[rest] & follows[k], begins[rest]);
      if (mask != rest && (rest == 0 || next != 0)) begins[mask] |= one;
    }
  std::vector<unsigned> out;
  for (std::uint32_t rest = static_cast<std::uint32_t>(begins.size() - 1); rest != 0;
       rest &= ~(1u << out.back())) {
    const std::uint32_t next = begins[rest] & (out.empty() ? ~0u : follows[out.back()]);
    if (next == 0) return {};
    out.push_back(static_cast<unsigned>(__builtin_ctz(next)));
  }
  return out;
}

}  // namespace hardmax::check
