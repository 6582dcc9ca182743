// Values of terms of construction files: numbers, truths, sets, inputs, and what layers are made
// of.
//
// Exact     all numbers are rationals. A number has at most 2^21 words of 64 bits, a set 2^20
// members, a matrix 2^20 entries (LimitReached).
// Errors    TermError: what is combined does not fit, or has no value.
#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "exact/rational.hpp"
#include "subject/term.hpp"

namespace hardmax::subject {

inline constexpr std::size_t max_members = std::size_t{1} << 20;

// An affine function w^T Z_k + b of a column of the state; or, while an activation is looked at,
// of the activation's argument, which is then row 0.
struct Form {
  std::vector<std::pair<std::size_t, Rational>> w;  // rows from 1, increasing, none with 0
  Rational b;
  [[nodiscard]] bool of_argument() const { return !w.empty() && w.front().first == 0; }
  friend bool operator==(const Form&, const Form&) = default;
};

// rows x columns, of numbers or, if `forms` is not empty, of forms. A state has the tokens of its
// columns.
struct Mat {
  std::size_t rows = 0, columns = 0;
  std::vector<Rational> numbers;  // row by row
  std::vector<Form> forms;
  bool state = false;
  [[nodiscard]] bool of_forms() const { return !forms.empty(); }
  friend bool operator==(const Mat&, const Mat&) = default;
};

struct Input {
  Input() : Input(std::vector<Rational>()) {}
  explicit Input(std::vector<Rational> entries);
  std::vector<Rational> values;  // in the order of `inputs`
  std::string key;               // keys.hpp, made once: many terms are kept by it
};

// One summand of a layer. A head: W_V, W_K, W_Q and -b_Q as forms, or a table of keys and values of
// its own. A hidden unit: the definition that is its activation, at a form.
struct Part {
  std::vector<Form> value, key, query;
  bool minus_abs = false;
  bool memory = false;
  std::vector<std::pair<std::vector<Rational>, std::vector<Rational>>> table;  // (key, value)
  std::string activation;
  Form form;
};

class Value;
// A formal sum of heads or of hidden units.
struct Parts {
  bool heads = false;
  std::vector<std::pair<std::shared_ptr<const Value>, std::shared_ptr<const Part>>> list;
};

using Set = std::vector<Rational>;  // increasing

// The sum of nothing: 0 of whatever it meets. `forms`: it may be a sum of forms.
struct Nothing {
  bool forms = false;
};

class Value {
 public:
  Value() = default;
  Value(bool truth) : kind_(Kind::truth), truth_(truth) {}
  Value(Rational number) : number_(std::move(number)) {}
  Value(Nothing nothing) : kind_(Kind::nothing), nothing_(nothing) {}
  Value(Set set) : Value(Kind::set, std::move(set)) {}
  Value(Input input) : Value(Kind::input, std::move(input)) {}
  Value(Form form) : Value(Kind::form, std::move(form)) {}
  Value(Mat mat) : Value(Kind::mat, std::move(mat)) {}
  Value(Parts parts) : Value(Kind::parts, std::move(parts)) {}

  [[nodiscard]] const bool* truth() const { return kind_ == Kind::truth ? &truth_ : nullptr; }
  [[nodiscard]] const Rational* number() const {
    return kind_ == Kind::number ? &number_ : nullptr;
  }
  [[nodiscard]] const Nothing* nothing() const {
    return kind_ == Kind::nothing ? &nothing_ : nullptr;
  }
  [[nodiscard]] const Set* set() const { return held<Set>(Kind::set); }
  [[nodiscard]] const Input* input() const { return held<Input>(Kind::input); }
  [[nodiscard]] const Form* form() const { return held<Form>(Kind::form); }
  [[nodiscard]] const Mat* mat() const { return held<Mat>(Kind::mat); }
  [[nodiscard]] const Parts* parts() const { return held<Parts>(Kind::parts); }

  // "a number", "a matrix 2 x 3", ...
  [[nodiscard]] std::string kind() const;
  // As people read it.
  [[nodiscard]] std::string show() const;
  // Appends a text that equal values share and no others do; false for parts, which have none.
  bool write_key(std::string& out) const;

 private:
  enum class Kind { number, truth, nothing, set, input, form, mat, parts };
  template <class T>
  Value(Kind kind, T value) : kind_(kind), held_(std::make_shared<const T>(std::move(value))) {}
  template <class T>
  [[nodiscard]] const T* held(Kind kind) const {
    return kind_ == kind ? static_cast<const T*>(held_.get()) : nullptr;
  }
  Kind kind_ = Kind::number;
  bool truth_ = false;
  Nothing nothing_;
  Rational number_;
  std::shared_ptr<const void> held_;
};

Value add(const Value& a, const Value& b);
Value subtract(const Value& a, const Value& b);
Value negate(const Value& a);
Value multiply(const Value& a, const Value& b);
Value divide(const Value& a, const Value& b);
Value raise(const Value& a, const Value& b);
bool equal(const Value& a, const Value& b);

// What is asked for, or TermError.
const Rational& number_of(const Value& v);
bool truth_of(const Value& v);
const Set& set_of(const Value& v);
const Input& input_of(const Value& v);
const Mat& mat_of(const Value& v);
std::int64_t whole_of(const Value& v);

// A matrix of forms or numbers, from its entries, row by row.
Mat mat_from(std::size_t rows, std::size_t columns, const std::vector<Value>& entries);
Value entry_of(const Mat& mat, std::size_t row, std::size_t column);  // 0-based, there is one
// The entries of a column, or the form or number itself, as forms.
std::vector<Form> forms_of(const Value& v);
Rational at(const Form& form, const Rational* column);  // column: entry of row r at r - 1
Form plus(const Form& a, const Form& b);
Form times(const Form& a, const Rational& k);

}  // namespace hardmax::subject
