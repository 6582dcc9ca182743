// The types of terms of a construction, found before anything runs. A term may have one of several
// types where that hangs on shapes: a product of matrices that is 1 x 1 is its entry.
#pragma once
#include "check/described.hpp"

namespace hardmax::check {

using Types = unsigned;  // a set of these
struct TypeOf {
  enum : unsigned {
    number = 1,
    truth = 2,
    set = 4,
    input = 8,
    matrix = 16,  // of numbers
    form = 32,
    forms = 64,  // a matrix of forms
    heads = 128,
    units = 256,
    line = 512  // the argument of an activation, while its cases are found
  };
};
Types type_of_sum(Types a, Types b);  // also of a difference; 0: there is none
Types type_of_product(Types a, Types b);

struct Change {  // a variant with its arguments, or one --with
  std::vector<ChangedTerm> terms;
  std::vector<Term> arguments = {};  // they speak of the construction as it was
  std::size_t slots = 0;             // of the arguments
};
using Changes = std::vector<Change>;  // of a run, one after another

class DescribedTypes {
 public:
  DescribedTypes(const Described& of, const Changes& changes);  // keeps the references
  // Once: [construction], stages, and what they reach. Throws Unreadable.
  void require_all();
  Types of_definition(std::size_t definition, const std::vector<Types>& arguments);

 private:
  using Slots = std::vector<Types>;
  struct Level {
    Level* parent = nullptr;
    const std::vector<ChangedTerm>* changes = nullptr;
    Slots arguments = {};  // of the variant
    std::map<std::pair<std::size_t, Slots>, Types> known = {};
    std::map<std::pair<std::size_t, Slots>, std::unique_ptr<Level>> variants = {};
  };
  Types of(const Term& term, Level& level, Slots& slots);
  Types wanted(const Term& term, Level& level, Slots& slots, Types types, const char* what);
  Types fold(const Term& term, Level& level, Slots& slots, std::size_t first);
  Types over(const Term& term, Level& level, Slots& slots);
  Types comparison(const Term& term, Level& level, Slots& slots);
  Types given(const Term& term, Level& level, Slots& slots);
  Types in_variant(const Term& term, Level& level, Slots& slots);
  Types call(std::size_t definition, Level& level, const Slots& arguments);
  Types put_in(std::size_t definition, Level& level, const Slots& arguments);
  void binders(const Term& over, Level& level, Slots& slots);
  void stage(const DescribedStage& stage);
  [[noreturn]] void wrong(const std::string& what) const { bad_file(where_, what); }

  const Described& of_;
  const Changes& changes_;
  std::vector<std::unique_ptr<Level>> levels_;
  std::string where_;
  bool map_ = false;  // in a map Z is numbers
  int depth_ = 0;
};

}  // namespace hardmax::check
