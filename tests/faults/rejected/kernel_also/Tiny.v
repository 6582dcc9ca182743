From Coq Require Import ZArith Lia.
From Hardmax Require Statements.
Theorem least : Statements.yun2020b_f_least.
Proof. intros P _ H. lia. Qed.
