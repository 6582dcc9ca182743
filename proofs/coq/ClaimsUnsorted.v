(* Lemma 6 of yun2020a for all inputs, sorted or not (Rearranged.v), and what was left of B.5 and B.6: inputs that attain bounds, inputs with equal columns, entries of states. *)
From Coq Require Import QArith Qround Qabs Lqa List Arith Lia Bool.
From Hardmax Require Import Definitions Arithmetic Digits SelectiveShift Layers Heads Network Dense Runs Sweep DenseLayers SortedSweep DenseRuns ClaimsSweep ClaimsCategories Rearranged DenseInputs.
From Hardmax Require Names Names_yun2020a Statements.
Import ListNotations.
Open Scope Q_scope.

Ltac zero_units D := setoid_replace 0 with (U D 0) by (unfold U; ring).
Lemma same_id P K L k j : (forall t, Names_yun2020a.v P t L j == Names_yun2020a.v P t K k) -> Names_yun2020a.id P L j == Names_yun2020a.id P K k.
Proof. intros E. exact (E _). Qed.
(* K is without loss of generality sorted: L is, and K's token k is L's token place k. *)
Ltac arrange P WF EP K HK L HL SL CL place W := destruct (without_loss P WF EP K HK) as [L [place [HL [SL [CL W]]]]].

(* ---- Lemma 6 ---- *)
Theorem lemma6_P1 : Statements.yun2020a_5_2_lemma6_P1.
Proof.
  dense. intros K HK C k Hk k' Hk' Ne E. sizes_of P. arrange P WF EP K HK L HL SL CL place W. rewrite C in CL.
  destruct (W k Hk) as [R [V I]]. destruct (W k' Hk') as [R' [V' _]]. rewrite <- (same_id P K L _ _ V), <- (same_id P K L _ _ V'), (id_ P WF EP L HL SL), (id_ P WF EP L HL SL) in E by assumption.
  apply u_eq in E; [|assumption]. rewrite !(final_1 P WF L HL SL CL) in E by (apply token_of; assumption).
  apply (Lemma6_1 _ _ (n2 P WF) (q2 P WF) _ (category_1 P WF L HL SL CL)) in E; [|apply token_of; assumption|apply token_of; assumption].
  apply Ne. symmetry. apply I; [exact Hk'|]. unfold Names.at_ in E. lia.
Qed.
Theorem lemma6_P3 : Statements.yun2020a_5_2_lemma6_P3.
Proof.
  dense. sizes_of P. pose proof (pow_positive (q_of P) (2 * Names_yun2020a.tokens P) ltac:(lia)) as Y. split; [split|].
  - zero_units (Names.base (sizes P)). dlt P; numbers P. rewrite D_less, Z.mul_assoc. rewrite (rows_power_less P _ (2 * Names_yun2020a.tokens P)) by expo. nia.
  - dlt P; numbers P. rewrite !D_less, !Z.mul_assoc. rewrite (rows_power_less P (- (-2 * Names.n (sizes P) * Names.d (sizes P) + 1)) (2 * Names_yun2020a.tokens P)) by expo. rewrite (rows_power_less P _ (Datatypes.S (2 * Names_yun2020a.tokens P))) by expo. rewrite pow_step. nia.
  - intros K HK k Hk C. arrange P WF EP K HK L HL SL CL place W. rewrite C in CL. destruct (W k Hk) as [R [V _]]. rewrite <- (same_id P K L _ _ V). pose proof (final_range P WF L HL SL CL _ (token_of P _ R)) as B.
    split; dle P; numbers P; rewrite D_less, Z.mul_assoc, (final_1 P WF L HL SL CL) by (apply token_of; exact R); [rewrite (rows_power_less P _ (2 * Names_yun2020a.tokens P)) by expo|rewrite (rows_power_less P _ (2 * Names_yun2020a.tokens P + 1)) by expo]; lia.
Qed.
(* Category 2, in units: the last id after the sweep is below that of category 1. *)
Lemma equal_last P (WF : Names_yun2020a.well_formed P) K (HK : input P K) (S : Names_yun2020a.sorted P K = 1%Z) : Names_yun2020a.category P K = 2%Z ->
  (sw (Names_yun2020a.tokens P) (q_of P) (x P K) (Names_yun2020a.tokens P - 1) <= q_of P ** (Names_yun2020a.tokens P - 1) * (q_of P - 1) - (q_of P - 1) * (q_of P - 1))%Z.
Proof.
  intros C. pose proof (n2 P WF). pose proof (q2 P WF) as Q2. pose proof (category_2 P WF K HK C 0 ltac:(lia)) as P0. pose proof (sw_last_at_most _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) P0) as B.
  assert (N : has_negative (Names_yun2020a.tokens P) (Names_yun2020a.rows P) K = false) by (unfold Names_yun2020a.category, category_of in C; destruct (has_negative _ _ K); [discriminate|reflexivity]).
  pose proof (columns_are_changes P WF K HK N S) as E. pose proof (changes_at_most _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) (Names_yun2020a.tokens P - 1)) as M. unfold Names_yun2020a.category, category_of in C. rewrite N, E in C.
  destruct (Nat.eqb_spec (Datatypes.S (changes (x P K) (Names_yun2020a.tokens P - 1))) (Names_yun2020a.tokens P)) as [|Ne]; [discriminate|].
  pose proof (Z.pow_le_mono_r (q_of P) (Z.of_nat (Datatypes.S (changes (x P K) (Names_yun2020a.tokens P - 1)))) (Z.of_nat (Names_yun2020a.tokens P - 1)) ltac:(lia) ltac:(lia)). nia.
Qed.
Lemma equal_final P (WF : Names_yun2020a.well_formed P) K (HK : input P K) (S : Names_yun2020a.sorted P K = 1%Z) (C : Names_yun2020a.category P K = 2%Z) j : (j < Names_yun2020a.tokens P)%nat ->
  (final_id P K j <= (q_of P ** (Names_yun2020a.tokens P + 1) + 1) * (q_of P ** (Names_yun2020a.tokens P - 1) * (q_of P - 1) - (q_of P - 1) * (q_of P - 1)))%Z.
Proof.
  intros Hj. pose proof (n2 P WF). pose proof (equal_last P WF K HK S C) as B. pose proof (category_2 P WF K HK C) as Pos. pose proof (Pos (Names_yun2020a.tokens P - 1)%nat ltac:(lia)) as PL.
  pose proof (sw_last P WF K HK S j Hj PL) as SL. pose proof (sw_least _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) j Hj (Pos j Hj)) as P1.
  unfold final_id. rewrite (c_form P). pose proof (pow_positive (q_of P) (Names_yun2020a.tokens P + 1) ltac:(pose proof (q2 P WF); lia)). destruct (Z.ltb_spec (sw (Names_yun2020a.tokens P) (q_of P) (x P K) j) 0); nia.
Qed.
Theorem category2_final : Statements.yun2020a_B_5_2_P4_chain1.
Proof.
  dense. intros K HK k Hk [S C]. sizes_of P. pose proof (equal_final P WF K HK S C _ (token_of P k Hk)) as B. dle P. numbers P. rewrite !D_less, !Z.mul_assoc.
  rewrite (rows_power P (- (- (Names.n (sizes P) + 1) * Names.d (sizes P))) (Names_yun2020a.tokens P + 1)) by expo. rewrite (rows_power_less P _ (Names_yun2020a.tokens P - 1)) by expo. lia.
Qed.
Theorem category2_ub : Statements.yun2020a_B_5_2_ub.
Proof.
  dense. intros K HK [S C] m Hm. sizes_of P. pose proof (category_2 P WF K HK C 0 ltac:(lia)) as P0. pose proof (sw_last_at_most _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) P0) as B.
  assert (N : has_negative (Names_yun2020a.tokens P) (Names_yun2020a.rows P) K = false) by (unfold Names_yun2020a.category, category_of in C; destruct (has_negative _ _ K); [discriminate|reflexivity]).
  pose proof (columns_are_changes P WF K HK N S) as E. rewrite <- E in B. assert (Em : m = Z.of_nat (different_columns (Names_yun2020a.tokens P) (Names_yun2020a.rows P) K)) by reflexivity. clearbody m. rewrite <- Em in B.
  dle P; [nia..|]. numbers P. rewrite at_last, D_less, Z.mul_assoc. rewrite (rows_power_less P _ (Z.to_nat m)) by (rewrite Z2Nat.id by lia; nia). rewrite Z2Nat.id by lia. lia.
Qed.
Theorem lemma6_P4 : Statements.yun2020a_5_2_lemma6_P4.
Proof.
  dense. intros K HK k Hk C [B1 B2]. sizes_of P. arrange P WF EP K HK L HL SL CL place W. rewrite <- CL in C. destruct (W k Hk) as [R [V _]]. pose proof (token_of P _ R) as T.
  rewrite <- (same_id P K L _ _ V) in B1, B2. assert (N1 := Zle_Qle). set (n := Names_yun2020a.tokens P) in *. set (q := q_of P) in *.
  assert (Lo : (q ** (2 * n) * (q - 1) <= final_id P L (Names.at_ (place k)))%Z).
  { apply (u_le (Names.base (sizes P))); [assumption|]. rewrite <- (id_ P WF EP L HL SL _ R). eapply Qle_trans; [|exact B1]. apply Qle_lteq. right. symmetry. deq P; numbers P. rewrite D_less, Z.mul_assoc. rewrite (rows_power_less P _ (2 * n)) by (unfold n; expo). reflexivity. }
  assert (Hi : (final_id P L (Names.at_ (place k)) <= q ** (2 * n + 1) * (q - 1))%Z).
  { apply (u_le (Names.base (sizes P))); [assumption|]. rewrite <- (id_ P WF EP L HL SL _ R). eapply Qle_trans; [exact B2|]. apply Qle_lteq. right. deq P; numbers P. rewrite D_less, Z.mul_assoc. rewrite (rows_power_less P _ (2 * n + 1)) by (unfold n; expo). reflexivity. }
  pose proof (pow_positive q (n - 1) ltac:(unfold q; lia)) as Pp. pose proof (pow_positive q (n + 1) ltac:(unfold q; lia)) as Pc.
  assert (E2 : (q ** (2 * n) = q ** (n + 1) * q ** (n - 1))%Z) by (rewrite <- Z.pow_add_r by lia; f_equal; lia). assert (Ec : (q ** (n + 1) = q * q * q ** (n - 1))%Z) by (replace (n + 1)%nat with (Datatypes.S (Datatypes.S (n - 1))) by lia; rewrite !pow_step; ring).
  assert (E3 : (q ** (2 * n + 1) = q ** (n + 1) * (q * q ** (n - 1)))%Z) by (rewrite <- pow_step, <- Z.pow_add_r by lia; f_equal; lia). rewrite E2 in Lo. rewrite E3 in Hi. clear E2 E3.
  assert (Cases : Names_yun2020a.category P L = 2%Z \/ Names_yun2020a.category P L = 3%Z) by (unfold Names_yun2020a.category, category_of in *; destruct (has_negative _ _ L); [right; reflexivity|]; destruct (Nat.eqb _ _); [contradiction|left; reflexivity]).
  destruct Cases as [C2|C3].
  - pose proof (equal_final P WF L HL SL C2 _ T) as B. fold n q in B. set (p := (q ** (n - 1))%Z) in *. set (c := (q ** (n + 1))%Z) in *. assert (2 <= q)%Z by (unfold q; lia). clearbody p c q. nia.
  - pose proof (category_3_negative P WF L HL SL C3) as N0. unfold final_id in Lo, Hi. rewrite (c_form P) in Lo, Hi. fold n q in Lo, Hi. destruct (Z.ltb_spec (sw n q (x P L) (Names.at_ (place k))) 0) as [N|N].
    + assert (0 <= q ** (n + 1) * q ** (n - 1) * (q - 1))%Z by (apply Z.mul_nonneg_nonneg; [nia|unfold q; lia]). nia.
    + assert (X : (0 <= x P L (Names.at_ (place k)))%Z) by (destruct (Z.lt_ge_cases (x P L (Names.at_ (place k))) 0) as [M|M]; [unfold n, q in N; rewrite (sw_negative _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF L HL SL) (last_below P WF L HL) _ M) in N; lia|exact M]).
      pose proof (at_most _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF L HL SL) (last_below P WF L HL) _ T) as M. pose proof (found_far P WF L HL SL C3 (n - 1) ltac:(unfold n; lia) ltac:(unfold n; lia)) as F. fold n q in F.
      assert (q ** (n + 1) * q ** (n + 1) <= q ** (n + 1) * sw n q (x P L) (n - 1))%Z by (apply Z.mul_le_mono_nonneg_l; lia). rewrite Ec in *. set (p := (q ** (n - 1))%Z) in *. assert (2 <= q)%Z by (unfold q; lia). clearbody p q. nia.
Qed.

(* ---- Entries of states ---- *)
Theorem gc_formula : Statements.yun2020a_B_5_1_gc_formula.
Proof.
  intros P WF Dom K HK j Hj [S C] t. pose proof (ClaimsSweep.closed_form P WF Dom K HK j Hj (conj S C)) as F. pose proof (ClaimsSweep.global_value P WF Dom K HK j Hj (conj S C)) as V.
  assert (EP : Names_yun2020a.encoded P = false) by (destruct Dom as [? [? [? Pos]]]; unfold Names_yun2020a.positional in *; destruct (Names_yun2020a.encoded P); [discriminate|reflexivity]). split; [|split; [|exact V]].
  - unfold Names_yun2020a.entry. change (Names.at_ 1) with O. rewrite (first_entry P WF), EP. change (Names_yun2020a.v P t K j) with (Names_yun2020a.id P K j). rewrite V, F. unfold encode, encoding, Names_yun2020a.G. change (Names.at_ 1) with O. ring.
  - intros r Hr. unfold Names_yun2020a.entry, Names_yun2020a.G. rewrite (at_before r) by lia. rewrite (other_entries P), EP. unfold encode, encoding. ring.
Qed.
Theorem gc_nonneg : Statements.yun2020a_B_6_gc_nonneg.
Proof.
  dense. intros K HK r Hr k Hk [S C]. sizes_of P. pose proof (token_of P k Hk) as T. set (t := (_ + _)%Z). pose proof (no_negative P K C) as N.
  assert (G0 : 0 <= K (Names.at_ r) (Names.at_ k)). { destruct (entry_is P WF K HK (Names.at_ r) (Names.at_ k) ltac:(unfold Names.at_, Names.d in *; cbn in *; lia) T) as [-> _]. pose proof (in_range P WF K HK N (Names.at_ r) (Names.at_ k) ltac:(unfold Names.at_, Names.d in *; cbn in *; lia) T).
    change (0 <= U (Names.base (sizes P)) (entry_units P K (Names.at_ r) (Names.at_ k))). zero_units (Names.base (sizes P)). apply u_le; [assumption|lia]. }
  unfold Names_yun2020a.entry. destruct (Z.eq_dec r 1) as [->|Ne].
  - change (Names.at_ 1) with O in *. rewrite (first_entry P WF), EP. unfold encode, encoding. change (Names_yun2020a.v P t K k) with (Names_yun2020a.id P K k). assert (D : 0 <= Names_yun2020a.id P K k - Names_yun2020a.z P K k); [|lra].
    zero_units (Names.base (sizes P)). dle P. numbers P. rewrite (final_1 P WF K HK S C) by exact T. unfold final. pose proof (swept_q P WF K HK S C _ T). pose proof (x_below P WF K HK _ T). pose proof (swept_c P WF K HK S C (Names_yun2020a.tokens P - 1) ltac:(lia)). pose proof (pow_positive (q_of P) (Names_yun2020a.tokens P + 1) ltac:(lia)). nia.
  - rewrite (at_before r) in * by lia. rewrite (other_entries P), EP. unfold encode, encoding. lra.
Qed.
Theorem tie_last_layer : Statements.yun2020a_B_5_tie_last_layer.
Proof.
  dense. intros K HK k Hk S Z0 j Hj r Hr. sizes_of P. pose proof (token_of P k Hk) as T. pose proof (token_of P j Hj) as Tj. rewrite (zt_ P WF EP K HK S) in Z0 by assumption. setoid_replace 0 with (U (Names.base (sizes P)) 0) in Z0 by (unfold U; ring). apply u_eq in Z0; [|assumption].
  pose proof (sw_zero _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) _ T Z0) as All.
  assert (N : has_negative (Names_yun2020a.tokens P) (Names_yun2020a.rows P) K = false). { destruct (has_negative _ _ K) eqn:N; [|reflexivity]. exfalso. assert (C : Names_yun2020a.category P K = 3%Z) by (unfold Names_yun2020a.category, category_of; rewrite N; reflexivity). pose proof (category_3_negative P WF K HK S C). destruct (All 0%nat ltac:(lia)). lia. }
  assert (G0 : forall a, (a < Names_yun2020a.rows P)%nat -> K a (Names.at_ j) == 0).
  { intros a Ha. pose proof (D2 P WF) as HD. destruct (entry_is P WF K HK a (Names.at_ j) Ha Tj) as [-> _]. rewrite (number_injective (Names_yun2020a.rows P) (Names_yun2020a.base P) (fun r => entry_units P K r (Names.at_ j)) (fun _ => 0%Z)); try assumption; try lia.
    - ring.
    - intros b Hb. exact (in_range P WF K HK N b _ Hb Tj).
    - change (x P K (Names.at_ j) = number (Names_yun2020a.rows P) (Names_yun2020a.base P) (fun _ => 0%Z)). rewrite (proj1 (All _ Tj)). clear. induction (Names_yun2020a.rows P) as [|e IH]; [reflexivity|]. cbn [number]. rewrite <- IH. ring. }
  split.
  - unfold Names_yun2020a.entry. destruct (Z.eq_dec r 1) as [->|Ne].
    + change (Names.at_ 1) with O. rewrite (first_entry P WF), EP. change (Names_yun2020a.v P (Names_yun2020a.layers_selective_shift P) K j) with (Names_yun2020a.zt P K j). rewrite (zt_ P WF EP K HK S), (z_ P WF EP K HK S) by assumption. destruct (All _ Tj) as [E1 E2]. rewrite E1, E2. unfold encode, encoding. rewrite (G0 0%nat) by lia. ring.
    + rewrite (at_before r) by lia. rewrite (other_entries P), EP. unfold encode, encoding. rewrite <- (at_before r) by lia. rewrite (G0 (Names.at_ r)) by (unfold Names.at_, Names.d in *; cbn in *; lia). ring.
  - zero_units (Names.base (sizes P)). deq P. numbers P. unfold final_id. destruct (All _ Tj) as [_ E]. destruct (All (Names_yun2020a.tokens P - 1)%nat ltac:(lia)) as [_ E']. rewrite E, E'. cbn [Z.ltb Z.compare]. ring.
Qed.
