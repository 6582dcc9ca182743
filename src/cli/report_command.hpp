// verify report: certificates, or the whole corpus, as one page for people. docs/reports.md.
#pragma once
#include <string>
#include <vector>

#include "cli/corpus_options.hpp"

namespace hardmax::cli {

struct ReportCommandOptions {
  std::vector<std::string> certificates;
  bool corpus = false;  // in place of certificates
  CorpusOptions
      of_corpus;         // claims (also for certificates), only, boxes, patterns, budget, threads
  std::string output;    // a file; "" is stdout
  std::string format;    // html or md; "" after the name of the file
  bool no_soft = false;  // leave out what no certificate covers
};

// Says what format "" is. Errors  InvalidInput (option).
void validate(ReportCommandOptions& options);

// Returns, of certificates: 0 all accepted, 3 one is incomplete; 1 one is rejected or 65
// unreadable, then nothing is written. Of the corpus: as verify regress.
int report_command(const ReportCommandOptions& options);

}  // namespace hardmax::cli
