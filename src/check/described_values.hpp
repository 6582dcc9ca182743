// The values of terms of a construction: numbers, sets, inputs, matrices, forms, heads, units.
#pragma once
#include "check/described_types.hpp"
#include "check/evaluate.hpp"

namespace hardmax::check {

class World;

struct Affine {        // w^T Z_k + b
  std::vector<Num> w;  // empty: a number
  Num b;
  friend bool operator==(const Affine& x, const Affine& y) { return x.w == y.w && x.b == y.b; }
};
struct Grid {  // a matrix
  std::size_t rows = 0, columns = 0;
  std::vector<Num> at = {};  // row after row
  bool forms = false;
  bool state = false;                    // its columns are the tokens
  std::vector<std::vector<Num>> w = {};  // of forms, at the same places
  const Num& entry(std::size_t r, std::size_t k) const { return at[r * columns + k]; }
  Affine form(std::size_t i) const { return {forms ? w[i] : std::vector<Num>(), at[i]}; }
  void add(Affine entry) {  // at the end
    at.push_back(std::move(entry.b));
    if (forms) w.push_back(std::move(entry.w));
  }
  // One type of numbers, and one shape.
  bool operator==(const Grid& other) const {
    return rows == other.rows && columns == other.columns && at == other.at && w == other.w;
  }
};
using GridPtr = std::shared_ptr<const Grid>;

struct AttentionHead {
  std::vector<Affine> value, key, query;
  bool minus_abs = false, external = false;
  std::vector<std::vector<Num>> values, keys;  // of an external one, in place of value and key
  std::size_t values_size = 0;
  std::size_t size() const { return values_size; }
};
struct HiddenUnit {
  const World* world = nullptr;  // in which its activation is read
  std::size_t activation = 0;    // a definition
  Affine at;
};
struct Summand {  // factor before part
  Num factor = Num(1);
  GridPtr before = nullptr;  // none: the unit matrix
  std::shared_ptr<const AttentionHead> head = nullptr;
  std::shared_ptr<const HiddenUnit> unit = nullptr;
};
struct Quantity {
  Types type = TypeOf::number;  // one of them
  bool nothing = false;         // a sum of nothing: 0 beside whatever it is added to
  Num x = {};  // a number; of a form its constant; the ordinal of an input; a truth

  static Quantity of(Num number) { return {TypeOf::number, std::move(number), nullptr}; }
  static Quantity of_truth(bool truth) { return {TypeOf::truth, Num(truth), nullptr}; }
  static Quantity of_input(std::uint64_t input) {
    return {TypeOf::input, number_of(input), nullptr};
  }
  static Quantity of_set(Set set) { return {TypeOf::set, {}, std::move(set)}; }
  static Quantity of_form(Types type, Affine form);  // a number too
  static Quantity of_grid(Grid grid);
  static Quantity of_state(GridPtr state) { return {TypeOf::matrix, {}, std::move(state)}; }
  static Quantity of_parts(Types type, std::vector<Summand> parts);
  Quantity() = default;

  // Of the type that is asked for; throws Unreadable if it is another.
  const Num& number() const { return need(TypeOf::number), x; }
  bool truth() const { return need(TypeOf::truth), x.sign() != 0; }
  std::uint64_t input() const {
    return need(TypeOf::input), static_cast<std::uint64_t>(*x.small_integer());
  }
  // In a table: a number, or the ordinal of an input.
  const Num& place() const { return type == TypeOf::input ? x : number(); }
  Set members() const { return need(TypeOf::set), held_as<std::vector<Num>>(); }
  GridPtr matrix() const;                           // a number too: a product that is 1 x 1
  std::vector<Affine> forms(const char* of) const;  // a form, or a column of forms

  bool is_grid() const { return (type & (TypeOf::matrix | TypeOf::forms)) != 0; }
  bool is_sum() const { return (type & (TypeOf::heads | TypeOf::units)) != 0; }
  const Grid& grid() const { return *static_cast<const Grid*>(held_.get()); }  // is_grid()
  const std::vector<Summand>& parts() const {                                  // is_sum()
    return *static_cast<const std::vector<Summand>*>(held_.get());
  }
  Affine affine() const {  // a number, a form, or a line
    return {held_ && type != TypeOf::number ? *held_as<std::vector<Num>>() : std::vector<Num>(), x};
  }

 private:
  Quantity(Types what, Num number, std::shared_ptr<const void> held)
      : type(what), x(std::move(number)), held_(std::move(held)) {}
  template <class Held>
  std::shared_ptr<const Held> held_as() const {
    return std::static_pointer_cast<const Held>(held_);
  }
  void need(Types wanted) const {
    if (type != wanted) another_type();
  }
  [[noreturn]] static void another_type();
  // By the type: the members of a set, a Grid, the w of a form, summands; of all others nothing.
  std::shared_ptr<const void> held_ = {};
};

inline Num weighed(Num x) {  // within the limit on size
  if (x.words() > max_words) throw LimitMet{};
  return x;
}
Quantity sum_of(const Quantity& a, const Quantity& b);
Quantity product_of(const Quantity& a, const Quantity& b);
bool equal(const Quantity& a, const Quantity& b);  // numbers, truths, sets, inputs, matrices
Num value_at(const Affine& form, const Grid& state, std::size_t k);

}  // namespace hardmax::check
