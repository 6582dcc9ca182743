(* sparsebert, Section A.2.2: the literal network without encodings has the ids of OthersSweep.v, for every sorted input with distinct columns and three tokens or more; its claims, Lemma 4 among them as far as it is true. *)
From Coq Require Import QArith Qround Lqa List Arith Lia Bool.
From Hardmax Require Import Definitions Arithmetic Digits Layers Heads Network Dense Within Runs Sweep DenseLayers DenseRuns ClaimsSweep OthersSweep OthersDistinct.
From Hardmax Require Names Names_yun2020a Names_sparsebert Statements.
Import ListNotations.
Open Scope Q_scope.

(* The same sizes and inputs, as a run of yun2020a: what was shown of inputs holds. *)
Definition as_dense (P : Names_sparsebert.run) : Names_yun2020a.run :=
  {| Names_yun2020a.tokens := Names_sparsebert.tokens P; Names_yun2020a.rows := Names_sparsebert.rows P; Names_yun2020a.base := Names_sparsebert.base P; Names_yun2020a.encoded := false; Names_yun2020a.widened := false |}.

Section Run.
Variable P : Names_sparsebert.run.
Notation n := (Names_sparsebert.tokens P).
Notation d := (Names_sparsebert.rows P).
Notation D := (Names_sparsebert.base P).
Notation q := (D ** d)%Z.
Notation Y := (as_dense P).
Hypothesis WF : Names_sparsebert.well_formed P.
Hypothesis EP : Names_sparsebert.encoded P = false.
Hypothesis N3 : (3 <= n)%nat.
Variable H : matrix.
Hypothesis HH : Names_sparsebert.input P H.
Hypothesis HS : Names_sparsebert.sorted P H = 1%Z.
Hypothesis HC : Names_sparsebert.category P H = 1%Z.
Lemma dense_formed : Names_yun2020a.well_formed Y.
Proof. destruct WF as [A [B C]]. repeat split; try assumption. Qed.
Let WY := dense_formed.
Notation x := (DenseRuns.x Y H).
Lemma category_1_of : contexts n q x.
Proof. exact (category_1 Y WY H HH HS HC). Qed.
Let q2 : (2 <= q)%Z := DenseRuns.q2 Y WY.
Let D2 : (2 <= D)%Z := DenseRuns.D2 Y WY.
Notation osw := (osw n q x).
Lemma others_tokens : forall k j, (k < n)%nat -> In j (others n k) -> (j < n)%nat.
Proof using. intros k j _ Hj. apply in_others in Hj. exact (proj1 Hj). Qed.
Lemma others_there : forall k, (k < n)%nat -> others n k <> [].
Proof using WF. clear N3. pose proof (proj1 WF). intros k Hk. destruct (Nat.eq_dec k 0) as [->|]; [apply (not_empty 1%nat)|apply (not_empty 0%nat)]; apply in_others; lia. Qed.
Lemma first_length : length (Names_sparsebert.first_stage P) = Z.to_nat q.
Proof using EP. clear N3. unfold Names_sparsebert.first_stage. rewrite EP. cbn [sweep]. unfold sweep_of. rewrite map_length, seq_length. reflexivity. Qed.
Lemma selective : Names_sparsebert.layers_selective_shift P = q.
Proof using WF EP. clear N3. unfold Names_sparsebert.layers_selective_shift. rewrite first_length. lia. Qed.
Lemma multiplier_is : Names_sparsebert.multiplier P = m n q.
Proof using EP. clear N3. unfold Names_sparsebert.multiplier, c_sparsebert, m. rewrite EP. unfold Definitions.q. rewrite Z.add_0_l. do 2 f_equal. f_equal. rewrite <- Z.pow_mul_r by lia. f_equal. lia. Qed.
Lemma state_within t : (0 <= t <= q)%Z -> represents n d D (fun j => shift_range q (others n) 0 (Z.to_nat t) x j) (Names_sparsebert.state P t H).
Proof using WF EP HH.
  clear N3. intros Ht. unfold Names_sparsebert.state, Names_sparsebert.layers. rewrite firstn_app, first_length. replace (Z.to_nat t - Z.to_nat q)%nat with O by lia. cbn [firstn]. rewrite app_nil_r, EP. unfold Names_sparsebert.first_stage. rewrite EP.
  exact (sweep_layers n d D (others n) (DenseRuns.d1 Y WY) D2 others_tokens others_there x (encode false H) (Z.to_nat t) (input_ids Y WY H HH) ltac:(lia)).
Qed.
Lemma v_within t k : (0 <= t <= q)%Z -> (1 <= k <= Names.n (sizes Y))%Z -> Names_sparsebert.v P t H k == U D (if (x (Names.at_ k) <? t)%Z then osw (Names.at_ k) else x (Names.at_ k)).
Proof.
  intros Ht Hk. pose proof (token_of Y k Hk) as T. pose proof (state_within t Ht (Names.at_ k) T) as E. cbv beta in E. rewrite (others_sweep n q x N3 q2 category_1_of) in E by (lia || exact T). rewrite Z2Nat.id in E by lia. exact E.
Qed.
Lemma x_in k : (k < n)%nat -> (0 <= x k <= q - 1)%Z.
Proof. exact (range n q x N3 q2 category_1_of k). Qed.
Lemma sz k : (1 <= k <= Names.n (sizes Y))%Z -> Names_sparsebert.z P H k == U D (x (Names.at_ k)).
Proof. intros Hk. unfold Names_sparsebert.z. rewrite v_within by (lia || assumption). pose proof (x_in (Names.at_ k) (token_of Y k Hk)). destruct (Z.ltb_spec (x (Names.at_ k)) 0); [lia|reflexivity]. Qed.
Lemma szt k : (1 <= k <= Names.n (sizes Y))%Z -> Names_sparsebert.zt P H k == U D (osw (Names.at_ k)).
Proof. intros Hk. unfold Names_sparsebert.zt. rewrite selective, v_within by (lia || assumption). pose proof (x_in (Names.at_ k) (token_of Y k Hk)). destruct (Z.ltb_spec (x (Names.at_ k)) q); [reflexivity|lia]. Qed.
Lemma after_sweep : represents n d D osw (Definitions.run d 1 (Names_sparsebert.edges P) 0 (Names_sparsebert.first_stage P) (encode (Names_sparsebert.encoded P) H)).
Proof.
  intros j Hj. pose proof (state_within q ltac:(lia) j Hj) as E. cbv beta in E. rewrite (others_sweep_all n q x N3 q2 category_1_of j Hj) in E.
  unfold Names_sparsebert.state, Names_sparsebert.layers in E. rewrite firstn_app, first_length, Nat.sub_diag in E. cbn [firstn] in E. rewrite app_nil_r, <- first_length, firstn_all in E. exact E.
Qed.
Lemma after_first : represents n d D (once n q x) (apply_layer d (others n) (Omega D (inject_Z (m n q))) (Definitions.run d 1 (Names_sparsebert.edges P) 0 (Names_sparsebert.first_stage P) (encode (Names_sparsebert.encoded P) H))).
Proof.
  intros j Hj. rewrite <- (first_shift n q x N3 q2 category_1_of j Hj).
  refine (global_layer n d D (others n) (DenseRuns.d1 Y WY) D2 others_tokens others_there osw _ after_sweep (m n q) _ j Hj). intros k Hk E. pose proof (osw_large n q x N3 q2 category_1_of k Hk). lia.
Qed.
Lemma sonce k : (1 <= k <= Names.n (sizes Y))%Z -> Names_sparsebert.v P (Names_sparsebert.layers_selective_shift P + 1) H k == U D (once n q x (Names.at_ k)).
Proof.
  intros Hk. pose proof (token_of Y k Hk) as T. unfold Names_sparsebert.v, Names_sparsebert.state, Names_sparsebert.layers. rewrite selective. replace (Z.to_nat (q + 1)) with (Z.to_nat q + 1)%nat by lia. rewrite <- first_length, firstn_app_2.
  unfold Names_sparsebert.last_stage, global_shifts. cbn [repeat firstn]. rewrite Network.run_append. cbn [Definitions.run]. rewrite multiplier_is. exact (after_first (Names.at_ k) T).
Qed.
Lemma sid k : (1 <= k <= Names.n (sizes Y))%Z -> Names_sparsebert.id P H k == U D (twice n q x (Names.at_ k)).
Proof.
  intros Hk. pose proof (token_of Y k Hk) as T. unfold Names_sparsebert.id, Names_sparsebert.v, Names_sparsebert.state, Names_sparsebert.layers. rewrite selective. change (Names_sparsebert.layers_global_shift P) with 2%Z.
  rewrite firstn_all2 by (rewrite app_length, first_length; unfold Names_sparsebert.last_stage, global_shifts; rewrite repeat_length; lia).
  unfold Names_sparsebert.last_stage, global_shifts. cbn [repeat]. rewrite Network.run_append. cbn [Definitions.run]. rewrite multiplier_is, <- (second_shift n q x N3 q2 category_1_of _ T).
  refine (global_layer n d D (others n) (DenseRuns.d1 Y WY) D2 others_tokens others_there (once n q x) _ after_first (m n q) _ (Names.at_ k) T). intros j Hj E. pose proof (once_positive n q x N3 q2 category_1_of j Hj). lia.
Qed.
End Run.

Ltac ssizes P := change (Names_sparsebert.delta P) with (Names.delta (sizes (as_dense P))) in *; change (Names_sparsebert.n P) with (Names.n (sizes (as_dense P))) in *; change (Names_sparsebert.d P) with (Names.d (sizes (as_dense P))) in *.
Ltac sparse := intros P WF Dom;
  assert (EP : Names_sparsebert.encoded P = false) by (destruct Dom as [? [? [? Pos]]]; unfold Names_sparsebert.positional in *; destruct (Names_sparsebert.encoded P); [discriminate|reflexivity]);
  assert (N3 : (3 <= Names_sparsebert.tokens P)%nat) by (destruct Dom as [N3 _]; unfold Names_sparsebert.n in N3; lia); clear Dom; pose proof (proj1 (proj2 WF) : (1 <= Names_sparsebert.rows P)%nat) as HR;
  pose proof (DenseRuns.D2 (as_dense P) (dense_formed P WF) : (2 <= Names.base (sizes (as_dense P)))%Z) as HD; pose proof (DenseRuns.q2 (as_dense P) (dense_formed P WF)) as HQ; cbn [Names_yun2020a.base Names_yun2020a.rows as_dense] in HQ;
  assert (3 <= Names.n (sizes (as_dense P)))%Z by (unfold Names.n; cbn; lia); assert (1 <= Names.d (sizes (as_dense P)))%Z by (unfold Names.d; cbn; pose proof (DenseRuns.d1 (as_dense P) (dense_formed P WF)); cbn in *; lia).
Ltac numbers_ P := numbers (as_dense P); cbn [Names_yun2020a.base Names_yun2020a.rows Names_yun2020a.tokens as_dense] in *.
Notation sq P := (Names_sparsebert.base P ** Names_sparsebert.rows P)%Z.
Lemma s_last P : Names.at_ (Names.n (sizes (as_dense P))) = (Names_sparsebert.tokens P - 1)%nat.
Proof. unfold Names.at_, Names.n. cbn [Names.tokens sizes as_dense Names_yun2020a.tokens]. lia. Qed.
Lemma s_before P : Names.at_ (Names.n (sizes (as_dense P)) - 1) = (Names_sparsebert.tokens P - 2)%nat.
Proof. unfold Names.at_, Names.n. cbn [Names.tokens sizes as_dense Names_yun2020a.tokens]. lia. Qed.
Lemma s_third P : Names.at_ (Names.n (sizes (as_dense P)) - 2) = (Names_sparsebert.tokens P - 3)%nat.
Proof. unfold Names.at_, Names.n. cbn [Names.tokens sizes as_dense Names_yun2020a.tokens]. lia. Qed.
Lemma s_token P k : (1 <= k <= Names.n (sizes (as_dense P)))%Z -> (Names.at_ k < Names_sparsebert.tokens P)%nat.
Proof. exact (token_of (as_dense P) k). Qed.
Lemma m_is P : Names_sparsebert.well_formed P -> let y := sizes (as_dense P) in
  Names.delta y * (Names.delta y ^ (- Names.d y) - 1) * (Names.delta y ^ (- Names.n y * Names.d y) + Names.delta y ^ (- Names.d y) + 1) == U (Names.base y) (m (Names_sparsebert.tokens P) (sq P)).
Proof.
  intros WF y. pose proof (DenseRuns.D2 (as_dense P) (dense_formed P WF) : (2 <= Names.base y)%Z). assert (0 <= Names.d y)%Z by (unfold Names.d; lia). assert (0 <= Names.n y)%Z by (unfold Names.n; lia).
  eapply (eq_by_units (Names.base y)); [dunits; try dside|exact (Qeq_refl _)|]. unfold y. numbers (as_dense P). cbn [Names_yun2020a.base Names_yun2020a.rows Names_yun2020a.tokens as_dense]. unfold m. ring.
Qed.
Lemma m_whole P : Names_sparsebert.well_formed P -> let y := sizes (as_dense P) in
  Names.delta y * (Names.delta y ^ (- Names.d y) - 1) * (Names.delta y ^ (- Names.n y * Names.d y) + Names.delta y ^ (- Names.d y) + 1) / Names.delta y == inject_Z (m (Names_sparsebert.tokens P) (sq P)).
Proof. intros WF y. pose proof (m_is P WF) as M. cbv zeta in M. fold y in M. rewrite M. unfold U, Names.delta, Definitions.delta. field. exact (base_not_zero _ (DenseRuns.D2 (as_dense P) (dense_formed P WF))). Qed.

Ltac index_lia := unfold Names.n, Names.at_ in *; cbn [Names.tokens sizes as_dense Names_yun2020a.tokens] in *; lia.
Theorem order_final : Statements.sparsebert_A_2_2_order_final.
Proof.
  sparse. intros K HK [S C]. ssizes P. pose proof (category_1_of P WF K HK S C) as X. split; [rewrite (szt P WF EP N3 K HK S C) by lia|intros k Hk; pose proof (s_token P k ltac:(lia)); rewrite (szt P WF EP N3 K HK S C), (szt P WF EP N3 K HK S C) by lia].
  - setoid_replace 0 with (U (Names.base (sizes (as_dense P))) 0) by (unfold U; ring). apply u_lt; [exact HD|]. pose proof (osw_large _ _ _ N3 HQ X 0 ltac:(lia)) as L. index. lia.
  - apply u_lt; [exact HD|]. index. apply (osw_step _ _ _ N3 HQ X). index_lia.
Qed.
Theorem base_step : Statements.sparsebert_A_2_2_base_strict_repaired.
Proof.
  sparse. intros K HK [S C]. ssizes P. pose proof (category_1_of P WF K HK S C) as X. rewrite (szt P WF EP N3 K HK S C), (sz P WF EP N3 K HK S C) by lia. dle (as_dense P). index. rewrite s_last.
  pose proof (osw_large _ _ _ N3 HQ X 0 ltac:(lia)). pose proof (range _ _ _ N3 HQ X (Names_sparsebert.tokens P - 1) ltac:(lia)). lia.
Qed.
Theorem inductive_step : Statements.sparsebert_A_2_2_ind_strict_repaired.
Proof.
  sparse. intros K HK i Hi [S C]. ssizes P. pose proof (category_1_of P WF K HK S C) as X. pose proof (s_token P i ltac:(lia)). rewrite !(szt P WF EP N3 K HK S C) by lia. dle (as_dense P). rewrite (at_before i) by lia.
  pose proof (osw_step _ _ _ N3 HQ X (Names.at_ (i - 1)) ltac:(rewrite (at_before i) in * by lia; lia)). lia.
Qed.
Theorem last_token : Statements.sparsebert_A_2_2_last_strict_repaired.
Proof.
  sparse. intros K HK [S C]. ssizes P. pose proof (category_1_of P WF K HK S C) as X. rewrite !(szt P WF EP N3 K HK S C) by lia. dle (as_dense P). rewrite s_last, s_before. pose proof (last_step _ _ _ N3 HQ X). lia.
Qed.
Theorem Lemma4_distinct : Statements.sparsebert_A_2_2_lemma4_all_Gdelta_repaired.
Proof.
  sparse. intros K HK [S C] k Hk k' Hk' Ne E. ssizes P. pose proof (category_1_of P WF K HK S C) as X. rewrite !(sid P WF EP N3 K HK S C) in E by assumption. apply u_eq in E; [|exact HD].
  apply (twice_distinct _ _ _ N3 HQ X) in E; [|exact (s_token P k Hk)|exact (s_token P k' Hk')]. unfold Names.at_ in E. lia.
Qed.
Theorem modulo_repaired : Statements.sparsebert_A_2_2_mod_repaired.
Proof.
  sparse. intros K HK k Hk [S C]. ssizes P. pose proof (category_1_of P WF K HK S C) as X. pose proof (s_token P k Hk) as T. pose proof (m_is P WF) as M. cbv zeta in M. pose proof (m_positive _ _ _ N3 HQ X) as MP. split.
  - rewrite M. intros E. setoid_replace 0 with (U (Names.base (sizes (as_dense P))) 0) in E by (unfold U; ring). apply u_eq in E; [lia|exact HD].
  - rewrite (szt P WF EP N3 K HK S C) by assumption. rewrite (u_modulo _ HD _ _ _ _ MP (sid P WF EP N3 K HK S C k Hk) M). rewrite (twice_modulo _ _ _ N3 HQ X _ T). reflexivity.
Qed.
Theorem first_global_shift : Statements.sparsebert_A_2_2_gs1.
Proof.
  sparse. intros K HK [S C] t w. ssizes P. pose proof (category_1_of P WF K HK S C) as X. assert (Ew : w == inject_Z (m (Names_sparsebert.tokens P) (sq P))) by exact (m_whole P WF). clearbody w. unfold t.
  assert (V := sonce P WF EP N3 K HK S C). assert (Zt := szt P WF EP N3 K HK S C). repeat match goal with |- _ /\ _ => split end.
  - intros k Hk. pose proof (s_token P k ltac:(lia)). rewrite V, !Zt by lia. deq (as_dense P). rewrite s_last, (once_inner _ _ _ N3 HQ X) by index_lia. reflexivity.
  - rewrite V, !Zt by lia. deq (as_dense P). rewrite s_last, s_before, (once_end _ _ _ N3 HQ X). reflexivity.
  - intros k Hk. rewrite !V by lia. dlt (as_dense P). rewrite at_next by lia. apply (once_order _ _ _ N3 HQ X). index_lia.
  - rewrite !V by lia. dlt (as_dense P). rewrite s_last. change (Names.at_ 1) with O. exact (once_lowest _ _ _ N3 HQ X).
Qed.
Theorem second_global_shift : Statements.sparsebert_A_2_2_gs2.
Proof.
  sparse. intros K HK [S C] t w. ssizes P. pose proof (category_1_of P WF K HK S C) as X. assert (Ew : w == inject_Z (m (Names_sparsebert.tokens P) (sq P))) by exact (m_whole P WF). clearbody w. unfold t.
  assert (V := sonce P WF EP N3 K HK S C). assert (I := sid P WF EP N3 K HK S C). split.
  - intros k Hk Ne. rewrite I, !V by lia. deq (as_dense P). rewrite s_before. unfold twice. destruct (Nat.eqb_spec (Names.at_ k) (Names_sparsebert.tokens P - 2)); [index_lia|reflexivity].
  - rewrite I, !V by lia. deq (as_dense P). rewrite s_before, s_third. unfold twice. rewrite Nat.eqb_refl. reflexivity.
Qed.
Theorem expansion : Statements.sparsebert_A_2_2_gs2_expansion.
Proof.
  sparse. intros K HK [S C] w. ssizes P. pose proof (category_1_of P WF K HK S C) as X. assert (Ew : w == inject_Z (m (Names_sparsebert.tokens P) (sq P))) by exact (m_whole P WF). clearbody w.
  assert (Zt := szt P WF EP N3 K HK S C). assert (I := sid P WF EP N3 K HK S C). split; [|split].
  - rewrite I, !Zt by lia. deq (as_dense P). rewrite s_last, s_before, s_third. exact (twice_before _ _ _ N3 HQ X).
  - rewrite I, !Zt by lia. deq (as_dense P). rewrite s_last, s_before. exact (twice_end _ _ _ N3 HQ X).
  - intros k Hk. rewrite I, !Zt by lia. deq (as_dense P). rewrite s_last, s_before. apply (twice_inner _ _ _ N3 HQ X). index_lia.
Qed.
Theorem interval : Statements.sparsebert_A_2_2_interval.
Proof.
  sparse. intros K HK k Hk [S C] w. ssizes P. pose proof (category_1_of P WF K HK S C) as X. assert (Ew : w == inject_Z (m (Names_sparsebert.tokens P) (sq P))) by exact (m_whole P WF). clearbody w.
  assert (Zt := szt P WF EP N3 K HK S C). assert (I := sid P WF EP N3 K HK S C). pose proof (twice_interval _ _ _ N3 HQ X _ (s_token P k Hk)) as B. rewrite I, !Zt by lia. split; [dle (as_dense P)|dlt (as_dense P)]; rewrite s_last; lia.
Qed.
Theorem upper : Statements.sparsebert_A_2_2_upper.
Proof.
  sparse. intros K HK [S C]. ssizes P. pose proof (category_1_of P WF K HK S C) as X. pose proof (m_is P WF) as M. cbv zeta in M. pose proof (osw_below _ _ _ N3 HQ X) as B. fold (m (Names_sparsebert.tokens P) (sq P)) in B.
  assert (Eq : (Names.delta (sizes (as_dense P)) ^ (- Names.d (sizes (as_dense P)) + 1) - Names.delta (sizes (as_dense P))) * Names.delta (sizes (as_dense P)) ^ (- Names.n (sizes (as_dense P)) * Names.d (sizes (as_dense P))) +
    (Names.delta (sizes (as_dense P)) ^ (- Names.d (sizes (as_dense P)) + 1) - Names.delta (sizes (as_dense P))) * Names.delta (sizes (as_dense P)) ^ (- Names.d (sizes (as_dense P))) +
    (Names.delta (sizes (as_dense P)) ^ (- Names.d (sizes (as_dense P)) + 1) - Names.delta (sizes (as_dense P))) == U (Names.base (sizes (as_dense P))) (m (Names_sparsebert.tokens P) (sq P))).
  { eapply (eq_by_units (Names.base (sizes (as_dense P)))); [dunits; try dside|exact (Qeq_refl _)|]. numbers (as_dense P). cbn [Names_yun2020a.base Names_yun2020a.rows Names_yun2020a.tokens as_dense]. unfold m. ring. }
  split; [rewrite Eq, (szt P WF EP N3 K HK S C) by lia; apply u_lt; [exact HD|rewrite s_last; exact B]|rewrite Eq, M; reflexivity].
Qed.
