// A sparsity pattern: who may attend to whom, in p layers that a network uses in turn.
//
// Source    yun2020b, main text Section 3 and Assumption 1; named patterns as in docs/patterns.md.
// Indices   tokens and layers are 0-based in C++ and 1-based in everything people read.
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
      {};  // --stack layers|heads|batch: what the first axis of three or four counts
  std::string tensor = {};  // --tensor NAME: which array of a .npz or .safetensors file
  std::string mode = {};    // --mode train|eval of BigBird
  std::optional<std::uint64_t> head =
      std::nullopt;  // --head H (1-based) where heads differ; otherwise their union
  std::optional<std::uint64_t> globals =
      std::nullopt;  // --globals G: the first G tokens, where globals are chosen at run time
  std::optional<std::uint64_t> layer =
      std::nullopt;  // --layer L (1-based): this layer alone; otherwise all, in turn
  std::optional<std::uint64_t> batch =
      std::nullopt;         // --batch B (1-based) of a mask with a batch of more than one
  bool additive = false;    // --mask-true additive: the mask is added to scores, 0 attends
  bool undirected = false;  // --undirected: every listed edge both ways
  bool self_loops = false;  // --self-loops: every token sees itself besides
  std::optional<std::uint64_t> base =
      std::nullopt;  // --base 0|1: what the first token of an edge list is called; 0 if not given
};

// A named pattern with its parameters, or a file.
struct PatternRequest {
  std::string name_or_file;  // "strided", "causal-window", ..., or a path (anything with a '/' or
                             // '.', or that names a file)
  std::size_t n = 0;         // 0: taken from the file; an error for a named pattern
  std::optional<std::uint64_t> window =
      std::nullopt;  // w of strided, fixed, window, ...; default the rounded-up square root of n
  std::optional<std::uint64_t> globals = std::nullopt;   // g of longformer, bigbird; 1
  std::optional<std::uint64_t> random = std::nullopt;    // r of bigbird; 1
  std::optional<std::uint64_t> seed = std::nullopt;      // of bigbird, and of drawn blocks; 0
  std::optional<std::uint64_t> dilation = std::nullopt;  // of dilated; 2, and 1 is none
  ImportOptions import = {};  // of files other than the JSON pattern file
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
