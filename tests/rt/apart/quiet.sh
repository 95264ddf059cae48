#!/usr/bin/env bash
# test: apart.quiet plain lock=cores unless=sanitize -- @tactus @rt.plain_quiet
# The loop is as quiet with sub-models in another process as without: no allocation, fault or system call but the sleep.
#   quiet.sh TACTUS PLAIN_QUIET    in the root of the sources
tactus=$1 quiet=$2
program=("$tactus")
source tests/program.sh
run 0 compile config/models/parts/corner.yaml --out "$work/corner.so"
cat >"$work/car.yaml" <<'END'
step: 1 ms
bodies: [{name: chassis, mass: 1500, inertia: [600, 2000, 2200]}]
joints: [{name: rail, type: prismatic, bodies: [ground, chassis], at: [0, 0, 0], axis: [0, 0, 1]}]
include: [{file: corner.so, name: corner, position: [1.6, 0.3, 0], ground: chassis}]
END
cat >"$work/rig.yaml" <<'END'
name: quiet
model: car.yaml
step: 5 ms
policy: {kind: skip, bucket: 0}
watchdog: 20 s
processes: [{name: corners, parts: [corner], wait: 5 ms}]
END
"$quiet" 2 "$work/rig.yaml" >"$work/out" 2>&1 &
loop=$!
"$tactus" part "test.$loop.0" corners "$work/corner.so" --quiet & # under the name that such programs give
part=$!
cleanup() { kill "$part" "$loop" 2>/dev/null; }
wait $loop
cat "$work/out"
ok "it went to its end" grep -q 'all threads end' "$work/out"
# a busy machine may keep some steps from being made, which is as quiet
ok "quiet" bash -c "! grep FAILED '$work/out' | grep -v 'steps made'"
finish
