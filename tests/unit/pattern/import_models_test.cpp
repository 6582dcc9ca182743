// Configurations of models: HuggingFace's config.json by family, and DeepSpeed's sparse attention.
#include <algorithm>
#include <catch2/catch.hpp>

#include "pattern/import/import.hpp"
#include "support.hpp"
#include "support/rounds.hpp"

namespace import_models_test {

using namespace hardmax;
using namespace hardmax::test;
using Picture = std::vector<std::string>;

namespace {

Import read(const std::string& text, PatternRequest request = {}) {
  const TemporaryFile file("config.json", text);
  request.name_or_file = file.path().string();
  return import_pattern(request);
}

std::string why(const std::string& text, PatternRequest request = {},
                InvalidInput::Kind kind = InvalidInput::Kind::file) {
  const TemporaryFile file("config.json", text);
  request.name_or_file = file.path().string();
  const std::string line = refusal(kind, [&] { import_pattern(request); });
  const std::string prefix = file.path().string() + ": ";
  return line.starts_with(prefix) ? line.substr(prefix.size()) : line;
}

PatternRequest with_n(std::size_t n) {
  PatternRequest request;
  request.n = n;
  return request;
}

PatternRequest with_mode(std::size_t n, const std::string& mode) {
  PatternRequest request = with_n(n);
  request.import.mode = mode;
  return request;
}

Picture layer(const Import& import, std::size_t l) { return picture(expand(import.pattern), l); }

bool says(const std::vector<std::string>& lines, const std::string& part) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

// The keys of the middle token of a wide pattern: how many before it and how many after it.
std::pair<std::uint64_t, std::uint64_t> sides(const Import& import, std::size_t l) {
  Intervals row;
  const std::size_t middle = import.pattern.n / 2;
  row_intervals(import.pattern, l, middle, row);
  REQUIRE(row.size() == 1);
  return {middle - row[0].first, row[0].second - middle - 1};
}

}  // namespace

TEST_CASE(
    "window, first meaning: HuggingFace's Longformer counts the total, w/2 a side, w + 1 keys") {
  const Import import = read(
      R"({"model_type": "longformer", "attention_window": [512, 512], "max_position_embeddings": 4098})");
  REQUIRE(import.pattern.n == 4096);
  REQUIRE(sides(import, 0) == std::pair<std::uint64_t, std::uint64_t>{256, 256});
  REQUIRE(says(import.understood,
               "attention_window 512 is the total: +-256, 513 keys with the token itself"));
  REQUIRE(says(import.warnings, "global tokens are chosen at run time"));
}

TEST_CASE("window, second meaning: allenai/longformer's own code counts one side") {
  const Import import = read(
      R"({"attention_window": [256, 256], "attention_dilation": [1, 1], "attention_mode": "sliding_chunks", "autoregressive": false})",
      with_n(4096));
  REQUIRE(sides(import, 0) == std::pair<std::uint64_t, std::uint64_t>{256, 256});
  REQUIRE(
      says(import.understood, "attention_window 256 is one side, 513 keys with the token itself"));
}

TEST_CASE(
    "window, third meaning: Mistral, Gemma, gpt-oss and GPT-Neo look back, w keys with the token "
    "itself") {
  const Import mistral = read(
      R"({"model_type": "mistral", "sliding_window": 4096, "max_position_embeddings": 32768, "num_hidden_layers": 32})");
  REQUIRE(sides(mistral, 0) == std::pair<std::uint64_t, std::uint64_t>{4095, 0});
  REQUIRE(mistral.model_layers == 32);
  REQUIRE(mistral.pattern.layers.size() == 1);
  REQUIRE(says(mistral.warnings, "FlashAttention's window_size counts inclusively"));
  const Import neo = read(
      R"({"model_type": "gpt_neo", "attention_types": [[["global", "local"], 12]], "window_size": 256, "max_position_embeddings": 2048, "num_layers": 24})");
  REQUIRE(neo.pattern.layers.size() == 2);
  REQUIRE(neo.model_layers == 24);
  REQUIRE(sides(neo, 0) == std::pair<std::uint64_t, std::uint64_t>{1024, 0});
  REQUIRE(sides(neo, 1) == std::pair<std::uint64_t, std::uint64_t>{255, 0});
}

TEST_CASE("window, fourth meaning: ETC and LongT5 give a radius") {
  const Import t5 = read(
      R"({"model_type": "longt5", "encoder_attention_type": "local", "local_radius": 127, "n_positions": 4096})");
  REQUIRE(sides(t5, 0) == std::pair<std::uint64_t, std::uint64_t>{127, 127});
  const Import etc =
      read(R"({"local_radius": 84, "max_long_seq_length": 4096, "max_global_seq_length": 256})");
  REQUIRE(etc.pattern.n == 4352);
  Intervals row;
  row_intervals(etc.pattern, 0, 256 + 2000, row);
  REQUIRE(row == Intervals{{0, 256}, {256 + 2000 - 84, 256 + 2000 + 85}});
  row_intervals(etc.pattern, 0, 7, row);
  REQUIRE(row == Intervals{{0, 4352}});
}

TEST_CASE(
    "window, fifth meaning: the strided pattern of the paper, |i - j| <= w and (i - j) mod w = 0") {
  PatternRequest request = with_n(256);
  request.name_or_file = "strided";
  request.window = 16;
  const Import import = import_pattern(request);
  REQUIRE(sides(import, 0) == std::pair<std::uint64_t, std::uint64_t>{16, 16});
  REQUIRE(attends(import.pattern, 1, 128, 144));
  REQUIRE_FALSE(attends(import.pattern, 1, 128, 143));
}

TEST_CASE("longformer: small masks by hand, with globals, lists and dilation") {
  PatternRequest request = with_n(6);
  request.import.globals = 1;
  const Import import = read(
      R"({"model_type": "longformer", "attention_mode": "longformer", "attention_window": 2, "num_hidden_layers": 12})",
      request);
  REQUIRE(layer(import, 0) == Picture{"xxxxxx", "xxx...", "xxxx..", "x.xxx.", "x..xxx", "x...xx"});
  REQUIRE(import.model_layers == 12);
  const Import growing =
      read(R"({"model_type": "longformer", "attention_window": [2, 4]})", with_n(5));
  REQUIRE(growing.pattern.layers.size() == 2);
  REQUIRE(layer(growing, 1) == Picture{"xxx..", "xxxx.", "xxxxx", ".xxxx", "..xxx"});
  const Import dilated = read(
      R"({"attention_window": [1], "attention_dilation": [2], "attention_mode": "tvm", "autoregressive": true})",
      with_n(5));
  REQUIRE(layer(dilated, 0) == Picture{"x....", ".x...", "x.x..", ".x.x.", "..x.x"});
  const Import led = read(
      R"({"model_type": "led", "attention_window": [2], "max_encoder_position_embeddings": 4, "encoder_layers": 1})");
  REQUIRE(layer(led, 0) == Picture{"xx..", "xxx.", ".xxx", "..xx"});
  REQUIRE(says(led.warnings, "only the encoder is described"));
}

TEST_CASE("longformer: contradictions and odd windows are refused") {
  REQUIRE(why(R"({"model_type": "longformer", "attention_window": 3})", with_n(9)) ==
          "\"attention_window\" has the odd window 3; it is a total of two equal sides");
  REQUIRE(why(R"({"model_type": "longformer", "attention_window": [2, 2], "num_hidden_layers": 3})",
              with_n(9)) == "\"num_hidden_layers\" is 3, but another field lists 2 layers");
  REQUIRE(why(R"({"attention_mode": "tvm"})", with_n(9)).find("\"model_type\" is missing") !=
          std::string::npos);
  REQUIRE(
      why(R"({"attention_window": [2], "attention_dilation": [2], "attention_mode": "sliding_chunks"})",
          with_n(9))
          .find("knows neither dilation") != std::string::npos);
  REQUIRE(why(R"({"attention_window": [2], "attention_mode": "n2"})", with_n(9)) ==
          "\"attention_mode\" is \"n2\"; tvm and sliding_chunks are read");
  REQUIRE(
      why(R"({"model_type": "longformer", "attention_window": 2, "is_decoder": true})", with_n(9))
          .find("causal") != std::string::npos);
  REQUIRE(
      why(R"({"model_type": "longformer", "attention_window": 2})", {}, InvalidInput::Kind::option)
          .starts_with("--n is missing"));
}

TEST_CASE("bigbird: evaluation has no random edges, training has, short inputs are full") {
  const std::string config =
      R"({"model_type": "big_bird", "attention_type": "block_sparse", "block_size": 2, "num_random_blocks": 1, "num_hidden_layers": 3, "max_position_embeddings": 64})";
  const Import eval = read(config, with_mode(16, "eval"));
  REQUIRE(eval.pattern.layers.size() == 1);
  REQUIRE(layer(eval, 0) ==
          Picture{"xxxxxxxxxxxxxxxx", "xxxxxxxxxxxxxxxx", "xxxxxx........xx", "xxxxxx........xx",
                  "xxxxxxxx......xx", "xxxxxxxx......xx", "xx..xxxxxx....xx", "xx..xxxxxx....xx",
                  "xx....xxxxxx..xx", "xx....xxxxxx..xx", "xx......xxxxxxxx", "xx......xxxxxxxx",
                  "xx........xxxxxx", "xx........xxxxxx", "xxxxxxxxxxxxxxxx", "xxxxxxxxxxxxxxxx"});
  const Import train = read(config, with_mode(16, "train"));
  REQUIRE(train.pattern.layers.size() == 3);
  const Pattern base = expand(eval.pattern), drawn = expand(train.pattern);
  for (std::size_t l = 0; l < 3; ++l) {
    for (std::size_t k = 2; k < 14; ++k) {
      REQUIRE(drawn.neighbours(l, k).size() == base.neighbours(0, k).size() + 2);
      REQUIRE(std::ranges::all_of(drawn.neighbours(l, k), [&](Token j) {
        return base.attends(0, k, j) || j < 12;
      }));  // blocks 2..6 of the first 7
      REQUIRE(std::ranges::equal(drawn.neighbours(l, k - k % 2), drawn.neighbours(l, k)));
      for (const Token j : base.neighbours(0, k)) REQUIRE(drawn.attends(l, k, j));
    }
  }
  const Import full = read(config, with_mode(14, "eval"));  // (5 + 2) * 2
  REQUIRE(layer(full, 0) == Picture(14, std::string(14, 'x')));
  REQUIRE(says(full.warnings, "keeps full attention"));
  REQUIRE(why(config, with_n(16), InvalidInput::Kind::option)
              .starts_with("--mode is missing: say train or eval"));
  REQUIRE(why(config, with_mode(17, "eval"), InvalidInput::Kind::option)
              .starts_with("--n 17: the model pads to a multiple of the block size 2"));
  REQUIRE(why(config, with_mode(16, "test"), InvalidInput::Kind::option) ==
          "--mode test: it is train or eval");
  const Import original =
      read(R"({"model_type": "big_bird", "attention_type": "original_full"})", with_n(3));
  REQUIRE(layer(original, 0) == Picture{"xxx", "xxx", "xxx"});
}

TEST_CASE("bigbird: at 4096 tokens the random blocks lie in the first 1024") {
  const Import train = read(
      R"({"model_type": "big_bird", "block_size": 64, "num_random_blocks": 3, "num_hidden_layers": 1, "max_position_embeddings": 4096})",
      with_mode(0, "train"));
  Intervals row;
  for (std::size_t block = 20; block < 60; ++block) {
    row_intervals(train.pattern, 0, block * 64, row);
    REQUIRE(count(row) == 64 * (2 + 3 + 3));
    for (const auto& [from, to] : row)
      REQUIRE((to <= 1024 || (from >= (block - 1) * 64 && to <= (block + 2) * 64) ||
               from == 4096 - 64));
  }
  REQUIRE(says(train.understood, "among the first 1024 tokens only"));
}

TEST_CASE(
    "layer types: Gemma and gpt-oss alternate, Gemma 3 has every sixth layer full, null is full") {
  const Import oss = read(
      R"({"model_type": "gpt_oss", "layer_types": ["sliding_attention", "full_attention"], "sliding_window": 2, "num_hidden_layers": 24})",
      with_n(4));
  REQUIRE(oss.pattern.layers.size() == 2);
  REQUIRE(oss.model_layers == 24);
  REQUIRE(layer(oss, 0) == Picture{"x...", "xx..", ".xx.", "..xx"});
  REQUIRE(layer(oss, 1) == Picture{"x...", "xx..", "xxx.", "xxxx"});
  const Import gemma2 =
      read(R"({"model_type": "gemma2", "sliding_window": 2, "num_hidden_layers": 26})", with_n(4));
  REQUIRE(layer(gemma2, 0) == layer(oss, 0));
  REQUIRE(layer(gemma2, 1) == layer(oss, 1));
  const Import gemma3 = read(
      R"({"model_type": "gemma3_text", "sliding_window": 2, "_sliding_window_pattern": 6, "num_hidden_layers": 18, "rope_local_base_freq": 1e4})",
      with_n(4));
  REQUIRE(gemma3.pattern.layers.size() == 6);
  REQUIRE(layer(gemma3, 4) == layer(oss, 0));
  REQUIRE(layer(gemma3, 5) == layer(oss, 1));
  const Import open = read(R"({"model_type": "mistral", "sliding_window": null})", with_n(4));
  REQUIRE(layer(open, 0) == layer(oss, 1));
  REQUIRE(
      why(R"({"model_type": "gpt_oss", "layer_types": ["chunked_attention"], "sliding_window": 2})",
          with_n(4))
          .find("chunked_attention") != std::string::npos);
}

TEST_CASE("modernbert: every third layer full, half the total a side") {
  const Import import = read(
      R"({"model_type": "modernbert", "local_attention": 2, "global_attn_every_n_layers": 3, "num_hidden_layers": 22, "local_rope_theta": 10000.0})",
      with_n(4));
  REQUIRE(import.pattern.layers.size() == 3);
  REQUIRE(layer(import, 0) == Picture(4, "xxxx"));
  REQUIRE(layer(import, 1) == Picture{"xx..", "xxx.", ".xxx", "..xx"});
}

TEST_CASE("longt5: transient-global attention is no sparsity pattern, and said so") {
  REQUIRE(
      why(R"({"model_type": "longt5", "encoder_attention_type": "transient-global", "local_radius": 127})",
          with_n(512))
          .find("sums over blocks, not tokens") != std::string::npos);
}

TEST_CASE("phi-3-small: local blocks and vertical strides, shifted from head to head") {
  const std::string config =
      R"({"model_type": "phi3small", "blocksparse_block_size": 1, "blocksparse_num_local_blocks": 2, "blocksparse_vert_stride": 4, "blocksparse_homo_head_pattern": false, "dense_attention_every_n_layers": 2, "num_attention_heads": 2, "num_hidden_layers": 4})";
  PatternRequest request = with_n(9);
  request.import.head = 1;
  const Import first = read(config, request);
  REQUIRE(first.pattern.layers.size() == 2);
  // k + 1 a multiple of 4, counted from 0: the keys 3 and 7.
  REQUIRE(layer(first, 0) == Picture{"x........", "xx.......", ".xx......", "..xx.....",
                                     "...xx....", "...xxx...", "...x.xx..", "...x..xx.",
                                     "...x...xx"});
  REQUIRE(layer(first, 1)[8] == "xxxxxxxxx");
  request.import.head = 2;  // stride 4 over 2 heads: shifted by 2
  REQUIRE(layer(read(config, request), 0)[8] == ".x...x.xx");
  const Import both = read(config, with_n(9));
  REQUIRE(layer(both, 0)[8] == ".x.x.x.xx");
  REQUIRE(says(both.warnings, "heads are shifted"));
}

TEST_CASE("config.json: fields that may change the mask are not passed over") {
  REQUIRE(
      why(R"({"model_type": "mistral", "sliding_window": 4, "attention_chunk_size": 8})",
          with_n(9)) ==
      "\"attention_chunk_size\" may change who attends to whom and is not understood for mistral");
  REQUIRE(why(R"({"model_type": "longformer", "attention_window": 2, "block_size": 8})", with_n(9))
              .starts_with("\"block_size\" may change"));
  REQUIRE(why(R"({"model_type": "transfo-xl", "hidden_size": 8})", with_n(9))
              .starts_with("model_type \"transfo-xl\" is not read"));
  REQUIRE(why(R"({"hidden_size": 8})", with_n(9)).find("\"model_type\" is missing") !=
          std::string::npos);
  const Import import = read(
      R"({"model_type": "mistral", "sliding_window": 4, "rms_norm_eps": 1e-05, "rope_scaling": {"factor": 2.0, "type": "linear"}, "id2label": {"0": "x"}, "attention_dropout": 0.0})",
      with_n(9));
  REQUIRE(import.pattern.n == 9);
  PatternRequest longer = with_n(100);
  REQUIRE(
      says(read(R"({"model_type": "mistral", "sliding_window": 4, "max_position_embeddings": 50})",
                longer)
               .warnings,
           "made for 50 tokens, fewer than --n 100"));
}

TEST_CASE("deepspeed fixed: disjoint segments, the last block of each is global") {
  const Import import = read(
      R"({"sparse_attention": {"mode": "fixed", "block": 1, "num_local_blocks": 2}})", with_n(5));
  REQUIRE(layer(import, 0) == Picture{"xx.xx", "xx.xx", ".xxxx", ".xxxx", ".x.xx"});
  const Import one_way =
      read(R"({"mode": "fixed", "block": 1, "num_local_blocks": 2, "attention": "unidirectional"})",
           with_n(5));
  REQUIRE(layer(one_way, 0) == Picture{"x....", "xx...", ".xx..", ".xxx.", ".x.xx"});
  REQUIRE(says(one_way.warnings, "makes the blocks triangular, not the tokens"));
  const Import horizontal = read(
      R"({"mode": "fixed", "block": 1, "num_local_blocks": 2, "horizontal_global_attention": true})",
      with_n(4));
  REQUIRE(layer(horizontal, 0) == Picture{"xx.x", "xxxx", ".xxx", "xxxx"});
}

TEST_CASE("deepspeed fixed: heads with different globals, one at a time or together") {
  const std::string config =
      R"({"mode": "fixed", "block": 1, "num_local_blocks": 2, "num_different_global_patterns": 2, "different_layout_per_head": true})";
  PatternRequest request = with_n(4);
  request.import.head = 2;
  REQUIRE(layer(read(config, request), 0) == Picture{"xxx.", "xxx.", "x.xx", "x.xx"});
  request.import.head = 3;  // the same kind as head 1
  REQUIRE(layer(read(config, request), 0) == Picture{"xx.x", "xx.x", ".xxx", ".xxx"});
  const Import both = read(config, with_n(4));
  REQUIRE(layer(both, 0) == Picture{"xxxx", "xxxx", "xxxx", "xxxx"});
  REQUIRE(says(both.warnings, "the heads differ"));
}

TEST_CASE("deepspeed variable, bigbird, bslongformer and dense, by hand") {
  const Import variable = read(
      R"({"mode": "variable", "block": 1, "local_window_blocks": [1, 2], "global_block_indices": [3]})",
      with_n(6));
  REQUIRE(layer(variable, 0) ==
          Picture{"x..x..", ".xxx..", ".xxx..", "...xx.", "...xx.", "...x.x"});
  const Import ends = read(
      R"({"mode": "variable", "block": 1, "local_window_blocks": [1], "global_block_indices": [1, 9], "global_block_end_indices": [3, 10], "horizontal_global_attention": true})",
      with_n(4));
  REQUIRE(layer(ends, 0) == Picture{"xxx.", "xxxx", "xxxx", ".xxx"});
  const Import bigbird =
      read(R"({"mode": "bigbird", "block": 1, "attention": "unidirectional"})", with_n(5));
  REQUIRE(layer(bigbird, 0) == Picture{"xxxxx", "xxx..", "xxxx.", "x.xxx", "x..xx"});
  REQUIRE(says(bigbird.warnings, "JSON reader drops it"));
  REQUIRE(says(bigbird.warnings, "takes 0, its Python class 1"));
  const Import longformer =
      read(R"({"mode": "bslongformer", "block": 1, "global_block_indices": [4]})", with_n(5));
  REQUIRE(layer(longformer, 0) == Picture{"xx..x", "xxx.x", ".xxxx", "..xxx", "xxxxx"});
  REQUIRE(layer(read(R"({"mode": "dense"})", with_n(2)), 0) == Picture{"xx", "xx"});
  const Import defaults = read(R"({"sparse_attention": {}})",
                               with_n(128));  // fixed, block 16, 4 local blocks, 1 global
  REQUIRE(layer(defaults, 0)[0] ==
          std::string(64, 'x') + std::string(48, '.') + std::string(16, 'x'));
  const Import random = read(
      R"({"mode": "bigbird", "block": 1, "num_random_blocks": 2, "num_global_blocks": 0, "num_sliding_window_blocks": 1})",
      with_n(20));
  for (const std::string& row : layer(random, 0)) {
    const auto keys = std::count(row.begin(), row.end(), 'x');
    REQUIRE((keys == 2 || keys == 3));
  }
  REQUIRE(says(random.warnings, "without a seed"));
  const std::string one_way =
      R"({"mode": "variable", "block": 1, "local_window_blocks": [1], "global_block_indices": [], "num_random_blocks": 2, "attention": "unidirectional"})";
  bool later = false;  // the random blocks of this mode do not respect "unidirectional"
  const Picture rows = layer(read(one_way, with_n(20)), 0);
  for (std::size_t k = 0; k < 20; ++k)
    later = later || rows[k].find('x', k + 1) != std::string::npos;
  REQUIRE(later);
}

TEST_CASE("deepspeed: bad sizes, contradictions and unknown keys are refused") {
  REQUIRE(why(R"({"mode": "fixed"})", with_n(100), InvalidInput::Kind::option) ==
          "--n 100: DeepSpeed needs a multiple of the block size 16");
  REQUIRE(
      why(R"({"mode": "fixed"})", {}, InvalidInput::Kind::option).starts_with("--n is missing"));
  REQUIRE(why(R"({"mode": "local"})", with_n(64)).find("\"mode\" is \"local\"; the modes are") !=
          std::string::npos);
  REQUIRE(why(R"({"mode": "fixed", "blocks": 16})", with_n(64)) ==
          "\"blocks\" is not a key of DeepSpeed's sparse attention");
  REQUIRE(why(R"({"sparse_attention": {"mode": "fixed", "num_global_blocks": 3}})", with_n(64))
              .starts_with("\"sparse_attention.num_local_blocks\" is 4"));
  REQUIRE(why(R"({"mode": "fixed", "num_different_global_patterns": 2})", with_n(64))
              .find("needs \"different_layout_per_head\"") != std::string::npos);
  REQUIRE(
      why(R"({"mode": "fixed", "attention": "unidirectional", "horizontal_global_attention": true})",
          with_n(64))
          .find("needs bidirectional") != std::string::npos);
  REQUIRE(
      why(R"({"mode": "variable", "global_block_indices": [1], "global_block_end_indices": [1]})",
          with_n(64))
          .find("not after its start") != std::string::npos);
  REQUIRE(why(R"({"mode": "variable", "local_window_blocks": [0]})", with_n(64))
              .find("a segment of 0 blocks") != std::string::npos);
  REQUIRE(why(R"({"mode": "fixed", "block": 0})", with_n(64)).starts_with("\"block\" is 0"));
  REQUIRE(why(R"({"mode": "fixed", "block": 1})", with_n(10'000'000), InvalidInput::Kind::option)
              .find("more than 8192 blocks") != std::string::npos);
  REQUIRE(why(R"({"mode": "bigbird", "block": 16})", with_n(32)) ==
          "\"num_sliding_window_blocks\" is 3; it is at least 1 and at most 2");
  REQUIRE(says(read(R"({"mode": "bslongformer", "num_local_blocks": 4})", with_n(64)).warnings,
               "belongs to another mode"));
}

TEST_CASE("models: a seeded mutation of a good configuration is read or refused, never worse") {
  const std::vector<std::string> files{
      R"({"model_type": "longformer", "attention_window": [8, 4], "max_position_embeddings": 66, "num_hidden_layers": 2})",
      R"({"attention_window": [8], "attention_dilation": [2], "attention_mode": "tvm", "autoregressive": true})",
      R"({"model_type": "big_bird", "block_size": 4, "num_random_blocks": 1, "num_hidden_layers": 2, "max_position_embeddings": 64})",
      R"({"model_type": "gpt_neo", "attention_types": [[["global", "local"], 2]], "window_size": 6, "num_layers": 4})",
      R"({"model_type": "gpt_oss", "layer_types": ["sliding_attention", "full_attention"], "sliding_window": 5, "num_hidden_layers": 4})",
      R"({"model_type": "phi3small", "blocksparse_block_size": 2, "blocksparse_num_local_blocks": 3, "blocksparse_vert_stride": 2, "num_attention_heads": 4, "num_hidden_layers": 2})",
      R"({"sparse_attention": {"mode": "fixed", "block": 4, "num_local_blocks": 4, "num_global_blocks": 2, "attention": "unidirectional"}})",
      R"({"mode": "variable", "block": 2, "local_window_blocks": [2, 3], "global_block_indices": [0, 5], "global_block_end_indices": [2, 9], "num_random_blocks": 2})",
      R"({"mode": "bigbird", "block": 4, "num_random_blocks": 1, "num_sliding_window_blocks": 3, "num_global_blocks": 1})"};
  const std::string_view alphabet = "0123456789{}[],:\"-.e truefalsn";
  std::mt19937_64 random(33);
  int accepted = 0;
  const TemporaryFile file("config.json", "");
  for (int round = 0; round < testing::rounds(9000); ++round) {
    std::string text = files[static_cast<std::size_t>(round) % files.size()];
    for (std::uint64_t edits = 1 + random() % 3; edits > 0; --edits) {
      const std::size_t at = random() % text.size();
      const char c = alphabet[random() % alphabet.size()];
      switch (random() % 4) {
        case 0: text[at] = c; break;
        case 1: text.insert(at, 1, c); break;
        case 2: text.erase(at, 1 + random() % 3); break;
        default: text.insert(at, text.substr(random() % text.size(), random() % 10));
      }
      if (text.empty()) text.push_back('{');
    }
    CAPTURE(round, text);
    file.rewrite(text);
    try {
      PatternRequest request = with_mode(64, round % 2 == 0 ? "train" : "");
      request.name_or_file = file.path().string();
      const Import import = import_pattern(request);
      REQUIRE(import.pattern.n == 64);
      REQUIRE(expand(import.pattern).tokens() == 64);
      ++accepted;
    } catch (const InvalidInput& e) {
      REQUIRE(std::string(e.what()).find('\n') == std::string::npos);
    }
  }
  REQUIRE(accepted > testing::met(300));
}

}  // namespace import_models_test
