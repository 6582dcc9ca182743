// verify soft --float: the network in the arithmetic of machines.
#include <fmt/core.h>

#include "cli/output.hpp"
#include "cli/pattern_options.hpp"
#include "cli/run_command.hpp"
#include "discharge/from_file.hpp"
#include "discharge/soft/answer.hpp"
#include "exact/error.hpp"
#include "execute/grid.hpp"
#include "pattern/assumption1.hpp"
#include "report/float.hpp"

namespace hardmax::cli {

namespace {

// Of layers, tokens and inputs together: some ten minutes.
constexpr std::int64_t kMaxSteps = 60'000'000, kMaxCliffSteps = 1'000'000;

// Heads at tokens in one run over `inputs` of the grid.
Rational steps(const Parameters& parameters, std::size_t s, const Rational& inputs) {
  const auto& [n, d, D] = parameters;
  return inputs * Rational(n) * (Rational(2) * Rational(n - 1) * power(D, d) + Rational(s));
}

std::optional<FloatCliff> cliff(const SoftOptions& options, const Parameters& parameters,
                                std::vector<std::string>& left_out) {
  const auto leave_out = [&](const std::string& why) {
    left_out.push_back(
        fmt::format("n = {}, d = {}, D = {}: {}", parameters.n, parameters.d, parameters.D, why));
    return std::nullopt;
  };
  PatternRequest request = options.run.pattern;
  request.n = parameters.n;
  const Pattern pattern = make_pattern(request);
  const Assumption1 assumption = decide_assumption1(pattern);
  if (!assumption.holds()) return leave_out("Assumption 1 does not hold");
  if (steps(parameters, assumption.s, power(parameters.D, parameters.n * parameters.d)) >
      Rational(kMaxCliffSteps))
    return leave_out("too many inputs");
  return precision_cliff(hardmax::build(parameters, pattern, assumption, {}), pattern,
                         options.settings, nullptr);
}

}  // namespace

int float_command(const SoftOptions& options) {
  const Pattern pattern = pattern_and_warn(options.run.pattern);
  const auto& [n, d, D] = options.run.parameters;
  report::FloatReport report;
  report.parameters = options.run.parameters;
  report.pattern = pattern.name();
  report.overrides = options.run.overrides.canonical();
  const Assumption1 assumption = decide_assumption1(pattern);
  if (!assumption.holds()) {
    print_result(
        "Assumption 1 does not hold for this pattern: there is no network (verify pattern says "
        "why)\n");
    return 1;
  }
  const Rational inputs = options.ordinals ? Rational(options.ordinals->size()) : power(D, n * d);
  if (steps(options.run.parameters, assumption.s, inputs * Rational(2 * options.floats.size())) >
      Rational(kMaxSteps)) {
    throw InvalidInput(InvalidInput::Kind::option,
                       fmt::format("--inputs: {} inputs in {} formats take more than ten minutes; "
                                   "name fewer, for example --inputs 0..999",
                                   inputs.str(), options.floats.size()));
  }
  if (const std::string why = no_soft_network(); !why.empty())
    throw InvalidInput(InvalidInput::Kind::file, why);
  const Construction construction =
      hardmax::build(options.run.parameters, pattern, assumption, options.run.overrides);
  SoftSettings settings = options.settings;
  settings.choice = SoftSettings::Choice::repaired;
  settings.map = SoftMap{};
  const Network soft =
      soft_network(construction, soft_stages(construction, settings), *settings.map);
  {
    const Precision precision(256);
    const Ball bound = delta_tilde(options.run.parameters, settings.eps, settings.lp) / Ball(4);
    report.bound_lower = bound.lower();
    report.bound_upper = bound.upper();
  }
  FloatRequest request;
  request.construction = &construction;
  request.pattern = &pattern;
  request.ordinals = options.ordinals;
  for (const FloatModel& model : options.floats) {
    for (const Network* network : {&construction.network, &soft}) {
      request.model = model;
      request.network = network;
      report.runs.push_back(run_float(request));
    }
  }
  if (options.cliff) {
    for (const Parameters& parameters : parameter_sets({*options.cliff})) {
      if (auto found = cliff(options, parameters, report.left_out))
        report.cliffs.push_back(std::move(*found));
    }
  }
  const std::string shown =
      options.run.json ? report::float_json(report, HARDMAX_VERSION) : report::float_text(report);
  print_result(shown);
  return report.left_out.empty() ? 0 : 2;  // part of --cliff was asked for and not run
}

}  // namespace hardmax::cli
