#!/usr/bin/env bash
# Installs what Hardmax builds with on Debian 12. `--test` adds what the tests need, `--browser` alone what opens reports (tests/report): Chromium, and packages of npm by a lock file where
# there is npm. Needs root or sudo.
set -euo pipefail
build=(g++ cmake ninja-build pkg-config libgmp-dev libmpfr-dev libflint-dev libflint-arb-dev nlohmann-json3-dev libcli11-dev libfmt-dev
       libssl-dev libtbb-dev tao-pegtl-dev zlib1g-dev)
test=(catch2 libboost-dev clang-14 clang-format-14 libclang-rt-14-dev libbenchmark-dev python3 python3-numpy git)
more=(libmpfi-dev)  # one test compares Arb with MPFI; without it the test is left out
packages=("${build[@]}")
case ${1:-} in
  --test) packages+=("${test[@]}" "${more[@]}") ;;
  --browser)
    packages=(chromium)
    cd "$(dirname "$0")/.."
    command -v npm >/dev/null && npm ci --prefix tests/report --no-audit --no-fund --silent
    ;;
esac
missing=()
for package in "${packages[@]}"; do
  [ "$(dpkg-query -W -f='${Status}' "$package" 2>/dev/null)" = "install ok installed" ] || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
