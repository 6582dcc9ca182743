(* What the main theorems rest on. check.sh requires "Closed under the global context" for every one of them, and for every theorem that an entry names. *)
From Hardmax Require Import Arithmetic Digits SelectiveShift Layers Heads Network Lemma7 Families Checker Quantizer Values Polynomial Sweep.

(* The lemma. *)
Print Assumptions Lemma7.
Print Assumptions Lemma7_from_witness.
Print Assumptions check_sound.
(* Arithmetic of E.2.4. *)
Print Assumptions domination.
Print Assumptions eq12.
Print Assumptions eq12_monotone.
Print Assumptions general_step1.
Print Assumptions general_step3.
Print Assumptions eq13.
(* E.2.1: heads, layers, ids. *)
Print Assumptions psi_above.
Print Assumptions psi_below.
Print Assumptions Psi_inside.
Print Assumptions Psi_outside.
Print Assumptions Psi_other_rows.
Print Assumptions Omega_first_row.
Print Assumptions Omega_other_rows.
Print Assumptions number_injective.
Print Assumptions Delta_closed.
Print Assumptions Delta_bound.
Print Assumptions eq7.
Print Assumptions intervals_disjoint.
Print Assumptions eq8.
Print Assumptions eq8_last.
(* E.2.3: selective shifts. *)
Print Assumptions closed_form.
Print Assumptions shift_increases_iff.
Print Assumptions eq9_first.
Print Assumptions eq9.
Print Assumptions shifted_injective.
Print Assumptions after_selective_stage.
(* (10) and (11). *)
Print Assumptions eq10_step1.
Print Assumptions eq10_step2.
Print Assumptions eq10_step3.
Print Assumptions eq10_step4.
Print Assumptions eq10_step5.
Print Assumptions eq10_step6.
Print Assumptions eq10_step7.
Print Assumptions eq10_step8_refuted.
Print Assumptions eq10_step8_repaired.
Print Assumptions eq10_refuted.
Print Assumptions eq10_refuted_one_row.
Print Assumptions eq10_repaired.
Print Assumptions eq11.
(* E.2.4 and E.2.5: all-max-shifts. *)
Print Assumptions reached_1.
Print Assumptions reached_stays.
Print Assumptions after_all_max_layers.
Print Assumptions shifted_range.
Print Assumptions last_is_largest.
Print Assumptions general_domination.
Print Assumptions domination_orders.
Print Assumptions added_is_multiple.
Print Assumptions out_modulo.
Print Assumptions out_interval.
Print Assumptions out_distinct.
Print Assumptions intervals_tell.
Print Assumptions shifted_tells_inputs.
Print Assumptions network_ids.
Print Assumptions network_length.
(* Families. *)
Print Assumptions dense_Lemma7.
Print Assumptions star_Lemma7.
Print Assumptions strided_Lemma7.
Print Assumptions fixed_Lemma7.
Print Assumptions hub_Lemma7.
Print Assumptions fixed_truncated.
(* Lemma 6: the quantiser. *)
Print Assumptions Lemma6.
Print Assumptions quantizer_length.
Print Assumptions phi_pieces.
(* Lemma 8: under the hypothesis that makes it true, false without it, and with repair R2. *)
Print Assumptions Lemma8.
Print Assumptions Lemma8_refuted.
Print Assumptions Lemma8_lowered.
(* Polynomials in D. *)
Print Assumptions never_negative_sound.
Print Assumptions repaired_bound_n4_d1_holds.
(* The dense construction: the sweep, Lemma 10 and Lemma 6 of yun2020a where columns are distinct. *)
Print Assumptions sweep_ids.
Print Assumptions Lemma10_lower.
Print Assumptions Lemma10_upper.
Print Assumptions Lemma10_injective.
Print Assumptions Lemma6_1.
Print Assumptions Lemma6_2.
Print Assumptions Lemma6_3.
