// What the tests of discharge share: a run that claims can be asked about, without the command
// line.
#pragma once
#include <catch2/catch.hpp>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "claim/entry.hpp"
#include "discharge/from_file.hpp"
#include "discharge/run_model.hpp"

namespace hardmax::test {

inline Pattern named(const std::string& name, std::size_t n) {
  PatternRequest request;
  request.name_or_file = name;
  request.n = n;
  return make_pattern(request);
}

inline const std::vector<claim::Entry>& entries() {
  static const std::vector<claim::Entry> all =
      claim::load_entries(std::string(HARDMAX_ROOT) + "/proofs/yun2020b");
  return all;
}

// A run with everything it consists of.
struct Run {
  Parameters parameters;
  Pattern pattern;
  Assumption1 assumption;
  Overrides overrides;
  Construction built;
  Target target;
  std::shared_ptr<const LaterStages> later;

  Run(const std::string& pattern_name, std::uint64_t n, std::uint64_t d, std::uint64_t D,
      const std::vector<std::string>& with = {}, std::optional<Target> f = std::nullopt,
      std::optional<std::vector<Layer>> quantizer = std::nullopt)
      : parameters{n, d, D},
        pattern(named(pattern_name, n)),
        assumption(decide_assumption1(pattern)),
        overrides(overrides_of(with)),
        built(hardmax::build(parameters, pattern, assumption, overrides)),
        target(f ? *f : Target::named("identity", parameters).value()),
        later(std::make_shared<LaterStages>(parameters, pattern, assumption, &built, overrides,
                                            target, std::move(quantizer))) {}
  Run(const Run&) = delete;

  [[nodiscard]] RunContext context() const {
    return {parameters, &pattern, &assumption, &built, later};
  }
  [[nodiscard]] Grid grid() const { return {parameters.n, parameters.d, parameters.D}; }

  // G + E, units of delta.
  [[nodiscard]] State<Rational> start(std::uint64_t ordinal) const {
    const auto G = grid().input(ordinal);
    State<Rational> z(parameters.d, parameters.n);
    for (std::size_t i = 0; i < z.entries.size(); ++i)
      z.entries[i] = Rational(G[i]) + built.E[i / parameters.d] * Rational(parameters.D);
    return z;
  }

  // What the entry's formula is worth for this run.
  [[nodiscard]] claim::Outcome outcome(const std::string& id) const {
    const auto it = std::find_if(entries().begin(), entries().end(),
                                 [&](const claim::Entry& e) { return e.id == "yun2020b." + id; });
    INFO(id);
    REQUIRE(it != entries().end());
    REQUIRE(it->formal.has_value());
    return claim::evaluate(claim::Formula::parse(*it->formal, run_vocabulary()),
                           RunModel(context(), 64));
  }
  [[nodiscard]] bool holds(const std::string& id) const {
    const claim::Outcome found = outcome(id);
    INFO(id << ": " << found.reason);
    REQUIRE(found.kind == claim::Outcome::Kind::truth);
    REQUIRE(found.truth != claim::Truth::unknown);
    return found.truth == claim::Truth::yes;
  }

 private:
  static Overrides overrides_of(const std::vector<std::string>& with) {
    Overrides overrides;
    for (const std::string& text : with) overrides.add(text);
    return overrides;
  }
};

inline State<Rational> execute(const std::vector<Layer>& layers, std::size_t d,
                               const Pattern& pattern, State<Rational> z) {
  const Network network(d, pattern.layers(), layers);
  return Literal<ExactHardmax>(network, pattern).run(std::move(z));
}

inline Column column_of(const State<Rational>& z, std::size_t k) {
  const auto column = z.column(k);
  return {column.begin(), column.end()};
}

}  // namespace hardmax::test
