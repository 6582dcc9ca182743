#include "report/findings.hpp"
#include "report/glance.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "claim/errata.hpp"
#include "enclose/ball.hpp"
#include "report/corpus.hpp"
#include "report/lines.hpp"
#include "report/markdown.hpp"

namespace hardmax::report {

namespace {

using Form = FindingFact::Form;
using Found = Finding::Standing;
using claim::one_space;

std::string told(const claim::Entry& entry) {
  return fmt::format("{} ({})", without_paper(entry.id), entry.source);
}

// What is put in front of another sentence.
std::string without_full_stop(std::string sentence) {
  if (sentence.ends_with('.')) sentence.pop_back();
  return sentence;
}

// Of a claim that is false or cannot be read: what says so.
std::string what_says_so(const CorpusResult& result, const ClaimFinding& claim, Found standing) {
  if (standing == Found::unreadable)
    return "the printed line cannot be read as it stands: " + claim.explanation;
  if (standing == Found::open)
    return fmt::format("not decided here: {}", claim.explanation.empty()
                                                   ? std::string(name_of(claim.verdict))
                                                   : claim.explanation);
  const certificate::Witness& shown = *claim.witness;
  if (shown.relation == "false" && shown.at.empty())
    return fmt::format("{}: the formula is false", result.runs[*claim.counterexample].str());
  return fmt::format("{}: {}", result.runs[*claim.counterexample].str(), witness_line(claim));
}

// A repair of it is verified now.
bool is_repaired(const Finding& finding) {
  return std::any_of(
      finding.repairs.begin(), finding.repairs.end(),
      [](const ClaimFinding* repair) { return repair->verdict == Verdict::verified; });
}

class Markdown : private Lines {
 public:
  Markdown(const CorpusResult& result, const FindingsPresentation& how)
      : result_(result), how_(how) {}

  std::string write() {
    table();
    for (const PaperFindings& paper : findings_of(result_)) write(paper);
    return std::move(out_);
  }

 private:
  void table() {
    line("<!-- table of papers -->");
    line(
        "| paper | claims | errata | of severity A, B, C, D | repaired | to compare | its theorem "
        "|");
    line("|---|---|---|---|---|---|---|");
    for (const PaperFindings& paper : findings_of(result_)) {
      const auto known = how_.papers.find(paper.paper);
      const auto claims = how_.claims.find(paper.paper);
      const auto repaired = std::count_if(paper.errata.begin(), paper.errata.end(), is_repaired);
      line("| {} | {} | {} | {}, {}, {}, {} | {} | {} | {} |",
           known == how_.papers.end()
               ? markdown::code(paper.paper, false)
               : fmt::format("[{}]({}), {}, {}", markdown::plain(known->second.title),
                             known->second.link, known->second.year,
                             markdown::code(paper.paper, false)),
           claims == how_.claims.end() ? 0 : claims->second, paper.errata.size(), paper.count('A'),
           paper.count('B'), paper.count('C'), paper.count('D'), repaired, paper.to_compare.size(),
           known == how_.papers.end() ? "" : markdown::plain(known->second.consequence));
    }
    line("<!-- end of table of papers -->\n");
  }

  void write(const PaperFindings& paper) {
    line("<!-- findings of {} -->", paper.paper);
    line("## {}", markdown::plain(heading_of(paper, how_)));
    line("");
    if (const auto known = how_.papers.find(paper.paper); known != how_.papers.end())
      line("{} <{}>\n", markdown::plain(imprint_of(paper, how_)), known->second.link);
    line("{}. Box {}.", counts_of(paper), box_of(result_, paper.paper));
    for (const FindingList& list : lists_of(paper)) {
      line("\n### {}", list.name);
      if (!list.remark.empty()) line("\n{}", list.remark);
      std::size_t number = 0;
      char severity = 0;
      for (const Finding& finding : *list.findings) {
        if (const char own = finding.claim->entry->severity.value_or(0); own != severity)
          line("\n#### {}", name_of_severity(severity = own));
        write(finding, ++number);
      }
    }
    for (const FindingAside& aside : asides_of(paper)) {
      line("\n### {}\n", aside.name);
      for (const ClaimFinding* claim : *aside.claims) {
        line("- {}, {}: {}", markdown::code(claim->entry->id, false),
             markdown::plain(claim->entry->source),
             markdown::plain(what_says_so(result_, *claim, Found::refuted)));
      }
    }
    line("<!-- end of findings of {} -->\n", paper.paper);
  }

  void write(const Finding& finding, std::size_t number) {
    const claim::Entry& entry = *finding.claim->entry;
    line("\n**{}. {}** ({})\n", number, markdown::plain(entry.source),
         markdown::code(entry.id, false));
    for (const FindingFact& fact : facts_of(result_, finding, how_))
      line("- {}: {}", fact.name,
           fact.form == Form::formula ? markdown::code(fact.value, false)
                                      : markdown::plain(fact.value));
  }

  const CorpusResult& result_;
  const FindingsPresentation& how_;
};

class FindingsText : private Lines {
 public:
  FindingsText(const CorpusResult& result, const FindingsPresentation& how)
      : result_(result), how_(how) {}

  std::string write() {
    for (const PaperFindings& paper : findings_of(result_)) write(paper);
    std::string boxes = result_.boxes.empty() ? "" : show(result_.boxes) + " (q = D^d)";
    if (const std::string own = described_boxes(result_); !own.empty())
      boxes += (boxes.empty() ? "" : ", ") + own;
    line("Decided on the box {} and at the stored counterexamples. {:.1f} s", boxes,
         result_.seconds);
    return std::move(out_);
  }

 private:
  void write(const PaperFindings& paper) {
    line("{}", how_.color ? fmt::format("\033[1m{}\033[0m", heading_of(paper, how_))
                          : heading_of(paper, how_));
    if (const std::string imprint = imprint_of(paper, how_); !imprint.empty())
      line("{} {}", imprint, how_.papers.at(paper.paper).link);
    line("{}.", counts_of(paper));
    for (const FindingList& list : lists_of(paper)) {
      line("\n{}", list.name);
      if (!list.remark.empty()) line("{}", list.remark);
      std::size_t number = 0;
      char severity = 0;
      for (const Finding& finding : *list.findings) {
        if (const char own = finding.claim->entry->severity.value_or(0); own != severity)
          line("\n  {}", name_of_severity(severity = own));
        line("\n  {}. {}   {}", ++number, finding.claim->entry->source, finding.claim->entry->id);
        for (const FindingFact& fact : facts_of(result_, finding, how_))
          line("     {:<15} {}", fact.name, fact.value);
      }
    }
    for (const FindingAside& aside : asides_of(paper)) {
      line("\n{}", aside.name);
      for (const ClaimFinding* claim : *aside.claims)
        line("  {}: {}", told(*claim->entry), what_says_so(result_, *claim, Found::refuted));
    }
    line("");
  }

  const CorpusResult& result_;
  const FindingsPresentation& how_;
};

}  // namespace

std::vector<FindingFact> facts_of(const CorpusResult& result, const Finding& finding,
                                  const FindingsPresentation&) {
  const ClaimFinding& claim = *finding.claim;
  const claim::Entry& entry = *claim.entry;
  std::vector<FindingFact> facts;
  const auto say = [&](const char* name, const std::string& value, Form form = Form::words) {
    facts.push_back({form, name, one_space(value)});
  };
  if (entry.quote)
    say(entry.seen == "pdf" ? "printed" : "printed (extraction)", *entry.quote, Form::formula);
  if (!entry.quote) say("in words", entry.words);
  if (const std::string decided = decided_text(entry); !decided.empty())
    say("as decided", decided, Form::formula);
  say(finding.standing == Found::refuted ? "counterexample" : "verdict",
      what_says_so(result, claim, finding.standing));
  if (finding.standing == Found::refuted && entry.theorem)
    say("also", fmt::format("that it does not hold for every run is the theorem {} of proofs/coq",
                            *entry.theorem));
  if (entry.consequence) say("it means", *entry.consequence);
  for (const ClaimFinding* repair : finding.repairs) {
    say("repair", fmt::format("{}: {}", without_paper(repair->entry->id), repair->entry->words));
    if (const std::string decided = decided_text(*repair->entry); !decided.empty())
      say("repair reads", decided, Form::formula);
    say("repair is", evidence_of(result, *repair));
  }
  if (entry.no_repair) say("no repair", *entry.no_repair);
  for (const Finding& next : finding.follow) {
    const claim::Entry& its = *next.claim->entry;
    std::string text =
        fmt::format("{}. {}", told(its), what_says_so(result, *next.claim, next.standing));
    if (its.consequence) text += ". It means: " + without_full_stop(one_space(*its.consequence));
    for (const ClaimFinding* repair : next.repairs)
      text += fmt::format(". Repair: {}, {}", without_paper(repair->entry->id),
                          evidence_of(result, *repair));
    say("false with it", text);
    for (const std::string& why : next.claim->against)
      say("AGAINST RECORD", fmt::format("{}: {}", without_paper(its.id), why));
  }
  if (entry.note) say("note", *entry.note);
  if (entry.reply && !entry.reply->empty()) say("the authors", *entry.reply);
  for (const std::string& why : claim.against) say("AGAINST RECORD", why);
  return facts;
}

std::string name_of_severity(char severity) {
  return fmt::format("{}: {}", severity, claim::meaning_of_severity(severity));
}

std::string evidence_of(const CorpusResult& result, const ClaimFinding& claim) {
  std::string text;
  if (claim.verdict == Verdict::verified) {
    const std::string more = beyond_the_box(claim);
    text = fmt::format("verified on {}{}",
                       describe_runs(result, runs_with(result, claim, Verdict::verified)),
                       more.empty() ? "" : ", " + more);
    if (claim.entry->soft) text += ", for every map that Assumption 2 admits";
  } else {
    text = fmt::format("not verified here: {}{}", name_of(claim.verdict),
                       claim.explanation.empty() ? "" : ", " + claim.explanation);
  }
  if (claim.entry->theorem)
    text += fmt::format("; for every run by the theorem {} of proofs/coq", *claim.entry->theorem);
  return text;
}

std::string counts_of(const PaperFindings& paper) {
  std::string parts;
  std::size_t all = 0;
  for (char severity = 'A'; severity <= 'E'; ++severity) {
    const std::size_t count = paper.count(severity);
    all += count;
    if (count > 0)
      parts += fmt::format("{}{} of severity {}", parts.empty() ? ": " : ", ", count, severity);
  }
  std::string text = fmt::format("{} {}{}", all, all == 1 ? "erratum" : "errata", parts);
  if (paper.open() > 0)
    text += fmt::format("; {} more recorded and not decided here", paper.open());
  if (!paper.to_compare.empty())
    text += fmt::format("; {} to be compared with the printed page, not counted",
                        paper.to_compare.size());
  if (!paper.unranked.empty())
    text += fmt::format("; {} false {} without a severity", paper.unranked.size(),
                        paper.unranked.size() == 1 ? "line" : "lines");
  return text;
}

std::string heading_of(const PaperFindings& paper, const FindingsPresentation& how) {
  const auto known = how.papers.find(paper.paper);
  return known == how.papers.end() ? paper.paper : known->second.title;
}

std::string imprint_of(const PaperFindings& paper, const FindingsPresentation& how) {
  const auto known = how.papers.find(paper.paper);
  return known == how.papers.end() ? "" : imprint_of(known->second);
}

std::string imprint_of(const claim::Paper& p) {
  return fmt::format(
      "{}. {}{}.{}", p.authors,
      p.venue.find(p.year) == std::string::npos ? (p.venue.empty() ? "" : p.venue + ", ") : "",
      p.venue.find(p.year) == std::string::npos ? p.year : p.venue,
      p.text.empty() ? "" : " Compared with: " + p.text + ".");
}

std::vector<FindingList> lists_of(const PaperFindings& paper) {
  std::vector<FindingList> lists;
  if (!paper.errata.empty()) lists.push_back({"Errata, the gravest first", "", &paper.errata});
  if (!paper.to_compare.empty()) {
    lists.push_back({"To be compared with the printed page",
                     "Misprints of a text extraction, whose fractions, primes and indices can be "
                     "damaged. They are not counted until the printed page has been seen.",
                     &paper.to_compare});
  }
  if (!paper.unranked.empty())
    lists.push_back({"False as decided, without a severity", "", &paper.unranked});
  return lists;
}

std::vector<FindingAside> asides_of(const PaperFindings& paper) {
  std::vector<FindingAside> asides;
  if (!paper.hypotheses.empty())
    asides.push_back({"Hypotheses that some run does not meet (no errata)", &paper.hypotheses});
  if (!paper.remarks.empty())
    asides.push_back({"Remarks that are refuted (not printed)", &paper.remarks});
  return asides;
}

std::string findings_text(const CorpusResult& result, const FindingsPresentation& how) {
  return FindingsText(result, how).write();
}

std::string findings_markdown(const CorpusResult& result, const FindingsPresentation& how) {
  return Markdown(result, how).write();
}

int exit_code(const CorpusResult& result) {
  int code = exit_code(overall(result));
  for (const PaperFindings& paper : findings_of(result)) {
    if (code == 0 && paper.open() > 0) code = 2;
  }
  return code;
}

}  // namespace hardmax::report
