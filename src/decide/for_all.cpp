#include "decide/for_all.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "certificate/writer.hpp"
#include "claim/symbolic.hpp"
#include "decide/every_input.hpp"
#include "decide/vocabulary.hpp"
#include "exact/error.hpp"
#include "subject/binding.hpp"

namespace hardmax::decide {

namespace {

using claim::Entry;
using Claim = ForAllResult::Claim;

class ForAllDecider {
 public:
  ForAllDecider(const ForAllRequest& request, const std::vector<Entry>& entries)
      : request_(request), run_(*request.run), file_(run_.file()), entries_(entries) {
    for (const Entry& entry : entries) by_id_[entry.id] = &entry;
  }

  ForAllResult decide() {
    const auto reading = run_.another_reading();
    follow(*reading);
    names_ = std::make_unique<NamesOfAll>(reading, request_.size, result_.network, request_.least);
    require_conditions();
    for (const Entry& entry : entries_) {
      if (!is_about(file_, entry) || !entry.is_asked_for(request_.only)) continue;
      if (!entry.formal) {
        result_.others.push_back(&entry);
        continue;
      }
      result_.claims.push_back(decided(entry));
    }
    result_.sha256 = certificate::sha256(subject::binding_text(file_, [&](const std::string& id) {
      const auto entry = by_id_.find(id);
      if (entry == by_id_.end())
        throw InvalidInput(InvalidInput::Kind::file,
                           file_.file + ": hypothesis '" + id.substr(0, 80) +
                               "': no claim has this id; write it, or name its file with --claims");
      return certificate::sha256(binding_text(file_, *entry->second));
    }));
    return std::move(result_);
  }

 private:
  void follow(subject::Reading& reading) {
    if (!file_.hypotheses.empty()) {
      result_.why_not = "the construction has hypotheses, which are not decided for every size";
      return;
    }
    try {
      auto found = subject::AllInputs::follow(reading, file_.states, request_.size, request_.least);
      if (auto* why = std::get_if<subject::NotStaged>(&found))
        result_.why_not = why->why;
      else
        result_.network = std::get<std::shared_ptr<const subject::AllInputs>>(found);
    } catch (const subject::TermError& e) {
      result_.why_not = e.what();
    } catch (const Undefined& e) {
      result_.why_not = e.what();
    } catch (const LimitReached& e) {
      result_.why_not = e.what();
    }
  }

  // Runs are those whose parameters and choices meet what the file asks of them.
  void require_conditions() {
    for (const auto* list : {&file_.parameters, &file_.conditions})
      for (const auto& condition : *list) {
        std::string why;
        const claim::Vocabulary names = vocabulary_of(file_, condition.text);
        const auto verdict = evaluate({names, claim::Formula::parse(condition.text, names)}, why);
        if (verdict.truth == claim::Truth::yes) continue;
        result_.network = nullptr;
        result_.why_not = "'" + condition.text + "' is not shown for every " + request_.size;
        names_ = std::make_unique<NamesOfAll>(run_.another_reading(), request_.size, nullptr,
                                              request_.least);
        return;
      }
  }

  claim::Verdict evaluate(const NamedFormula& formula, std::string& why,
                          claim::Witness* witness = nullptr, bool* covered = nullptr) {
    const claim::Verdict open{claim::Truth::unknown, false};
    if (covered != nullptr) *covered = false;
    if (formula.formula.over_reals()) {
      why = "real numbers";
      return open;
    }
    EveryInputOfFile functions(*names_, formula.names);
    try {
      claim::SymbolicEvaluator evaluator(formula.formula.syntax(), functions.model(), functions);
      const claim::Verdict found = evaluator.decide(nullptr);
      if (covered != nullptr) *covered = true;
      if (found.truth == claim::Truth::unknown) why = "it is not shown, and not seen to be false";
      if (found.truth == claim::Truth::no && witness != nullptr) {
        try {
          evaluator.decide(witness);
        } catch (const LimitReached&) {  // sides that depend on D are not shown
          witness->at.clear();
        }
      }
      return found;
    } catch (const LimitReached& e) {
      why = e.what();
    } catch (const Undefined& e) {
      why = e.what();
    }
    return open;
  }

  Claim decided(const Entry& entry) {
    if (const auto known = known_.find(entry.id); known != known_.end()) return known->second;
    Claim out = found(entry);
    if (out.result == Claim::Result::undecided && !result_.network && !result_.why_not.empty())
      out.why += " (" + result_.why_not + ")";
    known_.emplace(entry.id, out);
    return out;
  }

  Claim found(const Entry& entry) {
    Claim out;
    out.entry = &entry;
    if (!entry.formal) {
      out.why = "it has no formula";
      return out;
    }
    for (const std::string& id : entry.needs) {
      const Claim needed = decided(*by_id_.at(id));
      if (needed.result == Claim::Result::shown) continue;
      const bool fails = needed.result == Claim::Result::fails;
      if (fails) out.result = Claim::Result::hypothesis;
      out.why = "needs " + id + ", which is " + (fails ? "false" : "not shown");
      return out;
    }
    const claim::Verdict domain = evaluate(domain_of(file_, entry), out.why);
    if (domain.truth != claim::Truth::yes) {
      if (domain.truth == claim::Truth::no) out.result = Claim::Result::outside;
      return out;
    }
    claim::Witness witness;
    const NamedFormula formula = formal_of(file_, entry);
    bool covered = false;
    const claim::Verdict verdict = evaluate(formula, out.why, &witness, &covered);
    if (verdict.truth == claim::Truth::yes) {
      out.result = Claim::Result::shown;
      out.may_be_vacuous = verdict.vacuous;
      out.why.clear();
    } else if (verdict.truth == claim::Truth::no) {
      out.result = Claim::Result::fails;
      out.why = witness_line(witness);
    } else if (!covered && result_.network) {
      out.result = Claim::Result::not_covered;
    }
    return out;
  }

  static std::string witness_line(const claim::Witness& witness) {
    std::string out;
    for (const claim::Binding& b : witness.at)
      if (const auto* number = std::get_if<Rational>(&b.value))
        out += (out.empty() ? "at " : ", ") + b.name + " = " + number->str();
    return out;
  }

  const ForAllRequest& request_;
  const subject::Run& run_;
  const subject::ConstructionFile& file_;
  const std::vector<Entry>& entries_;
  std::map<std::string, const Entry*> by_id_;
  std::map<std::string, Claim> known_;
  std::unique_ptr<NamesOfAll> names_;
  ForAllResult result_;
};

}  // namespace

ForAllResult decide_for_all(const ForAllRequest& request, const std::vector<Entry>& entries) {
  return ForAllDecider(request, entries).decide();
}

}  // namespace hardmax::decide
