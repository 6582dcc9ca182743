#include "discharge/symbolic/names.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "discharge/symbolic/values.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {
constexpr std::size_t kMostLayers = 4096;  // one by one

// Atoms are whole numbers.
bool is_whole(const Term& x) {
  return x.constant.is_integer() &&
         std::all_of(x.parts.begin(), x.parts.end(),
                     [](const auto& part) { return part.second.is_integer(); });
}
}  // namespace

SymbolicNames::SymbolicNames(const StagedRun& run, const SymbolicRun& symbolic,
                             const claim::Vocabulary& vocabulary, FlatGraph& graph, bool of_inputs)
    : run_(run),
      symbolic_(symbolic),
      of_inputs_(of_inputs),
      vocabulary_(vocabulary),
      graph_(graph),
      names_(staged_names(vocabulary)),
      moves_(run.parameters.n),
      moved_(run.network.sweeps.size()),
      nodes_(symbolic.nodes().size()) {
  const std::size_t n = run.parameters.n;
  if (symbolic.nodes().size() < n) throw NotFlat(symbolic.undecided());
  // A sweep that was given up has its place in fired() and perhaps a node; nothing after the sweeps
  // before it is known.
  followed_ = symbolic.swept()
                  ? symbolic.fired().size()
                  : symbolic.fired().size() - std::min<std::size_t>(symbolic.fired().size(), 1);
  std::vector<SymbolicRun::Index> column(n);
  for (Token k = 0; k < n; ++k) column[k] = k;
  auto next = static_cast<SymbolicRun::Index>(n);
  for (std::size_t i = 0; i < followed_; ++i) {
    const auto& fired = symbolic.fired()[i];
    if (!fired || fired->largest == fired->smallest) continue;
    moves_[fired->token].push_back({i, column[fired->token], next});
    moved_[i].emplace(fired->token, column[fired->token]);
    column[fired->token] = next++;
  }
  HARDMAX_REQUIRE(!symbolic.swept() || column == symbolic.columns());
  after_all_max_.resize(run.network.all_max.size() + 1, std::vector<std::optional<Term>>(n));
}

Term SymbolicNames::entry(std::size_t r, Token k) {
  const std::size_t leaf = k * run_.parameters.d + r;
  const Span bounds =
      within_ != nullptr ? (*within_)[leaf] : Span{0, Rational(run_.parameters.D - 1)};
  return graph_.leaf(static_cast<std::uint32_t>(leaf), bounds.low, bounds.high);
}

// Heads write into row 1.
Term SymbolicNames::entry_of(std::size_t r, Token k, const Term& gained) {
  return Rational(1) / Rational(run_.parameters.D) * (entry(r, k) + Term(run_.E[k]) + gained);
}

const Term& SymbolicNames::node(SymbolicRun::Index index) {
  if (nodes_[index]) return *nodes_[index];
  const SymbolicRun::Node& node = symbolic_.nodes()[index];
  Term sum(node.constant);
  if (node.terms.empty()) {
    for (std::size_t r = 0; r < run_.parameters.d; ++r)
      sum = sum + power(run_.parameters.D, r) * entry(r, node.digit);
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
    const Rational b =
        windows.first +
        floor((layers - run_.layer_of_window(move.sweep, windows.first)) / Rational(run_.p));
    id = graph_.select(graph_.at_most(node(move.before), Term(b)), node(move.after),
                       node(move.before));
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
  for (const Token j : run_.pattern->neighbours(layer.pattern_layer, k))
    attended.push_back(after_all_max(layers - 1, j));
  if (attended.empty()) throw NotFlat("a token attends to none");
  if (attended.size() > 1 && graph_.at_most(Term(1), before) != FlatGraph::yes)
    throw NotFlat("an id may be 0 or negative before an all-max layer");
  return after_all_max_[layers][k].emplace(
      graph_.define(before + layer.c * graph_.max(std::move(attended))));
}

Term SymbolicNames::id(const Rational& layers, Token k) {
  if (layers < run_.sweep_layers()) return swept(layers, k);
  std::size_t passed = 0;
  while (passed < run_.network.all_max.size() && run_.layer_of_all_max(passed) <= layers) ++passed;
  return after_all_max(passed, k);
}

SymbolicNames::After& SymbolicNames::after(const Term& layers) {
  for (After& known : after_) {
    if (!known.ids.empty() && known.layers == layers) return known;
  }
  const auto [first, u] = place(layers);
  // After `first` layers or more, and no more than this sweep is: what comes before it has been.
  const Rational in_sweep = Rational(run_.p) * run_.network.values;
  const Rational sweep = floor(first / in_sweep);
  if (graph_.bounds(layers).high > (sweep + Rational(1)) * in_sweep)
    throw NotFlat("layers of several sweeps at once");
  if (sweep >= Rational(followed_) && !symbolic_.swept()) throw NotFlat(symbolic_.undecided());
  const auto number = static_cast<std::size_t>(*sweep.to_int64());
  Term b;
  if (number < run_.network.sweeps.size()) {  // else all sweeps have been
    const Rational& first_window = run_.network.sweeps[number].first;
    b = u + Term(first_window +
                 floor((first - run_.layer_of_window(number, first_window)) / Rational(run_.p)));
  }
  After& after = after_[next_after_++ % after_.size()];
  after = {layers, number, std::move(b), {}, 0, {}};
  after.ids.resize(run_.parameters.n);
  return after;
}

const Term& SymbolicNames::id(After& after, Token k) {
  if (after.ids[k]) return *after.ids[k];
  Term id = node(k);
  for (const Move& move : moves_[k]) {
    if (move.sweep > after.sweep) break;
    // Moved in this sweep if its window is one of those that have been.
    id = move.sweep < after.sweep ? node(move.after)
                                  : graph_.select(graph_.at_most(node(move.before), after.b),
                                                  node(move.after), node(move.before));
  }
  return after.ids[k].emplace(std::move(id));
}

std::pair<Term, Term> SymbolicNames::attended(const Term& layers, std::size_t pattern_layer,
                                              Token k) {
  if (!layers.is_constant()) {
    After& at = after(layers);
    if (at.attended.empty() || at.pattern_layer != pattern_layer)
      at.attended.assign(run_.parameters.n, std::nullopt);
    at.pattern_layer = pattern_layer;
    if (at.attended[k]) return *at.attended[k];
  }
  std::vector<Term> ids;
  for (const Token j : run_.pattern->neighbours(pattern_layer, k)) ids.push_back(id(layers, j));
  if (ids.empty()) throw NotFlat("a token attends to none");
  std::pair<Term, Term> found{graph_.max(ids), graph_.min(ids)};
  if (!layers.is_constant()) after(layers).attended[k] = found;
  return found;
}

Term SymbolicNames::head(const NameCall& call, const Term& number) {
  const Place at = number.is_constant() ? Place{whole_argument(call, 0, 1, run_.layers()), Term()}
                                        : place(number);
  const StagedRun::Layer layer = run_.layer(at.first);
  const auto h = call.index(1, 1, layer.heads);
  const auto k = static_cast<Token>(call.index(3, 1, run_.parameters.n) - 1);
  const Term before = number - Term(1);
  const auto [most, least] = attended(before, layer.pattern_layer, k);
  // The largest where u^T Z_k > b_Q, the smallest where it is less; equal it is not, as ids are
  // whole numbers, and the b_Q of a window is none.
  const Rational bias =
      layer.sweep ? layer.b + (Rational(2 * h) - Rational(3)) / Rational(2) : Rational(0);
  const FlatGraph::Test above = graph_.less(at.u + Term(bias), id(before, k));
  if (!(most == least) && bias.is_integer() && above != FlatGraph::yes)
    throw NotFlat("a head that may see an id equal to its bias");
  return graph_.select(above, most, least);
}

// ---- layers that are terms

bool SymbolicNames::of_layer(std::size_t accessor) const { return is_of_layer(names_[accessor]); }

bool SymbolicNames::of_other_layer(std::size_t accessor) const {
  switch (names_[accessor]) {
    case StagedName::v_hidden:
    case StagedName::v_pieces:
    case StagedName::v_flat:
    case StagedName::v_low:
    case StagedName::v_high: return true;
    default: return false;
  }
}

SymbolicNames::Place SymbolicNames::place(const Term& layer) const {
  const Rational p(run_.p);
  const Span range = graph_.bounds(layer);
  if (!is_whole(layer)) throw NotFlat("a layer that may not be a whole number");
  if (range.low.sign() < 0 || range.high > run_.sweep_layers())
    throw NotFlat("layers of several kinds at once");
  Term u = Rational(1) / p * (layer - Term(range.low));
  const bool whole = u.constant.is_integer() &&
                     std::all_of(u.parts.begin(), u.parts.end(),
                                 [](const auto& part) { return part.second.is_integer(); });
  if (!whole) throw NotFlat("layers of several pattern layers at once");
  return {range.low, std::move(u)};
}

// `count` windows of a sweep and one pattern layer, the first of them layer `first`.
void SymbolicNames::windows(std::size_t sweep, const Rational& first, const Rational& count,
                            std::vector<Layers>& found) {
  const Rational p(run_.p), start = Rational(sweep) * p * run_.network.values;
  const Rational least = floor((first - start - Rational(1)) / p),
                 most = least + count - Rational(1);  // of m
  const auto layer = [&](const Term& m) { return Term(first) + p * (m - Term(least)); };
  if (!of_inputs_ || !moved_[sweep]) {
    found.push_back({layer(any_of(least, most)), false});
    return;
  }
  if (!symbolic_.nodes()[moved_[sweep]->second].terms.empty())
    throw NotFlat("layers at which a column is moved a second time");
  // The window that the column is in: from low to high, both for some input.
  const Term at = node(moved_[sweep]->second) - Term(run_.network.sweeps[sweep].first);
  const auto [low, high] = graph_.bounds(at);
  const auto apart = [&](const Rational& from, const Rational& to,
                         const Span& m) {  // m - at in from..to
    if (from <= to) found.push_back({layer(graph_.define(at + any_of(from, to), m)), false});
  };
  apart(1, most - low, {std::max(least, low + Rational(1)), most});
  if (least <= low && high <= most) {
    found.push_back({layer(at), true});
  } else if ((least <= low && low <= most) || (least <= high && high <= most)) {
    found.push_back({layer(at), false});
  } else {
    throw NotFlat("layers whose window a column may not be in");
  }
  apart(least - high, -1, {least, std::min(most, high - Rational(1))});
}

std::vector<SymbolicNames::Layers> SymbolicNames::layers(const Rational& first,
                                                         const Rational& last) {
  const Rational p(run_.p), in_sweep = p * run_.network.values;
  std::vector<Layers> found;
  for (Rational from = first; from <= last;) {
    const auto dropped = from.to_int64() ? run_.dropped.lower_bound(static_cast<std::uint64_t>(
                                               std::max<std::int64_t>(*from.to_int64(), 0)))
                                         : run_.dropped.end();
    const bool alone = dropped != run_.dropped.end() && Rational(*dropped) == from;
    if (alone || from.sign() <= 0 || from > run_.sweep_layers()) {
      if (found.size() >= kMostLayers) throw NotFlat("many layers one by one");
      found.push_back({Term(from), true});
      from += 1;
      continue;
    }
    const Rational sweep = floor((from - Rational(1)) / in_sweep);
    Rational end = std::min(last, (sweep + Rational(1)) * in_sweep);
    if (dropped != run_.dropped.end()) end = std::min(end, Rational(*dropped) - Rational(1));
    for (Rational at = from; at <= end && at < from + p; at += 1) {
      const Rational count = floor((end - at) / p) + Rational(1);
      if (count == Rational(1)) {
        found.push_back({Term(at), true});
      } else {
        windows(static_cast<std::size_t>(*sweep.to_int64()), at, count, found);
      }
    }
    from = end + Rational(1);
  }
  return found;
}

Term SymbolicNames::any_of(const Rational& first, const Rational& last) {
  return graph_.unknown(unknowns_++, first, last);
}

Term SymbolicNames::read_at(const NameCall& call, const Term& layer) {
  require_input_itself(graph_.bounds(layer).high);
  const Rational delta = Rational(1) / Rational(run_.parameters.D);
  const auto token = [&](std::size_t position) {
    return static_cast<Token>(call.index(position, 1, run_.parameters.n) - 1);
  };
  switch (names_[call.accessor]) {
    case StagedName::v: return delta * id(layer, token(2));
    case StagedName::entry: {
      const auto r = call.index(2, 1, run_.parameters.d) - 1;
      const Token k = token(3);
      const Term gained =
          id(layer, k) -
          id(Rational(0), k);  // read also where it is not needed: the layer has to be there
      return entry_of(r, k, r == 0 ? gained : Term());
    }
    case StagedName::v_hidden:
    case StagedName::v_pieces:
    case StagedName::v_flat:
      if (const Span range = graph_.bounds(layer);
          !is_whole(layer) || range.low < Rational(1) || range.high > run_.value_layers())
        throw NotFlat("value layers that are not there");
      return Term(Rational(of_any_value_layer(names_[call.accessor])));
    case StagedName::v_low: return delta * (window_of(layer) - Term(Rational(1) / Rational(2)));
    case StagedName::v_high: return delta * (window_of(layer) + Term(Rational(1) / Rational(2)));
    default: break;
  }
  // What a layer is, does not depend on the window it has.
  const Place at = place(layer);
  const Rational in_sweep = Rational(run_.p) * run_.network.values,
                 last = graph_.bounds(layer).high;
  if (at.first.sign() <= 0 ||
      floor((at.first - Rational(1)) / in_sweep) != floor((last - Rational(1)) / in_sweep))
    throw NotFlat("layers of several sweeps at once");
  if (std::any_of(run_.dropped.begin(), run_.dropped.end(),
                  [&](std::uint64_t t) { return Rational(t) >= at.first && Rational(t) <= last; }))
    throw NotFlat("layers, where some are dropped");
  const StagedRun::Layer kind = run_.layer(at.first);
  switch (names_[call.accessor]) {
    case StagedName::head: return delta * head(call, layer);
    case StagedName::mask: return Term(Rational(kind.pattern_layer + 1));
    case StagedName::heads: return Term(Rational(kind.heads));
    case StagedName::bq: {
      const auto h = call.index(1, 1, kind.heads);
      return delta * (at.u + Term(kind.b + (Rational(2 * h) - Rational(3)) / Rational(2)));
    }
    default: return InputNames::read_at(call, layer);
  }
}

// The id around which the window of a value layer is: its number is n times the ordinal of the
// input, whose last entry counts fastest, and the token.
Term SymbolicNames::window_of(const Term& layer) {
  if (values_ == nullptr) throw NotFlat("the value mapping is not followed");
  const auto [n, d, D] = run_.parameters;
  if (!first_value_layer_) {
    Term before;
    Rational weight(n);
    for (Token k = static_cast<Token>(n); k-- > 0;) {
      for (std::size_t r = d; r-- > 0; weight *= Rational(D))
        before = before + weight * entry(r, k);
    }
    first_value_layer_ = std::move(before);
  }
  const Term token = layer - *first_value_layer_;
  const auto k = token.constant.to_int64();
  if (!token.is_constant() || !k || *k < 1 || *k > static_cast<std::int64_t>(n))
    throw NotFlat("a value layer that is not one of this input");
  return id(run_.layers(), static_cast<Token>(*k - 1));
}

Term SymbolicNames::value(StagedName name, const NameCall& call) {
  require_input_itself(run_.layers());
  if (values_ == nullptr) throw NotFlat("the value mapping is not followed");
  const SymbolicValues::Column column = values_->column(name, call);
  const auto k = static_cast<Token>(column.token);
  switch (column.kind) {
    case SymbolicValues::Column::Kind::context:
      return entry_of(column.row, k,
                      column.row == 0 ? id(run_.layers(), k) - id(Rational(0), k) : Term());
    case SymbolicValues::Column::Kind::target:
      return Rational(1) / Rational(run_.parameters.D) * entry(column.row, k);
    case SymbolicValues::Column::Kind::zero: return Term();
    default: throw NotFlat(column.why_not);
  }
}

std::optional<SymbolicNames::Telling> SymbolicNames::telling(std::string& why_not) {
  const auto not_shown = [&](std::string why) {
    why_not = std::move(why);
    return std::nullopt;
  };
  if (!symbolic_.swept()) return not_shown(symbolic_.undecided());
  const std::size_t n = run_.parameters.n;
  const Term largest = swept(run_.sweep_layers(), symbolic_.order().back());
  const Rational leading =
      run_.network.all_max.empty() ? Rational(1) : power(run_.c, run_.network.all_max.size());
  std::vector<Term> ids;
  std::optional<Span> rest;
  for (Token k = 0; k < n; ++k) {
    ids.push_back(id(run_.layers(), k));
    const Span here = graph_.bounds(graph_.expanded(ids[k] - leading * largest));
    rest = rest ? Span{std::min(rest->low, here.low), std::max(rest->high, here.high)} : here;
  }
  if (!(rest->high - rest->low < leading))
    return not_shown("ids spread more than their leading part tells apart");
  for (Token k = 0; k < n; ++k) {
    for (Token j = 0; j < k; ++j) {
      if (graph_.equal(ids[j], ids[k]) != FlatGraph::no)
        return not_shown(fmt::format("tokens {} and {} may end with the same id", j + 1, k + 1));
    }
  }
  return Telling{graph_.expanded(largest), *rest, leading};
}

SymbolicRun::Shown SymbolicNames::all_ids_differ() {
  std::string why_not;
  const auto tells = telling(why_not);
  if (!tells) return {false, why_not};
  if (!graph_.tells_leaves(tells->largest, entries()))
    return {false, "the largest id after the sweeps was not shown to tell the input"};
  return {true, ""};
}

void SymbolicNames::require_input_itself(const Rational& layers) const {
  if (entries_alone_ && layers.sign() > 0)
    throw NotFlat("of a long input its entries are followed, and not through layers");
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
      require_input_itself(t);
      return entry_of(r, k, r == 0 ? id(t, k) - id(Rational(0), k) : Term());
    }
    case StagedName::head:
      require_input_itself(call.number(0));
      return delta * head(call, Term(call.number(0)));
    case StagedName::v:
    case StagedName::z:
    case StagedName::zt:
    case StagedName::M:
    case StagedName::id: {
      const Rational t = layers_of(run_, name, call);
      require_input_itself(t);
      return delta * id(t, static_cast<Token>(call.index(call.arguments.size() - 1, 1, n) - 1));
    }
    case StagedName::category: return graph_.unknown(0, 1, 2);  // no entry is out of range
    case StagedName::columns: return graph_.unknown(1, 1, Rational(n));
    case StagedName::sorted: return graph_.unknown(2, 0, 1);
    default:
      if (SymbolicValues::has_column(name)) return value(name, call);
      throw NotFlat("the name " + vocabulary_[call.accessor].name + " of an input");
  }
}

}  // namespace hardmax
