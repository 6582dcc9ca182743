// Keys by which values are kept: equal values share one, and no others do.
#include <catch2/catch.hpp>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "subject/value.hpp"
#include "support/rounds.hpp"

namespace keys_test {

using namespace hardmax;
using subject::Input;
using subject::Mat;
using subject::Value;

std::string key_of(const Value& value) {
  std::string out;
  REQUIRE(value.write_key(out));
  return out;
}

// Numbers at the ends of what is held inline, with one limb, with several.
std::vector<Rational> numbers() {
  std::vector<Rational> out;
  for (const int bits : {0, 1, 7, 8, 9, 16, 61, 62, 63, 64, 65, 127, 128, 129, 300})
    for (const int off : {-1, 0, 1})
      for (const int sign : {-1, 1}) out.push_back((power(2, bits) + off) * sign);
  const std::size_t whole = out.size();
  for (std::size_t i = 0; i < whole; ++i)
    if (!out[i].is_zero()) out.push_back(Rational(3) / out[i]);
  return out;
}

TEST_CASE("keys: two numbers have one key if and only if they are equal") {
  for (const Rational& a : numbers())
    for (const Rational& b : numbers()) {
      INFO(a.str() << " and " << b.str());
      CHECK((key_of(a) == key_of(b)) == (a == b));
    }
}

// A key stands behind another one: no two lists of values may have the same text.
TEST_CASE("keys: those one behind the other tell lists of values apart") {
  const std::vector<Rational> all = numbers();
  std::mt19937_64 random(20261201);
  const auto any = [&] { return all[random() % all.size()]; };
  const auto value = [&]() -> Value {
    std::vector<Rational> entries(1 + random() % 4);
    for (Rational& x : entries) x = any();
    switch (random() % 5) {
      case 0: return any();
      case 1: return random() % 2 == 0;
      case 2: return Input(entries);
      case 3: return subject::Set{Rational(1), Rational(random() % 3 + 2)};
      default: {
        Mat out;
        out.rows = random() % 2 == 0 ? 1 : entries.size();
        out.columns = entries.size() / out.rows;
        out.numbers = entries;
        out.state = random() % 2 == 0;
        return out;
      }
    }
  };
  const auto shown = [](const std::vector<Value>& list) {
    std::string out;
    for (const Value& v : list)
      out += v.kind() + (v.mat() && v.mat()->state ? " state " : " ") +
             (v.input()
                  ? Value(subject::mat_from(1, v.input()->values.size(),
                                            {v.input()->values.begin(), v.input()->values.end()}))
                        .show()
                  : v.show()) +
             "; ";
    return out;
  };
  std::map<std::string, std::string> seen;
  for (int round = 0; round < testing::rounds(20'000); ++round) {
    std::vector<Value> list(1 + random() % 3);
    std::string key;
    for (Value& v : list) {
      v = value();
      REQUIRE(v.write_key(key));
    }
    const auto [at, fresh] = seen.emplace(key, shown(list));
    INFO(at->second << " and " << shown(list));
    CHECK(at->second == shown(list));
  }
}

}  // namespace keys_test
