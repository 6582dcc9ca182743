(* Integer arithmetic: powers, Bernoulli's inequality, (12), the domination of the last term, maxima and minima over lists of tokens. *)
From Coq Require Import ZArith List Lia Arith.
Import ListNotations.
Open Scope Z_scope.

Notation "a ** k" := (a ^ Z.of_nat k) (at level 30, right associativity) : Z_scope.

Lemma pow_step a k : a ** S k = a * a ** k.
Proof. rewrite Nat2Z.inj_succ, Z.pow_succ_r; lia. Qed.

Lemma pow_zero a : a ** 0 = 1.
Proof. reflexivity. Qed.

Lemma pow_positive a k : 0 < a -> 0 < a ** k.
Proof. intros; apply Z.pow_pos_nonneg; lia. Qed.

Lemma pow_at_least a k : 2 <= a -> (1 <= k)%nat -> 2 <= a ** k.
Proof. intros Ha Hk. destruct k; [lia|]. rewrite pow_step. pose proof (pow_positive a k ltac:(lia)). nia. Qed.

(* (1 - t/(1+c)) ((1+c)/c)^t <= 1, without division. *)
Lemma bernoulli c t : 0 <= c -> (1 + c - Z.of_nat t) * (1 + c) ** t <= (1 + c) * c ** t.
Proof.
  intros Hc. induction t as [|t IH]; [cbn; lia|].
  rewrite !pow_step, Nat2Z.inj_succ.
  pose proof (pow_positive (1 + c) t ltac:(lia)) as HX.
  set (X := (1 + c) ** t) in *. set (Y := c ** t) in *. set (v := Z.of_nat t) in *.
  assert (Hv : 0 <= v) by (unfold v; lia).
  assert (c * ((1 + c - v) * X) <= c * ((1 + c) * Y)) by (apply Z.mul_le_mono_nonneg_l; lia).
  nia.
Qed.

(* What t <= s all-max layers add beyond the leading term: N ((1+c)^t - c^t) <= c^t as soon as c >= 2 t N. In the construction N = n D^(nd+1) and c = 2 s N. *)
Theorem domination t N c : (1 <= t)%nat -> 1 <= N -> 2 * Z.of_nat t * N <= c ->
  N * ((1 + c) ** t - c ** t) <= c ** t.
Proof.
  intros Ht HN Hc. pose proof (bernoulli c t ltac:(nia)) as B.
  pose proof (pow_positive c t ltac:(nia)) as HY.
  set (X := (1 + c) ** t) in *. set (Y := c ** t) in *.
  set (v := Z.of_nat t) in *. assert (Hv : 1 <= v) by (unfold v; lia).
  assert (Hpos : 0 < 1 + c - v) by nia.
  assert (K : (1 + c) * N <= (1 + c - v) * (N + 1)) by nia.
  assert (S1 : N * ((1 + c - v) * X) <= N * ((1 + c) * Y)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (S2 : (1 + c) * N * Y <= (1 + c - v) * (N + 1) * Y) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (S3 : (1 + c - v) * (N * X) <= (1 + c - v) * ((N + 1) * Y)) by nia.
  apply Z.mul_le_mono_pos_l in S3; [lia|exact Hpos].
Qed.

(* (12), last sign: ((2s+1)/(2s))^s <= 2. *)
Theorem eq12 s : (1 <= s)%nat -> (2 * Z.of_nat s + 1) ** s <= 2 * (2 * Z.of_nat s) ** s.
Proof.
  intros Hs. pose proof (domination s 1 (2 * Z.of_nat s) Hs ltac:(lia) ltac:(lia)) as H.
  rewrite (Z.add_comm (2 * Z.of_nat s) 1). lia.
Qed.

(* (12), the other signs: a power of (2s+1)/(2s) is at most the next. *)
Theorem eq12_monotone s i : (1 <= s)%nat ->
  (2 * Z.of_nat s + 1) ** i * (2 * Z.of_nat s) ** S i <= (2 * Z.of_nat s + 1) ** S i * (2 * Z.of_nat s) ** i.
Proof.
  intros Hs. rewrite !pow_step.
  pose proof (pow_positive (2 * Z.of_nat s + 1) i ltac:(lia)). pose proof (pow_positive (2 * Z.of_nat s) i ltac:(lia)).
  set (X := (2 * Z.of_nat s + 1) ** i) in *. set (Y := (2 * Z.of_nat s) ** i) in *. set (v := 2 * Z.of_nat s).
  replace ((v + 1) * X * Y) with (X * (v * Y) + X * Y) by ring. nia.
Qed.

(* The last step of E.2.4: (1+2s)^s - (2s)^s <= (2s)^s. *)
Corollary general_step3 s : (1 <= s)%nat ->
  (1 + 2 * Z.of_nat s) ** s - (2 * Z.of_nat s) ** s <= (2 * Z.of_nat s) ** s.
Proof. intros Hs. pose proof (eq12 s Hs) as H. rewrite (Z.add_comm (2 * Z.of_nat s) 1) in H. lia. Qed.

(* The paper's route to domination: N ((1+aN)^s - (aN)^s) <= N^s ((1+a)^s - a^s), then (12) with a = 2s. The binomial sums of the paper are these differences. *)
Theorem general_step1 a N s : 0 <= a -> 1 <= N -> (1 <= s)%nat ->
  N * ((1 + a * N) ** s - (a * N) ** s) <= N ** s * ((1 + a) ** s - a ** s).
Proof.
  intros Ha HN Hs. destruct s as [|s]; [lia|]. clear Hs.
  assert (P : forall t, 0 <= (1 + a * N) ** t <= N ** t * (1 + a) ** t).
  { induction t as [|t IH]; [cbn; lia|]. rewrite !pow_step.
    assert (1 + a * N <= N * (1 + a)) by nia. assert (0 <= a * N) by nia.
    set (U := (1 + a * N) ** t) in *.
    replace (N * N ** t * ((1 + a) * (1 + a) ** t)) with (N * (1 + a) * (N ** t * (1 + a) ** t)) by ring.
    set (V := N ** t * (1 + a) ** t) in *. nia. }
  induction s as [|s IH].
  - rewrite !pow_step, !pow_zero. nia.
  - rewrite (pow_step (1 + a * N) (S s)), (pow_step (a * N) (S s)), (pow_step N (S s)), (pow_step (1 + a) (S s)), (pow_step a (S s)).
    pose proof (P (S s)) as [P1 P2].
    set (U := (1 + a * N) ** S s) in *. set (U' := (a * N) ** S s) in *. set (V := N ** S s) in *.
    set (Y := (1 + a) ** S s) in *. set (Y' := a ** S s) in *.
    apply Z.le_trans with (a * N * (V * (Y - Y')) + N * (V * Y)).
    + replace (N * ((1 + a * N) * U - a * N * U')) with (a * N * (N * (U - U')) + N * U) by ring.
      apply Z.add_le_mono; apply Z.mul_le_mono_nonneg_l; nia.
    + apply Z.eq_le_incl. ring.
Qed.

(* Largest and smallest value over a list of tokens; the list is never empty where they are used. *)
Definition largest (f : nat -> Z) (B : list nat) : Z := fold_right (fun j m => Z.max (f j) m) (f (hd O B)) B.
Definition smallest (f : nat -> Z) (B : list nat) : Z := - largest (fun j => - f j) B.

Lemma largest_bound f B j : In j B -> f j <= largest f B.
Proof.
  unfold largest. generalize (f (hd O B)) as start. intros start. induction B as [|a B IH]; intros Hj; [destruct Hj|].
  cbn [fold_right]. destruct Hj as [->|Hj]; [|specialize (IH Hj)]; lia.
Qed.

Lemma largest_attained f B : B <> [] -> exists j, In j B /\ largest f B = f j.
Proof.
  intros HB. unfold largest.
  assert (G : forall start C, fold_right (fun j m => Z.max (f j) m) start C = start
                \/ exists j, In j C /\ fold_right (fun j m => Z.max (f j) m) start C = f j).
  { intros start. induction C as [|a C [IH|[j [Hj E]]]]; [left; reflexivity| |]; cbn [fold_right].
    - rewrite IH. destruct (Z.max_spec (f a) start) as [[_ ->]|[_ ->]]; [left; reflexivity|right; exists a; cbn; auto].
    - rewrite E. right. destruct (Z.max_spec (f a) (f j)) as [[_ ->]|[_ ->]]; [exists j; cbn; auto|exists a; cbn; auto]. }
  destruct (G (f (hd O B)) B) as [E|E]; [|exact E].
  exists (hd O B). split; [destruct B; [congruence|cbn; auto]|exact E].
Qed.

Lemma not_empty {X} (x : X) B : In x B -> B <> [].
Proof. intros H E. rewrite E in H. exact H. Qed.

Lemma largest_is f B m : (exists j, In j B /\ f j = m) -> (forall j, In j B -> f j <= m) -> largest f B = m.
Proof.
  intros [j [Hj E]] H. destruct (largest_attained f B (not_empty j B Hj)) as [i [Hi Ei]].
  pose proof (largest_bound f B j Hj). specialize (H i Hi). lia.
Qed.

Lemma smallest_is f B m : (exists j, In j B /\ f j = m) -> (forall j, In j B -> m <= f j) -> smallest f B = m.
Proof.
  intros [j [Hj E]] H. unfold smallest.
  rewrite (largest_is (fun i => - f i) B (- m)); [lia|exists j; split; [auto|lia]|].
  intros i Hi. specialize (H i Hi). lia.
Qed.

Lemma smallest_bound f B j : In j B -> smallest f B <= f j.
Proof. intros Hj. unfold smallest. pose proof (largest_bound (fun i => - f i) B j Hj). cbv beta in *. lia. Qed.

Lemma smallest_attained f B : B <> [] -> exists j, In j B /\ smallest f B = f j.
Proof. intros HB. unfold smallest. destruct (largest_attained (fun i => - f i) B HB) as [j [Hj E]]. exists j. split; [auto|lia]. Qed.

Lemma largest_ext f g B : B <> [] -> (forall j, In j B -> f j = g j) -> largest f B = largest g B.
Proof.
  intros HB H. destruct (largest_attained g B HB) as [j [Hj E]]. apply largest_is.
  - exists j. rewrite H; auto.
  - intros i Hi. rewrite H by auto. apply largest_bound; auto.
Qed.

Lemma smallest_ext f g B : B <> [] -> (forall j, In j B -> f j = g j) -> smallest f B = smallest g B.
Proof. intros HB H. unfold smallest. rewrite (largest_ext (fun i => - f i) (fun i => - g i) B HB); [reflexivity|]. intros j Hj. rewrite H; auto. Qed.

(* (13): the largest of the largest values over the A i, i in B, is the largest over their union. *)
Theorem eq13 f (A : nat -> list nat) B : B <> [] -> (forall i, In i B -> A i <> []) ->
  largest (fun i => largest f (A i)) B = largest f (flat_map A B).
Proof.
  intros HB HA. symmetry. destruct (largest_attained (fun i => largest f (A i)) B HB) as [i [Hi Ei]].
  destruct (largest_attained f (A i) (HA i Hi)) as [j [Hj Ej]]. apply largest_is.
  - exists j. split; [apply in_flat_map; exists i; auto|lia].
  - intros k Hk. apply in_flat_map in Hk. destruct Hk as [m [Hm Hk]].
    pose proof (largest_bound f (A m) k Hk). pose proof (largest_bound (fun i => largest f (A i)) B m Hm). cbv beta in *. lia.
Qed.
