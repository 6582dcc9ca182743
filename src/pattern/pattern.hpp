// A sparsity pattern: who may attend to whom, in p layers that a network uses in turn.
//
// Source    yun2020b, main text Section 3 and Assumption 1; named patterns as in design.md
// ("Words"). Indices   tokens and layers are 0-based in C++ and 1-based in everything people read.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hardmax {

using Token = std::uint32_t;

class Pattern {
 public:
  // Requires  at least one layer, every layer with the same number n >= 1 of tokens, neighbours
  // strictly increasing and below n.
  Pattern(std::string name, std::vector<std::vector<std::vector<Token>>> layers);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::size_t tokens() const { return layers_.front().size(); }
  [[nodiscard]] std::size_t layers() const { return layers_.size(); }
  [[nodiscard]] std::span<const Token> neighbours(std::size_t layer, std::size_t token) const {
    return layers_[layer][token];
  }
  [[nodiscard]] bool attends(std::size_t layer, std::size_t token, std::size_t to) const;
  [[nodiscard]] std::uint64_t edges() const;

 private:
  std::string name_;
  std::vector<std::vector<std::vector<Token>>> layers_;
};

// What a file of a mask or a model's configuration does not say by itself.
struct ImportOptions {
  std::optional<bool> true_attends =
      std::nullopt;  // --mask-true attend|block: what true means in a boolean mask
  std::string stack =
      {};  // --stack layers|heads: what the first axis of a three-dimensional mask counts
  std::string tensor = {};  // --tensor NAME: which array of a .npz or .safetensors file
  std::string mode = {};    // --mode train|eval of BigBird
  std::optional<std::uint64_t> head =
      std::nullopt;  // --head H (1-based) where heads differ; otherwise their union
  std::optional<std::uint64_t> globals =
      std::nullopt;  // --globals G: the first G tokens, where globals are chosen at run time
};

// A named pattern with its parameters, or a file.
struct PatternRequest {
  std::string name_or_file;  // "strided", "causal-window", ..., or a path (anything with a '/' or
                             // '.', or that names a file)
  std::size_t n = 0;         // 0: taken from the file; an error for a named pattern
  std::optional<std::uint64_t> window =
      std::nullopt;  // w of strided, fixed, window, ...; default the rounded-up square root of n
  std::uint64_t globals = 1;   // g of longformer, bigbird
  std::uint64_t random = 1;    // r of bigbird
  std::uint64_t seed = 0;      // of bigbird
  std::uint64_t dilation = 2;  // of dilated; 1 is none
  ImportOptions import = {};   // of files other than the JSON pattern file
};

// Errors  InvalidInput: option (unknown name, window of 0, n missing, n that differs from the
// file's) or file (missing, malformed, hostile).
Pattern make_pattern(const PatternRequest& request);  // every file that pattern/import/import.hpp
                                                      // reads, listed edge by edge

// The JSON pattern file {"n", "index_base": 1 (default) or 0, "patterns":
// [layer][token][neighbours]}; repeated neighbours and any other key are errors.
Pattern read_pattern_json(const std::filesystem::path& file);

std::vector<std::string> pattern_names();

}  // namespace hardmax
