#include "report/html/findings_section.hpp"

#include <fmt/core.h>

#include "report/corpus.hpp"
#include "report/html/sections.hpp"

namespace hardmax::report::html {

namespace {

class FindingsWriter {
 public:
  FindingsWriter(Markup& m, const CorpusResult& result, const FindingsPresentation& how)
      : m_(m), result_(result), how_(how) {}

  void write(const PaperFindings& paper, std::vector<Section>& contents) {
    const std::string anchor = "findings-" + anchor_of(paper.paper),
                      title = heading_of(paper, how_);
    contents.push_back({anchor, "Errata of " + paper.paper});
    m_.open("section", {{"aria-labelledby", anchor}});
    m_.element("h2", title, {{"id", anchor}});
    if (const auto known = how_.papers.find(paper.paper); known != how_.papers.end()) {
      m_.open("p");
      m_.text(imprint_of(paper, how_) + " ");
      m_.element("a", known->second.link, {{"href", known->second.link}, {"rel", "noreferrer"}});
      m_.close();
    }
    m_.element("p", counts_of(paper) + ".");
    for (const FindingList& list : lists_of(paper)) write(list, anchor);
    for (const FindingAside& aside : asides_of(paper)) {
      m_.element("h3", aside.name);
      m_.open("ul");
      for (const ClaimFinding* claim : *aside.claims) {
        m_.open("li");
        link(*claim);
        m_.text(fmt::format(", {}: {}: {}", claim->entry->source,
                            result_.runs[*claim->counterexample].str(), witness_line(*claim)));
        m_.close();
      }
      m_.close();
    }
    m_.close();
  }

 private:
  void write(const FindingList& list, const std::string& anchor) {
    m_.element("h3", list.name);
    if (!list.remark.empty()) m_.element("p", list.remark, {{"class", "note"}});
    std::size_t number = 0;
    char severity = 0;
    for (const Finding& finding : *list.findings) {
      const claim::Entry& entry = *finding.claim->entry;
      if (const char own = entry.severity.value_or(0); own != severity)
        m_.element("p", name_of_severity(severity = own), {{"class", "note"}});
      const std::string own_anchor = fmt::format("{}-{}", anchor, anchor_of(entry.id));
      m_.open("article",
              {{"class", "claim"},
               {"id", own_anchor},
               {"data-verdict",
                finding.standing == Finding::Standing::open ? "not_checkable" : "refuted"},
               {"data-id", entry.id}});
      m_.open("h4");
      m_.element("a", fmt::format("{}. {}", ++number, entry.source), {{"href", "#" + own_anchor}});
      m_.open("span", {{"class", "note"}});
      link(*finding.claim);
      m_.close();
      m_.close();
      m_.open("dl", {{"class", "facts"}});
      for (const FindingFact& fact : facts_of(result_, finding, how_)) {
        m_.open("div", {{"class", "long"}});
        m_.element("dt", fact.name);
        m_.open("dd");
        m_.element(fact.form == FindingFact::Form::formula ? "code" : "span", fact.value);
        m_.close();
        m_.close();
      }
      m_.close();
      m_.close();
    }
  }

  // To where the page has everything that is known of the claim.
  void link(const ClaimFinding& claim) {
    m_.element("a", without_paper(claim.entry->id), {{"href", "#" + anchor_of(claim.entry->id)}});
  }

  Markup& m_;
  const CorpusResult& result_;
  const FindingsPresentation& how_;
};

}  // namespace

void add_findings(Markup& m, const CorpusResult& result, const FindingsPresentation& how,
                  std::vector<Section>& contents) {
  FindingsWriter writer(m, result, how);
  for (const PaperFindings& paper : findings_of(result)) {
    if (!lists_of(paper).empty() || !asides_of(paper).empty()) writer.write(paper, contents);
  }
}

}  // namespace hardmax::report::html
