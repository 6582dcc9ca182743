#include "discharge/range_program.hpp"

#include "discharge/formula_compiler.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

constexpr std::size_t kMostInstances = std::size_t{1} << 12;  // that are written out

// There is no input.
class RangeNames final : public InputNames {
 public:
  [[nodiscard]] const claim::Vocabulary& vocabulary() const override { return run_vocabulary(); }
  [[nodiscard]] Term read(const NameCall&) override { throw NotFlat("a name of an input"); }
  [[nodiscard]] std::uint64_t entries() const override { return 0; }
  [[nodiscard]] std::uint64_t stride(std::uint32_t) const override { return 0; }
  [[nodiscard]] bool over_ranges() const override { return true; }
};

}  // namespace

std::optional<claim::Outcome> shown_over_ranges(const claim::Formula& formula, const claim::Model& model, std::uint64_t least) {
  bool vacuous = true;
  try {
    FlatGraph graph(true);
    RangeNames names;
    FormulaCompiler compiler(formula, model, 0, graph, names);
    compiler.limit_instances(kMostInstances);
    const std::vector<std::uint64_t> sizes = compiler.ranges();
    std::uint64_t choices = 1;
    for (const std::uint64_t size : sizes) {
      if (size > (std::uint64_t{1} << 40) / choices) return std::nullopt;
      choices *= size;
    }
    if (sizes.empty() || choices < least) return std::nullopt;
    const FormulaCompiler::Answer answer = compiler.compile();
    const FlatProgram program = graph.compile({graph.both(answer.truth, graph.negate(answer.unsure)), answer.vacuous});
    FlatRunner runner(program, CpuPath::automatic);
    for (std::uint64_t first = 0; first < choices; first += kernel::kFlatGroup) {
      model.step();
      // Choices beyond the last are the first ones again.
      runner.fill([&](std::uint32_t leaf, std::int64_t* out) {
        std::uint64_t stride = 1;
        for (std::size_t i = leaf + 1; i < sizes.size(); ++i) stride *= sizes[i];
        fill_digits(out, first, stride, sizes[leaf]);
      });
      runner.run();
      for (std::size_t word = 0; word < kernel::kMaskWords; ++word) {
        if (~runner.output(0, word) != 0) return std::nullopt;
        vacuous = vacuous && ~runner.output(1, word) == 0;
      }
    }
  } catch (const NotFlat&) {
    return std::nullopt;
  } catch (const Undefined&) {
    return std::nullopt;
  } catch (const LimitReached&) {
    return std::nullopt;
  }
  claim::Outcome outcome;
  outcome.truth = claim::Truth::yes;
  outcome.vacuous = vacuous;
  return outcome;
}

}  // namespace hardmax
