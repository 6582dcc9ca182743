#!/usr/bin/env bash
# Compares what both programs say, command by command, with what tests/oracle/expected has: scripts/oracle.sh [--record]. HARDMAX_BIN is the folder of the programs (default
# build/test/src, else build/release/src). --record writes it anew; a change that means to change an output does so in a commit of its own.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=${HARDMAX_BIN:-build/test/src}
[ -x "$bin/verify" ] || bin=build/release/src
[ -x "$bin/verify" ] || { echo "oracle.sh: no verify in build/test/src or build/release/src; build it, or name its folder in HARDMAX_BIN" >&2; exit 64; }
exec python3 tests/oracle/run.py "$bin" "$@"
