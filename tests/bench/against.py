#!/usr/bin/env python3
"""Two builds of one benchmark, run in turns: against.py BEFORE NOW [ROUNDS]. Prints, for each
benchmark that both have, the least time of each and now / before."""
import json
import subprocess
import sys


def times(program):
    out = subprocess.run([program, "--benchmark_format=json", "--benchmark_min_time=0.1"],
                         capture_output=True, text=True, check=True).stdout
    found = json.loads(out[out.index("{"):out.rindex("}") + 1])["benchmarks"]
    return {one["name"]: one["real_time"] for one in found if one.get("run_type") != "aggregate"}


def main():
    programs, rounds = sys.argv[1:3], int(sys.argv[3]) if len(sys.argv) > 3 else 3
    least = [{}, {}]
    for _ in range(rounds):
        for program, best in zip(programs, least):
            for name, time in times(program).items():
                best[name] = min(time, best.get(name, time))
    for name in least[1]:
        if name in least[0]:
            print(f"{least[1][name] / least[0][name]:6.2f}  {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
