#!/usr/bin/env python3
"""Writes machine/, printed/ and vectors/: certificates of kind `construction` of false claims about a Turing machine in a decoder, about the printed lines of the same, and about unit vectors. Each is made by hand from one that is
accepted, by someone who knows verify-check: everything else in it agrees. EXPECTED says for every file how the line of verify-check begins, and what is false. accept/ has those that they were made from.

    make.py VERIFY VERIFY_CHECK      after a change of the format, or of the files below claims/

The construction files below claims/ are those of proofs/bigbird on the day this was written; a change of those is no reason to change these."""
import copy
import json
import pathlib
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
root = here.parent.parent.parent
verify, checker = sys.argv[1:]
machines = root / "data" / "machines"
expected, count = [], {}
dump = lambda certificate: json.dumps(certificate, separators=(",", ":")) + "\n"


def made(kind, name, *arguments):
    path = here / "accept" / f"{kind}_{name}.json"
    path.parent.mkdir(exist_ok=True)
    done = subprocess.run([verify, here / "claims" / kind, *map(str, arguments), "--certificate", path, "--quiet"], capture_output=True, text=True)
    assert path.exists(), done.stderr
    code, line = answer(kind, json.loads(path.read_text()))
    assert code == 0, line
    return json.loads(path.read_text())


def answer(kind, certificate):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(dump(certificate))
        file.flush()
        done = subprocess.run([checker, "--claims", here / "claims" / kind, file.name], capture_output=True, text=True, timeout=300)
    return done.returncode, (done.stdout + done.stderr).strip().splitlines()[0]


def forge(kind, name, false, base, edit):
    certificate = copy.deepcopy(base)
    edit(certificate)
    assert certificate != base, name
    code, line = answer(kind, certificate)
    print(kind, name, code, line[:160])
    assert code == 1, name
    (here / kind / f"{name}.json").write_text(dump(certificate))
    said = line.split(": stated")[0]
    expected.append(f"{kind}/{name}.json | {said} | {false}")


def as_verified(claim):
    def edit(certificate):
        for one in certificate["claims"]:
            if one["id"] == claim:
                assert one["verdict"] == "refuted", one
                one.update(verdict="verified", witness={})
    return edit


def false_claims(kind, base):
    for one in base["claims"]:
        if ".false." in one["id"]:
            name = one["id"].split(".false.")[1]
            forge(kind, name, f"{one['id']}, which is said to be verified", base, as_verified(one["id"]))


def put(*path):
    def edit(certificate):
        at = certificate
        for step in path[:-2]:
            at = at[step]
        at[path[-2]] = path[-1]
    return edit


beaver = made("machine", "beaver", "--machine", machines / "bb2.toml", "--parameter", "nodes=22")
false_claims("machine", beaver)
of = lambda *path: put("run", "machine", *path)
forge("machine", "a_transition_changed", "B # -> A 1 R in the place of B # -> A 1 L", beaver, of("transitions", 2, "B # -> A 1 R"))
forge("machine", "a_tape_symbol_changed", "B # -> A # L: another symbol is written", beaver, of("transitions", 2, "B # -> A # L"))
forge("machine", "another_word", "the word 1 in the place of the blank", beaver, of("word", ["1"]))
forge("machine", "one_node_less", "21 nodes in the place of 22", beaver, put("run", "parameters", ["nodes=21"]))
forge("machine", "one_node_more", "23 nodes in the place of 22", beaver, put("run", "parameters", ["nodes=23"]))

edges = made("printed", "edges", "--machine", machines / "bb2.toml", "--parameter", "nodes=22", "--variant", "edges")
false_claims("printed", edges)
sound = lambda certificate: [one.update(verdict="verified", witness={}) for one in certificate["claims"] if one["id"] == "turing.R2.machine"]
forge("printed", "printed_as_sound", "that the printed edges do no harm", edges, sound)
forge("printed", "a_flag_dropped", "that the repaired decoder fails as the printed edges do", edges, put("run", "variants", []))
forge("printed", "another_flag", "that the printed sign fails as the printed edges do", edges, put("run", "variants", ["sign"]))
forge("printed", "a_flag_more", "that both together fail as the printed edges do", edges, put("run", "variants", ["edges", "g"]))
for flag in ("g", "sign", "node1", "score"):
    base = made("printed", flag, "--machine", machines / "bb2.toml", "--parameter", "nodes=22", "--variant", flag)
    forge("printed", f"{flag}_as_sound", f"that the printed line {flag} does no harm", base, sound)
    forge("printed", f"{flag}_dropped", f"that the repaired decoder fails as with {flag}", base, put("run", "variants", []))

with tempfile.TemporaryDirectory() as folder:
    tables = pathlib.Path(folder) / "tables.toml"
    tables.write_text("\n".join(f'[[table]]\nname = "{name}"\nvalues = {json.dumps(values)}' for name, values in (
        ("listed_vector", ["1, 1 -> 1", "1, 2 -> 0", "2, 1 -> -3/5", "2, 2 -> 4/5", "3, 1 -> -3/5", "3, 2 -> -4/5"]), ("listed_tuple", ["1, 1 -> 1", "1, 2 -> 2", "1, 3 -> 3"]), ("listed_tuples", ["-> 1"]))))
    tie = made("vectors", "tie", "--n", 3, "--d", 2, "--variant", "listed", "--tables", tables)
false_claims("vectors", tie)
of = lambda *path: put("run", "tables", *path)
forge("vectors", "another_vector", "(-3/5, 4/5) for two of the three: no tie", tie, of("listed_vector", 5, "3 2=4/5"))
forge("vectors", "another_tuple", "the tuple 1 2 2 in the place of 1 2 3", tie, of("listed_tuple", 2, "1 3=2"))
forge("vectors", "no_unit_vector", "a vector of another length", tie, of("listed_vector", 0, "1 1=2"))

(here / "EXPECTED").write_text("\n".join(expected) + "\n")
