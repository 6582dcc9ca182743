#include "cli/pattern_options.hpp"

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include "cli/option_values.hpp"

namespace hardmax::cli {

void add_pattern_parameters(CLI::App& app, RawPattern& raw) {
  app.add_option("--window", raw.window,
                 "w of strided, fixed, window, ... (default: square root of n, rounded up)");
  app.add_option("--globals", raw.globals,
                 "g of longformer and bigbird (default 1); with a Longformer configuration, the "
                 "first g tokens");
  app.add_option("--random", raw.random, "r of bigbird (default 1)");
  app.add_option("--seed", raw.seed,
                 "Seed of bigbird's random neighbours, and of blocks that are drawn (default 0)");
  app.add_option("--dilation", raw.dilation, "Dilation of dilated (default 2)");
}

void add_import_options(CLI::App& app, RawPattern& raw) {
  app.add_option("--mask-true", raw.mask_true,
                 "What true or 1 means in a mask: attend or block; additive for a mask that is "
                 "added to scores (0 attends, -inf blocks)");
  app.add_option("--stack", raw.stack,
                 "What the first axis of a mask of three or four counts: layers, heads or batch");
  app.add_option("--tensor", raw.tensor, "Which array of a .npz or .safetensors file");
  app.add_option("--mode", raw.mode, "BigBird's mode: train or eval");
  app.add_option("--head", raw.head, "One head, from 1, where heads differ (default: their union)");
  app.add_option("--layer", raw.layer, "One layer of a file, from 1 (default: all, in turn)");
  app.add_option("--batch", raw.batch, "Which mask of a batch, from 1");
  app.add_flag("--undirected", raw.undirected, "A graph: every edge both ways");
  app.add_flag("--self-loops", raw.self_loops, "A graph: every token sees itself besides");
  app.add_option("--base", raw.base, "What an edge list calls its first token: 0 (default) or 1");
}

std::vector<std::pair<const char*, std::string>> given_options(const RawPattern& raw) {
  std::vector<std::pair<const char*, std::string>> given;
  const std::pair<const char*, const std::string*> all[] = {
      {"--window", &raw.window}, {"--globals", &raw.globals},   {"--random", &raw.random},
      {"--seed", &raw.seed},     {"--dilation", &raw.dilation}, {"--mask-true", &raw.mask_true},
      {"--stack", &raw.stack},   {"--tensor", &raw.tensor},     {"--mode", &raw.mode},
      {"--head", &raw.head},     {"--layer", &raw.layer},       {"--batch", &raw.batch},
      {"--base", &raw.base}};
  for (const auto& [option, value] : all) {
    if (!value->empty()) given.emplace_back(option, *value);
  }
  if (raw.undirected) given.emplace_back("--undirected", "on");
  if (raw.self_loops) given.emplace_back("--self-loops", "on");
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
