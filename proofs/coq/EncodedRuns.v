(* yun2020a with positional encodings (Section C.2): the literal network, run on every input of the grid shifted by 0, 1, ..., n-1. Its states after any number of layers of the sweep, its ids after
   the sweep and after the global shift, as whole numbers of delta (EncodedSweep.v); and Section C as it is true: for every n >= 2, d >= 1, D >= 2 no id occurs twice.

   y k   the id of token k in units of delta before the first layer: that of its column and k W, where W = D (1 + D + ... + D^(d-1)) is what adding 1 to every row adds. *)
From Coq Require Import QArith Qround Lqa List Arith Lia Bool.
From Hardmax Require Import Definitions Arithmetic Digits Layers Heads Network Dense Within Runs Sweep EncodedSweep DenseLayers DenseRuns DenseInputs.
From Hardmax Require Names Names_yun2020a.
Import ListNotations.
Open Scope Q_scope.

(* Layer number a q + m of the sweep is the m-th window of token a. *)
Lemma first_layers {X} (f : nat -> list X) q n a m : (forall j, length (f j) = q) -> (a < n)%nat -> (m <= q)%nat -> firstn (a * q + m) (flat_map f (seq 0 n)) = flat_map f (seq 0 a) ++ firstn m (f a).
Proof.
  intros L Ha Hm. replace n with (a + S (n - a - 1))%nat by lia. rewrite seq_app, flat_map_app. cbn [Nat.add seq flat_map].
  assert (E : length (flat_map f (seq 0 a)) = (a * q)%nat) by (clear Ha; induction a as [|a IH]; [reflexivity|]; rewrite seq_S, flat_map_app, app_length, IH; cbn [flat_map Nat.add]; rewrite app_nil_r, L; lia).
  rewrite <- E, firstn_after, firstn_app, L. replace (m - q)%nat with O by lia. cbn [firstn]. rewrite app_nil_r. reflexivity.
Qed.

Lemma two_rows d D : (2 <= d)%nat -> (2 <= D)%Z -> (D ** d < D * weights d D)%Z.
Proof. intros Hd HD. pose proof (Delta_closed d D) as E. assert (2 <= weights d D)%Z; [|nia]. destruct d as [|[|e]]; [lia|lia|]. rewrite !pow_step in E. pose proof (pow_positive D e ltac:(lia)). nia. Qed.

Section Run.
Variable P : Names_yun2020a.run.
Notation n := (Names_yun2020a.tokens P).
Notation d := (Names_yun2020a.rows P).
Notation D := (Names_yun2020a.base P).
Notation q := (D ** d)%Z.
Notation W := (D * weights d D)%Z.
Hypothesis WF : Names_yun2020a.well_formed P.
Hypothesis encoded_run : Names_yun2020a.encoded P = true.
Let n2 := n2 P WF.
Let d1 := d1 P WF.
Let D2 := D2 P WF.
Let q2 := q2 P WF.
Notation represents := (represents n d D).

Lemma W_low : (q <= W)%Z.
Proof. exact (interval_fits d D d1 D2). Qed.
Lemma W_high : (W <= 2 * (q - 1))%Z.
Proof. pose proof (Delta_closed d D). pose proof D2. pose proof (Delta_bound d D d1 D2). nia. Qed.
Lemma W_one_row : d = 1%nat -> W = q.
Proof. intros E. rewrite E. change (weights 1 D) with (0 + D ** 0 * 1)%Z. rewrite (pow_step D 0), !pow_zero. ring. Qed.
(* More than one row, or more than two tokens. *)
Lemma wide_enough : (3 <= n \/ 2 <= d)%nat -> (q < (Z.of_nat n - 1) * W)%Z.
Proof.
  intros C. pose proof W_low. pose proof q2. pose proof n2. destruct C as [C|C]; [nia|]. pose proof (two_rows d D C D2). nia.
Qed.

Section Input.
Variable H : matrix.
Hypothesis HH : input P H.
Lemma encoded_entries r k : (r < d)%nat -> (k < n)%nat -> (0 <= entry_units P H r k < D)%Z.
Proof.
  intros Hr Hk. destruct (entry_is P WF H HH r k Hr Hk) as [E [B|B]]; [exact B|]. exfalso. assert (G : grid n d D H) by (pose proof HH as I; unfold input in I; rewrite (proj2 (proj2 (proj2 WF)) encoded_run) in I; exact I).
  destruct (G r k Hr Hk) as [m [Hm Em]]. rewrite Em in E. change (U D m == U D (entry_units P H r k)) in E. apply u_eq in E; [|exact D2]. pose proof (pow_positive D (n * d) ltac:(pose proof D2; lia)). pose proof D2. nia.
Qed.
Definition y (k : nat) : Z := (x P H k + Z.of_nat k * W)%Z.
Lemma encoded_columns k : (k < n)%nat -> (0 <= x P H k <= q - 1)%Z.
Proof. intros Hk. apply number_range; [pose proof D2; lia|]. intros r Hr. exact (encoded_entries r k Hr Hk). Qed.
Lemma y_encoded : encoded_ids n q W y.
Proof. intros j Hj. unfold y. pose proof (encoded_columns j Hj). lia. Qed.
Lemma y_represented : represents y (encode true H).
Proof.
  intros k Hk. unfold column_id, dot, y, x. replace (Z.of_nat k * W)%Z with (Z.of_nat k * D * weights d D)%Z by ring. rewrite <- number_shift, <- (total_is_number D). apply total_ext. intros r Hr. apply in_seq in Hr.
  destruct (entry_is P WF H HH r k ltac:(lia) Hk) as [E _]. unfold encode, encoding. rewrite E, inject_Z_plus, inject_Z_mult. unfold Definitions.delta. field. exact (base_not_zero _ D2).
Qed.

(* ---- The sweep ---- *)
Notation part := (fun j => sweep_of d D (inject_Z (Z.of_nat j) * Delta d D)).
Notation everyone := (fun _ => seq 0 n).
Lemma part_length j : length (part j) = Z.to_nat q.
Proof. unfold sweep_of. rewrite map_length, seq_length. reflexivity. Qed.
Lemma first_stage_is : Names_yun2020a.first_stage P = flat_map part (seq 0 n).
Proof. unfold Names_yun2020a.first_stage. rewrite encoded_run. reflexivity. Qed.
Lemma part_length_all a : length (flat_map part (seq 0 a)) = (a * Z.to_nat q)%nat.
Proof. induction a as [|a IH]; [reflexivity|]. rewrite seq_S, flat_map_app, app_length, IH. cbn [flat_map Nat.add]. rewrite app_nil_r, part_length. lia. Qed.
Lemma encoded_sweep_layers : Names_yun2020a.layers_selective_shift P = (Z.of_nat n * q)%Z.
Proof. unfold Names_yun2020a.layers_selective_shift. rewrite first_stage_is, part_length_all, Nat2Z.inj_mul, Z2Nat.id by (pose proof q2; lia). reflexivity. Qed.
Lemma part_start a : inject_Z (Z.of_nat a) * Delta d D == inject_Z (Z.of_nat a * W) * Definitions.delta D.
Proof. rewrite (Delta_is_weights d D), !inject_Z_mult. unfold Definitions.delta. field. exact (base_not_zero _ D2). Qed.
Lemma part_ids a m t z Z : (m <= Z.to_nat q)%nat -> represents z Z -> represents (shift_range q everyone (Z.of_nat a * W) m z) (Definitions.run d 1 (Names_yun2020a.edges P) t (firstn m (part a)) Z).
Proof.
  intros Hm R. unfold Names_yun2020a.edges, Dense.everyone. rewrite run_constant. exact (sweep_of_layers n d D everyone d1 D2 (everyone_tokens P) (everyone_there P) z Z _ _ m (part_start a) R Hm).
Qed.
Lemma parts_ids a : represents (after_sweeps n q W a y) (Definitions.run d 1 (Names_yun2020a.edges P) 0 (flat_map part (seq 0 a)) (encode true H)).
Proof.
  induction a as [|a IH]; [exact y_represented|]. rewrite seq_S, flat_map_app. cbn [flat_map Nat.add after_sweeps]. rewrite app_nil_r, Network.run_append. rewrite <- (firstn_all (part a)), part_length. apply part_ids; [lia|exact IH].
Qed.
(* After the windows of the tokens before a, and m of those of token a. *)
Theorem encoded_states a m : (a < n)%nat -> (m <= Z.to_nat q)%nat ->
  represents (shift_range q everyone (Z.of_nat a * W) m (after_sweeps n q W a y)) (Names_yun2020a.state P (Z.of_nat a * q + Z.of_nat m) H).
Proof.
  intros Ha Hm. unfold Names_yun2020a.state, Names_yun2020a.layers. replace (Z.to_nat (Z.of_nat a * q + Z.of_nat m)) with (a * Z.to_nat q + m)%nat by (pose proof q2; nia).
  rewrite encoded_run, first_stage_is, firstn_app, part_length_all. assert (a * Z.to_nat q + m <= n * Z.to_nat q)%nat by nia. replace (a * Z.to_nat q + m - n * Z.to_nat q)%nat with O by lia. cbn [firstn]. rewrite app_nil_r, (first_layers part (Z.to_nat q)) by (exact part_length || assumption).
  rewrite Network.run_append. apply part_ids; [exact Hm|exact (parts_ids a)].
Qed.
Notation last := (last_ids n q W y).
Notation peak := (peak n q W y).
Lemma swept_state : represents last (Names_yun2020a.state P (Names_yun2020a.layers_selective_shift P) H).
Proof.
  unfold Names_yun2020a.state, Names_yun2020a.layers, Names_yun2020a.layers_selective_shift. rewrite Nat2Z.id, firstn_app, firstn_all, Nat.sub_diag. cbn [firstn]. rewrite app_nil_r, encoded_run, first_stage_is. exact (parts_ids n).
Qed.
Lemma encoded_z k : (1 <= k <= Z.of_nat n)%Z -> Names_yun2020a.z P H k == U D (y (Names.at_ k)).
Proof. intros Hk. unfold Names_yun2020a.z, Names_yun2020a.v, Names_yun2020a.state. cbn [Z.to_nat firstn Definitions.run]. rewrite encoded_run. exact (y_represented (Names.at_ k) (at_range k n Hk)). Qed.
Lemma encoded_zt k : (1 <= k <= Z.of_nat n)%Z -> Names_yun2020a.zt P H k == U D (last (Names.at_ k)).
Proof. intros Hk. exact (swept_state (Names.at_ k) (at_range k n Hk)). Qed.

(* ---- The global shift ---- *)
Definition encoded_c : Z := (Z.of_nat n * q ** (n + 1) * D)%Z.
Lemma encoded_multiplier : Names_yun2020a.multiplier P = encoded_c.
Proof.
  unfold Names_yun2020a.multiplier, c_yun2020a, encoded_c. rewrite encoded_run. replace (Z.of_nat ((n + 1) * d + 1)) with (Z.of_nat d * Z.of_nat (n + 1) + 1)%Z by lia. rewrite Z.pow_add_r, Z.pow_mul_r, Z.pow_1_r by lia. ring.
Qed.
Lemma encoded_id k : (1 <= k <= Z.of_nat n)%Z -> Names_yun2020a.id P H k == U D (last (Names.at_ k) + encoded_c * peak).
Proof.
  intros Hk. pose proof (at_range k n Hk) as Hk'. unfold Names_yun2020a.id, Names_yun2020a.v, Names_yun2020a.state, Names_yun2020a.layers. unfold Names_yun2020a.layers_selective_shift, Names_yun2020a.layers_global_shift. rewrite <- Nat2Z.inj_add, <- app_length, Nat2Z.id, firstn_all, Network.run_append.
  set (Y := Definitions.run d 1 (Names_yun2020a.edges P) 0 (Names_yun2020a.first_stage P) (encode (Names_yun2020a.encoded P) H)).
  assert (RY : represents last Y) by (unfold Y; rewrite encoded_run, first_stage_is; exact (parts_ids n)). pose proof (fun j => ids_positive n q W n2 q2 W_low W_high y y_encoded j) as Pos.
  unfold Names_yun2020a.last_stage, global_shifts. cbn [repeat Definitions.run]. unfold Names_yun2020a.edges, Dense.everyone. rewrite encoded_multiplier.
  pose proof (global_layer n d D everyone d1 D2 (everyone_tokens P) (everyone_there P) last Y RY encoded_c ltac:(intros j Hj E; specialize (Pos j Hj); lia) (Names.at_ k) Hk') as G.
  assert (EP : pulled everyone last encoded_c (Names.at_ k) = (last (Names.at_ k) + encoded_c * peak)%Z) by (unfold pulled; specialize (Pos _ Hk'); destruct (Z.ltb_spec (last (Names.at_ k)) 0); [lia|reflexivity]).
  rewrite <- EP. exact G.
Qed.
Lemma peak_is_greatest : Names.greatest (fun k => (1 <= k)%Z /\ (k <= Z.of_nat n)%Z) (fun k => Names_yun2020a.zt P H k) (U D peak).
Proof.
  apply (greatest_same (listed (seq 0 n))); [intros j; apply all_tokens|]. apply (greatest_units D n _ last (seq 0 n) D2); [exact (everyone_there P 0%nat ltac:(pose proof n2; lia))|intros j Hj; apply in_seq in Hj; lia|exact encoded_zt].
Qed.
End Input.

Lemma c_large : (2 * Z.of_nat n * q ** (n + 1) <= encoded_c)%Z.
Proof. unfold encoded_c. pose proof D2. pose proof (pow_positive q (n + 1) ltac:(pose proof q2; lia)). nia. Qed.
Lemma same_columns H H' (HH : input P H) (HH' : input P H') : (forall k, (k < n)%nat -> y H k = y H' k) -> Names_yun2020a.same P H H'.
Proof.
  intros E r k Hr Hk. destruct (entry_is P WF H HH r k Hr Hk) as [-> _]. destruct (entry_is P WF H' HH' r k Hr Hk) as [-> _].
  assert (Ex : x P H k = x P H' k) by (specialize (E k Hk); unfold y in E; lia).
  rewrite (number_injective d D _ _ ltac:(pose proof D2; lia) (fun a Ha => encoded_entries H HH a k Ha Hk) (fun a Ha => encoded_entries H' HH' a k Ha Hk) Ex r Hr). reflexivity.
Qed.
(* No id occurs twice. *)
Theorem encoded_ids_differ H H' (HH : input P H) (HH' : input P H') k k' : (1 <= k <= Z.of_nat n)%Z -> (1 <= k' <= Z.of_nat n)%Z -> Names_yun2020a.id P H k == Names_yun2020a.id P H' k' -> Names_yun2020a.same P H H' /\ k = k'.
Proof.
  intros Hk Hk' E. rewrite (encoded_id H HH k Hk), (encoded_id H' HH' k' Hk') in E. apply u_eq in E; [|exact D2].
  destruct (encoded_contextual n q W n2 q2 W_low W_high encoded_c (y H) (y H') _ _ c_large (y_encoded H HH) (y_encoded H' HH') (at_range k n Hk) (at_range k' n Hk') E) as [J X].
  split; [apply same_columns; assumption|unfold Names.at_ in J; lia].
Qed.
End Run.

(* ---- Section C, and where the order of the tokens is kept ---- *)
Section Encoded.
Variables (n d : nat) (D : Z).
Hypothesis n2 : (2 <= n)%nat.
Hypothesis d1 : (1 <= d)%nat.
Hypothesis D2 : (2 <= D)%Z.
Let P := {| Names_yun2020a.tokens := n; Names_yun2020a.rows := d; Names_yun2020a.base := D; Names_yun2020a.encoded := true; Names_yun2020a.widened := false |}.
Let WF : Names_yun2020a.well_formed P := conj n2 (conj d1 (conj D2 (fun _ => eq_refl))).

Theorem appendix_C : (Z.of_nat (length (network_yun2020a n d D true)) = Z.of_nat n * D ^ Z.of_nat d + 1)%Z /\ (forall L, In L (network_yun2020a n d D true) -> (length L <= 2)%nat) /\
  no_id_twice n d D (after_layers n d (network_yun2020a n d D true) true).
Proof.
  split; [|split].
  - unfold network_yun2020a. rewrite app_length, Nat2Z.inj_add. pose proof (encoded_sweep_layers P WF eq_refl) as E. unfold Names_yun2020a.layers_selective_shift in E. exact (f_equal (fun a => a + 1)%Z E).
  - intros L I. unfold network_yun2020a in I. apply in_app_or in I. destruct I as [I|[<-|[]]]; [|cbn; lia]. cbn [sweep] in I. apply in_flat_map in I. destruct I as [j [_ I]]. unfold sweep_of in I. apply in_map_iff in I. destruct I as [m [<- _]]. cbn. lia.
  - intros G G' HG HG' k k' Hk Hk' E. pose proof (encoded_ids_differ P WF eq_refl G G' HG HG' (Names.one_based k) (Names.one_based k')) as F. unfold Names.one_based in F. cbn [Names_yun2020a.tokens P] in F. specialize (F ltac:(lia) ltac:(lia)).
    unfold Names_yun2020a.id, Names_yun2020a.v, Names_yun2020a.state in F. unfold Names_yun2020a.layers_selective_shift, Names_yun2020a.layers_global_shift in F. rewrite <- Nat2Z.inj_add, <- app_length, Nat2Z.id, firstn_all in F.
    change (Z.of_nat k + 1)%Z with (Names.one_based k) in F. change (Z.of_nat k' + 1)%Z with (Names.one_based k') in F. rewrite !at_one_based in F. destruct (F E) as [Same K]. split; [unfold Names.one_based in K; lia|exact Same].
Qed.
(* The sweep keeps the order of the tokens for every input exactly if there are three tokens or two rows and more. *)
Theorem order_after_sweep : (forall G, grid n d D G -> forall k, (S k < n)%nat -> column_id d D (after_layers n d (sweep n d D true) true G) k < column_id d D (after_layers n d (sweep n d D true) true G) (S k)) <-> (3 <= n \/ 2 <= d)%nat.
Proof.
  assert (Id : forall G, grid n d D G -> forall k, (k < n)%nat -> column_id d D (after_layers n d (sweep n d D true) true G) k == U D (last_ids n (D ** d) (D * weights d D) (y P G) k)).
  { intros G HG k Hk. pose proof (swept_state P WF eq_refl G HG k Hk) as E. unfold Names_yun2020a.state, Names_yun2020a.layers, Names_yun2020a.layers_selective_shift in E. rewrite Nat2Z.id, firstn_app, firstn_all, Nat.sub_diag in E. cbn [firstn] in E. rewrite app_nil_r in E. exact E. }
  pose proof (q2 P WF) as q2. cbn [Names_yun2020a.rows Names_yun2020a.base P] in q2. split.
  - intros Order. destruct (le_lt_dec 3 n) as [|N]; [left; assumption|]. destruct (le_lt_dec 2 d) as [|R]; [right; assumption|]. exfalso. set (g := fun k : nat => match k with O => D ** d - 1 | S _ => 0 end%Z). set (G := with_ids P g).
    pose proof (with_ids_grid P WF g) as HG. change (grid n d D G) in HG. assert (EW : (D * weights d D = D ** d)%Z) by (apply (W_one_row P); cbn; lia).
    assert (Ed : forall k, (k < n)%nat -> y P G k = (g k + Z.of_nat k * (D ** d))%Z) by (intros k Hk; unfold y, G; rewrite (with_ids_x P WF g k Hk) by (destruct k; cbn [g Names_yun2020a.rows Names_yun2020a.base P]; lia); cbn [Names_yun2020a.rows Names_yun2020a.base P]; rewrite EW; reflexivity).
    destruct (met_again n (D ** d) (D * weights d D) n2 q2 (W_low P WF) (W_high P WF) (y P G) (y_encoded P WF eq_refl G HG) ltac:(lia) EW) as [L0 L1].
    + rewrite Ed by lia. cbn [g]. lia.
    + rewrite Ed by lia. cbn [g]. lia.
    + specialize (Order G HG 0%nat ltac:(lia)). rewrite !Id, L0, L1 in Order by (assumption || lia). apply u_lt in Order; [|exact D2]. nia.
  - intros Wide G HG k Hk. rewrite !Id by (assumption || lia). apply u_lt; [exact D2|]. apply (order_kept n (D ** d) (D * weights d D) n2 q2 (W_low P WF) (W_high P WF) (wide_enough P WF Wide)); [exact (y_encoded P WF eq_refl G HG)|exact Hk].
Qed.
End Encoded.
