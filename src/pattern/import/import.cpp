#include "pattern/import/import.hpp"

#include <algorithm>
#include <fstream>

#include "exact/error.hpp"
#include "pattern/file_bytes.hpp"
#include "pattern/named.hpp"

namespace hardmax {
namespace {

bool same_part(const Part& a, const Part& b) {
  if (a.index() != b.index()) return false;
  struct Same {
    const Part& other;
    bool operator()(const Band& x) const {
      const auto& y = std::get<Band>(other);
      return x.left == y.left && x.right == y.right && x.step == y.step;
    }
    bool operator()(const Blocks& x) const {
      const auto& y = std::get<Blocks>(other);
      return x.size == y.size && x.before == y.before && x.after == y.after;
    }
    bool operator()(const Columns& x) const { return x.tokens == std::get<Columns>(other).tokens; }
    bool operator()(const Rows& x) const { return x.tokens == std::get<Rows>(other).tokens; }
    bool operator()(const Extra& x) const {
      const auto& y = std::get<Extra>(other);
      if (x.size() != y.size() || x.rows() != y.rows() || x.edges() != y.edges()) return false;
      for (std::size_t b = 0; b < x.rows(); ++b) {
        if (!std::ranges::equal(x.row(b), y.row(b))) return false;
      }
      return true;
    }
  };
  return std::visit(Same{b}, a);
}

bool same_layer(const LayerRule& a, const LayerRule& b) {
  return a.causal == b.causal &&
         std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(), same_part);
}

std::string lower_extension(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  for (char& c : extension) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return extension;
}

Import import_file(const std::filesystem::path& file, const PatternRequest& request) {
  const std::string extension = lower_extension(file);
  if (extension == ".json") return import_json(file, request);
  if (extension == ".mtx") return import_matrix_market(file);
  if (extension == ".npy") return import_numpy(file, request.import);
  if (extension == ".npz") return import_numpy_archive(file, request.import);
  if (extension == ".safetensors") return import_safetensors(file, request.import);
  if (extension == ".edges" || extension == ".txt" || extension == ".tsv" || extension == ".csv")
    return import_edge_list(file, request.n);
  if (extension == ".pt" || extension == ".pth" || extension == ".pkl" || extension == ".bin") {
    refuse_file(file,
                "is a pickle, which runs code when it is read; save the mask with numpy.save or "
                "safetensors");
  }
  if (extension == ".yml" || extension == ".yaml")
    refuse_file(file, "YAML is not read; write the same keys as JSON");
  (void)read_file_bytes(
      file, std::uint64_t{1} << 30);  // says what is wrong with a missing or enormous file
  refuse_file(file,
              "the name ends in none of .json .mtx .npy .npz .safetensors .edges .txt .tsv .csv; "
              "rename the file to what it is");
}

}  // namespace

void keep_one_period(StructuredPattern& pattern) {
  auto& layers = pattern.layers;
  for (std::size_t p = 1; p < layers.size(); ++p) {
    bool repeats = true;
    for (std::size_t i = p; i < layers.size() && repeats; ++i)
      repeats = same_layer(layers[i], layers[i - p]);
    if (!repeats) continue;
    layers.resize(p);
    return;
  }
}

std::vector<std::string> suspicions(const StructuredPattern& pattern) {
  bool self_somewhere = false, edge_off_diagonal = false, earlier = false, later = false;
  Intervals row;
  for (std::size_t l = 0; l < pattern.layers.size(); ++l) {
    for (std::size_t k = 0; k < pattern.n; ++k) {
      row_intervals(pattern, l, k, row);
      if (row.empty()) continue;
      self_somewhere = self_somewhere || contains(row, k);
      earlier = earlier || row.front().first < k;
      later = later || row.back().second > k + 1;
    }
  }
  edge_off_diagonal = earlier || later;
  std::vector<std::string> words;
  if (pattern.n > 1 && !self_somewhere && edge_off_diagonal) {
    words.emplace_back(
        "no token attends to itself in any layer: the mask may be complemented (try the other "
        "--mask-true)");
  }
  if (later && !earlier) {
    words.emplace_back(
        "tokens attend to later tokens and never to earlier ones: the mask may be transposed (rows "
        "must be queries)" +
        std::string(self_somewhere ? "" : ", or a causal mask whose true means block"));
  }
  return words;
}

Import import_pattern(const PatternRequest& request) {
  if (is_pattern_name(request.name_or_file)) {
    Import result;
    result.pattern = named_pattern(request);
    std::string words = "the named pattern " + request.name_or_file + " on " +
                        std::to_string(request.n) + " tokens";
    if (uses_window(request.name_or_file))
      words += ", window " + std::to_string(request.window.value_or(default_window(request.n)));
    result.understood.push_back(std::move(words));
    return result;
  }
  std::error_code error;
  if (request.name_or_file.find_first_of("/.") == std::string::npos &&
      !std::filesystem::is_regular_file(request.name_or_file, error)) {
    std::string known;
    for (const std::string& name : pattern_names()) known += (known.empty() ? "" : ", ") + name;
    throw InvalidInput(
        InvalidInput::Kind::option,
        "--pattern " + request.name_or_file + ": no such pattern; take a file or one of " + known);
  }
  Import result = import_file(request.name_or_file, request);
  if (request.n != 0 && request.n != result.pattern.n) {
    throw InvalidInput(InvalidInput::Kind::option, "--n " + std::to_string(request.n) +
                                                       ": the pattern in " + request.name_or_file +
                                                       " has " + std::to_string(result.pattern.n) +
                                                       " tokens; leave --n out");
  }
  return result;
}

Pattern make_pattern(const PatternRequest& request) {
  Import imported = import_pattern(request);
  return expand(imported.pattern);
}

}  // namespace hardmax
