(* Claims about n, d, D, p, s, delta and Delta alone, at fixed n and d (p, s), for every D >= 2 at once: beside every term stands a quotient of two polynomials in D, the lower one positive, and a comparison is settled
   where a polynomial has coefficients of one sign in D - 2 (Polynomial.v). The kernel makes the polynomials from the statement; the tactic is `for_all_D`. *)
From Coq Require Import QArith Qabs Qminmax Qpower Qround List Arith Lia Bool.
From Hardmax Require Import Definitions Polynomial Decide Refute.
From Hardmax Require Names.
Import ListNotations.
Open Scope Q_scope.

Definition poly := list Z.
Fixpoint times (a b : poly) : poly := match a with [] => [] | c :: rest => plus (map (Z.mul c) b) (0%Z :: times rest b) end.
Definition negate (a : poly) : poly := map Z.opp a.
Definition less (a b : poly) : poly := plus b (negate a).                       (* b - a *)
Definition positive (a : poly) : bool := never_negative (plus a [-1]%Z).

Lemma scaled_value c b x : value (map (Z.mul c) b) x = (c * value b x)%Z.
Proof. induction b as [|e b IH]; cbn [map value]; [lia|]. rewrite IH. ring. Qed.
Lemma times_value a b x : value (times a b) x = (value a x * value b x)%Z.
Proof. induction a as [|c a IH]; cbn [times value]; [reflexivity|]. rewrite plus_value, scaled_value. cbn [value]. rewrite IH. ring. Qed.
Lemma negate_value a x : value (negate a) x = (- value a x)%Z.
Proof. induction a as [|c a IH]; cbn [negate map value]; [reflexivity|]. fold (negate a). rewrite IH. ring. Qed.
Lemma less_value a b x : value (less a b) x = (value b x - value a x)%Z.
Proof. unfold less. rewrite plus_value, negate_value. ring. Qed.
Lemma constant_value c x : value [c] x = c.
Proof. cbn. lia. Qed.

Section At.
Variable D : Z.
Hypothesis HD : (2 <= D)%Z.

Lemma positive_sound a : positive a = true -> (0 < value a D)%Z.
Proof. intros H. pose proof (never_negative_sound _ H D HD) as K. rewrite plus_value, constant_value in K. lia. Qed.

(* Integers are polynomials, rationals quotients. *)
Definition whole (i : Z) (v : option poly) : Prop := forall a, v = Some a -> i = value a D.
Definition quotient (x : Q) (v : option (poly * poly)) : Prop := forall a b, v = Some (a, b) -> (0 < value b D)%Z /\ x == inject_Z (value a D) / inject_Z (value b D).

Lemma whole_constant i : whole i (Some [i]).
Proof. intros a E. apply some_is in E. subst a. symmetry. apply constant_value. Qed.
Lemma whole_D : whole D (Some [0; 1]%Z).
Proof. intros a E. apply some_is in E. subst a. cbn [value]. ring. Qed.
Lemma whole_plus i j v w : whole i v -> whole j w -> whole (i + j) (on2 plus v w).
Proof. intros Hi Hj a E. values. rewrite plus_value, (Hi _ eq_refl), (Hj _ eq_refl). reflexivity. Qed.
Lemma whole_minus i j v w : whole i v -> whole j w -> whole (i - j) (on2 (fun a b => less b a) v w).
Proof. intros Hi Hj a E. values. rewrite less_value, (Hi _ eq_refl), (Hj _ eq_refl). reflexivity. Qed.
Lemma whole_times i j v w : whole i v -> whole j w -> whole (i * j) (on2 times v w).
Proof. intros Hi Hj a E. values. rewrite times_value, (Hi _ eq_refl), (Hj _ eq_refl). reflexivity. Qed.
Lemma whole_opp i v : whole i v -> whole (- i) (on1 negate v).
Proof. intros Hi a E. values. rewrite negate_value, (Hi _ eq_refl). reflexivity. Qed.
Fixpoint raised (a : poly) (e : nat) : poly := match e with O => [1%Z] | S m => times a (raised a m) end.
Lemma raised_value a e : value (raised a e) D = (value a D ^ Z.of_nat e)%Z.
Proof. induction e as [|e IH]; cbn [raised]; [apply constant_value|]. rewrite times_value, IH, Nat2Z.inj_succ, Z.pow_succ_r by lia. reflexivity. Qed.
Lemma whole_power i j v w : whole i v -> integer j w -> whole (i ^ j) (match v, w with Some a, Some e => if (0 <=? e)%Z then Some (raised a (Z.to_nat e)) else None | _, _ => None end).
Proof.
  intros Hi Hj a E. destruct v as [p|], w as [e|]; try discriminate E. destruct (Z.leb_spec 0 e) as [He|]; [|discriminate E]. apply some_is in E. subst a.
  rewrite raised_value, Z2Nat.id, (Hi _ eq_refl), (Hj _ eq_refl) by exact He. reflexivity.
Qed.

Lemma lower_not_zero b : (0 < value b D)%Z -> ~ inject_Z (value b D) == 0.
Proof. intros H E. unfold Qeq in E. cbn in E. lia. Qed.
Ltac lower := repeat match goal with H : (0 < value ?b D)%Z |- _ => lazymatch goal with K : ~ inject_Z (value b D) == 0 |- _ => fail | _ => pose proof (lower_not_zero b H) end end.
Definition both {X Y Z} (f : X -> Y -> option Z) (a : option X) (b : option Y) : option Z := match a, b with Some x, Some y => f x y | _, _ => None end.

Lemma quotient_inject i v : whole i v -> quotient (inject_Z i) (on1 (fun a => (a, [1%Z])) v).
Proof. intros Hi a b E. destruct v as [p|]; cbv beta iota delta [on1] in E; [|discriminate E]. injection E as <- <-. rewrite constant_value, (Hi _ eq_refl). split; [lia|field]. Qed.
Lemma quotient_literal n m : quotient (n # m) (Some ([n], [Zpos m])).
Proof. intros a b E. injection E as <- <-. rewrite !constant_value. split; [lia|]. apply Qmake_Qdiv. Qed.
Lemma quotient_delta : quotient (Definitions.delta D) (Some ([1%Z], [0; 1]%Z)).
Proof. intros a b E. injection E as <- <-. cbn [value]. unfold Definitions.delta. split; [nia|]. replace (0 + D * (1 + D * 0))%Z with D by ring. replace (1 + D * 0)%Z with 1%Z by ring. unfold Qdiv. rewrite Qmult_1_l. reflexivity. Qed.
Definition Delta_of (d : nat) : poly := repeat 1%Z d.
Lemma total_powers f r : (forall k, f k == inject_Z (D ^ Z.of_nat (k + r))) -> forall d s, total f (seq s d) == inject_Z (D ^ Z.of_nat (s + r)) * inject_Z (value (Delta_of d) D).
Proof.
  intros Hf. induction d as [|d IH]; intros s; cbn [seq total fold_right Delta_of repeat value]; [unfold inject_Z; ring|].
  change (fold_right (fun j rest => f j + rest) 0 (seq (S s) d)) with (total f (seq (S s) d)). rewrite (IH (S s)), Hf. fold (Delta_of d).
  replace (S s + r)%nat with (S (s + r)) by lia. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. rewrite inject_Z_mult, inject_Z_plus, inject_Z_mult. ring.
Qed.
Lemma quotient_Delta d : quotient (Definitions.Delta d D) (Some (Delta_of d, [1%Z])).
Proof.
  intros a b E. injection E as <- <-. rewrite constant_value. split; [lia|]. unfold Definitions.Delta. rewrite (total_powers _ 0); [|intros k; unfold u; rewrite Nat.add_0_r; reflexivity].
  cbn [Nat.add Z.of_nat]. rewrite Z.pow_0_r. field.
Qed.

Lemma quotient_plus x y v w : quotient x v -> quotient y w -> quotient (x + y) (on2 (fun p r => (plus (times (fst p) (snd r)) (times (fst r) (snd p)), times (snd p) (snd r))) v w).
Proof.
  intros Hx Hy a b E. destruct v as [[p1 p2]|], w as [[r1 r2]|]; cbv beta iota delta [on2 fst snd] in E; try discriminate E. injection E as <- <-.
  destruct (Hx _ _ eq_refl) as [Px Ex], (Hy _ _ eq_refl) as [Py Ey]. rewrite plus_value, !times_value. split; [nia|]. rewrite Ex, Ey, inject_Z_plus, !inject_Z_mult. lower. field. auto.
Qed.
Lemma quotient_opp x v : quotient x v -> quotient (- x) (on1 (fun p => (negate (fst p), snd p)) v).
Proof.
  intros Hx a b E. destruct v as [[p1 p2]|]; cbv beta iota delta [on1 fst snd] in E; [|discriminate E]. injection E as <- <-.
  destruct (Hx _ _ eq_refl) as [Px Ex]. rewrite negate_value. split; [exact Px|]. rewrite Ex, inject_Z_opp. lower. field. auto.
Qed.
Lemma quotient_minus x y v w : quotient x v -> quotient y w -> quotient (x - y) (on2 (fun p r => (less (times (fst r) (snd p)) (times (fst p) (snd r)), times (snd p) (snd r))) v w).
Proof.
  intros Hx Hy a b E. destruct v as [[p1 p2]|], w as [[r1 r2]|]; cbv beta iota delta [on2 fst snd] in E; try discriminate E. injection E as <- <-.
  destruct (Hx _ _ eq_refl) as [Px Ex], (Hy _ _ eq_refl) as [Py Ey]. rewrite less_value, !times_value. split; [nia|]. unfold Z.sub. rewrite Ex, Ey, inject_Z_plus, inject_Z_opp, !inject_Z_mult. lower. field. auto.
Qed.
Lemma quotient_times x y v w : quotient x v -> quotient y w -> quotient (x * y) (on2 (fun p r => (times (fst p) (fst r), times (snd p) (snd r))) v w).
Proof.
  intros Hx Hy a b E. destruct v as [[p1 p2]|], w as [[r1 r2]|]; cbv beta iota delta [on2 fst snd] in E; try discriminate E. injection E as <- <-.
  destruct (Hx _ _ eq_refl) as [Px Ex], (Hy _ _ eq_refl) as [Py Ey]. rewrite !times_value. split; [nia|]. rewrite Ex, Ey, !inject_Z_mult. lower. field. auto.
Qed.
Definition inverse (p : poly * poly) : option (poly * poly) := if positive (fst p) then Some (snd p, fst p) else if positive (negate (fst p)) then Some (negate (snd p), negate (fst p)) else None.
Lemma quotient_inverse x v : quotient x v -> quotient (/ x) (match v with Some p => inverse p | None => None end).
Proof.
  intros Hx a b E. destruct v as [[p1 p2]|]; [|discriminate E]. destruct (Hx _ _ eq_refl) as [Px Ex]. unfold inverse, fst, snd in E. destruct (positive p1) eqn:P.
  - injection E as <- <-. apply positive_sound in P. split; [exact P|]. rewrite Ex. lower. field. auto.
  - destruct (positive (negate p1)) eqn:N; [|discriminate E]. injection E as <- <-. apply positive_sound in N. rewrite negate_value in N. rewrite !negate_value, Ex, !inject_Z_opp. split; [lia|].
    assert (~ inject_Z (value p1 D) == 0) by (intros K; unfold Qeq in K; cbn in K; lia). lower. field. auto.
Qed.
Lemma quotient_over x y v w : quotient x v -> quotient y w ->
  quotient (x / y) (on2 (fun p r => (times (fst p) (fst r), times (snd p) (snd r))) v (match w with Some p => inverse p | None => None end)).
Proof. intros Hx Hy. apply quotient_times; [exact Hx|apply quotient_inverse; exact Hy]. Qed.
Lemma quotient_same x y v : x == y -> quotient x v -> quotient y v.
Proof. intros E H a b Ev. destruct (H a b Ev) as [P K]. split; [exact P|]. rewrite <- E. exact K. Qed.
Lemma quotient_natural x v e : quotient x v -> quotient (x ^ Z.of_nat e) (on1 (fun p => (raised (fst p) e, raised (snd p) e)) v).
Proof.
  intros Hx. induction e as [|e IH].
  - intros a b E. destruct v as [[p1 p2]|]; cbv beta iota delta [on1 fst snd] in E; [|discriminate E]. injection E as <- <-. cbn [raised]. rewrite !constant_value. split; [lia|reflexivity].
  - apply (quotient_same (x * x ^ Z.of_nat e)).
    { rewrite Nat2Z.inj_succ. destruct e as [|e]; [cbn; ring|]. rewrite <- Z.add_1_l, Qpower_plus' by lia. rewrite Qpower_1_r. reflexivity. }
    pose proof (quotient_times x _ v _ Hx IH) as K. destruct v as [[p1 p2]|]; exact K.
Qed.
Lemma quotient_power x e v w : quotient x v -> integer e w ->
  quotient (x ^ e) (match w with Some e => if (0 <=? e)%Z then on1 (fun p => (raised (fst p) (Z.to_nat e), raised (snd p) (Z.to_nat e))) v
                                           else match on1 (fun p => (raised (fst p) (Z.to_nat (- e)), raised (snd p) (Z.to_nat (- e)))) v with Some p => inverse p | None => None end | None => None end).
Proof.
  intros Hx He. destruct w as [e'|]; [|discriminate]. rewrite (He _ eq_refl). destruct (Z.leb_spec 0 e').
  - rewrite <- (Z2Nat.id e') at 1 by lia. apply quotient_natural. exact Hx.
  - apply (quotient_same (/ (x ^ (- e')))); [rewrite Qpower_opp, Qinv_involutive; reflexivity|]. apply quotient_inverse. rewrite <- (Z2Nat.id (- e')) at 1 by lia. apply quotient_natural. exact Hx.
Qed.
(* x mod y where x/y is a polynomial: what is below it divides what is above it. Only powers of D are divided out. *)
Fixpoint divided (a b : poly) {struct b} : option poly :=
  match b with
  | [] => None
  | e :: b' => if (e =? 0)%Z then match a with [] => Some [] | c :: a' => if (c =? 0)%Z then divided a' b' else None end
               else if (e =? 1)%Z && forallb (Z.eqb 0) b' then Some a else None
  end.
Lemma zeros_value b x : forallb (Z.eqb 0) b = true -> value b x = 0%Z.
Proof. induction b as [|c b IH]; cbn [forallb value]; [reflexivity|]. intros H. apply andb_prop in H. destruct H as [H1 H2]. apply Z.eqb_eq in H1. rewrite (IH H2). lia. Qed.
Lemma divided_value b : forall a c, divided a b = Some c -> value a D = (value c D * value b D)%Z.
Proof.
  induction b as [|e b IH]; intros a c E; cbn [divided] in E; [discriminate|]. destruct (Z.eqb_spec e 0) as [->|].
  - destruct a as [|g a]; [apply some_is in E; subst; reflexivity|]. destruct (Z.eqb_spec g 0) as [->|]; [|discriminate]. cbn [value]. rewrite (IH a c E). ring.
  - destruct (Z.eqb_spec e 1) as [->|]; cbn [andb] in E; [|discriminate]. destruct (forallb (Z.eqb 0) b) eqn:F; [|discriminate]. apply some_is in E. subst c. cbn [value]. rewrite (zeros_value b D F). ring.
Qed.
Lemma quotient_modulo x y v w : quotient x v -> quotient y w ->
  quotient (Names.modulo x y) (match on2 (fun p r => (times (fst p) (fst r), times (snd p) (snd r))) v (match w with Some p => inverse p | None => None end) with
                               | Some (a, b) => match divided a b with Some _ => Some ([], [1%Z]) | None => None end | None => None end).
Proof.
  intros Hx Hy a b E. pose proof (quotient_over x y v w Hx Hy) as O. destruct (on2 _ v _) as [[g h]|] eqn:EO; [|discriminate E]. cbv beta iota in E. destruct (divided g h) as [c|] eqn:C; [|discriminate E]. injection E as <- <-.
  destruct (O _ _ eq_refl) as [Ph Eh]. apply divided_value in C. rewrite constant_value. split; [lia|]. cbn [value]. unfold Names.modulo.
  assert (Q : x / y == inject_Z (value c D)) by (rewrite Eh, C, inject_Z_mult; lower; field; auto).
  assert (Y : ~ y == 0).
  { intros Z0. destruct w as [[r1 r2]|]; [|destruct v; discriminate EO]. destruct (Hy _ _ eq_refl) as [Pr Er]. destruct (inverse (r1, r2)) as [[i1 i2]|] eqn:I; [|destruct v; discriminate EO].
    unfold inverse, fst, snd in I. destruct (positive r1) eqn:P1; [apply positive_sound in P1|destruct (positive (negate r1)) eqn:P2; [apply positive_sound in P2; rewrite negate_value in P2|discriminate I]];
    (rewrite Z0 in Er; assert (N : ~ inject_Z (value r1 D) == 0) by (intros K; unfold Qeq in K; cbn in K; lia); lower; apply N; setoid_replace (inject_Z (value r1 D)) with (inject_Z (value r1 D) / inject_Z (value r2 D) * inject_Z (value r2 D)) by (field; auto); rewrite <- Er; ring). }
  rewrite (Qfloor_comp _ _ Q), Qfloor_Z. setoid_replace x with (x / y * y) by (field; exact Y). rewrite Q. unfold Qdiv. ring.
Qed.
Fixpoint fold_quotients (op : poly * poly -> poly * poly -> poly * poly) (from : poly * poly) (f : Z -> option (poly * poly)) (a : Z) (count : nat) : option (poly * poly) :=
  match count with O => Some from | S m => on2 op (fold_quotients op from f a m) (f (a + Z.of_nat m)%Z) end.
Lemma quotient_sum a b f v w g : integer a v -> integer b w -> (forall i, quotient (f i) (g i)) -> quotient (Names.sum a b f)
  (match on2 (fun a b => fold_quotients (fun p r => (plus (times (fst p) (snd r)) (times (fst r) (snd p)), times (snd p) (snd r))) ([], [1%Z]) g a (Z.to_nat (b + 1 - a))) v w with Some x => x | None => None end).
Proof.
  intros Ha Hb Hf. destruct v as [a'|], w as [b'|]; cbn [on2]; try discriminate. rewrite (Ha _ eq_refl), (Hb _ eq_refl). unfold Names.sum.
  induction (Z.to_nat (b' + 1 - a')) as [|m IH]; cbn [Names.sum_of fold_quotients]; [intros p r E; injection E as <- <-; rewrite constant_value; cbn [value]; split; [lia|reflexivity]|]. apply quotient_plus; [exact IH|apply Hf].
Qed.
Lemma quotient_product a b f v w g : integer a v -> integer b w -> (forall i, quotient (f i) (g i)) -> quotient (Names.product a b f)
  (match on2 (fun a b => fold_quotients (fun p r => (times (fst p) (fst r), times (snd p) (snd r))) ([1%Z], [1%Z]) g a (Z.to_nat (b + 1 - a))) v w with Some x => x | None => None end).
Proof.
  intros Ha Hb Hf. destruct v as [a'|], w as [b'|]; cbn [on2]; try discriminate. rewrite (Ha _ eq_refl), (Hb _ eq_refl). unfold Names.product.
  induction (Z.to_nat (b' + 1 - a')) as [|m IH]; cbn [Names.product_of fold_quotients]; [intros p r E; injection E as <- <-; rewrite !constant_value; split; [lia|reflexivity]|]. apply quotient_times; [exact IH|apply Hf].
Qed.

(* The sign of a - b for every D >= 2, and what follows it. *)
Definition at_most (a b : poly) : option bool := if never_negative (less a b) then Some true else if positive (less b a) then Some false else None.
Definition below (a b : poly) : option bool := not3 (at_most b a).
Definition equal (a b : poly) : option bool := match at_most a b, at_most b a with Some true, Some true => Some true | Some false, _ => Some false | _, Some false => Some false | _, _ => None end.
Lemma at_most_sound a b : truth (value a D <= value b D)%Z (at_most a b).
Proof.
  unfold at_most. destruct (never_negative (less a b)) eqn:E.
  - pose proof (never_negative_sound _ E D HD) as K. rewrite less_value in K. cbn. lia.
  - destruct (positive (less b a)) eqn:P; [|exact I]. apply positive_sound in P. rewrite less_value in P. cbn. lia.
Qed.
Lemma below_sound a b : truth (value a D < value b D)%Z (below a b).
Proof. apply (truth_change (~ (value b D <= value a D)%Z)); [lia|]. apply truth_not, at_most_sound. Qed.
Lemma equal_sound a b : truth (value a D = value b D) (equal a b).
Proof. unfold equal. pose proof (at_most_sound a b) as H. pose proof (at_most_sound b a) as K. destruct (at_most a b) as [[|]|], (at_most b a) as [[|]|]; cbn in *; try exact I; lia. Qed.
Lemma truth_whole (R : Z -> Z -> Prop) f i j v w : (forall a b, truth (R (value a D) (value b D)) (f a b)) -> whole i v -> whole j w -> truth (R i j) (both f v w).
Proof. intros Hf Hi Hj. destruct v as [a|], w as [b|]; try exact I. cbn. rewrite (Hi _ eq_refl), (Hj _ eq_refl). apply Hf. Qed.
Definition cross (f : poly -> poly -> option bool) (p r : poly * poly) : option bool := f (times (fst p) (snd r)) (times (fst r) (snd p)).
Lemma truth_quotient (R : Q -> Q -> Prop) (S : Z -> Z -> Prop) f x y v w :
  (forall a b c e, (0 < b)%Z -> (0 < e)%Z -> (S (a * e)%Z (c * b)%Z <-> R (inject_Z a / inject_Z b) (inject_Z c / inject_Z e))) -> (forall x x' y y', x == x' -> y == y' -> (R x y <-> R x' y')) ->
  (forall a b, truth (S (value a D) (value b D)) (f a b)) -> quotient x v -> quotient y w -> truth (R x y) (both (cross f) v w).
Proof.
  intros HR HE Hf Hx Hy. destruct v as [[a b]|], w as [[c e]|]; try exact I. destruct (Hx _ _ eq_refl) as [Px Ex], (Hy _ _ eq_refl) as [Py Ey]. cbn [both cross fst snd].
  apply (truth_change (S (value a D * value e D) (value c D * value b D))%Z).
  - rewrite (HE _ _ _ _ Ex Ey). apply HR; assumption.
  - rewrite <- !times_value. apply Hf.
Qed.
Lemma over_is a b : (0 < b)%Z -> inject_Z a / inject_Z b == a # Z.to_pos b.
Proof. intros H. rewrite Qmake_Qdiv. rewrite Z2Pos.id by exact H. reflexivity. Qed.
Lemma truth_le x y v w : quotient x v -> quotient y w -> truth (x <= y) (both (cross at_most) v w).
Proof.
  apply (truth_quotient Qle Z.le); [|intros x0 x' y0 y' -> ->; reflexivity|apply at_most_sound].
  intros a b c e Hb He. rewrite (over_is a b Hb), (over_is c e He). unfold Qle. cbn [Qnum Qden]. rewrite !Z2Pos.id by assumption. reflexivity.
Qed.
Lemma truth_lt x y v w : quotient x v -> quotient y w -> truth (x < y) (both (cross below) v w).
Proof.
  apply (truth_quotient Qlt Z.lt); [|intros x0 x' y0 y' -> ->; reflexivity|apply below_sound].
  intros a b c e Hb He. rewrite (over_is a b Hb), (over_is c e He). unfold Qlt. cbn [Qnum Qden]. rewrite !Z2Pos.id by assumption. reflexivity.
Qed.
Lemma truth_eq x y v w : quotient x v -> quotient y w -> truth (x == y) (both (cross equal) v w).
Proof.
  apply (truth_quotient Qeq (@eq Z)); [|intros x0 x' y0 y' -> ->; reflexivity|apply equal_sound].
  intros a b c e Hb He. rewrite (over_is a b Hb), (over_is c e He). unfold Qeq. cbn [Qnum Qden]. rewrite !Z2Pos.id by assumption. reflexivity.
Qed.

Definition larger (p r : poly * poly) : option (poly * poly) := match cross at_most p r, cross at_most r p with Some true, _ => Some r | _, Some true => Some p | _, _ => None end.
Definition smaller (p r : poly * poly) : option (poly * poly) := match cross at_most p r, cross at_most r p with Some true, _ => Some p | _, Some true => Some r | _, _ => None end.
Lemma chosen x y v w : quotient x v -> quotient y w ->
  quotient (Qmax x y) (both larger v w) /\ quotient (Qmin x y) (both smaller v w).
Proof.
  intros Hx Hy. destruct v as [p|], w as [r|]; try (split; discriminate). pose proof (truth_le x y _ _ Hx Hy) as L. pose proof (truth_le y x _ _ Hy Hx) as G. cbn [both] in *. unfold larger, smaller.
  destruct (cross at_most p r) as [[|]|].
  - cbn in L. split; [apply (quotient_same y); [symmetry; apply Q.max_r; exact L|exact Hy]|apply (quotient_same x); [symmetry; apply Q.min_l; exact L|exact Hx]].
  - destruct (cross at_most r p) as [[|]|]; try (split; discriminate). cbn in G.
    split; [apply (quotient_same x); [symmetry; apply Q.max_l; exact G|exact Hx]|apply (quotient_same y); [symmetry; apply Q.min_r; exact G|exact Hy]].
  - destruct (cross at_most r p) as [[|]|]; try (split; discriminate). cbn in G.
    split; [apply (quotient_same x); [symmetry; apply Q.max_l; exact G|exact Hx]|apply (quotient_same y); [symmetry; apply Q.min_r; exact G|exact Hy]].
Qed.

(* For every x among a, b, ...: one after the other. *)
Lemma truth_at a (B : Q -> Prop) v b : quotient a v -> (forall x, quotient x v -> truth (B x) b) -> truth (forall x, x == a -> B x) b.
Proof.
  intros Ha HB. pose proof (HB a Ha) as K. destruct b as [[|]|]; cbn in *; [|intros C; apply K, C; reflexivity|exact I].
  intros x E. apply (HB x). apply (quotient_same a); [symmetry; exact E|exact Ha].
Qed.
Lemma truth_among a (M B : Q -> Prop) v b rest : quotient a v -> (forall x, quotient x v -> truth (B x) b) -> truth (forall x, M x -> B x) rest -> truth (forall x, x == a \/ M x -> B x) (and3 b rest).
Proof.
  intros Ha HB HM. apply (truth_change ((forall x, x == a -> B x) /\ (forall x, M x -> B x))); [split; [intros [H K] x [E|E]; auto|intros H; split; intros x E; apply H; auto]|].
  apply truth_and; [apply (truth_at a B v); assumption|exact HM].
Qed.
End At.

Theorem proved P a : truth P a -> a = Some true -> P.
Proof. intros H ->. exact H. Qed.

Ltac follow_D := cbv beta; lazymatch goal with
  | |- (2 <= _)%Z => assumption
  | |- integer _ _ => decide_integer
  | |- whole ?D ?D _ => apply whole_D
  | |- whole _ (Z.add _ _) _ => eapply whole_plus; follow_D
  | |- whole _ (Z.sub _ _) _ => eapply whole_minus; follow_D
  | |- whole _ (Z.mul _ _) _ => eapply whole_times; follow_D
  | |- whole _ (Z.opp _) _ => eapply whole_opp; follow_D
  | |- whole _ (Z.pow _ _) _ => eapply whole_power; follow_D
  | |- whole _ _ _ => apply whole_constant
  | |- quotient _ (inject_Z _) _ => eapply quotient_inject; follow_D
  | |- quotient _ (Qplus _ _) _ => eapply quotient_plus; follow_D
  | |- quotient _ (Qminus _ _) _ => eapply quotient_minus; follow_D
  | |- quotient _ (Qmult _ _) _ => eapply quotient_times; follow_D
  | |- quotient _ (Qdiv _ _) _ => eapply quotient_over; follow_D
  | |- quotient _ (Qopp _) _ => eapply quotient_opp; follow_D
  | |- quotient _ (Qpower _ _) _ => eapply quotient_power; follow_D
  | |- quotient _ (Qmake _ _) _ => apply quotient_literal
  | H : quotient _ ?x _ |- quotient _ ?x _ => exact H
  | |- quotient _ (Definitions.delta _) _ => eapply quotient_delta; follow_D
  | |- quotient _ (Definitions.Delta _ _) _ => eapply quotient_Delta; follow_D
  | |- quotient ?D (Qmax ?x ?y) _ => eapply (fun v w Hx Hy => proj1 (chosen D ltac:(assumption) x y v w Hx Hy)); follow_D
  | |- quotient ?D (Qmin ?x ?y) _ => eapply (fun v w Hx Hy => proj2 (chosen D ltac:(assumption) x y v w Hx Hy)); follow_D
  | |- quotient _ (Names.modulo _ _) _ => eapply quotient_modulo; follow_D
  | |- quotient _ (Names.sum _ _ _) _ => eapply quotient_sum; [..|let i := fresh "i" in intro i]; follow_D
  | |- quotient _ (Names.product _ _ _) _ => eapply quotient_product; [..|let i := fresh "i" in intro i]; follow_D
  | |- truth True _ => apply truth_true
  | |- truth False _ => apply truth_false
  | |- truth (~ _) _ => eapply truth_not; follow_D
  | |- truth (_ <-> _) _ => eapply truth_same; follow_D
  | |- truth (_ /\ _) _ => eapply truth_and; follow_D
  | |- truth (_ \/ _) _ => eapply truth_or; follow_D
  | _ : (2 <= ?D)%Z |- truth (@eq Z _ _) _ => eapply (truth_whole D (@eq Z) _ _ _ _ _ (equal_sound D ltac:(assumption))); follow_D
  | _ : (2 <= ?D)%Z |- truth (Z.le _ _) _ => eapply (truth_whole D Z.le _ _ _ _ _ (at_most_sound D ltac:(assumption))); follow_D
  | _ : (2 <= ?D)%Z |- truth (Z.lt _ _) _ => eapply (truth_whole D Z.lt _ _ _ _ _ (below_sound D ltac:(assumption))); follow_D
  | _ : (2 <= ?D)%Z |- truth (Qeq _ _) _ => eapply (truth_eq D); follow_D
  | _ : (2 <= ?D)%Z |- truth (Qle _ _) _ => eapply (truth_le D); follow_D
  | _ : (2 <= ?D)%Z |- truth (Qlt _ _) _ => eapply (truth_lt D); follow_D
  | _ : (2 <= ?D)%Z |- truth (forall x : Q, x == _ -> _) _ => eapply (truth_at D); [follow_D|let x := fresh "x" in let H := fresh "H" in intros x H; follow_D]
  | _ : (2 <= ?D)%Z |- truth (forall x : Q, x == _ \/ _ -> _) _ => eapply (truth_among D); [follow_D|let x := fresh "x" in let H := fresh "H" in intros x H; follow_D|follow_D]
  | |- truth (forall x : Z, _) _ => eapply truth_forall; [decide_members|let x := fresh "x" in intro x; follow_D]
  | |- truth (exists x : Z, _) _ => eapply truth_exists; [decide_members|let x := fresh "x" in intro x; follow_D]
  | |- truth (_ -> _) _ => eapply truth_implies; follow_D end.

(* The goal is forall P, tokens P = n -> rows P = d -> (period P = p -> reach P = s ->) well_formed P -> claim P. *)
Ltac for_all_D claim :=
  intros [n d D p s A gamma l]; cbn [Names.tokens Names.rows Names.period Names.reach]; intros; subst;
  match goal with H : Names.well_formed _ |- _ => assert (HD : (2 <= D)%Z) by apply H; clear H end;
  unfold claim, Names.n, Names.d, Names.D, Names.p, Names.s, Names.delta, Names.Delta; cbn [Names.tokens Names.rows Names.base Names.period Names.reach]; cbv zeta;
  eapply proved; [follow_D|vm_compute; reflexivity].
