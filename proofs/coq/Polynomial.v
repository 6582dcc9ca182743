(* Certificates for all D at once: a polynomial with integer coefficients is nonnegative for every D >= 2 if, counted from 2, it has no negative coefficient. The kernel shifts and looks. *)
From Coq Require Import ZArith List Lia.
Import ListNotations.
Open Scope Z_scope.

(* a_0 + a_1 x + a_2 x^2 + ... *)
Fixpoint value (a : list Z) (x : Z) : Z := match a with [] => 0 | c :: rest => c + x * value rest x end.
(* The coefficients of a(x + 2). *)
Fixpoint plus (a b : list Z) : list Z := match a, b with [], _ => b | _, [] => a | x :: a', y :: b' => (x + y) :: plus a' b' end.
Definition times_shifted (a : list Z) : list Z := plus (map (Z.mul 2) a) (0 :: a).            (* (x + 2) a(x) *)
Fixpoint from_2 (a : list Z) : list Z := match a with [] => [] | c :: rest => plus [c] (times_shifted (from_2 rest)) end.
Definition never_negative (a : list Z) : bool := forallb (Z.leb 0) (from_2 a).

Lemma plus_value a b x : value (plus a b) x = value a x + value b x.
Proof. revert b. induction a as [|c a IH]; intros [|e b]; cbn [plus value]; try lia. rewrite IH. ring. Qed.
Lemma double_value a x : value (map (Z.mul 2) a) x = 2 * value a x.
Proof. induction a as [|c a IH]; cbn [map value]; [reflexivity|]. rewrite IH. ring. Qed.
Lemma from_2_value a x : value (from_2 a) x = value a (x + 2).
Proof.
  induction a as [|c a IH]; [reflexivity|]. cbn [from_2 value]. rewrite plus_value. unfold times_shifted. rewrite plus_value, double_value. cbn [value]. rewrite IH. ring.
Qed.
Lemma nonnegative_value a x : 0 <= x -> forallb (Z.leb 0) a = true -> 0 <= value a x.
Proof.
  intros Hx. induction a as [|c a IH]; intros H; cbn [value]; [lia|]. cbn [forallb] in H. apply andb_prop in H. destruct H as [H1 H2]. apply Z.leb_le in H1. specialize (IH H2). nia.
Qed.
Theorem never_negative_sound a : never_negative a = true -> forall D, 2 <= D -> 0 <= value a D.
Proof. intros H D HD. pose proof (nonnegative_value (from_2 a) (D - 2) ltac:(lia) H) as B. rewrite from_2_value in B. replace (D - 2 + 2) with D in B by lia. exact B. Qed.

(* In the corpus: what (10), repaired, leaves for n = 4, d = 1 when z_1 is as large and the others are as small as (7) allows, 4 D^5 - 1 - max z~_4. An export states its polynomial like this; an altered
   coefficient is refused. *)
Definition repaired_bound_n4_d1 : list Z := [-1; -2; 1; 2; -4; 4].
Theorem repaired_bound_n4_d1_holds : forall D, 2 <= D -> 0 <= value repaired_bound_n4_d1 D.
Proof. apply never_negative_sound. vm_compute. reflexivity. Qed.
