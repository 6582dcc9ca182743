(* Claims of yun2020a and sparsebert about single inputs: equal columns, ids as differences, and what the two heads of sparsebert give together. *)
From Coq Require Import QArith Qround Lqa List Arith Lia Bool.
From Hardmax Require Import Definitions Arithmetic Digits SelectiveShift Layers Heads Network Dense Within Runs Sweep DenseLayers SortedSweep DenseRuns ClaimsSweep ClaimsHeads OthersSweep ClaimsOthers.
From Hardmax Require Names Names_yun2020a Names_sparsebert Statements.
Import ListNotations.
Open Scope Q_scope.

(* ---- yun2020a: one column, repeated ---- *)
Lemma one_column P K : (2 <= Names_yun2020a.tokens P)%nat -> Names_yun2020a.columns P K = 1%Z -> forall k, (k < Names_yun2020a.tokens P)%nat -> x P K k = x P K 0.
Proof.
  intros N2 C. unfold Names_yun2020a.columns, different_columns in C. set (n := Names_yun2020a.tokens P) in *. set (d := Names_yun2020a.rows P) in *. set (f := fun k => negb (existsb (fun j => equal_columns d K j k) (seq 0 k))) in *.
  assert (L : filter f (seq 1 (n - 1)) = []).
  { replace n with (S (n - 1)) in C by lia. cbn [seq filter] in C. change (f 0%nat) with true in C. cbv iota in C. cbn [length] in C. destruct (filter f (seq 1 (n - 1))); [reflexivity|cbn [length] in C; lia]. }
  assert (G : forall m k, (k < m)%nat -> (k < n)%nat -> x P K k = x P K 0); [|intros k Hk; exact (G (S k) k ltac:(lia) Hk)].
  induction m as [|m IH]; intros k Hk Hn; [lia|]. destruct k as [|k]; [reflexivity|].
  assert (F : f (S k) = false) by (destruct (f (S k)) eqn:F; [|reflexivity]; assert (I : In (S k) (filter f (seq 1 (n - 1)))) by (apply filter_In; split; [apply in_seq; lia|exact F]); rewrite L in I; destruct I).
  unfold f in F. apply negb_false_iff, existsb_exists in F. destruct F as [j [Hj E]]. apply in_seq in Hj. unfold equal_columns in E. rewrite forallb_forall in E. rewrite <- (IH j) by lia. unfold x. apply number_ext. intros r Hr.
  specialize (E r ltac:(apply in_seq; unfold d; lia)). apply Qeq_bool_iff in E. unfold entry_units. apply Qfloor_comp. rewrite E. reflexivity.
Qed.
Theorem one_column_stays : Statements.yun2020a_B_5_2_n1_eq_1.
Proof.
  dense. intros K HK k Hk [S [C One]]. sizes_of P. pose proof (token_of P k Hk) as T. pose proof (one_column P K ltac:(assumption) One) as Same. deq P. numbers P.
  rewrite (sw_all_equal _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK)); [symmetry; apply Same; exact T|exact (category_2 P WF K HK C 0%nat ltac:(lia))|apply Same; lia|exact T].
Qed.

(* ---- yun2020a: differences of neighbours after the sweep ---- *)
Fixpoint steps (q : Z) (l : nat -> Z) (a : nat) : Z := match a with O => 0 | S b => q * steps q l b + (q - 1) * (l (S b) - l b) end.
Lemma steps_sum q l a g : (forall k, (k < a)%nat -> g (1 + Z.of_nat k) = q ** k * (q - 1) * (l (a - k)%nat - l (a - k - 1)%nat))%Z -> count_of g 1 a = steps q l a.
Proof.
  intros G. assert (K : forall m, (m <= a)%nat -> steps q l a = (count_of g 1 m + q ** m * steps q l (a - m))%Z).
  - induction m as [|m IH]; intros Hm; cbn [count_of]; [rewrite Nat.sub_0_r, pow_zero; ring|]. rewrite IH, G by lia. replace (a - m)%nat with (S (a - S m)) by lia. cbn [steps]. replace (S (a - S m) - 1)%nat with (a - S m)%nat by lia. rewrite pow_step. ring.
  - rewrite (K a (le_n a)), Nat.sub_diag. cbn [steps]. ring.
Qed.
Lemma swept_difference n q l : forall a, (swept n q l (S a) - swept n q l a = q ** S a * (q - 1) * (l (n - 1)%nat - l 0%nat) - steps q l (S a))%Z.
Proof.
  induction a as [|a IH]; [cbn [swept steps]; rewrite pow_step, pow_zero; ring|].
  replace (swept n q l (S (S a)) - swept n q l (S a))%Z with (q * (swept n q l (S a) - swept n q l a) - (q - 1) * (l (S (S a)) - l (S a)))%Z by (cbn [swept]; ring). rewrite IH. cbn [steps]. rewrite !pow_step. ring.
Qed.
Theorem difference_form : Statements.yun2020a_B_5_1_order_j_equiv.
Proof.
  dense. intros K HK j Hj [S C]. sizes_of P. pose proof (token_of P j ltac:(lia)) as T. deq P. numbers P. set (a := Names.at_ (j - 1)). assert (Ea : Names.at_ j = Datatypes.S a) by (unfold a, Names.at_; lia). assert (Za : Z.of_nat a = (j - 2)%Z) by (unfold a, Names.at_; lia).
  rewrite at_last, Ea, !(sw_1 P WF K HK S C) by lia. replace (Z.to_nat (j - 1 + 1 - 1)) with (Datatypes.S a) by lia. rewrite swept_difference.
  rewrite (rows_power P (- (- (j - 1) * Names.d (sizes P))) (Datatypes.S a)) by (rewrite Nat2Z.inj_succ, Za; unfold Z.succ; ring). rewrite (steps_sum (q_of P) (x P K) (Datatypes.S a)); [ring|].
  intros k Hk. rewrite (rows_power P (- (- (1 + Z.of_nat k) * Names.d (sizes P) + Names.d (sizes P))) k) by ring. replace (Names.at_ (j - (1 + Z.of_nat k) + 1)) with (Datatypes.S a - k)%nat by (unfold Names.at_; lia). replace (Names.at_ (j - (1 + Z.of_nat k))) with (Datatypes.S a - k - 1)%nat by (unfold Names.at_; lia). ring.
Qed.

(* ---- sparsebert ---- *)
Ltac plain_sparse P WF Dom EP := intros P WF Dom;
  assert (EP : Names_sparsebert.encoded P = false) by (destruct Dom as [? [? [? Pos]]]; unfold Names_sparsebert.positional in *; destruct (Names_sparsebert.encoded P); [discriminate|reflexivity]).
Theorem distinct_inputs : Statements.sparsebert_A_2_2_wlog_repaired.
Proof.
  plain_sparse P WF Dom EP. intros K HK C k Hk k' Hk' Ne E. assert (HD := DenseRuns.D2 (as_dense P) (dense_formed P WF)).
  assert (F : forall k, (1 <= k <= Names_sparsebert.n P)%Z -> Names_sparsebert.z P K k == U (Names_sparsebert.base P) (DenseRuns.x (as_dense P) K (Names.at_ k))).
  { intros i Hi. unfold Names_sparsebert.z, Names_sparsebert.v, Names_sparsebert.state. cbn [Z.to_nat firstn Definitions.run]. rewrite EP. exact (input_ids (as_dense P) (dense_formed P WF) K HK (Names.at_ i) (s_token P i Hi)). }
  rewrite (F k Hk), (F k' Hk') in E. apply u_eq in E; [|exact HD]. assert (G := distinct_ids (as_dense P) (dense_formed P WF) K HK C). pose proof (s_token P k Hk). pose proof (s_token P k' Hk').
  destruct (Nat.lt_trichotomy (Names.at_ k) (Names.at_ k')) as [L|[L|L]]; [exact (G _ _ (conj L H0) E)|unfold Names.at_ in L; lia|exact (G _ _ (conj L H) (eq_sym E))].
Qed.
(* Whatever the input: within the sweep all ids are whole numbers of delta, so none is on the edge of a window. *)
Lemma whole_ids P (WF : Names_sparsebert.well_formed P) (EP : Names_sparsebert.encoded P = false) K (HK : Names_sparsebert.input P K) t k : (0 <= t <= sq P)%Z -> (1 <= k <= Names_sparsebert.n P)%Z ->
  exists y, Names_sparsebert.v P t K k == inject_Z y * Names_sparsebert.delta P.
Proof.
  intros Ht Hk. assert (N2 : (2 <= Names_sparsebert.tokens P)%nat) by apply WF. unfold Names_sparsebert.v, Names_sparsebert.state, Names_sparsebert.layers.
  rewrite firstn_app, (first_length P EP). replace (Z.to_nat t - Z.to_nat (sq P))%nat with O by lia. cbn [firstn]. rewrite app_nil_r, EP. unfold Names_sparsebert.first_stage. rewrite EP.
  eexists. refine (sweep_layers (Names_sparsebert.tokens P) (Names_sparsebert.rows P) (Names_sparsebert.base P) (others (Names_sparsebert.tokens P)) (proj1 (proj2 WF)) (proj2 (proj2 WF)) _ _ _ (encode false K) (Z.to_nat t) (input_ids (as_dense P) (dense_formed P WF) K HK) _ (Names.at_ k) (s_token P k Hk)).
  - intros a b _ Hb. apply in_others in Hb. lia.
  - intros a Ha. destruct (Nat.eq_dec a 0) as [->|]; [apply (not_empty 1%nat)|apply (not_empty 0%nat)]; apply in_others; lia.
  - lia.
Qed.
Theorem heads_together : Statements.sparsebert_A_2_2_Psi_otherwise_repaired.
Proof.
  plain_sparse P WF Dom EP. intros K HK t Ht k Hk b. destruct (psi_of_others P WF Dom K HK t Ht 1%Z ltac:(lia) k Hk) as [U1 D1]. destruct (psi_of_others P WF Dom K HK t Ht 2%Z ltac:(lia) k Hk) as [U2 D2].
  change (inject_Z (t - 1) * Names_sparsebert.delta P) with b in U1, D1, U2, D2. pose proof (unit_positive (Names_sparsebert.base P) (proj2 (proj2 WF))) as Y. change (/ inject_Z (Names_sparsebert.base P)) with (Names_sparsebert.delta P) in Y.
  change (inject_Z 1) with 1 in U1, D1. change (inject_Z 2) with 2 in U2, D2. unfold Qdiv in *. change (/ 2) with (1 # 2) in *. split.
  - intros [C1 C2]. destruct U1 as [m [G E1]]; [lra|]. destruct D2 as [m' [G' E2]]; [lra|]. exists m, m'. split; [exact G|split; [exact G'|]]. rewrite E1, E2. reflexivity.
  - intros Out. assert (Len : Names_sparsebert.layers_selective_shift P = sq P) by (unfold Names_sparsebert.layers_selective_shift; rewrite (first_length P EP); pose proof (DenseRuns.q2 (as_dense P) (dense_formed P WF)) as Q2; cbn in Q2; lia). rewrite Len in Ht. destruct (whole_ids P WF EP K HK (t - 1) k ltac:(lia) Hk) as [y E].
    assert (Eb : b == inject_Z (t - 1) * Names_sparsebert.delta P) by reflexivity. clearbody b.
    destruct (Z.lt_trichotomy y (t - 1)) as [L|[L|L]].
    + assert (Q : inject_Z y + 1 <= inject_Z (t - 1)) by (change 1 with (inject_Z 1); rewrite <- inject_Z_plus, <- Zle_Qle; lia). assert (V : Names_sparsebert.v P (t - 1) K k + Names_sparsebert.delta P <= b) by (rewrite E, Eb; nra).
      destruct D1 as [m [G E1]]; [lra|]. destruct D2 as [m' [G' E2]]; [lra|]. rewrite E1, E2, (least_unique _ _ _ _ G G'). ring.
    + exfalso. apply Out. rewrite E, Eb, L. lra.
    + assert (Q : inject_Z (t - 1) + 1 <= inject_Z y) by (change 1 with (inject_Z 1); rewrite <- inject_Z_plus, <- Zle_Qle; lia). assert (V : b + Names_sparsebert.delta P <= Names_sparsebert.v P (t - 1) K k) by (rewrite E, Eb; nra).
      destruct U1 as [m [G E1]]; [lra|]. destruct U2 as [m' [G' E2]]; [lra|]. rewrite E1, E2, (greatest_unique _ _ _ _ G G'). ring.
Qed.
