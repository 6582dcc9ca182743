// A run while its claims are decided: its network and its names, opened once, and what deciding may
// cost. The ways to decide share it (discharge/ways_of_run.hpp).
#pragma once
#include <memory>
#include <set>
#include <string>

#include "decide/claim_book.hpp"
#include "discharge/decide.hpp"
#include "discharge/later_stages.hpp"
#include "discharge/run_system.hpp"

namespace hardmax {

class RunUnderway {
 public:
  // Builds the network, unless it is too large or Assumption 1 fails, and says of `result` what is
  // known before a claim is looked at. All outlive this.
  RunUnderway(const RunRequest& request, decide::ClaimBook& claims, RunResult& result);

  const RunRequest& request;
  decide::ClaimBook& claims;
  RunResult& result;
  std::shared_ptr<LaterStages> later;  // of a run with a pattern
  std::unique_ptr<RunSystem> system;
  std::unique_ptr<RunView> view;  // for names of the run alone
  // Claims whose hypotheses and domain hold, by names that mean what is computed here.
  std::set<const ClaimResult*> may_be_followed;

  [[nodiscard]] bool has_network() const { return result.construction || result.sweep; }
  // Of a run without a network: there is one, and it is too large.
  [[nodiscard]] bool is_too_large_to_build() const;
  // Can a symbolic run follow the network?
  [[nodiscard]] bool may_follow() const;

  // ---- cost
  [[nodiscard]] std::uint64_t steps_of_budget() const;
  [[nodiscard]] std::string out_of_steps() const;  // what is said of a claim then
  [[nodiscard]] bool is_affordable(double seconds) const {
    return seconds <= request.budget_seconds;
  }
  // Even if no engine were faster: not one input is executed for an estimate then.
  [[nodiscard]] bool is_out_of_reach() const;
  [[nodiscard]] std::string too_many_inputs() const;
  [[nodiscard]] double seconds_of_one_input();  // executed literally, measured once
  [[nodiscard]] std::string not_built() const;

 private:
  void open_with_pattern();
  void open_without_pattern();
  void build_network();

  double one_input_ = 0;
};

}  // namespace hardmax
