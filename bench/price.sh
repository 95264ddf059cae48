#!/usr/bin/env bash
# What do the same bits everywhere cost? One step of several models, built as released and with what
# the compiler may do otherwise, side by side.
#   price.sh [FOLDER [ROUNDS]]    builds below FOLDER (default build/price), default 5 rounds
# Every round runs all builds one after another; the fastest median of a build counts, so that what
# else the machine does falls on none of them. Prints a table and what each row is of the first.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder=${1:-build/price} rounds=${2:-5}
models=(config/models/p3_hexapod.yaml config/models/vehicle.yaml config/models/m3_chain_128.yaml)
names=(released contraction sums fast)
declare -A flags=(
    [released]=""
    [contraction]="-ffp-contract=fast -fno-math-errno"
    [sums]="-ffp-contract=off -fno-math-errno -fno-signed-zeros -fno-trapping-math -fassociative-math"
    [fast]="-ffast-math"
)
declare -A what=(
    [released]="as released"
    [contraction]="contraction on"
    [sums]="sums in any order"
    [fast]="\`-ffast-math\`, contraction on"
)

for name in "${names[@]}"; do
    cmake -S . -B "$folder/$name" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=gcc \
        -DTACTUS_ARCH=x86-64-v3 -DTACTUS_FREE_NUMERICS="${flags[$name]}" >/dev/null
    cmake --build "$folder/$name" --target bench-step -- --quiet
done

for ((i = 0; i < rounds; i++)); do
    for name in "${names[@]}"; do
        "$folder/$name/bench/bench-step" "${models[@]}" | awk -v name="$name" \
            '/\.yaml/ { print name, $1, $6 }'
    done
done >"$folder/medians"

best() { # best NAME MODEL: the fastest median, us
    awk -v name="$1" -v model="$(basename "$2")" '$1 == name && $2 == model &&
        (best == "" || $3 < best) { best = $3 } END { print best }' "$folder/medians"
}

printf '| build |'
printf ' %s |' "${models[@]##*/}"
printf '\n|%s\n' "$(printf ' --- |%.0s' build "${models[@]}")"
for name in "${names[@]}"; do
    printf '| %s |' "${what[$name]}"
    for model in "${models[@]}"; do
        awk -v own="$(best "$name" "$model")" -v first="$(best released "$model")" \
            'BEGIN { printf " %.2f us, %+.0f %% |", own, 100 * (own / first - 1) }'
    done
    printf '\n'
done
