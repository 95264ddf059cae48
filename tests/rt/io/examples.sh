#!/usr/bin/env bash
# test: exchange.examples program unless=sanitize -- @exchange.stand @build/rt/io @cc
# The examples of docs/shared-memory.md, taken out of it, compiled against the shared library and run.
#   examples.sh STAND LIBRARY_FOLDER C_COMPILER    in the root of the sources
set -euo pipefail
stand=$1 library=$2 compiler=$3
name=test.examples.$$
work=$(mktemp -d)
trap 'kill "$pid" 2>/dev/null; wait "$pid" 2>/dev/null; rm -rf "$work"' EXIT

block() { # block LANGUAGE: the fenced block of that language
    awk -v fence="\`\`\`$1" '$0 == fence {on = 1; next} /^```/ {on = 0} on' docs/shared-memory.md
}

"$stand" "$name" 2000 8 >"$work/ready" &
pid=$!
until grep -q ready "$work/ready"; do sleep 0.02; done

check() { # check WHAT COMMAND...: lists all signals and ends with the last value commanded
    local what=$1
    shift
    "$@" "$name" hold >"$work/out" || { echo "$what failed"; cat "$work/out"; exit 1; }
    grep -qx 'position 3x1 m' "$work/out" && grep -qE '^in effect: 0\.9[0-9]*$' "$work/out" ||
        { echo "$what printed something else"; cat "$work/out"; exit 1; }
    echo "$what: $(tail -n 1 "$work/out")"
}

block c >"$work/example.c"
"$compiler" -std=c17 -Wall -Wextra -Wpedantic -Werror -Irt/io "$work/example.c" -o "$work/c" \
    -L"$library" -ltactus-io -Wl,-rpath,"$library"
check "C" "$work/c"
sleep 0.1

if cxx=$(command -v c++ || command -v g++ || command -v clang++); then
    block cpp >"$work/example.cpp"
    "$cxx" -std=c++17 -Wall -Wextra -Wpedantic -Werror -Irt/io "$work/example.cpp" -o "$work/cpp" \
        -L"$library" -ltactus-io -Wl,-rpath,"$library"
    check "C++" "$work/cpp"
    sleep 0.1
fi

if command -v python3 >/dev/null; then
    block python >"$work/example.py"
    PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=rt/io check "Python" python3 "$work/example.py"
fi
