(* Claims with sums over the members of a range of which something is so: how often a token is shifted (yun2020a, B.5.1), and the least id of a column with an entry out of range (sparsebert, A.2.2, its
   second fact; the first fact is that of yun2020a). *)
From Coq Require Import QArith Qround Lqa List Arith Lia Bool.
From Hardmax Require Import Definitions Arithmetic Digits Runs Dense Sweep SortedSweep DenseRuns ClaimsSweep ClaimsOthers DenseInputs ClaimsAttained.
From Hardmax Require Names Names_yun2020a Names_sparsebert Statements.
Import ListNotations.
Open Scope Q_scope.

Lemma sum_ext f g a m : (forall i, (a <= i < a + Z.of_nat m)%Z -> f i == g i) -> Names.sum_of f a m == Names.sum_of g a m.
Proof. induction m as [|m IH]; intros E; [reflexivity|]. cbn [Names.sum_of]. rewrite IH by (intros; apply E; lia). rewrite E by lia. reflexivity. Qed.
(* If it is so of one member alone. *)
Lemma where_single a b (P : Z -> Prop) m : (a <= m <= b)%Z -> P m -> (forall k, (a <= k <= b)%Z -> P k -> k = m) -> exists s, Names.sum_where a b P (fun _ => 1) s /\ s == 1.
Proof.
  intros Hm Pm U. set (g := fun k => if Z.eqb k m then 1 else 0). exists (Names.sum a b g). split.
  - exists g. split; [|reflexivity]. intros i Hi. unfold g. destruct (Z.eqb_spec i m) as [->|Ne]; [left; split; [exact Pm|reflexivity]|right; split; [intros Pi; exact (Ne (U i Hi Pi))|reflexivity]].
  - unfold Names.sum. assert (K : forall c, Names.sum_of g a c == if (a + Z.of_nat c <=? m)%Z then 0 else 1).
    { induction c as [|c IH]; cbn [Names.sum_of]; [destruct (Z.leb_spec (a + Z.of_nat 0) m); [reflexivity|lia]|]. rewrite IH. unfold g. destruct (Z.leb_spec (a + Z.of_nat c) m), (Z.eqb_spec (a + Z.of_nat c) m), (Z.leb_spec (a + Z.of_nat (S c)) m); try lia; ring. }
    rewrite K. destruct (Z.leb_spec (a + Z.of_nat (Z.to_nat (b + 1 - a))) m); [lia|reflexivity].
Qed.
Theorem n_ops : Statements.yun2020a_B_5_1_n_ops.
Proof.
  dense. intros K HK k Hk [S C]. sizes_of P. pose proof (token_of P k Hk) as T. pose proof (x_nonneg P WF K HK C _ T) as X0. pose proof (x_below P WF K HK _ T) as X1. rewrite (selective_layers P WF EP).
  assert (Is : forall t, (1 <= t <= q_of P)%Z -> Names_yun2020a.v P (t - 1) K k == inject_Z (t - 1) * Names.delta (sizes P) <-> swept_to (Names_yun2020a.tokens P) (q_of P) (x P K) (t - 1) (Names.at_ k) = (t - 1)%Z).
  { intros t Ht. rewrite (v_ P WF EP K HK S (t - 1) k) by (lia || assumption). change (inject_Z (t - 1) * Names.delta (sizes P)) with (U (Names.base (sizes P)) (t - 1)). apply u_eq. assumption. }
  apply (where_single _ _ _ (x P K (Names.at_ k) + 1)); [lia| |].
  - apply Is; [lia|]. unfold swept_to. destruct (Z.ltb_spec (x P K (Names.at_ k)) (x P K (Names.at_ k) + 1 - 1)); [lia|]. rewrite andb_false_r. lia.
  - intros t Ht E. apply Is in E; [|exact Ht]. unfold swept_to in E. destruct (Z.leb_spec 0 (x P K (Names.at_ k))); [|lia]. cbn [andb] in E. destruct (Z.ltb_spec (x P K (Names.at_ k)) (t - 1)); [|lia]. rewrite (sw_1 P WF K HK S C) in E by exact T. pose proof (swept_q P WF K HK S C _ T). lia.
Qed.

(* ---- sparsebert ---- *)
(* (D - 1) (1 + D + ... + D^(m-1)) without the r-th term. *)
Lemma powers_but D r m : (1 <= r)%Z -> (count_of (fun i => if Z.eqb i r then 0 else (D - 1) * D ^ (i - 1)) 1 m = D ** m - 1 - (if r <=? Z.of_nat m then (D - 1) * D ^ (r - 1) else 0))%Z.
Proof.
  intros Hr. induction m as [|m IH]; cbn [count_of]; [destruct (Z.leb_spec r (Z.of_nat 0)); [lia|rewrite pow_zero; lia]|]. rewrite IH, pow_step. replace (1 + Z.of_nat m - 1)%Z with (Z.of_nat m) by ring.
  destruct (Z.eqb_spec (1 + Z.of_nat m) r) as [<-|Ne].
  - replace (1 + Z.of_nat m - 1)%Z with (Z.of_nat m) by ring. destruct (Z.leb_spec (1 + Z.of_nat m) (Z.of_nat m)), (Z.leb_spec (1 + Z.of_nat m) (Z.of_nat (S m))); lia.
  - destruct (Z.leb_spec r (Z.of_nat m)), (Z.leb_spec r (Z.of_nat (S m))); lia.
Qed.
Section Least.
Variable P : Names_sparsebert.run.
Hypothesis WF : Names_sparsebert.well_formed P.
Notation D := (Names_sparsebert.base P).
Notation d := (Names_sparsebert.rows P).
Notation n := (Names_sparsebert.tokens P).
Notation q := (D ** d)%Z.
Lemma HD : (2 <= D)%Z. Proof. apply WF. Qed.
Lemma term_units i : (1 <= i)%Z -> (1 - Names_sparsebert.delta P) * (Names_sparsebert.delta P ^ (- (i - 1))) == U D ((D - 1) * D ^ (i - 1)).
Proof.
  intros Hi. change (Names_sparsebert.delta P) with (Definitions.delta D). rewrite (delta_power D) by lia. apply u_times_right; [|reflexivity]. unfold U, Definitions.delta. unfold Z.sub. rewrite inject_Z_plus. change (inject_Z (- (1))) with (- (1)). field. apply base_not_zero. exact HD.
Qed.
Lemma sum_but r : (1 <= r <= Names_sparsebert.d P)%Z -> exists m, Names.sum_where 1 (Names_sparsebert.d P) (fun i => i <> r) (fun i => (1 - Names_sparsebert.delta P) * (Names_sparsebert.delta P ^ (- (i - 1)))) m /\ m == U D (q - 1 - (D - 1) * D ^ (r - 1)).
Proof.
  intros Hr. set (g := fun i => if Z.eqb i r then 0 else (1 - Names_sparsebert.delta P) * (Names_sparsebert.delta P ^ (- (i - 1)))). exists (Names.sum 1 (Names_sparsebert.d P) g). split.
  - exists g. split; [|reflexivity]. intros i Hi. unfold g. destruct (Z.eqb_spec i r); [right; split; [tauto|reflexivity]|left; split; [assumption|reflexivity]].
  - rewrite (u_sum D g (fun i => if Z.eqb i r then 0 else (D - 1) * D ^ (i - 1))%Z); [|exact HD|].
    + rewrite powers_but by lia. replace (Z.to_nat (Names_sparsebert.d P + 1 - 1)) with d by (unfold Names_sparsebert.d; lia). unfold Names_sparsebert.d in Hr. destruct (Z.leb_spec r (Z.of_nat d)); [reflexivity|lia].
    + intros i Hi. unfold g. destruct (Z.eqb i r); [unfold U; ring|apply term_units; lia].
Qed.
Lemma negative_term r : (1 <= r)%Z -> - (Names_sparsebert.delta P ^ (- Names_sparsebert.n P * Names_sparsebert.d P)) * (Names_sparsebert.delta P ^ (- (r - 1))) == U D (- (q ** n * D * D ^ (r - 1))).
Proof.
  intros Hr. change (Names_sparsebert.delta P) with (Definitions.delta D). rewrite (delta_power D (r - 1)) by lia. replace (- (q ** n * D * D ^ (r - 1)))%Z with (- (q ** n * D) * D ^ (r - 1))%Z by ring. apply u_times_right; [|reflexivity]. apply u_opposite. rewrite (i_delta_power D) by (unfold Names_sparsebert.n, Names_sparsebert.d; nia).
  apply u_integer; [exact HD|]. replace (- (- Names_sparsebert.n P * Names_sparsebert.d P))%Z with (Z.of_nat d * Z.of_nat n)%Z by (unfold Names_sparsebert.n, Names_sparsebert.d; ring). rewrite Z.pow_mul_r by lia. reflexivity.
Qed.
Lemma first_term : - (Names_sparsebert.delta P ^ (- Names_sparsebert.n P * Names_sparsebert.d P)) == U D (- (q ** n * D)).
Proof. pose proof (negative_term 1 ltac:(lia)) as E. change (- (1 - 1))%Z with 0%Z in E. change (1 - 1)%Z with 0%Z in E. rewrite Z.pow_0_r, Z.mul_1_r in E. rewrite <- E. cbn [Qpower]. ring. Qed.
Lemma last_term : Names_sparsebert.delta P ^ (- Names_sparsebert.d P + 1) == U D q.
Proof. change (Names_sparsebert.delta P) with (Definitions.delta D). rewrite (u_delta_power D HD) by (unfold Names_sparsebert.d; pose proof (proj1 (proj2 WF)); lia). replace (1 - (- Names_sparsebert.d P + 1))%Z with (Z.of_nat d) by (unfold Names_sparsebert.d; ring). reflexivity. Qed.
Lemma powers : (1 <= q)%Z /\ (q <= q ** n)%Z.
Proof.
  pose proof HD. pose proof (proj1 WF). pose proof (pow_positive D d ltac:(lia)). split; [lia|]. pose proof (Z.pow_le_mono_r q 1 (Z.of_nat n) ltac:(lia) ltac:(lia)) as M. rewrite Z.pow_1_r in M. exact M.
Qed.
End Least.
Lemma power_at_least_1 D e : (2 <= D)%Z -> (0 <= e)%Z -> (1 <= D ^ e)%Z.
Proof. intros HD He. pose proof (Z.pow_pos_nonneg D e ltac:(lia) He). lia. Qed.
Theorem fact2 : Statements.sparsebert_A_2_2_fact2.
Proof.
  intros P WF _ r Hr. pose proof (HD P WF) as B2. pose proof (powers P WF) as [Q1 Q2]. pose proof (power_at_least_1 (Names_sparsebert.base P) (r - 1) B2 ltac:(lia)) as R1. set (w := (Names_sparsebert.base P ^ (r - 1))%Z) in *. split.
  - destruct (sum_but P WF r Hr) as [m [S E]]. exists m. split; [exact S|]. rewrite E, (negative_term P WF r) by lia. rewrite (first_term P WF), (last_term P WF). change (Names_sparsebert.delta P) with (Definitions.delta (Names_sparsebert.base P)). rewrite (u_delta (Names_sparsebert.base P)).
    eapply le_by_units; [exact B2|apply u_plus; reflexivity|apply u_minus; [apply u_plus; reflexivity|reflexivity]|]. fold w. nia.
  - rewrite (first_term P WF), (last_term P WF). change (Names_sparsebert.delta P) with (Definitions.delta (Names_sparsebert.base P)). rewrite (u_delta (Names_sparsebert.base P)). setoid_replace 0 with (U (Names_sparsebert.base P) 0) by (unfold U; ring).
    eapply lt_by_units; [exact B2|apply u_minus; [apply u_plus; reflexivity|reflexivity]|reflexivity|]. nia.
Qed.
Theorem fact2_sharp : Statements.sparsebert_A_2_2_fact2_sharp.
Proof.
  intros P WF _. pose proof (HD P WF) as B2. pose proof (powers P WF) as [Q1 Q2]. assert (One : 1 == U (Names_sparsebert.base P) (1 * Names_sparsebert.base P)) by (apply (u_integer _ B2); reflexivity). split.
  - intros r Hr. pose proof (power_at_least_1 (Names_sparsebert.base P) (r - 1) B2 ltac:(lia)) as R1. destruct (sum_but P WF r Hr) as [m [S E]]. exists m. split; [exact S|]. rewrite E, (negative_term P WF r) by lia. rewrite (first_term P WF), (last_term P WF), One.
    eapply le_by_units; [exact B2|apply u_plus; reflexivity|apply u_minus; [apply u_plus; reflexivity|reflexivity]|]. set (w := (Names_sparsebert.base P ^ (r - 1))%Z) in *. set (b := Names_sparsebert.base P) in *. set (q := (b ** Names_sparsebert.rows P)%Z) in *. set (p := (q ** Names_sparsebert.tokens P)%Z) in *. clearbody w b q p. assert (0 <= p * b * (w - 1))%Z by (apply Z.mul_nonneg_nonneg; nia). assert (0 <= (b - 1) * (w - 1))%Z by nia. lia.
  - rewrite (first_term P WF), (last_term P WF), One. rewrite (u_sum (Names_sparsebert.base P) _ (fun i => (Names_sparsebert.base P - 1) * Names_sparsebert.base P ^ (i - 1))%Z); [|exact B2|intros i Hi; apply (term_units P WF); lia].
    eapply eq_by_units; [apply u_plus; reflexivity|apply u_minus; [apply u_plus; reflexivity|reflexivity]|].
    assert (K : forall m, (count_of (fun i => (Names_sparsebert.base P - 1) * Names_sparsebert.base P ^ (i - 1)) 2 m = Names_sparsebert.base P ** S m - Names_sparsebert.base P)%Z).
    { induction m as [|m IH]; cbn [count_of]; [rewrite pow_step, pow_zero; ring|]. rewrite IH. replace (2 + Z.of_nat m - 1)%Z with (Z.of_nat (S m)) by lia. rewrite (pow_step _ (S m)). ring. }
    rewrite K. pose proof (proj1 (proj2 WF)). replace (S (Z.to_nat (Names_sparsebert.d P + 1 - 2))) with (Names_sparsebert.rows P) by (unfold Names_sparsebert.d; lia). ring.
Qed.
Theorem sparse_fact1 : Statements.sparsebert_A_2_2_fact1.
Proof.
  intros P WF Dom y. assert (EP : Names_sparsebert.encoded P = false) by (destruct Dom as (_ & _ & _ & Pos); unfold Names_sparsebert.positional in Pos; destruct (Names_sparsebert.encoded P); [discriminate|reflexivity]). destruct Dom as (A & B & C & _).
  pose proof (fact1 (as_dense P) (dense_formed P WF) (conj A (conj B (conj C eq_refl))) y) as F. assert (Z1 : forall K, Names_sparsebert.z P K 1 = Names_yun2020a.z (as_dense P) K 1) by (intros K; unfold Names_sparsebert.z, Names_sparsebert.v, Names_sparsebert.state; cbn [Z.to_nat firstn Definitions.run]; rewrite EP; reflexivity).
  split.
  - intros [K [HK E]]. apply F. exists K. split; [exact HK|]. split; [apply in_range_category, (grid_in_range (as_dense P) (dense_formed P WF)); exact HK|]. rewrite <- Z1. exact E.
  - intros J. apply F in J. destruct J as [K [HK [_ E]]]. exists K. split; [exact HK|]. rewrite Z1. exact E.
Qed.
