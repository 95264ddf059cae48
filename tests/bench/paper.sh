#!/usr/bin/env bash
# test: bench.paper program -- @bench-paper
# The scaling study from outside: its files, and the paper's statements beside them. Says nothing about how
# fast this machine is.
#   paper.sh BENCH-PAPER    in the root of the sources
program=("$1")
source tests/program.sh

run 0 --quick --workers 2 --csv "$work/paper.csv"
ok "three chains of eight numbers of workers" [ "$(wc -l <"$work/paper.csv")" -eq 25 ]
ok "shares add up" awk -F, 'NR > 1 {s = $8 + $9 + $10 + $11; if (s < 0.99 || s > 1.01) exit 1}' \
    "$work/paper.csv"
ok "measured as far as asked for, predicted for all" awk -F, \
    'NR > 1 && (($2 <= 2) != ($3 > 0) || !($6 >= 1)) {exit 1}' "$work/paper.csv"
ok "one worker is its own measure" awk -F, 'NR > 1 && $2 == 1 && $4 + 0 != 1 {exit 1}' \
    "$work/paper.csv"
ok "last increments are the paper's or smaller" awk -F, \
    'NR > 1 && $12 >= ($1 == 2 ? 1e-7 : 1e-3) {exit 1}' "$work/paper.csv"
ok "the paper's statements stand beside" grep -q '81 %' "$work/out"
if command -v gnuplot >/dev/null; then
    run 0 --quick --workers 1 --svg "$work/paper.svg"
    ok "four drawings" grep -q 'efficiency' "$work/paper.svg"
fi
run 4 --quick --workers 1 --csv "$work/no/such/folder"
refuse "--workers" --workers 9
refuse "are fixed" chain.yaml
refuse "cannot both write" --csv "$work/twice" --svg "$work/twice"
ok "not even begun" [ ! -e "$work/twice" ]
run 0 --help
ok "the help lists its options" [ "$(grep -c '^  --' "$work/out")" -eq 4 ]

finish
