#!/usr/bin/env bash
# test: exchange.program program -- @tactus
# A real rig from outside: its signals, a command that moves the model, its end.
#   program.sh TACTUS    in the root of the sources
tactus=$1
name=exch$$
program=("$tactus")
source tests/program.sh
# a busy machine neither hangs a step nor loses a client
sed "s/^name: .*/name: $name/; s#\.\./models#$PWD/config/models#; s/ttl: 200/ttl: 1000/
    s/^policy: .*/&\nwatchdog: 60 s/" config/rigs/exchange.yaml >"$work/rig.yaml"
"$tactus" run "$work/rig.yaml" --quiet --duration 600 >"$work/run" 2>&1 &
pid=$!
cleanup() { kill $pid 2>/dev/null; wait $pid 2>/dev/null; }
for ((i = 0; i < 600; i++)); do
    "$tactus" signals "$name" >"$work/out" 2>/dev/null && break
    sleep 0.05
done

ok "10 signals" [ "$(wc -l <"$work/out")" -eq 10 ]
ok "a command with its limits" grep -qE '^command front_left .*mm .*-50\.\.50, 500/s, 1000 steps, then ramp to 0' "$work/out"

# the post rises by 500 mm/s to 40 mm, the car with it; the values of one frame belong together
"$tactus" set "$name" front_left 40 --for 600 &
setter=$!
"$tactus" dump "$name" --csv "$work/car.csv" --duration 4 2>/dev/null
ok "the command arrives, never faster than its rate" python3 - "$work/car.csv" <<'PY'
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
value = [(int(r["step"]), float(r["front_left"])) for r in rows]
rates = [(b - a) / (j - i) for (i, a), (j, b) in zip(value, value[1:]) if j > i]
force = {r["load_front_left"] for r in rows}
sys.exit(not (max(v for _, v in value) == 40.0 and max(rates) <= 0.5 + 1e-9 and len(force) > 10))
PY
"$tactus" top "$name" --once >"$work/out"
ok "top shows the client" grep -qE '^ +[0-3] +[0-9]+ +[1-9]' "$work/out"
ok "top shows slack and signals" grep -q '^slack, us' "$work/out"
ok "top shows signals" grep -q '^< front_left' "$work/out"
kill $setter
wait $setter
for ((i = 0; i < 600; i++)); do
    "$tactus" get "$name" front_left >"$work/out"
    [ "$(cat "$work/out")" != 0 ] || break
    sleep 0.05
done
ok "back at its safe value without a client" [ "$(cat "$work/out")" = 0 ]

# whoever may write a command file may cut it short: of a client at work, and of places nobody has
"$tactus" set "$name" front_left 40 --for 10 2>/dev/null &
setter=$!
for ((i = 0; i < 600; i++)); do
    [ "$("$tactus" get "$name" front_left)" = 0 ] || break
    sleep 0.05
done
for file in /dev/shm/tactus."$name".cmd.*; do truncate -s 0 "$file"; done
{ wait $setter; } 2>/dev/null
sleep 0.3
kill -0 $pid
ok "command files cut short end nothing" [ $? -eq 0 ]
"$tactus" set "$name" front_left 30 --for 600 &
setter=$!
for ((i = 0; i < 600; i++)); do
    "$tactus" get "$name" front_left >"$work/out"
    [ "$(cat "$work/out")" != 30 ] || break
    sleep 0.05
done
kill $setter
ok "the next client finds a place" [ "$(cat "$work/out")" = 30 ]

kill -TERM $pid
wait $pid
sleep 0.1
ok "nothing stays in shared memory" [ -z "$(find /dev/shm -name "tactus.$name*")" ]
finish
