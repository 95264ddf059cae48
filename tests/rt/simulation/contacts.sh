#!/usr/bin/env bash
# test: physics.contact_check program -- @tactus
# What the step makes of contacts and stiff laws is said by check and sim, and of nothing else.
#   contacts.sh TACTUS    in the root of the sources
program=(timeout 600 "$1")
source tests/program.sh

check() { # check MODEL OPTION...: the lines about contacts and laws
    "${program[@]}" check "$@" | sed -n '/^contacts /,/^memory /p' >"$work/lines"
}

# ---- tyres are as stiff as they are, also on the light carriage that leads a car
check config/models/car.yaml
ok "four tyres, resolved" grep -q "4 of 4 contacts and stops resolved" "$work/lines"
ok "less than 1 % softer" test "$(grep -c 'felt 0\.[0-9]* % softer' "$work/lines")" = 4

# ---- laws that are too stiff for the order
governor=config/models/examples/governor.yaml
"${program[@]}" check "$governor" >"$work/lines"
ok "both couplings" grep -q "^stiff laws    2 force elements too stiff for order 4, worst coupling1" "$work/lines"
sed 's/order: 4/order: 2/' "$governor" >"$work/second.yaml"
"${program[@]}" check "$work/second.yaml" >"$work/lines"
ok "order 2 promises nothing more" bash -c "! grep -q 'stiff laws' '$work/lines'"
for model in vehicle car p4_double_wishbone examples/engine_mounts; do
    "${program[@]}" check "config/models/$model.yaml" >"$work/lines"
    ok "$model is not too stiff" bash -c "! grep -q 'stiff laws' '$work/lines'"
done
# ---- for another step than the model's: as if that were the model's, and what is advised is enough
ball=config/models/examples/bouncing_ball.yaml
for dt in '0.5 ms' '10 ms'; do
    sed "s/^step: .*/step: $dt/" "$ball" >"$work/ball.yaml"
    check "$work/ball.yaml"
    mv "$work/lines" "$work/as_written"
    check "$ball" --dt "$dt"
    ok "--dt '$dt' is judged as 'step: $dt'" cmp -s "$work/lines" "$work/as_written"
done
ok "10 ms are too long" grep -q "^contacts      0 of 1 contacts and stops resolved" "$work/lines"
enough=$(sed -n 's/.*; a step of \(.* ms\) resolves it$/\1/p' "$work/lines")
ok "a step is advised" [ -n "$enough" ]
check "$ball" --dt "$enough"
ok "$enough, as advised, are enough" grep -q "1 of 1 contacts and stops resolved" "$work/lines"
check "$ball" --dt "$(awk -v x="${enough% ms}" 'BEGIN {print 1.1 * x}') ms"
ok "a tenth more is too long" grep -q "0 of 1 contacts and stops resolved" "$work/lines"

# ---- sim says it of what it simulated, for what the step does not resolve is another law
run 0 sim "$ball" --dt '10 ms' --duration 1
says "contacts      1 of 1 softer than in the file, worst impact: "
says "a step of $enough resolves it"
run 0 sim "$ball" --dt "$enough" --duration 1
says "contacts      resolved by the step, stiffest impact: "
says "% softer, swings back in"
run 0 sim "$ball" --duration 1
ok "a contact that is resolved is not softer" bash -c "! grep -q '^contacts' '$work/out'"

worst() { # worst DT: n h w (k + 2c/dt) of the governor's couplings, empty where none is too stiff
    "${program[@]}" check "$governor" --dt "$1" | sed -n 's/^stiff laws .*h w (k + 2c\/dt) \([^ ]*\), above.*/\1/p'
}
ok "laws are judged for it as well" \
    awk -v a="$(worst '20 ms')" -v b="$(worst '0.2 ms')" 'BEGIN {exit !(b > 10 && a > 100 * b)}'
ok "and none is too stiff for a short one" [ -z "$(worst '10 us')" ]
check "$ball" --dt '3 min'
ok "minutes are a step" grep -q "0 of 1 contacts" "$work/lines"
refuse "--dt must lie between" check "$ball" --dt 0
refuse "--dt needs a time, not '1 kg'" check "$ball" --dt '1 kg'
refuse "--dt must lie between" check "$ball" --dt 1e-12

finish
