// The texts that a printed proposition is put together from: terms, comparisons, and what is said besides so that terms have values. Private to coq_formula.cpp.
#pragma once
#include <string>
#include <vector>

#include "claim/syntax.hpp"

namespace hardmax::coq {

struct Term {
  std::string text;
  bool integer = false;
};

// What a comparison has to say besides, so that its terms have values.
struct Needed {
  std::vector<std::string> maxima;      // "m1": bound names
  std::vector<std::string> conditions;
};

std::string Q(const Term& t);   // as a rational
std::string Qp(const Term& t);  // the same, as an argument
std::string Z(const Term& t);   // as an integer: what is not one by the text is rounded down

// `body` with what is needed: as a part of it where it is asserted, as a premise where it is assumed.
std::string with(const Needed& needed, const std::string& body, bool asserted);
std::string compared(const Term& x, claim::Relation relation, const Term& y);

}  // namespace hardmax::coq
