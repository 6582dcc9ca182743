#include "cli/run_certificate.hpp"

#include "cli/run_command.hpp"
#include "decide/decide.hpp"
#include "exact/atomic_file.hpp"
#include "exact/error.hpp"

namespace hardmax::cli {

report::RunCertificate certify_run(const subject::Run& run, const std::string& file,
                                   double budget) {
  if (const std::string why = decide::why_no_certificate(run); !why.empty())
    throw LimitReached("--certificate: " + why);
  const std::vector<claim::Entry> entries =
      claim::load_entries({std::filesystem::path(run.file().file).parent_path()}, shipped_claims);
  decide::Request request;
  request.run = &run;
  request.budget_seconds = budget;
  const decide::Result result = decide::decide(request, entries);
  if (!result.executed) throw LimitReached("--certificate: " + result.not_executed);
  report::RunCertificate out{file, {}};
  for (const ClaimResult& claim : result.claims)
    ++out.verdicts[std::string(name_of(claim.verdict))];
  write_file_atomically(file, decide::certify(request, result));
  return out;
}

}  // namespace hardmax::cli
