#!/usr/bin/env bash
# test: rt.ctl program -- @tactus
# test: bare.rt.ctl skip=77 unless=sanitize machine=bare -- @tactus
# A running instance under control: every verb of `tactus ctl`, checkpoints, hostile clients.
#   ctl.sh TACTUS    in the root of the sources
tactus=$1
name=ctl-$$
program=("$tactus" ctl "$name")
source tests/program.sh
pid=''
cleanup() { [ -z "$pid" ] || kill -KILL $pid 2>/dev/null; }

value() { "$tactus" ctl "$name" read "$1"; }

until_step() { # waits until at least so many steps are done
    for _ in $(seq 1200); do
        [ "$(value step)" -ge "$1" ] && return
        sleep 0.05
    done
    return 1
}

cat >"$work/push.yaml" <<'YAML'
gravity: [0, 0, 0]
inputs: [{name: push, value: 0}, {name: u, value: -1.2345678901234567e-300}]
bodies: [{name: sled, mass: 2, inertia: [1, 1, 1]}]
joints: [{name: rail, type: prismatic, bodies: [ground, sled], at: [0, 0, 0], axis: [1, 0, 0]}]
forces:
  - {name: thrust, type: load, body: sled, force: [push, 0, 0]}
  - {name: back, type: sliding_spring, joint: rail, stiffness: 8}
  - {name: servo, type: servo, joint: rail, damping: 1e-30, limit: 2}
sensors: [{name: way, type: coordinates, joint: rail}]
YAML
cat >"$work/rig.yaml" <<YAML
name: $name
model: push.yaml
step: 1 ms
start: paused
policy: {kind: count, bucket: 0}
exchange: false
watchdog: 60 s
YAML

# nobody there
run 1 status
says "'$name' is not running"

"$tactus" run "$work/rig.yaml" >"$work/run" 2>&1 &
pid=$!
for _ in $(seq 1200); do
    "$tactus" ctl "$name" status 2>/dev/null | grep -q '"state":"paused"' && break
    sleep 0.05
done
run 0 status
says '"state":"paused"'
ok "nothing has moved" [ "$(value step)" -eq 0 ]

# single steps, values
run 0 step 10
ok "ten steps" until_step 10
sleep 0.1
ok "exactly ten steps" [ "$(value step)" -eq 10 ]
ok "time of ten steps" [ "$(value t)" = 0.01 ]
run 0 write push 4 back.stiffness 0
ok "written" [ "$("$tactus" ctl "$name" read push back.stiffness)" = '4 0' ]
run 0 step 1000
ok "a thousand steps more" until_step 1010
sleep 0.1
speed=$(value way.qd) # 4 N on 2 kg for 1 s
ok "the push acts: $speed m/s" awk "BEGIN {exit !($speed > 1.99 && $speed < 2.01)}"

# an instance without an exchange is not one that does not run
"$tactus" signals "$name" >"$work/out" 2>"$work/err"
says "'$name' shares no signals: its rig says so"

# a checkpoint, a detour, and back
(cd "$work" && "$tactus" ctl "$name" save here.checkpoint) >"$work/out" 2>"$work/err"
ok "a relative file name is the client's" [ -s "$work/here.checkpoint" ]
mkfifo "$work/pipe"
run 2 save "$work/pipe"
says 'is no plain file'
ok "which is still there" [ -p "$work/pipe" ]
run 2 restore "$work/pipe"
says 'is not a checkpoint'
before=$(value way.q)
run 0 write push -50 back.stiffness 3
run 0 start
says 'ok'
run 0 status
says '"state":"running"'
run 2 step
says 'pause first'
run 2 start
says 'it runs already'
until_step 1300
run 0 pause
run 0 restore "$work/here.checkpoint"
sleep 0.1
ok "step as saved" [ "$(value step)" -eq 1010 ]
ok "position as saved, all digits" [ "$(value way.q)" = "$before" ]
ok "variables as saved" [ "$("$tactus" ctl "$name" read push back.stiffness)" = '4 0' ]
run 0 reset
sleep 0.1
ok "reset begins again" [ "$(value step)" -eq 0 ]
ok "reset takes inputs back" [ "$(value push)" = 0 ]

# refusals
head -c 200 /dev/urandom >"$work/noise"
run 2 restore "$work/noise"
says 'is not a checkpoint'
run 2 write psuh 1
says "did you mean 'push'?"
run 2 write back.stiffness -1
says 'cannot be negative'
run 2 write servo.limit 0
says 'must be above zero'
run 2 read $(yes u | head -n 2000) # whose values have 24 characters each
says 'so many values do not fit into one answer'
run 2 step 1 2
says 'step needs a whole number'
run 2 variables 1 2
says 'variables takes the index of the first one'
blanks=$(printf ' %.0s' $(seq 4088))
run 0 read t "$blanks" # 4095 characters
run 2 read t "$blanks "
says 'a request is one line of at most 4095 characters'
run 2 strat
says "did you mean 'start'?"
run 2
run 0 variables
says '"name":"back.damping"'

# silence, noise and megabytes; the loop goes on
if command -v python3 >/dev/null; then
    run 0 start
    socket=/run/tactus/$name.sock
    [ -S "$socket" ] || socket=${XDG_RUNTIME_DIR:-/nonexistent}/tactus/$name.sock
    python3 - "$socket" <<'PY' &
import os, socket, sys, time
crowd = []
for i in range(1000):
    s = socket.socket(socket.AF_UNIX)
    s.connect(sys.argv[1])
    crowd.append(s)
    if i % 3 == 0:
        s.setblocking(False)
        try:
            s.send(os.urandom(3000))
        except OSError:
            pass
s = socket.socket(socket.AF_UNIX)
s.connect(sys.argv[1])
s.sendall(b'x' * 4000000 + b'\nstatus\n')
time.sleep(1)
PY
    crowd=$!
    sleep 0.7
    from=$(value step)
    sleep 0.3
    ok "the loop went on" [ "$(value step)" -gt "$from" ]
    run 0 status
    wait $crowd
    ok "hostile clients were served to their end" [ $? -eq 0 ]
fi

# safe state, end
run 0 safe
run 0 status
says '"state":"safe"'
run 2 start
says 'not in the safe state'
run 0 save "$work/safe.checkpoint"
run 0 stop
wait $pid
code=$?
pid=''
ok "a run that ended in the safe state says so: $code" [ $code -eq 6 ]
ok "the summary accounts for all cycles" grep -qE '^cycles +[0-9]+ = ' "$work/run"
ok "the socket is gone" [ ! -e "/run/tactus/$name.sock" ]

# beside the segments: its own user only, and others are told so; root is served by those whom it trusts
as() { setpriv --reuid "$1" --regid "$1" --clear-groups "${@:2}"; }
if [ "$(id -u)" -eq 0 ]; then
    cp "$tactus" "$work/tactus" # the sources may lie where others cannot look
    chmod -R a+rX "$work"
    sed -i 's/^name: .*/&-2/; s/^start: .*//' "$work/rig.yaml"
    XDG_RUNTIME_DIR='' as 65534 "$work/tactus" run "$work/rig.yaml" --quiet >"$work/run" 2>&1 &
    pid=$!
    for _ in $(seq 1200); do
        as 65534 "$work/tactus" ctl "$name-2" status >/dev/null 2>&1 && break
        sleep 0.05
    done
    as 65533 "$work/tactus" ctl "$name-2" status >"$work/out" 2>"$work/err"
    ok "another user is refused" [ $? -eq 1 ]
    says 'may not be controlled by this user'
    program=("$tactus" ctl "$name-2")
    run 1 stop
    says 'belongs to the user nobody (65534), not to root; with TACTUS_TRUST=65534 in the environment'
    export TACTUS_TRUST=1,65534
    run 0 stop
    unset TACTUS_TRUST
    wait $pid
    pid=''
fi

finish
