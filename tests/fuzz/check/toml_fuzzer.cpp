// The reader of claim files.
#include "check/read.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hardmax::check;
  try {
    Entries entries;
    read_entries({reinterpret_cast<const char*>(data), size}, "file", entries);
    require_needs(entries);
    for (const auto& [id, entry] : entries) sha256(binding_text(entry));
  } catch (const Rejected&) {}
  return 0;
}
