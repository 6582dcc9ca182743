// JUnit's XML, as CI servers read it: a test case a claim. Against its record is a failure; not
// checkable and undecided are skipped.
#include <fmt/core.h>

#include <algorithm>

#include "report/corpus.hpp"

namespace hardmax::report {

namespace {

// Character data and attribute values. XML 1.0 has no way to write most control characters, nor
// bytes that are not UTF-8; claim files are checked to be UTF-8 when they are read.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char ch : text) {
    switch (ch) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      case '\'': result += "&apos;"; break;
      case '\n':
      case '\r':
      case '\t': result += ' '; break;
      default: result += static_cast<unsigned char>(ch) < 0x20 || ch == 0x7f ? '?' : ch;
    }
  }
  return result;
}

}  // namespace

std::string corpus_junit(const CorpusResult& result, const CorpusPresentation& how) {
  std::size_t failures = 0, skipped = 0;
  std::string cases;
  for (const ClaimFinding& c : result.claims) {
    const std::string& id = c.entry->id;
    const auto dot = id.rfind('.');
    cases += fmt::format("    <testcase classname=\"{}\" name=\"{}\">\n",
                         escaped(dot == std::string::npos ? "claims" : id.substr(0, dot)),
                         escaped(dot == std::string::npos ? id : id.substr(dot + 1)));
    std::string found(name_of(c.verdict));
    if (c.verdict == Verdict::verified)
      found += " on " + describe_runs(result, runs_with(result, c, Verdict::verified));
    if (c.verdict == Verdict::refuted)
      found += " at " + result.runs[*c.counterexample].str() + "; " + witness_line(c);
    if (!c.against.empty()) {
      ++failures;
      std::string why;
      for (const std::string& line : c.against) why += (why.empty() ? "" : "; ") + line;
      cases += fmt::format("      <failure message=\"{}\" type=\"against_record\">{}</failure>\n",
                           escaped(why), escaped(c.entry->source));
    } else if (c.verdict == Verdict::not_checkable || c.verdict == Verdict::undecided) {
      ++skipped;
      cases += fmt::format("      <skipped message=\"{}\"/>\n",
                           escaped(found + " (" + c.reason + "): " + c.explanation));
    }
    cases += fmt::format("      <system-out>{}</system-out>\n    </testcase>\n", escaped(found));
  }
  const std::string counts =
      fmt::format("tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" time=\"{:.3f}\"",
                  result.claims.size(), failures, skipped, result.seconds);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {}>\n  <testsuite name=\"{}\" "
      "{}>\n{}  </testsuite>\n</testsuites>\n",
      counts, escaped("verify " + how.command + " " + show(result.boxes)), counts, cases);
}

}  // namespace hardmax::report
