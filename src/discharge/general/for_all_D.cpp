#include "discharge/general/for_all_D.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>

#include "certificate/hypotheses.hpp"
#include "claim/symbolic.hpp"
#include "claim/syntax.hpp"
#include "discharge/sweep_papers.hpp"
#include "discharge/verdict.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

using claim::Outcome;
using claim::Quotient;
using claim::Truth;

bool is_parameter_name(Name name) { return name <= Name::Delta_; }

// The first node in the text for which `wanted` holds.
const claim::Node* find_node(const claim::Node& node,
                             const std::function<bool(const claim::Node&)>& wanted) {
  if (wanted(node)) return &node;
  const auto within = [&](const claim::NodePtr& part) {
    return part ? find_node(*part, wanted) : nullptr;
  };
  for (const claim::Binder& binder : node.binders) {
    if (const auto* found = within(binder.first)) return found;
    if (const auto* found = within(binder.last)) return found;
  }
  if (const auto* found = within(node.where)) return found;
  for (const claim::NodePtr& part : node.parts) {
    if (const auto* found = within(part)) return found;
  }
  return nullptr;
}

// n, d, D, p, s, delta, Delta; where D is not given (0), what does not depend on it.
class ParameterModel final : public claim::Model {
 public:
  ParameterModel(const FixedParameters& fixed, std::uint64_t D) : fixed_(fixed), D_(D) {}

  void step(std::uint64_t cost) const override {
    constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 32;  // as verify-check has it
    if ((steps_ += cost) > kMostSteps) throw LimitReached("more work than 2^32 instances");
  }

  [[nodiscard]] claim::Value read(std::size_t accessor,
                                  std::span<const claim::Value>) const override {
    const auto given = [&](std::uint64_t value) {
      if (value == 0) throw LimitReached(run_vocabulary()[accessor].name + " is not given");
      return Rational(value);
    };
    switch (static_cast<Name>(accessor)) {
      case Name::n_: return Rational(fixed_.n);
      case Name::d_: return Rational(fixed_.d);
      case Name::p_: return given(fixed_.p);
      case Name::s_: return given(fixed_.s);
      case Name::D_: return given(D_);
      case Name::delta_name: return Rational(1) / given(D_);
      case Name::Delta_: {
        Rational sum;
        for (std::uint64_t i = 0; i < fixed_.d; ++i) sum += power(given(D_), i);
        return sum;
      }
      default: throw LimitReached("it speaks of " + run_vocabulary()[accessor].name);
    }
  }
  [[nodiscard]] std::uint64_t input_count() const override {
    throw LimitReached("it speaks of inputs");
  }
  [[nodiscard]] std::string show(claim::Input) const override { return ""; }

 private:
  FixedParameters fixed_;
  std::uint64_t D_;
  mutable std::uint64_t steps_ = 0;
};

// What is true for all D >= from; unknown also where a term may be undefined or the method does not
// reach.
claim::Verdict symbolic(const claim::Formula& formula, const FixedParameters& fixed,
                        std::uint64_t from, std::string& reason) {
  const Quotient D = Quotient::variable(0);
  const auto names = [&](std::size_t accessor) -> std::optional<Quotient> {
    switch (static_cast<Name>(accessor)) {
      case Name::D_: return D;
      case Name::delta_name: return D.inverse(claim::sign::positive);
      case Name::Delta_: {
        Quotient sum;
        Quotient term(Rational(1));
        for (std::uint64_t i = 0; i < fixed.d; ++i) {
          sum = sum + term;
          term = term * D;
        }
        return sum;
      }
      default: return std::nullopt;
    }
  };
  const ParameterModel model(fixed, 0);
  claim::SymbolicEvaluator evaluator(formula.syntax(), model, claim::HalfLine{from, true}, names);
  try {
    const claim::Verdict verdict = evaluator.decide(nullptr);
    if (verdict.truth == Truth::unknown) reason = "the signs of the coefficients do not decide it";
    return verdict;
  } catch (const Undefined& e) {
    reason = e.what();
  } catch (const LimitReached& e) {
    reason = e.what();
  }
  return {Truth::unknown, false};
}

// D = 2..last by themselves: the first at which the claim is made and not found true.
std::optional<ForAllD> one_by_one(const claim::Formula& domain, const claim::Formula& formal,
                                  const FixedParameters& fixed, std::uint64_t last) {
  using Kind = ForAllD::Kind;
  for (std::uint64_t D = 2; D <= last; ++D) {
    const ParameterModel model(fixed, D);
    const Outcome made = claim::evaluate(domain, model);
    if (made.kind != Outcome::Kind::truth || made.truth == Truth::unknown)
      return ForAllD{Kind::not_covered, D, made.reason, {}};
    if (made.truth == Truth::no) continue;
    const Outcome outcome = claim::evaluate(formal, model);
    if (outcome.kind == Outcome::Kind::undefined)
      return ForAllD{Kind::error, D, outcome.reason, {}};
    if (outcome.kind == Outcome::Kind::truth && outcome.truth == Truth::no)
      return ForAllD{Kind::refuted, D, "", render(*outcome.witness, model)};
    if (outcome.kind == Outcome::Kind::limit || outcome.truth == Truth::unknown)
      return ForAllD{Kind::not_covered, D, outcome.reason, {}};
    if (outcome.vacuous)
      return ForAllD{Kind::not_covered, D, fmt::format("it is vacuous at D={}", D), {}};
  }
  return std::nullopt;
}

}  // namespace

std::string FixedParameters::str() const {
  std::string text = fmt::format("n={} d={}", n, d);
  if (p != 0) text += fmt::format(" p={}", p);
  if (s != 0) text += fmt::format(" s={}", s);
  return text;
}

std::string beyond_parameters(const claim::Formula& formula) {
  const auto beyond = [](const claim::Node& node) {
    return node.op == claim::Op::accessor && !is_parameter_name(static_cast<Name>(node.index));
  };
  const auto over_inputs = [](const claim::Node& node) {
    return std::any_of(node.binders.begin(), node.binders.end(), [](const claim::Binder& b) {
      return b.domain == claim::Binder::Domain::inputs;
    });
  };
  if (find_node(formula.root(), over_inputs) != nullptr) return "inputs";
  const claim::Node* node = find_node(formula.root(), beyond);
  return node == nullptr ? "" : node->name;
}

bool speaks_of(const claim::Formula& formula, Name name) {
  return find_node(formula.root(), [&](const claim::Node& node) {
           return node.op == claim::Op::accessor && static_cast<Name>(node.index) == name;
         }) != nullptr;
}

ForAllD decide_for_all_D(const claim::Formula& domain, const claim::Formula& formal,
                         const FixedParameters& fixed) {
  using Kind = ForAllD::Kind;
  std::string reason;
  for (const claim::Formula* formula : {&domain, &formal}) {
    if (const std::string name = beyond_parameters(*formula); !name.empty())
      return {Kind::not_covered, 2, "it speaks of " + name, {}};
  }
  for (std::uint64_t from = 2; from <= ForAllD::max_from; ++from) {
    const Truth made = symbolic(domain, fixed, from, reason).truth;
    if (made == Truth::no && from == 2) return {Kind::outside, from, "", {}};
    if (made != Truth::yes) continue;
    const claim::Verdict verdict = symbolic(formal, fixed, from, reason);
    const bool proves = verdict.truth == Truth::yes && !verdict.vacuous;
    if (verdict.truth == Truth::yes && verdict.vacuous) reason = "it may be vacuous";
    if (!proves && verdict.truth != Truth::no) continue;
    if (const auto found = one_by_one(domain, formal, fixed, proves ? from - 1 : from))
      return *found;
    if (proves) return {Kind::proved, from, "", {}};
  }
  if (const auto found = one_by_one(domain, formal, fixed, 2);
      found && found->kind != Kind::not_covered)
    return *found;
  return {Kind::not_covered, ForAllD::max_from, reason, {}};
}

std::vector<FixedParameters> needed(const std::vector<FixedParameters>& sets,
                                    const claim::Formula& domain, const claim::Formula& formal) {
  const auto speak_of = [&](Name name) {
    return speaks_of(domain, name) || speaks_of(formal, name);
  };
  const bool p = speak_of(Name::p_);
  const bool s = speak_of(Name::s_);
  std::vector<FixedParameters> result;
  for (FixedParameters fixed : sets) {
    if (!p) fixed.p = 0;
    if (!s) fixed.s = 0;
    if (s && fixed.s == 0) continue;  // the pattern has none
    if (std::find(result.begin(), result.end(), fixed) == result.end()) result.push_back(fixed);
  }
  return result;
}

certificate::ClaimRecord record_for_all_D(const claim::Entry& entry, const FixedParameters& fixed) {
  using Kind = ForAllD::Kind;
  certificate::ClaimRecord record{entry.id,
                                  certificate::sha256(claim::binding_text(entry)),
                                  "not_checkable",
                                  "none",
                                  "none",
                                  "feature",
                                  {}};
  if (!entry.formal) return record;
  const claim::Formula domain = claim::domain_of(entry, run_vocabulary());
  const claim::Formula formal = claim::formal_of(entry, run_vocabulary());
  const ForAllD found = decide_for_all_D(domain, formal, fixed);
  const auto set = [&](const char* verdict, const char* tier, const std::string& evidence,
                       const char* reason) {
    record.verdict = verdict;
    record.tier = tier;
    record.evidence = evidence;
    record.reason = reason;
  };
  const bool under_hypotheses = !entry.needs.empty();
  switch (found.kind) {
    case Kind::proved:
      set("proved", "symbolic", fmt::format("signs from D={}", found.from), "");
      break;
    case Kind::outside: set("not_checkable", "none", "none", "domain"); break;
    case Kind::error:
      if (under_hypotheses) {
        set("undecided", "none", "none", "hypotheses");
      } else {
        set("error", "none", fmt::format("D={}", found.from), "undefined");
      }
      break;
    case Kind::refuted:
      if (under_hypotheses) {
        set("undecided", "none", "none", "hypotheses");
      } else {
        set("refuted", "witness", fmt::format("D={}", found.from), "");
        record.witness = found.witness;
      }
      break;
    case Kind::not_covered: set("undecided", "none", "none", "not covered"); break;
  }
  return record;
}

std::string certificate_for_all_D(const std::vector<claim::Entry>& entries, const std::string& only,
                                  const FixedParameters& fixed) {
  certificate::Writer w("for-all-D");
  w.key("fixed");
  w.open('{');
  w.field("construction", pattern_construction());
  w.field("n", std::to_string(fixed.n));
  w.field("d", std::to_string(fixed.d));
  w.field("p", std::to_string(fixed.p));
  w.field("s", std::to_string(fixed.s));
  w.close('}');
  std::vector<certificate::ClaimRecord> records;
  std::vector<const claim::Entry*> claims;
  for (const claim::Entry& entry : entries) {
    if (!is_about(entry.id, pattern_construction()) || !entry.is_asked_for(only)) continue;
    records.push_back(record_for_all_D(entry, fixed));
    claims.push_back(&entry);
  }
  HARDMAX_REQUIRE(!records.empty());
  w.claims(only, records);
  w.hypotheses(certificate::hypotheses_of(claims, entries));
  return w.finish();
}

}  // namespace hardmax
