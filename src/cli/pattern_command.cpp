#include "cli/pattern_command.hpp"

#include "exact/atomic_file.hpp"
#include "pattern/report.hpp"

namespace hardmax {

int run_pattern_command(const PatternCommandOptions& options, std::ostream& out, std::ostream& err) {
  const PatternReport report = report_pattern(options.request);
  if (!options.svg.empty()) write_file_atomically(options.svg, svg_picture(report.import.pattern));
  for (const std::string& warning : report.import.warnings) err << "verify: warning: " << warning << "\n";
  out << (options.json ? pattern_json(report) : pattern_text(report));
  return exit_code(report);
}

}  // namespace hardmax
