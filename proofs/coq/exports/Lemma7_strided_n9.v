(* strided: Assumption 1 holds for this pattern, hence Lemma 7 of yun2020b for every d >= 1 and D >= 2. Tokens, layers and positions count from 0.
   To be compiled beside proofs/coq (coqc -R proofs/coq Hardmax). What the theorem says is defined in Definitions.v. It states these claims:
     yun2020b.D.3.Lemma7.P1  sha256 bc374342c8019944bc060dda3c902092c01f5da44697d2ef3ad4a7bf3e6a41cf
       forall H in inputs: distinct(k in 1..n: id(H, k))
     yun2020b.D.3.Lemma7.P2  sha256 4f6c671efcb85f8326562dc284810953e0941766317c1b9756a3f3aad20befb7
       distinct(H in inputs, k in 1..n: id(H, k))
     yun2020b.D.3.Lemma7.layers  sha256 c5272aba600a8a464c1b21aa2a5384f653e1b3f3495cfec1d525ac15487a07c7
       layers(selective_shift) + layers(all_max_shift) = p*(n-1)/delta^d + s and (forall m in 1..p*(n-1)/delta^d + s: mask(m) in (1..p) and mod(mask(m) - m, p) = 0)
*)
From Coq Require Import NArith List.
From Hardmax Require Import Definitions Families Checker.
Import ListNotations.

Definition neighbours : list (list (list N)) :=
  [[[0;1;2;3];[0;1;2;3;4];[0;1;2;3;4;5];[0;1;2;3;4;5;6];[1;2;3;4;5;6;7];[2;3;4;5;6;7;8];[3;4;5;6;7;8];[4;5;6;7;8];[5;6;7;8]];
   [[0;3;6];[1;4;7];[2;5;8];[0;3;6];[1;4;7];[2;5;8];[0;3;6];[1;4;7];[2;5;8]]]%N.
Definition gamma : list N := [0;1;2;3;4;5;6;7;8]%N.
Definition l : list N := [0;0;0;0;0;0;0;0;0]%N.
Definition A : pattern := strided 9 3.

Theorem formula_is_table : rows 9 2 A = rows 9 2 (table neighbours).
Proof. vm_compute. reflexivity. Qed.

Theorem witnesses : check 9 2 2 A gamma l = true.
Proof. vm_compute. reflexivity. Qed.

Theorem Lemma7_of_pattern : Lemma7_for 9 2 2 A (listed gamma) (listed l).
Proof. exact (Lemma7_from_witness 9 2 2 A gamma l witnesses). Qed.

Print Assumptions Lemma7_of_pattern.
