#!/usr/bin/env python3
# test: guard.flexible_leaf guard skip=77 unless=sanitize if=bench-instructions -- @bench-instructions
"""Flexible bodies take the same number of instructions every time, and no more than they should: the leaf, and a whole step,
which takes less of them side by side where modes are few (of 24, as long a time with four lanes).

    flexible_leaf.py PROGRAM

PROGRAM is bench-instructions, run under callgrind. The leaf: inertia, interfaces, factors, rows and their products of
one factorization (make_factors, make_leaf_N by lanes), per body. Exit code 77: valgrind is missing.
"""
import collections
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MOST = {6: 24_000, 24: 120_000}
# of a whole step, by lanes
MOST_STEP = {6: {"1": 52_000, "4": 39_500}, 24: {"1": 77_000, "4": 90_500}}
BODIES = 17
def costs(path):
    """Lanes of a dump, what its leaves take in all, with all they call, of how many bodies they are at most, and what a body
    takes of the step."""
    sums, calls, callee, lanes, step = collections.Counter(), collections.Counter(), None, "", 0
    lines = iter(path.read_text(encoding="utf-8").splitlines())
    for line in lines:
        if line.startswith("desc: Trigger: Client Request: lanes "):
            lanes = line.split("lanes ", 1)[1].split(",")[0]
        elif line.startswith("totals:"):
            step = int(line.split()[1])
        elif line.startswith("cfn="):
            callee = line[4:].split(".")[0]
        elif line.startswith("calls="):
            cost = int(next(lines).split()[-1])
            if callee == "make_factors" or callee.startswith("make_leaf_"):
                sums[callee] += cost
                calls[callee] += int(line[6:].split()[0])
    leaves = {name: n for name, n in calls.items() if name != "make_factors"}
    assert sum(leaves.values()) == calls["make_factors"]
    return lanes, sum(sums.values()), sum(n * int(name.rsplit("_", 1)[1]) for name, n in leaves.items()), step / BODIES


def main():
    if not shutil.which("valgrind"):
        print("no valgrind")
        return 77
    good = True
    for modes, most in MOST.items():
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["valgrind", "--tool=callgrind", "-q", "--instr-atstart=no", "--toggle-collect=tac_step",
                            "--compress-strings=no", "--compress-pos=no", f"--callgrind-out-file={folder}/out",
                            sys.argv[1], "--order", "0", "--steps", "2", "--follow", "50",
                            ROOT / f"bench/flexible/chain_{modes}.yaml"], check=True, capture_output=True)
            found = {costs(path) for path in pathlib.Path(folder).glob("out.*")}
        found = {leaf for leaf in found if leaf[0] and leaf[2]} # of counted steps
        cost = max((total / n for _, total, n, _ in found), default=0.0)
        each = ", ".join(f"{total / n:.0f} with {lanes} lanes, {step:.0f} in a step" for lanes, total, n, step in sorted(found))
        print(f"{modes} modes: instructions per leaf {each}")
        for lanes, _, _, step in found:
            if step > MOST_STEP[modes].get(lanes, max(MOST_STEP[modes].values())):
                print(f"FAIL: more than {MOST_STEP[modes]} in a step")
                good = False
        if len(found) != 2: # one for each number of lanes
            print(f"FAIL: they depend on data: {sorted(found)}")
            good = False
        if cost > most:
            print(f"FAIL: more than {most}")
            good = False
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
