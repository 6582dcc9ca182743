// verify report as a user runs it.
#include <catch2/catch.hpp>

#include <algorithm>

#include "cli/process.hpp"

namespace report_test {

using namespace testing;

namespace {

std::string made(const TemporaryFolder& folder, const std::string& options, int code = 0) {
  const std::string file = (folder / "run.cert").string();
  const Finished run = verify(words(options) + words("--certificate " + file));
  INFO(run.err);
  REQUIRE(run.exit_code == code);
  return file;
}

}  // namespace

TEST_CASE(
    "report: an accepted certificate becomes a page, the same bytes each time, and a short text") {
  const TemporaryFolder folder;
  const std::string cert =
      made(folder, "--n 4 --d 1 --delta 0.5 --pattern strided --only yun2020b.E.2.4.eq10");
  const std::string page = (folder / "run.html").string();
  const Finished first = verify({"report", cert, "-o", page});
  INFO(first.err);
  REQUIRE(first.exit_code == 0);
  CHECK(first.out.empty());
  const std::string html = read_file(page);
  CHECK(contains(html, "As recorded: "));
  CHECK(contains(html, "data-verdict=\"refuted\" data-id=\"yun2020b.E.2.4.eq10\""));
  CHECK(contains(html, "data-value=\"31/2\">31/2 (31 δ)<"));
  CHECK(verify({"report", cert}).out == html);
  const Finished text = verify({"report", cert, "--format", "md"});
  CHECK(text.exit_code == 0);
  CHECK(
      contains(text.out,
               "| `yun2020b.E.2.4.eq10` | false | refuted | at G = (0,0,0,0) δ, H = G + E = "
               "(6,0,2,4) δ: 20 &lt;= 31/2 is false | `yun2020b.E.2.4.eq10.repaired` verified |"));
}

TEST_CASE(
    "report: of all inputs of a construction file the page has every claim, what is certified, "
    "false "
    "and not covered, and why") {
  const TemporaryFolder folder;
  for (const char* run : {"--construction bigbird --n 2 --pattern star --for-all D",
                          "--construction bigbird --n 3 --delta 1/3 --pattern complete --for-all "
                          "inputs"}) {
    INFO(run);
    const bool every = contains(run, "for-all D");
    const std::string cert = made(folder, run);
    const Finished report = verify({"report", cert});
    INFO(report.err);
    REQUIRE(report.exit_code == 0);
    const std::string& html = report.out;
    CHECK(contains(html,
                   every ? "All claims, for every D ≥ 2</h2>" : "All claims, for all inputs</h2>"));
    CHECK(contains(html,
                   every ? "n = 2, d = 1, every D ≥ 2, star" : "n = 3, d = 1, D = 3, complete"));
    CHECK(contains(html, "no input was executed"));
    CHECK(contains(html, "A.2.2.final_sweep.repaired</th><td>shown, certified</td>"));
    CHECK(contains(html, "A.2.2.recursion</th><td>false</td><td>false</td>"));
    CHECK(contains(html, "A.2.2.recursion.repaired</th><td>shown</td>"));
    CHECK(contains(html, "A.2.2.lemma3.printed</th><td>not covered</td>"));
    CHECK(contains(html, "a state of a network that is not followed"));
    CHECK(verify({"report", cert}).out == html);
    CHECK(verify({"report", cert, "--format", "md"}).exit_code == 0);
  }
}

TEST_CASE(
    "report: what verify-check rejects or cannot read gets no report, and no file is touched") {
  const TemporaryFolder folder;
  const std::string cert =
      made(folder, "--n 2 --d 1 --delta 0.5 --pattern dense --only yun2020b.E.2.4.eq10");
  const std::string bytes = read_file(cert), page = (folder / "run.html").string(),
                    bad = (folder / "bad.cert").string();
  write_file(page, "kept");
  const auto refused = [&](const std::vector<std::string>& files, int code) {
    const Finished run = verify(words("report -o " + page) + files);
    INFO(run.err);
    CHECK(run.exit_code == code);
    CHECK(run.out.empty());
    CHECK_FALSE(run.err.empty());
    CHECK(read_file(page) == "kept");
  };
  std::string tampered = bytes;
  const std::size_t digest = tampered.find("\"digest\":\"") + 25;
  tampered[digest] = tampered[digest] == '0' ? '1' : '0';
  write_file(bad, tampered);
  refused({bad}, 1);
  refused({cert, bad}, 1);  // nor one of the good ones alone
  write_file(bad, bytes.substr(0, bytes.size() / 2));
  refused({bad}, 1);
  write_file(bad, "");
  refused({bad}, 1);
  refused({(folder / "none.cert").string()}, 65);
  refused({folder.path().string()}, 65);
}

TEST_CASE("report: no anchor of a page stands twice, and a claim is no section") {
  const TemporaryFolder folder;
  const std::string html =
      verify({"report", made(folder, "--n 2 --d 1 --delta 1/2 --pattern dense")}).out;
  std::vector<std::string> anchors;
  for (std::size_t at = html.find(" id=\""); at != std::string::npos;
       at = html.find(" id=\"", at + 1))
    anchors.push_back(html.substr(at + 5, html.find('"', at + 5) - at - 5));
  REQUIRE(anchors.size() > 200);
  std::sort(anchors.begin(), anchors.end());
  const auto twice = std::adjacent_find(anchors.begin(), anchors.end());
  INFO((twice == anchors.end() ? "" : *twice));
  CHECK(twice == anchors.end());
  CHECK_FALSE(contains(html, ">Section F.4.D1<"));  // F.4.D1 is a claim
}

TEST_CASE("report: an incomplete certificate is reported as that, with exit 3") {
  const TemporaryFolder folder;
  const std::string cert = (folder / "general.cert").string();
  const Finished run =
      verify(words("claims yun2020b.E.2.4.eq10 --for-all all --certificate " + cert));
  REQUIRE(run.exit_code == 2);
  const Finished report = verify({"report", cert});
  CHECK(report.exit_code == 3);
  CHECK(contains(report.out, "the certificate is incomplete"));
}

TEST_CASE("report: a network that was changed on purpose is said to be, first") {
  const TemporaryFolder folder;
  const std::string cert = made(
      folder, "--n 4 --d 1 --delta 0.5 --pattern strided --with c=1 --only yun2020b.D.3.Lemma7", 1);
  const Finished report = verify({"report", cert});
  CHECK(report.exit_code == 0);
  CHECK(contains(report.out,
                 "<p class=\"sentence\">The network was changed on purpose, c=1: 1 claim recorded "
                 "as true does not hold here (D.3.Lemma7.P2).</p>"));
}

TEST_CASE("report: n = 2,048 at once") {
  const TemporaryFolder folder;
  const std::string cert =
      made(folder, "--n 2048 --d 2 --delta 1/4 --pattern strided --only yun2020b.D.3.Lemma7");
  const Finished report = verify({"report", cert});
  CHECK(report.exit_code == 0);
  CHECK(contains(report.out, "all D^(nd) = 4^4096 inputs at once: n = 2048, d = 2"));
}

TEST_CASE("report: the corpus as a page and as a short text") {
  const std::vector<std::string> box =
      words("report --corpus --only yun2020b.E.2.4 --box n=2..3,q=2,d=1 --patterns dense");
  const Finished page = verify(box);
  CHECK(page.exit_code == 2);  // some claims recorded true have no instance on so small a box
  CHECK(contains(page.out, "id=\"c-yun2020b.E.2.4.eq10.step8\""));
  CHECK(contains(page.out,
                 "Smallest counterexample: n=2 d=2 D=2 pattern=dense, which is stored with the "
                 "claim and lies outside of this box."));
  CHECK(verify(box).out == page.out);
  const Finished text = verify(box + words("--format md"));
  CHECK(text.exit_code == 2);
  CHECK(contains(text.out, "| `yun2020b.E.2.4.eq10.step8` | n=2 d=2 D=2 pattern=dense |"));
}

TEST_CASE("report: bad options are refused with the remedy") {
  for (const char* line : {"report", "report --corpus a.cert", "report a.cert --only x",
                           "report a.cert -o a.pdf", "report a.cert --format pdf",
                           "report --corpus --box nonsense", "report --corpus --only none.such"}) {
    const Finished run = verify(words(line));
    INFO(line << std::string(": ") << run.err);
    CHECK(run.exit_code == 64);
    CHECK(run.out.empty());
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
  }
}

}  // namespace report_test
