// What a run offers to whoever shows it or names it on a command line: facets; some runs
// have others than some. Which shape a network has, nobody asks who asks for these.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "discharge/decide.hpp"
#include "discharge/symbolic/every_size.hpp"
#include "discharge/trace.hpp"

namespace hardmax {

struct Facets {
  std::string construction;           // its id
  std::vector<std::string> variants;  // those that are chosen
  // Where the construction takes one. Then Assumption 1 is asked for, and there are a target and
  // value layers; without, every token attends to all tokens, or to all others.
  const Pattern* pattern = nullptr;

  [[nodiscard]] bool has(std::string_view variant) const;
  // What people call the layers behind the selective shifts.
  [[nodiscard]] const char* last_layers() const;
};
Facets facets_of(const RunRequest& request);
Facets facets_of(const EverySizeRequest& request);
Facets facets_of(const TraceRequest& request);

// The attention layers that were built.
struct BuiltAttention {
  std::vector<Rational> E;  // real units
  Rational c;
  std::size_t selective_layers = 0, last_layers = 0;
};
std::optional<BuiltAttention> built_attention(const RunRequest& request, const RunResult& result);

// Feed-forward layers that quantise.
Rational layers_of_quantizer(const RunRequest& request, const RunResult& result);

// Of a run without a pattern: do tokens attend to all tokens, or to all others alone? Nothing: it
// depends on the layer, or the network is too large to look.
std::optional<bool> sees_itself(const RunRequest& request, const RunResult& result);

}  // namespace hardmax
