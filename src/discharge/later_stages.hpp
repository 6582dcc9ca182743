// The feed-forward stages of a run, each built when it is first asked for and then shared by all
// threads.
#pragma once
#include <atomic>
#include <optional>

#include "discharge/from_file.hpp"
#include "discharge/quantizer_stage.hpp"
#include "discharge/value_stage.hpp"
#include "exact/once.hpp"

namespace hardmax {

class LaterStages {
 public:
  // Keeps the references. `construction` is absent if the network was not built. `quantizer`
  // replaces the quantiser's layers (tests do that, to break it in ways no override names).
  LaterStages(const Parameters& parameters, const Pattern& pattern, const Assumption1& assumption,
              const Construction* construction, const Overrides& overrides, Target target,
              std::optional<std::vector<Layer>> quantizer = std::nullopt)
      : parameters_(parameters),
        pattern_(pattern),
        assumption_(assumption),
        construction_(construction),
        overrides_(overrides),
        target_(std::move(target)),
        given_quantizer_(std::move(quantizer)) {}

  [[nodiscard]] const Target& target() const { return target_; }

  // Errors  LimitReached beyond QuantizerStage::max_size.
  [[nodiscard]] const QuantizerStage& quantizer() const {
    quantizer_once_.call([&] {
      quantizer_.emplace(given_quantizer_ ? *given_quantizer_ : quantizer_layers(), parameters_.d);
    });
    return *quantizer_;
  }
  // Errors  LimitReached beyond ValueStage::max_layers, or without a network.
  [[nodiscard]] const ValueStage& value() const {
    value_once_.call([&] {
      if (construction_ == nullptr) throw LimitReached("the network of this run was not built");
      value_.emplace(*construction_, pattern_, assumption_, overrides_, target_, quantizer());
      value_built_ = true;
    });
    return *value_;
  }
  [[nodiscard]] bool value_built() const { return value_built_; }

 private:
  [[nodiscard]] std::vector<Layer> quantizer_layers() const {
    const auto& [n, d, D] = parameters_;
    const Rational size = Rational(d * n) * Rational(D) * Rational(d);
    if (size > Rational(QuantizerStage::max_size))
      throw LimitReached("the quantiser has d^2 n D = " + size.str() + ", more than " +
                         std::to_string(QuantizerStage::max_size));
    if (!assumption_.holds()) throw LimitReached("the network of this run was not built");
    return hardmax::quantizer_layers(parameters_, pattern_, assumption_, overrides_.qdrop);
  }

  Parameters parameters_;
  const Pattern& pattern_;
  const Assumption1& assumption_;
  const Construction* construction_;
  const Overrides& overrides_;
  Target target_;
  std::optional<std::vector<Layer>> given_quantizer_;
  mutable Once quantizer_once_, value_once_;
  mutable std::optional<QuantizerStage> quantizer_;
  mutable std::optional<ValueStage> value_;
  mutable std::atomic<bool> value_built_{false};
};

}  // namespace hardmax
