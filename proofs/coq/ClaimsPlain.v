(* Claims of yun2020b that speak of the parameters of a run alone: probability maps at chosen points, the piecewise linear functions of F.1 and F.3, the measure of a cube, and errors of F.2 in closed form. *)
From Coq Require Import QArith Qround Qabs Qminmax Qpower Qfield Lqa List Arith Lia.
From Hardmax Require Import Definitions Arithmetic Digits SelectiveShift Layers Heads Network Lemma7 Families Runs Claims.
From Hardmax Require Names Statements.
Open Scope Q_scope.

(* ---- Small facts ---- *)
Ltac linear := unfold Qdiv in *; change (/ 2) with (1 # 2) in *; change (/ 4) with (1 # 4) in *; lra.
Lemma delta_positive P : Names.well_formed P -> 0 < Names.delta P.
Proof. intros WF. exact (unit_positive _ (D_2 P WF)). Qed.
Lemma delta_below P : Names.well_formed P -> Names.delta P <= 1 # 2.
Proof.
  intros WF. pose proof (D_2 P WF). unfold Names.delta, Definitions.delta.
  apply Qle_shift_inv_r; [unfold Qlt; cbn; lia|]. change (1 # 2) with (/ 2). rewrite Qmult_comm. apply Qle_shift_div_l; [reflexivity|].
  change (1 * 2) with (inject_Z 2). rewrite <- Zle_Qle. lia.
Qed.
Lemma not_zero a : 0 < a -> ~ a == 0.
Proof. intros H E. rewrite E in H. exact (Qlt_irrefl 0 H). Qed.
Lemma integer_le a b : (a <= b)%Z -> inject_Z a <= inject_Z b.
Proof. rewrite <- Zle_Qle. exact (fun H => H). Qed.
Lemma integer_lt a b : (a < b)%Z -> inject_Z a < inject_Z b.
Proof. rewrite <- Zlt_Qlt. exact (fun H => H). Qed.
Lemma integer_positive a : (0 < a)%Z -> 0 < inject_Z a.
Proof. exact (integer_lt 0 a). Qed.
Lemma smaller_quotient a b : 0 < a -> a <= b -> 1 / b <= 1 / a.
Proof.
  intros Ha L. apply Qle_shift_div_l; [exact Ha|]. unfold Qdiv. rewrite Qmult_1_l, Qmult_comm. apply Qle_shift_div_r; [lra|]. rewrite Qmult_1_l. exact L.
Qed.
Lemma power_of_1 e : (1 : Q) ^ e == 1.
Proof. apply Qpower_1. Qed.
Lemma sum_same f g a b : (forall i, (a <= i <= b)%Z -> f i == g i) -> Names.sum a b f == Names.sum a b g.
Proof.
  intros H. unfold Names.sum. assert (K : forall m, (m <= Z.to_nat (b + 1 - a))%nat -> Names.sum_of f a m == Names.sum_of g a m); [|apply K; lia].
  induction m as [|m IH]; intros Hm; cbn [Names.sum_of]; [reflexivity|]. rewrite IH, H by lia. reflexivity.
Qed.
Lemma sum_constant x a b : (a <= b + 1)%Z -> Names.sum a b (fun _ => x) == inject_Z (b + 1 - a) * x.
Proof.
  intros H. unfold Names.sum. rewrite <- (Z2Nat.id (b + 1 - a)) at 2 by lia. induction (Z.to_nat (b + 1 - a)) as [|m IH]; cbn [Names.sum_of].
  - change (inject_Z (Z.of_nat 0)) with 0. ring.
  - rewrite IH, Nat2Z.inj_succ. unfold Z.succ. rewrite inject_Z_plus. ring.
Qed.

(* ---- A, B ---- *)
Theorem A_range3 : Statements.yun2020b_A_notation_range3.
Proof.
  plain. pose proof (delta_positive P WF). pose proof (delta_below P WF). repeat match goal with |- _ /\ _ => split end; [assumption| |eq; rewrite ?Z.mod_1_r; reflexivity|linear|eq; rewrite ?Z.mod_1_r; reflexivity].
  setoid_replace 0 with (U (Names.base P) 0) by (unfold U; ring). lt.
Qed.
Theorem A_range2 : Statements.yun2020b_A_notation_range2.
Proof.
  plain. assert (E : inject_Z (Names.n P) / Names.delta P == inject_Z (Names.n P * Names.base P)) by (apply i_over_delta; [assumption|reflexivity]).
  repeat split; try (unfold Names.n; lia).
  - rewrite (i_modulo _ 1 (Names.n P) 1 eq_refl (Qeq_refl _) (Qeq_refl _)), Z.mod_1_r. reflexivity.
  - rewrite (i_modulo _ 1 (Names.n P * Names.base P) 1 eq_refl E (Qeq_refl _)), Z.mod_1_r. reflexivity.
  - rewrite E. change 1 with (inject_Z 1). unfold Qminus. rewrite <- inject_Z_opp, <- inject_Z_plus. change 0 with (inject_Z 0). rewrite <- Zle_Qle. unfold Names.n. nia.
Qed.
Theorem B3_vertex : Statements.yun2020b_B_3_def_vertex.
Proof.
  plain. intros tau. assert (N : 0 < inject_Z (2 * Names.n P)) by (change 0 with (inject_Z 0); rewrite <- Zlt_Qlt; unfold Names.n; lia).
  assert (T : tau * inject_Z (2 * Names.n P) == -(1)) by (unfold tau; field; apply not_zero; exact N). rewrite inject_Z_mult in T, N. change (inject_Z 2) with 2 in *.
  assert (M : inject_Z (Names.n P - 1) == inject_Z (Names.n P) - 1) by (unfold Zminus; rewrite inject_Z_plus; reflexivity). rewrite M. clearbody tau. clear M.
  assert (2 <= inject_Z (Names.n P)) by (change 2 with (inject_Z 2); rewrite <- Zle_Qle; unfold Names.n; lia). set (x := inject_Z (Names.n P)) in *. clearbody x. split.
  - setoid_replace (1 / 2 - tau + (x - 1) * - tau) with (1 / 2 - (1 # 2) * (tau * (2 * x))) by (field). rewrite T. reflexivity.
  - assert (- (1 # 4) <= tau) by nra. unfold Qdiv. change (/ 2) with (1 # 2). assert (-tau < 1 # 2) by lra. lra.
Qed.
Theorem B2_t_repaired : Statements.yun2020b_B_2_t_positive_repaired.
Proof.
  plain. intros y t. pose proof (delta_positive P WF). assert (Hy : 0 < y) by (unfold y; linear). assert (E : t * y == 1) by (unfold t; field; apply not_zero; exact Hy). split.
  - unfold t. apply Qlt_shift_div_l; [exact Hy|linear].
  - intros e He. rewrite E. change 1 with (inject_Z 1). apply integer_le. lia.
Qed.

(* ---- F.1: the activation with ramps of width alpha delta ---- *)
Section Ramp.
Variables a y : Q.
Hypothesis Ha : 0 < a < 1.
Hypothesis Hy : 0 < y.
Definition ramp (t : Q) : Q := - Qmax t 0 + 1 / a * Qmax (t - (1 - a) * y) 0 - (1 - a) / a * Qmax (t - y) 0.
Lemma ramp_width : 0 < a * y < y.
Proof. nra. Qed.
Lemma ramp_outside t : t <= 0 \/ y <= t -> ramp t == 0.
Proof.
  pose proof ramp_width. intros [H1|H1]; unfold ramp.
  - rewrite !Q.max_r by linear. field. linear.
  - rewrite !Q.max_l by linear. field. linear.
Qed.
Lemma ramp_low t : 0 <= t -> t <= (1 - a) * y -> ramp t == - t.
Proof. pose proof ramp_width. intros. unfold ramp. rewrite (Q.max_l t), !Q.max_r by linear. field. linear. Qed.
Lemma ramp_high t : (1 - a) * y <= t -> t <= y -> ramp t == (1 - a) / a * (t - y).
Proof. pose proof ramp_width. intros. unfold ramp. rewrite (Q.max_l t), (Q.max_l (t - (1 - a) * y)), Q.max_r by linear. field. linear. Qed.
End Ramp.
Lemma fifths a : a == 1 / 5 \/ a == 2 / 5 \/ a == 3 / 5 \/ a == 4 / 5 -> 0 < a < 1.
Proof. intros [->|[->|[->| ->]]]; split; reflexivity. Qed.

Theorem F1_phi3 : Statements.yun2020b_F_1_phi3.
Proof.
  plain. intros a Ha%fifths t _. pose proof (delta_positive P WF) as Hy. pose proof (not_zero a (proj1 Ha)). repeat match goal with |- _ /\ _ => split end; try assumption.
  intros f. change f with (ramp a (Names.delta P) t). split; [|split].
  - apply ramp_outside; assumption.
  - intros [? ?]. apply ramp_low; assumption.
  - intros [? ?]. split; [assumption|]. apply ramp_high; assumption.
Qed.
Theorem F1_differ : Statements.yun2020b_F_1_differ.
Proof.
  plain. intros a Ha%fifths t Ht. pose proof (delta_positive P WF) as Hy. pose proof (not_zero a (proj1 Ha)). pose proof (ramp_width a (Names.delta P) Ha Hy).
  repeat match goal with |- _ /\ _ => split end; try assumption. intros f. change f with (ramp a (Names.delta P) t). split; [|split].
  - intros [?|?]; apply ramp_outside; try assumption; [left; linear|right; linear].
  - intros [? ?]. apply ramp_low; assumption.
  - intros [? ?]. rewrite ramp_high by (assumption || linear). change (inject_Z (-2)) with (- (2)) in Ht.
    assert (E : t == (1 - a / 2) * Names.delta P). { destruct Ht as [E|[E|[E|[E|[E|[E|E]]]]]]; try exact E; exfalso; rewrite E in *; linear. }
    rewrite E. field. assumption.
Qed.
Theorem F1_equal : Statements.yun2020b_F_1_equal.
Proof.
  plain. intros a Ha%fifths k _ j _ t Ht x. pose proof (delta_positive P WF) as Hy. pose proof (not_zero a (proj1 Ha)). pose proof (ramp_width a (Names.delta P) Ha Hy).
  repeat match goal with |- _ /\ _ => split end; try assumption. intros f. change f with (ramp a (Names.delta P) x). split.
  - intros [?|?]; apply ramp_outside; try assumption; [left; linear|right; linear].
  - intros [X0 X1]. assert (Ex : x == inject_Z (k - j) * Names.delta P \/ x == (inject_Z (k - j) + 1 - a) * Names.delta P).
    { unfold x, Z.sub. rewrite inject_Z_plus, inject_Z_opp. destruct Ht as [->| ->]; [left|right]; ring. }
    assert (Cases : (k - j <= -1)%Z \/ (k - j = 0)%Z \/ (1 <= k - j)%Z) by lia. destruct Cases as [C|[C|C]].
    + apply integer_le in C. change (inject_Z (-1)) with (- (1)) in C. set (m := inject_Z (k - j)) in *. assert (m * Names.delta P <= - Names.delta P) by nra. destruct Ex as [E|E]; rewrite E in *; linear.
    + rewrite C in Ex. change (inject_Z 0) with 0 in Ex. apply ramp_low; [assumption..|]. destruct Ex as [E|E]; rewrite E; linear.
    + apply integer_le in C. change (inject_Z 1) with 1 in C. set (m := inject_Z (k - j)) in *. assert (Names.delta P <= m * Names.delta P) by nra. destruct Ex as [E|E]; rewrite E in *; linear.
Qed.
Theorem F1_alpha : Statements.yun2020b_F_1_alpha.
Proof. plain. intros a. unfold a. change (inject_Z (1 - 0)) with 1. apply power_of_1. Qed.
Theorem F4_alpha_repaired : Statements.yun2020b_F_4_alpha_repaired.
Proof. plain. intros a. unfold a. change (inject_Z (1 - 0)) with 1. rewrite power_of_1. reflexivity. Qed.

(* The part of [0, 1) that is right of no ramp: 1 - alpha. *)
Lemma flat_length P a : Names.well_formed P ->
  Names.sum 0 (Names.whole (1 / Names.delta P - 1)) (fun k => (inject_Z k + 1 - a) * Names.delta P - inject_Z k * Names.delta P) == 1 - a.
Proof.
  intros WF. pose proof (D_2 P WF). rewrite (sum_same _ (fun _ => (1 - a) * Names.delta P)) by (intros; ring).
  assert (E : 1 / Names.delta P - 1 == inject_Z (Names.base P - 1)).
  { unfold Names.delta, Definitions.delta, Z.sub. rewrite inject_Z_plus. change (inject_Z (- (1))) with (- (1)). field. exact (base_not_zero _ (D_2 P WF)). }
  rewrite (whole_integer _ _ E), sum_constant by lia. replace (Names.base P - 1 + 1 - 0)%Z with (Names.base P) by lia. unfold Names.delta, Definitions.delta. field. exact (base_not_zero _ (D_2 P WF)).
Qed.
Theorem F1_complement : Statements.yun2020b_F_1_complement.
Proof.
  plain. intros m Hm. split; [apply not_zero, integer_positive; unfold Names.n, Names.d; nia|]. intros a. rewrite (flat_length P a WF). reflexivity.
Qed.
Theorem F1_measure : Statements.yun2020b_F_1_measure.
Proof.
  plain. intros m Hm. split; [apply not_zero, integer_positive; unfold Names.n, Names.d; nia|]. intros a. rewrite (flat_length P a WF).
  assert (E : ((1 - a) * Names.delta P) ^ (Names.n P * Names.d P) * (1 / Names.delta P ^ (Names.n P * Names.d P)) == (1 - a) ^ (Names.n P * Names.d P)).
  { rewrite Qmult_power. field. apply Qpower_not_0. apply not_zero. exact (delta_positive P WF). }
  split; [symmetry|]; exact E.
Qed.

(* ---- F.3: the hat of height 1 ---- *)
Section Hat.
Variable y : Q.
Hypothesis Hy : 0 < y.
Definition hat (t : Q) : Q := 4 / y * (Qmax (t + y / 2) 0 - Qmax (t + y / 4) 0 - Qmax (t - y / 4) 0 + Qmax (t - y / 2) 0).
Lemma hat_outside t : t <= - y / 2 \/ y / 2 <= t -> hat t == 0.
Proof. intros [?|?]; unfold hat; [rewrite !Q.max_r by linear|rewrite !Q.max_l by linear]; field; linear. Qed.
Lemma hat_up t : - y / 2 <= t -> t <= - y / 4 -> hat t == 4 / y * t + 2.
Proof. intros. unfold hat. rewrite (Q.max_l (t + y / 2)), !Q.max_r by linear. field. linear. Qed.
Lemma hat_top t : - y / 4 <= t -> t <= y / 4 -> hat t == 1.
Proof. intros. unfold hat. rewrite (Q.max_l (t + y / 2)), (Q.max_l (t + y / 4)), !Q.max_r by linear. field. linear. Qed.
Lemma hat_down t : y / 4 <= t -> t <= y / 2 -> hat t == - (4 / y) * t + 2.
Proof. intros. unfold hat. rewrite (Q.max_l (t + y / 2)), (Q.max_l (t + y / 4)), (Q.max_l (t - y / 4)), Q.max_r by linear. field. linear. Qed.
End Hat.
Theorem F3_phi4 : Statements.yun2020b_F_3_phi4.
Proof.
  plain. intros t _ f. pose proof (delta_positive P WF) as Hy. change f with (hat (Names.delta P) t). repeat match goal with |- _ /\ _ => split end.
  - apply hat_outside. exact Hy.
  - intros [? ?]. apply hat_up; assumption.
  - intros [? ?]. apply hat_top; assumption.
  - intros [? ?]. apply hat_down; assumption.
Qed.
Theorem F3_plateau : Statements.yun2020b_F_3_plateau.
Proof.
  begin. pose proof (delta_positive P WF) as Hy. repeat match goal with |- _ /\ _ => split end.
  - intros t _ f. change f with (hat (Names.delta P) t). split.
    + intros A%Qabs_Qle_condition. apply hat_top; [exact Hy|linear|linear].
    + intros A. apply hat_outside; [exact Hy|]. destruct (Qlt_le_dec t 0) as [N|N]; [left; rewrite Qabs_neg in A by linear|right; rewrite Qabs_pos in A by linear]; linear.
  - linear.
  - linear.
  - apply E3_gap; try assumption. unfold Names.n, Names.d, Names.D. lia.
Qed.

(* ---- E.2, F.2: closed forms ---- *)
Lemma delta_cancels P e : Names.well_formed P -> Names.delta P ^ (- e) * Names.delta P ^ e == 1.
Proof. intros WF. rewrite <- Qpower_plus by (apply not_zero; exact (delta_positive P WF)). rewrite Z.add_opp_diag_l. reflexivity. Qed.
Theorem F2_selchain_3 : Statements.yun2020b_F_2_selchain_3.
Proof.
  plain. intros q i [Hi Hq]. assert (Eq : q == inject_Z (Names.base P ** Names.rows P)).
  { unfold q. eapply Qeq_trans; [eapply i_delta_power; unfold Names.d; lia|]. rewrite power_of_rows. reflexivity. }
  clearbody q. rewrite Eq in Hq. change 1 with (inject_Z 1) in Hq at 1. assert (Hi' : (i <= Names.base P ** Names.rows P - 1)%Z).
  { rewrite Zle_Qle. unfold Z.sub. rewrite inject_Z_plus. exact Hq. }
  pose proof (integer_le 0 i Hi). pose proof (integer_le _ _ Hi') as L. unfold Z.sub in L. rewrite inject_Z_plus, <- Eq in L. change (inject_Z (- (1))) with (- (1)) in L.
  rewrite inject_Z_plus. change (inject_Z 0) with 0 in *. change (inject_Z 1) with 1. set (x := inject_Z i) in *. assert (0 < q * (x + 1)) by nra.
  repeat match goal with |- _ /\ _ => split end; try (apply not_zero; linear).
  - apply Qlt_shift_div_l; [assumption|linear].
  - apply Qle_shift_div_r; [assumption|]. setoid_replace (1 / (x + 1) * (q * (x + 1))) with q by (field; apply not_zero; linear). linear.
Qed.
Theorem F2_selchain_4 : Statements.yun2020b_F_2_selchain_4.
Proof.
  plain. intros w. unfold w. pose proof (delta_cancels P (2 * Names.d P) WF) as E. replace (-2 * Names.d P)%Z with (- (2 * Names.d P))%Z by ring.
  assert (N : 0 < inject_Z (Names.n P)) by (apply integer_positive; unfold Names.n; lia).
  rewrite !inject_Z_mult. replace (Names.n P ^ 2)%Z with (Names.n P * Names.n P)%Z by ring. rewrite inject_Z_mult. set (X := Names.delta P ^ (2 * Names.d P)) in *. set (Y := Names.delta P ^ (- (2 * Names.d P))) in *.
  setoid_replace (inject_Z (Names.n P) * Y * (X * inject_Z 1 / (inject_Z 8 * (inject_Z (Names.n P) * inject_Z (Names.n P))))) with (Y * X / (inject_Z 8 * inject_Z (Names.n P))) by (change (inject_Z 1) with 1; field; apply not_zero; exact N).
  rewrite E. reflexivity.
Qed.
Theorem F2_chain_end : Statements.yun2020b_F_2_max_chain_end.
Proof.
  half. intros w. unfold w. change (inject_Z 1) with 1.
  assert (N : ~ inject_Z (Names.n P) == 0) by (apply not_zero, integer_positive; unfold Names.n; lia).
  assert (S : ~ inject_Z (Names.s P) == 0) by (apply not_zero, integer_positive; unfold Names.s; lia).
  assert (Y : ~ Names.delta P == 0) by (apply not_zero; exact (delta_positive P WF)).
  set (e := Names.s P) in *. set (m := (Names.n P * Names.d P)%Z).
  replace (- Names.n P * Names.d P - 1)%Z with (- (m + 1))%Z by (unfold m; ring). replace (- Names.n P * Names.d P)%Z with (- m)%Z by (unfold m; ring).
  fold m. rewrite !Qmult_power. rewrite (Qpower_plus _ (e * (m + 1)) m Y), (Qpower_plus 2 e 3), (Qpower_plus _ e 1 N) by discriminate. rewrite <- Qpower_mult.
  replace (- (m + 1) * e)%Z with (- (e * (m + 1)))%Z by ring. rewrite !Qpower_opp. change (2 ^ 3) with 8. change (inject_Z (Names.n P) ^ 1) with (inject_Z (Names.n P)).
  field. repeat split; first [discriminate | exact N | apply Qpower_not_0; first [exact Y | exact N | exact S | discriminate]].
Qed.
Lemma geometric x m : x * Names.sum_of (fun i => (1 + x) ^ i) 0 m == (1 + x) ^ Z.of_nat m - 1.
Proof.
  induction m as [|m IH]; [cbn [Names.sum_of]; change ((1 + x) ^ Z.of_nat 0) with 1; ring|]. cbn [Names.sum_of]. rewrite Qmult_plus_distr_r, IH, Nat2Z.inj_succ, Z.add_0_l.
  assert (E : (1 + x) ^ Z.succ (Z.of_nat m) == (1 + x) * (1 + x) ^ Z.of_nat m).
  { unfold Z.succ. rewrite !Qpower_plus' by lia. change ((1 + x) ^ 1) with (1 + x). ring. }
  rewrite E. ring.
Qed.
Theorem F2_chain_sum : Statements.yun2020b_F_2_max_chain_sum.
Proof.
  half. intros y Hy b w. assert (N : ~ inject_Z (Names.n P) == 0) by (apply not_zero, integer_positive; unfold Names.n; lia).
  assert (S : ~ inject_Z (Names.s P) == 0) by (apply not_zero, integer_positive; unfold Names.s; lia).
  assert (Y : ~ inject_Z y == 0) by (apply not_zero, integer_positive; lia).
  assert (Ew : w == inject_Z y / inject_Z (Names.s P)).
  { unfold w. rewrite inject_Z_mult. replace (- Names.n P * Names.d P)%Z with (- (Names.n P * Names.d P))%Z by ring. pose proof (delta_cancels P (Names.n P * Names.d P) WF) as E.
    set (A := Names.delta P ^ (- (Names.n P * Names.d P))) in *. set (B := Names.delta P ^ (Names.n P * Names.d P)) in *.
    setoid_replace (inject_Z (Names.n P) * A * (B / (inject_Z (Names.s P) * inject_Z (Names.n P)) * inject_Z y)) with (A * B * (inject_Z y / inject_Z (Names.s P))) by (field; split; assumption). rewrite E. ring. }
  clearbody b w. assert (W : ~ w == 0). { rewrite Ew. apply not_zero. apply Qlt_shift_div_l; [apply integer_positive; unfold Names.s; lia|]. rewrite Qmult_0_l. apply integer_positive. lia. }
  assert (W' : ~ 1 + w - 1 == 0) by (intros E; apply W; rewrite <- E; ring).
  assert (G : w * Names.sum 0 (Names.s P - 1) (fun i => (1 + w) ^ i) == (1 + w) ^ Names.s P - 1).
  { unfold Names.sum, Names.s. replace (Z.to_nat (Z.of_nat (Names.reach P) - 1 + 1 - 0)) with (Names.reach P) by lia. apply geometric. }
  split; split; try exact W'.
  - rewrite <- Qmult_assoc, G. field. exact W'.
  - rewrite <- Ew. field. exact W'.
Qed.
Theorem E22_count_b : Statements.yun2020b_E_2_2_count_b.
Proof.
  plain. intros i Hi a b. assert (E : b - a == U (Names.base P) (Names.base P ** Names.rows P - 1)).
  { unfold a, b. setoid_replace (inject_Z (i - 2) * Names.Delta P + Names.delta P ^ (- Names.d P + 1) - Names.delta P - inject_Z (i - 2) * Names.Delta P) with (Names.delta P ^ (- Names.d P + 1) - Names.delta P) by ring.
    eq. rewrite power_less by assumption. reflexivity. }
  clearbody a b. assert (N : ~ Names.delta P == 0) by (apply not_zero; exact (delta_positive P WF)). split.
  - eapply eq_by_units; [eapply u_modulo; [| |exact E|units]|units|]; try side. apply Z.mod_1_r.
  - assert (F : (b - a) / Names.delta P == inject_Z (Names.base P ** Names.rows P - 1)). { rewrite E. unfold U. change (/ inject_Z (Names.base P)) with (Names.delta P). field. exact N. }
    rewrite (whole_integer _ _ F), sum_constant by lia. rewrite Qmult_1_r. eapply Qeq_trans; [|symmetry; eapply i_delta_power; unfold Names.d; lia]. rewrite power_of_rows.
    replace (Names.base P ** Names.rows P - 1 + 1 - 0)%Z with (Names.base P ** Names.rows P)%Z by ring. reflexivity.
Qed.

Lemma floor_of_quotient a b : (0 < b)%Z -> Qfloor (inject_Z a / inject_Z b) = (a / b)%Z.
Proof. intros Hb. unfold Qdiv, Qinv, inject_Z. destruct b; try lia. cbn [Qnum Qden Qmult Qfloor]. unfold Qmult. cbn. rewrite Z.mul_1_r. reflexivity. Qed.
(* u tells the columns apart: the digits of a are a. *)
Theorem E21_injective_u : Statements.yun2020b_E_2_1_injective_u.
Proof.
  begin. intros k Hk.
  assert (Q1 : inject_Z (Names.D P) ^ Names.d P - 1 == inject_Z (Names.base P ** Names.rows P - 1)).
  { unfold Names.D, Names.d, Z.sub. rewrite i_power_of, inject_Z_plus by lia. reflexivity. }
  assert (V : forall a, (0 <= a)%Z -> inject_Z a <= inject_Z (Names.D P) ^ Names.d P - 1 ->
    Names.sum 1 (Names.d P) (fun r => Names.delta P ^ (- r + 1) * (Names.E P k + Names.delta P * Names.modulo (inject_Z (Qfloor (inject_Z a / inject_Z (Names.D P) ^ (r - 1)))) (inject_Z (Names.D P))))
    == Names.E P k * inject_Z (weights (Names.rows P) (Names.base P)) + inject_Z a * Names.delta P).
  { intros a Ha La. rewrite Q1, <- Zle_Qle in La. setoid_replace (inject_Z a * Names.delta P) with (inject_Z (number (Names.rows P) (Names.base P) (fun r => (a / Names.base P ** r) mod Names.base P)%Z) * Names.delta P)
      by (change (fun r => ((a / Names.base P ** r) mod Names.base P)%Z) with (digit_of (Names.base P) a); rewrite number_of_digits, Z.mod_small by (assumption || lia); reflexivity).
    unfold Names.sum, Names.d, weights. replace (Z.to_nat (Z.of_nat (Names.rows P) + 1 - 1)) with (Names.rows P) by lia. generalize (Names.rows P) as d. clear La.
    induction d as [|e IH]; cbn [Names.sum_of number]; [change (inject_Z 0) with 0; ring|]. rewrite IH. clear IH.
    replace (- (1 + Z.of_nat e) + 1)%Z with (- Z.of_nat e)%Z by ring. rewrite (i_delta_power (Names.base P)) by lia. rewrite Z.opp_involutive.
    replace (1 + Z.of_nat e - 1)%Z with (Z.of_nat e) by ring. unfold Names.D. rewrite i_power_of by lia.
    assert (F : Qfloor (inject_Z a / inject_Z (Names.base P ** e)) = (a / Names.base P ** e)%Z).
    { apply floor_of_quotient, pow_positive. lia. }
    rewrite F. rewrite (i_modulo _ _ _ (Names.base P) ltac:(lia) (Qeq_refl _) (Qeq_refl _)). rewrite !inject_Z_plus, !inject_Z_mult. change (inject_Z 1) with 1. ring. }
  intros a [Ha La] b [Hb Lb] Ne E. rewrite (V a Ha La), (V b Hb Lb) in E. apply Ne. pose proof (delta_positive P WF) as Y.
  assert (E' : inject_Z a == inject_Z b).
  { apply (Qmult_inj_r _ _ (Names.delta P)); [apply not_zero; exact Y|]. lra. }
  rewrite inject_Z_injective in E'. exact E'.
Qed.
