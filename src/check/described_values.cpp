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
Quantity scalar(Types type, Affine x) {
  Quantity out;
  out.type = type, out.x = std::move(x);
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
      for (std::size_t j = 0; j < a.columns; ++j)
        total = sum(total, product(a.entry(i, j), b.entry(j, k)));
      out.at.push_back(std::move(total));
    }
  if (out.rows == 1 && out.columns == 1) return scalar(out.forms ? T::form : T::number, out.at[0]);
  return Quantity::of_grid(std::move(out));
}

Quantity scaled(const Grid& a, const Quantity& by) {
  Grid out = a;
  out.forms = a.forms || by.type == T::form;
  if (a.forms && by.type == T::form)
    wrong("a product of two affine functions of the state; one factor has to be a number");
  for (Affine& entry : out.at) entry = product(entry, by.x);
  return Quantity::of_grid(std::move(out));
}

}  // namespace

Num weighed(Num x) {
  if (x.words() > max_words) throw LimitMet{};
  return x;
}

Quantity Quantity::of_grid(Grid grid) {
  if (grid.at.size() > most_entries) too_large();
  Quantity out;
  out.type = grid.forms ? T::forms : T::matrix;
  out.grid = std::make_shared<const Grid>(std::move(grid));
  return out;
}
Quantity Quantity::of_parts(Types type, std::vector<Summand> parts) {
  if (parts.size() > 1 << 16) throw Incomplete("a layer of more than 2^16 heads or units");
  Quantity out;
  out.type = type;
  out.parts = std::make_shared<const std::vector<Summand>>(std::move(parts));
  return out;
}

void Quantity::need(Types wanted) const {
  if (type != wanted)
    wrong("a term has another type than the one that is asked for; see where its shape is 1 x 1");
}

GridPtr Quantity::matrix() const {
  if (type == T::number) return std::make_shared<const Grid>(Grid{1, 1, {x}});
  return need(T::matrix), grid;
}

std::vector<Affine> Quantity::forms(const char* of) const {
  if (type == T::form) return {x};
  if (type != T::forms || grid->columns != 1)
    wrong(std::string("the ") + of + " of a head is no form, and no column of forms");
  return grid->at;
}

Quantity sum_of(const Quantity& a, const Quantity& b) {
  if (a.nothing) return b;
  if (b.nothing) return a;
  const Types type = type_of_sum(a.type, b.type);
  switch (type) {
    case T::number:
    case T::form:
    case T::line: return scalar(type, sum(a.x, b.x));
    case T::matrix:
    case T::forms: {
      if (a.grid->rows != b.grid->rows || a.grid->columns != b.grid->columns)
        wrong("a sum of matrices of shapes " + shape(*a.grid) + " and " + shape(*b.grid));
      Grid out = *a.grid;
      out.forms = type == T::forms, out.state = a.grid->state || b.grid->state;
      for (std::size_t i = 0; i < out.at.size(); ++i) out.at[i] = sum(out.at[i], b.grid->at[i]);
      return Quantity::of_grid(std::move(out));
    }
    case T::heads:
    case T::units: {
      std::vector<Summand> parts = *a.parts;
      parts.insert(parts.end(), b.parts->begin(), b.parts->end());
      return Quantity::of_parts(type, std::move(parts));
    }
    default: wrong("a sum of terms of types that do not go together");
  }
}

Quantity product_of(const Quantity& a, const Quantity& b) {
  if (type_of_product(a.type, b.type) == 0)
    wrong("a product of terms of types that do not go together");
  Quantity out;
  if (b.parts) {
    std::vector<Summand> parts = *b.parts;
    for (Summand& part : parts) {
      if (a.type == T::number) {
        part.factor = weighed(part.factor * a.x.b);
      } else if (!part.before) {
        part.before = a.grid;
      } else {
        const Quantity before = product_of_grids(*a.grid, *part.before);
        part.before =
            before.grid ? before.grid : std::make_shared<const Grid>(Grid{1, 1, {before.x}});
      }
    }
    out = Quantity::of_parts(b.type, std::move(parts));
  } else if (a.grid && b.grid) {
    out = product_of_grids(*a.grid, *b.grid);
  } else if (a.grid || b.grid) {
    out = a.grid ? scaled(*a.grid, b) : scaled(*b.grid, a);
  } else {
    out = scalar(type_of_product(a.type, b.type), product(a.x, b.x));
  }
  // of whatever type the sum is; but what stands before heads or a matrix and is 0 is a factor
  out.nothing = b.nothing || (a.nothing && !b.grid && !b.parts);
  return out;
}

bool equal(const Quantity& a, const Quantity& b) {
  if (a.type != b.type) wrong("terms of two types are compared");
  switch (a.type) {
    case T::number:
    case T::truth:
    case T::input: return a.x.b == b.x.b;
    case T::set: return *a.set == *b.set;
    case T::matrix:
      return a.grid->rows == b.grid->rows && a.grid->columns == b.grid->columns &&
             std::equal(a.grid->at.begin(), a.grid->at.end(), b.grid->at.begin(),
                        [](const Affine& x, const Affine& y) { return x.b == y.b; });
    default: wrong("forms, heads and units are compared with < <= > >= alone, or not at all");
  }
}

Num value_at(const Affine& form, const Grid& state, std::size_t k) {
  Num out = form.b;
  for (std::size_t r = 0; r < form.w.size(); ++r)
    if (form.w[r].sign() != 0) out = out + form.w[r] * state.entry(r, k).b;
  return weighed(out);
}

}  // namespace hardmax::check
