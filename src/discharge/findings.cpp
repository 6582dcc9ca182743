#include "discharge/findings.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "claim/errata.hpp"

namespace hardmax {

namespace {

using claim::Entry;
using claim::EntryKind;
using Found = Finding::Standing;

bool is_error(const ClaimFinding& claim) {
  if (!claim::is_of_source(*claim.entry)) return false;
  return claim.verdict == Verdict::refuted || claim.erratum || claim.entry->severity ||
         claim.entry->record == claim::Record::fails;
}

auto place_in_source(const ClaimFinding* claim) {
  return std::tie(claim->entry->file, claim->entry->line);
}

class Sorting {
 public:
  explicit Sorting(const CorpusResult& result) {
    for (const ClaimFinding& claim : result.claims) {
      if (claim.entry->repairs) repairs_[*claim.entry->repairs].push_back(&claim);
      if (claim.entry->severity && !claim.entry->root) roots_.insert(claim.entry->id);
    }
    for (const ClaimFinding& claim : result.claims) {
      if (is_error(claim) && follows(claim)) follow_[*claim.entry->root].push_back(found(claim));
    }
    for (auto& [root, list] : follow_) std::stable_sort(list.begin(), list.end(), before);
    for (const ClaimFinding& claim : result.claims) put(claim);
    for (auto& [name, paper] : papers_) {
      for (std::vector<Finding>* list : {&paper.errata, &paper.to_compare, &paper.unranked})
        std::stable_sort(list->begin(), list->end(), before);
    }
  }

  std::vector<PaperFindings> take() {
    std::vector<PaperFindings> list;
    for (auto& [name, paper] : papers_) list.push_back(std::move(paper));
    return list;
  }

 private:
  // Its root is among the claims that were decided; else it stands for itself.
  bool follows(const ClaimFinding& claim) const {
    return claim.entry->root && roots_.contains(*claim.entry->root);
  }

  void put(const ClaimFinding& claim) {
    PaperFindings& paper = papers_[claim::paper_of(claim.entry->id)];
    paper.paper = claim::paper_of(claim.entry->id);
    const Entry& entry = *claim.entry;
    if (claim.verdict == Verdict::refuted && entry.kind == EntryKind::hypothesis)
      paper.hypotheses.push_back(&claim);
    if (claim.verdict == Verdict::refuted && entry.kind == EntryKind::remark)
      paper.remarks.push_back(&claim);
    if (!is_error(claim) || follows(claim)) return;
    Finding finding = found(claim);
    if (const auto list = follow_.find(entry.id); list != follow_.end())
      finding.follow = std::move(list->second);
    const bool compare = entry.severity == 'E' && entry.seen != "pdf";
    (!entry.severity ? paper.unranked
     : compare       ? paper.to_compare
                     : paper.errata)
        .push_back(std::move(finding));
  }

  Finding found(const ClaimFinding& claim) const {
    Finding finding;
    finding.claim = &claim;
    finding.standing = claim.verdict == Verdict::refuted ? Found::refuted
                       : claim.erratum                   ? Found::unreadable
                                                         : Found::open;
    if (const auto list = repairs_.find(claim.entry->id); list != repairs_.end())
      finding.repairs = list->second;
    std::stable_sort(finding.repairs.begin(), finding.repairs.end(),
                     [](const ClaimFinding* a, const ClaimFinding* b) {
                       return place_in_source(a) < place_in_source(b);
                     });
    return finding;
  }

  static bool before(const Finding& a, const Finding& b) {
    const char of_a = a.claim->entry->severity.value_or('Z'),
               of_b = b.claim->entry->severity.value_or('Z');
    if (of_a != of_b) return of_a < of_b;
    if (a.follow.size() != b.follow.size()) return a.follow.size() > b.follow.size();
    return place_in_source(a.claim) < place_in_source(b.claim);
  }

  std::map<std::string, std::vector<const ClaimFinding*>> repairs_;  // by what they repair
  std::map<std::string, std::vector<Finding>> follow_;               // by their root
  std::set<std::string> roots_;
  std::map<std::string, PaperFindings> papers_;
};

}  // namespace

std::size_t PaperFindings::count(char severity) const {
  return static_cast<std::size_t>(
      std::count_if(errata.begin(), errata.end(), [&](const Finding& f) {
        return f.claim->entry->severity == severity && f.standing != Finding::Standing::open;
      }));
}

std::size_t PaperFindings::open() const {
  return static_cast<std::size_t>(std::count_if(errata.begin(), errata.end(), [](const Finding& f) {
    return f.standing == Finding::Standing::open;
  }));
}

std::vector<PaperFindings> findings_of(const CorpusResult& result) {
  return Sorting(result).take();
}

std::vector<std::string> claims_of_findings(const std::vector<Entry>& entries,
                                            const std::string& paper) {
  const std::set<std::string> unreadable = claim::unreadable_lines(entries);
  std::set<std::string> errors;
  for (const Entry& e : entries) {
    if (claim::is_of_source(e) && (e.record != claim::Record::holds || unreadable.contains(e.id)))
      errors.insert(e.id);
  }
  std::vector<std::string> ids;
  for (const Entry& e : entries) {
    const bool wanted = errors.contains(e.id) || (e.repairs && errors.contains(*e.repairs)) ||
                        e.kind == EntryKind::remark || e.kind == EntryKind::hypothesis;
    if (wanted && (paper.empty() || claim::paper_of(e.id) == paper)) ids.push_back(e.id);
  }
  return ids;
}

}  // namespace hardmax
