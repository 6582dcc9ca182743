// The name - is standard input or standard output.
#include <catch2/catch.hpp>

#include "cli/process.hpp"

namespace standard_streams_test {

using namespace testing;

namespace {

Finished shell(const std::string& line) { return run_program("/bin/sh", {"-c", line}); }
bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("streams: a pattern comes from standard input, as JSON or as an array") {
  const std::string json = R"({"n": 3, "index_base": 1, "patterns": [[[1, 2], [2, 3], [3, 1]]]})";
  const TemporaryFolder folder;
  write_file(folder / "ring.json", json);
  const std::string pattern = program("verify") + " pattern ";
  const Finished piped = shell("printf '%s' '" + json + "' | " + pattern + "-");
  INFO(piped.out << piped.err);
  const Finished named = shell(pattern + (folder / "ring.json").string());
  CHECK(piped.exit_code == named.exit_code);
  CHECK(has(piped.out, "3 tokens") == has(named.out, "3 tokens"));
  const Finished run = shell("printf '%s' '" + json + "' | " + program("verify") +
                             " --n 3 --delta 1/2 --pattern - --quiet");
  INFO(run.out << run.err);
  CHECK(run.exit_code == 0);
  const Finished other = shell("echo hello | " + pattern + "-");
  CHECK(other.exit_code == 65);
  CHECK(has(other.err, "neither JSON nor an array of NumPy"));
}

TEST_CASE("streams: a certificate goes to standard output, what people read to standard error") {
  const std::string run =
      program("verify") + " --n 2 --delta 1/2 --pattern star --progress none --certificate -";
  const Finished written = shell(run);
  CHECK(written.exit_code == 0);
  CHECK(written.out.starts_with("{"));
  CHECK(has(written.err, "all as recorded"));
  const Finished checked = shell(run + " 2>/dev/null | " + program("verify-check") + " --claims " +
                                 HARDMAX_ROOT + "/proofs -");
  INFO(checked.out << checked.err);
  CHECK(checked.exit_code == 0);
  const Finished twice = shell(run + " --dump -");
  CHECK(twice.exit_code == 64);
  CHECK(has(twice.err, "standard output holds one"));
}

TEST_CASE(
    "streams: a report is made of a certificate from standard input, and goes to one of -o -") {
  const std::string certificate =
      program("verify") +
      " --n 2 --delta 1/2 --pattern star --progress none --only A1 --certificate - "
      "2>/dev/null | ";
  const Finished page = shell(certificate + program("verify") + " report -");
  INFO(page.err);
  CHECK(page.exit_code == 0);
  CHECK(page.out.starts_with("<!"));
  const Finished named = shell(certificate + program("verify") + " report - -o -");
  CHECK(named.exit_code == 0);
  CHECK(named.out == page.out);
  const Finished text = shell(certificate + program("verify") + " report - -o - --format md");
  CHECK(text.out.find("\n**As recorded: ") != std::string::npos);
  const Finished other = shell("echo hello | " + program("verify") + " report -");
  CHECK(other.exit_code == 1);
  CHECK(other.out.empty());
}

TEST_CASE("streams: vectors and targets come from standard input") {
  const std::string run = program("verify") + " ";
  const auto from = [&](const std::string& file, const std::string& command) {
    const Finished f = shell(run + command + " <" HARDMAX_ROOT "/" + file);
    INFO(command << "\n" << f.out << f.err);
    CHECK(f.exit_code == 0);
  };
  from("data/vectors/circle.json", "task1 -");
  const Finished target = shell(
      "echo '{\"n\": 2, \"d\": 1, \"D\": 2, \"f\": [[[\"1\"], [\"0\"]], [[\"0\"], "
      "[\"0\"]], [[\"0\"], [\"0\"]], [[\"0\"], [\"0\"]]]}' | " +
      run + "--n 2 --delta 1/2 --pattern dense --quiet --target -");
  INFO(target.out << target.err);
  CHECK(target.exit_code == 0);
}

}  // namespace standard_streams_test
