// Shared by the readers of model configurations.
#pragma once
#include "pattern/import/json_formats.hpp"
#include "pattern/import/model_table.hpp"

namespace hardmax {

struct Config {
  JsonObject& object;
  const ConfigSource& source;
  Import& result;

  void word(std::string text);  // what was understood
  void warn(std::string text);
  void warn_of_more(std::string text);  // of keys that the pattern lacks: Import::model_sees_more
  // A whole number; where the key is missing, the default of the class, which is said.
  std::uint64_t value(std::string_view key, std::uint64_t fallback, std::uint64_t least,
                      std::uint64_t most);
  // The number of layers, from `key` and from the length of a list if there is one; they must
  // agree. If nothing says, the default of the class, which is said.
  std::size_t layer_count(std::string_view key, std::optional<std::size_t> listed,
                          std::uint64_t fallback);
  // result.pattern.n: --n, or `key` less the positions that are no tokens.
  std::size_t tokens(const ModelKey& key, std::uint64_t reserved = 0);
  // The first tokens see all and are seen by all. Requires result.pattern.n.
  void add_globals(LayerRule& rule, std::uint64_t globals) const;
  std::uint64_t run_time_globals();  // --globals, or 0 with a warning
  void refuse_decoder();
  // Warns if a window of `size` with `side` keys before a token leaves nobody out.
  void warn_of_wide_window(std::uint64_t size, std::uint64_t side, bool causal);
  // Whether --layer leaves this layer, from 0, out.
  [[nodiscard]] bool is_left_out(std::size_t layer) const {
    return source.request.import.layer && *source.request.import.layer != layer + 1;
  }
};

// What can be asked where tokens choose at run time whom they see.
inline constexpr std::string_view ask_about_choices =
    "no one mask describes that; Assumption 1 can be asked of each mask that may be chosen, and "
    "holds whatever is chosen only if it holds for the worst: verify pattern --any-of DIR";

LayerRule full_layer(std::size_t n, bool causal);

void read_by_table(Config& c, const ModelType& type);
void read_mpt(Config& c);

void read_longformer(Config& c, std::string_view model_type);  // "longformer", "led", or allenai's
void read_long_t5(Config& c);
void read_etc(Config& c);

void read_gpt_neo(Config& c);
void read_phi3_small(Config& c);
void read_reformer(Config& c);

void read_big_bird(Config& c, bool pegasus);

}  // namespace hardmax
