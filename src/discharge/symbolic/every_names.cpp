// The names of a run at every D (discharge/symbolic/every_run.hpp): ids after some layers, heads,
// and all that is read of an input.
#include <fmt/core.h>

#include <algorithm>

#include "discharge/symbolic/every_run.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace sign = claim::sign;
using claim::Quotient;

Quotient EveryInput::best(const std::vector<Quotient>& ids, bool largest) {
  Quotient best = ids.front();
  for (std::size_t i = 1; i < ids.size(); ++i) {
    const unsigned s = signs(ids[i] - best);
    if ((s & (largest ? sign::positive : sign::negative)) == 0) continue;
    if ((s & (largest ? sign::negative : sign::positive)) != 0)
      throw LimitReached("which of two ids is larger is not the same for all inputs, or not shown");
    best = ids[i];
  }
  return best;
}

Quotient EveryInput::swept(const Quotient& layers, Token k) {
  Quotient id = node(k);
  if (layers.constant() == Rational(0)) return id;
  if (!run_->swept()) throw LimitReached(run_->undecided());
  for (Move& move : moves_[k]) {
    auto& made_by = move.layer[reading_];
    if (!made_by) {
      const auto& windows = every_.network.sweeps[move.sweep];
      made_by = Quotient(Rational(every_.p())) * (Quotient(Rational(move.sweep)) * q_ +
                                                  node(move.before) - in_D(windows.first)) +
                Quotient(Rational(windows.pattern_layer + 1));
    }
    const unsigned s = signs(layers - *made_by);
    if (s == sign::negative) break;
    if ((s & sign::negative) != 0)
      throw LimitReached(
          fmt::format("whether token {} has been moved after so many layers is not the same for "
                      "all inputs, or not shown",
                      k + 1));
    id = node(move.after);
  }
  return id;
}

// Ids before the stage are positive, c is, and so are all.
const Quotient& EveryInput::after_last(std::size_t layers, Token k) {
  auto& known = after_last_[layers + reading_ * (every_.network.all_max.size() + 1)][k];
  if (known) return *known;
  if (layers == 0) return known.emplace(swept(sweep_layers_, k));
  const auto& layer = every_.network.all_max[layers - 1];
  const Quotient c = in_D(layer.c);
  if (!run_->swept()) throw LimitReached(run_->undecided());
  const auto neighbours = every_.pattern->neighbours(layer.pattern_layer, k);
  if (neighbours.empty()) throw LimitReached("a token attends to none");
  const auto positive = [&] {
    return signs(node(run_->columns()[run_->order().front()])) == sign::positive &&
           signs(c) == sign::positive;
  };
  if (neighbours.size() > 1 && !positive())
    throw LimitReached(
        "an id may be 0 or negative before an all-max layer");  // one alone is seen whatever the
                                                                // own id
  // The larger id has the larger leading part, or the same.
  const auto rank = [&](Token j) { return leading_.empty() ? 0 : rank_[leading_[layers - 1][j]]; };
  std::size_t most = 0;
  for (const Token j : neighbours) most = std::max(most, rank(j));
  std::vector<Quotient> attended;
  for (const Token j : neighbours) {
    if (rank(j) == most) attended.push_back(after_last(layers - 1, j));
  }
  Quotient id = after_last(layers - 1, k) + c * best(attended, true);
  return known.emplace(std::move(id));
}

Quotient EveryInput::id(const Quotient& layers, Token k) {
  const auto after = passed(layers);
  return after ? after_last(*after, k) : swept(layers, k);
}

// The largest id attended to if the own one is above the bias, else the smallest; equal it is not.
Quotient EveryInput::head(const std::vector<Quotient>& numbers) {
  const auto k = static_cast<Token>(index(numbers, 2, every_.size.n) - 1);
  const Place at = place(numbers[0]);
  const auto h = index(numbers, 1, !at.moves ? 0 : at.sweep ? 2 : 1);
  const Quotient before = numbers[0] - Quotient(Rational(1));
  std::vector<Quotient> ids;
  for (const Token j : every_.pattern->neighbours(at.pattern_layer, k))
    ids.push_back(id(before, j));
  if (ids.empty()) throw LimitReached("a token attends to none");
  // Above b - 1/2: at least b. Above b + 1/2: at least b + 1.
  const Quotient bias = at.sweep ? in_D(every_.network.sweeps[*at.sweep].first) + at.window +
                                       Quotient(Rational(h - 1))
                                 : Quotient(Rational(1));
  const unsigned above = signs(id(before, k) - bias);
  if ((above & sign::negative) == 0) return best(ids, true);
  if (above == sign::negative && at.sweep) return best(ids, false);
  throw LimitReached("a head that is not known to see the largest, or the smallest, id");
}

// Names whose values are the same for every input; nothing for others.
std::optional<Quotient> EveryInput::read_of_network(StagedName staged,
                                                    const std::vector<Quotient>& numbers) {
  switch (staged) {
    case StagedName::mask: return Quotient(Rational(place(numbers[0]).pattern_layer + 1));
    case StagedName::c:
      if (every_.network.all_max.empty()) throw LimitReached("c, of a network without such layers");
      return in_D(every_.network.all_max.front().c);
    case StagedName::shift: return in_D(every_.network.sweeps.front().shift);
    case StagedName::sweep_layers: return sweep_layers_;
    case StagedName::last_layers: return Quotient(Rational(every_.network.all_max.size()));
    case StagedName::E: return position(static_cast<Token>(index(numbers, 0, every_.size.n) - 1));
    case StagedName::heads: {
      const Place at = place(numbers[0]);
      return Quotient(Rational(!at.moves ? 0 : at.sweep ? 2 : 1));
    }
    case StagedName::bq: {
      const Place at = place(numbers[0]);
      const auto h = index(numbers, 1, !at.moves ? 0 : at.sweep ? 2 : 1);
      if (!at.sweep) return Quotient();
      return delta * (in_D(every_.network.sweeps[*at.sweep].first) + at.window +
                      Quotient((Rational(2 * h) - Rational(3)) / Rational(2)));
    }
    default: return std::nullopt;
  }
}

// Requires  the nodes of the columns of an input.
std::optional<Quotient> EveryInput::read_of_input(StagedName staged,
                                                  const std::vector<Quotient>& numbers) {
  const std::uint64_t n = every_.size.n, d = *every_.size.d;
  const auto token = [&](std::size_t at) { return static_cast<Token>(index(numbers, at, n) - 1); };
  switch (staged) {
    case StagedName::category:
    case StagedName::sorted:
      if (every_.network.increasing) return Quotient(Rational(1));
      return of_input(run_->nodes().size() + n * d + (staged == StagedName::sorted ? 1 : 0));
    case StagedName::columns:
      if (every_.network.increasing) return Quotient(Rational(n));
      throw LimitReached("the name columns of an input");
    case StagedName::G: return delta * entry(index(numbers, 0, d) - 1, token(1));
    case StagedName::entry: {
      require_layer(numbers[0], 0);
      const std::size_t r = index(numbers, 1, d) - 1;
      const Token k = token(2);
      if (d == 1) return delta * id(numbers[0], k);
      const Quotient at = delta * entry(r, k) + position(k);
      return r == 0 ? at + delta * (id(numbers[0], k) - node(k)) : at;  // heads write into row 1
    }
    case StagedName::head: return delta * head(numbers);
    case StagedName::v: return delta * id(numbers[0], token(1));
    case StagedName::M: return delta * id(sweep_layers_ + numbers[0], token(1));
    case StagedName::z: return delta * node(token(0));
    case StagedName::zt: return delta * id(sweep_layers_, token(0));
    case StagedName::id:
      return delta *
             id(sweep_layers_ + Quotient(Rational(every_.network.all_max.size())), token(0));
    default: return std::nullopt;
  }
}

std::optional<Quotient> EveryInput::read(std::size_t accessor, std::span<const Quotient> span,
                                         std::span<const std::size_t> inputs) {
  const std::vector<Quotient> numbers(span.begin(), span.end());
  struct Reading {  // until the name is read, which may read another
    EveryInput& input;
    std::size_t before = input.reading_;
    bool in_general = input.in_general_;
    ~Reading() {
      input.reading_ = before;
      input.in_general_ = in_general;
    }
  } const reading{*this};
  reading_ = inputs.empty() ? 0 : inputs[0];
  in_general_ = true;
  const std::string& name = vocabulary_[accessor].name;
  if (name == "D") return D;
  if (name == "delta") return delta;
  if (name == "planted_R2") return planted(numbers, inputs);
  if (name == "Delta" || name == "q") {
    Quotient sum, term(Rational(1));
    for (std::uint64_t r = 0; r < *every_.size.d; ++r) {
      sum = sum + term;
      term = term * D;
    }
    return name == "q" ? term : sum;
  }
  const StagedName staged = names_[accessor];
  if (staged == StagedName::other) return std::nullopt;
  if (auto known = read_of_network(staged, numbers)) return known;
  if (run_ == nullptr || run_->nodes().size() < every_.size.n)
    throw LimitReached(run_ == nullptr ? "there is no input" : run_->undecided());
  return read_of_input(staged, numbers);
}

}  // namespace hardmax
