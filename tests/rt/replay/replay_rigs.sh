#!/usr/bin/env bash
# test: replay.rigs program cost=40 -- @tactus @exchange.storm 2 one
# test: replay.rigs_60 full lock=cores timeout=3000 -- @tactus @exchange.storm 60 all
# Shipped rigs in real time with live clients and forced overruns, under skip, slip and degrade,
# recorded and replayed bit for bit.
#   replay_rigs.sh TACTUS STORM SECONDS POLICIES [RIG]    in the root of the sources
# POLICIES: all, each rig under all three; or one, each under one of them, another for every rig. RIG is one of them alone: hexapod, exchange, vehicle, or platform, which is car and motion
# platform with the controller between them. Overruns are forced by stopping the process for some
# periods. A run lasts until clients and overruns have come, however busy the machine is; how fast the replay was is printed, by
# the clock and by the processor time it took, beside a plain simulation of the same model.
tactus=$1 storm=$2 seconds=$3 which=$4 only=${5:-}
program=("$tactus")
[ -x "$storm" ] || { echo "no program '$storm'"; exit 2; }
source tests/program.sh

# A rig per line: its file, then what clients command besides what its own exchange lists, as
# NAME:LOW:HIGH (an input, or a parameter ELEMENT.field).
rigs=(
    "hexapod leg1/actuator.stiffness:3.6e6:4.2e6 leg3/actuator.damping:9e4:1.1e5 leg6/actuator.stiffness:3.8e6:4e6"
    "exchange"
    "vehicle front_left:-0.01:0.01 rear_right:-0.01:0.01 front_left/damper.damping:1500:2500"
)
policies=("skip, bucket: 0, max_skip: 0" "slip, bucket: 0"
    "degrade, degrade_to: 1, recover_after: 20, bucket: 0")

children=()
cleanup() {
    local pid
    for pid in "${children[@]}"; do
        kill -CONT "$pid" 2>/dev/null
        kill "$pid" 2>/dev/null
    done
}

timed() { # as quietly; its processor time in s goes to cpu
    local TIMEFORMAT='%U %S'
    { time quietly "$@"; } 2>"$work/cpu"
    local code=$?
    cpu=$(awk '{print $1 + $2}' "$work/cpu")
    return $code
}

count() { # count WHAT: from the last log info
    sed -n "s/.*[ ,]$1 \([0-9]*\).*/\1/p" "$work/out" | head -n 1
}

at_least() { [ "${1:-0}" -ge "$2" ]; }

write_rig() { # write_rig NAME FILE POLICY COMMAND...
    local name=$1 file=$2 policy=$3 command parts
    shift 3
    # the rig as shipped, but for its name, its policy and what it writes elsewhere
    grep -vE '^(name|policy|start|watchdog|duration|log|dump):' "config/rigs/$file.yaml" |
        sed "s#^model: *\.\./#model: $PWD/config/#"
    printf 'name: %s\npolicy: {kind: %s}\nwatchdog: 20 s\n' "$name" "$policy"
    [ $# -gt 0 ] && printf 'exchange:\n  clients: 4\n  commands:\n'
    for command in "$@"; do
        IFS=: read -ra parts <<<"$command"
        printf '    - {input: "%s", min: %s, max: %s, safe: %s, ttl: 60}\n' "${parts[@]}" \
            "${parts[1]}"
    done
}

# Stops the instance for a while again and again: the cycles behind it are late.
overrun() { # overrun PID
    while sleep 0.15 && kill -STOP "$1" 2>/dev/null; do
        sleep 0.012
        kill -CONT "$1" 2>/dev/null
        echo >>"$work/overruns"
    done
}

storms() { # storms NAME PID: clients, one of which dies now and then
    local seed
    : >"$work/overruns"
    rm -f "$work"/storm.*
    for seed in 1 2; do
        "$storm" "$1" "$seed" >"$work/storm.$seed" &
        children+=($!)
    done
    overrun "$2" &
    children+=($!)
    while kill -0 "$2" 2>/dev/null; do
        timeout -s KILL 0.7 "$storm" "$1" "$RANDOM" >/dev/null 2>&1
        sleep 0.1
    done
}

speed() { sed -n 's/.* \([0-9.e+-]*\) times real time.*/\1/p' "$work/out" | tail -n 1; }

begin() { # begin NAME RIG SECONDS: sets pid, returns when it runs, its log is NAME.tlog
    "$tactus" run "$2" --duration "$3" --record "$work/$1.tlog" >"$work/out" 2>"$work/err" \
        </dev/null &
    pid=$!
    children+=("$pid")
    for ((i = 0; i < 200; i++)); do
        "$tactus" ctl "$1" status 2>/dev/null | grep -q running && break
        kill -0 "$pid" 2>/dev/null || break
        sleep 0.05
    done
}

judge() { # judge FILE KIND LOG CODE CLIENTS: the record of a run that ended with that code and had so many
    local file=$1 kind=$2 log=$3 model rate cpu simulated
    model=$(sed -n 's#^model: *\.\./#config/#p' "config/rigs/$file.yaml")
    ok "$file, $kind: runs to its end, $4" [ "$4" -eq 0 ]
    ok "$file, $kind: whole" quietly "$tactus" log verify "$log"
    ok "$file, $kind: replays" timed "$tactus" replay "$log"
    ok "$file, $kind: is identical" grep -q 'identical' "$work/out"
    rate=$(speed)
    simulated=$(sed -n 's/.*speed *\([0-9.]*\) s in.*/\1/p' "$work/out")
    ok "$file, $kind: from a checkpoint, two threads" quietly "$tactus" replay "$log" \
        --from 1000 --workers 2
    ok "$file, $kind: has an inside" quietly "$tactus" log info "$log"
    ok "$file, $kind: clients came" at_least "$(count attached)" "$5"
    ok "$file, $kind: and took signals" at_least "$(count 'signals engaged')" 2
    case $kind in
    skip) ok "$file: periods were skipped" at_least "$(count skips)" 2 ;;
    slip) ok "$file: the grid slipped" at_least "$(count slips)" 2 ;;
    degrade) ok "$file: steps were degraded" at_least "$(count 'degraded steps')" 20 ;;
    esac
    printf '%s, %s: %s\n' "$file" "$kind" "$(grep -E '^(events|clients)' "$work/out" | tr -s ' ')"
    quietly "$tactus" sim "$model" --duration 2
    printf '%s, %s: replayed %s times faster than real time (%s by processor time), ' \
        "$file" "$kind" "$rate" "$(awk "BEGIN {printf \"%.1f\", ${simulated:-0} / ($cpu + 1e-9)}")"
    printf 'plain simulation %s times\n' "$(speed)"
    rm -f "$log"
}

try() { # try FILE POLICY COMMAND...
    local file=$1 policy=$2 kind=${2%%,*} name pid code
    shift 2
    name=storm-$file-$kind-$$
    write_rig "$name" "$file" "$policy" "$@" >"$work/rig.yaml"
    begin "$name" "$work/rig.yaml" 240
    end_after stormed "$seconds" "$pid" 2>/dev/null &
    children+=($!)
    storms "$name" "$pid" 2>/dev/null
    wait "$pid"
    code=$?
    wait
    children=()
    judge "$file" "$kind" "$work/$name.tlog" "$code" 2
}

# The controller lives long enough to park, engage and drive; it too is killed and comes back.
control() { # control CAR PLATFORM PID
    sed -E "s/^name: .*/name: control-$$/; s/instance: car/instance: $1/
        s/instance: motion_platform/instance: $2/; s/max_age: .*/max_age: 20 s/
        s/^ramps: .*/ramps: {engage: 0.8 s, park: 0.8 s, brake: 0.2 s, settle: 0.1 s}/" \
        config/platforms/motion_platform.yaml >"$work/platform.yaml"
    local life=4 # s, longer every time, so that a busy machine too sees it engage
    while kill -0 "$3" 2>/dev/null; do
        timeout -s KILL $life "$tactus" platform "$work/platform.yaml" --engage \
            >>"$work/control" 2>&1
        life=$((life + 2))
    done
}

engaged() { grep -c 'platform: engaged' "$work/control"; }

# Ends the runs after that many seconds, and not before WHAT has come.
end_after() { # end_after WHAT SECONDS PID...
    local what=$1
    sleep "$2"
    shift 2
    until "$what" || ! kill -0 "$@"; do sleep 0.1; done
    kill -TERM "$@"
}

stormed() {
    [ "$(cat "$work"/storm.[12] | grep -c hundred)" -eq 2 ] &&
        [ "$(wc -l <"$work/overruns")" -ge 10 ]
}

engaged_twice() { [ "$(engaged)" -ge 2 ]; }

# Car and motion platform at once, storms in the car, the controller between them.
try_platform() { # try_platform POLICY
    local kind=${1%%,*} length=$((seconds < 6 ? 6 : seconds))
    local car sink pid car_pid car_code sink_code longest=240
    car=storm-car-$kind-$$ sink=storm-platform-$kind-$$
    write_rig "$car" car "$1" >"$work/car.yaml"
    write_rig "$sink" motion_platform "$1" >"$work/sink.yaml"
    : >"$work/control"
    begin "$car" "$work/car.yaml" $longest
    car_pid=$pid
    begin "$sink" "$work/sink.yaml" $longest
    control "$car" "$sink" "$pid" 2>/dev/null &
    children+=($!)
    overrun "$pid" &
    children+=($!)
    end_after engaged_twice "$length" "$car_pid" "$pid" 2>/dev/null &
    children+=($!)
    storms "$car" "$car_pid" 2>/dev/null
    wait "$car_pid"
    car_code=$?
    wait "$pid"
    sink_code=$?
    wait
    children=()
    ok "platform, $kind: the controller engaged twice" at_least "$(engaged)" 2
    judge car "$kind" "$work/$car.tlog" "$car_code" 2
    judge motion_platform "$kind" "$work/$sink.tlog" "$sink_code" 2
}

n=0
for rig in "${rigs[@]}" platform; do
    read -ra words <<<"$rig"
    for ((k = 0; k < ${#policies[@]}; k++)); do
        [ "$which" = all ] || [ "$k" -eq $((n % ${#policies[@]})) ] || continue
        [ -z "$only" ] || [ "$only" = "${words[0]}" ] || continue
        if [ "$rig" = platform ]; then
            try_platform "${policies[k]}"
        else
            try "${words[0]}" "${policies[k]}" "${words[@]:1}"
        fi
    done
    n=$((n + 1))
done
finish
