#!/usr/bin/env python3
"""Neither program has the id of a paper or a claim, nor the name of a stage or a variant of proofs/, as text.

    inside.py VERIFY VERIFY_CHECK

Of every run of printable characters in a program, at least four long as `strings` has it, the whole identifiers, and the whole ids of claims, are compared with those of the files. What a program may say for another reason is listed below with
the reason; an exception that is no name of proofs/, or that neither program says, is an error of this test.
"""
import pathlib
import re
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
# By the reason why a program says it: names that are words of the programs for another reason, or that a command asks for by name.
EXCEPTIONS = {
    "the published name of a sparsity pattern: --pattern bigbird, DeepSpeed's mode": ["bigbird"],
    "the name of a command, verify turing": ["turing"],
    "options and members of certificates of the same name, which choose the variant: --positional, --extended": ["positional", "extended"],
    "functions f of --target, which are built in and were written into the file too": ["parity", "reverse", "sort"],
    "what names of value layers mean, which file_meaning.cpp compares with the file; claims of a file that has no such variant are left undecided": ["of_relus", "plant", "plant_R2", "plant_R3", "plant_back", "zero_R2"],
    "lines of a decoder that verify turing --printed asks for": ["edges", "node1", "score", "sign"],
    "variants that verify task1 chooses by what its vectors are": ["boolean", "circle", "listed"],
    "the name of a pattern: --pattern star": ["star"],
    "members of JSON": ["head", "last_layer", "output", "products", "spread", "value", "weight"],
    "words of English, or of the shells that completions are for": ["alone", "complete", "final", "graph", "keep", "latest", "look", "printed", "switch", "transition", "whole", "windowed", "word"],
}


def entries():
    for file in sorted((ROOT / "proofs").rglob("*.toml")):
        yield file, tomllib.loads(file.read_text())


def names():
    """By name: what it is called by."""
    found = {}
    for file, data in entries():
        place = str(file.relative_to(ROOT))
        if "paper" in data:
            found[data["paper"]] = f"the paper of {place}"
        for claim in data.get("claim", []):
            found[claim["id"]] = f"a claim of {place}"
        if "construction" in data:
            found[data["construction"]["id"]] = f"the construction of {place}"
            for kind in ("stage", "variant"):
                for table in data.get(kind, []):
                    found[table["name"].split("(")[0].strip()] = f"a {kind} of {place}"
    return found


def texts(program):
    return [text.decode("ascii") for text in re.findall(rb"[\x20-\x7e\n\t]{4,}", pathlib.Path(program).read_bytes())]


def said(program):
    """Identifiers, and whatever looks like an id: words of letters, digits and _ joined by dots."""
    out = {}
    for text in texts(program):
        for match in re.finditer(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*", text):
            parts = match[0].split(".")
            for end in range(1, len(parts) + 1):
                out.setdefault(".".join(parts[:end]), text)
            for part in parts:
                out.setdefault(part, text)
    return out


def main():
    wrong, known = [], names()
    if len(known) < 500:
        wrong.append(f"only {len(known)} names are found in proofs/")
    allowed = {name for names_ in EXCEPTIONS.values() for name in names_}
    used = set()
    for program in sys.argv[1:3]:
        found = said(program)
        if len(found) < 1000:
            wrong.append(f"{program}: only {len(found)} words")
        for name, what in sorted(known.items()):
            if name not in found or len(name) < 4:  # a shorter one is found by chance
                continue
            used.add(name)
            if name not in allowed:
                text = found[name]
                at = text.find(name)
                wrong.append(f"{pathlib.Path(program).name} says '{name}', {what}: ...{text[max(0, at - 40):at + len(name) + 40]!r}...")
    for name in sorted(allowed):
        if name not in known:
            wrong.append(f"the exception '{name}' is no name of proofs/")
        elif name not in used:
            wrong.append(f"the exception '{name}' is said by neither program")
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(known)} names of papers, claims, stages and variants; {len(allowed)} of them are words of the programs for another reason")


main()
