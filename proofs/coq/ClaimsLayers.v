(* Claims of yun2020b about single layers of the selective stage and the all-max stage, proved for every run (see Within.v). *)
From Coq Require Import QArith Qround Qabs Lqa List Arith Lia.
From Hardmax Require Import Definitions Arithmetic Digits SelectiveShift Layers Heads Network Lemma7 Runs Claims Within.
From Hardmax Require Names Statements.
Import ListNotations.
Open Scope Q_scope.

Section Facts.
Variable P : Names.run.
Hypothesis HA : assumption_1 P.
Let WF := proj1 HA.
Notation n := (Names.tokens P).
Notation D := (Names.base P).
Notation gamma := (Names.chain P).
Let a1 := assumption P HA.

(* The largest and the smallest of numbers that are known along the chain. *)
Lemma greatest_along (member : Z -> Prop) f g j : (forall k, member k -> (1 <= k <= Names.n P)%Z) -> (forall k, (1 <= k <= Names.n P)%Z -> f k == U D (g (position n gamma (Names.at_ k)))) ->
  (1 <= j <= Names.n P)%Z -> member (Names.gamma P j) -> (forall i, (i < n)%nat -> (g i <= g (Names.at_ j))%Z) -> Names.greatest member f (U D (g (Names.at_ j))).
Proof.
  intros M F Hj Mj L. split.
  - exists (Names.gamma P j). split; [exact Mj|]. rewrite F by (apply M; exact Mj). rewrite at_gamma, (position_of_gamma _ _ _ _ _ _ a1) by (exact (at_range j n Hj)). reflexivity.
  - intros k Hk. rewrite F by (apply M; exact Hk). apply u_le; [exact (D_2 P WF)|]. apply L. apply (position_range _ _ _ _ _ _ a1). exact (at_range k n (M k Hk)).
Qed.
Lemma least_along (member : Z -> Prop) f g j : (forall k, member k -> (1 <= k <= Names.n P)%Z) -> (forall k, (1 <= k <= Names.n P)%Z -> f k == U D (g (position n gamma (Names.at_ k)))) ->
  (1 <= j <= Names.n P)%Z -> member (Names.gamma P j) -> (forall i, (i < n)%nat -> (g (Names.at_ j) <= g i)%Z) -> Names.least member f (U D (g (Names.at_ j))).
Proof.
  intros M F Hj Mj L. split.
  - exists (Names.gamma P j). split; [exact Mj|]. rewrite F by (apply M; exact Mj). rewrite at_gamma, (position_of_gamma _ _ _ _ _ _ a1) by (exact (at_range j n Hj)). reflexivity.
  - intros k Hk. rewrite F by (apply M; exact Hk). apply u_le; [exact (D_2 P WF)|]. apply L. apply (position_range _ _ _ _ _ _ a1). exact (at_range k n (M k Hk)).
Qed.
Lemma neighbours_are_tokens a k j : (1 <= a <= Names.p P)%Z -> (1 <= k <= Names.n P)%Z -> Names.A P a k j -> (1 <= j <= Names.n P)%Z.
Proof.
  intros Ha Hk [H1 H2]. apply (tokens_only _ _ _ _ _ _ a1) in H2; [unfold Names.n, Names.at_ in *; lia|exact (at_range a _ Ha)|exact (at_range k _ Hk)].
Qed.
Lemma mask_range t : (1 <= Names.mask P t <= Names.p P)%Z.
Proof. unfold Names.mask, Names.one_based, Names.p. pose proof (mod_range _ _ _ _ _ _ (n_2 P WF) a1 (Names.at_ t)). lia. Qed.
Lemma layers_length : length (Names.layers P) = ((n - 1) * (Z.to_nat (D ** Names.rows P) * Names.period P) + Names.reach P)%nat.
Proof. unfold Names.layers, network. rewrite app_length, (selective_count P HA). unfold all_max_stage. rewrite repeat_length. reflexivity. Qed.
Lemma layers_total : (Names.layers_selective_shift P + Names.layers_all_max_shift P)%Z = Z.of_nat (length (Names.layers P)).
Proof. unfold Names.layers_selective_shift, Names.layers_all_max_shift, Names.layers, network. rewrite app_length. lia. Qed.

(* Every head is a psi. *)
Definition made_of_psi (L : layer) : Prop := forall h, (h < length L)%nat -> exists c b, nth h L (psi D 0 0) = psi D c b.
Lemma every_head t : made_of_psi (nth t (Names.layers P) []).
Proof.
  intros h Hh. destruct (Nat.lt_ge_cases t ((n - 1) * (Z.to_nat (D ** Names.rows P) * Names.period P))) as [T|T].
  - destruct (numbered P HA t T) as [i [m [a [Hi [Hm [Ha ->]]]]]]. rewrite (layer_number P HA) in * by assumption. destruct (Nat.eqb a (Names.chosen P i)); [|cbn in Hh; lia].
    unfold Psi in *. destruct h as [|[|h]]; [do 2 eexists; reflexivity|do 2 eexists; reflexivity|cbn in Hh; lia].
  - destruct (Nat.lt_ge_cases t (length (Names.layers P))) as [T'|T']; [|rewrite nth_overflow in Hh by exact T'; cbn in Hh; lia].
    rewrite layers_length in T'. set (s := ((n - 1) * (Z.to_nat (D ** Names.rows P) * Names.period P))%nat) in *.
    pose proof (all_max_number P (t - s) ltac:(lia)) as E. rewrite (selective_count P HA) in E. fold s in E. replace (s + (t - s))%nat with t in E by lia.
    rewrite E in *. destruct h as [|h]; [do 2 eexists; reflexivity|cbn in Hh; lia].
Qed.
End Facts.

Theorem E21_psi : Statements.yun2020b_E_2_1_psi.
Proof.
  begin. intros K HK t Ht h Hh k Hk. unfold Names.heads in Hh. rewrite (layers_total P) in Ht.
  destruct (every_head P HA (Names.at_ t) (Names.at_ h) ltac:(unfold Names.at_ in *; lia)) as [c [b E]]. unfold Names.bq, Names.head, Names.head_of. rewrite E. cbn [bQ psi].
  set (Z0 := Names.state P (t - 1) K). unfold Names.v. fold Z0.
  assert (Ma : Names.at_ (Names.mask P t) = (Names.at_ t mod Names.period P)%nat) by apply at_one_based. set (B := Names.edges P (Names.at_ (Names.mask P t)) (Names.at_ k)).
  assert (NE : B <> []) by (apply (neighbours_exist _ _ _ _ _ _ (assumption P HA)); [rewrite Ma; apply (mod_range _ _ _ _ _ _ (n_2 P WF) (assumption P HA))|tokens]).
  assert (L : forall j, Names.A P (Names.mask P t) k j <-> listed B j) by (intros j; reflexivity).
  split; intros C.
  - destruct (psi_above (Names.rows P) (Names.base P) c b B Z0 (Names.at_ k) NE C) as [j [I1 [E1 M1]]]. eexists. split; [|exact E1]. split.
    + exists (Names.one_based j). rewrite at_one_based. split; [|reflexivity]. apply L. split; [unfold Names.one_based; lia|rewrite at_one_based; exact I1].
    + intros i [_ Hi]. apply M1. exact Hi.
  - destruct (psi_below (Names.rows P) (Names.base P) c b B Z0 (Names.at_ k) NE C) as [j [I1 [E1 M1]]]. eexists. split; [|exact E1]. split.
    + exists (Names.one_based j). rewrite at_one_based. split; [|reflexivity]. apply L. split; [unfold Names.one_based; lia|rewrite at_one_based; exact I1].
    + intros i [_ Hi]. apply M1. exact Hi.
Qed.
Theorem F2_distinct : Statements.yun2020b_F_2_distinct.
Proof.
  begin. intros K HK t Ht j Hj k Hk L.
  assert (G : forall x y, (x <> y)%Z -> Names.delta P <= Qabs (U (Names.base P) x - U (Names.base P) y)).
  { intros x y Ne. unfold U. setoid_replace (inject_Z x * / inject_Z (Names.base P) - inject_Z y * / inject_Z (Names.base P)) with (inject_Z (x - y) * / inject_Z (Names.base P)) by (unfold Z.sub; rewrite inject_Z_plus, inject_Z_opp; ring).
    rewrite Qabs_Qmult, (Qabs_pos (/ _)) by (apply Qlt_le_weak; exact (unit_positive _ (D_2 P WF))). unfold Names.delta, Definitions.delta. pose proof (unit_positive _ (D_2 P WF)).
    change (Qabs (inject_Z (x - y))) with (inject_Z (Z.abs (x - y))). assert (1 <= inject_Z (Z.abs (x - y))) by (change 1 with (inject_Z 1); rewrite <- Zle_Qle; lia). nra. }
  rewrite selective_length, all_max_length in Ht by assumption.
  destruct (Z.le_gt_cases t (Z.of_nat (Names.tokens P - 1) * (Names.base P ** Names.rows P * Z.of_nat (Names.period P)))) as [T|T].
  - destruct (numbered_end P HA (Z.to_nat t)) as [i [m [a [Hi [Hm [Ha E]]]]]]; [nia|]. replace t with (Z.of_nat (number_of P i m a)) by lia.
    rewrite !(v_number P HA K HK) by assumption. apply G. intros Eq. apply (mid_distinct P HA K HK) in Eq; [|exact Hi|apply (position_range _ _ _ _ _ _ (assumption P HA)); tokens|apply (position_range _ _ _ _ _ _ (assumption P HA)); tokens].
    pose proof (gamma_position _ _ _ _ _ _ (assumption P HA) (Names.at_ j) ltac:(tokens)) as Gj. rewrite Eq, (gamma_position _ _ _ _ _ _ (assumption P HA)) in Gj by tokens. unfold Names.at_ in Gj. lia.
  - pose proof (selective_length P HA) as SL. set (v := (t - Names.layers_selective_shift P)%Z). assert (V : forall i, Names.v P t K i = Names.M P v K i) by (intros i; unfold Names.M, v; f_equal; lia). rewrite !V.
    rewrite !(M_units P HA K HK) by (assumption || (unfold v, Names.s; lia)). apply G. intros Eq.
    set (C := Definitions.c (Names.tokens P) (Names.rows P) (Names.reach P) (Names.base P)) in *.
    destruct (raised_modulo _ (Names.period P) (Names.edges P) (n_2 P WF) C (zk P K) (Z.to_nat v) (Names.at_ j)) as [a Ea]. destruct (raised_modulo _ (Names.period P) (Names.edges P) (n_2 P WF) C (zk P K) (Z.to_nat v) (Names.at_ k)) as [b Eb].
    rewrite Ea, Eb in Eq. pose proof (f_range P HA K HK (Names.at_ j) ltac:(tokens)). pose proof (f_range P HA K HK (Names.at_ k) ltac:(tokens)).
    set (Big := (Z.of_nat (Names.tokens P) * Names.base P ** (Names.tokens P * Names.rows P + 1))%Z) in *. assert (EC : C = (2 * Z.of_nat (Names.reach P) * Big)%Z) by (unfold C, c, Big; ring).
    assert (2 * Big <= C)%Z by nia. assert (a = b) as -> by (clearbody C; destruct (Z.lt_total a b) as [L1|[L1|L1]]; [nia|exact L1|nia]). assert (zk P K (Names.at_ j) = zk P K (Names.at_ k)) as S by lia.
    apply (shifted_distinct _ _ _ _ _ _ _ _ (n_2 P WF) (d_1 P WF) (D_2 P WF) (assumption P HA) K HK) in S; [|tokens|tokens]. unfold Names.at_ in S. lia.
Qed.
Theorem F2_gaps : Statements.yun2020b_F_2_gaps.
Proof.
  begin. intros K HK.
  assert (Span : forall f g B, (forall k, (1 <= k <= Names.n P)%Z -> f k == U (Names.base P) (g (position (Names.tokens P) (Names.chain P) (Names.at_ k)))) -> (forall j, (j < Names.tokens P)%nat -> (0 <= g j < B)%Z) ->
    exists m m', Names.greatest (fun k => (1 <= k)%Z /\ (k <= Names.n P)%Z) f m /\ Names.least (fun k => (1 <= k)%Z /\ (k <= Names.n P)%Z) f m' /\ m - m' < U (Names.base P) B).
  { intros f g B F Bd.
    pose proof (greatest_units (Names.base P) (Names.tokens P) f (fun k => g (position (Names.tokens P) (Names.chain P) k)) (seq 0 (Names.tokens P)) (D_2 P WF) ltac:(destruct (Names.tokens P); [lia|discriminate]) ltac:(intros j Hj; apply in_seq in Hj; lia) F) as Gr.
    pose proof (least_units (Names.base P) (Names.tokens P) f (fun k => g (position (Names.tokens P) (Names.chain P) k)) (seq 0 (Names.tokens P)) (D_2 P WF) ltac:(destruct (Names.tokens P); [lia|discriminate]) ltac:(intros j Hj; apply in_seq in Hj; lia) F) as Le.
    eexists. eexists. split; [refine (greatest_same _ _ _ _ _ Gr); intros; apply all_tokens|split; [refine (least_same _ _ _ _ _ Le); intros; apply all_tokens|]].
    assert (NE : seq 0 (Names.tokens P) <> []) by (destruct (Names.tokens P); [lia|discriminate]). set (g' := fun k => g (position (Names.tokens P) (Names.chain P) k)) in *.
    destruct (largest_attained g' _ NE) as [i [Hi Ei]]. destruct (smallest_attained g' _ NE) as [j [Hj Ej]]. rewrite Ei, Ej. apply in_seq in Hi. apply in_seq in Hj.
    pose proof (Bd _ (position_range _ _ _ _ _ _ (assumption P HA) i ltac:(lia))). pose proof (Bd _ (position_range _ _ _ _ _ _ (assumption P HA) j ltac:(lia))). unfold g'. lt. }
  pose proof (nq_2 P HA). pose proof (p_1 P HA). split.
  - destruct (Span (fun k => Names.z P K k) (w P K) (Z.of_nat (Names.tokens P) * (Names.base P ** Names.rows P) * Names.base P)%Z) as [m [m' [G1 [G2 G3]]]].
    + intros k Hk. rewrite <- (one_based_at k) by lia. rewrite <- (gamma_position _ _ _ _ _ _ (assumption P HA) (Names.at_ k) ltac:(tokens)) at 1.
      change (Names.one_based (Names.chain P (position (Names.tokens P) (Names.chain P) (Names.at_ k)))) with (Names.one_based (Names.chain P (position (Names.tokens P) (Names.chain P) (Names.at_ k)))).
      pose proof (position_range _ _ _ _ _ _ (assumption P HA) (Names.at_ k) ltac:(tokens)) as R. set (i := position (Names.tokens P) (Names.chain P) (Names.at_ k)) in *.
      pose proof (z_gamma P HA K HK (Names.one_based i) ltac:(unfold Names.one_based, Names.n; lia)) as E. unfold Names.gamma in E. rewrite at_one_based in E. rewrite at_one_based. exact E.
    + intros j Hj. pose proof (f_nonneg P HA K HK j Hj). pose proof (f_w P HA K HK O ltac:(lia)) as B. cbn [start] in B. assert (w P K j <= w P K O)%Z by (destruct j; [lia|pose proof (f_eq8_last P HA K HK (S j) ltac:(lia)); lia]).
      pose proof (Delta_bound (Names.rows P) (Names.base P) ltac:(assumption) ltac:(assumption)). split; [assumption|]. set (q := (Names.base P ** Names.rows P)%Z) in *. set (W := weights (Names.rows P) (Names.base P)) in *. set (n := Z.of_nat (Names.tokens P)) in *.
      assert (Names.base P * W <= Names.base P * q)%Z by nia. assert ((n - 1) * (Names.base P * W) <= (n - 1) * (Names.base P * q))%Z by (apply Z.mul_le_mono_nonneg_l; lia). nia.
    + exists m, m'. split; [exact G1|split; [exact G2|]]. eapply Qlt_le_trans; [exact G3|]. le. rewrite power_of_rows. unfold Names.n. lia.
  - intros j Hj t [T1 T2].
    assert (T : (Z.of_nat (Names.period P) * (j - 1) * (Names.base P ** Names.rows P) <= t <= Z.of_nat (Names.period P) * j * (Names.base P ** Names.rows P))%Z).
    { assert (E : forall i, inject_Z (Names.p P) * inject_Z i * Names.delta P ^ (- Names.d P) == inject_Z (Z.of_nat (Names.period P) * i * (Names.base P ** Names.rows P))).
      { intros i. eapply eq_by_integers; [integer; unfold Names.d; lia|reflexivity|]. rewrite power_of_rows. reflexivity. }
      rewrite E, <- Zle_Qle in T1. rewrite E, <- Zle_Qle in T2. split; assumption. }
    clear T1 T2. unfold Names.n in Hj. set (i := Z.to_nat j). assert (Hi : (1 <= i < Names.tokens P)%nat) by (unfold i; lia).
    destruct (in_block_end P HA i (Z.to_nat t) ltac:(lia)) as [m [a [Hm [Ha Et]]]].
    { assert (Ej : j = Z.of_nat i) by (unfold i; lia). rewrite Ej in T. clearbody i. clear Ej. rewrite <- (Z2Nat.id (Names.base P ** Names.rows P)) in T by lia.
      set (e := Z.to_nat (Names.base P ** Names.rows P)) in *. clearbody e. split; [apply Nat2Z.inj_le; rewrite Z2Nat.id, !Nat2Z.inj_mul, Nat2Z.inj_sub by nia|apply Nat2Z.inj_le; rewrite Z2Nat.id, !Nat2Z.inj_mul by nia]; nia. }
    assert (0 <= t)%Z by (assert (0 <= Z.of_nat (Names.period P) * (j - 1))%Z by nia; nia). replace t with (Z.of_nat (number_of P i m a)) by lia. clear T Et.
    destruct (Span (fun k => Names.v P (Z.of_nat (number_of P i m a)) K k) (mid P K i (window_passed P K i (if (Names.chosen P i <? a)%nat then S m else m))) (Z.of_nat (Names.tokens P) * (Names.base P ** Names.rows P) ** S i * Names.base P)%Z) as [x [x' [G1 [G2 G3]]]].
    + intros k Hk. apply (v_number P HA K HK); assumption.
    + intros k Hk. pose proof (mid_range P HA K HK i (window_passed P K i (if (Names.chosen P i <? a)%nat then S m else m)) k ltac:(lia) Hk) as [M1 M2]. pose proof (f_eq11 P HA K HK i ltac:(lia)) as M3. split; [exact M1|]. apply Z.le_lt_trans with (1 := M2). apply Z.le_lt_trans with (1 := M3). apply Z.lt_sub_pos. reflexivity.
    + exists x, x'. split; [exact G1|split; [exact G2|]]. eapply Qlt_le_trans; [exact G3|]. le_in P. rewrite (to_rows P (- (- (j + 1) * Names.d P)) (S i)) by (unfold i; rewrite Nat2Z.inj_succ, Z2Nat.id by lia; unfold Z.succ; ring). unfold Names.n. rewrite Z.mul_assoc. apply Z.le_refl.
Qed.

(* After whole blocks: the ids of all tokens, along the chain. *)
Section Blocks.
Variable P : Names.run.
Hypothesis HA : assumption_1 P.
Variable K : matrix.
Hypothesis HK : Names.input P K.
Let WF := proj1 HA.
Notation n := (Names.tokens P).
Definition after (j i : nat) : Z := if (i <=? j)%nat then zs P K i else w P K i.
Lemma v_after x j : (j <= n - 1)%nat -> x == inject_Z (Z.of_nat j * (Names.base P ** Names.rows P * Names.p P)) ->
  forall k, (1 <= k <= Names.n P)%Z -> Names.v P (Names.whole x) K k == U (Names.base P) (after j (position n (Names.chain P) (Names.at_ k))).
Proof.
  intros Hj Ex k Hk. pose proof (gamma_position _ _ _ _ _ _ (assumption P HA) (Names.at_ k) (at_range k n Hk)) as Gk. pose proof (position_range _ _ _ _ _ _ (assumption P HA) (Names.at_ k) (at_range k n Hk)) as R.
  set (i := position n (Names.chain P) (Names.at_ k)) in *. pose proof (v_block P HA K HK x j (Names.one_based i) Hj ltac:(unfold Names.one_based, Names.n; lia) Ex) as E.
  unfold Names.gamma in E. rewrite at_one_based, Gk, one_based_at in E by lia. exact E.
Qed.
Lemma after_top j i : (1 <= j <= n - 1)%nat -> (i < n)%nat -> (after j i <= zs P K j)%Z.
Proof.
  intros Hj Hi. unfold after. destruct (Nat.leb_spec i j).
  - exact (shifted_monotone _ _ _ (n_2 P WF) (q_2 P WF) (W_q P WF) (w P K) (f_w P HA K HK) i j ltac:(pose proof (n_2 P WF); lia)).
  - pose proof (f_above P HA K HK j ltac:(lia)). pose proof (f_eq8_last P HA K HK i ltac:(lia)). lia.
Qed.
Lemma after_bottom j i : (1 <= j)%nat -> (S j < n)%nat -> (i < n)%nat -> (w P K (S j) <= after j i)%Z.
Proof.
  intros Hj Hj' Hi. unfold after. destruct (Nat.leb_spec i j).
  - pose proof (f_above P HA K HK i ltac:(lia)). pose proof (f_eq8_last P HA K HK (S j) ltac:(lia)). lia.
  - destruct (Nat.eq_dec i (S j)) as [->|]; [lia|]. pose proof (f_eq8 P HA K HK (S j) i ltac:(lia) ltac:(lia)). lia.
Qed.
End Blocks.
Ltac block_number := eapply eq_by_integers; [integer; unfold Names.d; lia|reflexivity|]; rewrite power_of_rows; lia.
Ltac three := intros P WF A1 A2 A3 Dom; pose proof (conj WF (conj A1 (conj A2 A3)) : assumption_1 P) as HA; pose proof (n_2 P WF); pose proof (d_1 P WF); pose proof (D_2 P WF); pose proof (q_2 P WF); unfold Names.n in Dom.
Theorem E23_newminmax : Statements.yun2020b_E_2_3_newminmax.
Proof.
  three. intros K HK t. assert (F := v_after P HA K HK t 1 ltac:(lia) ltac:(unfold t; block_number)). split.
  - eexists. split; [apply (greatest_along P HA _ _ _ 2 (fun k Hk => Hk) F); [unfold Names.n; lia|apply gamma_range; [assumption|unfold Names.n; lia]|intros i Hi; exact (after_top P HA K HK 1 i ltac:(lia) Hi)]|]. eq_in P. reflexivity.
  - eexists. split; [apply (least_along P HA _ _ _ 3 (fun k Hk => Hk) F); [unfold Names.n; lia|apply gamma_range; [assumption|unfold Names.n; lia]|intros i Hi; exact (after_bottom P HA K HK 1 i ltac:(lia) ltac:(lia) Hi)]|]. eq_in P. reflexivity.
Qed.
Theorem E23_z3_above : Statements.yun2020b_E_2_3_z3_z2.
Proof.
  three. intros K HK x z3 t. assert (F := v_after P HA K HK t 2 ltac:(lia) ltac:(unfold t; block_number)). unfold x, z3. split; [|split; [|split]].
  - lt_in P. index. apply (f_eq9 P HA K HK 1). lia.
  - split; intros L.
    + setoid_replace ((Names.delta P ^ (- Names.d P) - 1) * (Names.zt P K (Names.gamma P 2) - Names.z P K (Names.gamma P 3))) with
        (Names.z P K (Names.gamma P 3) + Names.delta P ^ (- Names.d P) * (Names.zt P K (Names.gamma P 2) - Names.z P K (Names.gamma P 3)) - Names.zt P K (Names.gamma P 2)) by ring. lra.
    + setoid_replace (Names.z P K (Names.gamma P 3) + Names.delta P ^ (- Names.d P) * (Names.zt P K (Names.gamma P 2) - Names.z P K (Names.gamma P 3))) with
        ((Names.delta P ^ (- Names.d P) - 1) * (Names.zt P K (Names.gamma P 2) - Names.z P K (Names.gamma P 3)) + Names.zt P K (Names.gamma P 2)) by ring. lra.
  - eexists. split; [apply (greatest_along P HA _ _ _ 3 (fun k Hk => Hk) F); [unfold Names.n; lia|apply gamma_range; [assumption|unfold Names.n; lia]|intros i Hi; exact (after_top P HA K HK 2 i ltac:(lia) Hi)]|]. eq_in P. reflexivity.
  - intros H4. unfold Names.n in H4. eexists. split; [apply (least_along P HA _ _ _ 4 (fun k Hk => Hk) F); [unfold Names.n; lia|apply gamma_range; [assumption|unfold Names.n; lia]|intros i Hi; exact (after_bottom P HA K HK 2 i ltac:(lia) ltac:(lia) Hi)]|]. eq_in P. reflexivity.
Qed.
Theorem F2_range2 : Statements.yun2020b_F_2_range2.
Proof.
  three. intros K HK t. assert (V : forall i, (1 <= i <= Names.n P)%Z -> Names.v P (Names.whole t) K (Names.gamma P i) == U (Names.base P) (if (Names.at_ i <=? 1)%nat then zs P K (Names.at_ i) else w P K (Names.at_ i)))
    by (intros i Hi; apply (v_block P HA K HK t 1 i); [lia|exact Hi|unfold t; block_number]).
  assert (N3 : (3 <= Names.n P)%Z) by (unfold Names.n; lia). pose proof (f_w P HA K HK 2%nat ltac:(lia)) as B2. cbn [start] in B2. split; [|split; [|split; [|split]]].
  - rewrite V by lia. le_in P. change (Names.at_ 3) with 2%nat. cbn [Nat.leb]. lia.
  - intros i Hi. rewrite !V by lia. apply u_lt; [assumption|]. rewrite at_next by lia. assert (2 <= Names.at_ i)%nat by (unfold Names.at_; lia). destruct (Nat.leb_spec (Names.at_ i) 1); [lia|]. destruct (Nat.leb_spec (S (Names.at_ i)) 1); [lia|].
    apply (f_eq8 P HA K HK); unfold Names.n, Names.at_ in *; lia.
  - rewrite !V by lia. apply u_lt; [assumption|]. rewrite at_n by assumption. change (Names.at_ 1) with 0%nat. cbn [Nat.leb]. destruct (Nat.leb_spec (Names.tokens P - 1) 1); [lia|]. change (zs P K 0) with (w P K 0). apply (f_eq8_last P HA K HK). lia.
  - rewrite !V by lia. apply u_lt; [assumption|]. change (Names.at_ 1) with 0%nat. change (Names.at_ 2) with 1%nat. cbn [Nat.leb]. apply (f_eq9 P HA K HK 0). lia.
  - rewrite V by lia. lt_in P. change (Names.at_ 2) with 1%nat. cbn [Nat.leb]. rewrite (to_rows P (- (-2 * Names.d P)) 2) by lia. pose proof (f_eq11 P HA K HK 1 ltac:(lia)). unfold Names.n. lia.
Qed.

(* One layer makes one state of the one before. *)
Lemma state_next P t H : (1 <= t <= Z.of_nat (length (Names.layers P)))%Z ->
  Names.state P t H = apply_layer (Names.rows P) (Names.edges P (Names.at_ (Names.mask P t))) (nth (Names.at_ t) (Names.layers P) []) (Names.state P (t - 1) H).
Proof.
  intros Ht. unfold Names.state, Names.mask. rewrite at_one_based. replace (Z.to_nat t) with (S (Names.at_ t)) by (unfold Names.at_; lia). rewrite run_next by (unfold Names.at_; lia). reflexivity.
Qed.
Lemma greatest_seen P (HA : assumption_1 P) (B : list nat) Z0 hi : In hi B -> (forall i, In i B -> column_id (Names.rows P) (Names.base P) Z0 i <= column_id (Names.rows P) (Names.base P) Z0 hi) ->
  Names.greatest (listed B) (fun j => column_id (Names.rows P) (Names.base P) Z0 (Names.at_ j)) (column_id (Names.rows P) (Names.base P) Z0 hi).
Proof.
  intros I M. split; [exists (Names.one_based hi); rewrite at_one_based; split; [split; [unfold Names.one_based; lia|rewrite at_one_based; exact I]|reflexivity]|intros j [_ Hj]; apply M; exact Hj].
Qed.
Lemma least_seen P (HA : assumption_1 P) (B : list nat) Z0 lo : In lo B -> (forall i, In i B -> column_id (Names.rows P) (Names.base P) Z0 lo <= column_id (Names.rows P) (Names.base P) Z0 i) ->
  Names.least (listed B) (fun j => column_id (Names.rows P) (Names.base P) Z0 (Names.at_ j)) (column_id (Names.rows P) (Names.base P) Z0 lo).
Proof.
  intros I M. split; [exists (Names.one_based lo); rewrite at_one_based; split; [split; [unfold Names.one_based; lia|rewrite at_one_based; exact I]|reflexivity]|intros j [_ Hj]; apply M; exact Hj].
Qed.
Lemma seen_exists P (HA : assumption_1 P) t k : (1 <= k <= Names.n P)%Z -> Names.edges P (Names.at_ (Names.mask P t)) (Names.at_ k) <> [].
Proof.
  intros Hk. apply (neighbours_exist _ _ _ _ _ _ (assumption P HA)); [|exact (at_range k _ Hk)]. unfold Names.mask. rewrite at_one_based. apply (mod_range _ _ _ _ _ _ (n_2 P (proj1 HA)) (assumption P HA)).
Qed.
Lemma other_row r : (2 <= r)%Z -> exists r', Names.at_ r = S r'.
Proof. intros Hr. exists (Z.to_nat (r - 2)). unfold Names.at_. lia. Qed.
Theorem E21_Omega : Statements.yun2020b_E_2_1_Omega.
Proof.
  begin. intros K HK t Ht _ Pos k Hk. pose proof (layers_total P) as LT.
  assert (L : nth (Names.at_ t) (Names.layers P) [] = Omega (Names.base P) (Names.c P)).
  { unfold Names.layers_selective_shift in Ht. rewrite all_max_length in Ht. pose proof (all_max_number P (Z.to_nat (t - 1 - Z.of_nat (length (selective_stage (Names.tokens P) (Names.rows P) (Names.period P) (Names.base P) (Names.chosen P))))) ltac:(lia)) as E.
    replace (Names.at_ t) with (length (selective_stage (Names.tokens P) (Names.rows P) (Names.period P) (Names.base P) (Names.chosen P)) + Z.to_nat (t - 1 - Z.of_nat (length (selective_stage (Names.tokens P) (Names.rows P) (Names.period P) (Names.base P) (Names.chosen P)))))%nat by (unfold Names.at_; lia). exact E. }
  assert (T : (1 <= t <= Z.of_nat (length (Names.layers P)))%Z) by (rewrite <- LT; pose proof (selective_length P HA); unfold Names.layers_selective_shift in *; lia).
  unfold Names.entry. rewrite (state_next P t K T), L. set (B := Names.edges P (Names.at_ (Names.mask P t))). set (Z0 := Names.state P (t - 1) K) in *. split.
  - destruct (Omega_first_row (Names.rows P) (Names.base P) B (Names.c P) Z0 (Names.at_ k) (seen_exists P HA t k Hk) (Pos k Hk)) as [hi [I [M E]]].
    exists (column_id (Names.rows P) (Names.base P) Z0 hi). split; [exact (greatest_seen P HA _ Z0 hi I M)|exact E].
  - intros r Hr. destruct (other_row r ltac:(lia)) as [r' ->]. apply Omega_other_rows.
Qed.
Theorem E21_Psi : Statements.yun2020b_E_2_1_Psi.
Proof.
  begin. intros K HK t Ht k Hk Hh. rewrite selective_length in Ht by assumption. pose proof (layers_length P HA) as LL.
  assert (T : (1 <= t <= Z.of_nat (length (Names.layers P)))%Z) by (rewrite LL; nia).
  assert (L : exists lo hi, lo < hi /\ nth (Names.at_ t) (Names.layers P) [] = Psi (Names.base P) (Names.shift P) lo hi).
  { destruct (numbered P HA (Names.at_ t)) as [i [m [a [Hi [Hm [Ha E]]]]]]; [unfold Names.at_; nia|]. unfold Names.heads in Hh. rewrite E, (layer_number P HA) in * by assumption. destruct (Nat.eqb a (Names.chosen P i)); [|cbn in Hh; lia].
    do 2 eexists. split; [|reflexivity]. pose proof (unit_positive (Names.base P) (D_2 P WF)) as Y. unfold Definitions.delta, Qdiv. change (/ 2) with (1 # 2). lra. }
  destruct L as [lo [hi [Lh L]]]. assert (B1 : Names.bq P t 1 = lo) by (unfold Names.bq, Names.head_of; rewrite L; reflexivity). assert (B2 : Names.bq P t 2 = hi) by (unfold Names.bq, Names.head_of; rewrite L; reflexivity).
  rewrite B1, B2. unfold Names.entry. rewrite (state_next P t K T), L. set (B := Names.edges P (Names.at_ (Names.mask P t))). set (Z0 := Names.state P (t - 1) K) in *. split; [exact Lh|split; [|split]].
  - intros In. destruct (Psi_inside (Names.rows P) (Names.base P) B (Names.shift P) lo hi Z0 (Names.at_ k) (seen_exists P HA t k Hk) In) as [up [dn [I1 [I2 [M E]]]]].
    exists (column_id (Names.rows P) (Names.base P) Z0 up), (column_id (Names.rows P) (Names.base P) Z0 dn). split; [apply (greatest_seen P HA _ Z0 up I1); intros i Hi; apply M; exact Hi|split; [apply (least_seen P HA _ Z0 dn I2); intros i Hi; apply M; exact Hi|exact E]].
  - intros Out. apply (Psi_outside (Names.rows P) (Names.base P) B (Names.shift P) lo hi Z0 (Names.at_ k) (seen_exists P HA t k Hk) Lh Out).
  - intros r Hr. destruct (other_row r ltac:(lia)) as [r' ->]. apply Psi_other_rows.
Qed.
Theorem E21_ranges_H : Statements.yun2020b_E_2_1_ranges_H.
Proof.
  begin. intros K HK r Hr. destruct (D1_E P WF A1 A2 A3 ltac:(unfold Names.n, Names.d, Names.D; lia)) as [E1 Ei].
  assert (Hr' : (Names.at_ r < Names.rows P)%nat) by (unfold Names.d, Names.at_ in *; lia).
  assert (Form : forall i, (1 <= i <= Names.n P)%Z -> exists m, (0 <= m < Names.base P)%Z /\ Names.entry P 0 K r (Names.gamma P i) == U (Names.base P) m + Names.E P (Names.gamma P i)).
  { intros i Hi. destruct (digit_spec (Names.tokens P) (Names.rows P) (Names.base P) (n_2 P WF) (d_1 P WF) (D_2 P WF) K (Names.at_ r) (Names.at_ (Names.gamma P i)) HK Hr' (at_range _ _ (gamma_range P HA i Hi))) as [B E].
    exists (digit (Names.base P) K (Names.at_ r) (Names.at_ (Names.gamma P i))). split; [exact B|]. unfold Names.entry, Names.state. cbn [Z.to_nat firstn Definitions.run]. unfold embedded, Names.E. rewrite E. reflexivity. }
  assert (Mod : forall y e m, y == U (Names.base P) m + e -> Names.modulo (y - e) (Names.delta P) == 0).
  { intros y e m Ey. assert (Ex : y - e == U (Names.base P) m) by (rewrite Ey; ring). rewrite (u_modulo (Names.base P) (D_2 P WF) _ _ m 1 ltac:(lia) Ex (u_delta _)), Z.mod_1_r. unfold U. ring. }
  split; [|split].
  - destruct (Form 1%Z ltac:(unfold Names.n; lia)) as [m [Hm Em]]. rewrite E1 in Em. split; rewrite Em; le_in P; lia.
  - destruct (Form 1%Z ltac:(unfold Names.n; lia)) as [m [Hm Em]]. rewrite E1 in Em. exact (Mod _ _ m Em).
  - intros i Hi. destruct (Form i ltac:(lia)) as [m [Hm Em]]. rewrite (Ei i Hi) in Em. split; [split; rewrite Em; le_in P; lia|]. exact (Mod _ _ m Em).
Qed.
Theorem E22_li : Statements.yun2020b_E_2_2_li.
Proof.
  begin. intros K HK i Hi t. pose proof (gamma_range P HA i ltac:(lia)) as Gi. assert (Ip : (1 <= Names.at_ i < Names.tokens P)%nat) by (unfold Names.n, Names.at_ in *; lia).
  assert (At : Names.at_ (i - 1) = (Names.at_ i - 1)%nat) by (unfold Names.at_; lia).
  assert (F := v_after P HA K HK t (Names.at_ i - 1) ltac:(unfold Names.n, Names.at_ in *; lia)).
  assert (Et : t == inject_Z (Z.of_nat (Names.at_ i - 1) * (Names.base P ** Names.rows P * Names.p P))).
  { unfold t. eapply eq_by_integers; [integer; unfold Names.d; lia|reflexivity|]. rewrite power_of_rows. replace (Z.of_nat (Names.at_ i - 1)) with (i - 2)%Z by (unfold Names.at_; lia). ring. }
  specialize (F Et). split.
  - exists (Names.l P i). unfold Names.l, Names.one_based. destruct A2 as [_ [_ A2]]. destruct (A2 (Names.at_ i) Ip) as [C1 C2]. split; [unfold Names.p; lia|]. unfold Names.A. replace (Names.at_ (Z.of_nat (Names.chosen P (Names.at_ i)) + 1)) with (Names.chosen P (Names.at_ i)) by (unfold Names.at_; lia).
    rewrite !at_gamma, At. split; [unfold Names.gamma, Names.one_based; lia|exact C2].
  - intros m Hm Sees. assert (N1 : forall k, Names.A P m (Names.gamma P i) k -> (1 <= k <= Names.n P)%Z) by (intros k Hk; exact (neighbours_are_tokens P HA m (Names.gamma P i) k Hm Gi Hk)).
    assert (Me : Names.A P m (Names.gamma P i) (Names.gamma P i)) by (split; [lia|]; apply A1; [unfold Names.p, Names.at_ in *; lia|rewrite at_gamma; apply (chain_range _ _ _ _ _ _ (assumption P HA)); lia]).
    do 2 eexists. split; [apply (greatest_along P HA _ _ _ (i - 1) N1 F ltac:(lia) Sees)|split; [apply (least_along P HA _ _ _ i N1 F ltac:(lia) Me)|]].
    + intros j Hj. rewrite At. unfold after at 2. rewrite Nat.leb_refl. unfold after. destruct (Nat.leb_spec j (Names.at_ i - 1)) as [L|L].
      * exact (shifted_monotone _ _ _ (n_2 P WF) (q_2 P WF) (W_q P WF) (w P K) (f_w P HA K HK) j (Names.at_ i - 1) ltac:(lia)).
      * pose proof (f_above P HA K HK (Names.at_ i - 1) ltac:(lia)). pose proof (f_eq8_last P HA K HK j ltac:(lia)). lia.
    + intros j Hj. unfold after at 1. destruct (Nat.leb_spec (Names.at_ i) (Names.at_ i - 1)); [lia|]. unfold after. destruct (Nat.leb_spec j (Names.at_ i - 1)) as [L|L].
      * pose proof (f_above P HA K HK j Hj). pose proof (f_eq8_last P HA K HK (Names.at_ i) ltac:(lia)). lia.
      * destruct (Nat.eq_dec j (Names.at_ i)) as [->|]; [lia|]. pose proof (f_eq8 P HA K HK (Names.at_ i) j ltac:(lia) ltac:(lia)). lia.
    + rewrite (F (Names.gamma P (i - 1))), (F (Names.gamma P i)) by (apply gamma_range; (assumption || lia)). rewrite !at_gamma, !(position_of_gamma _ _ _ _ _ _ (assumption P HA)) by (unfold Names.n, Names.at_ in *; lia). reflexivity.
Qed.
(* Attention scores: no id is ever equal to a bias, and ids of an input are delta apart. *)
Lemma off_the_bias P (HA : assumption_1 P) H (HH : Names.input P H) t h k : (1 <= t <= Names.layers_selective_shift P + Names.layers_all_max_shift P)%Z -> (1 <= h <= Names.heads P t)%Z -> (1 <= k <= Names.n P)%Z ->
  Names.delta P / 2 <= Qabs (Names.v P (t - 1) H k - Names.bq P t h).
Proof.
  intros Ht Hh Hk. pose proof (proj1 HA) as WF. pose proof (n_2 P WF). pose proof (D_2 P WF) as HD. pose proof (q_2 P WF). pose proof (unit_positive (Names.base P) HD) as Y. unfold Qdiv. change (/ 2) with (1 # 2).
  assert (Half : forall a b, b == (inject_Z a - (1 # 2)) * Names.delta P \/ b == (inject_Z a + (1 # 2)) * Names.delta P -> forall y, Names.delta P * (1 # 2) <= Qabs (U (Names.base P) y - b)).
  { intros a b Eb y. assert (Yd : 0 < Names.delta P) by exact Y. change (U (Names.base P) y) with (inject_Z y * Names.delta P).
    assert (G : forall c, Names.delta P * (1 # 2) <= Qabs ((inject_Z c + (1 # 2)) * Names.delta P)).
    { intros c. rewrite Qabs_Qmult, (Qabs_pos (Names.delta P)) by (apply Qlt_le_weak; exact Yd). assert (1 # 2 <= Qabs (inject_Z c + (1 # 2))); [|nra].
      destruct (Z.le_gt_cases 0 c) as [L|L]; [rewrite Qabs_pos; [assert (0 <= inject_Z c) by (change 0 with (inject_Z 0); rewrite <- Zle_Qle; exact L); lra|assert (0 <= inject_Z c) by (change 0 with (inject_Z 0); rewrite <- Zle_Qle; exact L); lra]|].
      assert (inject_Z c <= - (1)) by (change (- (1)) with (inject_Z (-1)); rewrite <- Zle_Qle; lia). rewrite Qabs_neg by lra. lra. }
    destruct Eb as [Eb|Eb].
    - setoid_replace (inject_Z y * Names.delta P - b) with ((inject_Z (y - a) + (1 # 2)) * Names.delta P) by (rewrite Eb; unfold Z.sub; rewrite inject_Z_plus, inject_Z_opp; ring). apply G.
    - setoid_replace (inject_Z y * Names.delta P - b) with ((inject_Z (y - a - 1) + (1 # 2)) * Names.delta P) by (rewrite Eb; unfold Z.sub; rewrite !inject_Z_plus, inject_Z_opp; change (inject_Z (- (1))) with (- (1)); ring). apply G. }
  rewrite (layers_total P), (layers_length P HA) in Ht. unfold Names.heads in Hh. set (s0 := ((Names.tokens P - 1) * (Z.to_nat (Names.base P ** Names.rows P) * Names.period P))%nat) in *.
  destruct (Nat.lt_ge_cases (Names.at_ t) s0) as [T|T].
  - destruct (numbered P HA (Names.at_ t) T) as [i [m [a [Hi [Hm [Ha E]]]]]]. replace (t - 1)%Z with (Z.of_nat (number_of P i m a)) by (rewrite <- E; unfold Names.at_; lia).
    rewrite (v_number P HA H HH) by (assumption || lia). unfold Names.bq, Names.head_of. rewrite E, (layer_number P HA) in * by assumption. destruct (Nat.eqb a (Names.chosen P i)); [|cbn in Hh; lia].
    apply (Half (start (Names.tokens P) (Names.base P * weights (Names.rows P) (Names.base P)) i + Z.of_nat m)%Z). assert (C : (h = 1 \/ h = 2)%Z) by (cbn in Hh; lia). destruct C as [-> | ->]; cbn [Names.at_ Psi nth psi bQ].
    + left. exact (window_low (Names.tokens P) (Names.rows P) (Names.base P) (n_2 P WF) (d_1 P WF) HD i m ltac:(lia)).
    + right. exact (window_high (Names.tokens P) (Names.rows P) (Names.base P) (n_2 P WF) (d_1 P WF) HD i m ltac:(lia)).
  - pose proof (selective_length P HA) as SL. pose proof (all_max_number P (Names.at_ t - s0) ltac:(unfold Names.at_ in *; lia)) as L. rewrite (selective_count P HA) in L. fold s0 in L. replace (s0 + (Names.at_ t - s0))%nat with (Names.at_ t) in L by lia.
    unfold Names.bq, Names.head_of. rewrite L in *. assert (h = 1%Z) as -> by (cbn in Hh; lia). cbn [Names.at_ Omega nth psi bQ].
    assert (Es : Names.layers_selective_shift P = Z.of_nat s0) by (unfold Names.layers_selective_shift; rewrite (selective_count P HA); reflexivity).
    assert (V : Names.v P (t - 1) H k = Names.M P (t - 1 - Names.layers_selective_shift P) H k) by (unfold Names.M; f_equal; lia). rewrite V, (M_units P HA H HH) by (assumption || (rewrite Es; unfold Names.s, Names.at_ in *; lia)).
    pose proof (raised_positive _ _ _ _ _ _ (n_2 P WF) (assumption P HA) (Definitions.c (Names.tokens P) (Names.rows P) (Names.reach P) (Names.base P)) (zk P H)) as RP.
    assert (R : (0 < raised (Names.period P) (Names.edges P) (Definitions.c (Names.tokens P) (Names.rows P) (Names.reach P) (Names.base P)) (Z.to_nat (t - 1 - Names.layers_selective_shift P)) (zk P H) (Names.at_ k))%Z).
    { apply RP; [pose proof (C_positive P WF); lia|intros j Hj; apply (f_range P HA H HH j Hj)|exact (at_range k _ Hk)]. }
    change (Names.at_ 1) with 0%nat. cbn [nth psi bQ]. set (r := raised _ _ _ _ _ _) in *. change (U (Names.base P) r) with (inject_Z r * Names.delta P). assert (Yd : 0 < Names.delta P) by exact Y. assert (1 <= inject_Z r) by (change 1 with (inject_Z 1); rewrite <- Zle_Qle; lia). set (z := inject_Z r) in *. set (e := Names.delta P) in *. clearbody z e. assert (Le : 1 * e <= z * e) by (apply Qmult_le_compat_r; [assumption|lra]). rewrite Qmult_1_l in Le. rewrite Qabs_pos by lra. lra.
Qed.
Theorem F2_zeta_repaired : Statements.yun2020b_F_2_zeta_repaired.
Proof.
  begin. intros K HK t Ht h Hh k Hk y i Hi Top j Hj Ne.
  assert (Gk : forall a, Names.A P (Names.mask P t) k a -> (1 <= a <= Names.n P)%Z) by (intros a Ha; exact (neighbours_are_tokens P HA (Names.mask P t) k a (mask_range P HA t) Hk Ha)).
  pose proof (off_the_bias P HA K HK t h k Ht Hh Hk) as Far. fold y in Far.
  assert (Apart : Names.delta P <= Qabs (Names.v P (t - 1) K i - Names.v P (t - 1) K j)).
  { destruct (Z.lt_total i j) as [L|[L|L]]; [|congruence|rewrite Qabs_Qminus]; apply (F2_distinct P WF A1 A2 A3); try (unfold Names.n, Names.d, Names.D; lia); try assumption; try (apply Gk; assumption); lia. }
  pose proof (Top j Hj) as TJ. pose proof (unit_positive (Names.base P) (D_2 P WF) : 0 < Names.delta P) as Y. set (a := Names.v P (t - 1) K i) in *. set (b := Names.v P (t - 1) K j) in *. clearbody a b y.
  assert (E : a * y - b * y == (a - b) * y) by ring. rewrite E. assert (Pos : 0 <= (a - b) * y) by lra. rewrite <- (Qabs_pos _ Pos), Qabs_Qmult. unfold Qdiv in *. change (/ 2) with (1 # 2) in *. change (Names.delta P ^ 2) with (Names.delta P * Names.delta P).
  set (e := Names.delta P) in *. set (f := Qabs (a - b)) in *. set (g := Qabs y) in *. clearbody e f g. nra.
Qed.
