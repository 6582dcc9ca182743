#!/usr/bin/env python3
"""Writes accept/ and reject/: certificates of kind `structural` about claims/construction.toml, for every D or for all inputs of a run (src/certificate/FORMAT.md), stated without a
reader of construction files; and certificates that say what is not so. EXPECTED lists, for every file that is not accepted, the exit code, and words of the answer. Run it after a
change of the format or of claims/."""
import copy
import hashlib
import json
import pathlib
import re
import tomllib

here = pathlib.Path(__file__).parent
data = tomllib.loads((here / "claims/construction.toml").read_text())
entries = {e["id"]: e for e in tomllib.loads((here / "claims/claims.toml").read_text())["claim"]}
spaced = lambda text: " ".join(text.split())
sha256 = lambda lines: hashlib.sha256("\n".join(lines).encode()).hexdigest()


# ---- what is bound. Names of the file that a term binds again count as reached; there are none.
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
    for key in ("id", "parameters", "conditions", "tokens", "rows", "inputs", "entries", "start", "states"):
        lines.append(f"{key} {flat(head[key])}")
    texts = [flat(head[k]) for k in ("parameters", "conditions", "tokens", "rows", "inputs", "entries", "start")]
    texts += [t.partition("=")[2] for t in chosen.values()] + [t.partition("=")[2] for v in data["variant"] for t in v["terms"]]
    keys = ("for", "repeat", "keys", "layer")
    texts += [flat(s[k]) for s in data["stage"] for k in keys if k in s]
    for name in sorted(reach(texts) | set(chosen)):
        lines.append(f"choose {chosen[name]}" if name in chosen else f"define {defined[name]}")
    for s in data["stage"]:
        lines += [f"stage {s['name']}", f"in {s['in']}"] + [f"{k} {flat(s[k])}" for k in keys if k in s]
    lines += [f"variant {spaced(v['name'])} {flat(v['terms'])}" for v in data["variant"]]
    return sha256(lines)


def digest_of_claim(e):
    reached = reach([e["domain"], e["formal"]])
    return sha256(["raises", e["id"], spaced(e["domain"]), ",".join(e.get("needs", [])), spaced(e["formal"])]
                  + [defined[name] for name in sorted(reached & set(defined))])


# ---- what the phases move. On every graph that contains the star the same.
def stretches(n, complete=False):
    out = []
    for i in range(1, n + 1):
        out += [f"{i} 0 {i}", f"0 {i} {i + 1 if i < n else 1}"]
    return out + [" ".join([str(0 if complete else n)] + ["0"] * n)]


def certificate(n, d, ids, D="every", variants=(), changes=(), moved=None, verdict=None):
    ids = sorted("raises." + i for i in ids)
    verdict = verdict or ("proved" if D == "every" else "verified")
    claims = [{"id": i, "sha256": digest_of_claim(entries[i]), "verdict": verdict, "tier": "symbolic", "evidence": "structural", "reason": "", "witness": {}} for i in ids]
    needed, open_ = set(), list(ids)
    while open_:
        for need in entries[open_.pop()].get("needs", []):
            needed.add(need)
            open_.append(need)
    run = {"construction": "raises", "sha256": digest_of_construction(), "parameters": [f"n={n}", f"d={d}", f"D={D}"], "pattern": [], "variants": list(variants),
           "changes": [[spaced(c)] + [defined[x] for x in sorted(reach([c.partition("=")[2]]) & set(defined))] for c in changes]}
    return {"format": "hardmax-cert", "version": "3.0", "kind": "structural", "run": run, "evidence": {"stretches": moved or stretches(n)},
            "derived": {"tokens": str(n + 1), "rows": str(d + 1)}, "only": " ".join(ids), "claims": claims,
            "hypotheses": [{"id": i, "sha256": digest_of_claim(entries[i])} for i in sorted(needed - set(ids))]}


true = [i.removeprefix("raises.") for i in entries if i.startswith("raises.true.")]
false = [i.removeprefix("raises.") for i in entries if i.startswith("raises.false.")]
alone = [i for i in true if i != "true.needs_star"]
expected = []


def write(folder, name, stated):
    (here / folder).mkdir(exist_ok=True)
    (here / folder / f"{name}.json").write_text(json.dumps(stated, separators=(",", ":")) + "\n")


def wrong(name, code, words, stated):
    write("reject", name, stated)
    expected.append(f"{name}.json | {code} | {words}")


for folder in ("accept", "reject"):
    for file in (here / folder).glob("*.json"):
        file.unlink()

# ---- accepted
write("accept", "n2", certificate(2, 1, true))
write("accept", "n3_d2", certificate(3, 2, true))
write("accept", "n4_complete", certificate(4, 1, true, variants=["complete"], moved=stretches(4, True)))
write("accept", "n3_D3", certificate(3, 1, true, D=3))
write("accept", "n3_other_multipliers", certificate(3, 1, true, changes=["L=D^d + 2", "H=D^(n*d) + 5"]))
write("accept", "n2_two_seen", certificate(2, 1, true, variants=["seen_by(1)"], moved=stretches(2, True)))
base = certificate(2, 1, true)
tells = ["true.apart_all"]


def changed(name, code, words, edit, of=base):
    stated = copy.deepcopy(of)
    edit(stated)
    assert stated != of, name
    wrong(name, code, words, stated)


def put(*path_and_value):
    *path, value = path_and_value

    def edit(stated):
        for key in path[:-1]:
            stated = stated[key]
        stated[path[-1]] = value
    return edit


# ---- claims that are false, stated as proved
for i in false:
    wrong(i.replace(".", "_"), 1, f"({'raises.' + i})", certificate(2, 1, [i]))
    if i not in ("false.needs_false", "false.outside"):
        wrong(i.replace(".", "_") + "_d2", 1, f"({'raises.' + i})", certificate(2, 2, [i]))

# ---- the same of runs on which they are false: multipliers with which ids meet, a last layer that adds too little
wrong("L_too_small", 1, "that it is not shown", certificate(3, 1, ["true.global"], changes=["L=2", "H=1"]))
wrong("L_one_less", 1, "that it is not shown", certificate(3, 1, tells, changes=["L=D^d"]))
wrong("L_one_less_global", 1, "that it is not shown", certificate(3, 1, ["true.global"], changes=["L=D^d"]))
wrong("L_one_less_D2", 1, "that it is not shown", certificate(3, 1, ["true.global"], D=2, changes=["L=D^d"]))
largest = "(L*path(n - 1, 0) - (L - 1)*l_at(n, 0))/delta"
write("accept", "n2_spread_least", certificate(2, 1, tells, changes=[f"spread_by={largest} + 1"]))
wrong("spread_one_less", 1, "that it is not shown", certificate(2, 1, tells, changes=[f"spread_by={largest}"]))
wrong("spread_one_less_D3", 1, "that it is not shown", certificate(2, 1, tells, D=3, changes=[f"spread_by={largest}"]))
wrong("spread_as_printed", 1, "that it is not shown", certificate(3, 1, tells, changes=["spread_by=D^d"]))
wrong("spread_1", 1, "that it is not shown", certificate(2, 1, tells, changes=["spread_by=1"]))
wrong("spread_0", 3, "factor is not", certificate(2, 1, tells, changes=["spread_by=0"]))
wrong("H_below_condition", 3, "a condition", certificate(2, 1, ["true.square"], changes=["H=3 - D"]))
wrong("L_below_condition", 1, "a condition", certificate(2, 1, ["true.square"], changes=["L=1"]))

# ---- windows that do not hold what is said
wrong("S_above", 1, "5 stretches", certificate(2, 1, tells, changes=["S(0)=D^(n*d) + delta"]))
wrong("S_1_above", 1, "stretches[3]", certificate(2, 1, tells, changes=["S(1)=path(1, 1) + delta"]))
wrong("T_1_below", 1, "stretches[3]", certificate(2, 1, tells, changes=["T(1)=path(1, 0)"]))
wrong("T_1_above", 1, "stretches[3]", certificate(2, 1, tells, changes=["T(1)=D^(8*n*d)"]))
wrong("S_1_half", 3, "how many layers", certificate(2, 1, tells, changes=["S(1)=path(1, 1) - delta/2"]))
wrong("windows_between", 1, "shown to be whole", certificate(2, 1, tells, changes=["S(1)=path(1, 1) - delta/2", "T(1)=path(1, 0) + 3*delta/2"]))
wrong("low_from_above", 1, "stretches[0]", certificate(2, 1, tells, changes=["low_from(1)=delta"]))
wrong("low_to_below", 1, "stretches[0]", certificate(2, 1, tells, changes=["low_to(1)=1 - delta"]))
wrong("low_two_tokens", 1, "stretches[0]", certificate(2, 1, tells, changes=["low_to(1)=D^(2*d)"]))
wrong("no_windows", 1, "5 stretches", certificate(2, 1, tells, changes=["low_to(1)=0"]))
wrong("perhaps_no_windows", 3, "no layers", certificate(2, 1, tells, changes=["low_to(1)=D - 2"]))
wrong("wide_windows", 3, "as wide as their step", certificate(2, 1, tells, variants=["wide"]))
wrong("keys_alone", 3, "incomplete", certificate(2, 1, tells, variants=["keys_alone"]))
wrong("L_half", 3, "how many layers", certificate(2, 1, tells, changes=["L=5/2"]))
wrong("L_negative_shift", 1, "a condition", certificate(2, 1, tells, changes=["L=-3"]))
wrong("met_again", 1, "again", certificate(3, 1, ["true.square"], changes=["N(0)=(2..n)", "H=1", "T(0)=2*D^n", "S(1)=D^9", "T(1)=D^9 + delta", "S(2)=D^9", "T(2)=D^9 + delta"], moved=["1 0 1", "0 3 2", "2 0 2", "-", "3 0 3", "-", "2 1 2 3"]))

wrong("top_at_0", 1, "above 0", certificate(2, 1, ["true.square"], changes=["low_from(1)=1", "S(1)=D^9", "T(1)=D^9 + delta"], moved=["-", "0 2 1", "2 0 2", "-", "2 0 2"]))

# ---- graphs without the star
wrong("graph_own_alone", 1, "stretches[0]", certificate(2, 1, tells, changes=["N(k)=if(k = 0, (1..n), {k})"]))
wrong("graph_no_global", 1, "stretches[0]", certificate(2, 1, tells, changes=["N(k)=(1..n)"]))
wrong("graph_nothing", 1, "stretches[0]", certificate(2, 1, tells, changes=["N(k)=union(j in 1..0: {j})"]))
wrong("graph_first_alone", 1, "stretches[", certificate(3, 1, tells, changes=["N(0)={1}"]))
wrong("graph_star_claim", 1, "raises.star", certificate(2, 1, ["star"], changes=["N(k)=if(k = 0, {1}, {0, k})"], moved=["1 0 1", "0 1 1", "2 0 2", "-", "1 1 2"]))
wrong("graph_needed", 1, "raises.true.needs_star",
      certificate(2, 1, ["true.needs_star"], changes=["N(k)=if(k = 0, {1}, {0, k})"], moved=["1 0 1", "0 1 1", "2 0 2", "-", "1 1 2"]))

# ---- evidence
for place, stated, words in ((0, "2 0 1", "stretches[0]"), (0, "-", "outside of its windows"), (0, "1 1 1", "not shown to be the largest"), (0, "1 0 0", "not shown to be the smallest"),
                             (0, "1 2 1", "does not look at it"), (0, "1", "looks at 2 tokens"), (0, "1 0", "a token and two keys"), (0, "3 0 1", "a token"), (0, "1/2 0 1", "a token"),
                             (1, "0 1 1", "not shown to be the smallest"), (1, "0 2 2", "not shown to be the largest"), (4, "2 0", "a key of every token"), (4, "1 0 0", "the largest"),
                             (4, "2 0 1", "does not look at it"), (4, "0 0 0", "does not look at it")):
    changed(f"evidence_{place}_{stated.replace(' ', '_').replace('/', 'h')}", 1, words, put("evidence", "stretches", place, stated))
changed("evidence_one_less", 1, "4 stretches", lambda s: s["evidence"]["stretches"].pop())
changed("evidence_one_more", 1, "6 stretches", lambda s: s["evidence"]["stretches"].append("-"))
changed("evidence_other_key", 1, "evidence", put("evidence", "ids", []))

# ---- what the certificate is about
changed("another_digest", 1, "run.sha256", put("run", "sha256", "0" * 64))
changed("another_construction", 3, "no construction.toml", put("run", "construction", "raised"))
changed("D_not_every", 1, "claims[0]", put("run", "parameters", 2, "D=2"))
changed("D_verified", 1, "claims[0]", lambda s: [c.update(verdict="verified") for c in s["claims"]])
changed("n_every", 1, "run.parameters", put("run", "parameters", 0, "n=every"))
changed("d_every", 1, "run.parameters", put("run", "parameters", 1, "d=every"))
changed("D_some", 1, "run.parameters", put("run", "parameters", 2, "D=some"))
changed("another_n", 1, "evidence.stretches", put("run", "parameters", 0, "n=3"))
changed("tokens", 1, "derived", put("derived", "tokens", "4"))
changed("rows", 1, "derived", put("derived", "rows", "1"))
changed("drop", 3, "a dropped layer", put("run", "changes", [["drop=1"]]))
changed("drop_of_network", 3, "a dropped layer", put("run", "changes", [["drop=context.3"]]))
changed("tier", 1, "claims[0]", put("claims", 0, "tier", "exhaustive"))
changed("only_less", 1, "that `only`", lambda s: s.update(only=" ".join(s["only"].split()[1:])))
changed("only_more", 3, "too, and does not say", lambda s: s.update(only=s["only"] + " raises.z raises.zz") or s.update(only="raises.false.a " + s["only"].replace(" raises.z raises.zz", "")) or s.update(only="raises"))
changed("only_order", 1, "increasing order", lambda s: s.update(only=" ".join(reversed(s["only"].split()))))
changed("only_blanks", 1, "increasing order", lambda s: s.update(only=s["only"].replace(" ", "  ", 1)))
changed("hypothesis_left_out", 1, "hypotheses", put("hypotheses", []))
changed("constructions", 1, "certificate", put("constructions", []))
changed("undecided", 3, "left open", lambda s: s["claims"][0].update(verdict="undecided", tier="none", evidence="none", reason="not covered"))
changed("asked", 3, "left open", lambda s: s["claims"][0].update(verdict="undecided", tier="none", evidence="none", reason="asked"))

(here / "EXPECTED").write_text("\n".join(expected) + "\n")
