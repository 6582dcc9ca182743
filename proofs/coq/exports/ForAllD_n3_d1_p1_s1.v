(* Claims of yun2020b that hold for every D >= 2 at n=3 d=1 p=1 s=1: their two sides are quotients of polynomials in D, with coefficients of one sign in D - 2.
   To be compiled beside proofs/coq (coqc -R proofs/coq Hardmax). What names mean is said there: Definitions.v, Dense.v, Names.v. Claims are printed from their formal text. *)
From Coq Require Import QArith Qround Qabs Qminmax List NArith.
From Hardmax Require Import Definitions Dense Families Checker Execute Decide Refute Polynomial ForAllD.
From Hardmax Require Names.
Import ListNotations.
Open Scope Q_scope.

(* yun2020b.A.notation.range2  sha256 33ec2249ed3f7116d3931f35896d3374628e439a7ffa8c9851876e3e91894a3d
     n - 2 > 0 and mod(n - 2, 1) = 0 and n/delta - 1 > 0 and mod(n/delta - 1, 1) = 0 and n - 1 > 0 and mod(n - 1, 1) = 0 *)
Definition yun2020b_A_notation_range2 (P : Names.run) : Prop :=
  ((2 <= (Names.n P))%Z /\ (1 <= (Names.d P))%Z /\ (2 <= (Names.D P))%Z) -> ((0 < ((Names.n P) - 2))%Z /\ ((Names.modulo (inject_Z ((Names.n P) - 2)) 1) == 0) /\ (0 < ((inject_Z (Names.n P) / (Names.delta P)) - 1)) /\ ((Names.modulo ((inject_Z (Names.n P) / (Names.delta P)) - 1) 1) == 0) /\ (0 < ((Names.n P) - 1))%Z /\ ((Names.modulo (inject_Z ((Names.n P) - 1)) 1) == 0)).
Theorem yun2020b_A_notation_range2_for_all_D : forall P : Names.run, Names.tokens P = 3%nat -> Names.rows P = 1%nat -> Names.well_formed P -> yun2020b_A_notation_range2 P.
Proof. for_all_D yun2020b_A_notation_range2. Qed.

(* yun2020b.A.notation.range3  sha256 ab5307516caf606135a28c0cf06b99df1b42c628975a230e255153f328a90e18
     delta > 0 and delta^(-d+1) - delta > 0 and mod(delta^(-d+1) - delta, delta) = 0 and 1 - delta > 0 and mod(1 - delta, delta) = 0 *)
Definition yun2020b_A_notation_range3 (P : Names.run) : Prop :=
  ((2 <= (Names.n P))%Z /\ (1 <= (Names.d P))%Z /\ (2 <= (Names.D P))%Z) -> ((0 < (Names.delta P)) /\ (0 < (((Names.delta P) ^ ((- (Names.d P)) + 1)%Z) - (Names.delta P))) /\ ((Names.modulo (((Names.delta P) ^ ((- (Names.d P)) + 1)%Z) - (Names.delta P)) (Names.delta P)) == 0) /\ (0 < (1 - (Names.delta P))) /\ ((Names.modulo (1 - (Names.delta P)) (Names.delta P)) == 0)).
Theorem yun2020b_A_notation_range3_for_all_D : forall P : Names.run, Names.tokens P = 3%nat -> Names.rows P = 1%nat -> Names.well_formed P -> yun2020b_A_notation_range3 P.
Proof. for_all_D yun2020b_A_notation_range3. Qed.

(* yun2020b.B.1.topk.ties.repaired  sha256 5bee0d630eaaadd1c82fa2ba713809228f516207b2e77ca2d1f35931a60e99fb
     let x = 1/2: forall m in 1..n: 1/(1 + (m-1)*x) >= 1/(1 + (n-1)*x) *)
Definition yun2020b_B_1_topk_ties_repaired (P : Names.run) : Prop :=
  ((2 <= (Names.n P))%Z /\ (1 <= (Names.d P))%Z /\ (2 <= (Names.D P))%Z) -> (let x : Q := (1 / 2) in (forall m : Z, ((1 <= m)%Z /\ (m <= (Names.n P))%Z) -> (~ ((1 + (inject_Z (m - 1) * x)) == 0) /\ ~ ((1 + (inject_Z ((Names.n P) - 1) * x)) == 0) /\ ((1 / (1 + (inject_Z ((Names.n P) - 1) * x))) <= (1 / (1 + (inject_Z (m - 1) * x))))))).
Theorem yun2020b_B_1_topk_ties_repaired_for_all_D : forall P : Names.run, Names.tokens P = 3%nat -> Names.rows P = 1%nat -> Names.well_formed P -> yun2020b_B_1_topk_ties_repaired P.
Proof. for_all_D yun2020b_B_1_topk_ties_repaired. Qed.

(* yun2020b.E.2.1.disjoint  sha256 b200fcb3f183939f17bb1ac215a4c4cf9f9d18118cd8e2d71e529644387fdc0f
     let w = sum(i in 0..d-1: delta^(-i)): (forall i in 2..n, j in 2..n where i < j: (i-2)*w + delta^(-d+1) - delta < (j-2)*w) and (forall i in 2..n: (i-2)*w + delta^(-d+1) - delta < (n-1)*w) *)
Definition yun2020b_E_2_1_disjoint (P : Names.run) : Prop :=
  ((2 <= (Names.n P))%Z /\ (1 <= (Names.d P))%Z /\ (2 <= (Names.D P))%Z) -> (let w : Q := (Names.sum 0 ((Names.d P) - 1) (fun i : Z => ((Names.delta P) ^ (- i)%Z))) in ((forall i : Z, ((2 <= i)%Z /\ (i <= (Names.n P))%Z) -> forall j : Z, ((2 <= j)%Z /\ (j <= (Names.n P))%Z) -> (i < j)%Z -> (((inject_Z (i - 2) * w) + ((Names.delta P) ^ ((- (Names.d P)) + 1)%Z) - (Names.delta P)) < (inject_Z (j - 2) * w))) /\ (forall i : Z, ((2 <= i)%Z /\ (i <= (Names.n P))%Z) -> (((inject_Z (i - 2) * w) + ((Names.delta P) ^ ((- (Names.d P)) + 1)%Z) - (Names.delta P)) < (inject_Z ((Names.n P) - 1) * w))))).
Theorem yun2020b_E_2_1_disjoint_for_all_D : forall P : Names.run, Names.tokens P = 3%nat -> Names.rows P = 1%nat -> Names.well_formed P -> yun2020b_E_2_1_disjoint P.
Proof. for_all_D yun2020b_E_2_1_disjoint. Qed.

(* yun2020b.E.2.4.Delta  sha256 f316bb060bb06bf55af8e4560429f6db4a4e2ba26cac73f6c34481a2cfa56590
     Delta = sum(i in 0..d-1: delta^(-i)) = (delta^(-d) - 1)/(delta^(-1) - 1) <= delta^(-d) - 1 *)
Definition yun2020b_E_2_4_Delta (P : Names.run) : Prop :=
  ((2 <= (Names.n P))%Z /\ (1 <= (Names.d P))%Z /\ (2 <= (Names.D P))%Z) -> (((Names.Delta P) == (Names.sum 0 ((Names.d P) - 1) (fun i : Z => ((Names.delta P) ^ (- i)%Z)))) /\ (~ ((((Names.delta P) ^ (- 1)%Z) - 1) == 0) /\ ((Names.sum 0 ((Names.d P) - 1) (fun i : Z => ((Names.delta P) ^ (- i)%Z))) == ((((Names.delta P) ^ (- (Names.d P))%Z) - 1) / (((Names.delta P) ^ (- 1)%Z) - 1)))) /\ (~ ((((Names.delta P) ^ (- 1)%Z) - 1) == 0) /\ (((((Names.delta P) ^ (- (Names.d P))%Z) - 1) / (((Names.delta P) ^ (- 1)%Z) - 1)) <= (((Names.delta P) ^ (- (Names.d P))%Z) - 1)))).
Theorem yun2020b_E_2_4_Delta_for_all_D : forall P : Names.run, Names.tokens P = 3%nat -> Names.rows P = 1%nat -> Names.well_formed P -> yun2020b_E_2_4_Delta P.
Proof. for_all_D yun2020b_E_2_4_Delta. Qed.

(* yun2020b.E.2.4.eq10.step7  sha256 88cb999b96e113966c715f7dc7f5c32dd568d892701d21473dc2a1ad716d92d0
     delta^(-(n-1)*d) * ((n-1)*Delta + delta^(-d+1) - delta) <= delta^(-(n-1)*d) * (n-1+delta) * (delta^(-d) - 1) *)
Definition yun2020b_E_2_4_eq10_step7 (P : Names.run) : Prop :=
  ((2 <= (Names.n P))%Z /\ (1 <= (Names.d P))%Z /\ (2 <= (Names.D P))%Z) -> ((((Names.delta P) ^ ((- ((Names.n P) - 1)) * (Names.d P))%Z) * ((inject_Z ((Names.n P) - 1) * (Names.Delta P)) + ((Names.delta P) ^ ((- (Names.d P)) + 1)%Z) - (Names.delta P))) <= (((Names.delta P) ^ ((- ((Names.n P) - 1)) * (Names.d P))%Z) * (inject_Z (Names.n P) - 1 + (Names.delta P)) * (((Names.delta P) ^ (- (Names.d P))%Z) - 1))).
Theorem yun2020b_E_2_4_eq10_step7_for_all_D : forall P : Names.run, Names.tokens P = 3%nat -> Names.rows P = 1%nat -> Names.well_formed P -> yun2020b_E_2_4_eq10_step7 P.
Proof. for_all_D yun2020b_E_2_4_eq10_step7. Qed.

(* yun2020b.E.2.4.eq10.step8.repaired  sha256 dd8b196e86535b0164c0205d16ecb1904013933b3cd6e028ba2362272c20da15
     delta^(-(n-1)*d) * (n-1+delta) * (delta^(-d) - 1) <= n * delta^(-n*d) - delta *)
Definition yun2020b_E_2_4_eq10_step8_repaired (P : Names.run) : Prop :=
  ((2 <= (Names.n P))%Z /\ (1 <= (Names.d P))%Z /\ (2 <= (Names.D P))%Z) -> ((((Names.delta P) ^ ((- ((Names.n P) - 1)) * (Names.d P))%Z) * (inject_Z (Names.n P) - 1 + (Names.delta P)) * (((Names.delta P) ^ (- (Names.d P))%Z) - 1)) <= ((inject_Z (Names.n P) * ((Names.delta P) ^ ((- (Names.n P)) * (Names.d P))%Z)) - (Names.delta P))).
Theorem yun2020b_E_2_4_eq10_step8_repaired_for_all_D : forall P : Names.run, Names.tokens P = 3%nat -> Names.rows P = 1%nat -> Names.well_formed P -> yun2020b_E_2_4_eq10_step8_repaired P.
Proof. for_all_D yun2020b_E_2_4_eq10_step8_repaired. Qed.

(* yun2020b.E.2.4.eq12  sha256 00514cb1e7d14f89df6d6b7a8033b8e519ab129c5023addddb44f34a693d685c
     (forall i in 1..s-1: ((2*s + 1)/(2*s))^i <= ((2*s + 1)/(2*s))^(i+1)) and ((2*s + 1)/(2*s))^s <= 2 *)
Definition yun2020b_E_2_4_eq12 (P : Names.run) : Prop :=
  ((2 <= (Names.n P))%Z /\ (1 <= (Names.d P))%Z /\ (2 <= (Names.D P))%Z) -> ((forall i : Z, ((1 <= i)%Z /\ (i <= ((Names.s P) - 1))%Z) -> (((inject_Z ((2 * (Names.s P)) + 1) / inject_Z (2 * (Names.s P))) ^ i%Z) <= ((inject_Z ((2 * (Names.s P)) + 1) / inject_Z (2 * (Names.s P))) ^ (i + 1)%Z))) /\ (((inject_Z ((2 * (Names.s P)) + 1) / inject_Z (2 * (Names.s P))) ^ (Names.s P)%Z) <= 2)).
Theorem yun2020b_E_2_4_eq12_for_all_D : forall P : Names.run, Names.tokens P = 3%nat -> Names.rows P = 1%nat -> Names.reach P = 1%nat -> Names.well_formed P -> yun2020b_E_2_4_eq12 P.
Proof. for_all_D yun2020b_E_2_4_eq12. Qed.

(* yun2020b.E.2.4.general.step3  sha256 23e8a9d19b4363cdebb1bb4a8ac3e9704c49b252e7be900d0ad45c5ae6ced57e
     ((1 + 2*s)^s - (2*s)^s) * (n*delta^(-n*d-1))^s * delta <= (2*s*n*delta^(-n*d-1))^s * delta and (1 + 2*s)^s - (2*s)^s <= (2*s)^s *)
Definition yun2020b_E_2_4_general_step3 (P : Names.run) : Prop :=
  ((2 <= (Names.n P))%Z /\ (1 <= (Names.d P))%Z /\ (2 <= (Names.D P))%Z) -> ((((((inject_Z (1 + (2 * (Names.s P)))) ^ (Names.s P)%Z) - ((inject_Z (2 * (Names.s P))) ^ (Names.s P)%Z)) * ((inject_Z (Names.n P) * ((Names.delta P) ^ (((- (Names.n P)) * (Names.d P)) - 1)%Z)) ^ (Names.s P)%Z) * (Names.delta P)) <= (((2 * inject_Z (Names.s P) * inject_Z (Names.n P) * ((Names.delta P) ^ (((- (Names.n P)) * (Names.d P)) - 1)%Z)) ^ (Names.s P)%Z) * (Names.delta P))) /\ ((((inject_Z (1 + (2 * (Names.s P)))) ^ (Names.s P)%Z) - ((inject_Z (2 * (Names.s P))) ^ (Names.s P)%Z)) <= ((inject_Z (2 * (Names.s P))) ^ (Names.s P)%Z))).
Theorem yun2020b_E_2_4_general_step3_for_all_D : forall P : Names.run, Names.tokens P = 3%nat -> Names.rows P = 1%nat -> Names.reach P = 1%nat -> Names.well_formed P -> yun2020b_E_2_4_general_step3 P.
Proof. for_all_D yun2020b_E_2_4_general_step3. Qed.

(* yun2020b.F.1.alpha  sha256 1d9faa64500e73ff2b4627061c8fd997cef2646994491837a5497dee257380b3
     let a = 0: (1-a)^(n*d) = 1 *)
Definition yun2020b_F_1_alpha (P : Names.run) : Prop :=
  ((2 <= (Names.n P))%Z /\ (1 <= (Names.d P))%Z /\ (2 <= (Names.D P))%Z) -> (let a : Z := 0%Z in (((inject_Z (1 - a)) ^ ((Names.n P) * (Names.d P))%Z) == 1)).
Theorem yun2020b_F_1_alpha_for_all_D : forall P : Names.run, Names.tokens P = 3%nat -> Names.rows P = 1%nat -> Names.well_formed P -> yun2020b_F_1_alpha P.
Proof. for_all_D yun2020b_F_1_alpha. Qed.

(* yun2020b.F.2.max.chain.end  sha256 afcb39670da8a7001161cce6af595c9ba4d533a3ccad4db496d89bad8c2f17ef
     let w = 1: (2*s*n*delta^(-n*d-1))^s * n * delta^(-n*d) * (delta^(s*(n*d+1) + n*d) * w/(2^(s+3) * s^s * n^(s+1))) = w/8 *)
Definition yun2020b_F_2_max_chain_end (P : Names.run) : Prop :=
  ((2 <= (Names.n P))%Z /\ (1 <= (Names.d P))%Z /\ (2 <= (Names.D P))%Z) -> (let w : Z := 1%Z in ((((2 * inject_Z (Names.s P) * inject_Z (Names.n P) * ((Names.delta P) ^ (((- (Names.n P)) * (Names.d P)) - 1)%Z)) ^ (Names.s P)%Z) * inject_Z (Names.n P) * ((Names.delta P) ^ ((- (Names.n P)) * (Names.d P))%Z) * (((Names.delta P) ^ (((Names.s P) * (((Names.n P) * (Names.d P)) + 1)) + ((Names.n P) * (Names.d P)))%Z) * inject_Z w / ((2 ^ ((Names.s P) + 3)%Z) * ((inject_Z (Names.s P)) ^ (Names.s P)%Z) * ((inject_Z (Names.n P)) ^ ((Names.s P) + 1)%Z)))) == (inject_Z w / 8))).
Theorem yun2020b_F_2_max_chain_end_for_all_D : forall P : Names.run, Names.tokens P = 3%nat -> Names.rows P = 1%nat -> Names.reach P = 1%nat -> Names.well_formed P -> yun2020b_F_2_max_chain_end P.
Proof. for_all_D yun2020b_F_2_max_chain_end. Qed.

(* yun2020b.F.2.max.chain.sum  sha256 3e448b9b59619df6c06950e295a154dd2bdaefcc2876fd7efea8661fe6f01bb5
     forall y in 1..s + 1: let b = (2*s*n*delta^(-n*d-1))^s * n * delta^(-n*d): let w = n*delta^(-n*d) * (delta^(n*d)/(s*n) * y): b * w * sum(i in 0..s-1: (1 + w)^i) = b * w * ((1 + w)^s - 1)/((1 + w) - 1) = b * ((1 + y/s)^s - 1) *)
Definition yun2020b_F_2_max_chain_sum (P : Names.run) : Prop :=
  ((2 <= (Names.n P))%Z /\ (1 <= (Names.d P))%Z /\ (2 <= (Names.D P))%Z) -> (forall y : Z, ((1 <= y)%Z /\ (y <= ((Names.s P) + 1))%Z) -> (let b : Q := (((2 * inject_Z (Names.s P) * inject_Z (Names.n P) * ((Names.delta P) ^ (((- (Names.n P)) * (Names.d P)) - 1)%Z)) ^ (Names.s P)%Z) * inject_Z (Names.n P) * ((Names.delta P) ^ ((- (Names.n P)) * (Names.d P))%Z)) in (let w : Q := (inject_Z (Names.n P) * ((Names.delta P) ^ ((- (Names.n P)) * (Names.d P))%Z) * (((Names.delta P) ^ ((Names.n P) * (Names.d P))%Z) / inject_Z ((Names.s P) * (Names.n P)) * inject_Z y)) in ((~ (((1 + w) - 1) == 0) /\ ((b * w * (Names.sum 0 ((Names.s P) - 1) (fun i : Z => ((1 + w) ^ i%Z)))) == (b * w * (((1 + w) ^ (Names.s P)%Z) - 1) / ((1 + w) - 1)))) /\ (~ (((1 + w) - 1) == 0) /\ ((b * w * (((1 + w) ^ (Names.s P)%Z) - 1) / ((1 + w) - 1)) == (b * (((1 + (inject_Z y / inject_Z (Names.s P))) ^ (Names.s P)%Z) - 1)))))))).
Theorem yun2020b_F_2_max_chain_sum_for_all_D : forall P : Names.run, Names.tokens P = 3%nat -> Names.rows P = 1%nat -> Names.reach P = 1%nat -> Names.well_formed P -> yun2020b_F_2_max_chain_sum P.
Proof. for_all_D yun2020b_F_2_max_chain_sum. Qed.

(* yun2020b.F.2.selchain.4  sha256 cec497ad866462ed0ab66be2bdd00e26bdacc45faa0f531714c8c8f0d197d803
     let w = 1: n*delta^(-2*d) * (delta^(2*d) * w/(8*n^2)) = w/(8*n) *)
Definition yun2020b_F_2_selchain_4 (P : Names.run) : Prop :=
  ((2 <= (Names.n P))%Z /\ (1 <= (Names.d P))%Z /\ (2 <= (Names.D P))%Z) -> (let w : Z := 1%Z in ((inject_Z (Names.n P) * ((Names.delta P) ^ ((- 2) * (Names.d P))%Z) * (((Names.delta P) ^ (2 * (Names.d P))%Z) * inject_Z w / inject_Z (8 * ((Names.n P) ^ 2)))) == (inject_Z w / inject_Z (8 * (Names.n P))))).
Theorem yun2020b_F_2_selchain_4_for_all_D : forall P : Names.run, Names.tokens P = 3%nat -> Names.rows P = 1%nat -> Names.well_formed P -> yun2020b_F_2_selchain_4 P.
Proof. for_all_D yun2020b_F_2_selchain_4. Qed.

(* yun2020b.F.4.alpha.repaired  sha256 da0d45029124424964f799c6212eaaaa19d4a4791b0bea2f7ebab5338c504c34
     let a = 0: 1 - (1-a)^(n*d) = 0 *)
Definition yun2020b_F_4_alpha_repaired (P : Names.run) : Prop :=
  ((2 <= (Names.n P))%Z /\ (1 <= (Names.d P))%Z /\ (2 <= (Names.D P))%Z) -> (let a : Z := 0%Z in ((1 - ((inject_Z (1 - a)) ^ ((Names.n P) * (Names.d P))%Z)) == 0)).
Theorem yun2020b_F_4_alpha_repaired_for_all_D : forall P : Names.run, Names.tokens P = 3%nat -> Names.rows P = 1%nat -> Names.well_formed P -> yun2020b_F_4_alpha_repaired P.
Proof. for_all_D yun2020b_F_4_alpha_repaired. Qed.

Definition all_of_them := (yun2020b_A_notation_range2_for_all_D, yun2020b_A_notation_range3_for_all_D, yun2020b_B_1_topk_ties_repaired_for_all_D, yun2020b_E_2_1_disjoint_for_all_D, yun2020b_E_2_4_Delta_for_all_D, yun2020b_E_2_4_eq10_step7_for_all_D, yun2020b_E_2_4_eq10_step8_repaired_for_all_D, yun2020b_E_2_4_eq12_for_all_D, yun2020b_E_2_4_general_step3_for_all_D, yun2020b_F_1_alpha_for_all_D, yun2020b_F_2_max_chain_end_for_all_D, yun2020b_F_2_max_chain_sum_for_all_D, yun2020b_F_2_selchain_4_for_all_D, yun2020b_F_4_alpha_repaired_for_all_D).
Print Assumptions all_of_them.
