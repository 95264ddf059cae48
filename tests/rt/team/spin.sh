#!/usr/bin/env bash
# Checks the model of the team's protocol with SPIN: all assertions and ends, then termination on
# every fair run; then that the model notices when a guard of the protocol is left out.
set -euo pipefail
model=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/team.pml
command -v spin >/dev/null || { echo "spin is not installed: apt-get install spin" >&2; exit 1; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# pan NAME "SPIN FLAGS" "COMPILER FLAGS" "PAN FLAGS": runs in at most 1 GB, prints errors and states
pan() {
    mkdir "$1" && cd "$1"
    # shellcheck disable=SC2086
    spin $2 -a "$model" >spin.log 2>&1 || { cat spin.log; exit 1; }
    # shellcheck disable=SC2086
    gcc -O2 -w -DMEMLIM=1000 -DNFAIR=5 $3 -o pan pan.c
    # shellcheck disable=SC2086
    ./pan -m1000000 $4 >pan.log 2>&1 || true
    cd ..
    grep -q 'errors:' "$1/pan.log" || { cat "$1/pan.log"; exit 1; }
    if grep -qE 'max search depth too small|out of memory|memory limit' "$1/pan.log"; then
        cat "$1/pan.log"
        exit 1
    fi
    printf '%-12s %s errors, %s states\n' "$1" "$(errors "$1")" \
        "$(awk '/states, stored/ {print $1; exit}' "$1/pan.log")"
}

errors() { sed -n 's/.*errors: \([0-9]*\).*/\1/p' "$1/pan.log"; }

fail() { cat "$1/pan.log" >&2; echo "the model '$1' $2" >&2; exit 1; }

pan safety "" "-DSAFETY -DNOCLAIM" ""
[ "$(errors safety)" = 0 ] || fail safety "does not keep its promises"
pan termination "" "" "-a -f -N termination"
[ "$(errors termination)" = 0 ] || fail termination "may go on for ever"
for guard in BROKEN_IDLE BROKEN_CLAIM; do
    pan "$guard" "-D$guard" "-DSAFETY -DNOCLAIM" ""
    [ "$(errors "$guard")" != 0 ] || fail "$guard" "does not notice that a guard is missing"
done
echo "team.pml: all properties hold"
