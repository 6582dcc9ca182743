#!/usr/bin/env python3
"""The table of docs/bigbird.md: Theorem 1 both ways, for every pattern of data/patterns/index.json.

    bigbird-models.py VERIFY             prints the table
    bigbird-models.py VERIFY --write     puts it into docs/bigbird.md
    bigbird-models.py VERIFY --check     compares it with what is there: exit 1 if a line differs

Each line is what verify pattern FILE --star says: Assumption 1, and the tokens that a star is about.
"""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/bigbird.md"
BEGIN = "<!-- models: scripts/bigbird-models.py -->\n"
END = "<!-- end of models -->"
HEAD = ("| pattern | n | Assumption 1 | s | star about token | tokens with a star | in layer |\n"
        "|---|--:|---|--:|--:|--:|---|")
OPTIONS = ("n", "globals", "mode", "head", "window")


def row(verify, entry):
    where = str(ROOT / "data/patterns" / entry["file"]) if "file" in entry else entry["pattern"]
    command = [verify, "pattern", where, "--star", "--json"]
    for option in OPTIONS:
        if option in entry:
            command += [f"--{option}", str(entry[option])]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 65 and "refused" in entry["expected"]:
        return f"| {entry['name']} | | refused: {entry['expected']['refused']} | | | | |"
    if done.returncode not in (0, 1, 2):
        sys.exit(f"{entry['name']}: no answer: {done.stderr.strip()}")
    found = json.loads(done.stdout)
    parts, star = found["assumption1"], found["star"]
    names = [("(1.1)", "self"), ("(1.2)", "order"), ("(1.3)", "reach")]
    fails = [name for name, part in names if parts[part]["verdict"] == "fails"]
    open_ones = [name for name, part in names if parts[part]["verdict"] == "undecided"]
    says = "holds" if found["holds"] else ", ".join(fails) + " fails" if fails else ", ".join(open_ones) + " undecided"
    layer = f"{star['layer']} of {found['pattern']['p']}" if star["layer"] else ""
    cells = [entry["name"], found["pattern"]["n"], says, parts["reach"]["s"] or "", star["token"] or "none", star["tokens"] or "", layer]
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def main():
    verify, mode = sys.argv[1], sys.argv[2:]
    entries = json.loads((ROOT / "data/patterns/index.json").read_text())["patterns"]
    lines = [HEAD] + [row(verify, entry) for entry in entries]
    before, rest = PAGE.read_text().split(BEGIN)
    table, after = rest.split(END)
    if mode == ["--check"]:
        differ = [line for line in lines if line + "\n" not in table]
        print("\n".join(f"docs/bigbird.md has another line than: {line}" for line in differ) or f"{len(entries)} patterns agree")
        sys.exit(1 if differ or len(table.splitlines()) != len("\n".join(lines).splitlines()) else 0)
    if mode == ["--write"]:
        PAGE.write_text(before + BEGIN + "\n".join(lines) + "\n" + END + after)
    else:
        print("\n".join(lines))


main()
