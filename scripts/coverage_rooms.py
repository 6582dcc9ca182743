#!/usr/bin/env python3
"""Lines of each room of src that were reached: coverage_rooms.py SUMMARY, as llvm-cov export -summary-only writes it."""
import collections
import json
import sys

lines = collections.defaultdict(lambda: [0, 0])
for file in json.load(open(sys.argv[1]))["data"][0]["files"]:
    _, found, path = file["filename"].rpartition("/src/")
    if found and "/tests/" not in file["filename"]:
        for room in (path.split("/")[0], "all"):
            lines[room][0] += file["summary"]["lines"]["covered"]
            lines[room][1] += file["summary"]["lines"]["count"]
for room, (reached, count) in sorted(lines.items(), key=lambda x: (x[0] == "all", x[0])):
    print(f"{room:12} {reached:6} of {count:6}  {100 * reached / count:5.1f} %")
