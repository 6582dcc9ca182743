// Certificates of kind "structural" (FORMAT.md): Lemma 7 of yun2020b, both properties, for one
// pattern and one d and D, or every D, or every d and D. No input is executed; this is the
// argument, and the program checks what it rests on. In units of delta: w = 1 + D + ... + D^(d-1),
// q = D^d = 1 + w (D - 1), B = D w, which is the id of a column of ones; the id of column k of the
// grid input G is any of x_k = 0, ..., q - 1, each token for itself, and determines the column.
// What is checked of these numbers are inequalities between polynomials in D and w, for all of them
// at once (structural.hpp).
//
//   start    With E of Section D.1 the ids are x + (i-2) B for gamma(i), i >= 2, and x + (n-1) B
//   for gamma(1). As B >= q they are strictly in the order
//            gamma(2), ..., gamma(n), gamma(1).
//   sweep i  (i = 2, ..., n) has the windows (i-2) B + 0, ..., q - 1 on the layer l_i. Before it
//   gamma(i) is lowest, then come gamma(i+1), ..., gamma(n),
//            gamma(1), and above them, by the sweeps before, gamma(2), ..., gamma(i-1). Only
//            gamma(i) lies in the windows: the untouched ids of others are beyond them by B >= q,
//            and the raised ones are above gamma(1). It attends to itself, by (1.1), so it finds
//            itself as the smallest; and to gamma(i-1), by l_i, so it finds that as the largest: it
//            is the highest of all. It fires once and becomes own + q (largest - own). That is
//            largest + (q-1)(largest - own) > largest, so now gamma(i) is highest; and at least own
//            + q, beyond the windows. After the sweeps the order is gamma(1), gamma(2), ...,
//            gamma(n), strictly, for every input. As z~_i <= q z~_(i-1), no id is above H, H + 1 =
//            q^(n-1) ((n-1) B + q).
//   all-max  Every id is positive (gamma(1) is at least (n-1) B), so each layer adds c times the
//   largest id attended to. If ids are c^t T + L with 0 <= L <
//            c^t, T ids of before the stage, the largest has the largest T, and the new ids are
//            c^(t+1) T' + L', L' = old id + c L. After s layers T_k is the largest id of before the
//            stage in S^s_k, which is everything, by (1.3): T_k is that of gamma(n) for every k.
//            And L < c^t for t <= s: ids are at most H (1 + c)^t after t layers, so L <= H ((1 +
//            c)^t - c^t); (c / (c+1))^t >= 1 - t / (c+1), so that is below c^t if s (H + 1) <= c.
//   P1       Layers add multiples of c, and ids before the stage differ by 1 to less than H + 1 <=
//   c: so ids of one input differ. P2       Equal ids c^s T + L = c^s T* + L* of two inputs have T
//   = T*. T = z~_n, z~_i = q z~_(i-1) - (q-1)(x_i + constant), z~_1 = x_1 + constant. Modulo
//            q it is x_n + constant, so x_n is the same, then z~_(n-1) is, and so on: the inputs
//            are the same. P1 does the rest.
#include <algorithm>

#include "check/answer.hpp"
#include "check/assumption1.hpp"
#include "check/constructions.hpp"
#include "check/fault.hpp"
#include "check/ordering.hpp"
#include "check/structural_forms.hpp"
#include "check/text.hpp"

namespace hardmax::check {
namespace {

const std::vector<Statement> statements = {
    {"n >= 2 and d >= 1 and D >= 2", "forall H in inputs: distinct(k in 1..n: id(H, k))"},
    {"n >= 2 and d >= 1 and D >= 2", "distinct(H in inputs, k in 1..n: id(H, k))"}};

// The gamma of a run is the identity if that serves, else for n <= 12 the smallest, beyond that any
// (FORMAT.md, "derived").
void require_canonical(const Mask& mask, const std::vector<Whole>& gamma) {
  const auto follows = [&](Whole j, Whole k) {
    return std::any_of(mask.layers.begin(), mask.layers.end(),
                       [&](const Layer& layer) { return mask.attends(layer, k, j); });
  };
  bool identity = true, serves = true;
  for (Whole i = 0; i < mask.n; ++i) {
    identity = identity && gamma[i] == i;
    serves = serves && (i == 0 || follows(i - 1, i));
  }
  require(HARDMAX_FAULT(check_structural_gamma, identity || !serves, true), "evidence.order",
          "another gamma", "that the identity serves");
  if (identity || mask.n > 12) return;
  std::vector<std::uint32_t> after(mask.n);
  for (Whole j = 0; j < mask.n; ++j)
    for (Whole k = 0; k < mask.n; ++k) after[j] |= static_cast<std::uint32_t>(follows(j, k)) << k;
  const std::vector<unsigned> smallest = smallest_ordering(after);
  require(std::equal(gamma.begin(), gamma.end(), smallest.begin(), smallest.end()),
          "evidence.order", "a gamma", "that there is a smaller one");
}

// What the argument needs of the sizes.
void require_sizes(const Sizes& sizes, Whole steps) {
  const Inequalities of(sizes);
  const Quotient n = whole(sizes.n), s = whole(steps), one = whole(1);
  of.require_less(whole(2), of.q, "a column that is raised need not become the highest");
  of.require_less(of.q, of.B, "the windows of two sweeps overlap");
  of.require_less(one, (n - one) * of.B, "an id may be 0");
  // H + 1 and c without their common factor q^(n-1).
  of.require_less(s * ((n - one) * of.B + of.q), whole(2) * s * n * of.D * of.q,
                  "the largest id need not have the largest leading part");
}

}  // namespace

Report check_structural(const Json& stated, const Entries& entries) {
  const std::string& construction =
      text(member(stated, "run", Json::Kind::object, ""), "construction", "run.");
  if (is_about_described(stated)) return check_described_structural(stated, entries);
  ConstructionFiles files(entries);
  const MadeFor network = files.network(construction);
  if (network != MadeFor::pattern)
    return check_structural_sweep(stated, entries, construction, network == MadeFor::without_own);
  require_keys(stated,
               {"format", "version", "kind", "pattern", "evidence", "run", "derived", "only",
                "claims", "hypotheses"},
               "certificate");
  const std::vector<const Entry*> asked = bound_claims(stated, entries, construction);
  require_assumption1_as_printed(asked, entries, files.describing(construction).hypotheses);
  std::vector<std::string> assumption1;  // of what the claims need
  for (const Entry* claim : asked)
    for (const std::string& need : claim->needs)
      if (part_of_assumption1(entries.at(need), entries) != 0) assumption1.push_back(need);
  const Json& run = member(stated, "run", Json::Kind::object, "");
  require_keys(run, {"construction", "d", "D"}, "run");

  const Mask mask = read_mask(member(stated, "pattern", Json::Kind::object, ""));
  const Sizes sizes = read_sizes(run, mask.n);
  const Shown assumption =
      require_assumption1(mask, member(stated, "evidence", Json::Kind::object, ""));
  const std::vector<Whole>& gamma = assumption.gamma;
  require_canonical(mask, gamma);
  std::string l;  // the least layer in which gamma(i) attends to gamma(i-1)
  for (Whole i = 1; i < mask.n; ++i) {
    const auto serves = [&](const Layer& layer) {
      return mask.attends(layer, gamma[i], gamma[i - 1]);
    };
    const auto layer = std::find_if(mask.layers.begin(), mask.layers.end(), serves);
    l.append(i > 1 ? " " : "").append(std::to_string(layer - mask.layers.begin() + 1));
  }
  const Num p = number_of(mask.layers.size()), s = number_of(assumption.s),
            factor = HARDMAX_FAULT(check_structural_c, number_of(2) * s * number_of(mask.n),
                                   s * number_of(mask.n)),
            per_sweep = p * number_of(mask.n - 1);
  std::string c = factor.text() + " " + sizes.power(mask.n, 1),
              layers = per_sweep.text() + " " + sizes.power(1, 0) + " + " + s.text();
  if (sizes.D != 0)
    c = (factor * sizes.value(mask.n, 1)).text(),
    layers = (per_sweep * sizes.value(1, 0) + s).text();
  require_equal(member(stated, "derived", Json::Kind::object, ""),
                Json::object({{"l", l}, {"c", c}, {"layers", layers}}), "derived");
  require_sizes(sizes, assumption.s);
  const StageNames stages = stage_names(files.describing(construction));
  const Vocabulary names = names_of_forms(true, stages);
  ShownClaims shown{names, statements, assumption1, {}};
  if (sizes.D != 0)
    shown.forms = forms_of_run(
        {sizes, &mask, gamma, false, false, assumption.s, factor * sizes.value(mask.n, 1)});
  const std::string details = ", p = " + p.text() + ", s = " + s.text() + "; " + construction +
                              " as printed, " + about_rules(*stated.find("pattern"));
  return structural_report(member(stated, "claims", Json::Kind::array, ""), asked, shown, sizes,
                           details);
}

}  // namespace hardmax::check
