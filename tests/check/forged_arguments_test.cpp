// Certificates of false claims, forged by hand by someone who knows what is asked for
// (tests/certificate/forged_arguments, made by make.py there): none is accepted.
#include <catch2/catch.hpp>

#include "support.hpp"

namespace forged_arguments_test {

using namespace check_test;

TEST_CASE(
    "forged: no argument for a false claim is accepted, and each is rejected for its own reason") {
  const std::filesystem::path folder = root / "certificate/forged_arguments";
  std::map<std::string, hardmax::check::Entries> claims;
  std::size_t found = 0;
  for (const char* kind : {"general", "for_all_D", "structural"}) {
    claims[kind] = hardmax::check::load_entries(folder / kind / "claims");
    const std::size_t forged = files(folder / kind).size();
    CHECK(forged >= 10);
    found += forged;
  }
  std::size_t expected = 0;
  std::istringstream lines(
      read(folder / "EXPECTED"));  // file | what is false | how the rejection begins
  for (std::string line; std::getline(lines, line); ++expected) {
    const std::vector<std::string> column = columns_of(line);
    REQUIRE(column.size() >= 3);
    const std::string file = column[0], message = "rejected: " + column[2];
    const auto report = hardmax::check::check_certificate(
        read(folder / file), claims.at(file.substr(0, file.find('/'))));
    INFO(file << ": " << column[1] << "\n" << report.lines.front());
    CHECK(report.code == 1);
    CHECK(report.lines.front().substr(0, message.size()) == message);
  }
  CHECK(expected == found);
}

}  // namespace forged_arguments_test
