// A run of yun2020b as claims see it: the names of proofs/README.md, "Names of a run", in real
// units.
//
// States are computed by the literal executor, one input at a time, and kept in a small cache, so
// that all claims about an input share one execution. Not thread-safe: every thread has a model of
// its own over the same construction.
//
// Source    yun2020b E.2.   Trust  verify-check re-executes the network from its definition and
// evaluates the same formulas.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "claim/claim.hpp"
#include "discharge/later_stages.hpp"
#include "discharge/run_names.hpp"
#include "discharge/run_system.hpp"
#include "discharge/soft/states.hpp"
#include "execute/grid.hpp"
#include "execute/literal.hpp"
#include "network/construction.hpp"

namespace hardmax {

// What a run consists of. The construction is absent if Assumption 1 fails or the network would be
// too large to build.
struct RunContext {
  Parameters parameters;
  const Pattern* pattern = nullptr;
  const Assumption1* assumption = nullptr;
  const Construction* construction = nullptr;
  std::shared_ptr<const LaterStages> later =
      nullptr;  // quantiser and value mapping; without them their names end as LimitReached
};

class RunModel final : public RunView {
 public:
  // `cached_inputs` traces are kept at a time.
  RunModel(RunContext context, std::size_t cached_inputs);

  [[nodiscard]] claim::Value read(std::size_t accessor,
                                  std::span<const claim::Value> arguments) const override;
  [[nodiscard]] std::uint64_t input_count() const override { return input_count_; }
  [[nodiscard]] std::string show(claim::Input input) const override {
    return grid_.show(input.ordinal);
  }
  [[nodiscard]] std::vector<Rational> after_shift(std::uint64_t ordinal) const override {
    return ids_of(ordinal, construction().selective_layers);
  }
  [[nodiscard]] std::vector<Rational> ids(std::uint64_t ordinal) const override {
    return ids_of(ordinal, construction().network.size());
  }

  // States before the first and after every attention layer, in units of delta; ids of every column
  // at each of them.
  struct Trace {
    std::uint64_t ordinal = 0;
    std::vector<State<Rational>> states;
    std::vector<Rational> ids;       // t * n + k, units of delta
    std::vector<Rational> real_ids;  // the same in real units, which formulas read
  };
  const Trace& trace(std::uint64_t ordinal) const;

 private:
  [[nodiscard]] claim::Value read_later(const NameCall& call) const;  // later_names.cpp
  [[nodiscard]] claim::Value read_quantizer(const NameCall& call) const;
  [[nodiscard]] const LaterStages& later() const;
  [[nodiscard]] Rational quantized(std::uint64_t t, std::uint64_t row, const Rational& x) const;
  [[nodiscard]] const Construction& construction() const;
  [[nodiscard]] std::vector<Rational> ids_of(std::uint64_t ordinal, std::size_t layers) const;
  [[nodiscard]] Rational in_real_units(const Rational& units) const { return units * delta_; }
  [[nodiscard]] claim::Set reached(std::uint64_t t, std::uint64_t k) const;

  RunContext context_;
  Grid grid_;
  std::uint64_t input_count_ = 0;
  Rational delta_;
  std::optional<Literal<ExactHardmax>> literal_;
  mutable std::vector<std::optional<Trace>> cache_;
  mutable std::optional<SoftStates> soft_;
  mutable std::vector<std::vector<std::vector<bool>>> reached_;  // S^t_k, t from 1
  struct HashOfEntry {
    std::size_t operator()(const std::pair<std::uint64_t, Rational>& entry) const {
      return ((entry.first * 31 + entry.second.numerator_mod64()) * 31 +
              entry.second.denominator_mod64()) *
                 0x9e3779b97f4a7c15U >>
             8;
    }
  };
  mutable std::unordered_map<std::pair<std::uint64_t, Rational>,
                             std::vector<QuantizerStage::Change>, HashOfEntry>
      paths_;  // through the quantiser, by row and entry
};

// The run of a pattern as enumeration sees it. Keeps a copy of the context, which holds references.
class PatternSystem final : public RunSystem {
 public:
  explicit PatternSystem(RunContext context) : context_(std::move(context)) {}
  [[nodiscard]] const claim::Vocabulary& names() const override { return run_vocabulary(); }
  [[nodiscard]] Grid inputs() const override {
    return {context_.parameters.n, context_.parameters.d, context_.parameters.D};
  }
  [[nodiscard]] std::uint64_t D() const override { return context_.parameters.D; }
  [[nodiscard]] std::unique_ptr<RunView> open(std::size_t cached_inputs) const override {
    return std::make_unique<RunModel>(context_, cached_inputs);
  }
  [[nodiscard]] std::optional<Executable> executable() const override;
  void prepare(const claim::Formula& formula)
      const override;  // the value mapping, if it is needed and not too large
  [[nodiscard]] const RunContext* compilable() const override { return &context_; }

 private:
  RunContext context_;
};

}  // namespace hardmax
