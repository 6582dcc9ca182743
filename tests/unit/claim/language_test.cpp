#include <catch2/catch.hpp>

#include <fstream>
#include <set>

#include "claim/syntax.hpp"
#include "toy_model.hpp"

namespace language_test {

namespace {

struct Case {
  std::string name;
  std::string formula;
  std::string expected;
};

// <<COUNT:TEXT>> is TEXT written COUNT times.
std::string unfold(const std::string& text) {
  std::string result;
  std::size_t at = 0;
  for (std::size_t open = text.find("<<"); open != std::string::npos; open = text.find("<<", at)) {
    const std::size_t colon = text.find(':', open);
    const std::size_t close = text.find(">>", colon);
    REQUIRE(close != std::string::npos);
    result += text.substr(at, open - at);
    const std::string part = text.substr(colon + 1, close - colon - 1);
    for (unsigned long i = std::stoul(text.substr(open + 2, colon - open - 2)); i > 0; --i)
      result += part;
    at = close + 2;
  }
  return result + text.substr(at);
}

std::vector<Case> cases() {
  std::ifstream in(HARDMAX_TEST_ROOT "/language/cases.txt");
  REQUIRE(in.good());
  std::vector<Case> result;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t first = line.find(" | ");
    const std::size_t last = line.rfind(" | ");
    INFO(line);
    REQUIRE(first != std::string::npos);
    REQUIRE(first + 3 <= last);
    result.push_back({line.substr(0, first), unfold(line.substr(first + 3, last - first - 3)),
                      line.substr(last + 3)});
  }
  return result;
}

std::string beginning(const std::string& text) {
  return text.size() < 200 ? text : text.substr(0, 200) + "...";
}

}  // namespace

TEST_CASE("language: every shared case has the answer written down for it") {
  const toy::Toy model;
  std::set<std::string> names;
  for (const Case& c : cases()) {
    INFO(c.name << ": " << beginning(c.formula));
    CHECK(names.insert(c.name).second);
    CHECK(toy::answer(c.formula, model) == c.expected);
  }
  CHECK(names.size() >= 150);
}

TEST_CASE(
    "language: every shared case that is accepted prints to a text with the same tree and the same "
    "answer") {
  const toy::Toy model;
  for (const Case& c : cases()) {
    if (c.expected == "syntax" || c.expected == "type") continue;
    INFO(c.name << ": " << beginning(c.formula));
    const auto formula = toy::Formula::parse(c.formula, toy::vocabulary());
    const std::string printed = print(formula.root());
    INFO(beginning(printed));
    CHECK(same(formula.root(), toy::Formula::parse(printed, toy::vocabulary()).root()));
    CHECK(toy::answer(printed, model) == c.expected);
  }
}

}  // namespace language_test
