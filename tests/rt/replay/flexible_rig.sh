#!/usr/bin/env bash
# test: replay.flexible program -- @tactus
# Flexible bodies on a rig: overruns, degraded steps, commands and checkpoints, recorded and replayed bit for bit,
# with sensors at their interfaces.
#   flexible_rig.sh TACTUS    in the root of the sources
# Nothing here depends on how fast the machine is: periods are too short on purpose.
tactus=$1
program=("$tactus")
source tests/program.sh

cat >"$work/arm.yaml" <<'YAML'
title: Flexible arm on a rig
gravity: [0, 0, -9.81]
step: 1 ms
duration: 3 s
inputs:
  - {name: push, value: 0}
bodies:
  - name: upper
    flexible:
      beam: {from: [0, 0, 0], to: [0.8, 0, 0], section: {tube: [60 mm, 2 mm]},
             material: &steel {E: 210 GPa, nu: 0.3, density: 7850}, modes: 12, interfaces: [{name: middle, at: 0.5}]}
      damping: 0.02
  - name: fore
    flexible:
      beam: {from: [0.8, 0, 0], to: [1.5, 0, 0], section: {tube: [50 mm, 2 mm]}, modes: 9, material: *steel}
      damping: 0.02
  - {name: tool, position: [1.55, 0, 0], shape: {box: {size: [0.1, 0.08, 0.08], mass: 2}}}
joints:
  - {name: shoulder, type: revolute, bodies: [ground, upper], interfaces: [~, a], axis: [0, 1, 0]}
  - {name: elbow, type: revolute, bodies: [upper, fore], interfaces: [b, a], axis: [0, 1, 0]}
  - {name: flange, type: fixed, bodies: [fore, tool], interfaces: [b, ~]}
forces:
  - {name: motor, type: rotational_spring, joint: shoulder, stiffness: 4e3, damping: 40}
  - {name: tip, type: load, body: fore, interface: b, force: [0, {input: push}, 0]}
sensors:
  - {name: bend, type: modes, body: upper}
  - {name: tip, type: pose, body: fore, interface: b}
  - {name: tip_rate, type: twist, body: fore, interface: b}
  - {name: tip_acceleration, type: acceleration, body: fore, interface: b}
  - {name: cut, type: internal_force, body: upper, interface: middle}
YAML

clients() { # clients NAME: what people do to a running rig
    for _ in 1 2 3; do
        "$tactus" ctl "$1" write push=$((RANDOM % 40 - 20)) >/dev/null 2>&1
        "$tactus" ctl "$1" save "$work/saved" >/dev/null 2>&1
        "$tactus" ctl "$1" write motor.damping=$((30 + RANDOM % 20)) >/dev/null 2>&1
        "$tactus" ctl "$1" restore "$work/saved" >/dev/null 2>&1
        "$tactus" ctl "$1" pause >/dev/null 2>&1
        "$tactus" ctl "$1" step 7 >/dev/null 2>&1
        "$tactus" ctl "$1" resume >/dev/null 2>&1
    done
    sleep 0.2
    "$tactus" ctl "$1" stop >/dev/null 2>&1
}

count() { # count WHAT: from the events of the last log info
    sed -n "s/.*[ ,]$1 \([0-9]*\).*/\1/p" "$work/out"
}

name=flexible-$$ log=$work/run.tlog
cat >"$work/rig.yaml" <<YAML
name: $name
model: arm.yaml
step: 200 us
threads: {priority: 0, lock_memory: false}
policy: {kind: degrade, degrade_to: 2, recover_after: 5, bucket: 0}
watchdog: 60 s
exchange:
  commands:
    - {input: push, min: -50, max: 50, safe: 0}
  states:
    - {name: tip, sensor: tip, count: 3}
    - {name: tip_rate, sensor: tip_rate, count: 6}
    - {name: tip_acceleration, sensor: tip_acceleration, count: 3}
    - {name: cut, sensor: cut, count: 6}
    - {name: bend, sensor: bend, count: 12}
YAML
"$tactus" run "$work/rig.yaml" --duration 100 --record "$log" --record-every 100 >"$work/run.out" \
    2>"$work/run.err" </dev/null &
pid=$!
for ((i = 0; i < 200; i++)); do
    "$tactus" ctl "$name" status 2>/dev/null | grep -q running && break
    sleep 0.05
done
# cycles that are late, whatever the machine
for _ in 1 2 3; do
    kill -STOP $pid
    sleep 0.02
    kill -CONT $pid
    sleep 0.05
done
clients "$name"
wait $pid
ok "the rig runs to its end: $(tail -n 3 "$work/run.err")" [ $? -eq 0 ]
run 0 log verify "$log"
run 0 replay "$log" --sensors "$work/sensors.csv" --signals "$work/signals.csv"
says 'identical'
for lanes in 1 4; do
    run 0 replay "$log" --lanes $lanes --workers 2 --from 700
    says 'identical'
done
run 0 log export "$log" --sensors "$work/exported.csv"
ok "sensors of the log are those of its replay" cmp -s "$work/sensors.csv" "$work/exported.csv"
run 0 log export "$log" --signals "$work/exported.csv"
ok "so are its signals" cmp -s "$work/signals.csv" "$work/exported.csv"
run 0 log info "$log"
ok "steps were degraded" [ "$(count 'degraded steps')" -ge 1 ]
ok "states were restored" [ "$(count restores)" -ge 1 ]
ok "parameters were set" [ "$(count 'parameters set')" -ge 1 ]
columns=$(head -n 1 "$work/sensors.csv")
for column in bend.q1 tip.x tip_rate.wx tip_acceleration.ax cut.fx; do
    ok "$column is among $columns" grep -q "\b$column\b" <<<"$columns"
done
ok "all of them move" awk -F, '
    NR == 1 { split($0, name); next }
    NR == 2 { split($0, first); next }
    { for (i = 1; i <= NF; i++) moves[i] = moves[i] || $i + 0 != first[i] + 0 }
    END { for (i in name) if (name[i] ~ /^(bend.q1|tip.z|tip_rate.vz|tip_acceleration.az|cut.fz)$/) n += moves[i]
          exit n != 5 }' "$work/sensors.csv"
finish
