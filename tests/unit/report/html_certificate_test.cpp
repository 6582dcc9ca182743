// Certificates as pages: what is shown is what the certificate says, nothing of it is taken as
// markup, and the bytes depend on it alone.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "claim/errata.hpp"
#include "exact/error.hpp"
#include "report/html/report_page.hpp"
#include "report/html/sections.hpp"

namespace html_certificate_test {

using namespace hardmax;
using namespace hardmax::report;

namespace {

const std::string kRoot = std::string(HARDMAX_TEST_ROOT) + "/certificate/";

std::string bytes_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  REQUIRE(stream);
  std::stringstream bytes;
  bytes << stream.rdbuf();
  return bytes.str();
}

CheckedCertificate checked_file(const std::string& file) {
  return {"run.cert", bytes_of(kRoot + file), 0, {"accepted: by a test"}};
}
const ReportOptions kPlain{"1.0", {}, "", {}, false};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}
std::string between(const std::string& text, std::size_t& at, const std::string& open,
                    const std::string& close) {
  at = text.find(open, at);
  if (at == std::string::npos) return "";
  const std::size_t from = at + open.size(), to = text.find(close, from);
  at = to;
  return text.substr(from, to - from);
}

// Every place of a page that says which member of the certificate it shows, where it does not show
// it.
std::vector<std::string> differences(const std::string& page, const html::CertificateFile& file) {
  std::vector<std::string> found;
  const html::Reading reading{file, nullptr, "", {}, 0, ""};
  std::map<std::string, const certificate::ClaimRecord*> records;
  for (const auto& record : file.claims()) records[record.id] = &record;
  std::size_t seen = 0;
  for (std::size_t at = 0; at != std::string::npos;) {
    const std::string article = between(page, at, "<article class=\"claim\"", "</article>");
    if (at == std::string::npos) break;
    std::size_t in = 0;
    const std::string verdict = between(article, in, "data-verdict=\"", "\"");
    const std::string id = between(article, in, "data-id=\"", "\"");
    if (!records.contains(id)) {
      found.push_back("unknown " + id);
      continue;
    }
    ++seen;
    const certificate::ClaimRecord& record = *records[id];
    if (record.verdict != verdict || !contains(article, "badge v-" + record.verdict))
      found.push_back(id + ": " + verdict);
    if (!record.witness) continue;
    for (const auto& [name, value] :
         {std::pair("lhs", record.witness->lhs), std::pair("rhs", record.witness->rhs)}) {
      const bool compared =
          record.witness->relation != "distinct" && record.witness->relation != "false";
      if (compared &&
          !contains(article, std::string("data-field=\"witness.") + name + "\" data-value=\"" +
                                 html::escaped(value) + "\">" + html::escaped(value)))
        found.push_back(id + ": " + name);
    }
    if (!record.witness->at.empty() &&
        !contains(article, html::escaped(report::place(record.witness->at,
                                                       html::encodings_of(reading, record), "δ"))))
      found.push_back(id + ": at");
  }
  if (seen != records.size()) found.push_back("claims left out");
  std::size_t fields = 0;
  for (std::size_t at = 0; at != std::string::npos;) {
    const std::string shown = between(page, at, "class=\"exact\" data-field=\"", "</span>");
    const std::size_t end = shown.find("\">");
    if (end == std::string::npos || shown.starts_with("witness.") || end == 0) continue;
    const std::string path = shown.substr(0, end), value = shown.substr(end + 2),
                      wanted = path == "sha256" ? file.sha256() : file.text(path);
    if (html::escaped(wanted) != value) found.push_back(path + ": " + value);
    ++fields;
  }
  if (fields < 3) found.push_back("fields left out");
  return found;
}

}  // namespace

TEST_CASE(
    "report: every number of every kind of certificate is the certificate's, and a page that says "
    "otherwise is noticed") {
  const std::pair<const char*, const char*> files[] = {
      {"accept/strided.json", "claims"},
      {"accept/c_is_1.json", "claims"},
      {"accept/no_s.json", "claims"},
      {"accept/gamma_not_identity.json", "claims"},
      {"accept/star_two_rows.json", "claims"},
      {"sweep/accept/yun2020a_extended.json", "sweep/claims"},
      {"sweep/accept/sparsebert_positional.json", "sweep/claims"},
      {"assumption1/accept/hubs.json", "assumption1/claims"},
      {"assumption1/accept/random.json", "assumption1/claims"},
      {"structural/accept/strided.json", "structural/claims"},
      {"structural/accept/strided_every_D.json", "structural/claims"},
      {"structural/accept/strided_every_d_and_D.json", "structural/claims"},
      {"structural/accept/yun2020a.json", "structural/claims"},
      {"structural/accept/sparsebert_every_d_and_D.json", "structural/claims"},
      {"every/accept/n2.json", "every/claims"},
      {"every/accept/n3_D3.json", "every/claims"},
      {"every/accept/n3_other_multipliers.json", "every/claims"}};
  for (const auto& [name, claims] : files) {
    INFO(name);
    const std::vector<claim::Entry> entries = claim::load_entries(kRoot + claims);
    const CheckedCertificate checked = checked_file(name);
    const html::CertificateFile file(checked.name, checked.bytes);
    const std::string page = certificates_html({checked}, entries, kPlain);
    CHECK(differences(page, file) == std::vector<std::string>{});
    CHECK(certificates_html({checked}, entries, kPlain) == page);
    CHECK(contains(page, file.sha256()));
    CHECK_FALSE(contains(page, HARDMAX_ROOT));

    // One digit of a field, and one verdict, changed on the page.
    std::string altered = page;
    const std::size_t field =
        altered.find("\">", altered.find("class=\"exact\" data-field=\"")) + 2;
    altered[field] = altered[field] == '1' ? '2' : '1';
    CHECK(differences(altered, file).size() == 1);
    altered = page;
    const std::size_t verdict = altered.find("data-verdict=\"") + 14;
    altered[verdict] = 'x';
    CHECK(differences(altered, file).size() == 1);
  }
}

TEST_CASE(
    "report: what is false stands first, all of it and nothing else, the gravest first, with what "
    "it means") {
  std::vector<claim::Entry> entries = claim::load_entries(kRoot + "claims");
  for (const char* name : {"accept/strided.json", "accept/c_is_1.json"}) {
    INFO(name);
    const CheckedCertificate checked = checked_file(name);
    const html::CertificateFile file(checked.name, checked.bytes);
    std::set<std::string> refuted;
    for (const auto& record : file.claims()) {
      const auto entry = std::find_if(entries.begin(), entries.end(),
                                      [&](const auto& one) { return one.id == record.id; });
      if (record.verdict == "refuted" && claim::is_of_source(*entry)) refuted.insert(record.id);
    }
    REQUIRE_FALSE(refuted.empty());
    const std::string page = certificates_html({checked}, entries, kPlain);
    const std::size_t begin = page.find("What is false, and what it means</h2>"),
                      end = page.find("Parameters</h2>");
    REQUIRE(begin < end);
    const std::string section = page.substr(begin, end - begin);
    std::set<std::string> found;
    for (std::size_t at = 0; at != std::string::npos;)
      found.insert(between(section, at, "<div class=\"false\" data-id=\"", "\""));
    found.erase("");
    CHECK(found == refuted);
    CHECK(page.find("What is false, and what it means", end) == std::string::npos);
  }
}

TEST_CASE("report: a false line says what it means, by which repair, and what is false with it") {
  std::vector<claim::Entry> entries = claim::load_entries(kRoot + "claims");
  const CheckedCertificate checked = checked_file("accept/c_is_1.json");
  const html::CertificateFile file(checked.name, checked.bytes);
  std::vector<claim::Entry*> refuted;
  for (const auto& record : file.claims())
    for (claim::Entry& entry : entries)
      if (entry.id == record.id && record.verdict == "refuted" && claim::is_of_source(entry))
        refuted.push_back(&entry);
  REQUIRE(refuted.size() > 2);
  claim::Entry &first = *refuted[0], &second = *refuted[1], &third = *refuted[2];
  second.severity = 'A', second.consequence = "the <b>lemma</b> fails", second.quote = "a < b";
  third.root = second.id, first.severity = 'E';
  const std::string page = certificates_html({checked}, entries, kPlain);
  CHECK(contains(page, "It means: </strong>the &lt;b&gt;lemma&lt;/b&gt; fails"));
  CHECK(contains(page, "Printed: </strong><span class=\"exact\">a &lt; b</span>"));
  CHECK(contains(page, "False with it: </strong><a href=\"#" + html::anchor_of(third.id) + "\">"));
  CHECK_FALSE(contains(page, "<div class=\"false\" data-id=\"" + third.id + "\""));
  CHECK(page.find("<div class=\"false\" data-id=\"" + second.id + "\"") <
        page.find("<div class=\"false\" data-id=\"" + first.id + "\""));
}

TEST_CASE("report: the paper's title, authors and link stand under the title, where it is known") {
  const std::vector<claim::Entry> entries = claim::load_entries(kRoot + "claims");
  const CheckedCertificate checked = checked_file("accept/strided.json");
  ReportOptions options = kPlain;
  CHECK_FALSE(contains(certificates_html({checked}, entries, options), "class=\"imprint\""));
  claim::Paper& paper = options.papers["yun2020b"];
  paper.title = "On <maps>", paper.authors = "A, B", paper.year = "2020";
  paper.link = "https://example.org/x";
  claim::Paper& other = options.papers["other"];
  other.title = "Another", other.authors = "C", other.year = "2021";
  other.link = "https://example.org/y";
  const std::string page = certificates_html({checked}, entries, options);
  CHECK(contains(page, "<a href=\"https://example.org/x\" rel=\"noreferrer\">On &lt;maps&gt;</a>"));
  CHECK(contains(page, "A, B. 2020."));
  CHECK_FALSE(contains(page, "Another"));
}

TEST_CASE("report: the sentence says what came out, and what stands against the record") {
  const std::vector<claim::Entry> entries = claim::load_entries(kRoot + "claims");
  const auto sentence = [&](const char* name) {
    html::Reading reading{
        html::CertificateFile("a", bytes_of(kRoot + name)), &entries, "", {}, 0, ""};
    const html::Replay replay(reading.file);
    return std::pair(sentence_of(reading, &replay), count(reading));
  };
  const auto [holds, counts] = sentence("accept/strided.json");
  INFO(holds.text);
  CHECK(holds.tone == (counts.against.empty() ? "good" : "bad"));
  REQUIRE(counts.against.size() ==
          1);  // these claims are about the language; one has an undefined term
  CHECK(contains(holds.text, "1 claim recorded as true does not hold here (t.undefined)"));
  CHECK(counts.all ==
        counts.verified + counts.refuted + counts.undecided + counts.error + counts.not_checkable);
  const auto [changed, of_changed] = sentence("accept/c_is_1.json");
  INFO(changed.text);
  CHECK(contains(changed.text, "c=1"));
  CHECK(of_changed.refuted > counts.refuted);
}

TEST_CASE("report: words, sources, notes and names of files are text, never markup") {
  std::vector<claim::Entry> entries = claim::load_entries(kRoot + "claims");
  const std::string hostile =
      "</p></article><script>alert('x')</script><img src=x onerror=\"alert(1)\"> & \" ' \xFF";
  for (claim::Entry& entry : entries) {
    entry.source = entry.words = hostile;
    entry.note = hostile;
    entry.domain += " " + hostile;
    entry.needs.push_back(hostile);
    if (entry.counterexample) entry.counterexample = hostile;
    if (entry.formal) entry.formal = *entry.formal + hostile;  // no longer a formula: shown as text
    if (entry.not_checkable) entry.not_checkable = hostile;
  }
  CheckedCertificate checked = checked_file("accept/strided.json");
  checked.name = hostile;
  checked.check_lines = {hostile};
  ReportOptions options = kPlain;
  options.claims_option = " --claims " + shell_word(hostile);
  for (const std::string& page : {certificates_html({checked}, entries, options),
                                  certificates_html({checked, checked}, entries, options)}) {
    std::size_t scripts = 0;
    for (std::size_t at = page.find("<script"); at != std::string::npos;
         at = page.find("<script", at + 1))
      ++scripts;
    CHECK(scripts == 1);
    CHECK_FALSE(contains(page, "<img"));
    CHECK_FALSE(contains(page, "\xFF"));
    CHECK(contains(page, "&lt;img src=x onerror=&quot;alert(1)&quot;&gt;"));
  }
  const std::string markdown = certificates_markdown({checked}, entries, options);
  CHECK_FALSE(contains(markdown, "<img src=x onerror=\"alert(1)\"> & \" ' \xFF|"));
}

TEST_CASE("report: strings of a certificate are text too") {
  const std::vector<claim::Entry> entries = claim::load_entries(kRoot + "claims");
  std::string bytes = bytes_of(kRoot + "accept/strided.json");
  // No certificate that verify-check accepts has these; a page must not depend on that.
  for (const auto& [from, to] :
       {std::pair<std::string, std::string>("\"replay\"", "\"<img src=x>\""),
        {"\"target\":\"identity\"", "\"target\":\"<img src=x>\""}}) {
    for (std::size_t at = bytes.find(from); at != std::string::npos;
         at = bytes.find(from, at + to.size()))
      bytes.replace(at, from.size(), to);
  }
  REQUIRE(contains(bytes, "<img"));
  const std::string page = certificates_html({{"a", bytes, 0, {}}}, entries, kPlain);
  CHECK_FALSE(contains(page, "<img"));
  CHECK(contains(page, "&lt;img src=x&gt;"));
}

TEST_CASE("report: what is no certificate is refused with the name of the file") {
  const std::vector<claim::Entry> entries = claim::load_entries(kRoot + "claims");
  const std::string good = bytes_of(kRoot + "accept/strided.json");
  const auto refused = [&](const std::string& bytes) {
    try {
      static_cast<void>(certificates_html({{"the file", bytes, 0, {}}}, entries, kPlain));
    } catch (const InvalidInput& error) {
      return std::string(error.what()).starts_with("the file: ");
    }
    return false;
  };
  CHECK(refused(""));
  CHECK(refused("[]"));
  CHECK(refused("{}"));
  CHECK(refused(good.substr(0, good.size() / 2)));
  CHECK(refused(good + "{}"));
  CHECK(refused(std::string(5000, '[')));
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string bytes = good;
    const std::size_t at = bytes.find(from);
    REQUIRE(at != std::string::npos);
    return bytes.replace(at, from.size(), to);
  };
  CHECK(refused(with("\"n\":\"4\"", "\"n\":\"99999999999999999999\"")));
  CHECK(refused(with("\"n\":\"4\"", "\"n\":4")));
  CHECK(refused(with("\"n\":\"4\"", "\"n\":\"4\",\"n\":\"4\"")));
  CHECK(refused(with("\"n\":\"4\"", "\"n\":\"5\"")));  // lists for four tokens
  CHECK(refused(with("\"d\":\"1\"", "\"d\":\"0\"")));
  CHECK(refused(with("\"1 2 3\"", "\"1 2 9\"")));
  CHECK(refused(with("\"1 2 3\"", "\"3 2 1\"")));
}

TEST_CASE("report: margins are exact: those of a run that was measured by hand") {
  const std::vector<claim::Entry> entries =
      claim::load_entries(std::string(HARDMAX_ROOT) + "/proofs");
  RunRequest request;
  request.parameters = {4, 1, 2};
  const Pattern pattern = make_pattern({.name_or_file = "strided", .n = 4});
  request.pattern = &pattern;
  request.paper = "yun2020b";
  request.only = "yun2020b.E.2.4.eq10";
  const std::string bytes = certificate::write(certify(request, decide_run(request, entries)));
  const html::CertificateFile file("a", bytes);
  const html::Replay replay(file);
  CHECK(replay.pattern_name() == "strided");
  std::map<std::string, Rational> rooms;
  for (const html::Margin& margin : replay.margins(entries, file)) rooms[margin.id] = margin.room;
  // eq10.repaired: zt(gamma(n)) <= n delta^(-nd) - delta = 4 * 16 - 1/2; the largest shifted id of
  // the last token is 24 (48 delta).
  REQUIRE(rooms.contains("yun2020b.E.2.4.eq10.repaired"));
  CHECK(rooms["yun2020b.E.2.4.eq10.repaired"] == Rational(79) / Rational(2));
  // step8.repaired: delta^(-(n-1)d) (n-1+delta) (delta^(-d) - 1) = 28 against 63 1/2.
  CHECK(rooms["yun2020b.E.2.4.eq10.step8.repaired"] == Rational(71) / Rational(2));
  std::uint64_t inputs = 0;
  const auto stages = replay.ids_by_stage(inputs);
  CHECK(inputs == 16);
  REQUIRE(stages.size() == 4);
  for (const html::StageIds& stage : stages) CHECK(stage.ids.size() == 64);
  CHECK(*std::max_element(stages[1].ids.begin(), stages[1].ids.end()) == Rational(48));
}

}  // namespace html_certificate_test
