#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "discharge/from_file.hpp"
#include "report/corpus.hpp"
#include "report/lines.hpp"

namespace hardmax::report {

namespace {

std::string joined(const std::vector<std::string>& items, const char* between) {
  return report::joined(
      items, [](const std::string& item) -> const std::string& { return item; }, between);
}

// Runs of the box with this n.
std::vector<std::size_t> runs_of_n(const CorpusResult& result, std::uint64_t n) {
  std::vector<std::size_t> runs;
  for (std::size_t i = 0; i < result.runs.size(); ++i) {
    if (result.runs[i].in_box && !result.runs[i].described && result.runs[i].parameters.n == n)
      runs.push_back(i);
  }
  return runs;
}

// Of some runs with the same n: which parameters, and which patterns where these are not all.
std::string describe_one_n(const CorpusResult& result, std::uint64_t n,
                           const std::vector<std::size_t>& runs) {
  const std::vector<std::size_t> all = runs_of_n(result, n);
  if (runs.size() == all.size()) return fmt::format("n={}", n);
  using Cell = std::pair<std::uint64_t, std::uint64_t>;  // d, D
  const auto cell = [&](std::size_t i) {
    return Cell(result.runs[i].parameters.d, result.runs[i].parameters.D);
  };
  std::set<std::string> every_pattern;
  std::vector<Cell> every_cell;
  for (const std::size_t i : all) {
    every_pattern.insert(result.runs[i].pattern.str());
    if (std::find(every_cell.begin(), every_cell.end(), cell(i)) == every_cell.end())
      every_cell.push_back(cell(i));
  }
  std::map<Cell, std::set<std::string>> patterns;
  for (const std::size_t i : runs) patterns[cell(i)].insert(result.runs[i].pattern.str());
  std::vector<std::pair<std::set<std::string>, std::vector<Cell>>>
      groups;  // in order of the first cell
  for (const Cell& c : every_cell) {
    if (!patterns.contains(c)) continue;
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const auto& g) { return g.first == patterns[c]; });
    if (group == groups.end()) group = groups.insert(groups.end(), {patterns[c], {}});
    group->second.push_back(c);
  }
  std::vector<std::string> parts;
  for (const auto& [names, cells] : groups) {
    std::string part = fmt::format("n={}", n);
    if (cells.size() != every_cell.size()) {
      std::vector<std::string> list;
      for (const auto& [d, D] : cells) list.push_back(fmt::format("({},{})", d, D));
      part += " (d,D)=" + joined(list, ",");
    }
    if (names != every_pattern) part += " pattern " + joined({names.begin(), names.end()}, ", ");
    parts.push_back(std::move(part));
  }
  return joined(parts, "; ");
}

}  // namespace

CorpusTotals totals(const CorpusResult& result) {
  CorpusTotals t;
  std::set<std::string> verified_repairs;  // ids of what they repair
  for (const ClaimFinding& c : result.claims) {
    if (c.entry->repairs && c.verdict == Verdict::verified)
      verified_repairs.insert(*c.entry->repairs);
  }
  for (const ClaimFinding& c : result.claims) {
    CorpusTotals::Row row = CorpusTotals::not_checkable;
    switch (c.verdict) {
      case Verdict::verified: row = CorpusTotals::verified; break;
      case Verdict::refuted: row = CorpusTotals::refuted; break;
      case Verdict::error: row = CorpusTotals::error; break;
      case Verdict::unrefuted:
      case Verdict::undecided: row = CorpusTotals::undecided; break;
      case Verdict::not_checkable:
        row = c.erratum ? CorpusTotals::errata : CorpusTotals::not_checkable;
        break;
    }
    if (row == CorpusTotals::not_checkable)
      ++t.not_checkable_why[c.reason == "domain" ? "made for parameters outside of this box"
                                                 : c.explanation];
    t.vacuous += c.reason == "vacuous";
    t.vacuous_recorded_true += c.reason == "vacuous" && c.entry->record == claim::Record::holds;
    t.found_false += c.verdict == Verdict::refuted &&
                     c.entry->kind != claim::EntryKind::hypothesis &&
                     c.entry->record == claim::Record::open;
    t.against += !c.against.empty();
    t.repaired +=
        (c.verdict == Verdict::refuted || c.erratum) && verified_repairs.contains(c.entry->id);
    const auto count = [&](CorpusTotals::Row r) {
      ++t.counts[r][static_cast<std::size_t>(c.entry->kind)];
      ++t.counts[r][CorpusTotals::every_kind];
    };
    count(row);
    count(CorpusTotals::total);
    if (c.for_all_D || c.general.outright()) count(CorpusTotals::for_all_D);
    if (c.general.proved)
      count(c.general.outright() ? CorpusTotals::for_all : CorpusTotals::for_all_given);
  }
  return t;
}

Overall overall(const CorpusResult& result, const FailOn& fail_on) {
  const CorpusTotals t = totals(result);
  if (t.against > 0 || !t.met(fail_on).empty()) return Overall::against_record;
  if (t.counts[CorpusTotals::undecided][CorpusTotals::every_kind] > 0 ||
      t.vacuous_recorded_true > 0 || t.with_verdict() == 0)
    return Overall::undecided;
  return Overall::as_recorded;
}

std::vector<std::size_t> runs_with(const CorpusResult& result, const ClaimFinding& claim,
                                   Verdict verdict) {
  std::vector<std::size_t> runs;
  for (std::size_t i = 0; i < result.runs.size(); ++i) {
    if (result.runs[i].in_box && claim.at[i] && claim.at[i]->verdict == verdict) runs.push_back(i);
  }
  return runs;
}

std::string inputs_of(const ClaimFinding& claim, const std::vector<std::size_t>& runs) {
  Rational inputs;
  for (const std::size_t i : runs) inputs += claim.at[i]->inputs;
  return inputs.str();
}

std::string describe_runs(const CorpusResult& result, const std::vector<std::size_t>& runs) {
  if (!runs.empty() && result.runs[runs.front()].described) {
    std::vector<std::string> each;
    for (const std::size_t i : runs) each.push_back(result.runs[i].str());
    return joined(each, "; ");
  }
  const auto in_box = static_cast<std::size_t>(
      std::count_if(result.runs.begin(), result.runs.end(),
                    [](const CorpusRun& r) { return r.in_box && !r.described; }));
  if (runs.size() == in_box)
    return fmt::format("{}, {} patterns", show(result.boxes), result.patterns.size());
  std::map<std::uint64_t, std::vector<std::size_t>> by_n;
  for (const std::size_t i : runs) by_n[result.runs[i].parameters.n].push_back(i);
  std::vector<std::string> parts;
  for (const auto& [n, those] : by_n) parts.push_back(describe_one_n(result, n, those));
  return joined(parts, "; ");
}

const char* units_of(const ClaimFinding& claim) {
  return claim.described != nullptr ? "" : "delta";
}

std::string witness_line(const ClaimFinding& claim) {
  return witness_line(*claim.witness, claim.encodings, units_of(claim));
}

namespace {
// By construction.
std::map<std::string, std::string> described_runs_of(const CorpusResult& result) {
  std::map<std::string, std::string> runs;
  for (const CorpusRun& run : result.runs) {
    if (!run.in_box || !run.described) continue;
    std::string& each = runs[run.described->file->id];
    each += (each.empty() ? "" : "; ") + run.str();
  }
  return runs;
}
}  // namespace

std::string described_boxes(const CorpusResult& result) {
  std::vector<std::string> parts;
  for (const auto& [id, runs] : described_runs_of(result)) parts.push_back(id + " on " + runs);
  return joined(parts, ". ");
}

std::string box_of(const CorpusResult& result, const std::string& paper) {
  const auto described = described_runs_of(result);
  const auto own = described.find(paper);
  return own != described.end() ? own->second : show(result.boxes) + " (q = D^d)";
}

std::string witness_line(const certificate::Witness& exact, const Encodings& E, const char* delta) {
  const certificate::Witness witness = in_decimals(exact);
  const auto shortened = [](const std::string& text) {
    return text.size() <= 80 ? text
                             : text.substr(0, 70) + fmt::format("... ({} characters)", text.size());
  };
  const std::string at = place(witness.at, E, delta);
  if (witness.relation == "distinct")
    return fmt::format("at {} and at {}: both are {}", at, place(witness.other, E, delta),
                       shortened(witness.lhs));
  const std::string prefix = at.empty() ? "" : fmt::format("at {}: ", at);
  if (witness.relation == "false") return prefix + "false";
  return fmt::format("{}{} {} {} is false", prefix, shortened(witness.lhs), witness.relation,
                     shortened(witness.rhs));
}

std::string beyond_the_box(const ClaimFinding& claim) {
  if (claim.general.outright()) return "and for all n, d, D";
  std::vector<std::string> parts, given;
  if (claim.for_all_D) parts.push_back("and for every D >= 2 at these n and d");
  for (const std::string& id : claim.general.given) given.push_back(without_paper(id));
  if (claim.general.proved) parts.push_back("and for all n, d, D, given " + joined(given, ", "));
  return joined(parts, "; ");
}

std::string network_of_others(const CorpusResult& result) {
  std::set<std::string> papers;
  for (const ClaimFinding& claim : result.claims) {
    if (!names_construction(claim.entry->id) && claim.described == nullptr)
      papers.insert(claim.entry->id.substr(0, claim.entry->id.find('.')));
  }
  std::string names;
  for (const std::string& paper : papers) names += (names.empty() ? "" : ", ") + paper;
  return names.empty() ? ""
                       : fmt::format("that of {} for the claims of {}, which names no construction",
                                     pattern_construction(), names);
}

std::string without_paper(const std::string& id) {
  return names_construction(id) ? id.substr(id.find('.') + 1) : id;
}

std::string decided_text(const claim::Entry& entry) {
  if (entry.formal) return claim::one_space(*entry.formal);
  if (entry.soft == "printed")
    return "a lower bound of the error of token k of H, with softmax at the printed zeta and eta, "
           "eps = 1, p = 2 <= delta~/4";
  if (entry.soft == "printed values")
    return "a lower bound of the error of the output at token k of H, for the target f(G) = G, "
           "with "
           "softmax at the printed zeta and eta, eps = 1, p = 2 <= delta~/4";
  if (entry.soft == "printed distance")
    return "a lower bound of the square of the L^2 distance of the outputs for every alpha up to "
           "1/2, from the error at token k of H, for the target f(G) = G, with softmax at the "
           "printed zeta and eta, eps = 1 <= (eps/2)^2";
  if (entry.soft)
    return "the error of every token of every input, with every map that Assumption 2 admits at "
           "the repaired zeta and eta, eps = 1, p = 2 <= delta~/4";
  return "";
}

const char* name_of_record(claim::Record record) {
  switch (record) {
    case claim::Record::holds: return "true";
    case claim::Record::fails: return "false";
    case claim::Record::open: return "open";
  }
  return "";
}

const char* name_of_kind(claim::EntryKind kind) {
  switch (kind) {
    case claim::EntryKind::printed: return "printed";
    case claim::EntryKind::implicit: return "implicit";
    case claim::EntryKind::repaired: return "repaired";
    case claim::EntryKind::remark: return "remark";
    case claim::EntryKind::hypothesis: return "hypothesis";
  }
  return "";
}

}  // namespace hardmax::report
