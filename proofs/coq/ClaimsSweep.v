(* Claims of yun2020a about the sweep and the global shift without encodings (B.5, Lemma 6, Lemma 10), for every run and every sorted input. The numbers are those of DenseRuns.v. *)
From Coq Require Import QArith Qround Lqa List Arith Lia Bool.
From Hardmax Require Import Definitions Arithmetic Digits SelectiveShift Layers Heads Network Dense Runs Sweep DenseLayers SortedSweep DenseRuns.
From Hardmax Require Names Names_yun2020a Statements.
Import ListNotations.
Open Scope Q_scope.

(* The sizes of a run, as a run of yun2020b: then the tactics of Runs.v apply. *)
Definition sizes (P : Names_yun2020a.run) : Names.run :=
  {| Names.tokens := Names_yun2020a.tokens P; Names.rows := Names_yun2020a.rows P; Names.base := Names_yun2020a.base P; Names.period := 1; Names.reach := 1; Names.edges := fun _ _ => [];
     Names.chain := fun i => i; Names.chosen := fun _ => O |}.

Section Facts.
Variable P : Names_yun2020a.run.
Notation n := (Names_yun2020a.tokens P).
Notation d := (Names_yun2020a.rows P).
Notation D := (Names_yun2020a.base P).
Notation q := (D ** d)%Z.
Hypothesis WF : Names_yun2020a.well_formed P.
Hypothesis EP : Names_yun2020a.encoded P = false.
Variable H : matrix.
Hypothesis HH : input P H.
Hypothesis HS : Names_yun2020a.sorted P H = 1%Z.
Notation x := (x P H).
Lemma z_ k : (1 <= k <= Names.n (sizes P))%Z -> Names_yun2020a.z P H k == U (Names.base (sizes P)) (x (Names.at_ k)).
Proof. exact (z_units P WF EP H HH HS k). Qed.
Lemma zt_ k : (1 <= k <= Names.n (sizes P))%Z -> Names_yun2020a.zt P H k == U (Names.base (sizes P)) (sw n q x (Names.at_ k)).
Proof. exact (zt_units P WF EP H HH HS k). Qed.
Lemma id_ k : (1 <= k <= Names.n (sizes P))%Z -> Names_yun2020a.id P H k == U (Names.base (sizes P)) (final_id P H (Names.at_ k)).
Proof. exact (id_units P WF EP H HH HS k). Qed.
Lemma v_ t k : (0 <= t <= q)%Z -> (1 <= k <= Names.n (sizes P))%Z -> Names_yun2020a.v P t H k == U (Names.base (sizes P)) (swept_to n q x t (Names.at_ k)).
Proof. exact (v_units P WF EP H HH HS t k). Qed.
Let n2 := n2 P WF.
Let q2 := q2 P WF.
Let rises := x_rises P WF H HH HS.
Let below := last_below P WF H HH.

(* Category 1: distinct columns in range. *)
Lemma in_range : has_negative n d H = false -> forall r k, (r < d)%nat -> (k < n)%nat -> (0 <= entry_units P H r k < D)%Z.
Proof.
  intros N r k Hr Hk. destruct (entry_is P WF H HH r k Hr Hk) as [E [B|B]]; [exact B|]. exfalso.
  assert (T : has_negative n d H = true); [|rewrite N in T; discriminate].
  unfold has_negative. apply existsb_exists. exists k. split; [apply in_seq; lia|]. apply existsb_exists. exists r. split; [apply in_seq; lia|]. unfold negative. apply negb_true_iff.
  destruct (Qle_bool 0 (H r k)) eqn:Q0; [|reflexivity]. apply Qle_bool_iff in Q0. rewrite E, B in Q0. exfalso. pose proof (D2 P WF). pose proof (pow_positive D (n * d) ltac:(lia)).
  change (0 <= U D (- (D ** (n * d) * D))) in Q0. setoid_replace 0 with (U D 0) in Q0 by (unfold U; ring). apply u_le in Q0; [nia|assumption].
Qed.
Lemma filter_all {X} (f : X -> bool) l : length (filter f l) = length l -> forall y, In y l -> f y = true.
Proof.
  induction l as [|a l IH]; intros E y Hy; [destruct Hy|]. cbn in E. assert (L : (length (filter f l) <= length l)%nat) by (clear; induction l as [|b l IH]; cbn; [lia|destruct (f b); cbn; lia]).
  destruct (f a) eqn:Fa; cbn in E; [|lia]. destruct Hy as [<-|Hy]; [exact Fa|]. apply IH; [lia|exact Hy].
Qed.
Hypothesis H1 : Names_yun2020a.category P H = 1%Z.
Lemma no_negative : has_negative n d H = false.
Proof. pose proof H1 as C1. unfold Names_yun2020a.category, category_of in C1. destruct (has_negative n d H); [discriminate|reflexivity]. Qed.
Lemma distinct_ids j k : (j < k < n)%nat -> x j <> x k.
Proof.
  intros Hjk E. pose proof H1 as C1. unfold Names_yun2020a.category, category_of in C1. rewrite no_negative in C1. destruct (Nat.eqb_spec (different_columns n d H) n) as [L|]; [|discriminate].
  unfold different_columns in L. pose proof (filter_all _ _ (eq_trans L (eq_sym (seq_length n 0))) k ltac:(apply in_seq; lia)) as F. cbv beta in F. apply negb_true_iff in F.
  assert (T : existsb (fun j => equal_columns d H j k) (seq 0 k) = true); [|rewrite F in T; discriminate]. apply existsb_exists. exists j. split; [apply in_seq; lia|].
  unfold equal_columns. apply forallb_forall. intros r Hr. apply in_seq in Hr. apply Qeq_bool_iff.
  pose proof (number_injective d D _ _ ltac:(pose proof (D2 P WF); lia) ltac:(intros a Ha; exact (in_range no_negative a j Ha ltac:(lia))) ltac:(intros a Ha; exact (in_range no_negative a k Ha ltac:(lia))) E r ltac:(lia)) as Er.
  destruct (entry_is P WF H HH r j ltac:(lia) ltac:(lia)) as [-> _]. destruct (entry_is P WF H HH r k ltac:(lia) ltac:(lia)) as [-> _]. rewrite Er. reflexivity.
Qed.
Lemma x_nonneg k : (k < n)%nat -> (0 <= x k)%Z.
Proof. intros Hk. apply (number_range d D _ ltac:(pose proof (D2 P WF); lia)). intros r Hr. apply in_range; [exact no_negative|exact Hr|exact Hk]. Qed.
Lemma category_1 : contexts n q x.
Proof.
  split; [|split].
  - intros j Hj. pose proof (rises j Hj). pose proof (distinct_ids j (S j) ltac:(lia)). lia.
  - apply x_nonneg. pose proof n2. lia.
  - exact below.
Qed.
Lemma sw_1 j : (j < n)%nat -> sw n q x j = swept n q x j.
Proof. exact (sw_is_swept n q x n2 q2 rises below category_1 j). Qed.
Lemma final_1 j : (j < n)%nat -> final_id P H j = final n q x j.
Proof.
  intros Hj. unfold final_id, final. rewrite (c_form P), !sw_1 by (pose proof n2; lia). pose proof (swept_at_least_q n q n2 q2 x category_1 j Hj). destruct (Z.ltb_spec (swept n q x j) 0); lia.
Qed.
Lemma swept_q j : (j < n)%nat -> (q <= swept n q x j)%Z.
Proof. exact (swept_at_least_q n q n2 q2 x category_1 j). Qed.
Lemma swept_up j : (S j < n)%nat -> (swept n q x j < swept n q x (S j))%Z.
Proof. exact (swept_rises n q n2 q2 x category_1 j). Qed.
Lemma swept_low : (q ** (n - 1) * (q - 1) <= swept n q x (n - 1))%Z.
Proof. exact (Lemma10_lower n q n2 q2 x category_1). Qed.
Lemma swept_high : (swept n q x (n - 1) <= q ** n * (q - 1) - (q - 1) * (q - 1))%Z.
Proof. exact (Lemma10_upper n q n2 q2 x category_1). Qed.
Lemma final_range j : (j < n)%nat -> (q ** (2 * n) * (q - 1) <= final n q x j <= q ** (2 * n + 1) * (q - 1))%Z.
Proof. exact (Lemma6_3 n q n2 q2 x category_1 j). Qed.
Lemma swept_c j : (j < n)%nat -> (0 < swept n q x j < q ** (n + 1))%Z.
Proof. exact (below_c n q n2 q2 x category_1 j). Qed.
End Facts.

Ltac dunits :=
  lazymatch goal with
  | |- ?y == U _ _ =>
    lazymatch y with
    | U ?D ?a => exact (Qeq_refl (U D a))
    | Names.delta _ => eapply u_delta
    | Names_yun2020a.z _ _ _ => eapply z_
    | Names_yun2020a.zt _ _ _ => eapply zt_
    | Names_yun2020a.id _ _ _ => eapply id_
    | Names_yun2020a.v _ _ _ _ => eapply v_
    | ?a + ?b => eapply u_plus; [dunits|dunits]
    | ?a - ?b => eapply u_minus; [dunits|dunits]
    | - ?a => eapply u_opposite; dunits
    | ?a * ?b => first [eapply u_times_left; [integer|dunits] | eapply u_times_right; [dunits|integer]]
    | Names.sum _ _ _ => eapply u_sum; [|intros; dunits]
    | Names.delta _ ^ ?e => first [eapply u_integer; [|integer] | eapply u_delta_power]
    | _ => eapply u_integer; [|integer]
    end
  end.
Ltac sizes_of P := change (Names_yun2020a.delta P) with (Names.delta (sizes P)) in *; change (Names_yun2020a.n P) with (Names.n (sizes P)) in *; change (Names_yun2020a.d P) with (Names.d (sizes P)) in *.
Ltac dside := first [assumption | reflexivity | lia | nia].
Ltac dle P := eapply (le_by_units (Names.base (sizes P))); [assumption|dunits; try dside|dunits; try dside|].
Ltac dlt P := eapply (lt_by_units (Names.base (sizes P))); [assumption|dunits; try dside|dunits; try dside|].
Ltac deq P := eapply (eq_by_units (Names.base (sizes P))); [dunits; try dside|dunits; try dside|].
Ltac dense := intros P WF Dom;
  assert (EP : Names_yun2020a.encoded P = false) by (destruct Dom as [? [? [? Pos]]]; unfold Names_yun2020a.positional in *; destruct (Names_yun2020a.encoded P); [exfalso; cbn in *; intuition lia|reflexivity]);
  pose proof (n2 P WF); pose proof (d1 P WF); pose proof (D2 P WF : (2 <= Names.base (sizes P))%Z); pose proof (q2 P WF); assert (2 <= Names.n (sizes P))%Z by (unfold Names.n; cbn; lia); assert (1 <= Names.d (sizes P))%Z by (unfold Names.d; cbn; lia); clear Dom.
Ltac numbers P := rewrite ?(power_of_rows (sizes P)), ?(power_n (sizes P)); rewrite ?(power_less (sizes P)) by (cbn; assumption); index; change (Names.base (sizes P)) with (Names_yun2020a.base P) in *; change (Names.rows (sizes P)) with (Names_yun2020a.rows P) in *; change (Names.tokens (sizes P)) with (Names_yun2020a.tokens P) in *.
Lemma at_last P : Names.at_ (Names.n (sizes P)) = (Names_yun2020a.tokens P - 1)%nat.
Proof. unfold Names.at_, Names.n. cbn. lia. Qed.

Notation q_of P := (Names_yun2020a.base P ** Names_yun2020a.rows P)%Z.
Lemma rows_power P e i : (e = Z.of_nat i * Names.d (sizes P))%Z -> (Names_yun2020a.base P ^ e = q_of P ** i)%Z.
Proof. exact (to_rows (sizes P) e i). Qed.
Lemma rows_power_less P e i : (1 <= Z.of_nat i * Names.d (sizes P))%Z -> (e = Z.of_nat i * Names.d (sizes P) - 1)%Z -> (Names_yun2020a.base P ^ e * Names_yun2020a.base P = q_of P ** i)%Z.
Proof. intros Hi ->. rewrite Z.mul_comm, <- Z.pow_succ_r by lia. apply rows_power. lia. Qed.
Theorem shift1_value : Statements.yun2020a_B_5_1_shift1_value.
Proof. dense. intros K HK [S C]. sizes_of P. deq P. numbers P. rewrite at_last, (sw_1 P WF K HK S C) by lia. reflexivity. Qed.
Theorem positive : Statements.yun2020a_B_5_1_positive.
Proof.
  dense. intros K HK [S C]. sizes_of P. split; [setoid_replace 0 with (U (Names.base (sizes P)) 0) by (unfold U; ring); dlt P; numbers P|intros k Hk; dlt P; numbers P].
  - rewrite (sw_1 P WF K HK S C) by lia. pose proof (swept_q P WF K HK S C 0 ltac:(lia)). lia.
  - assert (Names.at_ k + 1 < Names_yun2020a.tokens P)%nat by (unfold Names.n, Names.at_ in *; cbn in *; lia). rewrite !(sw_1 P WF K HK S C) by lia. apply (swept_up P WF K HK S C). lia.
Qed.
Theorem order_j : Statements.yun2020a_B_5_1_order_j.
Proof.
  dense. intros K HK j Hj [S C]. pose proof (positive P WF ltac:(unfold Names_yun2020a.n, Names_yun2020a.d, Names_yun2020a.D, Names_yun2020a.positional; rewrite EP; cbn in *; repeat split; lia) K HK (conj S C)) as [_ Up].
  specialize (Up (j - 1)%Z ltac:(lia)). replace (j - 1 + 1)%Z with j in Up by ring. exact Up.
Qed.
Theorem shift2_order : Statements.yun2020a_B_5_1_shift2_order.
Proof.
  dense. intros K HK SC. assert (G : (2 <= Names_yun2020a.n P)%Z /\ (1 <= Names_yun2020a.d P)%Z /\ (2 <= Names_yun2020a.D P)%Z /\ Names_yun2020a.positional P = 0%Z) by (unfold Names_yun2020a.n, Names_yun2020a.d, Names_yun2020a.D, Names_yun2020a.positional; rewrite EP; cbn in *; repeat split; lia).
  exact (order_j P WF G K HK 2%Z ltac:(lia) SC).
Qed.
Theorem shiftj_amount : Statements.yun2020a_B_5_1_shiftj_amount.
Proof.
  dense. intros K HK j Hj [S C]. sizes_of P. deq P. numbers P. assert (Hj' : (Names.at_ j < Names_yun2020a.tokens P)%nat) by (unfold Names.n, Names.at_ in *; cbn in *; lia). rewrite !(sw_1 P WF K HK S C) by (unfold Names.at_ in *; lia).
  rewrite (at_before j) by lia. cbn [swept]. rewrite <- (at_before j) by lia. ring.
Qed.
Theorem shift1_above : Statements.yun2020a_B_5_1_shift1_gt_ln.
Proof.
  dense. intros K HK [S C]. sizes_of P. pose proof (last_below P WF K HK). split; dlt P; numbers P; rewrite at_last.
  - lia.
  - rewrite (sw_1 P WF K HK S C) by lia. pose proof (swept_q P WF K HK S C 0 ltac:(lia)). lia.
Qed.
Theorem shift2_value : Statements.yun2020a_B_5_1_shift2_value.
Proof.
  dense. intros K HK [S C]. sizes_of P. deq P. numbers P. rewrite at_last, (sw_1 P WF K HK S C) by lia. cbn [swept]. rewrite (rows_power P (- (-2 * Names.d (sizes P))) 2) by lia. rewrite !pow_step, pow_zero. ring.
Qed.
Theorem shift2_equiv : Statements.yun2020a_B_5_1_shift2_equiv.
Proof. dense. intros K HK [S C]. sizes_of P. deq P. numbers P. rewrite at_last, !(sw_1 P WF K HK S C) by lia. cbn [swept]. ring. Qed.
Theorem shift2_reason_repaired : Statements.yun2020a_B_5_1_shift2_reason_ln_gt_l2_repaired.
Proof. dense. intros K HK [S C]. sizes_of P. dle P. numbers P. rewrite at_last. apply (at_most _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK)). lia. Qed.
Ltac expo := unfold Names.n, Names.d; cbn [Names.tokens Names.rows sizes]; rewrite ?Nat2Z.inj_add, ?Nat2Z.inj_mul, ?Nat2Z.inj_sub, ?Nat2Z.inj_succ by lia; change (Z.of_nat 1) with 1%Z; change (Z.of_nat 2) with 2%Z; change (Z.of_nat 0) with 0%Z; (lia || nia || (unfold Z.succ; ring)).
Lemma token_of P k : (1 <= k <= Names.n (sizes P))%Z -> (Names.at_ k < Names_yun2020a.tokens P)%nat.
Proof. unfold Names.n, Names.at_. cbn. lia. Qed.
Lemma D_less P : (q_of P * Names_yun2020a.base P - 1 * Names_yun2020a.base P = Names_yun2020a.base P * (q_of P - 1))%Z.
Proof. ring. Qed.
Theorem global_value : Statements.yun2020a_B_5_1_global_value.
Proof.
  dense. intros K HK k Hk [S C]. sizes_of P. pose proof (token_of P k Hk). deq P. numbers P. rewrite at_last, (final_1 P WF K HK S C), !(sw_1 P WF K HK S C) by lia.
  unfold final. rewrite (rows_power P (- (- (Names.n (sizes P) + 1) * Names.d (sizes P))) (Names_yun2020a.tokens P + 1)) by expo. reflexivity.
Qed.
Theorem lemma10_lower : Statements.yun2020a_B_5_1_lemma10_lower.
Proof.
  dense. intros K HK [S C]. sizes_of P. dle P. numbers P. rewrite at_last, (sw_1 P WF K HK S C), D_less, Z.mul_assoc by lia. rewrite (rows_power_less P _ (Names_yun2020a.tokens P - 1)) by expo. exact (swept_low P WF K HK S C).
Qed.
Theorem lemma10_upper : Statements.yun2020a_B_5_1_lemma10_upper.
Proof.
  dense. intros K HK [S C]. sizes_of P. dle P. numbers P. rewrite at_last, (sw_1 P WF K HK S C), D_less, Z.mul_assoc by lia. rewrite (rows_power_less P _ (Names_yun2020a.tokens P)) by expo. pose proof (swept_high P WF K HK S C). lia.
Qed.
(* The closed form of the sweep: that of Section E.2.3 of yun2020b and a term for the first shift. *)
Lemma swept_shifted n q l j : swept n q l j = (shifted q l j + q ** S j * (l (n - 1)%nat - l 0%nat))%Z.
Proof. induction j as [|j IH]; cbn [swept shifted]; [rewrite pow_step, pow_zero; ring|]. rewrite IH, (pow_step q (S j)). ring. Qed.
Lemma closed_terms P K j m : (Z.of_nat m = j - 1)%Z ->
  count_of (fun i => Names_yun2020a.base P ^ (- (- i * Names.d (sizes P))) * (x P K (Names.at_ (j - i)) - x P K (Names.at_ (j - i + 1))))%Z 1 m
  = sum m (fun i => q_of P ** i * (x P K (m - i)%nat - x P K (m - i + 1)%nat))%Z.
Proof.
  intros Hm. apply count_of_sum. intros i Hi. rewrite (rows_power P _ i) by (ring || lia). replace (Names.at_ (j - (1 + Z.of_nat i - 1))) with (m - i)%nat by (unfold Names.at_; lia).
  replace (Names.at_ (j - (1 + Z.of_nat i - 1) + 1)) with (m - i + 1)%nat by (unfold Names.at_; lia). reflexivity.
Qed.
Theorem closed_form : Statements.yun2020a_B_5_1_closed_form.
Proof.
  dense. intros K HK j Hj [S C]. sizes_of P. pose proof (token_of P j Hj). deq P. numbers P. rewrite at_last, (sw_1 P WF K HK S C) by lia.
  replace (Z.to_nat (j - 1 + 1 - 1)) with (Names.at_ j) by (unfold Names.at_; f_equal; lia). rewrite closed_terms by (unfold Names.at_; lia).
  rewrite (rows_power P (- (- j * Names.d (sizes P))) (Datatypes.S (Names.at_ j))) by (rewrite Nat2Z.inj_succ; unfold Names.at_; rewrite Z2Nat.id by lia; unfold Z.succ; ring).
  rewrite swept_shifted, SelectiveShift.closed_form. reflexivity.
Qed.
Theorem interval : Statements.yun2020a_B_5_1_interval.
Proof.
  dense. intros K HK k Hk [S C]. sizes_of P. pose proof (token_of P k Hk). pose proof (swept_c P WF K HK S C (Names.at_ k) ltac:(assumption)). split; [dle P|dlt P]; numbers P; rewrite at_last, (final_1 P WF K HK S C), (sw_1 P WF K HK S C) by lia;
  unfold final; rewrite (rows_power P (- (- (Names.n (sizes P) + 1) * Names.d (sizes P))) (Names_yun2020a.tokens P + 1)) by expo; [lia|]. rewrite (rows_power_less P _ (Names_yun2020a.tokens P + 1)) by expo. lia.
Qed.
Lemma final_above P (WF : Names_yun2020a.well_formed P) (EP : Names_yun2020a.encoded P = false) K (HK : input P K) (S : Names_yun2020a.sorted P K = 1%Z) (C : Names_yun2020a.category P K = 1%Z) j : (j < Names_yun2020a.tokens P)%nat -> (q_of P ** (2 * Names_yun2020a.tokens P) * (q_of P - 1) < final_id P K j)%Z.
Proof.
  intros Hj. pose proof (n2 P WF). rewrite (final_1 P WF K HK S C) by exact Hj. unfold final. pose proof (swept_low P WF K HK S C) as L. pose proof (swept_c P WF K HK S C j Hj) as [B _].
  replace (2 * Names_yun2020a.tokens P)%nat with (Names_yun2020a.tokens P + 1 + (Names_yun2020a.tokens P - 1))%nat by lia. rewrite Nat2Z.inj_add, Z.pow_add_r by lia.
  pose proof (pow_positive (q_of P) (Names_yun2020a.tokens P + 1) ltac:(pose proof (q2 P WF); lia)). apply (Z.mul_le_mono_nonneg_l _ _ (q_of P ** (Names_yun2020a.tokens P + 1))) in L; [|lia]. lia.
Qed.
Theorem property3_lower : Statements.yun2020a_B_5_1_6_3_lower.
Proof.
  dense. intros K HK k Hk [S C]. sizes_of P. pose proof (token_of P k Hk). dlt P; numbers P. rewrite D_less, Z.mul_assoc, (rows_power_less P _ (2 * Names_yun2020a.tokens P)) by expo. apply (final_above P WF EP K HK S C). assumption.
Qed.
Lemma same_inputs P (WF : Names_yun2020a.well_formed P) K K' (HK : input P K) (HK' : input P K') : Names_yun2020a.category P K = 1%Z -> Names_yun2020a.category P K' = 1%Z -> (forall i, (i < Names_yun2020a.tokens P)%nat -> x P K i = x P K' i) -> Names_yun2020a.same P K K'.
Proof.
  intros C C' E r k Hr Hk. pose proof (no_negative P K C) as N. pose proof (no_negative P K' C') as N'.
  destruct (entry_is P WF K HK r k Hr Hk) as [-> _]. destruct (entry_is P WF K' HK' r k Hr Hk) as [-> _].
  rewrite (number_injective (Names_yun2020a.rows P) (Names_yun2020a.base P) _ _ ltac:(pose proof (D2 P WF); lia) (fun a Ha => in_range P WF K HK N a k Ha Hk) (fun a Ha => in_range P WF K' HK' N' a k Ha Hk) (E k Hk) r Hr). reflexivity.
Qed.
Theorem lemma10_injective : Statements.yun2020a_B_5_1_lemma10_injective.
Proof.
  intros P WF Dom. assert (EP : Names_yun2020a.encoded P = false) by (destruct Dom as [? [? [? [? Pos]]]]; unfold Names_yun2020a.positional in *; destruct (Names_yun2020a.encoded P); [discriminate|reflexivity]). pose proof (n2 P WF) as N2.
  intros K HK [S C] K' HK' [S' C'] Ne E. apply Ne. apply same_inputs; try assumption. sizes_of P.
  rewrite (zt_ P WF EP K HK S), (zt_ P WF EP K' HK' S') in E by (unfold Names.n; cbn; lia). apply u_eq in E; [|exact (D2 P WF)]. rewrite at_last, !(sw_1 P WF) in E by (assumption || lia).
  exact (Lemma10_injective _ _ (n2 P WF) (q2 P WF) _ _ (category_1 P WF K HK S C) (category_1 P WF K' HK' S' C') E).
Qed.
Theorem lemma6_P2 : Statements.yun2020a_5_2_lemma6_P2.
Proof.
  intros P WF Dom. assert (EP : Names_yun2020a.encoded P = false) by (destruct Dom as [? [? [? [? Pos]]]]; unfold Names_yun2020a.positional in *; destruct (Names_yun2020a.encoded P); [discriminate|reflexivity]). pose proof (n2 P WF) as N2.
  intros K HK k Hk [S C] K' HK' k' Hk' [S' C'] Ne E. apply Ne. sizes_of P. pose proof (token_of P k Hk) as T1. pose proof (token_of P k' Hk') as T2.
  rewrite (id_ P WF EP K HK S), (id_ P WF EP K' HK' S') in E by assumption. apply u_eq in E; [|exact (D2 P WF)]. rewrite !(final_1 P WF) in E by assumption.
  destruct (Lemma6_2 _ _ (n2 P WF) (q2 P WF) _ _ (category_1 P WF K HK S C) (category_1 P WF K' HK' S' C') _ _ T1 T2 E) as [J X].
  split; [apply same_inputs; assumption|unfold Names.at_ in J; lia].
Qed.

(* ---- Categories 2 and 3 ---- *)
Section Others.
Variable P : Names_yun2020a.run.
Notation n := (Names_yun2020a.tokens P).
Notation d := (Names_yun2020a.rows P).
Notation D := (Names_yun2020a.base P).
Notation q := (D ** d)%Z.
Hypothesis WF : Names_yun2020a.well_formed P.
Hypothesis EP : Names_yun2020a.encoded P = false.
Variable H : matrix.
Hypothesis HH : input P H.
Hypothesis HS : Names_yun2020a.sorted P H = 1%Z.
Notation x := (x P H).
Lemma category_2 : Names_yun2020a.category P H = 2%Z -> forall k, (k < n)%nat -> (0 <= x k)%Z.
Proof.
  intros C k Hk. unfold Names_yun2020a.category, category_of in C. destruct (has_negative n d H) eqn:N; [discriminate|].
  apply (number_range d D _ ltac:(pose proof (D2 P WF); lia)). intros r Hr. exact (in_range P WF H HH N r k Hr Hk).
Qed.
(* An entry out of range makes the id of its column negative: at most -delta^(-nd) + delta^(-d+1) - 1. *)
Lemma out_of_range_id k r : (k < n)%nat -> (r < d)%nat -> entry_units P H r k = (- (D ** (n * d) * D))%Z -> (x k <= - (q ** n * D) + q - D)%Z.
Proof.
  intros Hk Hr E. pose proof (D2 P WF) as D2'. pose proof (pow_positive D (n * d) ltac:(lia)) as Pos. assert (Qn : (D ** (n * d) = q ** n)%Z) by (rewrite <- Z.pow_mul_r by lia; f_equal; lia). rewrite Qn in E, Pos.
  set (B := (q ** n * D)%Z) in *. assert (B1 : (1 <= B)%Z) by (unfold B; nia).
  assert (G : forall e, (r < e)%nat -> (e <= d)%nat -> (number e D (fun a => entry_units P H a k) <= - B + D ** e - D)%Z).
  { induction e as [|e IH]; intros He He'; [lia|]. cbn [number]. rewrite pow_step. pose proof (pow_positive D e ltac:(lia)) as Pe. destruct (Nat.eq_dec r e) as [->|].
    - rewrite E. pose proof (number_at_most e D (fun a => entry_units P H a k) ltac:(lia)) as U.
      specialize (U ltac:(intros a Ha; destruct (entry_is P WF H HH a k ltac:(lia) Hk) as [_ [V|V]]; [lia|rewrite V, Qn; fold B; lia])). destruct e as [|e]; [rewrite pow_zero in *; cbn [number]; lia|]. rewrite pow_step in *. pose proof (pow_positive D e ltac:(lia)). nia.
    - specialize (IH ltac:(lia) ltac:(lia)). destruct (entry_is P WF H HH e k ltac:(lia) Hk) as [_ [V|V]]; [nia|rewrite V, Qn; fold B; nia]. }
  exact (G d Hr (le_n d)).
Qed.
Lemma category_3 : Names_yun2020a.category P H = 3%Z -> (x 0%nat <= - (q ** n * D) + q - D)%Z.
Proof.
  intros C. unfold Names_yun2020a.category, category_of in C. destruct (has_negative n d H) eqn:N; [|destruct (Nat.eqb (different_columns n d H) n); discriminate].
  unfold has_negative in N. apply existsb_exists in N. destruct N as [k [Hk N]]. apply existsb_exists in N. destruct N as [r [Hr N]]. apply in_seq in Hk. apply in_seq in Hr. unfold negative in N. apply negb_true_iff in N.
  destruct (entry_is P WF H HH r k ltac:(lia) ltac:(lia)) as [E [B|B]].
  - exfalso. assert (T : Qle_bool 0 (H r k) = true); [|rewrite N in T; discriminate]. apply Qle_bool_iff. rewrite E. change (0 <= U D (entry_units P H r k)). setoid_replace 0 with (U D 0) by (unfold U; ring). apply u_le; [exact (D2 P WF)|lia].
  - pose proof (out_of_range_id k r ltac:(lia) ltac:(lia) B). pose proof (at_most n q x (n2 P WF) (q2 P WF) (x_rises P WF H HH HS) (last_below P WF H HH) k ltac:(lia)). lia.
Qed.
Lemma category_3_negative : Names_yun2020a.category P H = 3%Z -> (x 0%nat < 0)%Z.
Proof.
  intros C. pose proof (category_3 C). pose proof (q2 P WF). pose proof (D2 P WF). pose proof (n2 P WF). pose proof (Z.pow_le_mono_r q 1 (Z.of_nat n) ltac:(lia) ltac:(lia)) as M. rewrite Z.pow_1_r in M. nia.
Qed.
End Others.

Theorem category2_order : Statements.yun2020a_B_5_2_order.
Proof.
  dense. intros K HK [S C]. sizes_of P. pose proof (category_2 P WF K HK C) as Pos.
  assert (Up : forall j, (Datatypes.S j < Names_yun2020a.tokens P)%nat -> (sw (Names_yun2020a.tokens P) (q_of P) (x P K) j <= sw (Names_yun2020a.tokens P) (q_of P) (x P K) (Datatypes.S j))%Z)
    by (intros j Hj; apply (sw_step _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK)); [exact Hj|apply Pos; lia]).
  split; [setoid_replace 0 with (U (Names.base (sizes P)) 0) by (unfold U; ring); dle P; numbers P|intros k Hk; dle P; numbers P].
  - pose proof (sw_least _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) 0 ltac:(lia) ltac:(apply Pos; lia)). pose proof (Pos (Names_yun2020a.tokens P - 1)%nat ltac:(lia)). lia.
  - apply Up. unfold Names.n, Names.at_ in *; cbn in *; lia.
Qed.
Theorem category2_global : Statements.yun2020a_B_5_2_global_value.
Proof.
  dense. intros K HK k Hk [S C]. sizes_of P. pose proof (category_2 P WF K HK C) as Pos. pose proof (token_of P k Hk) as T. deq P. numbers P. rewrite at_last. unfold final_id. rewrite c_form.
  pose proof (sw_least _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) (Names.at_ k) T (Pos _ T)). pose proof (Pos (Names_yun2020a.tokens P - 1)%nat ltac:(lia)).
  destruct (Z.ltb_spec (sw (Names_yun2020a.tokens P) (q_of P) (x P K) (Names.at_ k)) 0); [lia|]. rewrite (rows_power P (- (- (Names.n (sizes P) + 1) * Names.d (sizes P))) (Names_yun2020a.tokens P + 1)) by expo. reflexivity.
Qed.
Lemma least_first P (WF : Names_yun2020a.well_formed P) (EP : Names_yun2020a.encoded P = false) K (HK : input P K) (S : Names_yun2020a.sorted P K = 1%Z) t : (0 <= t <= q_of P)%Z -> (x P K 0 < 0)%Z -> Names.least (fun k => (1 <= k)%Z /\ (k <= Names.n (sizes P))%Z) (fun k => Names_yun2020a.v P t K k) (U (Names.base (sizes P)) (x P K 0)).
Proof.
  intros Ht N. pose proof (n2 P WF). assert (F : forall k, (1 <= k <= Names.n (sizes P))%Z -> Names_yun2020a.v P t K k == U (Names.base (sizes P)) (swept_to (Names_yun2020a.tokens P) (q_of P) (x P K) t (Names.at_ k))) by (intros k Hk; exact (v_ P WF EP K HK S t k Ht Hk)).
  split.
  - exists 1%Z. split; [unfold Names.n; cbn; lia|]. rewrite F by (unfold Names.n; cbn; lia). change (Names.at_ 1) with O. unfold swept_to. destruct (Z.leb_spec 0 (x P K 0)); [lia|]. reflexivity.
  - intros k Hk. rewrite F by exact Hk. apply u_le; [exact (D2 P WF)|]. pose proof (token_of P k Hk) as T. pose proof (at_most _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) _ T). unfold swept_to.
    destruct (Z.leb_spec 0 (x P K (Names.at_ k))); cbn [andb]; [|lia]. destruct (Z.ltb_spec (x P K (Names.at_ k)) t); [|lia].
    pose proof (sw_least _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) _ T ltac:(assumption)). lia.
Qed.
Theorem category3_min : Statements.yun2020a_B_5_3_min_stays.
Proof.
  dense. intros K HK [S C]. pose proof (category_3_negative P WF K HK S C) as N. sizes_of P. split; [|split].
  - setoid_replace 0 with (U (Names.base (sizes P)) 0) by (unfold U; ring). dlt P. numbers P. exact N.
  - deq P. numbers P. exact (sw_negative _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) 0 N).
  - intros t Ht. rewrite (selective_layers P WF EP) in Ht. eexists. split; [apply least_first; assumption|]. deq P. numbers P. reflexivity.
Qed.
Theorem category3_negative : Statements.yun2020a_B_5_3_allneg.
Proof.
  dense. intros K HK k Hk [S [C L]]. pose proof (category_3_negative P WF K HK S C) as N. sizes_of P. pose proof (token_of P k Hk) as T.
  rewrite (z_ P WF EP K HK S) in L by lia. setoid_replace 0 with (U (Names.base (sizes P)) 0) in L by (unfold U; ring). apply u_lt in L; [|assumption]. rewrite at_last in L.
  pose proof (at_most _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) _ T) as B.
  pose proof (sw_negative _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) (Names.at_ k) ltac:(lia)) as E. split.
  - deq P. numbers P. exact E.
  - setoid_replace 0 with (U (Names.base (sizes P)) 0) by (unfold U; ring). dlt P. numbers P. unfold final_id. rewrite E, c_form. destruct (Z.ltb_spec (x P K (Names.at_ k)) 0); [|lia].
    pose proof (pow_positive (q_of P) (Names_yun2020a.tokens P + 1) ltac:(lia)). nia.
Qed.
Theorem category3_cases : Statements.yun2020a_B_5_3_case_split_repaired.
Proof.
  dense. intros K HK [S C]. pose proof (category_3_negative P WF K HK S C) as N. sizes_of P. destruct (Z.lt_ge_cases (x P K (Names_yun2020a.tokens P - 1)) 0) as [L|L]; [left|right; split].
  - setoid_replace 0 with (U (Names.base (sizes P)) 0) by (unfold U; ring). dlt P. numbers P. rewrite at_last. exact L.
  - setoid_replace 0 with (U (Names.base (sizes P)) 0) by (unfold U; ring). dle P. numbers P. rewrite at_last. exact L.
  - setoid_replace 0 with (U (Names.base (sizes P)) 0) by (unfold U; ring). dlt P. numbers P. rewrite at_last.
    destruct (sw_large _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) (Names_yun2020a.tokens P - 1) ltac:(lia) L) as [G|[G _]]; lia.
Qed.
Theorem tie_window : Statements.yun2020a_B_5_tie_window.
Proof.
  dense. intros K HK t Ht k Hk S. sizes_of P. rewrite (selective_layers P WF EP) in Ht. pose proof (v_ P WF EP K HK S (t - 1) k ltac:(lia) Hk) as E. set (m := swept_to _ _ _ _ _) in E. clearbody m.
  assert (Y : 0 < Names.delta (sizes P)) by exact (unit_positive _ (D2 P WF)). assert (EU : U (Names.base (sizes P)) m == inject_Z m * Names.delta (sizes P)) by reflexivity.
  assert (G : forall a, ~ inject_Z m * Names.delta (sizes P) == inject_Z (2 * a + 1) * (1 # 2) * Names.delta (sizes P)).
  { intros a Ea. apply Qmult_inj_r in Ea; [|intros Z0; rewrite Z0 in Y; exact (Qlt_irrefl 0 Y)]. assert (E2 : inject_Z (2 * m) == inject_Z (2 * a + 1)) by (rewrite inject_Z_mult, Ea; ring). rewrite inject_Z_injective in E2. lia. }
  rewrite E, EU. split; intros X.
  - apply (G (t - 2)%Z). rewrite X. replace (2 * (t - 2) + 1)%Z with (2 * (t - 1) - 1)%Z by ring. unfold Z.sub at 2. rewrite inject_Z_plus, inject_Z_mult. change (inject_Z (- (1))) with (- (1)). change (inject_Z 2) with 2. field.
  - apply (G (t - 1)%Z). rewrite X. rewrite inject_Z_plus, inject_Z_mult. change (inject_Z 1) with 1. change (inject_Z 2) with 2. field.
Qed.
