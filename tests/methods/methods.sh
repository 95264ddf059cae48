#!/usr/bin/env bash
# test: methods program -- @tactus-methods @tactus
# A second method, added by one file and one line (brake.c, methods.c), is known to every command by its word.
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

# other commands
run 0 check "$work/brake.yaml"
says "$name"
run 0 check "$model" --method brake
says "$name"
run 0 tree "$model" --method brake
run 0 bench throughput "$model" --quick --workers 1 --method brake
says " brake "

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
