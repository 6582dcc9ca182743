// GPT-Neo, Phi-3-small and Reformer: layers of different kinds in turn, blocks and chunks.
#include <algorithm>

#include "exact/error.hpp"
#include "pattern/file_bytes.hpp"
#include "pattern/import/huggingface.hpp"

namespace hardmax {
namespace {

// Every token sees every other one.
void add_all_but_itself(LayerRule& rule, std::size_t n) {
  Extra others;
  std::vector<Token> row;
  for (std::size_t k = 0; k < n; ++k) {
    row.clear();
    for (std::size_t j = 0; j < n; ++j) {
      if (j != k || n == 1) row.push_back(static_cast<Token>(j));
    }
    others.add_row(row);
  }
  rule.parts.emplace_back(std::move(others));
}

// The class takes the chunks around a chunk from a ring: before the first comes the last. Adds what
// the plain blocks lack, and says whether that is anything.
bool wrap_chunks(LayerRule& rule, std::size_t n, std::uint64_t size, std::uint64_t before,
                 std::uint64_t after) {
  if (before + after == 0) return false;
  const std::uint64_t chunks = n / size;
  Extra ring(size);
  std::vector<Token> row;
  for (std::uint64_t b = 0; b < chunks; ++b) {
    row.clear();
    for (std::uint64_t i = b + 1; i <= before; ++i)
      row.push_back(static_cast<Token>(chunks - i + b));
    for (std::uint64_t i = chunks - b; i <= after; ++i)
      row.push_back(static_cast<Token>(i - (chunks - b)));
    std::sort(row.begin(), row.end());
    ring.add_row(row);
  }
  rule.parts.emplace_back(std::move(ring));
  return true;
}

}  // namespace

void read_gpt_neo(Config& c) {
  const std::uint64_t window = c.value("window_size", 256, 1, std::uint64_t{1} << 30);
  const Json* types = c.object.raw("attention_types");
  std::vector<bool> local;
  if (types == nullptr || types->is(Json::Kind::null)) {
    for (std::size_t l = 0; l < 24; ++l) local.push_back(l % 2 == 1);
    c.word(
        "attention_types is not given: 24 layers, global and local in turn, the class's default");
  } else if (!types->is(Json::Kind::array)) {
    c.object.refuse("attention_types", "is not a list");
  }
  for (const Json& group : local.empty() ? types->items : std::vector<Json>{}) {
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
  (void)c.layer_count("num_layers", local.size(), 24);
  const std::size_t n = c.tokens({"max_position_embeddings", 2048});
  c.word(
      "window_size " + std::to_string(window) + ": causal, " + std::to_string(window) +
      " keys with the token itself, in the local layers; the global layers see everything before");
  for (const bool is_local : local)
    c.result.pattern.layers.push_back(is_local ? LayerRule{{Band{window - 1, 0, 1}}, 1}
                                               : full_layer(n, true));
}

void read_phi3_small(Config& c) {
  const std::uint64_t block = c.value("blocksparse_block_size", 64, 1, std::uint64_t{1} << 20),
                      local =
                          c.value("blocksparse_num_local_blocks", 16, 1, std::uint64_t{1} << 20);
  const std::uint64_t stride = c.value("blocksparse_vert_stride", 8, 1, 4096),
                      every = c.value("dense_attention_every_n_layers", 2, 1, 4096);
  const bool same_heads = c.object.boolean("blocksparse_homo_head_pattern").value_or(false);
  const std::uint64_t heads = c.value("num_attention_heads", 32, 1, 4096);
  (void)c.object.raw("blocksparse_triton_kernel_block_size");
  const std::size_t n = c.tokens({"max_position_embeddings", 8192});
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
  c.result.use("--head");
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
          "the same pattern, here their union (--head H takes "
          "one)");
  }
  const std::size_t layers = c.layer_count("num_hidden_layers", std::nullopt, 32);
  for (std::size_t l = 0; l < layers; ++l)
    c.result.pattern.layers.push_back((l + 1) % every == 0 ? full_layer(n, true) : rule);
}

namespace {

constexpr std::uint64_t chunk_limit = std::uint64_t{1} << 30;

// What the keys of a Reformer say of its layers.
struct Reformer {
  bool causal = false, hashed = false, local = false;
  std::uint64_t size = 0, before = 0, after = 0;  // chunks of the local layers
  std::uint64_t short_input = 0;                  // an LSH layer hashes beyond
};

// Keys that change no layer that is read here: what hashing would see, dropout, sizes of heads.
void pass_over_reformer_keys(Config& c) {
  for (const char* key :
       {"lsh_num_chunks_before", "lsh_num_chunks_after", "num_buckets", "num_hashes", "hash_seed",
        "lsh_attention_probs_dropout_prob", "local_attention_probs_dropout_prob",
        "attention_head_size", "num_chunks_before", "num_chunks_after"})
    (void)c.object.raw(key);
}

void read_reformer_chunks(Config& c, std::size_t n, Reformer& model) {
  model.size = c.value("local_attn_chunk_length", 64, 1, chunk_limit);
  model.before = c.value("local_num_chunks_before", 1, 0, chunk_limit);
  model.after = c.value("local_num_chunks_after", 0, 0, chunk_limit);
  if (n > model.size && n % model.size != 0)
    throw InvalidInput(InvalidInput::Kind::option,
                       "--n " + std::to_string(n) +
                           ": the model pads to a multiple of its chunks of " +
                           std::to_string(model.size) + " tokens; give such an n");
  if (n > model.size && model.before + model.after + 1 > n / model.size)
    c.object.refuse("local_num_chunks_before",
                    "and after name more chunks than the input has, which the class wraps around");
  c.word("local layers: chunks of " + std::to_string(model.size) + " tokens see themselves, the " +
         std::to_string(model.before) + " before and the " + std::to_string(model.after) +
         " after" + (model.causal ? ", causal token by token" : ""));
}

void limit_reformer_edges(std::size_t n, std::size_t layers, const Reformer& model) {
  const std::uint64_t listed_edges =
      (model.hashed && n <= model.short_input ? n * n : 0) +
      (model.local && n > model.size ? n / model.size * (model.before + model.after) : 0);
  if (listed_edges > explicit_edge_limit / layers)
    throw InvalidInput(InvalidInput::Kind::option,
                       "--n " + std::to_string(n) + ": the edges of " + std::to_string(layers) +
                           " layers of this kind are listed, and there are more than " +
                           std::to_string(explicit_edge_limit) + "; take fewer tokens");
}

// Layer `l`, from 0. Sets `wrapped` if its chunks wrap around.
LayerRule reformer_layer(Config& c, const std::string& type, std::size_t l, std::size_t n,
                         const Reformer& model, bool& wrapped) {
  if (type != "local" && type != "lsh")
    c.object.refuse("attn_layers", "has " + show_text(type) + "; local and lsh are known");
  LayerRule rule{{}, model.causal ? std::uint64_t{1} : 0};
  if (type == "local") {
    rule.parts.emplace_back(n <= model.size ? Part{Band{n, n, 1}}
                                            : Part{Blocks{model.size, model.before, model.after}});
    if (n > model.size)
      wrapped = wrap_chunks(rule, n, model.size, model.before, model.after) || wrapped;
  } else if (n <= model.short_input) {
    add_all_but_itself(rule, n);
  } else if (!c.is_left_out(l)) {
    c.object.refuse("attn_layers",
                    "has lsh layers, which hash tokens at run time to choose what they see; " +
                        std::string(ask_about_choices) +
                        (model.local ? "; --layer L takes a local layer alone" : ""));
  } else {
    rule.parts.emplace_back(Band{0, 0, 1});  // left out by --layer
  }
  return rule;
}

}  // namespace

// Local layers are chunks of tokens; what an LSH layer sees is hashed at run time, except on inputs
// of at most one chunk, where every token sees every other one, and itself only by a score of
// -10^5.
void read_reformer(Config& c) {
  const auto types =
      c.object.texts("attn_layers")
          .value_or(std::vector<std::string>{"local", "lsh", "local", "lsh", "local", "lsh"});
  if (!c.object.has("attn_layers"))
    c.word("attn_layers is not given: local and lsh in turn, 6 layers, the class's default");
  Reformer model;
  model.causal = c.object.boolean("is_decoder").value_or(false);
  const std::size_t layers = c.layer_count("num_hidden_layers", types.size(), types.size()),
                    n = c.tokens({"max_position_embeddings", 4096});
  pass_over_reformer_keys(c);
  model.hashed = std::find(types.begin(), types.end(), "lsh") != types.end();
  model.local = std::find(types.begin(), types.end(), "local") != types.end();
  if (model.local) read_reformer_chunks(c, n, model);
  if (model.hashed) model.short_input = c.value("lsh_attn_chunk_length", 64, 1, chunk_limit);
  limit_reformer_edges(n, layers, model);
  bool wrapped = false;
  for (std::size_t l = 0; l < layers; ++l)
    c.result.pattern.layers.push_back(reformer_layer(c, types[l], l, n, model, wrapped));
  if (wrapped && (!model.causal || model.after > 0))
    c.word(
        "the class wraps around: the last chunks come before the first, and the first after the "
        "last");
  if (model.hashed && n <= model.short_input)
    c.word("lsh layers hash nothing on inputs of at most " + std::to_string(model.short_input) +
           " tokens: a token sees every other one, and itself only by a score of -10^5");
}

}  // namespace hardmax
