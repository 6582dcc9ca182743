#include "discharge/coq/text.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "discharge/coq/names.hpp"

namespace hardmax::coq {

using claim::Node;
using claim::Op;
using claim::Relation;

namespace {

constexpr Words kRationalWords = {"Q",    "inject_Z", "==",   "Names", "Qfloor",
                                  "Qabs", "Qmax",     "Qmin", false};
constexpr Words kReals = {"R", "IZR", "=", "Names_real", "Int_part", "Rabs", "Rmax", "Rmin", true};

}  // namespace

const Words& words_for(bool real) { return real ? kReals : kRationalWords; }

std::string Words::Q(const Term& t) const {
  const bool literal = t.text.find_first_not_of("0123456789") == std::string::npos;
  return !t.integer || literal ? t.text : fmt::format("{} {}", whole, t.text);
}
std::string Words::Qp(const Term& t) const { return Q(t) == t.text ? t.text : "(" + Q(t) + ")"; }
std::string Words::Z(const Term& t) const {
  return t.integer ? t.text : fmt::format("({}.whole {})", module, t.text);
}

std::string Words::compared(const Term& x, Relation relation, const Term& y) const {
  const bool turned = relation == Relation::greater || relation == Relation::at_least;
  const Term& left = turned ? y : x;
  const Term& right = turned ? x : y;
  const bool integers = x.integer && y.integer;
  const std::string_view sign = relation == Relation::less || relation == Relation::greater ? "<"
                                : relation == Relation::at_most || relation == Relation::at_least
                                    ? "<="
                                : integers ? "="
                                           : equal;
  const std::string text = integers ? fmt::format("({} {} {})%Z", left.text, sign, right.text)
                                    : fmt::format("({} {} {})", Q(left), sign, Q(right));
  return (relation == Relation::different ? "~ " : "") + text;
}
std::string Words::to_the_power(const Term& base, const Term& exponent) const {
  return real ? fmt::format("(Names_real.power {} {}%Z)", Qp(base), Z(exponent))
              : fmt::format("({} ^ {}%Z)", Qp(base), Z(exponent));
}

std::string with(const Needed& needed, const std::string& body, bool asserted,
                 std::string_view type) {
  if (needed.maxima.empty() && needed.conditions.empty()) return body;
  std::string text = "(";
  for (const std::string& name : needed.maxima)
    text += fmt::format("{} {} : {}, ", asserted ? "exists" : "forall", name, type);
  for (const std::string& condition : needed.conditions)
    text += condition + (asserted ? " /\\ " : " -> ");
  return text + body + ")";
}

bool not_zero(const Node& node, const Bindings& bound) {
  if (node.op == Op::integer) return node.number.sign() != 0;
  if (node.op == Op::variable) return bound.contains(node.index) && bound.at(node.index).not_zero;
  if (node.op == Op::accessor) return is_positive_name(node.name);
  if (node.op == Op::negate || node.op == Op::power) return not_zero(*node.parts[0], bound);
  return node.op == Op::product &&
         std::all_of(node.parts.begin(), node.parts.end(),
                     [&](const claim::NodePtr& part) { return not_zero(*part, bound); });
}

bool never_negative(const Node& node, const Bindings& bound) {
  if (node.op == Op::integer) return true;
  if (node.op == Op::variable)
    return bound.contains(node.index) && bound.at(node.index).never_negative;
  if (node.op == Op::accessor) return node.name != "delta" && is_positive_name(node.name);
  const bool operators =
      (node.op == Op::sum || node.op == Op::product) &&
      std::find(node.inverse.begin(), node.inverse.end(), true) == node.inverse.end();
  return operators &&
         std::all_of(node.parts.begin(), node.parts.end(),
                     [&](const claim::NodePtr& part) { return never_negative(*part, bound); });
}

}  // namespace hardmax::coq
