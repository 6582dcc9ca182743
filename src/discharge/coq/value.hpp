// What a statement's text shows of its numbers, so that every term of it has a value on every run:
// whole numbers, signs, and which of two is larger. Numbers are sums of products of atoms (names,
// powers of D, terms that are not looked into); facts are such sums of which it is known that they
// are at least 0. What is not shown here may be true all the same.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "exact/rational.hpp"

namespace hardmax::coq {

using Product = std::vector<std::string>;  // of atoms, sorted
using Sum = std::map<Product, Rational>;   // coefficients, none of them 0

Sum sum_of(const Rational& constant);
Sum sum_of(const std::string& atom);
Sum plus(Sum a, const Sum& b, const Rational& factor = Rational(1));
Sum times(const Sum& a, const Sum& b);  // delta^(x) and D^(x) cancel each other
Sum power_of_D(const Sum& exponent);    // exponent: with integers as coefficients

class Facts {
 public:
  void is_whole(const std::string& atom) { whole_.insert(atom); }
  void at_least_0(const std::string& atom) { set_sign(atom, 0); }
  void above_0(const std::string& atom) { set_sign(atom, 1); }
  // `sum` is at least 0, or above it. False: that contradicts what is known already, so there is no
  // run on which it is so.
  bool add(const Sum& sum, bool above);
  bool shows(const Sum& sum, bool above) const;  // at least 0, or above it
  bool not_zero(const Sum& sum) const {
    return shows(sum, true) || shows(times(sum, sum_of(Rational(-1))), true);
  }
  bool whole(const Sum& sum) const;

 private:
  struct Fact {
    Sum sum;
    bool above;
  };
  void set_sign(const std::string& atom, int sign);
  bool none_negative(const Product& atoms) const;
  bool shows(const Sum& sum, bool above, int depth, int& steps) const;
  std::map<std::string, int> signs_;  // of atoms: 0 at least 0, 1 above 0
  std::set<std::string> whole_;
  std::vector<Fact> facts_;
  mutable std::map<std::pair<Sum, bool>, bool>
      asked_;  // what was asked since the last that became known
};

}  // namespace hardmax::coq
