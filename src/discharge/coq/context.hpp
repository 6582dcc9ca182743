// What is known of the names of a run where a statement of Coq is printed: their values as sums
// (value.hpp), and which arguments have a value. Coq's names are total functions; claims must not
// go where verify finds none.
#pragma once
#include "discharge/coq/names.hpp"
#include "discharge/coq/value.hpp"

namespace hardmax::coq {

class Context : public Facts {
 public:
  // `hypotheses`: "1", "2", "3": which parts of Assumption 1 are made.
  Context(const CoqNames& paper, const std::string& hypotheses);
  // Throws NotStated unless the name with these numbers for arguments has a value on every run.
  // `heads`: what stands for heads(t), if the name has an argument t.
  void require_defined(const std::string& called, const std::vector<Sum>& arguments,
                       const std::string& heads);
  bool every_token_sees_itself() const {
    return hypotheses_.find('1') != std::string::npos;
  }  // then A(l, k) and S(t, k) have a member
  // What is known of it; `text` is what stands in Coq, `category` what would for the category of
  // its input.
  Sum value(const std::string& called, const std::string& text, const std::string& category);
  Sum layers(const std::string& stage);  // how many there are
  Sum power(const Sum& exponent);        // D to that: a whole number of any sign
  // A term that is not looked into.
  Sum atom(const std::string& text, bool whole) {
    return whole ? is_whole(text) : void(), sum_of(text);
  }
  void within(const std::string& atom, const Sum& low, const Sum& high);  // a whole number

 private:
  bool between(const Sum& x, const Sum& low, const Sum& high) const {
    return shows(plus(x, low, Rational(-1)), false) && shows(plus(high, x, Rational(-1)), false);
  }
  std::string paper_, module_, hypotheses_;
};

}  // namespace hardmax::coq
