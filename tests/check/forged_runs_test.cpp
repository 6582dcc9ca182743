// Certificates of false claims about a Turing machine in a decoder, about its printed lines and
// about unit vectors (tests/certificate/forged_runs/make.py): everything in them agrees but for
// what EXPECTED says. Those that they were made from are accepted.
#include <catch2/catch.hpp>
#include <map>

#include "support.hpp"

namespace forged_runs_test {

using namespace check_test;
using namespace hardmax::check;

namespace {

const std::filesystem::path folder = root / "certificate/forged_runs";

const Entries& claims_of(const std::string& kind) {
  static std::map<std::string, Entries> known;
  const auto found = known.find(kind);
  if (found != known.end()) return found->second;
  return known[kind] = load_entries(folder / "claims" / kind);
}

}  // namespace

TEST_CASE("forged runs: what the certificates were made from is accepted") {
  std::size_t count = 0;
  for (const auto& file : files(folder / "accept")) {
    const std::string name = file.filename().string();
    CAPTURE(name);
    const Report report = check_certificate(read(file), claims_of(name.substr(0, name.find('_'))));
    CHECK(report.code == 0);
    ++count;
  }
  CHECK(count == 7);
}

TEST_CASE("forged runs: certificates of false claims are rejected, each for what is false in it") {
  std::map<std::string, std::size_t> count;
  std::istringstream expected(read(folder / "EXPECTED"));
  for (std::string line; std::getline(expected, line);) {
    const std::vector<std::string> column = columns_of(line);
    REQUIRE(column.size() >= 3);
    const std::string file = column[0], kind = file.substr(0, file.find('/'));
    const Report report = check_certificate(read(folder / file), claims_of(kind));
    CAPTURE(line, report.lines.front());
    CHECK(report.code == 1);
    CHECK(report.lines.front().starts_with(column[1]));
    ++count[kind];
  }
  CHECK(count.size() == 3);
  for (const auto& [kind, found] : count) {
    CAPTURE(kind);
    CHECK(found >= 10);
    CHECK(found == files(folder / kind).size());
  }
}

}  // namespace forged_runs_test
