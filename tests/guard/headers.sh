#!/usr/bin/env bash
# Every header compiles alone, and twice.
#   headers.sh COMPILER
set -euo pipefail
compiler=$1
flags='-std=c17 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
    -Wdouble-promotion -Wstrict-prototypes -Wmissing-prototypes -Wvla -Werror -fsyntax-only
    -Ikernel -Iconfig -Irt'
# a library that lies in a folder of its own
flags+=" $(pkg-config --cflags hdf5-serial 2>/dev/null || pkg-config --cflags hdf5)"

bad=0
for header in kernel/*.h config/*.h rt/*.h rt/io/*.h rt/bridge/*.h rt/platform/*.h; do
    name=$(basename "$header")
    # shellcheck disable=SC2086
    if ! printf '#include "%s"\n#include "%s"\n' "$name" "$name" |
            "$compiler" $flags -x c -I"$(dirname "$header")" -; then
        echo "$header does not compile alone"
        bad=1
    fi
done
exit $bad
