// The stages of a construction file for every D, and for every D and d at once.
//
// Every d     shift and c are evaluated with q = D^d and D + ... + D^d as variables (InEveryD). All
// else is compared: what windows and encodings are for every d is what they are, for every D, at d
// = 1, ..., 4. That is enough because d stands in no condition, and outside of shift and c only
// where a range ends: then each of these numbers is a polynomial of degree at most 3 in D^d, with
// coefficients in which d does not stand.
#include <fmt/core.h>

#include "discharge/construction_files.hpp"
#include "discharge/from_file.hpp"
#include "discharge/in_every_d.hpp"
#include "discharge/sweep_papers.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

using every_d::InEveryD;
using every_d::Sum;
using every_d::WhereDStands;
using subject::Signature;
using subject::TermError;
using subject::TermPtr;

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

void check_where_d_stands(const InEveryD& values, const subject::ConstructionFile& file) {
  WhereDStands where(values, file);
  if (!file.rows->is_name("d")) throw TermError("rows are not d");
  if (subject::mentions(*file.tokens, "d")) throw TermError("tokens depend on d");
  where.check(file.start);
  where.check(file.entries);
  for (const subject::Stage& stage : file.stages) {
    if (stage.network != file.states) continue;
    where.check(stage.repeat);
    where.check(stage.loop);
    for (const Signature& let : stage.lets) where.check_let(let);
    for (const TermPtr& term : {stage.keys, stage.when, stage.layer}) where.check(term);
  }
}

StagedNetworkOf<WholePolynomial> stages_of_every_d(const Question& question, const EverySize& size,
                                                   const Overrides& overrides) {
  const FileRun smallest = run_of(question, {size.n, 1, 2}, overrides);
  const subject::ConstructionFile& file = smallest.reading().file();
  InEveryD values(smallest.reading(), question.variants, overrides);
  try {
    check_where_d_stands(values, file);
    if (values.has_size(*values.signature("E").term)) throw TermError("E depends on D or d");
    const Sum shift = values.choice("shift"), c = values.choice("c");
    // Of windows the factors of the block with which they begin, from d = 1, D = 2.
    std::vector<Rational> begins;
    for (const Sweep& sweep : smallest.stages().sweeps) begins.push_back(sweep.first / Rational(2));
    const auto made = [&](const SizePolynomials& of, StagedNetworkOf<WholePolynomial> network) {
      network.values = of.q;
      for (std::size_t k = 0; k < network.start.size(); ++k)
        network.start[k] = whole(smallest.weights().E[k]) * of.block;
      for (std::size_t i = 0; i < begins.size(); ++i) {
        auto& sweep = network.sweeps[i];
        sweep.first = whole(begins[i]) * of.block;
        sweep.last = sweep.first + of.q - WholePolynomial(1);
        sweep.shift = as_polynomial(shift, of);
      }
      for (auto& all_max : network.all_max) all_max.c = as_polynomial(c, of);
      return network;
    };
    StagedNetworkOf<WholePolynomial> out;
    for (std::uint64_t d = 1; d <= most_d_compared; ++d) {
      StagedNetworkOf<WholePolynomial> file_says =
          run_of(question, {size.n, d, 2}, overrides).stages_of_every_D();
      if (file_says.sweeps.size() != begins.size() || !file_says.digits.empty())
        throw TermError("there are other sweeps at another d");
      out = made(polynomials_of({size.n, d, 2, false, 2}), file_says);
      bool same = out.values == file_says.values && out.start == file_says.start;
      for (std::size_t i = 0; i < begins.size(); ++i)
        same = same && out.sweeps[i].first == file_says.sweeps[i].first &&
               out.sweeps[i].last == file_says.sweeps[i].last &&
               out.sweeps[i].shift == file_says.sweeps[i].shift;
      for (std::size_t i = 0; i < out.all_max.size(); ++i)
        same = same && out.all_max[i].c == file_says.all_max[i].c;
      if (!same) throw TermError("the stages are no function of D^d and D + ... + D^d");
    }
    return made(polynomials_of(size), std::move(out));
  } catch (const TermError& e) {
    throw LimitReached(fmt::format("for every d: {}", e.what()));
  }
}

StagedNetworkOf<WholePolynomial> stages_of_every(const Question& question, const EverySize& size,
                                                 const Overrides& overrides) {
  refuse_dropped_layers(overrides);
  for (const auto& [token, value] : overrides.E) {
    if (token <= size.n) whole_override(value, fmt::format("E.{}", token));
  }
  if (overrides.c) whole_override(*overrides.c, "c");
  if (overrides.shift) whole_override(*overrides.shift, "shift");
  if (!size.d) return stages_of_every_d(question, size, overrides);
  const FileRun run = run_of(question, {size.n, *size.d, size.least_D}, overrides);
  return size.alone ? as_polynomials(run.stages()) : run.stages_of_every_D();
}

}  // namespace

StagedNetworkOf<WholePolynomial> stages_of_every_size(const EverySize& size, const Pattern& pattern,
                                                      const Assumption1& assumption,
                                                      const Overrides& overrides) {
  return stages_of_every({pattern_construction, {}, &pattern, &assumption}, size, overrides);
}

StagedNetworkOf<WholePolynomial> stages_of_every_size(const SweepChoice& choice,
                                                      const EverySize& size,
                                                      const Overrides& overrides) {
  StagedNetworkOf<WholePolynomial> network =
      stages_of_every({choice.paper->name, variants_of(choice), nullptr, nullptr}, size, overrides);
  network.increasing = !choice.positional;
  return network;
}

}  // namespace hardmax
