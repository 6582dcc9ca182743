// The texts that a printed proposition is put together from: terms, comparisons, and what is said
// besides so that terms have values. Private to formula.cpp.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "claim/syntax.hpp"

namespace hardmax::coq {

struct Term {
  std::string text;
  bool integer = false;  // printed as one
};

// What a comparison has to say besides, so that its terms have values.
struct Needed {
  std::vector<std::string> maxima;  // "m1": bound names
  std::vector<std::string> conditions;
};

// The words for the numbers of a formula that are not integers: rationals, or real numbers where it
// binds names of such (proofs/coq/Names_real.v).
struct Words {
  std::string_view type, whole, equal, module, floor, abs, max, min;
  bool real;

  [[nodiscard]] std::string Q(const Term& t) const;   // as such a number
  [[nodiscard]] std::string Qp(const Term& t) const;  // the same, as an argument
  [[nodiscard]] std::string Z(
      const Term& t) const;  // as an integer: what is not one by the text is rounded down
  [[nodiscard]] std::string compared(const Term& x, claim::Relation relation, const Term& y) const;
  [[nodiscard]] std::string to_the_power(const Term& base, const Term& exponent) const;
};
const Words& words_for(bool real);

// `body` with what is needed: as a part of it where it is asserted, as a premise where it is
// assumed.
std::string with(const Needed& needed, const std::string& body, bool asserted,
                 std::string_view type);

// A bound name.
struct Bound {
  std::string name;
  bool integer;
  bool not_zero = false;        // the text says so: a value of `let`
  bool never_negative = false;  // of a range that begins with such a number
};
using Bindings = std::map<std::size_t, Bound>;  // by slot

// What the text says of a term: that it is not 0; that it is an integer of at least 0, as an
// exponent: then its base may be 0.
bool not_zero(const claim::Node& node, const Bindings& bound);
bool never_negative(const claim::Node& node, const Bindings& bound);

}  // namespace hardmax::coq
