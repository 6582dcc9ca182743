// The named patterns, as rules. Positions below are 1-based, as in the papers; w is the window, g
// the globals, r the random keys of a row.
//
//   dense              everyone sees everyone p = 1 strided(w)         layer 1: |i - j| <= w; layer
//   2: (i - j) mod w = 0                                           p = 2 fixed(w)           layer
//   1: same block of w;  layer 2: itself and every multiple of w (a truncated last block
//                      has none of its own) p = 2
//   star               token 1 sees all; the others token 1, themselves and their neighbours p = 1
//   window(w)          |i - j| <= w p = 1 dilated(w, e)      |i - j| <= e w and (i - j) mod e = 0:
//   w keys a side at distance e                            p = 1 block(w)           same block of w
//   p = 1 longformer(w, g)   |i - j| <= w; tokens 1..g see all and are seen by all p = 1 bigbird(w,
//   g, r)   longformer(w, g), and every token beyond g sees r more tokens, drawn from those it does
//   not
//                      see yet (all of them if there are fewer) p = 1
//   causal-X           X, with j <= i only
//
// The draws of bigbird are part of the definition, so that a seed means the same graph everywhere:
// row i (0-based) runs splitmix64 from the state seed + i * 0x9E3779B97F4A7C15 * 2^20 (mod 2^64);
// the c candidates are numbered in increasing order; Floyd's method takes, for t = c - r .. c
// - 1, x = floor(u (t + 1) / 2^64) for the next output u, or t itself if x was taken before.
#pragma once
#include <optional>
#include <string_view>

#include "pattern/structure.hpp"

namespace hardmax {

// Clipping w to n + 1 changes no pattern on n tokens.
std::uint64_t default_window(std::size_t n);  // the rounded-up square root of n

bool is_pattern_name(std::string_view name);
bool uses_window(std::string_view name);
inline constexpr std::uint64_t default_globals = 1, default_random = 1, default_dilation = 2;
// The options that a name has, as "--window", and what it takes for them: ", window 3, globals 1".
std::vector<std::string_view> options_of(std::string_view name);
std::string parameters_of(const PatternRequest& request);

// Requires  is_pattern_name(request.name_or_file).
// Errors    InvalidInput (option): n = 0, n beyond 2^24, a window, dilation or edge count of 0 or
// out of range.
StructuredPattern named_pattern(const PatternRequest& request);

}  // namespace hardmax
