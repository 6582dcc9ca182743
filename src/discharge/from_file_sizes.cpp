// The stages of a construction file for every D, and for every D and d at once.
//
// Every d     everything is read with D, q = D^d and D + ... + D^d as variables
// (stages_in_every_d.hpp); that d = 1, ..., 4 give what the run of that d has is compared besides.
#include <fmt/core.h>

#include <algorithm>

#include "discharge/construction_files.hpp"
#include "discharge/from_file.hpp"
#include "discharge/stages_in_every_d.hpp"
#include "discharge/sweep_papers.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

using every_d::InEveryD;
using every_d::StagesInEveryD;
using every_d::Sum;
using subject::Term;
using subject::TermError;

constexpr std::uint64_t most_d_compared = 4;

// Of a network whose d is given, D at the least.
WholePolynomial whole(const Rational& x) {
  if (!x.is_integer()) throw LimitReached("a number of the network is not whole");
  return WholePolynomial(x);
}

StagedNetworkOf<WholePolynomial> as_polynomials(const StagedNetwork& numbers) {
  StagedNetworkOf<WholePolynomial> out;
  out.values = whole(numbers.values);
  for (const auto& [first, last] : numbers.digits)
    out.digits.emplace_back(whole(first), whole(last));
  for (const Rational& x : numbers.start) out.start.push_back(whole(x));
  for (const Sweep& s : numbers.sweeps) {
    std::vector<WholePolynomial> missing;
    for (const Rational& x : s.missing) missing.push_back(whole(x));
    out.sweeps.push_back(
        {s.pattern_layer, whole(s.first), whole(s.last), whole(s.shift), std::move(missing)});
  }
  for (const AllMax& a : numbers.all_max) out.all_max.push_back({a.pattern_layer, whole(a.c)});
  return out;
}

// What is the same for runs with a pattern and without.
struct Question {
  std::string_view id;
  std::vector<std::string> variants;
  const Pattern* pattern = nullptr;
  const Assumption1* assumption = nullptr;
};

FileRun run_of(const Question& of, const Parameters& parameters, const Overrides& overrides) {
  return FileRun(of.id, parameters, overrides, of.variants, of.pattern, of.assumption);
}

// A condition `name >= number`, which holds for all larger ones too.
bool bounds_from_below(const Term& condition, const std::string& name) {
  return condition.kind == Term::Kind::comparison && condition.parts.size() == 2 &&
         condition.parts[0]->is_name(name) && condition.parts[1]->kind == Term::Kind::integer &&
         (condition.relations[0] == subject::Relation::at_least ||
          condition.relations[0] == subject::Relation::greater);
}

// The file is about all these sizes, if it is about the least.
void require_every_size(const subject::ConstructionFile& file, const EverySize& size) {
  if (!file.conditions.empty()) throw TermError("the file has `conditions`");
  for (const auto& p : file.parameters) {
    const bool varies = (p.name == "D" && !size.alone) || (p.name == "d" && !size.d);
    if (varies && !bounds_from_below(*p.condition, p.name))
      throw TermError(fmt::format("the file asks for '{}', which is no lower bound", p.text));
  }
}

// With D q = D^(d+1) for a D that is left.
WholePolynomial as_polynomial(const Sum& sum, const SizePolynomials& of) {
  WholePolynomial out;
  for (const auto& [p, factor] : sum.terms()) {
    const std::int64_t q = p.q - p.D;
    if (!factor.is_integer() || p.D < 0 || q < 0 || p.B < 0 || p.x != 0 || p.g != 0)
      throw TermError("a number of the network that is not whole for every D and d");
    out += WholePolynomial(factor) * power(of.D_q, static_cast<std::uint64_t>(p.D)) *
           power(of.q, static_cast<std::uint64_t>(q)) *
           power(of.block, static_cast<std::uint64_t>(p.B));
  }
  return out;
}

// What the stages have for this size; pattern layers and how many there are stand in `network`.
StagedNetworkOf<WholePolynomial> made(const StagesInEveryD& stages, const std::vector<Rational>& E,
                                      StagedNetworkOf<WholePolynomial> network,
                                      const SizePolynomials& of) {
  if (network.sweeps.size() != stages.sweeps.size() ||
      network.all_max.size() != stages.all_max.size() || !network.digits.empty())
    throw TermError("there are other stages at another d");
  network.values = of.q;
  for (std::size_t k = 0; k < network.start.size(); ++k) network.start[k] = whole(E[k]) * of.block;
  for (std::size_t i = 0; i < stages.sweeps.size(); ++i) {
    auto& sweep = network.sweeps[i];
    sweep.first = as_polynomial(stages.sweeps[i].first, of);
    sweep.last = sweep.first + of.q - WholePolynomial(1);
    sweep.shift = as_polynomial(stages.sweeps[i].shift, of);
  }
  for (std::size_t i = 0; i < stages.all_max.size(); ++i)
    network.all_max[i].c = as_polynomial(stages.all_max[i], of);
  return network;
}

bool same(const StagedNetworkOf<WholePolynomial>& a, const StagedNetworkOf<WholePolynomial>& b) {
  const auto sweeps = [](const auto& x, const auto& y) {
    return x.pattern_layer == y.pattern_layer && x.first == y.first && x.last == y.last &&
           x.shift == y.shift && x.missing.empty() && y.missing.empty();
  };
  const auto tops = [](const auto& x, const auto& y) {
    return x.pattern_layer == y.pattern_layer && x.c == y.c;
  };
  return a.values == b.values && a.start == b.start && a.digits.empty() && b.digits.empty() &&
         std::equal(a.sweeps.begin(), a.sweeps.end(), b.sweeps.begin(), b.sweeps.end(), sweeps) &&
         std::equal(a.all_max.begin(), a.all_max.end(), b.all_max.begin(), b.all_max.end(), tops);
}

StagedNetworkOf<WholePolynomial> stages_of_every_d(const Question& question, const EverySize& size,
                                                   const Overrides& overrides) {
  const FileRun smallest = run_of(question, {size.n, 1, 2}, overrides);
  const std::vector<Rational>& E = smallest.weights().E;
  require_every_size(smallest.reading().file(), size);
  StagedNetworkOf<WholePolynomial> network = smallest.stages_of_every_D();
  InEveryD values(smallest.reading(), question.variants, overrides);
  const StagesInEveryD stages = stages_in_every_d(values, smallest.reading());
  const Sum shift = values.number(*subject::read_formula("shift"), nullptr),
            c = values.number(*subject::read_formula("c"), nullptr);
  for (const auto& windows : stages.sweeps)
    if (windows.shift != shift) throw TermError("'shift' is not what windows are multiplied by");
  for (const Sum& factor : stages.all_max)
    if (factor != c) throw TermError("'c' is not what the last layers are multiplied by");
  for (std::uint64_t d = 1; d <= most_d_compared; ++d) {
    const auto file_says = run_of(question, {size.n, d, 2}, overrides).stages_of_every_D();
    if (!same(made(stages, E, network, polynomials_of({size.n, d, 2, false, 2})), file_says))
      throw TermError(fmt::format("the stages at d = {} are other ones", d));
  }
  return made(stages, E, std::move(network), polynomials_of(size));
}

StagedNetworkOf<WholePolynomial> stages_of_every(const Question& question, const EverySize& size,
                                                 const Overrides& overrides) {
  refuse_dropped_layers(overrides);
  for (const auto& [token, value] : overrides.E) {
    if (token <= size.n) whole_override(value, fmt::format("E.{}", token));
  }
  if (overrides.c) whole_override(*overrides.c, "c");
  if (overrides.shift) whole_override(*overrides.shift, "shift");
  try {
    if (!size.d) return stages_of_every_d(question, size, overrides);
    const FileRun run = run_of(question, {size.n, *size.d, size.least_D}, overrides);
    if (size.alone) return as_polynomials(run.stages());
    require_every_size(run.reading().file(), size);
    return run.stages_of_every_D();
  } catch (const TermError& e) {
    throw LimitReached(fmt::format("for every {}: {}", size.d ? "D" : "d", e.what()));
  } catch (const Undefined& e) {
    throw LimitReached(fmt::format("for every {}: {}", size.d ? "D" : "d", e.what()));
  }
}

}  // namespace

StagedNetworkOf<WholePolynomial> stages_of_every_size(const EverySize& size, const Pattern& pattern,
                                                      const Assumption1& assumption,
                                                      const Overrides& overrides) {
  return stages_of_every({pattern_construction(), {}, &pattern, &assumption}, size, overrides);
}

StagedNetworkOf<WholePolynomial> stages_of_every_size(const SweepChoice& choice,
                                                      const EverySize& size,
                                                      const Overrides& overrides) {
  StagedNetworkOf<WholePolynomial> network =
      stages_of_every({choice.paper->name, variants_of(choice), nullptr, nullptr}, size, overrides);
  network.increasing = !choice.positional;
  if (network.increasing && network.sweeps.size() != 1)
    throw LimitReached("another number of sweeps than one, without encodings");
  return network;
}

}  // namespace hardmax
