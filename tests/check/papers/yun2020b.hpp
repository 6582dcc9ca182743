// The construction of yun2020b, written from Section E.2 and Assumption 1 of the paper: pattern,
// embedding, network, and what the network does to a grid input. Tokens, layers and rows count from
// 1, as in the paper; index 0 of a vector is not used. Ids are in units of delta = 1/D.
#pragma once
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "check/evaluate.hpp"
#include "check/overrides.hpp"
#include "check/pattern.hpp"
#include "papers/traces.hpp"

namespace hardmax::check {

// The names of a formula, and the stages: "layers(value)".
struct Name : Common {
  enum : int {
    p = own,
    s,
    c,
    shift,
    gamma,
    l,
    A,
    S,
    E,
    layers,
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
    qbreaks,
    qmap,
    q_hidden,
    q_pieces,
    q_flat,
    v_hidden,
    v_pieces,
    v_flat,
    v_low,
    v_high,
    f,
    out,
    out_R2,
    out_R3,
    moves,
    planted,
    planted_back,
    planted_R2,
    planted_R3
  };
};
enum class Stage { quantize, selective_shift, all_max_shift, value };

struct Parameters : Overrides {  // `run` of a certificate
  unsigned n = 0, d = 0;
  std::uint64_t D = 0;
  Pattern A;
  std::string target =
      "identity";  // of the value mapping; a table: its entries by input, token, row, in real units
  std::vector<Num> table;
  std::size_t p() const { return A.size() - 1; }
};

class Reach {  // S^t_k for t = 1, 2, ...
 public:
  using Level = std::vector<std::vector<std::uint64_t>>;  // level[k]: bit j % 64 of word j / 64 is
                                                          // set if j is in S^t_k
  explicit Reach(const Pattern& A) : A_(A) {}             // keeps the reference
  const Level& level(std::uint64_t t);  // throws Incomplete beyond 2^32 bits in all
  static bool has(const std::vector<std::uint64_t>& row, std::size_t j) {
    return row[j / 64] >> (j % 64) & 1u;
  }

 private:
  const Pattern& A_;
  std::deque<Level> levels_;
};

struct Derived {        // Assumption 1 and what follows from it
  bool self = false;    // (1.1)
  Tokens gamma, l;      // (1.2); empty if there is no gamma
  std::uint64_t s = 0;  // (1.3); 0 if there is none
  bool holds() const { return self && !gamma.empty() && s > 0; }
};
// gamma as FORMAT.md has it; for n > 12 the stated one, if it serves. Throws Incomplete where this
// program does not find out.
Derived derive(const Parameters& run, const Tokens& stated_gamma);

struct AttentionLayer {
  std::size_t mask = 0;  // the pattern layer it uses
  int heads =
      0;  // 2: selective shift, b_Q = low, high; 1: all-max shift, b_Q = low = 0; 0: the identity
  Num low, high, multiplier;
};

class Run final : public Model {
 public:
  Run(Parameters parameters, Derived derived);
  Run(const Run&) = delete;
  const Derived& derived() const { return derived_; }
  const std::vector<Num>& E() const {
    return E_;
  }  // real units; empty, like c and layer_count 0, if Assumption 1 fails
  const Num& c() const { return c_; }
  const Num& layer_count() const { return layer_count_; }
  const Num& input_count() const { return input_count_; }
  const Parameters& parameters() const { return run_; }

  // Builds the layers. Requires  Assumption 1. Throws Incomplete where all inputs, or the `most`
  // that will be executed, are more than 2^28 ids or 2^38 token steps.
  void build(std::uint64_t most = UINT64_MAX);
  const Num& id(std::uint64_t input, unsigned k) const { return trace(input).back()[k]; }

  std::uint64_t grid(std::uint64_t input, std::uint64_t r,
                     std::uint64_t k) const;  // an entry of G, in units of delta
  Num start(std::uint64_t input, std::uint64_t r, std::uint64_t k) const;  // of G + E
  Trace execute(Ids ids) const;

  std::uint64_t inputs() const override {
    return static_cast<std::uint64_t>(*input_count_.small_integer());
  }
  std::string input_text(std::uint64_t input) const override;
  Num number(int name, const Num* a,
             const std::uint64_t* inputs) const override;  // in the paper's real units
  Set set(int name, const Num* a) const override;

 private:
  const Trace& trace(std::uint64_t input) const;
  Num psi(const AttentionLayer& layer, const Num& bias, const Ids& x, std::uint64_t k) const;
  const Ids& after(const Num& t, std::uint64_t input) const {
    return trace(input)[state_[index(t, 0, layers_.size() - 1)]];
  }
  Num v(const Num& t, std::uint64_t input, const Num& k) const {
    return after(t, input)[index(k, 1, run_.n)] * delta_;
  }

  Parameters run_;
  Derived derived_;
  Num D_, delta_, q_, Delta_, shift_, c_, selective_, layer_count_, input_count_;
  std::vector<Num> E_;
  std::vector<AttentionLayer> layers_;  // layers_[t], t = 1..
  std::vector<std::size_t> state_;      // where in a trace the ids after t layers are
  mutable Reach reach_;
  mutable std::vector<std::vector<Set>> A_;  // made when asked for
  mutable Traces traces_;
};

}  // namespace hardmax::check
