#!/usr/bin/env bash
# test: replay program -- @tactus
# Recording and replay from outside.
#   replay.sh TACTUS    in the root of the sources
tactus=$1
program=("$tactus")
source tests/program.sh

# --- what is recorded is what is simulated
model=config/models/m2_four_bar.yaml
log=$work/run.tlog
run 0 sim $model --duration 1 --quiet --csv "$work/sim.csv" --record "$log" --record-every 100
run 0 replay "$log" --csv "$work/replay.csv"
ok "replay gives the same motion" cmp -s "$work/sim.csv" "$work/replay.csv"
run 0 log export "$log" --csv "$work/export.csv"
ok "so does export" cmp -s "$work/sim.csv" "$work/export.csv"
run 0 replay "$log" --window 250:260 --csv "$work/window.csv"
ok "a window has its rows" [ "$(wc -l <"$work/window.csv")" -eq 12 ]
run 0 log export "$log" --window 250:260 --csv "$work/window2.csv" --hdf5 "$work/window.mat"
ok "in the export as well" cmp -s "$work/window.csv" "$work/window2.csv"
ok "a MAT-file says what it is" [ "$(head -c 10 "$work/window.mat")" = "MATLAB 7.3" ]
run 0 replay "$log" --window 250:260 --hdf5 "$work/window2.mat"
ok "replay writes it too" [ "$(head -c 10 "$work/window2.mat")" = "MATLAB 7.3" ]
run 2 log export "$log"
run 4 log export "$log" --hdf5 /no/such/folder/x.mat
run 0 log verify "$log"
run 0 log info "$log"
says "complete      yes"
run 0 log diff "$log" "$log"
says "with the same bits"
run 0 log cut "$log" 250:450 "$work/part.tlog"
run 0 replay "$work/part.tlog"
says "identical: steps 200 to 500"
run 1 log diff "$log" "$work/part.tlog"
says "300 steps of both with the same bits, up to step 500"
run 0 log cut "$log" 550:600 "$work/later.tlog"
run 1 log diff "$work/part.tlog" "$work/later.tlog"
says "0 steps of both"

# --- nothing that is read is written over
cp "$log" "$work/kept.tlog"
cp $model "$work/kept.yaml"
ln -s kept.tlog "$work/link.tlog"
for output in --csv --hdf5 --junit; do
    run 2 replay "$work/kept.tlog" $output "$work/link.tlog"
    says "would be overwritten"
done
for output in --csv --hdf5 --timing --events; do
    run 2 log export "$work/kept.tlog" $output "$work/kept.tlog"
done
for option in "--csv $work/x" "--window 3:4" "--plot $work/x"; do
    run 2 log info "$log" $option
done
run 2 log export "$log" --csv "$work/x" --plot "$work/y"
run 2 log cut "$work/kept.tlog" 250:450 "$work/link.tlog"
run 2 log recover "$work/kept.tlog" "$work/kept.tlog"
run 2 log diff "$log" "$work/kept.tlog" --plot "$work/kept.tlog"
ok "the log is as it was" cmp -s "$log" "$work/kept.tlog"
for output in --csv --sensors --record; do
    run 2 sim "$work/kept.yaml" --quiet $output "$work/kept.yaml"
done
run 2 tree "$work/kept.yaml" --dot "$work/kept.yaml"
run 2 run "$work/kept.yaml" --duration 0.1 --record "$work/kept.yaml"
ok "the model is as it was" cmp -s $model "$work/kept.yaml"

# --- nor are the files that a model or a rig names
mkdir "$work/parts"
cp config/models/m2_four_bar.yaml "$work/parts/inner.yaml"
printf 'include: [{name: a, file: inner.yaml}]\n' >"$work/parts/outer.yaml"
printf 'name: spares-%s\nmodel: outer.yaml\nduration: 0.1 s\nlog: {file: %s}\n' $$ \
    "$work/parts/log.csv" >"$work/parts/rig.yaml"
for output in --csv --sensors --record; do
    run 2 sim "$work/parts/outer.yaml" --quiet $output "$work/parts/inner.yaml"
    says "would be overwritten"
done
run 2 tree "$work/parts/outer.yaml" --dot "$work/parts/inner.yaml"
for read in rig outer inner; do
    run 2 run "$work/parts/rig.yaml" --quiet --record "$work/parts/$read.yaml"
    says "would be overwritten"
done
run 2 bench throughput "$work/parts/outer.yaml" --csv "$work/parts/outer.yaml"
run 2 bench latency "$work/parts/rig.yaml" --json "$work/parts/rig.yaml"
ok "the inner model is as it was" cmp -s $model "$work/parts/inner.yaml"

# --- nothing is written twice
run 2 sim $model --duration 0.01 --quiet --csv "$work/twice" --record "$work/twice"
says "cannot both write to '$work/twice'"
run 2 run "$work/parts/rig.yaml" --quiet --record "$work/parts/log.csv"
run 2 replay "$log" --csv "$work/twice" --junit "$work/twice"
run 2 log export "$log" --csv "$work/twice" --timing "$work/twice"
run 2 bench throughput --csv "$work/twice" --svg "$work/twice"
run 2 bench latency --csv "$work/twice" --json "$work/twice"
ok "not even begun" [ ! -e "$work/twice" ]
run 0 sim $model --duration 0.01 --quiet --csv /dev/null --sensors /dev/null

# --- an option that a verb does not look at is refused, and one that has nothing to work on
run 2 sim $model --duration 0.01 --quiet --record-every 5
says "nothing is recorded without --record FILE"
run 2 run "$work/parts/rig.yaml" --quiet --record-states checkpoints
run 2 log info "$log" --csv "$work/none.csv"
says "'info' does not take --csv"
run 2 log export "$log" --csv "$work/none.csv" --plot "$work/none.svg"
run 2 log diff "$log" "$log" --window 1:2
ok "and nothing is written" [ ! -e "$work/none.csv" ]

# --- steps that the log does not hold are no empty success
run 2 replay "$log" --window 5000:6000
says "it holds steps 0 to 1000, none of those asked for"
run 2 replay "$log" --from 1001
run 2 replay "$work/part.tlog" --window 0:100
says "it holds steps 200 to 500"
run 2 log export "$log" --window 5000:6000 --csv "$work/none.csv" --timing "$work/no_times.csv"
says "it holds steps 0 to 1000"
ok "and nothing is written" [ ! -e "$work/none.csv" -a ! -e "$work/no_times.csv" ]
run 2 log cut "$log" 5000:6000 "$work/none.tlog"
says "no whole block"

# --- the log needs no other file
mkdir "$work/elsewhere"
(cd "$work/elsewhere" && "$tactus" replay "$log" >"$work/out" 2>"$work/err")
ok "replay in another directory" [ $? -eq 0 ]

# --- another model is another run
run 0 sim $model --duration 1 --quiet --penalty 1e6 --record "$work/other.tlog"
run 1 log diff "$log" "$work/other.tlog"
says "differ first at step"
if command -v gnuplot >/dev/null; then
    run 1 log diff "$log" "$work/other.tlog" --plot "$work/diff.svg"
    signal=$(sed -n 's/^signal *//p' "$work/out")
    ok "the drawing names the signal" grep -qF "$signal" "$work/diff.svg"
    ok "and the step" grep -qF "first difference at step" "$work/diff.svg"
    ok "with curves in both halves" [ "$(grep -c '<path' "$work/diff.svg")" -ge 6 ]
fi
run 0 log diff "$log" "$log" --plot "$work/none.svg"
ok "no drawing of nothing" [ ! -e "$work/none.svg" ]
run 0 sim config/models/m8_slider_crank.yaml --duration 1e-2 --quiet --record "$work/crank.tlog"
run 2 log diff "$log" "$work/crank.tlog"

# --- JUnit: one case per log
mkdir "$work/logs"
cp "$log" "$work/logs/a"$'\377\355\240\200\357\277\277'.tlog # no UTF-8, and no character
head -c 20000 "$log" >"$work/logs/b&c.tlog"
run 2 replay "$work/logs" --junit "$work/junit.xml"
ok "two cases" [ "$(grep -c '<testcase' "$work/junit.xml")" -eq 2 ]
ok "one error, escaped" grep -q 'b&amp;c.tlog.*<error' "$work/junit.xml"
ok "and valid text" grep -qF 'a???????.tlog' "$work/junit.xml"
if command -v python3 >/dev/null; then
    ok "as the readers of JUnit want it" python3 - "$work/junit.xml" <<'PY'
import sys, xml.etree.ElementTree as tree
suite = tree.parse(sys.argv[1]).getroot()
cases = suite.findall("testcase")
wrong = [c for c in cases if c.find("error") is not None or c.find("failure") is not None]
sys.exit(not (suite.tag == "testsuite" and int(suite.get("tests")) == len(cases) == 2
              and int(suite.get("errors")) == len(wrong) == 1 and suite.get("failures") == "0"
              and all(c.get("name") and c.get("classname") and float(c.get("time")) >= 0
                      for c in cases)
              and float(suite.get("time")) > 0))
PY
fi
run 0 replay "$work/logs/b&c.tlog" --partial

# --- killed while recording: everything up to the last whole block is there
"$tactus" sim config/models/p3_hexapod.yaml --duration 1000 --quiet --record "$work/killed.tlog" \
    --record-every 50 &
pid=$!
for ((i = 0; i < 200; i++)); do
    [ "$(stat -c %s "$work/killed.tlog" 2>/dev/null || echo 0)" -gt 200000 ] && break
    sleep 0.05
done
kill -9 $pid
wait $pid 2>/dev/null
run 2 log verify "$work/killed.tlog"
run 2 replay "$work/killed.tlog"
says "incomplete"
run 0 replay "$work/killed.tlog" --partial
says "identical"
run 0 log export "$work/killed.tlog" --csv "$work/killed.csv"
says "incomplete"
run 0 log recover "$work/killed.tlog" "$work/recovered.tlog"
run 2 replay "$work/recovered.tlog"
run 0 replay "$work/recovered.tlog" --partial

# --- a full disk is said, and the run goes on to its end
if [ -w /dev/full ]; then
    run 4 sim $model --duration 0.1 --record /dev/full
    says "No space left on device"
    run 4 log cut "$log" 250:450 /dev/full
    ok "one subject in the line" grep -q "^tactus: '/dev/full' cannot be written" "$work/err"
    run 4 log export "$log" --timing /dev/full
    ok "the same for CSV" grep -q "^tactus: '/dev/full' cannot be written" "$work/err"
    run 4 replay "$log" --csv /dev/full
    ok "what was not finished is not identical" bash -c "! grep -q identical '$work/out'"
    says "not finished, no difference so far"
fi
if mkdir "$work/small" && mount -t tmpfs -o size=256k tmpfs "$work/small" 2>/dev/null; then
    run 4 sim config/models/p3_hexapod.yaml --duration 2 --record "$work/small/full.tlog" \
        --record-every 20
    says "incomplete"
    run 0 replay "$work/small/full.tlog" --partial
    rm "$work/small/full.tlog"
    run 4 log export "$log" --hdf5 "$work/small/full.mat"
    says "No space left on device"
    umount "$work/small"
fi

# --- what is no log is refused in one line
printf 'no log' >"$work/no.tlog"
mkfifo "$work/pipe.tlog"
for file in "$work/no.tlog" "$work/pipe.tlog" "$work" /dev/null "$work/missing.tlog" $model; do
    run 2 log verify "$file"
done
run 2 replay "$work/no.tlog"
says "is not a log"
head -c 100 "$log" >"$work/head.tlog"
run 2 replay "$work/head.tlog"
says "header is damaged"
run 2 replay
run 2 replay "$log" --window 5
run 2 replay "$log" --tolerance x
run 2 log
run 2 log frobnicate
run 0 replay "$log" --tolerance 1e-9 --tolerance '*.lambda*=1e-6'
says "within tolerance"

finish
