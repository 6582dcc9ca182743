// verify --construction NAME, where a construction file describes the network of NAME; graphs and
// the printed version by the names that the file has for them.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"
#include "cli/schema.hpp"

namespace named_construction_test {

using namespace testing;

namespace {

const std::filesystem::path kRoot = HARDMAX_ROOT;

}  // namespace

TEST_CASE("named construction: layers beyond 2^63 are a limit where they are not followed by ids") {
  const std::string run =
      "--n 8 --d 1 --delta 1/2 --pattern star --all --only A.2.2.unique_encoding.repaired ";
  for (const char* more : {"--variant closed_interval", "--with L=5/2"}) {
    const Finished f = bigbird(run + more);
    INFO(f.out << f.err);
    CHECK(f.exit_code == 2);
    CHECK(contains(f.out, "different  not computed: "));
    CHECK(contains(f.out, "1 claim: 0 verified, 0 refuted, 0 not checkable here, 1 undecided;"));
  }
  const Finished literal = bigbird(run + "--engine literal");
  INFO(literal.out << literal.err);
  CHECK(literal.exit_code == 2);
  CHECK(contains(literal.err, "network 'context' has 159239020815953974793 layers"));
  const Finished f = bigbird(run);
  INFO(f.out << f.err);
  CHECK(f.exit_code == 0);
  CHECK(contains(f.out, "network    context: 159239020815953974793 layers\n"));
  CHECK(contains(f.out, "different  2048\n"));
  CHECK(contains(f.out, "1 claim: 1 verified, "));
}

TEST_CASE("named construction: bounds, layers and ids of three tokens on the star") {
  const Finished f = bigbird("--n 3 --d 1 --delta 1/2 --pattern star --only A.2.2.lemma3");
  INFO(f.out << f.err);
  CHECK(f.exit_code == 0);
  CHECK(contains(f.out, "variant    star\n"));
  CHECK(contains(f.out, "stages     low 16, high 651, spread 1\n"));
  CHECK(contains(f.out, "S          8, 172, 4224, 105344\n"));
  CHECK(contains(f.out, "T          17/2, 369/2, 9073/2, 226289/2\n"));
  CHECK(contains(f.out, "ids        24\n"));
  CHECK(contains(f.out, "different  24\n"));
  CHECK(contains(f.out, "8 inputs"));
  const Json json = Json::parse(
      bigbird("--n 2 --d 1 --delta 1/2 --pattern complete --only A.2.2.lemma3 --json").out);
  const Json schema = Json::parse(read_file(kRoot / "data" / "construction-run.schema.json"));
  CHECK(misfit(schema, schema, json, "") == "");
  CHECK(json["values"]["different"] == Json({"8"}));
  CHECK(json["variants"] == Json({"complete"}));
  CHECK(json["stage_layers"]["spread"] == "1");
}

TEST_CASE("named construction: it is short for the folder, with the variant that the graph is") {
  const std::string run = "--n 2 --d 1 --delta 1/2 --only A.2.2.l --json";
  const auto claims = [](const Finished& f) {
    INFO(f.out << f.err);
    const Json json = Json::parse(f.out);
    return std::pair(json["digest"], json["claims"]);
  };
  const auto folder = [&](const std::string& more) {
    return verify(std::vector<std::string>{(kRoot / "proofs" / "bigbird").string()} +
                  words(run + " --progress none" + more));
  };
  CHECK(claims(bigbird("--pattern star " + run)) == claims(folder("")));
  CHECK(claims(bigbird(run)) == claims(folder("")));
  CHECK(claims(bigbird("--pattern complete " + run)) == claims(folder(" --variant complete")));
  CHECK(claims(bigbird("--pattern star+window:1 " + run)) ==
        claims(folder(" --variant star_and_window")));
  CHECK(claims(bigbird("--pattern star+window:0 " + run)) == claims(folder("")));
  CHECK(claims(bigbird("--variant printed " + run)) == claims(folder(" --variant printed")));
  CHECK(claims(bigbird("--pattern complete --variant printed " + run)) ==
        claims(folder(" --variant complete --variant printed")));
  CHECK(claims(verify(words("--construction=bigbird --progress none " + run))) ==
        claims(folder("")));
}

TEST_CASE("named construction: a graph from a file, with the star and without it") {
  const TemporaryFolder folder;
  const auto with_graph = [&] {
    return verify(words("--construction bigbird --n 2 --delta 1/2 --progress none --pattern") +
                  std::vector<std::string>{folder / "graph.json"});
  };
  const auto with = [&](const std::string& lists) {
    write_file(folder / "graph.json",
               R"({"n": 3, "index_base": 0, "patterns": [[)" + lists + "]]}");
    return with_graph();
  };
  const Finished star = with("[1,2],[0,1],[0,2]");
  INFO(star.out << star.err);
  CHECK(star.exit_code == 0);
  CHECK(contains(star.out, "variant    graph\n"));
  const Finished less = with("[1,2],[0,1],[2]");
  INFO(less.out << less.err);
  CHECK(less.exit_code == 1);
  CHECK(contains(less.out, "at i = 2, j = 0: 0 in {2} is false"));
  CHECK(contains(less.out, "hypothesis"));
  CHECK(with("[1],[0,1],[0,2]").exit_code == 1);
  CHECK(with("[1,2],[0,1],[0,3]").exit_code == 65);
  CHECK(with("[1,2],[0,1]").exit_code == 65);
  write_file(folder / "graph.json",
             R"({"n": 4, "index_base": 0, "patterns": [[[1,2],[0,1],[0,2],[0]]]})");
  const Finished more = with_graph();
  INFO(more.err);
  CHECK(more.exit_code == 65);
  CHECK(contains(more.err, "has 4 tokens, and the construction has 3 here"));
}

TEST_CASE("named construction: bad options are refused with the remedy") {
  const auto refused = [](const std::string& more, const std::string& why) {
    const Finished f = bigbird(more);
    INFO(more << "\n" << f.out << f.err);
    CHECK(f.exit_code == 64);
    CHECK(f.out.empty());
    CHECK(contains(f.err, why));
  };
  refused("--n 1 --delta 1/2 --pattern star", "n >= 2 is asked for");
  refused("--n 2 --delta 1/2 --with L=1", "asks for L >= 2");
  refused("--n 2 --delta 1/2 --with H=0", "asks for H >= 1");
  refused("--n 2 --delta 1/2 --pattern star+window:x", "write star+window:w, with whole numbers");
  refused("--n 2 --delta 1/2 --pattern star+window", "write star+window:w");
  refused("--n 2 --delta 1/2 --pattern star+window:1,2", "write star+window:w");
  refused("--n 2 --delta 1/2 --pattern star+window:", "write star+window:w");
  refused("--n 2 --delta 1/2 --pattern star:1", "write star");
  refused("--n 2 --delta 1/2 --pattern star --window 1", "leave them out");
  refused("--n 2 --delta 1/2 --pattern nonsense", "nonsense");
  refused("--n 2 --delta 1/2 --for-all D", "--delta: does not go with --for-all D");
  const Finished other = verify(words("--construction nonsense --n 2 --delta 1/2"));
  CHECK(other.exit_code == 64);
  const Finished none = verify(words("examples/above_mean --n 3 --delta 1/2 --printed"));
  CHECK(none.exit_code != 0);
}

// A term without a value is shown by no argument about every D, and an executed run says so too.
TEST_CASE("named construction: for every D no term without a value is shown, nor certified") {
  const TemporaryFolder folder;
  const std::vector<std::string> formulas = {
      "1/(D-2) = 1/(D-2)",
      "1/0 = 1 or 1 = 1",
      "0*(1/(D-2)) = 0",
      "mod(7, D-2) >= 0",
      "forall H in inputs: 0*id(H, n+5) = 0",
      "forall H in inputs: id(H, n+1) >= 0 or 1 = 1",
      "floor(1/(D-2)) = floor(1/(D-2))",
      "distinct(X in inputs, k in 1..n+1: id(X, k))",
      "forall H in inputs: (id(H,1)-id(H,1))/(id(H,1)-id(H,1)) = 1",
      "forall H in inputs: id(H, 1) >= 0 implies 1/(D-2) > 0",
      "let x = 1/(D-2): 1 = 1"};
  std::string file;
  const auto claim = [&](const std::string& id, const std::string& formal) {
    file += "[[claim]]\nid = \"bigbird.t." + id +
            "\"\nsource = \"s\"\nkind = \"printed\"\nwords = \"w\"\ndomain = \"n >= 2\"\n" +
            "formal = \"" + formal + "\"\ntruth = \"open\"\n\n";
  };
  for (std::size_t i = 0; i < formulas.size(); ++i)
    claim(std::string("bad") + static_cast<char>('a' + i), formulas[i]);
  claim("good", "forall X in inputs: distinct(k in 1..n: id(X, k))");
  const std::filesystem::path proofs = folder / "bigbird";
  std::filesystem::copy(std::filesystem::path(HARDMAX_ROOT) / "proofs" / "bigbird", proofs,
                        std::filesystem::copy_options::recursive);
  write_file(proofs / "t.toml", file);
  const std::vector<std::string> run =
      words("--n 3 --d 1 --pattern star --only bigbird.t. --for-all D --certificate");
  const std::string certificate = (folder / "c.cert").string();
  const Finished every =
      verify(std::vector<std::string>{proofs.string()} + run + std::vector{certificate});
  CHECK(contains(every.out, "1 claims shown for every D >= 2"));
  CHECK(contains(read_file(certificate), "bigbird.t.good"));
  const Finished checked = verify_check({"--claims", proofs.string(), certificate});
  CHECK(checked.exit_code == 0);
  CHECK(contains(checked.out, "accepted: 1 proved"));
  const Finished executed =
      verify(std::vector<std::string>{proofs.string()} +
             words("--n 3 --d 1 --delta 1/2 --pattern star --only bigbird.t. --all"));
  const auto id_of = [](std::size_t i) {
    return std::string("t.bad") + static_cast<char>('a' + i);
  };
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    INFO(formulas[i] << "\n" << every.out << executed.out);
    CHECK_FALSE(contains(every.out, id_of(i) + "  shown"));
    CHECK_FALSE(contains(read_file(certificate), "bigbird." + id_of(i) + "\""));
    CHECK(contains(executed.out, id_of(i) + "  error (undefined)"));
  }
}

// What stands in a file is checked by both programs in the same way.
TEST_CASE("named construction: keys for graphs and conditions, and what breaks them") {
  const TemporaryFolder folder;
  const std::string claim =
      "[[claim]]\nid = \"t.x.one\"\nsource = \"s\"\nkind = \"printed\"\nwords = \"w\"\n"
      "domain = \"n >= 1\"\nformal = \"c = 3\"\ntruth = \"open\"\n";
  write_file(folder / "c.toml", claim);
  const auto construction = [](const std::string& head, const std::string& variant) {
    return "[construction]\nid = \"t.x\"\nparameters = [\"n >= 1\"]\ntokens = \"1..n\"\n"
           "rows = \"1\"\nstart = \"k\"\n" +
           head + "[[choose]]\nterms = [\"c = 3\"]\n" +
           "[[stage]]\nname = \"one\"\nlayer = \"Z\"\n" + variant;
  };
  const auto run = [&](const std::string& text, const std::string& more) {
    write_file(folder / "construction.toml", text);
    return verify(std::vector<std::string>{folder.path().string(), "--n", "2", "--certificate",
                                           (folder / "cert").string()} +
                  words(more));
  };
  const std::string head = "conditions = [\"c >= 2\"]\nvalues = [\"twice = 2*c\"]\n";
  const std::string variant =
      "[[variant]]\nname = \"v(w)\"\npattern = \"graph:w\"\nterms = [\"c = w\"]\n";
  const std::string good = construction(head, variant);
  const Finished found = run(good, "--pattern graph:4");
  INFO(found.out << found.err);
  CHECK(contains(found.out, "twice      8\n"));
  CHECK(contains(found.out, "3 = 4") == false);
  CHECK(contains(found.out, "REFUTED"));
  CHECK(verify_check({(folder / "cert").string(), "--claims", folder.path().string()}).exit_code ==
        0);
  CHECK(run(good, "--pattern graph:1").exit_code == 64);
  // A certificate of a run that a condition forbids is rejected.
  Json forged = Json::parse(read_file(folder / "cert"));
  forged["run"]["variants"] = {"v(1)"};
  write_file(folder / "forged", forged.dump() + "\n");
  CHECK(
      verify_check({(folder / "forged").string(), "--claims", folder.path().string()}).exit_code ==
      1);
  for (const std::string& bad :
       {construction("conditions = [\"x >= 1\"]\n", ""),
        construction("conditions = [\"layers(one) = 1\"]\n", ""),
        construction("conditions = [\"c\"]\n", ""), construction("conditions = [\"c + 1\"]\n", ""),
        construction("conditions = [\"{c}\"]\n", ""), construction("conditions = [\"e(1)\"]\n", ""),
        construction("bring = \"optional\"\n", ""),
        construction("tables = [\"f(k)\"]\nbring = \"required\"\n", "")}) {
    INFO(bad);
    CHECK(run(bad, "").exit_code == 65);
    CHECK(
        verify_check({(folder / "cert").string(), "--claims", folder.path().string()}).exit_code ==
        65);
  }
  for (const std::string& bad :
       {construction("values = [\"v(i) = i\"]\n", ""), construction("values = [\"v = x\"]\n", ""),
        construction("", "[[variant]]\nname = \"v(w)\"\npattern = \"g\"\nterms = [\"c = w\"]\n"),
        construction("", "[[variant]]\nname = \"v\"\npattern = \"brought\"\nterms = [\"c = 2\"]\n"),
        construction("", variant + "[[variant]]\nname = \"u(w)\"\npattern = \"graph:w\"\n"
                                   "terms = [\"c = w\"]\n")}) {
    INFO(bad);
    CHECK(run(bad, "").exit_code == 65);
  }
  for (const std::string id : {"t..x", ".t", "t."}) {
    std::string bad = good;
    bad.replace(bad.find("t.x"), 3, id);
    INFO(id);
    CHECK(run(bad, "").exit_code == 65);
  }
}

TEST_CASE("named construction: a claim is about the construction that stands beside it") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "part");
  const auto claim = [](const std::string& id, const std::string& formal) {
    return "[[claim]]\nid = \"" + id + "\"\nsource = \"s\"\nkind = \"printed\"\nwords = \"w\"\n" +
           "domain = \"n >= 1\"\nformal = \"" + formal + "\"\ntruth = \"true\"\n";
  };
  const auto construction = [](const std::string& id, const std::string& term) {
    return "[construction]\nid = \"" + id + "\"\nparameters = [\"n >= 1\"]\ntokens = \"1..n\"\n" +
           "rows = \"1\"\nstart = \"k\"\n[[choose]]\nterms = [\"" + term + "\"]\n" +
           "[[stage]]\nname = \"one\"\nlayer = \"Z\"\n";
  };
  write_file(folder / "construction.toml", construction("t", "a = 1"));
  write_file(folder / "c.toml", claim("t.a", "a = 1"));
  write_file(folder / "part" / "construction.toml", construction("t.x", "b = 2"));
  write_file(folder / "part" / "c.toml", claim("t.x.b", "b = 2"));
  const std::string whole = folder.path().string(), part = (folder / "part").string();
  for (const auto& [place, id] : {std::pair(whole, "t.a"), std::pair(part, "t.x.b")}) {
    const std::string cert = (folder / "cert").string();
    const Finished f = verify({place, "--n", "1", "--json", "--certificate", cert});
    INFO(f.out << f.err);
    CHECK(f.exit_code == 0);
    const Json json = Json::parse(f.out);
    REQUIRE(json["claims"].size() == 1);
    CHECK(json["claims"][0]["id"] == id);
    for (const std::string& claims : {whole, place}) {
      const Finished checked = verify_check({cert, "--claims", claims});
      INFO(checked.out << checked.err);
      CHECK(checked.exit_code == 0);
    }
  }
}

}  // namespace named_construction_test
