#include <fmt/core.h>

#include <algorithm>
#include <tuple>

#include "report/command.hpp"
#include "report/corpus.hpp"
#include "report/lines.hpp"

namespace hardmax::report {

namespace {

class CorpusText : private Lines {
 public:
  CorpusText(const CorpusResult& result, const CorpusPresentation& how)
      : result_(result), how_(how) {
    color_ = how.color;
  }

  std::string write() {
    header();
    claims();
    closing();
    return std::move(out_);
  }

 private:
  void header() {
    std::string patterns;
    for (const PatternChoice& p : result_.patterns)
      patterns += fmt::format("{}{}", patterns.empty() ? "" : ", ", p.str());
    const auto in_box = static_cast<std::size_t>(std::count_if(
        result_.runs.begin(), result_.runs.end(), [](const CorpusRun& r) { return r.in_box; }));
    if (const std::string claims = how_.claims.str(); !claims.empty())
      line("claims     {}", claims);
    if (!result_.boxes.empty()) {
      line("box        {} (q = D^d), in this order", show(result_.boxes));
      line("patterns   {}", patterns);
    }
    if (const std::string own = described_boxes(result_); !own.empty()) line("own box    {}", own);
    if (const std::string others = network_of_others(result_); !others.empty())
      line("network    {}", others);
    line(
        "runs       {} of the box (patterns that are equal at an n are run once), {} more for "
        "stored counterexamples",
        in_box, result_.runs.size() - in_box);
    line("");
  }

  void claims() {
    std::vector<const ClaimFinding*> in_order;  // the order of the files is the paper's
    for (const ClaimFinding& c : result_.claims) in_order.push_back(&c);
    std::stable_sort(in_order.begin(), in_order.end(),
                     [](const ClaimFinding* a, const ClaimFinding* b) {
                       return std::tie(a->entry->file, a->entry->line) <
                              std::tie(b->entry->file, b->entry->line);
                     });
    std::size_t width = 0;
    for (const ClaimFinding* c : in_order)
      width = std::max(width, without_paper(c->entry->id).size());
    for (const ClaimFinding* c : in_order) claim(*c, width);
    line("");
  }

  // "verified on ..."; where it is not the whole box, what the other runs said.
  std::string verified(const ClaimFinding& c) const {
    const auto runs = runs_with(result_, c, Verdict::verified);
    std::string text = fmt::format("{} on {}: {} runs, {} inputs", paint("32", "verified"),
                                   describe_runs(result_, runs), runs.size(), inputs_of(c, runs));
    if (const std::string more = beyond_the_box(c); !more.empty()) text += "; " + more;
    if (const auto left = runs_with(result_, c, Verdict::undecided); !left.empty()) {
      text += fmt::format("; undecided ({}) on {} runs", c.at[left.front()]->reason, left.size());
    }
    return text;
  }

  void claim(const ClaimFinding& c, std::size_t width) {
    std::string verdict;
    switch (c.verdict) {
      case Verdict::verified: verdict = verified(c); break;
      case Verdict::refuted:
        verdict = fmt::format("{} at {} ({})", paint("31", "REFUTED"),
                              result_.runs[*c.counterexample].str(),
                              c.entry->kind == claim::EntryKind::hypothesis
                                  ? "a hypothesis"
                                  : fmt::format("recorded {}", name_of_record(c.entry->record)));
        break;
      case Verdict::unrefuted:
      case Verdict::undecided:
        verdict = fmt::format("{}: {}", paint("33", "undecided (" + c.reason + ")"), c.explanation);
        break;
      case Verdict::not_checkable:
        verdict = c.erratum ? "erratum: " + c.explanation
                            : fmt::format("not checkable ({}): {}", c.reason, c.explanation);
        break;
      case Verdict::error:
        verdict = fmt::format("{}: {}", paint("31", "error (undefined)"), c.explanation);
        break;
    }
    line("  {:<{}}  {}", without_paper(c.entry->id), width, verdict);
    if (c.verdict == Verdict::refuted) {
      line("      {}", decided_text(*c.entry));
      line("      {}", witness_line(c));
      if (!c.observation.empty()) line("      observed: {}", c.observation);
      if (how_.every_claim) line("      replay: {}", replay_of(result_, c, how_.claims_option));
    }
    for (const std::string& note : c.notes) line("      note: {}", note);
    for (const std::string& why : c.against)
      line("      {}", paint("31", "against its record: " + why));
  }

  // Why nothing stands against the record, and not everything is as recorded.
  static std::string undecided(const CorpusTotals& t) {
    if (t.with_verdict() == 0) return "No claim has a verdict here";
    if (t.counts[CorpusTotals::undecided][CorpusTotals::every_kind] > 0)
      return "Nothing against the record, but some claims were decided nowhere";
    return fmt::format(
        "Nothing against the record, but {} recorded true {} no instance on this box",
        t.vacuous_recorded_true, t.vacuous_recorded_true == 1 ? "has" : "have");
  }

  void closing() {
    const CorpusTotals t = totals(result_);
    const auto& count = t.counts;
    line(
        "{} claims: {} verified on the box, {} refuted, {} undecided, {} not checkable, {} errata, "
        "{} errors; {} of the refuted and the errata have a verified repair; {} vacuous "
        "everywhere.",
        count[CorpusTotals::total][CorpusTotals::every_kind],
        count[CorpusTotals::verified][CorpusTotals::every_kind],
        count[CorpusTotals::refuted][CorpusTotals::every_kind],
        count[CorpusTotals::undecided][CorpusTotals::every_kind],
        count[CorpusTotals::not_checkable][CorpusTotals::every_kind],
        count[CorpusTotals::errata][CorpusTotals::every_kind],
        count[CorpusTotals::error][CorpusTotals::every_kind], t.repaired, t.vacuous);
    if (t.found_false > 0) line("{} of the refuted have no record.", t.found_false);
    switch (overall(result_, how_.fail_on)) {
      case Overall::as_recorded:
        line("{}. {:.1f} s", paint("32", "All as recorded"), result_.seconds);
        break;
      case Overall::against_record:
        line("{}. {:.1f} s",
             paint("31", t.against > 0 ? fmt::format("{} AGAINST THE RECORD", t.against)
                                       : t.met(how_.fail_on)),
             result_.seconds);
        break;
      case Overall::undecided:
        line("{}. {:.1f} s", paint("33", undecided(t)), result_.seconds);
        break;
    }
  }

  const CorpusResult& result_;
  const CorpusPresentation& how_;
};

}  // namespace

std::string corpus_text(const CorpusResult& result, const CorpusPresentation& how) {
  return CorpusText(result, how).write();
}

}  // namespace hardmax::report
