// Arguments of kind "structural" for yun2020a and sparsebert without encodings (FORMAT.md), about
// inputs whose columns increase, sorted(H) = 1 and category(H) = 1: one n, and any d and D with q =
// D^d >= n; of fewer columns there are no such inputs. In units of delta the ids are whole numbers
// 0 <= a_1 < ... < a_n <= q - 1, the columns themselves, and there is one sweep, with the windows
// 0, ..., q - 1 in turn. What is checked are inequalities between polynomials in q, for every q >=
// n at once.
//
//   turns    Before turn j the ids a_j, ..., a_n are as they were, and z_1 < ... < z_(j-1), raised
//   by then, are above q - 1. So the windows that follow find a_j, once,
//            before a_(j+1), and none of those raised. It becomes z_j = a_j + q (largest - least),
//            of the ids it attends to. To be shown: z_1 is above q - 1, and so above a_n, and z_j
//            above z_(j-1).
//   yun2020a The keys are all tokens: z_1 = a_1 + q (a_n - a_1) >= q, and z_j = a_j + q (z_(j-1) -
//   a_j), so z_j - z_(j-1) = (q-1) (z_(j-1) - a_j) > 0. others   sparsebert, n >= 3: the keys are
//   all other tokens. z_1 = a_1 + q (a_n - a_2) >= q (n-2). With P_j and d_j as in
//   structural_sweep.cpp everything there follows, as it
//            needs no more than increasing a, but for what it starts from:
//              n >= 4:  P_2 - a_n = (q-1) a_1 + (q^2-q-1) (a_n - a_2) - (q-1) a_3 >= (q^2-q-1)
//              (n-2) - (q-1) (q-n+2), as a_3 <= q - 1 - (n-3); not negative. n = 3:   with g = a_3
//              - a_2 >= 1 and h = a_2 - a_1 >= 1, g + h <= q - 1, both d_2 and q (z_3 - z_2) =
//              (q^2-q-1) d_2 + h - q g are of the form  G g - H h:
//                       G = q^2-2q, H = q-1, and G = (q^2-q-1) (q^2-2q) - q, H = (q^2-q-1) (q-1)
//                       - 1. As H and G + H are not negative, they are at least G g - H (q-1-g) >=
//                       G - H (q-2), which is > 0.
//   states   So after the layer of a_j the ids are a_(j+1) < ... < a_n < z_1 < ... < z_j. By
//   induction z_j = a_j + q (a_(j-1) - a_j) + ... + q^(j-1) (a_1 - a_2) + q^j (a_n - a_1) in
//            yun2020a. Only the first row of a column is changed, by as much as the id.
//   bound    z_1 <= q a_n and z_j <= q z_(j-1), so z_n <= q^n (q-1). It is below c: c = q^(n+1) of
//   yun2020a, (q-1) (q^n + q + 1) of sparsebert. ends     As with encodings: every id is positive,
//   the layers behind the sweep add what is said there, and with a_k = x_k it says how ids tell the
//   input and the token.
//            Of sparsebert, modulo c an id is f, some z_k. As a_2 > a_1, z_1 <= q (q-2), so T + y
//            <= (q+1) z_(n-1) <= (q+1) q^(n-1) (q-2), which is below q^n (q-1); so T + y + 1 <= c,
//            and what an id has beyond c^2 T, c e + f with e <= T + y and 0 < f < c, is positive
//            and below c^2.
//   pattern  Let n be even, and H, H* inputs with a*_j = a_j + 1 for odd j, a*_j = a_j for even j,
//   and there are some if q >= 3n/2. Then z*_1 = z_1 + 1, and by induction
//            z*_j = z_j + 1 for odd j < n, z*_j = z_j for even j < n, as z_(j-1) and a_(j+1) grow
//            alike. So z*_n = a_n + q (z*_(n-1) - z*_1) = z_n.
//   order    No layer asks for the numbers of tokens: with tokens exchanged, all is exchanged. So
//   what is said of each id, and that those of one input differ, holds of every input
//            of different columns, category(H) = 1.
//   lemma10  Of yun2020a let u_j = z_j - a_n: u_1 = (q-1) (a_n - a_1), u_j = q u_(j-1) + (q-1) (a_n
//   - a_j). So z_n >= u_n >= q^(n-1) u_1 >= q^(n-1) (q-1); and with
//            a_n - a_1 <= q - 1, a_n - a_j <= q - 2 for 1 < j < n, a_n <= q - 1 it is at most (q-1)
//            (q^(n-1) (q-1) + (q-2) (q + ... + q^(n-2)) + 1), and as (q-2) (q + ... + q^(n-2)) <=
//            q^(n-1) - q, at most (q-1) (q^n - q + 1) = q^n (q-1) - (q-1)^2, and less if n >= 3.
//            For n = 2, 0 and q - 1 attain it, and 0 and 1 give z_1 = q, the least. Final ids, c
//            z_n + z_k with 0 < z_k < c, are above q^(2n) (q-1), and below c (q^n (q-1) - (q-1)^2 +
//            1), which is at most q^(2n+1) (q-1).
#include "check/fault.hpp"
#include "check/structural.hpp"

namespace hardmax::check {
namespace {

// Parts of the statements.
const std::string sizes = "n >= 2 and d >= 1 and D >= 2 and positional = 0",
                  inputs_exist = "n >= 2 and d >= 1 and D >= 2 and D^d >= n and positional = 0",
                  three_and_more = "n >= 3 and d >= 1 and D >= 2 and positional = 0",
                  increasing = "where sorted(H) = 1 and category(H) = 1: ",
                  all_differ = "distinct(H in inputs, k in 1..n " + increasing + "id(H, k))",
                  differ_in_each =
                      "forall H in inputs " + increasing + "distinct(k in 1..n: id(H, k))",
                  ordered = "0 < zt(H, 1) and (forall k in 1..n-1: zt(H, k) < zt(H, k+1))";

std::vector<Statement> over_all(Whole n, const StageNames& stages) {
  const std::string any = "forall H in inputs " + increasing,
                    any_j = "forall H in inputs, j in 2..n " + increasing,
                    any_k = "forall H in inputs, k in 1..n " + increasing;
  const std::string last = "delta^(-n*d+1)*(delta^(-d) - 1) - delta*(delta^(-d) - 1)^2";
  const std::string highest = "delta^(-(n+1)*d)*(" + last + ") + delta^(-(n+1)*d+1)";
  std::vector<Statement> out = {
      {inputs_exist, all_differ},
      {sizes, any + "zt(H, 1) = z(H, 1) + delta^(-d)*(z(H, n) - z(H, 1))"},
      {sizes, any_j + "zt(H, j) - z(H, j) = delta^(-d)*(zt(H, j-1) - z(H, j))"},
      {sizes, any_j + "zt(H, j-1) < zt(H, j)"},
      {sizes, any + ordered},
      {sizes, any + "zt(H, n) >= delta^(-(n-1)*d+1)*(delta^(-d) - 1)"},
      {sizes, any + "zt(H, n) <= " + last},
      {inputs_exist, "distinct(H in inputs " + increasing + "zt(H, n))"},
      {sizes, any_k + "id(H, k) = zt(H, k) + delta^(-(n+1)*d)*zt(H, n)"},
      {sizes, any_k + "delta^(-(n+1)*d)*zt(H, n) <= id(H, k) < delta^(-(n+1)*d)*zt(H, n) + "
                      "delta^(-(n+1)*d+1)"},
      {sizes, any_k + "id(H, k) > delta^(-2*n*d+1)*(delta^(-d) - 1)"},
      {sizes, "(" + any_k + "id(H, k) < " + highest + ") and " + highest +
                  " <= delta^(-(2*n+1)*d+1)*(delta^(-d) - 1)"},
      {inputs_exist, "(" + any_k + "id(H, k)/delta = floor(id(H, k)/delta)) and " + all_differ},
      {sizes, "forall H in inputs where category(H) = 1: distinct(k in 1..n: id(H, k))"},
      {sizes,
       "0 < delta^(-2*n*d+1)*(delta^(-d) - 1) < delta^(-(2*n+1)*d+1)*(delta^(-d) - 1) and (forall "
       "H in inputs, k in 1..n where category(H) = 1: delta^(-2*n*d+1)*(delta^(-d) - 1) <= id(H, "
       "k) <= delta^(-(2*n+1)*d+1)*(delta^(-d) - 1))"},
      {sizes, "(" + any + "zt(H, 1) >= delta^(-d+1)) and (n = 2 implies (exists H in inputs " +
                  increasing + "zt(H, 1) = delta^(-d+1)))"},
      {sizes, "(n = 2 implies (exists H in inputs " + increasing + "zt(H, n) = " + last +
                  ")) and (n >= 3 implies (" + any + "zt(H, n) < " + last + "))"},
      {sizes, any + "delta^(-d+1) > z(H, n) and zt(H, 1) > z(H, n)"},
      {sizes, any + "zt(H, 1) < zt(H, 2)"},
      {sizes, "forall H in inputs, j in 1..n " + increasing +
                  "let t = z(H, j)/delta + 1: max(k in 1..n: v(t, H, k)) = zt(H, j) and (j < n "
                  "implies min(k in 1..n: v(t, H, k)) = z(H, j+1))"},
      {sizes, "forall H in inputs, j in 1..n " + increasing +
                  "zt(H, j) = z(H, j) + sum(k in 1..j-1: delta^(-k*d)*(z(H, j-k) - z(H, j-k+1))) + "
                  "delta^(-j*d)*(z(H, n) - z(H, 1))"},
      {sizes, "forall H in inputs, r in 1..d, k in 1..n " + increasing + "entry(layers(" +
                  stages.sweep + ") + layers(" + stages.last + "), H, r, k) >= 0"},
      {sizes, any_k + "id(H, k) - delta/2 > 0"}};
  if (n >= 3)
    out.push_back(
        {three_and_more, any + "let t = z(H, 2)/delta + 1: min(k in 1..n: v(t, H, k)) = z(H, 3)"});
  return out;
}

std::vector<Statement> over_others(Whole n, bool pattern, const StageNames& stages) {
  const std::string any = "forall H in inputs " + increasing,
                    behind_sweep = "let t = layers(" + stages.sweep + ") + 1: ",
                    m = "let m = delta*(delta^(-d) - 1)*(delta^(-n*d) + delta^(-d) + 1)/delta: ";
  std::vector<Statement> out = {
      {three_and_more, differ_in_each},
      {sizes, differ_in_each},
      {inputs_exist, all_differ},
      {sizes, any + "zt(H, 1) = delta^(-d)*(z(H, n) - z(H, 2)) + z(H, 1)"},
      {three_and_more, any + "zt(H, 1) - z(H, n) >= delta"},
      {three_and_more,
       "forall H in inputs, i in 2..n-1 " + increasing + "zt(H, i) - zt(H, i-1) >= delta"},
      {three_and_more, any + "zt(H, n) - zt(H, n-1) >= delta"},
      {three_and_more, any + ordered},
      {three_and_more, "forall H in inputs, i in 1..n " + increasing +
                           "let t = z(H, i)/delta + 1: (forall k in i+1..n-1: v(t, H, k) < v(t, H, "
                           "k+1)) and (forall k in 1..i-1: v(t, H, k) < v(t, H, k+1)) and (i < n "
                           "implies v(t, H, n) < v(t, H, 1))"},
      {three_and_more,
       "forall H in inputs, i in 2..n " + increasing +
           "let t = z(H, i)/delta: max(j in 1..n where j != i: v(t, H, j)) = v(t, H, i-1) and "
           "min(j in 1..n where j != i: v(t, H, j)) = v(t, H, mod(i, n) + 1)"},
      {three_and_more,
       any + "zt(H, n) < (delta^(-d+1) - delta)*delta^(-n*d) + (delta^(-d+1) - delta)*delta^(-d) + "
             "(delta^(-d+1) - delta) = delta*(delta^(-d) - 1)*(delta^(-n*d) + delta^(-d) + 1)"},
      {three_and_more, any + behind_sweep + m +
                           "(forall k in 1..n-1: v(t, H, k) = zt(H, k) + m*zt(H, n)) and v(t, H, "
                           "n) = zt(H, n) + m*zt(H, n-1) and (forall k in 1..n-2: v(t, H, k) < "
                           "v(t, H, k+1)) and v(t, H, n) < v(t, H, 1)"},
      {three_and_more, any + behind_sweep + m +
                           "(forall k in 1..n where k != n-1: id(H, k) = v(t, H, k) + m*v(t, H, "
                           "n-1)) and id(H, n-1) = v(t, H, n-1) + m*v(t, H, n-2)"},
      {three_and_more,
       any + m +
           "id(H, n-1) = zt(H, n-1) + m*(zt(H, n-2) + zt(H, n)) + m^2*zt(H, n) and id(H, n) = "
           "zt(H, n) + 2*m*zt(H, n-1) + m^2*zt(H, n) and (forall k in 1..n-2: id(H, k) = zt(H, k) "
           "+ m*(zt(H, n-1) + zt(H, n)) + m^2*zt(H, n))"},
      {three_and_more,
       "forall H in inputs, k in 1..n " + increasing +
           "mod(id(H, k), delta*(delta^(-d) - 1)*(delta^(-n*d) + delta^(-d) + 1)) = zt(H, k)"},
      {three_and_more, "forall H in inputs, k in 1..n " + increasing + m +
                           "m^2*zt(H, n) <= id(H, k) < m^2*(zt(H, n) + delta)"}};
  if (n % 2 == 0 && pattern)
    out.push_back({"n >= 2 and mod(n, 2) = 0 and d >= 1 and D >= 2 and positional = 0",
                   any + "forall K in inputs where sorted(K) = 1 and category(K) = 1: (forall j in "
                         "1..n: z(K, j) = z(H, j) + mod(j, 2)*delta) implies zt(K, n) = zt(H, n)"});
  if (n == 3)
    out.push_back({"n = 3 and d >= 1 and D >= 2 and D^d >= n and positional = 0", all_differ});
  return out;
}

}  // namespace

SweepArgument increasing_argument(const Sizes& of, bool others, const StageNames& stages) {
  const Num shifts(others ? 2 : 1);
  const std::string q = of.power(1, 0),
                    c = others ? "(" + q + " - 1) (" + of.power(of.n, 0) + " + " + q + " + 1)"
                               : of.power(of.n + 1, 0);
  SweepArgument out{
      others
          ? over_others(of.n, of.D == 0 || !(Num(2) * of.value(1, 0) < number_of(3 * of.n)), stages)
          : over_all(of.n, stages),
      {},
      c,
      q + " + " + shifts.text()};
  if (of.D == 0) return out;
  const Num columns = of.value(1, 0);
  out.multiplier =
      others ? (columns - Num(1)) * (of.value(of.n, 0) + columns + Num(1)) : of.value(of.n + 1, 0);
  out.c = out.multiplier.text(), out.layers = (columns + shifts).text();
  return out;
}

void require_increasing(const Sizes& of, bool others) {
  require(HARDMAX_FAULT(check_structural_columns, of.D == 0 || !(of.value(1, 0) < number_of(of.n)),
                        true),
          "argument", of.text(), "that there are fewer columns than tokens, so no such inputs");
  if (!others) return;  // n >= 2 and q >= 2 are all that it needs
  require(of.n >= 3, "argument", "n = " + std::to_string(of.n), "that it needs n >= 3");
  const Quotient q = Quotient::variable(0), one = whole(1), two = whole(2), n = whole(of.n),
                 f = q * q - q - one;
  const auto require_less = [&](const Quotient& small, const Quotient& large,
                                const char* otherwise) {
    require_at_most(small, large, {{number_of(of.n)}}, otherwise);
  };
  require_less(q, q * (n - two), "the first column that is raised may be found again");
  require_less(one, f, "the coefficient of a_n - a_2 may be negative");
  if (of.n >= 4)
    return require_less((q - one) * (q - n + two), f * (n - two),
                        "the second column that is raised need not become the highest");
  const auto positive_form = [&](const Quotient& G, const Quotient& H, const char* otherwise) {
    require_less(whole(0), H, otherwise), require_less(whole(0), G + H, otherwise),
        require_less(one, G - H * (q - two), otherwise);
  };
  positive_form(q * q - two * q, q - one,
                "the second column that is raised need not become the highest");
  positive_form(f * (q * q - two * q) - q, f * (q - one) - one,
                "the third column that is raised need not become the highest");
}

}  // namespace hardmax::check
