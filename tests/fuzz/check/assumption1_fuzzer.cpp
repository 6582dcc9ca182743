// A certificate of kind "assumption1" against its test claims: any answer but a crash. What is
// accepted is held against the definition by the tests.
#include "check/kind.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hardmax::check;
  static const Entries entries = load_entries(HARDMAX_TEST_ROOT "/certificate/assumption1/claims");
  return check_certificate({reinterpret_cast<const char*>(data), size}, entries).lines.empty();
}
