(* Claims with vectors of real names and sums of them: weighted means (F.2, F.4), the chains of B.1 and B.3, geometric sums (F.2), and the piecewise linear maps of B.2 of yun2020a and F.4 of yun2020b. *)
From Coq Require Import ZArith QArith Qreals Reals Lra Lia List.
From Hardmax Require Import Definitions Arithmetic RealWords RealClaims.
From Hardmax Require Names Names_yun2020a Names_sparsebert Names_real Statements.
Open Scope R_scope.

(* ---- Chains of gaps ---- *)
Lemma part_of_sum f a m b : (a <= m + 1)%Z -> (m <= b)%Z -> (forall i, (m + 1 <= i <= b)%Z -> 0 <= f i) -> Names_real.sum a m f <= Names_real.sum a b f.
Proof. intros H1 H2 H. rewrite (sum_split f a m b) by assumption. pose proof (sum_nonneg (m + 1) b f H). lra. Qed.
Lemma tail_of_sum f a m b : (a <= m)%Z -> (m <= b + 1)%Z -> (forall i, (a <= i <= m - 1)%Z -> 0 <= f i) -> Names_real.sum m b f <= Names_real.sum a b f.
Proof. intros H1 H2 H. rewrite (sum_split f a (m - 1) b) by lia. replace (m - 1 + 1)%Z with m by ring. pose proof (sum_nonneg a (m - 1) f H). lra. Qed.
(* Each of the k - 1 terms l + g_i + ... + g_k is at most M = l + g_2 + ... + g_k + r. *)
Lemma chain_terms k l g r : (1 <= k)%Z -> 0 < l -> (forall i, (1 <= i <= k)%Z -> 0 <= g i) -> 0 <= r ->
  0 <= Names_real.sum 2 k (fun i => l + Names_real.sum i k g) <= IZR (k - 1) * (l + Names_real.sum 2 k g + r).
Proof.
  intros Hk Hl Hg Hr. split.
  - apply sum_nonneg. intros i Hi. pose proof (sum_nonneg i k g ltac:(intros; apply Hg; lia)). lra.
  - replace (k - 1)%Z with (k + 1 - 2)%Z by ring. rewrite <- (sum_constant 2 k) by lia. apply sum_le. intros i Hi. pose proof (tail_of_sum g 2 i k ltac:(lia) ltac:(lia) ltac:(intros; apply Hg; lia)). lra.
Qed.
Lemma quotient_falls E A B : 0 < E -> 0 < A <= B -> E / B <= E / A.
Proof. intros HE HA. apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra. Qed.
Theorem B1_step1 : Statements.yun2020b_B_1_step1.
Proof.
  real_start. intros l Hl g Hg r Hr y Hy. change (fun j : Z => g j) with g. intros M E. pose proof (chain_terms n l g r ltac:(lia) Hl Hg Hr) as C. pose proof (sum_nonneg 2 n g ltac:(intros; apply Hg; lia)) as G. assert (HE : 0 < E) by (unfold E, M; lra). fold M in C.
  repeat split; try lra. apply quotient_falls; lra.
Qed.
Theorem B1_topk : Statements.yun2020b_B_1_topk.
Proof.
  real_start. intros k Hk l Hl g Hg r Hr y Hy. change (fun j : Z => g j) with g. intros M E. pose proof (chain_terms k l g r ltac:(lia) Hl ltac:(intros; apply Hg; lia) Hr) as C. pose proof (sum_nonneg 2 k g ltac:(intros; apply Hg; lia)) as G. assert (HE : 0 < E) by (unfold E, M; lra). fold M in C.
  assert (K : 0 <= IZR (k - 1)) by (apply IZR_le; lia). assert (HM : 0 < M) by (unfold M; lra). assert (Q : 0 <= IZR (k - 1) * (M / E)) by (apply Rmult_le_pos; [lra|]; apply at_most_quotient; lra). repeat split; try lra.
  replace (1 / (1 + IZR (k - 1) * (M / E))) with (E / (E + IZR (k - 1) * M)) by (field; split; [lra|]; assert (0 <= IZR (k - 1) * M) by (apply Rmult_le_pos; lra); lra). apply quotient_falls; lra.
Qed.
Theorem B2_conclusion : Statements.yun2020b_B_2_concl.
Proof. real_start. intros p Hp o Ho r Hr. change (fun j : Z => o j) with o. intros first eta. pose proof (sum_nonneg 1 (n - 2) o Ho) as S. unfold eta, first. cbv beta. split; lra. Qed.
Theorem B2_monotone : Statements.yun2020b_B_2_monotone.
Proof.
  real_start. intros m Hm g Hg e He f Hf j Hj. split; [lra|]. intros w. pose proof (share e f He Hf) as W. fold w in W. repeat split; try lra. apply Rle_max_compat_l. apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; lra|].
  change (fun i : Z => g i) with g. destruct (Z.le_gt_cases j m) as [L|L].
  - rewrite (sum_first g j m) by exact L. rewrite (sum_empty (m + 1) j) by lia. pose proof (sum_nonneg (m + 1) (j + 1) g ltac:(intros; apply Hg; lia)). pose proof (Hg j ltac:(lia)). lra.
  - rewrite (sum_empty j m), (sum_empty (j + 1) m) by lia. rewrite (sum_last g (m + 1) (j + 1)) by lia. replace (j + 1 - 1)%Z with j by ring. pose proof (Hg (j + 1)%Z ltac:(lia)). lra.
Qed.
Theorem B3_step1 : Statements.yun2020b_B_3_step1.
Proof.
  real_start. intros g Hg. change (fun i : Z => g i) with g. replace (IZR (n - 1)) with (IZR (n + 1 - 2)) by (f_equal; ring). rewrite <- (sum_constant 2 n) by lia. apply sum_le. intros j Hj. apply tail_of_sum; [lia|lia|]. intros; apply Hg; lia.
Qed.

(* ---- Weighted means ---- *)
Lemma mean_bounds n a v lo hi : (1 <= n)%Z -> (forall i, (1 <= i <= n)%Z -> 0 < a i) -> (forall i, (1 <= i <= n)%Z -> lo <= v i <= hi) ->
  0 < Names_real.sum 1 n a /\ lo <= Names_real.sum 1 n (fun i => a i * v i) / Names_real.sum 1 n a <= hi.
Proof.
  intros Hn Ha Hv. pose proof (sum_positive 1 n a Hn Ha) as S. split; [exact S|]. split.
  - apply at_most_quotient; [exact S|]. rewrite <- sum_times. apply sum_le. intros i Hi. specialize (Ha i Hi). specialize (Hv i Hi). nra.
  - apply quotient_at_most; [exact S|]. rewrite <- sum_times. apply sum_le. intros i Hi. specialize (Ha i Hi). specialize (Hv i Hi). nra.
Qed.
(* The mean of low, low + g_1, ..., low + g_1 + ... + g_(n-1), as F.2 has it. *)
Lemma mean_of_ids n a g low : (2 <= n)%Z -> (forall i, (1 <= i <= n)%Z -> 0 < a i) -> (forall i, (1 <= i <= n - 1)%Z -> 0 <= g i) ->
  0 < Names_real.sum 1 n a /\ low <= Names_real.sum 1 n (fun j => a j * (low + Names_real.sum 1 (j - 1) g)) / Names_real.sum 1 n a <= low + Names_real.sum 1 (n - 1) g.
Proof.
  intros Hn Ha Hg. apply mean_bounds; [lia|exact Ha|]. intros i Hi. pose proof (sum_nonneg 1 (i - 1) g ltac:(intros; apply Hg; lia)). pose proof (part_of_sum g 1 (i - 1) (n - 1) ltac:(lia) ltac:(lia) ltac:(intros; apply Hg; lia)). lra.
Qed.
Theorem F2_eq15 : Statements.yun2020b_F_2_eq15.
Proof.
  real_start. intros e He f Hf y _ z _ g Hg a Ha. split; [lra|]. intros eta low high. pose proof (share e f He Hf) as E. fold eta in E. pose proof (mean_of_ids n a g low ltac:(lia) Ha Hg) as [S B]. split; [cbv beta; apply Rgt_not_eq; exact S|]. intros some.
  change (low <= some <= high) in B. split; nra.
Qed.
Theorem F2_eq15b : Statements.yun2020b_F_2_eq15b.
Proof.
  real_start. intros e He f Hf y _ z _ g Hg a Ha. split; [lra|]. intros eta low high. pose proof (share e f He Hf) as E. fold eta in E. pose proof (mean_of_ids n a g low ltac:(lia) Ha Hg) as [S B]. split; [cbv beta; apply Rgt_not_eq; exact S|]. intros some.
  change (low <= some <= high) in B. split; nra.
Qed.
Theorem F2_difference_inside : Statements.yun2020b_F_2_diff_in.
Proof.
  real_start. intros e He f Hf y _ z _ g Hg a Ha b Hb. split; [lra|]. intros eta low high. pose proof (share e f He Hf) as E. fold eta in E. pose proof (mean_of_ids n a g low ltac:(lia) Ha Hg) as [S B]. pose proof (mean_of_ids n b g low ltac:(lia) Hb Hg) as [S' B'].
  split; [apply Rgt_not_eq; exact S|]. intros some. split; [apply Rgt_not_eq; exact S'|]. intros other. change (low <= some <= high) in B. change (low <= other <= high) in B'. split; nra.
Qed.
Theorem F2_difference_outside : Statements.yun2020b_F_2_diff_out.
Proof.
  real_start. intros e He f Hf y _ z _ g Hg a Ha b Hb. split; [lra|]. intros eta low high. pose proof (share e f He Hf) as E. fold eta in E. pose proof (mean_of_ids n a g low ltac:(lia) Ha Hg) as [S B]. pose proof (mean_of_ids n b g low ltac:(lia) Hb Hg) as [S' B'].
  split; [apply Rgt_not_eq; exact S|]. intros some. split; [apply Rgt_not_eq; exact S'|]. intros other. change (low <= some <= high) in B. change (low <= other <= high) in B'. repeat split; nra.
Qed.
Theorem F2_Psi_bracket : Statements.yun2020b_F_2_Psi_bracket.
Proof.
  intros P WF Dom e He f Hf y Hy z Hz g Hg a Ha b Hb C HC. destruct (F2_difference_inside P WF Dom e He f Hf y Hy z Hz g Hg a Ha b Hb) as [N In]. destruct (F2_difference_outside P WF Dom e He f Hf y Hy z Hz g Hg a Ha b Hb) as [_ Out]. split; [exact N|].
  intros eta low high. destruct In as [Na In]. destruct Out as [_ Out]. split; [exact Na|]. intros some. destruct In as [Nb [I1 I2]]. destruct Out as [_ [[O1 O2] [O3 O4]]]. split; [exact Nb|]. intros other. change (IZR (- (2))) with (-2).
  fold eta low high in I1, I2, O1, O2, O3, O4. fold some in I1, I2, O1, O2, O3, O4. fold other in I1, I2, O1, O2, O3, O4. clearbody eta low high some other.
  set (In := (1 - eta) * high + eta * some - ((1 - eta) * low + eta * other)) in *. set (Up := (1 - eta) * high + eta * some - ((1 - eta) * high + eta * other)) in *. set (Lo := (1 - eta) * low + eta * some - ((1 - eta) * low + eta * other)) in *. clearbody In Up Lo.
  pose proof (Rmult_le_compat_l C _ _ ltac:(lra) I1). pose proof (Rmult_le_compat_l C _ _ ltac:(lra) I2). pose proof (Rmult_le_compat_l C _ _ ltac:(lra) O1). pose proof (Rmult_le_compat_l C _ _ ltac:(lra) O2). pose proof (Rmult_le_compat_l C _ _ ltac:(lra) O3). pose proof (Rmult_le_compat_l C _ _ ltac:(lra) O4).
  repeat split; lra.
Qed.
Theorem F2_Omega_bracket : Statements.yun2020b_F_2_Omega_bracket.
Proof.
  real_start. intros e He f Hf y _ z _ g Hg a Ha C HC. split; [lra|]. intros eta low high. pose proof (share e f He Hf) as E. fold eta in E. pose proof (mean_of_ids n a g low ltac:(lia) Ha Hg) as [S B]. split; [apply Rgt_not_eq; exact S|]. intros some.
  change (low <= some <= high) in B. clearbody eta low high some. assert (I1 : - eta * (high - low) <= (1 - eta) * high + eta * some - high) by nra. assert (I2 : (1 - eta) * high + eta * some - high <= 0) by nra.
  pose proof (Rmult_le_compat_l C _ _ ltac:(lra) I1). pose proof (Rmult_le_compat_l C _ _ ltac:(lra) I2). repeat split; lra.
Qed.

(* ---- Geometric sums ---- *)
Lemma geometric x m : (x - 1) * Names_real.sum 0 (m - 1) (fun i => Names_real.power x i) = x ^ Z.to_nat m - 1.
Proof.
  unfold Names_real.sum. replace (m - 1 + 1 - 0)%Z with m by ring. induction (Z.to_nat m) as [|k IH]; cbn [Names_real.sum_of pow]; [ring|]. rewrite Rmult_plus_distr_l, IH, power_nat by lia. rewrite Z.add_0_l, Nat2Z.id. ring.
Qed.
(* The base d^(-d) = D^d as an integer, and its multiples as exponents. *)
Lemma delta_rows D d : (2 <= D)%Z -> (1 <= d)%Z -> let q := IZR (D ^ d) in 2 <= q /\ Names_real.power (Q2R (Definitions.delta D)) (- d) = q /\ Names_real.power (Q2R (Definitions.delta D)) (-2 * d) = q * q /\
  Names_real.power (Q2R (Definitions.delta D)) (-3 * d) = q * q * q /\ Names_real.power (Q2R (Definitions.delta D)) (2 * d) * (q * q) = 1.
Proof.
  intros HD Hd q. pose proof (delta_bounds D HD) as B. assert (E : Names_real.power (Q2R (Definitions.delta D)) (- d) = q) by (apply delta_minus; lia).
  assert (Q2 : (2 <= D ^ d)%Z) by (pose proof (Z.pow_le_mono_r D 1 d ltac:(lia) ltac:(lia)) as M; rewrite Z.pow_1_r in M; lia). split; [apply IZR_le; exact Q2|]. split; [exact E|].
  assert (E2 : Names_real.power (Q2R (Definitions.delta D)) (-2 * d) = q * q) by (replace (-2 * d)%Z with (- d + - d)%Z by ring; rewrite power_add, E by lra; reflexivity). split; [exact E2|]. split.
  - replace (-3 * d)%Z with (-2 * d + - d)%Z by ring. rewrite power_add, E2, E by lra. reflexivity.
  - rewrite <- E2. replace (-2 * d)%Z with (- (2 * d))%Z by ring. rewrite Rmult_comm. apply power_opposite. lra.
Qed.
Theorem selection_chain_1 : Statements.yun2020b_F_2_selchain_1.
Proof.
  real_start. intros x Hx t Ht. destruct (delta_rows D d ltac:(lia) ltac:(lia)) as (Q2 & E1 & E2 & E3 & _). change (Q2R (Definitions.delta D)) with dl in E1, E2, E3. change (- (3) * d)%Z with (-3 * d)%Z. change (- (2) * d)%Z with (-2 * d)%Z. rewrite E1, E2, E3. set (q := IZR (D ^ d)) in *. intros e.
  assert (Ee : 2 * q * e = x - 1) by (unfold e; field; lra). split; [|split; [split|split]].
  - lra.
  - nra.
  - field. nra.
  - lra.
  - rewrite (whole_IZR (D ^ d) q eq_refl), (whole_IZR (D ^ d - 1) (q - 1)) by (unfold q; rewrite minus_IZR; reflexivity). rewrite power_nat by (apply Z.pow_nonneg; lia). rewrite <- (geometric x (D ^ d)). set (S := Names_real.sum _ _ _). replace (2 * IZR n * (q * q) * q * e * S) with (IZR n * (q * q) * (2 * q * e) * S) by ring. rewrite Ee. ring.
Qed.
Theorem selection_chain_2 : Statements.yun2020b_F_2_selchain_2.
Proof.
  real_start. intros w Hw. destruct (delta_rows D d ltac:(lia) ltac:(lia)) as (Q2 & E1 & E2 & E3 & E4). change (Q2R (Definitions.delta D)) with dl in E1, E2, E3, E4. change (- (3) * d)%Z with (-3 * d)%Z. change (- (2) * d)%Z with (-2 * d)%Z. rewrite E1, E2, E3. set (q := IZR (D ^ d)) in *. set (p := Names_real.power dl (2 * d)) in *. intros y e.
  assert (Ey : 1 + y / q = w) by (unfold y; field; lra). rewrite Ey. split; [|split; [lra|split; [lra|]]].
  - unfold e, y. replace (1 + 2 * q * (1 / 2 * p * ((w - 1) * q))) with (1 + p * (q * q) * (w - 1)) by (field; lra). rewrite E4. ring.
  - set (X := Names_real.power w _). unfold e, y. replace (2 * IZR n * (q * q * q) * (1 / 2 * p * ((w - 1) * q)) * (X - 1)) with (p * (q * q) * (IZR n * (q * q) * (X - 1) * (w - 1))) by (field; lra). rewrite E4. ring.
Qed.
Theorem max_chain : Statements.yun2020b_F_2_max_chain.
Proof.
  intros P WF _ _ _. real_sizes_2020b P WF. set (s := Names.s P) in *. intros b. assert (Hs : 1 <= IZR s) by (apply IZR_le; lia). assert (Snz : IZR (s * n) <> 0) by (rewrite mult_IZR; nra). split; [|split].
  - intros y Hy w. assert (Ew : w = y / IZR s).
    { unfold w. pose proof (power_opposite dl (n * d) ltac:(lra)) as O. replace (- n * d)%Z with (- (n * d))%Z by ring. set (A := Names_real.power dl (- (n * d))) in *. set (B := Names_real.power dl (n * d)) in *. replace (IZR n * A * (B / IZR (s * n) * y)) with (A * B * (IZR n * y / IZR (s * n))) by (unfold Rdiv; ring). rewrite O, mult_IZR. field. lra. }
    assert (W : 0 < w) by (rewrite Ew; apply Rdiv_lt_0_compat; lra). pose proof (geometric (1 + w) s) as G. replace (1 + w - 1) with w in * by ring. rewrite !(power_nat _ s) by lia. split; (split; [lra|]).
    + set (S := Names_real.sum _ _ _) in *. rewrite <- G. field. lra.
    + rewrite <- Ew. field. lra.
  - intros i Hi. assert (I0 : 0 <= IZR i) by (apply IZR_le; lia). assert (I1 : IZR i <= IZR s - 1) by (rewrite <- minus_IZR; apply IZR_le; lia). rewrite mult_IZR, plus_IZR, minus_IZR. assert (0 < IZR s * (IZR i + 1)) by nra. repeat split; try lra.
    + apply Rdiv_lt_0_compat; lra.
    + apply quotient_at_most; [lra|]. replace (1 / (IZR i + 1) * (IZR s * (IZR i + 1))) with (IZR s) by (field; lra). lra.
  - intros w Hw. assert (Hnd : (0 <= n * d)%Z) by nia. pose proof (power_opposite dl (n * d) ltac:(lra)) as O. pose proof (power_opposite dl (n * d + 1) ltac:(lra)) as O1. unfold b. replace (- n * d - 1)%Z with (- (n * d + 1))%Z by ring. replace (- n * d)%Z with (- (n * d))%Z by ring.
    rewrite power_add by lra. rewrite !(power_nat _ s), (power_nat 2 (s + 3)), (power_nat (IZR n) (s + 1)) by lia. replace (Z.to_nat (s + 3)) with (Z.to_nat s + 3)%nat by lia. replace (Z.to_nat (s + 1)) with (Z.to_nat s + 1)%nat by lia. rewrite !pow_add, !Rpow_mult_distr, pow_1.
    assert (Es : Names_real.power dl (s * (n * d + 1)) = Names_real.power dl (n * d + 1) ^ Z.to_nat s). { rewrite !power_nat by nia. rewrite <- pow_mult. f_equal. rewrite Z2Nat.inj_mul by lia. lia. } rewrite Es.
    set (A := Names_real.power dl (- (n * d))) in *. set (B := Names_real.power dl (n * d)) in *. set (A1 := Names_real.power dl (- (n * d + 1))) in *. set (B1 := Names_real.power dl (n * d + 1)) in *. assert (AB : A1 ^ Z.to_nat s * B1 ^ Z.to_nat s = 1) by (rewrite <- Rpow_mult_distr, O1; apply pow1).
    pose proof (pow_lt 2 (Z.to_nat s) ltac:(lra)). pose proof (pow_lt (IZR s) (Z.to_nat s) ltac:(lra)). pose proof (pow_lt (IZR n) (Z.to_nat s) ltac:(lra)). set (X := 2 ^ Z.to_nat s) in *. set (Y := IZR s ^ Z.to_nat s) in *. set (V := IZR n ^ Z.to_nat s) in *. set (A2 := A1 ^ Z.to_nat s) in *. set (B2 := B1 ^ Z.to_nat s) in *.
    replace (X * Y * V * A2 * IZR n * A * (B2 * B * w / (X * 2 ^ 3 * Y * (V * IZR n)))) with ((A2 * B2) * (A * B) * (w / 8)) by (field; lra). rewrite AB, O. ring.
Qed.

(* ---- Piecewise linear maps ---- *)
Ltac maxima := repeat match goal with |- context [Rmax ?a ?z] => first [rewrite (Rmax_right a z) by lra | rewrite (Rmax_left a z) by lra] end.
Ltac cases_of_5 g := assert (Cases : (g = 1 \/ g = 2 \/ g = 3 \/ g = 4 \/ g = 5)%Z) by lia; destruct Cases as [-> | [-> | [-> | [-> | ->]]]].
Ltac five_sums := do 5 eexists; do 5 (split; [first [apply where_one; reflexivity | apply where_none; lia]|]).
Ltac four_relu := real_start; let g := fresh "g" in intros g Hg ? ? ? ? ? ? e He w Hw x Hx y Hy c2; split; [lra|]; intros f;
  pose proof (share_0 x y Hx Hy) as F; fold f in F; assert (Fe : 0 <= e * f < e) by nra; assert (Fw : 0 <= w * f < w) by nra; clearbody f;
  cases_of_5 g; five_sums; intros t; (split; [lra|]); intros A; (split; [lra|]); intros B; five_sums; unfold t, c2 in *; cbv beta; maxima; unfold A, B, c2; field; lra.
Theorem four_relu_1 : Statements.yun2020a_B_2_four_relu_case1.
Proof. four_relu. Qed.
Theorem four_relu_2 : Statements.yun2020a_B_2_four_relu_case2.
Proof. four_relu. Qed.
Theorem four_relu_3 : Statements.yun2020a_B_2_four_relu_case3.
Proof. four_relu. Qed.
Theorem four_relu_formula : Statements.yun2020a_B_2_four_relu_formula.
Proof. four_relu. Qed.

Lemma part_of k s : 0 < k -> 0 <= s < 1 -> 0 <= k * s < k.
Proof. intros. split; nra. Qed.
Theorem F4_D1 : Statements.yun2020b_F_4_D1.
Proof.
  real_start. intros p Hp q Hq. split; [lra|]. intros a. pose proof (share_inside p q Hp Hq) as A. fold a in A. split.
  - intros m Hm v Hv w Hw. split; [lra|]. intros x. pose proof (share_0 v w Hv Hw) as S. assert (Ex : x = IZR m * dl + (1 - a) * dl * (v / (v + w))) by (unfold x; field; lra). clearbody x. set (s := v / (v + w)) in *. assert (O : 0 <= (1 - a) * dl * s < (1 - a) * dl) by (apply part_of; nra). set (o := (1 - a) * dl * s) in *. assert (Ad : 0 < a * dl) by nra.
    split; [lra|]. split; [lra|]. intros f. split.
    + intros ->. replace (0 * dl) with 0 in Ex by ring. unfold f. rewrite (Rmax_left x 0), (Rmax_right (x - (1 - a) * dl) 0), (Rmax_right (x - dl) 0) by lra. ring.
    + intros Ne. unfold f. assert (C : (m <= -1 \/ 1 <= m)%Z) by lia. destruct C as [C|C]; apply IZR_le in C.
      * assert (IZR m * dl <= - dl) by nra. rewrite (Rmax_right x 0), (Rmax_right (x - (1 - a) * dl) 0), (Rmax_right (x - dl) 0) by lra. ring.
      * assert (dl <= IZR m * dl) by nra. rewrite (Rmax_left x 0), (Rmax_left (x - (1 - a) * dl) 0), (Rmax_left (x - dl) 0) by lra. field. lra.
  - assert (W : Names_real.whole (1 / dl - 1) = (D - 1)%Z) by (apply whole_IZR; rewrite minus_IZR; assert (E : 1 / dl = IZR D) by (apply (Rmult_eq_reg_r dl); [field_simplify; lra|lra]); rewrite E; reflexivity). rewrite W, sum_constant by lia. replace (D - 1 + 1 - 0)%Z with D by ring. replace (IZR D * ((1 - a) * dl)) with ((dl * IZR D) * (1 - a)) by ring. rewrite HdlD, Rmult_1_l. lra.
Qed.
Theorem F3_norm_sum : Statements.yun2020b_F_3_norm_sum.
Proof.
  real_start. intros w Hw r Hr. replace (IZR n * w) with (Names_real.sum 1 n (fun _ => w)) by (rewrite sum_constant by lia; f_equal; f_equal; ring). apply sum_le. intros i Hi. specialize (Hr i Hi). lra.
Qed.
Theorem F4_B : Statements.yun2020b_F_4_B.
Proof.
  real_start. split; [|split; [|split]].
  - intros p Hp q Hq v Hv w Hw i Hi. split; [lra|]. intros a. pose proof (share_inside p q Hp Hq) as A. fold a in A. split; [lra|]. split; [lra|]. pose proof (share_0 v w Hv Hw) as S. intros x. assert (Ad : 0 < a * dl) by nra.
    assert (Ex : x = IZR (1 - i) * ((1 - a) * dl * (v / (v + w))) + IZR i * ((1 - a) * dl + a * dl * (v / (v + w)))) by (unfold x; field; lra). clearbody x. set (s := v / (v + w)) in *. assert (O : 0 <= (1 - a) * dl * s < (1 - a) * dl) by (apply part_of; nra). assert (O' : 0 <= a * dl * s < a * dl) by (apply part_of; nra). set (o := (1 - a) * dl * s) in *.
    split; [lra|]. split; [lra|]. intros f. assert (C : (i = 0 \/ i = 1)%Z) by lia. destruct C as [-> | ->]; cbn in Ex.
    + unfold f. rewrite (Rmax_left x 0), (Rmax_right (x - (1 - a) * dl) 0), (Rmax_right (x - dl) 0) by lra. split; lra.
    + unfold f. rewrite (Rmax_left x 0), (Rmax_left (x - (1 - a) * dl) 0), (Rmax_right (x - dl) 0) by lra. replace (x + (- x + 1 / a * (x - (1 - a) * dl) - (1 - a) / a * 0)) with (dl * s) by (rewrite Ex; field; lra). split; nra.
  - intros p Hp q Hq v Hv i Hi. split; [lra|]. intros a. pose proof (share_inside p q Hp Hq) as A. fold a in A. intros x. assert (Ad : 0 < a * dl < dl) by nra. split; [lra|]. split; [lra|]. intros f. assert (C : (i = 0 \/ i = 1)%Z) by lia. destruct C as [-> | ->]; unfold f, x; cbn [Z.sub Z.add Z.opp Z.pos_sub].
    + maxima. ring.
    + maxima. field. lra.
  - intros M HM r Hr a Ha. assert (Hn : (1 <= n)%Z) by lia. pose proof (sum_positive 1 n a Hn Ha) as S. repeat split; try (apply Rgt_not_eq; exact S).
    + apply quotient_at_most; [exact S|]. rewrite <- sum_times. apply sum_le. intros i Hi. pose proof (Ha i Hi). pose proof (Hr i Hi). nra.
    + apply at_most_quotient; [exact S|]. rewrite <- sum_times. apply sum_le. intros i Hi. pose proof (Ha i Hi). pose proof (Hr i Hi). nra.
  - intros t Ht. set (X := Rmax (t + dl / 2) 0 - Rmax (t + dl / 4) 0 - Rmax (t - dl / 4) 0 + Rmax (t - dl / 2) 0). assert (B : 0 <= X <= dl / 4).
    { unfold X. destruct Ht as [-> | [-> | [-> | [-> | [-> | ->]]]]]; try change (IZR (- (2))) with (-2); maxima; lra. }
    assert (E : 4 / dl * X = 4 * X / dl) by (field; lra). rewrite E. split; [apply at_most_quotient; lra|apply quotient_at_most; lra].
Qed.

(* ---- Which cube of the grid a point is in ---- *)
Lemma where_single a b (P : Z -> Prop) f m : (a <= m <= b)%Z -> P m -> (forall k, (a <= k <= b)%Z -> P k -> k = m) -> Names_real.sum_where a b P f (f m).
Proof.
  intros Hm Pm U. exists (fun k => if Z.eqb k m then f k else 0). split.
  - intros i Hi. destruct (Z.eqb_spec i m) as [->|Ne]; [left; auto|right; split; [intros Pi; exact (Ne (U i Hi Pi))|reflexivity]].
  - rewrite (sum_split _ a m b), (sum_last _ a m) by lia. rewrite Z.eqb_refl. assert (Z0 : forall lo hi, (hi < m \/ m < lo)%Z -> Names_real.sum lo hi (fun k => if Z.eqb k m then f k else 0) = 0).
    { intros lo hi H. rewrite (sum_same lo hi _ (fun _ => 0 * 0)); [rewrite sum_times; ring|]. intros i Hi. destruct (Z.eqb_spec i m); [lia|ring]. }
    rewrite !Z0 by lia. ring.
Qed.
Theorem cube_of_point : Statements.yun2020b_C_Fdelta_def.
Proof.
  real_start. intros m [M0 M1] a Ha b Hb. split; [lra|]. intros x. pose proof (offset dl a b ltac:(lra) Ha Hb) as O. assert (E : 1 / dl = IZR D) by (apply (Rmult_eq_reg_r dl); [field_simplify; lra|lra]). rewrite E in *. rewrite (whole_IZR (D - 1)) by (rewrite minus_IZR; reflexivity).
  rewrite <- minus_IZR in M1. apply le_IZR in M1. assert (In : IZR m * dl <= x /\ x < IZR m * dl + dl) by (unfold x; lra).
  assert (U : forall k, (0 <= k <= D - 1)%Z -> IZR k * dl <= x /\ x < IZR k * dl + dl -> k = m).
  { intros k Hk Ik. destruct (Z.lt_trichotomy k m) as [L|[L|L]]; [exfalso|exact L|exfalso]; assert (L' : (k + 1 <= m \/ m + 1 <= k)%Z) by lia.
    - assert (G : IZR (k + 1) <= IZR m) by (apply IZR_le; lia). rewrite plus_IZR in G. nra.
    - assert (G : IZR (m + 1) <= IZR k) by (apply IZR_le; lia). rewrite plus_IZR in G. nra. }
  split; eexists; (split; [apply (where_single 0 (D - 1) _ _ m); [lia|exact In|exact U]|reflexivity]).
Qed.
