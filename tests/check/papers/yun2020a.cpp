// What yun2020a fixes of its sweep: B.5, one global shift with the multiplier delta^{-(n+1)d}; C.2,
// with positional encodings, n delta^{-(n+1)d-1}.
#include "papers/sweep.hpp"

namespace hardmax::check {

std::unique_ptr<Construction> build_yun2020a(const Json& run, const Json& derived,
                                             std::uint64_t most) {
  static constexpr SweepPaper paper{
      "yun2020a", true, true, 1, [](const SweepParameters& of) {
        const std::uint64_t exponent = (of.n + std::uint64_t{1}) * of.d;
        return of.positional ? number_of(of.n) * power_of(of.D, exponent + 1)
                             : power_of(of.D, exponent);
      }};
  return std::make_unique<SweepRun>(paper, run, derived, most);
}

}  // namespace hardmax::check
