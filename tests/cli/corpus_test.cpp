// verify regress and verify claims on a small corpus of the test's own.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <map>

#include "cli/process.hpp"
#include "cli/schema.hpp"

namespace corpus_test {

using namespace testing;
using Json = nlohmann::json;

namespace {

std::string entry(const std::string& id, const std::string& formal, const std::string& truth,
                  const std::string& more = "", const std::string& domain = "n >= 2") {
  return "[[claim]]\nid = \"" + id +
         "\"\nsource = \"Section <1> & \\\"2\\\"\"\nkind = \"printed\"\nwords = \"w\"\ndomain = "
         "\"" +
         domain + "\"\nformal = \"" + formal + "\"\ntruth = \"" + truth + "\"\n" + more + "\n";
}

const std::string kTrue = entry("t.true", "n >= 2", "true");
const std::string kFalse =
    entry("t.false", "n <= 2", "false", "counterexample = \"n=3 d=1 D=2 pattern=dense\"");

const std::vector<std::string> kBox =
    words("--box n=2..4,q=..4,d=..2 --patterns dense,strided:2 --progress none");

struct Regressed {
  int exit_code;
  Json json;
  std::map<std::string, Json> claims;
};

Regressed regress(const std::string& corpus, const std::vector<std::string>& more = {}) {
  const TemporaryFolder folder;
  write_file(folder / "c.toml", corpus);
  const Finished f =
      verify(words("regress --json --claims " + folder.path().string()) + kBox + more);
  INFO(f.err);
  REQUIRE(f.exit_code <= 2);
  Regressed r{f.exit_code, Json::parse(f.out), {}};
  CHECK(r.json["exit_code"] == f.exit_code);
  for (const Json& c : r.json["claims"]) r.claims[c["id"]] = c;
  const Json schema =
      Json::parse(read_file(std::filesystem::path(HARDMAX_ROOT) / "data" / "regress.schema.json"));
  CHECK(misfit(schema, schema, r.json, "") == "");
  r.json.erase("claims_read");  // a folder of its own each time
  return r;
}

// "" if the text is well-formed XML as far as JUnit's files use it: a declaration, nested tags,
// attributes in double quotes, the five entities.
std::string ill_formed(const std::string& xml) {
  std::vector<std::string> open;
  std::size_t i = xml.find("?>");
  if (!xml.starts_with("<?xml") || i == std::string::npos) return "no declaration";
  const auto text_is_clean = [](const std::string& text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
      const auto byte = static_cast<unsigned char>(text[at]);
      if (byte < 0x20 && byte != '\n') return false;
      if (text[at] == '<' || text[at] == '>') return false;
      if (text[at] != '&') continue;
      bool known = false;
      for (const char* name : {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"})
        known = known || text.compare(at, std::string(name).size(), name) == 0;
      if (!known) return false;
    }
    return true;
  };
  std::size_t roots = 0;
  for (i += 2; i < xml.size();) {
    const std::size_t tag = std::min(xml.find('<', i), xml.size());
    if (!text_is_clean(xml.substr(i, tag - i))) return "bad text at " + std::to_string(i);
    if (tag == xml.size()) break;
    const std::size_t end = xml.find('>', tag);
    if (end == std::string::npos) return "an open tag";
    std::string inside = xml.substr(tag + 1, end - tag - 1);
    i = end + 1;
    if (inside.starts_with('/')) {
      if (open.empty() || open.back() != inside.substr(1)) return "closes " + inside;
      open.pop_back();
      continue;
    }
    const bool empty = inside.ends_with('/');
    if (empty) inside.pop_back();
    const std::string name = inside.substr(0, inside.find(' '));
    std::string attributes = inside.substr(name.size());
    while (!attributes.empty()) {
      const auto quote = attributes.find("=\"");
      const auto close = quote == std::string::npos ? quote : attributes.find('"', quote + 2);
      if (!attributes.starts_with(' ') || close == std::string::npos)
        return "bad attribute in " + name;
      if (!text_is_clean(attributes.substr(quote + 2, close - quote - 2)))
        return "bad value in " + name;
      attributes = attributes.substr(close + 1);
    }
    if (open.empty()) ++roots;
    if (!empty) open.push_back(name);
  }
  return open.empty() && roots == 1 ? "" : "not closed";
}

}  // namespace

TEST_CASE(
    "regress: a corpus that is as its records say exits 0, with the box beside verified and the "
    "smallest counterexample beside refuted") {
  const Regressed r = regress(kTrue + kFalse);
  CHECK(r.exit_code == 0);
  CHECK(r.json["verdict"] == "as_recorded");
  CHECK(r.claims.at("t.true")["verdict"] == "verified");
  CHECK(r.claims.at("t.true")["box"].get<std::string>().starts_with(
      "n=2..4,q=2..4,d=1..2, 2 patterns"));
  CHECK(r.claims.at("t.true")["runs"]["verified"] == 24);
  CHECK(r.claims.at("t.false")["verdict"] == "refuted");
  CHECK(r.claims.at("t.false")["counterexample"] == "n=3 d=1 D=2 pattern=dense");
  CHECK(r.claims.at("t.false")["witness"]["lhs"] == "3");
  CHECK(r.claims.at("t.false")["observation"] ==
        "on this box it is false exactly where n >= 3 (16 of 24 runs that decide it)");
  CHECK(r.claims.at("t.false")["notes"].empty());
}

TEST_CASE("regress: a claim recorded true that is false anywhere exits 1 and is named") {
  const Regressed r = regress(kTrue + entry("t.lie", "d = 1", "true"));
  CHECK(r.exit_code == 1);
  CHECK(r.claims.at("t.lie")["against_record"] ==
        Json({"recorded true, refuted at n=2 d=2 D=2 pattern=dense"}));
  CHECK(r.claims.at("t.lie")["observation"] ==
        "on this box it is false exactly where d >= 2 (6 of 24 runs that decide it)");
  CHECK(r.claims.at("t.true")["against_record"].empty());
}

TEST_CASE(
    "regress: a stored counterexample that does not refute exits 1, inside the box and outside of "
    "it") {
  const Regressed inside = regress(
      entry("t.false", "n <= 2", "false", "counterexample = \"n=2 d=1 D=2 pattern=dense\""));
  CHECK(inside.exit_code == 1);
  CHECK(inside.claims.at("t.false")["verdict"] == "refuted");
  CHECK(inside.claims.at("t.false")["against_record"] ==
        Json({"its stored counterexample n=2 d=1 D=2 pattern=dense does not refute it: verified"}));
  const Regressed outside = regress(
      entry("t.false", "n <= 9", "false", "counterexample = \"n=5 d=1 D=2 pattern=dense\""));
  CHECK(outside.exit_code == 1);
  CHECK(outside.claims.at("t.false")["against_record"] ==
        Json({"its stored counterexample n=5 d=1 D=2 pattern=dense does not refute it: verified"}));
}

TEST_CASE("regress: a stored counterexample outside of the box is run and refutes there") {
  const Regressed r = regress(entry("t.false", "n <= 4", "false",
                                    "counterexample = \"n=5 d=1 D=2 pattern=strided window=2\""));
  CHECK(r.exit_code == 0);
  CHECK(r.claims.at("t.false")["verdict"] == "refuted");
  CHECK(r.claims.at("t.false")["counterexample"] == "n=5 d=1 D=2 pattern=strided window=2");
  CHECK(r.claims.at("t.false")["runs"]["refuted"] == 0);
  CHECK(r.claims.at("t.false")["notes"] ==
        Json({"false at its stored counterexample, which is outside of this box"}));
  CHECK(r.json["runs"].back()["in_box"] == false);
}

TEST_CASE("regress: a stored counterexample that is not the smallest is a note, not a difference") {
  const Regressed r = regress(entry("t.false", "n <= 2", "false",
                                    "counterexample = \"n=4 d=1 D=2 pattern=strided window=2\""));
  CHECK(r.exit_code == 0);
  CHECK(r.claims.at("t.false")["counterexample"] == "n=3 d=1 D=2 pattern=dense");
  CHECK(r.claims.at("t.false")["notes"] == Json({"there is a smaller counterexample than the "
                                                 "stored n=4 d=1 D=2 pattern=strided window=2"}));
}

TEST_CASE(
    "regress: an undefined term anywhere exits 1; a vacuous claim and one outside of its domain "
    "are not checkable") {
  const Regressed r = regress(entry("t.error", "1/(n - 3) < 9", "open"));
  CHECK(r.exit_code == 1);
  CHECK(r.claims.at("t.error")["verdict"] == "error");
  CHECK(r.claims.at("t.error")["against_record"].size() == 1);
  const Regressed none = regress(entry("t.vacuous", "forall k in n+1..n: k = 1", "true") +
                                 entry("t.outside", "n = 1", "true", "", "n >= 100"));
  CHECK(none.exit_code == 2);  // nothing has a verdict
  CHECK(none.claims.at("t.vacuous")["verdict"] == "not_checkable");
  CHECK(none.claims.at("t.vacuous")["reason"] == "vacuous");
  CHECK(none.claims.at("t.outside")["reason"] == "domain");
  CHECK(none.json["totals"]["vacuous"] == 1);
}

TEST_CASE("regress: an open claim gets its finding and is against nothing") {
  const Regressed r =
      regress(entry("t.open", "n <= 3", "open") + entry("t.open2", "n <= 4", "open"));
  CHECK(r.exit_code == 0);
  CHECK(r.claims.at("t.open")["verdict"] == "refuted");
  CHECK(r.claims.at("t.open")["notes"] == Json({"no record; found false"}));
  CHECK(r.claims.at("t.open2")["notes"] == Json({"no record; found true on this box"}));
}

TEST_CASE("regress: the results do not depend on the number of threads") {
  const std::string corpus = kTrue + kFalse + entry("t.lie", "d = 1", "true");
  CHECK(regress(corpus, words("--threads 1")).json == regress(corpus, words("--threads 3")).json);
}

TEST_CASE("regress: a file beside the claims is a pattern of the corpus, by its name") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "patterns");
  write_file(folder / "patterns/ring.json", R"({"n": 3, "patterns": [[[1, 2], [2, 3], [1, 3]]]})");
  write_file(folder / "c.toml", entry("t.order", "gamma(1) = 1 and gamma(2) = 2", "false",
                                      "counterexample = \"n=3 d=1 D=2 pattern=ring\""));
  const Finished f = verify(
      words("claims --json --box n=3,q=2 --progress none --claims " + folder.path().string()));
  INFO(f.err);
  REQUIRE(f.exit_code == 0);
  const Json claim = Json::parse(f.out)["claims"][0];
  CHECK(claim["counterexample"] == "n=3 d=1 D=2 pattern=ring");
  CHECK(claim["observation"] ==
        "on this box it is false exactly where gamma is not the identity (1 of 5 runs that decide "
        "it)");
}

TEST_CASE(
    "claims: an object names the papers of its claims, and says nothing of Assumption 1 where "
    "nobody looked") {
  const Finished f =
      verify(words("claims sparsebert.A.2.2.def1 --json --progress none --box n=3,q=2 --patterns "
                   "dense,strided:2"));
  const Json json = Json::parse(f.out);
  const Json schema =
      Json::parse(read_file(std::filesystem::path(HARDMAX_ROOT) / "data" / "regress.schema.json"));
  CHECK(misfit(schema, schema, json, "") == "");
  CHECK(json["papers"] == Json::array({"sparsebert"}));
  REQUIRE(json["runs"].size() == 3);
  CHECK(json["runs"][2]["in_box"] == false);  // the stored counterexample
  CHECK(json["runs"][0]["assumption1"].is_null());
  CHECK(json["runs"][0]["executed"] == true);
  CHECK(json["runs"][1]["executed"] ==
        false);  // dense attention: the strided pattern is none of its networks
}

TEST_CASE("claims: a file of one's own, or a prefix; text, Markdown and JUnit") {
  const TemporaryFolder folder;
  const std::string file = (folder / "mine.toml").string();
  write_file(file, kTrue + kFalse + entry("t.a<b&c", "d = 1", "true"));
  const Finished own = verify(words("claims " + file) + kBox);
  CHECK(own.exit_code == 1);
  CHECK(own.out.find("3 claims: 1 verified on the box, 2 refuted") != std::string::npos);
  CHECK(own.out.find("verified on n=2..4,q=2..4,d=1..2, 2 patterns: 24 runs") != std::string::npos);
  const std::string junit = (folder / "junit.xml").string();
  const Finished some =
      verify(words("claims t.true --format md --junit " + junit + " --claims " + file) + kBox);
  CHECK(some.exit_code == 0);
  CHECK(some.out.find("| verified on the box | 1 | 0 | 0 | 0 | 0 | 1 |") != std::string::npos);
  CHECK(ill_formed(read_file(junit)) == "");
  CHECK(verify(words("claims --junit " + junit + " " + file) + kBox).exit_code == 1);
  const std::string xml = read_file(junit);
  CHECK(ill_formed(xml) == "");
  CHECK(xml.find("tests=\"3\" failures=\"1\"") != std::string::npos);
  CHECK(xml.find("name=\"a&lt;b&amp;c\"") != std::string::npos);
  CHECK(ill_formed("<?xml version=\"1.0\"?><a b=\"<\"></a>") != "");
  CHECK(ill_formed("<?xml version=\"1.0\"?><a>&</a>") != "");
}

TEST_CASE("regress: bad options are refused with one line and 64, bad files with 65", "[full]") {
  const TemporaryFolder folder;
  const std::string file = (folder / "mine.toml").string();
  write_file(file, kTrue);
  for (const char* arguments : {"--box n=4..2", "--box q=5,d=2", "--box n=2..4,n=3", "--box m=2",
                                "--box n=", "--box n=2..99", "--patterns nobody",
                                "--patterns dense,,star", "--patterns strided:0", "--format xml",
                                "--only u", "--json --format md", "--budget soon"}) {
    INFO(arguments);
    const Finished f = verify(words("regress --claims " + file) + words(arguments));
    CHECK(f.exit_code == 64);
    CHECK(std::count(f.err.begin(), f.err.end(), '\n') == 1);
    CHECK(f.out.empty());
  }
  for (const char* counterexample :
       {"n=3", "n=3 d=1 D=2", "n=3 d=1 D=2 pattern=nobody", "n=3 d=1 D=2 pattern=dense n=3",
        "n=3 d=1 D=1 pattern=dense", "n=3 d=1 D=2 pattern=dense window", "q=3"}) {
    INFO(counterexample);
    write_file(file, entry("t.false", "n <= 2", "false",
                           "counterexample = \"" + std::string(counterexample) + "\""));
    const Finished f = verify(words("regress --claims " + file) + kBox);
    CHECK(f.exit_code == 65);
    CHECK(f.err.find("t.false") != std::string::npos);
    CHECK(std::count(f.err.begin(), f.err.end(), '\n') == 1);
  }
}

TEST_CASE(
    "claims: a formula that does not parse is refused with 65 and its place, by every command that "
    "reads it") {
  const TemporaryFolder folder;
  const std::string file = (folder / "mine.toml").string();
  write_file(folder / "mine.toml", entry("yun2020b.broken", "n >= (2", "true"));
  for (const std::string& more : {std::string(), std::string(" --for-all D"),
                                  " --for-all D --box n=2,d=1 --patterns dense --certificate " +
                                      (folder / "out.cert").string()}) {
    const Finished f = verify(words("claims " + file + more));
    INFO(more << "\n" << f.err);
    CHECK(f.exit_code == 65);
    CHECK(f.err.find("mine.toml:1: formal of yun2020b.broken: ") != std::string::npos);
    CHECK(std::count(f.err.begin(), f.err.end(), '\n') == 1);
  }
  // Claims whose ids name no construction are about the network that the certificate names.
  write_file(folder / "mine.toml", kTrue);
  const Finished f =
      verify(words("claims " + file + " --for-all D --box n=2,d=1 --patterns dense --certificate " +
                   (folder / "out.cert").string()));
  INFO(f.err);
  CHECK(f.exit_code == 0);
  CHECK(verify_check({"--claims", file, (folder / "out.cert").string()}).exit_code == 0);
}

TEST_CASE("regress: this corpus is as recorded, and the table in proofs/README.md is what it gives",
          "[full]") {
  const std::filesystem::path proofs = std::filesystem::path(HARDMAX_ROOT) / "proofs";
  const Finished f =
      verify(words("regress --format md --progress none --claims " + proofs.string()));
  CHECK(f.exit_code == 0);
  const std::string readme = read_file(proofs / "README.md");
  const std::string begin = "<!-- corpus table: scripts/update-corpus-table.sh -->\n",
                    end = "<!-- end of corpus table -->";
  const auto from = readme.find(begin), to = readme.find(end);
  REQUIRE(from != std::string::npos);
  REQUIRE(to != std::string::npos);
  CHECK(readme.substr(from + begin.size(), to - from - begin.size()) == f.out);
}

TEST_CASE("regress: a claim that is undecided on one run of the box is undecided, not verified") {
  // The power meets the limit of 2^26 bits at n = 4 alone.
  const Regressed r = regress(entry("t.large", "(2^1000000)^(20*n) > 0", "true") + kTrue);
  CHECK(r.exit_code == 2);
  CHECK(r.claims.at("t.large").at("verdict") == "undecided");
  CHECK(r.claims.at("t.true").at("verdict") == "verified");
}

TEST_CASE(
    "regress: where Assumption 1 fails there is no network, and a claim of one's own about ids is "
    "looked at on the other runs") {
  // Two pattern layers that see only the token itself and the first one: no order of three tokens.
  const TemporaryFolder folder;
  write_file(folder / "alone.json", R"({"n": 3, "patterns": [[[1], [2], [3]]]})");
  write_file(folder / "c.toml",
             entry("t.ids", "forall H in inputs, k in 1..n: id(H, k) > 0", "true"));
  const Finished f = verify(words("claims " + (folder / "c.toml").string() +
                                  " --json --progress none --box n=3,q=2,d=1 --patterns dense," +
                                  (folder / "alone.json").string()));
  INFO(f.err);
  CHECK(f.exit_code == 0);
  const Json claim = Json::parse(f.out)["claims"][0];
  CHECK(claim["verdict"] == "verified");
  CHECK(claim["runs"]["verified"] == 1);
  CHECK(claim["runs"]["not_checkable"] == 1);
}

TEST_CASE(
    "regress: what is shown for all parameters only given another claim is counted apart, and not "
    "as shown for every D") {
  const Regressed r = regress(
      entry("t.start", "forall H in inputs: z(H, 1) >= 0", "true") +
      entry("t.twice", "forall H in inputs: 2*z(H, 1) >= 0", "true", "by = [\"end t.start\"]"));
  CHECK(r.exit_code == 0);
  CHECK(r.claims.at("t.twice")["for_all"]["given"] == Json::array({"t.start"}));
  CHECK(r.json["totals"]["verified"] == 2);
  CHECK(r.json["totals"]["for_all"] == 0);
  CHECK(r.json["totals"]["for_all_D"] == 0);
  CHECK(r.json["totals"]["for_all_given"] == 1);
}

TEST_CASE(
    "regress: an argument for all parameters that does not go through, or uses what is refuted, is "
    "against the record") {
  const auto with_by = [&](const std::string& more) {
    return regress(entry("t.sum", "sum(i in 1..n: i) = n*(n+1)/2", "true", more) + kFalse);
  };
  const std::string statement = "induction = \"forall m in 0..n: sum(i in 1..m: i) = m*(m+1)/2\"\n";
  const Regressed good =
      with_by(statement + "by = [\"step hypothesis\", \"end statement at m = n\"]");
  CHECK(good.exit_code == 0);
  CHECK(good.claims.at("t.sum")["for_all"]["given"] == Json::array());
  CHECK(good.json["totals"]["for_all"] == 1);
  CHECK(with_by("").claims.at("t.sum").contains("for_all") == false);
  CHECK(with_by(statement + "by = [\"end statement at m = n\"]").exit_code == 1);
  const Regressed used = with_by(
      statement + "by = [\"step hypothesis\", \"end statement at m = n\", \"end t.false\"]");
  CHECK(used.exit_code == 1);
  CHECK(used.claims.at("t.sum")["against_record"][0].get<std::string>().find("t.false") !=
        std::string::npos);
}

TEST_CASE("claims: an argument for all parameters is certified and followed by verify-check") {
  const TemporaryFolder folder;
  const std::string file = (folder / "mine.toml").string(),
                    certificate = (folder / "out.cert").string();
  write_file(file, entry("yun2020b.sum", "sum(i in 1..n: i) = n*(n+1)/2", "true",
                         "induction = \"forall m in 0..n: sum(i in 1..m: i) = m*(m+1)/2\"\nby = "
                         "[\"step hypothesis\", \"end statement at m = n\"]"));
  const Finished f =
      verify(words("claims " + file + " --for-all all --certificate " + certificate));
  INFO(f.out << f.err);
  CHECK(f.exit_code == 0);
  CHECK(f.out.find("proved by induction for all n, d, D") != std::string::npos);
  const Finished checked =
      verify(words("check " + certificate + " --claims " + folder.path().string()));
  INFO(checked.out << checked.err);
  CHECK(checked.exit_code == 0);
  CHECK(verify(words("claims " + file + " --for-all some")).exit_code == 64);
}

TEST_CASE(
    "claims: what is proved for all parameters only given another claim, or is of a paper that is "
    "not covered, is not settled") {
  const TemporaryFolder folder;
  const std::string file = (folder / "mine.toml").string();
  write_file(file, entry("t.square", "n^2 >= 4", "true") +
                       entry("t.start", "forall H in inputs: z(H, 1) >= 0", "true") +
                       entry("t.twice", "forall H in inputs: 2*z(H, 1) >= 0", "true",
                             "by = [\"end t.start\"]"));
  CHECK(verify(words("claims " + file + " --only t.square --for-all all")).exit_code == 0);
  const Finished given = verify(words("claims " + file + " --only t.twice --for-all all"));
  CHECK(given.exit_code == 2);
  CHECK(given.out.find("given t.start") != std::string::npos);
  const Finished sweeps = verify(words("claims sparsebert.A.1 --for-all all"));
  CHECK(sweeps.exit_code == 2);
  CHECK(sweeps.out.find("not covered") != std::string::npos);
}

TEST_CASE(
    "regress: the inputs of a claim are those of the network it is decided on, extended where the "
    "run is") {
  const Regressed r = regress(entry("yun2020a.t.any", "q >= 2", "true") +
                              entry("yun2020a.t.encoded", "q >= 2", "true", "", "positional = 1") +
                              entry("sparsebert.t.any", "q >= 2", "true"));
  CHECK(r.exit_code == 0);
  const auto ends_with = [&](const std::string& id, const std::string& end) {
    return r.claims.at(id)["box"].get<std::string>().ends_with(end);
  };
  CHECK(ends_with("yun2020a.t.any", ", 8599 inputs"));     // the sum of (D + 1)^(nd)
  CHECK(ends_with("yun2020a.t.encoded", ", 817 inputs"));  // of D^(nd)
  CHECK(ends_with("sparsebert.t.any", ", 817 inputs"));
}

TEST_CASE(
    "claims: the certificate of a box does not depend on threads, is accepted, and is bound to its "
    "claims") {
  const TemporaryFolder folder;
  const std::string claims =
      entry("yun2020b.t", "forall H in inputs: id(H, 1) > 0", "true") +
      entry("yun2020b.u", "n < 3", "false", "counterexample = \"n=3 d=1 D=2 pattern=dense\"") +
      entry("sparsebert.t", "forall H in inputs: G(H, 1, 1) >= 0", "true") +
      entry("mine.t", "exists H in inputs: id(H, 1) > 0", "true");
  write_file(folder / "c.toml", claims);
  write_file(folder / "block.json", "{\"n\": 2, \"patterns\": [[[1], [2]]]}");
  const std::string box = "--claims " + folder.path().string() +
                          " --box n=2..3,q=2..3,d=1 --patterns dense,strided:1," +
                          (folder / "block.json").string() + " --progress none";
  for (const std::string command : {"claims", "regress"}) {
    for (const std::string threads : {"1", "3"}) {
      const Finished f = verify(words(command + " " + box + " --threads " + threads +
                                      " --certificate " + (folder / (command + threads)).string()));
      INFO(f.err);
      CHECK(f.exit_code == 0);
    }
    CHECK(read_file(folder / (command + "1")) == read_file(folder / (command + "3")));
  }
  CHECK(read_file(folder / "claims1") == read_file(folder / "regress1"));
  const Finished checked = verify_check(
      words("--claims " + folder.path().string() + " " + (folder / "claims1").string()));
  CHECK(checked.exit_code == 0);
  INFO(checked.out);
  CHECK(
      checked.out.starts_with("accepted: 1 refuted, 3 verified, 24 runs, 240 inputs executed; "
                              "mine; sparsebert; yun2020b (3 papers), "));
  CHECK(checked.out.find(", as printed, target identity\nclaims: ") != std::string::npos);
  CHECK(verify(words("check --claims " + folder.path().string() + " --audit 1 " +
                     (folder / "claims1").string()))
            .exit_code == 3);
  write_file(folder / "c.toml", entry("yun2020b.t", "forall H in inputs: id(H, 1) >= 0", "true") +
                                    claims.substr(claims.find("[[claim]]", 1)));
  CHECK(verify_check(
            words("--claims " + folder.path().string() + " " + (folder / "claims1").string()))
            .exit_code == 3);  // other claims
}

TEST_CASE(
    "claims: no certificate of a box where claims have no paper, or dense attention is asked for "
    "and not there, and one line says so") {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& claims, const std::string& patterns) {
    write_file(folder / "c.toml", claims);
    return verify(words("claims --claims " + (folder / "c.toml").string() +
                        " --box n=3,q=2,d=1 --progress none --patterns " + patterns +
                        " --certificate " + (folder / "out").string()));
  };
  const Finished paper = refused(entry("t", "n = 3", "true"), "dense"),
                 dense = refused(entry("sparsebert.t", "n = 3", "true"), "strided");
  CHECK(paper.exit_code == 64);
  CHECK(paper.err ==
        "verify: --certificate: 't' has no paper before a dot, and a certificate speaks of the "
        "claims of papers; rename it\n");
  CHECK(dense.exit_code == 64);
  CHECK(dense.err ==
        "verify: --certificate: sparsebert has dense attention; have dense among the --patterns, "
        "or ask for other claims\n");
  CHECK(!std::filesystem::exists(folder / "out"));
}

}  // namespace corpus_test
