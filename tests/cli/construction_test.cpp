// verify DIR as a user runs it: verdicts, witnesses, exit codes, certificates of kind
// `construction`, and errors of one line.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>

#include "cli/process.hpp"
#include "cli/schema.hpp"

namespace construction_test {

using namespace testing;

namespace {

const std::filesystem::path kRoot = HARDMAX_ROOT;
const std::string kExample = (kRoot / "examples" / "above_mean").string();

Finished decide(const std::string& place, const std::string& more) {
  return verify(std::vector<std::string>{place} + words(more));
}

Json claims_by_id(const Json& run) {
  Json out = Json::object();
  for (const Json& claim : run["claims"]) out[claim["id"].get<std::string>()] = claim;
  return out;
}

// A folder with the example's construction and these claims.
struct Own {
  explicit Own(const std::string& claims, const std::string& construction = "") {
    write_file(folder / "construction.toml",
               construction.empty()
                   ? read_file(kRoot / "examples" / "above_mean" / "construction.toml")
                   : construction);
    if (!claims.empty()) write_file(folder / "claims.toml", claims);
  }
  [[nodiscard]] std::string place() const { return folder.path().string(); }
  TemporaryFolder folder;
};

std::string entry(const std::string& id, const std::string& formal, const std::string& more = "") {
  return "[[claim]]\nid = \"" + id + "\"\nsource = \"s\"\nkind = \"remark\"\nwords = \"w\"\n" +
         (contains(more, "domain") ? "" : "domain = \"n >= 2\"\n") + "formal = \"" + formal +
         "\"\n" + (contains(more, "truth") ? "" : "truth = \"open\"\n") + more + "\n";
}

// One line on stderr that says this, nothing on stdout.
void check_refused(const Finished& f, int code, const std::vector<std::string>& says) {
  INFO(f.err);
  CHECK(f.exit_code == code);
  CHECK(f.out.empty());
  CHECK(std::count(f.err.begin(), f.err.end(), '\n') == 1);
  for (const std::string& part : says) CHECK(contains(f.err, part));
}

}  // namespace

TEST_CASE("construction: the lemmas of the example, true and false, as recorded") {
  const Finished text = decide(kExample, "--n 3 --delta 1/2");
  INFO(text.out << text.err);
  CHECK(text.exit_code == 0);
  CHECK(contains(text.out, "at H = (0,0,1/2): 1 >= 3/2 is false"));
  CHECK(contains(text.out,
                 "5 claims: 4 verified, 1 refuted, 0 not checkable here, 0 undecided; "
                 "all as recorded"));
  // What is false comes first.
  CHECK(text.out.find("REFUTED") < text.out.find("verified on"));
  const Finished json = decide(kExample + "/construction.toml", "--n 3 --delta 1/2 --json");
  REQUIRE(json.exit_code == 0);
  const Json run = Json::parse(json.out);
  const Json schema = Json::parse(read_file(kRoot / "data" / "construction-run.schema.json"));
  CHECK(misfit(schema, schema, run, "") == "");
  CHECK(run["inputs"] == "8");
  CHECK(run["executed"] == true);
  CHECK(run["layers"]["marks"] == "2");
  const Json claims = claims_by_id(run);
  CHECK(claims["above_mean.between"]["verdict"] == "verified");
  const Json& half = claims["above_mean.half"];
  CHECK(half["verdict"] == "refuted");
  CHECK(half["recorded"] == "false");
  CHECK(half["witness"]["bindings"][0]["value"] == Json({"0", "0", "1/2"}));
  CHECK(half["witness"]["lhs"] == "1");
  CHECK(half["witness"]["rhs"] == "3/2");
}

TEST_CASE("construction: exit codes 0, 1 and 2") {
  // Refuted although it is recorded true: without the second layer nothing is marked.
  const Finished dropped = decide(kExample, "--n 3 --delta 1/2 --with drop=2");
  CHECK(dropped.exit_code == 1);
  CHECK(contains(dropped.out, "against its record: recorded as true, refuted here"));
  CHECK(decide(kExample,
               "--n 3 --delta 1/2 --with drop=2 --expect "
               "above_mean.greatest=refuted --expect "
               "above_mean.half.repaired=refuted")
            .exit_code == 0);
  CHECK(decide(kExample, "--n 3 --delta 1/2 --expect above_mean.half=verified").exit_code == 1);
  CHECK(decide(kExample, "--n 3 --delta 1/2 --strict").exit_code == 1);
  // At two tokens the false lemma holds, which its record does not exclude.
  const Finished two = decide(kExample, "--n 2 --delta 1/2");
  CHECK(two.exit_code == 0);
  CHECK(contains(two.out, "false elsewhere (recorded)"));
  // Nothing is said of these parameters.
  const Own outside(entry("above_mean.x", "true", "domain = \"n >= 5\""));
  CHECK(decide(outside.place(), "--n 2 --delta 1/2").exit_code == 2);
  // Not reproduced at its stored counterexample.
  const Own stored(entry("above_mean.x", "forall H in inputs: mark(H, 1) >= 0",
                         "truth = \"false\"\ncounterexample = \"n=2 D=2\""));
  CHECK(decide(stored.place(), "--n 2 --delta 1/2").exit_code == 1);
  CHECK(decide(stored.place(), "--n 2 --delta 1/3").exit_code == 0);
  CHECK(decide(stored.place(), "--n 2 --delta 1/2 --with drop=1").exit_code == 0);
}

TEST_CASE("construction: a folder without claims says so and ends with 2") {
  const Own none("");
  const Finished f = decide(none.place(), "--n 2 --delta 1/2");
  CHECK(f.exit_code == 2);
  CHECK(contains(f.out, "there are no claims about 'above_mean'"));
  CHECK(contains(f.out, "docs/tutorial-construction.md"));
  // Its claims may stand elsewhere.
  const Own elsewhere(entry("above_mean.x", "layers(fetch) = 1"));
  CHECK(decide(none.place(),
               "--n 2 --delta 1/2 --claims " + (elsewhere.folder / "claims.toml").string())
            .exit_code == 0);
  const Own others(entry("another.x", "1 = 1"));
  const Finished no_claim = decide(others.place(), "--n 2 --delta 1/2");
  CHECK(no_claim.exit_code == 2);
  CHECK(contains(no_claim.out, "No claim has an id that starts with 'above_mean.'"));
}

TEST_CASE("construction: values that are missing, false and too dear are told apart") {
  const Own own(
      entry("above_mean.error", "forall H in inputs: mean(H, n + 1) >= 0") +
      entry("above_mean.error.ratio", "forall H in inputs: 1/mean(H, 1) > 0") +
      entry("above_mean.first", "forall H in inputs, k in 1..n: mark(H, k) = 0 or k = n") +
      entry("above_mean.vacuous", "forall H in inputs where mean(H, 1) < 0: false") +
      entry("above_mean.pair", "distinct(H in inputs, k in 1..n: mean(H, k))") +
      entry("above_mean.two",
            "forall H in inputs, K in inputs: mean(H, 1) = mean(K, 1) implies mark(H, 1) = "
            "mark(K, 1)"));
  const Finished f = decide(own.place(), "--n 3 --delta 1/2 --json");
  CHECK(f.exit_code == 1);
  const Json claims = claims_by_id(Json::parse(f.out));
  for (const char* id : {"above_mean.error", "above_mean.error.ratio"}) {
    CHECK(claims[id]["verdict"] == "error");
    CHECK(claims[id]["reason"] == "undefined");
  }
  CHECK(claims["above_mean.first"]["verdict"] == "refuted");
  CHECK(claims["above_mean.first"]["witness"]["bindings"][0]["value"] == Json({"0", "1/2", "0"}));
  CHECK(claims["above_mean.first"]["witness"]["bindings"][1]["value"] == "2");
  CHECK(claims["above_mean.vacuous"]["reason"] == "vacuous");
  CHECK(claims["above_mean.pair"]["witness"]["relation"] == "distinct");
  CHECK(claims["above_mean.pair"]["witness"]["bindings"][0]["value"] == Json({"0", "0", "0"}));
  CHECK(claims["above_mean.pair"]["witness"]["other"][1]["value"] == "2");
  CHECK(claims["above_mean.two"]["verdict"] == "refuted");
  // One with far too many inputs is not begun.
  const Finished dear = decide(kExample, "--n 60 --delta 1/1000 --budget 1 --json");
  CHECK(dear.exit_code == 2);
  const Json run = Json::parse(dear.out);
  CHECK(run["executed"] == false);
  const Json far = claims_by_id(run);
  CHECK(far["above_mean.layers"]["verdict"] == "verified");
  CHECK(far["above_mean.between"]["verdict"] == "undecided");
  CHECK(far["above_mean.between"]["reason"] == "cost");
}

TEST_CASE("construction: threads and --only change nothing of what is said") {
  const std::vector<std::string> run = {kExample, "--n", "5", "--delta", "1/4"};
  TemporaryFolder folder;
  std::vector<std::string> certificates;
  for (const char* threads : {"1", "2", "7"}) {
    const auto file = folder / (std::string("cert") + threads);
    const Finished f = verify(
        run + std::vector<std::string>{"--threads", threads, "--certificate", file.string()});
    INFO(f.err);
    CHECK(f.exit_code == 0);
    certificates.push_back(read_file(file));
  }
  CHECK(certificates[0] == certificates[1]);
  CHECK(certificates[0] == certificates[2]);
  const Json cert = Json::parse(certificates[0]);
  CHECK(cert["version"] == "3.0");
  CHECK(cert["kind"] == "construction");
  CHECK(cert["run"]["parameters"] == Json({"n=5", "D=4"}));
  CHECK(cert["run"]["pattern"] == Json::array());
  CHECK(cert["derived"] == Json({{"tokens", "5"}, {"rows", "3"}, {"layers", {"marks=2"}}}));
  CHECK(cert["totals"]["inputs"] == "1024");
  CHECK(cert["claims"].size() == 5);
  const auto file = folder / "some";
  CHECK(verify(run + words("--only half --certificate") + std::vector<std::string>{file.string()})
            .exit_code == 0);
  const Json some = Json::parse(read_file(file));
  CHECK(some["only"] == "above_mean.half");
  CHECK(some["claims"].size() == 2);
  CHECK(some["claims"][0]["witness"]["at"] == Json({"H=0 0 0 0 1/4"}));
}

TEST_CASE("construction: changes, variants and a pattern stand in the certificate") {
  TemporaryFolder folder;
  const auto certificate = [&](const std::string& place, const std::string& options) {
    const auto file = folder / "cert";
    const Finished f = verify(std::vector<std::string>{(kRoot / place).string()} + words(options) +
                              std::vector<std::string>{"--certificate", file.string()});
    INFO(f.out << f.err);
    REQUIRE(std::filesystem::exists(file));
    return Json::parse(read_file(file));
  };
  const Json sparse =
      certificate("proofs/yun2020b",
                  "--n 2 --delta 1/2 --pattern dense --only E.2.2 --with c=2*q*c --with "
                  "drop=1 --with drop=quantize.2");
  CHECK(sparse["run"]["pattern"] == Json::array({{"1 2", "1 2"}}));
  CHECK(sparse["run"]["changes"] ==
        Json::array({{"c=2*q*c", "delta = 1/D", "q = D^d"}, {"drop=1"}, {"drop=quantize.2"}}));
  CHECK(sparse["hypotheses"].size() == 3);
  const Json encoded =
      certificate("proofs/yun2020a", "--n 2 --delta 1/2 --variant positional --only C.2");
  CHECK(encoded["run"]["variants"] == Json({"positional"}));
  CHECK(encoded["derived"]["layers"][0] == "quantize=4");
}

TEST_CASE("construction: a report says of which run it speaks, and of no other") {
  const TemporaryFolder folder;
  const std::string example = (kRoot / "examples" / "above_mean").string(),
                    certificate = folder / "above.cert";
  REQUIRE(verify({example, "--n", "3", "--delta", "1/2", "--certificate", certificate}).exit_code ==
          0);
  const Finished checked = verify_check({certificate, "--claims", example});
  CHECK(checked.exit_code == 0);
  CHECK(
      checked.out.starts_with("accepted: 1 refuted, 4 verified, 8 inputs executed; above_mean, "
                              "n=3, D=2\n"));
  const Finished text = verify({"report", certificate, "--claims", example, "--format", "md"});
  CHECK(text.exit_code == 0);
  CHECK(contains(text.out, "4 of 5 claims hold on every input of above\\_mean, n=3, D=2 (1 of "));
  CHECK(contains(text.out, "at H = (0,0,1/2): 1 &gt;= 3/2 is false"));
  const Finished page = verify({"report", certificate, "--claims", example});
  CHECK(page.exit_code == 0);
  CHECK(contains(page.out, "4 of 5 claims hold on every input of above_mean, n=3, D=2 (1 of "));
  CHECK(contains(page.out, "above_mean, n=3, D=2</title>"));
  for (const std::string& said : {text.out, page.out}) {
    CHECK_FALSE(contains(said, "for all n"));
    CHECK_FALSE(contains(said, "δ"));
  }
}

TEST_CASE("construction: verify explain has the command that decides a claim on its file") {
  const Finished half = verify({"explain", "above_mean.half", "--claims", kExample});
  CHECK(half.exit_code == 0);
  CHECK(contains(half.out,
                 "replay       verify " + kExample +
                     " --n 3 --delta 1/2 --only above_mean.half --certificate replay.cert; verify "
                     "check replay.cert --claims " +
                     kExample + "\n"));
  const Finished between = verify({"explain", "between", "--claims", kExample});
  CHECK(between.exit_code == 0);
  CHECK(contains(between.out, " --only above_mean.between, with parameters (n >= 2, D >= 2)"));
}

TEST_CASE("construction: a pattern without Assumption 1 leaves claims without a network") {
  const Own own(read_file(kRoot / "proofs" / "yun2020b" / "A1.toml") +
                    entry("yun2020b.own", "forall H in inputs: id(H, 1) >= 0") +
                    entry("yun2020b.own.needs", "forall H in inputs: id(H, 1) >= 0",
                          "needs = [\"yun2020b.A1.2\"]") +
                    entry("yun2020b.own.pattern", "p = 1 and card(A(1, 1)) = 1"),
                read_file(kRoot / "proofs" / "yun2020b" / "construction.toml"));
  write_file(own.folder / "own.json", R"({"n": 3, "patterns": [[[1], [2], [3]]]})");
  const Finished f = verify({own.place(), "--n", "3", "--delta", "1/2", "--pattern",
                             (own.folder / "own.json").string(), "--json", "--certificate",
                             (own.folder / "cert").string()});
  INFO(f.err);
  CHECK(f.exit_code == 1);
  CHECK(contains(f.err, "was not written"));
  CHECK_FALSE(std::filesystem::exists(own.folder / "cert"));
  const Json run = Json::parse(f.out);
  CHECK(run["executed"] == false);
  const Json claims = claims_by_id(run);
  CHECK(claims["yun2020b.A1.1"]["verdict"] == "verified");
  CHECK(claims["yun2020b.A1.2"]["verdict"] == "refuted");
  CHECK(claims["yun2020b.own"]["reason"] == "unknown");
  CHECK(claims["yun2020b.own.needs"]["reason"] == "hypothesis yun2020b.A1.2");
  CHECK(claims["yun2020b.own.pattern"]["verdict"] == "verified");
}

TEST_CASE("construction: each error is one line with the entry, what, and the remedy") {
  const std::vector<std::pair<std::string, std::vector<std::string>>> wrong = {
      {"forall H in inputs: marc(H, 1) = 0", {"'marc'", "is not known here"}},
      {"delta > 0", {"'delta'", "is not known here"}},
      {"forall H in inputs: start(H) = start(H)", {"'start'", "write a definition"}},
      {"layers(nothing) = 2", {"layers(nothing)", "no network or stage", "marks"}},
      {"forall H in inputs: mean(H) = 0", {"'mean' has 2 arguments, 1 are given"}},
      {"forall H in inputs: mean(1, H) = 0", {"'mean'"}},
      {"forall H in inputs: mean({1}, 1) = 0", {"argument 1 of 'mean'", "write a definition"}},
      {"forall H in inputs: state(H) = state(H)", {"'state' is a matrix", "write a definition"}},
      {"any(1) = 1 and (forall H in inputs: any(H) = 1)", {"'any'", "two lists of types"}},
      {"mean(1, 1", {"expected"}}};
  const std::string more =
      "\n[[define]]\nterms = [\"state(H) = run(marks, start(H))\", \"any(x) = if(x = x, 1, 0)\"]\n";
  for (const auto& [formal, says] : wrong) {
    INFO(formal);
    const Own own(entry("above_mean.x", formal),
                  read_file(kRoot / "examples" / "above_mean" / "construction.toml") + more);
    std::vector<std::string> all = says;
    all.insert(all.end(), {"claims.toml:1", "above_mean.x"});
    check_refused(decide(own.place(), "--n 2 --delta 1/2"), 65, all);
  }
  const Own soft(
      "[[claim]]\nid = \"above_mean.x\"\nsource = \"s\"\nkind = \"remark\"\nwords = "
      "\"w\"\ndomain = \"n >= 2\"\nnot_checkable = \"soft maps\"\nsoft = "
      "\"printed\"\ntruth = \"open\"\n");
  check_refused(decide(soft.place(), "--n 2 --delta 1/2"), 65, {"above_mean.x", "soft"});
  const Own hypotheses(
      entry("above_mean.x", "1 = 1"),
      "[construction]\nhypotheses = [\"above_mean.lemma\"]\n" +
          read_file(kRoot / "examples" / "above_mean" / "construction.toml")
              .substr(read_file(kRoot / "examples" / "above_mean" / "construction.toml")
                          .find("id         =")));
  check_refused(decide(hypotheses.place(), "--n 2 --delta 1/2"), 65,
                {"above_mean.lemma", "Assumption 1", "remove it"});
  check_refused(decide("no/such/place", "--n 2"), 65, {"no/such/place", "no such file or folder"});
  check_refused(decide(kExample, "--n 1 --delta 1/2"), 64, {"n = 1", "n >= 2"});
  check_refused(decide(kExample, "--delta 1/2"), 64, {"--n is missing", "--n 3"});
  check_refused(decide(kExample, "--n 3 --delta 1/2 --pattern dense"), 64, {"--pattern dense"});
  check_refused(decide(kExample, "--n 3 --delta 1/2 --only nothing"), 64, {"--only", "nothing"});
  check_refused(decide(kExample, "--n 3 --delta 1/2 --expect above_mean.half"), 64, {"--expect"});
  check_refused(decide(kExample, "--n 3 --delta 1/2 --expect nobody=refuted"), 64, {"nobody"});
  check_refused(decide(kExample, "--n 3 --delta 1/2 --with c=1"), 64, {"--with c=1"});
  check_refused(decide(kExample, "--n 3 --delta 1/2 --threads 0"), 64, {"--threads"});
  check_refused(decide(kExample, "--n 3 --delta 1/2 --engine fast"), 64, {"--engine"});
  check_refused(verify({"--n", "3", kExample}), 64, {"above_mean"});
  check_refused(verify({"shwo", "--n", "3"}), 64, {"'shwo'"});
}

TEST_CASE("construction: a claim may reach a variant that changes what layers alone have") {
  const TemporaryFolder folder;
  write_file(folder / "construction.toml", R"toml([construction]
id         = "attended"
source     = "x"
parameters = ["n >= 2", "D >= 2"]
tokens     = "1..n"
rows       = "2"
inputs     = "k in 1..n, r in 1..1"
entries    = "union(j in 0..D - 1: {j/D})"
start      = "if(r = 1, G(H, 1, k), 0)"
states     = "net"
[[choose]]
terms = ["psi(a) = attend(Z(1), Z(1), Z(1) - a)"]
[[define]]
terms = ["out(H, k) = run(net, 1, start(H))(2, k)", "other(H, k) = least.out(H, k)"]
[[stage]]
name  = "look"
in    = "net"
keys  = "(1..n)"
layer = "Z + e(2)*psi(0)"
[[variant]]
name  = "least"
terms = ["psi(a) = attend(Z(1), Z(1), a - Z(1))"]
)toml");
  const auto claim = [](const std::string& formal) {
    return "[[claim]]\nid = \"attended.le\"\nsource = \"x\"\nkind = \"printed\"\nwords = \"w\"\n"
           "domain = \"n >= 2\"\nformal = \"" +
           formal + "\"\ntruth = \"true\"\n";
  };
  const std::string certificate = (folder / "c").string(), place = folder.path().string();
  const std::vector<std::string> run =
      words(place + " --n 2 --delta 1/2 --progress none --certificate " + certificate);
  write_file(folder / "claims.toml",
             claim("forall H in inputs, k in 1..n: other(H, k) <= out(H, k)"));
  const Finished decided = verify(run);
  INFO(decided.out << decided.err);
  CHECK(decided.exit_code == 0);
  const Finished checked = verify_check({"--claims", place, certificate});
  INFO(checked.out << checked.err);
  CHECK(checked.exit_code == 0);
  // Another value of the choice in the variant, and the certificate is about another construction.
  const std::string text = read_file(folder / "construction.toml");
  std::string changed = text;
  changed.replace(changed.rfind("a - Z(1)"), 8, "a + Z(1)");
  write_file(folder / "construction.toml", changed);
  CHECK(verify_check({"--claims", place, certificate}).exit_code == 1);
  write_file(folder / "construction.toml", text);
  // The choice itself has a value in a layer alone.
  write_file(folder / "claims.toml", claim("psi(0) = psi(0)"));
  CHECK(verify(run).exit_code == 65);
}

}  // namespace construction_test
