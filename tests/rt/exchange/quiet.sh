#!/usr/bin/env bash
# test: exchange.quiet program lock=cores unless=sanitize -- @rt.plain_quiet @tactus
# The loop stays quiet, without an allocation, a fault or a system call, while clients command it, are
# killed and come back, and all of it is recorded.
#   quiet.sh PLAIN_QUIET TACTUS    in the root of the sources
set -uo pipefail
quiet=$1 tactus=$2
log=$(mktemp)
"$quiet" 6 config/rigs/exchange.yaml "$log" &
pid=$!
name=test.$pid.0
trap 'kill $pid 2>/dev/null; rm -f "$log"' EXIT
served=0
while kill -0 $pid 2>/dev/null; do
    "$tactus" set "$name" front_left 20 --for 10 2>/dev/null &
    client=$!
    sleep 0.3
    "$tactus" top "$name" --once 2>/dev/null | grep -qE '^ +[0-3] +[0-9]+ +[1-9]' && served=$((served + 1))
    kill -KILL $client 2>/dev/null
    { wait $client; } 2>/dev/null
done
wait $pid
code=$?
echo "$served clients served and killed"
exit $((code != 0 || served < 3))
