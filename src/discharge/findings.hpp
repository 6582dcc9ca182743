// The errors of a corpus as its authors are told them: what was decided of the entries
// (discharge/corpus.hpp), one erratum a cause, the gravest first.
//
// Rules     proofs/README.md, "Errata".
// Order     by severity; of one severity, that from which most others follow first; else the order
// of the claim files, which is the paper's. Trust     nothing is decided here.
#pragma once
#include <string>
#include <vector>

#include "discharge/corpus.hpp"

namespace hardmax {

struct Finding {
  enum class Standing {
    refuted,     // by a run, named in its ClaimFinding
    unreadable,  // the printed line cannot be read as it stands: it has no formal, and a repair
                 // that has one
    open,        // recorded as an error, and nothing here decides it
  };
  const ClaimFinding* claim = nullptr;
  Standing standing = Standing::open;
  std::vector<const ClaimFinding*> repairs;
  std::vector<Finding> follow;  // errors of the source that name it as their root
};

struct PaperFindings {
  std::string paper;  // what the ids have before their first dot
  std::vector<Finding> errata;
  std::vector<Finding> to_compare;  // of severity E, seen in a text extraction alone: not counted
  std::vector<Finding>
      unranked;  // false lines of the source with neither a severity nor a root that was decided
  std::vector<const ClaimFinding*> hypotheses;  // that a run does not meet; no errata
  std::vector<const ClaimFinding*> remarks;     // refuted; not printed

  // Errata of a severity that are refuted or cannot be read; of any severity that are neither.
  [[nodiscard]] std::size_t count(char severity) const;
  [[nodiscard]] std::size_t open() const;
};

// Of every paper with claims, in order of its name.
std::vector<PaperFindings> findings_of(const CorpusResult& result);

// The ids that the findings of a paper ("" for all) need: errors of the source, what repairs them,
// remarks and hypotheses.
std::vector<std::string> claims_of_findings(const std::vector<claim::Entry>& entries,
                                            const std::string& paper);

}  // namespace hardmax
