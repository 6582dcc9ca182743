#include "cli/pattern_options.hpp"

#include <fmt/core.h>

#include "cli/option_values.hpp"

namespace hardmax::cli {

namespace {

constexpr PatternOption kParameters[] = {
    {"--window", &RawPattern::window, nullptr,
     "w of strided, fixed, window, ... (default: square root of n, rounded up)"},
    {"--globals", &RawPattern::globals, nullptr,
     "g of longformer and bigbird (default 1); with a Longformer configuration, the first g "
     "tokens"},
    {"--random", &RawPattern::random, nullptr, "r of bigbird (default 1)"},
    {"--seed", &RawPattern::seed, nullptr,
     "Seed of bigbird's random neighbours, and of blocks that are drawn (default 0)"},
    {"--dilation", &RawPattern::dilation, nullptr, "Dilation of dilated (default 2)"}};

constexpr PatternOption kOfFiles[] = {
    {"--mask-true", &RawPattern::mask_true, nullptr,
     "What true or 1 means in a mask: attend or block; additive for a mask that is added to scores "
     "(0 attends, -inf blocks)"},
    {"--stack", &RawPattern::stack, nullptr,
     "What the first axis of a mask of three or four counts: layers, heads or batch"},
    {"--tensor", &RawPattern::tensor, nullptr, "Which array of a .npz or .safetensors file"},
    {"--mode", &RawPattern::mode, nullptr, "BigBird's mode: train or eval"},
    {"--head", &RawPattern::head, nullptr,
     "One head, from 1, where heads differ (default: their union)"},
    {"--layer", &RawPattern::layer, nullptr, "One layer of a file, from 1 (default: all, in turn)"},
    {"--batch", &RawPattern::batch, nullptr, "Which mask of a batch, from 1"},
    {"--base", &RawPattern::base, nullptr,
     "What an edge list calls its first token: 0 (default) or 1"},
    {"--undirected", nullptr, &RawPattern::undirected, "A graph: every edge both ways"},
    {"--self-loops", nullptr, &RawPattern::self_loops, "A graph: every token sees itself besides"}};

}  // namespace

std::span<const PatternOption> pattern_parameters() { return kParameters; }
std::span<const PatternOption> import_options() { return kOfFiles; }

std::vector<std::pair<const char*, std::string>> given_options(const RawPattern& raw) {
  std::vector<std::pair<const char*, std::string>> given;
  for (const std::span<const PatternOption> options : {pattern_parameters(), import_options()}) {
    for (const PatternOption& option : options) {
      const std::string value = option.text != nullptr ? raw.*option.text
                                : raw.*option.flag     ? "on"
                                                       : "";
      if (!value.empty()) given.emplace_back(option.name, value);
    }
  }
  return given;
}

void validate_pattern(const RawPattern& raw, PatternRequest& pattern) {
  const auto number = [](const char* option, const std::string& text, std::uint64_t least,
                         std::uint64_t most, std::optional<std::uint64_t>& value) {
    if (!text.empty()) value = whole_number(option, text, least, most);
  };
  constexpr std::uint64_t kMaxPlace = 1'000'000;  // of a head, a layer, a mask of a batch
  ImportOptions& import = pattern.import;
  number("--window", raw.window, 1, kMaxPatternTokens, pattern.window);
  number("--globals", raw.globals, 0, kMaxPatternTokens, pattern.globals);
  import.globals = pattern.globals;
  number("--random", raw.random, 0, kMaxPatternTokens, pattern.random);
  number("--seed", raw.seed, 0, UINT64_MAX, pattern.seed);
  number("--dilation", raw.dilation, 1, kMaxPatternTokens, pattern.dilation);
  number("--head", raw.head, 1, kMaxPlace, import.head);
  number("--layer", raw.layer, 1, kMaxPlace, import.layer);
  number("--batch", raw.batch, 1, kMaxPlace, import.batch);
  number("--base", raw.base, 0, 1, import.base);
  import.undirected = raw.undirected;
  import.self_loops = raw.self_loops;
  if (!raw.mask_true.empty()) {
    one_of("--mask-true", raw.mask_true, {"attend", "block", "additive"});
    import.additive = raw.mask_true == "additive";
    if (!import.additive) import.true_attends = raw.mask_true == "attend";
  }
  if (!raw.stack.empty()) one_of("--stack", raw.stack, {"layers", "heads", "batch"});
  if (!raw.mode.empty()) one_of("--mode", raw.mode, {"train", "eval"});
  import.stack = raw.stack;
  import.tensor = raw.tensor;
  import.mode = raw.mode;
}

Import import_and_warn(const PatternRequest& request) {
  Import import = import_pattern(request);
  for (const std::string& warning : import.warnings)
    fmt::print(stderr, "verify: warning: {}\n", warning);
  return import;
}

Pattern pattern_and_warn(const PatternRequest& request) {
  return expand(import_and_warn(request).pattern);
}

}  // namespace hardmax::cli
