// `verify report`: certificates, or a whole corpus, as one HTML page or as Markdown.
//
// The caller has had verify-check look at the very bytes that stand here and made no report of what
// it rejected.   Docs  docs/reports.md
#pragma once
#include <map>
#include <string>
#include <vector>

#include "claim/entry.hpp"
#include "claim/paper.hpp"
#include "discharge/corpus.hpp"
#include "report/claim_set.hpp"

namespace hardmax::report {

struct CheckedCertificate {
  std::string name;  // the file as the user calls it
  std::string bytes;
  int check_code = 0;                    // 0 accepted, 3 incomplete
  std::vector<std::string> check_lines;  // what verify-check said
};

struct ReportOptions {
  std::string version;
  ClaimSet claims;
  std::string claims_option;  // " --claims DIR" for the commands on the page, or ""
  std::map<std::string, claim::Paper>
      papers;        // what is known of them, by what the ids of their claims begin with
  bool soft = true;  // enclose the network with softmax too, where that is small
};

// `entries`: in order of id. Errors  InvalidInput (file): a certificate that cannot be read,
// Interrupted.
std::string certificates_html(const std::vector<CheckedCertificate>& certificates,
                              const std::vector<claim::Entry>& entries,
                              const ReportOptions& options);
std::string certificates_markdown(const std::vector<CheckedCertificate>& certificates,
                                  const std::vector<claim::Entry>& entries,
                                  const ReportOptions& options);

// "Hardmax 0.1.0, claims of proofs, 431 entries, sha256 0123...": what a page ends with.
std::string made_by(const ReportOptions& options);

std::string corpus_html(const CorpusResult& result, const ReportOptions& options);

}  // namespace hardmax::report
