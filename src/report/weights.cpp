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

std::int64_t whole_number(std::uint64_t x) { return static_cast<std::int64_t>(x); }

// The arrays of the file, which grow layer by layer.
class NetworkArrays {
 public:
  NetworkArrays(const std::filesystem::path& file, const Parameters& parameters)
      : file_(file), parameters_(parameters) {}

  void add(const FeedForward& layer, std::int64_t what) {
    HARDMAX_REQUIRE(layer.b_1.size() == 1 && layer.residual);
    kind_.values.push_back(what);
    index_.values.push_back(whole_number(activation_.values.size()));
    const auto known = std::find(activations_.begin(), activations_.end(), layer.activation);
    activation_.values.push_back(known - activations_.begin());
    if (known == activations_.end()) activations_.push_back(layer.activation);
    W_1_.add(layer.W_1);
    b_1_.add(layer.b_1);
    W_2_.add(layer.W_2);
    b_2_.add(layer.b_2);
  }

  void add(const Network& attention, std::size_t selective_layers) {
    std::int64_t all_heads = 0;
    for (std::size_t t = 0; t < attention.layers().size(); ++t) {
      const auto& layer = std::get<Attention>(attention.layers()[t]);
      with_self_ = with_self_ && layer.keys_with_self;
      kind_.values.push_back(t < selective_layers ? 1 : 2);
      index_.values.push_back(whole_number(t));
      pattern_layer_.values.push_back(whole_number(layer.pattern_layer));
      first_head_.values.push_back(all_heads);
      heads_.values.push_back(whole_number(layer.heads.size()));
      all_heads += whole_number(layer.heads.size());
      for (const Head& head : layer.heads) {
        HARDMAX_REQUIRE(head.b_Q.size() == 1);
        W_O_.add(head.W_O);
        W_V_.add(head.W_V);
        W_K_.add(head.W_K);
        W_Q_.add(head.W_Q);
        b_Q_.add(head.b_Q);
      }
    }
  }

  void add_positions(const std::vector<Rational>& E) { E_.add(E); }

  // Of the layers so far; each has three pieces, half-open.
  void add_activations() {
    for (const PiecewiseLinear& f : activations_) {
      HARDMAX_REQUIRE(f.breakpoints().size() == 2);
      const Rational &lower = f.breakpoints()[0], &upper = f.breakpoints()[1];
      const Affine &below = f.pieces()[0], &between = f.pieces()[1], &above = f.pieces()[2];
      HARDMAX_REQUIRE(f(lower) == between(lower) && f(upper) == above(upper));
      piece_.add(std::vector<Rational>{lower, upper, between.slope, between.intercept});
      outside_.add(
          std::vector<Rational>{below.slope, below.intercept, above.slope, above.intercept});
    }
  }

  // Requires  the attention is added.
  void add(const Pattern& pattern) {
    for (std::size_t l = 0; l < pattern.layers(); ++l) {
      for (std::size_t k = 0; k < parameters_.n; ++k) {
        for (const Token j : pattern.neighbours(l, k)) {
          if (with_self_ || j != k)
            edges_.values.insert(edges_.values.end(),
                                 {whole_number(l), whole_number(k), whole_number(j)});
        }
      }
    }
  }

  std::vector<IntegerArray> finish(std::uint64_t p, std::uint64_t s) {
    const auto& [n, d, D] = parameters_;
    std::vector<IntegerArray> arrays{
        {"parameters",
         {5},
         {whole_number(n), whole_number(d), whole_number(D), whole_number(p), whole_number(s)}}};
    for (IntegerArray* array :
         {&kind_, &index_, &pattern_layer_, &first_head_, &heads_, &activation_}) {
      array->shape = {array->values.size()};
      arrays.push_back(std::move(*array));
    }
    edges_.shape = {edges_.values.size() / 3, 3};
    arrays.push_back(std::move(edges_));
    for (Exact* exact :
         {&E_, &W_O_, &W_V_, &W_K_, &W_Q_, &b_Q_, &W_1_, &b_1_, &W_2_, &b_2_, &piece_, &outside_})
      exact->finish(arrays);
    require_size_of_npz(file_, arrays);
    return arrays;
  }

 private:
  const std::filesystem::path& file_;
  const Parameters& parameters_;
  const std::uint64_t d_ = parameters_.d;
  IntegerArray kind_{"kind", {}, {}}, index_{"index", {}, {}},
      pattern_layer_{"attention_pattern_layer", {}, {}},
      first_head_{"attention_first_head", {}, {}}, heads_{"attention_heads", {}, {}},
      activation_{"activation", {}, {}}, edges_{"pattern", {}, {}};
  std::vector<PiecewiseLinear> activations_;  // those met so far
  Exact W_O_{file_, "W_O", {d_, 1}}, W_V_{file_, "W_V", {1, d_}}, W_K_{file_, "W_K", {1, d_}},
      W_Q_{file_, "W_Q", {1, d_}}, b_Q_{file_, "b_Q", {1}};
  Exact W_1_{file_, "W_1", {1, d_}}, b_1_{file_, "b_1", {1}}, W_2_{file_, "W_2", {d_, 1}},
      b_2_{file_, "b_2", {d_}}, E_{file_, "E", {}}, piece_{file_, "activation_piece", {4}},
      outside_{file_, "activation_outside", {4}};
  bool with_self_ = true;
};

std::vector<IntegerArray> arrays_of(const std::filesystem::path& file, const WholeNetwork& whole) {
  NetworkArrays arrays(file, whole.parameters);
  for (std::size_t t = 0; t < whole.quantizer.layers(); ++t)
    arrays.add(whole.quantizer.layer(t), 0);
  arrays.add(whole.attention, whole.selective_layers);
  for (std::size_t t = 0; whole.value != nullptr && t < whole.value->layers(); ++t)
    arrays.add(whole.value->built_layer(t), 3);
  arrays.add_positions(whole.E);
  arrays.add_activations();
  arrays.add(whole.pattern);
  return arrays.finish(whole.p, whole.s);
}

[[noreturn]] void not_written(const std::filesystem::path& file, const LimitReached& limit) {
  throw CannotWrite(fmt::format("'{}' was not written: {}", file.string(), limit.what()));
}

}  // namespace

std::vector<IntegerArray> weights_of(const std::filesystem::path& file,
                                     const Construction& construction, const Pattern& pattern,
                                     const LaterStages& later) {
  std::vector<Rational> E = construction.E;
  for (Rational& x : E) x *= Rational(construction.parameters.D);
  try {
    return arrays_of(
        file, {construction.parameters, construction.p, construction.s, E, later.quantizer(),
               construction.network, construction.selective_layers, &later.value(), pattern});
  } catch (const LimitReached& limit) {
    not_written(file, limit);
  }
}

std::vector<IntegerArray> weights_of(const std::filesystem::path& file, const SweepSystem& system) {
  try {
    const SweepConstruction& built = system.construction();
    const std::uint64_t s = built.network.size() - built.selective_layers;
    return arrays_of(file, {built.parameters, 1, s, built.E, system.quantizer(), built.network,
                            built.selective_layers, nullptr, system.pattern()});
  } catch (const LimitReached& limit) {
    not_written(file, limit);
  }
}

}  // namespace hardmax::report
