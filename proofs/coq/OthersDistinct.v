(* sparsebert: what final ids tell of inputs (Lemma 4, second property), on ids in units of delta, q = D^d. Distinct columns, tokens in the order of their ids.

   Three tokens and more. Two inputs x, y have the same last id after the sweep exactly where e j = x j - y j is 0 for the tokens 1, 3, ... (from 0) and for the last one, and the same for all others:
   for an odd n, where they are equal. The recurrence is read from its end, modulo q: differences of entries are below q, and each step leaves a smaller equation (same_last).
   For an even n the tokens 0, 2, ... may move together (moved_together), which asks for q >= 3n/2 (room_to_move). Final ids are told apart even then (across): their digits in base m are the id after the
   sweep, the sum of two of the three largest, and the last id.
   Two tokens. Nothing moves in the sweep, as each sees one other; the two global shifts make x 0 + 2 m x 1 + m^2 x 0 and x 1 + 2 m x 0 + m^2 x 1. *)
From Coq Require Import ZArith List Lia Arith Bool.
From Hardmax Require Import Arithmetic Layers Sweep Dense DenseLayers OthersSweep.
Import ListNotations.
Open Scope Z_scope.

(* ---- Final ids in the ids after the sweep ---- *)
Lemma twice_inner n q x : (3 <= n)%nat -> (2 <= q) -> contexts n q x -> forall j, (j < n - 2)%nat -> twice n q x j = (osw n q x j + m n q * (osw n q x (n - 2) + osw n q x (n - 1)) + m n q ^ 2 * osw n q x (n - 1)).
Proof. intros Hn Hq Hx j Hj. unfold twice. destruct (Nat.eqb_spec j (n - 2)); [lia|]. rewrite !(once_inner n q x Hn Hq Hx) by lia. ring. Qed.
Lemma twice_before n q x : (3 <= n)%nat -> (2 <= q) -> contexts n q x -> twice n q x (n - 2) = (osw n q x (n - 2) + m n q * (osw n q x (n - 3) + osw n q x (n - 1)) + m n q ^ 2 * osw n q x (n - 1)).
Proof. intros Hn Hq Hx. unfold twice. rewrite Nat.eqb_refl, !(once_inner n q x Hn Hq Hx) by lia. ring. Qed.
Lemma twice_end n q x : (3 <= n)%nat -> (2 <= q) -> contexts n q x -> twice n q x (n - 1) = (osw n q x (n - 1) + 2 * m n q * osw n q x (n - 2) + m n q ^ 2 * osw n q x (n - 1)).
Proof. intros Hn Hq Hx. unfold twice. destruct (Nat.eqb_spec (n - 1) (n - 2)); [lia|]. rewrite (once_end n q x Hn Hq Hx), (once_inner n q x Hn Hq Hx) by lia. ring. Qed.
(* The final ids of an input lie in one interval, which the largest id after the sweep determines. *)
Lemma twice_interval n q x : (3 <= n)%nat -> (2 <= q) -> contexts n q x -> forall j, (j < n)%nat -> (m n q ^ 2 * osw n q x (n - 1) <= twice n q x j < m n q ^ 2 * (osw n q x (n - 1) + 1)).
Proof.
  intros Hn Hq Hx j Hj. pose proof (osw_below n q x Hn Hq Hx) as B. fold (m n q) in B. pose proof (osw_large n q x Hn Hq Hx j Hj). pose proof (osw_last n q x Hn Hq Hx j Hj). pose proof (m_positive n q x Hn Hq Hx).
  pose proof (osw_large n q x Hn Hq Hx (n - 2) ltac:(lia)). pose proof (last_step n q x Hn Hq Hx).
  pose proof (osw_room n q x Hn Hq Hx) as Room. fold (m n q) in Room.
  assert (Small : osw n q x j + m n q * (osw n q x (n - 2) + osw n q x (n - 1)) < m n q ^ 2).
  { assert (m n q * (osw n q x (n - 2) + osw n q x (n - 1)) <= m n q * (m n q - 1)) by (apply Z.mul_le_mono_nonneg_l; lia). nia. }
  destruct (Nat.lt_ge_cases j (n - 2)) as [L|L]; [rewrite (twice_inner n q x Hn Hq Hx j L); nia|]. destruct (Nat.eq_dec j (n - 2)) as [->|].
  - rewrite (twice_before n q x Hn Hq Hx). assert (osw n q x (n - 3) <= osw n q x (n - 2)) by (pose proof (osw_order n q x Hn Hq Hx (n - 3) (n - 2) ltac:(lia)); lia). pose proof (osw_large n q x Hn Hq Hx (n - 3) ltac:(lia)).
    assert (m n q * (osw n q x (n - 3) + osw n q x (n - 1)) <= m n q * (osw n q x (n - 2) + osw n q x (n - 1))) by (apply Z.mul_le_mono_nonneg_l; lia). nia.
  - assert (j = n - 1)%nat as -> by lia. rewrite (twice_end n q x Hn Hq Hx). assert (m n q * (2 * osw n q x (n - 2)) <= m n q * (osw n q x (n - 2) + osw n q x (n - 1))) by (apply Z.mul_le_mono_nonneg_l; lia). nia.
Qed.

(* ---- Which inputs have the same last id after the sweep ---- *)
Lemma apart a b q : - q < a < q -> a = q * b -> a = 0 /\ b = 0.
Proof. intros Ha E. assert (b = 0) by nia. subst b. lia. Qed.

Section Two.
Variables (n : nat) (q : Z) (x y : nat -> Z).
Hypothesis Hn : (3 <= n)%nat.
Hypothesis Hx : contexts n q x.
Hypothesis Hy : contexts n q y.
Notation e j := (x j - y j).
Notation s j := (osw n q x j - osw n q y j).
Lemma large_q : 3 <= q.
Proof.
  assert (K : forall j, (j < n)%nat -> Z.of_nat j <= x j). { destruct Hx as [Up [L _]]. induction j as [|j IH]; intros Hj; [lia|]. specialize (Up j ltac:(lia)). specialize (IH ltac:(lia)). lia. }
  destruct Hx as [_ [_ U]]. specialize (K (n - 1)%nat ltac:(lia)). lia.
Qed.
Let Hq : 2 <= q. Proof. pose proof large_q. lia. Qed.
Lemma s_first : s 0%nat = e 0%nat + q * (e (n - 1)%nat - e 1%nat).
Proof. cbn [osw]. unfold first. ring. Qed.
Lemma s_inner j : (S (S j) < n)%nat -> s (S j) = e (S j) + q * (s j - e (S (S j))).
Proof. intros Hj. rewrite !osw_inner by assumption. ring. Qed.
Lemma s_end : s (n - 1)%nat = e (n - 1)%nat + q * (s (n - 2)%nat - s 0%nat).
Proof. rewrite !osw_end by assumption. cbn [osw]. ring. Qed.
Lemma gap i j : (i < j < n)%nat -> - q + Z.of_nat (j - i) < e j - e i < q - Z.of_nat (j - i).
Proof.
  intros Hij. assert (K : forall z, contexts n q z -> forall k, (i + k < n)%nat -> z i + Z.of_nat k <= z (i + k)%nat).
  { intros z [Up _]. induction k as [|k IH]; intros Hk; [rewrite Nat.add_0_r; lia|]. specialize (IH ltac:(lia)). specialize (Up (i + k)%nat ltac:(lia)). replace (i + S k)%nat with (S (i + k)) by lia. lia. }
  pose proof (K x Hx (j - i)%nat ltac:(lia)) as Kx. pose proof (K y Hy (j - i)%nat ltac:(lia)) as Ky. replace (i + (j - i))%nat with j in * by lia.
  pose proof (range n q x Hn Hq Hx i ltac:(lia)). pose proof (range n q y Hn Hq Hy i ltac:(lia)). pose proof (range n q x Hn Hq Hx j ltac:(lia)). pose proof (range n q y Hn Hq Hy j ltac:(lia)). lia.
Qed.
Lemma one j : (j < n)%nat -> - q < e j < q.
Proof. intros Hj. pose proof (range n q x Hn Hq Hx j Hj). pose proof (range n q y Hn Hq Hy j Hj). lia. Qed.

Section Same.
Hypothesis L : osw n q x (n - 1) = osw n q y (n - 1).
Lemma e_last : e (n - 1)%nat = 0 /\ s (n - 2)%nat = s 0%nat.
Proof. pose proof s_end as E. destruct (apart (e (n - 1)%nat) (s 0%nat - s (n - 2)%nat) q (one (n - 1) ltac:(lia)) ltac:(lia)). lia. Qed.
Lemma s_0 : s 0%nat = e 0%nat - q * e 1%nat.
Proof. rewrite s_first. destruct e_last as [-> _]. ring. Qed.
Lemma e_before : e (n - 2)%nat = e 0%nat /\ s (n - 3)%nat = - e 1%nat.
Proof.
  destruct e_last as [E0 E1]. pose proof (s_inner (n - 3) ltac:(lia)) as E. replace (S (n - 3)) with (n - 2)%nat in E by lia. replace (S (n - 2)) with (n - 1)%nat in E by lia.
  rewrite E1, s_0, E0 in E. pose proof (gap 0 (n - 2) ltac:(lia)). destruct (apart (e (n - 2)%nat - e 0%nat) (- e 1%nat - s (n - 3)%nat) q ltac:(lia) ltac:(lia)). lia.
Qed.
(* Four tokens and more: what is carried from the third token before the last, k, disappears at the other end. *)
Lemma downwards k : (4 <= n)%nat -> -1 <= k <= 1 -> s (n - 4)%nat = e (n - 2)%nat - k -> forall i, (i <= n - 4)%nat ->
  s (n - 4 - i)%nat = e (n - 2 - i)%nat - (if Nat.eqb i 0 then k else 0) /\ forall j, (n - 4 - i < j <= n - 4)%nat -> e j = e (j + 2)%nat - (if Nat.eqb j (n - 4) then k else 0).
Proof.
  intros H4 Hk E. induction i as [|i IH]; intros Hi.
  - rewrite !Nat.sub_0_r. split; [exact E|intros; lia].
  - destruct (IH ltac:(lia)) as [Es Ee]. set (r := if Nat.eqb i 0 then k else 0) in *. assert (-1 <= r <= 1) by (unfold r; destruct (Nat.eqb i 0); lia).
    pose proof (s_inner (n - 4 - S i) ltac:(lia)) as R. replace (S (n - 4 - S i)) with (n - 4 - i)%nat in R by lia. replace (S (n - 4 - i)) with (n - 3 - i)%nat in R by lia.
    pose proof (gap (n - 4 - i) (n - 2 - i) ltac:(lia)) as G. replace (n - 2 - i - (n - 4 - i))%nat with 2%nat in G by lia.
    destruct (apart (e (n - 4 - i)%nat - e (n - 2 - i)%nat + r) (e (n - 3 - i)%nat - s (n - 4 - S i)%nat) q ltac:(lia) ltac:(lia)) as [A B]. split.
    + cbn [Nat.eqb]. replace (n - 2 - S i)%nat with (n - 3 - i)%nat by lia. lia.
    + intros j Hj. destruct (Nat.eq_dec j (n - 4 - i)) as [->|]; [|apply Ee; lia]. replace (n - 4 - i + 2)%nat with (n - 2 - i)%nat by lia.
      assert (Er : (if Nat.eqb (n - 4 - i) (n - 4) then k else 0) = r) by (unfold r; destruct (Nat.eqb_spec (n - 4 - i) (n - 4)), (Nat.eqb_spec i 0); lia). rewrite Er. lia.
Qed.
Theorem same_last : e (n - 1)%nat = 0 /\ e 1%nat = 0 /\ forall j, (j + 2 < n)%nat -> e (j + 2)%nat = e j.
Proof.
  destruct e_last as [E0 _]. destruct e_before as [E1 E2]. pose proof s_0 as E3. pose proof large_q.
  destruct (Nat.eq_dec n 3) as [N3|N3].
  - rewrite N3 in *. cbn [Nat.sub] in *. assert (e 1%nat = 0) by nia. repeat split; [lia|lia|]. intros j Hj. assert (j = 0)%nat as -> by lia. cbn [Nat.add]. lia.
  - pose proof (s_inner (n - 4) ltac:(lia)) as R. replace (S (n - 4)) with (n - 3)%nat in R by lia. replace (S (n - 3)) with (n - 2)%nat in R by lia.
    set (k := e (n - 2)%nat - s (n - 4)%nat). assert (K : e (n - 3)%nat + e 1%nat = q * k) by (unfold k; lia).
    assert (B : -1 <= k <= 1).
    { pose proof (gap 1 (n - 1) ltac:(lia)). pose proof (gap (n - 3) (n - 1) ltac:(lia)). assert (- (2 * q) < q * k < 2 * q) by lia. nia. }
    pose proof (downwards k ltac:(lia) B ltac:(unfold k; lia) (n - 4) ltac:(lia)) as [F G]. rewrite Nat.sub_diag in F. replace (n - 2 - (n - 4))%nat with 2%nat in F by lia.
    set (r := if Nat.eqb (n - 4) 0 then k else 0) in *. assert (-1 <= r <= 1) by (unfold r; destruct (Nat.eqb (n - 4) 0); lia).
    pose proof (gap 0 2 ltac:(lia)). destruct (apart (e 0%nat - e 2%nat + r) (e 1%nat) q ltac:(lia) ltac:(lia)) as [Z0 Z1].
    assert (k = 0) by (pose proof (one (n - 3) ltac:(lia)); nia). subst r.
    split; [exact E0|split; [exact Z1|]]. intros j Hj. destruct (Nat.eq_dec j (n - 3)) as [->|]; [replace (n - 3 + 2)%nat with (n - 1)%nat by lia; nia|].
    destruct (Nat.eq_dec j 0) as [->|]; [cbn [Nat.add]; destruct (Nat.eqb (n - 4) 0); lia|]. pose proof (G j ltac:(lia)) as Gj. destruct (Nat.eqb j (n - 4)); lia.
Qed.
End Same.

(* What moves together: the tokens 0, 2, ..., while 1, 3, ... and the last stay. *)
Section Together.
Hypothesis E0 : e (n - 1)%nat = 0.
Hypothesis E1 : e 1%nat = 0.
Hypothesis E2 : forall j, (j + 2 < n)%nat -> e (j + 2)%nat = e j.
Lemma even_tokens i : (2 * i < n)%nat -> e (2 * i)%nat = e 0%nat.
Proof. induction i as [|i IH]; intros Hi; [reflexivity|]. replace (2 * S i)%nat with (2 * i + 2)%nat by lia. rewrite E2 by lia. apply IH. lia. Qed.
Lemma odd_tokens i : (2 * i + 1 < n)%nat -> e (2 * i + 1)%nat = 0.
Proof. induction i as [|i IH]; intros Hi; [exact E1|]. replace (2 * S i + 1)%nat with (2 * i + 1 + 2)%nat by lia. rewrite E2 by lia. apply IH. lia. Qed.
Lemma odd_number h : n = (2 * h + 1)%nat -> forall j, (j < n)%nat -> e j = 0.
Proof.
  intros Eh j Hj. pose proof (even_tokens h ltac:(lia)) as T. replace (2 * h)%nat with (n - 1)%nat in T by lia.
  destruct (Nat.Even_or_Odd j) as [[i ->]|[i ->]]; [rewrite even_tokens by lia; lia|apply odd_tokens; lia].
Qed.
Lemma before_last : e (n - 2)%nat = e 0%nat.
Proof.
  destruct (Nat.Even_or_Odd n) as [[h Eh]|[h Eh]]; [replace (n - 2)%nat with (2 * (h - 1))%nat by lia; apply even_tokens; lia|]. rewrite !(odd_number h Eh) by lia. reflexivity.
Qed.
Theorem moved_together j : (j < n)%nat -> s j = e j.
Proof.
  assert (K : forall k, (S k < n)%nat -> s k = e k).
  { induction k as [|i IH]; intros Hk; [rewrite s_first, E0, E1; ring|]. rewrite s_inner by exact Hk. rewrite IH by lia. replace (S (S i)) with (i + 2)%nat by lia. rewrite E2 by lia. ring. }
  intros Hj. destruct (Nat.eq_dec j (n - 1)) as [->|]; [|apply K; lia]. rewrite s_end, !K, before_last by lia. ring.
Qed.
End Together.

Theorem same_odd h : n = (2 * h + 1)%nat -> osw n q x (n - 1) = osw n q y (n - 1) -> forall j, (j < n)%nat -> x j = y j.
Proof. intros Eh L j Hj. destruct (same_last L) as [E0 [E1 E2]]. pose proof (odd_number E0 E1 E2 h Eh j Hj). lia. Qed.

(* For an even number of tokens, 2h, two inputs with the same last id differ where there is room: 3h column ids. *)
Theorem room_to_move h : n = (2 * h)%nat -> 2 * q < 3 * Z.of_nat n -> osw n q x (n - 1) = osw n q y (n - 1) -> forall j, (j < n)%nat -> x j = y j.
Proof.
  intros Eh Small L. destruct (same_last L) as [E0 [E1 E2]]. pose proof (even_tokens E2) as T0. pose proof (odd_tokens E1 E2) as T1.
  assert (K : forall i, (2 * i + 1 < n)%nat -> e 0%nat <> 0 -> 3 * Z.of_nat i + 2 <= x (2 * i + 1)%nat).
  { induction i as [|i IH]; intros Hi Ne.
    - pose proof (up n q x Hn Hq Hx 0 1 ltac:(lia)). pose proof (up n q y Hn Hq Hy 0 1 ltac:(lia)). pose proof (range n q x Hn Hq Hx 0 ltac:(lia)). pose proof (range n q y Hn Hq Hy 0 ltac:(lia)). cbn [Nat.mul Nat.add]. lia.
    - specialize (IH ltac:(lia) Ne). specialize (T0 (S i) ltac:(lia)). pose proof (T1 i ltac:(lia)). specialize (T1 (S i) ltac:(lia)).
      pose proof (up n q x Hn Hq Hx (2 * i + 1) (2 * S i) ltac:(lia)). pose proof (up n q y Hn Hq Hy (2 * i + 1) (2 * S i) ltac:(lia)). pose proof (up n q x Hn Hq Hx (2 * S i) (2 * S i + 1) ltac:(lia)). pose proof (up n q y Hn Hq Hy (2 * S i) (2 * S i + 1) ltac:(lia)). lia. }
  assert (Zero : e 0%nat = 0).
  { destruct (Z.eq_dec (e 0%nat) 0) as [Eq|Ne]; [exact Eq|]. pose proof (K (h - 1)%nat ltac:(lia) Ne) as B. replace (2 * (h - 1) + 1)%nat with (n - 1)%nat in B by lia. pose proof (range n q x Hn Hq Hx (n - 1) ltac:(lia)). lia. }
  intros j Hj. destruct (Nat.Even_or_Odd j) as [[i ->]|[i ->]]; [specialize (T0 i Hj); lia|specialize (T1 i Hj); lia].
Qed.

(* Lemma 4, second property: no final id occurs in two inputs, or twice in one. *)
Theorem across i j : (i < n)%nat -> (j < n)%nat -> twice n q x i = twice n q y j -> (forall k, (k < n)%nat -> x k = y k) /\ i = j.
Proof.
  intros Hi Hj E. pose proof (m_positive n q x Hn Hq Hx) as M. set (M0 := m n q) in *.
  assert (L : osw n q x (n - 1) = osw n q y (n - 1)).
  { pose proof (twice_interval n q x Hn Hq Hx i Hi) as Ix. pose proof (twice_interval n q y Hn Hq Hy j Hj) as Iy. fold M0 in Ix, Iy. assert (0 < M0 ^ 2) by nia. nia. }
  assert (E' : osw n q x i = osw n q y j) by (rewrite <- (twice_modulo n q x Hn Hq Hx i Hi), <- (twice_modulo n q y Hn Hq Hy j Hj), E; reflexivity).
  destruct (same_last L) as [E0 [E1 E2]]. pose proof (moved_together E0 E1 E2) as T. pose proof (before_last E0 E1 E2) as B.
  pose proof (T (n - 1)%nat ltac:(lia)). pose proof (T (n - 2)%nat ltac:(lia)) as T2.
  assert (Zero : e 0%nat = 0).
  { destruct (Nat.eq_dec n 3) as [N3|N3]; [rewrite <- B, N3; exact E1|]. pose proof (T (n - 3)%nat ltac:(lia)) as T3. pose proof (E2 (n - 3)%nat ltac:(lia)) as E3. replace (n - 3 + 2)%nat with (n - 1)%nat in E3 by lia.
    pose proof (osw_order n q x Hn Hq Hx (n - 3) (n - 2) ltac:(lia)). pose proof (osw_order n q y Hn Hq Hy (n - 3) (n - 2) ltac:(lia)).
    pose proof (last_step n q x Hn Hq Hx). pose proof (last_step n q y Hn Hq Hy).
    assert (Lx : forall k, (k < n - 1)%nat -> osw n q x k < osw n q x (n - 1)) by (intros; apply osw_order; lia || assumption).
    assert (Ly : forall k, (k < n - 1)%nat -> osw n q y k < osw n q y (n - 1)) by (intros; apply osw_order; lia || assumption).
    assert (W : forall z k, contexts n q z -> (k < n)%nat -> twice n q z k = osw n q z k + M0 * (if Nat.eqb k (n - 1) then 2 * osw n q z (n - 2) else if Nat.eqb k (n - 2) then osw n q z (n - 3) + osw n q z (n - 1) else osw n q z (n - 2) + osw n q z (n - 1)) + M0 ^ 2 * osw n q z (n - 1)).
    { intros z k Hz Hk. unfold M0. destruct (Nat.eqb_spec k (n - 1)) as [->|]; [rewrite (twice_end n q z Hn Hq Hz); ring|]. destruct (Nat.eqb_spec k (n - 2)) as [->|]; [apply (twice_before n q z Hn Hq Hz)|apply (twice_inner n q z Hn Hq Hz); lia]. }
    rewrite (W x i Hx Hi), (W y j Hy Hj), E', L in E. clear W. match type of E with _ + M0 * ?a + _ = _ + M0 * ?b + _ => assert (G : a = b) by nia end. clear E.
    destruct (Nat.eqb_spec i (n - 1)) as [Ei|Ni], (Nat.eqb_spec j (n - 1)) as [Ej|Nj].
    - lia.
    - specialize (Ly j ltac:(lia)). rewrite Ei in E'. lia.
    - specialize (Lx i ltac:(lia)). rewrite Ej in E'. lia.
    - destruct (Nat.eqb_spec i (n - 2)) as [Ei|Mi], (Nat.eqb_spec j (n - 2)) as [Ej|Mj]; rewrite ?Ei, ?Ej in E'; lia. }
  assert (S : forall k, (k < n)%nat -> x k = y k).
  { intros k Hk. destruct (Nat.Even_or_Odd k) as [[h ->]|[h ->]]; [pose proof (even_tokens E2 h Hk); lia|pose proof (odd_tokens E1 E2 h Hk); lia]. }
  split; [exact S|]. pose proof (T j Hj) as Tj. rewrite (S j Hj) in Tj. assert (V : osw n q x i = osw n q x j) by lia.
  destruct (Nat.lt_trichotomy i j) as [O|[O|O]]; [pose proof (osw_order n q x Hn Hq Hx i j ltac:(lia)); lia|exact O|pose proof (osw_order n q x Hn Hq Hx j i ltac:(lia)); lia].
Qed.
End Two.

(* ---- Two tokens ---- *)
Definition other (k : nat) : nat := (1 - k)%nat.
Lemma others_two k : (k < 2)%nat -> others 2 k = [other k].
Proof. intros Hk. destruct k as [|[|k]]; [reflexivity|reflexivity|lia]. Qed.
Lemma single_largest x k : largest x [k] = x k.
Proof. apply largest_is; [exists k; split; [left|]; reflexivity|]. intros i [->|[]]. lia. Qed.
Lemma single_smallest x k : smallest x [k] = x k.
Proof. apply smallest_is; [exists k; split; [left|]; reflexivity|]. intros i [->|[]]. lia. Qed.
Theorem nothing_moves q x w : forall k, (k < 2)%nat -> shift_range q (others 2) 0 w x k = x k.
Proof.
  induction w as [|w IH]; intros k Hk; [reflexivity|]. cbn [shift_range]. unfold shift_at. rewrite others_two, single_largest, single_smallest, !IH by assumption.
  destruct (Z.eqb_spec (x k) (0 + Z.of_nat w)); lia.
Qed.
Lemma pulled_two x c k : (k < 2)%nat -> pulled (others 2) x c k = x k + c * x (other k).
Proof. intros Hk. unfold pulled. rewrite others_two, single_largest, single_smallest by exact Hk. destruct (x k <? 0); reflexivity. Qed.
Definition pair_id (c : Z) (x : nat -> Z) (k : nat) : Z := x k + 2 * c * x (other k) + c ^ 2 * x k.
Theorem pulled_twice x c k : (k < 2)%nat -> pulled (others 2) (pulled (others 2) x c) c k = pair_id c x k.
Proof. intros Hk. assert (Ho : (other k < 2)%nat) by (unfold other; lia). rewrite !pulled_two by assumption. replace (other (other k)) with k by (unfold other; lia). unfold pair_id. ring. Qed.
Theorem across_two q x y i j : 2 <= q -> contexts 2 q x -> contexts 2 q y -> (i < 2)%nat -> (j < 2)%nat -> pair_id (m 2 q) x i = pair_id (m 2 q) y j -> (forall k, (k < 2)%nat -> x k = y k) /\ i = j.
Proof.
  intros Hq Hx Hy Hi Hj E. pose proof (in_range 2 q ltac:(lia) x Hx) as Rx. pose proof (in_range 2 q ltac:(lia) y Hy) as Ry. pose proof (rising 2 q ltac:(lia) x Hx 0 1 ltac:(lia)). pose proof (rising 2 q ltac:(lia) y Hy 0 1 ltac:(lia)).
  assert (Big : 2 * (q - 1) < m 2 q) by (unfold m; rewrite !pow_step, pow_zero; nia). set (c := m 2 q) in *. clearbody c. unfold pair_id in E.
  assert (Ho : (other i < 2)%nat /\ (other j < 2)%nat) by (unfold other; lia). destruct Ho as [Oi Oj]. pose proof (Rx i Hi). pose proof (Ry j Hj). pose proof (Rx (other i) Oi). pose proof (Ry (other j) Oj).
  assert (E1 : x i = y j) by nia. rewrite E1 in E. assert (E2 : x (other i) = y (other j)) by nia. clear E.
  assert (EE : i = j) by (destruct i as [|[|i]], j as [|[|j]]; cbn [other Nat.sub] in *; lia). split; [|exact EE]. subst j. intros k Hk.
  assert (K : k = i \/ k = other i) by (unfold other; lia). destruct K as [-> | ->]; assumption.
Qed.
