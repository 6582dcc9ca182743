#!/usr/bin/env bash
# Writes what `verify findings --format md` says: of all papers into docs/findings.md, of each into proofs/PAPER/README.md, the table of them, made narrow, into README.md, between markers. Argument: the program (default build/release/src/verify).
set -euo pipefail
cd "$(dirname "$0")/.."
verify=${1:-build/release/src/verify}
found=$(mktemp)
new=$(mktemp)
trap 'rm -f "$found" "$new"' EXIT
code=0
"$verify" findings --format md --progress none --claims proofs >"$found" || code=$?
[ "$code" -le 2 ] || exit "$code"

# What stands between two lines of a file becomes the lines of standard input.
between() {
  if [ "$(grep -cFx -e "$2" -e "$3" "$1")" != 2 ]; then
    echo "$1: the two marker lines '$2' and '$3' are missing" >&2
    exit 65
  fi
  cat >"$new.part"
  awk -v begin="$2" -v end="$3" -v part="$new.part" '
    $0 == end { inside = 0 }
    !inside { print }
    $0 == begin { inside = 1; while ((getline line < part) > 0) print line }' "$1" >"$new"
  rm -f "$new.part"
  cat "$new" >"$1"
}

begin='<!-- findings: scripts/update-findings.sh -->'
end='<!-- end of findings -->'
between docs/findings.md "$begin" "$end" <"$found"
between README.md '<!-- table of papers -->' '<!-- end of table of papers -->' < <(
  awk '/^<!-- end of table of papers -->$/ { inside = 0 } inside { print } /^<!-- table of papers -->$/ { inside = 1 }' "$found" | awk -f scripts/summary-of-papers.awk)
for paper in $(sed -n 's/^<!-- findings of \([^ ]*\) -->$/\1/p' "$found"); do
  [ -e "proofs/$paper" ] || continue  # claims about a part of a paper, below its folder
  awk -v begin="<!-- findings of $paper -->" -v end="<!-- end of findings of $paper -->" '$0 == end { inside = 0 } inside { print } $0 == begin { inside = 1 }' "$found" |
    between "proofs/$paper/README.md" "$begin" "$end"
done
exit "$code"
