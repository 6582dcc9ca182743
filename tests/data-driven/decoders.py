#!/usr/bin/env python3
"""Decoders with a machine, read a second time: literally, by proofs/README.md, with reader.py and what it does not read.

    decoders.py VERIFY [--changes 60] [--seed 1]

Of both files of proofs/bigbird, as they are and with one token changed at random (changed.py), verify and this reader find the same
states, or refuse. A machine file is read here anew, by data/machines/README.md.
"""
import argparse
import json
import math
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import tomllib
from fractions import Fraction

import changed
import reader
from reader import Matrix, Sum, Wrong, form, number, whole

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from rounds import rounds  # noqa: E402

ROOT = changed.ROOT
RUNS = [("decoder", "bb2", 16), ("decoder", "inc", 12), ("decoder", "palindrome", 24), ("decoder_r2", "bb2", 16), ("decoder_r2", "inc", 12), ("decoder_r2", "bb3", 22)]


def machine_of(path):
    data = tomllib.loads(path.read_text())
    lines = [(a, b, c, d, e) for a, b, _, c, d, e in (line.split() for line in data["transitions"])]
    states = list(dict.fromkeys(x for line in lines for x in (line[0], line[2])))
    word = list(data["input"]) or [data["blank"]]
    symbols = list(dict.fromkeys([data["blank"], *(x for line in lines for x in (line[1], line[3])), *word]))
    place = lambda names, x: names.index(x) + 1
    return dict(Q=len(states), S=len(symbols), initial=place(states, data["initial"]), blank=1, length=len(word), transitions=len(lines), word=[place(symbols, x) for x in word],
                reads=[place(symbols, x[1]) for x in lines], to=[place(states, x[2]) for x in lines], writes=[place(symbols, x[3]) for x in lines],
                moves=[1 if x[4] == "R" else -1 for x in lines], **{"from": [place(states, x[0]) for x in lines]})


class Parser(reader.Parser):
    """let in terms, and heads with keys of their own."""
    def negated(self):
        if self.see() != "let":
            return super().negated()
        self.take()
        name = self.name()
        self.take("=")
        value = self.sum()
        self.take(":")
        body = self.formula()
        return lambda e: body({**e, name: value(e)})

    def primary(self):
        if self.see() != "attend" or self.see(2) not in self.words or self.see(3) != "in":
            return super().primary()
        self.take()
        self.take("(")
        each = self.binders()
        self.take(":")
        parts = [self.formula()]
        while self.see() == ",":
            self.take()
            parts.append(self.formula())
        self.take(")")
        self.called = False
        minus_abs = distance(parts)

        def head(e):
            table = [(column(parts[0](x)), column(parts[1](x))) for x in each(e)]
            query = column(parts[2](e))
            if any(len(key) != len(query) or len(value) != len(table[0][0]) or any(f.w for f in key + value) for value, key in table):
                raise Wrong("attend")
            return Sum("heads", [(Fraction(1), ("memory", table, query, minus_abs))])
        return head


def distance(parts):
    if len(parts) not in (3, 4) or len(parts) == 4 and getattr(parts[3], "word", "") != "minus_abs":
        raise Wrong("attend")
    return len(parts) == 4


def column(x):
    if isinstance(x, Matrix):
        if len(x.rows[0]) != 1:
            raise Wrong("no column")
        return [form(row[0]) for row in x.rows]
    return [form(x)]


class Decoder(reader.Networks):
    def __init__(self, data, nodes, machine):
        self.machine, self.before = machine, None
        data["construction"].update(inputs="k in 1..1, r in 1..0", entries="{0}")
        super().__init__(data, dict(nodes=nodes), False)

    def given(self, word, arguments, e):
        values = self.machine.get(word)
        if isinstance(values, int) and not arguments:
            return Fraction(values)
        if isinstance(values, list) and len(arguments) == 1:
            at = whole(arguments[0](e))
            return Fraction(values[at - 1]) if 1 <= at <= len(values) else self.wrong(word)
        if word == "attend":
            minus_abs = distance(arguments)
            value, key, query = (column(a(e)) for a in arguments[:3])
            if any(f.b for f in value + key) or len(key) != len(query):
                raise Wrong(word)
            return Sum("heads", [(Fraction(1), ("tokens", (value, key), query, minus_abs))])
        if word == "isqrt" and len(arguments) == 1:
            x = whole(arguments[0](e))
            return Fraction(math.isqrt(x)) if x >= 0 else self.wrong(word)
        if word == "previous" and len(arguments) == 1:
            r = whole(arguments[0](e))
            return self.before[r - 1] if self.before is not None and 1 <= r <= self.rows else self.wrong(word)
        return super().given(word, arguments, e)

    def built(self, stage):
        """Of a stage without a loop."""
        e = {}
        for name, term in stage["lets"]:
            e = {**e, name.strip(): Parser(self, term).all("formula")(e)}
        keys = lambda k: sorted(stage["keys"]({**e, "k": k})) if stage["keys"] else self.wrong("no keys")
        if "map" in stage["text"]:
            term = Parser(self, stage["text"]["map"]).all("formula")
            return lambda k, z, seen: [row[0] for row in term({**e, "k": k, "Z": Matrix([[x] for x in z])}).rows], None
        text = stage["text"]["layer"].strip()
        residual = re.match(r"Z\s*([-+])", text)
        rest = ("" if residual is None else "-" if residual[1] == "-" else "") + (text[residual.end():] if residual else text)
        added = Parser(self, rest).all("formula")(e)
        if not isinstance(added, Sum):
            raise Wrong("a layer")
        parts = []
        for before, part in added.parts:
            size = 1 if added.kind == "units" else len(part[1][0]) if part[0] == "tokens" else len(part[1][0][0]) if part[1] else self.rows
            if isinstance(before, Fraction):
                before = Matrix([[before if i == j else Fraction(0) for j in range(size)] for i in range(size)])
            if len(before.rows) != self.rows or len(before.rows[0]) != size or any(isinstance(x, reader.Form) for r in before.rows for x in r):
                raise Wrong("a shape")
            parts.append((before.rows, part))
        looks = added.kind == "heads" and any(part[0] == "tokens" for _, part in parts)

        def act(k, z, seen):
            out = list(z) if residual else [Fraction(0)] * self.rows
            for before, part in parts:
                if added.kind == "units":
                    values = [number(self.defined(part[0], [part[1].at(z)]))]
                else:
                    values = head(part, z, [seen[j] for j in keys(k)] if part[0] == "tokens" else None)
                for r in range(self.rows):
                    out[r] += sum((w * v for w, v in zip(before[r], values) if w and v), Fraction(0))
            return out
        return act, keys if looks else None

    def states(self):
        """The columns at the start, and after the last layer."""
        start = Parser(self, self.head["start"]).all("formula")
        layers = [self.built(stage) for stage in self.stages]
        for _, keys in layers:  # before anything runs
            for k in self.tokens if keys else ():
                if any(j not in self.tokens or j > k for j in keys(k)):
                    raise Wrong("a token looks at a later one, or at none")
        kept, output, first, last = [{} for _ in layers], [Fraction(0)] * self.rows, [], []
        for k in self.tokens:
            self.before = output
            z = [number(start({"H": (), "r": Fraction(r), "k": k})) for r in range(1, self.rows + 1)]
            self.before = None
            first.append(z)
            for (act, _), seen in zip(layers, kept):
                seen[k] = z
                z = act(k, z, seen)
                if len(z) != self.rows or any(isinstance(x, bool) or not isinstance(x, Fraction) for x in z):
                    raise Wrong("a column")
            output = z
            last.append(z)
        return [[[str(x) for x in row] for row in zip(*columns)] for columns in (first, last)]


def head(part, z, columns):
    where, value, query, minus_abs = part
    query = [f.at(z) for f in query]
    if where == "memory":
        pairs = [([f.b for f in v], [f.b for f in key]) for v, key in value]
    else:
        pairs = [([f.at(c) for f in value[0]], [f.at(c) for f in value[1]]) for c in columns]
    if not pairs:
        return [Fraction(0)] * (len(value[0]) if where == "tokens" else 0)
    scores = [sum(a * b for a, b in zip(key, query)) for _, key in pairs]
    scores = [-abs(s) for s in scores] if minus_abs else scores
    best = [v for (v, _), s in zip(pairs, scores) if s == max(scores)]
    return [sum(x) / len(best) for x in zip(*best)]


def literally(text, nodes, machine):
    try:
        reader.Parser = Parser
        return Decoder(tomllib.loads(text), nodes, machine).states(), None
    except (Wrong, RecursionError, ZeroDivisionError, ValueError, KeyError, IndexError, TypeError, AttributeError, OverflowError) as error:
        return None, f"{type(error).__name__}: {error}"


def asked(verify, text, nodes, machine):
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "construction.toml").write_text(text)
        ended = subprocess.run([verify, "show", folder, "--parameter", f"nodes={nodes}", "--machine", machine, "--json"], capture_output=True, text=True, timeout=120)
    if ended.returncode not in (0, 2, 64, 65):
        sys.exit(f"exit code {ended.returncode}: {ended.stderr}")
    if ended.returncode:
        return None, ended.stderr.strip()
    found = json.loads(ended.stdout)
    return (None, found["not_run"]) if found["not_run"] else ([found["states"][0]["rows"], found["states"][-1]["rows"]], None)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("verify")
    options.add_argument("--changes", type=rounds, default="60")
    options.add_argument("--seed", type=int, default=1)
    options = options.parse_args()
    sys.setrecursionlimit(20000)
    draw = random.Random(options.seed)
    of_variant = re.compile(r',\s*"\w+ = \w+\.\w+"')  # what claims ask of a variant, which is cut off
    texts = {name: of_variant.sub("", changed.CUT.sub("", (ROOT / "proofs/bigbird" / name / "construction.toml").read_text())) for name, _, _ in RUNS}
    path = lambda machine: ROOT / "data/machines" / (machine + ".toml")
    plain = {}
    for name, machine, nodes in RUNS:
        a, why_a = asked(options.verify, texts[name], nodes, path(machine))
        b, why_b = literally(texts[name], nodes, machine_of(path(machine)))
        if a is None or a != b:
            sys.exit(f"{name} {machine}: verify {why_a or str(a)[:300]}\nreader {why_b or str(b)[:300]}")
        plain[name, machine] = a
    same = different = both = more = wrong = 0
    for i in range(options.changes):
        name, machine, nodes = draw.choice(RUNS)
        altered = changed.changed(texts[name], draw)
        if altered is None:
            continue
        text, what = altered
        a, why_a = asked(options.verify, text, nodes, path(machine))
        b, why_b = literally(text, nodes, machine_of(path(machine)))
        same += a is not None and a == b
        different += a is not None and a == b and a != plain[name, machine]
        both += a is None and b is None
        more += a is None and b is not None
        if a is not None and a != b:
            wrong += 1
            print(f"{i}: {name} {machine} {what}: verify {str(a)[:200]}, reader {str(b)[:200]} {why_b}")
    print(f"{same} alike ({different} of them other than the file as it is), {both} refused by both, {more} by verify alone, {wrong} wrong")
    return 1 if wrong or different < options.changes // 10 else 0


if __name__ == "__main__":
    sys.exit(main())
