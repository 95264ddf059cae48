#!/usr/bin/env bash
# test: program program -- @tactus
# The program from outside: exit codes, files, messages.
#   program.sh TACTUS    in the root of the sources
tactus=$1
models=config/models
four_bar=$models/m2_four_bar.yaml
program=("$tactus")
source tests/program.sh

lines() { wc -l <"$1"; }

# --- help and version
run 0 --help
ok "help names the commands" grep -q 'tactus sim' "$work/out"
run 0 bench --help
ok "help of bench has both benchmarks" [ "$(grep -c '^Usage: tactus bench' "$work/out")" -eq 3 ]
ok "with the options of each" [ "$(grep -c '^  --csv' "$work/out")" -eq 2 ]
run 0 ctl --help
ok "help of ctl lists the verbs" grep -q '^  variables ' "$work/out"
ok "and does not talk of times" bash -c "! grep -q 'Times may' '$work/out'"
run 0 log --help
ok "help of log lists the verbs" grep -q '^  recover LOG NEW' "$work/out"
run 0 --version
ok "version has a number" grep -qE '^tactus [0-9]+\.[0-9]+\.[0-9]+' "$work/out"
for command in sim check tree; do
    run 0 $command --help
    ok "$command --help shows its usage" grep -q "tactus $command" "$work/out"
done

# --- bad command lines
refuse "--help" </dev/null
refuse "did you mean 'sim'?" smi "$four_bar"
refuse "did you mean '--duration'?" sim "$four_bar" --duratoin 3
refuse "--dt needs a value" sim "$four_bar" --dt
refuse "--dt needs a time" sim "$four_bar" --dt 1x
refuse "--dt must lie between" sim "$four_bar" --dt 0
refuse "--dt must lie between" sim --dt -1 "$four_bar"
refuse "--iterations needs a whole number" sim "$four_bar" --iterations 0
refuse "--every needs a whole number" sim "$four_bar" --every 1.5
refuse "'index-1' or 'projection'" sim "$four_bar" --acceleration index-2
refuse "exclude each other" sim "$four_bar" --alpha 1e9 --penalty 1e7
refuse "cannot both write" sim "$four_bar" --csv - --sensors -
refuse "no model file given" sim
refuse "one model at a time" sim "$four_bar" "$four_bar"
refuse "steps are more than" sim "$four_bar" --duration 1e12 --dt 1e-6
refuse "--duration must lie between 1e-05 and" run "$four_bar" --duration 0
refuse "--duration must lie between 0.001 and" bridge-udp config/bridges/car.yaml --duration 0
refuse "has no input" sim "$four_bar" --input force=1
refuse "NAME=VALUE" sim "$four_bar" --input force
refuse "unknown option" check "$four_bar" --fast
refuse "unknown option" tree "$four_bar" --fast

# --- bad models
for command in sim check tree; do
    refuse "missing.yaml" $command "$work/missing.yaml"
    refuse "$work" $command "$work"
done
mkfifo "$work/pipe"
refuse "pipe' cannot be read; check that it is a plain file" check "$work/pipe"
printf 'include: [{file: pipe, name: a}]\n' >"$work/includes.yaml"
refuse "pipe' cannot be read; check that it is a plain file" check "$work/includes.yaml"
printf 'name: pipe\nmodel: pipe\nstep: 1 ms\n' >"$work/rig.yaml"
refuse "pipe' cannot be read; check that it is a plain file" run "$work/rig.yaml"
"$tactus" check <(cat "$four_bar") >"$work/out" 2>"$work/err"
ok "so is a process substitution" grep -q "check that it is a plain file" "$work/err"
printf 'bodies:\n  - {name: a, mas: 1}\n' >"$work/bad.yaml"
refuse "bad.yaml:2:" sim "$work/bad.yaml"
head -c 100000 /dev/urandom >"$work/noise.yaml"
refuse "noise.yaml" check "$work/noise.yaml"

# --- results
csv=$work/motion.csv
run 0 sim "$four_bar" --duration 0.1 --csv "$csv"
ok "summary tells the speed" grep -q 'times real time' "$work/out"
ok "one row per step, the start and a header" [ "$(lines "$csv")" -eq 102 ]
header='t,A.x,A.y,A.z,A.e0,A.e1,A.e2,A.e3,A.vx,A.vy,A.vz,A.wx,A.wy,A.wz,B.x'
ok "header of bodies" grep -q "^$header," "$csv"
tail='J4.fx,J4.fy,J4.fz,J4.tx,J4.ty,J4.tz,J4.q,J4.qd,energy.kinetic,energy.potential,energy.total'
tail+=',residual.position,residual.velocity,residual.acceleration,newton.increment'
ok "header of joints and the rest" grep -q ",$tail\$" "$csv"
ok "as many cells in every row" [ "$(awk -F, '{print NF}' "$csv" | sort -u)" = 79 ]
ok "first row at zero" grep -q '^0,' "$csv"
ok "last row at the end" [ "$(tail -n 1 "$csv" | cut -d, -f1)" = 0.1 ]

run 0 sim "$four_bar" --duration 100ms --csv "$work/every.csv" --every 10 --quiet
ok "--every 10 writes every tenth step" [ "$(lines "$work/every.csv")" -eq 12 ]
ok "--every keeps the rows as they are" [ "$(grep -cFxf "$work/every.csv" "$csv")" -eq 12 ]
ok "--quiet prints nothing" [ ! -s "$work/out" ] && ok "--quiet" [ ! -s "$work/err" ]

run 0 sim --csv - "$four_bar" --duration 0.1
ok "--csv - writes the same rows" cmp -s "$work/out" "$csv"
ok "the summary goes to standard error" grep -q 'times real time' "$work/err"

run 0 sim "$four_bar" --duration 0 --csv "$work/start.csv"
ok "no time, one row" [ "$(lines "$work/start.csv")" -eq 2 ]

run 0 sim "$four_bar" --duration 0.1 --sensors "$work/sensors.csv" --quiet
ok "sensor header" grep -q '^t,turn.q,turn.qd,energy.kinetic,energy.potential,energy.total,' \
    "$work/sensors.csv"
ok "sensor rows" [ "$(lines "$work/sensors.csv")" -eq 102 ]

run 0 sim "$four_bar" --duration 0.5 --dt 0.01 --iterations 5 --acceleration projection

# --- an input, a model with a start that must be corrected
cat >"$work/push.yaml" <<'YAML'
gravity: [0, 0, 0]
inputs: [{name: push, value: 0}]
bodies: [{name: sled, mass: 2, inertia: [1, 1, 1]}]
joints: [{name: rail, type: prismatic, bodies: [ground, sled], at: [0, 0, 0], axis: [1, 0, 0]}]
forces: [{name: thrust, type: load, body: sled, force: [push, 0, 0]}]
YAML
run 0 sim "$work/push.yaml" --duration 1 --dt 0.01 --input push=4 --csv "$work/push.csv" --quiet
speed=$(tail -n 1 "$work/push.csv" | cut -d, -f9)
ok "4 N move 2 kg to 2 m/s in 1 s, not $speed" awk "BEGIN {exit !($speed > 1.999 && $speed < 2.001)}"
refuse "did you mean 'push'?" sim "$work/push.yaml" --input psuh=4

# --- check and tree
for chain in m3_chain_32 m3_chain_128 paper_chain_1024; do
    run 0 check $models/$chain.yaml --error-check off
    bytes=$(grep -oE '[0-9]+ bytes per body' "$work/out" | cut -d' ' -f1)
    ok "$chain takes less than 8 KiB per body" [ "${bytes:-8192}" -lt 8192 ]
done
run 0 check "$four_bar"
ok "check counts degrees of freedom" grep -qE '^freedom +1 degrees? of freedom' "$work/out"
ok "check finds redundant constraints" grep -qE '^redundant +3 ' "$work/out"
ok "check counts joints" grep -q '4 revolute' "$work/out"
cp "$work/out" "$work/out.check"
run 0 tree "$four_bar" --dot "$work/tree.dot"
ok "tree names bodies and joints" grep -q 'body A.*J1' "$work/out"
if command -v dot >/dev/null; then
    ok "Graphviz takes the tree" dot -Tsvg "$work/tree.dot" -o "$work/tree.svg"
fi
ok "check tells the working set of a step" grep -qE '^working set +[0-9.]+ KiB' "$work/out.check"
ok "a second worker does not pay for a four-bar" grep -q 'a second worker does not pay' "$work/out"
ok "the forecast ends where another one does not pay" bash -c "! grep -qE '^ +3 ' '$work/out'"
run 0 tree $models/paper_chain_1024.yaml --workers 2
ok "workers share a large chain" grep -qE '^ +2 +[0-9.]+ +1\.[0-9]+ ' "$work/out"
ok "the forecast goes as far as workers pay" grep -qE '^ +4 .*[0-9]$' "$work/out"
ok "every subtree has a worker" grep -qE '^ +0 +0  chain/L1 to ' "$work/out"
ok "and the second worker has some" grep -qE '^ +[0-9]+ +1  chain/L' "$work/out"
ok "critical path" grep -qE '^critical path [0-9.]+ us' "$work/out"
refuse "--workers" tree "$four_bar" --workers 65
run 0 tree $models/m3_chain_128.yaml
ok "large trees are shortened" [ "$(lines "$work/out")" -lt 100 ]
run 0 tree $models/m3_chain_128.yaml --full
ok "--full shows all of them" [ "$(lines "$work/out")" -gt 255 ]

# --- every model of the repository
for model in $models/*.yaml $models/examples/*.yaml; do
    run 0 check "$model" --error-check off
    run 0 sim "$model" --duration 0.01 --quiet --error-check off
    ok "$model: nothing to complain about" [ ! -s "$work/err" ]
done

# --- the screw jack stands where its friction is larger than what is left of the load
run 0 sim $models/examples/screw_jack.yaml --input torque=6 --csv "$work/jack.csv" --quiet
ok "it creeps as the regularisation says" awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "bearing.qd") c = i }
    END { exit !($c < -0.028 && $c > -0.0282) }' "$work/jack.csv"

# --- outputs that cannot be written
run 4 sim "$four_bar" --duration 1 --csv "$work/no/such/folder.csv"
ok "the file is named" grep -qF "$work/no/such/folder.csv" "$work/err"
if [ -c /dev/full ]; then
    run 4 sim "$four_bar" --duration 1 --csv /dev/full
    run 4 sim "$four_bar" --duration 0 --csv /dev/full
    run 4 sim "$four_bar" --duration 1 --sensors /dev/full
    run 4 tree "$four_bar" --dot /dev/full
    "$tactus" check "$four_bar" >/dev/full 2>"$work/err"
    code=$?
    ok "check to a full disk ends with 4, not $code" [ $code -eq 4 ]
    "$tactus" doctor --probe 0 >/dev/full 2>"$work/err"
    ok "doctor tells it, whatever its verdict" grep -q 'output cannot be written' "$work/err"
fi
(
    ulimit -f 8
    run 4 sim "$four_bar" --duration 1 --csv "$work/limit.csv" --quiet
    exit $failed
)
failed=$?
ok "a file at the limit of its size is a failed write" grep -q 'File too large' "$work/err"

# --- too large for the memory, while it is read and later
printf 'bodies:\n  - {repeat: {k: [1, 100000]}, name: "L${k}", mass: 1, inertia: [1, 1, 1]}\n' \
    >"$work/large.yaml"
for kib in 100000 200000; do
    (ulimit -v $kib && "$tactus" --version) >/dev/null 2>&1 || continue # sanitizers need far more
    (
        ulimit -v $kib
        run 5 check "$work/large.yaml"
        exit $failed
    )
    failed=$?
    ok "about memory" grep -qE '^[^ ]*large.yaml:.* memory' "$work/err"
    ok "one line" [ "$(lines "$work/err")" -eq 1 ]
done

# --- divergence keeps what was computed
run 3 sim $models/m3_chain_128.yaml --dt 0.1 --alpha 1e4 --duration 100 --csv "$work/lost.csv"
ok "one line tells when and why" [ "$(lines "$work/err")" -eq 1 ]
ok "the line has a time" grep -q 'stopped at t = ' "$work/err"
ok "rows so far are kept and complete" \
    [ "$(awk -F, '{print NF}' "$work/lost.csv" | sort -u | wc -l)" -eq 1 ]

# --- a step longer than the duration
run 2 sim "$four_bar" --dt 2 --duration 1
ok "one line says so" [ "$(lines "$work/err")" -eq 1 ]
ok "with both and the remedy" grep -q \
    'a step of 2 s is longer than the duration of 1 s; take a shorter --dt or a longer --duration' "$work/err"
run 0 sim "$four_bar" --dt 0.5ms --duration 0.5ms --quiet

# --- results in doubt
run 7 sim "$four_bar" --dt 0.2 --iterations 2 --duration 5 --quiet
ok "one line says so" [ "$(lines "$work/err")" -eq 1 ]
ok "with time and remedy" grep -q 'results are in doubt.* at t = .*smaller step' "$work/err"
run 0 sim "$four_bar" --duration 1 --quiet
ok "converged ones are not doubted" [ ! -s "$work/err" ]

# --- interruption
"$tactus" sim "$four_bar" --duration 1e6 --csv "$work/stopped.csv" >"$work/out" 2>"$work/err" &
pid=$!
for _ in $(seq 600); do # until rows arrive, a minute at most
    [ -s "$work/stopped.csv" ] && break
    sleep 0.1
done
kill -INT $pid
wait $pid
code=$?
ok "SIGINT ends with 130, not $code" [ $code -eq 130 ]
ok "the summary is printed" grep -q '^simulated' "$work/out"
ok "rows are complete" [ "$(awk -F, '{print NF}' "$work/stopped.csv" | sort -u)" = 79 ]

finish
