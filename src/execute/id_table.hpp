// The ids of a range of inputs, after the shift and at the end, as the lanes form them: for dumps,
// claims and sorting.
//
// Most inputs are `plain`: their ids are sum over t of digit(t) * base^t with 64-bit digits. The
// others (too large, fractions) have their rows kept apart, exact.
//
// Units     of delta.
#pragma once
#include <cstdint>
#include <map>
#include <vector>

#include "execute/id_run.hpp"

namespace hardmax {

class IdTable {
 public:
  [[nodiscard]] std::uint64_t first() const { return first_; }
  [[nodiscard]] std::size_t inputs() const { return inputs_; }
  [[nodiscard]] std::size_t tokens() const { return n_; }
  [[nodiscard]] std::size_t digits() const { return digits_; }
  [[nodiscard]] const Rational& base() const { return base_; }

  // i is the input's place in the range, k the token.
  [[nodiscard]] bool plain(std::size_t i) const { return others_.find(i) == others_.end(); }
  [[nodiscard]] bool all_plain() const { return others_.empty(); }
  [[nodiscard]] const IdRow& other(std::size_t i) const { return others_.at(i); }
  [[nodiscard]] Rational shifted(std::size_t i, std::size_t k) const;
  [[nodiscard]] Rational id(std::size_t i, std::size_t k) const;
  // Arrays over the inputs; whatever at inputs that are not plain.
  [[nodiscard]] const std::uint64_t* shifted_row(std::size_t k) const {
    return &shifted_[k * inputs_];
  }
  [[nodiscard]] const std::uint64_t* digit_row(std::size_t t, std::size_t k) const {
    return &digit_[(t * n_ + k) * inputs_];
  }

 private:
  friend class LaneRunner;  // fills it
  void reset(std::uint64_t first, std::size_t inputs, std::size_t n, std::size_t digits,
             const Rational& base);
  std::uint64_t first_ = 0;
  std::size_t inputs_ = 0, n_ = 0, digits_ = 0;
  Rational base_;
  std::vector<Rational> powers_;
  std::vector<std::uint64_t> shifted_, digit_;
  std::map<std::size_t, IdRow> others_;
};

}  // namespace hardmax
