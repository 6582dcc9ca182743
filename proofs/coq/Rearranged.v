(* yun2020a without encodings: every input is a sorted one with its tokens in another order, and so is every state of its run (ClaimsEquivariant.v). What is true of all sorted inputs and speaks of
   single tokens is therefore true of all inputs: Lemma 6 says no more than "up to the order of the tokens" where the paper assumes l_1 <= ... <= l_n without loss of generality.

   tau     a reordering: token k of the new input is token tau k of the old one. *)
From Coq Require Import QArith List Arith Lia Bool Permutation FinFun Sorting.Sorted.
From Hardmax Require Import Definitions Dense Runs DenseRuns ClaimsSweep ClaimsEquivariant.
From Hardmax Require Names Names_yun2020a.
Import ListNotations.
Open Scope Q_scope.

(* ---- Sorting by insertion ---- *)
Section Sort.
Variable f : nat -> Q.
Notation before := (fun i j => f i <= f j).
Fixpoint insert (a : nat) (B : list nat) : list nat := match B with [] => [a] | b :: C => if Qle_bool (f a) (f b) then a :: B else b :: insert a C end.
Lemma insert_permutation a B : Permutation (a :: B) (insert a B).
Proof. induction B as [|b B IH]; cbn; [reflexivity|]. destruct (Qle_bool (f a) (f b)); [reflexivity|]. rewrite perm_swap, IH. reflexivity. Qed.
Lemma insert_sorted a B : StronglySorted before B -> StronglySorted before (insert a B).
Proof.
  intros H. induction H as [|b B HB IH F]; cbn; [repeat constructor|]. destruct (Qle_bool (f a) (f b)) eqn:L.
  - apply Qle_bool_iff in L. constructor; [constructor; assumption|]. constructor; [exact L|]. eapply Forall_impl; [|exact F]. intros c Hc. exact (Qle_trans _ _ _ L Hc).
  - constructor; [exact IH|]. assert (L' : f b <= f a) by (destruct (Qlt_le_dec (f b) (f a)) as [X|X]; [apply Qlt_le_weak; exact X|apply Qle_bool_iff in X; congruence]).
    apply Forall_forall. intros c Hc. apply (Permutation_in _ (Permutation_sym (insert_permutation a B))) in Hc. destruct Hc as [<-|Hc]; [exact L'|]. rewrite Forall_forall in F. exact (F c Hc).
Qed.
Lemma sorted_order B : exists C, Permutation B C /\ StronglySorted before C.
Proof.
  induction B as [|b B [C [P S]]]; [exists []; split; constructor|]. exists (insert b C). split; [rewrite <- insert_permutation; constructor; exact P|apply insert_sorted; exact S].
Qed.
Lemma sorted_places C : StronglySorted before C -> forall i j, (i <= j < length C)%nat -> f (nth i C i) <= f (nth j C j).
Proof.
  intros H. induction H as [|b C HC IH F]; intros i j Hij; [cbn in Hij; lia|]. destruct i as [|i], j as [|j]; cbn in *; try lia; [apply Qle_refl| |].
  - rewrite Forall_forall in F. apply F. apply nth_In. lia.
  - rewrite (nth_indep C (S i) i), (nth_indep C (S j) j) by lia. apply IH. lia.
Qed.
End Sort.

Section Arranged.
Variable P : Names_yun2020a.run.
Notation n := (Names_yun2020a.tokens P).
Notation d := (Names_yun2020a.rows P).
Hypothesis WF : Names_yun2020a.well_formed P.
Hypothesis EP : Names_yun2020a.encoded P = false.
Variable H : matrix.
Hypothesis HH : input P H.

(* A reordering of the tokens below n. *)
Definition reorders (tau : nat -> nat) : Prop := Permutation (seq 0 n) (map tau (seq 0 n)).
Lemma reordered_range tau : reorders tau -> forall k, (k < n)%nat -> (tau k < n)%nat.
Proof. intros R k Hk. assert (I : In (tau k) (seq 0 n)) by (apply (Permutation_in _ (Permutation_sym R)), in_map, in_seq; lia). apply in_seq in I. lia. Qed.
Lemma reordered_onto tau : reorders tau -> forall k, (k < n)%nat -> exists i, (i < n)%nat /\ tau i = k.
Proof. intros R k Hk. assert (I : In k (map tau (seq 0 n))) by (apply (Permutation_in _ R), in_seq; lia). apply in_map_iff in I. destruct I as [i [E I]]. exists i. apply in_seq in I. split; [lia|exact E]. Qed.
Lemma reordered_apart tau : reorders tau -> forall i j, (i < n)%nat -> (j < n)%nat -> tau i = tau j -> i = j.
Proof.
  intros R i j Hi Hj E. assert (N : NoDup (map tau (seq 0 n))) by (apply (Permutation_NoDup R), seq_NoDup).
  rewrite NoDup_nth with (d := tau 0%nat) in N. rewrite map_length, seq_length in N. apply N; [assumption|assumption|]. rewrite !map_nth, !seq_nth by assumption. exact E.
Qed.

Definition arranged (tau : nat -> nat) : matrix := fun r k => H r (tau k).
Section Tau.
Variable tau : nat -> nat.
Hypothesis R : reorders tau.
Lemma arranged_input : input P (arranged tau).
Proof.
  pose proof HH as I. unfold input, Names_yun2020a.input in *. destruct (Names_yun2020a.widened P); intros r k Hr Hk; exact (I r (tau k) Hr (reordered_range tau R k Hk)).
Qed.
(* Every state: token k of the new run is token tau k of the old one. *)
Theorem arranged_state t r k : Names_yun2020a.state P t (arranged tau) r k == Names_yun2020a.state P t H r (tau k).
Proof.
  unfold Names_yun2020a.state, Names_yun2020a.edges. refine (run_renamed d tau _ _ _ _ _ _ _ _ r k).
  - intros a b. unfold everyone. exact (Permutation_sym R).
  - intros a b. rewrite EP. unfold encode, encoding, arranged. reflexivity.
Qed.
Corollary arranged_v t k : column_id d (Names_yun2020a.base P) (Names_yun2020a.state P t (arranged tau)) k == column_id d (Names_yun2020a.base P) (Names_yun2020a.state P t H) (tau k).
Proof. unfold column_id, dot. apply total_same. intros r. rewrite arranged_state. reflexivity. Qed.
End Tau.

(* ---- Categories ---- *)
Lemma negative_there G : has_negative n d G = true <-> exists r k, (r < d)%nat /\ (k < n)%nat /\ negative (G r k) = true.
Proof.
  unfold has_negative. rewrite existsb_exists. split.
  - intros [k [Hk E]]. apply existsb_exists in E. destruct E as [r [Hr E]]. apply in_seq in Hk, Hr. exists r, k. repeat split; (lia || exact E).
  - intros [r [k [Hr [Hk E]]]]. exists k. split; [apply in_seq; lia|]. apply existsb_exists. exists r. split; [apply in_seq; lia|exact E].
Qed.
Lemma equal_columns_are G j k : equal_columns d G j k = true <-> forall r, (r < d)%nat -> G r j == G r k.
Proof. unfold equal_columns. rewrite forallb_forall. split; intros E r Hr; [apply Qeq_bool_iff, E, in_seq; lia|apply Qeq_bool_iff, E; apply in_seq in Hr; lia]. Qed.
Lemma filter_everything {X} (g : X -> bool) l : (forall y, In y l -> g y = true) -> filter g l = l.
Proof. induction l as [|a l IH]; intros E; [reflexivity|]. cbn. rewrite (E a) by (left; reflexivity). rewrite IH by (intros y Hy; apply E; right; exact Hy). reflexivity. Qed.
Lemma all_different G : different_columns n d G = n <-> forall j k, (j < k < n)%nat -> equal_columns d G j k = false.
Proof.
  unfold different_columns. split.
  - intros E j k Hjk. pose proof (filter_all P WF _ _ (eq_trans E (eq_sym (seq_length n 0))) k ltac:(apply in_seq; lia)) as F. cbv beta in F. apply negb_true_iff in F.
    destruct (equal_columns d G j k) eqn:Q; [|reflexivity]. rewrite <- F. symmetry. apply existsb_exists. exists j. split; [apply in_seq; lia|exact Q].
  - intros E. rewrite filter_everything; [apply seq_length|]. intros k Hk. apply in_seq in Hk. apply negb_true_iff. destruct (existsb _ (seq 0 k)) eqn:Q; [|reflexivity].
    apply existsb_exists in Q. destruct Q as [j [Hj Q]]. apply in_seq in Hj. rewrite (E j k) in Q by lia. discriminate.
Qed.
Lemma arranged_negative tau : reorders tau -> has_negative n d (arranged tau) = has_negative n d H.
Proof.
  intros R. apply eq_iff_eq_true. rewrite !negative_there. split.
  - intros [r [k [Hr [Hk E]]]]. exists r, (tau k). repeat split; [exact Hr|exact (reordered_range tau R k Hk)|exact E].
  - intros [r [k [Hr [Hk E]]]]. destruct (reordered_onto tau R k Hk) as [i [Hi <-]]. exists r, i. repeat split; [exact Hr|exact Hi|exact E].
Qed.
Lemma arranged_different tau : reorders tau -> different_columns n d (arranged tau) = n <-> different_columns n d H = n.
Proof.
  intros R. rewrite !all_different. assert (Sym : forall G j k, equal_columns d G j k = equal_columns d G k j).
  { intros G j k. apply eq_iff_eq_true. rewrite !equal_columns_are. split; intros E r Hr; symmetry; exact (E r Hr). }
  assert (Two : forall G, (forall j k, (j < k < n)%nat -> equal_columns d G j k = false) -> forall j k, (j < n)%nat -> (k < n)%nat -> j <> k -> equal_columns d G j k = false).
  { intros G E j k Hj Hk Ne. destruct (Nat.lt_trichotomy j k) as [L|[L|L]]; [apply E; lia|contradiction|rewrite Sym; apply E; lia]. }
  split; intros E j k Hjk.
  - destruct (reordered_onto tau R j ltac:(lia)) as [i [Hi Ei]]. destruct (reordered_onto tau R k ltac:(lia)) as [m [Hm Em]]. rewrite <- Ei, <- Em. change (equal_columns d (arranged tau) i m = false). apply (Two _ E); [exact Hi|exact Hm|intros ->; lia].
  - change (equal_columns d H (tau j) (tau k) = false). apply (Two _ E); [apply (reordered_range tau R); lia|apply (reordered_range tau R); lia|]. intros E'. apply (reordered_apart tau R) in E'; lia.
Qed.
Lemma arranged_category tau : reorders tau -> Names_yun2020a.category P (arranged tau) = Names_yun2020a.category P H.
Proof.
  intros R. unfold Names_yun2020a.category, category_of. rewrite (arranged_negative tau R). destruct (has_negative n d H); [reflexivity|].
  destruct (Nat.eqb_spec (different_columns n d (arranged tau)) n) as [E|E], (Nat.eqb_spec (different_columns n d H) n) as [F|F]; try reflexivity; exfalso; [apply F, (arranged_different tau R), E|apply E, (arranged_different tau R), F].
Qed.

(* ---- Without loss of generality, l_1 <= ... <= l_n ---- *)
Theorem sorted_arrangement : exists tau, reorders tau /\ Names_yun2020a.sorted P (arranged tau) = 1%Z.
Proof.
  destruct (sorted_order (column_id d (Names_yun2020a.base P) H) (seq 0 n)) as [C [PC SC]]. assert (L : length C = n) by (rewrite <- (Permutation_length PC), seq_length; reflexivity).
  exists (fun k => nth k C k). split.
  - unfold reorders. assert (E : map (fun k => nth k C k) (seq 0 n) = C); [|rewrite E; exact PC].
    apply nth_ext with (d := nth 0 C 0%nat) (d' := nth 0 C 0%nat); [rewrite map_length, seq_length; symmetry; exact L|]. rewrite map_length, seq_length. intros k Hk.
    rewrite (map_nth (fun k => nth k C k) (seq 0 n) 0%nat k), seq_nth by exact Hk. cbn [Nat.add]. apply nth_indep. lia.
  - unfold Names_yun2020a.sorted. assert (Rise : rising_columns n d (Names_yun2020a.base P) (arranged (fun k => nth k C k)) = true); [|rewrite Rise; reflexivity].
    unfold rising_columns. apply forallb_forall. intros k Hk. apply in_seq in Hk. apply Qle_bool_iff. exact (sorted_places _ C SC (k - 1) k ltac:(lia)).
Qed.

(* The form in which claims use it: a sorted input of the same category, where token k of H stands at place k, with the same id after every layer. *)
Theorem without_loss : exists (K : matrix) (place : Z -> Z), input P K /\ Names_yun2020a.sorted P K = 1%Z /\ Names_yun2020a.category P K = Names_yun2020a.category P H /\
  forall k, (1 <= k <= Names.n (sizes P))%Z -> (1 <= place k <= Names.n (sizes P))%Z /\ (forall t, Names_yun2020a.v P t K (place k) == Names_yun2020a.v P t H k) /\
    forall j, (1 <= j <= Names.n (sizes P))%Z -> place j = place k -> j = k.
Proof.
  destruct sorted_arrangement as [tau [R S]]. set (old := fun k => match find (fun i => Nat.eqb (tau i) (Names.at_ k)) (seq 0 n) with Some i => i | None => O end).
  assert (Old : forall k, (1 <= k <= Names.n (sizes P))%Z -> (old k < n)%nat /\ tau (old k) = Names.at_ k).
  { intros k Hk. unfold old. destruct (find _ _) as [i|] eqn:F.
    - apply find_some in F. destruct F as [I E]. apply in_seq in I. apply Nat.eqb_eq in E. split; [lia|exact E].
    - exfalso. destruct (reordered_onto tau R (Names.at_ k) (token_of P k Hk)) as [i [Hi E]]. pose proof (find_none _ _ F i ltac:(apply in_seq; lia)) as N. cbv beta in N. rewrite E, Nat.eqb_refl in N. discriminate. }
  exists (arranged tau), (fun k => Names.one_based (old k)). split; [exact (arranged_input tau R)|]. split; [exact S|]. split; [exact (arranged_category tau R)|].
  intros k Hk. destruct (Old k Hk) as [O1 O2]. split; [unfold Names.one_based, Names.n; cbn; lia|]. split.
  - intros t. unfold Names_yun2020a.v. rewrite at_one_based, (arranged_v tau R), O2. reflexivity.
  - intros j Hj E. destruct (Old j Hj) as [_ J2]. assert (Eo : old j = old k) by (unfold Names.one_based in E; lia). rewrite Eo, O2 in J2. unfold Names.at_ in J2. lia.
Qed.
End Arranged.
