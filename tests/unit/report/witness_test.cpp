// Where a witness is, as reports show it: with encodings under two letters, whatever names the
// claim binds.
#include <catch2/catch.hpp>

#include "report/witness.hpp"

namespace witness_test {

using namespace hardmax;
using namespace hardmax::report;

TEST_CASE("witness: an input is shown as G and as what its name stands for, by any name") {
  const Encodings E = {Rational(6), Rational(0), Rational(2), Rational(4)},
                  two = {Rational(2), Rational(0)};
  CHECK(place({"H=0 0 0 0"}, E) == "G = (0,0,0,0) delta, H = G + E = (6,0,2,4) delta");
  CHECK(place({"token=2", "K=0 1 0 1"}, E, "δ") ==
        "token = 2, G = (0,1,0,1) δ, K = G + E = (6,1,2,5) δ");
  CHECK(place({"H=0 1 0 0"}, two) ==
        "G = (0,1,0,0) delta, H = G + E = (2,3,0,0) delta");  // two rows
  CHECK(place({"H=0 0", "k=1", "K=1 0"}, two) ==
        "G_H = (0,0) delta, H = G_H + E = (2,0) delta, k = 1, G_K = (1,0) delta, K = G_K + E = "
        "(3,0) delta");
  CHECK(place({"G=0 0"}, two) == "G_G = (0,0) delta, G = G_G + E = (2,0) delta");
}

TEST_CASE("witness: without encodings the name stands for the grid input itself") {
  for (const Encodings& none : {Encodings{}, Encodings{Rational(0), Rational(0)}})
    CHECK(place({"H=-8 0", "k=2"}, none) == "H = (-8,0) delta, k = 2");
  CHECK(place({}, {}).empty());
}

TEST_CASE("witness: sets, vectors and numbers are themselves, by whatever names") {
  CHECK(place({"H={}", "k={1,2}", "x=(1,1/2)", "i=-7/2"}, {Rational(2), Rational(0)}) ==
        "H = {}, k = {1,2}, x = (1,1/2), i = -7/2");
  const std::vector<Bound> all =
      bound({"H={}", "x=(1,1/2)", "i=-7/2", "K=0 1"}, {Rational(2), Rational(0)});
  const Bound::Type types[] = {Bound::Type::set, Bound::Type::vector, Bound::Type::number,
                               Bound::Type::input};
  REQUIRE(all.size() == 4);
  for (std::size_t i = 0; i < all.size(); ++i) CHECK(all[i].type == types[i]);
  CHECK(all[3].grid == std::vector<Rational>{Rational(0), Rational(1)});
  CHECK(all[3].value_of_input == std::vector<Rational>{Rational(2), Rational(1)});
}

TEST_CASE("witness: what a certificate has in place of a binding is shown as it stands") {
  for (const char* odd : {"", "H", "=", "H=0 x", "H=0 ", "H= "})
    CHECK_NOTHROW(place({odd}, {Rational(1), Rational(2)}));
  CHECK(place({"H=0 x"}, {}) == "H = 0 x");
  CHECK(place({"H=0 1 2"}, {Rational(1), Rational(2)}) ==
        "H = (0,1,2) delta");  // another number of columns: nothing is added
}

TEST_CASE(
    "witness: an enclosure is shown with the digits that tell the sides apart, rounded outward") {
  const auto shown = [](const std::string& lhs, const std::string& rhs) {
    const certificate::Witness w = in_decimals({{}, {}, lhs, ">=", rhs});
    return std::pair(w.lhs, w.rhs);
  };
  using Pair = std::pair<std::string, std::string>;
  const std::string third =
      "[33333333333333333333/100000000000000000000,16666666666666666667/50000000000000000000]";
  CHECK(shown(third, "1/2") == Pair("[0.333333333, 0.333333334]", "1/2"));
  CHECK(shown("1/2", third) == Pair("1/2", "[0.333333333, 0.333333334]"));
  // Just below 1/4: nine digits would say 0.25.
  const std::string below =
      "[249999999999999/1000000000000000, 2499999999999991/10000000000000000]";
  CHECK(shown(below, "1/4") == Pair("[0.249999999999999, 0.2499999999999991]", "1/4"));
  // Sides that meet are not told apart by more digits.
  CHECK(shown(third, third) == Pair("[0.333333333, 0.333333334]", "[0.333333333, 0.333333334]"));
  // What is no enclosure stays as it is, and so does a short one.
  for (const std::string text : {"7", "1/3", "{1, 2}", "[1/3, 1/2]", "[1/3", "[x, y]", ""})
    CHECK(shown(text, third).first == text);
}

}  // namespace witness_test
