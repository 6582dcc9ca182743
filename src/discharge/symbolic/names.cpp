#include "discharge/symbolic/names.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "exact/error.hpp"

namespace hardmax {

SymbolicNames::SymbolicNames(const StagedRun& run, const SymbolicRun& symbolic, const claim::Vocabulary& vocabulary, FlatGraph& graph)
    : run_(run), symbolic_(symbolic), vocabulary_(vocabulary), graph_(graph), names_(staged_names(vocabulary)), moves_(run.parameters.n), nodes_(symbolic.nodes().size()) {
  const std::size_t n = run.parameters.n;
  if (symbolic.nodes().size() < n) throw NotFlat(symbolic.undecided());
  // A sweep that was given up has its place in fired() and perhaps a node; nothing after the sweeps before it is known.
  followed_ = symbolic.swept() ? symbolic.fired().size() : symbolic.fired().size() - std::min<std::size_t>(symbolic.fired().size(), 1);
  std::vector<SymbolicRun::Index> column(n);
  for (Token k = 0; k < n; ++k) column[k] = k;
  auto next = static_cast<SymbolicRun::Index>(n);
  for (std::size_t i = 0; i < followed_; ++i) {
    const auto& fired = symbolic.fired()[i];
    if (!fired || fired->largest == fired->smallest) continue;
    moves_[fired->token].push_back({i, column[fired->token], next});
    column[fired->token] = next++;
  }
  HARDMAX_REQUIRE(!symbolic.swept() || column == symbolic.columns());
  after_all_max_.resize(run.network.all_max.size() + 1, std::vector<std::optional<Term>>(n));
}

Term SymbolicNames::entry(std::size_t r, Token k) {
  const std::size_t leaf = k * run_.parameters.d + r;
  const Span bounds = within_ != nullptr ? (*within_)[leaf] : Span{0, Rational(run_.parameters.D - 1)};
  return graph_.leaf(static_cast<std::uint32_t>(leaf), bounds.low, bounds.high);
}

const Term& SymbolicNames::node(SymbolicRun::Index index) {
  if (nodes_[index]) return *nodes_[index];
  const SymbolicRun::Node& node = symbolic_.nodes()[index];
  Term sum(node.constant);
  if (node.terms.empty()) {
    for (std::size_t r = 0; r < run_.parameters.d; ++r) sum = sum + power(run_.parameters.D, r) * entry(r, node.digit);
  } else {
    for (const auto& [term, factor] : node.terms) sum = sum + factor * this->node(term);
    sum = graph_.define(sum);
  }
  return nodes_[index].emplace(std::move(sum));
}

// After layers of the sweeps alone.
Term SymbolicNames::swept(const Rational& layers, Token k) {
  Term id = node(k);
  for (const Move& move : moves_[k]) {
    const Sweep& windows = run_.network.sweeps[move.sweep];
    if (run_.layer_of_window(move.sweep, windows.first) > layers) break;
    if (run_.layer_of_window(move.sweep, windows.last) <= layers) {
      id = node(move.after);
      continue;
    }
    // Moved if its window is one of those that have been: the last of them is b.
    const Rational b = windows.first + floor((layers - run_.layer_of_window(move.sweep, windows.first)) / Rational(run_.p));
    id = graph_.select(graph_.at_most(node(move.before), Term(b)), node(move.after), node(move.before));
  }
  const Rational begun = layers / (Rational(run_.p) * run_.network.values);
  if (begun > Rational(followed_) && !symbolic_.swept()) throw NotFlat(symbolic_.undecided());
  return id;
}

const Term& SymbolicNames::after_all_max(std::size_t layers, Token k) {
  auto& known = after_all_max_[layers][k];
  if (known) return *known;
  if (layers == 0) return known.emplace(swept(run_.sweep_layers(), k));
  const AllMax& layer = run_.network.all_max[layers - 1];
  const Term before = after_all_max(layers - 1, k);
  std::vector<Term> attended;
  for (const Token j : run_.pattern->neighbours(layer.pattern_layer, k)) attended.push_back(after_all_max(layers - 1, j));
  if (attended.empty()) throw NotFlat("a token attends to none");
  if (attended.size() > 1 && graph_.at_most(Term(1), before) != FlatGraph::yes) throw NotFlat("an id may be 0 or negative before an all-max layer");
  return after_all_max_[layers][k].emplace(graph_.define(before + layer.c * graph_.max(std::move(attended))));
}

Term SymbolicNames::id(const Rational& layers, Token k) {
  if (layers < run_.sweep_layers()) return swept(layers, k);
  std::size_t passed = 0;
  while (passed < run_.network.all_max.size() && run_.layer_of_all_max(passed) <= layers) ++passed;
  return after_all_max(passed, k);
}

Term SymbolicNames::head(const NameCall& call) {
  const Rational number = whole_argument(call, 0, 1, run_.layers());
  const StagedRun::Layer layer = run_.layer(number);
  const auto h = call.index(1, 1, layer.heads);
  const auto k = static_cast<Token>(call.index(3, 1, run_.parameters.n) - 1);
  std::vector<Term> ids;
  for (const Token j : run_.pattern->neighbours(layer.pattern_layer, k)) ids.push_back(id(number - Rational(1), j));
  if (ids.empty()) throw NotFlat("a token attends to none");
  // The largest where u^T Z_k > b_Q, the smallest where it is less; equal it is not, as ids are whole numbers, and the b_Q of a window is none.
  const Rational bias = layer.sweep ? layer.b + (Rational(2 * h) - Rational(3)) / Rational(2) : Rational(0);
  const FlatGraph::Test above = graph_.less(Term(bias), id(number - Rational(1), k));
  if (ids.size() > 1 && bias.is_integer() && above != FlatGraph::yes) throw NotFlat("a head that may see an id equal to its bias");
  const Term least = graph_.min(ids);
  return graph_.select(above, graph_.max(std::move(ids)), least);
}

std::optional<SymbolicNames::Telling> SymbolicNames::telling(std::string& why_not) {
  const auto not_shown = [&](std::string why) {
    why_not = std::move(why);
    return std::nullopt;
  };
  if (!symbolic_.swept()) return not_shown(symbolic_.undecided());
  const std::size_t n = run_.parameters.n;
  const Term largest = swept(run_.sweep_layers(), symbolic_.order().back());
  const Rational leading = run_.network.all_max.empty() ? Rational(1) : power(run_.c, run_.network.all_max.size());
  std::vector<Term> ids;
  std::optional<Span> rest;
  for (Token k = 0; k < n; ++k) {
    ids.push_back(id(run_.layers(), k));
    const Span here = graph_.bounds(graph_.expanded(ids[k] - leading * largest));
    rest = rest ? Span{std::min(rest->low, here.low), std::max(rest->high, here.high)} : here;
  }
  if (!(rest->high - rest->low < leading)) return not_shown("ids spread more than their leading part tells apart");
  for (Token k = 0; k < n; ++k) {
    for (Token j = 0; j < k; ++j) {
      if (graph_.equal(ids[j], ids[k]) != FlatGraph::no) return not_shown(fmt::format("tokens {} and {} may end with the same id", j + 1, k + 1));
    }
  }
  return Telling{graph_.expanded(largest), *rest, leading};
}

SymbolicRun::Shown SymbolicNames::all_ids_differ() {
  std::string why_not;
  const auto tells = telling(why_not);
  if (!tells) return {false, why_not};
  if (!graph_.tells_leaves(tells->largest, entries())) return {false, "the largest id after the sweeps was not shown to tell the input"};
  return {true, ""};
}

Term SymbolicNames::read(const NameCall& call) {
  const auto [n, d, D] = run_.parameters;
  const Rational delta = Rational(1) / Rational(D);
  const StagedName name = names_[call.accessor];
  switch (name) {
    case StagedName::G: {
      const auto r = call.index(1, 1, d) - 1;
      return delta * entry(r, static_cast<Token>(call.index(2, 1, n) - 1));
    }
    case StagedName::entry: {
      const Rational t = whole_argument(call, 0, 0, run_.layers());
      const auto r = call.index(2, 1, d) - 1;
      const auto k = static_cast<Token>(call.index(3, 1, n) - 1);
      const Term start = entry(r, k) + Term(run_.E[k]);
      return delta * (r == 0 ? start + id(t, k) - id(0, k) : start);  // heads write into row 1
    }
    case StagedName::head: return delta * head(call);
    case StagedName::v:
    case StagedName::z:
    case StagedName::zt:
    case StagedName::M:
    case StagedName::id: {
      const Rational t = layers_of(run_, name, call);
      return delta * id(t, static_cast<Token>(call.index(call.arguments.size() - 1, 1, n) - 1));
    }
    case StagedName::category: return graph_.unknown(0, 1, 2);  // no entry is out of range
    case StagedName::columns: return graph_.unknown(1, 1, Rational(n));
    case StagedName::sorted: return graph_.unknown(2, 0, 1);
    default: throw NotFlat("the name " + vocabulary_[call.accessor].name + " of an input");
  }
}

}  // namespace hardmax
