// Values of terms in which the name of a loop, or a size, is left as a variable
// (subject/polynomial.hpp): numbers, affine functions of the state, matrices of these, sums of
// heads. Whatever the variable is not in stays a Value.
//
// Errors    TermError: what is combined does not fit, or may not have the variable.
#pragma once
#include <map>
#include <memory>
#include <vector>

#include "subject/polynomial.hpp"
#include "subject/value.hpp"

namespace hardmax::subject {

// An affine function of a column of the state.
struct VariableForm {
  std::map<std::size_t, Polynomial> w;  // of rows from 1; none with 0
  Polynomial b;
  friend bool operator==(const VariableForm&, const VariableForm&) = default;
};

class VariableValue;

struct VariableHead {
  std::shared_ptr<const VariableValue> before;  // W_O: a number is that multiple of the unit matrix
  std::vector<VariableForm> value, key, query;
  bool minus_abs = false, memory = false;
};

class VariableValue {
 public:
  enum class Kind { plain, number, form, mat, heads };

  VariableValue() = default;
  VariableValue(Value plain) : plain_(std::move(plain)) {}
  VariableValue(Polynomial number);
  static VariableValue of_form(VariableForm form);
  // `forms`: its entries are affine functions of the state, else numbers.
  static VariableValue of_entries(std::size_t rows, std::size_t columns, bool forms,
                                  std::vector<VariableForm> entries);
  static VariableValue of_heads(std::vector<VariableHead> heads);

  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] const Value* plain() const { return kind_ == Kind::plain ? &plain_ : nullptr; }
  // The same with a Value taken apart. Errors  a truth value, a set, an input, hidden units.
  [[nodiscard]] VariableValue lifted() const;

  // Of one that is lifted.
  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] bool forms() const { return forms_; }
  [[nodiscard]] const std::vector<VariableForm>& entries() const { return entries_; }
  [[nodiscard]] const std::vector<VariableHead>& heads() const { return heads_; }

 private:
  Kind kind_ = Kind::plain;
  Value plain_;
  std::size_t rows_ = 1, columns_ = 1;
  bool forms_ = false;
  std::vector<VariableForm> entries_;
  std::vector<VariableHead> heads_;
};

VariableValue add(const VariableValue& a, const VariableValue& b);
VariableValue multiply(const VariableValue& a, const VariableValue& b);
VariableValue negate(const VariableValue& a);

}  // namespace hardmax::subject
