(* The quantisers of the three papers (E.1 of yun2020b; B.4 and C.1 of yun2020a, whose networks sparsebert takes over), and what the names of claims about them mean. To be read beside Names.v.

   Units    real units over the rationals; delta = 1/D.   Indices  rows and layers from 0 here. *)
From Coq Require Import QArith List Arith Bool.
From Hardmax Require Import Definitions.
Import ListNotations.
Open Scope Q_scope.

(* An activation: affine pieces slope * t + intercept from the left, each below its end, the last without end. *)
Record affine := { slope : Q; intercept : Q }.
Record activation := { pieces : list (Q * affine); last_piece : affine }.
Definition value_of (p : affine) (t : Q) : Q := slope p * t + intercept p.
Definition activate (phi : activation) (t : Q) : Q :=
  fold_right (fun ended rest => if Qle_bool (fst ended) t then rest else value_of (snd ended) t) (value_of (last_piece phi) t) (pieces phi).

(* A layer Z + e_r sum of phi(e_r^T Z - k delta 1^T), one phi for each hidden unit. *)
Record quantizer_layer := { written : nat; start : Q; units : list activation }.
Definition step_of (L : quantizer_layer) (x : Q) : Q := x + fold_right (fun phi rest => activate phi (x - start L) + rest) 0 (units L).

Section Quantizers.
Variables (n d : nat) (D : Z).
Definition zero_piece : affine := {| slope := 0; intercept := 0 |}.
(* phi(t) = -t on [0, delta), 0 elsewhere *)
Definition drop : activation := {| pieces := [(0, zero_piece); (delta D, {| slope := -1; intercept := 0 |})]; last_piece := zero_piece |}.
(* phi(t) = 0 on [0, 1), -t - delta^(-nd) elsewhere *)
Definition clip : activation :=
  let outside := {| slope := -1; intercept := - inject_Z (D ^ Z.of_nat (n * d)) |} in {| pieces := [(0, outside); (1, zero_piece)]; last_piece := outside |}.
Definition to_grid (r k : nat) : quantizer_layer := {| written := r; start := inject_Z (Z.of_nat k) * delta D; units := [drop] |}.
Definition to_range (r : nat) : quantizer_layer := {| written := r; start := 0; units := [clip] |}.

(* [0, n) on the grid: n D layers a row. Or [0, 1) on the grid and all else to -delta^(-nd): 1 + D layers a row. *)
Definition quantizer_n : list quantizer_layer := flat_map (fun r => map (to_grid r) (seq 0 (n * Z.to_nat D))) (seq 0 d).
Definition quantizer_1 : list quantizer_layer := flat_map (fun r => to_range r :: map (to_grid r) (seq 0 (Z.to_nat D))) (seq 0 d).
End Quantizers.

Section Maps.
Variable layers : list quantizer_layer.
Definition map_of (t r : nat) (x : Q) : Q := fold_left (fun y L => if Nat.eqb (written L) r then step_of L y else y) (firstn t layers) x.      (* of row r, by the first t layers *)
Definition step_at (t r : nat) (x : Q) : Q := match nth_error layers t with Some L => if Nat.eqb (written L) r then step_of L x else x | None => x end.
(* Where a map is not affine on any open interval around x. *)
Definition breakpoint (f : Q -> Q) (x : Q) : Prop := ~ exists e a b, 0 < e /\ forall y, x - e < y -> y < x + e -> f y == a * y + b.
Definition first_unit (t : nat) : option activation := match nth_error layers t with Some L => hd_error (units L) | None => None end.
Definition hidden_units (t : nat) : nat := match nth_error layers t with Some L => length (units L) | None => O end.
Definition all_pieces (t : nat) : list affine := match first_unit t with Some phi => map snd (pieces phi) ++ [last_piece phi] | None => [] end.
Definition flat_pieces (t : nat) : nat := length (filter (fun p => Qeq_bool (slope p) 0) (all_pieces t)).
End Maps.
