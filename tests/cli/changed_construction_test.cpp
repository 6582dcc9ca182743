// Copies of a paper whose construction says something else: who attends to whom is what the run
// says, whatever the engine; and a command that ends with an error leaves no file behind.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <map>

#include "cli/process.hpp"

namespace changed_construction_test {

using namespace testing;
using Json = nlohmann::json;

namespace {

const std::filesystem::path kProofs = std::filesystem::path(HARDMAX_ROOT) / "proofs";

// The paper in a folder of its own, with one text of its construction replaced.
void copy_paper(const std::filesystem::path& to, const std::string& paper, const std::string& old,
                const std::string& fresh) {
  std::filesystem::create_directories(to);
  std::filesystem::copy(kProofs / paper, to / paper, std::filesystem::copy_options::recursive);
  const std::filesystem::path file = to / paper / "construction.toml";
  std::string text = read_file(file);
  const std::size_t at = text.find(old);
  REQUIRE(at != std::string::npos);
  write_file(file, text.replace(at, old.size(), fresh));
}

std::map<std::string, std::string> verdicts(const std::vector<std::string>& run,
                                            const std::string& key) {
  const Finished answer = verify(run + words("--json --progress none"));
  INFO(answer.err);
  REQUIRE(answer.exit_code >= 0);
  REQUIRE(answer.exit_code <= 2);
  std::map<std::string, std::string> out;
  const Json all = Json::parse(answer.out);
  for (const Json& claim : all["claims"]) out[claim["id"]] = claim[key];
  return out;
}

}  // namespace

TEST_CASE(
    "changed construction: keys that depend on a size or a variant are those of the run, for every "
    "engine") {
  const TemporaryFolder folder;
  const std::string own = "where j != k: {j}";
  int number = 0;
  for (const auto& [more, run, every] :
       {std::tuple{"n >= 3", "--n 3 --delta 1/2", "--n 3"},
        {"n >= 3", "--n 4 --delta 1/3", "--n 4"},
        {"D >= 3", "--n 3 --delta 1/3", "--n 3"},
        {"d >= 2", "--n 3 --d 2 --delta 1/2", "--n 3 --d 2"},
        {"positional = 1", "--n 3 --delta 1/2 --positional", "--n 3 --positional"}}) {
    INFO(more << ": " << run);
    const auto place = folder / std::to_string(number++);
    copy_paper(place, "sparsebert", own, "where j != k or " + std::string(more) + ": {j}");
    const auto ask = words("--construction sparsebert --claims " + place.string());
    const auto literal = verdicts(ask + words(run) + words("--engine literal"), "verdict");
    const auto symbolic = verdicts(ask + words(run) + words("--engine symbolic"), "verdict");
    const auto shown = verdicts(ask + words(every) + words("--for-all D"), "result");
    int decided = 0;
    for (const auto& [id, verdict] : literal) {
      INFO(id);
      if (symbolic.at(id) == "verified" || symbolic.at(id) == "refuted") {
        CHECK(symbolic.at(id) == verdict);
        ++decided;
      }
      if (shown.contains(id) && shown.at(id) == "shown") CHECK(verdict != "refuted");
    }
    CHECK(decided > 0);
  }
}

TEST_CASE("changed construction: the answer says whom the tokens of this run attend to") {
  const TemporaryFolder folder;
  const std::string own = "where j != k: {j}";
  const auto answer = [&](const char* name, const std::string& options) {
    return verify(words("--construction sparsebert --progress none --claims " +
                        (folder / name).string() + " " + options));
  };
  copy_paper(folder / "by_n", "sparsebert", own, "where j != k or n >= 3: {j}");
  CHECK(contains(answer("by_n", "--n 2 --delta 1/2").out, "every token attends to all others;"));
  CHECK(contains(answer("by_n", "--n 3 --delta 1/2").out, "every token attends to all tokens;"));
  CHECK(Json::parse(answer("by_n", "--n 3 --delta 1/2 --json").out)["pattern"]["edges"] == 9);
  // The two layers behind the sweep look at all tokens, those of the sweep at all others.
  copy_paper(folder / "by_layer", "sparsebert", "keys   = \"others(k)\"\nlayer  = \"Z + c",
             "keys   = \"1..n\"\nlayer  = \"Z + c");
  CHECK(contains(answer("by_layer", "--n 2 --delta 1/2").out,
                 "whom a token attends to depends on the layer;"));
  CHECK(Json::parse(answer("by_layer", "--n 2 --delta 1/2 --json").out)["pattern"]["edges"] ==
        nullptr);
}

TEST_CASE(
    "changed construction: a network without sweeps is executed, and its certificate is accepted") {
  const TemporaryFolder folder;
  int number = 0;
  for (const auto& [old, fresh] : {std::pair{"psi(a) - psi(b)", "psi(a) + psi(b)"},
                                   {"l + delta/2)", "l + delta*2)"},
                                   {"g in 0..q - 1", "g in 0..q - 2"}}) {
    const auto place = folder / std::to_string(number++);
    copy_paper(place, "sparsebert", old, fresh);
    const std::string certificate = (folder / "run.cert").string();
    std::filesystem::remove(certificate);
    for (const char* form : {"", " --json"}) {
      INFO(fresh << form);
      const Finished run =
          verify(words("--construction sparsebert --n 2 --delta 1/2 --claims " + place.string() +
                       " --progress none --certificate " + certificate + form));
      INFO(run.err);
      CHECK(run.exit_code <= 2);
      const Finished checked =
          verify_check(words("--claims " + place.string() + " " + certificate));
      INFO(checked.out << checked.err);
      CHECK(checked.exit_code == 0);
    }
  }
}

TEST_CASE("changed construction: no file is left behind by a command that ends with an error") {
  const TemporaryFolder folder;
  const std::string certificate = (folder / "run.cert").string(),
                    dump = (folder / "run.jsonl").string(), weights = (folder / "w.npz").string();
  // The shift does not fit 64 bits, so the weights cannot be written.
  const std::string large = "--with shift=100000000000000000000";
  for (const char* run :
       {"--n 3 --delta 1/2 --pattern star", "--construction sparsebert --n 2 --delta 1/2"}) {
    INFO(run);
    const Finished failed =
        verify(words(std::string(run) + " --progress none " + large + " --certificate " +
                     certificate + " --dump " + dump + " --dump-weights " + weights));
    CHECK(failed.exit_code == 73);
    CHECK(failed.out.empty());
    for (const std::string& file : {certificate, dump, weights})
      CHECK_FALSE(std::filesystem::exists(file));
  }
}

}  // namespace changed_construction_test
