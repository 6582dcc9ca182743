// What sparsebert fixes of its sweep (A.2.2): attention without the own token, two global shifts
// with the multiplier Delta_h / delta, where Delta_h = delta (delta^{-d} - 1)(delta^{-nd} +
// delta^{-d} + 1). delta (delta^{-d} - 1) is the largest column id; the source has no positional
// encodings, and the variant with them (those of yun2020a, Section C) has the largest id it has:
// more by (n - 1)(1 + D + ... + D^{d-1}).
#include "papers/sweep.hpp"

namespace hardmax::check {

std::unique_ptr<Construction> build_sparsebert(const Json& run, const Json& derived,
                                               std::uint64_t most) {
  static constexpr SweepPaper paper{"sparsebert", false, false, 2, [](const SweepParameters& of) {
                                      const Num q = power_of(of.D, of.d),
                                                inputs = power_of(of.D, std::uint64_t{of.n} * of.d);
                                      Num largest = q - Num(1);  // in units of delta
                                      for (std::uint64_t i = 1; of.positional && i <= of.d; ++i)
                                        largest = largest + number_of(of.n - 1) * power_of(of.D, i);
                                      return largest * (inputs + q + Num(1));
                                    }};
  return std::make_unique<SweepRun>(paper, run, derived, most);
}

}  // namespace hardmax::check
