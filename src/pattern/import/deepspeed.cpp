// DeepSpeed's "sparse_attention": a layout of blocks, built here row by row as its sparsity
// configurations build it.
#include "exact/error.hpp"
#include "pattern/draw.hpp"
#include "pattern/file_bytes.hpp"
#include "pattern/import/json_formats.hpp"

namespace hardmax {
namespace {

constexpr std::uint64_t most_blocks = 8192;  // the layout is a matrix of bytes

struct Layout {
  std::size_t blocks;
  std::vector<char> bits;
  explicit Layout(std::size_t n) : blocks(n), bits(n * n) {}
  void set(std::size_t row, std::size_t column) { bits[row * blocks + column] = 1; }
  void set_columns(std::size_t first_row, std::size_t from, std::size_t to) {
    for (std::size_t row = first_row; row < blocks; ++row) {
      for (std::size_t column = from; column < to; ++column) set(row, column);
    }
  }
  void set_rows(std::size_t from, std::size_t to) {
    for (std::size_t row = from; row < to; ++row) {
      for (std::size_t column = 0; column < blocks; ++column) set(row, column);
    }
  }
  [[nodiscard]] Extra edges(std::uint64_t block) const {
    Extra extra(block);
    std::vector<Token> row;
    for (std::size_t b = 0; b < blocks; ++b) {
      row.clear();
      for (std::size_t c = 0; c < blocks; ++c) {
        if (bits[b * blocks + c]) row.push_back(static_cast<Token>(c));
      }
      extra.add_row(row);
    }
    return extra;
  }
};

class DeepSpeedReader {
 public:
  DeepSpeedReader(JsonObject& config, const ConfigSource& source, Import& result)
      : config_(config), source_(source), result_(result) {}

  void read() {
    const std::string mode = config_.text("mode").value_or("fixed");
    const std::uint64_t block = config_.natural("block", 16, 1, std::uint64_t{1} << 20);
    per_head_ = config_.boolean("different_layout_per_head").value_or(false);
    auto& pattern = result_.pattern;
    pattern.name = source_.file.filename().string();
    pattern.n = choose_n(source_, std::nullopt, result_);
    if (source_.request.import.head && !(mode == "fixed" && per_head_)) {
      throw InvalidInput(InvalidInput::Kind::option,
                         "--head: the heads of this configuration do not differ");
    }
    if (mode == "dense") {
      ignore_keys_of_other_modes();
      pattern.layers = {{{Band{pattern.n, pattern.n, 1}}, 0}};
      result_.understood.emplace_back("DeepSpeed mode dense: everyone sees everyone");
      return;
    }
    check_block_count(pattern.n, block);
    Layout layout(pattern.n / block);
    said_ = "DeepSpeed mode " + mode + ", blocks of " + std::to_string(block) + " tokens";
    lay_out(mode, layout);
    ignore_keys_of_other_modes();
    result_.understood.push_back(said_);
    pattern.layers = {{{layout.edges(block)}, 0}};
    if (unidirectional_) {
      result_.warnings.emplace_back(
          "unidirectional makes the blocks triangular, not the tokens: within its own block a "
          "token still sees later tokens, unless the model adds a causal mask");
    }
  }

 private:
  static void check_block_count(std::uint64_t n, std::uint64_t block) {
    if (n % block != 0) {
      throw InvalidInput(InvalidInput::Kind::option,
                         "--n " + std::to_string(n) +
                             ": DeepSpeed needs a multiple of the block size " +
                             std::to_string(block));
    }
    if (n / block > most_blocks) {
      throw InvalidInput(InvalidInput::Kind::option,
                         "--n " + std::to_string(n) + ": more than " + std::to_string(most_blocks) +
                             " blocks of " + std::to_string(block) + " tokens are not laid out");
    }
  }
  void lay_out(const std::string& mode, Layout& layout) {
    if (mode == "fixed") {
      fixed(layout);
    } else if (mode == "variable") {
      variable(layout);
    } else if (mode == "bigbird") {
      bigbird(layout);
    } else if (mode == "bslongformer") {
      bslongformer(layout);
    } else if (mode == "local_sliding_window") {
      local_sliding_window(layout);
    } else {
      config_.refuse("mode",
                     "is " + show_text(mode) +
                         "; the modes are dense, fixed, variable, bigbird, bslongformer and "
                         "local_sliding_window");
    }
  }
  // Returns whether the attention is bidirectional. `honoured` is false where DeepSpeed's JSON
  // reader drops the key.
  bool bidirectional(bool honoured) {
    const std::string attention = config_.text("attention").value_or("bidirectional");
    if (attention != "bidirectional" && attention != "unidirectional")
      config_.refuse("attention",
                     "is " + show_text(attention) + "; it is unidirectional or bidirectional");
    if (!honoured) {
      if (config_.has("attention"))
        result_.warnings.emplace_back(
            "\"attention\" is given, but DeepSpeed's JSON reader drops it in this mode: the layout "
            "is bidirectional");
      return true;
    }
    unidirectional_ = attention == "unidirectional";
    said_ += ", " + attention;
    return !unidirectional_;
  }
  bool horizontal(bool both_ways) {
    const bool value = config_.boolean("horizontal_global_attention").value_or(false);
    if (value && !both_ways)
      config_.refuse("horizontal_global_attention", "is true, which needs bidirectional attention");
    said_ += value ? ", globals see all and are seen by all" : ", globals are seen by all";
    return value;
  }
  void window(Layout& layout) {
    const std::uint64_t width = config_.natural("num_sliding_window_blocks", 3, 1, layout.blocks);
    const std::size_t side = width / 2;
    for (std::size_t row = 0; row < layout.blocks; ++row) {
      for (std::size_t c = row - std::min(row, side); c < std::min(row + side + 1, layout.blocks);
           ++c)
        layout.set(row, c);
    }
    said_ += ", num_sliding_window_blocks " + std::to_string(width) + ": " + std::to_string(side) +
             " blocks a side";
  }
  // Drawn from all blocks, even where the layout is unidirectional (mode variable).
  void random(Layout& layout, std::uint64_t r) {
    if (r == 0) return;
    result_.use("--seed");
    const std::uint64_t seed = source_.request.seed.value_or(0);
    std::uint64_t state = seed;
    std::vector<Token> taken;
    for (std::size_t row = 0; row < layout.blocks; ++row) {
      draw(state, layout.blocks, r, taken);
      for (const Token c : taken) layout.set(row, c);
    }
    said_ += ", " + std::to_string(r) + " random blocks a row (seed " + std::to_string(seed) + ")";
    result_.model_sees_more = true;
    result_.warnings.emplace_back(
        "DeepSpeed draws its random blocks without a seed: the pattern is one of its possible "
        "ones, not a reproduction of a run");
  }

  void fixed(Layout& layout) {
    const bool both_ways = bidirectional(true);
    const std::size_t blocks = layout.blocks;
    const std::uint64_t local = config_.natural("num_local_blocks", 4, 1, most_blocks),
                        globals = config_.natural("num_global_blocks", 1, 1, most_blocks);
    if (local % globals != 0)
      config_.refuse("num_local_blocks", "is " + std::to_string(local) +
                                             ", which \"num_global_blocks\" " +
                                             std::to_string(globals) + " does not divide");
    const std::uint64_t kinds =
        config_.natural("num_different_global_patterns", 1, 1, local / globals);
    if (kinds > 1 && !per_head_)
      config_.refuse("num_different_global_patterns",
                     "is more than 1, which needs \"different_layout_per_head\"");
    said_ += ", segments of " + std::to_string(local) + " blocks (disjoint, not sliding)";
    const bool rows = horizontal(both_ways);
    for (std::size_t start = 0; start < blocks; start += local) {
      const std::size_t end = std::min<std::size_t>(start + local, blocks);
      for (std::size_t row = start; row < end; ++row) {
        for (std::size_t c = start; c < (both_ways ? end : row + 1); ++c) layout.set(row, c);
      }
    }
    std::uint64_t first_head = 0, last_head = kinds;
    if (source_.request.import.head) {
      result_.use("--head");
      if (*source_.request.import.head == 0)
        throw InvalidInput(InvalidInput::Kind::option, "--head 0: heads are numbered from 1");
      first_head = (*source_.request.import.head - 1) % kinds;
      last_head = first_head + 1;
      said_ += ", head " + std::to_string(*source_.request.import.head);
    } else if (kinds > 1) {
      said_ += ", the union of the " + std::to_string(kinds) + " kinds of heads";
      result_.warnings.emplace_back(
          "the heads differ in their global blocks; the constructions give every head of a layer "
          "the same pattern, here their union (--head H takes one)");
    }
    for (std::uint64_t head = first_head; head < last_head; ++head) {
      const std::size_t first = local - (1 + head) * globals, whole = blocks - blocks % local;
      const auto globe = [&](std::size_t at) {
        const std::size_t end = std::min<std::size_t>(at + globals, blocks);
        layout.set_columns(both_ways ? 0 : at, at, end);
        if (rows) layout.set_rows(at, end);
      };
      for (std::size_t at = first; at < whole; at += local) globe(at);
      if (whole < blocks)
        globe(
            std::min<std::size_t>(whole + first, blocks - std::min<std::size_t>(globals, blocks)));
    }
    said_ += ", " + std::to_string(globals) + " global " + (globals == 1 ? "block" : "blocks") +
             " at the end of each segment";
  }

  void globals_by_index(Layout& layout, bool both_ways, bool rows) {
    const auto starts =
        config_.naturals("global_block_indices").value_or(std::vector<std::uint64_t>{0});
    const auto ends = config_.naturals("global_block_end_indices");
    if (ends && ends->size() != starts.size())
      config_.refuse("global_block_end_indices",
                     "does not have one end for each of \"global_block_indices\"");
    said_ += ", global blocks";
    for (std::size_t i = 0; i < starts.size(); ++i) {
      if (ends && (*ends)[i] <= starts[i])
        config_.refuse("global_block_end_indices", "has an end that is not after its start");
      said_ +=
          " " + std::to_string(starts[i]) + (ends ? ".." + std::to_string((*ends)[i] - 1) : "");
      if (starts[i] >= layout.blocks) continue;  // DeepSpeed skips them silently
      const std::size_t end =
          ends ? std::min<std::uint64_t>((*ends)[i], layout.blocks) : starts[i] + 1;
      if (rows) layout.set_rows(starts[i], end);
      layout.set_columns(both_ways ? 0 : starts[i], starts[i], end);
    }
    said_ += " (from 0)";
  }

  void variable(Layout& layout) {
    const bool both_ways = bidirectional(true);
    const std::size_t blocks = layout.blocks;
    const auto local =
        config_.naturals("local_window_blocks").value_or(std::vector<std::uint64_t>{4});
    if (local.empty()) config_.refuse("local_window_blocks", "is empty");
    std::size_t start = 0;
    for (std::size_t i = 0; start < blocks; ++i) {
      const std::uint64_t size = local[std::min(i, local.size() - 1)];
      if (size == 0) config_.refuse("local_window_blocks", "has a segment of 0 blocks");
      const std::size_t end = start + std::min<std::uint64_t>(size, blocks - start);
      for (std::size_t row = start; row < end; ++row) {
        for (std::size_t c = start; c < (both_ways ? end : row + 1); ++c) layout.set(row, c);
      }
      start = end;
    }
    said_ += ", disjoint segments (the last size repeats)";
    random(layout, config_.natural("num_random_blocks", 0, 0, blocks));
    const bool rows = horizontal(both_ways);
    globals_by_index(layout, both_ways, rows);
  }

  void bigbird(Layout& layout) {
    bidirectional(false);
    window(layout);
    const std::size_t globals = config_.natural("num_global_blocks", 1, 0, layout.blocks);
    layout.set_rows(0, globals);
    layout.set_columns(0, 0, globals);
    said_ += ", the first " + std::to_string(globals) + " blocks see all and are seen by all";
    if (!config_.has("num_random_blocks"))
      result_.warnings.emplace_back(
          "\"num_random_blocks\" is not given: DeepSpeed's JSON reader takes 0, its Python class "
          "1; taken as 0");
    random(layout, config_.natural("num_random_blocks", 0, 0, layout.blocks));
  }

  void bslongformer(Layout& layout) {
    bidirectional(false);
    window(layout);
    globals_by_index(layout, true, true);
  }

  // LocalSlidingWindowSparsityConfig, whose own default is unidirectional.
  void local_sliding_window(Layout& layout) {
    result_.warnings.emplace_back(
        "DeepSpeed's JSON reader does not know the mode local_sliding_window; read as its Python "
        "class does");
    const std::string attention = config_.text("attention").value_or("unidirectional");
    if (attention != "bidirectional" && attention != "unidirectional")
      config_.refuse("attention",
                     "is " + show_text(attention) + "; it is unidirectional or bidirectional");
    unidirectional_ = attention == "unidirectional";
    said_ += ", " + attention;
    window(layout);
    if (!unidirectional_) return;
    for (std::size_t row = 0; row < layout.blocks; ++row) {
      for (std::size_t c = row + 1; c < layout.blocks; ++c)
        layout.bits[row * layout.blocks + c] = 0;
    }
  }

  void ignore_keys_of_other_modes() {
    for (const char* name :
         {"num_local_blocks", "num_global_blocks", "attention", "horizontal_global_attention",
          "num_different_global_patterns", "num_random_blocks", "local_window_blocks",
          "global_block_indices", "global_block_end_indices", "num_sliding_window_blocks"}) {
      if (const auto unasked = config_.unasked([&](std::string_view key) { return key == name; })) {
        (void)config_.raw(name);
        result_.warnings.push_back("\"" + *unasked + "\" belongs to another mode and is ignored");
      }
    }
    if (const auto unknown = config_.unasked([](std::string_view) { return true; }))
      config_.refuse(*unknown, "is not a key of DeepSpeed's sparse attention");
  }

  JsonObject& config_;
  const ConfigSource& source_;
  Import& result_;
  std::string said_;
  bool per_head_ = false, unidirectional_ = false;
};

}  // namespace

Import import_deepspeed(const Json& document, const ConfigSource& source) {
  Import result;
  const Json* inner = document.find("sparse_attention");
  JsonObject config(inner != nullptr ? *inner : document, source.file,
                    inner != nullptr ? "sparse_attention" : "");
  DeepSpeedReader(config, source, result).read();
  return result;
}

}  // namespace hardmax
