// What a statement's text shows of its numbers, so that every term of it has a value on every run:
// whole numbers, signs, and which of two is larger. Numbers are sums of products of atoms (names,
// powers of D, terms that are not looked into); facts are such sums that are known to be at least
// 0. What is not shown here may be true all the same.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "check/num.hpp"

namespace hardmax::check {

using CoqProduct = std::vector<std::string>;  // of atoms, sorted
using CoqSum = std::map<CoqProduct, Num>;     // coefficients, none of them 0

CoqSum coq_sum(const Num& constant);
CoqSum coq_sum(const std::string& atom);
CoqSum plus(CoqSum a, const CoqSum& b, const Num& factor = Num(1));
CoqSum times(const CoqSum& a, const CoqSum& b);  // delta^(x) and D^(x) cancel each other
CoqSum power_of_D(const CoqSum& exponent);       // exponent: with integers as coefficients

class CoqFacts {
 public:
  void is_whole(const std::string& atom) { whole_.insert(atom); }
  void at_least_0(const std::string& atom) { set_sign(atom, 0); }
  void above_0(const std::string& atom) { set_sign(atom, 1); }
  // `sum` is at least 0, or above it. False: that contradicts what is known already, so there is no
  // run on which it holds.
  bool add(const CoqSum& sum, bool above);
  bool shows(const CoqSum& sum, bool above) const;  // at least 0, or above it
  bool not_zero(const CoqSum& sum) const {
    return shows(sum, true) || shows(times(sum, coq_sum(Num(-1))), true);
  }
  bool whole(const CoqSum& sum) const;

 private:
  struct Fact {
    CoqSum sum;
    bool above;
  };
  void set_sign(const std::string& atom, int sign);
  bool none_negative(const CoqProduct& atoms) const;
  bool shows(const CoqSum& sum, bool above, int depth, int& steps) const;
  std::map<std::string, int> signs_;  // of atoms: 0 at least 0, 1 above 0
  std::set<std::string> whole_;
  std::vector<Fact> facts_;
  mutable std::map<std::pair<CoqSum, bool>, bool>
      asked_;  // what was asked since the last that became known
};

}  // namespace hardmax::check
