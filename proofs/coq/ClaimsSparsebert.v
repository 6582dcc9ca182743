(* Claims of sparsebert about its parameters and numbers of layers, for every run. *)
From Coq Require Import QArith Qround Qpower Qfield List Arith Lia.
From Hardmax Require Import Definitions Dense Arithmetic Runs ClaimsPlain.
From Hardmax Require Names Names_sparsebert Statements.
Open Scope Q_scope.

Lemma base_2 P : Names_sparsebert.well_formed P -> (2 <= Names_sparsebert.base P)%Z.
Proof. intros [_ [_ H]]. exact H. Qed.


Lemma delta_to_minus P e : Names_sparsebert.well_formed P -> (0 <= e)%Z -> Names_sparsebert.delta P ^ (- e) == inject_Z (Names_sparsebert.base P ^ e).
Proof. intros _ He. apply delta_power. exact He. Qed.

Theorem sparsebert_A_2_2_lemma4_layers_repaired : Statements.sparsebert_A_2_2_lemma4_layers_repaired.
Proof.
  intros P WF (_ & _ & _ & Plain). pose proof (base_2 P WF) as HD.
  assert (E : Names_sparsebert.encoded P = false) by (unfold Names_sparsebert.positional in Plain; destruct (Names_sparsebert.encoded P); [discriminate Plain|reflexivity]).
  unfold Names_sparsebert.layers_selective_shift, Names_sparsebert.layers_global_shift, Names_sparsebert.first_stage, Names_sparsebert.last_stage, sweep, sweep_of, global_shifts.
  rewrite E, map_length, seq_length, repeat_length. unfold Names_sparsebert.d. rewrite (delta_to_minus P) by (assumption || lia).
  rewrite Z2Nat.id by (apply Z.pow_nonneg; lia). rewrite inject_Z_plus. reflexivity.
Qed.

Theorem sparsebert_A_2_2_last_coeff : Statements.sparsebert_A_2_2_last_coeff.
Proof.
  intros P WF (Hn & Hd & _ & Hq). pose proof (base_2 P WF) as HD. set (n := Names_sparsebert.n P) in *. set (d := Names_sparsebert.d P) in *. set (D := Names_sparsebert.base P) in *.
  change (Names_sparsebert.D P) with D in Hq. rewrite <- Zpower_Qpower in Hq by lia. rewrite <- Zle_Qle in Hq.
  replace (- n * d)%Z with (- (n * d))%Z by ring. replace (- (n - 1) * d)%Z with (- ((n - 1) * d))%Z by ring. replace (-2 * d)%Z with (- (2 * d))%Z by ring.
  rewrite !(delta_to_minus P) by (assumption || nia). fold D.
  replace (D ^ (n * d))%Z with ((D ^ d) ^ n)%Z by (rewrite <- Z.pow_mul_r by lia; f_equal; ring).
  replace (D ^ ((n - 1) * d))%Z with ((D ^ d) ^ (n - 1))%Z by (rewrite <- Z.pow_mul_r by lia; f_equal; ring).
  replace (D ^ (2 * d))%Z with ((D ^ d) ^ 2)%Z by (rewrite <- Z.pow_mul_r by lia; f_equal; ring).
  set (q := (D ^ d)%Z) in *. apply (Qlt_le_trans _ (inject_Z (q ^ n - q ^ (n - 1) - q ^ 2))).
  2:{ unfold Qminus. rewrite <- !inject_Z_opp, <- !inject_Z_plus. apply Qle_refl. }
  apply (integer_lt 0). replace (q ^ n)%Z with (q * q ^ (n - 1))%Z by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  replace (q ^ (n - 1))%Z with (q ^ 2 * q ^ (n - 3))%Z by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (0 < q ^ (n - 3))%Z by (apply Z.pow_pos_nonneg; lia). assert (9 <= q ^ 2)%Z by nia. nia.
Qed.
