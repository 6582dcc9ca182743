#include "papers/yun2020b.hpp"

#include <algorithm>
#include <numeric>

#include "check/ordering.hpp"
#include "check/text.hpp"

namespace hardmax::check {
namespace {

Num power(std::uint64_t base, std::uint64_t exponent) {
  mpz_class out;
  mpz_ui_pow_ui(out.get_mpz_t(), base, exponent);
  return Num(mpq_class(out));
}
bool holds(const Tokens& tokens, unsigned k) {
  return std::binary_search(tokens.begin(), tokens.end(), k);
}

// (1.2): gamma is a permutation, and gamma(i-1) is in the union over l of A^l_{gamma(i)}.
bool serves(const Parameters& run, const Tokens& gamma) {
  Tokens sorted = gamma, all(run.n + 1);
  std::iota(all.begin(), all.end(), 0);
  std::sort(sorted.begin(), sorted.end());
  if (sorted != all) return false;
  for (unsigned i = 2; i <= run.n; ++i)
    if (std::none_of(run.A.begin() + 1, run.A.end(),
                     [&](const auto& layer) { return holds(layer[gamma[i]], gamma[i - 1]); }))
      return false;
  return true;
}

Tokens find_gamma(const Parameters& run, const Tokens& stated) {
  Tokens gamma(run.n + 1);
  std::iota(gamma.begin(), gamma.end(), 0);
  if (serves(run, gamma)) return gamma;
  if ((run.n > 12) && serves(run, stated)) return stated;
  if (run.n > 20) {
    require(stated.size() <= 1, "derived.gamma", "a list",
            "that it is no permutation for Assumption 1.2");
    throw Incomplete(
        "derived.gamma: whether there is a permutation for Assumption 1.2 is not found out for n > "
        "20");
  }
  std::vector<std::uint32_t> follows(run.n);  // j may stand before k if j is in some A^l_k
  for (const auto& layer : run.A)
    for (unsigned k = 1; k < layer.size(); ++k)
      for (unsigned j : layer[k]) follows[j - 1] |= 1u << (k - 1);
  gamma = {0};
  for (unsigned k : smallest_ordering(follows)) gamma.push_back(k + 1);
  return gamma.size() > 1 ? gamma : Tokens();
}

// (1.3): the least s with S^s_k = [n] for all k; 0 if there is none. S^{t+p} depends on S^t alone:
// once a level comes back after a multiple of p, no new one follows.
std::uint64_t least_s(const Parameters& run) {
  Reach reach(run.A);
  for (std::uint64_t t = 1;; ++t) {
    const Reach::Level& now = reach.level(t);
    bool all = true;
    for (unsigned k = 1; k <= run.n; ++k)
      for (unsigned j = 1; j <= run.n; ++j) all = all && Reach::has(now[k], j);
    if (all) return t;
    if (t == 1 << 15) throw Incomplete("derived.s: neither found nor excluded within 2^15 steps");
    for (std::uint64_t before = t; before > run.p();)
      if (reach.level(before -= run.p()) == now) return 0;
  }
}

}  // namespace

// S^1_k = A^1_k;  S^t_k = union of S^{t-1}_j over j in A^{((t-1) mod p)+1}_k.
const Reach::Level& Reach::level(std::uint64_t t) {
  const std::size_t n = A_[1].size() - 1, p = A_.size() - 1, words = n / 64 + 1;
  while (levels_.size() < t) {
    const std::size_t now = levels_.size() + 1;
    if (now * n * words > std::uint64_t{1} << 26) throw Incomplete("S(t, k): more than 2^32 bits");
    Level next(n + 1, std::vector<std::uint64_t>(words));
    for (std::size_t k = 1; k <= n; ++k)
      for (unsigned j : A_[((now - 1) % p + 1)][k])
        for (std::size_t i = 0; i < words; ++i)
          next[k][i] |= now > 1       ? levels_.back()[j][i]
                        : i == j / 64 ? std::uint64_t{1} << (j % 64)
                                      : 0;
    levels_.push_back(std::move(next));
  }
  return levels_[t - 1];
}

Derived derive(const Parameters& run, const Tokens& stated_gamma) {
  Derived out;
  out.self = true;  // (1.1)
  for (std::size_t l = 1; l <= run.p(); ++l)
    for (unsigned k = 1; k <= run.n; ++k) out.self = out.self && (holds(run.A[l][k], k));
  out.gamma = find_gamma(run, stated_gamma);
  for (unsigned i = 0; i < out.gamma.size(); ++i) {
    unsigned l = i >= 2;
    while (i >= 2 && (!holds(run.A[l][out.gamma[i]], out.gamma[i - 1]))) ++l;
    out.l.push_back(l);
  }
  out.s = least_s(run);
  return out;
}

Run::Run(Parameters parameters, Derived derived)
    : run_(std::move(parameters)), derived_(std::move(derived)), reach_(run_.A) {
  const std::uint64_t n = run_.n, d = run_.d, D = run_.D, s = derived_.s;
  D_ = number_of(D);
  delta_ = Num(1) / D_;
  q_ = power(D, d);  // delta^(-d)
  for (std::uint64_t i = 0; i < d; ++i) Delta_ = Delta_ * number_of(D) + Num(1);
  input_count_ = power(D, n * d);
  A_.assign(run_.A.size(), std::vector<Set>(n + 1));
  if (!derived_.holds()) return;
  E_.resize(n + 1);  // D.1: E_{gamma(1)} = n - 1, E_{gamma(i)} = i - 2
  for (std::uint64_t i = 1; i <= n; ++i)
    E_[derived_.gamma[i]] = number_of((i == 1 ? n - 1 : i - 2));
  for (const auto& [k, value] : run_.E) E_[k] = value;
  // E.2.2: p (n-1) delta^(-d) layers, then s
  selective_ = number_of(run_.p() * (n - 1)) * q_;
  layer_count_ = selective_ + number_of(s);
  shift_ = run_.shift.value_or(q_);
  c_ = run_.c.value_or(number_of((2 * s * n)) * power(D, n * d + 1));  // 2 s n delta^(-nd-1)
}

// E.2.2. Block i = 2..n: every b = (i-2) Delta + j delta, j = 0..q-1, has p layers; the one with
// pattern layer l_i is Psi(.; shift, b - delta/2, b + delta/2), the others are the identity. Then
// Omega^{((t-1) mod p)+1}(.; c), t = 1..s.
void Run::build(std::uint64_t most) {
  const std::uint64_t n = run_.n, p = run_.p(), s = derived_.s;
  if (number_of(std::uint64_t{1} << 62) < input_count_)
    throw Incomplete("run: more than 2^62 inputs, nothing was executed");
  const Num executed = number_of(std::min(inputs(), most));
  if (number_of(1 << 28) < executed * number_of(n))
    throw Incomplete("run: more than 2^28 ids, nothing was executed");
  const std::uint64_t q = static_cast<std::uint64_t>(*q_.small_integer());  // q^n <= 2^62
  if (p * (n - 1) > (std::uint64_t{1} << 24) / q || p * (n - 1) * q + s > std::uint64_t{1} << 24 ||
      number_of(std::uint64_t{1} << 38) < executed * number_of(((n - 1) * q + s) * n))
    throw Incomplete("run: more than 2^24 layers or 2^38 token steps, nothing was executed");
  layers_.resize(1);
  const Num half = Num(1) / Num(2);
  for (std::uint64_t i = 2; i <= n; ++i)
    for (std::uint64_t j = 0; j < q; ++j)
      for (std::uint64_t mask = 1; mask <= p; ++mask) {
        const Num b = number_of((i - 2) * run_.D) * Delta_ + number_of(j);
        layers_.push_back(mask == derived_.l[i]
                              ? AttentionLayer{mask, 2, b - half, b + half, shift_}
                              : AttentionLayer{mask, 0, {}, {}, {}});
      }
  for (std::uint64_t t = 1; t <= s; ++t)
    layers_.push_back(AttentionLayer{(t - 1) % p + 1, 1, {}, {}, c_});
  for (std::uint64_t t : run_.drop) layers_.at(t).heads = 0;
  for (std::size_t t = 0; t < layers_.size(); ++t)
    state_.push_back(t == 0 ? 0 : state_.back() + (layers_[t].heads != 0));
  if ((state_.back() + 1) * (n + 1) > std::uint64_t{1} << 25)
    throw Incomplete("run: more than 2^25 ids for one input, nothing was executed");
}

// The entry of G in units of delta: a digit of the input's ordinal in base D, the last entry (row d
// of token n) fastest.
std::uint64_t Run::grid(std::uint64_t input, std::uint64_t r, std::uint64_t k) const {
  for (std::uint64_t later = (run_.n - k) * run_.d + run_.d - r; later > 0; --later)
    input /= run_.D;
  return input % run_.D;
}

Num Run::start(std::uint64_t input, std::uint64_t r, std::uint64_t k) const {
  return number_of(grid(input, r, k)) + E_[k] * D_;
}

// E.2.1: psi(Z; b_Q)_k = u^T Z_A sigma_H[(u^T Z_A)^T (u^T Z_k - b_Q)]. sigma_H gives equal weight
// to the largest scores. The score of j is u^T Z_j times one factor for all j: the largest scores
// are those of the largest u^T Z_j if it is positive, of the smallest if it is negative, and all of
// them if it is 0.
Num Run::psi(const AttentionLayer& layer, const Num& bias, const Ids& x, std::uint64_t k) const {
  const Tokens& A = run_.A[layer.mask][k];
  const int factor = compare(x[k], bias);
  if ((factor == 0)) {
    Num total;
    for (unsigned j : A) total = total + x[j];
    return total / number_of(A.size());
  }
  const Num* best = &x[A[0]];
  for (unsigned j : A)
    if ((compare(x[j], *best) * factor > 0)) best = &x[j];
  return *best;
}

Trace Run::execute(Ids ids) const {
  return trace_of(layers_, std::move(ids),
                  [&](const AttentionLayer& layer, const Num& bias, const Ids& x, std::uint64_t k) {
                    return psi(layer, bias, x, k);
                  });
}

const Trace& Run::trace(std::uint64_t input) const {
  return traces_.of(input, [&] {
    Ids ids(run_.n + 1);
    for (unsigned k = 1; k <= run_.n; ++k)
      for (unsigned r = run_.d; r >= 1; --r)
        ids[k] = ids[k] * D_ + start(input, r, k);  // u = (1, D, .., D^(d-1))
    return execute(std::move(ids));
  });
}

std::string Run::input_text(std::uint64_t input) const {
  std::string out;
  for (unsigned k = 1; k <= run_.n; ++k)
    for (unsigned r = 1; r <= run_.d; ++r)
      out.append(out.empty() ? "" : " ").append(std::to_string(grid(input, r, k)));
  return out;
}

Num Run::number(int name, const Num* a, const std::uint64_t* inputs) const {
  const std::uint64_t input = inputs ? inputs[0] : 0;
  const std::uint64_t n = run_.n, d = run_.d, last = layers_.size() - 1;
  const auto bias = [&](const AttentionLayer& layer, const Num& h) {
    return index(h, 1, static_cast<std::uint64_t>(layer.heads)) == 1 ? layer.low : layer.high;
  };
  switch (name) {
    case Name::n: return number_of(n);
    case Name::d: return number_of(d);
    case Name::D: return D_;
    case Name::p: return number_of(run_.p());
    case Name::delta: return delta_;
    case Name::Delta: return Delta_;
    case Name::s: defined(derived_.s > 0); return number_of(derived_.s);
    case Name::gamma:
      defined(!derived_.gamma.empty());
      return Num(derived_.gamma[index(a[0], 1, n)]);
    case Name::l: defined(!derived_.gamma.empty()); return Num(derived_.l[index(a[0], 2, n)]);
    default: break;
  }
  if (!derived_.holds()) throw Unknown{};
  switch (name) {
    case Name::c: return c_;
    case Name::shift: return shift_;
    case Name::E: return E_[index(a[0], 1, n)];
    case Name::layers: {  // Lemma 6: d n / delta; Lemma 8: n delta^(-dn)
      const Num counts[] = {number_of(d * n * run_.D), selective_, number_of(derived_.s),
                            number_of(n) * input_count_};
      return counts[index(a[0], 0, 3)];
    }
    case Name::mask: return number_of(layers_[index(a[0], 1, last)].mask);
    case Name::heads: return Num(layers_[index(a[0], 1, last)].heads);
    case Name::bq: return bias(layers_[index(a[0], 1, last)], a[1]) * delta_;
    case Name::G: return number_of(grid(input, index(a[0], 1, d), index(a[1], 1, n))) * delta_;
    case Name::entry: {  // a = t, r, k. Rows 2..d never change, row 1 by as much as the id
      const std::uint64_t r = index(a[1], 1, d), k = index(a[2], 1, n);
      const Num change = v(a[0], input, a[2]) - v(Num(0), input, a[2]);
      return start(input, r, k) * delta_ + (r == 1 ? change : Num(0));
    }
    case Name::head: {  // a = t, h, k
      const AttentionLayer& layer = layers_[index(a[0], 1, last)];
      return psi(layer, bias(layer, a[1]), after(a[0] - Num(1), input), index(a[2], 1, n)) * delta_;
    }
    case Name::v: return v(a[0], input, a[1]);
    case Name::z: return v(Num(0), input, a[0]);
    case Name::zt: return v(selective_, input, a[0]);
    case Name::M: return v(selective_ + number_of(index(a[0], 0, derived_.s)), input, a[1]);
    default: return v(layer_count_, input, a[0]);  // id
  }
}

Set Run::set(int name, const Num* a) const {
  const std::uint64_t first = index(a[0], 1, name == Name::A ? run_.p() : UINT64_MAX),
                      k = index(a[1], 1, run_.n);
  if (name == Name::A) {
    Set& known = A_[first][k];
    if (!known)
      known = make_set(std::vector<Num>(run_.A[first][k].begin(), run_.A[first][k].end()));
    return known;
  }
  std::vector<Num> members;  // of S^t_k
  for (unsigned j = 1; j <= run_.n; ++j)
    if (Reach::has(reach_.level(first)[k], j)) members.emplace_back(j);
  return make_set(std::move(members));
}

}  // namespace hardmax::check
