#!/usr/bin/env bash
# Installs, builds and runs the main job; arguments are passed on to verify.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install-packages.sh
cmake --preset release -DHARDMAX_TESTS=OFF -B build/release >/dev/null
cmake --build build/release >/dev/null
[ $# -gt 0 ] || set -- --n 4 --d 1 --delta 0.5 --pattern strided
exec build/release/src/verify "$@"
