#!/usr/bin/env bash
# Writes what `verify regress --format md` finds into proofs/README.md, between its two markers. Argument: the program (default build/release/src/verify).
set -euo pipefail
cd "$(dirname "$0")/.."
verify=${1:-build/release/src/verify}
readme=proofs/README.md
begin='<!-- corpus table: scripts/update-corpus-table.sh -->'
end='<!-- end of corpus table -->'
if [ "$(grep -cFx -e "$begin" -e "$end" "$readme")" != 2 ]; then
  echo "$readme: the two marker lines are missing" >&2
  exit 65
fi
table=$(mktemp)
new=$(mktemp)
trap 'rm -f "$table" "$new"' EXIT
code=0
"$verify" regress --format md --progress none --claims proofs >"$table" || code=$?
[ "$code" -le 2 ] || exit "$code"
awk -v begin="$begin" -v end="$end" -v table="$table" '
  $0 == end { inside = 0 }
  !inside { print }
  $0 == begin { inside = 1; while ((getline line < table) > 0) print line }' "$readme" >"$new"
cat "$new" >"$readme"
exit "$code"
