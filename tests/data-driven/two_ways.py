#!/usr/bin/env python3
"""Changes one token of a paper's construction file at random, and decides its claims by the main command and by verify DIR.

    two_ways.py VERIFY [--changes 100] [--seed 1]

verify DIR executes the file literally; the main command knows by the names of claims what is to be computed, and follows loops for every input, D and d at once. What both
decide they decide alike, nothing that is shown for every D, or every D and d, is false at the D and d of the run; and a file that one of them cannot follow ends with a line.
"""
import argparse
import collections
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

import changed

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from rounds import rounds  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAPERS = {"yun2020b": [], "yun2020a": ["--construction", "yun2020a"], "sparsebert": ["--construction", "sparsebert"]}
SIZES = [(3, 1, 2), (2, 2, 2), (2, 1, 3)]  # n, d, D
# Changes that were once decided otherwise, or ended badly; they come first, at the sizes that are given.
FOUND = [("yun2020a", "x(H, k - 1) <= x(H, k), 1, 0)", "x(H, k - 0) <= x(H, k), 1, 0)"), ("yun2020a", "g in 0..q - 1", "g in 0..q"), ("sparsebert", "j in 1..positions, g in 0..q", "j in 0..positions, g in 0..q"),
         ("sparsebert", "others(k)\"\nlayer  = \"Z + c", "others(0)\"\nlayer  = \"Z + c"), ("sparsebert", "positional*(n - 1)*block)*(", "positional*(n - 1)*block)+("), ("yun2020b", "t in 1..p", "t in 0..p"),
         ("yun2020b", "planted_back(H, k, K, j, r) =", "k(H, k, K, j, r) ="), ("yun2020b", "phi(t) = if(0 <= t < delta, -t, 0)", "phi(t) = if(0 <= t >= delta, -t, 0)"), ("yun2020b", "c = 2*s*n*delta", "c = 2*s - n*delta"),
         ("yun2020b", "relu(t - delta/4) + relu", "relu(t/delta/4) + relu"), ("yun2020b", "Z + c*e(1)*psi(0)", "Z + (c + 1)*e(1)*psi(0)"), ("yun2020b", "Z + shift*e(1)*Psi", "Z + (shift + 1)*e(1)*Psi"),
         ("yun2020b", "Z + shift*e(1)*Psi", "Z + shift*e(d)*Psi"), ("yun2020b", "u = row(r in 1..d: D^(r - 1))", "u = row(r in 1..d: D^(d - r))"), ("yun2020b", "Psi(a, b) = psi(a) - psi(b)", "Psi(a, b) = -psi(b) + psi(a)"),
         ("yun2020b", "keys   = \"A(t, k)\"", "keys   = \"A(if(t = l(i), t, 3 - t), k)\""), ("yun2020b", "keys   = \"A(mod(i - 1, p) + 1, k)\"", "keys   = \"A(mod(i - 1, p) + 2, k)\""),
         ("yun2020b", "for    = \"i in 1..s\"", "for    = \"i in 2..s\""),
         ("yun2020b", "layer  = \"Z + e(r)*phi", "layer  = \"Z - e(r)*phi"),
         ("yun2020b", "start      = \"G(H, r, k) + E(k)\"", "start      = \"G(H, r, k) + E(k) + if(r = 1, D*(D - 2), if(r = 2, 2 - D, 0))\""),
         ("sparsebert", "where j != k: {j}", "where j != k or n >= 3: {j}", (3, 1, 2)), ("sparsebert", "where j != k: {j}", "where j != k or n >= 3: {j}", (4, 1, 3)),
         ("sparsebert", "where j != k: {j}", "where j != k or d >= 2: {j}", (3, 2, 2)), ("sparsebert", "where j != k: {j}", "where j != k or D >= 3: {j}", (3, 1, 3))]
KNOWN = {"verified", "refuted", "error"}


def without_soft(text):
    """Claims about soft networks, which verify DIR does not have, as claims about nothing."""
    def plain(claim):
        if not re.search(r"(?m)^soft\b|soft\(", claim):
            return claim
        claim = re.sub(r"(?m)^soft .*\n", "", claim)
        return re.sub(r'(?s)(\nformal\s*= )("""[^"]*"""|"[^"]*")', r'\1"0 = 0"', claim)
    first, *claims = text.split("[[claim]]")
    return first + "".join("[[claim]]" + plain(claim) for claim in claims)


def asked(verify, options):
    ended = subprocess.run([verify, *options, "--json", "--progress", "none"], capture_output=True, text=True, timeout=600)
    if ended.returncode not in (0, 1, 2, 64, 65):
        return f"exit {ended.returncode}: {ended.stderr.strip()}"
    return {claim["id"]: claim for claim in json.loads(ended.stdout)["claims"]} if ended.returncode < 3 else {}


def main():
    options = argparse.ArgumentParser()
    options.add_argument("verify")
    options.add_argument("--changes", type=rounds, default="100")
    options.add_argument("--seed", type=int, default=1)
    options = options.parse_args()
    draw, wrong, seen = random.Random(options.seed), [], collections.Counter()
    with tempfile.TemporaryDirectory() as scratch:
        for number in range(len(FOUND) + options.changes):
            paper = FOUND[number][0] if number < len(FOUND) else draw.choice(list(PAPERS))
            text = (ROOT / "proofs" / paper / "construction.toml").read_text()
            change = None
            if number < len(FOUND):
                _, old, new, *sizes = FOUND[number]
                change = text.replace(old, new, 1), new
                if change[0] == text:
                    sys.exit(f"{paper}: there is no {old}")
            while change is None:
                change = changed.changed(text, draw)
            copies = [pathlib.Path(scratch, f"{number}-{way}") for way in ("main", "dir")]
            for copy in copies:
                shutil.copytree(ROOT / "proofs" / paper, copy / paper, ignore=shutil.ignore_patterns("coq", "README.md"))
                (copy / paper / "construction.toml").write_text(change[0])
            for file in (copies[1] / paper).glob("*.toml"):
                if file.name != "construction.toml":
                    file.write_text(without_soft(file.read_text()))
            n, d, D = draw.choice(SIZES) if number >= len(FOUND) else sizes[0] if sizes else SIZES[number % 2]
            claims = [*PAPERS[paper], "--claims", str(copies[0])]
            n = ["--n", str(n), *(["--pattern", draw.choice(["dense", "strided"]) if number >= len(FOUND) else "strided"] if paper == "yun2020b" else [])]
            run = [*n, "--d", str(d), "--delta", f"1/{D}"]
            answers = {"literally": asked(options.verify, [str(copies[1] / paper), *run])}
            for engine in ("literal", "lanes", "fast", "symbolic"):
                answers[engine] = asked(options.verify, [*run, *claims, "--engine", engine])
            answers |= {
                "every D": asked(options.verify, [*n, "--d", str(d), "--for-all", "D", *claims]),
                "every d": asked(options.verify, [*n, "--for-all", "d,D", *claims])}
            for way, found in answers.items():
                where = f"change {number}, {paper} {' '.join(run)}, {change[1]}: {way}"
                if isinstance(found, str):
                    wrong.append(f"{where}: {found}")
                    continue
                for name, claim in found.items():
                    literally = answers["literally"].get(name) if isinstance(answers["literally"], dict) else None
                    if literally is None or way == "literally":
                        continue
                    verdict = claim.get("verdict") or {"shown": "verified"}.get(claim["result"], "undecided")
                    seen[way, verdict, literally["verdict"]] += 1
                    if verdict in KNOWN and literally["verdict"] in KNOWN and verdict != literally["verdict"] and name not in SOFT:
                        wrong.append(f"{where}: {name} is {verdict}, literally {literally['verdict']}")
    if not seen["fast", "verified", "verified"] or not seen["fast", "refuted", "refuted"]:
        wrong.append("nothing was decided both ways")
    if wrong:
        sys.exit("\n".join(wrong))
    both = sum(count for (_, one, other), count in seen.items() if one in KNOWN and other in KNOWN)
    print(f"{len(FOUND) + options.changes} changed files, {both} claims decided both ways")


SOFT = {name for paper in PAPERS for file in (ROOT / "proofs" / paper).glob("*.toml") for claim in file.read_text().split("[[claim]]")[1:]
        if re.search(r"(?m)^soft\b|soft\(", claim) for name in re.findall(r'(?m)^id\s*= "([^"]*)"', claim)}
main()
