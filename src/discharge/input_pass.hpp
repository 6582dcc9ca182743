// The pass over all grid inputs for the claims that can be split by input: chooses the engine,
// estimates, leaves out what is over budget, and decides the rest.
#pragma once
#include <optional>
#include <utility>
#include <vector>

#include "discharge/decide.hpp"
#include "discharge/id_facts.hpp"
#include "discharge/run_system.hpp"
#include "execute/id_program.hpp"

namespace hardmax {

struct Enumeration;

class InputPass {
 public:
  using Wanted = std::pair<ClaimResult*, claim::Formula>;  // any scope but closed
  // Decides a formula of scope whole by itself.
  using Alone = std::function<claim::Outcome(const claim::Formula&, ClaimResult&)>;

  // Requires  a system with a network. Fills in result's totals.
  InputPass(const RunRequest& request, const RunSystem& system, RunResult& result, Alone alone)
      : request_(request), system_(system), result_(result), alone_(std::move(alone)) {}
  void run(std::vector<Wanted> wanted);

 private:
  // The network as the integer engines execute it, if this run is for them.
  [[nodiscard]] std::optional<IdProgram> choose_engine(std::optional<std::uint64_t> inputs) const;
  // Digest and distinctness of all ids, and the claims that they decide: those leave the list.
  // False if that is over budget: then nothing is executed.
  bool run_id_engine(const IdProgram& program, std::vector<Wanted>& wanted);
  // Takes the claims about all inputs at once out of the list that are true by their form and by
  // what is known of the ids.
  void show_claims(std::vector<Wanted>& wanted) const;
  [[nodiscard]] bool known(const claim::Node& node) const;

  // Where every input is gone through: seconds `per_input`, on all threads.
  [[nodiscard]] std::size_t threads() const;
  [[nodiscard]] bool over_budget(double per_input) const;
  [[nodiscard]] std::string estimate(double per_input) const;
  struct Costs;
  struct Group;
  // Decides the formulas of scope whole, which leave the list.
  void decide_alone(std::vector<Wanted>& wanted, const RunView& view) const;
  [[nodiscard]] Costs sample_costs(const Enumeration& work, std::size_t claims) const;
  // Claims about one input at a time that the first inputs do not settle are compiled.
  void compile(Enumeration& work, const std::vector<Wanted>& wanted, const IdProgram& program,
               Costs& costs) const;
  // What is within the budget of time and memory, by passes; decides the others. `ids`: so many are
  // kept in the first pass.
  [[nodiscard]] std::vector<Group> into_groups(const std::vector<Wanted>& wanted,
                                               const RunView& view, const Costs& costs, double ids,
                                               const std::string& steps_taken) const;
  void execute(Enumeration& work, std::vector<Group>& groups, const RunView& view,
               const std::string& steps_taken);

  const RunRequest& request_;
  const RunSystem& system_;
  RunResult& result_;
  Alone alone_;
  std::optional<IdFacts> facts_;
};

}  // namespace hardmax
