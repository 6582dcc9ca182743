(* Claims of the corpus, proved for every run: Statements.v has them as verify prints them from the entries, and an entry names its theorem. The work is in the files before; here real units become
   whole numbers of delta (Runs.v), and the facts about these are applied. *)
From Coq Require Import QArith Qround Qabs Qminmax Qpower Lqa List Arith Lia.
From Hardmax Require Import Definitions Arithmetic Digits SelectiveShift Layers Heads Network Lemma7 Families Runs.
From Hardmax Require Names Statements.
Open Scope Q_scope.

Theorem E23_eq9 : Statements.yun2020b_E_2_3_eq9.
Proof.
  begin. intros H0' HH. split; [split; [|split]|intros i Hi].
  - le. index. pose proof (f_eq9_first P HA H0' HH). unfold Names.n. nia.
  - eq.
  - lt. index. apply (f_eq9 P HA H0' HH). lia.
  - lt. index. apply (f_eq9 P HA H0' HH). unfold Names.n, Names.at_ in *. lia.
Qed.
Theorem E23_continues : Statements.yun2020b_E_2_3_continues.
Proof.
  begin. intros X HX. split; [eq|intros i Hi]. eq. rewrite power_of_rows, (at_before i) by lia. reflexivity.
Qed.
Theorem E23_continues_greater : Statements.yun2020b_E_2_3_continues_greater.
Proof.
  begin. intros X HX i Hi. split; [le|lt]; index.
  - apply (f_above P HA X HX). apply at_range; unfold Names.n in *; lia.
  - apply (f_eq9 P HA X HX). unfold Names.n, Names.at_ in *. lia.
Qed.
Theorem E21_eq8 : Statements.yun2020b_E_2_1_eq8.
Proof.
  begin. intros X HX. split; [intros i Hi; lt|lt]; index.
  - apply (f_eq8 P HA X HX); unfold Names.n, Names.at_ in *; lia.
  - apply (f_eq8_last P HA X HX). unfold Names.n, Names.at_ in *. lia.
Qed.
Theorem E23_closed : Statements.yun2020b_E_2_3_closed.
Proof.
  begin. intros X HX. eq. powers. count (Names.tokens P - 1)%nat. rewrite terms by lia. apply closed_form.
Qed.
Theorem E24_eq10_step1 : Statements.yun2020b_E_2_4_eq10_step1.
Proof.
  begin. intros X HX. eq. powers. count (Names.tokens P - 2)%nat. rewrite terms by lia.
  exact (eq10_step1 _ _ (n_2 P WF) _).
Qed.
Theorem E24_eq10_step2 : Statements.yun2020b_E_2_4_eq10_step2.
Proof.
  begin. intros X HX. le. powers. count (Names.tokens P - 2)%nat. rewrite terms, differences by lia.
  pose proof (eq10_step2 _ _ _ (n_2 P WF) (q_2 P WF) (W_q P WF) _ (f_w P HA X HX)). lia.
Qed.
Theorem E24_eq10_step3 : Statements.yun2020b_E_2_4_eq10_step3.
Proof.
  begin. intros X HX. eq. powers. count (Names.tokens P - 2)%nat. rewrite differences by lia.
  rewrite (eq10_step3 _ (n_2 P WF)). reflexivity.
Qed.
Theorem E24_eq10_step4 : Statements.yun2020b_E_2_4_eq10_step4.
Proof. begin. intros X HX. ring. Qed.
Theorem E24_eq10_step5 : Statements.yun2020b_E_2_4_eq10_step5.
Proof.
  begin. intros X HX. le. powers.
  exact (eq10_step5 _ _ _ (n_2 P WF) (q_2 P WF) (W_q P WF) _ (f_w P HA X HX)).
Qed.
Theorem E24_eq10_step6 : Statements.yun2020b_E_2_4_eq10_step6.
Proof.
  begin. intros X HX. le. powers.
  pose proof (eq10_step6 _ _ _ (n_2 P WF) (q_2 P WF) _ (f_w P HA X HX)) as B. rewrite (Z.mul_comm (weights _ _)). exact B.
Qed.
Theorem E24_eq10_step7 : Statements.yun2020b_E_2_4_eq10_step7.
Proof.
  plain. le. powers. pose proof (eq10_step7 (Names.tokens P) (Names.rows P) (Names.base P) ltac:(assumption) ltac:(assumption) ltac:(assumption)) as B.
  rewrite (Z.mul_comm (weights _ _)), <- Z.mul_assoc. apply Z.mul_le_mono_nonneg_l; [apply Z.pow_nonneg; lia|]. lia.
Qed.
Theorem E24_eq10_step8_repaired : Statements.yun2020b_E_2_4_eq10_step8_repaired.
Proof.
  plain. le. powers. pose proof (eq10_step8_repaired (Names.tokens P) (Names.rows P) (Names.base P) ltac:(assumption) ltac:(assumption) ltac:(assumption)) as B.
  set (y := ((Names.base P ** Names.rows P) ** Names.tokens P)%Z) in *. set (x := ((Names.base P ** Names.rows P) ** (Names.tokens P - 1))%Z) in *. lia.
Qed.
Theorem E24_eq10_repaired : Statements.yun2020b_E_2_4_eq10_repaired.
Proof. begin. intros X HX. le. powers. pose proof (f_eq10 P HA X HX). lia. Qed.
Theorem E24_eq11 : Statements.yun2020b_E_2_4_eq11.
Proof.
  begin. intros X HX i Hi. le. pose proof (f_eq11 P HA X HX (Names.at_ i) ltac:(tokens)) as B.
  rewrite (to_rows P (- (- i * Names.d P)) (S (Names.at_ i))) by (unfold Names.at_; rewrite Nat2Z.inj_succ, Z2Nat.id by lia; ring). unfold Names.n. lia.
Qed.
Theorem E23_inj : Statements.yun2020b_E_2_3_inj.
Proof.
  begin. intros X HX Y HY Ne E. rewrite (zt_gamma P HA X HX), (zt_gamma P HA Y HY) in E by (unfold Names.n; lia). apply u_eq in E; [|assumption]. rewrite at_n in E by assumption.
  apply Ne. intros r k Hr Hk. refine (shifted_tells_inputs _ _ _ _ _ _ _ _ (n_2 P WF) (d_1 P WF) (D_2 P WF) (assumption P HA) X Y HX HY _ r k Hr Hk).
  change (zk P X (Names.chain P (Names.tokens P - 1)) = zk P Y (Names.chain P (Names.tokens P - 1))). rewrite !zk_gamma by (assumption || lia). exact E.
Qed.
Theorem E24_first_range : Statements.yun2020b_E_2_4_first_range.
Proof.
  begin. intros X HX k Hk. pose proof (f_range P HA X HX (Names.at_ k) ltac:(tokens)) as B. split; lt; powers.
  rewrite power_of_grid by assumption. lia.
Qed.
Theorem E25_range : Statements.yun2020b_E_2_5_range.
Proof.
  begin. intros X HX k Hk. pose proof (f_range P HA X HX (Names.at_ k) ltac:(tokens)) as B. split; lt; powers; rewrite power_of_grid by assumption.
  lia.
Qed.
Theorem E25_interval : Statements.yun2020b_E_2_5_interval.
Proof.
  begin. intros X HX k Hk C0. unfold C0. pose proof (f_interval P HA X HX (Names.at_ k) ltac:(tokens)) as B. split; [le|lt]; powers; lia.
Qed.
Lemma C_positive P : Names.well_formed P -> (1 < Definitions.c (Names.tokens P) (Names.rows P) (Names.reach P) (Names.base P))%Z.
Proof. intros WF. pose proof (n_2 P WF). pose proof (s_1 P WF). unfold c. pose proof (pow_positive (Names.base P) (Names.tokens P * Names.rows P + 1) ltac:(pose proof (D_2 P WF); lia)). nia. Qed.
Theorem E25_mod : Statements.yun2020b_E_2_5_mod.
Proof.
  begin. intros X HX k Hk. pose proof (f_modulo P HA X HX (Names.at_ k) ltac:(tokens)) as B. pose proof (C_positive P WF).
  eq; powers. exact B.
Qed.
Section More.
Variable P : Names.run.
Hypothesis HA : assumption_1 P.
Let HP := proj1 HA.
Variable H : matrix.
Hypothesis HH : Names.input P H.
Notation zk := (zk P H).
Lemma reached_by t k : (1 <= k <= Names.n P)%Z -> reached (Names.period P) (Names.edges P) (Z.to_nat t) (Names.at_ k) <> nil.
Proof. intros Hk. exact (not_empty _ _ (reached_itself _ _ _ _ _ _ (n_2 P HP) (assumption P HA) (Z.to_nat t) _ (at_range k _ Hk))). Qed.
Lemma zt_over_S t k : (1 <= k <= Names.n P)%Z ->
  Names.greatest (fun j => Names.S P t k j) (fun j => Names.zt P H j) (U (Names.base P) (largest zk (reached (Names.period P) (Names.edges P) (Z.to_nat t) (Names.at_ k)))).
Proof.
  intros Hk. apply (greatest_units _ (Names.tokens P)); [exact (D_2 P HP)|apply reached_by; exact Hk| |].
  - intros j Hj. exact (reached_tokens _ _ _ _ _ _ (n_2 P HP) (assumption P HA) _ _ j (at_range k _ Hk) Hj).
  - intros j Hj. exact (zt_units P HA H HH j Hj).
Qed.
Lemma zt_over_A1 k : (1 <= k <= Names.n P)%Z ->
  Names.greatest (fun j => Names.A P 1 k j) (fun j => Names.zt P H j) (U (Names.base P) (largest zk (reached (Names.period P) (Names.edges P) 1 (Names.at_ k)))).
Proof.
  intros Hk. pose proof (zt_over_S 1 k Hk) as B. change (Z.to_nat 1) with 1%nat in B.
  refine (greatest_same _ _ _ _ _ B). intros j. unfold Names.S, Names.A. change (Z.to_nat 1) with 1%nat.
  rewrite (reached_1 _ _ _ _ _ _ (n_2 P HP) (assumption P HA)). reflexivity.
Qed.
Lemma zt_over_all : Names.greatest (fun j => ((1 <= j)%Z /\ (j <= Names.n P)%Z)) (fun j => Names.zt P H j) (U (Names.base P) (zs P H (Names.tokens P - 1))).
Proof.
  split.
  - exists (Names.gamma P (Names.n P)). pose proof (gamma_range P HA (Names.n P)) as G. pose proof (n_2 P HP). split; [unfold Names.n in *; lia|].
    rewrite zt_gamma by (assumption || (unfold Names.n; lia)). rewrite at_n by assumption. reflexivity.
  - intros j Hj. rewrite zt_units by assumption. apply u_le; [exact (D_2 P HP)|]. rewrite <- (zk_gamma P HA H) by (pose proof (n_2 P HP); lia).
    exact (last_is_largest _ _ _ _ _ _ _ _ (n_2 P HP) (d_1 P HP) (D_2 P HP) (assumption P HA) H HH _ (at_range j _ Hj)).
Qed.
End More.
Lemma zk_same P (HA : assumption_1 P) X Y : Names.input P X -> Names.input P Y -> Names.same P X Y -> forall k, (k < Names.tokens P)%nat -> zk P X k = zk P Y k.
Proof.
  intros HX HY E k Hk. unfold zk, shifted_id. apply shifted_ext. intros i Hi. unfold chain_id, input_id. apply number_ext. intros r Hr. f_equal.
  unfold digit. apply Qfloor_comp. rewrite (E r _ Hr); [reflexivity|].
  pose proof (position_range _ _ _ _ _ _ (assumption P HA) k Hk). apply (chain_range _ _ _ _ _ _ (assumption P HA)). lia.
Qed.
Theorem E24_general_dom : Statements.yun2020b_E_2_4_general_dom.
Proof.
  begin. intros X HX t Ht k Hk C0. unfold C0. eexists. split; [apply zt_over_S; assumption|].
  pose proof (f_dominated P HA X HX (Z.to_nat t) (Names.at_ k) ltac:(unfold Names.s in *; lia) ltac:(tokens)) as B. rewrite Z2Nat.id in B by lia.
  lt. powers. lia.
Qed.
Theorem P1 : Statements.yun2020b_D_3_Lemma7_P1.
Proof.
  begin. intros X HX k Hk k' Hk' Ne E. rewrite !(id_units P HA X HX) in E by assumption. apply u_eq in E; [|assumption]. apply Ne.
  apply (out_distinct _ _ _ _ _ _ _ _ (n_2 P WF) (d_1 P WF) (D_2 P WF) (assumption P HA) X HX) in E; [|tokens|tokens]. unfold Names.at_ in E. lia.
Qed.

Theorem P2 : Statements.yun2020b_D_3_Lemma7_P2.
Proof.
  begin. intros X HX k Hk Y HY k' Hk' Ne E. rewrite (id_units P HA X HX), (id_units P HA Y HY) in E by assumption. apply u_eq in E; [|assumption].
  pose proof (intervals_tell _ _ _ _ _ _ _ _ (n_2 P WF) (d_1 P WF) (D_2 P WF) (assumption P HA) X Y (Names.at_ k) (Names.at_ k') HX HY ltac:(tokens) ltac:(tokens) E) as T.
  assert (S : Names.same P X Y) by (intros r j Hr Hj; exact (shifted_tells_inputs _ _ _ _ _ _ _ _ (n_2 P WF) (d_1 P WF) (D_2 P WF) (assumption P HA) X Y HX HY T r j Hr Hj)).
  apply Ne. split; [exact S|].
  pose proof (out_modulo _ _ _ _ _ _ _ _ (n_2 P WF) (d_1 P WF) (D_2 P WF) (assumption P HA) X HX (Names.at_ k) ltac:(tokens)) as M1.
  pose proof (out_modulo _ _ _ _ _ _ _ _ (n_2 P WF) (d_1 P WF) (D_2 P WF) (assumption P HA) Y HY (Names.at_ k') ltac:(tokens)) as M2.
  rewrite E in M1. rewrite M1 in M2. change (zk P X (Names.at_ k) = zk P Y (Names.at_ k')) in M2. rewrite <- (zk_same P HA X Y HX HY S (Names.at_ k') ltac:(tokens)) in M2.
  pose proof (shifted_distinct _ _ _ _ _ _ _ _ (n_2 P WF) (d_1 P WF) (D_2 P WF) (assumption P HA) X HX (Names.at_ k) (Names.at_ k') ltac:(tokens) ltac:(tokens) M2) as K. unfold Names.at_ in K. lia.
Qed.
Theorem L : Statements.yun2020b_D_3_Lemma7_layers.
Proof.
  begin. split. 
  - rewrite selective_length, all_max_length by assumption. eq.
  - intros m [Hm _]. unfold Names.mask, Names.one_based, Names.p. pose proof (p_positive _ _ _ _ _ _ (n_2 P WF) (assumption P HA)).
    pose proof (Nat.mod_upper_bound (Names.at_ m) (Names.period P) ltac:(lia)) as R. pose proof (Nat.div_mod (Names.at_ m) (Names.period P) ltac:(lia)) as E.
    set (r := (Names.at_ m mod Names.period P)%nat) in *. set (f := (Names.at_ m / Names.period P)%nat) in *. clearbody r f. split; [lia|].
    rewrite (i_modulo _ _ (Z.of_nat r + 1 - m) (Z.of_nat (Names.period P)) ltac:(lia) (Qeq_refl _) (Qeq_refl _)).
    replace (Z.of_nat r + 1 - m)%Z with (- Z.of_nat f * Z.of_nat (Names.period P))%Z by (unfold Names.at_ in *; nia).
    rewrite Z.mod_mul by lia. reflexivity.
Qed.
Theorem E24_first_dom : Statements.yun2020b_E_2_4_first_dom.
Proof.
  begin. intros X HX k Hk m Hm L. specialize (L _ _ (zt_over_A1 P HA X HX k Hk) (zt_over_A1 P HA X HX m Hm)). apply u_lt in L; [|assumption].
  rewrite !(M_units P HA X HX) by (unfold Names.s; lia || assumption). apply u_lt; [assumption|].
  change (Z.to_nat 1) with 1%nat. apply (domination_orders _ _ _ _ _ _ _ _ (n_2 P WF) (d_1 P WF) (D_2 P WF) (assumption P HA) X HX 1); [lia|tokens|tokens|exact L].
Qed.
Theorem E24_first_M_repaired : Statements.yun2020b_E_2_4_first_M_repaired.
Proof. exact E24_first_dom. Qed.
Theorem E24_first_gap : Statements.yun2020b_E_2_4_first_gap.
Proof.
  begin. intros X HX. split.
  - intros j Hj k Hk L. rewrite (zt_units P HA X HX), (zt_units P HA X HX) in L by assumption. apply u_lt in L; [|assumption]. le.
  - intros k Hk. pose proof (f_range P HA X HX (Names.at_ k) ltac:(tokens)) as B. split; lt; powers; rewrite power_of_grid in * by assumption; [lia|].
    rewrite ?Z.mul_1_r. unfold c. pose proof (pow_positive (Names.base P) (Names.tokens P * Names.rows P + 1) ltac:(lia)).
    set (Y := (Names.base P ** (Names.tokens P * Names.rows P + 1))%Z) in *. assert (0 < Z.of_nat (Names.tokens P) * Y)%Z by nia.
    replace (2 * Z.of_nat (Names.reach P) * Z.of_nat (Names.tokens P) * Y)%Z with (2 * Z.of_nat (Names.reach P) * (Z.of_nat (Names.tokens P) * Y))%Z by ring.
    set (K := (Z.of_nat (Names.tokens P) * Y)%Z) in *. assert (1 <= Z.of_nat (Names.reach P))%Z by lia. nia.
Qed.
Theorem E25_multiple : Statements.yun2020b_E_2_5_multiple.
Proof.
  begin. intros X HX t Ht k Hk. pose proof (C_positive P WF). unfold Names.s in Ht. eq; powers.
  destruct (raise_adds_multiples _ (Names.period P) (Names.edges P) (n_2 P WF) (Definitions.c (Names.tokens P) (Names.rows P) (Names.reach P) (Names.base P)) (zk P X) (Z.to_nat (t - 1)) (Names.at_ k)) as [a E].
  replace (S (Z.to_nat (t - 1))) with (Z.to_nat t) in E by lia. rewrite E, Z.mul_comm, Z.mod_mul by lia. reflexivity.
Qed.
Theorem E25_disjoint : Statements.yun2020b_E_2_5_disjoint.
Proof. begin. left. intros X HX. eq. rewrite Z.mod_1_r. reflexivity. Qed.
Theorem E3_gap : Statements.yun2020b_E_3_gap.
Proof. begin. left. intros X HX k Hk. eq. rewrite Z.mod_1_r. reflexivity. Qed.
(* Every final id is far above Delta/delta: it is at least C^s times the id of gamma(1), which is at least Delta. *)
Theorem E3_small : Statements.yun2020b_E_3_stack_small.
Proof.
  begin. intros X HX k Hk. pose proof (f_interval P HA X HX (Names.at_ k) ltac:(tokens)) as [B _].
  pose proof (f_eq9_first P HA X HX) as F. pose proof (f_above P HA X HX (Names.tokens P - 1)%nat ltac:(lia)) as A. pose proof (Delta_bound (Names.rows P) (Names.base P) ltac:(assumption) ltac:(assumption)) as W.
  assert (C4 : (4 * Names.base P <= Definitions.c (Names.tokens P) (Names.rows P) (Names.reach P) (Names.base P))%Z).
  { unfold c. rewrite Nat2Z.inj_add, Z.pow_add_r by lia. change (Z.of_nat 1) with 1%Z. rewrite Z.pow_1_r. pose proof (pow_positive (Names.base P) (Names.tokens P * Names.rows P) ltac:(lia)) as Y.
    set (y := (Names.base P ** (Names.tokens P * Names.rows P))%Z) in *. assert (Names.base P <= y * Names.base P)%Z by nia. assert (2 <= Z.of_nat (Names.reach P) * Z.of_nat (Names.tokens P))%Z by nia. nia. }
  assert (Low : Names.Delta P / Names.delta P + Names.delta P <= Names.id P X k).
  { le. set (C := Definitions.c _ _ _ _) in *.
    assert (CC : (C <= C ** Names.reach P)%Z) by (replace (Names.reach P) with (S (Names.reach P - 1)) by lia; rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia; pose proof (pow_positive C (Names.reach P - 1) ltac:(lia)); nia).
    set (W1 := weights (Names.rows P) (Names.base P)) in *. set (z1 := zs P X (Names.tokens P - 1)%nat) in *. assert (Z1 : (Names.base P * W1 <= z1)%Z) by nia.
    assert (4 * Names.base P * (Names.base P * W1) <= C ** Names.reach P * z1)%Z by (apply Z.mul_le_mono_nonneg; nia). nia. }
  assert (0 < Names.delta P) by exact (unit_positive (Names.base P) ltac:(assumption)). unfold Qdiv in *. change (/ 2) with (1 # 2) in *. lra.
Qed.
Theorem E3_lemma8 : Statements.yun2020b_E_3_Lemma8.
Proof.
  begin. split; [exact (P2 P WF A1 A2 A3 ltac:(unfold Names.n, Names.d, Names.D; lia))|]. intros X HX k Hk. split; [eq; rewrite Z.mod_1_r; reflexivity|].
  pose proof (E3_small P WF A1 A2 A3 ltac:(unfold Names.n, Names.d, Names.D; lia) X HX k Hk) as S. assert (Pos : 0 < Names.delta P) by exact (unit_positive (Names.base P) ltac:(assumption)).
  assert (0 <= Names.Delta P / Names.delta P).
  { apply Qle_shift_div_l; [exact Pos|]. rewrite Qmult_0_l. pose proof (Delta_bound (Names.rows P) (Names.base P) ltac:(assumption) ltac:(assumption)). le; nia. }
  unfold Qdiv in *. change (/ 2) with (1 # 2) in *. lra.
Qed.
Theorem D1_E : Statements.yun2020b_D_1_E.
Proof.
  begin. split; [|intros i Hi]; unfold Names.E; rewrite at_gamma; unfold Definitions.E; rewrite (position_of_gamma _ _ _ _ _ _ (assumption P HA)) by tokens.
  - change (Names.at_ 1) with O. reflexivity.
  - rewrite (at_before i) by lia. eq. unfold Names.at_. lia.
Qed.
Lemma E_range P k : assumption_1 P -> (1 <= k <= Names.n P)%Z -> exists m, (0 <= m <= Names.n P - 1)%Z /\ Names.E P k = inject_Z m /\
  m = match position (Names.tokens P) (Names.chain P) (Names.at_ k) with O => (Names.n P - 1)%Z | S j => Z.of_nat j end.
Proof.
  intros HA Hk. unfold Names.E, Definitions.E. pose proof (position_range _ _ _ _ _ _ (assumption P HA) (Names.at_ k) (at_range k _ Hk)).
  pose proof (n_2 P (proj1 HA)). unfold Names.n in *. destruct (position (Names.tokens P) (Names.chain P) (Names.at_ k)) as [|j].
  - exists (Z.of_nat (Names.tokens P) - 1)%Z. repeat split; lia.
  - exists (Z.of_nat j). repeat split; lia.
Qed.
Theorem D2_range : Statements.yun2020b_D_2_range.
Proof.
  begin. intros k Hk. destruct (E_range P k HA Hk) as [m [Hm [-> _]]]. split; le.
Qed.
Theorem D1_ranges : Statements.yun2020b_D_1_ranges.
Proof.
  begin. destruct (D1_E P WF A1 A2 A3 ltac:(unfold Names.n, Names.d, Names.D; lia)) as [E1 Ei]. repeat match goal with |- _ /\ _ => split end.
  - rewrite E1. apply Qle_refl.
  - rewrite E1. le.
  - intros i Hi. rewrite (Ei i Hi). split; le.
  - intros k Hk. destruct (E_range P k HA Hk) as [m [Hm [-> _]]]. exists m. split; [lia|reflexivity].
  - intros j Hj k Hk L. destruct (E_range P j HA Hj) as [a [Ha [-> Ea]]]. destruct (E_range P k HA Hk) as [b [Hb [-> Eb]]].
    assert (a <> b).
    { intros E. pose proof (gamma_position _ _ _ _ _ _ (assumption P HA) (Names.at_ j) ltac:(tokens)) as Gj. pose proof (gamma_position _ _ _ _ _ _ (assumption P HA) (Names.at_ k) ltac:(tokens)) as Gk.
      pose proof (position_range _ _ _ _ _ _ (assumption P HA) (Names.at_ j) ltac:(tokens)) as Pj. pose proof (position_range _ _ _ _ _ _ (assumption P HA) (Names.at_ k) ltac:(tokens)) as Pk.
      assert (position (Names.tokens P) (Names.chain P) (Names.at_ j) = position (Names.tokens P) (Names.chain P) (Names.at_ k)) as Eq.
      { unfold Names.n in *. destruct (position (Names.tokens P) (Names.chain P) (Names.at_ j)), (position (Names.tokens P) (Names.chain P) (Names.at_ k)); lia. }
      rewrite Eq, Gk in Gj. unfold Names.at_ in Gj. lia. }
    destruct (Z.lt_total a b) as [C|[C|C]]; [left; le|congruence|right; le].
Qed.
Lemma eq_by_integers x y a b : x == inject_Z a -> y == inject_Z b -> a = b -> x == y.
Proof. intros -> -> ->. reflexivity. Qed.
Lemma quotient x y a b m : x == inject_Z a -> y == inject_Z b -> b <> 0%Z -> a = (b * m)%Z -> x / y == inject_Z m.
Proof. intros -> -> Hb ->. rewrite inject_Z_mult. field. intros E. unfold Qeq in E. cbn in E. lia. Qed.
Lemma not_zero_integer x a : x == inject_Z a -> a <> 0%Z -> ~ x == 0.
Proof. intros -> Ha E. unfold Qeq in E. cbn in E. lia. Qed.
Lemma weights_sum P : Names.sum 0 (Names.d P - 1) (fun i => Names.delta P ^ (- i)) == inject_Z (weights (Names.rows P) (Names.base P)).
Proof.
  eapply Qeq_trans; [eapply i_sum; intros; eapply i_delta_power; lia|].
  apply (eq_by_integers _ _ _ _ (Qeq_refl _) (Qeq_refl _)). unfold Names.d. replace (Z.to_nat (Z.of_nat (Names.rows P) - 1 + 1 - 0)) with (Names.rows P) by lia.
  unfold weights. induction (Names.rows P) as [|e IH]; cbn [count_of number]; [reflexivity|]. rewrite IH. f_equal. rewrite Z.mul_1_r. f_equal. lia.
Qed.
Theorem E24_Delta : Statements.yun2020b_E_2_4_Delta.
Proof.
  plain. pose proof (Delta_closed (Names.rows P) (Names.base P)) as C. rewrite weights_sum.
  assert (N1 : Names.delta P ^ (-1) - 1 == inject_Z (Names.base P - 1)).
  { eapply Qeq_trans; [eapply i_minus; [eapply i_delta_power; lia|reflexivity]|]. rewrite Z.pow_1_r. reflexivity. }
  assert (N2 : (Names.delta P ^ (- Names.d P) - 1) == inject_Z (Names.base P ** Names.rows P - 1)).
  { eapply Qeq_trans; [eapply i_minus; [eapply i_delta_power; unfold Names.d; lia|reflexivity]|]. rewrite power_of_rows. reflexivity. }
  assert (Q1 : (Names.delta P ^ (- Names.d P) - 1) / (Names.delta P ^ (- (1)) - 1) == inject_Z (weights (Names.rows P) (Names.base P))).
  { eapply quotient; [exact N2|exact N1|lia|lia]. }
  pose proof (Delta_bound (Names.rows P) (Names.base P) ltac:(assumption) ltac:(assumption)).
  split; [eapply Delta_integer|split; split].
  - apply (not_zero_integer _ _ N1). lia.
  - rewrite Q1. reflexivity.
  - apply (not_zero_integer _ _ N1). lia.
  - rewrite Q1, N2. rewrite <- Zle_Qle. lia.
Qed.
Theorem E21_eq7 : Statements.yun2020b_E_2_1_eq7.
Proof.
  begin. intros X HX y. assert (Ew : y == inject_Z (weights (Names.rows P) (Names.base P))) by exact (weights_sum P). clearbody y.
  pose proof (f_w P HA X HX) as I. split; [|split; [|intros i Hi; split]].
  - pose proof (I O ltac:(lia)) as B. cbn [start] in B. split; le; index; rewrite ?power_less by assumption; unfold Names.n; rewrite (Z.mul_comm (weights _ _)); lia.
  - eq. rewrite Z.mod_1_r. reflexivity.
  - pose proof (I (Names.at_ i) ltac:(tokens)) as B. rewrite (at_before i) in B by lia. cbn [start] in B. rewrite <- (at_before i) in B by lia.
    replace (Z.of_nat (Names.at_ (i - 1))) with (i - 2)%Z in B by (unfold Names.at_; lia).
    split; le; rewrite ?power_less by assumption; rewrite (Z.mul_comm (weights _ _)); lia.
  - eq. rewrite Z.mod_1_r. reflexivity.
Qed.
Theorem E21_disjoint : Statements.yun2020b_E_2_1_disjoint.
Proof.
  plain. intros y. assert (Ew : y == inject_Z (weights (Names.rows P) (Names.base P))) by exact (weights_sum P). clearbody y.
  pose proof (W_q P WF) as B. split.
  - intros i Hi j Hj L. lt. rewrite power_less by assumption. rewrite (Z.mul_comm (weights _ _)). set (V := (Names.base P * weights (Names.rows P) (Names.base P))%Z) in *. nia.
  - intros i Hi. lt. rewrite power_less by assumption. rewrite (Z.mul_comm (weights _ _)). unfold Names.n in *. set (V := (Names.base P * weights (Names.rows P) (Names.base P))%Z) in *. nia.
Qed.
Theorem F4_notation : Statements.yun2020b_F_4_notation.
Proof. exact D2_range. Qed.
Theorem F2_max_c_repaired : Statements.yun2020b_F_2_max_c_repaired.
Proof. begin. eq; powers; rewrite <- (C_form P) by assumption; ring. Qed.
Theorem E22_multipliers : Statements.yun2020b_E_2_2_multipliers.
Proof. begin. split; [unfold Names.shift; eq; rewrite power_of_rows; reflexivity|exact (F2_max_c_repaired P WF A1 A2 A3 ltac:(unfold Names.n, Names.d, Names.D; lia))]. Qed.
Theorem F2_range1 : Statements.yun2020b_F_2_range1.
Proof.
  begin. intros X HX. pose proof (E21_eq8 P WF A1 A2 A3 ltac:(unfold Names.n, Names.d, Names.D; lia) X HX) as [E1 E2].
  pose proof (f_w P HA X HX O ltac:(lia)) as B. cbn [start] in B. pose proof (Delta_bound (Names.rows P) (Names.base P) ltac:(assumption) ltac:(assumption)).
  split; [|split; [exact E1|split; [exact E2|split]]].
  - pose proof (f_nonneg P HA X HX 1 ltac:(lia)). le.
  - le. index. rewrite power_less by assumption. unfold Names.n. rewrite (Z.mul_comm (weights _ _)). lia.
  - lt. rewrite power_less, power_of_rows by assumption. unfold Names.n.
    assert (V : (weights (Names.rows P) (Names.base P) * Names.base P <= Names.base P ** Names.rows P * Names.base P)%Z) by nia.
    assert (T : (Names.base P ** Names.rows P <= Names.base P ** Names.rows P * Names.base P)%Z) by nia.
    set (v := (weights (Names.rows P) (Names.base P) * Names.base P)%Z) in *. set (t := (Names.base P ** Names.rows P * Names.base P)%Z) in *.
    assert ((Z.of_nat (Names.tokens P) - 1) * v <= (Z.of_nat (Names.tokens P) - 1) * t)%Z by (apply Z.mul_le_mono_nonneg_l; lia). lia.
Qed.
Lemma whole_integer x a : x == inject_Z a -> Names.whole x = a.
Proof. intros E. unfold Names.whole. rewrite (Qfloor_comp _ _ E). apply Qfloor_Z. Qed.
(* After j blocks of the selective stage. *)
Lemma v_block P (HA : assumption_1 P) H (HH : Names.input P H) x j i : (j <= Names.tokens P - 1)%nat -> (1 <= i <= Names.n P)%Z ->
  x == inject_Z (Z.of_nat j * (Names.base P ** Names.rows P * Names.p P)) ->
  Names.v P (Names.whole x) H (Names.gamma P i) == U (Names.base P) (if (Names.at_ i <=? j)%nat then zs P H (Names.at_ i) else w P H (Names.at_ i)).
Proof.
  intros Hj Hi Ex. rewrite (whole_integer _ _ Ex). pose proof (proj1 HA) as WF. pose proof (n_2 P WF). pose proof (d_1 P WF). pose proof (D_2 P WF). pose proof (q_2 P WF).
  unfold Names.v, Names.state, Names.layers, network, selective_stage. rewrite at_gamma. unfold Names.p.
  replace (Z.to_nat (Z.of_nat j * (Names.base P ** Names.rows P * Z.of_nat (Names.period P)))) with (j * (Z.to_nat (Names.base P ** Names.rows P) * Names.period P))%nat
    by (rewrite !Z2Nat.inj_mul, !Nat2Z.id by lia; reflexivity).
  replace (seq 1 (Names.tokens P - 1)) with (seq 1 j ++ seq (1 + j) (Names.tokens P - 1 - j))%list by (rewrite <- seq_app; f_equal; lia).
  rewrite flat_map_app, <- app_assoc. rewrite <- (blocks_length (Names.tokens P) (Names.rows P) (Names.period P) (Names.base P) (Names.chosen P)) by assumption.
  rewrite firstn_app, Nat.sub_diag, firstn_all. cbn [firstn]. rewrite app_nil_r.
  pose proof (blocks_ids (Names.tokens P) (Names.rows P) (Names.period P) (Names.reach P) (Names.base P) (Names.edges P) (Names.chain P) (Names.chosen P) (n_2 P WF) (d_1 P WF) (D_2 P WF) (assumption P HA) _ _ j ltac:(lia) (input_represented (Names.tokens P) (Names.rows P) (Names.base P) (Names.chain P) (n_2 P WF) (d_1 P WF) (D_2 P WF) H HH)
    (Names.chain P (Names.at_ i)) (chain_range _ _ _ _ _ _ (assumption P HA) (Names.at_ i) ltac:(tokens))) as B.
  pose proof (after_blocks_ids _ _ _ _ _ _ (n_2 P WF) (assumption P HA) _ _ (q_2 P WF) (W_q P WF) (input_id (Names.tokens P) (Names.rows P) (Names.base P) (Names.chain P) H) (f_w P HA H HH) j ltac:(lia) (Names.at_ i) ltac:(tokens)) as K. cbv zeta in K.
  match type of K with ?a = _ => assert (K' : a = (if (Names.at_ i <=? j)%nat then zs P H (Names.at_ i) else w P H (Names.at_ i))) by exact K end. rewrite <- K'. exact B.
Qed.
Theorem E23_z2 : Statements.yun2020b_E_2_3_z2.
Proof.
  begin. intros X HX z1 z2. unfold z1, z2. assert (V : Names.v P (Names.whole (inject_Z (Names.p P) * Names.delta P ^ (- Names.d P))) X (Names.gamma P 2) == U (Names.base P) (zs P X 1)).
  { rewrite (v_block P HA X HX _ 1 2); [reflexivity|lia|unfold Names.n; lia|]. eapply eq_by_integers; [integer|reflexivity|].
    - unfold Names.d. lia.
    - rewrite power_of_rows. lia. }
  split; [rewrite V; eq|rewrite V; eq; rewrite power_of_rows; reflexivity].
Qed.
Theorem E24_eq10_step8_refuted : Statements.yun2020b_E_2_4_eq10_step8.
Proof.
  intros H.
  specialize (H {| Names.tokens := 2; Names.rows := 2; Names.base := 2; Names.period := 1; Names.reach := 1; Names.edges := fun _ _ => nil; Names.chain := fun i => i; Names.chosen := fun _ => 0%nat |}).
  assert (L : forall P, Names.well_formed P -> ((2 <= Names.n P)%Z /\ (1 <= Names.d P)%Z /\ (2 <= Names.D P)%Z)).
  { intros P WF. pose proof (n_2 P WF). pose proof (d_1 P WF). pose proof (D_2 P WF). unfold Names.n, Names.d, Names.D. lia. }
  assert (W : Names.well_formed {| Names.tokens := 2; Names.rows := 2; Names.base := 2; Names.period := 1; Names.reach := 1; Names.edges := fun _ _ => nil; Names.chain := fun i => i; Names.chosen := fun _ => 0%nat |})
    by (repeat split; cbn; try lia; intros a k j _ _ []).
  specialize (H W (L _ W)). vm_compute in H. apply H. reflexivity.
Qed.
Theorem E23_z2_above : Statements.yun2020b_E_2_3_z2_z1.
Proof.
  begin. intros X HX z1 z2. unfold z1, z2. split; [|split].
  - pose proof (f_eq9 P HA X HX 0 ltac:(lia)) as B. lt.
  - split; intros L.
    + setoid_replace ((Names.delta P ^ (- Names.d P) - 1) * (Names.z P X (Names.gamma P 1) - Names.z P X (Names.gamma P 2))) with
        (Names.z P X (Names.gamma P 2) + Names.delta P ^ (- Names.d P) * (Names.z P X (Names.gamma P 1) - Names.z P X (Names.gamma P 2)) - Names.z P X (Names.gamma P 1)) by ring. lra.
    + setoid_replace (Names.z P X (Names.gamma P 2) + Names.delta P ^ (- Names.d P) * (Names.z P X (Names.gamma P 1) - Names.z P X (Names.gamma P 2))) with
        ((Names.delta P ^ (- Names.d P) - 1) * (Names.z P X (Names.gamma P 1) - Names.z P X (Names.gamma P 2)) + Names.z P X (Names.gamma P 1)) by ring. lra.
  - lt. index. rewrite power_of_rows. pose proof (f_eq8_last P HA X HX 1 ltac:(lia)). nia.
Qed.
Theorem E23_z3 : Statements.yun2020b_E_2_3_z3.
Proof.
  intros P WF A1 A2 A3 Dom. pose proof (conj WF (conj A1 (conj A2 A3)) : assumption_1 P) as HA. pose proof (n_2 P WF). pose proof (d_1 P WF). pose proof (D_2 P WF). pose proof (s_1 P WF). pose proof (q_2 P WF).
  intros X HX z1 z2 z3. unfold z1, z2, z3.
  assert (V : Names.v P (Names.whole (2 * inject_Z (Names.p P) * Names.delta P ^ (- Names.d P))) X (Names.gamma P 3) == U (Names.base P) (zs P X 2)).
  { rewrite (v_block P HA X HX _ 2 3); [reflexivity|unfold Names.n in *; lia|unfold Names.n in *; lia|]. eapply eq_by_integers; [integer|reflexivity|].
    - unfold Names.d. lia.
    - rewrite power_of_rows. lia. }
  split; [|split].
  - rewrite V. eq.
  - rewrite V. eq. rewrite power_of_rows. reflexivity.
  - eq; index; rewrite ?power_of_rows.
    rewrite (to_rows P (- (-2 * Names.d P)) 2) by lia. change (zs P X 1) with (w P X 1 + Names.base P ** Names.rows P * (w P X 0 - w P X 1))%Z.
    change 2%nat with (S (S O)). rewrite !pow_step, pow_zero. ring.
Qed.

(* Claims that need no gamma. *)
Ltac half := intros P WF A1 A3 Dom; pose proof (n_2 P WF); pose proof (d_1 P WF); pose proof (D_2 P WF); pose proof (s_1 P WF); pose proof (q_2 P WF).
(* n = d = D = 2, dense; the first column of the input is (1/2, 1/2), the second 0: z~ is 36 units, the bound 31. *)
Definition small_run : Names.run := {| Names.tokens := 2; Names.rows := 2; Names.base := 2; Names.period := 1; Names.reach := 1; Names.edges := dense 2; Names.chain := identity_chain; Names.chosen := first_layer |}.
Definition small_input : matrix := fun _ k => match k with O => 1 # 2 | _ => 0 end.
Lemma small_assumption : assumption_1 small_run.
Proof.
  pose proof (dense_assumption 2) as A. split; [|split; [|split]].
  - repeat split; cbn; try lia.
  - exact (sees_itself _ _ _ _ _ _ A).
  - split; [exact (chain_range _ _ _ _ _ _ A)|split; [exact (chain_unique _ _ _ _ _ _ A)|]]. intros i Hi. split; [exact (chain_layer _ _ _ _ _ _ A i Hi)|exact (chain_sees _ _ _ _ _ _ A i Hi)].
  - exact (reaches_all _ _ _ _ _ _ A).
Qed.
Lemma small_is_input : Names.input small_run small_input.
Proof. intros r k Hr Hk. destruct k as [|k]; [exists 1%Z|exists 0%Z]; (split; [cbn; lia|reflexivity]). Qed.
Theorem E24_eq10_refuted : Statements.yun2020b_E_2_4_eq10.
Proof.
  intros C. pose proof small_assumption as [WF [A1 [A2 A3]]]. specialize (C small_run WF A1 A2 A3 ltac:(unfold Names.n, Names.d, Names.D; cbn; lia) small_input small_is_input).
  rewrite (zt_gamma small_run small_assumption small_input small_is_input) in C by (unfold Names.n; cbn; lia).
  vm_compute in C. apply C. reflexivity.
Qed.
Lemma le_by_integers x y a b : x == inject_Z a -> y == inject_Z b -> (a <= b)%Z -> x <= y.
Proof. intros -> -> H. rewrite <- Zle_Qle. exact H. Qed.
(* ((a)/(b))^e <= m from whole numbers. *)
Lemma quotient_power a b e : (0 < b)%Z -> (0 <= e)%Z -> (inject_Z a / inject_Z b) ^ e == inject_Z (a ^ e) / inject_Z (b ^ e).
Proof. intros Hb He. unfold Qdiv. rewrite Qmult_power, Qinv_power, !i_power_of by exact He. reflexivity. Qed.
Lemma quotient_le a b m : (0 < b)%Z -> (a <= m * b)%Z -> inject_Z a / inject_Z b <= inject_Z m.
Proof. intros Hb H. apply Qle_shift_div_r; [change 0 with (inject_Z 0); rewrite <- Zlt_Qlt; exact Hb|]. rewrite <- inject_Z_mult, <- Zle_Qle. exact H. Qed.
Theorem E24_eq12 : Statements.yun2020b_E_2_4_eq12.
Proof.
  half. unfold Names.s in *. split.
  - intros i [Hi1 Hi2]. rewrite !quotient_power by lia. rewrite <- (Z2Nat.id i) by lia. rewrite <- (Z2Nat.id (Z.of_nat (Z.to_nat i) + 1)) by lia.
    replace (Z.to_nat (Z.of_nat (Z.to_nat i) + 1)) with (S (Z.to_nat i)) by lia. set (m := Z.to_nat i). pose proof (eq12_monotone (Names.reach P) m ltac:(assumption)) as B.
    assert (Pos : forall e : nat, 0 < inject_Z ((2 * Z.of_nat (Names.reach P)) ** e)) by (intros e; change 0 with (inject_Z 0); rewrite <- Zlt_Qlt; apply pow_positive; lia).
    apply Qle_shift_div_l; [apply Pos|]. unfold Qdiv. rewrite <- Qmult_assoc, (Qmult_comm (/ _)), Qmult_assoc. apply Qle_shift_div_r; [apply Pos|]. rewrite <- !inject_Z_mult, <- Zle_Qle. exact B.
  - rewrite quotient_power by lia. apply (quotient_le _ _ 2); [apply pow_positive; lia|]. exact (eq12 (Names.reach P) ltac:(assumption)).
Qed.
Theorem E24_general_step3 : Statements.yun2020b_E_2_4_general_step3.
Proof.
  half. pose proof (general_step3 (Names.reach P) ltac:(assumption)) as B. split; le; powers.
  rewrite <- ?(C_form P) by assumption. set (X := ((Names.base P ** Names.rows P) ** Names.tokens P * Names.base P)%Z). rewrite !Z.mul_1_r.
    replace (2 * Z.of_nat (Names.reach P) * Z.of_nat (Names.tokens P) * X)%Z with ((2 * Z.of_nat (Names.reach P)) * (Z.of_nat (Names.tokens P) * X))%Z by ring.
    rewrite (Z.pow_mul_l (2 * Z.of_nat (Names.reach P)) (Z.of_nat (Names.tokens P) * X)). apply Z.mul_le_mono_nonneg_r; [|exact B]. apply Z.pow_nonneg. assert (0 < X)%Z by (unfold X; pose proof (pow_positive (Names.base P ** Names.rows P) (Names.tokens P) ltac:(lia)); nia). nia.
Qed.
Theorem E24_S_def : Statements.yun2020b_E_2_4_S_def.
Proof.
  half. assert (R1 : forall k, reached (Names.period P) (Names.edges P) 1 k = Names.edges P O k).
  { intros k. cbn [reached]. assert (Names.period P <> O) by (destruct WF as [_ [_ [_ [Hp _]]]]; lia). rewrite Nat.mod_0_l by assumption.
    induction (Names.edges P O k) as [|a B IH]; [reflexivity|]. cbn [flat_map app]. f_equal. exact IH. }
  assert (Hp : (1 <= Names.period P)%nat) by (destruct WF as [_ [_ [_ [Hp _]]]]; exact Hp).
  assert (Tok : forall t k j, (k < Names.tokens P)%nat -> In j (reached (Names.period P) (Names.edges P) t k) -> (j < Names.tokens P)%nat).
  { destruct WF as [_ [_ [_ [_ [_ T]]]]]. induction t as [|t IH]; intros k j Hk Hj; cbn [reached] in Hj; [destruct Hj as [->|[]]; exact Hk|].
    apply in_flat_map in Hj. destruct Hj as [i [Hi Hj]]. apply (IH i); [|exact Hj]. apply (T (t mod Names.period P)%nat k i); [apply Nat.mod_upper_bound; lia|exact Hk|exact Hi]. }
  assert (Stay : forall t, (Names.reach P <= t)%nat -> forall k j, (k < Names.tokens P)%nat -> (j < Names.tokens P)%nat -> In j (reached (Names.period P) (Names.edges P) t k)).
  { induction t as [|t IH]; intros Ht k j Hk Hj; [lia|]. destruct (Nat.eq_dec (Names.reach P) (S t)) as [<-|]; [exact (A3 k j Hk Hj)|].
    cbn [reached]. apply in_flat_map. exists k. split; [apply A1; [apply Nat.mod_upper_bound; lia|exact Hk]|apply IH; (assumption || lia)]. }
  split; [|split].
  - intros k Hk x. unfold Names.S, Names.A. change (Z.to_nat 1) with 1%nat. rewrite R1. reflexivity.
  - intros t Ht k Hk x. unfold Names.S, Names.A. unfold Names.s, Names.p in *.
    assert (Em : Names.at_ (Names.whole (Names.modulo (inject_Z (t - 1)) (inject_Z (Z.of_nat (Names.period P))) + 1)) = (Z.to_nat (t - 1) mod Names.period P)%nat).
    { rewrite (whole_integer _ ((t - 1) mod Z.of_nat (Names.period P) + 1)).
      - unfold Names.at_. rewrite Z.add_simpl_r. apply Nat2Z.inj. rewrite Nat2Z.inj_mod. rewrite !Z2Nat.id; [reflexivity|lia|apply Z.mod_pos_bound; lia].
      - apply i_plus; [|reflexivity]. apply i_modulo; [lia|reflexivity|reflexivity]. }
    rewrite Em. replace (Z.to_nat t) with (S (Z.to_nat (t - 1))) by lia. cbn [reached]. split.
    + intros [Hx Hin]. apply in_flat_map in Hin. destruct Hin as [i [Hi Hin]]. exists (Names.one_based i). rewrite at_one_based. unfold Names.one_based. repeat split; (lia || assumption).
    + intros [j [[Hj Hi] [Hx Hin]]]. split; [exact Hx|]. apply in_flat_map. exists (Names.at_ j). split; assumption.
  - intros t Ht k Hk x. unfold Names.S, Names.s in *. split.
    + intros [Hx Hin]. apply Tok in Hin; [|tokens]. unfold Names.n, Names.at_ in *. lia.
    + intros Hx. split; [lia|]. apply Stay; [lia|tokens|tokens].
Qed.
Lemma grid_power P : (2 <= Names.tokens P)%nat -> (1 <= Names.rows P)%nat -> (2 <= Names.base P)%Z -> (1 <= (Names.base P ** Names.rows P) ** Names.tokens P)%Z.
Proof. intros. pose proof (pow_positive (Names.base P ** Names.rows P) (Names.tokens P) ltac:(apply pow_positive; lia)). lia. Qed.
Lemma power_two_grid P : (2 <= Names.tokens P)%nat -> (Names.base P ^ (- (-2 * Names.n P * Names.d P - 1)) = (Names.base P ** Names.rows P) ** Names.tokens P * ((Names.base P ** Names.rows P) ** Names.tokens P) * Names.base P)%Z.
Proof.
  intros. rewrite <- power_n. replace (- (-2 * Names.n P * Names.d P - 1))%Z with (Names.n P * Names.d P + (Names.n P * Names.d P) + 1)%Z by ring.
  assert (0 <= Names.n P * Names.d P)%Z by (unfold Names.n, Names.d; nia). rewrite !Z.pow_add_r by lia. rewrite Z.pow_1_r. replace (- (- Names.n P * Names.d P))%Z with (Names.n P * Names.d P)%Z by ring. reflexivity.
Qed.
Theorem E24_second_rest2 : Statements.yun2020b_E_2_4_second_rest2.
Proof.
  half. le. rewrite ?power_two_grid by assumption. powers. pose proof (grid_power P ltac:(assumption) ltac:(assumption) ltac:(assumption)) as G.
  set (X := ((Names.base P ** Names.rows P) ** Names.tokens P)%Z) in *. set (n := Z.of_nat (Names.tokens P)) in *. set (s := Z.of_nat (Names.reach P)) in *. set (D := Names.base P) in *.
  assert (Hn : (2 <= n)%Z) by (unfold n; lia). assert (Hs : (1 <= s)%Z) by (unfold s; lia).
  assert (A : (1 <= n * (X * D))%Z) by nia. assert (B : (1 + 4 * s * (n * (X * D)) <= (1 + 4 * s) * (n * (X * D)))%Z) by nia. assert (C : (0 <= n * (X * 2))%Z) by nia.
  apply (Z.mul_le_mono_nonneg_r _ _ _ C) in B. replace ((1 + 4 * s * n * (X * D)) * n * (X * 2))%Z with ((1 + 4 * s * (n * (X * D))) * (n * (X * 2)))%Z by ring.
  replace ((1 + 4 * s) * n ^ 2 * (X * X * D * 2))%Z with ((1 + 4 * s) * (n * (X * D)) * (n * (X * 2)))%Z by ring. exact B.
Qed.
Theorem E24_second_equiv : Statements.yun2020b_E_2_4_second_equiv.
Proof.
  half. unfold Names.s in *. assert (Hs : (2 <= Z.of_nat (Names.reach P))%Z) by lia. assert (T : (1 + 4 * Z.of_nat (Names.reach P) <= 4 * Z.of_nat (Names.reach P) ^ 2)%Z) by nia.
  split; [|exact T]. split; [intros _; exact T|intros _]. rewrite quotient_power by lia. apply (quotient_le _ _ 2); [nia|]. nia.
Qed.
Theorem E24_second_rest3 : Statements.yun2020b_E_2_4_second_rest3.
Proof.
  half. assert (T : (1 + 4 * Z.of_nat (Names.reach P) <= 4 * Z.of_nat (Names.reach P) ^ 2)%Z) by (unfold Names.s in Dom; nia).
  pose proof (grid_power P ltac:(assumption) ltac:(assumption) ltac:(assumption)) as G. split.
  - le_in P. rewrite ?power_two_grid by assumption. powers. rewrite <- ?(C_form P) by assumption.
    set (X := ((Names.base P ** Names.rows P) ** Names.tokens P)%Z) in *. set (n := Z.of_nat (Names.tokens P)) in *. set (s := Z.of_nat (Names.reach P)) in *. set (D := Names.base P) in *.
    assert (C : (0 <= n ^ 2 * (X * X * D * D))%Z) by (assert (0 <= n ^ 2)%Z by nia; assert (0 <= X * X * D * D)%Z by nia; nia). apply (Z.mul_le_mono_nonneg_r _ _ _ C) in T.
    match goal with |- (?a <= ?b)%Z => replace a with ((1 + 4 * s) * (n ^ 2 * (X * X * D * D)))%Z by ring; replace b with (4 * s ^ 2 * (n ^ 2 * (X * X * D * D)))%Z by ring end. exact T.
  - eq_in P. rewrite ?power_two_grid by assumption. powers. rewrite <- ?(C_form P) by assumption. ring.
Qed.
Theorem F2_max_upper : Statements.yun2020b_F_2_max_upper.
Proof.
  begin. intros X HX t Ht k Hk. unfold Names.s in Ht.
  pose proof (f_range P HA X HX (Names.at_ k) ltac:(tokens)) as R. pose proof (C_positive P WF) as CP.
  set (C := Definitions.c (Names.tokens P) (Names.rows P) (Names.reach P) (Names.base P)) in *.
  assert (Mn : forall v j, (j < Names.tokens P)%nat -> (zk P X j <= raised (Names.period P) (Names.edges P) C v (zk P X) j)%Z).
  { induction v as [|v IH]; intros j Hj; [cbn [raised]; lia|]. cbn [raised]. unfold raise. specialize (IH j Hj).
    pose proof (largest_bound (raised (Names.period P) (Names.edges P) C v (zk P X)) (Names.edges P (v mod Names.period P)%nat j) j
      (A1 _ j (mod_range _ _ _ _ _ _ (n_2 P WF) (assumption P HA) v) Hj)) as L. pose proof (f_range P HA X HX j Hj). nia. }
  pose proof (Mn (Z.to_nat t) (Names.at_ k) ltac:(tokens)) as Low.
  assert (First : ((Z.of_nat (Names.tokens P) - 1) * (Names.base P * weights (Names.rows P) (Names.base P)) <= zk P X (Names.at_ k))%Z).
  { pose proof (f_eq9_first P HA X HX). pose proof (f_above P HA X HX (position (Names.tokens P) (Names.chain P) (Names.at_ k)) (position_range _ _ _ _ _ _ (assumption P HA) (Names.at_ k) ltac:(tokens))) as B.
    change (zk P X (Names.at_ k)) with (zs P X (position (Names.tokens P) (Names.chain P) (Names.at_ k))). lia. }
  set (Big := (Z.of_nat (Names.tokens P) * Names.base P ** (Names.tokens P * Names.rows P + 1))%Z) in *.
  assert (High : (raised (Names.period P) (Names.edges P) C (Z.to_nat t) (zk P X) (Names.at_ k) <= C ** Names.reach P * Big)%Z).
  { assert (Mono : (C ** Z.to_nat t <= C ** Names.reach P)%Z) by (apply Z.pow_le_mono_r; lia). pose proof (pow_positive C (Z.to_nat t) ltac:(lia)).
    destruct (Nat.eq_dec (Z.to_nat t) 0) as [Z0|Z0].
    - rewrite Z0. cbn [raised]. pose proof (pow_positive C (Names.reach P) ltac:(lia)). nia.
    - pose proof (f_dominated P HA X HX (Z.to_nat t) (Names.at_ k) ltac:(lia) ltac:(tokens)) as B. fold C in B.
      set (m := largest (zk P X) (reached (Names.period P) (Names.edges P) (Z.to_nat t) (Names.at_ k))) in *.
      assert (Hm : (m + 1 <= Big)%Z).
      { unfold m. destruct (largest_attained (zk P X) _ (reached_by P HA t k Hk)) as [j [Hj Ej]]. rewrite Ej.
        pose proof (reached_tokens _ _ _ _ _ _ (n_2 P WF) (assumption P HA) _ _ j (at_range k _ Hk) Hj) as Tj. pose proof (f_range P HA X HX j Tj) as Rj. fold Big in Rj. lia. }
      assert (C ** Z.to_nat t * (m + 1) <= C ** Z.to_nat t * Big)%Z by (apply Z.mul_le_mono_nonneg_l; lia).
      assert (C ** Z.to_nat t * Big <= C ** Names.reach P * Big)%Z by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
  split; le_in P; powers.
  - fold C. rewrite (Z.mul_comm (weights _ _)). apply Z.le_trans with (1 := First). exact Low.
  - fold C. unfold Big in High. rewrite power_of_grid by assumption. rewrite <- Z.mul_assoc. exact High.
Qed.
