// Writes arrays of 64-bit integers as a NumPy .npz file: a zip archive of stored .npy members
// (format version 1.0), little-endian, C order.
//
// Errors    CannotWrite: the file cannot be written.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace hardmax::report {

struct IntegerArray {
  std::string name;
  std::vector<std::uint64_t> shape;
  std::vector<std::int64_t> values;  // Requires  as many as the shape says
};

// Errors  CannotWrite: the file would have 4 GiB or more.
void require_size_of_npz(const std::filesystem::path& file,
                         const std::vector<IntegerArray>& arrays);
// Requires  that size.
void write_npz(const std::filesystem::path& file, const std::vector<IntegerArray>& arrays);

}  // namespace hardmax::report
