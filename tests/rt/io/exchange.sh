#!/usr/bin/env bash
# test: exchange.protocol guard skip=77 -- tests/rt/io/exchange.pml @cc
# Checks the model of the slot protocol; 77 (skipped) without spin.
#   exchange.sh MODEL COMPILER
set -euo pipefail
model=$(realpath "$1")
compiler=$2
command -v spin >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

verify() { # verify NAME FLAGS SPIN_FLAGS RUN_FLAGS: prints the summary, 1 when an error was found
    local name=$1 flags=$2 run=$3
    # shellcheck disable=SC2086
    spin -a $flags "$model" >/dev/null
    "$compiler" -O2 -DVECTORSZ=2048 -o "$name" pan.c 2>/dev/null
    # shellcheck disable=SC2086
    "./$name" -m1000000 $run >"$name.log" 2>&1
    printf '%s: ' "$name"
    grep -m 1 'errors:' "$name.log"
    grep -q 'errors: 0' "$name.log"
}

verify safety "" "-noclaim" || { cat safety.log; exit 1; }
verify progress "" "-a -f -N finishes" || { cat progress.log; exit 1; }
if verify without_odd "-DNO_ODD" "-noclaim"; then
    echo "the model accepts a protocol without odd numbers: it cannot fail"
    exit 1
fi
grep -q 'assertion violated' without_odd.log
echo "without odd numbers a torn frame is found, as it must"
