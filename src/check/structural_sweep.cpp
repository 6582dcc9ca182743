// Arguments of kind "structural" for yun2020a and sparsebert with encodings (FORMAT.md): one n, and
// one d and D, or every D, or every d and D. In units of delta, w, q and B as in structural.hpp:
// before the sweep the id of column k is a_k = x_k + (k-1) B, x_k any of 0, ..., q - 1, each token
// for itself, and tells the column. None is above m = (n-1) B + q - 1. As q <= B, a_1 < ... < a_n,
// and the windows (j-1) B + 0, ..., q - 1 of j = 1, ..., n in turn increase.
//
//   turn j   Before it a_j, ..., a_n are as they were, and z_1 < ... < z_(j-1), raised by then, are
//   above m. So the windows find a_j alone, once: those untouched are j B
//            or more, those raised beyond m. It becomes z_j = a_j + q (largest - least), of the ids
//            it attends to. What is to be shown is that z_j is above m, and above z_(j-1). Let z_0
//            = a_n, which is what is largest for j = 1.
//   yun2020a The keys are all tokens: the least is a_j, the largest z_(j-1), and z_j = q z_(j-1) -
//   (q-1) a_j. So z_1 >= q (n-1) B - (q-1)^2, which is above m, and
//            z_j - z_(j-1) = (q-1) (z_(j-1) - a_j) > 0.
//   others   sparsebert: the keys are all other tokens. Let n >= 3. For j < n the least is a_(j+1),
//   and z_j = a_j + q (z_(j-1) - a_(j+1)). So z_1 >= q ((n-2) B - (q-1)),
//            which is above m. For d_j = z_j - z_(j-1) and P_j = d_j + a_(j+1), j < n, if n >= 4:
//              P_2 - a_n = (q-1) a_1 + (q^2-q-1) (a_n - a_2) - (q-1) a_3 >= (q^2-q-1) ((n-2) B -
//              (q-1)) - (q-1) (2 B + q-1), which is not negative; P_(j+1) - a_n = q (P_j - a_n) +
//              (q-1) (a_n - a_(j+2)) + a_(j+1) - a_j > 0 for 2 <= j <= n - 2.
//            Hence d_j >= a_n - a_(j+1), and it is > 0, for 2 <= j < n. For j = n the least is z_1:
//            z_n = a_n + q (z_(n-1) - z_1), and
//              q (z_n - z_(n-1)) = q (q-1) (d_2 + ... + d_(n-1)) - q d_1 >= (q^2-q-1) d_2 + q (q-1)
//              d_3 + a_2 - a_1 - q (a_3 - a_2),
//            as q d_1 = d_2 - (a_2 - a_1) + q (a_3 - a_2); and d_3 = P_3 - a_4 >= q (a_n - a_4) +
//            a_3 - a_2 >= a_3 - a_2. So it is > 0. If n = 3:
//              d_2 = (q-1) a_1 + (q^2-2q) a_3 - (q^2-q-1) a_2 >= L = 2 (q^2-2q) B - (q^2-q-1) (B +
//              q-1), which is > 0; q (z_3 - z_2) = (q^2-q-1) d_2 + a_2 - a_1 - q (a_3 - a_2) >=
//              (q^2-q-1) L + B - (q-1) - q (B + q-1), which is > 0.
//   bound    z_1 <= q a_n and z_j <= q z_(j-1), so z_n <= q^n m. It is below c: c = n D q^(n+1) of
//   yun2020a, m (q^n + q + 1) of sparsebert. ends     yun2020a: every id is positive, so the global
//   shift adds c times the largest, z_n, and ids end as c z_n + z_k. As 0 < z_k < c, equal ids have
//   equal z_n and
//            z_k. z_n modulo q tells x_n, then it tells z_(n-1), which tells x_(n-1), and so on to
//            z_1 = q a_n - (q-1) a_1: the inputs are the same, and so is k.
//   others   Let y = z_(n-1), T = z_n. After the first global shift token n has T + c y and k < n
//   has z_k + c T; the largest of others is that of n - 1, for n - 1
//            itself that of n - 2, as c (T - y) >= c > T. So ids end as c^2 T + c (T + y) + z_k for
//            k <= n - 2, c^2 T + c (T + z_(n-2)) + y for n - 1, c^2 T + 2 c y + T for n. All are c
//            (c T + e) + f with 0 < f < c, so equal ids, of H, k and H*, k*, have equal f and c T +
//            e. If T* > T, then e - e* >= c; but f* <= T < T*, so k* is not n, and e - e* <= T + y
//            - T* < y < c. So T = T*. f = T for n alone. If f = z_k = y* with k <= n - 2 and k* = n
//            - 1, then z_k = y* > z*_(n-2) = y > z_k. So k and k* are both n, both n - 1 or both
//            below, and in all three cases y = y*. T and y tell the input: T modulo q tells x_n,
//            then T tells z_1, which modulo q tells x_1, and tells x_2; y modulo q tells x_(n-1),
//            then y tells z_(n-2), and so on. Then f tells k.
#include "check/structural_forms.hpp"
#include "check/text.hpp"

namespace hardmax::check {
namespace {

const std::string sizes = "n >= 2 and d >= 1 and D >= 2 and positional = 1";
const std::vector<Statement> of_yun2020a = {
    {sizes, "forall H in inputs, j in 1..n-1 where category(H) < 3: z(H, j) < z(H, j+1)"},
    {"(n >= 3 or d >= 2) and " + sizes,
     "forall H in inputs, j in 1..n-1 where category(H) < 3: zt(H, j) < zt(H, j+1)"},
    {sizes, "distinct(H in inputs where category(H) < 3: max(j in 1..n: zt(H, j)))"},
    {sizes, "distinct(H in inputs, k in 1..n where category(H) < 3: id(H, k))"}};
const std::vector<Statement> of_sparsebert = {
    {"n >= 4 and d >= 1 and D >= 2 and (n >= 5 or D^d >= 3) and positional = 1",
     "forall H in inputs, j in 1..n-1: zt(H, j) < zt(H, j+1)"},
    {sizes,
     "let u = (n - 1)*sum(i in 0..d-1: delta^(-i)) + delta^(-d+1) - delta: c = u*(delta^(-n*d) + "
     "delta^(-d) + 1)/delta and (forall H in inputs, k in 1..n: zt(H, k) < delta*c)"},
    {"n >= 2 and d >= 1 and D >= 2 and (n = 2 or n >= 5 or (n = 4 and D^d >= 3) or (n = 3 and d >= "
     "2 and D^d >= 5)) and positional = 1",
     "distinct(H in inputs, k in 1..n: id(H, k))"}};

SweepArgument positional_argument(const Sizes& of, bool others) {
  const Num n = number_of(of.n), shifts(others ? 2 : 1);
  const std::string q = of.power(1, 0),
                    m = number_of(of.n - 1).text() + " (D + ... + " + q + ") + " + q + " - 1";
  const std::string c = others ? "(" + m + ") (" + of.power(of.n, 0) + " + " + q + " + 1)"
                               : n.text() + " " + of.power(of.n + 1, 1);
  SweepArgument out{
      others ? of_sparsebert : of_yun2020a, {}, c, n.text() + " " + q + " + " + shifts.text()};
  if (others && of.n == 3)
    out.statements.erase(out.statements.begin());  // the order is claimed of n >= 4 alone
  if (of.D == 0) return out;
  const Num columns = of.value(1, 0),
            B = (columns - Num(1)) * number_of(of.D) / number_of(of.D - 1);
  out.multiplier =
      others ? ((n - Num(1)) * B + columns - Num(1)) * (of.value(of.n, 0) + columns + Num(1))
             : n * of.value(of.n + 1, 1);
  out.c = out.multiplier.text(), out.layers = (n * columns + shifts).text();
  return out;
}

void require_sizes(const Sizes& sizes, bool others) {
  const Inequalities of(sizes);
  const Quotient one = whole(1), &q = of.q, &B = of.B, n = whole(sizes.n), digit = q - one,
                 top = (n - one) * B + q, gap = (n - whole(2)) * B - digit;
  of.require_less(whole(2), q, "a column that is raised need not become the highest");
  of.require_less(q, B, "the windows of two turns overlap");
  if (!others) {
    of.require_less(top, q * (n - one) * B - digit * digit,
                    "the first column that is raised may be found again");
    of.require_less(top, n * of.D * q,
                    "the largest id may reach the multiplier");  // without the factor q^n
    return;
  }
  require(sizes.n >= 3, "argument", "n = " + std::to_string(sizes.n), "that it needs n >= 3");
  const Quotient factor = q * q - q - one,
                 third = whole(2) * q * (q - whole(2)) * B - factor * (B + digit);  // third: L
  of.require_less(top, q * gap, "the first column that is raised may be found again");
  of.require_less(one, factor, "the coefficient of a_n - a_2 may be negative");
  if (sizes.n >= 4)
    return of.require_less(digit * (whole(2) * B + digit), factor * gap,
                           "the second column that is raised need not become the highest");
  of.require_less(one, third, "the second column that is raised need not become the highest");
  of.require_less(q * (B + digit) + one, factor * third + B - digit,
                  "the third column that is raised need not become the highest");
}

}  // namespace

Report check_structural_sweep(const Json& stated, const Entries& entries,
                              const std::string& construction, bool others) {
  require_keys(stated,
               {"format", "version", "kind", "run", "derived", "only", "claims", "hypotheses"},
               "certificate");
  const std::vector<const Entry*> asked = bound_claims(stated, entries, construction);
  const Json& run = member(stated, "run", Json::Kind::object, "");
  require_keys(run, {"construction", "n", "d", "D", "encodings"}, "run");
  const std::string& encodings = text(run, "encodings", "run.");
  const bool increasing = encodings == "none";
  require(increasing || encodings == "positional", "run.encodings", encodings,
          "\"none\" or \"positional\"");
  const Sizes sizes = read_sizes(run, integer(text(run, "n", "run."), 2, "run.n"));
  ConstructionFiles files(entries);
  const StageNames stages = stage_names(files.describing(construction));
  const SweepArgument argument =
      increasing ? increasing_argument(sizes, others, stages) : positional_argument(sizes, others);
  require_equal(member(stated, "derived", Json::Kind::object, ""),
                Json::object({{"c", argument.c}, {"layers", argument.layers}}), "derived");
  increasing ? require_increasing(sizes, others) : require_sizes(sizes, others);
  const Vocabulary names = names_of_forms(false, stages);
  ShownClaims shown{names, argument.statements, {}, {}};
  std::vector<Whole> order;
  for (Whole k = 0; sizes.D != 0 && k < sizes.n; ++k) order.push_back(k);
  if (sizes.D != 0)
    shown.forms = forms_of_run({sizes, nullptr, order, others, increasing,
                                others ? Whole{2} : Whole{1}, argument.multiplier});
  const std::string details =
      (increasing ? ", without encodings; those with increasing columns were followed; "
                  : ", with encodings; ") +
      construction + " as printed";
  return structural_report(member(stated, "claims", Json::Kind::array, ""), asked, shown, sizes,
                           details);
}

}  // namespace hardmax::check
