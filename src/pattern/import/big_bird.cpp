// HuggingFace's BigBird. The configuration gives the block size and the number of random blocks;
// the window of three blocks and the first and last block as globals are written into the code. In
// evaluation every random index is 0, which is a global block already: the deployed graph has no
// random edges. In training they are drawn for every layer and head.
#include <algorithm>

#include "exact/error.hpp"
#include "pattern/draw.hpp"
#include "pattern/file_bytes.hpp"
#include "pattern/import/huggingface.hpp"

namespace hardmax {
namespace {

bool is_paper_length(std::uint64_t n) { return n == 1024 || n == 3072 || n == 4096; }

// The draw of one layer: r middle blocks for every middle block, outside its window. The code does
// not draw from the whole sequence: at the sequence lengths of the paper its older plan takes the
// first 1024 tokens, at all others the first 5 + 2r blocks.
Extra random_blocks(std::uint64_t n, std::uint64_t block, std::uint64_t r, std::uint64_t seed) {
  const std::uint64_t blocks = n / block;
  const bool old_plan = is_paper_length(n);
  // Candidates are the blocks 1 .. last - 1. Beyond the fallback to full attention there are always
  // more than 5 + 2r blocks.
  const std::uint64_t last = !old_plan          ? 4 + 2 * r
                             : 1024 > 2 * block ? std::min(blocks - 1, 1024 / block)
                                                : blocks - 1;
  std::uint64_t state = seed;
  Extra extra(block);
  std::vector<Token> candidates, taken, row;
  for (std::uint64_t b = 0; b < blocks; ++b) {
    row.clear();
    if (b > 0 && b + 1 < blocks) {
      candidates.clear();
      for (std::uint64_t c = 1; c < last; ++c) {
        const bool excepted = !old_plan && ((b == 1 && c == last - 1) || (b == last - 1 && c == 1));
        if ((c + 1 < b || c > b + 1) && !excepted) candidates.push_back(static_cast<Token>(c));
      }
      draw(state, candidates.size(), r, taken);
      for (const Token t : taken) row.push_back(candidates[t]);
    }
    extra.add_row(row);
  }
  return extra;
}

// "train" or "eval", as --mode says.
const std::string& big_bird_mode(Config& c) {
  const std::string& mode = c.source.request.import.mode;
  c.result.use("--mode");
  if (mode.empty()) {
    throw InvalidInput(InvalidInput::Kind::option,
                       "--mode is missing: say train or eval, as the random blocks of BigBird "
                       "exist in training only (in evaluation they all fall on block 1)");
  }
  if (mode != "train" && mode != "eval")
    throw InvalidInput(InvalidInput::Kind::option, "--mode " + mode + ": it is train or eval");
  return mode;
}

void check_big_bird_length(std::uint64_t n, std::uint64_t block, const std::string& mode) {
  if (n % block != 0)
    throw InvalidInput(InvalidInput::Kind::option,
                       "--n " + std::to_string(n) +
                           ": the model pads to a multiple of the block size " +
                           std::to_string(block) + "; give such an n");
  if (n / block > 8192 && mode == "train")
    throw InvalidInput(
        InvalidInput::Kind::option,
        "--n " + std::to_string(n) + ": random blocks are drawn for at most 8192 blocks");
}

// The layers of training: `plain` with r random blocks for each middle block.
void add_training_layers(Config& c, const LayerRule& plain, std::size_t layers, std::uint64_t block,
                         std::uint64_t r) {
  const std::size_t n = c.result.pattern.n;
  c.result.use("--seed");
  const std::uint64_t seed = c.source.request.seed.value_or(0);
  c.word("training: " + std::to_string(r) +
         " random blocks for each middle block, drawn for every layer (seed " +
         std::to_string(seed) + ")");
  c.word(is_paper_length(n)
             ? "at this n the code draws random blocks among the first 1024 tokens only"
             : "the code draws random blocks among the first 5 + 2 * " + std::to_string(r) +
                   " blocks only");
  c.warn_of_more(
      "the code draws with its own generator and for every head; the pattern is one possible head "
      "of each layer, not a reproduction of a run");
  for (std::size_t l = 0; l < layers; ++l) {
    LayerRule rule = plain;
    rule.parts.emplace_back(random_blocks(n, block, r, seed + l * 0x9E3779B97F4A7C15u * 0x100000u));
    c.result.pattern.layers.push_back(std::move(rule));
  }
}

}  // namespace

void read_big_bird(Config& c, bool pegasus) {
  c.refuse_decoder();
  const std::string type = c.object.text("attention_type").value_or("block_sparse");
  const std::uint64_t block = c.value("block_size", 64, 1, std::uint64_t{1} << 20),
                      r = c.value("num_random_blocks", 3, 0, 1024);
  const std::size_t n = c.tokens({"max_position_embeddings", 4096});
  const std::size_t layers = c.layer_count(pegasus ? "encoder_layers" : "num_hidden_layers",
                                           std::nullopt, pegasus ? 16 : 12);
  if (pegasus)
    c.warn(
        "only the encoder is described; the decoder attends to everything before it and to the "
        "whole encoder");
  const LayerRule full{{Band{n, n, 1}}, 0};
  if (type == "original_full") {
    c.word("attention_type original_full: everyone sees everyone");
    c.result.pattern.layers.assign(layers, full);
    return;
  }
  if (type != "block_sparse")
    c.object.refuse("attention_type",
                    "is " + show_text(type) + "; it is block_sparse or original_full");
  const std::string& mode = big_bird_mode(c);
  if (n <= (5 + 2 * r) * block) {
    c.word("block_sparse falls back to full attention for n <= (5 + 2 * " + std::to_string(r) +
           ") * " + std::to_string(block) + " = " + std::to_string((5 + 2 * r) * block));
    c.warn_of_more("the code keeps full attention after one such short input");
    c.result.pattern.layers.assign(layers, full);
    return;
  }
  check_big_bird_length(n, block, mode);

  c.word("blocks of " + std::to_string(block) +
         " tokens: each sees itself, the block before and the block after; the first and the last "
         "block see all and are seen by all");
  const Stripes first = interval(0, block), last = interval(n - block, n);
  const LayerRule plain{
      {Blocks{block, 1, 1}, Rows{first}, Rows{last}, Columns{first}, Columns{last}}, 0};
  if (mode == "eval") {
    c.word(
        "evaluation: the random blocks all fall on the first block, which is global already, so "
        "there are no random edges");
    c.result.pattern.layers.assign(layers, plain);
    return;
  }
  add_training_layers(c, plain, layers, block, r);
}

}  // namespace hardmax
