#!/usr/bin/env python3
"""Writes reject/ from accept/: for every rule of FORMAT.md, "Runs of yun2020a and sparsebert", an accepted certificate with one change that breaks only it. EXPECTED lists, for every
file, what the line of verify-check must contain."""
import copy
import json
import pathlib

here = pathlib.Path(__file__).parent
out = here / "reject"
expected = []


def change(name, start, line, edit):
    certificate = json.loads((here / f"accept/{start}.json").read_text())
    original = copy.deepcopy(certificate)
    edit(certificate)
    assert certificate != original, name
    (out / f"{name}.json").write_text(json.dumps(certificate, separators=(",", ":")) + "\n")
    expected.append(f"{name}.json | {line}")


def put(part, key, value):
    return lambda certificate: certificate[part].__setitem__(key, value)


def drop(part, key):
    return lambda certificate: certificate[part].pop(key)


def claim(name, **values):
    def edit(certificate):
        next(c for c in certificate["claims"] if c["id"].endswith(".t." + name)).update(values)
    return edit


for old in out.glob("*.json"):
    old.unlink()
for key in ("construction", "n", "d", "D", "inputs", "encodings", "overrides"):
    change(f"run_missing_{key}", "yun2020a_grid", f"run.{key}", drop("run", key))
for key in ("E", "shift", "c", "layers"):
    change(f"derived_missing_{key}", "yun2020a_grid", f"derived.{key}", drop("derived", key))
for key, value in {"pattern": [["1 2", "1 2"]], "target": "identity"}.items():
    change(f"run_{key}_of_yun2020b", "yun2020a_grid", "no such key", put("run", key, value))
for key, value in {"gamma": "1 2", "l": "1", "s": "1"}.items():
    change(f"derived_{key}_of_yun2020b", "sparsebert", "no such key", put("derived", key, value))
change("run_construction_other", "yun2020a_grid", "constructions[0].id", put("run", "construction", "sparsebert"))
change("run_construction_of_patterns", "yun2020a_grid", "constructions[0].id", put("run", "construction", "yun2020b"))
change("run_inputs_word", "yun2020a_grid", "run.inputs", put("run", "inputs", "all"))
change("run_inputs_extended_of_grid", "yun2020a_grid", "totals.inputs", put("run", "inputs", "extended"))
change("run_inputs_grid_of_extended", "yun2020a_extended", "totals.inputs", put("run", "inputs", "grid"))
change("run_inputs_extended_and_positional", "yun2020a_positional", "run.inputs", put("run", "inputs", "extended"))
change("run_inputs_extended_of_sparsebert", "sparsebert", "run.inputs", put("run", "inputs", "extended"))
change("run_encodings_word", "yun2020a_grid", "run.encodings", put("run", "encodings", "yes"))
change("run_encodings_added", "sparsebert", "derived.E", put("run", "encodings", "positional"))
change("run_encodings_left_out", "yun2020a_positional", "derived.E", put("run", "encodings", "none"))
change("run_n_1", "yun2020a_grid", "run.n", put("run", "n", "1"))
change("run_d_0", "yun2020a_grid", "run.d", put("run", "d", "0"))
change("run_D_1", "yun2020a_grid", "run.D", put("run", "D", "1"))
change("run_n_other", "sparsebert", "derived.E", put("run", "n", "2"))
change("run_d_other", "sparsebert", "derived.shift", put("run", "d", "2"))
change("run_D_other", "sparsebert", "derived.shift", put("run", "D", "2"))
for name, values in {"vdrop": ["vdrop=1"], "drop_0": ["drop=0"], "drop_5": ["drop=5"], "qdrop_5": ["qdrop=5"], "E_3": ["E.3=0"], "E_0": ["E.0=0"], "order": ["shift=1", "c=1"], "order_drop": ["drop=2", "drop=1"],
                     "twice": ["c=1", "c=1"], "not_lowest": ["c=2/4"], "unknown": ["b=1"], "no_value": ["c"]}.items():
    change(f"override_{name}", "yun2020a_grid", "run.overrides", put("run", "overrides", values))
for name, line, value in [("c", "derived.c", "c=1"), ("shift", "derived.shift", "shift=1"), ("E", "derived.E", "E.1=1"), ("drop", "totals", "drop=2"), ("qdrop", "t.quantiser", "qdrop=2")]:
    change(f"override_{name}_not_stated", "yun2020a_grid", line, put("run", "overrides", [value]))
changed = json.loads((here / "accept/yun2020a_overrides.json").read_text())["run"]["overrides"]
for i, text in enumerate(changed):
    change(f"override_{text.replace('=', '_').replace('/', '_')}_left_out", "yun2020a_overrides", "", put("run", "overrides", changed[:i] + changed[i + 1:]))
for start in ("yun2020a_grid", "yun2020a_positional", "sparsebert", "sparsebert_positional"):
    stated = json.loads((here / f"accept/{start}.json").read_text())["derived"]
    for key in ("c", "shift", "layers"):
        change(f"derived_{key}_of_{start}", start, f"derived.{key}", put("derived", key, str(int(stated[key]) + 1)))
change("derived_E_unit", "yun2020a_positional", "derived.E", put("derived", "E", "0 2"))
for key, value in {"inputs": "10", "ids": "19", "distinct_ids": "5", "digest": "0" * 16}.items():
    change(f"totals_{key}", "yun2020a_grid", f"totals.{key}", put("totals", key, value))
verified = {"verdict": "verified", "tier": "exhaustive", "evidence": "replay", "reason": "", "witness": {}}
for name in ("parameters", "network", "inputs", "trace", "quantiser", "value", "below", "distinct", "domain", "vacuous", "undefined", "feature"):
    change(f"claim_{name}_verified", "sparsebert_positional" if name == "domain" else "yun2020a_extended", f"t.{name}", claim(name, **verified))
change("witness_input_real", "yun2020a_extended", "witness", lambda c: next(x for x in c["claims"] if x["id"].endswith("distinct"))["witness"]["at"].__setitem__(0, "H=-4 -4"))
(out / "EXPECTED").write_text("\n".join(sorted(expected)) + "\n")
print(len(expected), "files")
