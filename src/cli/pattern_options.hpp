// The options that say which pattern is meant, the same for every command that takes one.
#pragma once
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pattern/import/import.hpp"
#include "pattern/pattern.hpp"

namespace hardmax::cli {

inline constexpr std::uint64_t kMaxPatternTokens = 100'000'000;  // of verify pattern: no network

// Values as they stand on the command line.
struct RawPattern {
  std::string window, globals, random, seed, dilation;
  std::string mask_true, stack, tensor, mode, head, layer, batch, base;
  bool undirected = false, self_loops = false;
};

struct PatternOption {
  const char* name;
  std::string RawPattern::*text;  // where its value goes; nullptr: it is a flag
  bool RawPattern::*flag;
  const char* help;
};
// --window, --globals, ...: parameters of named patterns.
std::span<const PatternOption> pattern_parameters();
// What a mask, a graph or a model's configuration does not say by itself.
std::span<const PatternOption> import_options();

// Those that are given, with their values; a flag has the value "on".
std::vector<std::pair<const char*, std::string>> given_options(const RawPattern& raw);

// Errors  InvalidInput (option).
void validate_pattern(const RawPattern& raw, PatternRequest& pattern);

// import_pattern, with its warnings on stderr.
Import import_and_warn(const PatternRequest& request);
// The same, listed edge by edge.
Pattern pattern_and_warn(const PatternRequest& request);

}  // namespace hardmax::cli
