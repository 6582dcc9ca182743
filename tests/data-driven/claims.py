#!/usr/bin/env python3
"""Random claims about construction files, decided by verify, by verify-check and by reader.py: the same verdicts and the same witnesses.

    claims.py VERIFY VERIFY_CHECK [--claims 200] [--seed 1]

A claim is `forall BINDERS: A RELATION B`, or says that a number differs at all instances. reader.py goes through its
instances in order: the first one that has no value makes it an error, the first one that is false is its witness.
"""
import argparse
import collections
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import tomllib
from fractions import Fraction

import reader

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from rounds import rounds  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
UNDEFINED = (reader.Wrong, ZeroDivisionError)
# File, parameters, names of numbers, and numbers at an input H and a token k.
RUNS = (
    ("examples/above_mean", {"n": 5, "D": 3}, ["n", "D", "layers(marks)", "above(1/2)"],
     ["mean({H}, {k})", "mark({H}, {k})", "G({H}, 1, {k})", "above(G({H}, 1, {k}) - mean({H}, {k}))"]),
    ("proofs/yun2020b", {"n": 3, "d": 1, "D": 2}, ["n", "D", "delta", "c", "shift", "p", "s", "E(2)", "layers(context)", "gamma(1)"],
     ["id({H}, {k})", "zt({H}, {k})", "z({H}, {k})", "v({t}, {H}, {k})", "M(1, {H}, {k})", "G({H}, 1, {k})", "f({H}, 1, {k})"]),
    ("proofs/sparsebert", {"n": 3, "d": 1, "D": 3}, ["n", "q", "delta", "c", "block", "layers(selective_shift)"],
     ["id({H}, {k})", "zt({H}, {k})", "entry({t}, {H}, 1, {k})", "x({H}, {k})", "columns({H})", "category({H})"]))


class Claims:
    def __init__(self, draw, numbers, at_input):
        self.draw, self.numbers, self.at_input = draw, numbers, at_input

    def token(self, depth):
        return self.draw.choice(["k", "k", "1", "2", "n", "j" if depth else "k", "k + 1" if self.draw.random() < 0.1 else "k"])

    def number(self, depth, j=False):
        """`j` is bound."""
        draw = self.draw
        roll = draw.random()
        if depth == 0 or roll < 0.3:
            if roll < 0.08:
                return draw.choice(["0", "1", "2", "1/2", "1/3", "-1"])
            if roll < 0.14:
                return draw.choice(self.numbers)
            return draw.choice(self.at_input).format(H="H", k=self.token(j), t=draw.choice(["0", "1", "2", "3"]))
        if roll < 0.6:
            return f"({self.number(depth - 1, j)} {draw.choice('+-*')} {self.number(depth - 1, j)})"
        if roll < 0.66:
            return f"({self.number(depth - 1, j)} / {self.number(depth - 1, j)})"
        if roll < 0.74:
            return f"floor({self.number(depth - 1, j)})"
        if roll < 0.9:
            where = f" where {self.truth(depth - 1, True)}" if draw.random() < 0.4 else ""
            return f"{draw.choice(['sum', 'max', 'min'])}(j in 1..n{where}: {self.number(depth - 1, True)})"
        return f"card(union(j in 1..n: {{{self.number(depth - 1, True)}}}))"

    def truth(self, depth, j=False):
        draw = self.draw
        roll = draw.random()
        if depth == 0 or roll < 0.5:
            return f"{self.number(max(depth - 1, 0), j)} {draw.choice(list(reader.RELATIONS)[:-1])} {self.number(max(depth - 1, 0), j)}"
        if roll < 0.7:
            return f"({self.truth(depth - 1, j)} {draw.choice(['and', 'or', 'implies'])} {self.truth(depth - 1, j)})"
        if roll < 0.8:
            return f"not ({self.truth(depth - 1, j)})"
        return f"({draw.choice(['forall', 'exists'])} j in 1..n: {self.truth(depth - 1, True)})"

    def claim(self):
        """Its binders, and its sides and relation; or what is to differ."""
        draw = self.draw
        where = f" where {self.truth(2)}" if draw.random() < 0.4 else ""
        binders = f"H in inputs, k in 1..n{where}"
        if draw.random() < 0.15:
            return binders, [self.number(2)]
        return binders, [self.number(2), draw.choice(["<=", "<", ">=", "!=", "=", "<=", ">="]), self.number(2)]


def decided(world, binders, parts):
    """Verdict, instances of the witness, its two sides."""
    each = reader.Parser(world, binders).all("binders")
    sides = [reader.Parser(world, part).all("formula") for part in parts[::2]]
    seen, count = {}, 0
    try:
        for e in each({}):
            count += 1
            here, values = (e["H"], e["k"]), [reader.number(side(e)) for side in sides]
            if len(parts) == 1:
                seen.setdefault(values[0], []).append(here)
            elif not reader.RELATIONS[parts[1]](*values):
                return "refuted", [here], values
    except UNDEFINED:
        return "error", [], []
    if len(parts) == 1:
        again = [(places[1], places[0], value) for value, places in seen.items() if len(places) > 1]
        if again:
            second, first, value = min(again)
            return "refuted", [first, second], [value, value]
        # One instance differs from no other, and none says nothing.
        return ("verified", [], []) if count > 1 else ("verified or vacuous", [], [])
    return ("verified", [], []) if count else ("not_checkable", [], [])


def place_of(bindings):
    by_name = {b["name"]: b["value"] for b in bindings}
    return tuple(map(Fraction, by_name["H"])), Fraction(by_name["k"])


class Dense(reader.Networks):
    """With what Assumption 1 gives for the dense pattern: gamma the identity, l_i = 1, s = 1."""
    def given(self, word, arguments, e):
        x = [a(e) for a in arguments] if word in ("gamma", "l", "p", "s") else []
        if word in ("gamma", "l") and len(x) == 1 and x[0] in range(1 if word == "gamma" else 2, len(self.tokens) + 1):
            return x[0] if word == "gamma" else Fraction(1)
        return Fraction(1) if word in ("p", "s") and not x else super().given(word, arguments, e)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("verify")
    options.add_argument("verify_check")
    options.add_argument("--claims", type=rounds, default="200")
    options.add_argument("--seed", type=int, default=1)
    options = options.parse_args()
    sys.setrecursionlimit(20000)
    wrong, found, checks = [], collections.Counter(), collections.Counter()
    for place, parameters, numbers, at_input in RUNS:
        data = tomllib.loads((ROOT / place / "construction.toml").read_text())
        world, draw = Dense(data, parameters, True), random.Random(f"{options.seed} {place}")
        claims = [Claims(draw, numbers, at_input).claim() for _ in range(options.claims)]
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            text = (ROOT / place / "construction.toml").read_text().replace("hypotheses", "#hypotheses")
            (folder / "construction.toml").write_text(text)
            with open(folder / "claims.toml", "w") as file:
                for i, (binders, parts) in enumerate(claims):
                    formal = f"forall {binders}: {' '.join(parts)}" if len(parts) > 1 else f"distinct({binders}: {parts[0]})"
                    file.write(f'[[claim]]\nid = "{data["construction"]["id"]}.{i:04}"\nsource = "s"\nkind = "remark"\nwords = "w"\n'
                               f'domain = "n >= 2"\ntruth = "open"\nformal = "{formal}"\n')
            command = [options.verify, str(folder), "--json", "--progress", "none"]
            command += [x for name, value in parameters.items() for x in ("--parameter", f"{name}={value}")]
            command += ["--pattern", "dense"] if "pattern" in data["construction"] else []
            command += ["--certificate", str(folder / "run.cert")]
            ended = subprocess.run(command, capture_output=True, text=True, timeout=600)
            if ended.returncode not in (0, 1):
                sys.exit(f"{place}: verify ends with {ended.returncode}: {ended.stderr}")
            answers = {c["id"]: c for c in json.loads(ended.stdout)["claims"]}
            checked = subprocess.run([options.verify_check, "--claims", str(folder), str(folder / "run.cert")], capture_output=True, text=True, timeout=600)
            checks[checked.returncode] += 1
            if checked.returncode not in (0, 3):
                wrong.append(f"{place}: {checked.stdout}{checked.stderr}")
        for i, (binders, parts) in enumerate(claims):
            answer = answers[f'{data["construction"]["id"]}.{i:04}']
            verdict, places, values = decided(world, binders, parts)
            found[verdict] += 1
            said, shown = answer["verdict"], answer.get("witness")
            same = said == verdict or (verdict == "verified or vacuous" and said in ("verified", "not_checkable"))
            if same and shown:
                same = [place_of(shown[b]) for b in ("bindings", "other") if b in shown] == places
                same = same and [Fraction(shown["lhs"]), Fraction(shown["rhs"])] == values
            if not same:
                wrong.append(f"{place}: {answer['formal']}\n  verify: {said} {shown or answer.get('explanation', '')}\n  reader: {verdict} {places} {values}")
    print("\n".join(wrong) if wrong else f"{sum(found.values())} claims are decided alike: {dict(found)}; verify-check ends with {dict(checks)}")
    return 1 if wrong or len(found) < 3 else 0


if __name__ == "__main__":
    sys.exit(main())
