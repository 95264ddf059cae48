#!/usr/bin/env python3
"""What a sub-model in a process of its own costs a step: a corner on a car, here and in another process, by turns.

    apart.py TACTUS [ROUNDS [SECONDS]]

Needs two cores; prints shortest and median step of every round, in us, and how many steps were not made. A machine
that has other things to do says more of these than of the process.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
CAR = """step: 1 ms
bodies:
  - {name: chassis, mass: 1500, inertia: [600, 2000, 2200], position: [0, 0, 0.6]}
joints:
  - {name: rail, type: cylindrical, bodies: [ground, chassis], at: [0, 0, 0.6], axis: [0, 0, 1]}
forces:
  - {name: post, type: spring, bodies: [ground, chassis], at: [1, 1, -1], at2: [1, 1, 0.6], stiffness: 40 kN/m,
     damping: 500, free_length: 1.9}
include:
  - {file: corner.so, name: corner, position: [1.6, 0.3, 0.5], ground: chassis}
"""
RIG = """name: NAME
model: car.yaml
step: 1 ms
threads: {workers: 1, cores: [0]}
wake: {margin: 0.3 ms}
policy: {kind: skip, bucket: 0, max_skip: 0}
exchange: false
"""
APART = "processes: [{name: corner, parts: [corner], wait: 700 us}]\n"


def run(tactus, folder, name, apart, seconds):
    """Shortest and median step, and steps that were not made."""
    (folder / "rig.yaml").write_text(RIG.replace("NAME", name) + (APART if apart else ""))
    part = apart and subprocess.Popen([tactus, "part", name, "corner", "corner.so", "--core", "1", "--quiet"], cwd=folder)
    try:
        ran = subprocess.run([tactus, "run", "rig.yaml", "--duration", str(seconds)], cwd=folder, capture_output=True,
                             text=True, check=True)
    finally:
        if part:
            part.terminate()
            part.wait()
    time = re.search(r"(?m)^step time +([0-9.]+) +([0-9.]+)", ran.stdout)
    not_made = re.search(r"corner: (\d+) steps not made", ran.stdout)
    return float(time[1]), float(time[2]), int(not_made[1]) if not_made else 0


def main():
    tactus = str(pathlib.Path(sys.argv[1]).resolve())
    rounds, seconds = int((sys.argv[2:3] or ["3"])[0]), float((sys.argv[3:4] or ["2"])[0])
    if os.cpu_count() < 2:
        print("one core alone: no process can answer beside the executive")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([tactus, "compile", ROOT / "config/models/parts/corner.yaml", "--out", "corner.so"], cwd=folder,
                       check=True, stdout=subprocess.DEVNULL)
        (folder / "car.yaml").write_text(CAR)
        print("round   here: shortest, median us   in another process: shortest, median us, not made")
        for k in range(rounds):
            here = run(tactus, folder, f"bench{os.getpid()}", False, seconds)
            away = run(tactus, folder, f"bench{os.getpid()}", True, seconds)
            print(f"{k + 1:5}   {here[0]:14.1f} {here[1]:11.1f}   {away[0]:28.1f} {away[1]:11.1f} {away[2]:11}", flush=True)


if __name__ == "__main__":
    main()
