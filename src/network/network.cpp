#include "network/network.hpp"

#include <algorithm>

#include "exact/error.hpp"

namespace hardmax {

namespace {

bool has_shape(const Matrix& m, std::size_t rows, std::size_t columns) {
  return m.rows() == rows && m.columns() == columns;
}

bool in_range(const SoftMap& map) {
  if (map.t.sign() <= 0) return false;
  switch (map.kind) {
    case SoftMap::Kind::softmax: return true;
    case SoftMap::Kind::top_k:
    case SoftMap::Kind::top_k_ties:
      return map.parameter.is_integer() && map.parameter >= Rational(1);
    case SoftMap::Kind::sparselin: return map.parameter.sign() >= 0 && map.parameter < Rational(1);
    case SoftMap::Kind::entmax: return map.parameter >= Rational(1);
  }
  return false;
}

void validate(const Attention& layer, std::size_t d, std::size_t pattern_layers) {
  HARDMAX_REQUIRE(layer.pattern_layer < pattern_layers && (!layer.map || in_range(*layer.map)));
  for (const Head& head : layer.heads) {
    const std::size_t m = head.b_Q.size();
    HARDMAX_REQUIRE(m >= 1 && has_shape(head.W_O, d, m) && has_shape(head.W_V, m, d) &&
                    has_shape(head.W_K, m, d) && has_shape(head.W_Q, m, d));
  }
}

void validate(const FeedForward& layer, std::size_t d, std::size_t) {
  const std::size_t r = layer.b_1.size();
  HARDMAX_REQUIRE(r >= 1 && has_shape(layer.W_1, r, d) && has_shape(layer.W_2, d, r) &&
                  layer.b_2.size() == d);
}

}  // namespace

Matrix Matrix::row(const std::vector<Rational>& entries) {
  Matrix m(1, entries.size());
  m.entries_ = entries;
  return m;
}

Matrix Matrix::column(const std::vector<Rational>& entries) {
  Matrix m(entries.size(), 1);
  m.entries_ = entries;
  return m;
}

Network::Network(std::size_t d, std::size_t pattern_layers, std::vector<Layer> layers)
    : Network(d, pattern_layers, layers.size(), [&layers] { return std::move(layers); }) {
  static_cast<void>(this->layers());
}

Network::Network(std::size_t d, std::size_t pattern_layers, std::size_t size,
                 std::function<std::vector<Layer>()> make)
    : d_(d), pattern_layers_(pattern_layers), size_(size), made_(std::make_shared<Made>()) {
  HARDMAX_REQUIRE(d >= 1);
  made_->make = std::move(make);
}

const std::vector<Layer>& Network::layers() const {
  made_->once.call([&] {
    std::vector<Layer> layers = made_->make();
    HARDMAX_REQUIRE(layers.size() == size_);
    for (const Layer& layer : layers) {
      std::visit([&](const auto& l) { validate(l, d_, pattern_layers_); }, layer);
    }
    made_->layers = std::move(layers);
    made_->make = nullptr;
  });
  return made_->layers;
}

bool within(const Network& network, const Limits& limits) {
  return std::all_of(network.layers().begin(), network.layers().end(), [&](const Layer& layer) {
    if (const auto* attention = std::get_if<Attention>(&layer)) {
      return attention->heads.size() <= limits.heads &&
             std::all_of(attention->heads.begin(), attention->heads.end(),
                         [&](const Head& head) { return head.b_Q.size() <= limits.head_size; });
    }
    return std::get<FeedForward>(layer).b_1.size() <= limits.hidden_units;
  });
}

}  // namespace hardmax
