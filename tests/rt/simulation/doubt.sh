#!/usr/bin/env bash
# test: physics.doubt program -- @tactus
# test: physics.doubt_shipped full timeout=3000 -- @tactus all
# Results in doubt are said and counted, wherever steps are made, and are no success.
#   doubt.sh TACTUS [all]    in the root of the sources; all: shipped models for as long as they say
tactus=$1
program=(timeout 300 "$tactus")
source tests/program.sh
models=(config/models/*.yaml config/models/examples/*.yaml)

# No shipped model is in doubt at its own options or at another order. The paper's four-bar passes through
# singular configurations in steps of 10 ms: what order 4 combines there diverges, and is refused.
shipped() { # shipped ARGUMENTS...
    for model in "${models[@]}"; do
        for order in 2 3 4; do
            if [[ $# -eq 0 && $model == */paper_four_bar.yaml && $order -eq 4 ]]; then
                run 3 sim "$model" --order $order --quiet
                says "the step diverged: body 'linkage/B'"
                continue
            fi
            if [ $order -gt 2 ] && grep -q 'flexible:' "$model"; then # its modes are too fast for its step
                run 2 sim "$model" --order $order --quiet
                says "does not follow flexible bodies"
                says "take order 2 or a step of"
                continue
            fi
            run 0 sim "$model" --order $order --quiet "$@"
            ok "$model is not in doubt at order $order" [ ! -s "$work/err" ]
        done
    done
}
# Nor by another method, but for those that it refuses.
other_methods() {
    local method code
    for model in "${models[@]}"; do
        for method in canonical modular; do
            quietly "${program[@]}" sim "$model" --method $method --quiet
            code=$?
            ok "$model by $method: $code" [ $((code % 2)) -eq 0 ] # 0 or 2
        done
    done
}
if [ "${2:-}" = all ]; then
    shipped
    other_methods
    finish
fi
shipped --duration 0.02

pendulum() { # pendulum SOLVER: falls from level, 40 steps of 20 ms
    cat <<TEXT
step: 20 ms
duration: 0.8 s
solver: {iterations: 1, $1}
bodies: [{name: bob, mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}]
joints: [{name: pivot, type: revolute, bodies: [ground, bob], at: [0, 0, 0], axis: [0, 1, 0]}]
TEXT
}
doubt() { # doubt FILE: what is said there without the path
    sed -n 's/^tactus: .*: \(results are in doubt, .*\)/\1/p' "$1"
}

# ---- limits in m at the farthest joint, and in rad
pendulum '' >"$work/plain.yaml"
run 0 sim "$work/plain.yaml" --quiet
ok "no doubt at the limits that are there" [ ! -s "$work/err" ]
pendulum 'doubt_length: 1e-3 um' >"$work/length.yaml"
run 7 sim "$work/length.yaml" --quiet
says "of 40 steps: body 'bob' is moved at a joint or force by the last Newton increment, still by"
says "more than 1e-09 m; take a smaller step, more iterations or tangent 'full'"
ok "one line" [ "$(wc -l <"$work/err")" -eq 1 ]
pendulum 'doubt_angle: 1e-6 mrad' >"$work/angle.yaml"
run 7 sim "$work/angle.yaml"
says "of 40 steps: body 'bob' is turned by the last Newton increment, still by"
said=$(doubt "$work/err")
for wrong in 'doubt_length: 0' 'doubt_angle: -1 mrad' 'doubt_angle: 1 mm' 'doubt_anlge: 1'; do
    pendulum "$wrong" >"$work/wrong.yaml"
    refuse "wrong.yaml:3:" check "$work/wrong.yaml"
done

# ---- results on standard output, on disk, and again
run 7 sim "$work/angle.yaml" --csv -
ok "rows only on standard output" [ "$(grep -vc '^[-0-9t]' "$work/out")" -eq 0 ]
ok "the line beside them" [ "$(doubt "$work/err")" = "$said" ]
run 7 sim "$work/angle.yaml" --record "$work/angle.tlog" --quiet
for team in "" "--workers 1" "--workers 2" "--lanes 1" "--lanes 4"; do
    read -ra words <<<"$team"
    run 0 replay "$work/angle.tlog" "${words[@]}"
    says identical
    ok "replay $team says the same" [ "$(doubt "$work/err")" = "$said" ]
done
run 0 replay "$work/angle.tlog" --quiet
ok "also when quiet" [ "$(doubt "$work/err")" = "$said" ]
run 0 replay "$work/angle.tlog" --junit "$work/junit.xml"
ok "and to a machine" grep -q '<system-out>results are in doubt, ' "$work/junit.xml"
run 2 sim "$work/angle.yaml" --dt 1 --duration 0.5 --quiet
run 4 sim "$work/angle.yaml" --csv "$work" --quiet

# ---- the rig's limits replace the model's
rig() { # rig LINES: of the model that is in doubt
    printf 'name: doubt-%d\nmodel: %s\n%b' $$ "$work/angle.yaml" "$1" >"$work/rig.yaml"
}
rig 'doubt_angle: 1 rad\n'
run 0 sim "$work/rig.yaml" --quiet
rig 'doubt_angle: 1e-9\n'
run 7 sim "$work/rig.yaml" --quiet
ok "as with the model" [ "$(doubt "$work/err")" = "$said" ]
rig 'doubt_angle: 1 kg\n'
refuse "rig.yaml:3:" sim "$work/rig.yaml"

# ---- in real time: counted wherever misses are, and no matter for the exit code
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
