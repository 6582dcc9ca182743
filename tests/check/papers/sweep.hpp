// What the constructions of yun2020a (Sections B.4 to B.6, C) and sparsebert (Section A.2.2) have
// in common: dense attention, a sweep of selective shifts over all column ids, then global shifts.
// What a paper fixes is a SweepPaper, in its own file. Tokens, layers and rows count from 1; index
// 0 of a vector is not used. Ids are in units of delta = 1/D.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "check/overrides.hpp"
#include "papers/papers.hpp"
#include "papers/traces.hpp"

namespace hardmax::check {

struct SweepName : Common {
  enum : int {
    q = own,
    positional,
    extended,
    G,
    category,
    columns,
    sorted,
    shift,
    c,
    layers,
    heads,
    v,
    z,
    zt,
    id,
    entry,
    head,
    swapped,
    qbreaks,
    qmap,
    qstep,
    q_hidden,
    q_pieces,
    q_flat,
    zeroed,
    zeroed_R2,
    planted,
    planted_R2
  };
};
enum class SweepStage { quantize, selective_shift, global_shift };

struct SweepParameters : Overrides {  // `run` of a certificate
  unsigned n = 0, d = 0;
  std::uint64_t D = 0;
  bool extended = false, positional = false;
};

struct SweepPaper {
  const char* name;
  bool extended_grid;  // G+ is defined
  bool sees_itself;    // the keys of a token are all tokens, or all others
  std::uint64_t global_shifts;
  Num (*multiplier)(const SweepParameters&);  // of the global shifts
};

Num power_of(std::uint64_t base, std::uint64_t exponent);

class SweepRun final : public Construction {
 public:
  // Reads `run` and compares `derived` (construction.hpp).
  SweepRun(const SweepPaper& paper, const Json& stated, const Json& stated_derived,
           std::uint64_t most);
  SweepRun(const SweepRun&) = delete;

  const Vocabulary& names() const override;
  bool executed() const override { return true; }
  Num layer_count() const override { return number_of(layers_.size() - 1); }
  unsigned tokens() const override { return run_.n; }
  const Num& id(std::uint64_t input, unsigned token) const override {
    return trace(input).back()[token];
  }
  std::uint64_t inputs() const override {
    return static_cast<std::uint64_t>(*input_count_.small_integer());
  }
  std::string input_text(std::uint64_t input) const override;
  Num number(int name, const Num* a,
             const std::uint64_t* inputs) const override;  // in the papers' real units
  Set set(int name, const Num* a) const override;

 private:
  using Column = std::vector<Num>;  // entries r = 1..d
  struct Layer {
    int heads =
        0;  // 2: selective shift, b_Q = low, high; 1: global shift, b_Q = low = 0; 0: dropped
    Num low, high, multiplier;
  };

  void read(const Json& stated);
  Json derived() const;
  void build(std::uint64_t most);

  Num grid(std::uint64_t input, std::uint64_t r,
           std::uint64_t k) const;  // an entry of the input, in units of delta
  Num start(std::uint64_t input, std::uint64_t r, std::uint64_t k) const {
    return grid(input, r, k) + E_[k] * D_;
  }
  Num u(const Column& z) const;                                  // u^T z
  Column column_of(std::uint64_t input, std::uint64_t k) const;  // of the input
  int category(std::uint64_t input) const;
  std::size_t columns(std::uint64_t input) const;  // different ones
  bool sorted(std::uint64_t input) const;
  std::uint64_t exchanged(std::uint64_t input,
                          std::uint64_t i) const;  // with tokens i and i + 1 exchanged

  const Trace& trace(std::uint64_t input) const;
  Num psi(const Num& bias, const Ids& x, std::uint64_t k) const;
  const Ids& after(const Num& t, std::uint64_t input) const {
    return trace(input)[state_[index(t, 0, layers_.size() - 1)]];
  }
  Num v(const Num& t, std::uint64_t input, const Num& k) const {
    return after(t, input)[index(k, 1, run_.n)] * delta_;
  }
  Num entry(const Num& t, std::uint64_t input, std::uint64_t r,
            std::uint64_t k) const;                           // in units of delta
  Column mapped(std::uint64_t input, std::uint64_t k) const;  // g_c(H)_k
  Num number_of_input(int name, const Num* a, const std::uint64_t* inputs) const;

  // sweep_stages.cpp: quantiser and value mapping
  std::uint64_t quantizer_layers() const;  // of all rows
  std::uint64_t row_layers() const { return quantizer_layers() / run_.d; }
  std::uint64_t usable_quantizer() const;  // the same; throws LimitMet if there are too many
  Num quantize(std::uint64_t layers, std::uint64_t r,
               Num x) const;  // the first `layers` layers, on an entry of row r, in units of delta
  Num quantize_once(std::uint64_t t, std::uint64_t r, const Num& x) const;  // layer t alone
  bool clips(std::uint64_t t) const {
    return !run_.positional && (t - 1) % row_layers() == 0;
  }  // layer t is the first of its row, of B.4
  std::uint64_t step_of(std::uint64_t t) const {
    return (t - 1) % row_layers() - (run_.positional ? 0 : 1);
  }                            // k of any other
  const Num& largest() const;  // M of B.6
  Num zeroed(std::uint64_t input, std::uint64_t r, std::uint64_t k) const;
  void build_windows() const;
  using Target = std::function<Column(std::size_t layer)>;
  Num K() const;  // of the repaired mapping
  Column through(Column z, const Target& target, bool repaired) const;
  Num planted(bool repaired, const Num* a, const std::uint64_t* inputs) const;

  const SweepPaper& paper_;
  SweepParameters run_;
  Num D_, delta_, q_, shift_, c_, selective_, input_count_;
  std::vector<Num> E_;  // real units
  std::vector<Layer> layers_;
  std::vector<std::size_t> state_;  // where in a trace the ids after t layers are
  mutable Traces traces_;
  mutable std::optional<Num> largest_;
  struct Window {  // of a value layer: made for token k of an input
    std::uint64_t input, k;
    Num id;
  };
  mutable std::optional<std::vector<Window>> windows_;  // in the order of the layers
  mutable std::vector<std::size_t> by_id_;              // the layers, by increasing id
};

}  // namespace hardmax::check
