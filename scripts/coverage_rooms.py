#!/usr/bin/env python3
"""Lines of each room of src that were reached: coverage_rooms.py SUMMARY, as llvm-cov export -summary-only writes it."""
import collections
import json
import sys

files = {}
for file in json.load(open(sys.argv[1]))["data"][0]["files"]:
    _, found, path = file["filename"].rpartition("/src/")
    if not found or "/tests/" in file["filename"]:
        continue
    if path.startswith("view/"):  # a header, as the room view/ROOM sees it
        path = path.split("/", 2)[2]
    lines = file["summary"]["lines"]
    files[path] = max(files.get(path, (0, 0)), (lines["covered"], lines["count"]))
rooms = collections.defaultdict(lambda: [0, 0])
for path, (reached, count) in files.items():
    for room in (path.split("/")[0], "all"):
        rooms[room][0] += reached
        rooms[room][1] += count
for room, (reached, count) in sorted(rooms.items(), key=lambda x: (x[0] == "all", x[0])):
    print(f"{room:12} {reached:6} of {count:6}  {100 * reached / count:5.1f} %")
