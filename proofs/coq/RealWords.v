(* What the words of Names_real.v are: delta and its powers as real numbers, sums. And tactics for claims that bind real names. Everything here and in the files Real*.v rests on the two axioms of Coq's real
   numbers (AuditReals.v), nothing else does. *)
From Coq Require Import ZArith QArith Qreals Reals Lra Lia List.
From Hardmax Require Import Definitions Arithmetic.
From Hardmax Require Names Names_yun2020a Names_sparsebert Names_real.
Open Scope R_scope.

(* ---- delta ---- *)
Lemma real_whole z : Q2R (inject_Z z) = IZR z.
Proof. unfold Q2R, inject_Z. cbn. field. Qed.
Lemma real_delta D : (2 <= D)%Z -> Q2R (Definitions.delta D) = / IZR D.
Proof. intros HD. unfold Definitions.delta. rewrite Q2R_inv, real_whole; [reflexivity|]. intros E. unfold Qeq in E. cbn in E. lia. Qed.
Lemma base_at_least D : (2 <= D)%Z -> 2 <= IZR D.
Proof. intros HD. apply IZR_le in HD. exact HD. Qed.
Lemma delta_bounds D : (2 <= D)%Z -> 0 < Q2R (Definitions.delta D) <= 1 / 2.
Proof.
  intros HD. rewrite real_delta by exact HD. pose proof (base_at_least D HD). split; [apply Rinv_0_lt_compat; lra|]. unfold Rdiv. rewrite Rmult_1_l. apply Rinv_le_contravar; lra.
Qed.
Lemma delta_base D : (2 <= D)%Z -> Q2R (Definitions.delta D) * IZR D = 1.
Proof. intros HD. rewrite real_delta by exact HD. pose proof (base_at_least D HD). field. lra. Qed.

(* ---- Powers ---- *)
Lemma power_nat x e : (0 <= e)%Z -> Names_real.power x e = x ^ Z.to_nat e.
Proof. intros He. unfold Names_real.power. destruct e as [|e|e]; [reflexivity|reflexivity|lia]. Qed.
Lemma power_add x a b : x <> 0 -> Names_real.power x (a + b) = Names_real.power x a * Names_real.power x b.
Proof. intros Hx. unfold Names_real.power. apply powerRZ_add. exact Hx. Qed.
Lemma power_positive x e : 0 < x -> 0 < Names_real.power x e.
Proof. intros Hx. unfold Names_real.power. apply powerRZ_lt. exact Hx. Qed.
Lemma power_opposite x e : x <> 0 -> Names_real.power x (- e) * Names_real.power x e = 1.
Proof. intros Hx. rewrite <- power_add by exact Hx. replace (- e + e)%Z with 0%Z by lia. reflexivity. Qed.
Lemma power_at_most_1 x e : 0 < x <= 1 -> (0 <= e)%Z -> Names_real.power x e <= 1.
Proof. intros Hx He. rewrite power_nat by exact He. rewrite <- (pow1 (Z.to_nat e)). apply pow_incr. lra. Qed.
Lemma power_one x : Names_real.power x 1 = x.
Proof. apply powerRZ_1. Qed.
Lemma whole_IZR z x : x = IZR z -> Names_real.whole x = z.
Proof.
  intros ->. unfold Names_real.whole, Int_part. rewrite <- (up_tech (IZR z) z); [lia|apply Rle_refl|]. apply IZR_lt. lia.
Qed.
Lemma delta_minus D e : (2 <= D)%Z -> (0 <= e)%Z -> Names_real.power (Q2R (Definitions.delta D)) (- e) = IZR (D ^ e).
Proof.
  intros HD He. pose proof (base_at_least D HD). assert (X : Names_real.power (Q2R (Definitions.delta D)) e * IZR (D ^ e) = 1).
  { rewrite power_nat, real_delta by assumption. rewrite <- (Z2Nat.id e) at 2 by exact He. rewrite <- pow_IZR, <- Rpow_mult_distr. replace (/ IZR D * IZR D) with 1 by (field; lra). apply pow1. }
  pose proof (delta_bounds D HD) as B. pose proof (power_opposite (Q2R (Definitions.delta D)) e ltac:(lra)) as O. pose proof (power_positive (Q2R (Definitions.delta D)) e ltac:(lra)).
  apply (Rmult_eq_reg_r (Names_real.power (Q2R (Definitions.delta D)) e)); lra.
Qed.

(* ---- Shares of a whole ---- *)
Lemma share e f : 0 < e -> 0 <= f -> 0 < e / (e + f) <= 1.
Proof. intros. split; [apply Rdiv_lt_0_compat; lra|]. apply (Rmult_le_reg_r (e + f)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. Qed.
Lemma share_0 e f : 0 <= e -> 0 < f -> 0 <= e / (e + f) < 1.
Proof. intros. split; [apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]|]. apply (Rmult_lt_reg_r (e + f)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. Qed.
Lemma share_inside e f : 0 < e -> 0 < f -> 0 < e / (e + f) < 1.
Proof. intros. pose proof (share e f). pose proof (share_0 e f). lra. Qed.
Lemma at_most_quotient a b c : 0 < c -> a * c <= b -> a <= b / c.
Proof. intros. apply (Rmult_le_reg_r c); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. Qed.
Lemma quotient_at_most a b c : 0 < c -> a <= b * c -> a / c <= b.
Proof. intros. apply (Rmult_le_reg_r c); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. Qed.
Lemma quotient_less a b c : 0 < c -> a < b * c -> a / c < b.
Proof. intros. apply (Rmult_lt_reg_r c); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. Qed.

(* ---- Sums ---- *)
Section Sums.
Variables (a b : Z).
Notation sum := (Names_real.sum a b).
Lemma sum_induction (Q : R -> R -> Prop) f g : Q 0 0 -> (forall x y i, Q x y -> (a <= i <= b)%Z -> Q (x + f i) (y + g i)) -> Q (sum f) (sum g).
Proof.
  intros Q0 QS. unfold Names_real.sum. assert (K : forall m, (m <= Z.to_nat (b + 1 - a))%nat -> Q (Names_real.sum_of f a m) (Names_real.sum_of g a m)); [|apply K; lia].
  induction m as [|m IH]; intros Hm; cbn [Names_real.sum_of]; [exact Q0|]. apply QS; [apply IH; lia|lia].
Qed.
Lemma sum_le f g : (forall i, (a <= i <= b)%Z -> f i <= g i) -> sum f <= sum g.
Proof. intros H. apply (sum_induction Rle); [apply Rle_refl|]. intros x y i Hx Hi. specialize (H i Hi). lra. Qed.
Lemma sum_same f g : (forall i, (a <= i <= b)%Z -> f i = g i) -> sum f = sum g.
Proof. intros H. apply (sum_induction eq); [reflexivity|]. intros x y i -> Hi. rewrite H by exact Hi. reflexivity. Qed.
Lemma sum_times c f : sum (fun i => c * f i) = c * sum f.
Proof. apply (sum_induction (fun x y => x = c * y)); [ring|]. intros x y i -> _. ring. Qed.
Lemma sum_plus f g : sum (fun i => f i + g i) = sum f + sum g.
Proof. unfold Names_real.sum. induction (Z.to_nat (b + 1 - a)) as [|m IH]; cbn [Names_real.sum_of]; [ring|]. rewrite IH. ring. Qed.
Lemma sum_constant c : (a <= b + 1)%Z -> sum (fun _ => c) = IZR (b + 1 - a) * c.
Proof.
  intros H. unfold Names_real.sum. rewrite <- (Z2Nat.id (b + 1 - a)) at 2 by lia. induction (Z.to_nat (b + 1 - a)) as [|m IH]; cbn [Names_real.sum_of]; [cbn; ring|]. rewrite IH, Nat2Z.inj_succ, succ_IZR. ring.
Qed.
Lemma sum_nonneg f : (forall i, (a <= i <= b)%Z -> 0 <= f i) -> 0 <= sum f.
Proof. intros H. apply (sum_induction (fun x _ => 0 <= x) f f); [apply Rle_refl|]. intros x y i Hx Hi. specialize (H i Hi). lra. Qed.
Lemma sum_positive f : (a <= b)%Z -> (forall i, (a <= i <= b)%Z -> 0 < f i) -> 0 < sum f.
Proof.
  intros L H. unfold Names_real.sum. replace (Z.to_nat (b + 1 - a)) with (S (Z.to_nat (b - a))) by lia. cbn [Names_real.sum_of].
  assert (K : forall m, (m <= Z.to_nat (b - a))%nat -> 0 <= Names_real.sum_of f a m). { induction m as [|m IH]; intros Hm; cbn [Names_real.sum_of]; [lra|]. specialize (IH ltac:(lia)). specialize (H (a + Z.of_nat m)%Z ltac:(lia)). lra. }
  specialize (K (Z.to_nat (b - a)) ltac:(lia)). specialize (H (a + Z.of_nat (Z.to_nat (b - a)))%Z ltac:(lia)). lra.
Qed.
Lemma sum_empty f : (b < a)%Z -> sum f = 0.
Proof. intros H. unfold Names_real.sum. replace (Z.to_nat (b + 1 - a)) with O by lia. reflexivity. Qed.
End Sums.
Lemma sum_of_shift f a m c : Names_real.sum_of f (a + c) m = Names_real.sum_of (fun i => f (i + c)%Z) a m.
Proof. induction m as [|m IH]; cbn [Names_real.sum_of]; [reflexivity|]. rewrite IH. do 2 f_equal. lia. Qed.
Lemma sum_split f a m b : (a <= m + 1)%Z -> (m <= b)%Z -> Names_real.sum a b f = Names_real.sum a m f + Names_real.sum (m + 1) b f.
Proof.
  intros H1 H2. unfold Names_real.sum. set (p := Z.to_nat (m + 1 - a)). set (r := Z.to_nat (b + 1 - (m + 1))). replace (Z.to_nat (b + 1 - a)) with (p + r)%nat by (unfold p, r; lia). replace (m + 1)%Z with (a + Z.of_nat p)%Z by (unfold p; lia).
  induction r as [|r IH]; [rewrite Nat.add_0_r; cbn [Names_real.sum_of]; ring|]. rewrite Nat.add_succ_r. cbn [Names_real.sum_of]. rewrite IH, Nat2Z.inj_add, Z.add_assoc. ring.
Qed.
Lemma sum_one f a : Names_real.sum a a f = f a.
Proof. unfold Names_real.sum. replace (Z.to_nat (a + 1 - a)) with 1%nat by lia. cbn. rewrite Z.add_0_r. ring. Qed.
Lemma sum_first f a b : (a <= b)%Z -> Names_real.sum a b f = f a + Names_real.sum (a + 1) b f.
Proof. intros. rewrite (sum_split f a a b) by lia. rewrite sum_one. reflexivity. Qed.
Lemma sum_last f a b : (a <= b)%Z -> Names_real.sum a b f = Names_real.sum a (b - 1) f + f b.
Proof. intros. rewrite (sum_split f a (b - 1) b) by lia. replace (b - 1 + 1)%Z with b by ring. rewrite sum_one. reflexivity. Qed.

(* Sums with where: what is added is decided term by term. *)
Lemma sum_where_is a b (P : Z -> Prop) f g : (forall i, (a <= i <= b)%Z -> (P i /\ g i = f i) \/ (~ P i /\ g i = 0)) -> Names_real.sum_where a b P f (Names_real.sum a b g).
Proof. intros H. exists g. split; [exact H|reflexivity]. Qed.
Lemma where_one a (P : Z -> Prop) f : P a -> Names_real.sum_where a a P f (f a).
Proof. intros H. exists f. split; [intros i Hi; left; replace i with a by lia; auto|]. rewrite sum_one. reflexivity. Qed.
Lemma where_none a (P : Z -> Prop) f : ~ P a -> Names_real.sum_where a a P f 0.
Proof. intros H. exists (fun _ => 0). split; [intros i Hi; right; replace i with a by lia; auto|]. rewrite sum_one. reflexivity. Qed.

(* ---- Claims ---- *)
Lemma sizes_2020b P : Names.well_formed P -> (2 <= Names.n P)%Z /\ (1 <= Names.d P)%Z /\ (2 <= Names.D P)%Z /\ (1 <= Names.s P)%Z.
Proof. intros (A & B & C & _ & E & _). unfold Names.n, Names.d, Names.D, Names.s. lia. Qed.
Lemma sizes_2020a P : Names_yun2020a.well_formed P -> (2 <= Names_yun2020a.n P)%Z /\ (1 <= Names_yun2020a.d P)%Z /\ (2 <= Names_yun2020a.D P)%Z.
Proof. intros (A & B & C & _). unfold Names_yun2020a.n, Names_yun2020a.d, Names_yun2020a.D. lia. Qed.
Lemma sizes_sparsebert P : Names_sparsebert.well_formed P -> (2 <= Names_sparsebert.n P)%Z /\ (1 <= Names_sparsebert.d P)%Z /\ (2 <= Names_sparsebert.D P)%Z.
Proof. intros (A & B & C). unfold Names_sparsebert.n, Names_sparsebert.d, Names_sparsebert.D. lia. Qed.
(* The sizes of the run, and what is known of delta (here dl), n and D as real numbers. *)
Ltac real_facts delta n D d dl nn DD dd :=
  set (dl := delta) in *; set (nn := n) in *; set (DD := D) in *; set (dd := d) in *;
  pose proof (delta_bounds DD ltac:(lia) : 0 < dl <= 1 / 2) as Hdl; pose proof (delta_base DD ltac:(lia) : dl * IZR DD = 1) as HdlD;
  assert (HnR : 2 <= IZR nn) by (apply IZR_le; lia); assert (HDR : 2 <= IZR DD) by (apply IZR_le; lia).
Ltac real_start := intros P WF Dom; clear Dom; let dl := fresh "dl" in let n := fresh "n" in let D := fresh "D" in let d := fresh "d" in
  first [pose proof (sizes_2020b P WF) as Sizes; real_facts (Q2R (Names.delta P)) (Names.n P) (Names.D P) (Names.d P) dl n D d
        |pose proof (sizes_2020a P WF) as Sizes; real_facts (Q2R (Names_yun2020a.delta P)) (Names_yun2020a.n P) (Names_yun2020a.D P) (Names_yun2020a.d P) dl n D d
        |pose proof (sizes_sparsebert P WF) as Sizes; real_facts (Q2R (Names_sparsebert.delta P)) (Names_sparsebert.n P) (Names_sparsebert.D P) (Names_sparsebert.d P) dl n D d].
Ltac real_sizes_2020b P WF := let dl := fresh "dl" in let n := fresh "n" in let D := fresh "D" in let d := fresh "d" in pose proof (sizes_2020b P WF) as Sizes; real_facts (Q2R (Names.delta P)) (Names.n P) (Names.D P) (Names.d P) dl n D d.
