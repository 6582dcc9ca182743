// A whole certificate against the test claims: any answer but a crash, and 0 only for what says the same as an accepted one.
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "check/check.hpp"
#include "check/json.hpp"
#include "check/text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hardmax::check;
  static const Entries entries = load_entries(HARDMAX_TEST_ROOT "/certificate/claims");
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (check_certificate(text, entries).code != 0) return 0;
  for (const auto& file : std::filesystem::directory_iterator(HARDMAX_TEST_ROOT "/certificate/accept")) {
    std::ostringstream known;
    known << std::ifstream(file.path()).rdbuf();
    try {
      require_equal(read_json(text), read_json(known.str()), "");
      return 0;
    } catch (const Rejected&) {
    }
  }
  std::abort();  // accepted, and not known: look at it by hand
}
