#!/usr/bin/env bash
# test: replay.run program -- @tactus
# Real-time runs with clients and overruns, recorded and replayed bit for bit.
#   replay_run.sh TACTUS    in the root of the sources
# Nothing here depends on how fast the machine is: periods are too short on purpose.
tactus=$1
program=("$tactus")
source tests/program.sh

count() { # count WHAT: from the events of the last log info
    sed -n "s/.*[ ,]$1 \([0-9]*\).*/\1/p" "$work/out"
}

clients() { # clients NAME: what people do to a running rig
    local name=$1
    for _ in 1 2 3 4 5; do
        "$tactus" ctl "$name" write impact.stiffness $((150000 + RANDOM)) >/dev/null 2>&1
        "$tactus" ctl "$name" save "$work/saved" >/dev/null 2>&1
        "$tactus" ctl "$name" write feet.damping $((20 + RANDOM % 40)) >/dev/null 2>&1
        "$tactus" ctl "$name" restore "$work/saved" >/dev/null 2>&1
        "$tactus" ctl "$name" pause >/dev/null 2>&1
        "$tactus" ctl "$name" step 7 >/dev/null 2>&1
        "$tactus" ctl "$name" resume >/dev/null 2>&1
    done
    "$tactus" ctl "$name" reset >/dev/null 2>&1
    "$tactus" ctl "$name" start >/dev/null 2>&1
    sleep 0.2
    "$tactus" ctl "$name" stop >/dev/null 2>&1
}

for kind in skip slip degrade count; do
    name=replay-$kind-$$
    log=$work/$kind.tlog
    cat >"$work/rig.yaml" <<YAML
name: $name
model: $PWD/config/models/examples/bouncing_ball.yaml
step: 20 us
threads: {priority: 0, lock_memory: false}
policy: {kind: $kind, bucket: 0}
watchdog: 60 s
YAML
    [ $kind = skip ] && sed -i 's/bucket: 0/bucket: 0, max_skip: 0/' "$work/rig.yaml"
    "$tactus" run "$work/rig.yaml" --duration 100 --record "$log" --record-every 200 \
        >"$work/run.out" 2>"$work/run.err" </dev/null &
    pid=$!
    for ((i = 0; i < 200; i++)); do
        "$tactus" ctl "$name" status 2>/dev/null | grep -q running && break
        sleep 0.05
    done
    clients "$name"
    wait $pid
    code=$?
    ok "$kind ends with $code: $(tail -n 3 "$work/run.err")" [ $code -eq 0 -o $code -eq 4 ]
    # a machine too slow for the helper leaves an incomplete log, which has to say so
    partial=()
    [ $code -eq 4 ] && partial=(--partial)
    ok "$kind replays" quietly "$tactus" replay "$log" "${partial[@]}"
    ok "$kind is identical" grep -q 'identical' "$work/out"
    ok "$kind from a checkpoint, two threads" quietly "$tactus" replay "$log" "${partial[@]}" \
        --from 1500 --workers 2
    ok "$kind has an inside" quietly "$tactus" log info "$log"
    ok "$kind: parameters were set" [ "$(count 'parameters set')" -ge 5 ]
    ok "$kind: states were restored" [ "$(count restores)" -ge 1 ]
    ok "$kind: there was a reset" [ "$(count resets)" -ge 1 ]
    [ $kind != degrade ] || ok "degraded steps" [ "$(count 'degraded steps')" -ge 1 ]
    ok "$kind: the cycles come out" quietly "$tactus" log export "$log" --timing "$work/cycles.csv"
    ok "$kind: there are some" [ "$(wc -l <"$work/cycles.csv")" -gt 100 ]
done

# what happened is told once, also where an exchange shows it to clients
name=replay-told-$$
cat >"$work/rig.yaml" <<YAML
name: $name
model: $PWD/config/models/examples/bouncing_ball.yaml
step: 1 ms
start: paused
threads: {priority: 0, lock_memory: false}
policy: {kind: count, bucket: 0}
watchdog: 60 s
exchange: {}
YAML
"$tactus" run "$work/rig.yaml" --quiet --record "$work/told.tlog" >"$work/run.out" 2>&1 </dev/null &
pid=$!
for ((i = 0; i < 200; i++)); do
    "$tactus" ctl "$name" status 2>/dev/null | grep -q paused && break
    sleep 0.05
done
for verb in pause start pause pause stop; do
    quietly "$tactus" ctl "$name" $verb
done
wait $pid
ok "its events come out" quietly "$tactus" log export "$work/told.tlog" --events -
states=$(grep 'run state' "$work/out" | cut -d, -f4 | tr '\n' ' ')
ok "run states are told when they change: $states" [ "$states" = '2 1 ' ]

finish
