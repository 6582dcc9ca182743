// Two formulas side by side: what is marked in one stands in no common order in the other.
#include "report/html/difference.hpp"

#include <catch2/catch.hpp>

#include <random>
#include <string>

#include "support/rounds.hpp"

namespace difference_test {

using hardmax::report::html::with_difference;

namespace {

using Pair = std::pair<std::string, std::string>;

Pair shown(const std::string& one, const std::string& other) {
  const auto [a, b] = with_difference(one, other);
  return {a.markup, b.markup};
}

// What is left of a side: without what is marked, or without the marks. No other markup is in it.
std::string left(std::string text, bool marked) {
  for (const char* tag : {"<code>", "</code>"}) {
    REQUIRE(text.find(tag) != std::string::npos);
    text.erase(text.find(tag), std::string(tag).size());
  }
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = std::min(text.find("<mark>", at), text.size());
    out += text.substr(at, open - at);
    if (open == text.size()) break;
    const std::size_t close = text.find("</mark>", open);
    REQUIRE(close != std::string::npos);
    if (marked) out += text.substr(open + 6, close - open - 6);
    at = close + 7;
  }
  std::string words;
  for (const char ch : out)
    if (ch != ' ') words += ch;
  return words;
}

}  // namespace

TEST_CASE("difference: what the other formula has not is marked, and nothing else") {
  CHECK(shown("c = n * delta^(-n*d)", "c = 2*s*n * delta^(-n*d-1)") ==
        Pair("<code>c = n * delta^(-n*d)</code>",
             "<code>c = <mark>2*s*</mark>n * delta^(-n*d<mark>-1</mark>)</code>"));
  CHECK(shown("x <= y", "x < y") ==
        Pair("<code>x <mark>&lt;=</mark> y</code>", "<code>x <mark>&lt;</mark> y</code>"));
  CHECK(shown("a in 1..n", "a  in\n1..n") ==
        Pair("<code>a in 1..n</code>", "<code>a in 1..n</code>"));
  CHECK(shown("", "x") == Pair("<code></code>", "<code><mark>x</mark></code>"));
  CHECK(shown("<script>", "δ").first == "<code><mark>&lt;script&gt;</mark></code>");
  CHECK(shown("", "δ").second == "<code><mark>δ</mark></code>");
}

TEST_CASE("difference: names are marked whole, and very long formulas not at all") {
  CHECK(shown("planted(H)", "planted_R2(H)").second == "<code><mark>planted_R2</mark>(H)</code>");
  std::string sum = "1";
  for (int i = 0; i < 400; ++i) sum += "+1";
  CHECK(shown(sum, "2").first == "<code>" + sum + "</code>");
}

TEST_CASE("difference: of random formulas what is not marked is the same on both sides") {
  std::mt19937_64 random(31);
  const char* const words[] = {"x", "y1", " ", "<=", "<", "..", "(", ")", "+", "δ", "\xff"};
  for (int round = 0; round < testing::rounds(2000); ++round) {
    std::string one, other;
    for (std::string* text : {&one, &other})
      for (std::size_t length = random() % 20; length-- > 0;) *text += words[random() % 11];
    INFO("round " << round << ": " << one << " | " << other);
    const Pair both = shown(one, other);
    CHECK(left(both.first, false) == left(both.second, false));
    // Nothing is lost but blanks.
    CHECK(left(both.first, true) == left(shown(one, one).first, true));
  }
}

}  // namespace difference_test
