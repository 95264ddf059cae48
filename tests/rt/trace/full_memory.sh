#!/usr/bin/env bash
# test: security.full_shared_memory program skip=77 unless=sanitize machine=own_root -- full_shared_memory @tactus
# test: bare.security.full_shared_memory program skip=77 unless=sanitize machine=bare,own_root -- full_shared_memory @tactus
# test: security.little_memory program cost=20 skip=77 unless=sanitize machine=own_root -- little_memory @tactus
# No command ends by a signal where /dev/shm is full, or where there is little memory.
#   full_memory.sh CASE TACTUS    in the root of the sources; 77 where no /dev/shm of its own can be had
case=$1 tactus=$(realpath "$2")
program=("$tactus")
source tests/program.sh

by_itself() { # by_itself WHAT COMMAND...: it ends, not by a signal
    local what=$1
    shift
    quietly "$@"
    code=$?
    ok "$what: exit $code" [ $code -lt 126 -o $code -eq 127 ]
}

# a tracing rig is refused with a line, or runs: who cannot start LTTng's threads says so
printf 'name: full-%s\nmodel: %s\nstep: 1 ms\nduration: 20 ms\npolicy: {kind: count, bucket: 0}\nwatchdog: 60 s\n' $$ \
    "$PWD/config/models/m2_four_bar.yaml" >"$work/rig.yaml"

full_shared_memory() {
    local own=(unshare -m) fill
    [ "$(id -u)" -eq 0 ] || own=(unshare -r -m)
    fill='mount -t tmpfs -o size=4k none /dev/shm || exit 77; head -c 4096 /dev/zero >/dev/shm/full; exec "$@"'
    "${own[@]}" sh -c "$fill" sh true 2>/dev/null || {
        echo 'skipped: no name space with a /dev/shm of its own'
        exit 77
    }
    own+=(sh -c "$fill" sh "$tactus")
    quietly "${own[@]}" --version
    ok "--version: exit $?" [ $? -eq 0 ]
    quietly "${own[@]}" ctl nobody stop
    ok "ctl: nobody there" [ $? -eq 1 ]
    quietly "${own[@]}" check config/models/m2_four_bar.yaml
    ok "check is done" [ $? -eq 0 ]
    by_itself sim "${own[@]}" sim config/models/m2_four_bar.yaml --duration 0.1
    by_itself signals "${own[@]}" signals
    by_itself doctor "${own[@]}" doctor --probe 0.01
    for option in '' --trace; do
        # shellcheck disable=SC2086
        quietly "${own[@]}" run "$work/rig.yaml" $option
        local code=$?
        ok "run $option is refused: exit $code" [ $code -eq 2 -o $code -eq 4 -o $code -eq 5 ]
        ok "run $option: one line" [ "$(wc -l <"$work/err")" -eq 1 ]
    done
}

little_memory() {
    local limit
    # at 30000 glib came up with too little and waited for itself for ever, while libbabeltrace2 was part of the program
    for limit in 20000 26000 28000 30000 32000 34000 36000 40000 50000 70000; do
        by_itself "check with $limit KiB" \
            bash -c "ulimit -v $limit; exec \"\$@\"" bash "$tactus" check config/models/m2_four_bar.yaml
    done
    # HDF5 crashes where it gets no memory: for its start, for columns, for rows
    printf 'bodies: [{name: "b${i}", mass: 1, inertia: [1, 1, 1], repeat: {i: [1, 300]}}]\n' >"$work/wide.yaml"
    for limit in $(seq 14000 4000 26000) $(seq 30000 2000 48000); do
        by_itself "HDF5 with $limit KiB" bash -c "ulimit -v $limit; exec \"\$@\"" bash \
            "$tactus" sim config/models/m2_four_bar.yaml --duration 0.05 --quiet --hdf5 "$work/x.h5"
    done
    for limit in 85000 125000 170000 185000; do
        by_itself "wide HDF5 with $limit KiB" bash -c "ulimit -v $limit; exec \"\$@\"" bash \
            "$tactus" sim "$work/wide.yaml" --dt 1e-3 --duration 0.01 --quiet --hdf5 "$work/x.h5"
        ok "wide HDF5 with $limit KiB: all or a line" [ $code -eq 0 -o $code -eq 4 -a -s "$work/err" ]
    done
    for limit in $(seq 26000 4000 66000) 100000; do
        by_itself "trace report with $limit KiB" \
            bash -c "ulimit -v $limit; exec \"\$@\"" bash "$tactus" trace report tests/rt/trace/recorded
        ok "trace report with $limit KiB: all or a line" [ $code -eq 0 -o -s "$work/err" ]
    done
    for limit in $(seq 37000 3000 61000) 100000; do
        by_itself "tracing with $limit KiB" \
            bash -c "ulimit -v $limit; exec \"\$@\"" bash "$tactus" run "$work/rig.yaml" --trace
    done
}

"$case"
finish
