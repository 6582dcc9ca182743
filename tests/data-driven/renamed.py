#!/usr/bin/env python3
"""A construction file says what a network is by its terms, not by its words: files with every name replaced by a random word.

    renamed.py VERIFY VERIFY_CHECK [--seed 1]

The id of a construction, and the names of its definitions, choices, networks, stages and variants, are replaced in the file and in its
claims, each by a random word. Verdicts, reasons, witnesses and the digest of outputs stay what they were, and verify-check accepts what
comes out.
"""
import argparse
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
RUNS = [("proofs/yun2020b", ["--n", "3", "--delta", "1/2", "--pattern", "strided", "--only", "E"]), ("proofs/yun2020b", ["--n", "2", "--delta", "1/2", "--pattern", "dense", "--with", "c=1", "--only", "E.2"]),
        ("proofs/sparsebert", ["--n", "2", "--delta", "1/3"]), ("proofs/sparsebert", ["--n", "3", "--delta", "1/2", "--variant", "positional"]),
        ("proofs/yun2020a", ["--n", "2", "--delta", "1/2", "--only", "B.5"]), ("examples/above_mean", ["--n", "4", "--delta", "1/3"])]
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*'*")


def names_of(text):
    names = set(re.findall(r'"([A-Za-z_]\w*\'*)(?:\([^"]*?\))? = ', text))
    names |= set(re.findall(r'^(?:name|in|states)\s*= "(\w+)', text, re.M))
    lets = set(re.findall(r'"(\w+)', " ".join(re.findall(r"^let\s*= \[(.*)\]", text, re.M))))
    return names - lets


def renamed(text, words):
    """In all strings but those for people, and ids of claims, which keep what follows the construction's id."""
    lines = []
    for line in text.split("\n"):
        key = line.split("=")[0].strip()
        if key in ("source", "words", "title", "kind", "truth", "why", "means", "reply", "quote", "seen", "severity", "note"):
            lines.append(line)
        elif key in ("id", "needs", "root", "repair", "repairs", "hypotheses", "repaired"):
            lines.append(re.sub(r'"(\w+)', lambda m: '"' + words.get(m[1], m[1]), line))
        else:
            comment = line.find("#") if '"' not in line else -1
            lines.append(WORD.sub(lambda m: words.get(m[0], m[0]), line if comment < 0 else line[:comment]))
    return "\n".join(lines)


def answer(verify, folder, options, certificate, back):
    """`back`: the names that were, by those that are; a binder may have the name of a definition."""
    ended = subprocess.run([verify, str(folder), *options, "--json", "--progress", "none", "--certificate", str(certificate)], capture_output=True, text=True, timeout=600)
    if ended.returncode not in (0, 1):
        sys.exit(f"{folder} {' '.join(options)}: verify ends with {ended.returncode}: {ended.stderr}")
    found = json.loads(WORD.sub(lambda m: back.get(m[0], m[0]), ended.stdout))
    claims = {}
    for claim in found["claims"]:
        witness = claim.get("witness") or {}
        claims[claim["id"].split(".", 1)[1]] = (claim["verdict"], claim.get("reason", "").split(" ")[0], json.dumps({key: witness.get(key) for key in ("bindings", "other", "lhs", "relation", "rhs")}))
    return claims, found["digest"], found["inputs"]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("verify")
    options.add_argument("verify_check")
    options.add_argument("--seed", type=int, default=1)
    options = options.parse_args()
    draw, wrong, compared = random.Random(options.seed), 0, 0
    with tempfile.TemporaryDirectory() as scratch:
        for number, (place, run) in enumerate(RUNS):
            folder, certificate = pathlib.Path(scratch, str(number)), pathlib.Path(scratch, f"{number}.cert")
            shutil.copytree(ROOT / place, folder, ignore=shutil.ignore_patterns("README.md", "patterns", "coq"))
            text = (folder / "construction.toml").read_text()
            own = re.search(r'^id\s*= "(\w+)"', text, re.M)[1]
            words = {name: "w" + "".join(draw.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(7)) for name in sorted(names_of(text) | {own})}
            plain = answer(options.verify, folder, run, certificate, {})
            for file in folder.glob("*.toml"):
                if file.name == "paper.toml":
                    file.unlink()
                else:
                    file.write_text(renamed(file.read_text(), words))
            other = answer(options.verify, folder, [WORD.sub(lambda m: words.get(m[0], m[0]), word) if before in ("--with", "--variant") else word for before, word in zip([""] + run, run)], certificate, {new: old for old, new in words.items()})
            compared += len(plain[0])
            if plain != other:
                wrong += 1
                differing = [claim for claim in plain[0] if plain[0][claim] != other[0].get(claim)][:3]
                print(f"{place} {' '.join(run)}, seed {options.seed}: {[(c, plain[0][c], other[0].get(c)) for c in differing] or (plain[1:], other[1:])}")
            checked = subprocess.run([options.verify_check, "--claims", str(folder), str(certificate)], capture_output=True, text=True, timeout=600)
            if checked.returncode not in (0, 3):
                wrong += 1
                print(f"{place} {' '.join(run)}, seed {options.seed}: verify-check ends with {checked.returncode}: {checked.stdout[:300]}{checked.stderr}")
    print(f"{compared} claims under other names, {wrong} runs wrong")
    return 1 if wrong or compared < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
