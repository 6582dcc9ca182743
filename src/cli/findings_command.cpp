// verify findings: the errata of papers, the gravest first, each decided now.
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>

#include "cli/claim_ids.hpp"
#include "cli/corpus_command.hpp"
#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "cli/run_command.hpp"
#include "exact/error.hpp"
#include "report/findings.hpp"

namespace hardmax::cli {

int findings_command(const CorpusOptions& options) {
  const std::vector<claim::Entry> entries = load_claims(options.claims);
  const std::string paper = paper_meant("findings", options.paper, entries);
  report::FindingsPresentation how;
  how.version = HARDMAX_VERSION;
  how.papers = papers_of(options.claims);
  for (const claim::Entry& entry : entries) {
    if (!entry.borrowed) ++how.claims[entry.id.substr(0, entry.id.find('.'))];
  }
  how.color = in_color(options.color);
  CorpusRequest request = corpus_request(options, entries);
  show_progress(options, request);
  const std::vector<std::string> ids = claims_of_findings(entries, paper);
  request.ids = std::set<std::string>(ids.begin(), ids.end());
  CorpusResult result;
  result.boxes = request.boxes;
  result.patterns = request.patterns;
  if (!ids.empty()) result = decide_corpus(request, entries);
  const std::string shown = options.json             ? report::findings_json(result, how)
                            : options.format == "md" ? report::findings_markdown(result, how)
                                                     : report::findings_text(result, how);
  print_result(shown);
  return report::exit_code(result);
}

}  // namespace hardmax::cli
