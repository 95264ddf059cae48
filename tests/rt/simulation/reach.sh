#!/usr/bin/env bash
# test: physics.reach program -- @tactus
# What a mechanism cannot do is said: drives beyond its reach, motions that joints lock by a milliradian,
# bodies that the start would draw together from afar.
#   reach.sh TACTUS    in the root of the sources
program=(timeout 600 "$1")
source tests/program.sh

# ---- a drive asks for more than the mechanism has
four_bar() { # four_bar ANGLE: of its driven crank after ten seconds
    cat <<TEXT
step: 1 ms
duration: 4 s
bodies:
  - {name: crank, position: [0.5, 0, 0], mass: 1, inertia: [0.1, 0.1, 0.1]}
  - {name: coupler, position: [1.5, 0.5, 0], mass: 1, inertia: [0.1, 0.1, 0.1]}
  - {name: rocker, position: [2, 0.5, 0], mass: 1, inertia: [0.1, 0.1, 0.1]}
sources:
  - {name: turn, ramp: {start: 0, end: 10, from: 0, to: $1}}
joints:
  - {name: motor, type: revolute, bodies: [ground, crank], at: [0, 0, 0], drive: turn}
  - {name: knee, type: revolute, bodies: [crank, coupler], at: [1, 0, 0]}
  - {name: elbow, type: revolute, bodies: [coupler, rocker], at: [2, 1, 0]}
  - {name: foot, type: revolute, bodies: [ground, rocker], at: [2, 0, 0]}
TEXT
}
four_bar 10 >"$work/beyond.yaml"
run 3 sim "$work/beyond.yaml"
says "the drive of joint 'motor' asks for 1.78"
says "which the mechanism cannot do"
ok "no smaller step is advised" bash -c "! grep -q 'smaller step or' '$work/err'"
for order in 3 4; do
    run 3 sim "$work/beyond.yaml" --order "$order"
    says "the drive of joint 'motor' asks for"
done
printf 'name: beyond%d\nmodel: %s\npolicy: {kind: count, bucket: 0}\nwatchdog: 60 s\n' $$ \
    "$work/beyond.yaml" >"$work/rig.yaml"
run 3 run "$work/rig.yaml" --duration 2
says "the drive of joint 'motor' asks for"
four_bar 1 >"$work/within.yaml"
run 0 sim "$work/within.yaml" --duration 2

# a rod that pushes a boom to the end of its circle
cat >"$work/strut.yaml" <<'TEXT'
step: 1 ms
duration: 3 s
bodies:
  - {name: boom, position: [1, 0, 0], mass: 10, inertia: [1, 1, 1]}
sources:
  - {name: extend, ramp: {start: 0, end: 2, from: 1.1180339887498949, to: 3}}
joints:
  - {name: root, type: revolute, bodies: [ground, boom], at: [0, 0, 0], axis: [0, 1, 0]}
  - {name: cylinder, type: rod, bodies: [ground, boom], at: [0, 0, -0.5], at2: [1, 0, 0],
     drive: extend}
TEXT
run 3 sim "$work/strut.yaml"
says "the drive of joint 'cylinder' asks for 1.5"
says " m behind"

# a motor whose angle jumps: what no smaller step helps
cat >"$work/jump.yaml" <<'TEXT'
step: 1 ms
duration: 1 s
sources:
  - {name: jump, step: {at: 0.5 s, from: 0, to: 3}}
bodies:
  - {name: arm, mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.3, 0, 0]}
joints:
  - {name: motor, type: revolute, bodies: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0], drive: jump}
TEXT
for options in "--order 2" "--order 4" "--method canonical" "--dt 0.0001"; do
    # shellcheck disable=SC2086
    run 3 sim "$work/jump.yaml" $options
    says "the drive of joint 'motor' jumps to 3 rad at t = 0.5"
    ok "no smaller step is advised ($options)" bash -c "! grep -q 'smaller step' '$work/err'"
done

# ---- joints that lock what they nearly leave free
door() { # door TILT
    cat <<TEXT
bodies:
  - {name: pillar, position: [2, 0, 0], mass: 10, inertia: [1, 1, 1]}
  - {name: door, position: [2.5, 0, 1], mass: 20, inertia: [5, 5, 2],
     angular_velocity: [0, 0, 1]}
joints:
  - {name: pivot, type: revolute, bodies: [ground, pillar], at: [0, 0, 0], axis: [0, 0, 1]}
  - {name: low, type: revolute, bodies: [pillar, door], at: [2, 0, 0.3], axis: [0, 0, 1]}
  - {name: high, type: revolute, bodies: [pillar, door], at: [2, 0, 1.7], axis: [$1, 0, 1]}
TEXT
}
for tilt in 0.0001 0.001 0.008; do
    door "$tilt" >"$work/door.yaml"
    run 0 check "$work/door.yaml"
    says "locked        1 degree of freedom"
    says "body 'door' could turn about (0.00, 0.00, 1.00)"
    says " rad/s, most of body 'door'"
done
run 0 sim "$work/door.yaml" --duration 0.01
says "body 'door' could turn about"
for tilt in 0 0.1; do
    door "$tilt" >"$work/door.yaml"
    run 0 check "$work/door.yaml"
    ok "a tilt of $tilt is not called a lock" bash -c "! grep -q locked '$work/out'"
done
for model in config/models/*.yaml config/models/examples/*.yaml; do
    run 0 check "$model"
    ok "$model is not called locked" bash -c "! grep -q locked '$work/out'"
done
# the question leaves no trace in the results
for order in 2 4; do
    run 0 sim config/models/p3_hexapod.yaml --order "$order" --duration 0.1 --csv "$work/asked.csv"
    run 0 sim config/models/p3_hexapod.yaml --order "$order" --duration 0.1 --csv "$work/quiet.csv" \
        --quiet
    ok "the same bits at order $order" cmp "$work/asked.csv" "$work/quiet.csv"
done

# ---- bodies that are not where their joints are
arms() { # arms POINT LINE
    cat <<TEXT
$2
bodies:
  - {name: upper, position: [0.5, 0, 0], mass: 1, inertia: [0.1, 0.1, 0.1]}
  - {name: lower, position: [1.5, 0, 0], mass: 1, inertia: [0.1, 0.1, 0.1]}
joints:
  - {name: shoulder, type: revolute, bodies: [ground, upper], at: [0, 0, 0], axis: [0, 1, 0]}
  - {name: elbow, type: revolute, bodies: [upper, lower], at: [1, 0, 0], at2: [$1, 0, 0],
     axis: [0, 1, 0]}
TEXT
}
arms 4 '' >"$work/far.yaml"
for command in check "sim --quiet"; do
    read -ra words <<<"$command"
    refuse "moves body 'lower' by 3 m, more than a tenth of the model's length of 2.5 m" \
        "${words[@]}" "$work/far.yaml"
    says "add the line 'assemble: true'"
done
arms 1.04 '' >"$work/near.yaml"
run 0 sim "$work/near.yaml" --duration 0.01
arms 4 'assemble: true' >"$work/meant.yaml"
run 0 sim "$work/meant.yaml" --duration 0.01 --record "$work/a.tlog"
run 0 replay "$work/a.tlog"
says identical
arms 4 'assemble: 3' >"$work/odd.yaml"
refuse "unknown assemble '3'" check "$work/odd.yaml"
printf 'name: far\nmodel: %s\n' "$work/far.yaml" >"$work/rig.yaml"
refuse "add the line 'assemble: true'" run "$work/rig.yaml" --duration 0.1

# ---- rotors too fast for the step
rotor() { # rotor RPM
    cat <<TEXT
gravity: [0, 0, 0]
bodies: [{name: rotor, mass: 1, inertia: [0.01, 0.01, 0.02], angular_velocity: [0, 0, $1 rpm]}]
joints: [{name: bearing, type: revolute, bodies: [ground, rotor], at: [0, 0, 0]}]
TEXT
}
rotor 12000 >"$work/rotor.yaml"
run 7 sim "$work/rotor.yaml" --duration 0.1 --quiet
says "results are in doubt, 100 of 100 steps: body 'rotor' turns by 1.26 rad in the step"
says "take a step of 0.000795 s or less"
run 0 sim "$work/rotor.yaml" --duration 0.0795 --dt 0.000795
ok "with that step there is no doubt" [ ! -s "$work/err" ]
for model in config/models/*.yaml config/models/examples/*.yaml; do
    run 0 sim "$model" --duration 0.05 --quiet
    ok "$model is not in doubt" [ ! -s "$work/err" ]
done

finish
