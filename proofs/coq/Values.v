(* Lemma 8: the value mapping of E.3. A layer Z + v phi(u^T Z - c 1^T), phi the indicator of [-delta/2, delta/2), adds v to every column whose id lies in the window around c. For every context there
   is one, with c its id and v the target less the context. As printed the lemma is false, in either order of layers: a column that has become its target is looked at by the layers that follow, and
   its id may lie in one of their windows. It is true where no target's id lies in the window of a later layer; repair R2 (targets moved below all ids, one more layer to move them back) makes it so. *)
From Coq Require Import QArith Lqa List Arith Lia.
From Hardmax Require Import Definitions Quantizer.
Import ListNotations.
Open Scope Q_scope.

Definition column := nat -> Q.
Section Values.
Variables (d : nat) (D : Z).
Definition id_of (z : column) : Q := total (fun r => u D r * z r) (seq 0 d).
Definition equal (z z' : column) : Prop := forall r, (r < d)%nat -> z r == z' r.

(* A context and its target. *)
Definition item := (column * column)%type.
Definition hit (c z : column) : bool := inside (id_of c - (1 # 2) * delta D) (delta D) (id_of z).
Definition value_layer (it : item) (z : column) : column := fun r => if hit (fst it) z then z r + (snd it r - fst it r) else z r.
Definition values (L : list item) (z : column) : column := fold_left (fun z it => value_layer it z) L z.

Lemma id_equal z z' : equal z z' -> id_of z == id_of z'.
Proof.
  intros E. unfold id_of. assert (G : forall B, (forall r, In r B -> (r < d)%nat) -> total (fun r => u D r * z r) B == total (fun r => u D r * z' r) B).
  { induction B as [|a B IH]; intros H; [reflexivity|]. cbn [total fold_right]. rewrite (E a) by (apply H; left; reflexivity).
    change (u D a * z' a + total (fun r => u D r * z r) B == u D a * z' a + total (fun r => u D r * z' r) B). rewrite IH by (intros; apply H; right; assumption). reflexivity. }
  apply G. intros r Hr. apply in_seq in Hr. lia.
Qed.
Lemma hit_equal c z z' : equal z z' -> hit c z = hit c z'.
Proof. intros E. unfold hit. apply inside_same. apply id_equal. exact E. Qed.
Lemma layer_equal it z z' : equal z z' -> equal (value_layer it z) (value_layer it z').
Proof. intros E r Hr. unfold value_layer. rewrite (hit_equal _ z z' E). destruct (hit (fst it) z'); rewrite (E r Hr); reflexivity. Qed.
Lemma values_equal L : forall z z', equal z z' -> equal (values L z) (values L z').
Proof. induction L as [|it L IH]; intros z z' E; [exact E|]. cbn. apply IH. apply layer_equal. exact E. Qed.
Lemma values_miss L : forall z, (forall it, In it L -> hit (fst it) z = false) -> equal (values L z) z.
Proof.
  induction L as [|it L IH]; intros z H; [intros r _; reflexivity|]. cbn. intros r Hr.
  assert (E : equal (value_layer it z) z) by (intros r' _; unfold value_layer; rewrite (H it ltac:(left; reflexivity)); reflexivity).
  rewrite (values_equal L _ _ E r Hr). apply IH; [|exact Hr]. intros it' H'. apply H. right. exact H'.
Qed.
Lemma values_append L M z : values (L ++ M) z = values M (values L z).
Proof. apply fold_left_app. Qed.

(* The lemma with the hypothesis that makes it true. Ids of contexts lie delta apart; the target of an item is in no window of a later layer. *)
Theorem Lemma8 L M it : 0 < delta D ->
  (forall it', In it' (L ++ M) -> id_of (fst it) + delta D <= id_of (fst it') \/ id_of (fst it') + delta D <= id_of (fst it)) ->
  (forall it', In it' M -> hit (fst it') (snd it) = false) ->
  equal (values (L ++ it :: M) (fst it)) (snd it).
Proof.
  intros Pos Apart Free r Hr. rewrite values_append. change (it :: M) with ([it] ++ M). rewrite values_append.
  assert (E1 : equal (values L (fst it)) (fst it)).
  { apply values_miss. intros it' H'. unfold hit. destruct (inside _ _ _) eqn:E; [|reflexivity]. apply inside_spec in E. destruct E.
    destruct (Apart it' ltac:(apply in_or_app; left; exact H')); exfalso; lra. }
  assert (E2 : equal (value_layer it (fst it)) (snd it)).
  { intros r' _. unfold value_layer, hit. replace (inside _ _ _) with true; [ring|]. symmetry. apply inside_spec. split; lra. }
  assert (E3 : equal (values [it] (values L (fst it))) (snd it)).
  { intros r' Hr'. cbn. rewrite (layer_equal it _ _ E1 r' Hr'). apply E2. exact Hr'. }
  rewrite (values_equal M _ _ E3 r Hr). apply values_miss; assumption.
Qed.

(* As printed, for any targets, it is false whatever the contexts and whatever the order of layers: let the target of the last but one context be the last context, and that of the last anything else. *)
Theorem Lemma8_fails L c1 c2 t : 0 < delta D ->
  (forall it, In it L -> id_of c1 + delta D <= id_of (fst it) \/ id_of (fst it) + delta D <= id_of c1) ->
  equal (values (L ++ [(c1, c2); (c2, t)]) c1) t.
Proof.
  intros Pos Apart r Hr. rewrite values_append.
  assert (E1 : equal (values L c1) c1).
  { apply values_miss. intros it H. unfold hit. destruct (inside _ _ _) eqn:E; [|reflexivity]. apply inside_spec in E. destruct E. destruct (Apart it H); exfalso; lra. }
  rewrite (values_equal [(c1, c2); (c2, t)] _ _ E1 r Hr). cbn [values fold_left].
  assert (H0 : forall c z, id_of z == id_of c -> hit c z = true) by (intros c z E; unfold hit; apply inside_spec; split; rewrite E; lra).
  assert (E2 : equal (value_layer (c1, c2) c1) c2) by (intros r' _; unfold value_layer; cbn [fst snd]; rewrite H0 by reflexivity; ring).
  change (value_layer (c2, t) (value_layer (c1, c2) c1) r == t r). unfold value_layer at 1. cbn [fst snd]. rewrite (H0 c2) by (apply id_equal; exact E2). rewrite (E2 r Hr). ring.
Qed.
Corollary Lemma8_refuted L c1 c2 t : 0 < delta D ->
  (forall it, In it L -> id_of c1 + delta D <= id_of (fst it) \/ id_of (fst it) + delta D <= id_of c1) -> ~ equal c2 t -> ~ equal (values (L ++ [(c1, c2); (c2, t)]) c1) c2.
Proof. intros Pos Apart Ne E. apply Ne. intros r Hr. rewrite <- (E r Hr). apply Lemma8_fails; assumption. Qed.

(* Repair R2: targets moved by -K along the first row so that all their ids lie below all windows; then every order of layers works. *)
Definition lowered (K : Q) (t : column) : column := fun r => match r with O => t O - K | S _ => t r end.
Lemma lowered_id K t : (1 <= d)%nat -> id_of (lowered K t) == id_of t - K.
Proof.
  intros Hd. unfold id_of. destruct d as [|e]; [lia|]. cbn [seq]. cbn [total fold_right].
  assert (R : total (fun r => u D r * lowered K t r) (seq 1 e) == total (fun r => u D r * t r) (seq 1 e)).
  { assert (G : forall B, (forall r, In r B -> (1 <= r)%nat) -> total (fun r => u D r * lowered K t r) B == total (fun r => u D r * t r) B).
    { induction B as [|a B IH]; intros H; [reflexivity|]. change (u D a * lowered K t a + total (fun r => u D r * lowered K t r) B == u D a * t a + total (fun r => u D r * t r) B).
      rewrite IH by (intros; apply H; right; assumption). specialize (H a ltac:(left; reflexivity)). destruct a; [lia|]. reflexivity. }
    apply G. intros r Hr. apply in_seq in Hr. lia. }
  change (u D 0%nat * lowered K t 0%nat + total (fun r => u D r * lowered K t r) (seq 1 e) == u D 0%nat * t 0%nat + total (fun r => u D r * t r) (seq 1 e) - K).
  rewrite R. unfold lowered, u. cbn. ring.
Qed.
Theorem Lemma8_lowered L M it K : (1 <= d)%nat -> 0 < delta D ->
  (forall it', In it' (L ++ M) -> id_of (fst it) + delta D <= id_of (fst it') \/ id_of (fst it') + delta D <= id_of (fst it)) ->
  (forall it', In it' (L ++ it :: M) -> id_of (snd it) - K < id_of (fst it') - (1 # 2) * delta D) ->
  let low := fun it : item => (fst it, lowered K (snd it)) in
  equal (fun r => lowered (- K) (values (map low (L ++ it :: M)) (fst it)) r) (snd it).
Proof.
  intros Hd Pos Apart Below low r Hr. rewrite map_app. cbn [map].
  assert (E : equal (values (map low L ++ low it :: map low M) (fst (low it))) (snd (low it))).
  { apply Lemma8; [exact Pos| |].
    - intros it' H'. rewrite <- map_app in H'. apply in_map_iff in H'. destruct H' as [x [<- Hx]]. exact (Apart x Hx).
    - intros it' H'. apply in_map_iff in H'. destruct H' as [x [<- Hx]]. unfold hit. cbn [fst snd low]. destruct (inside _ _ _) eqn:E; [|reflexivity].
      apply inside_spec in E. destruct E as [E _]. rewrite lowered_id in E by exact Hd. specialize (Below x ltac:(apply in_or_app; right; right; exact Hx)). exfalso. lra. }
  change (fst (low it)) with (fst it) in E. cbn [fst low] in E. specialize (E r Hr). cbn [snd low] in E.
  destruct r as [|r]; cbn [lowered] in *; rewrite E; ring.
Qed.
(* Lemma 8 as stated holds: as many layers as contexts serve for any targets, if the first has other values on both sides of its window. It adds v inside and l v outside, so it moves the ids of all other
   columns, alike, above all ids of targets; the other layers are those of E.3 for the columns as they then are. Where no target changes an id, the layers of E.3 serve (Lemma8_same_ids). *)
Definition first_layer (l : Q) (it : item) (z : column) : column := fun r => z r + (if hit (fst it) z then 1 else l) * (snd it r - fst it r).
Definition moved (l : Q) (it x : item) : item := (fun r => fst x r + l * (snd it r - fst it r), snd x).
Lemma moved_id l it x : id_of (fst (moved l it x)) == id_of (fst x) + l * (id_of (snd it) - id_of (fst it)).
Proof.
  unfold id_of, moved. cbn [fst]. set (f := fun r => u D r * fst x r). set (g := fun r => u D r * snd it r). set (h := fun r => u D r * fst it r).
  assert (G : forall B, total (fun r => u D r * (fst x r + l * (snd it r - fst it r))) B == total f B + l * (total g B - total h B)); [|apply G].
  induction B as [|r B IH]; [cbn; ring|]. change (u D r * (fst x r + l * (snd it r - fst it r)) + total (fun r => u D r * (fst x r + l * (snd it r - fst it r))) B
    == (f r + total f B) + l * ((g r + total g B) - (h r + total h B))). rewrite IH. unfold f, g, h. ring.
Qed.
Lemma hit_own c z : 0 < delta D -> id_of z == id_of c -> hit c z = true.
Proof. intros Pos E. unfold hit. apply inside_spec. split; rewrite E; lra. Qed.
Lemma hit_not c z : id_of z < id_of c - (1 # 2) * delta D \/ id_of c + (1 # 2) * delta D <= id_of z -> hit c z = false.
Proof. intros H. unfold hit. destruct (inside _ _ _) eqn:E; [|reflexivity]. apply inside_spec in E. destruct E. exfalso. destruct H; lra. Qed.
Section First.
Variables (first : item) (L M : list item) (it : item) (a l : Q).
Let others := L ++ it :: M.
Hypothesis Pos : 0 < delta D.
Hypothesis Apart_first : forall x, In x others -> id_of (fst first) + delta D <= id_of (fst x) \/ id_of (fst x) + delta D <= id_of (fst first).
Hypothesis Apart : forall x, In x (L ++ M) -> id_of (fst it) + delta D <= id_of (fst x) \/ id_of (fst x) + delta D <= id_of (fst it).
Hypothesis Above_0 : forall x, In x others -> 0 < id_of (fst x).
Hypothesis Targets : forall x, In x (first :: others) -> id_of (snd x) <= a.
Hypothesis Lift : l * (id_of (snd first) - id_of (fst first)) == a + delta D.
Lemma below_moved x y : In x others -> id_of y <= a -> hit (fst (moved l first x)) y = false.
Proof. intros Hx Hy. apply hit_not. left. rewrite moved_id, Lift. specialize (Above_0 x Hx). lra. Qed.
Theorem Lemma8_first : equal (values (map (moved l first) others) (first_layer l first (fst first))) (snd first).
Proof.
  assert (E : equal (first_layer l first (fst first)) (snd first)) by (intros r _; unfold first_layer; rewrite hit_own by (assumption || reflexivity); ring).
  intros r Hr. rewrite (values_equal _ _ _ E r Hr). apply values_miss; [|exact Hr]. intros x' H. apply in_map_iff in H. destruct H as [x [<- Hx]]. apply below_moved; [exact Hx|apply Targets; left; reflexivity].
Qed.
Theorem Lemma8_others : equal (values (map (moved l first) others) (first_layer l first (fst it))) (snd it).
Proof.
  assert (In_it : In it others) by (apply in_or_app; right; left; reflexivity).
  assert (E : equal (first_layer l first (fst it)) (fst (moved l first it))).
  { intros r _. unfold first_layer, moved. cbn [fst]. rewrite hit_not; [ring|]. destruct (Apart_first it In_it); [right|left]; lra. }
  intros r Hr. rewrite (values_equal _ _ _ E r Hr). unfold others. rewrite map_app. cbn [map]. change (snd it) with (snd (moved l first it)). apply Lemma8; [exact Pos| | |exact Hr].
  - intros x' H. rewrite <- map_app in H. apply in_map_iff in H. destruct H as [x [<- Hx]]. rewrite !moved_id. destruct (Apart x Hx); [left|right]; lra.
  - intros x' H. apply in_map_iff in H. destruct H as [x [<- Hx]]. apply below_moved; [apply in_or_app; right; right; exact Hx|exact (Targets it (or_intror In_it))].
Qed.
End First.
Theorem Lemma8_same_ids L M it : 0 < delta D ->
  (forall x, In x (L ++ M) -> id_of (fst it) + delta D <= id_of (fst x) \/ id_of (fst x) + delta D <= id_of (fst it)) ->
  id_of (snd it) == id_of (fst it) -> equal (values (L ++ it :: M) (fst it)) (snd it).
Proof.
  intros Pos Apart Same. apply Lemma8; [exact Pos|exact Apart|]. intros x Hx. apply hit_not. rewrite Same. destruct (Apart x ltac:(apply in_or_app; right; exact Hx)); [left|right]; lra.
Qed.
End Values.
