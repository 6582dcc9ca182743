#!/usr/bin/env python3
"""Runs the commands of commands.toml and compares all that they say with what is recorded.

    run.py BIN            compare; prints the first differing line of each command, exit 1 if one differs
    run.py BIN --record   write expected/NAME anew
    run.py BIN --once     compare with two threads alone, not with one as well

BIN is a folder with verify and verify-check. Times and paths are masked, nothing else.
"""
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
LONGEST = 60_000  # characters that are recorded as they are; beyond, the rest is recorded by its hash


def masked(text, scratch, programs):
    for path, name in ((str(scratch), "SCRATCH"), (str(programs), "BIN"), (str(ROOT), "ROOT")):
        text = text.replace(path, name)
    text = re.sub(r'("(?:[a-z_]*seconds[a-z_]*|rate)":\s*)[0-9.e+-]+', r"\1TIME", text)
    return re.sub(r"\b[0-9]+(?:\.[0-9]+)?(?:e[+-][0-9]+)? (s|ms|min|h|hours|days|years)\b", "TIME", text)


def bounded(text):
    if len(text) <= LONGEST:
        return text
    import hashlib
    rest = text[LONGEST:]
    return text[:LONGEST] + f"\n... {len(rest)} more characters, SHA-256 {hashlib.sha256(rest.encode()).hexdigest()}\n"


def said(command, scratch, programs, threads, more=None):
    folder = scratch / command["name"]
    folder.mkdir(exist_ok=True)
    for written in command.get("writes", []):
        (folder / written).unlink(missing_ok=True)
    words = re.sub(r"@([a-zA-Z-]+)", lambda name: str(scratch / name[1]), command["run"]).split()
    words = [str(ROOT / word) if word == "proofs" or word.startswith(("tests/", "proofs/", "data/")) else word for word in words]
    if threads is not None:
        words += ["--threads", str(threads)]
    program = programs / ("verify-check" if command.get("check") else "verify")
    environment = {"PATH": os.environ["PATH"], "HOME": str(scratch), "LC_ALL": "C.UTF-8", "COLUMNS": "100", **(more or {})}
    ended = subprocess.run([program, *words], cwd=folder, env=environment, capture_output=True, timeout=300)
    parts = [f"exit {ended.returncode}\n"]
    for name, data in [("standard output", ended.stdout), ("standard error", ended.stderr)]:
        parts.append(f"---- {name}\n{bounded(masked(data.decode('utf-8', 'replace'), scratch, programs))}")
    for written in command.get("writes", []):
        file = folder / written
        text = file.read_text("utf-8", "replace") if file.exists() else "there is no such file\n"
        parts.append(f"---- {written}\n{bounded(masked(text, scratch, programs))}")
    return "".join(parts)


def main():
    programs, record = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:] == ["--record"]
    commands = tomllib.loads((HERE / "commands.toml").read_text())["command"]
    expected = HERE / "expected"
    expected.mkdir(exist_ok=True)
    differ = 0
    known = {command["name"] for command in commands}
    for file in expected.iterdir():
        if file.name in known:
            continue
        if record:
            file.unlink()
        else:
            differ += 1
            print(f"{file.name}: recorded, but there is no such command")
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        for command in commands:
            for threads in ((2,) if "--once" in sys.argv else (1, 2)) if command.get("threads") else (None,):
                now, file = said(command, scratch, programs, threads), expected / command["name"]
                if record and threads in (1, None):
                    file.write_text(now)
                before = file.read_text() if file.exists() else ""
                if now == before:
                    continue
                differ += 1
                lines = difflib.unified_diff(before.splitlines(), now.splitlines(), "recorded", "now", n=0, lineterm="")
                shown = [line[:300] for line in lines][:12]
                print(f"{command['name']}, {threads or 'default'} threads: it differs\n  " + "\n  ".join(shown))
    print(f"{len(commands)} commands, {differ} differences")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
