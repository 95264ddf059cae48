#!/usr/bin/env bash
# test: first_use.sensors program -- @tactus
# Sensors belong to a recording: exported or replayed they have the bytes that the simulation wrote.
#   sensors.sh TACTUS    in the root of the sources
tactus=$1
program=("$tactus")
source tests/program.sh

# --- every kind of sensor, among them those that need accelerations, multipliers, residuals
cat >"$work/all.yaml" <<'YAML'
title: every kind of sensor
duration: 0.2 s
inputs: [{name: push, value: 3}]
bodies:
  - {name: crank, mass: 1, inertia: [0.1, 0.2, 0.3], position: [1, 0, 0], angular_velocity: [0, 0, 2]}
  - {name: rod, mass: 2, inertia: [0.2, 0.2, 0.1], position: [3, 0, 0]}
joints:
  - {name: pin, type: revolute, bodies: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]}
  - {name: ball, type: spherical, bodies: [crank, rod], at: [2, 0, 0]}
forces:
  - {name: spring, type: spring, bodies: [ground, rod], at: [3, 2, 0], at2: [3, 0, 0], stiffness: 900 N/m,
     damping: 3 N*s/m, free_length: 1.5}
  - {name: load, type: load, body: rod, at: [3, 0, 0], force: [0, {input: push}, 0]}
sensors:
  - {name: pose, type: pose, body: rod, at: [2, 0, 0]}
  - {name: twist, type: twist, body: rod, axes: body}
  - {name: acceleration, type: acceleration, body: rod, axes: body}
  - {name: accelerometer, type: accelerometer, body: crank, at: [2, 0, 0]}
  - {name: pin, type: coordinates, joint: pin}
  - {name: ball, type: coordinates, joint: ball}
  - {name: reaction, type: reaction, joint: ball, axes: joint}
  - {name: distance, type: distance, bodies: [ground, rod], at: [0, 0, 0], at2: [3, 0, 0]}
  - {name: spring, type: force, element: spring}
  - {name: energy, type: energy}
  - {name: residuals, type: residuals}
YAML

same() { # same MODEL OPTION...: motion and sensors of the simulation, its log exported, its log replayed
    local model=$1 what
    shift
    rm -f "$work"/*.csv
    run 0 sim "$model" "$@" --quiet --csv "$work/sim.csv" --sensors "$work/sim_sensors.csv" \
        --record "$work/run.tlog" --record-every 20
    run 0 log export "$work/run.tlog" --csv "$work/export.csv" --sensors "$work/export_sensors.csv"
    run 0 replay "$work/run.tlog" --csv "$work/replay.csv" --sensors "$work/replay_sensors.csv"
    for what in export replay; do
        ok "$model $*: $what has the bytes of sim" cmp -s "$work/sim.csv" "$work/$what.csv"
        ok "$model $*: its sensors too" cmp -s "$work/sim_sensors.csv" "$work/${what}_sensors.csv"
    done
}
for order in 2 3 4; do
    same "$work/all.yaml" --order $order --input push=-2
    for model in config/models/{m2_four_bar,p3_hexapod,vehicle,examples/cam_valve,examples/engine_mounts}.yaml; do
        same $model --order $order --duration 0.05
    done
done
same "$work/all.yaml" --acceleration projection
same "$work/all.yaml"
ok "all kinds have columns" [ "$(head -1 "$work/sim_sensors.csv" | tr , '\n' | cut -d. -f1 | sort -u | wc -l)" -eq 12 ]

run 0 sim "$work/all.yaml" --quiet --every 7 --sensors "$work/sim.csv"
for what in "log export" replay; do
    run 0 $what "$work/run.tlog" --every 7 --sensors "$work/every.csv"
    ok "$what: every 7th step" cmp -s "$work/sim.csv" "$work/every.csv"
done
ok "of 200, and the start" [ "$(wc -l <"$work/every.csv")" -eq 30 ]

# --- of windows and checkpoints
run 0 sim "$work/all.yaml" --quiet --sensors "$work/sim.csv" --record "$work/run.tlog" --record-every 50
for what in "log export" replay; do
    run 0 $what "$work/run.tlog" --window 60:90 --sensors "$work/window.csv"
    ok "$what: the rows of a window" cmp -s <(sed '2,61d;93,$d' "$work/sim.csv") "$work/window.csv"
done
run 0 log cut "$work/run.tlog" 60:90 "$work/cut.tlog"
run 0 log export "$work/cut.tlog" --sensors "$work/cut.csv"
ok "of a part of a log" cmp -s <(sed '2,52d;103,$d' "$work/sim.csv") "$work/cut.csv"
run 0 sim "$work/all.yaml" --quiet --record "$work/few.tlog" --record-states checkpoints
run 0 replay "$work/few.tlog" --sensors "$work/few.csv"
ok "of a log of checkpoints" cmp -s "$work/sim.csv" "$work/few.csv"
run 2 log export "$work/few.tlog" --sensors "$work/none.csv"
says "'tactus replay'"

# --- a step that the solver refused has no row
run 3 sim config/models/m2_four_bar.yaml --dt 0.9 --duration 400 --quiet --sensors "$work/sim.csv" \
    --record "$work/failed.tlog"
run 0 log export "$work/failed.tlog" --sensors "$work/export.csv"
run 0 replay "$work/failed.tlog" --sensors "$work/replay.csv"
ok "export ends with the last good step" cmp -s "$work/sim.csv" "$work/export.csv"
ok "replay too" cmp -s "$work/sim.csv" "$work/replay.csv"

# --- logs of earlier programs
old() { # old LOG MODEL OPTION...
    run 0 replay --other-build "tests/golden/$1.tlog" --sensors "$work/old.csv"
    run 0 sim "${@:2}" --quiet --sensors "$work/sim.csv"
    ok "$1: an earlier log has the sensors of its model" cmp -s "$work/sim.csv" "$work/old.csv"
}
old four_bar config/models/m2_four_bar.yaml --duration 0.4
old double_wishbone config/models/p4_double_wishbone.yaml --duration 0.06
old bouncing_ball config/models/examples/bouncing_ball.yaml --duration 0.34
run 0 log export tests/golden/zoo_states.tlog --sensors "$work/old.csv"
ok "without a step as well" [ "$(wc -l <"$work/old.csv")" -eq 62 ]

# --- HDF5 where the name says so
for name in a.mat a.h5 a.hdf5; do
    run 0 log export "$work/run.tlog" --sensors "$work/$name"
    ok "$name is HDF5" [ "$(head -c 10 "$work/$name")" = "MATLAB 7.3" ]
done

finish
