// A boolean tensor as it lies in a file, and the pattern it means.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "pattern/import/import.hpp"

namespace hardmax {

struct BooleanTensor {
  std::string_view bytes;            // one a value, 0 or 1
  std::vector<std::uint64_t> shape;  // two or three axes
  bool last_axis_fastest = true;     // false: Fortran order
  std::string described;             // "bool", "uint8": for the words
};

// The number of values, or nothing if it overflows or exceeds 2^62.
std::optional<std::uint64_t> value_count(const std::vector<std::uint64_t>& shape);

// Requires  bytes.size() = value_count(shape).
Import import_mask(const BooleanTensor& tensor, const std::filesystem::path& file,
                   const ImportOptions& options);

}  // namespace hardmax
