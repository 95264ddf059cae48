#!/usr/bin/env bash
# test: exchange.dump_loses_nothing program lock=cores -- @tactus 5
# test: exchange.dump_600 full lock=cores timeout=1200 -- @tactus 600
# A dump at 1 kHz loses nothing while every core is busy with other programs, nor while it is stopped itself.
#   dump.sh TACTUS SECONDS
tactus=$1 seconds=$2
name=dump$$
program=("$tactus")
source tests/program.sh
sed "s/^name: .*/name: $name/; s#\.\./models#$PWD/config/models#; s/^policy: .*/policy: {kind: count, bucket: 0}\nwatchdog: 60 s/
    s/divisor: [0-9]*/divisor: 1/" config/rigs/exchange.yaml >"$work/rig.yaml"
"$tactus" run "$work/rig.yaml" --quiet --duration 100000 >"$work/run" 2>&1 &
pids=($!)
cleanup() { kill "${pids[@]}" 2>/dev/null; wait "${pids[@]}" 2>/dev/null; }
for ((i = 0; i < 600; i++)); do
    "$tactus" get "$name" front_left >/dev/null 2>&1 && break
    sleep 0.05
done
for ((i = 0; i < 2 * $(nproc); i++)); do
    (while :; do :; done) &
    pids+=($!)
done

"$tactus" dump "$name" --csv "$work/all.csv" --duration "$seconds" 2>"$work/err" &
dump=$!
sleep "$((seconds / 2))"
kill -STOP $dump # for longer than the state segment holds frames
sleep 1
kill -CONT $dump
sleep 1
sleeps=$(awk '/^voluntary/ {print $2}' "/proc/$dump/status")
wait $dump
ok "nothing is lost" [ $? -eq 0 ]
ok "nothing is said" [ ! -s "$work/err" ]
ok "frames follow one another" python3 - "$work/all.csv" <<'PY'
import csv, sys
number = [int(row["frame"]) for row in csv.DictReader(open(sys.argv[1]))]
sys.exit(not (len(number) > 1000 and number == list(range(number[0], number[0] + len(number)))))
PY

ok "it sleeps $sleeps times, less than for every eighth frame" \
    [ $((8 * sleeps)) -lt "$(wc -l <"$work/all.csv")" ]
kill "${pids[@]:1}"
wait "${pids[@]:1}" 2>/dev/null

# asked to end while it is behind: it has what was there when it was asked
"$tactus" dump "$name" --csv "$work/behind.csv" 2>"$work/err" &
dump=$!
until [ -s "$work/behind.csv" ]; do sleep 0.05; done
kill -STOP $dump
sleep 1
newest=$(python3 -c '
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, "rt/io")
import tactus_io
with tactus_io.attach(sys.argv[1]) as io:
    print(io.wait(timeout=10).number)' "$name")
kill -TERM $dump
kill -CONT $dump
wait $dump
ok "a dump that is behind ends well" [ $? -eq 0 ]
last=$(tail -n 1 "$work/behind.csv" | cut -d, -f"$(head -n 1 "$work/behind.csv" | tr ',' '\n' | grep -nx frame | cut -d: -f1)")
ok "it has frame $newest, the last one is $last" [ "$last" -ge "$newest" ]

# stopped for longer than the history is deep: what is lost is counted, by a line and an exit code
"$tactus" dump "$name" --csv "$work/less.csv" 2>"$work/err" &
dump=$!
until [ -s "$work/less.csv" ]; do sleep 0.05; done
for ((i = 0; i < 600; i++)); do
    slept=$(awk '/^voluntary/ {print $2}' "/proc/$dump/status")
    [ "$slept" -le 20 ] || break
    sleep 0.05
done
ok "it sleeps while it waits" [ "$slept" -gt 20 ]
kill -STOP $dump
python3 - "$name" <<'PY'
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, "rt/io")
import tactus_io
with tactus_io.attach(sys.argv[1]) as io:
    end = io.wait(timeout=10).number + 10000
    while io.wait(timeout=10).number < end:
        pass
PY
kill -CONT $dump
sleep 1
kill -TERM $dump
wait $dump
ok "frames that are lost end with 4" [ $? -eq 4 ]
ok "the count is that of the file" python3 - "$work/less.csv" "$work/err" <<'PY'
import csv, re, sys
number = [int(row["frame"]) for row in csv.DictReader(open(sys.argv[1]))]
gone = number[-1] - number[0] + 1 - len(number)
said = re.search(r"(\d+) frames are lost.*first gap: frames (\d+) to (\d+)", open(sys.argv[2]).read())
gap = next((a + 1, b - 1) for a, b in zip(number, number[1:]) if b > a + 1)
sys.exit(not (gone > 0 and said and int(said[1]) == gone and (int(said[2]), int(said[3])) == gap))
PY
finish
