#!/usr/bin/env bash
# Makes the pictures in docs/reports.md anew, with the programs in HARDMAX_BIN, else of the build.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install-packages.sh --browser
node tests/report/screenshots.js "$(realpath "${HARDMAX_BIN:-build/src}")/verify" "$(mktemp -d)" "$PWD/docs"
if command -v pngquant >/dev/null; then  # a palette is a third of the bytes
  pngquant --force --ext .png 64 docs/report.png docs/report-claim.png
fi
