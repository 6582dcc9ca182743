#include <catch2/catch.hpp>

#include "exact/closest.hpp"

namespace closest_test {

using namespace hardmax;
using Words = std::vector<std::string>;

TEST_CASE("closest: letters put in, left out, changed, neighbours exchanged, in any case") {
  const Words known = {"pattern", "check", "claims", "findings", "--delta", "--d"};
  CHECK(closest("patern", known) == Words{"pattern"});
  CHECK(closest("Patterns", known) == Words{"pattern"});
  CHECK(closest("chekc", known) == Words{"check"});
  CHECK(closest("clain", known) == Words{});  // two letters of five
  CHECK(closest("claim", known) == Words{"claims"});
  CHECK(closest("--dleta", known) == Words{"--delta"});
  CHECK(closest("", known).empty());
  CHECK(closest("d", {"e", "d"}).empty());  // of two letters no one is near
  CHECK(closest("entirely different", known).empty());
  CHECK(closest(std::string(1000, 'a'), {std::string(1000, 'a')}).empty());
}

TEST_CASE("closest: the nearest first, then as they stand, three at most") {
  CHECK(closest("abcdef", {"abcdxy", "abcdeg", "bcdef", "abcdef0", "abcdef1"}) ==
        Words{"abcdeg", "bcdef", "abcdef0"});
  CHECK(closest("abcdef", {"abxyef", "abcdef"}) == Words{"abcdef", "abxyef"});
}

TEST_CASE("closest: how it is said") {
  CHECK(do_you_mean({}).empty());
  CHECK(do_you_mean({"a"}) == "; do you mean 'a'?");
  CHECK(do_you_mean({"a", "b"}) == "; do you mean 'a', 'b'?");
}

}  // namespace closest_test
