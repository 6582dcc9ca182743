#!/usr/bin/env python3
"""Tries the faults that the code names (docs/faults.md): each of them must be seen.

    run.py VERIFY VERIFY_CHECK [--filter TEXT] [--tenth K] [--jobs N]    programs of a build with -DHARDMAX_FAULTS=ON
    run.py --names [VERIFY VERIFY_CHECK]                                 of an ordinary build: quick, tries no fault

faults.toml says of every fault what tries it. "run NAME": verify, with the fault, writes a certificate, and verify-check, without one, rejects it. "regress": verify
regress, with the fault, ends with another code than 0. "accept FILE": verify-check, with the fault, accepts a certificate that it otherwise rejects (or says that
other claims are asked for, or that the claims themselves break a rule). "agree FILE": the same where it then says that everything else agrees: Coq is left to
be run, or something is stated to be undecided. "says NAME": the command NAME of tests/oracle/commands.toml, with the fault, says something else than is recorded. Before that, everything is done without a fault, and must be accepted, green, and rejected.

Prints a line a fault: name, file, what came out, seconds. Exit 0 if every fault was seen, 1 if one was not, 2 if the table is wrong or something is not right without
a fault. --names: every name stands in one place of src/ and one of the table, one on a line; the programs contain none of them, and VERIFY_CHECK rejects every file
that a fault would accept.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LONGEST = 300  # seconds of one program
USE = re.compile(r"HARDMAX_FAULT\(\s*([a-zA-Z0-9_]+)")
TRIES = {"run": "verify", "regress": "verify", "says": "verify", "accept": "check", "agree": "check"}
ORACLE = ROOT / "tests/oracle"
sys.path.insert(0, str(ORACLE.parent))
import oracle.run  # noqa: E402  (what a recorded command says)


class Broken(Exception):
    """What makes the whole run worthless: exit 2."""


# ---- the table and the names

def folder_of(certificate):
    return pathlib.PurePosixPath(certificate).parent.as_posix()


def load():
    table = tomllib.loads((HERE / "faults.toml").read_text())
    commands = tomllib.loads((ORACLE / "commands.toml").read_text())["command"]
    table["says"] = {command["name"]: command for command in commands if "@" not in command["run"]}
    names = collections.Counter(fault.get("name") for fault in table["fault"])
    for fault in table["fault"]:
        name = fault.get("name")
        if set(fault) != {"name", "file", "tries", "why"}:
            raise Broken(f"faults.toml: {name}: has the keys {sorted(fault)}")
        if names[name] != 1:
            raise Broken(f"faults.toml: {name}: stands twice")
        for one in fault["tries"]:
            kind, _, rest = one.partition(" ")
            at_hand = TRIES.get(kind) == "check" and folder_of(rest) in table["check"] and (ROOT / rest).is_file()
            if not {"run": rest in table["run"], "regress": rest == "", "says": rest in table["says"]}.get(kind, at_hand):
                raise Broken(f"faults.toml: {name}: nothing is tried by '{one}'")
            if (TRIES[kind] == "check") != fault["file"].startswith("src/check/"):
                raise Broken(f"faults.toml: {name}: '{one}' tries no fault of {fault['file']}")
        if not fault["tries"]:
            raise Broken(f"faults.toml: {name}: nothing tries it")
    return table


def compare_names(table, programs):
    """What is wrong, a line each."""
    wrong, found = [], {}
    for path in sorted((ROOT / "src").rglob("*.[ch]pp")):
        if path.name == "fault.hpp":
            continue
        file = path.relative_to(ROOT).as_posix()
        text = path.read_text()
        for use in USE.finditer(text):
            if use[1] in found:
                wrong.append(f"{use[1]} stands in {found[use[1]]} and again in {file}")
            found[use[1]] = file
        wrong += [f"{file}: two faults on one line: {line.strip()}" for line in text.split("\n") if line.count("HARDMAX_FAULT(") > 1]
    listed = {fault["name"]: fault["file"] for fault in table["fault"]}
    for name in sorted(found.keys() | listed.keys()):
        if found.get(name) != listed.get(name):
            wrong.append(f"{name} stands in {found.get(name, 'no source')}, by faults.toml in {listed.get(name, 'none')}")
    for program in programs:
        bytes_of_it = program.read_bytes()
        wrong += [f"{program} contains {name}" for name in ["HARDMAX_FAULT", *sorted(listed)] if name.encode() in bytes_of_it]
    return wrong


# ---- one run

def call(command, fault):
    environment = {name: value for name, value in os.environ.items() if name != "HARDMAX_FAULT"}
    if fault:
        environment["HARDMAX_FAULT"] = fault
    try:
        done = subprocess.run([str(word) for word in command], cwd=ROOT, env=environment, capture_output=True, text=True, errors="replace", timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return None, [f"took more than {LONGEST} s"], False
    lines = (done.stdout + done.stderr).strip().splitlines()
    # Nothing else is a rejection: a sanitizer, too, ends a program with 1.
    rejected = done.returncode == 1 and done.stdout == "" and done.stderr.startswith("rejected: ") and done.stderr.count("\n") == 1
    rejected = rejected or (done.returncode == 65 and done.stderr.startswith("unreadable: "))
    # A forged certificate is made for the claims at hand: were it turned away for its claims, its fault would be seen by nothing.
    forged = "tests/faults/rejected/" in str(command[-1])
    rejected = rejected or (done.returncode == 3 and not forged and (lines or [""])[0].startswith(("other claims: ", "incomplete: not covered: ")))
    return done.returncode, lines or [""], rejected


class Programs:
    def __init__(self, verify, check, table):
        self.verify, self.check, self.table = verify, check, table

    def attempt(self, one, fault):
        """(was the fault seen; or, without one, is all as it must be; what came out)"""
        kind, _, rest = one.partition(" ")
        if kind == "regress":
            code, lines, _ = call([self.verify, *self.table["regress"]["arguments"].split(), "--claims", "proofs", "--progress", "none"], fault)
            told = [line.strip() for line in lines if "against its record" in line]
            return (code not in (0, None) if fault else code == 0), f"{code}: {(told or lines)[-1][:110]}"
        if kind == "says":
            threads = 1 if self.table["says"][rest].get("threads") else None
            with tempfile.TemporaryDirectory() as scratch:
                try:
                    now = oracle.run.said(self.table["says"][rest], pathlib.Path(scratch), self.verify.parent, threads, {"HARDMAX_FAULT": fault} if fault else None)
                except subprocess.TimeoutExpired:
                    now = "took too long"
            same = now == (ORACLE / "expected" / rest).read_text()
            return same != bool(fault), f"{rest}: " + ("as recorded" if same else "another output")
        if kind in ("accept", "agree"):
            code, lines, rejected = call([self.check, *shlex.split(self.table["check"][folder_of(rest)]), rest], fault)
            right = code == 0 if kind == "accept" else code == 3 and any(line.startswith("everything else agrees:") for line in lines)
            return (right if fault else rejected), f"{code}: {lines[0][:110]}"
        run = self.table["run"][rest]
        with tempfile.TemporaryDirectory() as folder:
            certificate = pathlib.Path(folder) / "certificate.json"
            claims = [] if run["arguments"].startswith(("turing ", "task1 ")) else ["--claims", run["claims"]]  # which have files of their own
            command = [self.verify, *shlex.split(run["arguments"]), *claims, "--certificate", certificate]
            if not run["arguments"].startswith("soft "):  # which shows no progress
                command += ["--progress", "none"]
            code, lines, _ = call(command, fault)
            if not certificate.is_file():
                return False, f"no certificate, verify ended with {code}: {lines[-1][:110]}"
            code, lines, rejected = call([self.check, "--claims", run["claims"], certificate], None)
            return (rejected if fault else code in (0, 3)), f"{code}: {lines[0][:110]}"


def in_parallel(jobs, function, items):
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(function, items)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=pathlib.Path, nargs="*")
    parser.add_argument("--names", action="store_true")
    parser.add_argument("--filter", default="", help="only faults whose name or file has this in it")
    parser.add_argument("--tenth", type=int, help="of ten faults the one in this place, counted round")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    begun = time.monotonic()
    try:
        table = load()
        wrong = compare_names(table, options.programs if options.names else [])
        if wrong:
            raise Broken("\n  ".join(["names of faults:", *wrong]))
        if len(options.programs) != 2 and (options.programs or not options.names):
            parser.error("two programs: verify and verify-check")
        programs = Programs(*(path.resolve() for path in options.programs), table) if options.programs else None
        if options.names:
            files = sorted({one for fault in table["fault"] for one in fault["tries"] if TRIES[one.split()[0]] == "check"}) if programs else []
            for one, (right, line) in zip(files, in_parallel(options.jobs, lambda one: programs.attempt(one, None), files)):
                if not right:
                    raise Broken(f"{one}: verify-check ends with {line}")
            print(f"{len(table['fault'])} faults: each stands once in the sources and once in faults.toml; {len(files)} files are rejected")
            return 0
        for program in options.programs:
            if not program.is_file() or b"HARDMAX_FAULT" not in program.read_bytes():
                raise Broken(f"{program}: no program of a build with -DHARDMAX_FAULTS=ON")
        tried = [fault for number, fault in enumerate(table["fault"]) if options.tenth is None or number % 10 == options.tenth % 10]
        tried = [fault for fault in tried if options.filter in fault["name"] or options.filter in fault["file"]]
        if not tried:
            raise Broken("no fault is left to try")
        needed = sorted({one for fault in tried for one in fault["tries"]})
        for one, (right, line) in zip(needed, in_parallel(options.jobs, lambda one: programs.attempt(one, None), needed)):
            if not right:
                raise Broken(f"without a fault, {one} ends with {line}")
    except Broken as error:
        print(f"run.py: {error}", file=sys.stderr)
        return 2

    def attempt(fault):
        start = time.monotonic()
        answers = [programs.attempt(one, fault["name"]) for one in fault["tries"]]
        return answers, time.monotonic() - start

    survivors = 0
    for fault, (answers, seconds) in zip(tried, in_parallel(options.jobs, attempt, tried)):
        seen = all(answer[0] for answer in answers)
        survivors += not seen
        line = "; ".join(("" if answer[0] else "NOT SEEN ") + answer[1] for answer in answers)
        print(f"{fault['name']:<32} {fault['file']:<36} {line}  {seconds:.1f} s", flush=True)
    print(f"{len(tried) - survivors} of {len(tried)} faults seen, {survivors} survived; {time.monotonic() - begun:.0f} s")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
