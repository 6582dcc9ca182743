#include "pattern/import/model_table.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace hardmax {
namespace {

constexpr ModelKey hidden_layers(std::uint64_t n) { return {"num_hidden_layers", n}; }
constexpr ModelKey positions(std::uint64_t n) { return {"max_position_embeddings", n}; }
constexpr ModelKey sliding(std::optional<std::uint64_t> w) { return {"sliding_window", w}; }
constexpr std::nullopt_t null = std::nullopt;

using enum Sees;
using enum Window;
using enum Windowed;

// clang-format off
constexpr ModelType types[] = {
    // Encoders.
    {.name = "bert", .sees = by_is_decoder, .layers = hidden_layers(12), .positions = positions(512)},
    {.name = "roberta", .sees = by_is_decoder, .layers = hidden_layers(12), .positions = positions(512), .reserved = 2},
    {.name = "xlm-roberta", .sees = by_is_decoder, .layers = hidden_layers(12), .positions = positions(512), .reserved = 2},
    {.name = "camembert", .sees = by_is_decoder, .layers = hidden_layers(12), .positions = positions(512), .reserved = 2},
    {.name = "electra", .sees = by_is_decoder, .layers = hidden_layers(12), .positions = positions(512)},
    {.name = "albert", .sees = everything, .layers = hidden_layers(12), .positions = positions(512)},
    {.name = "distilbert", .sees = everything, .layers = {"n_layers", 6}, .positions = positions(512)},
    {.name = "deberta-v2", .sees = everything, .layers = hidden_layers(24), .positions = positions(512)},
    {.name = "mpnet", .sees = everything, .layers = hidden_layers(12), .positions = positions(512), .reserved = 2},
    {.name = "modernbert", .sees = everything, .layers = hidden_layers(22), .positions = positions(8192),
     .window = both_sides, .size = {"local_attention", 128}, .windowed = all_but_first_of_n, .n = {"global_attn_every_n_layers", 3}},
    // Encoders of models that have a decoder too.
    {.name = "t5", .sees = everything, .layers = {"num_layers", 6}, .positions = {"n_positions", 512}, .part = "encoder"},
    {.name = "mt5", .sees = everything, .layers = {"num_layers", 8}, .positions = {"n_positions", 512}, .part = "encoder"},
    {.name = "bart", .sees = everything, .layers = {"encoder_layers", 12}, .positions = positions(1024), .part = "encoder"},
    {.name = "mbart", .sees = everything, .layers = {"encoder_layers", 12}, .positions = positions(1024), .part = "encoder"},
    {.name = "pegasus", .sees = everything, .layers = {"encoder_layers", 12}, .positions = positions(1024), .part = "encoder"},
    // Causal, without a window.
    {.name = "gpt2", .sees = before, .layers = {"n_layer", 12}, .positions = {"n_positions", 1024}},
    {.name = "gptj", .sees = before, .layers = {"n_layer", 28}, .positions = {"n_positions", 2048}},
    {.name = "gpt_bigcode", .sees = before, .layers = {"n_layer", 12}, .positions = {"n_positions", 1024}},
    {.name = "gpt_neox", .sees = before, .layers = hidden_layers(44), .positions = positions(2048)},
    {.name = "codegen", .sees = before, .layers = {"n_layer", 28}, .positions = {"n_positions", 2048}},
    {.name = "opt", .sees = before, .layers = hidden_layers(12), .positions = positions(2048)},
    {.name = "bloom", .sees = before, .layers = {"n_layer", 2}, .positions = {"seq_length", null}},
    {.name = "falcon", .sees = before, .layers = hidden_layers(32), .positions = positions(2048)},
    {.name = "llama", .sees = before, .layers = hidden_layers(32), .positions = positions(2048)},
    {.name = "gemma", .sees = before, .layers = hidden_layers(28), .positions = positions(8192)},
    {.name = "phi", .sees = before, .layers = hidden_layers(24), .positions = positions(2048)},
    {.name = "stablelm", .sees = before, .layers = hidden_layers(32), .positions = positions(4096)},
    {.name = "olmo", .sees = before, .layers = hidden_layers(32), .positions = positions(2048)},
    {.name = "olmo2", .sees = before, .layers = hidden_layers(32), .positions = positions(2048)},
    {.name = "olmoe", .sees = before, .layers = hidden_layers(16), .positions = positions(4096)},
    {.name = "nemotron", .sees = before, .layers = hidden_layers(32), .positions = positions(4096)},
    {.name = "glm", .sees = before, .layers = hidden_layers(40), .positions = positions(131072)},
    {.name = "glm4", .sees = before, .layers = hidden_layers(40), .positions = positions(131072)},
    {.name = "persimmon", .sees = before, .layers = hidden_layers(36), .positions = positions(16384)},
    {.name = "cohere", .sees = before, .layers = hidden_layers(40), .positions = positions(8192)},
    {.name = "granite", .sees = before, .layers = hidden_layers(32), .positions = positions(2048)},
    {.name = "deepseek_v2", .sees = before, .layers = hidden_layers(32), .positions = positions(2048)},
    {.name = "deepseek_v3", .sees = before, .layers = hidden_layers(61), .positions = positions(4096)},
    // Causal, with a window in every layer; "layer_types" is not read.
    {.name = "mistral", .sees = before, .layers = hidden_layers(32), .positions = positions(131072),
     .window = back, .size = sliding(4096)},
    {.name = "mixtral", .sees = before, .layers = hidden_layers(32), .positions = positions(131072),
     .window = back, .size = sliding(null)},
    {.name = "phi3", .sees = before, .layers = hidden_layers(32), .positions = positions(4096),
     .window = back, .size = sliding(null)},
    {.name = "phimoe", .sees = before, .layers = hidden_layers(32), .positions = positions(131072),
     .window = back, .size = sliding(null)},
    {.name = "starcoder2", .sees = before, .layers = hidden_layers(30), .positions = positions(4096),
     .window = back, .size = sliding(null)},
    {.name = "qwen3_moe", .sees = before, .layers = hidden_layers(24), .positions = positions(32768),
     .window = back, .size = sliding(4096), .on = "use_sliding_window"},
    // Causal, with a window in some layers.
    {.name = "ministral", .sees = before, .layers = hidden_layers(32), .positions = positions(131072),
     .window = back, .size = sliding(4096), .windowed = all_unless_listed},
    {.name = "qwen2", .sees = before, .layers = hidden_layers(32), .positions = positions(32768),
     .window = back, .size = sliding(4096), .windowed = from_nth_on, .n = {"max_window_layers", 28}, .on = "use_sliding_window"},
    {.name = "qwen3", .sees = before, .layers = hidden_layers(32), .positions = positions(32768),
     .window = back, .size = sliding(4096), .windowed = from_nth_on, .n = {"max_window_layers", 28}, .on = "use_sliding_window"},
    {.name = "qwen2_moe", .sees = before, .layers = hidden_layers(24), .positions = positions(32768),
     .window = back, .size = sliding(4096), .windowed = off_unless_listed, .on = "use_sliding_window"},
    {.name = "smollm3", .sees = before, .layers = hidden_layers(36), .positions = positions(32768),
     .window = back, .size = sliding(null), .windowed = off_unless_listed, .on = "use_sliding_window"},
    {.name = "gemma2", .sees = before, .layers = hidden_layers(26), .positions = positions(8192),
     .window = back, .size = sliding(4096), .windowed = all_but_every_nth, .n = {"", 2}},
    {.name = "gemma3_text", .sees = before, .layers = hidden_layers(26), .positions = positions(131072),
     .window = back, .size = sliding(4096), .windowed = all_but_every_nth, .n = {"sliding_window_pattern", 6}, .second_n = "_sliding_window_pattern"},
    {.name = "gemma3n_text", .sees = before, .layers = hidden_layers(35), .positions = positions(32768),
     .window = back, .size = sliding(512), .windowed = all_but_every_nth, .n = {"", 5}},
    {.name = "gpt_oss", .sees = before, .layers = hidden_layers(36), .positions = positions(131072),
     .window = back, .size = sliding(128), .windowed = all_but_every_nth, .n = {"", 2}},
    {.name = "cohere2", .sees = before, .layers = hidden_layers(40), .positions = positions(8192),
     .window = back, .size = sliding(4096), .windowed = all_but_every_nth, .n = {"sliding_window_pattern", 4}, .second_n = "_sliding_window_pattern"},
    {.name = "olmo3", .sees = before, .layers = hidden_layers(32), .positions = positions(2048),
     .window = back, .size = sliding(4096), .windowed = all_but_every_nth, .n = {"", 4}},
    {.name = "exaone4", .sees = before, .layers = hidden_layers(32), .positions = positions(2048),
     .window = back, .size = sliding(4096), .windowed = all_but_every_nth, .n = {"sliding_window_pattern", 4}},
    {.name = "llama4_text", .sees = before, .layers = hidden_layers(48), .positions = positions(131072),
     .window = chunk, .size = {"attention_chunk_size", 8192}, .windowed = all_but_every_nth, .n = {"no_rope_layer_interval", 4}},
    {.name = "modernbert-decoder", .sees = before, .layers = hidden_layers(22), .positions = positions(8192),
     .window = half_back, .size = {"local_attention", 128}, .windowed = all_but_first_of_n, .n = {"global_attn_every_n_layers", 3}},
    {.name = "qwen3_next", .sees = before, .layers = hidden_layers(48), .positions = positions(32768),
     .windowed = linear_but_every_nth, .n = {"full_attention_interval", 4}},
};

constexpr Wrapper wrappers[] = {
    {"gemma3", "gemma3_text", "tokens of one image see each other both ways besides"},
    {"gemma3n", "gemma3n_text"},
    {"llama4", "llama4_text"},
    {"llava", "llama"},
    {"llava_next", "llama"},
    {"vipllava", "llama"},
    {"llava_onevision", "qwen2"},
    {"mistral3", "mistral"},
    {"voxtral", "llama"},
    {"idefics2", "mistral"},
    {"idefics3", "llama"},
    {"smolvlm", "llama"},
    {"internvl", "qwen2"},
    {"qwen2_vl", "qwen2"},
    {"qwen2_5_vl", "qwen2"},
    {"qwen3_vl", "qwen3"},
    {"aya_vision", "cohere2"},
    {"encoder-decoder", "", "only the encoder is described", "encoder"},
    {"vision-encoder-decoder", "", "only the decoder is described, without what it sees of the image", "decoder"},
};

// The text part of a class under its own name.
constexpr std::pair<std::string_view, std::string_view> same_classes[] = {
    {"qwen2_vl_text", "qwen2"}, {"qwen2_5_vl_text", "qwen2"}, {"qwen3_vl_text", "llama"},
    {"modernbert_decoder", "modernbert-decoder"}};

// Keys with a suspicious word, and what they are: numbers of experts, of positions, of dropout.
constexpr std::string_view harmless[] = {
    // experts
    "num_local_experts", "norm_topk_prob", "topk_method", "topk_group", "num_experts_per_topk", "decoder_sparse_step",
    "moe_topk", "first_k_dense_replace", "router_topk",
    // positions
    "local_rope_theta", "rope_local_base_freq", "global_rope_theta", "rope_scaling", "rope_parameters",
    "relative_attention_num_buckets", "relative_attention_max_distance", "position_buckets", "no_rope_layers",
    "no_rope_layer_interval",
    // training, generation, files
    "sparse_prediction", "sparse_pred_ignore_index", "chunk_size_feed_forward", "chunk_size_lm_head", "mask_token_id", "mask_token",
    "mask_token_index", "prefix", "global_step", "global_batch_size", "local_files_only", "commit_hash", "_commit_hash",
    "random_seed",
    // computation, not the mask
    "ignore_attention_mask", "use_memory_efficient_attention", "memory_efficient_attention", "quantization_config",
    "compression_config", "pretrained_cfg", "task_specific_params", "generation_config", "vision_config", "audio_config",
    "id2label", "label2id", "auto_map", "block_dropout", "use_parallel_block",
    "masked_softmax_fusion", "num_memory_blocks", "activation_sparsity_pattern", "local_rank", "is_decoder", "is_encoder_decoder", "pruned_heads",
    "conv_stride",
};

struct NotRead {
  std::string_view type, key, why;
};
constexpr NotRead not_read[] = {
    {"mistral", "layer_types", "every layer slides"},
    {"mixtral", "layer_types", "every layer slides"},
    {"phi3", "layer_types", "every layer slides"},
    {"starcoder2", "layer_types", "every layer slides"},
    {"starcoder2", "use_sliding_window", "sliding_window alone counts"},
    {"mistral", "use_sliding_window", "sliding_window alone counts"},
    {"mistral", "max_window_layers", "every layer slides"},
    {"qwen2_moe", "max_window_layers", "layer_types counts"},
    {"qwen3_moe", "max_window_layers", "every layer slides, or none"},
    {"smollm3", "max_window_layers", "layer_types counts"},
    {"longformer", "attention_mode", "it belongs to allenai/longformer's own code"},
    {"longformer", "attention_dilation", "it belongs to allenai/longformer's own code"},
    {"longformer", "autoregressive", "it belongs to allenai/longformer's own code"},
    {"gpt_oss", "initial_context_length", "it belongs to the positions"},
};
// clang-format on

struct Mechanism {
  std::string_view word, name;
};
constexpr Mechanism mechanisms[] = {
    {"lsh", "hashing"},
    {"hash", "hashing"},
    {"hashes", "hashing"},
    {"routing", "routing"},
    {"nsa", "native sparse attention"},
    {"moba", "mixture of block attention"},
    {"topk", "the keys of the highest scores"},
    {"dsa", "DeepSeek sparse attention"},
    {"indexer", "DeepSeek sparse attention"},
    {"infllm", "InfLLM"},
    {"quest", "Quest"},
    {"kmeans", "clusters of keys"},
};
constexpr std::pair<std::string_view, std::string_view> mechanism_keys[] = {
    {"index_n_heads", "DeepSeek sparse attention"},
    {"index_head_dim", "DeepSeek sparse attention"},
    {"sparse_config", "InfLLM: blocks of the highest scores"},
    {"top_k_attention", "the keys of the highest scores"},
    {"attention_top_k", "the keys of the highest scores"},
    {"top_k_keys", "the keys of the highest scores"},
    {"top_k_blocks", "blocks of the highest scores"},
};
constexpr std::pair<std::string_view, std::string_view> mechanism_types[] = {
    {"deepseek_v32", "DeepSeek sparse attention"},
    {"glm_moe_dsa", "DeepSeek sparse attention"},
    {"routing_transformer", "routing"},
    {"routing-transformer", "routing"},
    {"moba", "mixture of block attention"},
    {"nsa", "native sparse attention"},
    {"yoso", "hashing"},
};

// Words that speak of who is seen.
constexpr std::string_view suspicious[] = {
    "window",        "windows",   "windowed",  "sliding",   "swa",
    "sink",          "sinks",     "prefix",    "sparse",    "sparsity",
    "blocksparse",   "dilation",  "dilations", "dilated",   "stride",
    "strides",       "strided",   "causal",    "noncausal", "unidirectional",
    "bidirectional", "local",     "block",     "blocks",    "chunk",
    "chunks",        "chunked",   "mask",      "masked",    "masks",
    "masking",       "radius",    "random",    "rand",      "autoregressive",
    "bucket",        "buckets",   "band",      "banded",    "span",
    "spans",         "global",    "globals",   "landmark",  "landmarks",
    "memory",        "mem",       "mems",      "pattern",   "patterns",
    "lookback",      "lookahead", "segment",   "segments",  "recency",
    "nonlocal"};
// Words that speak of it beside "attention" or "attn" or "layer".
constexpr std::string_view attention_words[] = {"attention", "attn", "attentions", "attns"};
constexpr std::string_view beside_attention[] = {
    "type",     "types",   "mode",   "modes",   "layers", "every",    "period",
    "interval", "freq",    "idxs",   "indices", "range",  "config",   "kind",
    "kinds",    "context", "length", "full",    "list",   "direction"};

std::vector<std::string> words_of(std::string_view key) {
  std::vector<std::string> words(1);
  char previous = '_';
  for (const char c : key) {
    const bool upper = c >= 'A' && c <= 'Z',
               digit_or_letter = upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    const bool hump = upper && previous >= 'a' && previous <= 'z';  // slidingWindow
    if ((!digit_or_letter || hump) && !words.back().empty()) words.emplace_back();
    if (digit_or_letter) words.back() += upper ? static_cast<char>(c - 'A' + 'a') : c;
    previous = c;
  }
  return words;
}

template <class List>
bool has(const List& list, std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

}  // namespace

std::span<const ModelType> model_types() { return types; }

const ModelType* find_model_type(std::string_view name) {
  for (const auto& [other, same] : same_classes) {
    if (other == name) name = same;
  }
  const auto it = std::find_if(std::begin(types), std::end(types),
                               [&](const ModelType& type) { return type.name == name; });
  return it == std::end(types) ? nullptr : it;
}

const Wrapper* find_wrapper(std::string_view name) {
  const auto it = std::find_if(std::begin(wrappers), std::end(wrappers),
                               [&](const Wrapper& wrapper) { return wrapper.name == name; });
  return it == std::end(wrappers) ? nullptr : it;
}

bool is_harmless_key(std::string_view name) { return has(harmless, name); }

std::string_view why_not_read(std::string_view model_type, std::string_view key) {
  for (const NotRead& row : not_read) {
    if (row.type == model_type && row.key == key) return row.why;
  }
  return "";
}

std::string_view chosen_at_run_time(std::string_view key) {
  for (const auto& [name, mechanism] : mechanism_keys) {
    if (name == key) return mechanism;
  }
  for (const std::string& word : words_of(key)) {
    for (const Mechanism& m : mechanisms) {
      if (m.word == word) return m.name;
    }
  }
  return "";
}

std::string_view type_chosen_at_run_time(std::string_view model_type) {
  for (const auto& [name, mechanism] : mechanism_types) {
    if (name == model_type) return mechanism;
  }
  return "";
}

bool may_change_the_mask(std::string_view key) {
  const std::vector<std::string> words = words_of(key);
  bool attention = false, beside = false, layer = false, type = false;
  for (const std::string& word : words) {
    if (has(suspicious, word)) return true;
    attention = attention || has(attention_words, word);
    beside = beside || has(beside_attention, word);
    layer = layer || word == "layer" || word == "layers";
    type = type || word == "types";
  }
  return (attention && beside) || (layer && type) || key == "layer_type";
}

}  // namespace hardmax
