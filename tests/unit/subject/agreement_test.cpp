// What proofs/*/construction.toml says of the three papers is what tests/construction builds: layer
// by layer, weight by weight, and the state of every input. The files are in real units,
// tests/construction is in units of delta.
#include <catch2/catch.hpp>

#include <random>

#include "construction/sparsebert/construction.hpp"
#include "construction/yun2020a/construction.hpp"
#include "construction/yun2020b/quantizer.hpp"
#include "construction/yun2020b/value_mapping.hpp"
#include "execute/literal.hpp"
#include "subject/run.hpp"
#include "support/rounds.hpp"

namespace agreement_test {

using namespace hardmax;
using subject::ConstructionFile;
using subject::Run;
using subject::RunSpec;

namespace {

const ConstructionFile& file_of(const std::string& paper) {
  static std::map<std::string, ConstructionFile> files;
  const auto known = files.find(paper);
  if (known != files.end()) return known->second;
  return files
      .emplace(paper, ConstructionFile::read(std::string(HARDMAX_ROOT) + "/proofs/" + paper +
                                             "/construction.toml"))
      .first->second;
}

Matrix scaled(Matrix m, const Rational& k) {
  for (std::size_t r = 0; r < m.rows(); ++r)
    for (std::size_t c = 0; c < m.columns(); ++c) m(r, c) *= k;
  return m;
}

// t -> k f(t / D)
PiecewiseLinear stretched(const PiecewiseLinear& f, const Rational& D, const Rational& k) {
  std::vector<Rational> breaks, values;
  std::vector<Affine> pieces;
  for (const Rational& x : f.breakpoints()) breaks.push_back(x * D);
  for (const Rational& y : f.values()) values.push_back(y * k);
  for (const Affine& a : f.pieces()) pieces.push_back({a.slope * k / D, a.intercept * k});
  return PiecewiseLinear(breaks, pieces, values);
}

// One hidden unit of both, the one of the file in real units.
void check_same(const FeedForward& real, const FeedForward& delta, const Rational& D) {
  CHECK(real.residual == delta.residual);
  CHECK(real.W_1 == delta.W_1);
  REQUIRE(real.b_1.size() == 1);
  CHECK(real.b_1[0] * D == delta.b_1[0]);
  // W_2 phi is meant; both may have the unit.
  const Rational* factor = nullptr;
  for (std::size_t r = 0; r < real.W_2.rows(); ++r) {
    if (!delta.W_2(r, 0).is_zero() && real.W_2(r, 0) == delta.W_2(r, 0)) factor = &D;
  }
  const Rational one = 1;
  if (factor == nullptr) {
    CHECK(scaled(real.W_2, D) == delta.W_2);
    CHECK(stretched(real.activation, D, one) == delta.activation);
  } else {
    CHECK(real.W_2 == delta.W_2);
    CHECK(stretched(real.activation, D, D) == delta.activation);
  }
}

void check_same(const Attention& real, const Pattern& of_file, const Attention& delta,
                const Pattern& pattern, const Rational& D) {
  REQUIRE(real.heads.size() == delta.heads.size());
  CHECK(real.residual == delta.residual);
  CHECK(real.score == delta.score);
  for (std::size_t h = 0; h < real.heads.size(); ++h) {
    CHECK(real.heads[h].W_O == delta.heads[h].W_O);
    CHECK(real.heads[h].W_V == delta.heads[h].W_V);
    CHECK(real.heads[h].W_K == delta.heads[h].W_K);
    CHECK(real.heads[h].W_Q == delta.heads[h].W_Q);
    REQUIRE(real.heads[h].b_Q.size() == delta.heads[h].b_Q.size());
    for (std::size_t i = 0; i < real.heads[h].b_Q.size(); ++i)
      CHECK(real.heads[h].b_Q[i] * D == delta.heads[h].b_Q[i]);
  }
  if (real.heads.empty()) return;
  for (std::size_t k = 0; k < pattern.tokens(); ++k) {
    std::vector<Token> keys;
    for (const Token j : pattern.neighbours(delta.pattern_layer, k))
      if (delta.keys_with_self || j != k) keys.push_back(j);
    const auto file = of_file.neighbours(real.pattern_layer, k);
    CHECK(std::vector<Token>(file.begin(), file.end()) == keys);
  }
}

void check_same(const subject::Executable& file, const std::vector<Layer>& layers,
                const Pattern& pattern, const Rational& D) {
  REQUIRE(file.network.size() == layers.size());
  for (std::size_t t = 0; t < layers.size(); ++t) {
    INFO("layer " << t + 1);
    const Layer& real = file.network.layers()[t];
    REQUIRE(real.index() == layers[t].index());
    if (const auto* attention = std::get_if<Attention>(&layers[t]))
      check_same(std::get<Attention>(real), file.pattern, *attention, pattern, D);
    else
      check_same(std::get<FeedForward>(real), std::get<FeedForward>(layers[t]), D);
  }
}

State<Rational> state_of(const subject::Mat& m, const Rational& unit) {
  State<Rational> z(m.rows, m.columns);
  for (std::size_t r = 0; r < m.rows; ++r)
    for (std::size_t k = 0; k < m.columns; ++k)
      z.column(k)[r] = m.numbers[r * m.columns + k] * unit;
  return z;
}

State<Rational> executed(const Network& network, const Pattern& pattern, State<Rational> z) {
  const Literal<ExactHardmax> literal(network, pattern);
  for (std::size_t t = 0; t < network.size(); ++t) z = literal.apply(t, z);
  return z;
}

// Of every input: the state by the file's own reading, by the literal engine on the file's network,
// and by the literal engine on the network of tests/construction.
void check_states(const Run& run, const Network& network, const Pattern& pattern,
                  const std::vector<Rational>& E, const Rational& D) {
  const auto file = run.executable("context");
  REQUIRE(file);
  subject::Reading& reading = run.reading();
  const std::int64_t inputs = *run.inputs().to_int64();
  for (std::int64_t g = 0; g < inputs; ++g) {
    INFO("input " << g);
    const subject::Input H = reading.input(g);
    State<Rational> start(run.rows(), run.tokens());
    for (std::size_t i = 0; i < H.values.size(); ++i)
      start.entries[i] = (H.values[i] + E[i / run.rows()]) * D;
    const subject::Mat begin = reading.start(H);
    CHECK(state_of(begin, D).entries == start.entries);
    const auto end = state_of(reading.run("context", file->network.size(), begin), 1);
    CHECK(executed(file->network, file->pattern, state_of(begin, 1)).entries == end.entries);
    State<Rational> in_delta = end;
    for (Rational& x : in_delta.entries) x *= D;
    REQUIRE(executed(network, pattern, start).entries == in_delta.entries);
  }
}

Pattern pattern_of(const std::string& name, std::uint64_t n, std::uint64_t window = 1) {
  PatternRequest request;
  request.name_or_file = name;
  request.n = n;
  if (name == "strided" || name == "window") request.window = window;
  return make_pattern(request);
}

struct Size {
  std::uint64_t n, d, D;
};
std::vector<Size> sizes() {
  return {{2, 1, 2}, {2, 1, 3}, {2, 1, 5}, {3, 1, 2}, {3, 1, 3},
          {4, 1, 2}, {2, 2, 2}, {2, 2, 3}, {3, 2, 2}};
}

RunSpec spec_of(const Size& size) {
  return {{{"n", size.n}, {"d", size.d}, {"D", size.D}}, "", {}, {}};
}

}  // namespace

TEST_CASE("agreement: yun2020b, its contextual mapping and quantiser, for many patterns") {
  std::mt19937_64 random(25);
  for (const Size& size : sizes()) {
    const auto [n, d, D] = size;
    for (const char* name : {"dense", "strided", "window", "star"}) {
      INFO("n " << n << " d " << d << " D " << D << " " << name);
      const Pattern pattern = pattern_of(name, n);
      const Assumption1 assumption = decide_assumption1(pattern);
      REQUIRE(assumption.holds());
      RunSpec spec = spec_of(size);
      spec.pattern = name;
      Overrides overrides;
      const auto change = [&](const std::string& file, const std::string& option) {
        if (random() % 3 != 0) return;
        spec.changes.push_back(file);
        overrides.add(option);
      };
      change("c=7/2", "c=7/2");
      change("shift = 1", "shift=1");
      change("E(2) = 1/2", "E.2=1/2");
      change("drop=2", "drop=2");
      const Run run = Run::open(file_of("yun2020b"), spec, pattern);
      const auto built = yun2020b::build({n, d, D}, pattern, assumption, overrides);
      const auto context = run.executable("context");
      REQUIRE(context);
      check_same(*context, built.network.layers(), pattern, D);
      CHECK(run.layers("context") == Rational(built.network.size()));
      CHECK(run.stage_layers("selective_shift") == Rational(built.selective_layers));
      CHECK(run.value("c").show() == built.c.str());
      CHECK(run.value("E(2)").show() == built.E[1].str());
      const auto quantize = run.executable("quantize");
      REQUIRE(quantize);
      check_same(*quantize, yun2020b::quantizer_layers({n, d, D}), pattern, D);
      if (power(D, n * d) <= Rational(32)) check_states(run, built.network, pattern, built.E, D);
    }
  }
}

TEST_CASE("agreement: yun2020b, its value mapping") {
  for (const Size& size : {Size{2, 1, 2}, Size{2, 1, 3}, Size{3, 1, 2}, Size{2, 2, 2}}) {
    const auto [n, d, D] = size;
    INFO("n " << n << " d " << d << " D " << D);
    const Pattern pattern = pattern_of("dense", n);
    RunSpec spec = spec_of(size);
    spec.pattern = "dense";
    for (const char* variant : {"", "reverse", "R2"}) {
      spec.variants = *variant ? std::vector<std::string>{variant} : std::vector<std::string>();
      INFO(variant);
      const Run run = Run::open(file_of("yun2020b"), spec, pattern);
      subject::Reading& reading = run.reading();
      std::vector<yun2020b::ValueEntry> entries;
      const auto target =
          *Target::named(std::string(variant) == "reverse" ? "reverse" : "identity", {n, d, D});
      const auto inputs = static_cast<std::uint64_t>(*run.inputs().to_int64());
      for (std::uint64_t g = 0; g < inputs; ++g) {
        const subject::Input H = reading.input(g);
        std::vector<std::uint64_t> G;
        for (const Rational& x : H.values)
          G.push_back(static_cast<std::uint64_t>(*(x * Rational(D)).to_int64()));
        const auto columns = target(g, G);
        const auto z =
            state_of(reading.run("context", reading.size("context"), reading.start(H)), D);
        for (std::size_t k = 0; k < n; ++k)
          entries.push_back({{z.column(k).begin(), z.column(k).end()}, columns[k]});
      }
      const auto value = run.executable("value");
      REQUIRE(value);
      const std::vector<Layer> built = std::string(variant) == "R2"
                                           ? yun2020b::value_layers_shifted({n, d, D}, entries)
                                           : yun2020b::value_layers({n, d, D}, entries);
      REQUIRE(value->network.size() == built.size());
      // A layer whose difference is 0 has no unit to be told from.
      for (std::size_t t = 0; t < built.size(); ++t) {
        INFO("layer " << t + 1);
        const auto& real = std::get<FeedForward>(value->network.layers()[t]);
        const auto& delta = std::get<FeedForward>(built[t]);
        CHECK(scaled(real.W_2, D) == delta.W_2);
        if (t + 1 == built.size() && std::string(variant) == "R2") {
          // K e_1 is added to every column: a constant, whatever is read.
          CHECK(real.activation == PiecewiseLinear({0, 1}));
          CHECK(delta.activation == PiecewiseLinear({0, 1}));
        } else {
          CHECK(real.W_1 == delta.W_1);
          CHECK(real.b_1[0] * Rational(D) == delta.b_1[0]);
          CHECK(stretched(real.activation, D, 1) == delta.activation);
        }
      }
    }
  }
}

TEST_CASE("agreement: yun2020a and sparsebert, with and without encodings") {
  std::mt19937_64 random(26);
  for (const Size& size : sizes()) {
    for (const bool dense : {true, false}) {
      for (const bool positional : {false, true}) {
        const auto [n, d, D] = size;
        INFO("n " << n << " d " << d << " D " << D << (dense ? " yun2020a" : " sparsebert")
                  << positional);
        RunSpec spec = spec_of(size);
        if (positional) spec.variants = {"positional"};
        Overrides overrides;
        if (random() % 2 == 0) {
          spec.changes = {"c = 3", "shift = 5/2", "drop=1"};
          overrides.add("c=3");
          overrides.add("shift=5/2");
          overrides.add("drop=1");
        }
        const Run run = Run::open(file_of(dense ? "yun2020a" : "sparsebert"), spec);
        const auto built = dense ? yun2020a::build({n, d, D}, positional, overrides)
                                 : sparsebert::build({n, d, D}, positional, overrides);
        const auto context = run.executable("context");
        REQUIRE(context);
        const Pattern pattern = pattern_of("dense", n);
        check_same(*context, built.network.layers(), pattern, D);
        const auto quantize = run.executable("quantize");
        REQUIRE(quantize);
        check_same(*quantize, yun2020a::quantizer_layers({n, d, D}, positional), pattern, D);
        std::vector<Rational> E;
        for (const Rational& e : built.E) E.push_back(e / Rational(D));
        if (power(D, n * d) <= Rational(32)) check_states(run, built.network, pattern, E, D);
      }
    }
  }
}

TEST_CASE(
    "agreement: yun2020a, the extended grid and the layers that make 0 of what is not of category "
    "1") {
  for (const Size& size : {Size{2, 1, 2}, Size{2, 1, 3}, Size{3, 1, 2}, Size{2, 2, 2}}) {
    const auto [n, d, D] = size;
    RunSpec spec = spec_of(size);
    spec.variants = {"extended"};
    const Run run = Run::open(file_of("yun2020a"), spec);
    CHECK(run.inputs() == power(D + 1, n * d));
    CHECK(run.value("out_of_range*D").show() == yun2020a::out_of_range({n, d, D}).str());
    const auto interval = yun2020a::contextual_interval({n, d, D});
    CHECK(run.value("t_l*D").show() == interval.lower.str());
    CHECK(run.value("t_r*D").show() == interval.upper.str());
    const Rational largest = subject::number_of(run.value("largest*D"));
    const auto zeroing = run.executable("zeroing");
    REQUIRE(zeroing);
    const auto built = yun2020a::zeroing_layers({n, d, D}, largest);
    check_same(*zeroing, built, pattern_of("dense", n), D);
    const auto context = yun2020a::build({n, d, D}, false, {});
    if (n * d < 4)
      check_states(run, context.network, pattern_of("dense", n), std::vector<Rational>(n), D);
  }
}

}  // namespace agreement_test
