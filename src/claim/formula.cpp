// The public face of the room: parse, evaluate, collect, show.
#include <algorithm>
#include <new>

#include "claim/claim.hpp"
#include "claim/evaluator.hpp"
#include "claim/grammar.hpp"
#include "claim/names.hpp"
#include "claim/symbolic.hpp"
#include "exact/error.hpp"

namespace hardmax::claim {

namespace {

constexpr std::size_t max_bytes = 65536;

Formula::Scope scope_of(const Node& root, const Builder& builder) {
  const std::size_t input_binders = builder.input_binders();
  if (builder.over_reals() && input_binders > 0) return Formula::Scope::whole;
  if (input_binders == 0) return Formula::Scope::closed;
  const bool first = !root.binders.empty() && root.binders[0].domain == Binder::Domain::inputs;
  if (input_binders == 1 && first && root.op == Op::forall) return Formula::Scope::per_input;
  if (input_binders == 1 && first && root.op == Op::distinct) return Formula::Scope::collective;
  return Formula::Scope::whole;
}

template <typename Decide>
Outcome outcome_of(Decide&& decide) {
  Outcome outcome;
  try {
    Witness witness;
    const Verdict verdict = decide(witness);
    outcome.truth = verdict.truth;
    outcome.vacuous = verdict.vacuous;
    if (verdict.truth == Truth::no) outcome.witness = std::move(witness);
  } catch (const Undefined& e) {
    outcome = Outcome{Outcome::Kind::undefined, Truth::unknown, false, std::nullopt, e.what()};
  } catch (const LimitReached& e) {
    outcome = Outcome{Outcome::Kind::limit, Truth::unknown, false, std::nullopt, e.what()};
  } catch (const std::bad_alloc&) {
    outcome =
        Outcome{Outcome::Kind::limit, Truth::unknown, false, std::nullopt, "not enough memory"};
  }
  return outcome;
}

// With rational numbers, and with numbers that need not be where these do not do.
template <typename Decide>
Outcome outcome_of(const Formula& formula, const Model& model, std::optional<InputRange> range,
                   Decide&& decide) {
  const auto with = [&](auto evaluator, Witness& witness) {
    if (range) evaluator.restrict_inputs(*range);
    return decide(evaluator, witness);
  };
  return outcome_of([&](Witness& witness) {
    try {
      return with(Evaluator(formula.syntax(), model), witness);
    } catch (const Irrational&) {
      witness = {};
      return with(RealEvaluator(formula.syntax(), model), witness);
    }
  });
}

}  // namespace

namespace {

void require_short(std::string_view text) {
  if (text.size() > max_bytes)
    throw SyntaxError(max_bytes, "expected a formula of at most 65536 bytes, found " +
                                     std::to_string(text.size()));
}

}  // namespace

Vocabulary names_of(std::string_view text, const Offer& offer) {
  require_short(text);
  Builder builder(text, {}, &offer);
  read_formula(text, builder);
  static_cast<void>(builder.finish());
  return builder.vocabulary();
}

Formula Formula::parse(std::string_view text, const Vocabulary& vocabulary) {
  require_short(text);
  Builder builder(text, vocabulary);
  read_formula(text, builder);
  Formula formula;
  formula.syntax_ = std::make_shared<const Syntax>(builder.finish());
  formula.over_reals_ = builder.over_reals();
  formula.scope_ = scope_of(formula.root(), builder);
  return formula;
}

const Node& Formula::root() const { return *syntax_->root; }

Outcome evaluate(const Formula& formula, const Model& model) {
  if (formula.over_reals()) {
    SymbolicEvaluator evaluator(formula.syntax(), model);
    return outcome_of([&](Witness& witness) { return evaluator.decide(&witness); });
  }
  return outcome_of(formula, model, std::nullopt,
                    [](auto& evaluator, Witness& witness) { return evaluator.decide(witness); });
}

Outcome evaluate_long_vectors(const Formula& formula, const Model& model) {
  HARDMAX_REQUIRE(formula.over_reals());
  SymbolicEvaluator evaluator(formula.syntax(), model);
  evaluator.allow_long_vectors();
  return outcome_of([&](Witness& witness) { return evaluator.decide(&witness); });
}

Outcome evaluate(const Formula& formula, const Model& model, InputRange range) {
  HARDMAX_REQUIRE(formula.scope() == Formula::Scope::per_input);
  return outcome_of(formula, model, range,
                    [](auto& evaluator, Witness& witness) { return evaluator.decide(witness); });
}

Outcome collect(const Formula& formula, const Model& model, InputRange range,
                const std::function<void(const Rational&, std::span<const Value>)>& sink) {
  HARDMAX_REQUIRE(formula.scope() == Formula::Scope::collective);
  std::size_t given = 0;  // where it is evaluated twice, nothing is given twice
  return outcome_of(formula, model, range, [&](auto& evaluator, Witness&) {
    std::size_t place = 0;
    evaluator.collect([&](const Rational& value, std::span<const Value> names) {
      if (place++ < given) return;
      ++given;
      sink(value, names);
    });
    return Verdict{Truth::yes, false};
  });
}

std::vector<std::string> collective_names(const Formula& formula) {
  HARDMAX_REQUIRE(formula.scope() == Formula::Scope::collective);
  std::vector<std::string> names;
  for (const Binder& binder : formula.root().binders) names.push_back(binder.name);
  return names;
}

std::string show(const Value& value, const Model& model) {
  struct Shower {
    const Model& model;
    std::string operator()(bool b) const { return b ? "true" : "false"; }
    std::string operator()(const Rational& x) const { return x.str(); }
    std::string operator()(const Real& x) const { return x.str(); }
    std::string operator()(Input input) const { return model.show(input); }
    std::string operator()(const Vector& vector) const { return in('(', vector.entries, ')'); }
    std::string operator()(const Set& set) const { return in('{', set, '}'); }
    static std::string in(char open, const std::vector<Rational>& numbers, char close) {
      std::string text(1, open);
      for (const Rational& x : numbers) {
        if (text.size() > 1) text += ',';
        text += x.str();
      }
      return text += close;
    }
  };
  return std::visit(Shower{model}, value);
}

}  // namespace hardmax::claim
