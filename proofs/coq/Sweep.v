(* The dense construction (yun2020a, B.5.1) on ids, in units of delta: a sweep of selective shifts over windows in increasing order, every token seeing all tokens, then one global shift. First for
   any ids that increase from token to token; then category 1: the columns of the input are distinct; tokens are counted in the order of their ids l 0 < l 1 < ... < l (n-1), all in 0 .. q-1, and
   the windows are these q = D^d numbers: Lemma 10, and Lemma 6.1 to 6.3 for these inputs. The windows of Section C, with encodings, are in EncodedSweep.v. *)
From Coq Require Import ZArith List Lia Arith.
From Hardmax Require Import Arithmetic Layers.
Open Scope Z_scope.

(* The id of the token at position j after the sweep. *)
Fixpoint swept (n : nat) (q : Z) (l : nat -> Z) (j : nat) : Z :=
  match j with O => l O + q * (l (n - 1)%nat - l O) | S i => l (S i) + q * (swept n q l i - l (S i)) end.
Definition contexts (n : nat) (q : Z) (l : nat -> Z) : Prop := (forall j, (S j < n)%nat -> l j < l (S j)) /\ 0 <= l O /\ l (n - 1)%nat <= q - 1.

Section Sweep.
Variables (n : nat) (q : Z).
Hypothesis Hn : (2 <= n)%nat.
Hypothesis Hq : 2 <= q.

(* ---- Any ids that increase ---- *)
Section Increasing.
Variable l : nat -> Z.
Hypothesis up : forall j, (S j < n)%nat -> l j < l (S j).
Notation sw := (swept n q l).

Lemma ids_increase i j : (i < j < n)%nat -> l i < l j.
Proof.
  induction j as [|j IH]; intros Hij; [lia|]. pose proof (up j ltac:(lia)).
  destruct (Nat.eq_dec i j) as [->|]; [assumption|]. specialize (IH ltac:(lia)). lia.
Qed.
Lemma ids_at_most j : (j < n)%nat -> l O <= l j <= l (n - 1)%nat.
Proof.
  intros Hj. split; [destruct j as [|j]; [lia|pose proof (ids_increase O (S j) ltac:(lia)); lia]|].
  destruct (Nat.eq_dec j (n - 1)) as [->|]; [lia|pose proof (ids_increase j (n - 1) ltac:(lia)); lia].
Qed.
(* Whoever is shifted goes beyond all that were not, and beyond those shifted before. *)
Lemma swept_above j : (j < n)%nat -> l (n - 1)%nat < sw j.
Proof.
  induction j as [|j IH]; intros Hj; cbn [swept]; [pose proof (ids_increase O (n - 1) ltac:(lia)); nia|].
  specialize (IH ltac:(lia)). pose proof (ids_at_most (S j) Hj). nia.
Qed.
Lemma swept_up j : (S j < n)%nat -> sw j < sw (S j).
Proof. intros Hj. pose proof (swept_above j ltac:(lia)). pose proof (ids_at_most (S j) Hj). cbn [swept]. nia. Qed.
Lemma swept_ordered i j : (i < j < n)%nat -> sw i < sw j.
Proof.
  induction j as [|j IH]; intros Hij; [lia|]. pose proof (swept_up j ltac:(lia)).
  destruct (Nat.eq_dec i j) as [->|]; [lia|]. specialize (IH ltac:(lia)). lia.
Qed.

(* The ids when all windows below b have come, and the window b: whatever was shifted is above it. *)
Definition found (b : Z) (j : nat) : Z := if l j <? b then sw j else l j.
Theorem next_window b y : (forall j, (j < n)%nat -> y j = found b j) -> (forall j, (j < n)%nat -> b < sw j) -> forall j, (j < n)%nat -> shift_at q b (fun _ => seq 0 n) y j = found (b + 1) j.
Proof.
  intros Hy Hb j Hj. unfold shift_at, found in *. rewrite (Hy j Hj). destruct (Z.ltb_spec (l j) b) as [Done|Open].
  { pose proof (Hb j Hj). destruct (Z.eqb_spec (sw j) b), (Z.ltb_spec (l j) (b + 1)); lia. }
  destruct (Z.eqb_spec (l j) b) as [Hit|Miss]; [|destruct (Z.ltb_spec (l j) (b + 1)); lia].
  destruct (Z.ltb_spec (l j) (b + 1)); [|lia].
  assert (Low : smallest y (seq 0 n) = l j).
  { apply smallest_is; [exists j; split; [apply in_seq; lia|rewrite (Hy j Hj); destruct (Z.ltb_spec (l j) b); lia]|].
    intros i Hi. apply in_seq in Hi. rewrite (Hy i ltac:(lia)). pose proof (Hb i ltac:(lia)). destruct (Z.ltb_spec (l i) b); lia. }
  assert (High : largest y (seq 0 n) = match j with O => l (n - 1)%nat | S i => sw i end).
  { destruct j as [|i]; apply largest_is.
    - exists (n - 1)%nat. split; [apply in_seq; lia|]. rewrite (Hy (n - 1)%nat ltac:(lia)). pose proof (ids_at_most (n - 1) ltac:(lia)). destruct (Z.ltb_spec (l (n - 1)%nat) b); lia.
    - intros i Hi. apply in_seq in Hi. rewrite (Hy i ltac:(lia)). pose proof (ids_at_most i ltac:(lia)). destruct (Z.ltb_spec (l i) b); lia.
    - exists i. split; [apply in_seq; lia|]. rewrite (Hy i ltac:(lia)). pose proof (ids_increase i (S i) ltac:(lia)). destruct (Z.ltb_spec (l i) b); lia.
    - intros a Ha. apply in_seq in Ha. rewrite (Hy a ltac:(lia)). pose proof (swept_above i ltac:(lia)). pose proof (ids_at_most a ltac:(lia)). destruct (Z.ltb_spec (l a) b) as [B|B]; [|lia].
      destruct (Nat.lt_trichotomy a i) as [C|[->|C]]; [pose proof (swept_ordered a i ltac:(lia)); lia|lia|].
      destruct (Nat.eq_dec a (S i)) as [->|]; [lia|pose proof (ids_increase (S i) a ltac:(lia)); lia]. }
  rewrite Low, High. destruct j; reflexivity.
Qed.
(* Windows b, b+1, ..., b+m-1. *)
Theorem next_windows b m y : (forall j, (j < n)%nat -> y j = found b j) -> (forall j, (j < n)%nat -> b + Z.of_nat m <= sw j) -> forall j, (j < n)%nat -> shift_range q (fun _ => seq 0 n) b m y j = found (b + Z.of_nat m) j.
Proof.
  intros Hy. induction m as [|m IH]; intros Hb j Hj; cbn [shift_range]; [rewrite Z.add_0_r; exact (Hy j Hj)|].
  replace (b + Z.of_nat (S m)) with (b + Z.of_nat m + 1) by lia. apply next_window; [|intros i Hi; specialize (Hb i Hi); lia|exact Hj]. apply IH. intros i Hi. specialize (Hb i Hi). lia.
Qed.
(* Between windows that lie apart no id is passed over. *)
Lemma found_gap b b' : (forall j, (j < n)%nat -> b <= l j -> b' <= l j) -> b <= b' -> forall j, (j < n)%nat -> found b j = found b' j.
Proof. intros G L j Hj. unfold found. specialize (G j Hj). destruct (Z.ltb_spec (l j) b), (Z.ltb_spec (l j) b'); lia. Qed.
End Increasing.

(* The last id tells inputs apart whose ids differ by less than q. *)
Theorem swept_injective l l' : (forall j, (j < n)%nat -> - q < l j - l' j < q) -> forall m, (m < n)%nat -> swept n q l m = swept n q l' m -> forall j, (j <= m)%nat -> l j = l' j.
Proof.
  intros Near. induction m as [|m IH]; intros Hm E j Hj; cbn [swept] in E.
  - assert (j = O) as -> by lia. pose proof (Near O ltac:(lia)). set (t := l (n - 1)%nat - l O - l' (n - 1)%nat + l' O). assert (l' O - l O = q * t) by (unfold t; lia). assert (t = 0) by nia. lia.
  - pose proof (Near (S m) ltac:(lia)). assert (l (S m) = l' (S m)).
    { set (t := swept n q l m - l (S m) - swept n q l' m + l' (S m)). assert (l' (S m) - l (S m) = q * t) by (unfold t; lia). assert (t = 0) by nia. lia. }
    destruct (Nat.eq_dec j (S m)) as [->|]; [assumption|]. apply IH; [lia| |lia]. nia.
Qed.
(* At most q^(j+1) times the largest. *)
Lemma swept_at_most l : (forall j, (j < n)%nat -> 0 <= l j) -> forall j, (j < n)%nat -> swept n q l j <= q ** S j * l (n - 1)%nat.
Proof.
  intros P. induction j as [|j IH]; intros Hj; rewrite pow_step; pose proof (P _ Hj); cbn [swept]; [rewrite pow_zero; nia|].
  specialize (IH ltac:(lia)). set (X := q ** S j * l (n - 1)%nat) in *. replace (q * q ** S j * l (n - 1)%nat) with (q * X) by (unfold X; ring). nia.
Qed.

(* ---- Category 1: distinct columns ---- *)
Section Input.
Variable l : nat -> Z.
Hypothesis Hl : contexts n q l.
Notation sw := (swept n q l).

Lemma rising i j : (i < j < n)%nat -> l i < l j.
Proof. exact (ids_increase l (proj1 Hl) i j). Qed.
Lemma in_range j : (j < n)%nat -> 0 <= l j <= q - 1.
Proof. intros Hj. pose proof (ids_at_most l (proj1 Hl) j Hj). pose proof (proj2 Hl). lia. Qed.

(* B.5.1: the first shift, and that every later one is larger. *)
Theorem swept_at_least_q j : (j < n)%nat -> q <= sw j.
Proof.
  induction j as [|j IH]; intros Hj; cbn [swept].
  - pose proof (rising O (n - 1) ltac:(lia)). pose proof (in_range O ltac:(lia)). nia.
  - specialize (IH ltac:(lia)). pose proof (in_range (S j) Hj). nia.
Qed.
Theorem swept_rises j : (S j < n)%nat -> sw j < sw (S j).
Proof. exact (swept_up l (proj1 Hl) j). Qed.
Lemma swept_increasing i j : (i < j < n)%nat -> sw i < sw j.
Proof. exact (swept_ordered l (proj1 Hl) i j). Qed.

(* Lemma 10: bounds of the last id. *)
Theorem Lemma10_lower : q ** (n - 1) * (q - 1) <= sw (n - 1).
Proof.
  set (g := l (n - 1)%nat - l O). pose proof (rising O (n - 1) ltac:(lia)). assert (G : 1 <= g) by (unfold g; lia).
  assert (K : forall j, (j < n)%nat -> q ** j * ((q - 1) * g) <= sw j - (l O + g)).
  { induction j as [|j IH]; intros Hj; [rewrite pow_zero; cbn [swept]; fold g; lia|]. specialize (IH ltac:(lia)). rewrite pow_step. cbn [swept].
    assert (l (S j) <= l O + g) by (unfold g; destruct (Nat.eq_dec (S j) (n - 1)) as [->|]; [lia|pose proof (rising (S j) (n - 1) ltac:(lia)); lia]).
    set (X := q ** j * ((q - 1) * g)) in *. replace (q * q ** j * ((q - 1) * g)) with (q * X) by (unfold X; ring). nia. }
  specialize (K (n - 1)%nat ltac:(lia)). pose proof (in_range O ltac:(lia)). pose proof (pow_positive q (n - 1) ltac:(lia)).
  assert (q ** (n - 1) * (q - 1) <= q ** (n - 1) * ((q - 1) * g)) by (apply Z.mul_le_mono_nonneg_l; nia). lia.
Qed.
Theorem Lemma10_upper : sw (n - 1) <= q ** n * (q - 1) - (q - 1) * (q - 1).
Proof.
  pose proof (in_range (n - 1) ltac:(lia)) as BL. pose proof (swept_at_most l (fun j Hj => proj1 (in_range j Hj))) as K. set (L := l (n - 1)%nat) in *.
  replace (n - 1)%nat with (S (n - 2)) by lia. cbn [swept]. replace (S (n - 2)) with (n - 1)%nat by lia. fold L.
  specialize (K (n - 2)%nat ltac:(lia)). assert (En : q ** n = q * q ** S (n - 2)) by (rewrite <- pow_step; replace (S (S (n - 2))) with n by lia; reflexivity). rewrite En.
  pose proof (pow_positive q (S (n - 2)) ltac:(lia)). set (X := q ** S (n - 2)) in *.
  assert (A : 0 <= q * X - (q - 1)) by nia. pose proof (Z.mul_le_mono_nonneg_l L (q - 1) (q * X - (q - 1)) A ltac:(lia)) as B.
  assert (q * swept n q l (n - 2) <= q * (X * L)) by (apply Z.mul_le_mono_nonneg_l; lia).
  replace ((q * X - (q - 1)) * L) with (q * (X * L) - q * L + L) in B by ring. replace ((q * X - (q - 1)) * (q - 1)) with (q * X * (q - 1) - (q - 1) * (q - 1)) in B by ring. lia.
Qed.

(* The sweep: windows 0, 1, ..., m-1 have shifted exactly the tokens below m. *)
Theorem sweep_ids m : (m <= Z.to_nat q)%nat -> forall j, (j < n)%nat ->
  shift_range q (fun _ => seq 0 n) 0 m l j = if l j <? Z.of_nat m then sw j else l j.
Proof.
  intros Hm. apply (next_windows l (proj1 Hl) 0 m l); intros j Hj; [unfold found; pose proof (in_range j Hj); destruct (Z.ltb_spec (l j) 0); lia|]. pose proof (swept_at_least_q j Hj). lia.
Qed.
End Input.

(* Lemma 10: the last id tells the inputs apart. *)
Theorem Lemma10_injective l l' : contexts n q l -> contexts n q l' -> swept n q l (n - 1) = swept n q l' (n - 1) -> forall j, (j < n)%nat -> l j = l' j.
Proof.
  intros Hl Hl' E j Hj. refine (swept_injective l l' _ (n - 1) _ E j _); [|lia|lia]. intros i Hi. pose proof (in_range l Hl i Hi). pose proof (in_range l' Hl' i Hi). lia.
Qed.

(* The global shift with c = q^(n+1), and Lemma 6. *)
Definition final (l : nat -> Z) (j : nat) : Z := swept n q l j + q ** (n + 1) * swept n q l (n - 1).
Lemma last_largest l : contexts n q l -> forall j, (j < n)%nat -> swept n q l j <= swept n q l (n - 1).
Proof. intros Hl j Hj. destruct (Nat.eq_dec j (n - 1)) as [->|]; [lia|]. pose proof (swept_increasing l Hl j (n - 1) ltac:(lia)). lia. Qed.
Lemma below_c l : contexts n q l -> forall j, (j < n)%nat -> 0 < swept n q l j < q ** (n + 1).
Proof.
  intros Hl j Hj. pose proof (swept_at_least_q l Hl j Hj). pose proof (last_largest l Hl j Hj). pose proof (Lemma10_upper l Hl) as U. split; [lia|].
  replace (n + 1)%nat with (S n) by lia. rewrite pow_step. pose proof (pow_positive q n ltac:(lia)). nia.
Qed.
Theorem Lemma6_1 l : contexts n q l -> forall j k, (j < n)%nat -> (k < n)%nat -> final l j = final l k -> j = k.
Proof.
  intros Hl j k Hj Hk E. unfold final in E. destruct (Nat.lt_trichotomy j k) as [C|[C|C]]; [|exact C|].
  - pose proof (swept_increasing l Hl j k ltac:(lia)). lia.
  - pose proof (swept_increasing l Hl k j ltac:(lia)). lia.
Qed.
Theorem Lemma6_2 l l' : contexts n q l -> contexts n q l' -> forall j k, (j < n)%nat -> (k < n)%nat -> final l j = final l' k -> j = k /\ forall i, (i < n)%nat -> l i = l' i.
Proof.
  intros Hl Hl' j k Hj Hk E. unfold final in E. pose proof (below_c l Hl j Hj). pose proof (below_c l' Hl' k Hk).
  set (c := q ** (n + 1)) in *. assert (Same : swept n q l (n - 1) = swept n q l' (n - 1)) by nia.
  pose proof (Lemma10_injective l l' Hl Hl' Same) as Eq. split; [|exact Eq].
  assert (S' : swept n q l' k = swept n q l k).
  { assert (G : forall m, (m < n)%nat -> swept n q l' m = swept n q l m).
    { induction m as [|m IH]; intros Hm; cbn [swept]; [rewrite !Eq by lia; reflexivity|]. rewrite IH, (Eq (S m)) by lia. reflexivity. }
    apply G. exact Hk. }
  apply (Lemma6_1 l Hl j k Hj Hk). unfold final. nia.
Qed.
Theorem Lemma6_3 l : contexts n q l -> forall j, (j < n)%nat -> q ** (2 * n) * (q - 1) <= final l j <= q ** (2 * n + 1) * (q - 1).
Proof.
  intros Hl j Hj. pose proof (below_c l Hl j Hj). pose proof (Lemma10_lower l Hl) as Lo. pose proof (Lemma10_upper l Hl) as Up. unfold final.
  assert (P1 : q ** (2 * n) = q ** (n + 1) * q ** (n - 1)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (P2 : q ** (2 * n + 1) = q ** (n + 1) * q ** n) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  rewrite P1, P2. set (c := q ** (n + 1)) in *. assert (0 < c) by (apply pow_positive; lia). split.
  - assert (c * (q ** (n - 1) * (q - 1)) <= c * swept n q l (n - 1)) by (apply Z.mul_le_mono_nonneg_l; lia). lia.
  - assert (c * swept n q l (n - 1) <= c * (q ** n * (q - 1) - (q - 1) * (q - 1))) by (apply Z.mul_le_mono_nonneg_l; lia). nia.
Qed.
End Sweep.
