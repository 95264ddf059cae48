#!/usr/bin/env bash
# test: run.doubt_is_counted program -- @tactus
# Steps in doubt are counted in real time, wherever misses are, and are no matter for the exit code.
#   doubt_is_counted.sh TACTUS    in the root of the sources
tactus=$1
program=(timeout 300 "$tactus")
source tests/program.sh

cat >"$work/bob.yaml" <<TEXT
step: 20 ms
duration: 0.8 s
solver: {iterations: 1, doubt_angle: 1e-6 mrad}
bodies: [{name: bob, mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}]
joints: [{name: pivot, type: revolute, bodies: [ground, bob], at: [0, 0, 0], axis: [0, 1, 0]}]
TEXT
doubt() { # doubt FILE: what is said there without the path
    sed -n 's/^tactus: .*: \(results are in doubt, .*\)/\1/p' "$1"
}
rig() { # rig LINES: of the model that is in doubt
    printf 'name: doubt-%d\nmodel: %s\n%b' $$ "$work/bob.yaml" "$1" >"$work/rig.yaml"
}
field() { # field NAME: of the status of the instance
    "$tactus" ctl doubt-$$ status 2>/dev/null | sed -n "s/.*\"$1\":\"\?\([a-z0-9]*\).*/\1/p"
}
until_is() { # until_is NAME VALUE: of the status, a minute at most
    for _ in $(seq 1200); do
        [ "$(field "$1")" = "$2" ] && return
        sleep 0.05
    done
    return 1
}
rig 'step: 1 ms\niterations: 3\ndoubt_angle: 1e-30\ndoubt_length: 1 km\nstart: paused\npolicy: {kind: count, bucket: 0}\nwatchdog: 60 s\n'
"$tactus" run "$work/rig.yaml" --record "$work/rig.tlog" >"$work/out" 2>"$work/err" &
pid=$!
ok "it waits" until_is state paused
ok "no step, no doubt" [ "$(field doubtful)" = 0 ]
"$tactus" ctl doubt-$$ step 25 >"$work/answer" 2>&1
ok "25 steps" until_is step 25
doubtful=$(field doubtful)
ok "about all of them in doubt, not '$doubtful'" [ "${doubtful:-0}" -ge 20 ]
"$tactus" list --json >"$work/answer"
ok "in the list" grep -q "\"doubtful\":$doubtful" "$work/answer"
"$tactus" list >"$work/answer"
ok "in the table" grep -qE "^doubt-$$ +paused +25 +[0-9]+ +$doubtful +$pid " "$work/answer"
"$tactus" ctl doubt-$$ stop >"$work/answer" 2>&1
wait $pid
code=$?
ok "run ends with 0, not $code" [ $code -eq 0 ]
ok "the summary counts them" \
    grep -q "^doubt  *results are in doubt, $doubtful of 25 steps: body 'bob' is turned" "$work/out"
said=$(doubt "$work/err")
ok "one line on standard error: $said" grep -q "^results are in doubt, $doubtful of 25" <<<"$said"
run 0 replay "$work/rig.tlog" --quiet
ok "its log says the same" [ "$(doubt "$work/err")" = "$said" ]
rig 'step: 1 ms\nduration: 20 ms\ndoubt_angle: 1 rad\npolicy: {kind: count, bucket: 0}\nwatchdog: 60 s\n'
run 0 run "$work/rig.yaml" --quiet
ok "quiet without doubt" [ "$(doubt "$work/err")" = "" ]

finish
