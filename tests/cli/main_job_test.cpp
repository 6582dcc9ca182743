#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <unistd.h>

#include <filesystem>
#include <sstream>

#include "cli/process.hpp"

namespace main_job_test {

using namespace testing;
using Json = nlohmann::json;

namespace {

const std::vector<std::string> kStrided = words("--n 4 --d 1 --delta 0.5 --pattern strided");

Json json_of(const std::vector<std::string>& arguments, int expected_exit) {
  const Finished f = verify(arguments + words("--json"));
  INFO(f.err);
  REQUIRE(f.exit_code == expected_exit);
  return Json::parse(f.out);
}

const Json& claim(const Json& run, const std::string& id) {
  for (const Json& c : run.at("claims")) {
    if (c.at("id") == id) return c;
  }
  FAIL("no claim " + id);
  throw 0;
}

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace

TEST_CASE("verify: strided n = 4 has s = 2, 14 attention layers and 64 distinct ids") {
  const Json run = json_of(kStrided, 0);
  CHECK(run["pattern"]["s"] == 2);
  CHECK(run["pattern"]["p"] == 2);
  CHECK(run["pattern"]["gamma"] == Json({1, 2, 3, 4}));
  CHECK(run["pattern"]["l"] == Json({1, 1, 1}));
  CHECK(run["pattern"]["c"] == 512);
  CHECK(run["layers"]["selective_shift"] == 12);
  CHECK(run["layers"]["all_max_shift"] == 2);
  CHECK(run["inputs"] == 16);
  CHECK(run["ids"] == 64);
  CHECK(run["distinct_ids"] == 64);
  CHECK(run["verdict"] == "as_recorded");
  CHECK(claim(run, "yun2020b.D.3.Lemma7.P1")["verdict"] == "verified");
  CHECK(claim(run, "yun2020b.D.3.Lemma7.P2")["verdict"] == "verified");
}

TEST_CASE(
    "verify: the printed (10) is refuted at n = 4 with a witness that replays by hand, its repair "
    "verified") {
  const Json run = json_of(kStrided, 0);
  const Json& printed = claim(run, "yun2020b.E.2.4.eq10");
  CHECK(printed["verdict"] == "refuted");
  CHECK(printed["recorded"] == "false");
  // z~ of G = (0,0,0,0) is 40 delta = 20, and the bound is 2^4 - 1/2.
  const Json H = printed["witness"]["bindings"][0];
  CHECK(H["name"] == "H");
  CHECK(H["type"] == "input");
  CHECK(H["G"] == Json({0, 0, 0, 0}));
  CHECK(H["value"] == Json({6, 0, 2, 4}));  // G + E
  CHECK(
      verify(kStrided).out.find(
          "at G = (0,0,0,0) delta, H = G + E = (6,0,2,4) delta: 20 <= 31/2 (31 delta) is false") !=
      std::string::npos);
  CHECK(printed["witness"]["lhs"] == "20");
  CHECK(printed["witness"]["rhs"] == "31/2");
  CHECK(claim(run, "yun2020b.E.2.4.eq10.repaired")["verdict"] == "verified");
  CHECK(claim(run, "yun2020b.E.2.4.eq10.repaired")["kind"] == "repaired");
}

TEST_CASE(
    "verify: --json has the bindings of a witness, whatever their names and whatever they are "
    "bound to") {
  const TemporaryFolder folder;
  const auto entry = [](const std::string& id, const std::string& formal) {
    return "[[claim]]\nid = \"yun2020b." + id +
           "\"\nsource = \"mine\"\nkind = \"printed\"\nwords = \"mine\"\ndomain = \"n >= "
           "2\"\ntruth = \"open\"\nformal = \"" +
           formal + "\"\n\n";
  };
  write_file(folder / "mine.toml",
             entry("set", "forall H in subsets({1}): card(H) = 5") +
                 entry("token", "forall k in inputs, H in 1..n: id(k, H) < 0") +
                 entry("vector", "forall k in positive(2), H in 1..2: k(H) < 0"));
  const Json run = json_of(
      words("--n 2 --d 1 --delta 1/2 --pattern dense --claims " + folder.path().string()), 0);
  const Json set = claim(run, "yun2020b.set")["witness"]["bindings"],
             token = claim(run, "yun2020b.token")["witness"]["bindings"];
  CHECK(set == Json::array({{{"name", "H"}, {"type", "set"}, {"value", "{}"}}}));
  REQUIRE(token.size() == 2);
  CHECK(token[0] == Json({{"name", "k"}, {"type", "input"}, {"value", {2, 0}}, {"G", {0, 0}}}));
  CHECK(token[1] == Json({{"name", "H"}, {"type", "number"}, {"value", 1}}));
  const Json vector = claim(run, "yun2020b.vector")["witness"]["bindings"];
  CHECK(vector[0]["name"] == "k");
  CHECK(vector[0]["type"] == "vector");
}

TEST_CASE("verify: printed (10) happens to hold at (2,1,2) and that is no contradiction") {
  const Json run = json_of(words("--n 2 --d 1 --delta 1/2 --pattern dense"), 0);
  CHECK(claim(run, "yun2020b.E.2.4.eq10")["verdict"] == "verified");
  CHECK(claim(run, "yun2020b.E.2.4.eq10")["recorded"] == "false");
}

TEST_CASE("verify: --strict turns a refuted printed claim into exit 1") {
  CHECK(verify(kStrided + words("--strict")).exit_code == 1);
  CHECK(verify(words("--n 2 --d 1 --delta 1/2 --pattern dense --strict --only yun2020b.D.3.Lemma7"))
            .exit_code == 0);
}

TEST_CASE("verify: every printed golden vector of ids is reproduced, every input, by the dump",
          "[full]") {
  const std::filesystem::path golden = std::filesystem::path(HARDMAX_TEST_ROOT) / "golden";
  std::size_t files = 0;
  for (const auto& file : std::filesystem::directory_iterator(golden)) {
    if (file.path().extension() != ".json") continue;
    ++files;
    INFO(file.path().filename().string());
    const Json expected = Json::parse(read_file(file.path()));
    const TemporaryFolder folder;
    const std::string dump = (folder / "dump.jsonl").string();
    std::string pattern = expected["pattern"];
    if (pattern.ends_with(".json")) pattern = (golden / "patterns" / pattern).string();
    std::vector<std::string> arguments{
        "--n",       text_of(expected["n"]),
        "--d",       text_of(expected["d"]),
        "--delta",   std::string("1/").append(text_of(expected["D"])),
        "--pattern", pattern,
        "--dump",    dump};
    if (!expected["window"].is_null())
      arguments = arguments + std::vector<std::string>{"--window", text_of(expected["window"])};
    const Json run = json_of(arguments, 0);
    CHECK(run["pattern"]["gamma"] == expected["gamma"]);
    CHECK(run["pattern"]["l"] == expected["l"]);
    CHECK(run["pattern"]["s"] == expected["s"]);
    CHECK(text_of(run["pattern"]["c"]) == expected["c"].get<std::string>());
    CHECK(run["layers"]["selective_shift"].get<int>() + run["layers"]["all_max_shift"].get<int>() ==
          expected["attention_layers"]);
    CHECK(run["distinct_ids"] == expected["distinct_ids"]);
    std::istringstream lines(read_file(dump));
    std::size_t row = 0;
    for (std::string line; std::getline(lines, line); ++row) {
      REQUIRE(row < expected["rows"].size());
      CHECK(Json::parse(line) == expected["rows"][row]);
    }
    CHECK(row == expected["rows"].size());
  }
  CHECK(files == 8);
}

TEST_CASE("verify: broken constructions refute Lemma 7 with two tokens that share an id") {
  struct Broken {
    const char* with;
    int distinct;
  };
  for (const auto& [with, distinct] :
       {Broken{"drop=13", 48}, Broken{"drop=14", 56}, Broken{"c=1", -1}, Broken{"E.3=0", -1}}) {
    INFO(with);
    const Json run = json_of(kStrided + std::vector<std::string>{"--with", with}, 1);
    CHECK(run["verdict"] == "against_record");
    if (distinct >= 0) CHECK(run["distinct_ids"] == distinct);
    const Json& lemma = claim(run, "yun2020b.D.3.Lemma7.P2");
    REQUIRE(lemma["verdict"] == "refuted");
    const Json& w = lemma["witness"];
    CHECK(w["relation"] == "distinct");
    CHECK(w["lhs"] == w["rhs"]);
    REQUIRE(w["bindings"].size() == 2);
    CHECK(w["bindings"] != w["other"]);
    const auto G = [&](const char* place) { return w[place][0]["G"]; };
    const auto token = [&](const char* place) { return w[place][1]["value"].get<std::size_t>(); };
    // Replayed from the dump of the same broken run: the two ids are the same number.
    const TemporaryFolder folder;
    const std::string dump = (folder / "dump.jsonl").string();
    verify(kStrided + std::vector<std::string>{"--with", with, "--dump", dump});
    std::istringstream lines(read_file(dump));
    std::string first, second;
    for (std::string line; std::getline(lines, line);) {
      const Json row = Json::parse(line);
      if (row["G"] == G("bindings")) first = row["ids"][token("bindings") - 1];
      if (row["G"] == G("other")) second = row["ids"][token("other") - 1];
    }
    CHECK(!first.empty());
    CHECK(first == second);
  }
}

TEST_CASE(
    "verify: where Assumption 1 fails its witness is shown and what needs it is not checkable") {
  const TemporaryFolder folder;
  const std::string no_self = (folder / "no_self.json").string();
  write_file(no_self, R"({"n": 3, "patterns": [[[1,2],[1,3],[2,3]]]})");
  struct Case {
    std::string arguments;
    const char* hypothesis;
    const char* said;
  };
  for (const auto& [arguments, hypothesis, said] :
       {Case{"--n 4 --d 1 --delta 1/2 --pattern causal-window", "yun2020b.A1.3", "1.3"},
        Case{"--n 5 --d 1 --delta 1/2 --pattern fixed --window 3", "yun2020b.A1.3", "1.3"},
        Case{"--n 3 --d 1 --delta 1/2 --pattern " + no_self, "yun2020b.A1.1", "1.1"}}) {
    INFO(arguments);
    const Json run = json_of(words(arguments), 1);
    CHECK(run["executed"] == false);
    CHECK(claim(run, hypothesis)["verdict"] == "refuted");
    CHECK(claim(run, hypothesis).contains("witness"));
    CHECK(claim(run, "yun2020b.D.3.Lemma7.P2")["verdict"] == "not_checkable");
    CHECK(claim(run, "yun2020b.D.3.Lemma7.P2")["reason"].get<std::string>().starts_with(
        "hypothesis "));
    const Finished shown = verify(words(arguments));
    CHECK(shown.exit_code == 1);
    CHECK(shown.out.find(std::string("Assumption ") + said) != std::string::npos);
    CHECK(verify(words(arguments) +
                 std::vector<std::string>{"--expect", std::string(hypothesis) + "=refuted"})
              .exit_code == 0);
    CHECK(verify(words(arguments) +
                 std::vector<std::string>{"--expect", std::string(hypothesis) + "=verified"})
              .exit_code == 1);
  }
}

TEST_CASE(
    "verify: over the budget every claim about inputs is undecided with the count and the time, at "
    "once") {
  const Json run = json_of(words("--engine literal --n 40 --d 1 --delta 1/8 --pattern strided"), 2);
  CHECK(run["verdict"] == "undecided");
  const Json& lemma = claim(run, "yun2020b.D.3.Lemma7.P2");
  CHECK(lemma["verdict"] == "undecided");
  CHECK(lemma["reason"] == "cost");
  CHECK(lemma["explanation"].get<std::string>().find("inputs") != std::string::npos);
  CHECK(lemma["explanation"].get<std::string>().find("years") != std::string::npos);
  CHECK(claim(run, "yun2020b.A1.3")["verdict"] == "verified");
}

TEST_CASE("verify: editing a claim file alone changes the verdict") {
  const TemporaryFolder folder;
  std::filesystem::copy(std::filesystem::path(HARDMAX_ROOT) / "proofs", folder / "proofs",
                        std::filesystem::copy_options::recursive);
  const std::vector<std::string> arguments =
      kStrided + std::vector<std::string>{"--claims", (folder / "proofs").string()};
  CHECK(claim(json_of(arguments, 0), "yun2020b.E.2.4.eq10.repaired")["verdict"] == "verified");
  bool edited = false;
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder / "proofs")) {
    if (file.path().extension() != ".toml") continue;
    std::string text = read_file(file.path());
    const auto entry = text.find("\"yun2020b.E.2.4.eq10.repaired\"");
    if (entry == std::string::npos) continue;
    const auto factor = text.find("n * delta", text.find("formal", entry));
    REQUIRE(factor != std::string::npos);
    text.replace(factor, 1, "1");  // the repair's factor n
    write_file(file.path(), text);
    edited = true;
    break;
  }
  REQUIRE(edited);
  const Json run = json_of(arguments, 1);
  CHECK(claim(run, "yun2020b.E.2.4.eq10.repaired")["verdict"] == "refuted");
}

TEST_CASE("verify: the answer does not depend on the number of threads", "[full]") {
  const auto arguments = words("--n 4 --d 1 --delta 1/3 --pattern window --window 1 --json");
  const TemporaryFolder folder;
  std::string expected, certificate;
  for (const char* threads : {"1", "2", "3", "8"}) {
    const std::string file = (folder / (std::string("cert") + threads)).string();
    const Finished f =
        verify(arguments + std::vector<std::string>{"--threads", threads, "--certificate", file});
    CHECK(f.exit_code == 0);
    if (certificate.empty()) certificate = read_file(file);
    CHECK(read_file(file) == certificate);
  }
}

TEST_CASE(
    "verify: several chunks of inputs give the same certificate with 1, 2, 3 and 8 threads and "
    "either engine") {
  const TemporaryFolder folder;
  const auto job = words(
      "--n 8 --d 1 --delta 1/5 --pattern strided --only yun2020b.D.3.Lemma7 --progress "
      "none");  // 6 chunks
  std::string certificate;
  for (const char* how : {"fast --threads 1", "fast --threads 2", "fast --threads 3",
                          "fast --threads 8", "lanes --threads 1", "lanes --threads 3"}) {
    INFO(how);
    const std::string file = (folder / "run.cert").string();
    REQUIRE(verify(job + words("--engine " + std::string(how)) +
                   std::vector<std::string>{"--certificate", file})
                .exit_code == 0);
    if (certificate.empty()) certificate = read_file(file);
    CHECK(read_file(file) == certificate);
  }
}

TEST_CASE("verify: a hypothesis may stand outside the paper, and its claims alone are listed") {
  const TemporaryFolder folder;
  const std::string entry =
      "[[claim]]\nid = \"$ID\"\nsource = \"s\"\nkind = \"$KIND\"\nwords = \"w\"\ndomain = \"n >= "
      "2\"\nformal = \"$FORMAL\"\ntruth = \"open\"\n$MORE\n";
  const auto with = [&](std::string id, std::string kind, std::string formal, std::string more) {
    std::string text = entry;
    for (const auto& [name, value] : {std::pair{"$ID", id}, std::pair{"$KIND", kind},
                                      std::pair{"$FORMAL", formal}, std::pair{"$MORE", more}})
      text.replace(text.find(name), std::string(name).size(), value);
    return text;
  };
  write_file(folder / "c.toml",
             with("other.h", "hypothesis", "n < 2", "") +
                 with("yun2020b.x", "printed", "n >= 2", "needs = [\"other.h\"]"));
  const std::vector<std::string> with_claims =
      kStrided + std::vector<std::string>{"--claims", folder.path().string()};
  const Json run =
      json_of(with_claims + std::vector<std::string>{"--only", "yun2020b"}, 2);  // no verdict
  REQUIRE(run["claims"].size() == 1);
  CHECK(run["claims"][0]["reason"] == "hypothesis other.h");
  // Without --only a claim whose id names no construction is one of the run too, and a hypothesis
  // that fails is no success.
  CHECK(json_of(with_claims, 1)["claims"].size() == 2);
  CHECK(verify(with_claims + std::vector<std::string>{"--only", "other"}).exit_code == 1);
}

TEST_CASE(
    "verify: a stored counterexample that does not refute its claim is against the record, "
    "whatever it gives instead") {
  const TemporaryFolder folder;
  const auto against = [&](const std::string& domain, const std::string& formal) {
    write_file(folder / "c.toml",
               "[[claim]]\nid = \"yun2020b.x\"\nsource = \"s\"\nkind = \"printed\"\nwords = "
               "\"w\"\ndomain = \"" +
                   domain + "\"\nformal = \"" + formal +
                   "\"\ntruth = \"false\"\ncounterexample = \"n=4 d=1 D=2 pattern=strided\"\n");
    return verify(kStrided + std::vector<std::string>{"--claims", folder.path().string()})
               .exit_code == 1;
  };
  CHECK(against("n >= 2", "n >= 2"));                   // holds
  CHECK(against("n >= 5", "n < 2"));                    // says nothing here
  CHECK(against("n >= 2", "forall k in 2..1: k < 0"));  // no instance
  CHECK_FALSE(against("n >= 2", "n < 2"));
}

TEST_CASE(
    "verify: a run with equal ids is sorted on disk in little memory, and the first collision is "
    "shown, whoever executes it") {
  const TemporaryFolder folder;
  const auto job = words(
      "--n 8 --d 1 --delta 1/4 --pattern strided --with c=1 --only yun2020b.D.3.Lemma7 --progress "
      "none --json");
  std::string certificate, claims;
  for (const char* how : {"--engine fast", "--engine lanes --memory 1M --threads 3",
                          "--engine fast --memory 1M --threads 1"}) {
    INFO(how);
    const std::filesystem::path scratch = folder / "scratch";
    std::filesystem::create_directories(scratch);
    const std::string file = (folder / "run.cert").string();
    const Finished f =
        verify(job + words(how) +
               std::vector<std::string>{"--scratch", scratch.string(), "--certificate", file});
    CHECK(f.exit_code == 1);
    CHECK(std::filesystem::is_empty(scratch));
    const Json run = Json::parse(f.out);
    CHECK(run["ids"] == 524288);
    CHECK(run["distinct_ids"] < 524288);
    if (certificate.empty()) certificate = read_file(file), claims = run["claims"].dump();
    CHECK(read_file(file) == certificate);
    CHECK(run["claims"].dump() == claims);
  }
  CHECK(claims.find("\"relation\":\"distinct\"") != std::string::npos);
  const Finished nowhere = verify(job + words("--memory 1M --scratch /nowhere/at/all"));
  CHECK(nowhere.exit_code == 73);
  CHECK(nowhere.err.find("/nowhere/at/all") != std::string::npos);
}

TEST_CASE("verify check: --audit and --seed are passed on") {
  const TemporaryFolder folder;
  const std::string file = (folder / "run.cert").string();
  REQUIRE(verify(words("--n 8 --d 1 --delta 1/4 --pattern strided --only yun2020b.D.3.Lemma7 "
                       "--progress none --certificate") +
                 std::vector<std::string>{file})
              .exit_code == 0);
  const Finished audited =
      verify(words("check --audit 2 --seed abc") + std::vector<std::string>{file});
  CHECK(audited.exit_code == 3);
  CHECK(audited.err.find("an audit of 512 of 65536 inputs; seed abc\n") != std::string::npos);
  for (const char* wrong : {"0", "x", ""})
    CHECK(verify(words("check --audit") + std::vector<std::string>{wrong, file}).exit_code == 64);
  CHECK(verify(words("check --seed abc") + std::vector<std::string>{file}).exit_code == 64);
  // Witnesses whose entries are no digits: the extended grid.
  REQUIRE(verify(words("--construction yun2020a --n 3 --d 1 --delta 1/9 --extended --only "
                       "yun2020a.B.5 --progress none --certificate") +
                 std::vector<std::string>{file})
              .exit_code == 0);
  CHECK(read_file(file).find("\"H=-6561 0 0\"") != std::string::npos);
  CHECK(verify(words("check --audit 1") + std::vector<std::string>{file}).exit_code == 3);
}

TEST_CASE(
    "verify: what is far beyond enumeration is decided at once, and verify-check follows the "
    "argument") {
  const std::filesystem::path file = std::filesystem::temp_directory_path() /
                                     ("hardmax-structural-" + std::to_string(::getpid()) + ".cert");
  const auto arguments = words(
                             "--n 64 --d 4 --delta 1/16 --pattern bigbird --only "
                             "yun2020b.D.3.Lemma7.P --json --certificate") +
                         std::vector<std::string>{file.string()};
  const Finished f = verify(arguments);
  INFO(f.err);
  CHECK(f.exit_code == 0);
  const Json run = Json::parse(f.out);
  CHECK(run["engine"] == "symbolic");
  CHECK(run["executed"] == false);
  for (const char* id : {"yun2020b.D.3.Lemma7.P1", "yun2020b.D.3.Lemma7.P2"}) {
    CHECK(claim(run, id)["verdict"] == "verified");
    CHECK(claim(run, id)["tier"] == "symbolic");
    CHECK(claim(run, id)["box"] == "(n,d,D) = (64,4,16), all 16^256 inputs at once");
  }
  const Finished checked = verify(words("check") + std::vector<std::string>{file.string()});
  INFO(checked.err);
  CHECK(checked.exit_code == 0);
  CHECK(checked.out.find("all 16^256 inputs") != std::string::npos);
  std::filesystem::remove(file);
  for (const auto& [command, claim] :
       {std::pair{"--construction yun2020a --positional --n 64 --d 4 --delta 1/16",
                  "yun2020a.C.2.contextual"},
        std::pair{"--construction sparsebert --positional --n 9 --d 2 --delta 1/16",
                  "sparsebert.A.3.positional.contextual"},
        std::pair{"--construction yun2020a --n 64 --d 4 --delta 1/16", "yun2020a.5.2.lemma6.P2"},
        std::pair{"--construction sparsebert --n 9 --d 2 --delta 1/16",
                  "sparsebert.A.2.2.gs2.expansion"}}) {
    const Finished dense = verify(
        words(std::string(command) + " --only " + claim + " --certificate " + file.string()));
    INFO(dense.out << dense.err);
    CHECK(dense.exit_code == 0);
    const Finished followed = verify(words("check " + file.string()));
    CHECK(followed.out.find("accepted: 1 verified, for all 16^") != std::string::npos);
    std::filesystem::remove(file);
  }
  // Where verify-check's argument does not go through there is none, whatever is shown.
  const Finished small =
      verify(words("--construction yun2020a --positional --n 2 --d 1 --delta 1/16 --engine "
                   "symbolic --only yun2020a.C.2.increasing --certificate " +
                   file.string()));
  CHECK(small.err.find("no certificate") != std::string::npos);
  // A changed network has no such certificate.
  const Finished changed = verify(arguments + words("--with c=7"));
  CHECK(changed.exit_code == 2);
  CHECK(changed.err.find("no certificate") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(file));
}

TEST_CASE(
    "verify: --for-all decides Lemma 7 for every D, and every d, and verify-check follows the "
    "argument") {
  const TemporaryFolder folder;
  const std::string file = (folder / "every.cert").string();
  for (const auto& [sizes, shown] : {std::pair{"--d 4 --for-all D", "d=4, every D >= 2"},
                                     std::pair{"--for-all d,D", "every d >= 1, every D >= 2"}}) {
    const std::string command =
        std::string("--n 64 --pattern strided --only yun2020b.D.3.Lemma7.P ") + sizes;
    const Finished f = verify(words(command + " --certificate " + file));
    INFO(f.out << f.err);
    CHECK(f.exit_code == 0);
    CHECK(f.out.find(std::string("n=64, ") + shown + ", strided") != std::string::npos);
    CHECK(f.out.find(std::string("D.3.Lemma7.P2  shown for ") + shown) != std::string::npos);
    const Finished checked = verify(words("check " + file));
    CHECK(checked.exit_code == 0);
    CHECK(checked.out.find("accepted: 2 proved, for all inputs of n = 64") != std::string::npos);
    std::filesystem::remove(file);
    for (const char* broken : {"c=1", "shift=1", "E.3=0", "E.1=0"}) {
      const Finished changed =
          verify(words(command + " --with " + broken + " --certificate " + file));
      INFO(broken << changed.out);
      CHECK(changed.exit_code == 2);
      CHECK(changed.out.find("0 claims shown") != std::string::npos);
      CHECK(changed.err.find("no certificate") != std::string::npos);
      CHECK_FALSE(std::filesystem::exists(file));
    }
    for (const char* wrong : {"--with drop=1", "--with c=1/2", "--delta 1/2", "--engine fast",
                              "--search 5", "--construction sparsebert --extended"})
      CHECK(verify(words(command + " " + wrong)).exit_code == 64);
  }
  for (const char* sweep :
       {"--construction yun2020a --positional --n 3 --for-all d,D",
        "--construction yun2020a --positional --n 64 --d 4 --for-all D",
        "--construction yun2020a --positional --n 2 --d 2 --for-all D",
        "--construction sparsebert --positional --n 6 --d 2 --for-all D --only "
        "sparsebert.A.3.positional.order",
        "--construction sparsebert --positional --n 5 --d 1 --for-all D --only "
        "sparsebert.A.3.positional.bound",
        "--construction yun2020a --n 5 --for-all d,D",
        "--construction yun2020a --n 4 --d 2 --for-all D --only yun2020a.B.5.1.lemma10.injective",
        "--construction sparsebert --n 4 --d 2 --for-all D --only sparsebert.A.2.2.order_final"}) {
    const Finished f = verify(words(std::string(sweep) + " --certificate " + file));
    INFO(sweep << f.out << f.err);
    REQUIRE(std::filesystem::exists(file));
    CHECK(verify(words("check " + file)).exit_code == 0);
    std::filesystem::remove(file);
  }
  CHECK(verify(words("--n 4 --d 1 --pattern strided --for-all d,D")).exit_code == 64);
  CHECK(verify(words("--n 4 --pattern strided --for-all d")).exit_code == 64);
  const Finished fails = verify(words("--n 4 --pattern block --window 2 --for-all D"));
  CHECK(fails.exit_code == 1);
  CHECK(fails.out.find("D.3.Lemma7.P1  not checkable (hypothesis): Assumption 1 does not hold") !=
        std::string::npos);
  CHECK(verify(words("--n 6 --pattern causal-window --for-all D")).exit_code == 1);
}

TEST_CASE(
    "verify: whatever prefix of claims is asked for, verify-check takes the certificate of every "
    "D, or there is none",
    "[full]") {
  const TemporaryFolder folder;
  const std::string file = (folder / "prefix.cert").string();
  std::size_t written = 0;
  for (const auto& [run, id] :
       {std::pair{"--n 3 --pattern dense", "yun2020b.D.3.Lemma7.P2"},
        std::pair{"--construction yun2020a --positional --n 3", "yun2020a.C.2.injective"},
        std::pair{"--construction sparsebert --positional --n 5",
                  "sparsebert.A.3.positional.bound"},
        std::pair{"--construction sparsebert --n 3", "sparsebert.A.2.2.def1.repaired"}}) {
    for (const char* sizes : {" --for-all D", " --for-all d,D"}) {
      for (std::size_t length = std::string_view(id).size(); length >= 8; --length) {
        const std::string prefix(id, length);
        const Finished f = verify(
            words(run + std::string(sizes) + " --only " + prefix + " --certificate " + file));
        INFO(run << sizes << " --only " << prefix << "\n" << f.out << f.err);
        CHECK(std::filesystem::exists(file) == (f.err.find("no certificate") == std::string::npos));
        if (!std::filesystem::exists(file)) continue;
        ++written;
        const int code = verify(words("check " + file)).exit_code;
        CHECK((code == 0 || code == 3));
        std::filesystem::remove(file);
      }
    }
  }
  CHECK(written > 70);
}

TEST_CASE(
    "search: what enumeration cannot reach is searched, and nothing that was searched is called "
    "verified") {
  const Finished run =
      verify(words("--n 8 --d 1 --delta 1/32 --pattern strided --engine fast --only "
                   "yun2020b.E.2.3.eq9 --search 60 --budget 20 --json"));
  INFO(run.out << run.err);
  CHECK(run.exit_code == 2);
  CHECK(run.out.find("\"verdict\": \"unrefuted\"") != std::string::npos);
  CHECK(run.out.find("\"tier\": \"search\"") != std::string::npos);
  CHECK(run.out.find("\"verified\"") == std::string::npos);
  const Finished expected = verify(
      words("--n 8 --d 1 --delta 1/32 --pattern strided --engine fast --only yun2020b.E.2.3.eq9 "
            "--search 60 --budget 20 --expect yun2020b.E.2.3.eq9=unrefuted"));
  CHECK(expected.exit_code == 0);
  for (const auto& [options, said] :
       {std::pair("--search 0", "--search '0'"), std::pair("--search x", "--search 'x'"),
        std::pair("--search-seed 3", "--search-seed '3'"),
        std::pair("--search 5 --certificate no.cert", "leave out --certificate")}) {
    const Finished refused =
        verify(words(std::string("--n 4 --delta 1/2 --pattern strided ") + options));
    INFO(options << ": " << refused.err);
    CHECK(refused.exit_code == 64);
    CHECK(refused.err.find(said) != std::string::npos);
  }
}

}  // namespace main_job_test
