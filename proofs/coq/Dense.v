(* The networks of the two papers with dense attention, beside Definitions.v, which says what layers, heads and hardmax are. To be read by a person.

   Source   yun2020a: Yun et al., "Are transformers universal approximators of sequence-to-sequence functions?", B.5; with positional encodings C.2. sparsebert: Section A.2.2.
   Units    real units over the rationals; delta = 1/D.   Indices  from 0. Columns are tokens. *)
From Coq Require Import QArith List Arith Bool.
From Hardmax Require Import Definitions.
Import ListNotations.
Open Scope Q_scope.

(* Every token attends to all tokens (yun2020a), or to all others (sparsebert). *)
Definition everyone (n : nat) : pattern := fun _ _ => seq 0 n.
Definition all_others (n : nat) : pattern := fun _ k => filter (fun j => negb (Nat.eqb j k)) (seq 0 n).

Section Dense.
Variables (n d : nat) (D : Z).

(* Positional encodings, where a network has them: k in every row of token k, tokens from 0 (yun2020a, Section C). *)
Definition encoding (encoded : bool) (k : nat) : Q := if encoded then inject_Z (Z.of_nat k) else 0.
Definition encode (encoded : bool) (G : matrix) : matrix := fun r k => G r k + encoding encoded k.

(* The sweep: a layer D^d Psi(.; b - delta/2, b + delta/2) for each value b that a column id may have, in increasing order: m delta for m = 0 .. D^d - 1, with encodings j Delta + m delta for j = 0 .. n-1 in turn. *)
Definition sweep_of (start : Q) : list layer :=
  map (fun m => let b := start + inject_Z (Z.of_nat m) * delta D in Psi D (inject_Z (q d D)) (b - delta D / 2) (b + delta D / 2)) (seq 0 (Z.to_nat (q d D))).
Definition sweep (encoded : bool) : list layer := if encoded then flat_map (fun j => sweep_of (inject_Z (Z.of_nat j) * Delta d D)) (seq 0 n) else sweep_of 0.

(* Then global shifts c psi(.; 0): one for yun2020a, two for sparsebert. *)
Definition c_yun2020a (encoded : bool) : Z :=
  if encoded then (Z.of_nat n * D ^ Z.of_nat ((n + 1) * d + 1))%Z else (D ^ Z.of_nat ((n + 1) * d))%Z.
Definition c_sparsebert (encoded : bool) : Z :=                                (* the largest column id in units of delta, times D^(nd) + D^d + 1 *)
  let powers := fold_right Z.add 0%Z (map (fun i => D ^ Z.of_nat i)%Z (seq 1 d)) in
  (((if encoded then (Z.of_nat n - 1) * powers else 0) + (q d D - 1)) * (D ^ Z.of_nat (n * d) + q d D + 1))%Z.
Definition global_shifts (count : nat) (c : Z) : list layer := repeat (Omega D (inject_Z c)) count.
Definition network_yun2020a (encoded : bool) : list layer := sweep encoded ++ global_shifts 1 (c_yun2020a encoded).
Definition after_layers (L : list layer) (encoded : bool) (G : matrix) : matrix := run d 1 (everyone n) 0 L (encode encoded G).

(* Section C: a contextual mapping of all inputs of the grid is one where no column id occurs twice, neither in one input nor in two. *)
Definition no_id_twice (g : matrix -> matrix) : Prop := forall G G', grid n d D G -> grid n d D G' -> forall k k', (k < n)%nat -> (k' < n)%nat ->
  column_id d D (g G) k == column_id d D (g G') k' -> k = k' /\ forall r j, (r < d)%nat -> (j < n)%nat -> G r j == G' r j.

(* Inputs: the grid, entries 0, delta, ..., 1 - delta; or the extended grid, which has the entry -delta^(-nd) too. *)
Definition out_of_range : Q := - inject_Z (D ^ Z.of_nat (n * d)).
Definition extended_grid (G : matrix) : Prop :=
  forall r k, (r < d)%nat -> (k < n)%nat -> (exists m : Z, (0 <= m < D)%Z /\ G r k == inject_Z m * delta D) \/ G r k == out_of_range.

(* What claims ask of an input, before encodings are added. *)
Definition negative (x : Q) : bool := negb (Qle_bool 0 x).
Definition has_negative (G : matrix) : bool := existsb (fun k => existsb (fun r => negative (G r k)) (seq 0 d)) (seq 0 n).
Definition equal_columns (G : matrix) (j k : nat) : bool := forallb (fun r => Qeq_bool (G r j) (G r k)) (seq 0 d).
Definition different_columns (G : matrix) : nat := length (filter (fun k => negb (existsb (fun j => equal_columns G j k) (seq 0 k))) (seq 0 n)).
Definition rising_columns (G : matrix) : bool := forallb (fun k => Qle_bool (column_id d D G (k - 1)) (column_id d D G k)) (seq 1 (n - 1)).
Definition category_of (G : matrix) : Z := if has_negative G then 3%Z else if Nat.eqb (different_columns G) n then 1%Z else 2%Z.
Definition exchange (i : nat) (G : matrix) : matrix := fun r k => G r (if Nat.eqb k i then S i else if Nat.eqb k (S i) then i else k).   (* tokens i and i + 1 *)
End Dense.
