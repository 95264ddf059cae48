#!/usr/bin/env bash
# No fused multiply-add in what computes: it would give other bits than a processor without it.
#   fused.sh OBJDUMP ARCHIVE...
set -euo pipefail
objdump=$1
shift
found=$("$objdump" -d --no-show-raw-insn "$@" |
    awk '/>:$/ {f = $2} /\tvfn?m(add|sub)|\tfn?m(add|sub)/ {print f, $0}')
[ -z "$found" ] || { echo "fused operations:"; echo "$found" | head -n 20; exit 1; }
