(* Everything that has to be read to know what is proved. The rest of this folder is proofs, which the kernel reads.

   Source   Yun et al., "O(n) connections are expressive enough" (yun2020b), Assumption 1, Sections D.1, D.3 and E.2.2, Lemma 7.
   Units    real units as in the paper, over the rationals Q; delta = 1/D for an integer D.
   Indices  rows, tokens, layers and positions of the chain count from 0 here, from 1 in the paper: position i here is i + 1 there. *)
From Coq Require Import QArith List Arith.
Import ListNotations.
Open Scope Q_scope.

(* ---- Matrices, sums, hardmax ---- *)

Definition matrix := nat -> nat -> Q.                       (* row, token; only rows below d and tokens below n mean anything *)

Definition total (f : nat -> Q) (B : list nat) : Q := fold_right (fun j rest => f j + rest) 0 B.

(* The members of B with the highest score, and the average of a value over them: ties share equally. *)
Definition winners (score : nat -> Q) (B : list nat) : list nat :=
  filter (fun j => forallb (fun i => Qle_bool (score i) (score j)) B) B.
Definition hardmax (value score : nat -> Q) (B : list nat) : Q :=
  total value (winners score B) / inject_Z (Z.of_nat (length (winners score B))).

(* ---- Sparse attention: heads of size 1 ---- *)

Record head := { WV : nat -> Q; WK : nat -> Q; WQ : nat -> Q;    (* row vectors, entries 0 .. d-1 *)
                 bQ : Q;                                         (* query bias *)
                 WO : nat -> Q }.                                (* a column *)
Definition layer := list head.                                   (* [] is the identity *)

Definition dot (d : nat) (w : nat -> Q) (Z : matrix) (k : nat) : Q := total (fun r => w r * Z r k) (seq 0 d).

(* What head h returns at token k, which attends to the tokens of B. *)
Definition attend (d : nat) (h : head) (B : list nat) (Z : matrix) (k : nat) : Q :=
  hardmax (dot d (WV h) Z) (fun j => dot d (WK h) Z j * (dot d (WQ h) Z k - bQ h)) B.

(* Z_k + sum of W_O (W_V Z_B) hardmax((W_K Z_B)^T (W_Q Z_k - b_Q)); A k are the tokens that k attends to. *)
Definition apply_layer (d : nat) (A : nat -> list nat) (L : layer) (Z : matrix) : matrix :=
  fun r k => Z r k + fold_right (fun h rest => WO h r * attend d h (A k) Z k + rest) 0 L.

(* ---- Patterns and Assumption 1 ---- *)

Definition pattern := nat -> nat -> list nat.               (* A l k: the tokens that token k attends to in layer l *)

(* S^t_k: what token k sees after t layers. S^0_k = {k} is a convention; S^1_k = A^1_k (theorem reached_1). *)
Fixpoint reached (p : nat) (A : pattern) (t k : nat) : list nat :=
  match t with
  | O => [k]
  | S u => flat_map (reached p A u) (A (u mod p)%nat k)
  end.

Record Assumption1 (n p s : nat) (A : pattern) (gamma l : nat -> nat) : Prop := {
  tokens_only  : forall a k j, (a < p)%nat -> (k < n)%nat -> In j (A a k) -> (j < n)%nat;
  sees_itself  : forall a k, (a < p)%nat -> (k < n)%nat -> In k (A a k);                        (* 1.1 *)
  chain_range  : forall i, (i < n)%nat -> (gamma i < n)%nat;                                    (* gamma is a permutation *)
  chain_unique : forall i j, (i < n)%nat -> (j < n)%nat -> gamma i = gamma j -> i = j;
  chain_layer  : forall i, (1 <= i < n)%nat -> (l i < p)%nat;                                   (* 1.2, in layer l i *)
  chain_sees   : forall i, (1 <= i < n)%nat -> In (gamma (i - 1)%nat) (A (l i) (gamma i));
  reaches_all  : forall k j, (k < n)%nat -> (j < n)%nat -> In j (reached p A s k) }.            (* 1.3 *)

(* Layer number t = 0, 1, 2, ... uses pattern layer t mod p. *)
Fixpoint run (d p : nat) (A : pattern) (t : nat) (L : list layer) (Z : matrix) : matrix :=
  match L with
  | [] => Z
  | H :: L' => run d p A (S t) L' (apply_layer d (A (t mod p)%nat) H Z)
  end.

(* ---- The construction of Lemma 7 ---- *)

Section Construction.
Variables (n d p s : nat) (D : Z) (gamma l : nat -> nat).

Definition delta : Q := / inject_Z D.
Definition u (r : nat) : Q := inject_Z (D ^ Z.of_nat r).                       (* u = (1, D, ..., D^(d-1)) *)
Definition Delta : Q := total u (seq 0 d).
Definition q : Z := (D ^ Z.of_nat d)%Z.                                        (* delta^(-d) *)
Definition column_id (Z : matrix) (k : nat) : Q := dot d u Z k.                (* u^T Z_k *)

(* The positional embedding: n - 1 in the column of gamma(1), i - 2 in that of gamma(i). *)
Definition position (k : nat) : nat :=
  match find (fun i => Nat.eqb (gamma i) k) (seq 0 n) with Some i => i | None => O end.
Definition E (k : nat) : Q :=
  match position k with O => inject_Z (Z.of_nat n - 1) | S j => inject_Z (Z.of_nat j) end.
Definition embedded (G : matrix) : matrix := fun r k => G r k + E k.

(* G in {0, delta, ..., 1 - delta}^(d x n). *)
Definition grid (G : matrix) : Prop :=
  forall r k, (r < d)%nat -> (k < n)%nat -> exists m : Z, (0 <= m < D)%Z /\ G r k == inject_Z m * delta.

Definition e1 (c : Q) (r : nat) : Q := match r with O => c | S _ => 0 end.
Definition psi (c b : Q) : head := {| WV := u; WK := u; WQ := u; bQ := b; WO := e1 c |}.
Definition Psi (c b b' : Q) : layer := [psi c b; psi (- c) b'].                (* sparse selective shift *)
Definition Omega (c : Q) : layer := [psi c 0].                                 (* all-max-shift *)

(* Position i >= 1 of the chain: for b = (i-1) Delta + m delta, m = 0 .. q-1, one turn of p layers, of which number l i is Psi. *)
Definition window (i m : nat) : Q := inject_Z (Z.of_nat i - 1) * Delta + inject_Z (Z.of_nat m) * delta.
Definition turn (i m : nat) : list layer :=
  map (fun a => if Nat.eqb a (l i) then Psi (inject_Z q) (window i m - delta / 2) (window i m + delta / 2) else [])
      (seq 0 p).
Definition block (i : nat) : list layer := flat_map (turn i) (seq 0 (Z.to_nat q)).
Definition selective_stage : list layer := flat_map block (seq 1 (n - 1)).

Definition c : Z := (2 * Z.of_nat s * Z.of_nat n * D ^ Z.of_nat (n * d + 1))%Z.  (* 2 s n delta^(-nd-1) *)
Definition all_max_stage : list layer := repeat (Omega (inject_Z c)) s.

Definition network : list layer := selective_stage ++ all_max_stage.
Definition g_c (A : pattern) (Z : matrix) : matrix := run d p A 0 network Z.

(* Properties 7.1 and 7.2 of a map g on the inputs H = G + E. *)
Definition contextual_mapping (g : matrix -> matrix) : Prop :=
  let id G k := column_id (g (embedded G)) k in
  let differ G G' := exists r k, (r < d)%nat /\ (k < n)%nat /\ ~ G r k == G' r k in
  (forall G, grid G -> forall k k', (k < n)%nat -> (k' < n)%nat -> k <> k' -> ~ id G k == id G k') /\
  (forall G G', grid G -> grid G' -> differ G G' -> forall k k', (k < n)%nat -> (k' < n)%nat -> ~ id G k == id G' k').

End Construction.

(* Lemma 7 for one pattern: for every d >= 1 and D >= 2 the construction has p (n-1) D^d + s layers of at most two heads and is a contextual mapping. *)
Definition Lemma7_for (n p s : nat) (A : pattern) (gamma l : nat -> nat) : Prop :=
  forall (d : nat) (D : Z), (1 <= d)%nat -> (2 <= D)%Z ->
  Z.of_nat (length (network n d p s D l)) = (Z.of_nat p * (Z.of_nat n - 1) * D ^ Z.of_nat d + Z.of_nat s)%Z /\
  (forall L, In L (network n d p s D l) -> (length L <= 2)%nat) /\
  contextual_mapping n d D gamma (g_c n d p s D l A).
