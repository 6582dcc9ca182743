#!/usr/bin/env python3
"""Forges a certificate that verify-check accepts with a fault alone.

    forge.py VERIFY_CHECK FAULT CERTIFICATE CLAIMS     VERIFY_CHECK of a build with -DHARDMAX_FAULTS=ON

Starts from CERTIFICATE, and puts what the faulty verify-check finds in the place of what is stated, until it accepts; prints what came out. Exit 1 if there is no way
to go on, or if verify-check accepts it without the fault too.
"""
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile


def check(program, certificate, claims, fault):
    environment = {name: value for name, value in os.environ.items() if name != "HARDMAX_FAULT"}
    if fault:
        environment["HARDMAX_FAULT"] = fault
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(json.dumps(certificate, separators=(",", ":")) + "\n")
        file.flush()
        done = subprocess.run([program, "--claims", claims, file.name], env=environment, capture_output=True, text=True, timeout=300)
    return done.returncode, ((done.stdout + done.stderr).strip().splitlines() or [""])[0]


def checksums(certificate):
    """Of kind machine: over the nodes before the first that differs, or all; of the machine, and of one that writes blanks alone."""
    machine, stated = certificate["run"]["machine"], certificate["result"]
    lines = {(q, a): (p, b, m) for q, a, _, p, b, m in (t.split() for t in machine["transitions"])}
    symbols = list(dict.fromkeys([machine["blank"], *(s for t in machine["transitions"] for s in (t.split()[1], t.split()[4])), *machine["word"]]))
    for blanks in (False, True):
        tape, state, head, out, time = dict(enumerate(machine["word"], 1)), machine["initial"], 0, [], 0
        while len(out) < int(stated["nodes"]):
            symbol = tape.get(head, machine["blank"])
            out += [f"{machine['states'].index(state) + 1} {symbols.index(symbol) + 1} {head}\n"] * (time + 1)
            if (state, symbol) in lines:
                state, tape[head], move = lines[state, symbol]
                tape[head] = machine["blank"] if blanks else tape[head]
                head += 1 if move == "R" else -1
            time += 1
        yield hashlib.sha256("".join(out[:int(stated["nodes"]) - bool(stated["difference"])]).encode()).hexdigest()


def adapt(certificate, line):
    """Follows one rejection; False if it says nothing that can be followed."""
    told = re.match(r"rejected: ([^:]*): stated (.*), found (.*)$", line)
    if not told:
        return False
    place, stated, found = told.groups()
    steps = [int(step[1:-1]) if step[0] == "[" else step for step in re.findall(r"\w+|\[\d+\]", re.sub(r" \([^)]*\)", "", place.replace(", ", ".")))]
    at = certificate
    for step in steps[:-1]:
        at = at[step]
    if place == "result.sha256":
        at[steps[-1]] = next((one for one in checksums(certificate) if found.startswith('"' + one[:60])), "")
    elif re.fullmatch(r'".*"', found):
        at[steps[-1]] = found[1:-1]
    elif found in ("that it must be an object", "that it must be an array"):
        at[steps[-1]] = {} if found.endswith("object") else []
    elif place == "run.steps":
        at[steps[-1]] = re.search(r"after (\d+) steps", found)[1]
    elif found == "that it must be there" and isinstance(at, dict):
        at[steps[-1]] = [] if steps[-1] in ("at", "other") else ""
    elif found == "that it must be there":
        at.append("")
    elif found == "that there is no such key":
        del at[steps[-1]][stated.strip('"')]
    elif re.fullmatch(r"\d+", found) and stated.endswith(' items"'):
        del at[steps[-1]][int(found):]
    else:
        return False
    return True


def main():
    program, fault, base, claims = sys.argv[1:]
    certificate = json.loads(open(base).read())
    for _ in range(1000):
        code, line = check(program, certificate, claims, fault)
        if code == 0 or not adapt(certificate, line):
            break
    if code != 0:
        sys.exit(f"with the fault: {line}")
    code, line = check(program, certificate, claims, None)
    if code == 0:
        sys.exit("it is accepted without the fault too")
    print(json.dumps(certificate, separators=(",", ":")))


if __name__ == "__main__":
    main()
