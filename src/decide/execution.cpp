#include "decide/execution.hpp"

#include <algorithm>

#include "decide/input_pass.hpp"
#include "exact/error.hpp"

namespace hardmax::decide {

namespace {

// Why the outputs of all inputs are not there, one line; empty: they are within the budget.
std::string why_no_outputs(const ClaimRun& of) {
  if (!of.network) return "there is no network: a hypothesis is not verified";
  SampledSeconds sample;
  subject::Reading& reading = of.run.reading();
  try {
    reading.allow_steps(of.cost.allowance().steps);
    for (std::uint64_t g = 0; g < std::min(most_sampled_inputs, of.inputs); ++g)
      static_cast<void>(sample.add([&] { return outputs_of(of.run, reading, g); }));
  } catch (const subject::TermError& e) {
    return e.what();
  } catch (const Undefined& e) {
    return e.what();
  } catch (const LimitReached& e) {
    return e.what();
  }
  const double seconds = of.cost.of_all_inputs(sample);
  if (of.inputs != 0 && of.cost.is_affordable(seconds)) return "";
  return of.cost.over_budget("about", seconds);
}

}  // namespace

void execute_inputs(const ClaimRun& of, const std::vector<Question>& waiting) {
  Result& result = of.result;
  InputPass pass;
  pass.run = &of.run;
  pass.inputs = of.inputs;
  pass.allowance = of.cost.allowance();
  pass.threads = of.cost.threads();
  pass.progress = of.request.progress;
  pass.dump = of.request.dump;
  for (const Question& asked : waiting) pass.jobs.push_back({&*asked.formula, {}, false});
  result.not_executed = why_no_outputs(of);
  pass.outputs = result.not_executed.empty();
  if (!pass.outputs && pass.jobs.empty()) return;
  run(pass);
  for (std::size_t j = 0; j < waiting.size(); ++j) {
    const PassJob& job = pass.jobs[j];
    ClaimResult& decided = *waiting[j].decided;
    ClaimRun::accept(decided, of.model_of(*waiting[j].formula),
                     job.exhausted ? of.out_of_steps(decided) : job.outcome);
  }
  if (!pass.not_executed.empty()) result.not_executed = pass.not_executed;
  result.executed = pass.outputs && pass.not_executed.empty();
  result.digest = pass.digest;
}

}  // namespace hardmax::decide
