// What it costs to decide claims about a run: seconds that are estimates, compared with the budget
// and with nothing else, and steps that are counted.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>

#include "decide/decide.hpp"
#include "decide/subject_model.hpp"
#include "decide/vocabulary.hpp"

namespace hardmax::decide {

inline constexpr std::uint64_t most_sampled_inputs = 4;

// Seconds that the first inputs took. The first one stands by itself: it makes what all share.
class SampledSeconds {
 public:
  template <class Work>
  auto add(const Work& work) {
    const auto start = std::chrono::steady_clock::now();
    auto result = work();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    (inputs_++ == 0 ? first_ : others_) += taken.count();
    return result;
  }
  [[nodiscard]] double of_all(double inputs, std::size_t threads) const;

 private:
  double first_ = 0, others_ = 0;
  std::uint64_t inputs_ = 0;
};

class Cost {
 public:
  // Requires  `result` has the inputs, tokens and layers of the run; both outlive this.
  Cost(const Request& request, const Result& result);

  [[nodiscard]] std::size_t threads() const { return threads_; }
  [[nodiscard]] Allowance allowance() const;  // of one evaluation
  [[nodiscard]] bool is_affordable(double seconds) const {
    return seconds <= request_.budget_seconds;
  }
  // Of going through all inputs for this formula: no reading is faster.
  [[nodiscard]] double least(const NamedFormula& formula) const;
  [[nodiscard]] double of_all_inputs(const SampledSeconds& sample) const;
  // "2.81e+14 inputs, about 3e+08 s; budget 600 s (--budget)"
  [[nodiscard]] std::string over_budget(const char* how, double seconds) const;
  [[nodiscard]] std::string out_of_steps() const;

 private:
  [[nodiscard]] double work_of_one(const NamedFormula& formula) const;

  const Request& request_;
  const Result& result_;
  std::size_t threads_ = 1;
};

}  // namespace hardmax::decide
