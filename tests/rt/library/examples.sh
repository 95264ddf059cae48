#!/usr/bin/env bash
# test: rt.library_examples program unless=sanitize -- @cc @tactus-library
# The examples of docs/library.md, taken out of it: compiled against the header and the library, and run.
#   examples.sh C_COMPILER LIBRARY    in the root of the sources
set -euo pipefail
compiler=$1 library=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp config/models/p4_double_wishbone.yaml "$work/double_wishbone.yaml"

block() { # block LANGUAGE: the fenced block of that language
    awk -v fence="\`\`\`$1" '$0 == fence {on = 1; next} /^```/ {on = 0} on' docs/library.md
}

block c >"$work/first.c"
"$compiler" -std=c99 -Wall -Wextra -Wpedantic -Werror -Irt/library "$work/first.c" -o "$work/first" "$library" \
    -Wl,-rpath,"$(dirname "$library")"
(cd "$work" && ./first >out 2>err)
[ ! -s "$work/err" ] && [ "$(wc -l <"$work/out")" -eq 100 ] && grep -q '^1 ' "$work/out" ||
    { echo "the example in C printed something else"; cat "$work/out" "$work/err"; exit 1; }
rm "$work/double_wishbone.yaml"
if (cd "$work" && ./first >out 2>err); then echo "a model that is not there ends with 0"; exit 1; fi
[ "$(wc -l <"$work/err")" -eq 1 ] || { echo "not one line about a missing model"; cat "$work/err"; exit 1; }

cp config/models/p4_double_wishbone.yaml "$work/double_wishbone.yaml"
block python >"$work/first.py"
module=$PWD/rt/library
(cd "$work" && PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$module TACTUS_LIBRARY=$library python3 first.py >out)
grep -qE '^\[[-0-9.e]+, [-0-9.e]+, [-0-9.e]+\]$' "$work/out" ||
    { echo "the example in Python printed something else"; cat "$work/out"; exit 1; }
echo "both examples run"
