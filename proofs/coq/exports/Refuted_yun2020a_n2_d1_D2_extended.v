(* Claims that are false at this run: yun2020a, n = 2, d = 1, D = 2, inputs of the extended grid. Inputs are written in units of delta, token by token.
   To be compiled beside proofs/coq (coqc -R proofs/coq Hardmax). What names mean is said there: Definitions.v, Dense.v, Names_yun2020a.v. Claims are printed from their formal text. *)
From Coq Require Import QArith Qround Qabs Qminmax List NArith.
From Hardmax Require Import Definitions Dense Families Checker Execute Decide Refute.
From Hardmax Require Names Names_yun2020a.
Import ListNotations.
Open Scope Q_scope.

Definition here : Names_yun2020a.run := dense_2020a 2 1 2 false true.

(* yun2020a.5.2.def5.1.literal  sha256 cd9f2ddc96052f43a1a1899fb1701eba10415db70f928831ef5c61d2b0571bcf
     distinct(H in inputs, k in 1..n where category(H) = 1: id(H, k)) *)
Definition yun2020a_5_2_def5_1_literal (P : Names_yun2020a.run) : Prop :=
  ((2 <= (Names_yun2020a.n P))%Z /\ (1 <= (Names_yun2020a.d P))%Z /\ (2 <= (Names_yun2020a.D P))%Z /\ (inject_Z (Names_yun2020a.n P) <= ((inject_Z (Names_yun2020a.D P)) ^ (Names_yun2020a.d P)%Z)) /\ ((Names_yun2020a.positional P) = 0)%Z) -> (forall H : matrix, Names_yun2020a.input P H -> forall k : Z, ((1 <= k)%Z /\ (k <= (Names_yun2020a.n P))%Z) -> ((Names_yun2020a.category P H) = 1)%Z -> forall H' : matrix, Names_yun2020a.input P H' -> forall k' : Z, ((1 <= k')%Z /\ (k' <= (Names_yun2020a.n P))%Z) -> ((Names_yun2020a.category P H') = 1)%Z -> ~ (Names_yun2020a.same P H H' /\ (k = k')%Z) -> ~ ((Names_yun2020a.id P H k) == (Names_yun2020a.id P H' k'))).
Definition yun2020a_5_2_def5_1_literal_inputs : list digits := [[[0];[1]]; [[1];[0]]]%Z.
Theorem yun2020a_5_2_def5_1_literal_here : ~ yun2020a_5_2_def5_1_literal here.
Proof. refute_here yun2020a_5_2_def5_1_literal yun2020a_5_2_def5_1_literal_inputs. Qed.
Theorem yun2020a_5_2_def5_1_literal_refuted : ~ (forall P : Names_yun2020a.run, Names_yun2020a.well_formed P -> yun2020a_5_2_def5_1_literal P).
Proof. refuted_at here (fits_2020a 2 1 2 false true eq_refl) yun2020a_5_2_def5_1_literal_here. Qed.

(* yun2020a.5.4.memorize.literal  sha256 da89599d027ca688b84cf9f1dfcf77da7f43eebc9abd6d34dab379abe261582b
     choose(delta^(-d) + n - 1, n) = delta^(-n*d)/prod(i in 1..n: i) *)
Definition yun2020a_5_4_memorize_literal (P : Names_yun2020a.run) : Prop :=
  ((2 <= (Names_yun2020a.n P))%Z /\ (1 <= (Names_yun2020a.d P))%Z /\ (2 <= (Names_yun2020a.D P))%Z) -> (~ ((Names.product 1 (Names_yun2020a.n P) (fun i : Z => inject_Z i)) == 0) /\ (inject_Z (Names.choose (Names.whole (((Names_yun2020a.delta P) ^ (- (Names_yun2020a.d P))%Z) + inject_Z (Names_yun2020a.n P) - 1)) (Names_yun2020a.n P)) == (((Names_yun2020a.delta P) ^ ((- (Names_yun2020a.n P)) * (Names_yun2020a.d P))%Z) / (Names.product 1 (Names_yun2020a.n P) (fun i : Z => inject_Z i))))).
Definition yun2020a_5_4_memorize_literal_inputs : list digits := []%Z.
Theorem yun2020a_5_4_memorize_literal_here : ~ yun2020a_5_4_memorize_literal here.
Proof. refute_here yun2020a_5_4_memorize_literal yun2020a_5_4_memorize_literal_inputs. Qed.
Theorem yun2020a_5_4_memorize_literal_refuted : ~ (forall P : Names_yun2020a.run, Names_yun2020a.well_formed P -> yun2020a_5_4_memorize_literal P).
Proof. refuted_at here (fits_2020a 2 1 2 false true eq_refl) yun2020a_5_4_memorize_literal_here. Qed.

(* yun2020a.5.claim2_contextual_on_Gplus.literal  sha256 b889a3a88d4d0ac7a5657795f40da4a8148e95a558e4ee91a19c6628a375abdb
     distinct(H in inputs, k in 1..1 where sorted(H) = 1: id(H, k)) *)
Definition yun2020a_5_claim2_contextual_on_Gplus_literal (P : Names_yun2020a.run) : Prop :=
  ((2 <= (Names_yun2020a.n P))%Z /\ (1 <= (Names_yun2020a.d P))%Z /\ (2 <= (Names_yun2020a.D P))%Z /\ ((Names_yun2020a.positional P) = 0)%Z /\ ((Names_yun2020a.extended P) = 1)%Z) -> (forall H : matrix, Names_yun2020a.input P H -> forall k : Z, ((1 <= k)%Z /\ (k <= 1)%Z) -> ((Names_yun2020a.sorted P H) = 1)%Z -> forall H' : matrix, Names_yun2020a.input P H' -> forall k' : Z, ((1 <= k')%Z /\ (k' <= 1)%Z) -> ((Names_yun2020a.sorted P H') = 1)%Z -> ~ (Names_yun2020a.same P H H' /\ (k = k')%Z) -> ~ ((Names_yun2020a.id P H k) == (Names_yun2020a.id P H' k'))).
Definition yun2020a_5_claim2_contextual_on_Gplus_literal_inputs : list digits := [[[-8];[-8]]; [[-8];[0]]]%Z.
Theorem yun2020a_5_claim2_contextual_on_Gplus_literal_here : ~ yun2020a_5_claim2_contextual_on_Gplus_literal here.
Proof. refute_here yun2020a_5_claim2_contextual_on_Gplus_literal yun2020a_5_claim2_contextual_on_Gplus_literal_inputs. Qed.
Theorem yun2020a_5_claim2_contextual_on_Gplus_literal_refuted : ~ (forall P : Names_yun2020a.run, Names_yun2020a.well_formed P -> yun2020a_5_claim2_contextual_on_Gplus_literal P).
Proof. refuted_at here (fits_2020a 2 1 2 false true eq_refl) yun2020a_5_claim2_contextual_on_Gplus_literal_here. Qed.

(* yun2020a.B.5.1.order_j.chain1  sha256 426ca2d4d8afdaf524755f49eb1e97d99ad084f62214067152c0c5bb9ba801e0
     forall H in inputs, j in 2..n where sorted(H) = 1 and category(H) = 1: delta^(-(j-1)*d)*(z(H, n) - z(H, 1)) > delta^(-(j-1)*d)*sum(k in 1..j-1: z(H, j-k+1) - z(H, j-k)) *)
Definition yun2020a_B_5_1_order_j_chain1 (P : Names_yun2020a.run) : Prop :=
  ((2 <= (Names_yun2020a.n P))%Z /\ (1 <= (Names_yun2020a.d P))%Z /\ (2 <= (Names_yun2020a.D P))%Z /\ ((Names_yun2020a.positional P) = 0)%Z) -> (forall H : matrix, Names_yun2020a.input P H -> forall j : Z, ((2 <= j)%Z /\ (j <= (Names_yun2020a.n P))%Z) -> (((Names_yun2020a.sorted P H) = 1)%Z /\ ((Names_yun2020a.category P H) = 1)%Z) -> ((((Names_yun2020a.delta P) ^ ((- (j - 1)) * (Names_yun2020a.d P))%Z) * (Names.sum 1 (j - 1) (fun k : Z => ((Names_yun2020a.z P H (j - k + 1)) - (Names_yun2020a.z P H (j - k)))))) < (((Names_yun2020a.delta P) ^ ((- (j - 1)) * (Names_yun2020a.d P))%Z) * ((Names_yun2020a.z P H (Names_yun2020a.n P)) - (Names_yun2020a.z P H 1))))).
Definition yun2020a_B_5_1_order_j_chain1_inputs : list digits := [[[0];[1]]]%Z.
Theorem yun2020a_B_5_1_order_j_chain1_here : ~ yun2020a_B_5_1_order_j_chain1 here.
Proof. refute_here yun2020a_B_5_1_order_j_chain1 yun2020a_B_5_1_order_j_chain1_inputs. Qed.
Theorem yun2020a_B_5_1_order_j_chain1_refuted : ~ (forall P : Names_yun2020a.run, Names_yun2020a.well_formed P -> yun2020a_B_5_1_order_j_chain1 P).
Proof. refuted_at here (fits_2020a 2 1 2 false true eq_refl) yun2020a_B_5_1_order_j_chain1_here. Qed.

(* yun2020a.B.5.1.shift2.reason_ln_gt_l2  sha256 807fc1eb49328a37ccd472e275471dc204977c4f87c7a0b582c97d0ca3c25271
     forall H in inputs where sorted(H) = 1 and category(H) = 1: z(H, n) > z(H, 2) *)
Definition yun2020a_B_5_1_shift2_reason_ln_gt_l2 (P : Names_yun2020a.run) : Prop :=
  ((2 <= (Names_yun2020a.n P))%Z /\ (1 <= (Names_yun2020a.d P))%Z /\ (2 <= (Names_yun2020a.D P))%Z /\ ((Names_yun2020a.positional P) = 0)%Z) -> (forall H : matrix, Names_yun2020a.input P H -> (((Names_yun2020a.sorted P H) = 1)%Z /\ ((Names_yun2020a.category P H) = 1)%Z) -> ((Names_yun2020a.z P H 2) < (Names_yun2020a.z P H (Names_yun2020a.n P)))).
Definition yun2020a_B_5_1_shift2_reason_ln_gt_l2_inputs : list digits := [[[0];[1]]]%Z.
Theorem yun2020a_B_5_1_shift2_reason_ln_gt_l2_here : ~ yun2020a_B_5_1_shift2_reason_ln_gt_l2 here.
Proof. refute_here yun2020a_B_5_1_shift2_reason_ln_gt_l2 yun2020a_B_5_1_shift2_reason_ln_gt_l2_inputs. Qed.
Theorem yun2020a_B_5_1_shift2_reason_ln_gt_l2_refuted : ~ (forall P : Names_yun2020a.run, Names_yun2020a.well_formed P -> yun2020a_B_5_1_shift2_reason_ln_gt_l2 P).
Proof. refuted_at here (fits_2020a 2 1 2 false true eq_refl) yun2020a_B_5_1_shift2_reason_ln_gt_l2_here. Qed.

(* yun2020a.B.5.3.case_split  sha256 bb31ba1958cddaee654f7c2144158b40f1cc948f95e7b8fdac639ec31a412f4a
     forall H in inputs where sorted(H) = 1 and category(H) = 3: z(H, n) < 0 or z(H, n) > 0 *)
Definition yun2020a_B_5_3_case_split (P : Names_yun2020a.run) : Prop :=
  ((2 <= (Names_yun2020a.n P))%Z /\ (1 <= (Names_yun2020a.d P))%Z /\ (2 <= (Names_yun2020a.D P))%Z /\ ((Names_yun2020a.positional P) = 0)%Z) -> (forall H : matrix, Names_yun2020a.input P H -> (((Names_yun2020a.sorted P H) = 1)%Z /\ ((Names_yun2020a.category P H) = 3)%Z) -> (((Names_yun2020a.z P H (Names_yun2020a.n P)) < 0) \/ (0 < (Names_yun2020a.z P H (Names_yun2020a.n P))))).
Definition yun2020a_B_5_3_case_split_inputs : list digits := [[[-8];[0]]]%Z.
Theorem yun2020a_B_5_3_case_split_here : ~ yun2020a_B_5_3_case_split here.
Proof. refute_here yun2020a_B_5_3_case_split yun2020a_B_5_3_case_split_inputs. Qed.
Theorem yun2020a_B_5_3_case_split_refuted : ~ (forall P : Names_yun2020a.run, Names_yun2020a.well_formed P -> yun2020a_B_5_3_case_split P).
Proof. refuted_at here (fits_2020a 2 1 2 false true eq_refl) yun2020a_B_5_3_case_split_here. Qed.

(* yun2020a.C.1.index_k  sha256 561795de4556d559e7a3cff8a7b4c56b9da1126a0afe22c9a143707ea0cc1683
     forall g in 0..n*D-1: exists j in 0..n*D-1: let k = j*delta: k*delta <= g*delta and g*delta < k*delta + delta *)
Definition yun2020a_C_1_index_k (P : Names_yun2020a.run) : Prop :=
  ((2 <= (Names_yun2020a.n P))%Z /\ (1 <= (Names_yun2020a.d P))%Z /\ (2 <= (Names_yun2020a.D P))%Z) -> (forall g : Z, ((0 <= g)%Z /\ (g <= (((Names_yun2020a.n P) * (Names_yun2020a.D P)) - 1))%Z) -> (exists j : Z, ((0 <= j)%Z /\ (j <= (((Names_yun2020a.n P) * (Names_yun2020a.D P)) - 1))%Z) /\ (let k : Q := (inject_Z j * (Names_yun2020a.delta P)) in (((k * (Names_yun2020a.delta P)) <= (inject_Z g * (Names_yun2020a.delta P))) /\ ((inject_Z g * (Names_yun2020a.delta P)) < ((k * (Names_yun2020a.delta P)) + (Names_yun2020a.delta P))))))).
Definition yun2020a_C_1_index_k_inputs : list digits := []%Z.
Theorem yun2020a_C_1_index_k_here : ~ yun2020a_C_1_index_k here.
Proof. refute_here yun2020a_C_1_index_k yun2020a_C_1_index_k_inputs. Qed.
Theorem yun2020a_C_1_index_k_refuted : ~ (forall P : Names_yun2020a.run, Names_yun2020a.well_formed P -> yun2020a_C_1_index_k P).
Proof. refuted_at here (fits_2020a 2 1 2 false true eq_refl) yun2020a_C_1_index_k_here. Qed.

Definition all_of_them := (yun2020a_5_2_def5_1_literal_refuted, yun2020a_5_4_memorize_literal_refuted, yun2020a_5_claim2_contextual_on_Gplus_literal_refuted, yun2020a_B_5_1_order_j_chain1_refuted, yun2020a_B_5_1_shift2_reason_ln_gt_l2_refuted, yun2020a_B_5_3_case_split_refuted, yun2020a_C_1_index_k_refuted).
Print Assumptions all_of_them.
