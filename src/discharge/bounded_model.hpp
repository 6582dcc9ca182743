// A model that stops answering after a number of reads and of members of domains: the cost of a
// formula that goes through several inputs at once cannot be foreseen from its text (it may be
// decided by its first part), so it is run under a bound that does not depend on the machine.
#pragma once
#include <atomic>

#include "claim/claim.hpp"
#include "exact/error.hpp"

namespace hardmax {

class BoundedModel final : public claim::Model {
 public:
  // Errors  Interrupted, once `stop` is not 0.
  BoundedModel(const claim::Model& model, std::uint64_t reads, const std::atomic<int>* stop)
      : model_(model), stop_(stop), left_(reads) {}

  [[nodiscard]] claim::Value read(std::size_t accessor,
                                  std::span<const claim::Value> arguments) const override {
    step(1);
    return model_.read(accessor, arguments);
  }
  void step(std::uint64_t cost) const override {
    if (stop_ != nullptr && stop_->load() != 0) throw Interrupted(stop_->load());
    if (left_ < cost) left_ = 0;
    if (left_ == 0) throw LimitReached("cost");
    left_ -= cost;
  }
  [[nodiscard]] std::uint64_t input_count() const override { return model_.input_count(); }
  [[nodiscard]] std::string show(claim::Input input) const override { return model_.show(input); }
  [[nodiscard]] bool exhausted() const { return left_ == 0; }

 private:
  const claim::Model& model_;
  const std::atomic<int>* stop_;
  mutable std::uint64_t left_;
};

}  // namespace hardmax
