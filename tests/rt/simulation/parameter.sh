#!/usr/bin/env bash
# test: first_use.parameter program -- @tactus
# Parameters of a model given on the command line: as if they stood in its file, and recorded.
#   parameter.sh TACTUS    in the root of the sources
tactus=$1
program=("$tactus")
source tests/program.sh

cat >"$work/arm.yaml" <<'YAML'
title: an arm on a hinge
step: ${dt}
duration: 0.1 s
parameters:
  dt: 1 ms
  length: 1
  mass: ${2*length}
  tip: [0, 0, 0]
bodies:
  - {name: arm, mass: "${mass}", inertia: [0.1, 0.1, 0.1], position: ["${length/2}", 0, 0]}
joints:
  - {name: hinge, type: revolute, bodies: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0]}
sensors:
  - {name: tip, type: pose, body: arm, at: "${[length, 0, 0] + tip}"}
YAML
model=$work/arm.yaml

given() { # given CHANGES OPTION...: the same bytes as with the file changed by sed
    sed "$1" "$model" >"$work/changed.yaml"
    run 0 sim "$work/changed.yaml" --quiet --csv "$work/a.csv" --sensors "$work/as.csv"
    shift
    run 0 sim "$model" --quiet --csv "$work/b.csv" --sensors "$work/bs.csv" --record "$work/b.tlog" "$@"
    ok "$*: as in the file" cmp -s "$work/a.csv" "$work/b.csv"
    ok "$*: sensors too" cmp -s "$work/as.csv" "$work/bs.csv"
    run 0 replay "$work/b.tlog" --csv "$work/r.csv"
    ok "$*: replayed" cmp -s "$work/b.csv" "$work/r.csv"
    run 0 log export "$work/b.tlog" --sensors "$work/e.csv"
    ok "$*: exported" cmp -s "$work/bs.csv" "$work/e.csv"
}
given 's/length: 1$/length: 0.7/' --parameter length=0.7
given 's/length: 1$/length: 0.7/' --parameter 'length=700 mm'
given 's/length: 1$/length: 0.7/; s/mass: .{2.*/mass: 3/' --parameter mass=3 --parameter=length=0.7
given 's/mass: .{2.*/mass: ${3*length + 1}/' --parameter 'mass=${3*length + 1}'
given 's/tip: .*/tip: [0, 1, 2]/' --parameter 'tip=[0, 1, 2]'
given 's/tip: .*/tip: [0, 0, 0.002]/' --parameter 'tip=[[0, 0, 2], mm]'
given 's/dt: 1/dt: 2/' --parameter 'dt=2 ms'
given 's/length: 1$/length: 2/' --parameter length=9 --parameter length=2 # the last counts
run 0 log info "$work/b.tlog"
ok "the log says what was given" [ "$(grep -c '^given ' "$work/out")" -eq 2 ]
run 0 check "$model" --parameter length=3
says "given         length=3"
run 0 tree "$model" --parameter length=3
run 0 sim "$model" --parameter length=3 --parameter mass=1
ok "sim says it too" grep -q "^given  *length=3$" "$work/out"
run 0 sim "$model" --quiet --record "$work/plain.tlog"
run 1 log diff "$work/plain.tlog" "$work/b.tlog"

# --- the model of a rig
printf 'name: p%s\nmodel: arm.yaml\nduration: 0.1 s\npolicy: {kind: count, bucket: 0}\nwatchdog: 60 s\n' $$ >"$work/rig.yaml"
given 's/length: 1$/length: 0.7/' --parameter length=0.7
cp "$work/bs.csv" "$work/model.csv"
run 0 sim "$work/rig.yaml" --parameter length=0.7 --sensors "$work/rig.csv"
ok "simulated" cmp -s "$work/model.csv" "$work/rig.csv"
run 0 sim "$work/rig.yaml" --parameter 'dt=5 ms'
says "20 steps of 0.005 s"
run 0 run "$work/rig.yaml" --parameter length=0.7 --duration 0.1
ok "run says what is given" grep -q "^given  *length=0.7$" "$work/out"
for file in rig arm; do
    run 0 run "$work/$file.yaml" --parameter length=0.7 --duration 0.1 --record "$work/run.tlog" --quiet
    run 0 replay "$work/run.tlog" --sensors "$work/run.csv"
    ok "$file in real time" cmp -s "$work/model.csv" "$work/run.csv"
done

# --- errors are one line
all='it must be dt, length, mass or tip'
for command in sim check tree run; do
    refuse "arm.yaml:1:1: the model has no parameter 'lenght'; $all" $command "$model" --parameter lenght=1
    refuse "--parameter needs NAME=VALUE, not 'length'" $command "$model" --parameter length
done
refuse "--parameter needs NAME=VALUE, not '=1'" check "$model" --parameter =1
refuse "--parameter needs NAME=VALUE" check "$model" --parameter $'length=1\nmass: 2'
refuse "the model has no parameter 'lenght'; $all" check "$work/rig.yaml" --parameter lenght=1
refuse "parameter length:1:1: no value is given" check "$model" --parameter length=
refuse "parameter length:1:1: 'length' must be a number or vector, not 'long'" check "$model" --parameter length=long
refuse "unknown unit 'parsec'" check "$model" --parameter 'length=3 parsec'
refuse "no parameter 'mass'" check "$model" --parameter 'length=${mass}'
refuse "parameter length:2:1: not YAML" check "$model" --parameter 'length=['
refuse "'mass' must be greater than zero" check "$model" --parameter mass=-1
refuse "has no parameters, 'a' neither" check config/models/m1_spatial_double_pendulum.yaml --parameter a=1
many=()
for ((i = 0; i < 1025; i++)); do many+=(--parameter length=1); done
refuse "at most 1024 of --parameter" check "$model" "${many[@]}"

finish
