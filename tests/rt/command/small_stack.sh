#!/usr/bin/env bash
# test: security.small_stack program -- @tactus
# A stack that is too small for a command is a line and exit 5; with what the line asks for every command ends by itself.
#   small_stack.sh TACTUS    in the root of the sources
tactus=$(realpath "$1")
program=("$tactus")
source tests/program.sh
model=config/models/m2_four_bar.yaml
name=stack$$
cleanup() { rm -f /dev/shm/tactus."$name"*; }

printf 'name: %s\nmodel: %s\nstep: 1 ms\nduration: 20 ms\npolicy: {kind: count, bucket: 0}\nwatchdog: 60 s\n' $name \
    "$PWD/$model" >"$work/rig.yaml"
printf 'bodies: [{name: "b${i}", mass: 1, inertia: [1, 1, 1], repeat: {i: [1, 300]}}]\n' >"$work/wide.yaml"
deep=1 # a nest that the reader refuses, and one of expressions
for _ in $(seq 5000); do deep="[$deep"; done
printf 'bodies: %s\n' "$deep" >"$work/deep.yaml"
printf 'duration: %s1%s\n' "$(printf '(%.0s' $(seq 5000))" "$(printf ')%.0s' $(seq 5000))" >"$work/nested.yaml"
"$tactus" sim $model --duration 0.1 --record "$work/x.tlog" --quiet

with() { # with KIB WORDS...
    bash -c 'ulimit -s "$0"; exec "$@"' "$1" "$tactus" "${@:2}"
}

for kib in 64 96 300 511; do
    for words in "check $model" "sim $model --duration 0.1" list; do
        # shellcheck disable=SC2086
        quietly with $kib $words
        code=$?
        ok "$words with $kib KiB: exit $code" [ $code -eq 5 ]
        ok "$words with $kib KiB: a line" [ "$(wc -l <"$work/err")" -eq 1 ]
        ok "$words with $kib KiB: the remedy" grep -q "takes*.* $kib KiB, 512 are needed; raise it: ulimit -s 512" "$work/err"
    done
done
quietly with 64 --version
ok "--version needs no more: exit $?" [ $? -eq 0 ]

for words in "check $model" "check $work/wide.yaml" "check $work/deep.yaml" "check $work/nested.yaml" "tree $model" \
    "sim $model --duration 0.1 --csv $work/x.csv --hdf5 $work/x.h5 --mcap $work/x.mcap --glb $work/x.glb --record $work/y.tlog" \
    "sim $model --duration 0.1 --order 4 --estimate" "sim config/models/car.yaml --duration 0.05 --quiet" \
    "run $work/rig.yaml" "run $work/rig.yaml --trace" "replay $work/x.tlog" "log info $work/x.tlog" "log export $work/x.tlog --csv $work/z.csv" \
    "import tests/config/flexible/imports/rod.SID_FEM --out $work/rod.yaml" \
    "compile config/models/parts/corner.yaml --parameter side=1 --out $work/a.so" \
    "doctor --probe 0.01" "trace report tests/rt/trace/recorded" "ctl nobody status" list signals; do
    # shellcheck disable=SC2086
    quietly with 512 $words
    code=$?
    ok "$words: exit $code" [ $code -lt 126 -a $code -ne 5 ]
done

finish
