// Patterns from the files people have: masks, edge lists, model configurations.
//
// Every import says in words what it understood, and warns where the source leaves room. Rows are
// queries, columns are keys, everywhere.
//
//   .json         the JSON pattern file; a rules file {"n", "rules"}; a HuggingFace config.json; a
//   DeepSpeed configuration with "sparse_attention" .mtx          Matrix Market, "matrix coordinate
//   pattern general|symmetric", 1-based .npy .npz     NumPy arrays of bool or of the bytes 0 and 1,
//   shape (n, n), (p, n, n) or (heads, n, n); object arrays are refused, never unpickled
//   .safetensors  BOOL or U8, the same shapes
//   .edges .txt .tsv .csv   lines "query key" or "query key layer", 0-based, after a line "n N"
//   (and "layers P")
//
// Errors  InvalidInput (file) for the file, (option) for a missing or impossible option. Sizes are
// checked before anything is allocated.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "pattern/structure.hpp"

namespace hardmax {

struct Import {
  StructuredPattern pattern;
  std::vector<std::string> understood;
  std::vector<std::string> warnings;
  std::size_t model_layers = 0;  // attention layers of the model, where the source says so; the
                                 // pattern repeats every pattern.layers.size() of them
};

// A named pattern or a file.
Import import_pattern(const PatternRequest& request);

// One a format. `n` = 0 where the user gave none.
Import import_edge_list(const std::filesystem::path& file, std::size_t n);
Import import_matrix_market(const std::filesystem::path& file);
Import import_numpy(const std::filesystem::path& file, const ImportOptions& options);  // .npy
Import import_numpy_archive(const std::filesystem::path& file,
                            const ImportOptions& options);  // .npz
Import import_safetensors(const std::filesystem::path& file, const ImportOptions& options);
Import import_json(const std::filesystem::path& file,
                   const PatternRequest& request);  // finds out which

// Warnings that a mask itself gives rise to: nobody attends to itself (complemented?), only later
// tokens are attended to (transposed?).
std::vector<std::string> suspicions(const StructuredPattern& pattern);

// Drops repetitions: the shortest p such that layer i is layer i mod p.
void keep_one_period(StructuredPattern& pattern);

}  // namespace hardmax
