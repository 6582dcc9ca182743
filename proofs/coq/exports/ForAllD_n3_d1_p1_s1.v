(* Claims of yun2020b that hold for every D >= 2 at n=3 d=1 p=1 s=1: their two sides are quotients of polynomials in D, with coefficients of one sign in D - 2.
   To be compiled beside proofs/coq (coqc -R proofs/coq Hardmax). What names mean is said there: Definitions.v, Dense.v, Names.v. Claims are printed from their formal text. *)
From Coq Require Import QArith Qround Qabs Qminmax List NArith.
From Hardmax Require Import Definitions Dense Families Checker Execute Decide Refute Polynomial ForAllD.
From Hardmax Require Names.
Import ListNotations.
Open Scope Q_scope.

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

Definition all_of_them := (yun2020b_E_2_1_disjoint_for_all_D, yun2020b_E_2_4_Delta_for_all_D, yun2020b_E_2_4_eq10_step7_for_all_D, yun2020b_E_2_4_eq10_step8_repaired_for_all_D, yun2020b_E_2_4_eq12_for_all_D, yun2020b_E_2_4_general_step3_for_all_D).
Print Assumptions all_of_them.
