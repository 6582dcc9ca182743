#!/usr/bin/env bash
# Fuzzes what verify-check reads, both parsers of claims and the importers of patterns: scripts/fuzz.sh [SECONDS [TARGET...]]
# SECONDS (default 60) are split evenly over the targets, one after the other: json toml formula language certificate assumption1 import. Starts from the kept inputs (tests/fuzz/check/corpus,
# tests/fuzz/pattern/corpus, for certificates also the accepted ones) and leaves new ones in build/asan/found. Ends non-zero if a target crashes, hangs for a minute or takes 2 GB; the
# input then stands in build/asan/crashes. See tests/fuzz/README.md.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
case $seconds in '' | *[!0-9]* | 0) echo "fuzz.sh: SECONDS must be a positive integer, not '$seconds'" >&2; exit 64 ;; esac
[ $# -gt 1 ] && targets=("${@:2}") || targets=(json toml formula language certificate assumption1 import)
build=${HARDMAX_FUZZ_BUILD:-build/asan}
cmake --preset asan -B "$build" >/dev/null
cmake --build "$build" --target "${targets[@]/#/fuzz_}" >/dev/null
each=$((seconds / ${#targets[@]}))
[ "$each" -gt 0 ] || each=1
status=0
for target in "${targets[@]}"; do
  dictionary=$target
  kept=("tests/fuzz/check/corpus/$target") program=$build/tests/fuzz/fuzz_$target
  case $target in
    certificate) dictionary=json kept+=(tests/certificate/accept tests/certificate/structural/accept) ;;
    assumption1) dictionary=json kept=(tests/certificate/assumption1/accept) ;;
    language) dictionary=formula kept=(tests/fuzz/check/corpus/formula) ;;
    import) dictionary=json kept=(tests/fuzz/pattern/corpus) ;;
  esac
  mkdir -p "$build/found/$target" "$build/crashes"
  log=$build/$target.log
  "$program" -dict="tests/fuzz/check/$dictionary.dict" -artifact_prefix="$build/crashes/$target-" -max_total_time="$each" -timeout=60 \
    -rss_limit_mb=2048 -print_final_stats=1 "$build/found/$target" "${kept[@]}" >"$log" 2>&1 || { status=1; tail -n 40 "$log"; }
  echo "$target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") runs in $each s"
done
exit "$status"
