// Pairs of inputs at every D, or at one: signs of what is made of both, and of what follows from
// equations between them (execute/increasing_digits.hpp).
#include <algorithm>

#include "discharge/symbolic/every_run.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace sign = claim::sign;
using claim::Polynomial;
using claim::Quotient;

namespace {
constexpr std::size_t most_examples = 4;

bool is_one_sign(unsigned signs) {
  return signs == sign::negative || signs == sign::zero || signs == sign::positive;
}
}  // namespace

unsigned EveryInput::signs(const Quotient& x) {
  const Polynomial& numerator = x.numerator();
  const std::size_t last = block();  // variable of input 0
  const auto& terms = numerator.terms();
  const bool second_input = std::any_of(
      terms.begin(), terms.end(), [&](const auto& term) { return term.first.size() > last + 1; });
  const bool first_input =
      !second_input || std::any_of(terms.begin(), terms.end(), [&](const auto& term) {
        const auto& m = term.first;
        return m.size() > 1 &&
               std::any_of(m.begin() + 1,
                           m.begin() + static_cast<std::ptrdiff_t>(std::min(m.size(), last + 1)),
                           [](std::uint32_t e) { return e != 0; });
      });
  unsigned found = sign::any;
  if (!second_input) {
    found = signs_of_one(numerator);
  } else if (!first_input) {  // either input may be any
    Polynomial renamed;
    for (const auto& [m, coefficient] : numerator.terms()) {
      Polynomial term(coefficient);
      for (std::size_t v = 0; v < m.size(); ++v) {
        for (std::uint32_t i = 0; i < m[v]; ++i)
          term = term * Polynomial::variable(v == 0 ? 0 : v - last);
      }
      renamed = std::move(renamed) + term;
    }
    found = signs_of_one(renamed);
  }
  const bool supposed = !in_general_ && !supposed_.empty();
  if (is_one_sign(found) || !has_digits() || !(supposed || (first_input && second_input)))
    return found;
  return found & signs_of_pair(numerator);
}

IncreasingDigits EveryInput::free_digits() const {
  const Rational shift = hint(every_.network.sweeps.front().shift),
                 values = hint(every_.network.values);
  return {every_.size.n, values, shift >= Rational(2) ? shift : values};
}

// None: something else is in it too.
std::optional<IncreasingDigits::Form> EveryInput::in_digits(const Polynomial& numerator) {
  const std::size_t n = every_.size.n;
  const auto& nodes = run_->nodes();
  for (std::size_t i = node_digits_.size(); i < nodes.size(); ++i) {
    IncreasingDigits::Form form{std::vector<Rational>(n), hint(nodes[i].constant)};
    if (nodes[i].terms.empty()) form.factors[nodes[i].digit] = 1;
    for (const auto& [term, factor] : nodes[i].terms) {
      for (std::size_t k = 0; k < n; ++k)
        form.factors[k].add_product(hint(factor), node_digits_[term].factors[k]);
      form.constant.add_product(hint(factor), node_digits_[term].constant);
    }
    node_digits_.push_back(std::move(form));
  }
  IncreasingDigits::Form form{std::vector<Rational>(2 * n), 0};
  for (const auto& [m, coefficient] : numerator.terms()) {
    if (m.empty()) {
      form.constant += coefficient;
      continue;
    }
    if (m.size() < 2) return std::nullopt;
    const std::size_t input = (m.size() - 2) / block(), index = (m.size() - 2) % block();
    if (m.back() != 1 || index >= nodes.size() ||
        std::any_of(m.begin(), m.end() - 1, [](std::uint32_t e) { return e != 0; }))
      return std::nullopt;
    for (std::size_t k = 0; k < n; ++k)
      form.factors[input * n + k].add_product(coefficient, node_digits_[index].factors[k]);
    form.constant.add_product(coefficient, node_digits_[index].constant);
  }
  return form;
}

unsigned EveryInput::signs_of_pair(const Polynomial& numerator) {
  const auto form = in_digits(numerator);
  if (!form || (!supposed_.empty() && !supposed_.back())) return sign::any;
  const SymbolicFacts::Signs s = in_general_ || supposed_.empty() ? free_digits().signs(*form)
                                                                  : supposed_.back()->signs(*form);
  return (s.negative ? sign::negative : 0U) | (s.zero ? sign::zero : 0U) |
         (s.positive ? sign::positive : 0U);
}

std::optional<Rational> EveryInput::value(const Quotient& x) {
  const auto below = x.denominator().constant();
  if (!below || in_general_ || supposed_.empty() || !supposed_.back()) return x.constant();
  const auto form = in_digits(x.numerator());
  const auto above = form ? supposed_.back()->value(*form) : std::nullopt;
  if (!above) return std::nullopt;
  return *above / *below;
}

bool EveryInput::assume(const std::vector<Fact>& facts) {
  if (!has_digits()) {
    supposed_.emplace_back();
    return true;
  }
  IncreasingDigits digits = supposed_.empty() ? free_digits() : *supposed_.back();
  for (const Fact& fact : facts) {
    // number = modulus times a whole number. Denominators are numbers here, or nothing is made of
    // it.
    const auto modulus = fact.modulus.constant(), below = fact.number.denominator().constant();
    const auto form = in_digits(fact.number.numerator());
    if (modulus && below && form) digits.assume(*form, abs(*modulus * *below));
  }
  if (!digits.possible()) return false;
  if (examples_.size() < most_examples) {
    if (auto example = digits.example()) examples_.push_back(std::move(*example));
  }
  supposed_.emplace_back(std::move(digits));
  return true;
}

std::size_t EveryInput::samples() const { return has_digits() ? free_digits().samples() : 0; }

std::vector<claim::InputFunctions::Fact> EveryInput::sample(std::size_t input,
                                                            std::size_t number) const {
  const std::vector<Rational> digits = free_digits().sample(number);
  std::vector<Fact> facts;
  for (std::size_t k = 0; k < digits.size(); ++k)
    facts.push_back(
        {Quotient::variable(1 + input * block() + k) - digits[k] - hint(every_.network.start[k]),
         Rational(0)});
  return facts;
}

std::vector<std::vector<claim::InputFunctions::Fact>> EveryInput::examples() const {
  std::vector<std::vector<Fact>> all;
  const std::size_t n = every_.size.n;
  for (const std::vector<Rational>& digits : examples_) {
    all.emplace_back();
    for (std::size_t k = 0; k < 2 * n; ++k)
      all.back().push_back({Quotient::variable(1 + (k / n) * block() + k % n) - digits[k] -
                                hint(every_.network.start[k % n]),
                            Rational(0)});
  }
  if (samples() > 0) {
    all.push_back(sample(0, 0));
    for (Fact& fact : sample(1, 0)) all.back().push_back(std::move(fact));
  }
  return all;
}

// A multiple of one node, other than 0, that determines the input; or, at one D, what is found
// digit by digit.
bool EveryInput::tells_input(const Quotient& x, std::size_t input) {
  std::size_t node = 0;
  std::size_t multiples = 0;
  const auto of_D = [](const auto& term) { return term.first.size() <= 1; };
  const auto& below = x.denominator().terms();
  if (!std::all_of(below.begin(), below.end(), of_D)) return false;
  const std::size_t first = 1 + input * block();  // variable
  Polynomial own;
  for (const auto& [m, coefficient] : x.numerator().terms()) {
    const auto is_own = [&](std::size_t v) { return first <= v && v < first + block(); };
    std::size_t variables = 0, found = 0;
    for (std::size_t v = 1; v < m.size(); ++v) {
      if (m[v] == 0) continue;
      variables += m[v];
      if (is_own(v)) found = v;
    }
    if (found == 0) continue;  // the same for all choices
    if (variables != 1 || found >= first + run_->nodes().size()) return false;
    node = found - first;
    ++multiples;
    Polynomial term = Polynomial::variable(1 + node) * Polynomial(coefficient);
    for (std::uint32_t i = 0; i < m[0]; ++i) term = term * Polynomial::variable(0);
    own = std::move(own) + term;
  }
  // One coefficient: a number times a power of D.
  if (multiples == 1 && run_->determine_input({static_cast<std::uint32_t>(node)}).holds)
    return true;
  if (!has_digits()) return false;
  auto equal = in_digits(own);
  if (!equal) return false;
  const std::size_t n = every_.size.n;
  equal->constant = 0;
  for (std::size_t k = 0; k < n; ++k) equal->factors[n + k] = -equal->factors[k];
  IncreasingDigits digits = free_digits();
  digits.assume(*equal, Rational(0));
  for (std::size_t k = 0; k < n; ++k) {
    IncreasingDigits::Form difference{std::vector<Rational>(2 * n), 0};
    difference.factors[k] = 1;
    difference.factors[n + k] = -1;
    const SymbolicFacts::Signs s = digits.signs(difference);
    if (!s.negative && !s.positive) continue;
    for (const int step : {1, -1}) {  // two that may have the same value
      IncreasingDigits apart = digits;
      difference.constant = step;
      apart.assume(difference, Rational(0));
      if (auto example = apart.example()) examples_.push_back(std::move(*example));
    }
    return false;
  }
  return true;
}

// The column g_c(H)_k after the value layers that aim, with -K e_1 added, at g_c(G)_j in the layer
// of (H, k), and a last layer that adds K e_1 where the id is below -delta/2. There is a layer for
// each context; ids are whole, so that where they all differ, its window holds the id of its own
// context alone. What that becomes has an id of -delta or less, as K is the largest id and delta:
// below all windows, where no id is below 0, and of those to which the last layer adds.
std::optional<Quotient> EveryInput::planted(const std::vector<Quotient>& numbers,
                                            std::span<const std::size_t> inputs) {
  if (!every_.network.increasing || run_ == nullptr) return std::nullopt;
  if (const auto& shown = ids_differ(); !shown.holds)
    throw LimitReached("a value layer may meet more than its own column: " + shown.why_not);
  static_cast<void>(index(numbers, 0, every_.size.n));
  if (!ids_not_negative_) {
    ids_not_negative_ = true;
    for (Token k = 0; k < every_.size.n; ++k)
      ids_not_negative_ =
          *ids_not_negative_ &&
          (signs(after_last(every_.network.all_max.size(), k)) & claim::sign::negative) == 0;
  }
  if (!*ids_not_negative_)
    throw LimitReached("an id may be below 0, where columns are that a value layer has moved");
  const auto entry = std::find_if(vocabulary_.begin(), vocabulary_.end(),
                                  [](const claim::Accessor& a) { return a.name == "entry"; });
  const std::vector<Quotient> at = {
      sweep_layers_ + Quotient(Rational(every_.network.all_max.size())), numbers[2], numbers[1]};
  const std::size_t other = inputs[1];
  return read(static_cast<std::size_t>(entry - vocabulary_.begin()), at, {&other, 1});
}

}  // namespace hardmax
