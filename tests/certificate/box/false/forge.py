#!/usr/bin/env python3
"""Writes certificates of false claims, as somebody would forge them who knows what verify-check looks at, and EXPECTED: file | what verify-check answers | what is false.
The runs are those of ../accept/patterns.json and ../accept/dense.json."""
import copy
import hashlib
import json
import pathlib
import sys
import tomllib

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here.parent.parent))
from bound import constructions
entries = {c["id"]: c for c in tomllib.loads((here / "claims/false.toml").read_text())["claim"]}
patterns, dense = (json.loads((here.parent / "accept" / name).read_text())["parts"][0]["runs"] for name in ("patterns.json", "dense.json"))
expected = []


def binding(claim):
    one = lambda text: " ".join(text.split())
    return hashlib.sha256("\n".join([claim["id"], one(claim["domain"]), ",".join(claim.get("needs", [])), one(claim["formal"])]).encode()).hexdigest()


def stated(name, letters, verdict="verified", **more):
    count = letters.count("v")
    claim = {"id": name, "sha256": binding(entries[name]), "verdict": verdict, "tier": "exhaustive", "evidence": "replay", "reason": f"on {count} runs", "witness": {}, "runs": letters}
    claim.update(more)
    return claim


def hypotheses(claims):
    """What claims need at once: no hypothesis here needs another."""
    stated = {claim["id"] for claim in claims}
    needed = {need for id in stated for need in entries[id].get("needs", [])} - stated
    return [{"id": id, "sha256": binding(entries[id])} for id in sorted(needed)]


def certificate(runs, claims, n="2 3", q="2 2", listed=("dense", "window 1")):
    paper = claims[0]["id"].split(".")[0]
    return {"format": "hardmax-cert", "version": "3.0", "kind": "box", "boxes": [{"n": n, "q": q, "d": "1 1"}], "patterns": list(listed),
            "parts": [{"paper": paper, "runs": copy.deepcopy(runs), "only": claims[0]["id"], "claims": claims, "hypotheses": hypotheses(claims)}], "constructions": constructions(paper)}


def forge(name, answer, what, forged):
    (here / f"{name}.json").write_text(json.dumps(forged, separators=(",", ":")) + "\n")
    expected.append(f"{name}.json | {answer} | {what}")


small = [patterns[0], patterns[6], patterns[7]]  # two tokens; three tokens, dense and window 1
three = "yun2020b.f.three"
forge("plainly_false", "runs: stated \"v\"", "false at every input of three tokens, and stated as verified there", certificate(small, [stated(three, "vvv")]))
forge("outside_of_its_domain", "runs: stated \"d\"", "false on three tokens, which are in its domain and stated to be outside", certificate(small, [stated(three, "vdd")]))
forge("vacuous_where_it_is_false", "runs: stated \"x\"", "false on three tokens, where there are inputs and it is stated that there are none", certificate(small, [stated(three, "vxx")]))
forge("no_network_where_there_is_one", "runs: stated \"n\"", "false on three tokens, where Assumption 1 holds and it is stated that there is no network", certificate(small, [stated(three, "vnn")]))
forge("too_dear", "found \"undecided\"", "false on three tokens, which are left out for their cost, and yet stated as verified on the box", certificate(small, [stated(three, "vcc")]))
forge("runs_left_out", "runs", "false on the runs of the box that are left out", certificate(small[:1], [stated(three, "v")]))
forge("hypothesis_that_holds", "runs: stated \"h\"", "false on three tokens, where the hypothesis holds and is stated to fail", certificate(small, [stated("yun2020b.f.needing", "vhh")]))
forge("binding_of_another_claim", "other claims: the certificate was made with the claims of digest", "the binding is that of a true claim, the id that of a false one",
      certificate(small, [stated(three, "vvv", sha256=binding(entries["yun2020b.f.positive"]))]))
other = copy.deepcopy(small)
other[2]["derived"], other[2]["totals"] = copy.deepcopy(small[1]["derived"]), copy.deepcopy(small[1]["totals"])
forge("run_of_another_pattern", "runs[2], derived", "false with window 1, whose run is stated with the s and the network of dense attention", certificate(other, [stated("yun2020b.f.reach", "vvv")]))
hidden = certificate(small[:2], [stated("yun2020b.f.reach", "vv")], listed=("dense", [["1 2 3", "1 2 3", "1 2 3"]]))
forge("pattern_that_has_no_run", "patterns[1]", "the pattern with which it is false is replaced by the edges of dense attention, and its run left out", hidden)
other = copy.deepcopy(small)
for run in other:
    run["derived"]["c"] = "1"
forge("another_network", "runs[0], derived", "true of a network with the multiplier 1, which is not that of the paper", certificate(other, [stated("yun2020b.f.exact", "vvv")]))
other = [copy.deepcopy(patterns[3])]
other[0]["totals"] = copy.deepcopy(patterns[0]["totals"])
forge("fewer_inputs", "runs[0], totals", "false at the inputs with an entry 2 delta, which are not among the four inputs that are stated", certificate(other, [stated("yun2020b.f.column", "v")], n="2 2", q="3 3", listed=("dense",)))
other[0]["totals"] = {}
forge("nothing_executed", "runs[0], totals", "false, on a small run that is stated as if it were too large to be executed", certificate(other, [stated("yun2020b.f.column", "v")], n="2 2", q="3 3", listed=("dense",)))
forge("no_value", "runs: stated \"v\"", "without a value on three tokens, and stated as verified there", certificate(small, [stated("yun2020b.f.undefined", "vvv")]))
forge("decided_on_the_first_network", "runs: stated \"v\"", "made for the network with encodings alone, where it is false, and stated as verified on the one before",
      certificate(dense[:2], [stated("yun2020a.f.positional", "v.")], n="2 2", listed=()))
witness = {"at": ["H=0 0"], "other": [], "lhs": "-1", "relation": ">", "rhs": "0"}
forge("true_and_refuted", "runs: stated \"r\"", "it is true: the id at this input is not -1",
      certificate(small, [stated("yun2020b.f.positive", "rvv", "refuted", tier="witness", reason="at run 1", witness=witness)]))
(here / "EXPECTED").write_text("\n".join(expected) + "\n")
