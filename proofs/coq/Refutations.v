(* Claims of the corpus that are false, each refuted at one small run, some with an input or two, written in units of delta, token by token. *)
From Coq Require Import QArith Qround Qabs Qminmax List NArith.
From Hardmax Require Import Definitions Dense Families Checker Execute Decide Refute.
From Hardmax Require Names Names_yun2020a Names_sparsebert Statements.
Import ListNotations.
Open Scope Q_scope.

Definition dense_run (n d : nat) (D : Z) : Names.run := sparse_run n d D 1 1 (dense n) (map N.of_nat (seq 0 n)) (repeat 0%N n).
Definition dense_fits (n d : nat) (D : Z) := sparse_fits_sound n d D 1 1 (dense n) (map N.of_nat (seq 0 n)) (repeat 0%N n).

(* ---- yun2020b ---- *)
Theorem yun2020b_B_2_t_positive : Statements.yun2020b_B_2_t_positive.
Proof. refute (dense_run 2 1 2) (dense_fits 2 1 2 eq_refl) (@nil digits). Qed.
Theorem yun2020b_F_2_zeta : Statements.yun2020b_F_2_zeta.
Proof. refute (dense_run 2 1 2) (dense_fits 2 1 2 eq_refl) [[[0];[1]]]%Z. Qed.
Theorem yun2020b_F_2_max_c : Statements.yun2020b_F_2_max_c.
Proof. refute (dense_run 2 1 2) (dense_fits 2 1 2 eq_refl) (@nil digits). Qed.
Theorem yun2020b_F_4_alpha : Statements.yun2020b_F_4_alpha.
Proof. refute (dense_run 2 1 2) (dense_fits 2 1 2 eq_refl) (@nil digits). Qed.

(* ---- yun2020a ---- *)
Theorem yun2020a_5_claim2_contextual_on_Gplus : Statements.yun2020a_5_claim2_contextual_on_Gplus_literal.
Proof. refute (dense_2020a 2 1 2 false true) (fits_2020a 2 1 2 false true eq_refl) [[[-8];[-8]]; [[-8];[0]]]%Z. Qed.
Theorem yun2020a_5_2_def5_1 : Statements.yun2020a_5_2_def5_1_literal.
Proof. refute (dense_2020a 2 1 2 false true) (fits_2020a 2 1 2 false true eq_refl) [[[0];[1]]; [[1];[0]]]%Z. Qed.
Theorem yun2020a_5_4_memorize : Statements.yun2020a_5_4_memorize_literal.
Proof. refute (dense_2020a 2 1 2 false true) (fits_2020a 2 1 2 false true eq_refl) (@nil digits). Qed.
Theorem yun2020a_B_4_index_k : Statements.yun2020a_B_4_index_k.
Proof. refute (dense_2020a 2 1 3 false true) (fits_2020a 2 1 3 false true eq_refl) (@nil digits). Qed.
Theorem yun2020a_B_5_1_shift2_reason_ln_gt_l2 : Statements.yun2020a_B_5_1_shift2_reason_ln_gt_l2.
Proof. refute (dense_2020a 2 1 2 false true) (fits_2020a 2 1 2 false true eq_refl) [[[0];[1]]]%Z. Qed.
Theorem yun2020a_B_5_1_order_j_chain1 : Statements.yun2020a_B_5_1_order_j_chain1.
Proof. refute (dense_2020a 2 1 2 false true) (fits_2020a 2 1 2 false true eq_refl) [[[0];[1]]]%Z. Qed.
Theorem yun2020a_B_5_3_case_split : Statements.yun2020a_B_5_3_case_split.
Proof. refute (dense_2020a 2 1 2 false true) (fits_2020a 2 1 2 false true eq_refl) [[[-8];[0]]]%Z. Qed.
Theorem yun2020a_B_5_3_even_larger : Statements.yun2020a_B_5_3_even_larger.
Proof. refute (dense_2020a 3 1 2 false true) (fits_2020a 3 1 2 false true eq_refl) [[[-16];[0];[0]]]%Z. Qed.
Theorem yun2020a_C_1_index_k : Statements.yun2020a_C_1_index_k.
Proof. refute (dense_2020a 2 1 2 false true) (fits_2020a 2 1 2 false true eq_refl) (@nil digits). Qed.
Theorem yun2020a_C_2_order : Statements.yun2020a_C_2_order.
Proof. refute (dense_2020a 2 1 2 true false) (fits_2020a 2 1 2 true false eq_refl) [[[1];[0]]]%Z. Qed.
Theorem yun2020a_C_2_lt_n_formula : Statements.yun2020a_C_2_lt_n_formula.
Proof. refute (dense_2020a 2 1 2 true false) (fits_2020a 2 1 2 true false eq_refl) [[[1];[0]]]%Z. Qed.

(* ---- sparsebert ---- *)
Theorem sparsebert_A_1_dist : Statements.sparsebert_A_1_dist.
Proof. refute (dense_sparsebert 2 1 2 false) (fits_sparsebert 2 1 2 false eq_refl) (@nil digits). Qed.
Theorem sparsebert_A_2_1_lemma3_index : Statements.sparsebert_A_2_1_lemma3_index.
Proof. refute (dense_sparsebert 2 1 2 false) (fits_sparsebert 2 1 2 false eq_refl) (@nil digits). Qed.
Theorem sparsebert_A_2_2_mod : Statements.sparsebert_A_2_2_mod.
Proof. refute (dense_sparsebert 3 1 3 false) (fits_sparsebert 3 1 3 false eq_refl) [[[0];[1];[2]]]%Z. Qed.
Theorem sparsebert_A_2_2_interval_n2 : Statements.sparsebert_A_2_2_interval_n2.
Proof. refute (dense_sparsebert 2 1 2 false) (fits_sparsebert 2 1 2 false eq_refl) [[[0];[1]]]%Z. Qed.
Theorem sparsebert_A_2_2_def1 : Statements.sparsebert_A_2_2_def1.
Proof. refute (dense_sparsebert 2 1 2 false) (fits_sparsebert 2 1 2 false eq_refl) [[[0];[0]]]%Z. Qed.
Theorem sparsebert_A_2_2_lemma4_layers : Statements.sparsebert_A_2_2_lemma4_layers.
Proof. refute (dense_sparsebert 2 1 2 false) (fits_sparsebert 2 1 2 false eq_refl) (@nil digits). Qed.
Theorem sparsebert_A_2_2_lemma4_all_Gdelta : Statements.sparsebert_A_2_2_lemma4_all_Gdelta.
Proof. refute (dense_sparsebert 2 1 2 false) (fits_sparsebert 2 1 2 false eq_refl) [[[0];[0]]]%Z. Qed.
Theorem sparsebert_A_2_2_wlog : Statements.sparsebert_A_2_2_wlog.
Proof. refute (dense_sparsebert 2 1 2 false) (fits_sparsebert 2 1 2 false eq_refl) [[[0];[0]]]%Z. Qed.
Theorem sparsebert_A_2_2_order_phase_n2 : Statements.sparsebert_A_2_2_order_phase_n2.
Proof. refute (dense_sparsebert 2 1 2 false) (fits_sparsebert 2 1 2 false eq_refl) [[[0];[1]]]%Z. Qed.
Theorem sparsebert_A_2_2_base_strict : Statements.sparsebert_A_2_2_base_strict.
Proof. refute (dense_sparsebert 3 1 3 false) (fits_sparsebert 3 1 3 false eq_refl) [[[0];[1];[2]]]%Z. Qed.
Theorem sparsebert_A_2_2_ind_strict : Statements.sparsebert_A_2_2_ind_strict.
Proof. refute (dense_sparsebert 3 1 3 false) (fits_sparsebert 3 1 3 false eq_refl) [[[0];[1];[2]]]%Z. Qed.
Theorem sparsebert_A_2_2_last_strict : Statements.sparsebert_A_2_2_last_strict.
Proof. refute (dense_sparsebert 3 1 3 false) (fits_sparsebert 3 1 3 false eq_refl) [[[0];[1];[2]]]%Z. Qed.
Theorem sparsebert_A_2_3_lemma5_value : Statements.sparsebert_A_2_3_lemma5_value.
Proof. refute (dense_sparsebert 2 1 2 false) (fits_sparsebert 2 1 2 false eq_refl) [[[0];[0]]]%Z. Qed.
