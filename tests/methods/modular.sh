#!/usr/bin/env bash
# test: modular.program program -- @tactus
# The modular step through the program: chosen by option and file, refused where it makes no sense, recorded and
# replayed, run against the clock.
#   modular.sh TACTUS
program=("$1")
# shellcheck source=tests/program.sh
. "$(dirname "${BASH_SOURCE[0]}")/../program.sh"

model=config/models/m7_two_triangles.yaml
with() { { cat "${2:-$model}" && echo "solver: $1"; } >"$work/with.yaml"; }

# sim: option and file are one, all corrections differ, and both is what nobody asks for
run 0 sim "$model" --duration 0.5 --csv "$work/index3.csv"
run 0 sim "$model" --method modular --duration 0.5 --csv "$work/plain.csv"
says "by Runge-Kutta of order 4, corrected: positions and velocities"
ok "modular is not index-3" [ "$(cksum <"$work/index3.csv")" != "$(cksum <"$work/plain.csv")" ]
for what in both positions velocities none; do
    run 0 sim "$model" --method modular --corrections $what --duration 0.5 --csv "$work/$what.csv"
    with "{method: modular, corrections: $what}"
    run 0 sim "$work/with.yaml" --duration 0.5 --csv "$work/file.csv"
    ok "$what by option and file are one" cmp "$work/$what.csv" "$work/file.csv"
    for other in both positions velocities none; do
        [ $other = $what ] || [ ! -e "$work/$other.csv" ] ||
            ok "$what is not $other" [ "$(cksum <"$work/$what.csv")" != "$(cksum <"$work/$other.csv")" ]
    done
done
ok "both is the default" cmp "$work/plain.csv" "$work/both.csv"

# what makes no sense is refused by name
for option in '--order 2' '--order 4' '--iterations 3' '--tangent full' '--acceleration index-1'; do
    # shellcheck disable=SC2086
    refuse "not to 'modular', a step of order 4 without iterations; leave out ${option% *}, or take --method index3" sim "$model" --method modular $option
done
refuse "--corrections belongs to the method modular, not to 'index3'" sim "$model" --corrections none
refuse "--corrections belongs to the method modular, not to 'canonical'" sim "$model" --method canonical \
    --corrections none
refuse "--projections belongs to the methods hdca and dca, not to 'modular'" sim "$model" \
    --method modular --projections both
for key in 'order: 4' 'iterations: 3' 'tangent: full' 'acceleration: index-1'; do
    with "{method: modular, $key}"
    refuse "'${key%:*}' belongs to the methods index3 and canonical, not to 'modular', a step of order 4 without iterations; remove it" \
        sim "$work/with.yaml"
done
with "{corrections: none}"
refuse "'corrections' belongs to the method modular, not to 'index3'; remove it" sim "$work/with.yaml"
with "{method: modular, corrections: all}"
refuse "corrections" sim "$work/with.yaml"

# laws that are too stiff for the step, with the law and the limit, before anything is computed; those that begin or
# end within a step
refuse "spring 'front_left/damper'; take a step of 0.000233 s or less, or --method index3" \
    sim config/models/vehicle.yaml --method modular
refuse "--method index3" sim config/models/p3_hexapod.yaml --method modular
refuse "contact 'impact'; take --method index3" sim config/models/examples/bouncing_ball.yaml --method modular

# everything else a model may say: drives, inputs, loads, springs, bushings, friction, screws, sensors
for file in cam_valve driven_crank screw_jack universal_shaft gimbal; do
    run 0 sim config/models/examples/$file.yaml --method modular --duration 0.05 --dt 0.1ms
done
run 0 sim config/models/p4_double_wishbone.yaml --method modular --duration 0.2 --dt 0.5ms --hdf5 "$work/x.h5" \
    --sensors "$work/sensors.csv"
ok "sensors are written" [ "$(wc -l <"$work/sensors.csv")" -gt 100 ]

# what a step is too long for is said: rotation, tension
run 7 sim config/models/m9_spinning_top.yaml --method modular --dt 26ms --duration 0.1s --error-check off
says "turns by 1.0"
run 3 sim config/models/m9_spinning_top.yaml --method modular --dt 100ms --duration 1s
says "take a step of"
cat >"$work/taut.yaml" <<'EOF'
title: chain that snaps taut
parameters: {n: 8}
bodies:
  - {repeat: {k: [1, "${n - 1}"]}, name: "L${k}", position: ["${k - 0.5}", 0, 0], mass: 1,
     inertia: [0.1, 0.1, 0.1]}
  - {name: "L${n}", position: ["${n - 0.5}", 0, 0], mass: 1e4, inertia: [1e3, 1e3, 1e3]}
joints:
  - {name: J1, type: spherical, bodies: [ground, L1], at: [0, 0, 0]}
  - {repeat: {k: [2, "${n}"]}, name: "J${k}", type: spherical, bodies: ["L${k - 1}", "L${k}"],
     at: ["${k - 1}", 0, 0]}
EOF
quietly "${program[@]}" sim "$work/taut.yaml" --method modular --duration 10 --dt 4ms
says "is light for its tension, (w dt / 2)^2 of its swings"

# check says whether it suits, and why not
run 0 check "$model" --error-check off
says "method modular suits where order 4 is wanted: no law is too stiff for 0.001 s"
run 0 check config/models/vehicle.yaml --error-check off
says "method modular does not suit: 'front_left/damper' is too stiff for 0.001 s, it needs 0.000233 s or less"
run 0 check config/models/examples/bouncing_ball.yaml --error-check off
says "method modular does not suit: 'impact' begins or ends within a step"
run 0 check config/models/m9_spinning_top.yaml --error-check off
says "method modular does not suit: 'top' turns by 0.04 rad in a step"
run 0 check "$work/taut.yaml" --error-check off
says "method modular does not suit: 'L7' swings faster under its tension than it follows"

# other commands
run 0 check "$model" --method modular --error-check off
says "modular dynamics"
run 0 tree "$model" --method modular --workers 2
run 0 bench throughput "$model" --quick --workers 1 --method modular
says " modular "
run 0 sim "$model" --method modular --duration 0.5 --estimate

# recordings replay with their corrections, of one worker and two
run 0 sim "$model" --method modular --corrections velocities --duration 0.5 --record "$work/sim.tlog"
run 0 replay "$work/sim.tlog"
says identical
run 0 log info "$work/sim.tlog"
says "modular dynamics"
run 0 sim config/models/m3_chain_128.yaml --method modular --duration 0.05 --record "$work/chain.tlog" --record-states all
for workers in 1 2; do
    run 0 replay "$work/chain.tlog" --workers $workers
    says identical
done

# against the clock; a step that has no time leaves out the correction of positions, and the recording says so
printf 'name: modular-%d\nmodel: %s\nmethod: modular\nstep: 1 ms\npolicy: {kind: count, bucket: 0}\nwatchdog: 60 s\n' $$ \
    "$PWD/$model" >"$work/rig.yaml"
run 0 run "$work/rig.yaml" --duration 0.3 --record "$work/run.tlog"
run 0 replay "$work/run.tlog"
says identical
printf 'name: modular-%d\nmodel: %s\nmethod: modular\nstep: 20 us\npolicy: {kind: degrade, degrade_to: 1, bucket: 1000000}\nwatchdog: 60 s\n' $$ \
    "$PWD/config/models/m3_chain_128.yaml" >"$work/late.yaml"
run 0 run "$work/late.yaml" --duration 0.01 --record "$work/late.tlog"
run 0 log info "$work/late.tlog"
ok "steps were degraded" grep -qE "degraded steps [1-9]" "$work/out"
run 0 replay "$work/late.tlog"
says identical
printf 'name: modular-%d\nmodel: %s\nmethod: modular\norder: 3\nstep: 1 ms\n' $$ "$PWD/$model" >"$work/rig.yaml"
refuse "'order' belongs to the methods index3 and canonical, not to 'modular', a step of order 4 without iterations; remove it" run "$work/rig.yaml" --duration 0.1
finish
