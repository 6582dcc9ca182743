// A construction file (proofs/README.md, "A construction"), read and checked: what stands in it, no
// parameters yet.
//
// Checked here: the TOML, keys, the grammar of every term, that every name is known and has its
// number of arguments, that no definition needs itself, and which states each term may use.
// types.hpp finds types.
// Errors    InvalidInput (file): one line, file:line: entry: what; remedy.
#pragma once
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "subject/term.hpp"

namespace hardmax::subject {

struct Definition {
  Signature signature;
  bool chosen = false;  // from [[choose]]
  int line = 0;
};

struct Stage {
  std::string name, network;
  Binders repeat, loop;
  std::string repeat_text;  // neighbours with the same one go round together; empty: none
  std::vector<Signature> lets;
  TermPtr backwards, keys, when, layer, map, scale;
  std::string keys_text, loop_text, when_text, layer_text, backwards_text, scale_text;
  std::vector<std::string> let_texts;
  std::string source, words;
  int line = 0;
};

// The key `pattern` of the variant for patterns that a run brings.
inline constexpr const char* brought_pattern = "brought";

// What an answer shows: "LABEL: TERM".
struct Shown {
  std::string label;
  TermPtr term;
};

// What the source says of a step of its construction (subject/steps.hpp): of each layer of a stage
// that changes the state, or of all layers of the stage together, for each instance of `repeat`.
// Its terms may use X, the input, and t, the layer that is the last one of the step; the names of
// `repeat`, and of `for` where it is about each layer.
struct Step {
  std::string stage, source, words;
  bool each_layer = false;
  TermPtr says;
  std::string says_text;
  std::vector<Shown> shows;
  int line = 0;
  [[nodiscard]] std::vector<std::string> names(const Stage& stage) const;  // of loops
};

struct Variant {
  Signature head;
  std::vector<Signature> terms;
  std::string source, words;
  // What --pattern calls it, "star+window:w"; or "brought": any other pattern, which the run
  // brings.
  std::string pattern;
  int line = 0;
  // "NAME=VALUE": one of the ways to read what the source leaves open; the first of a NAME in the
  // file is the literal one.
  std::string reading;
};

// Which values of choices are tried for better ones (subject/search.hpp): the names of `over` are
// choices without arguments, and its ends speak of the construction as it is without them.
struct Search {
  std::string source, words;
  Binders over;
  std::string over_text;
  TermPtr works, least;  // where the first is true, the second is a number: the smaller, the better
  std::string works_text, least_text;
  std::vector<Shown> shows;
  int line = 0;
};

// What a term reaches, through any definitions.
struct Reach {
  std::set<std::string> definitions;
  std::set<std::string> states;  // networks whose states, or layers as built, are used
  std::set<std::string> counts;  // networks whose layers are counted
  bool layer_state = false;      // Z, attend: has a value in a layer alone
  bool variants = false;         // V.name
  bool previous = false;         // the output of the token before
  bool all_inputs = false;       // a name is bound to every input
  void join(const Reach& other);
};

class ConstructionFile {
 public:
  static ConstructionFile read(const std::filesystem::path& file);
  static ConstructionFile read_text(const std::string& text, const std::string& file);

  std::string file;  // as named, for messages
  std::string id, source, words, states;
  enum class PatternUse { none, optional, required } pattern = PatternUse::none;
  struct Parameter {
    std::string name, text;
    TermPtr condition;
  };
  std::vector<Parameter> parameters;
  bool machine = false;           // the run brings a machine
  std::vector<Signature> tables;  // and these, without terms
  bool may_lack_tables = false;   // a run may leave them out; then they have no values
  std::vector<std::string> hypotheses;
  std::vector<std::string> box;  // what a corpus is decided on, as written (subject/box.hpp)
  int box_line = 0;
  std::vector<Parameter> conditions;  // of choices, as a run has them; without names
  std::vector<Signature> values;      // what an answer about a run shows of it
  TermPtr tokens, rows, entries, start;
  bool decoder = false;  // start uses `previous`: tokens are made one after another
  bool has_inputs = false;
  Binders inputs;
  // The texts of these, by key, with runs of white space made one.
  std::map<std::string, std::string> texts;

  std::map<std::string, Definition> definitions;
  std::vector<std::string> order;  // of definitions, as in the file
  std::vector<Stage> stages;
  std::map<std::string, Variant> variants;
  std::vector<std::string> variant_order;
  std::vector<std::string> networks;  // in the order of their first stages
  std::vector<Step> steps;
  std::vector<Search> searches;

  [[nodiscard]] const Stage& stage_of(const Step& step) const;
  // The network of a stage or network of this name; empty if there is none.
  [[nodiscard]] std::string network_of(const std::string& name) const;
  [[nodiscard]] bool is_parameter(const std::string& name) const;
  // How many arguments a given name has (a parameter, a function, what the run brings): -1 any
  // number; empty if it is not given.
  [[nodiscard]] const int* given(const std::string& name) const;
  // The table of this name; null: there is none.
  [[nodiscard]] const Signature* table(const std::string& name) const;
  // Does this definition use `previous`, through others too?
  [[nodiscard]] bool uses_previous(const std::string& definition) const {
    return decoder && reached_.at(definition).previous;
  }

  // What a term reaches.  `bound`: names that have a value where it stands.  Errors  TermError: an
  // unknown name, a wrong number of arguments.
  [[nodiscard]] Reach reach(const Term& term, std::set<std::string> bound) const;
  [[nodiscard]] Reach reach(const Binders& binders) const;  // where nothing is bound

  // A change of choices as --with has it, NAME=TERM.  Errors  TermError.
  [[nodiscard]] Signature read_change(const std::string& text) const;

  // Ends of loops, `where`, `backwards`, `rows` and `tokens` use no states, whatever is chosen.
  // Errors  TermError: with these changes they do.
  void check_ends(const std::vector<Signature>& changes) const;

  [[noreturn]] void fail(int line, const std::string& entry, const std::string& what) const;

 private:
  friend class FileReader;
  void check();
  void check_variants() const;
  void check_stage(const Stage& stage) const;
  void check_steps() const;
  void check_searches() const;
  void check_circles();
  [[nodiscard]] Reach direct(const Term& term, std::set<std::string> bound) const;
  std::map<std::string, int> given_;
  std::map<std::string, Reach> reached_;  // of each definition
};

// What a machine gives, with numbers of arguments.
const std::map<std::string, int>& machine_names();
// Functions that every construction has, with their numbers of arguments; -1: any number.
const std::map<std::string, int>& given_functions();
std::string arguments_text(std::size_t n);  // "1 argument"
// Functions whose first argument is a network or a stage.
bool takes_network(const std::string& name);
std::string joined(const std::vector<std::string>& names);

}  // namespace hardmax::subject
