// verify turing FILE --certificate C: the claims about the decoder, decided for a machine, its word
// and the nodes of its run; verify-check finds the same again, and refuses what was changed.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"
#include "cli/schema.hpp"

using namespace testing;

namespace {

const std::filesystem::path kRoot = HARDMAX_ROOT;
const std::string kDecoder = (kRoot / "proofs" / "bigbird" / "decoder").string();

std::string machine(const std::string& name) {
  return (kRoot / "data" / "machines" / (name + ".toml")).string();
}

Finished certified(const std::string& name, const std::string& more, const std::string& file) {
  return verify(std::vector<std::string>{"turing", machine(name)} + words(more) +
                std::vector<std::string>{"--certificate", file});
}

}  // namespace

TEST_CASE("turing: a certificate of the claims about the decoder, accepted") {
  const TemporaryFolder folder;
  const std::string file = (folder / "c.cert").string();
  for (const auto& [name, more] : {std::pair("bb2", ""), std::pair("inc", "--input 11"),
                                   std::pair("parity", "--input 1 --json")}) {
    INFO(name);
    const Finished f = certified(name, more, file);
    INFO(f.out << f.err);
    REQUIRE(f.exit_code == 0);
    const Finished checked = verify_check({file, "--claims", kDecoder});
    INFO(checked.out << checked.err);
    CHECK(checked.exit_code == 0);
    CHECK(contains(checked.out, "accepted: 1 refuted, 25 verified, 1 inputs executed"));
    if (!contains(more, "--json")) {
      CHECK(contains(f.out, "claims         1 refuted, 25 verified"));
      continue;
    }
    const Json json = Json::parse(f.out);
    const Json schema = Json::parse(read_file(kRoot / "data" / "turing.schema.json"));
    CHECK(misfit(schema, schema, json, "") == "");
    CHECK(json["certificate"]["claims"]["verified"] == 25);
  }
  const Json stated = Json::parse(read_file(file));
  CHECK(stated["run"]["machine"]["word"] == Json({"1"}));
}

TEST_CASE("turing: a certificate with another transition, word or verdict is rejected") {
  const TemporaryFolder folder;
  const std::string file = (folder / "c.cert").string();
  REQUIRE(certified("bb2", "", file).exit_code == 0);
  const Json stated = Json::parse(read_file(file));
  const auto rejected = [&](Json certificate) {
    write_file(folder / "changed.cert", certificate.dump() + "\n");
    const Finished f = verify_check({(folder / "changed.cert").string(), "--claims", kDecoder});
    INFO(f.out << f.err);
    CHECK(f.exit_code == 1);
  };
  Json other = stated;
  other["run"]["machine"]["transitions"][2] = "B # -> A # L";
  rejected(other);
  other = stated;
  other["run"]["machine"]["word"] = {"1"};
  rejected(other);
  other = stated;
  other["run"]["parameters"][0] = "nodes=21";
  rejected(other);
  for (Json& claim : other["claims"])
    if (claim["id"] == "turing.B.2.delta_typo") claim["verdict"] = "verified";
  other["run"]["parameters"][0] = "nodes=22";
  rejected(other);
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

TEST_CASE("turing: what no certificate is written of is said before anything runs") {
  const TemporaryFolder folder;
  const std::string file = (folder / "c.cert").string();
  const Finished dear = certified("bb5", "--steps 200", file);
  CHECK(dear.exit_code == 2);
  CHECK(dear.out.empty());
  CHECK(contains(dear.err, "--certificate: verify-check would take about"));
  CHECK(contains(dear.err, "give a smaller --steps"));
  const Finished r2 = certified("bb2", "--version R2", file);
  CHECK(r2.exit_code == 64);
  CHECK(contains(r2.err, "--certificate: no claims stand beside version R2"));
  CHECK_FALSE(std::filesystem::exists(file));
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
  REQUIRE(certified("inc", "--input 11", file).exit_code == 0);
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
  REQUIRE(certified("inc", "--input 11", file).exit_code == 0);
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
