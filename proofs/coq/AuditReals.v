(* What the theorems over the reals rest on. check.sh requires the axioms of Coq's own real numbers and no other. *)
From Hardmax Require Import Soft.
Print Assumptions head_error.
Print Assumptions block_errors.
Print Assumptions all_max_errors.
Print Assumptions eta_star.
