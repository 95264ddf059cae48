#!/usr/bin/env bash
# test: exchange.old_client program -- @exchange.stand @exchange.client_1_0
# A client of layout 1.0 with an executive of today.
#   old_client.sh STAND CLIENT
stand=$1 client=$2
name=test.old.$$
program=("$client")
source tests/program.sh
"$stand" "$name" 1000 2 >"$work/ready" &
pid=$!
cleanup() { kill $pid 2>/dev/null; wait $pid 2>/dev/null; }
until grep -q ready "$work/ready"; do sleep 0.02; done
ok "there is a history beside the state" [ -f "/dev/shm/tactus.$name.history" ]
run 0 "$name"
finish
