#!/usr/bin/env bash
# test: rt.removed_recording program -- @tactus
# A recording that others remove or cut off while it is made is said at once, goes on in another file, and is said at the
# end with exit 4.
#   removed_recording.sh TACTUS    in the root of the sources
tactus=$(realpath "$1")
source tests/program.sh
name=removed$$
pid=''
cleanup() {
    [ -z "$pid" ] || kill -KILL "$pid" 2>/dev/null
    rm -f /dev/shm/tactus."$name"*
}
printf 'name: %s\nmodel: %s\nstep: 1 ms\nwatchdog: 20 s\npolicy: {kind: count, bucket: 0}\n' "$name" \
    "$PWD/config/models/m2_four_bar.yaml" >"$work/form.yaml"

until_true() { # until_true COMMAND...: for as long as any machine takes
    for _ in $(seq 300); do
        "$@" && return
        sleep 0.1
    done
    ok "$* came true" false
}
has_blocks() { [ "$(stat -c %s "$work/x.tlog" 2>/dev/null || echo 0)" -gt 20000 ]; }
says_it() { grep -q "'$work/x.tlog' cannot be written: it was removed or cut off" "$work/err"; }
runs() { "$tactus" ctl "$name" status >/dev/null 2>&1; }

spoil() { # spoil HOW START BEGUN WORDS...
    local how=$1 begun=$3
    { cat "$work/form.yaml" && echo "$2"; } >"$work/rig.yaml"
    rm -f "$work"/x*.tlog
    "$tactus" "${@:4}" --record "$work/x.tlog" --quiet >"$work/out" 2>"$work/err" </dev/null &
    pid=$!
    until_true "$begun"
    case $how in
    remove) rm "$work/x.tlog" ;;
    cut) truncate -s 100 "$work/x.tlog" ;;
    esac
    until_true says_it
    ok "$how, $4: it goes on" kill -0 $pid
    kill -TERM $pid
    wait $pid
    code=$?
    pid=''
    ok "$how, $4: exit $code" [ $code -eq "$WANTED" ]
    ok "$how, $4: said at the end" grep -q "'$work/x.tlog' is incomplete" "$work/err"
    quietly "$tactus" replay "$work/x.0002.tlog"
    ok "$how, $4: what follows replays by itself" grep -q identical "$work/out"
    ok "$how, $4: not said to be recorded" [ -z "$(grep '^recorded' "$work/out")" ]
}
for how in remove cut; do
    WANTED=4
    spoil $how '' has_blocks run "$work/rig.yaml"
    spoil $how 'start: paused' runs run "$work/rig.yaml" # of which nothing is written meanwhile
    WANTED=143
    spoil $how '' has_blocks sim config/models/m2_four_bar.yaml --duration 1e6
done

# a name that changes is the same recording
rm -f "$work/x.tlog"
cp "$work/form.yaml" "$work/rig.yaml"
"$tactus" run "$work/rig.yaml" --record "$work/x.tlog" --quiet >"$work/out" 2>"$work/err" </dev/null &
pid=$!
until_true has_blocks
mv "$work/x.tlog" "$work/y.tlog"
sleep 1
kill -TERM $pid
wait $pid
ok "a recording that got another name is whole: exit $?" [ $? -eq 0 ]
pid=''
ok "nothing is said" [ ! -s "$work/err" ]
quietly "$tactus" log verify "$work/y.tlog"
ok "it is whole" grep -q ': whole, ' "$work/out"
finish
