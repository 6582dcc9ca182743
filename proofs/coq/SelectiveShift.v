(* Section E.2.3 and the bounds (10), (11) of E.2.4: the ids along the chain and what the selective shifts make of them.

   Units    of delta, so that everything is an integer. q = D^d, W = D Delta.
   w i      the id of the token at position i = 0 .. n-1 of the chain (paper: z_gamma(i+1)).
   shifted  the id of that token after the selective stage (paper: z~_gamma(i+1)); that the network computes it is proved in Network.v. *)
From Coq Require Import ZArith List Lia Arith.
From Hardmax Require Import Arithmetic Digits.
Open Scope Z_scope.

Fixpoint shifted (q : Z) (w : nat -> Z) (i : nat) : Z :=
  match i with O => w O | S j => w (S j) + q * (shifted q w j - w (S j)) end.

Lemma shifted_ext q w w' m : (forall i, (i <= m)%nat -> w i = w' i) -> shifted q w m = shifted q w' m.
Proof. induction m as [|m IH]; intros H; cbn [shifted]; [apply H; lia|]. rewrite IH, !(H (S m)) by (intros; try apply H; lia). reflexivity. Qed.

(* f 1 + ... + f m *)
Fixpoint sum (m : nat) (f : nat -> Z) : Z := match m with O => 0 | S k => sum k f + f (S k) end.

Lemma sum_ext m f g : (forall i, (1 <= i <= m)%nat -> f i = g i) -> sum m f = sum m g.
Proof. intros H. induction m as [|m IH]; cbn [sum]; [reflexivity|]. rewrite IH, H by (intros; try apply H; lia). reflexivity. Qed.
Lemma sum_first m f : sum (S m) f = f 1%nat + sum m (fun i => f (S i)).
Proof. induction m as [|m IH]; [cbn [sum]; lia|]. change (sum (S (S m)) f) with (sum (S m) f + f (S (S m))). rewrite IH. cbn [sum]. lia. Qed.
Lemma sum_scaled m f a : sum m (fun i => a * f i) = a * sum m f.
Proof. induction m as [|m IH]; cbn [sum]; [lia|]. rewrite IH. ring. Qed.

(* z~_n = z_n + sum over i of delta^(-id) (z_(n-i) - z_(n+1-i)); holds for every position m of the chain. *)
Theorem closed_form q w m :
  shifted q w m = w m + sum m (fun i => q ** i * (w (m - i)%nat - w (m - i + 1)%nat)).
Proof.
  induction m as [|m IH]; [cbn; lia|].
  cbn [shifted]. rewrite IH, sum_first, pow_step, pow_zero.
  replace (S m - 1)%nat with m by lia. replace (m + 1)%nat with (S m) by lia.
  rewrite (sum_ext m (fun i => q ** S i * (w (S m - S i)%nat - w (S m - S i + 1)%nat))
    (fun i => q * (q ** i * (w (m - i)%nat - w (m - i + 1)%nat)))).
  - rewrite sum_scaled. lia.
  - intros i Hi. rewrite pow_step. replace (S m - S i)%nat with (m - i)%nat by lia. ring.
Qed.

(* The equivalence behind z~_(i+1) > z~_i. *)
Theorem shift_increases_iff q x z : z + q * (x - z) > x <-> (q - 1) * (x - z) > 0.
Proof. split; intros; lia. Qed.

(* Where the interval of position i starts: (n-1) Delta for the first token of the chain, (i-1) Delta for the others. *)
Definition start (n : nat) (W : Z) (i : nat) : Z :=
  match i with O => (Z.of_nat n - 1) * W | S j => Z.of_nat j * W end.
(* (7) *)
Definition in_intervals (n : nat) (q W : Z) (w : nat -> Z) : Prop :=
  forall i, (i < n)%nat -> start n W i <= w i <= start n W i + q - 1.

Section Chain.
Variables (n : nat) (q W : Z).
Hypothesis Hn : (2 <= n)%nat.
Hypothesis Hq : 2 <= q.
Hypothesis HW : q <= W.

(* The intervals of (7) are disjoint. *)
Theorem intervals_disjoint i j : (1 <= i)%nat -> (i < j < n)%nat -> start n W i + q - 1 < start n W j.
Proof. intros. destruct i as [|i]; [lia|]. destruct j as [|j]; [lia|]. cbn [start]. assert (Z.of_nat i + 1 <= Z.of_nat j) by lia. nia. Qed.
Theorem first_interval_highest i : (1 <= i < n)%nat -> start n W i + q - 1 < start n W O.
Proof. intros. destruct i as [|i]; [lia|]. cbn [start]. assert (Z.of_nat i + 1 <= Z.of_nat n - 1) by lia. nia. Qed.
Lemma start_nonneg i : (i < n)%nat -> 0 <= start n W i.
Proof. intros. destruct i; cbn [start]; nia. Qed.

Section Input.
Variable w : nat -> Z.
Hypothesis H : in_intervals n q W w.

(* (8) *)
Theorem eq8 i j : (1 <= i)%nat -> (i < j < n)%nat -> w i < w j.
Proof. intros Hi Hj. pose proof (H i ltac:(lia)). pose proof (H j ltac:(lia)). pose proof (intervals_disjoint i j Hi Hj). lia. Qed.
Theorem eq8_last i : (1 <= i < n)%nat -> w i < w O.
Proof. intros Hi. pose proof (H i ltac:(lia)). pose proof (H O ltac:(lia)). pose proof (first_interval_highest i Hi). lia. Qed.

Lemma id_nonneg i : (i < n)%nat -> 0 <= w i.
Proof. intros Hi. pose proof (H i Hi). pose proof (start_nonneg i Hi). lia. Qed.

(* (9) *)
Theorem eq9_first : (Z.of_nat n - 1) * W <= w O.
Proof. pose proof (H O ltac:(lia)) as B. cbn [start] in B. lia. Qed.
Lemma shifted_above i : (i < n)%nat -> w O <= shifted q w i.
Proof.
  induction i as [|i IH]; intros Hi; [cbn [shifted]; lia|].
  cbn [shifted]. specialize (IH ltac:(lia)). pose proof (eq8_last (S i) ltac:(lia)). nia.
Qed.
Theorem eq9 i : (S i < n)%nat -> shifted q w i < shifted q w (S i).
Proof. intros Hi. pose proof (shifted_above i ltac:(lia)). pose proof (eq8_last (S i) ltac:(lia)). cbn [shifted]. nia. Qed.
Lemma shifted_increases i j : (i < j < n)%nat -> shifted q w i < shifted q w j.
Proof.
  induction j as [|j IH]; intros Hij; [lia|]. pose proof (eq9 j ltac:(lia)).
  destruct (Nat.eq_dec i j) as [->|]; [lia|]. specialize (IH ltac:(lia)). lia.
Qed.
Lemma shifted_monotone i j : (i <= j < n)%nat -> shifted q w i <= shifted q w j.
Proof. intros Hij. destruct (Nat.eq_dec i j) as [->|]; [lia|]. pose proof (shifted_increases i j ltac:(lia)). lia. Qed.
Lemma shifted_positive i : (i < n)%nat -> 0 < shifted q w i.
Proof. intros Hi. pose proof (shifted_above i Hi). pose proof eq9_first. nia. Qed.

(* The chain (10), sign by sign; m = n - 1 is the last position. Steps 1 to 6 hold as printed. *)
Theorem eq10_step1 :
  shifted q w (n - 1) = w (n - 1)%nat
    + sum (n - 2) (fun i => q ** i * (w (n - 1 - i)%nat - w (n - 1 - i + 1)%nat)) + q ** (n - 1) * (w O - w 1%nat).
Proof.
  rewrite closed_form. replace (n - 1)%nat with (S (n - 2)) by lia. cbn [sum].
  replace (S (n - 2) - S (n - 2))%nat with O by lia. cbn [Nat.add]. ring.
Qed.

Theorem eq10_step2 :
  sum (n - 2) (fun i => q ** i * (w (n - 1 - i)%nat - w (n - 1 - i + 1)%nat))
  <= q * sum (n - 2) (fun i => w (n - 1 - i)%nat - w (n - 1 - i + 1)%nat).
Proof.
  rewrite <- sum_scaled. assert (G : forall m, (m <= n - 2)%nat ->
    sum m (fun i => q ** i * (w (n - 1 - i)%nat - w (n - 1 - i + 1)%nat))
    <= sum m (fun i => q * (w (n - 1 - i)%nat - w (n - 1 - i + 1)%nat))); [|apply G; lia].
  induction m as [|m IH]; intros Hm; cbn [sum]; [lia|]. specialize (IH ltac:(lia)).
  pose proof (eq8 (n - 1 - S m) (n - 1 - S m + 1) ltac:(lia) ltac:(lia)).
  rewrite pow_step. pose proof (pow_positive q m ltac:(lia)).
  set (a := w (n - 1 - S m)%nat) in *. set (b := w (n - 1 - S m + 1)%nat) in *.
  apply Z.add_le_mono; [exact IH|]. assert (q <= q * q ** m) by nia. nia.
Qed.

Theorem eq10_step3 : sum (n - 2) (fun i => w (n - 1 - i)%nat - w (n - 1 - i + 1)%nat) = w 1%nat - w (n - 1)%nat.
Proof.
  assert (G : forall m, (m <= n - 2)%nat -> sum m (fun i => w (n - 1 - i)%nat - w (n - 1 - i + 1)%nat) = w (n - 1 - m)%nat - w (n - 1)%nat).
  { induction m as [|m IH]; intros Hm; cbn [sum]; [rewrite Nat.sub_0_r; lia|].
    rewrite IH by lia. replace (n - 1 - S m + 1)%nat with (n - 1 - m)%nat by lia. lia. }
  rewrite G by lia. replace (n - 1 - (n - 2))%nat with 1%nat by lia. reflexivity.
Qed.

Theorem eq10_step4 :
  w (n - 1)%nat + q * (w 1%nat - w (n - 1)%nat) + q ** (n - 1) * (w O - w 1%nat)
  = q ** (n - 1) * w O - (q ** (n - 1) - q) * w 1%nat - (q - 1) * w (n - 1)%nat.
Proof. ring. Qed.

Theorem eq10_step5 : q ** (n - 1) * w O - (q ** (n - 1) - q) * w 1%nat - (q - 1) * w (n - 1)%nat <= q ** (n - 1) * w O.
Proof.
  pose proof (id_nonneg 1 ltac:(lia)). pose proof (id_nonneg (n - 1) ltac:(lia)).
  assert (q <= q ** (n - 1)).
  { replace (n - 1)%nat with (S (n - 2)) by lia. rewrite pow_step. pose proof (pow_positive q (n - 2) ltac:(lia)). nia. }
  nia.
Qed.

Theorem eq10_step6 : q ** (n - 1) * w O <= q ** (n - 1) * ((Z.of_nat n - 1) * W + q - 1).
Proof. pose proof (H O ltac:(lia)) as B. cbn [start] in B. pose proof (pow_positive q (n - 1) ltac:(lia)). nia. Qed.

(* The same for every position: z~_i <= delta^(-(i-1)d) z_1. *)
Lemma shifted_bound i : (i < n)%nat -> shifted q w i <= q ** i * w O.
Proof.
  induction i as [|i IH]; intros Hi; [rewrite pow_zero; cbn [shifted]; lia|].
  cbn [shifted]. specialize (IH ltac:(lia)). rewrite pow_step. pose proof (id_nonneg (S i) Hi).
  set (Y := q ** i * w O) in *. replace (q * q ** i * w O) with (q * Y) by (unfold Y; ring). nia.
Qed.
End Input.

(* The map from the ids along the chain to z~ at position m is one-to-one in the ids up to m: the paper's argument by resolution, as an induction. *)
Theorem shifted_injective w w' : in_intervals n q W w -> in_intervals n q W w' ->
  forall m, (m < n)%nat -> shifted q w m = shifted q w' m -> forall i, (i <= m)%nat -> w i = w' i.
Proof.
  intros H H'. induction m as [|m IH]; intros Hm Heq i Hi; [assert (i = O) as -> by lia; exact Heq|].
  cbn [shifted] in Heq. pose proof (H (S m) Hm). pose proof (H' (S m) Hm).
  assert (Last : w (S m) = w' (S m)).
  { assert (Coarse : w (S m) - w' (S m) = q * (shifted q w' m - w' (S m) - shifted q w m + w (S m))) by lia.
    set (t := shifted q w' m - w' (S m) - shifted q w m + w (S m)) in *. assert (t = 0) by nia. lia. }
  destruct (Nat.eq_dec i (S m)) as [->|]; [exact Last|].
  apply IH; try lia. rewrite Last in Heq. nia.
Qed.
End Chain.

(* Steps 7 and 8 of (10) say nothing about an input. In real units: (n-1) Delta + delta^(-d+1) - delta <= (n-1+delta)(delta^(-d) - 1). *)
Theorem eq10_step7 n d D : (2 <= n)%nat -> (1 <= d)%nat -> 2 <= D ->
  (Z.of_nat n - 1) * (D * weights d D) + D ** d - 1 <= ((Z.of_nat n - 1) * D + 1) * (D ** d - 1).
Proof.
  intros Hn Hd HD. pose proof (Delta_bound d D Hd HD).
  assert ((Z.of_nat n - 1) * D * weights d D <= (Z.of_nat n - 1) * D * (D ** d - 1)) by (apply Z.mul_le_mono_nonneg_l; nia). nia.
Qed.

(* Step 8, delta^(-(n-1)d) (n-1+delta)(delta^(-d)-1) <= delta^(-nd) - delta, is false as printed ... *)
Definition eq10_step8_printed : Prop := forall (n d : nat) (D : Z), (2 <= n)%nat -> (1 <= d)%nat -> 2 <= D ->
  (D ** d) ** (n - 1) * (((Z.of_nat n - 1) * D + 1) * (D ** d - 1)) <= (D ** d) ** n * D - 1.
Theorem eq10_step8_refuted : ~ eq10_step8_printed.
Proof. intros P. specialize (P 2%nat 2%nat 2 ltac:(lia) ltac:(lia) ltac:(lia)). vm_compute in P. apply P. reflexivity. Qed.

(* ... and true with a factor n on the right. *)
Theorem eq10_step8_repaired n d D : (2 <= n)%nat -> (1 <= d)%nat -> 2 <= D ->
  (D ** d) ** (n - 1) * (((Z.of_nat n - 1) * D + 1) * (D ** d - 1)) <= Z.of_nat n * (D ** d) ** n * D - 1.
Proof.
  intros Hn Hd HD. replace n with (S (n - 1)) at 4 by lia. rewrite pow_step.
  pose proof (pow_at_least D d HD Hd). set (Q := D ** d) in *.
  pose proof (pow_positive Q (n - 1) ltac:(lia)). set (X := Q ** (n - 1)) in *. set (m := Z.of_nat n - 1) in *.
  replace (Z.of_nat n) with (m + 1) by (unfold m; lia). assert (1 <= m) by (unfold m; lia).
  assert (0 <= m * D) by nia. assert ((m * D + 1) * (Q - 1) <= (m + 1) * D * Q - 1) by nia. nia.
Qed.

(* (11), for every position: z~_i <= n delta^(-id) - delta. *)
Theorem eq11 n d D w : (2 <= n)%nat -> (1 <= d)%nat -> 2 <= D -> in_intervals n (D ** d) (D * weights d D) w ->
  forall i, (i < n)%nat -> shifted (D ** d) w i <= Z.of_nat n * (D ** d) ** S i * D - 1.
Proof.
  intros Hn Hd HD H i Hi.
  pose proof (pow_at_least D d HD Hd) as Hq. pose proof (interval_fits d D Hd HD) as HW. pose proof (Delta_bound d D Hd HD).
  pose proof (shifted_bound n (D ** d) (D * weights d D) Hn Hq HW w H i Hi) as B.
  pose proof (H O ltac:(lia)) as First. cbn [start] in First. rewrite pow_step.
  pose proof (pow_positive (D ** d) i ltac:(lia)). set (X := (D ** d) ** i) in *. set (Q := D ** d) in *.
  assert (D * weights d D <= D * (Q - 1)) by nia.
  assert (w O <= Z.of_nat n * (Q * D) - 1) by nia.
  assert (X * w O <= X * (Z.of_nat n * (Q * D) - 1)) by nia. nia.
Qed.

(* (10) as printed, z~_n <= delta^(-nd) - delta, is false: 36 > 31 at n = 2, d = 2, D = 2, and 18 > 15 at n = 3, d = 1, D = 2 (units of delta) ... *)
Definition eq10_printed_at (n d : nat) (D : Z) : Prop := forall w,
  in_intervals n (D ** d) (D * weights d D) w -> shifted (D ** d) w (n - 1) <= (D ** d) ** n * D - 1.
Theorem eq10_refuted : ~ (forall n d D, (2 <= n)%nat -> (1 <= d)%nat -> 2 <= D -> eq10_printed_at n d D).
Proof.
  intros P. specialize (P 2%nat 2%nat 2 ltac:(lia) ltac:(lia) ltac:(lia) (fun i => match i with O => 9 | _ => 0 end)).
  assert (K : in_intervals 2 (2 ** 2) (2 * weights 2 2) (fun i => match i with O => 9 | _ => 0 end)).
  { intros i Hi. destruct i as [|[|]]; [| |lia]; vm_compute; split; discriminate. }
  specialize (P K). vm_compute in P. apply P. reflexivity.
Qed.
Theorem eq10_refuted_one_row : ~ (forall n D, (2 <= n)%nat -> 2 <= D -> eq10_printed_at n 1 D).
Proof.
  intros P. specialize (P 3%nat 2 ltac:(lia) ltac:(lia) (fun i => match i with O => 5 | 1%nat => 0 | _ => 2 end)).
  assert (K : in_intervals 3 (2 ** 1) (2 * weights 1 2) (fun i => match i with O => 5 | 1%nat => 0 | _ => 2 end)).
  { intros i Hi. destruct i as [|[|[|]]]; [| | |lia]; vm_compute; split; discriminate. }
  specialize (P K). vm_compute in P. apply P. reflexivity.
Qed.

(* ... and true with a factor n, which is all that the rest of the proof uses. *)
Theorem eq10_repaired n d D w : (2 <= n)%nat -> (1 <= d)%nat -> 2 <= D -> in_intervals n (D ** d) (D * weights d D) w ->
  shifted (D ** d) w (n - 1) <= Z.of_nat n * (D ** d) ** n * D - 1.
Proof. intros Hn Hd HD H. pose proof (eq11 n d D w Hn Hd HD H (n - 1) ltac:(lia)) as B. replace (S (n - 1)) with n in B by lia. exact B. Qed.
