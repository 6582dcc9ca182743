// The values of a tensor as they lie in a file, and what they are as a mask.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "pattern/pattern.hpp"

namespace hardmax {

struct Element {
  enum class Kind { boolean, natural, integer, real, brain_real };
  Kind kind = Kind::boolean;
  std::size_t bytes = 1;
  bool big_endian = false;
};

// A NumPy type such as "|b1", "<f4", ">i8", "=u2", or nothing if values of it are no mask.
std::optional<Element> element_of_numpy(std::string_view descr);
// A type of a safetensors file: BOOL, U8 .. U64, I8 .. I64, F16, BF16, F32, F64.
std::optional<Element> element_of_safetensors(std::string_view dtype);

struct MaskValues {
  // One byte a value, 0 or 1: the file's own where they are such bytes.
  [[nodiscard]] std::string_view bits() const { return converted ? *converted : own; }
  std::string_view own;
  std::optional<std::string> converted;
  bool true_attends = true;  // what a bit of 1 means
  std::string meaning;       // in words
};

// Masks hold 0 and 1, where --mask-true says what 1 means, or are added to scores: then they hold 0
// (attends) and -inf or at most -10^4 (blocks), which says itself what it means. Nothing else is a
// mask, and neither is read as the other.
// Requires  data.size() a multiple of element.bytes.
// Errors    InvalidInput (file) for a value that is neither, (option) for a --mask-true that is
// missing or that the values contradict.
MaskValues mask_values(std::string_view data, const Element& element,
                       const std::filesystem::path& file, const ImportOptions& options);

// A whole number at `at`, of an integer or boolean element. Nothing if it is negative.
std::optional<std::uint64_t> natural_at(std::string_view data, const Element& element,
                                        std::size_t at);
// Whether the value at `at` is 0, or the negative zero.
bool is_zero_at(std::string_view data, const Element& element, std::size_t at);

}  // namespace hardmax
