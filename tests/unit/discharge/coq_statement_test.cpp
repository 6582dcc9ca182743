// Claims as propositions of Coq. proofs/coq/Statements.v is what is printed from the entries that
// name a theorem; proofs/coq/check.sh has Coq compile it and prove every one of them.
#include <catch2/catch.hpp>

#include <fstream>
#include <sstream>

#include "discharge/coq/statement.hpp"
#include "exact/error.hpp"

namespace hardmax::coq_statement_test {
namespace {

const std::vector<claim::Entry>& entries() {
  static const std::vector<claim::Entry> all =
      claim::load_entries(std::string(HARDMAX_ROOT) + "/proofs");
  return all;
}

std::string contents(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// What is printed of a formal text, after the domain.
std::string printed(const std::string& formal, const std::string& paper = "yun2020b",
                    const std::string& module = "Names") {
  claim::Entry entry;
  entry.id = paper + ".t";
  entry.domain = "n >= 2";
  entry.formal = formal;
  if (paper == "yun2020b") entry.needs = {"yun2020b.A1.1", "yun2020b.A1.2", "yun2020b.A1.3"};
  const std::string made =
      paper == "yun2020b"
          ? "Names.assumption_1_1 P -> Names.assumption_1_2 P -> Names.assumption_1_3 P -> "
          : "";
  const std::string text = coq_proposition(entry, entries()),
                    before = "forall P : " + module + ".run, " + module + ".well_formed P -> " +
                             made + "(2 <= (" + module + ".n P))%Z -> ";
  REQUIRE(text.starts_with(before));
  return text.substr(before.size());
}

}  // namespace

TEST_CASE("coq statement: Statements.v is what the entries say") {
  CHECK(contents(std::string(HARDMAX_ROOT) + "/proofs/coq/Statements.v") ==
        coq_statements(entries()));
}

TEST_CASE(
    "coq statement: every theorem that an entry names stands in the file it names, which check.sh "
    "compiles") {
  std::size_t named = 0;
  for (const claim::Entry& entry : entries()) {
    if (!entry.theorem) continue;
    ++named;
    INFO(entry.id << " " << *entry.theorem);
    const std::size_t dot = entry.theorem->find('.');
    const std::string file = entry.theorem->substr(0, dot);
    CHECK(contents(std::string(HARDMAX_ROOT) + "/proofs/coq/" + file + ".v")
              .find("Theorem " + entry.theorem->substr(dot + 1) + " : Statements." +
                    coq_identifier(entry.id) + ".\n") != std::string::npos);
  }
  CHECK(named >= 30);
}

TEST_CASE("coq statement: numbers are integers where the text says so, else rationals") {
  CHECK(printed("gamma(n) - 1 < p*(n - 1)") ==
        "(((Names.gamma P (Names.n P)) - 1) < ((Names.p P) * ((Names.n P) - 1)))%Z");
  CHECK(printed("n/delta >= D^d") ==
        "(((inject_Z (Names.D P)) ^ (Names.d P)%Z) <= (inject_Z (Names.n P) / (Names.delta P)))");
  CHECK(printed("delta^(-d) = 1") == "(((Names.delta P) ^ (- (Names.d P))%Z) == 1)");
}

TEST_CASE("coq statement: names are bound once, and none hides a word of Coq") {
  CHECK(printed("forall k in 1..n, H in inputs: let Q = z(H, k): Q > 0") ==
        "(forall k : Z, ((1 <= k)%Z /\\ (k <= (Names.n P))%Z) -> forall H : matrix, Names.input P "
        "H -> (let Q_ : Q := (Names.z P H k) in (0 < Q_)))");
  CHECK(printed("distinct(H in inputs: z(H, 1))") ==
        "(forall H : matrix, Names.input P H -> forall H' : matrix, Names.input P H' -> ~ "
        "(Names.same P H H') -> ~ ((Names.z P H 1) == (Names.z P H' 1)))");
}

TEST_CASE("coq statement: a term that may have no value counts against the claim") {
  CHECK(printed("1/(n-1) <= 1 implies 1/(n-1) < 2") ==
        "((~ (inject_Z ((Names.n P) - 1) == 0) -> ((1 / inject_Z ((Names.n P) - 1)) <= 1)) -> (~ "
        "(inject_Z ((Names.n P) - 1) == 0) /\\ ((1 / inject_Z ((Names.n P) - 1)) < 2)))");
  CHECK(printed("max(j in A(1, 1): E(j)) >= 0") ==
        "(exists m : Q, Names.greatest (fun j : Z => (Names.A P 1 1) j) (fun j : Z => (Names.E P "
        "j)) m /\\ (0 <= m))");
  CHECK(printed("not max(j in A(1, 1): E(j)) >= 0") ==
        "~ (forall m : Q, Names.greatest (fun j : Z => (Names.A P 1 1) j) (fun j : Z => (Names.E P "
        "j)) m -> (0 <= m))");
}

TEST_CASE("coq statement: of two maxima that differ it is said that both are there") {
  CHECK(printed("distinct(H in inputs: max(k in 1..n: z(H, k)))") ==
        "(forall H : matrix, Names.input P H -> forall H' : matrix, Names.input P H' -> ~ "
        "(Names.same P H H') -> (exists m : Q, exists m_ : Q, Names.greatest (fun k : Z => ((1 <= "
        "k)%Z /\\ (k <= (Names.n P))%Z)) (fun k : Z => (Names.z P H k)) m /\\ Names.greatest (fun "
        "k : Z => ((1 <= k)%Z /\\ (k <= (Names.n P))%Z)) (fun k : Z => (Names.z P H' k)) m_ /\\ ~ "
        "(m == m_)))");
}

TEST_CASE("coq statement: where a claim binds real names, what is no integer is a real number") {
  CHECK(printed("forall e in positive, x in real, g in nonneg(n-1): let w = e/(e + 1): "
                "w*delta^(-d) + g(1) != x") ==
        "((forall e : R, (0 < e) -> forall x : R, forall g : Z -> R, (forall i : Z, ((1 <= i)%Z "
        "/\\ (i <= ((Names.n P) - 1))%Z) -> (0 <= (g i))) -> (~ ((e + 1) = 0) /\\ (let w : R := (e "
        "/ (e + 1)) in ~ (((w * (Names_real.power (Q2R (Names.delta P)) (- (Names.d P))%Z)) + (g "
        "1%Z)) = x)))))%R");
  CHECK(printed("forall R in positive: max(R, n/2) >= sum(i in 1..s: R)") ==
        "((forall R_ : R, (0 < R_) -> ((Names_real.sum 1 (Names.s P) (fun i : Z => R_)) <= (Rmax "
        "R_ (IZR (Names.n P) / 2)))))%R");
}

TEST_CASE(
    "coq statement: a sum with where is a number that is one, over a range or a single number") {
  CHECK(printed("sum(i in 1..n where E(i) > 0: 1) <= n") ==
        "(exists m : Q, Names.sum_where 1 (Names.n P) (fun i : Z => (0 < (Names.E P i))) (fun i : "
        "Z => 1) m /\\ (m <= inject_Z (Names.n P)))");
  CHECK(printed("forall j in 1..d: sum(i in {j} where i = 1: delta) >= 0") ==
        "(forall j : Z, ((1 <= j)%Z /\\ (j <= (Names.d P))%Z) -> (exists m : Q, Names.sum_where j "
        "j (fun i : Z => (i = 1)%Z) (fun i : Z => (Names.delta P)) m /\\ (0 <= m)))");
}

TEST_CASE(
    "coq statement: the quantiser's breakpoints are a set of rationals, and its map takes one") {
  CHECK(printed("forall r in 1..d: max(x in qbreaks(layers(quantize), r): x) = n and qmap(1, r, "
                "delta/3) = 0") ==
        "(forall r : Z, ((1 <= r)%Z /\\ (r <= (Names.d P))%Z) -> ((exists m : Q, Names.greatest "
        "(fun x : Q => (Names.qbreaks P (Names.layers_quantize P) r) x) (fun x : Q => x) m /\\ (m "
        "== inject_Z (Names.n P))) /\\ ((Names.qmap P 1 r ((Names.delta P) / 3)) == 0)))");
  CHECK(printed("qstep(1, 1, qmap(layers(quantize), 1, 2)) = 0", "yun2020a", "Names_yun2020a") ==
        "((Names_yun2020a.qstep P 1 1 (Names_yun2020a.qmap P (Names_yun2020a.layers_quantize P) 1 "
        "2)) == 0)");
}

TEST_CASE(
    "coq statement: claims of the papers with dense attention are stated by their own names") {
  CHECK(printed("forall H in inputs where sorted(H) = 1: layers(global_shift)*q/n = zt(H, 1)",
                "sparsebert", "Names_sparsebert") ==
        "(forall H : matrix, Names_sparsebert.input P H -> ((Names_sparsebert.sorted P H) = 1)%Z "
        "-> ((inject_Z (Names_sparsebert.layers_global_shift P) * inject_Z (Names_sparsebert.q P) "
        "/ inject_Z (Names_sparsebert.n P)) == (Names_sparsebert.zt P H 1)))");
  CHECK(printed("sum(i in 1..n: 1/q) = extended", "yun2020a", "Names_yun2020a") ==
        "((Names.sum 1 (Names_yun2020a.n P) (fun i : Z => (1 / inject_Z (Names_yun2020a.q P)))) == "
        "inject_Z (Names_yun2020a.extended P))");
  for (const char* formal : {"forall H in inputs: zeroed(H, 1, 1) = 1", "sum(H in inputs: 1) = n"})
    CHECK_THROWS_AS(printed(formal, "sparsebert", "Names_sparsebert"), InvalidInput);
  CHECK_THROWS_AS(printed("n = 2", "other", ""), InvalidInput);
}

TEST_CASE("coq statement: what has no counterpart in Coq is refused by name") {
  for (const char* formal :
       {"sum(i in 1..n: sum(j in 1..n where j > i: 1)) >= 0", "sum(H in inputs: 1) > 0",
        "forall B in subsets((1..n)): B = {}", "forall e in positive: exp(e) > 1",
        "v_low(1) < v_high(1)", "sum(i in 1..n: 1/(i-1)) > 0", "chain(j in 1..2, k in 1..2: true)",
        "layers(value) = 1", "max(j in 1..n: max(i in 1..n: i)) = n"}) {
    INFO(formal);
    CHECK_THROWS_AS(printed(formal), InvalidInput);
  }
}

}  // namespace hardmax::coq_statement_test
