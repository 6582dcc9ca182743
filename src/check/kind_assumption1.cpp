// Certificates of kind "assumption1" (FORMAT.md, "Kind assumption1"): Assumption 1 of yun2020b for
// a pattern that is stated by rules. Every rule of evidence is one function; its comment says why
// it proves what it is taken for.
#include <algorithm>
#include <numeric>
#include <tuple>

#include "check/answer.hpp"
#include "check/assumption1.hpp"
#include "check/fault.hpp"
#include "check/kind.hpp"
#include "check/mask.hpp"
#include "check/ordering.hpp"
#include "check/read.hpp"
#include "check/text.hpp"

namespace hardmax::check {
namespace {

struct Verdict {
  std::string name, tier, evidence, reason;
};
const Verdict verified{"verified", "symbolic", "argument", ""},
    refuted{"refuted", "witness", "argument", ""}, undecided{"undecided", "none", "none", "limit"};

std::pair<std::string, std::string> split(
    const std::string& text) {  // the first word and what follows it
  const std::size_t blank = std::min(text.find(' '), text.size());
  return {text.substr(0, blank), text.substr(std::min(blank + 1, text.size()))};
}
std::pair<Whole, Whole> two_numbers(
    const std::string& list, Whole most, Whole n,
    const std::string& where) {  // up to `most` and `n`; counted from 0
  const auto [a, b] = split(list);
  const Whole x = integer(a, 1, where), y = integer(b, 1, where);
  require(x <= most && y <= n, where, list,
          "numbers up to " + std::to_string(most) + " and " + std::to_string(n));
  return {x - 1, y - 1};
}

// --- (1.1)

Verdict decide_self(const Mask& mask, const std::string& evidence) {
  if (!evidence.empty()) {  // "L K": token K is not in its row in layer L
    const auto [l, k] = two_numbers(evidence, mask.layers.size(), mask.n, "evidence.self");
    require(HARDMAX_FAULT(check_self_witness, !mask.attends(mask.layers[l], k, k), true),
            "evidence.self", evidence, "that the token attends to itself there");
    return refuted;
  }
  for (std::size_t l = 0; l < mask.layers.size();
       ++l) {  // by a band, or by blocks, every token attends to itself
    const std::vector<Part>& parts = mask.layers[l].parts;
    if (std::any_of(parts.begin(), parts.end(), [](const Part& part) {
          return HARDMAX_FAULT(check_self_by_part,
                               part.kind == Part::band || part.kind == Part::blocks, true);
        }))
      continue;
    for (Whole k = 0; k < mask.n; ++k)
      if (!mask.attends(mask.layers[l], k, k))
        require(false, "evidence.self", "",
                "that token " + std::to_string(k + 1) + " does not attend to itself in layer " +
                    std::to_string(l + 1));
  }
  return verified;
}

// --- (1.2): gamma with gamma(i-1) in a row of gamma(i)

void check_gamma(const Mask& mask, const std::string& list) {
  const std::string where = "evidence.order";
  std::vector<char> seen(mask.n);
  Whole count = 0, before = 0;
  for (const auto& [first, last] : token_runs(list, mask.n, where))
    for (Whole k = first;; k = first < last ? k + 1 : k - 1) {
      if (HARDMAX_FAULT(check_gamma_twice, seen[k]++, false))
        require(false, where, "token " + std::to_string(k + 1) + " twice",
                "that gamma must be a permutation");
      if (count++ > 0 &&
          std::none_of(mask.layers.begin(), mask.layers.end(),
                       [&](const Layer& layer) { return mask.attends(layer, k, before); }))
        require(false, where, std::to_string(before + 1) + " before " + std::to_string(k + 1),
                "that the latter attends to the former in no layer");
      before = k;
      if (k == last) break;
    }
  require(HARDMAX_FAULT(check_gamma_short, count == mask.n, true), where,
          std::to_string(count) + " tokens",
          "that gamma must be a permutation of " + std::to_string(mask.n));
}

// A path without k of its tokens falls into at most k + 1 pieces, each joined by attention: so more
// than k + 1 parts without k tokens leave no path.
void check_cut(const Mask& mask, const std::string& list) {
  const Ranges cut = token_set(list, mask.n, "evidence.order"), kept = minus({{0, mask.n}}, cut);
  std::vector<Whole> number(mask.n + 1);  // of kept tokens below x: what they are called here
  for (const auto& [from, to] : kept)
    std::fill(number.begin() + static_cast<std::ptrdiff_t>(from) + 1,
              number.begin() + static_cast<std::ptrdiff_t>(to) + 1, 1);
  std::partial_sum(number.begin(), number.end(), number.begin());
  Whole parts = number[mask.n];
  std::vector<Whole> leader(parts), open(parts);  // open[x] leads to the first token from x on that
                                                  // is not known to be joined to the one after it
  std::iota(leader.begin(), leader.end(), Whole{0});
  std::iota(open.begin(), open.end(), Whole{0});
  const auto find = [](std::vector<Whole>& to, Whole x) {
    while (to[x] != x) x = to[x] = to[to[x]];
    return x;
  };
  const auto join = [&](Whole a, Whole b) {
    a = find(leader, a), b = find(leader, b);
    if (a != b) leader[std::max(a, b)] = std::min(a, b), --parts;
  };
  for (const Layer& layer : mask.layers)
    for (Whole k = 0; k < mask.n; ++k) {
      if (number[k] == number[k + 1]) continue;
      for (const auto& [from, to] : mask.row(layer, k)) {
        if (number[from] == number[to]) continue;
        join(number[k], number[from]);
        for (Whole x = find(open, number[from]); x + 1 < number[to]; x = find(open, x))
          join(x, x + 1), open[x] = x + 1;
      }
    }
  require(HARDMAX_FAULT(check_rule_cut, parts > size(cut) + 1, parts > size(cut)), "evidence.order",
          std::to_string(size(cut)) + " tokens", std::to_string(parts) + " parts without them");
}

// All tokens of a path but the first have a token of their own before them, in a row of theirs; all
// but the last are in a row of a token of their own after them. So a set with at least two tokens
// more than there are other tokens in its rows (or than there are tokens in whose rows another one
// of it is) leaves no path.
void check_shortage(const Mask& mask, const std::string& list, bool before) {
  const Ranges set = token_set(list, mask.n, "evidence.order");
  std::vector<std::int64_t> count(mask.n + 1);
  for (const auto& [from, to] : set)
    for (Whole k = from; k < to; ++k) {
      if (!before) ++count[k + 1];  // members below k + 1, once summed
      for (const Layer& layer :
           mask.layers)  // in how many rows of other tokens a token is, once summed
        if (before)
          for (const auto& [low, high] : minus(mask.row(layer, k), {{k, k + 1}}))
            ++count[low], --count[high];
    }
  std::partial_sum(count.begin(), count.end(), count.begin());
  Whole others = 0;
  for (Whole k = 0; k < mask.n; ++k) {
    bool other = before && count[k] > 0;
    for (const Layer& layer : mask.layers)
      if (!before && !other)
        for (const auto& [low, high] : minus(mask.row(layer, k), {{k, k + 1}}))
          other = other || count[low] < count[high];
    others += other;
  }
  require(HARDMAX_FAULT(check_rule_shortage, others + 1 < size(set), others < size(set)),
          "evidence.order", std::to_string(size(set)) + " tokens",
          std::to_string(others) + (before ? " others in their rows" : " in whose rows they are"));
}

// A path leads from each token back to all before it; so of any two tokens one leads to the other.
void check_apart(const Mask& mask, const std::string& list) {
  const auto [a, b] = two_numbers(list, mask.n, mask.n, "evidence.order");
  for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}})
    require(a != b && HARDMAX_FAULT(check_rule_apart,
                                    !minus({{to, to + 1}}, mask.closure(from)).empty(), true),
            "evidence.order", list, "that one leads to the other");
}

// All orders of at most 20 tokens.
void check_search(const Mask& mask) {
  require(mask.n <= 20, "evidence.order", "search", "that there are more than 20 tokens");
  std::vector<std::uint32_t> follows(mask.n);  // bit k of follows[j]: j may stand before k
  for (const Layer& layer : mask.layers)
    for (Whole k = 0; k < mask.n; ++k)
      for (Whole j = 0; j < mask.n; ++j)
        follows[j] |= static_cast<std::uint32_t>(mask.attends(layer, k, j)) << k;
  require(HARDMAX_FAULT(check_rule_search, smallest_ordering(follows).empty(), true),
          "evidence.order", "search", "that there is an order");
}

Verdict decide_order(const Mask& mask, const std::string& evidence) {
  const auto [rule, list] = split(evidence);
  if (evidence.empty()) return undecided;
  if (rule == "gamma") {
    check_gamma(mask, list);
    return verified;
  }
  if (rule == "cut")
    check_cut(mask, list);
  else if (rule == "before" || rule == "after")
    check_shortage(mask, list, rule == "before");
  else if (rule == "apart")
    check_apart(mask, list);
  else {
    require(evidence == "search", "evidence.order", evidence,
            "that it must be gamma, cut, before, after, apart or search");
    check_search(mask);
  }
  return refuted;
}

// --- (1.3), under (1.1): the S^t_k grow with t. Each rule shows S^s_k = [n] for all k.

// The tokens from k - left to k + right are in S^t_k, where left and right grow from step to step:
// a token attends to itself; by a band to tokens at distances that are multiples of its step, which
// leave no gap if left (right) + 1 is at least the step; by blocks to the whole blocks before and
// after its own; by listed edges to a run around itself. Where that run ends with token 1 (token n)
// it does not limit the side.
void check_bands(const Mask& mask, Whole s) {
  std::vector<std::pair<Whole, Whole>> listed;  // what the edges of a layer give on either side
  for (const Layer& layer : mask.layers) {
    listed.emplace_back(0, 0);
    for (const Part& part : layer.parts) {
      if (part.kind != Part::edges || part.size != 1 || layer.causal != 0) continue;
      std::pair<Whole, Whole> least(mask.n, mask.n);
      for (Whole k = 0; k < mask.n; ++k) {
        const unsigned *begin = &part.to[0] + part.start[k], *end = &part.to[0] + part.start[k + 1],
                       *low = std::lower_bound(begin, end, k), *high = low;
        if (low == end || *low != k) least = {0, 0};
        if (least == std::pair{Whole{0}, Whole{0}}) break;
        while (low != begin && low[-1] + 1 == *low) --low;
        while (high + 1 != end && high[1] == *high + 1) ++high;
        if (*low != 0) least.first = std::min<Whole>(least.first, k - *low);
        if (*high + 1 != mask.n) least.second = std::min<Whole>(least.second, *high - k);
      }
      listed.back() = {std::max(listed.back().first, least.first),
                       std::max(listed.back().second, least.second)};
    }
  }
  Whole left = 0, right = 0;
  for (Whole t = 1; t <= s; ++t) {
    const Layer& layer = mask.layer_of(t);
    auto [a, b] = listed[(t - 1) % listed.size()];
    for (const Part& part : layer.parts) {
      if (part.kind == Part::band && HARDMAX_FAULT(check_bands_step, left + 1 >= part.step, true))
        a = std::max(a, part.left / part.step * part.step);
      if (part.kind == Part::band && right + 1 >= part.step && layer.causal == 0)
        b = std::max(b, part.right / part.step * part.step);
      if (part.kind == Part::blocks) a = std::max(a, part.before * part.size);
      if (part.kind == Part::blocks && layer.causal == 0) b = std::max(b, part.after * part.size);
    }
    left = std::min(left + a, mask.n), right = std::min(right + b, mask.n);
    mask.spend(1 + layer.parts.size());
  }
  require(left + 1 >= mask.n && right + 1 >= mask.n, "evidence.reach", "bands",
          std::to_string(left) + " tokens before and " + std::to_string(right) + " after k");
}

// In step s every token attends to all tokens of a set, and the S^{s-1} of these are everything
// together.
void check_common(const Mask& mask, const std::string& list, Whole s) {
  const Layer& layer = mask.layer_of(s);
  const Ranges set = token_set(list, mask.n, "evidence.reach");
  Ranges columns;  // these are seen by all; for the others it is counted by how many
  for (const Part& part : layer.parts) {
    if (part.kind != Part::columns || layer.causal != 0) continue;
    if (columns.size() + part.end / part.step > Whole{1} << 26)
      throw Incomplete("evidence.reach: more than 2^26 ranges of tokens");
    for (Whole x = part.first; x < part.end; x += part.step)
      columns.emplace_back(x, std::min(x + part.width, part.end));
    if (columns.size() > Whole{1} << 25) tidy(columns);
    mask.spend(columns.size());
  }
  tidy(columns);
  const Ranges others = minus(set, columns);
  std::vector<Whole> count(others.empty() ? 0 : mask.n + 1);
  for (Whole k = 0; k < mask.n && !others.empty(); ++k)
    for (const auto& [from, to] : mask.row(layer, k)) ++count[from], --count[to];
  std::partial_sum(count.begin(), count.end(), count.begin());
  for (const auto& [from, to] : others)
    for (Whole x = from; x < to; ++x)
      if (HARDMAX_FAULT(check_common_token, count[x] != mask.n, false))
        require(false, "evidence.reach", "token " + std::to_string(x + 1),
                std::to_string(count[x]) + " tokens that attend to it");
  require(HARDMAX_FAULT(check_common_rest, mask.whole(mask.chain(set, s - 1)), true),
          "evidence.reach", "common",
          "that what they reach together in one step less is not everything");
}

// "H:A ...": S^A_H is everything, and with it S^s_k of every token k that leads to H by the steps
// s, s - 1, ..., A + 1. Every token does for some H.
void check_hubs(const Mask& mask, const std::string& list, Whole s) {
  Ranges covered;
  for (auto [item, rest] = split(list); !item.empty(); std::tie(item, rest) = split(rest)) {
    const std::size_t colon = std::min(item.find(':'), item.size() - 1);
    const Whole hub = integer(item.substr(0, colon), 1, "evidence.reach") - 1,
                steps = integer(item.substr(colon + 1), 1, "evidence.reach");
    require(hub < mask.n && steps <= s && mask.whole(mask.chain({{hub, hub + 1}}, steps)),
            "evidence.reach", item, "that this is not everything, or not by then");
    Ranges leading{{hub, hub + 1}};
    for (Whole t = steps + 1; t <= s; ++t) leading = mask.preimage(mask.layer_of(t), leading);
    covered = joined(covered, leading);
  }
  require(HARDMAX_FAULT(check_hubs_cover, mask.whole(covered), true), "evidence.reach", "hubs",
          std::to_string(size(covered)) + " tokens that lead to one of them");
}

// The S^t of all tokens, as bits, from S^0_k = {k} on.
void check_levels(const Mask& mask, Whole s) {
  const Whole n = mask.n, length = (n + 63) / 64;
  if (n > 1 << 15) throw Incomplete("evidence.reach: the S^t of more than 2^15 tokens");
  std::vector<std::uint64_t> now(n * length), next;
  std::vector<char> full(n);
  for (Whole k = 0; k < n; ++k) now[k * length + k / 64] = std::uint64_t{1} << (k % 64);
  for (Whole t = 1; t <= s; ++t, now.swap(next)) {
    next.assign(n * length, 0);
    const std::vector<char> before = full;
    for (Whole k = 0; k < n; ++k) {
      Whole bits = 0;
      for (const auto& [from, to] : mask.row(mask.layer_of(t), k))
        for (Whole j = from; j < to && bits < n; ++j) {
          mask.spend(length);
          for (Whole i = 0; i < length; ++i) next[k * length + i] |= now[j * length + i];
          if (before[j]) bits = n;  // one that is everything is as good as all
        }
      for (Whole i = 0; i < length && bits < n; ++i)
        bits += static_cast<Whole>(__builtin_popcountll(next[k * length + i]));
      full[k] = bits == n;
    }
  }
  const auto whole = static_cast<Whole>(std::count(full.begin(), full.end(), 1));
  require(HARDMAX_FAULT(check_rule_levels, whole == n, true), "evidence.reach", "levels",
          std::to_string(whole) + " tokens whose set is everything");
}

// `first`: the id of the first part, which this one needs.
Verdict decide_reach(const Mask& mask, const Json& evidence, bool self,
                     const std::string& first = "") {
  const std::string &stated = text(evidence, "reach", "evidence."),
                    &least = text(evidence, "least", "evidence.");
  const Whole s = integer(text(evidence, "s", "evidence."), 0, "evidence.s"),
              blocks = integer(text(evidence, "blocks", "evidence."), 1, "evidence.blocks");
  const auto [rule, list] = split(stated);
  if (!self || stated.empty() || rule == "unreached") {
    require(s == 0 && blocks == 1 && least.empty(), "evidence.s", "s, blocks or least",
            "that there is no s to speak of: 0, 1 and nothing");
    require(self || stated.empty(), "evidence.reach", stated,
            "that (1.1) fails, so that nothing is to be shown");
    if (!self) return {"not_checkable", "none", "none", "hypothesis " + first};
    if (stated.empty()) return undecided;
    const auto [k, j] = two_numbers(list, mask.n, mask.n, "evidence.reach");
    require(HARDMAX_FAULT(check_unreached, !minus({{j, j + 1}}, mask.closure(k)).empty(), true),
            "evidence.reach", stated, "that it is reached");
    return refuted;
  }
  require(s > 0, "evidence.s", "0", "that s is at least 1");
  require(s <= mask.n * mask.layers.size(), "evidence.s", std::to_string(s),
          "that the least s is at most n p: in p steps a set grows, or never again");
  const Mask own = blocks > 1 ? mask.quotient(blocks) : Mask();
  const Mask& part = blocks > 1 ? own : mask;  // what follows speaks of its tokens
  if (stated == "bands")
    check_bands(part, s);
  else if (rule == "common")
    check_common(part, list, s);
  else if (rule == "hubs")
    check_hubs(part, list, s);
  else {
    require(stated == "levels", "evidence.reach", stated,
            "that it must be unreached, bands, common, hubs or levels");
    check_levels(part, s);
  }
  require(HARDMAX_FAULT(check_least_for_one, (s == 1) == least.empty(), s == 1 || !least.empty()),
          "evidence.least", least, "that it is needed just if s is more than 1");
  if (s > 1) {  // "K J": J is not in S^{s-1}_K, nor in any before
    const auto [k, j] = two_numbers(least, part.n, part.n, "evidence.least");
    require(HARDMAX_FAULT(check_least,
                          !minus({{j, j + 1}}, part.chain({{k, k + 1}}, s - 1)).empty(), true),
            "evidence.least", least, "that it is reached in " + std::to_string(s - 1) + " steps");
  }
  return verified;
}

}  // namespace

Shown require_assumption1(const Mask& mask, const Json& evidence) {
  require_keys(evidence, {"self", "order", "blocks", "reach", "s", "least"}, "evidence");
  require(decide_self(mask, text(evidence, "self", "evidence.")).name == "verified",
          "evidence.self", text(evidence, "self"), "that (1.1) does not hold");
  const std::string& order = text(evidence, "order", "evidence.");
  require(decide_order(mask, order).name == "verified", "evidence.order", order,
          "that (1.2) is not shown to hold");
  require(decide_reach(mask, evidence, true).name == "verified", "evidence.reach",
          text(evidence, "reach"), "that (1.3) is not shown to hold");
  Shown out;
  out.s = integer(text(evidence, "s"), 1, "evidence.s");
  for (const auto& [first, last] :
       token_runs(std::string_view(order).substr(6), mask.n, "evidence.order"))  // behind "gamma "
    for (Whole k = first;; k = first < last ? k + 1 : k - 1) {
      out.gamma.push_back(k);
      if (k == last) break;
    }
  return out;
}

// What the ids of these claims begin with before they differ.
static std::string in_common(const std::vector<const Entry*>& claims) {
  std::string out = claims[0]->id;
  for (const Entry* claim : claims)
    out.resize(static_cast<std::size_t>(
        std::mismatch(out.begin(), out.end(), claim->id.begin(), claim->id.end()).first -
        out.begin()));
  return out;
}

Report check_assumption1(const Json& stated, const Entries& entries) {
  require_keys(stated,
               {"format", "version", "kind", "pattern", "evidence", "only", "claims", "hypotheses"},
               "certificate");
  const Json& claims = member(stated, "claims", Json::Kind::array, "");
  const std::string first = claims.items.empty() ? "" : text(claims.items[0], "id", "claims[0].");
  const std::string name = first.substr(0, first.find('.'));
  const std::vector<const Entry*> asked = bound_claims(stated, entries, name);
  require(asked.size() == 3, "only", std::to_string(asked.size()) + " claims",
          "the three parts of Assumption 1");
  require(text(stated, "only") == in_common(asked), "only", text(stated, "only"),
          quote(in_common(asked)) + ", the claims of this kind");
  for (std::size_t i = 0; i < 3; ++i)
    require(part_of_assumption1(*asked[i], entries) == i + 1, asked[i]->where,
            binding_text(*asked[i]),
            "that this kind decides another statement: " + quote(assumption1_formal(i + 1)));
  const Json &pattern = member(stated, "pattern", Json::Kind::object, ""),
             &evidence = member(stated, "evidence", Json::Kind::object, "");
  require_keys(evidence, {"self", "order", "blocks", "reach", "s", "least"}, "evidence");
  const Mask mask = read_mask(pattern);
  const Verdict self = decide_self(mask, text(evidence, "self", "evidence."));
  const Verdict verdicts[] = {self, decide_order(mask, text(evidence, "order", "evidence.")),
                              decide_reach(mask, evidence, self.name == "verified", asked[0]->id)};
  Report report;
  std::string line =
      "n = " + std::to_string(mask.n) + ", p = " + std::to_string(mask.layers.size());
  for (std::size_t i = 0; i < 3; ++i) {
    const Verdict& v = verdicts[i];
    const Json object =
        claim_object(claims.items[i], v.name, v.tier, v.evidence, v.reason, Json::object({}));
    require_equal(claims.items[i], object,
                  "claims[" + std::to_string(i) + "] (" + asked[i]->id + ")");
    if (v.name == "undecided")
      report.lines.push_back("incomplete: claim " + asked[i]->id + ": undecided (limit)");
    line += ", (1." + std::to_string(i + 1) + ") " + v.name;
  }
  if (text(evidence, "s") != "0") line += " with the least s = " + text(evidence, "s");
  report.code = report.lines.empty() ? 0 : 3;
  report.lines.push_back((report.code == 0 ? "accepted: " : "everything else agrees: ") + line +
                         "; " + name + ", every d and D, " + about_rules(pattern));
  return report;
}

}  // namespace hardmax::check
