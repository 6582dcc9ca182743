#include "pattern/import/import.hpp"

#include "exact/closest.hpp"
#include "exact/error.hpp"
#include "pattern/file_bytes.hpp"
#include "pattern/import/python_line.hpp"
#include "pattern/named.hpp"

namespace hardmax {
namespace {

std::string lower_extension(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  for (char& c : extension) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return extension;
}

// What a file is called when it is standard input: what its first bytes say.
std::string extension_of_standard_input() {
  const std::string bytes = read_file_bytes("-", std::uint64_t{1} << 30);
  if (bytes.starts_with("\x93NUMPY")) return ".npy";
  if (bytes.starts_with("PK")) return ".npz";
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  if (first != std::string::npos && (bytes[first] == '{' || bytes[first] == '[')) return ".json";
  refuse_file("-",
              "standard input is neither JSON nor an array of NumPy; write it to a file, "
              "whose name says what it is");
}

Import import_file(const std::filesystem::path& file, const PatternRequest& request) {
  const std::string extension = file == "-" ? extension_of_standard_input() : lower_extension(file);
  if (extension == ".json") return import_json(file, request);
  if (extension == ".mtx") return import_matrix_market(file, request.import);
  if (extension == ".npy") return import_numpy(file, request.import);
  if (extension == ".npz") return import_numpy_archive(file, request.import);
  if (extension == ".safetensors") return import_safetensors(file, request.import);
  if (extension == ".edges" || extension == ".txt" || extension == ".tsv" || extension == ".csv")
    return import_edge_list(file, request);
  if (extension == ".pt" || extension == ".pth" || extension == ".pkl" || extension == ".bin") {
    refuse_file(
        file,
        "is a pickle, which runs code when it is read; convert it: python -c \"import torch, "
        "numpy; numpy.save('mask.npy', torch.load(" +
            python_name(file) + ", weights_only=True).float().numpy())\"");
  }
  refuse_other_graph_formats(file, extension);
  if (extension == ".yml" || extension == ".yaml")
    refuse_file(file, "YAML is not read; write the same keys as JSON");
  (void)read_file_bytes(
      file, std::uint64_t{1} << 30);  // says what is wrong with a missing or enormous file
  refuse_file(file,
              "the name ends in none of .json .mtx .npy .npz .safetensors .edges .txt .tsv .csv; "
              "rename the file to what it is");
}

}  // namespace

std::vector<std::string> suspicions(const StructuredPattern& pattern, Listing listing) {
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
        listing == Listing::graph
            ? "no token attends to itself in any layer: a graph without self loops (--self-loops "
              "adds them)"
            : "no token attends to itself in any layer: the mask may be complemented (try the "
              "other --mask-true)");
  }
  if (later && !earlier) {
    std::string line =
        "tokens attend to later tokens and never to earlier ones: the mask may be transposed (rows "
        "must be queries)";
    if (listing == Listing::graph) {
      line =
          "tokens attend to later tokens and never to earlier ones: the graph may list each edge "
          "once (--undirected adds the other direction) or keys before queries";
    } else if (!self_somewhere) {
      line += ", or a causal mask whose true means block";
    }
    words.push_back(std::move(line));
  }
  if (listing == Listing::graph && earlier && !later && pattern.layers.size() == 1)
    words.emplace_back(
        "tokens attend to earlier tokens only: the pattern is causal, or the graph lists each edge "
        "once (--undirected adds the other direction)");
  return words;
}

namespace {

Import import_name(const PatternRequest& request) {
  Import result;
  result.pattern = named_pattern(request);
  result.used = options_of(request.name_or_file);
  result.understood.push_back("the named pattern " + request.name_or_file + " on " +
                              std::to_string(request.n) + " tokens" + parameters_of(request));
  refuse_unused_options(request, result);
  return result;
}

// One layer alone, if it is asked for; else one period of them.
void choose_layers(Import& result, const ImportOptions& options) {
  std::vector<LayerRule>& layers = result.pattern.layers;
  const std::size_t all = layers.size();
  if (options.layer) {
    result.use("--layer");
    if (*options.layer == 0 || *options.layer > all)
      throw InvalidInput(InvalidInput::Kind::option,
                         "--layer " + std::to_string(*options.layer) + ": " + result.pattern.name +
                             " has the layers 1.." + std::to_string(all));
    LayerRule chosen = std::move(layers[*options.layer - 1]);
    layers.clear();
    layers.push_back(std::move(chosen));
    result.understood.push_back("layer " + std::to_string(*options.layer) + " of " +
                                std::to_string(all) + " alone");
    result.model_layers = 0;
    return;
  }
  if (result.uses("--head")) result.model_sees_more = true;  // by its other heads
  keep_one_period(result.pattern, result.model_layers > 0);
  if (all == 1 || (result.model_layers == 0 && layers.size() == all)) return;
  result.understood.push_back(
      std::to_string(all) + " layers" +
      (layers.size() == 1 ? ", all alike" : ", repeating every " + std::to_string(layers.size())));
}

}  // namespace

Import import_pattern(const PatternRequest& request) {
  if (is_pattern_name(request.name_or_file)) return import_name(request);
  std::error_code error;
  if (request.name_or_file != "-" &&
      request.name_or_file.find_first_of("/.") == std::string::npos &&
      !std::filesystem::is_regular_file(request.name_or_file, error)) {
    std::string known;
    for (const std::string& name : pattern_names()) known += (known.empty() ? "" : ", ") + name;
    throw InvalidInput(InvalidInput::Kind::option,
                       "--pattern " + request.name_or_file +
                           ": no such pattern; take a file or one of " + known +
                           do_you_mean(closest(request.name_or_file, pattern_names())));
  }
  Import result = import_file(request.name_or_file, request);
  choose_layers(result, request.import);
  if (request.n != 0 && request.n != result.pattern.n) {
    throw InvalidInput(InvalidInput::Kind::option,
                       "--n " + std::to_string(request.n) + ": the pattern in " +
                           request.name_or_file + " has " + std::to_string(result.pattern.n) +
                           " tokens; write --n " + std::to_string(result.pattern.n));
  }
  refuse_unused_options(request, result);
  return result;
}

Pattern make_pattern(const PatternRequest& request) {
  Import imported = import_pattern(request);
  return expand(imported.pattern);
}

}  // namespace hardmax
