// Section E.2 of the paper taken literally, with exact rationals and no thought of speed; and the
// same with something wrong.
#pragma once
#include <algorithm>
#include <vector>

#include "papers/yun2020b.hpp"

namespace check_test {

using hardmax::check::Derived;
using hardmax::check::Parameters;
using hardmax::check::Tokens;

enum class Fault {
  none,
  tie_takes_largest,
  tie_takes_smallest,
  ties_take_all,
  layer_skipped,
  layers_exchanged,
  window_shifted,
  own_token_left_out,
  c_more,
  c_less,
  c_without_s,
  shift_more,
  shift_without_power,
  E_more,
  E_of_identity,
  bias_low,
  bias_high,
  biases_exchanged,
  bias_of_next,
  heads_added,
  second_head_left_out,
  all_max_min,
  all_max_without_skip,
  all_max_first,
  one_all_max_less,
  one_all_max_more,
  cycle_off_by_one,
  first_pattern_only,
  l_other,
  block_left_out,
  blocks_reversed,
  steps_reversed,
  last_step_left_out,
  u_reversed,
  row_2_changed
};

// Z has d rows; every head takes the scores, their largest value, and the average of u^T Z_j over
// all j that reach it.
class Literal {
 public:
  Literal(const Parameters& run, const Derived& derived, Fault fault = Fault::none)
      : run_(run), derived_(derived), fault_(fault) {}

  std::vector<mpq_class> ids(const std::vector<std::uint64_t>& grid)
      const {  // real units, index 0 unused; grid in order of enumeration
    const auto is = [&](Fault fault) { return fault_ == fault; };
    const unsigned n = run_.n, d = run_.d, s = static_cast<unsigned>(derived_.s);
    const mpq_class delta(1, static_cast<long>(run_.D));
    std::vector<std::vector<mpq_class>> Z(d + 1, std::vector<mpq_class>(n + 1));
    for (unsigned k = 1; k <= n; ++k) {
      unsigned i = 1;
      while (!is(Fault::E_of_identity) && derived_.gamma[i] != k) ++i;
      if (is(Fault::E_of_identity)) i = k;
      mpq_class E = i == 1 ? n - 1 : i - 2;
      if (run_.E.count(k)) E = run_.E.at(k).gmp();
      if (is(Fault::E_more) && k == 2) E += delta;
      for (unsigned r = 1; r <= d; ++r)
        Z[r][k] = static_cast<unsigned long>(grid[(k - 1) * d + r - 1]) * delta + E;
    }
    mpq_class q = 1, Delta = 0;
    for (unsigned r = 0; r < d; ++r) Delta += q, q /= delta;
    mpq_class c = 2 * (is(Fault::c_without_s) ? 1 : s) * n / delta;
    for (unsigned i = 0; i < n; ++i) c *= q;
    if (run_.c) c = run_.c->gmp();
    if (is(Fault::c_more)) c += 1;
    if (is(Fault::c_less)) c -= 1;
    mpq_class shift = run_.shift                       ? run_.shift->gmp()
                      : is(Fault::shift_without_power) ? mpq_class(1 / delta)
                                                       : q;
    if (is(Fault::shift_more)) shift += 1;

    const auto ids_of = [&] {
      std::vector<mpq_class> out(n + 1);
      for (unsigned k = 1; k <= n; ++k) {
        mpq_class power = 1;
        for (unsigned r = 1; r <= d; ++r)
          out[k] += power * Z[is(Fault::u_reversed) ? d + 1 - r : r][k], power /= delta;
      }
      return out;
    };
    std::uint64_t t = 0;
    const auto layer = [&](const std::vector<std::pair<mpq_class, mpq_class>>& heads,
                           unsigned kind = 0) {  // (c, b_Q) of every head; kind 1: all-max
      const std::uint64_t mask =
          is(Fault::first_pattern_only) ? 0 : t + is(Fault::cycle_off_by_one);
      std::vector<Tokens> A = run_.A[mask % run_.p() + 1];
      ++t;
      if (run_.drop.count(t) || (is(Fault::layer_skipped) && t == 7)) return;
      for (unsigned k = 1; k <= n; ++k) {
        if (is(Fault::window_shifted))
          for (unsigned& j : A[k]) j = j % n + 1;
        if (is(Fault::own_token_left_out) && A[k].size() > 1)
          A[k].erase(std::find(A[k].begin(), A[k].end(), k));
      }
      const std::vector<mpq_class> u = ids_of();
      std::vector<mpq_class> change(n + 1);
      for (const auto& [factor, bias] : heads)
        for (unsigned k = 1; k <= n; ++k) {
          std::vector<mpq_class> scores, values;
          for (unsigned j : A[k])
            scores.push_back(u[j] * (u[k] - bias) * (kind == 1 && is(Fault::all_max_min) ? -1 : 1));
          const mpq_class top = *std::max_element(scores.begin(), scores.end());
          for (std::size_t i = 0; i < scores.size(); ++i)
            if (scores[i] == top || is(Fault::ties_take_all)) values.push_back(u[A[k][i]]);
          mpq_class sum = 0;
          for (const mpq_class& value : values) sum += value;
          sum /= static_cast<unsigned long>(values.size());
          if (is(Fault::tie_takes_largest)) sum = *std::max_element(values.begin(), values.end());
          if (is(Fault::tie_takes_smallest)) sum = *std::min_element(values.begin(), values.end());
          change[k] += factor * sum;
        }
      for (unsigned k = 1; k <= n; ++k) {
        if (kind == 1 && is(Fault::all_max_without_skip)) Z[1][k] = 0;
        Z[is(Fault::row_2_changed) && d > 1 ? 2 : 1][k] += change[k];
      }
    };
    const auto all_max = [&] {
      for (unsigned i = 0; i < s + is(Fault::one_all_max_more) - is(Fault::one_all_max_less); ++i)
        layer({{c, 0}}, 1);
    };
    if (is(Fault::all_max_first)) all_max();
    for (unsigned block = 2; block <= n; ++block) {
      const unsigned i = is(Fault::blocks_reversed) ? n + 2 - block : block;
      if (is(Fault::block_left_out) && i == 3) continue;
      const std::uint64_t steps = static_cast<std::uint64_t>(q.get_num().get_ui());
      for (std::uint64_t j = 0; j + is(Fault::last_step_left_out) < steps; ++j) {
        const std::uint64_t step = is(Fault::steps_reversed) ? steps - 1 - j : j;
        const mpq_class b = (i - 2) * Delta + (step + is(Fault::bias_of_next)) * delta;
        mpq_class low = b - delta / (is(Fault::bias_low) ? 1 : 2),
                  high = b + delta / (is(Fault::bias_high) ? 1 : 2);
        if (is(Fault::biases_exchanged)) std::swap(low, high);
        const mpq_class second = is(Fault::heads_added)            ? shift
                                 : is(Fault::second_head_left_out) ? mpq_class(0)
                                                                   : mpq_class(-shift);
        for (unsigned mask = 1; mask <= run_.p(); ++mask) {
          const unsigned chosen = is(Fault::l_other)
                                      ? derived_.l[i] % static_cast<unsigned>(run_.p()) + 1
                                      : derived_.l[i];
          const bool here = (is(Fault::layers_exchanged) ? run_.p() + 1 - mask : mask) == chosen;
          if (here)
            layer({{shift, low}, {second, high}});
          else
            layer({});
        }
      }
    }
    if (!is(Fault::all_max_first)) all_max();
    return ids_of();
  }

 private:
  const Parameters& run_;
  const Derived& derived_;
  Fault fault_;
};

// The digits of an input's ordinal in base D, the last one fastest.
inline std::vector<std::uint64_t> grid(const Parameters& run, std::uint64_t g) {
  std::vector<std::uint64_t> out(run.n * run.d);
  for (std::size_t i = out.size(); i-- > 0; g /= run.D) out[i] = g % run.D;
  return out;
}

}  // namespace check_test
