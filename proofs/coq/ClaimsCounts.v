(* Claims of yun2020a and sparsebert that count: binomials, factorials and products against powers of q = D^d, and sums in closed form. *)
From Coq Require Import QArith Qround Qpower Qfield Lqa List Arith Lia.
From Hardmax Require Import Definitions Arithmetic Digits SelectiveShift Dense Network Runs ClaimsPlain ClaimsSparsebert DenseRuns ClaimsSweep ClaimsOthers.
From Hardmax Require Names Names_yun2020a Names_sparsebert Statements.
Import ListNotations.
Open Scope Q_scope.

(* ---- Products of integers ---- *)
Open Scope Z_scope.
Fixpoint times_of (g : Z -> Z) (a : Z) (count : nat) : Z := match count with O => 1 | S m => times_of g a m * g (a + Z.of_nat m) end.
Lemma i_product f g a b : (forall i, a <= i <= b -> (f i == inject_Z (g i))%Q) -> (Names.product a b f == inject_Z (times_of g a (Z.to_nat (b + 1 - a))))%Q.
Proof.
  intros H. unfold Names.product. assert (K : forall m, (m <= Z.to_nat (b + 1 - a))%nat -> (Names.product_of f a m == inject_Z (times_of g a m))%Q); [|apply K; lia].
  induction m as [|m IH]; intros Hm; cbn [Names.product_of times_of]; [reflexivity|]. rewrite IH, H, inject_Z_mult by lia. reflexivity.
Qed.
Notation factorial := (times_of (fun i => i) 1).
Lemma factorial_positive k : 1 <= factorial k.
Proof. induction k as [|k IH]; cbn [times_of]; nia. Qed.
Lemma factorial_power k m : (k <= m)%nat -> factorial k <= Z.of_nat m ** k.
Proof. induction k as [|k IH]; intros H; [cbn; lia|]. cbn [times_of]. rewrite pow_step. specialize (IH ltac:(lia)). pose proof (factorial_positive k). nia. Qed.
Lemma binomial_nonneg m : forall k, 0 <= Names.binomial m k.
Proof. induction m as [|m IH]; intros [|k]; cbn [Names.binomial]; try lia. pose proof (IH k). pose proof (IH (S k)). lia. Qed.
Lemma binomial_none m : Names.binomial m 0 = 1.
Proof. destruct m; reflexivity. Qed.
Lemma absorb m : forall k, (1 + Z.of_nat k) * Names.binomial (S m) (S k) = (1 + Z.of_nat m) * Names.binomial m k.
Proof.
  induction m as [|m IH]; intros k; [destruct k; cbn; lia|]. change (Names.binomial (S (S m)) (S k)) with (Names.binomial (S m) k + Names.binomial (S m) (S k)). rewrite Z.mul_add_distr_l, IH.
  destruct k as [|k]; [rewrite !binomial_none; lia|]. specialize (IH k). change (Names.binomial (S m) (S k)) with (Names.binomial m k + Names.binomial m (S k)) in *. lia.
Qed.
(* m choose k, times k!, is at most m^k; (r + k) choose k, times k!, is at least (r + 1)^k. *)
Lemma choose_at_most k : forall m, Names.binomial m k * factorial k <= Z.of_nat m ** k.
Proof.
  induction k as [|k IH]; intros m; [rewrite binomial_none; cbn; lia|]. destruct m as [|m]; [cbn [Names.binomial]; rewrite pow_step; cbn; lia|].
  cbn [times_of]. replace (Names.binomial (S m) (S k) * (factorial k * (1 + Z.of_nat k))) with ((1 + Z.of_nat k) * Names.binomial (S m) (S k) * factorial k) by ring. rewrite absorb, pow_step. specialize (IH m).
  pose proof (Z.pow_le_mono_l (Z.of_nat m) (Z.of_nat (S m)) (Z.of_nat k) ltac:(lia)). replace (Z.of_nat (S m)) with (1 + Z.of_nat m) in * by lia. nia.
Qed.
Lemma choose_at_least r k : Z.of_nat (S r) ** k <= Names.binomial (r + k) k * factorial k.
Proof.
  induction k as [|k IH]; [rewrite binomial_none; cbn; lia|]. replace (r + S k)%nat with (S (r + k)) by lia. cbn [times_of].
  replace (Names.binomial (S (r + k)) (S k) * (factorial k * (1 + Z.of_nat k))) with ((1 + Z.of_nat k) * Names.binomial (S (r + k)) (S k) * factorial k) by ring. rewrite absorb, pow_step.
  pose proof (pow_positive (Z.of_nat (S r)) k ltac:(lia)). replace (1 + Z.of_nat (r + k)) with (Z.of_nat (S r) + Z.of_nat k) by lia. nia.
Qed.
(* q (q - 1) .. (q - m + 1): 0 as soon as m > q. *)
Notation falling q := (times_of (fun i => q - i) 0).
Lemma falling_zero q m : 0 <= q -> q < Z.of_nat m -> falling q m = 0.
Proof. intros Hq. induction m as [|m IH]; intros H; [lia|]. cbn [times_of]. destruct (Z.eq_dec q (Z.of_nat m)) as [->|]; [ring|rewrite IH by lia; ring]. Qed.
Lemma falling_range q m : 0 <= q -> 0 <= falling q m <= q ** m.
Proof.
  intros Hq. induction m as [|m IH]; [cbn; lia|]. destruct (Z.lt_ge_cases q (Z.of_nat (S m))) as [L|L]; [rewrite falling_zero by assumption; split; [lia|apply Z.pow_nonneg; lia]|].
  cbn [times_of]. rewrite pow_step. nia.
Qed.
Lemma few_repetitions q m : 1 <= q -> q * (q ** m - falling q m) <= Names.binomial m 2 * q ** m.
Proof.
  intros Hq. induction m as [|m IH]; [cbn; lia|]. assert (E : Names.binomial (S m) 2 = Z.of_nat m + Names.binomial m 2).
  { change (Names.binomial (S m) 2) with (Names.binomial m 1 + Names.binomial m 2). f_equal. clear. induction m as [|m IH]; [reflexivity|]. change (Names.binomial (S m) 1) with (Names.binomial m 0 + Names.binomial m 1). rewrite binomial_none. lia. }
  rewrite E. cbn [times_of]. rewrite pow_step. pose proof (falling_range q m ltac:(lia)) as R. pose proof (binomial_nonneg m 2) as B. pose proof (pow_positive q m ltac:(lia)) as Pp.
  set (f := falling q m) in *. set (y := q ** m) in *. set (T := Names.binomial m 2) in *.
  assert (A1 : q * (q * (y - f)) <= q * (T * y)) by (apply Z.mul_le_mono_nonneg_l; lia). assert (A2 : (q * Z.of_nat m) * f <= (q * Z.of_nat m) * y) by (apply Z.mul_le_mono_nonneg_l; nia). simpl Z.add. lia.
Qed.
(* Sums of (1 - q) q^e, e from m down. *)
Lemma telescope q c m g k : (k <= m)%nat -> (forall i, (i < k)%nat -> g (1 + Z.of_nat i) = c * ((1 - q) * q ** (m - i))) -> count_of g 1 k = c * (q ** S (m - k) - q ** S m).
Proof.
  induction k as [|k IH]; intros Hk G; cbn [count_of]; [rewrite Nat.sub_0_r; ring|]. rewrite IH, G by (intros; try apply G; lia). replace (S (m - k)) with (S (S (m - S k))) by lia. replace (m - k)%nat with (S (m - S k)) by lia. rewrite !(pow_step q (S (m - S k))). ring.
Qed.
Open Scope Q_scope.

Lemma e_factorial m : Names.product 1 (Z.of_nat m) (fun i => inject_Z i) == inject_Z (factorial m).
Proof. rewrite (i_product _ (fun i => i)) by reflexivity. replace (Z.to_nat (Z.of_nat m + 1 - 1)) with m by lia. reflexivity. Qed.
Lemma choose_nonneg a b : (0 <= Names.choose a b)%Z.
Proof. apply binomial_nonneg. Qed.
Section Powers.
Variables (n d : nat) (D : Z).
Hypothesis Hd : (1 <= d)%nat.
Hypothesis HD : (2 <= D)%Z.
Notation q := (D ** d)%Z.
Notation delta := (Definitions.delta D).
Lemma q_at_least_2 : (2 <= q)%Z. Proof. exact (pow_at_least D d HD Hd). Qed.
Lemma e_q : delta ^ (- Z.of_nat d) == inject_Z q.
Proof. apply delta_power. lia. Qed.
Lemma e_qn : delta ^ (- Z.of_nat n * Z.of_nat d) == inject_Z (q ** n).
Proof. replace (- Z.of_nat n * Z.of_nat d)%Z with (- (Z.of_nat d * Z.of_nat n))%Z by ring. rewrite delta_power by lia. rewrite Z.pow_mul_r by lia. reflexivity. Qed.
Lemma e_qn' : delta ^ (- Z.of_nat d * Z.of_nat n) == inject_Z (q ** n).
Proof. rewrite <- e_qn. replace (- Z.of_nat d * Z.of_nat n)%Z with (- Z.of_nat n * Z.of_nat d)%Z by ring. reflexivity. Qed.
Lemma e_less a x : (0 <= a)%Z -> delta ^ (- a) == x -> 0 < x -> delta ^ a == / x.
Proof. intros Ha E Px. rewrite <- E. rewrite <- Qpower_opp, Z.opp_involutive. reflexivity. Qed.
Lemma whole_q : Names.whole (delta ^ (- Z.of_nat d)) = q.
Proof. unfold Names.whole. rewrite (Qfloor_comp _ _ e_q). apply Qfloor_Z. Qed.
Lemma e_falling : Names.product 0 (Z.of_nat n - 1) (fun i => delta ^ (- Z.of_nat d) - inject_Z i) == inject_Z (times_of (fun i => q - i)%Z 0 n).
Proof.
  rewrite (i_product _ (fun i => q - i)%Z) by (intros i _; rewrite e_q; unfold Z.sub, Qminus; rewrite inject_Z_plus, inject_Z_opp; reflexivity). replace (Z.to_nat (Z.of_nat n - 1 + 1 - 0)) with n by lia. reflexivity.
Qed.
Lemma positive_q : 0 < inject_Z q.
Proof. apply integer_positive. pose proof q_at_least_2. lia. Qed.
Lemma positive_qn : 0 < inject_Z (q ** n).
Proof. apply integer_positive. apply pow_positive. pose proof q_at_least_2. lia. Qed.
Lemma repeated_part : (inject_Z (q ** n) - inject_Z (times_of (fun i => q - i)%Z 0 n)) / inject_Z (q ** n) <= inject_Z (Names.choose (Z.of_nat n) 2) * / inject_Z q.
Proof.
  pose proof positive_q. pose proof positive_qn. pose proof q_at_least_2. apply Qle_shift_div_r; [assumption|]. rewrite <- Qmult_assoc, (Qmult_comm (/ _)), Qmult_assoc. apply Qle_shift_div_l; [assumption|].
  unfold Qminus. rewrite <- inject_Z_opp, <- inject_Z_plus, <- !inject_Z_mult, <- Zle_Qle. unfold Names.choose. rewrite Nat2Z.id. change (Z.to_nat 2) with 2%nat. pose proof (few_repetitions q n ltac:(lia)). lia.
Qed.
Lemma repeated : 1 - Names.product 0 (Z.of_nat n - 1) (fun i => delta ^ (- Z.of_nat d) - inject_Z i) / delta ^ (- Z.of_nat n * Z.of_nat d) <= inject_Z (Names.choose (Z.of_nat n) 2) * delta ^ Z.of_nat d.
Proof.
  rewrite e_falling, e_qn, (e_less (Z.of_nat d) _ ltac:(lia) e_q positive_q). pose proof positive_qn. eapply Qle_trans; [|exact repeated_part]. apply Qle_lteq. right. field. intros E. rewrite E in *. exact (Qlt_irrefl 0 H).
Qed.
Lemma repeated_measure : (delta ^ (- Z.of_nat n * Z.of_nat d) - Names.product 0 (Z.of_nat n - 1) (fun i => delta ^ (- Z.of_nat d) - inject_Z i)) * delta ^ (Z.of_nat n * Z.of_nat d) <= inject_Z (Names.choose (Z.of_nat n) 2) * delta ^ Z.of_nat d.
Proof.
  rewrite e_falling, e_qn, (e_less (Z.of_nat d) _ ltac:(lia) e_q positive_q). rewrite (e_less (Z.of_nat n * Z.of_nat d) (inject_Z (q ** n))); [exact repeated_part|lia| |exact positive_qn]. rewrite <- e_qn. rewrite Z.mul_opp_l. reflexivity.
Qed.
Lemma subsets_bound : (Names.choose q (Z.of_nat n) * factorial n <= q ** n)%Z.
Proof. pose proof q_at_least_2. unfold Names.choose. rewrite Nat2Z.id. pose proof (choose_at_most n (Z.to_nat q)) as B. rewrite Z2Nat.id in B by lia. exact B. Qed.
End Powers.
Lemma no_factorial_is_zero m : ~ Names.product 1 (Z.of_nat m) (fun i => inject_Z i) == 0.
Proof. rewrite e_factorial. apply not_zero, integer_positive. pose proof (factorial_positive m). lia. Qed.

Theorem sparsebert_most_distinct : Statements.sparsebert_A_2_3_exact_for_repaired.
Proof. intros P [_ [R B]] _. exact (repeated (Names_sparsebert.tokens P) _ _ R B). Qed.
Theorem repeated_fraction : Statements.yun2020a_5_2_dup_fraction.
Proof. intros P [_ [R [B _]]] _. exact (repeated (Names_yun2020a.tokens P) _ _ R B). Qed.
Theorem measure : Statements.yun2020a_B_3_measure.
Proof. intros P [_ [R [B _]]] _. exact (repeated_measure (Names_yun2020a.tokens P) _ _ R B). Qed.
Theorem sparsebert_value_layers : Statements.sparsebert_A_2_3_lemma5_count.
Proof.
  intros P [_ [R B]] _. unfold Names_sparsebert.n, Names_sparsebert.d, Names_sparsebert.delta. rewrite e_qn', whole_q by assumption. rewrite <- inject_Z_mult, <- Zle_Qle.
  pose proof (subsets_bound (Names_sparsebert.tokens P) _ _ R B). pose proof (factorial_positive (Names_sparsebert.tokens P)). pose proof (choose_nonneg (Names_sparsebert.base P ** Names_sparsebert.rows P) (Z.of_nat (Names_sparsebert.tokens P))).
  apply Z.mul_le_mono_nonneg_l; [lia|nia].
Qed.
Theorem value_layers : Statements.yun2020a_5_3_lemma7_count.
Proof.
  intros P [_ [R [B _]]] _. split; [apply no_factorial_is_zero|]. unfold Names_yun2020a.n, Names_yun2020a.d, Names_yun2020a.delta. rewrite e_qn', whole_q, e_factorial by assumption.
  pose proof (factorial_positive (Names_yun2020a.tokens P)). apply Qle_shift_div_l; [apply integer_positive; lia|]. rewrite <- !inject_Z_mult, <- Zle_Qle. pose proof (subsets_bound (Names_yun2020a.tokens P) _ _ R B). nia.
Qed.
Theorem total_layers : Statements.yun2020a_5_3_lemma7_total_layers.
Proof.
  intros P [_ [R [B _]]] (_ & _ & _ & Room). unfold Names_yun2020a.n, Names_yun2020a.d, Names_yun2020a.D, Names_yun2020a.delta in *. rewrite <- Zpower_Qpower, <- Zle_Qle in Room by lia. rewrite e_qn', whole_q, e_factorial by assumption. rewrite <- !inject_Z_mult, <- Zle_Qle.
  pose proof (subsets_bound (Names_yun2020a.tokens P) _ _ R B) as S. set (n := Names_yun2020a.tokens P) in *. set (q := (Names_yun2020a.base P ** Names_yun2020a.rows P)%Z) in *.
  pose proof (factorial_power n (Z.to_nat q) ltac:(lia)) as F. rewrite Z2Nat.id in F by lia. set (C := Names.choose q (Z.of_nat n)) in *. set (f := times_of _ _ _) in *. set (Q := (q ** n)%Z) in *.
  assert (Z.of_nat n * (C * f) <= Z.of_nat n * Q)%Z by (apply Z.mul_le_mono_nonneg_l; lia). assert ((1 + Z.of_nat (Names_yun2020a.rows P)) * f <= (1 + Z.of_nat (Names_yun2020a.rows P)) * Q)%Z by (apply Z.mul_le_mono_nonneg_l; lia). lia.
Qed.
Theorem blocks : Statements.yun2020a_5_4_blocks.
Proof.
  intros P [N [R [B _]]] _. unfold Names_yun2020a.n, Names_yun2020a.d, Names_yun2020a.delta in *. pose proof (q_at_least_2 _ _ R B) as Q2. rewrite whole_q, e_qn' by assumption. rewrite (e_q (Names_yun2020a.rows P) (Names_yun2020a.base P)) by assumption.
  replace (Z.of_nat (Names_yun2020a.tokens P) - 1)%Z with (Z.of_nat (Names_yun2020a.tokens P - 1)) by lia. rewrite !e_factorial. rewrite (i_over_delta _ B _ _ (Qeq_refl (inject_Z _))).
  change 1 with (inject_Z 1). rewrite <- ?inject_Z_plus, <- ?inject_Z_mult, <- ?inject_Z_plus, <- ?inject_Z_mult, <- Zle_Qle. pose proof (subsets_bound (Names_yun2020a.tokens P) _ _ R B) as S.
  pose proof (Z.pow_le_mono_r (Names_yun2020a.base P) 1 (Z.of_nat (Names_yun2020a.rows P)) ltac:(lia) ltac:(lia)) as DQ. rewrite Z.pow_1_r in DQ.
  pose proof (Z.pow_le_mono_r (Names_yun2020a.base P ** Names_yun2020a.rows P) 1 (Z.of_nat (Names_yun2020a.tokens P)) ltac:(lia) ltac:(lia)) as QQ. rewrite Z.pow_1_r in QQ.
  assert (E : factorial (Names_yun2020a.tokens P) = (factorial (Names_yun2020a.tokens P - 1) * Z.of_nat (Names_yun2020a.tokens P))%Z) by (replace (Names_yun2020a.tokens P) with (Datatypes.S (Names_yun2020a.tokens P - 1)) at 1 by lia; cbn [times_of]; f_equal; lia).
  pose proof (factorial_positive (Names_yun2020a.tokens P - 1)) as F1. set (C := Names.choose _ _) in *. set (fn := factorial (Names_yun2020a.tokens P)) in *. set (f := factorial (Names_yun2020a.tokens P - 1)) in *.
  set (q := (Names_yun2020a.base P ** Names_yun2020a.rows P)%Z) in *. set (Q := (q ** Names_yun2020a.tokens P)%Z) in *. set (n := Z.of_nat (Names_yun2020a.tokens P)) in *. set (d := Z.of_nat (Names_yun2020a.rows P)) in *. set (D := Names_yun2020a.base P) in *.
  assert (1 <= d)%Z by (unfold d; lia). assert (2 <= n)%Z by (unfold n; lia). clearbody C fn f q Q n d D.
  assert (L : (d * D + d + q + 1 + 1 + d <= (3 * d + 3) * Q)%Z) by nia. assert (A1 : ((f * n) * (d * D + d + q + 1 + 1 + d) <= (f * n) * ((3 * d + 3) * Q))%Z) by (apply Z.mul_le_mono_nonneg_l; nia).
  assert (A2 : (n * (C * fn) <= n * Q)%Z) by (apply Z.mul_le_mono_nonneg_l; lia). replace ((d * D + d + q + 1 + 1 + d + n * C) * fn)%Z with (fn * (d * D + d + q + 1 + 1 + d) + n * (C * fn))%Z by ring. rewrite E at 1. lia.
Qed.
Theorem contextual_on_Gplus : Statements.yun2020a_5_claim2_contextual_on_Gplus.
Proof. exact lemma6_P2. Qed.
Theorem contextual_mapping : Statements.yun2020a_5_2_def5_1.
Proof. exact lemma6_P2. Qed.
