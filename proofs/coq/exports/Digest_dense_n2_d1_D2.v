(* The digest of this run: yun2020b, n = 2, d = 1, D = 2, pattern dense. All inputs, every layer executed.
   To be compiled beside proofs/coq (coqc -R proofs/coq Hardmax). What names mean is said there: Definitions.v, Dense.v, Names.v. Claims are printed from their formal text. *)
From Coq Require Import QArith Qround Qabs Qminmax List NArith.
From Hardmax Require Import Definitions Dense Families Checker Execute Decide Refute Digest.
From Hardmax Require Names.
Import ListNotations.
Open Scope Q_scope.

Definition neighbours : list (list (list N)) :=
  [[[0;1];[0;1]]]%N.
Definition gamma : list N := [0;1]%N.
Definition l : list N := [0;0]%N.
Definition A : pattern := dense 2.

Theorem formula_is_table : rows 2 1 A = rows 2 1 (table neighbours).
Proof. vm_compute. reflexivity. Qed.

Definition here : Names.run := sparse_run 2 1 2 1 1 A gamma l.

Theorem digest_of_run : digest 2 2 (fun g k => Names.id here (in_units 2 g) k) (all_inputs 2 1 [0;1]%Z) = 0x00000000000027fc%Z.
Proof. compute_digest. Qed.
Print Assumptions digest_of_run.
