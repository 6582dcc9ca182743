#!/usr/bin/env bash
# Builds what uses threads with clang's ThreadSanitizer and runs it: the tests of the engines and of decisions, and the recorded commands with two threads.
# TBB is built from Debian's source with the sanitizer too: of the package's library it would not see what threads wait for, and report every task as a race.
set -euo pipefail
cd "$(dirname "$0")/.."
export HARDMAX_TEST_SCALE="${HARDMAX_TEST_SCALE:-0.1}" TSAN_OPTIONS="halt_on_error=1 second_deadlock_stack=1"
tbb=$PWD/build/tsan-tbb
if ! ls "$tbb"/build/*/libtbb.so.12 >/dev/null 2>&1; then
  mkdir -p "$tbb/lists/partial"
  echo "deb-src http://deb.debian.org/debian $(. /etc/os-release && echo "$VERSION_CODENAME") main" >"$tbb/sources.list"
  apt=(apt-get -o "Dir::Etc::sourcelist=$tbb/sources.list" -o Dir::Etc::sourceparts=/dev/null -o "Dir::State::lists=$tbb/lists")
  "${apt[@]}" update
  (cd "$tbb" && "${apt[@]}" source --download-only onetbb && mkdir -p source && tar -xf onetbb_*.orig.tar.* --strip-components=1 -C source)
  cmake -S "$tbb/source" -B "$tbb/build" -G Ninja -DCMAKE_CXX_COMPILER=clang++-14 -DCMAKE_C_COMPILER=clang-14 -DCMAKE_BUILD_TYPE=RelWithDebInfo -DTBB_SANITIZE=thread -DTBB_TEST=OFF -DTBBMALLOC_BUILD=OFF -DTBB_STRICT=OFF
  cmake --build "$tbb/build"
fi
cmake --preset tsan -B build/tsan -DCMAKE_BUILD_RPATH="$(dirname "$tbb"/build/*/libtbb.so.12)" >/dev/null
cmake --build build/tsan --target verify verify-check test_unit_execute test_unit_decide test_unit_discharge
ctest --test-dir build/tsan --output-on-failure -j "$(nproc)" -L quick -R '^(execute|decide|discharge): |^oracle'
