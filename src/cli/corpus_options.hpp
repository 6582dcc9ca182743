// The options of verify regress, verify claims and verify findings.
#pragma once
#include <string>
#include <vector>

#include "pattern/pattern.hpp"
#include "report/fail_on.hpp"

namespace hardmax::cli {

struct CorpusOptions {
  std::string command;              // "regress", "claims" or "findings"
  std::string paper;                // of findings; "" for all
  std::string prefix_or_file;       // of claims; "" if not given
  std::vector<std::string> claims;  // files or folders; none: the shipped claims
  std::string only;
  std::vector<std::string> boxes;
  std::string patterns;
  ImportOptions import;         // of the files among them
  std::string import_given;     // the first of these options, for messages; "" if none is given
  double budget_seconds = 600;  // for one claim at one parameter set
  std::size_t threads = 0;      // 0: all
  bool json = false;
  std::string junit;
  std::string
      for_all;  // "D": for every D >= 2 in place of a box of D; "all": for all n, d, D, p, s
  std::string certificate;  // where to write the certificate: of the box, or of what was decided
                            // for all D or all parameters
  std::string format = "text";
  std::string progress = "auto";
  std::string color = "auto";
  report::FailOn fail_on;
};

// Says what `prefix_or_file` is (claims or only) and refuses values that are not known.
// Errors  InvalidInput (option).
void validate(CorpusOptions& options);

}  // namespace hardmax::cli
