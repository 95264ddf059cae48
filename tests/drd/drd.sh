#!/usr/bin/env bash
# test: drd full lock=cores timeout=1200 skip=77 if=drd -- @build
# Every hand-over between threads under valgrind's drd, which sees the atomics of this build
# (atomics.h); then that it notices when a memory order or a step of a protocol is left out.
#   drd.sh BUILD    a build of preset drd, in the root of the sources
set -euo pipefail
build=$(cd "$1" && pwd)
command -v valgrind >/dev/null || { echo "valgrind is not installed: apt-get install valgrind" >&2; exit 77; }

work=$(mktemp -d)
pid=
# shellcheck disable=SC2064
trap '[ -z "$pid" ] || kill "$pid" 2>/dev/null || true; rm -rf "$work"' EXIT
failed=0

# Exit code 9 when there are reports. All threads share one core there, in turns, so that those that
# spin let the others go on.
drd=(valgrind --tool=drd -q --fair-sched=yes --error-exitcode=9
    --suppressions=tests/drd/libraries.supp)

clean() { # clean PROGRAM ARGUMENTS: no report
    local name log
    name=$(basename "$1")
    log=$work/$name.log
    if timeout 300 "${drd[@]}" "$@" >"$log" 2>&1; then
        printf 'ok      %-22s %s\n' "$name" "$(tail -n 1 "$log")"
    else
        failed=1
        printf 'FAILED  %s\n' "$*"
        head -n 40 "$log"
    fi
}

# ---- programs that do little else than hand over ---------------------------------------------------

declare -A program=(
    [queue]="$build/tests/rt.plain_queue 10000"
    [ring]="$build/tests/rt.plain_ring 20000"
    [team]="$build/tests/rt.plain_team 25"
    [monitor]="$build/tests/rt.plain_monitor 250"
    [slot]="$build/tests/exchange.plain_slot 2 2000"
    [ports]="$build/tests/exchange.plain_ports 5"
    [platform]="$build/tests/platform.plain_loop 1"
)
for name in queue ring team monitor slot ports platform; do
    # shellcheck disable=SC2086
    clean ${program[$name]}
done

# ---- a whole run: all threads, every verb, log, dump and recording ---------------------------------

# Long steps and a chain that falls slowly: drd keeps an account of every atomic word in use, and its time
# grows with their square, so that all rings have to stay nearly empty.
rig=drd$$
cat >"$work/chain.yaml" <<MODEL
gravity: [0, -0.01, 0]
parameters: {n: 16}
bodies:
  - {repeat: {k: [1, "\${n}"]}, name: "L\${k}", position: ["\${k - 0.5}", 0, 0], mass: 1, inertia: [1, 1, 1]}
joints:
  - {name: J1, type: spherical, bodies: [ground, L1], at: [0, 0, 0]}
  - {repeat: {k: [2, "\${n}"]}, name: "J\${k}", type: spherical, bodies: ["L\${k - 1}", "L\${k}"],
     at: ["\${k - 1}", 0, 0]}
sensors:
  - {name: energy, type: energy}
MODEL
cat >"$work/rig.yaml" <<RIG
name: $rig
model: $work/chain.yaml
step: 400 ms
duration: 1000 s
threads: {workers: 2, share: always, priority: 0}
policy: {kind: count, bucket: 0, start_cycles: 2}
watchdog: 60 s
log: {file: $work/log.csv}
dump: {file: $work/dump.csv}
RIG

verbs() {
    local ctl=("$build/tactus" ctl "$rig")
    for ((i = 0; i < 600; i++)); do
        "${ctl[@]}" status >/dev/null 2>&1 && break
        sleep 0.1
    done
    for verb in "save $work/point" pause "step 2" variables "restore $work/point" start status "read step" \
        pause reset start; do
        # shellcheck disable=SC2086
        "${ctl[@]}" $verb >/dev/null || { echo "FAILED  tactus ctl $verb"; return 1; }
    done
    kill -HUP "$pid"
    sleep 5 # cycles
    "${ctl[@]}" stop >/dev/null
}

"${drd[@]}" "$build/tactus" run "$work/rig.yaml" --record "$work/run.tlog" >"$work/run.log" 2>&1 &
pid=$!
verbs || failed=1
if wait $pid && [ -s "$work/run.tlog" ]; then
    printf 'ok      %-22s %s\n' "tactus run" "$(grep '^simulated' "$work/run.log")"
else
    failed=1
    printf 'FAILED  tactus run\n'
    head -n 60 "$work/run.log"
fi
pid=

# ---- proofs that it would notice -------------------------------------------------------------------

flags=(-std=c17 -O1 -g -ffp-contract=off -fno-math-errno -D_GNU_SOURCE -include tests/drd/atomics.h)
libraries=("$build/rt/libtactus-rt.a" "$build/libtactus-config.a" "$build/libtactus-kernel.a"
    "$build/rt/io/libtactus-io.a")

# without FILE WHAT SED PROGRAM SOURCES: with one line of FILE changed, PROGRAM has to be reported. The
# changed file comes before the libraries, and before the folders with headers.
without() {
    local file=$1 what=$2 edit=$3 name=$4
    local tree=$work/tree
    shift 4
    rm -rf "$tree"
    mkdir -p "$tree/$(dirname "$file")"
    sed -E "$edit" "$file" >"$tree/$file"
    if [ "$(diff "$file" "$tree/$file" | grep -c '^>')" -eq 0 ]; then
        failed=1
        echo "FAILED  $file has no line for '$edit'"
        return
    fi
    local changed=(-iquote "$(dirname "$file")" "$tree/$file") # with the headers beside it
    [[ $file != *.h ]] || changed=()
    # shellcheck disable=SC2046
    gcc "${flags[@]}" -I"$tree/rt" -Irt -Irt/io -Iconfig -Iconfig/include -Ikernel -Ikernel/include -Itests -Itests/rt -Itests/rt/exchange \
        -Itests/rt/platform -DTAC_SOURCE_DIR="\"$PWD\"" -I"$build/generated" -o "$tree/program" "${changed[@]}" "$@" "${libraries[@]}" \
        $(pkg-config --libs libzstd libxxhash yaml-0.1) -lpthread -lm
    local command arguments rc
    read -r command arguments <<<"${program[$name]}"
    for _ in 1 2 3; do # it takes the order of events that shows it
        rc=0
        # shellcheck disable=SC2086
        timeout 300 "${drd[@]}" --exit-on-first-error=yes "$tree/program" $arguments \
            >"$work/changed.log" 2>&1 || rc=$?
        ! grep -q '^==.*Conflicting' "$work/changed.log" || break
    done
    if grep -q '^==.*Conflicting' "$work/changed.log"; then
        printf 'noticed %-22s %s\n' "$name" "$what"
    else
        failed=1
        printf 'MISSED  %-22s %s (exit code %d, %s)\n' "$name" "$what" "$rc" "$command"
    fi
}

relaxed() { # relaxed FILE FUNCTION WORD PROGRAM SOURCES: one memory order of one function
    local file=$1 in=$2 order=$3 name=$4
    shift 4
    without "$file" "$in: $order relaxed" \
        "/^[a-z].*\\<$in\\(/,/^}/ s/memory_order_$order/memory_order_relaxed/" "$name" "$@"
}

team=(tests/rt/team/plain_team.c tests/rt/used_team.c tests/rt/hand_built.c)
relaxed rt/team/team.c give_order release team "${team[@]}"
relaxed rt/team/team.c look acquire team "${team[@]}"
relaxed rt/team/team.c obey acquire team "${team[@]}"
relaxed rt/team/team.c obey release team "${team[@]}"
without rt/team/team.c "share_phase: does not wait for the others" \
    's/return gather\(t, t->parts\[p\]\);/return 1;/' team "${team[@]}"
without rt/team/team.c "tac_team_step: does not look for a late worker" \
    's/if \(!tac_team_idle\(t\)\)/if (0)/' team "${team[@]}"

queue=(tests/rt/loop/plain_queue.c)
relaxed rt/loop/command_queue.c tac_queue_put_all acquire queue "${queue[@]}"
relaxed rt/loop/command_queue.c tac_queue_put_all release queue "${queue[@]}"
relaxed rt/loop/command_queue.c tac_queue_take acquire queue "${queue[@]}"
relaxed rt/loop/command_queue.c tac_queue_take release queue "${queue[@]}"

ring=(tests/rt/log/plain_ring.c)
relaxed rt/log/ring.c tac_log_ring_has_room acquire ring "${ring[@]}"
relaxed rt/log/ring.c tac_log_ring_put release ring "${ring[@]}"
relaxed rt/log/ring.c tac_log_ring_peek acquire ring "${ring[@]}"
relaxed rt/log/ring.c tac_log_ring_release release ring "${ring[@]}"

# every word of a record or slot carries what was before it, so all orders of a function have to go
relaxed rt/io/slot.h tac_slot_write release monitor rt/monitor/monitor.c tests/rt/monitor/plain_monitor.c
relaxed rt/io/slot.h tac_slot_read acquire monitor rt/monitor/monitor.c tests/rt/monitor/plain_monitor.c
relaxed rt/io/slot.h tac_slot_write release slot tests/rt/io/plain_slot.c
relaxed rt/io/slot.h tac_slot_read acquire slot tests/rt/io/plain_slot.c

ports=(tests/rt/exchange/plain_ports.c tests/rt/exchange/instance.c)
relaxed rt/exchange/supervisor.c hand_over seq_cst ports "${ports[@]}"
without rt/exchange/supervisor.c "take_back: does not look at the turn" \
    's/memory_order_(acquire|seq_cst)(\) != turn|\);)/memory_order_relaxed\2/' ports "${ports[@]}"
without rt/exchange/take.c "take_all: ends without a release" \
    's/(turn \+ 2, memory_order_)release/\1relaxed/' ports "${ports[@]}"

platform=(tests/rt/platform/plain_loop.c tests/rt/platform/stand.c tests/rt/platform/shipped.c)
relaxed rt/platform/instance_port.c offer release platform "${platform[@]}"
relaxed rt/platform/instance_port.c tac_instance_port_look acquire platform "${platform[@]}"
relaxed rt/platform/instance_port.c give_back release platform "${platform[@]}"
relaxed rt/platform/instance_port.c take_back acquire platform "${platform[@]}"
relaxed rt/platform/command_log.c tac_platform_command_log_put release platform "${platform[@]}"
relaxed rt/platform/command_log.c tac_platform_command_log_put acquire platform "${platform[@]}"
relaxed rt/platform/command_log.c tac_platform_command_log_write acquire platform "${platform[@]}"
relaxed rt/platform/command_log.c tac_platform_command_log_write release platform "${platform[@]}"

[ $failed = 0 ] && echo "drd: no thread gets ahead of another, and it would show"
exit $failed
