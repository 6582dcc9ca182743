// The JSON reader: a text is read or rejected, and what is read equals itself.
#include "check/read.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hardmax::check;
  try {
    const Json json = read_json({reinterpret_cast<const char*>(data), size});
    require_equal(json, json, "");
  } catch (const Rejected&) {}
  return 0;
}
