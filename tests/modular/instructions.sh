#!/usr/bin/env bash
# test: modular.instructions guard unless=sanitize if=bench-instructions -- @python @bench-instructions
# What a modular step of the two triangles takes against index-3 at the same order: at most 0.45 of its instructions.
#   instructions.sh PYTHON BENCH_INSTRUCTIONS
set -euo pipefail
python=$1 program=$2
model=config/models/m7_two_triangles.yaml
most=0.45

counts() { # counts ARGUMENTS...: of one lane and of four
    "$python" bench/instructions.py --steps 2 --follow 50 "$@" "$program" "$model" |
        sed -n 's/.*\[\([0-9]*\), \([0-9]*\)\] instructions in each step.*/\1 \2/p'
}

read -r own_1 own_4 < <(counts --method modular)
read -r other_1 other_4 < <(counts --order 4)
awk -v a="$own_1" -v b="$other_1" -v c="$own_4" -v d="$other_4" -v most="$most" 'BEGIN {
    printf "modular %d and %d instructions, index3 of order 4 %d and %d: %.2f and %.2f\n", a, c, b, d, a / b, c / d
    exit !(a > 0 && c > 0 && a / b <= most && c / d <= most)}'
