// Certificates of kind "kernel": statements are printed from the claims, and Coq is run again. Where there is no coqc, the cases that run it look at the rest alone.
#include <catch2/catch.hpp>

#include <cstdlib>

#include "check/coq_statement.hpp"
#include "support.hpp"

using namespace hardmax::check;

namespace {

constexpr const char* corpus = R"([[claim]]
id = "yun2020b.t.least"
source = "a test"
kind = "printed"
words = "There is a token."
domain = "n >= 2"
formal = "n >= 1"
truth = "true"
theorem = "Tiny.least"

[[claim]]
id = "yun2020b.t.open"
source = "a test"
kind = "printed"
words = "Not proved."
domain = "n >= 2"
formal = "d >= 1"
truth = "true"

[[claim]]
id = "yun2020b.t.three"
source = "a test"
kind = "printed"
words = "There are three tokens."
domain = "n >= 2"
formal = "n >= 3"
truth = "false"
counterexample = "n=2 d=1 D=2 pattern=dense"
theorem = "Tiny.three"
)";

constexpr const char* proofs = R"(From Coq Require Import ZArith QArith Lia List.
From Hardmax Require Import Definitions.
From Hardmax Require Names Statements.
Theorem least : Statements.yun2020b_t_least.
Proof. intros P _ H. lia. Qed.
Definition two : Names.run := {| Names.tokens := 2; Names.rows := 1; Names.base := 2; Names.period := 1; Names.reach := 1; Names.edges := fun _ _ => nil; Names.chain := fun i => i; Names.chosen := fun _ => 0%nat |}.
Theorem three : Statements.yun2020b_t_three.
Proof.
  intros H. assert (W : Names.well_formed two) by (repeat split; cbn; try lia; intros a k j _ _ []).
  specialize (H two W). unfold Names.n in H. cbn in H. lia.
Qed.
)";

Entries entries() {
  Entries all;
  read_entries(corpus, "corpus", all);
  return all;
}

std::string contents(const char* file) { return check_test::read(check_test::root.parent_path() / "proofs/coq" / file); }

std::vector<Stated> stated(const Entries& all) { return {{&all.at("yun2020b.t.least"), "Tiny.least", false}, {&all.at("yun2020b.t.three"), "Tiny.three", true}}; }

std::string certificate(const Entries& all, const std::string& tiny = proofs) {
  const auto file = [](const char* name, const std::string& text) { return R"({"file":")" + std::string(name) + R"(","sha256":")" + sha256(text) + "\"}"; };
  const auto claim = [&](const char* id, const char* rest) { return R"({"id":")" + std::string(id) + R"(","sha256":")" + sha256(binding_text(all.at(id))) + "\"," + rest + R"(,"witness":{}})"; };
  return R"({"format":"hardmax-cert","version":"2.0","kind":"kernel","theory":[)" + file("Definitions", contents("Definitions.v")) + "," +
         file("Names_quantizer", contents("Names_quantizer.v")) + "," + file("Names", contents("Names.v")) + "," + file("Statements", coq_statements(stated(all))) + "," + file("Tiny", tiny) +
         R"(],"theorems":[{"id":"yun2020b.t.least","theorem":"Tiny.least","axioms":[]},{"id":"yun2020b.t.three","theorem":"Tiny.three","axioms":[]}],"only":"","claims":[)" +
         claim("yun2020b.t.least", R"("verdict":"proved","tier":"kernel","evidence":"theorem","reason":"")") + "," +
         claim("yun2020b.t.open", R"("verdict":"undecided","tier":"none","evidence":"none","reason":"no theorem")") + "," +
         claim("yun2020b.t.three", R"("verdict":"refuted","tier":"kernel","evidence":"theorem","reason":"")") + "]}\n";
}

std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

bool has_coq() { return std::system("coqc --version >/dev/null 2>&1") == 0; }

// The sources and the result file in a folder; what verify-check says with Coq.
Report with_coq(const Entries& all, const std::string& bytes, const std::string& tiny = proofs, const std::string& result_change = "") {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / ("hardmax-kernel-" + sha256(bytes + tiny + result_change).substr(0, 16));
  std::filesystem::create_directories(folder);
  for (const char* name : {"Definitions.v", "Names_quantizer.v", "Names.v"}) std::ofstream(folder / name) << contents(name);
  std::ofstream(folder / "Tiny.v") << tiny;
  std::string result = R"({"format":"hardmax-kernel","version":"1.0","certificate":")" + sha256(bytes) + R"(","coqc":"8.16.1","coqchk":"accepted","axioms":[]})";
  if (!result_change.empty()) result = changed(result, "\"axioms\":[]", result_change);
  std::ofstream(folder / "kernel.json") << result;
  const Report report = check_certificate(bytes, all, {}, {(folder / "kernel.json").string(), "coqc"});
  std::filesystem::remove_all(folder);
  return report;
}

}  // namespace

TEST_CASE("kernel: without Coq a certificate is incomplete, whatever else agrees") {
  const Entries all = entries();
  const Report report = check_certificate(certificate(all), all);
  CHECK(report.code == 3);
  REQUIRE(report.lines.size() == 2);
  CHECK(report.lines[0] == "incomplete: 2 claims rest on Coq, which was not run: give --kernel RESULT and --coqc PROGRAM");
  CHECK(report.lines[1] == "everything else agrees: 1 proved, 1 refuted, 1 undecided, for every run");
  CHECK(check_certificate(certificate(all), all, {1, "seed"}).code == 3);
}

TEST_CASE("kernel: every rule has a certificate that breaks it alone") {
  const Entries all = entries();
  const std::string good = certificate(all);
  const std::vector<std::pair<std::string, std::string>> changes = {
      {"\"kind\":\"kernel\"", "\"kind\":\"kernel\",\"construction\":\"yun2020b\""},
      {"\"only\":\"\"", "\"only\":\"yun2020b.t\""},
      {"\"file\":\"Tiny\"", "\"file\":\"../Tiny\""},
      {"\"file\":\"Tiny\"", "\"file\":\"Names\""},
      {"\"file\":\"Tiny\"", "\"file\":\"Links\""},
      {"\"theorem\":\"Tiny.least\"", "\"theorem\":\"Other.least\""},
      {"\"theorem\":\"Tiny.least\"", "\"theorem\":\"least\""},
      {"\"theorem\":\"Tiny.least\"", "\"theorem\":\"Tiny.least. Qed\""},
      {"\"id\":\"yun2020b.t.least\",\"theorem\"", "\"id\":\"yun2020b.t.zero\",\"theorem\""},
      {",\"axioms\":[]}", "}"},
      {"\"verdict\":\"proved\"", "\"verdict\":\"verified\""},
      {"\"verdict\":\"proved\"", "\"verdict\":\"refuted\""},    // then the statement is another one
      {"\"verdict\":\"refuted\"", "\"verdict\":\"proved\""},
      {"\"tier\":\"kernel\"", "\"tier\":\"symbolic\""},
      {"\"verdict\":\"undecided\",\"tier\":\"none\",\"evidence\":\"none\",\"reason\":\"no theorem\"", "\"verdict\":\"proved\",\"tier\":\"kernel\",\"evidence\":\"theorem\",\"reason\":\"\""},
      {sha256(coq_statements(stated(all))), sha256("other")},
      {",\"only\"", ",\"more\":\"\",\"only\""},
  };
  for (const auto& [from, to] : changes) {
    INFO(from << " -> " << to);
    const Report report = check_certificate(changed(good, from, to), all);
    CHECK(report.code == 1);
    CHECK(report.lines.at(0).rfind("rejected: ", 0) == 0);
  }
}

TEST_CASE("kernel: an edited claim no longer fits its certificate") {
  const std::string good = certificate(entries());
  Entries all;
  read_entries(changed(corpus, "n >= 1", "n >= 2"), "corpus", all);
  CHECK(check_certificate(good, all).code == 1);
}

TEST_CASE("kernel: a statement that binds real names is about real numbers, and a sum with where is a number that is one") {
  const auto stated = [](const std::string& formal) {
    Entries all;
    read_entries(changed(corpus, "n >= 1", formal), "corpus", all);
    return coq_statements({{&all.at("yun2020b.t.least"), "Tiny.least", false}});
  };
  const std::string real = stated("forall e in positive, g in nonneg(n-1): max(e/(e + 1), g(1)) >= delta^(-d)");
  CHECK(real.find("From Coq Require Import QArith Qround Qabs Qminmax Rdefinitions Rbasic_fun R_Ifp Qreals.\n") != std::string::npos);
  CHECK(real.find("From Hardmax Require Names.\nFrom Hardmax Require Names_real.\n") != std::string::npos);
  CHECK(real.find("((forall e : R, (0 < e) -> forall g : Z -> R, (forall i : Z, ((1 <= i)%Z /\\ (i <= ((Names.n P) - 1))%Z) -> (0 <= (g i))) -> (~ ((e + 1) = 0) /\\ "
                  "((Names_real.power (Q2R (Names.delta P)) (- (Names.d P))%Z) <= (Rmax (e / (e + 1)) (g 1%Z))))))%R") != std::string::npos);
  CHECK(stated("forall x in qbreaks(layers(quantize), 1): qmap(1, 1, x/2) = x").find("(forall x : Q, (Names.qbreaks P (Names.layers_quantize P) 1) x -> ((Names.qmap P 1 1 (x / 2)) == x))") != std::string::npos);
  CHECK(stated("distinct(k in 1..n: max(j in 1..k: j))").find("-> (exists m : Q, exists m_ : Q, Names.greatest ") != std::string::npos);
  CHECK(stated("forall j in 1..d: sum(i in {j} where i = 1: delta) >= 0").find("(exists m : Q, Names.sum_where j j (fun i : Z => (i = 1)%Z) (fun i : Z => (Names.delta P)) m /\\ (0 <= m))") != std::string::npos);
}

TEST_CASE("kernel: statements count what may have no value against the claim") {
  Entries all;
  read_entries(changed(corpus, "n >= 1", "1/(n-1) <= 1 implies 1/(n-1) < 2"), "corpus", all);
  const std::string text = coq_statements({{&all.at("yun2020b.t.least"), "Tiny.least", false}});
  CHECK(text.find("((~ (inject_Z ((Names.n P) - 1) == 0) -> ((1 / inject_Z ((Names.n P) - 1)) <= 1)) -> (~ (inject_Z ((Names.n P) - 1) == 0) /\\ ((1 / inject_Z ((Names.n P) - 1)) < 2)))") != std::string::npos);
  for (const char* formal : {"sum(H in inputs: 1) > 0", "forall B in subsets((1..n)): B = {}", "sum(i in 1..n: sum(j in 1..n where j > i: 1)) >= 0", "v_low(1) = 0", "sum(i in 1..n: 1/(i-1)) > 0", "chain(j in 1..2, k in 1..2: true)"}) {
    INFO(formal);
    Entries others;
    read_entries(changed(corpus, "n >= 1", formal), "corpus", others);
    CHECK_THROWS_AS(coq_statements({{&others.at("yun2020b.t.least"), "Tiny.least", false}}), Rejected);
  }
}

TEST_CASE("kernel: claims of the papers with dense attention are stated by their own names") {
  Entries all;
  read_entries(changed(changed(corpus, "yun2020b.t.least", "sparsebert.t"), "n >= 1", "forall H in inputs where sorted(H) = 1: layers(global_shift)*q/n = zt(H, 1)"), "corpus", all);
  const std::string text = coq_statements({{&all.at("sparsebert.t"), "Tiny.least", false}});
  CHECK(text.find("From Hardmax Require Names.\nFrom Hardmax Require Names_sparsebert.\n") != std::string::npos);
  CHECK(text.find("forall P : Names_sparsebert.run, Names_sparsebert.well_formed P -> (2 <= (Names_sparsebert.n P))%Z -> (forall H : matrix, Names_sparsebert.input P H -> "
                  "((Names_sparsebert.sorted P H) = 1)%Z -> ((inject_Z (Names_sparsebert.layers_global_shift P) * inject_Z (Names_sparsebert.q P) / inject_Z (Names_sparsebert.n P)) == "
                  "(Names_sparsebert.zt P H 1)))") != std::string::npos);
  for (const char* formal : {"c = Delta", "gamma(1) = 1", "layers(all_max_shift) = 1", "sum(H in inputs: 1) = n", "zeroed(1, 1, 1) = 1"}) {
    INFO(formal);
    Entries others;
    read_entries(changed(changed(corpus, "yun2020b.t.least", "sparsebert.t"), "n >= 1", formal), "corpus", others);
    CHECK_THROWS_AS(coq_statements({{&others.at("sparsebert.t"), "Tiny.least", false}}), Rejected);
  }
  read_entries(changed(corpus, "yun2020b.t.least", "other.t"), "corpus", all = {});
  CHECK_THROWS_AS(coq_statements({{&all.at("other.t"), "Tiny.least", false}}), Rejected);
}

TEST_CASE("kernel: with Coq, sources and result are compiled and compared", "[full]") {
  if (!has_coq()) {
    WARN("no coqc on this machine: Coq was not run");
    return;
  }
  const Entries all = entries();
  const std::string good = certificate(all);
  const Report report = with_coq(all, good);
  INFO(report.lines.at(0));
  CHECK(report.code == 3);  // one claim names no theorem
  CHECK(report.lines.at(0) == "incomplete: 1 claims name no theorem");
  CHECK(report.lines.at(1).find("1 proved, 1 refuted, 1 undecided, for every run, without an axiom") != std::string::npos);

  CHECK(with_coq(all, good, std::string(proofs) + "\n").code == 1);                       // not the source that is named
  CHECK(with_coq(all, good, proofs, R"("axioms":["a"])").code == 1);                      // the result names an axiom, the certificate none
  const std::string axiom = changed(changed(proofs, "Theorem least", "Axiom least"), "Proof. intros P _ H. lia. Qed.\n", "");
  const Report planted = with_coq(all, certificate(all, axiom), axiom);
  CHECK(planted.code == 1);
  CHECK(planted.lines.at(0).find("Tiny.least") != std::string::npos);
  const std::string listed = changed(certificate(all, axiom), R"("theorem":"Tiny.least","axioms":[])", R"("theorem":"Tiny.least","axioms":["Tiny.least"])");
  CHECK(with_coq(all, listed, axiom, R"("axioms":["Tiny.least"])").lines.at(1).find("with 1 axioms") != std::string::npos);   // said openly
  CHECK(with_coq(all, changed(listed, R"("theorem":"Tiny.three","axioms":[])", R"("theorem":"Tiny.three","axioms":["Tiny.least"])"), axiom, R"("axioms":["Tiny.least"])").code == 1);
  const std::string wrong = changed(proofs, "lia. Qed", "exact I. Qed");
  CHECK(with_coq(all, certificate(all, wrong), wrong).code == 1);                         // Coq refuses
  const std::string reaches_out = std::string(proofs) + "Declare ML Module \"x\".\n";
  CHECK(with_coq(all, certificate(all, reaches_out), reaches_out).lines.at(0).find("reaches outside") != std::string::npos);
}
