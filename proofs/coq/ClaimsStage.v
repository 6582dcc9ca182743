(* Claims of yun2020b about where each layer of the two stages stands, and what the layer sees that moves a token (E.2.2, E.2.3). *)
From Coq Require Import QArith Qround Lqa List Arith Lia.
From Hardmax Require Import Definitions Arithmetic Digits SelectiveShift Layers Heads Network Lemma7 Runs Claims Within ClaimsLayers.
From Hardmax Require ClaimsInputs Names Statements.
Import ListNotations.
Open Scope Q_scope.

Section Stage.
Variable P : Names.run.
Hypothesis HA : assumption_1 P.
Let WF := proj1 HA.
Notation n := (Names.tokens P).
Notation q := (Names.base P ** Names.rows P)%Z.
Notation nq := (Z.to_nat q).
Notation p := (Names.period P).
(* Layer number (i, m, a), the first being number 1: its heads and their biases. *)
Lemma numbered_layer i m a t : (1 <= i < n)%nat -> (m < nq)%nat -> (a < p)%nat -> Names.at_ t = number_of P i m a ->
  Names.mask P t = Names.one_based a /\ (a = Names.chosen P i -> Names.heads P t = 2%Z /\ Names.bq P t 1 = window (Names.rows P) (Names.base P) i m - Definitions.delta (Names.base P) / 2 /\ Names.bq P t 2 = window (Names.rows P) (Names.base P) i m + Definitions.delta (Names.base P) / 2) /\
  (a <> Names.chosen P i -> Names.heads P t = 0%Z).
Proof.
  intros Hi Hm Ha E. split; [unfold Names.mask; rewrite E, (number_mod P HA) by exact Ha; reflexivity|]. unfold Names.heads, Names.bq, Names.head_of. rewrite E, (layer_number P HA) by assumption. split; intros C.
  - rewrite C, Nat.eqb_refl. split; [reflexivity|split; reflexivity].
  - destruct (Nat.eqb_spec a (Names.chosen P i)); [contradiction|reflexivity].
Qed.
End Stage.

Theorem E22_identity : Statements.yun2020b_E_2_2_identity.
Proof.
  begin. pose proof (p_1 P HA) as P1. pose proof (selective_length P HA) as SL. split; [|split; [|split]].
  - eapply eq_by_integers; [rewrite SL; reflexivity|integer; unfold Names.d; lia|]. rewrite power_of_rows. unfold Names.n, Names.p. rewrite Nat2Z.inj_sub by lia. change (Z.of_nat 1) with 1%Z. ring.
  - exact (all_max_length P).
  - intros i Hi m [M1 M2] a Ha t b. assert (Eq : Names.delta P ^ (- Names.d P) == inject_Z (Names.base P ** Names.rows P)) by (eapply Qeq_trans; [apply (i_delta_power (Names.base P)); unfold Names.d; lia|rewrite power_of_rows; reflexivity]).
    assert (Hm : (m < Names.base P ** Names.rows P)%Z) by (rewrite Eq in M2; change 1 with (inject_Z 1) in M2; unfold Qminus in M2; rewrite <- inject_Z_opp, <- inject_Z_plus, <- Zle_Qle in M2; lia). clear M2.
    set (i' := Names.at_ i). set (m' := Z.to_nat m). set (a' := Names.at_ a). assert (Ii : (1 <= i' < Names.tokens P)%nat) by (unfold i', Names.n, Names.at_ in *; lia). assert (Ei : Z.of_nat i' = (i - 1)%Z) by (unfold i', Names.at_; lia).
    assert (Em : Z.of_nat m' = m) by (unfold m'; lia). assert (Ea : Z.of_nat a' = (a - 1)%Z) by (unfold a', Names.at_; lia). assert (Ra : (a' < Names.period P)%nat) by (unfold Names.p in Ha; lia). assert (Rm : (m' < Z.to_nat (Names.base P ** Names.rows P))%nat) by lia.
    assert (En : Z.of_nat (number_of P i' m' a') = ((i - 2) * (Names.base P ** Names.rows P * Names.p P) + m * Names.p P + (a - 1))%Z).
    { unfold number_of. rewrite !Nat2Z.inj_add, !Nat2Z.inj_mul, Z2Nat.id, Nat2Z.inj_sub, Ei, Em, Ea by lia. unfold Names.p. change (Z.of_nat 1) with 1%Z. ring. }
    assert (Et : t == inject_Z (Z.of_nat (number_of P i' m' a') + 1)). { unfold t. rewrite Eq, En. rewrite <- !inject_Z_mult, <- !inject_Z_plus. apply inject_Z_injective. ring. }
    assert (Ew : Names.at_ (Names.whole t) = number_of P i' m' a') by (unfold Names.whole; rewrite (Qfloor_comp _ _ Et), Qfloor_Z; unfold Names.at_; lia).
    destruct (numbered_layer P HA i' m' a' _ Ii Rm Ra Ew) as [L1 [L2 L3]]. split; [rewrite L1; unfold Names.one_based; lia|]. assert (El : Names.l P i = Names.one_based (Names.chosen P i')) by reflexivity. unfold Names.one_based in El.
    assert (Eb : window (Names.rows P) (Names.base P) i' m' == b).
    { unfold window, b. rewrite Em. replace (Z.of_nat i' - 1)%Z with (i - 2)%Z by lia. unfold Names.Delta, Names.delta. reflexivity. }
    split; intros C.
    + destruct (L2 ltac:(lia)) as [Hh [B1 B2]]. split; [exact Hh|]. rewrite B1, B2, Eb. split; reflexivity.
    + apply L3. lia.
  - intros i Hi t. assert (At : Names.at_ t = (length (selective_stage (Names.tokens P) (Names.rows P) (Names.period P) (Names.base P) (Names.chosen P)) + Names.at_ i)%nat) by (unfold t, Names.layers_selective_shift, Names.at_; lia).
    pose proof (all_max_number P (Names.at_ i) ltac:(unfold Names.s, Names.at_ in *; lia)) as L. rewrite <- At in L. split; [|split].
    + unfold Names.mask. rewrite At, (selective_count P HA). replace ((Names.tokens P - 1) * (Z.to_nat (Names.base P ** Names.rows P) * Names.period P) + Names.at_ i)%nat with (Names.at_ i + ((Names.tokens P - 1) * Z.to_nat (Names.base P ** Names.rows P)) * Names.period P)%nat by ring. rewrite Nat.mod_add by lia.
      unfold Names.one_based. rewrite (i_modulo (inject_Z (i - 1)) (inject_Z (Names.p P)) (i - 1) (Names.p P)) by (reflexivity || (unfold Names.p; lia)). change 1 with (inject_Z 1). rewrite <- inject_Z_plus. apply inject_Z_injective. f_equal. rewrite Nat2Z.inj_mod by lia. f_equal. unfold Names.at_. lia.
    + unfold Names.heads. rewrite L. reflexivity.
    + unfold Names.bq, Names.head_of. rewrite L. reflexivity.
Qed.
Theorem E23_maxmin : Statements.yun2020b_E_2_3_maxmin.
Proof.
  begin. intros K HK i Hi t [T1 T2] [Two [B1 B2]]. pose proof (p_1 P HA) as P1. pose proof (nq_2 P HA) as NQ. set (j := Names.at_ i). assert (Hj : (1 <= j < Names.tokens P)%nat) by (unfold j, Names.n, Names.at_ in *; lia). assert (Ej : Z.of_nat j = (i - 1)%Z) by (unfold j, Names.at_; lia).
  assert (E : forall c, inject_Z (Names.p P) * inject_Z c * Names.delta P ^ (- Names.d P) == inject_Z (Z.of_nat (Names.period P) * c * (Names.base P ** Names.rows P))).
  { intros c. eapply eq_by_integers; [integer; unfold Names.d; lia|reflexivity|]. rewrite power_of_rows. reflexivity. }
  rewrite E in T1, T2. change 1 with (inject_Z 1) in T1. rewrite <- inject_Z_plus, <- Zle_Qle in T1. rewrite <- Zle_Qle in T2. clear E.
  assert (T : ((j - 1) * (Z.to_nat (Names.base P ** Names.rows P) * Names.period P) <= Names.at_ t < j * (Z.to_nat (Names.base P ** Names.rows P) * Names.period P))%nat).
  { rewrite <- (Z2Nat.id (Names.base P ** Names.rows P)) in T1, T2 by lia. set (e := Z.to_nat (Names.base P ** Names.rows P)) in *. clearbody e. replace (i - 2)%Z with (Z.of_nat (j - 1)) in T1 by lia. replace (i - 1)%Z with (Z.of_nat j) in T2 by lia.
    assert (T3 : Z.of_nat ((j - 1) * (e * Names.period P)) = (Z.of_nat (Names.period P) * Z.of_nat (j - 1) * Z.of_nat e)%Z) by (rewrite !Nat2Z.inj_mul; ring). assert (T4 : Z.of_nat (j * (e * Names.period P)) = (Z.of_nat (Names.period P) * Z.of_nat j * Z.of_nat e)%Z) by (rewrite !Nat2Z.inj_mul; ring). unfold Names.at_. lia. }
  destruct (in_block P HA j (Names.at_ t) ltac:(lia) T) as [m [a [Hm [Ha En]]]]. destruct (numbered_layer P HA j m a t Hj Hm Ha En) as [Ma [L2 L3]].
  assert (Ec : a = Names.chosen P j) by (destruct (Nat.eq_dec a (Names.chosen P j)) as [Ec|Ec]; [exact Ec|rewrite (L3 Ec) in Two; discriminate]). destruct (L2 Ec) as [_ [W1 W2]]. rewrite W1 in B1. rewrite W2 in B2. clear L2 L3 W1 W2.
  assert (Et : (t - 1)%Z = Z.of_nat (number_of P j m a)).
  { rewrite <- En. unfold Names.at_. assert (0 <= Z.of_nat (Names.period P) * (i - 2) * (Names.base P ** Names.rows P))%Z by (apply Z.mul_nonneg_nonneg; [apply Z.mul_nonneg_nonneg; lia|lia]). lia. }
  rewrite Et in *. assert (F := v_number P HA K HK j m a Hj Hm ltac:(lia)). cbv zeta in F. rewrite Ec, Nat.ltb_irrefl in F. rewrite <- Ec in F.
  pose proof (gamma_range P HA i ltac:(lia)) as Gi. pose proof (gamma_range P HA (i - 1) ltac:(lia)) as Gb.
  assert (Pi : position (Names.tokens P) (Names.chain P) (Names.at_ (Names.gamma P i)) = j) by (rewrite at_gamma; apply (position_of_gamma _ _ _ _ _ _ (assumption P HA)); lia).
  assert (At : Names.at_ (i - 1) = (j - 1)%nat) by (unfold j, Names.at_; lia).
  assert (Pb : position (Names.tokens P) (Names.chain P) (Names.at_ (Names.gamma P (i - 1))) = (j - 1)%nat) by (rewrite at_gamma, At; apply (position_of_gamma _ _ _ _ _ _ (assumption P HA)); lia).
  (* The window is open: else the token would be above it. *)
  assert (Open : window_passed P K j m = false).
  { unfold window_passed in *. destruct (Z.ltb_spec (w P K j) (start (Names.tokens P) (Names.base P * weights (Names.rows P) (Names.base P)) j + Z.of_nat m)) as [Passed|]; [|reflexivity]. exfalso.
    rewrite (F _ Gi), Pi in B2. rewrite (window_high (Names.tokens P) (Names.rows P) (Names.base P) (n_2 P WF) (d_1 P WF) (D_2 P WF) j m ltac:(lia)) in B2. unfold mid in B2. rewrite Nat.ltb_irrefl, Nat.eqb_refl in B2.
    pose proof (f_above P HA K HK j ltac:(lia)) as Ab. pose proof (f_eq9_first P HA K HK) as First. pose proof (W_q P WF) as WQ. set (W := (Names.base P * weights (Names.rows P) (Names.base P))%Z) in *.
    assert (S1 : (start (Names.tokens P) W j + Z.of_nat m + 1 <= zs P K j)%Z).
    { destruct j as [|j']; [lia|]. cbn [start]. assert ((Z.of_nat j' + 1) * W <= (Z.of_nat (Names.tokens P) - 1) * W)%Z by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
    unfold U in B2. change (/ inject_Z (Names.base P)) with (Definitions.delta (Names.base P)) in B2. pose proof (unit_positive (Names.base P) (D_2 P WF) : 0 < Definitions.delta (Names.base P)) as Y.
    assert (Q : inject_Z (start (Names.tokens P) W j + Z.of_nat m) + 1 <= inject_Z (zs P K j)) by (change 1 with (inject_Z 1); rewrite <- inject_Z_plus, <- Zle_Qle; exact S1). nra. }
  rewrite Open in F. assert (N1 : forall k, Names.A P (Names.mask P t) (Names.gamma P i) k -> (1 <= k <= Names.n P)%Z) by (intros k Hk; exact (neighbours_are_tokens P HA (Names.mask P t) (Names.gamma P i) k (mask_range P HA t) Gi Hk)).
  assert (Am : Names.at_ (Names.mask P t) = a) by (rewrite Ma; apply at_one_based).
  assert (Me : Names.A P (Names.mask P t) (Names.gamma P i) (Names.gamma P i)) by (split; [lia|]; apply A1; [rewrite Am; exact Ha|exact (at_range _ _ Gi)]).
  assert (Sees : Names.A P (Names.mask P t) (Names.gamma P i) (Names.gamma P (i - 1))).
  { split; [lia|]. rewrite Am, Ec, !at_gamma, At. destruct A2 as [_ [_ A2]]. exact (proj2 (A2 j ltac:(lia))). }
  assert (Top : forall k, (k < Names.tokens P)%nat -> (mid P K j false k <= mid P K j false (Names.at_ (i - 1)))%Z).
  { intros k Hk. rewrite At. destruct (mid_open P HA K HK j k Hj Hk) as [_ M]. unfold mid at 2. destruct (Nat.ltb_spec (j - 1) j); [exact M|lia]. }
  assert (Bottom : forall k, (k < Names.tokens P)%nat -> (mid P K j false (Names.at_ i) <= mid P K j false k)%Z).
  { intros k Hk. fold j. destruct (mid_open P HA K HK j k Hj Hk) as [M _]. unfold mid at 1. rewrite Nat.ltb_irrefl, Nat.eqb_refl. exact M. }
  assert (Vb : Names.v P (Z.of_nat (number_of P j m a)) K (Names.gamma P (i - 1)) == U (Names.base P) (mid P K j false (Names.at_ (i - 1)))) by (rewrite (F _ Gb), Pb, At; reflexivity).
  assert (Vz : Names.z P K (Names.gamma P i) == U (Names.base P) (mid P K j false (Names.at_ i))) by (rewrite (z_gamma P HA K HK i) by lia; unfold mid; fold j; rewrite Nat.ltb_irrefl, Nat.eqb_refl; reflexivity).
  split; split.
  - eexists. split; [exact (greatest_along P HA _ _ _ (i - 1) N1 F ltac:(lia) Sees Top)|symmetry; exact Vb].
  - eexists. split; [exact (greatest_along P HA _ _ _ (i - 1) (fun k Hk => Hk) F ltac:(lia) Gb Top)|exact Vb].
  - eexists. split; [exact (least_along P HA _ _ _ i N1 F ltac:(lia) Me Bottom)|symmetry; exact Vz].
  - eexists. split; [exact (least_along P HA _ _ _ i (fun k Hk => Hk) F ltac:(lia) Gi Bottom)|exact Vz].
Qed.

(* ---- E.2.3, injectivity: over all inputs the last id of the chain moves by q - 1 units ---- *)
Lemma number_constant d D m : number d D (fun _ => m) = (m * weights d D)%Z.
Proof. unfold weights. induction d as [|d IH]; cbn [number]; [ring|]. rewrite IH. ring. Qed.
Theorem E23_inj_step1 : Statements.yun2020b_E_2_3_inj_step1.
Proof.
  begin. set (D := Names.base P) in *. set (d := Names.rows P) in *. set (k := Names.chain P (Names.tokens P - 1)).
  assert (Rk : (k < Names.tokens P)%nat) by (apply (chain_range _ _ _ _ _ _ (assumption P HA)); lia).
  assert (Form : exists e, forall K, Names.input P K -> Names.z P K (Names.gamma P (Names.n P)) == U D (number d D (fun r => digit D K r k) + e)).
  { eexists. intros K HK. rewrite (z_gamma P HA K HK (Names.n P)) by (unfold Names.n; lia). rewrite (at_n P) by assumption. unfold w, chain_id, input_id. fold k. rewrite number_shift. reflexivity. }
  destruct Form as [e Form]. set (C := fun (m : Z) (_ _ : nat) => inject_Z m * Definitions.delta D).
  assert (InC : forall m, (0 <= m < D)%Z -> Names.input P (C m)) by (intros m Hm r j _ _; exists m; split; [exact Hm|reflexivity]).
  assert (Y : 0 < Definitions.delta D) by exact (unit_positive D (D_2 P WF)).
  assert (Val : forall m, (0 <= m < D)%Z -> number d D (fun r => digit D (C m) r k) = (m * weights d D)%Z).
  { intros m Hm. rewrite <- number_constant. apply number_ext. intros r Hr. destruct (digit_spec (Names.tokens P) d D (n_2 P WF) (d_1 P WF) (D_2 P WF) (C m) r k (InC m Hm) Hr Rk) as [_ E]. unfold C in E at 1.
    apply Qmult_inj_r in E; [|intros Z0; rewrite Z0 in Y; exact (Qlt_irrefl 0 Y)]. symmetry. apply inject_Z_injective. exact E. }
  assert (Bd : forall K, Names.input P K -> (0 <= number d D (fun r => digit D K r k) <= D ** d - 1)%Z).
  { intros K HK. apply number_range; [lia|]. intros r Hr. exact (proj1 (digit_spec (Names.tokens P) d D (n_2 P WF) (d_1 P WF) (D_2 P WF) K r k HK Hr Rk)). }
  exists (U D (D ** d - 1 + e)), (U D (0 + e)). split; [split|split; [split|]].
  - exists (C (D - 1)%Z). split; [apply InC; lia|]. rewrite (Form _ (InC (D - 1)%Z ltac:(lia))), (Val (D - 1)%Z) by lia. rewrite Delta_closed. reflexivity.
  - intros K HK. rewrite (Form K HK). apply u_le; [exact (D_2 P WF)|]. pose proof (Bd K HK). lia.
  - exists (C 0%Z). split; [apply InC; lia|]. rewrite (Form _ (InC 0%Z ltac:(lia))), (Val 0%Z) by lia. reflexivity.
  - intros K HK. rewrite (Form K HK). apply u_le; [exact (D_2 P WF)|]. pose proof (Bd K HK). lia.
  - unfold D, d in *. le_in P. rewrite power_less by assumption. lia.
Qed.
