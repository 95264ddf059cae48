#!/usr/bin/env bash
# test: replay.checkpoints program -- @tactus 30 10
# test: replay.all_checkpoints full timeout=3000 -- @tactus 600 15
# Every checkpoint of a recording restores to the same continuation, in a new process, on every shipped
# model.
#   checkpoints.sh TACTUS STEPS EVERY    in the root of the sources
set -uo pipefail
tactus=$1 steps=$2 every=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0 passed=0

for model in config/models/*.yaml config/models/examples/*.yaml; do
    log=$work/model.tlog
    dt=$("$tactus" sim "$model" --duration 0 2>/dev/null |
        sed -n 's/.*steps of \([0-9.e-]*\) s.*/\1/p')
    duration=$(awk -v h="$dt" -v n="$steps" 'BEGIN { printf "%.12g", n * h }')
    "$tactus" sim "$model" --duration "$duration" --quiet --record "$log" \
        --record-every "$every" 2>"$work/err"
    code=$?
    if [ $code -ne 0 ] && [ $code -ne 7 ]; then # in doubt, it is recorded all the same
        printf 'FAILED: %s is not recorded: %s\n' "$model" "$(cat "$work/err")"
        failed=$((failed + 1))
        continue
    fi
    # from the last checkpoint to the first; a slow machine writes more of them than EVERY asks for
    n=$("$tactus" log info "$log" | sed -n 's/^steps .* \([0-9]*\) checkpoints.*/\1/p')
    found=0
    for ((from = steps - 1; from >= 0; from = first - 1)); do
        first=-1
        if "$tactus" replay "$log" --from "$from" >"$work/out" 2>&1; then
            first=$(sed -n "s/.*identical: steps \([0-9]*\) to $steps,.*/\1/p" "$work/out")
        fi
        if [ "${first:--1}" -lt 0 ] || [ "$first" -gt "$from" ]; then
            printf 'FAILED: %s from step %s: %s\n' "$model" "$from" "$(head -c 600 "$work/out")"
            failed=$((failed + 1))
            break
        fi
        found=$((found + 1))
    done
    passed=$((passed + found))
    if [ "$found" -ne "${n:-0}" ] || [ "$found" -lt $(((steps + every - 1) / every)) ]; then
        printf 'FAILED: %s has %s checkpoints, %s went on\n' "$model" "$n" "$found"
        failed=$((failed + 1))
    fi
done
echo "$passed checkpoints went on the same way, $failed did not"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
