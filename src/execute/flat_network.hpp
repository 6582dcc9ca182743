// A network's ids, heads and entries, after every layer, as terms of a flat graph: the network of
// execute/id_program.hpp, layer by layer and column by column.
//
// Units     of delta. Tokens, rows and heads are counted from 0, layers as the number of layers
// that have acted. Errors    NotFlat: a layer of another shape, a factor or an embedding that is no
// integer, more than 2^16 columns in all layers together.
#pragma once
#include <span>
#include <vector>

#include "execute/flat_graph.hpp"
#include "execute/id_program.hpp"
#include "network/network.hpp"

namespace hardmax {

class FlatNetwork {
 public:
  // E[k] is added to every row of column k, in units of delta. Leaf k d + r is the entry (r, k) of
  // the input. All must outlive it.
  FlatNetwork(FlatGraph& graph, const Network& network, const Pattern& pattern, std::uint64_t D,
              std::span<const Rational> E);

  Term input(std::size_t r, std::size_t k);
  const Term& id(std::size_t t, std::size_t k);
  const Term& entry(std::size_t t, std::size_t r, std::size_t k);
  // What head h of layer t (from 0) returns at token k.
  Term head(std::size_t t, std::size_t h, std::size_t k);

  // The inputs where what was asked for may be wrong: some head met a tie of all keys, where the
  // mean counts.
  [[nodiscard]] FlatGraph::Test ties() const { return ties_; }

 private:
  struct State {
    std::vector<Term> ids, entries;  // k; k * d + r
  };
  struct Extremes {
    Term max, min;
  };
  const State& after(std::size_t t);
  State apply(const Attention& layer, const State& before);
  [[nodiscard]] const Attention& layer(std::size_t t) const;
  [[nodiscard]] std::vector<Term> keys(const Attention& layer, const State& state,
                                       std::size_t k) const;
  Extremes extremes(const std::vector<Term>& keys);
  void move(State& state, std::size_t k, const Head& head, const Term& by) const;

  FlatGraph& graph_;
  const Network& network_;
  const Pattern& pattern_;
  Matrix u_;
  std::vector<State> states_;
  FlatGraph::Test ties_ = FlatGraph::no;
};

}  // namespace hardmax
