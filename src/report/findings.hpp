// The errata of papers for people and programs (discharge/findings.hpp): text, Markdown, the JSON
// object of data/findings.schema.json (report/json_findings.hpp), and the parts that the page of
// `verify report --corpus` shares with them.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "claim/paper.hpp"
#include "discharge/findings.hpp"

namespace hardmax::report {

struct FindingsPresentation {
  std::string version;
  std::map<std::string, claim::Paper> papers;  // by what their ids begin with
  std::map<std::string, std::size_t> claims;   // how many each has, likewise
  std::string claims_option;                   // " --claims DIR" for commands, or ""
  bool color = false;
};

// One thing that is said of an error: "printed", "counterexample", "it means", ...
struct FindingFact {
  enum class Form {
    words,
    formula
  } form = Form::words;  // formula: source text, formulas, commands
  std::string name;
  std::string value;
};
std::vector<FindingFact> facts_of(const CorpusResult& result, const Finding& finding,
                                  const FindingsPresentation& how);

// "verified on n=2..3, ..., and for all n, d, D; theorem Claims.x of proofs/coq"; or why it is not
// verified here.
std::string evidence_of(const CorpusResult& result, const ClaimFinding& claim);

std::string name_of_severity(char severity);  // "A: the theorem or lemma as stated fails, ..."

// "3 errata: 1 A, 2 C; 1 more is not decided here; 4 to be compared with the printed page"
std::string counts_of(const PaperFindings& paper);
std::string heading_of(const PaperFindings& paper,
                       const FindingsPresentation& how);  // its title, or its name
std::string imprint_of(const claim::Paper& paper);        // "Yun, ... NeurIPS 2020."
std::string imprint_of(const PaperFindings& paper,
                       const FindingsPresentation& how);  // "" if nothing is known

// The lists of a paper that are shown, each with what it is; those that are empty are left out.
struct FindingList {
  std::string name;
  std::string remark;
  const std::vector<Finding>* findings;
};
std::vector<FindingList> lists_of(const PaperFindings& paper);
// Hypotheses and remarks, likewise.
struct FindingAside {
  std::string name;
  const std::vector<const ClaimFinding*>* claims;
};
std::vector<FindingAside> asides_of(const PaperFindings& paper);

std::string findings_text(const CorpusResult& result, const FindingsPresentation& how);
// Does not depend on the machine or on time. The table of all papers, and what is said of each,
// stand between two lines that name them, so that scripts/update-findings.sh can take them.
std::string findings_markdown(const CorpusResult& result, const FindingsPresentation& how);
std::string findings_json(const CorpusResult& result, const FindingsPresentation& how);  // json.cpp

// 0 as recorded and everything decided, 1 against a record, 2 an erratum or one of its repairs was
// not decided.
int exit_code(const CorpusResult& result);

}  // namespace hardmax::report
