// A run's ids from the integer engine, everything else from the literal executor: what claims look
// at when inputs are many.
//
// z(H, k), zt(H, k) and id(H, k) are answered by IdRun (execute/id_run.hpp), which executes the
// same network at id level and is tested against the literal executor on every construction; any
// other name goes to the literal view of the run. verify-check re-executes by the definitions
// whatever was used here.
//
// Not thread-safe: every thread has one of its own.
#pragma once
#include <vector>

#include "discharge/run_system.hpp"
#include "execute/id_run.hpp"

namespace hardmax {

class IdModel final : public RunView {
 public:
  // Requires  `program` derived from the system's network, snapshot after the selective stage; both
  // outlive the model. The names are z(H, k), zt(H, k) and id(H, k).
  IdModel(const RunSystem& system, const IdProgram& program, std::size_t cached_inputs);

  [[nodiscard]] claim::Value read(std::size_t accessor,
                                  std::span<const claim::Value> arguments) const override;
  [[nodiscard]] std::uint64_t input_count() const override { return literal_->input_count(); }
  [[nodiscard]] std::string show(claim::Input input) const override {
    return literal_->show(input);
  }
  [[nodiscard]] std::vector<Rational> after_shift(std::uint64_t ordinal) const override {
    return in_units(row(ordinal).after_shift);
  }
  [[nodiscard]] std::vector<Rational> ids(std::uint64_t ordinal) const override {
    return in_units(row(ordinal).ids);
  }

  // Real units, token by token.
  struct Row {
    std::uint64_t ordinal = 0;
    bool filled = false;
    std::vector<Rational> initial, after_shift, ids;
  };
  const Row& row(std::uint64_t ordinal) const;

 private:
  [[nodiscard]] std::vector<Rational> in_units(std::vector<Rational> real) const;

  std::unique_ptr<RunView> literal_;
  const IdProgram& program_;
  Rational delta_;
  std::size_t z_, zt_, id_;  // indices in the vocabulary
  mutable IdRun run_;
  mutable std::vector<Row> cache_;
};

}  // namespace hardmax
