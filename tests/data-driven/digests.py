#!/usr/bin/env python3
"""The digests in certificates of kind `construction`, made a second time.

    digests.py VERIFY

What binds to a file and to claims: from their text, by the rules of src/certificate/FORMAT.md, where what a term
reaches is every definition whose name stands in it. The digest of outputs: of examples/above_mean, whose states are
written down here.
"""
import fractions
import hashlib
import itertools
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEAD = ("id", "parameters", "pattern", "hypotheses", "tokens", "rows", "inputs", "entries", "start", "states")
STAGE = ("for", "repeat", "backwards", "let", "keys", "when", "layer", "map", "scale")


def line(*parts):
    return " ".join(" ".join(parts).split())


def sha256(lines):
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def texts(value):
    return value if isinstance(value, list) else [value]


class File:
    def __init__(self, folder):
        self.data = tomllib.loads((folder / "construction.toml").read_text())
        self.head = self.data["construction"]
        self.terms, self.chosen = {}, set()
        for kind in ("define", "choose"):
            for block in self.data.get(kind, []):
                for term in block["terms"]:
                    name = re.match(r"\s*([A-Za-z][A-Za-z0-9_']*)", term)[1]
                    self.terms[name] = line(term)
                    if kind == "choose":
                        self.chosen.add(name)
        self.entries = {}
        for file in sorted(folder.glob("*.toml")):
            if file.name not in ("construction.toml", "paper.toml"):
                for entry in tomllib.loads(file.read_text())["claim"]:
                    self.entries[entry["id"]] = entry

    def reached(self, some, bound=frozenset()):
        """`bound`: names that have another meaning in these texts."""
        names, left = set(), [(text, bound) for text in some]
        while left:
            text, others = left.pop()
            for name in re.findall(r"[A-Za-z][A-Za-z0-9_']*", text):
                if name in self.terms and name not in names and name not in others:
                    names.add(name)
                    left.append((self.terms[name].split("=", 1)[1], frozenset()))
        return names

    def claim(self, name):
        entry = self.entries[name]
        formulas = [entry["domain"], entry.get("formal", "")]
        bound = set(re.findall(r"([A-Za-z][A-Za-z0-9_']*) +in\b", entry.get("formal", "")))
        reached = sorted(self.reached(formulas, bound) - self.chosen)
        parts = [entry["id"], entry["domain"], ",".join(entry.get("needs", [])), entry.get("formal", "")]
        own = name.startswith(self.head["id"] + ".")
        return sha256([self.head["id"]] * own + [line(p) for p in parts] + [self.terms[n] for n in reached] * own)

    def construction(self):
        out, used = [], []
        for key in HEAD:
            if key in self.head:
                values = texts(self.head[key])
                if key == "hypotheses":
                    values = [f"{h} {self.claim(h)}" for h in values]
                elif key not in ("id", "pattern", "states"):
                    used += values
                out.append(line(key, *values))
        stages, variants = self.data.get("stage", []), self.data.get("variant", [])
        used += [t for s in stages for key in STAGE if key in s for t in texts(s[key])]
        used += [t.split("=", 1)[1] for v in variants for t in v["terms"]]
        names = self.reached(used + [self.terms[n].split("=", 1)[1] for n in self.chosen]) | self.chosen
        out += [line("choose" if n in self.chosen else "define", self.terms[n]) for n in sorted(names)]
        for s in stages:
            out += [line("stage", s["name"]), line("in", s.get("in", s["name"]))]
            out += [line(key, *texts(s[key])) for key in STAGE if key in s]
        return sha256(out + [line("variant", v["name"], *v["terms"]) for v in variants])


def outputs_of_above_mean(n, D):
    """The states after both layers, token after token, of every input in order."""
    for entries in itertools.product([fractions.Fraction(j, D) for j in range(D)], repeat=n):
        mean = sum(entries) / n
        yield [x for e in entries for x in (e, mean, fractions.Fraction(e > mean))]


def digest(outputs):
    K, mask, total, chunk = 0x9E3779B97F4A7C15, 2**64 - 1, 0, 0
    outputs = list(outputs)
    for g, values in enumerate(outputs):
        for i, x in enumerate(values):
            m = len(values) * (g % 2**16) + i
            chunk += (2 * m + 1) * (x.numerator + K * (x.denominator - 1))
        if (g + 1) % 2**16 == 0 or g + 1 == len(outputs):
            total, chunk = (K * total + chunk) & mask, 0
    return f"{total:016x}"


def certificate(place, options):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "cert"
        ended = subprocess.run([sys.argv[1], str(place), *options.split(), "--certificate", str(file)], cwd=ROOT,
                               capture_output=True, text=True, timeout=300)
        if not file.exists():
            sys.exit(f"verify {place} {options}: no certificate: {ended.stderr or ended.stdout}")
        return json.loads(file.read_text())


RUNS = (("examples/above_mean", "--n 3 --delta 1/2"), ("examples/above_mean", "--n 2 --delta 1/5"),
        ("proofs/yun2020b", "--n 2 --delta 1/2 --pattern dense --only E.2.4"),
        ("proofs/yun2020a", "--n 2 --delta 1/2 --only B.5.1"),
        ("proofs/sparsebert", "--n 2 --delta 1/2 --variant positional --only A.2.2"))


def main():
    wrong, compared = [], 0
    for place, options in RUNS:
        cert, file = certificate(place, options), File(ROOT / place)

        def expect(what, stated, found):
            nonlocal compared
            compared += 1
            if stated != found:
                wrong.append(f"{place} {options}: {what} is {stated}, {found} was found")

        expect("run.sha256", cert["run"]["sha256"], file.construction())
        for claim in cert["claims"] + cert["hypotheses"]:
            expect(claim["id"], claim["sha256"], file.claim(claim["id"]))
        if place == "examples/above_mean":
            n, D = (int(p.split("=")[1]) for p in cert["run"]["parameters"])
            expect("totals.digest", cert["totals"]["digest"], digest(outputs_of_above_mean(n, D)))
            expect("totals.inputs", cert["totals"]["inputs"], str(D**n))
    print("\n".join(wrong) if wrong else f"{compared} digests are as they were made here")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
