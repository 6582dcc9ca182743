(* The words of claims that bind real names (`nonneg`, `positive`, `real`), beside Names.v: there every number that is not an integer is a real number, and what is rational in Names.v stands within Q2R.
   A vector of real names is a function of the index, from 1; beyond its length its values are anything. Real numbers are those of Coq's library, with its two axioms. *)
From Coq Require Import Reals.
Open Scope R_scope.

Definition whole (x : R) : Z := Int_part x.                                             (* a number that stands where an integer is asked for *)
Definition modulo (a b : R) : R := a - b * IZR (Int_part (a / b)).
Definition power (x : R) (e : Z) : R := powerRZ x e.

Fixpoint sum_of (f : Z -> R) (a : Z) (count : nat) : R := match count with O => 0 | S m => sum_of f a m + f (a + Z.of_nat m)%Z end.
Fixpoint product_of (f : Z -> R) (a : Z) (count : nat) : R := match count with O => 1 | S m => product_of f a m * f (a + Z.of_nat m)%Z end.
Definition sum (a b : Z) (f : Z -> R) : R := sum_of f a (Z.to_nat (b + 1 - a)).         (* i in a..b *)
Definition product (a b : Z) (f : Z -> R) : R := product_of f a (Z.to_nat (b + 1 - a)).
Definition sum_where (a b : Z) (P : Z -> Prop) (f : Z -> R) (m : R) : Prop :=           (* m is the sum over those i in a..b of which P is true *)
  exists g, (forall i, (a <= i <= b)%Z -> (P i /\ g i = f i) \/ (~ P i /\ g i = 0)) /\ m = sum a b g.

Definition greatest {X : Type} (member : X -> Prop) (f : X -> R) (m : R) : Prop := (exists x, member x /\ f x = m) /\ (forall x, member x -> f x <= m).
Definition least {X : Type} (member : X -> Prop) (f : X -> R) (m : R) : Prop := (exists x, member x /\ f x = m) /\ (forall x, member x -> m <= f x).
