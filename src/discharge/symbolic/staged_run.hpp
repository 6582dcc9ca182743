// A run of a network in stages (network/stages.hpp) as claims see it: what does not depend on the
// input, and one input at a time. No layer is built, so the network may have any number of them.
//
// Units     of delta, but what read() answers, which is in real units.
// Trust     tests/unit/discharge/symbolic_claims_test.cpp holds one input to the literal executor,
// after every layer.
#pragma once
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "discharge/run_names.hpp"
#include "network/construction.hpp"
#include "network/stages.hpp"

namespace hardmax {

class SymbolicValues;  // discharge/symbolic/values.hpp

struct StagedRun {
  Parameters parameters;
  StagedNetwork network;
  const Pattern* pattern = nullptr;  // who attends to whom
  std::vector<Rational> E;           // of each column, every row alike
  Rational shift, c;
  std::size_t p = 1;                // attention layers of a window; one of them does something
  std::size_t last = 0;             // layers after the sweeps, dropped ones included
  std::set<std::uint64_t> dropped;  // layers, from 1

  // Layers are numbered from 1.
  [[nodiscard]] Rational sweep_layers() const {
    return Rational(network.sweeps.size()) * Rational(p) * network.values;
  }
  [[nodiscard]] Rational value_layers() const {
    return Rational(parameters.n) * power(parameters.D, parameters.n * parameters.d);
  }
  [[nodiscard]] Rational layers() const { return sweep_layers() + Rational(last); }
  [[nodiscard]] Rational layer_of_window(std::size_t sweep, const Rational& b) const;
  [[nodiscard]] Rational layer_of_all_max(std::size_t number) const;  // of network.all_max
  // What a layer is. Requires  1 <= layer <= layers().
  struct Layer {
    std::size_t pattern_layer = 0;
    std::size_t heads = 0;  // 0: the identity
    std::optional<std::size_t> sweep;
    Rational b;  // the window, in a sweep
  };
  [[nodiscard]] Layer layer(const Rational& number) const;
};

// The names that are answered here, of either vocabulary.
enum class StagedName {
  other,
  c,
  shift,
  E,
  sweep_layers,
  last_layers,
  mask,
  heads,
  bq,
  G,
  entry,
  v,
  head,
  z,
  zt,
  M,
  id,
  category,
  columns,
  sorted,
  value_layers,
  v_hidden,
  v_pieces,
  v_flat,
  v_low,
  v_high,
  f,
  out_R2,
  out_R3,
  planted,
  planted_back,
  planted_R2,
  planted_R3
};  // of the value mapping, of yun2020b
std::vector<StagedName> staged_names(const claim::Vocabulary& vocabulary);
bool is_of_layer(StagedName name);                // its first argument is the number of a layer
std::size_t of_any_value_layer(StagedName name);  // v_hidden, v_pieces, v_flat

// A whole number within its range, of any size.  Errors  Undefined, as NameCall::index.
Rational whole_argument(const NameCall& call, std::size_t position, const Rational& first,
                        const Rational& last);
// The number of layers after which an id is asked for by v, z, zt, M or id.
Rational layers_of(const StagedRun& run, StagedName name, const NameCall& call);

class StagedModel final : public claim::Model {
 public:
  // `rest` answers all other names that do not depend on the input. With an input, its entries (r,
  // k) at k d + r, that is the only one there is.
  StagedModel(const StagedRun& run, const claim::Vocabulary& vocabulary, const claim::Model& rest,
              std::optional<std::vector<Rational>> input = std::nullopt);

  // Errors  Undefined, LimitReached: a name of the input that is not answered; an input whose ids
  // do not stay whole and, after the sweeps, positive.
  [[nodiscard]] claim::Value read(std::size_t accessor,
                                  std::span<const claim::Value> arguments) const override;
  [[nodiscard]] std::uint64_t input_count() const override { return input_ ? 1 : 0; }
  [[nodiscard]] std::string show(claim::Input input) const override;

  [[nodiscard]] const Rational& id(const Rational& layers, Token k) const;  // after so many layers
  void follow_values(const SymbolicValues* values) {
    values_ = values;
  }  // who says what comes out of them; outlives the object

 private:
  struct Change {
    Rational layer;  // that made it
    Rational id;
  };
  void execute() const;
  void sweep(std::size_t number) const;
  [[nodiscard]] claim::Value of_input(StagedName name, const NameCall& call) const;
  [[nodiscard]] Rational entry(const Rational& layers, std::size_t r, Token k) const;
  [[nodiscard]] std::vector<Rational> columns() const;  // ids without encodings

  const StagedRun& run_;
  const claim::Vocabulary& vocabulary_;
  const claim::Model& rest_;
  const SymbolicValues* values_ = nullptr;
  std::vector<StagedName> names_;
  std::optional<std::vector<Rational>> input_;
  mutable std::vector<std::vector<Change>>
      changes_;  // of each token, the first one layer 0; empty: not executed
  mutable std::optional<Rational> stopped_at_;  // a layer that is not followed, by an id that is no
                                                // whole number or not positive
};

}  // namespace hardmax
