#!/usr/bin/env python3
"""Writes accept/ and reject/: certificates of every kind with claims that need Assumption 1, and what must not be accepted of their hypotheses.
EXPECTED says for every file of reject/ the exit code, what the first line of verify-check must contain, and what is wrong. Run it after a change of the format: make.py VERIFY VERIFY_CHECK.

A file whose name begins with `forged_` is to be checked with forged/: there the second part of Assumption 1 says 1 = 1, and the certificate is bound to that text."""
import copy
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here.parent))
from bound import digest
verify, checker = sys.argv[1:3]
claims, forged = here / "claims", here / "forged"
small = ["--n", "3", "--d", "1", "--delta", "1/2", "--pattern", "dense"]
BASES = {
    "run": small + ["--only", "yun2020b.h.lemma", "--claims"],
    "box": ["claims", "FILES", "--only", "yun2020b.h.lemma", "--box", "n=2..3,q=2,d=1", "--patterns", "dense"],
    "soft": ["soft"] + ["--n", "2", "--d", "1", "--delta", "1/2", "--pattern", "dense"] + ["--claims"],
    "structural": ["--n", "3", "--d", "1", "--for-all", "D", "--pattern", "dense", "--only", "yun2020b.h.lemma", "--claims"],
    "assumption1": ["pattern", "dense", "--n", "4", "--claims"],
    "general": ["claims", "FILES", "--only", "yun2020b.h.sizes", "--for-all", "all"],
    "for_all_D": ["claims", "FILES", "--only", "yun2020b.h.sizes", "--box", "n=3,q=2,d=1", "--patterns", "dense", "--for-all", "D"],
}
expected = []


def dump(certificate):
    return json.dumps(certificate, separators=(",", ":")) + "\n"


def answer(certificate, folder):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(dump(certificate))
        file.flush()
        done = subprocess.run([checker, "--claims", folder, file.name], capture_output=True, text=True)
    return done.returncode, (done.stdout + done.stderr).strip()


def made(kind, folder):
    with tempfile.TemporaryDirectory() as scratch:
        file = scratch + "/certificate"
        words = [str(folder) if word == "FILES" else word for word in BASES[kind]]
        if words[-1] == "--claims":
            words.append(str(folder))
        done = subprocess.run([verify, *words, "--progress", "none", "--certificate", file] if kind not in ("soft", "assumption1") else [verify, *words, "--certificate", file], capture_output=True, text=True)
        if not pathlib.Path(file).exists():
            sys.exit(f"{kind}: no certificate: {done.stdout[-400:]}{done.stderr[-400:]}")
        return json.loads(pathlib.Path(file).read_text())


def kernel(folder):
    """By hand: nothing is proved, so there are no statements and Coq has nothing to do."""
    entries = []
    for file in sorted(folder.glob("*.toml")):
        entries += re.findall(r'^id += "([^"]*)"', file.read_text(), re.M)
    certificate = {"format": "hardmax-cert", "version": "3.0", "kind": "kernel", "theory": [{"file": "Statements", "sha256": "0" * 64}], "theorems": [], "only": "", "claims": [], "hypotheses": [], "constructions": [{"id": "yun2020b"}]}
    for id in sorted(entries):
        soft = id == "yun2020b.h.soft"
        certificate["claims"].append({"id": id, "sha256": "0" * 64, "verdict": "not_checkable" if soft else "undecided", "tier": "none", "evidence": "none", "reason": "feature" if soft else "no theorem", "witness": {}})
    bind(certificate, folder)
    code, line = answer(certificate, folder)
    certificate["theory"][0]["sha256"] = re.search(r'found "?([0-9a-f]{64})', line)[1]
    return certificate


def texts(folder):
    """The binding of every entry, as proofs/README.md has it."""
    found = {}
    for file in folder.glob("*.toml"):
        for entry in file.read_text().split("[[claim]]")[1:]:
            value = lambda key: (re.search(rf'^{key} += "(.*)"$', entry, re.M) or ["", ""])[1]
            needs = ",".join(re.findall(r'"([^"]*)"', (re.search(r"^needs += \[(.*)\]$", entry, re.M) or ["", ""])[1]))
            text = "\n".join([value("id"), value("domain"), needs, "soft " + value("soft") if value("soft") else value("formal")])
            found[value("id")] = hashlib.sha256(text.encode()).hexdigest()
    return found


def bind(certificate, folder):
    known = texts(folder)
    for holder in certificate.get("parts", [certificate]):
        for item in holder["claims"] + holder.get("hypotheses", []):
            item["sha256"] = known[item["id"]]
    certificate["constructions"][0]["sha256"] = digest(checker, "yun2020b", folder)


def write(place, name, certificate):
    (here / place).mkdir(exist_ok=True)
    (here / place / f"{name}.json").write_text(dump(certificate))


def reject(name, certificate, code, said, wrong, folder=claims):
    found, line = answer(certificate, folder)
    print("as expected" if found == code and said in line.split("\n")[0] else "OTHERWISE", name, found, line.split("\n")[0][:160])
    write("reject", name, certificate)
    expected.append(f"{name}.json | {code} | {said} | {wrong}")


for place in ("accept", "reject"):
    for old in (here / place).glob("*.json"):
        old.unlink()
forged.mkdir(exist_ok=True)
text = (claims / "A1.toml").read_text()
part = "chain(j in 1..n, k in 1..n: exists l in 1..p: j in A(l, k))"
assert part in text
(forged / "A1.toml").write_text(text.replace(part, "1 = 1"))
(forged / "h.toml").write_text((claims / "h.toml").read_text())
bases = {kind: made(kind, claims) for kind in BASES} | {"kernel": kernel(claims)}
# An argument for the claim, as its entry has none.
for kind, base in bases.items():
    code, line = answer(base, claims)
    print(kind, code, line[:120])
    write("accept", kind, base)
    list_of = lambda c: c["parts"][0] if kind == "box" else c

    def changed(change):
        certificate = copy.deepcopy(base)
        change(list_of(certificate))
        return certificate

    has = len(list_of(base)["hypotheses"]) > 0
    reject(f"{kind}_without", changed(lambda c: c.pop("hypotheses")), 1, "hypotheses: stated \"nothing\"", "no list of hypotheses")
    foreign = {"id": "yun2020b.h.soft" if kind != "soft" else "yun2020b.h.sizes", "sha256": texts(claims)["yun2020b.h.soft" if kind != "soft" else "yun2020b.h.sizes"]}
    reject(f"{kind}_not_needed", changed(lambda c: c["hypotheses"].append(foreign)), 1, "that no claim needs it, or it is one", "a hypothesis that no claim needs, or that is a claim")
    reject(f"{kind}_with_a_verdict", changed(lambda c: c["hypotheses"].append(foreign | {"verdict": "verified"})), 1, "hypotheses[", "a hypothesis with a verdict")
    reject(f"{kind}_not_here", changed(lambda c: c["hypotheses"].append({"id": "yun2020b.h.z", "sha256": "0" * 64})), 3, "not here: yun2020b.h.z", "a hypothesis that no entry has")
    if has:
        reject(f"{kind}_left_out", changed(lambda c: c["hypotheses"].pop()), 1, "that a claim needs it", "a hypothesis that is left out")
        reject(f"{kind}_all_left_out", changed(lambda c: c["hypotheses"].clear()), 1, "that a claim needs it", "all hypotheses are left out")
        reject(f"{kind}_twice", changed(lambda c: c["hypotheses"].append(c["hypotheses"][-1])), 1, "that it must stand behind the one before it", "a hypothesis stands twice")
        reject(f"{kind}_another_text", changed(lambda c: c["hypotheses"][0].update(sha256="0" * 64)), 3, "with another text here: yun2020b.A1.1", "a hypothesis of another text")
        reject(f"{kind}_text_of_another", changed(lambda c: c["hypotheses"][0].update(sha256=texts(claims)["yun2020b.h.sizes"])), 3, "with another text here: yun2020b.A1.1", "a hypothesis with the text of another entry")
    # With claims that say something else, bound to what they say.
    other = kernel(forged) if kind == "kernel" else copy.deepcopy(base)
    bind(other, forged)
    uses = {"soft": "that Assumption 1 says something else", "structural": "that Assumption 1 says something else", "kernel": "that Assumption 1 says something else", "assumption1": "that this kind decides another statement"}
    if kind in uses:
        reject(f"forged_{kind}", other, 1, uses[kind], "the second part of Assumption 1 says 1 = 1, which holds for every pattern", forged)
    # The certificate as it is, with those claims: it was made with others.
    if any(item["id"] == "yun2020b.A1.2" for item in list_of(base)["hypotheses"] + list_of(base)["claims"]):
        reject(f"forged_{kind}_of_the_printed", base, 3, "with another text here: yun2020b.A1.2", "made with the printed Assumption 1, checked with a forged one", forged)
(here / "EXPECTED").write_text("\n".join(sorted(expected)) + "\n")
