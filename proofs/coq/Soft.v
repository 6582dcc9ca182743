(* F.2 over the reals: what a soft map costs. A map satisfies Assumption 2 at (zeta, eta) if, where one score leads all others by zeta, at most the mass eta goes elsewhere. A head then is off by at
   most eta times the spread of what it may return; the errors of layers add up as in docs/soft.md, and eta* keeps the sum below delta~/4, for every such map. The constants are the repaired ones. *)
From Coq Require Import Reals Lra Lia List ZArith.
From Hardmax Require Arithmetic.
Import ListNotations.
Open Scope R_scope.

Definition mix (w v : nat -> R) (B : list nat) : R := fold_right (fun j rest => w j * v j + rest) 0 B.
Definition mass (w : nat -> R) (B : list nat) : R := mix w (fun _ => 1) B.
(* rho gives the keys of B weights by their scores. *)
Definition Assumption2 (zeta eta : R) (rho : (nat -> R) -> list nat -> nat -> R) : Prop :=
  forall score B, NoDup B -> (forall j, In j B -> 0 <= rho score B j) /\ mass (rho score B) B = 1 /\
  (forall i, In i B -> (forall j, In j B -> j <> i -> score j + zeta <= score i) -> 1 - eta <= rho score B i).

Lemma mix_bounds w v B lo hi : (forall j, In j B -> 0 <= w j) -> (forall j, In j B -> lo <= v j <= hi) -> mass w B * lo <= mix w v B <= mass w B * hi.
Proof.
  unfold mass. induction B as [|a B IH]; intros W V; cbn [mix fold_right]; [lra|].
  assert (I := IH (fun j H => W j (or_intror H)) (fun j H => V j (or_intror H))). pose proof (W a (or_introl eq_refl)). pose proof (V a (or_introl eq_refl)).
  change (fold_right (fun j rest => w j * v j + rest) 0 B) with (mix w v B). change (fold_right (fun j rest => w j * 1 + rest) 0 B) with (mix w (fun _ => 1) B). nra.
Qed.
Lemma mix_split w v B i : NoDup B -> In i B -> exists C, (forall j, In j C -> In j B) /\ mix w v B = w i * v i + mix w v C /\ mass w B = w i + mass w C.
Proof.
  induction B as [|a B IH]; intros ND Hi; [destruct Hi|]. inversion ND as [|x y Fresh ND']; subst. destruct Hi as [->|Hi].
  - exists B. split; [intros j Hj; right; exact Hj|]. split; [reflexivity|]. change (w i * 1 + mass w B = w i + mass w B). lra.
  - destruct (IH ND' Hi) as [C [C1 [C2 C3]]]. exists (a :: C). split; [intros j [->|Hj]; [left; reflexivity|right; apply C1; exact Hj]|].
    change (w a * v a + mix w v B = w i * v i + (w a * v a + mix w v C) /\ w a * 1 + mass w B = w i + (w a * 1 + mass w C)). lra.
Qed.

(* (15): one head. *)
Theorem head_error zeta eta rho score v B i lo hi : Assumption2 zeta eta rho -> NoDup B -> In i B ->
  (forall j, In j B -> j <> i -> score j + zeta <= score i) -> (forall j, In j B -> lo <= v j <= hi) ->
  Rabs (mix (rho score B) v B - v i) <= eta * (hi - lo).
Proof.
  intros A ND Hi Lead V. destruct (A score B ND) as [W [M L]]. specialize (L i Hi Lead). set (w := rho score B) in *.
  destruct (mix_split w v B i ND Hi) as [C [C1 [C2 C3]]]. rewrite M in C3.
  pose proof (mix_bounds w v C lo hi (fun j H => W j (C1 j H)) (fun j H => V j (C1 j H))) as Bd. pose proof (V i Hi) as Vi. pose proof (W i Hi).
  assert (M0 : 0 <= mass w C) by (pose proof (mix_bounds w (fun _ => 1) C 0 1 (fun j H => W j (C1 j H)) (fun j H => conj Rle_0_1 (Rle_refl 1))) as Q; unfold mass in *; lra).
  rewrite C2. assert (mass w C <= eta) by lra. apply Rabs_le. assert (w i = 1 - mass w C) by lra. rewrite H1. split; nra.
Qed.

(* Block after block: every error is at most (1 + 2q) times the last and 2 q^3 eta V. *)
Theorem block_errors q x e m : 0 < q -> 0 <= x -> e O = 0 -> (forall b, (b < m)%nat -> e (S b) <= (1 + 2 * q) * e b + 2 * q * x) ->
  e m <= x * ((1 + 2 * q) ^ m - 1).
Proof.
  intros Hq Hx E0 Step. assert (K : forall b, (b <= m)%nat -> e b <= x * ((1 + 2 * q) ^ b - 1)); [|apply K; lia].
  induction b as [|b IH]; intros Hb; [cbn; lra|]. specialize (Step b ltac:(lia)). specialize (IH ltac:(lia)). cbn [pow].
  assert ((1 + 2 * q) * e b <= (1 + 2 * q) * (x * ((1 + 2 * q) ^ b - 1))) by (apply Rmult_le_compat_l; lra). nra.
Qed.
Theorem all_max_errors c x f m : 0 <= c -> 0 <= x -> (forall t, (t < m)%nat -> f (S t) <= (1 + c) * f t + c * x * (1 + c) ^ t) ->
  f m <= (1 + c) ^ m * (f O + INR m * x).
Proof.
  intros Hc Hx Step. assert (K : forall t, (t <= m)%nat -> f t <= (1 + c) ^ t * (f O + INR t * x)); [|apply K; lia].
  induction t as [|t IH]; intros Ht; [cbn; lra|]. specialize (Step t ltac:(lia)). specialize (IH ltac:(lia)). rewrite S_INR. cbn [pow].
  assert (P : 0 < (1 + c) ^ t) by (apply pow_lt; lra).
  assert ((1 + c) * f t <= (1 + c) * ((1 + c) ^ t * (f O + INR t * x))) by (apply Rmult_le_compat_l; lra).
  assert (c * x * (1 + c) ^ t <= (1 + c) * (x * (1 + c) ^ t)) by (assert (0 <= x * (1 + c) ^ t) by nra; nra). nra.
Qed.

(* (1 + c)^s <= 2 c^s, from the integers: c >= 2 s. *)
Lemma doubled s c : (1 <= s)%nat -> (2 * Z.of_nat s <= c)%Z -> (1 + IZR c) ^ s <= 2 * IZR c ^ s.
Proof.
  intros Hs Hc. pose proof (Arithmetic.domination s 1 c Hs ltac:(lia) ltac:(lia)) as D. rewrite !pow_IZR. rewrite <- plus_IZR, pow_IZR, <- mult_IZR. apply IZR_le. lia.
Qed.

(* eta*: with c = 2 s n delta^(-nd-1) whatever follows, the error after the last layer is at most delta~/4. *)
Theorem eta_star (n s : nat) (q V tilde : R) (c : Z) (e f : nat -> R) :
  (1 <= s)%nat -> (2 * Z.of_nat s <= c)%Z -> 0 < q -> 0 < V -> 0 < tilde ->
  let room := q * q * ((1 + 2 * q) ^ (n - 1) - 1) + INR s in
  let eta := tilde / (8 * IZR c ^ s * V * room) in
  e O = 0 -> (forall b, (b < n - 1)%nat -> e (S b) <= (1 + 2 * q) * e b + 2 * q * (q * q * eta * V)) ->
  f O = e (n - 1)%nat -> (forall t, (t < s)%nat -> f (S t) <= (1 + IZR c) * f t + IZR c * (eta * V) * (1 + IZR c) ^ t) ->
  f s <= tilde / 4.
Proof.
  intros Hs Hc Hq HV Ht room eta E0 Es F0 Fs.
  assert (C0 : 0 < IZR c) by (apply IZR_lt; lia). assert (P : 0 < IZR c ^ s) by (apply pow_lt; exact C0).
  assert (S1 : 1 <= INR s) by (apply (le_INR 1); exact Hs).
  assert (G : 1 <= (1 + 2 * q) ^ (n - 1)) by (apply pow_R1_Rle; lra).
  assert (R0 : 0 < room) by (unfold room; assert (0 <= q * q * ((1 + 2 * q) ^ (n - 1) - 1)) by (apply Rmult_le_pos; nra); lra).
  assert (X0 : 0 < 8 * IZR c ^ s * V * room) by (apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra|exact R0]).
  assert (H0 : 0 < eta) by (unfold eta; apply Rdiv_lt_0_compat; assumption).
  assert (EV : 0 <= eta * V) by nra.
  assert (QEV : 0 <= q * q * eta * V) by (assert (0 <= q * q) by nra; nra).
  pose proof (block_errors q (q * q * eta * V) e (n - 1) Hq QEV E0 Es) as B.
  pose proof (all_max_errors (IZR c) (eta * V) f s ltac:(lra) EV Fs) as M. rewrite F0 in M.
  pose proof (doubled s c Hs Hc) as D2.
  assert (T : e (n - 1)%nat + INR s * (eta * V) <= eta * V * room) by (unfold room; nra).
  assert (T0 : 0 <= eta * V * room) by nra.
  apply Rle_trans with (2 * IZR c ^ s * (eta * V * room)).
  - assert (0 < (1 + IZR c) ^ s) by (apply pow_lt; lra). apply Rle_trans with ((1 + IZR c) ^ s * (eta * V * room)); [|nra].
    apply Rle_trans with ((1 + IZR c) ^ s * (e (n - 1)%nat + INR s * (eta * V))); [exact M|nra].
  - unfold eta. apply Req_le. field. repeat split; lra.
Qed.
