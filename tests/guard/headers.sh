#!/usr/bin/env bash
# Every header compiles alone, and twice, with the include paths of its library only; what its folder may
# include is for rules.py.
#   headers.sh COMPILER GENERATED
set -euo pipefail
compiler=$1 generated=$2
flags='-std=c17 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
    -Wdouble-promotion -Wstrict-prototypes -Wmissing-prototypes -Wvla -Werror -fsyntax-only'
# a library that lies in a folder of its own
flags+=" $(pkg-config --cflags hdf5-serial 2>/dev/null || pkg-config --cflags hdf5)"

# Include paths of a header, as CMakeLists.txt gives them to its library.
paths() {
    case $1 in
    kernel/include/*) echo -Ikernel/include ;;
    kernel/*) echo -Ikernel/include -Ikernel ;;
    config/include/*) echo -Ikernel/include -Iconfig/include ;;
    config/*) echo -Ikernel/include -Iconfig/include -Iconfig ;;
    rt/*) echo -Ikernel/include -Iconfig/include -Irt "-I$generated" ;;
    esac
}

bad=0 n=0
while read -r header; do
    n=$((n + 1))
    # shellcheck disable=SC2046,SC2086
    if ! printf '#include "%s"\n#include "%s"\n' "$PWD/$header" "$PWD/$header" |
            "$compiler" $flags $(paths "$header") -x c -; then
        echo "$header does not compile alone"
        bad=1
    fi
done < <(find kernel config rt -name '*.h' | sort)
[ "$n" -gt 0 ] || { echo "no header found in $PWD"; exit 1; }
exit $bad
