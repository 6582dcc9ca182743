// What an entry says of an error in its source (proofs/README.md, "Errata"). No verdict depends on
// it.
#include "check/fault.hpp"
#include "check/read.hpp"

namespace hardmax::check {
namespace {

bool has(const Entry& entry, const char* key) { return entry.keys.count(key) != 0; }

std::string value(const Entry& entry, const char* key) {
  return has(entry, key) ? entry.keys.at(key)[0] : "";
}

bool is_of_source(const Entry& entry) {
  return value(entry, "kind") == "printed" || value(entry, "kind") == "implicit";
}

}  // namespace

void require_errata(const Entries& entries) {
  const auto rule = [](bool kept, const Entry& entry, const char* key, const char* what) {
    require(kept, entry.where + ", " + key, value(entry, key), what);
  };
  std::set<std::string> repaired,
      readable_repair;  // the entries that are repaired; those that an entry with a formal repairs
  for (const auto& [id, entry] : entries) {
    if (!has(entry, "repairs") || entry.borrowed)
      continue;  // a borrowed entry was checked where it stands
    const auto what = entries.find(value(entry, "repairs"));
    rule(what != entries.end() && is_of_source(what->second), entry, "repairs",
         "no entry of that id that is printed or implicit");
    repaired.insert(what->first);
    if (entry.has_formal) readable_repair.insert(what->first);
  }
  for (const auto& [id, entry] : entries) {
    if (entry.borrowed) continue;
    for (const char* key : {"quote", "consequence", "no_repair"})
      rule(!has(entry, key) || !one_space(value(entry, key)).empty(), entry, key, "nothing in it");
    const std::string soft = value(entry, "soft");
    rule(!has(entry, "soft") || soft == "printed" || soft == "repaired" ||
             soft == "printed values" || soft == "printed distance",
         entry, "soft",
         "another value than printed, repaired, printed values and printed distance");
    rule(!has(entry, "soft") || !entry.has_formal, entry, "soft", "a formal beside it");
    rule(soft != "repaired" || value(entry, "kind") == "repaired", entry, "soft",
         "that the entry is no repair");
    const std::string severity = value(entry, "severity"), seen = value(entry, "seen");
    rule(!has(entry, "seen") || seen == "extraction" || seen == "pdf", entry, "seen",
         "another value than extraction and pdf");

    const bool is_false = value(entry, "truth") == "false",
               unreadable = !entry.has_formal && readable_repair.count(id) != 0;
    const bool is_erratum = is_of_source(entry) && (is_false || unreadable);
    if (has(entry, "severity")) {
      rule(severity.size() == 1 && severity >= "A" && severity <= "E", entry, "severity",
           "another value than A, B, C, D and E");
      rule(HARDMAX_FAULT(check_severity, is_erratum, true), entry, "severity",
           "that the entry is neither recorded false nor an erratum, or is not of the source");
      for (const char* key : {"quote", "seen", "consequence"})
        rule(has(entry, key), entry, key, "that an entry with a severity must have it");
    }
    for (const char* key : {"reply", "no_repair"})
      rule(!has(entry, key) || has(entry, "severity"), entry, key, "no severity beside it");
    rule(!has(entry, "no_repair") || repaired.count(id) == 0, entry, "no_repair",
         "an entry that repairs it");
    if (!has(entry, "root")) continue;
    rule(is_erratum, entry, "root",
         "that the entry is neither recorded false nor an erratum, or is not of the source");
    const auto root = entries.find(value(entry, "root"));
    rule(root != entries.end(), entry, "root", "no entry of that id");
    rule(has(root->second, "severity"), entry, "root", "that the entry of that id has no severity");
    rule(!has(root->second, "root"), entry, "root",
         "that the entry of that id has a root itself");  // no circle without one
  }
}

}  // namespace hardmax::check
