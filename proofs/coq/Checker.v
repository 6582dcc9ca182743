(* A checker for witnesses of Assumption 1, proved correct once: where it answers true, Lemma 7 holds for the pattern, for every d >= 1 and D >= 2.
   An export states a pattern (by its formula or as a table), gamma, l and s; the kernel runs the checker. Where the witnesses come from does not matter. *)
From Coq Require Import QArith NArith List Arith Lia Bool.
From Hardmax Require Import Definitions Lemma7.
Import ListNotations.
Open Scope nat_scope.

(* A pattern written out: layers, tokens, neighbours, all counted from 0. *)
Definition table (T : list (list (list N))) : pattern := fun a k => map N.to_nat (nth k (nth a T []) []).
(* gamma and l written out: entry i of the list, counted from 0. *)
Definition listed (L : list N) : nat -> nat := fun i => N.to_nat (nth i L 0%N).

Definition among (x : nat) (B : list nat) : bool := existsb (Nat.eqb x) B.

Fixpoint distinct_from (seen : N) (L : list N) : bool :=
  match L with [] => true | a :: r => negb (N.testbit seen a) && distinct_from (N.setbit seen a) r end.

(* The pattern evaluated once, and the sets S^t_k as bit masks. *)
Definition rows (n p : nat) (A : pattern) : list (list (list nat)) := map (fun a => map (A a) (seq 0 n)) (seq 0 p).
Definition join (masks : list N) (row : list nat) : N := fold_right (fun j m => N.lor (nth j masks 0%N) m) 0%N row.
Fixpoint masks (n p : nat) (R : list (list (list nat))) (t : nat) : list N :=
  match t with
  | O => map (fun k => N.shiftl 1 (N.of_nat k)) (seq 0 n)
  | S v => let before := masks n p R v in map (join before) (nth (v mod p) R [])
  end.

Definition check (n p s : nat) (A : pattern) (gamma l : list N) : bool :=
  let R := rows n p A in
  (2 <=? n) && (1 <=? p) &&
  forallb (forallb (forallb (fun j => j <? n))) R &&                                                   (* tokens only *)
  forallb (fun layer => forallb (fun kr => among (fst kr) (snd kr)) (combine (seq 0 n) layer)) R &&     (* 1.1 *)
  (length gamma =? n) && forallb (fun g => N.ltb g (N.of_nat n)) gamma && distinct_from 0 gamma &&      (* a permutation *)
  forallb (fun i => (listed l i <? p) && among (listed gamma (i - 1)) (nth (listed gamma i) (nth (listed l i) R []) [])) (seq 1 (n - 1)) &&  (* 1.2 *)
  forallb (fun m => N.eqb m (N.ones (N.of_nat n))) (masks n p R s).                                     (* 1.3 *)

(* ---- Soundness ---- *)

Lemma among_In x B : among x B = true -> In x B.
Proof. unfold among. rewrite existsb_exists. intros [y [Hy E]]. apply Nat.eqb_eq in E. subst. exact Hy. Qed.

Lemma distinct_from_sound L : forall seen, distinct_from seen L = true -> NoDup L /\ forall a, In a L -> N.testbit seen a = false.
Proof.
  induction L as [|b L IH]; intros seen H; [split; [constructor|intros a []]|].
  cbn [distinct_from] in H. apply andb_true_iff in H. destruct H as [H1 H2]. apply negb_true_iff in H1.
  destruct (IH _ H2) as [ND Fresh]. split.
  - constructor; [|exact ND]. intros Hb. specialize (Fresh b Hb). rewrite N.setbit_eq in Fresh. discriminate.
  - intros a [->|Ha]; [exact H1|]. specialize (Fresh a Ha). destruct (N.eq_dec b a) as [->|Ne]; [exact H1|].
    rewrite N.setbit_neq in Fresh by exact Ne. exact Fresh.
Qed.

Lemma nth_of_map {X Y} (f : X -> Y) L k dX dY : k < length L -> nth k (map f L) dY = f (nth k L dX).
Proof. intros H. rewrite (nth_indep _ dY (f dX)) by (rewrite map_length; exact H). apply map_nth. Qed.
Lemma layer_of_rows n p A a : a < p -> nth a (rows n p A) [] = map (A a) (seq 0 n).
Proof. intros Ha. unfold rows. rewrite (nth_of_map _ _ _ 0) by (rewrite seq_length; exact Ha). rewrite seq_nth by exact Ha. reflexivity. Qed.
Lemma row_of_rows n p A a k : a < p -> k < n -> nth k (nth a (rows n p A) []) [] = A a k.
Proof. intros Ha Hk. rewrite layer_of_rows by exact Ha. rewrite (nth_of_map _ _ _ 0) by (rewrite seq_length; exact Hk). rewrite seq_nth by exact Hk. reflexivity. Qed.

Lemma join_bit M row b : N.testbit (join M row) b = true -> exists j, In j row /\ N.testbit (nth j M 0%N) b = true.
Proof.
  unfold join. induction row as [|a row IH]; cbn [fold_right]; [rewrite N.bits_0; discriminate|].
  rewrite N.lor_spec. intros H. apply orb_true_iff in H. destruct H as [H|H]; [exists a; cbn; auto|].
  destruct (IH H) as [j [Hj E]]. exists j. cbn. auto.
Qed.

Lemma masks_length n p A t : 1 <= p -> length (masks n p (rows n p A) t) = n.
Proof.
  intros Hp. destruct t as [|t]; cbn [masks]; rewrite map_length; [apply seq_length|].
  rewrite layer_of_rows by (apply Nat.mod_upper_bound; lia). rewrite map_length. apply seq_length.
Qed.

(* A bit that is set stands for a token that is reached. *)
Lemma masks_sound n p A : 1 <= p -> (forall a k j, a < p -> k < n -> In j (A a k) -> j < n) ->
  forall t k j, k < n -> N.testbit (nth k (masks n p (rows n p A) t) 0%N) (N.of_nat j) = true -> In j (reached p A t k).
Proof.
  intros Hp Tokens. induction t as [|t IH]; intros k j Hk H; cbn [masks] in H; cbn [reached].
  - rewrite (nth_of_map _ _ _ 0) in H by (rewrite seq_length; exact Hk). rewrite seq_nth in H by exact Hk.
    rewrite N.shiftl_1_l, N.pow2_bits_eqb in H. apply N.eqb_eq in H. left. cbn in H. lia.
  - assert (Hm : t mod p < p) by (apply Nat.mod_upper_bound; lia). rewrite layer_of_rows in H by exact Hm.
    rewrite (nth_of_map _ _ _ []) in H by (rewrite map_length, seq_length; exact Hk).
    rewrite (nth_of_map _ _ _ 0) in H by (rewrite seq_length; exact Hk). rewrite seq_nth in H by exact Hk. cbn [Nat.add] in H.
    apply join_bit in H. destruct H as [i [Hi H]]. apply in_flat_map. exists i. split; [exact Hi|].
    apply IH; [exact (Tokens _ k i Hm Hk Hi)|exact H].
Qed.

Lemma ones_bits n m j : N.eqb m (N.ones (N.of_nat n)) = true -> j < n -> N.testbit m (N.of_nat j) = true.
Proof. intros E Hj. apply N.eqb_eq in E. rewrite E. apply N.ones_spec_low. lia. Qed.

Theorem check_sound n p s A gamma l : check n p s A gamma l = true -> 2 <= n /\ Assumption1 n p s A (listed gamma) (listed l).
Proof.
  unfold check. cbv zeta. intros H.
  apply andb_true_iff in H. destruct H as [H Reach]. apply andb_true_iff in H. destruct H as [H Chain].
  apply andb_true_iff in H. destruct H as [H Distinct]. apply andb_true_iff in H. destruct H as [H Range].
  apply andb_true_iff in H. destruct H as [H Len]. apply andb_true_iff in H. destruct H as [H Self].
  apply andb_true_iff in H. destruct H as [H Tokens]. apply andb_true_iff in H. destruct H as [Hn Hp].
  apply Nat.leb_le in Hn, Hp. apply Nat.eqb_eq in Len.
  rewrite forallb_forall in Tokens, Self, Range, Chain, Reach.
  assert (InRows : forall a, a < p -> In (map (A a) (seq 0 n)) (rows n p A)).
  { intros a Ha. unfold rows. apply in_map_iff. exists a. split; [reflexivity|apply in_seq; lia]. }
  assert (T : forall a k j, a < p -> k < n -> In j (A a k) -> j < n).
  { intros a k j Ha Hk Hj. pose proof (Tokens _ (InRows a Ha)) as L. rewrite forallb_forall in L.
    specialize (L (A a k) ltac:(apply in_map; apply in_seq; lia)). rewrite forallb_forall in L. apply Nat.ltb_lt. apply L. exact Hj. }
  assert (Pairs : forall a m b k, k < m -> In (b + k, A a (b + k)) (combine (seq b m) (map (A a) (seq b m)))).
  { intros a m. induction m as [|m IH]; intros b k Hk; [lia|]. cbn [seq map combine]. destruct k as [|k].
    - left. rewrite Nat.add_0_r. reflexivity.
    - right. rewrite <- Nat.add_succ_comm. apply IH. lia. }
  assert (G : forall i, i < n -> listed gamma i < n).
  { intros i Hi. specialize (Range (nth i gamma 0%N) ltac:(apply nth_In; lia)). apply N.ltb_lt in Range. unfold listed. lia. }
  assert (C : forall i, 1 <= i < n -> listed l i < p /\ In (listed gamma (i - 1)) (A (listed l i) (listed gamma i))).
  { intros i Hi. specialize (Chain i ltac:(apply in_seq; lia)). apply andb_true_iff in Chain. destruct Chain as [C1 C2].
    apply Nat.ltb_lt in C1. apply among_In in C2. rewrite row_of_rows in C2; [auto|exact C1|apply G; lia]. }
  split; [exact Hn|]. constructor.
  - exact T.
  - intros a k Ha Hk. pose proof (Self _ (InRows a Ha)) as L. rewrite forallb_forall in L. apply among_In. exact (L _ (Pairs a n 0 k Hk)).
  - exact G.
  - intros i j Hi Hj E. destruct (distinct_from_sound gamma 0 Distinct) as [ND _].
    apply (proj1 (NoDup_nth gamma 0%N) ND); [lia|lia|]. unfold listed in E. apply N2Nat.inj. exact E.
  - intros i Hi. exact (proj1 (C i Hi)).
  - intros i Hi. exact (proj2 (C i Hi)).
  - intros k j Hk Hj. apply (masks_sound n p A Hp T); [exact Hk|]. apply (ones_bits n); [|exact Hj].
    apply Reach. apply nth_In. rewrite masks_length by exact Hp. exact Hk.
Qed.

Lemma check_positive n p s A gamma l : check n p s A gamma l = true -> 1 <= p.
Proof. unfold check. cbv zeta. intros H. repeat (apply andb_prop in H; destruct H as [H ?]). apply Nat.leb_le. assumption. Qed.

(* What an export uses. *)
Theorem Lemma7_from_witness n p s A gamma l : check n p s A gamma l = true -> Lemma7_for n p s A (listed gamma) (listed l).
Proof. intros H. destruct (check_sound n p s A gamma l H) as [Hn HA]. exact (Lemma7 n p s A (listed gamma) (listed l) Hn HA). Qed.
