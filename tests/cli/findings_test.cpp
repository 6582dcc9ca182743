// verify findings: what an author is told, in which order, and that each of it was decided.
#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"
#include "cli/schema.hpp"

namespace findings_test {

using namespace testing;

namespace {

const std::string kAt = "counterexample = \"n=3 d=1 D=2 pattern=dense\"\n";
const std::string kToAuthors =
    "quote = \"x <= 1 & *so* `on` \xE2\x89\xA4 | 2\"\nseen = \"extraction\"\nconsequence = "
    "\"stands for n = 2\"\n";

std::string entry(const std::string& id, const std::string& kind, const std::string& formal,
                  const std::string& truth, const std::string& more = "") {
  return "[[claim]]\nid = \"" + id + "\"\nsource = \"Display of " + id + "\"\nkind = \"" + kind +
         "\"\nwords = \"w\"\ndomain = \"n >= 2\"\n" + formal + "\ntruth = \"" + truth + "\"\n" +
         more + "\n";
}
std::string false_line(const std::string& id, const std::string& more = "",
                       const std::string& kind = "printed") {
  return entry(id, kind, "formal = \"n <= 2\"", "false", kAt + more);
}
std::string error(const std::string& id, char severity, const std::string& more = "") {
  return false_line(id, std::string("severity = \"") + severity + "\"\n" + kToAuthors + more);
}
std::string repair(const std::string& id, const std::string& of,
                   const std::string& formal = "n >= 2") {
  return entry(id, "repaired", "formal = \"" + formal + "\"", "true", "repairs = \"" + of + "\"\n");
}

const std::string kPaper =
    "paper = \"t\"\ntitle = \"On <t> & *so*\"\nauthors = \"A, B\"\nyear = \"2020\"\nlink = "
    "\"https://example.org/t\"\ntext = \"a part of it\"\n";
const std::string kNone = "no_repair = \"none is known\"\n";

struct Found {
  int exit_code;
  Json json;
};

const std::vector<std::string> kBox =
    words("--box n=2..3,q=2,d=1 --patterns dense --progress none");

Finished findings(const std::string& corpus, const std::string& more) {
  const TemporaryFolder folder;
  write_file(folder / "c.toml", corpus);
  write_file(folder / "paper.toml", kPaper);
  return verify(words("findings --claims " + folder.path().string() + " " + more) + kBox);
}

Found in_json(const std::string& corpus, const std::string& more = "") {
  const Finished f = findings(corpus, "--json " + more);
  INFO(f.err);
  REQUIRE(f.exit_code <= 2);
  const Json json = Json::parse(f.out);
  const Json schema =
      Json::parse(read_file(std::filesystem::path(HARDMAX_ROOT) / "data" / "findings.schema.json"));
  CHECK(misfit(schema, schema, json, "") == "");
  CHECK(json["exit_code"] == f.exit_code);
  return {f.exit_code, json};
}

std::string ids(const Json& list) {
  std::string text;
  for (const Json& one : list) text += (text.empty() ? "" : " ") + one["id"].get<std::string>();
  return text;
}

}  // namespace

TEST_CASE("findings: one erratum a cause, the gravest first, what is not to be counted apart") {
  const std::string corpus =
      error("t.late", 'D', kNone) + error("t.c1", 'C', kNone) + error("t.c2", 'C') +
      repair("t.c2.repaired", "t.c2") + false_line("t.follows", "root = \"t.c2\"\n") +
      error("t.first", 'A', kNone) + error("t.misprint", 'E') + false_line("t.lone") +
      false_line("t.remark", "", "remark") + false_line("t.hypothesis", "", "hypothesis") +
      entry("t.unreadable", "printed", "not_checkable = \"two brackets are missing\"", "open",
            "severity = \"D\"\n" + kToAuthors) +
      repair("t.unreadable.repaired", "t.unreadable") +
      entry("t.fine", "printed", "formal = \"n >= 2\"", "true") +
      false_line("t.implied", "severity = \"B\"\n" + kToAuthors + kNone, "implicit");
  const Found found = in_json(corpus);
  CHECK(found.exit_code == 0);
  REQUIRE(found.json["papers"].size() == 1);
  const Json& paper = found.json["papers"][0];
  CHECK(paper["title"] == "On <t> & *so*");
  CHECK(ids(paper["errata"]) ==
        "t.first t.implied t.c2 t.c1 t.late t.unreadable");  // of severity C, that from which more
                                                             // follows
  CHECK(ids(paper["to_compare"]) == "t.misprint");
  CHECK(ids(paper["unranked"]) == "t.lone");
  CHECK(ids(paper["remarks"]) == "t.remark");
  CHECK(ids(paper["hypotheses"]) == "t.hypothesis");
  CHECK(paper["counts"] == Json({{"A", 1}, {"B", 1}, {"C", 2}, {"D", 2}, {"E", 0}, {"open", 0}}));
  const Json& c2 = paper["errata"][2];
  CHECK(c2["standing"] == "refuted");
  CHECK(c2["counterexample"] == "n=3 d=1 D=2 pattern=dense");
  CHECK(c2["shown"] == "3 <= 2 is false");
  CHECK(ids(c2["follow"]) == "t.follows");
  CHECK(c2["repairs"][0]["verdict"] == "verified");
  CHECK(c2["repairs"][0]["proved_by"].get<std::string>().starts_with("verified on n=2..3,q=2,d=1"));
  CHECK(paper["errata"][5]["standing"] == "unreadable");

  const Finished text = findings(corpus, "");
  for (const char* line :
       {"On <t> & *so*\nA, B. 2020. Compared with: a part of it. https://example.org/t\n",
        "6 errata: 1 of severity A, 1 of severity B, 2 of severity C, 2 of severity D; 1 to be "
        "compared with the printed page, not counted; 1 false line without a severity.",
        "C: a constant, an exponent or a count is wrong\n\n  3. Display of t.c2   t.c2\n",
        "n=3 d=1 D=2 pattern=dense: 3 <= 2 is false", "stands for n = 2", "none is known",
        "false with it   t.follows (Display of t.follows). n=3 d=1 D=2 pattern=dense: 3 <= 2 is "
        "false"}) {
    INFO(line << std::string("\n") << text.out);
    CHECK(text.out.find(line) != std::string::npos);
  }
  const Finished markdown = findings(corpus, "--format md");
  CHECK(markdown.out.find("<!-- table of papers -->\n") == 0);
  CHECK(markdown.out.find("| [On &lt;t&gt; &amp; \\*so\\*](") != std::string::npos);
  CHECK(markdown.out.find(
            "<!-- end of table of papers -->\n\n<!-- findings of t -->\n## On &lt;t&gt; "
            "&amp; \\*so\\*\n") != std::string::npos);
  CHECK(markdown.out.find("- printed (extraction): ``x <= 1 & *so* `on` \xE2\x89\xA4 | 2``\n") !=
        std::string::npos);
  CHECK(markdown.out.find("<!-- end of findings of t -->") != std::string::npos);
  CHECK(findings(corpus, "--format md").out == markdown.out);
}

TEST_CASE("findings: a misprint counts once the printed page was seen") {
  std::string seen = error("t.misprint", 'E');
  seen.replace(seen.find("extraction"), 10, "pdf");
  const Json paper = in_json(seen).json["papers"][0];
  CHECK(ids(paper["errata"]) == "t.misprint");
  CHECK(paper["counts"]["E"] == 1);
  CHECK(paper["to_compare"].empty());
}

TEST_CASE("findings: nothing is shown as refuted that was not refuted here") {
  // Recorded false, with nothing that decides it: listed, not counted, and the exit code says so.
  const Found open = in_json(entry("t.open", "printed", "not_checkable = \"needs integrals\"",
                                   "false", kAt + "severity = \"A\"\n" + kToAuthors + kNone));
  CHECK(open.exit_code == 2);
  CHECK(open.json["papers"][0]["errata"][0]["standing"] == "open");
  CHECK(open.json["papers"][0]["counts"]["A"] == 0);
  CHECK(open.json["papers"][0]["counts"]["open"] == 1);
  // A stored counterexample that does not refute.
  const Found lie = in_json(entry("t.lie", "printed", "formal = \"n >= 2\"", "false",
                                  kAt + "severity = \"A\"\n" + kToAuthors + kNone));
  CHECK(lie.exit_code == 1);
  CHECK(lie.json["papers"][0]["errata"][0]["standing"] == "open");
  CHECK(lie.json["papers"][0]["errata"][0]["against_record"].size() == 1);
  // A repair that is false says so.
  const Found repaired = in_json(error("t.a", 'A') + repair("t.a.repaired", "t.a", "n <= 1"));
  CHECK(repaired.exit_code == 1);
  CHECK(repaired.json["papers"][0]["errata"][0]["repairs"][0]["proved_by"] ==
        "not verified here: refuted");
}

TEST_CASE("findings: one paper, none, and what is refused") {
  CHECK(in_json(error("t.a", 'A', kNone) + error("u.a", 'B', kNone), "t").json["papers"].size() ==
        1);
  CHECK(in_json(error("t.a", 'A', kNone) + error("u.a", 'B', kNone)).json["papers"].size() == 2);
  CHECK(in_json(entry("t.fine", "printed", "formal = \"n >= 2\"", "true")).json["papers"].empty());
  const Finished other = findings(error("t.a", 'A', kNone), "v");
  CHECK(other.exit_code == 64);
  CHECK(other.err ==
        "verify: findings 'v': no claim is of a paper of that name; there are claims of t\n");
  CHECK(findings(error("t.a", 'A', kNone), "--json --format md").exit_code == 64);
  CHECK(findings(error("t.a", 'F', kNone), "").exit_code == 65);
  CHECK(findings(false_line("t.a", "root = \"t.a\"\n"), "").exit_code == 65);
}

// tests/certificate/soft/claims.toml has the two claims as verify-check decides them in a
// certificate of kind soft.
TEST_CASE(
    "regress: a claim about soft maps is decided by them at its stored counterexample, and "
    "verify-check finds the same") {
  std::string claims =
      read_file(std::filesystem::path(HARDMAX_ROOT) / "tests/certificate/soft/claims.toml");
  claims.erase(claims.find("[[claim]]\nid      = \"yun2020b.F.3.firstrow\""));  // and the last
  const std::string stored = "n=4 d=1 D=2 pattern=strided";
  claims.replace(claims.find(stored), stored.size(), "n=2 d=1 D=2 pattern=dense");
  const TemporaryFolder folder;
  write_file(folder / "c.toml", claims);
  const auto regress = [&](const std::string& box) {
    const Finished f =
        verify(words("regress --only yun2020b.F --json --progress none --patterns dense --claims " +
                     (folder / "c.toml").string() + " --box " + box));
    INFO(f.err);
    REQUIRE(f.exit_code <= 2);
    return Json::parse(f.out);
  };
  const Json json = regress("n=2,q=2,d=1");
  CHECK(json["exit_code"] == 0);
  const Json &printed = json["claims"][0], &repaired = json["claims"][1];
  CHECK(printed["verdict"] == "refuted");
  CHECK(printed["counterexample"] == "n=2 d=1 D=2 pattern=dense");
  CHECK(printed["witness"]["relation"] == "<=");
  CHECK(printed["witness"]["rhs"] == "1/8");
  CHECK(repaired["verdict"] == "verified");
  CHECK(regress("n=3,q=2,d=1")["claims"][1]["verdict"] ==
        "not_checkable");  // its one run is not in that box

  const std::string cert = (folder / "soft.cert").string();
  CHECK(verify(words("soft --n 2 --d 1 --delta 1/2 --pattern dense --certificate " + cert +
                     " --claims " + folder.path().string()))
            .exit_code == 0);
  const Finished checked = verify(words("check " + cert + " --claims " + folder.path().string()));
  CHECK(checked.exit_code == 0);
  const Json stated = Json::parse(read_file(cert));
  CHECK(stated["claims"][0]["verdict"] == "refuted");
  CHECK(stated["claims"][1]["verdict"] == "verified");
  std::string beyond = stated["statements"][0]["beyond"];
  CHECK(beyond.substr(beyond.rfind(' ') + 1) == printed["witness"]["lhs"]);

  // Whatever its id, but only with a run to decide it on.
  write_file(folder / "c.toml", entry("t.a", "printed", "not_checkable = \"x\"", "false",
                                      kAt + "soft = \"printed\"\n"));
  CHECK(verify(words("regress --claims " + (folder / "c.toml").string()) + kBox).exit_code != 65);
  write_file(folder / "c.toml",
             entry("t.a", "printed", "not_checkable = \"x\"", "false", kAt + "soft = \"mine\"\n"));
  CHECK(verify(words("regress --claims " + (folder / "c.toml").string()) + kBox).exit_code == 65);
  write_file(folder / "c.toml",
             entry("t.a", "printed", "not_checkable = \"x\"", "open", "soft = \"printed\"\n"));
  CHECK(verify(words("regress --claims " + (folder / "c.toml").string()) + kBox).exit_code == 65);
}

TEST_CASE("findings: what is said of this corpus is complete, and the pages about it are current",
          "[full]") {
  const std::filesystem::path root = HARDMAX_ROOT, proofs = root / "proofs";
  const Finished f =
      verify(words("findings --format md --progress none --claims " + proofs.string()));
  CHECK(f.exit_code == 0);
  const auto between = [](const std::string& text, const std::string& begin,
                          const std::string& end) {
    const auto from = text.find(begin), to = text.find(end);
    REQUIRE(from != std::string::npos);
    REQUIRE(to != std::string::npos);
    return text.substr(from + begin.size(), to - from - begin.size());
  };
  const std::string begin = "<!-- findings: scripts/update-findings.sh -->\n",
                    end = "<!-- end of findings -->";
  CHECK(between(read_file(root / "docs/findings.md"), begin, end) == f.out);
  const std::string table = "<!-- table of papers -->\n",
                    end_of_table = "<!-- end of table of papers -->";
  const TemporaryFolder folder;
  write_file(folder / "table", between(f.out, table, end_of_table));
  const Finished summary = run_program(
      "/usr/bin/awk",
      {"-f", (root / "scripts/summary-of-papers.awk").string(), (folder / "table").string()});
  CHECK(summary.exit_code == 0);
  CHECK(between(read_file(root / "README.md"), table, end_of_table) == summary.out);
  for (const std::string paper : {"yun2020b", "yun2020a", "sparsebert"}) {
    CHECK(between(read_file(proofs / paper / "README.md"), begin, end) ==
          between(f.out, "<!-- findings of " + paper + " -->\n",
                  "<!-- end of findings of " + paper + " -->"));
  }

  const Finished all = verify(words("findings --json --progress none --claims " + proofs.string()));
  CHECK(all.exit_code == 0);
  const Json json = Json::parse(all.out),
             schema = Json::parse(read_file(root / "data/findings.schema.json"));
  CHECK(misfit(schema, schema, json, "") == "");
  for (const Json& paper : json["papers"]) {
    INFO(paper["paper"]);
    CHECK(paper["title"].is_string());
    for (const Json& erratum : paper["errata"]) {
      INFO(erratum["id"]);
      CHECK(erratum["standing"] != "open");
      const bool mended = std::any_of(
          erratum["repairs"].begin(), erratum["repairs"].end(),
          [](const Json& r) { return r["verdict"] == "verified" || r.contains("theorem"); });
      CHECK((mended || erratum.contains("no_repair") || erratum["severity"] == "E"));
    }
  }
}

}  // namespace findings_test
