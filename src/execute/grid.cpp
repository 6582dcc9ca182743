#include "execute/grid.hpp"

#include <array>

namespace hardmax {

std::optional<std::uint64_t> Grid::size64() const {
  // D^(nd) with nd >= 63 is at least 2^63.
  if (n_ >= 63 || d_ >= 63 || n_ * d_ >= 63) return std::nullopt;
  const auto small = size().to_int64();
  if (!small) return std::nullopt;
  return static_cast<std::uint64_t>(*small);
}

std::vector<std::uint64_t> Grid::input(std::uint64_t ordinal) const {
  std::vector<std::uint64_t> entries(n_ * d_);
  for (std::size_t i = entries.size(); i-- > 0; ordinal /= D_) entries[i] = ordinal % D_;
  return entries;
}

std::string Grid::show(std::uint64_t ordinal) const {
  std::string text;
  for (const std::uint64_t entry : input(ordinal)) {
    if (!text.empty()) text += ' ';
    text += std::to_string(entry);
  }
  return text;
}

std::string Digest::hex() const {
  std::string text(16, '0');
  for (std::size_t i = 0; i < 16; ++i) text[i] = "0123456789abcdef"[(total_ >> (60 - 4 * i)) & 15];
  return text;
}

}  // namespace hardmax
