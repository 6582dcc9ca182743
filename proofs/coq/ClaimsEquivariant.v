(* yun2020a and sparsebert without encodings: the network with two tokens exchanged gives the output with these tokens exchanged. Ties included: hardmax shares equally, in whatever order tokens are listed. *)
From Coq Require Import QArith Qround Lqa List Arith Lia Bool Permutation FinFun.
From Hardmax Require Import Definitions Dense Heads.
From Hardmax Require Names Names_yun2020a Names_sparsebert Statements.
Import ListNotations.
Open Scope Q_scope.

(* ---- hardmax does not know the order of the tokens, nor their numbers ---- *)
Lemma total_same f g B : (forall j, f j == g j) -> total f B == total g B.
Proof. intros H. induction B as [|j B IH]; [reflexivity|]. cbn. unfold total in IH. rewrite IH, H. reflexivity. Qed.
Lemma total_permutation f B C : Permutation B C -> total f B == total f C.
Proof. induction 1; cbn; [reflexivity|unfold total in IHPermutation; rewrite IHPermutation; reflexivity|ring|]. unfold total in *. rewrite IHPermutation1. exact IHPermutation2. Qed.
Lemma total_map f (tau : nat -> nat) B : total f (map tau B) = total (fun j => f (tau j)) B.
Proof. induction B as [|j B IH]; [reflexivity|]. cbn. unfold total in IH. rewrite IH. reflexivity. Qed.
Lemma forallb_permutation {X} (f : X -> bool) B C : Permutation B C -> forallb f B = forallb f C.
Proof. induction 1; cbn; [reflexivity|rewrite IHPermutation; reflexivity|rewrite !andb_assoc, (andb_comm (f y)); reflexivity|congruence]. Qed.
Lemma filter_permutation {X} (f : X -> bool) B C : Permutation B C -> Permutation (filter f B) (filter f C).
Proof.
  induction 1; cbn; [constructor|destruct (f x); [constructor|]; assumption|destruct (f x), (f y); try apply Permutation_refl; apply perm_swap|]. eapply Permutation_trans; eassumption.
Qed.
Lemma filter_same {X} (f g : X -> bool) B : (forall j, f j = g j) -> filter f B = filter g B.
Proof. intros H. induction B as [|j B IH]; [reflexivity|]. cbn. rewrite IH, H. reflexivity. Qed.
Lemma filter_of_map {X Y} (f : Y -> bool) (tau : X -> Y) B : filter f (map tau B) = map tau (filter (fun j => f (tau j)) B).
Proof. induction B as [|j B IH]; [reflexivity|]. cbn. rewrite IH. destruct (f (tau j)); reflexivity. Qed.
Lemma forallb_of_map {X Y} (f : Y -> bool) (tau : X -> Y) B : forallb f (map tau B) = forallb (fun j => f (tau j)) B.
Proof. induction B as [|j B IH]; [reflexivity|]. cbn. rewrite IH. reflexivity. Qed.
Lemma forallb_same {X} (f g : X -> bool) B : (forall j, f j = g j) -> forallb f B = forallb g B.
Proof. intros H. induction B as [|j B IH]; [reflexivity|]. cbn. rewrite IH, H. reflexivity. Qed.
Lemma hardmax_permutation value score B C : Permutation B C -> hardmax value score B == hardmax value score C.
Proof.
  intros H. unfold hardmax. assert (W : Permutation (winners score B) (winners score C)).
  { unfold winners. erewrite filter_same; [apply filter_permutation; exact H|]. intros j. apply forallb_permutation. exact H. }
  rewrite (total_permutation _ _ _ W), (Permutation_length W). reflexivity.
Qed.
Lemma hardmax_renamed value score value' score' (tau : nat -> nat) B : (forall j, value' j == value (tau j)) -> (forall j, score' j == score (tau j)) -> hardmax value' score' B == hardmax value score (map tau B).
Proof.
  intros V S. unfold hardmax. assert (W : winners score (map tau B) = map tau (winners score' B)).
  { unfold winners. rewrite filter_of_map. f_equal. apply filter_same. intros j. rewrite forallb_of_map. apply forallb_same. intros i. rewrite !S. reflexivity. }
  rewrite W, map_length, total_map. rewrite (total_same _ _ _ V). reflexivity.
Qed.

Section Exchange.
Variables (d : nat) (tau : nat -> nat) (A : pattern).
Hypothesis HA : forall a k, Permutation (map tau (A a k)) (A a (tau k)).
Definition renamed (Z Y : matrix) : Prop := forall r k, Z r k == Y r (tau k).
Lemma dot_renamed w Z Y : renamed Z Y -> forall k, dot d w Z k == dot d w Y (tau k).
Proof. intros H k. unfold dot. apply total_same. intros r. rewrite (H r k). reflexivity. Qed.
Lemma attend_renamed h a Z Y : renamed Z Y -> forall k, attend d h (A a k) Z k == attend d h (A a (tau k)) Y (tau k).
Proof.
  intros H k. unfold attend. rewrite <- (hardmax_permutation _ _ _ _ (HA a k)). apply hardmax_renamed; intros j; [apply dot_renamed; exact H|]. rewrite (dot_renamed (WK h) Z Y H j), (dot_renamed (WQ h) Z Y H k). reflexivity.
Qed.
Lemma layer_renamed L a Z Y : renamed Z Y -> renamed (apply_layer d (A a) L Z) (apply_layer d (A a) L Y).
Proof.
  intros H r k. unfold apply_layer. rewrite (H r k). apply Qplus_comp; [reflexivity|]. induction L as [|h L IH]; [reflexivity|]. cbn [fold_right]. rewrite IH, (attend_renamed h a Z Y H k). reflexivity.
Qed.
Lemma run_renamed p L : forall t Z Y, renamed Z Y -> renamed (run d p A t L Z) (run d p A t L Y).
Proof. induction L as [|M L IH]; intros t Z Y H; [exact H|]. cbn [run]. apply IH. apply layer_renamed. exact H. Qed.
End Exchange.

(* ---- Tokens i and i + 1 ---- *)
Definition swap (i k : nat) : nat := if Nat.eqb k i then S i else if Nat.eqb k (S i) then i else k.
Lemma swap_twice i k : swap i (swap i k) = k.
Proof. unfold swap. destruct (Nat.eqb_spec k i) as [->|]; [destruct (Nat.eqb_spec (S i) i); [lia|rewrite Nat.eqb_refl; reflexivity]|]. destruct (Nat.eqb_spec k (S i)) as [->|]; [rewrite Nat.eqb_refl; reflexivity|]. destruct (Nat.eqb_spec k i); [lia|]. destruct (Nat.eqb_spec k (S i)); [lia|reflexivity]. Qed.
Lemma swap_range n i k : (S i < n)%nat -> (k < n)%nat -> (swap i k < n)%nat.
Proof. intros. unfold swap. destruct (Nat.eqb_spec k i); [lia|]. destruct (Nat.eqb_spec k (S i)); lia. Qed.
Lemma swapped_list i B C : NoDup B -> NoDup C -> (forall j, In j B -> In (swap i j) C) -> (forall j, In j C -> In (swap i j) B) -> Permutation (map (swap i) B) C.
Proof.
  intros NB NC F G. apply NoDup_Permutation; [|exact NC|].
  - apply Injective_map_NoDup; [|exact NB]. intros a b E. rewrite <- (swap_twice i a), E, swap_twice. reflexivity.
  - intros j. rewrite in_map_iff. split; [intros [k [<- Hk]]; exact (F k Hk)|]. intros Hj. exists (swap i j). split; [apply swap_twice|exact (G j Hj)].
Qed.
Lemma everyone_swapped n i : (S i < n)%nat -> forall a k, Permutation (map (swap i) (everyone n a k)) (everyone n a (swap i k)).
Proof. intros Hi a k. unfold everyone. apply swapped_list; try apply seq_NoDup; intros j Hj; apply in_seq in Hj; apply in_seq; pose proof (swap_range n i j Hi); lia. Qed.
Lemma others_swapped n i : (S i < n)%nat -> forall a k, Permutation (map (swap i) (all_others n a k)) (all_others n a (swap i k)).
Proof.
  intros Hi a k. unfold all_others. apply swapped_list; try (apply NoDup_filter; apply seq_NoDup); intros j Hj; apply filter_In in Hj; destruct Hj as [Hj Ne]; apply in_seq in Hj; apply negb_true_iff, Nat.eqb_neq in Ne; apply filter_In; split; try (apply in_seq; pose proof (swap_range n i j Hi); lia);
  apply negb_true_iff, Nat.eqb_neq; intros E; apply Ne; [rewrite <- (swap_twice i j), E, swap_twice; reflexivity|rewrite <- E, swap_twice; reflexivity].
Qed.
Lemma swap_low i : (1 <= i)%Z -> swap (Names.at_ i) (Names.at_ i) = Names.at_ (i + 1).
Proof. intros Hi. unfold swap. rewrite Nat.eqb_refl. unfold Names.at_. lia. Qed.
Lemma swap_high i : (1 <= i)%Z -> swap (Names.at_ i) (Names.at_ (i + 1)) = Names.at_ i.
Proof. intros Hi. unfold swap. replace (Names.at_ (i + 1)) with (S (Names.at_ i)) by (unfold Names.at_; lia). destruct (Nat.eqb_spec (S (Names.at_ i)) (Names.at_ i)); [lia|]. rewrite Nat.eqb_refl. reflexivity. Qed.
Lemma swap_other i k : (1 <= i)%Z -> (1 <= k)%Z -> k <> i -> (k <> i + 1)%Z -> swap (Names.at_ i) (Names.at_ k) = Names.at_ k.
Proof. intros. unfold swap. destruct (Nat.eqb_spec (Names.at_ k) (Names.at_ i)) as [E|]; [unfold Names.at_ in E; lia|]. destruct (Nat.eqb_spec (Names.at_ k) (S (Names.at_ i))) as [E|]; [unfold Names.at_ in E; lia|reflexivity]. Qed.

(* ---- The two networks ---- *)
Lemma dense_swapped P : Names_yun2020a.positional P = 0%Z -> forall K i t r k, (1 <= i <= Names_yun2020a.n P - 1)%Z -> Names_yun2020a.swapped P t K i r k == Names_yun2020a.state P t K (Names.at_ r) (swap (Names.at_ i) (Names.at_ k)).
Proof.
  intros Plain K i t r k Hi. assert (EP : Names_yun2020a.encoded P = false) by (unfold Names_yun2020a.positional in Plain; destruct (Names_yun2020a.encoded P); [discriminate|reflexivity]).
  unfold Names_yun2020a.swapped, Names_yun2020a.entry, Names_yun2020a.state, Names_yun2020a.edges. refine (run_renamed _ (swap (Names.at_ i)) _ _ _ _ _ _ _ _ _ _).
  - apply everyone_swapped. unfold Names_yun2020a.n, Names.at_ in *. lia.
  - intros a b. rewrite EP. unfold encode, encoding, exchange, swap. reflexivity.
Qed.
Lemma sparse_swapped P : Names_sparsebert.positional P = 0%Z -> forall K i t r k, (1 <= i <= Names_sparsebert.n P - 1)%Z -> Names_sparsebert.swapped P t K i r k == Names_sparsebert.state P t K (Names.at_ r) (swap (Names.at_ i) (Names.at_ k)).
Proof.
  intros Plain K i t r k Hi. assert (EP : Names_sparsebert.encoded P = false) by (unfold Names_sparsebert.positional in Plain; destruct (Names_sparsebert.encoded P); [discriminate|reflexivity]).
  unfold Names_sparsebert.swapped, Names_sparsebert.entry, Names_sparsebert.state, Names_sparsebert.edges. refine (run_renamed _ (swap (Names.at_ i)) _ _ _ _ _ _ _ _ _ _).
  - apply others_swapped. unfold Names_sparsebert.n, Names.at_ in *. lia.
  - intros a b. rewrite EP. unfold encode, encoding, exchange, swap. reflexivity.
Qed.
Theorem equivariant : Statements.yun2020a_5_2_lemma6_equivariant.
Proof.
  intros P _ (_ & _ & _ & Plain) K _ i Hi r Hr k Hk t. split; [intros ->|split; [intros ->|intros [N1 N2]]]; rewrite (dense_swapped P Plain) by exact Hi; [rewrite swap_low by lia|rewrite swap_high by lia|rewrite swap_other by lia]; reflexivity.
Qed.
Theorem equivariant_with_ties : Statements.yun2020a_2_claim1_hardmax_ties_1_k.
Proof. exact equivariant. Qed.
Theorem exchanged_at_every_layer : Statements.yun2020a_A_softmax_conj_hardmax.
Proof.
  intros P _ (_ & _ & _ & _ & _ & Plain) K _ i Hi t Ht r Hr. split; rewrite (dense_swapped P Plain) by exact Hi; [rewrite swap_low by lia|rewrite swap_high by lia]; reflexivity.
Qed.
Theorem sparse_equivariant : Statements.sparsebert_A_3_equivariant.
Proof.
  intros P _ (_ & _ & _ & Plain) K _ i Hi r Hr k Hk t. split; [intros ->|split; [intros ->|intros [N1 N2]]]; rewrite (sparse_swapped P Plain) by exact Hi; [rewrite swap_low by lia|rewrite swap_high by lia|rewrite swap_other by lia]; reflexivity.
Qed.
Theorem exchanged_cubes : Statements.yun2020a_B_1_C_LP_C_LP.
Proof.
  intros P _ (_ & _ & _ & Plain) K _ _ i Hi k Hk b Hb C r Hr. rewrite (dense_swapped P Plain) by exact Hi. assert (EP : Names_yun2020a.encoded P = false) by (unfold Names_yun2020a.positional in Plain; destruct (Names_yun2020a.encoded P); [discriminate|reflexivity]).
  assert (E : swap (Names.at_ i) (Names.at_ k) = Names.at_ b) by (destruct C as [[[-> | ->] ->]|[N ->]]; [replace (2 * i + 1 - i)%Z with (i + 1)%Z by ring; apply swap_low; lia|replace (2 * i + 1 - (i + 1))%Z with i by ring; apply swap_high; lia|apply swap_other; lia]).
  rewrite E. unfold Names_yun2020a.state. cbn [Z.to_nat firstn Definitions.run]. rewrite EP. unfold encode, encoding, Names_yun2020a.G. ring.
Qed.
