// Certificates of kind "structural" (FORMAT.md): Lemma 7 of yun2020b, both properties, for one pattern, d and D. No input is executed; this is the argument,
// and the program checks what it rests on. In units of delta: q = D^d, B = D (1 + D + ... + D^(d-1)), which is the id of a column of ones; the id of column
// k of the grid input G is any of x_k = 0, ..., q - 1, each token for itself, and determines the column.
//
//   start    With E of Section D.1 the ids are x + (i-2) B for gamma(i), i >= 2, and x + (n-1) B for gamma(1). As B >= q they are strictly in the order
//            gamma(2), ..., gamma(n), gamma(1).
//   sweep i  (i = 2, ..., n) has the windows (i-2) B + 0, ..., q - 1 on the layer l_i. Before it gamma(i) is lowest, then come gamma(i+1), ..., gamma(n),
//            gamma(1), and above them, by the sweeps before, gamma(2), ..., gamma(i-1). Only gamma(i) lies in the windows: the untouched ids of others are
//            beyond them by B >= q, and the raised ones are above gamma(1). It attends to itself, by (1.1), so it finds itself as the smallest; and to
//            gamma(i-1), by l_i, so it finds that as the largest: it is the highest of all. It fires once and becomes own + q (largest - own). That is
//            largest + (q-1)(largest - own) > largest, so now gamma(i) is highest; and at least own + q, beyond the windows. After the sweeps the order is
//            gamma(1), gamma(2), ..., gamma(n), strictly, for every input.
//   all-max  Every id is positive (gamma(1) is at least (n-1) B), so each layer adds c times the largest id attended to. If ids are c^t T + L with 0 <= L <
//            c^t, T ids of before the stage, the largest has the largest T, and the new ids are c^(t+1) T' + L', L' = old id + c L. After s layers T_k is
//            the largest id of before the stage in S^s_k, which is everything, by (1.3): T_k is that of gamma(n) for every k.
//   P1       Layers add multiples of c, and ids before the stage differ by 1 to less than c: so ids of one input differ.
//   P2       Equal ids c^s T + L = c^s T* + L* of two inputs have T = T*. T = z~_n, z~_i = q z~_(i-1) - (q-1)(x_i + constant), z~_1 = x_1 + constant. Modulo
//            q it is x_n + constant, so x_n is the same, then z~_(n-1) is, and so on: the inputs are the same. P1 does the rest.
#include <algorithm>

#include "check/assumption1.hpp"
#include "check/evaluate.hpp"
#include "check/kind.hpp"
#include "check/ordering.hpp"
#include "check/read.hpp"
#include "check/text.hpp"

namespace hardmax::check {
namespace {

// What this kind decides, as the claim entries must have it (binding_text: id, domain, needs, formal).
const std::string hypotheses = "\nn >= 2 and d >= 1 and D >= 2\nyun2020b.A1.1,yun2020b.A1.2,yun2020b.A1.3\n";
const std::string statements[] = {"yun2020b.D.3.Lemma7.P1" + hypotheses + "forall H in inputs: distinct(k in 1..n: id(H, k))",
                                  "yun2020b.D.3.Lemma7.P2" + hypotheses + "distinct(H in inputs, k in 1..n: id(H, k))"};

// The gamma of a run is the identity if that serves, else for n <= 12 the smallest, beyond that any (FORMAT.md, "derived").
void require_canonical(const Mask& mask, const std::vector<Whole>& gamma) {
  const auto follows = [&](Whole j, Whole k) {
    return std::any_of(mask.layers.begin(), mask.layers.end(), [&](const Layer& layer) { return mask.attends(layer, k, j); });
  };
  bool identity = true, serves = true;
  for (Whole i = 0; i < mask.n; ++i) {
    identity = identity && gamma[i] == i;
    serves = serves && (i == 0 || follows(i - 1, i));
  }
  require(identity || !serves, "evidence.order", "another gamma", "that the identity serves");
  if (identity || mask.n > 12) return;
  std::vector<std::uint32_t> after(mask.n);
  for (Whole j = 0; j < mask.n; ++j)
    for (Whole k = 0; k < mask.n; ++k) after[j] |= static_cast<std::uint32_t>(follows(j, k)) << k;
  const std::vector<unsigned> smallest = smallest_ordering(after);
  require(std::equal(gamma.begin(), gamma.end(), smallest.begin(), smallest.end()), "evidence.order", "a gamma", "that there is a smaller one");
}

}  // namespace

Report check_structural(const Json& stated, const Entries& entries) {
  require_keys(stated, {"format", "version", "kind", "pattern", "evidence", "run", "derived", "only", "claims"}, "certificate");
  require(text(stated, "only") == "yun2020b.D.3.Lemma7.P", "only", text(stated, "only"),
          "\"yun2020b.D.3.Lemma7.P\", the claims of this kind");
  const std::vector<const Entry*> asked = bound_claims(stated, entries, "yun2020b");
  require(asked.size() == 2, "only", std::to_string(asked.size()) + " claims", "the two properties of Lemma 7");
  for (std::size_t i = 0; i < 2; ++i)
    require(binding_text(*asked[i]) == statements[i], asked[i]->where, binding_text(*asked[i]), "that this kind decides another statement: " + quote(statements[i]));
  const Json &run = member(stated, "run", Json::Kind::object, ""), &claims = member(stated, "claims", Json::Kind::array, "");
  require_keys(run, {"construction", "d", "D"}, "run");
  const std::string& construction = text(run, "construction", "run.");
  require(construction == "yun2020b", "run.construction", construction, "\"yun2020b\", the construction that has this argument");
  const Whole d = integer(text(run, "d", "run."), 1, "run.d"), base = integer(text(run, "D", "run."), 2, "run.D");

  const Mask mask = read_mask(member(stated, "pattern", Json::Kind::object, ""));
  const Shown assumption = require_assumption1(mask, member(stated, "evidence", Json::Kind::object, ""));
  const std::vector<Whole>& gamma = assumption.gamma;
  const Whole s = assumption.s;
  require_canonical(mask, gamma);
  // A number has at most (s+2)(nd+64) digits in base D; about n of (nd+64) are formed, and s of that size.
  if ((s + 2) * (mask.n * d + 64) > Whole{1} << 24 || (mask.n + s * s) * (mask.n * d + 64) > Whole{1} << 34)
    throw Incomplete("run: numbers of more than 2^24 digits in base D, or too many");

  std::string l;   // the least layer in which gamma(i) attends to gamma(i-1)
  for (Whole i = 1; i < mask.n; ++i) {
    const auto serves = [&](const Layer& layer) { return mask.attends(layer, gamma[i], gamma[i - 1]); };
    const auto layer = std::find_if(mask.layers.begin(), mask.layers.end(), serves);
    l.append(i > 1 ? " " : "").append(std::to_string(layer - mask.layers.begin() + 1));
  }
  const Num n = number_of(mask.n), D = number_of(base), one = number_of(1), q = power(D, number_of(d)), B = D * ((q - one) / (D - one));
  const Num c = number_of(2) * number_of(s) * n * power(D, number_of(mask.n) * number_of(d) + one);
  require_equal(member(stated, "derived", Json::Kind::object, ""),
                Json::object({{"l", l}, {"c", c.text()}, {"layers", (number_of(mask.layers.size()) * (n - one) * q + number_of(s)).text()}}), "derived");

  const auto shown = [](bool ok, const char* what) { require(ok, "argument", "that it holds", std::string("that it does not: ") + what); };
  shown(!(B < q), "the windows of two sweeps overlap");
  const Num lowest = (n - one) * B;   // of gamma(1)
  shown(!(lowest < one), "an id may be 0");
  Num highest = lowest + q - one;     // bound of z~_i
  for (Whole i = 2; i <= mask.n; ++i) highest = q * highest - (q - one) * (number_of(i - 2) * B);
  shown(highest - lowest < c, "ids before the all-max stage may differ by c");
  Num lower = number_of(0), leading = one, all = highest;   // L < lower + 1, c^t, bound of all ids
  for (Whole t = 0; t < s; ++t) {
    shown(lower < leading, "the largest id need not have the largest leading part");
    lower = all + c * lower, leading = leading * c, all = leading * highest + lower;
  }
  shown(lower < leading, "ids may reach beyond their leading part");

  for (std::size_t i = 0; i < 2; ++i) {
    const Json verified = claim_object(claims.items[i], "verified", "symbolic", "structural", "", Json::object({}));
    require_equal(claims.items[i], verified, "claims[" + std::to_string(i) + "] (" + asked[i]->id + ")");
  }
  return {0, {"accepted: 2 verified, for all " + D.text() + "^" + std::to_string(mask.n * d) + " inputs of n = " + n.text() + ", d = " + std::to_string(d) + ", D = " + D.text() +
              ", p = " + std::to_string(mask.layers.size()) + ", s = " + std::to_string(s)}};
}

}  // namespace hardmax::check
