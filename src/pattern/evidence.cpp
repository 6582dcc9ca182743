#include "pattern/evidence.hpp"

#include <algorithm>

namespace hardmax {
namespace {

// A number of a rule. Beyond 999999999, more than any n, they all mean the same.
std::string decimal(std::uint64_t value) {
  return std::to_string(std::min<std::uint64_t>(value, 999'999'999));
}

std::string stripes(const char* name, const Stripes& s) {
  return std::string(name) + " " + decimal(s.first + 1) + " " + decimal(s.step) + " " +
         decimal(s.width) + " " + decimal(std::max<std::uint64_t>(s.end, 1));
}

struct InWords {
  std::uint64_t n;
  std::string operator()(const Band& b) const {
    return "band " + decimal(std::min(b.left, n)) + " " + decimal(std::min(b.right, n)) + " " +
           decimal(b.step);
  }
  std::string operator()(const Blocks& b) const {
    return "blocks " + decimal(b.size) + " " + decimal(b.before) + " " + decimal(b.after);
  }
  std::string operator()(const Columns& c) const { return stripes("columns", c.tokens); }
  std::string operator()(const Rows& r) const { return stripes("rows", r.tokens); }
  std::string operator()(const Extra& e) const {
    if (!e.rule().empty()) return e.rule();
    std::string out = "edges " + decimal(e.size()) + " ";
    const std::uint64_t blocks = (n + e.size() - 1) / e.size();
    std::vector<Token> row;
    for (std::uint64_t b = 0; b < blocks; ++b) {
      row.assign(e.row(b).begin(), e.row(b).end());
      out += (b > 0 ? ";" : "") + token_runs(row);
    }
    return out;
  }
};

std::string pair_in_words(const std::pair<std::size_t, std::size_t>& pair,
                          std::uint64_t block = 1) {
  return std::to_string(pair.first / block + 1) + " " + std::to_string(pair.second / block + 1);
}

std::string with_tokens(const std::string& rule, const std::vector<Token>& tokens) {
  return tokens.empty() ? rule : rule + " " + token_runs(tokens);
}

}  // namespace

std::string token_runs(const std::vector<Token>& tokens) {
  std::string out;
  for (std::size_t i = 0, last = 0; i < tokens.size(); i = last + 1) {
    last = i;
    const std::int64_t step = i + 1 < tokens.size() && tokens[i + 1] < tokens[i] ? -1 : 1;
    while (last + 1 < tokens.size() &&
           std::int64_t{tokens[last + 1]} == std::int64_t{tokens[last]} + step)
      ++last;
    out += (i > 0 ? " " : "") + std::to_string(tokens[i] + 1);
    if (last > i) out += ".." + std::to_string(tokens[last] + 1);
  }
  return out;
}

std::vector<std::string> parts_in_words(const StructuredPattern& pattern, std::size_t layer) {
  std::vector<std::string> out;
  for (const Part& part : pattern.layers[layer].parts)
    out.push_back(std::visit(InWords{pattern.n}, part));
  return out;
}

Evidence evidence(const Assumption1& a) {
  Evidence out;
  if (a.without_self) out.self = pair_in_words(*a.without_self);
  if (a.order == Decision::yes) out.order = with_tokens("gamma", a.gamma);
  if (a.order == Decision::no) {
    const auto& [rule, tokens] = a.order_proof;
    out.order = rule == "apart" ? rule + " " + pair_in_words({tokens[0], tokens[1]})
                                : with_tokens(rule, tokens);
  }
  if (a.self != Decision::yes || a.reach == Decision::undecided) return out;
  if (a.reach == Decision::no) {
    out.reach = "unreached " + pair_in_words(*a.unreached);
    return out;
  }
  const ReachProof& proof = a.reach_rule;
  out.s = std::to_string(a.s);
  out.blocks = std::to_string(proof.block);
  out.reach = with_tokens(proof.rule, proof.tokens);
  for (const auto& [hub, steps] : proof.hubs)
    out.reach += " " + std::to_string(hub + 1) + ":" + std::to_string(steps);
  if (a.late && a.s > 1) out.least = pair_in_words(*a.late, proof.block);
  return out;
}

}  // namespace hardmax
