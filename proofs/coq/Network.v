(* The literal network of Definitions.v computes, on the grid, exactly the integer recurrences of SelectiveShift.v and Layers.v. *)
From Coq Require Import QArith Qround Lqa List Arith Lia.
From Hardmax Require Import Definitions Arithmetic Digits SelectiveShift Layers Heads.
Import ListNotations.
Open Scope Q_scope.

(* Layers one after the other. *)
Lemma run_append d p A L1 : forall t L2 Z, run d p A t (L1 ++ L2) Z = run d p A (t + length L1) L2 (run d p A t L1 Z).
Proof. induction L1 as [|L L1 IH]; intros t L2 Z; cbn [app run length]; [rewrite Nat.add_0_r; reflexivity|]. rewrite IH. f_equal. lia. Qed.

Section Network.
Variables (n d p s : nat) (D : Z) (A : pattern) (gamma l : nat -> nat).
Hypothesis Hn : (2 <= n)%nat.
Hypothesis Hd : (1 <= d)%nat.
Hypothesis HD : (2 <= D)%Z.
Hypothesis HA : Assumption1 n p s A gamma l.

Notation delta := (delta D).
Notation id := (column_id d D).
Notation Q_ := (D ** d)%Z.                         (* q *)
Notation W := (D * weights d D)%Z.

Lemma D_not_zero : ~ inject_Z D == 0.
Proof. intros H. unfold Qeq in H. cbn in H. lia. Qed.
Lemma delta_positive : 0 < delta.
Proof. unfold Definitions.delta. apply Qinv_lt_0_compat. unfold Qlt. cbn. lia. Qed.
Lemma D_delta a : inject_Z a == inject_Z (a * D) * delta.
Proof. unfold Definitions.delta. rewrite inject_Z_mult. field. exact D_not_zero. Qed.

Lemma scaled_le a b : inject_Z a * delta <= inject_Z b * delta <-> (a <= b)%Z.
Proof. rewrite (Qmult_le_r _ _ _ delta_positive), <- Zle_Qle. reflexivity. Qed.
Lemma scaled_lt a b : inject_Z a * delta < inject_Z b * delta <-> (a < b)%Z.
Proof. rewrite (Qmult_lt_r _ _ _ delta_positive), <- Zlt_Qlt. reflexivity. Qed.
Lemma scaled_eq a b : inject_Z a * delta == inject_Z b * delta <-> a = b.
Proof.
  split; intros H; [|rewrite H; reflexivity].
  assert (inject_Z a * delta <= inject_Z b * delta) as H1 by (rewrite H; apply Qle_refl).
  assert (inject_Z b * delta <= inject_Z a * delta) as H2 by (rewrite H; apply Qle_refl).
  exact (Z.le_antisymm _ _ (proj1 (scaled_le a b) H1) (proj1 (scaled_le b a) H2)).
Qed.

(* x holds the ids of Z in units of delta. *)
Definition represents (x : nat -> Z) (Z : matrix) : Prop := forall k, (k < n)%nat -> id Z k == inject_Z (x k) * delta.

Lemma largest_represented x Z a k hi : (a < p)%nat -> (k < n)%nat -> represents x Z -> In hi (A a k) ->
  (forall i, In i (A a k) -> id Z i <= id Z hi) -> largest x (A a k) = x hi.
Proof.
  intros Ha Hk HR Hhi M. assert (T : forall i, In i (A a k) -> (i < n)%nat) by (intros i Hi; exact (tokens_only _ _ _ _ _ _ HA a k i Ha Hk Hi)).
  apply largest_is; [exists hi; auto|]. intros i Hi. specialize (M i Hi). rewrite (HR i), (HR hi) in M by auto. apply scaled_le. exact M.
Qed.
Lemma smallest_represented x Z a k lo : (a < p)%nat -> (k < n)%nat -> represents x Z -> In lo (A a k) ->
  (forall i, In i (A a k) -> id Z lo <= id Z i) -> smallest x (A a k) = x lo.
Proof.
  intros Ha Hk HR Hlo M. assert (T : forall i, In i (A a k) -> (i < n)%nat) by (intros i Hi; exact (tokens_only _ _ _ _ _ _ HA a k i Ha Hk Hi)).
  apply smallest_is; [exists lo; auto|]. intros i Hi. specialize (M i Hi). rewrite (HR i), (HR lo) in M by auto. apply scaled_le. exact M.
Qed.

(* ---- One layer ---- *)

Lemma identity_layer x Z a : represents x Z -> represents x (apply_layer d (A a) [] Z).
Proof. intros HR k Hk. rewrite <- (HR k Hk). apply id_ext. intros r _. unfold apply_layer. cbn. ring. Qed.

Lemma selective_layer x Z a b lo hi : (a < p)%nat -> represents x Z ->
  lo == (inject_Z b - (1 # 2)) * delta -> hi == (inject_Z b + (1 # 2)) * delta ->
  represents (shift_at Q_ b (A a) x) (apply_layer d (A a) (Psi D (inject_Z Q_) lo hi) Z).
Proof.
  intros Ha HR Hlo Hhi k Hk. pose proof (neighbours_exist n p s A gamma l HA a k Ha Hk) as NE.
  pose proof delta_positive as P. pose proof (HR k Hk) as Rk. unfold shift_at. destruct (Z.eqb_spec (x k) b) as [Eb|Nb].
  - destruct (Psi_inside d D (A a) (inject_Z Q_) lo hi Z k NE) as [up [dn [I1 [I2 [M E1]]]]].
    { rewrite Rk, Hlo, Hhi, Eb. split; nra. }
    rewrite (id_of_first_row d D Z _ k _ Hd E1) by (intros r; apply Psi_other_rows).
    rewrite (largest_represented x Z a k up Ha Hk HR I1) by (intros i Hi; apply M; exact Hi).
    rewrite (smallest_represented x Z a k dn Ha Hk HR I2) by (intros i Hi; apply M; exact Hi).
    pose proof (tokens_only _ _ _ _ _ _ HA a k up Ha Hk I1). pose proof (tokens_only _ _ _ _ _ _ HA a k dn Ha Hk I2).
    rewrite Rk, (HR up), (HR dn) by assumption. rewrite inject_Z_plus, inject_Z_mult. unfold Z.sub. rewrite inject_Z_plus, inject_Z_opp. ring.
  - rewrite <- Rk. apply id_ext. intros r _. apply Psi_outside; [exact NE| |].
    + rewrite Hlo, Hhi. nra.
    + rewrite Rk, Hlo, Hhi. destruct (Z.lt_total (x k) b) as [L|[L|L]]; [left| congruence|right].
      * assert (inject_Z (x k) + 1 <= inject_Z b). { change 1 with (inject_Z 1). rewrite <- inject_Z_plus, <- Zle_Qle. lia. } nra.
      * assert (inject_Z b + 1 <= inject_Z (x k)). { change 1 with (inject_Z 1). rewrite <- inject_Z_plus, <- Zle_Qle. lia. } nra.
Qed.

Lemma all_max_layer x Z a m : (a < p)%nat -> represents x Z -> (forall k, (k < n)%nat -> (0 < x k)%Z) ->
  represents (raise m (A a) x) (apply_layer d (A a) (Omega D (inject_Z m)) Z).
Proof.
  intros Ha HR Pos k Hk. pose proof (neighbours_exist n p s A gamma l HA a k Ha Hk) as NE. pose proof (HR k Hk) as Rk.
  destruct (Omega_first_row d D (A a) (inject_Z m) Z k NE) as [up [I1 [M E1]]].
  { rewrite Rk. setoid_replace 0 with (inject_Z 0 * delta) by (cbn; ring). apply scaled_lt. apply Pos. exact Hk. }
  rewrite (id_of_first_row d D Z _ k _ Hd E1) by (intros r; apply Omega_other_rows).
  unfold raise. rewrite (largest_represented x Z a k up Ha Hk HR I1 M).
  pose proof (tokens_only _ _ _ _ _ _ HA a k up Ha Hk I1).
  rewrite Rk, (HR up) by assumption. rewrite inject_Z_plus, inject_Z_mult. ring.
Qed.

(* ---- Stages ---- *)

Lemma Delta_is_weights : Delta d D == inject_Z (weights d D).
Proof.
  unfold Delta, weights. clear Hd. induction d as [|e IH]; [reflexivity|].
  rewrite seq_S, total_append, IH, total_first. change (total (u D) []) with 0. cbn [number Nat.add]. rewrite inject_Z_plus, Z.mul_1_r. unfold u. ring.
Qed.
Lemma window_low i m : (1 <= i)%nat -> window d D i m - delta / 2 == (inject_Z (start n W i + Z.of_nat m) - (1 # 2)) * delta.
Proof.
  intros Hi. destruct i as [|i]; [lia|]. unfold window. rewrite Delta_is_weights. cbn [start].
  replace (Z.of_nat (S i) - 1)%Z with (Z.of_nat i) by lia.
  replace (Z.of_nat i * W + Z.of_nat m)%Z with ((Z.of_nat i * weights d D) * D + Z.of_nat m)%Z by ring.
  rewrite <- inject_Z_mult, (D_delta (Z.of_nat i * weights d D)), inject_Z_plus. field.
Qed.
Lemma window_high i m : (1 <= i)%nat -> window d D i m + delta / 2 == (inject_Z (start n W i + Z.of_nat m) + (1 # 2)) * delta.
Proof. intros Hi. setoid_replace (window d D i m + delta / 2) with (window d D i m - delta / 2 + delta) by field. rewrite (window_low i m Hi). ring. Qed.

(* A turn is p layers; only the one with pattern layer l i does anything. *)
Section Turn.
Variables (i m t : nat).
Hypothesis Hi : (1 <= i < n)%nat.
Hypothesis Ht : (t mod p = 0)%nat.
Let filling := fun a => if Nat.eqb a (l i) then Psi D (inject_Z (q d D)) (window d D i m - delta / 2) (window d D i m + delta / 2) else [].

Lemma turn_pattern a : (a < p)%nat -> ((t + a) mod p = a)%nat.
Proof. intros Ha. rewrite Nat.add_mod by lia. rewrite Ht. cbn [Nat.add]. rewrite Nat.mod_mod by lia. apply Nat.mod_small. exact Ha. Qed.

Lemma idle_layers x len : forall a Z, (a + len <= p)%nat -> (l i < a \/ a + len <= l i)%nat -> represents x Z ->
  represents x (run d p A (t + a) (map filling (seq a len)) Z).
Proof.
  induction len as [|len IH]; intros a Z Ha Hl HR; [exact HR|].
  cbn [seq map run]. unfold filling at 2. destruct (Nat.eqb_spec a (l i)); [lia|].
  replace (S (t + a)) with (t + S a)%nat by lia. apply IH; [lia|lia|]. apply identity_layer. exact HR.
Qed.

Lemma turn_ids x Z : represents x Z ->
  represents (shift_at Q_ (start n W i + Z.of_nat m) (A (l i)) x) (run d p A t (turn d p D l i m) Z).
Proof.
  intros HR. pose proof (chain_layer _ _ _ _ _ _ HA i Hi) as Hl. unfold turn. fold filling.
  replace p with (l i + (1 + (p - l i - 1)))%nat at 2 by lia. rewrite seq_app, seq_app, !map_app, !run_append, !map_length, !seq_length.
  cbn [seq map run Nat.add]. unfold filling at 2. rewrite Nat.eqb_refl.
  replace (t + l i + 1)%nat with (t + (l i + 1))%nat by lia.
  apply idle_layers; [lia|lia|]. rewrite turn_pattern by exact Hl.
  apply selective_layer; [exact Hl| |apply window_low; lia|apply window_high; lia].
  replace t with (t + 0)%nat at 1 by lia. apply idle_layers; [lia|lia|exact HR].
Qed.
End Turn.

Lemma turn_length i m : length (turn d p D l i m) = p.
Proof. unfold turn. rewrite map_length, seq_length. reflexivity. Qed.
Lemma turns_length i m : length (flat_map (turn d p D l i) (seq 0 m)) = (m * p)%nat.
Proof. induction m as [|m IH]; [reflexivity|]. rewrite seq_S, flat_map_app, app_length, IH. cbn [flat_map]. rewrite app_nil_r, turn_length. lia. Qed.
Lemma block_length i : length (block d p D l i) = (Z.to_nat Q_ * p)%nat.
Proof. apply turns_length. Qed.
Lemma blocks_length j : length (flat_map (block d p D l) (seq 1 j)) = (j * (Z.to_nat Q_ * p))%nat.
Proof. induction j as [|j IH]; [reflexivity|]. rewrite seq_S, flat_map_app, app_length, IH. cbn [flat_map]. rewrite app_nil_r, block_length. lia. Qed.

Lemma mod_plus t a b : (t mod p = 0)%nat -> ((t + a * p + b) mod p = b mod p)%nat.
Proof.
  intros Ht. pose proof (p_positive n p s A gamma l Hn HA). rewrite (Nat.div_mod t p) by lia. rewrite Ht.
  replace (p * (t / p) + 0 + a * p + b)%nat with (b + (t / p + a) * p)%nat by lia. apply Nat.mod_add. lia.
Qed.

Lemma turns_ids i t x Z m : (1 <= i < n)%nat -> (t mod p = 0)%nat -> represents x Z ->
  represents (shift_range Q_ (A (l i)) (start n W i) m x) (run d p A t (flat_map (turn d p D l i) (seq 0 m)) Z).
Proof.
  intros Hi Ht HR. induction m as [|m IH]; [exact HR|].
  rewrite seq_S, flat_map_app, run_append, turns_length. cbn [flat_map shift_range Nat.add]. rewrite app_nil_r.
  apply turn_ids; [exact Hi| |exact IH].
  pose proof (mod_plus t m 0 Ht) as M. rewrite Nat.add_0_r in M. rewrite M. apply Nat.mod_0_l. pose proof (p_positive n p s A gamma l Hn HA). lia.
Qed.

Lemma blocks_ids x Z j : (j < n)%nat -> represents x Z ->
  represents (after_blocks n A l Q_ W j x) (run d p A 0 (flat_map (block d p D l) (seq 1 j)) Z).
Proof.
  intros Hj HR. induction j as [|j IH]; [exact HR|].
  rewrite seq_S, flat_map_app, run_append, blocks_length. cbn [flat_map after_blocks Nat.add]. rewrite app_nil_r.
  unfold block. apply turns_ids; [lia| |apply IH; lia].
  pose proof (p_positive n p s A gamma l Hn HA). rewrite Nat.mul_assoc. apply Nat.mod_mul. lia.
Qed.

Lemma raises_ids m t x Z v : (t mod p = 0)%nat -> (0 <= m)%Z -> (forall k, (k < n)%nat -> (0 < x k)%Z) -> represents x Z ->
  represents (raised p A m v x) (run d p A t (repeat (Omega D (inject_Z m)) v) Z).
Proof.
  intros Ht Hm Pos HR. induction v as [|v IH]; [exact HR|].
  cbn [repeat]. rewrite repeat_cons, run_append, repeat_length. cbn [run raised].
  pose proof (mod_plus t 0 v Ht) as M. cbn [Nat.mul] in M. rewrite Nat.add_0_r in M. rewrite M.
  refine (all_max_layer _ _ _ _ (mod_range n p s A gamma l Hn HA v) IH _).
  exact (raised_positive n p s A gamma l Hn HA m x Hm v Pos).
Qed.

(* ---- The input ---- *)

Definition digit (G : matrix) (r k : nat) : Z := Qfloor (G r k * inject_Z D).
Definition shift_of (k : nat) : Z := match position n gamma k with O => Z.of_nat n - 1 | S j => Z.of_nat j end.
Definition input_id (G : matrix) (k : nat) : Z := number d D (fun r => (digit G r k + shift_of k * D)%Z).
Definition chain_id (G : matrix) (i : nat) : Z := input_id G (gamma i).                    (* z_gamma(i+1), units of delta *)

Lemma digit_spec G r k : grid n d D G -> (r < d)%nat -> (k < n)%nat -> (0 <= digit G r k < D)%Z /\ G r k == inject_Z (digit G r k) * delta.
Proof.
  intros HG Hr Hk. destruct (HG r k Hr Hk) as [m [Hm Em]].
  assert (Ed : digit G r k = m).
  { unfold digit. rewrite (Qfloor_comp _ (inject_Z m)); [apply Qfloor_Z|]. rewrite Em. unfold Definitions.delta. field. exact D_not_zero. }
  rewrite Ed. split; assumption.
Qed.

Lemma total_is_number x e : total (fun r => u D r * (inject_Z (x r) * delta)) (seq 0 e) == inject_Z (number e D x) * delta.
Proof.
  induction e as [|e IH]; [change (0 == inject_Z 0 * delta); ring|]. rewrite seq_S, total_append, IH, total_first. change (total (fun r : nat => u D r * (inject_Z (x r) * delta)) []) with 0. cbn [number Nat.add].
  rewrite inject_Z_plus, inject_Z_mult. unfold u. ring.
Qed.

Lemma input_represented G : grid n d D G -> represents (input_id G) (embedded n gamma G).
Proof.
  intros HG k Hk. unfold column_id, dot, input_id. rewrite <- total_is_number. apply total_ext. intros r Hr. apply in_seq in Hr.
  destruct (digit_spec G r k HG ltac:(lia) Hk) as [_ Eg]. unfold embedded. rewrite Eg.
  assert (Ee : E n gamma k == inject_Z (shift_of k * D) * delta).
  { rewrite <- D_delta. unfold E, shift_of. destruct (position n gamma k); reflexivity. }
  rewrite Ee, inject_Z_plus. ring.
Qed.

(* (7) *)
Theorem eq7 G : grid n d D G -> in_intervals n Q_ W (chain_id G).
Proof.
  intros HG i Hi. unfold chain_id, input_id. rewrite (number_shift d D (fun r => digit G r (gamma i))).
  pose proof (chain_range _ _ _ _ _ _ HA i Hi) as Gi.
  pose proof (number_range d D (fun r => digit G r (gamma i)) ltac:(lia) ltac:(intros r Hr; apply (digit_spec G r (gamma i) HG Hr Gi))) as B.
  unfold shift_of. rewrite (position_of_gamma n p s A gamma l HA i Hi). unfold start. destruct i; lia.
Qed.

(* ---- The whole network ---- *)

(* After the selective stage token k has the id z~: E.2.3. *)
Theorem after_selective_stage G : grid n d D G -> forall k, (k < n)%nat ->
  id (run d p A 0 (selective_stage n d p D l) (embedded n gamma G)) k == inject_Z (shifted Q_ (chain_id G) (position n gamma k)) * delta.
Proof.
  intros HG k Hk. pose proof (pow_at_least D d HD Hd) as Hq. pose proof (interval_fits d D Hd HD) as HW.
  pose proof (selective_stage_ids n p s A gamma l Hn HA Q_ W Hq HW (input_id G) (eq7 G HG) k Hk) as Ids.
  change (fun i => input_id G (gamma i)) with (chain_id G) in Ids. rewrite <- Ids.
  apply (blocks_ids (input_id G) _ (n - 1) ltac:(lia) (input_represented G HG) k Hk).
Qed.

Definition shifted_id (G : matrix) (k : nat) : Z := shifted Q_ (chain_id G) (position n gamma k).   (* u^T H~_k, units of delta *)

(* After t further layers: M^t of E.2.4. *)
Theorem after_all_max_layers G t : grid n d D G -> forall k, (k < n)%nat ->
  id (run d p A 0 (selective_stage n d p D l ++ repeat (Omega D (inject_Z (c n d s D))) t) (embedded n gamma G)) k
  == inject_Z (raised p A (c n d s D) t (shifted_id G) k) * delta.
Proof.
  intros HG k Hk. pose proof (pow_at_least D d HD Hd) as Hq. pose proof (interval_fits d D Hd HD) as HW.
  rewrite run_append. revert k Hk. apply raises_ids.
  - cbn [Nat.add]. unfold selective_stage. rewrite blocks_length, Nat.mul_assoc. apply Nat.mod_mul. pose proof (p_positive n p s A gamma l Hn HA). lia.
  - unfold c. pose proof (pow_positive D (n * d + 1) ltac:(lia)). nia.
  - intros k Hk. unfold shifted_id. apply (shifted_positive n Q_ W Hn Hq HW _ (eq7 G HG)). apply (position_range n p s A gamma l HA). exact Hk.
  - intros k Hk. apply after_selective_stage; assumption.
Qed.

Definition context_id (G : matrix) (k : nat) : Z := raised p A (c n d s D) s (shifted_id G) k.      (* u^T g_c(H)_k, units of delta *)

Theorem network_ids G : grid n d D G -> forall k, (k < n)%nat ->
  id (g_c n d p s D l A (embedded n gamma G)) k == inject_Z (context_id G k) * delta.
Proof. intros HG k Hk. apply after_all_max_layers; assumption. Qed.

Theorem network_length : Z.of_nat (length (network n d p s D l)) = (Z.of_nat p * (Z.of_nat n - 1) * Q_ + Z.of_nat s)%Z.
Proof.
  unfold network, selective_stage, all_max_stage. rewrite app_length, blocks_length, repeat_length.
  rewrite Nat2Z.inj_add, !Nat2Z.inj_mul, Z2Nat.id by (pose proof (pow_positive D d ltac:(lia)); lia). rewrite Nat2Z.inj_sub by lia. ring.
Qed.
Theorem network_heads L : In L (network n d p s D l) -> (length L <= 2)%nat.
Proof.
  unfold network, selective_stage, all_max_stage, block, turn. intros H. apply in_app_or in H. destruct H as [H|H].
  - apply in_flat_map in H. destruct H as [i [_ H]]. apply in_flat_map in H. destruct H as [m [_ H]].
    apply in_map_iff in H. destruct H as [a [<- _]]. destruct (Nat.eqb a (l i)); cbn; lia.
  - apply repeat_spec in H. rewrite H. cbn. lia.
Qed.
End Network.
