#!/usr/bin/env python3
"""Changes one token of a construction file at random, and asks verify and reader.py for the states of an input.

    changed.py VERIFY [--changes 200] [--seed 1]

Where both have states they are the same. Where reader.py refuses, verify does. verify refuses more: it looks at types, at names that
nothing uses, and at what a weight may depend on, before anything runs; how often is printed.
"""
import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import tomllib

import reader

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from rounds import rounds  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = [("proofs/yun2020b", dict(n=2, d=1, D=2), True), ("proofs/yun2020b", dict(n=3, d=1, D=2), True), ("proofs/yun2020a", dict(n=2, d=1, D=2), False),
         ("proofs/sparsebert", dict(n=3, d=1, D=2), False), ("proofs/sparsebert", dict(n=2, d=2, D=2), False), ("examples/above_mean", dict(n=3, D=3), False)]
# What is not read by reader.py, and is no part of the networks.
CUT = re.compile(r"\[\[variant\]\].*?(?=\n\[|\Z)", re.S)


def without_what_is_not_read(text):
    """Without variants, names that use them, names of layers as built, and scales."""
    text = CUT.sub("", text)
    dropped = r'\s*"[^"]*(?:heads_of|bias_of|mask_of|returns|units_of|pieces_of|flat_of|breaks_of|apply\(|exchange|input\(|log\(|zeta|input_of|R2\.|R3\.|plant|on_the_way|moves|K_for|c_for|_id = |highest|lowest)[^"]*",?'
    text = re.sub(r'^scale .*$', "", text, flags=re.M)

    def block(match):
        inner = re.sub(dropped, "", match[1])
        return "terms = [" + inner + "]" if inner.strip(" \n,") else "terms = [\"unused%d = 0\"]" % match.start()
    return re.sub(r"terms\s*= \[(.*?)\](?=\n)", block, text, flags=re.S)


def changed(text, draw):
    """One token within a term."""
    places = [m for m in re.finditer(r"[0-9]+|[A-Za-z][A-Za-z0-9_']*|<=|>=|\.\.|[-+*/<>=]", text)]
    strings = [(m.start(1), m.end(1)) for m in re.finditer(r'^(?!id|source|words|name|in |parameters|pattern|hypotheses|states).*?"([^"\n]*)"', text, re.M)]
    strings += [(m.start(1), m.end(1)) for m in re.finditer(r'^\s+"([^"\n]*)"', text, re.M)]
    inside = [m for m in places if any(a <= m.start() < b for a, b in strings)]
    signs = [m for m in inside if not m[0][0].isalpha()]
    token = draw.choice(signs if draw.random() < 0.7 else inside)
    word = token[0]
    if word.isdigit():
        new = str(max(0, int(word) + draw.choice([-1, 1])))
    elif word in "+-*/" and word:
        new = draw.choice([x for x in "+-*/" if x != word])
    elif word in ("<", "<=", ">", ">="):
        new = draw.choice([x for x in ("<", "<=", ">", ">=") if x != word])
    elif word in ("=", ".."):
        return None
    else:
        new = draw.choice([m[0] for m in inside if m[0][0].isalpha() and m[0] != word])
    return text[:token.start()] + new + text[token.end():], f"{word} -> {new}"


def asked(verify, text, parameters, dense, H):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "construction.toml")
        path.write_text(text)
        options = [x for k, v in parameters.items() for x in ("--parameter", f"{k}={v}")] + (["--pattern", "dense"] if dense else [])
        ended = subprocess.run([verify, "show", folder, *options, "--json", *(["--input=" + ",".join(map(str, H))] if H else [])], capture_output=True, text=True, timeout=120)
    if ended.returncode not in (0, 2, 64, 65):
        sys.exit(f"exit code {ended.returncode}: {ended.stderr}")
    if ended.returncode:
        return None, ended.stderr.strip()
    found = json.loads(ended.stdout)
    last = {}
    for state in found["states"]:
        last[state["network"]] = state["rows"]
    return list(last.values()), found["not_run"]


def literally(text, parameters, dense, networks):
    try:
        data = tomllib.loads(text)
        return reader.states(data, parameters, dense, 1, networks), None
    except (reader.Wrong, RecursionError, ZeroDivisionError, ValueError, KeyError, IndexError, TypeError, AttributeError, OverflowError) as error:
        return None, f"{type(error).__name__}: {error}"


def main():
    options = argparse.ArgumentParser()
    options.add_argument("verify")
    options.add_argument("--changes", type=rounds, default="200")
    options.add_argument("--seed", type=int, default=1)
    options = options.parse_args()
    sys.setrecursionlimit(20000)
    draw = random.Random(options.seed)
    same = different = both = more = wrong = 0
    texts = {place: without_what_is_not_read((ROOT / place / "construction.toml").read_text()) for place, _, _ in FILES}
    plain = {}
    for place, parameters, dense in FILES:  # the files as they are
        a, why_a = asked(options.verify, texts[place], parameters, dense, None)
        b, why_b = literally(texts[place], parameters, dense, None)
        if a is None or a != b:
            sys.exit(f"{place} {parameters}: verify {why_a or a}\nreader {why_b or b}")
        plain[place, str(parameters)] = a
    for i in range(options.changes):
        place, parameters, dense = draw.choice(FILES)
        altered = changed(texts[place], draw)
        if altered is None:
            continue
        text, what = altered
        a, why_a = asked(options.verify, text, parameters, dense, None)
        b, why_b = literally(text, parameters, dense, None)
        if a is not None and b is not None:
            b = b[:len(a)]
            different += a != plain[place, str(parameters)]
            same += a == b
            if a != b:
                wrong += 1
                print(f"{i}: {place} {parameters} {what}: verify {a}, reader {b}")
        elif a is None and b is None:
            both += 1
        elif a is None:
            more += 1
            if not re.search(r"[a-z]", why_a or ""):
                wrong += 1
        elif why_a:
            both += 1  # not run to its end
        else:
            wrong += 1
            print(f"{i}: {place} {parameters} {what}: verify {a}, reader refuses: {why_b}")
    print(f"{same} alike ({different} of them other than the file as it is), {both} refused by both, {more} by verify alone, {wrong} wrong")
    return 1 if wrong or different < options.changes // 10 else 0


if __name__ == "__main__":
    sys.exit(main())
