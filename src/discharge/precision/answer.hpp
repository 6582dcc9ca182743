// verify precision: at which number formats the network of yun2020b does what it does exactly, and
// how many bits it takes.
//
// Three sources, and none says more than it shows: the closed forms of bounds.hpp, at any
// size; single inputs, executed in a format, which show that it breaks; and every input, executed,
// where there are few, which shows either.
//
// It compares number formats. No verdict about a claim rests on it.
// Tests     tests/unit/discharge/precision_bounds_test.cpp
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "discharge/precision/bounds.hpp"
#include "pattern/assumption1.hpp"
#include "pattern/structure.hpp"

namespace hardmax {

struct PrecisionQuestion {
  Parameters parameters;
  const StructuredPattern* pattern = nullptr;  // meets Assumption 1, as this says
  const Assumption1* assumption = nullptr;
  std::vector<FloatFormat> formats;
  Rational eps = 1, lp = 2;    // of delta~
  double budget_seconds = 10;  // for what is executed
  // Told before something that takes long, and as it goes on: what, and its estimated seconds.
  std::function<void(const std::string& what, double seconds)> progress;
};

struct PrecisionJudgement {
  enum class Answer { holds, breaks, between } answer = Answer::between;
  std::optional<Rational> layer;  // breaks: at that attention layer, from 1, or before it
  std::string why;
};

struct PrecisionOfFormat {
  FloatFormat format;
  PrecisionJudgement ids, soft;
};

// The fewest that serve, found by trying 2, 3, ...: of mantissa bits, exponents being unlimited; of
// exponent bits, with as many mantissa bits as are enough.
struct ExecutedBits {
  std::optional<long> mantissa, exponent;
};

struct PrecisionAnswer {
  std::size_t p = 1, s = 1;
  Rational layers;  // attention layers
  Rational bound;   // a lower bound of delta~ / 4, real units
  PrecisionBounds bounds;
  std::uint64_t inputs = 0;       // all of them, where all were executed
  ExecutedBits ids, soft;         // then
  std::uint64_t some_inputs = 0;  // that were executed where there are too many
  // Then fewer mantissa bits than these break on one of them, exponents being unlimited.
  std::optional<long> ids_least_run;
  std::vector<PrecisionOfFormat> formats;
};
PrecisionAnswer answer_precision(const PrecisionQuestion& question);

// Of a format, from the closed forms alone.
PrecisionJudgement ids_by_bounds(const FloatFormat& format, const PrecisionBounds& bounds,
                                 const Parameters& parameters, const Rational& layers);
PrecisionJudgement soft_by_bounds(const FloatFormat& format, const PrecisionBounds& bounds,
                                  const Rational& layers);

}  // namespace hardmax
