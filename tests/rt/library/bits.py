# test: rt.library_bits program unless=sanitize cost=20 -- @tactus @tactus-library
"""The library has the bits of `tactus sim`: every number of every sensor after every step, of shipped models by several
methods and orders, step by step and in one call.

    bits.py TACTUS LIBRARY    in the root of the sources
"""
import csv
import os
import struct
import subprocess
import sys
import tempfile

TACTUS, LIBRARY = sys.argv[1], sys.argv[2]
os.environ["TACTUS_LIBRARY"] = LIBRARY
sys.path.insert(0, "rt/library")
sys.dont_write_bytecode = True
import tactus  # noqa: E402

MODELS = "config/models"
RUNS = [ # model, solver, parameters given, inputs
    ("p4_double_wishbone", {}, {}), ("p4_double_wishbone", {"method": "canonical", "order": 4}, {}),
    ("m2_four_bar", {}, {}), ("m2_four_bar", {"order": 4}, {}), ("m2_four_bar", {"method": "modular"}, {}),
    ("m2_four_bar", {"method": "hdca"}, {}), ("car", {}, {}), ("vehicle", {}, {}), ("p6_ur5e", {"order": 3}, {}),
    ("p3_hexapod", {"method": "canonical"}, {}), ("flexible_arm", {}, {}), ("p5_flexible_slider_crank", {}, {}),
    ("examples/engine_mounts", {"order": 4}, {}), ("examples/cam_valve", {}, {}),
    ("examples/bouncing_ball", {}, {}), ("examples/friction_pendulum", {"iterations": 2}, {}),
    ("examples/screw_jack", {}, {}), ("m3_chain_32", {"lanes": 1}, {}), ("m3_chain_32", {"lanes": 8}, {}),
    ("paper_chain_128", {"step": "2 ms"}, {}),
]
OPTION = {"step": "--dt"}
wrong, compared = [], 0


def bits(values):
    return [struct.pack("<d", x) for x in values]


def rows_of_sim(path, solver, steps, dt, folder):
    words = [word for key, value in solver.items() if key != "lanes"
             for word in (OPTION.get(key, f"--{key}"), str(value))]
    run = subprocess.run([TACTUS, "sim", path, "--quiet", "--error-check", "off", "--duration", repr(steps * dt),
                          "--sensors", f"{folder}/s.csv", *words], capture_output=True, text=True, check=False)
    if run.returncode not in (0, 7):
        sys.exit(f"{path}: {run.stderr}")
    with open(f"{folder}/s.csv", encoding="utf-8", newline="") as file:
        table = list(csv.reader(file))
    return table[0][1:], [[float(x) for x in row] for row in table[1:]]


def compare(name, solver, folder):
    global compared
    path, steps = f"{MODELS}/{name}.yaml", 150
    model = tactus.Model(path, **solver)
    header, rows = rows_of_sim(path, solver, steps, model.dt, folder)
    mine, at_once = model.start(), model.start()
    if [about.name for about in model.sensors] != header or not header:
        wrong.append(f"{name}: sensors {[about.name for about in model.sensors]}, sim has {header}")
        return
    if len(rows) != steps + 1:
        wrong.append(f"{name}: sim has {len(rows)} rows")
    for k, row in enumerate(rows):
        if bits([mine.time, *mine.sensors]) != bits(row):
            wrong.append(f"{name} {solver}: other bits after {k} steps")
            return
        compared += len(row)
        mine.step() if k + 1 < len(rows) else None
    at_once.step(steps)
    if bits(at_once.sensors) != bits(mine.sensors):
        wrong.append(f"{name} {solver}: {steps} steps in one call have other bits")


with tempfile.TemporaryDirectory() as scratch:
    for one in RUNS:
        compare(one[0], one[1], scratch)
print("\n".join(wrong) if wrong else f"{compared} numbers of {len(RUNS)} runs have the bits of tactus sim")
sys.exit(bool(wrong) or compared < 10000)
