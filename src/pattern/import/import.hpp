// Patterns from the files people have: masks, edge lists, model configurations.
//
// Every import says in words what it understood, and warns where the source leaves room. Rows are
// queries, columns are keys, everywhere.
//
//   .json         the JSON pattern file; a rules file {"n", "rules"}; a HuggingFace config.json;
//                 a DeepSpeed configuration with "sparse_attention"
//   .mtx          Matrix Market, every field and symmetry, 1-based
//   .npy .npz     NumPy arrays of any number type that hold a mask (mask_values.hpp), of shape
//                 (n, n), (layers | heads | batch, n, n) or (batch, heads, n, n), and scipy's
//                 sparse matrices; object arrays are refused, never unpickled
//   .safetensors  the same
//   .edges .txt .tsv .csv   lines "query key" or "query key layer", 0-based, after a line "n N"
//                 (and "layers P"), or with a header line that names the columns
//
// Errors  InvalidInput (file) for the file, (option) for a missing or impossible option. Sizes are
// checked before anything is allocated.
#pragma once
#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "pattern/structure.hpp"

namespace hardmax {

struct Import {
  StructuredPattern pattern;
  std::vector<std::string> understood;
  std::vector<std::string> warnings;
  std::size_t model_layers = 0;  // attention layers of the model, where the source says so; the
                                 // pattern repeats every pattern.layers.size() of them
  // The model may see keys that the pattern lacks, and a warning says which: what the pattern does
  // not reach, the model may.
  bool model_sees_more = false;
  std::vector<std::string_view> used;  // the options that played a part, as "--head"

  void use(std::string_view option) { used.push_back(option); }
  [[nodiscard]] bool uses(std::string_view option) const {
    return std::find(used.begin(), used.end(), option) != used.end();
  }
};

// A named pattern or a file. Equal layers are dropped down to one period, for files.
Import import_pattern(const PatternRequest& request);

// Errors  InvalidInput (option) for an option of the request that the import made no use of.
void refuse_unused_options(const PatternRequest& request, const Import& import);

// One a format. `n` = 0 where the user gave none.
Import import_edge_list(const std::filesystem::path& file, const PatternRequest& request);
Import import_matrix_market(const std::filesystem::path& file, const ImportOptions& options);
Import import_numpy(const std::filesystem::path& file, const ImportOptions& options);  // .npy
Import import_numpy_archive(const std::filesystem::path& file,
                            const ImportOptions& options);  // .npz
Import import_safetensors(const std::filesystem::path& file, const ImportOptions& options);
Import import_json(const std::filesystem::path& file,
                   const PatternRequest& request);  // finds out which

// Warnings that a mask itself gives rise to: nobody attends to itself (complemented?), only later
// tokens are attended to (transposed?). The remedy differs between masks and graphs.
enum class Listing { mask, graph };
std::vector<std::string> suspicions(const StructuredPattern& pattern,
                                    Listing listing = Listing::mask);

// Drops repetitions: the shortest p such that layer i is the same mask as layer i mod p, however
// the layers are written. Layers are used from the first again behind the last, so p divides their
// number, unless they are all the layers of a model, which are used once.
void keep_one_period(StructuredPattern& pattern, bool of_model);

}  // namespace hardmax
