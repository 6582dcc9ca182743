// A file with unit vectors, and tuples of them (data/vectors.schema.json):
//   {"vectors": [["1", "0"], ["-3/5", "4/5"]], "tuples": [[1, 2]]}
// Entries are integers, or strings with an integer or a quotient of two. Without "tuples" there is
// one tuple, of all vectors in order.
// Errors    InvalidInput (file): one line with what is wrong; of a vector that has not length 1 its
// squared length.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>

#include "decide/farthest.hpp"

namespace hardmax::cli {

inline constexpr std::uint64_t most_tuples = std::uint64_t{1} << 20;  // times their vectors

// `all`: in place of the tuples of the file all tuples of so many vectors, the first slowest.
// Errors  option: there are too many.
decide::VectorList read_vectors(const std::filesystem::path& file,
                                std::optional<std::uint64_t> all);

}  // namespace hardmax::cli
