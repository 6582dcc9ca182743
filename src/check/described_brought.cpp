// What a run of a construction brings besides its parameters: a machine, and tables of values
// (FORMAT.md, kind `construction`). A machine is read into tables, one for each of its names.
#include <map>

#include "check/described_run.hpp"
#include "check/fault.hpp"

namespace hardmax::check {
namespace {

// Numbers from 1, in the order in which names first come.
struct Numbering {
  std::vector<Json> names = {};
  std::map<std::string, Num> numbers = {};
  const Num& of(const std::string& name) {
    const auto [it, is_new] = numbers.emplace(name, number_of(names.size() + 1));
    if (is_new) names.emplace_back(name);
    return it->second;
  }
  Num size() const { return number_of(names.size()); }
};

std::vector<std::string> list(const Json& machine, const char* key) {
  const std::string where = std::string("run.machine.") + key;
  std::vector<std::string> out =
      strings(member(machine, key, Json::Kind::array, "run.machine."), where);
  require(out.size() <= std::size_t{1} << 16, where, std::to_string(out.size()) + " items",
          "that there must be at most 65536");
  return out;
}
const std::string& without_blanks(const std::string& name, const std::string& where) {
  require(!name.empty() && name.find(' ') == std::string::npos, where, name,
          "that a name of a state or a symbol has no blanks");
  return name;
}

// The machine by itself, on a tape without ends; once it has stopped nothing changes.
void run_machine(std::map<std::string, Table>& found) {
  std::map<std::pair<Num, Num>, std::vector<Num>> lines;
  for (const auto& [at, state] : found["from"]) lines[{state, found["reads"][at]}] = at;
  std::map<Num, Num> tape;
  for (const auto& [cell, symbol] : found["word"]) tape[cell[0]] = symbol;
  Num state = found["initial"][{}], head(0);
  for (std::uint64_t t = 0; t <= most_machine_time; ++t) {
    const Num& unwritten =
        HARDMAX_FAULT(check_machine_blank, found["blank"][{}], found["reads"].rbegin()->second);
    const Num symbol = tape.emplace(head, unwritten).first->second;
    const std::vector<Num> time = {number_of(t)};
    found["tm_state"][time] = state, found["tm_symbol"][time] = symbol;
    found["tm_head"][time] = head;
    const auto line = lines.find({state, symbol});
    if (HARDMAX_FAULT(check_machine_stopped, line == lines.end(),
                      line == lines.end() && (state = found["initial"][{}], true)))
      continue;
    tape[head] = HARDMAX_FAULT(check_machine_writes, found["writes"][line->second], symbol);
    state = found["to"][line->second];
    head = head + found["moves"][line->second];
  }
}

void read_machine(const Json& stated, std::vector<Table>& out) {
  require_keys(stated, {"states", "initial", "halting", "blank", "transitions", "word"},
               "run.machine");
  Numbering states, symbols;
  std::map<std::string, Table> found;
  const auto constant = [&](const char* name, const Num& value) { found[name][{}] = value; };
  constant("blank",
           symbols.of(without_blanks(text(stated, "blank", "run.machine."), "run.machine.blank")));
  std::set<std::pair<Num, Num>> left;
  const std::vector<std::string> transitions = list(stated, "transitions");
  for (std::size_t i = 0; i < transitions.size(); ++i) {
    const std::string where = "run.machine.transitions[" + std::to_string(i) + "]";
    const std::vector<std::string> parts = split(transitions[i]);
    require(parts.size() == 6 && parts[2] == "->" && (parts[5] == "L" || parts[5] == "R"), where,
            transitions[i], "that it must be like 'q a -> p b R', the move L or R");
    const std::vector<Num> at = {number_of(i + 1)};
    found["from"][at] = states.of(parts[0]), found["reads"][at] = symbols.of(parts[1]);
    found["to"][at] = states.of(parts[3]), found["writes"][at] = symbols.of(parts[4]);
    found["moves"][at] = Num(HARDMAX_FAULT(check_machine_move, parts[5] == "R", true) ? 1 : -1);
    require(left.emplace(found["from"][at], found["reads"][at]).second, where, transitions[i],
            "that a transition for this state and symbol stands before it");
  }
  const std::vector<std::string> word = list(stated, "word");
  for (std::size_t l = 0; l < word.size(); ++l)
    found["word"][{number_of(l + 1)}] = symbols.of(without_blanks(word[l], "run.machine.word"));
  require_equal(HARDMAX_FAULT(check_machine_states,
                              member(stated, "states", Json::Kind::array, "run.machine."),
                              Json::array(states.names)),
                Json::array(states.names), "run.machine.states");
  const std::string& initial = text(stated, "initial", "run.machine.");
  require(states.numbers.count(initial) != 0, "run.machine.initial", initial,
          "that no transition has this state");
  constant("initial", states.of(initial));
  Num last;
  for (const std::string& state : list(stated, "halting")) {
    const auto number = states.numbers.find(state);
    require(number != states.numbers.end() && last < number->second, "run.machine.halting", state,
            "that it must be a state, in the order of the states");
    last = number->second;
    const auto out_of = left.lower_bound({last, Num(0)});
    require(
        HARDMAX_FAULT(check_machine_halting, out_of == left.end() || last < out_of->first, true),
        "run.machine.halting", state, "that a transition leads out of it");
  }
  constant("Q", states.size()), constant("S", symbols.size());
  constant("length", number_of(word.size()));
  constant("transitions", number_of(transitions.size()));
  run_machine(found);
  for (const auto& [name, arguments] : names_of_machine) out.push_back(std::move(found[name]));
}

Table read_table(const Json& stated, std::size_t arguments, const std::string& where) {
  Table out;
  const std::vector<std::string> texts = strings(stated, where);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string at = where + "[" + std::to_string(i) + "]", &entry = texts[i];
    const std::size_t sign = entry.find('=');
    require(sign != std::string::npos, at, entry, "that it must be ARGUMENTS=VALUE");
    std::vector<Num> key;
    for (const std::string& argument : split(entry.substr(0, sign)))
      key.push_back(rational(argument, at));
    require(key.size() == arguments, at, entry,
            "that there must be " + std::to_string(arguments) + " arguments");
    require(HARDMAX_FAULT(check_table_order, out.empty() || out.rbegin()->first < key, true), at,
            entry, "that arguments must be increasing, and stand once");
    out[key] = rational(entry.substr(sign + 1), at);
  }
  return out;
}

}  // namespace

std::vector<Table> tables_of(const Json& run, const Described& of) {
  std::vector<Table> out;
  if (of.machine) read_machine(member(run, "machine", Json::Kind::object, "run."), out);
  if (of.tables.empty()) return out;
  if (of.may_lack_tables && run.find("tables") == nullptr) {
    out.resize(out.size() + of.tables.size());  // without values
    return out;
  }
  const Json& stated = member(run, "tables", Json::Kind::object, "run.");
  require_keys(stated, {of.tables.begin(), of.tables.end()}, "run.tables");
  for (const std::string& name : of.tables)
    out.push_back(read_table(member(stated, name, Json::Kind::array, "run.tables."),
                             of.names.tables.at(name).arguments, "run.tables." + name));
  return out;
}

}  // namespace hardmax::check
