#!/usr/bin/env bash
# test: physics.fast_rotor program -- fast_rotor @tactus
# test: physics.unbalanced_rotor program -- unbalanced_rotor @tactus
# test: physics.unbalanced_canonical program -- unbalanced_canonical @tactus
# test: physics.unsettled_rotor program -- unsettled_rotor @tactus
# test: physics.energy program -- energy @tactus
# test: physics.reaction_wheel program -- reaction_wheel @tactus
# test: physics.driveline program -- driveline @tactus
# test: physics.mass_ratio program -- mass_ratio @tactus
# test: physics.heavy_links program -- heavy_links @tactus
# test: physics.too_long_step program -- too_long_step @tactus
# test: physics.rotations_long full timeout=3000 -- minutes @tactus
# What turns fast or under load keeps its spin, momentum and energy, or the step says that it is too long.
#   rotations.sh CASE TACTUS
case=$1 tactus=$2 program=("$2")
# shellcheck source=tests/program.sh
. tests/program.sh

# below BOUND VALUE: the size of VALUE, a number, is at most BOUND
below() { awk -v b="$1" -v x="$2" 'BEGIN {exit !(x == x + 0 && x * x <= b * b)}'; }

# peak COLUMN EXPRESSION: the largest size of an expression of x, a column of $work/motion.csv, over all rows
peak() {
    awk -F, -v name="$1" 'NR == 1 {for (i = 1; i <= NF; i++) if ($i == name) at = i; next}
        {x = $at; if (NR == 2) first = x; y = '"$2"'; y = y < 0 ? -y : y; if (!(y <= most)) most = y}
        END {print (at && NR > 2) ? most + 0 : "none"}' "$work/motion.csv"
}

simulate() { # simulate CODE ORDER MODEL OPTION...: motion every tenth of a second or so
    local code=$1 order=$2 model=$3
    shift 3
    run "$code" sim "$model" --order "$order" --quiet --every 100 --csv "$work/motion.csv" "$@"
}

models=tests/accuracy/models # those of docs/accuracy.md

rotor() { # rotor RPM ECCENTRICITY
    sed "s/^parameters: .*/parameters: {spin: $1 rpm, e: $2}/" "$models/rotor.yaml" >"$work/rotor.yaml"
}

fast_rotor() {
    local rpm order spin code
    for rpm in 300 3000 6000 20000; do
        code=$([ "$rpm" -le 6000 ] && echo 0 || echo 7) # more than a radian in a step is in doubt
        spin=$(awk -v r="$rpm" 'BEGIN {printf "%.17g", r * 8 * atan2(1, 1) / 60}')
        for order in 2 3 4; do
            rotor "$rpm" 0
            simulate "$code" "$order" "$work/rotor.yaml"
            ok "$rpm rpm, order $order" below 1e-10 "$(peak rotor.wz "x / $spin - 1")"
            rotor "$rpm" 0.001
            simulate "$code" "$order" "$work/rotor.yaml"
            ok "$rpm rpm, order $order, off its axis" \
                below "$([ "$rpm" -le 6000 ] && echo 1e-9 || echo 1e-6)" \
                "$(peak rotor.wz "x / $spin - 1")"
        done
    done
    rotor 6000 0 # whole turns: the angle itself is right
    simulate 0 2 "$work/rotor.yaml"
    ok "angle of 1000 turns" below 1e-6 "$(peak rotor.e3 x)"
}

# A disc of 6000 rpm that is not normal to its axis, or off it: the moment and the force of its bearing turn with it,
# whichever body comes first. Joints are the rest of the file.
unbalanced() { # unbalanced TILT OFF
    cat >"$work/rotor.yaml" <<TEXT
gravity: [0, 0, 0]
step: 1 ms
bodies:
  - {name: rotor, mass: 1, inertia: [0.01, 0.01, 0.018], orientation: {axis: [1, 0, 0], angle: $1 deg},
     position: [$2, 0, 0], velocity: [0, $(awk -v e="$2" 'BEGIN {printf "%.17g", e * 800 * atan2(1, 1)}'), 0],
     angular_velocity_world: [0, 0, 6000 rpm]}
$(cat)
TEXT
}

# keeps ORDER2 ORDER3 ORDER4 WHAT: the rotor its energy, to these parts of it
keeps() {
    local order bounds=(- - "$1" "$2" "$3")
    for order in 2 3 4; do
        simulate 0 "$order" "$work/rotor.yaml"
        ok "$4, order $order" below "${bounds[order]}" "$(peak energy.kinetic 'x / first - 1')"
    done
}

unbalanced_rotor() {
    local bodies type of
    for bodies in "ground, rotor" "rotor, ground"; do
        for type in revolute cylindrical; do
            of="joints: [{name: shaft, type: $type, bodies: [$bodies], at: [0, 0, 0]}]"
            unbalanced 3 0 <<<"$of"
            keeps 1e-10 1e-10 1e-10 "$type of $bodies, 3 degrees"
            unbalanced 30 0 <<<"$of"
            keeps 1e-8 1e-8 1e-9 "$type of $bodies, 30 degrees"
            unbalanced 0 0.001 <<<"$of"
            keeps 1e-9 1e-9 1e-9 "$type of $bodies, 1 mm"
            unbalanced 10 0.005 <<<"$of"
            keeps 1e-4 3e-5 1e-6 "$type of $bodies, 10 degrees and 5 mm"
        done
        # a ball at one end, a bearing that lets it slide at the other
        unbalanced 2 0.002 <<<"joints:
  - {name: end, type: spherical, bodies: [ground, rotor], at: [0, 0, -0.1]}
  - {name: bearing, type: point_on_line, bodies: [$bodies], at: [0, 0, 0.1]}"
        keeps 5e-5 1e-5 2e-6 "a shaft with a bearing of $bodies"
    done
    # on a free body of thirty times its inertia
    for bodies in "house, rotor" "rotor, house"; do
        unbalanced 10 0 <<<"  - {name: house, mass: 30, inertia: [0.36, 0.39, 0.42]}
joints: [{name: shaft, type: revolute, bodies: [$bodies], at: [0, 0, 0]}]"
        keeps 1e-3 1e-3 2e-4 "wheel of $bodies, 10 degrees"
    done
}

# With canonical as well the order of the bodies hardly counts.
unbalanced_canonical() {
    local bodies order
    for bodies in "ground, rotor" "rotor, ground"; do
        unbalanced 10 0 <<<"joints: [{name: shaft, type: revolute, bodies: [$bodies], at: [0, 0, 0]}]"
        simulate 0 2 "$work/rotor.yaml" --method canonical --duration 5
        ok "hinge of $bodies" below 1e-5 "$(peak energy.total 'x / first - 1')"
        unbalanced 10 0 <<<"  - {name: house, mass: 30, inertia: [0.36, 0.39, 0.42]}
joints: [{name: shaft, type: revolute, bodies: [${bodies/ground/house}], at: [0, 0, 0]}]"
        simulate 7 2 "$work/rotor.yaml" --method canonical --duration 5
        ok "wheel of ${bodies/ground/house}" below 1e-3 "$(peak energy.total 'x / first - 1')"
        for order in 2 4; do
            unbalanced 0 0.001 <<<"joints: [{name: shaft, type: cylindrical, bodies: [$bodies], at: [0, 0, 0]}]"
            simulate 0 "$order" "$work/rotor.yaml" --method canonical --duration 5
            ok "cylindrical joint of $bodies, order $order" below 1e-9 "$(peak energy.total 'x / first - 1')"
        done
    done
}

# No step of it is in doubt, all together are: iterations are cut off alike in every turn.
unsettled_rotor() {
    local of order rpm
    for rpm in 3000 6000 7500; do # a wheel across a shaft: nothing turns it about its own axis
        awk -v w="$rpm" 'BEGIN {
            w *= atan2(0, -1) / 30
            print "gravity: [0, 0, 0]\nstep: 1 ms\nduration: 5 s\nbodies:"
            printf "  - {name: shaft, mass: 1, inertia: [0.01, 0.01, 0.01], angular_velocity: [0, 0, %.17g]}\n", w
            print "  - {name: wheel, mass: 0.3, inertia: [6e-4, 6e-4, 1e-3], position: [0, 0, 0.05],"
            printf "     orientation: {z_axis: [1, 0, 0]}, angular_velocity_world: [%.17g, 0, %.17g]}\n", 0.3 * w, w
            print "joints:\n  - {name: j1, type: revolute, bodies: [ground, shaft], at: [0, 0, 0], axis: [0, 0, 1]}"
            print "  - {name: j2, type: revolute, bodies: [shaft, wheel], at: [0, 0, 0.05], axis: [1, 0, 0]}"
        }' >"$work/rotor.yaml"
        for order in 2 3 4; do
            simulate "$([ "$rpm" = 3000 ] && echo 0 || echo 7)" "$order" "$work/rotor.yaml"
            [ "$rpm" != 3000 ] || ok "wheel across a shaft, order $order" below 1e-4 \
                "$(peak wheel.wz 'x / first - 1')"
        done
    done
    of="  - {name: house, mass: 1.5, inertia: [0.018, 0.0195, 0.021]}
joints: [{name: shaft, type: revolute, bodies: [house, rotor], at: [0, 0, 0]}]"
    unbalanced 10 0 <<<"$of"
    for order in 2 3 4; do
        simulate 7 "$order" "$work/rotor.yaml" --duration 5
        says "results are in doubt, all 5000 steps together: last Newton increments turn bodies, most of them 'rotor'"
        simulate 0 "$order" "$work/rotor.yaml" --duration 5 --dt 0.0005
        ok "half the step, order $order" below 1e-2 "$(peak energy.kinetic 'x / first - 1')"
    done
    simulate 0 2 "$work/rotor.yaml" --duration 0.09 # of what is so short nothing is said
    unbalanced 5 0.01 <<<"  - {name: weight, mass: 1, inertia: [0.01, 0.01, 0.018], position: [0.08, 0, 0.05],
     velocity: [0, $(awk 'BEGIN {printf "%.17g", 64 * atan2(1, 1)}'), 0], angular_velocity_world: [0, 0, 6000 rpm]}
joints:
  - {name: table, type: planar, bodies: [ground, rotor], at: [0, 0, 0]}
  - {name: bearing, type: point_on_line, bodies: [rotor, ground], at: [0, 0, 0.15]}
  - {name: clamp, type: fixed, bodies: [rotor, weight], at: [0, 0, 0]}"
    simulate 7 2 "$work/rotor.yaml" --method canonical --duration 2
    says "steps together: last position iterations turn bodies"
}

# A couple of two bearings turns with the rotor: order 2 gains energy with it, which is said once it is a hundredth.
energy() {
    local of="joints:
  - {name: end, type: spherical, bodies: [ground, rotor], at: [0, 0, -0.1]}
  - {name: bearing, type: point_on_line, bodies: [ground, rotor], at: [0, 0, 0.1]}" motor model
    unbalanced 12 0 <<<"$of"
    simulate 7 2 "$work/rotor.yaml" --duration 20
    says "results are in doubt, all 20000 steps together: the energy grows by"
    says "nothing drives, pushes or damps"
    simulate 0 2 "$work/rotor.yaml" --duration 20 --dt 0.0005
    ok "half the step" below 1e-3 "$(peak energy.kinetic 'x / first - 1')"
    simulate 0 4 "$work/rotor.yaml" --duration 20
    ok "order 4" below 1e-3 "$(peak energy.kinetic 'x / first - 1')"
    unbalanced 12 0 <<<"$of
forces: [{name: damper, type: rotational_spring, bodies: [ground, rotor], at: [0, 0, 0], axis: [0, 0, 1], damping: 1e-9}]"
    simulate 7 2 "$work/rotor.yaml" --duration 20
    says "nothing drives or pushes"
    motor="forces: [{name: motor, type: load, body: rotor, torque: [0, 0, TORQUE]}]"
    unbalanced 12 0 <<<"$of
${motor/TORQUE/0.01}"
    simulate 7 2 "$work/rotor.yaml" --duration 20
    says "beside what loads, actuators and drives put in, and nothing damps"
    simulate 0 4 "$work/rotor.yaml" --duration 20
    unbalanced 12 0 <<<"inputs: [{name: torque, value: 0.01}]
$of
${motor/TORQUE/torque}" # which is counted as well
    simulate 7 2 "$work/rotor.yaml" --duration 20
    simulate 0 4 "$work/rotor.yaml" --duration 20
    for model in m1_spatial_double_pendulum m4_closed_loop_4 m9_spinning_top p2_n_four_bar_1; do
        simulate 0 2 "config/models/$model.yaml" --dt 0.01
    done
}

reaction_wheel() { # reaction_wheel OPTION...
    for order in 2 3 4; do
        simulate 0 "$order" "$models/satellite.yaml" "$@"
        ok "order $order: the housing stands still" below 1e-12 "$(peak house.e3 x)"
        ok "order $order: the wheel keeps its spin" below 1e-10 "$(peak wheel.wz 'x / first - 1')"
    done
}

# Three shafts and two universal joints under a constant torque: theta is that of the one equation of motion,
# (J1 + J2 r1^2 + J3 r2^2) w^2 / 2 = T theta with the ratios of the joints, integrated to 1e-10.
driveline() {
    local order bounds=(- - 0.5 0.01 0.002)
    for order in 2 3 4; do
        run 0 sim "$models/driveline.yaml" --duration 40 --order "$order" --quiet --every 20000 --csv "$work/motion.csv"
        ok "order $order: angle after 20 s" below "${bounds[order]}" \
            "$(peak front.q 'NR == 3 ? x - 1534.2253129383557 : 0')"
        ok "order $order: angle after 40 s" below "${bounds[order]}" \
            "$(peak front.q 'NR == 4 ? x - 6132.517586747136 : 0')"
    done
}

mass_ratio() {
    local dt
    for dt in 0.001 0.002; do
        simulate 0 2 "$models/heavy_last.yaml" --dt "$dt"
        ok "energy with steps of $dt s, of 7e5 J" below 200 "$(peak energy.total 'x - first')"
    done
    for order in 3 4; do # what flips its sign is multiplied: refused
        simulate 3 "$order" "$models/heavy_last.yaml" --dt 0.002
        ok "order $order names a part" grep -qE "(body|joint) '[LJ][1-8]'" "$work/err"
    done
}

# At orders 3 and 4 a step with heavy links is right, in doubt or refused: never wrong with exit code 0.
heavy_links() {
    local links dt order code
    for links in last second; do
        for dt in 0.001 0.002; do
            for order in 3 4; do
                quietly "$tactus" sim "$models/heavy_$links.yaml" --order "$order" --dt "$dt" --quiet --every 10 \
                    --csv "$work/motion.csv"
                code=$?
                if [ "$code" -eq 0 ]; then
                    ok "order $order, $dt s: right" below 200 "$(peak energy.total 'x - first')"
                    continue
                fi
                ok "order $order, $dt s: doubt or refusal, not $code" [ "$code" -eq 7 -o "$code" -eq 3 ]
                ok "order $order, $dt s: names a part" grep -qE "(body|joint) '[LJ][1-8]'" "$work/err"
            done
        done
    done
}

# What drifts shows in minutes: rotor and satellite for 100 s, the driveline for 60.
minutes() {
    local rpm order spin code bounds=(- - 3 0.2 0.02)
    for rpm in 6000 20000; do
        code=$([ "$rpm" -le 6000 ] && echo 0 || echo 7)
        spin=$(awk -v r="$rpm" 'BEGIN {printf "%.17g", r * 8 * atan2(1, 1) / 60}')
        for order in 2 3 4; do
            for e in 0 0.001; do
                rotor "$rpm" "$e"
                simulate "$code" "$order" "$work/rotor.yaml" --duration 100
                ok "$rpm rpm, order $order, $e m off its axis" \
                    below "$([ "$e" = 0 ] && echo 1e-10 || { [ "$rpm" -le 6000 ] && echo 1e-8 || echo 1e-5; })" \
                    "$(peak rotor.wz "x / $spin - 1")"
            done
        done
    done
    reaction_wheel --duration 100
    for order in 2 3 4; do
        run 0 sim "$models/driveline.yaml" --order "$order" --quiet --every 20000 --csv "$work/motion.csv"
        ok "order $order: angle after 60 s" below "${bounds[order]}" \
            "$(peak front.q 'NR == 5 ? x - 13794.9435938 : 0')"
    done
}

too_long_step() {
    rotor 50000 0
    simulate 3 2 "$work/rotor.yaml"
    ok "named with body and angle" grep -q "body 'rotor' (5.236 rad in one step)" "$work/err"
    ok "and the step that would do" grep -q 'take a step of 0.00019 s or less' "$work/err"
    simulate 0 2 "$work/rotor.yaml" --dt 0.00019
    ok "it does" [ ! -s "$work/err" ]
    rotor 12000 0
    simulate 7 2 "$work/rotor.yaml"
    ok "doubted above a radian" \
        grep -q "in doubt, 10000 of 10000 steps: body 'rotor' turns by 1.26 rad" "$work/err"
    rotor 6000 0
    simulate 0 2 "$work/rotor.yaml"
    ok "not below" [ ! -s "$work/err" ]
    # canonical follows any rotation, but the angle of a joint below half a turn only
    rotor 29000 0 # 3.04 rad
    simulate 0 2 "$work/rotor.yaml" --method canonical
    rotor 31000 0 # 3.25 rad
    for order in 2 4 6; do
        simulate 7 "$order" "$work/rotor.yaml" --method canonical
        says "body 'rotor' turns against what a joint ties it to, whose angle loses whole turns then, by 3.25 rad"
    done
}

"$case"
finish
