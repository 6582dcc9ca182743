(* Claims that bind single real names, of all three papers: what sections B to F of yun2020b and the first and last sections of the others take for granted about shares, quotients and powers. *)
From Coq Require Import ZArith QArith Qreals Reals Lra Lia List.
From Hardmax Require Import Definitions Arithmetic Dense ClaimsEquivariant RealWords.
From Hardmax Require Names Names_yun2020a Names_sparsebert Names_real Statements.
Open Scope R_scope.

(* ---- Section B of yun2020b: soft maps ---- *)
Lemma times_at_least a b : 0 <= a -> 0 <= b -> 0 <= a * b.
Proof. apply Rmult_le_pos. Qed.
Theorem exists_t : Statements.yun2020b_B_1_exists_t.
Proof.
  real_start. intros e He f Hf. split; [lra|]. intros eta x. pose proof (share e f He Hf) as E. fold eta in E. assert (X : x * IZR n = eta) by (unfold x; field; lra). rewrite minus_IZR. assert (x <= 1 / 2) by nra. assert (0 < x) by nra. repeat split; try nra. apply at_most_quotient; nra.
Qed.
Theorem B1_topk_ties : Statements.yun2020b_B_1_topk_ties.
Proof.
  real_start. intros m Hm e He f Hf. split; [lra|]. intros eta x. pose proof (share e f He Hf) as E. fold eta in E. assert (X : x * IZR n = eta) by (unfold x; field; lra).
  assert (M : 1 <= IZR m <= IZR n) by (split; apply IZR_le; lia). rewrite !minus_IZR. assert (0 < x) by nra. repeat split; try nra.
  - unfold Rdiv. rewrite !Rmult_1_l. apply Rinv_le_contravar; nra.
  - apply at_most_quotient; nra.
Qed.
Theorem increasing : Statements.yun2020b_B_1_increasing.
Proof.
  real_start. intros x' Hx y Hy x. rewrite minus_IZR. assert (Dx : 0 < 1 + (IZR n - 1) * x' < 1 + (IZR n - 1) * x) by (unfold x; nra). repeat split; try lra. unfold Rdiv. rewrite !Rmult_1_l. apply Rinv_lt_contravar; nra.
Qed.
Theorem B1_step2 : Statements.yun2020b_B_1_step2.
Proof. real_start. intros E HE x Hx. rewrite minus_IZR. assert (0 < 1 + (IZR n - 1) * x) by nra. assert (0 < E + (IZR n - 1) * (E * x)) by nra. repeat split; try lra. field. split; nra. Qed.
Theorem case1_eq : Statements.yun2020b_B_2_case1_eq.
Proof.
  real_start. intros t Ht g Hg c Hc e He f Hf. split; [lra|]. intros w. pose proof (share e f He Hf) as W. fold w in W. repeat split; try lra. assert (0 <= t * g) by nra. rewrite !Rmax_right by (apply at_most_quotient; lra). field. lra.
Qed.
Theorem case1_ineq : Statements.yun2020b_B_2_case1_ineq.
Proof.
  real_start. intros z Hz r Hr a Ha b Hb e He f Hf. split; [lra|]. intros w. split; [lra|]. intros eta. split; [lra|]. intros t. pose proof (share a b Ha Hb) as W. fold w in W. pose proof (share e f He Hf) as E. fold eta in E.
  assert (T : t * z = 1 - eta) by (unfold t; field; lra). assert (0 <= t) by nra. repeat split; try lra; [|nra]. apply at_most_quotient; [lra|]. assert (0 <= t * (z + r)) by nra. nra.
Qed.
Theorem B3_t : Statements.yun2020b_B_3_t.
Proof. real_start. intros z Hz a Ha r Hr. assert (0 < z * a) by nra. split; [lra|]. intros t. assert (T : t * (z * a) = 1) by (unfold t; field; split; lra). assert (0 < t) by nra. split; [lra|]. nra. Qed.
Theorem B3_step2 : Statements.yun2020b_B_3_step2.
Proof. real_start. intros. lra. Qed.
Theorem B3_step3 : Statements.yun2020b_B_3_step3.
Proof. real_start. intros y Hy o Ho first. unfold first. split; lra. Qed.
Theorem entmax_closed_form : Statements.yun2020b_B_3_closed_form.
Proof.
  real_start. intros a Ha q Hq Q Hq' y Hy z Hz p Hp c Hc t Ht al tau. assert (A1 : al - 1 = a) by (unfold al; ring). assert (A0 : 0 < al) by (unfold al; lra). assert (Aa : 0 < al * a) by nra. assert (Ab : 0 < al * (al - 1)) by (rewrite A1; exact Aa).
  split; [lra|]. split; [lra|]. intros each. assert (Lo : 0 <= c / (al * a)) by (apply at_most_quotient; lra). assert (Le : 0 <= p * t / a) by (apply at_most_quotient; [lra|]; rewrite Rmult_0_l; apply Rmult_le_pos; lra). split; (split; [lra|]).
  - intros v power. repeat split; try lra; try (unfold power, v, each, al; field; lra); unfold Rdiv in *; lra.
  - intros v. repeat split; try lra; try (unfold v, each, al; field; lra); unfold Rdiv in *; lra.
Qed.
Theorem entmax_definition : Statements.yun2020b_B_3_def_repaired.
Proof. exact entmax_closed_form. Qed.
Theorem entropy_limit : Statements.yun2020b_B_3_entropy_limit.
Proof.
  real_start. intros p Hp L HL e He a Ha b Hb. split; [lra|]. intros u al. assert (A1 : al - 1 = e) by (unfold al; ring). assert (Aa : 0 < al * (al - 1)) by (rewrite A1; unfold al; nra).
  pose proof (share_0 a b Ha Hb) as S. set (s := a / (a + b)) in *. assert (Eu : u = e * L - (e * L) ^ 2 / 2 * s) by (unfold u, s; rewrite power_nat by lia; change (Z.to_nat 2) with 2%nat; field; lra).
  assert (F : p * L - 1 / (al * (al - 1)) * p * u = p / al * (e * L + e * L ^ 2 / 2 * s)) by (rewrite Eu, A1; unfold al; field; split; lra). rewrite F, (power_nat L) by lia. change (Z.to_nat 2) with 2%nat.
  assert (0 <= L ^ 2) by (apply pow2_ge_0). assert (0 <= e * L) by nra. assert (0 <= e * L ^ 2 / 2) by (assert (0 <= e * L ^ 2) by (apply Rmult_le_pos; lra); lra). assert (0 <= e * L ^ 2 / 2 * s) by (apply Rmult_le_pos; lra). assert (0 < p / al) by (apply Rdiv_lt_0_compat; unfold al; lra). assert (Pa : p / al <= p) by (apply quotient_at_most; unfold al; nra).
  split; (split; [lra|]); [apply Rmult_le_pos; lra|]. assert (e * L ^ 2 / 2 * s <= e * L ^ 2 / 2 * 1) by (apply Rmult_le_compat_l; lra). assert (p / al * (e * L + e * L ^ 2 / 2 * s) <= p * (e * L + e * L ^ 2 / 2)) by (apply Rmult_le_compat; lra). lra.
Qed.
Theorem B_conclusion : Statements.yun2020b_B_concl.
Proof.
  real_start. split; [|split].
  - intros k Hk e He f Hf M HM a Ha b Hb. split; [lra|]. intros eta. pose proof (share e f He Hf) as E. fold eta in E. split; [lra|]. intros EE. split; [lra|]. intros S. pose proof (share a b Ha Hb) as A. assert (Es : S = EE + IZR (k - 1) * M * (a / (a + b))) by (unfold S; field; lra).
    set (w := a / (a + b)) in *. assert (K : 0 <= IZR (k - 1) <= IZR n - 1) by (rewrite minus_IZR; split; [assert (1 <= IZR k) by (apply IZR_le; lia); lra|assert (IZR k <= IZR n) by (apply IZR_le; lia); lra]).
    assert (X : EE * eta = M * IZR n) by (unfold EE; field; lra). assert (0 < EE) by nra. set (c := IZR (k - 1)) in *. assert (C1 : 0 <= c * M * w <= M * IZR n) by (split; [apply Rmult_le_pos; [apply Rmult_le_pos; lra|lra]|assert (c * M <= IZR n * M) by nra; assert (0 <= c * M) by nra; nra]).
    assert (0 < S) by lra. repeat split; try lra.
    + apply Rdiv_lt_0_compat; lra.
    + apply quotient_less; lra.
    + apply at_most_quotient; [lra|]. nra.
    + apply quotient_at_most; [lra|]. nra.
  - intros r Hr a Ha b Hb p Hp q Hq o Ho. split; [lra|]. intros w T. pose proof (share a b Ha Hb) as W. fold w in W. assert (T0 : 0 < T) by (unfold T; lra). repeat split; try lra.
    + replace ((p + q) / T - p / T) with (q / T) by (field; lra). apply quotient_less; [lra|]. unfold T. lra.
    + apply at_most_quotient; lra.
  - intros e He f Hf. split; [lra|]. intros eta first. pose proof (share e f He Hf) as E. fold eta in E. unfold first. cbn. lra.
Qed.

(* ---- Section C of yun2020b, and its like in the others: points of a cube of the grid ---- *)
Lemma offset dl a b : 0 < dl -> 0 <= a -> 0 < b -> 0 <= dl * a / (a + b) < dl.
Proof. intros. pose proof (share_0 a b). replace (dl * a / (a + b)) with (dl * (a / (a + b))) by (field; lra). nra. Qed.
Theorem C_step1 : Statements.yun2020b_C_step1.
Proof. real_start. intros m _ a Ha b Hb. split; [lra|]. intros x. pose proof (offset dl a b ltac:(lra) Ha Hb) as O. rewrite Rabs_right by (unfold x; lra). unfold x. lra. Qed.
Theorem C_step3 : Statements.yun2020b_C_step3.
Proof.
  real_start. intros e He. assert (0 <= n * d)%Z by nia. rewrite !power_nat by assumption. rewrite <- Rmult_assoc, <- Rpow_mult_distr, (Rmult_comm (IZR D)), HdlD, pow1. lra.
Qed.
Theorem sparse_distance : Statements.sparsebert_A_1_dist_repaired.
Proof. real_start. intros e He f Hf. pose proof (offset dl e f ltac:(lra) He Hf). split; [lra|]. rewrite Rabs_right by lra. lra. Qed.
Theorem dense_cube : Statements.yun2020a_4_S_L_cube.
Proof.
  real_start. intros j [J0 J1] e He f Hf. pose proof (offset dl e f ltac:(lra) He Hf) as O. apply IZR_le in J0, J1. rewrite minus_IZR in J1. rewrite plus_IZR. repeat split; try lra; [nra|]. assert (IZR j * dl <= 1 - dl) by nra. lra.
Qed.
Theorem dense_centre : Statements.yun2020a_B_1_dist_centre.
Proof. real_start. intros e He f Hf. pose proof (offset dl e f ltac:(lra) He Hf). repeat split; lra. Qed.
Theorem permuted_cube : Statements.yun2020a_B_1_XP_in_S_LP.
Proof.
  intros P WF Dom H HH C i Hi k Hk b Hb B r Hr e He f Hf. assert (Same : Q2R (Names_yun2020a.swapped P 0 H i r k) = Q2R (Names_yun2020a.G P H r b)). { apply Qeq_eqR. apply (Qplus_inj_r _ _ (Names_yun2020a.delta P / 2)). exact (exchanged_cubes P WF Dom H HH C i Hi k Hk b Hb B r Hr). }
  pose proof (sizes_2020a P WF) as Sizes. pose proof (offset (Q2R (Names_yun2020a.delta P)) e f (proj1 (delta_bounds (Names_yun2020a.D P) ltac:(lia))) He Hf) as O. rewrite Same. repeat split; lra.
Qed.

(* ---- Sums of three errors, distances ---- *)
Theorem sparse_sum : Statements.sparsebert_A_3_sum.
Proof. real_start. intros. lra. Qed.
Theorem dense_final_sum : Statements.yun2020a_4_final_sum.
Proof.
  real_start. intros eps He C HC m Hm p Hp u Hu v Hv w Hw. assert (X : 0 <= 3 * C / eps) by (apply at_most_quotient; lra). assert (T0 : 0 < 1 + 3 * C / eps + m) by lra. split; [lra|]. split; [lra|]. intros t.
  assert (T : t * (1 + 3 * C / eps + m) = 1) by (unfold t; field; split; [lra|]; intros E; apply (Rmult_eq_compat_r (/ eps)) in E; replace ((eps + 3 * C + m * eps) * / eps) with (1 + 3 * C / eps + m) in E by (field; lra); lra). assert (Tp : 0 < t <= 1) by nra.
  assert (Pd : Names_real.power t d <= t). { replace d with (d - 1 + 1)%Z by ring. rewrite power_add, power_one by lra. pose proof (power_at_most_1 t (d - 1) ltac:(lra) ltac:(lia)). nra. }
  split; [lra|]. assert (Ct : C * t <= eps / 3). { assert (E : C * 3 = 3 * C / eps * eps) by (field; lra). assert (t * (3 * C / eps) <= 1) by nra. nra. } assert (C * Names_real.power t d <= C * t) by nra. lra.
Qed.
Theorem dense_wlog_support : Statements.yun2020a_4_wlog_support.
Proof.
  real_start. split; [|split].
  - intros s b y Hy t Ht x. unfold x. destruct Ht as [-> | ->]; [change (IZR (- (1))) with (-1); rewrite (Rmax_left 0 (-1 * y)), (Rmax_right 0 (- (-1 * y))) by lra; ring|rewrite (Rmax_right 0 (1 * y)), (Rmax_left 0 (- (1 * y))) by lra; ring].
  - intros x e He f Hf. split; [lra|]. intros s b. assert (S : s * (e + f) = 1) by (unfold s; field; lra). assert (0 < s) by nra. unfold b. repeat split; nra.
  - intros x e He f Hf. split; [lra|]. intros s b. assert (S : s * (e + f) = 1) by (unfold s; field; lra). assert (0 < s) by nra. unfold b. repeat split; nra.
Qed.
Theorem dense_resnet : Statements.yun2020a_5_4_resnet.
Proof.
  real_start. intros L HL x Hx p Hp y Hy a b. set (w := Names_real.power dl (- d * n)) in *. assert (W : 0 < w) by (apply power_positive; lra). assert (Dn : 0 < IZR d * IZR n) by (assert (1 <= IZR d) by (apply IZR_le; lia); nra).
  assert (E : a * b * (IZR d * IZR n * w) = (L + x) * (p + y)) by (unfold a, b; rewrite mult_IZR; field; split; nra). rewrite E. nra.
Qed.
Lemma powers_in_turn p B k s u : (1 <= p)%Z -> 0 <= B -> 0 <= k -> 0 <= s -> 0 <= u -> Names_real.power B p * (Names_real.power k p * Names_real.power s p - u) <= Names_real.power (B * k * s) p.
Proof. intros. rewrite !power_nat by lia. rewrite !Rpow_mult_distr. pose proof (pow_le B (Z.to_nat p) ltac:(lra)). nra. Qed.
Theorem sparse_implies_dp : Statements.sparsebert_A_2_3_implies_dp_bounded.
Proof. intros P _ _ p Hp B HB k Hk s Hs u Hu. apply powers_in_turn; (lia || assumption). Qed.
Theorem dense_implies_dp : Statements.yun2020a_B_3_implies_dp_repaired.
Proof. intros P _ _ p Hp B HB k Hk s Hs u Hu. apply powers_in_turn; (lia || assumption). Qed.

(* ---- Section F of yun2020b ---- *)
Theorem F2_ak : Statements.yun2020b_F_2_ak.
Proof. real_start. intros w Hw g Hg B HB p Hp r Hr rise. pose proof (Hr 1%Z ltac:(lia)). pose proof (Hr 2%Z ltac:(lia)). assert (rise <= g * w * (B + p)) by (unfold rise; nra). split; lra. Qed.
Theorem F2_gap_growth : Statements.yun2020b_F_2_gapgrowth.
Proof. real_start. intros w Hw g Hg p Hp r Hr G. pose proof (Hr 1%Z ltac:(lia)). pose proof (Hr 2%Z ltac:(lia)). pose proof (Hr 3%Z ltac:(lia)). unfold G. nra. Qed.
Theorem F2_layer : Statements.yun2020b_F_2_layer_t.
Proof. real_start. intros. ring. Qed.
Theorem F2_delta_tilde : Statements.yun2020b_F_2_delta_tilde.
Proof. real_start. intros A HA eps He N HN. repeat split; try lra. apply Rdiv_lt_0_compat; nra. Qed.
Theorem F2_tilde : Statements.yun2020b_F_2_tilde.
Proof.
  real_start. intros e He f Hf. split; [lra|]. intros w. pose proof (share e f He Hf) as S. assert (W : w = dl * (e / (e + f))) by (unfold w; field; lra). assert (0 < IZR (8 * n)) by (apply IZR_lt; lia). split.
  - pose proof (power_opposite dl (2 * d) ltac:(lra)) as O. replace (-2 * d)%Z with (- (2 * d))%Z by ring. set (a := Names_real.power dl (- (2 * d))) in *. set (b := Names_real.power dl (2 * d)) in *. replace (IZR n * a * (b * w / IZR (8 * n ^ 2))) with (a * b * (IZR n * w / IZR (8 * n ^ 2))) by (unfold Rdiv; ring). rewrite O, Rmult_1_l. replace (8 * n ^ 2)%Z with (8 * n * n)%Z by ring. rewrite !mult_IZR. field. lra.
  - unfold Rdiv. apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; assumption|]. rewrite W. nra.
Qed.
(* A small power of delta, times shares, over 8 n^2, is small. *)
Lemma small_x dl n s t k : 0 < dl <= 1 / 2 -> 2 <= IZR n -> (0 <= k)%Z -> 0 < s <= 1 -> 0 < t < 1 -> 0 < Names_real.power dl k * (dl * s) / IZR (8 * n ^ 2) * t < 1.
Proof.
  intros H1 H2 Hk Hs Ht. pose proof (power_positive dl k ltac:(lra)) as P. pose proof (power_at_most_1 dl k ltac:(lra) Hk) as Q. assert (E : IZR (8 * n ^ 2) = 8 * (IZR n * IZR n)) by (rewrite mult_IZR; f_equal; rewrite <- mult_IZR; f_equal; ring). rewrite E. assert (32 <= 8 * (IZR n * IZR n)) by nra.
  set (p := Names_real.power dl k) in *. assert (A : 0 < p * (dl * s) <= 1). { assert (0 < dl * s <= 1) by nra. nra. } assert (B : 0 < p * (dl * s) / (8 * (IZR n * IZR n)) <= 1) by (split; [apply Rdiv_lt_0_compat; lra|apply quotient_at_most; lra]). nra.
Qed.
Theorem F2_eta_range : Statements.yun2020b_F_2_eta_sel_range.
Proof.
  real_start. intros j Hj e He f Hf a Ha b Hb. split; [lra|]. intros x. pose proof (share e f He Hf) as S. pose proof (share_inside a b Ha Hb) as T. assert (0 <= (j + 1) * d)%Z by nia. pose proof (small_x dl n (e / (e + f)) (a / (a + b)) ((j + 1) * d) Hdl HnR ltac:(assumption) S T) as X.
  assert (Ex : x * a / (a + b) = Names_real.power dl ((j + 1) * d) * (dl * (e / (e + f))) / IZR (8 * n ^ 2) * (a / (a + b))) by (unfold x, Rdiv; ring). rewrite Ex. clearbody x. pose proof (power_positive dl (2 * d) ltac:(lra)). pose proof (power_at_most_1 dl (2 * d) ltac:(lra) ltac:(lia)). set (y := _ * (a / (a + b))) in *. set (p := Names_real.power dl (2 * d)) in *. repeat split; try lra; nra.
Qed.
Theorem F2_block_eta : Statements.yun2020b_F_2_blockj_eta_repaired.
Proof.
  intros P WF Dom j Hj e He f Hf a Ha b Hb. destruct (F2_eta_range P WF Dom j Hj e He f Hf a Ha b Hb) as [N R]. split; [exact N|]. intros x z. pose proof (delta_bounds (Names.D P) ltac:(pose proof (sizes_2020b P WF); lia)) as B. change (Definitions.delta (Names.D P)) with (Names.delta P) in B.
  destruct R as [[R1 R2] [R3 R4]]. unfold z. repeat split; try assumption; try lra. apply Rlt_le. exact R4.
Qed.
Theorem F2_max_eta : Statements.yun2020b_F_2_max_eta.
Proof.
  intros P WF _ _ _. real_sizes_2020b P WF. intros e He f Hf a Ha b Hb. split; [lra|]. intros x. pose proof (share e f He Hf) as S. pose proof (share_inside a b Ha Hb) as T. set (s := Names.s P) in *. assert (Hs : (1 <= s)%Z) by (unfold s; lia). assert (1 <= IZR s) by (apply IZR_le; lia).
  assert (P1 : 1 <= Names_real.power 2 (s + 3)) by (rewrite power_nat by lia; apply pow_R1_Rle; lra). assert (P2 : 1 <= Names_real.power (IZR s) s) by (rewrite power_nat by lia; apply pow_R1_Rle; lra). assert (P3 : 1 <= Names_real.power (IZR n) (s + 1)) by (rewrite power_nat by lia; apply pow_R1_Rle; lra).
  set (A := Names_real.power 2 (s + 3)) in *. set (B := Names_real.power (IZR s) s) in *. set (C := Names_real.power (IZR n) (s + 1)) in *. assert (K0 : (0 <= s * (n * d + 1) + n * d)%Z) by nia. pose proof (power_positive dl (s * (n * d + 1) + n * d) ltac:(lra)) as Q0. pose proof (power_at_most_1 dl (s * (n * d + 1) + n * d) ltac:(lra) K0) as Q1. set (q := Names_real.power dl (s * (n * d + 1) + n * d)) in *.
  assert (AB : 1 <= A * B) by nra. assert (ABC : 1 <= A * B * C) by nra. assert (Ex : x * a / (a + b) = q * (dl * (e / (e + f))) / (A * B * C) * (a / (a + b))) by (unfold x, Rdiv; ring). set (sh := e / (e + f)) in *. set (t := a / (a + b)) in *.
  assert (X1 : 0 < q * (dl * sh) <= 1) by (assert (0 < dl * sh <= 1) by nra; nra). assert (X2 : 0 < q * (dl * sh) / (A * B * C) <= 1) by (split; [apply Rdiv_lt_0_compat; lra|apply quotient_at_most; lra]). rewrite Ex. clearbody x. set (y := q * (dl * sh) / (A * B * C)) in *. assert (Y : 0 < y * t < 1) by nra.
  pose proof (power_positive dl (n * d) ltac:(lra)) as R0. pose proof (power_at_most_1 dl (n * d) ltac:(lra) ltac:(nia)) as R1. assert (Sn : 1 <= IZR (s * n)) by (apply IZR_le; nia). set (r := Names_real.power dl (n * d)) in *. assert (Z : 0 < r / IZR (s * n) <= 1) by (split; [apply Rdiv_lt_0_compat; lra|apply quotient_at_most; lra]). set (g := r / IZR (s * n)) in *. repeat split; try lra; nra.
Qed.
Theorem F2_sel_total_sign : Statements.yun2020b_F_2_sel_total_sign.
Proof. real_start. intros w Hw. rewrite minus_IZR, mult_IZR. apply quotient_at_most; lra. Qed.
Lemma within_size e a b : 0 <= e -> 0 <= a -> 0 < b -> - e <= e * (a - b) / (a + b) <= e.
Proof.
  intros He Ha Hb. split; [apply at_most_quotient|apply quotient_at_most]; nra.
Qed.
Theorem F2_max_layer : Statements.yun2020b_F_2_max_bound_layer.
Proof.
  real_start. intros e He C HC h Hh S HS a Ha b Hb p Hp q Hq u Hu w Hw. split; [lra|]. intros eta. assert (Eta : 0 < eta) by (unfold eta; apply Rdiv_lt_0_compat; lra). split; [lra|split; [lra|split; [lra|]]]. intros error.
  pose proof (within_size e a b He Ha Hb) as A. pose proof (within_size e p q He Hp Hq) as B. assert (T : 0 <= eta * S * u / (u + w) <= eta * S).
  { assert (0 <= eta * S) by nra. split; [apply at_most_quotient|apply quotient_at_most]; nra. }
  unfold error. set (x := e * (a - b) / (a + b)) in *. set (y := e * (p - q) / (p + q)) in *. set (t := eta * S * u / (u + w)) in *. clearbody x y t. split; nra.
Qed.
Theorem F2_first_row : Statements.yun2020b_F_2_firstrow.
Proof.
  real_start. intros j Hj C HC a Ha b Hb u Hu w Hw. destruct (Z.eq_dec j 1) as [->|Ne].
  - exists 1. split; [apply (where_one 1 _ (fun _ => 1)); reflexivity|]. intros e error. unfold error, e. split; [intros _; ring|intros N; contradiction].
  - exists 0. split; [apply where_none; lia|]. intros e error. unfold error, e. split; [contradiction|intros _; ring].
Qed.
Theorem F2_rows : Statements.yun2020b_F_2_rows.
Proof. intros P WF _ _ _ _ j Hj C HC x Hx y Hy a Ha b Hb u Hu w Hw. exists 0. split; [apply where_none; lia|]. intros e. unfold e. ring. Qed.
Theorem F3_norm : Statements.yun2020b_F_3_norm.
Proof.
  real_start. intros p Hp q Hq r Hr. rewrite power_nat by lia. change (Z.to_nat 2) with 2%nat. assert (0 < p ^ 2) by nra. repeat split; try lra. replace (IZR n * ((p / 2 * q / IZR n - r) / p ^ 2)) with (1 / 2 * (q / p) - IZR n * r / p ^ 2) by (field; split; lra).
  assert (0 <= IZR n * r / p ^ 2) by (apply at_most_quotient; nra). lra.
Qed.
Theorem F4_final : Statements.yun2020b_F_4_final.
Proof. real_start. intros p Hp u Hu v Hv. split; [lra|]. pose proof (share_0 u v Hu Hv) as S. replace (p / 2 * u / (u + v)) with (p / 2 * (u / (u + v))) by (field; lra). nra. Qed.
Theorem F4_split : Statements.yun2020b_F_4_split.
Proof.
  real_start. intros p Hp q Hq u Hu v Hv s Hs t Ht e He P0 HP. split; [lra|]. intros a. pose proof (share_inside p q Hp Hq) as A. fold a in A. pose proof (share u v Hu Hv) as U. pose proof (share s t Hs Ht) as S. set (x := u / (u + v)) in *. set (y := s / (s + t)) in *. repeat split; try lra.
  pose proof (power_at_most_1 (1 - a) (n * d) ltac:(lra) ltac:(nia)) as B. set (g := 1 - Names_real.power (1 - a) (n * d)) in *. assert (0 <= g) by (unfold g; lra). assert (0 <= g * P0) by nra. nra.
Qed.
