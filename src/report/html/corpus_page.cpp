#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "claim/errata.hpp"
#include "report/corpus.hpp"
#include "report/html/findings_section.hpp"
#include "report/html/mathml.hpp"
#include "report/html/page.hpp"
#include "report/html/report_page.hpp"
#include "report/html/sections.hpp"

namespace hardmax::report {

namespace {

using html::Markup;
using html::Section;

// What was found of one paper, with all runs.
CorpusResult part_of_corpus(const CorpusResult& all, const std::string& paper) {
  CorpusResult part;
  part.boxes = all.boxes;
  part.patterns = all.patterns;
  part.runs = all.runs;
  for (const ClaimFinding& claim : all.claims) {
    if (claim::paper_of(claim.entry->id) == paper) part.claims.push_back(claim);
  }
  return part;
}

std::string word_of(const ClaimFinding& claim) {
  return claim.erratum ? "erratum" : std::string(name_of(claim.verdict));
}

class CorpusPage {
 public:
  CorpusPage(const CorpusResult& result, const ReportOptions& options)
      : result_(result), options_(options) {
    for (const ClaimFinding& claim : result.claims) {
      if (claim.entry->repairs) repairs_[*claim.entry->repairs].push_back(&claim);
      const std::string paper = claim::paper_of(claim.entry->id);
      if (papers_.empty() || papers_.back() != paper) papers_.push_back(paper);
    }
  }

  std::string write() {
    html::Page page;
    page.kicker = "Hardmax corpus report";
    page.title = papers_.size() == 1
                     ? "Errata and claims of " + papers_[0]
                     : fmt::format("Errata and claims of {} papers", papers_.size());
    page.verdict = verdict();
    Markup m;
    FindingsPresentation as_findings;
    as_findings.papers = options_.papers;
    as_findings.claims_option = options_.claims_option;
    html::add_findings(m, result_, as_findings, page.contents);
    coverage(m, page.contents);
    for (const std::string& paper : papers_) false_claims(m, paper, page.contents);
    for (const std::string& paper : papers_) all_claims(m, paper, page.contents);
    evidence(m, page.contents);
    page.body = m.finish();
    page.footer = fmt::format(
        "{}. This page holds everything it shows; it loads nothing and names no time, so the same "
        "claims give the same bytes.",
        made_by(options_));
    return html::page(page);
  }

 private:
  html::Safe verdict() const {
    const CorpusTotals t = totals(result_);
    const Overall how = overall(result_);
    const auto all = [&](CorpusTotals::Row row) { return t.counts[row][CorpusTotals::every_kind]; };
    const std::string parts = fmt::format(
        "{} of {} claims are verified on the box, {} are false and refuted, {} are errata, {} are "
        "not checkable",
        all(CorpusTotals::verified), all(CorpusTotals::total), all(CorpusTotals::refuted),
        all(CorpusTotals::errata), all(CorpusTotals::not_checkable));
    Markup m;
    m.open("div", {{"class", how == Overall::as_recorded      ? "verdict good"
                             : how == Overall::against_record ? "verdict bad"
                                                              : "verdict open"}});
    m.element(
        "p",
        how == Overall::against_record
            ? fmt::format("Against the record: {} claims differ from what is recorded of them; {}.",
                          t.against, parts)
        : how == Overall::undecided
            ? fmt::format("Undecided: {} claims could be decided on no run; {}.",
                          all(CorpusTotals::undecided), parts)
            : fmt::format(
                  "As recorded: {}; {} of the false ones and errata have a verified repair.", parts,
                  t.repaired),
        {{"class", "sentence"}});
    const std::string own = described_boxes(result_);
    std::string patterns;
    for (const PatternChoice& p : result_.patterns)
      patterns += (patterns.empty() ? "" : ", ") + p.str();
    m.element("p", fmt::format(
                       "{}{}Verified means: on every input of every run of the box "
                       "for which the claim is made; nothing is said beyond it unless it says so.",
                       result_.boxes.empty() ? ""
                                             : fmt::format("Box {} (q = D^d), patterns {}. ",
                                                           show(result_.boxes), patterns),
                       own.empty() ? "" : "On its own box: " + own + ". "));
    m.close();
    return m.finish();
  }

  void coverage(Markup& m, std::vector<Section>& contents) const {
    contents.push_back({"coverage", "Coverage"});
    m.open("section", {{"aria-labelledby", "coverage"}});
    m.element("h2", "Coverage", {{"id", "coverage"}});
    m.open("div", {{"class", "scroll"},
                   {"tabindex", "0"},
                   {"role", "region"},
                   {"aria-label", "Coverage by paper"}});
    m.open("table");
    m.element("caption", "How the claims came out, by paper");
    m.open("thead");
    m.open("tr");
    m.element("th", "verdict", {{"scope", "col"}});
    std::vector<CorpusTotals> columns;
    for (const std::string& paper : papers_) {
      m.element("th", paper, {{"scope", "col"}, {"class", "n"}});
      columns.push_back(totals(part_of_corpus(result_, paper)));
    }
    m.element("th", "all", {{"scope", "col"}, {"class", "n"}});
    columns.push_back(totals(result_));
    m.close();
    m.close();
    m.open("tbody");
    const std::pair<const char*, CorpusTotals::Row> rows[] = {
        {"verified on the box", CorpusTotals::verified},
        {"of these, also for every D ≥ 2", CorpusTotals::for_all_D},
        {"of these, also for all n, d, D", CorpusTotals::for_all},
        {"of these, for all n, d, D given other claims", CorpusTotals::for_all_given},
        {"refuted", CorpusTotals::refuted},
        {"errata: cannot be read as printed", CorpusTotals::errata},
        {"undecided", CorpusTotals::undecided},
        {"error: a term is undefined", CorpusTotals::error},
        {"not checkable", CorpusTotals::not_checkable},
        {"all", CorpusTotals::total}};
    for (const auto& [name, row] : rows) {
      m.open("tr");
      m.element("th", name, {{"scope", "row"}});
      for (const CorpusTotals& t : columns)
        m.element("td", std::to_string(t.counts[row][CorpusTotals::every_kind]), {{"class", "n"}});
      m.close();
    }
    html::close_table(m);
    const CorpusTotals& t = columns.back();
    if (!t.not_checkable_why.empty()) {
      m.open("details");
      m.element("summary", "Why claims are not checkable");
      html::open_table(m, "Not checkable because", "Not checkable because",
                       {{"reason"}, {"claims"}});
      for (const auto& [why, number] : t.not_checkable_why) {
        m.open("tr");
        m.element("td", why, {{"class", "break"}});
        m.element("td", std::to_string(number), {{"class", "n"}});
        m.close();
      }
      html::close_table(m);
      m.close();
    }
    m.close();
  }

  void formula(Markup& m, const claim::Entry& entry) const {
    if (!entry.formal) {
      m.element("p", "No formula: " + entry.not_checkable.value_or(""), {{"class", "note"}});
      return;
    }
    m.open("div", {{"class", "formula"},
                   {"tabindex", "0"},
                   {"role", "group"},
                   {"aria-label", "Formula of " + entry.id}});
    try {
      m.add(html::mathml(claim::formal_of(entry, html::names_of(entry.id))));
    } catch (const std::runtime_error&) {
      m.element("code", claim::one_space(*entry.formal));
    }
    m.close();
  }

  void counterexample(Markup& m, const ClaimFinding& claim) const {
    const CorpusRun& run = result_.runs[*claim.counterexample];
    m.open("div", {{"class", "witness"}});
    m.element(
        "p",
        fmt::format(
            "Smallest counterexample: {}{}.", run.str(),
            run.in_box ? "" : ", which is stored with the claim and lies outside of this box"));
    const certificate::Witness w = in_decimals(*claim.witness);
    html::Safe placed;
    if (claim.entry->formal) try {
        placed = html::mathml_of_witness(
            claim::formal_of(*claim.entry, html::names_of(claim.entry->id)), w);
      } catch (const std::runtime_error&) {}
    const char* const units = claim.described != nullptr ? "" : "δ";
    const std::string at = place(w.at, claim.encodings, units);
    if (!placed.markup.empty()) {
      m.open("div", {{"class", "formula"},
                     {"tabindex", "0"},
                     {"role", "group"},
                     {"aria-label", "The inequality that fails, with its values"}});
      m.add(placed);
      m.close();
    }
    const std::string where = at.empty() ? "" : "At " + at + ": ";
    m.element(
        "p",
        w.relation == "distinct" ? where + "and at " + place(w.other, claim.encodings, units) +
                                       " the value is the same, " + w.lhs + "."
        : w.relation == "false" ? where + "the formula is false."
                                : where + w.lhs + " " + w.relation + " " + w.rhs + " is false.",
        {{"class", "exact"}});
    if (!claim.observation.empty()) m.element("p", claim.observation + ".", {{"class", "note"}});
    m.close();
  }

  static void title(Markup& m, const ClaimFinding& claim) {
    const claim::Entry& entry = *claim.entry;
    m.open("h4");
    m.element("a", without_paper(entry.id), {{"href", "#" + html::anchor_of(entry.id)}});
    html::add_badge(m, claim.erratum ? "error" : std::string(name_of(claim.verdict)));
    if (claim.erratum)
      m.element("span", "erratum: the printed line cannot be read as it stands",
                {{"class", "note"}});
    if (entry.kind == claim::EntryKind::remark)
      m.element("span", "a remark: our own observation, not printed", {{"class", "note"}});
    if (entry.kind == claim::EntryKind::hypothesis)
      m.element("span", "a hypothesis: some patterns do not meet it", {{"class", "note"}});
    m.close();
  }

  // The formula as printed, beside those of its repairs.
  void beside_its_repairs(Markup& m, const claim::Entry& entry) const {
    const auto repairs = repairs_.find(entry.id);
    if (repairs == repairs_.end()) {
      formula(m, entry);
    } else {
      m.open("div", {{"class", "twin"}});
      m.open("div");
      m.element("p", "As printed", {{"class", "note"}});
      formula(m, entry);
      m.close();
      for (const ClaimFinding* repair : repairs->second) {
        m.open("div");
        const std::string more = beyond_the_box(*repair);
        m.element("p",
                  fmt::format("Repaired, {}: {}", without_paper(repair->entry->id),
                              repair->verdict == Verdict::verified
                                  ? "verified on " +
                                        describe_runs(result_, runs_with(result_, *repair,
                                                                         Verdict::verified)) +
                                        (more.empty() ? "" : ", " + more)
                                  : word_of(*repair)),
                  {{"class", "note"}});
        formula(m, *repair->entry);
        m.close();
      }
      m.close();
    }
  }

  void as_decided(Markup& m, const ClaimFinding& claim) const {
    const claim::Entry& entry = *claim.entry;
    m.open("details");
    m.element("summary", "As decided, and how to replay it");
    if (entry.formal) m.element("pre", claim::one_space(*entry.formal));
    m.open("dl", {{"class", "facts"}});
    html::add_fact(m, "made for", claim::one_space(entry.domain));
    if (entry.note) html::add_fact(m, "note", claim::one_space(*entry.note));
    html::add_fact(
        m, "evidence",
        entry.soft && claim.verdict == Verdict::refuted
            ? "witness: the network with softmax is run in interval arithmetic; the certificate of "
              "the command below, of kind soft, has verify-check do it again"
        : claim.verdict == Verdict::refuted
            ? "witness: the run of the counterexample is executed on every input and the formula "
              "evaluated exactly; the certificate of the command below has verify-check do it again"
            : "none: it has no formula");
    m.close();
    if (claim.counterexample)
      m.element("pre", replay_of(result_, claim, options_.claims_option), {{"class", "replay"}});
    m.close();
  }

  void false_claim(Markup& m, const ClaimFinding& claim) const {
    const claim::Entry& entry = *claim.entry;
    const std::string anchor = html::anchor_of(entry.id);
    m.open("article", {{"class", "claim"},
                       {"id", anchor},
                       {"data-verdict", word_of(claim)},
                       {"data-id", entry.id}});
    title(m, claim);
    m.element("p", entry.source + ". " + claim::one_space(entry.words), {{"class", "where"}});
    for (const std::string& why : claim.against)
      m.element("p", "Against its record: " + why, {{"class", "v-refuted"}});
    beside_its_repairs(m, entry);
    if (claim.counterexample && claim.witness) counterexample(m, claim);
    as_decided(m, claim);
    m.close();
  }

  void false_claims(Markup& m, const std::string& paper, std::vector<Section>& contents) const {
    const std::string anchor = "false-" + html::anchor_of(paper);
    std::vector<const ClaimFinding*> found;
    for (const ClaimFinding& claim : result_.claims) {
      if (claim::paper_of(claim.entry->id) == paper &&
          (claim.verdict == Verdict::refuted || claim.verdict == Verdict::error || claim.erratum ||
           claim.entry->severity || !claim.against.empty()))
        found.push_back(&claim);
    }
    if (found.empty()) return;
    // Hypotheses of a run, remarks and repairs are no lines of the source: they stand behind these.
    const auto place = [](const ClaimFinding* claim) {
      return std::tuple(!claim::is_of_source(*claim->entry), claim->entry->file,
                        claim->entry->line);
    };
    std::stable_sort(found.begin(), found.end(), [&](const ClaimFinding* a, const ClaimFinding* b) {
      return place(a) < place(b);
    });
    const auto of_source = std::count_if(found.begin(), found.end(), [](const ClaimFinding* claim) {
      return claim::is_of_source(*claim->entry);
    });
    contents.push_back({anchor, "False in " + paper});
    m.open("section", {{"aria-labelledby", anchor}});
    m.element("h2", fmt::format("{}: {} lines that are not true as printed", paper, of_source),
              {{"id", anchor}});
    std::string section = "\n";
    bool others = false;
    for (const ClaimFinding* claim : found) {
      if (!claim::is_of_source(*claim->entry)) {
        if (!others)
          m.element("h3", "Not printed: hypotheses, remarks and repairs that are refuted",
                    {{"id", anchor + "-others"}});
        others = true;
      } else if (const std::string here = section_of(claim->entry->id); here != section) {
        section = here;
        m.element("h3", here.empty() ? std::string("Claims") : "Section " + here,
                  {{"id", anchor + "-" + html::anchor_of(here)}});
      }
      false_claim(m, *claim);
    }
    m.close();
  }

  void all_claims(Markup& m, const std::string& paper, std::vector<Section>& contents) const {
    const std::string anchor = "all-" + html::anchor_of(paper);
    contents.push_back({anchor, "All of " + paper});
    const CorpusResult part = part_of_corpus(result_, paper);
    m.open("section", {{"aria-labelledby", anchor}});
    m.element("h2", fmt::format("{}: all {} claims", paper, part.claims.size()), {{"id", anchor}});
    const std::string caption = "Every claim of " + paper + " with its verdict and its box";
    html::open_table(m, caption, caption, {{"claim"}, {"source"}, {"verdict"}, {"on"}});
    for (const ClaimFinding& claim : part.claims) {
      const std::string more = beyond_the_box(claim);
      std::string on = claim.verdict == Verdict::verified
                           ? describe_runs(result_, runs_with(result_, claim, Verdict::verified)) +
                                 (more.empty() ? "" : ", " + more)
                       : claim.verdict == Verdict::refuted
                           ? "smallest at " + result_.runs[*claim.counterexample].str()
                       : claim.erratum             ? "the printed line cannot be read as it stands"
                       : claim.explanation.empty() ? claim.reason
                                                   : claim.explanation;
      m.open("tr", {{"data-id", claim.entry->id}, {"data-verdict", word_of(claim)}});
      m.open("th", {{"scope", "row"}, {"class", "break"}});
      if (claim.verdict == Verdict::refuted || claim.erratum) {
        m.element("a", without_paper(claim.entry->id),
                  {{"href", "#" + html::anchor_of(claim.entry->id)}});
      } else {
        m.text(without_paper(claim.entry->id));
      }
      m.close();
      m.element("td", claim.entry->source, {{"class", "break"}});
      m.open("td");
      html::add_badge(m, claim.erratum ? "erratum" : std::string(name_of(claim.verdict)));
      m.close();
      m.element("td", on, {{"class", "break"}});
      m.close();
    }
    html::close_table(m);
    m.close();
  }

  void evidence(Markup& m, std::vector<Section>& contents) const {
    contents.push_back({"replay", "Replay"});
    m.open("section", {{"aria-labelledby", "replay"}});
    m.element("h2", "Replay", {{"id", "replay"}});
    m.element("p",
              "The whole table once more, as text; it ends with 1 if anything differs from its "
              "record. Each false claim above has a command of its own, whose certificate "
              "verify-check decides again with code of its own.");
    m.element("pre", "verify regress" + options_.claims_option, {{"class", "replay"}});
    m.close();
  }

  const CorpusResult& result_;
  const ReportOptions& options_;
  std::map<std::string, std::vector<const ClaimFinding*>> repairs_;
  std::vector<std::string> papers_;
};

}  // namespace

std::string corpus_html(const CorpusResult& result, const ReportOptions& options) {
  return CorpusPage(result, options).write();
}

}  // namespace hardmax::report
