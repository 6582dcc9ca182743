#include "discharge/decide.hpp"

#include <chrono>

#include "discharge/verdict.hpp"
#include "discharge/ways_of_run.hpp"

namespace hardmax {

namespace {

using claim::Entry;

class Decider {
 public:
  Decider(const RunRequest& request, const std::vector<Entry>& entries)
      : request_(request), entries_(entries), claims_(entries), run_(request, claims_, result_) {}

  RunResult decide() {
    for (const Entry& entry : entries_)
      if (is_asked_for(entry)) claims_.want(entry);
    claims_.settle_hypotheses([&](ClaimResult& decided) {
      RunQuestion asked{&decided, true, {}, {}};
      decide::ask_in_order(ways_of_run(), run_, asked);
    });
    std::vector<RunQuestion> waiting;
    for (ClaimResult* decided : claims_.rest()) {
      RunQuestion asked{decided, false, {}, {}};
      if (decide::ask_in_order(ways_of_run(), run_, asked) == decide::Taken::waits)
        waiting.push_back(std::move(asked));
    }
    for (const EngineOfRun& engine : engines_of_run()) engine.decide(run_, waiting);
    sum_up();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start_;
    result_.seconds = taken.count();
    return std::move(result_);
  }

 private:
  bool is_asked_for(const Entry& entry) const {
    return (request_.paper.empty() || is_about(entry.id, request_.paper)) &&
           entry.is_asked_for(request_.only);
  }

  void sum_up() {
    for (auto& [id, decided] : claims_.all()) {
      if (!is_asked_for(*decided.entry)) {
        result_.hypotheses.push_back(decided.entry);
        continue;
      }
      judge(decided, request_);
      result_.claims.push_back(std::move(decided));
    }
    if (run_.later && run_.later->value_built())
      result_.value_mapping =
          report_value_mapping(run_.later->value(), request_.parameters.n, request_.parameters.D,
                               run_.later->target().name());
  }

  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  const RunRequest& request_;
  const std::vector<Entry>& entries_;
  RunResult result_;
  decide::ClaimBook claims_;
  RunUnderway run_;
};

}  // namespace

RunResult decide_run(const RunRequest& request, const std::vector<Entry>& entries) {
  return Decider(request, entries).decide();
}

}  // namespace hardmax
