
#include "cli/output.hpp"
#include "cli/pattern_options.hpp"
#include "cli/run_command.hpp"
#include "cli/target_file.hpp"
#include "exact/error.hpp"
#include "report/trace.hpp"

namespace hardmax::cli {

int trace_command(const TraceOptions& options) {
  PatternRequest asked = options.run.pattern;
  if (!options.run.takes_pattern) asked.name_or_file = "dense";
  const Pattern pattern = pattern_and_warn(asked);
  TraceRequest request;
  request.parameters = options.run.parameters;
  request.pattern = &pattern;
  request.overrides = options.run.overrides;
  request.sweep = choice_of(options.run.construction,
                            variants_named(options.run.positional, options.run.extended));
  request.target = read_target(options.run.target, options.run.parameters);
  request.X = options.input;
  request.first = options.first;
  request.last = options.last;
  const TraceResult result = trace_input(request);
  const std::string shown = options.run.json ? report::trace_json(request, result, HARDMAX_VERSION)
                                             : report::trace_text(request, result);
  print_result(shown);
  return 0;
}

}  // namespace hardmax::cli
