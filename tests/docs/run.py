#!/usr/bin/env python3
"""What documents say is so: links lead somewhere, commands do what is said, the output that is shown is what comes out.

    run.py VERIFY VERIFY_CHECK FOLDER [--all]

Commands of a document are run in its order, in FOLDER, where data/, examples/ and proofs/ are as here. A fence without a
language shows the output of the commands between it and the fence before. Links of all documents are followed. Commands
are run of those pages that show output; --all runs those of every page, and what takes long.
"""
import os
import pathlib
import shutil
import subprocess
import sys

import files
from documents import broken_links, missing_line, parts

ROOT = pathlib.Path(__file__).resolve().parents[2]
STRIDED = "--n 4 --d 1 --delta 0.5 --pattern strided"

# What words in capitals and "..." stand for in the commands of a document.
MEANT = {
    "docs/constructions.md": {"DIR": "examples/above_mean", "...": "--n 3 --delta 1/2", "FILE": "proofs/bigbird/decoder"},
    "docs/corpus.md": {"WORDS": "contextual mapping", "DIR": "coq-files"},
    "docs/patterns.md": {"DIR": "masks"},
    "docs/runs.md": {"...": STRIDED},
    "docs/soft.md": {"...": STRIDED},
    "README.md": {"WORDS": "contextual mapping"},
}
# Commands that end with another code than 0, for what comes out (docs/verdicts.md, "Exit codes").
ENDS = {
    "build/check/verify-check --claims changed-proofs": 3,
    "build/check/verify-check --claims proofs --audit": 3,
    "build/check/verify-check --claims proofs changed.cert": 1,
    "build/check/verify-check --list": 3,
    "verify-check --list": 3,
    "verify pattern config.json --n 4096": 1,
    "verify pattern config.json --n 4096 --globals 1": 0,
    "verify pattern data/patterns/full/longformer-base-4096.json --n 4096": 1,
    "verify pattern data/patterns/full/longformer-base-4096.json --n 4096 --globals 1": 0,
    "verify pattern data/patterns/full/mistral-7b-v0.1.json": 1,
    "verify precision": 1,
    "verify task1 data/vectors/circle.json --tuples 3": 1,
    "verify task1 data/vectors/sphere.json": 1,
    "verify task1 data/vectors/tie.json": 1,
    "verify turing data/machines/bb2.toml --version R2 --as-printed edges": 1,
    "verify ... --with": 1,
    "verify proofs/bigbird/decoder_r2": 1,  # with a printed line true claims fail
    "verify --construction yun2020a --n 3 --for-all D": 2,
    "verify claims yun2020b.E.2.4 --for-all all": 2,
    "verify eval 'distinct(H in inputs, k in 1..n: id(H, k))' --n 3 --delta 1/4 --construction sparsebert": 1,
    "verify eval 'forall H in inputs, k in 1..n: zt(H, k) <= delta^(-n*d) - delta'": 1,
    "verify eval 'forall H in inputs: zt(H, 1) > 0.5'": 64,
}
# Commands that take longer than some seconds: --all runs them.
LONG = (
    "make",
    "verify --n 64 --d 4 --pattern bigbird --for-all D",
    "verify --n 8 --d 1",
    "verify claims bigbird",
    "verify claims yun2020b --certificate",
    "verify findings",
    "verify regress",
    "verify report --corpus",
    "verify --construction bigbird",
    "verify proofs/bigbird --n 3",
)
# Commands that nothing runs here, with the reason.
ELSEWHERE = {
    "verify kernel DIR": "needs Coq; tests/cli/kernel_test.cpp",
    "verify check --kernel DIR/kernel.json": "needs Coq; tests/cli/kernel_test.cpp",
}


def beginning(command, table):
    """The longest entry of `table` that the command begins with, or nothing."""
    return max((start for start in table if command.startswith(start)), key=len, default=None)


class Documents:
    def __init__(self, verify, verify_check, folder, all_of_them):
        self.folder, self.all_of_them = folder, all_of_them
        self.wrong, self.ran, self.met = [], 0, set()
        files.prepare(ROOT, folder, None if all_of_them else verify_check)
        programs = folder / "programs"
        programs.mkdir()
        for name, program in (("verify", verify), ("verify-check", verify_check)):
            (programs / name).symlink_to(program)
        self.given = set(folder.iterdir())
        self.environment = dict(os.environ, PATH=f"{programs}:{os.environ['PATH']}", TERM="dumb")

    def left_out(self, command):
        for table in (ELSEWHERE, LONG):
            start = beginning(command, table)
            if start:
                self.met.add(start)
                return table is ELSEWHERE or not self.all_of_them
        return False

    def output_of(self, name, command):
        written = command
        for word, meant in MEANT.get(name, {}).items():
            command = command.replace(word, meant)
        command = command.replace("scripts/verify.sh", "verify")
        start = beginning(written, ENDS)
        self.met.add(start)
        ended = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=self.folder, env=self.environment,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               timeout=900)
        self.ran += 1
        if ended.returncode != ENDS.get(start, 0):
            self.wrong.append(f"{name}: ends with {ended.returncode}: {written}\n    {ended.stdout[-300:].strip()}")
        return ended.stdout

    def read(self, name):
        output, complete = "", True
        for kind, content in parts((ROOT / name).read_text()):
            if kind == "command":
                if self.left_out(content):
                    complete = complete and content.startswith("make")  # which shows nothing
                else:
                    output += self.output_of(name, content)
                continue
            line = missing_line(content, output) if complete else None
            if line is not None:
                self.wrong.append(f"{name}: the output has no line, behind those before it: {line}")
            output, complete = "", True
        for made in set(self.folder.iterdir()) - self.given:  # the next page has to make what it needs
            shutil.rmtree(made) if made.is_dir() else made.unlink()

    def stale(self):
        for table in (ENDS, LONG, ELSEWHERE):
            for start in table:
                if start not in self.met:
                    self.wrong.append(f"tests/docs/run.py names a command that no document has: {start}")


def shows_output(name):
    kinds = [kind for kind, _ in parts((ROOT / name).read_text())]
    return "command" in kinds and "shown" in kinds


def other_files():
    """Constructions and claims that a tutorial prints are those that its commands read."""
    for name, place in (("docs/tutorial-construction.md", "examples/above_mean"), ("docs/tutorial-claim.md", "examples/last_token")):
        here = "".join(file.read_text() for file in sorted((ROOT / place).glob("*.toml")))
        for block in files.toml_of((ROOT / name).read_text()):
            if block not in here:
                yield f"{name}: prints what is not in a file of {place}: {block.splitlines()[0]}"


def unlisted():
    """Pages that the index does not have."""
    index = (ROOT / "docs/README.md").read_text()
    for page in sorted((ROOT / "docs").glob("*.md")):
        if page.name != "README.md" and f"]({page.name})" not in index:
            yield f"docs/README.md: has no line for {page.name}"


def beyond_bounds():
    """The first page is read on a narrow screen, and to its end."""
    lines = (ROOT / "README.md").read_text().splitlines()
    if len(lines) >= 120:
        yield f"README.md: {len(lines)} lines; it has fewer than 120"
    for number, line in enumerate(lines, 1):
        if len(line) > 100:
            yield f"README.md:{number}: {len(line)} columns; at most 100"


def main():
    arguments = [word for word in sys.argv[1:] if word != "--all"]
    verify, verify_check, folder = (pathlib.Path(word).resolve() for word in arguments)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    documents = Documents(verify, verify_check, folder, "--all" in sys.argv)
    names = files.documents(ROOT)
    for name in names:
        documents.wrong += broken_links(ROOT / name, ROOT)
        # The list of changes tells of commands that are no more.
        if name != "CHANGELOG.md" and (documents.all_of_them or shows_output(name)):
            documents.read(name)
    if documents.all_of_them:
        documents.stale()
    documents.wrong += [*other_files(), *unlisted(), *beyond_bounds()]
    print("\n".join(documents.wrong) if documents.wrong else
          f"{len(names)} documents are as they say, {documents.ran} commands were run")
    return 1 if documents.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
