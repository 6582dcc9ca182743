// Keys of config.json: which are read, which defaults the classes take, which of two keys rules,
// and what is refused because it may change the mask.
#include <catch2/catch.hpp>
#include <chrono>

#include "pattern/import/import.hpp"
#include "pattern/import/model_table.hpp"
#include "support.hpp"

namespace model_keys_test {

using namespace hardmax;
using namespace hardmax::test;
using Picture = std::vector<std::string>;

namespace {

Import read(const std::string& text, PatternRequest request = {}) {
  const TemporaryFile file("config.json", text);
  request.name_or_file = file.path().string();
  return import_pattern(request);
}

std::string why(const std::string& text, InvalidInput::Kind kind = InvalidInput::Kind::file,
                PatternRequest request = {}) {
  const TemporaryFile file("config.json", text);
  request.name_or_file = file.path().string();
  if (request.n == 0) request.n = 8;
  const std::string line = refusal(kind, [&] { import_pattern(request); });
  const std::string prefix = file.path().string() + ": ";
  return line.starts_with(prefix) ? line.substr(prefix.size()) : line;
}

bool says(const std::vector<std::string>& lines, const std::string& part) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

// {"model_type": TYPE, REST} on 8 tokens.
Import model(const std::string& type, const std::string& rest = "", std::size_t n = 8) {
  PatternRequest request;
  request.n = n;
  return read("{\"model_type\": \"" + type + "\"" + (rest.empty() ? "" : ", " + rest) + "}",
              request);
}

// How many keys the last token of each layer sees, and on which side.
std::vector<std::size_t> last_rows(const Import& import) {
  std::vector<std::size_t> sizes;
  Intervals row;
  for (std::size_t l = 0; l < import.pattern.layers.size(); ++l) {
    row_intervals(import.pattern, l, import.pattern.n - 1, row);
    sizes.push_back(count(row));
  }
  return sizes;
}

}  // namespace

TEST_CASE("keys: numbers of experts and the like are not windows") {
  REQUIRE(last_rows(model("mixtral", R"("sliding_window": null, "num_local_experts": 8)")) ==
          std::vector<std::size_t>{8});
  REQUIRE(model("modernbert", R"("sparse_prediction": true, "sparse_pred_ignore_index": -100)")
              .pattern.n == 8);
  REQUIRE(model("t5", R"("relative_attention_num_buckets": 32)").pattern.n == 8);
  REQUIRE(model("qwen2_moe", R"("decoder_sparse_step": 1, "norm_topk_prob": false)").pattern.n ==
          8);
}

TEST_CASE("keys: what may change the mask and no table knows is refused, nested too") {
  const auto refused = [](const std::string& key) {
    return why(R"({"model_type": "mistral", "sliding_window": 4, )" + key + "}");
  };
  for (const std::string key :
       {R"("prefix_lm": true)", R"("num_sink_tokens": 4)", R"("unidirectional": false)",
        R"("full_attention_layers": [1])", R"("attn_config": {"window": 3})",
        R"("is_causal": false)", R"("swa_layers": [0])", R"("slidingWindowSize": 3)",
        R"("attention_pattern": "x")", R"("layers_block_type": ["attention"])",
        R"("stages": [{"window": 4}])", R"("extra": {"deeper": {"global_tokens": 2}})"}) {
    CAPTURE(key);
    const std::string line = refused(key);
    REQUIRE(line.find("may change who attends to whom") != std::string::npos);
    REQUIRE(line.find('\n') == std::string::npos);
  }
  // What is off, and what has nothing to do with the mask, is passed over.
  for (const std::string key :
       {R"("prefix_lm": false)", R"("num_sink_tokens": null)", R"("attention_dropout": 0.1)",
        R"("rope_scaling": {"sliding_attention": {"factor": 2}})",
        R"("quantization_config": {"block_size": 128})", R"("_attn_implementation": "eager")",
        R"("architectures": ["MistralForCausalLM"])"}) {
    CAPTURE(key);
    REQUIRE(refused(key) == "accepted");
  }
}

TEST_CASE("keys: real files have keys that look like masks and are none") {
  REQUIRE(model("bloom", R"("masked_softmax_fusion": true, "seq_length": 2048)").pattern.n == 8);
  REQUIRE(model("albert", R"("num_memory_blocks": 0, "gap_size": 0)").pattern.n == 8);
  REQUIRE(model("gemma3n_text", R"("activation_sparsity_pattern": [0.95, 0.0])").pattern.n == 8);
  REQUIRE(model("opt", R"("prefix": "</s>", "layer_norm_type": "x")").pattern.n == 8);
}

TEST_CASE("keys: a hostile number of keys costs little") {
  std::string text = R"({"model_type": "llama")";
  for (int i = 0; i < 150'000; ++i) text += ",\"k" + std::to_string(i) + "\":1";
  const auto start = std::chrono::steady_clock::now();
  REQUIRE(why(text + "}") == "accepted");
  REQUIRE(why(text + R"(, "k7": 1})").find("occurs twice") != std::string::npos);
  REQUIRE(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
  // Layers whose edges would have to be listed are bounded before memory is taken.
  PatternRequest many;
  many.n = 1'000'000;
  REQUIRE(
      why(R"({"model_type": "reformer", "attn_layers": ["lsh"], "lsh_attn_chunk_length": 2000000})",
          InvalidInput::Kind::option, many)
          .find("more than 134217728; take fewer tokens") != std::string::npos);
}

TEST_CASE("keys: what is chosen at run time is named, with what can be asked instead") {
  const auto named = [](const std::string& text, const std::string& how) {
    const std::string line = why(text);
    CAPTURE(line);
    REQUIRE(line.find(how) != std::string::npos);
    REQUIRE(line.find("--any-of DIR") != std::string::npos);
  };
  named(R"({"model_type": "llama", "moba_chunk_size": 64, "moba_topk": 3})",
        "mixture of block attention");
  named(R"({"model_type": "llama", "nsa_block_size": 64})", "native sparse attention");
  named(R"({"model_type": "deepseek_v3", "index_topk": 2048})", "the keys of the highest scores");
  named(R"({"model_type": "deepseek_v32"})", "DeepSeek sparse attention");
  named(R"({"model_type": "llama", "sparse_config": {"topk": 64}})", "InfLLM");
  named(R"({"model_type": "llama", "routing_heads": 4})", "routing");
  named(R"({"model_type": "reformer", "attn_layers": ["lsh"], "lsh_attn_chunk_length": 4})",
        "hash tokens at run time");
}

TEST_CASE("defaults: a missing window is the class's, a null one is none") {
  struct Expected {
    const char* type;
    std::size_t window;  // 0: none
  };
  for (const Expected& expected : std::initializer_list<Expected>{{"mistral", 4096},
                                                                  {"mixtral", 0},
                                                                  {"ministral", 4096},
                                                                  {"gemma2", 4096},
                                                                  {"gemma3_text", 4096},
                                                                  {"gemma3n_text", 512},
                                                                  {"gpt_oss", 128},
                                                                  {"phi3", 0},
                                                                  {"starcoder2", 0},
                                                                  {"cohere2", 4096},
                                                                  {"olmo3", 4096},
                                                                  {"exaone4", 4096},
                                                                  {"llama4_text", 8192}}) {
    CAPTURE(expected.type);
    const std::size_t n = 10'000;
    const Import import = model(expected.type, "", n);
    REQUIRE(says(import.understood, "the default of the class"));
    const auto rows = last_rows(import);
    const std::size_t seen = std::string(expected.type) == "llama4_text" ? n - 8192
                             : expected.window == 0                      ? n
                                                                         : expected.window;
    REQUIRE(rows.front() == seen);
    const ModelType* row = find_model_type(expected.type);
    REQUIRE(row != nullptr);
    const Import none = model(expected.type, "\"" + std::string(row->size.name) + "\": null", n);
    REQUIRE(last_rows(none) == std::vector<std::size_t>{n});
  }
}

TEST_CASE("defaults: the number of tokens is asked for, and the class's is named") {
  const TemporaryFile file("config.json", R"({"model_type": "llama"})");
  REQUIRE(refusal(InvalidInput::Kind::option,
                  [&] { import_pattern({.name_or_file = file.path().string()}); }) ==
          "--n is missing: config.json does not say how many tokens there are; the default of the "
          "class is --n 2048");
}

TEST_CASE("two keys: the one that the class reads rules, and that is said") {
  const Import mistral = model(
      "mistral",
      R"("sliding_window": 4, "num_hidden_layers": 2, "layer_types": ["full_attention", "sliding_attention"])");
  REQUIRE(last_rows(mistral) == std::vector<std::size_t>{4});
  REQUIRE(says(mistral.understood, "layer_types is not read by this class: every layer slides"));
  const Import gemma = model(
      "gemma3_text",
      R"("sliding_window": 4, "sliding_window_pattern": 6, "num_hidden_layers": 2, "layer_types": ["full_attention", "sliding_attention"])");
  REQUIRE(last_rows(gemma) == std::vector<std::size_t>{8, 4});
  REQUIRE(says(gemma.understood, "sliding_window_pattern is not read beside it"));
  const Import bert = model(
      "modernbert",
      R"("local_attention": 4, "global_attn_every_n_layers": 3, "layer_types": ["sliding_attention", "full_attention"])");
  REQUIRE(last_rows(bert) == std::vector<std::size_t>{3, 8});
  REQUIRE(last_rows(model("gemma2", R"("sliding_window": 4, "sliding_window_size": 4)")) ==
          std::vector<std::size_t>{4, 8});
  REQUIRE(why(R"({"model_type": "gemma2", "sliding_window": 4, "sliding_window_size": 8})")
              .find("differs from \"sliding_window\"") != std::string::npos);
  // Longformer's class reads neither key of allenai's code; roberta with a window is that code.
  const Import longformer = model(
      "longformer",
      R"("attention_window": [4], "attention_mode": "sliding_chunks", "attention_dilation": [2])");
  REQUIRE(last_rows(longformer) == std::vector<std::size_t>{3});
  REQUIRE(says(longformer.understood, "attention_dilation is not read by this class"));
  const Import allenai = model(
      "roberta", R"("attention_window": [2], "attention_mode": "tvm", "attention_dilation": [2])");
  REQUIRE(last_rows(allenai) == std::vector<std::size_t>{3});
  REQUIRE(picture(expand(allenai.pattern), 0)[7] == "...x.x.x");
  REQUIRE(
      why(R"({"model_type": "gpt_oss", "sliding_window": null, "layer_types": ["sliding_attention"]})")
          .find("\"sliding_window\" does not count") != std::string::npos);
}

TEST_CASE("qwen: a window counts only where use_sliding_window is true, from one layer on") {
  const std::string window =
      R"("sliding_window": 4, "max_window_layers": 1, "num_hidden_layers": 3)";
  REQUIRE(last_rows(model("qwen2", window)) == std::vector<std::size_t>{8});
  REQUIRE(says(model("qwen2", window).understood, "use_sliding_window is not given: false"));
  REQUIRE(last_rows(model("qwen3", window + R"(, "use_sliding_window": true)")) ==
          std::vector<std::size_t>{8, 4, 4});
  REQUIRE(last_rows(model("qwen3_moe", R"("sliding_window": 4, "use_sliding_window": true)")) ==
          std::vector<std::size_t>{4});
  REQUIRE(why(R"({"model_type": "qwen2_moe", "use_sliding_window": true})")
              .find("versions of this class differ") != std::string::npos);
}

TEST_CASE("more models: chunks, both ways, half windows, wrappers, decoders") {
  const Import llama4 =
      model("llama4_text", R"("attention_chunk_size": 3, "num_hidden_layers": 4)");
  REQUIRE(picture(expand(llama4.pattern), 0) == Picture{"x.......", "xx......", "xxx.....",
                                                        "...x....", "...xx...", "...xxx..",
                                                        "......x.", "......xx"});
  REQUIRE(last_rows(llama4) == std::vector<std::size_t>{2, 2, 2, 8});
  REQUIRE(last_rows(model(
              "llama4_text",
              R"("attention_chunk_size": 3, "num_hidden_layers": 2, "no_rope_layers": [0, 1])")) ==
          std::vector<std::size_t>{8, 2});
  const Import embedding =
      model("gemma3_text",
            R"("sliding_window": 4, "num_hidden_layers": 1, "use_bidirectional_attention": true)");
  REQUIRE(picture(expand(embedding.pattern), 0)[3] == ".xxxxx..");
  REQUIRE(
      last_rows(model("modernbert-decoder", R"("local_attention": 8, "num_hidden_layers": 3)")) ==
      std::vector<std::size_t>{8, 4, 4});
  REQUIRE(
      last_rows(model("modernbert-decoder",
                      R"("local_attention": 8, "sliding_window": 4, "num_hidden_layers": 3)")) ==
      std::vector<std::size_t>{8, 4, 4});
  REQUIRE(why(R"({"model_type": "modernbert", "local_attention": 8, "sliding_window": 8})")
              .find("is not half of \"local_attention\"") != std::string::npos);
  const Import nested = read(
      R"({"model_type": "gemma3", "vision_config": {"window_size": 3}, "text_config": {"sliding_window": 4, "num_hidden_layers": 6}})",
      {.name_or_file = "", .n = 8});
  REQUIRE(last_rows(nested) == std::vector<std::size_t>{4, 4, 4, 4, 4, 8});
  REQUIRE(says(nested.understood, "the text_config of gemma3, model_type gemma3_text"));
  REQUIRE(says(nested.warnings, "tokens of one image see each other"));
  REQUIRE(why(R"({"model_type": "gemma3"})").starts_with("\"text_config\" is missing"));
  REQUIRE(last_rows(model("bert", R"("is_decoder": true)")) == std::vector<std::size_t>{8});
  REQUIRE(picture(expand(model("bert", R"("is_decoder": true)").pattern), 0)[0] == "x.......");
  REQUIRE(picture(expand(model("bert").pattern), 0)[0] == "xxxxxxxx");
  const Import next = model("qwen3_next", R"("num_hidden_layers": 4)");
  REQUIRE(last_rows(next) == std::vector<std::size_t>{8});
  REQUIRE(says(next.warnings, "3 of 4 layers are linear attention"));
  REQUIRE(last_rows(model("mpt", R"("attn_config": {"alibi": true, "sliding_window_size": 4})")) ==
          std::vector<std::size_t>{5});
  REQUIRE(why(R"({"model_type": "mpt", "attn_config": {"prefix_lm": true}})")
              .starts_with("\"attn_config.prefix_lm\" is true"));
  const Import roberta = read(R"({"model_type": "roberta", "max_position_embeddings": 10})");
  REQUIRE(roberta.pattern.n == 8);
}

TEST_CASE("reformer: local chunks on a ring, and lsh layers that hash nothing") {
  const std::string local = R"("attn_layers": ["local"], "local_attn_chunk_length": 2)";
  REQUIRE(picture(expand(model("reformer", local, 6).pattern), 0) ==
          Picture{"xx..xx", "xx..xx", "xxxx..", "xxxx..", "..xxxx", "..xxxx"});
  REQUIRE(picture(expand(model("reformer", local + R"(, "is_decoder": true)", 6).pattern), 0) ==
          Picture{"x.....", "xx....", "xxx...", "xxxx..", "..xxx.", "..xxxx"});
  const Import both =
      model("reformer", R"("attn_layers": ["local", "lsh"], "local_attn_chunk_length": 2)", 4);
  REQUIRE(picture(expand(both.pattern), 1) == Picture{".xxx", "x.xx", "xx.x", "xxx."});
  PatternRequest one;
  one.n = 128;
  one.import.layer = 1;
  REQUIRE(read(R"({"model_type": "reformer", "attn_layers": ["local", "lsh"]})", one)
              .pattern.layers.size() == 1);
}

TEST_CASE("equal layers are one layer, however they are written") {
  REQUIRE(model("modernbert", R"("local_attention": 16)", 4).pattern.layers.size() == 1);
  const auto layers = [](const std::string& rules) {
    return read(R"({"n": 4, "rules": [)" + rules + "]}").pattern.layers.size();
  };
  REQUIRE(
      layers(
          R"({"parts": [{"band": {"left": 4, "right": 4}}]}, {"parts": [{"blocks": {"size": 4}}]})") ==
      1);
  REQUIRE(
      layers(
          R"({"parts": [{"band": {"left": 1, "right": 1}}]}, {"parts": [{"edges": {"to": [[0, 1], [0, 1, 2], [1, 2, 3], [2, 3]]}}]})") ==
      1);
  REQUIRE(
      layers(
          R"({"parts": [{"band": {"left": 1, "right": 1}}]}, {"parts": [{"band": {"left": 1}}]})") ==
      2);
  REQUIRE(
      layers(
          R"({"causal": 1, "parts": [{"band": {"left": 1, "right": 1}}]}, {"parts": [{"band": {"left": 1}}]})") ==
      1);
  REQUIRE(says(read(R"({"n": 2, "patterns": [[[1, 2], [2]], [[1, 2], [2]]]})").understood,
               "2 layers, all alike"));
}

TEST_CASE("a window that leaves nobody out is said") {
  REQUIRE(says(model("longformer", R"("attention_window": [512])", 4).warnings,
               "a window of 512 on 4 tokens: every token sees every token"));
  REQUIRE(says(model("mistral", R"("sliding_window": 512)", 4).warnings,
               "a window of 512 on 4 tokens: every token sees every token before it"));
  REQUIRE_FALSE(says(model("mistral", R"("sliding_window": 3)", 4).warnings, "every token"));
}

TEST_CASE("NaN, which Python writes, is named") {
  REQUIRE(why(R"({"model_type": "mistral", "rope_theta": NaN})")
              .find("NaN, which Python's json module writes") != std::string::npos);
  REQUIRE(why(R"({"model_type": "mistral", "rope_theta": -Infinity})").find("Infinity") !=
          std::string::npos);
  REQUIRE(why(R"({"model_type": "mistral",, "a": 1})").find("Python") == std::string::npos);
}

TEST_CASE("options that do nothing for what was given are refused") {
  const std::string config = R"({"model_type": "mistral", "sliding_window": 4})";
  const auto refused = [&](const PatternRequest& request) {
    return why(config, InvalidInput::Kind::option, request);
  };
  PatternRequest request;
  request.window = 8;
  REQUIRE(refused(request) == "--window 8: does nothing for config.json; leave it out");
  request = {};
  request.import.true_attends = true;
  REQUIRE(refused(request) == "--mask-true attend: does nothing for config.json; leave it out");
  request = {};
  request.import.self_loops = true;
  REQUIRE(refused(request) == "--self-loops: does nothing for config.json; leave it out");
  const auto of_name = [](PatternRequest named, const std::string& name) {
    named.name_or_file = name;
    named.n = 8;
    return refusal(InvalidInput::Kind::option, [&] { import_pattern(named); });
  };
  request = {};
  request.globals = 2;
  REQUIRE(of_name(request, "strided") ==
          "--globals 2: does nothing for the pattern strided; leave it out");
  REQUIRE(of_name(request, "longformer") == "accepted");
  request = {};
  request.dilation = 3;
  REQUIRE(of_name(request, "window").starts_with("--dilation 3: does nothing"));
  request = {};
  request.window = 3;
  REQUIRE(of_name(request, "star").starts_with("--window 3: does nothing for the pattern star"));
  request = {};
  request.import.layer = 1;
  REQUIRE(of_name(request, "dense").starts_with("--layer 1: does nothing"));
}

TEST_CASE("--n beside a file is compared with it") {
  PatternRequest request;
  request.n = 5;
  REQUIRE(
      why(R"({"n": 4, "patterns": [[[1], [2], [3], [4]]]})", InvalidInput::Kind::option, request)
          .find("has 4 tokens; write --n 4") != std::string::npos);
}

TEST_CASE("names say what they took for their parameters") {
  const auto understood = [](const std::string& name) {
    return import_pattern({.name_or_file = name, .n = 20}).understood.front();
  };
  REQUIRE(understood("dilated") == "the named pattern dilated on 20 tokens, window 5, dilation 2");
  REQUIRE(understood("bigbird") ==
          "the named pattern bigbird on 20 tokens, window 5, globals 1, random 1, seed 0");
  REQUIRE(understood("causal-longformer") ==
          "the named pattern causal-longformer on 20 tokens, window 5, globals 1");
}

TEST_CASE("model table: every type has what its rule needs, and no name stands twice") {
  std::vector<std::string_view> names;
  for (const ModelType& type : model_types()) {
    CAPTURE(type.name);
    REQUIRE(std::find(names.begin(), names.end(), type.name) == names.end());
    names.push_back(type.name);
    REQUIRE_FALSE(type.layers.name.empty());
    REQUIRE(type.layers.fallback.value_or(0) > 0);
    REQUIRE_FALSE(type.positions.name.empty());
    REQUIRE((type.window == Window::none) == type.size.name.empty());
    const bool every_nth = type.windowed == Windowed::all_but_every_nth ||
                           type.windowed == Windowed::all_but_first_of_n ||
                           type.windowed == Windowed::from_nth_on ||
                           type.windowed == Windowed::linear_but_every_nth;
    REQUIRE(every_nth == type.n.fallback.has_value());
    // Every type is read as its class builds it by default.
    REQUIRE_FALSE(model(std::string(type.name)).pattern.layers.empty());
  }
  REQUIRE(names.size() >= 45);
}

}  // namespace model_keys_test
