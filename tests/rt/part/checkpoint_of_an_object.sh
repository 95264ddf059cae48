#!/usr/bin/env bash
# test: compiled.checkpoint_of_an_object program unless=sanitize -- @tactus
# A checkpoint of one compiled sub-model is none of another under the same name.
#   checkpoint_of_an_object.sh TACTUS
tactus=$1 program=("$1")
source tests/program.sh
name="objects_$$"
printf '%s\n' "bodies: [{name: frame, mass: 5, inertia: [1, 1, 1]}]" "include: [{name: p, file: part.so, ground: frame}]" >"$work/host.yaml"
printf '%s\n' "name: $name" "model: host.yaml" "step: 4 ms" "duration: 20 s" >"$work/rig.yaml"
for k in 1 2; do
    printf '%s\n' "bodies: [{name: arm, mass: $k, inertia: [1, 1, 1]}]" \
        "joints: [{name: h, type: revolute, bodies: [ground, arm], at: [0, 0, 0]}]" >"$work/part.yaml"
    run 0 compile "$work/part.yaml" --out "$work/part.so"
    "$tactus" run "$work/rig.yaml" >"$work/run.out" 2>&1 &
    process=$!
    until "$tactus" ctl "$name" status >/dev/null 2>&1 || ! kill -0 $process 2>/dev/null; do sleep 0.05; done
    if [ $k = 1 ]; then
        run 0 ctl "$name" save "$work/saved"
        run 0 ctl "$name" restore "$work/saved"
    else
        run 2 ctl "$name" restore "$work/saved"
        says "is a checkpoint of another model"
    fi
    run 0 ctl "$name" stop
    wait $process
done
finish
