// What is executed and looked at, whatever the paper: inputs, network, and the names of its run.
// Enumeration and the passes over inputs know no more of a construction than this.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "claim/claim.hpp"
#include "execute/grid.hpp"
#include "network/network.hpp"

namespace hardmax {

struct RunContext;

// One thread's look at a run: claims read names, totals read ids.
class RunView : public claim::Model {
 public:
  // Of an input, a number for each token, units of delta. Requires  a network.
  [[nodiscard]] virtual std::vector<Rational> after_shift(
      std::uint64_t ordinal) const = 0;  // after the selective shifts
  [[nodiscard]] virtual std::vector<Rational> ids(
      std::uint64_t ordinal) const = 0;  // after the last attention layer
};

class RunSystem {
 public:
  virtual ~RunSystem() = default;
  [[nodiscard]] virtual const claim::Vocabulary& names() const = 0;
  [[nodiscard]] virtual Grid inputs() const = 0;      // how they are numbered
  [[nodiscard]] virtual std::uint64_t D() const = 0;  // 1/delta
  // Traces of `cached_inputs` inputs are kept at a time. The view keeps a reference to the system.
  [[nodiscard]] virtual std::unique_ptr<RunView> open(std::size_t cached_inputs) const = 0;

  // The network as the integer engines take it: Z = G + E for a grid point G of inputs().
  struct Executable {
    const Network& network;
    const Pattern& pattern;
    std::vector<Rational> E;  // units of delta
    std::size_t selective_layers;
  };
  // Empty if no network was built, or the inputs are no grid points.
  [[nodiscard]] virtual std::optional<Executable> executable() const = 0;
  // A view of those inputs alone that a formula speaks of, in their order: its verdict, witness and
  // vacuity there are those on all inputs. nullptr: of all.
  [[nodiscard]] virtual std::unique_ptr<RunView> open_for(const claim::Formula&) const {
    return nullptr;
  }
  // Builds what a formula needs beyond the inputs it looks at, before it is timed.
  virtual void prepare(const claim::Formula&) const {}
  // For claims compiled into programs (discharge/claim_program.hpp); nullptr: they are not.
  [[nodiscard]] virtual const RunContext* compilable() const { return nullptr; }
};

}  // namespace hardmax
