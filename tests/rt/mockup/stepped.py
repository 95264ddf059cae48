# test: mockup.stepped if=tactus-fmu-host timeout=300 -- @tactus @cc
"""FMUs that `tactus sim` steps: an exported part of a model, coupled back, follows the whole with an error that halves with
the step; what was recorded replays without FMU; whatever an FMU does is one line and an exit code.

    stepped.py TACTUS CC
"""
import csv
import os
import sys

from made import FAULT, SENSED, Test, faulty, write

HEAD = "duration: 2 s\nstep: 1 ms\n"
ONE = "bodies:\n  - {name: one, mass: 2, inertia: [1, 1, 1], velocity: [1, 0, 0]}\n"
TWO = "  - {name: two, mass: 1, inertia: [1, 1, 1]}\n"
ON_GROUND = "  - {name: %s, type: prismatic, bodies: [ground, %s], at: [0, 0, 0], axis: [1, 0, 0]}\n"
SPRING = "  - {name: k1, type: sliding_spring, joint: a, stiffness: 200 N/m, damping: 2 N*s/m}\n"
SENSOR = "sensors:\n  - {name: x, type: coordinates, joint: a}\n"
WHOLE = (HEAD + ONE + TWO + "joints:\n" + ON_GROUND % ("a", "one") + (ON_GROUND % ("b", "two")).replace("ground", "one") +
         "forces:\n" + SPRING + "  - {name: k2, type: sliding_spring, joint: b, stiffness: 300 N/m}\n" + SENSOR)
HERE = (HEAD + "inputs: [{name: pull}]\n" + ONE + "joints:\n" + ON_GROUND % ("a", "one") + "forces:\n" + SPRING +
        "  - {name: l, type: load, body: one, at: [0, 0, 0], force: [{input: pull}, 0, 0]}\n" + SENSOR)
THERE = (HEAD + "inputs: [{name: base}]\nbodies:\n" + TWO + "joints:\n" + ON_GROUND % ("b", "two") + "forces:\n"
         "  - {name: k2, type: sliding_spring, joint: b, stiffness: 300 N/m, free_length: {input: base}}\n"
         "sensors:\n  - {name: pull, type: force, element: k2}\n")


def rows(path):
    with open(path, encoding="utf-8") as file:
        return [{k: float(v) for k, v in r.items()} for r in csv.DictReader(file)]


def part_of_a_whole(t):
    """The second of two masses on springs is an FMU: it reads where the first one is, and pulls at it."""
    for name, text in (("whole", WHOLE), ("here", HERE), ("there", THERE),
                       ("map", "fmu: there.fmu\ninputs: {base: x.q}\noutputs: {pull.f: pull}\n")):
        write(t.at(name + ".yaml"), text)
    for version, steps in ((2, ("4 ms", "2 ms")), (3, ("2 ms", "1 ms"))):
        error = []
        for dt in steps:
            t.says("export", t.run("fmu", t.at("there.yaml"), "--out", t.at("there.fmu"), "--dt", dt, "--fmi", version), 0)
            t.says("whole", t.run("sim", t.at("whole.yaml"), "--sensors", t.at("w.csv"), "--dt", dt, "--quiet"), 0)
            t.says("parts", t.run("sim", t.at("here.yaml"), "--fmu", t.at("map.yaml"), "--sensors", t.at("h.csv"), "--dt", dt,
                                  "--quiet"), 0)
            w, h = rows(t.at("w.csv")), rows(t.at("h.csv"))
            error.append(max(abs(a["x.q"] - b["x.q"]) for a, b in zip(w, h)))
            way = max(abs(a["x.q"] - b["x.q"]) for a, b in zip(w, w[1:]))
            t.holds(f"FMI {version}, {dt}: off by a few steps of delay", len(w) == len(h) and error[-1] < 5 * way, error, way)
        t.holds(f"FMI {version}: half the step, half the error", all(1.8 < a / b < 2.5 for a, b in zip(error, error[1:])),
                error)


def recorded(t, cc):
    write(t.at("pendulum.yaml"), SENSED)
    for version in (2, 3):
        faulty(cc, t.at(f"faulty{version}.fmu"), version)
    write(t.at("m.yaml"), "fmu: faulty2.fmu\ninputs: {u: angle.q}\noutputs: {y: push}\n")
    write(t.at("n.yaml"), "fmu: faulty3.fmu\ninputs: {u: angle.qd}\noutputs: {n: count}\nrate: 100 Hz\n")
    first = t.run("sim", t.at("pendulum.yaml"), "--fmu", t.at("m.yaml"), "--fmu", t.at("n.yaml"), "--fmu-set", "gain=3",
                  "--fmu-set", "2:when=7", "--fmu-csv", t.at("f.csv"), "--record", t.at("r.tlog"), "--quiet")
    t.says("two FMUs", first, 0)
    f = rows(t.at("f.csv"))
    t.holds("a row per communication step", len(f) == 1001 and f[-1]["1:n"] == 1000 and f[-1]["2:n"] == 100, len(f), f[-1])
    t.holds("the time of an FMU is that of the simulation", abs(f[500]["1:t"] - f[500]["time"]) < 1e-12, f[500])
    t.holds("it reads what was before its step", f[1]["1:y"] == 0.0 and f[100]["1:y"] != 0.0, f[1])
    again = t.run("sim", t.at("pendulum.yaml"), "--fmu", t.at("m.yaml"), "--fmu", t.at("n.yaml"), "--fmu-set", "gain=3",
                  "--fmu-csv", t.at("g.csv"), "--quiet")
    t.holds("the same again", again.returncode == 0 and rows(t.at("g.csv")) == f)
    for version in (2, 3):
        os.rename(t.at(f"faulty{version}.fmu"), t.at(f"away{version}.fmu"))
    t.says("replayed without FMU", t.run("replay", t.at("r.tlog")), 0)
    for version in (2, 3):
        os.rename(t.at(f"away{version}.fmu"), t.at(f"faulty{version}.fmu"))


ENDS = {"HANG": "hangs in DoStep", "CRASH": "crashes in DoStep .*: Segmentation fault", "EXIT_0": "ends its process in DoStep",
        "NOT_A_NUMBER": "gives the input 'push' a number that is none at 0.1", "SAYS_ERROR": "DoStep answers Error",
        "SAYS_DISCARD": "DoStep answers Discard", "NO_PROGRESS": "makes no progress", "FALSE_TIME": "says that it got to",
        "CLOSES_FILES": "says nothing more"}


def faults(t):
    home = t.at("home")
    os.mkdir(home)
    write(t.at("three.yaml"), "fmu: faulty3.fmu\ninputs: {u: angle.q}\noutputs: {y: push}\n")
    for k, (fault, line) in enumerate(ENDS.items()):
        only_3 = fault in ("NO_PROGRESS", "FALSE_TIME")
        run = t.run("sim", t.at("pendulum.yaml"), "--fmu", t.at("three.yaml" if only_3 or k % 2 else "m.yaml"), "--quiet",
                    "--fmu-set", f"fault={FAULT[fault]}", "--fmu-set", "when=100", "--fmu-timeout", "0.3", "--csv",
                    t.at("kept.csv"), env={**os.environ, "TMPDIR": home})
        t.says(fault, run, 11, line)
        t.holds(f"{fault}: one line", len(run.stderr.splitlines()) == 1, run.stderr)
        with open(t.at("kept.csv"), encoding="utf-8") as kept:
            n = len(kept.read().splitlines())
        t.holds(f"{fault}: what was before is kept", n in (101, 102), n)
        t.holds(f"{fault}: no folder stays", os.listdir(home) == [], os.listdir(home))
    run = t.run("sim", t.at("pendulum.yaml"), "--fmu", t.at("m.yaml"), "--quiet", "--fmu-set",
                f"fault={FAULT['ENDS_BY_ITSELF']}", "--fmu-set", "when=100")
    t.says("an FMU that wants to end", run, 0, "ends at 0.099 s, as it wants to")
    for fault in ("HANGS_AT_END", "CRASHES_AT_END"):
        run = t.run("sim", t.at("pendulum.yaml"), "--fmu", t.at("m.yaml"), "--quiet", "--fmu-set", f"fault={FAULT[fault]}")
        t.says(fault, run, 0)


def refused(t):
    model = t.at("pendulum.yaml")
    for what, arguments, line in (
            ("one input twice", ["--fmu", t.at("m.yaml"), "--fmu", t.at("three.yaml")], "another FMU writes the input 'push'"),
            ("nothing to couple", ["--fmu", t.at("faulty2.fmu")], "none of its variables has the name"),
            ("no such file", ["--fmu", t.at("none.fmu")], "No such file"),
            ("an unknown start value", ["--fmu", t.at("m.yaml"), "--fmu-set", "gian=1"], "did you mean 'gain'"),
            ("the error of it", ["--fmu", t.at("m.yaml"), "--error", "1e-3"], "is not measured"),
            ("options alone", ["--fmu-set", "gain=1"], "no --fmu FILE")):
        t.says(what, t.run("sim", model, "--quiet", *arguments), 2, line)


def main():
    with Test(sys.argv[1]) as t:
        part_of_a_whole(t)
        recorded(t, sys.argv[2])
        faults(t)
        refused(t)
        t.end()


main()
