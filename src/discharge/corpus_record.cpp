#include "discharge/corpus_record.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "discharge/separate.hpp"

namespace hardmax {

using claim::Entry;
using claim::Record;

void compare_with_record(const CorpusResult& result, ClaimFinding& claim,
                         std::optional<std::size_t> erroneous) {
  const Entry& entry = *claim.entry;
  if (erroneous)
    claim.against.push_back(fmt::format("a term is undefined at {}: {}",
                                        result.runs[*erroneous].str(),
                                        claim.at[*erroneous]->explanation));
  if (entry.record == Record::holds && claim.counterexample) {
    claim.against.push_back(
        fmt::format("recorded true, refuted at {}", result.runs[*claim.counterexample].str()));
  }
  if (claim.stored) {
    const RunFinding& found = *claim.at[*claim.stored];
    if (found.verdict != Verdict::refuted) {
      claim.against.push_back(fmt::format(
          "its stored counterexample {} does not refute it: {}{}", result.runs[*claim.stored].str(),
          name_of(found.verdict), found.explanation.empty() ? "" : " (" + found.explanation + ")"));
    } else if (claim.counterexample != claim.stored &&
               !same(result.runs[*claim.counterexample].parameters,
                     result.runs[*claim.stored].parameters)) {
      claim.notes.push_back(fmt::format("there is a smaller counterexample than the stored {}",
                                        result.runs[*claim.stored].str()));
    } else if (claim.counterexample != claim.stored && result.runs[*claim.stored].in_box) {
      claim.notes.push_back(
          fmt::format("the stored counterexample {} is not the first in the order of the patterns",
                      result.runs[*claim.stored].str()));
    }
    if (claim.counterexample && !result.runs[*claim.counterexample].in_box)
      claim.notes.push_back("false at its stored counterexample, which is outside of this box");
  }
  if (entry.kind == claim::EntryKind::hypothesis) return;  // of the pattern; nobody claims it
  if (entry.record == Record::open && claim.verdict == Verdict::verified)
    claim.notes.push_back("no record; found true on this box");
  if (entry.record == Record::open && claim.verdict == Verdict::refuted)
    claim.notes.push_back("no record; found false");
}

void observe(const CorpusResult& result, ClaimFinding& claim) {
  if (claim.verdict != Verdict::refuted || claim.entry->kind == claim::EntryKind::hypothesis ||
      claim.entry->soft)
    return;
  std::vector<Sighting> sightings;
  for (std::size_t i = 0; i < result.runs.size(); ++i) {
    const CorpusRun& run = result.runs[i];
    if (!run.in_box || !claim.at[i]) continue;
    const Verdict v = claim.at[i]->verdict;
    if (v != Verdict::verified && v != Verdict::refuted) continue;
    sightings.push_back({run.parameters.n, run.parameters.d, run.parameters.D, q_of(run.parameters),
                         run.p, run.s, run.gamma_is_identity, v == Verdict::verified});
  }
  const auto failing = static_cast<std::size_t>(std::count_if(
      sightings.begin(), sightings.end(), [](const Sighting& s) { return !s.holds; }));
  if (failing == 0) return;
  if (failing == sightings.size()) {
    claim.observation =
        fmt::format("on this box it is false on all {} runs that decide it", failing);
  } else if (const std::string condition = separating_condition(sightings); !condition.empty()) {
    claim.observation =
        fmt::format("on this box it is false exactly where {} ({} of {} runs that decide it)",
                    condition, failing, sightings.size());
  } else {
    claim.observation = fmt::format("on this box it is false on {} of {} runs that decide it",
                                    failing, sightings.size());
  }
}

}  // namespace hardmax
