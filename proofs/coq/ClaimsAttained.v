(* Claims of B.5 that some input is there, or that a bound is attained, by inputs with given ids (DenseInputs.v); and Lemma 10 step by step: where its upper bound is strict, and that the last id gives the
   ids of the tokens one after another, as digits in base D^d do. *)
From Coq Require Import QArith Qround Qabs Lqa List Arith Lia Bool.
From Hardmax Require Import Definitions Arithmetic Digits SelectiveShift Layers Heads Network Dense Runs Sweep DenseLayers SortedSweep DenseRuns ClaimsSweep ClaimsCategories Rearranged DenseInputs ClaimsUnsorted.
From Hardmax Require Names Names_yun2020a Statements.
Import ListNotations.
Open Scope Q_scope.

(* ---- Lemma 10, on ids ---- *)
Section Lemma10.
Variables (n : nat) (q : Z) (l : nat -> Z).
Hypothesis Hn : (2 <= n)%nat.
Hypothesis Hq : (2 <= q)%Z.
Hypothesis Hl : contexts n q l.
Notation L := (l (n - 1)%nat).
Lemma before_last j : (1 <= j < n)%nat -> (swept n q l j < l 0%nat + q ** Datatypes.S j * (L - l 0%nat))%Z.
Proof.
  induction j as [|j IH]; intros Hj; [lia|]. cbn [swept]. pose proof (rising n q Hn l Hl 0 (Datatypes.S j) ltac:(lia)) as Up. rewrite pow_step. destruct j as [|j].
  - cbn [swept]. rewrite pow_step, pow_zero. nia.
  - specialize (IH ltac:(lia)). nia.
Qed.
Theorem upper_strict : (3 <= n)%nat -> (swept n q l (n - 1) < L + q * (l 0%nat - L) + q ** n * (L - l 0%nat))%Z.
Proof.
  intros N3. pose proof (before_last (n - 2) ltac:(lia)) as B. replace (n - 1)%nat with (Datatypes.S (n - 2)) at 1 by lia. cbn [swept]. replace (Datatypes.S (n - 2)) with (n - 1)%nat in * by lia.
  assert (E : (q ** n = q * q ** (n - 1))%Z) by (rewrite <- pow_step; f_equal; lia). rewrite E. nia.
Qed.
Lemma upper_at_2 : n = 2%nat -> (swept n q l (n - 1) = L + q * (l 0%nat - L) + q ** n * (L - l 0%nat))%Z.
Proof using. intros E. rewrite E. cbn [Nat.sub swept]. rewrite !pow_step, pow_zero. ring. Qed.
End Lemma10.
(* Equal modulo q^(m+1) at the last of m+1 tokens or more: equal ids of the last m+1. *)
Lemma last_digits n q l l' : (2 <= n)%nat -> (2 <= q)%Z -> contexts n q l -> contexts n q l' -> forall m j, (m <= j < n)%nat -> (swept n q l j mod q ** Datatypes.S m = swept n q l' j mod q ** Datatypes.S m)%Z -> forall i, (j - m <= i <= j)%nat -> l i = l' i.
Proof.
  intros Hn Hq Hl Hl'. assert (One : forall j, (j < n)%nat -> (swept n q l j mod q = swept n q l' j mod q)%Z -> l j = l' j).
  { intros j Hj E. pose proof (Sweep.in_range n q Hn l Hl j Hj). pose proof (Sweep.in_range n q Hn l' Hl' j Hj).
    assert (F : forall y, contexts n q y -> (swept n q y j mod q = y j)%Z).
    { intros y Hy. pose proof (Sweep.in_range n q Hn y Hy j Hj). destruct j as [|j]; cbn [swept]; rewrite Z.mul_comm, Z.mod_add by lia; apply Z.mod_small; lia. }
    rewrite (F l Hl), (F l' Hl') in E. exact E. }
  induction m as [|m IH]; intros j Hj E i Hi.
  - rewrite pow_step, pow_zero, Z.mul_1_r in E. replace i with j by lia. exact (One j ltac:(lia) E).
  - rewrite pow_step in E. pose proof (pow_positive q (Datatypes.S m) ltac:(lia)) as Pq. rewrite !Z.rem_mul_r in E by lia.
    pose proof (Z.mod_pos_bound (swept n q l j) q ltac:(lia)). pose proof (Z.mod_pos_bound (swept n q l' j) q ltac:(lia)).
    set (s := (swept n q l j / q mod q ** Datatypes.S m)%Z) in *. set (s' := (swept n q l' j / q mod q ** Datatypes.S m)%Z) in *. assert (Es : s = s') by (assert (swept n q l' j mod q - swept n q l j mod q = q * (s - s'))%Z by lia; nia). assert (E1 : (swept n q l j mod q = swept n q l' j mod q)%Z) by nia. assert (Ej := One j ltac:(lia) E1). destruct (Nat.eq_dec i j) as [->|]; [exact Ej|]. destruct j as [|j]; [lia|].
    apply (IH j ltac:(lia)); [|lia]. assert (E2 := Es). unfold s, s' in E2.
    assert (F : forall y, contexts n q y -> (swept n q y (Datatypes.S j) / q = swept n q y j - y (Datatypes.S j))%Z).
    { intros y Hy. pose proof (Sweep.in_range n q Hn y Hy (Datatypes.S j) ltac:(lia)). cbn [swept]. rewrite Z.mul_comm, Z.div_add by lia. rewrite Z.div_small by lia. ring. }
    rewrite (F l Hl), (F l' Hl'), Ej in E2. set (M := (q ** Datatypes.S m)%Z) in *. clearbody M. set (a := swept n q l j) in *. set (b := swept n q l' j) in *. set (y := l' (Datatypes.S j)) in *.
    replace a with (a - y + y)%Z by ring. replace b with (b - y + y)%Z by ring. rewrite <- (Z.add_mod_idemp_l (a - y)), <- (Z.add_mod_idemp_l (b - y)), E2 by lia. reflexivity.
Qed.

Theorem upper_step1 : Statements.yun2020a_B_5_4_upper_step1.
Proof.
  dense. intros K HK [S C]. sizes_of P. set (n := Names_yun2020a.tokens P) in *. set (q := q_of P) in *. pose proof (category_1 P WF K HK S C) as Hl.
  set (l := x P K). assert (R : (swept n q l (n - 1) <= l (n - 1)%nat + q * (l 0%nat - l (n - 1)%nat) + q ** n * (l (n - 1)%nat - l 0%nat))%Z)
    by (destruct (Nat.eq_dec n 2) as [E|]; [rewrite (upper_at_2 n q l E); lia|pose proof (upper_strict n q l ltac:(lia) ltac:(lia) Hl ltac:(lia)); lia]).
  split; [|split].
  - dle P. numbers P. rewrite at_last, (sw_1 P WF K HK S C) by (fold n; lia). exact R.
  - intros E. destruct (Nat.eq_dec n 2) as [E2|]; [unfold Names.n; cbn; fold n; lia|]. exfalso. pose proof (upper_strict n q l ltac:(lia) ltac:(lia) Hl ltac:(lia)) as St.
    assert (F : U (Names.base (sizes P)) (sw n q l (Names.at_ (Names.n (sizes P)))) == U (Names.base (sizes P)) (l (n - 1)%nat + q * (l 0%nat - l (n - 1)%nat) + q ** n * (l (n - 1)%nat - l 0%nat))).
    { eapply Qeq_trans; [symmetry; exact (zt_ P WF EP K HK S (Names.n (sizes P)) ltac:(lia))|]. rewrite E. deq P. numbers P. rewrite at_last. reflexivity. }
    apply u_eq in F; [|assumption]. rewrite at_last in F. unfold n, q, l in F, St. rewrite (sw_1 P WF K HK S C) in F by lia. lia.
  - intros E. assert (E2 : n = 2%nat) by (unfold Names.n in E; cbn in E; fold n in E; lia). deq P. numbers P. rewrite at_last, (sw_1 P WF K HK S C) by (fold n; lia). exact (upper_at_2 n q l E2).
Qed.
Theorem injectivity_digits : Statements.yun2020a_B_5_4_injectivity_digits.
Proof.
  intros P WF Dom. assert (EP : Names_yun2020a.encoded P = false) by (destruct Dom as [? [? [? [? Pos]]]]; unfold Names_yun2020a.positional in *; destruct (Names_yun2020a.encoded P); [discriminate|reflexivity]). pose proof (n2 P WF) as N2. pose proof (D2 P WF : (2 <= Names.base (sizes P))%Z) as HD. pose proof (d1 P WF) as Hd.
  intros K HK [S C] K' HK' [S' C'] j Hj E i Hi. sizes_of P. assert (2 <= Names.n (sizes P))%Z by (unfold Names.n; cbn; lia). assert (1 <= Names.d (sizes P))%Z by (unfold Names.d; cbn; lia). pose proof (q2 P WF).
  assert (Pj : Names.delta (sizes P) ^ (- j * Names.d (sizes P) + 1) == U (Names.base (sizes P)) (q_of P ** Z.to_nat j)).
  { rewrite (u_delta_power (Names.base (sizes P))) by (assumption || nia). replace (1 - (- j * Names.d (sizes P) + 1))%Z with (Z.of_nat (Z.to_nat j) * Names.d (sizes P))%Z by (rewrite Z2Nat.id by lia; ring). rewrite (rows_power P _ (Z.to_nat j)) by reflexivity. reflexivity. }
  pose proof (pow_positive (q_of P) (Z.to_nat j) ltac:(lia)) as Pp.
  assert (L1 : (1 <= Names.n (sizes P) <= Names.n (sizes P))%Z) by lia.
  rewrite (u_modulo (Names.base (sizes P)) HD _ _ _ _ Pp (zt_ P WF EP K HK S _ L1) Pj), (u_modulo (Names.base (sizes P)) HD _ _ _ _ Pp (zt_ P WF EP K' HK' S' _ L1) Pj) in E. apply u_eq in E; [|exact HD]. rewrite at_last, !(sw_1 P WF) in E by (assumption || lia).
  rewrite (z_ P WF EP K HK S), (z_ P WF EP K' HK' S') by lia. apply u_eq; [exact HD|].
  apply (last_digits _ _ _ _ N2 (q2 P WF) (category_1 P WF K HK S C) (category_1 P WF K' HK' S' C') (Z.to_nat j - 1) (Names_yun2020a.tokens P - 1)).
  - unfold Names.n in Hj; cbn in Hj; lia.
  - replace (Datatypes.S (Z.to_nat j - 1)) with (Z.to_nat j) by lia. exact E.
  - unfold Names.n, Names.at_ in *; cbn in *; lia.
Qed.

(* ---- Bounds that are attained ---- *)
Lemma pair_input P (WF : Names_yun2020a.well_formed P) b : Names_yun2020a.tokens P = 2%nat -> (1 <= b < q_of P)%Z -> let H := with_ids P (fun k => if Nat.eqb k 0 then 0%Z else b) in
  input P H /\ Names_yun2020a.sorted P H = 1%Z /\ Names_yun2020a.category P H = 1%Z /\ x P H 0 = 0%Z /\ x P H 1 = b.
Proof.
  intros N Hb H. assert (X : forall k, (k < 2)%nat -> x P H k = if Nat.eqb k 0 then 0%Z else b) by (intros k Hk; apply (with_ids_x P WF); [lia|destruct (Nat.eqb k 0); lia]).
  assert (I : input P H) by apply (with_ids_input P WF). split; [exact I|]. split; [|split; [|split; [exact (X 0%nat ltac:(lia))|exact (X 1%nat ltac:(lia))]]].
  - apply (is_sorted P WF H I). intros k Hk. rewrite N in Hk. replace k with 0%nat by lia. rewrite !X by lia. cbn. lia.
  - apply (is_category_1 P WF H I); [apply (grid_in_range P WF), (with_ids_grid P WF)|]. intros j k Hjk. rewrite N in Hjk. replace j with 0%nat by lia. replace k with 1%nat by lia. rewrite !X by lia. cbn. lia.
Qed.
Lemma two_tokens P : Names.n (sizes P) = 2%Z -> Names_yun2020a.tokens P = 2%nat.
Proof. unfold Names.n. cbn. lia. Qed.
Theorem lemma10_upper_attained : Statements.yun2020a_B_5_1_lemma10_upper_attained.
Proof.
  dense. sizes_of P. split.
  - intros N. pose proof (two_tokens P N) as N2. destruct (pair_input P WF (q_of P - 1) N2 ltac:(lia)) as [I [S [C [X0 X1]]]]. eexists. split; [exact I|]. split; [split; [exact S|exact C]|]. deq P. numbers P. rewrite at_last, D_less, Z.mul_assoc. rewrite (rows_power_less P _ (Names_yun2020a.tokens P)) by expo.
    rewrite (sw_1 P WF _ I S C) by lia. rewrite N2. cbn [Nat.sub swept]. rewrite X0, X1. rewrite !pow_step, pow_zero. ring.
  - intros N3 K HK [S C]. dlt P. numbers P. rewrite at_last, D_less, Z.mul_assoc. rewrite (rows_power_less P _ (Names_yun2020a.tokens P)) by expo. rewrite (sw_1 P WF K HK S C) by lia.
    assert (N3' : (3 <= Names_yun2020a.tokens P)%nat) by (unfold Names.n in N3; cbn in N3; lia). pose proof (upper_strict _ _ _ (n2 P WF) (q2 P WF) (category_1 P WF K HK S C) N3') as St.
    pose proof (last_below P WF K HK) as B. pose proof (x_nonneg P WF K HK C 0 ltac:(lia)) as P0. rewrite power_up in * by lia. pose proof (pow_positive (q_of P) (Names_yun2020a.tokens P - 1) ltac:(lia)). set (p := (q_of P ** (Names_yun2020a.tokens P - 1))%Z) in *. set (L := x P K (Names_yun2020a.tokens P - 1)) in *. set (q := q_of P) in *.
    assert (0 <= q * p - q)%Z by nia. assert ((q * p - q) * (L - x P K 0%nat) <= (q * p - q) * (q - 1))%Z by (apply Z.mul_le_mono_nonneg_l; lia). lia.
Qed.
Theorem shift1_ge : Statements.yun2020a_B_5_1_shift1_ge.
Proof.
  dense. sizes_of P. split.
  - intros K HK [S C]. dle P. numbers P. rewrite (sw_1 P WF K HK S C) by lia. exact (swept_q P WF K HK S C 0 ltac:(lia)).
  - intros N. pose proof (two_tokens P N) as N2. destruct (pair_input P WF 1 N2 ltac:(lia)) as [I [S [C [X0 X1]]]]. eexists. split; [exact I|]. split; [split; [exact S|exact C]|]. deq P. numbers P.
    rewrite (sw_1 P WF _ I S C) by lia. cbn [swept]. rewrite N2. cbn [Nat.sub]. rewrite X0, X1. change (Names.base (sizes P) ** Names.rows (sizes P))%Z with (q_of P). ring.
Qed.
Lemma count_less f g a m : (1 <= m)%nat -> (forall i, (a <= i < a + Z.of_nat m)%Z -> (f i < g i)%Z) -> (count_of f a m < count_of g a m)%Z.
Proof. induction m as [|m IH]; intros Hm L; [lia|]. cbn [count_of]. pose proof (L (a + Z.of_nat m)%Z ltac:(lia)). destruct m as [|m]; [cbn [count_of]; lia|]. specialize (IH ltac:(lia) ltac:(intros; apply L; lia)). lia. Qed.
Lemma count_scaled f c a m : (c * count_of f a m = count_of (fun i => c * f i) a m)%Z.
Proof. induction m as [|m IH]; cbn [count_of]; [ring|]. rewrite <- IH. ring. Qed.
Theorem order_j_chain2 : Statements.yun2020a_B_5_1_order_j_chain2.
Proof.
  dense. intros K HK j Hj [S C]. sizes_of P. dlt P; [nia..|]. numbers P. replace (Z.to_nat (j - 1 + 1 - 1)) with (Names.at_ j) by (unfold Names.at_; f_equal; lia). rewrite count_scaled. apply count_less; [unfold Names.at_; lia|]. intros i Hi. unfold Names.at_ in Hi. assert (Ri : (1 <= i <= j - 1)%Z) by lia. clear Hi. pose proof (token_of P j ltac:(lia)) as Tj.
  pose proof (Sweep.rising _ _ (n2 P WF) _ (category_1 P WF K HK S C) (Names.at_ (j - i)) (Names.at_ (j - i + 1)) ltac:(unfold Names.at_ in *; lia)) as Up.
  rewrite (rows_power P (- (- (j - 1) * Names.d (sizes P))) (Z.to_nat (j - 1))) by (rewrite Z2Nat.id by lia; ring). rewrite (rows_power P _ (Z.to_nat (i - 1))) by (rewrite Z2Nat.id by lia; ring).
  apply Z.mul_lt_mono_pos_r; [lia|]. apply Z.pow_lt_mono_r; lia.
Qed.

(* ---- The two facts about ids, and averages ---- *)
Theorem fact1 : Statements.yun2020a_B_5_fact1.
Proof.
  dense. sizes_of P. assert (Bound : forall j, inject_Z j <= Names.delta (sizes P) ^ (- Names.d (sizes P)) - 1 <-> (j <= q_of P - 1)%Z).
  { intros j. rewrite (i_delta_power (Names.base (sizes P))) by lia. rewrite (power_of_rows (sizes P)). change 1 with (inject_Z 1). change (- inject_Z 1) with (inject_Z (- (1))). unfold Qminus. change (- inject_Z 1) with (inject_Z (-1)). rewrite <- inject_Z_plus, <- Zle_Qle. change (Names.base (sizes P) ** Names.rows (sizes P))%Z with (q_of P). lia. }
  assert (Z1 : forall K, input P K -> Names_yun2020a.z P K 1 == U (Names.base (sizes P)) (x P K 0%nat)).
  { intros K HK. unfold Names_yun2020a.z, Names_yun2020a.v, Names_yun2020a.state. cbn [Z.to_nat firstn Definitions.run]. rewrite EP. exact (input_ids P WF K HK 0%nat ltac:(lia)). }
  intros y. split.
  - intros [K [HK [C E]]]. exists (x P K 0%nat). assert (N : has_negative (Names_yun2020a.tokens P) (Names_yun2020a.rows P) K = false) by (unfold Names_yun2020a.category, category_of in C; destruct (has_negative _ _ K); [lia|reflexivity]).
    assert (R : (0 <= x P K 0%nat <= q_of P - 1)%Z) by (apply number_range; [pose proof (D2 P WF); lia|intros r Hr; exact (in_range P WF K HK N r 0%nat Hr ltac:(lia))]). split; [split; [lia|apply Bound; lia]|]. rewrite E, (Z1 K HK). reflexivity.
  - intros [j [[J0 J1] E]]. apply Bound in J1. exists (with_ids P (fun _ => j)). split; [apply (with_ids_input P WF)|]. split; [apply in_range_category, (grid_in_range P WF), (with_ids_grid P WF)|].
    rewrite (Z1 _ (with_ids_input P WF _)), (with_ids_x P WF) by lia. exact E.
Qed.
Theorem fact2 : Statements.yun2020a_B_5_fact2.
Proof.
  intros P WF Dom. assert (EP : Names_yun2020a.encoded P = false) by (destruct Dom as [? [? [? [Pos ?]]]]; unfold Names_yun2020a.positional in *; destruct (Names_yun2020a.encoded P); [discriminate|reflexivity]). assert (Wide : Names_yun2020a.widened P = true) by (destruct Dom as [? [? [? [? Ext]]]]; unfold Names_yun2020a.extended in *; destruct (Names_yun2020a.widened P); [reflexivity|discriminate]). clear Dom.
  pose proof (n2 P WF) as N2. pose proof (D2 P WF : (2 <= Names.base (sizes P))%Z) as HD. pose proof (d1 P WF) as Hd. pose proof (q2 P WF) as Q2. sizes_of P. assert (2 <= Names.n (sizes P))%Z by (unfold Names.n; cbn; lia). assert (1 <= Names.d (sizes P))%Z by (unfold Names.d; cbn; lia).
  assert (Z1 : forall K, input P K -> Names_yun2020a.z P K 1 == U (Names.base (sizes P)) (x P K 0%nat)).
  { intros K HK. unfold Names_yun2020a.z, Names_yun2020a.v, Names_yun2020a.state. cbn [Z.to_nat firstn Definitions.run]. rewrite EP. exact (input_ids P WF K HK 0%nat ltac:(lia)). }
  assert (Bd : - (Names.delta (sizes P) ^ (- Names.n (sizes P) * Names.d (sizes P))) + Names.delta (sizes P) ^ (- Names.d (sizes P) + 1) - 1 == U (Names.base (sizes P)) (- (q_of P ** Names_yun2020a.tokens P * Names_yun2020a.base P) + q_of P - Names_yun2020a.base P)).
  { deq P; [nia..|]. numbers P.  change (Names.base (sizes P) ** Names.rows (sizes P))%Z with (q_of P). change (Names.base (sizes P)) with (Names_yun2020a.base P). ring. }
  pose proof (Z.pow_le_mono_r (q_of P) 1 (Z.of_nat (Names_yun2020a.tokens P)) ltac:(lia) ltac:(lia)) as Big. rewrite Z.pow_1_r in Big. split.
  - intros K HK Neg. assert (Least : Names.least (fun r => (1 <= r)%Z /\ (r <= Names.d (sizes P))%Z) (fun r => Names_yun2020a.G P K r 1) (U (Names.base (sizes P)) (smallest (fun r => entry_units P K r 0%nat) (seq 0 (Names_yun2020a.rows P))))).
    { apply (least_same (listed (seq 0 (Names_yun2020a.rows P)))); [exact (all_tokens (Names_yun2020a.rows P))|]. apply (least_units (Names.base (sizes P)) (Names_yun2020a.rows P)); [exact HD|destruct (Names_yun2020a.rows P); [lia|discriminate]|intros j Hj; apply in_seq in Hj; lia|].
      intros r Hr. exact (proj1 (entry_is P WF K HK (Names.at_ r) 0%nat (at_range r _ Hr) ltac:(lia))). }
    apply Neg in Least. destruct (smallest_attained (fun r => entry_units P K r 0%nat) (seq 0 (Names_yun2020a.rows P)) ltac:(destruct (Names_yun2020a.rows P); [lia|discriminate])) as [a [Ha Ea]]. rewrite Ea in Least. apply in_seq in Ha. clear Neg Ea.
    assert (Un : entry_units P K a 0%nat = (- (Names_yun2020a.base P ** (Names_yun2020a.tokens P * Names_yun2020a.rows P) * Names_yun2020a.base P))%Z).
    { destruct (entry_is P WF K HK a 0%nat ltac:(lia) ltac:(lia)) as [E [B|B]]; [|exact B]. exfalso. setoid_replace 0 with (U (Names.base (sizes P)) 0) in Least by (unfold U; ring). apply u_lt in Least; [lia|exact HD]. }
    split.
    + rewrite Bd, (Z1 K HK). apply u_le; [exact HD|]. exact (out_of_range_id P WF K HK 0%nat a ltac:(lia) ltac:(lia) Un).
    + rewrite Bd. zero_units (Names.base (sizes P)). apply u_lt; [exact HD|]. change (Names.base (sizes P)) with (Names_yun2020a.base P) in *. nia.
  - set (top := (fun r k => if Nat.eqb r 0 then out_of_range (Names_yun2020a.tokens P) (Names_yun2020a.rows P) (Names_yun2020a.base P) else inject_Z (Names_yun2020a.base P - 1) * Definitions.delta (Names_yun2020a.base P)) : matrix).
    assert (I : input P top). { unfold input, Names_yun2020a.input. rewrite Wide. intros r k Hr Hk. unfold top. destruct (Nat.eqb r 0); [right; reflexivity|left]. exists (Names_yun2020a.base P - 1)%Z. split; [cbn in HD; lia|reflexivity]. }
    exists top. split; [exact I|]. rewrite Bd, (Z1 _ I). apply u_eq; [exact HD|]. unfold x.
    set (w := (- (Names_yun2020a.base P ** (Names_yun2020a.tokens P * Names_yun2020a.rows P) * Names_yun2020a.base P))%Z).
    rewrite (number_ext _ _ _ (fun r => if Nat.eqb r 0 then w else (Names_yun2020a.base P - 1)%Z)).
    + assert (F : forall e, (number (Datatypes.S e) (Names_yun2020a.base P) (fun r => if Nat.eqb r 0 then w else (Names_yun2020a.base P - 1)%Z) = w + Names_yun2020a.base P ** Datatypes.S e - Names_yun2020a.base P)%Z).
      { induction e as [|e IH]; [cbn [number Nat.eqb]; rewrite pow_step, pow_zero; ring|]. cbn [number] in *. rewrite IH. cbn [Nat.eqb]. rewrite !pow_step. ring. }
      replace (Names_yun2020a.rows P) with (Datatypes.S (Names_yun2020a.rows P - 1)) at 1 by lia. rewrite F. replace (Datatypes.S (Names_yun2020a.rows P - 1)) with (Names_yun2020a.rows P) by lia. unfold w. rewrite Nat2Z.inj_mul, (Z.mul_comm (Z.of_nat (Names_yun2020a.tokens P))), Z.pow_mul_r by lia. ring.
    + intros r Hr. destruct (Nat.eqb_spec r 0) as [->|Ne].
      * destruct (entry_is P WF top I 0%nat 0%nat Hr ltac:(lia)) as [E [B|B]]; [|exact B]. exfalso. assert (Y : top 0%nat 0%nat == inject_Z w * Definitions.delta (Names_yun2020a.base P)) by (unfold top, out_of_range, w, Definitions.delta; cbn [Nat.eqb]; rewrite inject_Z_opp, inject_Z_mult; field; exact (base_not_zero _ HD)).
        rewrite E in Y. change (U (Names.base (sizes P)) (entry_units P top 0%nat 0%nat) == U (Names.base (sizes P)) w) in Y. apply u_eq in Y; [|exact HD]. rewrite Y in B. unfold w in B. pose proof (pow_positive (Names_yun2020a.base P) (Names_yun2020a.tokens P * Names_yun2020a.rows P) ltac:(cbn in HD; lia)). cbn in HD. nia.
      * apply (units_of P WF top I); [exact Hr|lia|]. unfold top. destruct (Nat.eqb_spec r 0); [contradiction|reflexivity].
Qed.
