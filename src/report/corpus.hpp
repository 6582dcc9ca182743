// What people and programs read of a corpus that was decided over a box: text, Markdown, the JSON
// object of data/regress.schema.json, and JUnit's XML.
#pragma once
#include <array>
#include <map>
#include <string>
#include <vector>

#include "discharge/corpus.hpp"
#include "report/report.hpp"
#include "report/witness.hpp"

namespace hardmax::report {

struct CorpusPresentation {
  std::string version;
  std::string command;  // "regress" or "claims"
  ClaimSet claims;
  std::string only;
  bool color = false;
  bool every_claim =
      true;  // Markdown: a row for every claim beside the totals; text: the command that replays it
  FailOn fail_on;
  std::string claims_option = {};  // " --claims mine.toml", for commands that are shown
};

// against_record if any claim stands against its record, or something came out that fail_on names;
// else undecided if a claim was decided on no run for its cost, if a claim recorded true has an
// instance on no run, or if no claim has a verdict; else as_recorded.
Overall overall(const CorpusResult& result, const FailOn& fail_on = {});

std::string corpus_text(const CorpusResult& result, const CorpusPresentation& how);
std::string corpus_json(const CorpusResult& result, const CorpusPresentation& how);  // json.cpp
// Does not depend on the machine or on time, so that it can be kept under version control.
std::string corpus_markdown(const CorpusResult& result, const CorpusPresentation& how);
std::string corpus_junit(const CorpusResult& result, const CorpusPresentation& how);

// ---- parts of these

// How many claims of each kind came out how; the rows but for_all_D, for_all and for_all_given,
// which are parts of verified, add up to the total.
struct CorpusTotals {
  enum Row {
    verified,
    for_all_D,
    for_all,
    for_all_given,
    refuted,
    error,
    undecided,
    not_checkable,
    errata,
    total,
    rows
  };
  static constexpr std::size_t every_kind =
      static_cast<std::size_t>(claim::EntryKind::hypothesis) + 1;
  std::array<std::array<std::size_t, every_kind + 1>, rows>
      counts{};              // by row, then by kind of entry, then all
  std::size_t repaired = 0;  // claims that are refuted or errata and have a verified repair
  std::map<std::string, std::size_t>
      not_checkable_why;  // reason in words, of the row not_checkable
  std::size_t against = 0;
  std::size_t vacuous = 0;
  std::size_t vacuous_recorded_true = 0;
  std::size_t found_false = 0;  // refuted claims, no hypotheses, without a record
  [[nodiscard]] std::size_t with_verdict() const {
    return counts[verified][every_kind] + counts[refuted][every_kind] + counts[error][every_kind];
  }
  [[nodiscard]] std::string met(const FailOn& on) const {
    return on.met(counts[refuted][0] + counts[refuted][1], counts[undecided][every_kind], vacuous);
  }
};
CorpusTotals totals(const CorpusResult& result);

// "n=2..4,q=2..8,d=1..2, 5 patterns" if these are all runs of the box, else those it is: "n=2; n=3
// (d,D)=(1,2),(2,2); n=4 pattern dense, star".
std::string describe_runs(const CorpusResult& result, const std::vector<std::size_t>& runs);
// The runs of the box on which a claim came out so, and the number of inputs together of the
// networks on which it did: the grid, or of yun2020a the extended grid.
std::vector<std::size_t> runs_with(const CorpusResult& result, const ClaimFinding& claim,
                                   Verdict verdict);
std::string inputs_of(const ClaimFinding& claim, const std::vector<std::size_t>& runs);
// "at G = (0,0,0,1) delta, H = G + E = (6,0,2,5) delta, k = 4: 39/2 <= 31/2 is false"
std::string witness_line(const certificate::Witness& witness, const Encodings& E,
                         const char* delta = "delta");
// Of a claim that is refuted, in its units.  Requires  claim.witness.
std::string witness_line(const ClaimFinding& claim);
// The units of its inputs: "delta", or "" where they are real numbers.
const char* units_of(const ClaimFinding& claim);
// What the claims of papers that are data alone were decided on: "mine on n=2 d=1 D=2; n=3 d=1
// D=2".
// "" if there are none.
std::string described_boxes(const CorpusResult& result);
// The box of one paper: "n=2..3,q=2..8,d=1..2 (q = D^d)", or the runs of its own.
std::string box_of(const CorpusResult& result, const std::string& paper);
// What is shown beyond the box: "", "and for every D >= 2 at these n and d", "and for all n, d, D",
// or "and for all n, d, D, given E.2.1.eq7" (behind the second, if that holds too).
std::string beyond_the_box(const ClaimFinding& claim);
std::string without_paper(
    const std::string& id);  // that of a claim of one's own stays: it says which claims these are
// The papers before the dots of these ids that are no construction, whose claims are decided on the
// network of yun2020b; a sentence, "" if there are none.
std::string network_of_others(const CorpusResult& result);
// What was decided of it: its formal on one line, or of a claim about soft maps the two numbers
// that a witness shows. "" if there is nothing.
std::string decided_text(const claim::Entry& entry);
const char* name_of_record(claim::Record record);  // "true", "false", "open"
const char* name_of_kind(
    claim::EntryKind kind);  // "printed", "implicit", "repaired", "remark", "hypothesis"

}  // namespace hardmax::report
