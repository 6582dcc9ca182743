(* Claims about the quantisers: Lemma 6 and E.1 of yun2020b, Lemma 5, B.4 and C.1 of yun2020a, Lemma 3 of sparsebert. The maps are those of QuantizerRuns.v. *)
From Coq Require Import QArith Qround Lqa List Arith Lia Bool.
From Hardmax Require Import Definitions Arithmetic Runs Names_quantizer QuantizerRuns.
From Hardmax Require Quantizer Names Names_yun2020a Names_sparsebert Statements.
Import ListNotations.
Open Scope Q_scope.

(* ---- The maps of a row, for sizes n, d, D ---- *)
Section Sizes.
Variables (n d : nat) (D : Z).
Hypothesis HD : (2 <= D)%Z.
Notation delta := (Definitions.delta D).
Notation B := (n * Z.to_nat D)%nat.
Notation out := (- inject_Z (D ^ Z.of_nat (n * d))).
Let HD1 : (1 <= D)%Z. Proof. lia. Qed.
Lemma delta_pos : 0 < delta. Proof. exact (Quantizer.delta_above_0 D HD1). Qed.
Lemma whole_range m : inject_Z (m * D) * delta == inject_Z m.
Proof. rewrite inject_Z_mult, <- Qmult_assoc, (Quantizer.D_times_delta D HD1). ring. Qed.
Lemma thirds j x : x == inject_Z j * delta \/ x == inject_Z j * delta + delta / 3 \/ x == inject_Z j * delta + 2 * delta / 3 -> inject_Z j * delta <= x /\ x < inject_Z (j + 1) * delta.
Proof. pose proof delta_pos. rewrite (next_cell D j). unfold Qdiv. change (/ 3) with (1 # 3). intros [E | [E | E]]; rewrite E; split; lra. Qed.
Lemma two_thirds j x : x == inject_Z j * delta + delta / 3 \/ x == inject_Z j * delta + 2 * delta / 3 -> inject_Z j * delta <= x /\ x < inject_Z (j + 1) * delta.
Proof. intros H. apply thirds. right. exact H. Qed.

Lemma long_map t r x : (r < d)%nat -> map_of (quantizer_n n d D) t r x == steps D (Nat.min (t - r * B) B) x.
Proof.
  intros Hr. unfold quantizer_n. rewrite (map_blocks B (fun r => map (to_grid D r) (seq 0 B))); [|intros i; rewrite map_length, seq_length; reflexivity|intros i M HM; apply in_map_iff in HM; destruct HM as [k [<- _]]; reflexivity|exact Hr].
  rewrite firstn_grid, (through_grid D). reflexivity.
Qed.
Lemma long_length : length (quantizer_n n d D) = (d * B)%nat.
Proof. apply blocks_length. intros r. rewrite map_length, seq_length. reflexivity. Qed.
Notation block := (fun r => to_range n d D r :: map (to_grid D r) (seq 0 (Z.to_nat D))).
Notation B' := (S (Z.to_nat D)).
Lemma block_length r : length (block r) = B'.
Proof. cbn [length]. rewrite map_length, seq_length. reflexivity. Qed.
Lemma block_own r M : In M (block r) -> written M = r.
Proof. intros [<-|HM]; [reflexivity|]. apply in_map_iff in HM. destruct HM as [k [<- _]]. reflexivity. Qed.
Lemma short_map r k x : (r < d)%nat -> map_of (quantizer_1 n d D) (r * B' + S k) r x == steps D (Nat.min k (Z.to_nat D)) (step_of (to_range n d D r) x).
Proof.
  intros Hr. unfold quantizer_1. rewrite (map_blocks B' block block_length block_own) by exact Hr. replace (r * B' + S k - r * B')%nat with (S k) by lia. cbn [firstn]. rewrite firstn_grid. apply (through_clip D n d).
Qed.
Lemma short_length : length (quantizer_1 n d D) = (d * B')%nat.
Proof. apply blocks_length. exact block_length. Qed.
Lemma short_at r i : (r < d)%nat -> (i < B')%nat -> nth_error (quantizer_1 n d D) (r * B' + i) = nth_error (block r) i.
Proof. intros. apply (block_at B' block block_length); assumption. Qed.

(* Within a cell [j delta, (j+1) delta), and elsewhere. *)
Lemma cell_in_range j m x : (0 <= j < m)%Z -> inject_Z j * delta <= x /\ x < inject_Z (j + 1) * delta -> 0 <= x /\ x < inject_Z m * delta.
Proof. intros Hj [C1 C2]. pose proof (later D HD1 0 j ltac:(lia)) as L0. pose proof (later D HD1 (j + 1) m ltac:(lia)) as L1. change (inject_Z 0) with 0 in L0. split; lra. Qed.
Lemma unit_range : inject_Z D * delta == 1. Proof. exact (Quantizer.D_times_delta D HD1). Qed.
Lemma long_in m j x : (0 <= j < Z.of_nat m)%Z -> inject_Z j * delta <= x /\ x < inject_Z (j + 1) * delta -> steps D m x == inject_Z j * delta.
Proof. intros Hj C. exact (Quantizer.steps_below D HD1 m j x Hj C). Qed.
Lemma long_out m x : x < 0 \/ inject_Z (Z.of_nat m) * delta <= x -> steps D m x == x.
Proof. exact (Quantizer.steps_outside D HD1 m x). Qed.
Lemma out_stays m : steps D m out == out.
Proof. apply long_out. left. pose proof (out_low D HD1 n d). lra. Qed.
Lemma clipped_in r j x : (0 <= j < D)%Z -> inject_Z j * delta <= x /\ x < inject_Z (j + 1) * delta -> step_of (to_range n d D r) x == x.
Proof. intros Hj C. pose proof (cell_in_range j D x Hj C) as [R1 R2]. apply (clip_inside D). split; [exact R1|]. rewrite unit_range in R2. exact R2. Qed.
Lemma short_in m r j x : (0 <= j < Z.of_nat m)%Z -> (0 <= j < D)%Z -> inject_Z j * delta <= x /\ x < inject_Z (j + 1) * delta -> steps D m (step_of (to_range n d D r) x) == inject_Z j * delta.
Proof. intros Hj Hj' C. rewrite (steps_same D m _ x) by (apply (clipped_in r j); assumption). apply long_in; assumption. Qed.
Lemma short_out m r x : x < 0 \/ 1 <= x -> steps D m (step_of (to_range n d D r) x) == out.
Proof. intros H. rewrite (steps_same D m _ out) by (apply (clip_outside D); exact H). apply out_stays. Qed.
Lemma integers_outside x : (x = -2 \/ x = -1 \/ x = 1 \/ x = 2 \/ x = 3)%Z -> inject_Z x < 0 \/ 1 <= inject_Z x.
Proof. intros [-> | [-> | [-> | [-> | ->]]]]; cbv; intuition congruence. Qed.

(* Both quantisers as wholes. *)
Theorem long_breaks (f : Q -> Q) m : (1 <= m)%nat -> (forall x, f x == steps D m x) -> forall x, breakpoint f x <-> exists j, ((0 <= j)%Z /\ (j <= Z.of_nat m)%Z) /\ x == inject_Z j * delta.
Proof.
  intros Hm F. apply (breaks_of D HD1 f (Z.of_nat m) 1 0).
  - lia.
  - intros j x Hj C1 C2. rewrite F. apply long_in; [exact Hj|split; assumption].
  - intros x H. rewrite F, long_out by exact H. ring.
  - left. split; reflexivity.
Qed.
Theorem short_breaks (f : Q -> Q) r : (forall x, f x == steps D (Z.to_nat D) (step_of (to_range n d D r) x)) -> forall x, breakpoint f x <-> exists j, ((0 <= j)%Z /\ (j <= D)%Z) /\ x == inject_Z j * delta.
Proof.
  intros F. apply (breaks_of D HD1 f D 0 out).
  - lia.
  - intros j x Hj C1 C2. rewrite F. apply short_in; [rewrite Z2Nat.id by lia; exact Hj|exact Hj|split; assumption].
  - intros x H. rewrite unit_range in H. rewrite F, short_out by exact H. ring.
  - right. split; [reflexivity|]. pose proof (out_low D HD1 n d). lra.
Qed.
Lemma no_breaks (f : Q -> Q) x : (forall y, f y == y) -> ~ breakpoint f x.
Proof. intros F. apply affine_no_break. exists 1, 1, 0. split; [reflexivity|]. intros y _ _. rewrite F. ring. Qed.
Lemma multiple_of_delta j x : x == inject_Z j * delta -> Names.modulo x delta == 0.
Proof. intros E. rewrite (u_modulo D HD x delta j 1 eq_refl E (u_delta D)). rewrite Z.mod_1_r. unfold U. change (inject_Z 0) with 0. ring. Qed.
Lemma over_delta m : inject_Z m / delta == inject_Z (m * D).
Proof. apply (i_over_delta D HD). reflexivity. Qed.
Lemma out_power : - (delta ^ (- Z.of_nat n * Z.of_nat d)) == out.
Proof. rewrite (i_delta_power D) by nia. replace (- (- Z.of_nat n * Z.of_nat d))%Z with (Z.of_nat (n * d)) by lia. reflexivity. Qed.

(* Activations. *)
Lemma activations L t : (forall M, In M L -> exists r k, M = to_grid D r k \/ M = to_range n d D r) -> (t < length L)%nat -> hidden_units L t = 1%nat /\ length (all_pieces L t) = 3%nat /\ (1 <= flat_pieces L t)%nat.
Proof.
  intros All Ht. unfold hidden_units, flat_pieces, all_pieces, first_unit. destruct (nth_error L t) as [M|] eqn:E; [|apply nth_error_None in E; lia]. apply nth_error_In in E. destruct (All M E) as [r [k [-> | ->]]]; repeat split; cbn; lia.
Qed.
Lemma long_kinds M : In M (quantizer_n n d D) -> exists r k, M = to_grid D r k \/ M = to_range n d D r.
Proof. intros H. apply in_flat_map in H. destruct H as [r [_ H]]. apply in_map_iff in H. destruct H as [k [<- _]]. exists r, k. left. reflexivity. Qed.
Lemma short_kinds M : In M (quantizer_1 n d D) -> exists r k, M = to_grid D r k \/ M = to_range n d D r.
Proof. intros H. apply in_flat_map in H. destruct H as [r [_ [<-|H]]]; [exists r, O; right; reflexivity|]. apply in_map_iff in H. destruct H as [k [<- _]]. exists r, k. left. reflexivity. Qed.
End Sizes.

(* ---- yun2020b ---- *)
Section Sparse.
Variable P : Names.run.
Hypothesis WF : Names.well_formed P.
Notation n := (Names.tokens P).
Notation d := (Names.rows P).
Notation D := (Names.base P).
Notation B := (n * Z.to_nat D)%nat.
Lemma sparse_sizes : (2 <= n)%nat /\ (1 <= d)%nat /\ (2 <= D)%Z.
Proof. destruct WF as (A & B & C & _). auto. Qed.
Lemma sparse_base : (2 <= D)%Z. Proof. apply sparse_sizes. Qed.
Lemma sparse_layers : Names.layers_quantize P = (Names.d P * Names.n P * D)%Z.
Proof. pose proof sparse_sizes. unfold Names.layers_quantize, Names.quantizer. rewrite long_length. unfold Names.d, Names.n. rewrite !Nat2Z.inj_mul, Z2Nat.id by lia. ring. Qed.
Lemma sparse_map t r x : (0 <= t)%Z -> (1 <= r <= Names.d P)%Z -> Names.qmap P t r x == steps D (Nat.min (Z.to_nat t - Names.at_ r * B) B) x.
Proof. intros Ht Hr. unfold Names.qmap, Names.quantizer. apply (long_map n d D). exact (at_range r d Hr). Qed.
Lemma block_size : Z.of_nat B = (Names.n P * D)%Z.
Proof. pose proof sparse_sizes. unfold Names.n. rewrite Nat2Z.inj_mul, Z2Nat.id by lia. reflexivity. Qed.
Lemma sparse_full t r x : (1 <= r <= Names.d P)%Z -> (r * (Names.n P * D) <= t)%Z -> Names.qmap P t r x == steps D B x.
Proof. intros Hr Ht. pose proof sparse_sizes. pose proof block_size. assert (Nn : (0 <= Names.n P * D)%Z) by lia. eapply Qeq_trans; [apply sparse_map; [nia|exact Hr]|]. replace (Nat.min (Z.to_nat t - Names.at_ r * B) B) with B; [reflexivity|]. unfold Names.at_. set (b := B) in *. set (z := (Names.n P * D)%Z) in *. clearbody b z. nia. Qed.
Lemma sparse_none t r x : (1 <= r <= Names.d P)%Z -> (0 <= t <= (r - 1) * (Names.n P * D))%Z -> Names.qmap P t r x == x.
Proof. intros Hr Ht. pose proof sparse_sizes. pose proof block_size. assert (Nn : (0 <= Names.n P * D)%Z) by lia. eapply Qeq_trans; [apply sparse_map; [lia|exact Hr]|]. replace (Z.to_nat t - Names.at_ r * B)%nat with O; [reflexivity|]. unfold Names.at_. set (b := B) in *. set (z := (Names.n P * D)%Z) in *. clearbody b z. nia. Qed.
Lemma sparse_end k : inject_Z k <= inject_Z (Names.n P) / Names.delta P - 1 <-> (k <= Names.n P * D - 1)%Z.
Proof. change (Names.delta P) with (Definitions.delta D). rewrite (over_delta D sparse_base). change 1 with (inject_Z 1). unfold Qminus. rewrite <- inject_Z_opp, <- inject_Z_plus, <- Zle_Qle. lia. Qed.
End Sparse.
Theorem lemma6_count : Statements.yun2020b_D_2_Lemma6_count.
Proof.
  intros P WF _ _ _ _. pose proof (sparse_sizes P WF). split.
  - rewrite (sparse_layers P WF). change (Names.delta P) with (Definitions.delta (Names.base P)). rewrite <- inject_Z_mult, (over_delta _ (sparse_base P WF)). reflexivity.
  - intros t Ht. unfold Names.layers_quantize in Ht. unfold Names.q_hidden. destruct (activations (Names.tokens P) (Names.rows P) (Names.base P) (Names.quantizer P) (Names.at_ t) (long_kinds _ _ _) ltac:(unfold Names.at_; lia)) as [E _]. rewrite E. reflexivity.
Qed.
Theorem sparse_activations : Statements.yun2020b_D_2_phi_in_Phi.
Proof.
  intros P WF _ _ _ _ t Ht. unfold Names.layers_quantize in Ht. unfold Names.q_pieces, Names.q_flat. destruct (activations (Names.tokens P) (Names.rows P) (Names.base P) (Names.quantizer P) (Names.at_ t) (long_kinds _ _ _) ltac:(unfold Names.at_; lia)) as [_ [E F]]. rewrite E. split; [reflexivity|lia].
Qed.
Theorem lemma6_scalar : Statements.yun2020b_D_2_Lemma6_scalar.
Proof.
  intros P WF _ _ _ _ r Hr. pose proof (sparse_sizes P WF) as (N2 & D1 & HD). pose proof (block_size P WF) as BS. assert (F : forall x, Names.qmap P (Names.layers_quantize P) r x == steps (Names.base P) (Names.tokens P * Z.to_nat (Names.base P)) x) by (intros x; apply (sparse_full P WF); [exact Hr|rewrite (sparse_layers P WF), <- Z.mul_assoc; apply Z.mul_le_mono_nonneg_r; lia]).
  change (Names.delta P) with (Definitions.delta (Names.base P)). split; [|split].
  - intros x Br. apply (long_breaks (Names.base P) HD _ (Names.tokens P * Z.to_nat (Names.base P)) ltac:(nia) F) in Br. destruct Br as [j [[J0 J1] E]]. rewrite BS in J1. split; [exact (multiple_of_delta _ HD j x E)|]. rewrite E. pose proof (later (Names.base P) ltac:(lia) 0 j J0) as L0. pose proof (later (Names.base P) ltac:(lia) j _ J1) as L1. rewrite (whole_range _ HD) in L1. change (inject_Z 0) with 0 in L0. split; lra.
  - intros k [K0 K1] x Hx. apply (sparse_end P WF) in K1. rewrite F. apply (long_in _ HD); [lia|apply (thirds _ HD); exact Hx].
  - intros x Hx. rewrite F. apply (long_out _ HD). rewrite BS, (whole_range _ HD). change (0 <= _) with (0 <= inject_Z x). assert (C : (x < 0 \/ Names.n P <= x)%Z) by lia. destruct C; [left; change 0 with (inject_Z 0); rewrite <- Zlt_Qlt|right; rewrite <- Zle_Qle]; assumption.
Qed.
Theorem E1_layer : Statements.yun2020b_E_1_layer.
Proof.
  intros P WF _ _ _ _ t [T0 T1]. pose proof (sparse_sizes P WF) as (N2 & D1 & HD). pose proof (block_size P WF) as BS. change (Names.delta P) with (Definitions.delta (Names.base P)) in *. rewrite (over_delta _ HD), <- Zle_Qle in T1. assert (Hd : (1 <= 1 <= Names.d P)%Z) by (unfold Names.d; lia).
  assert (F : forall x, Names.qmap P t 1 x == steps (Names.base P) (Z.to_nat t) x) by (intros x; rewrite (sparse_map P t 1 x) by assumption; change (Names.at_ 1) with O; rewrite Nat.mul_0_l, Nat.sub_0_r, Nat.min_l by lia; reflexivity).
  split; [|split; [|split]].
  - intros x Br. destruct (Z.eq_dec t 0) as [->|Ne]; [exfalso; exact (no_breaks _ x F Br)|]. apply (long_breaks (Names.base P) HD _ (Z.to_nat t) ltac:(lia) F) in Br. destruct Br as [j [[J0 J1] E]]. rewrite Z2Nat.id in J1 by lia. split; [exact (multiple_of_delta _ HD j x E)|]. rewrite E.
    pose proof (later (Names.base P) ltac:(lia) 0 j J0) as L0. pose proof (later (Names.base P) ltac:(lia) j _ J1) as L1. change (inject_Z 0) with 0 in L0. split; lra.
  - intros k Hk x Hx. rewrite F. apply (long_in _ HD); [lia|apply (thirds _ HD); exact Hx].
  - intros x Hx. rewrite F. apply (long_out _ HD). rewrite Z2Nat.id by lia. pose proof (later (Names.base P) ltac:(lia) 0 t T0) as L0. change (inject_Z 0) with 0 in L0. change (inject_Z (-2)) with (-2) in Hx. change (inject_Z (-1)) with (-1) in Hx. destruct Hx as [E | [E | [E | [E | E]]]]; rewrite E; [left|left|right|right|right]; lra.
  - intros r Hr. assert (Id : forall x, Names.qmap P t r x == x) by (intros x; apply (sparse_none P WF); [lia|split; [lia|]; assert (Names.n P * Names.base P <= (r - 1) * (Names.n P * Names.base P))%Z by nia; lia]). split; [|intros x _; apply Id].
    intros x. split; [intros Br; exfalso; exact (no_breaks _ x Id Br)|intros [i [[] _]]].
Qed.
Lemma breakpoint_same f g x : (forall y, f y == g y) -> breakpoint f x <-> breakpoint g x.
Proof. intros E. unfold breakpoint. split; intros H [e [a [b [He A]]]]; apply H; exists e, a, b; (split; [exact He|]); intros y Y1 Y2; [rewrite E|rewrite <- E]; apply A; assumption. Qed.
Theorem E1_rest : Statements.yun2020b_E_1_rest.
Proof.
  intros P WF _ _ _ _ i Hi r Hr. pose proof (sparse_sizes P WF) as (N2 & D1 & HD). change (Names.delta P) with (Definitions.delta (Names.base P)) in *. assert (Hd : (1 <= 1 <= Names.d P)%Z) by (unfold Names.d; lia). assert (Pos : (0 <= Names.n P * Names.base P)%Z) by (unfold Names.n; nia).
  assert (W : forall m, Names.whole (inject_Z m / Definitions.delta (Names.base P)) = (m * Names.base P)%Z) by (intros m; unfold Names.whole; rewrite (Qfloor_comp _ _ (over_delta _ HD m)); apply Qfloor_Z).
  assert (W1 : Names.whole (inject_Z i * inject_Z (Names.n P) / Definitions.delta (Names.base P)) = (i * (Names.n P * Names.base P))%Z) by (unfold Names.whole; rewrite (Qfloor_comp _ (inject_Z (i * Names.n P) / Definitions.delta (Names.base P))) by (rewrite inject_Z_mult; reflexivity); fold (Names.whole (inject_Z (i * Names.n P) / Definitions.delta (Names.base P))); rewrite W; ring).
  rewrite W1, W. assert (F1 : forall x, Names.qmap P (Names.n P * Names.base P) 1 x == steps (Names.base P) (Names.tokens P * Z.to_nat (Names.base P)) x) by (intros x; apply (sparse_full P WF); lia). split.
  - intros L. assert (F : forall x, Names.qmap P (i * (Names.n P * Names.base P)) r x == Names.qmap P (Names.n P * Names.base P) 1 x) by (intros x; rewrite F1; apply (sparse_full P WF); [exact Hr|nia]).
    split; [intros x; apply breakpoint_same; exact F|intros x _; apply F].
  - intros L. assert (Id : forall x, Names.qmap P (i * (Names.n P * Names.base P)) r x == x) by (intros x; apply (sparse_none P WF); [exact Hr|nia]). split; [|intros x _; apply Id].
    intros x. split; [intros Br; exfalso; exact (no_breaks _ x Id Br)|intros [j [[] _]]].
Qed.

(* ---- yun2020a with encodings ---- *)
Section Encoded.
Variable P : Names_yun2020a.run.
Hypothesis WF : Names_yun2020a.well_formed P.
Notation n := (Names_yun2020a.tokens P).
Notation d := (Names_yun2020a.rows P).
Notation D := (Names_yun2020a.base P).
Lemma dense_sizes : (2 <= n)%nat /\ (1 <= d)%nat /\ (2 <= D)%Z.
Proof. destruct WF as (A & B & C & _). auto. Qed.
Hypothesis EP : Names_yun2020a.encoded P = true.
Lemma encoded_layers : Names_yun2020a.layers_quantize P = (Names_yun2020a.d P * Names_yun2020a.n P * D)%Z.
Proof. pose proof dense_sizes. unfold Names_yun2020a.layers_quantize, Names_yun2020a.quantizer. rewrite EP, long_length. unfold Names_yun2020a.d, Names_yun2020a.n. rewrite !Nat2Z.inj_mul, Z2Nat.id by lia. ring. Qed.
Lemma encoded_map r x : (1 <= r <= Names_yun2020a.d P)%Z -> Names_yun2020a.qmap P (Names_yun2020a.layers_quantize P) r x == steps D (n * Z.to_nat D) x.
Proof.
  intros Hr. pose proof dense_sizes as (N2 & D1 & HD). unfold Names_yun2020a.qmap, Names_yun2020a.layers_quantize, Names_yun2020a.quantizer. rewrite EP, Nat2Z.id, long_length. rewrite (long_map n d D) by exact (at_range r d Hr).
  replace (Nat.min (d * (n * Z.to_nat D) - Names.at_ r * (n * Z.to_nat D)) (n * Z.to_nat D)) with (n * Z.to_nat D)%nat; [reflexivity|]. pose proof (at_range r d Hr). rewrite <- Nat.mul_sub_distr_r. nia.
Qed.
Lemma encoded_size : Z.of_nat (n * Z.to_nat D) = (Names_yun2020a.n P * D)%Z.
Proof. pose proof dense_sizes. unfold Names_yun2020a.n. rewrite Nat2Z.inj_mul, Z2Nat.id by lia. reflexivity. Qed.
End Encoded.
Ltac encoded_quantizer P WF Dom EP := intros P WF Dom; assert (EP : Names_yun2020a.encoded P = true) by (destruct Dom as (_ & _ & _ & Pos); unfold Names_yun2020a.positional in Pos; destruct (Names_yun2020a.encoded P); [reflexivity|discriminate]); clear Dom.
Theorem C1_layers : Statements.yun2020a_C_1_layers.
Proof.
  encoded_quantizer P WF Dom EP. pose proof (dense_sizes P WF) as (N2 & D1 & HD). rewrite (encoded_layers P WF EP). change (Names_yun2020a.delta P) with (Definitions.delta (Names_yun2020a.base P)). rewrite <- inject_Z_mult, (over_delta _ HD). reflexivity.
Qed.
Theorem C1_index : Statements.yun2020a_C_1_index_k_repaired.
Proof.
  encoded_quantizer P WF Dom EP. pose proof (dense_sizes P WF) as (N2 & D1 & HD). intros L r Hr. pose proof (encoded_size P WF) as ES. change (Names_yun2020a.delta P) with (Definitions.delta (Names_yun2020a.base P)). change (Names_yun2020a.D P) with (Names_yun2020a.base P). split.
  - intros x. rewrite <- ES. apply (long_breaks _ HD); [nia|]. intros y. exact (encoded_map P WF EP r y Hr).
  - intros j Hj x Hx. unfold L. rewrite (encoded_map P WF EP r x Hr). apply (long_in _ HD); [lia|apply (thirds _ HD); exact Hx].
Qed.
Theorem C1_range : Statements.yun2020a_C_1_range_repaired.
Proof.
  intros P WF Dom L r Hr. destruct (C1_index P WF Dom r Hr) as [Br In]. split; [exact Br|]. intros j Hj. split.
  - exists j. split; [exact Hj|]. apply (In j Hj). left. reflexivity.
  - intros x Hx. unfold L. rewrite (In j Hj x) by (right; exact Hx). symmetry. apply (In j Hj). left. reflexivity.
Qed.

(* At the end, n, nothing is quantised. *)
Theorem C1_end : Statements.yun2020a_C_1_range.
Proof.
  intros All. set (P := {| Names_yun2020a.tokens := 2; Names_yun2020a.rows := 1; Names_yun2020a.base := 2; Names_yun2020a.encoded := true; Names_yun2020a.widened := false |}).
  assert (WF : Names_yun2020a.well_formed P) by (repeat split; cbn; lia). specialize (All P WF ltac:(cbn; repeat split; lia) 2 ltac:(right; right; right; right; reflexivity)). destruct All as [j [[J1 J2] E]].
  rewrite (encoded_map P WF eq_refl 1 2) in E by (cbn; lia). change (steps 2 4 2 == inject_Z j * Definitions.delta 2) in E. rewrite (Quantizer.steps_outside 2 ltac:(lia)) in E by (right; unfold Qle; cbn; lia). cbn in J2. unfold Definitions.delta, Qeq in E. cbn in E. lia.
Qed.

(* ---- yun2020a without encodings, and sparsebert ---- *)
Section Plain.
Variable P : Names_yun2020a.run.
Hypothesis WF : Names_yun2020a.well_formed P.
Hypothesis EP : Names_yun2020a.encoded P = false.
Notation n := (Names_yun2020a.tokens P).
Notation d := (Names_yun2020a.rows P).
Notation D := (Names_yun2020a.base P).
Notation out := (- inject_Z (D ^ Z.of_nat (n * d))).
Lemma plain_layers : Names_yun2020a.layers_quantize P = (Names_yun2020a.d P * (D + 1))%Z.
Proof. pose proof (dense_sizes P WF). unfold Names_yun2020a.layers_quantize, Names_yun2020a.quantizer. rewrite EP, short_length. unfold Names_yun2020a.d. rewrite Nat2Z.inj_mul, Nat2Z.inj_succ, Z2Nat.id by lia. ring. Qed.
Lemma plain_map t r k x : (1 <= r <= Names_yun2020a.d P)%Z -> (0 <= k)%Z -> (t = (r - 1) * (D + 1) + 1 + k)%Z -> Names_yun2020a.qmap P t r x == steps D (Nat.min (Z.to_nat k) (Z.to_nat D)) (step_of (to_range n d D (Names.at_ r)) x).
Proof.
  intros Hr Hk ->. pose proof (dense_sizes P WF) as (N2 & D1 & HD). unfold Names_yun2020a.qmap, Names_yun2020a.quantizer. rewrite EP.
  replace (Z.to_nat ((r - 1) * (D + 1) + 1 + k)) with (Names.at_ r * S (Z.to_nat D) + S (Z.to_nat k))%nat by (unfold Names.at_; nia). apply (short_map n d D HD). exact (at_range r d Hr).
Qed.
Lemma plain_whole r x : (1 <= r <= Names_yun2020a.d P)%Z -> Names_yun2020a.qmap P (Names_yun2020a.layers_quantize P) r x == steps D (Z.to_nat D) (step_of (to_range n d D (Names.at_ r)) x).
Proof.
  intros Hr. pose proof (dense_sizes P WF) as (N2 & D1 & HD). rewrite plain_layers. rewrite (plain_map _ r (Names_yun2020a.d P * (D + 1) - ((r - 1) * (D + 1) + 1)) x Hr) by nia. rewrite Nat.min_r by nia. reflexivity.
Qed.
Lemma plain_out : - (Names_yun2020a.delta P ^ (- Names_yun2020a.n P * Names_yun2020a.d P)) == out.
Proof. pose proof (dense_sizes P WF) as (N2 & D1 & HD). exact (out_power n d D HD). Qed.
End Plain.
Ltac plain_quantizer P WF Dom EP := intros P WF Dom; assert (EP : Names_yun2020a.encoded P = false) by (destruct Dom as (_ & _ & _ & Pos); unfold Names_yun2020a.positional in Pos; destruct (Names_yun2020a.encoded P); [discriminate|reflexivity]); clear Dom; pose proof (dense_sizes P WF) as (N2 & D1 & HD).
Theorem lemma5 : Statements.yun2020a_5_1_lemma5.
Proof.
  plain_quantizer P WF Dom EP. intros L r Hr. change (Names_yun2020a.D P) with (Names_yun2020a.base P). split; [|split].
  - apply (short_breaks (Names_yun2020a.tokens P) (Names_yun2020a.rows P) (Names_yun2020a.base P) HD _ (Names.at_ r)). intros x. exact (plain_whole P WF EP r x Hr).
  - intros j Hj x Hx. unfold L. rewrite (plain_whole P WF EP r x Hr). apply (short_in _ _ _ HD); [rewrite Z2Nat.id by lia; lia|lia|apply (thirds _ HD); exact Hx].
  - intros x Hx. unfold L. rewrite (plain_whole P WF EP r _ Hr), (plain_out P WF). apply (short_out _ _ _ HD). apply integers_outside. exact Hx.
Qed.
Theorem lemma5_layers : Statements.yun2020a_5_1_lemma5_layers.
Proof.
  plain_quantizer P WF Dom EP. rewrite (plain_layers P WF EP). change (Names_yun2020a.delta P) with (Definitions.delta (Names_yun2020a.base P)). rewrite (over_delta _ HD), <- inject_Z_plus. apply inject_Z_injective. ring.
Qed.
Theorem claim1_quantise : Statements.yun2020a_5_claim1_quantise.
Proof.
  intros P WF Dom L r Hr. destruct (lemma5 P WF Dom r Hr) as [Br [In Out]]. split; [exact Br|]. split; [|exact Out]. intros j Hj k. assert (E : k == inject_Z j * Names_yun2020a.delta P) by (apply (In j Hj); left; reflexivity). split.
  - exists j. split; [exact Hj|exact E].
  - intros x Hx. rewrite E. apply (In j Hj). right. exact Hx.
Qed.
Theorem outside_to_minus : Statements.yun2020a_5_1_outside_to_minus.
Proof.
  intros P WF Dom L r Hr. destruct (lemma5 P WF Dom r Hr) as [Br [_ Out]]. pose proof (dense_sizes P WF) as (N2 & D1 & HD). change (Names_yun2020a.delta P) with (Definitions.delta (Names_yun2020a.base P)) in Br. change (Names_yun2020a.D P) with (Names_yun2020a.base P) in Br.
  assert (In : forall x, Names_yun2020a.qbreaks P L r x -> 0 <= x /\ x <= 1).
  { intros x Hx. apply Br in Hx. destruct Hx as [j [[J0 J1] E]]. rewrite E. pose proof (later (Names_yun2020a.base P) ltac:(lia) 0 j J0) as L0. pose proof (later (Names_yun2020a.base P) ltac:(lia) j _ J1) as L1. rewrite (unit_range _ HD) in L1. change (inject_Z 0) with 0 in L0. split; lra. }
  split; [|split; [|exact Out]].
  - exists 1. split; [|reflexivity]. split; [|intros x Hx; apply In; exact Hx]. exists (inject_Z (Names_yun2020a.base P) * Definitions.delta (Names_yun2020a.base P)). split; [|exact (unit_range _ HD)]. apply Br. exists (Names_yun2020a.base P). split; [lia|reflexivity].
  - exists 0. split; [|reflexivity]. split; [|intros x Hx; apply In; exact Hx]. exists 0. split; [|reflexivity]. apply Br. exists 0%Z. split; [lia|]. change (inject_Z 0) with 0. ring.
Qed.
Theorem first_layer : Statements.yun2020a_B_4_first_layer.
Proof.
  plain_quantizer P WF Dom EP. intros L r Hr t. assert (F : forall x, Names_yun2020a.qmap P t r x == step_of (to_range (Names_yun2020a.tokens P) (Names_yun2020a.rows P) (Names_yun2020a.base P) (Names.at_ r)) x) by (intros x; rewrite (plain_map P WF EP t r 0 x Hr ltac:(lia)) by (unfold t, Names_yun2020a.D; ring); reflexivity).
  split; [|split].
  - apply (clip_breaks (Names_yun2020a.base P) ltac:(lia) (Names_yun2020a.tokens P) (Names_yun2020a.rows P)); intros x Hx; rewrite F; [apply (clip_inside _)|apply (clip_outside _)]; exact Hx.
  - intros x Hx. rewrite F. apply (clip_inside _). unfold Qdiv in Hx. change (1 * / 3) with (1 # 3) in Hx. change (2 * / 3) with (2 # 3) in Hx. destruct Hx as [E | [E | E]]; rewrite E; split; cbv; congruence.
  - intros x Hx. pose proof (integers_outside x Hx) as O. rewrite (plain_out P WF). split; [rewrite F; apply (clip_outside _); exact O|unfold L; rewrite (plain_whole P WF EP r _ Hr); apply (short_out _ _ _ HD); exact O].
Qed.
Theorem layer_k : Statements.yun2020a_B_4_layer_k.
Proof.
  plain_quantizer P WF Dom EP. intros r Hr k Hk t. change (Names_yun2020a.D P) with (Names_yun2020a.base P) in *. change (Names_yun2020a.delta P) with (Definitions.delta (Names_yun2020a.base P)).
  assert (F0 : forall x, Names_yun2020a.qmap P (t - 1) r x == steps (Names_yun2020a.base P) (Z.to_nat k) (step_of (to_range (Names_yun2020a.tokens P) (Names_yun2020a.rows P) (Names_yun2020a.base P) (Names.at_ r)) x)) by (intros x; rewrite (plain_map P WF EP (t - 1) r k x Hr ltac:(lia)) by (unfold t; ring); rewrite Nat.min_l by lia; reflexivity).
  assert (F1 : forall x, Names_yun2020a.qmap P t r x == steps (Names_yun2020a.base P) (S (Z.to_nat k)) (step_of (to_range (Names_yun2020a.tokens P) (Names_yun2020a.rows P) (Names_yun2020a.base P) (Names.at_ r)) x)) by (intros x; rewrite (plain_map P WF EP t r (k + 1) x Hr ltac:(lia)) by (unfold t; ring); rewrite Nat.min_l by lia; replace (Z.to_nat (k + 1)) with (S (Z.to_nat k)) by lia; reflexivity).
  assert (Cl : forall j x, (0 <= j <= Names_yun2020a.base P - 1)%Z -> inject_Z j * Definitions.delta (Names_yun2020a.base P) <= x /\ x < inject_Z (j + 1) * Definitions.delta (Names_yun2020a.base P) -> step_of (to_range (Names_yun2020a.tokens P) (Names_yun2020a.rows P) (Names_yun2020a.base P) (Names.at_ r)) x == x) by (intros j x Hj C; apply (clipped_in _ _ _ HD _ j); [lia|exact C]).
  split; [|split].
  - intros x Hx. apply (thirds _ HD) in Hx. rewrite F0, F1. split.
    + rewrite (steps_same _ _ _ x (Cl k x Hk Hx)). apply (long_out _ HD). right. rewrite Z2Nat.id by lia. apply Hx.
    + apply (short_in _ _ _ HD); [lia|lia|exact Hx].
  - intros j Hj x Hx Ne. apply (thirds _ HD) in Hx. rewrite F0, F1. rewrite !(steps_same _ _ _ x (Cl j x Hj Hx)). destruct (Z.lt_ge_cases j k) as [L|L].
    + rewrite !(long_in _ HD _ j x) by (lia || exact Hx). reflexivity.
    + assert (N : inject_Z (Z.of_nat (S (Z.to_nat k))) * Definitions.delta (Names_yun2020a.base P) <= x) by (pose proof (later (Names_yun2020a.base P) ltac:(lia) (Z.of_nat (S (Z.to_nat k))) j ltac:(lia)); destruct Hx; lra).
      rewrite !(long_out _ HD) by (right; try exact N; pose proof (later (Names_yun2020a.base P) ltac:(lia) (Z.of_nat (Z.to_nat k)) (Z.of_nat (S (Z.to_nat k))) ltac:(lia)); lra). reflexivity.
  - intros x Hx. pose proof (integers_outside x Hx) as O. rewrite F0, F1, !(short_out _ _ _ HD) by exact O. reflexivity.
Qed.
Theorem dense_activations : Statements.yun2020a_B_4_phi_in_Phi.
Proof.
  plain_quantizer P WF Dom EP. intros t Ht. unfold Names_yun2020a.layers_quantize in Ht. unfold Names_yun2020a.q_hidden, Names_yun2020a.q_pieces, Names_yun2020a.q_flat.
  destruct (activations (Names_yun2020a.tokens P) (Names_yun2020a.rows P) (Names_yun2020a.base P) (Names_yun2020a.quantizer P) (Names.at_ t)) as [E [E' F]].
  - unfold Names_yun2020a.quantizer. rewrite EP. apply short_kinds.
  - unfold Names.at_. lia.
  - rewrite E, E'. repeat split; try reflexivity; lia.
Qed.
(* Two layers of one row commute on the points of a cell and on what is out of range. *)
Section Order.
Variables (n d : nat) (D : Z).
Hypothesis HD : (2 <= D)%Z.
Notation delta := (Definitions.delta D).
Definition settled (r : nat) (M : quantizer_layer) : Prop := M = to_range n d D r \/ exists k, (Z.of_nat k < D)%Z /\ M = to_grid D r k.
Lemma settled_cell r M j : settled r M -> (0 <= j < D)%Z -> exists b, forall x, inject_Z j * delta <= x /\ x < inject_Z (j + 1) * delta -> step_of M x == (if b : bool then inject_Z j * delta else x).
Proof.
  intros [-> | [k [Hk ->]]] Hj.
  - exists false. intros x C. exact (clipped_in n d D HD r j x Hj C).
  - exists (Z.eqb (Z.of_nat k) j). intros x [C1 C2]. rewrite (step_grid D). destruct (Z.eqb_spec (Z.of_nat k) j) as [<-|Ne].
    + apply (Quantizer.step_hit D); [exact C1|]. rewrite <- (next_cell D). exact C2.
    + apply (Quantizer.step_miss D). rewrite <- (next_cell D). destruct (Z.lt_ge_cases j (Z.of_nat k)); [left; pose proof (later D ltac:(lia) (j + 1) (Z.of_nat k) ltac:(lia)); lra|right; pose proof (later D ltac:(lia) (Z.of_nat k + 1) j ltac:(lia)); lra].
Qed.
Lemma settled_outside r M x : settled r M -> x < 0 \/ 1 <= x -> (step_of M x == x \/ step_of M x == - inject_Z (D ^ Z.of_nat (n * d))) /\ (M = to_range n d D r -> step_of M x == - inject_Z (D ^ Z.of_nat (n * d))) /\ (M <> to_range n d D r -> step_of M x == x).
Proof.
  intros [-> | [k [Hk ->]]] O.
  - assert (E := clip_outside D n d r x O). split; [right; exact E|]. split; [intros _; exact E|intros N; contradiction].
  - assert (E : step_of (to_grid D r k) x == x). { rewrite (step_grid D). apply (Quantizer.step_miss D). rewrite <- (next_cell D). pose proof (later D ltac:(lia) 0 (Z.of_nat k) ltac:(lia)) as L0. pose proof (later D ltac:(lia) (Z.of_nat k + 1) D ltac:(lia)) as L1. rewrite (unit_range D HD) in L1. change (inject_Z 0) with 0 in L0. destruct O; [left; lra|right; lra]. }
    split; [left; exact E|]. split; [intros T|intros _; exact E]. exfalso. assert (N : length (pieces (hd (drop D) (units (to_grid D r k)))) = 2%nat) by reflexivity. assert (Q0 : hd_error (units (to_grid D r k)) = hd_error (units (to_range n d D r))) by (rewrite T; reflexivity). cbn in Q0. injection Q0 as Q1 Q2. discriminate.
Qed.
Lemma commute_cell r M N j x : settled r M -> settled r N -> (0 <= j < D)%Z -> inject_Z j * delta <= x /\ x < inject_Z (j + 1) * delta -> step_of M (step_of N x) == step_of N (step_of M x).
Proof.
  intros HM HN Hj C. destruct (settled_cell r M j HM Hj) as [a A]. destruct (settled_cell r N j HN Hj) as [b B].
  assert (Stay : forall y, (y == x \/ y == inject_Z j * delta) -> inject_Z j * delta <= y /\ y < inject_Z (j + 1) * delta). { intros y [E|E]; rewrite E; [exact C|]. rewrite (next_cell D). pose proof (delta_pos D HD). split; lra. }
  pose proof (A x C) as Ax. pose proof (B x C) as Bx. rewrite (A (step_of N x)) by (apply Stay; destruct b; [right|left]; exact Bx). rewrite (B (step_of M x)) by (apply Stay; destruct a; [right|left]; exact Ax). destruct a, b; rewrite ?Ax, ?Bx; reflexivity.
Qed.
Lemma commute_outside r M N x : settled r M -> settled r N -> x < 0 \/ 1 <= x -> step_of M (step_of N x) == step_of N (step_of M x).
Proof.
  intros HM HN O. assert (Low := out_low D ltac:(lia) n d). set (o := - inject_Z (D ^ Z.of_nat (n * d))) in *.
  assert (Fix : forall M' y, settled r M' -> (y == x \/ y == o) -> y < 0 \/ 1 <= y) by (intros M' y _ [E|E]; rewrite E; [exact O|left; lra]).
  destruct (settled_outside r M x HM O) as [M0 [M1 M2]]. destruct (settled_outside r N x HN O) as [N0 [N1 N2]].
  destruct (settled_outside r M (step_of N x) HM (Fix M _ HM N0)) as [_ [M3 M4]]. destruct (settled_outside r N (step_of M x) HN (Fix N _ HN M0)) as [_ [N3 N4]]. fold o in M1, M2, N1, N2, M3, M4, N3, N4.
  assert (Dec : forall K, settled r K -> K = to_range n d D r \/ K <> to_range n d D r). { intros K [-> | [k [Hk ->]]]; [left; reflexivity|right; intros T]. assert (Q0 : hd_error (units (to_grid D r k)) = hd_error (units (to_range n d D r))) by (rewrite T; reflexivity). cbn in Q0. injection Q0 as Q1 Q2. discriminate. }
  destruct (Dec M HM) as [EM|EM], (Dec N HN) as [EN|EN].
  - rewrite (M3 EM), (N3 EN). reflexivity.
  - rewrite (M3 EM), (N4 EN), (M1 EM). reflexivity.
  - rewrite (M4 EM), (N3 EN), (N1 EN). reflexivity.
  - rewrite (M4 EM), (N4 EN), (N2 EN), (M2 EM). reflexivity.
Qed.
End Order.
Theorem order : Statements.yun2020a_B_4_order.
Proof.
  plain_quantizer P WF Dom EP. intros r Hr i Hi j Hj s t x Hx. change (Names_yun2020a.D P) with (Names_yun2020a.base P) in *. change (Names_yun2020a.delta P) with (Definitions.delta (Names_yun2020a.base P)) in *.
  assert (Step : forall u m, (1 <= m <= Names_yun2020a.base P + 1)%Z -> (u = (r - 1) * (Names_yun2020a.base P + 1) + m)%Z -> exists M, settled (Names_yun2020a.tokens P) (Names_yun2020a.rows P) (Names_yun2020a.base P) (Names.at_ r) M /\ forall y, Names_yun2020a.qstep P u r y = step_of M y).
  { intros u m Hm ->. pose proof (at_range r (Names_yun2020a.rows P) Hr) as Hr'. unfold Names_yun2020a.qstep, step_at, Names_yun2020a.quantizer. rewrite EP. replace (Names.at_ ((r - 1) * (Names_yun2020a.base P + 1) + m)) with (Names.at_ r * S (Z.to_nat (Names_yun2020a.base P)) + Z.to_nat (m - 1))%nat by (unfold Names.at_; nia).
    rewrite (short_at _ _ _) by lia. destruct (Z.to_nat (m - 1)) as [|k] eqn:Ek; cbn [nth_error].
    - exists (to_range (Names_yun2020a.tokens P) (Names_yun2020a.rows P) (Names_yun2020a.base P) (Names.at_ r)). split; [left; reflexivity|]. intros y. cbn [written to_range]. rewrite Nat.eqb_refl. reflexivity.
    - exists (to_grid (Names_yun2020a.base P) (Names.at_ r) k). split; [right; exists k; split; [lia|reflexivity]|]. intros y. rewrite nth_error_map, (nth_error_nth' _ O) by (rewrite seq_length; lia). rewrite seq_nth by lia. cbn [option_map Nat.add written to_grid]. rewrite Nat.eqb_refl. reflexivity. }
  destruct (Step s i ltac:(lia) eq_refl) as [M [HM EM]]. destruct (Step t j ltac:(lia) eq_refl) as [N [HN EN]]. rewrite EN, EM, EM, EN. destruct Hx as [[i' [Hi' E]]|[g [Hg C]]].
  - apply (commute_outside (Names_yun2020a.tokens P) (Names_yun2020a.rows P) _ HD (Names.at_ r)); [exact HM|exact HN|]. rewrite E. apply integers_outside. exact Hi'.
  - apply (commute_cell (Names_yun2020a.tokens P) (Names_yun2020a.rows P) _ HD (Names.at_ r) M N g); [exact HM|exact HN|lia|]. apply (thirds _ HD). exact C.
Qed.

(* sparsebert has the quantiser of yun2020a. *)
Section Sparsebert.
Variable P : Names_sparsebert.run.
Definition twin : Names_yun2020a.run := {| Names_yun2020a.tokens := Names_sparsebert.tokens P; Names_yun2020a.rows := Names_sparsebert.rows P; Names_yun2020a.base := Names_sparsebert.base P; Names_yun2020a.encoded := Names_sparsebert.encoded P; Names_yun2020a.widened := false |}.
Lemma twin_formed : Names_sparsebert.well_formed P -> Names_yun2020a.well_formed twin.
Proof. intros (A & B & C). repeat split; auto. Qed.
End Sparsebert.
Theorem lemma3_layers : Statements.sparsebert_A_2_1_lemma3_layers.
Proof. intros P WF Dom. exact (lemma5_layers (twin P) (twin_formed P WF) Dom). Qed.
Theorem lemma3_index : Statements.sparsebert_A_2_1_lemma3_index_repaired.
Proof.
  intros P WF Dom g Hg. assert (Hd : (1 <= 1 <= Names_yun2020a.d (twin P))%Z) by (destruct Dom as (_ & ? & _); unfold Names_yun2020a.d, Names_sparsebert.d in *; cbn; lia). destruct (lemma5 (twin P) (twin_formed P WF) Dom 1%Z Hd) as [_ [In _]]. apply (In g Hg). left. reflexivity.
Qed.
