#!/usr/bin/env python3
"""Writes reject/ from accept/: one file for every rule and side condition of src/certificate/FORMAT.md, each an accepted certificate with one change that breaks
only that rule; and other_claims/, what was made with other claims than those of the folder, or leaves some out, which is answered with 3. EXPECTED lists, for every file, what the
lines of verify-check must contain. Run it after a change of the format or of the test claims."""
import copy
import hashlib
import json
import pathlib
import tomllib

here = pathlib.Path(__file__).parent
base_text = (here / "accept/strided.json").read_text()
base = json.loads(base_text)
out = here / "reject"
expected = []


def write(name, data, line):
    (out / f"{name}.json").write_bytes(data if isinstance(data, bytes) else data.encode())
    expected.append(f"{name}.json | {line}")


def dump(certificate):
    return json.dumps(certificate, separators=(",", ":")) + "\n"


def change(name, line, edit, start=base):
    certificate = copy.deepcopy(start)
    edit(certificate)
    assert certificate != start, name
    write(name, dump(certificate), line)


def text(name, line, old, new):
    assert base_text.count(old) >= 1, name
    write(name, base_text.replace(old, new, 1), line)


def put(*path_and_value):
    *path, value = path_and_value

    def edit(certificate):
        for key in path[:-1]:
            certificate = certificate[key]
        certificate[path[-1]] = value
    return edit


def drop(*path):
    def edit(certificate):
        for key in path[:-1]:
            certificate = certificate[key]
        del certificate[path[-1]]
    return edit


def claim(certificate, name):
    return next(c for c in certificate["claims"] if c["id"] == "yun2020b." + name)


def of(name, *path_and_value):
    return lambda certificate: put(*path_and_value)(claim(certificate, name))


for old in out.glob("*.json"):
    old.unlink()

# Encoding
write("json_empty_file", b"", "certificate, byte 0")
write("json_truncated", base_text[: len(base_text) // 2], "certificate, byte")
write("json_not_an_object", "[" + base_text.strip() + "]", "an object")
write("json_trailing_object", base_text + "{}", "the end of the file")
write("json_trailing_text", base_text + "x", "the end of the file")
write("json_trailing_zero_byte", base_text.encode() + b"\0", "the end of the file")
write("json_byte_order_mark", b"\xef\xbb\xbf" + base_text.encode(), "certificate, byte 0")
text("json_number", "a string, an array or an object", '"n":"4"', '"n":4')
text("json_null", "a string, an array or an object", '"only":"yun2020b."', '"only":null')
text("json_true", "a string, an array or an object", '"witness":{}', '"witness":true')
text("json_false", "a string, an array or an object", '"witness":{}', '"witness":false')
text("json_key_twice", "no key twice", '"n":"4"', '"n":"4","n":"4"')
text("json_key_twice_top", "no key twice", '"only":"yun2020b."', '"only":"","only":""')
text("json_escape", "without escapes", '"only":"yun2020b."', '"only":"\\u0079"')
text("json_control_character", "printable ASCII", '"only":"yun2020b."', '"only":"\t"')
write("json_not_ascii", base_text.encode().replace(b'"only":"yun2020b."', '"only":"é"'.encode()), "printable ASCII")
write("json_not_utf8", base_text.encode().replace(b'"only":"yun2020b."', b'"only":"\xff"'), "printable ASCII")
text("json_comma_too_many", "a string", '"overrides":[]}', '"overrides":[],}')
text("json_comma_missing", "a comma", ',"overrides"', ' "overrides"')
text("json_single_quotes", "a string", '"4"', "'4'")
text("json_comment", "certificate, byte", '{"format"', '/**/{"format"')
text("json_nesting_33", "nesting of at most 32", '"overrides":[]', '"overrides":' + "[" * 40 + "]" * 40)
text("integer_leading_zero", "run.n", '"n":"4"', '"n":"04"')
text("integer_plus", "run.n", '"n":"4"', '"n":"+4"')
text("integer_blank", "run.n", '"n":"4"', '"n":" 4"')
text("integer_empty", "run.n", '"n":"4"', '"n":""')
text("integer_negative", "run.d", '"d":"1"', '"d":"-1"')
text("integer_decimal", "run.D", '"D":"2"', '"D":"2.0"')
text("integer_too_long", "run.D", '"D":"2"', '"D":"%s"' % ("2" * 5000))
text("list_two_blanks", "run.pattern[0][0]", '"1 2 3"', '"1  2 3"')
text("list_blank_first", "run.pattern[0][0]", '"1 2 3"', '" 1 2 3"')
text("list_blank_last", "run.pattern[0][0]", '"1 2 3"', '"1 2 3 "')
text("list_commas", "run.pattern[0][0]", '"1 2 3"', '"1,2,3"')

# Keys
for key in base:
    change(f"missing_{key}", key, drop(key))
for part in ("run", "derived", "totals"):
    for key in base[part]:
        change(f"missing_{part}_{key}", f"{part}.{key}", drop(part, key))
    change(f"unknown_{part}_key", "no such key", put(part, "note", ""))
for key in base["claims"][0]:
    change(f"missing_claim_{key}", key, drop("claims", 0, key))
for key in claim(base, "t.below")["witness"]:
    change(f"missing_witness_{key}", f"witness.{key}", lambda c, key=key: drop("witness", key)(claim(c, "t.below")))
change("unknown_top_key", "no such key", put("note", ""))
change("unknown_claim_key", "no such key", put("claims", 0, "note", ""))
change("unknown_witness_key", "no such key", of("t.below", "witness", "note", ""))
change("type_run_a_string", "run", put("run", ""))
change("type_claims_an_object", "claims", put("claims", {}))
change("type_layer_a_string", "run.pattern[1]", put("run", "pattern", 1, "1 2"))
change("type_at_a_string", "witness.at", of("t.below", "witness", "at", "H=0 0 0 0"))

# format, version
change("format_other", "format", put("format", "hardmax-cart"))
for version in ("1.0", "2.0", "2.1", "2.3", "3.1", "4.0", "3", "3.0.0", "03.0", ""):
    change(f"version_{version.replace('.', '_') or 'empty'}", "version", put("version", version))

# kind
for kind in ("runs", "Run", "structure", ""):
    change(f"kind_{kind or 'empty'}", "kind: stated", put("kind", kind))
change("kind_an_array", "kind: stated", put("kind", ["run"]))
text("kind_twice", "no key twice", '"kind":"run"', '"kind":"run","kind":"run"')

# run
change("run_construction_unknown", "run.construction", put("run", "construction", "yun2020c"))
change("run_n_is_1", "run.n", put("run", "n", "1"))
change("run_n_too_small_for_pattern", "run.pattern[0]", put("run", "n", "3"))
change("run_n_too_large_for_pattern", "run.pattern[0]", put("run", "n", "5"))
change("run_d_is_0", "run.d", put("run", "d", "0"))
change("run_d_other", "derived", put("run", "d", "2"))
change("run_D_is_1", "run.D", put("run", "D", "1"))
change("run_D_is_0", "run.D", put("run", "D", "0"))
change("run_D_other", "derived", put("run", "D", "3"))
change("run_pattern_empty", "run.pattern", put("run", "pattern", []))
change("run_pattern_token_missing", "run.pattern[1]", drop("run", "pattern", 1, 3))
change("run_pattern_token_0", "run.pattern[0][0]", put("run", "pattern", 0, 0, "0 1 2"))
change("run_pattern_token_5", "run.pattern[0][0]", put("run", "pattern", 0, 0, "1 2 5"))
change("run_pattern_decreasing", "run.pattern[0][0]", put("run", "pattern", 0, 0, "1 3 2"))
change("run_pattern_repeated", "run.pattern[0][0]", put("run", "pattern", 0, 0, "1 2 2"))
change("run_pattern_neighbour_left_out", "totals.digest", put("run", "pattern", 0, 0, "1 2"))
change("run_pattern_neighbour_added", "totals.digest", put("run", "pattern", 0, 0, "1 2 3 4"))
change("run_pattern_window_shifted", "derived", put("run", "pattern", 0, ["1 2", "2 3", "3 4", "1 4"]))
change("run_pattern_layer_left_out", "derived", drop("run", "pattern", 1))
change("run_pattern_layers_exchanged", "derived", lambda c: c["run"]["pattern"].reverse())
for name, values in {"unknown_name": ["b=1"], "no_value": ["c"], "empty": [""], "order": ["shift=1", "c=1"], "order_E": ["E.3=0", "E.2=0"], "order_drop": ["drop=3", "drop=1"], "repeated": ["c=1", "c=1"],
                     "repeated_drop": ["drop=1", "drop=1"], "order_qdrop": ["qdrop=1", "drop=1"], "order_vdrop": ["vdrop=1", "qdrop=1"], "qdrop_0": ["qdrop=0"], "qdrop_9": ["qdrop=9"], "vdrop_0": ["vdrop=0"],
                     "vdrop_65": ["vdrop=65"], "repeated_vdrop": ["vdrop=2", "vdrop=2"], "E_0": ["E.0=1"], "E_5": ["E.5=1"], "E_leading_zero": ["E.01=1"], "drop_0": ["drop=0"], "drop_15": ["drop=15"], "drop_fraction": ["drop=1/2"],
                     "not_lowest": ["c=2/4"], "denominator_1": ["c=2/1"], "denominator_0": ["c=1/0"], "denominator_negative": ["c=1/-2"], "minus_0": ["c=-0"], "plus": ["c=+1"], "leading_zero": ["c=01"],
                     "decimal": ["c=0.5"], "blank": ["c= 1"], "no_digits": ["c="], "minus_only": ["c=-"], "two_slashes": ["c=1/2/3"]}.items():
    change(f"run_override_{name}", "run.overrides", put("run", "overrides", values))
for name, target in {"unknown": "id", "empty": "", "capital": "Identity", "blank": "identity ", "table_empty": "table ", "table_word": "table", "table_short": "table " + " ".join(["0"] * 63),
                     "table_long": "table " + " ".join(["0"] * 65), "table_two_blanks": "table  " + " ".join(["0"] * 64), "table_blank_last": "table " + "0 " * 64, "table_not_lowest": "table " + "2/4 " * 63 + "0"}.items():
    change(f"run_target_{name}", "run.target", put("run", "target", target))
change("run_target_other", "t.stages", put("run", "target", "reverse"))
change("run_override_qdrop_not_in_claims", "t.stages", put("run", "overrides", ["qdrop=5"]))
change("run_override_vdrop_not_in_claims", "t.stages", put("run", "overrides", ["vdrop=5"]))
change("run_override_c_not_in_derived", "derived.c", put("run", "overrides", ["c=1"]))
change("run_override_E_not_in_derived", "derived.E", put("run", "overrides", ["E.3=0"]))
change("run_override_shift_not_in_claims", "totals", put("run", "overrides", ["shift=1"]))
change("run_override_drop_not_in_totals", "totals", put("run", "overrides", ["drop=13"]))

# derived
change("derived_gamma_another_that_serves", "derived.gamma", put("derived", "gamma", "2 1 3 4"))
change("derived_gamma_no_permutation", "derived.gamma", put("derived", "gamma", "1 1 3 4"))
change("derived_gamma_empty", "derived.gamma", put("derived", "gamma", ""))
change("derived_gamma_token_9", "derived.gamma", put("derived", "gamma", "1 2 3 9"))
change("derived_l_not_least", "derived.l", put("derived", "l", "1 1 2"))
change("derived_l_short", "derived.l", put("derived", "l", "1 1"))
change("derived_s_less", "derived.s", put("derived", "s", "1"))
change("derived_s_more", "derived.s", put("derived", "s", "3"))
change("derived_E_wrong", "derived.E", put("derived", "E", "2 0 1 3"))
change("derived_E_in_units_of_delta", "derived.E", put("derived", "E", "6 0 2 4"))
change("derived_c_off_by_one", "derived.c", put("derived", "c", "513"))
change("derived_c_in_units_of_delta", "derived.c", put("derived", "c", "1024"))
change("derived_layers_off_by_one", "derived.layers", put("derived", "layers", "13"))

# totals
change("totals_inputs_one_left_out", "totals.inputs", put("totals", "inputs", "15"))
change("totals_ids_one_left_out", "totals.ids", put("totals", "ids", "63"))
change("totals_distinct_ids_less", "totals.distinct_ids", put("totals", "distinct_ids", "63"))
change("totals_digest_other", "totals.digest", put("totals", "digest", "0000000a7ec2d9a1"))
change("totals_digest_capitals", "totals.digest", put("totals", "digest", "0000000A7EC2D9A0"))
change("totals_digest_short", "totals.digest", put("totals", "digest", "a7ec2d9a0"))
change("totals_not_executed", "totals", lambda c: c.update(totals={"inputs": "0", "ids": "0", "distinct_ids": "0", "digest": "0" * 16}))

# only, claims
change("only_narrower_than_claims", "claims[0].id", put("only", "yun2020b.t."))
change("only_matches_nothing", "only", put("only", "yun2020b.u"))
change("only_another_paper", "only", put("only", "other."))
change("claims_none", "claims[0]", put("claims", []))
change("claims_one_twice", "claims[1].id", lambda c: c["claims"].insert(1, c["claims"][0]))
change("claims_out_of_order", "claims[3].id", lambda c: c["claims"].insert(2, c["claims"].pop(3)))
change("claims_of_another_construction", "claims[0].id", lambda c: c["claims"].insert(0, dict(c["claims"][0], id="sparsebert.false")))
change("claim_sha256_capitals", "claims[1].sha256", put("claims", 1, "sha256", base["claims"][1]["sha256"].upper()))
change("claim_sha256_short", "claims[1].sha256", put("claims", 1, "sha256", base["claims"][1]["sha256"][:-1]))


def force(name, verdict, tier, evidence, reason, witness):
    return lambda c: claim(c, name).update(verdict=verdict, tier=tier, evidence=evidence, reason=reason, witness=witness)


some = {"at": ["H=0 0 0 0", "k=1"], "other": [], "lhs": "0", "relation": "<", "rhs": "0"}
change("verdict_refuted_as_verified", "t.below", force("t.below", "verified", "exhaustive", "replay", "", {}))
change("verdict_distinct_as_verified", "t.distinct", force("t.distinct", "verified", "exhaustive", "replay", "", {}))
change("verdict_verified_as_refuted", "t.ids", force("t.ids", "refuted", "witness", "replay", "", some))
change("verdict_verified_as_not_checkable", "t.ids", force("t.ids", "not_checkable", "none", "none", "feature", {}))
change("verdict_verified_as_unknown", "t.ids", force("t.ids", "undecided", "none", "none", "unknown", {}))
change("verdict_verified_as_limit", "t.ids", force("t.ids", "undecided", "none", "none", "limit", {}))
change("verdict_refuted_as_vacuous", "t.below", force("t.below", "not_checkable", "none", "none", "vacuous", {}))
change("verdict_refuted_as_error", "t.below", force("t.below", "error", "none", "none", "undefined", {}))
change("verdict_vacuous_as_verified", "t.vacuous", force("t.vacuous", "verified", "exhaustive", "replay", "", {}))
change("verdict_feature_as_verified", "t.feature", force("t.feature", "verified", "exhaustive", "replay", "", {}))
change("verdict_feature_as_cost", "t.feature", force("t.feature", "undecided", "none", "none", "cost", {}))
change("verdict_domain_as_verified", "t.domain", force("t.domain", "verified", "exhaustive", "replay", "", {}))
change("verdict_domain_as_cost", "t.domain", force("t.domain", "undecided", "none", "none", "cost", {}))
change("verdict_hypothesis_as_verified", "t.needs", force("t.needs", "verified", "exhaustive", "replay", "", {}))
change("verdict_hypothesis_as_cost", "t.needs", force("t.needs", "undecided", "none", "none", "cost", {}))
change("verdict_error_as_refuted", "t.undefined", force("t.undefined", "refuted", "witness", "replay", "", some))
change("verdict_error_as_verified", "t.undefined", force("t.undefined", "verified", "exhaustive", "replay", "", {}))
change("verdict_unknown_word", "t.ids", of("t.ids", "verdict", "proved"))
change("verdict_capital", "t.ids", of("t.ids", "verdict", "Verified"))
change("verdict_empty", "t.ids", of("t.ids", "verdict", ""))
change("tier_of_verified", "tier", of("t.ids", "tier", "kernel"))
change("tier_of_refuted", "tier", of("t.below", "tier", "exhaustive"))
change("tier_of_not_checkable", "tier", of("t.vacuous", "tier", "exhaustive"))
change("evidence_of_verified", "evidence", of("t.ids", "evidence", "none"))
change("evidence_of_not_checkable", "evidence", of("t.domain", "evidence", "replay"))
change("reason_of_verified", "reason", of("t.ids", "reason", "vacuous"))
change("reason_domain_for_hypothesis", "reason", of("t.needs", "reason", "domain"))
change("reason_hypothesis_not_first", "reason", of("t.needs", "reason", "hypothesis other.false"))
change("reason_hypothesis_verified", "reason", of("t.needs", "reason", "hypothesis yun2020b.A1"))
change("reason_hypothesis_without_id", "reason", of("t.needs", "reason", "hypothesis"))
change("reason_vacuous_for_domain", "reason", of("t.domain", "reason", "vacuous"))
change("reason_empty_for_feature", "reason", of("t.feature", "reason", ""))

# witness
change("witness_of_verified", "witness", of("t.ids", "witness", some))
change("witness_none_of_refuted", "witness", of("t.below", "witness", {}))
change("witness_not_first", "witness.at[0]", of("t.below", "witness", "at", 0, "H=0 0 1 1"))
change("witness_name", "witness.at[0]", of("t.below", "witness", "at", 0, "G=0 0 0 0"))
change("witness_input_commas", "witness.at[0]", of("t.below", "witness", "at", 0, "H=0,0,0,0"))
change("witness_at_short", "witness.at", lambda c: claim(c, "t.below")["witness"]["at"].pop())
change("witness_at_order", "witness.at", lambda c: claim(c, "t.below")["witness"]["at"].reverse())
change("witness_other_when_not_distinct", "witness.other", of("t.below", "witness", "other", ["H=0 0 0 0", "k=1"]))
change("witness_other_missing_when_distinct", "witness.other", of("t.distinct", "witness", "other", []))
change("witness_exchanged", "witness.at", lambda c: claim(c, "t.distinct")["witness"].update(at=claim(base, "t.distinct")["witness"]["other"], other=claim(base, "t.distinct")["witness"]["at"]))
change("witness_lhs", "witness.lhs", of("t.below", "witness", "lhs", "1"))
change("witness_rhs", "witness.rhs", of("t.below", "witness", "rhs", "1"))
change("witness_relation", "witness.relation", of("t.below", "witness", "relation", ">"))
change("witness_value_not_lowest", "witness.lhs", lambda c: claim(c, "t.below")["witness"].update(lhs="2/2"))
change("witness_value_leading_zero", "witness.rhs", lambda c: claim(c, "t.pattern")["witness"].update(rhs="00"))
change("witness_value_minus_zero", "witness.rhs", lambda c: claim(c, "t.pattern")["witness"].update(rhs="-0"))
change("witness_set_blanks", "witness.rhs", of("t.set", "witness", "rhs", "{1, 2, 3}"))
change("witness_set_order", "witness.rhs", of("t.set", "witness", "rhs", "{3,2,1}"))
change("witness_false_with_values", "witness.lhs", of("t.not", "witness", "lhs", "2"))

# a run that is not executed
not_executed = json.loads((here / "accept/no_self.json").read_text())
change("not_executed_E_given", "derived.E", put("derived", "E", "1 0"), not_executed)
change("not_executed_c_given", "derived.c", put("derived", "c", "64"), not_executed)
change("not_executed_layers_given", "derived.layers", put("derived", "layers", "4"), not_executed)
change("not_executed_gamma_left_out", "derived.gamma", lambda c: c["derived"].update(gamma="", l=""), not_executed)
change("not_executed_s_left_out", "derived.s", put("derived", "s", "0"), not_executed)
change("not_executed_inputs_given", "totals.inputs", put("totals", "inputs", "4"), not_executed)
change("not_executed_digest_given", "totals.digest", put("totals", "digest", "1" * 16), not_executed)
change("not_executed_hypothesis_verified", "yun2020b.A1", force("A1", "verified", "exhaustive", "replay", "", {}), not_executed)
change("not_executed_claim_verified", "t.ids", force("t.ids", "verified", "exhaustive", "replay", "", {}), not_executed)
no_gamma = json.loads((here / "accept/no_gamma.json").read_text())
change("no_gamma_gamma_given", "derived.gamma", put("derived", "gamma", "1 2 3"), no_gamma)
change("no_gamma_l_given", "derived.l", put("derived", "l", "1 1"), no_gamma)
no_s = json.loads((here / "accept/no_s.json").read_text())
change("no_s_s_given", "derived.s", put("derived", "s", "2"), no_s)
other_gamma = json.loads((here / "accept/gamma_not_identity.json").read_text())
change("gamma_identity_that_does_not_serve", "derived.gamma", put("derived", "gamma", "1 2 3 4"), other_gamma)
changed = json.loads((here / "accept/all_overrides.json").read_text())
for i, other in enumerate(["c=1/2", "shift=2/3", "E.1=-5/2", "E.4=0", "drop=2", "drop=14", "qdrop=1", "vdrop=4"]):
    change(f"override_{i}_other", "", put("run", "overrides", i, other), changed)
    change(f"override_{i}_left_out", "", drop("run", "overrides", i), changed)

# hypotheses
def binding(entry):
    parts = [entry["id"], entry["domain"], ",".join(entry.get("needs", [])), entry.get("formal", "")]
    return {"id": entry["id"], "sha256": hashlib.sha256("\n".join(" ".join(part.split()) for part in parts).encode()).hexdigest()}


entries = {entry["id"]: entry for file in sorted((here / "claims").rglob("*.toml")) for entry in tomllib.loads(file.read_text())["claim"]}
change("hypotheses_missing", "hypotheses", drop("hypotheses"))
change("hypotheses_none", "other.false", put("hypotheses", []))
change("hypotheses_a_string", "hypotheses", put("hypotheses", "other.false"))
change("hypotheses_one_twice", "hypotheses[1].id", lambda c: c["hypotheses"].append(c["hypotheses"][0]))
change("hypotheses_one_that_is_a_claim", "yun2020b.A1", lambda c: c["hypotheses"].append(binding(entries["yun2020b.A1"])))
change("hypothesis_sha256_short", "hypotheses[0].sha256", put("hypotheses", 0, "sha256", "0" * 63))
change("hypothesis_with_a_verdict", "no such key", put("hypotheses", 0, "verdict", "verified"))
change("hypothesis_without_an_id", "hypotheses[0].id", drop("hypotheses", 0, "id"))

# constructions
change("constructions_none", "constructions", put("constructions", []))
change("constructions_a_string", "constructions", put("constructions", ""))
change("constructions_one_more", "constructions", lambda c: c["constructions"].append({"id": "yun2020c", "sha256": "0" * 64}))
change("construction_id_other", "constructions[0].id", put("constructions", 0, "id", "yun2020a"))
change("construction_without_an_id", "constructions[0]", drop("constructions", 0, "id"))
change("construction_with_a_key_more", "no such key", put("constructions", 0, "file", "construction.toml"))
change("construction_sha256_short", "constructions[0].sha256", lambda c: put("constructions", 0, "sha256", c["constructions"][0]["sha256"][:-1])(c))
change("construction_sha256_of_another", "constructions[0].sha256", put("constructions", 0, "sha256", "0" * 64))
change("construction_sha256_capital", "constructions[0].sha256", lambda c: put("constructions", 0, "sha256", c["constructions"][0]["sha256"].upper())(c))

(out / "EXPECTED").write_text("\n".join(sorted(expected)) + "\n")
print(len(expected), "files")

out, expected = here / "other_claims", []
out.mkdir(exist_ok=True)
for old in out.glob("*.json"):
    old.unlink()


def left_out(place):
    """A claim that others need: it becomes a hypothesis."""
    def edit(certificate):
        id = certificate["claims"].pop(place)["id"]
        certificate["hypotheses"] = sorted(certificate["hypotheses"] + [binding(entries[id])], key=lambda one: one["id"])
    return edit


change("claim_one_more", "other claims: ", lambda c: c["claims"].append(dict(c["claims"][15], id="yun2020b.u")))
change("claim_id_other", "not here: yun2020b.t.distinct'", put("claims", 3, "id", "yun2020b.t.distinct'"))
change("claim_sha256_of_another", "with another text here: yun2020b.t.all", put("claims", 1, "sha256", base["claims"][0]["sha256"]))
change("claim_first_left_out", "not covered: the certificate was asked for yun2020b.A1 too", left_out(0))
change("claim_last_left_out", "not covered: the certificate was asked for yun2020b.t.vacuous too", left_out(15))
change("claim_refuted_left_out", "not covered: the certificate was asked for yun2020b.t.below too", drop("claims", 2))
change("hypothesis_of_another_text", "with another text here: other.false", put("hypotheses", 0, "sha256", "0" * 64))
change("hypothesis_not_here", "not here: other.true", put("hypotheses", 0, "id", "other.true"))
change("only_wider", "not covered: the certificate was asked for other.false too", put("only", ""))
(out / "EXPECTED").write_text("\n".join(sorted(expected)) + "\n")
print(len(expected), "files")
