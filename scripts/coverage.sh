#!/usr/bin/env bash
# Builds everything with clang's coverage, runs the tests and prints how many lines of each room of src they reach, with llvm-cov. `scripts/coverage.sh quick` runs the quick ones.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v llvm-cov-14 >/dev/null || { echo "coverage: llvm-cov-14 is missing; apt-get install llvm-14" >&2; exit 1; }
export HARDMAX_TEST_SCALE="${HARDMAX_TEST_SCALE:-0.1}" LLVM_PROFILE_FILE="$PWD/build/coverage/raw/%4m.profraw"
cmake --preset coverage -B build/coverage >/dev/null
cmake --build build/coverage
rm -rf build/coverage/raw
labels=()
[ "${1:-}" = quick ] && labels=(-L quick)
ctest --test-dir build/coverage --output-on-failure -j "$(nproc)" "${labels[@]}" || echo "coverage: some tests failed; what they reached is counted"
llvm-profdata-14 merge -sparse build/coverage/raw/*.profraw -o build/coverage/all.profdata
programs=(build/coverage/src/verify)
for program in build/coverage/src/verify-check build/coverage/tests/test_* build/coverage/tests/check/test_*; do
  [ -f "$program" ] && [ -x "$program" ] && programs+=(-object "$program")
done
llvm-cov-14 export -summary-only -instr-profile build/coverage/all.profdata "${programs[@]}" >build/coverage/summary.json
python3 scripts/coverage_rooms.py build/coverage/summary.json
