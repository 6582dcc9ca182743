(* sparsebert: the ids of the sweep in closed form, the order of the tokens while it runs, and the sums that bound them. *)
From Coq Require Import QArith Qround Lqa List Arith Lia Bool.
From Hardmax Require Import Definitions Arithmetic Digits SelectiveShift Layers Heads Network Dense Within Runs Sweep DenseLayers DenseRuns ClaimsSweep ClaimsHeads OthersSweep ClaimsOthers ClaimsCounts.
From Hardmax Require Names Names_yun2020a Names_sparsebert Statements.
Import ListNotations.
Open Scope Q_scope.

(* ---- Weighted sums: sum over k < m of q^(m-k) y k ---- *)
Fixpoint weighted (q : Z) (y : nat -> Z) (m : nat) : Z := match m with O => 0 | S i => q * (weighted q y i + y i) end.
Lemma weighted_sum q y m : forall c g, (forall k, (k < m)%nat -> g (1 + Z.of_nat k) = c * (y k * q ** (m - k)))%Z -> count_of g 1 m = (c * weighted q y m)%Z.
Proof.
  induction m as [|m IH]; intros c g G; cbn [count_of weighted]; [ring|]. rewrite (IH (c * q)%Z g).
  - rewrite G by lia. replace (S m - m)%nat with 1%nat by lia. rewrite pow_step, pow_zero. ring.
  - intros k Hk. rewrite G by lia. replace (S m - k)%nat with (S (m - k)) by lia. rewrite pow_step. ring.
Qed.
Lemma osw_closed n q x : forall i, (S i < n)%nat -> osw n q x i = (x i + q ** S i * (x (n - 1)%nat - x 1%nat) + weighted q (fun k => x k - x (k + 2)%nat) i)%Z.
Proof.
  induction i as [|i IH]; intros Hi; [cbn [osw weighted]; unfold first; rewrite pow_step, pow_zero; ring|]. cbn [osw weighted]. destruct (Nat.eqb_spec (S (S i)) n); [lia|]. rewrite IH by lia.
  replace (i + 2)%nat with (S (S i)) by lia. rewrite (pow_step q (S i)). ring.
Qed.
Lemma osw_closed_end n q x : (3 <= n)%nat -> osw n q x (n - 1) = (x (n - 1)%nat + q * (x (n - 2)%nat + q ** (n - 1) * (x (n - 1)%nat - x 1%nat) + weighted q (fun k => x k - x (k + 2)%nat) (n - 2) - first n q x))%Z.
Proof.
  intros Hn. replace (n - 1)%nat with (S (n - 2)) at 1 by lia. cbn [osw]. destruct (Nat.eqb_spec (S (S (n - 2))) n); [|lia]. rewrite (osw_closed n q x (n - 2)) by lia. replace (S (n - 2)) with (n - 1)%nat by lia. reflexivity.
Qed.

Ltac sunits :=
  lazymatch goal with
  | |- ?y == U _ _ =>
    lazymatch y with
    | U ?D ?a => exact (Qeq_refl (U D a))
    | Names.delta _ => eapply u_delta
    | Names_sparsebert.z _ _ _ => eapply sz
    | Names_sparsebert.zt _ _ _ => eapply szt
    | ?a + ?b => eapply u_plus; [sunits|sunits]
    | ?a - ?b => eapply u_minus; [sunits|sunits]
    | - ?a => eapply u_opposite; sunits
    | ?a * ?b => first [eapply u_times_left; [integer|sunits] | eapply u_times_right; [sunits|integer]]
    | Names.sum _ _ _ => eapply u_sum; [|intros; sunits]
    | Names.delta _ ^ ?e => first [eapply u_integer; [|integer] | eapply u_delta_power]
    | _ => eapply u_integer; [|integer]
    end
  end.
Ltac seq P := eapply (eq_by_units (Names.base (sizes (as_dense P)))); [sunits; try dside|sunits; try dside|].
Lemma s_power P e k i : Z.of_nat i = k -> (e = k * Names.d (sizes (as_dense P)))%Z -> (Names_sparsebert.base P ^ e = sq P ** i)%Z.
Proof. intros <- E. exact (to_rows (sizes (as_dense P)) e i E). Qed.
Ltac at_lia := unfold Names.n, Names.at_ in *; cbn [Names.tokens sizes as_dense Names_yun2020a.tokens] in *; lia.

Theorem closed_forms : Statements.sparsebert_A_2_2_ind_closed.
Proof.
  sparse. intros K HK [S C]. ssizes P. pose proof (category_1_of P WF K HK S C) as X. split.
  - intros i Hi. seq P. numbers_ P. set (d := Names.d (sizes (as_dense P))) in *. rewrite s_last. replace (Z.to_nat (i - 1 + 1 - 1)) with (Names.at_ i) by at_lia.
    rewrite (weighted_sum (sq P) (fun k => DenseRuns.x (as_dense P) K k - DenseRuns.x (as_dense P) K (k + 2)%nat)%Z (Names.at_ i) 1).
    + rewrite (s_power P (- (- i * d)) i (Datatypes.S (Names.at_ i))) by (at_lia || (unfold d; ring)). rewrite osw_closed by at_lia. ring.
    + intros k Hk. rewrite (s_power P _ (i - (1 + Z.of_nat k)) (Names.at_ i - k)) by (at_lia || (unfold d; ring)). replace (Names.at_ (1 + Z.of_nat k)) with k by at_lia. replace (Names.at_ (1 + Z.of_nat k + 2)) with (k + 2)%nat by at_lia. ring.
  - seq P. numbers_ P. set (d := Names.d (sizes (as_dense P))) in *. rewrite s_last, s_before. replace (Z.to_nat (Names.n (sizes (as_dense P)) - 2 + 1 - 1)) with (Names_sparsebert.tokens P - 2)%nat by at_lia.
    rewrite (weighted_sum (sq P) (fun k => DenseRuns.x (as_dense P) K k - DenseRuns.x (as_dense P) K (k + 2)%nat)%Z (Names_sparsebert.tokens P - 2) (sq P)).
    + rewrite (s_power P (- (-2 * d)) 2 2) by (reflexivity || (unfold d; ring)). rewrite osw_closed_end by exact N3. unfold first.
      replace (sq P ** Names_sparsebert.tokens P)%Z with (sq P * sq P ** (Names_sparsebert.tokens P - 1))%Z by (rewrite <- pow_step; do 2 f_equal; lia). rewrite !pow_step, pow_zero. ring.
    + intros k Hk. rewrite (s_power P _ (Names.n (sizes (as_dense P)) - (1 + Z.of_nat k)) (Datatypes.S (Names_sparsebert.tokens P - 2 - k))) by (at_lia || (unfold d; ring)). rewrite pow_step. replace (Names.at_ (1 + Z.of_nat k)) with k by at_lia. replace (Names.at_ (1 + Z.of_nat k + 2)) with (k + 2)%nat by at_lia. ring.
Qed.
Theorem inner_difference : Statements.sparsebert_A_2_2_ind_diff.
Proof.
  sparse. intros K HK i Hi [S C]. ssizes P. pose proof (category_1_of P WF K HK S C) as X.
  set (y := fun k => (DenseRuns.x (as_dense P) K k - DenseRuns.x (as_dense P) K (k + 2)%nat)%Z). set (a := Names.at_ (i - 1)). assert (Ea : Z.of_nat a = (i - 2)%Z) by (unfold a; at_lia).
  assert (Ts : Z.to_nat (i - 2 + 1 - 1) = a) by lia. assert (Ai : Names.at_ i = Datatypes.S a) by (unfold a; at_lia). assert (An : Names.at_ (i + 1) = (a + 2)%nat) by (unfold a; at_lia).
  assert (Z1 : forall k, Names.at_ (1 + Z.of_nat k) = k) by (intros; at_lia). assert (Z3 : forall k, Names.at_ (1 + Z.of_nat k + 2) = (k + 2)%nat) by (intros; at_lia).
  split; seq P; numbers_ P; set (d := Names.d (sizes (as_dense P))) in *; rewrite ?s_last, Ts; fold a; rewrite ?Ai, ?An.
  - rewrite (weighted_sum (sq P) y a (sq P - 1)).
    + rewrite (s_power P (- (- i * d)) i (Datatypes.S (Datatypes.S a))), (s_power P (- (- (i - 1) * d)) (i - 1) (Datatypes.S a)) by (lia || (unfold d; ring)). rewrite !osw_closed by at_lia. cbn [weighted]. unfold y. replace (a + 2)%nat with (Datatypes.S (Datatypes.S a)) by lia. rewrite !(pow_step _ (Datatypes.S a)). ring.
    + intros k Hk. rewrite Z1, Z3. rewrite (s_power P (- (- (i - (1 + Z.of_nat k)) * d)) (i - (1 + Z.of_nat k)) (Datatypes.S (a - k))), (s_power P (- (- (i - (1 + Z.of_nat k) - 1) * d)) (i - (1 + Z.of_nat k) - 1) (a - k)) by (lia || (unfold d; ring)). rewrite pow_step. unfold y. ring.
  - rewrite (weighted_sum (sq P) y a (sq P - 1)), (weighted_sum (sq P) y a 1).
    + rewrite (s_power P (- (- i * d)) i (Datatypes.S (Datatypes.S a))), (s_power P (- (- (i - 1) * d)) (i - 1) (Datatypes.S a)) by (lia || (unfold d; ring)). rewrite !(pow_step _ (Datatypes.S a)). ring.
    + intros k Hk. rewrite Z1, Z3. rewrite (s_power P (- (- (i - (1 + Z.of_nat k) - 1) * d)) (i - (1 + Z.of_nat k) - 1) (a - k)) by (lia || (unfold d; ring)). unfold y. ring.
    + intros k Hk. rewrite Z1, Z3. rewrite (s_power P (- (- (i - (1 + Z.of_nat k)) * d)) (i - (1 + Z.of_nat k)) (Datatypes.S (a - k))), (s_power P (- (- (i - (1 + Z.of_nat k) - 1) * d)) (i - (1 + Z.of_nat k) - 1) (a - k)) by (lia || (unfold d; ring)). rewrite pow_step. unfold y. ring.
Qed.
Theorem last_difference : Statements.sparsebert_A_2_2_last_diff.
Proof.
  sparse. intros K HK [S C]. ssizes P. pose proof (category_1_of P WF K HK S C) as X. pose (nn := Names.n (sizes (as_dense P))).
  set (y := fun k => (DenseRuns.x (as_dense P) K k - DenseRuns.x (as_dense P) K (k + 2)%nat)%Z). set (a := (Names_sparsebert.tokens P - 2)%nat). assert (En : nn = (Z.of_nat a + 2)%Z) by (unfold nn, a; at_lia).
  assert (Ts : Z.to_nat (nn - 2 + 1 - 1) = a) by lia. assert (Z1 : forall k, Names.at_ (1 + Z.of_nat k) = k) by (intros; at_lia). assert (Z3 : forall k, Names.at_ (1 + Z.of_nat k + 2) = (k + 2)%nat) by (intros; at_lia).
  seq P; numbers_ P; set (d := Names.d (sizes (as_dense P))) in *; rewrite ?s_last, ?s_before; fold nn; rewrite Ts.
  rewrite (weighted_sum (sq P) y a (sq P - 1)).
  - rewrite ?(s_power P (- (- nn * d)) nn (Datatypes.S (Datatypes.S a))), (s_power P (- (- (nn - 1) * d)) (nn - 1) (Datatypes.S a)), (s_power P (- (-2 * d)) 2 2) by (lia || (unfold d; ring)).
    rewrite osw_closed_end, (osw_closed _ _ _ (Names_sparsebert.tokens P - 2)) by lia. fold a. replace (Names_sparsebert.tokens P - 1)%nat with (Datatypes.S a) by lia. unfold y, first. replace (Names_sparsebert.tokens P) with (Datatypes.S (Datatypes.S a)) by lia. replace (Datatypes.S (Datatypes.S a) - 1)%nat with (Datatypes.S a) by lia. rewrite !pow_step, pow_zero. ring.
  - intros k Hk. rewrite Z1, Z3. rewrite (s_power P (- (- (nn - (1 + Z.of_nat k)) * d)) (nn - (1 + Z.of_nat k)) (Datatypes.S (a - k))), (s_power P (- (- (nn - (1 + Z.of_nat k) - 1) * d)) (nn - (1 + Z.of_nat k) - 1) (a - k)) by (lia || (unfold d; ring)). rewrite pow_step. unfold y. ring.
Qed.

(* ---- The sums that bound two ids from each other: parameters alone ---- *)
Ltac parameters := intros P WF Dom; pose proof (proj1 (proj2 WF) : (1 <= Names_sparsebert.rows P)%nat) as HR; pose proof (DenseRuns.D2 (as_dense P) (dense_formed P WF) : (2 <= Names.base (sizes (as_dense P)))%Z) as HD;
  assert (N3 : (3 <= Names_sparsebert.tokens P)%nat) by (destruct Dom as [N3 _]; unfold Names_sparsebert.n in N3; lia); ssizes P; clear Dom;
  assert (1 <= Names.d (sizes (as_dense P)))%Z by (unfold Names.d; cbn; lia); assert (3 <= Names.n (sizes (as_dense P)))%Z by (unfold Names.n; cbn; lia).
Theorem telescoped : Statements.sparsebert_A_2_2_ind_telescope.
Proof.
  parameters. intros i Hi. split; seq P; numbers_ P; set (d := Names.d (sizes (as_dense P))) in *; [|ring].
  set (a := Names.at_ (i - 1)). assert (Ea : Z.of_nat a = (i - 2)%Z) by (unfold a; at_lia). replace (Z.to_nat (i - 2 + 1 - 1)) with a by lia.
  rewrite (telescope (sq P) 1 a _ a) by (lia || (intros k Hk; rewrite (s_power P (- (- (i - (1 + Z.of_nat k) - 1) * d)) (i - (1 + Z.of_nat k) - 1) (a - k)) by (lia || (unfold d; ring)); ring)).
  rewrite (s_power P (- (- (i - 1) * d)) (i - 1) (Datatypes.S a)) by (lia || (unfold d; ring)). rewrite Nat.sub_diag, !pow_step, pow_zero. ring.
Qed.
Theorem last_bounded : Statements.sparsebert_A_2_2_last_bound.
Proof.
  parameters. seq P; numbers_ P; set (d := Names.d (sizes (as_dense P))) in *. set (a := (Names_sparsebert.tokens P - 2)%nat). pose (nn := Names.n (sizes (as_dense P))). assert (En : nn = (Z.of_nat a + 2)%Z) by (unfold nn, a; at_lia). fold nn.
  replace (Z.to_nat (nn - 2 + 1 - 1)) with a by lia.
  rewrite (telescope (sq P) (sq P - 1) a _ a) by (lia || (intros k Hk; rewrite (s_power P (- (- (nn - (1 + Z.of_nat k)) * d)) (nn - (1 + Z.of_nat k)) (Datatypes.S (a - k))), (s_power P (- (- (nn - (1 + Z.of_nat k) - 1) * d)) (nn - (1 + Z.of_nat k) - 1) (a - k)) by (lia || (unfold d; ring)); rewrite pow_step; ring)).
  rewrite (s_power P (- (- (nn - 1) * d)) (nn - 1) (Datatypes.S a)), (s_power P (- (-2 * d)) 2 2) by (lia || (unfold d; ring)). replace (Names_sparsebert.tokens P) with (Datatypes.S (Datatypes.S a)) by lia. rewrite Nat.sub_diag, !pow_step, pow_zero. ring.
Qed.

(* ---- While the sweep runs ---- *)
Section While.
Variable P : Names_sparsebert.run.
Notation n := (Names_sparsebert.tokens P).
Notation x := (DenseRuns.x (as_dense P)).
Hypothesis WF : Names_sparsebert.well_formed P.
Hypothesis EP : Names_sparsebert.encoded P = false.
Hypothesis N3 : (3 <= n)%nat.
Variable K : matrix.
Hypothesis HK : Names_sparsebert.input P K.
Hypothesis S : Names_sparsebert.sorted P K = 1%Z.
Hypothesis C : Names_sparsebert.category P K = 1%Z.
Let HQ : (2 <= sq P)%Z := DenseRuns.q2 (as_dense P) (dense_formed P WF).
Let X := category_1_of P WF K HK S C.
Lemma own_turn i e t : (i < n)%nat -> (0 <= e <= 1)%Z -> t == inject_Z (x K i + e) -> forall k, (1 <= k <= Names.n (sizes (as_dense P)))%Z ->
  Names_sparsebert.v P (Names.whole t) K k == U (Names.base (sizes (as_dense P))) (if (Names.at_ k <? i + Z.to_nat e)%nat then osw n (sq P) (x K) (Names.at_ k) else x K (Names.at_ k)).
Proof.
  intros Hi He Et k Hk. unfold Names.whole. rewrite (Qfloor_comp _ _ Et), Qfloor_Z. pose proof (range n (sq P) (x K) N3 HQ X i Hi) as B. pose proof (s_token P k Hk) as T.
  rewrite (v_within P WF EP N3 K HK S C) by (lia || assumption). destruct (Nat.ltb_spec (Names.at_ k) (i + Z.to_nat e)) as [L|L].
  - assert (x K (Names.at_ k) < x K i + e)%Z by (destruct (Nat.eq_dec (Names.at_ k) i) as [Ek|Nk]; [rewrite Ek in *; lia|pose proof (up n (sq P) (x K) N3 HQ X (Names.at_ k) i ltac:(lia)); lia]). destruct (Z.ltb_spec (x K (Names.at_ k)) (x K i + e)); [reflexivity|lia].
  - assert (x K i + e <= x K (Names.at_ k))%Z by (destruct (Nat.eq_dec (Names.at_ k) i) as [Ek|Nk]; [rewrite Ek in *; lia|pose proof (up n (sq P) (x K) N3 HQ X i (Names.at_ k) ltac:(lia)); lia]). destruct (Z.ltb_spec (x K (Names.at_ k)) (x K i + e)); [lia|reflexivity].
Qed.
Lemma turn_of i : (1 <= i <= Names.n (sizes (as_dense P)))%Z -> Names_sparsebert.z P K i / Names.delta (sizes (as_dense P)) == inject_Z (x K (Names.at_ i) + 0).
Proof. intros Hi. rewrite (sz P WF EP N3 K HK S C i Hi), Z.add_0_r. unfold U, Names.delta, Definitions.delta. cbn [Names.base sizes Names_yun2020a.base as_dense]. field. exact (base_not_zero _ (DenseRuns.D2 (as_dense P) (dense_formed P WF))). Qed.
End While.
Theorem order_of_phase : Statements.sparsebert_A_2_2_order_phase.
Proof.
  sparse. intros K HK i Hi [S C] t. ssizes P. pose proof (category_1_of P WF K HK S C) as X. assert (T := s_token P i Hi). rename t into t0. set (t := t0).
  assert (Et : t == inject_Z (DenseRuns.x (as_dense P) K (Names.at_ i) + 1)) by (unfold t, t0; rewrite (turn_of P WF EP N3 K HK S C i Hi), Z.add_0_r, inject_Z_plus; reflexivity). clearbody t.
  assert (V := own_turn P WF EP N3 K HK S C _ 1 t T ltac:(lia) Et). change (Z.to_nat 1) with 1%nat in V. split; [|split].
  - intros k Hk. rewrite !V by lia. apply u_lt; [exact HD|]. destruct (Nat.ltb_spec (Names.at_ k) (Names.at_ i + 1)); [at_lia|]. destruct (Nat.ltb_spec (Names.at_ (k + 1)) (Names.at_ i + 1)); [at_lia|]. apply (up _ _ _ N3 HQ X). at_lia.
  - intros k Hk. rewrite !V by lia. apply u_lt; [exact HD|]. destruct (Nat.ltb_spec (Names.at_ k) (Names.at_ i + 1)); [|at_lia]. destruct (Nat.ltb_spec (Names.at_ (k + 1)) (Names.at_ i + 1)); [|at_lia]. apply (osw_order _ _ _ N3 HQ X). at_lia.
  - intros Li. rewrite !V by lia. apply u_lt; [exact HD|]. rewrite s_last. change (Names.at_ 1) with O. destruct (Nat.ltb_spec (Names_sparsebert.tokens P - 1) (Names.at_ i + 1)); [at_lia|]. destruct (Nat.ltb_spec 0 (Names.at_ i + 1)); [|lia].
    pose proof (range _ _ _ N3 HQ X (Names_sparsebert.tokens P - 1) ltac:(lia)). pose proof (osw_large _ _ _ N3 HQ X 0 ltac:(lia)). lia.
Qed.
Theorem extremes_of_others : Statements.sparsebert_A_2_2_ind_maxmin.
Proof.
  sparse. intros K HK i Hi [S C] t. ssizes P. pose proof (category_1_of P WF K HK S C) as X. assert (T := s_token P i ltac:(lia)).
  assert (Et : t == inject_Z (DenseRuns.x (as_dense P) K (Names.at_ i) + 0)) by (apply (turn_of P WF EP N3 K HK S C); lia). clearbody t.
  assert (V := own_turn P WF EP N3 K HK S C _ 0 t T ltac:(lia) Et). change (Z.to_nat 0) with O in V. rewrite Nat.add_0_r in V.
  assert (R := range _ _ _ N3 HQ X). assert (L := osw_large _ _ _ N3 HQ X). split.
  - eexists. split; [|reflexivity]. split; [exists (i - 1)%Z; split; [lia|reflexivity]|]. intros j Hj. rewrite !V by lia. apply u_le; [exact HD|].
    destruct (Nat.ltb_spec (Names.at_ (i - 1)) (Names.at_ i)); [|at_lia]. pose proof (L (Names.at_ (i - 1)) ltac:(at_lia)). pose proof (R (Names.at_ j) ltac:(at_lia)). destruct (Nat.ltb_spec (Names.at_ j) (Names.at_ i)); [|lia].
    destruct (Nat.eq_dec (Names.at_ j) (Names.at_ (i - 1))) as [->|]; [lia|]. pose proof (osw_order _ _ _ N3 HQ X (Names.at_ j) (Names.at_ (i - 1)) ltac:(at_lia)). lia.
  - set (nn := Names.n (sizes (as_dense P))) in *. assert (W : Names.whole (Names.modulo (inject_Z i) (inject_Z nn) + 1) = (i mod nn + 1)%Z).
    { unfold Names.whole. rewrite (Qfloor_comp _ (inject_Z (i mod nn + 1))); [apply Qfloor_Z|]. rewrite (i_modulo (inject_Z i) (inject_Z nn) i nn) by (lia || reflexivity). rewrite inject_Z_plus. reflexivity. }
    rewrite W. eexists. split; [|reflexivity]. destruct (Z.eq_dec i nn) as [E|Ne].
    + assert (One : (i mod nn + 1 = 1)%Z) by (rewrite E, Z.mod_same by lia; reflexivity). rewrite One. split; [exists 1%Z; split; [lia|reflexivity]|]. intros j Hj. rewrite !V by lia. apply u_le; [exact HD|]. change (Names.at_ 1) with O.
      destruct (Nat.ltb_spec 0 (Names.at_ i)); [|unfold nn in *; at_lia]. destruct (Nat.ltb_spec (Names.at_ j) (Names.at_ i)); [|unfold nn in *; at_lia]. destruct (Nat.eq_dec (Names.at_ j) 0) as [->|]; [lia|]. pose proof (osw_order _ _ _ N3 HQ X 0 (Names.at_ j) ltac:(unfold nn in *; at_lia)). lia.
    + rewrite Z.mod_small by lia. split; [exists (i + 1)%Z; split; [lia|reflexivity]|]. intros j Hj. rewrite !V by lia. apply u_le; [exact HD|]. assert ((Names.at_ (i + 1) < Names_sparsebert.tokens P)%nat) by (unfold nn in *; at_lia). assert ((Names.at_ j < Names_sparsebert.tokens P)%nat) by (unfold nn in *; at_lia).
      destruct (Nat.ltb_spec (Names.at_ (i + 1)) (Names.at_ i)); [unfold nn in *; at_lia|]. pose proof (R (Names.at_ (i + 1)) ltac:(assumption)). destruct (Nat.ltb_spec (Names.at_ j) (Names.at_ i)); [pose proof (L (Names.at_ j) ltac:(assumption)); lia|].
      destruct (Nat.eq_dec (Names.at_ j) (Names.at_ (i + 1))) as [->|]; [lia|]. pose proof (up _ _ _ N3 HQ X (Names.at_ (i + 1)) (Names.at_ j) ltac:(unfold nn in *; at_lia)). lia.
Qed.
