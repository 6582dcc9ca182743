// A certificate is about a construction, not about its name: beside a construction.toml that says
// something else none is accepted, whether it is bound to that file or to the one it was made with.
#include <catch2/catch.hpp>

#include "altered.hpp"
#include "check/made_for.hpp"
#include "check/replay.hpp"
#include "support.hpp"

namespace constructions_test {

using namespace hardmax::check;
using namespace check_test;

namespace {

namespace fs = std::filesystem;

const fs::path proofs = root.parent_path() / "proofs";

struct Beside {  // a folder of claims with a changed construction file beside them
  Beside(const fs::path& claims, const std::string& paper, const std::string& from,
         const std::string& to) {
    std::string pattern = (fs::temp_directory_path() / "hardmax-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    path = pattern;
    for (const auto& file : fs::recursive_directory_iterator(claims))
      if (file.path().extension() == ".toml") fs::copy(file.path(), path / file.path().filename());
    std::string text = read(proofs / paper / "construction.toml");
    const std::size_t at = text.find(from);
    INFO(from);
    REQUIRE(at != std::string::npos);
    text.replace(at, from.size(), to);
    std::ofstream(path / "construction.toml") << text;
    entries = load_entries(path);
  }
  ~Beside() { fs::remove_all(path); }
  Beside(const Beside&) = delete;
  fs::path path;
  Entries entries;
};

Json& at(Json& object, const std::string& key) {
  return object.items[static_cast<std::size_t>(
      std::find(object.keys.begin(), object.keys.end(), key) - object.keys.begin())];
}

std::string first_line(const Json& certificate, const Entries& entries) {
  const Report report = check_certificate(written(certificate), entries);
  return std::to_string(report.code) + " " + report.lines.front();
}

// What is said of it as it was made, and bound to the file that is there.
std::pair<std::string, std::string> answers(const fs::path& file, const Beside& beside) {
  Json certificate = read_json(read(file));
  const std::string before = first_line(certificate, beside.entries);
  ConstructionFiles files(beside.entries);
  for (Json& one : at(certificate, "constructions").items)
    at(one, "sha256").text = files.digest(at(one, "id").text);
  return {before, first_line(certificate, beside.entries)};
}

struct Sabotage {
  const char *paper, *from, *to;
  bool stated = true;  // an id or a claim of the certificate hangs on it
};
const std::string zt_line = R"t("zt(H, k) = v(after(selective_shift), H, k)")t",
                  id_line = R"t("id(H, k) = v(layers(context), H, k)")t";
constexpr Sabotage changes[] = {
    {"yun2020b", "c = 2*s*n*delta^(-n*d - 1)", "c = 2*s*n*delta^(-n*d - 1) - 1"},
    {"yun2020b", "id(H, k) = v(layers(context), H, k)", "id(H, k) = v(0, H, k)"},
    {"yun2020b", "zt(H, k) = v(after(selective_shift), H, k)",
     "zt(H, k) = v(layers(context), H, k)", false},
    {"yun2020b", "z(H, k) = v(0, H, k)", "z(H, k) = v(1, H, k)", false},
    {"yun2020b", "shift = delta^(-d)", "shift = delta^(-d) + 1"},
    {"yun2020b", "E(k) = if(k = gamma(1), n - 1,", "E(k) = if(k = gamma(1), n,"},
    {"yun2020b", "start      = \"G(H, r, k) + E(k)\"", "start      = \"G(H, r, k) + 2*E(k)\""},
    {"yun2020b", "when   = \"t = l(i)\"", "when   = \"t = l(i) and g > 0\""},
    {"yun2020b", "keys   = \"A(mod(i - 1, p) + 1, k)\"", "keys   = \"{k}\""},
    {"yun2020b", "for    = \"i in 1..s\"", "for    = \"i in 1..s + 1\""},
    {"yun2020b", "Psi(b - delta/2, b + delta/2)", "Psi(b - delta/2, b + delta)"},
    {"yun2020b", "entries    = \"union(g in 0..D - 1: {g*delta})\"",
     "entries    = \"union(g in 0..D - 1: {(g + 1)*delta})\""},
    {"yun2020b", "phi(t) = if(0 <= t < delta, -t, 0)", "phi(t) = if(0 <= t < delta, -t, 1)"},
    {"yun2020b", "phi1(t) = if(-delta/2 <= t < delta/2, 1, 0)",
     "phi1(t) = if(-delta/2 <= t < delta/2, 2, 0)"},
    {"yun2020b", "delta = 1/D", "delta = 2/D"},
    {"yun2020b", "\"heads(t) = heads_of(context, t)\",", ""},
    {"yun2020a", "c = if(positional = 1, n*delta^(-(n + 1)*d - 1), delta^(-(n + 1)*d))",
     "c = if(positional = 1, n*delta^(-(n + 1)*d - 1), delta^(-(n + 1)*d) + 1)"},
    {"yun2020a", "id(H, k) = v(layers(context), H, k)", "id(H, k) = v(0, H, k)"},
    {"yun2020a", "category(H) = if(", "category(H) = 1 + if("},
    {"sparsebert", "id(H, k) = v(layers(context), H, k)", "id(H, k) = v(0, H, k)"}};

}  // namespace

// Kind "run" executes what the file says: what was true of another one and is not of this is found
// by that, and what does not hang on the change stays true.
TEST_CASE(
    "constructions: a certificate of kind run is about the construction that it is bound to") {
  for (const Sabotage& change : changes) {
    const bool pattern = change.paper == std::string("yun2020b");
    const Beside beside(root / (pattern ? "certificate/claims" : "certificate/sweep/claims"),
                        change.paper, change.from, change.to);
    const fs::path file = pattern ? root / "certificate/accept/strided.json"
                          : change.paper == std::string("yun2020a")
                              ? root / "certificate/sweep/accept/yun2020a_grid.json"
                              : root / "certificate/sweep/accept/sparsebert.json";
    const auto [as_made, bound] = answers(file, beside);
    INFO(change.from << " -> " << change.to << ": " << as_made << "; " << bound);
    CHECK(as_made.find("1 rejected: constructions[0].sha256") == 0);
    CHECK(bound.find(change.stated ? "1 rejected: " : "0 accepted: ") == 0);
  }
}

TEST_CASE(
    "constructions: zt and id exchanged, id before the first layer, c one smaller, in a "
    "certificate of every kind") {
  std::string text = read(proofs / "yun2020b/construction.toml");
  const std::size_t from = text.find(zt_line), to = text.find(id_line) + id_line.size();
  REQUIRE(from < to);
  const std::string both = text.substr(from, to - from);
  std::string exchanged = both;
  exchanged.replace(0, zt_line.size(), R"t("zt(H, k) = v(layers(context), H, k)")t");
  exchanged.replace(exchanged.size() - id_line.size(), id_line.size(),
                    R"t("id(H, k) = v(after(selective_shift), H, k)")t");
  for (const auto& [old, now] : std::vector<std::pair<std::string, std::string>>{
           {both, exchanged},
           {id_line, R"t("id(H, k) = v(0, H, k)")t"},
           {"c = 2*s*n*delta^(-n*d - 1)", "c = 2*s*n*delta^(-n*d - 1) - 1"}}) {
    const Beside beside(root / "certificate/hypotheses/claims", "yun2020b", old, now);
    const auto all = files(root / "certificate/hypotheses/accept");
    REQUIRE(all.size() >= 8);
    for (const fs::path& file : all) {
      const auto [as_made, bound] = answers(file, beside);
      INFO(file << ": " << as_made << "; " << bound);
      CHECK(as_made.find("1 rejected: constructions[0].sha256") == 0);
      const std::string name = file.stem();
      CHECK(bound.find(name == "run" || name == "box"
                           ? "1 rejected: "
                           : "1 rejected: construction yun2020b: stated ") == 0);
    }
  }
}

// Each says what the files that came with the checker say on every run that is small, and on others
// something else: forged for whoever compares runs.
TEST_CASE(
    "constructions: what differs on large runs, or at some inputs, alone is accepted by no kind",
    "[full]") {
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"c = 2*s*n*delta^(-n*d - 1)", "c = if(D > 64, 1, 2*s*n*delta^(-n*d - 1))"},
           {"shift = delta^(-d)", "shift = if(n > 40, 0, delta^(-d))"},
           {id_line, R"t("id(H, k) = v(if(n*d > 60, 0, layers(context)), H, k)")t"},
           {"start      = \"G(H, r, k) + E(k)\"",
            "start      = \"G(H, r, k) + if(n = 4 and D = 2 and G(H, 1, 1) = 0 and G(H, 1, 2) = "
            "delta, 2, 1)*E(k)\""}}) {
    const Beside beside(root / "certificate/hypotheses/claims", "yun2020b", from, to);
    for (const fs::path& file : files(root / "certificate/hypotheses/accept")) {
      const auto [as_made, bound] = answers(file, beside);
      INFO(to << " " << file << ": " << as_made << "; " << bound);
      CHECK(as_made.find("1 rejected: constructions[0].sha256") == 0);
      const std::string name = file.stem();
      if (name == "run" || name == "box") continue;  // these say nothing of other runs
      CHECK(bound[0] != '0');
      CHECK(bound.find("accepted") == std::string::npos);
    }
  }
}

// A hypothesis of one's own may fail where Assumption 1 holds, and then there is no network.
TEST_CASE("constructions: a file with another hypothesis has no certificate of kind run") {
  const Beside beside(root / "certificate/claims", "yun2020b", "\"yun2020b.A1.3\"]",
                      "\"yun2020b.t.stages\"]");
  const auto [as_made, bound] = answers(root / "certificate/accept/strided.json", beside);
  INFO(as_made << "; " << bound);
  CHECK(as_made.find("1 rejected: constructions[0].sha256") == 0);
  CHECK(bound.find(
            "3 incomplete: the hypothesis yun2020b.t.stages of the construction is no part") == 0);
}

TEST_CASE("constructions: comments, words and where a term comes from are free") {
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"# All numbers are real numbers", "# Numbers"},
           {"\"Sections D.1 to D.4, E.1 to E.3\"", "\"D\""},
           {"shift = delta^(-d)", "shift  =  delta^(-d)"}}) {
    const Beside beside(root / "certificate/claims", "yun2020b", from, to);
    const auto [as_made, bound] = answers(root / "certificate/accept/strided.json", beside);
    INFO(from << ": " << as_made);
    CHECK(as_made.find("0 accepted: ") == 0);
    CHECK(bound == as_made);
  }
}

TEST_CASE("constructions: the checker's arguments are for the files that came with it") {
  const Entries entries = load_entries(proofs);
  ConstructionFiles files(entries);
  for (const char* id : {"yun2020b", "yun2020a", "sparsebert"}) {
    INFO(id);
    CHECK(files.network(id) != MadeFor::nothing);
    CHECK_NOTHROW(files.require_same_on_small_runs(id));
  }
}

TEST_CASE("constructions: without a file there is no answer") {
  const Beside beside(root / "certificate/claims", "yun2020b", "delta = 1/D", "delta = 1/D");
  fs::remove(beside.path / "construction.toml");
  const Json certificate = read_json(read(root / "certificate/accept/strided.json"));
  CHECK(first_line(certificate, beside.entries).find("0 accepted: ") == 0);
  const fs::path shipped = shipped_proofs();
  shipped_proofs().clear();
  const std::string line = first_line(certificate, beside.entries);
  shipped_proofs() = shipped;
  CHECK(line ==
        "3 incomplete: no construction.toml describes yun2020b, neither beside the claims nor "
        "where this program has its own");
}

}  // namespace constructions_test
