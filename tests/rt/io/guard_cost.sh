#!/usr/bin/env bash
# test: exchange.guard_cost guard skip=77 unless=sanitize -- @exchange.guard_cost
# The guard costs a read at most 2 % of its instructions: it takes no part in reads itself, and what every read
# asks because of it, whether the segment is gone, is little beside the copy.
#   guard_cost.sh PROGRAM    of guard_cost.c; skipped without valgrind
set -euo pipefail
program=$1
command -v valgrind >/dev/null || { echo "skipped: valgrind is missing"; exit 77; }
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

taken() { # taken HOW: instructions of all its reads
    valgrind --tool=callgrind -q --toggle-collect=counted_reads --callgrind-out-file="$work/$1" "$program" "$1"
    awk '/^summary:/ {print $2}' "$work/$1"
}

bare=$(taken bare) unguarded=$(taken unguarded) guarded=$(taken guarded) attached=$(taken attached)
echo "instructions: $bare bare, $unguarded unguarded, $guarded guarded, $attached attached when guarded"
[ "$guarded" -eq "$unguarded" ] && [ "$attached" -eq "$unguarded" ] || { echo "the guard takes part in reads"; exit 1; }
[ "$bare" -gt 0 ] && [ $((100 * unguarded)) -le $((102 * bare)) ] || { echo "more than 2 %"; exit 1; }
