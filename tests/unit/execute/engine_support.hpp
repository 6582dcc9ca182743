// What the engine tests share: a construction with its id program, and what the literal executor
// says of it.
#pragma once
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "construction/yun2020b/construction.hpp"
#include "execute/engine.hpp"
#include "execute/literal.hpp"
#include "pattern/assumption1.hpp"

namespace hardmax::test {

inline Pattern named(const std::string& name, std::size_t n,
                     std::optional<std::uint64_t> window = std::nullopt) {
  PatternRequest request;
  request.name_or_file = name;
  request.n = n;
  request.window = window;
  return make_pattern(request);
}

struct Case {
  Pattern pattern;
  Construction built;

  Case(const Pattern& p, std::uint64_t d, std::uint64_t D,
       const std::vector<std::string>& overrides = {})
      : pattern(p), built(build(p, d, D, overrides)) {}

  [[nodiscard]] std::vector<Rational> E() const {
    std::vector<Rational> in_delta;
    for (const Rational& e : built.E) in_delta.push_back(e * Rational(built.parameters.D));
    return in_delta;
  }
  [[nodiscard]] IdProgram program() const {
    return derive_id_program(built.network, pattern, built.parameters.D, E(),
                             built.selective_layers)
        .value();
  }
  [[nodiscard]] Grid grid() const {
    return {built.parameters.n, built.parameters.d, built.parameters.D};
  }

  // By the published formula, on the network.
  [[nodiscard]] IdValues literal(std::uint64_t ordinal) const {
    const std::uint64_t n = built.parameters.n;
    const std::uint64_t d = built.parameters.d;
    const std::uint64_t D = built.parameters.D;
    const auto offsets = E();
    const auto G = grid().input(ordinal);
    State<Rational> z(d, n);
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t r = 0; r < d; ++r) z.column(k)[r] = Rational(G[k * d + r]) + offsets[k];
    }
    const Literal<ExactHardmax> literal(built.network, pattern);
    IdValues values;
    const auto read = [&] {
      std::vector<Rational> ids;
      for (std::size_t k = 0; k < n; ++k) ids.push_back(column_id(z.column(k), D));
      return ids;
    };
    for (std::size_t t = 0; t < literal.layers(); ++t) {
      if (t == built.selective_layers) values.after_shift = read();
      z = literal.apply(t, z);
    }
    if (built.selective_layers == literal.layers()) values.after_shift = read();
    values.ids = read();
    return values;
  }

  static Construction build(const Pattern& p, std::uint64_t d, std::uint64_t D,
                            const std::vector<std::string>& overrides) {
    Overrides o;
    for (const std::string& text : overrides) o.add(text);
    return yun2020b::build({p.tokens(), d, D}, p, decide_assumption1(p), o);
  }
};

// Digest and number of different ids by the literal executor.
struct LiteralSummary {
  std::string digest;
  std::uint64_t inputs = 0, distinct = 0;
};

inline LiteralSummary summarise(const Case& c) {
  LiteralSummary summary;
  summary.inputs = c.grid().size64().value();
  const std::uint64_t n = c.built.parameters.n;
  std::set<Rational> seen;
  Digest digest;
  std::uint64_t chunk = 0;
  for (std::uint64_t g = 0; g < summary.inputs; ++g) {
    const IdValues values = c.literal(g);
    for (std::size_t k = 0; k < n; ++k) {
      chunk += Digest::term(g, n, k, values.ids[k]);
      seen.insert(values.ids[k]);
    }
    if ((g + 1) % Digest::chunk_inputs == 0 || g + 1 == summary.inputs) {
      digest.add_chunk(chunk);
      chunk = 0;
    }
  }
  summary.digest = digest.hex();
  summary.distinct = seen.size();
  return summary;
}

// Every CPU path this machine has.
inline std::vector<CpuPath> cpu_paths() {
  std::vector<CpuPath> paths;
  for (const CpuPath path : {CpuPath::portable, CpuPath::avx2, CpuPath::avx512}) {
    if (cpu_supports(path)) paths.push_back(path);
  }
  return paths;
}

}  // namespace hardmax::test
