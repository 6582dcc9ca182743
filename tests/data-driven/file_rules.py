#!/usr/bin/env python3
"""The main command runs what the construction file says: a change of the file is a change of the run.

    file_rules.py VERIFY

Of copies of proofs/: a choice that is changed in the file has the verdicts, witnesses, ids and digest that --with gives of the file as it was; stages and networks under other names have those of the
file as it was, but for claims that count layers of what has no such name any more, which are undecided; names that are exchanged everywhere change no verdict, though they may leave a claim undecided; and where a definition of a claim's name is changed or left out, claims with that name are undecided, as the engines compute another one, and all others are what they were. A file that is another one from some size on is not shown to have what it has before: no claim is shown for every d of a file that differs from d = 5 on, and none for every D of one that differs from D = 6 on.
"""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib

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
EXCHANGED = [("c", "shift"), ("zt", "id"), ("selective_shift", "all_max_shift"), ("z", "zt"), ("value", "quantize")]
NAMES = {"selective_shift": "walk", "all_max_shift": "top", "global_shift": "top", "context": "middle", "quantize": "to_grid", "value": "to_target", "lift_back": "up", "round_row": "grid_row", "zeroing": "wiped"}
OTHERS = [('"zt(H, k) = v(after(selective_shift), H, k)"', '"zt(H, k) = v(0, H, k)"', "zt"), ('"phi1(t) = if(-delta/2 <= t < delta/2, 1, 0)"', '"phi1(t) = if(-delta/2 <= t <= delta/2, 1, 0)"', "planted"),
          ('"f(H, r, k) = G(H, r, k)"', '"f(H, r, k) = 0"', "f"), ('"heads(t) = heads_of(context, t)",', "", "heads")]

# The same construction, written otherwise; what changes is left undecided, but for claims that number heads.
REARRANGED = [("g from 1", [("g in 0..q - 1", "g in 1..q"), ("b = (i - 2)*Delta + g*delta", "b = (i - 2)*Delta + (g - 1)*delta")]),
              ("windows of a width", [("Psi(a, b) = psi(a) - psi(b)", "Psi(low, width) = psi(low) - psi(low + width)"), ("Psi(b - delta/2, b + delta/2)", "Psi(b - delta/2, delta)")]),
              ("i from 1", [("i in 2..n, g in", "i in 1..n - 1, g in"), ("b = (i - 2)*Delta", "b = (i - 1)*Delta"), ("t = l(i)", "t = l(i + 1)"), ("eta(i - 1, w)", "eta(i, w)")]),
              ("two stages", []),
              ("heads in the other order", [("Psi(a, b) = psi(a) - psi(b)", "Psi(a, b) = -psi(b) + psi(a)")])]
# 0 for d = 1 to 4 and for no other: a file that has it is the same at each d that can be compared.
ZERO = "(d - 1)*(d - 2)*(d - 3)*(d - 4)"
LATE_d = [("q = D^d", f"q = D^d + {ZERO}"),
          ("q = D^d", "q = D^d + (D^d - D)*(D^d - D^2)*(D^d - D^3)*(D^d - D^4)"),
          ("q = D^d", f"q = D^(d + {ZERO})"),
          ("for    = \"i in 2..n, g in 0..q - 1, t in 1..p\"", f"for    = \"i in 2..n, g in 0..q - 1 + {ZERO}, t in 1..p\""),
          ("for    = \"i in 2..n, g", f"for    = \"i in 2..n + {ZERO}, g"),
          ("for    = \"i in 1..s\"", f"for    = \"i in 1..s + {ZERO}\""),
          ("b = (i - 2)*Delta + g*delta", f"b = (i - 2)*Delta + g*delta + {ZERO}*delta"),
          ("let    = [\"b = (i - 2)*Delta + g*delta\"]", f"let    = [\"far = {ZERO}\", \"b = (i - 2)*Delta + g*delta + far\"]"),
          ("Z + shift*e(1)*Psi", f"Z + (shift + {ZERO})*e(1)*Psi"),
          ("Z + shift*e(1)*Psi", f"Z + shift*e(1 + {ZERO})*Psi"),
          ("Z + c*e(1)*psi(0)", f"Z + c*e(1)*psi({ZERO})"),
          ("Z + c*e(1)*psi(0)", f"Z + (c - {ZERO})*e(1)*psi(0)"),
          ("Z + c*e(1)*psi(0)", "Z + if(d > 4, 0, c)*e(1)*psi(0)"),
          ("Z + c*e(1)*psi(0)", "Z + floor((4 + 1/d)/4)*c*e(1)*psi(0)"),
          ("Z + c*e(1)*psi(0)", "Z + mod(min(d, 5), 5)/max(1, mod(min(d, 5), 5))*c*e(1)*psi(0)"),
          ("u = row(r in 1..d: D^(r - 1))", "u = row(r in 1..d: D^(r - 1) + (r - 1)*(r - 2)*(r - 3)*(r - 4))"),
          ("u = row(r in 1..d: D^(r - 1))", "u = row(r in 1..d: D^(min(r, 4) - 1))"),
          ("Delta = sum(i in 0..d - 1: delta^(-i))", "Delta = sum(i in 0..min(d, 4) - 1: delta^(-i))"),
          ("Delta = sum(i in 0..d - 1: delta^(-i))", "Delta = sum(i in 0..d - 1 where i < 4: delta^(-i))"),
          ("psi(b) = attend(u*Z, u*Z, u*Z - b)", f"psi(b) = attend(u*Z, u*Z, u*Z - b + {ZERO})"),
          ("psi(b) = attend(u*Z, u*Z, u*Z - b)", f"psi(b) = attend(u*Z + {ZERO}, u*Z, u*Z - b)"),
          ("start      = \"G(H, r, k) + E(k)\"", "start      = \"G(H, r, k) + E(k) + (r - 1)*(r - 2)*(r - 3)*(r - 4)\""),
          ("start      = \"G(H, r, k) + E(k)\"", f"start      = \"G(H, r, k) + E(k) + {ZERO}\""),
          ("start      = \"G(H, r, k) + E(k)\"", "start      = \"G(H, min(r, 4), k) + E(k)\""),
          ("E(k) = if(k = gamma(1), n - 1,", f"E(k) = {ZERO} + if(k = gamma(1), n - 1,"),
          ("entries    = \"union(g in 0..D - 1: {g*delta})\"", f"entries    = \"union(g in 0..D - 1 + {ZERO}: {{g*delta}})\""),
          ("inputs     = \"k in 1..n, r in 1..d\"", "inputs     = \"k in 1..n, r in 1..min(d, 4)\""),
          ("keys   = \"A(t, k)\"", "keys   = \"A(if(d > 4, 1, t), k)\""),
          ("when   = \"t = l(i)\"", "when   = \"t = l(i) and d < 5\""),
          # 2^60 terms, written out
          ("q = D^d\",", "q = D^d + 0*x60\", " + ", ".join(f"\"x{i} = x{i - 1} + x{i - 1}\"" for i in range(60, 0, -1)) + ", \"x0 = D\","),
          ("q = D^d\",", "q = D^d + 0*x60(1)\", " + ", ".join(f"\"x{i}(y) = x{i - 1}(y) + x{i - 1}(y)\"" for i in range(60, 0, -1)) + ", \"x0(y) = y*D\","),
          ("\"d >= 1\"", "\"1 <= d <= 5\""),
          ("\"d >= 1\"", "\"d <= 5\""),
          ("tokens     =", "conditions = [\"d < 5\"]\ntokens     =")]
# The same of D, which is a variable at a given d.
BEYOND = "(D - 2)*(D - 3)*(D - 4)*(D - 5)"
LATE_D = [("q = D^d", f"q = D^d + {BEYOND}"),
          ("Z + c*e(1)*psi(0)", f"Z + (c - D^9*{BEYOND})*e(1)*psi(0)"),
          ("Z + c*e(1)*psi(0)", "Z + if(D > 5, 0, c)*e(1)*psi(0)"),
          ("Z + c*e(1)*psi(0)", "Z + floor((5 + 2/D)/5)*c*e(1)*psi(0)"),
          ("u = row(r in 1..d: D^(r - 1))", f"u = row(r in 1..d: D^(r - 1) + {BEYOND})"),
          ("start      = \"G(H, r, k) + E(k)\"", f"start      = \"G(H, r, k) + E(k) + {BEYOND}\""),
          ("entries    = \"union(g in 0..D - 1: {g*delta})\"", "entries    = \"union(g in 0..min(D, 5) - 1: {g*delta})\""),
          ("for    = \"i in 1..s\"", f"for    = \"i in 1..s + {BEYOND}\""),
          ("\"D >= 2\"", "\"D <= 5\""),
          ("tokens     =", "conditions = [\"D < 6\"]\ntokens     =")]


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


def entries(paper):
    for file in sorted((ROOT / "proofs" / paper).glob("*.toml")):
        yield from tomllib.loads(file.read_text()).get("claim", [])


# Two names in each other's place in all that both programs read of a file: formulas and names, no words and no ids.
def exchanged(text, one, other):
    lines, words = [], False
    for line in text.split("\n"):
        key = line.split("=")[0].strip() if re.match(r"\w+ *=", line) else ""
        words = key in ("source", "words", "id", "statement", "quote", "note", "repairs", "needs", "hypotheses", "reply", "root", "seen", "theorem", "means", "kind", "paper") if key else words
        if not words:
            line = re.sub(r"[A-Za-z_]\w*", lambda name: {one: other, other: one}.get(name[0], name[0]), line)
        lines.append(line)
    return "\n".join(lines)


# What is shown of the ids of the file as it is, and of none of the changed ones.
def not_shown(verify, scratch, sizes, late, words):
    def shown(folder):
        claims = [] if "--claims" in words else ["--claims", str(folder)]
        ended = subprocess.run([verify, *words, "--for-all", sizes, *claims, "--json", "--progress", "none"], capture_output=True, text=True, timeout=600)
        if ended.returncode not in (0, 1, 2, 64, 65):
            return {f"exit {ended.returncode}: {ended.stderr}"}
        claims = json.loads(ended.stdout)["claims"] if ended.returncode < 3 else []
        return {c["id"] for c in claims if c["result"] == "shown"} & {f"yun2020b.D.3.Lemma7.P{i}" for i in (1, 2)}
    as_it_is = shown(ROOT / "proofs")
    out = [] if len(as_it_is) == 2 else [f"--for-all {sizes}: nothing is shown of the file as it is"]
    for number, (old, new) in enumerate(late):
        folder = copied(scratch / f"late {sizes} {number}", "yun2020b", lambda text: text.replace(old, new, 1))
        left = shown(folder)
        if left & as_it_is:
            out.append(f"--for-all {sizes}, {new}: shown: {', '.join(sorted(left))}")
    return out


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
            found, expected = answer(verify, [*words, "--claims", str(folder)]), answer(verify, words)
            counting = {entry["id"] for entry in entries(paper) if re.search(r"layers\((quantize|value|\w+_shift)\)", entry.get("formal", "") + entry.get("domain", ""))}
            left = {key for key, (verdict, reason, _) in found[0].items() if (verdict, reason) == ("undecided", "limit") and expected[0][key][:2] != (verdict, reason)}
            if not left or not left <= counting:
                wrong.append(f"{paper}, other names: undecided: {', '.join(sorted(left - counting)) or 'none'}")
            wrong += [f"{paper}, other names: {line}" for line in differing(found, expected) if line.split(":")[0] not in left]
        as_it_was = answer(verify, PATTERN)
        for one, other in EXCHANGED:
            folder = scratch / f"exchanged {one}"
            shutil.copytree(ROOT / "proofs", folder, ignore=shutil.ignore_patterns("README.md", "coq"))
            for file in (folder / "yun2020b").glob("*.toml"):
                file.write_text(exchanged(file.read_text(), one, other))
            if one == "c":
                ended = subprocess.run([verify, "soft", *PATTERN, "--claims", str(folder)], capture_output=True, text=True, timeout=600)
                if ended.returncode != 65 or "'soft'" not in ended.stderr:
                    wrong.append(f"soft, {one} and {other} exchanged: exit {ended.returncode}: {ended.stderr}")
            found = answer(verify, [*PATTERN, "--claims", str(folder)])
            same = sum(found[0][key] == as_it_was[0][key] for key in found[0])
            wrong += [f"{one} and {other} exchanged: {key}: {found[0][key]} and {as_it_was[0][key]}" for key in found[0]
                      if found[0][key] != as_it_was[0][key] and found[0][key][:2] != ("undecided", "limit")]
            if same < 100 or found[1] != as_it_was[1]:
                wrong.append(f"{one} and {other} exchanged: {same} claims are as they were; {found[1]} and {as_it_was[1]}")
        for name, changes in REARRANGED:
            def rearranged(text):
                for old, new in changes:
                    if old not in text:
                        wrong.append(f"{name}: there is no {old}")
                    text = text.replace(old, new)
                if not changes:
                    before, stage, after = re.split(r"(?<=\n)(?=\[\[(?:stage|define)\]\]\n(?:name   = \"(?:selective|all_max)_shift\"))", text)
                    text = before + stage.replace("i in 2..n", "i in 2..2").replace("selective_shift", "first_block") + stage.replace("i in 2..n", "i in 3..n") + after
                return text
            found = answer(verify, [*PATTERN, "--claims", str(copied(scratch / name, "yun2020b", rearranged))])
            others = [key for key in found[0] if found[0][key] != as_it_was[0][key] and found[0][key][:2] != ("undecided", "limit")]
            if found[1] != as_it_was[1] or (others and not name.startswith("heads")):
                wrong.append(f"{name}: {found[1]} and {as_it_was[1]}; {', '.join(others)}")
            if not name.startswith("heads") and not_shown(verify, scratch, "d,D", [], [*PATTERN[:2], "--pattern", "strided", "--claims", str(scratch / name)]):
                wrong.append(f"{name}: not followed for every d")
        as_it_was = as_it_was[0]
        for old, new, name in OTHERS:
            folder = copied(scratch / f"other {name}", "yun2020b", lambda text: text.replace(old, new))
            claims = answer(verify, [*PATTERN, "--claims", str(folder)])[0]
            left = {key for key, (verdict, reason, _) in claims.items() if (verdict, reason) == ("undecided", "limit")}
            if not left:
                wrong.append(f"{new}: no claim is left undecided")
            wrong += [f"{new}: {key}: {claims[key]} and {as_it_was[key]}" for key in claims if key not in left and claims[key] != as_it_was[key]]
        for sizes, late, words in (("d,D", LATE_d, ["--n", "4", "--pattern", "strided"]), ("D", LATE_D, ["--n", "4", "--d", "1", "--pattern", "strided"])):
            wrong += not_shown(verify, scratch, sizes, late, words)
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(CHANGES)} changes, 3 files with other names, {len(EXCHANGED)} with names exchanged, {len(REARRANGED)} rearranged, {len(OTHERS)} with other definitions, {len(LATE_d) + len(LATE_D)} that change later")


if __name__ == "__main__":
    main()
