#!/usr/bin/env bash
# test: sim.time_of_output_is_its_own program -- @tactus
# The time of a step is that of the step: what is spent on results is told on its own.
#   output_time.sh TACTUS    in the root of the sources
program=("$1")
source tests/program.sh
model=config/models/m2_four_bar.yaml

figure() { # figure LINE: its first number, of what was printed last
    sed -n "s/^$1  *\([0-9.e+-]*\) .*/\1/p" "$work/out"
}

holds() { # holds CONDITION: of awk, with n steps, whole (s), step and output (us) as printed
    awk -v n=500 -v whole="$(figure 'wall time')" -v step="$(figure 'step time')" \
        -v output="$(figure 'output time')" "BEGIN {exit !($1)}"
}

# a reader that looks for a second how its pipe fills
mkfifo "$work/pipe"
{ sleep 1; cat >/dev/null; } <"$work/pipe" &
run 0 sim $model --duration 0.5 --error-check off --csv "$work/pipe"
wait
ok "waiting for a reader is output" holds 'n * output > 0.8e6'
ok "and no part of a step" holds 'step > 0 && step < output'
ok "both are the whole" holds '(n * (step + output) - 1e6 * whole) ^ 2 < (2e4 * whole) ^ 2'
ok "real time is that of steps" grep -q '^step time .* us per step, .* times real time$' "$work/out"

for output in "--sensors $work/s.csv" "--hdf5 $work/a.mat" "--record $work/a.tlog"; do
    run 0 sim $model --duration 0.5 $output
    ok "$output takes time" holds 'output > 0 && step > 0'
done
run 0 sim $model --duration 0.5 --error-check off
ok "without output all time is the steps'" holds '(n * step - 1e6 * whole) ^ 2 < (2e4 * whole) ^ 2'
ok "and nothing is said of it" [ -z "$(figure 'output time')" ]
run 0 sim $model --duration 0
ok "no step, no time" [ -z "$(figure 'step time')" ]

finish
