#!/usr/bin/env bash
# test: security.texts_are_no_commands program -- @tactus @hostile_log
# Names and texts of files, segments and sockets run no command of gnuplot, and no
# control letter of them reaches the terminal.
#   hostile_text.sh TACTUS HOSTILE_LOG    in the root of the sources
tactus=$1 change=$2
program=("$tactus")
source tests/program.sh
model=config/models/m2_four_bar.yaml
name=text-$$
red=$'\e[31mred'
segment=/dev/shm/tactus.text$'\e[31m'$$.state
pid=''
cleanup() {
    rm -f "$segment"
    [ -z "$pid" ] || kill -KILL "$pid" 2>/dev/null
}

clean() { # clean WHAT: nothing printed holds a control letter but the ends of lines
    ok "$1: no control letters" [ "$(cat "$work/out" "$work/err" | LC_ALL=C tr -d '\n -\377' | wc -c)" -eq 0 ]
    ok "$1: no C1" [ "$(cat "$work/out" "$work/err" | LC_ALL=C grep -c $'\302[\200-\237]')" -eq 0 ]
}

# --- names in a log
run 0 sim $model --duration 0.01 --quiet --record "$work/a.tlog"
run 0 sim $model --duration 0.01 --quiet --penalty 1e6 --record "$work/b.tlog"
body=$("$tactus" log diff "$work/a.tlog" "$work/b.tlog" | sed -n 's/^signal *\(.*\)\.[a-z]*[0-9]*$/\1/p')
ok "a body differs" [ -n "$body" ]
for evil in "'; system('touch $work/ran'); #" "\"; system(\"touch $work/ran\"); #" "\`touch $work/ran\`" \
    "''; !touch $work/ran" "$red" $'\302\233' "a b"; do
    for line in "body $body" "input " "element " "bodies at"; do
        case $line in
            body*) new="body $evil" ;;
            *at) new="$evil at" ;;
            *) new="$line$evil" ;;
        esac
        for log in a b; do
            "$change" "$work/$log.tlog" "$work/evil_$log.tlog" layout "$line" "$new" || rm -f "$work"/evil_*
        done
        [ -e "$work/evil_a.tlog" ] || continue # the model has none
        refuse "is not a name" log diff "$work/evil_a.tlog" "$work/evil_b.tlog" --plot "$work/evil.svg"
        clean "diff of logs with the name '$evil'"
        refuse "is not a name" log info "$work/evil_a.tlog"
        run 2 replay "$work/evil_a.tlog"
        clean "replay of a log with the name '$evil'"
        ok "no command was run" [ ! -e "$work/ran" ]
        rm -f "$work"/evil_*
    done
done
for path in "'; system('touch $work/ran'); #" "|touch $work/ran" $'a\n!touch '"$work/ran"; do
    quietly "$tactus" log diff "$work/a.tlog" "$work/b.tlog" --plot "$path"
    ok "no command in the file name '$path'" [ ! -e "$work/ran" ]
    clean "the file name '$path'"
done

# --- items of a log
for item in compiler flags cpu created plan schedule build method; do
    old=$("$tactus" log info "$work/a.tlog" | sed -n "s/^$item *//p")
    ok "an item $item" [ -n "$old" ]
    ok "changed" "$change" "$work/a.tlog" "$work/item.tlog" "$item" "$old" "$red"
    run 0 log info "$work/item.tlog"
    says "?[31mred"
    clean "log info, $item"
    quietly "$tactus" replay "$work/item.tlog"
    clean "replay, $item"
    quietly "$tactus" log diff "$work/a.tlog" "$work/item.tlog"
    clean "log diff, $item"
done
ok "a file" "$change" "$work/a.tlog" "$work/item.tlog" "file/$red" '' x
run 0 log info "$work/item.tlog"
says "?[31mred"
clean "log info, name of a file"
quietly "$tactus" log diff "$work/a.tlog" "$work/item.tlog"
clean "log diff, name of an item"
mkdir "$work/logs"
cp "$work/a.tlog" "$work/logs/$red.tlog"
quietly "$tactus" replay "$work/logs"
says "?[31mred"
clean "replay, name of a log"

# --- title of a model, name of a file
{
    printf 'title: "\\e[31mred \\u009b and \\u20ac"\n'
    cat $model | sed '/^title:/d'
} >"$work/$red.yaml"
run 0 check "$work/$red.yaml"
says "?[31mred ?? and €"
clean "check"
run 0 sim "$work/$red.yaml" --duration 0.01
clean "sim"
quietly "$tactus" check "$work/no $red.yaml"
clean "a file that is not there"

run 0 bench throughput "$work/$red.yaml" --quick --workers 1
says "?[31mred"
clean "bench throughput"
printf 'name: %s\nmodel: "%s/\\e[31mred.yaml"\nstep: 1 ms\nwatchdog: 60 s\nlog: {file: "%s/\\e[31mred.log", divisor: 1}\n' \
    "$name" "$work" "$work" >"$work/$red.rig.yaml"
run 0 bench latency "$work/$red.rig.yaml" --duration 0.2 --slice 0.1
says "?[31mred"
clean "bench latency"
rm "$work/$red.log"
ln -s /dev/full "$work/$red.log"
run 4 run "$work/$red.rig.yaml" --duration 0.1 --quiet
says "log '$work/?[31mred.log' cannot be written"
clean "a log of cycles that is not complete"

# --- words of the command line, echoed where they are wrong
run 2 "$red"
says "unknown command '?[31mred'"
clean "an unknown command"
run 4 replay "$work/a.tlog" --junit "/no/$red"
clean "a report that cannot be written"
run 4 tree $model --dot "/no/$red"
clean "a tree that cannot be written"
(ulimit -f 1 && exec "$tactus" sim $model --duration 0.05 --quiet --record "$work/$red.tlog") 2>&1 >/dev/null |
    cat >"$work/err"
says "?[31mred"
clean "a recording that is not complete"

# --- names in /dev/shm
: >"$segment"
run 0 signals
clean "signals"
rm -f "$segment"

# --- control socket: its answers, and what it echoes
if command -v python3 >/dev/null; then
    export XDG_RUNTIME_DIR=$work
    mkdir "$work/tactus"
    : >"$work/told"
    for answer in 'ok \x1b[31mred' 'error \x1b[31mred' '\xc2\x9b31mred'; do
        rm -f "$work/ready" # of the answer before
        python3 - "$work/tactus/$name.sock" "$answer" >"$work/ready" <<'PY' &
import os, socket, sys
path, answer = sys.argv[1], sys.argv[2].encode().decode("unicode_escape").encode("latin-1")
if os.path.exists(path):
    os.unlink(path)
s = socket.socket(socket.AF_UNIX)
s.bind(path)
s.listen()
s.settimeout(60)
os.write(1, b"ready\n")
k, _ = s.accept()
k.recv(4096)
k.sendall(answer + b"\n")
PY
        pid=$!
        for _ in $(seq 1200); do
            [ -s "$work/ready" ] && break
            sleep 0.05
        done
        quietly "$tactus" ctl "$name" status
        says "red"
        clean "the answer $answer"
        wait "$pid"
    done
    pid=''
    rm -f "$work/tactus/$name.sock"
    printf 'name: %s\nmodel: %s\nstep: 10 ms\nstart: paused\npolicy: {kind: count, bucket: 0}\nwatchdog: 60 s\n' \
        "$name" "$PWD/$model" >"$work/rig.yaml"
    "$tactus" run "$work/rig.yaml" >"$work/run" 2>&1 &
    pid=$!
    for _ in $(seq 1200); do
        place=$(sed -n 's/^control *//p' "$work/run")
        [ -n "$place" ] && break
        sleep 0.05
    done
    ok "it runs" [ -n "$place" ]
    for request in 'save /no/\x1b[31mred' 'restore /no/\x1b[31mred' 'read \x1b[31mred' '\x1b[31mred' \
        'write step \x1b[31mred' 'read \x9b31mred\x07'; do
        python3 - "$place" "$request" >"$work/out" 2>"$work/err" <<'PY'
import os, socket, sys
place, request = sys.argv[1], sys.argv[2].encode().decode("unicode_escape").encode("latin-1")
s = socket.socket(socket.AF_UNIX)
s.settimeout(60)
s.connect("\0" + place[1:] if place[0] == "@" else place)
s.sendall(request + b"\n")
os.write(1, s.makefile("rb").readline())
PY
        ok "an answer to $request" [ -s "$work/out" ]
        clean "the echo of $request"
    done
    quietly "$tactus" ctl "$name" stop
    wait "$pid"
    pid=''
fi
finish
