// Which names of the claim language the printer of statements knows, for each construction that the
// theory was written for (made_for.hpp): that which takes a pattern, Names.v of proofs/coq, and
// those with dense attention, Names_ID.v. Stages are called as the file calls them.
#pragma once
#include "check/constructions.hpp"
#include "check/evaluate.hpp"

namespace hardmax::check {

// What a name is known by says what it is: an integer, one of those that are positive, delta, or
// another number or a set. The last argument of qmap and qstep is a rational, all others are
// integers or inputs; qbreaks is a set of rationals, all others are sets of integers.
enum : int {
  positive_names = 0,
  integer_names = 10,
  delta_name = 40,
  other_names = 41,
  qmap_name = 60,
  qstep_name,
  qbreaks_name
};

struct CoqPaper {
  std::string name;                    // ids of its claims begin with it and a dot
  std::string module;                  // its names there
  MadeFor network = MadeFor::nothing;  // in the order in which Statements.v requires them
  StageNames stages;
  Vocabulary vocabulary;
};
// Of the files beside these entries, which are kept by reference.
class CoqPapers {
 public:
  explicit CoqPapers(const Entries& entries) : files_(entries) {}
  const CoqPaper& of(const std::string& id);  // throws Rejected if there is none. It stays

 private:
  ConstructionFiles files_;
  std::map<std::string, CoqPaper> known_;
};
inline constexpr const char* first_module = "Names";    // which has the words of all papers too
[[noreturn]] void not_stated(const std::string& what);  // throws Rejected

}  // namespace hardmax::check
