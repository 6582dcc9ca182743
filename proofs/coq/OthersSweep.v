(* The sweep and the two global shifts of sparsebert on ids: every token sees all others and not itself. Three tokens or more, distinct columns, tokens in the order of their ids. Units of delta, q = D^d.

   osw j    the id of token j after the sweep: it moves by q times the largest id of the others (that of the token before, which has just moved) less the smallest (that of the token behind; for the last
            token that of the first). With two tokens nothing moves: each sees one other. *)
From Coq Require Import ZArith List Lia Arith Bool.
From Hardmax Require Import Arithmetic Layers Sweep Dense DenseLayers.
Import ListNotations.
Open Scope Z_scope.

Definition others (n k : nat) : list nat := all_others n 0%nat k.  (* the layer does not matter *)
Lemma in_others n k j : In j (others n k) <-> (j < n)%nat /\ j <> k.
Proof. unfold others, all_others. rewrite filter_In, in_seq, negb_true_iff, Nat.eqb_neq. lia. Qed.

Section Others.
Variables (n : nat) (q : Z) (x : nat -> Z).
Hypothesis Hn : (3 <= n)%nat.
Hypothesis Hq : 2 <= q.
Hypothesis Hx : contexts n q x.
Set Default Proof Using "Hn Hq Hx".

Definition first : Z := x 0%nat + q * (x (n - 1)%nat - x 1%nat).
Fixpoint osw (j : nat) : Z :=
  match j with O => first | S i => x (S i) + q * (osw i - (if Nat.eqb (S (S i)) n then first else x (S (S i)))) end.

Lemma up i j : (i < j < n)%nat -> x i < x j.
Proof. exact (rising n q ltac:(lia) x Hx i j). Qed.
Lemma range j : (j < n)%nat -> 0 <= x j <= q - 1.
Proof. exact (in_range n q ltac:(lia) x Hx j). Qed.
Lemma first_large : q <= first.
Proof. unfold first. pose proof (up 1 (n - 1) ltac:(lia)). pose proof (range 0 ltac:(lia)). nia. Qed.
Lemma osw_inner i : (S (S i) < n)%nat -> osw (S i) = x (S i) + q * (osw i - x (S (S i))).
Proof. intros Hi. cbn [osw]. destruct (Nat.eqb_spec (S (S i)) n); [lia|reflexivity]. Qed.
Lemma osw_end : osw (n - 1) = x (n - 1)%nat + q * (osw (n - 2) - first).
Proof. replace (n - 1)%nat with (S (n - 2)) by lia. cbn [osw]. destruct (Nat.eqb_spec (S (S (n - 2))) n); [reflexivity|lia]. Qed.
Lemma inner_step i : (S (S i) < n)%nat -> q <= osw i -> osw i < osw (S i).
Proof. intros Hi L. rewrite osw_inner by exact Hi. pose proof (range (S (S i)) Hi). pose proof (up i (S i) ltac:(lia)). pose proof (range i ltac:(lia)). nia. Qed.
Lemma inner_large i : (S i < n)%nat -> q <= osw i.
Proof. induction i as [|i IH]; intros Hi; [exact first_large|]. specialize (IH ltac:(lia)). pose proof (inner_step i Hi IH). lia. Qed.
Lemma inner_order i j : (i < j)%nat -> (S j < n)%nat -> osw i < osw j.
Proof.
  induction j as [|j IH]; intros Hij Hj; [lia|]. pose proof (inner_step j Hj (inner_large j ltac:(lia))). destruct (Nat.eq_dec i j) as [->|]; [assumption|]. specialize (IH ltac:(lia) ltac:(lia)). lia.
Qed.
(* The last token ends highest; there is exactly room for it. *)
Lemma last_step : osw (n - 2) < osw (n - 1).
Proof.
  rewrite osw_end. assert (Q : q * (q - 2) * first + (q - 1) * x 1%nat + x (n - 1)%nat > (q - 1) * (q * x 2%nat)).
  { pose proof (range 2 ltac:(lia)). pose proof (up 0 1 ltac:(lia)). pose proof (up 1 2 ltac:(lia)). pose proof (range 0 ltac:(lia)). pose proof first_large.
    assert (x 2%nat <= x (n - 1)%nat) by (destruct (Nat.eq_dec 2 (n - 1)) as [<-|]; [lia|pose proof (up 2 (n - 1) ltac:(lia)); lia]).
    assert (q * (q - 2) * q <= q * (q - 2) * first) by (apply Z.mul_le_mono_nonneg_l; nia). assert ((q - 1) * (q * x 2%nat) <= (q - 1) * (q * (q - 1))) by (apply Z.mul_le_mono_nonneg_l; nia). nia. }
  assert (L : osw 1 <= osw (n - 2)) by (destruct (Nat.eq_dec 1 (n - 2)) as [<-|]; [lia|pose proof (inner_order 1 (n - 2) ltac:(lia) ltac:(lia)); lia]).
  rewrite (osw_inner 0) in L by lia. change (osw 0) with first in L. nia.
Qed.
Theorem osw_step j : (S j < n)%nat -> osw j < osw (S j).
Proof. intros Hj. destruct (Nat.eq_dec (S j) (n - 1)) as [E|]; [|apply inner_step; [lia|apply inner_large; lia]]. pose proof last_step as L. rewrite <- E in L. replace (n - 2)%nat with j in L by lia. exact L. Qed.
Lemma osw_order i j : (i < j < n)%nat -> osw i < osw j.
Proof. induction j as [|j IH]; intros Hij; [lia|]. pose proof (osw_step j ltac:(lia)). destruct (Nat.eq_dec i j) as [->|]; [assumption|]. specialize (IH ltac:(lia)). lia. Qed.
Lemma osw_large j : (j < n)%nat -> q <= osw j.
Proof. intros Hj. destruct j as [|j]; [exact first_large|]. pose proof (osw_order 0 (S j) ltac:(lia)). change (osw 0) with first in *. pose proof first_large. lia. Qed.
Lemma osw_last j : (j < n)%nat -> osw j <= osw (n - 1).
Proof. intros Hj. destruct (Nat.eq_dec j (n - 1)) as [->|]; [lia|]. pose proof (osw_order j (n - 1) ltac:(lia)). lia. Qed.
Theorem osw_below : osw (n - 1) < (q - 1) * (q ** n + q + 1).
Proof.
  assert (K : forall j, (S j < n)%nat -> osw j <= q ** S j * (q - 1)).
  { induction j as [|j IH]; intros Hj.
    - rewrite pow_step, pow_zero. change (osw 0) with first. unfold first. pose proof (range (n - 1) ltac:(lia)). pose proof (range 0 ltac:(lia)). pose proof (up 0 1 ltac:(lia)). nia.
    - specialize (IH ltac:(lia)). rewrite osw_inner, pow_step by exact Hj. pose proof (up (S j) (S (S j)) ltac:(lia)). pose proof (range (S j) ltac:(lia)). set (y := q ** S j * (q - 1)) in *. replace (q * q ** S j * (q - 1)) with (q * y) by (unfold y; ring). nia. }
  specialize (K (n - 2)%nat ltac:(lia)). rewrite osw_end. pose proof (range (n - 1) ltac:(lia)). pose proof first_large.
  replace (q ** n) with (q * q ** S (n - 2)) by (rewrite <- pow_step; f_equal; lia). set (y := q ** S (n - 2) * (q - 1)) in *. replace ((q - 1) * (q * q ** S (n - 2) + q + 1)) with (q * y + (q - 1) * (q + 1)) by (unfold y; ring). nia.
Qed.
(* Sharper: the two largest together, which the second property needs. *)
Theorem osw_room : osw (n - 2) + osw (n - 1) + 1 <= (q - 1) * (q ** n + q + 1).
Proof.
  assert (K : forall j, (S j < n)%nat -> osw j <= q ** S j * (q - 2)).
  { induction j as [|j IH]; intros Hj.
    - rewrite pow_step, pow_zero. change (osw 0) with first. unfold first. pose proof (range (n - 1) ltac:(lia)). pose proof (range 0 ltac:(lia)). pose proof (up 0 1 ltac:(lia)). nia.
    - specialize (IH ltac:(lia)). rewrite osw_inner, pow_step by exact Hj. pose proof (up (S j) (S (S j)) ltac:(lia)). pose proof (range (S j) ltac:(lia)). set (y := q ** S j * (q - 2)) in *. replace (q * q ** S j * (q - 2)) with (q * y) by (unfold y; ring). nia. }
  specialize (K (n - 2)%nat ltac:(lia)). rewrite osw_end. pose proof (range (n - 1) ltac:(lia)). pose proof first_large. pose proof (pow_positive q (S (n - 2)) ltac:(lia)) as Pp.
  replace (q ** n) with (q * q ** S (n - 2)) by (rewrite <- pow_step; f_equal; lia). set (p := q ** S (n - 2)) in *.
  assert (q * osw (n - 2) <= q * (p * (q - 2))) by (apply Z.mul_le_mono_nonneg_l; lia). replace ((q - 1) * (q * p + q + 1)) with (q * (p * (q - 2)) + q * p + (q - 1) * (q + 1)) by ring.
  assert (p * (q - 2) <= q * p) by nia. nia.
Qed.

(* The sweep: windows 0 .. m-1 have moved exactly the tokens below m. *)
Theorem others_sweep m : (m <= Z.to_nat q)%nat -> forall j, (j < n)%nat -> shift_range q (others n) 0 m x j = if x j <? Z.of_nat m then osw j else x j.
Proof.
  induction m as [|m IH]; intros Hm j Hj; cbn [shift_range]; [pose proof (range j Hj); destruct (Z.ltb_spec (x j) (Z.of_nat 0)); [lia|reflexivity]|].
  specialize (IH ltac:(lia)). unfold shift_at. set (y := shift_range q (others n) 0 m x) in *. rewrite (IH j Hj). pose proof (range j Hj) as Bj. pose proof (osw_large j Hj) as Lj.
  destruct (Z.ltb_spec (x j) (Z.of_nat m)) as [Done|Open].
  { destruct (Z.eqb_spec (osw j) (0 + Z.of_nat m)); [lia|]. destruct (Z.ltb_spec (x j) (Z.of_nat (S m))); [reflexivity|lia]. }
  destruct (Z.eqb_spec (x j) (0 + Z.of_nat m)) as [Hit|Miss]; [|destruct (Z.ltb_spec (x j) (Z.of_nat (S m))); [lia|reflexivity]].
  destruct (Z.ltb_spec (x j) (Z.of_nat (S m))); [|lia].
  assert (Y : forall i, (i < n)%nat -> y i = if (i <? j)%nat then osw i else x i).
  { intros i Hi. rewrite (IH i Hi). destruct (Nat.ltb_spec i j) as [L|L]; [pose proof (up i j ltac:(lia)); destruct (Z.ltb_spec (x i) (Z.of_nat m)); [reflexivity|lia]|].
    destruct (Z.ltb_spec (x i) (Z.of_nat m)); [|reflexivity]. destruct (Nat.eq_dec i j) as [->|]; [lia|pose proof (up j i ltac:(lia)); lia]. }
  assert (High : largest y (others n j) = match j with O => x (n - 1)%nat | S i => osw i end).
  { apply largest_is.
    - destruct j as [|i]; [exists (n - 1)%nat|exists i]; rewrite in_others; (split; [lia|]); rewrite Y by lia; [destruct (Nat.ltb_spec (n - 1) 0); [lia|reflexivity]|destruct (Nat.ltb_spec i (S i)); [reflexivity|lia]].
    - intros i Hi. apply in_others in Hi. rewrite Y by lia. pose proof (range i ltac:(lia)). destruct (Nat.ltb_spec i j) as [L|L].
      + destruct j as [|j']; [lia|]. destruct (Nat.eq_dec i j') as [->|]; [lia|pose proof (osw_order i j' ltac:(lia)); lia].
      + destruct j as [|j']; [|pose proof (osw_large j' ltac:(lia)); lia]. destruct (Nat.eq_dec i (n - 1)) as [->|]; [lia|pose proof (up i (n - 1) ltac:(lia)); lia]. }
  assert (Low : smallest y (others n j) = if Nat.eqb (S j) n then first else x (S j)).
  { destruct (Nat.eqb_spec (S j) n) as [E|NE]; apply smallest_is.
    - exists O. rewrite in_others. split; [lia|]. rewrite Y by lia. destruct (Nat.ltb_spec 0 j); [reflexivity|lia].
    - intros i Hi. apply in_others in Hi. rewrite Y by lia. destruct (Nat.ltb_spec i j); [|lia]. destruct i as [|i]; [change (osw 0) with first; lia|pose proof (osw_order 0 (S i) ltac:(lia)); change (osw 0) with first in *; lia].
    - exists (S j). rewrite in_others. split; [lia|]. rewrite Y by lia. destruct (Nat.ltb_spec (S j) j); [lia|reflexivity].
    - intros i Hi. apply in_others in Hi. rewrite Y by lia. pose proof (range (S j) ltac:(lia)). destruct (Nat.ltb_spec i j); [pose proof (osw_large i ltac:(lia)); lia|]. destruct (Nat.eq_dec i (S j)) as [->|]; [lia|pose proof (up (S j) i ltac:(lia)); lia]. }
  rewrite High, Low. destruct j as [|i]; [cbn [osw]; unfold first; destruct (Nat.eqb_spec 1 n); [lia|reflexivity]|cbn [osw]; reflexivity].
Qed.
Corollary others_sweep_all j : (j < n)%nat -> shift_range q (others n) 0 (Z.to_nat q) x j = osw j.
Proof. intros Hj. rewrite others_sweep by lia. rewrite Z2Nat.id by lia. pose proof (range j Hj). destruct (Z.ltb_spec (x j) q); [reflexivity|lia]. Qed.

(* ---- The two global shifts with c = (q - 1)(q^n + q + 1): after the first the last token is the lowest. ---- *)
Definition m : Z := (q - 1) * (q ** n + q + 1).
Definition once (j : nat) : Z := if Nat.eqb j (n - 1) then osw (n - 1) + m * osw (n - 2) else osw j + m * osw (n - 1).
Definition twice (j : nat) : Z := if Nat.eqb j (n - 2) then once (n - 2) + m * once (n - 3) else once j + m * once (n - 2).
Lemma m_positive : 0 < m.
Proof. pose proof osw_below. pose proof (osw_large (n - 1) ltac:(lia)). unfold m. lia. Qed.
Lemma once_inner j : (j < n - 1)%nat -> once j = osw j + m * osw (n - 1).
Proof. intros. unfold once. destruct (Nat.eqb_spec j (n - 1)); [lia|reflexivity]. Qed.
Lemma once_end : once (n - 1) = osw (n - 1) + m * osw (n - 2).
Proof. unfold once. rewrite Nat.eqb_refl. reflexivity. Qed.
Lemma once_order i j : (i < j < n - 1)%nat -> once i < once j.
Proof. intros. rewrite !once_inner by lia. pose proof (osw_order i j ltac:(lia)). lia. Qed.
Lemma once_lowest : once (n - 1) < once 0.
Proof. rewrite once_end, once_inner by lia. pose proof last_step. pose proof osw_below as B. fold m in B. pose proof (osw_large 0 ltac:(lia)). pose proof (osw_large (n - 1) ltac:(lia)). assert (m * 1 <= m * (osw (n - 1) - osw (n - 2))) by (apply Z.mul_le_mono_nonneg_l; lia). lia. Qed.
Lemma once_positive j : (j < n)%nat -> 0 < once j.
Proof. intros Hj. pose proof m_positive. pose proof (osw_large j Hj). pose proof (osw_large (n - 1) ltac:(lia)). pose proof (osw_large (n - 2) ltac:(lia)). unfold once. destruct (Nat.eqb j (n - 1)); nia. Qed.
Theorem first_shift j : (j < n)%nat -> pulled (others n) osw m j = once j.
Proof.
  intros Hj. unfold pulled. pose proof (osw_large j Hj). destruct (Z.ltb_spec (osw j) 0); [lia|]. destruct (Nat.eq_dec j (n - 1)) as [->|Ne].
  - rewrite once_end. do 2 f_equal. apply largest_is; [exists (n - 2)%nat; rewrite in_others; split; [lia|reflexivity]|]. intros i Hi. apply in_others in Hi. destruct (Nat.eq_dec i (n - 2)) as [->|]; [lia|pose proof (osw_order i (n - 2) ltac:(lia)); lia].
  - rewrite once_inner by lia. do 2 f_equal. apply largest_is; [exists (n - 1)%nat; rewrite in_others; split; [lia|reflexivity]|]. intros i Hi. apply in_others in Hi. apply osw_last. lia.
Qed.
Theorem second_shift j : (j < n)%nat -> pulled (others n) once m j = twice j.
Proof.
  intros Hj. unfold pulled, twice. pose proof (once_positive j Hj). destruct (Z.ltb_spec (once j) 0); [lia|].
  assert (Top : forall i, (i < n)%nat -> i <> (n - 2)%nat -> once i <= once (n - 3)).
  { intros i Hi Ni. destruct (Nat.eq_dec i (n - 3)) as [->|]; [lia|]. destruct (Nat.eq_dec i (n - 1)) as [->|].
    - pose proof once_lowest. destruct (Nat.eq_dec (n - 3) 0) as [->|]; [lia|pose proof (once_order 0 (n - 3) ltac:(lia)); lia].
    - pose proof (once_order i (n - 3) ltac:(lia)). lia. }
  pose proof (once_order (n - 3) (n - 2) ltac:(lia)) as O1. destruct (Nat.eqb_spec j (n - 2)) as [->|Ne]; do 2 f_equal; apply largest_is.
  - exists (n - 3)%nat. rewrite in_others. split; [lia|reflexivity].
  - intros i Hi. apply in_others in Hi. apply Top; lia.
  - exists (n - 2)%nat. rewrite in_others. split; [lia|reflexivity].
  - intros i Hi. apply in_others in Hi. destruct (Nat.eq_dec i (n - 2)) as [->|]; [lia|]. specialize (Top i ltac:(lia) ltac:(assumption)). lia.
Qed.
(* Lemma 4, within one input: the final id modulo c is the id after the sweep, so final ids are distinct. *)
Theorem twice_modulo j : (j < n)%nat -> twice j mod m = osw j.
Proof.
  intros Hj. pose proof (osw_last j Hj). pose proof osw_below as B. fold m in B. pose proof (osw_large j Hj). assert (E : exists a, twice j = osw j + a * m).
  { unfold twice. destruct (Nat.eqb_spec j (n - 2)) as [->|].
    - exists (osw (n - 1) + once (n - 3)). rewrite (once_inner (n - 2)) by lia. ring.
    - destruct (Nat.eq_dec j (n - 1)) as [->|]; [exists (osw (n - 2) + once (n - 2)); rewrite once_end; ring|exists (osw (n - 1) + once (n - 2)); rewrite (once_inner j) by lia; ring]. }
  destruct E as [a ->]. rewrite Z.mod_add by lia. apply Z.mod_small. lia.
Qed.
Theorem twice_distinct i j : (i < n)%nat -> (j < n)%nat -> twice i = twice j -> i = j.
Proof.
  intros Hi Hj E. pose proof (twice_modulo i Hi) as Mi. rewrite E, twice_modulo in Mi by exact Hj. destruct (Nat.lt_trichotomy i j) as [L|[L|L]]; [pose proof (osw_order i j ltac:(lia)); lia|exact L|pose proof (osw_order j i ltac:(lia)); lia].
Qed.
End Others.
