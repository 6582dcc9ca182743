#include "execute/id_table.hpp"

namespace hardmax {

Rational IdTable::shifted(std::size_t i, std::size_t k) const {
  const auto other = others_.find(i);
  return other == others_.end() ? Rational(shifted_row(k)[i]) : other->second.shifted(k);
}

Rational IdTable::id(std::size_t i, std::size_t k) const {
  const auto other = others_.find(i);
  if (other != others_.end()) return other->second.id(k);
  Rational id;
  for (std::size_t t = 0; t < digits_; ++t)
    id.add_product(Rational(digit_row(t, k)[i]), powers_[t]);
  return id;
}

void IdTable::reset(std::uint64_t first, std::size_t inputs, std::size_t n, std::size_t digits,
                    const Rational& base) {
  first_ = first;
  inputs_ = inputs;
  n_ = n;
  digits_ = digits;
  base_ = base;
  powers_.assign(1, Rational(1));
  while (powers_.size() < digits) powers_.push_back(powers_.back() * base);
  shifted_.assign(n * inputs, 0);
  digit_.assign(digits * n * inputs, 0);
  others_.clear();
}

}  // namespace hardmax
