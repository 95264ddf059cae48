#!/usr/bin/env bash
# test: exchange.commands program -- @tactus @exchange.stand
# signals, get, set and dump of the program against a running instance.
#   commands.sh TACTUS STAND
tactus=$1 stand=$2
name=test.commands.$$
program=("$tactus")
source tests/program.sh

"$stand" "$name" 5000 4 600 >"$work/ready" &
pid=$!
cleanup() { kill $pid 2>/dev/null; wait $pid 2>/dev/null; }
until grep -q ready "$work/ready"; do sleep 0.02; done

run 0 signals
ok "the instance is listed" grep -qE "^$name +running +[0-9]+ +- +- +$pid " "$work/out"
run 0 signals "$name"
ok "7 signals" [ "$(wc -l <"$work/out")" -eq 7 ]
ok "limits and fallback" grep -qF -- '-1..1, 100/s, 5 steps, then ramp to 0.5' "$work/out"

run 0 get "$name" keep
ok "the first value" [ "$(cat "$work/out")" = 7 ]
run 0 get "$name" position
ok "three values" [ "$(wc -l <"$work/out")" -eq 3 ]
run 0 get "$name" 'load[113]'
ok "one value" [ "$(wc -l <"$work/out")" -eq 1 ]

run 0 set "$name" keep 2.5
run 0 get "$name" keep
ok "the value that was set" [ "$(cat "$work/out")" = 2.5 ]
run 0 set "$name" zero 1,2,3
run 10 set "$name" hold 99
ok "clamping is said" grep -q clamped "$work/err"
"$tactus" set "$name" zero 4,5,6 --for 3 &
setter=$!
sleep 0.4
# a setter that has lost its core for five steps comes back
while run 0 get "$name" zero && [ "$(tr '\n' ' ' <"$work/out")" != '4 5 6 ' ] &&
    kill -0 $setter 2>/dev/null; do
    sleep 0.02
done
ok "kept by heartbeats" [ "$(tr '\n' ' ' <"$work/out")" = '4 5 6 ' ]
wait $setter
for ((i = 0; i < 500; i++)); do
    run 0 get "$name" zero
    [ "$(tr '\n' ' ' <"$work/out")" != '0 0 0 ' ] || break
    sleep 0.02
done
ok "zero without them" [ "$(tr '\n' ' ' <"$work/out")" = '0 0 0 ' ]

run 0 dump "$name" --csv "$work/now.csv" --duration '20 ms'
step=$(($(tail -n 1 "$work/now.csv" | cut -d, -f3) + 400))
run 0 set "$name" keep 3.5 --at $step
run 0 get "$name" keep
ok "in effect, and it stays" [ "$(cat "$work/out")" = 3.5 ]
run 0 dump "$name" --csv "$work/now.csv" --duration '20 ms'
ok "not before its step" [ "$(tail -n 1 "$work/now.csv" | cut -d, -f3)" -ge $step ]
refuse "is over" set "$name" keep 1 --at 1
"$tactus" set "$name" keep 9 --at 1000000000 2>"$work/err" &
setter=$!
until grep -q "tactus.$name.cmd" "/proc/$setter/maps"; do sleep 0.02; done
kill -INT $setter
wait $setter
ok "interrupted" grep -q 'stopped before it took effect' "$work/err"

run 0 dump "$name" --csv "$work/all.csv" --duration '200 ms'
ok "a header" grep -q '^frame,cycle,step,t,clock,position\[0\]' "$work/all.csv"
ok "rows" [ "$(wc -l <"$work/all.csv")" -gt 10 ]
run 0 dump "$name" --csv - --duration '100 ms' --every 10
ok "fewer rows" [ "$(wc -l <"$work/out")" -lt 20 ]

refuse "nothing named 'nobody' runs here" get nobody keep
refuse "did you mean 'keep'" get "$name" kepp
refuse "elements [0] to [2]" get "$name" 'zero[3]'
refuse "only commands can be set" set "$name" clock 1
refuse "takes 3 values, not 1" set "$name" zero 1
refuse "is not a number" set "$name" keep nan
refuse "are needed" get "$name"
refuse "--csv FILE is needed" dump "$name"
run 4 dump "$name" --csv /nowhere/file --duration 0.1

kill -KILL $pid
{ wait $pid; } 2>/dev/null
run 8 get "$name" keep
ok "it is said to be dead" grep -q "is dead" "$work/err"
run 0 signals
ok "the dead one is listed as such" grep -q "^$name  *left from" "$work/out"
rm -f /dev/shm/tactus."$name".*
finish
