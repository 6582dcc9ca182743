#include "discharge/symbolic/values.hpp"

#include <algorithm>

#include "discharge/symbolic/names.hpp"
#include "exact/error.hpp"

namespace hardmax {

SymbolicValues::SymbolicValues(const StagedRun& run, const SymbolicRun& symbolic, const claim::Vocabulary& vocabulary, std::string target, WithMultiplier with_multiplier, Quantized quantized)
    : run_(run), symbolic_(symbolic), vocabulary_(vocabulary), target_(std::move(target)), with_multiplier_(std::move(with_multiplier)), quantized_(std::move(quantized)) {}

// Whole forms in the entries of the input take their bounds.
SymbolicValues::Ids SymbolicValues::ids_of(const StagedRun& run, const SymbolicRun& symbolic) const {
  if (!symbolic.followed()) return {symbolic.undecided(), {}, {}, {}};
  try {
    FlatGraph graph(true);
    SymbolicNames names(run, symbolic, vocabulary_, graph);
    SymbolicRun::Shown differ = symbolic.all_ids_differ();
    if (!differ.holds) differ = names.all_ids_differ();
    if (!differ.holds) return {"ids that may not differ: " + differ.why_not, {}, {}, {}};
    const auto whole_form = [&](const Rational& layers, Token k) {
      Term form = graph.expanded(names.id(layers, k));
      const bool whole = form.constant.is_integer() && std::all_of(form.parts.begin(), form.parts.end(), [&](const auto& part) { return part.second.is_integer() && graph.leaf_of(part.first); });
      if (!whole) throw NotFlat("ids that are no whole forms in the entries");
      return graph.bounds(form);
    };
    Ids ids;
    for (Token k = 0; k < run.parameters.n; ++k) {
      const Span last = whole_form(run.layers(), k), before = whole_form(run.sweep_layers(), k);
      ids.least = k == 0 ? last.low : std::min(ids.least, last.low);
      ids.largest = k == 0 ? last.high : std::max(ids.largest, last.high);
      ids.least_before_all_max = k == 0 ? before.low : std::min(ids.least_before_all_max, before.low);
    }
    if (ids.least < Rational(1)) ids.why_not = "an id that may be below delta";
    return ids;
  } catch (const NotFlat& e) {
    return {e.what(), {}, {}, {}};
  }
}

const SymbolicValues::Ids& SymbolicValues::printed() const {
  if (!printed_) printed_ = ids_of(run_, symbolic_);
  return *printed_;
}

const std::string& SymbolicValues::windows_apart() const { return printed().why_not; }

// Whether with the multiplier of R3 for aims of ids up to `largest` all windows are above these.
std::string SymbolicValues::enlarged(const Rational& largest) const {
  if (!windows_apart().empty()) return windows_apart();
  if (printed().least_before_all_max.sign() <= 0) return "R3 needs ids above zero before the all-max stage";
  const StagedRun run = with_multiplier_(yun2020b::enlarged_multiplier(run_.c, printed().least_before_all_max, largest));
  const SymbolicRun symbolic(run.network, *run.pattern);
  const Ids ids = ids_of(run, symbolic);
  if (!ids.why_not.empty()) return "with the multiplier of R3: " + ids.why_not;
  return ids.least >= largest + Rational(1) ? "" : "an id that is not above all aims with the multiplier of R3";
}

const std::string& SymbolicValues::enlarged_for_planted() const {
  if (!for_planted_) for_planted_ = enlarged(printed().largest);
  return *for_planted_;
}

// Every column of the grid is the target of some input.
const std::string& SymbolicValues::enlarged_for_target() const {
  if (!for_target_) for_target_ = enlarged(power(run_.parameters.D, run_.parameters.d) - Rational(1));
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
          if (quantized_(r, entry) != entry) return quantized_alike_.emplace("a quantiser that changes an entry of the grid");
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
  const auto unless = [](const std::string& why_not, Column column) { return why_not.empty() ? column : Column{Kind::unknown, 0, 0, why_not}; };
  if (name == StagedName::f || name == StagedName::out_R2 || name == StagedName::out_R3) {
    const std::size_t row = call.index(1, 1, d) - 1, k = call.index(2, 1, n) - 1;
    const auto token = target_token(k);
    if (!token) return {Kind::unknown, 0, 0, "a target other than identity and reverse"};
    const Column target{Kind::target, *token, row, ""};
    if (name == StagedName::f) return target;
    if (!quantizer_changes_nothing().empty()) return {Kind::unknown, 0, 0, quantizer_changes_nothing()};
    return unless(name == StagedName::out_R2 ? windows_apart() : enlarged_for_target(), target);
  }
  const std::size_t k = call.index(1, 1, n) - 1, j = call.index(3, 1, n) - 1, row = call.index(4, 1, d) - 1;
  const Column aim{Kind::context, j, row, ""};
  switch (name) {
    case StagedName::planted: return unless(windows_apart(), j <= k ? aim : Column{Kind::zero, j, row, ""});
    case StagedName::planted_back: return unless(windows_apart(), j >= k ? aim : Column{Kind::zero, j, row, ""});
    case StagedName::planted_R2: return unless(windows_apart(), aim);
    default: HARDMAX_REQUIRE(name == StagedName::planted_R3); return unless(enlarged_for_planted(), aim);
  }
}

}  // namespace hardmax
