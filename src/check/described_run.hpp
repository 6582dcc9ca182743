// A run of a construction that a file describes, as a certificate states it: what the replay asks
// of a construction, and the names that formulas of claims may use.
#pragma once
#include "check/construction.hpp"
#include "check/described_machine.hpp"

namespace hardmax::check {

std::vector<std::string> strings(const Json& array, const std::string& where);
// The machine and the tables of `run`, at the places of their names; "machine" and "tables" stand
// there where the file asks for them, and nowhere else.
std::vector<Table> tables_of(const Json& run, const Described& of);

class DescribedRun final : public Construction {
 public:
  // Reads `run`. Keeps the references. Throws Rejected, Incomplete, and Unreadable for the file.
  DescribedRun(const Json& run, const Described& of, const Entries& entries);
  // The run that a setting says, of a file whose terms have types.
  DescribedRun(Setting setting, const Entries& entries);
  DescribedRun(const DescribedRun&) = delete;

  // What needs values: that the parameters may be these, and the space of states. Before it only
  // digests are asked for.
  void open(bool outputs = true);  // outputs: id() is asked for
  void open_one_by_one();          // in place of it: of a decoder whose tokens are not listed
  void share_nothing() { ground_.shares = false; }     // before it, to compare
  void go_layer_by_layer() { ground_.jumps = false; }  // the same
  Json derived() const;
  std::string digest() const;  // of the construction
  // Of the same, and of every definition; without hypotheses: of their ids and not of their texts.
  std::string digest_with_names(bool hypotheses = true) const;
  std::string binding(const Entry& entry) const;  // what SHA-256 is taken of
  const World& world() const { return *worlds_.back(); }
  const Described& file() const { return of_; }
  const Space& space() const { return *ground_.space; }
  const Pattern& pattern() const { return ground_.setting.A; }
  std::string given_called(int name) const;  // the name of what is given; "": it is none
  const AssumptionOne& assumption1() const { return ground_.first; }
  // What a name of formulas reaches; none for one that the file does not define.
  const Uses* uses(int name) const {
    const auto it = uses_.find(name);
    return it == uses_.end() ? nullptr : &it->second;
  }
  const Table& table(const std::string& name) const {  // that the run brings
    return ground_.setting.tables.at(of_.names.tables.at(name).place);
  }

  const Setting& run_setting() const { return ground_.setting; }
  // A name of a formula as a term, and which of its arguments are inputs; of layers(x), `word`
  // counts from 0.
  Term asked(int name, std::optional<std::size_t> word = std::nullopt) const;
  std::vector<bool> inputs_of(int name) const;
  bool counts_layers(int name) const { return name == layers_; }

  const Vocabulary& names() const override { return names_; }
  bool executed() const override { return true; }
  Num layer_count() const override { return world().layer_count(of_.states); }
  bool counts_ids() const override { return false; }
  unsigned tokens() const override { return static_cast<unsigned>(width_); }  // entries of a state
  const Num& id(std::uint64_t input, unsigned entry) const override;  // of the output, real units
  std::uint64_t inputs() const override { return ground_.space->input_count(); }
  std::string input_text(std::uint64_t input) const override;
  Num number(int name, const Num* a, const std::uint64_t* inputs) const override;
  Set set(int name, const Num* a) const override { return set_of(name, a, nullptr); }
  Set set_of(int name, const Num* a, const std::uint64_t* inputs) const override;
  bool truth(int name, const Num* a, const std::uint64_t* inputs) const override {
    return value(name, a, inputs).truth();
  }

 private:
  struct Called {  // what a name of a formula stands for, as a term whose arguments are slots
    Term term;
    std::vector<Types> arguments;
  };
  void begin();
  void make_worlds();
  Setting setting(const Json& run) const;
  std::string bound_text() const;
  Change variant(const std::string& text, const std::string& where) const;
  void read_pattern(const Json& stated, Setting& out) const;
  void read_changes(const Json& stated, Setting& out) const;
  std::pair<std::size_t, std::uint64_t> dropped(const std::string& text,
                                                const std::string& where) const;
  std::uint64_t last_layer() const;
  int known_as(Term term, std::vector<Types> arguments) const;
  void make_names();
  std::optional<Known> resolved(const std::string& name, const std::vector<Type>& types) const;
  Quantity value(int name, const Num* a, const std::uint64_t* inputs) const;

  const Described& of_;
  const Entries& entries_;
  Ground ground_;
  mutable DescribedTypes types_;
  std::vector<std::unique_ptr<World>> worlds_;
  Vocabulary names_;
  int layers_ = 0;
  std::size_t width_ = 0;
  mutable std::vector<Called> called_;
  mutable std::map<int, Uses> uses_;
  mutable std::set<std::size_t> reached_;  // definitions, by the formulas that were parsed last
  mutable GridPtr output_;
  mutable std::uint64_t of_input_ = 0;
};

}  // namespace hardmax::check
