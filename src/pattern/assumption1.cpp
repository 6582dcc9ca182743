#include "pattern/assumption1.hpp"

#include "exact/error.hpp"
#include "pattern/order.hpp"
#include "pattern/reach.hpp"
#include "pattern/show.hpp"

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
    if (pattern.attends(l, to, from)) return l;
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

bool is_identity(const std::vector<Token>& gamma) {
  for (std::size_t i = 0; i < gamma.size(); ++i) {
    if (gamma[i] != i) return false;
  }
  return true;
}

}  // namespace

Assumption1 decide_assumption1(const Pattern& pattern) {
  Assumption1 a;
  a.without_self = first_without_self(pattern);
  a.self = a.without_self ? Decision::no : Decision::yes;

  OrderAnswer order = find_order(UnionGraph(pattern));
  a.order = order.decision;
  a.gamma = std::move(order.gamma);
  a.gamma_is_canonical = order.canonical;
  a.no_order = std::move(order.why);
  if (a.order == Decision::yes) {
    a.l.assign(pattern.tokens(), 0);
    for (std::size_t i = 1; i < a.gamma.size(); ++i) a.l[i] = least_layer(pattern, a.gamma[i - 1], a.gamma[i]);
  }

  ReachAnswer reach = find_reach(pattern, a.self == Decision::yes);
  a.reach = reach.decision;
  a.s = reach.s;
  a.unreached = reach.unreached;
  a.reached_set = std::move(reach.reached);
  a.steps = reach.steps;
  a.repeats_from = reach.repeats_from;
  a.period = reach.period;
  a.reach_limit = std::move(reach.limit);
  return a;
}

std::string explain_self(const Assumption1& a, const Pattern& pattern) {
  if (!a.without_self) return "every A^l_k contains k";
  const auto [l, k] = *a.without_self;
  return "A^" + std::to_string(l + 1) + "_" + std::to_string(k + 1) + " = " + show_set(pattern.neighbours(l, k)) + " lacks token " +
         std::to_string(k + 1);
}

std::string explain_order(const Assumption1& a, const Pattern& pattern) {
  if (a.order == Decision::no) return "no order of the tokens serves: " + a.no_order;
  if (a.order == Decision::undecided) return "undecided: " + a.no_order;
  if (is_identity(a.gamma)) return "gamma is the identity on " + std::to_string(pattern.tokens()) + (pattern.tokens() == 1 ? " token" : " tokens");
  return "gamma = " + show_gamma(a.gamma) + (a.gamma_is_canonical ? "" : ", one of possibly several");
}

std::string explain_reach(const Assumption1& a, const Pattern& pattern) {
  const std::string n = std::to_string(pattern.tokens());
  if (a.reach == Decision::yes) return "s = " + std::to_string(a.s) + ": S^" + std::to_string(a.s) + "_k = {1.." + n + "} for every k, and for no smaller s";
  if (a.reach == Decision::undecided) return "undecided: " + a.reach_limit;
  if (!a.unreached) {
    return "from t = " + std::to_string(a.repeats_from) + " on the S^t_k repeat every " + std::to_string(a.period) +
           " steps, and at no t are all of them whole";
  }
  const auto [k, j] = *a.unreached;
  return "token " + std::to_string(k + 1) + " never reaches token " + std::to_string(j + 1) + ": it reaches " + show_set(a.reached_set) + " and no more";
}

}  // namespace hardmax
