(* Claims of yun2020a and sparsebert about the heads of the sweep, and a few that are left of the sweep of yun2020a. *)
From Coq Require Import QArith Qround Qabs Lqa List Arith Lia Bool.
From Hardmax Require Import Definitions Arithmetic Digits SelectiveShift Layers Heads Network Dense Runs Sweep DenseLayers SortedSweep DenseRuns ClaimsSweep ClaimsCategories.
From Hardmax Require Names Names_yun2020a Names_sparsebert Statements.
Import ListNotations.
Open Scope Q_scope.

Theorem ids_of_contexts : Statements.yun2020a_B_5_1_lemma10_domain_repaired.
Proof.
  dense. intros K HK [S C]. sizes_of P. split.
  - intros k Hk. pose proof (token_of P k Hk) as T. exists (x P K (Names.at_ k)). pose proof (x_nonneg P WF K HK C _ T). pose proof (x_below P WF K HK _ T). split; [split; [assumption|]|exact (z_ P WF EP K HK S k Hk)].
    dle P. numbers P. nia.
  - intros k Hk. pose proof (rising _ _ (n2 P WF) _ (category_1 P WF K HK S C) (Names.at_ k) (Datatypes.S (Names.at_ k)) ltac:(unfold Names.n, Names.at_ in *; cbn [Names.tokens sizes] in *; lia)). dlt P. numbers P. assumption.
Qed.
Section Heads.
Variable P : Names_yun2020a.run.
Notation n := (Names_yun2020a.tokens P).
Notation q := (q_of P).
Hypothesis WF : Names_yun2020a.well_formed P.
Hypothesis EP : Names_yun2020a.encoded P = false.
Lemma sweep_layer t : (1 <= t <= q)%Z -> exists lo hi, nth (Names.at_ t) (Names_yun2020a.layers P) [] = Psi (Names_yun2020a.base P) (inject_Z q) lo hi /\
  lo == (inject_Z (t - 1) * Names.delta (sizes P)) - Names.delta (sizes P) * (1 # 2) /\ hi == (inject_Z (t - 1) * Names.delta (sizes P)) + Names.delta (sizes P) * (1 # 2).
Proof.
  intros Ht. unfold Names_yun2020a.layers. rewrite app_nth1 by (rewrite (sweep_length P EP); unfold Names.at_; lia). unfold Names_yun2020a.first_stage. rewrite EP. unfold sweep, sweep_of.
  match goal with |- context [map ?g _] => set (f := g) end. rewrite (nth_indep _ [] (f O)) by (rewrite map_length, seq_length; unfold Names.at_, Definitions.q; lia). rewrite map_nth, seq_nth by (unfold Names.at_, Definitions.q; lia). cbn [Nat.add]. unfold f. cbv zeta.
  do 2 eexists. split; [reflexivity|]. unfold Names.at_. rewrite Z2Nat.id by lia. split; unfold Names.delta, Qdiv; change (/ 2) with (1 # 2); cbn [Names.base sizes]; ring.
Qed.
Variable K : matrix.
Notation Zs t := (Names_yun2020a.state P (t - 1) K).
Lemma everyone_seen k : Names_yun2020a.edges P O (Names.at_ k) = seq 0 n /\ seq 0 n <> [].
Proof. split; [reflexivity|]. pose proof (n2 P WF). destruct n; [lia|discriminate]. Qed.
Lemma largest_of_all t j : In j (seq 0 n) -> (forall i, In i (seq 0 n) -> column_id (Names_yun2020a.rows P) (Names_yun2020a.base P) (Zs t) i <= column_id (Names_yun2020a.rows P) (Names_yun2020a.base P) (Zs t) j) ->
  Names.greatest (fun k => (1 <= k)%Z /\ (k <= Names.n (sizes P))%Z) (fun k => Names_yun2020a.v P (t - 1) K k) (column_id (Names_yun2020a.rows P) (Names_yun2020a.base P) (Zs t) j).
Proof.
  intros Hj M. apply in_seq in Hj. split.
  - exists (Names.one_based j). split; [unfold Names.one_based, Names.n; cbn [Names.tokens sizes]; lia|]. unfold Names_yun2020a.v. rewrite at_one_based. reflexivity.
  - intros k Hk. apply M. apply in_seq. pose proof (token_of P k Hk). lia.
Qed.
Lemma smallest_of_all t j : In j (seq 0 n) -> (forall i, In i (seq 0 n) -> column_id (Names_yun2020a.rows P) (Names_yun2020a.base P) (Zs t) j <= column_id (Names_yun2020a.rows P) (Names_yun2020a.base P) (Zs t) i) ->
  Names.least (fun k => (1 <= k)%Z /\ (k <= Names.n (sizes P))%Z) (fun k => Names_yun2020a.v P (t - 1) K k) (column_id (Names_yun2020a.rows P) (Names_yun2020a.base P) (Zs t) j).
Proof.
  intros Hj M. apply in_seq in Hj. split.
  - exists (Names.one_based j). split; [unfold Names.one_based, Names.n; cbn [Names.tokens sizes]; lia|]. unfold Names_yun2020a.v. rewrite at_one_based. reflexivity.
  - intros k Hk. apply M. apply in_seq. pose proof (token_of P k Hk). lia.
Qed.
(* A head with bias b: the largest id where the own one is above b, the smallest where it is below. *)
Lemma head_above t h c b k : Names_yun2020a.head_of P t h = psi (Names_yun2020a.base P) c b -> b < Names_yun2020a.v P (t - 1) K k ->
  exists m, Names.greatest (fun k => (1 <= k)%Z /\ (k <= Names.n (sizes P))%Z) (fun k => Names_yun2020a.v P (t - 1) K k) m /\ Names_yun2020a.head P t h K k == m.
Proof.
  intros E L. destruct (everyone_seen k) as [Es NE]. destruct (psi_above (Names_yun2020a.rows P) (Names_yun2020a.base P) c b (seq 0 n) (Zs t) (Names.at_ k) NE L) as [j [I [Ej M]]].
  exists (column_id (Names_yun2020a.rows P) (Names_yun2020a.base P) (Zs t) j). split; [exact (largest_of_all t j I M)|]. unfold Names_yun2020a.head. rewrite E, Es. exact Ej.
Qed.
Lemma head_below t h c b k : Names_yun2020a.head_of P t h = psi (Names_yun2020a.base P) c b -> Names_yun2020a.v P (t - 1) K k < b ->
  exists m, Names.least (fun k => (1 <= k)%Z /\ (k <= Names.n (sizes P))%Z) (fun k => Names_yun2020a.v P (t - 1) K k) m /\ Names_yun2020a.head P t h K k == m.
Proof.
  intros E L. destruct (everyone_seen k) as [Es NE]. destruct (psi_below (Names_yun2020a.rows P) (Names_yun2020a.base P) c b (seq 0 n) (Zs t) (Names.at_ k) NE L) as [j [I [Ej M]]].
  exists (column_id (Names_yun2020a.rows P) (Names_yun2020a.base P) (Zs t) j). split; [exact (smallest_of_all t j I M)|]. unfold Names_yun2020a.head. rewrite E, Es. exact Ej.
Qed.
End Heads.
Theorem psi_cases : Statements.yun2020a_B_5_psi_cases.
Proof.
  dense. intros K HK t Ht h Hh k Hk _ b. sizes_of P. rewrite (selective_layers P WF EP) in Ht. destruct (sweep_layer P EP t Ht) as [lo [hi [L [El Eh]]]].
  assert (F : exists c b', Names_yun2020a.head_of P t h = psi (Names_yun2020a.base P) c b' /\ b' == b).
  { assert (Ch : (h = 1 \/ h = 2)%Z) by lia. unfold Names_yun2020a.head_of. rewrite L. destruct Ch as [-> | ->].
    - do 2 eexists. split; [reflexivity|]. rewrite El. unfold b, Qdiv. change (inject_Z 1) with 1. change (/ 2) with (1 # 2). ring.
    - do 2 eexists. split; [reflexivity|]. rewrite Eh. unfold b, Qdiv. change (inject_Z 2) with 2. change (/ 2) with (1 # 2). ring. }
  destruct F as [c [b' [Ef Eb]]]. split; intros C.
  - apply (head_above P WF K t h c b' k Ef). rewrite Eb. exact C.
  - apply (head_below P WF K t h c b' k Ef). rewrite Eb. exact C.
Qed.
Theorem Psi_cases : Statements.yun2020a_B_5_Psi_cases.
Proof.
  dense. intros K HK t Ht k Hk _ b. sizes_of P. rewrite (selective_layers P WF EP) in Ht. destruct (sweep_layer P EP t Ht) as [lo [hi [L [El Eh]]]].
  assert (F1 : Names_yun2020a.head_of P t 1 = psi (Names_yun2020a.base P) (inject_Z (q_of P)) lo) by (unfold Names_yun2020a.head_of; rewrite L; reflexivity).
  assert (F2 : Names_yun2020a.head_of P t 2 = psi (Names_yun2020a.base P) (- inject_Z (q_of P)) hi) by (unfold Names_yun2020a.head_of; rewrite L; reflexivity).
  assert (Y : 0 < Names.delta (sizes P)) by exact (unit_positive _ (D2 P WF)). unfold Qdiv in *. change (/ 2) with (1 # 2) in *. change (inject_Z (t - 1) * Names.delta (sizes P)) with b in El, Eh. split.
  - intros [C1 C2]. destruct (head_above P WF K t 1 _ lo k F1) as [m [G E1]]; [rewrite El; exact C1|]. destruct (head_below P WF K t 2 _ hi k F2) as [m' [G' E2]]; [rewrite Eh; exact C2|].
    exists m, m'. split; [exact G|split; [exact G'|]]. rewrite E1, E2. reflexivity.
  - intros [C|C].
    + destruct (head_below P WF K t 1 _ lo k F1) as [m [G E1]]; [rewrite El; exact C|]. destruct (head_below P WF K t 2 _ hi k F2) as [m' [G' E2]]; [rewrite Eh; lra|]. rewrite E1, E2, (least_unique _ _ _ _ G G'). ring.
    + destruct (head_above P WF K t 1 _ lo k F1) as [m [G E1]]; [rewrite El; lra|]. destruct (head_above P WF K t 2 _ hi k F2) as [m' [G' E2]]; [rewrite Eh; exact C|]. rewrite E1, E2, (greatest_unique _ _ _ _ G G'). ring.
Qed.
Theorem lemma6_layers : Statements.yun2020a_5_2_lemma6_layers.
Proof.
  dense. sizes_of P. assert (E : Names.delta (sizes P) ^ (- Names.d (sizes P)) == inject_Z (q_of P)).
  { eapply Qeq_trans; [apply (i_delta_power (Names.base (sizes P))); lia|]. rewrite (power_of_rows (sizes P)). reflexivity. }
  split; [|split; [|split]].
  - rewrite (selective_layers P WF EP), E. reflexivity.
  - reflexivity.
  - intros t [T1 T2]. rewrite E, <- Zle_Qle in T2. destruct (sweep_layer P EP t ltac:(lia)) as [lo [hi [L _]]]. unfold Names_yun2020a.heads. rewrite L. reflexivity.
  - assert (Et : Names.whole (Names.delta (sizes P) ^ (- Names.d (sizes P)) + 1) = (q_of P + 1)%Z) by (unfold Names.whole; rewrite (Qfloor_comp _ (inject_Z (q_of P + 1))); [apply Qfloor_Z|rewrite E, inject_Z_plus; reflexivity]).
    rewrite Et. unfold Names_yun2020a.heads, Names_yun2020a.layers. rewrite app_nth2 by (rewrite (sweep_length P EP); unfold Names.at_; lia). rewrite (sweep_length P EP). replace (Names.at_ (q_of P + 1) - Z.to_nat (q_of P))%nat with O by (unfold Names.at_; lia). reflexivity.
Qed.

(* ---- Sums of neighbouring differences ---- *)
Theorem order_first_sign : Statements.yun2020a_B_5_1_order_j_chain1_repaired.
Proof.
  dense. intros K HK j Hj [S C]. sizes_of P. pose proof (token_of P j ltac:(lia)) as T.
  assert (Sum : forall m, (m <= Names.at_ j)%nat -> count_of (fun i => x P K (Names.at_ (j - i + 1)) - x P K (Names.at_ (j - i)))%Z 1 m = (x P K (Names.at_ j) - x P K (Names.at_ j - m))%Z).
  { induction m as [|m IH]; intros Hm; cbn [count_of]; [rewrite Nat.sub_0_r; lia|]. rewrite IH by lia. replace (Names.at_ (j - (1 + Z.of_nat m) + 1)) with (Names.at_ j - m)%nat by (unfold Names.at_; lia). replace (Names.at_ (j - (1 + Z.of_nat m))) with (Names.at_ j - Datatypes.S m)%nat by (unfold Names.at_; lia). lia. }
  assert (Pw : (0 <= Names_yun2020a.base P ^ (- (- (j - 1) * Names.d (sizes P))))%Z) by (apply Z.pow_nonneg; pose proof (D2 P WF); lia).
  dle P; [nia..|]. numbers P. replace (Z.to_nat (j - 1 + 1 - 1)) with (Names.at_ j) by (unfold Names.at_; f_equal; lia). rewrite Sum, Nat.sub_diag, at_last by lia.
  apply Z.mul_le_mono_nonneg_l; [exact Pw|]. pose proof (at_most _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) _ T). lia.
Qed.
Theorem lower_step1 : Statements.yun2020a_B_5_4_lower_step1.
Proof.
  dense. intros K HK [S C]. sizes_of P. dle P. numbers P. replace (Z.to_nat (Names.n (sizes P) - 1 + 1 - 1)) with (Names_yun2020a.tokens P - 1)%nat by (unfold Names.n; cbn [Names.tokens sizes]; lia). rewrite differences_all by lia. rewrite at_last, Nat.sub_diag.
  rewrite (rows_power P (- (- (Names.n (sizes P) - 1) * Names.d (sizes P))) (Names_yun2020a.tokens P - 1)) by expo. rewrite power_up by assumption. rewrite (sw_1 P WF K HK S C) by lia.
  set (n := Names_yun2020a.tokens P) in *. set (q := q_of P) in *. set (L := x P K (n - 1)) in *. set (g := (L - x P K 0)%Z).
  assert (G : forall j, (j < n)%nat -> (q ** j * ((q - 1) * g) <= swept n q (x P K) j - L)%Z).
  { induction j as [|j IH]; intros Hj; [rewrite pow_zero; cbn [swept]; unfold g, L; lia|]. specialize (IH ltac:(lia)). rewrite pow_step. cbn [swept]. pose proof (at_most _ _ _ (n2 P WF) (q2 P WF) (x_rises P WF K HK S) (last_below P WF K HK) _ Hj) as B. fold n L in B.
    set (y := (q ** j * ((q - 1) * g))%Z) in *. replace (q * q ** j * ((q - 1) * g))%Z with (q * y)%Z by (unfold y; ring). nia. }
  specialize (G (n - 1)%nat ltac:(lia)). pose proof (x_nonneg P WF K HK C (n - 1) ltac:(lia)) as LP. fold L in LP. unfold g in G. lia.
Qed.
Theorem closed_form_before : Statements.yun2020a_B_5_1_closed_form_jm1.
Proof.
  dense. intros K HK j Hj [S C]. sizes_of P. pose proof (token_of P j ltac:(lia)) as T. deq P. numbers P. rewrite at_last, (sw_1 P WF K HK S C) by (unfold Names.at_ in *; lia).
  replace (Z.to_nat (j - 1 + 1 - 2)) with (Names.at_ (j - 1)) by (unfold Names.at_; lia).
  rewrite (count_of_sum _ (fun i => q_of P ** i * (x P K (Names.at_ (j - 1) - i)%nat - x P K (Names.at_ (j - 1) - i + 1)%nat))%Z).
  - rewrite (rows_power P (- (- (j - 1) * Names.d (sizes P))) (Datatypes.S (Names.at_ (j - 1)))) by (rewrite Nat2Z.inj_succ; unfold Names.at_; rewrite Z2Nat.id by lia; unfold Z.succ; ring). rewrite swept_shifted, SelectiveShift.closed_form. reflexivity.
  - intros i Hi. rewrite (rows_power P _ i) by ring. replace (Names.at_ (j - (2 + Z.of_nat i - 1))) with (Names.at_ (j - 1) - i)%nat by (unfold Names.at_ in *; lia). replace (Names.at_ (j - (2 + Z.of_nat i - 1) + 1)) with (Names.at_ (j - 1) - i + 1)%nat by (unfold Names.at_ in *; lia). reflexivity.
Qed.

(* ---- sparsebert: a head sees the others alone ---- *)
Theorem psi_of_others : Statements.sparsebert_A_2_2_psi.
Proof.
  intros P WF Dom K HK t Ht h Hh k Hk b. destruct WF as [N2 [R1 HD]].
  assert (EP : Names_sparsebert.encoded P = false) by (destruct Dom as [? [? [? Pos]]]; unfold Names_sparsebert.positional in *; destruct (Names_sparsebert.encoded P); [discriminate|reflexivity]).
  assert (Len : length (Names_sparsebert.first_stage P) = Z.to_nat (Definitions.q (Names_sparsebert.rows P) (Names_sparsebert.base P))) by (unfold Names_sparsebert.first_stage; rewrite EP; unfold sweep, sweep_of; rewrite map_length, seq_length; reflexivity).
  unfold Names_sparsebert.layers_selective_shift in Ht. rewrite Len in Ht.
  assert (F : exists c b', Names_sparsebert.head_of P t h = psi (Names_sparsebert.base P) c b' /\ b' == b).
  { unfold Names_sparsebert.head_of, Names_sparsebert.layers. rewrite app_nth1 by (rewrite Len; unfold Names.at_; lia). unfold Names_sparsebert.first_stage. rewrite EP. unfold sweep, sweep_of.
    match goal with |- context [map ?g _] => set (f := g) end. rewrite (nth_indep _ [] (f O)) by (rewrite map_length, seq_length; unfold Names.at_; lia). rewrite map_nth, seq_nth by (unfold Names.at_; lia). cbn [Nat.add]. unfold f. cbv zeta.
    assert (Et : Z.of_nat (Names.at_ t) = (t - 1)%Z) by (unfold Names.at_; lia). rewrite Et. assert (Ch : (h = 1 \/ h = 2)%Z) by lia. unfold b, Names_sparsebert.delta, Qdiv. change (/ 2) with (1 # 2). destruct Ch as [-> | ->].
    - do 2 eexists. split; [reflexivity|]. change (inject_Z 1) with 1. ring.
    - do 2 eexists. split; [reflexivity|]. change (inject_Z 2) with 2. ring. }
  destruct F as [c [b' [Ef Eb]]]. unfold Names_sparsebert.n in *. set (n := Names_sparsebert.tokens P) in *. set (B := Names_sparsebert.edges P O (Names.at_ k)).
  assert (InB : forall j, In j B <-> (j < n)%nat /\ j <> Names.at_ k) by (intros j; unfold B, Names_sparsebert.edges, all_others; rewrite filter_In, in_seq, negb_true_iff, Nat.eqb_neq; fold n; lia).
  assert (NE : B <> []) by (destruct (Nat.eq_dec (Names.at_ k) 0) as [E|E]; [apply (not_empty 1%nat)|apply (not_empty 0%nat)]; apply InB; lia).
  set (Z0 := Names_sparsebert.state P (t - 1) K). unfold Names_sparsebert.head. rewrite Ef. unfold Names_sparsebert.v. fold Z0 B.
  assert (One : forall j, In j B -> ((1 <= Names.one_based j)%Z /\ (Names.one_based j <= Z.of_nat n)%Z) /\ Names.one_based j <> k) by (intros j Hj; apply InB in Hj; unfold Names.one_based, Names.at_ in *; lia).
  assert (Mem : forall j, ((1 <= j)%Z /\ (j <= Z.of_nat n)%Z) /\ j <> k -> In (Names.at_ j) B) by (intros j Hj; apply InB; unfold Names.at_; lia).
  split; intros L.
  - destruct (psi_above (Names_sparsebert.rows P) (Names_sparsebert.base P) c b' B Z0 (Names.at_ k) NE) as [j [I [Ej M]]]; [rewrite Eb; exact L|].
    exists (column_id (Names_sparsebert.rows P) (Names_sparsebert.base P) Z0 j). split; [|exact Ej]. split; [exists (Names.one_based j); split; [apply One; exact I|rewrite at_one_based; reflexivity]|intros i Hi; apply M; apply Mem; exact Hi].
  - destruct (psi_below (Names_sparsebert.rows P) (Names_sparsebert.base P) c b' B Z0 (Names.at_ k) NE) as [j [I [Ej M]]]; [rewrite Eb; exact L|].
    exists (column_id (Names_sparsebert.rows P) (Names_sparsebert.base P) Z0 j). split; [|exact Ej]. split; [exists (Names.one_based j); split; [apply One; exact I|rewrite at_one_based; reflexivity]|intros i Hi; apply M; apply Mem; exact Hi].
Qed.
