// What the tests of number formats share: patterns, named and random, that meet Assumption 1.
#pragma once
#include <catch2/catch.hpp>

#include <random>
#include <string>
#include <vector>

#include "discharge/precision/answer.hpp"
#include "pattern/import/import.hpp"
#include "pattern/structured_assumption1.hpp"

namespace hardmax::test {

struct PrecisionCase {
  StructuredPattern pattern;
  Assumption1 assumption;
};

inline PrecisionCase precision_case(const std::string& name, std::size_t n) {
  PatternRequest request;
  request.name_or_file = name;
  request.n = n;
  PrecisionCase made{import_pattern(request).pattern, {}};
  made.assumption = decide_assumption1(made.pattern);
  return made;
}

// Every token sees itself, and others with a chance of a half; drawn until Assumption 1 holds.
inline PrecisionCase random_precision_case(std::mt19937_64& random, std::size_t n) {
  for (;;) {
    PrecisionCase made{{"random", n, {}}, {}};
    for (std::size_t l = 0; l <= random() % 2; ++l) {
      Extra edges;
      for (std::size_t k = 0; k < n; ++k) {
        std::vector<Token> keys;
        for (Token j = 0; j < n; ++j) {
          if (j == k || random() % 2 == 0) keys.push_back(j);
        }
        edges.add_row(keys);
      }
      made.pattern.layers.push_back({{edges}, 0});
    }
    made.assumption = decide_assumption1(made.pattern);
    if (made.assumption.holds()) return made;
  }
}

inline PrecisionAnswer precision_of(const PrecisionCase& of, std::uint64_t d, std::uint64_t D,
                                    const std::vector<FloatFormat>& formats, double budget) {
  PrecisionQuestion question;
  question.parameters = {of.pattern.n, d, D};
  question.pattern = &of.pattern;
  question.assumption = &of.assumption;
  question.formats = formats;
  question.budget_seconds = budget;
  return answer_precision(question);
}

}  // namespace hardmax::test
