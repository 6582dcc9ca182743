// Transformer networks as validated data: layers and weights, no execution.
//
// A state Z has d rows and n columns (tokens). A layer is one of
//
//   Attention     Z_k + sum over heads of W_O W_V Z_{A_k} rho[(W_K Z_{A_k})^T (W_Q Z_k - b_Q)]        A_k = A^l_k, l the layer's pattern layer
//   FeedForward   Z_k + W_2 phi(W_1 Z_k + b_1) + b_2                                                 token-wise, phi piecewise linear
//
// without the leading Z_k if `residual` is false. rho is hardmax: the weight 1 / |M| on each j of the set M of positions where the score is largest. An attention layer
// without heads is the identity.
//
// Units     whatever the construction says; the sparse construction uses units of delta (Z, b_Q, b_1 are divided by delta, the other weights unchanged).
// Source    yun2020b, Section 2 and E.2.1 (a query bias b_Q is subtracted there).
// Trust     producer side.
#pragma once
#include <string>
#include <variant>
#include <vector>

#include "exact/piecewise.hpp"
#include "exact/rational.hpp"
#include "pattern/pattern.hpp"

namespace hardmax {

// A dense matrix of rationals, row by row.
class Matrix {
 public:
  Matrix() = default;
  Matrix(std::size_t rows, std::size_t columns) : rows_(rows), columns_(columns), entries_(rows * columns) {}
  static Matrix row(const std::vector<Rational>& entries);
  static Matrix column(const std::vector<Rational>& entries);

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  Rational& operator()(std::size_t r, std::size_t c) { return entries_[r * columns_ + c]; }
  const Rational& operator()(std::size_t r, std::size_t c) const { return entries_[r * columns_ + c]; }
  friend bool operator==(const Matrix&, const Matrix&) = default;

 private:
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  std::vector<Rational> entries_;
};

enum class Score { dot, negated_absolute_dot };

struct Head {
  Matrix W_O;                 // d x m
  Matrix W_V;                 // m x d
  Matrix W_K;                 // m x d
  Matrix W_Q;                 // m x d
  std::vector<Rational> b_Q;  // m
};

struct Attention {
  std::vector<Head> heads;
  std::size_t pattern_layer = 0;  // 0-based
  Score score = Score::dot;
  bool keys_with_self = true;  // false: A_k without k itself
  bool residual = true;
};

struct FeedForward {
  Matrix W_1;                 // r x d
  std::vector<Rational> b_1;  // r
  PiecewiseLinear activation;
  Matrix W_2;                 // d x r
  std::vector<Rational> b_2;  // d
  bool residual = true;
};

using Layer = std::variant<Attention, FeedForward>;

class Network {
 public:
  // Errors  BrokenContract if a shape does not fit d or a pattern layer is not below `pattern_layers`.
  Network(std::size_t d, std::size_t pattern_layers, std::vector<Layer> layers);
  [[nodiscard]] std::size_t rows() const { return d_; }
  [[nodiscard]] const std::vector<Layer>& layers() const { return layers_; }

 private:
  std::size_t d_;
  std::vector<Layer> layers_;
};

// ST^{h,m,r}: at most h heads of size at most m in every attention layer, at most r hidden units in every feed-forward layer.
struct Limits {
  std::size_t heads = 0;
  std::size_t head_size = 0;
  std::size_t hidden_units = 0;
};
bool within(const Network& network, const Limits& limits);

}  // namespace hardmax
