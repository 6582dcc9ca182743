#include "report/witness.hpp"

#include <algorithm>
#include <optional>

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

}  // namespace hardmax::report
