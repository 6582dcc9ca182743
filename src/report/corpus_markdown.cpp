#include <fmt/core.h>

#include <algorithm>

#include "report/corpus.hpp"

namespace hardmax::report {

namespace {

// Text inside a cell: a bar would end it.
std::string cell(const std::string& text) {
  std::string result;
  for (const char ch : text) {
    if (ch == '|') result += '\\';
    result += ch == '\n' || ch == '\r' ? ' ' : ch;
  }
  return result;
}

// Text inside a code span, which a backtick would end.
std::string code_cell(const std::string& text) {
  std::string result = cell(text);
  for (char& ch : result) {
    if (ch == '`') ch = '\'';
  }
  return "`" + result + "`";
}

std::string verdict_of(const CorpusResult& result, const ClaimFinding& c) {
  switch (c.verdict) {
    case Verdict::verified: {
      const std::string more = beyond_the_box(c);
      return "verified on " + describe_runs(result, runs_with(result, c, Verdict::verified)) +
             (more.empty() ? "" : ", " + more);
    }
    case Verdict::refuted: return "**refuted** at " + result.runs[*c.counterexample].str();
    case Verdict::unrefuted:
    case Verdict::undecided: return fmt::format("undecided ({})", c.reason);
    case Verdict::not_checkable:
      return (c.erratum ? "erratum: " : "not checkable: ") + c.explanation;
    case Verdict::error: return "**error**: " + c.explanation;
  }
  return "";
}

std::string totals_table(const CorpusTotals& t) {
  std::string out =
      "| verdict | printed | implicit | repaired | remarks | hypotheses | all "
      "|\n|---|--:|--:|--:|--:|--:|--:|\n";
  const auto row = [&](const char* name, CorpusTotals::Row r) {
    out += fmt::format("| {} |", name);
    for (const std::size_t count : t.counts[r]) out += fmt::format(" {} |", count);
    out += "\n";
  };
  row("verified on the box", CorpusTotals::verified);
  row("of these, also for every D >= 2 at these n and d", CorpusTotals::for_all_D);
  row("of these, also for all n, d, D (and p, s)", CorpusTotals::for_all);
  row("of these, for all n, d, D (and p, s) given other claims", CorpusTotals::for_all_given);
  row("refuted", CorpusTotals::refuted);
  row("undecided", CorpusTotals::undecided);
  row("error (a term is undefined)", CorpusTotals::error);
  row("not checkable", CorpusTotals::not_checkable);
  row("errata: the printed line cannot be read as it stands", CorpusTotals::errata);
  row("**all**", CorpusTotals::total);
  return out;
}

// The refuted claims of these kinds; "" if there is none.
std::string refuted_table(const CorpusResult& result, const char* name,
                          std::initializer_list<claim::EntryKind> kinds) {
  std::string rows;
  for (const ClaimFinding& c : result.claims) {
    if (c.verdict != Verdict::refuted ||
        std::find(kinds.begin(), kinds.end(), c.entry->kind) == kinds.end())
      continue;
    rows += fmt::format("| {} | {} | {} | {} |\n", code_cell(c.entry->id),
                        cell(result.runs[*c.counterexample].str()), cell(witness_line(c)),
                        cell(c.observation));
  }
  if (rows.empty()) return "";
  return fmt::format(
             "\n| {} | smallest counterexample | witness (real units) | observed "
             "|\n|---|---|---|---|\n",
             name) +
         rows;
}

std::string claims_table(const CorpusResult& result) {
  std::string out = "\n| claim | kind | recorded | verdict |\n|---|---|---|---|\n";
  for (const ClaimFinding& c : result.claims) {
    std::string verdict = verdict_of(result, c);
    for (const std::string& why : c.against) verdict += "; **against its record**: " + why;
    out += fmt::format("| {} | {} | {} | {} |\n", code_cell(c.entry->id),
                       name_of_kind(c.entry->kind), name_of_record(c.entry->record), cell(verdict));
  }
  return out;
}

}  // namespace

std::string corpus_markdown(const CorpusResult& result, const CorpusPresentation& how) {
  const CorpusTotals t = totals(result);
  std::string out;
  std::string patterns;
  for (const PatternChoice& p : result.patterns)
    patterns += fmt::format("{}{}", patterns.empty() ? "" : ", ", p.str());
  if (!result.boxes.empty())
    out += fmt::format("Box {} (q = D^d); patterns {}.\n\n", show(result.boxes), patterns);
  if (const std::string own = described_boxes(result); !own.empty())
    out += "On its own box: " + cell(own) + ".\n\n";
  if (const std::string others = network_of_others(result); !others.empty())
    out += "Network: " + cell(others) + ".\n\n";
  out += totals_table(t);
  out += fmt::format(
      "\n{} of the refuted claims and the errata have a repair that is verified on the box. {} "
      "against the record.\n",
      t.repaired, t.against == 0 ? "Nothing is" : fmt::format("{} are", t.against));
  if (!t.not_checkable_why.empty()) {
    out += "\n| not checkable because | claims |\n|---|--:|\n";
    for (const auto& [why, number] : t.not_checkable_why)
      out += fmt::format("| {} | {} |\n", cell(why), number);
  }
  const auto refuted = [&](const char* name, std::initializer_list<claim::EntryKind> kinds) {
    out += refuted_table(result, name, kinds);
  };
  using claim::EntryKind;
  refuted("refuted", {EntryKind::printed, EntryKind::implicit});
  refuted("refuted repair", {EntryKind::repaired});
  refuted("refuted remark (not printed: our own observation)", {EntryKind::remark});
  refuted("hypothesis that a run does not meet", {EntryKind::hypothesis});
  if (how.every_claim) out += claims_table(result);
  return out;
}

}  // namespace hardmax::report
