(* Claims that are false at this run: yun2020b, n = 2, d = 2, D = 2, pattern dense. Inputs are written in units of delta, token by token.
   To be compiled beside proofs/coq (coqc -R proofs/coq Hardmax). What names mean is said there: Definitions.v, Dense.v, Names.v. Claims are printed from their formal text. *)
From Coq Require Import QArith Qround Qabs Qminmax List NArith.
From Hardmax Require Import Definitions Dense Families Checker Execute Decide Refute.
From Hardmax Require Names.
Import ListNotations.
Open Scope Q_scope.

Definition neighbours : list (list (list N)) :=
  [[[0;1];[0;1]]]%N.
Definition gamma : list N := [0;1]%N.
Definition l : list N := [0;0]%N.
Definition A : pattern := dense 2.

Theorem formula_is_table : rows 2 1 A = rows 2 1 (table neighbours).
Proof. vm_compute. reflexivity. Qed.

Definition here : Names.run := sparse_run 2 2 2 1 1 A gamma l.

(* yun2020b.E.2.4.eq10  sha256 5287215a33a76ab9cbbe122773041d9c8a6b526f8cb40cb692483f959d6d0db6
     forall H in inputs: zt(H, gamma(n)) <= delta^(-n*d) - delta *)
Definition yun2020b_E_2_4_eq10 (P : Names.run) : Prop :=
  ((2 <= (Names.n P))%Z /\ (1 <= (Names.d P))%Z /\ (2 <= (Names.D P))%Z) -> (forall H : matrix, Names.input P H -> ((Names.zt P H (Names.gamma P (Names.n P))) <= (((Names.delta P) ^ ((- (Names.n P)) * (Names.d P))%Z) - (Names.delta P)))).
Definition yun2020b_E_2_4_eq10_inputs : list digits := [[[0;1];[0;0]]]%Z.
Theorem yun2020b_E_2_4_eq10_here : ~ yun2020b_E_2_4_eq10 here.
Proof. refute_here yun2020b_E_2_4_eq10 yun2020b_E_2_4_eq10_inputs. Qed.
Theorem yun2020b_E_2_4_eq10_refuted : ~ (forall P : Names.run, Names.well_formed P -> Names.assumption_1_1 P -> Names.assumption_1_2 P -> Names.assumption_1_3 P -> yun2020b_E_2_4_eq10 P).
Proof. refuted_at here (sparse_fits_sound 2 2 2 1 1 A gamma l eq_refl) yun2020b_E_2_4_eq10_here. Qed.

(* yun2020b.E.2.4.eq10.step8  sha256 0289211c0d217f4206349cc9563876336a05d3f02056387e8fc1faeb5d2b9732
     delta^(-(n-1)*d) * (n-1+delta) * (delta^(-d) - 1) <= delta^(-n*d) - delta *)
Definition yun2020b_E_2_4_eq10_step8 (P : Names.run) : Prop :=
  ((2 <= (Names.n P))%Z /\ (1 <= (Names.d P))%Z /\ (2 <= (Names.D P))%Z) -> ((((Names.delta P) ^ ((- ((Names.n P) - 1)) * (Names.d P))%Z) * (inject_Z (Names.n P) - 1 + (Names.delta P)) * (((Names.delta P) ^ (- (Names.d P))%Z) - 1)) <= (((Names.delta P) ^ ((- (Names.n P)) * (Names.d P))%Z) - (Names.delta P))).
Definition yun2020b_E_2_4_eq10_step8_inputs : list digits := []%Z.
Theorem yun2020b_E_2_4_eq10_step8_here : ~ yun2020b_E_2_4_eq10_step8 here.
Proof. refute_here yun2020b_E_2_4_eq10_step8 yun2020b_E_2_4_eq10_step8_inputs. Qed.
Theorem yun2020b_E_2_4_eq10_step8_refuted : ~ (forall P : Names.run, Names.well_formed P -> yun2020b_E_2_4_eq10_step8 P).
Proof. refuted_at here (sparse_fits_sound 2 2 2 1 1 A gamma l eq_refl) yun2020b_E_2_4_eq10_step8_here. Qed.

Definition all_of_them := (yun2020b_E_2_4_eq10_refuted, yun2020b_E_2_4_eq10_step8_refuted).
Print Assumptions all_of_them.
