#include "discharge/range_program.hpp"

#include <algorithm>
#include <map>

#include "discharge/formula_compiler.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

constexpr std::size_t kMostInstances = std::size_t{1} << 12;  // that are written out

// There is no input.
class RangeNames final : public InputNames {
 public:
  RangeNames(const std::optional<QuantizerOfRun>& quantizer, FlatGraph& graph)
      : quantizer_(quantizer), graph_(graph) {}
  [[nodiscard]] const claim::Vocabulary& vocabulary() const override { return run_vocabulary(); }
  [[nodiscard]] Term read(const NameCall&) override { throw NotFlat("a name of an input"); }
  [[nodiscard]] std::uint64_t entries() const override { return 0; }
  [[nodiscard]] std::uint64_t stride(std::uint32_t) const override { return 0; }
  [[nodiscard]] bool over_ranges() const override { return true; }

  [[nodiscard]] Term read_at_terms(std::size_t accessor,
                                   const std::vector<Term>& arguments) override {
    if (!quantizer_ || static_cast<Name>(accessor) != Name::qmap_)
      return InputNames::read_at_terms(accessor, arguments);
    const QuantizerStage::Stairs& stairs = stairs_at(accessor, arguments);
    const Term x = Rational(quantizer_->D) * arguments[2];
    const Term stair = graph_.floor(Rational(1) / stairs.width * (x - Term(stairs.low)));
    const Test on_stairs = graph_.both(graph_.at_most(Term(), stair),
                                       graph_.less(stair, Term(Rational(stairs.count))));
    const Test made =
        graph_.at_most(Rational(stairs.every) * stair + Term(Rational(stairs.layer)), arguments[0]);
    return Rational(1) / Rational(quantizer_->D) *
           graph_.select(graph_.both(on_stairs, made), stairs.width * stair + Term(stairs.low), x);
  }

  [[nodiscard]] Progression set_at_terms(std::size_t accessor,
                                         const std::vector<Term>& arguments) override {
    if (!quantizer_ || static_cast<Name>(accessor) != Name::qbreaks_)
      return InputNames::set_at_terms(accessor, arguments);
    const QuantizerStage::Stairs& stairs = stairs_at(accessor, arguments);
    const Term begun = graph_.floor(Rational(1) / Rational(stairs.every) *
                                    (arguments[0] - Term(Rational(stairs.layer)))) +
                       Term(1);
    const Rational delta = Rational(1) / Rational(quantizer_->D);
    return {delta * stairs.low, delta * stairs.width,
            graph_.max({Term(), graph_.min({Term(Rational(stairs.count)), begun})})};
  }

 private:
  using Test = FlatGraph::Test;
  // Of the row that is the second argument, with the first one a number of layers.
  const QuantizerStage::Stairs& stairs_at(std::size_t accessor,
                                          const std::vector<Term>& arguments) {
    const Term& layers = arguments[0];
    const bool whole = layers.constant.is_integer() &&
                       std::all_of(layers.parts.begin(), layers.parts.end(),
                                   [](const auto& part) { return part.second.is_integer(); });
    const Span range = graph_.bounds(layers);
    const QuantizerStage& stage = quantizer_->stage();
    if (!whole || range.low.sign() < 0 || range.high > Rational(stage.layers()) ||
        !arguments[1].is_constant())
      throw NotFlat("an index of the quantiser that may be out of range");
    const claim::Value row = arguments[1].constant;
    const auto r = NameCall{accessor, std::span(&row, 1)}.index(0, 1, quantizer_->d) - 1;
    auto known = stairs_.find(r);
    if (known == stairs_.end()) known = stairs_.emplace(r, stage.stairs(r)).first;
    if (!known->second) throw NotFlat("a quantiser that is no stairs");
    return *known->second;
  }

  const std::optional<QuantizerOfRun>& quantizer_;
  FlatGraph& graph_;
  std::map<std::uint64_t, std::optional<QuantizerStage::Stairs>> stairs_;  // by row
};

// How many choices there are, if not too many.
std::optional<std::uint64_t> product_of_sizes(const std::vector<std::uint64_t>& sizes) {
  std::uint64_t choices = 1;
  for (const std::uint64_t size : sizes) {
    if (size > (std::uint64_t{1} << 40) / choices) return std::nullopt;
    choices *= size;
  }
  return choices;
}

}  // namespace

std::optional<claim::Outcome> shown_over_ranges(const claim::Formula& formula,
                                                const claim::Model& model,
                                                const std::optional<QuantizerOfRun>& quantizer,
                                                std::uint64_t least) {
  bool vacuous = true;
  try {
    FlatGraph graph(true);
    RangeNames names(quantizer, graph);
    FormulaCompiler compiler(formula, model, 0, graph, names);
    compiler.limit_instances(kMostInstances);
    const auto outer = product_of_sizes(compiler.ranges());
    if (compiler.ranges().empty() || !outer ||
        (*outer < least && !compiler.has_ranges_further_in()))
      return std::nullopt;
    const FormulaCompiler::Answer answer = compiler.compile();
    const std::vector<std::uint64_t> sizes = compiler.ranges();
    const auto all = product_of_sizes(sizes);
    if (!all || *all < least) return std::nullopt;
    const std::uint64_t choices = *all;
    const FlatProgram program =
        graph.compile({graph.both(answer.truth, graph.negate(answer.unsure)), answer.vacuous});
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
