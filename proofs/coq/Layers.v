(* The two kinds of layer on column ids alone, in units of delta, and what a whole stage of them does under Assumption 1 (E.2.3 and E.2.4).
   That the literal network does the same is proved in Network.v. *)
From Coq Require Import QArith ZArith List Lia Arith FinFun.
From Hardmax Require Import Definitions Arithmetic Digits SelectiveShift.
Import ListNotations.
Open Scope Z_scope.

(* Psi with the window around b: the one id that equals b is raised by q (max - min over the neighbours). *)
Definition shift_at (q b : Z) (B : nat -> list nat) (x : nat -> Z) (k : nat) : Z :=
  if x k =? b then x k + q * (largest x (B k) - smallest x (B k)) else x k.
(* The windows b, b+1, ..., b+m-1 one after the other. *)
Fixpoint shift_range (q : Z) (B : nat -> list nat) (b : Z) (m : nat) (x : nat -> Z) : nat -> Z :=
  match m with O => x | S m' => shift_at q (b + Z.of_nat m') B (shift_range q B b m' x) end.
(* Omega. *)
Definition raise (c : Z) (B : nat -> list nat) (x : nat -> Z) (k : nat) : Z := x k + c * largest x (B k).

(* Permutations: an injective map of [0,n) to itself has an inverse, which Definitions calls position. *)
Section Position.
Variables (n : nat) (gamma : nat -> nat).
Hypothesis range : forall i, (i < n)%nat -> (gamma i < n)%nat.
Hypothesis unique : forall i j, (i < n)%nat -> (j < n)%nat -> gamma i = gamma j -> i = j.

Lemma position_spec k : (k < n)%nat -> (position n gamma k < n)%nat /\ gamma (position n gamma k) = k.
Proof.
  intros Hk.
  assert (Inj : bInjective n gamma) by (intros i j Hi Hj; apply unique; assumption).
  destruct (proj1 (bInjective_bSurjective range) Inj k Hk) as [i [Hi Ei]].
  unfold position. destruct (find (fun i => Nat.eqb (gamma i) k) (seq 0 n)) as [a|] eqn:F.
  - apply find_some in F. destruct F as [F1 F2]. apply in_seq in F1. apply Nat.eqb_eq in F2. split; [lia|exact F2].
  - exfalso. pose proof (find_none _ _ F i ltac:(apply in_seq; lia)) as N. cbv beta in N. rewrite Ei, Nat.eqb_refl in N. discriminate.
Qed.

Lemma position_gamma i : (i < n)%nat -> position n gamma (gamma i) = i.
Proof. intros Hi. destruct (position_spec (gamma i) (range i Hi)) as [P1 P2]. apply unique; auto. Qed.
End Position.

Section Stages.
Variables (n p s : nat) (A : pattern) (gamma l : nat -> nat).
Hypothesis Hn : (2 <= n)%nat.
Hypothesis HA : Assumption1 n p s A gamma l.

Lemma p_positive : (1 <= p)%nat.
Proof. pose proof (chain_layer _ _ _ _ _ _ HA 1%nat ltac:(lia)). lia. Qed.
Lemma s_positive : (1 <= s)%nat.
Proof.
  pose proof (reaches_all _ _ _ _ _ _ HA O 1%nat ltac:(lia) ltac:(lia)) as R.
  destruct s; [destruct R as [R|[]]; lia|lia].
Qed.
Lemma mod_range t : (t mod p < p)%nat.
Proof. apply Nat.mod_upper_bound. pose proof p_positive. lia. Qed.
Lemma neighbours_exist a k : (a < p)%nat -> (k < n)%nat -> A a k <> [].
Proof. intros Ha Hk. exact (not_empty k _ (sees_itself _ _ _ _ _ _ HA a k Ha Hk)). Qed.
Lemma gamma_position k : (k < n)%nat -> gamma (position n gamma k) = k.
Proof. intros Hk. exact (proj2 (position_spec n gamma (chain_range _ _ _ _ _ _ HA) (chain_unique _ _ _ _ _ _ HA) k Hk)). Qed.
Lemma position_range k : (k < n)%nat -> (position n gamma k < n)%nat.
Proof. intros Hk. exact (proj1 (position_spec n gamma (chain_range _ _ _ _ _ _ HA) (chain_unique _ _ _ _ _ _ HA) k Hk)). Qed.
Lemma position_of_gamma i : (i < n)%nat -> position n gamma (gamma i) = i.
Proof. exact (position_gamma n gamma (chain_range _ _ _ _ _ _ HA) (chain_unique _ _ _ _ _ _ HA) i). Qed.

(* ---- The selective stage ---- *)
Section Selective.
Variables (q W : Z).
Hypothesis Hq : 2 <= q.
Hypothesis HW : q <= W.

(* Blocks 1 .. i of the selective stage. *)
Fixpoint after_blocks (i : nat) (x : nat -> Z) : nat -> Z :=
  match i with
  | O => x
  | S j => shift_range q (A (l (S j))) (start n W (S j)) (Z.to_nat q) (after_blocks j x)
  end.

(* Within block i, after m of its windows: the positions before i are shifted, those after i are not, i itself is if its window has come. *)
Lemma within_block (w x : nat -> Z) i : in_intervals n q W w -> (1 <= i < n)%nat ->
  (forall j, (j < n)%nat -> x (gamma j) = if (j <? i)%nat then shifted q w j else w j) ->
  forall m, (m <= Z.to_nat q)%nat -> forall j, (j < n)%nat ->
  shift_range q (A (l i)) (start n W i) m x (gamma j) =
    if (j <? i)%nat then shifted q w j
    else if (j =? i)%nat then (if w i <? start n W i + Z.of_nat m then shifted q w i else w i)
    else w j.
Proof.
  intros Hw Hi Hx. pose proof (Hw i ltac:(lia)) as Wi.
  pose proof (shifted_above n q W Hn Hq HW w Hw) as Above.
  induction m as [|m IH]; intros Hm j Hj.
  - cbn [shift_range]. rewrite Hx by lia. destruct (Nat.ltb_spec j i); [reflexivity|].
    destruct (Nat.eqb_spec j i) as [->|]; [|reflexivity].
    destruct (Z.ltb_spec (w i) (start n W i + Z.of_nat 0)); lia.
  - specialize (IH ltac:(lia)). cbn [shift_range]. unfold shift_at.
    set (y := shift_range q (A (l i)) (start n W i) m x) in *.
    pose proof (Hw j Hj) as Wj. pose proof (Hw O ltac:(lia)) as W0.
    pose proof (first_interval_highest n q W Hn Hq HW i Hi) as First.
    rewrite (IH j Hj).
    destruct (Nat.ltb_spec j i) as [Before|Before].
    { specialize (Above j Hj). destruct (Z.eqb_spec (shifted q w j) (start n W i + Z.of_nat m)); lia. }
    destruct (Nat.eqb_spec j i) as [->|Other].
    2:{ destruct (Z.eqb_spec (w j) (start n W i + Z.of_nat m)); [|reflexivity].
        destruct j as [|j']; [lia|]. pose proof (intervals_disjoint n q W Hn Hq HW i (S j') ltac:(lia) ltac:(lia)). lia. }
    destruct (Z.ltb_spec (w i) (start n W i + Z.of_nat m)) as [Done|Open].
    { specialize (Above i Hj). destruct (Z.eqb_spec (shifted q w i) (start n W i + Z.of_nat m)); [lia|].
      destruct (Z.ltb_spec (w i) (start n W i + Z.of_nat (S m))); lia. }
    destruct (Z.eqb_spec (w i) (start n W i + Z.of_nat m)) as [Hit|Miss].
    2:{ destruct (Z.ltb_spec (w i) (start n W i + Z.of_nat (S m))); lia. }
    destruct (Z.ltb_spec (w i) (start n W i + Z.of_nat (S m))); [|lia].
    (* The hit: over all tokens z~_(i-1) is the largest and w_i the smallest, and token gamma(i) sees both. *)
    assert (Ends : forall k, (k < n)%nat -> w i <= y k <= shifted q w (i - 1)).
    { intros k Hk. rewrite <- (gamma_position k Hk). set (a := position n gamma k).
      assert (Ha : (a < n)%nat) by (apply position_range; exact Hk). rewrite (IH a Ha).
      pose proof (eq8_last n q W Hn Hq HW w Hw i Hi). pose proof (Above (i - 1)%nat ltac:(lia)).
      destruct (Nat.ltb_spec a i).
      - pose proof (shifted_monotone n q W Hn Hq HW w Hw a (i - 1) ltac:(lia)). pose proof (Above a Ha). lia.
      - destruct (Nat.eqb_spec a i) as [->|].
        + destruct (Z.ltb_spec (w i) (start n W i + Z.of_nat m)); lia.
        + pose proof (eq8 n q W Hn Hq HW w Hw i a ltac:(lia) ltac:(lia)).
          pose proof (eq8_last n q W Hn Hq HW w Hw a ltac:(lia)). lia. }
    pose proof (chain_layer _ _ _ _ _ _ HA i Hi) as Li. pose proof (chain_range _ _ _ _ _ _ HA i Hj) as Gi.
    assert (Seen : forall k, In k (A (l i) (gamma i)) -> w i <= y k <= shifted q w (i - 1)).
    { intros k Hk. apply Ends. exact (tokens_only _ _ _ _ _ _ HA (l i) (gamma i) k Li Gi Hk). }
    assert (Max : largest y (A (l i) (gamma i)) = shifted q w (i - 1)).
    { apply largest_is; [|intros k Hk; apply Seen; exact Hk].
      exists (gamma (i - 1)%nat). split; [exact (chain_sees _ _ _ _ _ _ HA i Hi)|].
      rewrite IH by lia. destruct (Nat.ltb_spec (i - 1) i); [reflexivity|lia]. }
    assert (Min : smallest y (A (l i) (gamma i)) = w i).
    { apply smallest_is; [|intros k Hk; apply Seen; exact Hk].
      exists (gamma i). split; [exact (sees_itself _ _ _ _ _ _ HA (l i) (gamma i) Li Gi)|].
      rewrite IH by lia. destruct (Nat.ltb_spec i i); [lia|]. rewrite Nat.eqb_refl.
      destruct (Z.ltb_spec (w i) (start n W i + Z.of_nat m)); lia. }
    rewrite Max, Min. destruct i as [|i']; [lia|]. cbn [shifted]. replace (S i' - 1)%nat with i' by lia. reflexivity.
Qed.

Theorem after_blocks_ids (x : nat -> Z) : let w := fun i => x (gamma i) in in_intervals n q W w ->
  forall i, (i < n)%nat -> forall j, (j < n)%nat ->
  after_blocks i x (gamma j) = if (j <=? i)%nat then shifted q w j else w j.
Proof.
  intros w Hw. induction i as [|i IH]; intros Hi j Hj.
  - cbn [after_blocks]. destruct (Nat.leb_spec j 0); [|reflexivity]. assert (j = O) as -> by lia. reflexivity.
  - cbn [after_blocks]. pose proof (Hw (S i) Hi) as Wi.
    assert (Hx : forall j, (j < n)%nat -> after_blocks i x (gamma j) = if (j <? S i)%nat then shifted q w j else w j).
    { intros j' Hj'. rewrite IH by lia. destruct (Nat.leb_spec j' i); destruct (Nat.ltb_spec j' (S i)); (reflexivity || lia). }
    rewrite (within_block w _ (S i) Hw ltac:(lia) Hx (Z.to_nat q) (le_n _) j Hj).
    destruct (Nat.ltb_spec j (S i)); destruct (Nat.leb_spec j (S i)); try lia; try reflexivity.
    + destruct (Nat.eqb_spec j (S i)) as [->|]; [|lia].
      destruct (Z.ltb_spec (w (S i)) (start n W (S i) + Z.of_nat (Z.to_nat q))); [reflexivity|lia].
    + destruct (Nat.eqb_spec j (S i)); [lia|reflexivity].
Qed.

Corollary selective_stage_ids (x : nat -> Z) : let w := fun i => x (gamma i) in in_intervals n q W w ->
  forall k, (k < n)%nat -> after_blocks (n - 1) x k = shifted q w (position n gamma k).
Proof.
  intros w Hw k Hk. rewrite <- (gamma_position k Hk) at 1. pose proof (position_range k Hk).
  unfold w. rewrite (after_blocks_ids x Hw (n - 1) ltac:(lia)) by assumption.
  destruct (Nat.leb_spec (position n gamma k) (n - 1)); [reflexivity|lia].
Qed.
End Selective.

(* ---- The all-max stage ---- *)
Fixpoint raised (c : Z) (t : nat) (x : nat -> Z) : nat -> Z :=
  match t with O => x | S v => raise c (A (v mod p)%nat) (raised c v x) end.

Lemma reached_tokens t k j : (k < n)%nat -> In j (reached p A t k) -> (j < n)%nat.
Proof.
  revert k. induction t as [|t IH]; intros k Hk Hj; cbn [reached] in Hj; [destruct Hj as [->|[]]; exact Hk|].
  apply in_flat_map in Hj. destruct Hj as [i [Hi Hj]].
  exact (IH i (tokens_only _ _ _ _ _ _ HA _ k i (mod_range t) Hk Hi) Hj).
Qed.
Lemma reached_itself t k : (k < n)%nat -> In k (reached p A t k).
Proof.
  intros Hk. induction t as [|t IH]; cbn [reached]; [left; reflexivity|].
  apply in_flat_map. exists k. split; [exact (sees_itself _ _ _ _ _ _ HA _ k (mod_range t) Hk)|exact IH].
Qed.

(* E.2.4: S^1_k = A^1_k, and from step s on every token is reached. *)
Theorem reached_1 k : reached p A 1 k = A O k.
Proof.
  cbn [reached]. assert (p <> O) by (pose proof p_positive; lia). rewrite Nat.mod_0_l by assumption.
  induction (A O k) as [|a B IH]; [reflexivity|]. cbn [flat_map app]. f_equal. exact IH.
Qed.
Theorem reached_stays t : (s <= t)%nat -> forall k j, (k < n)%nat -> (j < n)%nat -> In j (reached p A t k).
Proof.
  induction t as [|t IH]; intros Ht k j Hk Hj.
  - assert (s = O) as E0 by lia. pose proof s_positive. lia.
  - destruct (Nat.eq_dec s (S t)) as [<-|]; [exact (reaches_all _ _ _ _ _ _ HA k j Hk Hj)|].
    cbn [reached]. apply in_flat_map. exists k.
    split; [exact (sees_itself _ _ _ _ _ _ HA _ k (mod_range t) Hk)|apply IH; (exact Hk || exact Hj || lia)].
Qed.

Section AllMax.
Variables (c : Z) (x : nat -> Z).
Hypothesis Hc : 0 <= c.
Hypothesis Hx : forall k, (k < n)%nat -> 0 <= x k.

(* E.2.5, first half: an all-max layer adds a multiple of c. *)
Theorem raise_adds_multiples t k : exists a, raised c (S t) x k - raised c t x k = c * a.
Proof. exists (largest (raised c t x) (A (t mod p)%nat k)). cbn [raised]. unfold raise. lia. Qed.
Lemma raised_modulo t k : exists a, raised c t x k = x k + c * a.
Proof.
  induction t as [|t [a IH]]; [exists 0; cbn [raised]; lia|].
  destruct (raise_adds_multiples t k) as [b Hb]. exists (a + b). lia.
Qed.

Lemma raised_nonneg t : forall k, (k < n)%nat -> 0 <= raised c t x k.
Proof.
  induction t as [|t IH]; intros k Hk; [apply Hx; exact Hk|]. cbn [raised]. unfold raise.
  pose proof (largest_bound (raised c t x) _ _ (sees_itself _ _ _ _ _ _ HA _ k (mod_range t) Hk)). pose proof (IH k Hk). nia.
Qed.
Lemma raised_positive t : (forall k, (k < n)%nat -> 0 < x k) -> forall k, (k < n)%nat -> 0 < raised c t x k.
Proof.
  intros Pos. induction t as [|t IH]; intros k Hk; [apply Pos; exact Hk|]. cbn [raised]. unfold raise.
  pose proof (largest_bound (raised c t x) _ _ (sees_itself _ _ _ _ _ _ HA _ k (mod_range t) Hk)). pose proof (IH k Hk). nia.
Qed.

(* The leading term: c^t times every id within reach. *)
Lemma raised_lower t : forall k j, (k < n)%nat -> In j (reached p A t k) -> c ** t * x j <= raised c t x k.
Proof.
  induction t as [|t IH]; intros k j Hk Hj; cbn [reached] in Hj.
  - destruct Hj as [->|[]]. cbn [raised]. rewrite pow_zero. lia.
  - apply in_flat_map in Hj. destruct Hj as [i [Hi Hj]].
    pose proof (tokens_only _ _ _ _ _ _ HA _ k i (mod_range t) Hk Hi) as Hin.
    specialize (IH i j Hin Hj). cbn [raised]. unfold raise.
    pose proof (largest_bound (raised c t x) (A (t mod p)%nat k) i Hi). pose proof (raised_nonneg t k Hk).
    rewrite pow_step. set (X := c ** t * x j) in *. replace (c * c ** t * x j) with (c * X) by (unfold X; ring). nia.
Qed.

(* Everything else is small: with B above all ids and m the largest id within reach, the id is at most c^t m + ((1+c)^t - c^t) B. *)
Lemma raised_upper B : (forall k, (k < n)%nat -> x k <= B) -> 0 <= B -> forall t k, (k < n)%nat ->
  raised c t x k <= c ** t * largest x (reached p A t k) + ((1 + c) ** t - c ** t) * B.
Proof.
  intros HB B0. induction t as [|t IH]; intros k Hk.
  - cbn [raised]. rewrite !pow_zero. pose proof (largest_bound x (reached p A 0 k) k ltac:(left; reflexivity)). lia.
  - cbn [raised]. unfold raise.
    pose proof (sees_itself _ _ _ _ _ _ HA _ k (mod_range t) Hk) as Self.
    destruct (largest_attained (raised c t x) _ (not_empty k _ Self)) as [i [Hi ->]].
    pose proof (tokens_only _ _ _ _ _ _ HA _ k i (mod_range t) Hk Hi) as Hin.
    pose proof (IH k Hk) as Uk. pose proof (IH i Hin) as Ui.
    assert (Mi : largest x (reached p A t i) <= largest x (reached p A (S t) k)).
    { destruct (largest_attained x _ (not_empty i _ (reached_itself t i Hin))) as [j [Hj ->]].
      apply largest_bound. cbn [reached]. apply in_flat_map. exists i. split; assumption. }
    assert (Mk : largest x (reached p A t k) <= B).
    { destruct (largest_attained x _ (not_empty k _ (reached_itself t k Hk))) as [j [Hj ->]]. apply HB. exact (reached_tokens t k j Hk Hj). }
    rewrite !pow_step. set (M := largest x (reached p A (S t) k)) in *.
    set (X := c ** t) in *. set (Y := (1 + c) ** t) in *.
    assert (X0 : 0 <= X) by (unfold X; apply Z.pow_nonneg; exact Hc).
    set (mk := largest x (reached p A t k)) in *. set (mi := largest x (reached p A t i)) in *.
    assert (Xk : X * mk <= X * B) by (apply Z.mul_le_mono_nonneg_l; assumption).
    assert (Xi : X * mi <= X * M) by (apply Z.mul_le_mono_nonneg_l; assumption).
    assert (raised c t x k <= Y * B) by lia.
    assert (c * raised c t x i <= c * (X * M + (Y - X) * B)) by (apply Z.mul_le_mono_nonneg_l; lia).
    nia.
Qed.
End AllMax.

(* E.2.4 domination after any number t <= s of layers, with ids below N and c = 2 s N: strictly between c^t m and c^t (m + 1), m the largest id within reach. *)
Theorem dominated N c x t : 1 <= N -> c = 2 * Z.of_nat s * N -> (forall k, (k < n)%nat -> 0 <= x k < N) -> (1 <= t <= s)%nat ->
  forall k, (k < n)%nat -> let m := largest x (reached p A t k) in c ** t * m <= raised c t x k < c ** t * (m + 1).
Proof.
  intros HN Ec Hx Ht k Hk m. pose proof s_positive.
  assert (Hc : 0 < c) by nia. assert (Hx0 : forall k, (k < n)%nat -> 0 <= x k) by (intros; apply Hx; assumption).
  split.
  - destruct (largest_attained x _ (not_empty k _ (reached_itself t k Hk))) as [j [Hj Ej]]. unfold m. rewrite Ej.
    apply raised_lower; (assumption || lia).
  - pose proof (raised_upper c x ltac:(lia) (N - 1) ltac:(intros j Hj; specialize (Hx j Hj); lia) ltac:(lia) t k Hk) as U. fold m in U.
    pose proof (domination t N c ltac:(lia) HN ltac:(nia)) as Dm.
    pose proof (Z.pow_lt_mono_l c (1 + c) (Z.of_nat t) ltac:(lia) ltac:(lia)). nia.
Qed.

(* E.2.5 for every token: the ids of one input lie in one interval, which z~_gamma(n) determines. *)
Corollary dominated_all N c x top : 1 <= N -> c = 2 * Z.of_nat s * N -> (forall k, (k < n)%nat -> 0 <= x k < N) ->
  (top < n)%nat -> (forall k, (k < n)%nat -> x k <= x top) ->
  forall k, (k < n)%nat -> c ** s * x top <= raised c s x k < c ** s * (x top + 1).
Proof.
  intros HN Ec Hx Ht Top k Hk. pose proof s_positive.
  pose proof (dominated N c x s HN Ec Hx ltac:(lia) k Hk) as Dm. cbv zeta in Dm.
  rewrite (largest_is x (reached p A s k) (x top)) in Dm; [exact Dm| |].
  - exists top. split; [exact (reaches_all _ _ _ _ _ _ HA k top Hk Ht)|reflexivity].
  - intros j Hj. apply Top. exact (reached_tokens s k j Hk Hj).
Qed.
End Stages.
