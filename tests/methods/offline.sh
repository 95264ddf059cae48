#!/usr/bin/env bash
# test: methods.offline program -- @tactus
# Methods that are not for real time: sim has them with all its outputs, everything else refuses them by name.
#   offline.sh TACTUS
program=("$1")
# shellcheck source=tests/program.sh
. "$(dirname "${BASH_SOURCE[0]}")/../program.sh"

model=config/models/m4_closed_loop_4.yaml
given() { { cat "$model" && echo "solver: $1"; } >"$work/given.yaml"; }

# options and keys are one, and every one of them makes a difference
same() { # same NAME KEYS OPTIONS...
    local name=$1
    given "$2"
    shift 2
    run 0 sim "$model" "$@" --duration 0.2 --dt 4ms --csv "$work/$name.csv"
    run 0 sim "$work/given.yaml" --duration 0.2 --dt 4ms --csv "$work/file.csv"
    ok "$* is what the file says" cmp "$work/$name.csv" "$work/file.csv"
    for other in "$work"/*.csv; do
        case $other in */"$name.csv" | */file.csv) continue ;; esac
        ok "$name is not ${other##*/}" [ "$(cksum <"$work/$name.csv")" != "$(cksum <"$other")" ]
    done
}
run 0 sim "$model" --duration 0.2 --dt 4ms --csv "$work/index3.csv"
same hdca '{method: hdca}' --method hdca
says "Hamiltonian divide-and-conquer, on bodies"
same dca '{method: dca}' --method dca
same joints '{method: hdca, coordinates: joints}' --method hdca --coordinates joints
same dca_joints '{method: dca, coordinates: joints}' --method dca --coordinates joints
same kept '{method: hdca, impulses: kept}' --method hdca --impulses kept
same closed '{method: hdca, projections: positions}' --method hdca --projections positions
same both '{method: dca, projections: both}' --method dca --projections both
same impulses '{method: hdca, reactions: impulses}' --method hdca --reactions impulses

# other outputs, and commands that do not step
run 0 sim "$model" --method hdca --duration 0.1 --hdf5 "$work/x.h5" --sensors "$work/sensors.csv"
ok "sensors are written" [ "$(wc -l <"$work/sensors.csv")" -gt 50 ]
run 0 check "$model" --method dca
says "acceleration divide-and-conquer"
run 0 tree "$model" --method hdca --workers 2
says "a second worker does not pay"

# what is for real time
refuse "--record belongs to methods for real time" sim "$model" --method hdca --record "$work/x.tlog"
for option in '--order 4' '--iterations 5' '--tangent full' '--acceleration index-1' '--alpha 1e9'; do
    # shellcheck disable=SC2086
    refuse "not to 'dca', which integrates accelerations with Runge-Kutta of order 4; leave out ${option% *}, or take --method index3" \
        sim "$model" --method dca $option
done
refuse "the method 'dca' is not for real time; take --method index3" run config/rigs/minimal.yaml --method dca
refuse "the method 'hdca' is not for real time" bench throughput "$model" --method hdca
printf 'name: offline\nmodel: %s\nmethod: hdca\nstep: 1 ms\n' "$PWD/$model" >"$work/rig.yaml"
refuse "rig.yaml:3:9: the method 'hdca' is not for real time; take index3" run "$work/rig.yaml"
given '{method: dca}'
printf 'name: offline\nmodel: given.yaml\nstep: 1 ms\n' >"$work/rig.yaml"
refuse "rig.yaml:2:8: the model's method 'dca' is not for real time; add 'method: index3'" run "$work/rig.yaml"

# what belongs to the other methods, or contradicts
refuse "not to 'index3'; leave out --coordinates, or take --method hdca" sim "$model" --coordinates joints
refuse "--impulses belongs to the method hdca, not to 'dca'" sim "$model" --method dca --impulses kept
given '{method: hdca, impulses: kept}'
refuse "method 'dca' has no impulses; leave out impulses 'kept'" sim "$work/given.yaml" --method dca
refuse "sigma of tree joints is no impulse" sim "$model" --method hdca --coordinates joints --reactions impulses
given '{method: hdca, order: 4}'
refuse "'order' belongs to the methods index3 and canonical, not to 'hdca', which integrates with Runge-Kutta of order 4; remove it" \
    sim "$work/given.yaml"
given '{coordinates: joints}'
refuse "'coordinates' belongs to the methods hdca and dca, not to 'index3'" sim "$work/given.yaml"

# what goes wrong on the way, and what ends it
run 7 sim config/models/m9_spinning_top.yaml --method hdca --dt 30ms --duration 1s --projections both --error-check off
says "turns by 1.2"
run 7 sim config/models/m5_closed_loop_8.yaml --method dca --dt 40ms --duration 80s --error-check off
says "has a joint that is open by"
run 0 sim config/models/m9_spinning_top.yaml --method hdca --dt 2ms --duration 2s
run 3 sim config/models/m2_four_bar.yaml --method dca --dt 4ms --duration 10s
says "take a smaller step or --projections both"
run 0 sim config/models/m2_four_bar.yaml --method dca --dt 4ms --duration 10s --projections both

# what they do not follow, by name and with the way out
refuse "contact 'impact'; take --method index3" sim config/models/examples/bouncing_ball.yaml --method hdca
refuse "spring 'front_left/damper'; take a step of 0.000233 s or less, or --method index3" \
    sim config/models/vehicle.yaml --method dca
finish
