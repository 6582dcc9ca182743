(* Inputs of yun2020a without encodings that have given ids, for claims that some input is there; and the entries of every state, which the sweep and the global shift change in the first row alone. *)
From Coq Require Import QArith Qround Lqa List Arith Lia Bool.
From Hardmax Require Import Definitions Arithmetic Digits SelectiveShift Heads Network Dense Runs SortedSweep DenseRuns ClaimsSweep Rearranged.
From Hardmax Require Names Names_yun2020a.
Import ListNotations.
Open Scope Q_scope.

Section Run.
Variable P : Names_yun2020a.run.
Notation n := (Names_yun2020a.tokens P).
Notation d := (Names_yun2020a.rows P).
Notation D := (Names_yun2020a.base P).
Notation q := (D ** d)%Z.
Hypothesis WF : Names_yun2020a.well_formed P.

(* An input in range has its entries where the grid has them. *)
Lemma units_of G (HG : input P G) m r k : (r < d)%nat -> (k < n)%nat -> G r k == inject_Z m * Definitions.delta D -> entry_units P G r k = m.
Proof.
  intros Hr Hk E. destruct (entry_is P WF G HG r k Hr Hk) as [E' _]. rewrite E' in E. apply Qmult_inj_r in E; [apply inject_Z_injective; exact E|]. unfold Definitions.delta. intros Z0. pose proof (unit_positive D (D2 P WF)) as Y. rewrite Z0 in Y. exact (Qlt_irrefl 0 Y).
Qed.
Lemma grid_is_input G : grid n d D G -> input P G.
Proof. intros I. unfold input, Names_yun2020a.input. destruct (Names_yun2020a.widened P); [|exact I]. intros r k Hr Hk. left. exact (I r k Hr Hk). Qed.
Lemma grid_in_range G : grid n d D G -> has_negative n d G = false.
Proof.
  intros I. destruct (has_negative n d G) eqn:N; [|reflexivity]. exfalso. apply negative_there in N. destruct N as [r [k [Hr [Hk N]]]]. destruct (I r k Hr Hk) as [m [Hm E]]. unfold negative in N. apply negb_true_iff in N.
  assert (T : Qle_bool 0 (G r k) = true); [|congruence]. apply Qle_bool_iff. rewrite E. change (0 <= U D m). setoid_replace 0 with (U D 0) by (unfold U; ring). apply u_le; [exact (D2 P WF)|lia].
Qed.

(* The input whose columns have the ids y, in units of delta. *)
Definition with_ids (y : nat -> Z) : matrix := fun r k => inject_Z (digit_of D (y k) r) * Definitions.delta D.
Lemma with_ids_grid y : grid n d D (with_ids y).
Proof. intros r k _ _. exists (digit_of D (y k) r). split; [apply digit_range; pose proof (D2 P WF); lia|reflexivity]. Qed.
Lemma with_ids_input y : input P (with_ids y).
Proof. apply grid_is_input, with_ids_grid. Qed.
Lemma with_ids_x y k : (k < n)%nat -> (0 <= y k < q)%Z -> x P (with_ids y) k = y k.
Proof.
  intros Hk Hy. unfold x. rewrite (number_ext _ _ _ (digit_of D (y k))).
  - rewrite number_of_digits by (pose proof (D2 P WF); lia). apply Z.mod_small. exact Hy.
  - intros r Hr. apply (units_of _ (with_ids_input y)); [exact Hr|exact Hk|reflexivity].
Qed.
Lemma input_id G (HG : input P G) k : (k < n)%nat -> column_id d D G k == U D (x P G k).
Proof. intros Hk. pose proof (input_ids P WF G HG k Hk) as E. unfold U. rewrite <- E. unfold column_id, dot. apply total_ext. intros r _. unfold encode, encoding. ring. Qed.
Lemma is_sorted G (HG : input P G) : (forall k, (Datatypes.S k < n)%nat -> (x P G k <= x P G (Datatypes.S k))%Z) -> Names_yun2020a.sorted P G = 1%Z.
Proof.
  intros Up. unfold Names_yun2020a.sorted. assert (R : rising_columns n d D G = true); [|rewrite R; reflexivity]. unfold rising_columns. apply forallb_forall. intros k Hk. apply in_seq in Hk. apply Qle_bool_iff.
  rewrite (input_id G HG (k - 1)), (input_id G HG k) by lia. apply u_le; [exact (D2 P WF)|]. replace k with (Datatypes.S (k - 1)) at 2 by lia. apply Up. lia.
Qed.
Lemma in_range_category G : has_negative n d G = false -> (Names_yun2020a.category P G < 3)%Z.
Proof. intros N. unfold Names_yun2020a.category, category_of. rewrite N. destruct (Nat.eqb _ _); lia. Qed.
Lemma is_category_1 G (HG : input P G) : has_negative n d G = false -> (forall j k, (j < k < n)%nat -> x P G j <> x P G k) -> Names_yun2020a.category P G = 1%Z.
Proof.
  intros N Ne. unfold Names_yun2020a.category, category_of. rewrite N. destruct (Nat.eqb_spec (different_columns n d G) n) as [|F]; [reflexivity|]. exfalso. apply F. apply (all_different P WF). intros j k Hjk.
  destruct (equal_columns d G j k) eqn:E; [|reflexivity]. exfalso. apply (Ne j k Hjk). unfold x. apply number_ext. intros r Hr. pose proof (proj1 (equal_columns_are P G j k) E r Hr) as Er.
  symmetry. apply (units_of G HG); [exact Hr|lia|]. rewrite <- Er. exact (proj1 (entry_is P WF G HG r j Hr ltac:(lia))).
Qed.
(* Columns in range are equal exactly if their ids are. *)
Lemma equal_by_id G (HG : input P G) : has_negative n d G = false -> forall j k, (j < n)%nat -> (k < n)%nat -> equal_columns d G j k = true <-> x P G j = x P G k.
Proof.
  intros N j k Hj Hk. rewrite (equal_columns_are P). split.
  - intros E. unfold x. apply number_ext. intros r Hr. apply (units_of G HG); [exact Hr|exact Hj|]. rewrite (E r Hr). exact (proj1 (entry_is P WF G HG r k Hr Hk)).
  - intros E r Hr. destruct (entry_is P WF G HG r j Hr Hj) as [-> _]. destruct (entry_is P WF G HG r k Hr Hk) as [-> _].
    rewrite (number_injective d D _ _ ltac:(pose proof (D2 P WF); lia) (fun a Ha => in_range P WF G HG N a j Ha Hj) (fun a Ha => in_range P WF G HG N a k Ha Hk) E r Hr). reflexivity.
Qed.
(* The number of different columns is one more than the number of changes along a sorted input. *)
Lemma columns_are_changes G (HG : input P G) : has_negative n d G = false -> Names_yun2020a.sorted P G = 1%Z -> different_columns n d G = Datatypes.S (changes (x P G) (n - 1)).
Proof.
  intros N S. pose proof (n2 P WF) as N2. assert (K : forall j, (j < n)%nat -> length (filter (fun k => negb (existsb (fun i => equal_columns d G i k) (seq 0 k))) (seq 0 (Datatypes.S j))) = Datatypes.S (changes (x P G) j)).
  { induction j as [|j IH]; intros Hj; [reflexivity|]. rewrite seq_S, filter_app, app_length, IH by lia. cbn [Nat.add filter changes].
    assert (E : existsb (fun i => equal_columns d G i (Datatypes.S j)) (seq 0 (Datatypes.S j)) = (x P G j =? x P G (Datatypes.S j))%Z).
    { apply eq_iff_eq_true. rewrite existsb_exists, Z.eqb_eq. split.
      - intros [i [Hi E]]. apply in_seq in Hi. apply (equal_by_id G HG N) in E; [|lia|lia]. pose proof (ordered n q (x P G) (n2 P WF) (q2 P WF) (x_rises P WF G HG S) (last_below P WF G HG) i j ltac:(lia)). pose proof (x_rises P WF G HG S j Hj). lia.
      - intros E. exists j. split; [apply in_seq; lia|]. apply (equal_by_id G HG N); [lia|lia|exact E]. }
    rewrite E. destruct (x P G j =? x P G (Datatypes.S j))%Z; cbn [negb length]; lia. }
  unfold different_columns. specialize (K (n - 1)%nat ltac:(lia)). replace (Datatypes.S (n - 1)) with n in K by lia. exact K.
Qed.

(* ---- Entries of states ---- *)
Definition first_row_only (L : layer) : Prop := forall h, In h L -> forall r, WO h (Datatypes.S r) = 0.
Lemma layer_rows A L Z r k : first_row_only L -> apply_layer d A L Z (Datatypes.S r) k == Z (Datatypes.S r) k.
Proof.
  intros F. unfold apply_layer. assert (E : fold_right (fun h rest => WO h (Datatypes.S r) * attend d h (A k) Z k + rest) 0 L == 0); [|rewrite E; ring].
  induction L as [|h L IH]; [reflexivity|]. cbn [fold_right]. rewrite IH by (intros g Hg; apply F; right; exact Hg). rewrite (F h) by (left; reflexivity). ring.
Qed.
Lemma run_rows A L : (forall M, In M L -> first_row_only M) -> forall t Z r k, run d 1 A t L Z (Datatypes.S r) k == Z (Datatypes.S r) k.
Proof. induction L as [|M L IH]; intros F t Z r k; [reflexivity|]. cbn [run]. rewrite IH by (intros N HN; apply F; right; exact HN). apply layer_rows. apply F. left. reflexivity. Qed.
Lemma all_first_row M : In M (Names_yun2020a.layers P) -> first_row_only M.
Proof.
  assert (Sw : forall start M, In M (sweep_of d D start) -> first_row_only M) by (intros start N HN; apply in_map_iff in HN; destruct HN as [m [<- _]]; intros h [<-|[<-|[]]] r; reflexivity).
  unfold Names_yun2020a.layers. intros HM. apply in_app_iff in HM. destruct HM as [HM|HM].
  - unfold Names_yun2020a.first_stage, sweep in HM. destruct (Names_yun2020a.encoded P); [apply in_flat_map in HM; destruct HM as [j [_ HM]]|]; exact (Sw _ M HM).
  - apply repeat_spec in HM. subst M. intros h [<-|[]] r. reflexivity.
Qed.
Lemma in_firstn {X} m (l : list X) y : In y (firstn m l) -> In y l.
Proof. intros H. rewrite <- (firstn_skipn m l). apply in_app_iff. left. exact H. Qed.
Theorem other_entries t G r k : Names_yun2020a.state P t G (Datatypes.S r) k == encode (Names_yun2020a.encoded P) G (Datatypes.S r) k.
Proof. apply run_rows. intros M HM. apply all_first_row. exact (in_firstn _ _ _ HM). Qed.
Theorem first_entry t G k : Names_yun2020a.state P t G 0%nat (Names.at_ k) == encode (Names_yun2020a.encoded P) G 0%nat (Names.at_ k) + (Names_yun2020a.v P t G k - Names_yun2020a.z P G k).
Proof.
  assert (Hd := d1 P WF). set (Y := encode (Names_yun2020a.encoded P) G). pose proof (id_of_first_row d D Y (Names_yun2020a.state P t G) (Names.at_ k) (Names_yun2020a.state P t G 0%nat (Names.at_ k) - Y 0%nat (Names.at_ k)) Hd ltac:(ring) (fun r => other_entries t G r (Names.at_ k))) as E.
  unfold Names_yun2020a.z, Names_yun2020a.v. change (Names_yun2020a.state P 0 G) with Y. rewrite E. ring.
Qed.
End Run.
