#include "pattern/named.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include "exact/error.hpp"
#include "pattern/draw.hpp"
#include "pattern/import/refusal.hpp"

namespace hardmax {
namespace {

constexpr std::uint64_t random_edge_limit = std::uint64_t{1} << 27;
constexpr std::string_view causal_prefix = "causal-";

struct Parameters {
  std::uint64_t n, w, g, r, dilation, seed;
};

// The r random keys of one row: see the header. The candidates are [g, low) and [high, n).
void random_keys(const Parameters& q, std::uint64_t i, std::vector<Token>& taken) {
  const std::uint64_t low = std::max(q.g, i - std::min(i, q.w)), high = std::min(q.n, i + q.w + 1);
  const std::uint64_t before = low - q.g, candidates = before + (q.n - high);
  std::uint64_t state = q.seed + (i * 0x9E3779B97F4A7C15u << 20);
  draw(state, candidates, q.r, taken);
  for (Token& x : taken) x = static_cast<Token>(x < before ? q.g + x : high + (x - before));
}

std::vector<LayerRule> dense(const Parameters& q) { return {{{Band{q.n, q.n, 1}}, 0}}; }
std::vector<LayerRule> strided(const Parameters& q) {
  return {{{Band{q.w, q.w, 1}}, 0}, {{Band{q.n, q.n, q.w}}, 0}};
}
std::vector<LayerRule> fixed(const Parameters& q) {
  return {{{Blocks{q.w, 0, 0}}, 0}, {{Band{0, 0, 1}, Columns{{q.w - 1, q.w, 1, q.n}}}, 0}};
}
std::vector<LayerRule> star(const Parameters&) {
  return {{{Rows{interval(0, 1)}, Columns{interval(0, 1)}, Band{1, 1, 1}}, 0}};
}
std::vector<LayerRule> window(const Parameters& q) { return {{{Band{q.w, q.w, 1}}, 0}}; }
std::vector<LayerRule> dilated(const Parameters& q) {
  const std::uint64_t reach = q.w * q.dilation;  // both are at most n + 1 < 2^25: no overflow
  return {{{Band{reach, reach, q.dilation}}, 0}};
}
std::vector<LayerRule> block(const Parameters& q) { return {{{Blocks{q.w, 0, 0}}, 0}}; }
std::vector<LayerRule> longformer(const Parameters& q) {
  std::vector<Part> parts{Band{q.w, q.w, 1}};
  if (q.g > 0)
    parts.insert(parts.end(), {Part{Rows{interval(0, q.g)}}, Part{Columns{interval(0, q.g)}}});
  return {{std::move(parts), 0}};
}
std::vector<LayerRule> bigbird(const Parameters& q) {
  if (q.n > random_edge_limit / std::max<std::uint64_t>(q.r, 1)) {
    throw InvalidInput(InvalidInput::Kind::option,
                       "bigbird: " + std::to_string(q.r) + " random keys for each of " +
                           std::to_string(q.n) + " tokens are more than 2^27 edges; take fewer");
  }
  auto layers = longformer(q);
  Extra extra;
  extra.reserve(q.n, q.n * q.r);
  std::vector<Token> keys;
  for (std::uint64_t i = 0; i < q.n; ++i) {
    keys.clear();
    if (i >= q.g) random_keys(q, i, keys);
    extra.add_row(keys);
  }
  extra.set_rule("random " + std::to_string(q.w) + " " + std::to_string(q.g) + " " +
                 std::to_string(q.r) + " " + std::to_string(q.seed));
  layers[0].parts.emplace_back(std::move(extra));
  return layers;
}

struct Entry {
  std::string_view name;
  bool window;
  std::vector<LayerRule> (*build)(const Parameters&);
};
constexpr std::array<Entry, 9> entries{{{"dense", false, dense},
                                        {"strided", true, strided},
                                        {"fixed", true, fixed},
                                        {"star", false, star},
                                        {"window", true, window},
                                        {"dilated", true, dilated},
                                        {"block", true, block},
                                        {"longformer", true, longformer},
                                        {"bigbird", true, bigbird}}};

const Entry* find_entry(std::string_view name) {
  if (name.starts_with(causal_prefix)) name.remove_prefix(causal_prefix.size());
  const auto it =
      std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.name == name; });
  return it == entries.end() ? nullptr : &*it;
}

}  // namespace

std::uint64_t default_window(std::size_t n) {
  std::uint64_t w = 1;
  while (w * w < n) ++w;
  return w;
}

bool is_pattern_name(std::string_view name) { return find_entry(name) != nullptr; }

bool uses_window(std::string_view name) {
  const Entry* entry = find_entry(name);
  return entry != nullptr && entry->window;
}

std::vector<std::string_view> options_of(std::string_view name) {
  std::vector<std::string_view> options;
  const Entry* entry = find_entry(name);
  if (entry == nullptr) return options;
  if (entry->window) options.emplace_back("--window");
  if (entry->name == "longformer" || entry->name == "bigbird") options.emplace_back("--globals");
  if (entry->name == "bigbird") options.insert(options.end(), {"--random", "--seed"});
  if (entry->name == "dilated") options.emplace_back("--dilation");
  return options;
}

std::string parameters_of(const PatternRequest& request) {
  std::string words;
  for (const std::string_view option : options_of(request.name_or_file)) {
    const std::uint64_t value =
        option == "--window"     ? request.window.value_or(default_window(request.n))
        : option == "--globals"  ? request.globals.value_or(default_globals)
        : option == "--random"   ? request.random.value_or(default_random)
        : option == "--dilation" ? request.dilation.value_or(default_dilation)
                                 : request.seed.value_or(0);
    words += ", ";
    words += option.substr(2);
    words += " " + std::to_string(value);
  }
  return words;
}

std::vector<std::string> pattern_names() {
  std::vector<std::string> names;
  for (const Entry& e : entries) names.emplace_back(e.name);
  for (const Entry& e : entries) names.push_back(std::string(causal_prefix) + std::string(e.name));
  return names;
}

StructuredPattern named_pattern(const PatternRequest& request) {
  using enum InvalidInput::Kind;
  const Entry* entry = find_entry(request.name_or_file);
  HARDMAX_REQUIRE(entry != nullptr);
  if (request.n == 0)
    throw InvalidInput(option,
                       "pattern " + request.name_or_file + " has no size of its own: give --n");
  if (request.n > token_limit) {
    throw InvalidInput(option, "--n " + std::to_string(request.n) +
                                   ": a pattern has at most 2^24 = 16777216 tokens");
  }
  if (request.window && *request.window == 0)
    throw InvalidInput(option, "--window 0: a window is at least 1");
  if (request.dilation && *request.dilation == 0)
    throw InvalidInput(option, "--dilation 0: a dilation is at least 1 (1 is none)");
  const std::uint64_t n = request.n;
  const Parameters parameters{
      .n = n,
      .w = std::min(request.window.value_or(default_window(n)), n + 1),
      .g = std::min(request.globals.value_or(default_globals), n),
      .r = std::min(request.random.value_or(default_random), n),
      .dilation = std::min(request.dilation.value_or(default_dilation), n + 1),
      .seed = request.seed.value_or(0)};
  StructuredPattern pattern{request.name_or_file, request.n, entry->build(parameters)};
  if (request.name_or_file.starts_with(causal_prefix)) {
    for (LayerRule& layer : pattern.layers) layer.causal = 1;
  }
  return pattern;
}

}  // namespace hardmax
