#include "discharge/symbolic/any_state.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "exact/error.hpp"

namespace hardmax {

namespace sign = claim::sign;
using claim::Quotient;

namespace {

// The same text, the same function: a polynomial, the constant divisor taken out.
std::string text_of(const Quotient& x) {
  const auto below = x.denominator().constant();
  if (!below) throw LimitReached("an argument that is a fraction");
  std::string text;
  for (const auto& [m, coefficient] : x.numerator().terms()) {
    text += (coefficient / *below).str();
    for (std::size_t v = 0; v < m.size(); ++v) {
      if (m[v] != 0) text += fmt::format("x{}^{}", v, m[v]);
    }
    text += ';';
  }
  return text;
}

}  // namespace

void AnyState::begin(std::uint64_t columns, bool sorted) {
  HARDMAX_REQUIRE(run_.network.sweeps.size() == 1 && run_.p == 1);
  columns_ = columns;
  sorted_ = sorted;
  unknowns_.clear();
  variables_.clear();
  layer_.reset();
  assumed_.clear();
  open_.reset();
  work_ = 0;
}

Quotient AnyState::unknown(const std::string& name, Unknown what) {
  const auto [known, fresh] = variables_.try_emplace(name, unknowns_.size() + 1);
  if (fresh) unknowns_.push_back(std::move(what));
  return Quotient::variable(known->second);
}

Quotient AnyState::entry(std::size_t r, Token k) {
  return unknown(fmt::format("G {} {}", r, k),
                 {true, Rational(0), Rational(run_.parameters.D - 1), false, Of::input});
}

std::uint64_t AnyState::index(const Quotient& x, std::uint64_t last) const {
  const auto value = x.constant();
  const auto small = value ? value->to_int64() : std::nullopt;
  if (!small || !value->is_integer() || *small < 1 || static_cast<std::uint64_t>(*small) > last)
    throw LimitReached(fmt::format("an index that is not known to be one of 1..{}", last));
  return static_cast<std::uint64_t>(*small);
}

// Of a number of layers, whole: a number, or the layer that is any and a number.
Span AnyState::range(const Quotient& layers) const {
  Rational constant;
  bool any = false;
  for (const auto& [m, coefficient] : layers.numerator().terms()) {
    if (m.empty()) {
      constant = coefficient;
    } else {
      any = layer_ && !any && Quotient::variable(*layer_).numerator().terms().begin()->first == m &&
            coefficient == Rational(1);
      if (!any) throw LimitReached("a layer that depends on an id");
    }
  }
  const Span found{constant + Rational(any ? 1 : 0),
                   constant + (any ? run_.sweep_layers() : Rational(0))};
  if (layers.denominator().constant() != Rational(1) || !constant.is_integer() ||
      found.low.sign() < 0 || found.high > run_.layers())
    throw LimitReached("a layer that is not known to exist");
  return found;
}

Quotient AnyState::id(const Quotient& layers, Token k) {
  const Span at = range(layers);
  if (at.high.is_zero()) {
    Quotient sum = run_.network.start[k];
    Rational factor = 1;
    for (std::size_t r = 0; r < run_.parameters.d; ++r, factor *= Rational(run_.parameters.D))
      sum = sum + Quotient(factor) * entry(r, k);
    return sum;
  }
  const StagedNetwork& network = run_.network;
  const bool whole = at.high <= run_.sweep_layers() && network.sweeps.front().first.is_integer() &&
                     network.sweeps.front().shift.is_integer() &&
                     std::all_of(network.start.begin(), network.start.end(),
                                 [](const Rational& start) { return start.is_integer(); });
  return unknown(fmt::format("v {} {}", text_of(layers), k), {whole, {}, {}, false, of(layers)});
}

Quotient AnyState::head(const Quotient& layer, std::uint64_t h, Token k) {
  const Span at = range(layer);
  if (at.low.sign() <= 0 || at.high > run_.sweep_layers())
    throw LimitReached("a head of a layer after the sweep");
  if (std::any_of(run_.dropped.begin(), run_.dropped.end(),
                  [&](std::uint64_t t) { return Rational(t) >= at.low && Rational(t) <= at.high; }))
    throw LimitReached("a head of a layer that may be dropped");
  const Quotient delta = Rational(1) / Rational(run_.parameters.D),
                 before = layer - Quotient(Rational(1));
  const Quotient bias = before + Quotient(run_.network.sweeps.front().first +
                                          (Rational(2 * h) - Rational(3)) / Rational(2)),
                 above = id(before, k) - bias;
  const unsigned s = signs(above);
  if (s != sign::positive && s != sign::negative) {
    leave_open(above);
    throw LimitReached("a head that is not known to see the largest, or the smallest, id");
  }
  std::vector<Quotient> ids;
  for (const Token j : run_.pattern->neighbours(run_.network.sweeps.front().pattern_layer, k))
    ids.push_back(delta * id(before, j));
  if (ids.empty()) throw LimitReached("a token attends to none");
  const auto found = best_of(ids, s == sign::positive);
  if (!found) throw LimitReached("a head of ids that are numbers");
  return *found;
}

std::optional<Quotient> AnyState::best_of(const std::vector<Quotient>& values, bool largest) {
  std::map<std::string, const Quotient*> different;
  for (const Quotient& x : values) different.emplace(text_of(x), &x);
  if (different.size() == 1) return values.front();
  if (std::all_of(values.begin(), values.end(),
                  [](const Quotient& x) { return x.constant().has_value(); }))
    return std::nullopt;
  std::string name = largest ? "max" : "min";
  for (const auto& [text, x] : different) name += " " + text;
  Of all = Of::input;
  for (const Quotient& x : values) all = std::max(all, of(x));
  return unknown(name, {false, {}, {}, false, all});
}

// With encodings that are alike, and the own token among those attended to, or not, of both.
bool AnyState::alike(Token i) {
  const auto [known, fresh] = alike_.try_emplace(i, false);
  if (!fresh) return known->second;
  if (run_.E[i] != run_.E[i + 1] || run_.network.start[i] != run_.network.start[i + 1])
    return false;
  const auto exchanged = [&](Token k) { return k == i ? i + 1 : k == i + 1 ? i : k; };
  for (std::size_t layer = 0; layer < run_.pattern->layers(); ++layer) {
    for (Token k = 0; k < run_.parameters.n; ++k) {
      std::set<Token> here, there;
      for (const Token j : run_.pattern->neighbours(layer, k))
        here.insert(static_cast<Token>(exchanged(j)));
      for (const Token j : run_.pattern->neighbours(layer, static_cast<Token>(exchanged(k))))
        there.insert(j);
      if (here != there) return false;
    }
  }
  return known->second = true;
}

std::optional<Quotient> AnyState::read(std::size_t accessor, std::span<const Quotient> numbers,
                                       std::span<const std::size_t>) {
  const claim::Accessor& name = vocabulary_[accessor];
  const auto [n, d, D] = run_.parameters;
  const Quotient delta = Rational(1) / Rational(D);
  const auto token = [&, n = n](std::size_t at) {
    return static_cast<Token>(index(numbers[at], n) - 1);
  };
  const auto entry_after = [&, d = d](const Quotient& layers, std::size_t r,
                                      Token k) {  // heads write into row 1
    static_cast<void>(range(layers));
    if (d == 1) return delta * id(layers, k);
    const Quotient start = entry(r, k) + Quotient(run_.E[k]);
    return delta * (r == 0 ? start + id(layers, k) - id(Rational(0), k) : start);
  };
  switch (names_[accessor]) {
    case StagedName::category: return Quotient(Rational(columns_ == n ? 1 : 2));
    case StagedName::columns: return Quotient(Rational(columns_));
    case StagedName::sorted: return Quotient(Rational(sorted_ ? 1 : 0));
    case StagedName::G: return delta * entry(index(numbers[0], d) - 1, token(1));
    case StagedName::v: return delta * id(numbers[0], token(1));
    case StagedName::z: return delta * id(Rational(0), token(0));
    case StagedName::zt: return delta * id(run_.sweep_layers(), token(0));
    case StagedName::id: return delta * id(run_.layers(), token(0));
    case StagedName::head: return head(numbers[0], index(numbers[1], 2), token(2));
    case StagedName::entry: return entry_after(numbers[0], index(numbers[1], d) - 1, token(2));
    default: break;
  }
  if (name.name == "swapped") {
    const auto i = static_cast<Token>(index(numbers[1], n - 1) - 1);
    const Token k = token(3);
    if (!alike(i))
      throw LimitReached(
          fmt::format("tokens {} and {}, which are not alike, exchanged", i + 1, i + 2));
    return entry_after(numbers[0], index(numbers[2], d) - 1, k == i ? i + 1 : k == i + 1 ? i : k);
  }
  if (std::find(name.parameters.begin(), name.parameters.end(), claim::Type::input) !=
      name.parameters.end())
    throw LimitReached("the name " + name.name + " of an input");
  return std::nullopt;
}

std::optional<std::vector<AnyState::Numbers>> AnyState::numbers(const Quotient& first,
                                                                const Quotient& last,
                                                                bool of_input) {
  if (!of_input) return std::nullopt;
  constexpr int most_others = 64;
  const auto least = first.constant(), most = last.constant();
  if (!least || !most || (*least != Rational(0) && *least != Rational(1))) return std::nullopt;
  const Rational others = *most - run_.sweep_layers();
  if (!others.is_integer() || others.sign() < 0 || others > Rational(most_others))
    return std::nullopt;
  const Quotient any = unknown("layer", {true, Rational(1), run_.sweep_layers(), false, Of::layer});
  layer_ = variables_["layer"];
  std::vector<Numbers> found = {
      {any, true}, {Quotient(Rational(1)), false}};  // the first is there, whatever else
  if (least->is_zero()) found.push_back({Quotient(), false});
  for (Rational i = 1; i <= others; i += 1)
    found.push_back({Quotient(run_.sweep_layers() + i), false});
  return found;
}

// ---- signs

AnyState::Form AnyState::form_of(const claim::Polynomial& numerator) {
  Form form{numerator.terms(), 0, 0};
  const auto constant = form.P.find({});
  if (constant != form.P.end()) {
    form.c = constant->second;
    form.P.erase(constant);
  }
  if (form.P.empty()) return form;
  form.a = form.P.begin()->second;
  for (auto& [m, coefficient] : form.P) coefficient = coefficient / form.a;
  return form;
}

unsigned AnyState::by_bounds(const Form& form) const {
  std::optional<Rational> low = form.c, high = form.c;
  bool whole = true, above = false, below = false;  // the bounds are not attained
  Rational scale = 1;                               // makes the coefficients whole
  for (const auto& [m, coefficient] : form.P) scale *= (coefficient * scale).denominator();
  for (const auto& [m, coefficient] : form.P) {
    if (m.empty() || m[0] != 0 || m.back() != 1 ||
        std::count(m.begin(), m.end(), 0U) + 1 != static_cast<std::ptrdiff_t>(m.size()))
      return sign::any;
    const Unknown& x = unknowns_[m.size() - 2];
    whole = whole && x.whole;
    const Rational factor = form.a * coefficient;
    const auto add = [&](std::optional<Rational>& bound, const std::optional<Rational>& of) {
      if (bound && of) bound->add_product(factor, *of);
      if (!of) bound.reset();
    };
    (factor.sign() > 0 ? above : below) |= x.above;
    add(low, factor.sign() > 0 ? x.low : x.high);
    add(high, factor.sign() > 0 ? x.high : x.low);
  }
  unsigned possible = sign::any;
  if (low && low->sign() >= 0) possible &= ~sign::negative;
  if (high && high->sign() <= 0) possible &= ~sign::positive;
  const int least = low ? low->sign() : -1, most = high ? high->sign() : 1;
  if (least > 0 || most < 0 || (least == 0 && above) || (most == 0 && below))
    possible &= ~sign::zero;
  if (whole && !(form.c / form.a * scale).is_integer()) possible &= ~sign::zero;
  return possible;
}

unsigned AnyState::signs(const Quotient& x) {
  ++work_;
  for (const auto& [m, coefficient] : x.numerator().terms())
    work_ += m.size() / 16;  // exponents take their time
  if (work_ > most_work) throw LimitReached("comparisons that would take seconds");
  const Form form = form_of(x.numerator());
  if (form.P.empty())
    return form.c.sign() < 0 ? sign::negative : form.c.is_zero() ? sign::zero : sign::positive;
  unsigned possible = by_bounds(form);
  const Rational at = -form.c / form.a;  // a (P - at)
  for (const Assumed& known : assumed_) {
    if (known.P != form.P) continue;
    // P - at = (P - known.at) + (known.at - at)
    const int moved = (known.at - at).sign();
    unsigned here = sign::any;
    if (known.signs == sign::zero || moved == 0)
      here = known.signs == sign::zero ? (moved < 0    ? sign::negative
                                          : moved == 0 ? sign::zero
                                                       : sign::positive)
                                       : known.signs;
    else if (known.signs == sign::positive && moved > 0)
      here = sign::positive;
    else if (known.signs == sign::negative && moved < 0)
      here = sign::negative;
    if (form.a.sign() < 0)
      here = ((here & sign::negative) != 0 ? sign::positive : 0U) | (here & sign::zero) |
             ((here & sign::positive) != 0 ? sign::negative : 0U);
    possible &= here;
  }
  return possible;
}

// Not the same twice: every binder has its own.
std::optional<Quotient> AnyState::real(claim::Binder::Domain domain) {
  using Domain = claim::Binder::Domain;
  Unknown any;
  if (domain != Domain::real) any.low = Rational(0);
  any.above = domain == Domain::positive;
  any.of = Of::real;
  return unknown(fmt::format("real {}", unknowns_.size()), std::move(any));
}

void AnyState::leave_open(const Quotient& x) {
  if (!open_) open_ = x;
}

std::optional<Quotient> AnyState::take_open(bool may_be_many) {
  std::optional<Quotient> x = std::move(open_);
  open_.reset();
  if (!x || assumed_.size() >= most_assumed) return std::nullopt;
  return of(*x) <= (may_be_many ? Of::layer : Of::input) ? x : std::nullopt;
}

AnyState::Of AnyState::of(const Quotient& x) const {
  Of all = Of::input;
  for (const auto& [m, coefficient] : x.numerator().terms()) {
    for (std::size_t v = 1; v < m.size(); ++v) {
      if (m[v] != 0) all = std::max(all, unknowns_[v - 1].of);
    }
  }
  return all;
}

void AnyState::assume_sign(const Quotient& x, unsigned sign) {
  Form form = form_of(x.numerator());
  HARDMAX_REQUIRE(!form.P.empty());
  const unsigned turned = form.a.sign() > 0 || sign == claim::sign::zero ? sign
                          : sign == claim::sign::positive                ? claim::sign::negative
                                                                         : claim::sign::positive;
  assumed_.push_back({std::move(form.P), -form.c / form.a, turned});
}

}  // namespace hardmax
