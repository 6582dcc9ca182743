(* Lemma 6: the quantiser of E.1. A layer is Z + e_r phi(e_r^T Z - k delta 1^T), with the activation phi(t) = -t on [0, delta) and 0 elsewhere: three linear pieces, two of them constant.
   Over the rationals; entries are any rationals, on the grid or not. *)
From Coq Require Import QArith Qround Lqa List Arith Lia.
From Hardmax Require Import Definitions.
Import ListNotations.
Open Scope Q_scope.

Definition inside (low width x : Q) : bool := Qle_bool low x && negb (Qle_bool (low + width) x).      (* low <= x < low + width *)
Definition phi (delta t : Q) : Q := if inside 0 delta t then - t else 0.
Definition quantizer_layer (delta : Q) (r k : nat) (Z : matrix) : matrix :=
  fun i j => if Nat.eqb i r then Z i j + phi delta (Z i j - inject_Z (Z.of_nat k) * delta) else Z i j.
(* d n/delta layers, row by row. *)
Definition quantizer (n d : nat) (D : Z) : list (nat * nat) := flat_map (fun r => map (fun k => (r, k)) (seq 0 (n * Z.to_nat D))) (seq 0 d).
Definition quantize (n d : nat) (D : Z) (Z : matrix) : matrix := fold_left (fun M rk => quantizer_layer (delta D) (fst rk) (snd rk) M) (quantizer n d D) Z.
(* What Lemma 6 asks for: an entry of [k delta, (k+1) delta) inside [0, n) becomes k delta. *)
Definition floor_to (D : Z) (x : Q) : Q := inject_Z (Qfloor (x * inject_Z D)) * delta D.

Theorem quantizer_length n d D : (0 <= D)%Z -> Z.of_nat (length (quantizer n d D)) = (Z.of_nat d * Z.of_nat n * D)%Z.
Proof.
  intros HD. unfold quantizer. assert (L : forall a m, length (flat_map (fun r => map (fun k => (r, k)) (seq 0 (n * Z.to_nat D))) (seq a m)) = (m * (n * Z.to_nat D))%nat).
  { intros a m. revert a. induction m as [|m IH]; intros a; [reflexivity|]. cbn [seq flat_map]. rewrite app_length, map_length, seq_length, IH. lia. }
  rewrite L, !Nat2Z.inj_mul, Z2Nat.id by exact HD. ring.
Qed.

Lemma inside_spec low width x : inside low width x = true <-> low <= x /\ x < low + width.
Proof.
  unfold inside. rewrite Bool.andb_true_iff, Bool.negb_true_iff. split; intros [H1 H2]; split.
  - apply Qle_bool_iff. exact H1.
  - apply Qnot_le_lt. intros H. apply Qle_bool_iff in H. congruence.
  - apply Qle_bool_iff. exact H1.
  - destruct (Qle_bool (low + width) x) eqn:E; [|reflexivity]. apply Qle_bool_iff in E. lra.
Qed.
Lemma inside_same low width x y : x == y -> inside low width x = inside low width y.
Proof. intros E. unfold inside. rewrite E. reflexivity. Qed.

Section Scalar.
Variable D : Z.
Hypothesis HD : (1 <= D)%Z.
Notation delta := (delta D).
Lemma delta_above_0 : 0 < delta.
Proof. unfold Definitions.delta. apply Qinv_lt_0_compat. unfold Qlt. cbn. lia. Qed.
Lemma D_times_delta : inject_Z D * delta == 1.
Proof. unfold Definitions.delta. field. intros E. unfold Qeq in E. cbn in E. lia. Qed.

Definition step (k : nat) (x : Q) : Q := x + phi delta (x - inject_Z (Z.of_nat k) * delta).
Fixpoint steps (m : nat) (x : Q) : Q := match m with O => x | S k => step k (steps k x) end.

Lemma step_hit k x : inject_Z (Z.of_nat k) * delta <= x -> x < inject_Z (Z.of_nat k) * delta + delta -> step k x == inject_Z (Z.of_nat k) * delta.
Proof. intros H1 H2. unfold step, phi. replace (inside 0 delta (x - inject_Z (Z.of_nat k) * delta)) with true; [ring|]. symmetry. apply inside_spec. split; lra. Qed.
Lemma step_miss k x : x < inject_Z (Z.of_nat k) * delta \/ inject_Z (Z.of_nat k) * delta + delta <= x -> step k x == x.
Proof.
  intros H. unfold step, phi. destruct (inside 0 delta (x - inject_Z (Z.of_nat k) * delta)) eqn:E; [|ring]. apply inside_spec in E. destruct E, H; lra.
Qed.
Lemma step_same k x y : x == y -> step k x == step k y.
Proof. intros E. unfold step, phi. rewrite (inside_same _ _ (x - inject_Z (Z.of_nat k) * delta) (y - inject_Z (Z.of_nat k) * delta)) by (rewrite E; reflexivity). destruct (inside 0 delta _); rewrite E; reflexivity. Qed.
Lemma later a b : (a <= b)%Z -> inject_Z a * delta <= inject_Z b * delta.
Proof. intros H. apply Qmult_le_compat_r; [rewrite <- Zle_Qle; exact H|apply Qlt_le_weak; exact delta_above_0]. Qed.

(* Lemma 6 for one entry: layers 0 .. m-1 put [0, m delta) on the grid and leave the rest. *)
Theorem steps_below m j x : (0 <= j < Z.of_nat m)%Z -> inject_Z j * delta <= x < inject_Z (j + 1) * delta -> steps m x == inject_Z j * delta.
Proof.
  intros Hj [H1 H2]. assert (Before : forall k, (Z.of_nat k <= j)%Z -> steps k x == x).
  { induction k as [|k IH]; intros Hk; [reflexivity|]. cbn [steps]. rewrite (step_same k _ x) by (apply IH; lia). apply step_miss. right.
    pose proof (later (Z.of_nat k + 1) j ltac:(lia)) as L. rewrite inject_Z_plus in L. change (inject_Z 1) with 1 in L. lra. }
  assert (After : forall k, (j < Z.of_nat k)%Z -> steps k x == inject_Z j * delta); [|apply After; lia].
  rewrite inject_Z_plus in H2. change (inject_Z 1) with 1 in H2.
  induction k as [|k IH]; intros Hk; [lia|]. cbn [steps]. destruct (Z.eq_dec j (Z.of_nat k)) as [->|Ne].
  - rewrite (step_same k _ x) by (apply Before; lia). apply step_hit; [exact H1|lra].
  - rewrite (step_same k _ (inject_Z j * delta)) by (apply IH; lia). apply step_miss. left.
    pose proof (later (j + 1) (Z.of_nat k) ltac:(lia)) as L. rewrite inject_Z_plus in L. change (inject_Z 1) with 1 in L. pose proof delta_above_0. lra.
Qed.
Theorem steps_outside m x : x < 0 \/ inject_Z (Z.of_nat m) * delta <= x -> steps m x == x.
Proof.
  intros H. assert (K : forall k, (k <= m)%nat -> steps k x == x); [|apply K; lia].
  induction k as [|k IH]; intros Hk; [reflexivity|]. cbn [steps]. rewrite (step_same k _ x) by (apply IH; lia). apply step_miss.
  destruct H as [H|H]; [left|right].
  - pose proof (later 0 (Z.of_nat k) ltac:(lia)) as L. change (inject_Z 0) with 0 in L. lra.
  - pose proof (later (Z.of_nat k + 1) (Z.of_nat m) ltac:(lia)) as L. rewrite inject_Z_plus in L. change (inject_Z 1) with 1 in L. lra.
Qed.
End Scalar.

Section Matrix.
Variables (n d : nat) (D : Z).
Hypothesis HD : (1 <= D)%Z.

Definition of_row (r : nat) (m : nat) (Z : matrix) : matrix := fold_left (fun M k => quantizer_layer (delta D) r k M) (seq 0 m) Z.
Lemma row_entries r m Z i j : of_row r m Z i j = if Nat.eqb i r then steps D m (Z i j) else Z i j.
Proof.
  unfold of_row. induction m as [|m IH]; [cbn; destruct (Nat.eqb i r); reflexivity|].
  rewrite seq_S, fold_left_app. cbn [fold_left Nat.add]. unfold quantizer_layer at 1. rewrite IH. destruct (Nat.eqb i r); reflexivity.
Qed.
Lemma rows_entries m Z i j : fold_left (fun M rk => quantizer_layer (delta D) (fst rk) (snd rk) M) (flat_map (fun r => map (fun k => (r, k)) (seq 0 (n * Z.to_nat D))) (seq 0 m)) Z i j
  = if (i <? m)%nat then steps D (n * Z.to_nat D) (Z i j) else Z i j.
Proof.
  induction m as [|m IH]; [reflexivity|]. rewrite seq_S, flat_map_app, fold_left_app. cbn [flat_map Nat.add]. rewrite app_nil_r.
  set (M := fold_left _ (flat_map _ (seq 0 m)) Z) in *.
  assert (R : forall L X, fold_left (fun M0 rk => quantizer_layer (delta D) (fst rk) (snd rk) M0) (map (fun k => (m, k)) L) X = fold_left (fun M0 k => quantizer_layer (delta D) m k M0) L X).
  { induction L as [|a L IHL]; intros X; cbn; [reflexivity|apply IHL]. }
  rewrite R. change (fold_left (fun M0 k => quantizer_layer (delta D) m k M0) (seq 0 (n * Z.to_nat D)) M) with (of_row m (n * Z.to_nat D) M).
  rewrite row_entries, IH. destruct (Nat.eqb_spec i m) as [E|E]; destruct (Nat.ltb_spec i m); destruct (Nat.ltb_spec i (S m)); try lia; reflexivity.
Qed.

(* Lemma 6: entries of [0, n) go down to the grid, all others stay; rows from d on do not exist for the network. *)
Theorem Lemma6 Z i j : (i < d)%nat -> (0 <= Z i j < inject_Z (Z.of_nat n) -> quantize n d D Z i j == floor_to D (Z i j)) /\ (~ 0 <= Z i j < inject_Z (Z.of_nat n) -> quantize n d D Z i j == Z i j).
Proof.
  intros Hi. unfold quantize, quantizer. rewrite rows_entries. destruct (Nat.ltb_spec i d); [|lia].
  pose proof (D_times_delta D HD) as One. pose proof (delta_above_0 D HD) as Pos.
  assert (End : inject_Z (Z.of_nat (n * Z.to_nat D)) * delta D == inject_Z (Z.of_nat n)).
  { rewrite Nat2Z.inj_mul, Z2Nat.id, inject_Z_mult, <- Qmult_assoc, One by lia. ring. }
  split.
  - intros [H1 H2]. unfold floor_to. set (x := Z i j) in *. set (f := Qfloor (x * inject_Z D)).
    pose proof (Qfloor_le (x * inject_Z D)) as F1. pose proof (Qlt_floor (x * inject_Z D)) as F2. fold f in F1, F2.
    assert (X : x == x * inject_Z D * delta D) by (rewrite <- Qmult_assoc, One; ring).
    assert (B1 : inject_Z f * delta D <= x) by (rewrite X; apply Qmult_le_compat_r; [exact F1|lra]).
    assert (B2 : x < inject_Z (f + 1) * delta D) by (rewrite X at 1; apply Qmult_lt_compat_r; [exact Pos|exact F2]).
    apply steps_below; [exact HD| |split; assumption]. split.
    + change 0%Z with (Qfloor 0). apply Qfloor_resp_le. apply Qmult_le_0_compat; [exact H1|]. change 0 with (inject_Z 0). rewrite <- Zle_Qle. lia.
    + rewrite Zlt_Qlt. apply Qmult_lt_r with (z := delta D); [exact Pos|]. rewrite End. lra.
  - intros Out. apply steps_outside; [exact HD|]. rewrite End. destruct (Qlt_le_dec (Z i j) 0); [left; assumption|right]. apply Qnot_lt_le. intros L. apply Out. split; assumption.
Qed.

(* What a layer's activation is: 0, a line, 0. *)
Theorem phi_pieces t : (t < 0 \/ delta D <= t -> phi (delta D) t == 0) /\ (0 <= t < delta D -> phi (delta D) t == - t).
Proof.
  unfold phi. split.
  - intros H. destruct (inside 0 (delta D) t) eqn:E; [|reflexivity]. apply inside_spec in E. destruct E, H; lra.
  - intros [H1 H2]. replace (inside 0 (delta D) t) with true; [reflexivity|]. symmetry. apply inside_spec. split; lra.
Qed.
End Matrix.
