// Certificates of what a construction does beside something that does the same by itself, kinds
// `machine` and `vectors`, that state something false (tests/certificate/beside/make.py):
// everything in them agrees but for what EXPECTED says. Those that they were made from are
// accepted.
#include <catch2/catch.hpp>
#include <map>

#include "support.hpp"

namespace beside_test {

using namespace check_test;
using namespace hardmax::check;

namespace {

const std::filesystem::path folder = root / "certificate/beside";

const Entries& claims_of(const std::string& place) {
  static std::map<std::string, Entries> known;
  const auto found = known.find(place);
  if (found != known.end()) return found->second;
  const std::filesystem::path own = folder / "claims" / place;
  return known[place] = load_entries(
             std::filesystem::exists(own) ? own : root / "certificate/forged_runs/claims" / place);
}

}  // namespace

TEST_CASE("beside: what the certificates were made from is accepted") {
  std::map<std::string, std::size_t> count;
  for (const auto& file : files(folder / "accept")) {
    const std::string name = file.filename().string(), place = name.substr(0, name.find('_'));
    CAPTURE(name);
    const Report report = check_certificate(read(file), claims_of(place));
    CAPTURE(report.lines.front());
    CHECK(report.code == 0);
    ++count[place];
  }
  CHECK(count.size() == 3);
}

TEST_CASE("beside: certificates that state something false are rejected, each for that") {
  std::map<std::string, std::size_t> count;
  std::istringstream expected(read(folder / "EXPECTED"));
  for (std::string line; std::getline(expected, line);) {
    const std::vector<std::string> parts = columns_of(line);
    REQUIRE(parts.size() == 4);
    const std::string place = parts[0].substr(0, parts[0].find('/'));
    const Report report = check_certificate(read(folder / parts[0]), claims_of(place));
    CAPTURE(line, report.lines.front());
    CHECK(report.code == std::stoi(parts[1]));
    CHECK(report.code != 0);
    CHECK(report.lines.front().starts_with(parts[2]));
    ++count[place];
  }
  for (const auto& [place, found] : count) {
    CAPTURE(place);
    CHECK(found == files(folder / place).size());
  }
  CHECK(count["machine"] >= 10);
  CHECK(count["printed"] >= 10);
  CHECK(count["vectors"] >= 10);
}

}  // namespace beside_test
