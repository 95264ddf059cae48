#!/usr/bin/env bash
# test: canonical.program program -- @tactus
# The canonical step through the program: chosen by option and file, refused where it makes no sense, recorded
# and replayed, run against the clock.
#   canonical.sh TACTUS
program=("$1")
# shellcheck source=tests/program.sh
. "$(dirname "${BASH_SOURCE[0]}")/../program.sh"

model=config/models/m2_four_bar.yaml
with() { { cat "$model" && echo "solver: $1"; } >"$work/with.yaml"; }

# sim: option and file are one, and it is neither index-3 nor another order
run 0 sim "$model" --duration 0.2 --csv "$work/index3.csv"
for order in 2 4 6; do
    run 0 sim "$model" --method canonical --order $order --duration 0.2 --csv "$work/o$order.csv"
    with "{method: canonical, order: $order}"
    run 0 sim "$work/with.yaml" --duration 0.2 --csv "$work/file.csv"
    ok "order $order by option and file are one" cmp "$work/o$order.csv" "$work/file.csv"
done
ok "canonical is not index-3" [ "$(cksum <"$work/index3.csv")" != "$(cksum <"$work/o2.csv")" ]
ok "order 4 is not 2" [ "$(cksum <"$work/o4.csv")" != "$(cksum <"$work/o2.csv")" ]
ok "order 6 is not 4" [ "$(cksum <"$work/o6.csv")" != "$(cksum <"$work/o4.csv")" ]

# iterations that nobody asks for: two, with contacts three, of index-3 three
run 0 sim "$model" --method canonical --duration 0.01
says "2 iterations each"
run 0 sim config/models/examples/bouncing_ball.yaml --method canonical --duration 0.01
says "3 iterations each"
run 0 sim "$model" --duration 0.01
says "3 iterations each"
with "{method: canonical, iterations: 4}"
run 0 sim "$work/with.yaml" --duration 0.01
says "4 iterations each"

# what makes no sense is refused by name
refuse "has orders 2, 4 and 6; order 3 is that of index3" sim "$model" --method canonical --order 3
refuse "order 6 is that of method 'canonical'" sim "$model" --order 6
refuse "leave out tangent 'full'" sim "$model" --method canonical --tangent full
refuse "leave out acceleration 'projection'" sim "$model" --method canonical --acceleration projection
refuse "at most 6" sim "$model" --method canonical --iterations 7

# a chain whose last link is heavy snaps taut: it is closed by projections, in doubt, and index-3 is advised
taut=tests/canonical/taut_chain.yaml
for order in 2 4 6; do
    run 7 sim $taut --order $order --record "$work/taut.tlog"
    says "snaps taut: iterations left a joint open, which projections closed, by"
    says "take a smaller step or method index3"
    run 0 replay "$work/taut.tlog" --workers 2
done
run 0 check $taut --error-check off
says "method index3: 'A4' is 1e+04 times lighter than what hangs on it"
run 0 check config/models/p3_hexapod.yaml --error-check off
says "method index3: 6 force elements are stiffer than the step resolves"
run 0 check config/models/m9_spinning_top.yaml --error-check off
says "method canonical: 'top' turns by 0.04 rad in a step"
# a rotor of 3000 rpm across a carrier of 500 rpm: spin that stays to 1e-10 with modular, and not with canonical, which
# check advised for what turns fast wherever it was held
across() { # across JOINTS RPM: of the carrier
    local spin
    spin=$(awk "BEGIN {print $2 * 3.14159265358979 / 30}")
    cat >"$work/across.yaml" <<TEXT
step: 1 ms
duration: 3 s
gravity: [0, 0, 0]
bodies:
  - {name: b, mass: 1, inertia: [0.1, 0.1, 0.1], angular_velocity_world: [$spin, 0, 0]}
  - {name: r, mass: 2, inertia: [0.02, 0.02, 0.03], angular_velocity_world: [$spin, 0, 314.159265358979]}
joints:
  - {name: d, type: revolute, bodies: [ground, b], at: [0, 0, 0], axis: [1, 0, 0]}
$1
TEXT
}
one="  - {name: h, type: revolute, bodies: [b, r], at: [0, 0, 0]}"
two="  - {name: h, type: cylindrical, bodies: [b, r], at: [0, 0, 0.1]}
  - {name: g, type: spherical, bodies: [b, r], at: [0, 0, -0.1]}"
across "$one" 0
run 0 check "$work/across.yaml" --error-check off
says "method canonical: 'r' turns by 0.31 rad in a step"
says "method modular does not suit: 'r' turns by 0.31 rad"
for held in "$one" "$two"; do
    across "$held" 500
    run 0 check "$work/across.yaml" --error-check off
    says "method index3 with a smaller step or order 4, as --estimate shows: 'r' turns by 0.32 rad in a step"
    says "method modular suits, of order 4"
done
run 0 check "$work/across.yaml" --dt 4ms --error-check off
says "method modular does not suit: 'r' turns by 1.3 rad"
run 0 check config/models/examples/bouncing_ball.yaml --error-check off
says "method index3 or canonical: contacts and stops create no energy; canonical takes more time with them"
run 0 check "$model" --error-check off
says "method index3 or canonical"

# universal joints up to 4000 rpm: the angle after 52.5 s, of one equation integrated to 1e-10
off() { # off BOUND: of the last row
    awk -F, -v bound="$1" 'NR == 1 {for (i = 1; i <= NF; i++) if ($i == "front.q") at = i}
        END {d = $at - 10562.47135187054; exit !(d < bound && -d < bound)}' "$work/shafts.csv"
}
bounds=(- - 0.5 - 2e-2 - 1e-3)
for order in 2 4 6; do
    run 0 sim tests/canonical/driveline.yaml --method canonical --order $order --duration 52.5 --quiet --error-check off \
        --every 52500 \
        --csv "$work/shafts.csv"
    ok "order $order: angle of a driveline" off "${bounds[order]}"
done

# two shafts and one universal joint to 4000 rpm in a minute: angle and energy, and the order of the angle
shafts() { # shafts STEP: milliseconds; how far the angle and the energy are off
    run 0 sim tests/canonical/two_shafts.yaml --method canonical --dt "$1 ms" --quiet --error-check off --every $((60000 / $1)) \
        --csv "$work/shafts.csv"
    read -r angle energy < <(awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i}
        END {q = $at["front.q"]; a = q - 12571.754637409; e = $at["energy.kinetic"] - 0.0489 * q
             print a < 0 ? -a : a, e < 0 ? -e : e}' "$work/shafts.csv")
}
shafts 2
coarse=$angle
shafts 1
ok "angle of two shafts is off by $angle rad" awk "BEGIN {exit !($angle < 0.5)}"
ok "their energy by $energy J" awk "BEGIN {exit !($energy < 0.05)}"
ok "the angle is of order 1.8: $coarse" awk "BEGIN {exit !(log($coarse / $angle) / log(2) > 1.8)}"

# no shipped model is doubted
for file in config/models/[cmpv]*.yaml; do
    case $file in *paper*) continue ;; esac
    if grep -q 'flexible:' "$file"; then
        run 2 sim "$file" --method canonical --duration 0.05
        says "does not follow flexible bodies"
        says "take --method index3"
        continue
    fi
    run 0 sim "$file" --method canonical --order 2 --duration 0.05
done

# other commands
run 0 check config/models/vehicle.yaml --method canonical --error-check off
says "canonical divide-and-conquer"
run 0 tree "$model" --method canonical
run 0 bench throughput "$model" --quick --workers 1 --method canonical
says " canonical "

# recordings replay, of one worker and two, with fewer iterations where a rig degrades
run 0 sim config/models/p4_double_wishbone.yaml --method canonical --order 4 --duration 0.2 --record "$work/sim.tlog"
run 0 replay "$work/sim.tlog"
says identical
run 0 log info "$work/sim.tlog"
says "canonical divide-and-conquer"
run 0 sim config/models/m3_chain_128.yaml --method canonical --duration 0.05 --record "$work/chain.tlog" --record-states all
for workers in 1 2; do
    run 0 replay "$work/chain.tlog" --workers $workers
    says identical
done
printf 'name: canonical-%d\nmodel: %s\nmethod: canonical\nstep: 1 ms\npolicy: {kind: count, bucket: 0}\nwatchdog: 60 s\n' $$ "$PWD/$model" >"$work/rig.yaml"
run 0 run "$work/rig.yaml" --duration 0.3 --record "$work/run.tlog"
says "with 2 iterations"
run 0 replay "$work/run.tlog"
says identical

# a rig that cannot keep its period makes one iteration instead of two: said, in the recording, replayed to the bit
cat >"$work/late.yaml" <<END
name: canonical-late-$$
model: $PWD/config/models/m3_chain_128.yaml
method: canonical
step: 10 us
threads: {priority: 0, lock_memory: false}
policy: {kind: degrade, degrade_to: 1, recover_after: 1000000, bucket: 0}
watchdog: 60 s
END
"$1" run "$work/late.yaml" --duration 0.05 --record "$work/late.tlog" >"$work/out" 2>&1 </dev/null
code=$?
ok "a late rig ends with $code" [ $code -eq 0 -o $code -eq 4 ]
partial=()
[ $code -eq 4 ] && partial=(--partial) # the writer was starved, and the log says so
run 0 log info "$work/late.tlog"
degraded=$(sed -n 's/.*[ ,]degraded steps \([0-9]*\).*/\1/p' "$work/out")
ok "steps were degraded: $degraded" [ "${degraded:-0}" -ge 1 ]
run 0 replay "$work/late.tlog" "${partial[@]}"
says identical
run 0 replay "$work/late.tlog" "${partial[@]}" --workers 2
says identical
finish
