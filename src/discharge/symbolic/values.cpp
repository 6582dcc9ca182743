#include "discharge/symbolic/values.hpp"

#include <algorithm>

#include "discharge/symbolic/names.hpp"
#include "exact/error.hpp"

namespace hardmax {

SymbolicValues::SymbolicValues(const StagedRun& run, const SymbolicRun& symbolic,
                               const claim::Vocabulary& vocabulary, std::string target,
                               WithMultiplier with_multiplier, Quantized quantized)
    : run_(run),
      symbolic_(symbolic),
      vocabulary_(vocabulary),
      target_(std::move(target)),
      with_multiplier_(std::move(with_multiplier)),
      quantized_(std::move(quantized)) {}

namespace {

// The least or largest value of the ids of all tokens after so many layers, which is attained: a
// whole form in the entries takes its bounds. Most tokens are left out by bounds of their ids that
// need not be.
Rational attained(const StagedRun& run, SymbolicNames& names, FlatGraph& graph,
                  const Rational& layers, bool largest) {
  std::vector<std::pair<Rational, Token>> bounds;  // of the id, or of its negative
  const auto value = [&](const Span& span) { return largest ? span.high : -span.low; };
  for (Token k = 0; k < run.parameters.n; ++k)
    bounds.emplace_back(value(graph.bounds(names.id(layers, k))), k);
  std::sort(bounds.begin(), bounds.end(),
            [](const auto& x, const auto& y) { return x.first > y.first; });
  std::optional<Rational> best;
  for (const auto& [bound, k] : bounds) {
    if (best && bound <= *best) break;
    const Term form = graph.expanded(names.id(layers, k));
    if (!std::all_of(form.parts.begin(), form.parts.end(),
                     [&](const auto& part) { return graph.leaf_of(part.first).has_value(); }))
      throw NotFlat("ids that are no forms in the entries");
    const Rational exact = value(graph.bounds(form));
    if (!best || exact > *best) best = exact;
  }
  return largest ? *best : -*best;
}

// Empty if all ids differ, are whole and at least `least`; else why that is not known.
std::string unlike(const StagedRun& run, const SymbolicRun& symbolic, SymbolicNames& names,
                   FlatGraph& graph, const Rational& least) {
  SymbolicRun::Shown differ = symbolic.all_ids_differ();
  if (!differ.holds) differ = names.all_ids_differ();
  if (!differ.holds) return "ids that may not differ: " + differ.why_not;
  const auto whole = [](const Term& form) {
    return form.constant.is_integer() &&
           std::all_of(form.parts.begin(), form.parts.end(),
                       [](const auto& part) { return part.second.is_integer(); });
  };
  bool above = true;
  for (Token k = 0; k < run.parameters.n; ++k) {
    const Term form = names.id(run.layers(), k);
    if (!whole(form)) return "ids that are no whole multiples of delta";
    above = above && graph.bounds(form).low >= least;
  }
  return above || attained(run, names, graph, run.layers(), false) >= least
             ? ""
             : "an id that may be below " + least.str() + " delta";
}

}  // namespace

SymbolicValues::Ids SymbolicValues::printed_ids() const {
  if (!symbolic_.followed()) return {symbolic_.undecided(), {}, {}};
  try {
    FlatGraph graph(true);
    SymbolicNames names(run_, symbolic_, vocabulary_, graph);
    Ids ids;
    ids.why_not = unlike(run_, symbolic_, names, graph, Rational(1));
    if (!ids.why_not.empty()) return ids;
    ids.largest = attained(run_, names, graph, run_.layers(), true);
    ids.least_before_all_max = attained(run_, names, graph, run_.sweep_layers(), false);
    return ids;
  } catch (const NotFlat& e) {
    return {e.what(), {}, {}};
  }
}

const SymbolicValues::Ids& SymbolicValues::printed() const {
  if (!printed_) printed_ = printed_ids();
  return *printed_;
}

const std::string& SymbolicValues::windows_apart() const { return printed().why_not; }

// Whether with the multiplier of R3 for aims of ids up to `largest` all windows are above these.
std::string SymbolicValues::enlarged(const Rational& largest) const {
  if (!windows_apart().empty()) return windows_apart();
  if (printed().least_before_all_max.sign() <= 0)
    return "R3 needs ids above zero before the all-max stage";
  const StagedRun run =
      with_multiplier_(enlarged_multiplier(run_.c, printed().least_before_all_max, largest));
  const SymbolicRun symbolic(run.network, *run.pattern);
  if (!symbolic.followed()) return "with the multiplier of R3: " + symbolic.undecided();
  try {
    FlatGraph graph(true);
    SymbolicNames names(run, symbolic, vocabulary_, graph);
    const std::string why_not = unlike(run, symbolic, names, graph, largest + Rational(1));
    return why_not.empty() ? "" : "with the multiplier of R3: " + why_not;
  } catch (const NotFlat& e) {
    return e.what();
  }
}

const std::string& SymbolicValues::enlarged_for_planted() const {
  if (!for_planted_) for_planted_ = enlarged(printed().largest);
  return *for_planted_;
}

// Every column of the grid is the target of some input.
const std::string& SymbolicValues::enlarged_for_target() const {
  if (!for_target_)
    for_target_ = enlarged(power(run_.parameters.D, run_.parameters.d) - Rational(1));
  return *for_target_;
}

// Of any column G_k + E_k.
const std::string& SymbolicValues::quantizer_changes_nothing() const {
  if (quantized_alike_) return *quantized_alike_;
  quantized_alike_.emplace();
  try {
    for (std::size_t r = 0; r < run_.parameters.d; ++r) {
      for (std::size_t k = 0; k < run_.parameters.n; ++k) {
        for (std::uint64_t g = 0; g < run_.parameters.D; ++g) {
          const Rational entry = run_.E[k] + Rational(g);
          if (quantized_(r, entry) != entry)
            return quantized_alike_.emplace("a quantiser that changes an entry of the grid");
        }
      }
    }
  } catch (const LimitReached& e) {
    quantized_alike_ = e.what();
  }
  return *quantized_alike_;
}

std::optional<std::size_t> SymbolicValues::target_token(std::size_t k) const {
  if (target_ == "identity") return k;
  if (target_ == "reverse") return run_.parameters.n - 1 - k;
  return std::nullopt;
}

bool SymbolicValues::has_column(StagedName name) {
  switch (name) {
    case StagedName::f:
    case StagedName::out_R2:
    case StagedName::out_R3:
    case StagedName::planted:
    case StagedName::planted_back:
    case StagedName::planted_R2:
    case StagedName::planted_R3: return true;
    default: return false;
  }
}

SymbolicValues::Column SymbolicValues::column(StagedName name, const NameCall& call) const {
  using Kind = Column::Kind;
  const auto [n, d, D] = run_.parameters;
  const auto unless = [](const std::string& why_not, Column column) {
    return why_not.empty() ? column : Column{Kind::unknown, 0, 0, why_not};
  };
  if (name == StagedName::f || name == StagedName::out_R2 || name == StagedName::out_R3) {
    const std::size_t row = call.index(1, 1, d) - 1, k = call.index(2, 1, n) - 1;
    const auto token = target_token(k);
    if (!token) return {Kind::unknown, 0, 0, "a target other than identity and reverse"};
    const Column target{Kind::target, *token, row, ""};
    if (name == StagedName::f) return target;
    if (!quantizer_changes_nothing().empty())
      return {Kind::unknown, 0, 0, quantizer_changes_nothing()};
    return unless(name == StagedName::out_R2 ? windows_apart() : enlarged_for_target(), target);
  }
  const std::size_t k = call.index(1, 1, n) - 1, j = call.index(3, 1, n) - 1,
                    row = call.index(4, 1, d) - 1;
  const Column aim{Kind::context, j, row, ""};
  switch (name) {
    case StagedName::planted:
      return unless(windows_apart(), j <= k ? aim : Column{Kind::zero, j, row, ""});
    case StagedName::planted_back:
      return unless(windows_apart(), j >= k ? aim : Column{Kind::zero, j, row, ""});
    case StagedName::planted_R2: return unless(windows_apart(), aim);
    default:
      HARDMAX_REQUIRE(name == StagedName::planted_R3);
      return unless(enlarged_for_planted(), aim);
  }
}

}  // namespace hardmax
