// What can be counted and drawn of a pattern.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pattern/structure.hpp"

namespace hardmax {

struct LayerFigures {
  std::uint64_t edges = 0;
  std::uint64_t least_keys = 0, most_keys = 0;  // of one query
  std::optional<std::uint64_t> least_queries,
      most_queries;  // of one key; not counted where that takes a pass over every edge of a long
                     // stride
};

std::vector<LayerFigures> layer_figures(const StructuredPattern& pattern);

// edges / whole as a percentage, cut (not rounded) after three digits that matter: "12.3 %".
// Integer arithmetic. Requires whole > 0.
std::string percentage(std::uint64_t edges, std::uint64_t whole_factor, std::uint64_t n);

// No token attends to a later one, in any layer.
bool is_causal(const StructuredPattern& pattern);

// One layer in half blocks, two rows a line, queries downwards. Requires n <= terminal_tokens.
inline constexpr std::size_t terminal_tokens = 96;
std::string terminal_picture(const StructuredPattern& pattern, std::size_t layer);

// The layers side by side (at most eight). Beyond 128 tokens a cell stands for several and is the
// darker the more of its pairs attend; beyond 4096 tokens 32 rows of each band of cells are looked
// at. The same pattern gives the same bytes.
std::string svg_picture(const StructuredPattern& pattern);

// A text within a picture: markup is escaped, what is not printable ASCII is a question mark.
std::string svg_text(const std::string& text);

}  // namespace hardmax
