(* sparsebert, Lemma 4 for all inputs with distinct columns at once, and for two tokens: the literal network without encodings has the ids of OthersSweep.v and OthersDistinct.v. *)
From Coq Require Import QArith Qround Qpower List Arith Lia Bool.
From Hardmax Require Import Definitions Arithmetic Digits Layers Heads Network Dense Runs Sweep DenseLayers DenseRuns ClaimsSweep OthersSweep OthersDistinct ClaimsOthers.
From Hardmax Require Names Names_yun2020a Names_sparsebert Statements.
Import ListNotations.
Open Scope Q_scope.

(* ---- Two tokens ---- *)
Section Two.
Variable P : Names_sparsebert.run.
Notation n := (Names_sparsebert.tokens P).
Notation d := (Names_sparsebert.rows P).
Notation D := (Names_sparsebert.base P).
Notation q := (D ** d)%Z.
Notation Y := (as_dense P).
Hypothesis WF : Names_sparsebert.well_formed P.
Hypothesis EP : Names_sparsebert.encoded P = false.
Hypothesis N2 : n = 2%nat.
Variable H : matrix.
Hypothesis HH : Names_sparsebert.input P H.
Notation x := (DenseRuns.x Y H).
Let WY := dense_formed P WF.
Lemma still t : (0 <= t <= q)%Z -> represents n d D x (Names_sparsebert.state P t H).
Proof.
  intros Ht j Hj. pose proof (state_within P WF EP H HH t Ht j Hj) as E. cbv beta in E. rewrite N2, nothing_moves in E by (rewrite <- N2; exact Hj). exact E.
Qed.
Lemma tied z : forall k, (k < n)%nat -> z k = 0%Z -> forall i j, In i (others n k) -> In j (others n k) -> z i = z j.
Proof. intros k Hk _ i j Hi Hj. rewrite N2, others_two in Hi, Hj by lia. destruct Hi as [<-|[]], Hj as [<-|[]]. reflexivity. Qed.
Lemma z_two k : (1 <= k <= Names.n (sizes Y))%Z -> Names_sparsebert.z P H k == U D (x (Names.at_ k)).
Proof. intros Hk. pose proof (DenseRuns.q2 Y WY) as Q. cbn in Q. exact (still 0 ltac:(lia) (Names.at_ k) (token_of Y k Hk)). Qed.
Lemma zt_two k : (1 <= k <= Names.n (sizes Y))%Z -> Names_sparsebert.zt P H k == U D (x (Names.at_ k)).
Proof. intros Hk. pose proof (DenseRuns.q2 Y WY) as Q. cbn in Q. unfold Names_sparsebert.zt, Names_sparsebert.v. rewrite (selective P WF EP). exact (still q ltac:(lia) (Names.at_ k) (token_of Y k Hk)). Qed.
Lemma id_two k : (1 <= k <= Names.n (sizes Y))%Z -> Names_sparsebert.id P H k == U D (pair_id (m n q) x (Names.at_ k)).
Proof.
  intros Hk. pose proof (token_of Y k Hk) as T. pose proof (DenseRuns.q2 Y WY) as Q. cbn in Q.
  unfold Names_sparsebert.id, Names_sparsebert.v, Names_sparsebert.state, Names_sparsebert.layers. rewrite (selective P WF EP). change (Names_sparsebert.layers_global_shift P) with 2%Z.
  rewrite firstn_all2 by (rewrite app_length, (first_length P EP); unfold Names_sparsebert.last_stage, global_shifts; rewrite repeat_length; lia).
  unfold Names_sparsebert.last_stage, global_shifts. cbn [repeat]. rewrite Network.run_append. cbn [Definitions.run]. rewrite (multiplier_is P EP).
  set (Z0 := Definitions.run d 1 (Names_sparsebert.edges P) 0 (Names_sparsebert.first_stage P) (encode (Names_sparsebert.encoded P) H)).
  assert (R : represents n d D x Z0).
  { pose proof (still q ltac:(lia)) as R. unfold Names_sparsebert.state, Names_sparsebert.layers in R. rewrite firstn_app, (first_length P EP), Nat.sub_diag in R. cbn [firstn] in R. rewrite app_nil_r, <- (first_length P EP), firstn_all in R. exact R. }
  pose proof (global_layer_tied n d D (others n) (DenseRuns.d1 Y WY) (DenseRuns.D2 Y WY) (others_tokens P) (others_there P WF) x Z0 R (m n q) (tied x)) as R1.
  pose proof (global_layer_tied n d D (others n) (DenseRuns.d1 Y WY) (DenseRuns.D2 Y WY) (others_tokens P) (others_there P WF) _ _ R1 (m n q) (tied _) (Names.at_ k) T) as R2.
  assert (V : pulled (others n) (pulled (others n) x (m n q)) (m n q) (Names.at_ k) = pair_id (m n q) x (Names.at_ k)) by (assert (T2 : (Names.at_ k < 2)%nat) by (rewrite <- N2; exact T); generalize (m n q); rewrite N2; intros c; apply pulled_twice; exact T2).
  rewrite <- V. exact R2.
Qed.
End Two.

(* ---- The claims ---- *)
Ltac any := intros P WF Dom;
  assert (EP : Names_sparsebert.encoded P = false) by (unfold Names_sparsebert.positional in Dom; destruct (Names_sparsebert.encoded P); [exfalso; decompose [and] Dom; discriminate|reflexivity]);
  pose proof (proj1 WF) as N2; pose proof (DenseRuns.D2 (as_dense P) (dense_formed P WF) : (2 <= Names.base (sizes (as_dense P)))%Z) as HD; pose proof (DenseRuns.q2 (as_dense P) (dense_formed P WF)) as HQ; cbn [Names_yun2020a.base Names_yun2020a.rows as_dense] in HQ.
Lemma two_or_more P : Names_sparsebert.well_formed P -> Names_sparsebert.tokens P = 2%nat \/ (3 <= Names_sparsebert.tokens P)%nat.
Proof. intros [H _]. lia. Qed.
Lemma equal_inputs P : Names_sparsebert.well_formed P -> forall H K, Names_sparsebert.input P H -> Names_sparsebert.input P K -> Names_sparsebert.category P H = 1%Z -> Names_sparsebert.category P K = 1%Z ->
  (forall i, (i < Names_sparsebert.tokens P)%nat -> DenseRuns.x (as_dense P) H i = DenseRuns.x (as_dense P) K i) -> Names_sparsebert.same P H K.
Proof. intros WF H K HH HK CH CK E. exact (same_inputs (as_dense P) (dense_formed P WF) H K HH HK CH CK E). Qed.

Lemma all_distinct P : Names_sparsebert.well_formed P -> Names_sparsebert.encoded P = false -> forall H K k k', Names_sparsebert.input P H -> Names_sparsebert.input P K ->
  Names_sparsebert.sorted P H = 1%Z -> Names_sparsebert.category P H = 1%Z -> Names_sparsebert.sorted P K = 1%Z -> Names_sparsebert.category P K = 1%Z ->
  (1 <= k <= Names.n (sizes (as_dense P)))%Z -> (1 <= k' <= Names.n (sizes (as_dense P)))%Z -> Names_sparsebert.id P H k == Names_sparsebert.id P K k' -> Names_sparsebert.same P H K /\ k = k'.
Proof.
  intros WF EP H K k k' HH HK SH CH SK CK Hk Hk' E. pose proof (s_token P k Hk) as T. pose proof (s_token P k' Hk') as T'. pose proof (category_1_of P WF H HH SH CH) as X. pose proof (category_1_of P WF K HK SK CK) as X'.
  pose proof (DenseRuns.D2 (as_dense P) (dense_formed P WF) : (2 <= Names_sparsebert.base P)%Z) as HD. pose proof (DenseRuns.q2 (as_dense P) (dense_formed P WF) : (2 <= sq P)%Z) as HQ.
  assert (R : (forall i, (i < Names_sparsebert.tokens P)%nat -> DenseRuns.x (as_dense P) H i = DenseRuns.x (as_dense P) K i) /\ Names.at_ k = Names.at_ k').
  { destruct (two_or_more P WF) as [N2|N3].
    - rewrite (id_two P WF EP N2 H HH), (id_two P WF EP N2 K HK) in E by assumption. apply u_eq in E; [|exact HD]. rewrite N2 in *. exact (across_two _ _ _ _ _ HQ X X' T T' E).
    - rewrite (sid P WF EP N3 H HH SH CH), (sid P WF EP N3 K HK SK CK) in E by assumption. apply u_eq in E; [|exact HD]. exact (across _ _ _ _ N3 X X' _ _ T T' E). }
  destruct R as [S J]. split; [exact (equal_inputs P WF H K HH HK CH CK S)|unfold Names.at_ in J; lia].
Qed.
Theorem distinct_across : Statements.sparsebert_A_2_2_across.
Proof. any. intros H HH k Hk [SH CH] K HK k' Hk' [SK CK] Ne E. apply Ne. apply (all_distinct P); assumption. Qed.
Theorem contextual : Statements.sparsebert_A_2_2_def1_repaired.
Proof. any. intros H HH k Hk [SH CH] K HK k' Hk' [SK CK] Ne E. apply Ne. apply (all_distinct P); assumption. Qed.
Theorem across_even : Statements.sparsebert_A_2_2_unique_id_even_repaired.
Proof. any. intros H HH k Hk [SH CH] K HK k' Hk' [SK CK] Ne E. apply Ne. apply (all_distinct P); assumption. Qed.
Theorem distinct_within : Statements.sparsebert_A_2_2_mod_conclusion.
Proof. any. intros H HH [SH CH] k Hk k' Hk' Ne E. apply Ne. exact (proj2 (all_distinct P WF EP H H k k' HH HH SH CH SH CH Hk Hk' E)). Qed.

Lemma parity k r : Names.modulo (inject_Z k) 2 == inject_Z r -> (k mod 2 = r)%Z.
Proof. rewrite (i_modulo (inject_Z k) 2 k 2) by (lia || reflexivity). intros E. unfold Qeq in E. cbn in E. lia. Qed.
Lemma tokens_of P : Names_sparsebert.n P = Z.of_nat (Names_sparsebert.tokens P).
Proof. reflexivity. Qed.
Lemma same_last_ids P : Names_sparsebert.well_formed P -> Names_sparsebert.encoded P = false -> (3 <= Names_sparsebert.tokens P)%nat -> forall H K, Names_sparsebert.input P H -> Names_sparsebert.input P K ->
  Names_sparsebert.sorted P H = 1%Z -> Names_sparsebert.category P H = 1%Z -> Names_sparsebert.sorted P K = 1%Z -> Names_sparsebert.category P K = 1%Z -> let last := (Names_sparsebert.tokens P - 1)%nat in
  Names_sparsebert.zt P H (Names_sparsebert.n P) == Names_sparsebert.zt P K (Names_sparsebert.n P) <-> osw (Names_sparsebert.tokens P) (sq P) (DenseRuns.x (as_dense P) H) last = osw (Names_sparsebert.tokens P) (sq P) (DenseRuns.x (as_dense P) K) last.
Proof.
  intros WF EP N3 H K HH HK SH CH SK CK last. ssizes P. assert (B : (1 <= Names.n (sizes (as_dense P)) <= Names.n (sizes (as_dense P)))%Z) by (unfold Names.n; cbn; lia).
  pose proof (szt P WF EP N3 H HH SH CH _ B) as E1. pose proof (szt P WF EP N3 K HK SK CK _ B) as E2. rewrite s_last in E1, E2. rewrite E1, E2. apply u_eq. exact (DenseRuns.D2 (as_dense P) (dense_formed P WF)).
Qed.
Theorem last_id_odd : Statements.sparsebert_A_2_2_unique_id_odd.
Proof.
  any. destruct Dom as [N3 [Odd _]]. apply (parity _ 1) in Odd. rewrite tokens_of in N3, Odd. intros H HH [SH CH] K HK [SK CK] Ne E. apply Ne. apply (equal_inputs P); try assumption.
  apply (same_last_ids P WF EP ltac:(lia) H K HH HK SH CH SK CK) in E.
  refine (same_odd (Names_sparsebert.tokens P) _ _ _ ltac:(lia) (category_1_of P WF H HH SH CH) (category_1_of P WF K HK SK CK) (Z.to_nat (Z.of_nat (Names_sparsebert.tokens P) / 2)) _ E). pose proof (Z.div_mod (Z.of_nat (Names_sparsebert.tokens P)) 2 ltac:(lia)) as V. rewrite Odd in V. set (h := (Z.of_nat (Names_sparsebert.tokens P) / 2)%Z) in *. lia.
Qed.
(* An even n: the same where there is no room, 2 q < 3n, and not elsewhere; two tokens have room from q = 3 on. *)
Theorem last_id_even : Statements.sparsebert_A_2_2_unique_id_even_few.
Proof.
  any. destruct Dom as [_ [Even [_ [_ [_ [Small _]]]]]]. apply (parity _ 0) in Even. rewrite tokens_of in Even. intros H HH [SH CH] K HK [SK CK] Ne E. apply Ne. apply (equal_inputs P); try assumption.
  pose proof (category_1_of P WF H HH SH CH) as X. pose proof (category_1_of P WF K HK SK CK) as X'.
  assert (Q : (2 * sq P < 3 * Z.of_nat (Names_sparsebert.tokens P))%Z).
  { rewrite tokens_of in Small. unfold Names_sparsebert.D, Names_sparsebert.d in Small. rewrite <- Zpower_Qpower in Small by lia. change 2 with (inject_Z 2) in Small. rewrite <- inject_Z_mult, <- Zlt_Qlt in Small. exact Small. }
  destruct (two_or_more P WF) as [T|T].
  - rewrite T in *. destruct X as [U [L R]], X' as [U' [L' R']]. specialize (U 0%nat ltac:(lia)). specialize (U' 0%nat ltac:(lia)). cbn [Nat.sub] in R, R'. intros [|[|i]] Hi; lia.
  - apply (same_last_ids P WF EP T H K HH HK SH CH SK CK) in E. refine (room_to_move _ _ _ _ T X X' (Z.to_nat (Z.of_nat (Names_sparsebert.tokens P) / 2)) _ Q E). pose proof (Z.div_mod (Z.of_nat (Names_sparsebert.tokens P)) 2 ltac:(lia)) as V. rewrite Even in V. set (h := (Z.of_nat (Names_sparsebert.tokens P) / 2)%Z) in *. lia.
Qed.
(* Why it fails for an even n. *)
Theorem last_id_pattern : Statements.sparsebert_A_2_2_unique_id_even_pattern.
Proof.
  any. destruct Dom as [_ [Even _]]. apply (parity _ 0) in Even. rewrite tokens_of in Even. intros H HH [SH CH] K HK [SK CK] Moved. ssizes P. set (x := DenseRuns.x (as_dense P) H). set (y := DenseRuns.x (as_dense P) K).
  assert (M : forall j, (j < Names_sparsebert.tokens P)%nat -> (y j - x j = Z.of_nat (S j) mod 2)%Z).
  { intros j Hj. assert (B : (1 <= Z.of_nat (S j) <= Names.n (sizes (as_dense P)))%Z) by (unfold Names.n; cbn; lia). specialize (Moved _ B). replace (Names.at_ (Z.of_nat (S j))) with j by index_lia.
    assert (Z1 : Names_sparsebert.z P H (Z.of_nat (S j)) == U (Names_sparsebert.base P) (x (Names.at_ (Z.of_nat (S j)))) /\ Names_sparsebert.z P K (Z.of_nat (S j)) == U (Names_sparsebert.base P) (y (Names.at_ (Z.of_nat (S j))))).
    { destruct (two_or_more P WF) as [T|T]; [split; [apply (z_two P WF EP T H HH)|apply (z_two P WF EP T K HK)]|split; [apply (sz P WF EP T H HH SH CH)|apply (sz P WF EP T K HK SK CK)]]; exact B. }
    destruct Z1 as [Z1 Z2]. rewrite Z1, Z2, (i_modulo (inject_Z (Z.of_nat (S j))) 2 (Z.of_nat (S j)) 2) in Moved by (lia || reflexivity). replace (Names.at_ (Z.of_nat (S j))) with j in Moved by index_lia.
    assert (E : U (Names_sparsebert.base P) (y j) == U (Names_sparsebert.base P) (x j + Z.of_nat (S j) mod 2)) by (rewrite Moved; change (Names.delta (sizes (as_dense P))) with (Definitions.delta (Names_sparsebert.base P)); unfold U, Definitions.delta; rewrite inject_Z_plus; ring). apply u_eq in E; [lia|exact HD]. }
  destruct (two_or_more P WF) as [T|T].
  - assert (B : (1 <= Names.n (sizes (as_dense P)) <= Names.n (sizes (as_dense P)))%Z) by (unfold Names.n; cbn; lia). rewrite (zt_two P WF EP T H HH _ B), (zt_two P WF EP T K HK _ B), s_last. fold x. fold y.
    specialize (M (Names_sparsebert.tokens P - 1)%nat ltac:(lia)). replace (Z.of_nat (S (Names_sparsebert.tokens P - 1))) with (Z.of_nat (Names_sparsebert.tokens P)) in M by lia. apply u_eq; [exact HD|lia].
  - apply (same_last_ids P WF EP T K H HK HH SK CK SH CH). pose proof (category_1_of P WF H HH SH CH) as X. pose proof (category_1_of P WF K HK SK CK) as X'. fold x in X. fold y in X'.
    assert (S0 : (y (Names_sparsebert.tokens P - 1)%nat - x (Names_sparsebert.tokens P - 1)%nat = 0)%Z) by (rewrite M by lia; replace (Z.of_nat (S (Names_sparsebert.tokens P - 1))) with (Z.of_nat (Names_sparsebert.tokens P)) by lia; exact Even).
    pose proof (moved_together _ _ _ _ T X' X S0 ltac:(rewrite M by lia; reflexivity) ltac:(intros j Hj; rewrite !M by lia; replace (Z.of_nat (S (j + 2))) with (Z.of_nat (S j) + 1 * 2)%Z by lia; apply Z.mod_add; lia) (Names_sparsebert.tokens P - 1)%nat ltac:(lia)) as Mv. fold x y. lia.
Qed.
Theorem first_moved : Statements.sparsebert_A_2_2_base_value.
Proof.
  any. intros H HH [SH CH]. ssizes P. assert (HR := proj1 (proj2 WF) : (1 <= Names_sparsebert.rows P)%nat). assert (Bn : (2 <= Names.n (sizes (as_dense P)))%Z) by (unfold Names.n; cbn; lia).
  destruct (two_or_more P WF) as [T|T].
  - assert (E2 : Names.n (sizes (as_dense P)) = 2%Z) by (unfold Names.n; cbn; lia). rewrite E2. assert (B : (1 <= 1 <= Names.n (sizes (as_dense P)))%Z) by lia. rewrite (zt_two P WF EP T H HH 1 B), (z_two P WF EP T H HH 1 B). ring.
  - pose proof (szt P WF EP T H HH SH CH) as Zt. pose proof (sz P WF EP T H HH SH CH) as Zz. rewrite Zt, !Zz by lia. deq (as_dense P). rewrite s_last. numbers_ P. cbn [osw]. unfold first. ring.
Qed.
