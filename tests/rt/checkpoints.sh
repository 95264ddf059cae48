#!/usr/bin/env bash
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
    if ! "$tactus" sim "$model" --duration "$duration" --quiet --record "$log" \
        --record-every "$every" 2>"$work/err"; then
        printf 'FAILED: %s is not recorded: %s\n' "$model" "$(cat "$work/err")"
        failed=$((failed + 1))
        continue
    fi
    for ((from = 0; from < steps; from += every)); do
        if "$tactus" replay "$log" --from "$from" >"$work/out" 2>&1 &&
            grep -q "identical: steps $from to $steps" "$work/out"; then
            passed=$((passed + 1))
        else
            printf 'FAILED: %s from step %s: %s\n' "$model" "$from" "$(head -c 600 "$work/out")"
            failed=$((failed + 1))
        fi
    done
done
echo "$passed checkpoints went on the same way, $failed did not"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
