#!/usr/bin/env python3
"""Writes reject/ from accept/: for every rule of FORMAT.md, "Kind `box`", an accepted certificate with one change that breaks only it; and survive/ from survive/open.json. EXPECTED lists,
for every file, what the lines of verify-check must contain."""
import copy
import json
import pathlib

here = pathlib.Path(__file__).parent


class Folder:
    def __init__(self, name, source):
        self.out, self.source, self.expected = here / name, source, []
        for old in self.out.glob("*.json"):
            if old.stem != "open":
                old.unlink()

    def change(self, name, start, line, edit):
        certificate = json.loads((here / self.source / f"{start}.json").read_text())
        original = copy.deepcopy(certificate)
        edit(certificate)
        assert certificate != original, name
        (self.out / f"{name}.json").write_text(json.dumps(certificate, separators=(",", ":")) + "\n")
        self.expected.append(f"{name}.json | {line}")

    def write(self):
        (self.out / "EXPECTED").write_text("\n".join(self.expected) + "\n")


def at(*path):
    """The place that a path leads to: its container and its last key."""
    *path, last = path

    def find(certificate):
        for key in path:
            certificate = certificate[key]
        return certificate, last
    return find


def put(*path_and_value):
    *path, value = path_and_value

    def edit(certificate):
        place, key = at(*path)(certificate)
        place[key] = value
    return edit


def drop(*path):
    def edit(certificate):
        place, key = at(*path)(certificate)
        del place[key]
    return edit


def swap(list_at, i, j):
    def edit(certificate):
        place, key = at(*list_at)(certificate)
        place[key][i], place[key][j] = place[key][j], place[key][i]
    return edit


def repeat(list_at, i):
    def edit(certificate):
        place, key = at(*list_at)(certificate)
        place[key].insert(i, copy.deepcopy(place[key][i]))
    return edit


def claim(name, part=0, **values):
    def edit(certificate):
        found = next(c for c in certificate["parts"][part]["claims"] if c["id"].endswith(name))
        for key, value in values.items():
            found[key] = value(found[key]) if callable(value) else value
    return edit


def letter(name, run, now, part=0, **values):
    return claim(name, part, runs=lambda was: was[:run] + now + was[run + 1:], **values)


def both(*edits):
    def edit(certificate):
        for one in edits:
            one(certificate)
    return edit


reject = Folder("reject", "accept")
bad = reject.change

# the object
for key in ("boxes", "patterns", "parts"):
    bad(f"missing_{key}", "patterns", key, drop(key))
bad("key_of_another_kind", "patterns", "no such key", put("run", {}))
bad("only_at_the_top", "patterns", "no such key", put("only", ""))

# boxes
bad("boxes_none", "patterns", "boxes", put("boxes", []))
bad("boxes_many", "patterns", "boxes", lambda c: c["boxes"].extend(c["boxes"] * 64))
bad("box_not_an_object", "patterns", "boxes[0]", put("boxes", 0, "n=2..3"))
for key in ("n", "q", "d"):
    bad(f"box_missing_{key}", "patterns", f"boxes[0].{key}", drop("boxes", 0, key))
bad("box_unknown_key", "patterns", "no such key", put("boxes", 0, "D", "2 3"))
bad("box_one_integer", "patterns", "two integers", put("boxes", 0, "n", "2"))
bad("box_three_integers", "patterns", "two integers", put("boxes", 0, "n", "2 3 4"))
bad("box_falling", "patterns", "boxes[0].n", put("boxes", 0, "n", "3 2"))
bad("box_leading_zero", "patterns", "boxes[0].n", put("boxes", 0, "n", "2 03"))
for key, value in {"n": "1 3", "q": "1 3", "d": "0 1"}.items():
    bad(f"box_{key}_too_small", "patterns", f"boxes[0].{key}", put("boxes", 0, key, value))
for key, value in {"n": "2 65", "q": "2 4097", "d": "1 13"}.items():
    bad(f"box_{key}_too_large", "patterns", f"boxes[0].{key}", put("boxes", 0, key, value))
bad("box_empty", "patterns", "no n, d, D in it", lambda c: c["boxes"].append({"n": "2 2", "q": "3 3", "d": "2 2"}))
bad("box_larger_n", "patterns", "one more, of n = 4", put("boxes", 0, "n", "2 4"))
bad("box_larger_q", "patterns", "runs[6], n", put("boxes", 0, "q", "2 4"))
bad("box_larger_d", "dense", "runs", put("boxes", 0, "d", "1 1"))
bad("box_smaller_n", "patterns", "runs", put("boxes", 0, "n", "2 2"))
bad("box_smaller_q", "patterns", "runs[0], D", put("boxes", 0, "q", "3 3"))

# patterns
bad("patterns_many", "patterns", "at most 256", lambda c: c["patterns"].extend(["dense"] * 256))
bad("pattern_unknown", "patterns", "patterns[1]", put("patterns", 1, "circle 1"))
bad("pattern_window_zero", "patterns", "patterns[1]", put("patterns", 1, "window 0"))
bad("pattern_window_of_dense", "patterns", "patterns[0]", put("patterns", 0, "dense 1"))
bad("pattern_two_numbers", "patterns", "patterns[1]", put("patterns", 1, "window 1 1"))
bad("pattern_blank_behind", "patterns", "patterns[1]", put("patterns", 1, "window "))
bad("pattern_blank_behind_dense", "patterns", "patterns[0]", put("patterns", 0, "dense "))
bad("pattern_object", "patterns", "patterns[1]", put("patterns", 1, {}))
bad("pattern_no_layer", "patterns", "patterns[1]", put("patterns", 1, []))
bad("pattern_layer_a_string", "patterns", "patterns[3]", put("patterns", 3, 0, "1 2"))
bad("pattern_layer_short", "patterns", "patterns[3]", lambda c: c["patterns"][3].append(["1"]))
bad("pattern_row_falling", "patterns", "strictly increasing", put("patterns", 3, 0, 0, "2 1"))
bad("pattern_row_beyond", "patterns", "patterns[3]", put("patterns", 3, 0, 0, "1 3"))
bad("pattern_without_a_run", "patterns", "no run is its own", lambda c: c["patterns"].append("star"))
bad("pattern_of_another_n", "patterns", "no run is its own", lambda c: c["patterns"].append([["1", "2", "3", "4"]]))
bad("pattern_left_out", "patterns", "pattern", drop("patterns", 1))
bad("pattern_more", "patterns", "runs[0], derived", lambda c: c["patterns"].append("window 2") or c["patterns"].insert(0, [["1", "1 2"]]))
bad("patterns_other_order", "patterns", "runs[0], derived", swap(["patterns"], 0, 2))
bad("pattern_other_window", "patterns", "runs[1]", put("patterns", 2, "fixed 1"))
bad("patterns_of_dense_parts", "dense", "patterns", put("patterns", ["dense"]))

# parts and their runs
bad("parts_none", "patterns", "constructions", put("parts", []))
bad("part_not_an_object", "patterns", "parts[0]", put("parts", 0, "yun2020b"))
bad("parts_other_order", "all", "parts[1].paper", swap(["parts"], 0, 1))
bad("part_twice", "all", "parts[1].paper", repeat(["parts"], 0))
for key in ("paper", "runs", "only", "claims"):
    bad(f"part_missing_{key}", "patterns", key, drop("parts", 0, key))
bad("part_unknown_key", "patterns", "no such key", put("parts", 0, "construction", "yun2020b"))
bad("paper_with_a_dot", "patterns", "paper", put("parts", 0, "paper", "yun2020b.t"))
bad("paper_empty", "patterns", "paper", put("parts", 0, "paper", ""))
bad("paper_of_another", "dense", "constructions[0].id", put("parts", 0, "paper", "sparsebert"))
for key in ("n", "d", "D", "pattern", "derived", "totals"):
    bad(f"run_missing_{key}", "patterns", f"runs[1], {key}", drop("parts", 0, "runs", 1, key))
for key in ("inputs", "encodings"):
    bad(f"run_missing_{key}", "dense", f"runs[1], {key}", drop("parts", 0, "runs", 1, key))
bad("run_unknown_key", "patterns", "no such key", put("parts", 0, "runs", 1, "target", "identity"))
bad("run_key_of_dense", "patterns", "no such key", put("parts", 0, "runs", 1, "encodings", "none"))
for key, value in {"n": "3", "d": "2", "D": "3", "pattern": "2"}.items():
    bad(f"run_{key}_other", "patterns", f"runs[0], {key}", put("parts", 0, "runs", 0, key, value))
bad("run_inputs_other", "dense", "runs[0], inputs", put("parts", 0, "runs", 0, "inputs", "grid"))
bad("run_encodings_other", "dense", "runs[1], encodings", put("parts", 0, "runs", 1, "encodings", "none"))
for key, value in {"gamma": "2 1", "l": "2", "s": "2", "E": "0 2", "c": "9", "layers": "9"}.items():
    bad(f"derived_{key}_other", "patterns", f"runs[0], derived.{key}", put("parts", 0, "runs", 0, "derived", key, value))
for key, value in {"inputs": "5", "ids": "9", "distinct_ids": "7", "digest": "0000000000000000"}.items():
    bad(f"totals_{key}_other", "patterns", f"runs[0], totals.{key}", put("parts", 0, "runs", 0, "totals", key, value))
bad("totals_none_of_a_small_run", "patterns", "runs[0], totals", put("parts", 0, "runs", 0, "totals", {}))
bad("run_first_left_out", "patterns", "letter for each", drop("parts", 0, "runs", 0))
bad("run_last_left_out", "patterns", "letter for each", drop("parts", 0, "runs", -1))
bad("run_twice", "patterns", "letter for each", repeat(["parts", 0, "runs"], 0))
without = lambda run: both(drop("parts", 0, "runs", run), lambda c: [x.__setitem__("runs", x["runs"][:run] + x["runs"][run + 1:]) for x in c["parts"][0]["claims"]])
bad("run_first_left_out_everywhere", "patterns", "runs[0], pattern", without(0))
bad("run_last_left_out_everywhere", "patterns", "one more", lambda c: without(len(c["parts"][0]["runs"]) - 1)(c))
bad("runs_other_order", "patterns", "runs[0], pattern", swap(["parts", 0, "runs"], 0, 1))
bad("run_more_everywhere", "patterns", "runs", both(lambda c: c["parts"][0]["runs"].append(c["parts"][0]["runs"][-1]), lambda c: [x.__setitem__("runs", x["runs"] + x["runs"][-1]) for x in c["parts"][0]["claims"]]))

# claims
bad("claim_missing_runs", "patterns", "runs", drop("parts", 0, "claims", 0, "runs"))
bad("claim_unknown_key", "patterns", "no such key", put("parts", 0, "claims", 0, "box", "1"))
bad("letters_short", "patterns", "letter for each", claim("t.closed", runs=lambda was: was[1:]))
bad("letter_unknown", "patterns", "letter for each", letter("t.closed", 0, "a"))
for now in "redhxfnclu":
    bad(f"letter_v_{now}", "patterns", "t.closed", letter("t.closed", 0, now))
for name, run, was in (("t.domain", 0, "d"), ("t.distinct", 2, "n"), ("t.eq10", 2, "h"), ("t.feature", 0, "f"), ("t.vacuous", 0, "x"), ("t.reach", 2, "r")):
    bad(f"letter_{was}_v", "patterns", name, letter(name, run, "v"))
bad("letter_point", "patterns", "decided there", letter("t.closed", 0, "."))
bad("letter_point_on_a_first_network", "dense", "decided there", letter("t.both", 0, "."))
bad("letter_no_point_on_a_second_network", "dense", "a point", letter("t.both", 1, "v"))
bad("letter_point_of_an_open_claim", "dense", "decided there", letter("t.positional", 1, "."))
bad("letter_cost_without_a_verdict", "patterns", "t.closed", letter("t.closed", 3, "c"))
bad("refuted_not_the_first", "patterns", "t.reach", claim("t.reach", reason="at run 1"))
bad("refuted_the_second", "patterns", "t.reach", claim("t.reach", reason=lambda was: "at run " + str(int(was.split()[-1]) + 1)))
bad("refuted_dropped", "patterns", "t.reach", lambda c: letter("t.reach", int(next(x for x in c["parts"][0]["claims"] if x["id"].endswith("t.reach"))["reason"].split()[-1]) - 1, "v")(c))
bad("witness_other", "patterns", "witness", claim("t.vacuous.first", witness=lambda was: {**was, "at": ["H=0 1 0"]}))
bad("witness_of_a_later_run", "large", "witness", claim("t.first", witness=lambda was: {**was, "lhs": was["lhs"] + "0"}))
bad("witness_none", "patterns", "witness", claim("t.vacuous.first", witness={}))
bad("witness_of_verified", "patterns", "witness", claim("t.closed", witness={"at": [], "other": [], "lhs": "", "relation": "false", "rhs": ""}))
bad("verified_on_more_runs", "patterns", "reason", claim("t.closed", reason=lambda was: f"on {int(was.split()[1]) + 1} runs"))
bad("verified_on_fewer_runs", "patterns", "reason", claim("t.distinct", reason=lambda was: f"on {int(was.split()[1]) - 1} runs"))
bad("verdict_verified_of_refuted", "patterns", "t.reach", claim("t.reach", verdict="verified"))
bad("verdict_verified_of_error", "patterns", "t.undefined", claim("t.undefined", verdict="verified"))
bad("verdict_proved", "patterns", "t.closed", claim("t.closed", verdict="proved"))
bad("tier_other", "patterns", "tier", claim("t.closed", tier="symbolic"))
bad("evidence_other", "patterns", "evidence", claim("t.closed", evidence="signs"))
bad("reason_of_not_checkable", "patterns", "reason", claim("t.vacuous", reason="domain"))
bad("reason_of_the_domain", "patterns", "reason", claim("t.domain", reason="vacuous"))
bad("reason_of_feature", "patterns", "reason", claim("t.feature", reason="network"))

survive = Folder("survive", "survive")
stay = survive.change
stay("limit_and_unknown", "open", "yun2020b.o.limit: undecided (limit), on 2 runs", lambda c: c["boxes"].append(c["boxes"][0]))
stay("cost", "open", "yun2020b.o.true: undecided (cost), as stated, on 1 runs", letter("o.true", 1, "c", verdict="undecided", tier="none", evidence="none", reason="cost"))
# made with other claims, or some left out
others = Folder("other_claims", "accept")
other = others.change
other("claim_left_out", "patterns", "not covered: the certificate was asked for yun2020b.t.closed too", drop("parts", 0, "claims", 0))
other("claim_sha256_other", "patterns", "with another text here: yun2020b.t.closed", claim("t.closed", sha256="0" * 64))
reject.write()
survive.write()
others.write()
