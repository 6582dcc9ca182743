#!/usr/bin/env bash
# Builds and runs the benchmarks: scripts/bench.sh [--short]
# Each prints ratios to baselines that ran in the same process; --short runs a part of each for an instant, to see that it still works: its figures say nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${HARDMAX_BENCH_BUILD:-build/test}
cmake --preset release -DHARDMAX_BENCH=ON -B "$build" >/dev/null
cmake --build "$build" --target bench_engines bench_soft >/dev/null
engines=() soft=()
if [ "${1:-}" = --short ]; then
  engines=(--benchmark_min_time=0.01)
  soft=(--benchmark_min_time=0.01 '--benchmark_filter=8,1,2 repaired/(softmax|arb)')
fi
"$build/tests/bench/bench_engines" "${engines[@]}"
"$build/tests/bench/bench_soft" "${soft[@]}"
