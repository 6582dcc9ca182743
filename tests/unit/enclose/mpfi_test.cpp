// Arb against MPFI, another library of rigorous intervals: both enclose the same numbers, so their
// enclosures meet.
#ifdef HARDMAX_HAS_MPFI
#include <mpfi.h>
#include <catch2/catch.hpp>

#include <random>

#include "enclose/soft_map.hpp"
#include "support/rounds.hpp"

namespace mpfi_test {

using namespace hardmax;

namespace {

class Interval {
 public:
  explicit Interval(long bits) { mpfi_init2(x_, static_cast<mpfr_prec_t>(bits)); }
  Interval(const Interval& o) {
    mpfi_init2(x_, mpfi_get_prec(o.x_));
    mpfi_set(x_, o.x_);
  }
  Interval& operator=(const Interval&) = delete;
  ~Interval() { mpfi_clear(x_); }
  mpfi_ptr get() { return x_; }
  void set(const Rational& value) {
    mpq_t q;
    mpq_init(q);
    fmpq_get_mpq(q, value.raw());
    mpfi_set_q(x_, q);
    mpq_clear(q);
  }
  [[nodiscard]] Rational end(bool left) const {
    mpfr_t e;
    mpfr_init2(e, mpfi_get_prec(x_));
    left ? mpfi_get_left(e, x_) : mpfi_get_right(e, x_);
    mpq_t q;
    mpq_init(q);
    mpfr_get_q(q, e);
    Rational value;
    fmpq_set_mpq(value.raw(), q);
    mpq_clear(q);
    mpfr_clear(e);
    return value;
  }

 private:
  mpfi_t x_;
};

// softmax[t v]_j = 1 / sum exp(t (v_i - v_j)), the sum over the scores that are kept.
std::vector<Interval> softmax_by_mpfi(const Rational& t, const std::vector<Rational>& scores,
                                      const std::vector<bool>& kept, long bits) {
  std::vector<Interval> weights;
  for (std::size_t j = 0; j < scores.size(); ++j) {
    Interval sum(bits), term(bits);
    mpfi_set_si(sum.get(), 0);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      if (!kept[i]) continue;
      term.set(t * (scores[i] - scores[j]));
      mpfi_exp(term.get(), term.get());
      mpfi_add(sum.get(), sum.get(), term.get());
    }
    mpfi_inv(sum.get(), sum.get());
    if (!kept[j]) mpfi_set_si(sum.get(), 0);
    weights.push_back(sum);
  }
  return weights;
}

}  // namespace

TEST_CASE(
    "mpfi: softmax and softmax over k scores of seeded heads agree with MPFI from 100 to 4,000 "
    "bits") {
  std::mt19937_64 random(40);
  for (const long bits : {100, 200, 500, 1000, 2000, 4000}) {
    for (int round = 0; round < testing::rounds(25); ++round) {
      // The scores of a head: ids times the lead of its own id over the bias.
      const std::size_t keys = 2 + random() % 5;
      const Rational lead = Rational(static_cast<std::int64_t>(random() % 41) - 20) +
                            Rational(1) / Rational(2),
                     t = Rational(1 + random() % 100) / Rational(1 + random() % 64);
      std::vector<Rational> scores;
      std::string shown;
      for (std::size_t j = 0; j < keys; ++j) {
        scores.push_back(Rational(random() % 64) * lead);
        shown += " " + scores.back().str();
      }
      const std::size_t k = 1 + random() % keys;
      SoftMap map{round % 2 == 0 ? SoftMap::Kind::softmax : SoftMap::Kind::top_k_ties, Rational(k),
                  t};
      INFO(name_of(map) << ", t = " << t.str() << ", scores" << shown << ", bits " << bits);
      std::vector<Rational> falling = scores;
      std::sort(falling.begin(), falling.end(), std::greater<>());
      std::vector<bool> kept;
      for (const Rational& s : scores)
        kept.push_back(map.kind == SoftMap::Kind::softmax || s >= falling[k - 1]);
      const auto theirs = softmax_by_mpfi(t, scores, kept, bits);
      const Precision precision(bits);
      std::vector<Ball> in(scores.begin(), scores.end()), ours(keys);
      weigh(map, in, ours);
      for (std::size_t j = 0; j < keys; ++j) {
        CHECK(ours[j].lower() <= theirs[j].end(false));
        CHECK(theirs[j].end(true) <= ours[j].upper());
        CHECK(ours[j].upper() - ours[j].lower() <= Rational(1) / power(2, bits - 30));
      }
    }
  }
}
#endif

}  // namespace mpfi_test
