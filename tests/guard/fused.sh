#!/usr/bin/env bash
# test: guard.fused guard -- @objdump @tactus-kernel @tactus-config @tactus-rt
# Multiply-adds are fused where the source says so (lane.h) and nowhere else: what a compiler fuses by
# itself gives other bits with the next one. Those of alternating sign nobody writes down. What lanes do with flexible
# bodies is called for one by flexible_single.c alone.
#   fused.sh OBJDUMP ARCHIVE...
set -euo pipefail
objdump=$1
shift
found=$("$objdump" -d --no-show-raw-insn "$@" |
    awk '/^In archive/ {kernel = /libtactus-kernel\.a:/}
        /file format/ {meant = kernel && $1 ~ /^(bodies|elements|joint_ends|units|flexible_units|carrier_units|flexible_solves|flexible_motion|flexible_single|chain|rows|row_rates|drag|lift)\.c\./}
        />:$/ {f = $2}
        /\tvfm(addsub|subadd)/ || !meant && /\tvfn?m(add|sub)|\tfn?m(add|sub)/ {print f, $0}')
[ -z "$found" ] || { echo "fused operations:"; echo "$found" | head -n 20; exit 1; }
