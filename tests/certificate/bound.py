"""What binds certificates to the construction files of proofs/ (src/certificate/FORMAT.md, `constructions`), for the scripts that write examples. Where such a file has changed:

    bound.py VERIFY_CHECK

writes the digests that verify-check finds into all examples that are bound to the files of proofs/ (tests/certificate, tests/faults/rejected). Claims of an example that redefine Assumption 1 are bound by the scripts that write them."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
EXAMPLES = {"yun2020b": "accept/strided.json", "yun2020a": "sweep/accept/yun2020a_grid.json", "sparsebert": "sweep/accept/sparsebert.json"}


def constructions(*ids):
    """The member, as the accepted examples have it."""
    found = {name: json.loads((here / file).read_text())["constructions"][0] for name, file in EXAMPLES.items()}
    return [found[name] for name in sorted(ids)]


def digest(checker, name, claims):
    question = {"format": "hardmax-cert", "version": "3.0", "kind": "general", "construction": name, "constructions": [{"id": name, "sha256": "0" * 64}], "claims": [], "hypotheses": []}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(json.dumps(question))
        file.flush()
        said = subprocess.run([checker, "--claims", claims, file.name], capture_output=True, text=True).stderr
    return re.search("has ([0-9a-f]{64})", said)[1]


def main(checker):
    changed = {}
    for was in constructions(*EXAMPLES):
        changed[was["sha256"]] = digest(checker, was["id"], here.parent.parent / "proofs")
    count = 0
    for folder in (here, here.parent / "faults/rejected"):
        for file in folder.rglob("*.json"):
            text = now = file.read_bytes()
            for old, new in changed.items():
                now = now.replace(old.encode(), new.encode())
            if now != text:
                file.write_bytes(now)
                count += 1
    print(count, "files")


if __name__ == "__main__":
    main(sys.argv[1])
