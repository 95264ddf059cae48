#!/usr/bin/env bash
# test: config.exports program -- @tactus
# What a sub-model shows: with `export` in its file nothing else of it reaches the file that includes it.
#   exports.sh TACTUS
program=("$1")
# shellcheck source=tests/program.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../program.sh"

hub() { # hub [LINE]: a hub on a pin, with a line of its own
    cat >"$work/hub.yaml" <<EOF
${1:-}
parameters: {m: 2, secret: 1}
inputs: [{name: push, value: 1}]
bodies:
  - {name: carrier, mass: "\${m}", inertia: [1, 1, 1]}
  - {name: rotor, position: [0, 1, 0], mass: "\${secret}", inertia: [1, 1, 1]}
joints: [{name: pin, type: revolute, bodies: [carrier, rotor], at: [0, 1, 0]}]
forces: [{name: motor, type: load, body: rotor, axes: body, torque: [0, 0, push]}]
EOF
}

outside() { # outside LINES: what a model with the sub-model `hub` says
    cat >"$work/model.yaml" <<EOF
bodies: [{name: frame, mass: 5, inertia: [1, 1, 1]}]
include: [{file: ${part:-hub}.yaml, name: ${part:-hub}, position: [1, 0, 0]${given:-}}]
$1
EOF
}
weld="joints: [{name: weld, type: fixed, bodies: [frame, hub/carrier], at: [1, 0, 0]}]"
reach="joints: [{name: weld, type: fixed, bodies: [frame, hub/rotor], at: [1, 1, 0]}]"

# without the key everything reaches
hub
outside "$reach"
run 0 check "$work/model.yaml"

# with it what is listed does, and nothing else, of whatever kind
hub 'export: [carrier, push, m]'
outside "$weld"
run 0 check "$work/model.yaml"
outside "$reach"
refuse "'rotor' of 'hub' is not exported by $work/hub.yaml:1; add it to 'export' there" check "$work/model.yaml"
outside "sensors: [{name: turn, type: coordinates, joint: hub/pin}]"
refuse "'pin' of 'hub' is not exported by" check "$work/model.yaml"
outside "forces: [{name: f, type: load, body: frame, force: [hub/push, 0, 0]}]"
run 0 check "$work/model.yaml"
outside "sensors: [{name: s, type: force, element: hub/motor}]"
refuse "'motor' of 'hub' is not exported by" check "$work/model.yaml"
outside "visual: []"
sed -i '1s/.*/bodies: [{name: frame, relative_to: hub\/rotor, mass: 5, inertia: [1, 1, 1]}]/' "$work/model.yaml"
refuse "'rotor' of 'hub' is not exported by" check "$work/model.yaml"

# parameters as well
given=', parameters: {m: 3}'
outside "$weld"
run 0 check "$work/model.yaml"
given=', parameters: {secret: 3}'
outside "$weld"
refuse "the parameter 'secret' is not exported by" check "$work/model.yaml"
given=

# a file by itself has no outside, and its parameters may be given
run 0 check "$work/hub.yaml" --parameter secret=3

# two levels: what the inner one hides stays hidden, and a sub-model is shown as a whole by its name
cat >"$work/axle.yaml" <<'EOF'
export: [hub]
include: [{file: hub.yaml, name: hub, repeat: {k: [1, 1]}}]
EOF
part=axle
outside "joints: [{name: weld, type: fixed, bodies: [frame, axle/hub/carrier], at: [1, 0, 0]}]"
run 0 check "$work/model.yaml"
outside "joints: [{name: weld, type: fixed, bodies: [frame, axle/hub/rotor], at: [1, 1, 0]}]"
refuse "'rotor' of 'axle/hub' is not exported by $work/hub.yaml:1" check "$work/model.yaml"
sed -i 's/export: .*/export: [hub\/rotor]/' "$work/axle.yaml"
run 2 check "$work/model.yaml"
says "axle.yaml:1:10: 'rotor' of 'axle/hub' is not exported by $work/hub.yaml:1"
sed -i 's/export: .*/export: []/' "$work/axle.yaml"
outside "joints: [{name: weld, type: fixed, bodies: [frame, axle/hub/carrier], at: [1, 0, 0]}]"
refuse "'hub/carrier' of 'axle' is not exported by $work/axle.yaml:1" check "$work/model.yaml"
part=

# `ground: BODY` is a name like any other
hub 'export: [carrier]'
printf 'bodies: [{name: arm, position: [0, 2, 0], mass: 1, inertia: [1, 1, 1]}]\njoints: [{name: p, type: fixed, bodies: [ground, arm], at: [0, 2, 0]}]\n' \
    >"$work/arm.yaml"
outside ""
sed -i "s/^include: \[/include: [{file: arm.yaml, name: arm, ground: hub\/rotor}, /" "$work/model.yaml"
refuse "'rotor' of 'hub' is not exported by" check "$work/model.yaml"
sed -i 's/rotor/carrier/' "$work/model.yaml"
run 0 check "$work/model.yaml"

# what is listed has to be there, as a list of names
hub 'export: [carrier, wheel]'
outside "$weld"
refuse "'wheel' is exported and nothing of this file has that name" check "$work/model.yaml"
hub 'export: [carrier, wheel]'
refuse "'wheel' is exported and nothing of this file has that name" check "$work/hub.yaml" # by itself as well
hub 'export: carrier'
refuse "export" check "$work/model.yaml"
hub 'export: [[carrier]]'
refuse "export" check "$work/model.yaml"
finish
