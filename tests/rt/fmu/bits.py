# test: rt.fmu_bits program unless=sanitize if=tactus-zip cost=20 -- @tactus
# test: rt.fmu_bits_all full unless=sanitize if=tactus-zip timeout=3000 -- @tactus all
"""FMUs of shipped models have the bits of `tactus sim`: every number of every sensor after every step, FMI 2 and 3, in steps
of the model and of several of them; with parameters, methods, orders and steps that were given.

    bits.py TACTUS [all]    in the root of the sources; all: every shipped model, for 10 000 steps or its duration
"""
import csv
import glob
import os
import struct
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import importer
from importer import OK

TACTUS = sys.argv[1]
MODELS = "config/models"
SOME = [("p4_double_wishbone", []), ("car", []), ("p6_ur5e", ["--order", "4"]), ("flexible_arm", []),
        ("p3_hexapod", ["--method", "canonical"]), ("m2_four_bar", ["--method", "modular"]),
        ("examples/cam_valve", []), ("examples/engine_mounts", ["--dt", "0.5 ms"]), ("p5_flexible_slider_crank", []),
        ("vehicle", [])]
LINES = { # models that an FMU cannot hold: what the line names
}
wrong, compared, held = [], 0, 0


def rows_of_sim(path, more, steps, dt, folder):
    run = subprocess.run([TACTUS, "sim", path, "--quiet", "--error-check", "off", "--duration", repr(steps * dt),
                          "--sensors", f"{folder}/s.csv", *more], capture_output=True, text=True, check=False)
    if run.returncode not in (0, 7):
        wrong.append(f"{path}: {run.stderr}")
        return
    with open(f"{folder}/s.csv", encoding="utf-8", newline="") as file:
        for row in list(csv.reader(file))[1:]:
            yield struct.pack(f"<{len(row)}d", *(float(x) for x in row))


def values(instance, outputs):
    got = instance.get(outputs)
    return struct.pack(f"<{len(got)}d", *got) if isinstance(got, list) else b""


def follow(fmu, rows, every):
    """Whether an instance that is asked every few steps has these rows."""
    global compared
    time, outputs = fmu.of("independent"), fmu.of("output")
    instance = fmu.load().instantiate()
    instance.start()
    good = values(instance, time + outputs) == rows[0]
    for k in range(every, len(rows), every):
        if instance.step(every * fmu.step, (k - every) * fmu.step) != OK:
            wrong.append(f"{fmu.binary}: {instance.log}")
            break
        good = good and values(instance, time + outputs) == rows[k]
        compared += len(rows[k]) // 8
    instance.free()
    return good


def compare(name, more, steps):
    global held
    for version in (2, 3):
        with tempfile.TemporaryDirectory() as folder:
            code, says = importer.export(TACTUS, f"{MODELS}/{name}.yaml", f"{folder}/m.fmu", version, *more)
            if code != 0 or name in LINES:
                if code != 2 or says.count("\n") != 1 or LINES.get(name, "no line") not in says:
                    wrong.append(f"{name}: {code} {says}")
                continue
            fmu = importer.Fmu(f"{folder}/m.fmu", f"{folder}/fmu")
            stop = fmu.root.find("DefaultExperiment").get("stopTime")
            n = min(steps, round(float(stop) / fmu.step)) if stop else steps
            rows = list(rows_of_sim(f"{MODELS}/{name}.yaml", more, n, fmu.step, folder))
            held += 1
            if len(rows) != n + 1 or not follow(fmu, rows, 1) or not follow(fmu, rows, 7):
                wrong.append(f"{name} {more}, FMI {version}: other bits than tactus sim")


if sys.argv[2:]:
    for file in sorted(glob.glob(f"{MODELS}/**/*.yaml", recursive=True)):
        model = os.path.relpath(file, MODELS).removesuffix(".yaml")
        if not model.startswith("parts/"):
            compare(model, [], 10000)
else:
    for model, given in SOME:
        compare(model, given, 100)
print("\n".join(wrong) if wrong else f"{compared} numbers of {held} FMUs have the bits of tactus sim")
sys.exit(bool(wrong) or held < 10 or compared < 10000)
