#!/usr/bin/env bash
# test: rt.run program cost=40 -- @tactus
# `tactus run` from outside: exit codes, signals, refusals, files, what is left behind.
#   run.sh TACTUS    in the root of the sources
tactus=$1
name=runtest$$
program=(timeout 600 "$tactus" run)
source tests/program.sh
pid=''
cleanup() {
    [ -z "$pid" ] || kill -KILL "$pid" 2>/dev/null
    rm -f "/dev/shm/tactus.$name".*
}

rig() { # rig LINES...: a rig of the four-bar with these lines added
    {
        printf 'name: %s\nmodel: %s/config/models/m2_four_bar.yaml\nstep: 1 ms\n' "$name" "$PWD"
        echo 'watchdog: 20 s' # a busy machine is no hung step
        printf '%s\n' "$@"
    } >"$work/rig.yaml"
}

start() { # start ARGUMENTS...: in the background, until the loop has made steps
    "$tactus" run "$@" >"$work/out" 2>"$work/err" </dev/null &
    pid=$!
    for _ in $(seq 600); do
        sleep 0.1
        [ -e "/dev/shm/tactus.$name.monitor" ] && grep -q '^control' "$work/out" && break
    done
    sleep 0.5
}

end() { # end CODE: waits for what was started
    wait "$pid"
    local got=$?
    pid=''
    ok "the run ends with $1, not $got" [ $got -eq "$1" ]
}

counters_add_up() {
    awk '/^cycles/ {cycles = $2; sum = $4 + $8}
         /^misses/ {misses = $2; for (i = 4; i <= NF; i++) if ($i ~ /^[0-9]+$/) causes += $i}
         /^cycles/ {missed = $8}
         END {exit !(cycles > 0 && cycles == sum && misses == missed && causes == misses)}' \
        "$work/out"
}

no_segment() { [ -z "$(compgen -G "/dev/shm/tactus.$name.*")" ]; }

# --- a plain run, from a rig and from a model
rig 'policy: {kind: skip, bucket: 0, max_skip: 0}'
run 0 "$work/rig.yaml" --duration 1
ok "cycles = on time + missed, sum of causes = misses" counters_add_up
ok "1000 cycles" grep -q '^cycles  *1000 ' "$work/out"
ok "threads are listed" grep -q 'tac-cycle' "$work/out"
ok "a verdict is given" grep -q '^verdict' "$work/out"
ok "no segment is left" no_segment
run 0 "$work/rig.yaml" --duration 0.2 --quiet
ok "--quiet prints nothing" [ ! -s "$work/out" ]
timeout 600 "$tactus" run config/models/m8_slider_crank.yaml --duration 0.2 >"$work/out" 2>"$work/err"
ok "a model is taken for a rig" grep -q '^rig  *m8_slider_crank,' "$work/out"
ok "and run to its verdict" grep -q '^verdict' "$work/out"
run 0 "$work/rig.yaml" --duration 0.2 --workers 3
ok "more workers than cores are said" bash -c "[ $(nproc) -ge 3 ] || grep -q '^note' '$work/out'"
ok "those that do not pay are not used" bash -c \
    "[ $(nproc) -lt 2 ] || grep -q '^workers  *1 of [23]: ' '$work/out'"
ok "there is no second thread" bash -c "! grep -q tac-worker-1 '$work/out'"
run 0 "$work/rig.yaml" --duration 0.2 --workers auto
ok "as many as there are cores to spare" grep -q '^workers  *1' "$work/out"
timeout 600 "$tactus" run "$work/rig.yaml" --duration 0.1 --workers 2 --quiet \
    --record "$work/w.tlog" >"$work/out" 2>"$work/err"
"$tactus" log info "$work/w.tlog" >"$work/out"
ok "the log's header tells the workers" grep -qE '^schedule +1' "$work/out"
if [ "$(nproc)" -ge 2 ]; then
    timeout 600 "$tactus" run config/models/paper_chain_1024.yaml --duration 0.2 --workers 2 \
        --record "$work/w.tlog" >"$work/out" 2>"$work/err"
    ok "workers that should pay are tried" grep -qE '^workers .*( tried)' "$work/out"
    "$tactus" replay "$work/w.tlog" >"$work/out" 2>"$work/err"
    ok "which leaves the bits of the run" grep -q identical "$work/out"
fi
rig 'threads: {workers: 2, share: always}' 'policy: {kind: count, bucket: 0}'
run 0 "$work/rig.yaml" --duration 0.2
ok "all of them when the rig wants it" grep -q tac-worker-1 "$work/out"
run 2 "$work/rig.yaml" --workers many

# --- bad input
run 2
run 2 "$work/nothing.yaml"
run 2 "$work/rig.yaml" --workers 0
rig 'threads: {workers: 1, cores: [1000]}'
run 2 "$work/rig.yaml" --duration 1
ok "the core is named" grep -q 'core 1000' "$work/err"
ok "in one line" [ "$(wc -l <"$work/err")" -eq 1 ]
rig 'log: {file: /nowhere/log.csv}'
run 4 "$work/rig.yaml" --duration 1

# --- faults
rig 'policy: {kind: count, bucket: 0}' 'log: {file: /dev/full}'
run 4 "$work/rig.yaml" --duration 0.5
ok "a full disk is said once" [ "$(grep -c 'No space left' "$work/err")" -eq 1 ]
ok "what was lost is counted" grep -qE '^log .* 0 records, [56][0-9]+ lost' "$work/out"
ok "the run went on" grep -q '^cycles  *500 ' "$work/out"
printf 'name: %s\nmodel: %s/config/models/m3_chain_128.yaml\nstep: 20 us\npolicy: stop\n' "$name" "$PWD" \
    >"$work/rig.yaml"
run 6 "$work/rig.yaml" --duration 0.1
ok "the reason is given" grep -q '^verdict.*SAFE STATE: policy stop' "$work/out"
ok "counters add up in the safe state" counters_add_up
{
    timeout 600 "$tactus" run "$work/rig.yaml" --duration 0.1 2>&1
    echo $? >"$work/code"
} | true
ok "a reader that leaves ends no run" [ "$(cat "$work/code")" -eq 6 ]
ok "and leaves no segment" no_segment
echo "log: {file: $work/log.csv}" >>"$work/rig.yaml"
timeout 600 "$tactus" run "$work/rig.yaml" --duration 0.1 <&- >&- 2>&-
code=$?
ok "without standard streams the run ends with 6, not $code" [ $code -eq 6 ]
ok "there is a log" grep -q '^cycle,' "$work/log.csv"
ok "and no message in it" bash -c "! grep -q 'safe state' '$work/log.csv'"
printf 'name: %s\nmodel: %s/config/models/m2_four_bar.yaml\nstep: 400 ms\niterations: 1\n' "$name" "$PWD" \
    >"$work/rig.yaml"
printf 'policy: {start_cycles: 0}\n' >>"$work/rig.yaml"
run 3 "$work/rig.yaml" --duration 8
ok "the body is named" grep -q '^verdict.*diverged' "$work/out"
rig 'policy: {kind: count, bucket: 0}'
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
    cp "$tactus" config/models/m2_four_bar.yaml "$work" # the sources may lie where others cannot look
    sed -i 's|^model:.*|model: m2_four_bar.yaml|' "$work/rig.yaml"
    chmod -R a+rX "$work"
    timeout 600 setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all \
        --bounding-set=-all bash -c "ulimit -r 0; exec '$work/tactus' run '$work/rig.yaml' --duration 0.3" \
        >"$work/out" 2>"$work/err" </dev/null
    ok "without permission it runs all the same" [ $? -eq 0 ]
    ok "and says what was refused" grep -q 'no SCHED_FIFO 80' "$work/out"
fi

# --- signals
rig 'policy: {kind: count, bucket: 0}' "log: {file: $work/log.csv}"
start "$work/rig.yaml"
ok "a second one of the same name is refused" bash -c "! '$tactus' run '$work/rig.yaml' \
    --duration 0.1 >/dev/null 2>'$work/second'"
ok "and told why" grep -q 'running process' "$work/second"
kill -HUP "$pid"
sleep 0.5
ok "SIGHUP moves the log aside" [ -s "$work/log.csv.1" ]
kill -TERM "$pid"
end 0
ok "SIGTERM ends with the counters" counters_add_up
ok "the new log goes on" [ -s "$work/log.csv" ]
ok "no segment is left after SIGTERM" no_segment
ln -s real.csv "$work/link.csv" # as /dev/stdout is one
rig 'policy: {kind: count, bucket: 0}' "log: {file: $work/link.csv}"
start "$work/rig.yaml"
kill -HUP "$pid"
sleep 0.5
ok "SIGHUP moves no link aside" bash -c "[ -L '$work/link.csv' ] && [ ! -e '$work/link.csv.1' ]"
kill -INT "$pid"
end 0
printf 'name: %s\nmodel: %s/config/models/m2_four_bar.yaml\nstep: 4 ms\nsubsteps: 1000\n' "$name" "$PWD" \
    >"$work/long.yaml"
printf 'policy: {kind: count, bucket: 0, start_cycles: 0}\n' >>"$work/long.yaml"
for _ in $(seq 8); do # on a busy machine the second one may come later than at once
    rm -f "$work"/long.tlog*
    start "$work/long.yaml" --record "$work/long.tlog"
    kill -TERM "$pid"
    sleep 0.05
    kill -TERM "$pid"
    wait "$pid"
    ended=$?
    pid=''
    [ $ended -eq 0 ] && break
done
ok "the same signal twice at once is one" "$tactus" log verify "$work/long.tlog"
ok "the run ends with 0, not $ended" [ $ended -eq 0 ]
start "$work/long.yaml"
kill -TERM "$pid"
sleep 0.5
kill -TERM "$pid"
end 143
ok "another one ends at once, without a segment" no_segment
printf 'name: %s\nmodel: %s/config/models/m2_four_bar.yaml\nstep: 4 ms\nsubsteps: 1000\n' "$name" "$PWD" \
    >"$work/slow.yaml"
start "$work/slow.yaml"
kill -TERM "$pid"
end 0
ok "a long period has a short start phase" grep -q '^start phase   3 cycles, 12 s' "$work/out"
ok "an end within it has no verdict" grep -q '^verdict       NONE' "$work/out"
ok "and no simulated time" grep -q '^simulated     0 s in 0 steps' "$work/out"
run 2 "$work/slow.yaml" --duration 1
ok "a duration below one period is refused" grep -q 'at least one period, which is 4 s' "$work/err"
start "$work/rig.yaml"
kill -KILL "$pid"
wait "$pid" 2>/dev/null
pid=''
ok "SIGKILL leaves the segment" [ -e "/dev/shm/tactus.$name.monitor" ]
run 0 "$work/rig.yaml" --duration 0.2
ok "the next start replaces it" counters_add_up
ok "and removes it at its end" no_segment

finish
