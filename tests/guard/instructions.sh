#!/usr/bin/env bash
# test: guard.instructions.zoo guard skip=77 unless=sanitize if=bench-instructions -- zoo @python @bench-instructions @build/tests/instructions.csv
# test: guard.instructions.tyres guard skip=77 unless=sanitize if=bench-instructions -- tyres @python @bench-instructions @build/tests/instructions.csv
# test: guard.instructions.index3 guard skip=77 unless=sanitize if=bench-instructions -- index3 @python @bench-instructions @build/tests/instructions.csv
# test: guard.instructions.canonical guard skip=77 unless=sanitize if=bench-instructions -- canonical @python @bench-instructions @build/tests/instructions.csv
# test: guard.instructions.modular guard skip=77 unless=sanitize if=bench-instructions -- modular @python @bench-instructions @build/tests/instructions.csv
# test: guard.instructions.between guard skip=77 unless=sanitize if=bench-instructions -- between @python @bench-instructions @build/tests/instructions.csv
# test: guard.instructions.growth guard skip=77 unless=sanitize if=bench-instructions -- growth @python @bench-instructions @build/tests/instructions.csv
# test: guard.instructions.kept guard skip=77 unless=sanitize if=bench-instructions -- kept @python @bench-instructions @build/tests/instructions.csv
# test: guard.instructions.followed full skip=77 unless=sanitize if=bench-instructions -- followed @python @bench-instructions @build/tests/instructions.csv
# A step takes the same number of instructions for any data; counts that moved are noticed.
#   instructions.sh PART PYTHON BENCH_INSTRUCTIONS FILE      FILE is written
# Beside a sample of what ./dev instructions counts: one of every joint, force and source, with the
# contact closed in steps 53 and 209 of the 16 counted ones and open in the others. The chain is in
# blocks, whose rooms the first step finds as the start left them. Between the counted steps the zoo is followed as far as
# ./dev instructions does, others for some steps; `followed` does so for a second.
set -euo pipefail
part=$1 python=$2 program=$3 file=$4
models=config/models

count() { # count ARGUMENTS... MODEL...
    "$python" bench/instructions.py "${@:1:$#-1}" "$program" "${!#}"
}

shifted() { # shifted PER_CENT FILE TO: FILE with other counts
    awk -F, -v OFS=, -v by="$1" '/^config/ {for (i = 2; i <= NF; i++) $i = int($i * (1 + by / 100))} 1' \
        "$2" >"$3"
}

taken() { # taken METHOD MODEL: with four lanes
    count --steps 1 --follow 1 --method "$1" "$models/$2.yaml" | sed -n 's/.*: \[[0-9]*, \([0-9]*\)\].*/\1/p'
}

index3() { # index3 FOLLOW: steps of all bodies together
    count --steps 3 --follow "$1" "$models/m2_four_bar.yaml"
    count --steps 2 --follow "$1" --order 4 "$models/m2_four_bar.yaml"
    count --steps 3 --follow "$1" --order 3 "$models/examples/cam_valve.yaml"
    count --steps 2 --follow $((6 * $1)) "$models/m3_chain_128.yaml"
}

canonical() { # canonical FOLLOW
    count --steps 3 --follow "$1" --method canonical "$models/m2_four_bar.yaml"
    count --steps 2 --follow $(($1 / 5)) --method canonical --order 4 "$models/p4_double_wishbone.yaml"
    count --steps 4 --follow $((6 * $1)) --method canonical --order 2 tests/golden/models/zoo.yaml
    count --steps 6 --follow 0 --method canonical tests/canonical/taut_chain.yaml # which snaps in the fourth
}

modular() { # modular FOLLOW
    count --steps 3 --follow "$1" --method modular "$models/m8_slider_crank.yaml"
    count --steps 2 --follow $((6 * $1)) --method modular "$models/m3_chain_128.yaml"
}

case $part in
zoo)
    count --steps 16 tests/golden/models/zoo.yaml
    count --steps 6 --follow 40 tests/golden/models/driveline.yaml
    count --steps 12 --follow 10 tests/guard/slack_cable.yaml
    count --steps 6 --follow 10 --method canonical tests/guard/slack_cable.yaml
    ;;
tyres) count --steps 3 --follow 150 tests/golden/models/tyres.yaml ;;
index3) index3 150 ;;
canonical) canonical 150 ;;
modular) modular 150 ;;
followed)
    index3 1500
    canonical 1500
    count --steps 5 --method canonical tests/canonical/taut_chain.yaml
    modular 1500
    ;;
between) # at most what index-3 takes with joints alone, 1.2 times with laws that the step resolves and sharp friction
    between() { # between TENTHS MODEL...
        for model in "${@:2}"; do
            index3=$(taken index3 "$model") canonical=$(taken canonical "$model")
            echo "$model: $canonical instructions with canonical, $index3 with index3"
            [ $((10 * canonical)) -le $(($1 * index3)) ] || { echo "more than $1 tenths"; exit 1; }
        done
    }
    between 10 m9_spinning_top m8_slider_crank motion_platform
    between 12 vehicle car examples/friction_pendulum
    ;;
growth) # the models that come nearest to the bound, and what is kept of all others
    for model in m9_spinning_top platform_link m1_spatial_double_pendulum examples/screw_jack; do
        count --steps 2 --follow 100 "$models/$model.yaml"
    done
    shifted -10 bench/instructions_before.csv "$file.before"
    if said=$(count --steps 2 --follow 100 --before "$file.before" "$models/m9_spinning_top.yaml"); then
        echo "6 % above the bound passed: $said"
        exit 1
    fi
    grep "counted, $models/m9_spinning_top.yaml, lanes 1" <<<"$said"
    ;;
kept) # what is kept is compared, and a change has to be meant
    small=$models/examples/friction_pendulum.yaml
    count --steps 2 --follow 100 --keep "$file" --update "$small"
    shifted 1 "$file" "$file.shifted"
    count --steps 2 --follow 100 --keep "$file.shifted" "$small"
    shifted 3 "$file" "$file.shifted"
    if said=$(count --steps 2 --follow 100 --keep "$file.shifted" "$small"); then
        echo "a change of 3 % passed: $said"
        exit 1
    fi
    grep -q "\./dev instructions --update" <<<"$said" || { echo "no remedy: $said"; exit 1; }
    ;;
*)
    echo "no part '$part'"
    exit 1
    ;;
esac
