// Types of terms, and of what operators make of them.
#pragma once
#include <string>

namespace hardmax::subject {

struct Type {
  enum Kind { boolean, number, set, input, matrix, form, heads, units, unknown } kind = unknown;
  bool one_row = false, one_column = false;  // of a matrix: known to have one
  bool forms = false;                        // of a matrix: its entries use the state
};

std::string words(const Type& t);

// Errors  TermError: the two do not fit.
[[noreturn]] void no_fit(const char* sign, const Type& a, const Type& b);
Type sum_type(const Type& a, const Type& b, const char* sign);
Type product_type(const Type& a, const Type& b);

}  // namespace hardmax::subject
