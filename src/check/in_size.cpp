#include "check/in_size.hpp"

#include <algorithm>

#include "check/fault.hpp"

namespace hardmax::check {
namespace {

constexpr std::size_t most_terms = std::size_t{1} << 14;
constexpr std::int64_t most_power = std::int64_t{1} << 20;

}  // namespace

InSize InSize::D() {
  InSize out;
  out.terms_.emplace_back(1, Num(1));
  return out;
}

std::optional<Num> InSize::constant() const {
  if (terms_.empty()) return Num(0);
  if (terms_.size() > 1 || terms_[0].first != 0) return std::nullopt;
  return terms_[0].second;
}

bool InSize::whole() const {
  return std::all_of(terms_.begin(), terms_.end(),
                     [](const auto& term) { return term.first >= 0 && term.second.is_integer(); });
}

std::optional<InSize> InSize::inverse() const {
  if (terms_.size() != 1) return std::nullopt;
  InSize out;
  out.terms_.emplace_back(-terms_[0].first, Num(1) / terms_[0].second);
  return out;
}

// a + factor D^power b
InSize InSize::sum(const InSize& a, const InSize& b, std::int64_t power, const Num& factor) {
  InSize out;
  out.terms_.reserve(a.terms_.size() + b.terms_.size());
  auto x = a.terms_.begin();
  for (const auto& [e, c] : b.terms_) {
    const std::int64_t at = e + power;
    if (at > most_power || at < -most_power) throw LimitMet{};
    while (x != a.terms_.end() && x->first < at) out.terms_.push_back(*x++);
    Num value = factor * c;
    if (x != a.terms_.end() && x->first == at) value = value + x++->second;
    if (value.sign() != 0) out.terms_.emplace_back(at, std::move(value));
  }
  out.terms_.insert(out.terms_.end(), x, a.terms_.end());
  if (out.terms_.size() > most_terms) throw LimitMet{};
  return out;
}

InSize operator*(const InSize& a, const InSize& b) {
  const bool shorter = a.terms_.size() <= b.terms_.size();
  const InSize &few = shorter ? a : b, &many = shorter ? b : a;
  InSize out;
  if (few.terms_.size() <= 8 || many.terms_.empty()) {
    for (const auto& [e, c] : few.terms_) out = InSize::sum(out, many, e, c);
    return out;
  }
  if (std::optional<InSize> out = InSize::long_product(few, many)) return *std::move(out);
  for (const auto& [e, c] : few.terms_) out = InSize::sum(out, many, e, c);
  return out;
}

// With D = 2^width, where no coefficient of the product has more bits: one product of two numbers.
// Half of 2^width is added to each digit of it and taken away again, as coefficients have signs.
std::optional<InSize> InSize::long_product(const InSize& a, const InSize& b) {
  std::size_t bits = 2;
  for (const InSize* of : {&a, &b}) {
    std::size_t most = 1;
    for (const auto& [e, c] : of->terms_) {
      if (!c.is_integer()) return std::nullopt;
      most = std::max(most, mpz_sizeinbase(c.gmp().get_num_mpz_t(), 2));
    }
    bits += most;
  }
  for (std::size_t terms = std::min(a.terms_.size(), b.terms_.size()); terms > 0; terms /= 2)
    ++bits;
  const std::size_t words = (bits + 63) / 64, width = 64 * words;
  const auto packed = [&](const InSize& of) {
    const std::int64_t low = of.terms_.front().first, places = of.terms_.back().first - low + 1;
    std::vector<std::uint64_t> up(static_cast<std::size_t>(places) * words), down(up.size());
    for (const auto& [e, c] : of.terms_) {
      const mpz_class number(c.gmp().get_num());
      std::size_t written = 0;
      mpz_export((c.sign() > 0 ? up : down).data() + static_cast<std::size_t>(e - low) * words,
                 &written, -1, 8, 0, 0, number.get_mpz_t());
    }
    mpz_class above, below;
    mpz_import(above.get_mpz_t(), up.size(), -1, 8, 0, 0, up.data());
    mpz_import(below.get_mpz_t(), down.size(), -1, 8, 0, 0, down.data());
    return mpz_class(above - below);
  };
  const std::int64_t low = a.terms_.front().first + b.terms_.front().first;
  const std::int64_t high = a.terms_.back().first + b.terms_.back().first;
  if (high - low > most_power / 8) return std::nullopt;
  mpz_class product = packed(a) * packed(b), half, halves;
  const auto places = static_cast<std::size_t>(high - low) + 1;
  std::vector<std::uint64_t> digits(places * words);
  for (std::size_t i = 0; i < places; ++i) digits[(i + 1) * words - 1] = std::uint64_t{1} << 63;
  mpz_import(halves.get_mpz_t(), digits.size(), -1, 8, 0, 0, digits.data());
  product += halves;
  std::fill(digits.begin(), digits.end(), 0);
  std::size_t written = 0;
  if (mpz_sgn(product.get_mpz_t()) < 0 || mpz_sizeinbase(product.get_mpz_t(), 2) > places * width)
    throw Incomplete("a product of polynomials that came out too long");
  mpz_export(digits.data(), &written, -1, 8, 0, 0, product.get_mpz_t());
  mpz_ui_pow_ui(half.get_mpz_t(), 2, width - 1);
  InSize out;
  for (std::size_t i = 0; i < places; ++i) {
    mpz_class digit;
    mpz_import(digit.get_mpz_t(), words, -1, 8, 0, 0, digits.data() + i * words);
    digit -= half;
    if (sgn(digit) != 0)
      out.terms_.emplace_back(low + static_cast<std::int64_t>(i), Num(mpq_class(digit)));
  }
  if (out.terms_.size() > most_terms) throw LimitMet{};
  return out;
}

// From the highest power down: `over` is what the terms so far are worth at D = m in units of the
// power that is reached, so that for D >= m they are worth at least that. While it is not below 0
// each negative coefficient is paid for by what stands above it. From m = least, or from a later m
// on, where the D before it are looked at by their values.
bool InSize::settled(std::int64_t least, bool strictly) const {
  constexpr std::int64_t tried = 24;
  if (terms_.empty()) return !strictly;
  if (terms_.back().second.sign() < 0) return false;
  mpq_class owed;  // all negative coefficients together
  for (const auto& term : terms_)
    if (term.second.sign() < 0) owed -= term.second.gmp();
  for (std::int64_t m = least; m < least + tried; ++m) {
    mpq_class over;
    mpz_class step;
    bool paid = true, enough = false;
    for (std::size_t i = terms_.size(); i-- > 0 && !enough;) {
      std::int64_t down = i + 1 == terms_.size() ? 0 : terms_[i + 1].first - terms_[i].first;
      for (; down > 0 && !enough; down -= std::min<std::int64_t>(down, 64)) {
        mpz_ui_pow_ui(step.get_mpz_t(), static_cast<unsigned long>(m),
                      static_cast<unsigned long>(std::min<std::int64_t>(down, 64)));
        over *= step;
        enough = paid && over > owed;
      }
      if (enough) break;
      over += terms_[i].second.gmp();
      paid = HARDMAX_FAULT(check_in_size_paid, paid && sgn(over) >= 0, paid);
      enough = paid && over > owed;
    }
    if (enough) return true;
    const bool here = strictly ? sgn(over) > 0 : sgn(over) >= 0;  // the value at m, up to a factor
    if (paid || !here) return here;
  }
  return false;
}

Linear operator+(const Linear& a, const Linear& b) {
  Linear out = a;
  out.b = out.b + b.b;
  for (const auto& [i, factor] : b.w) {
    const auto at = out.w.emplace(i, Num(0)).first;
    at->second = at->second + factor;
    if (at->second.zero()) out.w.erase(at);
  }
  return out;
}

Linear operator*(const InSize& factor, const Linear& a) {
  Linear out{factor * a.b, {}};
  if (factor.zero()) return out;
  for (const auto& [i, w] : a.w) out.w.emplace(i, factor * w);
  return out;
}

}  // namespace hardmax::check
