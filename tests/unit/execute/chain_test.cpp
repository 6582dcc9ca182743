#include <catch2/catch.hpp>

#include <random>

#include "engine_support.hpp"

namespace chain_test {

using namespace hardmax;
using namespace hardmax::test;

namespace {

std::vector<Token> order(const Chain& chain) {
  std::vector<Token> tokens;
  for (const ChainLink& link : chain.links) tokens.push_back(link.token);
  return tokens;
}

// Token 2 is seen by no later one in increasing order, so gamma is another permutation.
Pattern crooked() { return {"crooked", {{{0, 1, 2, 3}, {0, 1, 3}, {0, 2}, {1, 2, 3}}}}; }

}  // namespace

TEST_CASE("chain: is gamma of the construction") {
  for (const Case& c :
       {Case(named("strided", 6, 2), 1, 3), Case(named("star", 4), 2, 2), Case(crooked(), 1, 4)}) {
    const auto chain = find_chain(c.program());
    REQUIRE(chain.has_value());
    CHECK(order(*chain) == c.built.gamma);
  }
  CHECK(Case(crooked(), 1, 4).built.gamma != std::vector<Token>{0, 1, 2, 3});
}

TEST_CASE("chain: the bounds of every link are met by some input, and hold for all") {
  const Case c(named("strided", 4, 2), 1, 3);
  const IdProgram program = c.program();
  const Chain chain = find_chain(program).value();
  for (const ChainLink& link : chain.links) {
    Rational low = execute_exactly(program, 0).after_shift[link.token];
    Rational high = low;
    for (std::uint64_t g = 0; g < 81; ++g) {
      const Rational x = execute_exactly(program, g).after_shift[link.token];
      low = std::min(low, x);
      high = std::max(high, x);
      CHECK(x >= link.least);
    }
    CHECK(low == link.low);
    CHECK(high == link.high);
  }
}

TEST_CASE("chain: there is none where columns do not move one by one") {
  CHECK_FALSE(find_chain(Case(named("strided", 4, 2), 1, 3, {"drop=3"}).program())
                  .has_value());  // one window is missing
  CHECK_FALSE(
      find_chain(Case(named("strided", 4, 2), 1, 3, {"E.1=0", "E.2=0"}).program()).has_value());
  CHECK_FALSE(find_chain(Case(named("strided", 4, 2), 1, 3, {"shift=-1"}).program()).has_value());
  CHECK_FALSE(find_chain(Case(named("strided", 4, 2), 1, 3, {"shift=1/2"}).program()).has_value());
}

TEST_CASE("decoder: returns every id of a published construction to its input and token") {
  for (const Case& c : {Case(named("dense", 2), 1, 2), Case(named("strided", 4, 2), 1, 3),
                        Case(named("star", 3), 2, 3), Case(crooked(), 1, 3)}) {
    const IdProgram program = c.program();
    const auto decoder = Decoder::make(program, find_chain(program));
    REQUIRE(decoder.has_value());
    CHECK(decoder->digits() == c.built.s + 1);
    for (std::uint64_t g = 0; g < c.grid().size64().value(); ++g) {
      const IdValues values = c.literal(g);
      for (std::size_t k = 0; k < values.ids.size(); ++k) {
        CHECK(decoder->decode(values.ids[k]) == Decoder::Place{g, k});
        CHECK(decoder->decode(to_int128(values.ids[k]).value()) == Decoder::Place{g, k});
      }
    }
  }
}

TEST_CASE(
    "decoder: is a function of the id alone, so what it returns for other numbers is harmless, and "
    "it returns something for few") {
  const Case c(named("strided", 4, 2), 1, 3);
  const IdProgram program = c.program();
  const Decoder decoder = Decoder::make(program, find_chain(program)).value();
  CHECK_FALSE(decoder.decode(Int128{-1}).has_value());
  CHECK_FALSE(decoder.decode(Int128{0}).has_value());
  CHECK_FALSE(decoder.decode(Rational(1) / Rational(3)).has_value());
  const Rational base = decoder.base();
  CHECK_FALSE(decoder.decode(base * base * base * base).has_value());  // a digit too many
  // An id one off is no id of the same place.
  const Rational id = c.literal(40).ids[2];
  CHECK(decoder.decode(id + Rational(1)) != Decoder::Place{40, 2});
  CHECK(decoder.decode(id - Rational(1)) != Decoder::Place{40, 2});
}

TEST_CASE("decoder: there is none for a multiplier below the number of columns or a base below 2") {
  const auto made = [](const Case& c) {
    const IdProgram program = c.program();
    return Decoder::make(program, find_chain(program)).has_value();
  };
  CHECK(made(Case(named("strided", 4, 2), 1, 3, {"shift=4"})));
  CHECK_FALSE(made(Case(named("strided", 4, 2), 1, 3, {"shift=2"})));
  CHECK_FALSE(made(Case(named("strided", 4, 2), 1, 3, {"c=1"})));
  CHECK_FALSE(made(Case(named("strided", 4, 2), 1, 3, {"c=7/2"})));
}

}  // namespace chain_test
