// config.json of published models. Each family says what it understood; what a field means differs
// from family to family.
#include "pattern/import/huggingface.hpp"

#include <algorithm>

#include "exact/error.hpp"
#include "pattern/file_bytes.hpp"

namespace hardmax {

void Config::word(std::string text) { result.understood.push_back(std::move(text)); }
void Config::warn(std::string text) { result.warnings.push_back(std::move(text)); }

void Config::warn_of_more(std::string text) {
  warn(std::move(text));
  result.model_sees_more = true;
}

std::uint64_t Config::value(std::string_view key, std::uint64_t fallback, std::uint64_t least,
                            std::uint64_t most) {
  if (!object.has(key))
    word(std::string(key) + " is not given: " + std::to_string(fallback) +
         ", the default of the class");
  return object.natural(key, fallback, least, most);
}

std::size_t Config::layer_count(std::string_view key, std::optional<std::size_t> listed,
                                std::uint64_t fallback) {
  const auto said = object.natural(key);
  if (said && (*said == 0 || *said > 4096))
    object.refuse(key, "is " + std::to_string(*said) + "; it is at least 1 and at most 4096");
  if (listed && (*listed == 0 || *listed > 4096))
    object.refuse(key, "disagrees with a list of " + std::to_string(*listed) +
                           " layers; it is at least 1 and at most 4096");
  if (said && listed && *said != *listed)
    object.refuse(key, "is " + std::to_string(*said) + ", but another field lists " +
                           std::to_string(*listed) + " layers");
  if (!said && !listed)
    word(std::string(key) + " is not given: " + std::to_string(fallback) +
         " layers, the default of the class");
  return listed ? *listed : static_cast<std::size_t>(said.value_or(fallback));
}

std::size_t Config::tokens(const ModelKey& key, std::uint64_t reserved) {
  std::optional<std::uint64_t> own = object.natural(key.name);
  if (own && *own <= reserved) object.refuse(key.name, "is too small");
  if (own) *own -= reserved;
  std::optional<std::uint64_t> fallback = key.fallback;
  if (fallback && *fallback > reserved) *fallback -= reserved;
  result.pattern.n = choose_n(source, own, result, fallback);
  if (own && reserved > 0)
    word(std::string(key.name) + " counts " + std::to_string(reserved) +
         " positions more than there are tokens: n = " + std::to_string(*own));
  return result.pattern.n;
}

void Config::add_globals(LayerRule& rule, std::uint64_t globals) const {
  if (globals == 0) return;
  const Stripes first = interval(0, std::min<std::uint64_t>(globals, result.pattern.n));
  rule.parts.insert(rule.parts.end(), {Part{Rows{first}}, Part{Columns{first}}});
}

std::uint64_t Config::run_time_globals() {
  result.use("--globals");
  if (!source.request.import.globals) {
    warn_of_more(
        "global tokens are chosen at run time (global_attention_mask) and not in the "
        "configuration; none are assumed, --globals G makes the first G "
        "tokens global");
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

void Config::warn_of_wide_window(std::uint64_t size, std::uint64_t side, bool causal) {
  const std::uint64_t n = result.pattern.n;
  if (side + 1 < n) return;
  warn("a window of " + std::to_string(size) + " on " + std::to_string(n) +
       " tokens: every token " + (causal ? "sees every token before it" : "sees every token"));
}

LayerRule full_layer(std::size_t n, bool causal) {
  return {{Band{n, n, 1}}, causal ? std::uint64_t{1} : 0};
}

namespace {

// A value that turns nothing on. Where a key says a direction, false is one of two directions.
bool is_off(std::string_view key, const Json& value) {
  for (const std::string_view word :
       {"causal", "unidirectional", "bidirectional", "autoregressive"}) {
    if (key.find(word) != std::string_view::npos) return value.is(Json::Kind::null);
  }
  return value.is(Json::Kind::null) || (value.is(Json::Kind::boolean) && !value.boolean) ||
         (value.is(Json::Kind::array) && value.items.empty()) ||
         (value.is(Json::Kind::object) && value.members.empty());
}

class Guard {
 public:
  Guard(Config& c, std::string type) : c_(c), type_(std::move(type)) {}

  // Refuses the first key that nobody asked for and that may change the mask.
  void check(const JsonObject& object) {
    object.visit_unasked(
        [&](const std::string& name, const Json& value) { check_key(name, value, object, ""); });
  }

 private:
  Config& c_;
  const std::string type_;

  void check_key(const std::string& name, const Json& value, const JsonObject& object,
                 const std::string& inside) {
    if (is_harmless_key(name)) return;
    if (const std::string_view why = why_not_read(type_, name); !why.empty()) {
      if (!is_off(name, value)) c_.word(name + " is not read by this class: " + std::string(why));
      return;
    }
    if (is_off(name, value)) return;
    const std::string whole = inside + name;
    if (const std::string_view how = chosen_at_run_time(name); !how.empty())
      object.refuse(whole, "makes every token choose at run time whom it sees (" +
                               std::string(how) + "): " + std::string(ask_about_choices));
    if (may_change_the_mask(name))
      object.refuse(whole, "may change who attends to whom and is not understood for " + type_);
    check_inside(value, object, whole + ".");
  }

  // Objects within a value, and within its lists; the parser bounds how deep they lie.
  void check_inside(const Json& value, const JsonObject& object, const std::string& inside) {
    for (const auto& [key, nested] : value.members) check_key(key, nested, object, inside);
    for (const Json& item : value.items) check_inside(item, object, inside);
  }
};

// The family of a file without "model_type", by a key that no other has.
std::string guess_type(JsonObject& object) {
  if (object.has("num_random_blocks")) return "big_bird";
  if (object.has("global_attn_every_n_layers")) return "modernbert";
  if (object.has("local_radius"))
    return object.has("max_long_seq_length") || object.has("long_seq_len") ? "etc" : "longt5";
  if (object.has("attention_types")) return "gpt_neo";
  if (object.has("blocksparse_block_size")) return "phi3small";
  if (object.has("attention_window"))
    return object.has("max_encoder_position_embeddings")                      ? "led"
           : object.has("attention_mode") || object.has("attention_dilation") ? "allenai-longformer"
                                                                              : "longformer";
  return "";
}

bool read_special(Config& c, const std::string& type) {
  if (type == "longformer" || type == "led") {
    read_longformer(c, type);
  } else if (type == "allenai-longformer") {
    read_longformer(c, "");
  } else if (type == "big_bird" || type == "bigbird_pegasus") {
    read_big_bird(c, type == "bigbird_pegasus");
  } else if (type == "longt5") {
    read_long_t5(c);
  } else if (type == "etc") {
    read_etc(c);
  } else if (type == "gpt_neo") {
    read_gpt_neo(c);
  } else if (type == "phi3small") {
    read_phi3_small(c);
  } else if (type == "reformer") {
    read_reformer(c);
  } else if (type == "mpt") {
    read_mpt(c);
  } else {
    return false;
  }
  return true;
}

[[noreturn]] void refuse_type(const std::filesystem::path& file, const std::string& type) {
  if (const std::string_view how = type_chosen_at_run_time(type); !how.empty())
    refuse_file(file, "model_type " + show_text(type) + " chooses at run time who is seen (" +
                          std::string(how) + "): " + std::string(ask_about_choices));
  refuse_file(file, "model_type " + show_text(type) + " is not read; " +
                        std::to_string(model_types().size() + 10) +
                        " others are (docs/patterns.md lists them); save the mask itself with "
                        "numpy.save to ask about it");
}

// Options that speak of something this type does not have, with their reason.
void refuse_options(const ConfigSource& source, const std::string& type) {
  const auto refuse = [](const std::string& line) {
    throw InvalidInput(InvalidInput::Kind::option, line);
  };
  const ImportOptions& options = source.request.import;
  if (options.globals && type != "longformer" && type != "led" && type != "allenai-longformer")
    refuse("--globals is for models whose global tokens are chosen at run time, not for " +
           show_text(type));
  if (options.head && type != "phi3small")
    refuse("--head: the heads of " + show_text(type) + " do not differ");
  if (!options.mode.empty() && type != "big_bird" && type != "bigbird_pegasus")
    refuse("--mode is for BigBird, not for " + show_text(type));
}

void read_model(const Json& document, const ConfigSource& source, Import& result,
                const std::string& place, std::string type) {
  JsonObject object(document, source.file, place);
  if (type.empty()) type = object.text("model_type").value_or("");
  (void)object.raw("model_type");
  const bool guessed = type.empty();
  if (guessed) type = guess_type(object);
  if (type.empty())
    refuse_file(
        source.file,
        "is neither a pattern nor a configuration that is known; \"model_type\" is missing");
  // allenai's files call themselves what they were trained from.
  if (type == "roberta" && object.has("attention_window")) type = "allenai-longformer";
  Config c{object, source, result};
  if (const Wrapper* wrapper = find_wrapper(type)) {
    const Json* inner = document.find(wrapper->holds);
    const bool flat =
        inner == nullptr && type.starts_with("qwen2") && object.has("num_hidden_layers");
    if (!flat && (inner == nullptr || !inner->is(Json::Kind::object) || !place.empty()))
      object.refuse(wrapper->holds, "is missing or not an object");
    if (!wrapper->warning.empty()) c.warn_of_more(std::string(wrapper->warning));
    if (flat) {
      read_model(document, source, result, place, std::string(wrapper->text_type));
      return;
    }
    (void)object.raw(wrapper->holds);
    for (const char* other : {"vision_config", "audio_config", "encoder", "decoder"})
      (void)object.raw(other);
    Guard(c, type).check(object);
    const Json* inner_type = inner->find("model_type");
    const std::string own = inner_type != nullptr && inner_type->is(Json::Kind::text)
                                ? inner_type->text
                                : std::string(wrapper->text_type);
    c.word("the " + std::string(wrapper->holds) + " of " + type + ", model_type " + own);
    read_model(*inner, source, result, std::string(wrapper->holds), own);
    return;
  }
  refuse_options(source, type);
  const ModelType* row = find_model_type(type);
  if (row != nullptr) type = row->name;
  if (row != nullptr) {
    read_by_table(c, *row);
  } else if (!read_special(c, type)) {
    refuse_type(source.file, type);
  }
  Guard(c, type).check(object);
}

}  // namespace

Import import_huggingface(const Json& document, const ConfigSource& source) {
  Import result;
  result.pattern.name = source.file.filename().string();
  read_model(document, source, result, "", "");
  result.model_layers = result.pattern.layers.size();
  return result;
}

}  // namespace hardmax
