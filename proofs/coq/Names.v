(* What the names of the claim language mean in Coq ("Names of a run" of proofs/README.md). Statements.v is printed with them; a person has to read this page beside Definitions.v.

   Real units, as in the paper. Rows, tokens, layers and positions count from 1, as in claims; Definitions.v counts from 0. A name is a total function here: where an index is out of range its value
   says nothing, while verify calls the term undefined; claims do not go there on any run that verify makes. Inputs are matrices with entries on the grid. *)
(* Construction yun2020b, SHA-256 0a69c5162d1e49bc1b9e4ca93127c845ce6760e9b1143cc42fdd6c0dcf0eb1a6: what is defined here and in the files that this one requires was written for that one. *)
From Coq Require Import QArith Qround List Arith.
From Hardmax Require Import Definitions Names_quantizer.
Import ListNotations.
Open Scope Q_scope.

(* A run: n tokens, d rows, 1/delta, p pattern layers, the number s of Assumption 1.3, the pattern, gamma and l. Claims are for every one that fits the assumptions, canonical or not. *)
Record run := { tokens : nat; rows : nat; base : Z; period : nat; reach : nat; edges : pattern; chain : nat -> nat; chosen : nat -> nat }.

Definition at_ (i : Z) : nat := Z.to_nat (i - 1).                                       (* the i-th, counted from 0 *)
Definition one_based (i : nat) : Z := Z.of_nat i + 1.
Definition whole (x : Q) : Z := Qfloor x.                                               (* a number that stands where an integer is asked for *)
Definition modulo (a b : Q) : Q := a - b * inject_Z (Qfloor (a / b)).

Fixpoint sum_of (f : Z -> Q) (a : Z) (count : nat) : Q := match count with O => 0 | S m => sum_of f a m + f (a + Z.of_nat m)%Z end.
Fixpoint product_of (f : Z -> Q) (a : Z) (count : nat) : Q := match count with O => 1 | S m => product_of f a m * f (a + Z.of_nat m)%Z end.
Definition sum (a b : Z) (f : Z -> Q) : Q := sum_of f a (Z.to_nat (b + 1 - a)).         (* i in a..b *)
Definition product (a b : Z) (f : Z -> Q) : Q := product_of f a (Z.to_nat (b + 1 - a)).

Definition sum_where (a b : Z) (P : Z -> Prop) (f : Z -> Q) (m : Q) : Prop :=           (* m is the sum over those i in a..b of which P is true *)
  exists g, (forall i, (a <= i <= b)%Z -> (P i /\ g i == f i) \/ (~ P i /\ g i == 0)) /\ m == sum a b g.

Fixpoint binomial (m k : nat) : Z := match m, k with _, O => 1 | O, _ => 0 | S m', S k' => binomial m' k' + binomial m' k end%Z.
Definition choose (m k : Z) : Z := binomial (Z.to_nat m) (Z.to_nat k).

(* m is the largest, the smallest value of f over the members of a set: not if the set is empty. *)
Definition greatest {X : Type} (member : X -> Prop) (f : X -> Q) (m : Q) : Prop := (exists x, member x /\ f x == m) /\ (forall x, member x -> f x <= m).
Definition least {X : Type} (member : X -> Prop) (f : X -> Q) (m : Q) : Prop := (exists x, member x /\ f x == m) /\ (forall x, member x -> m <= f x).

Section Run.
Variable P : run.

Definition n : Z := Z.of_nat (tokens P).
Definition d : Z := Z.of_nat (rows P).
Definition D : Z := base P.
Definition p : Z := Z.of_nat (period P).
Definition s : Z := Z.of_nat (reach P).
Definition delta : Q := Definitions.delta (base P).
Definition Delta : Q := Definitions.Delta (rows P) (base P).

(* What is so of every run, and the three parts of Assumption 1. *)
Definition well_formed : Prop :=
  (2 <= tokens P)%nat /\ (1 <= rows P)%nat /\ (2 <= base P)%Z /\ (1 <= period P)%nat /\ (1 <= reach P)%nat /\
  (forall a k j, (a < period P)%nat -> (k < tokens P)%nat -> In j (edges P a k) -> (j < tokens P)%nat).
Definition assumption_1_1 : Prop := forall a k, (a < period P)%nat -> (k < tokens P)%nat -> In k (edges P a k).
Definition assumption_1_2 : Prop :=
  (forall i, (i < tokens P)%nat -> (chain P i < tokens P)%nat) /\
  (forall i j, (i < tokens P)%nat -> (j < tokens P)%nat -> chain P i = chain P j -> i = j) /\
  (forall i, (1 <= i < tokens P)%nat -> (chosen P i < period P)%nat /\ In (chain P (i - 1)%nat) (edges P (chosen P i) (chain P i))).
Definition assumption_1_3 : Prop := forall k j, (k < tokens P)%nat -> (j < tokens P)%nat -> In j (reached (period P) (edges P) (reach P) k).

(* Inputs. *)
Definition input (H : matrix) : Prop := grid (tokens P) (rows P) (base P) H.
Definition same (H K : matrix) : Prop := forall r k, (r < rows P)%nat -> (k < tokens P)%nat -> H r k == K r k.
Definition G (H : matrix) (r k : Z) : Q := let _ := P in H (at_ r) (at_ k).                     (* the run is named, as the other names do *)

(* The pattern. *)
Definition gamma (i : Z) : Z := one_based (chain P (at_ i)).
Definition l (i : Z) : Z := one_based (chosen P (at_ i)).
Definition A (a k : Z) : Z -> Prop := fun j => (1 <= j)%Z /\ In (at_ j) (edges P (at_ a) (at_ k)).
Definition S (t k : Z) : Z -> Prop := fun j => (1 <= j)%Z /\ In (at_ j) (reached (period P) (edges P) (Z.to_nat t) (at_ k)).

(* The network. *)
Definition E (k : Z) : Q := Definitions.E (tokens P) (chain P) (at_ k).
Definition c : Q := inject_Z (Definitions.c (tokens P) (rows P) (reach P) (base P)).
Definition shift : Q := inject_Z (q (rows P) (base P)).
Definition layers : list layer := network (tokens P) (rows P) (period P) (reach P) (base P) (chosen P).
Definition layers_selective_shift : Z := Z.of_nat (length (selective_stage (tokens P) (rows P) (period P) (base P) (chosen P))).
Definition layers_all_max_shift : Z := Z.of_nat (length (all_max_stage (tokens P) (rows P) (reach P) (base P))).
Definition mask (t : Z) : Z := one_based (at_ t mod period P)%nat.
Definition heads (t : Z) : Z := Z.of_nat (length (nth (at_ t) layers [])).
Definition head_of (t h : Z) : Definitions.head := nth (at_ h) (nth (at_ t) layers []) (psi (base P) 0 0).
Definition bq (t h : Z) : Q := bQ (head_of t h).

(* Its states. *)
Definition state (t : Z) (H : matrix) : matrix := 
  Definitions.run (rows P) (period P) (edges P) 0 (firstn (Z.to_nat t) layers) (embedded (tokens P) (chain P) H).
Definition entry (t : Z) (H : matrix) (r k : Z) : Q := state t H (at_ r) (at_ k).
Definition v (t : Z) (H : matrix) (k : Z) : Q := column_id (rows P) (base P) (state t H) (at_ k).
Definition head (t h : Z) (H : matrix) (k : Z) : Q := attend (rows P) (head_of t h) (edges P (at_ (mask t)) (at_ k)) (state (t - 1) H) (at_ k).
Definition z (H : matrix) (k : Z) : Q := v 0 H k.
Definition zt (H : matrix) (k : Z) : Q := v layers_selective_shift H k.
Definition M (t : Z) (H : matrix) (k : Z) : Q := v (layers_selective_shift + t) H k.
Definition id (H : matrix) (k : Z) : Q := v (layers_selective_shift + layers_all_max_shift) H k.

(* The quantiser. *)
Definition quantizer : list quantizer_layer := quantizer_n (tokens P) (rows P) (base P).
Definition layers_quantize : Z := Z.of_nat (length quantizer).
Definition qmap (t r : Z) (x : Q) : Q := map_of quantizer (Z.to_nat t) (at_ r) x.
Definition qbreaks (t r : Z) (x : Q) : Prop := breakpoint (qmap t r) x.
Definition q_hidden (t : Z) : Z := Z.of_nat (hidden_units quantizer (at_ t)).
Definition q_pieces (t : Z) : Z := Z.of_nat (length (all_pieces quantizer (at_ t))).
Definition q_flat (t : Z) : Z := Z.of_nat (flat_pieces quantizer (at_ t)).
End Run.
