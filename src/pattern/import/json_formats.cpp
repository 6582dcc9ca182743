#include "pattern/import/json_formats.hpp"

#include "exact/error.hpp"
#include "pattern/file_bytes.hpp"
#include "pattern/import/python_line.hpp"
#include "pattern/import/refusal.hpp"
#include "pattern/json_reader.hpp"

namespace hardmax {
namespace {

constexpr std::uint64_t config_limit = std::uint64_t{4} << 20;
constexpr std::uint64_t list_limit = std::uint64_t{32} << 20;

// Looks at the keys of the outermost object and at nothing else.
class TopKeys final : public JsonEvents {
 public:
  bool patterns = false, rules = false;
  std::size_t other = 0;

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool natural(std::uint64_t) override { return true; }
  bool negative(std::int64_t) override { return true; }
  bool decimal(std::string_view) override { return true; }
  bool text(std::string_view) override { return true; }
  bool begin_object() override { return ++depth_ < 64; }
  bool begin_array() override { return ++depth_ < 64; }
  bool end_object() override { return --depth_, true; }
  bool end_array() override { return --depth_, true; }
  bool key(std::string_view name) override {
    if (depth_ != 1) return true;
    if (name == "patterns") return patterns = true, false;
    if (name == "rules") return rules = true, false;
    if (name != "n" && name != "index_base") ++other;
    return true;
  }
  void malformed(std::size_t) override {}

 private:
  int depth_ = 0;
};

}  // namespace

std::size_t choose_n(const ConfigSource& source, std::optional<std::uint64_t> own, Import& result,
                     std::optional<std::uint64_t> fallback) {
  const std::uint64_t n = source.request.n != 0 ? source.request.n : own.value_or(0);
  if (n == 0) {
    throw InvalidInput(
        InvalidInput::Kind::option,
        "--n is missing: " + source.file.filename().string() +
            " does not say how many tokens there are" +
            (fallback ? "; the default of the class is --n " + std::to_string(*fallback) : ""));
  }
  if (n > token_limit)
    throw InvalidInput(
        InvalidInput::Kind::option,
        "--n " + std::to_string(n) + ": a pattern has at most 2^24 = 16777216 tokens");
  if (own && n > *own)
    result.warnings.push_back("the model is made for " + std::to_string(*own) +
                              " tokens, fewer than --n " + std::to_string(n));
  return n;
}

Import import_json(const std::filesystem::path& file, const PatternRequest& request) {
  const std::string bytes = read_file_bytes(file, list_limit);
  TopKeys keys;
  read_json(bytes, keys);
  if (keys.patterns || (!keys.rules && keys.other == 0)) {
    const Pattern pattern = read_pattern_json(file);
    Import result;
    result.pattern = structured(pattern);
    result.understood.push_back("JSON pattern file: " + std::to_string(pattern.layers()) +
                                (pattern.layers() == 1 ? " layer" : " layers, used in turn"));
    for (std::string& warning : suspicions(result.pattern))
      result.warnings.push_back(std::move(warning));
    return result;
  }
  if (bytes.size() > config_limit)
    refuse_file(file, "has " + std::to_string(bytes.size()) +
                          " bytes; a configuration has at most " + std::to_string(config_limit));
  const Json document = parse_json(bytes, file);
  const ConfigSource source{file, request};
  if (!document.is(Json::Kind::object)) refuse_file(file, "the document is not an object");
  if (document.find("nodes") != nullptr &&
      (document.find("links") != nullptr || document.find("edges") != nullptr))
    refuse_file(
        file,
        "is a graph of networkx (node-link data), which is not read; convert it: python -c "
        "\"import json, networkx as nx; nx.write_edgelist(nx.convert_node_labels_to_integers("
        "nx.node_link_graph(json.load(open(" +
            python_name(file) + ")))), 'graph.edges', data=False)\"");
  if (document.find("rules") != nullptr) return import_rules(document, source);
  if (document.find("sparse_attention") != nullptr || document.find("mode") != nullptr)
    return import_deepspeed(document, source);
  return import_huggingface(document, source);
}

namespace {

constexpr std::uint64_t rule_number_limit = std::uint64_t{1} << 32;

Stripes read_stripes(JsonObject& o, std::uint64_t n) {
  Stripes s;
  s.first = o.natural("first", 0, 0, rule_number_limit);
  s.step = o.natural("step", 1, 1, rule_number_limit);
  s.width = o.natural("width", 1, 1, s.step);
  s.end = o.natural("end", n, 0, rule_number_limit);
  return s;
}

Extra read_listed_edges(JsonObject& o, std::uint64_t n) {
  const std::uint64_t size = o.natural("size", 1, 1, rule_number_limit),
                      blocks = (n + size - 1) / size;
  const Json* to = o.raw("to");
  if (to == nullptr || !to->is(Json::Kind::array) || to->items.size() > blocks)
    o.refuse("to", "is not a list of at most " + std::to_string(blocks) + " rows");
  Extra extra(size);
  for (const Json& row : to->items) {
    std::vector<Token> keys;
    if (!row.is(Json::Kind::array)) o.refuse("to", "has a row that is not a list");
    for (const Json& key : row.items) {
      if (!key.is(Json::Kind::natural) || key.natural >= blocks ||
          (!keys.empty() && key.natural <= keys.back())) {
        o.refuse("to",
                 "has a row that is not strictly increasing in 0.." + std::to_string(blocks - 1));
      }
      keys.push_back(static_cast<Token>(key.natural));
    }
    extra.add_row(keys);
  }
  return extra;
}

// One item of "parts": an object whose one key is the kind of the part.
Part read_part(const Json& part, JsonObject& layer, std::uint64_t n,
               const std::filesystem::path& file) {
  if (!part.is(Json::Kind::object) || part.members.size() != 1)
    layer.refuse("parts", "has an item that is not an object with one key");
  const auto& [kind, value] = part.members[0];
  JsonObject o(value, file, kind);
  Part read;
  if (kind == "band") {
    const std::uint64_t left = o.natural("left", 0, 0, rule_number_limit),
                        right = o.natural("right", 0, 0, rule_number_limit);
    read = Band{left, right, o.natural("step", 1, 1, rule_number_limit)};
  } else if (kind == "blocks") {
    const std::uint64_t size = o.natural("size", 1, 1, rule_number_limit),
                        before = o.natural("before", 0, 0, n);
    read = Blocks{size, before, o.natural("after", 0, 0, n)};
  } else if (kind == "columns") {
    read = Columns{read_stripes(o, n)};
  } else if (kind == "rows") {
    read = Rows{read_stripes(o, n)};
  } else if (kind == "edges") {
    read = read_listed_edges(o, n);
  } else {
    layer.refuse("parts",
                 "has a " + show_text(kind) + "; parts are band, blocks, columns, rows and edges");
  }
  if (const auto name = o.unasked([](std::string_view) { return true; }))
    o.refuse(*name, "is unknown");
  return read;
}

LayerRule read_layer_rule(const Json& item, std::uint64_t n, const std::filesystem::path& file) {
  JsonObject layer(item, file, "rules");
  LayerRule rule;
  rule.causal = layer.natural("causal", 0, 0, rule_number_limit);
  const Json* parts = layer.raw("parts");
  if (parts == nullptr || !parts->is(Json::Kind::array)) layer.refuse("parts", "is not a list");
  for (const Json& part : parts->items) rule.parts.push_back(read_part(part, layer, n, file));
  if (const auto name = layer.unasked([](std::string_view) { return true; }))
    layer.refuse(*name, "is unknown");
  return rule;
}

}  // namespace

Import import_rules(const Json& document, const ConfigSource& source) {
  const std::filesystem::path& file = source.file;
  JsonObject top(document, file, "");
  Import result;
  result.pattern.name = file.filename().string();
  result.pattern.n = choose_n(source, top.natural("n"), result);
  const std::uint64_t n = result.pattern.n;
  const Json* rules = top.raw("rules");
  if (rules == nullptr || !rules->is(Json::Kind::array) || rules->items.empty())
    top.refuse("rules", "is not a list of at least one layer");
  if (const auto name = top.unasked([](std::string_view) { return true; }))
    top.refuse(*name, "is unknown; a rules file has \"n\" and \"rules\"");
  for (const Json& item : rules->items)
    result.pattern.layers.push_back(read_layer_rule(item, n, file));
  result.understood.push_back(
      "rules file, 0-based: " + std::to_string(result.pattern.layers.size()) + " layers on " +
      std::to_string(n) + " tokens");
  for (std::string& warning : suspicions(result.pattern))
    result.warnings.push_back(std::move(warning));
  return result;
}

}  // namespace hardmax
