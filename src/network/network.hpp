// Transformer networks as validated data: layers and weights, no execution.
//
// A state Z has d rows and n columns (tokens). A layer is one of
//
//   Attention     Z_k + sum over heads of W_O W_V Z_{A_k} rho[(W_K Z_{A_k})^T (W_Q Z_k - b_Q)] A_k
//   = A^l_k, l the layer's pattern layer FeedForward   Z_k + W_2 phi(W_1 Z_k + b_1) + b_2
//   token-wise, phi piecewise linear
//
// without the leading Z_k if `residual` is false. rho is hardmax, the weight 1 / |M| on each j of
// the set M of positions where the score is largest, or a soft map at its scale, rho[t .]. An
// attention layer without heads is the identity.
//
// Units     whatever the construction says; the sparse construction uses units of delta (Z, b_Q,
// b_1 are divided by delta, the other weights unchanged). Source    yun2020b, Section 2 and E.2.1
// (a query bias b_Q is subtracted there); section B for the soft maps. Trust     producer side.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exact/once.hpp"
#include "exact/piecewise.hpp"
#include "exact/rational.hpp"
#include "pattern/pattern.hpp"

namespace hardmax {

// A dense matrix of rationals, row by row.
class Matrix {
 public:
  Matrix() = default;
  Matrix(std::size_t rows, std::size_t columns)
      : rows_(rows), columns_(columns), entries_(rows * columns) {}
  static Matrix row(const std::vector<Rational>& entries);
  static Matrix column(const std::vector<Rational>& entries);

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  Rational& operator()(std::size_t r, std::size_t c) { return entries_[r * columns_ + c]; }
  const Rational& operator()(std::size_t r, std::size_t c) const {
    return entries_[r * columns_ + c];
  }
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

// A soft map and its scale: the weights of scores v are rho[t v].
//   softmax      exp(v_j) / sum exp(v_i)
//   top_k        softmax over exactly k scores, the k largest; of equal scores the ones that come
//   first among the keys top_k_ties   softmax over every score that is not below the k-th largest
//   sparselin    sparselin-gen: max(0, (v_j - tau) / (1 - lambda)), tau such that they add up to 1
//   entmax       alpha-entmax: max(0, (alpha - 1) v_j - tau)^(1 / (alpha - 1)), tau such that they
//   add up to 1; softmax at alpha = 1
// Where there are fewer than k scores, all are kept.
struct SoftMap {
  enum class Kind { softmax, top_k, top_k_ties, sparselin, entmax };
  Kind kind = Kind::softmax;
  Rational parameter;  // k >= 1, a whole number; 0 <= lambda < 1; alpha >= 1
  Rational t = 1;      // > 0, in the units of the scores
};

struct Attention {
  std::vector<Head> heads;
  std::size_t pattern_layer = 0;  // 0-based
  Score score = Score::dot;
  bool keys_with_self = true;  // false: A_k without k itself
  bool residual = true;
  std::optional<SoftMap> map = std::nullopt;  // none: hardmax
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
  // Errors  BrokenContract if a shape does not fit d, a pattern layer is not below `pattern_layers`
  // or the parameter of a soft map is outside its range.
  Network(std::size_t d, std::size_t pattern_layers, std::vector<Layer> layers);
  // So many layers that `make` makes when one is first asked for, then once: of a long network
  // often only their number is. Then errors are those of making them.
  Network(std::size_t d, std::size_t pattern_layers, std::size_t size,
          std::function<std::vector<Layer>()> make);
  [[nodiscard]] std::size_t rows() const { return d_; }
  [[nodiscard]] std::size_t size() const { return size_; }  // layers
  [[nodiscard]] const std::vector<Layer>& layers() const;   // thread-safe

 private:
  struct Made {
    std::function<std::vector<Layer>()> make;
    Once once;
    std::vector<Layer> layers;
  };
  std::size_t d_, pattern_layers_, size_;
  std::shared_ptr<Made> made_;  // shared by copies
};

// ST^{h,m,r}: at most h heads of size at most m in every attention layer, at most r hidden units in
// every feed-forward layer.
struct Limits {
  std::size_t heads = 0;
  std::size_t head_size = 0;
  std::size_t hidden_units = 0;
};
bool within(const Network& network, const Limits& limits);

}  // namespace hardmax
