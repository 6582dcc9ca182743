// A run of a construction file in the numbers, layers and stages that engines and claims work with,
// in units of delta. Nothing here is the knowledge of a paper: what is run is what the file says.
//
// The file    has the parameters n, d, D; tokens 1..n; rows d; inputs with the entries 0, 1/D, ...,
// 1 - 1/D (of a variant, any), token by token; and starts from G(H, r, k) + E(k). The network of
// `states` is the attention; its last stage is the one that `layers(all_max_shift)` and
// `layers(global_shift)` are about. The network before it quantises. E(k), shift and c are choices,
// which --with changes.
// Speed       a file is read once; layers are made when they are first asked for.
// Errors      InvalidInput: option (a change that says what is not there), file (another
// construction than the above, or a term without a value); LimitReached.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "network/construction.hpp"
#include "network/every_size.hpp"
#include "network/stages.hpp"
#include "pattern/assumption1.hpp"
#include "subject/reading.hpp"

namespace hardmax {

class FileRun {
 public:
  // `pattern` and `assumption`, where the file requires a pattern, outlive the run.
  FileRun(std::string_view id, const Parameters& parameters, const Overrides& overrides,
          const std::vector<std::string>& variants = {}, const Pattern* pattern = nullptr,
          const Assumption1* assumption = nullptr);

  // Of each column, every row alike, real units. `shift`, `c` have no unit.
  struct Weights {
    std::vector<Rational> E;
    Rational shift, c;
  };
  [[nodiscard]] const Weights& weights() const { return weights_; }
  [[nodiscard]] Rational attention_layers() const;
  [[nodiscard]] Rational selective_layers() const;  // before the last stage
  [[nodiscard]] Rational quantizer_layers() const;

  // Are entries of inputs 0, 1/D, ..., 1 - 1/D? Else nothing but `entries` may be asked for.
  [[nodiscard]] bool on_grid() const { return on_grid_; }
  void require_grid() const;  // Errors  InvalidInput (file)

  // Of a run without a pattern: every token looks at all tokens, or at all others.  Errors
  // LimitReached: the network has no such shape.
  [[nodiscard]] StagedNetwork stages() const;
  // Of a run with the least D, for every D from it on.
  [[nodiscard]] StagedNetworkOf<WholePolynomial> stages_of_every_D() const;
  // Of a run without a pattern: do tokens look at all tokens, in every layer, or at all others?
  // Errors  LimitReached: that is not the same for all layers, or the network has no such shape.
  [[nodiscard]] bool sees_itself() const;

  [[nodiscard]] std::vector<Layer> attention() const;
  // W_2 of the layers in `dropped` (1-based) is 0.
  [[nodiscard]] std::vector<Layer> quantizer(const std::set<std::uint64_t>& dropped) const;
  // Of the layers of the last network, t -> f(t/D).
  [[nodiscard]] PiecewiseLinear value_activation() const;
  // The layers of the networks between attention and value mapping.
  [[nodiscard]] std::vector<Layer> zeroing() const;
  // The entries that inputs may have, increasing, units of delta.
  [[nodiscard]] std::vector<Rational> entries() const;
  [[nodiscard]] subject::Reading& reading() const { return *reading_; }

 private:
  template <class F>
  auto guarded(F f) const;
  [[noreturn]] void refuse(const std::string& what) const;
  void change(const Overrides& overrides);
  void require_shape();
  [[nodiscard]] bool entries_are_grid() const;
  std::vector<Layer> feed_forward(const std::string& network, subject::Reading& reading) const;
  [[nodiscard]] std::string before_states() const;

  const subject::ConstructionFile& file_;
  Parameters parameters_;
  const Pattern* pattern_;
  std::shared_ptr<subject::Reading> reading_, undropped_;
  Weights weights_;
  bool on_grid_ = false;
};

// ---- with a pattern that meets Assumption 1

// The construction that takes a pattern, as the main command has it: the first that it runs.
// Errors  InvalidInput (file): it runs none.
const std::string& pattern_construction();

using Weights = FileRun::Weights;

// Requires  assumption.holds() for this pattern, pattern.tokens() == n.
// Errors    InvalidInput (option): an override that names a token or layer the construction does
// not have (quantiser and value layers included).
Weights weights(const Parameters& parameters, const Pattern& pattern, const Assumption1& assumption,
                const Overrides& overrides);
// Number of attention layers, before anything is built.
Rational attention_layers(const Parameters& parameters, const Pattern& pattern,
                          const Assumption1& assumption);
// As weights, with a number of layers that fits memory.
Construction build(const Parameters& parameters, const Pattern& pattern,
                   const Assumption1& assumption, const Overrides& overrides);
StagedNetwork stages(const Parameters& parameters, const Pattern& pattern,
                     const Assumption1& assumption, const Overrides& overrides);
// Errors  InvalidInput (option): as weights; an override that is no whole number, or drops a layer.
StagedNetworkOf<WholePolynomial> stages_of_every_size(const EverySize& size, const Pattern& pattern,
                                                      const Assumption1& assumption,
                                                      const Overrides& overrides);
// W_2 of the layers in `dropped` (1-based) is 0.
std::vector<Layer> quantizer_layers(const Parameters& parameters, const Pattern& pattern,
                                    const Assumption1& assumption,
                                    const std::set<std::uint64_t>& dropped);

// The activation of a value layer in the variant `of_relus`, t -> f(t/D): f is 1 in the middle of a
// window.
PiecewiseLinear value_activation_of_relus(const Parameters& parameters, const Pattern& pattern,
                                          const Assumption1& assumption);

}  // namespace hardmax
