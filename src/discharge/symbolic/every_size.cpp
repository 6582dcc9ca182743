#include "discharge/symbolic/every_size.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>

#include "claim/claim.hpp"
#include "claim/symbolic.hpp"
#include "claim/syntax.hpp"
#include "discharge/assumption_text.hpp"
#include "discharge/file_meaning.hpp"
#include "discharge/from_file.hpp"
#include "discharge/run_names.hpp"
#include "discharge/stage_words.hpp"
#include "discharge/sweep_model.hpp"
#include "discharge/symbolic/every_run.hpp"
#include "execute/symbolic_residues.hpp"
#include "pattern/structured_assumption1.hpp"

namespace hardmax {

namespace {

// Names of the stages before and after attention, which are not followed.
bool speaks_of_other_stages(const claim::Formula& formula, const claim::Vocabulary& vocabulary) {
  const bool of_run = &vocabulary == &run_vocabulary();
  std::vector<std::string> others = {"qbreaks", "qmap",   "qstep",     "q_hidden", "q_pieces",
                                     "q_flat",  "zeroed", "zeroed_R2", "planted",  "soft"};
  for (const StageWord& word : of_run ? stage_words_of_runs() : stage_words_of_sweeps())
    if (word.role != StageRole::sweep && word.role != StageRole::last)
      others.push_back("layers(" + word.name + ")");
  for (const std::string& name : others) {
    const auto at = std::find_if(vocabulary.begin(), vocabulary.end(),
                                 [&](const claim::Accessor& a) { return a.name == name; });
    if (at != vocabulary.end() &&
        mentions(formula, static_cast<std::size_t>(at - vocabulary.begin())))
      return true;
  }
  return of_run && needs_value_mapping(formula);
}

// Of a domain: every term has a value at every size, as is seen from how it is written.
bool has_a_value(const claim::Node& node) {
  using claim::Op;
  const auto all = [](const claim::Node& of) {
    return std::all_of(of.parts.begin(), of.parts.end(),
                       [](const claim::NodePtr& part) { return has_a_value(*part); });
  };
  const std::function<bool(const claim::Node&)> counts =
      [&](const claim::Node& x) {  // a whole number from 0 on
        const bool divides_or_subtracts =
            std::find(x.inverse.begin(), x.inverse.end(), true) != x.inverse.end();
        const bool made = (x.op == Op::sum || x.op == Op::product) && !divides_or_subtracts &&
                          std::all_of(x.parts.begin(), x.parts.end(),
                                      [&](const claim::NodePtr& part) { return counts(*part); });
        const bool size =
            x.op == Op::accessor && (x.name == "n" || x.name == "d" || x.name == "D" ||
                                     x.name == "p" || x.name == "s" || x.name == "q");
        return made || size || x.op == Op::integer;
      };
  switch (node.op) {
    case Op::truth:
    case Op::integer: return true;
    case Op::accessor: return node.parts.empty();
    case Op::product:
      return std::find(node.inverse.begin(), node.inverse.end(), true) == node.inverse.end() &&
             all(node);
    case Op::power:
      return node.parts.size() == 2 && has_a_value(*node.parts[0]) && counts(*node.parts[1]);
    case Op::mod:
      return has_a_value(*node.parts[0]) && node.parts[1]->op == Op::integer &&
             node.parts[1]->number.sign() > 0;
    case Op::sum:
    case Op::negate:
    case Op::negation:
    case Op::conjunction:
    case Op::disjunction:
    case Op::implication:
    case Op::comparison: return all(node);
    default: return false;
  }
}

using Claim = EverySizeResult::Claim;
using Shown = SymbolicFacts::Shown;
using claim::Truth;
using What = IdsSay::What;

// Every column has bounds of about n d coefficients (every d: 2 n) of n d (n) bits; where columns
// increase, a value at each of n + 1 corners.
double work_of(std::uint64_t tokens, const std::optional<std::uint64_t>& rows, bool increasing) {
  const double n = static_cast<double>(tokens), d = static_cast<double>(rows.value_or(1));
  return (increasing ? n : 1) * (rows ? n * (n * d) * (n * d) : n * (2 * n) * n);
}

template <typename Number>
Shown show(const StagedNetworkOf<Number>& network, const Pattern& pattern,
           const SymbolicRunOf<Number>& run, What what) {
  return what == What::all_differ ? final_ids_differ(network, pattern, run)
                                  : run.ids_differ_in_each_input();
}

class EverySizeDecider {
 public:
  EverySizeDecider(const EverySizeRequest& request, const claim::Vocabulary& vocabulary,
                   const std::vector<claim::Entry>& entries, std::optional<Pattern> attended,
                   EverySizeResult& result)
      : request_(request),
        vocabulary_(vocabulary),
        result_(result),
        attended_(std::move(attended)) {
    increasing_ = request.sweep && !request.sweep->positional;
    for (Claim& claim : result_.claims) {
      const std::string_view construction = construction_of_run(request.sweep);
      std::string other =
          meant_otherwise(claim::formal_of(*claim.entry, vocabulary), vocabulary, construction);
      if (other.empty())
        other =
            meant_otherwise(claim::domain_of(*claim.entry, vocabulary), vocabulary, construction);
      if (!other.empty()) {
        claim.why_not = other;
        continue;
      }
      const auto& needs = claim.entry->needs;
      const auto beyond = std::find_if(needs.begin(), needs.end(), [&](const std::string& id) {
        return !assumption1_part(id, entries);
      });
      if (!has_a_value(claim::domain_of(*claim.entry, vocabulary).root())) {
        claim.why_not = "its domain may have no value at some size";
      } else if (beyond == needs.end()) {
        open_.push_back({&claim, claim::domain_of(*claim.entry, vocabulary),
                         claim::formal_of(*claim.entry, vocabulary), false});
        const IdsSay say = what_ids_say(open_.back().formal.root(), vocabulary);
        if (say.increasing == increasing_) open_.back().ids = say.what;
      } else {
        claim.why_not = "it needs " + *beyond;
      }
    }
  }

  // How ids differ, for every d and D: those with D^d >= least_q at once, the others one by one.
  void decide_every_d(std::uint64_t least_q) {
    if (least_q > 2 && done()) return;
    const auto network = network_of({request_.n, std::nullopt, 2, false,
                                     increasing_ ? std::max(least_q, request_.n) : least_q});
    const SymbolicRunOf<WholePolynomial> run(network, pattern());
    note(network);
    for (Open& open : open_) {
      if (open.ids != What::other) {
        const Shown shown = show(network, pattern(), run, open.ids);
        if (shown.holds || least_q == 2)
          take(open, shown.holds ? below_q(open, least_q) : shown, 2);
      } else {
        open.claim->why_not =
            "it is about inputs that are not followed";  // with d, it is looked at below
      }
    }
    drop_settled();
  }

  // At the given d, for D >= F = from. Claims that say no more than how ids differ, or all others.
  void decide(std::uint64_t from, bool ids) {
    const auto wanted = [&](const Open& open) { return (open.ids != What::other) == ids; };
    if (std::none_of(open_.begin(), open_.end(), wanted)) return;
    Followed& every = at(from, false);
    note(every.run.network);
    for (Open& open : open_) {
      if (!wanted(open)) continue;
      bool vacuous = false;
      const Shown shown = ids ? show(every.run.network, pattern(), *every.symbolic, open.ids)
                              : truth_of(open, every, vacuous);
      if (shown.holds || from == first()) take(open, shown.holds ? below(open, from) : shown, from);
      open.settled = shown.holds || (!ids && every.input->given_up());
      open.claim->may_be_vacuous = open.claim->shown() && vacuous;
    }
    drop_settled();
  }

  // Claims that are made for no D, by a part of their domain that does not depend on d, or does at
  // the given d.
  void decide_domains() {
    EverySize size{request_.n, request_.d.value_or(1)};
    const EveryRun every = run_of(size);
    for (Open& open : open_) {
      bool outside = false;
      const claim::Node& domain = open.domain.root();
      std::vector<const claim::Node*> parts;
      if (domain.op == claim::Op::conjunction) {
        for (const claim::NodePtr& part : domain.parts) parts.push_back(&*part);
      } else {
        parts.push_back(&domain);
      }
      for (const claim::Node* part : parts) {
        const claim::Formula formula = claim::Formula::parse(claim::print(*part), vocabulary_);
        outside = outside || ((request_.d || !mentions(formula, index_of(vocabulary_, "d"))) &&
                              made(formula, every) == Truth::no);
      }
      if (!outside) continue;
      open.claim->result = Claim::Result::outside;
      open.claim->why_not.clear();
      open.settled = true;
    }
    drop_settled();
  }

  [[nodiscard]] bool done() const { return open_.empty(); }
  // The least D at which there are inputs. Requires  d given.
  [[nodiscard]] std::uint64_t first() const {
    std::uint64_t D = 2;
    while (increasing_ && power(Rational(D), Rational(*request_.d)) < Rational(request_.n)) ++D;
    return D;
  }
  [[nodiscard]] bool increasing() const { return increasing_; }

 private:
  struct Open {
    Claim* claim;
    claim::Formula domain, formal;
    bool settled;
    What ids = What::other;  // if the claim says no more, of the inputs that are followed
  };
  struct Followed {
    EveryRun run;
    std::optional<SymbolicRunOf<WholePolynomial>> symbolic;  // none: no input
    std::optional<StagedNetworkOf<WholePolynomial>> network_in_q;
    std::optional<SymbolicRunOf<WholePolynomial>> in_q;
    std::optional<EveryInput> input;
  };

  [[nodiscard]] const Pattern& pattern() const {
    return attended_ ? *attended_ : *request_.pattern;
  }
  [[nodiscard]] StagedNetworkOf<WholePolynomial> network_of(const EverySize& size) const {
    if (request_.sweep)
      return hardmax::stages_of_every_size(*request_.sweep, size, request_.overrides);
    return stages_of_every_size(size, pattern(), result_.assumption, request_.overrides);
  }
  void note(const StagedNetworkOf<WholePolynomial>& network) {
    result_.sweeps = network.sweeps.size();
    result_.all_max = network.all_max.size();
  }
  [[nodiscard]] EveryRun run_of(const EverySize& size) const {
    return {size,
            request_.sweep ? request_.sweep->paper : nullptr,
            request_.sweep && request_.sweep->positional,
            &pattern(),
            request_.sweep ? nullptr : &result_.assumption,
            network_of(size)};
  }
  Followed& at(std::uint64_t D, bool alone) {
    auto& known = followed_[{D, alone}];
    if (!known) {
      known = std::make_unique<Followed>(
          Followed{run_of({request_.n, request_.d, D, alone, 2}), {}, {}, {}, {}});
      if (D >= first()) known->symbolic.emplace(known->run.network, pattern());
      const auto least_q = power(Rational(D), Rational(*request_.d)).to_int64();
      if (increasing_ && D >= first() && *request_.d > 1 && !alone &&
          least_q) {  // where columns increase, all is a function of q = D^d
        try {
          known->network_in_q = network_of(
              {request_.n, std::nullopt, 2, false, static_cast<std::uint64_t>(*least_q)});
          known->in_q.emplace(*known->network_in_q, pattern());
        } catch (const LimitReached&) {  // then it is not taken as one
        }
      }
      known->input.emplace(known->run, known->symbolic ? &*known->symbolic : nullptr, vocabulary_,
                           known->in_q ? &*known->in_q : nullptr);
    }
    return *known;
  }

  static claim::Verdict decide(const claim::Formula& formula, EveryInput& input) {
    return claim::SymbolicEvaluator(formula.syntax(), input.model(), input).decide(nullptr);
  }
  // Whether the formula is true at these sizes; else why not.
  Shown truth_of(const Open& open, Followed& every, bool& vacuous) const {
    if (increasing_ && mentions_inputs(open.formal) && !about_increasing(open.formal))
      return {false, "inputs whose columns may be alike, or out of order"};
    Shown shown = looked_at(open, every, vacuous, false);
    if (!shown.holds && every.input->layers_asked() && looked_at(open, every, vacuous, true).holds)
      shown = {true, ""};
    return shown;
  }
  Shown looked_at(const Open& open, Followed& every, bool& vacuous, bool layers_together) const {
    EveryInput& input = *every.input;
    input.begin();
    input.take_layers_together(layers_together);
    try {
      const claim::Verdict verdict = decide(open.formal, input);
      vacuous = vacuous || verdict.vacuous;
      if (verdict.truth == Truth::yes) return {true, ""};
      const std::string sizes =
          fmt::format("D {} {}", every.run.size.alone ? "=" : ">=", every.run.size.least_D);
      return {false, !input.why_not_known().empty() ? input.why_not_known()
                     : verdict.truth == Truth::no   ? "false for " + sizes
                                                    : "a comparison is not shown for " + sizes};
    } catch (const Undefined& e) {
      return {false, e.what()};
    } catch (const LimitReached& e) {
      return {false, e.what()};
    }
  }
  // Whether the claim is made at these sizes.
  [[nodiscard]] Truth made(const claim::Formula& domain, const EveryRun& every) const {
    EveryInput input(every, nullptr, vocabulary_);
    try {
      return decide(domain, input).truth;
    } catch (const Undefined&) {
      return Truth::unknown;
    } catch (const LimitReached&) {
      return Truth::unknown;
    }
  }
  // How ids differ at one d and D, if the claim is made there and there are inputs.
  Shown ids_at(const Open& open, std::uint64_t d, std::uint64_t D) {
    if (made(open.domain, run_of({request_.n, d, D, true, 2})) == Truth::no) return {true, ""};
    const Parameters parameters{request_.n, d, D};
    StagedNetwork network =
        request_.sweep
            ? hardmax::stages(*request_.sweep, parameters, request_.overrides)
            : hardmax::stages(parameters, pattern(), result_.assumption, request_.overrides);
    network.increasing = increasing_;
    return show(network, pattern(), SymbolicRun(network, pattern()), open.ids);
  }
  // Every D in 2..from-1 by itself.
  Shown below(const Open& open, std::uint64_t from) {
    for (std::uint64_t D = 2; D < from; ++D) {
      Shown shown;
      if (open.ids != What::other) {
        if (D < first()) continue;  // no input, and nothing else is said
        shown = ids_at(open, *request_.d, D);
      } else if (made(open.domain, run_of({request_.n, request_.d, D, true, 2})) == Truth::no) {
        continue;
      } else {
        bool vacuous = false;
        shown = truth_of(open, at(D, true), vacuous);
      }
      if (!shown.holds)
        return {false,
                fmt::format("shown from D = {} on, but at D = {}: {}", from, D, shown.why_not)};
    }
    return {true, ""};
  }
  // Every d and D with D^d < q by itself.
  Shown below_q(const Open& open, std::uint64_t q) {
    for (std::uint64_t D = 2; D < q; ++D) {
      std::uint64_t d = 1;
      for (std::uint64_t values = D; values < q; values *= D, ++d) {
        if (increasing_ && values < request_.n) continue;
        const Shown shown = ids_at(open, d, D);
        if (!shown.holds)
          return {false, fmt::format("shown from D^d = {} on, but at d = {}, D = {}: {}", q, d, D,
                                     shown.why_not)};
      }
    }
    return {true, ""};
  }
  static bool mentions_inputs(const claim::Formula& formula) {
    return formula.scope() != claim::Formula::Scope::closed;
  }
  static void take(Open& open, const Shown& shown, std::uint64_t from) {
    open.claim->from = from;
    open.claim->why_not = shown.why_not;
    if (shown.holds) open.claim->result = Claim::Result::shown;
    open.settled = shown.holds;
  }
  void drop_settled() {
    std::erase_if(open_, [](const Open& open) { return open.settled; });
  }

  const EverySizeRequest& request_;
  const claim::Vocabulary& vocabulary_;
  EverySizeResult& result_;
  bool increasing_ = false;
  std::optional<Pattern> attended_;
  std::vector<Open> open_;
  std::map<std::pair<std::uint64_t, bool>, std::unique_ptr<Followed>> followed_;
};

bool is_looked_at(const EverySizeRequest& request, const claim::Entry& entry,
                  const claim::Vocabulary& vocabulary) {
  if (!entry.formal) return false;
  const claim::Formula formal = claim::formal_of(entry, vocabulary);
  if (!request.d) return what_ids_say(formal.root(), vocabulary).what != What::other;
  return !formal.over_reals() && !speaks_of_other_stages(formal, vocabulary);
}

// The claims that are looked at, and the others.
void choose_claims(const EverySizeRequest& request, const std::vector<claim::Entry>& entries,
                   const claim::Vocabulary& vocabulary, EverySizeResult& result) {
  const std::string_view paper = construction_of_run(request.sweep);
  for (const claim::Entry& entry : entries) {
    if (!is_about(entry.id, paper) || !entry.is_asked_for(request.only)) continue;
    if (is_looked_at(request, entry, vocabulary)) {
      Claim claim;
      claim.entry = &entry;
      result.claims.push_back(claim);
    } else {
      result.others.push_back(&entry);
    }
  }
}

// Why Assumption 1 does not let claims be decided; "": it holds.
std::string decide_assumption(const EverySizeRequest& request, EverySizeResult& result) {
  result.assumption = request.n > reach_bitset_tokens ? decide_assumption1(*request.rules)
                                                      : decide_assumption1(*request.pattern);
  if (result.assumption.holds()) return "";
  return result.assumption.fails() ? "Assumption 1 does not hold for this pattern"
                                   : "Assumption 1 is undecided for this pattern";
}

// Keys that depend on a size that varies are followed at no size (subject/staged.hpp,
// stages_in_every_d.hpp), thus the least one has those of all.
Pattern attended_at_every_size(const EverySizeRequest& request) {
  return attended(*request.sweep, {request.n, request.d.value_or(1), 2}, request.overrides);
}

void leave_long_inputs(const claim::Vocabulary& vocabulary, EverySizeResult& result) {
  for (Claim& claim : result.claims) {
    if (claim.result == Claim::Result::undecided &&
        what_ids_say(claim::formal_of(*claim.entry, vocabulary).root(), vocabulary).what ==
            What::other) {
      claim.why_not =
          fmt::format("inputs of more than {} entries: only whether ids differ is decided",
                      EverySizeResult::most_entries);
    }
  }
}

}  // namespace

EverySizeResult decide_every_size(const EverySizeRequest& request,
                                  const std::vector<claim::Entry>& entries) {
  EverySizeResult result;
  const claim::Vocabulary& vocabulary = request.sweep ? sweep_vocabulary() : run_vocabulary();
  choose_claims(request, entries, vocabulary, result);
  const auto leave = [&](const std::string& why) {
    for (Claim& claim : result.claims) claim.why_not = why;
  };
  if (!request.sweep) {
    if (const std::string why = decide_assumption(request, result); !why.empty()) {
      leave(why);
      return result;
    }
  }
  leave(fmt::format("polynomials for {} tokens would take too much memory", request.n));
  const auto unless_limited = [&](const auto& f) {
    try {
      f();
      return true;
    } catch (const LimitReached& e) {
      for (Claim& claim : result.claims)
        if (claim.result == Claim::Result::undecided) claim.why_not = e.what();
      return false;
    }
  };
  std::optional<Pattern> attended;
  if (request.sweep && !unless_limited([&] { attended = attended_at_every_size(request); }))
    return result;
  EverySizeDecider decider(request, vocabulary, entries, std::move(attended), result);
  if (!unless_limited([&] { decider.decide_domains(); })) return result;
  const std::uint64_t most_q =
      request.d || decider.increasing() ||
              work_of(request.n, std::nullopt, false) > EverySizeResult::most_work / 16
          ? 2
          : EverySizeResult::max_from_q;
  if (work_of(request.n, std::nullopt, decider.increasing()) <= EverySizeResult::most_work) {
    unless_limited([&] {
      for (std::uint64_t q = 2; q <= most_q; ++q) decider.decide_every_d(q);
    });
  }
  if (!request.d || decider.done()) return result;
  const double work = work_of(request.n, request.d, decider.increasing());
  const std::uint64_t first = result.first = decider.first();
  const std::uint64_t tries = work > EverySizeResult::most_work ? 0
                              : work > EverySizeResult::most_work / 16
                                  ? 1
                                  : EverySizeResult::max_from - 1;
  if (tries == 0) return result;
  if (!unless_limited([&] {
        for (std::uint64_t from = first; from < first + tries; ++from) decider.decide(from, true);
      }))
    return result;
  if (request.n * *request.d > EverySizeResult::most_entries) {
    leave_long_inputs(vocabulary, result);
    return result;
  }
  unless_limited([&] {
    for (std::uint64_t from = first; from < first + std::min(tries, EverySizeResult::max_tries);
         ++from)
      decider.decide(from, false);
  });
  return result;
}

}  // namespace hardmax
