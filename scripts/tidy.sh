#!/usr/bin/env bash
# clang-tidy, with the checks that .clang-tidy names, over src or the files that are given. It reads the precompiled headers of a build with sanitizers, in which each file is compiled by itself; it makes them first.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v clang-tidy-14 >/dev/null || { echo "tidy: clang-tidy-14 is missing; apt-get install clang-tidy-14" >&2; exit 1; }
build=${HARDMAX_TIDY_BUILD:-build/tidy}
[ -e "$build/build.ninja" ] || cmake --preset asan -DHARDMAX_UNITY=OFF -B "$build" >/dev/null
ninja -C "$build" $(ninja -C "$build" -t targets all | sed -n 's/^\(src\/.*cmake_pch[^:]*\.pch\):.*/\1/p') >/dev/null
files=("$@")
[ ${#files[@]} -gt 0 ] || mapfile -t files < <(find src -name '*.cpp' | sort)
printf '%s\0' "${files[@]}" | xargs -0 -P "$(nproc)" -n 1 clang-tidy-14 -p "$build" --quiet "--header-filter=/src/" 2>/dev/null
