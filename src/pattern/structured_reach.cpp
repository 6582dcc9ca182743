#include <algorithm>

#include "exact/error.hpp"
#include "pattern/image.hpp"
#include "pattern/show.hpp"
#include "pattern/structured_assumption1.hpp"

namespace hardmax {

std::vector<Token> likely_hubs(const StructuredPattern& pattern) {
  constexpr std::size_t from_each = 16;
  std::vector<Token> hubs;
  const auto take = [&](const Stripes& s) {
    std::size_t taken = 0;
    for (std::uint64_t at = s.first;
         at < std::min<std::uint64_t>(s.end, pattern.n) && taken < from_each; at += s.step) {
      for (std::uint64_t t = at;
           t < std::min<std::uint64_t>({at + s.width, s.end, pattern.n}) && taken < from_each;
           ++t, ++taken)
        hubs.push_back(static_cast<Token>(t));
    }
  };
  for (const LayerRule& layer : pattern.layers) {
    for (const Part& part : layer.parts) {
      if (const auto* columns = std::get_if<Columns>(&part)) take(columns->tokens);
      if (const auto* rows = std::get_if<Rows>(&part)) take(rows->tokens);
      if (const auto* extra = std::get_if<Extra>(&part)) {
        std::vector<std::pair<std::size_t, Token>> degree((pattern.n + extra->size() - 1) /
                                                          extra->size());
        for (std::size_t b = 0; b < degree.size(); ++b)
          degree[b].second = static_cast<Token>(b * extra->size());
        for (std::size_t b = 0; b < extra->rows(); ++b) {
          degree[b].first += extra->row(b).size();
          for (const Token c : extra->row(b)) ++degree[c].first;
        }
        const std::size_t most = std::min(from_each, degree.size());
        std::partial_sort(degree.begin(), degree.begin() + static_cast<std::ptrdiff_t>(most),
                          degree.end(), std::greater<>());
        for (std::size_t i = 0; i < most; ++i) hubs.push_back(degree[i].second);
      }
    }
  }
  std::sort(hubs.begin(), hubs.end());
  hubs.erase(std::unique(hubs.begin(), hubs.end()), hubs.end());
  return hubs;
}

namespace {

constexpr std::size_t common_steps =
    64;  // how many t the common-token and hub arguments are tried for
struct Argument {
  std::string words;
  ReachProof proof;
};

constexpr std::uint64_t row_budget =
    2'000'000'000;  // intervals, scanned tokens and listed edges spent on single rows

// S^t as lower bounds and single rows. (1.1) holds throughout, so the S^t grow with t.
class Reach {
 public:
  explicit Reach(const StructuredPattern& pattern)
      : pattern_(pattern), n_(pattern.n), p_(pattern.layers.size()) {
    for (const LayerRule& layer : pattern.layers) {
      for (const Part& part : layer.parts) {
        const auto* band = std::get_if<Band>(&part);
        if (band != nullptr && band->step > 1) scan_ = n_;
      }
    }
  }

  // The bands that listed edges contain: looked for only when it matters, as it takes a pass over
  // all of them.
  void look_at_listed_edges() {
    listed_.assign(p_, Band{});
    for (std::size_t l = 0; l < p_; ++l) {
      const LayerRule& layer = pattern_.layers[l];
      for (const Part& part : layer.parts) {
        const auto* extra = std::get_if<Extra>(&part);
        if (extra == nullptr || extra->size() != 1 || layer.causal != 0) continue;
        const Band band = band_inside(*extra);
        listed_[l].left = std::max(listed_[l].left, band.left);
        listed_[l].right = std::max(listed_[l].right, band.right);
      }
    }
  }

  // The union of S^t_k over k in `tokens`. Throws LimitReached when the budget is gone.
  Intervals rows(Intervals tokens, std::size_t t) {
    // With (1.1) the set only grows on the way, so a layer is followed from what is new since it
    // was last used.
    std::vector<Intervals> seen(p_), reached(p_);
    for (; t > 0 && !is_whole(tokens, n_); --t) {
      const std::size_t layer = (t - 1) % p_;
      const Intervals fresh = without(tokens, seen[layer]);
      spent_ += listed_edges(layer, fresh);
      if (spent_ > row_budget)
        throw LimitReached("single rows took more than " + std::to_string(row_budget) + " steps");
      reached[layer] = unite(reached[layer], image(pattern_, layer, fresh));
      seen[layer] = std::move(tokens);
      tokens = reached[layer];
      spent_ += 1 + tokens.size() + scan_;
    }
    return tokens;
  }

  // The least t with [k - L, k + R] = [n] for all k, by adding up bands; 0 if they stop growing.
  std::size_t band_bound(Argument& argument) const {
    std::uint64_t left = 0, right = 0;  // with (1.1) each S^t_k contains k
    for (std::size_t t = 1, idle = 0; idle < p_; ++t) {
      const auto before = std::pair{left, right};
      const std::size_t layer = (t - 1) % p_;
      const std::uint64_t l = left, r = right;
      widen(pattern_.layers[layer], n_, left, right);
      if (!listed_.empty()) {
        left = std::min(n_, std::max(left, l + listed_[layer].left));
        right = std::min(n_, std::max(right, r + listed_[layer].right));
      }
      if (left + 1 >= n_ && right + 1 >= n_) {
        argument = {"S^" + std::to_string(t) + "_k contains everything from k - " +
                        std::to_string(left) + " to k + " + std::to_string(right) +
                        ", as the bands of the layers add up",
                    {.rule = "bands"}};
        return t;
      }
      idle = before == std::pair{left, right} ? idle + 1 : 0;
    }
    return 0;
  }

  // The least t <= `most` at which the tokens that all attend to cover [n] among them; 0 if none.
  std::size_t common_bound(std::size_t most, bool listed_edges, Argument& argument) {
    std::vector<Intervals> common(p_);
    for (std::size_t l = 0; l < p_; ++l) common[l] = common_tokens(pattern_, l, listed_edges);
    for (std::size_t t = 1; t <= most; ++t) {
      const Intervals& tokens = common[(t - 1) % p_];
      if (tokens.empty() || !is_whole(rows(tokens, t - 1), n_)) continue;
      argument = {
          "in layer " + std::to_string((t - 1) % p_ + 1) + " every token attends to " +
              show_intervals(tokens) +
              (t == 1 ? "" : ", whose S^" + std::to_string(t - 1) + " together are everything"),
          {.rule = "common", .tokens = listed(tokens)}};
      return t;
    }
    return 0;
  }

  // A row of S^t that is not whole, if one of a few tokens has it: the ends, the middle, those
  // beside block boundaries are among them.
  std::optional<std::pair<std::size_t, std::size_t>> short_row(std::size_t t) {
    for (const std::uint64_t k : probes()) {
      const Intervals row = rows({{k, k + 1}}, t);
      if (!is_whole(row, n_)) return std::pair<std::size_t, std::size_t>{k, first_missing(row)};
    }
    return std::nullopt;
  }

  // Tries to show S^t whole from tokens whose rows are whole earlier. Returns true with a proof, or
  // false with the row that is not whole, if one turned up.
  bool whole_by_hubs(std::size_t t, Argument& argument,
                     std::optional<std::pair<std::size_t, std::size_t>>& witness) {
    constexpr int evaluations = 64;
    const std::vector<Token> hubs = likely_hubs(pattern_);
    Intervals whole;  // tokens whose S^t is proved whole
    std::vector<Token> used;
    ReachProof proof{.rule = "hubs"};
    for (int i = 0; i < evaluations && !is_whole(whole, n_); ++i) {
      const std::uint64_t k = first_missing(whole);
      const Intervals row = rows({{k, k + 1}}, t);
      if (!is_whole(row, n_)) {
        witness = std::pair<std::size_t, std::size_t>{k, first_missing(row)};
        return false;
      }
      whole = unite(whole, {{k, k + 1}});
      bool led = false;
      Intervals frontier{{k, k + 1}};
      for (std::size_t back = 1; back < t && back <= 3; ++back) {
        frontier = image(pattern_, (t - back) % p_, frontier);
        const auto hub = std::find_if(hubs.begin(), hubs.end(), [&](Token h) {
          return contains(frontier, h) && is_whole(rows({{h, h + 1}}, t - back), n_);
        });
        if (hub == hubs.end()) continue;
        Intervals reaching{{*hub, *hub + 1}};
        for (std::size_t u = t - back + 1; u <= t; ++u)
          reaching = preimage(pattern_, (u - 1) % p_, reaching);
        whole = unite(whole, reaching);
        used.push_back(*hub);
        proof.hubs.emplace_back(*hub, t - back);
        led = true;
        break;
      }
      if (!led) proof.hubs.emplace_back(static_cast<Token>(k), t);
    }
    if (!is_whole(whole, n_)) return false;
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    argument = {"every token leads within " + std::to_string(t) + " steps through the tokens " +
                    show_set(used) + ", whose rows are whole before, or is whole itself",
                std::move(proof)};
    return true;
  }

 private:
  // Edges that are listed for the tokens of a set.
  [[nodiscard]] std::uint64_t listed_edges(std::size_t layer, const Intervals& set) const {
    std::uint64_t edges = 0;
    for (const Part& part : pattern_.layers[layer].parts) {
      const auto* extra = std::get_if<Extra>(&part);
      if (extra == nullptr) continue;
      for (const auto& [from, to] : set)
        edges += extra->edges(from / extra->size(), (to - 1) / extra->size() + 1);
    }
    return edges;
  }
  // The widest band of step 1 inside every row. A row that reaches the first or the last token does
  // not limit that side.
  [[nodiscard]] Band band_inside(const Extra& extra) const {
    Band band{n_, n_, 1};
    for (std::uint64_t k = 0; k < n_; ++k) {
      const auto row = extra.row(k);
      const auto self = std::lower_bound(row.begin(), row.end(), k);
      if (self == row.end() || *self != k) return {};
      auto low = self, high = self;
      while (low != row.begin() && *(low - 1) + 1 == *low) --low;
      while (high + 1 != row.end() && *(high + 1) == *high + 1) ++high;
      if (*low != 0) band.left = std::min<std::uint64_t>(band.left, k - *low);
      if (*high + 1 != n_) band.right = std::min<std::uint64_t>(band.right, *high - k);
    }
    return band;
  }
  static void widen(const LayerRule& layer, std::uint64_t n, std::uint64_t& left,
                    std::uint64_t& right) {
    const std::uint64_t l = left, r = right;
    for (const Part& part : layer.parts) {
      std::uint64_t a = 0, b = 0;
      if (const auto* band = std::get_if<Band>(&part)) {
        // Steps of g join without a gap once the band so far covers g tokens on the side in
        // question.
        if (l + 1 >= band->step) a = band->left / band->step * band->step;
        if (r + 1 >= band->step) b = band->right / band->step * band->step;
      } else if (const auto* blocks = std::get_if<Blocks>(&part)) {
        a = blocks->before * blocks->size;
        b = blocks->after * blocks->size;
      }
      if (layer.causal != 0) b = 0;
      left = std::min(
          n, std::max(left, l + a));  // so that a band that grows on one side only comes to rest
      right = std::min(n, std::max(right, r + b));
    }
  }
  [[nodiscard]] std::vector<std::uint64_t> probes() const {
    std::vector<std::uint64_t> tokens{0, n_ - 1, n_ / 2};
    std::uint64_t state = n_;
    for (int i = 0; i < 5; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      tokens.push_back((state >> 33) % n_);
    }
    return tokens;
  }
  [[nodiscard]] static std::string show_intervals(const Intervals& set) {
    Intervals head(set.begin(),
                   set.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(set.size(), 4)));
    std::string text;
    for (const auto& [from, to] : head) {
      text += (text.empty() ? "" : ", ") + std::to_string(from + 1) +
              (to - from > 1 ? ".." + std::to_string(to) : "");
    }
    return (count(set) == 1 ? "token " : "the tokens ") + text +
           (head.size() < set.size() ? ", ... (" + std::to_string(count(set)) + " tokens)" : "");
  }

  const StructuredPattern& pattern_;
  std::vector<Band> listed_;  // one a layer, after look_at_listed_edges
  std::uint64_t n_;
  std::size_t p_;
  std::uint64_t scan_ = 0, spent_ = 0;
};

// `no` from closures; true if it was decided.
bool refuted_by_closure(const StructuredPattern& pattern, bool self, ReachAnswer& answer) {
  Intervals reached = forward_closure(pattern, {{0, 1}});
  std::uint64_t k = 0;
  if (is_whole(reached, pattern.n)) {
    const Intervals leading = backward_closure(pattern, {{0, 1}});
    if (is_whole(leading, pattern.n)) return false;
    k = first_missing(leading);  // it leads to nothing that leads to token 1, so not everywhere;
                                 // every earlier token leads everywhere
    reached = forward_closure(pattern, {{k, k + 1}});
  }
  // Without (1.1) the closure may contain more than the S^t ever do, but what it lacks they lack.
  answer.decision = Decision::no;
  answer.unreached = {k, first_missing(reached)};
  answer.reached = listed(reached);
  if (!self) answer.limit = "the set given contains what is reached, and perhaps more";
  return true;
}

ReachAnswer by_bitsets(const StructuredPattern& pattern, bool self, const StructuredLimits& limits,
                       std::string why) {
  ReachAnswer answer;
  if (pattern.n <= limits.explicit_tokens) {
    std::uint64_t edges = 0;
    Intervals row;
    for (std::size_t l = 0; l < pattern.layers.size(); ++l) {
      for (std::size_t k = 0; k < pattern.n && edges <= limits.explicit_edges; ++k) {
        row_intervals(pattern, l, k, row);
        edges += count(row);
      }
    }
    if (edges <= limits.explicit_edges) return find_reach(expand(pattern), self);
    why += "; the pattern has more than " + std::to_string(limits.explicit_edges) +
           " edges, too many to list";
  } else {
    const std::uint64_t gib = (4 * (pattern.n / 8 + 1) * pattern.n >> 30) + 1;  // of four matrices
    why += "; bit matrices of " + std::to_string(pattern.n) + "^2 bits would take " +
           std::to_string(gib) + " GiB, and are made for at most " +
           std::to_string(limits.explicit_tokens) + " tokens";
  }
  answer.limit = std::move(why);
  return answer;
}

// The answer for single tokens from the answer for blocks of b.
ReachAnswer unfold(ReachAnswer answer, std::uint64_t b, std::uint64_t n) {
  if (answer.unreached)
    answer.unreached = {answer.unreached->first * b, answer.unreached->second * b};
  if (answer.late) answer.late = {answer.late->first * b, answer.late->second * b};
  Intervals reached;
  for (const Token block : answer.reached)
    reached.emplace_back(block * b, std::min<std::uint64_t>((block + 1) * b, n));
  answer.reached = listed(reached);
  const std::string blocks = "counted in blocks of " + std::to_string(b) + " tokens";
  answer.rule.block = b;
  if (answer.decision == Decision::yes)
    answer.proof = blocks + (answer.proof.empty() ? "" : ": " + answer.proof);
  if (answer.decision == Decision::undecided) answer.limit = blocks + ": " + answer.limit;
  return answer;
}

ReachAnswer yes(std::size_t s, std::optional<std::pair<std::size_t, std::size_t>> late,
                Argument argument) {
  ReachAnswer answer;
  answer.decision = Decision::yes;
  answer.s = answer.steps = s;
  answer.late = late;
  answer.rule = std::move(argument.proof);
  answer.proof = std::move(argument.words);
  return answer;
}

// An upper bound of s where (1.1) holds, with its argument; 0 if none was found. What is cheap
// comes first: a million random edges are looked at only when columns and bands do not decide.
std::size_t upper_bound_of_s(Reach& reach, Argument& proof) {
  Argument other;
  std::size_t upper = reach.band_bound(proof);
  for (const bool listed_edges : {false, true}) {
    if (upper == 1 || (upper != 0 && listed_edges)) break;
    if (listed_edges) {
      reach.look_at_listed_edges();
      upper = reach.band_bound(proof);
      if (upper == 1) break;
    }
    const std::size_t common = reach.common_bound(
        upper == 0 ? common_steps : std::min(upper - 1, common_steps), listed_edges, other);
    if (common != 0) upper = common, proof = other;
  }
  return upper;
}

using ShortRow = std::optional<std::pair<std::size_t, std::size_t>>;

// Somewhere below the upper bound (or beyond 1, 2, 4, ...) the probed rows become whole: s is at
// least the t that is returned. `late` is a short row of S^(t - 1), if one was seen.
std::size_t least_by_probes(Reach& reach, std::size_t upper, ShortRow& late) {
  // S^lower has a short row, S^above none that was probed.
  std::size_t lower = 0, above = upper == 0 ? 1 : upper - 1;
  while (upper == 0) {
    const auto missing = reach.short_row(above);
    if (!missing) break;
    late = missing;
    lower = above;
    above *= 2;
  }
  while (above - lower > 1) {
    const std::size_t middle = lower + (above - lower) / 2;
    if (const auto missing = reach.short_row(middle)) {
      late = missing;
      lower = middle;
    } else {
      above = middle;
    }
  }
  return above;
}

// s where (1.1) holds, from the upper bound (0: none) that `proof` shows. Nothing if no argument
// decides it, and `why` says what is known.
std::optional<ReachAnswer> decide_below(Reach& reach, std::size_t upper, const Argument& proof,
                                        std::string& why) {
  if (upper == 1) return yes(1, std::nullopt, proof);
  if (upper != 0) {
    if (const auto late = reach.short_row(upper - 1)) return yes(upper, late, proof);
    why = "s is at most " + std::to_string(upper);
  }
  ShortRow late;
  for (std::size_t t = least_by_probes(reach, upper, late);; ++t) {  // t - 1 is too small
    if (t == upper) return yes(t, late, proof);
    Argument by_hubs;
    ShortRow witness;
    if (reach.whole_by_hubs(t, by_hubs, witness)) return yes(t, late, by_hubs);
    if (!witness) {
      why = "s is at least " + std::to_string(t) +
            (upper == 0 ? "" : " and at most " + std::to_string(upper));
      return std::nullopt;
    }
    late = witness;
  }
}

}  // namespace

ReachAnswer find_reach(const StructuredPattern& pattern, bool self,
                       const StructuredLimits& limits) {
  if (auto quotient = block_quotient(pattern))
    return unfold(find_reach(quotient->first, self, limits), quotient->second, pattern.n);
  if (!self && pattern.n <= limits.explicit_tokens)
    return by_bitsets(pattern, self, limits, "(1.1) fails");
  std::string why = "no argument decided s";
  try {
    ReachAnswer answer;
    Reach reach(pattern);
    Argument proof;
    const std::size_t upper = self ? upper_bound_of_s(reach, proof) : 0;
    if (upper == 0 && refuted_by_closure(pattern, self, answer)) return answer;
    if (!self) return by_bitsets(pattern, self, limits, "(1.1) fails, so the S^t need not grow");
    if (auto found = decide_below(reach, upper, proof, why)) return std::move(*found);
  } catch (const LimitReached& e) {
    why += std::string(", and ") + e.what();
  }
  return by_bitsets(pattern, self, limits, why);
}

}  // namespace hardmax
