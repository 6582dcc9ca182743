"""Files that comments and documents name are there: named_files.py ROOT.

A name is written from the root of the project or from any folder on the way, as includes are."""
import os
import re
import sys

ROOT = sys.argv[1]
PLACES = ["src", "tests", "docs", "scripts", "proofs", "python", "examples", "data", ".ci", ".github"]
NAME = re.compile(r'(?<![\w/.{*<"-])((?:[\w-]+/)*[\w-]+\.(?:hpp|cpp|py|sh|md))(?![\w(])')
# Where a comment begins; documents are read whole.
BEGINS = {".hpp": "//", ".cpp": "//", ".py": "#", ".sh": "#", ".toml": "#", ".txt": "#", ".md": ""}
# Names for something else than a file of this project.
OTHERS = {"pegasus_large.sh": "a script of Big Bird's authors", "run.md": "what a reader writes", "a.cpp": "any file",
          "b.cpp": "any file"}


def files():
    for place in PLACES:
        for folder, folders, names in os.walk(os.path.join(ROOT, place)):
            folders[:] = [f for f in folders if f not in ("node_modules", "__pycache__")]
            yield from (os.path.relpath(os.path.join(folder, n), ROOT) for n in names)
    yield from (n for n in os.listdir(ROOT) if os.path.isfile(os.path.join(ROOT, n)))


def named(text, begins):
    for number, line in enumerate(text.splitlines(), 1):
        at = line.find(begins)
        if at >= 0:
            yield from ((number, name) for name in NAME.findall(line[at:]))


def is_placeholder(name):
    return any(re.fullmatch(r"[A-Z_]{2,}(_\w+)?", part.split(".")[0]) and part not in ("README.md", "FORMAT.md")
               for part in name.split("/"))


assert list(named("int a;  // as in there/no_such.hpp", "//")) == [(1, "there/no_such.hpp")], "a name is seen"
known = list(files())
there = {"/".join(parts[i:]) for parts in (f.split("/") for f in known) for i in range(len(parts))}
missing, seen = [], 0
for file in known:
    begins = BEGINS.get(os.path.splitext(file)[1])
    if begins is None or file.startswith("tests/certificate/"):
        continue
    with open(os.path.join(ROOT, file), encoding="utf-8", errors="replace") as source:
        for number, name in named(source.read(), begins):
            seen += 1
            if name not in there and name not in OTHERS and not is_placeholder(name):
                missing.append(f"{file}:{number}: {name} is not there")
print("\n".join(missing))
print(f"{seen} names of files in comments and documents, {len(missing)} without a file")
sys.exit(1 if missing or seen < 500 else 0)
