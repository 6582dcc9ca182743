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
  std::vector<Affine> at;  // row after row
  bool forms = false;
  bool state = false;  // its columns are the tokens
  const Affine& entry(std::size_t r, std::size_t k) const { return at[r * columns + k]; }
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
  Affine x = {};                // a number or form; the ordinal of an input; 0 or 1 for a truth
  Set set = {};
  GridPtr grid = {};
  std::shared_ptr<const std::vector<Summand>> parts = {};
  bool nothing = false;  // a sum of nothing: 0 beside whatever it is added to

  static Quantity of(const Num& number) { return {TypeOf::number, {{}, number}}; }
  static Quantity of_truth(bool truth) { return {TypeOf::truth, {{}, Num(truth)}}; }
  static Quantity of_input(std::uint64_t input) { return {TypeOf::input, {{}, number_of(input)}}; }
  static Quantity of_set(Set set) { return {TypeOf::set, {}, std::move(set)}; }
  static Quantity of_grid(Grid grid);
  static Quantity of_parts(Types type, std::vector<Summand> parts);

  // Of the type that is asked for; throws Unreadable if it is another.
  Num number() const { return need(TypeOf::number), x.b; }
  bool truth() const { return need(TypeOf::truth), x.b.sign() != 0; }
  std::uint64_t input() const {
    return need(TypeOf::input), static_cast<std::uint64_t>(*x.b.small_integer());
  }
  // In a table: a number, or the ordinal of an input.
  Num place() const { return type == TypeOf::input ? x.b : number(); }
  Set members() const { return need(TypeOf::set), set; }
  GridPtr matrix() const;                           // a number too: a product that is 1 x 1
  std::vector<Affine> forms(const char* of) const;  // a form, or a column of forms

 private:
  void need(Types wanted) const;
};

Num weighed(Num x);  // within the limit on size, else throws LimitMet
Quantity sum_of(const Quantity& a, const Quantity& b);
Quantity product_of(const Quantity& a, const Quantity& b);
bool equal(const Quantity& a, const Quantity& b);  // numbers, truths, sets, inputs, matrices
Num value_at(const Affine& form, const Grid& state, std::size_t k);

}  // namespace hardmax::check
