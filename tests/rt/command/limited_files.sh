#!/usr/bin/env bash
# test: security.file_limit program -- @tactus
# Variants of a full disk: whatever a command writes, a file that may not become as large as it should is said with
# exit code 4 and one line, and is never a whole one with exit code 0.
#   limited_files.sh TACTUS    in the root of the sources
tactus=$1
program=("$tactus")
source tests/program.sh
model=config/models/m2_four_bar.yaml

run 0 sim $model --duration 0.05 --quiet --record "$work/a.tlog"

limited() { # limited OPTION ARGUMENTS...: writes more than 1 KiB, the last argument is the option's file
    local most=$1 size
    shift
    run 0 "$@" "$work/whole"
    size=$(stat -c %s "$work/whole")
    ok "$*: writes more than $most KiB" [ "$size" -gt $((most << 10)) ]
    for limit in 0 "$most" $(((size - 1) >> 10)); do
        rm -f "$work/part"
        (ulimit -f "$limit" && exec "$tactus" "$@" "$work/part") 2>&1 >/dev/null </dev/null | cat >"$work/err"
        ok "$*, $limit KiB: exit code 4" [ "${PIPESTATUS[0]}" -eq 4 ]
        # a recording says it at once, and again at the end
        ok "$*, $limit KiB: lines name the file" [ "$(grep -c "$work/part" "$work/err")" -ge 1 ]
        ok "$*, $limit KiB: no other lines" [ "$(grep -vc "$work/part" "$work/err")" -eq 0 ]
    done
    rm -f "$work/whole" "$work/part"
}

for option in --csv --hdf5 --mcap --glb --frames-svg --record; do
    limited 1 sim $model --duration 0.05 --quiet $option
done
limited 1 sim config/models/p3_hexapod.yaml --duration 0.02 --quiet --sensors
for option in --csv --hdf5 --mcap --glb --frames-svg; do
    limited 1 replay "$work/a.tlog" --quiet $option
    limited 1 log export "$work/a.tlog" $option
done
limited 1 log recover "$work/a.tlog"
limited 1 log cut "$work/a.tlog" 1:40
if command -v gnuplot >/dev/null; then # which draws into memory, and has the same limit there
    limited 1 sim $model --duration 0.05 --quiet --columns q,qd --plot
fi
finish
