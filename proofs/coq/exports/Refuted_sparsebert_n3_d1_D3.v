(* Claims that are false at this run: sparsebert, n = 3, d = 1, D = 3, no encodings. Inputs are written in units of delta, token by token.
   To be compiled beside proofs/coq (coqc -R proofs/coq Hardmax). What names mean is said there: Definitions.v, Dense.v, Names_sparsebert.v. Claims are printed from their formal text. *)
From Coq Require Import QArith Qround Qabs Qminmax List NArith.
From Hardmax Require Import Definitions Dense Families Checker Execute Decide Refute.
From Hardmax Require Names Names_sparsebert.
Import ListNotations.
Open Scope Q_scope.

Definition here : Names_sparsebert.run := dense_sparsebert 3 1 3 false.

(* sparsebert.A.2.2.base.strict  sha256 456e1ea1805829ee509d30122e13172ae7bfd8e89d8e8a3666d67c1f65716469
     forall H in inputs where sorted(H) = 1 and category(H) = 1: zt(H, 1) - z(H, n) > delta *)
Definition sparsebert_A_2_2_base_strict (P : Names_sparsebert.run) : Prop :=
  ((3 <= (Names_sparsebert.n P))%Z /\ (1 <= (Names_sparsebert.d P))%Z /\ (2 <= (Names_sparsebert.D P))%Z /\ ((Names_sparsebert.positional P) = 0)%Z) -> (forall H : matrix, Names_sparsebert.input P H -> (((Names_sparsebert.sorted P H) = 1)%Z /\ ((Names_sparsebert.category P H) = 1)%Z) -> ((Names_sparsebert.delta P) < ((Names_sparsebert.zt P H 1) - (Names_sparsebert.z P H (Names_sparsebert.n P))))).
Definition sparsebert_A_2_2_base_strict_inputs : list digits := [[[0];[1];[2]]]%Z.
Theorem sparsebert_A_2_2_base_strict_here : ~ sparsebert_A_2_2_base_strict here.
Proof. refute_here sparsebert_A_2_2_base_strict sparsebert_A_2_2_base_strict_inputs. Qed.
Theorem sparsebert_A_2_2_base_strict_refuted : ~ (forall P : Names_sparsebert.run, Names_sparsebert.well_formed P -> sparsebert_A_2_2_base_strict P).
Proof. refuted_at here (fits_sparsebert 3 1 3 false eq_refl) sparsebert_A_2_2_base_strict_here. Qed.

(* sparsebert.A.2.2.def1  sha256 957521d9cc4a564521b936183ae96dd21579f7fc82e027bb8d92f1f57eb08884
     distinct(H in inputs, k in 1..n: id(H, k)) *)
Definition sparsebert_A_2_2_def1 (P : Names_sparsebert.run) : Prop :=
  ((2 <= (Names_sparsebert.n P))%Z /\ (1 <= (Names_sparsebert.d P))%Z /\ (2 <= (Names_sparsebert.D P))%Z /\ ((Names_sparsebert.positional P) = 0)%Z) -> (forall H : matrix, Names_sparsebert.input P H -> forall k : Z, ((1 <= k)%Z /\ (k <= (Names_sparsebert.n P))%Z) -> forall H' : matrix, Names_sparsebert.input P H' -> forall k' : Z, ((1 <= k')%Z /\ (k' <= (Names_sparsebert.n P))%Z) -> ~ (Names_sparsebert.same P H H' /\ (k = k')%Z) -> ~ ((Names_sparsebert.id P H k) == (Names_sparsebert.id P H' k'))).
Definition sparsebert_A_2_2_def1_inputs : list digits := [[[0];[0];[0]]]%Z.
Theorem sparsebert_A_2_2_def1_here : ~ sparsebert_A_2_2_def1 here.
Proof. refute_here sparsebert_A_2_2_def1 sparsebert_A_2_2_def1_inputs. Qed.
Theorem sparsebert_A_2_2_def1_refuted : ~ (forall P : Names_sparsebert.run, Names_sparsebert.well_formed P -> sparsebert_A_2_2_def1 P).
Proof. refuted_at here (fits_sparsebert 3 1 3 false eq_refl) sparsebert_A_2_2_def1_here. Qed.

(* sparsebert.A.2.2.gs1.strict  sha256 61344398d70982b6f8accc22e86768fcbf238307980170e2c786c766139f9a86
     let m = delta*(delta^(-d) - 1)*(delta^(-n*d) + delta^(-d) + 1): (m/delta)*delta - m > 0 *)
Definition sparsebert_A_2_2_gs1_strict (P : Names_sparsebert.run) : Prop :=
  ((2 <= (Names_sparsebert.n P))%Z /\ (1 <= (Names_sparsebert.d P))%Z /\ (2 <= (Names_sparsebert.D P))%Z) -> (let m : Q := ((Names_sparsebert.delta P) * (((Names_sparsebert.delta P) ^ (- (Names_sparsebert.d P))%Z) - 1) * (((Names_sparsebert.delta P) ^ ((- (Names_sparsebert.n P)) * (Names_sparsebert.d P))%Z) + ((Names_sparsebert.delta P) ^ (- (Names_sparsebert.d P))%Z) + 1)) in (0 < (((m / (Names_sparsebert.delta P)) * (Names_sparsebert.delta P)) - m))).
Definition sparsebert_A_2_2_gs1_strict_inputs : list digits := []%Z.
Theorem sparsebert_A_2_2_gs1_strict_here : ~ sparsebert_A_2_2_gs1_strict here.
Proof. refute_here sparsebert_A_2_2_gs1_strict sparsebert_A_2_2_gs1_strict_inputs. Qed.
Theorem sparsebert_A_2_2_gs1_strict_refuted : ~ (forall P : Names_sparsebert.run, Names_sparsebert.well_formed P -> sparsebert_A_2_2_gs1_strict P).
Proof. refuted_at here (fits_sparsebert 3 1 3 false eq_refl) sparsebert_A_2_2_gs1_strict_here. Qed.

(* sparsebert.A.2.2.ind.strict  sha256 7dc2396813d6d7dbe1e163705109f8230e923fb4fe45852607baef2067920828
     forall H in inputs, i in 2..n-1 where sorted(H) = 1 and category(H) = 1: zt(H, i) - zt(H, i-1) > delta *)
Definition sparsebert_A_2_2_ind_strict (P : Names_sparsebert.run) : Prop :=
  ((3 <= (Names_sparsebert.n P))%Z /\ (1 <= (Names_sparsebert.d P))%Z /\ (2 <= (Names_sparsebert.D P))%Z /\ ((Names_sparsebert.positional P) = 0)%Z) -> (forall H : matrix, Names_sparsebert.input P H -> forall i : Z, ((2 <= i)%Z /\ (i <= ((Names_sparsebert.n P) - 1))%Z) -> (((Names_sparsebert.sorted P H) = 1)%Z /\ ((Names_sparsebert.category P H) = 1)%Z) -> ((Names_sparsebert.delta P) < ((Names_sparsebert.zt P H i) - (Names_sparsebert.zt P H (i - 1))))).
Definition sparsebert_A_2_2_ind_strict_inputs : list digits := [[[0];[1];[2]]]%Z.
Theorem sparsebert_A_2_2_ind_strict_here : ~ sparsebert_A_2_2_ind_strict here.
Proof. refute_here sparsebert_A_2_2_ind_strict sparsebert_A_2_2_ind_strict_inputs. Qed.
Theorem sparsebert_A_2_2_ind_strict_refuted : ~ (forall P : Names_sparsebert.run, Names_sparsebert.well_formed P -> sparsebert_A_2_2_ind_strict P).
Proof. refuted_at here (fits_sparsebert 3 1 3 false eq_refl) sparsebert_A_2_2_ind_strict_here. Qed.

(* sparsebert.A.2.2.last.strict  sha256 e57ab530ca3ae65bdbf79b15b92c64cdeaa022f6f86691880bd87baef185ebb7
     forall H in inputs where sorted(H) = 1 and category(H) = 1: zt(H, n) - zt(H, n-1) > delta *)
Definition sparsebert_A_2_2_last_strict (P : Names_sparsebert.run) : Prop :=
  ((3 <= (Names_sparsebert.n P))%Z /\ (1 <= (Names_sparsebert.d P))%Z /\ (2 <= (Names_sparsebert.D P))%Z /\ ((Names_sparsebert.positional P) = 0)%Z) -> (forall H : matrix, Names_sparsebert.input P H -> (((Names_sparsebert.sorted P H) = 1)%Z /\ ((Names_sparsebert.category P H) = 1)%Z) -> ((Names_sparsebert.delta P) < ((Names_sparsebert.zt P H (Names_sparsebert.n P)) - (Names_sparsebert.zt P H ((Names_sparsebert.n P) - 1))))).
Definition sparsebert_A_2_2_last_strict_inputs : list digits := [[[0];[1];[2]]]%Z.
Theorem sparsebert_A_2_2_last_strict_here : ~ sparsebert_A_2_2_last_strict here.
Proof. refute_here sparsebert_A_2_2_last_strict sparsebert_A_2_2_last_strict_inputs. Qed.
Theorem sparsebert_A_2_2_last_strict_refuted : ~ (forall P : Names_sparsebert.run, Names_sparsebert.well_formed P -> sparsebert_A_2_2_last_strict P).
Proof. refuted_at here (fits_sparsebert 3 1 3 false eq_refl) sparsebert_A_2_2_last_strict_here. Qed.

(* sparsebert.A.2.2.lemma4.all_Gdelta  sha256 5c1dfac7516cd52c95343789d4ed9e8d2d88e81291b16f9dc44ce89bb045a86a
     forall H in inputs: distinct(k in 1..n: id(H, k)) *)
Definition sparsebert_A_2_2_lemma4_all_Gdelta (P : Names_sparsebert.run) : Prop :=
  ((2 <= (Names_sparsebert.n P))%Z /\ (1 <= (Names_sparsebert.d P))%Z /\ (2 <= (Names_sparsebert.D P))%Z /\ ((Names_sparsebert.positional P) = 0)%Z) -> (forall H : matrix, Names_sparsebert.input P H -> (forall k : Z, ((1 <= k)%Z /\ (k <= (Names_sparsebert.n P))%Z) -> forall k' : Z, ((1 <= k')%Z /\ (k' <= (Names_sparsebert.n P))%Z) -> ~ ((k = k')%Z) -> ~ ((Names_sparsebert.id P H k) == (Names_sparsebert.id P H k')))).
Definition sparsebert_A_2_2_lemma4_all_Gdelta_inputs : list digits := [[[0];[0];[0]]]%Z.
Theorem sparsebert_A_2_2_lemma4_all_Gdelta_here : ~ sparsebert_A_2_2_lemma4_all_Gdelta here.
Proof. refute_here sparsebert_A_2_2_lemma4_all_Gdelta sparsebert_A_2_2_lemma4_all_Gdelta_inputs. Qed.
Theorem sparsebert_A_2_2_lemma4_all_Gdelta_refuted : ~ (forall P : Names_sparsebert.run, Names_sparsebert.well_formed P -> sparsebert_A_2_2_lemma4_all_Gdelta P).
Proof. refuted_at here (fits_sparsebert 3 1 3 false eq_refl) sparsebert_A_2_2_lemma4_all_Gdelta_here. Qed.

(* sparsebert.A.2.2.lemma4.layers  sha256 2b41be5e37149a7637beef62b2eadc619086255343d15fd49a145790adaf44a0
     layers(selective_shift) + layers(global_shift) = delta^(-d) + 1 *)
Definition sparsebert_A_2_2_lemma4_layers (P : Names_sparsebert.run) : Prop :=
  ((2 <= (Names_sparsebert.n P))%Z /\ (1 <= (Names_sparsebert.d P))%Z /\ (2 <= (Names_sparsebert.D P))%Z /\ ((Names_sparsebert.positional P) = 0)%Z) -> (inject_Z ((Names_sparsebert.layers_selective_shift P) + (Names_sparsebert.layers_global_shift P)) == (((Names_sparsebert.delta P) ^ (- (Names_sparsebert.d P))%Z) + 1)).
Definition sparsebert_A_2_2_lemma4_layers_inputs : list digits := []%Z.
Theorem sparsebert_A_2_2_lemma4_layers_here : ~ sparsebert_A_2_2_lemma4_layers here.
Proof. refute_here sparsebert_A_2_2_lemma4_layers sparsebert_A_2_2_lemma4_layers_inputs. Qed.
Theorem sparsebert_A_2_2_lemma4_layers_refuted : ~ (forall P : Names_sparsebert.run, Names_sparsebert.well_formed P -> sparsebert_A_2_2_lemma4_layers P).
Proof. refuted_at here (fits_sparsebert 3 1 3 false eq_refl) sparsebert_A_2_2_lemma4_layers_here. Qed.

(* sparsebert.A.2.2.mod  sha256 8ec73b5c59f185ab329664da8132bf9681f0c9210f6d61934dbd1d4498e9f915
     forall H in inputs, k in 1..n where sorted(H) = 1 and category(H) = 1: mod(id(H, k), delta*(delta^(-d) - 1)*(delta^(-n*d) + delta^(-d) + 1)/delta) = zt(H, k) *)
Definition sparsebert_A_2_2_mod (P : Names_sparsebert.run) : Prop :=
  ((3 <= (Names_sparsebert.n P))%Z /\ (1 <= (Names_sparsebert.d P))%Z /\ (2 <= (Names_sparsebert.D P))%Z /\ ((Names_sparsebert.positional P) = 0)%Z) -> (forall H : matrix, Names_sparsebert.input P H -> forall k : Z, ((1 <= k)%Z /\ (k <= (Names_sparsebert.n P))%Z) -> (((Names_sparsebert.sorted P H) = 1)%Z /\ ((Names_sparsebert.category P H) = 1)%Z) -> (~ (((Names_sparsebert.delta P) * (((Names_sparsebert.delta P) ^ (- (Names_sparsebert.d P))%Z) - 1) * (((Names_sparsebert.delta P) ^ ((- (Names_sparsebert.n P)) * (Names_sparsebert.d P))%Z) + ((Names_sparsebert.delta P) ^ (- (Names_sparsebert.d P))%Z) + 1) / (Names_sparsebert.delta P)) == 0) /\ ((Names.modulo (Names_sparsebert.id P H k) ((Names_sparsebert.delta P) * (((Names_sparsebert.delta P) ^ (- (Names_sparsebert.d P))%Z) - 1) * (((Names_sparsebert.delta P) ^ ((- (Names_sparsebert.n P)) * (Names_sparsebert.d P))%Z) + ((Names_sparsebert.delta P) ^ (- (Names_sparsebert.d P))%Z) + 1) / (Names_sparsebert.delta P))) == (Names_sparsebert.zt P H k)))).
Definition sparsebert_A_2_2_mod_inputs : list digits := [[[0];[1];[2]]]%Z.
Theorem sparsebert_A_2_2_mod_here : ~ sparsebert_A_2_2_mod here.
Proof. refute_here sparsebert_A_2_2_mod sparsebert_A_2_2_mod_inputs. Qed.
Theorem sparsebert_A_2_2_mod_refuted : ~ (forall P : Names_sparsebert.run, Names_sparsebert.well_formed P -> sparsebert_A_2_2_mod P).
Proof. refuted_at here (fits_sparsebert 3 1 3 false eq_refl) sparsebert_A_2_2_mod_here. Qed.

(* sparsebert.A.2.2.wlog  sha256 d8da8bb89d2afc5fac861dc239f27291854c0421816a57c9bd9bb5b084b771f8
     forall H in inputs: distinct(k in 1..n: z(H, k)) *)
Definition sparsebert_A_2_2_wlog (P : Names_sparsebert.run) : Prop :=
  ((2 <= (Names_sparsebert.n P))%Z /\ (1 <= (Names_sparsebert.d P))%Z /\ (2 <= (Names_sparsebert.D P))%Z /\ ((Names_sparsebert.positional P) = 0)%Z) -> (forall H : matrix, Names_sparsebert.input P H -> (forall k : Z, ((1 <= k)%Z /\ (k <= (Names_sparsebert.n P))%Z) -> forall k' : Z, ((1 <= k')%Z /\ (k' <= (Names_sparsebert.n P))%Z) -> ~ ((k = k')%Z) -> ~ ((Names_sparsebert.z P H k) == (Names_sparsebert.z P H k')))).
Definition sparsebert_A_2_2_wlog_inputs : list digits := [[[0];[0];[0]]]%Z.
Theorem sparsebert_A_2_2_wlog_here : ~ sparsebert_A_2_2_wlog here.
Proof. refute_here sparsebert_A_2_2_wlog sparsebert_A_2_2_wlog_inputs. Qed.
Theorem sparsebert_A_2_2_wlog_refuted : ~ (forall P : Names_sparsebert.run, Names_sparsebert.well_formed P -> sparsebert_A_2_2_wlog P).
Proof. refuted_at here (fits_sparsebert 3 1 3 false eq_refl) sparsebert_A_2_2_wlog_here. Qed.

Definition all_of_them := (sparsebert_A_2_2_base_strict_refuted, sparsebert_A_2_2_def1_refuted, sparsebert_A_2_2_gs1_strict_refuted, sparsebert_A_2_2_ind_strict_refuted, sparsebert_A_2_2_last_strict_refuted, sparsebert_A_2_2_lemma4_all_Gdelta_refuted, sparsebert_A_2_2_lemma4_layers_refuted, sparsebert_A_2_2_mod_refuted, sparsebert_A_2_2_wlog_refuted).
Print Assumptions all_of_them.
