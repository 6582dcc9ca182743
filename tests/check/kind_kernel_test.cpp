// Certificates of kind "kernel": statements are printed from the claims, and Coq is run again.
// Where there is no coqc, the cases that run it look at the rest alone.
#include <catch2/catch.hpp>

#include <cstdlib>

#include "check/coq_statement.hpp"
#include "check/coq_theory.hpp"
#include "support.hpp"

namespace kind_kernel_test {

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

std::string contents(const char* file) {
  return check_test::read(check_test::root.parent_path() / "proofs/coq" / file);
}

std::vector<Stated> stated(const Entries& all) {
  return {{&all.at("yun2020b.t.least"), "Tiny.least", false},
          {&all.at("yun2020b.t.three"), "Tiny.three", true}};
}

std::string certificate(const Entries& all, const std::string& tiny = proofs) {
  const auto file = [](const char* name, const std::string& text) {
    return R"({"file":")" + std::string(name) + R"(","sha256":")" + sha256(text) + "\"}";
  };
  const auto claim = [&](const char* id, const char* rest) {
    return R"({"id":")" + std::string(id) + R"(","sha256":")" + sha256(binding_text(all.at(id))) +
           "\"," + rest + R"(,"witness":{}})";
  };
  return R"({"format":"hardmax-cert","version":"3.0","kind":"kernel","theory":[)" +
         file("Definitions", contents("Definitions.v")) + "," +
         file("Names_quantizer", contents("Names_quantizer.v")) + "," +
         file("Names", contents("Names.v")) + "," +
         file("Statements", coq_statements(stated(all), all)) + "," + file("Tiny", tiny) +
         R"(],"theorems":[{"id":"yun2020b.t.least","theorem":"Tiny.least","axioms":[]},{"id":"yun2020b.t.three","theorem":"Tiny.three","axioms":[]}],"only":"","claims":[)" +
         claim("yun2020b.t.least",
               R"("verdict":"proved","tier":"kernel","evidence":"theorem","reason":"")") +
         "," +
         claim("yun2020b.t.open",
               R"("verdict":"undecided","tier":"none","evidence":"none","reason":"no theorem")") +
         "," +
         claim("yun2020b.t.three",
               R"("verdict":"refuted","tier":"kernel","evidence":"theorem","reason":"")") +
         "]" + check_test::end_of_certificate(all);
}

std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

bool has_coq() { return std::system("coqc --version >/dev/null 2>&1") == 0; }

// The sources and the result file in a folder; what verify-check says with Coq.
Report with_coq(const Entries& all, const std::string& bytes, const std::string& tiny = proofs,
                const std::string& result_change = "") {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() /
      ("hardmax-kernel-" + sha256(bytes + tiny + result_change).substr(0, 16));
  std::filesystem::create_directories(folder);
  for (const char* name : {"Definitions.v", "Names_quantizer.v", "Names.v"})
    std::ofstream(folder / name) << contents(name);
  std::ofstream(folder / "Tiny.v") << tiny;
  std::string result = R"({"format":"hardmax-kernel","version":"1.0","certificate":")" +
                       sha256(bytes) + R"(","coqc":"8.16.1","coqchk":"accepted","axioms":[]})";
  if (!result_change.empty()) result = changed(result, "\"axioms\":[]", result_change);
  std::ofstream(folder / "kernel.json") << result;
  const Report report =
      check_certificate(bytes, all, {}, {(folder / "kernel.json").string(), "coqc"});
  std::filesystem::remove_all(folder);
  return report;
}

}  // namespace

TEST_CASE("kernel: without Coq a certificate is incomplete, whatever else agrees") {
  const Entries all = entries();
  const Report report = check_certificate(certificate(all), all);
  CHECK(report.code == 3);
  REQUIRE(report.lines.size() == 2);
  CHECK(report.lines[0] ==
        "incomplete: 2 claims rest on Coq, which was not run: give --kernel RESULT and --coqc "
        "PROGRAM");
  CHECK(report.lines[1] ==
        "everything else agrees: 1 proved, 1 refuted, 1 undecided, for every run");
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
      {"\"verdict\":\"proved\"", "\"verdict\":\"refuted\""},  // then the statement is another one
      {"\"verdict\":\"refuted\"", "\"verdict\":\"proved\""},
      {"\"tier\":\"kernel\"", "\"tier\":\"symbolic\""},
      {"\"verdict\":\"undecided\",\"tier\":\"none\",\"evidence\":\"none\",\"reason\":\"no "
       "theorem\"",
       "\"verdict\":\"proved\",\"tier\":\"kernel\",\"evidence\":\"theorem\",\"reason\":\"\""},
      {sha256(coq_statements(stated(all), all)), sha256("other")},
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
  const Report report = check_certificate(good, all);
  CHECK(report.code == 3);
  CHECK(report.lines.at(0).rfind("other claims: ", 0) == 0);
}

TEST_CASE(
    "kernel: a statement that binds real names is about real numbers, and a sum with where is a "
    "number that is one") {
  const auto stated = [](const std::string& formal) {
    Entries all;
    read_entries(changed(corpus, "n >= 1", formal), "corpus", all);
    return coq_statements({{&all.at("yun2020b.t.least"), "Tiny.least", false}}, all);
  };
  const std::string real =
      stated("forall e in positive, g in nonneg(n-1): max(e/(e + 1), g(1)) >= delta^(-d)");
  CHECK(real.find("From Coq Require Import QArith Qround Qabs Qminmax Rdefinitions Rbasic_fun "
                  "R_Ifp Qreals.\n") != std::string::npos);
  CHECK(real.find("From Hardmax Require Names.\nFrom Hardmax Require Names_real.\n") !=
        std::string::npos);
  CHECK(real.find(
            "((forall e : R, (0 < e) -> forall g : Z -> R, (forall i : Z, ((1 <= i)%Z /\\ (i <= "
            "((Names.n P) - 1))%Z) -> (0 <= (g i))) -> (~ ((e + 1) = 0) /\\ ((Names_real.power "
            "(Q2R (Names.delta P)) (- (Names.d P))%Z) <= (Rmax (e / (e + 1)) (g 1%Z))))))%R") !=
        std::string::npos);
  CHECK(stated("forall x in qbreaks(layers(quantize), 1): qmap(1, 1, x/2) = x")
            .find("(forall x : Q, (Names.qbreaks P (Names.layers_quantize P) 1) x -> ((Names.qmap "
                  "P 1 1 (x / 2)) == x))") != std::string::npos);
  CHECK(stated("distinct(k in 1..n: max(j in 1..k: j))")
            .find("-> (exists m : Q, exists m_ : Q, Names.greatest ") != std::string::npos);
  CHECK(stated("forall j in 1..d: sum(i in {j} where i = 1: delta) >= 0")
            .find("(exists m : Q, Names.sum_where j j (fun i : Z => (i = 1)%Z) (fun i : Z => "
                  "(Names.delta P)) m /\\ (0 <= m))") != std::string::npos);
}

TEST_CASE("kernel: statements count what may have no value against the claim") {
  Entries all;
  read_entries(changed(corpus, "n >= 1", "1/(n-1) <= 1 implies 1/(n-1) < 2"), "corpus", all);
  const std::string text =
      coq_statements({{&all.at("yun2020b.t.least"), "Tiny.least", false}}, all);
  CHECK(text.find(
            "((~ (inject_Z ((Names.n P) - 1) == 0) -> ((1 / inject_Z ((Names.n P) - 1)) <= 1)) -> "
            "(~ (inject_Z ((Names.n P) - 1) == 0) /\\ ((1 / inject_Z ((Names.n P) - 1)) < 2)))") !=
        std::string::npos);
  for (const char* formal : {"sum(H in inputs: 1) > 0", "forall B in subsets((1..n)): B = {}",
                             "sum(i in 1..n: sum(j in 1..n where j > i: 1)) >= 0", "v_low(1) = 0",
                             "sum(i in 1..n: 1/(i-1)) > 0", "chain(j in 1..2, k in 1..2: true)"}) {
    INFO(formal);
    Entries others;
    read_entries(changed(corpus, "n >= 1", formal), "corpus", others);
    CHECK_THROWS_AS(coq_statements({{&others.at("yun2020b.t.least"), "Tiny.least", false}}, others),
                    Rejected);
  }
}

TEST_CASE("kernel: claims of the papers with dense attention are stated by their own names") {
  Entries all;
  read_entries(
      changed(changed(corpus, "yun2020b.t.least", "sparsebert.t"), "n >= 1",
              "forall H in inputs where sorted(H) = 1: layers(global_shift)*q/n = zt(H, 1)"),
      "corpus", all);
  const std::string text = coq_statements({{&all.at("sparsebert.t"), "Tiny.least", false}}, all);
  CHECK(text.find("From Hardmax Require Names.\nFrom Hardmax Require Names_sparsebert.\n") !=
        std::string::npos);
  CHECK(text.find("forall P : Names_sparsebert.run, Names_sparsebert.well_formed P -> (2 <= "
                  "(Names_sparsebert.n P))%Z -> (forall H : matrix, Names_sparsebert.input P H -> "
                  "((Names_sparsebert.sorted P H) = 1)%Z -> ((inject_Z "
                  "(Names_sparsebert.layers_global_shift P) * inject_Z (Names_sparsebert.q P) / "
                  "inject_Z (Names_sparsebert.n P)) == (Names_sparsebert.zt P H 1)))") !=
        std::string::npos);
  for (const char* formal : {"c = Delta", "gamma(1) = 1", "layers(all_max_shift) = 1",
                             "sum(H in inputs: 1) = n", "zeroed(1, 1, 1) = 1"}) {
    INFO(formal);
    Entries others;
    read_entries(changed(changed(corpus, "yun2020b.t.least", "sparsebert.t"), "n >= 1", formal),
                 "corpus", others);
    CHECK_THROWS_AS(coq_statements({{&others.at("sparsebert.t"), "Tiny.least", false}}, others),
                    Rejected);
  }
  read_entries(changed(corpus, "yun2020b.t.least", "other.t"), "corpus", all = {});
  CHECK_THROWS_AS(coq_statements({{&all.at("other.t"), "Tiny.least", false}}, all), Rejected);
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
  CHECK(report.lines.at(1).find(
            "1 proved, 1 refuted, 1 undecided, for every run, without an axiom") !=
        std::string::npos);

  CHECK(with_coq(all, good, std::string(proofs) + "\n").code == 1);  // not the source that is named
  CHECK(with_coq(all, good, proofs, R"("axioms":["a"])").code ==
        1);  // the result names an axiom, the certificate none
  const std::string wrong = changed(proofs, "lia. Qed", "exact I. Qed");
  CHECK(with_coq(all, certificate(all, wrong), wrong).code == 1);  // Coq refuses
}

// Certificates of false claims, made by somebody who knows the checker: Coq accepts these theories,
// or would. None of them is run: the sources are read first.
TEST_CASE("kernel: a theory has sentences of the list alone, however they are dressed up") {
  const Entries all = entries();
  const std::string
      least = "Theorem least : Statements.yun2020b_t_least.\nProof. intros P _ H. lia. Qed.\n",
      begin = "From Hardmax Require Names Statements.\n";
  const std::vector<std::pair<std::string, std::string>> forged = {
      {"Axiom cheat : forall P : Prop, P.\n", "no word of the list"},
      {"Parameter cheat : forall P : Prop, P.\n", "no word of the list"},
      {"Conjecture cheat : False.\n", "no word of the list"},
      {"Lemma cheat : False.\nProof. Admitted.\n", "no word of the list"},
      {"Variable cheat : False.\n", "declares an axiom outside of a section"},
      {"Section S.\nEnd S.\nHypothesis cheat : False.\n", "declares an axiom outside of a section"},
      {"Section S.\nVariable cheat : False.\n", "that it does not end"},
      {"End S.\n", "no section that ends here"},
      {"Context (cheat : False).\n", "no word of the list"},
      {"Print Universes \"universes.txt\".\n", "no word of the list"},
      {"Redirect \"out\" Print nat.\n", "no word of the list"},
      {"Load \"other\".\n", "no word of the list"},
      {"Cd \"..\".\n", "no word of the list"},
      {"Drop.\n", "no word of the list"},
      {"Declare ML Module \"plugin\".\n", "no word of the list"},
      {"Extraction \"f\" nat.\n", "no word of the list"},
      {"Set Printing Depth 4.\n", "no option but Default Proof Using"},
      {"#[global] Set Printing Depth 4.\n", "no word of the list"},
      {"Global Set Printing Depth 4.\n", "no word of the list"},
      {"Unset Guard Checking.\n", "no word of the list"},
      {"Set Universe Checking.\n", "no option but Default Proof Using"},
      {"#[bypass_check(guard)] Fixpoint f (n : nat) : False := f n.\n", "no word of the list"},
      {"Module Statements.\nDefinition yun2020b_t_least := True.\nEnd Statements.\n",
       "no word of the list"},
      {"Module Type T.\nEnd T.\nDeclare Module M : T.\n", "no word of the list"},
      {"Primitive int := #int63_type.\n", "no word of the list"},
      {"From Coq Require Import Extraction.\n", "a library of Coq that is not among those known"},
      {"From Ltac2 Require Import Ltac2.\n", "another form than From Coq or Hardmax Require"},
      {"Require Import Classical.\n", "no word of the list"},
      {"From Hardmax Require Later.\n", "no file that stands before it"},
      {"Lemma a : True.\nProof. - Print Universes \"f\". exact I. Qed.\n", "no word of the list"},
      {"Lemma a : True.\nProof. { Print Universes \"f\". exact I. } Qed.\n", "no word of the list"},
      {"Lemma a : True.\nProof. 1: Print Universes \"f\". exact I. Qed.\n", "no word of the list"},
      {"Lemma a : True.\nProof. all: 1: { Axiom b : False. exact I. } Qed.\n",
       "no word of the list"},
      {"Lemma a : 1 = 1.\nProof. native_compute. reflexivity. Qed.\n", "native_compute"},
      {"(* \" *) \" *) Axiom cheat : False.\n", "no word of the list"},
      {"(* (* *) Definition a := 1.\n", "a comment: "},
      {"Definition a := \"no end.\n", "a string that does not end"},
      {"Definition a := 1.\r\nAxiom cheat : False.\r\n", "no word of the list"},
      {"Definition a := 1.\tAxiom cheat : False.\t", "no word of the list"},
      {"Definition a := 1.\xC2\xA0"
       "Axiom cheat : False.\n",
       "a byte 194"},
      {"Definition a := 1.\vAxiom cheat : False.\n", "a byte 11"},
      {"Definition a := 1. Axiom cheat : False", "nothing stands behind the last sentence"},
      {"Definition a := 1... Axiom cheat : False.\n", "no word of the list"},
  };
  for (const auto& [text, reason] : forged) {
    INFO(text);
    const std::string theory = begin + text + least;
    const Report report = with_coq(all, certificate(all, theory), theory);
    CHECK(report.code == 1);
    const bool ends =
        reason == "a comment: " || reason == "a string that does not end" ||
        reason == "nothing stands behind the last sentence";  // the text that follows belongs to it
    if (!ends) CHECK(report.lines.at(0).find(reason) != std::string::npos);
    CHECK(report.lines.at(0).rfind("rejected: ", 0) == 0);
  }
}

TEST_CASE("kernel: sentences end where Coq ends them, or sooner") {
  const auto all = [](const std::string& text) { return coq_sentences(text, "a.v"); };
  CHECK(all("Definition a := b.c.\n\tProof. (* . *) - lia. Qed.") ==
        std::vector<std::string>{"Definition a := b.c", "Proof", "- lia", "Qed"});
  CHECK(all("Notation \"a . b\" := (f \"\"\". \"). Qed.") ==
        std::vector<std::string>{"Notation \"a . b\" := (f \"\"\". \")", "Qed"});
  CHECK(all("(* (* \"*)\" *) *) Qed.") == std::vector<std::string>{"Qed"});
  CHECK(all("(*)*) Qed.") == std::vector<std::string>{"Qed"});
  CHECK(all("Qed. }").size() == 1);
  CHECK_THROWS_AS(all("Qed"), Rejected);
  for (const char* file :
       {"Claims", "Definitions", "Layers", "Names", "RealSums", "ClaimsWhere", "OthersSweep",
        "Within", "Execute", "Rearranged"}) {  // of the theory itself
    INFO(file);
    std::set<std::string> before;
    for (const auto& entry :
         std::filesystem::directory_iterator(check_test::root.parent_path() / "proofs/coq"))
      if (entry.path().stem() != file) before.insert(entry.path().stem().string());
    CHECK_NOTHROW(require_plain_theory(contents((std::string(file) + ".v").c_str()), file, before));
  }
}

TEST_CASE(
    "kernel: a file of definitions requires files of definitions alone, since their hashes are "
    "what the answer names") {
  CHECK_NOTHROW(require_plain_theory("From Hardmax Require Import Definitions Dense.\n", "Names",
                                     {"Definitions", "Dense", "Tiny"}));
  CHECK_THROWS_AS(require_plain_theory("From Hardmax Require Import Tiny.\n", "Names",
                                       {"Definitions", "Dense", "Tiny"}),
                  Rejected);
  CHECK_NOTHROW(require_plain_theory("From Hardmax Require Import Names.\n", "Tiny",
                                     {"Definitions", "Names"}));
}

TEST_CASE("kernel: axioms are those of Coq's real numbers, for claims about these") {
  const Entries all = entries();
  for (const char* axiom : {"Tiny.least", "...", "ClassicalDedekindReals.sig_forall_dec",
                            "Coq.Logic.Classical_Prop.classic", ""}) {
    INFO(axiom);
    const Report report = check_certificate(
        changed(certificate(all), R"("theorem":"Tiny.least","axioms":[])",
                R"("theorem":"Tiny.least","axioms":[")" + std::string(axiom) + "\"]"),
        all);
    CHECK(report.code == 1);
    CHECK(report.lines.at(0).find("that a claim without real numbers rests on no axiom") !=
          std::string::npos);
  }
  CHECK(is_admitted_axiom("ClassicalDedekindReals.sig_forall_dec", true));
  CHECK(is_admitted_axiom("FunctionalExtensionality.functional_extensionality_dep", true));
  for (const char* axiom : {"Classical_Prop.classic", "Tiny.sig_forall_dec", "sig_forall_dec",
                            "Eqdep.Eq_rect_eq.eq_rect_eq"})
    CHECK_FALSE(is_admitted_axiom(axiom, true));
}

TEST_CASE("kernel: a hypothesis is its text, in every kind that takes one by its name") {
  const std::string rest =
      "\"\nsource = \"a test\"\nkind = \"printed\"\nwords = \"w\"\ntruth = \"open\"\ndomain = \"n "
      ">= 2 and d >= 1 and D >= 2\"\n";
  const auto hypothesis = [&](const char* part, const std::string& formal,
                              const std::string& more = "") {
    return "[[claim]]\nid = \"yun2020b.A1." + std::string(part) + rest + more + "formal = \"" +
           formal + "\"\n";
  };
  const std::string first = hypothesis("1", "forall l in 1..p,   k in 1..n: k in A(l, k)"),
                    third =
                        hypothesis("3", "exists t in 1..n*p: forall k in 1..n: S(t, k) = (1..n)",
                                   "needs = [\"yun2020b.A1.1\"]\n");
  const auto made = [&](const std::string& text) {
    Entries all;
    read_entries(text, "hypotheses", all);
    return all;
  };
  const auto part = [](const std::string& id, const Entries& all) {
    return part_of_assumption1(all.at(id), all);
  };
  CHECK(part("yun2020b.A1.1", made(first)) == 1);  // white space does not matter
  CHECK(part("yun2020b.A1.3", made(first + third)) == 3);
  CHECK(part("yun2020b.A1.1", made(hypothesis("1", "1 = 1"))) == 0);
  CHECK(part("yun2020b.A1.2", made(hypothesis("2", "forall a in 1..p, b in 1..n: b in A(a, b)"))) ==
        1);  // nor names
  CHECK(part("yun2020b.A1.3", made(hypothesis("1", "1 = 1") + third)) ==
        0);  // what it needs counts
  CHECK(part("yun2020b.A1.3", made(third)) == 0);
  Entries all = made(hypothesis("1", "1 = 1"));
  read_entries(changed(corpus, "domain = \"n >= 2\"\n",
                       "domain = \"n >= 2\"\nneeds = [\"yun2020b.A1.1\"]\n"),
               "corpus", all);
  CHECK_THROWS_AS(
      require_assumption1_as_printed({&all.at("yun2020b.t.least")}, all, {"yun2020b.A1.1"}),
      Rejected);
}

TEST_CASE("kernel: no statement asks for a term that may have no value, or is about nothing",
          "[full]") {
  const auto refused = [](const std::string& formal, const std::string& domain, bool negated,
                          const std::string& id = "yun2020b.t.least") {
    Entries all;
    read_entries(changed(changed(changed(corpus, "yun2020b.t.least", id), "domain = \"n >= 2\"",
                                 "domain = \"" + domain + "\""),
                         "n >= 1", formal),
                 "corpus", all);
    try {
      coq_statements({{&all.at(id), "Tiny.least", negated}}, all);
      return false;
    } catch (const Rejected&) {
      return true;
    }
  };
  const std::vector<std::pair<const char*, const char*>> both = {
      // formal, domain: neither to be proved nor to be refuted
      {"4^(1/2) = 1", "n >= 2"},
      {"D^(1/2) = 1", "n >= 2"},
      {"choose(n, -1) = 1", "n >= 2"},
      {"choose(n - 3, 0) = 1", "n >= 2"},
      {"choose(n/2, 1) = 1", "n >= 2"},
      {"choose(n, 1/2) = 1", "n >= 2"},
      {"1 = 2", "4^(1/2) = 2"},
      {"1 = 2", "1/(n-3) = 5"},
      {"1 = 2", "n < 2"},
      {"1 = 2", "n >= 3 and n <= 2"},
      {"forall x in positive: 4^(1/2) <= x/x", "n >= 2"},
      {"forall x in positive: x^(1/2) = 1", "n >= 2"},
      {"forall x in positive: x^x = 1", "n >= 2"},
      {"1/(n-3) > -2 or n = 3", "n >= 2"},
      {"1/(n-3) = 5 implies n >= 2", "n >= 2"},
      {"not 1/(n-3) = 5", "n >= 2"},
      // What is known of one maximum says nothing of another.
      {"max(k in 1..n: k) > max(k in 1..n: k - n) + 1 implies (1/(n-3) = 5 implies n >= 2)",
       "n >= 2"},
      {"floor(max(k in 1..n: k)) = n implies E(floor(max(k in 1..n: k + n))) >= 0", "n >= 2"},
      {"sum(k in 1..n where k > 0: 1) > sum(k in 1..n where k > n: 1) + 1 implies (mod(1, n-3) = 5 "
       "implies n >= 2)",
       "n >= 2"},
      {"exists i in 1..n: 1/(i-1) = 1", "n >= 2"},
      {"exists i in 1..n where 1/(i-1) = 1: i = 1", "n >= 2"},
      {"(mod(1, n-3) = 5) = (mod(1, n-3) = 5)", "n >= 2"},
      {"((n-3)^(-1) > 7) = false", "n = 3"},
      {"{(n-3)^(-1)} = {(n-3)^(-1)}", "n >= 2"},
      {"max(i in 1..n where 1/(n-3) > 5 or i = 1: i) = 1", "n = 3"},
      {"sum(i in 1..n where mod(i, n-3) = 0: 1) = 0", "n = 3"},
      {"sum(i in 1..n/2: i) = 1", "n >= 2"},
      {"prod(i in 1..n/2: i) = 1", "n >= 2"},
      {"gamma(0) = gamma(1)", "n >= 2"},
      {"A(1, n+1) = A(1, n+1)", "n >= 2"},
      {"A(p+1, 1) = A(p+1, 1)", "n >= 2"},
      {"A(3/2, 1) = A(1, 1)", "n >= 2"},
      {"S(0, 1) = {1}", "n >= 2"},
      {"forall i in 1..n/2: i <= n/2", "n >= 2"},
      {"forall i in n+1..n: i = i + 1", "n >= 2"},
      {"forall i in 1..n where i > n: i = 0", "n >= 2"},
      {"exists i in (1..1/(n-3)): i = 1", "n >= 2"},
      {"n/2 in (1..n/2)", "n >= 2"},
      {"(forall i in 1..1/(n-3): i >= 1) = (forall i in 1..1/(n-3): i >= 1)", "n >= 2"},
      {"distinct(k in 1..1: 1/(n-3))", "n >= 2"},
      {"not max(i in 3..n: i) = n", "n >= 2"},
      {"forall x in nonneg(n-3): 1 = 1", "n >= 2"},
      {"forall x in nonneg(n): x(n+1) = x(n+1)", "n >= 2"},
      {"forall x in real(n): x(0) = x(0)", "n >= 2"},
      {"E(n + 1) = E(n + 1)", "n >= 2"},
      {"bq(1, 1) = bq(1, 1)", "n >= 2"},
      {"gamma(1) = gamma(1)", "n >= 2"},
      {"s = s", "n >= 2"},
      {"mask(0) = mask(0)", "n >= 2"},
      {"forall H in inputs: v(-1, H, 1) = v(0, H, 1)", "n >= 2"},
      {"qmap(layers(quantize) + 1, 1, 0) = 0", "n >= 2"}};
  for (const auto& [formal, domain] : both) {
    INFO(formal << "  in  " << domain);
    CHECK(refused(formal, domain, false));
    CHECK(refused(formal, domain, true));
  }
  for (const char* formal : {"1/(n-3) > 5", "max(i in 3..n: i) = n", "mod(1, n-3) = 0",
                             "(n-3)^(-1) = 1"}) {  // said beside what is to be shown; what is to be
                                                   // refuted must have a value
    INFO(formal);
    CHECK_FALSE(refused(formal, "n >= 2", false));
    CHECK(refused(formal, "n >= 2", true));
  }
  for (const char* formal :
       {"1/(n-1) > 5", "max(i in 1..n: i) = n", "mod(1, n-1) = 0", "(n-1)^(-1) = 1",
        "delta^(-d) in (1..D^d)", "choose(n, 2) = 1", "forall i in 1..n-1: A(1, i+1) = A(1, i)",
        "forall j in 1..n, i in j..n: A(p, i) = A(p, j)",
        "forall i in 0..1/delta - 1, x in real(D): x(i + 1) = 0"}) {
    INFO(formal);
    CHECK_FALSE(refused(formal, "n >= 2", false));
    CHECK_FALSE(refused(formal, "n >= 2", true));
  }
  for (const char* formal : {"forall H in inputs: head(1, 3, H, 1) = 0",
                             "forall H in inputs: swapped(0, H, n, 1, 1) = 0",
                             "forall H in inputs: v(z(H, 1)/delta, H, 1) = 0", "q_hidden(0) = 1",
                             "qstep(0, 1, 0) = 0"}) {
    INFO(formal);
    CHECK(refused(formal, "n >= 2", false, "yun2020a.t"));
  }
}

TEST_CASE(
    "kernel: one claim is not proved and refuted, or proved of nothing: small runs are looked at "
    "too") {
  for (const auto& [formal, reason] :
       {std::pair<std::string, std::string>{"n >= 3", "where it is refuted"},
        {"1/(n-3) > -2 and n >= 2", "where it is error"},
        {"forall i in 1..n where n > 100: i = 0", "no small run where it is made of anything"}}) {
    INFO(formal);
    Entries all;
    read_entries(changed(corpus, "n >= 1", formal), "corpus", all);
    const Report report = check_certificate(certificate(all), all);
    CHECK(report.code == 1);
    CHECK(report.lines.at(0).find(reason) != std::string::npos);
  }
}

}  // namespace kind_kernel_test
