#!/usr/bin/env bash
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
        END {print (at && NR > 2) ? most : "none"}' "$work/motion.csv"
}

simulate() { # simulate CODE ORDER MODEL OPTION...: motion every tenth of a second or so
    local code=$1 order=$2 model=$3
    shift 3
    run "$code" sim "$model" --order "$order" --quiet --every 100 --csv "$work/motion.csv" "$@"
}

rotor() { # rotor RPM ECCENTRICITY
    cat >"$work/rotor.yaml" <<END
title: rotor on a hinge
gravity: [0, 0, 0]
step: 1 ms
duration: 10 s
parameters: {spin: $1 rpm, e: $2}
bodies:
  - {name: rotor, position: ["\${e}", 0, 0], mass: 2, inertia: [0.002, 0.002, 0.003],
     velocity: [0, "\${spin*e}", 0], angular_velocity: [0, 0, "\${spin}"]}
joints:
  - {name: hinge, type: revolute, bodies: [ground, rotor], at: [0, 0, 0], axis: [0, 0, 1]}
END
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

reaction_wheel() {
    cat >"$work/satellite.yaml" <<'END'
title: satellite with a wheel
gravity: [0, 0, 0]
step: 1 ms
duration: 10 s
bodies:
  - {name: house, position: [0, 0, 0], mass: 50, inertia: [5, 6, 4]}
  - {name: wheel, position: [0, 0, 0.2], mass: 2, inertia: [0.005, 0.005, 0.01],
     angular_velocity: [0, 0, 6000 rpm]}
joints:
  - {name: axle, type: revolute, bodies: [house, wheel], at: [0, 0, 0.2], axis: [0, 0, 1]}
END
    for order in 2 3 4; do
        simulate 0 "$order" "$work/satellite.yaml"
        ok "order $order: the housing stands still" below 1e-9 "$(peak house.e3 x)"
        ok "order $order: the wheel keeps its spin" below 1e-10 "$(peak wheel.wz 'x / first - 1')"
    done
}

# Three shafts and two universal joints under a constant torque: theta is that of the one equation of motion,
# (J1 + J2 r1^2 + J3 r2^2) w^2 / 2 = T theta with the ratios of the joints, integrated to 1e-10.
driveline() {
    cat >"$work/shafts.yaml" <<'END'
title: driveline
gravity: [0, 0, 0]
step: 1 ms
duration: 40 s
parameters:
  torque: 0.115
  a: 20 deg
  b: 15 deg
  d1: [1, 0, 0]
  d2: ["${cos(a)}", "${sin(a)}", 0]
  d3: ["${cos(a)*cos(b)}", "${sin(a)*cos(b)}", "${sin(b)}"]
  P: "${0.3*d1}"
  Q: "${P + 0.6*d2}"
  n1: "${unit(cross(d1, d2))}"
  n2: "${unit(cross(d2, d3))}"
bodies:
  - {name: s1, position: [0, 0, 0], orientation: {x_axis: "${d1}"}, mass: 5,
     inertia: [0.004, 0.05, 0.05]}
  - {name: s2, position: "${P + 0.3*d2}", orientation: {x_axis: "${d2}"}, mass: 6,
     inertia: [0.003, 0.2, 0.2]}
  - {name: s3, position: "${Q + 0.3*d3}", orientation: {x_axis: "${d3}"}, mass: 8,
     inertia: [0.008, 0.06, 0.06]}
joints:
  - {name: front, type: revolute, bodies: [ground, s1], at: [0, 0, 0], axis: "${d1}"}
  - {name: u1, type: universal, bodies: [s1, s2], at: "${P}", axis: "${n1}",
     axis2: "${unit(cross(d2, n1))}"}
  - {name: u2, type: universal, bodies: [s2, s3], at: "${Q}", axis: "${n2}",
     axis2: "${unit(cross(d3, n2))}"}
  - {name: rear, type: revolute, bodies: [ground, s3], at: "${Q + 0.3*d3}", axis: "${d3}"}
forces:
  - {name: motor, type: load, body: s1, torque: ["${torque}", 0, 0]}
END
    local order bounds=(- - 0.5 0.01 0.002)
    for order in 2 3 4; do
        run 0 sim "$work/shafts.yaml" --order "$order" --quiet --every 20000 --csv "$work/motion.csv"
        ok "order $order: angle after 20 s" below "${bounds[order]}" \
            "$(peak front.q 'NR == 3 ? x - 1534.2253129383557 : 0')"
        ok "order $order: angle after 40 s" below "${bounds[order]}" \
            "$(peak front.q 'NR == 4 ? x - 6132.517586747136 : 0')"
    done
}

heavy_chain() { # heavy_chain BODIES: eight links that fall from level
    cat >"$work/chain.yaml" <<END
title: chain with heavy links
gravity: [0, -9.81, 0]
step: 1 ms
duration: 10 s
parameters: {n: 8, heavy: 1e4}
bodies:
$1
END
    cat >>"$work/chain.yaml" <<'END'
joints:
  - {name: J1, type: spherical, bodies: [ground, L1], at: [0, 0, 0]}
  - {repeat: {k: [2, "${n}"]}, name: "J${k}", type: spherical, bodies: ["L${k - 1}", "L${k}"],
     at: ["${k - 1}", 0, 0]}
END
}
# shellcheck disable=SC2016 # the model's expressions
heavy_last='  - {repeat: {k: [1, "${n - 1}"]}, name: "L${k}", position: ["${k - 0.5}", 0, 0], mass: 1,
     inertia: [0.1, 0.1, 0.1]}
  - {name: "L${n}", position: ["${n - 0.5}", 0, 0], mass: "${heavy}",
     inertia: ["${0.1*heavy}", "${0.1*heavy}", "${0.1*heavy}"]}'
# shellcheck disable=SC2016
heavy_second='  - {repeat: {k: [1, "${n/2}"]}, name: "L${2*k - 1}", position: ["${2*k - 1.5}", 0, 0], mass: 1,
     inertia: [0.1, 0.1, 0.1]}
  - {repeat: {k: [1, "${n/2}"]}, name: "L${2*k}", position: ["${2*k - 0.5}", 0, 0], mass: "${heavy}",
     inertia: ["${0.1*heavy}", "${0.1*heavy}", "${0.1*heavy}"]}'

mass_ratio() {
    heavy_chain "$heavy_last"
    local dt
    for dt in 0.001 0.002; do
        simulate 0 2 "$work/chain.yaml" --dt "$dt"
        ok "energy with steps of $dt s, of 7e5 J" below 200 "$(peak energy.total 'x - first')"
    done
    for order in 3 4; do # what flips its sign is multiplied: refused
        simulate 3 "$order" "$work/chain.yaml" --dt 0.002
        ok "order $order names a part" grep -qE "(body|joint) '[LJ][1-8]'" "$work/err"
    done
}

# At orders 3 and 4 a step with heavy links is right, in doubt or refused: never wrong with exit code 0.
heavy_links() {
    local links dt order code
    for links in "$heavy_last" "$heavy_second"; do
        heavy_chain "$links"
        for dt in 0.001 0.002; do
            for order in 3 4; do
                quietly "$tactus" sim "$work/chain.yaml" --order "$order" --dt "$dt" --quiet --every 10 \
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
}

"$case"
finish
