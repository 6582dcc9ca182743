// A Turing machine beside the decoder that simulates it: every node of the decoder is compared with
// the machine. What the decoder is stands in a construction file; of its names four are used here:
// q1(a) and s1(a), the rows that say the state and the symbol, x1, the row of the cell, and h(k),
// which is 1 at the last node of a step.
//
// Node i stands beside the machine after as many steps as there are nodes before i with h = 1. The
// first column of the node has to be 1 in the row of the state and of the symbol and 0 in the other
// rows of these, and the head's cell in x1. N steps take N (N + 1)/2 + 1 nodes; the last one is
// compared and not run.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "subject/run.hpp"
#include "subject/tape_machine.hpp"

namespace hardmax::decide {

using subject::TapeMachine;

inline constexpr std::uint64_t most_machine_steps = 100'000'000;

// What the machine does by itself.
struct MachineRun {
  std::uint64_t steps = 0;
  TapeMachine::End end = TapeMachine::End::none;  // none: it goes on
  std::size_t state = 0, symbol = 0;
  std::int64_t head = 0;
  TapeMachine::Tape tape;
  // The simulation needs the head in cell t at every time t from 1 to the length of the word.
  struct Astray {
    std::uint64_t time = 0;
    std::int64_t cell = 0;
  };
  std::optional<Astray> astray;  // the first time at which it is not
};
// Requires  steps <= most_machine_steps.
MachineRun run_machine(const subject::Machine& machine, std::uint64_t steps);

std::uint64_t nodes_of(std::uint64_t steps);  // Requires  steps < 2^32

// What a node says and what the machine says.
struct NodeView {
  std::uint64_t node = 0, step = 0;
  std::string state, symbol, cell;  // of the node, as people read it
  std::string state_of_machine, symbol_of_machine, cell_of_machine;
  // "state", "symbol" or "head": the first that differs; empty: none.
  [[nodiscard]] std::string difference() const;
};

// One way to execute a decoder, node after node.
class NodeEngine {
 public:
  virtual ~NodeEngine() = default;
  // Goes to the next node: does its first column say this?
  virtual bool next(std::size_t state, std::size_t symbol, std::int64_t cell) = 0;
  virtual bool is_last_of_step() = 0;                        // h = 1 at this node
  [[nodiscard]] virtual std::vector<Rational> column() = 0;  // the first one of this node
  virtual void finish() = 0;                                 // through all layers
  [[nodiscard]] virtual std::uint64_t looked_at_tokens() const = 0;
  [[nodiscard]] virtual std::uint64_t looked_at_memory() const = 0;
  // Over all entries of all columns after a layer.
  [[nodiscard]] virtual Rational largest() const = 0;
};

struct TuringRequest {
  const subject::Run* run = nullptr;  // with as many nodes as are to be compared
  std::uint64_t nodes = 0;
  bool trace = false;
  bool checksum = false;  // of the certificate
  std::function<void(const NodeView&)> traced;
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
};

struct TuringResult {
  std::uint64_t nodes = 0;  // compared
  std::optional<NodeView> difference;
  std::vector<std::string> state_got, symbol_got;  // of it: "NAME=ENTRY" of what is not 0
  std::uint64_t time = 0;                          // that the last node stands beside
  std::string sha256;  // over a line "STATE SYMBOL CELL", in numbers, of each node that is equal
  std::uint64_t self_edges = 0, word_edges = 0;  // keys that were looked at
  Rational full_self_edges, full_word_edges;     // that full attention looks at
  Rational largest;
  std::uint64_t rows = 0;
  std::vector<std::pair<std::string, std::uint64_t>> units;  // hidden ones, of each such stage
  std::vector<std::string> maps;  // stages that no finite feed-forward network computes
  std::string engine;
};

// Errors  InvalidInput (file); LimitReached.
TuringResult compare(const TuringRequest& request, NodeEngine& engine);
// By the definitions, in rationals.
std::unique_ptr<NodeEngine> literal_engine(const subject::Run& run, std::uint64_t nodes);

}  // namespace hardmax::decide
