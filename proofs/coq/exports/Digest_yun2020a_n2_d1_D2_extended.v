(* The digest of this run: yun2020a, n = 2, d = 1, D = 2, inputs of the extended grid. All inputs, every layer executed.
   To be compiled beside proofs/coq (coqc -R proofs/coq Hardmax). What names mean is said there: Definitions.v, Dense.v, Names_yun2020a.v. Claims are printed from their formal text. *)
From Coq Require Import QArith Qround Qabs Qminmax List NArith.
From Hardmax Require Import Definitions Dense Families Checker Execute Decide Refute Digest.
From Hardmax Require Names Names_yun2020a.
Import ListNotations.
Open Scope Q_scope.

Definition here : Names_yun2020a.run := dense_2020a 2 1 2 false true.

Theorem digest_of_run : digest 2 2 (fun g k => Names_yun2020a.id here (in_units 2 g) k) (all_inputs 2 1 [-8;0;1]%Z) = 0x0000000000001f94%Z.
Proof. compute_digest. Qed.
Print Assumptions digest_of_run.
