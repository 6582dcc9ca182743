// A mask as a tensor in a file, and the pattern it means.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "pattern/import/import.hpp"
#include "pattern/import/mask_values.hpp"

namespace hardmax {

struct MaskTensor {
  std::string_view data;
  Element element;
  std::vector<std::uint64_t> shape;  // (n, n), (layers | heads | batch, n, n), (batch, heads, n, n)
  bool last_axis_fastest = true;     // false: Fortran order
  std::string described;             // "bool", "float32": for the words
};

// The number of values, or nothing if it overflows or exceeds 2^62.
std::optional<std::uint64_t> value_count(const std::vector<std::uint64_t>& shape);
std::string show_shape(const std::vector<std::uint64_t>& shape);

// Requires  data.size() = value_count(shape) * element.bytes.
Import import_mask(const MaskTensor& tensor, const std::filesystem::path& file,
                   const ImportOptions& options);

}  // namespace hardmax
