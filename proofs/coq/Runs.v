(* From the names of the claim language to integers: every id of a run is a whole number of units delta, and what Network.v, SelectiveShift.v and Lemma7.v prove of these numbers becomes a
   statement about the run. The tactic `units` finds, for a term in real units, the integer that counts its units; comparisons of reals then are comparisons of integers. *)
From Coq Require Import QArith Qround Qpower Qminmax Lqa List Arith Lia.
From Hardmax Require Import Definitions Arithmetic Digits SelectiveShift Layers Heads Network Lemma7.
From Hardmax Require Names.
Import ListNotations.
Open Scope Q_scope.

(* a units of 1/D *)
Definition U (D a : Z) : Q := inject_Z a * / inject_Z D.

Section Units.
Variable D : Z.
Hypothesis HD : (2 <= D)%Z.
Notation U := (U D).

Lemma base_not_zero : ~ inject_Z D == 0.
Proof. intros E. unfold Qeq in E. cbn in E. lia. Qed.
Lemma unit_positive : 0 < / inject_Z D.
Proof. apply Qinv_lt_0_compat. unfold Qlt. cbn. lia. Qed.
Lemma u_delta : Definitions.delta D == U 1.
Proof. unfold Definitions.delta, Runs.U. ring. Qed.
Lemma u_integer x a : x == inject_Z a -> x == U (a * D).
Proof. intros ->. unfold Runs.U. rewrite inject_Z_mult. field. exact base_not_zero. Qed.
Lemma u_plus x y a b : x == U a -> y == U b -> x + y == U (a + b).
Proof. intros -> ->. unfold Runs.U. rewrite inject_Z_plus. ring. Qed.
Lemma u_minus x y a b : x == U a -> y == U b -> x - y == U (a - b).
Proof. intros -> ->. unfold Runs.U, Z.sub. rewrite inject_Z_plus, inject_Z_opp. ring. Qed.
Lemma u_opposite x a : x == U a -> - x == U (- a).
Proof. intros ->. unfold Runs.U. rewrite inject_Z_opp. ring. Qed.
Lemma u_times_left x y a b : x == inject_Z a -> y == U b -> x * y == U (a * b).
Proof. intros -> ->. unfold Runs.U. rewrite inject_Z_mult. ring. Qed.
Lemma u_times_right x y a b : x == U a -> y == inject_Z b -> x * y == U (a * b).
Proof. intros -> ->. unfold Runs.U. rewrite inject_Z_mult. ring. Qed.
Lemma i_plus x y a b : x == inject_Z a -> y == inject_Z b -> x + y == inject_Z (a + b).
Proof. intros -> ->. rewrite inject_Z_plus. reflexivity. Qed.
Lemma i_minus x y a b : x == inject_Z a -> y == inject_Z b -> x - y == inject_Z (a - b).
Proof. intros -> ->. unfold Z.sub. rewrite inject_Z_plus, inject_Z_opp. reflexivity. Qed.
Lemma i_opposite x a : x == inject_Z a -> - x == inject_Z (- a).
Proof. intros ->. rewrite inject_Z_opp. reflexivity. Qed.
Lemma i_times x y a b : x == inject_Z a -> y == inject_Z b -> x * y == inject_Z (a * b).
Proof. intros -> ->. rewrite inject_Z_mult. reflexivity. Qed.

Lemma u_le a b : U a <= U b <-> (a <= b)%Z.
Proof. unfold Runs.U. rewrite (Qmult_le_r _ _ _ unit_positive), <- Zle_Qle. reflexivity. Qed.
Lemma u_lt a b : U a < U b <-> (a < b)%Z.
Proof. unfold Runs.U. rewrite (Qmult_lt_r _ _ _ unit_positive), <- Zlt_Qlt. reflexivity. Qed.
Lemma u_eq a b : U a == U b <-> a = b.
Proof.
  split; intros E; [|rewrite E; reflexivity].
  apply Z.le_antisymm; apply u_le; rewrite E; apply Qle_refl.
Qed.
Lemma le_by_units x y a b : x == U a -> y == U b -> (a <= b)%Z -> x <= y.
Proof. intros -> -> ?. apply u_le. assumption. Qed.
Lemma lt_by_units x y a b : x == U a -> y == U b -> (a < b)%Z -> x < y.
Proof. intros -> -> ?. apply u_lt. assumption. Qed.
Lemma eq_by_units x y a b : x == U a -> y == U b -> a = b -> x == y.
Proof. intros -> -> ->. reflexivity. Qed.

(* Powers of delta with exponents up to 1. *)
Lemma i_power_of a e : (0 <= e)%Z -> inject_Z a ^ e == inject_Z (a ^ e).
Proof. intros He. symmetry. apply Zpower_Qpower. exact He. Qed.
Lemma i_power x a e : x == inject_Z a -> (0 <= e)%Z -> x ^ e == inject_Z (a ^ e).
Proof. intros ->. apply i_power_of. Qed.
Lemma delta_power e : (0 <= e)%Z -> Definitions.delta D ^ (- e) == inject_Z (D ^ e).
Proof.
  intros He. unfold Definitions.delta. rewrite Qpower_opp, Qinv_power, Qinv_involutive. apply i_power_of. exact He.
Qed.
Lemma i_delta_power e : (e <= 0)%Z -> Definitions.delta D ^ e == inject_Z (D ^ (- e)).
Proof. intros He. rewrite <- delta_power by lia. rewrite Z.opp_involutive. reflexivity. Qed.
Lemma i_over_delta_power x a e : x == inject_Z a -> (0 <= e)%Z -> x / Definitions.delta D ^ e == inject_Z (a * D ^ e).
Proof. intros Hx He. unfold Qdiv. rewrite <- Qpower_opp. apply i_times; [exact Hx|]. apply delta_power. exact He. Qed.
Lemma i_over_delta x a : x == inject_Z a -> x / Definitions.delta D == inject_Z (a * D).
Proof. intros ->. unfold Definitions.delta. rewrite inject_Z_mult. field. exact base_not_zero. Qed.
Lemma u_modulo x y a b : (0 < b)%Z -> x == U a -> y == U b -> Names.modulo x y == U (a mod b).
Proof.
  intros Hb Hx Hy. unfold Names.modulo. assert (F : Qfloor (x / y) = (a / b)%Z).
  { rewrite (Qfloor_comp _ (inject_Z a / inject_Z b)).
    - unfold Qdiv, Qinv, inject_Z. destruct b; try lia. cbn [Qnum Qden Qmult Qfloor]. unfold Qmult. cbn. rewrite Z.mul_1_r. reflexivity.
    - rewrite Hx, Hy. unfold Runs.U. field. split; first [exact base_not_zero|intros E; unfold Qeq in E; cbn in E; lia]. }
  rewrite F, Hx, Hy. unfold Runs.U. rewrite Z.mod_eq by lia. unfold Z.sub. rewrite inject_Z_plus, inject_Z_opp, inject_Z_mult. ring.
Qed.
Lemma u_delta_power e : (e <= 1)%Z -> Definitions.delta D ^ e == U (D ^ (1 - e)).
Proof.
  intros He. destruct (Z.eq_dec e 1) as [->|]; [exact u_delta|]. rewrite i_delta_power by lia. rewrite (u_integer _ _ (Qeq_refl _)).
  replace (1 - e)%Z with (Z.succ (- e)) by lia. rewrite Z.pow_succ_r, Z.mul_comm by lia. reflexivity.
Qed.
End Units.

Lemma i_modulo x y a b : (0 < b)%Z -> x == inject_Z a -> y == inject_Z b -> Names.modulo x y == inject_Z (a mod b).
Proof.
  intros Hb Hx Hy. assert (H2 : (2 <= 2)%Z) by lia. rewrite (u_modulo 2 H2 x y (a * 2) (b * 2)) by (lia || (apply u_integer; assumption)).
  rewrite Z.mul_mod_distr_r by lia. symmetry. apply u_integer; [exact H2|reflexivity].
Qed.

(* Indices. *)
Lemma at_one_based i : Names.at_ (Names.one_based i) = i.
Proof. unfold Names.at_, Names.one_based. lia. Qed.
Lemma one_based_at i : (1 <= i)%Z -> Names.one_based (Names.at_ i) = i.
Proof. unfold Names.at_, Names.one_based. lia. Qed.
Lemma at_range i m : (1 <= i <= Z.of_nat m)%Z -> (Names.at_ i < m)%nat.
Proof. unfold Names.at_. lia. Qed.
Lemma at_next i : (1 <= i)%Z -> Names.at_ (i + 1) = S (Names.at_ i).
Proof. unfold Names.at_. lia. Qed.
Lemma at_before i : (2 <= i)%Z -> Names.at_ i = S (Names.at_ (i - 1)).
Proof. unfold Names.at_. lia. Qed.
Lemma at_of_nat m : (1 <= m)%nat -> Names.at_ (Z.of_nat m) = (m - 1)%nat.
Proof. unfold Names.at_. lia. Qed.

(* Sums over a..b, in units. *)
Fixpoint count_of (g : Z -> Z) (a : Z) (count : nat) : Z := match count with O => 0 | S m => count_of g a m + g (a + Z.of_nat m)%Z end.
Lemma u_sum D f g a b : (2 <= D)%Z -> (forall i, (a <= i <= b)%Z -> f i == U D (g i)) -> Names.sum a b f == U D (count_of g a (Z.to_nat (b + 1 - a))).
Proof.
  intros HD H. unfold Names.sum. assert (K : forall m, (m <= Z.to_nat (b + 1 - a))%nat -> Names.sum_of f a m == U D (count_of g a m)); [|apply K; lia].
  induction m as [|m IH]; intros Hm; cbn [Names.sum_of count_of]; [unfold U; cbn; ring|]. apply u_plus; [apply IH; lia|apply H; lia].
Qed.
Lemma i_sum f g a b : (forall i, (a <= i <= b)%Z -> f i == inject_Z (g i)) -> Names.sum a b f == inject_Z (count_of g a (Z.to_nat (b + 1 - a))).
Proof.
  intros H. unfold Names.sum. assert (K : forall m, (m <= Z.to_nat (b + 1 - a))%nat -> Names.sum_of f a m == inject_Z (count_of g a m)); [|apply K; lia].
  induction m as [|m IH]; intros Hm; cbn [Names.sum_of count_of]; [reflexivity|]. apply i_plus; [apply IH; lia|apply H; lia].
Qed.
Lemma count_of_sum g h a m : (forall i, (1 <= i <= m)%nat -> g (a + Z.of_nat i - 1)%Z = h i) -> count_of g a m = sum m h.
Proof.
  induction m as [|m IH]; intros H; cbn [count_of sum]; [reflexivity|]. rewrite IH by (intros; apply H; lia). f_equal. rewrite <- H by lia. f_equal. lia.
Qed.

(* Largest and smallest values over the tokens of a list. *)
Definition listed (B : list nat) : Z -> Prop := fun j => (1 <= j)%Z /\ In (Names.at_ j) B.
Lemma greatest_units D n f g B : (2 <= D)%Z -> B <> [] -> (forall j, In j B -> (j < n)%nat) -> (forall j, (1 <= j <= Z.of_nat n)%Z -> f j == U D (g (Names.at_ j))) ->
  Names.greatest (listed B) f (U D (largest g B)).
Proof.
  intros HD HB HT HF. assert (In1 : forall j, listed B j -> (1 <= j <= Z.of_nat n)%Z).
  { intros j [H1 H2]. specialize (HT _ H2). unfold Names.at_ in HT. lia. }
  split.
  - destruct (largest_attained g B HB) as [j [Hj ->]]. exists (Names.one_based j). pose proof (HT j Hj).
    assert (L : listed B (Names.one_based j)) by (split; [unfold Names.one_based; lia|rewrite at_one_based; exact Hj]).
    split; [exact L|]. rewrite HF, at_one_based by (apply In1; exact L). reflexivity.
  - intros j Hj. rewrite HF by (apply In1; exact Hj). apply u_le; [exact HD|]. apply largest_bound. apply Hj.
Qed.
Lemma least_units D n f g B : (2 <= D)%Z -> B <> [] -> (forall j, In j B -> (j < n)%nat) -> (forall j, (1 <= j <= Z.of_nat n)%Z -> f j == U D (g (Names.at_ j))) ->
  Names.least (listed B) f (U D (smallest g B)).
Proof.
  intros HD HB HT HF. assert (In1 : forall j, listed B j -> (1 <= j <= Z.of_nat n)%Z).
  { intros j [H1 H2]. specialize (HT _ H2). unfold Names.at_ in HT. lia. }
  split.
  - destruct (smallest_attained g B HB) as [j [Hj ->]]. exists (Names.one_based j). pose proof (HT j Hj).
    assert (L : listed B (Names.one_based j)) by (split; [unfold Names.one_based; lia|rewrite at_one_based; exact Hj]).
    split; [exact L|]. rewrite HF, at_one_based by (apply In1; exact L). reflexivity.
  - intros j Hj. rewrite HF by (apply In1; exact Hj). apply u_le; [exact HD|]. apply smallest_bound. apply Hj.
Qed.
Lemma greatest_unique {X} (member : X -> Prop) f a b : Names.greatest member f a -> Names.greatest member f b -> a == b.
Proof. intros [[x [Hx Ex]] La] [[y [Hy Ey]] Lb]. apply Qle_antisym; [rewrite <- Ex; apply Lb|rewrite <- Ey; apply La]; assumption. Qed.
Lemma least_unique {X} (member : X -> Prop) f a b : Names.least member f a -> Names.least member f b -> a == b.
Proof. intros [[x [Hx Ex]] La] [[y [Hy Ey]] Lb]. apply Qle_antisym; [rewrite <- Ey; apply La|rewrite <- Ex; apply Lb]; assumption. Qed.
Lemma greatest_same {X} (member member' : X -> Prop) f m : (forall x, member x <-> member' x) -> Names.greatest member f m -> Names.greatest member' f m.
Proof. intros E [[x [Hx Ex]] L]. split; [exists x; split; [apply E; exact Hx|exact Ex]|intros y Hy; apply L, E; exact Hy]. Qed.
Lemma least_same {X} (member member' : X -> Prop) f m : (forall x, member x <-> member' x) -> Names.least member f m -> Names.least member' f m.
Proof. intros E [[x [Hx Ex]] L]. split; [exists x; split; [apply E; exact Hx|exact Ex]|intros y Hy; apply L, E; exact Hy]. Qed.
Lemma all_tokens n j : listed (seq 0 n) j <-> (1 <= j)%Z /\ (j <= Z.of_nat n)%Z.
Proof. unfold listed, Names.at_. rewrite in_seq. lia. Qed.

Definition assumption_1 (P : Names.run) : Prop := Names.well_formed P /\ Names.assumption_1_1 P /\ Names.assumption_1_2 P /\ Names.assumption_1_3 P.

Section Run.
Variable P : Names.run.
Notation n := (Names.tokens P).
Notation d := (Names.rows P).
Notation D := (Names.base P).
Notation p := (Names.period P).
Notation s := (Names.reach P).
Notation A := (Names.edges P).
Notation gamma := (Names.chain P).
Notation l := (Names.chosen P).
Notation q := (D ** d)%Z.
Notation W := (D * weights d D)%Z.
Notation C := (Definitions.c n d s D).

Section Size.
Hypothesis HP : Names.well_formed P.
Lemma n_2 : (2 <= n)%nat. Proof. apply HP. Qed.
Lemma d_1 : (1 <= d)%nat. Proof. apply HP. Qed.
Lemma D_2 : (2 <= D)%Z. Proof. apply HP. Qed.
Lemma s_1 : (1 <= s)%nat. Proof. apply HP. Qed.
Lemma q_2 : (2 <= q)%Z. Proof. exact (pow_at_least D d D_2 d_1). Qed.
Lemma W_q : (q <= W)%Z. Proof. exact (interval_fits d D d_1 D_2). Qed.
Lemma Delta_integer : Names.Delta P == inject_Z (weights d D).
Proof. exact (Delta_is_weights d D). Qed.
End Size.

Section Assumed.
Hypothesis HA : assumption_1 P.
Let HP : Names.well_formed P := proj1 HA.

Lemma assumption : Assumption1 n p s A gamma l.
Proof.
  destruct HA as [WF [H1 [[H2 [H3 H4]] H5]]]. constructor; try assumption.
  - apply WF.
  - intros i Hi. apply H4. exact Hi.
  - intros i Hi. apply H4. exact Hi.
Qed.
Lemma at_gamma i : Names.at_ (Names.gamma P i) = gamma (Names.at_ i).
Proof. apply at_one_based. Qed.
Lemma gamma_range i : (1 <= i <= Names.n P)%Z -> (1 <= Names.gamma P i <= Names.n P)%Z.
Proof. intros Hi. pose proof (chain_range _ _ _ _ _ _ assumption (Names.at_ i) (at_range i n Hi)). unfold Names.gamma, Names.one_based, Names.n. lia. Qed.

Lemma selective_length : Names.layers_selective_shift P = (Z.of_nat (n - 1) * (q * Z.of_nat p))%Z.
Proof.
  unfold Names.layers_selective_shift, selective_stage. rewrite (blocks_length n d p D l (n_2 HP) (d_1 HP)). pose proof (q_2 HP).
  rewrite !Nat2Z.inj_mul, Z2Nat.id by lia. reflexivity.
Qed.
Lemma all_max_length : Names.layers_all_max_shift P = Z.of_nat s.
Proof. unfold Names.layers_all_max_shift, all_max_stage. rewrite repeat_length. reflexivity. Qed.

Section Input.
Variable H : matrix.
Hypothesis HH : Names.input P H.
Definition w (i : nat) : Z := chain_id n d D gamma H i.
Definition zs (i : nat) : Z := shifted q w i.                                 (* z~ along the chain *)
Definition zk (k : nat) : Z := shifted_id n d D gamma H k.                    (* z~ of a token *)
Lemma w_intervals : in_intervals n q W w.
Proof. exact (eq7 n d p s D A gamma l (n_2 HP) (d_1 HP) (D_2 HP) assumption H HH). Qed.

Lemma z_units k : (1 <= k <= Names.n P)%Z -> Names.z P H k == U D (input_id n d D gamma H (Names.at_ k)).
Proof. intros Hk. exact (input_represented n d D gamma (n_2 HP) (d_1 HP) (D_2 HP) H HH (Names.at_ k) (at_range k n Hk)). Qed.
Lemma z_gamma i : (1 <= i <= Names.n P)%Z -> Names.z P H (Names.gamma P i) == U D (w (Names.at_ i)).
Proof. intros Hi. rewrite z_units by (apply gamma_range; exact Hi). rewrite at_gamma. reflexivity. Qed.

Lemma M_units t k : (0 <= t <= Names.s P)%Z -> (1 <= k <= Names.n P)%Z -> Names.M P t H k == U D (raised p A C (Z.to_nat t) zk (Names.at_ k)).
Proof.
  intros Ht Hk. unfold Names.M, Names.v, Names.state, Names.layers, network. unfold Names.layers_selective_shift. unfold Names.s in Ht.
  rewrite Z2Nat.inj_add, Nat2Z.id by lia. rewrite firstn_app_2. unfold all_max_stage.
  assert (R : forall X (x : X) a b, (a <= b)%nat -> firstn a (repeat x b) = repeat x a).
  { intros X x a. induction a as [|a IH]; intros b Hb; [reflexivity|]. destruct b as [|b]; [lia|]. cbn. rewrite IH by lia. reflexivity. }
  rewrite R by lia. exact (after_all_max_layers n d p s D A gamma l (n_2 HP) (d_1 HP) (D_2 HP) assumption H (Z.to_nat t) HH (Names.at_ k) (at_range k n Hk)).
Qed.
Lemma zt_units k : (1 <= k <= Names.n P)%Z -> Names.zt P H k == U D (zk (Names.at_ k)).
Proof.
  intros Hk. pose proof (M_units 0 k ltac:(unfold Names.s; lia) Hk) as E. unfold Names.M in E. rewrite Z.add_0_r in E. exact E.
Qed.
Lemma zk_gamma i : (i < n)%nat -> zk (gamma i) = zs i.
Proof. intros Hi. unfold zk, shifted_id. rewrite (position_of_gamma n p s A gamma l assumption) by exact Hi. reflexivity. Qed.
Lemma zt_gamma i : (1 <= i <= Names.n P)%Z -> Names.zt P H (Names.gamma P i) == U D (zs (Names.at_ i)).
Proof. intros Hi. rewrite zt_units by (apply gamma_range; exact Hi). rewrite at_gamma, zk_gamma by (exact (at_range i n Hi)). reflexivity. Qed.
Lemma id_units k : (1 <= k <= Names.n P)%Z -> Names.id P H k == U D (context_id n d p s D A gamma H (Names.at_ k)).
Proof.
  intros Hk. pose proof (M_units (Names.s P) k ltac:(unfold Names.s; lia) Hk) as E. unfold Names.s in E. rewrite Nat2Z.id in E.
  unfold Names.id. rewrite all_max_length. exact E.
Qed.
End Input.
End Assumed.
End Run.

(* ---- The tactic ---- *)
Ltac integer :=
  lazymatch goal with
  | |- ?x == inject_Z _ =>
    lazymatch x with
    | inject_Z ?a => exact (Qeq_refl (inject_Z a))
    | Qmake ?a 1 => exact (Qeq_refl (inject_Z a))
    | ?a + ?b => eapply i_plus; [integer|integer]
    | ?a - ?b => eapply i_minus; [integer|integer]
    | ?a * ?b => eapply i_times; [integer|integer]
    | - ?a => eapply i_opposite; integer
    | Names.Delta _ => eapply Delta_integer
    | Names.c _ => exact (Qeq_refl (inject_Z _))
    | Names.delta _ ^ ?e => eapply i_delta_power
    | ?a / Names.delta _ ^ ?e => eapply i_over_delta_power; [integer|]
    | ?a / Names.delta _ => eapply i_over_delta; [|integer]
    | ?a ^ ?e => eapply i_power; [integer|]
    | Names.sum _ _ _ => eapply i_sum; intros; integer
    | Names.modulo _ _ => eapply i_modulo; [|integer|integer]
    | ?y => match goal with E : y == inject_Z _ |- _ => exact E end
    end
  end.
Ltac units :=
  lazymatch goal with
  | |- ?x == U _ _ =>
    lazymatch x with
    | U ?D ?a => exact (Qeq_refl (U D a))
    | Names.delta _ => eapply u_delta
    | Names.z _ _ (Names.gamma _ _) => eapply z_gamma
    | Names.z _ _ _ => eapply z_units
    | Names.zt _ _ (Names.gamma _ _) => eapply zt_gamma
    | Names.zt _ _ _ => eapply zt_units
    | Names.M _ _ _ _ => eapply M_units
    | Names.id _ _ _ => eapply id_units
    | ?a + ?b => eapply u_plus; [units|units]
    | ?a - ?b => eapply u_minus; [units|units]
    | - ?a => eapply u_opposite; units
    | ?a * ?b => first [eapply u_times_left; [integer|units] | eapply u_times_right; [units|integer]]
    | Names.sum _ _ _ => eapply u_sum; [|intros; units]
    | Names.modulo _ _ => eapply u_modulo; [| |units|units]
    | Names.delta _ ^ ?e => first [eapply u_integer; [|integer] | eapply u_delta_power]
    | _ => eapply u_integer; [|integer]
    end
  end.

(* ---- What Lemma7.v and SelectiveShift.v say of a run, and tactics for claims ---- *)
Ltac begin := intros P WF A1 A2 A3 _; pose proof (conj WF (conj A1 (conj A2 A3)) : assumption_1 P) as HA;
  pose proof (n_2 P WF); pose proof (d_1 P WF); pose proof (D_2 P WF); pose proof (s_1 P WF); pose proof (q_2 P WF).
Ltac side := first [assumption | reflexivity | apply D_2; assumption | unfold Names.n, Names.d, Names.s, Names.p in *; lia | unfold Names.n, Names.d, Names.s, Names.p in *; nia].
Ltac le := eapply le_by_units; [|units|units|]; try side.
Ltac lt := eapply lt_by_units; [|units|units|]; try side.
Ltac eq := eapply eq_by_units; [units|units|]; try side.
(* The same in units of the run's own delta, whatever else fits; the last goal is left. *)
Ltac le_in P := eapply (le_by_units (Names.base P)); [assumption|units; try side|units; try side|].
Ltac lt_in P := eapply (lt_by_units (Names.base P)); [assumption|units; try side|units; try side|].
Ltac eq_in P := eapply (eq_by_units (Names.base P)); [units; try side|units; try side|].

Section Facts.
Variable P : Names.run.
Hypothesis HA : assumption_1 P.
Let HP := proj1 HA.
Notation n := (Names.tokens P).
Notation q := (Names.base P ** Names.rows P)%Z.
Notation W := (Names.base P * weights (Names.rows P) (Names.base P))%Z.
Variable H : matrix.
Hypothesis HH : Names.input P H.
Notation w := (w P H).
Notation zs := (zs P H).
Lemma f_w : in_intervals n q W w. Proof. exact (w_intervals P HA H HH). Qed.
Lemma f_eq9_first : ((Z.of_nat n - 1) * W <= w 0)%Z. Proof. exact (eq9_first n q W (n_2 P HP) w f_w). Qed.
Lemma f_eq9 i : (S i < n)%nat -> (zs i < zs (S i))%Z. Proof. exact (eq9 n q W (n_2 P HP) (q_2 P HP) (W_q P HP) w f_w i). Qed.
Lemma f_above i : (i < n)%nat -> (w 0%nat <= zs i)%Z. Proof. exact (shifted_above n q W (n_2 P HP) (q_2 P HP) (W_q P HP) w f_w i). Qed.
Lemma f_eq8 i j : (1 <= i)%nat -> (i < j < n)%nat -> (w i < w j)%Z. Proof. exact (eq8 n q W (n_2 P HP) (q_2 P HP) (W_q P HP) w f_w i j). Qed.
Lemma f_eq8_last i : (1 <= i < n)%nat -> (w i < w 0%nat)%Z. Proof. exact (eq8_last n q W (n_2 P HP) (q_2 P HP) (W_q P HP) w f_w i). Qed.
Notation zk := (zk P H).
Notation Big := (Z.of_nat n * Names.base P ** (n * Names.rows P + 1))%Z.
Notation C := (Definitions.c n (Names.rows P) (Names.reach P) (Names.base P)).
Let a1 := assumption P HA.
Let n2 := n_2 P HP. Let d1 := d_1 P HP. Let D2 := D_2 P HP.
Lemma f_eq10 : (zs (n - 1) <= Z.of_nat n * q ** n * Names.base P - 1)%Z. Proof. exact (eq10_repaired n _ _ w n2 d1 D2 f_w). Qed.
Lemma f_eq11 i : (i < n)%nat -> (zs i <= Z.of_nat n * q ** S i * Names.base P - 1)%Z. Proof. exact (eq11 n _ _ w n2 d1 D2 f_w i). Qed.
Lemma f_range k : (k < n)%nat -> (0 < zk k < Big)%Z. Proof. exact (shifted_range _ _ _ _ _ _ _ _ n2 d1 D2 a1 H HH k). Qed.
Lemma f_dominated t k : (1 <= t <= Names.reach P)%nat -> (k < n)%nat ->
  (C ** t * largest zk (reached (Names.period P) (Names.edges P) t k) <= raised (Names.period P) (Names.edges P) C t zk k < C ** t * (largest zk (reached (Names.period P) (Names.edges P) t k) + 1))%Z.
Proof. exact (general_domination _ _ _ _ _ _ _ _ n2 d1 D2 a1 H HH t k). Qed.
Lemma f_modulo k : (k < n)%nat -> (context_id n (Names.rows P) (Names.period P) (Names.reach P) (Names.base P) (Names.edges P) (Names.chain P) H k mod C = zk k)%Z.
Proof. exact (out_modulo _ _ _ _ _ _ _ _ n2 d1 D2 a1 H HH k). Qed.
Lemma f_interval k : (k < n)%nat -> (C ** Names.reach P * zs (n - 1) <= context_id n (Names.rows P) (Names.period P) (Names.reach P) (Names.base P) (Names.edges P) (Names.chain P) H k
  < C ** Names.reach P * (zs (n - 1) + 1))%Z.
Proof.
  intros Hk. pose proof (out_interval _ _ _ _ _ _ _ _ n2 d1 D2 a1 H HH k Hk) as B. change (shifted_id n (Names.rows P) (Names.base P) (Names.chain P) H) with zk in B.
  rewrite (zk_gamma P HA H) in B by lia. exact B.
Qed.
Lemma f_step i : zs (S i) = (w (S i) + q * (zs i - w (S i)))%Z. Proof. reflexivity. Qed.
Lemma f_first : zs 0 = w 0. Proof. reflexivity. Qed.
Lemma f_nonneg i : (i < n)%nat -> (0 <= w i)%Z. Proof. exact (id_nonneg n q W (n_2 P HP) (q_2 P HP) (W_q P HP) w f_w i). Qed.
End Facts.
Ltac index := repeat rewrite at_next by lia; change (Names.at_ 1) with 0%nat in *; change (Names.at_ 2) with 1%nat in *; change (Names.at_ 3) with 2%nat in *.
Lemma power_of_rows P : ((Names.base P ^ (- (- Names.d P))) = Names.base P ** Names.rows P)%Z.
Proof. rewrite Z.opp_involutive. reflexivity. Qed.
Lemma to_rows P e i : (e = Z.of_nat i * Names.d P)%Z -> (Names.base P ^ e = (Names.base P ** Names.rows P) ** i)%Z.
Proof. intros ->. unfold Names.d. rewrite Z.mul_comm, Z.pow_mul_r by lia. reflexivity. Qed.
Lemma terms P H m : (m <= Names.tokens P - 1)%nat ->
  count_of (fun i => Names.base P ^ (- (- i * Names.d P)) * (w P H (Names.at_ (Names.n P - i)) - w P H (Names.at_ (Names.n P + 1 - i))))%Z 1 m
  = sum m (fun i => (Names.base P ** Names.rows P) ** i * (w P H (Names.tokens P - 1 - i)%nat - w P H (Names.tokens P - 1 - i + 1)%nat))%Z.
Proof.
  intros Hm. apply count_of_sum. intros i Hi. rewrite (to_rows P _ i) by lia. unfold Names.n, Names.at_. do 3 f_equal; f_equal; lia.
Qed.
Lemma differences P H m : (m <= Names.tokens P - 1)%nat ->
  count_of (fun i => w P H (Names.at_ (Names.n P - i)) - w P H (Names.at_ (Names.n P + 1 - i)))%Z 1 m
  = sum m (fun i => w P H (Names.tokens P - 1 - i)%nat - w P H (Names.tokens P - 1 - i + 1)%nat)%Z.
Proof. intros Hm. apply count_of_sum. intros i Hi. unfold Names.n, Names.at_. f_equal; f_equal; lia. Qed.
Lemma at_n P : (2 <= Names.tokens P)%nat -> Names.at_ (Names.n P) = (Names.tokens P - 1)%nat.
Proof. intros. unfold Names.at_, Names.n. lia. Qed.
Ltac count m := match goal with |- context [Z.to_nat ?x] => replace (Z.to_nat x) with m by (unfold Names.n; lia) end.
Ltac last_power := unfold Names.n; rewrite Nat2Z.inj_sub by lia; change (Z.of_nat 1) with 1%Z; ring.
Lemma power_n P : (Names.base P ^ (- (- Names.n P * Names.d P)) = (Names.base P ** Names.rows P) ** Names.tokens P)%Z.
Proof. apply to_rows. unfold Names.n. ring. Qed.
Lemma power_last P : (2 <= Names.tokens P)%nat -> (Names.base P ^ (- (- (Names.n P - 1) * Names.d P)) = (Names.base P ** Names.rows P) ** (Names.tokens P - 1))%Z.
Proof. intros. apply to_rows. last_power. Qed.
Lemma power_less P : (1 <= Names.rows P)%nat -> (2 <= Names.base P)%Z -> (Names.base P ^ (- (- Names.d P + 1)) * Names.base P = Names.base P ** Names.rows P)%Z.
Proof.
  intros. unfold Names.d. replace (Z.of_nat (Names.rows P)) with (Z.succ (- (- Z.of_nat (Names.rows P) + 1))) at 2 by lia.
  rewrite Z.pow_succ_r by lia. apply Z.mul_comm.
Qed.
Lemma power_grid P : (2 <= Names.tokens P)%nat -> (1 <= Names.rows P)%nat -> (Names.base P ^ (- (- Names.n P * Names.d P - 1)) = (Names.base P ** Names.rows P) ** Names.tokens P * Names.base P)%Z.
Proof.
  intros. rewrite power_of_grid by assumption. f_equal. unfold Names.n, Names.d. lia.
Qed.
Ltac plain := intros P WF _; pose proof (n_2 P WF); pose proof (d_1 P WF); pose proof (D_2 P WF); pose proof (s_1 P WF); pose proof (q_2 P WF).
Ltac tokens := first [assumption | apply at_range; unfold Names.n in *; lia | unfold Names.n, Names.at_ in *; lia].
Lemma C_form P : (2 <= Names.tokens P)%nat -> (1 <= Names.rows P)%nat ->
  (2 * Z.of_nat (Names.reach P) * Z.of_nat (Names.tokens P) * ((Names.base P ** Names.rows P) ** Names.tokens P * Names.base P))%Z = Definitions.c (Names.tokens P) (Names.rows P) (Names.reach P) (Names.base P).
Proof. intros. rewrite power_of_grid by assumption. unfold c. ring. Qed.
Ltac powers := rewrite ?power_n, ?power_of_rows; rewrite ?power_grid by assumption; rewrite ?power_last by assumption; rewrite ?power_less by assumption; index; rewrite ?at_n by assumption; unfold Names.n, Names.s, Names.p in *; rewrite ?C_form by assumption.
