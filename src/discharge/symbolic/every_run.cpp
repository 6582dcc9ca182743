#include "discharge/symbolic/every_run.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "claim/syntax.hpp"
#include "discharge/orbits.hpp"
#include "discharge/sweep_model.hpp"
#include "exact/error.hpp"
#include "execute/symbolic_residues.hpp"

namespace hardmax {

namespace sign = claim::sign;
using claim::Node;
using claim::Quotient;

namespace {

bool is_same(const Node& node, const std::string& text, const claim::Vocabulary& names) {
  return claim::same(node, claim::Formula::parse(text, names).root());
}

// Names that do not depend on D or the input.
class SizelessModel final : public claim::Model {
 public:
  SizelessModel(const EveryRun& every, const claim::Vocabulary& vocabulary)
      : every_(every), vocabulary_(vocabulary) {}

  [[nodiscard]] claim::Value read(std::size_t accessor,
                                  std::span<const claim::Value> arguments) const override {
    const std::string& name = vocabulary_[accessor].name;
    const std::uint64_t n = every_.size.n;
    const NameCall call{accessor, arguments, &vocabulary_};
    if (name == "n") return Rational(n);
    if (name == "d") return Rational(*every_.size.d);
    if (every_.paper != nullptr) {
      if (name == "positional") return Rational(every_.positional ? 1 : 0);
      if (name == "extended") return Rational(0);
    } else {
      const Assumption1& a = *every_.assumption;
      if (name == "p") return Rational(every_.p());
      if (name == "s") return Rational(a.s);
      if (name == "gamma") return Rational(a.gamma[call.index(0, 1, n) - 1] + 1);
      if (name == "l") return Rational(a.l[call.index(0, 2, n) - 1] + 1);
      if (name == "A")
        return of_tokens(every_.pattern->neighbours(call.index(0, 1, every_.p()) - 1,
                                                    static_cast<Token>(call.index(1, 1, n) - 1)));
      if (name == "S")
        return of_tokens(
            seen(call.index(0, 1, most_steps), static_cast<Token>(call.index(1, 1, n) - 1)));
    }
    const bool of_input =
        std::any_of(arguments.begin(), arguments.end(), [](const claim::Value& argument) {
          return std::holds_alternative<claim::Input>(argument);
        });
    if (every_.rest != nullptr && !of_input) return every_.rest->read(accessor, arguments);
    throw LimitReached("the name " + name + (of_input ? " of an input" : " for every D"));
  }
  [[nodiscard]] std::uint64_t input_count() const override { throw LimitReached("inputs"); }
  [[nodiscard]] std::string show(claim::Input) const override { return ""; }

 private:
  static constexpr std::uint64_t most_steps = 1 << 12;
  template <typename Tokens>
  static claim::Set of_tokens(const Tokens& tokens) {
    claim::Set members;
    for (const Token k : tokens) members.emplace_back(k + 1);
    return members;
  }
  // S^t_k: one layer after the other.
  [[nodiscard]] std::vector<Token> seen(std::uint64_t t, Token k) const {
    std::vector<bool> now(every_.size.n, false);
    now[k] = true;
    for (std::uint64_t layer = t;
         layer-- > 0;) {  // S^t_k is the union of S^{t-1}_j over the j that k attends to in layer t
      std::vector<bool> next(now.size(), false);
      for (Token j = 0; j < now.size(); ++j) {
        if (!now[j]) continue;
        for (const Token i : every_.pattern->neighbours(layer % every_.p(), j)) next[i] = true;
      }
      now = std::move(next);
    }
    std::vector<Token> tokens;
    for (Token j = 0; j < now.size(); ++j) {
      if (now[j]) tokens.push_back(j);
    }
    return tokens;
  }

  const EveryRun& every_;
  const claim::Vocabulary& vocabulary_;
};

constexpr const char* kIncreasing = "sorted({0}) = 1 and category({0}) = 1";

}  // namespace

bool about_increasing(const claim::Formula& formula) {
  const auto asked = asks_for_sorted(formula, index_of(sweep_vocabulary(), "sorted"),
                                     index_of(sweep_vocabulary(), "category"));
  return asked && asked->distinct;
}

IdsSay what_ids_say(const Node& node, const claim::Vocabulary& names) {
  using What = IdsSay::What;
  if (node.op != claim::Op::distinct && node.op != claim::Op::forall) return {};
  if (node.binders[0].domain != claim::Binder::Domain::inputs) return {};
  std::vector<std::pair<std::string, bool>> choices = {{"", false}};
  if (std::any_of(names.begin(), names.end(),
                  [](const claim::Accessor& a) { return a.name == "sorted"; })) {
    choices.emplace_back(" where category(H) < 3", false);
    choices.emplace_back(" where " + fmt::format(kIncreasing, "H"), true);
  }
  for (const auto& [where, increasing] : choices) {
    if (is_same(node, "distinct(H in inputs, k in 1..n" + where + ": id(H, k))", names))
      return {What::all_differ, increasing};
    if (is_same(node, "forall H in inputs" + where + ": distinct(k in 1..n: id(H, k))", names))
      return {What::differ_in_each_input, increasing};
  }
  return {};
}

EveryInput::EveryInput(const EveryRun& every, const SymbolicRunOf<WholePolynomial>* run,
                       const claim::Vocabulary& vocabulary,
                       const SymbolicRunOf<WholePolynomial>* in_q)
    : every_(every),
      run_(run),
      in_q_(in_q),
      vocabulary_(vocabulary),
      names_(staged_names(vocabulary)),
      model_(std::make_unique<SizelessModel>(every, vocabulary)),
      moves_(every.size.n) {
  const EverySize& size = every.size;
  HARDMAX_REQUIRE(size.d.has_value());
  D_ = polynomials_of(size).D;
  D = size.alone ? Quotient(Rational(size.least_D)) : Quotient::variable(0);
  delta = D.inverse(sign::positive);
  q_ = in_D(every.network.values);
  sweep_layers_ = Quotient(Rational(every.network.sweeps.size() * every.p())) * q_;
  if (run == nullptr) return;
  std::vector<std::uint32_t> column(size.n);
  for (std::uint32_t k = 0; k < size.n; ++k) column[k] = k;
  auto next = static_cast<std::uint32_t>(size.n);
  for (std::size_t i = 0; run->swept() && i < run->fired().size(); ++i) {
    const auto& fired = run->fired()[i];
    if (!fired || fired->largest == fired->smallest) continue;
    moves_[fired->token].push_back(
        {every.network.increasing ? 0 : i, column[fired->token], next, {}});
    column[fired->token] = next++;
  }
  HARDMAX_REQUIRE(!run->swept() ||
                  (column == run->columns() &&
                   (!every.network.increasing || every.network.sweeps.size() == 1)));
  after_last_.resize(InputFunctions::most_inputs * (every.network.all_max.size() + 1),
                     std::vector<std::optional<Quotient>>(size.n));
  if (in_q_ != nullptr && !(in_q_->swept() && in_q_->same_steps(*run))) in_q_ = nullptr;
  if (!run->followed()) return;
  rank_.resize(size.n);
  for (std::size_t i = 0; i < size.n; ++i) rank_[run->order()[i]] = i;
  leading_.emplace_back(size.n);
  for (Token k = 0; k < size.n; ++k) leading_[0][k] = k;
  for (std::size_t t = 0; t + 1 < every.network.all_max.size(); ++t) {
    std::vector<Token> next;
    for (Token k = 0; k < size.n; ++k) {
      const auto attended = every.pattern->neighbours(every.network.all_max[t].pattern_layer, k);
      const Token j = *std::max_element(attended.begin(), attended.end(), [&](Token a, Token b) {
        return rank_[leading_[t][a]] < rank_[leading_[t][b]];
      });
      next.push_back(leading_[t][j]);
    }
    leading_.push_back(std::move(next));
  }
}

Quotient EveryInput::in_D(const WholePolynomial& p) const {
  const std::vector<Rational> coefficients =
      p.coefficients_around(Rational(every_.size.alone ? 0 : every_.size.least_D));
  Quotient sum;
  Quotient monomial(Rational(1));
  std::size_t degree = 0;
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    if (coefficients[i].is_zero()) continue;
    for (; degree < i; ++degree) monomial = monomial * D;
    sum = sum + Quotient(coefficients[i]) * monomial;
  }
  return sum;
}

// Of row r + 1. With one row it is the digit itself.
Quotient EveryInput::entry(std::size_t r, Token k) const {
  if (*every_.size.d == 1) return node(k) - in_D(every_.network.start[k]);
  return of_input(run_->nodes().size() + k * *every_.size.d + r);
}

// E_k, in real units: start = E D (1 + D + ... + D^(d-1)) in units of delta.
Quotient EveryInput::position(Token k) const {
  Quotient block, term = D;
  for (std::uint64_t r = 0; r < *every_.size.d; ++r) {
    block = block + term;
    term = term * D;
  }
  Quotient E = in_D(every_.network.start[k]) * block.inverse(sign::positive);
  if (!E.constant()) throw LimitReached("a position that depends on D");
  return E;
}

// The number of a layer, or of the layers passed, from `first`.
void EveryInput::require_layer(const Quotient& layer, std::uint64_t first) {
  const auto& terms = layer.numerator().terms();
  const auto known = layers_.find(terms);
  const bool no_denominator = layer.denominator().constant() == Rational(1);
  if (no_denominator && known != layers_.end() && known->second >= first) return;
  const bool whole =
      no_denominator && std::all_of(terms.begin(), terms.end(),
                                    [](const auto& term) { return term.second.is_integer(); });
  const Quotient last = sweep_layers_ + Quotient(Rational(every_.network.all_max.size()));
  if (!whole || (signs(layer - Quotient(Rational(first))) & sign::negative) != 0 ||
      (signs(last - layer) & sign::negative) != 0)
    throw LimitReached("a layer that is not known to exist");
  layers_[terms] = first;
}

std::uint64_t EveryInput::index(const std::vector<Quotient>& numbers, std::size_t at,
                                std::uint64_t last) const {
  const auto value = numbers[at].constant();
  if (!value) throw LimitReached("an index that depends on D or the input");
  const auto small = value->to_int64();
  if (!value->is_integer() || !small || *small < 1 || static_cast<std::uint64_t>(*small) > last)
    throw Undefined(fmt::format("an index is {}, not a whole number in 1..{}", value->str(), last));
  return static_cast<std::uint64_t>(*small);
}

const WholePolynomial& EveryInput::power_of_D(std::uint32_t exponent, bool in_q) {
  if (exponent > most_degree) throw LimitReached("polynomials of a degree beyond 4096");
  auto& powers = in_q ? powers_in_q_ : powers_;
  const auto known = powers.find(exponent);
  return known != powers.end()
             ? known->second
             : powers.emplace(exponent, power(in_q ? in_q_->values() : D_, exponent)).first->second;
}

unsigned EveryInput::signs_of_one(const claim::Polynomial& numerator) {
  if (layers_are_terms_ && ++comparisons_ > most_comparisons) {
    given_up_ = true;
    throw LimitReached(fmt::format("more than {} comparisons about layers", most_comparisons));
  }
  const auto known = known_signs_.find(numerator.terms());
  if (known != known_signs_.end()) return known->second;
  const unsigned found = signs_afresh(numerator);
  if (known_signs_.size() < most_known_signs) known_signs_.emplace(numerator.terms(), found);
  return found;
}

std::optional<EveryInput::Linear> EveryInput::linear(const claim::Polynomial& numerator) {
  Rational scale = 1;
  for (const auto& [m, coefficient] : numerator.terms())
    scale *= (coefficient * scale).denominator();
  Linear form;
  for (const auto& [m, coefficient] : numerator.terms()) {
    std::size_t variable = 0;
    for (std::size_t v = 1; v < m.size(); ++v) {
      if (m[v] == 0) continue;
      if (variable != 0 || m[v] > 1) return std::nullopt;  // a product of ids
      variable = v;
    }
    form[variable].emplace_back(m.empty() ? 0 : m[0], coefficient * scale);
  }
  return form;
}

// In D; or, in_q, all exponents but for one rest modulo d.
WholePolynomial EveryInput::factor(const std::vector<std::pair<std::uint32_t, Rational>>& powers,
                                   bool in_q) {
  WholePolynomial sum;
  for (const auto& [exponent, coefficient] : powers)
    sum.add_product(
        WholePolynomial(coefficient),
        power_of_D(in_q ? exponent / static_cast<std::uint32_t>(*every_.size.d) : exponent, in_q));
  if ((work_ += 1 + sum.terms()) > most_work) {
    given_up_ = true;
    throw LimitReached(fmt::format("polynomials of more than {} coefficients in all", most_work));
  }
  return sum;
}

// A power of D, which is positive, times a function of q.
std::optional<SymbolicFacts::Signs> EveryInput::signs_in_q(const Linear& form) {
  const auto d = static_cast<std::uint32_t>(*every_.size.d);
  if (in_q_ == nullptr || form.empty() || form.rbegin()->first > run_->nodes().size())
    return std::nullopt;
  const std::uint32_t rest = form.begin()->second.front().first % d;
  for (const auto& [variable, powers] : form) {
    if (std::any_of(powers.begin(), powers.end(),
                    [&](const auto& power) { return power.first % d != rest; }))
      return std::nullopt;
  }
  SymbolicRunOf<WholePolynomial>::Sum sum;
  WholePolynomial constant;
  for (auto it = form.rbegin(); it != form.rend(); ++it) {
    WholePolynomial made = factor(it->second, true);
    if (it->first == 0) {
      constant = std::move(made);
    } else {
      sum.emplace_back(static_cast<std::uint32_t>(it->first - 1), std::move(made));
    }
  }
  return in_q_->signs(std::move(sum), std::move(constant));
}

namespace {

unsigned bits_of_signs(const SymbolicFacts::Signs& s) {
  return (s.negative ? sign::negative : 0U) | (s.zero ? sign::zero : 0U) |
         (s.positive ? sign::positive : 0U);
}

}  // namespace

// A sum of nodes and a constant that is at most, or at least, what is asked about.
struct EveryInput::Bound {
  std::map<std::uint32_t, WholePolynomial, std::greater<>> nodes;
  WholePolynomial constant;
};

// Beyond nodes: an entry, 0..D-1; then category(H), 1 or 2, and sorted(H), 0 or 1; then a number
// of a range.
void EveryInput::add_beyond_nodes(Bound& bound, std::size_t beyond, const WholePolynomial& factor,
                                  bool largest) const {
  const std::size_t entries = every_.size.n * *every_.size.d;
  if (beyond < entries) {
    if (largest) bound.constant += factor * (D_ - WholePolynomial(1));
  } else if (beyond < entries + 2) {
    bound.constant += factor * WholePolynomial((beyond == entries ? 1 : 0) + (largest ? 1 : 0));
  } else {
    const End& end =
        largest ? ranges_[beyond - entries - 2].last : ranges_[beyond - entries - 2].first;
    if (end.node) bound.nodes[*end.node] += factor;
    bound.constant += factor * end.plus;
  }
}

unsigned EveryInput::signs_of(Bound& bound, const SymbolicFacts::Signs& known) const {
  if (run_ == nullptr) {
    HARDMAX_REQUIRE(bound.nodes.empty());
    if (bound.constant.is_zero()) return sign::zero;
    const int up = shown_sign(bound.constant);
    if (up == 0) return sign::any;
    return (up > 0 ? sign::positive : sign::negative) |
           (shown_at_least(up > 0 ? bound.constant : -bound.constant, WholePolynomial(1))
                ? 0U
                : sign::zero);
  }
  SymbolicRunOf<WholePolynomial>::Sum sum;
  for (auto& [node, factor] : bound.nodes) {
    if (!factor.is_zero()) sum.emplace_back(node, std::move(factor));
  }
  return bits_of_signs(run_->signs(std::move(sum), std::move(bound.constant), known));
}

unsigned EveryInput::signs_afresh(const claim::Polynomial& numerator) {
  const std::optional<Linear> form = linear(numerator);
  if (!form) return sign::any;
  const std::optional<SymbolicFacts::Signs> so_far = signs_in_q(*form);
  if (so_far && so_far->settled()) return bits_of_signs(*so_far);
  const std::size_t nodes = run_ == nullptr ? 0 : run_->nodes().size();
  Bound low, high;  // the same, but for what is not a node
  bool one = true;  // they are the same
  for (const auto& [variable, powers] : *form) {
    const WholePolynomial made = factor(powers, false);
    if (made.is_zero()) continue;
    if (variable > nodes) {
      const int up = shown_sign(made);
      if (up == 0) return sign::any;
      one = false;
      add_beyond_nodes(low, variable - nodes - 1, made, up < 0);
      add_beyond_nodes(high, variable - nodes - 1, made, up > 0);
    } else {
      for (Bound* bound : {&low, &high})
        (variable == 0 ? bound->constant
                       : bound->nodes[static_cast<std::uint32_t>(variable - 1)]) += made;
    }
  }
  if (one) return signs_of(low, so_far.value_or(SymbolicFacts::Signs()));
  const unsigned least = signs_of(low, {}), most = signs_of(high, {});
  // Between both: not negative if the least is not, not positive if the most is not.
  unsigned possible = sign::any;
  if ((least & sign::negative) == 0) possible &= ~sign::negative;
  if ((most & sign::positive) == 0) possible &= ~sign::positive;
  if (least == sign::positive || most == sign::negative) possible &= ~sign::zero;
  return possible;
}

std::optional<Quotient> EveryInput::inputs() const {
  if (every_.network.increasing) return std::nullopt;
  Quotient count(Rational(1));
  for (std::uint64_t k = 0; k < every_.size.n; ++k) count = count * q_;
  return count;
}

// Each digit takes each of its values, whatever the others are.
std::optional<Quotient> EveryInput::extreme(const Quotient& x, bool largest) {
  if (every_.network.increasing) return std::nullopt;
  const auto of_D = [&](const claim::Polynomial::Monomial& m, const Rational& coefficient) {
    Quotient term{coefficient};
    for (std::uint32_t i = 0; !m.empty() && i < m[0]; ++i) term = term * D;
    return term;
  };
  Quotient below;
  for (const auto& [m, coefficient] : x.denominator().terms()) {
    if (m.size() > 1) return std::nullopt;
    below = below + of_D(m, coefficient);
  }
  std::map<std::size_t, Quotient> factors;  // by variable; 0: none
  for (const auto& [m, coefficient] : x.numerator().terms()) {
    std::size_t variable = 0;
    for (std::size_t v = 1; v < m.size(); ++v) {
      if (m[v] == 0) continue;
      if (variable != 0 || m[v] > 1 || v > every_.size.n) return std::nullopt;  // not a digit, once
      variable = v;
    }
    factors[variable] = factors[variable] + of_D(m, coefficient);
  }
  Quotient value;
  for (const auto& [variable, factor] : factors) {
    if (variable == 0) {
      value = value + factor;
      continue;
    }
    const unsigned s = signs(factor);
    if ((s & sign::negative) != 0 && (s & sign::positive) != 0) return std::nullopt;
    const Quotient least = in_D(every_.network.start[variable - 1]);
    value = value + factor * (((s & sign::negative) == 0) == largest
                                  ? least + q_ - Quotient(Rational(1))
                                  : least);
  }
  return value * below.inverse(sign::positive);
}

const SymbolicFacts::Shown& EveryInput::ids_differ() {
  if (!ids_differ_) ids_differ_ = final_ids_differ(every_.network, *every_.pattern, *run_);
  return *ids_differ_;
}

bool EveryInput::known(const Node& node) {
  if (run_ == nullptr) return false;
  const IdsSay say = what_ids_say(node, vocabulary_);
  if (say.what == IdsSay::What::other || say.increasing != every_.network.increasing) return false;
  const SymbolicFacts::Shown shown =
      say.what == IdsSay::What::all_differ ? ids_differ() : run_->ids_differ_in_each_input();
  if (!shown.holds && why_not_known_.empty()) why_not_known_ = shown.why_not;
  return shown.holds;
}

}  // namespace hardmax
