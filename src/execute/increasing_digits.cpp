#include "execute/increasing_digits.hpp"

#include <algorithm>

#include "exact/error.hpp"

namespace hardmax {

namespace {

using Form = Inequalities::Form;

void add_to(Form& form, const Rational& factor, const Form& other) {
  for (std::size_t i = 0; i < form.factors.size(); ++i) {
    if (!other.factors[i].is_zero()) form.factors[i].add_product(factor, other.factors[i]);
  }
  form.constant.add_product(factor, other.constant);
}

bool is_constant(const Form& form) {
  return std::all_of(form.factors.begin(), form.factors.end(),
                     [](const Rational& a) { return a.is_zero(); });
}

// A multiple > 0 with whole factors and constant.
Form made_whole(Form form, Rational* modulus = nullptr) {
  Rational scale = modulus != nullptr ? modulus->denominator() : Rational(1);
  for (const Rational& a : form.factors) scale *= (a * scale).denominator();
  scale *= (form.constant * scale).denominator();
  if (scale == Rational(1)) return form;
  for (Rational& a : form.factors) a *= scale;
  form.constant *= scale;
  if (modulus != nullptr) *modulus *= scale;
  return form;
}

// a = digit + base (what is returned), |digit| <= base / 2.
Rational without_digit(const Rational& a, const Rational& base, Rational& digit) {
  const Rational half = Rational(1) / Rational(2);
  Rational rest = a.sign() >= 0 ? -floor(half - a / base)
                                : floor(half + a / base);  // of -a, the negative of both
  digit = a - base * rest;
  return rest;
}

}  // namespace

IncreasingDigits::IncreasingDigits(std::size_t tokens, Rational values, Rational base)
    : tokens_(tokens), values_(std::move(values)), base_(std::move(base)), cases_(1) {
  HARDMAX_REQUIRE(tokens_ >= 1 && values_ >= Rational(tokens_) && base_ >= Rational(2) &&
                  base_.is_integer());
  cases_[0].solved.resize(2 * tokens_);
}

// Digit k + 1 is k and what steps before it add, all steps together values - n at most; a step
// counts with the sum of the factors from there on.
IncreasingDigits::Range IncreasingDigits::range(const Form& form) const {
  Range all{form.constant, form.constant};
  for (const std::size_t from : {std::size_t{0}, tokens_}) {
    Rational least, most, sum, base;
    for (std::size_t k = tokens_; k-- > 0;) {
      const Rational& a = form.factors[from + k];
      if (a.is_zero()) continue;
      sum += a;
      base.add_product(a, Rational(k));
      if (sum < least) least = sum;
      if (sum > most) most = sum;
    }
    all.low += base;
    all.high += base;
    all.low.add_product(least, values_ - Rational(tokens_));
    all.high.add_product(most, values_ - Rational(tokens_));
  }
  return all;
}

IncreasingDigits::Range IncreasingDigits::range(const Form& form, const Form& as_well) const {
  const Range a = range(form), b = range(as_well);
  return {std::max(a.low, b.low), std::min(a.high, b.high)};
}

Form IncreasingDigits::put_in(const Case& known, Form form) {
  for (std::size_t i = 0; i < known.solved.size(); ++i) {
    if (!known.solved[i] || form.factors[i].is_zero()) continue;
    const Rational factor = form.factors[i];
    form.factors[i] = 0;
    add_to(form, factor, *known.solved[i]);
  }
  return form;
}

bool IncreasingDigits::add(Case& known, const Form& equation) const {
  const Form form = put_in(known, equation);
  std::size_t unknown = form.factors.size();
  for (std::size_t i = form.factors.size(); i-- > 0;) {
    const Rational& a = form.factors[i];
    if (a.is_zero()) continue;
    if (unknown == form.factors.size()) unknown = i;
    if (abs(a) == Rational(1)) {
      unknown = i;
      break;
    }
  }
  if (unknown == form.factors.size()) return form.constant.is_zero();
  const Range bounds = range(form);
  if (bounds.low.sign() > 0 || bounds.high.sign() < 0) return false;
  Form solved{std::vector<Rational>(form.factors.size()), 0};
  add_to(solved, -(Rational(1) / form.factors[unknown]), form);
  solved.factors[unknown] = 0;
  for (auto& other : known.solved) {
    if (!other || other->factors[unknown].is_zero()) continue;
    const Rational factor = other->factors[unknown];
    other->factors[unknown] = 0;
    add_to(*other, factor, solved);
  }
  known.solved[unknown] = std::move(solved);
  return true;
}

// digits[at] + carried = base e, for each e that bounds leave. False: too many cases.
bool IncreasingDigits::carry(const Case& known, const std::vector<Form>& digits, bool ends,
                             std::size_t at, const Rational& carried, std::vector<Case>& cases,
                             std::size_t& steps) const {
  if (++steps > most_steps) return false;
  if (at == digits.size()) {
    if (ends && !carried.is_zero()) return true;
    cases.push_back(known);
    return cases.size() <= most_cases;
  }
  const Range bounds = range(digits[at], put_in(known, digits[at]));
  const bool last = ends && at + 1 == digits.size();
  const Rational first = last ? Rational(0) : -floor(-(bounds.low + carried) / base_),
                 until = last ? Rational(0) : floor((bounds.high + carried) / base_);
  if (until - first >= Rational(most_carries)) return false;
  for (Rational e = first; e <= until; e += 1) {
    Case next = known;
    Form equation = digits[at];
    equation.constant += carried - base_ * e;
    if (add(next, equation) && !carry(next, digits, ends, at + 1, e, cases, steps)) return false;
  }
  return true;
}

void IncreasingDigits::assume(Form form, Rational modulus) {
  HARDMAX_REQUIRE(form.factors.size() == 2 * tokens_ && modulus.sign() >= 0);
  form = made_whole(std::move(form), &modulus);
  std::vector<Form> digits;
  const bool ends = modulus.is_zero();
  while (ends ? !(is_constant(form) && form.constant.is_zero()) : (modulus / base_).is_integer()) {
    Form digit{std::vector<Rational>(form.factors.size()), 0};
    for (std::size_t i = 0; i < form.factors.size(); ++i)
      form.factors[i] = without_digit(form.factors[i], base_, digit.factors[i]);
    form.constant = without_digit(form.constant, base_, digit.constant);
    digits.push_back(std::move(digit));
    if (!ends) modulus /= base_;
  }
  std::vector<Case> cases;
  std::size_t steps = 0;
  for (const Case& known : cases_) {
    if (!carry(known, digits, ends, 0, Rational(0), cases, steps)) return;
  }
  cases_ = std::move(cases);
  asked_.clear();
}

// Over the unknowns that are not solved for: both inputs increase, and the form is at least 0, or
// 0.
bool IncreasingDigits::never(std::size_t number, const Form& form, bool zero) const {
  const Case& known = cases_[number];
  std::vector<Rational> key = put_in(known, form).factors;
  for (const Rational& x : {put_in(known, form).constant, Rational(number), Rational(zero ? 1 : 0)})
    key.push_back(x);
  if (const auto asked = asked_.find(key); asked != asked_.end()) return asked->second;
  std::vector<std::size_t> place(2 * tokens_);
  std::size_t unknowns = 0;
  for (std::size_t i = 0; i < 2 * tokens_; ++i)
    place[i] = known.solved[i] ? 2 * tokens_ : unknowns++;
  if (unknowns > most_unknowns || (asked_in_all_ += unknowns * unknowns) > most_asked) return false;
  Inequalities given(unknowns);
  const auto reduced = [&](const Form& of) {
    const Form left = put_in(known, of);
    Form result{std::vector<Rational>(unknowns), left.constant};
    for (std::size_t i = 0; i < left.factors.size(); ++i) {
      if (!left.factors[i].is_zero()) result.factors[place[i]] = left.factors[i];
    }
    return result;
  };
  for (const std::size_t from : {std::size_t{0}, tokens_}) {
    for (std::size_t k = 0; k <= tokens_; ++k) {  // u_1 >= 0, u_{k+1} >= u_k + 1, values - 1 >= u_n
      Form step{std::vector<Rational>(2 * tokens_), k == 0         ? Rational(0)
                                                    : k == tokens_ ? values_ - Rational(1)
                                                                   : Rational(-1)};
      if (k < tokens_) step.factors[from + k] = 1;
      if (k > 0) step.factors[from + k - 1] = -1;
      given.at_least_zero(reduced(step));
    }
  }
  if (zero) {
    given.zero(reduced(form));
  } else {
    given.at_least_zero(reduced(form));
  }
  return asked_.emplace(std::move(key), given.contradictory()).first->second;
}

SymbolicFacts::Signs IncreasingDigits::signs(const Form& asked) const {
  const Form form = made_whole(asked);
  Form turned{std::vector<Rational>(form.factors.size()), 0};
  add_to(turned, Rational(-1), form);
  const auto less_one = [](Form of) {
    of.constant -= Rational(1);
    return of;
  };
  SymbolicFacts::Signs all{false, false, false};
  for (std::size_t number = 0; number < cases_.size(); ++number) {
    const Case& known = cases_[number];
    const Range bounds = range(form, put_in(known, form));
    SymbolicFacts::Signs here{bounds.low.sign() < 0,
                              bounds.low.sign() <= 0 && bounds.high.sign() >= 0,
                              bounds.high.sign() > 0};
    const bool settled = here.negative + here.zero + here.positive <= 1;
    const bool assumed = std::any_of(known.solved.begin(), known.solved.end(),
                                     [](const auto& s) { return s.has_value(); });
    if (!settled && assumed) {  // else bounds are exact
      here.positive = here.positive && !never(number, less_one(form), false);
      here.negative = here.negative && !never(number, less_one(turned), false);
      here.zero = here.zero && !((here.positive || here.negative) && never(number, form, true));
    }
    all.negative = all.negative || here.negative;
    all.zero = all.zero || here.zero;
    all.positive = all.positive || here.positive;
  }
  return all;
}

std::optional<Rational> IncreasingDigits::value(const Form& form) const {
  std::optional<Rational> found;
  for (const Case& known : cases_) {
    const Form left = put_in(known, form);
    if (!is_constant(left) || (found && *found != left.constant)) return std::nullopt;
    found = left.constant;
  }
  return found;
}

bool IncreasingDigits::increases(const std::vector<Rational>& digits, std::size_t from) const {
  for (std::size_t k = 0; k < tokens_; ++k) {
    const Rational& u = digits[from + k];
    if (!u.is_integer() || u.sign() < 0 || u >= values_ || (k > 0 && u <= digits[from + k - 1]))
      return false;
  }
  return true;
}

std::vector<Rational> IncreasingDigits::sample(std::size_t number) const {
  std::vector<Rational> digits;
  for (std::size_t k = 0; k < tokens_; ++k) {
    const Rational least(k), room = values_ - Rational(tokens_);
    digits.push_back(number <= tokens_ ? (k + number < tokens_ ? least : least + room)
                                       : least + floor(room * Rational(k) / Rational(tokens_)));
  }
  return digits;
}

std::optional<std::vector<Rational>> IncreasingDigits::example() const {
  for (const Case& known : cases_) {
    for (std::size_t s = samples(); s-- > 0;) {
      const std::vector<Rational> one = sample(s);
      std::vector<Rational> free = one;
      free.insert(free.end(), one.begin(), one.end());
      std::vector<Rational> digits = free;
      for (std::size_t i = 0; i < digits.size(); ++i) {
        if (!known.solved[i]) continue;
        digits[i] = known.solved[i]->constant;
        for (std::size_t j = 0; j < free.size(); ++j) {
          if (!known.solved[i]->factors[j].is_zero())
            digits[i].add_product(known.solved[i]->factors[j], free[j]);
        }
      }
      if (increases(digits, 0) && increases(digits, tokens_)) return digits;
    }
  }
  return std::nullopt;
}

}  // namespace hardmax
