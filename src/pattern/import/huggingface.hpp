// Shared by the readers of model configurations.
#pragma once
#include "pattern/import/json_formats.hpp"

namespace hardmax {

struct Config {
  JsonObject& object;
  const ConfigSource& source;
  Import& result;

  void word(std::string text);  // what was understood
  void warn(std::string text);
  // The number of layers, from `key` and from the length of a list if there is one; they must
  // agree. 1 if nothing says.
  std::size_t layer_count(const char* key, std::optional<std::size_t> listed);
  // The first tokens see all and are seen by all. Requires result.pattern.n.
  void add_globals(LayerRule& rule, std::uint64_t globals) const;
  std::uint64_t run_time_globals();  // --globals, or 0 with a warning
  void refuse_decoder();
};

void read_big_bird(Config& c, bool pegasus);

}  // namespace hardmax
