(* Claims of yun2020a with positional encodings (Section C.2), for every run and every input. The numbers are those of EncodedRuns.v. *)
From Coq Require Import QArith Qround Lqa List Arith Lia Bool.
From Hardmax Require Import Definitions Arithmetic Digits SelectiveShift Layers Heads Network Dense Runs Sweep EncodedSweep DenseLayers DenseRuns DenseInputs EncodedRuns ClaimsSweep.
From Hardmax Require Names Names_yun2020a Statements.
Import ListNotations.
Open Scope Q_scope.

Notation W_of P := (Names_yun2020a.base P * weights (Names_yun2020a.rows P) (Names_yun2020a.base P))%Z.
Ltac encoded_dense := intros P WF Dom;
  assert (EP : Names_yun2020a.encoded P = true) by (unfold Names_yun2020a.positional in Dom; destruct (Names_yun2020a.encoded P); [reflexivity|intuition discriminate]);
  pose proof (n2 P WF); pose proof (d1 P WF); pose proof (D2 P WF : (2 <= Names.base (sizes P))%Z); pose proof (q2 P WF); assert (2 <= Names.n (sizes P))%Z by (unfold Names.n; cbn; lia); assert (1 <= Names.d (sizes P))%Z by (unfold Names.d; cbn; lia).
(* As dunits of ClaimsSweep.v, of runs with encodings. *)
Lemma zt_encoded P (WF : Names_yun2020a.well_formed P) (EP : Names_yun2020a.encoded P = true) H (HH : input P H) k : (1 <= k <= Names.n (sizes P))%Z -> Names_yun2020a.zt P H k == U (Names.base (sizes P)) (last_ids (Names_yun2020a.tokens P) (q_of P) (W_of P) (y P H) (Names.at_ k)).
Proof. exact (encoded_zt P WF EP H HH k). Qed.
Lemma id_encoded P (WF : Names_yun2020a.well_formed P) (EP : Names_yun2020a.encoded P = true) H (HH : input P H) k : (1 <= k <= Names.n (sizes P))%Z ->
  Names_yun2020a.id P H k == U (Names.base (sizes P)) (last_ids (Names_yun2020a.tokens P) (q_of P) (W_of P) (y P H) (Names.at_ k) + encoded_c P * peak (Names_yun2020a.tokens P) (q_of P) (W_of P) (y P H)).
Proof. exact (encoded_id P WF EP H HH k). Qed.
Lemma z_encoded P (WF : Names_yun2020a.well_formed P) (EP : Names_yun2020a.encoded P = true) H (HH : input P H) k : (1 <= k <= Names.n (sizes P))%Z -> Names_yun2020a.z P H k == U (Names.base (sizes P)) (y P H (Names.at_ k)).
Proof. exact (encoded_z P WF EP H HH k). Qed.
Ltac eunits :=
  lazymatch goal with
  | |- ?y == U _ _ =>
    lazymatch y with
    | U ?D ?a => exact (Qeq_refl (U D a))
    | Names.delta _ => eapply u_delta
    | Names_yun2020a.z _ _ _ => eapply z_encoded
    | Names_yun2020a.zt _ _ _ => eapply zt_encoded
    | Names_yun2020a.id _ _ _ => eapply id_encoded
    | ?a + ?b => eapply u_plus; [eunits|eunits]
    | ?a - ?b => eapply u_minus; [eunits|eunits]
    | ?a * ?b => first [eapply u_times_left; [integer|eunits] | eapply u_times_right; [eunits|integer]]
    | Names.sum _ _ _ => eapply u_sum; [|intros; eunits]
    | Names.delta _ ^ ?e => first [eapply u_integer; [|integer] | eapply u_delta_power]
    | _ => eapply u_integer; [|integer]
    end
  end.
Ltac ele P := eapply (le_by_units (Names.base (sizes P))); [assumption|eunits; try dside|eunits; try dside|].
Ltac elt P := eapply (lt_by_units (Names.base (sizes P))); [assumption|eunits; try dside|eunits; try dside|].
Ltac eeq P := eapply (eq_by_units (Names.base (sizes P))); [eunits; try dside|eunits; try dside|].

(* ---- Ids before the sweep ---- *)
Lemma weights_sum D m g : (forall i, (i < m)%nat -> g (Z.of_nat i) = D ** i)%Z -> count_of g 0 m = weights m D.
Proof. intros G. unfold weights. induction m as [|m IH]; cbn [count_of number]; [reflexivity|]. rewrite IH by (intros; apply G; lia). change (0 + Z.of_nat m)%Z with (Z.of_nat m). rewrite G by lia. ring. Qed.
Lemma Delta_sum P (WF : Names_yun2020a.well_formed P) : Names.sum 0 (Names.d (sizes P) - 1) (fun i => Names.delta (sizes P) ^ (- i)) == inject_Z (weights (Names_yun2020a.rows P) (Names_yun2020a.base P)).
Proof.
  eapply Qeq_trans; [apply (i_sum _ (fun i => Names_yun2020a.base P ^ i)%Z); intros i Hi; rewrite <- (Z.opp_involutive i) at 2; apply (i_delta_power (Names.base (sizes P))); (exact (D2 P WF) || lia)|].
  replace (Z.to_nat (Names.d (sizes P) - 1 + 1 - 0)) with (Names_yun2020a.rows P) by (unfold Names.d; cbn [Names.rows sizes]; lia). rewrite (weights_sum (Names_yun2020a.base P)) by reflexivity. reflexivity.
Qed.
Theorem increasing : Statements.yun2020a_C_2_increasing.
Proof.
  encoded_dense. intros K HK j Hj _. sizes_of P. elt P. rewrite at_next by lia. apply (encoded_up (Names_yun2020a.tokens P) (q_of P) (W_of P)); try assumption; [exact (W_low P WF)|exact (y_encoded P WF EP K HK)|].
  unfold Names.n, Names.at_ in *; cbn [Names.tokens sizes] in *; lia.
Qed.
Theorem layers : Statements.yun2020a_C_2_layers.
Proof.
  encoded_dense. sizes_of P. split.
  - rewrite (encoded_sweep_layers P WF EP), inject_Z_mult. apply Qmult_comp; [reflexivity|]. symmetry. eapply Qeq_trans; [apply (i_delta_power (Names.base (sizes P))); lia|]. rewrite (power_of_rows (sizes P)). reflexivity.
  - intros j Hj. rewrite (Delta_sum P WF). elt P. numbers P. pose proof (W_low P WF). nia.
Qed.
Lemma power_less_one P (WF : Names_yun2020a.well_formed P) e : (0 <= e)%Z -> Names.delta (sizes P) ^ (- e) - 1 == inject_Z (Names_yun2020a.base P ^ e - 1).
Proof.
  intros He. unfold Z.sub. rewrite inject_Z_plus. apply Qplus_comp; [|reflexivity]. rewrite <- (Z.opp_involutive e) at 2. apply (i_delta_power (Names.base (sizes P))); (exact (D2 P WF) || lia).
Qed.
Theorem id_range : Statements.yun2020a_C_2_id_range.
Proof.
  encoded_dense. sizes_of P. assert (Ej : forall j, (1 <= j)%Z -> (Z.of_nat (Names.at_ j) = j - 1)%Z) by (intros j Hj; unfold Names.at_; lia). split.
  - intros K HK j Hj _. pose proof (token_of P j Hj) as T. pose proof (encoded_columns P WF EP K HK _ T) as B. rewrite !(Delta_sum P WF).
    split; ele P; numbers P; unfold y; rewrite Ej by lia; nia.
  - intros j Hj v. pose proof (token_of P j Hj) as T.
    assert (Value : forall K m, input P K -> x P K (Names.at_ j) = m -> Names_yun2020a.z P K j == inject_Z (j - 1) * Names.sum 0 (Names.d (sizes P) - 1) (fun i => Names.delta (sizes P) ^ (- i)) + inject_Z m * Names.delta (sizes P)).
    { intros K m HK Em. rewrite (Delta_sum P WF). eeq P. unfold y. rewrite Em, Ej by lia. change (Names.base (sizes P)) with (Names_yun2020a.base P). ring. }
    assert (Top : forall m, inject_Z m <= Names.delta (sizes P) ^ (- Names.d (sizes P)) - 1 <-> (m <= q_of P - 1)%Z).
    { intros m. rewrite (power_less_one P WF) by lia. rewrite <- Zle_Qle. reflexivity. }
    split.
    + intros [K [HK [_ E]]]. exists (x P K (Names.at_ j)). pose proof (encoded_columns P WF EP K HK _ T). split; [split; [lia|apply Top; lia]|]. rewrite E. apply Value; [exact HK|reflexivity].
    + intros [m [[M0 M1] E]]. apply Top in M1. pose proof (with_ids_input P WF (fun _ => m)) as HK. exists (with_ids P (fun _ => m)). split; [exact HK|split; [apply in_range_category, (grid_in_range P WF), with_ids_grid; exact WF|]].
      rewrite E. symmetry. apply Value; [exact HK|]. apply (with_ids_x P WF (fun _ => m)); [exact T|lia].
Qed.
Theorem order : Statements.yun2020a_C_2_order_repaired.
Proof.
  encoded_dense. intros K HK j Hj _. sizes_of P. elt P. rewrite at_next by lia. apply (order_kept (Names_yun2020a.tokens P) (q_of P) (W_of P)); try assumption; [exact (W_low P WF)|exact (W_high P WF)| |exact (y_encoded P WF EP K HK)|].
  - apply (wide_enough P WF). destruct Dom as [C _]. unfold Names.n, Names.d in C. cbn [Names.tokens Names.rows sizes] in C. lia.
  - unfold Names.n, Names.at_ in *; cbn [Names.tokens sizes] in *; lia.
Qed.
(* The closed form of the paper, in units. *)
Lemma closed_ids P K : count_of (fun k => Names_yun2020a.base P ^ (- (- k * Names.d (sizes P))) * (y P K (Names.at_ (Names.n (sizes P) - k)) - y P K (Names.at_ (Names.n (sizes P) - k + 1))))%Z 1 (Names_yun2020a.tokens P - 1)
  = sum (Names_yun2020a.tokens P - 1) (fun i => q_of P ** i * (y P K (Names_yun2020a.tokens P - 1 - i)%nat - y P K (Names_yun2020a.tokens P - 1 - i + 1)%nat))%Z.
Proof.
  apply count_of_sum. intros i Hi. rewrite (rows_power P _ i) by ring. unfold Names.n. cbn [Names.tokens sizes]. do 3 f_equal; f_equal; unfold Names.at_; lia.
Qed.
Theorem closed_form : Statements.yun2020a_C_2_lt_n_formula_repaired.
Proof.
  encoded_dense. intros K HK _. sizes_of P. eexists. split; [exact (peak_is_greatest P WF EP K HK)|]. eeq P. numbers P. replace (Z.to_nat (Names.n (sizes P) - 1 + 1 - 1)) with (Names_yun2020a.tokens P - 1)%nat by (unfold Names.n; cbn [Names.tokens sizes]; lia).
  rewrite closed_ids, at_last. assert (Wide : (3 <= Names_yun2020a.tokens P \/ 2 <= Names_yun2020a.rows P)%nat) by (destruct Dom as [C _]; unfold Names.n, Names.d in C; cbn [Names.tokens Names.rows sizes] in C; lia).
  rewrite (peak_clear (Names_yun2020a.tokens P) (q_of P) (W_of P)) by (first [assumption | exact (W_low P WF) | exact (W_high P WF) | exact (y_encoded P WF EP K HK) | apply (wide (Names_yun2020a.tokens P) (q_of P) (W_of P)); first [assumption | exact (W_low P WF) | exact (W_high P WF) | exact (y_encoded P WF EP K HK) | exact (wide_enough P WF Wide)]]).
  rewrite swept_shifted, SelectiveShift.closed_form. replace (Datatypes.S (Names_yun2020a.tokens P - 1)) with (Names_yun2020a.tokens P) by lia. reflexivity.
Qed.
Theorem global_shift : Statements.yun2020a_C_2_global.
Proof.
  encoded_dense. intros K HK j Hj _. sizes_of P. eexists. split; [exact (peak_is_greatest P WF EP K HK)|]. eeq P. unfold encoded_c.
  replace (Names.base (sizes P) ^ (- (- (Names.n (sizes P) + 1) * Names.d (sizes P) - 1)))%Z with (q_of P ** (Names_yun2020a.tokens P + 1) * Names_yun2020a.base P)%Z; [change (Names.n (sizes P)) with (Z.of_nat (Names_yun2020a.tokens P)); ring|].
  rewrite <- (rows_power P ((Names.n (sizes P) + 1) * Names.d (sizes P)) (Names_yun2020a.tokens P + 1)) by expo. rewrite Z.mul_comm, <- Z.pow_succ_r by nia. change (Names.base (sizes P)) with (Names_yun2020a.base P). f_equal. ring.
Qed.
Theorem contextual : Statements.yun2020a_C_2_contextual.
Proof. encoded_dense. intros K HK k Hk _ K' HK' k' Hk' _ Ne E. exact (Ne (encoded_ids_differ P WF EP K K' HK HK' k k' Hk Hk' E)). Qed.
Theorem largest_tells : Statements.yun2020a_C_2_injective.
Proof.
  encoded_dense. intros K HK _ K' HK' _ Ne. eexists. eexists. split; [exact (peak_is_greatest P WF EP K HK)|]. split; [exact (peak_is_greatest P WF EP K' HK')|]. intros E. apply u_eq in E; [|exact (D2 P WF)]. apply Ne. apply (same_columns P WF EP K K' HK HK').
  exact (peak_injective (Names_yun2020a.tokens P) (q_of P) (W_of P) (n2 P WF) (q2 P WF) (W_low P WF) (W_high P WF) _ _ (y_encoded P WF EP K HK) (y_encoded P WF EP K' HK') E).
Qed.

(* ---- Bounds ---- *)
Lemma powers_of_negative q m f : (2 <= q)%Z -> (forall i, (1 <= i <= m)%nat -> f i <= 0)%Z -> (sum m (fun i => q ** i * f i) <= q * sum m f)%Z.
Proof.
  intros Hq. induction m as [|m IH]; intros Hf; cbn [sum]; [lia|]. specialize (IH ltac:(intros; apply Hf; lia)). specialize (Hf (S m) ltac:(lia)). rewrite pow_step. pose proof (pow_positive q m ltac:(lia)). set (p := q ** m) in *. assert (q <= q * p)%Z by nia. nia.
Qed.
Lemma neighbours_sum (l : nat -> Z) m : forall k, (k <= m)%nat -> sum k (fun i => l (m - i)%nat - l (m - i + 1)%nat)%Z = (l (m - k)%nat - l m)%Z.
Proof. induction k as [|k IH]; intros Hk; cbn [sum]; [rewrite Nat.sub_0_r; lia|]. rewrite IH by lia. replace (m - S k + 1)%nat with (m - k)%nat by lia. lia. Qed.
Lemma Delta_quotient P (WF : Names_yun2020a.well_formed P) a : ~ Names.delta (sizes P) ^ (- (1)) - 1 == 0 /\
  a * (Names.delta (sizes P) ^ (- Names.d (sizes P)) - 1) / (Names.delta (sizes P) ^ (- (1)) - 1) == a * inject_Z (weights (Names_yun2020a.rows P) (Names_yun2020a.base P)).
Proof.
  pose proof (D2 P WF : (2 <= Names.base (sizes P))%Z) as HD. assert (E1 : Names.delta (sizes P) ^ (- (1)) - 1 == inject_Z (Names_yun2020a.base P - 1)) by (rewrite (power_less_one P WF), Z.pow_1_r by lia; reflexivity).
  assert (N : ~ Names.delta (sizes P) ^ (- (1)) - 1 == 0) by (rewrite E1; intros E; change 0 with (inject_Z 0) in E; rewrite inject_Z_injective in E; cbn [Names.base sizes] in HD; lia). split; [exact N|].
  assert (E2 : Names.delta (sizes P) ^ (- Names.d (sizes P)) - 1 == (Names.delta (sizes P) ^ (- (1)) - 1) * inject_Z (weights (Names_yun2020a.rows P) (Names_yun2020a.base P))).
  { rewrite E1, <- inject_Z_mult, Delta_closed. apply (power_less_one P WF). unfold Names.d. lia. }
  rewrite E2. field. exact N.
Qed.
Theorem upper_bounds : Statements.yun2020a_C_2_ub.
Proof.
  encoded_dense. intros K HK _. sizes_of P. set (n := Names_yun2020a.tokens P) in *. set (q := q_of P) in *. set (D := Names_yun2020a.base P) in *. set (w := weights (Names_yun2020a.rows P) D) in *.
  pose proof (y_encoded P WF EP K HK) as Y. pose proof (Y 0%nat ltac:(lia)) as Y0. pose proof (Y (n - 1)%nat ltac:(lia)) as Y1. pose proof (W_low P WF) as WL. pose proof (W_high P WF) as WH. pose proof (Delta_closed (Names_yun2020a.rows P) D) as DC. fold D w in Y, Y0, Y1, WL, WH, DC. fold q in Y, Y0, Y1, WL, WH, DC. fold n in Y.
  rewrite Nat2Z.inj_sub in Y1 by lia. change (Z.of_nat 1) with 1%Z in Y1. assert (HD : (2 <= D)%Z) by exact (D2 P WF). pose proof (pow_positive q (n - 1) ltac:(lia)) as Pn. assert (Qn : (q ** n = q * q ** (n - 1))%Z) by (rewrite <- pow_step; f_equal; lia).
  assert (En : (Names.n (sizes P) = Z.of_nat n)%Z) by reflexivity. set (p := (q ** (n - 1))%Z) in *. destruct (Delta_quotient P WF (inject_Z (Names.n (sizes P) - 1))) as [N Quot]. fold D w in Quot. repeat split; try exact N.
  - ele P. numbers P. replace (Z.to_nat (Names.n (sizes P) - 1 + 1 - 1)) with (Names_yun2020a.tokens P - 1)%nat by lia. rewrite closed_ids, at_last. fold D n. fold q.
    pose proof (powers_of_negative q (n - 1) (fun i => y P K (n - 1 - i)%nat - y P K (n - 1 - i + 1)%nat)%Z ltac:(assumption)) as B. cbv beta in B. rewrite (neighbours_sum (y P K) (n - 1) (n - 1) (le_n _)), Nat.sub_diag in B.
    specialize (B ltac:(intros i Hi; pose proof (encoded_up n q (D * w) ltac:(assumption) WL (y P K) Y (n - 1 - i) ltac:(lia)) as Up; replace (n - 1 - i + 1)%nat with (S (n - 1 - i)) by lia; lia)). lia.
  - rewrite (Delta_sum P WF). fold D w. ele P. numbers P. fold D n. fold q. rewrite at_last. fold n. rewrite Qn, En. rewrite (Z.mul_comm w D). set (T := ((Z.of_nat n - 1) * (D * w) + q - 1)%Z).
    pose proof (Z.mul_le_mono_nonneg_l (y P K (n - 1)%nat - y P K 0%nat) T (q * p - q) ltac:(nia) ltac:(unfold T; lia)) as B. assert (y P K (n - 1)%nat <= T)%Z by (unfold T; lia). lia.
  - rewrite (Delta_sum P WF), Quot. fold D w. ring.
  - rewrite Quot. ele P. numbers P. fold D n. fold q. rewrite Qn, En, <- Z.mul_assoc. apply Z.mul_le_mono_nonneg_l; [nia|]. assert (w <= q - 1)%Z by nia.
    assert (w * D <= (q - 1) * D)%Z by (apply Z.mul_le_mono_nonneg_r; lia). assert ((Z.of_nat n - 1) * (w * D) <= (Z.of_nat n - 1) * ((q - 1) * D))%Z by (apply Z.mul_le_mono_nonneg_l; lia). lia.
  - elt P. numbers P. rewrite (rows_power P (- (- (Names.n (sizes P) + 1) * Names.d (sizes P))) (Datatypes.S n)) by (unfold n; expo). fold D n. fold q. rewrite pow_step, !Qn, En. rewrite Z.mul_1_l.
    set (a := (q * p - q + 1)%Z). assert (0 < a <= q * p)%Z by (unfold a; nia). set (e := (Z.of_nat n * D - D + 1)%Z). assert (0 < e <= Z.of_nat n * D)%Z by (unfold e; nia).
    assert (a * (q - 1) <= q * p * (q - 1))%Z by (apply Z.mul_le_mono_nonneg_r; lia). assert (0 < q * p)%Z by lia. assert (q * p * (q - 1) < q * (q * p))%Z by lia.
    apply Z.le_lt_trans with (a * (q - 1) * (Z.of_nat n * D))%Z; [apply Z.mul_le_mono_nonneg_l; [apply Z.mul_nonneg_nonneg; lia|lia]|]. replace (Z.of_nat n * (q * (q * p) * D))%Z with (q * (q * p) * (Z.of_nat n * D))%Z by ring. apply Z.mul_lt_mono_pos_r; lia.
Qed.
