#!/usr/bin/env bash
# A fresh Debian 12 follows the README alone: `scripts/fresh-debian.sh FOLDER [all|quick|none]` makes one in FOLDER (as root, with debootstrap and a network), takes the last
# commit there, and runs the commands of "Two commands" (all tests, the quick ones or none), makes and installs the package, and has a certificate checked by what is installed. It says how long
# the first verdict took. FOLDER is left as it is then; where it holds a Debian already, that one is used.
set -euo pipefail
cd "$(dirname "$0")/.."
root=${1:?"fresh-debian: name a folder for the new system, for example /srv/fresh"}
tests=${2:-all}
case $tests in all | quick | none) ;; *) echo "fresh-debian: tests '$tests': write all, quick or none" >&2; exit 1 ;; esac
[ "$(id -u)" -eq 0 ] || { echo "fresh-debian: only root can make a system in $root; use sudo" >&2; exit 1; }
command -v debootstrap >/dev/null || { echo "fresh-debian: debootstrap is missing; apt-get install debootstrap" >&2; exit 1; }
[ -e "$root/etc/debian_version" ] || debootstrap --variant=minbase bookworm "$root" >/dev/null
rm -rf "$root/hardmax"
mkdir "$root/hardmax"
git archive HEAD | tar -x -C "$root/hardmax"
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
trap 'umount "$root/proc"' EXIT

# The indented lines under a heading of the README, without what is said beside them.
commands_of() {
  awk -v heading="## $1" '$0 == heading {inside = 1; next} /^## / {inside = 0} inside && /^    / {sub(/ +# .*/, ""); print substr($0, 5)}' README.md
}
inside() {
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 HARDMAX_TEST_SCALE="${HARDMAX_TEST_SCALE:-0.1}" \
    chroot "$root" /bin/bash -c "set -euo pipefail; cd /hardmax; $1"
}
mapfile -t commands < <(commands_of "Two commands")
[ "${#commands[@]}" -eq 3 ] || { echo "fresh-debian: the README has ${#commands[@]} commands under 'Two commands', and 3 were looked for" >&2; exit 1; }
began=$SECONDS
echo "$ ${commands[0]}"
inside "${commands[0]}" | tail -n 3
echo "fresh-debian: first verdict after $((SECONDS - began)) s"
if [ "$tests" != none ]; then
  began=$SECONDS
  [ "$tests" = all ] || commands[1]+=" quick"
  echo "$ ${commands[1]}"
  inside "${commands[1]}" | tail -n 12
  echo "fresh-debian: tests after $((SECONDS - began)) s"
fi
inside "${commands[2]}; cd build/release && cpack -G DEB && apt-get install -y ./hardmax_*.deb" | tail -n 3
inside "cd /root && hardmax --n 4 --d 1 --delta 0.5 --pattern strided --certificate run.cert | tail -n 1; hardmax-check --claims /usr/share/hardmax/proofs run.cert"
