(* Claims of E.2.4 on what the all-max layers add beyond the leading term: the binomial sums of the printed chain, and the second, the third and the last layer. *)
From Coq Require Import QArith Qround Qpower Lqa List Arith Lia.
From Hardmax Require Import Definitions Arithmetic Digits SelectiveShift Layers Heads Network Lemma7 Runs Claims.
From Hardmax Require Names Statements.
Open Scope Q_scope.

(* ---- The binomial theorem without its last term ---- *)
Fixpoint binomials (m : nat) (a : Z) (k : nat) : Z := match k with O => 0 | S j => binomials m a j + Names.binomial m j * a ** j end%Z.
Lemma binomial_0 m : Names.binomial m 0 = 1%Z.
Proof. destruct m; reflexivity. Qed.
Lemma binomial_beyond m : forall k, (m < k)%nat -> Names.binomial m k = 0%Z.
Proof. induction m as [|m IH]; intros [|k] Hk; cbn [Names.binomial]; try lia. rewrite !IH by lia. reflexivity. Qed.
Lemma binomials_step m a k : binomials (S m) a (S k) = (binomials m a (S k) + a * binomials m a k)%Z.
Proof.
  induction k as [|k IH]; [cbn [binomials]; rewrite !binomial_0; lia|]. change (binomials (S m) a (S (S k))) with (binomials (S m) a (S k) + Names.binomial (S m) (S k) * a ** S k)%Z.
  rewrite IH. cbn [binomials Names.binomial]. rewrite pow_step. ring.
Qed.
Lemma binomials_all m a : binomials m a (S m) = ((1 + a) ** m)%Z.
Proof.
  induction m as [|m IH]; [reflexivity|]. rewrite binomials_step, IH. change (binomials m a (S (S m))) with (binomials m a (S m) + Names.binomial m (S m) * a ** S m)%Z.
  rewrite binomial_beyond, IH, (pow_step (1 + a)) by lia. ring.
Qed.
Lemma binomial_last m : Names.binomial m m = 1%Z.
Proof. induction m as [|m IH]; [reflexivity|]. cbn [Names.binomial]. rewrite IH, binomial_beyond by lia. reflexivity. Qed.
Theorem binomials_but_last m a : binomials m a m = ((1 + a) ** m - a ** m)%Z.
Proof. rewrite <- binomials_all. cbn [binomials]. rewrite binomial_last. ring. Qed.
Lemma binomial_sum P a : count_of (fun i => Names.choose (Names.s P) i * a ^ i)%Z 0 (Z.to_nat (Names.s P - 1 + 1 - 0)) = ((1 + a) ** Names.reach P - a ** Names.reach P)%Z.
Proof.
  rewrite <- binomials_but_last. unfold Names.s. replace (Z.to_nat (Z.of_nat (Names.reach P) - 1 + 1 - 0)) with (Names.reach P) by lia.
  generalize (Names.reach P) at 2 4 as k. intros k. induction k as [|k IH]; [reflexivity|]. cbn [count_of binomials]. rewrite IH. unfold Names.choose. rewrite !Z.add_0_l, !Nat2Z.id. reflexivity.
Qed.

(* ---- The printed chain ---- *)
Definition X (P : Names.run) : Z := ((Names.base P ** Names.rows P) ** Names.tokens P * Names.base P)%Z.   (* delta^(-nd-1) *)
Definition N (P : Names.run) : Z := (Z.of_nat (Names.tokens P) * X P)%Z.                                       (* ids after the selective stage are below this many units *)
Definition C (P : Names.run) : Z := Definitions.c (Names.tokens P) (Names.rows P) (Names.reach P) (Names.base P).
Lemma C_is_N P : (2 <= Names.tokens P)%nat -> (1 <= Names.rows P)%nat -> C P = (2 * Z.of_nat (Names.reach P) * N P)%Z.
Proof. intros. unfold C. rewrite <- (C_form P) by assumption. unfold N, X. ring. Qed.
Lemma N_positive P : Names.well_formed P -> (1 <= N P)%Z.
Proof. intros WF. pose proof (n_2 P WF). pose proof (D_2 P WF). pose proof (pow_positive (Names.base P ** Names.rows P) (Names.tokens P) ltac:(pose proof (q_2 P WF); lia)). unfold N, X. nia. Qed.
Ltac bounds P := rewrite ?binomial_sum; powers; try lia; fold (C P); fold (X P).
Lemma N_power P : (1 <= Names.reach P)%nat -> (N P ** Names.reach P = N P ^ (Z.of_nat (Names.reach P) - 1) * N P)%Z.
Proof. intros. rewrite Z.mul_comm, <- Z.pow_succ_r by lia. f_equal. lia. Qed.
Theorem E24_general_step1 : Statements.yun2020b_E_2_4_general_step1.
Proof.
  half. le_in P; bounds P. rewrite C_is_N by assumption. fold (N P). pose proof (N_positive P WF).
  pose proof (general_step1 (2 * Z.of_nat (Names.reach P)) (N P) (Names.reach P) ltac:(lia) ltac:(assumption) ltac:(assumption)) as B. rewrite N_power in B by assumption.
  rewrite <- !Z.mul_assoc. fold (N P). rewrite (Z.mul_assoc 2). lia.
Qed.
Theorem E24_general_step2 : Statements.yun2020b_E_2_4_general_step2.
Proof. half. eq_in P; bounds P. fold (N P). rewrite N_power by assumption. unfold N at 3. ring. Qed.

Section Beyond.
Variable P : Names.run.
Hypothesis HA : assumption_1 P.
Let WF := proj1 HA.
Variable H : matrix.
Hypothesis HH : Names.input P H.
Notation seen t k := (reached (Names.period P) (Names.edges P) t k).
(* M^t_k less the leading term: below ((1+c)^t - c^t) n delta^(-nd). *)
Lemma beyond t k : (1 <= t)%nat -> (k < Names.tokens P)%nat ->
  (raised (Names.period P) (Names.edges P) (C P) t (zk P H) k - C P ** t * largest (zk P H) (seen t k) < ((1 + C P) ** t - C P ** t) * N P)%Z.
Proof.
  intros Ht Hk. pose proof (C_positive P WF) as CP. fold (C P) in CP. pose proof (N_positive P WF).
  pose proof (raised_upper _ _ _ _ _ _ (n_2 P WF) (assumption P HA) (C P) (zk P H) ltac:(lia) (N P - 1)
    ltac:(intros j Hj; pose proof (f_range P HA H HH j Hj) as R; unfold N, X; rewrite power_of_grid by (apply n_2 || apply d_1; exact WF); lia) ltac:(lia) t k Hk) as B.
  pose proof (Z.pow_lt_mono_l (C P) (1 + C P) (Z.of_nat t) ltac:(lia) ltac:(lia)). nia.
Qed.
End Beyond.
Ltac more := intros P WF A1 A2 A3 Dom; pose proof (conj WF (conj A1 (conj A2 A3)) : assumption_1 P) as HA; pose proof (n_2 P WF); pose proof (d_1 P WF); pose proof (D_2 P WF); pose proof (q_2 P WF); unfold Names.s in Dom.
Theorem E24_second_rest1 : Statements.yun2020b_E_2_4_second_rest1.
Proof.
  more. intros K HK k Hk. eexists. split; [apply zt_over_S; assumption|]. pose proof (beyond P HA K HK 2 (Names.at_ k) ltac:(lia) ltac:(tokens)) as B.
  lt_in P; bounds P. change (Z.to_nat 2) with 2%nat. rewrite <- !Z.mul_assoc. fold (N P).
  replace (1 + 4 * (Z.of_nat (Names.reach P) * N P))%Z with ((1 + C P) ^ 2 - C P ^ 2)%Z by (rewrite C_is_N by assumption; ring). exact B.
Qed.
Theorem E24_third_rest1 : Statements.yun2020b_E_2_4_third_rest1.
Proof.
  more. intros K HK k Hk c. unfold c. eexists. split; [apply zt_over_S; assumption|]. pose proof (beyond P HA K HK 3 (Names.at_ k) ltac:(lia) ltac:(tokens)) as B.
  lt_in P; bounds P. change (Z.to_nat 3) with 3%nat. rewrite <- (Z.mul_assoc _ (Z.of_nat (Names.tokens P))). fold (N P).
  replace (1 + 3 * C P + 3 * C P ^ 2)%Z with ((1 + C P) ^ 3 - C P ^ 3)%Z by ring. exact B.
Qed.
Theorem E24_third_printed : Statements.yun2020b_E_2_4_third_printed.
Proof.
  more. intros K HK k Hk c. unfold c. eexists. split; [apply zt_over_S; assumption|]. pose proof (beyond P HA K HK 3 (Names.at_ k) ltac:(lia) ltac:(tokens)) as B.
  lt_in P; bounds P. change (Z.to_nat 3) with 3%nat. rewrite <- (Z.mul_assoc _ (Z.of_nat (Names.tokens P))). fold (N P).
  replace (1 + 3 * C P + 3 * C P ^ 2)%Z with ((1 + C P) ^ 3 - C P ^ 3)%Z by ring. pose proof (N_positive P WF). pose proof (C_positive P WF) as CP. fold (C P) in CP.
  pose proof (Z.pow_lt_mono_l (C P) (1 + C P) 3 ltac:(lia) ltac:(lia)). apply Z.lt_le_trans with (1 := B). set (e := ((1 + C P) ^ 3 - C P ^ 3)%Z) in *.
  change (((1 + C P) ** 3 - C P ** 3) * N P)%Z with (e * N P)%Z.
  assert (0 < e)%Z by (unfold e; lia). assert (V : (0 < e * N P)%Z) by nia. apply Z.le_trans with (e * N P * Names.base P)%Z; [set (v := (e * N P)%Z) in *; nia|apply Z.eq_le_incl; unfold N; ring].
Qed.
Lemma X_power P : (2 <= Names.tokens P)%nat -> (1 <= Names.rows P)%nat -> X P = (Names.base P ^ (Names.n P * Names.d P + 1))%Z.
Proof. intros. unfold X. rewrite <- power_grid by assumption. f_equal. ring. Qed.
Lemma X_cube P e : (2 <= Names.tokens P)%nat -> (1 <= Names.rows P)%nat -> e = (3 * (Names.n P * Names.d P + 1))%Z -> (Names.base P ^ e = X P ^ 3)%Z.
Proof. intros. subst e. rewrite X_power, <- Z.pow_mul_r by (assumption || lia || (unfold Names.n, Names.d; lia)). f_equal. ring. Qed.
Lemma X_cube_less P e : (2 <= Names.tokens P)%nat -> (1 <= Names.rows P)%nat -> e = (3 * (Names.n P * Names.d P + 1) - 1)%Z -> (Names.base P ^ e * Names.base P = X P ^ 3)%Z.
Proof. intros. rewrite Z.mul_comm, <- Z.pow_succ_r by (subst e; unfold Names.n, Names.d; lia). apply X_cube; try assumption. lia. Qed.
Theorem E24_third_rest2 : Statements.yun2020b_E_2_4_third_rest2.
Proof.
  half. intros c. unfold c. le_in P; bounds P. rewrite X_cube_less by (assumption || (unfold Names.n; ring)). rewrite <- (Z.mul_assoc _ (Z.of_nat (Names.tokens P)) (X P)). fold (N P).
  rewrite C_is_N by assumption. pose proof (N_positive P WF) as NP.
  rewrite <- (Z.mul_assoc _ (Z.of_nat (Names.tokens P) ^ 3)). replace (Z.of_nat (Names.tokens P) ^ 3 * X P ^ 3)%Z with (N P ^ 3)%Z by (unfold N; ring). set (m := N P) in *. set (s := Z.of_nat (Names.reach P)) in *. assert (Hs : (1 <= s)%Z) by (unfold s; lia).
  replace ((1 + 3 * (2 * s * m) + 3 * (2 * s * m) ^ 2) * m)%Z with (m + 6 * s * m ^ 2 + 12 * s ^ 2 * m ^ 3)%Z by ring.
  assert (M2 : (m <= m ^ 2)%Z) by nia. assert (M3 : (m ^ 2 <= m ^ 3)%Z) by (replace (m ^ 3)%Z with (m * m ^ 2)%Z by ring; set (m2 := (m ^ 2)%Z) in *; nia).
  assert (s * m ^ 2 <= s * m ^ 3)%Z by (apply Z.mul_le_mono_nonneg_l; lia). lia.
Qed.
Theorem E24_third_rest3 : Statements.yun2020b_E_2_4_third_rest3.
Proof.
  half. unfold Names.s in *. assert (T : (1 + 6 * Z.of_nat (Names.reach P) + 12 * Z.of_nat (Names.reach P) ^ 2 <= 8 * Z.of_nat (Names.reach P) ^ 3)%Z).
  { set (s := Z.of_nat (Names.reach P)) in *. assert (Hs : (3 <= s)%Z) by lia. change (s ^ 3)%Z with (s * (s * (s * 1)))%Z. change (s ^ 2)%Z with (s * (s * 1))%Z. nia. }
  split; [|exact T]. le_in P; bounds P. rewrite X_cube_less, (X_cube P) by (assumption || (unfold Names.n; ring)). pose proof (N_positive P WF) as NP.
  set (s := Z.of_nat (Names.reach P)) in *. set (n := Z.of_nat (Names.tokens P)) in *.
  replace (n ^ 3)%Z with (n * n * n)%Z by ring. replace (X P ^ 3)%Z with (X P * X P * X P)%Z by ring. assert (0 <= n * n * n * (X P * X P * X P))%Z.
  { replace (n * n * n * (X P * X P * X P))%Z with (N P * N P * N P)%Z by (unfold N, n; ring). nia. }
  apply (Z.mul_le_mono_nonneg_r _ _ (n * n * n * (X P * X P * X P))) in T; [|assumption]. lia.
Qed.
Theorem E24_general_rest : Statements.yun2020b_E_2_4_general_rest.
Proof.
  begin. intros K HK k Hk c. unfold c. 
  assert (G : Names.greatest (fun j => Names.S P (Names.s P) k j) (fun j => Names.zt P K j) (U (Names.base P) (zs P K (Names.tokens P - 1)))).
  { refine (greatest_same _ _ _ _ _ (zt_over_all P HA K HK)). intros j. unfold Names.S, Names.s. rewrite Nat2Z.id. split.
    - intros Hj. split; [lia|]. apply A3; tokens.
    - intros [H1' H2']. split; [exact H1'|]. apply (reached_tokens _ _ _ _ _ _ (n_2 P WF) (assumption P HA)) in H2'; [|tokens]. unfold Names.n, Names.at_ in *. lia. }
  split; [split|].
  - do 2 eexists. split; [exact G|split; [apply zt_over_all; assumption|reflexivity]].
  - eexists. split; [apply zt_over_all; assumption|]. eq. rewrite at_n by assumption. reflexivity.
  - pose proof (beyond P HA K HK (Names.reach P) (Names.at_ k) ltac:(lia) ltac:(tokens)) as B.
    assert (T : largest (zk P K) (reached (Names.period P) (Names.edges P) (Names.reach P) (Names.at_ k)) = zs P K (Names.tokens P - 1)).
    { apply (u_eq (Names.base P)); [assumption|]. eapply greatest_unique; [|exact G]. pose proof (zt_over_S P HA K HK (Names.s P) k Hk) as GS. change (Z.to_nat (Names.s P)) with (Z.to_nat (Z.of_nat (Names.reach P))) in GS. rewrite Nat2Z.id in GS. exact GS. }
    rewrite T in B. lt_in P; bounds P. rewrite Nat2Z.id, <- (Z.mul_assoc _ (Z.of_nat (Names.tokens P))). exact B.
Qed.
