# test: mockup.reference full if=tactus-fmu-host skip=77 -- @tactus
"""FMUs with published results, NAME_fmi2.fmu and NAME_fmi3.fmu beside NAME_out.csv, stepped by `tactus sim` at the times of
these: the numbers are the same. The folder is that of the environment variable TACTUS_FMUS; without it the test is skipped.

    reference.py TACTUS [FOLDER]
"""
import csv
import glob
import os
import sys

from made import Test, write

MODEL = """duration: 1 s
step: 10 ms
bodies:
  - {name: one, mass: 1, inertia: [1, 1, 1]}
joints:
  - {name: slide, type: prismatic, bodies: [ground, one], at: [0, 0, 0], axis: [1, 0, 0]}
"""


def rows(path):
    with open(path, encoding="utf-8") as file:
        return [{k: float(v) for k, v in row.items()} for row in csv.DictReader(file)]


def compare(t, path, published):
    wanted = rows(published)
    step, end = wanted[1]["time"] - wanted[0]["time"], wanted[-1]["time"]
    t.says(f"{path}: valid", t.run("fmu-info", path), 0)
    run = t.run("sim", t.at("model.yaml"), "--fmu", path, "--fmu-csv", t.at("out.csv"), "--duration", end, "--dt", step, "--quiet")
    t.says(f"{path}: stepped", run, 0)
    found = rows(t.at("out.csv"))
    worst = max((abs(a[name] - b[name]) for a, b in zip(found, wanted) for name in b if name != "time"), default=1.0)
    t.holds(f"{path}: as published", len(found) == len(wanted) and worst == 0.0, len(found), len(wanted), worst)
    print(f"{os.path.basename(path)}: {len(found)} rows, off by {worst:g}")


def main():
    folder = sys.argv[2] if len(sys.argv) > 2 else os.environ.get("TACTUS_FMUS")
    if not folder:
        print("TACTUS_FMUS names no folder of FMUs with published results")
        sys.exit(77)
    with Test(sys.argv[1]) as t:
        write(t.at("model.yaml"), MODEL)
        for published in sorted(glob.glob(f"{folder}/*_out.csv")):
            for path in sorted(glob.glob(published[:-len("_out.csv")] + "_fmi[23].fmu")):
                compare(t, os.path.abspath(path), published)
        t.holds("there are FMUs", t.n > 0)
        t.end()


main()
