(* A claim is false if it is false at one run: the runs that witnesses are of, and the tactic that computes the answer (Decide.v). *)
From Coq Require Import QArith Qround Qabs Qminmax List Arith NArith Lia Bool.
From Hardmax Require Import Definitions Dense Checker Execute Decide.
From Hardmax Require Names Names_yun2020a Names_sparsebert.
Import ListNotations.
Open Scope Q_scope.

(* ---- Runs ---- *)
Definition sparse_run (n d : nat) (D : Z) (p s : nat) (A : pattern) (gamma l : list N) : Names.run :=
  {| Names.tokens := n; Names.rows := d; Names.base := D; Names.period := p; Names.reach := s; Names.edges := A; Names.chain := listed gamma; Names.chosen := listed l |}.
Definition sparse_fits (n d : nat) (D : Z) (p s : nat) (A : pattern) (gamma l : list N) : bool := check n p s A gamma l && (1 <=? d)%nat && (1 <=? s)%nat && (2 <=? D)%Z.
Theorem sparse_fits_sound n d D p s A gamma l : sparse_fits n d D p s A gamma l = true -> let P := sparse_run n d D p s A gamma l in
  Names.well_formed P /\ Names.assumption_1_1 P /\ Names.assumption_1_2 P /\ Names.assumption_1_3 P.
Proof.
  intros H. unfold sparse_fits in H. rewrite !andb_true_iff, !Nat.leb_le, Z.leb_le in H. destruct H as [[[H Hd] Hs] HD].
  pose proof (check_positive n p s A gamma l H) as Hp. apply check_sound in H. destruct H as [Hn HA]. destruct HA. intros P.
  split; [|split; [exact sees_itself|split; [|exact reaches_all]]].
  - split; [exact Hn|split; [exact Hd|split; [exact HD|split; [exact Hp|split; [exact Hs|exact tokens_only]]]]].
  - split; [exact chain_range|split; [exact chain_unique|]]. intros i Hi. split; [apply chain_layer|apply chain_sees]; exact Hi.
Qed.
Definition dense_2020a (n d : nat) (D : Z) (encoded extended : bool) : Names_yun2020a.run :=
  {| Names_yun2020a.tokens := n; Names_yun2020a.rows := d; Names_yun2020a.base := D; Names_yun2020a.encoded := encoded; Names_yun2020a.widened := extended |}.
Definition dense_sparsebert (n d : nat) (D : Z) (encoded : bool) : Names_sparsebert.run :=
  {| Names_sparsebert.tokens := n; Names_sparsebert.rows := d; Names_sparsebert.base := D; Names_sparsebert.encoded := encoded |}.
Definition sizes (n d : nat) (D : Z) : bool := (2 <=? n)%nat && (1 <=? d)%nat && (2 <=? D)%Z.
Theorem fits_2020a n d D e x : sizes n d D && negb (e && x) = true -> Names_yun2020a.well_formed (dense_2020a n d D e x).
Proof. unfold sizes. rewrite !andb_true_iff, !Nat.leb_le, Z.leb_le. intros [[[Hn Hd] HD] H]. repeat split; cbn; try assumption. intros ->. destruct x; [discriminate H|reflexivity]. Qed.
Theorem fits_sparsebert n d D e : sizes n d D = true -> Names_sparsebert.well_formed (dense_sparsebert n d D e).
Proof. unfold sizes. rewrite !andb_true_iff, !Nat.leb_le, Z.leb_le. intros [[Hn Hd] HD]. repeat split; assumption. Qed.

(* ---- Inputs and neighbours ---- *)
Lemma input_sparse P g : on_grid (Names.tokens P) (Names.rows P) (Names.base P) g = true -> Names.input P (in_units (Names.base P) g).
Proof. apply on_grid_sound. Qed.
Definition on_inputs_2020a (P : Names_yun2020a.run) (g : digits) : bool :=
  (if Names_yun2020a.widened P then on_extended_grid else on_grid) (Names_yun2020a.tokens P) (Names_yun2020a.rows P) (Names_yun2020a.base P) g.
Lemma input_2020a P g : on_inputs_2020a P g = true -> Names_yun2020a.input P (in_units (Names_yun2020a.base P) g).
Proof. unfold on_inputs_2020a, Names_yun2020a.input. destruct (Names_yun2020a.widened P); [apply on_extended_grid_sound|apply on_grid_sound]. Qed.
Lemma input_sparsebert P g : on_grid (Names_sparsebert.tokens P) (Names_sparsebert.rows P) (Names_sparsebert.base P) g = true -> Names_sparsebert.input P (in_units (Names_sparsebert.base P) g).
Proof. apply on_grid_sound. Qed.

Lemma members_A P a k u v : integer a u -> integer k v ->
  members (fun x => Names.A P a k x) (on2 (fun a k => map Names.one_based (Names.edges P (Names.at_ a) (Names.at_ k))) u v).
Proof.
  intros Ha Hk L E x. values. rewrite (Ha _ eq_refl), (Hk _ eq_refl). unfold Names.A, Names.at_, Names.one_based. rewrite in_map_iff. split.
  - intros [H1 H2]. exists (Z.to_nat (x - 1)). split; [lia|exact H2].
  - intros [j [<- Hj]]. split; [lia|]. replace (Z.to_nat (Z.of_nat j + 1 - 1)) with j by lia. exact Hj.
Qed.

Lemma members_one a v : integer a v -> members (fun x => x = a) (on1 (fun a => [a]) v).
Proof. intros Ha L E x. values. rewrite (Ha _ eq_refl). cbn. intuition congruence. Qed.
Lemma members_or a M v l : integer a v -> members M l -> members (fun x => x = a \/ M x) (on2 cons v l).
Proof. intros Ha HM L E x. values. rewrite (Ha _ eq_refl), (HM _ eq_refl). cbn. intuition congruence. Qed.

(* ---- The tactics: one case for each form that a statement has ---- *)
Ltac candidates M := lazymatch M with
  | fun x => x == ?a => constr:([a])
  | fun x => @?M1 x \/ @?M2 x => let l := candidates M1 in let m := candidates M2 in constr:(l ++ m) end.

Ltac decide_integer := cbv beta; lazymatch goal with
  | |- integer (Names.whole _) _ => unfold Names.whole; eapply integer_floor; decide_number
  | |- integer (Qfloor _) _ => eapply integer_floor; decide_number
  | |- integer (Z.add _ _) _ => eapply (integer_op Z.add); decide_integer
  | |- integer (Z.sub _ _) _ => eapply (integer_op Z.sub); decide_integer
  | |- integer (Z.mul _ _) _ => eapply (integer_op Z.mul); decide_integer
  | |- integer (Z.pow _ _) _ => eapply (integer_op Z.pow); decide_integer
  | |- integer (Z.opp _) _ => eapply integer_opp; decide_integer
  | |- integer (Names.choose _ _) _ => eapply (integer_op Names.choose); decide_integer
  | |- integer _ _ => apply integer_is end
with decide_number := cbv beta; lazymatch goal with
  | |- number (inject_Z _) _ => eapply number_inject; decide_integer
  | |- number (Qplus _ _) _ => eapply number_plus; decide_number
  | |- number (Qminus _ _) _ => eapply number_minus; decide_number
  | |- number (Qmult _ _) _ => eapply number_times; decide_number
  | |- number (Qdiv _ _) _ => eapply number_over; decide_number
  | |- number (Qopp _) _ => eapply number_opp; decide_number
  | |- number (Qpower _ _) _ => eapply number_power; [decide_number|decide_integer]
  | |- number (Qabs _) _ => eapply number_abs; decide_number
  | |- number (Qmax _ _) _ => eapply number_max; decide_number
  | |- number (Qmin _ _) _ => eapply number_min; decide_number
  | |- number (Names.modulo _ _) _ => eapply number_modulo; decide_number
  | |- number (Names.sum _ _ _) _ => eapply number_sum; [decide_integer|decide_integer|let i := fresh "i" in intro i; decide_number]
  | |- number (Names.product _ _ _) _ => eapply number_product; [decide_integer|decide_integer|let i := fresh "i" in intro i; decide_number]
  | |- number (Names.v ?P _ _ _) _ => unfold Names.v, Names.state; eapply (id_read (Names.tokens P)); decide_integer
  | |- number (Names.zt _ _ _) _ => unfold Names.zt; decide_number
  | |- number (Names.M _ _ _ _) _ => unfold Names.M; decide_number
  | |- number (Names.id _ _ _) _ => unfold Names.id; decide_number
  | |- number (Names.entry ?P _ _ _ _) _ => unfold Names.entry, Names.state; eapply (entry_read (Names.tokens P)); decide_integer
  | |- number (Names_yun2020a.v ?P _ _ _) _ => unfold Names_yun2020a.v, Names_yun2020a.state; eapply (id_read (Names_yun2020a.tokens P)); decide_integer
  | |- number (Names_yun2020a.zt _ _ _) _ => unfold Names_yun2020a.zt; decide_number
  | |- number (Names_yun2020a.id _ _ _) _ => unfold Names_yun2020a.id; decide_number
  | |- number (Names_yun2020a.swapped _ _ _ _ _ _) _ => unfold Names_yun2020a.swapped; decide_number
  | |- number (Names_yun2020a.entry ?P _ _ _ _) _ => unfold Names_yun2020a.entry, Names_yun2020a.state; eapply (entry_read (Names_yun2020a.tokens P)); decide_integer
  | |- number (Names_sparsebert.v ?P _ _ _) _ => unfold Names_sparsebert.v, Names_sparsebert.state; eapply (id_read (Names_sparsebert.tokens P)); decide_integer
  | |- number (Names_sparsebert.zt _ _ _) _ => unfold Names_sparsebert.zt; decide_number
  | |- number (Names_sparsebert.id _ _ _) _ => unfold Names_sparsebert.id; decide_number
  | |- number (Names_sparsebert.swapped _ _ _ _ _ _) _ => unfold Names_sparsebert.swapped; decide_number
  | |- number (Names_sparsebert.entry ?P _ _ _ _) _ => unfold Names_sparsebert.entry, Names_sparsebert.state; eapply (entry_read (Names_sparsebert.tokens P)); decide_integer
  | |- number ?x _ => first [is_var x; eassumption|apply number_is] end.

Ltac decide_members := cbv beta; lazymatch goal with
  | |- members (fun x => x = _) _ => eapply members_one; decide_integer
  | |- members (fun x => x = _ \/ _) _ => eapply members_or; [decide_integer|decide_members]
  | |- members (fun x => (?a <= x)%Z /\ (x <= ?b)%Z) _ => eapply members_range; decide_integer
  | |- members (fun x => (?a <= x)%Z /\ inject_Z x <= ?b) _ => eapply members_up_to; [decide_integer|decide_number]
  | |- members (fun x => Names.A ?P ?a ?k x) _ => eapply members_A; decide_integer
  | |- members (Names.A ?P ?a ?k) _ => eapply members_A; decide_integer end.

(* w: the inputs to look at *)
Ltac decide_truth w := cbv beta; lazymatch goal with
  | |- truth True _ => apply truth_true
  | |- truth False _ => apply truth_false
  | |- truth (~ _) _ => eapply truth_not; decide_truth w
  | |- truth (_ <-> _) _ => eapply truth_same; decide_truth w
  | |- truth (_ /\ _) _ => eapply truth_and; decide_truth w
  | |- truth (_ \/ _) _ => eapply truth_or; decide_truth w
  | |- truth (@eq Z _ _) _ => eapply truth_Zeq; decide_integer
  | |- truth (Z.le _ _) _ => eapply truth_Zle; decide_integer
  | |- truth (Z.lt _ _) _ => eapply truth_Zlt; decide_integer
  | |- truth (Qeq _ _) _ => eapply truth_Qeq; decide_number
  | |- truth (Qle _ _) _ => eapply truth_Qle; decide_number
  | |- truth (Qlt _ _) _ => eapply truth_Qlt; decide_number
  | |- truth (Names.same _ _ _) _ => apply truth_equal
  | |- truth (Names_yun2020a.same _ _ _) _ => apply truth_equal
  | |- truth (Names_sparsebert.same _ _ _) _ => apply truth_equal
  | |- truth (exists m : Q, Names.greatest _ _ m /\ _) _ =>
      eapply truth_greatest; [decide_members|let i := fresh "i" in intro i; decide_number|let m := fresh "m" in let v := fresh "v" in let H := fresh "H" in intros m v H; decide_truth w]
  | |- truth (exists m : Q, Names.least _ _ m /\ _) _ =>
      eapply truth_least; [decide_members|let i := fresh "i" in intro i; decide_number|let m := fresh "m" in let v := fresh "v" in let H := fresh "H" in intros m v H; decide_truth w]
  | |- truth (forall x : Z, _) _ => eapply truth_forall; [decide_members|let x := fresh "x" in intro x; decide_truth w]
  | |- truth (exists x : Z, _) _ => eapply truth_exists; [decide_members|let x := fresh "x" in intro x; decide_truth w]
  | |- truth (forall x : Q, @?M x -> @?B x) _ => let l := candidates M in eapply (truth_tried M B _ _ l); let x := fresh "x" in intro x; decide_truth w
  | |- truth (forall H : matrix, Names.input ?P H -> @?B H) _ =>
      eapply (truth_inputs (fun H => Names.input P H) (Names.base P) _ B _ w (input_sparse P)); let g := fresh "g" in intro g; decide_truth w
  | |- truth (forall H : matrix, Names_yun2020a.input ?P H -> @?B H) _ =>
      eapply (truth_inputs (fun H => Names_yun2020a.input P H) (Names_yun2020a.base P) _ B _ w (input_2020a P)); let g := fresh "g" in intro g; decide_truth w
  | |- truth (forall H : matrix, Names_sparsebert.input ?P H -> @?B H) _ =>
      eapply (truth_inputs (fun H => Names_sparsebert.input P H) (Names_sparsebert.base P) _ B _ w (input_sparsebert P)); let g := fresh "g" in intro g; decide_truth w
  | |- truth (_ -> _) _ => eapply truth_implies; decide_truth w end.

(* The goal is ~ claim, false at a run that the claim speaks of. *)
Ltac refute_here claim w := unfold claim; cbv zeta; eapply refuted; [decide_truth w|vm_compute; reflexivity].
(* The goal is ~ (forall P, well_formed P -> hypotheses -> formula of P), and the formula is false at P. `fits` says that the hypotheses hold there. *)
Ltac look_at P fits C := intro C; specialize (C P); let F := fresh "F" in pose proof fits as F; cbv zeta in F;
  repeat match goal with H : _ /\ _ |- _ => destruct H end; repeat match goal with H : _ |- _ => specialize (C H) end.
Ltac refuted_at P fits false_there := let C := fresh "C" in look_at P fits C; exact (false_there C).
Ltac refute P fits w := let C := fresh "C" in look_at P fits C; revert C; cbv zeta; eapply refuted; [decide_truth w|vm_compute; reflexivity].
