#include "pattern/assumption1.hpp"

#include "exact/error.hpp"
#include "exact/fault.hpp"
#include "pattern/order.hpp"
#include "pattern/reach.hpp"
#include "pattern/show.hpp"
#include "pattern/structured_assumption1.hpp"

namespace hardmax {
namespace {

std::optional<std::pair<std::size_t, std::size_t>> first_without_self(const Pattern& pattern) {
  for (std::size_t l = 0; l < pattern.layers(); ++l) {
    for (std::size_t k = 0; k < pattern.tokens(); ++k) {
      if (!pattern.attends(l, k, k)) return std::pair{l, k};
    }
  }
  return std::nullopt;
}

std::size_t least_layer(const Pattern& pattern, Token from, Token to) {
  for (std::size_t l = 0; l < pattern.layers(); ++l) {
    const std::size_t layer = HARDMAX_FAULT(pattern_l_not_least, l, pattern.layers() - 1 - l);
    if (pattern.attends(layer, to, from)) return layer;
  }
  HARDMAX_REQUIRE(!"an arc of gamma is in some layer");
  return 0;
}

std::string show_gamma(const std::vector<Token>& gamma) {
  constexpr std::size_t most = 24;
  std::string text = "(";
  for (std::size_t i = 0; i < gamma.size(); ++i) {
    if (i > 0) text += ", ";
    if (i == most) {
      text += "...";
      break;
    }
    text += std::to_string(gamma[i] + 1);
  }
  return text + ")";
}

}  // namespace

bool is_identity(const std::vector<Token>& gamma) {
  for (std::size_t i = 0; i < gamma.size(); ++i) {
    if (gamma[i] != i) return false;
  }
  return true;
}

void take_reach(ReachAnswer answer, Assumption1& a) {
  a.reach = answer.decision;
  a.s = HARDMAX_FAULT(pattern_s_too_large, answer.s, answer.s + 1);
  a.unreached = answer.unreached;
  a.reached_set = std::move(answer.reached);
  a.steps = answer.steps;
  a.repeats_from = answer.repeats_from;
  a.period = answer.period;
  a.reach_limit = std::move(answer.limit);
  a.late = answer.late;
  a.reach_rule = std::move(answer.rule);
  a.reach_proof = std::move(answer.proof);
}

Assumption1 decide_assumption1(const Pattern& pattern) {
  if (pattern.tokens() > reach_bitset_tokens) return decide_assumption1(structured(pattern));
  Assumption1 a;
  a.without_self = first_without_self(pattern);
  a.self = a.without_self ? Decision::no : Decision::yes;

  OrderAnswer order = find_order(UnionGraph(pattern));
  std::vector<Token>& gamma = order.gamma;
  a.order = order.decision;
  a.gamma = HARDMAX_FAULT(pattern_gamma_swapped, std::move(gamma), std::swap(gamma[0], gamma[1]),
                          std::move(gamma));
  a.gamma_is_canonical =
      HARDMAX_FAULT(pattern_gamma_no_permutation, order.canonical, (a.gamma[1] = a.gamma[0], true));
  a.order_proof = std::move(order.proof);
  a.no_order = std::move(order.why);
  if (a.order == Decision::yes) {
    a.l.assign(pattern.tokens(), 0);
    for (std::size_t i = 1; i < a.gamma.size(); ++i)
      a.l[i] = HARDMAX_FAULT(pattern_l_is_last, least_layer(pattern, a.gamma[i - 1], a.gamma[i]),
                             pattern.layers() - 1);
  }
  const bool self = a.self == Decision::yes;
  // For longer patterns the structure is worth a look: bands and hubs save many steps of n^2 bits
  // each.
  constexpr std::size_t short_pattern = 1024;
  take_reach(pattern.tokens() <= short_pattern ? find_reach(pattern, self)
                                               : find_reach(structured(pattern), self, {}),
             a);
  return a;
}

namespace {

std::string lacks_itself(std::size_t l, std::size_t k, std::span<const Token> row) {
  return "A^" + std::to_string(l + 1) + "_" + std::to_string(k + 1) + " = " + show_set(row) +
         " lacks token " + std::to_string(k + 1);
}

std::string order_in_words(const Assumption1& a, std::size_t n) {
  if (a.order == Decision::no) return "no order of the tokens serves: " + a.no_order;
  if (a.order == Decision::undecided) return a.no_order;
  if (is_identity(a.gamma))
    return "gamma is the identity on " + std::to_string(n) + (n == 1 ? " token" : " tokens");
  return "gamma = " + show_gamma(a.gamma) +
         (a.gamma_is_canonical ? "" : ", one of possibly several");
}

std::string reach_in_words(const Assumption1& a, std::size_t tokens) {
  const std::string n = std::to_string(tokens), s = std::to_string(a.s);
  if (a.reach == Decision::yes) {
    return "s = " + s + ": S^" + s + "_k = {1.." + n + "} for every k, and for no smaller s" +
           (a.reach_proof.empty() ? "" : "; " + a.reach_proof);
  }
  if (a.reach == Decision::undecided) return a.reach_limit;
  if (!a.unreached) {
    return "from t = " + std::to_string(a.repeats_from) + " on the S^t_k repeat every " +
           std::to_string(a.period) + " steps, and at no t are all of them whole";
  }
  const auto [k, j] = *a.unreached;
  return "token " + std::to_string(k + 1) + " never reaches token " + std::to_string(j + 1) +
         ": it reaches " + show_set(a.reached_set) + " and no more";
}

}  // namespace

std::string explain_self(const Assumption1& a, const Pattern& pattern) {
  if (!a.without_self) return "every A^l_k contains k";
  const auto [l, k] = *a.without_self;
  return lacks_itself(l, k, pattern.neighbours(l, k));
}
std::string explain_self(const Assumption1& a, const StructuredPattern& pattern) {
  if (!a.without_self) return "every A^l_k contains k";
  const auto [l, k] = *a.without_self;
  Intervals row;
  row_intervals(pattern, l, k, row);
  return lacks_itself(l, k, listed(row));
}
std::string explain_order(const Assumption1& a, const Pattern& pattern) {
  return order_in_words(a, pattern.tokens());
}
std::string explain_order(const Assumption1& a, const StructuredPattern& pattern) {
  return order_in_words(a, pattern.n);
}
std::string explain_reach(const Assumption1& a, const Pattern& pattern) {
  return reach_in_words(a, pattern.tokens());
}
std::string explain_reach(const Assumption1& a, const StructuredPattern& pattern) {
  return reach_in_words(a, pattern.n);
}

}  // namespace hardmax
