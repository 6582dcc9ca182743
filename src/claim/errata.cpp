#include "claim/errata.hpp"

#include <fmt/core.h>

#include <array>
#include <map>

#include "exact/error.hpp"

namespace hardmax::claim {

namespace {

[[noreturn]] void fail_errata(const Entry& entry, const std::string& what, const char* remedy) {
  throw InvalidInput(InvalidInput::Kind::file, fmt::format("{}:{}: entry '{}' {}; {}", entry.file,
                                                           entry.line, entry.id, what, remedy));
}

}  // namespace

const char* meaning_of_severity(char severity) {
  static constexpr std::array<const char*, 5> meanings = {
      "the theorem or lemma as stated fails, or no constant mends its printed proof",
      "a step fails and needs another argument", "a constant, an exponent or a count is wrong",
      "an edge case or a degenerate case", "a misprint"};
  HARDMAX_REQUIRE(severity >= 'A' && severity <= 'E');
  return meanings[static_cast<std::size_t>(severity - 'A')];
}

bool is_of_source(const Entry& entry) {
  return entry.kind == EntryKind::printed || entry.kind == EntryKind::implicit;
}

std::set<std::string> unreadable_lines(const std::vector<Entry>& entries) {
  std::set<std::string> repaired, found;
  for (const Entry& e : entries) {
    if (e.repairs && e.formal) repaired.insert(*e.repairs);
  }
  for (const Entry& e : entries) {
    if (is_of_source(e) && !e.formal && repaired.contains(e.id)) found.insert(e.id);
  }
  return found;
}

void check_errata(const std::vector<Entry>& entries) {
  const std::set<std::string> unreadable = unreadable_lines(entries);
  std::set<std::string> repaired;
  std::map<std::string, const Entry*> by_id;
  for (const Entry& e : entries) {
    by_id.emplace(e.id, &e);
    if (e.repairs) repaired.insert(*e.repairs);
  }
  for (const Entry& e : entries) {
    if (e.borrowed) continue;  // it was checked where it stands
    const bool wrong = is_of_source(e) && (e.record == Record::fails || unreadable.contains(e.id));
    for (const auto& [key, there] :
         {std::pair("severity", e.severity.has_value()), std::pair("root", e.root.has_value())}) {
      if (there && !wrong) {
        fail_errata(
            e, fmt::format("has a {} and is no error of its source", key),
            "it belongs to a printed or implicit line with truth = \"false\", or without a formal "
            "and with a repair that has one");
      }
    }
    if (e.severity && !(e.quote && e.seen && e.consequence))
      fail_errata(e, "has a severity without quote, seen and consequence", "add what is missing");
    if (!e.severity && (e.reply || e.no_repair))
      fail_errata(e, e.reply ? "has a reply and no severity" : "has no_repair and no severity",
                  "it belongs to an entry with a severity");
    if (e.no_repair && repaired.contains(e.id))
      fail_errata(e, "has no_repair, and an entry repairs it", "remove one of them");
    if (!e.root) continue;
    const auto root = by_id.find(*e.root);
    if (root == by_id.end())
      fail_errata(e, fmt::format("has the root '{}', which is no entry", *e.root),
                  "name the id of the erratum that causes it");
    if (!root->second->severity)
      fail_errata(e, fmt::format("has the root '{}', which has no severity", *e.root),
                  "give it one, or name another");
    if (root->second->root)
      fail_errata(e, fmt::format("has the root '{}', which has a root itself", *e.root),
                  "name the erratum that stands first");  // no circle without one
  }
}

}  // namespace hardmax::claim
