// Numbers that depend on a size D, as polynomials in D with negative powers too, and affine
// functions with such numbers as factors. What is shown of them is shown for every whole D from a
// least one on.
#pragma once
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "check/evaluate.hpp"

namespace hardmax::check {

class InSize {
 public:
  InSize(const Num& number = Num(0)) {
    if (number.sign() != 0) terms_.emplace_back(0, number);
  }
  static InSize D();
  bool zero() const { return terms_.empty(); }
  std::optional<Num> constant() const;
  bool whole() const;  // no power below 0, no coefficient that is no integer: whole for every D
  int leading() const { return terms_.empty() ? 0 : terms_.back().second.sign(); }
  std::optional<InSize> inverse() const;  // of one term
  const std::vector<std::pair<std::int64_t, Num>>& terms() const { return terms_; }

  friend InSize operator+(const InSize& a, const InSize& b) { return sum(a, b, 0, Num(1)); }
  friend InSize operator-(const InSize& a, const InSize& b) { return sum(a, b, 0, Num(-1)); }
  friend InSize operator-(const InSize& x) { return InSize() - x; }
  friend InSize operator*(const InSize& a, const InSize& b);
  friend bool operator==(const InSize& a, const InSize& b) { return a.terms_ == b.terms_; }

  // >= 0, > 0 for every whole D >= least, least >= 1. False: it is not shown.
  bool not_negative(std::int64_t least) const { return settled(least, false); }
  bool positive(std::int64_t least) const { return settled(least, true); }

 private:
  using Terms = std::vector<std::pair<std::int64_t, Num>>;
  static InSize sum(const InSize& a, const InSize& b, std::int64_t power, const Num& factor);
  static std::optional<InSize> long_product(const InSize& a, const InSize& b);
  bool settled(std::int64_t least, bool strictly) const;
  Terms terms_;  // by increasing powers, none with 0
};

// b + sum of w[i] times variable i.
struct Linear {
  InSize b = {};
  std::map<std::size_t, InSize> w = {};
  bool number() const { return w.empty(); }
  friend bool operator==(const Linear& x, const Linear& y) { return x.b == y.b && x.w == y.w; }
};
Linear operator+(const Linear& a, const Linear& b);
Linear operator*(const InSize& factor, const Linear& a);
inline Linear operator-(const Linear& a, const Linear& b) { return a + InSize(Num(-1)) * b; }

}  // namespace hardmax::check
