#!/usr/bin/env python3
"""A proof is about a construction, not about its name: what binds it, through both programs.

    bound.py VERIFY VERIFY_CHECK

A choice that is changed in the file, and the same by --with: the certificates, and the answers, differ in the digest of the construction
and in the change alone, and none is accepted beside the other file. Certificates of every kind, made with a paper as it is printed, are
refused beside copies that say something else: `id` the state before the first layer, `zt` and `id` exchanged, c one smaller; so are those
that verify makes of such a copy, but for the kind that is executed from the file. A certificate for all D of one construction is none of
another one. And of a copy with another c, in which all lines `theorem` stand as before, Coq's theory proves nothing.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
wrong = []
tally = {"differ in digest and change alone": 0, "refused": 0}


def require(holds, what):
    if not holds:
        wrong.append(what)


def run(*words):
    ended = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=300)
    return ended.returncode, ended.stdout, ended.stderr


def copied(folder, papers, changes=(), coq=False):
    """Of proofs/ these papers, with one text for another in the construction file of the first."""
    for paper in papers:
        shutil.copytree(ROOT / "proofs" / paper, folder / paper, ignore=shutil.ignore_patterns("README.md"))
    if coq:
        shutil.copytree(ROOT / "proofs/coq", folder / "coq")
    file = folder / papers[0] / "construction.toml"
    text = file.read_text()
    for old, new in changes:
        if text.count(old) != 1:
            sys.exit(f"{file}: '{old}' stands there {text.count(old)} times")
        text = text.replace(old, new)
    file.write_text(text)
    return folder


def differences(a, b, at=""):
    """Where two JSON values differ, the places as `run.changes` and `claims.2.sha256`."""
    if isinstance(a, dict) and isinstance(b, dict):
        return [d for key in sorted({*a, *b}) for d in (differences(a[key], b[key], f"{at}{key}.") if key in a and key in b else [f"{at}{key}"])]
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return [d for i, (x, y) in enumerate(zip(a, b)) for d in differences(x, y, f"{at}{i}.")]
    return [] if a == b else [at[:-1]]


# paper, options, the choice as it stands in the file, another one, the same by --with
C, SMALLER = "c = 2*s*n*delta^(-n*d - 1)", "c = 2*s*n*delta^(-n*d - 1) - 1"
CHANGED = [("yun2020b", ["--n", "3", "--delta", "1/2", "--pattern", "dense"], f'"{C}"', "c = 7", "c=7"),
           ("yun2020b", ["--n", "2", "--delta", "1/3", "--pattern", "dense"], '"shift = delta^(-d)"', "shift = 1", "shift=1"),
           ("sparsebert", ["--n", "2", "--delta", "1/3"], '"shift = delta^(-d)"', "shift = 2", "shift=2")]


def changed_choices(verify, check, scratch):
    for number, (paper, options, old, new, change) in enumerate(CHANGED):
        name = new.split(" ")[0]
        plain = copied(scratch / f"plain {number}", [paper])
        other = copied(scratch / f"other {number}", [paper], [(old, f'"{new}"')])
        only = ["--only", "E.2" if paper == "yun2020b" else "sparsebert.A"]
        main = ["--construction", paper, *options, *(["--only", "yun2020b.E.2"] if paper == "yun2020b" else [])]
        for kind, by_option, in_file, free in (
                ("construction", [plain / paper, *options, *only, "--with", change], [other / paper, *options, *only], {"run.sha256", "run.changes"}),
                ("run", [*main, "--with", change, "--claims", plain], [*main, "--claims", other], {"constructions.0.sha256", "run.overrides"})):
            where, answers, certificates = f"{paper} {change}, kind {kind}", [], []
            for i, words in enumerate((by_option, in_file)):
                certificate = scratch / f"{number} {kind} {i}.cert"
                code, out, err = run(verify, *words, "--progress", "none", "--certificate", certificate, "--json")
                if code not in (0, 1, 2) or not certificate.exists():
                    sys.exit(f"{where}: exit {code}: {err}")
                answers.append(json.loads(out))
                certificates.append(certificate)
            stated = [json.loads(c.read_text()) for c in certificates]
            require(stated[0]["kind"] == kind, f"{where}: the kind is {stated[0]['kind']}")
            # Whatever a claim's own text reaches is a part of its digest.
            texts = {c["id"]: f"{c.get('formal', '')} {c.get('domain', '')}" for c in answers[0]["claims"]}
            speaks = {f"claims.{i}.sha256" for i, c in enumerate(stated[0]["claims"]) if re.search(rf"\b{name}\b", texts[c["id"]])}
            found = set(differences(*stated))
            require(free <= found <= free | (speaks if kind == "construction" else set()), f"{where}: the certificates differ in {sorted(found)}")
            for key in ("claims", "digest", "inputs", "ids", "distinct_ids", "layers"):
                require(answers[0].get(key) == answers[1].get(key), f"{where}: the answers have other {key}")
            tally["differ in digest and change alone"] += 1
            for certificate, beside in zip(certificates, (plain, other)):
                code, out, err = run(check, "--claims", beside / paper, certificate)
                require((out + err).startswith("accepted: "), f"{where}, beside its own file: {(out + err)[:300]}")
                code, out, err = run(check, "--claims", (plain if beside == other else other) / paper, certificate)
                require(code in (1, 3) and "accepted" not in out + err, f"{where}, beside the other file: {(out + err)[:300]}")
                tally["refused"] += 1


ZT, ID = '"zt(H, k) = v(after(selective_shift), H, k)"', '"id(H, k) = v(layers(context), H, k)"'
FILES = {"id before the first layer": [(ID, '"id(H, k) = v(0, H, k)"')],
         "zt and id exchanged": [(ZT, '"zt(H, k) = v(layers(context), H, k)"'), (ID, '"id(H, k) = v(after(selective_shift), H, k)"')],
         "c one smaller": [(f'"{C}"', f'"{SMALLER}"')]}
RUN = ["--n", "2", "--d", "1", "--delta", "1/2", "--pattern", "dense"]
KINDS = {"run": [*RUN], "structural": [*RUN, "--engine", "symbolic", "--only", "yun2020b.D.3.Lemma7"],
         "box": ["claims", "yun2020b.E.2.4", "--box", "n=2..2,q=2..2,d=1", "--patterns", "dense"],
         "for-all-D": ["claims", "yun2020b.E.2.4", "--for-all", "D", "--box", "n=3..3,d=1..1", "--patterns", "dense"],
         "general": ["claims", "yun2020b.E.2.4", "--for-all", "all"], "soft": ["soft", *RUN],
         "construction": ["DIR", "--n", "2", "--delta", "1/2", "--pattern", "dense", "--only", "E.2.4"]}


def made(verify, kind, claims, certificate):
    certificate.unlink(missing_ok=True)
    words = [claims / "yun2020b" if word == "DIR" else word for word in KINDS[kind]]
    code, out, err = run(verify, *words, *([] if kind == "construction" else ["--claims", claims]), *([] if kind == "soft" else ["--progress", "none"]), "--certificate", certificate)
    # Certificates of runs count ids: of a file that means another state by them verify writes none.
    require(code in (0, 1, 2, 65) or (code == 64 and "certificates of runs count ids" in err), f"{kind}: verify ends with {code}: {err[:300]}")
    return certificate.exists()


def other_files(verify, check, scratch):
    plain = copied(scratch / "as printed", ["yun2020b"])
    for kind in KINDS:
        if not made(verify, kind, plain, scratch / f"{kind}.cert"):
            sys.exit(f"{kind}: no certificate")
        require(json.loads((scratch / f"{kind}.cert").read_text())["kind"] == kind, f"{kind}: of another kind")
        code, out, err = run(check, "--claims", plain, scratch / f"{kind}.cert")
        require(code in (0, 3) and "rejected" not in out + err, f"{kind}, beside its own file: {(out + err)[:300]}")
    for name, changes in FILES.items():
        folder = copied(scratch / name, ["yun2020b"], changes)
        for kind in KINDS:
            code, out, err = run(check, "--claims", folder, scratch / f"{kind}.cert")
            right = ("rejected: constructions[0].sha256",) if kind != "construction" else ("rejected: run.sha256", "other claims: ")
            require(code in (1, 3) and (out + err).startswith(right), f"{name}, {kind}: {code} {(out + err)[:300]}")
            # The same, bound to the changed file by a forger: ids are counted as the file says.
            if kind in ("run", "box") and name.startswith(("zt", "id")):
                stated, found = re.search(r'stated "(\w+)".* has (\w{64})$', (out + err).splitlines()[0]).groups()
                text = re.sub(stated + r"\w*", found, (scratch / f"{kind}.cert").read_text())
                (scratch / "forged.cert").write_text(text)
                code, out, err = run(check, "--claims", folder, scratch / "forged.cert")
                require(code == 1 and (out + err).startswith("rejected: ") and "sha256" not in out + err, f"{name}, {kind}, forged: {code} {(out + err)[:300]}")
                tally["refused"] += 1
            # What verify makes of the changed file itself.
            if kind != "construction" and made(verify, kind, folder, scratch / "its.cert"):
                code, out, err = run(check, "--claims", folder, scratch / "its.cert")
                if kind in ("run", "box"):  # what the file says is executed
                    right = code in (0, 3) and "rejected" not in out + err
                else:
                    right = code == 1 and (out + err).startswith("rejected: construction yun2020b: stated ")
                require(right, f"{name}, {kind} of the changed file: {code} {(out + err)[:300]}")
            tally["refused"] += 1
    # For all D, of another construction.
    text = (scratch / "for-all-D.cert").read_text()
    both = copied(scratch / "both", ["yun2020b", "sparsebert"])
    others = {"fixed": re.sub(r'("fixed":\{"construction":)"yun2020b"', r'\1"sparsebert"', text),
              "constructions": re.sub(r'("constructions":\[\{"id":)"yun2020b"', r'\1"sparsebert"', text)}
    others["both"] = re.sub(r'("constructions":\[\{"id":)"yun2020b"', r'\1"sparsebert"', others["fixed"])
    for name, changed in others.items():
        if changed == text:
            sys.exit(f"for all D: nothing was changed: {name}")
        (scratch / "of another.cert").write_text(changed)
        code, out, err = run(check, "--claims", both, scratch / "of another.cert")
        require(code == 1 and (out + err).startswith("rejected: "), f"for all D, of another construction ({name}): {code} {(out + err)[:300]}")
        tally["refused"] += 1


def theorems(verify, scratch):
    """Lines `theorem` of a copy with another c: a theory is about the construction it was written for."""
    stated = lambda place, pattern: dict(re.findall(pattern, "".join(f.read_text() for f in sorted(place))))
    theory = stated((ROOT / "proofs/coq").glob("Names*.v"), r"Construction (\w+), SHA-256 ([0-9a-f]{64})")
    checker = set(re.findall(r'"([0-9a-f]{64})"', (ROOT / "src/check/made_for.cpp").read_text()))
    require(len(theory) == 3 and set(theory.values()) == checker, f"the theory was written for {theory}, verify-check for {checker}")
    plain = copied(scratch / "theory", ["yun2020b"], coq=True)
    another = copied(scratch / "another c", ["yun2020b"], FILES["c one smaller"], coq=True)
    require(sum("\ntheorem" in f.read_text() for f in (another / "yun2020b").glob("*.toml")) > 5, "no line `theorem` is left")
    code, out, err = run(verify, *RUN, "--progress", "none", "--claims", plain, "--emit-coq", scratch / "coq of the printed")
    require(code == 0 and "Lemma7_" in out, f"--emit-coq, as printed: {code} {err[:300]}")
    for words in ([*RUN, "--progress", "none", "--claims", another, "--emit-coq", scratch / "coq"], ["kernel", scratch / "coq", "--claims", another]):
        code, out, err = run(verify, *words)
        if code == 64 and "no Coq answers" in err:
            continue
        require(code == 65 and out == "" and "about another construction" in err and err.count("\n") == 1, f"{words[0]}, another c: {code} {out[:100]}{err[:300]}")
        require(not (scratch / "coq").exists() or not list((scratch / "coq").iterdir()), "another c: something was written for Coq")
        tally["refused"] += 1


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    verify, check = sys.argv[1:]
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        changed_choices(verify, check, scratch)
        other_files(verify, check, scratch)
        theorems(verify, scratch)
    if wrong:
        sys.exit("\n".join(wrong))
    print(", ".join(f"{count} {what}" for what, count in tally.items()))


main()
