(* yun2020a with positional encodings (Section C.2) on ids, in units of delta: token j has an id x j in j W .. j W + q - 1, the windows of the sweep are these numbers, for j = 0 .. n-1 in turn, and
   every token sees all tokens. Then one global shift.

   q, W   D^d, and D (1 + D + ... + D^(d-1)): q <= W <= 2 (q-1), and W = q for one row (d = 1) alone.
   The paper takes for granted that a token that was shifted is met by no later window. So it is for q < (n-1) W, which is n >= 3 or d >= 2. For n = 2 and d = 1 one input is different: x = (q-1, q);
   its first token is met again by the last window, and overtakes the other (`met_again`). All the same the largest id tells the inputs apart, and all ids after the global shift are distinct. *)
From Coq Require Import ZArith List Lia Arith.
From Hardmax Require Import Arithmetic Layers Sweep.
Open Scope Z_scope.

Section Encoded.
Variables (n : nat) (q W : Z).
Hypothesis Hn : (2 <= n)%nat.
Hypothesis Hq : 2 <= q.
Hypothesis W_low : q <= W.
Hypothesis W_high : W <= 2 * (q - 1).

Definition encoded_ids (x : nat -> Z) : Prop := forall j, (j < n)%nat -> Z.of_nat j * W <= x j <= Z.of_nat j * W + q - 1.
Notation everyone := (fun _ => seq 0 n).
(* The windows of the tokens 0 .. i-1. *)
Fixpoint after_sweeps (i : nat) (x : nat -> Z) : nat -> Z := match i with O => x | S a => shift_range q everyone (Z.of_nat a * W) (Z.to_nat q) (after_sweeps a x) end.
Definition last_ids (x : nat -> Z) : nat -> Z := after_sweeps n x.
Definition peak (x : nat -> Z) : Z := largest (last_ids x) (seq 0 n).

Section Input.
Variable x : nat -> Z.
Hypothesis Hx : encoded_ids x.
Notation sw := (swept n q x).
Notation found := (found n q x).

Lemma encoded_up j : (S j < n)%nat -> x j < x (S j).
Proof. intros Hj. pose proof (Hx j ltac:(lia)). pose proof (Hx (S j) Hj). nia. Qed.
Lemma encoded_nonneg j : (j < n)%nat -> 0 <= x j.
Proof. intros Hj. pose proof (Hx j Hj). nia. Qed.

(* As long as what was shifted is above the windows. *)
Theorem sweeps_ids a : (a < n)%nat -> forall m, (m <= Z.to_nat q)%nat -> (forall j, (j < n)%nat -> Z.of_nat a * W + Z.of_nat m <= sw j) ->
  forall j, (j < n)%nat -> shift_range q everyone (Z.of_nat a * W) m (after_sweeps a x) j = found (Z.of_nat a * W + Z.of_nat m) j.
Proof.
  induction a as [|a IH]; intros Ha m Hm Above; apply (next_windows n q Hn Hq x encoded_up); [|exact Above| |exact Above]; intros j Hj.
  - cbn [after_sweeps]. unfold Sweep.found. pose proof (encoded_nonneg j Hj). destruct (Z.ltb_spec (x j) (Z.of_nat 0 * W)); [lia|reflexivity].
  - cbn [after_sweeps]. rewrite IH by (lia || (intros i Hi; specialize (Above i Hi); nia)). rewrite Z2Nat.id by lia. apply found_gap; [exact Hn| |nia|exact Hj].
    intros i Hi L. pose proof (Hx i Hi). destruct (Nat.le_gt_cases i a); nia.
Qed.

(* What is shifted goes beyond all windows: this is so if the first is. *)
Definition clear : Prop := (Z.of_nat n - 1) * W + q <= sw 0.
Lemma clear_or : clear \/ (n = 2%nat /\ W = q /\ x 0%nat = q - 1 /\ x 1%nat = q).
Proof.
  unfold clear. cbn [swept]. pose proof (Hx 0%nat ltac:(lia)). pose proof (Hx (n - 1)%nat ltac:(lia)) as L. rewrite Nat2Z.inj_sub in L by lia. change (Z.of_nat 1) with 1 in L.
  destruct (Nat.eq_dec n 2) as [E|Ne]; [|left; assert (3 <= Z.of_nat n) by lia; set (y := (Z.of_nat n - 1) * W) in *; assert (2 * W <= y) by (unfold y; nia); nia].
  rewrite E in L |- *. change (Z.of_nat 2) with 2 in *. change (2 - 1)%nat with 1%nat in *. destruct (Z.eq_dec W q) as [EW|]; [|left; nia]. rewrite EW in *.
  destruct (Z.eq_dec (x 1%nat) q); [destruct (Z.eq_dec (x 0%nat) (q - 1)); [right; auto|left; nia]|left; nia].
Qed.
Lemma wide : q < (Z.of_nat n - 1) * W -> clear.
Proof. intros L. destruct clear_or as [C|[-> [-> _]]]; [exact C|lia]. Qed.
Lemma clear_all : clear -> forall j, (j < n)%nat -> (Z.of_nat n - 1) * W + q <= sw j.
Proof. intros C j Hj. unfold clear in C. destruct j as [|j]; [exact C|]. pose proof (swept_ordered n q Hn Hq x encoded_up 0 (S j) ltac:(lia)). lia. Qed.
Theorem last_is_swept : clear -> forall j, (j < n)%nat -> last_ids x j = sw j.
Proof.
  intros C j Hj. unfold last_ids. replace n with (S (n - 1)) at 1 by lia. cbn [after_sweeps]. rewrite sweeps_ids; [|lia|lia| |exact Hj].
  - unfold Sweep.found. rewrite Nat2Z.inj_sub, Z2Nat.id by lia. change (Z.of_nat 1) with 1. pose proof (ids_at_most n Hn x encoded_up j Hj). pose proof (Hx (n - 1)%nat ltac:(lia)) as L. rewrite Nat2Z.inj_sub in L by lia.
    change (Z.of_nat 1) with 1 in L. destruct (Z.ltb_spec (x j) ((Z.of_nat n - 1) * W + q)); [reflexivity|lia].
  - intros i Hi. pose proof (clear_all C i Hi). rewrite Nat2Z.inj_sub, Z2Nat.id by lia. change (Z.of_nat 1) with 1. lia.
Qed.

(* n = 2, d = 1: the one input where it is not so. *)
Theorem met_again : n = 2%nat -> W = q -> x 0%nat = q - 1 -> x 1%nat = q -> last_ids x 0%nat = 2 * q - 1 + q * ((q - 1) * (q - 1)) /\ last_ids x 1%nat = q * q.
Proof.
  intros E2 EW E0 E1. set (N := (Z.to_nat q - 1)%nat). assert (EN : Z.to_nat q = S N) by (unfold N; lia). assert (ZN : Z.of_nat N = q - 1) by (unfold N; lia).
  assert (S0 : sw 0%nat = 2 * q - 1) by (rewrite E2; cbn [swept]; change (2 - 1)%nat with 1%nat; rewrite E0, E1; ring).
  assert (S1 : sw 1%nat = q * q) by (cbn [swept] in S0 |- *; rewrite S0, E1; ring).
  assert (F : forall j, (j < n)%nat -> shift_range q everyone (Z.of_nat 1 * W) N (after_sweeps 1 x) j = sw j).
  { intros j Hj. rewrite sweeps_ids; [|lia|lia| |exact Hj].
    - unfold Sweep.found. assert (C : j = 0%nat \/ j = 1%nat) by lia. destruct (Z.ltb_spec (x j) (Z.of_nat 1 * W + Z.of_nat N)); [reflexivity|destruct C as [-> | ->]; lia].
    - intros i Hi. assert (C : i = 0%nat \/ i = 1%nat) by lia. rewrite ZN, EW. destruct C as [-> | ->]; [rewrite S0; lia|rewrite S1; nia]. }
  assert (R : forall j, last_ids x j = shift_at q (Z.of_nat 1 * W + Z.of_nat N) everyone (shift_range q everyone (Z.of_nat 1 * W) N (after_sweeps 1 x)) j).
  { intros j. unfold last_ids. rewrite E2 at 1. change (after_sweeps 2 x) with (shift_range q everyone (Z.of_nat 1 * W) (Z.to_nat q) (after_sweeps 1 x)). rewrite EN. reflexivity. }
  rewrite !R. unfold shift_at. rewrite !F, S0, S1, ZN by lia.
  assert (High : largest (shift_range q everyone (Z.of_nat 1 * W) N (after_sweeps 1 x)) (seq 0 n) = q * q).
  { apply largest_is; [exists 1%nat; split; [apply in_seq; lia|rewrite F, S1 by lia; reflexivity]|]. intros i Hi. apply in_seq in Hi. rewrite F by lia. assert (C : i = 0%nat \/ i = 1%nat) by lia. destruct C as [-> | ->]; nia. }
  assert (Low : smallest (shift_range q everyone (Z.of_nat 1 * W) N (after_sweeps 1 x)) (seq 0 n) = 2 * q - 1).
  { apply smallest_is; [exists 0%nat; split; [apply in_seq; lia|rewrite F, S0 by lia; reflexivity]|]. intros i Hi. apply in_seq in Hi. rewrite F by lia. assert (C : i = 0%nat \/ i = 1%nat) by lia. destruct C as [-> | ->]; nia. }
  rewrite High, Low. destruct (Z.eqb_spec (2 * q - 1) (Z.of_nat 1 * W + (q - 1))); [|lia]. destruct (Z.eqb_spec (q * q) (Z.of_nat 1 * W + (q - 1))); [nia|]. split; [ring|reflexivity].
Qed.

(* ---- Every input ---- *)
Lemma peak_clear : clear -> peak x = sw (n - 1).
Proof.
  intros C. unfold peak. apply largest_is; [exists (n - 1)%nat; split; [apply in_seq; lia|apply last_is_swept; [exact C|lia]]|]. intros i Hi. apply in_seq in Hi. rewrite last_is_swept by (assumption || lia).
  destruct (Nat.eq_dec i (n - 1)) as [->|]; [lia|]. pose proof (swept_ordered n q Hn Hq x encoded_up i (n - 1) ltac:(lia)). lia.
Qed.
Lemma peak_met : n = 2%nat -> W = q -> x 0%nat = q - 1 -> x 1%nat = q -> peak x = 2 * q - 1 + q * ((q - 1) * (q - 1)).
Proof.
  intros E2 EW E0 E1. destruct (met_again E2 EW E0 E1) as [L0 L1]. unfold peak. apply largest_is; [exists 0%nat; split; [apply in_seq; lia|exact L0]|]. intros i Hi. apply in_seq in Hi.
  assert (C : i = 0%nat \/ i = 1%nat) by lia. destruct C as [-> | ->]; [lia|nia].
Qed.
Theorem ids_distinct j k : (j < n)%nat -> (k < n)%nat -> last_ids x j = last_ids x k -> j = k.
Proof.
  intros Hj Hk E. destruct clear_or as [C|[E2 [EW [E0 E1]]]].
  - rewrite !last_is_swept in E by assumption. destruct (Nat.lt_trichotomy j k) as [L|[L|L]]; [pose proof (swept_ordered n q Hn Hq x encoded_up j k ltac:(lia)); lia|exact L|pose proof (swept_ordered n q Hn Hq x encoded_up k j ltac:(lia)); lia].
  - destruct (met_again E2 EW E0 E1) as [L0 L1]. assert (C : j = k \/ (j = 0%nat /\ k = 1%nat) \/ (j = 1%nat /\ k = 0%nat)) by lia. destruct C as [C|[[-> ->]|[-> ->]]]; [exact C|nia|nia].
Qed.
Lemma ids_positive j : (j < n)%nat -> 0 < last_ids x j <= peak x.
Proof.
  intros Hj. split; [|unfold peak; apply largest_bound, in_seq; lia]. destruct clear_or as [C|[E2 [EW [E0 E1]]]].
  - rewrite last_is_swept by assumption. pose proof (swept_above n q Hn Hq x encoded_up j Hj). pose proof (encoded_nonneg (n - 1) ltac:(lia)). lia.
  - destruct (met_again E2 EW E0 E1) as [L0 L1]. assert (C : j = 0%nat \/ j = 1%nat) by lia. destruct C as [-> | ->]; nia.
Qed.
Theorem peak_bound : peak x < 2 * Z.of_nat n * q ** (n + 1).
Proof.
  replace (n + 1)%nat with (S n) by lia. rewrite pow_step. destruct clear_or as [C|[E2 [EW [E0 E1]]]].
  - rewrite peak_clear by exact C. pose proof (swept_at_most n q Hn Hq x encoded_nonneg (n - 1) ltac:(lia)) as B. replace (S (n - 1)) with n in B by lia. pose proof (Hx (n - 1)%nat ltac:(lia)) as L. rewrite Nat2Z.inj_sub in L by lia.
    change (Z.of_nat 1) with 1 in L. pose proof (pow_positive q n ltac:(lia)). assert (x (n - 1)%nat < 2 * Z.of_nat n * q) by nia. assert (q ** n * x (n - 1)%nat < q ** n * (2 * Z.of_nat n * q)) by (apply Z.mul_lt_mono_pos_l; assumption). lia.
  - rewrite peak_met by assumption. rewrite E2. change (q ** 2) with (q * (q * 1)). change (Z.of_nat 2) with 2. nia.
Qed.
End Input.

(* Order: kept for every input, unless n = 2 and W = q. *)
Theorem order_kept : q < (Z.of_nat n - 1) * W -> forall x, encoded_ids x -> forall j, (S j < n)%nat -> last_ids x j < last_ids x (S j).
Proof. intros L x Hx j Hj. rewrite !last_is_swept by (assumption || lia || (apply wide; assumption)). exact (swept_up n q Hn Hq x (encoded_up x Hx) j Hj). Qed.
Theorem order_lost : (Z.of_nat n - 1) * W <= q -> exists x, encoded_ids x /\ last_ids x 1%nat < last_ids x 0%nat.
Proof.
  intros L. assert (E2 : n = 2%nat) by nia. assert (EW : W = q) by nia. set (x := fun j : nat => match j with O => q - 1 | S _ => q end). assert (Hx : encoded_ids x) by (intros j Hj; assert (C : j = 0%nat \/ j = 1%nat) by lia; destruct C as [-> | ->]; cbn [x]; lia).
  exists x. split; [exact Hx|]. destruct (met_again x Hx E2 EW eq_refl eq_refl) as [-> ->]. nia.
Qed.

(* The largest id tells the inputs apart. *)
Lemma peaks_differ x x' : encoded_ids x -> encoded_ids x' -> clear x -> n = 2%nat -> W = q -> x' 0%nat = q - 1 -> x' 1%nat = q -> peak x <> peak x'.
Proof.
  intros Hx Hx' C E2 EW E0 E1. rewrite (peak_clear x Hx C), (peak_met x' Hx' E2 EW E0 E1). pose proof (Hx 0%nat ltac:(lia)) as B0. pose proof (Hx 1%nat ltac:(lia)) as B1. rewrite E2, EW in *.
  change (2 - 1)%nat with 1%nat. cbn [swept]. change (2 - 1)%nat with 1%nat. set (g := x 1%nat - q) in *. replace (x 1%nat) with (q + g) in * by (unfold g; lia). set (h := x 0%nat) in *. intros E.
  set (t := 2 + (q - 1) * (q - 1) - 1 - (h + q * (q + g - h) - (q + g))) in *. assert (T : g + 1 = q * t) by (unfold t; nia). assert (t = 1) by nia. assert (G : g = q - 1) by nia. unfold t in *. rewrite G in *. nia.
Qed.
Theorem peak_injective x x' : encoded_ids x -> encoded_ids x' -> peak x = peak x' -> forall j, (j < n)%nat -> x j = x' j.
Proof.
  intros Hx Hx' E j Hj. destruct (clear_or x Hx) as [C|[E2 [EW [E0 E1]]]], (clear_or x' Hx') as [C'|[E2' [EW' [E0' E1']]]].
  - rewrite !peak_clear in E by assumption. refine (swept_injective n q Hn Hq x x' _ (n - 1) _ E j _); [|lia|lia]. intros i Hi. pose proof (Hx i Hi). pose proof (Hx' i Hi). lia.
  - destruct (peaks_differ x x' Hx Hx' C E2' EW' E0' E1' E).
  - destruct (peaks_differ x' x Hx' Hx C' E2 EW E0 E1 (eq_sym E)).
  - assert (C : j = 0%nat \/ j = 1%nat) by lia. destruct C as [-> | ->]; congruence.
Qed.

(* The global shift: no id occurs twice, neither in one input nor in two. *)
Theorem encoded_contextual c x x' j k : 2 * Z.of_nat n * q ** (n + 1) <= c -> encoded_ids x -> encoded_ids x' -> (j < n)%nat -> (k < n)%nat ->
  last_ids x j + c * peak x = last_ids x' k + c * peak x' -> j = k /\ forall i, (i < n)%nat -> x i = x' i.
Proof.
  intros Hc Hx Hx' Hj Hk E. pose proof (ids_positive x Hx j Hj). pose proof (ids_positive x' Hx' k Hk). pose proof (peak_bound x Hx). pose proof (peak_bound x' Hx').
  assert (P : peak x = peak x') by nia. pose proof (peak_injective x x' Hx Hx' P) as X. split; [|exact X].
  assert (S' : last_ids x' k = last_ids x k).
  { assert (Sh : forall b m y y', (forall i, (i < n)%nat -> y i = y' i) -> forall i, (i < n)%nat -> shift_range q everyone b m y i = shift_range q everyone b m y' i).
    { intros b m y y' Hy. induction m as [|m IH]; intros i Hi; cbn [shift_range]; [apply Hy; exact Hi|]. unfold shift_at. rewrite (IH i Hi), (largest_ext _ (shift_range q everyone b m y') (seq 0 n)), (smallest_ext _ (shift_range q everyone b m y') (seq 0 n)); [reflexivity| | | |]; try (intros N; destruct n; [lia|discriminate]); intros a Ha; apply in_seq in Ha; apply IH; lia. }
    assert (A : forall a i, (i < n)%nat -> after_sweeps a x' i = after_sweeps a x i) by (induction a as [|a IH]; intros i Hi; cbn [after_sweeps]; [symmetry; apply X; exact Hi|apply Sh; [exact IH|exact Hi]]).
    apply A. exact Hk. }
  apply (ids_distinct x Hx j k Hj Hk). rewrite <- S'. nia.
Qed.
End Encoded.
