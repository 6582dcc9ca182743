// Construction files as verify-check reads them: the construction files of the papers give, claim
// by claim, what certificates of kind "run" say, whose networks are written in C++.
#include <catch2/catch.hpp>

#include "check/described_run.hpp"
#include "check/replay.hpp"
#include "support.hpp"

using namespace check_test;
using namespace hardmax::check;

namespace {

const std::filesystem::path proofs = root.parent_path() / "proofs";

Json texts(const std::vector<std::string>& all) {
  return Json::array(std::vector<Json>(all.begin(), all.end()));
}

// `run` of kind "run" as `run` of kind "construction"; none: a table of values stands in it.
std::optional<Json> described(const Json& run, const Described& of) {
  std::vector<std::string> variants;
  std::vector<Json> changes;
  if (const Json* target = run.find("target"); target != nullptr && target->text != "identity") {
    variants.push_back(target->text == "running-maximum" ? "running_maximum" : target->text);
    if (of.names.variants.count(variants[0]) == 0) return std::nullopt;
  }
  if (const Json* inputs = run.find("inputs"); inputs != nullptr && inputs->text == "extended")
    variants.emplace_back("extended");
  if (const Json* positional = run.find("encodings");
      positional != nullptr && positional->text == "positional")
    variants.emplace_back("positional");
  for (const Json& item : run.find("overrides")->items) {
    std::string change = item.text;
    if (change.substr(0, 2) == "E.")
      change =
          "E(" + change.substr(2, change.find('=') - 2) + ")" + change.substr(change.find('='));
    if (change.substr(0, 6) == "qdrop=") change = "drop=quantize." + change.substr(6);
    if (change.substr(0, 6) == "vdrop=") change = "drop=value." + change.substr(6);
    changes.push_back(texts({change}));
  }
  std::vector<std::string> parameters;
  for (const char* name : {"n", "d", "D"})
    parameters.push_back(std::string(name) + "=" + text(run, name));
  return Json::object(
      {{"construction", text(run, "construction")},
       {"sha256", Json(std::string())},
       {"parameters", texts(parameters)},
       {"pattern", run.find("pattern") == nullptr ? Json::array() : *run.find("pattern")},
       {"variants", texts(variants)},
       {"changes", Json::array(changes)}});
}

// Of a witness, what does not hang on the units of inputs.
std::vector<std::string> without_inputs(const Json& witness) {
  std::vector<std::string> out;
  for (const Json& name : witness.find("at") ? witness.find("at")->items : std::vector<Json>())
    if (name.text.find(' ') == std::string::npos) out.push_back(name.text);
  for (const char* key : {"lhs", "relation", "rhs"})
    if (witness.find(key) != nullptr) out.push_back(text(witness, key));
  return out;
}

// The claims about the run of a certificate, decided by the file and by the network in C++: how
// many by both.
int agree(const std::filesystem::path& file, const Entries& entries) {
  const Json certificate = read_json(read(file));
  const Json& run = *certificate.find("run");
  const std::string& name = text(run, "construction");
  const Described of = read_described(read(proofs / name / "construction.toml"), name);
  const std::optional<Json> stated = described(run, of);
  if (!stated || text(*certificate.find("totals"), "inputs") == "0") return 0;
  DescribedRun built(*stated, of, entries);
  built.open();
  const std::unique_ptr<Construction> native =
      construction(name)(run, *certificate.find("derived"), UINT64_MAX);
  CHECK(built.inputs() == native->inputs());
  CHECK(built.world().layer_count(of.states).text() ==
        text(*certificate.find("derived"), "layers"));
  const std::set<std::string> none;
  Replay ours(entries, none, built), theirs(entries, none, *native);
  std::vector<std::string> ids;
  for (const auto& [id, entry] : entries) {
    if (id.substr(0, name.size() + 1) != name + ".") continue;
    INFO(file << " " << id << ": " << entry.formal);
    const std::string unreadable = rejection([&] { ours.add(id); });
    if (unreadable.empty()) theirs.add(id), ids.push_back(id);
    if (entry.formal.find("soft(") == std::string::npos &&
        entry.formal.find("zeroed_R2(") == std::string::npos)  // names that the files have not
      CHECK(unreadable == "");
  }
  const Ranges all{{0, built.inputs()}};
  ours.execute(all), theirs.execute(all);
  int decided = 0;
  for (const std::string& id : ids) {
    INFO(file << " " << id << ": " << entries.at(id).formal);
    const Finding &finding = ours.decide(id), &other = theirs.decide(id);
    if (finding.verdict.empty()) {  // plant(..), numbers that are not rational
      INFO(finding.open);
      const bool known = finding.open.find("variants with arguments") != std::string::npos ||
                         finding.open.find("not rational") != std::string::npos ||
                         finding.open.find("needs ") == 0;
      CHECK(known);
      continue;
    }
    // A dropped layer has no units in a construction file; those in C++ keep theirs.
    if (id == "yun2020a.B.4.phi_in_Phi" && file.filename() == "yun2020a_overrides.json") continue;
    CHECK(finding.verdict == other.verdict);
    CHECK(finding.reason == other.reason);
    const Json claim = Json::object({{"id", id}, {"sha256", id}});
    CHECK(
        without_inputs(replayed_claim(claim, finding.verdict, "", finding.witness).items.back()) ==
        without_inputs(replayed_claim(claim, other.verdict, "", other.witness).items.back()));
    ++decided;
  }
  return decided;
}

}  // namespace

TEST_CASE("described: the files of the papers give what their networks in C++ give", "[full]") {
  for (const auto& [certificates, paper] : std::vector<std::pair<std::string, std::string>>{
           {"certificate/accept", "yun2020b"},
           {"certificate/sweep/accept", "yun2020a"},
           {"certificate/sweep/accept", "sparsebert"}}) {
    const Entries entries = load_entries({proofs / paper}, proofs);
    int decided = 0;
    for (const auto& file : files(root / certificates))
      if (text(*read_json(read(file)).find("run"), "construction") == paper)
        decided += agree(file, entries);
    CHECK(decided > 100);
  }
}
