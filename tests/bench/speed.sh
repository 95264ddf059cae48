#!/usr/bin/env bash
# The judge of the speed from outside: verdicts and exit codes with bounds that nothing can keep and
# with bounds that everything keeps. Says nothing about how fast this machine is.
#   speed.sh BENCH-SPEED    in the root of the sources
set -uo pipefail
speed=$(realpath "$1")
out=$(mktemp)
trap 'rm -f "$out"' EXIT
failed=0

expect() { # expect WHAT CONDITION...: the condition is a command
    local what=$1
    shift
    "$@" || { failed=1; printf 'FAILED: %s\n%s\n' "$what" "$(cat "$out")"; }
}

run() { # run CODE ARGUMENTS...: checks the exit code
    local code=$1 got
    shift
    "$speed" "$@" >"$out" 2>&1 </dev/null
    got=$?
    expect "bench-speed $* ends with $code, not $got" [ $got -eq "$code" ]
}

lines() { # lines N TEXT: so many lines hold the text
    [ "$(grep -cF -- "$2" "$out")" -eq "$1" ]
}

run 1 --case m2_four_bar --slack 1e-9
expect "a step cannot take no time" lines 1 MISSED
expect "rounds go on to the last one" lines 1 "of 25 rounds"
expect "it is counted" lines 1 "1 of 1 bounds missed"

run 0 --case m2_four_bar --slack 1000
expect "a step takes less than 4 ms" lines 1 holds
expect "nothing is left to wait for" lines 1 "of 5 rounds"
expect "nothing is missed" lines 1 "0 of 1 bounds missed"

# ratios; the first bound of the chain is for a gain, the second one for no loss
if [ "$(nproc)" -gt 1 ]; then
    run 1 --case "chain-spherical 256" --slack 1e-9
    expect "a gain cannot be so great" lines 2 MISSED
    run 0 --case "chain-spherical 256" --slack 1000
    expect "a loss cannot be so great" lines 2 holds
fi
run 0 --case "chain-spherical 4096" --slack 1000
expect "growth is judged" grep -q "per body, against 128 .* holds" "$out"

# what cannot be shown is said, and no failure
core=$(taskset -p -c $$ | sed 's/.*: //; s/[,-].*//')
taskset -c "$core" "$speed" --case "chain-spherical 256" --slack 1e-9 >"$out" 2>&1
expect "one core: exit 0, not $?" [ $? -eq 0 ]
expect "one core: not judged" lines 2 "not judged: one core"

run 2 --case no-such-mechanism
expect "an unknown case is named" lines 1 "--case no-such-mechanism"
run 2 --slack nothing
run 2 --slack
run 2 ring
exit $failed
