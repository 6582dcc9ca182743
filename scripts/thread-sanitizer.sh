#!/usr/bin/env bash
# Builds what uses threads with clang's ThreadSanitizer and runs it: the tests of the engines and of decisions, and the recorded commands with two threads.
set -euo pipefail
cd "$(dirname "$0")/.."
export HARDMAX_TEST_SCALE="${HARDMAX_TEST_SCALE:-0.1}" TSAN_OPTIONS="halt_on_error=1 second_deadlock_stack=1"
cmake --preset tsan -B build/tsan >/dev/null
cmake --build build/tsan --target verify verify-check test_unit_execute test_unit_decide test_unit_discharge
ctest --test-dir build/tsan --output-on-failure -j "$(nproc)" -R '^(execute|decide|discharge): |^oracle'
