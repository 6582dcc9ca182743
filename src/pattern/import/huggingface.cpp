// config.json of published models. Each family says what it understood; what a field means differs
// from family to family.
#include <array>

#include "exact/error.hpp"
#include "pattern/file_bytes.hpp"
#include "pattern/import/huggingface.hpp"

namespace hardmax {

void Config::word(std::string text) { result.understood.push_back(std::move(text)); }
void Config::warn(std::string text) { result.warnings.push_back(std::move(text)); }

std::size_t Config::layer_count(const char* key, std::optional<std::size_t> listed) {
  const auto said = object.natural(key);
  if (said && (*said == 0 || *said > 4096))
    object.refuse(key, "is " + std::to_string(*said) + "; it is at least 1 and at most 4096");
  if (listed && (*listed == 0 || *listed > 4096))
    object.refuse(key, "disagrees with a list of " + std::to_string(*listed) +
                           " layers; it is at least 1 and at most 4096");
  if (said && listed && *said != *listed)
    object.refuse(key, "is " + std::to_string(*said) + ", but another field lists " +
                           std::to_string(*listed) + " layers");
  return listed ? *listed : static_cast<std::size_t>(said.value_or(1));
}

void Config::add_globals(LayerRule& rule, std::uint64_t globals) const {
  if (globals == 0) return;
  const Stripes first = interval(0, std::min<std::uint64_t>(globals, result.pattern.n));
  rule.parts.insert(rule.parts.end(), {Part{Rows{first}}, Part{Columns{first}}});
}

std::uint64_t Config::run_time_globals() {
  if (!source.request.import.globals) {
    warn(
        "global tokens are chosen at run time (global_attention_mask) and not in the "
        "configuration; none are assumed, --globals G makes the first G tokens global");
    return 0;
  }
  word("the first " + std::to_string(*source.request.import.globals) +
       " tokens are global, as --globals says");
  return *source.request.import.globals;
}

void Config::refuse_decoder() {
  if (object.boolean("is_decoder").value_or(false))
    object.refuse("is_decoder", "is true, which makes this model causal; that form is not read");
}

namespace {

LayerRule full_layer(std::size_t n, bool causal) {
  return {{Band{n, n, 1}}, causal ? std::uint64_t{1} : 0};
}

// Longformer and LED; `original` is allenai/longformer's own code, where the same field counts one
// side.
void longformer(Config& c, const char* layers_key, const char* positions_key,
                std::uint64_t special_positions) {
  c.refuse_decoder();
  const std::string mode = c.object.text("attention_mode").value_or("longformer");
  const bool original = mode != "longformer" || c.object.has("attention_dilation");
  const Json* raw = c.object.raw("attention_window");
  if (raw == nullptr || raw->is(Json::Kind::null))
    c.object.refuse("attention_window", "is missing");
  std::vector<std::uint64_t> windows;
  const bool is_list = raw->is(Json::Kind::array);
  if (is_list) windows = *c.object.naturals("attention_window");
  const std::size_t layers =
      c.layer_count(layers_key, is_list ? std::optional(windows.size()) : std::nullopt);
  if (!is_list) windows.assign(layers, *c.object.natural("attention_window"));

  std::optional<std::uint64_t> own = c.object.natural(positions_key);
  if (own && *own <= special_positions) c.object.refuse(positions_key, "is too small");
  if (own) *own -= special_positions;
  c.result.pattern.n = choose_n(c.source, own, c.result);
  if (own && special_positions > 0)
    c.word(std::string(positions_key) + " counts " + std::to_string(special_positions) +
           " positions more than there are tokens: n = " + std::to_string(*own));

  std::vector<std::uint64_t> dilation(layers, 1);
  bool causal = false;
  if (original) {
    if (mode != "tvm" && mode != "sliding_chunks" && mode != "longformer") {
      c.object.refuse("attention_mode",
                      "is " + show_text(mode) + "; tvm and sliding_chunks are read");
    }
    if (const auto given = c.object.naturals("attention_dilation")) {
      if (given->size() != layers)
        c.object.refuse("attention_dilation", "does not have one value for each layer");
      dilation = *given;
    }
    causal = c.object.boolean("autoregressive").value_or(false);
    for (const std::uint64_t d : dilation) {
      if (d == 0 || d > c.result.pattern.n)
        c.object.refuse("attention_dilation", "has a value that is 0 or larger than n");
      if ((d > 1 || causal) && mode != "tvm")
        c.object.refuse("attention_mode",
                        "is " + show_text(mode) +
                            ", which knows neither dilation nor autoregressive attention");
    }
    c.word("allenai/longformer's own code: attention_window " + std::to_string(windows[0]) +
           " is one side, " + std::to_string(2 * windows[0] + 1) + " keys with the token itself");
  } else {
    c.word("attention_window " + std::to_string(windows[0]) + " is the total: +-" +
           std::to_string(windows[0] / 2) + ", " + std::to_string(windows[0] / 2 * 2 + 1) +
           " keys with the token itself");
  }
  const std::uint64_t globals = c.run_time_globals();
  for (std::size_t l = 0; l < layers; ++l) {
    if (windows[l] == 0 || windows[l] > (1u << 30))
      c.object.refuse("attention_window", "has a window of 0 or beyond 2^30");
    if (!original && windows[l] % 2 != 0)
      c.object.refuse("attention_window", "has the odd window " + std::to_string(windows[l]) +
                                              "; it is a total of two equal sides");
    const std::uint64_t side = (original ? windows[l] : windows[l] / 2) * dilation[l];
    LayerRule rule{{Band{side, side, dilation[l]}}, causal ? std::uint64_t{1} : 0};
    c.add_globals(rule, globals);
    c.result.pattern.layers.push_back(std::move(rule));
  }
}

void long_t5(Config& c) {
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
  const std::uint64_t radius = c.object.natural("local_radius", 127, 1, std::uint64_t{1} << 30);
  c.result.pattern.n = choose_n(c.source, c.object.natural("n_positions"), c.result);
  c.word("local_radius " + std::to_string(radius) + ": +-" + std::to_string(radius) + ", " +
         std::to_string(2 * radius + 1) + " keys with the token itself");
  c.warn(
      "only the encoder is described; the decoder attends to everything before it and to the whole "
      "encoder");
  const std::size_t layers = c.layer_count("num_layers", std::nullopt);
  c.result.pattern.layers.assign(layers, {{Band{radius, radius, 1}}, 0});
}

// ETC puts global tokens beside the long input; here they come first.
void etc(Config& c) {
  const std::uint64_t radius = c.object.natural("local_radius", 84, 1, std::uint64_t{1} << 30);
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
                           std::to_string(n) + " tokens, global and long; leave --n out");
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

void modern_bert(Config& c) {
  c.refuse_decoder();
  const std::uint64_t window = c.object.natural("local_attention", 128, 2, std::uint64_t{1} << 30);
  const std::uint64_t every = c.object.natural("global_attn_every_n_layers", 3, 1, 4096);
  const auto types = c.object.texts("layer_types");
  const std::size_t layers = c.layer_count("num_hidden_layers",
                                           types ? std::optional(types->size()) : std::nullopt),
                    n = c.result.pattern.n =
                        choose_n(c.source, c.object.natural("max_position_embeddings"), c.result);
  c.word("local_attention " + std::to_string(window) + " is the total: +-" +
         std::to_string(window / 2) + "; layers 1, " + std::to_string(1 + every) + ", " +
         std::to_string(1 + 2 * every) + ", ... see everything");
  for (std::size_t l = 0; l < layers; ++l) {
    const bool full = l % every == 0;
    if (types && (*types)[l] != (full ? "full_attention" : "sliding_attention"))
      c.object.refuse("layer_types", "disagrees with \"global_attn_every_n_layers\" at layer " +
                                         std::to_string(l + 1));
    c.result.pattern.layers.push_back(full ? full_layer(n, false)
                                           : LayerRule{{Band{window / 2, window / 2, 1}}, 0});
  }
}

// Mistral, Gemma, gpt-oss: causal, sliding_window keys with the token itself; which layers slide is
// said in one of several ways.
void causal_window(Config& c, const std::string& type) {
  if (c.object.boolean("use_bidirectional_attention").value_or(false))
    c.object.refuse("use_bidirectional_attention", "is true; only the causal form is read");
  const auto window = c.object.natural("sliding_window");
  if (window && (*window == 0 || *window > (1u << 30)))
    c.object.refuse("sliding_window", "is 0 or beyond 2^30");
  const auto types = c.object.texts("layer_types");
  const char* pattern_key = c.object.has("_sliding_window_pattern") ? "_sliding_window_pattern"
                                                                    : "sliding_window_pattern";
  const auto every = c.object.natural(pattern_key);
  if (every && (*every == 0 || *every > 4096)) c.object.refuse(pattern_key, "is 0 or beyond 4096");
  const auto layers_said = c.object.natural("num_hidden_layers");
  // A list shorter than the model is one period of it (configurations in the literature are quoted
  // that way).
  std::size_t layers = layers_said ? c.layer_count("num_hidden_layers", std::nullopt)
                       : types     ? types->size()
                       : every     ? *every
                       : type == "gemma2" || type == "gpt_oss" ? 2
                                                               : 1;
  if (types && types->empty()) c.object.refuse("layer_types", "is empty");
  if (types && layers % types->size() != 0)
    c.object.refuse("layer_types", "lists " + std::to_string(types->size()) + " layers of " +
                                       std::to_string(layers));
  if (layers == 0 || layers > 4096) c.object.refuse("layer_types", "lists more than 4096 layers");
  const std::size_t n = c.result.pattern.n =
      choose_n(c.source, c.object.natural("max_position_embeddings"), c.result);

  if (!window) {
    c.word("sliding_window is null: causal attention to everything before");
  } else {
    c.word("sliding_window " + std::to_string(*window) + ": causal, " + std::to_string(*window) +
           " keys with the token itself");
  }
  std::size_t sliding_layers = 0;
  for (std::size_t l = 0; l < layers; ++l) {
    bool sliding = true;
    if (types) {
      const std::string& kind = (*types)[l % types->size()];
      if (kind != "sliding_attention" && kind != "full_attention")
        c.object.refuse("layer_types", "has " + show_text(kind) +
                                           "; sliding_attention and full_attention are read");
      sliding = kind == "sliding_attention";
    } else if (every) {
      sliding = (l + 1) % *every != 0;
    } else if (type == "gemma3_text") {
      sliding = (l + 1) % 6 != 0;
    } else if (type == "gemma2" || type == "gpt_oss") {
      sliding = l % 2 == 0;
    }
    sliding = sliding && window;
    sliding_layers += sliding ? 1 : 0;
    c.result.pattern.layers.push_back(sliding ? LayerRule{{Band{*window - 1, 0, 1}}, 1}
                                              : full_layer(n, true));
  }
  if (window && sliding_layers < layers)
    c.word(std::to_string(sliding_layers) + " of " + std::to_string(layers) +
           " layers slide, the others see everything before");
  if (window)
    c.warn(
        "FlashAttention's window_size counts inclusively; code that passes sliding_window to it "
        "unchanged sees one key more than the configuration says");
}

void gpt_neo(Config& c) {
  const std::uint64_t window = c.object.natural("window_size", 256, 1, std::uint64_t{1} << 30);
  const Json* types = c.object.raw("attention_types");
  if (types == nullptr || !types->is(Json::Kind::array))
    c.object.refuse("attention_types", "is missing or not a list");
  std::vector<bool> local;
  for (const Json& group : types->items) {
    if (!group.is(Json::Kind::array) || group.items.size() != 2 ||
        !group.items[0].is(Json::Kind::array) || !group.items[1].is(Json::Kind::natural)) {
      c.object.refuse("attention_types", "is not a list of [[\"global\", \"local\", ...], times]");
    }
    for (std::uint64_t i = 0; i < group.items[1].natural; ++i) {
      for (const Json& kind : group.items[0].items) {
        if (kind.text != "global" && kind.text != "local")
          c.object.refuse("attention_types", "has a kind that is neither \"global\" nor \"local\"");
        local.push_back(kind.text == "local");
      }
      if (local.size() > 4096 || group.items[0].items.empty())
        c.object.refuse("attention_types", "has more than 4096 layers or an empty group");
    }
  }
  if (local.empty()) c.object.refuse("attention_types", "has no layer");
  if (const auto list = c.object.texts("attention_layers")) {
    bool same = list->size() == local.size();
    for (std::size_t l = 0; same && l < local.size(); ++l)
      same = (*list)[l] == (local[l] ? "local" : "global");
    if (!same) c.object.refuse("attention_layers", "disagrees with \"attention_types\"");
  }
  (void)c.layer_count("num_layers", local.size());
  const std::size_t n = c.result.pattern.n =
      choose_n(c.source, c.object.natural("max_position_embeddings"), c.result);
  c.word(
      "window_size " + std::to_string(window) + ": causal, " + std::to_string(window) +
      " keys with the token itself, in the local layers; the global layers see everything before");
  for (const bool is_local : local)
    c.result.pattern.layers.push_back(is_local ? LayerRule{{Band{window - 1, 0, 1}}, 1}
                                               : full_layer(n, true));
}

void phi3_small(Config& c) {
  const std::uint64_t block =
                          c.object.natural("blocksparse_block_size", 64, 1, std::uint64_t{1} << 20),
                      local = c.object.natural("blocksparse_num_local_blocks", 16, 1,
                                               std::uint64_t{1} << 20);
  const std::uint64_t stride = c.object.natural("blocksparse_vert_stride", 8, 1, 4096),
                      every = c.object.natural("dense_attention_every_n_layers", 2, 1, 4096);
  const bool same_heads = c.object.boolean("blocksparse_homo_head_pattern").value_or(false);
  const std::uint64_t heads = c.object.natural("num_attention_heads", 32, 1, 4096);
  (void)c.object.raw("blocksparse_triton_kernel_block_size");
  const std::size_t n = c.result.pattern.n =
      choose_n(c.source, c.object.natural("max_position_embeddings"), c.result);
  c.word("blocks of " + std::to_string(block) + " tokens: the last " + std::to_string(local) +
         " blocks and every " + std::to_string(stride) + "th block before; causal token by token");
  c.word("layers " + std::to_string(every) + ", " + std::to_string(2 * every) +
         ", ... see everything before");
  const std::uint64_t head_step = std::max<std::uint64_t>(1, stride / heads);
  LayerRule rule{{Blocks{block, local - 1, 0}}, 1};
  const auto add_head = [&](std::uint64_t head) {
    const std::uint64_t offset = same_heads ? 0 : head * head_step;
    const std::uint64_t first = (stride - 1 - offset % stride) %
                                stride;  // the least k with (k + 1 + offset) mod stride = 0
    const Columns columns{{first * block, stride * block, block, n}};
    for (const Part& part : rule.parts) {
      if (const auto* seen = std::get_if<Columns>(&part);
          seen != nullptr && seen->tokens == columns.tokens)
        return;
    }
    rule.parts.emplace_back(columns);
  };
  if (const auto head = c.source.request.import.head) {
    if (*head == 0 || *head > heads)
      throw InvalidInput(InvalidInput::Kind::option, "--head " + std::to_string(*head) +
                                                         ": the model has the heads 1.." +
                                                         std::to_string(heads));
    add_head(*head - 1);
    c.word("head " + std::to_string(*head));
  } else {
    for (std::uint64_t head = 0; head < heads; ++head) add_head(head);
    if (!same_heads)
      c.warn(
          "the heads are shifted against each other; the constructions give every head of a layer "
          "the same pattern, here their union (--head H takes one)");
  }
  const std::size_t layers = std::max<std::size_t>(c.layer_count("num_hidden_layers", std::nullopt),
                                                   c.object.has("num_hidden_layers") ? 1 : every);
  for (std::size_t l = 0; l < layers; ++l)
    c.result.pattern.layers.push_back((l + 1) % every == 0 ? full_layer(n, true) : rule);
}

// Says whether a field nobody asked for could still change who attends to whom.
bool may_change_the_mask(std::string_view name) {
  for (const std::string_view harmless :
       {"local_rope_theta", "rope_local_base_freq", "ignore_attention_mask",
        "chunk_size_feed_forward", "attention_dropout", "mask_token_id"}) {
    if (name == harmless) return false;
  }
  for (const std::string_view part :
       {"window", "sparse", "dilat", "stride", "causal", "local_", "block", "layer_types",
        "attention_type", "attn_every", "attention_mode", "attention_mask", "sliding", "chunk",
        "autoregressive", "radius", "random", "rand_"}) {
    if (name.find(part) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

Import import_huggingface(const Json& document, const ConfigSource& source) {
  Import result;
  result.pattern.name = source.file.filename().string();
  JsonObject object(document, source.file, "");
  std::string type = object.text("model_type").value_or("");
  if (type.empty()) {
    if (object.has("attention_window"))
      type = object.has("max_encoder_position_embeddings") ? "led" : "longformer";
    if (object.has("blocksparse_block_size")) type = "phi3small";
    if (object.has("attention_types")) type = "gpt_neo";
    if (object.has("local_radius"))
      type = object.has("max_long_seq_length") || object.has("long_seq_len") ? "etc" : "longt5";
    if (object.has("global_attn_every_n_layers")) type = "modernbert";
    if (object.has("num_random_blocks")) type = "big_bird";
    if (type.empty())
      refuse_file(
          source.file,
          "is neither a pattern nor a configuration that is known; \"model_type\" is missing");
  }
  Config c{object, source, result};
  if (source.request.import.globals && type != "longformer" && type != "led") {
    throw InvalidInput(
        InvalidInput::Kind::option,
        "--globals is for models whose global tokens are chosen at run time, not for " +
            show_text(type));
  }
  if (source.request.import.head && type != "phi3small")
    throw InvalidInput(InvalidInput::Kind::option,
                       "--head: the heads of " + show_text(type) + " do not differ");
  if (!source.request.import.mode.empty() && type != "big_bird" && type != "bigbird_pegasus")
    throw InvalidInput(InvalidInput::Kind::option,
                       "--mode is for BigBird, not for " + show_text(type));
  if (type == "longformer") {
    longformer(c, "num_hidden_layers", "max_position_embeddings", 2);
  } else if (type == "led") {
    longformer(c, "encoder_layers", "max_encoder_position_embeddings", 0);
    c.warn(
        "only the encoder is described; the decoder attends to everything before it and to the "
        "whole encoder");
  } else if (type == "big_bird" || type == "bigbird_pegasus") {
    read_big_bird(c, type == "bigbird_pegasus");
  } else if (type == "longt5") {
    long_t5(c);
  } else if (type == "etc") {
    etc(c);
  } else if (type == "modernbert") {
    modern_bert(c);
  } else if (type == "mistral" || type == "mixtral" || type == "gemma2" || type == "gemma3_text" ||
             type == "gpt_oss") {
    causal_window(c, type);
  } else if (type == "gpt_neo") {
    gpt_neo(c);
  } else if (type == "phi3small") {
    phi3_small(c);
  } else {
    refuse_file(
        source.file,
        "model_type " + show_text(type) +
            " is not read; longformer, led, big_bird, bigbird_pegasus, longt5, etc, modernbert, "
            "mistral, mixtral, gemma2, gemma3_text, gpt_oss, gpt_neo and phi3small are");
  }
  if (const auto name = object.unasked(may_change_the_mask))
    object.refuse(*name, "may change who attends to whom and is not understood for " + type);
  result.model_layers = result.pattern.layers.size();
  keep_one_period(result.pattern);
  if (result.model_layers > 1) {
    c.word(std::to_string(result.model_layers) + " layers" +
           (result.pattern.layers.size() == 1
                ? ", all alike"
                : ", repeating every " + std::to_string(result.pattern.layers.size())));
  }
  return result;
}

}  // namespace hardmax
