#!/usr/bin/env bash
# test: first_use.rig_as_model program -- @tactus
# check, sim and tree take a rig: they run its model as the rig would, and say so.
#   rig_as_model.sh TACTUS    in the root of the sources
tactus=$1
program=("$tactus")
source tests/program.sh

for rig in config/rigs/*.yaml; do
    name=$(sed -n 's/^name: *//p' "$rig")
    run 0 check "$rig"
    ok "$rig: the rig is named" grep -q "^rig  *$name: its model" "$work/out"
done

# --- step, solver, method and duration are the rig's
model=$PWD/config/models/m2_four_bar.yaml
cat >"$work/rig.yaml" <<YAML
name: bench
model: $model
step: 2 ms
order: 3
iterations: 5
acceleration: index-1
tangent: full
duration: 0.2 s
YAML
run 0 sim "$work/rig.yaml" --csv "$work/rig.csv" --sensors "$work/rig_sensors.csv" --record "$work/rig.tlog"
says "rig           bench: its model $model"
says "100 steps of 0.002 s, 5 iterations each"
run 0 sim "$model" --dt '2 ms' --order 3 --iterations 5 --tangent full --duration 0.2 --csv "$work/model.csv" \
    --sensors "$work/model_sensors.csv"
ok "the motion of the model with these" cmp -s "$work/rig.csv" "$work/model.csv"
ok "its sensors" cmp -s "$work/rig_sensors.csv" "$work/model_sensors.csv"
run 0 replay "$work/rig.tlog" --csv "$work/replay.csv"
ok "its log replays" cmp -s "$work/rig.csv" "$work/replay.csv"
run 0 log info "$work/rig.tlog"
ok "and holds the rig" grep -q '^rig .*/rig.yaml, ' "$work/out"
run 0 sim "$work/rig.yaml" --dt '1 ms' --order 2 --duration 0.01 --sensors -
ok "options replace what the rig says" [ "$(wc -l <"$work/out")" -eq 12 ]
run 0 check "$model"
ok "a model is no rig" bash -c "! grep -q '^rig ' '$work/out'"
run 0 tree "$work/rig.yaml"
says "tree          3 bodies"

# --- errors are those of the file that is wrong
refuse "missing.yaml" check "$work/missing.yaml"
printf 'name: x\nmodel: missing.yaml\n' >"$work/lost.yaml"
refuse "$work/lost.yaml:2:" check "$work/lost.yaml"
printf 'name: x\nmodel: %s\nstep: 3 kg\n' "$model" >"$work/unit.yaml"
refuse "$work/unit.yaml:3:" sim "$work/unit.yaml"
printf 'name: x\nmodel: bad.yaml\n' >"$work/of_bad.yaml"
printf 'bodies: [{name: a, mass: -1, inertia: [1, 1, 1]}]\n' >"$work/bad.yaml"
refuse "bad.yaml:1:" check "$work/of_bad.yaml"
printf 'nothing: 1\n' >"$work/neither.yaml"
refuse "unknown key 'nothing' in a model" check "$work/neither.yaml"
cp "$work/rig.yaml" "$work/kept.yaml"
run 2 sim "$work/kept.yaml" --csv "$work/kept.yaml"
says "would be overwritten"
run 2 tree "$work/kept.yaml" --dot "$work/kept.yaml"
ok "the rig is as it was" cmp -s "$work/rig.yaml" "$work/kept.yaml"
cp "$model" "$work/part.yaml"
printf 'include: [{file: part.yaml, name: p}]\n' >"$work/whole.yaml"
printf 'name: part\nmodel: whole.yaml\n' >"$work/of_whole.yaml"
for words in "throughput $work/whole.yaml --quick --json" "latency $work/of_whole.yaml --duration 0.2 --csv"; do
    read -ra words <<<"$words"
    run 2 bench "${words[@]}" "$work/part.yaml"
    says "'$work/part.yaml' is read and would be overwritten"
done
ok "an included file is as it was" cmp -s "$model" "$work/part.yaml"

finish
