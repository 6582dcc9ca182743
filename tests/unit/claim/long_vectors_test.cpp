// Formulas over vectors of more entries than the language has: what is answered is so at every
// point, and what the language answers itself is answered alike.
#include <catch2/catch.hpp>

#include <random>

#include "claim/symbolic.hpp"
#include "support/rounds.hpp"
#include "toy_model.hpp"

namespace long_vectors_test {

using namespace toy;

namespace {

Truth truth_of(const Outcome& outcome) {
  return outcome.kind == Outcome::Kind::truth ? outcome.truth : Truth::unknown;
}
Truth long_truth(const std::string& text) {
  return truth_of(evaluate_long_vectors(Formula::parse(text, vocabulary()), Toy()));
}
Truth truth(const std::string& text) {
  return truth_of(evaluate(Formula::parse(text, vocabulary()), Toy()));
}

// Random statements about weighted averages, over vectors a and g and a number x; the same with
// values in their place.
class Maker {
 public:
  explicit Maker(unsigned seed) : random_(seed) {}
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }

  void make() {
    m_ = 1 + below(4);
    body_ =
        "let u = " + average() + ": let v = " + (below(2) == 0 ? average() : "u") + ": " +
        side(true) + " " +
        std::vector<std::string>{"<=", "<", ">=", "!=", "="}[static_cast<std::size_t>(below(5))] +
        " " + side(false);
  }
  std::string general() const {
    return "forall x in nonneg, g in nonneg(" + std::to_string(m_) + "), a in positive(" +
           std::to_string(m_) + "): " + body_;
  }
  std::string at_a_point() {
    std::string text;
    const auto number = [&](bool positive) {
      return std::to_string(below(6) + (positive ? 1 : 0)) + "/" + std::to_string(1 + below(3));
    };
    std::vector<std::string> a, g;
    for (int i = 0; i < m_; ++i) {
      a.push_back(number(true));
      g.push_back(number(false));
    }
    const std::string x = number(false);
    for (std::size_t i = 0; i < body_.size(); ++i) {
      const bool vector = (body_[i] == 'a' || body_[i] == 'g') && body_[i + 1] == '(';
      if (vector) {  // its index is a name or a number
        const std::size_t close = body_.find(')', i);
        const std::string index = body_.substr(i + 2, close - i - 2);
        text += "(0";
        for (int k = 0; k < m_; ++k)
          text += " + sum(w in {" + index + "} where w = " + std::to_string(k + 1) + ": " +
                  (body_[i] == 'a' ? a : g)[static_cast<std::size_t>(k)] + ")";
        text += ")";
        i = close;
      } else if (body_[i] == 'x') {
        text += "(" + x + ")";
      } else {
        text += body_[i];
      }
    }
    return text;
  }

 private:
  std::string all() const { return "sum(i in 1.." + std::to_string(m_) + ": g(i))"; }
  std::string average() {
    const std::string range =
        "j in " + std::to_string(below(5) == 0 ? m_ : 1) + ".." + std::to_string(m_);
    const std::vector<std::string> terms = {"(x + sum(i in 1..j-1: g(i)))",
                                            "(x - sum(i in j.." + std::to_string(m_) + ": g(i)))",
                                            "(2*j - x)",
                                            "g(j)",
                                            "(x + a(j))",
                                            "(" + all() + " - g(1))",
                                            "(3 - j)/2"};
    const std::string term = terms[static_cast<std::size_t>(below(7))];
    return "sum(" + range + ": " + (below(2) == 0 ? "a(j)*" + term : term + "*a(j)") + ")/sum(" +
           range + ": a(j))";
  }
  std::string side(bool left) {
    const std::vector<std::string> values = {"u",
                                             "v",
                                             "x",
                                             "x + " + all(),
                                             "2*u - v",
                                             "u + v",
                                             std::to_string(below(4)),
                                             "x - " + all(),
                                             "2*x",
                                             all()};
    return (below(4) == 0 ? "1/2*" : "") + std::string("(") +
           values[static_cast<std::size_t>(left ? below(6) : below(10))] + ")";
  }
  std::mt19937 random_;
  int m_ = 1;
  std::string body_;
};

}  // namespace

TEST_CASE("long vectors: what is said of random weighted averages is so at random points") {
  Maker maker(20);
  int yes = 0, no = 0;
  for (int round = 0; round < testing::rounds(600); ++round) {
    maker.make();
    const std::string text = maker.general();
    INFO(text);
    const Truth found = long_truth(text), exact = truth(text);
    if (found != Truth::unknown && exact != Truth::unknown) REQUIRE(found == exact);
    yes += found == Truth::yes;
    no += found == Truth::no;
    for (int point = 0; found == Truth::yes && point < 5; ++point) {
      const std::string here = maker.at_a_point();
      INFO(here);
      REQUIRE(truth(here) == Truth::yes);
    }
  }
  CHECK(yes > testing::met(50));
  CHECK(no > testing::met(100));
}

TEST_CASE("long vectors: an average is known by its least and largest term alone") {
  const std::string average =
      "forall x in nonneg, g in nonneg(40), a in positive(40): let u = sum(j in 1..40: a(j)*(x + "
      "sum(i in 1..j-1: g(i))))/sum(j in 1..40: a(j)): ";
  CHECK(long_truth(average + "x <= u <= x + sum(i in 1..39: g(i))") == Truth::yes);
  CHECK(long_truth(average + "u <= x + sum(i in 1..38: g(i))") != Truth::yes);
  CHECK(long_truth(average + "x < u") != Truth::yes);
  CHECK(long_truth(average + "u <= x") == Truth::no);
  // Of each, another number: two averages with the same weights are not the same.
  CHECK(long_truth("forall a in positive(40), b in positive(40): sum(j in 1..40: a(j)*j)/sum(j in "
                   "1..40: a(j)) = sum(j in 1..40: b(j)*j)/sum(j in 1..40: b(j))") == Truth::no);
  CHECK(long_truth(
            "forall a in positive(40): 1 < sum(j in 1..40: a(j)*j)/sum(j in 1..40: a(j)) < 40") ==
        Truth::yes);
  CHECK(
      long_truth("forall a in positive(40): sum(j in 1..40: a(j)*j)/sum(j in 1..40: a(j)) < 39") ==
      Truth::unknown);
  CHECK(long_truth("forall a in positive(40): sum(j in 7..7: a(j)*j)/sum(j in 7..7: a(j)) = 7") ==
        Truth::yes);
  // Weights that may be 0, other ranges, other weights: no average.
  CHECK(long_truth("forall a in nonneg(40): sum(j in 1..40: a(j)*j)/sum(j in 1..40: a(j)) <= 40") ==
        Truth::unknown);
  CHECK(
      long_truth("forall a in positive(40): sum(j in 1..40: a(j)*j)/sum(j in 2..40: a(j)) <= 40") !=
      Truth::yes);
  CHECK(long_truth("forall a in positive(40), b in positive(40): sum(j in 1..40: a(j)*j)/sum(j in "
                   "1..40: b(j)) <= 40") != Truth::yes);
}

TEST_CASE("long vectors: the language has sixteen entries, and its limit stays") {
  const std::string sums = "(4): sum(j in 1..4: g(j)) >= g(1)", long_sums = "(5000): g(1) >= 0";
  CHECK(truth("forall g in nonneg" + sums) == Truth::yes);
  CHECK(evaluate(Formula::parse("forall g in nonneg(17): g(1) >= 0", vocabulary()), Toy()).kind ==
        Outcome::Kind::limit);
  CHECK(long_truth("forall g in nonneg(17): g(1) >= 0") == Truth::yes);
  CHECK(evaluate_long_vectors(Formula::parse("forall g in nonneg" + long_sums, vocabulary()), Toy())
            .kind == Outcome::Kind::limit);
}

}  // namespace long_vectors_test
