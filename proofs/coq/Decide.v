(* Claims decided at one run by computation, with inputs to look at: how a witness refutes a claim. A value is computed beside every term and an answer beside every formula; that they belong together is proved step by
   step, and the kernel computes the answer (theorem refuted, tactic `refute`). What cannot be computed has no value, and no answer. Names of states are read off the network that Execute.v runs. *)
From Coq Require Import QArith Qround Qabs Qminmax Qreduction List Arith Lia Bool.
From Hardmax Require Import Definitions Dense Execute.
From Hardmax Require Names Names_yun2020a Names_sparsebert Checker.
Import ListNotations.
Open Scope Q_scope.

Definition number (x : Q) (v : option Q) : Prop := forall w, v = Some w -> x == w.
Definition integer (x : Z) (v : option Z) : Prop := forall w, v = Some w -> x = w.
Definition truth (P : Prop) (a : option bool) : Prop := match a with Some true => P | Some false => ~ P | None => True end.
Definition members (M : Z -> Prop) (l : option (list Z)) : Prop := forall L, l = Some L -> forall x, M x <-> In x L.

Theorem refuted P a : truth P a -> a = Some false -> ~ P.
Proof. intros H ->. exact H. Qed.

Definition on1 {X Y} (f : X -> Y) (a : option X) : option Y := match a with Some x => Some (f x) | None => None end.
Definition on2 {X Y Z} (f : X -> Y -> Z) (a : option X) (b : option Y) : option Z := match a, b with Some x, Some y => Some (f x y) | _, _ => None end.
Lemma some_is {X} (x y : X) : Some x = Some y -> y = x.
Proof. intros E. congruence. Qed.
Ltac values := repeat match goal with
  | H : on2 _ ?a ?b = Some _ |- _ => destruct a eqn:?, b eqn:?; cbv beta iota delta [on2] in H; try discriminate H; apply some_is in H; subst
  | H : on1 _ ?a = Some _ |- _ => destruct a eqn:?; cbv beta iota delta [on1] in H; try discriminate H; apply some_is in H; subst end.

(* ---- Numbers ---- *)
Lemma number_is x : number x (Some (Qred x)).
Proof. intros w E. injection E as <-. symmetry. apply Qred_correct. Qed.
Lemma integer_is x : integer x (Some x).
Proof. intros w E. injection E as <-. reflexivity. Qed.
Lemma number_inject i v : integer i v -> number (inject_Z i) (on1 inject_Z v).
Proof. intros H w E. values. rewrite (H _ eq_refl). reflexivity. Qed.
Lemma number_op f x y v w : (forall a b c e, a == b -> c == e -> f a c == f b e) -> number x v -> number y w -> number (f x y) (on2 (fun a b => Qred (f a b)) v w).
Proof. intros Hf Hx Hy u E. values. rewrite Qred_correct. apply Hf; [apply Hx|apply Hy]; reflexivity. Qed.
Lemma number_fun f x v : (forall a b, a == b -> f a == f b) -> number x v -> number (f x) (on1 (fun a => Qred (f a)) v).
Proof. intros Hf Hx u E. values. rewrite Qred_correct. apply Hf, Hx. reflexivity. Qed.
Lemma number_plus x y v w : number x v -> number y w -> number (x + y) (on2 (fun a b => Qred (a + b)) v w).
Proof. apply number_op. intros a b c e -> ->. reflexivity. Qed.
Lemma number_minus x y v w : number x v -> number y w -> number (x - y) (on2 (fun a b => Qred (a - b)) v w).
Proof. apply number_op. intros a b c e -> ->. reflexivity. Qed.
Lemma number_times x y v w : number x v -> number y w -> number (x * y) (on2 (fun a b => Qred (a * b)) v w).
Proof. apply number_op. intros a b c e -> ->. reflexivity. Qed.
Lemma number_over x y v w : number x v -> number y w -> number (x / y) (on2 (fun a b => Qred (a / b)) v w).
Proof. apply number_op. intros a b c e -> ->. reflexivity. Qed.
Lemma number_modulo x y v w : number x v -> number y w -> number (Names.modulo x y) (on2 (fun a b => Qred (Names.modulo a b)) v w).
Proof. apply number_op. intros a b c e H K. unfold Names.modulo. rewrite (Qfloor_comp (a / c) (b / e)) by (rewrite H, K; reflexivity). rewrite H, K. reflexivity. Qed.
Lemma number_max x y v w : number x v -> number y w -> number (Qmax x y) (on2 (fun a b => Qred (Qmax a b)) v w).
Proof. apply number_op. intros a b c e -> ->. reflexivity. Qed.
Lemma number_min x y v w : number x v -> number y w -> number (Qmin x y) (on2 (fun a b => Qred (Qmin a b)) v w).
Proof. apply number_op. intros a b c e -> ->. reflexivity. Qed.
Lemma number_abs x v : number x v -> number (Qabs x) (on1 (fun a => Qred (Qabs a)) v).
Proof. apply number_fun. intros a b ->. reflexivity. Qed.
Lemma number_opp x v : number x v -> number (- x) (on1 (fun a => Qred (- a)) v).
Proof. apply number_fun. intros a b ->. reflexivity. Qed.
Lemma number_power x e v w : number x v -> integer e w -> number (x ^ e) (on2 (fun a b => Qred (a ^ b)) v w).
Proof. intros Hx He u E. values. rewrite Qred_correct, (Hx _ eq_refl), (He _ eq_refl). reflexivity. Qed.
Fixpoint fold_values (op : Q -> Q -> Q) (from : Q) (f : Z -> option Q) (a : Z) (count : nat) : option Q :=
  match count with O => Some from | S m => on2 (fun x y => Qred (op x y)) (fold_values op from f a m) (f (a + Z.of_nat m)%Z) end.
Lemma number_sum a b f v w g : integer a v -> integer b w -> (forall i, number (f i) (g i)) ->
  number (Names.sum a b f) (match on2 (fun a b => fold_values Qplus 0 g a (Z.to_nat (b + 1 - a))) v w with Some x => x | None => None end).
Proof.
  intros Ha Hb Hf. destruct v as [a'|], w as [b'|]; cbn [on2]; try discriminate. rewrite (Ha _ eq_refl), (Hb _ eq_refl). unfold Names.sum.
  induction (Z.to_nat (b' + 1 - a')) as [|m IH]; cbn [Names.sum_of fold_values]; intros u E; [injection E as <-; reflexivity|].
  values. rewrite Qred_correct. apply Qplus_comp; [apply IH; reflexivity|]. apply Hf. assumption.
Qed.
Lemma number_product a b f v w g : integer a v -> integer b w -> (forall i, number (f i) (g i)) ->
  number (Names.product a b f) (match on2 (fun a b => fold_values Qmult 1 g a (Z.to_nat (b + 1 - a))) v w with Some x => x | None => None end).
Proof.
  intros Ha Hb Hf. destruct v as [a'|], w as [b'|]; cbn [on2]; try discriminate. rewrite (Ha _ eq_refl), (Hb _ eq_refl). unfold Names.product.
  induction (Z.to_nat (b' + 1 - a')) as [|m IH]; cbn [Names.product_of fold_values]; intros u E; [injection E as <-; reflexivity|].
  values. rewrite Qred_correct. apply Qmult_comp; [apply IH; reflexivity|]. apply Hf. assumption.
Qed.
Lemma integer_op f x y v w : integer x v -> integer y w -> integer (f x y) (on2 f v w).
Proof. intros Hx Hy u E. values. rewrite (Hx _ eq_refl), (Hy _ eq_refl). reflexivity. Qed.
Lemma integer_opp x v : integer x v -> integer (- x) (on1 Z.opp v).
Proof. intros Hx u E. values. rewrite (Hx _ eq_refl). reflexivity. Qed.
Lemma integer_floor x v : number x v -> integer (Qfloor x) (on1 Qfloor v).
Proof. intros Hx u E. values. apply Qfloor_comp. apply Hx. reflexivity. Qed.

(* ---- Formulas ---- *)
Definition and3 (a b : option bool) : option bool := match a, b with Some false, _ => Some false | _, Some false => Some false | Some true, Some true => Some true | _, _ => None end.
Definition not3 (a : option bool) : option bool := on1 negb a.
Definition or3 (a b : option bool) : option bool := not3 (and3 (not3 a) (not3 b)).
Lemma truth_true : truth True (Some true).
Proof. exact I. Qed.
Lemma truth_false : truth False (Some false).
Proof. exact (fun H => H). Qed.
Lemma truth_not P a : truth P a -> truth (~ P) (not3 a).
Proof. destruct a as [[|]|]; cbn; tauto. Qed.
Lemma truth_and P R a b : truth P a -> truth R b -> truth (P /\ R) (and3 a b).
Proof. destruct a as [[|]|], b as [[|]|]; cbn; tauto. Qed.
Lemma truth_or P R a b : truth P a -> truth R b -> truth (P \/ R) (or3 a b).
Proof. destruct a as [[|]|], b as [[|]|]; cbn; tauto. Qed.
Lemma truth_implies P R a b : truth P a -> truth R b -> truth (P -> R) (or3 (not3 a) b).
Proof. destruct a as [[|]|], b as [[|]|]; cbn; tauto. Qed.
Lemma truth_same P R a b : truth P a -> truth R b -> truth (P <-> R) (on2 Bool.eqb a b).
Proof. destruct a as [[|]|], b as [[|]|]; cbn; tauto. Qed.
Lemma truth_bool P c : (c = true <-> P) -> truth P (Some c).
Proof. destruct c; cbn; [intros [H _]; exact (H eq_refl)|intros [_ H] HP; discriminate (H HP)]. Qed.
Lemma truth_on2 {X Y} (f : X -> Y -> bool) P a b : (forall x y, a = Some x -> b = Some y -> (f x y = true <-> P)) -> truth P (on2 f a b).
Proof. intros H. destruct a as [x|], b as [y|]; cbn [on2]; try exact I. apply truth_bool. apply H; reflexivity. Qed.
Lemma truth_Qeq x y v w : number x v -> number y w -> truth (x == y) (on2 Qeq_bool v w).
Proof. intros Hx Hy. apply truth_on2. intros a b Ea Eb. rewrite (Hx _ Ea), (Hy _ Eb). apply Qeq_bool_iff. Qed.
Lemma truth_Qle x y v w : number x v -> number y w -> truth (x <= y) (on2 Qle_bool v w).
Proof. intros Hx Hy. apply truth_on2. intros a b Ea Eb. rewrite (Hx _ Ea), (Hy _ Eb). apply Qle_bool_iff. Qed.
Lemma truth_Qlt x y v w : number x v -> number y w -> truth (x < y) (on2 (fun a b => negb (Qle_bool b a)) v w).
Proof.
  intros Hx Hy. apply truth_on2. intros a b Ea Eb. rewrite (Hx _ Ea), (Hy _ Eb). rewrite negb_true_iff, <- not_true_iff_false, Qle_bool_iff. split; [apply Qnot_le_lt|apply Qlt_not_le].
Qed.
Lemma truth_Zeq x y v w : integer x v -> integer y w -> truth (x = y) (on2 Z.eqb v w).
Proof. intros Hx Hy. apply truth_on2. intros a b Ea Eb. rewrite (Hx _ Ea), (Hy _ Eb). apply Z.eqb_eq. Qed.
Lemma truth_Zle x y v w : integer x v -> integer y w -> truth (x <= y)%Z (on2 Z.leb v w).
Proof. intros Hx Hy. apply truth_on2. intros a b Ea Eb. rewrite (Hx _ Ea), (Hy _ Eb). apply Z.leb_le. Qed.
Lemma truth_Zlt x y v w : integer x v -> integer y w -> truth (x < y)%Z (on2 Z.ltb v w).
Proof. intros Hx Hy. apply truth_on2. intros a b Ea Eb. rewrite (Hx _ Ea), (Hy _ Eb). apply Z.ltb_lt. Qed.

(* Quantifiers over finite sets of integers. *)
Definition range (a b : Z) : list Z := map (fun i => a + Z.of_nat i)%Z (seq 0 (Z.to_nat (b + 1 - a))).
Lemma in_range a b x : In x (range a b) <-> (a <= x /\ x <= b)%Z.
Proof.
  unfold range. rewrite in_map_iff. split.
  - intros [i [<- Hi]]. apply in_seq in Hi. lia.
  - intros H. exists (Z.to_nat (x - a)). split; [lia|]. apply in_seq. lia.
Qed.
Lemma members_range a b v w : integer a v -> integer b w -> members (fun x => a <= x /\ x <= b)%Z (on2 range v w).
Proof. intros Ha Hb L E x. values. rewrite (Ha _ eq_refl), (Hb _ eq_refl). symmetry. apply in_range. Qed.
Lemma members_up_to a b v w : integer a v -> number b w -> members (fun x => (a <= x)%Z /\ inject_Z x <= b) (on2 (fun a b => range a (Qfloor b)) v w).
Proof.
  intros Ha Hb L E x. values. rewrite in_range, (Ha _ eq_refl), (Hb _ eq_refl).
  assert (K : inject_Z x <= q <-> (x <= Qfloor q)%Z).
  { split; intros H; [rewrite <- (Qfloor_Z x); apply Qfloor_resp_le; exact H|]. apply (Qle_trans _ (inject_Z (Qfloor q))); [rewrite <- Zle_Qle; exact H|apply Qfloor_le]. }
  rewrite K. reflexivity.
Qed.
Definition all3 {X} (b : X -> option bool) (L : list X) : option bool := fold_right (fun x rest => and3 (b x) rest) (Some true) L.
Lemma all3_sound {X} (B : X -> Prop) b : (forall x, truth (B x) (b x)) -> forall L, truth (forall x, In x L -> B x) (all3 b L).
Proof.
  intros H. induction L as [|x L IH]; cbn [all3 fold_right]; [intros y []|]. fold (all3 b L). specialize (H x).
  destruct (b x) as [[|]|], (all3 b L) as [[|]|]; cbn in *; try exact I.
  - intros y [<-|Hy]; auto.
  - intros K. apply IH. intros y Hy. apply K. right. exact Hy.
  - intros K. apply H. apply K. left. reflexivity.
  - intros K. apply H. apply K. left. reflexivity.
  - intros K. apply H. apply K. left. reflexivity.
  - intros K. apply IH. intros y Hy. apply K. right. exact Hy.
Qed.
Lemma truth_change P R a : (P <-> R) -> truth P a -> truth R a.
Proof. destruct a as [[|]|]; cbn; tauto. Qed.
Lemma truth_forall (M B : Z -> Prop) l b : members M l -> (forall x, truth (B x) (b x)) -> truth (forall x, M x -> B x) (match l with Some L => all3 b L | None => None end).
Proof.
  intros HM HB. destruct l as [L|]; [|exact I]. apply (truth_change (forall x, In x L -> B x)); [|apply all3_sound; exact HB].
  split; intros H x Hx; apply H; apply (HM L eq_refl); exact Hx.
Qed.
Lemma truth_exists (M B : Z -> Prop) l b : members M l -> (forall x, truth (B x) (b x)) -> truth (exists x, M x /\ B x) (match l with Some L => not3 (all3 (fun x => not3 (b x)) L) | None => None end).
Proof.
  intros HM HB. destruct l as [L|]; [|exact I]. assert (K := all3_sound (fun x => ~ B x) (fun x => not3 (b x)) (fun x => truth_not _ _ (HB x)) L).
  assert (Some_x : all3 (fun x => not3 (b x)) L = Some false -> exists x, In x L /\ B x).
  { clear K HM. induction L as [|x L IH]; cbn [all3 fold_right]; [discriminate|]. fold (all3 (fun x => not3 (b x)) L). intros E. specialize (HB x).
    destruct (b x) as [[|]|]; cbn in E, HB.
    - exists x. split; [left; reflexivity|exact HB].
    - destruct (all3 (fun x => not3 (b x)) L) as [[|]|]; try discriminate E. destruct (IH eq_refl) as [y [Hy By]]. exists y. split; [right; exact Hy|exact By].
    - destruct (all3 (fun x => not3 (b x)) L) as [[|]|]; try discriminate E. destruct (IH eq_refl) as [y [Hy By]]. exists y. split; [right; exact Hy|exact By]. }
  destruct (all3 (fun x => not3 (b x)) L) as [[|]|] eqn:E; cbn in *; try exact I.
  - intros [x [Mx Bx]]. apply (K x); [apply (HM L eq_refl); exact Mx|exact Bx].
  - destruct (Some_x eq_refl) as [x [Hx Bx]]. exists x. split; [apply (HM L eq_refl); exact Hx|exact Bx].
Qed.

(* The largest and the smallest of finitely many numbers. *)
Fixpoint extreme (better : Q -> Q -> bool) (f : Z -> option Q) (L : list Z) : option Q :=
  match L with [] => None | [x] => f x | x :: rest => on2 (fun a b => if better a b then a else b) (f x) (extreme better f rest) end.
Lemma greatest_spec f g L : (forall x, number (f x) (g x)) -> forall m, extreme (fun a b => Qle_bool b a) g L = Some m -> Names.greatest (fun x => In x L) f m.
Proof.
  intros Hf. induction L as [|x L IH]; cbn [extreme]; [discriminate|]. intros m E. destruct L as [|y L].
  - split; [exists x; split; [left; reflexivity|apply Hf; exact E]|]. intros z [<-|[]]. rewrite (Hf _ _ E). apply Qle_refl.
  - destruct (g x) as [a|] eqn:Ea; [|discriminate E]. destruct (extreme _ g (y :: L)) as [b|] eqn:Eb; [|discriminate E]. cbn [on2] in E. injection E as <-.
    destruct (IH b eq_refl) as [[w [Hw Ew]] Up]. destruct (Qle_bool b a) eqn:C.
    + apply Qle_bool_iff in C. split; [exists x; split; [left; reflexivity|apply Hf; exact Ea]|]. intros z [<-|Hz]; [rewrite (Hf _ _ Ea); apply Qle_refl|]. apply (Qle_trans _ b); [apply Up; exact Hz|exact C].
    + assert (C' : a <= b) by (apply Qlt_le_weak, Qnot_le_lt; intros K; apply Qle_bool_iff in K; congruence).
      split; [exists w; split; [right; exact Hw|exact Ew]|]. intros z [<-|Hz]; [rewrite (Hf _ _ Ea); exact C'|apply Up; exact Hz].
Qed.
Lemma least_spec f g L : (forall x, number (f x) (g x)) -> forall m, extreme Qle_bool g L = Some m -> Names.least (fun x => In x L) f m.
Proof.
  intros Hf. induction L as [|x L IH]; cbn [extreme]; [discriminate|]. intros m E. destruct L as [|y L].
  - split; [exists x; split; [left; reflexivity|apply Hf; exact E]|]. intros z [<-|[]]. rewrite (Hf _ _ E). apply Qle_refl.
  - destruct (g x) as [a|] eqn:Ea; [|discriminate E]. destruct (extreme _ g (y :: L)) as [b|] eqn:Eb; [|discriminate E]. cbn [on2] in E. injection E as <-.
    destruct (IH b eq_refl) as [[w [Hw Ew]] Up]. destruct (Qle_bool a b) eqn:C.
    + apply Qle_bool_iff in C. split; [exists x; split; [left; reflexivity|apply Hf; exact Ea]|]. intros z [<-|Hz]; [rewrite (Hf _ _ Ea); apply Qle_refl|]. apply (Qle_trans _ b); [exact C|apply Up; exact Hz].
    + assert (C' : b <= a) by (apply Qlt_le_weak, Qnot_le_lt; intros K; apply Qle_bool_iff in K; congruence).
      split; [exists w; split; [right; exact Hw|exact Ew]|]. intros z [<-|Hz]; [rewrite (Hf _ _ Ea); exact C'|apply Up; exact Hz].
Qed.
Lemma greatest_unique (M : Z -> Prop) f m m' : Names.greatest M f m -> Names.greatest M f m' -> m == m'.
Proof. intros [[x [Mx Ex]] Up] [[y [My Ey]] Up']. apply Qle_antisym; [rewrite <- Ex; apply Up'; exact Mx|rewrite <- Ey; apply Up; exact My]. Qed.
Lemma least_unique (M : Z -> Prop) f m m' : Names.least M f m -> Names.least M f m' -> m == m'.
Proof. intros [[x [Mx Ex]] Lo] [[y [My Ey]] Lo']. apply Qle_antisym; [rewrite <- Ey; apply Lo; exact My|rewrite <- Ex; apply Lo'; exact Mx]. Qed.
Lemma truth_greatest (M : Z -> Prop) f B l g b : members M l -> (forall x, number (f x) (g x)) -> (forall m w, number m (Some w) -> truth (B m) (b w)) ->
  truth (exists m, Names.greatest M f m /\ B m) (match l with Some L => match extreme (fun a b => Qle_bool b a) g L with Some w => b w | None => None end | None => None end).
Proof.
  intros HM Hf HB. destruct l as [L|]; [|exact I]. destruct (extreme _ g L) as [w|] eqn:E; [|exact I].
  assert (Gw : Names.greatest M f w).
  { destruct (greatest_spec f g L Hf w E) as [[x [Hx Ex]] Up]. split; [exists x; split; [apply (HM L eq_refl); exact Hx|exact Ex]|]. intros y Hy. apply Up. apply (HM L eq_refl). exact Hy. }
  assert (K := fun m (Em : m == w) => HB m w (fun u Eu => match Eu in _ = Some u' return m == u' with eq_refl => Em end)).
  destruct (b w) as [[|]|]; cbn in *; [exists w; split; [exact Gw|apply K; reflexivity]| |exact I].
  intros [m [Gm Bm]]. apply (K m); [apply (greatest_unique M f); assumption|exact Bm].
Qed.
Lemma truth_least (M : Z -> Prop) f B l g b : members M l -> (forall x, number (f x) (g x)) -> (forall m w, number m (Some w) -> truth (B m) (b w)) ->
  truth (exists m, Names.least M f m /\ B m) (match l with Some L => match extreme Qle_bool g L with Some w => b w | None => None end | None => None end).
Proof.
  intros HM Hf HB. destruct l as [L|]; [|exact I]. destruct (extreme _ g L) as [w|] eqn:E; [|exact I].
  assert (Gw : Names.least M f w).
  { destruct (least_spec f g L Hf w E) as [[x [Hx Ex]] Lo]. split; [exists x; split; [apply (HM L eq_refl); exact Hx|exact Ex]|]. intros y Hy. apply Lo. apply (HM L eq_refl). exact Hy. }
  assert (K := fun m (Em : m == w) => HB m w (fun u Eu => match Eu in _ = Some u' return m == u' with eq_refl => Em end)).
  destruct (b w) as [[|]|]; cbn in *; [exists w; split; [exact Gw|apply K; reflexivity]| |exact I].
  intros [m [Gm Bm]]. apply (K m); [apply (least_unique M f); assumption|exact Bm].
Qed.

(* Quantifiers over rationals: a few of them are tried, which can refute and cannot prove. *)
Definition tried {X} (m b : X -> option bool) (candidates : list X) : option bool :=
  if existsb (fun x => match m x, b x with Some true, Some false => true | _, _ => false end) candidates then Some false else None.
Lemma truth_tried {X} (M B : X -> Prop) m b candidates : (forall x, truth (M x) (m x)) -> (forall x, truth (B x) (b x)) -> truth (forall x, M x -> B x) (tried m b candidates).
Proof.
  intros HM HB. unfold tried. destruct (existsb _ candidates) eqn:E; [|exact I]. apply existsb_exists in E. destruct E as [x [_ E]]. intros K. specialize (HM x). specialize (HB x).
  destruct (m x) as [[|]|]; try discriminate E. destruct (b x) as [[|]|]; try discriminate E. cbn in HM, HB. apply HB, K, HM.
Qed.

(* ---- Inputs: written in units of delta, token by token ---- *)
Definition digits := list (list Z).
Definition in_units (D : Z) (g : digits) : matrix := fun r k => inject_Z (nth r (nth k g []) 0%Z) * delta D.
Definition for_entries (n d : nat) (test : nat -> nat -> bool) : bool := forallb (fun k => forallb (fun r => test r k) (seq 0 d)) (seq 0 n).
Lemma for_entries_sound n d test : for_entries n d test = true <-> forall r k, (r < d)%nat -> (k < n)%nat -> test r k = true.
Proof.
  unfold for_entries. rewrite forallb_forall. split.
  - intros H r k Hr Hk. specialize (H k ltac:(apply in_seq; lia)). rewrite forallb_forall in H. apply H. apply in_seq. lia.
  - intros H k Hk. apply in_seq in Hk. apply forallb_forall. intros r Hr. apply in_seq in Hr. apply H; lia.
Qed.
Definition entry_of (g : digits) (r k : nat) : Z := nth r (nth k g []) 0%Z.
Definition on_grid (n d : nat) (D : Z) (g : digits) : bool := for_entries n d (fun r k => let m := entry_of g r k in (0 <=? m)%Z && (m <? D)%Z).
Definition on_extended_grid (n d : nat) (D : Z) (g : digits) : bool :=
  for_entries n d (fun r k => let m := entry_of g r k in (0 <=? m)%Z && (m <? D)%Z || Qeq_bool (inject_Z m * delta D) (out_of_range n d D)).
Lemma on_grid_sound n d D g : on_grid n d D g = true -> grid n d D (in_units D g).
Proof.
  unfold on_grid. rewrite for_entries_sound. intros H r k Hr Hk. specialize (H r k Hr Hk). apply andb_prop in H. destruct H as [H1 H2]. apply Z.leb_le in H1. apply Z.ltb_lt in H2.
  exists (entry_of g r k). split; [lia|reflexivity].
Qed.
Lemma on_extended_grid_sound n d D g : on_extended_grid n d D g = true -> extended_grid n d D (in_units D g).
Proof.
  unfold on_extended_grid. rewrite for_entries_sound. intros H r k Hr Hk. specialize (H r k Hr Hk). apply orb_prop in H. destruct H as [H|H]; [left|right; apply Qeq_bool_iff; exact H].
  apply andb_prop in H. destruct H as [H1 H2]. apply Z.leb_le in H1. apply Z.ltb_lt in H2. exists (entry_of g r k). split; [lia|reflexivity].
Qed.
Lemma truth_inputs (I : matrix -> Prop) D test (B : matrix -> Prop) b candidates :
  (forall g, test g = true -> I (in_units D g)) -> (forall g, truth (B (in_units D g)) (b g)) -> truth (forall H, I H -> B H) (tried (fun g => Some (test g)) b candidates).
Proof.
  intros HI HB. unfold tried. destruct (existsb _ candidates) eqn:E; [|exact Logic.I]. apply existsb_exists in E. destruct E as [g [_ E]]. intros K.
  destruct (test g) eqn:T; [|discriminate E]. specialize (HB g). destruct (b g) as [[|]|]; try discriminate E. apply HB, K, HI, T.
Qed.
Lemma truth_equal n d Y Z : truth (forall r k, (r < d)%nat -> (k < n)%nat -> Y r k == Z r k) (Some (for_entries n d (fun r k => Qeq_bool (Y r k) (Z r k)))).
Proof. apply truth_bool. rewrite for_entries_sound. split; intros H r k Hr Hk; [apply Qeq_bool_iff|apply Qeq_bool_iff]; apply H; assumption. Qed.

(* ---- States of a run ---- *)
Definition token_in (n : nat) (k : Z) : bool := (1 <=? k)%Z && (k <=? Z.of_nat n)%Z.
Section Read.
Variables (n d p : nat) (D : Z) (A : pattern) (L : list layer).
Definition reached_state (t : Z) (H : matrix) : state_table := execute n d p A 0 (firstn (Z.to_nat t) L) (tabulate n d H).
Definition read_id (H : matrix) (t k : Z) : option Q := if tokens_only n p A && token_in n k then Some (Qred (column_id d D (of_table (reached_state t H)) (Names.at_ k))) else None.
Definition read_entry (H : matrix) (t r k : Z) : option Q := if tokens_only n p A && token_in n k && token_in d r then Some (of_table (reached_state t H) (Names.at_ r) (Names.at_ k)) else None.
Lemma id_read t k H u v : integer t u -> integer k v ->
  number (column_id d D (run d p A 0 (firstn (Z.to_nat t) L) H) (Names.at_ k)) (match on2 (read_id H) u v with Some x => x | None => None end).
Proof.
  intros Ht Hk. destruct u as [t'|], v as [k'|]; cbn [on2]; try discriminate. rewrite (Ht _ eq_refl), (Hk _ eq_refl). unfold read_id.
  destruct (tokens_only n p A) eqn:HA; cbn [andb]; [|discriminate]. destruct (token_in n k') eqn:K; [|discriminate]. intros w E. injection E as <-. rewrite Qred_correct. symmetry.
  unfold token_in in K. apply andb_prop in K. destruct K as [K1 K2]. apply Z.leb_le in K1, K2. apply (dot_agrees n d); [apply executed; exact HA|unfold Names.at_; lia].
Qed.
Lemma entry_read t r k H u w v : integer t u -> integer r w -> integer k v ->
  number (run d p A 0 (firstn (Z.to_nat t) L) H (Names.at_ r) (Names.at_ k)) (match u, w, v with Some t, Some r, Some k => read_entry H t r k | _, _, _ => None end).
Proof.
  intros Ht Hr Hk. destruct u as [t'|], w as [r'|], v as [k'|]; try discriminate. rewrite (Ht _ eq_refl), (Hr _ eq_refl), (Hk _ eq_refl). unfold read_entry.
  destruct (tokens_only n p A) eqn:HA; cbn [andb]; [|discriminate]. destruct (token_in n k') eqn:K; cbn [andb]; [|discriminate]. destruct (token_in d r') eqn:R; [|discriminate]. intros x E. injection E as <-. symmetry.
  unfold token_in in K, R. apply andb_prop in K, R. destruct K as [K1 K2], R as [R1 R2]. apply Z.leb_le in K1, K2, R1, R2. apply executed; [exact HA|unfold Names.at_; lia|unfold Names.at_; lia].
Qed.
End Read.
