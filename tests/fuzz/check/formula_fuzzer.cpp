// The parser of the claim language.
#include "check/evaluate.hpp"
#include "check/text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
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
    parse_formula({reinterpret_cast<const char*>(data), size}, "formula", names);
  } catch (const Rejected&) {}
  return 0;
}
