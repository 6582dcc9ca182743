(* The runs of yun2020a without encodings, in the names of claims: ids before, within and after the sweep and after the global shift, as whole numbers of delta (SortedSweep.v), for every sorted input
   of the extended grid; and what the three categories say about these numbers. *)
From Coq Require Import QArith Qround Lqa List Arith Lia Bool.
From Hardmax Require Import Definitions Arithmetic Digits SelectiveShift Layers Heads Network Dense Runs Sweep DenseLayers SortedSweep.
From Hardmax Require Names Names_yun2020a.
Import ListNotations.
Open Scope Q_scope.
Notation input := Names_yun2020a.input.

Lemma number_at_most d D x : (1 <= D)%Z -> (forall r, (r < d)%nat -> (x r <= D - 1)%Z) -> (number d D x <= D ** d - 1)%Z.
Proof.
  intros HD. induction d as [|d IH]; intros H; [cbn; lia|]. cbn [number]. rewrite pow_step. specialize (IH ltac:(intros; apply H; lia)). specialize (H d ltac:(lia)). pose proof (pow_positive D d ltac:(lia)). nia.
Qed.

Section Run.
Variable P : Names_yun2020a.run.
Notation n := (Names_yun2020a.tokens P).
Notation d := (Names_yun2020a.rows P).
Notation D := (Names_yun2020a.base P).
Notation q := (D ** d)%Z.
Hypothesis WF : Names_yun2020a.well_formed P.
Hypothesis plain_run : Names_yun2020a.encoded P = false.
Lemma n2 : (2 <= n)%nat. Proof. apply WF. Qed.
Lemma d1 : (1 <= d)%nat. Proof. apply WF. Qed.
Lemma D2 : (2 <= D)%Z. Proof. apply WF. Qed.
Lemma q2 : (2 <= q)%Z. Proof. exact (pow_at_least D d D2 d1). Qed.

Section Input.
Variable H : matrix.
Hypothesis HH : input P H.

Definition entry_units (r k : nat) : Z := Qfloor (H r k * inject_Z D).
Lemma entry_is r k : (r < d)%nat -> (k < n)%nat -> H r k == inject_Z (entry_units r k) * Definitions.delta D /\ ((0 <= entry_units r k < D)%Z \/ entry_units r k = (- (D ** (n * d) * D))%Z).
Proof.
  intros Hr Hk. assert (Whole : forall m, H r k == inject_Z m * Definitions.delta D -> entry_units r k = m).
  { intros m E. unfold entry_units. rewrite (Qfloor_comp _ (inject_Z m)); [apply Qfloor_Z|]. rewrite E. unfold Definitions.delta. field. exact (base_not_zero _ D2). }
  assert (Grid : (exists m, (0 <= m < D)%Z /\ H r k == inject_Z m * Definitions.delta D) \/ H r k == out_of_range n d D).
  { pose proof HH as I. unfold input in I. destruct (Names_yun2020a.widened P); [exact (I r k Hr Hk)|left; exact (I r k Hr Hk)]. }
  destruct Grid as [[m [Hm E]]|E].
  - rewrite (Whole m E). split; [exact E|left; exact Hm].
  - assert (E' : H r k == inject_Z (- (D ** (n * d) * D)) * Definitions.delta D).
    { rewrite E. unfold out_of_range, Definitions.delta. rewrite inject_Z_opp, inject_Z_mult. field. exact (base_not_zero _ D2). }
    rewrite (Whole _ E'). split; [exact E'|right; reflexivity].
Qed.
Definition x (k : nat) : Z := number d D (fun r => entry_units r k).
Lemma input_ids : represents n d D x (encode false H).
Proof.
  intros k Hk. unfold column_id, dot, x. rewrite <- (total_is_number D). apply total_ext. intros r Hr. apply in_seq in Hr.
  destruct (entry_is r k ltac:(lia) Hk) as [E _]. unfold encode, encoding. rewrite E. ring.
Qed.
Lemma x_below k : (k < n)%nat -> (x k <= q - 1)%Z.
Proof.
  intros Hk. apply number_at_most; [pose proof D2; lia|]. intros r Hr. destruct (entry_is r k Hr Hk) as [_ [B|B]]; [lia|]. pose proof D2. pose proof (pow_positive D (n * d) ltac:(lia)). nia.
Qed.

(* ---- Ids ---- *)
Hypothesis Sorted : Names_yun2020a.sorted P H = 1%Z.
Lemma x_rises j : (S j < n)%nat -> (x j <= x (S j))%Z.
Proof.
  intros Hj. unfold Names_yun2020a.sorted in Sorted. destruct (rising_columns n d D H) eqn:R; [|discriminate]. unfold rising_columns in R. rewrite forallb_forall in R.
  specialize (R (S j) ltac:(apply in_seq; lia)). replace (S j - 1)%nat with j in R by lia. apply Qle_bool_iff in R.
  assert (I : forall k, (k < n)%nat -> column_id d D H k == U D (x k)).
  { intros k Hk. pose proof (input_ids k Hk) as E. unfold U. rewrite <- E. unfold column_id, dot. apply total_ext. intros r _. unfold encode, encoding. ring. }
  rewrite !I in R by lia. apply u_le in R; [exact R|exact D2].
Qed.
Lemma last_below : (x (n - 1)%nat <= q - 1)%Z.
Proof. apply x_below. pose proof n2. lia. Qed.
Notation swept_to := (swept_to n q x).
Notation sw := (sw n q x).
Lemma everyone_tokens : forall k j, (k < n)%nat -> In j ((fun _ : nat => seq 0 n) k) -> (j < n)%nat.
Proof. intros k j _ Hj. apply in_seq in Hj. lia. Qed.
Lemma everyone_there : forall k, (k < n)%nat -> (fun _ : nat => seq 0 n) k <> [].
Proof. intros k Hk E. destruct n; [lia|discriminate]. Qed.
Lemma sweep_length : length (Names_yun2020a.first_stage P) = Z.to_nat q.
Proof. unfold Names_yun2020a.first_stage. rewrite plain_run. cbn [sweep]. unfold sweep_of. rewrite map_length, seq_length. reflexivity. Qed.
Lemma selective_layers : Names_yun2020a.layers_selective_shift P = q.
Proof. unfold Names_yun2020a.layers_selective_shift. rewrite sweep_length. pose proof q2. lia. Qed.
Lemma global_layers : Names_yun2020a.layers_global_shift P = 1%Z.
Proof. reflexivity. Qed.
Lemma state_in_sweep t : (0 <= t <= q)%Z -> represents n d D (fun j => shift_range q (fun _ => seq 0 n) 0 (Z.to_nat t) x j) (Names_yun2020a.state P t H).
Proof.
  intros Ht. unfold Names_yun2020a.state, Names_yun2020a.layers. rewrite firstn_app, sweep_length. replace (Z.to_nat t - Z.to_nat q)%nat with O by lia. cbn [firstn]. rewrite app_nil_r, plain_run. unfold Names_yun2020a.first_stage. rewrite plain_run.
  exact (sweep_layers n d D (fun _ => seq 0 n) d1 D2 everyone_tokens everyone_there x (encode false H) (Z.to_nat t) input_ids ltac:(lia)).
Qed.
Lemma v_units t k : (0 <= t <= q)%Z -> (1 <= k <= Z.of_nat n)%Z -> Names_yun2020a.v P t H k == U D (swept_to t (Names.at_ k)).
Proof.
  intros Ht Hk. pose proof (at_range k n Hk) as Hk'. pose proof (state_in_sweep t Ht (Names.at_ k) Hk') as E. cbv beta in E.
  rewrite (sorted_sweep n q x n2 q2 x_rises last_below) in E by (lia || assumption). rewrite Z2Nat.id in E by lia. exact E.
Qed.
Lemma z_units k : (1 <= k <= Z.of_nat n)%Z -> Names_yun2020a.z P H k == U D (x (Names.at_ k)).
Proof.
  intros Hk. unfold Names_yun2020a.z. rewrite v_units by (pose proof q2; lia || assumption). unfold SortedSweep.swept_to. destruct (Z.leb_spec 0 (x (Names.at_ k))), (Z.ltb_spec (x (Names.at_ k)) 0); cbn [andb]; try lia; reflexivity.
Qed.
Lemma swept_all j : (j < n)%nat -> swept_to q j = sw j.
Proof.
  intros Hj. unfold SortedSweep.swept_to. pose proof (at_most n q x n2 q2 x_rises last_below j Hj). pose proof last_below. pose proof q2.
  destruct (Z.leb_spec 0 (x j)), (Z.ltb_spec (x j) q); cbn [andb]; try lia; try reflexivity; rewrite (sw_negative n q x n2 q2 x_rises last_below j) by lia; reflexivity.
Qed.
Lemma zt_units k : (1 <= k <= Z.of_nat n)%Z -> Names_yun2020a.zt P H k == U D (sw (Names.at_ k)).
Proof.
  intros Hk. unfold Names_yun2020a.zt. rewrite selective_layers, v_units by (pose proof q2; lia || assumption). rewrite swept_all by exact (at_range k n Hk). reflexivity.
Qed.
Definition c_units : Z := (D ^ Z.of_nat ((n + 1) * d))%Z.
Definition final_id (j : nat) : Z := (sw j + c_units * (if (sw j <? 0)%Z then x 0%nat else sw (n - 1)%nat))%Z.
Lemma c_form : c_units = (q ** (n + 1))%Z.
Proof. unfold c_units. rewrite <- Z.pow_mul_r by lia. f_equal. lia. Qed.
Lemma sw_last j : (j < n)%nat -> (0 <= x (n - 1)%nat)%Z -> (sw j <= sw (n - 1)%nat)%Z.
Proof.
  intros Hj L. destruct (Z.lt_ge_cases (x j) 0) as [N|N]; [rewrite (sw_negative n q x n2 q2 x_rises last_below j N); pose proof (sw_least n q x n2 q2 x_rises last_below (n - 1) ltac:(pose proof n2; lia) L); lia|].
  apply (sw_ordered n q x n2 q2 x_rises last_below); [lia|exact N].
Qed.
Lemma id_units k : (1 <= k <= Z.of_nat n)%Z -> Names_yun2020a.id P H k == U D (final_id (Names.at_ k)).
Proof.
  intros Hk. pose proof (at_range k n Hk) as Hk'. pose proof n2. pose proof q2. unfold Names_yun2020a.id. rewrite selective_layers, global_layers. unfold Names_yun2020a.v, Names_yun2020a.state, Names_yun2020a.layers.
  rewrite firstn_all2 by (rewrite app_length, sweep_length; unfold Names_yun2020a.last_stage, global_shifts; rewrite repeat_length; lia).
  rewrite Network.run_append, sweep_length. unfold Names_yun2020a.last_stage, global_shifts. cbn [repeat Definitions.run].
  set (Y := Definitions.run d 1 (Names_yun2020a.edges P) 0 (Names_yun2020a.first_stage P) (encode (Names_yun2020a.encoded P) H)).
  assert (RY : represents n d D sw Y).
  { intros j Hj. pose proof (state_in_sweep q ltac:(lia) j Hj) as E. cbv beta in E. rewrite (sorted_sweep n q x n2 q2 x_rises last_below), Z2Nat.id, swept_all in E by (lia || assumption). unfold Names_yun2020a.state, Names_yun2020a.layers in E.
    rewrite firstn_app, sweep_length, Nat.sub_diag in E. cbn [firstn] in E. rewrite app_nil_r, <- sweep_length, firstn_all in E. exact E. }
  pose proof (global_layer n d D (fun _ => seq 0 n) d1 D2 everyone_tokens everyone_there sw Y RY (Names_yun2020a.multiplier P)
    ltac:(intros j Hj E i Hi; apply in_seq in Hi; exact (proj2 (sw_zero n q x n2 q2 x_rises last_below j Hj E i ltac:(lia)))) (Names.at_ k) Hk') as G.
  assert (Em : Names_yun2020a.multiplier P = c_units) by (unfold Names_yun2020a.multiplier, c_yun2020a; rewrite plain_run; reflexivity). rewrite Em in G.
  assert (EP : pulled (fun _ => seq 0 n) sw c_units (Names.at_ k) = final_id (Names.at_ k)).
  { unfold pulled, final_id. do 2 f_equal. destruct (Z.ltb_spec (sw (Names.at_ k)) 0) as [N|N].
    - assert (X : (x (Names.at_ k) < 0)%Z). { destruct (Z.lt_ge_cases (x (Names.at_ k)) 0) as [M|M]; [exact M|]. pose proof (sw_least n q x n2 q2 x_rises last_below (Names.at_ k) Hk' M). pose proof (at_most n q x n2 q2 x_rises last_below (Names.at_ k) Hk'). lia. }
      assert (X0 : (x 0%nat < 0)%Z) by (pose proof (at_most n q x n2 q2 x_rises last_below (Names.at_ k) Hk'); lia).
      apply smallest_is; [exists O; split; [apply in_seq; lia|apply (sw_negative n q x n2 q2 x_rises last_below); exact X0]|]. intros i Hi. apply in_seq in Hi. pose proof (at_most n q x n2 q2 x_rises last_below i ltac:(lia)).
      destruct (Z.lt_ge_cases (x i) 0) as [M|M]; [rewrite (sw_negative n q x n2 q2 x_rises last_below i M); lia|]. pose proof (sw_least n q x n2 q2 x_rises last_below i ltac:(lia) M). lia.
    - assert (X : (0 <= x (Names.at_ k))%Z) by (destruct (Z.lt_ge_cases (x (Names.at_ k)) 0) as [M|M]; [rewrite (sw_negative n q x n2 q2 x_rises last_below _ M) in N; lia|exact M]).
      pose proof (at_most n q x n2 q2 x_rises last_below (Names.at_ k) Hk'). apply largest_is; [exists (n - 1)%nat; split; [apply in_seq; lia|reflexivity]|]. intros i Hi. apply in_seq in Hi. apply sw_last; lia. }
  rewrite <- EP, Em. exact G.
Qed.
End Input.
End Run.
