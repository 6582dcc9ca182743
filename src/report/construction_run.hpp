// What a person and a program read of claims about a construction file, decided for one run of it:
// the table on the terminal, and the JSON object of data/construction-run.schema.json. Real units.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "decide/decide.hpp"
#include "report/claim_set.hpp"

namespace hardmax::report {

struct ConstructionPresentation {
  std::string version;
  ClaimSet claims;
  // What the file has an answer show, and how many layers its stages have, by name; of a value that
  // is a row of numbers each of them.
  std::vector<std::pair<std::string, std::vector<std::string>>> values;
  std::vector<std::pair<std::string, std::string>> stages;
  std::string certificate;  // the file it was written to, "" if none
  bool strict = false;      // a refuted printed claim counts against the run
  bool color = false;
  bool all = false;    // list every claim one by one
  bool quiet = false;  // the last sentence alone
};

// 0 as recorded, 1 against a record, 2 undecided; 2 also if no claim has a verdict and nobody
// expected that.
int exit_code(const decide::Request& request, const decide::Result& result,
              const ConstructionPresentation& how);

std::string text(const decide::Request& request, const decide::Result& result,
                 const ConstructionPresentation& how);
std::string json(const decide::Request& request, const decide::Result& result,
                 const ConstructionPresentation& how);

}  // namespace hardmax::report
