#include "subject/machine.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "claim/entry.hpp"
#include "claim/toml.hpp"
#include "exact/error.hpp"

namespace hardmax::subject {

namespace toml = claim::toml;

namespace {

constexpr std::size_t kMostTransitions = 10'000, kMostStates = 1'000, kMostSymbols = 1'000,
                      kMostWord = 10'000, kLongestName = 40;

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> out;
  for (std::string word; in >> word;) out.push_back(word);
  return out;
}

bool is_name(const std::string& text) {
  return !text.empty() && text.size() <= kLongestName &&
         std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 127; });
}

// The symbols of a word; none if it is not ASCII.
std::optional<std::vector<std::string>> symbols_of(const std::string& text) {
  const bool ascii =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < 127; });
  if (!ascii) return std::nullopt;
  if (text.find(' ') != std::string::npos) return words_of(text);
  std::vector<std::string> out;
  for (const char c : text) out.emplace_back(1, c);
  return out;
}

std::size_t number_of(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin()) + 1;
}

void add_new(std::vector<std::string>& names, const std::string& name) {
  if (number_of(names, name) > names.size()) names.push_back(name);
}

}  // namespace

class MachineReader {
 public:
  MachineReader(const std::string& text, std::string file) {
    out_.file_ = std::move(file);
    items_ = toml::read_keys(text, out_.file_, true);
  }

  Machine read() {
    check_keys();
    const toml::Item& states = needed("states", true);
    const toml::Item& transitions = needed("transitions", true);
    const std::set<std::string> declared = names_of(states);
    if (declared.size() > kMostStates) fail(states.line, "more than 1,000 states; split the task");
    const toml::Item& halting = needed("halting", true, true);
    const std::set<std::string> halts = names_of(halting);
    for (const std::string& state : halts)
      if (!declared.contains(state))
        fail(halting.line,
             "the halting state '" + state + "' is not among the states; add it to states");
    const toml::Item& blank = needed("blank", false);
    if (!is_name(blank.values[0]))
      fail(blank.line, "the blank '" + blank.values[0].substr(0, kLongestName) +
                           "' is no symbol; write up to 40 ASCII characters without blanks");
    out_.own_symbols_.push_back(blank.values[0]);
    read_transitions(transitions, declared, halts);
    for (const std::string& state : declared)
      if (number_of(out_.states_, state) > out_.states_.size())
        fail(states.line, "the state '" + state + "' stands in no transition; remove it");
    const toml::Item& initial = needed("initial", false);
    if (!declared.contains(initial.values[0]))
      fail(initial.line, "the initial state '" + initial.values[0].substr(0, kLongestName) +
                             "' is not among the states; add it to states");
    out_.initial_ = number_of(out_.states_, initial.values[0]);
    for (const std::string& state : out_.states_) out_.halting_.push_back(halts.contains(state));
    const toml::Item& input = needed("input", false, true);
    const auto word = symbols_of(input.values[0]);
    if (!word || word->size() > kMostWord ||
        std::any_of(word->begin(), word->end(), [](const std::string& s) { return !is_name(s); }))
      fail(input.line,
           "the input is no word; write up to 10,000 ASCII symbols, with blanks between where one "
           "is longer than a character");
    out_.known_symbols_ = out_.own_symbols_;
    for (const std::string& symbol : *word) add_new(out_.known_symbols_, symbol);
    if (out_.known_symbols_.size() > kMostSymbols)
      fail(transitions.line, "more than 1,000 symbols; take fewer");
    out_.take_word(*word);
    return std::move(out_);
  }

 private:
  [[noreturn]] void fail(int line, const std::string& what) const {
    throw InvalidInput(InvalidInput::Kind::file,
                       out_.file_ + ":" + std::to_string(line) + ": " + what);
  }
  void check_keys() const {
    static const std::set<std::string> known = {
        "name", "source", "words", "states", "initial", "halting", "blank", "input", "transitions"};
    for (const toml::Item& i : items_)
      if (!known.contains(i.key))
        fail(i.line,
             "unknown key '" + i.key.substr(0, 60) + "'; spell it as in data/machines/README.md");
  }
  const toml::Item& needed(const std::string& key, bool list, bool may_be_empty = false) const {
    const auto found = std::find_if(items_.begin(), items_.end(),
                                    [&](const toml::Item& i) { return i.key == key; });
    if (found == items_.end())
      fail(1, "there is no '" + key + "'; write " + key + " = " + (list ? "[\"...\"]" : "\"...\""));
    if (found->is_list != list)
      fail(found->line, "the key '" + key + "' does not hold a " + (list ? "list" : "string") +
                            "; write " + (list ? "[\"...\"]" : "\"...\""));
    const bool empty = list ? found->values.empty() : found->values[0].empty();
    if (empty && !may_be_empty)
      fail(found->line, "the key '" + key + "' has nothing in it; write it");
    return *found;
  }
  std::set<std::string> names_of(const toml::Item& list) const {
    std::set<std::string> out;
    for (std::size_t i = 0; i < list.values.size(); ++i) {
      if (!is_name(list.values[i]))
        fail(list.lines[i], "'" + list.values[i].substr(0, kLongestName) +
                                "' is no name; write up to 40 ASCII characters without blanks");
      if (!out.insert(list.values[i]).second)
        fail(list.lines[i], "the state '" + list.values[i] + "' stands twice; keep one");
    }
    return out;
  }

  void read_transitions(const toml::Item& list, const std::set<std::string>& declared,
                        const std::set<std::string>& halting) {
    if (list.values.size() > kMostTransitions)
      fail(list.line, "more than 10,000 transitions; take a smaller machine");
    std::set<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t i = 0; i < list.values.size(); ++i) {
      const int line = list.lines[i];
      const std::vector<std::string> w = words_of(list.values[i]);
      const std::string shown = "the transition '" + list.values[i].substr(0, 120) + "'";
      if (w.size() != 6 || w[2] != "->" || !std::all_of(w.begin(), w.end(), is_name))
        fail(line, shown + " cannot be read; write \"q a -> p b R\"");
      if (w[5] != "L" && w[5] != "R")
        fail(line, shown + " moves '" + w[5] + "'; write L or R, a machine always moves");
      for (const std::string& state : {w[0], w[3]})
        if (!declared.contains(state))
          fail(line, shown + " has the state '" + state +
                         "', which is not among the states; add "
                         "it to states");
      if (halting.contains(w[0]))
        fail(line, shown + " goes out of the halting state '" + w[0] + "'; remove it");
      for (const std::string& state : {w[0], w[3]}) add_new(out_.states_, state);
      for (const std::string& symbol : {w[1], w[4]}) add_new(out_.own_symbols_, symbol);
      const Machine::Transition t{number_of(out_.states_, w[0]), number_of(out_.own_symbols_, w[1]),
                                  number_of(out_.states_, w[3]), number_of(out_.own_symbols_, w[4]),
                                  w[5] == "R" ? 1 : -1};
      if (!pairs.emplace(t.from, t.reads).second)
        fail(line, shown + " is the second one for '" + w[0] + "' and '" + w[1] +
                       "'; keep one, a machine is deterministic");
      out_.transitions_.push_back(t);
    }
  }

  Machine out_;
  std::vector<toml::Item> items_;
};

Machine Machine::read_text(const std::string& text, const std::string& file) {
  return MachineReader(text, file).read();
}

Machine Machine::read(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error))
    throw InvalidInput(
        InvalidInput::Kind::file,
        file.string() + ": there is no such file; name a machine as data/machines has them");
  return read_text(claim::read_text(file), file.string());
}

void Machine::take_word(const std::vector<std::string>& word) {
  symbols_ = own_symbols_;
  word_.clear();
  for (const std::string& symbol : word) {
    add_new(symbols_, symbol);
    word_.push_back(number_of(symbols_, symbol));
  }
  if (word_.empty()) word_.push_back(blank());
}

void Machine::give_word(const std::string& text, const std::string& option) {
  const auto word = symbols_of(text);
  const auto bad = [&](const std::string& what) {
    throw InvalidInput(InvalidInput::Kind::option,
                       option + " '" + text.substr(0, 60) + "': " + what);
  };
  std::string known;
  for (const std::string& symbol : known_symbols_) known += (known.empty() ? "" : " ") + symbol;
  if (!word || word->size() > kMostWord)
    bad("it is no word of up to 10,000 symbols; the symbols are " + known);
  for (const std::string& symbol : *word)
    if (number_of(known_symbols_, symbol) > known_symbols_.size())
      bad("the machine does not know '" + symbol.substr(0, kLongestName) + "'; its symbols are " +
          known);
  take_word(*word);
}

std::string Machine::text_of(const std::vector<std::size_t>& numbers) const {
  const bool short_names = std::all_of(symbols_.begin(), symbols_.end(),
                                       [](const std::string& s) { return s.size() == 1; });
  std::string out;
  for (const std::size_t i : numbers)
    out += (short_names || out.empty() ? "" : " ") + symbols_[i - 1];
  return out;
}

std::string Machine::canonical() const {
  std::string out = "initial " + states_[initial_ - 1] + ", word " + text_of(word_) + ",";
  for (const Transition& t : transitions_)
    out += " " + states_[t.from - 1] + " " + symbols_[t.reads - 1] + " -> " + states_[t.to - 1] +
           " " + symbols_[t.writes - 1] + (t.move > 0 ? " R;" : " L;");
  return out;
}

}  // namespace hardmax::subject
