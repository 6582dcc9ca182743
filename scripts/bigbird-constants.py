#!/usr/bin/env python3
"""The table of docs/bigbird.md: the smallest multipliers that work, box by box, by verify search bigbird --least.

    bigbird-constants.py VERIFY             prints the table
    bigbird-constants.py VERIFY --write     puts it into docs/bigbird.md
    bigbird-constants.py VERIFY --check     compares the lines of the boxes that take less than a second: exit 1 if one differs

On one core the table takes some twenty minutes.
"""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/bigbird.md"
BEGIN = "<!-- constants: scripts/bigbird-constants.py -->\n"
END = "<!-- end of constants -->"
HEAD = ("| n, d, D | pairs | work | L, H | bits | windows | L = q + 1, H = b: bits | windows |\n"
        "|---|--:|--:|--:|--:|--:|--:|--:|")
# Those that bigbird_baseline.py runs, in its order.
BOXES = ([(2, 1, D) for D in (2, 3, 4, 5, 8)] + [(3, 1, D) for D in (2, 3, 4, 5)] + [(4, 1, D) for D in (2, 3, 4)]
         + [(5, 1, 2), (5, 1, 3), (6, 1, 2), (6, 1, 3), (7, 1, 2), (8, 1, 2), (2, 2, 2), (2, 2, 3), (2, 2, 4), (3, 2, 2), (3, 2, 3), (4, 2, 2)]
         + [(2, 3, 2), (3, 3, 2), (2, 4, 2)])
SMALL = 4_000  # pairs times inputs
LONG = 2_200_000  # the same; beyond, a box takes many minutes and is not tried


def work(box):
    n, d, D = box
    q, b = D**d, D**(n * d)
    return q * b * b


def cells(one):
    windows = next(shown["value"] for shown in one["shown"] if shown["label"] == "windows")
    return [one["bits"], windows]


def row(verify, box):
    n, d, D = box
    if work(box) > LONG:
        return f"| {n}, {d}, {D} | {D**d * D**(n * d)} | not tried | | | | | |"
    command = [verify, "search", str(ROOT / "proofs/bigbird"), "--n", str(n), "--d", str(d), "--delta", f"1/{D}", "--least", "--json",
               "--progress", "none", "--budget", "1h"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 2) or not done.stdout:
        sys.exit(f"{box}: no answer: {done.stderr.strip()}")
    found = json.loads(done.stdout)
    name = f"| {n}, {d}, {D} | {found['values']} |"
    if "best" not in found or found.get("stopped"):
        return f"{name} {len(found['tried'])} tried, then a limit | | | | | |"
    working = {tuple(change.split("=")[1] for change in one["with"]): one for one in found["tried"] if one["works"]}
    best = tuple(change.split("=")[1] for change in found["best"]["with"])
    ours = working[str(D**d + 1), str(D**(n * d))]
    out = [str(len(working)), ", ".join(best), *cells(working[best]), *cells(ours)]
    return name + " " + " | ".join(str(cell) for cell in out) + " |"


def main():
    verify, mode = sys.argv[1], sys.argv[2:]
    before, rest = PAGE.read_text().split(BEGIN)
    table, after = rest.split(END)
    if mode == ["--check"]:
        boxes = [box for box in BOXES if work(box) <= SMALL]
        differ = [line for line in (row(verify, box) for box in boxes) if line + "\n" not in table]
        print("\n".join(f"docs/bigbird.md has another line than: {line}" for line in differ) or f"{len(boxes)} boxes agree")
        sys.exit(1 if differ else 0)
    lines = [HEAD]
    for box in BOXES:
        lines.append(row(verify, box))
        print(lines[-1], file=sys.stderr, flush=True)
    if mode == ["--write"]:
        PAGE.write_text(before + BEGIN + "\n".join(lines) + "\n" + END + after)
    else:
        print("\n".join(lines))


main()
