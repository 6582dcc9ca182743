#include "report/witness.hpp"

#include <algorithm>
#include <optional>

#include "enclose/ball.hpp"
#include "report/lines.hpp"

namespace hardmax::report {

namespace {

// "0 0 1" as numbers; nothing if some word is none.
std::optional<std::vector<Rational>> numbers(const std::string& text) {
  std::vector<Rational> out;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find(' ', from), text.size());
    const auto number = Rational::parse(text.substr(from, end - from));
    if (!number) return std::nullopt;
    out.push_back(*number);
    from = end + 1;
  }
  return out;
}

std::string column_list(const std::vector<Rational>& entries, const char* delta) {
  return fmt::format("({}){}{}",
                     joined(
                         entries, [](const Rational& x) { return x.str(); }, ","),
                     *delta == '\0' ? "" : " ", delta);
}

constexpr int kFewestDigits = 9, kMostDigits = 60;

// A side of a witness: an enclosure, or a number.
struct Side {
  Rational lower, upper;
  bool enclosed = false;

  // What so many digits, rounded outward, lie within.
  [[nodiscard]] Side rounded(int digits) const {
    if (!enclosed) return *this;
    const auto off = [&](const Rational& x) {
      return (x.sign() < 0 ? -x : x) / power(Rational(10), Rational(digits - 1));
    };
    return {lower - off(lower), upper + off(upper), true};
  }
};
bool apart(const Side& one, const Side& other) {
  return one.upper < other.lower || other.upper < one.lower;
}

// "[1/3,2/3]", with a blank or without, or "1/2"; nothing if it is neither.
std::optional<Side> side_of(const std::string& text) {
  const std::size_t comma = text.find(',');
  if (text.size() < 2 || text.front() != '[' || text.back() != ']' || comma == std::string::npos) {
    const auto number = text.size() <= 4096 ? Rational::parse(text) : std::nullopt;
    return number ? std::optional(Side{*number, *number, false}) : std::nullopt;
  }
  const std::size_t second = comma + (text[comma + 1] == ' ' ? 2 : 1);
  const auto lower = Rational::parse(text.substr(1, comma - 1)),
             upper = Rational::parse(text.substr(second, text.size() - 1 - second));
  return lower && upper ? std::optional(Side{*lower, *upper, true}) : std::nullopt;
}

}  // namespace

std::vector<Bound> bound(const std::vector<std::string>& bindings, const Encodings& E) {
  std::vector<Bound> out;
  for (const std::string& binding : bindings) {
    const std::size_t equals = std::min(binding.find('='), binding.size());
    Bound one{.name = binding.substr(0, equals),
              .value = binding.substr(std::min(equals + 1, binding.size())),
              .grid = {},
              .value_of_input = {}};
    if (one.value.starts_with('{')) {
      one.type = Bound::Type::set;
    } else if (one.value.starts_with('(')) {
      one.type = Bound::Type::vector;
    } else if (one.value.find(' ') != std::string::npos) {  // a run has at least two tokens
      if (auto grid = numbers(one.value)) {
        one.type = Bound::Type::input;
        one.grid = one.value_of_input = std::move(*grid);
        const std::size_t rows =
            E.empty() || one.grid.size() % E.size() != 0 ? 0 : one.grid.size() / E.size();
        for (std::size_t i = 0; rows != 0 && i < one.grid.size(); ++i)
          one.value_of_input[i] += E[i / rows];
      }
    }
    out.push_back(std::move(one));
  }
  return out;
}

const char* name_of(Bound::Type type) {
  switch (type) {
    case Bound::Type::number: return "number";
    case Bound::Type::set: return "set";
    case Bound::Type::vector: return "vector";
    case Bound::Type::input: return "input";
  }
  return "";
}

std::string place(const std::vector<std::string>& bindings, const Encodings& E, const char* delta) {
  const std::vector<Bound> all = bound(bindings, E);
  const auto inputs = std::count_if(all.begin(), all.end(),
                                    [](const Bound& b) { return b.type == Bound::Type::input; });
  return joined(
      all,
      [&](const Bound& b) {
        if (b.type != Bound::Type::input) return fmt::format("{} = {}", b.name, b.value);
        if (b.grid == b.value_of_input)
          return fmt::format("{} = {}", b.name, column_list(b.grid, delta));
        const std::string G = inputs > 1 || b.name == "G" ? "G_" + b.name : "G";
        return fmt::format("{0} = {1}, {2} = {0} + E = {3}", G, column_list(b.grid, delta), b.name,
                           column_list(b.value_of_input, delta));
      },
      ", ");
}

certificate::Witness in_decimals(certificate::Witness witness) {
  const auto left = side_of(witness.lhs), right = side_of(witness.rhs);
  int digits = kFewestDigits;
  if (left && right && apart(*left, *right)) {
    while (digits < kMostDigits && !apart(left->rounded(digits), right->rounded(digits)))
      digits += 3;
  }
  for (const auto& [side, text] : {std::pair{&left, &witness.lhs}, {&right, &witness.rhs}}) {
    if (!*side || !(*side)->enclosed || text->size() < 40) continue;
    *text = fmt::format("[{}, {}]", decimal_lower((*side)->lower, digits),
                        decimal_upper((*side)->upper, digits));
  }
  return witness;
}

}  // namespace hardmax::report
