#!/usr/bin/env python3
"""Writes accept/, survive/ and reject/: for every rule of "Kind `assumption1`" in src/certificate/FORMAT.md a certificate that uses it, stated by hand, and certificates with one change that
breaks only that rule. EXPECTED lists, for every rejected file, how the line of verify-check goes on after "rejected: ". Run it after a change of the format or of claims/."""
import copy
import hashlib
import json
import pathlib
import sys
import tomllib

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here.parent))
from bound import constructions
entries = sorted(tomllib.loads((here / "claims/A1.toml").read_text())["claim"], key=lambda e: e["id"])
bindings = [(e["id"], hashlib.sha256("\n".join([e["id"], e["domain"], ",".join(e.get("needs", [])), e["formal"]]).encode()).hexdigest()) for e in entries]
verified, refuted = ("verified", "symbolic", "argument", ""), ("refuted", "witness", "argument", "")
undecided, not_checkable = ("undecided", "none", "none", "limit"), ("not_checkable", "none", "none", "hypothesis yun2020b.A1.1")


def certificate(n, layers, order, reach, s="0", least="", blocks="1", own=""):
    verdicts = [refuted if own else verified, verified if order.startswith("gamma") else refuted if order else undecided,
                not_checkable if own else refuted if reach.startswith("unreached") else verified if reach else undecided]
    return {"format": "hardmax-cert", "version": "3.0", "kind": "assumption1",
            "pattern": {"n": str(n), "layers": [{"causal": causal, "parts": parts} for causal, parts in layers]},
            "evidence": {"self": own, "order": order, "blocks": blocks, "reach": reach, "s": s, "least": least}, "only": "yun2020b.A1.",
            "claims": [{"id": i, "sha256": h, "verdict": v, "tier": t, "evidence": e, "reason": r, "witness": {}} for (i, h), (v, t, e, r) in zip(bindings, verdicts)],
            "hypotheses": [], "constructions": constructions("yun2020b")}


def write(folder, name, data):
    (here / folder / f"{name}.json").write_text(json.dumps(data, separators=(",", ":")) + "\n")


def layer(*parts, causal="0"):
    return causal, list(parts)


def listed(*rows):  # one layer of edges between tokens
    return layer("edges 1 " + ";".join(rows))


for folder in ("accept", "reject", "survive"):
    for old in (here / folder).glob("*.json"):
        old.unlink()

wheel = ["1..7", "1..3", "1..4", "1 3..5", "1 4..6", "1 5..7", "1 6 7"]   # token 1 sees and is seen by all; the others their neighbours
accept = {
    "strided": certificate(9, [layer("band 3 3 1"), layer("band 9 9 3")], "gamma 1..9", "bands", "2", "1 5"),
    "window": certificate(9, [layer("band 2 2 1")], "gamma 1..9", "bands", "4", "1 8"),
    "listed_window": certificate(4, [listed("1 2", "1..3", "2..4", "3 4")], "gamma 4..1", "bands", "3", "1 4"),
    "fixed": certificate(6, [layer("blocks 3 0 0"), layer("band 0 0 1", "columns 3 3 1 6")], "gamma 1..6", "common 3 6", "2", "1 4"),
    "global": certificate(7, [listed(*wheel)], "gamma 1..7", "common 1", "2", "4 2"),
    "rows": certificate(7, [layer("rows 1 1 1 1", "columns 1 1 1 1", "band 1 1 1")], "gamma 1..7", "common 1", "2", "4 2"),
    "hubs": certificate(6, [listed("1 6", "1 2", "2 3", "2 4", "5 6", "1..6")], "after 3..5", "hubs 6:1 4:4", "4", "3 4"),
    "causal": certificate(6, [layer("blocks 2 2 2", causal="2")], "gamma 1..6", "unreached 1 3"),
    "blocks": certificate(10, [layer("blocks 2 1 1", "rows 9 2 2 10"), layer("blocks 4 0 0", "columns 9 2 2 10")], "gamma 1..10", "common 5", "2", "1 3", blocks="2"),
    "levels": certificate(5, [listed("1 2", "2 3", "3 4", "4 5", "1 5")], "gamma 5..1", "levels", "4", "1 5"),
    "random": certificate(12, [layer("band 2 2 1", "rows 1 1 1 1", "columns 1 1 1 1", "random 2 1 2 7")], "gamma 1..12", "common 1", "2", "12 2"),
    "no_self": certificate(4, [layer("band 1 1 1"), layer("columns 1 1 1 2")], "gamma 2 1 3 4", "", own="2 3"),
    "cut": certificate(5, [layer("rows 1 1 1 1", "columns 1 1 1 1", "band 0 0 1")], "cut 1", "common 1", "2", "2 3"),
    "parts": certificate(6, [layer("blocks 3 0 0")], "cut", "unreached 1 4"),
    "before": certificate(5, [listed("1..5", "1 2", "1 3", "1 4", "1 5")], "before 3..5", "common 1", "2", "2 3"),
    "after": certificate(5, [listed("1..5", "1 2", "1 3", "1 4", "1 5")], "after 2..4", "common 1", "2", "2 3"),
    "apart": certificate(3, [listed("1", "1 2", "1 3")], "apart 2 3", "unreached 1 2"),
    "search": certificate(5, [listed("1..5", "1 2", "1 3", "1 4", "1 5")], "search", "common 1", "2", "2 3"),
}
for name, data in accept.items():
    write("accept", name, data)
write("survive", "order", certificate(4, [layer("band 1 1 1")], "", "bands", "3", "1 4"))
write("survive", "reach", certificate(4, [layer("band 1 1 1")], "gamma 1..4", ""))

expected = []


def change(name, start, line, **values):
    """values: member of evidence = value; n; part (of layer 1, first); or a function."""
    data = copy.deepcopy(accept[start])
    for key, value in values.items():
        if key == "n":
            data["pattern"]["n"] = value
        elif key == "part":
            data["pattern"]["layers"][0]["parts"][0] = value
        elif key == "edit":
            value(data)
        else:
            data["evidence"]["self" if key == "own" else key] = value
    assert data != accept[start], name
    write("reject", name, data)
    expected.append(f"{name}.json | {line}")


def put(*path):
    *keys, last, value = path

    def edit(data):
        for key in keys:
            data = data[key]
        data[last] = value
    return edit


# pattern
change("n_one", "window", "pattern.n: stated", n="1")
change("n_unknown_key", "window", "pattern: stated \"m\"", edit=put("pattern", "m", "9"))
change("layers_none", "window", "pattern.layers: stated \"no layer\"", edit=put("pattern", "layers", []))
change("layer_unknown_key", "window", "pattern.layers[0].: stated \"name\"", edit=put("pattern", "layers", 0, "name", "x"))
change("causal_missing", "window", "pattern.layers[0].causal: stated", edit=put("pattern", "layers", [{"parts": ["band 2 2 1"]}]))
change("part_not_a_string", "window", "pattern.layers[0].parts[0]: stated", part=[])
change("part_unknown", "window", "pattern.layers[0].parts[0]: stated \"bend 2 2 1\"", part="bend 2 2 1")
change("part_short", "window", "pattern.layers[0].parts[0]: stated \"band 2 2\"", part="band 2 2")
change("part_long", "window", "pattern.layers[0].parts[0]: stated \"1 1\"", part="band 2 2 1 1")
change("band_step_zero", "window", "pattern.layers[0].parts[0]: stated \"0\"", part="band 2 2 0")
change("blocks_size_zero", "parts", "pattern.layers[0].parts[0]: stated \"0\"", part="blocks 0 0 0")
change("stripes_wide", "rows", "pattern.layers[0].parts[0]: stated \"rows 1 1 2 1\"", part="rows 1 1 2 1")
change("stripes_from_zero", "rows", "pattern.layers[0].parts[0]: stated \"0\"", part="rows 0 1 1 1")
change("edges_few_lists", "apart", "pattern.layers[0].parts[0]: stated \"other than one list a block\"", part="edges 1 1;1 2")
change("edges_many_lists", "apart", "pattern.layers[0].parts[0]: stated \"other than one list a block\"", part="edges 1 1;1 2;1 3;1")
change("edges_beyond", "apart", "pattern.layers[0].parts[0]: stated \"4\"", part="edges 1 1;1 2;1 4")
change("edges_twice", "apart", "pattern.layers[0].parts[0]: stated \"1 1\"", part="edges 1 1;1 1;1 3")
change("edges_falling", "apart", "pattern.layers[0].parts[0]: stated \"2..1\"", part="edges 1 1;2..1;1 3")
change("edges_two_blanks", "apart", "pattern.layers[0].parts[0]: stated \" 2", part="edges 1 1;1  2;1 3")
change("seed_large", "random", "pattern.layers[0].parts[3]: stated \"18446744073709551616\"", edit=put("pattern", "layers", 0, "parts", 3, "random 2 1 2 18446744073709551616"))
# (1.1)
change("self_is_there", "no_self", "evidence.self: stated \"2 1\", found that the token", own="2 1")
change("self_missing", "no_self", "evidence.self: stated \"\", found that token 3", own="")
change("self_layer_beyond", "no_self", "evidence.self: stated \"3 3\"", own="3 3")
# (1.2)
change("order_unknown", "window", "evidence.order: stated \"beta 1..9\"", order="beta 1..9")
change("gamma_no_arc", "window", "evidence.order: stated \"3 before 6\"", order="gamma 1..3 6 5 4 7..9")
change("gamma_twice", "window", "evidence.order: stated \"token 8 twice\"", order="gamma 1..8 8")
change("gamma_short", "window", "evidence.order: stated \"8 tokens\"", order="gamma 1..8")
change("gamma_beyond", "window", "evidence.order: stated \"10\"", order="gamma 1..10")
change("gamma_run_of_one", "window", "evidence.order: stated \"1..8 9..9\"", order="gamma 1..8 9..9")
change("cut_two_parts", "parts", "evidence.order: stated \"1 tokens\", found 2 parts", order="cut 3")
change("cut_not_enough", "cut", "evidence.order: stated \"2 tokens\", found 3 parts", order="cut 1 2")
change("before_enough", "before", "evidence.order: stated \"2 tokens\", found 1 others", order="before 4 5")
change("before_first", "before", "evidence.order: stated \"4 tokens\", found 5 others", order="before 1 3..5")
change("before_not_a_set", "before", "evidence.order: stated \"5 4 3\"", order="before 5 4 3")
change("after_enough", "after", "evidence.order: stated \"2 tokens\", found 1 in whose rows", order="after 2 3")
change("apart_leads", "apart", "evidence.order: stated \"1 3\", found that one leads", order="apart 1 3")
change("apart_from_itself", "apart", "evidence.order: stated \"2 2\"", order="apart 2 2")
change("search_finds", "window", "evidence.order: stated \"search\", found that there is an order", order="search", edit=lambda d: d["claims"][1].update(verdict="refuted", tier="witness"))
change("search_large", "parts", "evidence.order: stated \"search\", found that there are more than 20", n="21", order="search")
# (1.3)
change("reach_unknown", "window", "evidence.reach: stated \"band\"", reach="band")
change("unreached_is_reached", "causal", "evidence.reach: stated \"unreached 3 1\"", reach="unreached 3 1")
change("unreached_with_s", "causal", "evidence.s: stated", s="1")
change("unreached_with_blocks", "causal", "evidence.s: stated", blocks="2")
change("unreached_with_least", "causal", "evidence.s: stated", least="1 3")
change("reach_without_self", "no_self", "evidence.reach: stated \"unreached 3 4\", found that (1.1) fails", reach="unreached 3 4")
change("s_zero", "window", "evidence.s: stated \"0\"", s="0")
change("bands_short", "window", "evidence.reach: stated \"bands\", found 6 tokens before", s="3", least="1 6")
change("bands_gap", "strided", "evidence.reach: stated \"bands\", found 1 tokens before", part="band 1 1 1")
change("bands_causal", "window", "evidence.reach: stated \"bands\", found 8 tokens before and 0 after", edit=put("pattern", "layers", 0, "causal", "1"))
change("bands_causal_edges", "listed_window", "evidence.reach: stated \"bands\", found 0 tokens before and 0 after", order="gamma 1..4", edit=put("pattern", "layers", 0, "causal", "1"))
change("bands_run_without_self", "listed_window", "evidence.reach: stated \"bands\", found 0 tokens before and 0 after", edit=put("pattern", "layers", 0, "parts", ["edges 1 2;1 3;2 4;3", "band 0 0 1"]))
change("bands_without_self", "no_self", "evidence.reach: stated \"bands\", found that (1.1) fails", reach="bands")
change("common_not_seen", "global", "evidence.reach: stated \"token 2\", found 3 tokens that attend", reach="common 1 2")
change("common_not_everything", "fixed", "evidence.reach: stated \"common\"", reach="common 3")
change("common_causal", "fixed", "evidence.reach: stated \"token 3\"", edit=put("pattern", "layers", 1, "causal", "1"))
change("hub_not_whole", "hubs", "evidence.reach: stated \"1:1\"", reach="hubs 6:1 1:1")
change("hub_late", "hubs", "evidence.reach: stated \"6:5\"", reach="hubs 6:5")
change("hubs_leave_one", "hubs", "evidence.reach: stated \"hubs\", found 1 tokens", reach="hubs 4:4")
change("levels_short", "levels", "evidence.reach: stated \"levels\", found 0 tokens", s="3", least="1 4")
change("blocks_band", "strided", "evidence.blocks: stated \"3\", found a band", blocks="3")
change("blocks_number", "blocks", "evidence.blocks: stated \"4\", found a rule of the pattern with the number 2", blocks="4")
change("least_missing", "window", "evidence.least: stated \"\"", least="")
change("least_reached", "window", "evidence.least: stated \"1 7\"", least="1 7")
change("least_of_larger_s", "window", "evidence.least: stated \"1 8\"", s="5")
change("least_for_one", "levels", "evidence.least: stated \"1 5\"", part="edges 1 1..5;1..5;1..5;1..5;1..5", s="1")
change("evidence_unknown_key", "window", "evidence: stated \"t\"", edit=put("evidence", "t", "4"))
# the claims
change("only_other", "window", "only: stated \"yun2020b.\"", edit=put("only", "yun2020b."))
change("verdict_other", "causal", "claims[2] (yun2020b.A1.3).verdict: stated \"verified\"", edit=put("claims", 2, "verdict", "verified"))
change("tier_other", "window", "claims[0] (yun2020b.A1.1).tier: stated", edit=put("claims", 0, "tier", "exhaustive"))
change("claim_evidence_other", "window", "claims[1] (yun2020b.A1.2).evidence: stated", edit=put("claims", 1, "evidence", "replay"))
change("reason_other", "no_self", "claims[2] (yun2020b.A1.3).reason: stated", edit=put("claims", 2, "reason", "domain"))
change("witness_there", "causal", "claims[2] (yun2020b.A1.3).witness: stated", edit=put("claims", 2, "witness", {"at": []}))
change("member_of_another_kind", "window", "certificate: stated \"run\"", edit=put("run", {}))
(here / "EXPECTED").write_text("\n".join(expected) + "\n")
