#!/usr/bin/env python3
"""What documents say is so: links lead somewhere, and the output that is shown is what the program prints.

    run.py VERIFY

A block between ``` lines that stands in a file of SHOWN is compared with the output of its commands, one after another:
its lines occur there in this order, with "..." for those left out. Times are not compared.
"""
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIRST_RUN = "--n 4 --d 1 --delta 0.5 --pattern strided"
BERT = "pattern data/patterns/full/bert-base-uncased.json --n 512"
TUTORIAL = ["show examples/above_mean --n 3 --delta 1/2 --input 0,1/2,1/2", "examples/above_mean --n 3 --delta 1/2"]
SMALL = "--n 3 --delta 1/2 --pattern dense"
OWN = "--claims examples/last_token"
LEMMA = ["explain E.2.4.eq10", f"trace {SMALL} --d 1 --input 1/2,0,0", f"{SMALL} --only E.2.4.eq10"]
CLAIM = [f"eval 'forall H in inputs, k in 1..n: zt(H, k) <= delta^(-n*d) - delta' {SMALL}",
         f"{SMALL} {OWN}/claims.toml --only last_token", f"claims last_token {OWN} --progress none"]
SHOWN = {"docs/tutorial-lemma.md": LEMMA, "docs/tutorial-claim.md": CLAIM,
         "README.md": [FIRST_RUN], "docs/verdicts.md": [FIRST_RUN], "docs/patterns.md": [BERT],
         "docs/precision.md": ["precision strided --n 4 --progress none"], "docs/tutorial-construction.md": TUTORIAL,
         "docs/turing.md": ["turing data/machines/bb2.toml"], "docs/task1.md": ["task1 data/vectors/tie.json"]}


def anchors(text):
    """Of the headings of a page, as GitHub makes them."""
    heads = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[^a-z0-9 _-]", "", head.lower()).replace(" ", "-") for head in heads}


def broken_links(file):
    text = re.sub(r"```.*?```", "", file.read_text(), flags=re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith(("https://", "http://")):
            continue
        path, _, anchor = target.partition("#")
        to = (file.parent / path) if path else file
        if not to.exists():
            yield f"{file.relative_to(ROOT)}: the link {target} leads nowhere"
        elif anchor and to.suffix == ".md" and anchor not in anchors(to.read_text()):
            yield f"{file.relative_to(ROOT)}: {path} has no heading for #{anchor}"


def timeless(line):
    return re.sub(r"[0-9.]+ s$", "T s", line.rstrip())


def missing_lines(name, output):
    lines = iter([timeless(line) for line in output.splitlines()])
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", (ROOT / name).read_text(), re.S | re.M)
    for block in [text for language, text in blocks if not language]:
        for line in block.splitlines():
            if line != "..." and timeless(line) not in lines:
                yield f"{name}: the output has no line, behind those before it: {line}"
                return


def other_files(name):
    """The construction and the claim that the tutorial prints are those that its commands read."""
    construction, claim = re.findall(r"^```toml\n(.*?)^```$", (ROOT / name).read_text(), re.S | re.M)
    if construction != (ROOT / "examples/above_mean/construction.toml").read_text():
        yield f"{name}: prints another construction than examples/above_mean/construction.toml"
    if claim not in (ROOT / "examples/above_mean/claims.toml").read_text():
        yield f"{name}: prints a claim that is not in examples/above_mean/claims.toml"


def own_claim(name):
    [claim] = re.findall(r"^```toml\n(.*?)^```$", (ROOT / name).read_text(), re.S | re.M)
    if claim not in (ROOT / "examples/last_token/claims.toml").read_text():
        yield f"{name}: prints a claim that is not in examples/last_token/claims.toml"


def main():
    files = subprocess.run(["git", "ls-files", "-z", "*.md"], cwd=ROOT, capture_output=True, text=True)
    listed = [ROOT / name for name in files.stdout.split("\0") if name] or list(ROOT.glob("docs/*.md"))
    wrong = [fault for file in listed if file.exists() for fault in broken_links(file)]
    for name, commands in SHOWN.items():
        output = ""
        for command in commands:
            ended = subprocess.run([sys.argv[1], *shlex.split(command)], cwd=ROOT, capture_output=True, text=True, timeout=120)
            output += ended.stdout
        wrong += missing_lines(name, output)
    wrong += other_files("docs/tutorial-construction.md")
    wrong += own_claim("docs/tutorial-claim.md")
    print("\n".join(wrong) if wrong else f"{len(listed)} documents are as they say")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
