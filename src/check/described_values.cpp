#include "check/described_values.hpp"

namespace hardmax::check {
namespace {

using T = TypeOf;
constexpr std::size_t most_entries = std::size_t{1} << 20;

[[noreturn]] void wrong(const std::string& what) { throw Unreadable("the construction: " + what); }
[[noreturn]] void too_large() {
  throw Incomplete("the construction: a matrix of more than 2^20 entries");
}
std::string shape(const Grid& grid) {
  return std::to_string(grid.rows) + " x " + std::to_string(grid.columns);
}

Affine sum(const Affine& a, const Affine& b) {
  Affine out = a.w.size() >= b.w.size() ? a : b;
  const Affine& other = a.w.size() >= b.w.size() ? b : a;
  for (std::size_t i = 0; i < other.w.size(); ++i) out.w[i] = weighed(out.w[i] + other.w[i]);
  out.b = weighed(out.b + other.b);
  return out;
}
// One of them is a number.
Affine product(const Affine& a, const Affine& b) {
  if (!a.w.empty() && !b.w.empty())
    wrong("a product of two affine functions of the state; one factor has to be a number");
  Affine out = a.w.empty() ? b : a;
  const Num& factor = a.w.empty() ? a.b : b.b;
  for (Num& w : out.w) w = weighed(w * factor);
  out.b = weighed(out.b * factor);
  return out;
}

Quantity product_of_grids(const Grid& a, const Grid& b) {
  if (a.columns != b.rows)
    wrong("a product of matrices of shapes " + shape(a) + " and " + shape(b));
  if (a.rows * b.columns > most_entries || a.rows * b.columns * a.columns > 64 * most_entries)
    too_large();
  Grid out{a.rows, b.columns, {}, a.forms || b.forms};
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t k = 0; k < b.columns; ++k) {
      Affine total;
      for (std::size_t j = 0; j < a.columns; ++j) {
        const std::size_t one = i * a.columns + j, other = j * b.columns + k;
        if (out.forms)
          total = sum(total, product(a.form(one), b.form(other)));
        else
          total.b = weighed(total.b + weighed(a.at[one] * b.at[other]));
      }
      out.add(std::move(total));
    }
  if (out.rows == 1 && out.columns == 1)
    return Quantity::of_form(out.forms ? T::form : T::number, out.form(0));
  return Quantity::of_grid(std::move(out));
}

Quantity scaled(const Grid& a, const Quantity& by) {
  Grid out{a.rows, a.columns, {}, a.forms || by.type == T::form, a.state};
  if (a.forms && by.type == T::form)
    wrong("a product of two affine functions of the state; one factor has to be a number");
  const Affine factor = by.affine();
  out.at.reserve(a.at.size());
  for (std::size_t i = 0; i < a.at.size(); ++i)
    if (out.forms)
      out.add(product(a.form(i), factor));
    else
      out.at.push_back(weighed(a.at[i] * factor.b));
  return Quantity::of_grid(std::move(out));
}

}  // namespace

Quantity Quantity::of_form(Types type, Affine form) {
  if (type == T::number) return of(std::move(form.b));
  return {type, std::move(form.b), std::make_shared<const std::vector<Num>>(std::move(form.w))};
}
Quantity Quantity::of_grid(Grid grid) {
  if (grid.at.size() > most_entries) too_large();
  const Types type = grid.forms ? T::forms : T::matrix;
  return {type, {}, std::make_shared<const Grid>(std::move(grid))};
}
Quantity Quantity::of_parts(Types type, std::vector<Summand> parts) {
  if (parts.size() > 1 << 16) throw Incomplete("a layer of more than 2^16 heads or units");
  return {type, {}, std::make_shared<const std::vector<Summand>>(std::move(parts))};
}

void Quantity::another_type() {
  wrong("a term has another type than the one that is asked for; see where its shape is 1 x 1");
}

GridPtr Quantity::matrix() const {
  if (type == T::number) return std::make_shared<const Grid>(Grid{1, 1, {x}});
  return need(T::matrix), held_as<Grid>();
}

std::vector<Affine> Quantity::forms(const char* of) const {
  if (type == T::form) return {affine()};
  if (type != T::forms || grid().columns != 1)
    wrong(std::string("the ") + of + " of a head is no form, and no column of forms");
  std::vector<Affine> out;
  for (std::size_t i = 0; i < grid().rows; ++i) out.push_back(grid().form(i));
  return out;
}

Quantity sum_of(const Quantity& a, const Quantity& b) {
  if (a.nothing) return b;
  if (b.nothing) return a;
  if (a.type == T::number && b.type == T::number) return Quantity::of(weighed(a.x + b.x));
  const Types type = type_of_sum(a.type, b.type);
  switch (type) {
    case T::form:
    case T::line: return Quantity::of_form(type, sum(a.affine(), b.affine()));
    case T::matrix:
    case T::forms: {
      const Grid &one = a.grid(), &other = b.grid();
      if (one.rows != other.rows || one.columns != other.columns)
        wrong("a sum of matrices of shapes " + shape(one) + " and " + shape(other));
      Grid out{one.rows, one.columns, {}, type == T::forms, one.state || other.state};
      out.at.reserve(one.at.size());
      for (std::size_t i = 0; i < one.at.size(); ++i)
        if (out.forms)
          out.add(sum(one.form(i), other.form(i)));
        else
          out.at.push_back(weighed(one.at[i] + other.at[i]));
      return Quantity::of_grid(std::move(out));
    }
    case T::heads:
    case T::units: {
      std::vector<Summand> parts = a.parts();
      parts.insert(parts.end(), b.parts().begin(), b.parts().end());
      return Quantity::of_parts(type, std::move(parts));
    }
    default: wrong("a sum of terms of types that do not go together");
  }
}

Quantity product_of(const Quantity& a, const Quantity& b) {
  const bool numbers = a.type == T::number && b.type == T::number;
  if (!numbers && type_of_product(a.type, b.type) == 0)
    wrong("a product of terms of types that do not go together");
  Quantity out;
  if (numbers) {
    out.x = weighed(a.x * b.x);
  } else if (b.is_sum()) {
    std::vector<Summand> parts = b.parts();
    for (Summand& part : parts) {
      if (a.type == T::number) {
        part.factor = weighed(part.factor * a.x);
      } else if (!part.before) {
        part.before = a.matrix();
      } else {
        part.before = product_of_grids(a.grid(), *part.before).matrix();
      }
    }
    out = Quantity::of_parts(b.type, std::move(parts));
  } else if (a.is_grid() && b.is_grid()) {
    out = product_of_grids(a.grid(), b.grid());
  } else if (a.is_grid() || b.is_grid()) {
    out = a.is_grid() ? scaled(a.grid(), b) : scaled(b.grid(), a);
  } else {
    out = Quantity::of_form(type_of_product(a.type, b.type), product(a.affine(), b.affine()));
  }
  // of whatever type the sum is; but what stands before heads or a matrix and is 0 is a factor
  out.nothing = b.nothing || (a.nothing && !b.is_grid() && !b.is_sum());
  return out;
}

bool equal(const Quantity& a, const Quantity& b) {
  if (a.type != b.type) wrong("terms of two types are compared");
  switch (a.type) {
    case T::number:
    case T::truth:
    case T::input: return a.x == b.x;
    case T::set: return *a.members() == *b.members();
    case T::matrix: return a.grid() == b.grid();
    default: wrong("forms, heads and units are compared with < <= > >= alone, or not at all");
  }
}

Num value_at(const Affine& form, const Grid& state, std::size_t k) {
  Num out = form.b;
  for (std::size_t r = 0; r < form.w.size(); ++r)
    if (form.w[r].sign() != 0) out = out + form.w[r] * state.entry(r, k);
  return weighed(std::move(out));
}

}  // namespace hardmax::check
