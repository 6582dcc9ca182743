#include <catch2/catch.hpp>

#include "discharge/box.hpp"
#include "discharge/separate.hpp"
#include "exact/error.hpp"

namespace corpus_test {

using namespace hardmax;

namespace {

std::vector<std::string> shown(const std::vector<Parameters>& sets) {
  std::vector<std::string> list;
  for (const auto& [n, d, D] : sets)
    list.push_back(std::to_string(n) + " " + std::to_string(d) + " " + std::to_string(D));
  return list;
}

// All of n = 2..5, q = 2..9, d = 1..2, with the truth of a condition.
template <class Holds>
std::vector<Sighting> sightings(Holds holds) {
  std::vector<Sighting> list;
  for (const Parameters& p : parameter_sets({Box{{2, 5}, {2, 9}, {1, 2}}})) {
    Sighting s{p.n, p.d, p.D, q_of(p), 1, 1, true, false};
    s.holds = holds(s);
    list.push_back(s);
  }
  return list;
}

}  // namespace

TEST_CASE("box: parameter sets come by n, then q = D^d, then d, each once") {
  CHECK(shown(parameter_sets({Box{{2, 3}, {2, 9}, {1, 3}}})) ==
        std::vector<std::string>{"2 1 2", "2 1 3", "2 1 4", "2 2 2", "2 1 5", "2 1 6",
                                 "2 1 7", "2 1 8", "2 3 2", "2 1 9", "2 2 3", "3 1 2",
                                 "3 1 3", "3 1 4", "3 2 2", "3 1 5", "3 1 6", "3 1 7",
                                 "3 1 8", "3 3 2", "3 1 9", "3 2 3"});
  CHECK(shown(parameter_sets({Box{{3, 3}, {4, 4}, {1, 2}}, Box{{2, 3}, {4, 5}, {2, 2}}})) ==
        std::vector<std::string>{"2 2 2", "3 1 4", "3 2 2"});
}

TEST_CASE("box: what is written is read, and what is left out keeps its default") {
  CHECK(Box::parse("n=2..4,q=..8,d=..2") == Box{{2, 4}, {2, 8}, {1, 2}});
  CHECK(Box::parse("d=3,n=5") == Box{{5, 5}, {2, 8}, {3, 3}});
  for (const Box& box : default_boxes()) CHECK(Box::parse(box.str()) == box);
  for (const char* text :
       {"", "n", "n=", "n=4..3", "n=1", "n=2..65", "q=..4097", "d=0", "n=2,n=2", "x=2", "n=2,",
        "n=2...3", "n= 2", "n=-2", "q=5,d=2", "n=2..", "n=99999999999999999999"}) {
    INFO(text);
    CHECK_THROWS_AS(Box::parse(text), InvalidInput);
  }
}

TEST_CASE("separate: one condition is found where it is the reason") {
  CHECK(separating_condition(sightings([](const Sighting& s) { return s.n < 3; })) == "n >= 3");
  CHECK(separating_condition(sightings([](const Sighting& s) { return s.d == 1; })) == "d >= 2");
  CHECK(separating_condition(sightings([](const Sighting& s) { return s.d == 2; })) == "d = 1");
  CHECK(separating_condition(sightings([](const Sighting& s) { return s.n % 2 == 0; })) ==
        "n is odd");
  CHECK(separating_condition(sightings([](const Sighting& s) { return s.q < s.n; })) == "q >= n");
  CHECK(separating_condition(sightings([](const Sighting& s) { return s.D < 3; })) == "D >= 3");
  CHECK(separating_condition(sightings([](const Sighting& s) { return s.n == 2 && s.d == 1; })) ==
        "n >= 3 or d >= 2");
  CHECK(separating_condition(sightings(
            [](const Sighting& s) { return !(s.n >= 4 && s.d == 2); })) == "n >= 4 and d >= 2");
}

TEST_CASE("separate: nothing is said where nothing simple fits, or nothing differs") {
  CHECK(separating_condition(sightings([](const Sighting& s) {
          return (s.n * 7 + s.q * 5 + s.d) % 4 != 0;
        })).empty());
  CHECK(separating_condition(sightings([](const Sighting&) { return true; })).empty());
  CHECK(separating_condition(sightings([](const Sighting&) { return false; })).empty());
  CHECK(separating_condition({}).empty());
}

TEST_CASE("separate: what depends on the pattern is not joined with anything else") {
  std::vector<Sighting> list = sightings([](const Sighting&) { return true; });
  for (std::size_t i = 0; i < list.size(); ++i) {
    list[i].gamma_is_identity = i % 3 != 0;
    list[i].holds = list[i].gamma_is_identity;
  }
  CHECK(separating_condition(list) == "gamma is not the identity");
  for (Sighting& s : list) s.holds = s.gamma_is_identity || s.n < 4;
  CHECK(separating_condition(list).empty());
}

}  // namespace corpus_test
