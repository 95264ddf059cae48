#!/usr/bin/env bash
# test: program.same_output_options program -- @tactus @exchange.stand
# sim, dump, replay and log export take the same options for their results.
#   output_options.sh TACTUS STAND    in the root of the sources
tactus=$1 stand=$2
name=test.outputs.$$
program=(timeout 600 "$tactus")
source tests/program.sh

# --- one table
options='^  --(csv|hdf5|sensors|every) '
run 0 sim --help
grep -E "$options" "$work/out" >"$work/table"
ok "four options" [ "$(wc -l <"$work/table")" -eq 4 ]
for command in dump replay log; do
    run 0 $command --help
    ok "$command has the same" cmp -s <(grep -E "$options" "$work/out") "$work/table"
    refuse "--every needs a whole number from 1 to 1000000000000" $command x --csv x --every 0
done
refuse "did you mean '--sensors'" replay x --sensor x
refuse "cannot both write" dump x --csv - --sensors -

# --- files of a simulation, of its log, of the log replayed
model=config/models/p3_hexapod.yaml
all=(--csv "$work/a.csv" --hdf5 "$work/a.mat" --sensors "$work/s.csv" --every 10)
rows() { # rows N WHAT: of both tables
    ok "$2: rows of the motion" [ "$(wc -l <"$work/a.csv")" -eq "$1" ]
    ok "$2: and of the sensors" [ "$(wc -l <"$work/s.csv")" -eq "$1" ]
    ok "$2: HDF5" [ "$(head -c 10 "$work/a.mat")" = "MATLAB 7.3" ]
    ok "$2: columns of the motion" grep -q '^t,.*,energy.total,' "$work/a.csv"
    rm "$work"/[as].*
}
run 0 sim $model --duration 0.1 --record "$work/run.tlog" "${all[@]}"
rows 12 sim
run 0 log export "$work/run.tlog" "${all[@]}"
rows 12 export
run 0 replay "$work/run.tlog" "${all[@]}"
rows 12 replay
run 0 sim $model --duration 0.01 --sensors -
ok "a table on standard output is alone there" [ "$(wc -l <"$work/out")" -eq 12 ]
run 2 sim $model --hdf5 $model
says "would be overwritten"
# --- one file has one writer, whatever it is called and whether it is there yet
mkdir "$work/folder"
ln -s new "$work/leads_nowhere"
ln -s "$work/leads_nowhere" "$work/folder/leads_there"
ln -s folder "$work/same_folder"
for other in "$work/folder/../new" "$work/leads_nowhere" "$work/folder/leads_there" "$work/same_folder/../new"; do
    refuse "cannot both write" sim $model --duration 0.01 --csv "$work/new" --record "$other"
    refuse "cannot both write" sim $model --duration 0.01 --csv "$other" --sensors "$work/new"
done
refuse "cannot both write" sim $model --duration 0.01 --csv "$work/folder/x" --record "$work/same_folder/x"
ok "nothing was written" [ ! -e "$work/new" ]
mkfifo "$work/fifo"
program=(timeout 60 "$tactus") # which would wait for a reader
refuse "cannot both write" sim $model --duration 0.01 --csv "$work/fifo" --sensors "$work/fifo"
program=(timeout 600 "$tactus")
run 2 sim $model --duration 0.01 --csv - --sensors /dev/stdout
ok "standard output has one writer, too" grep -q "cannot both write" "$work/err"
run 0 sim $model --duration 0.01 --quiet --csv /dev/null --sensors /dev/null
run 0 sim $model --duration 0.01 --quiet --csv "$work/folder/x" --sensors "$work/x"
rm -r "$work"/x "$work"/folder
run 4 sim $model --duration 0.1 --hdf5 /no/such/folder/x.mat
run 2 replay "$work/run.tlog" "$work/run.tlog" --sensors "$work/x"
says "take one log"

# --- of a running instance: a row is a frame
"$stand" "$name" 5000 4 >"$work/ready" &
pid=$!
cleanup() { kill $pid 2>/dev/null; wait $pid 2>/dev/null; }
until grep -q ready "$work/ready"; do sleep 0.02; done
run 0 dump "$name" --csv "$work/a.csv" --hdf5 "$work/a.mat" --sensors "$work/s.csv" --every 5 --duration '200 ms'
ok "all signals" grep -q '^frame,cycle,step,t,clock,.*,keep' "$work/a.csv"
ok "and what comes from sensors" grep -q '^t,clock,position\[0\],' "$work/s.csv"
ok "without commands" bash -c "! head -1 '$work/s.csv' | grep -q keep"
ok "the same frames" [ "$(wc -l <"$work/a.csv")" -eq "$(wc -l <"$work/s.csv")" ]
ok "at the same times" cmp -s <(cut -d, -f4,5 "$work/a.csv") <(cut -d, -f1,2 "$work/s.csv")
ok "every fifth" awk -F, 'NR > 1 && $1 % 5 {bad = 1} END {exit bad || NR < 3}' "$work/a.csv"
ok "HDF5" [ "$(head -c 10 "$work/a.mat")" = "MATLAB 7.3" ]
run 4 dump "$name" --sensors /nowhere/file --duration 0.1

finish
