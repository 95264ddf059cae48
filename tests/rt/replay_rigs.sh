#!/usr/bin/env bash
# Shipped rigs in real time with live clients and forced overruns, under skip, slip and degrade,
# recorded and replayed bit for bit.
#   replay_rigs.sh TACTUS STORM SECONDS    in the root of the sources
# Overruns are forced by stopping the process for some periods. Nothing here depends on how fast the
# machine is; how fast the replay was is printed beside a plain simulation of the same model.
set -uo pipefail
tactus=$1 storm=$2 seconds=$3
work=$(mktemp -d)
failed=0 passed=0

# A rig per line: its file, then what clients command besides what its own exchange lists, as
# NAME:LOW:HIGH (an input, or a parameter ELEMENT.field).
rigs=(
    "hexapod leg1/actuator.stiffness:3.6e6:4.2e6 leg3/actuator.damping:9e4:1.1e5 leg6/actuator.stiffness:3.8e6:4e6"
    "exchange"
    "car"
    "motion_platform"
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
    rm -rf "$work"
}
trap cleanup EXIT

ok() { # ok WHAT CONDITION...
    local what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED: %s\n  stdout: %s\n  stderr: %s\n' "$what" "$(tail -c 600 "$work/out")" \
            "$(tail -c 400 "$work/err")"
    fi
}

quietly() { "$@" >"$work/out" 2>"$work/err" </dev/null; }

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
    done
}

disturb() { # disturb NAME PID: clients, one of which dies now and then
    local seed
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

try() { # try FILE POLICY COMMAND...
    local file=$1 policy=$2 kind=${2%%,*} name log pid code model rate plain
    shift 2
    name=storm-$file-$kind-$$
    log=$work/$file-$kind.tlog
    model=$(sed -n 's#^model: *\.\./#config/#p' "config/rigs/$file.yaml")
    write_rig "$name" "$file" "$policy" "$@" >"$work/rig.yaml"
    "$tactus" run "$work/rig.yaml" --duration "$seconds" --record "$log" >"$work/out" \
        2>"$work/err" </dev/null &
    pid=$!
    children+=("$pid")
    for ((i = 0; i < 200; i++)); do
        "$tactus" ctl "$name" status 2>/dev/null | grep -q running && break
        kill -0 "$pid" 2>/dev/null || break
        sleep 0.05
    done
    disturb "$name" "$pid" 2>/dev/null
    wait "$pid"
    code=$?
    wait
    children=()
    ok "$file, $kind: runs to its end, $code" [ $code -eq 0 ]
    ok "$file, $kind: whole" quietly "$tactus" log verify "$log"
    ok "$file, $kind: replays" quietly "$tactus" replay "$log"
    ok "$file, $kind: is identical" grep -q 'identical' "$work/out"
    rate=$(speed)
    ok "$file, $kind: from a checkpoint, two threads" quietly "$tactus" replay "$log" \
        --from 1000 --workers 2
    ok "$file, $kind: has an inside" quietly "$tactus" log info "$log"
    ok "$file, $kind: clients came" at_least "$(count attached)" 2
    ok "$file, $kind: and took signals" at_least "$(count 'signals engaged')" 2
    case $kind in
    skip) ok "$file: periods were skipped" at_least "$(count skips)" 2 ;;
    slip) ok "$file: the grid slipped" at_least "$(count slips)" 2 ;;
    degrade) ok "$file: steps were degraded" at_least "$(count 'degraded steps')" 20 ;;
    esac
    printf '%s, %s: %s\n' "$file" "$kind" "$(grep -E '^(events|clients)' "$work/out" | tr -s ' ')"
    quietly "$tactus" sim "$model" --duration 2
    plain=$(speed)
    printf '%s, %s: replayed %s times faster than real time, plain simulation %s times\n' \
        "$file" "$kind" "$rate" "$plain"
    rm -f "$log"
}

for rig in "${rigs[@]}"; do
    read -ra words <<<"$rig"
    for policy in "${policies[@]}"; do
        try "${words[0]}" "$policy" "${words[@]:1}"
    done
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
