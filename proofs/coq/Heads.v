(* Section E.2.1: what a hardmax head, a selective layer and an all-max layer do to any matrix at all. Nothing here speaks of the grid. *)
From Coq Require Import QArith Lqa List Arith Lia.
From Hardmax Require Import Definitions.
Import ListNotations.
Open Scope Q_scope.

Lemma total_first f b B : total f (b :: B) = f b + total f B.
Proof. reflexivity. Qed.
Lemma total_ext f g B : (forall j, In j B -> f j == g j) -> total f B == total g B.
Proof.
  induction B as [|a B IH]; intros H; [reflexivity|].
  rewrite !total_first, (H a), IH by (intros; try apply H; cbn; auto). reflexivity.
Qed.
Lemma total_append f B C : total f (B ++ C) == total f B + total f C.
Proof. induction B as [|b B IH]; [change (total f C == 0 + total f C); ring|]. cbn [app]. rewrite !total_first, IH. ring. Qed.

(* The winners are the arguments of the maximum; there always is one. *)
Lemma winners_are score B j : In j (winners score B) <-> In j B /\ forall i, In i B -> score i <= score j.
Proof.
  unfold winners. rewrite filter_In, forallb_forall. split; intros [H1 H2]; split; auto; intros i Hi; apply Qle_bool_iff; auto.
Qed.
Lemma winners_exist score B : B <> [] -> exists j, In j (winners score B).
Proof.
  intros HB. assert (G : exists j, In j B /\ forall i, In i B -> score i <= score j).
  { induction B as [|a B IH]; [congruence|]. destruct B as [|b B'].
    - exists a. split; [cbn; auto|]. intros i [<-|[]]. apply Qle_refl.
    - destruct (IH ltac:(discriminate)) as [j [Hj M]]. destruct (Qlt_le_dec (score j) (score a)) as [L|L].
      + exists a. split; [cbn; auto|]. intros i [<-|Hi]; [apply Qle_refl|]. apply Qle_trans with (score j); [apply M; exact Hi|apply Qlt_le_weak; exact L].
      + exists j. split; [right; exact Hj|]. intros i [<-|Hi]; [exact L|apply M; exact Hi]. }
  destruct G as [j G]. exists j. apply winners_are. exact G.
Qed.

(* An average over winners that all have the value m is m. *)
Lemma hardmax_constant value score B m : B <> [] -> (forall j, In j (winners score B) -> value j == m) -> hardmax value score B == m.
Proof.
  intros HB H. unfold hardmax. destruct (winners_exist score B HB) as [j Hj].
  set (C := winners score B) in *.
  assert (T : forall C', (forall j, In j C' -> value j == m) -> total value C' == inject_Z (Z.of_nat (length C')) * m).
  { induction C' as [|a C' IH]; intros H'; [change (0 == inject_Z 0 * m); ring|]. cbn [length]. rewrite total_first, (H' a), IH by (intros; try apply H'; cbn; auto). rewrite Nat2Z.inj_succ. unfold Z.succ. rewrite inject_Z_plus. ring. }
  rewrite (T C H). field. intros Z0. assert (L : (0 < length C)%nat) by (destruct C; [destruct Hj|cbn; lia]).
  unfold Qeq in Z0. cbn in Z0. lia.
Qed.

Section Rows.
Variables (d : nat) (D : Z).
Notation id := (column_id d D).

(* psi, above the bias: the largest id in view; below: the smallest. *)
Theorem psi_above c b B Z k : B <> [] -> b < id Z k ->
  exists j, In j B /\ attend d (psi D c b) B Z k == id Z j /\ forall i, In i B -> id Z i <= id Z j.
Proof.
  intros HB Hb. unfold attend. cbn [WV WK WQ bQ psi]. change (dot d (u D) Z) with (id Z).
  set (score := fun j => id Z j * (id Z k - b)).
  assert (M : forall j, In j (winners score B) -> In j B /\ forall i, In i B -> id Z i <= id Z j).
  { intros j Hj. apply winners_are in Hj. destruct Hj as [Hj M]. split; [exact Hj|]. intros i Hi.
    specialize (M i Hi). unfold score in M. apply (Qmult_le_r _ _ (id Z k - b)); [lra|exact M]. }
  destruct (winners_exist score B HB) as [j Hj]. exists j. destruct (M j Hj) as [Hj1 Hj2].
  split; [exact Hj1|]. split; [|exact Hj2]. apply hardmax_constant; [exact HB|].
  intros i Hi. destruct (M i Hi) as [Hi1 Hi2]. apply Qle_antisym; auto.
Qed.
Theorem psi_below c b B Z k : B <> [] -> id Z k < b ->
  exists j, In j B /\ attend d (psi D c b) B Z k == id Z j /\ forall i, In i B -> id Z j <= id Z i.
Proof.
  intros HB Hb. unfold attend. cbn [WV WK WQ bQ psi]. change (dot d (u D) Z) with (id Z).
  set (score := fun j => id Z j * (id Z k - b)).
  assert (M : forall j, In j (winners score B) -> In j B /\ forall i, In i B -> id Z j <= id Z i).
  { intros j Hj. apply winners_are in Hj. destruct Hj as [Hj M]. split; [exact Hj|]. intros i Hi.
    specialize (M i Hi). unfold score in M. apply (Qmult_le_r _ _ (b - id Z k)); [lra|].
    setoid_replace (id Z j * (b - id Z k)) with (- (id Z j * (id Z k - b))) by ring.
    setoid_replace (id Z i * (b - id Z k)) with (- (id Z i * (id Z k - b))) by ring. apply Qopp_le_compat. exact M. }
  destruct (winners_exist score B HB) as [j Hj]. exists j. destruct (M j Hj) as [Hj1 Hj2].
  split; [exact Hj1|]. split; [|exact Hj2]. apply hardmax_constant; [exact HB|].
  intros i Hi. destruct (M i Hi) as [Hi1 Hi2]. apply Qle_antisym; auto.
Qed.

(* Psi: the first row of a column whose id is strictly between the biases grows by c (max - min); outside the closed interval nothing changes; the other rows never do. *)
Theorem Psi_inside A c b b' Z k : A k <> [] -> b < id Z k < b' ->
  exists hi lo, In hi (A k) /\ In lo (A k) /\ (forall i, In i (A k) -> id Z lo <= id Z i <= id Z hi) /\
    apply_layer d A (Psi D c b b') Z O k == Z O k + c * (id Z hi - id Z lo).
Proof.
  intros HA [H1 H2]. destruct (psi_above c b (A k) Z k HA H1) as [hi [I1 [E1 M1]]].
  destruct (psi_below (- c) b' (A k) Z k HA H2) as [lo [I2 [E2 M2]]].
  exists hi, lo. repeat split; auto. unfold apply_layer, Psi. cbn [fold_right WO psi e1]. rewrite E1, E2. ring.
Qed.
Theorem Psi_outside A c b b' Z k : A k <> [] -> b < b' -> id Z k < b \/ b' < id Z k ->
  forall r, apply_layer d A (Psi D c b b') Z r k == Z r k.
Proof.
  intros HA Hb H r. unfold apply_layer, Psi. cbn [fold_right WO psi]. destruct r as [|r]; cbn [e1]; [|ring].
  destruct H as [H|H].
  - destruct (psi_below c b (A k) Z k HA H) as [j1 [I1 [E1 M1]]].
    destruct (psi_below (- c) b' (A k) Z k HA ltac:(lra)) as [j2 [I2 [E2 M2]]].
    rewrite E1, E2. assert (Eq : id Z j1 == id Z j2) by (apply Qle_antisym; auto). rewrite Eq. ring.
  - destruct (psi_above c b (A k) Z k HA ltac:(lra)) as [j1 [I1 [E1 M1]]].
    destruct (psi_above (- c) b' (A k) Z k HA H) as [j2 [I2 [E2 M2]]].
    rewrite E1, E2. assert (Eq : id Z j1 == id Z j2) by (apply Qle_antisym; auto). rewrite Eq. ring.
Qed.
Theorem Psi_other_rows A c b b' Z r k : apply_layer d A (Psi D c b b') Z (S r) k == Z (S r) k.
Proof. unfold apply_layer, Psi. cbn [fold_right WO psi e1]. ring. Qed.

(* Omega, on positive ids: the first row grows by c max; the other rows never change. *)
Theorem Omega_first_row A c Z k : A k <> [] -> 0 < id Z k ->
  exists hi, In hi (A k) /\ (forall i, In i (A k) -> id Z i <= id Z hi) /\ apply_layer d A (Omega D c) Z O k == Z O k + c * id Z hi.
Proof.
  intros HA H. destruct (psi_above c 0 (A k) Z k HA H) as [hi [I1 [E1 M1]]]. exists hi. repeat split; auto.
  unfold apply_layer, Omega. cbn [fold_right WO psi e1]. rewrite E1. ring.
Qed.
Theorem Omega_other_rows A c Z r k : apply_layer d A (Omega D c) Z (S r) k == Z (S r) k.
Proof. unfold apply_layer, Omega. cbn [fold_right WO psi e1]. ring. Qed.

(* A change of the first row changes the id by as much, since the first entry of u is 1. *)
Lemma id_of_first_row Z Z' k v : (1 <= d)%nat -> Z' O k == Z O k + v -> (forall r, Z' (S r) k == Z (S r) k) -> id Z' k == id Z k + v.
Proof.
  intros Hd H0 H. unfold column_id, dot. destruct d as [|e]; [lia|].
  cbn [seq]. rewrite !total_first, (total_ext (fun r => u D r * Z' r k) (fun r => u D r * Z r k)).
  - rewrite H0. unfold u. cbn. ring.
  - intros r Hr. apply in_seq in Hr. destruct r as [|r]; [lia|]. rewrite H. reflexivity.
Qed.
Lemma id_ext Z Z' k : (forall r, (r < d)%nat -> Z' r k == Z r k) -> id Z' k == id Z k.
Proof. intros H. unfold column_id, dot. apply total_ext. intros r Hr. apply in_seq in Hr. rewrite H by lia. reflexivity. Qed.
End Rows.
