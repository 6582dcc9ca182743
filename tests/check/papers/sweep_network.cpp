// The network of a sweep and what it does to an input, written from yun2020a B.5 and C.2 and
// sparsebert A.2.2.
#include <algorithm>

#include "check/text.hpp"
#include "papers/sweep.hpp"

namespace hardmax::check {

Num power_of(std::uint64_t base, std::uint64_t exponent) {
  mpz_class out;
  mpz_ui_pow_ui(out.get_mpz_t(), base, exponent);
  return Num(mpq_class(out));
}

// One layer delta^{-d} Psi(.; l - delta/2, l + delta/2) for every column id l, in increasing order:
// l = 0, delta, ..., delta^{-d+1} - delta; with encodings these beyond s_j = (j-1)(1 + D + ... +
// D^{d-1}), for j = 1..n one after the other. Then the global shifts, psi(.; 0) times the
// multiplier.
void SweepRun::build(std::uint64_t most) {
  const std::uint64_t n = run_.n, d = run_.d, blocks = run_.positional ? n : 1;
  D_ = number_of(run_.D);
  delta_ = Num(1) / D_;
  q_ = power_of(run_.D, d);
  input_count_ = power_of(run_.D + (run_.extended ? 1 : 0), n * d);
  E_.resize(n + 1);
  for (std::uint64_t j = 1; run_.positional && j <= n; ++j) E_[j] = number_of((j - 1));
  for (const auto& [k, value] : run_.E) E_[k] = value;
  shift_ = run_.shift.value_or(q_);
  c_ = run_.c.value_or(paper_.multiplier(run_));
  selective_ = number_of(blocks) * q_;

  const auto inside = [](const Num& x, int bits) {
    return !(number_of(std::uint64_t{1} << bits) < x);
  };
  if (!inside(input_count_, 62))
    throw Incomplete("run: more than 2^62 inputs, nothing was executed");
  const Num executed = number_of(std::min(inputs(), most)),
            count = selective_ + number_of(paper_.global_shifts);
  if (!inside(executed * number_of(n), 28))
    throw Incomplete("run: more than 2^28 ids, nothing was executed");
  if (!inside(count, 24) || !inside(executed * count * number_of(n), 38))
    throw Incomplete("run: more than 2^24 layers or 2^38 token steps, nothing was executed");
  const std::uint64_t q = static_cast<std::uint64_t>(*q_.small_integer());
  const Num half = Num(1) / Num(2);
  Num sum;
  for (std::uint64_t i = 0; i < d; ++i) sum = sum + power_of(run_.D, i);
  layers_.resize(1);
  for (std::uint64_t j = 1; j <= blocks; ++j)
    for (std::uint64_t m = 0; m < q; ++m) {
      const Num l = number_of(j - 1) * sum * D_ + number_of(m);
      layers_.push_back({2, l - half, l + half, shift_});
    }
  for (std::uint64_t t = 0; t < paper_.global_shifts; ++t) layers_.push_back({1, {}, {}, c_});
  const auto among = [&](const char* what, const std::set<std::uint64_t>& dropped,
                         std::uint64_t all) {
    if (!dropped.empty())
      require(*dropped.rbegin() <= all, "run.overrides", what + std::to_string(*dropped.rbegin()),
              "that there are " + std::to_string(all) + " layers");
  };
  among("drop=", run_.drop, layers_.size() - 1);
  among("qdrop=", run_.qdrop, quantizer_layers());
  for (std::uint64_t t : run_.drop) layers_[t].heads = 0;
  for (std::size_t t = 0; t < layers_.size(); ++t)
    state_.push_back(t == 0 ? 0 : state_.back() + (layers_[t].heads != 0));
  if ((state_.back() + 1) * (n + 1) > std::uint64_t{1} << 25)
    throw Incomplete("run: more than 2^25 ids for one input, nothing was executed");
}

// --- inputs. An entry is a digit of the ordinal, the last entry (row d of token n) fastest, in
// base D; on G+ in base D + 1, where 0 stands for -delta^{-nd} and every other digit for the one
// before it.

Num SweepRun::grid(std::uint64_t input, std::uint64_t r, std::uint64_t k) const {
  const std::uint64_t base = run_.D + (run_.extended ? 1 : 0);
  for (std::uint64_t later = (run_.n - k) * run_.d + run_.d - r; later > 0; --later) input /= base;
  const std::uint64_t digit = input % base;
  if (!run_.extended) return number_of(digit);
  return digit == 0 ? Num(0) - power_of(run_.D, std::uint64_t{run_.n} * run_.d + 1)
                    : number_of(digit - 1);
}

std::string SweepRun::input_text(std::uint64_t input) const {
  std::string out;
  for (unsigned k = 1; k <= run_.n; ++k)
    for (unsigned r = 1; r <= run_.d; ++r)
      out.append(out.empty() ? "" : " ").append(grid(input, r, k).text());
  return out;
}

Num SweepRun::u(const Column& z) const {  // u = (1, D, .., D^(d-1))
  Num out;
  for (std::size_t r = z.size(); r-- > 1;) out = out * D_ + z[r];
  return out;
}

SweepRun::Column SweepRun::column_of(std::uint64_t input, std::uint64_t k) const {
  Column z(1);
  for (std::uint64_t r = 1; r <= run_.d; ++r) z.push_back(grid(input, r, k));
  return z;
}

std::size_t SweepRun::columns(std::uint64_t input) const {
  std::set<Column> different;
  for (std::uint64_t k = 1; k <= run_.n; ++k) different.insert(column_of(input, k));
  return different.size();
}

int SweepRun::category(std::uint64_t input) const {
  for (std::uint64_t k = 1; k <= run_.n; ++k)
    for (std::uint64_t r = 1; r <= run_.d; ++r)
      if (grid(input, r, k).sign() < 0) return 3;
  const bool all_differ = (columns(input) == run_.n);
  return all_differ ? 1 : 2;
}

bool SweepRun::sorted(std::uint64_t input) const {
  for (std::uint64_t k = 2; k <= run_.n; ++k)
    if (u(column_of(input, k)) < u(column_of(input, k - 1))) return false;
  return true;
}

std::uint64_t SweepRun::exchanged(std::uint64_t input, std::uint64_t i) const {
  std::uint64_t base = run_.D + (run_.extended ? 1 : 0), column = 1,
                later = 1;  // how many values a column takes, and all columns after i + 1
  for (std::uint64_t r = 0; r < run_.d; ++r) column *= base;
  for (std::uint64_t k = i + 1; k < run_.n; ++k) later *= column;
  const std::uint64_t first = input / (later * column) % column, second = input / later % column;
  return input - (first * column + second) * later + (second * column + first) * later;
}

// --- execution

// psi(Z; b)_k = u^T Z_A sigma_H[(u^T Z_A)^T (u^T Z_k - b)], A all tokens, or all but k. sigma_H
// gives equal weight to the largest scores. The score of j is u^T Z_j times one factor for all j:
// the largest scores are those of the largest u^T Z_j if it is positive, of the smallest if it is
// negative, and all of them if it is 0.
Num SweepRun::psi(const Num& bias, const Ids& x, std::uint64_t k) const {
  const int factor = compare(x[k], bias);
  Num total;
  const Num* best = nullptr;
  for (std::uint64_t j = 1; j <= run_.n; ++j) {
    if ((j == k && !paper_.sees_itself)) continue;
    if (factor == 0) total = total + x[j];
    if (best == nullptr || compare(x[j], *best) * factor > 0) best = &x[j];
  }
  return factor == 0 ? total / number_of(run_.n - (paper_.sees_itself ? 0 : 1)) : *best;
}

const Trace& SweepRun::trace(std::uint64_t input) const {
  return traces_.of(input, [&] {
    Ids ids(1);
    for (std::uint64_t k = 1; k <= run_.n; ++k) {
      Column z(1);
      for (std::uint64_t r = 1; r <= run_.d; ++r) z.push_back(start(input, r, k));
      ids.push_back(u(z));
    }
    return trace_of(layers_, std::move(ids),
                    [&](const Layer&, const Num& bias, const Ids& x, std::uint64_t k) {
                      return psi(bias, x, k);
                    });
  });
}

Num SweepRun::entry(const Num& t, std::uint64_t input, std::uint64_t r,
                    std::uint64_t k) const {  // rows 2..d never change, row 1 by as much as the id
  if (r != 1) return start(input, r, k);
  const Num now = after(t, input)[k];
  return start(input, 1, k) + (now - trace(input).front()[k]);
}

SweepRun::Column SweepRun::mapped(std::uint64_t input, std::uint64_t k) const {
  Column z(1);
  for (std::uint64_t r = 1; r <= run_.d; ++r)
    z.push_back(entry(number_of(layers_.size() - 1), input, r, k));
  return z;
}

// --- names

Num SweepRun::number_of_input(int name, const Num* a, const std::uint64_t* inputs) const {
  const std::uint64_t input = inputs[0], n = run_.n, d = run_.d, last = layers_.size() - 1;
  switch (name) {
    case SweepName::G: {
      const std::uint64_t r = index(a[0], 1, d);
      return grid(input, r, index(a[1], 1, n)) * delta_;
    }
    case SweepName::category: return Num(category(input));
    case SweepName::columns: return number_of(columns(input));
    case SweepName::sorted: return Num(sorted(input) ? 1 : 0);
    case SweepName::v: return v(a[0], input, a[1]);
    case SweepName::z: return v(Num(0), input, a[0]);
    case SweepName::zt: return v(selective_, input, a[0]);
    case SweepName::id: return v(number_of(last), input, a[0]);
    case SweepName::entry: {  // a = t, r, k
      index(a[0], 0, last);
      const std::uint64_t r = index(a[1], 1, d);
      return entry(a[0], input, r, index(a[2], 1, n)) * delta_;
    }
    case SweepName::head: {  // a = t, h, k
      const Layer& layer = layers_[index(a[0], 1, last)];
      const Num& bias =
          index(a[1], 1, static_cast<std::uint64_t>(layer.heads)) == 1 ? layer.low : layer.high;
      return psi(bias, after(a[0] - Num(1), input), index(a[2], 1, n)) * delta_;
    }
    case SweepName::swapped: {  // a = t, i, r, k
      index(a[0], 0, last);
      const std::uint64_t i = index(a[1], 1, n - 1), r = index(a[2], 1, d);
      return entry(a[0], exchanged(input, i), r, index(a[3], 1, n)) * delta_;
    }
    case SweepName::zeroed: {  // a = r, k
      const std::uint64_t r = index(a[0], 1, d);
      return zeroed(input, r, index(a[1], 1, n)) * delta_;
    }
    case SweepName::zeroed_R2: {  // a = r, k: the target is 0 at every context
      const std::uint64_t r = index(a[0], 1, d), k = index(a[1], 1, n);
      Column z(1);
      for (std::uint64_t row = 1; row <= d; ++row) z.push_back(zeroed(input, row, k));
      return through(
                 z, [&](std::size_t) { return Column(d + 1); }, true)[r] *
             delta_;
    }
    default: return planted(name == SweepName::planted_R2, a, inputs) * delta_;
  }
}

Num SweepRun::number(int name, const Num* a, const std::uint64_t* inputs) const {
  switch (name) {
    case SweepName::n: return number_of(run_.n);
    case SweepName::d: return number_of(run_.d);
    case SweepName::D: return D_;
    case SweepName::delta: return delta_;
    case SweepName::q: return q_;
    case SweepName::positional: return Num(run_.positional ? 1 : 0);
    case SweepName::extended: return Num(run_.extended ? 1 : 0);
    case SweepName::shift: return shift_;
    case SweepName::c: return c_;
    case SweepName::layers: {
      const Num counts[] = {number_of(quantizer_layers()), selective_,
                            number_of(paper_.global_shifts)};
      return counts[index(a[0], 0, 2)];
    }
    case SweepName::heads: return Num(layers_[index(a[0], 1, layers_.size() - 1)].heads);
    case SweepName::qmap: {
      const std::uint64_t t = index(a[0], 0, usable_quantizer()), r = index(a[1], 1, run_.d);
      return quantize(t, r, a[2] * D_) * delta_;
    }
    case SweepName::qstep: {
      const std::uint64_t t = index(a[0], 1, usable_quantizer()), r = index(a[1], 1, run_.d);
      return quantize_once(t, r, a[2] * D_) * delta_;
    }
    case SweepName::q_hidden: index(a[0], 1, usable_quantizer()); return Num(1);
    case SweepName::q_pieces: index(a[0], 1, usable_quantizer()); return Num(3);
    case SweepName::q_flat: return Num(clips(index(a[0], 1, usable_quantizer())) ? 1 : 2);
    default: return number_of_input(name, a, inputs);
  }
}

}  // namespace hardmax::check
