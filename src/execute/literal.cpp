#include "execute/literal.hpp"
#include "exact/fault.hpp"

namespace hardmax {

void ExactHardmax::weigh(std::span<const Rational> scores, std::span<Rational> weights) {
  const Rational& best = *std::max_element(scores.begin(), scores.end());
  const auto ties = std::count(scores.begin(), scores.end(), best);
  const Rational share = HARDMAX_FAULT(execute_tie_share, Rational(1) / Rational(ties),
                                       Rational(1) / Rational(ties > 1 ? scores.size() : 1));
  for (std::size_t j = 0; j < scores.size(); ++j) {
    const bool chosen = HARDMAX_FAULT(execute_tie_first, scores[j] == best, &scores[j] == &best);
    weights[j] = chosen ? share : Rational(0);
  }
}

template class Literal<ExactHardmax>;

}  // namespace hardmax
