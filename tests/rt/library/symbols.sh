#!/usr/bin/env bash
# test: guard.library_symbols guard unless=sanitize -- @nm @cc @tactus-library
# What the header declares, the version script lists and the library exports is the same; it imports nothing that ends a
# program, prints, catches signals or changes its locale, and of other libraries only the C library and libyaml. The header
# alone compiles as C99 and C++.
#   symbols.sh NM COMPILER LIBRARY    in the root of the sources
set -euo pipefail
nm=$1 compiler=$2 library=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

sed '/^\/\//d' rt/library/tactus.h | grep -oE '\btactus_[a-z_]+\(' | tr -d '(' | sort -u >"$work/declared"
grep -oE '^ +tactus_[a-z_]+;' rt/library/tactus.map | tr -d ' ;' | sort -u >"$work/listed"
"$nm" -D --defined-only --format=posix "$library" | awk '$2 != "A" {sub("@.*", "", $1); print $1}' | sort -u \
    >"$work/exported"
[ "$(wc -l <"$work/listed")" -gt 20 ] || { echo "the version script lists next to nothing"; exit 1; }
diff "$work/declared" "$work/listed" || { echo "the header and the version script differ"; exit 1; }
diff "$work/listed" "$work/exported" || { echo "the version script and the library differ"; exit 1; }

unwanted='exit|_exit|_Exit|abort|atexit|on_exit|printf|puts|putchar|perror|stdout|stderr|stdin|setlocale|signal'
unwanted+='|sigaction|raise|kill|pthread_create|fork|system|chdir|setenv|putenv|socket' # dlopen: the reader of XML, for robots
if "$nm" -D --undefined-only --format=posix "$library" | awk '{sub("@.*", "", $1); print $1}' |
    grep -xE "$unwanted"; then
    echo "the library imports what a library has no business with"
    exit 1
fi
if readelf -d "$library" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' | grep -vE '^(libc|libm|ld-linux.*|libyaml-0)\.so'; then
    echo "the library needs other libraries"
    exit 1
fi

printf '#include "tactus.h"\n#include "tactus.h"\nint main(void) { return tactus_count(0, -1); }\n' >"$work/c.c"
cp "$work/c.c" "$work/cpp.cpp"
"$compiler" -std=c99 -pedantic -Wall -Wextra -Wstrict-prototypes -Werror -fsyntax-only -Irt/library "$work/c.c"
if cxx=$(command -v c++ || command -v g++ || command -v clang++); then
    "$cxx" -std=c++98 -Wall -Wextra -Werror -fsyntax-only -Irt/library "$work/cpp.cpp" # stdint.h is there all the same
    "$cxx" -std=c++17 -pedantic -Wall -Wextra -Werror -fsyntax-only -Irt/library "$work/cpp.cpp"
fi
echo "$(wc -l <"$work/exported") functions"
