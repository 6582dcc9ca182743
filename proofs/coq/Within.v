(* Within the selective stage of yun2020b: which layer stands where, and the ids after any number of layers, not only after whole blocks. With them, claims about every layer can be proved (ClaimsLayers.v).

   Layer number (i-1) q p + m p + a (from 0; i = 1 .. n-1, m = 0 .. q-1, a = 0 .. p-1) belongs to position i of the chain and its m-th window, and uses pattern layer a. *)
From Coq Require Import QArith Qround Lqa List Arith Lia.
From Hardmax Require Import Definitions Arithmetic Digits SelectiveShift Layers Heads Network Lemma7 Runs.
From Hardmax Require Names.
Import ListNotations.
Open Scope Q_scope.

(* ---- Lists ---- *)
Lemma firstn_next {X} (L : list X) x m : (m < length L)%nat -> firstn (S m) L = firstn m L ++ [nth m L x].
Proof. revert m. induction L as [|y L IH]; intros m Hm; cbn in Hm; [lia|]. destruct m as [|m]; [reflexivity|]. cbn [firstn nth app]. f_equal. apply IH. lia. Qed.
Lemma firstn_after {X} (L1 L2 : list X) a : firstn (length L1 + a) (L1 ++ L2) = L1 ++ firstn a L2.
Proof. apply firstn_app_2. Qed.
Lemma nth_after {X} (L1 L2 : list X) a x : nth (length L1 + a) (L1 ++ L2) x = nth a L2 x.
Proof. rewrite app_nth2 by lia. f_equal. lia. Qed.
(* One more layer. *)
Lemma run_next d p A L Z m : (m < length L)%nat ->
  Definitions.run d p A 0 (firstn (S m) L) Z = apply_layer d (A (m mod p)%nat) (nth m L []) (Definitions.run d p A 0 (firstn m L) Z).
Proof. intros Hm. rewrite (firstn_next L [] m Hm), run_append, firstn_length, Nat.min_l by lia. reflexivity. Qed.

Section Within.
Variable P : Names.run.
Hypothesis HA : assumption_1 P.
Let WF := proj1 HA.
Notation n := (Names.tokens P).
Notation d := (Names.rows P).
Notation D := (Names.base P).
Notation p := (Names.period P).
Notation A := (Names.edges P).
Notation gamma := (Names.chain P).
Notation l := (Names.chosen P).
Notation q := (D ** d)%Z.
Notation W := (D * weights d D)%Z.
Notation nq := (Z.to_nat q).
Let n2 := n_2 P WF.
Let d1 := d_1 P WF.
Let D2 := D_2 P WF.
Let q2 := q_2 P WF.
Let a1 := assumption P HA.

Definition number_of (i m a : nat) : nat := ((i - 1) * (nq * p) + m * p + a)%nat.
Lemma p_1 : (1 <= p)%nat.
Proof. apply WF. Qed.
Lemma nq_2 : (2 <= nq)%nat.
Proof. pose proof q2. lia. Qed.
(* Every layer of the stage has such a number; so has the place before it (a < p) and the one behind the last (a = p). *)
Lemma numbered t : (t < (n - 1) * (nq * p))%nat -> exists i m a, (1 <= i < n)%nat /\ (m < nq)%nat /\ (a < p)%nat /\ t = number_of i m a.
Proof.
  intros Ht. pose proof p_1. pose proof nq_2. exists (t / (nq * p) + 1)%nat, ((t mod (nq * p)) / p)%nat, (t mod p)%nat.
  pose proof (Nat.div_mod t (nq * p) ltac:(nia)) as E1. pose proof (Nat.mod_upper_bound t (nq * p) ltac:(nia)).
  pose proof (Nat.div_mod (t mod (nq * p)) p ltac:(lia)) as E2. pose proof (Nat.mod_upper_bound t p ltac:(lia)).
  assert (E3 : ((t mod (nq * p)) mod p = t mod p)%nat).
  { rewrite E1 at 2. replace (nq * p * (t / (nq * p)) + t mod (nq * p))%nat with (t mod (nq * p) + (nq * (t / (nq * p))) * p)%nat by ring. rewrite Nat.mod_add by lia. reflexivity. }
  rewrite E3 in E2. set (i := (t / (nq * p))%nat) in *. set (r := (t mod (nq * p))%nat) in *. set (m := (r / p)%nat) in *. set (a := (t mod p)%nat) in *. clearbody i r m a.
  assert (i < n - 1)%nat by nia. assert (m < nq)%nat by nia. unfold number_of. repeat split; try lia; nia.
Qed.
Lemma numbered_end t : (t <= (n - 1) * (nq * p))%nat -> exists i m a, (1 <= i < n)%nat /\ (m < nq)%nat /\ (a <= p)%nat /\ t = number_of i m a.
Proof.
  intros Ht. pose proof p_1. pose proof nq_2. pose proof n2. destruct (Nat.eq_dec t ((n - 1) * (nq * p))) as [->|].
  - exists (n - 1)%nat, (nq - 1)%nat, p. unfold number_of. repeat split; try lia. replace (n - 1)%nat with (S (n - 2)) by lia. replace (S (n - 2) - 1)%nat with (n - 2)%nat by lia. nia.
  - destruct (numbered t ltac:(lia)) as [i [m [a [Hi [Hm [Ha E]]]]]]. exists i, m, a. repeat split; lia.
Qed.

Lemma in_block i t : (1 <= i)%nat -> ((i - 1) * (nq * p) <= t < i * (nq * p))%nat -> exists m a, (m < nq)%nat /\ (a < p)%nat /\ t = number_of i m a.
Proof.
  intros Hi Ht. pose proof p_1. pose proof (Nat.div_mod (t - (i - 1) * (nq * p)) p ltac:(lia)) as E. pose proof (Nat.mod_upper_bound (t - (i - 1) * (nq * p)) p ltac:(lia)).
  exists ((t - (i - 1) * (nq * p)) / p)%nat, ((t - (i - 1) * (nq * p)) mod p)%nat. unfold number_of. set (m := ((t - (i - 1) * (nq * p)) / p)%nat) in *. set (a := ((t - (i - 1) * (nq * p)) mod p)%nat) in *. clearbody m a.
  replace i with (S (i - 1)) in Ht at 2 by lia. generalize dependent nq. intros e E Ht. split; [nia|split; [lia|lia]].
Qed.
Lemma in_block_end i t : (1 <= i)%nat -> ((i - 1) * (nq * p) <= t <= i * (nq * p))%nat -> exists m a, (m < nq)%nat /\ (a <= p)%nat /\ t = number_of i m a.
Proof.
  intros Hi Ht. pose proof p_1. pose proof nq_2. destruct (Nat.eq_dec t (i * (nq * p))) as [->|].
  - exists (nq - 1)%nat, p. unfold number_of. split; [lia|split; [lia|]]. replace i with (S (i - 1)) at 1 by lia. nia.
  - destruct (in_block i t Hi ltac:(lia)) as [m [a [Hm [Ha E]]]]. exists m, a. repeat split; lia.
Qed.

(* The layers before number (i, m, a), and that layer. *)
Definition before (i m : nat) : list layer := flat_map (block d p D l) (seq 1 (i - 1)) ++ flat_map (turn d p D l i) (seq 0 m).
Lemma before_length i m : length (before i m) = ((i - 1) * (nq * p) + m * p)%nat.
Proof. unfold before. rewrite app_length, (blocks_length n d p D l n2 d1), (turns_length n d p D l n2 d1). reflexivity. Qed.
Lemma layers_split i m : (1 <= i < n)%nat -> (m < nq)%nat -> exists rest, Names.layers P = before i m ++ turn d p D l i m ++ rest.
Proof.
  intros Hi Hm. unfold Names.layers, network, selective_stage, before.
  replace (seq 1 (n - 1)) with (seq 1 (i - 1) ++ i :: seq (S i) (n - 1 - i)).
  2:{ replace (n - 1)%nat with (i - 1 + S (n - 1 - i))%nat at 2 by lia. rewrite seq_app. cbn [seq]. repeat f_equal; lia. }
  rewrite flat_map_app. cbn [flat_map]. unfold block at 2. change (Definitions.q d D) with q.
  replace (seq 0 nq) with (seq 0 m ++ m :: seq (S m) (nq - 1 - m)).
  2:{ replace nq with (m + S (nq - 1 - m))%nat at 2 by lia. rewrite seq_app. cbn [seq]. repeat f_equal; lia. }
  rewrite flat_map_app. cbn [flat_map]. eexists. rewrite <- !app_assoc. reflexivity.
Qed.
Lemma firstn_number i m a : (1 <= i < n)%nat -> (m < nq)%nat -> (a <= p)%nat -> firstn (number_of i m a) (Names.layers P) = before i m ++ firstn a (turn d p D l i m).
Proof.
  intros Hi Hm Ha. destruct (layers_split i m Hi Hm) as [rest ->]. unfold number_of. rewrite <- (before_length i m), firstn_after. f_equal.
  rewrite firstn_app, (turn_length d p D l). replace (a - p)%nat with O by lia. cbn [firstn]. apply app_nil_r.
Qed.
Lemma layer_number i m a : (1 <= i < n)%nat -> (m < nq)%nat -> (a < p)%nat ->
  nth (number_of i m a) (Names.layers P) [] = if Nat.eqb a (l i) then Psi D (inject_Z q) (window d D i m - delta D / 2) (window d D i m + delta D / 2) else [].
Proof.
  intros Hi Hm Ha. destruct (layers_split i m Hi Hm) as [rest ->]. unfold number_of. rewrite <- (before_length i m), nth_after, app_nth1 by (rewrite (turn_length d p D l); exact Ha).
  unfold turn. set (f := fun a => if Nat.eqb a (l i) then _ else _). rewrite (nth_indep _ [] (f O)) by (rewrite map_length, seq_length; exact Ha). rewrite map_nth, seq_nth by exact Ha. reflexivity.
Qed.
Lemma number_mod i m a : (a < p)%nat -> (number_of i m a mod p = a)%nat.
Proof. intros Ha. unfold number_of. replace ((i - 1) * (nq * p) + m * p + a)%nat with (a + ((i - 1) * nq + m) * p)%nat by ring. rewrite Nat.mod_add by lia. apply Nat.mod_small. exact Ha. Qed.
Lemma selective_count : length (selective_stage n d p D l) = ((n - 1) * (nq * p))%nat.
Proof. exact (blocks_length n d p D l n2 d1 (n - 1)). Qed.
Lemma number_below i m a : (1 <= i < n)%nat -> (m < nq)%nat -> (a < p)%nat -> (number_of i m a < (n - 1) * (nq * p))%nat.
Proof. intros. unfold number_of. assert ((m + 1) * p <= nq * p)%nat by nia. replace (n - 1)%nat with (i - 1 + (n - i))%nat by lia. nia. Qed.
Lemma all_max_number v : (v < Names.reach P)%nat -> nth (length (selective_stage n d p D l) + v) (Names.layers P) [] = Omega D (inject_Z (Definitions.c n d (Names.reach P) D)).
Proof. intros Hv. unfold Names.layers, network. rewrite nth_after. unfold all_max_stage. rewrite (nth_indep _ [] (Omega D (inject_Z (Definitions.c n d (Names.reach P) D)))) by (rewrite repeat_length; exact Hv). apply nth_repeat. Qed.

(* ---- Ids ---- *)
Section Input.
Variable H : matrix.
Hypothesis HH : Names.input P H.
Notation w := (w P H).
Notation zs := (zs P H).
Notation represents := (represents n d D).

(* The id at position j of the chain after layers of position i; `done`: its window has come. *)
Definition mid (i : nat) (done : bool) (j : nat) : Z := if (j <? i)%nat then zs j else if (j =? i)%nat then (if done then zs i else w i) else w j.
Definition window_passed (i m : nat) : bool := (w i <? start n W i + Z.of_nat m)%Z.

Lemma part_of_turn x Z i m a t : (1 <= i < n)%nat -> (a <= p)%nat -> (t mod p = 0)%nat -> represents x Z ->
  represents (if (l i <? a)%nat then shift_at q (start n W i + Z.of_nat m) (A (l i)) x else x) (Definitions.run d p A t (firstn a (turn d p D l i m)) Z).
Proof.
  intros Hi Ha Ht HR. induction a as [|a IH]; [exact HR|]. specialize (IH ltac:(lia)).
  rewrite (firstn_next (X := layer) _ []), run_append, firstn_length, Nat.min_l by (rewrite (turn_length d p D l); lia). cbn [Definitions.run].
  rewrite (turn_pattern n d p n2 d1 i t Hi Ht) by lia.
  unfold turn at 1. set (f := fun a => if Nat.eqb a (l i) then _ else _). rewrite (nth_indep _ [] (f O)) by (rewrite map_length, seq_length; lia). rewrite map_nth, seq_nth by lia. cbn [Nat.add]. unfold f.
  destruct (Nat.eqb_spec a (l i)) as [->|Ne].
  - destruct (Nat.ltb_spec (l i) (S (l i))); [|lia]. destruct (Nat.ltb_spec (l i) (l i)); [lia|].
    apply (selective_layer n d p (Names.reach P) D A gamma l n2 d1 D2 a1); [lia|exact IH| |]; [apply window_low|apply window_high]; lia || assumption.
  - replace (l i <? S a)%nat with (l i <? a)%nat by (destruct (Nat.ltb_spec (l i) a), (Nat.ltb_spec (l i) (S a)); (reflexivity || lia)). apply identity_layer. exact IH.
Qed.
Lemma represented i m a : (1 <= i < n)%nat -> (m < nq)%nat -> (a <= p)%nat -> exists x, represents x (Definitions.run d p A 0 (firstn (number_of i m a) (Names.layers P)) (embedded n gamma H)) /\
  forall j, (j < n)%nat -> x (gamma j) = mid i (window_passed i (if (l i <? a)%nat then S m else m)) j.
Proof.
  intros Hi Hm Ha. set (x0 := input_id n d D gamma H). set (xb := after_blocks n A l q W (i - 1) x0). set (xm := shift_range q (A (l i)) (start n W i) m xb).
  exists (if (l i <? a)%nat then shift_at q (start n W i + Z.of_nat m) (A (l i)) xm else xm). split.
  - rewrite firstn_number by assumption. rewrite run_append, before_length. apply part_of_turn; [exact Hi|exact Ha| |].
    + cbn [Nat.add]. replace ((i - 1) * (nq * p) + m * p)%nat with (((i - 1) * nq + m) * p)%nat by ring. apply Nat.mod_mul. pose proof p_1. lia.
    + unfold before. rewrite run_append. rewrite (blocks_length n d p D l n2 d1). apply (turns_ids n d p (Names.reach P) D A gamma l n2 d1 D2 a1); [exact Hi| |].
      * cbn [Nat.add]. rewrite Nat.mul_assoc. apply Nat.mod_mul. pose proof p_1. lia.
      * apply (blocks_ids n d p (Names.reach P) D A gamma l n2 d1 D2 a1); [lia|]. exact (input_represented n d D gamma n2 d1 D2 H HH).
  - assert (Hb : forall j, (j < n)%nat -> xb (gamma j) = if (j <? i)%nat then zs j else w j).
    { intros j Hj. unfold xb. pose proof (after_blocks_ids n p (Names.reach P) A gamma l n2 a1 q W q2 (W_q P WF) x0 (w_intervals P HA H HH) (i - 1) ltac:(lia) j Hj) as E. cbv zeta in E. rewrite E. unfold x0.
      change (fun i => input_id n d D gamma H (gamma i)) with w. change (shifted q w j) with (zs j). destruct (Nat.leb_spec j (i - 1)), (Nat.ltb_spec j i); (reflexivity || lia). }
    intros j Hj. pose proof (within_block n p (Names.reach P) A gamma l n2 a1 q W q2 (W_q P WF) w xb i (w_intervals P HA H HH) Hi Hb (if (l i <? a)%nat then S m else m)) as K.
    specialize (K ltac:(destruct (l i <? a)%nat; lia) j Hj). destruct (l i <? a)%nat; exact K.
Qed.

(* What `mid` is like: below, the shifted ids are the larger ones, and both parts increase. *)
Lemma mid_range i b j : (i < n)%nat -> (j < n)%nat -> (0 <= mid i b j <= zs i)%Z.
Proof.
  intros Hi Hj. unfold mid. pose proof (f_nonneg P HA H HH j Hj). pose proof (f_above P HA H HH j Hj). pose proof (f_above P HA H HH i Hi). pose proof (f_nonneg P HA H HH 0 ltac:(lia)).
  assert (w j <= w 0%nat)%Z by (destruct j; [lia|pose proof (f_eq8_last P HA H HH (S j) ltac:(lia)); lia]).
  destruct (Nat.ltb_spec j i); [pose proof (shifted_monotone n q W n2 q2 (W_q P WF) w (f_w P HA H HH) j i ltac:(lia)) as M; change (zs j <= zs i)%Z in M; lia|].
  destruct (Nat.eqb_spec j i) as [->|]; [destruct b; lia|lia].
Qed.
Lemma mid_distinct i b j k : (1 <= i < n)%nat -> (j < n)%nat -> (k < n)%nat -> mid i b j = mid i b k -> j = k.
Proof.
  intros Hi Hj Hk.
  assert (S1 : forall a c, (a < c < n)%nat -> (zs a < zs c)%Z) by (intros a c Hac; exact (shifted_increases n q W n2 q2 (W_q P WF) w (f_w P HA H HH) a c Hac)).
  assert (S2 : forall a c, (1 <= a)%nat -> (a < c < n)%nat -> (w a < w c)%Z) by (intros; apply (f_eq8 P HA H HH); lia).
  assert (S3 : forall a c, (a < n)%nat -> (1 <= c < n)%nat -> (w c < zs a)%Z) by (intros a c Ha Hc; pose proof (f_above P HA H HH a Ha); pose proof (f_eq8_last P HA H HH c Hc); lia).
  assert (G : forall a c, (a < c < n)%nat -> mid i b a <> mid i b c).
  { intros a c Hac E. unfold mid in E. pose proof (S1 a c Hac).
    destruct (Nat.ltb_spec a i), (Nat.ltb_spec c i); try lia.
    - destruct (Nat.eqb_spec c i) as [->|]; [destruct b; [lia|pose proof (S3 a i ltac:(lia) ltac:(lia)); lia]|pose proof (S3 a c ltac:(lia) ltac:(lia)); lia].
    - destruct (Nat.eqb_spec c i); [lia|]. pose proof (S2 a c ltac:(lia) ltac:(lia)). destruct (Nat.eqb_spec a i) as [->|]; [destruct b; [pose proof (S3 i c ltac:(lia) ltac:(lia))|]; lia|lia]. }
  intros E. destruct (Nat.lt_trichotomy j k) as [C|[C|C]]; [destruct (G j k ltac:(lia) E)|exact C|destruct (G k j ltac:(lia) (eq_sym E))].
Qed.
(* Before its own window the id of position i is the smallest, that of position i - 1 the largest. *)
Lemma mid_open i j : (1 <= i < n)%nat -> (j < n)%nat -> (w i <= mid i false j <= zs (i - 1))%Z.
Proof.
  intros Hi Hj. unfold mid. pose proof (f_above P HA H HH j Hj). pose proof (f_above P HA H HH (i - 1) ltac:(lia)). pose proof (f_eq8_last P HA H HH i Hi).
  destruct (Nat.ltb_spec j i).
  - pose proof (shifted_monotone n q W n2 q2 (W_q P WF) w (f_w P HA H HH) j (i - 1) ltac:(lia)) as M. change (zs j <= zs (i - 1))%Z in M. lia.
  - destruct (Nat.eqb_spec j i) as [->|]; [lia|]. pose proof (f_eq8 P HA H HH i j ltac:(lia) ltac:(lia)). pose proof (f_eq8_last P HA H HH j ltac:(lia)). lia.
Qed.
Lemma not_passed i : (1 <= i < n)%nat -> window_passed i 0 = false.
Proof. intros Hi. unfold window_passed. pose proof (f_w P HA H HH i ltac:(lia)). apply Z.ltb_ge. lia. Qed.
Lemma all_passed i : (1 <= i < n)%nat -> window_passed i nq = true.
Proof. intros Hi. unfold window_passed. pose proof (f_w P HA H HH i ltac:(lia)). apply Z.ltb_lt. lia. Qed.

(* In the names of claims. *)
Lemma v_number i m a : (1 <= i < n)%nat -> (m < nq)%nat -> (a <= p)%nat -> let b := window_passed i (if (l i <? a)%nat then S m else m) in
  forall k, (1 <= k <= Names.n P)%Z -> Names.v P (Z.of_nat (number_of i m a)) H k == U D (mid i b (position n gamma (Names.at_ k))).
Proof.
  intros Hi Hm Ha b k Hk. destruct (represented i m a Hi Hm Ha) as [x [HR Hx]]. unfold Names.v, Names.state. rewrite Nat2Z.id.
  pose proof (HR (Names.at_ k) (at_range k n Hk)) as E. rewrite <- (gamma_position n p (Names.reach P) A gamma l a1 (Names.at_ k) (at_range k n Hk)) in E at 2.
  rewrite Hx in E by (exact (position_range n p (Names.reach P) A gamma l a1 (Names.at_ k) (at_range k n Hk))). exact E.
Qed.
Lemma v_number_gamma i m a : (1 <= i < n)%nat -> (m < nq)%nat -> (a <= p)%nat -> let b := window_passed i (if (l i <? a)%nat then S m else m) in
  forall j, (1 <= j <= Names.n P)%Z -> Names.v P (Z.of_nat (number_of i m a)) H (Names.gamma P j) == U D (mid i b (Names.at_ j)).
Proof.
  intros Hi Hm Ha b j Hj. rewrite v_number by (assumption || (apply gamma_range; assumption)). rewrite at_gamma, (position_of_gamma n p (Names.reach P) A gamma l a1) by (exact (at_range j n Hj)). reflexivity.
Qed.
End Input.
End Within.
