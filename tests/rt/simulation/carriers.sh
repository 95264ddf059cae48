#!/usr/bin/env bash
# test: rt.carriers program -- @tactus @python
# test: rt.carriers_5 full -- @tactus @python 5
# The car of vehicle.yaml on carriers: operations, motion against rows with all options, the switch, logs.
#   carriers.sh TACTUS PYTHON [SECONDS]    in the root of the sources; SECONDS: that the orders 4 and 6 of canonical, which
#   take long, are followed, 0.5 if not said
program=(timeout 600 "$1")
python=$2
long=${3:-0.5}
source tests/program.sh
car=config/models/vehicle.yaml

# ---- operations of a factorization, and on the longest path; what is said
run 0 tree "$car"
says "'chassis' carries 52 rows"
says "eliminates 'chassis' (6), tether (6)"
operations() { # operations: in all and on the path, whole numbers
    sed -n 's/^cost *\([0-9.e+]*\) operations per factorization, \([0-9.e+]*\) on.*/\1 \2/p' "$work/out" |
        awk '{printf "%.0f %.0f\n", $1, $2}'
}
read -r whole path < <(operations)
ok "$whole operations, at most 40000" [ "$whole" -le 40000 ]
ok "$path on the longest path, at most 8000" [ "$path" -le 8000 ]
run 0 check "$car"
says "'chassis' carries 52 rows"
run 0 tree "$car" --dot "$work/tree.dot"
ok "the drawing has columns" grep -q "'chassis' (6)" "$work/tree.dot"

# ---- where there are none, and why
run 0 tree "$car" --carriers off
says "'chassis' would carry 52 rows; carriers are off"
ok "rows take more" [ "$(operations | cut -d' ' -f1)" -gt 100000 ]
refuse "--carriers belongs to the methods index3 and canonical" sim "$car" --method modular --carriers on
refuse "--carriers must be on or off, not 'some'" sim "$car" --carriers some
mkdir -p "$work/parts"
cp config/models/parts/corner.yaml "$work/parts"
awk '/^[a-z]+:/ {skip = /^(forces|sensors|visual):/} !skip' "$car" >"$work/soft.yaml" # no contacts
run 0 check "$work/soft.yaml" --method modular --dt 1e-4
says "'chassis' would carry 44 rows; methods index3 and canonical alone have carriers"
with() { # with SOLVER: the car with a solver of its own
    (cat "$car"; echo "solver: $1") >"$work/car.yaml"
}
with "{carriers: off}"
run 0 tree "$work/car.yaml"
says "carriers are off"
with "{carriers: maybe}"
refuse "carriers" check "$work/car.yaml"
with "{method: modular, carriers: off}"
refuse "'carriers' belongs to the methods index3 and canonical; 'modular' keeps rows; remove it" check "$work/car.yaml"
with "{method: canonical, carriers: off}"
run 0 check "$work/car.yaml"
says "carriers are off"
run 0 tree "$car" --method canonical
says "'chassis' carries 52 rows"
ok "the tree of canonical is that of index-3" [ "$(operations)" = "$whole $path" ]

# ---- motion
compare() { # compare DURATION OPTION...: by rows, every place within 1e-7 m and every angle within 1e-7
    local duration=$1
    shift
    run 0 sim "$car" --duration "$duration" --quiet --csv "$work/carried.csv" --every 10 "$@"
    run 0 sim "$car" --duration "$duration" --quiet --csv "$work/rows.csv" --every 10 --carriers off "$@"
    ok "other bits than rows $*" bash -c "! cmp -s '$work/carried.csv' '$work/rows.csv'"
    ok "the motion of rows $*" "$python" - "$work/carried.csv" "$work/rows.csv" <<'PY'
import csv, sys
a, b = (list(csv.reader(open(name))) for name in sys.argv[1:])
places = [i for i, name in enumerate(a[0]) if name.startswith("chassis.") or "/arm." in name]
assert len(places) >= 11 and len(a) == len(b) > 50, (len(places), len(a), len(b))
worst = max(abs(float(x[i]) - float(y[i])) for x, y in zip(a[1:], b[1:]) for i in places)
print(worst)
sys.exit(worst > 1e-7)
PY
}
compare 5
compare 0.5 --order 3
compare 0.5 --order 4
compare 0.5 --tangent full
compare 0.5 --acceleration projection
compare 5 --method canonical
compare "$long" --method canonical --order 4
compare "$long" --method canonical --order 6

# ---- logs: each replays as it was recorded, with carriers or by rows
logs() { # logs OPTION...
    rm -f "$work"/*.tlog
    run 0 sim "$car" --duration 0.2 --quiet --record "$work/carried.tlog" --record-every 50 "$@"
    run 0 sim "$car" --duration 0.2 --quiet --record "$work/rows.tlog" --carriers off "$@"
    for log in carried rows; do
        for how in "--workers 1" "--workers 3" "--lanes 1"; do
            # shellcheck disable=SC2086
            run 0 replay "$work/$log.tlog" $how
            says "identical: steps 0 to 200"
        done
    done
    run 0 replay "$work/carried.tlog" --from 100
    says "identical: steps 100 to 200"
}
logs
logs --method canonical --order 4
finish
