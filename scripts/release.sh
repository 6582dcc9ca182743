#!/usr/bin/env bash
# A release: scripts/release.sh [--tag]. Needs a clean tree, the version of CMakeLists.txt, and a section of CHANGELOG.md for it. Writes dist/verify-check-VERSION.tar.gz: verify-check linked
# statically, its sources and their Makefile, the certificate format, the claims and the licence. --tag makes the tag vVERSION as well; nothing is pushed.
set -euo pipefail
cd "$(dirname "$0")/.."
case ${1:-} in '' | --tag) ;; *) echo "release.sh: '$1': only --tag is known" >&2; exit 64 ;; esac
version=$(sed -n 's/^project(hardmax VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
[ -z "$(git status --porcelain)" ] || { echo "release.sh: the tree has changes; commit them first" >&2; exit 64; }
grep -q "^## $version\$" CHANGELOG.md || { echo "release.sh: CHANGELOG.md has no section '## $version'" >&2; exit 64; }
grep -q "^version: $version\$" CITATION.cff || { echo "release.sh: CITATION.cff has another version than $version" >&2; exit 64; }
name=verify-check-$version
folder=dist/$name
rm -rf "$folder"
mkdir -p "$folder/src"
cp LICENSE CHANGELOG.md CMakeLists.txt "$folder"
cp -r src/check "$folder/src"
cp src/certificate/FORMAT.md "$folder"
cp -r proofs "$folder"
# What is released is built from what is released, and from nothing else.
make -C "$folder/src/check" -j "$(nproc)" -s BUILD="$PWD/build/release-static" LDFLAGS=-static
cp build/release-static/verify-check "$folder"
strip "$folder/verify-check"
"$folder/verify-check" --version | grep -qx "verify-check $version"
# The same tree gives the same bytes.
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct)" -C dist -cf - "$name" | gzip -n >"dist/$name.tar.gz"
rm -rf "$folder"
[ "${1:-}" != --tag ] || git tag -a "v$version" -m "Hardmax $version"
echo "dist/$name.tar.gz  $(sha256sum "dist/$name.tar.gz" | cut -d' ' -f1)"
