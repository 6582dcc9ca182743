#include "discharge/coq/text.hpp"

#include <fmt/core.h>

namespace hardmax::coq {

using claim::Relation;

std::string Q(const Term& t) {
  const bool literal = t.text.find_first_not_of("0123456789") == std::string::npos;
  return !t.integer || literal ? t.text : "inject_Z " + t.text;
}
std::string Qp(const Term& t) { return Q(t) == t.text ? t.text : "(" + Q(t) + ")"; }
std::string Z(const Term& t) { return t.integer ? t.text : "(Names.whole " + t.text + ")"; }

std::string with(const Needed& needed, const std::string& body, bool asserted) {
  if (needed.maxima.empty() && needed.conditions.empty()) return body;
  std::string text = "(";
  for (const std::string& name : needed.maxima) text += fmt::format("{} {} : Q, ", asserted ? "exists" : "forall", name);
  for (const std::string& condition : needed.conditions) text += condition + (asserted ? " /\\ " : " -> ");
  return text + body + ")";
}

std::string compared(const Term& x, Relation relation, const Term& y) {
  const bool turned = relation == Relation::greater || relation == Relation::at_least;
  const Term& left = turned ? y : x;
  const Term& right = turned ? x : y;
  const bool whole = x.integer && y.integer;
  const char* sign = relation == Relation::less || relation == Relation::greater ? "<" : relation == Relation::at_most || relation == Relation::at_least ? "<=" : whole ? "=" : "==";
  const std::string text = whole ? fmt::format("({} {} {})%Z", left.text, sign, right.text) : fmt::format("({} {} {})", Q(left), sign, Q(right));
  return (relation == Relation::different ? "~ " : "") + text;
}

}  // namespace hardmax::coq
