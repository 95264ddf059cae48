#!/usr/bin/env bash
# test: rt.trace program lock=tracing cost=20 skip=77 -- @tactus @rt.plain_trace
# Records real LTTng sessions and looks for exactly the events that were made.
#   trace.sh TACTUS PLAIN_TRACE    ends with 77 when LTTng is not installed
tactus=$1 emitter=$2
for tool in lttng lttng-sessiond babeltrace2; do
    command -v $tool >/dev/null || {
        echo "skipped: $tool is not installed (Debian packages lttng-tools, babeltrace2)"
        exit 77
    }
done
program=("$tactus")
source tests/program.sh
export LTTNG_HOME=$work # of the daemon, the client and the traced programs of ordinary users
session=tactus-test-$$
daemon=''

stop_daemon() { # only the one started here
    [ -z "$daemon" ] || kill "$daemon" 2>/dev/null
    for _ in $(seq 50); do # until it has ended or is only waited for
        [ -n "$daemon" ] && [ -r "/proc/$daemon/stat" ] &&
            ! grep -q ') Z' "/proc/$daemon/stat" || break
        sleep 0.1
    done
    daemon=''
}

cleanup() {
    lttng --no-sessiond destroy "$session" >/dev/null 2>&1
    stop_daemon
}

start_daemon() {
    lttng --no-sessiond list >/dev/null 2>&1 && return # somebody else's: use it, leave it
    lttng-sessiond --daemonize --pidfile="$work/pid" >"$work/daemon" 2>&1 || {
        echo "skipped: no LTTng session daemon can be started: $(tail -n 1 "$work/daemon")"
        exit 77
    }
    daemon=$(cat "$work/pid")
}

record() { # record FOLDER: a session as docs/tracing.md recommends it
    { lttng create "$session" --output="$1" &&
        lttng enable-channel --userspace --discard --read-timer 100000 --subbuf-size 1M \
            --num-subbuf 8 cycles &&
        lttng enable-event --userspace --channel cycles 'tactus:*'; } >"$work/lttng" 2>&1
    ok "a session is set up: $(tail -n 1 "$work/lttng")" [ $? -eq 0 ]
}

# traced OUT COMMAND...: starts it in the background with the session following this process alone;
# other instances on the machine are none of our business
traced() {
    local out=$1
    shift
    rm -f "$work/go" && mkfifo "$work/go"
    (read -r _ <"$work/go" && exec "$@") >"$out" 2>"$work/err" &
    program=$!
    { lttng track --userspace --session="$session" --vpid=$program && lttng start "$session"; } \
        >"$work/lttng" 2>&1
    ok "the session is recording: $(tail -n 1 "$work/lttng")" [ $? -eq 0 ]
    echo >"$work/go"
}

end_record() {
    { lttng stop "$session" && lttng destroy "$session"; } >"$work/lttng" 2>&1
}

report() { "$tactus" trace report "$@" >"$work/out" 2>"$work/err"; }

# without a daemon: no failure, nothing printed
if ! lttng --no-sessiond list >/dev/null 2>&1; then
    "$emitter" >"$work/out" 2>"$work/err"
    ok "nobody records: the program succeeds" [ $? -eq 0 ]
    ok "nobody records: nothing on standard error" [ ! -s "$work/err" ]

    # a daemon that comes later is found: it is asked for every five seconds, nobody wakes the program
    "$emitter" endless "$work/enough" >"$work/cycles" 2>"$work/err" &
    program=$!
    start_daemon
    for _ in $(seq 150); do
        lttng list --userspace 2>/dev/null | grep -q "PID: $program " && break
        sleep 0.1
    done
    ok "a daemon that comes later is found" \
        eval 'lttng list --userspace 2>/dev/null | grep -A9 "PID: $program " | grep -q tactus:'
    touch "$work/enough"
    wait $program
    rm "$work/enough"
fi

# known events
start_daemon
record "$work/known"
traced "$work/out" "$emitter"
wait $program
ok "the traced program succeeds" [ $? -eq 0 ]
end_record
report "$work/known"
ok "the report succeeds" [ $? -eq 0 ]
ok "no event is lost" grep -qx 'events         7022, 0 discarded by the tracer' "$work/out"
ok "all cycles" grep -qx 'cycles         1000: 990 on time, 10 missed' "$work/out"
for k in 100 200 300 400 500 600 700 800 900 1000; do
    cause=woken_late
    [ $((k % 200)) -eq 0 ] && cause=computed_long
    slack=$(awk "BEGIN {printf \"%.1f\", -250 - $k / 1000}")
    ok "miss of cycle $k" \
        grep -qE "^ +$k +0?$(awk "BEGIN {printf \"%.6f\", $k / 1000}") +$k +$slack .* $cause\$" "$work/out"
done
ok "no other miss" [ "$(grep -cE ' (woken_late|computed_long)$' "$work/out")" -eq 10 ]
ok "policy actions" grep -qF 'skip: 10 times, amounts add up to 10' "$work/out"
ok "stale input" grep -qF 'input 2: 1 time, at most 17 steps old' "$work/out"
ok "safe state" grep -qE '^ +1000 +1.000000  bucket$' "$work/out"
for stage in position front forward backward update; do
    ok "stage $stage has its count" grep -qE "^stage $stage +1000 " "$work/out"
done

# the daemon ends while tracing, with and without a word: the program goes on
dies() { # dies HOW FOLDER: how is the signal the daemon gets
    [ -n "$daemon" ] || return 0
    record "$2"
    traced "$work/cycles" "$emitter" endless "$work/enough"
    sleep 1
    if [ "$1" = KILL ]; then
        kill -KILL "$daemon"
        daemon=''
    else
        stop_daemon
    fi
    sleep 0.5
    ok "SIG$1 to the daemon: the program still runs" kill -0 $program
    touch "$work/enough"
    wait $program
    ok "SIG$1: it ends well" [ $? -eq 0 ]
    ok "SIG$1: nothing on standard error" [ ! -s "$work/err" ]
    ok "SIG$1: it made its cycles" [ "$(cat "$work/cycles")" -gt 100 ]
    rm "$work/enough"
    report "$2"
    start_daemon
}

dies TERM "$work/ended"
ok "what was recorded before is there" grep -qE '^cycles +[1-9]' "$work/out"
dies KILL "$work/killed"
ok "whatever is left, the report says one line or what it found" \
    eval 'grep -qE "^cycles +[1-9]" "$work/out" || [ "$(wc -l <"$work/err")" -eq 1 ]'

# the real loop with forced misses: a step that takes longer than its period
cat >"$work/late.yaml" <<YAML
name: late-$$
model: $PWD/config/models/m3_chain_128.yaml
step: 20 us
duration: 6 ms
policy: {kind: count, bucket: 0, start_cycles: 5}
watchdog: 60 s
YAML
sed -e 's/count, bucket: 0/skip, bucket: 20, max_skip: 0/' -e 's/6 ms/20 ms/' "$work/late.yaml" >"$work/skip.yaml"
sed "\$a trace: {stages: false}" "$work/late.yaml" >"$work/without.yaml"
number() { sed -nE "s/$1/\\1/p" "$2" | head -n 1; }
same() { # same WHAT PATTERN_OF_RUN PATTERN_OF_REPORT: each finds a number
    local run report
    run=$(number "$2" "$work/run")
    report=$(number "$3" "$work/out")
    ok "$1: ${run:-none} in the run, ${report:-none} in the trace" [ "${run:-a}" = "${report:-b}" ]
}
for policy in late without skip; do # the second asks for tracing itself
    record "$work/$policy"
    option=--trace
    [ $policy != without ] || option=''
    # shellcheck disable=SC2086
    traced "$work/run" "$tactus" run "$work/$policy.yaml" $option
    wait $program
    end_record
    report "$work/$policy" --all
    ok "$policy: nothing discarded" grep -q ', 0 discarded' "$work/out"
    ok "$policy: there are misses" [ "$(number '^cycles.* \+ ([0-9]+) missed;.*' "$work/run")" -gt 0 ]
    same "$policy: cycles" '^cycles +([0-9]+) = .*' '^cycles +([0-9]+): .*'
    same "$policy: misses" '^cycles.* \+ ([0-9]+) missed;.*' '^cycles.*, ([0-9]+) missed$'
    same "$policy: start phase" '^start phase +([0-9]+) cycles, .*' '^start phase +([0-9]+) cycles, .*'
    ok "$policy: one line per miss" [ "$(grep -cE ' (woken late|computed long|published late|blocked)$' "$work/out")" \
        -eq "$(number '^cycles.* \+ ([0-9]+) missed;.*' "$work/run")" ]
    for cause in 'woken late' 'computed long' 'published late' 'blocked'; do
        run=$(number ".*[=+] ([0-9]+) $cause.*" "$work/run")
        listed=$(grep -cE " $cause\$" "$work/out")
        ok "$policy: $cause, $run in the run, $listed in the trace" [ "$run" -eq "$listed" ]
    done
    if [ $policy = without ]; then
        ok "stages are left out where the rig says so" bash -c "! grep -q '^stage ' '$work/out'"
    else
        ok "$policy: stages of the solver" grep -qE '^stage .* [0-9]' "$work/out"
    fi
done
same 'periods skipped' '^cycles.*; ([0-9]+) periods skipped.*' '^policy actions skip: .* add up to ([0-9]+)$'
ok "the safe state is there with its reason" grep -qE '^ +[0-9]+ +[0-9.]+  too many misses$' "$work/out"

# switched on and off while it runs
printf 'name: switched-%s\nmodel: %s\nstep: 1 ms\npolicy: {kind: count, bucket: 0}\n' $$ \
    "$PWD/config/models/m2_four_bar.yaml" >"$work/switched.yaml"
ctl() { "$tactus" ctl "switched-$$" "$@" >"$work/out" 2>"$work/err"; }
until_ctl() { # until_ctl TEXT VERB...: its answer holds the text within 15 s
    local text=$1
    shift
    for _ in $(seq 150); do
        ctl "$@" && grep -qF -- "$text" "$work/out" && return
        sleep 0.1
    done
    ok "$* says $text" false
}
steps() { # steps N: so many more are made
    ctl read step
    local from end
    from=$(cut -d' ' -f2 "$work/out")
    for _ in $(seq 150); do
        ctl read step
        end=$(cut -d' ' -f2 "$work/out")
        [ "$end" -lt $((from + $1)) ] || return
        sleep 0.1
    done
    ok "$1 steps are made" false
}
record "$work/switched"
traced "$work/run" "$tactus" run "$work/switched.yaml"
until_ctl '"state":"running"' status
ok "tracing is off" grep -qF '"tracing":"off"' "$work/out"
ok "nothing of LTTng before" bash -c "! grep -q lttng /proc/$program/maps"
ctl trace on
ok "tracing is switched on" [ "$(cat "$work/out")" = ok ]
until_ctl '"tracing":"on"' status
steps 300
ctl trace off
until_ctl '"tracing":"off"' status
steps 300
ctl trace on # again
steps 10
ctl stop
wait $program
ok "the switched run ends well" [ $? -eq 0 ]
end_record
report "$work/switched"
run=$(number '^cycles +([0-9]+) = .*' "$work/run")
seen=$(number '^cycles +([0-9]+): .*' "$work/out")
ok "cycles while it was on, and only those: $seen of $run" \
    [ "${seen:-0}" -gt 100 -a $((seen + 200)) -lt "$run" ]
ok "with stages" grep -qE '^stage .* [0-9]' "$work/out"

# the daemon dies under the real loop
if [ -n "$daemon" ]; then
    printf 'name: under-%s\nmodel: %s\nstep: 1 ms\npolicy: {kind: count, bucket: 0}\nwatchdog: 60 s\n' $$ \
        "$PWD/config/models/m2_four_bar.yaml" >"$work/under.yaml"
    record "$work/under"
    traced "$work/run" "$tactus" run "$work/under.yaml" --duration 2 --trace
    sleep 1
    kill -KILL "$daemon"
    daemon=''
    wait $program
    code=$?
    ok "the run ends well without the daemon: $code" [ $code -eq 0 ]
    ok "with all its steps" grep -qE '^simulated +2 s in 2000 steps' "$work/run"
    ok "and nothing on standard error" [ ! -s "$work/err" ]
    start_daemon
fi

# not a trace
report "$work/nothing"
ok "a missing folder is refused" [ $? -eq 2 ]
ok "in one line" [ "$(wc -l <"$work/err")" -eq 1 ]
mkdir -p "$work/bad" && head -c 5000 /dev/urandom >"$work/bad/metadata"
report "$work/bad"
ok "noise is refused" [ $? -eq 2 ]
ok "noise: in one line" [ "$(wc -l <"$work/err")" -eq 1 ]

finish
