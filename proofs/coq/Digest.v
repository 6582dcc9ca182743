(* The digest of a small instance (src/certificate/FORMAT.md, "Digest"): a checksum of the ids of all tokens of all inputs, here of the literal network of Definitions.v and the Names files. It compares engines and is no
   evidence that ids are distinct. The kernel computes it from the executed network; the tactic is `compute_digest`. *)
From Coq Require Import QArith Qreduction List Arith Lia.
From Hardmax Require Import Definitions Execute Decide Refute.
Import ListNotations.
Open Scope Z_scope.

(* All inputs whose entries are among `entries`, written in units of delta, in the order of enumeration: token by token, row 1 first, the last entry fastest. *)
Fixpoint sequences (length : nat) (entries : list Z) : list (list Z) :=
  match length with O => [[]] | S m => flat_map (fun x => map (cons x) (sequences m entries)) entries end.
Fixpoint columns (n d : nat) (sequence : list Z) : digits := match n with O => [] | S m => firstn d sequence :: columns m d (skipn d sequence) end.
Definition all_inputs (n d : nat) (entries : list Z) : list digits := map (columns n d) (sequences (n * d) entries).

(* Of at most 2^16 inputs: one chunk. id g k is the id of token k = 1 .. n of the input g, in real units. *)
Definition weight : Z := 0x9E3779B97F4A7C15.
Definition y (D : Z) (id : Q) : Z := let a := Qred (id * inject_Z D) in Qnum a + weight * (Zpos (Qden a) - 1).
Definition tokens (n : nat) : list Z := range 1 (Z.of_nat n).
Fixpoint checksum (m : Z) (values : list Z) : Z := match values with [] => 0 | v :: rest => (2 * m + 1) * v + checksum (m + 1) rest end.
Definition digest (n : nat) (D : Z) (id : digits -> Z -> Q) (inputs : list digits) : Z :=
  checksum 0 (flat_map (fun g => map (fun k => y D (id g k)) (tokens n)) inputs) mod 2 ^ 64.

Definition digest_of_values (n : nat) (D : Z) (v : digits -> Z -> option Q) (inputs : list digits) : option Z :=
  let values := flat_map (fun g => map (v g) (tokens n)) inputs in
  if forallb (fun v => match v with Some _ => true | None => false end) values
  then Some (checksum 0 (map (fun v => match v with Some x => y D x | None => 0 end) values) mod 2 ^ 64) else None.
Theorem digest_computed n D id v inputs x : (forall g k, number (id g k) (v g k)) -> digest_of_values n D v inputs = Some x -> digest n D id inputs = x.
Proof.
  intros H. unfold digest_of_values, digest. cbv zeta. destruct (forallb _ _) eqn:All; [|discriminate]. intros E. apply some_is in E. subst x. do 2 f_equal.
  rewrite forallb_forall in All. induction inputs as [|g inputs IH]; [reflexivity|]. cbn [flat_map] in *. rewrite map_app. f_equal.
  - rewrite map_map. apply map_ext_in. intros k Hk. specialize (All (v g k)). destruct (v g k) as [w|] eqn:E.
    + unfold y. rewrite (Qred_complete (id g k * inject_Z D) (w * inject_Z D)) by (rewrite (H g k w E); reflexivity). reflexivity.
    + discriminate (All ltac:(apply in_or_app; left; apply in_map_iff; exists k; auto)).
  - apply IH. intros w Hw. apply All. apply in_or_app. right. exact Hw.
Qed.

Ltac compute_digest := eapply digest_computed; [let g := fresh "g" in let k := fresh "k" in intros g k; decide_number|vm_compute; reflexivity].
