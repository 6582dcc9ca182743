#!/usr/bin/env python3
"""Small random construction files: verify, verify-check and reader.py agree on the states of every input, or refuse.

    random_files.py VERIFY VERIFY_CHECK [--files 60] [--seed 1]

One to three stages in one or two networks; heads with both scores, with the own token among the keys and without; hidden units of
random activations; with `Z +` and without; loops with `where`, backwards, with steps below 0, with a comparison that has the loop's name.
verify decides some claims and certifies the outputs of all inputs: verify-check must find the same. Of one input reader.py must find the
same states as `verify show`.
"""
import argparse
import collections
import pathlib
import random
import subprocess
import sys
import tempfile

import changed

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from rounds import rounds  # noqa: E402

NUMBERS = ["0", "1", "-1", "2", "1/2", "-1/3", "3", "1/D", "D", "n", "scale", "(n - 3)"]


class File:
    def __init__(self, draw):
        self.draw = draw
        self.rows = draw.randint(1, 3)
        self.activations = []

    def number(self, names=()):
        x = self.draw.choice(NUMBERS + 3 * list(names))
        return x if self.draw.random() < 0.7 else f"({x} {self.draw.choice('+-*')} {self.draw.choice(NUMBERS + 3 * list(names))})"

    def row(self):
        return str(self.draw.randint(1, self.rows))

    def activation(self):
        draw, name = self.draw, f"act{len(self.activations)}"
        case = lambda: draw.choice(["0", "1", "t", "-t", "2*t - 1", "t/2 + 1/3", "-1/2"])
        condition = lambda: draw.choice(["t < {a}", "t <= {a}", "{a} <= t < {b}", "t > {a} and t <= {b}", "not (t >= {a})", "t < {a} or t > {b}", "2*t + 1 < {b}"]).format(a=self.number(), b=self.number())
        body = f"if({condition()}, {case()}, {case()})"
        if draw.random() < 0.4:
            body = f"if({condition()}, {case()}, {body})"
        if self.activations and draw.random() < 0.3:
            body = f"{draw.choice(self.activations)}(t) - 2*{draw.choice(self.activations)}(t - 1/2) + {body}"
        self.activations.append(name)
        return f"{name}(t) = {body}"

    def form(self, names, constant):
        draw = self.draw
        terms = [f"{self.number(names)}*Z({self.row()})" for _ in range(draw.randint(1, 2))]
        if constant and draw.random() < 0.7:
            terms.append(self.number(names))
        return f" {draw.choice('+-')} ".join(terms)

    def weight(self, names):
        draw = self.draw
        return draw.choice([f"e({self.row()})", f"{self.number(names)}*e({self.row()})", f"column(r in 1..{self.rows}: r - 1)", f"(e({self.row()}) - {self.number(names)}*e({self.row()}))"])

    def layer(self, names, earlier):
        """The layer, and whether it has heads on tokens."""
        draw = self.draw
        heads = draw.random() < 0.5
        parts = []
        for _ in range(draw.randint(1, 2)):
            coefficient = self.weight(names)
            if earlier and draw.random() < 0.4:
                coefficient = f"before(H, j)*{coefficient}"
            if heads:
                score = ", minus_abs" if draw.random() < 0.3 else ""
                parts.append(f"{coefficient}*attend({self.form(names, False)}, {self.form(names, False)}, {self.form(names, True)}{score})")
            else:
                parts.append(f"{coefficient}*{draw.choice(self.activations)}({self.form(names, True)})")
        text = f" {draw.choice('+-')} ".join(parts)
        return (text if draw.random() < 0.15 else "Z + " + text), heads

    def stage(self, number, network, earlier):
        draw, names = self.draw, []
        lines = [f'name   = "stage{number}"', f'in     = "{network}"']
        loop = draw.random()
        if earlier:
            lines.append('for    = "H in inputs, j in 1..n"')
        elif loop < 0.7:
            binders = draw.choice(["i in 1..3", "i in 0..D", "i in 1..2, g in 0..D - 1", "g in 0..n, i in g..2", "i in {2, 5, 7}"])
            names = ["i", "g"] if "g in" in binders else ["i"]
            if draw.random() < 0.3:
                binders += draw.choice([" where i != 2", " where mod(i, 2) = 0", " where i > 1 or n > 2"])
            lines.append(f'for    = "{binders}"')
            if draw.random() < 0.3:
                lines.append(f'backwards = "{draw.choice(["0", "1", "n - 2"])}"')
            if draw.random() < 0.4:
                lines.append(f'let    = ["b = {draw.choice(["3 - 2*i", "i/D", "-i*scale", "if(i < 2, 1, -1)"])}"]')
                names = names + ["b"]
            if draw.random() < 0.3:
                lines.append(f'when   = "{draw.choice(["i != 1", "i < 3 and n > 1", "mod(i, 2) = 1"])}"')
        layer, heads = self.layer(names, earlier)
        if heads:
            keys = ["(1..n)", "union(m in 1..n where m != {k}: {{m}})", "(1..{k})", "union({{1}}, {{{k}}})", "({k}..n)"]
            lines.append(f'keys   = "{keys[0] if earlier else draw.choice(keys).format(k="k")}"')
        lines.append(f'layer  = "{layer}"')
        return "[[stage]]\n" + "\n".join(lines) + "\n"

    def text(self):
        draw = self.draw
        two = draw.random() < 0.4  # networks; the second has layers for every input: there are few
        self.tokens = 2 if two else draw.choice([2, 2, 3])
        free = 1 if two else draw.randint(1, min(self.rows, 2))
        definitions = [self.activation() for _ in range(draw.randint(1, 3))]
        stages = [self.stage(i, "first", False) for i in range(draw.randint(1, 2))]
        if two:
            definitions.append(f"before(H, k) = run(first, layers(first), start(H))({self.row()}, k)")
            stages.append(self.stage(2, "second", True))
        last = "second" if two else "first"
        definitions += [f"out(H, r, k) = run({last}, layers({last}), start(H))(r, k)", f"begun(H, r, k) = run(first, 1, start(H))(r, k)"]
        listed = ",\n         ".join(f'"{d}"' for d in definitions)
        entries = draw.choice(["union(j in 0..D - 1: {j/D})", "union(j in 0..D - 1: {j/D - 1/2})", "{-1, 0, 1/3}"])
        start = draw.choice(["G(H, r, k)", "G(H, r, k) + k - 1", "2*G(H, r, k) - k/3"])
        return f"""[construction]
id         = "random"
parameters = ["n >= 2", "D >= 2"]
tokens     = "1..n"
rows       = "{self.rows}"
inputs     = "k in 1..n, r in 1..{free}"
entries    = "{entries}"
start      = "if(r <= {free}, {start}, {draw.choice(["0", "1", "k"])})"
states     = "{last}"

[[choose]]
terms = ["scale = {draw.choice(["1", "2", "1/D", "D^n", "-1"])}"]

[[define]]
terms = [{listed}]

""" + "\n".join(stages)


CLAIMS = ["forall H in inputs, r in 1..{r}, k in 1..n: out(H, r, k) <= 1", "distinct(H in inputs, k in 1..n: out(H, 1, k))", "forall H in inputs, k in 1..n: begun(H, 1, k) != out(H, {r}, k)",
          "exists H in inputs: out(H, 1, 1) < out(H, 1, n)", "max(H in inputs, k in 1..n: out(H, {r}, k)) >= scale", "forall H in inputs, k in 1..n: 1/out(H, {r}, k) >= -D"]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("verify")
    options.add_argument("verify_check")
    options.add_argument("--files", type=rounds, default="60")
    options.add_argument("--seed", type=int, default=1)
    options = options.parse_args()
    sys.setrecursionlimit(20000)
    tally, wrong = collections.Counter(), 0
    for i in range(options.files):
        draw = random.Random(f"{options.seed} {i}")
        made = File(draw)
        text = made.text()
        parameters = {"n": made.tokens, "D": 2}
        mistakes = []
        shown, why = changed.asked(options.verify, text, parameters, False, None)
        read, why_not = changed.literally(text, parameters, False, None)
        if shown is not None and read is not None and shown != read[:len(shown)]:
            mistakes.append(f"verify show {shown}\nreader {read}")
        # reader.py has no score -|<k,q>|.
        if shown is not None and read is None and not why and "minus_abs" not in why_not:
            mistakes.append(f"verify show has states, reader refuses: {why_not}")
        tally["one input: " + ("alike" if shown is not None and read is not None else "refused by verify" if shown is None else "not run")] += 1
        if shown is None:
            tally[f"refused: {why.split(': ', 2)[-1][:60]}"] += 1
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "construction.toml").write_text(text)
            (folder / "claims.toml").write_text("".join(f'[[claim]]\nid = "random.{j}"\nsource = "s"\nkind = "remark"\nwords = "w"\ndomain = "n >= 2"\ntruth = "open"\nformal = "{formal.format(r=made.rows)}"\n\n'
                                                        for j, formal in enumerate(CLAIMS)))
            ended = subprocess.run([options.verify, folder, *(f"--parameter={k}={v}" for k, v in parameters.items()), "--progress", "none", "--certificate", folder / "run.cert"], capture_output=True, text=True, timeout=600)
            tally[f"verify: exit {ended.returncode}"] += 1
            if shown is not None and ended.returncode not in (0, 1, 2):
                mistakes.append(f"verify show runs it, verify does not: {ended.returncode} {ended.stderr}")
            if (folder / "run.cert").exists():
                checked = subprocess.run([options.verify_check, "--claims", folder, folder / "run.cert"], capture_output=True, text=True, timeout=600)
                tally[f"verify-check: exit {checked.returncode}"] += 1
                if checked.returncode != 0:
                    mistakes.append(f"verify-check ends with {checked.returncode}: {checked.stdout[:600]}{checked.stderr[:300]}")
        if mistakes:
            wrong += 1
            print(f"--- file {i} of seed {options.seed}, {parameters}\n{text}\n" + "\n".join(mistakes))
    print(f"{options.files} files, {wrong} wrong; " + ", ".join(f"{name} {count}" for name, count in sorted(tally.items(), key=lambda x: -x[1])[:14]))
    return 1 if wrong or tally["verify-check: exit 0"] < options.files // 2 else 0


if __name__ == "__main__":
    sys.exit(main())
