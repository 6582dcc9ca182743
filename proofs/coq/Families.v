(* Assumption 1 proved once for whole families of patterns, for every n: Lemma 7 follows without looking at any one of them.
   Tokens count from 0, so that the paper's token 1 is token 0 here. *)
From Coq Require Import QArith List Arith Lia Bool.
From Hardmax Require Import Definitions Lemma7.
Import ListNotations.
Open Scope nat_scope.

Definition the_tokens (n : nat) (sees : nat -> bool) : list nat := filter sees (seq 0 n).
Lemma the_tokens_are n sees j : In j (the_tokens n sees) <-> j < n /\ sees j = true.
Proof. unfold the_tokens. rewrite filter_In, in_seq. split; intros [H1 H2]; split; auto; lia. Qed.

Definition identity_chain (i : nat) : nat := i.
Definition first_layer (i : nat) : nat := 0.

(* Dense: everybody sees everybody; s = 1. *)
Definition dense (n : nat) : pattern := fun _ _ => the_tokens n (fun _ => true).
Theorem dense_assumption n : Assumption1 n 1 1 (dense n) identity_chain first_layer.
Proof.
  constructor; unfold dense, identity_chain, first_layer; intros; rewrite ?the_tokens_are in *; try (split; [lia|reflexivity]); try lia; try tauto.
  cbn [reached]. apply in_flat_map. exists j. rewrite the_tokens_are. cbn. auto.
Qed.

(* One pattern layer in which every token sees itself, its left neighbour and token 0, and token 0 sees everybody: star, Longformer with a global token, BigBird; s = 2. *)
Definition hub (n : nat) (sees : nat -> nat -> bool) : pattern := fun _ k => the_tokens n (sees k).
Theorem hub_assumption n sees :
  (forall k, k < n -> sees k k = true) -> (forall k, 1 <= k < n -> sees k (k - 1) = true) ->
  (forall k, k < n -> sees k 0 = true) -> (forall j, j < n -> sees 0 j = true) ->
  Assumption1 n 1 2 (hub n sees) identity_chain first_layer.
Proof.
  intros Self Left Hub0 Hub1. constructor; unfold hub, identity_chain, first_layer; intros; rewrite ?the_tokens_are in *; try tauto; try lia.
  - split; [lia|auto].
  - split; [lia|auto].
  - cbn [reached]. apply in_flat_map. exists 0. rewrite the_tokens_are. split; [split; [lia|auto]|].
    apply in_flat_map. exists j. rewrite the_tokens_are. cbn. auto.
Qed.

(* Star: token 0 sees all, the others token 0, themselves and their neighbours. *)
Definition star (n : nat) : pattern := hub n (fun k j => (k =? 0) || (j =? 0) || ((k <=? j + 1) && (j <=? k + 1))).
Theorem star_assumption n : Assumption1 n 1 2 (star n) identity_chain first_layer.
Proof.
  apply hub_assumption; intros; repeat rewrite ?orb_true_iff, ?andb_true_iff, ?Nat.leb_le, ?Nat.eqb_eq; lia.
Qed.

(* Strided (Sparse Transformer): layer 1 |j - k| <= w, layer 2 j = k modulo w; s = 2. *)
Definition strided (n w : nat) : pattern := fun a k =>
  match a with O => the_tokens n (fun j => (k <=? j + w) && (j <=? k + w)) | _ => the_tokens n (fun j => j mod w =? k mod w) end.
Theorem strided_assumption n w : 1 <= w -> Assumption1 n 2 2 (strided n w) identity_chain first_layer.
Proof.
  intros Hw. unfold identity_chain, first_layer. constructor; intros; try lia.
  - destruct a; cbn [strided] in *; rewrite the_tokens_are in *; tauto.
  - destruct a; cbn [strided]; rewrite the_tokens_are, ?andb_true_iff, ?Nat.leb_le, ?Nat.eqb_eq; lia.
  - cbn [strided]. rewrite the_tokens_are, andb_true_iff, !Nat.leb_le. lia.
  - (* between: the token of j's block congruent to k; where that is not a token, the one before it *)
    assert (Between : exists i, i < n /\ i mod w = k mod w /\ i <= j + w /\ j <= i + w).
    { pose proof (Nat.div_mod j w ltac:(lia)) as Dj. pose proof (Nat.mod_upper_bound j w ltac:(lia)).
      pose proof (Nat.mod_upper_bound k w ltac:(lia)).
      assert (Mod : forall x, (w * x + k mod w) mod w = k mod w).
      { intros x. rewrite Nat.add_comm, Nat.mul_comm, Nat.mod_add by lia. apply Nat.mod_small. assumption. }
      destruct (Nat.lt_ge_cases (w * (j / w) + k mod w) n) as [In|Out].
      - exists (w * (j / w) + k mod w). rewrite Mod. repeat split; lia.
      - destruct (j / w) as [|m] eqn:Ej; [pose proof (Nat.mod_le k w ltac:(lia)); lia|].
        exists (w * m + k mod w). rewrite Mod. repeat split; lia. }
    destruct Between as [i [I1 [I2 [I3 I4]]]].
    cbn [reached]. change (1 mod 2) with 1. change (0 mod 2) with 0. cbn [strided].
    apply in_flat_map. exists i. split; [rewrite the_tokens_are, Nat.eqb_eq; auto|].
    apply in_flat_map. exists j. rewrite the_tokens_are, andb_true_iff, !Nat.leb_le. cbn. auto.
Qed.

(* Fixed (Sparse Transformer): layer 1 the same block of w, layer 2 itself and the last token of every block (w - 1, 2w - 1, ...; a truncated last block has none).
   If w divides n, then s = 2: in layer 2 a token sees the last token of any block, and that one in layer 1 its whole block. If it does not, and there is more than one
   block, the tokens of the truncated block are seen by nobody outside it: Assumption 1.3 fails for every s (theorem fixed_truncated). *)
Definition fixed (n w : nat) : pattern := fun a k =>
  match a with O => the_tokens n (fun j => j / w =? k / w) | _ => the_tokens n (fun j => (j =? k) || (j mod w =? w - 1)) end.
Definition fixed_layer (w i : nat) : nat := if i mod w =? 0 then 1 else 0.

Lemma same_block w i : 1 <= w -> i mod w <> 0 -> (i - 1) / w = i / w.
Proof.
  intros Hw Hi. pose proof (Nat.div_mod i w ltac:(lia)) as Di. pose proof (Nat.mod_upper_bound i w ltac:(lia)).
  symmetry. apply Nat.div_unique with (r := i mod w - 1); lia.
Qed.
Lemma block_end w i : 1 <= w -> 1 <= i -> i mod w = 0 -> (i - 1) mod w = w - 1.
Proof.
  intros Hw Hi H0. pose proof (Nat.div_mod i w ltac:(lia)) as Di. rewrite H0 in Di.
  assert (1 <= i / w) by (destruct (i / w); lia).
  symmetry. apply Nat.mod_unique with (q := i / w - 1); nia.
Qed.

Lemma fixed_chain n w : 1 <= w ->
  (forall i, 1 <= i < n -> fixed_layer w i < 2) /\ (forall i, 1 <= i < n -> In (i - 1) (fixed n w (fixed_layer w i) i)).
Proof.
  intros Hw. unfold fixed_layer. split; intros i Hi; destruct (Nat.eqb_spec (i mod w) 0) as [Z0|Z0]; try lia; cbn [fixed]; rewrite the_tokens_are.
  - split; [lia|]. rewrite orb_true_iff, !Nat.eqb_eq. right. apply block_end; lia.
  - split; [lia|]. rewrite Nat.eqb_eq. apply same_block; assumption.
Qed.

Theorem fixed_assumption n w : 1 <= w -> n mod w = 0 -> Assumption1 n 2 2 (fixed n w) identity_chain (fixed_layer w).
Proof.
  intros Hw Complete. unfold identity_chain. destruct (fixed_chain n w Hw) as [C1 C2]. constructor; intros; try lia; auto.
  - destruct a; cbn [fixed] in *; rewrite the_tokens_are in *; tauto.
  - destruct a; cbn [fixed]; rewrite the_tokens_are, ?orb_true_iff, ?Nat.eqb_eq; auto.
  - set (i := w * (j / w) + (w - 1)).
    assert (Block : i / w = j / w) by (symmetry; apply Nat.div_unique with (r := w - 1); unfold i; lia).
    assert (End : i mod w = w - 1) by (symmetry; apply Nat.mod_unique with (q := j / w); unfold i; lia).
    assert (Token : i < n).
    { pose proof (Nat.div_mod n w ltac:(lia)) as Dn. rewrite Complete in Dn.
      assert (j / w < n / w) by (apply Nat.div_lt_upper_bound; lia). unfold i. nia. }
    cbn [reached]. change (1 mod 2) with 1. change (0 mod 2) with 0. cbn [fixed].
    apply in_flat_map. exists i. split; [rewrite the_tokens_are, orb_true_iff, !Nat.eqb_eq; auto|].
    apply in_flat_map. exists j. rewrite the_tokens_are, Nat.eqb_eq. cbn. auto.
Qed.

Theorem fixed_truncated n w : 1 <= w < n -> n mod w <> 0 -> forall s gamma l, ~ Assumption1 n 2 s (fixed n w) gamma l.
Proof.
  intros Hw Cut s gamma l HA. pose proof (Nat.div_mod n w ltac:(lia)) as Dn. pose proof (Nat.mod_upper_bound n w ltac:(lia)) as Rn.
  assert (Last : (n - 1) / w = n / w /\ (n - 1) mod w <> w - 1).
  { assert (E : (n - 1) / w = n / w) by (symmetry; apply Nat.div_unique with (r := n mod w - 1); lia).
    split; [exact E|]. pose proof (Nat.div_mod (n - 1) w ltac:(lia)) as D1. rewrite E in D1. lia. }
  assert (Far : n / w <> 0) by (intros Z0; rewrite Z0 in Dn; lia).
  assert (Stays : forall t k, In (n - 1) (reached 2 (fixed n w) t k) -> k / w = n / w).
  { induction t as [|t IH]; intros k Hin; cbn [reached] in Hin; [destruct Hin as [->|[]]; apply Last|].
    apply in_flat_map in Hin. destruct Hin as [i [Hi Hin]]. pose proof (IH i Hin) as Bi.
    destruct (t mod 2); cbn [fixed] in Hi; rewrite the_tokens_are in Hi.
    - rewrite Nat.eqb_eq in Hi. lia.
    - rewrite orb_true_iff, !Nat.eqb_eq in Hi. destruct Hi as [Hi [<-|Ei]]; [exact Bi|].
      pose proof (Nat.div_mod i w ltac:(lia)) as Di. rewrite Bi, Ei in Di. lia. }
  pose proof (Stays s 0 (reaches_all _ _ _ _ _ _ HA 0 (n - 1) ltac:(lia) ltac:(lia))) as Bad. rewrite Nat.div_0_l in Bad by lia. lia.
Qed.

(* Lemma 7 for the families, for every n >= 2. *)
Theorem dense_Lemma7 n : 2 <= n -> Lemma7_for n 1 1 (dense n) identity_chain first_layer.
Proof. intros Hn. exact (Lemma7 _ _ _ _ _ _ Hn (dense_assumption n)). Qed.
Theorem star_Lemma7 n : 2 <= n -> Lemma7_for n 1 2 (star n) identity_chain first_layer.
Proof. intros Hn. exact (Lemma7 _ _ _ _ _ _ Hn (star_assumption n)). Qed.
Theorem strided_Lemma7 n w : 2 <= n -> 1 <= w -> Lemma7_for n 2 2 (strided n w) identity_chain first_layer.
Proof. intros Hn Hw. exact (Lemma7 _ _ _ _ _ _ Hn (strided_assumption n w Hw)). Qed.
Theorem fixed_Lemma7 n w : 2 <= n -> 1 <= w -> n mod w = 0 -> Lemma7_for n 2 2 (fixed n w) identity_chain (fixed_layer w).
Proof. intros Hn Hw Hc. exact (Lemma7 _ _ _ _ _ _ Hn (fixed_assumption n w Hw Hc)). Qed.
Theorem hub_Lemma7 n sees : 2 <= n ->
  (forall k, k < n -> sees k k = true) -> (forall k, 1 <= k < n -> sees k (k - 1) = true) ->
  (forall k, k < n -> sees k 0 = true) -> (forall j, j < n -> sees 0 j = true) ->
  Lemma7_for n 1 2 (hub n sees) identity_chain first_layer.
Proof. intros Hn H1 H2 H3 H4. exact (Lemma7 _ _ _ _ _ _ Hn (hub_assumption n sees H1 H2 H3 H4)). Qed.
