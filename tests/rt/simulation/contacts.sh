#!/usr/bin/env bash
# What the step makes of contacts and stiff laws is said by check, and of nothing else.
#   contacts.sh TACTUS    in the root of the sources
program=(timeout 60 "$1")
source tests/program.sh

check() { # check MODEL: the lines about contacts and laws
    "${program[@]}" check "$1" | sed -n '/^contacts /,/^memory /p' >"$work/lines"
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
finish
