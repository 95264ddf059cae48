#!/usr/bin/env bash
# test: security.checkpoints_write_through_no_link program -- @tactus
# What others put under the name that a checkpoint has while it is written is not written through.
#   planted_links.sh TACTUS    in the root of the sources
tactus=$1
program=(timeout 600 "$tactus")
source tests/program.sh
name=planted$$
pid=''
cleanup() {
    [ -z "$pid" ] || kill -KILL "$pid" 2>/dev/null
    rm -f /dev/shm/tactus."$name"*
}

printf 'name: %s\nmodel: %s/config/models/m2_four_bar.yaml\nstep: 1 ms\nwatchdog: 20 s\n' "$name" "$PWD" \
    >"$work/rig.yaml"
printf 'policy: {kind: count, bucket: 0}\n' >>"$work/rig.yaml"
"$tactus" run "$work/rig.yaml" --quiet </dev/null &
pid=$!
for _ in $(seq 600); do
    "$tactus" ctl "$name" status >/dev/null 2>&1 && break
    sleep 0.1
done

save_over() { # save_over HOW LINK...: what the command links under the temporary name
    local how=$1
    shift
    echo precious >"$work/precious"
    chmod 600 "$work/precious"
    "$@" "$work/precious" "$work/a.checkpoint.new-$pid"
    run 0 ctl "$name" save "$work/a.checkpoint"
    ok "nothing is written through a $how" [ "$(cat "$work/precious")" = precious ]
    ok "nor is its mode changed" [ "$(stat -c %a "$work/precious")" = 600 ]
    ok "nothing stays under the temporary name" [ ! -e "$work/a.checkpoint.new-$pid" ]
    ok "the checkpoint is a file of its own" \
        bash -c "[ ! -L '$work/a.checkpoint' ] && [ ! '$work/a.checkpoint' -ef '$work/precious' ]"
    ok "with the mode of checkpoints" [ "$(stat -c %a "$work/a.checkpoint")" = 640 ]
    run 0 ctl "$name" restore "$work/a.checkpoint"
}

umask 022
save_over 'hard link' ln
save_over 'symbolic link' ln -s
save_over 'file with other rights' cp

# A link under the name itself is not replaced by a file: /dev/stdout would be gone for all.
echo precious >"$work/precious"
ln -s "$work/precious" "$work/link"
refuse "is a symbolic link, which would be replaced; name a file" ctl "$name" save "$work/link"
ok "the link stays" [ -L "$work/link" ]
ok "and what it leads to" [ "$(cat "$work/precious")" = precious ]

kill -TERM "$pid"
wait "$pid"
pid=''

finish
