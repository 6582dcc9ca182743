#!/usr/bin/env bash
# Formats all tracked C++ sources with clang-format 14; `scripts/format.sh --check` only says which differ.
set -euo pipefail
cd "$(dirname "$0")/.."
program=clang-format-14
command -v "$program" >/dev/null || { echo "SKIPPED: $program is not installed (Debian: clang-format-14)"; exit 0; }
mode=(-i)
[ "${1:-}" = --check ] && mode=(--dry-run -Werror)
git ls-files -z 'src/*.[ch]pp' 'tests/*.[ch]pp' | xargs -0 "$program" "${mode[@]}"
