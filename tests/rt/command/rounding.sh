#!/usr/bin/env bash
# test: security.rounding_of_others_changes_no_bit program unless=sanitize -- @tactus @round_upward
# The rounding that a library set before main changes no bit of what is read, computed and printed.
#   rounding.sh TACTUS LIBRARY    in the root of the sources
program=(timeout 600 "$1")
library=$2
source tests/program.sh

upward() { LD_PRELOAD=$library "$@"; }

for model in m2_four_bar p4_double_wishbone p6_ur5e; do
    path=config/models/$model.yaml
    run 0 sim $path --duration '0.0731 s' --record "$work/plain.tlog" --quiet --sensors "$work/plain.csv"
    ok "$model is simulated with the library" upward quietly "${program[@]}" sim $path \
        --duration '0.0731 s' --record "$work/upward.tlog" --quiet --sensors "$work/upward.csv"
    run 0 log diff "$work/plain.tlog" "$work/upward.tlog"
    ok "$model: the same digits" cmp "$work/plain.csv" "$work/upward.csv"
    ok "$model: the recording replays with the library" upward quietly "${program[@]}" replay \
        "$work/plain.tlog"
    says identical
done
finish
