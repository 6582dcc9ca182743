#include "decide/decide.hpp"

#include <fmt/core.h>

#include <chrono>

#include "certificate/hypotheses.hpp"
#include "decide/execution.hpp"
#include "decide/standing.hpp"
#include "decide/ways_of_file.hpp"
#include "exact/error.hpp"
#include "subject/binding.hpp"

namespace hardmax::decide {

namespace {

using claim::Entry;

void require_no_soft_network(const Entry& entry) {
  if (entry.soft)
    throw InvalidInput(InvalidInput::Kind::file,
                       fmt::format("{}:{}: entry '{}' has the key soft: no soft network is made "
                                   "of a construction file; choose others with --only",
                                   entry.file, entry.line, entry.id));
}

class Decider {
 public:
  Decider(const Request& request, const std::vector<Entry>& entries)
      : request_(request),
        file_(request.run->file()),
        entries_(entries),
        claims_(entries, require_no_soft_network),
        run_(request, claims_, result_) {}

  Result decide() {
    const auto start = std::chrono::steady_clock::now();
    result_.sha256 = certificate::sha256(subject::binding_text(file_, [&](const std::string& id) {
      return certificate::sha256(binding_text(file_, hypothesis(id)));
    }));
    for (const std::string& id : file_.hypotheses) claims_.want_hypothesis(hypothesis(id));
    for (const Entry& entry : entries_)
      if (is_asked_for(entry)) claims_.want(entry);
    decide_hypotheses();
    decide_others();
    for (auto& [id, decided] : claims_.all()) {
      if (!is_asked_for(*decided.entry)) continue;
      judge(decided, request_.expected, [&](const std::string& counterexample) {
        return is_stored_counterexample(counterexample, *request_.run);
      });
      result_.claims.push_back(std::move(decided));
    }
    find_hypotheses();
    find_ways();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    result_.seconds = taken.count();
    return std::move(result_);
  }

 private:
  bool is_asked_for(const Entry& entry) const {
    return is_about(file_, entry) && entry.is_asked_for(request_.only);
  }

  // A hypothesis of the construction itself.
  const Entry& hypothesis(const std::string& id) const {
    const bool known =
        file_.pattern == subject::ConstructionFile::PatternUse::required &&
        (id == file_.id + ".A1.1" || id == file_.id + ".A1.2" || id == file_.id + ".A1.3");
    const Entry* const entry = claims_.find(id);
    if (known && entry != nullptr) return *entry;
    throw InvalidInput(
        InvalidInput::Kind::file,
        file_.file + ": hypothesis '" + id.substr(0, 80) + "': " +
            (known ? "no claim has this id; write it, or name its file with --claims"
                   : "only " + file_.id +
                         ".A1.1, .A1.2 and .A1.3, the parts of Assumption 1, are "
                         "decided of a construction with pattern = \"required\"; remove it"));
  }

  void decide_hypotheses() {
    const auto decide = [&](ClaimResult& decided) {
      Question asked{&decided, true, {}, {}};
      ask_in_order<const ClaimRun>(ways_of_file(), run_, asked);
    };
    for (const std::string& id : file_.hypotheses) {
      claims_.settle(id, decide);
      run_.network = run_.network && claims_.at(id).verdict == Verdict::verified;
    }
    claims_.settle_hypotheses(decide);
  }

  void decide_others() {
    std::vector<Question> waiting;
    for (ClaimResult* decided : claims_.rest()) {
      Question asked{decided, false, {}, {}};
      if (ask_in_order<const ClaimRun>(ways_of_file(), run_, asked) == Taken::waits)
        waiting.push_back(std::move(asked));
    }
    execute_inputs(run_, waiting);
  }

  // What the claims need beyond themselves.
  void find_hypotheses() {
    std::vector<const Entry*> claims;
    for (const ClaimResult& claim : result_.claims) claims.push_back(claim.entry);
    const auto find = [&](const std::string& id) -> const Entry& { return *claims_.find(id); };
    for (const certificate::Binding& b : certificate::hypotheses_of(claims, find))
      result_.hypotheses.push_back(claims_.find(b.id));
  }

  // Of the networks that were gone through here.
  void find_ways() {
    subject::Reading& reading = request_.run->reading();
    try {
      reading.allow_steps(subject::Reading::most_steps);
      result_.ways = reading.ways();
    } catch (const subject::TermError&) {
    } catch (const Undefined&) {
    } catch (const LimitReached&) {}
  }

  const Request& request_;
  const subject::ConstructionFile& file_;
  const std::vector<Entry>& entries_;
  Result result_;
  ClaimBook claims_;
  ClaimRun run_;
};

}  // namespace

Result decide(const Request& request, const std::vector<Entry>& entries) {
  return Decider(request, entries).decide();
}

}  // namespace hardmax::decide
