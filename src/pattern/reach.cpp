#include "pattern/reach.hpp"
#include "exact/fault.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace hardmax {
namespace {

// n rows of n bits.
class BitMatrix {
 public:
  explicit BitMatrix(std::size_t n) : n_(n), words_((n + 63) / 64), bits_(n * words_) {}
  void set(std::size_t k, std::size_t j) {
    bits_[k * words_ + j / 64] |= std::uint64_t{1} << (j % 64);
  }
  void clear_row(std::size_t k) { std::fill_n(row(k), words_, 0); }
  void add_row(std::size_t k, const BitMatrix& other, std::size_t j) {
    std::uint64_t* to = row(k);
    const std::uint64_t* from = other.row(j);
    for (std::size_t w = 0; w < words_; ++w) to[w] |= from[w];
  }
  void add(const BitMatrix& other) {
    for (std::size_t w = 0; w < bits_.size(); ++w) bits_[w] |= other.bits_[w];
  }
  [[nodiscard]] bool test(std::size_t k, std::size_t j) const {
    return bits_[k * words_ + j / 64] >> (j % 64) & 1;
  }
  [[nodiscard]] bool full_row(std::size_t k) const {
    std::size_t count = 0;
    for (std::size_t w = 0; w < words_; ++w)
      count += static_cast<std::size_t>(std::popcount(row(k)[w]));
    return count == n_;
  }
  // The first row with a missing bit, and that bit.
  [[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> first_missing() const {
    for (std::size_t k = 0; k < n_; ++k) {
      if (full_row(k)) continue;
      std::size_t j = 0;
      while (test(k, j)) ++j;
      return std::pair{k, j};
    }
    return std::nullopt;
  }
  friend bool operator==(const BitMatrix&, const BitMatrix&) = default;

 private:
  [[nodiscard]] std::uint64_t* row(std::size_t k) { return bits_.data() + k * words_; }
  [[nodiscard]] const std::uint64_t* row(std::size_t k) const { return bits_.data() + k * words_; }
  std::size_t n_, words_;
  std::vector<std::uint64_t> bits_;
};

// S^{t+1} from S^t. `layer` is the 0-based layer of step t + 1, which is t mod p. Returns the
// number of rows that were united.
std::uint64_t step(const Pattern& pattern, std::size_t layer, const BitMatrix& now,
                   BitMatrix& next) {
  const std::size_t n = pattern.tokens();
  std::uint64_t united = n;
  std::vector<char> full(n);  // a union that contains a full set is full
  for (std::size_t k = 0; k < n; ++k) full[k] = now.full_row(k);
  for (std::size_t k = 0; k < n; ++k) {
    next.clear_row(k);
    const auto neighbours = pattern.neighbours(layer, k);
    const auto whole =
        std::find_if(neighbours.begin(), neighbours.end(), [&](Token j) { return full[j] != 0; });
    if (whole != neighbours.end()) {
      next.add_row(k, now, *whole);
      continue;
    }
    for (const Token j : neighbours) next.add_row(k, now, j);
    united += neighbours.size();
  }
  return united;
}

void report_unreached(const BitMatrix& ever, std::size_t n, ReachAnswer& answer) {
  for (std::size_t k = 0; k < n; ++k) {
    if (ever.full_row(k)) continue;
    for (std::size_t j = 0; j < n; ++j) {
      if (ever.test(k, j)) {
        answer.reached.push_back(static_cast<Token>(j));
      } else if (!answer.unreached) {
        answer.unreached = {k, j};
      }
    }
    return;
  }
}

}  // namespace

ReachAnswer find_reach(const Pattern& pattern, bool self) {
  ReachAnswer answer;
  const std::size_t n = pattern.tokens(), p = pattern.layers();
  if (n > reach_bitset_tokens) {
    answer.limit =
        "bit matrices are made for at most " + std::to_string(reach_bitset_tokens) + " tokens";
    return answer;
  }
  BitMatrix now(n), next(n);
  for (std::size_t k = 0; k < n; ++k) {
    for (const Token j : pattern.neighbours(0, k)) now.set(k, j);
  }
  BitMatrix ever(self ? 0 : n);  // the union of all S^t, kept only where they do not just grow
  if (!self) ever = now;
  BitMatrix kept = now;                    // S^kept_at, to recognise a repetition
  std::size_t kept_at = 1, keep_next = 2;  // the next t that becomes the kept one
  std::uint64_t work = 0;
  for (std::size_t t = 1;; ++t) {
    answer.steps = t;
    const auto missing = now.first_missing();
    if (!missing) {
      answer.decision = Decision::yes;
      answer.s = HARDMAX_FAULT(pattern_s_too_small, t, t - 1);
      answer.rule.rule = "levels";
      return answer;
    }
    if (t > kept_at && (t - kept_at) % p == 0 && now == kept) {
      answer.decision = Decision::no;
      answer.late.reset();
      answer.repeats_from = kept_at;
      answer.period = t - kept_at;
      report_unreached(self ? now : ever, n, answer);
      return answer;
    }
    if (!self && t == reach_step_limit) {
      answer.late.reset();
      answer.limit = "no S^t with t <= " + std::to_string(reach_step_limit) +
                     " is whole, and the sequence has not repeated";
      return answer;
    }
    if (work > reach_work_limit) {
      answer.late.reset();
      answer.limit = "S^t is not whole for any t <= " + std::to_string(t) +
                     ", and going on would take more than the " + std::to_string(reach_work_limit) +
                     " steps allowed";
      return answer;
    }
    if (t == keep_next) {
      kept = now;
      kept_at = t;
      // Growing sets repeat as soon as they stop, so a kept state every p steps finds the end at
      // once; otherwise the gaps must double.
      keep_next = self ? t + p : 2 * t;
    }
    answer.late = missing;
    work += step(pattern, t % p, now, next) * ((n + 63) / 64);
    std::swap(now, next);
    if (!self) ever.add(now);
  }
}

}  // namespace hardmax
