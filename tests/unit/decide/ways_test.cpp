// Ways to decide are asked in order, and the first that takes a claim decides it.
#include "decide/ways.hpp"

#include <catch2/catch.hpp>

#include "decide/ways_of_file.hpp"

namespace ways_test {

using namespace hardmax;
using namespace hardmax::decide;

namespace {

struct Log {
  std::string asked;
};
using Numbered = Way<Log, int>;

Taken takes_small(Log& log, int& question) {
  log.asked += "s";
  return question < 10 ? Taken::decided : Taken::no;
}
Taken takes_even(Log& log, int& question) {
  log.asked += "e";
  return question % 2 == 0 ? Taken::waits : Taken::no;
}
Taken takes_all(Log& log, int&) {
  log.asked += "a";
  return Taken::decided;
}

}  // namespace

TEST_CASE("ways: the first that takes the claim is the last that is asked") {
  static constexpr Numbered ways[] = {
      {"small", takes_small}, {"even", takes_even}, {"all", takes_all}};
  const auto asked = [&](int question, std::size_t count, Taken expected) {
    Log log;
    CHECK(ask_in_order<Log>(std::span(ways).first(count), log, question) == expected);
    return log.asked;
  };
  CHECK(asked(3, 3, Taken::decided) == "s");
  CHECK(asked(12, 3, Taken::waits) == "se");
  CHECK(asked(13, 3, Taken::decided) == "sea");
  Log log;
  int left = 13;
  CHECK_THROWS_AS(ask_in_order<Log>(std::span(ways).first(2), log, left), BrokenContract);
}

TEST_CASE("ways: those of a construction file have names of their own, and the last one waits") {
  std::set<std::string_view> names;
  for (const WayOfFile& way : ways_of_file()) CHECK(names.insert(way.name).second);
  CHECK(ways_of_file().back().name == "by every input");
}

}  // namespace ways_test
