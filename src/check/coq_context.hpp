// What is known of the names of a run where a statement of Coq is printed: their values as sums
// (coq_value.hpp), and which arguments have a value. Coq's names are total functions; claims must
// not go where verify finds none.
#pragma once
#include "check/coq_names.hpp"
#include "check/coq_value.hpp"

namespace hardmax::check {

class CoqContext : public CoqFacts {
 public:
  // `hypotheses`: "1", "2", "3": which parts of Assumption 1 are made.
  CoqContext(const CoqPaper& paper, const std::string& hypotheses);
  // Throws Rejected (not_stated) unless the name with these numbers for arguments has a value on
  // every run. `heads`: what stands for heads(t), if the name has an argument t.
  void require_defined(const Known& name, const std::vector<CoqSum>& arguments,
                       const std::string& heads);
  bool every_token_sees_itself() const {
    return hypotheses_.find('1') != std::string::npos;
  }  // then A(l, k) and S(t, k) have a member
  // What is known of it; `text` is what stands in Coq, `category` what would for the category of
  // its input.
  CoqSum value(const Known& name, const std::string& text, const std::string& category);
  CoqSum layers(const std::string& stage);  // how many there are
  CoqSum power(const CoqSum& exponent);     // D to that: a whole number of any sign
  // A term that is not looked into.
  CoqSum atom(const std::string& text, bool whole) {
    return whole ? is_whole(text) : void(), coq_sum(text);
  }
  void within(const std::string& atom, const CoqSum& low, const CoqSum& high);  // a whole number

 private:
  bool between(const CoqSum& x, const CoqSum& low, const CoqSum& high) const {
    return shows(plus(x, low, Num(-1)), false) && shows(plus(high, x, Num(-1)), false);
  }
  MadeFor network_;
  StageNames stages_;
  std::string module_, hypotheses_;
};

}  // namespace hardmax::check
