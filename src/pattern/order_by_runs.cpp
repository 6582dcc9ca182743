#include <algorithm>
#include <deque>

#include "pattern/order.hpp"

namespace hardmax {
namespace {

// Cuts 0, 1, ..., g - 1, g, ... read residue by residue (0, g, 2g, ..., 1, 1 + g, ...) into runs of
// arcs, leaving the hubs aside.
std::vector<std::vector<Token>> cut_into_runs(std::size_t n, std::uint64_t g,
                                              const std::vector<char>& is_hub,
                                              const std::function<bool(Token, Token)>& arc) {
  std::vector<std::vector<Token>> runs;
  for (std::uint64_t r = 0; r < std::min<std::uint64_t>(g, n); ++r) {
    bool open = false;
    for (std::uint64_t k = r; k < n; k += g) {
      const auto token = static_cast<Token>(k);
      if (is_hub[token]) continue;
      if (!open || !arc(runs.back().back(), token)) runs.emplace_back();
      runs.back().push_back(token);
      open = true;
    }
  }
  return runs;
}

using Arc = std::function<bool(Token, Token)>;

// Each run may be walked backwards where all its arcs allow it; then either end can be the first.
std::vector<char> reversible_runs(const std::vector<std::vector<Token>>& runs, const Arc& arc) {
  std::vector<char> reversible(runs.size(), 1);
  for (std::size_t r = 0; r < runs.size(); ++r) {
    for (std::size_t i = 1; i < runs[r].size() && reversible[r]; ++i)
      reversible[r] = arc(runs[r][i], runs[r][i - 1]) ? 1 : 0;
  }
  return reversible;
}

// Puts one run after another, the first that fits, directly or by a spare hub between them. Empty
// if a run fits nowhere.
std::vector<Token> join_runs(std::vector<std::vector<Token>> runs, std::deque<Token>& spare,
                             const Arc& arc) {
  const std::vector<char> reversible = reversible_runs(runs, arc);
  std::vector<char> used(runs.size());
  std::vector<Token> path = runs[0];
  used[0] = 1;
  bool stuck = false;
  for (std::size_t joined = 1; joined < runs.size() && !stuck; ++joined) {
    stuck = true;
    const auto take = [&](std::size_t r, bool backwards) {
      if (backwards) std::reverse(runs[r].begin(), runs[r].end());
      path.insert(path.end(), runs[r].begin(), runs[r].end());
      used[r] = 1;
      stuck = false;
    };
    for (std::size_t r = 0; r < runs.size() && stuck; ++r) {
      if (used[r]) continue;
      if (arc(path.back(), runs[r].front())) {
        take(r, false);
      } else if (reversible[r] && arc(path.back(), runs[r].back())) {
        take(r, true);
      }
    }
    for (std::size_t h = 0; h < spare.size() && stuck; ++h) {
      if (!arc(path.back(), spare[h])) continue;
      for (std::size_t r = 0; r < runs.size() && stuck; ++r) {
        if (used[r]) continue;
        const bool forwards = arc(spare[h], runs[r].front());
        if (!forwards && !(reversible[r] && arc(spare[h], runs[r].back()))) continue;
        path.push_back(spare[h]);
        take(r, !forwards);
      }
      if (!stuck) spare.erase(spare.begin() + static_cast<std::ptrdiff_t>(h));
    }
  }
  if (stuck) return {};
  return path;
}

// Hubs that were not needed go to the end, or to the front.
void place_spare_hubs(std::vector<Token>& path, std::deque<Token>& spare, const Arc& arc) {
  for (bool placed = true; placed && !spare.empty();) {
    placed = false;
    for (std::size_t h = 0; h < spare.size() && !placed; ++h) {
      if (arc(path.back(), spare[h])) {
        path.push_back(spare[h]);
        placed = true;
      } else if (arc(spare[h], path.front())) {
        path.insert(path.begin(), spare[h]);
        placed = true;
      }
      if (placed) spare.erase(spare.begin() + static_cast<std::ptrdiff_t>(h));
    }
  }
}

}  // namespace

std::vector<Token> order_by_runs(std::size_t n, const std::vector<std::uint64_t>& strides,
                                 const std::vector<Token>& hubs,
                                 const std::function<bool(Token, Token)>& arc) {
  constexpr std::size_t most_runs = 2048;  // runs are joined by trying each after each
  std::vector<std::uint64_t> steps{1};
  steps.insert(steps.end(), strides.begin(), strides.end());
  for (const std::uint64_t g : steps) {
    for (const bool aside : {false, true}) {  // hubs where they stand, or kept back to join runs
      std::vector<char> is_hub(n);
      if (aside) {
        for (const Token h : hubs) is_hub[h] = 1;
      }
      auto runs = cut_into_runs(n, g, is_hub, arc);
      if (runs.empty() || runs.size() > most_runs) continue;
      std::deque<Token> spare;
      if (aside) spare.assign(hubs.begin(), hubs.end());
      std::vector<Token> path = join_runs(std::move(runs), spare, arc);
      if (path.empty()) continue;
      place_spare_hubs(path, spare, arc);
      if (!spare.empty() || path.size() != n) continue;
      bool good = true;
      for (std::size_t i = 1; i < n && good; ++i) good = arc(path[i - 1], path[i]);
      if (good) return path;
    }
  }
  return {};
}

}  // namespace hardmax
