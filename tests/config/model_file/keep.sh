#!/usr/bin/env bash
# test: config.keep program -- @tactus
# `keep` on an inclusion: what is refused, with `export`, what `check` says of interfaces, other methods, logs.
#   keep.sh TACTUS
program=(timeout 600 "$1")
# shellcheck source=tests/program.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../program.sh"

cat >"$work/link.yaml" <<'EOF'
export: [rod, tip]
bodies:
  - {name: rod, position: [0.5, 0, 0], mass: 1, inertia: [0.1, 0.1, 0.1]}
  - {name: tip, position: [1, 0, 0], mass: 1, inertia: [0.1, 0.1, 0.1]}
joints: [{name: weld, type: fixed, bodies: [rod, tip], at: [1, 0, 0]}]
EOF
echo 'inputs: [{name: push, value: 1}]' >"$work/signals.yaml"
cat >"$work/two_pins.yaml" <<'EOF'
export: [rod, tip]
bodies:
  - {name: rod, position: [0.5, 0, 0], mass: 1, inertia: [0.1, 0.1, 0.1]}
  - {name: tip, position: [1, 0, 0], mass: 1, inertia: [0.1, 0.1, 0.1]}
joints:
  - {name: pin, type: revolute, bodies: [rod, tip], at: [1, 0, 0]}
  - {name: pin2, type: revolute, bodies: [rod, tip], at: [1, 0, 0.1]}
EOF
bar() { # bar INCLUSION: a four-bar mechanism whose coupler is a sub-model
    cat >"$work/model.yaml" <<EOF
bodies:
  - {name: crank, position: [0, 0.5, 0], mass: 1, inertia: [0.1, 0.1, 0.1]}
  - {name: rocker, position: [1, 0.5, 0], mass: 1, inertia: [0.1, 0.1, 0.1]}
include:
  - {name: link, position: [0, 1, 0], $1}
joints:
  - {name: a, type: revolute, bodies: [ground, crank], at: [0, 0, 0]}
  - {name: b, type: revolute, bodies: [crank, link/rod], at: [0, 1, 0]}
  - {name: c, type: revolute, bodies: [link/tip, rocker], at: [1, 1, 0]}
  - {name: d, type: revolute, bodies: [rocker, ground], at: [1, 0, 0]}
EOF
}

# ---- what is refused, with file, line and column
bar 'file: link.yaml, keep: perhaps'
refuse "model.yaml:5:62: unknown keep 'perhaps'; it must be false or true" check "$work/model.yaml"
bar 'file: signals.yaml, keep: true'
sed -i '/^joints/,$d' "$work/model.yaml"
refuse "model.yaml:5:65: 'link' has no bodies that could be kept; remove 'keep'" check "$work/model.yaml"
bar 'file: signals.yaml, keep: false'
sed -i '/^joints/,$d' "$work/model.yaml"
run 0 check "$work/model.yaml"

# ---- not kept: nothing is said
bar 'file: link.yaml'
run 0 check "$work/model.yaml"
says "redundant     3 constraints"
ok "no kept sub-model" bash -c "! grep -Eq '^(kept|interfaces)' '$work/out'"

# ---- kept, with `export`: a loop through the border is redundant across it
bar 'file: link.yaml, keep: true'
run 0 check "$work/model.yaml"
says "kept          'link' is node 4: 2 bodies and 6 rows, seen outside by b (5), c (5)"
says "redundant     3 constraints"
says "interfaces    3 of them across interfaces of kept sub-models: a side by itself knows its own rows only"
run 0 tree "$work/model.yaml"
says "kept          'link' is node 4"
run 0 sim "$work/model.yaml" --duration 0.1 --quiet --record "$work/kept.tlog"
for how in "--workers 1" "--workers 3" "--lanes 1"; do
    # shellcheck disable=SC2086
    run 0 replay "$work/kept.tlog" $how
    says "identical: steps 0 to 100"
done
sed -i '$a sensors: [{name: s, type: reaction, joint: link/weld}]' "$work/model.yaml"
refuse "'weld' of 'link' is not exported by $work/link.yaml:1" check "$work/model.yaml"

# ---- two pins in line within it are not
bar 'file: two_pins.yaml, keep: true'
sed -i '/name: d,/d' "$work/model.yaml"
run 0 check "$work/model.yaml"
says "redundant     5 constraints"
says "interfaces    0 of them"

# ---- any method goes over such a tree
bar 'file: link.yaml, keep: true'
for method in canonical modular hdca dca; do
    run 0 sim "$work/model.yaml" --method "$method" --duration 0.1 --quiet
done

# ---- corners of the car are blocks already: the same bits
car=config/models/vehicle.yaml
mkdir -p "$work/parts"
cp config/models/parts/corner.yaml "$work/parts"
sed 's/parameters: {side: \(-*1\)}}/parameters: {side: \1}, keep: true}/' "$car" >"$work/car.yaml"
run 0 check "$work/car.yaml"
says "kept          'front_left' is node 25: 4 bodies and 26 rows, seen outside by 'chassis' (6)"
run 0 sim "$car" --duration 0.3 --quiet --csv "$work/open.csv"
run 0 sim "$work/car.yaml" --duration 0.3 --quiet --csv "$work/kept.csv"
ok "the car has its bits" cmp "$work/open.csv" "$work/kept.csv"
finish
