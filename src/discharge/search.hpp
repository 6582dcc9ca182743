// A search for counterexamples where there are too many inputs to enumerate: inputs with ties,
// equal columns and entries at the ends of the grid first, then random ones; a counterexample that
// is found is made smaller, entry by entry, as long as it stays one.
//
// A formula is evaluated in full on every input that is tried, so what is refuted is false there.
// What is not is `unrefuted`, and nothing is claimed of other inputs. The counterexample need not
// be the first in the order of enumeration.
//
// The same inputs for the same grid, count and seed.   Tests  tests/unit/discharge/search_test.cpp
#pragma once
#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "discharge/decide.hpp"
#include "discharge/run_system.hpp"

namespace hardmax {

// An input, entry (r, k) at k d + r, as the digits of its ordinal.
using Digits = std::vector<std::uint64_t>;
// Each once: all entries equal; one entry, one column or one half apart from the others; columns
// that repeat with a period; rising and falling; entries at both ends in turn.
std::vector<Digits> notable_inputs(const Grid& grid);

class CounterexampleSearch {
 public:
  // Tries `count` inputs. Requires  a network, and fewer than 2^63 inputs.
  CounterexampleSearch(const RunSystem& system, std::uint64_t count, std::uint64_t seed,
                       const std::atomic<int>* stop);

  // Formulas of scope per_input. Each result becomes refuted, error, unrefuted, or undecided: an
  // input was found that settles it, and an earlier one may settle it otherwise
  // (discharge/defined.hpp). Errors  Interrupted: those not found false by then are as they were.
  void run(const std::vector<std::pair<ClaimResult*, claim::Formula>>& wanted) const;

 private:
  [[nodiscard]] std::uint64_t ordinal(const Digits& input) const;
  [[nodiscard]] claim::Outcome at(const claim::Formula& formula, const RunView& view,
                                  const Digits& input) const;
  [[nodiscard]] Digits smaller(const claim::Formula& formula, const RunView& view,
                               Digits input) const;

  const RunSystem& system_;
  Grid grid_;
  std::uint64_t count_, seed_;
  const std::atomic<int>* stop_;
};

}  // namespace hardmax
