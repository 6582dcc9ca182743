#!/usr/bin/env python3
"""Certificates about construction files: what verify writes, verify-check never rejects; and no certificate is accepted beside another file.

    certified.py VERIFY VERIFY_CHECK [--changes 40] [--seed 1]

A file of a paper, and its claims, are copied with one token of the construction changed at random. verify decides the claims and writes a
certificate: verify-check, which has a reader of its own, must find the same digests, layers, totals, verdicts and witnesses (exit 0), or
say what it does not read (3), or what is wrong with the file (65): it finds types that do not fit before anything runs, where verify finds some only when the term is needed. The certificate of the file as it was must not be accepted beside the changed one, unless nothing changed that binds.
"""
import argparse
import collections
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

import changed

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from rounds import rounds  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
RUNS = [("proofs/yun2020b", ["--n", "2", "--delta", "1/2", "--pattern", "dense", "--only", "E.2"]), ("proofs/yun2020b", ["--n", "3", "--delta", "1/2", "--pattern", "strided", "--only", "E"]),
        ("proofs/yun2020b", ["--n", "2", "--delta", "1/2", "--pattern", "dense", "--with", "c=c - 1", "--with", "drop=2", "--only", "E"]),
        ("proofs/sparsebert", ["--n", "2", "--delta", "1/3"]), ("proofs/sparsebert", ["--n", "3", "--delta", "1/2", "--variant", "positional"]),
        ("proofs/yun2020a", ["--n", "2", "--delta", "1/2", "--only", "B"]), ("proofs/yun2020a", ["--n", "2", "--delta", "1/2", "--variant", "extended", "--only", "B.5"]),
        ("examples/above_mean", ["--n", "4", "--delta", "1/3"])]


def run(*words):
    ended = subprocess.run([str(w) for w in words], capture_output=True, text=True, timeout=600)
    return ended.returncode, (ended.stdout + ended.stderr).strip()


def main():
    options = argparse.ArgumentParser()
    options.add_argument("verify")
    options.add_argument("verify_check")
    options.add_argument("--changes", type=rounds, default="40")
    options.add_argument("--seed", type=int, default=1)
    options = options.parse_args()
    draw, tally, wrong = random.Random(options.seed), collections.Counter(), 0
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        for number, (place, words) in enumerate(RUNS):
            shutil.copytree(ROOT / place, scratch / str(number), ignore=shutil.ignore_patterns("README.md", "patterns", "coq"))
            code, said = run(options.verify, scratch / str(number), *words, "--progress", "none", "--certificate", scratch / f"{number}.cert")
            if not (scratch / f"{number}.cert").exists():
                sys.exit(f"{place} {' '.join(words)}: no certificate; exit {code}\n{said}")
            code, said = run(options.verify_check, "--claims", scratch / str(number), scratch / f"{number}.cert")
            tally[f"as printed: exit {code}"] += 1
            if code not in (0, 3):
                wrong += 1
                print(f"{place} {' '.join(words)}: exit {code}: {said}")
        for i in range(options.changes):
            number = draw.randrange(len(RUNS))
            place, words = RUNS[number]
            text = (ROOT / place / "construction.toml").read_text()
            altered = changed.changed(text, draw)
            if altered is None:
                continue
            folder, certificate = scratch / "changed", scratch / "changed.cert"
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(scratch / str(number), folder)
            (folder / "construction.toml").write_text(altered[0])
            certificate.unlink(missing_ok=True)
            where = f"{i}: {place} {' '.join(words)}, {altered[1]}"
            code, said = run(options.verify, folder, *words, "--budget", "20", "--progress", "none", "--certificate", certificate)
            tally[f"verify: exit {code}"] += 1
            if code not in (0, 1, 2, 64, 65):
                wrong += 1
                print(f"{where}: verify ends with {code}: {said}")
            if certificate.exists() and code not in (0, 1, 2):
                wrong += 1
                print(f"{where}: verify ends with {code} behind its certificate: {said}")
            if certificate.exists():
                code, said = run(options.verify_check, "--claims", folder, certificate)
                tally[f"verify-check: exit {code}"] += 1
                if code not in (0, 3) and not (code == 65 and "construction.toml:" in said):
                    wrong += 1
                    print(f"{where}: verify-check ends with {code}: {said[:400]}")
                same = certificate.read_bytes() == (scratch / f"{number}.cert").read_bytes()
                code, said = run(options.verify_check, "--claims", folder, scratch / f"{number}.cert")
                if code == 0 and not same:
                    wrong += 1
                    print(f"{where}: the certificate of the file as it was is accepted")
    print(f"{wrong} wrong; " + ", ".join(f"{name} {count}" for name, count in sorted(tally.items())))
    return 1 if wrong or tally["verify-check: exit 0"] < options.changes // 10 else 0


if __name__ == "__main__":
    sys.exit(main())
