#!/usr/bin/env bash
# test: methods program -- @tactus-methods @tactus
# A second method, added by one file and one line (brake.c, methods.c), is known to every command by its word, with what
# it takes, refuses, advises and says of a step that failed.
#   methods.sh TACTUS_WITH_BRAKE TACTUS
with_brake=$1 plain=$2
program=("$with_brake")
# shellcheck source=tests/program.sh
. "$(dirname "${BASH_SOURCE[0]}")/../program.sh"

name='index-3 with a brake'
model=config/models/m2_four_bar.yaml
{ cat "$model"; echo "solver: {method: brake}"; } >"$work/brake.yaml"

# sim: by the option, by the file, and neither is what index-3 computes
run 0 sim "$model" --duration 0.2 --csv "$work/index3.csv"
run 0 sim "$model" --method index3 --duration 0.2 --csv "$work/named.csv"
run 0 sim "$model" --method brake --duration 0.2 --csv "$work/option.csv"
run 0 sim "$work/brake.yaml" --duration 0.2 --csv "$work/file.csv"
run 0 sim "$work/brake.yaml" --method index3 --duration 0.2 --csv "$work/back.csv"
ok "--method index3 is what sim does by default" cmp "$work/index3.csv" "$work/named.csv"
ok "--method replaces the file's" cmp "$work/index3.csv" "$work/back.csv"
ok "--method and solver: {method: ...} are one" cmp "$work/option.csv" "$work/file.csv"
ok "a brake is no index-3" [ "$(cksum <"$work/index3.csv")" != "$(cksum <"$work/option.csv")" ]

# what it lacks is refused in its own words and named with who has it; what it has is taken
for option in 'order 2' 'tangent full' 'acceleration index-1' 'alpha 1e9'; do
    # shellcheck disable=SC2086
    refuse "--${option% *} belongs to the method index3, not to 'brake', which has one order and one tangent; leave out --${option% *}, or take --method index3" \
        sim "$model" --method brake --${option}
done
for key in 'order: 2' 'tangent: full' 'carriers: on'; do
    { cat "$model" && echo "solver: {method: brake, $key}"; } >"$work/lacks.yaml"
    refuse "'${key%:*}' belongs to the method index3, not to 'brake', which has one order and one tangent; remove it" \
        check "$work/lacks.yaml"
done
refuse "--carriers belongs to the method index3, not to 'brake'" sim "$model" --method brake --carriers on
refuse "method 'brake' takes at most 8 iterations: it wears" sim "$model" --method brake --iterations 9
run 0 sim "$model" --method brake --iterations 8 --duration 0.01
says "8 iterations each"
run 0 sim "$model" --method brake --duration 0.01
says "4 iterations each"
run 3 sim "$model" --method brake --dt 0.5 --duration 8
says "loosen the brake"

# other commands
run 0 types --schema
says '"brake"'
run 0 check "$work/brake.yaml" --error-check off
says "$name"
says "method index3 or brake on a slope: as accurate here; brake stops what moves"
run 0 check "$model" --method brake --error-check off
says "$name"
run 0 tree "$model" --method brake
run 0 bench throughput "$model" --quick --workers 1 --method brake
says " brake "

# a running instance takes what ctl says
printf 'name: brake-ctl-%d\nmodel: %s\nmethod: brake\nstep: 1 ms\nstart: paused\npolicy: {kind: count, bucket: 0}\nwatchdog: 60 s\n' $$ "$PWD/$model" >"$work/ctl.yaml"
"${program[@]}" run "$work/ctl.yaml" --record "$work/ctl.tlog" >"$work/run.out" 2>&1 &
for _ in $(seq 100); do
    "${program[@]}" ctl "brake-ctl-$$" status >"$work/status" 2>/dev/null && break
    sleep 0.1
done
run 0 ctl "brake-ctl-$$" step 20
run 0 ctl "brake-ctl-$$" stop
wait $!
run 0 replay "$work/ctl.tlog"
says identical
printf 'name: brake\nmodel: %s\nmethod: brake\norder: 4\nstep: 1 ms\n' "$PWD/$model" >"$work/order.yaml"
refuse "'order' belongs to the method index3, not to 'brake', which has one order and one tangent; remove it" \
    run "$work/order.yaml"

# record and replay
run 0 sim "$model" --method brake --duration 0.2 --record "$work/sim.tlog"
run 0 replay "$work/sim.tlog"
says identical
printf 'name: brake-%d\nmodel: %s\nmethod: brake\nstep: 1 ms\npolicy: {kind: count, bucket: 0}\nwatchdog: 60 s\n' $$ "$PWD/$model" >"$work/rig.yaml"
run 0 run "$work/rig.yaml" --duration 0.3 --record "$work/run.tlog"
says "$name"
run 0 replay "$work/run.tlog"
says identical
run 0 log info "$work/run.tlog"
says "$name"
sed -i '/^method:/d' "$work/rig.yaml"
run 0 run "$work/rig.yaml" --method brake --duration 0.3 --record "$work/option.tlog"
says "$name"
run 0 replay "$work/option.tlog"
says identical

# a program without the method says so by its name, and never computes something else
refuse "unknown method 'brak'; did you mean 'brake'?" sim "$model" --method brak
program=("$plain")
run 2 replay "$work/sim.tlog"
says "method '$name'"
refuse "brake.yaml:$(wc -l <"$work/brake.yaml"):18: unknown method 'brake'; it must be index3, canonical, modular, hdca or dca" sim "$work/brake.yaml"
refuse "unknown method 'brake'; it must be index3, canonical, modular, hdca or dca" sim "$model" --method brake

# logs of index-3 need no newer program: they hold no word of a method that older ones would refuse
run 0 replay --other-build tests/golden/four_bar.tlog
program=("$with_brake")
run 0 replay --other-build tests/golden/four_bar.tlog
finish
