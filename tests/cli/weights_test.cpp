// --dump-weights: the archive is executed by Python, with NumPy as the reader, to the same ids as
// the golden files.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <sstream>

#include "cli/process.hpp"

namespace weights_test {

using namespace testing;
using Json = nlohmann::json;

namespace {

const std::filesystem::path kScript =
    std::filesystem::path(HARDMAX_TEST_ROOT) / "cli" / "execute_weights.py";

// The lines the script prints, or nothing if there is no NumPy.
std::vector<Json> execute(const std::string& archive, const char* inputs = "grid") {
  const Finished run = run_program("/usr/bin/python3", {kScript.string(), archive, inputs});
  if (run.exit_code == 127 || run.exit_code == 77) {
    WARN("skipped: this test needs /usr/bin/python3 with NumPy (package python3-numpy)");
    return {};
  }
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  std::vector<Json> lines;
  std::istringstream stream(run.out);
  for (std::string line; std::getline(stream, line);) lines.push_back(Json::parse(line));
  return lines;
}

}  // namespace

TEST_CASE(
    "weights: the dumped network, loaded by NumPy and executed in Python integers, gives the "
    "golden ids and the target") {
  const TemporaryFolder folder;
  for (const char* name :
       {"n2_d1_D2_dense.json", "n4_d1_D2_strided_w2.json", "n3_d2_D2_star.json"}) {
    INFO(name);
    const Json golden =
        Json::parse(read_file(std::filesystem::path(HARDMAX_TEST_ROOT) / "golden" / name));
    const std::string file = (folder / (std::string(name) + ".npz")).string();
    const Finished dumped =
        verify({"--n", golden["n"].dump(), "--d", golden["d"].dump(), "--delta",
                "1/" + golden["D"].dump(), "--pattern", golden["pattern"].get<std::string>(),
                "--target", "reverse", "--only", "yun2020b.A1", "--dump-weights", file});
    INFO(dumped.err);
    REQUIRE(dumped.exit_code == 0);
    const auto lines = execute(file);
    if (lines.empty()) return;
    REQUIRE(lines.size() == golden["rows"].size());
    const std::size_t n = golden["n"], d = golden["d"];
    for (std::size_t g = 0; g < lines.size(); ++g) {
      CHECK(lines[g]["G"] == golden["rows"][g]["G"]);
      CHECK(lines[g]["after_shift"] == golden["rows"][g]["after_shift"]);
      CHECK(lines[g]["ids"] == golden["rows"][g]["ids"]);
      for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t r = 0; r < d; ++r)
          CHECK(lines[g]["end"][k][r] ==
                std::to_string(golden["rows"][g]["G"][(n - 1 - k) * d + r].get<int>()));
      }
    }
  }
}

TEST_CASE("weights: overrides and fractions are dumped as they are") {
  const TemporaryFolder folder;
  const std::string file = (folder / "w.npz").string();
  const std::string dump = (folder / "dump.jsonl").string();
  REQUIRE(verify(words("--n 3 --d 1 --delta 1/2 --pattern star --with c=7/2 --with shift=2/3 "
                       "--with E.2=5 --with drop=3 --only yun2020b.A1 --dump-weights " +
                       file + " --dump " + dump))
              .exit_code == 0);
  const auto lines = execute(file);
  if (lines.empty()) return;
  std::istringstream stream(read_file(dump));
  std::size_t g = 0;
  for (std::string line; std::getline(stream, line); ++g) {
    const Json row = Json::parse(line);
    CHECK(lines[g]["G"] == row["G"]);
    CHECK(lines[g]["after_shift"] == row["after_shift"]);
    CHECK(lines[g]["ids"] == row["ids"]);
  }
  CHECK(g == 8);
}

TEST_CASE(
    "weights: the networks of yun2020a and sparsebert, executed in Python integers, give the ids "
    "of the run on every input") {
  const TemporaryFolder folder;
  const std::string file = (folder / "w.npz").string();
  const std::string dump = (folder / "dump.jsonl").string();
  for (const auto& [arguments, inputs, count] :
       {std::tuple{"yun2020a --n 3 --d 1 --delta 1/3", "grid", 27},
        {"yun2020a --n 2 --d 2 --delta 1/2 --extended", "extended", 81},
        {"yun2020a --n 2 --d 1 --delta 1/4 --extended --with drop=2 --with c=7/2", "extended", 25},
        {"yun2020a --n 3 --d 1 --delta 1/2 --positional", "grid", 8},
        {"sparsebert --n 3 --d 1 --delta 1/4", "grid", 64},
        {"sparsebert --n 2 --d 1 --delta 1/3 --positional", "grid", 9}}) {
    INFO(arguments);
    const Finished run =
        verify(words(std::string("--construction ") + arguments + " --only " +
                     (arguments[0] == 'y' ? "yun2020a.5.4" : "sparsebert.A.2.3.lemma5.count") +
                     " --dump-weights " + file + " --dump " + dump));
    INFO(run.err);
    REQUIRE(run.exit_code == 0);
    const auto lines = execute(file, inputs);
    if (lines.empty()) return;
    REQUIRE(lines.size() == static_cast<std::size_t>(count));
    std::istringstream stream(read_file(dump));
    std::size_t g = 0;
    for (std::string line; std::getline(stream, line); ++g) {
      const Json row = Json::parse(line);
      CHECK(lines.at(g)["G"] == row["G"]);
      CHECK(lines[g]["after_shift"] == row["after_shift"]);
      CHECK(lines[g]["ids"] == row["ids"]);
    }
    CHECK(g == lines.size());
  }
}

TEST_CASE(
    "weights: what does not fit 64 bits is refused with the entry and its size, and nothing is "
    "left behind") {
  const TemporaryFolder folder;
  const std::string file = (folder / "w.npz").string();
  const Finished f = verify(words(
      "--n 6 --d 1 --delta 1/2 --pattern window --window 1 --only yun2020b.A1 --dump-weights " +
      file));
  CHECK(f.exit_code == 73);
  CHECK(f.err.find("bits and does not fit 64") != std::string::npos);
  CHECK(f.err.find("b_1") != std::string::npos);
  CHECK(std::filesystem::is_empty(folder.path()));
  CHECK(verify(words("--n 4 --d 1 --delta 1/2 --pattern causal-window --only yun2020b.A1.1 "
                     "--dump-weights " +
                     file))
            .exit_code == 73);
  CHECK(std::filesystem::is_empty(folder.path()));
}

}  // namespace weights_test
