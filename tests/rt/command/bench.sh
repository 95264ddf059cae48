#!/usr/bin/env bash
# test: rt.bench program lock=cores cost=20 -- @tactus
# The latency benchmark from outside: files, sums, and what happens when tools are missing. Says
# nothing about how fast this machine is.
#   bench.sh TACTUS    in the root of the sources
program=("$(realpath "$1")" bench)
source tests/program.sh

field() { # field KEY FILE: the number behind the first such key
    grep -oE "\"$1\":-?[0-9]+" "$2" | head -n 1 | cut -d: -f2
}

# a rig that any machine can keep up with, under a name of its own
cat >"$work/rig.yaml" <<YAML
name: bench-$$
model: $PWD/config/models/m2_four_bar.yaml
step: 2 ms
policy: {kind: count, bucket: 0, start_cycles: 10}
watchdog: 60 s
YAML

run 0 latency "$work/rig.yaml" --duration 0.8 --slice 0.4 --json "$work/json" --csv "$work/csv"
ok "prints a verdict" grep -qE '^verdict ' "$work/out"
for key in wake step slack publish_jitter overhead cyclictest ratio cycles on_time missed causes \
    cyclictest_overdue environment verdict loaded; do
    ok "JSON holds $key" grep -q "\"$key\":" "$work/json"
done
for key in p50_ns p99_ns p999_ns max_ns; do
    ok "five or six series have $key" [ "$(grep -o "\"$key\":" "$work/json" | wc -l)" -ge 5 ]
done
for key in cpu kernel cmdline governor compiler flags version period_ns priority core rig; do
    ok "environment holds $key" grep -q "\"$key\":" "$work/json"
done
ok "two slices of 200 cycles" [ "$(field cycles "$work/json")" -eq 400 ]
ok "cycles = on time + missed" \
    [ $(($(field on_time "$work/json") + $(field missed "$work/json"))) -eq 400 ]
sum=0
for cause in woken_late computed_long published_late blocked; do
    sum=$((sum + $(field $cause "$work/json")))
done
ok "causes add up" [ $sum -eq "$(field missed "$work/json")" ]
if command -v python3 >/dev/null; then
    ok "JSON is JSON" python3 -m json.tool "$work/json" "$work/pretty"
fi
expected=PASS
! grep -qE '[0-9] +open' "$work/out" || expected=OPEN
! grep -qE '[0-9] +FAIL' "$work/out" || expected=FAIL
ok "the verdict is that of its lines: $expected" grep -qE "^  $expected" "$work/out"
ok "the verdict says that the rig spins" grep -qE "^  $expected.*spins for 50 us" "$work/out"
ok "CSV has its header" grep -qx 'condition,series,from_ns,to_ns,count' "$work/csv"
ok "CSV counts all cycles" \
    [ "$(awk -F, '$2 == "wake" {n += $5} END {print n}' "$work/csv")" -eq 400 ]
if command -v cyclictest >/dev/null; then
    ok "cyclictest measured as many" \
        [ "$(awk -F, '$2 == "cyclictest" {n += $5} END {print n}' "$work/csv")" -eq 400 ]
    ok "there is a ratio" grep -q '"ratio":{"p50":' "$work/json"
fi

# nothing but the program in PATH: no cyclictest, no stress-ng, no gnuplot
PATH=/nonexistent run 0 latency "$work/rig.yaml" --duration 0.2 --json "$work/json" --load
ok "says that cyclictest is missing" grep -q 'cyclictest is not installed' "$work/out"
ok "says that stress-ng is missing" grep -q 'stress-ng is not installed' "$work/out"
ok "ratio is null" grep -q '"ratio":null' "$work/json"
ok "cyclictest is null" grep -q '"cyclictest":null' "$work/json"
PATH=/nonexistent run 4 latency "$work/rig.yaml" --duration 0.2 --svg "$work/x.svg"
ok "says that gnuplot is missing" grep -q 'gnuplot is not installed' "$work/err"

if command -v gnuplot >/dev/null; then
    run 0 latency "$work/rig.yaml" --duration 0.2 --svg "$work/x.svg" --json -
    ok "a picture" grep -q '<svg' "$work/x.svg"
    ok "standard output holds JSON alone" [ "$(head -c 1 "$work/out")" = '{' ]
fi

# throughput: every family and a model, as table, CSV and JSON
for family in chain-spherical chain-revolute ring tree; do
    run 0 throughput --quick --case $family --bodies 15 --workers 1 --json "$work/json" \
        --csv "$work/csv"
    ok "$family has a line" grep -qE "^$family +15 +1 +[148] " "$work/out"
    ok "$family in the CSV" grep -qE "^$family,15,1,[148],[0-9.]+,[0-9.]+,[0-9.]+,[0-9.]+,[0-9.]+,1,2,index3,[0-9]+,0$" \
        "$work/csv"
    for key in case bodies workers lanes order method us_per_step min p50 p99 max us_per_body_step steps \
        doubtful cpu flags; do
        ok "$family: JSON holds $key" grep -q "\"$key\":" "$work/json"
    done
done
run 0 throughput --quick --lanes 1 --workers 2 config/models/m2_four_bar.yaml --csv -
ok "a model with two workers and one lane" grep -q '^m2_four_bar.yaml,3,2,1,' "$work/out"
ok "one worker is enough for it" grep -q '^m2_four_bar.yaml,.*,1,2,index3,[0-9]*,0$' "$work/out"
run 0 throughput --quick --order 4 --workers 1 config/models/m2_four_bar.yaml --csv -
ok "a model at another order" grep -qE '^m2_four_bar.yaml,3,1,.*,[12],4,index3,[0-9]+,0$' "$work/out"
run 0 throughput --quick --case p2_n_four_bar_ --workers 1 --csv -
ok "cases by the beginning of their names" \
    [ "$(grep -c '^p2_n_four_bar_' "$work/out") $(wc -l <"$work/out")" = "3 4" ]
ok "steps are sorted" awk -F, 'NR > 1 && !($5 <= $6 && $6 <= $7 && $7 <= $8 && $5 > 0) {exit 1}' \
    "$work/out"
if command -v gnuplot >/dev/null; then
    run 0 throughput --quick --case tree --bodies 15 --svg "$work/t.svg"
    ok "throughput draws" grep -q '<svg' "$work/t.svg"
fi

# parameters of what is measured: without one the model is refused
cat >"$work/given.yaml" <<'YAML'
parameters: {n: 3, m: 0}
bodies: [{name: "b${i}", mass: "${m}", inertia: [1, 1, 1], repeat: {i: [1, "${n}"]}}]
YAML
sed "s#^model: .*#model: $work/given.yaml#" "$work/rig.yaml" >"$work/given_rig.yaml"
run 0 throughput --quick "$work/given.yaml" --parameter m=1 --parameter n=5 --workers 1 --csv -
ok "with the bodies of the parameter" grep -q '^given.yaml,5,1,' "$work/out"
run 2 latency "$work/given_rig.yaml" --duration 0.1
run 0 latency "$work/given_rig.yaml" --duration 0.1 --parameter m=1
refuse "has no parameter 'k'; it must be n or m" throughput "$work/given.yaml" --parameter k=1
refuse "--parameter is for models that are named" throughput --quick --parameter m=1
refuse "--parameter needs NAME=VALUE" latency "$work/given_rig.yaml" --parameter m

# steps in doubt are said
cat >"$work/doubtful.yaml" <<'YAML'
step: 2 ms
solver: {doubt_angle: 1e-30}
bodies: [{name: bob, mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}]
joints: [{name: pivot, type: revolute, bodies: [ground, bob], at: [0, 0, 0], axis: [0, 1, 0]}]
YAML
sed "s#^model: .*#model: $work/doubtful.yaml#" "$work/rig.yaml" >"$work/doubtful_rig.yaml"
run 0 throughput --quick "$work/doubtful.yaml" --workers 1 --csv "$work/csv" --json "$work/json"
ok "beside the times" grep -qE '^doubtful.yaml .*  in doubt, [0-9]+ of [0-9]+ steps$' "$work/out"
steps=$(field steps "$work/json") doubtful=$(field doubtful "$work/json")
ok "nearly all of $steps steps, not $doubtful" [ "$doubtful" -gt $((steps / 2)) ]
ok "in the CSV as well" grep -qE "^doubtful.yaml,.*,index3,$steps,$doubtful$" "$work/csv"
run 0 throughput --quick config/models/m2_four_bar.yaml --workers 1
ok "not where there are none" bash -c "! grep -q doubt '$work/out'"
run 0 latency "$work/doubtful_rig.yaml" --duration 0.2 --slice 0.1 --json "$work/json"
doubtful=$(field doubtful "$work/json")
ok "nearly all of 100 steps, not $doubtful" [ "$doubtful" -gt 50 ]
ok "of all slices" [ "$(field steps "$work/json")" -eq 100 ]
ok "under the cycles" grep -q "^doubt  *results are in doubt in $doubtful of 100 steps" "$work/out"

refuse "a benchmark of the sources now" paper
refuse "a benchmark of the sources now" paper --quick
refuse "--case" throughput --case chian-spherical
refuse "--lanes" throughput --lanes 3
refuse "--order" throughput --order 7
refuse "missing.yaml" throughput "$work/missing.yaml"
run 4 throughput --quick --case ring --bodies 7 --csv "$work/no/such/folder"

# command lines, rigs, outputs
refuse "there are 'latency' and 'throughput'"
refuse "unknown benchmark 'speed'" speed
refuse "missing.yaml" latency "$work/missing.yaml"
refuse "one rig at a time" latency "$work/rig.yaml" "$work/rig.yaml"
refuse "--duration must lie between" latency --duration 0
sed 's/^policy.*/start: paused/' "$work/rig.yaml" >"$work/paused.yaml"
refuse "waits for a start command" latency "$work/paused.yaml"
run 4 latency "$work/rig.yaml" --duration 0.2 --json "$work/no/such/folder"
ok "the file is named" grep -qF "$work/no/such/folder" "$work/err"

finish
