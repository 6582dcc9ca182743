(* Column ids of grid points, in units of delta: numbers in base D. Delta, the sum of the weights, and (7), as integers. *)
From Coq Require Import ZArith List Lia Arith.
From Hardmax Require Import Arithmetic.
Open Scope Z_scope.

(* x_0 + x_1 D + ... + x_(d-1) D^(d-1) *)
Fixpoint number (d : nat) (D : Z) (x : nat -> Z) : Z :=
  match d with O => 0 | S e => number e D x + D ** e * x e end.

Lemma number_range d D x : 1 <= D -> (forall r, (r < d)%nat -> 0 <= x r < D) -> 0 <= number d D x <= D ** d - 1.
Proof.
  intros HD. induction d as [|d IH]; intros H; [cbn; lia|].
  cbn [number]. rewrite pow_step. pose proof (pow_positive D d ltac:(lia)).
  specialize (IH ltac:(intros; apply H; lia)). specialize (H d ltac:(lia)). nia.
Qed.

(* E.2.1: u is chosen so that the id tells the column. *)
Theorem number_injective d D x y : 1 <= D ->
  (forall r, (r < d)%nat -> 0 <= x r < D) -> (forall r, (r < d)%nat -> 0 <= y r < D) ->
  number d D x = number d D y -> forall r, (r < d)%nat -> x r = y r.
Proof.
  intros HD. induction d as [|d IH]; intros Hx Hy H r Hr; [lia|].
  cbn [number] in H.
  pose proof (number_range d D x HD ltac:(intros; apply Hx; lia)).
  pose proof (number_range d D y HD ltac:(intros; apply Hy; lia)).
  pose proof (pow_positive D d ltac:(lia)).
  assert (Top : x d = y d) by nia.
  destruct (Nat.eq_dec r d) as [->|]; [exact Top|].
  rewrite Top in H. apply IH; try lia; intros; (apply Hx || apply Hy); lia.
Qed.

Definition weights (d : nat) (D : Z) : Z := number d D (fun _ => 1).        (* Delta *)

Lemma number_shift d D x e : number d D (fun r => x r + e) = number d D x + e * weights d D.
Proof. unfold weights. induction d as [|d IH]; cbn [number]; [lia|]. rewrite IH. ring. Qed.

(* E.2.4: Delta = (D^d - 1)/(D - 1) <= D^d - 1. *)
Theorem Delta_closed d D : (D - 1) * weights d D = D ** d - 1.
Proof. unfold weights. induction d as [|d IH]; cbn [number]; [cbn; lia|]. rewrite pow_step. nia. Qed.

Theorem Delta_bound d D : (1 <= d)%nat -> 2 <= D -> 1 <= weights d D <= D ** d - 1.
Proof. intros Hd HD. pose proof (Delta_closed d D). pose proof (pow_at_least D d HD Hd). nia. Qed.

(* The windows lie W = D Delta apart (delta units); an interval of (7) has q points and q <= W. *)
Lemma interval_fits d D : (1 <= d)%nat -> 2 <= D -> D ** d <= D * weights d D.
Proof. intros Hd HD. pose proof (Delta_closed d D). pose proof (Delta_bound d D Hd HD). nia. Qed.

(* ---- The digits of a number ---- *)
Lemma number_ext d D f g : (forall r, (r < d)%nat -> f r = g r) -> number d D f = number d D g.
Proof. induction d as [|d IH]; intros E; [reflexivity|]. cbn [number]. rewrite IH, E by (intros; try apply E; lia). reflexivity. Qed.
Definition digit_of (D y : Z) (r : nat) : Z := (y / D ** r) mod D.
Lemma digit_range D y r : 1 <= D -> 0 <= digit_of D y r < D.
Proof. intros HD. apply Z.mod_pos_bound. lia. Qed.
Lemma number_of_digits d D y : 1 <= D -> number d D (digit_of D y) = y mod D ** d.
Proof.
  intros HD. induction d as [|d IH]; cbn [number]; [rewrite pow_zero; symmetry; apply Z.mod_1_r|]. rewrite IH, pow_step. unfold digit_of. pose proof (pow_positive D d ltac:(lia)). rewrite (Z.mul_comm D), Z.rem_mul_r by lia. reflexivity.
Qed.
