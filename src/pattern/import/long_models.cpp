// Longformer, LED, LongT5 and ETC: a window, and tokens that see all.
#include "exact/error.hpp"
#include "pattern/file_bytes.hpp"
#include "pattern/import/huggingface.hpp"

namespace hardmax {

namespace {

// What only allenai/longformer's own code knows. `dilation` has one value for each layer.
void read_dilation(Config& c, const std::string& mode, std::size_t n,
                   std::vector<std::uint64_t>& dilation, bool& causal) {
  if (mode != "tvm" && mode != "sliding_chunks" && mode != "longformer") {
    c.object.refuse("attention_mode",
                    "is " + show_text(mode) + "; tvm and sliding_chunks are read");
  }
  if (const auto listed = c.object.naturals("attention_dilation")) {
    if (listed->size() != dilation.size())
      c.object.refuse("attention_dilation", "does not have one value for each layer");
    dilation = *listed;
  }
  causal = c.object.boolean("autoregressive").value_or(false);
  for (const std::uint64_t d : dilation) {
    if (d == 0 || d > n)
      c.object.refuse("attention_dilation", "has a value that is 0 or larger than n");
    if ((d > 1 || causal) && mode != "tvm")
      c.object.refuse(
          "attention_mode",
          "is " + show_text(mode) + ", which knows neither dilation nor autoregressive attention");
  }
}

}  // namespace

// Longformer and LED. allenai/longformer's own code is `original`: there the same field counts one
// side. The class of transformers reads neither "attention_mode" nor "attention_dilation".
void read_longformer(Config& c, std::string_view model_type) {
  c.refuse_decoder();
  const bool original = model_type.empty(), led = model_type == "led";
  const std::string mode = original ? c.object.text("attention_mode").value_or("longformer") : "";
  const ModelKey layers_key{led ? "encoder_layers" : "num_hidden_layers", 12},
      positions_key{led ? "max_encoder_position_embeddings" : "max_position_embeddings",
                    led ? 16384 : 512};
  const Json* raw = c.object.raw("attention_window");
  const bool given = raw != nullptr && !raw->is(Json::Kind::null);
  if (original && !given) c.object.refuse("attention_window", "is missing");
  std::vector<std::uint64_t> windows;
  const bool is_list = given && raw->is(Json::Kind::array);
  if (is_list) windows = *c.object.naturals("attention_window");
  const std::size_t layers =
      c.layer_count(layers_key.name, is_list ? std::optional(windows.size()) : std::nullopt,
                    *layers_key.fallback);
  if (!is_list) windows.assign(layers, c.value("attention_window", 512, 1, std::uint64_t{1} << 30));
  const std::size_t n = c.tokens(positions_key, led ? 0 : 2);

  std::vector<std::uint64_t> dilation(layers, 1);
  bool causal = false;
  if (original) {
    read_dilation(c, mode, n, dilation, causal);
    c.word("allenai/longformer's own code: attention_window " + std::to_string(windows[0]) +
           " is one side, " + std::to_string(2 * windows[0] + 1) + " keys with the token itself");
  } else {
    c.word("attention_window " + std::to_string(windows[0]) + " is the total: +-" +
           std::to_string(windows[0] / 2) + ", " + std::to_string(windows[0] / 2 * 2 + 1) +
           " keys with the token itself");
  }
  if (led)
    c.warn(
        "only the encoder is described; the decoder attends to everything before it and to the "
        "whole encoder");
  const std::uint64_t globals = c.run_time_globals();
  for (std::size_t l = 0; l < layers; ++l) {
    if (windows[l] == 0 || windows[l] > (1u << 30))
      c.object.refuse("attention_window", "has a window of 0 or beyond 2^30");
    if (!original && windows[l] % 2 != 0)
      c.object.refuse("attention_window", "has the odd window " + std::to_string(windows[l]) +
                                              "; it is a total of two equal sides");
    const std::uint64_t side = (original ? windows[l] : windows[l] / 2) * dilation[l];
    if (l == 0 && dilation[0] == 1) c.warn_of_wide_window(windows[0], side, causal);
    LayerRule rule{{Band{side, side, dilation[l]}}, causal ? std::uint64_t{1} : 0};
    c.add_globals(rule, globals);
    c.result.pattern.layers.push_back(std::move(rule));
  }
}

void read_long_t5(Config& c) {
  const std::string type = c.object.text("encoder_attention_type").value_or("local");
  if (type == "transient-global") {
    c.object.refuse("encoder_attention_type",
                    "is transient-global: its extra keys are sums over blocks, not tokens, so that "
                    "no sparsity pattern describes it");
  }
  if (type != "local")
    c.object.refuse("encoder_attention_type",
                    "is " + show_text(type) + "; local and transient-global are known");
  (void)c.object.natural("global_block_size");  // of transient-global only
  const std::uint64_t radius = c.value("local_radius", 127, 1, std::uint64_t{1} << 30);
  (void)c.tokens({"n_positions", std::nullopt});
  c.word("local_radius " + std::to_string(radius) + ": +-" + std::to_string(radius) + ", " +
         std::to_string(2 * radius + 1) + " keys with the token itself");
  c.warn(
      "only the encoder is described; the decoder attends to everything before it and to the whole "
      "encoder");
  const std::size_t layers = c.layer_count("num_layers", std::nullopt, 6);
  c.result.pattern.layers.assign(layers, {{Band{radius, radius, 1}}, 0});
}

// ETC puts global tokens beside the long input; here they come first.
void read_etc(Config& c) {
  const std::uint64_t radius = c.value("local_radius", 84, 1, std::uint64_t{1} << 30);
  const auto length = [&](const char* name, const char* other) {
    return c.object.has(name) ? c.object.natural(name) : c.object.natural(other);
  };
  const auto long_tokens = length("max_long_seq_length", "long_seq_len"),
             global_tokens = length("max_global_seq_length", "global_seq_len");
  if (!long_tokens || !global_tokens)
    c.object.refuse("max_long_seq_length", "or \"max_global_seq_length\" is missing");
  if (*long_tokens > (1u << 24) || *global_tokens > (1u << 24) || *long_tokens == 0)
    c.object.refuse("max_long_seq_length", "is 0 or beyond 2^24");
  const std::uint64_t n = *long_tokens + *global_tokens;
  if (c.source.request.n != 0 && c.source.request.n != n) {
    throw InvalidInput(InvalidInput::Kind::option,
                       "--n " + std::to_string(c.source.request.n) + ": the configuration has " +
                           std::to_string(n) + " tokens, global and long; write --n " +
                           std::to_string(n));
  }
  c.result.pattern.n = n;
  c.word("the " + std::to_string(*global_tokens) + " global tokens stand before the " +
         std::to_string(*long_tokens) + " long ones; long tokens see +-" + std::to_string(radius) +
         " and all globals");
  c.warn("global tokens are taken to attend to everything; a task may hide long tokens from them");
  // A long token next to the globals would see some of them by its band anyway, and it sees all of
  // them.
  LayerRule rule{{Band{radius, radius, 1}}, 0};
  c.add_globals(rule, *global_tokens);
  c.result.pattern.layers = {rule};
}

}  // namespace hardmax
