// Runs that are stopped, and what they say on the way.
#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>

#include "cli/process.hpp"

namespace stop_test {

using namespace testing;
using Json = nlohmann::json;

namespace {

// Far more than a few seconds' work for the literal engine.
const std::string kLong =
    "--n 10 --d 1 --delta 1/4 --pattern strided --engine literal --budget 1000000h";

std::size_t lines(const std::string& text, const std::string& with) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(with, at)) != std::string::npos; ++at) ++count;
  return count;
}

}  // namespace

TEST_CASE(
    "verify: --timeout leaves what is not decided undecided (timeout), keeps what is, and ends "
    "with 2") {
  const Finished run = verify(words(kLong + " --timeout 2 --json --only yun2020b.E.2.4"));
  REQUIRE(run.exit_code == 2);
  const Json result = Json::parse(run.out);
  std::size_t timeouts = 0, refuted = 0;
  for (const Json& claim : result["claims"]) {
    const bool timeout = claim.value("reason", "") == "timeout";
    timeouts += timeout;
    refuted += claim["verdict"] == "refuted";
    if (timeout) CHECK(claim["verdict"] == "undecided");
  }
  CHECK(timeouts > 5);
  CHECK(refuted >= 1);  // (10), by the first input
  CHECK(result["verdict"] == "undecided");
  CHECK(result["distinct_ids"].is_null());
}

TEST_CASE("verify: a search that --timeout cuts short leaves its claims undecided (timeout)") {
  const Finished run =
      verify(words("--n 11 --d 1 --delta 1/32 --pattern strided --engine fast --only "
                   "yun2020b.E.2.3.eq9 --search 100000 --budget 100h --timeout 2 --json"));
  CHECK(run.exit_code == 2);
  const Json claim = Json::parse(run.out)["claims"].at(0);
  CHECK(claim["verdict"] == "undecided");
  CHECK(claim["reason"] == "timeout");
}

TEST_CASE("verify: a run that is over before its --timeout says the same with and without it") {
  const auto claims = [](const std::string& more) {
    return Json::parse(
        verify(words("--n 4 --d 1 --delta 1/2 --pattern strided --json" + more)).out)["claims"];
  };
  CHECK(claims(" --timeout 1h") == claims(""));
}

TEST_CASE("verify: progress goes to stderr in the form that is asked for") {
  const std::string job =
      "--n 4 --d 1 --delta 1/4 --pattern strided --only yun2020b.E.2.4 --engine literal "
      "--progress ";
  const Finished none = verify(words(job + "none"));
  CHECK(none.err.empty());
  const Finished line = verify(words(job + "lines"));
  CHECK(line.err.find("256 of 256 inputs (100.0 %)") != std::string::npos);
  CHECK(line.err.find("s left") != std::string::npos);
  const Finished json = verify(words(job + "json"));
  const Json last = Json::parse(json.err.substr(json.err.rfind("{\"progress\"")));
  CHECK(last["progress"]["done"] == "256");
  CHECK(last["progress"]["total"] == "256");
  CHECK(last["progress"]["share"] == 1.0);
  CHECK(last["progress"].contains("inputs_per_second"));
  CHECK(last["progress"].contains("seconds_left"));
  const std::string machines = std::string(HARDMAX_ROOT) + "/data/machines/";
  const Finished nodes = verify(words("turing " + machines + "bb2.toml --progress lines"));
  CHECK(nodes.err.find("22 of 22 nodes (100.0 %)") != std::string::npos);
  const Finished bar = verify(words(job + "bar"));
  CHECK(lines(bar.err, "[################################] 100.0 %") >= 1);
  CHECK(bar.err.substr(bar.err.size() - 4) == "\r\033[K");  // taken away at the end
  CHECK(verify(words(job + "warp")).exit_code == 64);
}

}  // namespace stop_test
