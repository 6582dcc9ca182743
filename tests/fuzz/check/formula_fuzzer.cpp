// The parser of the claim language.
#include "check/formula.hpp"
#include "check/text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hardmax::check;
  try {
    parse_formula({reinterpret_cast<const char*>(data), size}, "formula");
  } catch (const Rejected&) {
  }
  return 0;
}
