#!/usr/bin/env bash
# test: security.recording_has_one_writer program -- @tactus
# A recording has one writer. Others are refused and leave it complete, whatever name they use.
#   one_writer.sh TACTUS    in the root of the sources
tactus=$(realpath "$1")
program=(timeout 600 "$tactus")
source tests/program.sh
name=onewriter$$
model=$PWD/config/models/m2_four_bar.yaml
pid=''
cleanup() {
    [ -z "$pid" ] || kill -KILL "$pid" 2>/dev/null
    rm -f /dev/shm/tactus."$name"*
}

for i in 1 2; do
    printf 'name: %s%d\nmodel: %s\nstep: 1 ms\nwatchdog: 20 s\npolicy: {kind: count, bucket: 0}\n' \
        "$name" $i "$model" >"$work/rig$i.yaml"
done
"$tactus" sim "$model" --duration 0.5 --record "$work/old.tlog" --quiet

has_blocks() { # in two steps: a pipe that grep closes early is a failure of the program
    "$tactus" log info "$1" >"$work/info" 2>/dev/null
    grep -qE '^steps +[1-9]' "$work/info"
}

start() { # start ARGUMENTS...: a recording in the background, until it has a block
    rm -f "$work/x.tlog" # whose blocks are not those of this recording
    "$tactus" "$@" >"$work/first.out" 2>"$work/first.err" </dev/null &
    pid=$!
    for _ in $(seq 300); do
        has_blocks "$work/x.tlog" && break
        sleep 0.1
    done
    ok "a reader may look at a recording being written" has_blocks "$work/x.tlog"
}

refused() { # refused FILE ARGUMENTS...: exit 4 and one line with the file, which goes on growing or stays
    local file=$1
    shift
    run 4 "$@"
    ok "$*: one line" [ "$(wc -l <"$work/err")" -eq 1 ]
    says "'$file' cannot be written: another recording is being written to it"
}

end() { # end CODE: the first recording ends and is all there
    kill -CONT "$pid" 2>/dev/null
    kill -TERM "$pid"
    wait "$pid"
    local got=$?
    pid=''
    ok "the first writer ends with $1, not $got" [ $got -eq "$1" ]
    run 0 log verify "$work/x.tlog"
    says ': whole, '
    run 0 replay "$work/x.tlog"
    says 'identical'
}

# a run against the clock, and all that writes logs
start run "$work/rig1.yaml" --record "$work/x.tlog" --quiet
ln "$work/x.tlog" "$work/hard.tlog"
ln -s x.tlog "$work/soft.tlog"
refused "$work/x.tlog" sim "$model" --duration 0.1 --record "$work/x.tlog"
refused "$work/x.tlog" run "$work/rig2.yaml" --duration 0.1 --record "$work/x.tlog" --quiet
refused "$work/hard.tlog" sim "$model" --duration 0.1 --record "$work/hard.tlog"
refused "$work/soft.tlog" sim "$model" --duration 0.1 --record "$work/soft.tlog"
here=$PWD
cd "$work" || exit 1
refused ./x.tlog sim "$model" --duration 0.1 --record ./x.tlog
cd "$here" || exit 1
refused "$work/x.tlog" log cut "$work/old.tlog" 0:10 "$work/x.tlog"
refused "$work/x.tlog" log recover "$work/old.tlog" "$work/x.tlog"
# whatever else is written leaves it as well
ln "$work/x.tlog" "$work/x.so"
kept() { # kept WORDS...: refused with a line; the recording stays where it is and grows on
    local inode size code
    inode=$(stat -c %i "$work/x.tlog") size=$(stat -c %s "$work/x.tlog")
    quietly "$@"
    code=$?
    ok "$*: exit $code" [ $code -ne 0 ]
    ok "$*: says why" grep -q 'another recording is being written to it' "$work/err"
    ok "$*: leaves it" [ "$(stat -c %i "$work/x.tlog")" -eq "$inode" -a "$(stat -c %s "$work/x.tlog")" -ge "$size" ]
}
for output in --csv --hdf5 --mcap --glb --frames-svg; do
    kept "$tactus" sim "$model" --duration 0.1 --quiet $output "$work/x.tlog"
done
kept "$tactus" sim "$model" --duration 0.1 --quiet --plot "$work/x.tlog" --columns A.x
kept "$tactus" sim "$model" --duration 0.1 --quiet --csv "$work/hard.tlog"
kept "$tactus" tree "$model" --dot "$work/x.tlog"
kept "$tactus" log export "$work/old.tlog" --csv "$work/x.tlog"
kept "$tactus" log export "$work/old.tlog" --events "$work/x.tlog"
kept "$tactus" replay "$work/old.tlog" --junit "$work/x.tlog"
kept "$tactus" import tests/config/flexible/imports/rod.SID_FEM --out "$work/x.tlog"
kept "$tactus" compile config/models/parts/corner.yaml --parameter side=1 --out "$work/x.so"
kept "$tactus" ctl "${name}1" save "$work/x.tlog"
printf 'log: {file: %s/x.tlog}\n' "$work" | cat "$work/rig2.yaml" - >"$work/rig3.yaml"
kept "$tactus" run "$work/rig3.yaml" --duration 0.1 --quiet
ok "no segment is left by the one refused" [ -z "$(compgen -G "/dev/shm/tactus.${name}2*")" ]
end 0

# a simulation, standing still while others try
start sim "$model" --duration 1e6 --record "$work/x.tlog" --record-states checkpoints --quiet
kill -STOP "$pid"
while grep -L '^State:.*T (' /proc/"$pid"/task/*/status | grep -q .; do sleep 0.01; done # each thread on its own
size=$(stat -c %s "$work/x.tlog")
refused "$work/x.tlog" sim "$model" --duration 0.1 --record "$work/x.tlog"
refused "$work/x.tlog" run "$work/rig2.yaml" --duration 0.1 --record "$work/x.tlog" --quiet
ok "the file is untouched" [ "$(stat -c %s "$work/x.tlog")" -eq "$size" ]
end 143

# a lock goes with its process
start sim "$model" --duration 1e6 --record "$work/x.tlog" --record-states checkpoints --quiet
kill -KILL "$pid"
wait "$pid" 2>/dev/null
pid=''
run 0 sim "$model" --duration 0.1 --record "$work/x.tlog" --quiet
run 0 log verify "$work/x.tlog"
run 0 sim "$model" --duration 0.1 --record /dev/null --quiet

mkfifo "$work/end"
: >"$work/reader"
# a reader's lock keeps nobody from recording, and the reader its file
if command -v python3 >/dev/null; then
    python3 -c 'import fcntl, sys; f = open(sys.argv[1], "rb"); fcntl.lockf(f, fcntl.LOCK_SH)
print("locked", flush=True); sys.stdin.read(); print(len(f.read()))' "$work/x.tlog" <"$work/end" >"$work/reader" &
    reader=$!
    exec 8>"$work/end"
    until grep -q locked "$work/reader"; do sleep 0.05; done
    size=$(stat -c %s "$work/x.tlog")
    chmod 640 "$work/x.tlog"
    ln -sf x.tlog "$work/soft.tlog"
    run 0 sim "$model" --duration 0.2 --record "$work/soft.tlog" --quiet
    run 0 log verify "$work/x.tlog"
    says "200 steps"
    ok "the link stays" [ -L "$work/soft.tlog" ]
    ok "the mode stays" [ "$(stat -c %a "$work/x.tlog")" = 640 ]
    ok "nothing else is left" [ -z "$(compgen -G "$work/*.new-*")" ]
    exec 8>&-
    wait $reader
    ok "the reader has what it had" [ "$(tail -1 "$work/reader")" -eq "$size" ]
fi

finish
