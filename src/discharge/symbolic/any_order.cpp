#include "discharge/symbolic/any_order.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <set>

#include "claim/syntax.hpp"
#include "exact/error.hpp"

namespace hardmax {

using claim::Node;
using claim::NodePtr;
using claim::Op;
using claim::Quotient;
using Shown = SymbolicFacts::Shown;

namespace {

// Where the token stands among the arguments that are numbers.
std::optional<std::size_t> token_argument(StagedName name) {
  switch (name) {
    case StagedName::z:
    case StagedName::zt:
    case StagedName::id: return 0;
    case StagedName::G:
    case StagedName::v: return 1;
    case StagedName::entry:
    case StagedName::head: return 2;
    default: return std::nullopt;
  }
}

// Whether a formula says the same of an input and of its tokens in another order.
class Symmetry {
 public:
  explicit Symmetry(const claim::Vocabulary& vocabulary)
      : vocabulary_(vocabulary), names_(staged_names(vocabulary)) {}

  bool holds(const Node& node) {
    if (node.op == Op::variable)
      return !tokens_.contains(node.index);  // a token elsewhere than below
    if (node.op == Op::chain) return false;
    if (node.op == Op::comparison &&
        std::all_of(node.parts.begin(), node.parts.end(),
                    [&](const NodePtr& part) { return is_token(*part); })) {
      return std::all_of(node.relations.begin(), node.relations.end(), [](claim::Relation r) {
        return r == claim::Relation::equal || r == claim::Relation::different;
      });
    }
    if (node.op == Op::accessor) return read(node);
    for (const claim::Binder& binder : node.binders) {
      if (binder.domain == claim::Binder::Domain::range && is(*binder.first, "1") &&
          is(*binder.last, "n"))
        tokens_.insert(binder.slot);
      if ((binder.first && !holds(*binder.first)) || (binder.last && !holds(*binder.last)))
        return false;
    }
    return (!node.where || holds(*node.where)) &&
           std::all_of(node.parts.begin(), node.parts.end(),
                       [&](const NodePtr& part) { return holds(*part); });
  }

 private:
  [[nodiscard]] static bool is(const Node& node, const char* text) {
    return node.op != Op::variable && claim::print(node) == text;
  }
  [[nodiscard]] bool is_token(const Node& node) const {
    return node.op == Op::variable && tokens_.contains(node.index);
  }
  bool read(const Node& node) {
    const claim::Accessor& name = vocabulary_[node.index];
    const auto input =
        std::find(name.parameters.begin(), name.parameters.end(), claim::Type::input);
    const auto token = token_argument(names_[node.index]);
    if (input != name.parameters.end() && !token)
      return names_[node.index] == StagedName::category ||
             names_[node.index] == StagedName::columns;
    std::size_t number = 0;
    for (const NodePtr& part : node.parts) {
      if (part->type != claim::Type::number) continue;
      if (token && number++ == *token ? !is_token(*part) : !holds(*part)) return false;
    }
    return true;
  }

  const claim::Vocabulary& vocabulary_;
  std::vector<StagedName> names_;
  std::set<std::size_t> tokens_;  // slots
};

claim::Verdict evaluate(const claim::Formula& formula, const claim::Model& model,
                        claim::InputFunctions& functions, std::string& why_not) {
  try {
    return claim::SymbolicEvaluator(formula.syntax(), model, functions).decide(nullptr);
  } catch (const Undefined& e) {
    why_not = e.what();
  } catch (const LimitReached& e) {
    why_not = e.what();
  }
  return {claim::Truth::unknown, true};
}

}  // namespace

// Sorted inputs with so many neighbours that are alike, one group after the other: the run of one
// token of each group.
class AnyOrder::Tied final : public claim::InputFunctions {
 public:
  Tied(const SweepSystem& system, const StagedRun& staged, const std::vector<std::uint64_t>& sizes,
       const claim::Model& rest)
      : vocabulary_(sweep_vocabulary()),
        names_(staged_names(vocabulary_)),
        n_(staged.parameters.n) {
    const auto [n, d, D] = staged.parameters;
    const SweepPaper& paper = *system.choice().paper;
    const bool itself = staged.pattern->neighbours(0, 0).size() == n;
    std::vector<std::vector<Token>> attended(sizes.size());
    for (std::size_t a = 0; a < sizes.size(); ++a) {
      group_.insert(group_.end(), sizes[a], a);
      for (std::size_t b = 0; b < sizes.size(); ++b) {
        if (a != b || itself || sizes[a] > 1) attended[a].push_back(static_cast<Token>(b));
      }
    }
    pattern_.emplace("groups", std::vector<std::vector<std::vector<Token>>>{std::move(attended)});
    auto network = stages_of_every_size(system.choice(), {n, d, D, true, 2}, system.overrides());
    network.start.resize(sizes.size());
    every_ = {{sizes.size(), d, D, true, 2},
              &paper,
              false,
              &*pattern_,
              nullptr,
              std::move(network),
              &rest};
    run_.emplace(every_.network, *pattern_);
    input_.emplace(every_, &*run_, vocabulary_);
  }

  void begin(bool layers_together) {
    input_->begin();
    input_->take_layers_together(layers_together);
  }
  [[nodiscard]] bool layers_asked() const { return input_->layers_asked(); }
  [[nodiscard]] std::vector<std::vector<Fact>> examples() const { return input_->examples(); }
  [[nodiscard]] const claim::Model& model() const { return input_->model(); }

  [[nodiscard]] std::optional<Quotient> read(std::size_t accessor,
                                             std::span<const Quotient> numbers,
                                             std::span<const std::size_t> inputs) override {
    if (vocabulary_[accessor].name == "n") return Quotient(Rational(n_));
    if (names_[accessor] == StagedName::category) return Quotient(Rational(2));
    if (vocabulary_[accessor].name == "planted_R2")
      throw LimitReached(
          "the value layers of an input whose columns are not all different; there is none");
    std::vector<Quotient> of_groups(numbers.begin(), numbers.end());
    if (const auto at = token_argument(names_[accessor])) {
      const auto token = of_groups[*at].constant();
      if (!token || !token->is_integer() || *token < Rational(1) || *token > Rational(n_))
        throw LimitReached("an index that is not known to be a token");
      of_groups[*at] =
          Quotient(Rational(group_[static_cast<std::size_t>(*token->to_int64()) - 1] + 1));
    } else if (names_[accessor] == StagedName::E) {
      throw LimitReached("encodings of tokens that are alike");
    }
    return input_->read(accessor, of_groups, inputs);
  }
  [[nodiscard]] unsigned signs(const Quotient& x) override { return input_->signs(x); }
  [[nodiscard]] std::optional<Rational> value(const Quotient& x) override {
    return input_->value(x);
  }
  [[nodiscard]] bool any_input() const override { return true; }
  [[nodiscard]] std::optional<Quotient> inputs() const override { return std::nullopt; }
  [[nodiscard]] std::optional<Quotient> extreme(const Quotient&, bool) override {
    return std::nullopt;
  }
  [[nodiscard]] bool tells_input(const Quotient&, std::size_t) override { return false; }
  [[nodiscard]] bool known(const Node&) override { return false; }
  [[nodiscard]] bool assume(const std::vector<Fact>& facts) override {
    return input_->assume(facts);
  }
  void forget() override { input_->forget(); }
  [[nodiscard]] std::size_t samples() const override { return 0; }
  [[nodiscard]] std::vector<Fact> sample(std::size_t, std::size_t) const override { return {}; }
  [[nodiscard]] bool of_layer(std::size_t accessor) const override {
    return input_->of_layer(accessor);
  }
  [[nodiscard]] std::optional<std::vector<Numbers>> numbers(const Quotient& first,
                                                            const Quotient& last,
                                                            bool of_input) override {
    return input_->numbers(first, last, of_input);
  }

 private:
  const claim::Vocabulary& vocabulary_;
  std::vector<StagedName> names_;
  std::uint64_t n_;
  std::vector<std::size_t> group_;  // of each token
  std::optional<Pattern> pattern_;
  EveryRun every_;
  std::optional<SymbolicRunOf<WholePolynomial>> run_;
  std::optional<EveryInput> input_;
};

AnyOrder::AnyOrder(const SweepSystem& system, const StagedRun& staged, IncreasingRun& increasing)
    : system_(system),
      staged_(staged),
      increasing_(increasing),
      rest_(system.open(1)),
      closed_(staged, sweep_vocabulary(), *rest_),
      state_(staged, sweep_vocabulary()) {
  HARDMAX_REQUIRE(!system.choice().positional && !system.choice().extended);
}

AnyOrder::~AnyOrder() = default;

Shown AnyOrder::show(const claim::Formula& formula) {
  if (formula.root().op != Op::conjunction) return show_of_each(formula);
  for (const NodePtr& part : formula.root().parts) {
    const claim::Formula one = claim::Formula::parse(claim::print(*part), sweep_vocabulary());
    if (Shown shown = show_of_each(one); !shown.holds) return shown;
  }
  return {true, ""};
}

// By what the formula asks for, those that have inputs.
std::vector<AnyOrder::Kind> AnyOrder::kinds(const claim::Formula& formula) const {
  const claim::Vocabulary& names = sweep_vocabulary();
  const auto asks = [&](const char* name) { return mentions(formula, index_of(names, name)); };
  const std::uint64_t n = staged_.parameters.n;
  const auto few = staged_.network.values.to_int64();
  const std::uint64_t most =
      few && static_cast<std::uint64_t>(*few) < n ? static_cast<std::uint64_t>(*few) : n;
  std::vector<Kind> found;
  const auto add = [&](std::uint64_t first, std::uint64_t last) {
    if (first > last) return;
    found.push_back({first, last, true});
    if (last >= 2) found.push_back({std::max<std::uint64_t>(first, 2), last, false});
  };
  if (asks("columns")) {
    for (std::uint64_t columns = 1; columns <= most; ++columns) add(columns, columns);
  } else {
    add(1, std::min(most, n - 1));
    add(n, most);
  }
  return found;
}

bool AnyOrder::tokens_alike() {
  for (Token k = 0; k + 1 < staged_.parameters.n; ++k) {
    if (!state_.alike(k)) return false;
  }
  return true;
}

AnyOrder::Found AnyOrder::from_any_state(const claim::Formula& formula, const Kind& kind,
                                         std::string& why_not) {
  state_.begin(kind.least, kind.sorted);
  const claim::Verdict verdict = evaluate(formula, closed_, state_, why_not);
  return {verdict.truth == claim::Truth::yes,
          verdict.truth == claim::Truth::yes && !verdict.vacuous};
}

AnyOrder::Tied& AnyOrder::tied(const std::vector<std::uint64_t>& sizes) {
  auto& known = tied_[sizes];
  if (!known) known = std::make_unique<Tied>(system_, staged_, sizes, closed_);
  return *known;
}

AnyOrder::Found AnyOrder::from_runs(const claim::Formula& formula, const Kind& kind,
                                    std::string& why_not) {
  const std::uint64_t n = staged_.parameters.n;
  if (kind.least == n) {
    const Shown shown = increasing_.show(formula);
    why_not = shown.why_not;
    return {shown.holds || increasing_.last_is_true(), shown.holds};
  }
  if (!tokens_alike()) {
    why_not = "columns that are alike, with different encodings";
    return {};
  }
  std::vector<std::vector<std::uint64_t>> ways;
  std::vector<std::uint64_t> sizes;
  const std::function<void(std::uint64_t)> cut = [&](std::uint64_t left) {
    if (ways.size() > most_ways) return;
    if (left == 0) {
      if (sizes.size() >= kind.least) ways.push_back(sizes);
      return;
    }
    if (sizes.size() == kind.most) return;
    for (std::uint64_t size = left; size >= 1; --size) {
      sizes.push_back(size);
      cut(left - size);
      sizes.pop_back();
    }
  };
  cut(n);
  if (ways.size() > most_ways) {
    why_not = fmt::format("more than {} ways in which columns are alike", most_ways);
    return {};
  }
  Found found{true, false};
  for (const auto& way : ways) {
    Tied& run = tied(way);
    claim::Verdict verdict{claim::Truth::unknown, true};
    for (const bool together : {true, false}) {  // layers one by one may be many
      if (!together && (!run.layers_asked() || staged_.network.values > Rational(4096))) continue;
      run.begin(together);
      std::string why;
      verdict = evaluate(formula, run.model(), run, why);
      if (verdict.truth == claim::Truth::yes) break;
      if (together)
        why_not = fmt::format("tokens alike in groups of {}: {}", fmt::join(way, ", "),
                              why.empty() ? "a comparison is not shown" : why);
    }
    if (verdict.truth != claim::Truth::yes) return {};
    found.says_something = found.says_something || !verdict.vacuous;
    for (const auto& example :
         found.says_something ? std::vector<std::vector<Tied::Fact>>() : run.examples()) {
      run.begin(false);
      if (!run.assume(example)) continue;
      const claim::Verdict there = evaluate(formula, run.model(), run, why_not);
      found.says_something =
          found.says_something || (there.truth == claim::Truth::yes && !there.vacuous);
    }
  }
  return found;
}

Shown AnyOrder::show_of_each(const claim::Formula& formula) {
  std::string why_not = "a comparison is not shown of any order of the columns";
  if (formula.scope() == claim::Formula::Scope::closed) {
    const Found found = from_any_state(formula, {1, 1, true}, why_not);
    return {found.holds, why_not};
  }
  const Node& root = formula.root();
  if (root.op != Op::forall || root.binders[0].domain != claim::Binder::Domain::inputs ||
      inputs_bound(root) != 1)
    return {false, "of inputs in any order only what is said of each by itself is looked at"};
  if (!system_.overrides().drop.empty()) return {false, "a dropped layer"};
  const bool symmetric = Symmetry(sweep_vocabulary()).holds(formula.root());
  std::vector<Kind> left;
  bool says_something = false;
  const auto asks = [&](const char* name) {
    return mentions(formula, index_of(sweep_vocabulary(), name));
  };
  const bool asks_columns = asks("columns"), asks_category = asks("category"),
             asks_sorted = asks("sorted");
  std::map<std::pair<std::uint64_t, bool>, Found> known;  // by what the formula can see
  for (const Kind& kind : kinds(formula)) {
    const std::pair seen{asks_columns                                          ? kind.least
                         : asks_category && kind.least == staged_.parameters.n ? 2U
                                                                               : 1U,
                         asks_sorted && kind.sorted};
    auto at = known.find(seen);
    if (at == known.end()) at = known.emplace(seen, from_any_state(formula, kind, why_not)).first;
    const Found found = at->second;
    says_something = says_something || found.says_something;
    if (!found.holds) left.push_back(kind);
  }
  const std::string from_any = why_not;
  for (const Kind& kind : left) {
    // Sorted ones are looked at too, or were shown whatever the order.
    if (!kind.sorted && symmetric && tokens_alike()) continue;
    if (!kind.sorted) return {false, "columns in any order: " + why_not};
    const Found found = from_runs(formula, kind, why_not);
    if (!found.holds) return {false, fmt::format("{}; from any state: {}", why_not, from_any)};
    says_something = says_something || found.says_something;
  }
  if (!says_something) {  // of some inputs at least
    std::string none;
    says_something = from_runs(formula, {1, 1, true}, none).says_something ||
                     (staged_.network.values >= Rational(staged_.parameters.n) &&
                      increasing_.show(formula).holds);
  }
  return {says_something, "nothing it is sure to say something of"};
}

}  // namespace hardmax
