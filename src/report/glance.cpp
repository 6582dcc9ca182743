#include "report/glance.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>

#include "report/corpus.hpp"

namespace hardmax::report {

namespace {

constexpr std::size_t kFew = 20;

int rank(const ClaimResult& c) {
  if (is_against_record(c)) return 0;
  switch (c.verdict) {
    case Verdict::error: return 1;
    case Verdict::refuted: return 2;
    case Verdict::undecided: return 3;
    case Verdict::unrefuted: return 4;
    case Verdict::verified: return 5;
    case Verdict::not_checkable: return 6;
  }
  return 6;
}

}  // namespace

Detail detail_of(bool quiet, bool all, bool only, std::size_t claims) {
  if (quiet) return Detail::total;
  if (all) return Detail::all;
  return only || claims <= kFew ? Detail::verified : Detail::glance;
}

bool is_failed_hypothesis(const ClaimResult& c) {
  return c.verdict == Verdict::refuted && c.entry->kind == claim::EntryKind::hypothesis;
}

bool is_undefined(const ClaimResult& c) {
  return c.verdict == Verdict::error && c.entry->record == claim::Record::open;
}

bool is_against_record(const ClaimResult& c) { return c.standing == Standing::against_record; }

bool is_shown(const ClaimResult& c, Detail detail) {
  if (detail == Detail::total || detail == Detail::all) return detail == Detail::all;
  if (is_against_record(c)) return true;
  if (c.verdict == Verdict::not_checkable) return false;
  return c.verdict != Verdict::verified || detail == Detail::verified;
}

std::vector<const ClaimResult*> in_order(const std::vector<ClaimResult>& claims, Detail detail) {
  std::vector<const ClaimResult*> shown;
  for (const ClaimResult& c : claims)
    if (is_shown(c, detail)) shown.push_back(&c);
  const auto place = [](const ClaimResult* c) {
    return std::tuple<int, const std::string&, int>(rank(*c), c->entry->file, c->entry->line);
  };
  std::stable_sort(shown.begin(), shown.end(),
                   [&](const ClaimResult* a, const ClaimResult* b) { return place(a) < place(b); });
  return shown;
}

const ClaimResult* repair_of(const std::vector<ClaimResult>& claims, const std::string& id) {
  const auto it = std::find_if(claims.begin(), claims.end(), [&](const ClaimResult& c) {
    return c.entry->repairs && *c.entry->repairs == id;
  });
  return it == claims.end() ? nullptr : &*it;
}

Against against(const std::vector<ClaimResult>& claims) {
  Against found;
  for (const ClaimResult& c : claims) {
    if (!is_against_record(c)) continue;
    if (is_undefined(c))
      ++found.undefined;
    else if (is_failed_hypothesis(c))
      found.hypotheses += (found.hypotheses.empty() ? "" : ", ") + without_paper(c.entry->id);
    else
      ++found.others;
  }
  return found;
}

std::string said_of(const Against& found) {
  std::string text;
  if (!found.hypotheses.empty())
    text += fmt::format(
        "; {}: {}",
        found.hypotheses.find(',') == std::string::npos ? "a hypothesis fails" : "hypotheses fail",
        found.hypotheses);
  if (found.undefined > 0) text += fmt::format("; {} without a value", found.undefined);
  if (found.others > 0) text += fmt::format("; {} AGAINST THE RECORD", found.others);
  return text;
}

void ClaimLines::list_claims(const std::vector<ClaimResult>& claims, Detail detail) {
  const std::vector<const ClaimResult*> shown = in_order(claims, detail);
  std::size_t width = 0;
  for (const ClaimResult* c : shown) width = std::max(width, short_id(*c).size());
  for (const ClaimResult* c : shown) one_claim(claims, *c, detail, width);
  if (detail == Detail::verified)
    list_not_checkable(
        claims, [&](const ClaimResult& c) { return is_shown(c, detail); },
        [&](const ClaimResult& c) { return short_id(c); });
  if (!shown.empty() || detail == Detail::verified) line("");
}

void ClaimLines::one_claim(const std::vector<ClaimResult>& claims, const ClaimResult& c,
                           Detail detail, std::size_t width) {
  line("  {:<{}}  {}", short_id(c), width, verdict_of(c));
  if (c.verdict == Verdict::refuted) {
    line("      {}", claim::one_space(*c.entry->formal));
    if (c.shown) witness(*c.shown);
    // The repair, where it is not shown by itself.
    if (const ClaimResult* repaired = repair_of(claims, c.entry->id);
        repaired != nullptr && !is_shown(*repaired, detail)) {
      line("      repaired ({}): {}", short_id(*repaired),
           claim::one_space(*repaired->entry->formal));
      if (repaired->verdict != Verdict::verified)
        line("      the repair: {}", verdict_of(*repaired));
    }
  }
  if (is_failed_hypothesis(c) && is_against_record(c))
    line("      {}", paint("31", c.contradiction));
  else if (is_against_record(c) && !is_undefined(c))
    line("      {}", paint("31", "against its record: " + c.contradiction));
}

}  // namespace hardmax::report
