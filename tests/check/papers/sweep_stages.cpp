// Quantiser (yun2020a B.4, C.1) and value mapping (B.6) of a sweep.
#include <algorithm>
#include <numeric>

#include "papers/sweep.hpp"

namespace hardmax::check {

// --- quantiser, row by row. Without encodings: first Z -> Z + e phi(e^T Z), phi(t) = -t -
// delta^{-nd} for t < 0 or t >= 1, else 0; then for k = 0..1/delta - 1 phi(t) = -t for k delta <= t
// < (k+1) delta, t relative to k delta. With encodings: those alone, for k = 0..n/delta - 1.

std::uint64_t SweepRun::quantizer_layers() const {
  return run_.d * (run_.positional ? run_.n * run_.D : run_.D + 1);
}

std::uint64_t SweepRun::usable_quantizer() const {
  if (quantizer_layers() * run_.d > 1 << 18) throw LimitMet{};
  return quantizer_layers();
}

Num SweepRun::quantize_once(std::uint64_t t, std::uint64_t r, const Num& x) const {
  if (run_.qdrop.count(t) != 0 || (t - 1) / row_layers() + 1 != r) return x;
  if (clips(t))
    return x.sign() < 0 || !(x < D_) ? Num(0) - power_of(run_.D, std::uint64_t{run_.n} * run_.d + 1)
                                     : x;
  const Num low = number_of(step_of(t));
  return !(x < low) && x < low + Num(1) ? low : x;
}

Num SweepRun::quantize(std::uint64_t layers, std::uint64_t r, Num x) const {
  for (std::uint64_t t = (r - 1) * row_layers() + 1; t <= std::min(layers, r * row_layers()); ++t)
    x = quantize_once(t, r, x);
  return x;
}

Set SweepRun::set(int, const Num* a) const {  // qbreaks(t, r), the only set
  const std::uint64_t t = index(a[0], 0, usable_quantizer()), r = index(a[1], 1, run_.d);
  std::vector<Num> out;
  for (std::uint64_t layer = (r - 1) * row_layers() + 1; layer <= std::min(t, r * row_layers());
       ++layer) {
    if (run_.qdrop.count(layer) != 0) continue;
    const bool clip = clips(layer);
    out.push_back(clip ? Num(0) : number_of(step_of(layer)) * delta_);
    out.push_back(clip ? Num(1) : number_of(step_of(layer) + 1) * delta_);
  }
  return make_set(std::move(out));
}

// --- the first 1 + d layers of the value mapping: Z - (M + 1) 1_d phi(u^T Z), phi = 0 on [t_l,
// t_r] and 1 elsewhere, M the largest entry of all g_c(H); then for each row phi(t) = -t for t < 0,
// else 0. (The source has n ones, which is no vector of Z's columns.)

const Num& SweepRun::largest() const {
  if (largest_) return *largest_;
  if (inputs() > std::uint64_t{1} << 20) throw LimitMet{};
  for (std::uint64_t input = 0; input < inputs(); ++input)
    for (std::uint64_t k = 1; k <= run_.n; ++k) {
      const Column z = mapped(input, k);
      const Num& here = *std::max_element(z.begin() + 1, z.end());
      if (!largest_ || *largest_ < here) largest_ = here;
    }
  return *largest_;
}

Num SweepRun::zeroed(std::uint64_t input, std::uint64_t r, std::uint64_t k) const {
  const std::uint64_t n = run_.n, d = run_.d;
  const Num M = largest(), ids = q_ - Num(1);  // delta^{-d} - 1
  const Num low = power_of(run_.D, 2 * n * d) * ids,
            high =
                power_of(run_.D, (2 * n + 1) * d) * ids;  // Lemma 6: t_l and t_r, in units of delta
  const Column z = mapped(input, k);
  Num x = z[r];
  if (u(z) < low || high < u(z)) x = x - (M + D_);  // 1 is D units
  return x.sign() < 0 ? Num(0) : x;
}

// --- a layer for every token of every sorted input with different columns, in order: it adds f -
// g_c(H)_k to a column whose id is in [id - delta/2, id + delta/2)

void SweepRun::build_windows() const {
  if (windows_) return;
  std::vector<Window> all;
  for (std::uint64_t input = 0; input < inputs(); ++input) {
    if (!sorted(input) || category(input) != 1) continue;
    for (std::uint64_t k = 1; k <= run_.n; ++k) {
      if (all.size() >= std::size_t{1} << 16) throw LimitMet{};
      all.push_back({input, k, id(input, static_cast<unsigned>(k))});
    }
  }
  by_id_.resize(all.size());
  std::iota(by_id_.begin(), by_id_.end(), 0);
  std::sort(by_id_.begin(), by_id_.end(),
            [&](std::size_t a, std::size_t b) { return all[a].id < all[b].id; });
  windows_ = std::move(all);
}

// The largest id of a target, of which there are the contexts and 0, plus delta.
Num SweepRun::K() const {
  const Num largest = windows_->empty() ? Num(0) : (*windows_)[by_id_.back()].id;
  return (largest.sign() < 0 ? Num(0) : largest) + Num(1);
}

// A column through the value layers. Repaired: all targets less K e_1, so that they lie below all
// windows, and a last layer that adds K e_1 phi(u^T Z), phi(t) = 1 for t < -delta/2, else 0.
SweepRun::Column SweepRun::through(Column z, const Target& target, bool repaired) const {
  build_windows();
  const std::vector<Window>& windows = *windows_;
  const Num half = Num(1) / Num(2), down = repaired ? K() : Num(0);
  for (std::size_t done = 0;;) {  // layers before this one have been gone through
    const Num x = u(z);
    std::size_t next = windows.size();  // the first of the others that has the column in its
                                        // window: its id is in (x - delta/2, x + delta/2]
    const auto begin =
        std::upper_bound(by_id_.begin(), by_id_.end(), x - half,
                         [&](const Num& low, std::size_t t) { return low < windows[t].id; });
    for (auto it = begin; it != by_id_.end() && !(x + half < windows[*it].id); ++it)
      if (*it >= done) next = std::min(next, *it);
    if (next == windows.size()) break;
    const Column from = mapped(windows[next].input, windows[next].k), to = target(next);
    for (std::size_t row = 1; row <= run_.d; ++row)
      z[row] = z[row] + (to[row] - (row == 1 ? down : Num(0)) - from[row]);
    done = next + 1;
  }
  if (repaired && u(z) < Num(0) - half) z[1] = z[1] + down;
  return z;
}

// f is g_c(K)_j at (H, k) and 0 elsewhere.
Num SweepRun::planted(bool repaired, const Num* a, const std::uint64_t* inputs) const {
  const std::uint64_t k = index(a[0], 1, run_.n), j = index(a[1], 1, run_.n),
                      r = index(a[2], 1, run_.d);
  build_windows();
  const std::vector<Window>& windows = *windows_;
  const auto own = std::find_if(windows.begin(), windows.end(),
                                [&](const Window& w) { return w.input == inputs[0] && w.k == k; });
  defined(own != windows.end());
  const auto at_own = static_cast<std::size_t>(own - windows.begin());
  const auto target = [&](std::size_t layer) {
    return layer == at_own ? mapped(inputs[1], j) : Column(run_.d + 1);
  };
  return through(mapped(inputs[0], k), target, repaired)[r];
}

}  // namespace hardmax::check
