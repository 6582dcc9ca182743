#!/usr/bin/env python3
"""The main command runs what the construction file says: a change of the file is a change of the run.

    file_rules.py VERIFY

Of copies of proofs/: a choice that is changed in the file has the verdicts, witnesses, ids and digest that --with gives of the file as it was; stages and networks under other names have those of the
file as it was; and where a definition of a claim's name is changed or left out, claims with that name are undecided, as the engines compute another one, and all others are what they were.
"""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATTERN = ["--n", "4", "--d", "1", "--delta", "1/2", "--pattern", "strided"]
# paper, options, what is written for what in its construction.toml, the same by --with
CHANGES = [("yun2020b", PATTERN, ('"c = 2*s*n*delta^(-n*d - 1)"', '"c = 1"'), ["c=1"]),
           ("yun2020b", ["--n", "3", "--d", "1", "--delta", "1/3", "--pattern", "dense"], ('"c = 2*s*n*delta^(-n*d - 1)"', '"c = 7/2"'), ["c=7/2"]),
           ("yun2020b", PATTERN, ('"shift = delta^(-d)"', '"shift = 1"'), ["shift=1"]),
           ("yun2020b", [*PATTERN, "--engine", "symbolic"], ('"shift = delta^(-d)"', '"shift = 3"'), ["shift=3"]),
           ("yun2020b", PATTERN, ('"E(k) = ', "if(k = 3, 0, ...)"), ["E.3=0"]),
           ("sparsebert", ["--construction", "sparsebert", "--n", "3", "--d", "1", "--delta", "1/3"], ('"shift = delta^(-d)"', '"shift = 0"'), ["shift=0"]),
           ("yun2020a", ["--construction", "yun2020a", "--n", "3", "--d", "1", "--delta", "1/3", "--positional"],
            ('"c = if(positional = 1, n*delta^(-(n + 1)*d - 1), delta^(-(n + 1)*d))"', '"c = 1"'), ["c=1"])]
NAMES = {"selective_shift": "walk", "all_max_shift": "top", "global_shift": "top", "context": "middle", "quantize": "to_grid", "value": "to_target", "lift_back": "up", "round_row": "grid_row", "zeroing": "wiped"}
OTHERS = [('"zt(H, k) = v(after(selective_shift), H, k)"', '"zt(H, k) = v(0, H, k)"', "zt"), ('"phi1(t) = if(-delta/2 <= t < delta/2, 1, 0)"', '"phi1(t) = if(-delta/2 <= t <= delta/2, 1, 0)"', "planted"),
          ('"f(H, r, k) = G(H, r, k)"', '"f(H, r, k) = 0"', "f"), ('"heads(t) = heads_of(context, t)",', "", "heads")]


def copied(folder, paper, change):
    shutil.copytree(ROOT / "proofs", folder, ignore=shutil.ignore_patterns("README.md", "coq"))
    file = folder / paper / "construction.toml"
    text = file.read_text()
    new = change(text)
    if new == text:
        sys.exit(f"{paper}: the change changes nothing")
    file.write_text(new)
    return folder


def answer(verify, options):
    ended = subprocess.run([verify, *options, "--json", "--progress", "none"], capture_output=True, text=True, timeout=600)
    if ended.returncode not in (0, 1, 2):
        sys.exit(f"verify {' '.join(options)}: exit {ended.returncode}: {ended.stderr}")
    found = json.loads(ended.stdout)
    claims = {c["id"]: (c["verdict"], c.get("reason", "").split(" ")[0], json.dumps(c.get("witness"))) for c in found["claims"]}
    return claims, (found.get("digest"), found.get("distinct_ids"), found.get("engine"))


def differing(a, b):
    (claims, totals), (others, of_others) = a, b
    out = [f"{name}: {claims.get(name)} and {others.get(name)}" for name in sorted({*claims, *others}) if claims.get(name) != others.get(name)]
    return out if totals == of_others else [*out, f"{totals} and {of_others}"]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("verify")
    verify = options.parse_args().verify
    wrong = []
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        for number, (paper, words, (old, new), changes) in enumerate(CHANGES):
            def change(text):
                if '"E(k)' not in old:
                    return text.replace(old, new)
                return re.sub(r'"E\(k\) = (.*?)"\]', r'"E(k) = if(k = 3, 0, \1)"]', text)
            folder = copied(scratch / str(number), paper, change)
            given = [word for c in changes for word in ("--with", c)]
            found = differing(answer(verify, [*words, "--claims", str(folder)]), answer(verify, [*words, *given]))
            plain = differing(answer(verify, [*words, *given]), answer(verify, words))
            if not plain:
                wrong.append(f"{paper} {changes}: nothing comes of the change, which tests nothing")
            wrong += [f"{paper} {changes}: {line}" for line in found]
        for paper, words in (("yun2020b", PATTERN), ("sparsebert", ["--construction", "sparsebert", "--n", "2", "--d", "1", "--delta", "1/3"]), ("yun2020a", ["--construction", "yun2020a", "--n", "2", "--d", "1", "--delta", "1/2"])):
            def renamed(text):
                lines = text.split("\n")
                for i, line in enumerate(lines):
                    if line.split("=")[0].strip() not in ("source", "words", "id"):
                        lines[i] = re.sub(r"[A-Za-z_]\w*", lambda m: NAMES.get(m[0], m[0]), line)
                return "\n".join(lines)
            folder = copied(scratch / f"renamed {paper}", paper, renamed)
            wrong += [f"{paper}, other names: {line}" for line in differing(answer(verify, [*words, "--claims", str(folder)]), answer(verify, words))]
        as_it_was = answer(verify, PATTERN)[0]
        for old, new, name in OTHERS:
            folder = copied(scratch / f"other {name}", "yun2020b", lambda text: text.replace(old, new))
            claims = answer(verify, [*PATTERN, "--claims", str(folder)])[0]
            left = {key for key, (verdict, reason, _) in claims.items() if (verdict, reason) == ("undecided", "limit")}
            if not left:
                wrong.append(f"{new}: no claim is left undecided")
            wrong += [f"{new}: {key}: {claims[key]} and {as_it_was[key]}" for key in claims if key not in left and claims[key] != as_it_was[key]]
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(CHANGES)} changes, 3 files with other names, {len(OTHERS)} with other definitions")


main()
