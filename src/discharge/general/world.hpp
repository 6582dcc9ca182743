// What one obligation of evidence of the kind `general` speaks of, where n, d, D, p, s are not
// numbers but variables (discharge/general/general.hpp; proofs/README.md, "For all parameters").
//
// A World holds what one obligation speaks of: variables over half-lines, and for what is no
// polynomial in them (a name of the run with arguments, a power with a variable exponent, a sum
// with a variable number of terms) a variable of its own, found again by what the term says. What a
// used claim says of such a term replaces it: where a <= b is known, b - r stands for a with a new
// r >= 0. Every run and every choice of the parameters gives values of the variables for which all
// of this is one of them: what holds for all of them holds for every run.
//
// Errors  LimitReached: not covered by this method, or not decided by the signs of the
// coefficients; the reason in one line.
#pragma once
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "claim/claim.hpp"
#include "claim/quotient.hpp"
#include "discharge/run_names.hpp"

namespace hardmax {

class World {
 public:
  static constexpr std::int64_t max_power = 64;  // of a whole exponent

  // Equal functions that are written alike have equal keys; different ones never have.
  static std::string key(const claim::Quotient& x);

  explicit World(const claim::Formula& domain);  // takes what it says in the form P >= integer

  claim::Quotient integer(const Rational& least);  // a new whole number >= least
  claim::Quotient real(bool positive);             // a new real number >= 0, or > 0
  claim::Quotient any_real();                      // of unknown sign
  claim::Quotient parameter(Name name);            // n d D p s delta Delta
  void fix(Name name, std::uint64_t value) {
    parameters_.emplace(name, Rational(value));
  }                                                             // before it is read
  void set_parameter(Name name, const claim::Quotient& value);  // of n d p s, unless it has been
                                                                // read, or the value may be below 1
  const claim::Quotient& marker(std::size_t depth);  // the place in a sum, counted from its first

  [[nodiscard]] unsigned signs(const claim::Quotient& x) const { return x.signs(variables_); }
  [[nodiscard]] bool holds(claim::Relation relation, const claim::Quotient& a,
                           const claim::Quotient& b) const;  // for all values
  [[nodiscard]] bool whole(
      const claim::Quotient& x) const;  // a polynomial with whole coefficients in whole variables
  [[nodiscard]] claim::Quotient ratio(const claim::Quotient& a, const claim::Quotient& b) const;

  // base^exponent is `factor` times the powers of `parts`, each an atom by its key.
  struct Power {
    claim::Quotient factor;
    std::vector<std::pair<std::string, std::int64_t>> parts;
  };
  Power power_parts(claim::Quotient base,
                    claim::Quotient exponent);  // of a product of variables, of each of them
  claim::Quotient power(const claim::Quotient& base, const claim::Quotient& exponent);

  [[nodiscard]] const claim::Quotient* find(const std::string& key) const;
  const claim::Quotient& atom(const std::string& key, const claim::Quotient& value) {
    return atoms_.try_emplace(key, value).first->second;
  }
  bool assign(const std::string& key,
              const claim::Quotient& value);  // false if something replaces it already

  bool closed = true;  // no further names of the run may be read than those that used claims
                       // speak of: these have a value
  std::size_t inputs =
      0;  // named so far: each is one of its own, also where its name hides another

 private:
  claim::Quotient variable(claim::HalfLine range, bool whole);
  void power_of(const claim::Quotient& base, const claim::Quotient& exponent, Power& result);
  [[nodiscard]] claim::Quotient whole_power(const claim::Quotient& base,
                                            const Rational& exponent) const;

  std::vector<claim::HalfLine> variables_;
  std::vector<bool> whole_;
  std::array<std::uint64_t, 5> least_{2, 1, 2, 1, 1};  // of n d D p s
  std::map<Name, claim::Quotient> parameters_;
  std::vector<claim::Quotient> markers_;
  std::map<std::string, claim::Quotient> atoms_;
  std::map<std::string, bool> assigned_;
  struct Rest {
    claim::Quotient base, exponent;
  };
  std::map<std::size_t, Rest> rests_;  // variables that stand for base^exponent
};

}  // namespace hardmax
