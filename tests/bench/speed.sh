#!/usr/bin/env bash
# test: bench.speed program cost=20 -- @bench-speed
# The judge of the speed from outside: verdicts and exit codes with bounds that nothing can keep and
# with bounds that everything keeps. Says nothing about how fast this machine is.
#   speed.sh BENCH-SPEED    in the root of the sources
speed=$1
program=("$speed")
source tests/program.sh

lines() { # lines N TEXT: N lines hold the text
    [ "$(cat "$work/out" "$work/err" | grep -cF -- "$2")" -eq "$1" ]
}

run 1 --case m2_four_bar --slack 1e-9
ok "a step cannot take no time, nor canonical beside index-3" lines 2 MISSED
ok "rounds go on to the last one" lines 1 "of 25 rounds"
ok "it is counted" lines 1 "2 of 2 bounds missed"

run 0 --case m2_four_bar --slack 1000
ok "a step takes less than 4 ms, and canonical less than 650 times index-3" lines 2 holds
ok "nothing is left to wait for" lines 1 "of 5 rounds"
ok "nothing is missed" lines 1 "0 of 2 bounds missed"

# ratios; the first bound of the chain is for a gain, the second one for no loss
if [ "$(nproc)" -gt 1 ]; then
    run 1 --case "chain-spherical 256" --slack 1e-9
    ok "a gain cannot be so great" lines 2 MISSED
    run 0 --case "chain-spherical 256" --slack 1000
    ok "a loss cannot be so great" lines 2 holds
fi
run 0 --case "chain-spherical 4096" --slack 1000
ok "growth is judged" grep -q "per body, against 128 .* holds" "$work/out"

# what cannot be shown is said, and no failure
core=$(taskset -p -c $$ | sed 's/.*: //; s/[,-].*//')
quietly taskset -c "$core" "$speed" --case "chain-spherical 256" --slack 1e-9
ok "one core: exit 0, not $?" [ $? -eq 0 ]
ok "one core: not judged" lines 2 "not judged: one core"

run 2 --case no-such-mechanism
ok "an unknown case is named" lines 1 "--case no-such-mechanism"
run 2 --slack nothing
run 2 --slack
run 2 ring
finish
