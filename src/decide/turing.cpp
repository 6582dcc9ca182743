#include "decide/turing.hpp"

#include "certificate/writer.hpp"
#include "exact/error.hpp"
#include "subject/decoder.hpp"

namespace hardmax::decide {

using subject::Machine;
using subject::Reading;
using subject::Run;

MachineRun run_machine(const Machine& machine, std::uint64_t steps) {
  HARDMAX_REQUIRE(steps <= most_machine_steps);
  TapeMachine tape(machine);
  MachineRun out;
  const std::uint64_t length = machine.word().size();
  while (tape.steps() < steps && (out.end = tape.end()) == TapeMachine::End::none) {
    tape.step();
    const std::uint64_t t = tape.steps();
    if (t <= length && !out.astray && tape.head() != static_cast<std::int64_t>(t))
      out.astray = {t, tape.head()};
  }
  out.end = tape.end();
  out.steps = tape.steps();
  out.state = tape.state();
  out.symbol = tape.symbol();
  out.head = tape.head();
  out.tape = tape.tape();
  return out;
}

std::uint64_t nodes_of(std::uint64_t steps) {
  HARDMAX_REQUIRE(steps < std::uint64_t{1} << 32);
  return steps % 2 == 0 ? steps / 2 * (steps + 1) + 1 : (steps + 1) / 2 * steps + 1;
}

std::string NodeView::difference() const {
  if (state != state_of_machine) return "state";
  if (symbol != symbol_of_machine) return "symbol";
  return cell != cell_of_machine ? "head" : "";
}

namespace {

// Rows of a column that say where the machine is, from 0.
struct Rows {
  std::vector<std::size_t> states, symbols;
  std::size_t cell = 0;

  explicit Rows(const Run& run) {
    const Machine& machine = *run.machine();
    run.guarded([&] {
      Reading& reading = run.reading();
      const auto row = [&](const std::string& name, std::vector<subject::Value> at) {
        const auto found = run.file().definitions.find(name);
        if (found == run.file().definitions.end() ||
            found->second.signature.arguments.size() != at.size())
          throw subject::TermError("there is no definition " + name + (at.empty() ? "" : "(a)") +
                                   ", the row that says where the machine is; write it");
        const std::int64_t r = subject::whole_of(reading.defined(name, at));
        if (r < 1 || r > static_cast<std::int64_t>(reading.rows()))
          throw subject::TermError(name + " is " + std::to_string(r) + ", which is no row");
        return static_cast<std::size_t>(r - 1);
      };
      for (std::size_t a = 1; a <= machine.states().size(); ++a)
        states.push_back(row("q1", {Rational(a)}));
      for (std::size_t a = 1; a <= machine.symbols().size(); ++a)
        symbols.push_back(row("s1", {Rational(a)}));
      cell = row("x1", {});
      return 0;
    });
  }
};

// "A=1/2" and "B=1/2".
std::vector<std::string> entries_of(const std::vector<std::size_t>& rows,
                                    const std::vector<std::string>& names,
                                    const std::vector<Rational>& column) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!column[rows[i]].is_zero()) out.push_back(names[i] + "=" + column[rows[i]].str());
  return out;
}

std::string line_of(const TapeMachine& tape) {
  return std::to_string(tape.state()) + " " + std::to_string(tape.symbol()) + " " +
         std::to_string(tape.head()) + "\n";
}

// "A", or "1/2 A + 1/2 B", or "nothing".
std::string said(const std::vector<std::size_t>& rows, const std::vector<std::string>& names,
                 const std::vector<Rational>& column) {
  std::string out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Rational& x = column[rows[i]];
    if (x.is_zero()) continue;
    out += (out.empty() ? "" : " + ") + (x == Rational(1) ? "" : x.str() + " ") + names[i];
  }
  return out.empty() ? "nothing" : out;
}

class LiteralEngine final : public NodeEngine {
 public:
  LiteralEngine(const Run& run, std::uint64_t nodes)
      : run_(run), rows_(run), decoder_(run.guarded([&] {
          return subject::Decoder(run.reading(), run.reading().input(0), nodes);
        })) {}

  bool next(std::size_t state, std::size_t symbol, std::int64_t cell) override {
    ++node_;
    run_.guarded([&] {
      run_.reading().allow_steps(Reading::most_steps);  // of this node
      column_ = decoder_.begin();
      return 0;
    });
    const auto is_unit = [&](const std::vector<std::size_t>& rows, std::size_t at) {
      for (std::size_t i = 0; i < rows.size(); ++i)
        if (column_[rows[i]] != Rational(i + 1 == at ? 1 : 0)) return false;
      return true;
    };
    return is_unit(rows_.states, state) && is_unit(rows_.symbols, symbol) &&
           column_[rows_.cell] == Rational(cell);
  }
  bool is_last_of_step() override {
    return run_.guarded([&] {
      return subject::number_of(run_.reading().defined("h", {Rational(node_)})) == Rational(1);
    });
  }
  std::vector<Rational> column() override { return column_; }
  void finish() override {
    run_.guarded([&] {
      decoder_.finish([&](std::size_t, const std::vector<Rational>& column) {
        for (const Rational& x : column)
          if (largest_ < abs(x)) largest_ = abs(x);
      });
      return 0;
    });
  }
  std::uint64_t looked_at_tokens() const override { return decoder_.looked_at_tokens(); }
  std::uint64_t looked_at_memory() const override { return decoder_.looked_at_memory(); }
  Rational largest() const override { return largest_; }

 private:
  const Run& run_;
  Rows rows_;
  subject::Decoder decoder_;
  std::uint64_t node_ = 0;
  std::vector<Rational> column_;
  Rational largest_;
};

// Hidden units, heads on tokens and with keys of their own, and maps of one node.
struct LayerCounts {
  std::uint64_t token_heads = 0, memory_keys = 0;

  LayerCounts(const Run& run, TuringResult& out) {
    run.guarded([&] {
      Reading& reading = run.reading();
      for (const std::string& network : run.file().networks) {
        const std::uint64_t size = reading.size(network);
        for (std::uint64_t t = 1; t <= size; ++t) count(reading, network, t, out);
      }
      return 0;
    });
  }

 private:
  void count(Reading& reading, const std::string& network, std::uint64_t t, TuringResult& out) {
    const auto held = reading.layer(network, t);
    const subject::MadeLayer& made = *held;
    const std::string& stage = reading.place(network, t).stage->name;
    if (made.idle()) return;
    if (made.kind == subject::MadeLayer::Kind::map) out.maps.push_back(stage);
    if (made.kind == subject::MadeLayer::Kind::units)
      out.units.emplace_back(stage, made.parts.size());
    if (made.kind != subject::MadeLayer::Kind::heads) return;
    for (const auto& one : made.parts) {
      if (one.part->memory)
        memory_keys += one.part->table.size();
      else
        ++token_heads;
    }
  }
};

}  // namespace

std::unique_ptr<NodeEngine> literal_engine(const Run& run, std::uint64_t nodes) {
  return std::make_unique<LiteralEngine>(run, nodes);
}

TuringResult compare(const TuringRequest& request, NodeEngine& engine) {
  const Run& run = *request.run;
  const Machine& machine = *run.machine();
  const Rows rows(run);
  TapeMachine tape(machine);
  TuringResult out;
  out.rows = run.rows();
  const LayerCounts counts(run, out);
  const auto view = [&](std::uint64_t node) {
    const std::vector<Rational> column = engine.column();
    NodeView v{node,
               tape.steps(),
               said(rows.states, machine.states(), column),
               said(rows.symbols, machine.symbols(), column),
               column[rows.cell].str(),
               machine.states()[tape.state() - 1],
               machine.symbols()[tape.symbol() - 1],
               std::to_string(tape.head())};
    return v;
  };
  certificate::Sha256 hash;
  std::string line = line_of(tape);
  for (std::uint64_t i = 1; i <= request.nodes; ++i) {
    const bool equal = engine.next(tape.state(), tape.symbol(), tape.head());
    out.nodes = i;
    if (request.trace) request.traced(view(i));
    if (!equal) {
      out.difference = view(i);
      out.state_got = entries_of(rows.states, machine.states(), engine.column());
      out.symbol_got = entries_of(rows.symbols, machine.symbols(), engine.column());
      break;
    }
    if (request.checksum) hash.add(line);
    if (i == request.nodes) break;
    if (request.progress && i % 1'024 == 0) request.progress(i, request.nodes);
    // Flags may count the nodes of a step otherwise; a machine that has ended stays where it is.
    if (engine.is_last_of_step() && tape.end() == TapeMachine::End::none) {
      tape.step();
      if (request.checksum) line = line_of(tape);
    }
    engine.finish();
  }
  out.time = tape.steps();
  if (request.checksum) out.sha256 = hash.text();
  const Rational run_nodes = Rational(out.nodes) - Rational(1);
  out.self_edges = engine.looked_at_tokens();
  out.word_edges = engine.looked_at_memory();
  out.full_self_edges =
      Rational(counts.token_heads) * run_nodes * Rational(out.nodes) / Rational(2);
  out.full_word_edges = Rational(counts.memory_keys) * run_nodes;
  out.largest = engine.largest();
  return out;
}

}  // namespace hardmax::decide
