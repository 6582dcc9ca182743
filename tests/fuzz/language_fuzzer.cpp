// Both parsers of the claim language: what one reads the other reads, and what verify reads it
// prints to a text with the same tree.
#include <cstdlib>

#include "check/evaluate.hpp"
#include "check/text.hpp"
#include "claim/claim.hpp"
#include "claim/syntax.hpp"

namespace {

bool verify_check_reads(std::string_view text) {
  using namespace hardmax::check;
  static const Vocabulary names{{{"n", "", Type::Num, 0},
                                 {"d", "", Type::Num, 1},
                                 {"D", "", Type::Num, 2},
                                 {"delta", "", Type::Num, 3},
                                 {"gamma", "N", Type::Num, 5},
                                 {"A", "NN", Type::Set, 6},
                                 {"z", "IN", Type::Num, 7},
                                 {"M", "NIN", Type::Num, 8},
                                 {"planted", "ININN", Type::Num, 9},
                                 {"layers", "W", Type::Num, 10}},
                                {"quantize", "value"}};
  try {
    parse_formula(text, "formula", names);
    return true;
  } catch (const Rejected&) {
    return false;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hardmax::claim;
  using T = Type;
  static const Vocabulary names{
      {"n", {}, T::number},
      {"d", {}, T::number},
      {"D", {}, T::number},
      {"delta", {}, T::number},
      {"gamma", {T::number}, T::number},
      {"A", {T::number, T::number}, T::set},
      {"z", {T::input, T::number}, T::number},
      {"M", {T::number, T::input, T::number}, T::number},
      {"planted", {T::input, T::number, T::input, T::number, T::number}, T::number},
      {"layers(quantize)", {}, T::number},
      {"layers(value)", {}, T::number}};
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  bool read = false;
  try {
    const Formula formula = Formula::parse(text, names);
    read = true;
    const std::string printed = print(formula.root());
    if (printed.size() < 2000 && !same(formula.root(), Formula::parse(printed, names).root()))
      std::abort();
  } catch (const SyntaxError&) {
    if (read) std::abort();  // what was printed is refused
  }
  if (read != verify_check_reads(text)) std::abort();
  return 0;
}
