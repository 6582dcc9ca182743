#!/usr/bin/env python3
"""Both engines of verify give the same: random construction files full of windows, and the papers' files with one token changed.

    engines.py VERIFY [--files 40] [--changes 40] [--seed 1]

`verify show` has the same states after every stage with --engine jumping and with --engine literal, or the same error. How many stages
were sweeps, and how many had windows, is printed; there have to be some.
"""
import argparse
import collections
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import changed
import random_files

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from rounds import rounds  # noqa: E402


def swept(draw, number, rows):
    """A stage that may be a sweep, or has windows, or is nearly one of both."""
    row = lambda: str(draw.randint(1, rows))
    loop, names = draw.choice([("g in 0..6", "g"), ("g in -3..4", "g"), ("i in 1..2, g in 0..3", "g"), ("g in 0..4, i in 1..2", "g"), ("g in i..4", None), ("i in 0..2, g in i..4", "g"),
                               ("g in {0, 1, 2}", "g"), ("g in 0..4 where g != 2", "g"), ("g in 2..1", "g")])
    if names is None:
        loop = "g in 1..D"
    lines = [f'name   = "swept{number}"', 'in     = "first"', f'for    = "{loop}"']
    if draw.random() < 0.3:
        lines.append(f'when   = "{draw.choice(["i = 1", "n > 1", "g != 1", "D = 3"]) if "i in" in loop else draw.choice(["n > 1", "g != 1", "D = 3"])}"')
    if draw.random() < 0.15:
        lines.append(f'backwards = "{draw.choice(["0", "1"])}"')
    b = draw.choice(["g", "g/2", "g/D - 1/3", "g*scale", "3 - g", "2*g - g", "g*g/4", "abs(g)", "g + n"])
    if draw.random() < 0.5:
        lines.append(f'let    = ["b = {b}"]')
        b = "b"
    form = draw.choice([f"Z({row()})", f"2*Z({row()})", f"Z({row()}) - Z({row()})/2", f"Z({row()})*(g + 1)" if draw.random() < 0.2 else f"Z({row()})"])
    width = draw.choice(["1", "1/2", "0", "1/3", "-1/2", "g", "3"])
    factor = draw.choice([f"e({row()})", f"scale*e({row()})", f"2*e({row()})", f"g*e({row()})"])
    if draw.random() < 0.3:
        lines.append(f'layer  = "{draw.choice(["Z + ", "Z - ", "Z + ", ""])}{factor}*bump({form} - ({b}))"')
    else:
        other = form if draw.random() < 0.9 else f"Z({row()})"
        head = lambda f, at: f"attend({f}, {f}, {f} - ({at}))"
        sign = "-" if draw.random() < 0.9 else "+"
        lines.append(f'layer  = "{draw.choice(["Z + ", "Z + ", "Z + ", ""])}{factor}*({head(form, b)} {sign} {head(other, f"{b} + {width}")})"')
        lines.append(f'keys   = "{draw.choice(["(1..n)", "(1..n)", "(1..k)", "union(m in 1..n where m != k: {m})", "(1..min(n, g + 2))"])}"')
    return "[[stage]]\n" + "\n".join(lines) + "\n"


def drawn(draw):
    made = random_files.File(draw)
    stages = []
    for i in range(draw.randint(1, 3)):
        if draw.random() < 0.3:
            if not made.activations:
                made.activations.append("bump")
            stages.append(made.stage(i, "first", False))
        else:
            stages.append(swept(draw, i, made.rows))
    low = draw.choice(["0", "-1/2"])
    return f"""[construction]
id         = "random"
parameters = ["n >= 1", "D >= 2"]
tokens     = "1..n"
rows       = "{made.rows}"
inputs     = "k in 1..n, r in 1..1"
entries    = "union(j in 0..D: {{j/D}})"
start      = "if(r = 1, {draw.choice(["G(H, 1, k)", "3*G(H, 1, k)", "G(H, 1, k) + k - 1", "2*G(H, 1, k) - k/3"])}, {draw.choice(["0", "1", "k"])})"
states     = "first"
[[choose]]
terms = ["scale = {draw.choice(["1", "2", "1/D", "D^n", "-1"])}"]
[[define]]
terms = ["bump(t) = if({low} <= t < 1, {draw.choice(["1", "-t", "1 - t", "t/2 + 1"])}, 0)"]
""" + "\n".join(stages)


def shown(verify, folder, options, engine):
    ended = subprocess.run([verify, "show", folder, *options, "--json", "--engine", engine], capture_output=True, text=True, timeout=300)
    if ended.returncode:
        return (ended.returncode, ended.stderr.strip()), []
    found = json.loads(ended.stdout)
    ways = found.pop("ways", [])
    found.pop("engine", None)
    return found, ways


def main():
    options = argparse.ArgumentParser()
    options.add_argument("verify")
    options.add_argument("--files", type=rounds, default="40")
    options.add_argument("--changes", type=rounds, default="40")
    options.add_argument("--seed", type=int, default=1)
    options = options.parse_args()
    tally, wrong = collections.Counter(), 0

    def same(text, parameters, more, what):
        nonlocal wrong
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "construction.toml").write_text(text)
            words = [x for k, v in parameters.items() for x in ("--parameter", f"{k}={v}")] + more
            jumping, ways = shown(options.verify, folder, words, "jumping")
            literal, _ = shown(options.verify, folder, words, "literal")
        for way in ways:
            if way["layers"] != "0":
                tally[way["how"]] += 1
        # An error may come first from another layer.
        both_refuse = isinstance(jumping, tuple) and isinstance(literal, tuple) and jumping[0] == literal[0]
        tally["refused" if both_refuse else "states"] += 1
        if jumping != literal and not both_refuse:
            wrong += 1
            print(f"--- {what}, {parameters} {more}\n{text}\njumping {jumping}\nliteral {literal}")

    for i in range(options.files):
        draw = random.Random(f"{options.seed} {i}")
        text = drawn(draw)
        drop = ["--with", f"drop={draw.randint(1, 4)}"] if draw.random() < 0.2 else []
        parameters = {"n": draw.randint(1, 4), "D": draw.choice([2, 3])}
        for chosen in ([], ["--input", ",".join(str(draw.randint(0, 1)) for _ in range(parameters["n"]))]):
            same(text, parameters, drop + chosen, f"file {i} of seed {options.seed}")
    for i in range(options.changes):
        draw = random.Random(f"changes {options.seed} {i}")
        name, parameters, dense = draw.choice(changed.FILES)
        text = (changed.ROOT / name / "construction.toml").read_text()
        new = None
        while new is None:
            new = changed.changed(text, draw)
        same(new[0], parameters, ["--pattern", "dense"] if dense else [], f"{name}, {new[1]}")
    print(f"{options.files} files, {options.changes} changes, {wrong} wrong; " + ", ".join(f"{name} {count}" for name, count in sorted(tally.items())))
    few = options.files >= 20 and (tally["sweep"] < options.files // 8 or tally["windows"] < options.files // 16)
    if few:
        print("too few stages were jumped over")
    return 1 if wrong or few else 0


if __name__ == "__main__":
    sys.exit(main())
