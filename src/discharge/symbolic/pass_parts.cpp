// Formulas about all inputs, shown part by part, where the run was not followed for all of them at
// once.
#include "claim/syntax.hpp"
#include "discharge/bounded_model.hpp"
#include "discharge/id_facts.hpp"
#include "discharge/symbolic/names.hpp"
#include "discharge/symbolic/pass.hpp"
#include "exact/error.hpp"

namespace hardmax {

using claim::Formula;
using claim::Outcome;
using Shown = SymbolicRun::Shown;

namespace {
constexpr std::uint64_t kMostReads = 20'000;  // of one input
}

Shown SymbolicPass::known_in_parts(const claim::Node& node) const {
  if (says_all_ids_differ(node, system_.names())) return all_ids_differ_in_parts();
  if (node.binders[0].domain != claim::Binder::Domain::inputs) return {false, ""};
  try {
    const Formula formula = Formula::parse(claim::print(node), system_.names());
    if (!claim::same(node, formula.root()))
      return {false, ""};  // a name bound outside that is called as one of the run
    if (formula.scope() == Formula::Scope::per_input) return show_in_parts(formula);
    if (formula.scope() == Formula::Scope::collective && node.binders.size() == 1)
      return told_apart_in_parts(formula);
  } catch (const claim::SyntaxError&) {  // it speaks of names bound outside
  }
  return {false, ""};
}

// forall H in inputs: true in every part, and not vacuous in all of them.
Shown SymbolicPass::show_in_parts(const Formula& formula) const {
  bool vacuous = true;
  for (const SymbolicParts::Part& part : parts_->parts()) {
    FlatGraph graph(true);
    std::string why_not;
    const auto outcome = show(formula, graph, why_not, Reads::anything, &part);
    if (!outcome) return {false, why_not};
    vacuous = vacuous && outcome->vacuous;
  }
  for (const std::vector<Rational>& input : parts_->alone()) {
    const Outcome outcome = at(formula, input, kMostReads);
    if (outcome.kind != Outcome::Kind::truth || outcome.truth != claim::Truth::yes)
      return {false, "not true of an input by itself"};
    vacuous = vacuous && outcome.vacuous;
  }
  return {!vacuous, "no instance"};
}

// distinct(H in inputs where ...: e)
Shown SymbolicPass::told_apart_in_parts(const Formula& formula) const {
  const claim::Vocabulary& names = system_.names();
  const StagedModel closed(staged_, names, *view_);
  const std::size_t entries = staged_.parameters.n * staged_.parameters.d;
  std::vector<SymbolicParts::Form> forms;
  std::vector<Rational> values;
  try {
    for (const SymbolicParts::Part& part : parts_->parts()) {
      FlatGraph graph(true);
      const BoundedModel bounded(closed, kMostReads, request_.stop);
      SymbolicNames symbolic(staged_, *part.run, names, graph);
      symbolic.within(part.box);
      FormulaCompiler compiler(formula, bounded, system_.inputs().size(), graph, symbolic);
      const auto form = SymbolicParts::form(graph, graph.expanded(compiler.told_apart()), entries);
      if (!form) return {false, "values that are no linear forms"};
      forms.push_back(*form);
    }
  } catch (const NotFlat& e) {
    return {false, e.what()};
  } catch (const Undefined& e) {
    return {false, e.what()};
  } catch (const LimitReached& e) {
    return {false, e.what()};
  }
  for (const std::vector<Rational>& input : parts_->alone()) {
    const StagedModel one(staged_, names, *view_, input);
    const std::size_t before = values.size();
    const Outcome outcome = claim::collect(
        formula, BoundedModel(one, kMostReads, request_.stop), {0, 1},
        [&](const Rational& value, std::span<const claim::Value>) { values.push_back(value); });
    if (outcome.kind != Outcome::Kind::truth || values.size() != before + 1)
      return {false, "not known of an input by itself"};
  }
  return {parts_->tell_apart(forms, values),
          "values that are not shown to differ where inputs differ"};
}

// As SymbolicNames::all_ids_differ: with T the largest id after the sweeps, what is left of ids
// after the leading power of c times T spreads less than that power in all parts together, and T
// tells the input.
Shown SymbolicPass::all_ids_differ_in_parts() const {
  const std::size_t n = staged_.parameters.n, entries = n * staged_.parameters.d;
  std::vector<SymbolicParts::Form> forms;
  std::vector<Rational> values;
  std::optional<Span> rest;
  const auto widen = [&](const Span& span) {
    rest = rest ? Span{std::min(rest->low, span.low), std::max(rest->high, span.high)} : span;
  };
  const Rational leading = staged_.network.all_max.empty()
                               ? Rational(1)
                               : power(staged_.c, staged_.network.all_max.size());
  try {
    for (const SymbolicParts::Part& part : parts_->parts()) {
      FlatGraph graph(true);
      SymbolicNames symbolic(staged_, *part.run, system_.names(), graph);
      symbolic.within(part.box);
      std::string why_not;
      const auto tells = symbolic.telling(why_not);
      if (!tells) return {false, why_not};
      const auto form = SymbolicParts::form(graph, tells->largest, entries);
      if (!form) return {false, "an id after the sweeps that is no linear form"};
      widen(tells->rest);
      forms.push_back(*form);
    }
    for (const std::vector<Rational>& input : parts_->alone()) {
      const StagedModel one(staged_, system_.names(), *view_, input);
      std::vector<Rational> swept, ids;
      for (Token k = 0; k < n; ++k) {
        swept.push_back(one.id(staged_.sweep_layers(), k));
        ids.push_back(one.id(staged_.layers(), k));
      }
      values.push_back(*std::max_element(swept.begin(), swept.end()));
      for (const Rational& id : ids)
        widen({id - leading * values.back(), id - leading * values.back()});
      std::sort(ids.begin(), ids.end());
      if (std::adjacent_find(ids.begin(), ids.end()) != ids.end())
        return {false, "two tokens of an input end with the same id"};
    }
  } catch (const NotFlat& e) {
    return {false, e.what()};
  } catch (const LimitReached& e) {
    return {false, e.what()};
  }
  if (!(rest->high - rest->low < leading))
    return {false, "ids spread more than their leading part tells apart"};
  return {parts_->tell_apart(forms, values),
          "the largest id after the sweeps was not shown to tell the input"};
}

}  // namespace hardmax
