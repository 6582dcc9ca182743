#include "report/weights.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "report/npz.hpp"

namespace hardmax::report {

namespace {

// An array of rationals that grows entry by entry; the first extent of its shape is found out at
// the end.
class Exact {
 public:
  Exact(const std::filesystem::path& file, std::string name, std::vector<std::uint64_t> rest)
      : file_(file), numerators_{std::move(name), std::move(rest), {}} {
    denominators_.name = numerators_.name + "_den";
  }
  void add(const Rational& x) {
    numerators_.values.push_back(fitting(x.numerator(), x));
    denominators_.values.push_back(fitting(x.denominator(), x));
  }
  void add(const Matrix& m) {
    for (std::size_t r = 0; r < m.rows(); ++r) {
      for (std::size_t c = 0; c < m.columns(); ++c) add(m(r, c));
    }
  }
  void add(const std::vector<Rational>& list) {
    for (const Rational& x : list) add(x);
  }
  void finish(std::vector<IntegerArray>& arrays) {
    std::uint64_t one = 1;
    for (const std::uint64_t extent : numerators_.shape) one *= extent;
    numerators_.shape.insert(numerators_.shape.begin(), numerators_.values.size() / one);
    denominators_.shape = numerators_.shape;
    arrays.push_back(std::move(numerators_));
    arrays.push_back(std::move(denominators_));
  }

 private:
  std::int64_t fitting(const Rational& part, const Rational& x) const {
    if (const auto small = part.to_int64()) return *small;
    throw CannotWrite(
        fmt::format("'{}' was not written: entry {} of {} has {} bits and does not fit 64; take "
                    "smaller parameters",
                    file_.string(), numerators_.values.size() + 1, numerators_.name, x.bits()));
  }
  const std::filesystem::path& file_;
  IntegerArray numerators_, denominators_;
};

// What is written, whatever the construction.
struct WholeNetwork {
  Parameters parameters;
  std::uint64_t p, s;
  std::vector<Rational> E;  // units of delta
  const QuantizerStage& quantizer;
  const Network& attention;
  std::size_t selective_layers;
  const ValueStage* value;  // nullptr: none
  const Pattern& pattern;
};

void write_network(const std::filesystem::path& file, const WholeNetwork& whole) {
  const auto& [n, d, D] = whole.parameters;
  const auto integer = [](std::uint64_t x) { return static_cast<std::int64_t>(x); };
  IntegerArray kind{"kind", {}, {}}, index{"index", {}, {}},
      pattern_layer{"attention_pattern_layer", {}, {}}, first_head{"attention_first_head", {}, {}},
      heads{"attention_heads", {}, {}}, activation{"activation", {}, {}}, edges{"pattern", {}, {}};
  std::vector<PiecewiseLinear> activations;  // those met so far
  Exact W_O(file, "W_O", {d, 1}), W_V(file, "W_V", {1, d}), W_K(file, "W_K", {1, d}),
      W_Q(file, "W_Q", {1, d}), b_Q(file, "b_Q", {1});
  Exact W_1(file, "W_1", {1, d}), b_1(file, "b_1", {1}), W_2(file, "W_2", {d, 1}),
      b_2(file, "b_2", {d}), E(file, "E", {}), piece(file, "activation_piece", {4}),
      outside(file, "activation_outside", {4});

  const auto feed_forward = [&](const FeedForward& layer, std::int64_t what) {
    HARDMAX_REQUIRE(layer.b_1.size() == 1 && layer.residual);
    kind.values.push_back(what);
    index.values.push_back(integer(activation.values.size()));
    const auto known = std::find(activations.begin(), activations.end(), layer.activation);
    activation.values.push_back(known - activations.begin());
    if (known == activations.end()) activations.push_back(layer.activation);
    W_1.add(layer.W_1);
    b_1.add(layer.b_1);
    W_2.add(layer.W_2);
    b_2.add(layer.b_2);
  };
  for (std::size_t t = 0; t < whole.quantizer.layers(); ++t)
    feed_forward(whole.quantizer.layer(t), 0);
  std::int64_t all_heads = 0;
  bool with_self = true;
  for (std::size_t t = 0; t < whole.attention.layers().size(); ++t) {
    const auto& layer = std::get<Attention>(whole.attention.layers()[t]);
    with_self = with_self && layer.keys_with_self;
    kind.values.push_back(t < whole.selective_layers ? 1 : 2);
    index.values.push_back(integer(t));
    pattern_layer.values.push_back(integer(layer.pattern_layer));
    first_head.values.push_back(all_heads);
    heads.values.push_back(integer(layer.heads.size()));
    all_heads += integer(layer.heads.size());
    for (const Head& head : layer.heads) {
      HARDMAX_REQUIRE(head.b_Q.size() == 1);
      W_O.add(head.W_O);
      W_V.add(head.W_V);
      W_K.add(head.W_K);
      W_Q.add(head.W_Q);
      b_Q.add(head.b_Q);
    }
  }
  for (std::size_t t = 0; whole.value != nullptr && t < whole.value->layers(); ++t)
    feed_forward(whole.value->built_layer(t), 3);
  E.add(whole.E);
  // Three pieces, half-open.
  for (const PiecewiseLinear& f : activations) {
    HARDMAX_REQUIRE(f.breakpoints().size() == 2);
    const Rational &lower = f.breakpoints()[0], &upper = f.breakpoints()[1];
    const Affine &below = f.pieces()[0], &between = f.pieces()[1], &above = f.pieces()[2];
    HARDMAX_REQUIRE(f(lower) == between(lower) && f(upper) == above(upper));
    piece.add(std::vector<Rational>{lower, upper, between.slope, between.intercept});
    outside.add(std::vector<Rational>{below.slope, below.intercept, above.slope, above.intercept});
  }
  for (std::size_t l = 0; l < whole.pattern.layers(); ++l) {
    for (std::size_t k = 0; k < n; ++k) {
      for (const Token j : whole.pattern.neighbours(l, k)) {
        if (with_self || j != k)
          edges.values.insert(edges.values.end(), {integer(l), integer(k), integer(j)});
      }
    }
  }

  std::vector<IntegerArray> arrays{
      {"parameters",
       {5},
       {integer(n), integer(d), integer(D), integer(whole.p), integer(whole.s)}}};
  for (IntegerArray* array : {&kind, &index, &pattern_layer, &first_head, &heads, &activation}) {
    array->shape = {array->values.size()};
    arrays.push_back(std::move(*array));
  }
  edges.shape = {edges.values.size() / 3, 3};
  arrays.push_back(std::move(edges));
  for (Exact* exact : {&E, &W_O, &W_V, &W_K, &W_Q, &b_Q, &W_1, &b_1, &W_2, &b_2, &piece, &outside})
    exact->finish(arrays);
  write_npz(file, arrays);
}

[[noreturn]] void not_written(const std::filesystem::path& file, const LimitReached& limit) {
  throw CannotWrite(fmt::format("'{}' was not written: {}", file.string(), limit.what()));
}

}  // namespace

void write_weights(const std::filesystem::path& file, const Construction& construction,
                   const Pattern& pattern, const LaterStages& later) {
  std::vector<Rational> E = construction.E;
  for (Rational& x : E) x *= Rational(construction.parameters.D);
  try {
    write_network(file,
                  {construction.parameters, construction.p, construction.s, E, later.quantizer(),
                   construction.network, construction.selective_layers, &later.value(), pattern});
  } catch (const LimitReached& limit) {
    not_written(file, limit);
  }
}

void write_weights(const std::filesystem::path& file, const SweepSystem& system) {
  try {
    const SweepConstruction& built = system.construction();
    const std::uint64_t s = built.network.size() - built.selective_layers;
    write_network(file, {built.parameters, 1, s, built.E, system.quantizer(), built.network,
                         built.selective_layers, nullptr, system.pattern()});
  } catch (const LimitReached& limit) {
    not_written(file, limit);
  }
}

}  // namespace hardmax::report
