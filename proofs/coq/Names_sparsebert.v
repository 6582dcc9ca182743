(* What the names of the claim language mean for sparsebert ("Names of a run of yun2020a and sparsebert" of proofs/README.md), to be read beside Definitions.v and Dense.v. Real units; rows, tokens
   and layers count from 1, as in claims. A name is a total function here: where an index is out of range its value says nothing, while verify calls the term undefined. *)
(* Construction sparsebert, SHA-256 83280c30c94c9bcb241842592641eae4d82fa12380db0e27967881dee1d2e34a: what is defined here and in the files that this one requires was written for that one. *)
From Coq Require Import QArith List Arith.
From Hardmax Require Import Definitions Dense Names_quantizer Names.
Import ListNotations.
Open Scope Q_scope.

(* A run: n tokens, d rows, 1/delta, with positional encodings or without. *)
Record run := { tokens : nat; rows : nat; base : Z; encoded : bool }.

Section Run.
Variable P : run.

Definition well_formed : Prop := (2 <= tokens P)%nat /\ (1 <= rows P)%nat /\ (2 <= base P)%Z.
Definition n : Z := Z.of_nat (tokens P).
Definition d : Z := Z.of_nat (rows P).
Definition D : Z := base P.
Definition q : Z := Definitions.q (rows P) (base P).
Definition delta : Q := Definitions.delta (base P).
Definition positional : Z := if encoded P then 1 else 0.
Definition extended : Z := 0.

(* Inputs. *)
Definition input (H : matrix) : Prop := grid (tokens P) (rows P) (base P) H.
Definition same (H K : matrix) : Prop := forall r k, (r < rows P)%nat -> (k < tokens P)%nat -> H r k == K r k.
Definition G (H : matrix) (r k : Z) : Q := let _ := P in H (at_ r) (at_ k).                     (* the run is named, as the other names do *)
Definition category (H : matrix) : Z := category_of (tokens P) (rows P) H.
Definition columns (H : matrix) : Z := Z.of_nat (different_columns (tokens P) (rows P) H).
Definition sorted (H : matrix) : Z := if rising_columns (tokens P) (rows P) (base P) H then 1 else 0.

(* The network. *)
Definition edges : pattern := all_others (tokens P).
Definition multiplier : Z := c_sparsebert (tokens P) (rows P) (base P) (encoded P).
Definition last_stage : list layer := global_shifts (base P) 2 multiplier.
Definition first_stage : list layer := sweep (tokens P) (rows P) (base P) (encoded P).
Definition layers : list layer := first_stage ++ last_stage.
Definition c : Q := inject_Z multiplier.
Definition shift : Q := inject_Z q.
Definition layers_selective_shift : Z := Z.of_nat (length first_stage).
Definition layers_global_shift : Z := Z.of_nat (length last_stage).
Definition heads (t : Z) : Z := Z.of_nat (length (nth (at_ t) layers [])).
Definition head_of (t h : Z) : Definitions.head := nth (at_ h) (nth (at_ t) layers []) (psi (base P) 0 0).

(* Its states. *)
Definition state (t : Z) (H : matrix) : matrix := Definitions.run (rows P) 1 edges 0 (firstn (Z.to_nat t) layers) (encode (encoded P) H).
Definition entry (t : Z) (H : matrix) (r k : Z) : Q := state t H (at_ r) (at_ k).
Definition v (t : Z) (H : matrix) (k : Z) : Q := column_id (rows P) (base P) (state t H) (at_ k).
Definition head (t h : Z) (H : matrix) (k : Z) : Q := attend (rows P) (head_of t h) (edges O (at_ k)) (state (t - 1) H) (at_ k).
Definition z (H : matrix) (k : Z) : Q := v 0 H k.
Definition zt (H : matrix) (k : Z) : Q := v layers_selective_shift H k.
Definition id (H : matrix) (k : Z) : Q := v (layers_selective_shift + layers_global_shift) H k.
Definition swapped (t : Z) (H : matrix) (i r k : Z) : Q := entry t (exchange (at_ i) H) r k.

(* The quantiser. *)
Definition quantizer : list quantizer_layer := if encoded P then quantizer_n (tokens P) (rows P) (base P) else quantizer_1 (tokens P) (rows P) (base P).
Definition layers_quantize : Z := Z.of_nat (length quantizer).
Definition qmap (t r : Z) (x : Q) : Q := map_of quantizer (Z.to_nat t) (at_ r) x.
Definition qbreaks (t r : Z) (x : Q) : Prop := breakpoint (qmap t r) x.
Definition q_hidden (t : Z) : Z := Z.of_nat (hidden_units quantizer (at_ t)).
Definition q_pieces (t : Z) : Z := Z.of_nat (length (all_pieces quantizer (at_ t))).
Definition q_flat (t : Z) : Z := Z.of_nat (flat_pieces quantizer (at_ t)).
Definition qstep (t r : Z) (x : Q) : Q := step_at quantizer (at_ t) (at_ r) x.
End Run.
