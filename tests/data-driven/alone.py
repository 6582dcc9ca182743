#!/usr/bin/env python3
"""With a proofs/ folder that holds the tutorial's construction and nothing else, both programs do everything with it.

    alone.py VERIFY VERIFY_CHECK

The programs are copied to PREFIX/bin, and examples/above_mean to PREFIX/share/hardmax/proofs, where an installed program has its own
claims: no other file of the project can be read. The construction's numbers are made here a second time, in fractions: what every layer
does to one input, what comes out of every input, and which claims that makes true or false. A command that is about the networks of
papers alone says in one line what to write instead.
"""
import itertools
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parents[2]
N, D = 3, 2
RUN = ["--n", str(N), "--delta", f"1/{D}"]
wrong = []


def require(holds, what):
    if not holds:
        wrong.append(what)


class Prefix:
    def __init__(self, folder, programs):
        self.folder, self.bin = folder, folder / "bin"
        self.proofs = folder / "share/hardmax/proofs"
        self.bin.mkdir()
        for name, program in zip(("verify", "verify-check"), programs):
            shutil.copy2(program, self.bin / name)
        shutil.copytree(ROOT / "examples/above_mean", self.proofs / "above_mean")
        self.own = str(self.proofs / "above_mean")

    def run(self, *words, program="verify", code=0):
        ended = subprocess.run([str(self.bin / program), *map(str, words)], capture_output=True, text=True, timeout=120, cwd=self.folder)
        require(ended.returncode == code, f"{program} {' '.join(map(str, words))}: exit {ended.returncode}, not {code}\n{ended.stdout[-500:]}{ended.stderr[-500:]}")
        return ended.stdout if code == 0 else ended.stdout + ended.stderr

    def json(self, *words, code=0):
        text = self.run(*words, code=code)
        try:
            return json.loads(text)
        except ValueError:
            wrong.append(f"{' '.join(map(str, words))}: no JSON")
            return {}


# The tutorial's network: the states of an input, a column a token, at the start and after each layer.
def states(entries):
    mean = sum(entries) / len(entries)
    return [[[x, 0, 0] for x in entries], [[x, mean, 0] for x in entries], [[x, mean, Fraction(int(x > mean))] for x in entries]]


INPUTS = list(itertools.product([Fraction(j, D) for j in range(D)], repeat=N))
written = lambda columns: [[str(Fraction(x)) for x in column] for column in columns]
FALSE = next(x for x in INPUTS if len(set(x)) > 1 and 2 * sum(c[2] for c in states(x)[2]) < N)


def network(prefix):
    text = prefix.run("show", prefix.own)
    require("network marks" in text and "attend(Z(1), 0*Z(1), 0*Z(1))" in text, "show: no formulas")
    shown = prefix.json("show", prefix.own, *RUN, "--input", "0,1/2,1/2", "--json")
    entries = [Fraction(0), Fraction(1, 2), Fraction(1, 2)]
    numbers = lambda rows: [[str(Fraction(x)) for x in row] for row in rows]
    require(shown.get("input") == [str(x) for x in entries], f"show: the input {shown.get('input')}")
    expected = [(stage, str(i), numbers(zip(*state))) for i, (stage, state) in enumerate(zip(("", "fetch", "compare"), states(entries)))]
    for engine in ("jumping", "literal"):
        found = prefix.json("show", prefix.own, *RUN, "--input", "0,1/2,1/2", "--engine", engine, "--json").get("states", [])
        require([(s["stage"], s["layers"], s["rows"]) for s in found] == expected, f"show --engine {engine}: {found}, not {expected}")


def claims(prefix):
    verdicts = {"between": "verified", "greatest": "verified", "half": "refuted", "half.repaired": "verified", "layers": "verified"}
    answers = {}
    for name, words in {"folder": [prefix.own], "name": ["--construction", "above_mean"], "literal": [prefix.own, "--engine", "literal"], "threads": [prefix.own, "--threads", "3"]}.items():
        certificate, dump = prefix.folder / f"{name}.cert", prefix.folder / f"{name}.jsonl"
        found = prefix.json(*words, *RUN, "--certificate", certificate, "--dump", dump, "--json", "--progress", "none")
        of = {c["id"].split(".", 1)[1]: c for c in found.get("claims", [])}
        require({key: c["verdict"] for key, c in of.items()} == verdicts, f"{name}: {[(key, c['verdict']) for key, c in of.items()]}")
        require([b["value"] for b in (of.get("half", {}).get("witness") or {}).get("bindings", [])] == [[str(x) for x in FALSE]], f"{name}: another witness: {of.get('half')}")
        lines = [json.loads(line) for line in dump.read_text().splitlines()] if dump.exists() else []
        expected = [{"input": [str(x) for x in entries], "output": written(states(entries)[2])} for entries in INPUTS]
        require(lines == expected, f"{name}: --dump has {lines[:2]}..., not {expected[:2]}...")
        answers[name] = certificate.read_bytes() if certificate.exists() else name
        require(prefix.run("--claims", prefix.own, certificate, program="verify-check").startswith(f"accepted: 1 refuted, 4 verified, {len(INPUTS)} inputs executed"), f"{name}: verify-check")
        require(prefix.run("check", certificate).startswith("accepted: "), f"{name}: verify check")
    require(len(set(answers.values())) == 1, "the certificates differ")
    changed = re.sub(rb'"digest":"\w+"', b'"digest":"0000000000000000"', answers["folder"])
    (prefix.folder / "changed.cert").write_bytes(changed)
    require("rejected: totals.digest" in prefix.run("--claims", prefix.own, "changed.cert", program="verify-check", code=1), "a changed digest")
    with_drop = prefix.json(prefix.own, *RUN, "--with", "drop=1", "--json", "--progress", "none", code=1)
    require({c["id"]: c["verdict"] for c in with_drop.get("claims", [])}.get("above_mean.between") == "refuted", "--with drop=1: the mean is 0")
    nowhere = prefix.folder / "nowhere/dump"
    prefix.run(prefix.own, *RUN, "--dump", nowhere, code=73)
    require(not nowhere.exists(), "a dump that cannot be written")


def corpus(prefix):
    require("5 of 5 claims" in prefix.run("list", "mean"), "list")
    require("n=3 D=2" in prefix.run("explain", "half"), "explain")
    require("1 erratum" in prefix.run("findings"), "findings")
    require("above_mean.half" in prefix.run("findings", "above_mean", "--format", "md"), "findings --format md")
    for words in (["claims"], ["claims", "above_mean"], ["claims", prefix.own], ["regress"]):
        require("REFUTED at n=3 D=2" in prefix.run(*words, "--progress", "none"), f"{words}: the stored counterexample")
    require("5 entries" in prefix.run("--version") and str(prefix.proofs) in prefix.run("--version"), "--version")
    for words in (["report", "folder.cert"], ["report", "--corpus"]):
        page = prefix.folder / "page.html"
        page.unlink(missing_ok=True)
        prefix.run(*words, "-o", page)
        require(page.exists() and "above_mean" in page.read_text() and "At least half of the tokens are marked" in page.read_text(), f"{words}: the page")


# Each is one line, that names the construction or the folder.
def others(prefix):
    for words in (["trace", "--construction", "above_mean", *RUN, "--input", "0,0,1/2"], ["eval", "n >= 2", "--construction", "above_mean", *RUN],
                  [*RUN, "--pattern", "dense"], [*RUN, "--pattern", "dense", "--emit-coq", "coq"], ["soft", *RUN, "--pattern", "dense"],
                  ["--construction", "above_mean", *RUN, "--emit-coq", "coq"], ["--construction", "above_mean", *RUN, "--dump-weights", "w.npz"],
                  ["--construction", "yun2020b", *RUN, "--pattern", "dense"], ["kernel", "kernel-files"]):
        ended = subprocess.run([str(prefix.bin / "verify"), *words], capture_output=True, text=True, timeout=120, cwd=prefix.folder)
        require(ended.returncode in (64, 65) and ended.stdout == "" and re.fullmatch(r"verify: [^\n]+\n", ended.stderr), f"{words}: exit {ended.returncode}: {ended.stderr[:400]}")
        require("--only ''" not in ended.stderr, f"{words}: about an option that was not given: {ended.stderr[:300]}")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as scratch:
        prefix = Prefix(pathlib.Path(scratch).resolve(), sys.argv[1:])
        for part in (network, claims, corpus, others):
            part(prefix)
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"both programs serve {len(INPUTS)} inputs and 5 claims of a construction that is there alone")


main()
