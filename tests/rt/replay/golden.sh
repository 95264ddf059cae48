#!/usr/bin/env bash
# Golden runs have the same bits whoever compiles and whatever the processor offers.
#   golden.sh [FOLDER]    builds the program in subfolders of FOLDER (default build/golden)
# Compilers, optimisation levels and instruction sets that are not at hand are named and left out.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
folder=${1:-build/golden}
failed=0

replay() { # replay WHAT TACTUS ARGUMENTS...
    local what=$1 tactus=$2
    shift 2
    if "$tactus" replay --other-build --quiet tests/golden "$@" >"$folder/last.log" 2>&1; then
        echo "same bits: $what"
    else
        echo "OTHER BITS: $what"
        head -n 8 "$folder/last.log"
        failed=1
    fi
}

build() { # build NAME COMPILER FLAGS
    local log=$folder/$1.log
    cmake -S . -B "$folder/$1" -G Ninja -DCMAKE_C_COMPILER="$2" -DCMAKE_BUILD_TYPE=None \
        -DTACTUS_TESTS=OFF -DCMAKE_C_FLAGS="$3" >"$log" 2>&1 &&
        cmake --build "$folder/$1" --target tactus >>"$log" 2>&1
}

runs_here() { # whether a program for this instruction set runs on this processor
    printf 'int main(void){return !__builtin_cpu_supports("%s");}' "$1" |
        gcc -x c - -o "$folder/probe" 2>/dev/null && "$folder/probe"
}

mkdir -p "$folder"
variants=("gcc-O0 gcc -O0" "gcc-O3 gcc -O3" "clang-O3 clang -O3" "clang-O0 clang -O0")
runs_here avx2 && variants+=("gcc-O3-v3 gcc -O3 -march=x86-64-v3" "clang-O3-v3 clang -O3 -march=x86-64-v3")
runs_here avx512f && variants+=("gcc-O3-v4 gcc -O3 -march=x86-64-v4" "clang-O3-v4 clang -O3 -march=x86-64-v4")
for variant in "${variants[@]}"; do
    read -r name compiler flags <<<"$variant"
    if ! command -v "$compiler" >/dev/null; then
        echo "left out: $name, there is no $compiler"
    elif build "$name" "$compiler" "$flags"; then
        for workers in 0 1 2 4; do
            replay "$name, $workers workers" "$folder/$name/tactus" --workers $workers
        done
    else
        echo "BUILD FAILED: $name, see $folder/$name.log"
        failed=1
    fi
done

tactus=$folder/gcc-O3/tactus
lanes=(1)
runs_here avx2 && lanes+=(4)
runs_here avx512f && lanes+=(8)
for width in "${lanes[@]}"; do
    replay "vectors of $width" "$tactus" --lanes "$width"
done

# The C library without FMA and AVX2: other bits of its sine, the same ones of every run.
masked=glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX512F
cat >"$folder/libm.c" <<'C'
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
    uint64_t hash = 0;
    for (volatile double x = 0.1; x < 1000.0; x += 0.01) {
        double y[] = {sin(x), exp(-x / 100.0), pow(x, 0.37), atan2(x, 3.0)};
        uint64_t bits[4];
        memcpy(bits, y, sizeof bits);
        hash = (hash ^ bits[0] ^ bits[1] ^ bits[2] ^ bits[3]) * 0x9e3779b97f4a7c15;
    }
    printf("%016jx\n", (uintmax_t)hash);
    return 0;
}
C
if gcc -O1 -fno-builtin "$folder/libm.c" -o "$folder/libm" -lm &&
    [ "$("$folder/libm")" = "$(GLIBC_TUNABLES=$masked "$folder/libm")" ]; then
    echo "left out: libm without FMA and AVX2, it has the same bits here"
else
    GLIBC_TUNABLES=$masked replay "libm without FMA and AVX2" "$tactus"
fi
exit $failed
