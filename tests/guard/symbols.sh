#!/usr/bin/env bash
# test: guard.symbols guard unless=sanitize -- @nm @tactus-kernel @build_type
# The kernel knows no files, time, threads, heap or printer: it imports only what is listed here.
#   symbols.sh NM ARCHIVE BUILD_TYPE
set -euo pipefail
nm=$1 archive=$2 build_type=$3

allowed='memcpy memset memmove'                 # what compilers emit for assignments and loops
allowed+=' sqrt fabs floor ceil fmin fmax fma'  # libm, correctly rounded or exact; fma in builds for any x86-64
allowed+=' _GLOBAL_OFFSET_TABLE_'               # position-independent code
if [ "$build_type" = Debug ]; then
    allowed+=' __assert_fail'
fi

undefined=$("$nm" --undefined-only --format=posix "$archive" | awk 'NF >= 2 {print $1}' | sort -u)
defined=$("$nm" --defined-only --format=posix "$archive" | awk 'NF >= 3 {print $1}' | sort -u)
[ -n "$defined" ] || { echo "$archive defines nothing"; exit 1; }

bad=0
for symbol in $(comm -23 <(echo "$undefined") <(echo "$defined")); do
    case " $allowed " in
    *" $symbol "*) ;;
    *) echo "the kernel imports $symbol"; bad=1 ;;
    esac
done

# exported names carry the prefix
for symbol in $("$nm" --defined-only --extern-only --format=posix "$archive" |
        awk 'NF >= 3 {print $1}' | sort -u); do
    case $symbol in
    tac_*) ;;
    *) echo "the kernel exports $symbol without the prefix tac_"; bad=1 ;;
    esac
done
exit $bad
