(* Lemma 7: Sections E.2.4 and E.2.5 for the ids of the literal network, and the lemma itself. *)
From Coq Require Import QArith Lqa List Arith Lia.
From Hardmax Require Import Definitions Arithmetic Digits SelectiveShift Layers Heads Network.
Import ListNotations.
Open Scope Z_scope.

Section Lemma7.
Variables (n d p s : nat) (D : Z) (A : pattern) (gamma l : nat -> nat).
Hypothesis Hn : (2 <= n)%nat.
Hypothesis Hd : (1 <= d)%nat.
Hypothesis HD : 2 <= D.
Hypothesis HA : Assumption1 n p s A gamma l.

Notation pos := (position n gamma).
Notation N := (Z.of_nat n * D ** (n * d + 1)).                        (* n delta^(-nd), in units of delta *)
Notation C := (c n d s D).                                            (* 2 s n delta^(-nd-1), without unit *)
Notation z G := (chain_id n d D gamma G).
Notation zt G := (shifted_id n d D gamma G).                          (* of a token *)
Notation out G := (context_id n d p s D A gamma G).

Lemma power_of_grid : (D ** d) ** n * D = D ** (n * d + 1).
Proof.
  rewrite <- Z.pow_mul_r by lia. rewrite Nat2Z.inj_add, Nat2Z.inj_mul, Z.pow_add_r by lia.
  change (Z.of_nat 1) with 1. rewrite Z.pow_1_r, (Z.mul_comm (Z.of_nat n)). reflexivity.
Qed.
Lemma N_positive : 1 <= N.
Proof. pose proof (pow_positive D (n * d + 1) ltac:(lia)). nia. Qed.
Lemma C_is : C = 2 * Z.of_nat s * N.
Proof. unfold c. ring. Qed.
Lemma last_token : (gamma (n - 1) < n)%nat.
Proof. apply (chain_range _ _ _ _ _ _ HA). lia. Qed.

Section Input.
Variable G : matrix.
Hypothesis HG : grid n d D G.

Let Hq : 2 <= D ** d := pow_at_least D d HD Hd.
Let HW : D ** d <= D * weights d D := interval_fits d D Hd HD.
Let Hz := eq7 n d p s D A gamma l Hn Hd HD HA G HG.

(* E.2.4, before the all-max layers; E.2.5, second half of the reason for the first display. *)
Theorem shifted_range k : (k < n)%nat -> 0 < zt G k < N.
Proof.
  intros Hk. pose proof (position_range n p s A gamma l HA k Hk) as Pk. split; [apply (shifted_positive n _ _ Hn Hq HW _ Hz _ Pk)|].
  pose proof (shifted_monotone n _ _ Hn Hq HW _ Hz (pos k) (n - 1) ltac:(lia)) as M.
  pose proof (eq10_repaired n d D (z G) Hn Hd HD Hz) as B. rewrite <- power_of_grid. unfold shifted_id. lia.
Qed.
Lemma shifted_nonneg k : (k < n)%nat -> 0 <= zt G k < N.
Proof. intros Hk. pose proof (shifted_range k Hk). lia. Qed.

(* The last token of the chain has the largest. *)
Theorem last_is_largest k : (k < n)%nat -> zt G k <= zt G (gamma (n - 1)).
Proof.
  intros Hk. unfold shifted_id. rewrite (position_of_gamma n p s A gamma l HA) by lia.
  pose proof (position_range n p s A gamma l HA k Hk). apply (shifted_monotone n _ _ Hn Hq HW _ Hz). lia.
Qed.

(* (9) makes the shifted ids of different tokens different. *)
Theorem shifted_distinct k k' : (k < n)%nat -> (k' < n)%nat -> zt G k = zt G k' -> k = k'.
Proof.
  intros Hk Hk' Eq. pose proof (position_range n p s A gamma l HA k Hk). pose proof (position_range n p s A gamma l HA k' Hk').
  rewrite <- (gamma_position n p s A gamma l HA k Hk), <- (gamma_position n p s A gamma l HA k' Hk'). f_equal.
  unfold shifted_id in Eq. destruct (Nat.lt_trichotomy (pos k) (pos k')) as [L|[L|L]]; [|exact L|].
  - pose proof (shifted_increases n _ _ Hn Hq HW _ Hz (pos k) (pos k') ltac:(lia)). lia.
  - pose proof (shifted_increases n _ _ Hn Hq HW _ Hz (pos k') (pos k) ltac:(lia)). lia.
Qed.

(* E.2.4, domination after t = 1 .. s all-max layers: strictly between C^t m and C^t (m + 1), m the largest shifted id within reach; t = 1 is the first all-max-shift. *)
Theorem general_domination t k : (1 <= t <= s)%nat -> (k < n)%nat -> let m := largest (zt G) (reached p A t k) in
  C ** t * m <= raised p A C t (zt G) k < C ** t * (m + 1).
Proof. intros Ht Hk. exact (dominated n p s A gamma l Hn HA N C (zt G) t N_positive C_is shifted_nonneg Ht k Hk). Qed.

(* ... so that it decides the order of ids. *)
Corollary domination_orders t k k' : (1 <= t <= s)%nat -> (k < n)%nat -> (k' < n)%nat ->
  largest (zt G) (reached p A t k) < largest (zt G) (reached p A t k') -> raised p A C t (zt G) k < raised p A C t (zt G) k'.
Proof.
  intros Ht Hk Hk' L. pose proof (general_domination t k Ht Hk) as U. pose proof (general_domination t k' Ht Hk') as V. cbv zeta in U, V.
  assert (P : 0 <= C ** t). { apply Z.pow_nonneg. rewrite C_is. pose proof N_positive. nia. } nia.
Qed.

(* E.2.5: everything that is added is a multiple of C, the final id modulo 2 s n delta^(-nd) (in units of delta: C) is the shifted one, and it lies in the interval of z~. *)
Theorem added_is_multiple t k : exists a, raised p A C (S t) (zt G) k - raised p A C t (zt G) k = C * a.
Proof. exact (raise_adds_multiples n p A Hn C (zt G) t k). Qed.
Theorem out_modulo k : (k < n)%nat -> out G k mod C = zt G k.
Proof.
  intros Hk. destruct (raised_modulo n p A Hn C (zt G) s k) as [a Ea]. unfold context_id. rewrite Ea, Z.mul_comm, Z.mod_add.
  - apply Z.mod_small. pose proof (shifted_range k Hk). pose proof (s_positive n p s A gamma l Hn HA). rewrite C_is. nia.
  - rewrite C_is. pose proof N_positive. pose proof (s_positive n p s A gamma l Hn HA). nia.
Qed.
Theorem out_interval k : (k < n)%nat -> C ** s * zt G (gamma (n - 1)) <= out G k < C ** s * (zt G (gamma (n - 1)) + 1).
Proof.
  intros Hk. exact (dominated_all n p s A gamma l Hn HA N C (zt G) (gamma (n - 1)) N_positive C_is shifted_nonneg last_token last_is_largest k Hk).
Qed.

(* Property 7.1 for the integers. *)
Theorem out_distinct k k' : (k < n)%nat -> (k' < n)%nat -> out G k = out G k' -> k = k'.
Proof. intros Hk Hk' Eq. apply shifted_distinct; try assumption. rewrite <- (out_modulo k Hk), <- (out_modulo k' Hk'), Eq. reflexivity. Qed.
End Input.

(* The intervals of different z~ do not overlap; and E.2.3: z~ of the last token tells the inputs apart. *)
Theorem intervals_tell G G' k k' : grid n d D G -> grid n d D G' -> (k < n)%nat -> (k' < n)%nat ->
  out G k = out G' k' -> zt G (gamma (n - 1)) = zt G' (gamma (n - 1)).
Proof.
  intros HG HG' Hk Hk' Eq. pose proof (out_interval G HG k Hk) as I. pose proof (out_interval G' HG' k' Hk') as I'. rewrite Eq in I.
  assert (P : 0 < C ** s). { apply pow_positive. rewrite C_is. pose proof N_positive. pose proof (s_positive n p s A gamma l Hn HA). nia. } nia.
Qed.
Theorem shifted_tells_inputs G G' : grid n d D G -> grid n d D G' -> zt G (gamma (n - 1)) = zt G' (gamma (n - 1)) ->
  forall r k, (r < d)%nat -> (k < n)%nat -> G r k == G' r k.
Proof.
  intros HG HG' Eq r k Hr Hk. unfold shifted_id in Eq. rewrite (position_of_gamma n p s A gamma l HA) in Eq by lia.
  pose proof (position_range n p s A gamma l HA k Hk) as Pk.
  pose proof (shifted_injective n _ _ Hn (pow_at_least D d HD Hd) (z G) (z G') (eq7 n d p s D A gamma l Hn Hd HD HA G HG) (eq7 n d p s D A gamma l Hn Hd HD HA G' HG')
    (n - 1) ltac:(lia) Eq (pos k) ltac:(lia)) as Ez.
  unfold chain_id, input_id in Ez. rewrite (gamma_position n p s A gamma l HA k Hk) in Ez.
  rewrite (number_shift d D (fun r => digit D G r k)), (number_shift d D (fun r => digit D G' r k)) in Ez.
  destruct (digit_spec n d D Hn Hd HD G r k HG Hr Hk) as [_ E1]. destruct (digit_spec n d D Hn Hd HD G' r k HG' Hr Hk) as [_ E2]. rewrite E1, E2.
  rewrite (number_injective d D (fun r => digit D G r k) (fun r => digit D G' r k) ltac:(lia)
    ltac:(intros a Ha; apply (digit_spec n d D Hn Hd HD G a k HG Ha Hk)) ltac:(intros a Ha; apply (digit_spec n d D Hn Hd HD G' a k HG' Ha Hk)) ltac:(lia) r Hr).
  reflexivity.
Qed.

(* Lemma 7 with its two properties, for the network of Definitions.v. *)
Theorem contextual : contextual_mapping n d D gamma (g_c n d p s D l A).
Proof.
  split.
  - intros G HG k k' Hk Hk' Ne Eq. rewrite !(network_ids n d p s D A gamma l Hn Hd HD HA G HG) in Eq by assumption.
    apply (proj1 (scaled_eq n d D Hn Hd HD _ _)) in Eq. apply Ne. exact (out_distinct G HG k k' Hk Hk' Eq).
  - intros G G' HG HG' [r [i [Hr [Hi Ne]]]] k k' Hk Hk' Eq.
    rewrite (network_ids n d p s D A gamma l Hn Hd HD HA G HG), (network_ids n d p s D A gamma l Hn Hd HD HA G' HG') in Eq by assumption.
    apply (proj1 (scaled_eq n d D Hn Hd HD _ _)) in Eq. apply Ne. apply (shifted_tells_inputs G G' HG HG'); try assumption.
    exact (intervals_tell G G' k k' HG HG' Hk Hk' Eq).
Qed.
End Lemma7.

(* Lemma 7 for every n, p, s and every pattern that satisfies Assumption 1, every d >= 1 and D >= 2. *)
Theorem Lemma7 n p s A gamma l : (2 <= n)%nat -> Assumption1 n p s A gamma l -> Lemma7_for n p s A gamma l.
Proof.
  intros Hn HA d D Hd HD. split; [|split].
  - exact (network_length n d p s D l Hn Hd HD).
  - exact (network_heads n d p s D l Hn Hd).
  - exact (contextual n d p s D A gamma l Hn Hd HD HA).
Qed.
