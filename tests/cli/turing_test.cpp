// verify turing as a user runs it.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"
#include "cli/schema.hpp"

namespace turing_test {

using namespace testing;

namespace {

const std::filesystem::path kRoot = HARDMAX_ROOT;

Finished turing(const std::string& machine, const std::string& more = "") {
  return verify(std::vector<std::string>{
                    "turing", (kRoot / "data" / "machines" / (machine + ".toml")).string()} +
                words(more));
}

}  // namespace

TEST_CASE("turing: a busy beaver beside its decoder, as text and as the schema says") {
  const Finished text = turing("bb2");
  CHECK(text.exit_code == 0);
  for (const char* part :
       {"it halts in 'H' after 6 steps", "22 nodes, every one equal", "d = 32",
        "transition 4, next_cell 4, same_cell 3, carry 11, output 20", "largest entry  6"})
    CHECK(contains(text.out, part));
  const Json schema = Json::parse(read_file(kRoot / "data" / "turing.schema.json"));
  for (const auto& [machine, more] : std::vector<std::pair<std::string, std::string>>{
           {"bb4", ""},
           {"inc", "--input 1011 --trace"},
           {"bb2", "--version R2 --as-printed edges,sign"},
           {"counter", "--steps 5 --engine literal"}}) {
    INFO(machine << " " << more);
    const Json json = Json::parse(turing(machine, more + " --json").out);
    CHECK(misfit(schema, schema, json, "") == "");
    Json wrong = json;
    wrong["verdict"] = "verified";
    CHECK(misfit(schema, schema, wrong, "") != "");
    wrong = json;
    wrong["more"] = 1;
    CHECK(misfit(schema, schema, wrong, "") != "");
  }
  const Json bb4 = Json::parse(turing("bb4", "--json").out);
  CHECK(bb4["steps"] == 107);
  CHECK(bb4["nodes"] == 5779);
  CHECK(bb4["engine"] == "fast");
  CHECK(bb4["finite_network"] == true);
}

TEST_CASE("turing: the first difference of a printed line, exit 1") {
  const Finished f = turing("bb2", "--version R2 --as-printed edges");
  CHECK(f.exit_code == 1);
  CHECK(contains(f.out, "first difference at node 4, step 2: symbol; wanted 1, got #"));
  CHECK(contains(f.out, "the stages products, switch are maps"));
}

TEST_CASE("turing: --trace has a line for each node, by either engine") {
  const std::string literal = turing("inc", "--input 11 --trace").out;
  CHECK(contains(literal, "node 1  step 0  state I  symbol #  cell 0\n"));
  CHECK(contains(literal, "node 22  step 6  "));
  const auto without_engine = [](const std::string& out) {
    return out.substr(0, out.find("engine"));
  };
  CHECK(without_engine(turing("inc", "--input 11 --trace --engine fast").out) ==
        without_engine(literal));
}

TEST_CASE("turing: what is too long is refused before it starts, with what it would cost",
          "[full]") {
  const Finished bb5 = turing("bb5");
  CHECK(bb5.exit_code == 2);
  CHECK(bb5.out.empty());
  CHECK(contains(bb5.err, "halts after 47176870 steps, which need 1112828555086886 nodes"));
  CHECK(contains(bb5.err, "--steps 44720 takes 999961561 nodes"));
  CHECK(turing("bb5", "--steps 100").exit_code == 0);
  const Finished r2 = turing("bb5", "--steps 5000 --version R2");
  CHECK(r2.exit_code == 2);
  CHECK(contains(r2.err, "--steps asks for 5000 steps, which need 12502501 nodes"));
  const TemporaryFolder folder;
  write_file(folder / "forever.toml",
             "states = [\"A\", \"B\"]\ninitial = \"A\"\nhalting = []\nblank = \"#\"\ninput = "
             "\"\"\ntransitions = [\"A # -> B # R\", \"B # -> A # L\"]\n");
  const Finished forever = verify({"turing", (folder / "forever.toml").string()});
  CHECK(forever.exit_code == 2);
  CHECK(contains(forever.err, "has not halted after 100000000 steps; give --steps N"));
  write_file(folder / "away.toml",
             "states = [\"A\"]\ninitial = \"A\"\nhalting = []\nblank = \"#\"\ninput = "
             "\"\"\ntransitions = [\"A # -> A # R\"]\n");
  const Finished away = verify({"turing", (folder / "away.toml").string()});
  CHECK(away.exit_code == 2);
  CHECK(contains(away.err, "further than 2^25 cells from where it began; give a smaller --steps"));
}

TEST_CASE("turing, task1: --timeout ends a comparison, and nothing is written", "[full]") {
  const TemporaryFolder folder;
  const std::string file = (folder / "c.cert").string();
  const Finished machine = turing("bb5", "--steps 40000 --timeout 1 --progress none");
  CHECK(machine.exit_code == 2);
  CHECK(machine.out.empty());
  // Whom so many nodes look at takes longer to find out.
  CHECK(contains(machine.err, "--timeout: the time is up after 0 of 800020001 nodes; "));
  CHECK(contains(machine.err, "give a smaller --steps"));
  const Finished vectors =
      verify({"task1", (kRoot / "data" / "vectors" / "circle.json").string(), "--tuples", "4",
              "--timeout", "1", "--progress", "none", "--certificate", file});
  CHECK(vectors.exit_code == 2);
  CHECK(vectors.out.empty());
  CHECK(contains(vectors.err, " of 160000 tuples; take fewer tuples"));
  CHECK(std::filesystem::is_empty(folder.path()));
  CHECK(turing("bb2", "--timeout soon").exit_code == 64);
  CHECK(turing("bb2", "--timeout 1h").exit_code == 0);
}

TEST_CASE("turing: bad input is 64 or 65, in one line with a remedy") {
  const auto refused = [](const std::string& machine, const std::string& more, int code,
                          const std::string& part) {
    INFO(more);
    const Finished f = turing(machine, more);
    CHECK(f.exit_code == code);
    CHECK(f.out.empty());
    CHECK(contains(f.err, part));
    CHECK(std::count(f.err.begin(), f.err.end(), '\n') == 1);
  };
  refused("bb2", "--version R4", 64, "--version 'R4': unknown; known are R3, R2");
  refused("bb2", "--steps 0", 64, "--steps '0': must be a whole number from 1");
  refused("bb2", "--input 2", 64,
          "--input '2': the machine does not know '2'; its symbols are # 1");
  refused("bb2", "--as-printed g", 64, "--as-printed: the printed lines are changes of version R2");
  refused("bb2", "--version R2 --as-printed g,h", 64, "--as-printed 'h': unknown");
  refused("bb2", "--version R2 --as-printed g,g", 64, "stands twice; keep one");
  refused("bb2", "--version R2 --engine fast", 64, "--engine fast: version R2 has numbers");
  refused("nothing", "", 65, "nothing.toml: there is no such file; name a machine");
  const TemporaryFolder folder;
  write_file(folder / "m.toml",
             "states = [\"A\"]\ninitial = \"A\"\nhalting = []\nblank = \"#\"\ninput = "
             "\"\"\ntransitions = [\"A # -> A # S\"]\n");
  const Finished f = verify({"turing", (folder / "m.toml").string()});
  CHECK(f.exit_code == 65);
  CHECK(contains(f.err, "m.toml:6: the transition 'A # -> A # S' moves 'S'; write L or R"));
}

TEST_CASE("turing: a machine that does not read its word first, exit 1") {
  const TemporaryFolder folder;
  write_file(folder / "m.toml",
             "states = [\"I\", \"a\", \"H\"]\ninitial = \"I\"\nhalting = [\"H\"]\nblank = "
             "\"#\"\ninput = \"11\"\ntransitions = [\"I # -> a x R\", \"a 1 -> H 1 L\"]\n");
  const Finished f = verify({"turing", (folder / "m.toml").string()});
  CHECK(f.exit_code == 1);
  CHECK(contains(f.out, "fails: at time 2 the head is in cell 0, not in cell 2"));
  const Json json = Json::parse(verify({"turing", (folder / "m.toml").string(), "--json"}).out);
  CHECK(json["verdict"] == "not_read_first");
  const Json schema = Json::parse(read_file(kRoot / "data" / "turing.schema.json"));
  CHECK(misfit(schema, schema, json, "") == "");
}

TEST_CASE("show: a decoder with a machine, and what is missing") {
  const std::string place = (kRoot / "proofs" / "bigbird" / "decoder").string();
  const std::string inc = (kRoot / "data" / "machines" / "inc.toml").string();
  CHECK(verify({"show", place}).exit_code == 0);
  const Json schema = Json::parse(read_file(kRoot / "data" / "show.schema.json"));
  const Json json = Json::parse(
      verify({"show", place, "--machine", inc, "--parameter", "nodes=4", "--json"}).out);
  CHECK(misfit(schema, schema, json, "") == "");
  CHECK(json["head"]["machine"] == "required");
  const Finished run =
      verify({"show", place, "--machine", inc, "--word", "1", "--parameter", "nodes=10"});
  CHECK(run.exit_code == 0);
  CHECK(contains(run.out, "machine     required"));
  CHECK(contains(run.out, "decoder, after 7 layers: output"));
  const Finished none = verify({"show", place, "--parameter", "nodes=10"});
  CHECK(none.exit_code == 64);
  CHECK(contains(none.err, "construction 'turing' needs a machine; give --machine FILE"));
  CHECK(verify({"show", place, "--word", "1", "--parameter", "nodes=10"}).exit_code == 64);
  const Finished not_asked = verify({"show", (kRoot / "examples" / "above_mean").string(), "--n",
                                     "3", "--delta", "1/2", "--machine", inc});
  CHECK(not_asked.exit_code == 64);
  CHECK(contains(not_asked.err, "takes none; leave it out"));
}

TEST_CASE("DIR: claims about a decoder with a machine, and about tables") {
  const TemporaryFolder folder;
  std::string file = read_file(kRoot / "proofs" / "bigbird" / "decoder" / "construction.toml");
  const std::string at = "terms = [\"relu";
  file.replace(file.find(at), at.size(),
               "terms = [\"cell(H, k) = start(H)(x1, k)\",\n         \"relu");
  write_file(folder / "construction.toml", file);
  const auto claim = [](const std::string& id, const std::string& formal, const char* truth) {
    return "[[claim]]\nid = \"turing." + id +
           "\"\nsource = \"here\"\nkind = \"remark\"\nwords = \"none\"\ndomain = \"nodes >= "
           "1\"\nformal = \"" +
           formal + "\"\ntruth = \"" + truth + "\"\n";
  };
  write_file(folder / "claims.toml",
             claim("rows", "transitions = 7 and Q = 4 and S = 3 and length = 2", "true") +
                 claim("moves", "forall t in 1..transitions: abs(moves(t)) = 1", "true") +
                 claim("right", "forall H in inputs, k in 1..nodes: cell(H, k) <= 2", "open") +
                 claim("long", "length > 5", "false") + "counterexample = \"nodes=22\"\n" +
                 claim("short", "length < 5", "false") + "counterexample = \"nodes=22\"\n");
  const std::string inc = (kRoot / "data" / "machines" / "inc.toml").string();
  const std::vector<std::string> run = {"--machine", inc,           "--word",
                                        "11",        "--parameter", "nodes=22"};
  const Finished text =
      verify(std::vector<std::string>{folder.path().string()} + run +
             std::vector<std::string>{"--certificate", (folder / "c.cert").string()});
  INFO(text.out << text.err);
  CHECK(text.exit_code == 0);
  CHECK(contains(text.out, "machine    " + inc + ", word 11"));
  CHECK(contains(text.out, "3 <= 2 is false"));
  const Finished checked =
      verify_check({(folder / "c.cert").string(), "--claims", folder.path().string()});
  INFO(checked.out << checked.err);
  CHECK(checked.exit_code == 0);
  CHECK(contains(checked.out, "2 refuted"));
  const Json json =
      Json::parse(verify(std::vector<std::string>{folder.path().string(), "--json"} + run).out);
  const Json schema = Json::parse(read_file(kRoot / "data" / "construction-run.schema.json"));
  CHECK(misfit(schema, schema, json, "") == "");
  CHECK(json["machine"]["word"] == "11");
}

}  // namespace turing_test
