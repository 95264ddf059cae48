#!/usr/bin/env bash
# test: security.files_ask_for_bounded_work program cost=20 unless=sanitize -- @tactus @hostile_log
# What a file asks for is known before it is taken. Small files that ask for too much are refused with what
# they ask for, the bound and the option that raises it; what is recorded replays without it.
#   bounds.sh TACTUS HOSTILE_LOG    in the root of the sources
tactus=$(realpath "$1")
hostile_log=$(realpath "$2")
program=(timeout 600 "$tactus")
source tests/program.sh
ulimit -v $((3 << 20)) # KiB: what is refused takes no more before

many() { # many I J: bodies without joints, in three lines
    printf 'bodies:\n  - {name: "b${i}_${j}", mass: 1, inertia: [1, 1, 1],\n'
    printf '     repeat: {i: [1, %s], j: [1, %s]}}\n' "$1" "$2"
}
star() { # star N: bodies fixed to one
    printf 'bodies:\n  - {name: hub, mass: 1, inertia: [1, 1, 1]}\n'
    printf '  - {name: "b${i}", mass: 1, inertia: [1, 1, 1], position: ["${i}", 0, 0], repeat: {i: [1, %s]}}\n' "$1"
    printf 'joints:\n  - {name: "j${i}", type: fixed, bodies: [hub, "b${i}"], at: ["${i}", 0, 0],\n'
    printf '     repeat: {i: [1, %s]}}\n' "$1"
}
pair() { # pair N: two bodies and N bushings between them
    printf 'step: 1 ms\nbodies:\n  - {name: a, mass: 1, inertia: [1, 1, 1]}\n'
    printf '  - {name: b, mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}\nforces:\n'
    printf '  - {name: "s${i}", type: bushing, bodies: [a, b], at: [0, 0, 0],\n'
    printf '     stiffness: [1, 1, 1, 1, 1, 1], repeat: {i: [1, %s]}}\n' "$1"
}
chain() { # chain N: links on ball joints
    printf 'bodies:\n  - {name: "b${i}", mass: 1, inertia: [1, 1, 1], position: ["${i}", 0, 0], repeat: {i: [1, %s]}}\n' "$1"
    printf 'joints:\n  - {name: j1, type: spherical, bodies: [ground, b1], at: [0.5, 0, 0]}\n'
    printf '  - {name: "j${i}", type: spherical, bodies: ["b${i-1}", "b${i}"], at: ["${i-0.5}", 0, 0],\n'
    printf '     repeat: {i: [2, %s]}}\n' "$1"
}
starts() { # starts N: bodies that slide with a rate
    printf 'bodies:\n  - {name: "b${i}", mass: 1, inertia: [1, 1, 1], repeat: {i: [1, %s]}}\n' "$1"
    printf 'joints:\n  - {name: "j${i}", type: prismatic, bodies: [ground, "b${i}"], at: [0, 0, 0], axis: [1, 0, 0],\n'
    printf '     rate: 1, repeat: {i: [1, %s]}}\n' "$1"
}
many 1000 499 >"$work/many.yaml"
star 1500 >"$work/star1500.yaml"
star 5000 >"$work/star5000.yaml"
pair 420 >"$work/pair.yaml"
chain 4096 >"$work/chain.yaml"
starts 2500 >"$work/starts.yaml"
for i in star1500 pair; do
    printf 'name: bounds%s\nmodel: %s\nstep: 1 ms\n' $$ "$work/$i.yaml" >"$work/rig_$i.yaml"
done

# by what they ask for
refuse "many.yaml: asks for 1.28 GiB of memory, 1 is the bound; make the model smaller, or raise the bounds by '--raise-bounds 2'" \
    check "$work/many.yaml"
refuse "asks for 6.43 GiB of memory, 1 is the bound" check "$work/star1500.yaml"
refuse "'--raise-bounds 84'" check "$work/star5000.yaml"
refuse "asks for 5.42e+09 operations in every factorization, 5e+09 is the bound; connect fewer bodies to one, or raise the bounds by '--raise-bounds 2'" \
    check "$work/pair.yaml"
refuse "starts.yaml: asks for 5.21e+09 operations to begin with, 5e+09 is the bound; give fewer joints a position or rate, or raise the bounds by '--raise-bounds 2'" \
    check "$work/starts.yaml"
refuse "asks for 6.43 GiB of memory, 2 is the bound" check "$work/star1500.yaml" --raise-bounds 2

# by every command that reads a model
for command in "sim $work/star1500.yaml --duration 0.1" "tree $work/star1500.yaml" \
    "check $work/rig_star1500.yaml" "run $work/rig_star1500.yaml --duration 0.1" \
    "bench throughput $work/star1500.yaml --quick"; do
    read -ra words <<<"$command"
    run 2 "${words[@]}"
    says "asks for 6.43 GiB of memory, 1 is the bound"
done
# a recording counts, with the model that is built again to prove that it can be
many 60 999 >"$work/wide.yaml"
printf 'name: bounds%s\nmodel: %s\nstep: 1 ms\n' $$ "$work/wide.yaml" >"$work/rig_wide.yaml"
for words in "sim $work/wide.yaml" "run $work/rig_wide.yaml"; do
    read -ra words <<<"$words"
    refuse "asks for 1.29 GiB of memory to be recorded, 1 is the bound; make the model smaller, or raise the bounds by '--raise-bounds 2'" \
        "${words[@]}" --duration 0.1 --record "$work/wide.tlog"
done
ok "nothing was written" [ ! -e "$work/wide.tlog" ]
run 2 bench latency "$work/rig_star1500.yaml" --duration 0.2 --raise-bounds 2
says "asks for 6.43 GiB of memory, 2 is the bound"
run 2 doctor "$work/rig_star1500.yaml" --probe 0
says "asks for 6.43 GiB of memory, 1 is the"

# raised, it is done, as for a log of it
refuse "--raise-bounds needs a whole number from 1 to 1000000" tree "$work/pair.yaml" --raise-bounds 0
run 0 tree "$work/pair.yaml" --raise-bounds 2
run 0 tree "$work/rig_pair.yaml" --raise-bounds 2
run 0 sim "$work/pair.yaml" --raise-bounds 2 --duration '0.001 s' --record "$work/pair.tlog" --quiet
for words in "replay" "log export --csv $work/pair.csv" "view"; do
    read -ra words <<<"$words"
    run 2 "${words[@]}" "$work/pair.tlog"
    says "--raise-bounds 2"
done
run 0 replay "$work/pair.tlog" --raise-bounds 2
says identical
run 0 log export "$work/pair.tlog" --csv "$work/pair.csv" --raise-bounds 2

# a log whose model has more bodies than its states have room for
many 1 1 >"$work/one.yaml"
run 0 sim "$work/one.yaml" --duration 0.01 --record "$work/one.tlog" --quiet
ok "a log is forged" "$hostile_log" "$work/one.tlog" "$work/forged.tlog" "file/$work/one.yaml" \
    'i: [1, 1], j: [1, 1]' 'i: [1, 1000], j: [1, 99]'
run 2 replay "$work/forged.tlog"
says 'the states of the log are too small for the 99000 bodies of its model'

# files that include the next one twice: 65536 sub-models of 1 KB, each named once, in a time that goes with them
for i in $(seq 0 15); do
    printf 'include: [{file: fan%d.yaml, name: p}, {file: fan%d.yaml, name: q}]\n' $((i + 1)) $((i + 1)) >"$work/fan$i.yaml"
done
printf 'bodies: [{name: a, mass: 1, inertia: [1, 1, 1]}]\n' >"$work/fan16.yaml"
(ulimit -t 8 && exec "$tactus" check "$work/fan0.yaml" >"$work/fan") # s of processor, however busy it is
ok "included files are counted in one pass" [ $? -eq 0 ]
ok "all are there" grep -q 'bodies        65536' "$work/fan"

# what the project ships, and a chain of 4096 bodies, need nothing
run 0 check "$work/chain.yaml"
for model in config/models/*.yaml config/models/examples/*.yaml config/rigs/*.yaml; do
    run 0 tree "$model"
done
finish
