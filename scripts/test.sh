#!/usr/bin/env bash
# Installs, builds and runs the tests. `scripts/test.sh quick` runs those of under a minute.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install-packages.sh --test
cmake --preset release -B build/test >/dev/null
cmake --build build/test
labels=()
[ "${1:-}" = quick ] && labels=(-L quick)
ctest --test-dir build/test --output-on-failure -j "$(nproc)" "${labels[@]}"
