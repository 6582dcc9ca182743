(* The sweep of yun2020a on ids, for every input with its tokens in the order of their ids: columns may be equal (category 2) and ids may be negative, where an entry is out of range (category 3).
   One formula for all of them; with distinct columns in range it is `swept` of Sweep.v. Units of delta, q = D^d.

   x j   the id of token j before the sweep: x 0 <= x 1 <= ... <= x (n-1) <= q - 1.
   top j, low j   the largest and the smallest id of all when the window of token j comes: ids in range are found in increasing order, equal ones together, negative ones never.
   sw j  the id after the sweep. *)
From Coq Require Import ZArith List Lia Arith Bool.
From Hardmax Require Import Arithmetic Layers Sweep.
Open Scope Z_scope.

Section Sorted.
Variables (n : nat) (q : Z) (x : nat -> Z).
Hypothesis Hn : (2 <= n)%nat.
Hypothesis Hq : 2 <= q.
Hypothesis rises : forall j, (S j < n)%nat -> x j <= x (S j).
Hypothesis below : x (n - 1)%nat <= q - 1.
Set Default Proof Using "Hn Hq rises below".                            (* every lemma takes all four *)

Definition low (j : nat) : Z := if x O <? 0 then x O else x j.
Fixpoint top (j : nat) : Z :=
  match j with
  | O => x (n - 1)%nat
  | S i => if x i =? x (S i) then top i else if x i <? 0 then x (n - 1)%nat else x i + q * (top i - low i)
  end.
Definition sw (j : nat) : Z := if x j <? 0 then x j else x j + q * (top j - low j).

Lemma ordered i j : (i <= j < n)%nat -> x i <= x j.
Proof. induction j as [|j IH]; intros Hij; [assert (i = O) as -> by lia; lia|]. destruct (Nat.eq_dec i (S j)) as [->|]; [lia|]. specialize (IH ltac:(lia)). pose proof (rises j ltac:(lia)). lia. Qed.
Lemma at_most j : (j < n)%nat -> x O <= x j <= x (n - 1)%nat.
Proof. intros. pose proof (ordered O j ltac:(lia)). pose proof (ordered j (n - 1) ltac:(lia)). lia. Qed.
Lemma sw_negative j : x j < 0 -> sw j = x j.
Proof. intros. unfold sw. destruct (Z.ltb_spec (x j) 0); lia. Qed.
Lemma sw_found j : 0 <= x j -> sw j = x j + q * (top j - low j).
Proof. intros. unfold sw. destruct (Z.ltb_spec (x j) 0); lia. Qed.
Lemma low_at_most j : (j < n)%nat -> low j <= x j.
Proof. intros Hj. pose proof (at_most j Hj). unfold low. destruct (Z.ltb_spec (x O) 0); lia. Qed.
Lemma top_least j : (j < n)%nat -> x (n - 1)%nat <= top j.
Proof.
  induction j as [|j IH]; intros Hj; cbn [top]; [lia|]. specialize (IH ltac:(lia)). destruct (Z.eqb_spec (x j) (x (S j))); [lia|]. destruct (Z.ltb_spec (x j) 0); [lia|].
  pose proof (low_at_most j ltac:(lia)). pose proof (at_most j ltac:(lia)). nia.
Qed.
Lemma sw_least j : (j < n)%nat -> 0 <= x j -> x (n - 1)%nat <= sw j.
Proof. intros Hj H. rewrite sw_found by exact H. pose proof (top_least j Hj). pose proof (low_at_most j Hj). pose proof (at_most j Hj). nia. Qed.
Lemma top_next j : (S j < n)%nat -> 0 <= x j -> x j < x (S j) -> top (S j) = sw j.
Proof. intros Hj H L. cbn [top]. destruct (Z.eqb_spec (x j) (x (S j))); [lia|]. unfold sw. destruct (Z.ltb_spec (x j) 0); lia. Qed.
Lemma top_same j : x j = x (S j) -> top (S j) = top j.
Proof. intros E. cbn [top]. destruct (Z.eqb_spec (x j) (x (S j))); [reflexivity|lia]. Qed.
Lemma sw_same j : x j = x (S j) -> sw (S j) = sw j.
Proof. intros E. unfold sw, low. rewrite top_same, E by exact E. reflexivity. Qed.
Lemma sw_step j : (S j < n)%nat -> 0 <= x j -> sw j <= sw (S j).
Proof.
  intros Hj H. pose proof (rises j Hj). destruct (Z.eq_dec (x j) (x (S j))) as [E|Ne]; [rewrite sw_same by exact E; lia|].
  rewrite (sw_found (S j)), top_next by lia. pose proof (sw_least j ltac:(lia) H). pose proof (low_at_most (S j) Hj). pose proof (at_most (S j) Hj). nia.
Qed.
Lemma sw_ordered i j : (i <= j < n)%nat -> 0 <= x i -> sw i <= sw j.
Proof.
  induction j as [|j IH]; intros Hij H; [assert (i = O) as -> by lia; lia|]. destruct (Nat.eq_dec i (S j)) as [->|]; [lia|]. specialize (IH ltac:(lia) H).
  pose proof (ordered i j ltac:(lia)). pose proof (sw_step j ltac:(lia) ltac:(lia)). lia.
Qed.
Lemma sw_all_equal : 0 <= x O -> x (n - 1)%nat = x O -> forall j, (j < n)%nat -> sw j = x O.
Proof.
  intros H E. assert (X : forall j, (j < n)%nat -> x j = x O) by (intros j Hj; pose proof (at_most j Hj); lia).
  induction j as [|j IH]; intros Hj; [rewrite sw_found by exact H; cbn [top]; unfold low; destruct (Z.ltb_spec (x O) 0); lia|]. rewrite sw_same by (rewrite (X j), (X (S j)) by lia; reflexivity). apply IH. lia.
Qed.
Lemma top_large j : 0 <= x O -> (j < n)%nat -> q <= top j \/ x j = x O.
Proof.
  intros H. induction j as [|j IH]; intros Hj; [right; reflexivity|]. specialize (IH ltac:(lia)). pose proof (rises j Hj).
  destruct (Z.eq_dec (x j) (x (S j))) as [E|Ne]; [rewrite top_same by exact E; lia|]. left. pose proof (at_most j ltac:(lia)). pose proof (at_most (S j) Hj).
  rewrite top_next, sw_found by lia. pose proof (top_least j ltac:(lia)). pose proof (low_at_most j ltac:(lia)). nia.
Qed.
(* A found id leaves the range of the windows, unless all columns are equal. *)
Lemma sw_large j : (j < n)%nat -> 0 <= x j -> q <= sw j \/ (0 <= x O /\ x (n - 1)%nat = x O).
Proof.
  intros Hj H. pose proof (at_most j Hj). pose proof (top_least j Hj). rewrite sw_found by exact H. destruct (Z.lt_ge_cases (x O) 0) as [L|L].
  - left. assert (E : low j = x O) by (unfold low; destruct (Z.ltb_spec (x O) 0); lia). rewrite E. nia.
  - assert (E : low j = x j) by (unfold low; destruct (Z.ltb_spec (x O) 0); lia). rewrite E. destruct (Z.eq_dec (x (n - 1)%nat) (x O)); [right; lia|]. left.
    destruct (Z.lt_ge_cases (x j) (x (n - 1)%nat)); [nia|]. destruct (top_large j L Hj); [nia|lia].
Qed.

(* When the window of token j comes: what is found before it is at most top j, and top j is there. *)
Lemma found_below i j : (i < n)%nat -> (j < n)%nat -> 0 <= x i -> x i < x j -> sw i <= top j.
Proof.
  intros Hi. induction j as [|j IH]; intros Hj H L; [pose proof (at_most i Hi); lia|]. assert (Hij : (i <= j)%nat) by (destruct (Nat.le_gt_cases i j); [assumption|pose proof (ordered (S j) i ltac:(lia)); lia]).
  pose proof (rises j Hj). destruct (Z.eq_dec (x j) (x (S j))) as [E|Ne]; [rewrite top_same by exact E; apply IH; lia|].
  pose proof (ordered i j ltac:(lia)). rewrite top_next by lia. apply sw_ordered; [lia|exact H].
Qed.
Lemma top_there j : (j < n)%nat -> top j = x (n - 1)%nat \/ exists i, (i < n)%nat /\ 0 <= x i /\ x i < x j /\ top j = sw i.
Proof.
  induction j as [|j IH]; intros Hj; [left; reflexivity|]. specialize (IH ltac:(lia)). pose proof (rises j Hj). destruct (Z.eq_dec (x j) (x (S j))) as [E|Ne]; [rewrite top_same by exact E; rewrite <- E; exact IH|].
  destruct (Z.lt_ge_cases (x j) 0) as [L|L]; [left; cbn [top]; destruct (Z.eqb_spec (x j) (x (S j))); [lia|]; destruct (Z.ltb_spec (x j) 0); lia|].
  right. exists j. rewrite top_next by lia. repeat split; lia.
Qed.

(* After the windows 0 .. m-1. *)
Definition swept_to (m : Z) (j : nat) : Z := if (0 <=? x j) && (x j <? m) then sw j else x j.
Theorem sorted_sweep m : (m <= Z.to_nat q)%nat -> forall j, (j < n)%nat -> shift_range q (fun _ => seq 0 n) 0 m x j = swept_to (Z.of_nat m) j.
Proof.
  unfold swept_to. induction m as [|m IH]; intros Hm j Hj; cbn [shift_range].
  - destruct (Z.leb_spec 0 (x j)), (Z.ltb_spec (x j) (Z.of_nat 0)); cbn [andb]; (reflexivity || lia).
  - specialize (IH ltac:(lia)). unfold shift_at. set (y := shift_range q (fun _ => seq 0 n) 0 m x) in *. rewrite (IH j Hj).
    destruct (Z.leb_spec 0 (x j)) as [P|P]; cbn [andb]; [|destruct (Z.eqb_spec (x j) (0 + Z.of_nat m)); lia].
    destruct (Z.ltb_spec (x j) (Z.of_nat m)) as [Done|Open].
    { destruct (Z.ltb_spec (x j) (Z.of_nat (S m))); [|lia]. destruct (Z.eqb_spec (sw j) (0 + Z.of_nat m)) as [E|]; [|reflexivity]. exfalso.
      destruct (sw_large j Hj P) as [L|[L1 L2]]; [lia|]. rewrite (sw_all_equal L1 L2 j Hj) in E. pose proof (at_most j Hj). lia. }
    destruct (Z.eqb_spec (x j) (0 + Z.of_nat m)) as [Hit|Miss]; [|destruct (Z.ltb_spec (x j) (Z.of_nat (S m))); [lia|reflexivity]].
    destruct (Z.ltb_spec (x j) (Z.of_nat (S m))); [|lia]. rewrite sw_found by exact P.
    assert (Y : forall i, (i < n)%nat -> y i = x i /\ (x i < 0 \/ x j <= x i) \/ y i = sw i /\ 0 <= x i < x j).
    { intros i Hi. rewrite (IH i Hi). destruct (Z.leb_spec 0 (x i)), (Z.ltb_spec (x i) (Z.of_nat m)); cbn [andb]; lia. }
    pose proof (at_most j Hj) as Bj.
    assert (High : largest y (seq 0 n) = top j).
    { apply largest_is.
      - destruct (top_there j Hj) as [E|[i [Hi [Pi [Li E]]]]].
        + exists (n - 1)%nat. split; [apply in_seq; lia|]. destruct (Y (n - 1)%nat ltac:(lia)) as [[-> _]|[_ ?]]; lia.
        + exists i. split; [apply in_seq; lia|]. destruct (Y i Hi) as [[_ ?]|[-> _]]; lia.
      - intros i Hi. apply in_seq in Hi. destruct (Y i ltac:(lia)) as [[-> _]|[-> ?]].
        + pose proof (at_most i ltac:(lia)). pose proof (top_least j Hj). lia.
        + apply found_below; lia. }
    assert (Low : smallest y (seq 0 n) = low j).
    { unfold low. destruct (Z.ltb_spec (x O) 0) as [N|N]; apply smallest_is.
      - exists O. split; [apply in_seq; lia|]. destruct (Y O ltac:(lia)) as [[-> _]|[_ ?]]; lia.
      - intros i Hi. apply in_seq in Hi. destruct (Y i ltac:(lia)) as [[-> _]|[-> ?]]; [pose proof (at_most i ltac:(lia)); lia|]. pose proof (sw_least i ltac:(lia) ltac:(lia)). lia.
      - exists j. split; [apply in_seq; lia|]. destruct (Y j Hj) as [[-> _]|[_ ?]]; lia.
      - intros i Hi. apply in_seq in Hi. destruct (Y i ltac:(lia)) as [[-> ?]|[-> ?]]; [pose proof (at_most i ltac:(lia)); lia|]. pose proof (sw_least i ltac:(lia) ltac:(lia)). lia. }
    rewrite High, Low. reflexivity.
Qed.
Corollary sorted_sweep_all j : (j < n)%nat -> shift_range q (fun _ => seq 0 n) 0 (Z.to_nat q) x j = sw j.
Proof.
  intros Hj. rewrite sorted_sweep by (lia || assumption). unfold swept_to. rewrite Z2Nat.id by lia. pose proof (at_most j Hj).
  destruct (Z.leb_spec 0 (x j)), (Z.ltb_spec (x j) q); cbn [andb]; try lia; try reflexivity; rewrite sw_negative by lia; reflexivity.
Qed.

(* Distinct columns in range: the formula of Sweep.v. *)
Theorem sw_is_swept : contexts n q x -> forall j, (j < n)%nat -> sw j = swept n q x j.
Proof.
  intros [Up [L0 _]]. induction j as [|j IH]; intros Hj.
  - rewrite sw_found by exact L0. cbn [top swept]. unfold low. destruct (Z.ltb_spec (x O) 0); lia.
  - pose proof (at_most j ltac:(lia)). pose proof (Up j Hj). rewrite sw_found, top_next, IH by lia. cbn [swept]. unfold low. destruct (Z.ltb_spec (x O) 0); lia.
Qed.
(* An id is 0 after the sweep only if all are and were. *)
Lemma sw_zero j : (j < n)%nat -> sw j = 0 -> forall i, (i < n)%nat -> x i = 0 /\ sw i = 0.
Proof.
  intros Hj E i Hi. assert (P : 0 <= x j) by (destruct (Z.lt_ge_cases (x j) 0); [rewrite sw_negative in E; lia|lia]).
  destruct (sw_large j Hj P) as [L|[L1 L2]]; [lia|]. rewrite (sw_all_equal L1 L2 j Hj) in E. pose proof (at_most i Hi). rewrite (sw_all_equal L1 L2 i Hi). lia.
Qed.
(* How often the id changes among the tokens 0 .. j: with columns in range it bounds what the sweep makes of the last id, as Lemma 10 does for that many columns (B.5.2). *)
Fixpoint changes (j : nat) : nat := match j with O => O | S i => if x i =? x (S i) then changes i else S (changes i) end.
Lemma changes_at_most j : (changes j <= j)%nat.
Proof. clear. induction j as [|j IH]; cbn [changes]; [lia|]. destruct (x j =? x (S j)); lia. Qed.
Lemma top_at_most j : 0 <= x O -> (j < n)%nat -> top j <= q ** changes j * x (n - 1)%nat.
Proof.
  intros P. induction j as [|j IH]; intros Hj; [cbn [top changes]; rewrite pow_zero; lia|]. specialize (IH ltac:(lia)). pose proof (at_most j ltac:(lia)). destruct (Z.eq_dec (x j) (x (S j))) as [E|Ne].
  - rewrite top_same by exact E. cbn [changes]. destruct (Z.eqb_spec (x j) (x (S j))); [exact IH|contradiction].
  - pose proof (rises j Hj). rewrite top_next by lia. cbn [changes]. destruct (Z.eqb_spec (x j) (x (S j))); [contradiction|]. rewrite pow_step, sw_found by lia. assert (E : low j = x j) by (unfold low; destruct (Z.ltb_spec (x O) 0); lia). rewrite E.
    rewrite <- Z.mul_assoc. nia.
Qed.
Theorem sw_last_at_most : 0 <= x O -> sw (n - 1) <= q ** S (changes (n - 1)) * (q - 1) - (q - 1) * (q - 1).
Proof.
  intros P. pose proof (at_most (n - 1) ltac:(lia)). pose proof (top_at_most (n - 1) P ltac:(lia)) as T. rewrite sw_found by lia. assert (E : low (n - 1) = x (n - 1)%nat) by (unfold low; destruct (Z.ltb_spec (x O) 0); lia). rewrite E, pow_step.
  pose proof (pow_positive q (changes (n - 1)) ltac:(lia)). set (p := q ** changes (n - 1)) in *. set (L := x (n - 1)%nat) in *. assert (0 <= q * p - q) by nia. assert (q * top (n - 1) <= q * (p * L)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert ((q * p - q + 1) * L <= (q * p - q + 1) * (q - 1)) by (apply Z.mul_le_mono_nonneg_l; lia). lia.
Qed.
End Sorted.
