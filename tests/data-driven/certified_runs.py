#!/usr/bin/env python3
"""Certificates of kinds `run` and `box` are about what the file says: verify executes a changed file, and verify-check accepts what comes out.

    certified_runs.py VERIFY VERIFY_CHECK [--changes 12] [--seed 1]

Renamed: the papers, the ids of their claims, their stages and networks have random words for names, as paper.toml too: verdicts, witnesses, counts and digests are what they were. Exchanged, rearranged: two stages in each other's name, and the same network
written otherwise (file_rules.py): the same. Changed: one token of a file at random: verify-check never rejects what verify writes of it. Random: c, shift and E are random numbers, in the file and by --with: the same digests. Alone: a paper under another
name, and no other, is what both programs have: they run, certify and check it. The main command and `verify claims` are asked each time. And
what paper.toml says of the main command, of help and of soft maps is refused in one line where it is wrong, and decides no claim.
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
import file_rules
import renamed

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAPERS = ["yun2020b", "yun2020a", "sparsebert"]
RUNS = [("yun2020b", ["--n", "3", "--delta", "1/2", "--pattern", "strided"]), ("yun2020b", ["--n", "2", "--d", "2", "--delta", "1/2", "--pattern", "dense", "--with", "c=1"]),
        ("yun2020a", ["--n", "2", "--delta", "1/2", "--extended"]), ("sparsebert", ["--n", "3", "--delta", "1/2", "--positional"]), ("sparsebert", ["--n", "2", "--delta", "1/3"])]
BOX = ["--box", "n=2..2,q=2..3,d=1", "--patterns", "dense,star"]
wrong, tally = [], collections.Counter()


def run(*words, cwd=None):
    ended = subprocess.run([str(w) for w in words], capture_output=True, text=True, timeout=600, cwd=cwd)
    return ended.returncode, ended.stdout, ended.stderr.strip()


def copied(folder, papers=PAPERS):
    folder.mkdir(parents=True, exist_ok=True)
    for paper in papers:
        shutil.copytree(ROOT / "proofs" / paper, folder / paper, ignore=shutil.ignore_patterns("README.md"))
    return folder


class Programs:
    def __init__(self, verify, check, proofs=ROOT / "proofs"):
        self.verify, self.check, self.proofs = verify, check, proofs

    def certified(self, what, claims, words, certificate, accepted=(0,)):
        """The answer, as JSON, and whether verify-check accepts its certificate."""
        certificate.unlink(missing_ok=True)
        place = ["--claims", claims] if claims else []
        beside = ["--claims", claims or self.proofs]
        kind = "box" if words[0] == "claims" else "run"
        code, out, err = run(self.verify, *words, *place, "--json", "--progress", "none", "--certificate", certificate)
        ended = code
        if code not in (0, 1, 2, 65):
            wrong.append(f"{what}: verify {' '.join(words)} ends with {code}: {err[:300]}")
        if not certificate.exists():
            tally[f"{kind}: no certificate"] += 1
            return json.loads(out) if code in (0, 1, 2) else None
        if json.loads(certificate.read_text())["kind"] != kind:
            wrong.append(f"{what}: verify {' '.join(words)}: no certificate of kind {kind}")
        code, said, err = run(self.check, *beside, certificate)
        tally[f"{kind}: verify-check ends with {code}"] += 1
        if code not in accepted and not (code == 65 and 65 in accepted and "construction.toml:" in err):
            wrong.append(f"{what}: {' '.join(words)}: verify-check ends with {code}: {(said + err)[:300]}")
        if ended not in (0, 1, 2):
            wrong.append(f"{what}: verify {' '.join(words)} ends with {ended} behind its certificate")
            return None
        return json.loads(out)

    def answers(self, what, claims, certificate, paper, words, accepted=(0,)):
        """Of the main command, and of a box."""
        asked = [*(["--construction", paper] if not file_is_first(claims, paper) else []), *words]
        box = ["claims", *BOX, "--only", f"{paper}."]
        return [self.certified(what, claims, asked, certificate, accepted), self.certified(what, claims, box, certificate, accepted)]


def file_is_first(claims, paper):
    """It is the construction where none is named."""
    return re.search(r'^main_command = "1"', ((claims or ROOT / "proofs") / paper / "paper.toml").read_text(), re.M) is not None


def plain(answer, back):
    """What is compared: of each claim verdict, kind of reason and witness, under the names that were; counts and digests."""
    if answer is None:
        return None
    text = renamed.WORD.sub(lambda m: back.get(m[0], m[0]), json.dumps(answer))
    found = json.loads(text)
    claims = {c["id"]: (c["verdict"], c.get("reason", "").split(" ")[0], json.dumps(c.get("witness"))) for c in found["claims"]}
    return claims, [json.dumps(found.get(key)) for key in ("digest", "distinct_ids", "inputs", "layers", "totals")]


def is_open(claim, verdict, reason):
    """Where the run of a stored counterexample leaves a claim about soft maps open, those of the box may be outside of its domain."""
    return verdict == "undecided" or ("yun2020b.F." in claim and (verdict, reason) == ("not_checkable", "domain"))


def compare(what, found, expected, may_be_open=False, layers=True):
    """`layers`: also how many each stage has, by its name."""
    for a, b in zip(found, expected):
        if a is None or b is None:
            wrong.append(f"{what}: no answer")
            continue
        others = [f"{key}: {a[0].get(key)} and {b[0].get(key)}" for key in sorted({*a[0], *b[0]})
                  if a[0].get(key) != b[0].get(key) and not (may_be_open and is_open(key, *a[0].get(key, ("", ""))[:2]))]
        totals = [[x for i, x in enumerate(of[1]) if layers or i != 3] for of in (a, b)]
        if others or (not may_be_open and totals[0] != totals[1]):
            wrong.append(f"{what}: {'; '.join(others[:3]) or f'{a[1]} and {b[1]}'}")
        tally["claims compared"] += len(a[0])


def with_words(folder, draw):
    """All names but those of definitions, choices and variants: the main command knows claims by these."""
    words = {paper: "w" + "".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=8)) for paper in PAPERS if (folder / paper).exists()}
    for paper in list(words):
        text = (folder / paper / "construction.toml").read_text()
        for kind, name in re.findall(r'^(name|in|states)\s*= "(\w+)"', text, re.M):
            if not re.search(rf'\[\[variant\]\]\nname\s*= "{name}"', text):
                words.setdefault(name, "w" + "".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=8)))
    for paper in [paper for paper in PAPERS if paper in words]:
        for file in (folder / paper).glob("*.toml"):
            file.write_text(renamed.renamed(file.read_text(), words))
        (folder / paper).rename(folder / words[paper])
    return words


def under_other_names(programs, scratch, draw):
    folder = copied(scratch / "renamed")
    words = with_words(folder, draw)
    back = {new: old for old, new in words.items()}
    for number, (paper, options) in enumerate(RUNS):
        expected = [plain(a, {}) for a in programs.answers("as printed", None, scratch / "plain.cert", paper, options)]
        found = [plain(a, back) for a in programs.answers("renamed", folder, scratch / "renamed.cert", words[paper], options)]
        compare(f"renamed, {paper} {' '.join(options)}", found, expected)
        if number == 0:
            as_printed = expected
    for one, other in (("selective_shift", "all_max_shift"), ("value", "quantize")):
        folder = copied(scratch / f"exchanged {one}")
        for file in (folder / "yun2020b").glob("*.toml"):
            if file.name != "paper.toml":
                file.write_text(file_rules.exchanged(file.read_text(), one, other))
        found = programs.answers(f"{one} and {other} exchanged", folder, scratch / "exchanged.cert", *RUNS[0])
        compare(f"{one} and {other} exchanged", [plain(a, {}) for a in found], as_printed, layers=False)
    for name, changes in file_rules.REARRANGED:
        if not changes or name.startswith("heads"):
            continue
        folder = copied(scratch / name)
        file = folder / "yun2020b/construction.toml"
        text = file.read_text()
        for old, new in changes:
            text = text.replace(old, new)
        file.write_text(text)
        compare(name, [plain(a, {}) for a in programs.answers(name, folder, scratch / "rearranged.cert", *RUNS[0], accepted=(0, 3))], as_printed, may_be_open=True)


def with_one_token_changed(programs, scratch, draw, changes):
    for i in range(changes):
        paper, options = draw.choice(RUNS)
        altered = changed.changed((ROOT / "proofs" / paper / "construction.toml").read_text(), draw)
        if altered is None:
            continue
        shutil.rmtree(scratch / "changed", ignore_errors=True)
        folder = copied(scratch / "changed", [paper])
        (folder / paper / "construction.toml").write_text(altered[0])
        programs.answers(f"change {i}, {paper}: {altered[1]}", folder, scratch / "changed.cert", paper, options, accepted=(0, 3, 65))


def with_random_choices(programs, scratch, draw, rounds):
    for i in range(rounds):
        numbers = {name: f"{draw.randint(-6, 40)}/{draw.choice([1, 1, 2, 3])}" for name in ("c", "shift", "E.2")}
        folder = scratch / f"random {i}"
        copied(folder, ["yun2020b"])
        file = folder / "yun2020b/construction.toml"
        text = re.sub(r'"c = [^"]*"', f'"c = {numbers["c"]}"', file.read_text(), count=1)
        text = re.sub(r'"shift = [^"]*"', f'"shift = {numbers["shift"]}"', text, count=1)
        file.write_text(re.sub(r'"E\(k\) = (.*?)"\]', rf'"E(k) = if(k = 2, {numbers["E.2"]}, \1)"]', text))
        options = ["--n", "3", "--delta", "1/2", "--pattern", "strided"]
        found = programs.certified(f"random {numbers}", folder, options, scratch / "random.cert", (0, 3))
        given = programs.certified(f"--with {numbers}", None, [*options, *[w for name, x in numbers.items() for w in ("--with", f"{name}={x}")]], scratch / "random.cert", (0, 3))
        a, b = plain(found, {}), plain(given, {})
        if a is None or b is None or a[1][:3] != b[1][:3] or {k: v[0] for k, v in a[0].items()} != {k: v[0] for k, v in b[0].items()}:
            wrong.append(f"random {numbers}: the file and --with are not the same")


def alone(verify, check, scratch, draw):
    """Installed programs whose proofs/ has one paper, under another name."""
    prefix = scratch / "alone"
    (prefix / "bin").mkdir(parents=True)
    for name, program in (("verify", verify), ("verify-check", check)):
        shutil.copy2(program, prefix / "bin" / name)
    proofs = copied(prefix / "share/hardmax/proofs", ["yun2020b"])
    words = with_words(proofs, draw)
    programs = Programs(prefix / "bin/verify", prefix / "bin/verify-check", proofs)
    options = RUNS[0][1]
    expected = [plain(a, {}) for a in Programs(verify, check).answers("as printed", None, scratch / "alone.cert", "yun2020b", options)]
    box = ["claims", *BOX, "--only", f"{words['yun2020b']}."]
    found = [programs.certified("alone", None, options, scratch / "alone.cert"), programs.certified("alone", None, box, scratch / "alone.cert")]
    compare("alone", [plain(a, {new: old for old, new in words.items()}) for a in found], expected, layers=False)  # names of other papers' stages are none
    code, out, err = run(prefix / "bin/verify", "--help")
    if words["yun2020b"] not in out or any(paper in out for paper in PAPERS):
        wrong.append("alone: help names other papers than there are")
    code, out, err = run(prefix / "bin/verify", "--n", "2", "--delta", "1/2", "--construction", "yun2020b")
    if code != 64 or "--construction 'yun2020b'" not in err or words["yun2020b"] not in err:
        wrong.append(f"alone: a paper that is not there: exit {code}: {err[:200]}")


# What paper.toml says is no proof, and what it says wrongly is one line.
def hostile(programs, scratch):
    def asked(name, changes, words, expected):
        folder = scratch / "hostile"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(ROOT / "proofs", folder, ignore=shutil.ignore_patterns("README.md", "coq"))
        for paper, old, new in changes:
            file = folder / paper / "paper.toml"
            if old not in file.read_text():
                sys.exit(f"{paper}/paper.toml: there is no {old}")
            file.write_text(file.read_text().replace(old, new))
        code, out, err = run(programs.verify, *words, "--claims", folder, *([] if words[0] in ("soft", "pattern") else ["--progress", "none"]))
        if not expected(code, out, err):
            wrong.append(f"{name}: {' '.join(words)}: exit {code}: {out[-300:]}{err[:300]}")
        return out
    refused = lambda *texts: lambda code, out, err: code == 65 and all(text in err for text in texts) and err.count("\n") == 0
    small = ["--n", "2", "--delta", "1/2", "--pattern", "dense"]
    asked("two of one place", [("sparsebert", 'main_command = "3"', 'main_command = "2"')], small, refused("main_command", "another place"))
    for place in ("0", "first", "100", "-1", "01"):
        asked(f"place {place}", [("sparsebert", 'main_command = "3"', f'main_command = "{place}"')], small, refused("sparsebert/paper.toml", "write a place"))
    asked("the first takes no pattern", [("yun2020b", 'main_command = "1"', 'main_command = "3"'), ("sparsebert", 'main_command = "3"', 'main_command = "1"')], small, refused("sparsebert", "pattern"))
    asked("no star", [("bigbird", 'asks_for = "star"', 'asks_for = "nothing"')], ["pattern", "star", "--n", "4"], refused("bigbird/paper.toml", '"star"'))
    asked("an example of another paper", [("yun2020b", 'example = "yun2020b.', 'example = "sparsebert.')], small, refused("yun2020b/paper.toml", "example"))
    asked("a label of another paper", [("yun2020b", '"total: yun2020b.F.2.total"', '"total: sparsebert.A.3"')], ["soft", *small], refused("yun2020b/paper.toml", "soft has"))
    asked("a label of nothing", [("yun2020b", '"total: ', '"everything: ')], ["soft", *small], refused("yun2020b/paper.toml", "soft has"))
    # A claim that says something else than what is found is refused as its label: of these two the second is true.
    eq10 = ["--n", "4", "--delta", "1/2", "--pattern", "strided", "--only", "yun2020b"]
    for what in ("rows: yun2020b.F.2.rows", "total: yun2020b.F.2.total", "sweeps: yun2020b.F.2.sel_total", "values: yun2020b.F.3.firstrow"):
        label = what.split(":")[0]
        for claim in ("yun2020b.E.2.4.eq10", "yun2020b.D.3.Lemma7.P2", "yun2020b.F.2.total.repaired", "yun2020b.none"):
            for words in (eq10, ["soft", *small]):
                asked(f"forged {label} {claim} {words[0]}", [("yun2020b", f'"{what}"', f'"{label}: {claim}"')], words, refused("yun2020b/paper.toml", f"soft has '{label}: {claim}'"))


def main():
    options = argparse.ArgumentParser()
    options.add_argument("verify")
    options.add_argument("verify_check")
    options.add_argument("--changes", type=int, default=12)
    options.add_argument("--seed", type=int, default=1)
    options = options.parse_args()
    draw, programs = random.Random(options.seed), Programs(options.verify, options.verify_check)
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        under_other_names(programs, scratch, draw)
        with_one_token_changed(programs, scratch, draw, options.changes)
        with_random_choices(programs, scratch, draw, max(2, options.changes // 4))
        alone(options.verify, options.verify_check, scratch, draw)
        hostile(programs, scratch)
    print(", ".join(f"{name}: {count}" for name, count in sorted(tally.items())))
    if wrong:
        sys.exit("\n".join(wrong))


main()
