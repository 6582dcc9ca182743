(* Layers with dense attention on column ids, in units of delta: what a layer of the sweep and a global shift do to any matrix whose ids are whole numbers of delta, negative ones too, whatever each
   token attends to. Then the literal networks of Dense.v without encodings: their ids are those of Layers.v.

   A k      what token k attends to: not empty, tokens below n. *)
From Coq Require Import QArith Qround Lqa List Arith Lia.
From Hardmax Require Import Definitions Arithmetic Digits Layers Heads Network Within Dense.
Import ListNotations.
Open Scope Q_scope.

Section Layer.
Variables (n d : nat) (D : Z) (A : nat -> list nat).
Hypothesis Hd : (1 <= d)%nat.
Hypothesis HD : (2 <= D)%Z.
Hypothesis tokens : forall k j, (k < n)%nat -> In j (A k) -> (j < n)%nat.
Hypothesis someone : forall k, (k < n)%nat -> A k <> [].
Notation delta := (Definitions.delta D).
Notation id := (column_id d D).
Notation represents := (represents n d D).
Notation q := (D ** d)%Z.

Lemma unit : 0 < delta.
Proof. unfold Definitions.delta. apply Qinv_lt_0_compat. unfold Qlt. cbn. lia. Qed.
Lemma units_le a b : inject_Z a * delta <= inject_Z b * delta <-> (a <= b)%Z.
Proof. rewrite (Qmult_le_r _ _ _ unit), <- Zle_Qle. reflexivity. Qed.
Lemma units_lt a b : inject_Z a * delta < inject_Z b * delta <-> (a < b)%Z.
Proof. rewrite (Qmult_lt_r _ _ _ unit), <- Zlt_Qlt. reflexivity. Qed.

Section State.
Variables (x : nat -> Z) (Z : matrix).
Hypothesis HR : represents x Z.
Lemma highest k hi : (k < n)%nat -> In hi (A k) -> (forall i, In i (A k) -> id Z i <= id Z hi) -> largest x (A k) = x hi.
Proof.
  intros Hk Hhi M. apply largest_is; [exists hi; auto|]. intros i Hi. specialize (M i Hi). rewrite (HR i), (HR hi) in M by (eapply tokens; eassumption). apply units_le. exact M.
Qed.
Lemma lowest k lo : (k < n)%nat -> In lo (A k) -> (forall i, In i (A k) -> id Z lo <= id Z i) -> smallest x (A k) = x lo.
Proof.
  intros Hk Hlo M. apply smallest_is; [exists lo; auto|]. intros i Hi. specialize (M i Hi). rewrite (HR i), (HR lo) in M by (eapply tokens; eassumption). apply units_le. exact M.
Qed.

(* A layer of the sweep with the window around b units. *)
Theorem shift_layer b lo hi : lo == (inject_Z b - (1 # 2)) * delta -> hi == (inject_Z b + (1 # 2)) * delta ->
  represents (shift_at q b A x) (apply_layer d A (Psi D (inject_Z q) lo hi) Z).
Proof.
  intros Hlo Hhi k Hk. pose proof unit as U. pose proof (HR k Hk) as Rk. unfold shift_at. destruct (Z.eqb_spec (x k) b) as [Eb|Nb].
  - destruct (Psi_inside d D A (inject_Z q) lo hi Z k (someone k Hk)) as [up [dn [I1 [I2 [M E1]]]]].
    { rewrite Rk, Hlo, Hhi, Eb. split; nra. }
    rewrite (id_of_first_row d D Z _ k _ Hd E1) by (intros r; apply Psi_other_rows).
    rewrite (highest k up Hk I1) by (intros i Hi; apply M; exact Hi). rewrite (lowest k dn Hk I2) by (intros i Hi; apply M; exact Hi).
    rewrite Rk, (HR up), (HR dn) by (eapply tokens; eassumption). rewrite inject_Z_plus, inject_Z_mult. unfold Z.sub. rewrite inject_Z_plus, inject_Z_opp. ring.
  - rewrite <- Rk. apply id_ext. intros r _. apply Psi_outside; [exact (someone k Hk)| |].
    + rewrite Hlo, Hhi. nra.
    + rewrite Rk, Hlo, Hhi. destruct (Z.lt_total (x k) b) as [L|[L|L]]; [left| congruence|right].
      * assert (inject_Z (x k) + 1 <= inject_Z b). { change 1 with (inject_Z 1). rewrite <- inject_Z_plus, <- Zle_Qle. lia. } nra.
      * assert (inject_Z b + 1 <= inject_Z (x k)). { change 1 with (inject_Z 1). rewrite <- inject_Z_plus, <- Zle_Qle. lia. } nra.
Qed.

(* A global shift c psi(.; 0): the largest id in view where the own one is positive, the smallest where it is negative; where it is 0 all keys tie, and their ids must be one (all 0, or there is one key). *)
Definition pulled (c : BinInt.Z) (k : nat) : BinInt.Z := (x k + c * (if x k <? 0 then smallest x (A k) else largest x (A k)))%Z.
Theorem global_layer_tied c : (forall k, (k < n)%nat -> x k = 0%Z -> forall i j, In i (A k) -> In j (A k) -> x i = x j) ->
  represents (pulled c) (apply_layer d A (Omega D (inject_Z c)) Z).
Proof.
  intros Zero k Hk. pose proof (HR k Hk) as Rk. unfold pulled.
  assert (Form : forall m, attend d (psi D (inject_Z c) 0) (A k) Z k == inject_Z m * delta -> id (apply_layer d A (Omega D (inject_Z c)) Z) k == inject_Z (x k + c * m) * delta).
  { intros m E. rewrite (id_of_first_row d D Z _ k (inject_Z c * (inject_Z m * delta)) Hd).
    - rewrite Rk, inject_Z_plus, inject_Z_mult. ring.
    - unfold apply_layer, Omega. cbn [fold_right WO psi e1]. rewrite <- E. ring.
    - intros r. apply Omega_other_rows. }
  assert (Z0 : 0 == inject_Z 0 * delta) by (change (inject_Z 0) with 0; ring).
  destruct (Z.ltb_spec (x k) 0) as [L|L].
  - destruct (psi_below d D (inject_Z c) 0 (A k) Z k (someone k Hk)) as [lo [I1 [E1 M1]]]; [rewrite Rk, Z0; apply units_lt; exact L|].
    apply Form. rewrite E1, (lowest k lo Hk I1 M1). apply HR. eapply tokens; eassumption.
  - destruct (Z.eq_dec (x k) 0) as [E0|Ne].
    + specialize (Zero k Hk E0). destruct (largest_attained x _ (someone k Hk)) as [j0 [Hj0 Lg]].
      apply Form. rewrite Lg. unfold attend. apply hardmax_constant; [exact (someone k Hk)|]. intros j Hj. apply winners_are in Hj. destruct Hj as [Hj _].
      change (dot d (WV (psi D (inject_Z c) 0)) Z j) with (id Z j). rewrite (HR j) by (eapply tokens; eassumption). rewrite (Zero j j0 Hj Hj0). reflexivity.
    + destruct (psi_above d D (inject_Z c) 0 (A k) Z k (someone k Hk)) as [hi [I1 [E1 M1]]]; [rewrite Rk, Z0; apply units_lt; lia|].
      apply Form. rewrite E1, (highest k hi Hk I1 M1). apply HR. eapply tokens; eassumption.
Qed.
Corollary global_layer c : (forall k, (k < n)%nat -> x k = 0%Z -> forall j, In j (A k) -> x j = 0%Z) -> represents (pulled c) (apply_layer d A (Omega D (inject_Z c)) Z).
Proof. intros Zero. apply global_layer_tied. intros k Hk E i j Hi Hj. rewrite (Zero k Hk E i Hi), (Zero k Hk E j Hj). reflexivity. Qed.
End State.

(* ---- The sweep: windows from b units on, and that without encodings ---- *)
Lemma sweep_of_layers x Z b start m : start == inject_Z b * delta -> represents x Z -> (m <= Z.to_nat q)%nat ->
  represents (shift_range q A b m x) (Definitions.run d 1 (fun _ => A) 0 (firstn m (sweep_of d D start)) Z).
Proof.
  intros Hb HR. induction m as [|m IH]; intros Hm; [exact HR|]. specialize (IH ltac:(lia)).
  assert (L : length (sweep_of d D start) = Z.to_nat q) by (unfold sweep_of; rewrite map_length, seq_length; reflexivity).
  rewrite run_next by lia. cbn [shift_range].
  unfold sweep_of at 1. match goal with |- context [map ?g _] => set (f := g) end. rewrite (nth_indep _ [] (f O)) by (rewrite map_length, seq_length; exact Hm). rewrite map_nth, seq_nth by exact Hm. cbn [Nat.add]. unfold f. cbv zeta.
  apply shift_layer; [exact IH| |]; rewrite Hb, inject_Z_plus; field.
Qed.
Lemma sweep_layers x Z m : represents x Z -> (m <= Z.to_nat q)%nat ->
  represents (shift_range q A 0 m x) (Definitions.run d 1 (fun _ => A) 0 (firstn m (sweep n d D false)) Z).
Proof. apply sweep_of_layers. reflexivity. Qed.
End Layer.
(* Where every layer has the same pattern, it does not matter which number is the first. *)
Lemma run_constant d p A L : forall t Z, Definitions.run d p (fun _ => A) t L Z = Definitions.run d p (fun _ => A) 0 L Z.
Proof. induction L as [|M L IH]; intros t Z; [reflexivity|]. cbn [Definitions.run]. rewrite (IH (S t)), (IH 1%nat). reflexivity. Qed.
