(* More claims of yun2020a without encodings: inputs with equal columns (B.5.2), with entries out of range (B.5.3), what Lemma 7 needs of the ids (B.6), and bounds in closed form; and some of sparsebert of that kind. *)
From Coq Require Import QArith Qround Qabs Lqa List Arith Lia Bool.
From Hardmax Require Import Definitions Arithmetic Digits SelectiveShift Layers Heads Network Dense Runs Sweep DenseLayers SortedSweep DenseRuns ClaimsSweep.
From Hardmax Require Names Names_yun2020a Names_sparsebert Statements.
Import ListNotations.
Open Scope Q_scope.

(* ---- Category 1 ---- *)
Theorem property3_upper : Statements.yun2020a_B_5_1_6_3_upper.
Proof.
  dense. sizes_of P. assert (Q2 := q2 P WF). set (n := Names_yun2020a.tokens P) in *. pose proof (pow_positive (q_of P) (n + 1) ltac:(lia)) as Pc. split.
  - intros K HK k Hk [S C]. pose proof (token_of P k Hk) as T. dlt P; numbers P. rewrite D_less, Z.mul_assoc. rewrite (rows_power P (- (- (Names.n (sizes P) + 1) * Names.d (sizes P))) (n + 1)) by (unfold n; expo).
    rewrite (rows_power_less P (- (- Names.n (sizes P) * Names.d (sizes P) + 1)) n) by (unfold n; expo). rewrite (rows_power_less P _ (n + 1)) by (unfold n; expo).
    rewrite (final_1 P WF K HK S C) by exact T. unfold final. pose proof (swept_high P WF K HK S C) as Hi. pose proof (swept_c P WF K HK S C _ T) as [_ B]. fold n in Hi, B |- *.
    apply (Z.mul_le_mono_nonneg_l _ _ (q_of P ** (n + 1))) in Hi; [|lia]. lia.
  - dle P; numbers P. rewrite !D_less, !Z.mul_assoc. rewrite (rows_power P (- (- (Names.n (sizes P) + 1) * Names.d (sizes P))) (n + 1)) by (unfold n; expo).
    rewrite (rows_power_less P (- (- Names.n (sizes P) * Names.d (sizes P) + 1)) n) by (unfold n; expo). rewrite (rows_power_less P (- (- (Names.n (sizes P) + 1) * Names.d (sizes P) + 1)) (n + 1)) by (unfold n; expo).
    rewrite (rows_power_less P _ (2 * n + 1)) by (unfold n; expo). replace (2 * n + 1)%nat with (n + 1 + n)%nat by lia. rewrite (Nat2Z.inj_add (n + 1) n), Z.pow_add_r by lia.
    set (c := (q_of P ** (n + 1))%Z) in *. assert (0 <= c * ((q_of P - 1) ^ 2 - 1))%Z by (apply Z.mul_nonneg_nonneg; [lia|nia]). rewrite Z.mul_1_l. lia.
Qed.
Theorem zero_untouched : Statements.yun2020a_B_6_zero_untouched.
Proof.
  dense. intros K HK k Hk [S C]. sizes_of P. pose proof (token_of P k Hk) as T. pose proof (id_ P WF EP K HK S k Hk) as E. rewrite E. rewrite (final_1 P WF K HK S C) by exact T.
  pose proof (swept_c P WF K HK S C _ T) as [B _]. pose proof (swept_c P WF K HK S C (Names_yun2020a.tokens P - 1) ltac:(lia)) as [BL _]. pose proof (pow_positive (q_of P) (Names_yun2020a.tokens P + 1) ltac:(lia)) as Pc.
  assert (F : (1 <= final (Names_yun2020a.tokens P) (q_of P) (x P K) (Names.at_ k))%Z) by (unfold final; pose proof (Z.mul_pos_pos _ _ Pc BL); lia).
  assert (Y : 0 < Names.delta (sizes P)) by exact (unit_positive _ (D2 P WF)). assert (Ef : U (Names.base (sizes P)) (final (Names_yun2020a.tokens P) (q_of P) (x P K) (Names.at_ k)) == inject_Z (final (Names_yun2020a.tokens P) (q_of P) (x P K) (Names.at_ k)) * Names.delta (sizes P)) by reflexivity.
  rewrite Ef. assert (1 <= inject_Z (final (Names_yun2020a.tokens P) (q_of P) (x P K) (Names.at_ k))) by (change 1 with (inject_Z 1); rewrite <- Zle_Qle; exact F). unfold Qdiv. change (/ 2) with (1 # 2). nra.
Qed.
Theorem ids_apart : Statements.yun2020a_B_6_ids_delta_apart.
Proof.
  intros P WF Dom. split; [|exact (lemma6_P2 P WF Dom)].
  assert (EP : Names_yun2020a.encoded P = false) by (destruct Dom as [? [? [? [? Pos]]]]; unfold Names_yun2020a.positional in *; destruct (Names_yun2020a.encoded P); [discriminate|reflexivity]).
  intros K HK k Hk [S C]. sizes_of P. assert (E : Names_yun2020a.id P K k / Names.delta (sizes P) == inject_Z (final_id P K (Names.at_ k))).
  { rewrite (id_ P WF EP K HK S k Hk). unfold U, Names.delta, Definitions.delta. field. exact (base_not_zero _ (D2 P WF)). }
  rewrite E at 1. rewrite (Qfloor_comp _ _ E), Qfloor_Z. reflexivity.
Qed.

(* ---- Category 2 ---- *)
Theorem category2_steps : Statements.yun2020a_B_5_2_same_as_length_n1.
Proof.
  dense. intros K HK [S C]. sizes_of P. pose proof (category_2 P WF K HK C) as Pos. assert (Fs := fun j => sw_found _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) j).
  assert (L : forall j, low (x P K) j = x P K j) by (intros j; unfold low; destruct (Z.ltb_spec (x P K 0) 0); [pose proof (Pos 0%nat ltac:(lia)); lia|reflexivity]). split.
  - intros k Hk. assert (T : (Datatypes.S (Names.at_ k) < Names_yun2020a.tokens P)%nat) by (unfold Names.n, Names.at_ in *; cbn in *; lia). split; intros E.
    + rewrite (z_ P WF EP K HK S), (z_ P WF EP K HK S) in E by lia. apply u_eq in E; [|assumption]. rewrite at_next in E by lia. deq P. numbers P. symmetry. exact (sw_same _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) _ E).
    + rewrite (z_ P WF EP K HK S), (z_ P WF EP K HK S) in E by lia. apply u_lt in E; [|assumption]. rewrite at_next in E by lia. deq P. numbers P. rewrite Fs by (apply Pos; exact T).
      rewrite (top_next _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) _ T (Pos (Names.at_ k) ltac:(lia)) E), L. reflexivity.
  - deq P. numbers P. rewrite Fs by (apply Pos; lia). rewrite L, at_last. reflexivity.
Qed.

(* ---- Category 3 ---- *)
Section First.
Variable P : Names_yun2020a.run.
Notation n := (Names_yun2020a.tokens P).
Notation q := (q_of P).
Hypothesis WF : Names_yun2020a.well_formed P.
Variable K : matrix.
Hypothesis HK : input P K.
Hypothesis S : Names_yun2020a.sorted P K = 1%Z.
Hypothesis C : Names_yun2020a.category P K = 3%Z.
Notation x := (x P K).
Let n2 := n2 P WF.
Let q2 := q2 P WF.
Let rises := x_rises P WF K HK S.
Let below := last_below P WF K HK.
Lemma low_3 j : low x j = x 0%nat.
Proof. unfold low. pose proof (category_3_negative P WF K HK S C). destruct (Z.ltb_spec (x 0%nat) 0); [reflexivity|lia]. Qed.
Lemma top_first j : (j < n)%nat -> (j = 0%nat \/ x (j - 1)%nat < 0)%Z -> top n q x j = x (n - 1)%nat.
Proof.
  intros Hj [->|N]; [reflexivity|]. destruct j as [|j]; [reflexivity|]. replace (Datatypes.S j - 1)%nat with j in N by lia. destruct (top_there n q x n2 q2 rises below (Datatypes.S j) Hj) as [E|[i [Hi [Pi [Li E]]]]]; [exact E|].
  exfalso. assert (i <= j)%nat by (destruct (Nat.le_gt_cases i j); [assumption|pose proof (ordered n q x n2 q2 rises below (Datatypes.S j) i ltac:(lia)); lia]). pose proof (ordered n q x n2 q2 rises below i j ltac:(lia)). lia.
Qed.
Lemma far : (q ** (n + 1) <= q * (q ** n * Names_yun2020a.base P - q + Names_yun2020a.base P))%Z.
Proof.
  pose proof (D2 P WF). pose proof q2. replace (n + 1)%nat with (Datatypes.S n) by lia. rewrite pow_step. pose proof (Z.pow_le_mono_r q 1 (Z.of_nat n) ltac:(lia) ltac:(pose proof n2; lia)) as M. rewrite Z.pow_1_r in M. apply Z.mul_le_mono_nonneg_l; nia.
Qed.
Lemma found_far j : (j < n)%nat -> (0 <= x j)%Z -> (q ** (n + 1) <= sw n q x j)%Z.
Proof.
  intros Hj Pj. rewrite (sw_found n q x n2 q2 rises below j Pj), low_3. pose proof (category_3 P WF K HK S C) as B. pose proof (top_least n q x n2 q2 rises below j Hj). pose proof (at_most n q x n2 q2 rises below j Hj). pose proof far as F. pose proof q2.
  assert (q * (q ** n * Names_yun2020a.base P - q + Names_yun2020a.base P) <= q * (top n q x j - x 0%nat))%Z by (apply Z.mul_le_mono_nonneg_l; lia). lia.
Qed.
End First.
Theorem category3_first : Statements.yun2020a_B_5_3_shift_i.
Proof.
  dense. intros K HK i Hi [S [C [Z1 Z2]]]. sizes_of P. assert (Hi' : (1 <= i <= Names.n (sizes P))%Z) by lia. pose proof (token_of P i Hi') as T.
  rewrite (z_ P WF EP K HK S) in Z1, Z2 by lia. setoid_replace 0 with (U (Names.base (sizes P)) 0) in Z1 by (unfold U; ring). setoid_replace 0 with (U (Names.base (sizes P)) 0) in Z2 by (unfold U; ring). apply u_le in Z1; [|assumption]. apply u_lt in Z2; [|assumption].
  replace (Names.at_ (i - 1)) with (Names.at_ i - 1)%nat in Z2 by (unfold Names.at_; lia). pose proof (category_3 P WF K HK S C) as B. pose proof (D2 P WF) as HD.
  assert (Pn : (Names_yun2020a.base P ^ (- (- Names.n (sizes P) * Names.d (sizes P))) = q_of P ** Names_yun2020a.tokens P)%Z) by (apply rows_power; expo). split; [|split].
  - deq P. numbers P. rewrite (sw_found _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) _ Z1), (low_3 P WF K HK S C), (top_first P WF K HK S) by (assumption || (right; exact Z2)). rewrite at_last. ring.
  - dle P. numbers P. rewrite at_last. apply Z.mul_le_mono_nonneg_l; [lia|]. pose proof (at_most _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) _ T). lia.
  - dle P. numbers P. pose proof (far P WF) as F. rewrite (rows_power_less P _ (Names_yun2020a.tokens P + 1)) by expo. lia.
Qed.
Theorem category3_swept : Statements.yun2020a_B_5_3_after_sweep.
Proof.
  dense. intros K HK i Hi [S [C [Z1 Z2]]]. sizes_of P. assert (Hi' : (1 <= i <= Names.n (sizes P))%Z) by lia. pose proof (token_of P i Hi') as T.
  rewrite (z_ P WF EP K HK S) in Z1, Z2 by lia. setoid_replace 0 with (U (Names.base (sizes P)) 0) in Z1 by (unfold U; ring). setoid_replace 0 with (U (Names.base (sizes P)) 0) in Z2 by (unfold U; ring). apply u_le in Z1; [|assumption]. apply u_lt in Z2; [|assumption].
  split; [|split].
  - dle P. numbers P. rewrite (rows_power_less P _ (Names_yun2020a.tokens P + 1)) by expo. exact (found_far P WF K HK S C _ T Z1).
  - intros k Hk. dle P. numbers P. apply (sw_step _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK)); [unfold Names.n, Names.at_ in *; cbn in *; lia|].
    pose proof (ordered _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) (Names.at_ i) (Names.at_ k) ltac:(unfold Names.n, Names.at_ in *; cbn in *; lia)). lia.
  - intros k Hk. pose proof (ordered _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) (Names.at_ k) (Names.at_ (i - 1)) ltac:(unfold Names.n, Names.at_ in *; cbn in *; lia)). split.
    + deq P. numbers P. apply (sw_negative _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK)). lia.
    + setoid_replace 0 with (U (Names.base (sizes P)) 0) by (unfold U; ring). dlt P. numbers P. lia.
Qed.
Theorem category3_last : Statements.yun2020a_B_5_3_last.
Proof.
  dense. intros K HK k Hk [S C]. sizes_of P. pose proof (token_of P k Hk) as T. split; intros Z1; rewrite (zt_ P WF EP K HK S) in Z1 by assumption; setoid_replace 0 with (U (Names.base (sizes P)) 0) in Z1 by (unfold U; ring).
  - apply u_lt in Z1; [|assumption]. deq P. numbers P. unfold final_id. rewrite c_form. destruct (Z.ltb_spec (sw (Names_yun2020a.tokens P) (q_of P) (x P K) (Names.at_ k)) 0); [|lia].
    rewrite (rows_power P (- (- (Names.n (sizes P) + 1) * Names.d (sizes P))) (Names_yun2020a.tokens P + 1)) by expo. reflexivity.
  - apply u_le in Z1; [|assumption]. dle P. numbers P. unfold final_id. rewrite c_form. destruct (Z.ltb_spec (sw (Names_yun2020a.tokens P) (q_of P) (x P K) (Names.at_ k)) 0); [lia|].
    assert (X : (0 <= x P K (Names.at_ k))%Z) by (destruct (Z.lt_ge_cases (x P K (Names.at_ k)) 0) as [N|N]; [rewrite (sw_negative _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) _ N) in Z1; lia|exact N]).
    pose proof (at_most _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) _ T). pose proof (found_far P WF K HK S C (Names_yun2020a.tokens P - 1) ltac:(lia) ltac:(lia)) as F.
    rewrite (rows_power_less P _ (2 * Names_yun2020a.tokens P + 2)) by expo. replace (2 * Names_yun2020a.tokens P + 2)%nat with (Names_yun2020a.tokens P + 1 + (Names_yun2020a.tokens P + 1))%nat by lia. rewrite (Nat2Z.inj_add (Names_yun2020a.tokens P + 1)), Z.pow_add_r by lia.
    pose proof (pow_positive (q_of P) (Names_yun2020a.tokens P + 1) ltac:(lia)). apply (Z.mul_le_mono_nonneg_l _ _ (q_of P ** (Names_yun2020a.tokens P + 1))) in F; lia.
Qed.
Theorem category3_beyond : Statements.yun2020a_B_5_3_gt_tr.
Proof.
  intros P WF _. pose proof (n2 P WF). pose proof (d1 P WF). pose proof (D2 P WF : (2 <= Names.base (sizes P))%Z). pose proof (q2 P WF). sizes_of P. assert (1 <= Names.d (sizes P))%Z by (unfold Names.d; cbn; lia). assert (2 <= Names.n (sizes P))%Z by (unfold Names.n; cbn; lia).
  dlt P; numbers P. rewrite D_less, Z.mul_assoc. rewrite (rows_power_less P _ (2 * Names_yun2020a.tokens P + 1)) by expo. rewrite (rows_power_less P _ (2 * Names_yun2020a.tokens P + 2)) by expo.
  replace (2 * Names_yun2020a.tokens P + 2)%nat with (Datatypes.S (2 * Names_yun2020a.tokens P + 1)) by lia. rewrite pow_step. pose proof (pow_positive (q_of P) (2 * Names_yun2020a.tokens P + 1) ltac:(lia)). lia.
Qed.
Theorem category3_larger : Statements.yun2020a_B_5_3_even_larger_repaired.
Proof.
  intros P WF Dom. assert (EP : Names_yun2020a.encoded P = false) by (destruct Dom as [? [? [? Pos]]]; unfold Names_yun2020a.positional in *; destruct (Names_yun2020a.encoded P); [discriminate|reflexivity]). pose proof (n2 P WF). pose proof (D2 P WF : (2 <= Names.base (sizes P))%Z). pose proof (q2 P WF).
  intros K HK i Hi j Hj [S [C [Z1 Z2]]]. sizes_of P. assert (1 <= Names.d (sizes P))%Z by (unfold Names.d; cbn; pose proof (d1 P WF); lia).
  rewrite (z_ P WF EP K HK S) in Z1 by lia. setoid_replace 0 with (U (Names.base (sizes P)) 0) in Z1 by (unfold U; ring). apply u_le in Z1; [|assumption].
  assert (T : (Datatypes.S (Names.at_ j) < Names_yun2020a.tokens P)%nat) by (unfold Names.n, Names.at_ in *; cbn in *; lia).
  pose proof (ordered _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) (Names.at_ i) (Names.at_ j) ltac:(unfold Names.n, Names.at_ in *; cbn in *; lia)) as O1.
  pose proof (x_rises P WF K HK S _ T) as O2. assert (Fs := fun j => sw_found _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) j). pose proof (category_3_negative P WF K HK S C) as N0.
  pose proof (top_least _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) (Names.at_ j) ltac:(lia)) as TL. pose proof (at_most _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) (Names.at_ j) ltac:(lia)) as AM.
  assert (Strict : (x P K (Names.at_ j) < x P K (Datatypes.S (Names.at_ j)) -> top (Names_yun2020a.tokens P) (q_of P) (x P K) (Names.at_ j) < top (Names_yun2020a.tokens P) (q_of P) (x P K) (Datatypes.S (Names.at_ j)))%Z).
  { intros L. rewrite (top_next _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) _ T ltac:(lia) L), Fs, (low_3 P WF K HK S C) by lia. nia. }
  split; [dle P|intros L; rewrite (z_ P WF EP K HK S), (z_ P WF EP K HK S) in L by lia; apply u_lt in L; [|assumption]; rewrite at_next in L by lia; specialize (Strict L); dlt P]; numbers P; rewrite !Fs, !(low_3 P WF K HK S C) by lia; [|nia].
  destruct (Z.eq_dec (x P K (Names.at_ j)) (x P K (Datatypes.S (Names.at_ j)))) as [E|Ne].
  - rewrite (top_same _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) _ E), E. lia.
  - specialize (Strict ltac:(lia)). nia.
Qed.

(* ---- Largest and smallest ids of all tokens, within the sweep ---- *)
Lemma greatest_tokens P f g j : (2 <= Names_yun2020a.base P)%Z -> (forall k, (1 <= k <= Names.n (sizes P))%Z -> f k == U (Names.base (sizes P)) (g (Names.at_ k))) -> (j < Names_yun2020a.tokens P)%nat ->
  (forall i, (i < Names_yun2020a.tokens P)%nat -> (g i <= g j)%Z) -> Names.greatest (fun k => (1 <= k)%Z /\ (k <= Names.n (sizes P))%Z) f (U (Names.base (sizes P)) (g j)).
Proof.
  intros HD F Hj L. split.
  - exists (Names.one_based j). split; [unfold Names.one_based, Names.n; cbn; lia|]. rewrite F, at_one_based by (unfold Names.one_based, Names.n; cbn; lia). reflexivity.
  - intros k Hk. rewrite F by exact Hk. apply u_le; [exact HD|]. apply L. exact (token_of P k Hk).
Qed.
Lemma least_tokens P f g j : (2 <= Names_yun2020a.base P)%Z -> (forall k, (1 <= k <= Names.n (sizes P))%Z -> f k == U (Names.base (sizes P)) (g (Names.at_ k))) -> (j < Names_yun2020a.tokens P)%nat ->
  (forall i, (i < Names_yun2020a.tokens P)%nat -> (g j <= g i)%Z) -> Names.least (fun k => (1 <= k)%Z /\ (k <= Names.n (sizes P))%Z) f (U (Names.base (sizes P)) (g j)).
Proof.
  intros HD F Hj L. split.
  - exists (Names.one_based j). split; [unfold Names.one_based, Names.n; cbn; lia|]. rewrite F, at_one_based by (unfold Names.one_based, Names.n; cbn; lia). reflexivity.
  - intros k Hk. rewrite F by exact Hk. apply u_le; [exact HD|]. apply L. exact (token_of P k Hk).
Qed.
Section Extremes.
Variable P : Names_yun2020a.run.
Notation n := (Names_yun2020a.tokens P).
Notation q := (q_of P).
Hypothesis WF : Names_yun2020a.well_formed P.
Hypothesis EP : Names_yun2020a.encoded P = false.
Variable K : matrix.
Hypothesis HK : input P K.
Hypothesis S : Names_yun2020a.sorted P K = 1%Z.
Hypothesis C : Names_yun2020a.category P K = 1%Z.
Notation x := (x P K).
Lemma after_own j t : (j < n)%nat -> t == inject_Z (x j + 1) -> forall k, (1 <= k <= Names.n (sizes P))%Z -> Names_yun2020a.v P (Names.whole t) K k == U (Names.base (sizes P)) (swept_to n q x (x j + 1) (Names.at_ k)).
Proof.
  intros Hj Et k Hk. unfold Names.whole. rewrite (Qfloor_comp _ _ Et), Qfloor_Z. apply (v_ P WF EP K HK S); [|exact Hk]. pose proof (x_below P WF K HK j Hj). pose proof (x_nonneg P WF K HK C j Hj). lia.
Qed.
Lemma own_values j i : (j < n)%nat -> (i < n)%nat -> swept_to n q x (x j + 1) i = if (i <=? j)%nat then swept n q x i else x i.
Proof.
  intros Hj Hi. unfold swept_to. pose proof (x_nonneg P WF K HK C i Hi). destruct (Z.leb_spec 0 (x i)); [|lia]. cbn [andb]. rewrite (sw_1 P WF K HK S C) by exact Hi.
  destruct (Nat.leb_spec i j) as [L|L].
  - pose proof (ordered _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) i j ltac:(lia)). destruct (Z.ltb_spec (x i) (x j + 1)); [reflexivity|lia].
  - pose proof (Sweep.rising n q (n2 P WF) x (category_1 P WF K HK S C) j i ltac:(lia)). destruct (Z.ltb_spec (x i) (x j + 1)); [lia|reflexivity].
Qed.
Lemma own_top j : (j < n)%nat -> forall i, (i < n)%nat -> (swept_to n q x (x j + 1) i <= swept_to n q x (x j + 1) j)%Z.
Proof.
  intros Hj i Hi. rewrite !own_values by assumption. rewrite Nat.leb_refl. destruct (Nat.leb_spec i j) as [L|L].
  - destruct (Nat.eq_dec i j) as [->|]; [lia|]. pose proof (swept_increasing (Names_yun2020a.tokens P) q (n2 P WF) (q2 P WF) x (category_1 P WF K HK S C) i j ltac:(lia)). lia.
  - pose proof (swept_q P WF K HK S C j Hj). pose proof (x_below P WF K HK i Hi). lia.
Qed.
Lemma own_bottom j : (Datatypes.S j < n)%nat -> forall i, (i < n)%nat -> (swept_to n q x (x j + 1) (Datatypes.S j) <= swept_to n q x (x j + 1) i)%Z.
Proof.
  intros Hj i Hi. rewrite !own_values by lia. destruct (Nat.leb_spec (Datatypes.S j) j); [lia|]. destruct (Nat.leb_spec i j) as [L|L].
  - pose proof (swept_q P WF K HK S C i Hi). pose proof (x_below P WF K HK (Datatypes.S j) Hj). lia.
  - apply (ordered _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK)). lia.
Qed.
Lemma own_time j : (1 <= j <= Names.n (sizes P))%Z -> Names_yun2020a.z P K j / Names.delta (sizes P) + 1 == inject_Z (x (Names.at_ j) + 1).
Proof. intros Hj. rewrite (z_ P WF EP K HK S j Hj), inject_Z_plus. unfold U, Names.delta, Definitions.delta. change (inject_Z 1) with 1. field. exact (base_not_zero _ (D2 P WF)). Qed.
End Extremes.
Theorem new_extremes : Statements.yun2020a_B_5_1_newmax_newmin.
Proof.
  dense. intros K HK j Hj [S C] t. sizes_of P. pose proof (token_of P j Hj) as T. pose proof (after_own P WF EP K HK S C _ t T (own_time P WF EP K HK S j Hj)) as F. split.
  - eexists. split; [exact (greatest_tokens P _ _ _ (D2 P WF) F T (own_top P WF K HK S C _ T))|]. deq P. numbers P. rewrite (own_values P WF K HK S C) by assumption. rewrite Nat.leb_refl, (sw_1 P WF K HK S C) by assumption. reflexivity.
  - intros Hj'. assert (T' : (Datatypes.S (Names.at_ j) < Names_yun2020a.tokens P)%nat) by (unfold Names.n, Names.at_ in *; cbn in *; lia).
    eexists. split; [exact (least_tokens P _ _ _ (D2 P WF) F T' (own_bottom P WF K HK S C _ T'))|]. deq P. numbers P. rewrite (own_values P WF K HK S C) by assumption. destruct (Nat.leb_spec (Datatypes.S (Names.at_ j)) (Names.at_ j)); [lia|reflexivity].
Qed.
Theorem shift2_new_min : Statements.yun2020a_B_5_1_shift2_new_min.
Proof.
  intros P WF Dom. assert (EP : Names_yun2020a.encoded P = false) by (destruct Dom as [? [? [? Pos]]]; unfold Names_yun2020a.positional in *; destruct (Names_yun2020a.encoded P); [discriminate|reflexivity]). pose proof (D2 P WF : (2 <= Names.base (sizes P))%Z).
  assert (N3 : (3 <= Names_yun2020a.tokens P)%nat) by (unfold Names_yun2020a.n in Dom; lia).
  intros K HK [S C] t. sizes_of P. assert (H2 : (1 <= 2 <= Names.n (sizes P))%Z) by (unfold Names.n; cbn; lia). pose proof (after_own P WF EP K HK S C 1 t ltac:(lia) (own_time P WF EP K HK S 2 H2)) as F.
  eexists. split; [exact (least_tokens P _ _ 2 (D2 P WF) F ltac:(lia) (own_bottom P WF K HK S C 1 ltac:(lia)))|]. rewrite (own_values P WF K HK S C) by lia. cbn [Nat.leb]. rewrite (z_ P WF EP K HK S) by (unfold Names.n; cbn; lia). reflexivity.
Qed.

(* ---- B.5.4: the bounds of Lemma 10 step by step ---- *)
Lemma differences_all P K m : (m <= Names_yun2020a.tokens P - 1)%nat -> (2 <= Names_yun2020a.tokens P)%nat ->
  count_of (fun i => x P K (Names.at_ (Names.n (sizes P) - i)) - x P K (Names.at_ (Names.n (sizes P) - i + 1)))%Z 1 m = (x P K (Names_yun2020a.tokens P - 1 - m) - x P K (Names_yun2020a.tokens P - 1))%Z.
Proof.
  intros Hm Hn. induction m as [|m IH]; cbn [count_of]; [rewrite Nat.sub_0_r; lia|]. rewrite IH by lia. replace (Names.at_ (Names.n (sizes P) - (1 + Z.of_nat m))) with (Names_yun2020a.tokens P - 1 - Datatypes.S m)%nat by (unfold Names.at_, Names.n; cbn [Names.tokens sizes]; lia).
  replace (Names.at_ (Names.n (sizes P) - (1 + Z.of_nat m) + 1)) with (Names_yun2020a.tokens P - 1 - m)%nat by (unfold Names.at_, Names.n; cbn [Names.tokens sizes]; lia). lia.
Qed.
Lemma power_up P : (2 <= Names_yun2020a.tokens P)%nat -> (q_of P ** Names_yun2020a.tokens P = q_of P * q_of P ** (Names_yun2020a.tokens P - 1))%Z.
Proof. intros. rewrite <- pow_step. f_equal. lia. Qed.
Theorem lower_step2 : Statements.yun2020a_B_5_4_lower_step2.
Proof.
  dense. intros K HK [S C]. sizes_of P. deq P. numbers P. replace (Z.to_nat (Names.n (sizes P) - 1 + 1 - 1)) with (Names_yun2020a.tokens P - 1)%nat by (unfold Names.n; cbn; lia). rewrite differences_all by lia. rewrite at_last, Nat.sub_diag.
  rewrite (rows_power P (- (- (Names.n (sizes P) - 1) * Names.d (sizes P))) (Names_yun2020a.tokens P - 1)) by expo. ring.
Qed.
Theorem lower_step3 : Statements.yun2020a_B_5_4_lower_step3.
Proof.
  dense. intros K HK [S C]. sizes_of P. dle P. numbers P. rewrite at_last, D_less, Z.mul_assoc. rewrite (rows_power_less P _ (Names_yun2020a.tokens P - 1)) by expo.
  rewrite (rows_power P (- (- (Names.n (sizes P) - 1) * Names.d (sizes P))) (Names_yun2020a.tokens P - 1)), power_up by (assumption || expo).
  pose proof (Sweep.rising _ _ (n2 P WF) _ (category_1 P WF K HK S C) 0 (Names_yun2020a.tokens P - 1) ltac:(lia)). pose proof (pow_positive (q_of P) (Names_yun2020a.tokens P - 1) ltac:(lia)).
  set (p := (q_of P ** (Names_yun2020a.tokens P - 1))%Z) in *. set (g := (x P K (Names_yun2020a.tokens P - 1) - x P K 0)%Z) in *. assert (1 <= g)%Z by (unfold g; lia). replace (q_of P * p - p)%Z with (p * (q_of P - 1))%Z by ring. assert (0 <= p * (q_of P - 1))%Z by nia. set (v := (p * (q_of P - 1))%Z) in *. nia.
Qed.
Theorem upper_step2 : Statements.yun2020a_B_5_4_upper_step2.
Proof.
  dense. intros K HK [S C]. sizes_of P. dle P. numbers P. rewrite at_last. rewrite power_up by assumption.
  pose proof (x_nonneg P WF K HK C 0 ltac:(lia)). pose proof (last_below P WF K HK). pose proof (at_most _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) 0 ltac:(lia)). pose proof (pow_positive (q_of P) (Names_yun2020a.tokens P - 1) ltac:(lia)).
  set (p := (q_of P ** (Names_yun2020a.tokens P - 1))%Z) in *. set (L := x P K (Names_yun2020a.tokens P - 1)) in *. set (q := q_of P) in *. assert (0 <= q * p - q)%Z by nia. assert ((q * p - q) * (L - x P K 0) <= (q * p - q) * (q - 1))%Z by (apply Z.mul_le_mono_nonneg_l; lia). lia.
Qed.
Ltac free := intros P WF Dom; pose proof (n2 P WF); pose proof (d1 P WF); pose proof (D2 P WF : (2 <= Names.base (sizes P))%Z); pose proof (q2 P WF); sizes_of P; assert (1 <= Names.d (sizes P))%Z by (unfold Names.d; cbn; lia); assert (2 <= Names.n (sizes P))%Z by (unfold Names.n; cbn; lia).
Theorem upper_step3 : Statements.yun2020a_B_5_4_upper_step3.
Proof.
  free. deq P. numbers P. rewrite D_less, Z.mul_assoc. rewrite (rows_power_less P _ (Names_yun2020a.tokens P)) by expo. ring.
Qed.
Theorem category2_chain2 : Statements.yun2020a_B_5_2_P4_chain2.
Proof.
  free. dlt P. numbers P. rewrite !D_less, !Z.mul_assoc. rewrite (rows_power_less P (- (- (Names.n (sizes P) - 1) * Names.d (sizes P) + 1)) (Names_yun2020a.tokens P - 1)) by expo. rewrite (rows_power_less P _ (2 * Names_yun2020a.tokens P)) by expo.
  rewrite (rows_power P (- (- (Names.n (sizes P) + 1) * Names.d (sizes P))) (Names_yun2020a.tokens P + 1)) by expo.
  replace (2 * Names_yun2020a.tokens P)%nat with (Names_yun2020a.tokens P + 1 + (Names_yun2020a.tokens P - 1))%nat by lia. rewrite (Nat2Z.inj_add (Names_yun2020a.tokens P + 1)), Z.pow_add_r by lia.
  replace (Names_yun2020a.tokens P + 1)%nat with (Datatypes.S (Datatypes.S (Names_yun2020a.tokens P - 1))) by lia. rewrite !pow_step. pose proof (pow_positive (q_of P) (Names_yun2020a.tokens P - 1) ltac:(lia)).
  set (p := (q_of P ** (Names_yun2020a.tokens P - 1))%Z) in *. set (q := q_of P) in *. clearbody p q.
  replace (q * (q * p) * p * (q - 1))%Z with ((q - 1) * (q * (q * p) * p))%Z by ring. replace ((q * (q * p) + 1) * (p * (q - 1) - 1 * (q - 1) ^ 2))%Z with ((q - 1) * ((q * (q * p) + 1) * (p - (q - 1))))%Z by ring.
  apply Z.mul_lt_mono_pos_l; [lia|]. assert (p <= (q - 1) * (q * (q * p)))%Z; [|lia]. assert (p <= q * p)%Z by nia. assert (q * p <= q * (q * p))%Z by nia. nia.
Qed.
Lemma category2_bound P m : (2 <= Names_yun2020a.tokens P)%nat -> (2 <= q_of P)%Z -> (1 <= m <= Names_yun2020a.tokens P - 1)%nat -> (q_of P ** m * (q_of P - 1) - (q_of P - 1) * (q_of P - 1) + 1 <= q_of P ** (Names_yun2020a.tokens P - 1) * (q_of P - 1))%Z.
Proof. intros. pose proof (Z.pow_le_mono_r (q_of P) (Z.of_nat m) (Z.of_nat (Names_yun2020a.tokens P - 1)) ltac:(lia) ltac:(lia)). nia. Qed.
Theorem category2_below : Statements.yun2020a_B_5_2_ub_lt_cat1_lower.
Proof.
  free. intros m Hm. dlt P; [nia..|]. numbers P. rewrite !D_less, !Z.mul_assoc. rewrite (rows_power_less P (- (- m * Names.d (sizes P) + 1)) (Z.to_nat m)) by (rewrite Z2Nat.id by lia; nia). rewrite (rows_power_less P _ (Names_yun2020a.tokens P - 1)) by expo.
  pose proof (category2_bound P (Z.to_nat m) ltac:(assumption) ltac:(assumption) ltac:(unfold Names.n in Hm; cbn in Hm; lia)). lia.
Qed.
Theorem category2_below_by_delta : Statements.yun2020a_B_5_2_less_by_delta.
Proof.
  free. intros m Hm. dle P; [nia..|]. numbers P. rewrite !D_less, !Z.mul_assoc. rewrite (rows_power_less P (- (- m * Names.d (sizes P) + 1)) (Z.to_nat m)) by (rewrite Z2Nat.id by lia; nia). rewrite (rows_power_less P _ (Names_yun2020a.tokens P - 1)) by expo.
  pose proof (category2_bound P (Z.to_nat m) ltac:(assumption) ltac:(assumption) ltac:(unfold Names.n in Hm; cbn in Hm; lia)). lia.
Qed.
Theorem index_k_repaired : Statements.yun2020a_B_4_index_k_repaired.
Proof. free. intros g Hg. exists g. split; [exact Hg|]. assert (0 < Names.delta (sizes P)) by exact (unit_positive _ (D2 P WF)). split; [apply Qle_refl|lra]. Qed.
Theorem params_per_block : Statements.yun2020a_5_4_params_per_block_O_d_.
Proof. free. lia. Qed.
