// Certificates of false claims, forged by hand with the checker in view
// (tests/certificate/forged/make.py): everything in them agrees but for the claim. EXPECTED says
// what is false in each.
#include <catch2/catch.hpp>
#include <map>

#include "support.hpp"

namespace forged_test {

using namespace check_test;
using namespace hardmax::check;

TEST_CASE("forged: certificates of false claims are rejected, each for what is false in it") {
  const std::filesystem::path folder = root / "certificate/forged";
  const std::map<std::string, std::filesystem::path> claims_of = {
      {"run", "claims"},
      {"soft", "soft"},
      {"assumption1", "assumption1/claims"},
      {"kernel", "forged/claims_of_kernel"}};
  std::map<std::string, std::size_t> count;
  std::istringstream expected(read(folder / "EXPECTED"));
  for (std::string line; std::getline(expected, line);) {
    const std::vector<std::string> column = columns_of(line);
    REQUIRE(column.size() >= 3);
    const std::string file = column[0], kind = file.substr(0, file.find('/'));
    const Report report = check_certificate(
        read(folder / file), load_entries(root / "certificate" / claims_of.at(kind)));
    CAPTURE(line, report.lines.front());
    CHECK(report.code == 1);
    CHECK(report.lines.front().find(column[1]) != std::string::npos);
    ++count[kind];
  }
  for (const auto& [kind, claims] : claims_of) {
    CAPTURE(kind);
    CHECK(count[kind] >= 10);
    CHECK(count[kind] == files(folder / kind).size());
  }
}

}  // namespace forged_test
