// Certificates of kind "machine" (FORMAT.md): a machine on a word, and the decoder that the file
// beside the claims describes, node by node. Of the names of the file four are used: q1(a) and
// s1(a), the rows of the state and the symbol; x1, the row of the cell; h(k), which is 1 at the
// last node of a step.
#include "check/answer.hpp"
#include "check/constructions.hpp"
#include "check/cost.hpp"
#include "check/described_nodes.hpp"
#include "check/described_run.hpp"
#include "check/fault.hpp"
#include "check/hash.hpp"
#include "check/kind.hpp"
#include "check/tape.hpp"

namespace hardmax::check {
namespace {

constexpr std::uint64_t most_steps = 44'720;  // at most 10^9 nodes

// In the order of their numbers.
std::vector<std::string> symbols_of(const Json& machine) {
  std::vector<std::string> out;
  const auto add = [&](const std::string& name) {
    if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(name);
  };
  add(text(machine, "blank"));
  for (const Json& transition : machine.find("transitions")->items) {
    const std::vector<std::string> parts = split(transition.text);
    add(parts[1]), add(parts[4]);
  }
  for (const Json& symbol : machine.find("word")->items) add(symbol.text);
  return out;
}

// A decoder that asks what the machine does by itself is none: beside the machine it would say
// nothing.
void require_own_answers(const Described& of) {
  const auto require_own = [&](const Term& term) {
    each_term(term, [&](const Term& part) {
      if (part.op == TermOp::table && part.name + 3 >= std::size(names_of_machine))
        throw Incomplete("the construction " + of.id +
                         " asks for the run of the machine by itself (tm_state, tm_symbol, "
                         "tm_head); what it says beside the machine is not looked at");
    });
  };
  const auto require_all = [&](const Term& term) {
    require_own(term);
    for (const std::size_t one : uses_of(of, term).definitions)
      require_own(of.definitions[one].term);
  };
  require_all(*of.start), require_all(*of.rows);
  for (const Definition& one : of.definitions)
    if (one.chosen) require_all(one.term);
  for (const DescribedStage& stage : of.stages) {
    require_all(stage.repeat), require_all(stage.loop);
    for (const Term& let : stage.lets) require_all(let);
    for (const auto* term :
         {&stage.backwards, &stage.keys, &stage.when, &stage.layer, &stage.map, &stage.scale})
      if (*term) require_all(**term);
  }
  for (const DescribedVariant& variant : of.variants)
    for (const ChangedTerm& change : variant.terms) require_all(change.term);
}

// A run of the kind `construction` of so many nodes.
Json described_run(const Json& stated, std::uint64_t nodes) {
  return Json::object({{"construction", member(stated, "construction", Json::Kind::string, "run.")},
                       {"sha256", member(stated, "sha256", Json::Kind::string, "run.")},
                       {"parameters", Json::array({"nodes=" + std::to_string(nodes)})},
                       {"pattern", Json::array()},
                       {"variants", member(stated, "variants", Json::Kind::array, "run.")},
                       {"machine", member(stated, "machine", Json::Kind::object, "run.")},
                       {"changes", Json::array()}});
}

class Comparison {
 public:
  Comparison(const Json& stated, const DescribedRun& run, const Described& of, std::uint64_t steps)
      : run_(run),
        of_(of),
        steps_(steps),
        nodes_(steps * (steps + 1) / 2 + 1),
        machine_(*stated.find("machine")),
        symbols_(symbols_of(machine_)),
        tape_(tables()),
        decoder_(run.world(), nodes_, definition("h", 1)) {
    for (const Json& state : machine_.find("states")->items) states_.push_back(state.text);
    for (std::size_t a = 1; a <= states_.size(); ++a) state_rows_.push_back(row("q1", a));
    for (std::size_t a = 1; a <= symbols_.size(); ++a) symbol_rows_.push_back(row("s1", a));
    cell_row_ = row("x1", 0);
  }

  // The members of `result`.
  Json found() {
    const auto [end, last] = whole_run();
    line_ = line();
    Json difference = Json::object({});
    std::uint64_t node = 0;
    Course course(nodes_, "nodes");
    for (bool equal = true; equal && node < nodes_;) {
      if (++node % 4096 == 0) course.done(4096);
      const std::vector<Num>& column = decoder_.begin();
      equal = says_what_the_machine_says(column);
      if (!equal) difference = told(node, column);
      if (!equal) break;
      hash_.add(line_);
      if (node == nodes_) break;
      if (decoder_.asked() == Num(1) && !tape_.stops()) tape_.step(), ++time_, line_ = line();
      decoder_.finish();
    }
    differs_ = !difference.items.empty();
    require(differs_ || time_ == steps_, "run", std::to_string(steps_) + " steps",
            "that the last node stands beside time " + std::to_string(time_));
    node_ = node;
    std::vector<Json> written;
    const Tape::Word word = last.written();
    for (const std::uint64_t symbol : word.symbols) written.emplace_back(symbols_[symbol - 1]);
    return Json::object({{"end", end},
                         {"state", states_[last.state() - 1]},
                         {"head", std::to_string(last.head())},
                         {"first", std::to_string(word.first)},
                         {"tape", Json::array(std::move(written))},
                         {"nodes", std::to_string(node)},
                         {"difference", std::move(difference)},
                         {"looked_at", std::to_string(decoder_.looked_at_tokens())},
                         {"looked_at_word", std::to_string(decoder_.looked_at_others())},
                         {"largest", decoder_.largest().text()},
                         {"sha256", hash_.text()}});
  }
  std::string words() const {
    if (!differs_)
      return std::to_string(node_) + (node_ == 1 ? " node, equal" : " nodes, every one equal");
    return "node " + std::to_string(node_) + " is the first that differs from the machine";
  }

 private:
  std::function<const Tape::Table&(const char*)> tables() const {
    return [this](const char* name) -> const Tape::Table& { return run_.table(name); };
  }
  std::size_t definition(const std::string& name, std::size_t arguments) const {
    const auto found = of_.names.definitions.find(name);
    if (found == of_.names.definitions.end() || found->second.arguments != arguments)
      throw Unreadable(of_.file + ": there is no definition " + name +
                       ", which says where the machine is, with " + std::to_string(arguments) +
                       " arguments; write it");
    return found->second.place;
  }
  // From 0. `a`: of a state or a symbol; 0: the name has no argument.
  std::size_t row(const std::string& name, std::size_t a) const {
    std::vector<Quantity> arguments;
    if (a != 0) arguments.push_back(Quantity::of(number_of(a)));
    const std::size_t place = definition(name, arguments.size());
    const Num row = run_.world().call(place, std::move(arguments)).number();
    const std::size_t rows = run_.world().space().rows;
    if (!row.is_integer() || row < Num(1) || number_of(rows) < row)
      throw Unreadable(of_.file + ": " + name + " is " + row.text() + ", which is no row");
    return static_cast<std::size_t>(*row.small_integer()) - 1;
  }

  // The machine makes the steps that are stated, and reads its word first.
  std::pair<std::string, Tape> whole_run() const {
    Tape tape(tables());
    const std::size_t length = machine_.find("word")->items.size();
    std::uint64_t steps = 0;
    for (; steps < steps_ && !tape.stops(); ++steps) {
      tape.step();
      const auto time = static_cast<std::int64_t>(steps + 1);
      require(HARDMAX_FAULT(check_machine_astray, steps + 1 > length || tape.head() == time, true),
              "run.machine.word", std::to_string(length) + " symbols",
              "that the head is in cell " + std::to_string(tape.head()) + " at time " +
                  std::to_string(time) + ": the machine does not read its word first");
    }
    require(HARDMAX_FAULT(check_machine_steps, steps == steps_, true), "run.steps",
            std::to_string(steps_),
            "that the machine stops after " + std::to_string(steps) + " steps");
    const std::string& state = states_[tape.state() - 1];
    const auto& halting = machine_.find("halting")->items;
    const bool halts = std::any_of(halting.begin(), halting.end(),
                                   [&](const Json& one) { return one.text == state; });
    return {halts ? "halting state" : tape.stops() ? "no transition" : "goes on", tape};
  }

  std::string line() const {
    return std::to_string(tape_.state()) + " " + std::to_string(tape_.symbol()) + " " +
           std::to_string(tape_.head()) + "\n";
  }

  bool says_what_the_machine_says(const std::vector<Num>& column) const {
    const auto is_unit = [&](const std::vector<std::size_t>& rows, std::uint64_t at) {
      for (std::size_t i = 0; i < rows.size(); ++i)
        if (!(column[rows[i]] == Num(i + 1 == at))) return false;
      return true;
    };
    return HARDMAX_FAULT(check_machine_node_state, is_unit(state_rows_, tape_.state()), true) &&
           HARDMAX_FAULT(check_machine_node_symbol, is_unit(symbol_rows_, tape_.symbol()), true) &&
           HARDMAX_FAULT(check_machine_node_cell, column[cell_row_] == Num(tape_.head()), true);
  }

  Json told(std::uint64_t node, const std::vector<Num>& column) const {
    const auto entries = [&](const std::vector<std::size_t>& rows,
                             const std::vector<std::string>& names) {
      std::vector<Json> out;
      for (std::size_t i = 0; i < rows.size(); ++i)
        if (column[rows[i]].sign() != 0) out.emplace_back(names[i] + "=" + column[rows[i]].text());
      return Json::array(std::move(out));
    };
    return Json::object({{"node", std::to_string(node)},
                         {"time", std::to_string(time_)},
                         {"wanted", Json::object({{"state", states_[tape_.state() - 1]},
                                                  {"symbol", symbols_[tape_.symbol() - 1]},
                                                  {"cell", std::to_string(tape_.head())}})},
                         {"got", Json::object({{"state", entries(state_rows_, states_)},
                                               {"symbol", entries(symbol_rows_, symbols_)},
                                               {"cell", column[cell_row_].text()}})}});
  }

  const DescribedRun& run_;
  const Described& of_;
  const std::uint64_t steps_, nodes_;
  const Json& machine_;
  const std::vector<std::string> symbols_;
  std::vector<std::string> states_;
  Tape tape_;
  DecoderNodes decoder_;
  std::vector<std::size_t> state_rows_, symbol_rows_;
  std::size_t cell_row_ = 0;
  std::uint64_t time_ = 0, node_ = 0;  // of the tape beside the nodes
  bool differs_ = false;
  std::string line_;  // of this time
  Sha256 hash_;
};

std::string about(const Json& stated, const Described& of) {
  std::string out = of.id;
  for (const Json& variant : stated.find("variants")->items) out += ", as printed: " + variant.text;
  const auto list = [](const Json& array, const char* what) {
    std::vector<std::string> texts;
    for (const Json& item : array.items) texts.push_back(item.text);
    return about_list(texts, what);
  };
  const Json& machine = *stated.find("machine");
  return out + ", machine " + list(*machine.find("transitions"), "transition") + " from " +
         text(machine, "initial") + " on " + list(*machine.find("word"), "letter") + ", " +
         text(stated, "steps") + " steps";
}

}  // namespace

Report check_machine(const Json& certificate, const Entries& entries) {
  require_keys(certificate, {"format", "version", "kind", "run", "result"}, "certificate");
  const Json &stated = member(certificate, "run", Json::Kind::object, ""),
             &result = member(certificate, "result", Json::Kind::object, "");
  require_keys(stated, {"construction", "sha256", "variants", "machine", "steps"}, "run");
  const std::uint64_t steps = integer(text(stated, "steps", "run."), 0, "run.steps");
  const std::string& id = text(stated, "construction", "run.");
  const Described of = file_beside(id, entries);
  if (of.names.parameters != std::vector<std::string>{"nodes"} || !of.machine || !of.decoder ||
      of.inputs || of.pattern_required || !of.tables.empty() || !of.hypotheses.empty())
    throw Incomplete("the construction " + id +
                     " is no decoder with a machine and the one parameter nodes");
  if (steps > most_steps)
    throw Incomplete("run.steps: more than " + std::to_string(most_steps) +
                     " are not executed here");
  DescribedRun run(described_run(stated, steps * (steps + 1) / 2 + 1), of, entries);
  const std::string found_digest = run.digest_with_names();
  require(HARDMAX_FAULT(check_machine_sha256, text(stated, "sha256", "run.") == found_digest, true),
          "run.sha256", text(stated, "sha256", "run."),
          "that the construction beside the claims has " + found_digest);
  require_own_answers(of);
  run.open_one_by_one();
  Comparison comparison(stated, run, of, steps);
  Json found;
  try {
    found = comparison.found();
  } catch (const Undefined&) {
    require(false, "result", "what the nodes say",
            "that a term of the construction has no value at one of them");
  }
  require_equal(HARDMAX_FAULT(check_machine_result, result, found), found, "result");
  return {0, {"accepted: " + comparison.words() + "; " + about(stated, of)}};
}

}  // namespace hardmax::check
