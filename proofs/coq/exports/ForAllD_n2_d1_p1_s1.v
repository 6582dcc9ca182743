(* Claims of yun2020b that hold for every D >= 2 at n=2 d=1 p=1 s=1: their two sides are quotients of polynomials in D, with coefficients of one sign in D - 2.
   To be compiled beside proofs/coq (coqc -R proofs/coq Hardmax). What names mean is said there: Definitions.v, Dense.v, Names.v. Claims are printed from their formal text. *)
From Coq Require Import QArith Qround Qabs Qminmax List NArith.
From Hardmax Require Import Definitions Dense Families Checker Execute Decide Refute Polynomial ForAllD.
From Hardmax Require Names.
Import ListNotations.
Open Scope Q_scope.

(* yun2020b.F.3.phi4  sha256 543b0fc9c080c2b1b96f75ff19ba11d0e6a01bee71517bd9e089efe3b971bedd
     forall t in {-2*delta, -delta, -delta/2, -delta/4, delta/4, delta/2, delta, 2*delta}: let f = 4/delta * (max(t + delta/2, 0) - max(t + delta/4, 0) - max(t - delta/4, 0) + max(t - delta/2, 0)): (t <= -delta/2 or t >= delta/2 implies f = 0) and (-delta/2 <= t <= -delta/4 implies f = 4/delta * t + 2) and (-delta/4 <= t <= delta/4 implies f = 1) and (delta/4 <= t <= delta/2 implies f = -(4/delta) * t + 2) *)
Definition yun2020b_F_3_phi4 (P : Names.run) : Prop :=
  ((2 <= (Names.n P))%Z /\ (1 <= (Names.d P))%Z /\ (2 <= (Names.D P))%Z) -> (forall t : Q, ((t == (inject_Z (- 2) * (Names.delta P))) \/ (t == (- (Names.delta P))) \/ (t == ((- (Names.delta P)) / 2)) \/ (t == ((- (Names.delta P)) / 4)) \/ (t == ((Names.delta P) / 4)) \/ (t == ((Names.delta P) / 2)) \/ (t == (Names.delta P)) \/ (t == (2 * (Names.delta P)))) -> (let f : Q := (4 / (Names.delta P) * ((Qmax (t + ((Names.delta P) / 2)) 0) - (Qmax (t + ((Names.delta P) / 4)) 0) - (Qmax (t - ((Names.delta P) / 4)) 0) + (Qmax (t - ((Names.delta P) / 2)) 0))) in ((((t <= ((- (Names.delta P)) / 2)) \/ (((Names.delta P) / 2) <= t)) -> (f == 0)) /\ (((((- (Names.delta P)) / 2) <= t) /\ (t <= ((- (Names.delta P)) / 4))) -> (f == ((4 / (Names.delta P) * t) + 2))) /\ (((((- (Names.delta P)) / 4) <= t) /\ (t <= ((Names.delta P) / 4))) -> (f == 1)) /\ (((((Names.delta P) / 4) <= t) /\ (t <= ((Names.delta P) / 2))) -> (f == (((- (4 / (Names.delta P))) * t) + 2)))))).
Theorem yun2020b_F_3_phi4_for_all_D : forall P : Names.run, Names.tokens P = 2%nat -> Names.rows P = 1%nat -> Names.well_formed P -> yun2020b_F_3_phi4 P.
Proof. for_all_D yun2020b_F_3_phi4. Qed.

Definition all_of_them := (yun2020b_F_3_phi4_for_all_D).
Print Assumptions all_of_them.
