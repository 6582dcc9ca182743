#!/usr/bin/env bash
# Builds verify and verify-check with the faults that the code names, and tries all of them; `scripts/faults.sh --tenth K` tries one in ten (docs/faults.md).
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p build
cmake --preset release -B build/faults -DHARDMAX_FAULTS=ON -DHARDMAX_TESTS=OFF >/dev/null
cmake --build build/faults --target verify verify-check >build/faults.log 2>&1 || { tail -n 40 build/faults.log; exit 2; }
exec python3 tests/faults/run.py build/faults/src/verify build/faults/src/verify-check "$@"
