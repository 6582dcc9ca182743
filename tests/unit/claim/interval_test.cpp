// Of a long set the members outside of an interval that `where` takes are not gone to, and a set of
// the run is asked for once: with the same answers as where every member is gone to.
#include <catch2/catch.hpp>

#include <map>
#include <random>

#include "support/rounds.hpp"
#include "toy_model.hpp"

namespace interval_test {

using namespace toy;

namespace {

class Conditions {
 public:
  explicit Conditions(unsigned seed) : random_(seed) {}

  // On y, and on k, which is bound before y or after it.
  std::string drawn() {
    std::string text = comparison();
    for (std::size_t more = below(3); more > 0; --more)
      text += (below(8) == 0 ? " or " : " and ") + comparison();
    return text;
  }
  std::string one_of(const std::vector<std::string>& texts) { return texts[below(texts.size())]; }

 private:
  std::size_t below(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_);
  }
  std::string term() {
    if (below(5) < 2) return "y";
    return one_of({"0", "3", "-7", "11/2", "k", "2*k - 5", "n", "1/0", "1/(k - 2)", "2*y", "1/y",
                   "max(i in 1..k - 2: i)", "gamma(k)", "1/2^y", "2^(k - 1/2)"});
  }
  std::string comparison() {
    if (below(12) == 0) return "y in {1, 2, k}";
    if (below(12) == 0) return "(y < 3) = (k < 2)";
    std::string text = term();
    for (std::size_t links = 1 + below(2); links > 0; --links)
      text += one_of({" < ", " <= ", " > ", " >= ", " = ", " != "}) + term();
    return text;
  }
  std::mt19937_64 random_;
};

class Counted : public Toy {
 public:
  void step(std::uint64_t cost) const override { members += cost == 1; }
  mutable std::uint64_t members = 0;
};

}  // namespace

TEST_CASE("intervals: any `where` chooses the members that it chooses one by one") {
  Conditions draw(1);
  const Toy toy;
  std::map<std::string, int> answers;
  for (int i = 0; i < testing::rounds(20'000); ++i) {
    const std::string where = draw.drawn(),
                      set = draw.one_of({"(-15..15)", "union(i in -20..20: {i/3})",
                                         "union(i in 1..k: {i*i})", "A(1, 2)"}),
                      binders =
                          draw.one_of({"k in 1..3, y in " + set, "y in (-15..15), k in 1..3",
                                       "y in (-9..9), k in 1..1/y", "y in (-9..9), k in {1/y, 2}"}),
                      body =
                          draw.one_of({"sum(B: y + 100*k) = -1", "distinct(B: y - 2*k)",
                                       "forall B: y < 2*k", "exists B: y = 7",
                                       "min(B: y) = max(B: y)", "card(union(B: {y, y + k})) = -1"});
    const auto formula = [&](const std::string& condition) {
      std::string text = body;
      return text.replace(text.find('B'), 1, binders + " where " + condition);
    };
    const std::string found = answer(formula(where), toy),
                      one_by_one = answer(formula("not (not (" + where + "))"), toy);
    INFO(formula(where));
    REQUIRE(found == one_by_one);
    ++answers[found.substr(0, found.find(' '))];
  }
  for (const char* some : {"true", "false", "undefined"}) CHECK(answers[some] > testing::met(500));
}

TEST_CASE("intervals: few members of a long set are gone to") {
  for (const auto& [formula, most] : std::vector<std::pair<std::string, std::uint64_t>>{
           {"sum(y in (1..100000) where 5 <= y < 10: y) = 35", 10},
           {"sum(y in (1..100000) where 5 <= y and y < 10 and mod(y, 2) = 1: y) = 21", 10},
           {"sum(k in 1..3, y in (1..100000) where k < y <= k + 1: y) = 9", 20},
           {"forall y in (1..100000) where 99990 < y: y > 3", 20},
           {"(sum(y in (1..1000) where mod(y, 2) = 1 and y < 10: y)) = 25", 1002},
           {"sum(y in (1..1000) where y < 10 or y > 1000: y) = 45", 1002}}) {
    INFO(formula);
    const Counted toy;
    CHECK(answer(formula, toy) == "true");
    CHECK(toy.members <= most);
  }
}

TEST_CASE("sets of the run: one that is asked for again with the same numbers is not read again") {
  const Toy outer, inner;
  CHECK(answer("forall k in 1..2, i in 1..50: card(A(1, k)) = 1 + k", outer) == "true");
  CHECK(outer.reads == 2);
  CHECK(answer("forall i in 1..50, k in 1..2: card(A(1, k)) = 1 + k", inner) == "true");
  CHECK(inner.reads == 100);
  CHECK(answer("forall k in 1..3, j in 1..3, i in A(1, j), m in A(1, k): i in A(1, j) and m in "
               "A(1, k) and i in (1..3)",
               Toy()) == "true");
}

}  // namespace interval_test
