// The models of the table: encoders and causal models, with or without a window in some layers.
#include <algorithm>

#include "exact/error.hpp"
#include "pattern/file_bytes.hpp"
#include "pattern/import/huggingface.hpp"

namespace hardmax {
namespace {

constexpr std::uint64_t most_window = std::uint64_t{1} << 30;

enum class Kind { full, windowed, linear };

class TableReader {
 public:
  TableReader(Config& c, const ModelType& type) : c_(c), type_(type) {}

  void read() {
    read_direction();
    read_window();
    read_kinds();
    c_.tokens(type_.positions, type_.reserved);
    say_window();
    build();
  }

 private:
  Config& c_;
  const ModelType& type_;
  bool causal_ = false;
  bool both_sides_ = false;  // the window of a causal class that is told to see both ways
  std::optional<std::uint64_t> window_;
  std::vector<Kind> kinds_;

  void read_direction() {
    causal_ = type_.sees == Sees::before;
    if (type_.sees == Sees::by_is_decoder) {
      causal_ = c_.object.boolean("is_decoder").value_or(false);
      if (causal_) c_.word("is_decoder is true: causal");
      if (c_.object.boolean("add_cross_attention").value_or(false))
        c_.warn_of_more("what the decoder sees of an encoder is not described");
    } else if (type_.sees == Sees::everything) {
      c_.refuse_decoder();
    }
    if (type_.name == "gemma3_text" &&
        c_.object.boolean("use_bidirectional_attention").value_or(false)) {
      causal_ = false;
      both_sides_ = true;
      c_.word(
          "use_bidirectional_attention is true: an encoder, whose window is the total of two "
          "sides");
    }
  }

  // sliding_window and the like. Absent is the class's default, null is none.
  void read_window() {
    if (type_.window == Window::none) return;
    const std::string_view key = type_.size.name;
    const Json* raw = c_.object.raw(key);
    if (raw == nullptr) {
      window_ = type_.size.fallback;
      c_.word(std::string(key) +
              " is not given: " + (window_ ? std::to_string(*window_) : std::string("null")) +
              ", the default of the class");
    } else {
      window_ = c_.object.natural(key);
    }
    if (window_ && (*window_ == 0 || *window_ > most_window))
      c_.object.refuse(key, "is 0 or beyond 2^30");
    const bool two_sides = type_.window == Window::both_sides || type_.window == Window::half_back;
    if (window_ && (two_sides || both_sides_) && *window_ < 2)
      c_.object.refuse(key, "is 1; it is the total of two sides");
    // An older name of the same number, beside it in some files.
    if (key == "sliding_window" && c_.object.has("sliding_window_size") &&
        c_.object.natural("sliding_window_size") != window_)
      c_.object.refuse("sliding_window_size",
                       "differs from \"sliding_window\", which the class reads, " +
                           (window_ ? std::to_string(*window_) : std::string("null")));
    // ModernBERT's classes set it themselves, and write it beside local_attention.
    if (key == "local_attention" && window_ && c_.object.has("sliding_window") &&
        c_.object.natural("sliding_window") != *window_ / 2)
      c_.object.refuse("sliding_window", "is not half of \"local_attention\", " +
                                             std::to_string(*window_) + ", as the class has it");
    if (type_.on.empty() || !window_) {
      if (!type_.on.empty()) (void)c_.object.boolean(type_.on);
      return;
    }
    if (!c_.object.boolean(type_.on).value_or(false)) {
      c_.word(std::string(type_.on) + " is " +
              (c_.object.has(type_.on) ? "false" : "not given: false, the default of the class") +
              "; " + std::string(key) + " does not count");
      window_.reset();
    }
  }

  void read_kinds() {
    const bool listed_counts =
        type_.windowed != Windowed::all &&
        (type_.window != Window::none || type_.windowed == Windowed::linear_but_every_nth);
    const auto types = listed_counts ? c_.object.texts("layer_types") : std::nullopt;
    const std::uint64_t n = nth();
    if (types && types->empty()) c_.object.refuse("layer_types", "is empty");
    // A list shorter than the model is one period of it: configurations are quoted that way.
    std::size_t layers = 0;
    const std::string_view key = layers_key();
    if (types && !c_.object.has(key)) {
      layers = c_.layer_count(key, types->size(), *type_.layers.fallback);
    } else {
      layers = c_.layer_count(key, std::nullopt, *type_.layers.fallback);
      if (types && layers % types->size() != 0)
        c_.object.refuse("layer_types", "lists " + std::to_string(types->size()) + " layers of " +
                                            std::to_string(layers));
      if (types && types->size() < layers)
        c_.word("layer_types lists " + std::to_string(types->size()) + " of " +
                std::to_string(layers) + " layers, taken in turn");
    }
    if (types) {
      for (std::size_t l = 0; l < layers; ++l)
        kinds_.push_back(listed((*types)[l % types->size()]));
      if (said_n_) c_.word("layer_types says which; " + *said_n_ + " is not read beside it");
      return;
    }
    const std::optional<std::vector<std::uint64_t>> no_rope =
        type_.window == Window::chunk ? c_.object.naturals("no_rope_layers") : std::nullopt;
    if (no_rope && !no_rope->empty()) {
      if (no_rope->size() != layers)
        c_.object.refuse("no_rope_layers", "does not have one value for each layer");
      for (const std::uint64_t chunked : *no_rope)
        kinds_.push_back(chunked != 0 && window_ ? Kind::windowed : Kind::full);
      return;
    }
    if (type_.windowed == Windowed::off_unless_listed && window_)
      c_.object.refuse(type_.on,
                       "is true and \"layer_types\" is missing: versions of this class differ on "
                       "which layers slide then; write layer_types");
    for (std::size_t l = 0; l < layers; ++l) kinds_.push_back(kind_by_rule(l, n));
    say_rule(n);
  }

  [[nodiscard]] std::string_view layers_key() const {
    // GPT-2 and others take num_hidden_layers for their own name.
    return c_.object.has(type_.layers.name)     ? type_.layers.name
           : c_.object.has("num_hidden_layers") ? "num_hidden_layers"
                                                : type_.layers.name;
  }

  std::optional<std::string> said_n_;  // the key that says n, if the file has it

  // n of "every n-th layer", if the class has one.
  std::uint64_t nth() {
    if (!type_.n.fallback) return 1;
    const std::uint64_t fallback = *type_.n.fallback;
    if (type_.n.name.empty()) return fallback;
    std::string_view key = type_.n.name;
    if (!c_.object.has(key) && !type_.second_n.empty() && c_.object.has(type_.second_n))
      key = type_.second_n;
    if (!c_.object.has(key)) return fallback;
    said_n_ = std::string(key);
    if (const Json* raw = c_.object.raw(key); raw->is(Json::Kind::text)) return period(*raw, key);
    const bool from_zero = type_.windowed == Windowed::from_nth_on;
    return c_.object.natural(key, fallback, from_zero ? 0 : 1, 4096);
  }

  // EXAONE writes the period as text: LLLG, local and global.
  std::uint64_t period(const Json& text, std::string_view key) {
    const std::string& word = text.text;
    const bool known = type_.name == "exaone4" && word.size() >= 2 && word.size() <= 4096 &&
                       word.back() == 'G' && word.find('G') == word.size() - 1 &&
                       word.find_first_not_of("LG") == std::string::npos;
    if (!known) c_.object.refuse(key, "is " + show_text(word) + "; a whole number is read");
    return word.size();
  }

  Kind listed(const std::string& word) {
    if (word == "full_attention") return Kind::full;
    const bool windowed =
        word == (type_.window == Window::chunk ? "chunked_attention" : "sliding_attention");
    if (windowed && type_.window != Window::none) {
      if (!window_)
        c_.object.refuse("layer_types", "has " + show_text(word) + ", but \"" +
                                            std::string(type_.size.name) + "\" does not count");
      return Kind::windowed;
    }
    if (word == "linear_attention" && type_.windowed == Windowed::linear_but_every_nth)
      return Kind::linear;
    c_.object.refuse("layer_types", "has " + show_text(word) + "; full_attention and " +
                                        (type_.window == Window::chunk  ? "chunked_attention"
                                         : type_.window == Window::none ? "linear_attention"
                                                                        : "sliding_attention") +
                                        " are read");
  }

  [[nodiscard]] Kind kind_by_rule(std::size_t l, std::uint64_t n) const {
    if (type_.windowed == Windowed::linear_but_every_nth)
      return (l + 1) % n == 0 ? Kind::full : Kind::linear;
    if (!window_) return Kind::full;
    switch (type_.windowed) {
      case Windowed::all_but_every_nth: return (l + 1) % n == 0 ? Kind::full : Kind::windowed;
      case Windowed::all_but_first_of_n: return l % n == 0 ? Kind::full : Kind::windowed;
      case Windowed::from_nth_on: return l >= n ? Kind::windowed : Kind::full;
      default: return Kind::windowed;
    }
  }

  void say_rule(std::uint64_t n) {
    if (!window_ && type_.windowed != Windowed::linear_but_every_nth) return;
    const std::string nth = std::to_string(n), from = said_n_ ? *said_n_ + " " + nth + ": " : "";
    switch (type_.windowed) {
      case Windowed::all_but_every_nth:
      case Windowed::linear_but_every_nth:
        c_.word(from + "layers " + nth + ", " + std::to_string(2 * n) + ", ... see everything" +
                (causal_ ? " before" : ""));
        break;
      case Windowed::all_but_first_of_n:
        c_.word(from + "layers 1, " + std::to_string(1 + n) + ", " + std::to_string(1 + 2 * n) +
                ", ... see everything" + (causal_ ? " before" : ""));
        break;
      case Windowed::from_nth_on:
        c_.word(from + "layers from " + std::to_string(n + 1) + " on slide");
        break;
      default: break;
    }
  }

  // Keys before a token, without itself.
  [[nodiscard]] std::uint64_t side() const {
    switch (type_.window) {
      case Window::both_sides: return *window_ / 2;
      case Window::half_back: return *window_ / 2 - 1;
      default: return both_sides_ ? *window_ / 2 : *window_ - 1;
    }
  }

  void say_window() {
    const std::string key(type_.size.name);
    if (type_.window == Window::none || !window_) {
      const bool null = type_.window != Window::none && type_.on.empty();
      c_.word((null ? key + " is null: " : std::string()) +
              (causal_ ? "causal attention to everything before" : "every token sees every token"));
      return;
    }
    const std::string size = std::to_string(*window_);
    if (type_.window == Window::chunk) {
      c_.word(key + " " + size + ": causal within chunks of " + size + " tokens");
      if (*window_ >= c_.result.pattern.n) c_.warn_of_wide_window(*window_, *window_, true);
      return;
    }
    if (type_.window == Window::both_sides || both_sides_) {
      c_.word(key + " " + size + " is the total: +-" + std::to_string(side()));
    } else if (type_.window == Window::half_back) {
      c_.word(key + " " + size + " is twice the window: causal, " + std::to_string(side() + 1) +
              " keys with the token itself");
    } else {
      c_.word(key + " " + size + ": causal, " + size + " keys with the token itself");
      c_.warn_of_more("FlashAttention's window_size counts inclusively; code that passes " + key +
                      " to it unchanged sees one key more than the configuration says");
    }
    if (std::find(kinds_.begin(), kinds_.end(), Kind::windowed) != kinds_.end())
      c_.warn_of_wide_window(*window_, side(), causal_);
  }

  void build() {
    const std::size_t n = c_.result.pattern.n;
    std::size_t windowed = 0, linear = 0;
    for (std::size_t l = 0; l < kinds_.size(); ++l) {
      if (kinds_[l] == Kind::linear) {
        ++linear;
        if (c_.source.request.import.layer && !c_.is_left_out(l))
          throw InvalidInput(InvalidInput::Kind::option,
                             "--layer " + std::to_string(l + 1) +
                                 ": that layer is linear attention, which has no mask; take a "
                                 "layer of full attention");
        if (!c_.source.request.import.layer) continue;
      }
      LayerRule rule = full_layer(n, causal_);
      if (kinds_[l] == Kind::windowed) {
        ++windowed;
        rule = type_.window == Window::chunk ? LayerRule{{Blocks{*window_, 0, 0}}, 1}
                                             : LayerRule{{Band{side(), causal_ ? 0 : side(), 1}},
                                                         causal_ ? std::uint64_t{1} : 0};
      }
      c_.result.pattern.layers.push_back(std::move(rule));
    }
    if (c_.result.pattern.layers.empty())
      c_.object.refuse("layer_types", "has no layer of softmax attention");
    if (windowed > 0 && windowed < kinds_.size())
      c_.word(std::to_string(windowed) + " of " + std::to_string(kinds_.size()) + " layers " +
              (type_.window == Window::chunk ? "are chunked" : "slide") +
              ", the others see everything" + (causal_ ? " before" : ""));
    if (linear > 0)
      c_.warn_of_more(
          std::to_string(linear) + " of " + std::to_string(kinds_.size()) +
          " layers are linear attention, which is recurrent and has no mask: they are left out, "
          "and nothing that is said of the pattern is said of them");
    if (!type_.part.empty())
      c_.warn(
          "only the " + std::string(type_.part) +
          " is described; the decoder attends to everything before it and to the whole encoder");
  }
};

}  // namespace

void read_by_table(Config& c, const ModelType& type) { TableReader(c, type).read(); }

// MPT: ALiBi adds to scores and masks nothing. What lies under "attn_config" may mask.
void read_mpt(Config& c) {
  const std::size_t layers = c.layer_count("n_layers", std::nullopt, 24);
  const std::size_t n = c.tokens({"max_seq_len", 2048});
  std::optional<std::uint64_t> window;
  if (const Json* nested = c.object.raw("attn_config");
      nested != nullptr && !nested->is(Json::Kind::null)) {
    JsonObject attention(*nested, c.source.file, "attn_config");
    if (attention.boolean("prefix_lm").value_or(false))
      attention.refuse("prefix_lm",
                       "is true: a prefix of every input sees itself both ways, and "
                       "its length is not in the configuration");
    if (attention.boolean("attn_uses_sequence_id").value_or(false))
      attention.refuse(
          "attn_uses_sequence_id",
          "is true: tokens of one packed sequence see each other, which the input says");
    const Json* size = attention.raw("sliding_window_size");
    const bool off = size == nullptr || size->is(Json::Kind::null) ||
                     (size->is(Json::Kind::other_number) && size->text == "-1");
    if (!off) window = attention.natural("sliding_window_size", 0, 1, most_window);
    (void)attention.raw("attn_type");
    if (const auto name = attention.unasked(may_change_the_mask))
      attention.refuse(*name, "may change who attends to whom and is not understood for mpt");
    if (attention.boolean("alibi").value_or(false))
      c.word("alibi adds to the scores and masks nothing");
  }
  if (window) {
    c.word("attn_config.sliding_window_size " + std::to_string(*window) +
           ": causal, that many keys back and the token itself, as llm-foundry counts");
    c.warn_of_more(
        "transformers' own class does not read sliding_window_size; with it every layer sees "
        "everything before");
    c.warn_of_wide_window(*window, *window, true);
  } else {
    c.word("causal attention to everything before");
  }
  c.result.pattern.layers.assign(
      layers, window ? LayerRule{{Band{*window, 0, 1}}, 1} : full_layer(n, true));
}

}  // namespace hardmax
