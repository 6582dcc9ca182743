#include "execute/fast_plan.hpp"

#include <algorithm>
#include <map>

#include "exact/error.hpp"
#include "exact/fault.hpp"

namespace hardmax {

namespace {

using Coefficients = std::vector<std::uint32_t>;
enum class Order { same, larger, smaller, unsettled };

// a against b for all 0 < x_1 < x_2 < ... < x_n.
Order compare(const Coefficients& a, const Coefficients& b) {
  bool above = false;
  bool below = false;
  std::int64_t difference = 0;  // of the suffix sums
  for (std::size_t i = a.size(); i-- > 0;) {
    difference += static_cast<std::int64_t>(a[i]) - static_cast<std::int64_t>(b[i]);
    above = above || difference > 0;
    below = below || difference < 0;
  }
  if (above && below) return Order::unsettled;
  if (above) return Order::larger;
  return below ? Order::smaller : Order::same;
}

// Of two ids with these digits, lowest first: the highest digits that differ decide.
Order compare(const std::vector<Coefficients>& a, const std::vector<Coefficients>& b) {
  for (std::size_t t = a.size(); t-- > 0;) {
    const Order order = compare(a[t], b[t]);
    if (order != Order::same) return order;
  }
  return Order::same;
}

class Planner {
 public:
  Planner(const IdProgram& program, const Chain& chain) : program_(program), chain_(chain) {}

  std::optional<FastPlan> run() {
    if (!links_fit() || !run_extremes()) return std::nullopt;
    const Rational c = program_.stages[chain_.stages].factor;
    FastPlan plan;
    plan.links = chain_.links;
    std::map<Coefficients, DigitForm> forms;
    std::uint64_t power = 1;  // c^t modulo 2^64
    for (std::size_t t = 0; t < digits_[0].size(); ++t, power *= c.numerator_mod64()) {
      for (std::size_t k = 0; k < program_.n; ++k) {
        const Coefficients& form = digits_[k][t];
        const Rational high = largest_value(form);
        if (high >= c) return std::nullopt;
        plan.largest = std::max(plan.largest, high);
        DigitForm& entry = forms[form];
        entry.coefficient = form;
        entry.alpha += power;
        entry.beta += HARDMAX_FAULT(execute_digest_weight, power * (2 * k + 1), power * (2 * k));
        if (t + 1 == digits_[0].size() && !is_last_link(form))
          return std::nullopt;  // would not decode
      }
    }
    for (auto& [coefficients, form] : forms) {
      for (std::size_t i = 0; i < coefficients.size(); ++i) {
        if (coefficients[i] != 0) form.level = i;
      }
      plan.forms.push_back(std::move(form));
    }
    return plan;
  }

 private:
  // Positive, so that no extreme layer meets its threshold.
  [[nodiscard]] bool links_fit() const {
    return std::all_of(chain_.links.begin(), chain_.links.end(), [](const ChainLink& link) {
      return link.low >= Rational(1) && link.offset >= 0;
    });
  }

  bool run_extremes() {
    const std::size_t n = program_.n;
    digits_.assign(n, {});
    for (std::size_t i = 0; i < n; ++i) {
      Coefficients unit(n);
      unit[i] = 1;
      digits_[chain_.links[i].token].push_back(unit);
    }
    for (std::size_t t = chain_.stages; t < program_.stages.size(); ++t) {
      const IdStage& stage = program_.stages[t];
      if (stage.threshold != Rational(0)) return false;
      const auto before = digits_;
      for (std::size_t k = 0; k < n; ++k) {
        const auto key = largest_key(before, program_.keys[stage.keys][k]);
        if (!key || !add_above(digits_[k], before[*key])) return false;
      }
    }
    return true;
  }

  static std::optional<Token> largest_key(const std::vector<std::vector<Coefficients>>& digits,
                                          const std::vector<Token>& keys) {
    Token best = keys[0];
    for (const Token j : keys) {
      const Order order = compare(digits[j], digits[best]);
      if (order == Order::unsettled) return std::nullopt;
      if (order == Order::larger) best = j;
    }
    return best;
  }

  // id + c times the other: digit t plus digit t - 1. False where coefficients grow out of hand.
  static bool add_above(std::vector<Coefficients>& digits, const std::vector<Coefficients>& other) {
    digits.emplace_back(digits[0].size());
    for (std::size_t t = 1; t < digits.size(); ++t) {
      for (std::size_t i = 0; i < digits[t].size(); ++i) {
        digits[t][i] += other[t - 1][i];
        if (digits[t][i] >= (1U << 30)) return false;
      }
    }
    return true;
  }

  [[nodiscard]] Rational largest_value(const Coefficients& form) const {
    Rational sum;
    for (std::size_t i = 0; i < form.size(); ++i) {
      if (form[i] != 0) sum += Rational(form[i]) * chain_.links[i].high;
    }
    return sum;
  }

  static bool is_last_link(const Coefficients& form) {
    return form.back() == 1 &&
           std::all_of(form.begin(), form.end() - 1, [](std::uint32_t a) { return a == 0; });
  }

  const IdProgram& program_;
  const Chain& chain_;
  std::vector<std::vector<Coefficients>> digits_;  // [token][t]
};

}  // namespace

std::optional<FastPlan> make_fast_plan(const IdProgram& program, const std::optional<Chain>& chain,
                                       const std::optional<Decoder>& decoder) {
  if (!chain || !decoder) return std::nullopt;
  auto plan = Planner(program, *chain).run();
  if (!plan) return std::nullopt;
  for (const ChainLink& link : plan->links)
    plan->largest = std::max(plan->largest, std::max(link.high, link.least));
  return plan;
}

}  // namespace hardmax
