#!/usr/bin/env bash
# Builds and runs the benchmarks: scripts/bench.sh [--short | --against REF]
# Each prints ratios to baselines that ran in the same process. --short runs a part of each for an
# instant, to see that it still works: its figures say nothing. --against REF builds the commit REF
# beside this tree and runs both in turns, in the same minutes: a ratio for each benchmark.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${HARDMAX_BENCH_BUILD:-build/test}
built() {  # built SOURCE BUILD TARGET...
  cmake -S "$1" --preset release -DHARDMAX_BENCH=ON -B "$2" >/dev/null
  cmake --build "$2" --target "${@:3}" >/dev/null
}
built . "$build" bench_engines bench_soft bench_turing bench_described
if [ "${1:-}" = --against ]; then
  [ $# -eq 2 ] || { echo "bench.sh: --against needs a commit" >&2; exit 64; }
  other=build/against
  trap 'git worktree remove --force "$other/source" >/dev/null 2>&1 || true' EXIT
  git worktree remove --force "$other/source" >/dev/null 2>&1 || true
  git worktree add --quiet --detach "$other/source" "$2"
  built "$other/source" "$PWD/$other/build" bench_engines
  python3 tests/bench/against.py "$other/build/tests/bench/bench_engines" "$build/tests/bench/bench_engines"
  exit
fi
engines=() soft=() turing=() described=()
if [ "${1:-}" = --short ]; then
  engines=(--benchmark_min_time=0.01)
  soft=(--benchmark_min_time=0.01 '--benchmark_filter=8,1,2 repaired/(softmax|arb)')
  turing=(--benchmark_min_time=0.01 '--benchmark_filter=bb4/(fast|python)|task1 n=2')
  described=(--benchmark_min_time=0.01 '--benchmark_filter=boxes')
fi
"$build/tests/bench/bench_engines" "${engines[@]}"
"$build/tests/bench/bench_soft" "${soft[@]}"
"$build/tests/bench/bench_turing" "${turing[@]}"
"$build/tests/bench/bench_described" "${described[@]}"
