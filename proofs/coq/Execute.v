(* The literal network of Definitions.v, executed: after every layer its state is written down as a table of fractions in lowest terms, so that the kernel can compute with it. What the table holds is what `run`
   says (execute_run), whatever the pattern and the layers. *)
From Coq Require Import QArith Qreduction List Arith Lia Bool.
From Hardmax Require Import Definitions.
Import ListNotations.
Open Scope Q_scope.

Definition state_table := list (list Q).                                             (* token, row *)
Definition of_table (T : state_table) : matrix := fun r k => nth r (nth k T []) 0.
Definition tabulate (n d : nat) (Z : matrix) : state_table := map (fun k => map (fun r => Qred (Z r k)) (seq 0 d)) (seq 0 n).

Fixpoint execute (n d p : nat) (A : pattern) (t : nat) (L : list layer) (T : state_table) : state_table :=
  match L with
  | [] => T
  | [] :: L' => execute n d p A (S t) L' T
  | H :: L' => execute n d p A (S t) L' (tabulate n d (apply_layer d (A (t mod p)%nat) H (of_table T)))
  end.
Definition tokens_only (n p : nat) (A : pattern) : bool :=
  (1 <=? p)%nat && forallb (fun a => forallb (fun k => forallb (fun j => j <? n)%nat (A a k)) (seq 0 n)) (seq 0 p).

(* Two matrices that are equal where entries mean anything. *)
Definition agree (n d : nat) (Y Z : matrix) : Prop := forall r k, (r < d)%nat -> (k < n)%nat -> Y r k == Z r k.

Lemma total_agrees f g B : (forall j, In j B -> f j == g j) -> total f B == total g B.
Proof.
  induction B as [|j B IH]; intros H; cbn [total fold_right]; [reflexivity|].
  rewrite (H j) by (left; reflexivity). apply Qplus_comp; [reflexivity|]. apply IH. intros i Hi. apply H. right. exact Hi.
Qed.
Lemma forallb_agrees {X} (f g : X -> bool) B : (forall j, In j B -> f j = g j) -> forallb f B = forallb g B.
Proof. induction B as [|j B IH]; intros H; cbn; [reflexivity|]. rewrite (H j) by (left; reflexivity). f_equal. apply IH. intros i Hi. apply H. right. exact Hi. Qed.
Lemma winners_agree s s' B : (forall j, In j B -> s j == s' j) -> winners s B = winners s' B.
Proof.
  intros H. unfold winners. apply filter_ext_in. intros j Hj. apply forallb_agrees. intros i Hi.
  apply eq_true_iff_eq. rewrite !Qle_bool_iff. rewrite (H i Hi), (H j Hj). reflexivity.
Qed.

Section Layer.
Variables (n d : nat) (Y Z : matrix).
Hypothesis HYZ : agree n d Y Z.

Lemma dot_agrees w k : (k < n)%nat -> dot d w Y k == dot d w Z k.
Proof. intros Hk. apply total_agrees. intros r Hr. apply in_seq in Hr. rewrite (HYZ r k) by lia. reflexivity. Qed.
Lemma attend_agrees h B k : (forall j, In j B -> (j < n)%nat) -> (k < n)%nat -> attend d h B Y k == attend d h B Z k.
Proof.
  intros HB Hk. unfold attend, hardmax.
  rewrite (winners_agree _ (fun j => dot d (WK h) Z j * (dot d (WQ h) Z k - bQ h)) B).
  2:{ intros j Hj. rewrite (dot_agrees _ j) by (apply HB; exact Hj). rewrite (dot_agrees _ k Hk). reflexivity. }
  apply Qdiv_comp; [|reflexivity]. apply total_agrees. intros j Hj. apply dot_agrees. apply HB. unfold winners in Hj. apply filter_In in Hj. apply Hj.
Qed.
Lemma layer_agrees A L : (forall k j, (k < n)%nat -> In j (A k) -> (j < n)%nat) -> agree n d (apply_layer d A L Y) (apply_layer d A L Z).
Proof.
  intros HA r k Hr Hk. unfold apply_layer. apply Qplus_comp; [apply HYZ; assumption|].
  induction L as [|h L IH]; cbn [fold_right]; [reflexivity|]. apply Qplus_comp; [|exact IH]. apply Qmult_comp; [reflexivity|]. apply attend_agrees; [|exact Hk]. intros j. apply HA. exact Hk.
Qed.
End Layer.

Lemma tabulated n d Z : agree n d (of_table (tabulate n d Z)) Z.
Proof.
  intros r k Hr Hk. unfold of_table, tabulate.
  rewrite (nth_indep _ [] (map (fun r => Qred (Z r O)) (seq 0 d))) by (rewrite map_length, seq_length; exact Hk).
  rewrite (map_nth (fun k => map (fun r => Qred (Z r k)) (seq 0 d)) (seq 0 n) O k), seq_nth by exact Hk.
  rewrite (nth_indep _ 0 (Qred (Z O (0 + k)%nat))) by (rewrite map_length, seq_length; exact Hr).
  rewrite (map_nth (fun r => Qred (Z r (0 + k)%nat)) (seq 0 d) O r), seq_nth by exact Hr. apply Qred_correct.
Qed.
Lemma tokens_only_sound n p A : tokens_only n p A = true -> (1 <= p)%nat /\ forall a k j, (a < p)%nat -> (k < n)%nat -> In j (A a k) -> (j < n)%nat.
Proof.
  intros H. apply andb_prop in H. destruct H as [H1 H2]. apply Nat.leb_le in H1. split; [exact H1|]. intros a k j Ha Hk Hj.
  rewrite forallb_forall in H2. specialize (H2 a ltac:(apply in_seq; lia)). rewrite forallb_forall in H2. specialize (H2 k ltac:(apply in_seq; lia)).
  rewrite forallb_forall in H2. specialize (H2 j Hj). apply Nat.ltb_lt in H2. exact H2.
Qed.

Theorem execute_run n d p A L : tokens_only n p A = true -> forall t T Z, agree n d (of_table T) Z -> agree n d (of_table (execute n d p A t L T)) (run d p A t L Z).
Proof.
  intros H. apply tokens_only_sound in H. destruct H as [Hp HA]. induction L as [|H L IH]; intros t T Z HT; [exact HT|].
  assert (S : agree n d (apply_layer d (A (t mod p)%nat) H (of_table T)) (apply_layer d (A (t mod p)%nat) H Z)).
  { apply layer_agrees; [exact HT|]. intros k j Hk. apply HA; [apply Nat.mod_upper_bound; lia|exact Hk]. }
  cbn [run]. destruct H as [|h H]; cbn [execute]; apply IH; intros r k Hr Hk; rewrite <- (S r k Hr Hk).
  - unfold apply_layer. cbn [fold_right]. ring.
  - apply tabulated; assumption.
Qed.
Corollary executed n d p A L Z : tokens_only n p A = true -> agree n d (of_table (execute n d p A 0 L (tabulate n d Z))) (run d p A 0 L Z).
Proof. intros H. apply execute_run; [exact H|]. apply tabulated. Qed.
