// verify turing FILE --certificate C: what every node says, for a machine, its word and the steps
// of its run; verify-check finds the same again, and refuses what was changed. And the claims about
// the decoder, with their certificate and its page.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <random>

#include "cli/members.hpp"
#include "cli/process.hpp"
#include "cli/schema.hpp"
#include "support/rounds.hpp"

namespace turing_certificate_test {

using namespace testing;

namespace {

const std::filesystem::path kRoot = HARDMAX_ROOT;
const std::string kDecoder = (kRoot / "proofs" / "bigbird" / "decoder").string(),
                  kDecoder2 = (kRoot / "proofs" / "bigbird" / "decoder_r2").string();

std::string machine(const std::string& name) {
  return (kRoot / "data" / "machines" / (name + ".toml")).string();
}

Finished certified(const std::string& name, const std::string& more, const std::string& file) {
  return verify(std::vector<std::string>{"turing", machine(name)} + words(more) +
                std::vector<std::string>{"--certificate", file});
}

// The claims about inc on the word 11, which takes 6 steps.
Finished claims_on_inc_11(const TemporaryFolder& folder, const std::string& file) {
  std::string inc = read_file(machine("inc"));
  inc.replace(inc.find("\"1011\""), 6, "\"11\"");
  write_file(folder / "inc.toml", inc);
  return verify({kDecoder, "--machine", (folder / "inc.toml").string(), "--parameter", "nodes=29",
                 "--certificate", file});
}

}  // namespace

TEST_CASE("turing: a certificate of every node, accepted") {
  const TemporaryFolder folder;
  const std::string file = (folder / "c.cert").string();
  for (const auto& [name, more, nodes] :
       {std::tuple("bb2", "", "22 nodes, every one equal"),
        std::tuple("bb4", "", "5779 nodes, every one equal"),
        std::tuple("counter", "--input 0000 --steps 40", "821 nodes, every one equal"),
        std::tuple("inc", "--input 11 --version R2", "nodes, every one equal; turing.R2"),
        std::tuple("parity", "--input 1 --json", "nodes, every one equal")}) {
    INFO(name);
    const Finished f = certified(name, more, file);
    INFO(f.out << f.err);
    REQUIRE(f.exit_code == 0);
    const Finished checked = verify_check({file, "--claims", kDecoder, "--claims", kDecoder2});
    INFO(checked.out << checked.err);
    CHECK(checked.exit_code == 0);
    CHECK(contains(checked.out, std::string("accepted: ")));
    CHECK(contains(checked.out, nodes));
    if (!contains(more, "--json")) {
      CHECK(contains(f.out, "certificate    " + file));
      continue;
    }
    const Json json = Json::parse(f.out);
    const Json schema = Json::parse(read_file(kRoot / "data" / "turing.schema.json"));
    CHECK(misfit(schema, schema, json, "") == "");
    CHECK(json["certificate"] == Json({{"file", file}, {"kind", "machine"}}));
  }
  const Json stated = Json::parse(read_file(file));
  CHECK(stated["run"]["machine"]["word"] == Json({"1"}));
}

TEST_CASE("turing: the engines write the same certificate") {
  const TemporaryFolder folder;
  for (const char* name : {"bb3", "inc", "palindrome"}) {
    REQUIRE(certified(name, "--engine fast", (folder / "f.cert").string()).exit_code == 0);
    REQUIRE(certified(name, "--engine literal", (folder / "l.cert").string()).exit_code == 0);
    CHECK(read_file(folder / "f.cert") == read_file(folder / "l.cert"));
  }
}

namespace {

// Two to four states, symbols # 0 1, some pairs without a transition, and a word. While the word is
// read the head goes to the right, in states of their own.
std::string random_machine(std::mt19937_64& random) {
  const auto states = 2 + random() % 3;
  std::string word, list = "\"H\"", transitions;
  for (auto length = random() % 4; length > 0; --length) word += random() % 2 == 0 ? '0' : '1';
  const char* const symbols[] = {"#", "0", "1"};
  const std::size_t reading = std::max<std::size_t>(word.size(), 1);
  const auto add = [&](const std::string& state, const char* symbol, const std::string& to,
                       const char* move) {
    transitions += (transitions.empty() ? "\"" : ",\n  \"") + state + " " + symbol + " -> " + to +
                   " " + symbols[random() % 3] + " " + move + "\"";
  };
  for (std::size_t i = 0; i < reading; ++i) {
    list += ", \"r" + std::to_string(i) + "\"";
    for (const char* symbol : symbols)
      add("r" + std::to_string(i), symbol,
          i + 1 < reading ? "r" + std::to_string(i + 1) : "q" + std::to_string(random() % states),
          "R");
  }
  for (std::uint64_t i = 0; i < states; ++i) {
    list += ", \"q" + std::to_string(i) + "\"";
    for (const char* symbol : symbols) {
      const bool first = symbol == symbols[0];  // every state has a transition, and H one before it
      const auto to = first && i + 1 == states ? states : random() % (states + (first ? 1 : 2));
      if (to > states) continue;
      add("q" + std::to_string(i), symbol, to == states ? "H" : "q" + std::to_string(to),
          random() % 2 == 0 ? "L" : "R");
    }
  }
  return "states = [" + list + "]\ninitial = \"r0\"\nhalting = [\"H\"]\nblank = \"#\"\ninput = \"" +
         word + "\"\ntransitions = [\n  " + transitions + "]\n";
}

}  // namespace

TEST_CASE("turing: random machines are certified, and no one's result is that of another") {
  const TemporaryFolder folder;
  const std::string file = (folder / "m.cert").string(), path = (folder / "m.toml").string();
  std::mt19937_64 random(26);
  Json last;
  int exchanged = 0;
  for (int round = 0; round < testing::rounds(60); ++round) {
    const std::string text = random_machine(random);
    INFO("round " << round << "\n" << text);
    write_file(path, text);
    const char* const version = random() % 4 == 0 ? "R2" : "R3";
    const Finished f = verify({"turing", path, "--steps", "20", "--version", version, "--progress",
                               "none", "--certificate", file});
    INFO(f.out << f.err);
    REQUIRE(f.exit_code == 0);
    const Finished checked = verify_check({file, "--claims", kDecoder, "--claims", kDecoder2});
    INFO(checked.out << checked.err);
    CHECK(checked.exit_code == 0);
    const Json own = Json::parse(read_file(file));
    if (!last.is_null() && last != own["result"]) {
      Json other = own;
      other["result"] = last;
      write_file(folder / "other.cert", other.dump() + "\n");
      CHECK(verify_check(
                {(folder / "other.cert").string(), "--claims", kDecoder, "--claims", kDecoder2})
                .exit_code == 1);
      ++exchanged;
    }
    last = own["result"];
  }
  CHECK(exchanged >= testing::met(40));
}

TEST_CASE("turing: a first difference is certified too, and no other one is accepted") {
  const TemporaryFolder folder;
  const std::string file = (folder / "c.cert").string();
  for (const char* line : {"g", "sign", "edges", "node1", "score", "g,edges"}) {
    INFO(line);
    REQUIRE(certified("bb2", std::string("--version R2 --as-printed ") + line, file).exit_code ==
            1);
    const Finished checked = verify_check({file, "--claims", kDecoder2});
    INFO(checked.out << checked.err);
    CHECK(checked.exit_code == 0);
    CHECK(contains(checked.out, "is the first that differs from the machine"));
    Json stated = Json::parse(read_file(file));
    CHECK(stated["result"]["difference"]["node"] == stated["result"]["nodes"]);
    stated["run"]["variants"] = Json::array();
    write_file(folder / "changed.cert", stated.dump() + "\n");
    CHECK(verify_check({(folder / "changed.cert").string(), "--claims", kDecoder2}).exit_code == 1);
  }
}

TEST_CASE("turing: no member of a certificate can be another one") {
  const TemporaryFolder folder;
  const std::string file = (folder / "c.cert").string();
  for (const auto& [name, more] :
       {std::pair("bb2", ""), std::pair("bb2", "--version R2 --as-printed edges")}) {
    REQUIRE(certified(name, more, file).exit_code < 2);
    int others = 0;
    each_other(Json::parse(read_file(file)), [&](const std::string& what, const Json& changed) {
      INFO(what);
      write_file(folder / "changed.cert", changed.dump() + "\n");
      const Finished f = verify_check(
          {(folder / "changed.cert").string(), "--claims", kDecoder, "--claims", kDecoder2});
      INFO(f.out);
      CHECK(f.exit_code != 0);
      ++others;
    });
    CHECK(others > 60);
  }
}

TEST_CASE("turing: what a changed decoder breaks is refuted by the claims") {
  const TemporaryFolder folder;
  for (const auto& file : std::filesystem::directory_iterator(kDecoder))
    write_file(folder / file.path().filename().string(), read_file(file.path()));
  const std::string published = read_file(folder / "construction.toml");
  const auto refuted = [&](const std::string& from, const std::string& to) {
    std::string changed = published;
    REQUIRE(contains(changed, from));
    changed.replace(changed.find(from), from.size(), to);
    write_file(folder / "construction.toml", changed);
    const Finished f = verify(
        {folder.path().string(), "--machine", machine("inc"), "--parameter", "nodes=46", "--json"});
    INFO(f.err);
    std::string out;
    const Json run = Json::parse(f.out);
    for (const Json& claim : run["claims"])
      if (claim["verdict"] == "refuted") out += claim["id"].get<std::string>().substr(7) + " ";
    return out;
  };
  CHECK(refuted("{triangle(offset(k))}", "{triangle(offset(k))}") == "B.2.delta_typo ");
  CHECK(contains(refuted("moves(t)*e(x2)", "-moves(t)*e(x2)"), "B.2.5.lemma7 "));
  CHECK(contains(refuted("{triangle(offset(k))}", "{triangle(offset(k) - 1) + 1}"),
                 "B.2.D.compute_node "));
  CHECK(contains(refuted("e(x6)*(relu", "0*e(x6)*(relu"), "B.2.5.lemma7.tape "));
  CHECK(contains(refuted("- 2*relu(Z(x3) - Z(x4))", "- relu(Z(x3) - Z(x4))"), "B.2.4.assoc "));
}

TEST_CASE("turing: what no certificate is written of is said") {
  const TemporaryFolder folder;
  const std::string file = (folder / "c.cert").string();
  write_file(folder / "astray.toml",
             "states = [\"I\", \"R\"]\ninitial = \"I\"\nhalting = []\nblank = \"#\"\ninput = "
             "\"11\"\ntransitions = [\"I # -> R # R\", \"R 1 -> R 1 L\", \"R # -> R # R\"]\n");
  const Finished astray =
      verify({"turing", (folder / "astray.toml").string(), "--steps", "4", "--certificate", file});
  CHECK(astray.exit_code == 1);
  CHECK(contains(astray.err, "was not written: the machine does not read its word first"));
  CHECK_FALSE(std::filesystem::exists(file));
  std::string quoted = read_file(machine("bb2"));
  for (std::size_t at = 0; (at = quoted.find("\"H\"")) != std::string::npos;)
    quoted.replace(at, 3, "'H\\'");
  for (std::size_t at = 0; (at = quoted.find(" H ")) != std::string::npos;)
    quoted.replace(at, 3, " H\\ ");
  write_file(folder / "quoted.toml", quoted);
  const Finished named =
      verify({"turing", (folder / "quoted.toml").string(), "--certificate", file});
  INFO(named.err);
  CHECK(named.exit_code != 0);
  CHECK_FALSE(std::filesystem::exists(file));
}

TEST_CASE("turing: --timeout leaves the certificate as it was") {
  const TemporaryFolder folder;
  write_file(folder / "c.cert", "as it was\n");
  const Finished f =
      certified("counter", "--input 000000000000 --steps 16000 --timeout 1 --progress none",
                (folder / "c.cert").string());
  CHECK(f.exit_code != 0);
  CHECK(read_file(folder / "c.cert") == "as it was\n");
  CHECK(std::distance(std::filesystem::directory_iterator(folder / "."), {}) == 1);
}

TEST_CASE("turing: the claims hold on every machine as they are recorded", "[full]") {
  for (const auto& [name, nodes] :
       {std::pair("bb3", "232"), std::pair("bb4", "120"), std::pair("counter", "120"),
        std::pair("palindrome", "172"), std::pair("bb5", "106"), std::pair("inc", "60")}) {
    INFO(name);
    const Finished f = verify({kDecoder, "--machine", machine(name), "--parameter",
                               std::string("nodes=") + nodes, "--json"});
    CHECK(f.exit_code == 0);
    const Json run = Json::parse(f.out);
    std::size_t verified = 0;
    for (const Json& claim : run["claims"]) verified += claim["verdict"] == "verified" ? 1 : 0;
    CHECK(verified == 25);
  }
}

TEST_CASE("turing: the page of a certificate names the machine and the word that it is about") {
  const TemporaryFolder folder;
  const std::string file = (folder / "c.cert").string();
  REQUIRE(claims_on_inc_11(folder, file).exit_code == 0);
  for (const std::string format : {"html", "md"}) {
    const Finished page = verify({"report", file, "--format", format, "--claims", kDecoder});
    INFO(page.err);
    REQUIRE(page.exit_code == 0);
    CHECK(contains(page.out, "with its machine of 7 transitions on the word 1 1"));
  }
  const Finished page = verify({"report", file, "--format", "html", "--claims", kDecoder});
  CHECK(contains(page.out, "C 0 -&gt; H 1 R"));
}

TEST_CASE("turing: the page has the tape over time, beside the nodes that compute it") {
  const TemporaryFolder folder;
  const std::string file = (folder / "c.cert").string();
  REQUIRE(claims_on_inc_11(folder, file).exit_code == 0);
  const auto page_of = [&] {
    const Finished page = verify({"report", file, "--format", "html", "--claims", kDecoder});
    INFO(page.err);
    REQUIRE(page.exit_code == 0);
    return page.out;
  };
  const std::string page = page_of();
  CHECK(page == page_of());
  CHECK(contains(page, "Every node says what the machine says."));
  // Time 3: the head is behind the word, in cell 3; step 3 has the nodes 7 to 10.
  CHECK(
      contains(page,
               "<th scope=\"row\" class=\"n\">3</th><td>R</td><td class=\"n\">3</td><td><code># 1 "
               "1 <mark>#</mark></code></td><td>7 to 10</td><td>state R, symbol #, cell 3</td>"));
  // The last time has one node, which is not run.
  CHECK(contains(page, "<td>29</td><td>state H, symbol"));
}

TEST_CASE("turing: the page of a certificate of every node says what came out, beside the tape") {
  const TemporaryFolder folder;
  const std::string file = (folder / "c.cert").string();
  const auto page = [&](const char* format, const std::string& claims) {
    const Finished f = verify({"report", file, "--format", format, "--claims", claims});
    INFO(f.err);
    CHECK(f.exit_code == 0);
    return f.out;
  };
  REQUIRE(certified("inc", "--input 11", file).exit_code == 0);
  CHECK(contains(page("md", kDecoder), "Every node says what the machine says, 29 of them"));
  const std::string equal = page("html", kDecoder);
  CHECK(contains(equal, "C 0 -&gt; H 1 R"));
  CHECK(contains(equal, "<td>29</td><td>state H, symbol"));
  CHECK(contains(equal, "SHA-256 over all that was compared"));
  REQUIRE(certified("bb2", "--version R2 --as-printed edges", file).exit_code == 1);
  CHECK(contains(page("md", kDecoder2), "Node 4 is the first that says something else"));
  CHECK(contains(page("html", kDecoder2), "node 4 differs"));
}

}  // namespace turing_certificate_test
