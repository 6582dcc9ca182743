// One input through the whole network: quantiser, contextual mapping, value mapping, and what each
// layer that changes something did. Of a sweep (discharge/sweep_papers.hpp): quantiser and
// contextual mapping, as its value layers are no part of its run.
//
// Layers are numbered through: quantiser layers from 1, then attention layers, then value layers.
// Heads are looked at as the executor does: scores, the positions of the largest, the average of
// what stands there.
//
// Units     of delta, but the input.   Tests  tests/cli/trace_test.cpp
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "discharge/sweep_papers.hpp"
#include "network/target.hpp"
#include "pattern/assumption1.hpp"

namespace hardmax {

struct TraceRequest {
  Parameters parameters;
  const Pattern* pattern = nullptr;  // dense for a sweep
  std::optional<SweepChoice> sweep;  // absent: that which takes a pattern
  Overrides overrides;
  std::optional<Target> target;  // absent: identity
  std::vector<Rational>
      X;  // real units, in [0, 1), or any of the extended grid; entry (r, k) at k d + r
  std::uint64_t first = 1;            // layers to show, by number through the network
  std::optional<std::uint64_t> last;  // absent: to the end
};

enum class TraceStage { quantize, selective_shift, all_max_shift, global_shift, value };
// As this construction has it.
std::string name_of(TraceStage stage, std::string_view construction);

struct TraceHead {
  std::vector<Token> attends;  // where the scores are largest, 0-based
  Rational value;              // what the head returns: the average of u^T Z there
  Rational weight;             // W_O into row 1: the column moves by weight * value
};

struct TraceChange {
  Token token = 0;
  Column before, after;
  Rational id_before, id_after;
  std::vector<Token> sees;       // attention layers: its neighbours
  std::vector<TraceHead> heads;  // attention layers
};

struct TraceLayer {
  std::uint64_t number = 0;  // through the network
  TraceStage stage = TraceStage::quantize;
  std::uint64_t in_kind =
      0;  // number among quantiser, attention or value layers: what qdrop, drop and vdrop count
  std::optional<std::size_t> pattern_layer;  // 0-based; of yun2020b
  std::optional<std::size_t> row;            // quantiser layers
  std::optional<std::pair<Rational, Rational>>
      window;            // of the entry (quantiser) or the id that a layer looks for: [low, high)
  bool outside = false;  // it looks for what is not in the window
  std::optional<std::pair<std::uint64_t, Token>>
      made_for;  // value layers: the ordinal of the input and the token
  std::vector<TraceChange> changes;
  std::vector<Rational> ids;  // of all tokens, after the layer
};

struct TraceResult {
  std::vector<Rational> E;  // real units
  std::uint64_t quantizer_layers = 0, selective_layers = 0,
                last_layers = 0;  // the last attention layers: all-max or global shifts
  std::vector<Column> start;
  std::vector<Rational> start_ids;
  std::vector<TraceLayer> layers;  // those within the range that changed something
  std::vector<Column> end;         // after the last layer executed
  std::vector<std::int64_t>
      G;  // the grid point of the input's cube, units of delta; -1 for an entry outside [0, 1)
  std::optional<std::uint64_t> ordinal;  // its ordinal, if below 2^63
  bool value_executed = false;
  std::string value_left_out;  // why not
  std::vector<Column> wanted;  // f(G), if the value layers were executed
};

// Requires  X of n d entries.  Errors  InvalidInput (option): Assumption 1 does not hold, the range
// begins after the last layer. LimitReached: the network is too large.
TraceResult trace_input(const TraceRequest& request);

}  // namespace hardmax
