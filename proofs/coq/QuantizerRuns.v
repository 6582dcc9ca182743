(* What the quantisers of Names_quantizer.v do to one entry, after any number of layers, and where the map that they make has its breakpoints.

   A quantiser is blocks of layers, B for each row; layers of other rows change nothing. Within a block: `steps` of Quantizer.v, after the layer that clips where there is one. *)
From Coq Require Import QArith Qround Lqa List Arith Lia Bool.
From Hardmax Require Import Definitions Arithmetic Names_quantizer.
From Hardmax Require Quantizer.
Import ListNotations.
Open Scope Q_scope.
Notation steps := Quantizer.steps.

(* ---- Blocks ---- *)
Definition through (L : list quantizer_layer) (x : Q) : Q := fold_left (fun y M => step_of M y) L x.
Section Blocks.
Variables (B : nat) (block : nat -> list quantizer_layer).
Hypothesis len : forall r, length (block r) = B.
Hypothesis own : forall r M, In M (block r) -> written M = r.
Notation upon r := (fun y M => if Nat.eqb (written M) r then step_of M y else y).
Lemma others r L x : (forall M, In M L -> written M <> r) -> fold_left (upon r) L x = x.
Proof. revert x. induction L as [|M L IH]; intros x H; [reflexivity|]. cbn [fold_left]. destruct (Nat.eqb_spec (written M) r) as [E|]; [exfalso; exact (H M (or_introl eq_refl) E)|]. apply IH. intros N HN. apply H. right. exact HN. Qed.
Lemma all_own r L x : (forall M, In M L -> written M = r) -> fold_left (upon r) L x = through L x.
Proof. unfold through. revert x. induction L as [|M L IH]; intros x H; [reflexivity|]. cbn [fold_left]. rewrite (H M) by (left; reflexivity). rewrite Nat.eqb_refl. apply IH. intros N HN. apply H. right. exact HN. Qed.
Lemma part_in {X} m (L : list X) y : In y (firstn m L) -> In y L.
Proof. intros H. rewrite <- (firstn_skipn m L). apply in_app_iff. left. exact H. Qed.
Lemma blocks_of c : forall a t r x, (a <= r < a + c)%nat -> fold_left (upon r) (firstn t (flat_map block (seq a c))) x = through (firstn (t - (r - a) * B) (block r)) x.
Proof.
  induction c as [|c IH]; intros a t r x Hr; [lia|]. cbn [seq flat_map]. rewrite firstn_app, fold_left_app, len. destruct (Nat.eq_dec r a) as [->|Ne].
  - rewrite Nat.sub_diag, Nat.mul_0_l, Nat.sub_0_r. rewrite (all_own a (firstn t (block a))) by (intros M HM; apply own, (part_in t), HM). apply others.
    intros M HM. apply part_in, in_flat_map in HM. destruct HM as [i [Hi HM]]. apply in_seq in Hi. rewrite (own i M HM). lia.
  - rewrite (others r (firstn t (block a))) by (intros M HM; rewrite (own a M (part_in t _ _ HM)); lia). rewrite IH by lia. do 2 f_equal. replace (r - a)%nat with (S (r - S a)) by lia. lia.
Qed.
Lemma blocks_length c a : length (flat_map block (seq a c)) = (c * B)%nat.
Proof. revert a. induction c as [|c IH]; intros a; [reflexivity|]. cbn [seq flat_map]. rewrite app_length, len, IH. reflexivity. Qed.
Lemma map_blocks d t r x : (r < d)%nat -> map_of (flat_map block (seq 0 d)) t r x = through (firstn (t - r * B) (block r)) x.
Proof. intros Hr. unfold map_of. rewrite blocks_of by lia. rewrite Nat.sub_0_r. reflexivity. Qed.
Lemma block_at d r i : (r < d)%nat -> (i < B)%nat -> nth_error (flat_map block (seq 0 d)) (r * B + i) = nth_error (block r) i.
Proof.
  intros Hr Hi. assert (K : forall c a, (r < c)%nat -> nth_error (flat_map block (seq a c)) (r * B + i) = nth_error (block (a + r)) i); [|apply (K d 0%nat Hr)].
  revert Hi. induction r as [|r IH]; intros Hi c a Hc; (destruct c as [|c]; [lia|]); cbn [seq flat_map].
  - rewrite nth_error_app1 by (rewrite len; lia). rewrite Nat.add_0_r. reflexivity.
  - rewrite nth_error_app2 by (rewrite len; cbn; lia). rewrite len. replace (S r * B + i - B)%nat with (r * B + i)%nat by (cbn; lia). rewrite IH by lia. replace (S a + r)%nat with (a + S r)%nat by lia. reflexivity.
Qed.
End Blocks.

(* ---- One row ---- *)
Section Row.
Variable D : Z.
Hypothesis HD : (1 <= D)%Z.
Notation delta := (Definitions.delta D).
Let Pos := Quantizer.delta_above_0 D HD.
Lemma step_grid r k y : step_of (to_grid D r k) y == Quantizer.step D k y.
Proof.
  unfold step_of, to_grid, activate, drop, value_of, Quantizer.step, Quantizer.phi, Quantizer.inside, zero_piece. cbn [units start pieces last_piece fold_right fst snd slope intercept]. set (t := y - inject_Z (Z.of_nat k) * delta). rewrite (Qplus_0_l delta).
  destruct (Qle_bool 0 t), (Qle_bool delta t); cbn [andb negb]; ring.
Qed.
Lemma steps_same m x y : x == y -> steps D m x == steps D m y.
Proof. intros E. induction m as [|m IH]; [exact E|]. cbn [Quantizer.steps]. apply (Quantizer.step_same D m). exact IH. Qed.
Lemma through_grid r m x : through (map (to_grid D r) (seq 0 m)) x == steps D m x.
Proof.
  induction m as [|m IH]; [reflexivity|]. rewrite seq_S, map_app. unfold through in *. rewrite fold_left_app. cbn [map fold_left Nat.add Quantizer.steps]. rewrite step_grid. apply (Quantizer.step_same D m). exact IH.
Qed.
Lemma firstn_grid r m N : firstn m (map (to_grid D r) (seq 0 N)) = map (to_grid D r) (seq 0 (Nat.min m N)).
Proof. rewrite firstn_map. f_equal. revert m. generalize 0%nat. induction N as [|N IH]; intros a m; [rewrite Nat.min_0_r; destruct m; reflexivity|]. destruct m as [|m]; [reflexivity|]. cbn [seq firstn Nat.min]. rewrite IH. reflexivity. Qed.

Variable n d : nat.
Notation out := (- inject_Z (D ^ Z.of_nat (n * d))).
Lemma out_low : out <= -1.
Proof. pose proof (pow_positive D (n * d) ltac:(lia)) as P. assert (1 <= inject_Z (D ^ Z.of_nat (n * d))) by (change 1 with (inject_Z 1); rewrite <- Zle_Qle; lia). lra. Qed.
Lemma clip_inside r x : 0 <= x < 1 -> step_of (to_range n d D r) x == x.
Proof.
  intros [H1 H2]. unfold step_of, to_range, activate, clip, value_of, zero_piece. cbn [units start pieces last_piece fold_right fst snd slope intercept]. destruct (Qle_bool 0 (x - 0)) eqn:E0; [|exfalso; assert (T : Qle_bool 0 (x - 0) = true) by (apply Qle_bool_iff; lra); congruence].
  destruct (Qle_bool 1 (x - 0)) eqn:E1; [apply Qle_bool_iff in E1; lra|]. ring.
Qed.
Lemma clip_outside r x : x < 0 \/ 1 <= x -> step_of (to_range n d D r) x == out.
Proof.
  intros H. unfold step_of, to_range, activate, clip, value_of, zero_piece. cbn [units start pieces last_piece fold_right fst snd slope intercept]. destruct (Qle_bool 0 (x - 0)) eqn:E0; [|ring]. apply Qle_bool_iff in E0.
  destruct (Qle_bool 1 (x - 0)) eqn:E1; [ring|]. exfalso. assert (T : Qle_bool 1 (x - 0) = true) by (apply Qle_bool_iff; destruct H; lra). congruence.
Qed.
Lemma through_clip r m x : through (to_range n d D r :: map (to_grid D r) (seq 0 m)) x == steps D m (step_of (to_range n d D r) x).
Proof. apply (through_grid r m). Qed.

(* ---- Breakpoints ---- *)
Lemma affine_no_break f x : (exists e a b, 0 < e /\ forall y, x - e < y -> y < x + e -> f y == a * y + b) -> ~ breakpoint f x.
Proof. intros H B. exact (B H). Qed.
Lemma midpoint f x e a b h : (forall y, x - e < y -> y < x + e -> f y == a * y + b) -> 0 < h -> h < e -> f (x - h) + f (x + h) == 2 * f x.
Proof. intros A H1 H2. rewrite (A (x - h)), (A (x + h)), (A x) by lra. ring. Qed.
Lemma small_step e w : 0 < e -> 0 < w -> exists h, 0 < h /\ h < e /\ h < w.
Proof. intros He Hw. destruct (Qlt_le_dec e w); [exists (e / 2)|exists (w / 2)]; unfold Qdiv; change (/ 2) with (1 # 2); repeat split; lra. Qed.
Lemma within x lo hi : lo < x -> x < hi -> exists e, 0 < e /\ lo <= x - e /\ x + e <= hi.
Proof. intros H1 H2. destruct (Qlt_le_dec (x - lo) (hi - x)); [exists (x - lo)|exists (hi - x)]; repeat split; lra. Qed.
Lemma cell x : exists j, inject_Z j * delta <= x /\ x < inject_Z (j + 1) * delta.
Proof.
  exists (Qfloor (x * inject_Z D)). pose proof (Quantizer.D_times_delta D HD) as One. pose proof (Qfloor_le (x * inject_Z D)) as F1. pose proof (Qlt_floor (x * inject_Z D)) as F2. set (f := Qfloor (x * inject_Z D)) in *. assert (X : x == x * inject_Z D * delta) by (rewrite <- Qmult_assoc, One; ring).
  split; [rewrite X; apply Qmult_le_compat_r; [exact F1|lra]|rewrite X at 1; apply Qmult_lt_compat_r; [exact Pos|exact F2]].
Qed.
Lemma next_cell j : inject_Z (j + 1) * delta == inject_Z j * delta + delta.
Proof. rewrite inject_Z_plus. change (inject_Z 1) with 1. ring. Qed.
Lemma later a b : (a <= b)%Z -> inject_Z a * delta <= inject_Z b * delta.
Proof. exact (Quantizer.later D HD a b). Qed.
(* A map that puts [0, m delta) on the grid and is affine outside, the identity or constant there. *)
Theorem breaks_of f (m : Z) s b : (1 <= m)%Z -> (forall j x, (0 <= j < m)%Z -> inject_Z j * delta <= x -> x < inject_Z (j + 1) * delta -> f x == inject_Z j * delta) ->
  (forall x, x < 0 \/ inject_Z m * delta <= x -> f x == s * x + b) -> (s == 1 /\ b == 0) \/ (s == 0 /\ b < 0) -> forall x, breakpoint f x <-> exists j, ((0 <= j)%Z /\ (j <= m)%Z) /\ x == inject_Z j * delta.
Proof.
  intros Hm In Out SB x. split.
  - intros Br. destruct (cell x) as [j [C1 C2]]. pose proof (next_cell j) as N. destruct (Z.lt_ge_cases j 0) as [L|L]; [|destruct (Z.lt_ge_cases j m) as [L'|L']].
    + exfalso. apply Br. assert (X : x < 0) by (pose proof (later (j + 1) 0 ltac:(lia)) as M; change (inject_Z 0 * delta) with (0 * delta) in M; lra). exists (- x), s, b. split; [lra|]. intros y _ Hy. apply Out. left. lra.
    + destruct (Qlt_le_dec (inject_Z j * delta) x) as [G|G]; [|exists j; split; [lia|lra]]. exfalso. apply Br. destruct (within x _ _ G C2) as [e [E0 [E1 E2]]]. exists e, 0, (inject_Z j * delta). split; [exact E0|]. intros y Y1 Y2. rewrite (In j y ltac:(lia)) by lra. ring.
    + pose proof (later m j L') as M. destruct (Qlt_le_dec (inject_Z m * delta) x) as [G|G]; [|exists m; split; [lia|lra]]. exfalso. apply Br. exists (x - inject_Z m * delta), s, b. split; [lra|]. intros y Y1 _. apply Out. right. lra.
  - intros [j [[J0 J1] Ex]] [e [a [c [He A]]]]. destruct (small_step e delta He Pos) as [h [H0 [H1 H2]]]. pose proof (midpoint f x e a c h A H0 H1) as Mid. clear A. pose proof (next_cell j) as N. assert (Z0 : inject_Z 0 * delta == 0) by (change (inject_Z 0) with 0; ring).
    assert (Left : (j = 0%Z /\ f (x - h) == s * (x - h) + b) \/ ((1 <= j)%Z /\ f (x - h) == inject_Z (j - 1) * delta)).
    { destruct (Z.eq_dec j 0) as [->|Ne]; [left; split; [reflexivity|]; apply Out; left; lra|right; split; [lia|]]. pose proof (next_cell (j - 1)) as N'. replace (j - 1 + 1)%Z with j in N' by ring. apply (In (j - 1)%Z); [lia|lra|replace (j - 1 + 1)%Z with j by ring; lra]. }
    assert (Right : (j = m /\ f x == s * x + b /\ f (x + h) == s * (x + h) + b) \/ ((j < m)%Z /\ f x == inject_Z j * delta /\ f (x + h) == inject_Z j * delta)).
    { destruct (Z.eq_dec j m) as [->|Ne]; [left; repeat split; apply Out; right; lra|right; split; [lia|]; split; apply In; (lia || lra)]. }
    assert (J1' : inject_Z (j - 1) * delta == inject_Z j * delta - delta) by (pose proof (next_cell (j - 1)) as N'; replace (j - 1 + 1)%Z with j in N' by ring; lra).
    destruct Left as [[-> Lf]|[Lj Lf]], Right as [[Rj [R1 R2]]|[Rj [R1 R2]]]; [lia| | |]; rewrite Lf, R1, R2 in Mid.
    + destruct SB as [[S1 S2]|[S1 S2]]; rewrite S1 in Mid; try rewrite S2 in Mid; rewrite ?Ex in Mid; lra.
    + assert (Low : 0 <= inject_Z (j - 1) * delta) by (pose proof (later 0 (j - 1) ltac:(lia)); lra). destruct SB as [[S1 S2]|[S1 S2]]; rewrite S1 in Mid; try rewrite S2 in Mid; rewrite ?Ex in Mid; lra.
    + lra.
Qed.
(* After the clipping layer alone: 0 and 1. *)
Theorem clip_breaks f : (forall x, 0 <= x < 1 -> f x == x) -> (forall x, x < 0 \/ 1 <= x -> f x == out) -> forall x, breakpoint f x <-> exists i, (i = 0%Z \/ i = 1%Z) /\ x == inject_Z i.
Proof.
  intros In Out x. pose proof out_low as Low. set (o := out) in *. clearbody o. split.
  - intros Br. destruct (Qlt_le_dec x 0) as [L|L]; [|destruct (Qlt_le_dec x 1) as [L'|L']].
    + exfalso. apply Br. exists (- x), 0, o. split; [lra|]. intros y _ Y. rewrite Out by (left; lra). ring.
    + destruct (Qlt_le_dec 0 x) as [G|G]; [|exists 0%Z; split; [left; reflexivity|change (inject_Z 0) with 0; lra]]. exfalso. apply Br. destruct (within x 0 1 G L') as [e [E0 [E1 E2]]]. exists e, 1, 0. split; [exact E0|]. intros y Y1 Y2. rewrite In by lra. ring.
    + destruct (Qlt_le_dec 1 x) as [G|G]; [|exists 1%Z; split; [right; reflexivity|change (inject_Z 1) with 1; lra]]. exfalso. apply Br. exists (x - 1), 0, o. split; [lra|]. intros y Y1 _. rewrite Out by (right; lra). ring.
  - intros [i [Hi Ex]] [e [a [c [He A]]]]. destruct (small_step e 1 He ltac:(reflexivity)) as [h [H0 [H1 H2]]]. pose proof (midpoint f x e a c h A H0 H1) as Mid. clear A. destruct Hi as [-> | ->]; [change (inject_Z 0) with 0 in Ex|change (inject_Z 1) with 1 in Ex].
    + rewrite (Out (x - h)), (In (x + h)), (In x) in Mid by (lra || (left; lra)). lra.
    + rewrite (In (x - h)), (Out (x + h)), (Out x) in Mid by (lra || (right; lra)). lra.
Qed.
End Row.
