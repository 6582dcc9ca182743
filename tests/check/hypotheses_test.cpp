// Certificates of every kind whose claims need Assumption 1 (tests/certificate/hypotheses, made by
// make.py there): a hypothesis is its text, compared before it is used.
#include <catch2/catch.hpp>
#include <map>

#include "support.hpp"

namespace hypotheses_test {

using namespace check_test;
using namespace hardmax::check;

TEST_CASE("hypotheses: in every kind they are what the claims need, each with its text") {
  const std::filesystem::path folder = root / "certificate/hypotheses";
  const Entries printed = load_entries(folder / "claims"), forged = load_entries(folder / "forged");
  std::map<std::string, std::size_t> kinds;
  for (const auto& file : files(folder / "accept")) {
    const Report report = check_certificate(read(file), printed);
    INFO(file.filename() << ": " << report.lines.front());
    const std::string kind = file.stem().string();
    CHECK(report.code == (kind == "kernel" ? 3 : 0));  // Coq was not run
    kinds.emplace(kind, 0);
  }
  CHECK(kinds.size() == 8);
  std::size_t count = 0;
  std::istringstream expected(
      read(folder / "EXPECTED"));  // file | exit code | words | what is wrong
  for (std::string line; std::getline(expected, line); ++count) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; parts.size() < 3;) {
      const std::size_t end = line.find(" | ", at);
      REQUIRE(end != std::string::npos);
      parts.push_back(line.substr(at, end - at));
      at = end + 3;
    }
    const bool other = parts[0].rfind("forged_", 0) == 0;
    const Report report =
        check_certificate(read(folder / "reject" / parts[0]), other ? forged : printed);
    INFO(line << "\n" << report.lines.front());
    CHECK(std::to_string(report.code) == parts[1]);
    CHECK(report.lines.front().find(parts[2]) != std::string::npos);
    for (auto& [kind, number] : kinds)
      if (parts[0].substr(other ? 7 : 0, kind.size()) == kind) ++number;
  }
  CHECK(count == files(folder / "reject").size());
  for (const auto& [kind, number] : kinds) {
    CAPTURE(kind);
    CHECK(number >= 4);
  }
}

}  // namespace hypotheses_test
