#!/usr/bin/env python3
"""Faults of what decides a corpus, each of which must turn `verify regress` red.

    regress.py SOURCE                                    only look whether every place of regress.toml still is in the sources, once
    regress.py SOURCE BUILD [--filter TEXT] [--number N [--seed S]] [--jobs N]

All faults are built into one program at once, as  (fault(7) ? (new) : (old)), and the environment variable HARDMAX_FAULT says which one is on: so one build serves all of them.
BUILD may be that of an earlier run. Without a fault the run must be as recorded; with one, verify must end with another code than 0.

Prints a line a fault: name, file, how verify ended, seconds. Exit 0 if every fault was seen, 1 if one was not, 2 if a place does not fit, the build fails or the
run without a fault is not as recorded.
"""
import argparse
import os
import pathlib
import random
import re
import subprocess
import sys
import time
import tomllib

from run import Broken, Build

HERE = pathlib.Path(__file__).resolve().parent
LONGEST_RUN = 300  # seconds
SWITCH = ('#include <cstdlib>\nstatic inline bool hardmax_fault(int k) { static const int on = [] { const char* s = std::getenv("HARDMAX_FAULT"); return s ? std::atoi(s) : 0; }(); '
          'return on == k; }\n')
PLACE = re.compile(r"^(.*)<<<(.+)>>>(.*)$", re.S)


def load(source):
    """The faults; the place is `before<<<old>>>after`, and the text without the brackets stands once in the file."""
    table = tomllib.loads((HERE / "regress.toml").read_text())
    faults, wrong = table["fault"], []
    for number, fault in enumerate(faults, 1):
        if set(fault) != {"name", "file", "place", "new"}:
            raise Broken(f"regress.toml: {fault.get('name', fault)}: has the keys {sorted(fault)}")
        fault["number"] = number
        fault["parts"] = PLACE.match(fault["place"]).groups()
        path = source / fault["file"]
        count = path.read_text().count("".join(fault["parts"])) if path.is_file() else 0
        if count != 1:
            wrong.append(f"{fault['name']}: the place occurs {count} times in {fault['file']}, not once")
    if len({fault["name"] for fault in faults}) != len(faults):
        wrong.append("a name stands twice")
    if wrong:
        raise Broken("regress.toml no longer fits the sources; adapt the place or replace the fault:\n  " + "\n  ".join(wrong))
    return table["arguments"], faults


def build_in(copy, faults):
    """Puts all faults into the copy. Places of one file may not overlap; the last is put in first, so that offsets stay."""
    for name in sorted({fault["file"] for fault in faults}):
        path = copy / name
        text = path.read_text()
        spots = []
        for fault in (fault for fault in faults if fault["file"] == name):
            before, old, after = fault["parts"]
            start = text.index(before + old + after) + len(before)
            spots.append((start, start + len(old), f"(hardmax_fault({fault['number']}) ? ({fault['new']}) : ({old}))"))
        spots.sort(reverse=True)
        for later, earlier in zip(spots, spots[1:]):
            if earlier[1] > later[0]:
                raise Broken(f"regress.toml: two places of {name} overlap")
        for start, end, switched in spots:
            text = text[:start] + switched + text[end:]
        path.write_text(SWITCH + text)


class FaultyBuild(Build):
    def __init__(self, source, folder, jobs, faults):
        self.faults = faults
        super().__init__(source, folder, jobs, check=pathlib.Path("/none"))

    def make(self, *targets):
        build_in(self.copy, self.faults)
        super().make(*targets)


def run(build, arguments, number):
    environment = dict(os.environ, HARDMAX_FAULT=str(number))
    command = [build.verify, *arguments.split(), "--claims", build.copy / "proofs", "--progress", "none"]
    try:
        done = subprocess.run([str(word) for word in command], env=environment, capture_output=True, text=True, errors="replace", timeout=LONGEST_RUN)
    except subprocess.TimeoutExpired:
        return 124, "took too long"
    lines = (done.stdout + done.stderr).strip().splitlines()
    told = [line.strip() for line in lines if "against its record" in line]
    return done.returncode, (told or lines or [""])[-1][:120]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path, nargs="?")
    parser.add_argument("--filter", default="", help="only faults whose name or file has this in it")
    parser.add_argument("--number", type=int, help="so many of them, at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    options = parser.parse_args()
    start = time.monotonic()
    try:
        arguments, faults = load(options.source.resolve())
        if options.build is None:
            print(f"{len(faults)} faults fit the sources")
            return 0
        build = FaultyBuild(options.source.resolve(), options.build.resolve(), options.jobs, faults)
        code, line = run(build, arguments, 0)
        if code != 0:
            raise Broken(f"without a fault the run is not as recorded ({code}): {line}")
        print(f"without a fault: {line}; {time.monotonic() - start:.0f} s with the build", flush=True)
    except Broken as error:
        print(f"regress.py: {error}", file=sys.stderr)
        return 2
    tried = [fault for fault in faults if options.filter in fault["name"] or options.filter in fault["file"]]
    if options.number is not None:
        tried = random.Random(options.seed).sample(tried, min(options.number, len(tried)))
    missed = 0
    for fault in tried:
        begun = time.monotonic()
        code, line = run(build, arguments, fault["number"])
        missed += code == 0
        print(f"{fault['name']:<26} {fault['file']:<44} {'NOT SEEN' if code == 0 else code}  {line}  {time.monotonic() - begun:.1f} s", flush=True)
    print(f"{len(tried) - missed} of {len(tried)} faults seen; {time.monotonic() - start:.0f} s")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
