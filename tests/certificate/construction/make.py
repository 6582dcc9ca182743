#!/usr/bin/env python3
"""Writes accept/, reject/ and other/: certificates of kind `construction` (src/certificate/FORMAT.md) about claims/, stated by what the network of this one construction is, without a reader of construction
files; and certificates with one change each. EXPECTED lists, for every file that is not accepted, the exit code and how the line of verify-check begins. Run it after a change of the format or of claims/."""
import copy
import hashlib
import itertools
import json
import pathlib
import re
import tomllib
from fractions import Fraction

here = pathlib.Path(__file__).parent
data = tomllib.loads((here / "claims/construction.toml").read_text())
entries = sorted(tomllib.loads((here / "claims/claims.toml").read_text())["claim"], key=lambda e: e["id"])
spaced = lambda text: " ".join(text.split())
sha256 = lambda lines: hashlib.sha256("\n".join(lines).encode()).hexdigest()


# ---- what is bound. No term of this file binds a name of a definition.
def terms_of(kind):
    return {re.match(r"\w+", t)[0]: spaced(t) for block in data[kind] for t in block["terms"]}


defined, chosen = terms_of("define"), terms_of("choose")


def reach(texts):
    out, open_ = set(), list(texts)
    while open_:
        for name in re.findall(r"[A-Za-z]\w*", open_.pop()):
            if (name in defined or name in chosen) and name not in out:
                out.add(name)
                open_.append({**defined, **chosen}[name].partition("=")[2])
    return out


def digest_of_construction():
    head, lines = data["construction"], []
    flat = lambda x: spaced(" ".join(x) if isinstance(x, list) else x)
    for key in ("id", "parameters", "pattern", "hypotheses", "tokens", "rows", "inputs", "entries", "start", "states"):
        if key in head:
            lines.append(f"{key} {flat(head[key])}")
    texts = [flat(head[k]) for k in ("parameters", "tokens", "rows", "inputs", "entries", "start")]
    texts += [t.partition("=")[2] for t in chosen.values()] + [t.partition("=")[2] for v in data["variant"] for t in v["terms"]]
    keys = ("for", "repeat", "backwards", "let", "keys", "when", "layer", "map", "scale")
    texts += [flat(s[k]) for s in data["stage"] for k in keys if k in s]
    for name in sorted(reach(texts) | set(chosen)):
        lines.append(f"choose {chosen[name]}" if name in chosen else f"define {defined[name]}")
    for s in data["stage"]:
        lines += [f"stage {s['name']}", f"in {s.get('in', s['name'])}"] + [f"{k} {flat(s[k])}" for k in keys if k in s]
    lines += [f"variant {spaced(v['name'])} {flat(v['terms'])}" for v in data["variant"]]
    return sha256(lines)


def digest_of_claim(e):
    reached = reach([e["domain"], e.get("formal", "")])
    return sha256(["above_mean", e["id"], spaced(e["domain"]), ",".join(e.get("needs", [])), spaced(e.get("formal", ""))]
                  + [defined[name] for name in sorted(reached & set(defined))])


# ---- what the network does
def totals(n, D, step, gain, dropped, average):
    inputs = list(itertools.product([Fraction(j, D) for j in range(D)], repeat=n))
    K, T = 0x9E3779B97F4A7C15, 0
    assert len(inputs) <= 1 << 16
    marks = []
    for g, H in enumerate(inputs):
        mean = Fraction(0) if 1 in dropped else average(H)
        marks.append([Fraction(0) if 2 in dropped else gain * step(x - mean) for x in H])
        flat = [v for x, m in zip(H, marks[-1]) for v in (x, mean, m)]
        for i, x in enumerate(flat):
            T += (2 * (len(flat) * g + i) + 1) * (x.numerator + K * (x.denominator - 1))
    return inputs, marks, f"{T % 2**64:016x}"


def certificate(n, D, variants=(), changes=(), step=lambda t: int(t > 0), gain=Fraction(1), dropped=(), average=lambda H: sum(H) / len(H), only="above_mean."):
    inputs, marks, digest = totals(n, D, step, gain, dropped, average)
    text = lambda H: "H=" + " ".join(map(str, H))
    verdicts = {"words": ("not_checkable", "feature", {}), "large": ("not_checkable", "domain", {}), "vacuous": ("not_checkable", "vacuous", {}),
                "undefined": ("error", "undefined", {})}

    def decided(name, first, witness=None):  # first: what is wrong, or None
        verdicts[name] = ("verified", "", {}) if first is None else ("refuted", "", first)
    comparison = lambda at, lhs, relation, rhs: {"at": at, "other": [], "lhs": str(lhs), "relation": relation, "rhs": str(rhs)}
    equal = next((g for g, H in enumerate(inputs) if len(set(H)) == 1 and sum(marks[g]) != 0), None)
    decided("all_equal", None if equal is None else comparison([text(inputs[equal])], sum(marks[equal]), "=", 0))
    bonus = sum(marks[1])
    decided("bonus", None if bonus == gain else comparison([text(inputs[0]), "k=1"], inputs[0][0] + bonus, "=", inputs[0][0] + gain))
    repeated = next(((g, i, j) for g, m in enumerate(marks) for j in range(n) for i in range(j) if m[i] == m[j]), None)
    g, i, j = repeated
    verdicts["distinct"] = ("refuted", "", {"at": [text(inputs[g]), f"k={i + 1}"], "other": [text(inputs[g]), f"k={j + 1}"], "lhs": str(marks[g][i]), "relation": "distinct",
                                            "rhs": str(marks[g][i])})
    pieces = 2 not in dropped
    verdicts["layers"] = ("verified", "", {}) if pieces else ("error", "undefined", {})
    fetched = (lambda H: Fraction(0)) if 1 in dropped else average
    mean = next((H for H in inputs if fetched(H) != sum(H) / n), None)
    decided("mean", None if mean is None else comparison([text(mean), "k=1"], fetched(mean), "=", sum(mean) / n))
    none = next((g for g, m in enumerate(marks) if gain not in m), None)
    decided("some", None if none is None else comparison([text(inputs[none]), f"k={n}"], marks[none][-1], "=", gain))
    verdicts["needs"] = ("not_checkable", "hypothesis above_mean.some", {}) if none is not None else ("refuted", "", comparison([], n, "=", 1))
    verdicts["values"] = ("verified", "", {})
    claims = []
    for e in entries:
        if not e["id"].startswith(only):
            continue
        verdict, reason, witness = verdicts[e["id"].partition(".")[2]]
        tier, evidence = {"verified": ("exhaustive", "replay"), "refuted": ("witness", "replay")}.get(verdict, ("none", "none"))
        claims.append({"id": e["id"], "sha256": digest_of_claim(e), "verdict": verdict, "tier": tier, "evidence": evidence, "reason": reason, "witness": witness})
    needed = [e for e in entries if any(e["id"] in c.get("needs", []) for c in entries if c["id"].startswith(only)) and not e["id"].startswith(only)]
    return {"format": "hardmax-cert", "version": "3.0", "kind": "construction",
            "run": {"construction": "above_mean", "sha256": digest_of_construction(), "parameters": [f"n={n}", f"D={D}"], "pattern": [], "variants": list(variants), "changes": [list(c) for c in changes]},
            "derived": {"tokens": str(n), "rows": "3", "layers": ["marks=2", f"late={n}"]},
            "totals": {"inputs": str(len(inputs)), "digest": digest},
            "only": only, "claims": claims, "hypotheses": [{"id": e["id"], "sha256": digest_of_claim(e)} for e in needed]}


expected = []


def write(folder, name, data, answer=None):
    (here / folder / f"{name}.json").write_text(json.dumps(data, separators=(",", ":")) + "\n")
    if answer:
        expected.append(f"{folder}/{name}.json | {answer[0]} | {answer[1]}")


for folder in ("accept", "reject"):
    (here / folder).mkdir(exist_ok=True)
    for old in (here / folder).glob("*.json"):
        old.unlink()

at_least = lambda t: int(t >= 0)
write("accept", "n2_D2", certificate(2, 2))
write("accept", "n3_D4", certificate(3, 4))
write("accept", "only", certificate(2, 3, only="above_mean.needs"))
write("accept", "at_least", certificate(2, 2, ["at_least"], step=at_least))
write("accept", "doubled_twice", certificate(2, 3, ["doubled", "doubled"], gain=Fraction(4)))
write("accept", "with", certificate(3, 2, changes=[["gain=gain + 1"], ["gain=3*gain"]], gain=Fraction(6)))
write("accept", "with_other_order", certificate(3, 2, changes=[["gain=3*gain"], ["gain=gain + 1"]], gain=Fraction(4)))
write("accept", "with_after_variant", certificate(2, 2, ["doubled"], [["gain = gain/3"]], gain=Fraction(2, 3)))
write("accept", "with_reached", certificate(2, 3, changes=[["gain=2*always(n)", defined["always"]]], gain=Fraction(2)))
write("accept", "with_one_value", certificate(2, 2, changes=[["above(0)=1"]], step=at_least))
write("accept", "raised", certificate(2, 3, ["raised(7/2)"], gain=Fraction(7, 2)))
write("accept", "raised_of_what_was", certificate(2, 2, ["doubled", "raised(3*gain + n)", "doubled"], gain=Fraction(16)))
write("accept", "raised_of_an_input", certificate(2, 2, ["raised(1 + G(input(1), 1, n))"], gain=Fraction(3, 2)))
write("accept", "raised_and_with", certificate(3, 2, ["raised(3)", "at_least"], [["gain=gain + 1"]], gain=Fraction(4), step=at_least))
write("accept", "drop", certificate(2, 2, changes=[["drop=2"]], dropped=[2]))
write("accept", "drop_of_network", certificate(2, 3, changes=[["drop=marks.1"]], dropped=[1]))
# A change speaks of the construction as it was, where nothing is dropped yet; 2 is then the gain of a layer that is dropped.
write("accept", "drop_is_last", certificate(2, 2, changes=[["gain=1 + mark(input(1), n)", defined["mark"]], ["drop=2"]], gain=Fraction(2), dropped=[2]))
write("accept", "with_states", certificate(3, 2, changes=[["gain=1 + mark(input(1), n)", defined["mark"]]], gain=Fraction(2)))
write("accept", "with_states_twice", certificate(2, 2, changes=[["gain=1 + mark(input(1), n)", defined["mark"]]] * 2, gain=Fraction(3)))

# ---- what is not accepted
base, marked = certificate(2, 2), certificate(2, 2, ["at_least"], step=at_least)
with_two = certificate(3, 2, changes=[["gain=gain + 1"], ["gain=3*gain"]], gain=Fraction(6))


def altered(name, answer, change, of=base):
    data = copy.deepcopy(of)
    change(data)
    write("reject", name, data, answer)


def claim(data, name):
    return next(c for c in data["claims"] if c["id"] == f"above_mean.{name}")


def put(path, value):
    def change(data):
        *outer, last = path
        for key in outer:
            data = data[key]
        data[last] = value
    return change


def of_claim(name, **values):
    return lambda data: claim(data, name).update(values)


no = "rejected: "
verified = dict(verdict="verified", tier="exhaustive", evidence="replay", reason="", witness={})
none = dict(tier="none", evidence="none", witness={})
altered("version_2_3", (1, no + "version"), put(["version"], "2.3"))
altered("version_2_1", (1, no + "version"), put(["version"], "2.1"))
altered("kind_run", (1, no + "constructions"), put(["kind"], "run"))
altered("unknown_key", (1, no + "certificate"), put(["parts"], []))
altered("unknown_run_key", (1, no + "run"), put(["run", "target"], "identity"))
altered("unknown_derived_key", (1, no + "derived"), put(["derived", "s"], "1"))
altered("unknown_totals_key", (1, no + "totals"), put(["totals", "ids"], "8"))
for key in ("sha256", "parameters", "pattern", "variants", "changes"):
    altered(f"missing_run_{key}", (1, no + f"run.{key}"), lambda data, key=key: data["run"].pop(key))
for key in ("run", "derived", "totals", "only", "claims"):
    altered(f"missing_{key}", (1, no + key), lambda data, key=key: data.pop(key))
altered("missing_hypotheses", (1, no + "hypotheses"), lambda data: data.pop("hypotheses"))
altered("sha256_other", (1, no + "run.sha256"), put(["run", "sha256"], "0" * 64))
altered("sha256_capitals", (1, no + "run.sha256"), lambda data: data["run"].update(sha256=data["run"]["sha256"].upper()))
altered("sha256_empty", (1, no + "run.sha256"), put(["run", "sha256"], ""))
altered("parameter_left_out", (1, no + "run.parameters"), put(["run", "parameters"], ["n=2"]))
altered("parameter_twice", (1, no + "run.parameters"), put(["run", "parameters"], ["n=2", "n=2"]))
altered("parameter_more", (1, no + "run.parameters"), put(["run", "parameters"], ["n=2", "D=2", "d=1"]))
altered("parameters_exchanged", (1, no + "run.parameters[0]"), put(["run", "parameters"], ["D=2", "n=2"]))
altered("parameter_no_integer", (1, no + "run.parameters[1]"), put(["run", "parameters"], ["n=2", "D=5/2"]))
altered("parameter_leading_zero", (1, no + "run.parameters[1]"), put(["run", "parameters"], ["n=2", "D=02"]))
altered("parameter_blank", (1, no + "run.parameters[1]"), put(["run", "parameters"], ["n=2", "D= 2"]))
altered("parameter_out_of_range", (1, no + "run.parameters"), put(["run", "parameters"], ["n=1", "D=2"]))
altered("parameter_other", (1, no), put(["run", "parameters"], ["n=2", "D=3"]))
altered("parameter_a_string", (1, no + "run.parameters"), put(["run", "parameters"], "n=2 D=2"))
altered("pattern_of_none", (1, no + "run.pattern"), put(["run", "pattern"], [["1 2", "1 2"]]))
altered("variant_unknown", (1, no + "run.variants[0]"), put(["run", "variants"], ["at_most"]))
altered("variant_left_out", (1, no), put(["run", "variants"], []), marked)
altered("variant_more", (1, no), put(["run", "variants"], ["at_least"]))
raised = certificate(2, 2, ["raised(2)"], gain=Fraction(2))
altered("variant_with_arguments", (1, no + "totals.digest"), put(["run", "variants"], ["raised(3)"]), raised)
altered("variant_without_its_arguments", (1, no + "run.variants[0]"), put(["run", "variants"], ["raised"]), raised)
altered("variant_with_more_arguments", (1, no + "run.variants[0]"), put(["run", "variants"], ["raised(2, 2)"]), raised)
altered("variant_with_arguments_it_has_not", (1, no + "run.variants[0]"), put(["run", "variants"], ["doubled(2)"]), raised)
altered("variant_of_states", (1, no + "run.variants[0]"), put(["run", "variants"], ["raised(2*run(marks, start(input(1)))(3, 2))"]), raised)
altered("variant_of_a_definition", (1, no + "run.variants[0]"), put(["run", "variants"], ["raised(2*always(1))"]), raised)
altered("variant_of_another_type", (1, no + "run.changes, or run.variants"), put(["run", "variants"], ["raised({2})"]), raised)
altered("variant_of_a_variant", (1, no + "run.variants[0]"), put(["run", "variants"], ["raised(doubled.gain)"]), raised)
altered("variant_two_blanks", (1, no + "run.variants[0]"), put(["run", "variants"], ["raised( 2  )"]), raised)
altered("variant_more_behind", (1, no + "run.variants[0]"), put(["run", "variants"], ["raised(2).gain"]), raised)
altered("variants_exchanged", (1, no + "totals.digest"), lambda data: data["run"]["variants"].reverse(), certificate(2, 2, ["doubled", "raised(3*gain + n)"], gain=Fraction(8)))
write("reject", "raised_of_what_is", certificate(2, 2, ["raised(2)", "raised(gain)"], gain=Fraction(1)), (1, no))
altered("changes_exchanged", (1, no + "totals.digest"), lambda data: data["run"]["changes"].reverse(), with_two)
altered("change_left_out", (1, no + "totals.digest"), lambda data: data["run"]["changes"].pop(), with_two)
altered("change_of_a_definition", (1, no), put(["run", "changes"], [["always(t)=2"]]))
altered("change_of_a_parameter", (1, no), put(["run", "changes"], [["n=3"]]))
altered("change_of_arity", (1, no), put(["run", "changes"], [["gain(t)=2"]]))
altered("change_without_a_term", (1, no), put(["run", "changes"], [["gain"]]))
altered("change_empty", (1, no + "run.changes[0]"), put(["run", "changes"], [[]]))
altered("change_two_blanks", (1, no + "run.changes[0]"), put(["run", "changes"], [["gain =  1"]]))
altered("change_of_an_unknown_name", (1, no), put(["run", "changes"], [["gain=gin"]]))
altered("change_of_another_type", (1, no + "run.changes"), put(["run", "changes"], [["gain={1}"]]))
altered("change_by_a_variant", (1, no + "run.changes"), put(["run", "changes"], [["gain=at_least.gain"]]))
altered("change_of_the_end_of_a_loop_is_none", (1, no + "run.changes[0]"), put(["run", "changes"], [["gain=1", defined["mark"]]]))
reaching = certificate(2, 3, changes=[["gain=2*always(n)", defined["always"]]], gain=Fraction(2))
altered("change_without_what_it_reaches", (1, no + "run.changes[0]"), put(["run", "changes"], [["gain=2*always(n)"]]), reaching)
altered("change_reaches_another_text", (1, no + "run.changes[0]"), put(["run", "changes"], [["gain=2*always(n)", "always(t) = 2"]]), reaching)
altered("drop_0", (1, no + "run.changes[0]"), put(["run", "changes"], [["drop=0"]]))
altered("drop_beyond", (1, no + "run.changes"), put(["run", "changes"], [["drop=3"]]))
altered("drop_of_no_network", (1, no + "run.changes[0]"), put(["run", "changes"], [["drop=compare.1"]]))
altered("drop_left_out", (1, no), put(["run", "changes"], []), certificate(2, 2, changes=[["drop=2"]], dropped=[2]))
write("reject", "drop_not_last", certificate(2, 2, changes=[["gain=1 + mark(input(1), n)", defined["mark"]], ["drop=2"]], dropped=[2]), (1, no))
write("reject", "ties_to_the_first", certificate(2, 2, average=lambda H: H[0]), (1, no + "totals.digest"))
write("reject", "break_to_the_left", certificate(2, 2, ["at_least"]), (1, no + "totals.digest"))
altered("tokens_other", (1, no + "derived.tokens"), put(["derived", "tokens"], "3"))
altered("rows_other", (1, no + "derived.rows"), put(["derived", "rows"], "2"))
altered("layers_other", (1, no + "derived.layers[0]"), put(["derived", "layers"], ["marks=3", "late=2"]))
altered("layers_exchanged", (1, no + "derived.layers[0]"), put(["derived", "layers"], ["late=2", "marks=2"]))
altered("layers_left_out", (1, no + "derived.layers[1]"), put(["derived", "layers"], ["marks=2"]))
altered("inputs_less", (1, no + "totals.inputs"), put(["totals", "inputs"], "3"))
altered("inputs_none", (1, no + "totals.inputs"), put(["totals", "inputs"], "0"))
altered("digest_other", (1, no + "totals.digest"), put(["totals", "digest"], "0" * 16))
altered("digest_of_a_variant", (1, no + "totals.digest"), put(["totals"], marked["totals"]))
altered("refuted_as_verified", (1, no + "claims[7]"), of_claim("some", **verified))
altered("verified_as_refuted", (1, no + "claims[5]"), of_claim("mean", verdict="refuted", tier="witness", evidence="replay", witness=claim(base, "some")["witness"]))
altered("undefined_as_verified", (1, no + "claims[8]"), of_claim("undefined", **verified))
altered("vacuous_as_verified", (1, no + "claims[9]"), of_claim("vacuous", **verified))
altered("domain_as_verified", (1, no + "claims[3]"), of_claim("large", **verified))
altered("feature_as_verified", (1, no + "claims[11]"), of_claim("words", **verified))
altered("hypothesis_as_verified", (1, no + "claims[6]"), of_claim("needs", **verified))
altered("proved", (1, no + "claims[5]"), of_claim("mean", verdict="proved"))
altered("tier_other", (1, no + "claims[5]"), of_claim("mean", tier="enclosure"))
altered("verified_as_undecided", (1, no + "claims[5]"), of_claim("mean", verdict="undecided", reason="limit", **none))
altered("domain_as_cost", (1, no + "claims[3]"), of_claim("large", verdict="undecided", reason="cost", **none))
altered("cost", (3, "incomplete: claim above_mean.mean: undecided (cost)"), of_claim("mean", verdict="undecided", reason="cost", **none))
altered("witness_not_first", (1, no + "claims[7]"), lambda data: claim(data, "some")["witness"].update(at=["H=1/2 1/2", "k=2"]))
altered("witness_in_units_of_1_D", (1, no + "claims[7]"), lambda data: claim(data, "some")["witness"].update(at=["H=0 0", "k=1"]))
altered("witness_value", (1, no + "claims[7]"), lambda data: claim(data, "some")["witness"].update(lhs="1/2"))
altered("witness_none", (1, no + "claims[7]"), of_claim("some", witness={}))
altered("witness_of_verified", (1, no + "claims[5]"), of_claim("mean", witness=claim(base, "some")["witness"]))
altered("witness_other_left_out", (1, no + "claims[2]"), lambda data: claim(data, "distinct")["witness"].update(other=[]))
altered("claim_sha256_without_definitions", (3, "other claims: "), lambda data: claim(data, "mean").update(
    sha256=sha256(["above_mean", "above_mean.mean", "n >= 2 and D >= 2", "", spaced(next(e for e in entries if e["id"] == "above_mean.mean")["formal"])])))
altered("claim_sha256_without_construction", (3, "other claims: "), lambda data: claim(data, "large").update(sha256=sha256(["above_mean.large", "n >= 100", "", "n = 100"])))
altered("claim_left_out", (3, "incomplete: not covered: "), lambda data: data["claims"].remove(claim(data, "some")) or put(
    ["hypotheses"], [{k: claim(base, "some")[k] for k in ("id", "sha256")}])(data))
altered("claim_left_out_and_hypothesis", (1, no + "hypotheses"), lambda data: data["claims"].remove(claim(data, "some")))
altered("claims_out_of_order", (1, no + "claims[1].id"), lambda data: data["claims"].insert(0, data["claims"].pop()))
altered("claim_of_another_construction", (1, no + "claims[12].id"), lambda data: data["claims"].append({**claim(data, "mean"), "id": "beside.mean"}))
altered("construction_other", (3, "other claims: "), put(["run", "construction"], "below_mean"))
altered("construction_yun2020b", (3, "other claims: "), put(["run", "construction"], "yun2020b"))
altered("hypothesis_sha256_ordinary", (3, "other claims: "), lambda data: data["hypotheses"][0].update(
    sha256=sha256(["above_mean.some", "n >= 2", "", spaced(next(e for e in entries if e["id"] == "above_mean.some")["formal"])])), certificate(2, 3, only="above_mean.needs"))


# ---- a construction with a pattern and hypotheses, beside patterned/
paper = tomllib.loads((here / "patterned/construction.toml").read_text())
statements = sorted(tomllib.loads((here / "patterned/claims.toml").read_text())["claim"], key=lambda e: e["id"])
last, first = (spaced(t) for t in paper["define"][0]["terms"])
reached_by = {"patterned.all": [first, last]}
bound = {e["id"]: sha256(["patterned", e["id"], spaced(e["domain"]), ",".join(e.get("needs", [])), spaced(e["formal"]), *reached_by.get(e["id"], [])]) for e in statements}
own = sha256(["id patterned", "parameters n >= 2", "pattern required", "hypotheses " + " ".join(f"{i} {bound[i]}" for i in paper["construction"]["hypotheses"]), "tokens 1..n", "rows 1",
              "inputs k in 1..n, r in 1..1", "entries {0, 1/2}", "start G(H, r, k) + k/4", "choose rounds = s", "stage net", "in net", "for t in 1..rounds", "keys A(mod(t - 1, p) + 1, k)",
              "layer attend(Z(1), Z(1), 0*Z(1) + 1)"])


def with_pattern(pattern, s, order=True, rounds=None):
    n, K, T = len(pattern[0]), 0x9E3779B97F4A7C15, 0
    inputs = list(itertools.product([Fraction(0), Fraction(1, 2)], repeat=n))
    wrong = None
    for g, H in enumerate(inputs):
        x = [v + Fraction(k + 1, 4) for k, v in enumerate(H)]
        top = max(x)
        for t in range(s if rounds is None else rounds):
            x = [max((x[int(j) - 1] for j in keys.split()), default=Fraction(0)) for keys in pattern[t % len(pattern)]]
        for k, v in enumerate(x):
            T += (2 * (n * g + k) + 1) * (v.numerator + K * (v.denominator - 1))
            if v != top and wrong is None:
                wrong = {"at": ["H=" + " ".join(map(str, H)), f"k={k + 1}"], "other": [], "lhs": str(v), "relation": "=", "rhs": str(top)}
    claims = []
    for e in statements:
        verdict = ("verified", "exhaustive", "replay", {})
        if e["id"] == "patterned.all" and wrong:
            verdict = ("refuted", "witness", "replay", wrong)
        if e["id"] == "patterned.order" and not order:
            verdict = ("refuted", "witness", "replay", {"at": [], "other": [], "lhs": "1", "relation": "=", "rhs": "2"})
        if e["id"] == "patterned.order" and rounds is not None:
            verdict = ("refuted", "witness", "replay", {"at": [], "other": [], "lhs": str(rounds), "relation": "=", "rhs": str(s)})
        claims.append({"id": e["id"], "sha256": bound[e["id"]], "verdict": verdict[0], "tier": verdict[1], "evidence": verdict[2], "reason": "", "witness": verdict[3]})
    return {"format": "hardmax-cert", "version": "3.0", "kind": "construction",
            "run": {"construction": "patterned", "sha256": own, "parameters": [f"n={n}"], "pattern": pattern, "variants": [], "changes": [] if rounds is None else [[f"rounds={rounds}"]]},
            "derived": {"tokens": str(n), "rows": "1", "layers": [f"net={s if rounds is None else rounds}"]}, "totals": {"inputs": str(len(inputs)), "digest": f"{T % 2**64:016x}"},
            "only": "", "claims": claims, "hypotheses": []}


swapped = [["1 2", "2 3", "1 3"], ["1 3", "2", "3"]]  # 2 does not look at 1, so gamma is (1, 3, 2)
write("accept", "patterned", with_pattern(swapped, 3, order=False))
write("accept", "patterned_one_round", with_pattern(swapped, 3, rounds=1))
base = with_pattern(swapped, 3, order=False)
altered("patterned_none", (1, no + "run.pattern"), put(["run", "pattern"], []), base)
altered("patterned_of_two_tokens", (1, no + "run.pattern"), put(["run", "pattern"], [["1 2", "1 2"]]), base)
altered("patterned_decreasing", (1, no + "run.pattern[0][0]"), put(["run", "pattern"], [["2 1", "2 3", "1 3"], ["1 3", "2", "3"]]), base)
altered("patterned_edge_left_out", (1, no), put(["run", "pattern"], [["1", "2 3", "1 3"], ["1 3", "2", "3"]]), base)
altered("patterned_layers_exchanged", (1, no), put(["run", "pattern"], swapped[::-1]), base)
altered("patterned_without_itself", (1, no + "hypothesis patterned.A1.1"), put(["run", "pattern"], [["1 2", "3", "1 3"], ["1 3", "2", "3"]]), with_pattern([["1 2", "3", "1 3"], ["1 3", "2", "3"]], 3))
(here / "EXPECTED").write_text("\n".join(expected) + "\n")
