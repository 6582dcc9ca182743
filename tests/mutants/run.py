#!/usr/bin/env python3
"""Faulty builds of verify, whose certificates the unchanged verify-check must reject.

    run.py SOURCE                                   only look whether every change of mutants.toml still fits the sources
    run.py SOURCE BUILD [--filter TEXT] [--number N [--seed S]] [--check PROGRAM] [--jobs N]

Copies what verify is built from into BUILD/source, configures and builds it once, and shows with it that every run which the mutants use is accepted: otherwise a
rejection would say nothing. Then, one mutant after the other: changes one place of one file, rebuilds verify, lets it write a certificate, has verify-check read
it, and puts the file back. BUILD may be that of an earlier run; only what differs is built again. --number takes so many at random of the mutants that touch no
header (those rebuild quickly). --check uses a verify-check that exists already.

Prints a line a mutant: name, file, verdict of verify-check, seconds. Exit 0 if every certificate was rejected: verify-check's exit code 1, and one line on stderr
that says so. Exit 1 if one was not, if verify-check failed itself (a signal, a sanitizer's report, any other exit code or output), or if a mutant does not build;
2 if a change does not fit or a run is not accepted without a fault.
"""
import argparse
import os
import pathlib
import random
import resource
import shlex
import shutil
import subprocess
import sys
import time
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
COPIED = ("CMakeLists.txt", "src", "proofs")
LONGEST_RUN = 300  # seconds; nearly all take less than one


class Broken(Exception):
    """What makes the whole run worthless: exit 2."""


def call(command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, errors="replace", **options)


# ---- mutants.toml

def load():
    table = tomllib.loads((HERE / "mutants.toml").read_text())
    runs, mutants = table["run"], table["mutant"]
    names = [mutant["name"] for mutant in mutants]
    for mutant in mutants:
        if set(mutant) != {"name", "file", "run", "why", "old", "new"}:
            raise Broken(f"mutants.toml: {mutant.get('name', mutant)}: has the keys {sorted(mutant)}")
        if mutant["run"] not in runs:
            raise Broken(f"mutants.toml: {mutant['name']}: there is no run '{mutant['run']}'")
        if names.count(mutant["name"]) != 1:
            raise Broken(f"mutants.toml: {mutant['name']}: stands twice")
    return runs, mutants


def require_fit(source, mutants):
    """Every old text must occur exactly once, so that no mutant rots unseen."""
    wrong = []
    for mutant in mutants:
        path = source / mutant["file"]
        count = path.read_text().count(mutant["old"]) if path.is_file() else None
        if count is None:
            wrong.append(f"{mutant['name']}: {mutant['file']} does not exist")
        elif count != 1:
            wrong.append(f"{mutant['name']}: the old text occurs {count} times in {mutant['file']}, not once")
        elif mutant["old"] == mutant["new"]:
            wrong.append(f"{mutant['name']}: changes nothing")
    if wrong:
        raise Broken("mutants.toml no longer fits the sources; adapt the change or replace the mutant:\n  " + "\n  ".join(wrong))


# ---- the copy and its build

def files_of(folder):
    for name in COPIED:
        path = folder / name
        if path.is_dir():
            yield from (file.relative_to(folder) for file in path.rglob("*") if file.is_file() and not file.is_symlink())
        elif path.is_file():
            yield path.relative_to(folder)


def copy_sources(source, copy):
    """Makes `copy` equal to `source`, and leaves files alone that are equal already, so that they are not built again."""
    wanted = set(files_of(source))
    for name in set(files_of(copy)) - wanted if copy.is_dir() else ():
        (copy / name).unlink()
    for name in wanted:
        target = copy / name
        data = (source / name).read_bytes()
        if target.is_file() and target.read_bytes() == data:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


class Build:
    def __init__(self, source, folder, jobs, check):
        self.copy, self.folder, self.jobs = folder / "source", folder / "build", jobs
        copy_sources(source, self.copy)
        flags = ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG", "-DHARDMAX_TESTS=OFF"]
        done = call(["cmake", "-G", "Ninja", "-S", self.copy, "-B", self.folder, *flags])
        if done.returncode != 0:
            raise Broken("cmake failed:\n" + done.stdout + done.stderr)
        self.make("verify", *([] if check else ["verify-check"]))
        self.verify = self.folder / "src/verify"
        self.check = check or self.folder / "src/verify-check"

    def make(self, *targets):
        done = call(["ninja", "-C", self.folder, f"-j{self.jobs}", *targets])
        if done.returncode != 0:
            raise Broken("the build failed:\n" + done.stdout[-4000:] + done.stderr)


# ---- one run

class Answer:
    def __init__(self, code, line, certificate, rejected=False):
        self.code, self.line, self.certificate, self.rejected = code, line, certificate, rejected


def run(build, scratch, arguments, claims):
    """Lets verify write a certificate and has verify-check read it. code is None if there is no certificate."""
    certificate = scratch / "certificate.json"
    certificate.unlink(missing_ok=True)
    command = [build.verify, *shlex.split(arguments), "--claims", claims, "--certificate", certificate]
    if not arguments.startswith("soft "):  # which shows no progress
        command += ["--progress", "none"]
    try:
        done = call(command, timeout=LONGEST_RUN)
        end = f"verify ended with {done.returncode}: {(done.stderr.strip().splitlines() or [''])[-1][:120]}"
    except subprocess.TimeoutExpired:
        end = f"verify took more than {LONGEST_RUN} s"
    if not certificate.is_file():
        return Answer(None, end, None)
    data = certificate.read_bytes()
    try:
        done = call([build.check, "--claims", claims, certificate], timeout=LONGEST_RUN)
    except subprocess.TimeoutExpired:
        return Answer(-1, f"verify-check took more than {LONGEST_RUN} s", data)
    # Nothing else is a rejection: a sanitizer, too, ends a program with 1.
    rejected = done.returncode == 1 and done.stdout == "" and done.stderr.startswith("rejected: ") and done.stderr.count("\n") == 1
    return Answer(done.returncode, ((done.stdout + done.stderr).strip().splitlines() or [""])[-1], data, rejected)


def verdict(answer, sound):
    if answer.code is None:
        return "no certificate, " + answer.line
    if answer.rejected:
        return answer.line[:150]
    if answer.code not in (0, 3):
        return f"VERIFY-CHECK FAILED with {answer.code}: {answer.line[:150]}"
    same = "; the certificate is the one without the fault" if answer.certificate == sound else ""
    return f"NOT REJECTED, verify-check ended with {answer.code}: {answer.line[:150]}{same}"


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def try_all(build, scratch, runs, mutants):
    claims = {name: build.copy / "proofs" if runs[name]["claims"] == "proofs" else HERE / runs[name]["claims"] for name in runs}
    sound = {}
    for name in sorted({mutant["run"] for mutant in mutants}):
        answer = run(build, scratch, runs[name]["arguments"], claims[name])
        if answer.code not in (0, 3):
            raise Broken(f"run '{name}' is not accepted without a fault ({answer.code}): {answer.line}")
        sound[name] = answer.certificate
        print(f"without a fault, run {name}: {answer.line}", flush=True)

    passed, failed, silent = 0, 0, 0
    mutants = sorted(mutants, key=lambda mutant: mutant["file"])  # a file that is changed again need not be built as it was in between
    for mutant in mutants:
        start = time.monotonic()
        path = build.copy / mutant["file"]
        original = path.read_text()
        try:
            path.write_text(original.replace(mutant["old"], mutant["new"]))
            build.make("verify")
            built = None
        except Broken as error:
            built = error
        finally:
            path.write_text(original)
        if built is not None:
            failed += 1
            print(f"{mutant['name']:<26} {mutant['file']:<48} DOES NOT BUILD  {time.monotonic() - start:.1f} s\n{built}", flush=True)
            continue
        name = mutant["run"]
        answer = run(build, scratch, runs[name]["arguments"], claims[name])
        if answer.code is None:
            silent += 1
        elif answer.rejected:
            passed += 1
        else:
            failed += 1
        print(f"{mutant['name']:<26} {mutant['file']:<48} {verdict(answer, sound[name])}  {time.monotonic() - start:.1f} s", flush=True)
    return passed, failed, silent


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path, nargs="?")
    parser.add_argument("--filter", default="", help="only mutants whose name or file has this in it")
    parser.add_argument("--number", type=int, help="so many of them, at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", type=pathlib.Path, help="verify-check to use; default: one is built")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    options = parser.parse_args()
    start = time.monotonic()
    try:
        runs, mutants = load()
        require_fit(options.source, mutants)
        if options.build is None:
            print(f"{len(mutants)} mutants fit the sources")
            return 0
        mutants = [mutant for mutant in mutants if options.filter in mutant["name"] or options.filter in mutant["file"]]
        if options.number is not None:
            quick = [mutant for mutant in mutants if mutant["file"].endswith(".cpp")]
            mutants = random.Random(options.seed).sample(quick, min(options.number, len(quick)))
        if not mutants:
            raise Broken(f"no mutant has '{options.filter}' in its name or file")
        if options.check and not options.check.is_file():
            raise Broken(f"--check {options.check}: no such program")
        folder = options.build.resolve()
        build = Build(options.source.resolve(), folder, options.jobs, options.check and options.check.resolve())
        print(f"built in {time.monotonic() - start:.0f} s", flush=True)
        scratch = folder / "scratch"
        scratch.mkdir(exist_ok=True)
        passed, failed, silent = try_all(build, scratch, runs, mutants)
        shutil.rmtree(scratch)
    except Broken as error:
        print(f"run.py: {error}", file=sys.stderr)
        return 2
    print(f"{silent} without a certificate; {time.monotonic() - start:.0f} s, {cpu_seconds():.0f} s of processor time")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
