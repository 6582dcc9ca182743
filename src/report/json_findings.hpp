// The findings as JSON (report/findings.hpp). Json is the type of its values: json.cpp alone
// includes the library, for the whole room.
#pragma once
#include <string>
#include <vector>

#include "report/corpus.hpp"
#include "report/findings.hpp"

namespace hardmax::report {

template <class Json>
struct FindingsJson {
  const CorpusResult& result;
  const FindingsPresentation& how;
  Json (*witness_of)(const ClaimFinding&);

  template <class List, class Show>
  static Json array_of(const List& list, Show show) {
    Json json = Json::array();
    for (const auto& item : list) json.push_back(show(item));
    return json;
  }

  // Of one entry and what was decided of it.
  Json claim_of(const ClaimFinding& claim) const {
    const claim::Entry& entry = *claim.entry;
    Json json = {{"id", entry.id},
                 {"source", entry.source},
                 {"words", claim::one_space(entry.words)},
                 {"verdict", std::string(name_of(claim.verdict))}};
    if (entry.formal) json["formal"] = *entry.formal;
    if (entry.theorem) json["theorem"] = *entry.theorem;
    if (claim.verdict == Verdict::refuted) {
      json["counterexample"] = result.runs[*claim.counterexample].str();
      json["witness"] = witness_of(claim);
      json["shown"] = witness_line(claim);
      json["evidence"] = entry.soft ? "soft run" : "replay";
    }
    if (claim.verdict != Verdict::verified && claim.verdict != Verdict::refuted)
      json["explanation"] = claim.explanation;
    return json;
  }

  Json repair_of(const ClaimFinding& claim) const {
    Json json = claim_of(claim);
    json["proved_by"] = evidence_of(result, claim);
    return json;
  }

  Json finding_of(const Finding& finding) const {
    const claim::Entry& entry = *finding.claim->entry;
    Json json = claim_of(*finding.claim);
    json["standing"] = finding.standing == Finding::Standing::refuted      ? "refuted"
                       : finding.standing == Finding::Standing::unreadable ? "unreadable"
                                                                           : "open";
    json["severity"] = entry.severity ? Json(std::string(1, *entry.severity)) : Json(nullptr);
    const auto optional = [&](const char* key, const std::optional<std::string>& value) {
      if (value) json[key] = claim::one_space(*value);
    };
    optional("quote", entry.quote);
    optional("seen", entry.seen);
    optional("consequence", entry.consequence);
    optional("no_repair", entry.no_repair);
    optional("note", entry.note);
    optional("reply", entry.reply);
    json["repairs"] =
        array_of(finding.repairs, [&](const ClaimFinding* c) { return repair_of(*c); });
    json["follow"] = array_of(finding.follow, [&](const Finding& f) { return finding_of(f); });
    json["against_record"] = finding.claim->against;
    return json;
  }

  Json paper_of(const PaperFindings& paper) const {
    Json json = {{"paper", paper.paper},
                 {"title", nullptr},
                 {"authors", nullptr},
                 {"year", nullptr},
                 {"link", nullptr}};
    if (const auto known = how.papers.find(paper.paper); known != how.papers.end()) {
      const claim::Paper& p = known->second;
      json["title"] = p.title;
      json["authors"] = p.authors;
      json["year"] = p.year;
      json["link"] = p.link;
      if (!p.venue.empty()) json["venue"] = p.venue;
      if (!p.text.empty()) json["text"] = p.text;
      if (!p.consequence.empty()) json["consequence"] = p.consequence;
    }
    for (const char severity : {'A', 'B', 'C', 'D', 'E'})
      json["counts"][std::string(1, severity)] = paper.count(severity);
    json["counts"]["open"] = paper.open();
    const auto list = [&](const char* name, const std::vector<Finding>& findings) {
      json[name] = array_of(findings, [&](const Finding& f) { return finding_of(f); });
    };
    list("errata", paper.errata);
    list("to_compare", paper.to_compare);
    list("unranked", paper.unranked);
    const auto aside = [&](const char* name, const std::vector<const ClaimFinding*>& claims) {
      json[name] = array_of(claims, [&](const ClaimFinding* c) { return claim_of(*c); });
    };
    aside("hypotheses", paper.hypotheses);
    aside("remarks", paper.remarks);
    return json;
  }

  Json object() const {
    Json json = {{"tool", "hardmax"}, {"version", how.version}, {"box", show(result.boxes)}};
    json["patterns"] = array_of(result.patterns, [](const PatternChoice& p) { return p.str(); });
    json["papers"] =
        array_of(findings_of(result), [&](const PaperFindings& p) { return paper_of(p); });
    const int code = exit_code(result);
    json["verdict"] = code == 0 ? "as_recorded" : code == 1 ? "against_record" : "undecided";
    json["exit_code"] = code;
    return json;
  }
};

}  // namespace hardmax::report
