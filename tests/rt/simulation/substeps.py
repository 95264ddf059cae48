#!/usr/bin/env python3
# test: substeps.accuracy program -- accuracy @tactus
# test: substeps.refused program -- refused @tactus
# test: substeps.recorded program -- recorded @tactus
"""Sub-models with steps of their own: a quarter car, reference model M7 and three of them on one body against fine
steps of the whole; what is refused; logs, workers and lanes.

    substeps.py accuracy|refused|recorded TACTUS
"""
import csv
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent / "substeps"
TACTUS = pathlib.Path(sys.argv[2]).resolve()
failed = []


def expect(good, what):
    print("ok  " if good else "FAIL", what)
    if not good:
        failed.append(what)


def run(folder, *arguments):
    off = ("--error-check", "off") if arguments[0] in ("sim", "check") else ()
    return subprocess.run([TACTUS, *map(str, arguments), *off], cwd=folder, capture_output=True, text=True, check=False)


def parameters(values):
    return [word for name, value in values.items() for word in ("--parameter", f"{name}={value}")]


def sim(folder, model, dt, *arguments, grid=0.002, **values):
    """Sensors at multiples of `grid`."""
    out = folder / "sensors.csv"
    r = run(folder, "sim", HERE / f"{model}.yaml", "--dt", repr(dt), "--every", max(1, round(grid / dt)), "--sensors",
            out, *parameters(values), *arguments)
    expect(r.returncode == 0, f"{model} {dt} {values}: {r.returncode} {r.stderr.strip()}")
    with open(out, encoding="utf-8") as f:
        return [{k: float(v) for k, v in row.items()} for row in csv.DictReader(f)]


def error(rows, reference, *columns):
    assert len(rows) == len(reference)
    return max(abs(a[c] - b[c]) for a, b in zip(rows, reference) for c in columns)


# ---- accuracy ------------------------------------------------------------------------------------

def quarter_car(folder):
    for mount in (5, 20, 420, 2000):
        exact = sim(folder, "quarter_car", 0.25e-3, "--order", "4", substeps=1, mount=mount)
        own = {dt: sim(folder, "quarter_car", dt, mount=mount) for dt in (2e-3, 1e-3)}
        whole = sim(folder, "quarter_car", 1e-3, substeps=1, mount=mount)
        play = next(c for c in exact[0] if c.startswith("play."))
        for column, bound in (("chassis.z", 5e-7), ("hub.z", 2e-6), (play, 4e-7)):
            fine, coarse = error(own[1e-3], exact, column), error(own[2e-3], exact, column)
            one = error(whole, exact, column)
            print(f"mount {mount} kg, {column}: {fine:.1e} m, {coarse:.1e} at 2 ms, {one:.1e} without sub-steps")
            expect(fine < bound, f"{column} with a mount of {mount} kg at 1 ms and 0.25 ms")
            expect(coarse > 3.5 * fine, f"{column} with a mount of {mount} kg: second order")
        expect(error(own[1e-3], exact, "hub.z") < 0.1 * error(whole, exact, "hub.z"), "what sub-steps are for")
        free = sim(folder, "quarter_car", 1e-3, "--duration", "10", damping=0, mount=mount)
        energy = [row["energy.total"] for row in free if row["t"] > 0.12]
        spread = (max(energy) - min(energy)) / max(energy)
        print(f"mount {mount} kg, undamped for 10 s: energy within {spread:.1e} of itself")
        expect(spread < 2e-3, f"undamped for 10 s with a mount of {mount} kg")


def triangles(folder):
    places = [f"{body}.{axis}" for body in ("one", "far") for axis in "xy"]
    for m in (1, 100):
        exact = sim(folder, "two_triangles", 0.5e-3, "--order", "4", grid=0.02, substeps=1, m=m)
        e = {}
        for n in (1, 4):
            for dt in (10e-3, 5e-3):
                e[n, dt] = error(sim(folder, "two_triangles", dt, grid=0.02, substeps=n, m=m), exact, *places)
        print(f"M7 with links of {m} kg: {e[4, 10e-3]:.2e} and {e[4, 5e-3]:.2e} m at 10 and 5 ms; without sub-steps"
              f" {e[1, 10e-3]:.2e} and {e[1, 5e-3]:.2e}")
        expect(e[4, 10e-3] > 3.5 * e[4, 5e-3], f"M7 with links of {m} kg: second order")
        expect(e[4, 5e-3] < e[1, 5e-3], f"M7 with links of {m} kg: better than without sub-steps")


def three_on_one(folder):
    places = [f"{body}.{axis}" for body in ("frame", "front_wheel", "rear_wheel", "tip") for axis in "xyz"]
    whole = {"front": 1, "rear": 1, "arm": 1}
    exact = sim(folder, "half_car", 0.125e-3, "--order", "4", **whole)
    e = {dt: error(sim(folder, "half_car", dt), exact, *places) for dt in (2e-3, 1e-3)}
    one = error(sim(folder, "half_car", 1e-3, **whole), exact, *places)
    wheel = [error(sim(folder, "half_car", 1e-3, **k), exact, "front_wheel.z", "rear_wheel.z") for k in ({}, whole)]
    print(f"three on one body: {e[2e-3]:.1e} and {e[1e-3]:.1e} m at 2 and 1 ms, {one:.1e} without sub-steps;"
          f" wheels {wheel[0]:.1e}, {wheel[1]:.1e}")
    expect(e[2e-3] > 3.5 * e[1e-3], "three on one body: second order")
    expect(e[1e-3] < one and wheel[0] < 0.3 * wheel[1], "three on one body: better than without")


def every_tangent(folder):
    """Driven joints are where their source says, whatever tangent the whole takes; stiff contacts take the full one."""
    (folder / "slide.yaml").write_text(
        "bodies: [{name: b, mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.3, 0, 0]}]\n"
        "joints: [{name: j, type: prismatic, bodies: [ground, b], at: [0.3, 0, 0], axis: [1, 0, 0], "
        "drive: {sine: {amplitude: 0.05, frequency: 1.6 Hz}}}]\n")
    for tangent, ball in (("first", ""), ("full", ""), ("first", "1e8")):
        (folder / "whole.yaml").write_text(
            "step: 1 ms\nduration: 1 s\nbodies:\n  - {name: car, mass: 10, inertia: [1, 1, 1]}\n"
            "  - {name: ball, mass: 1, inertia: [1, 1, 1], position: [3, 0, 0.1]}\n"
            "joints: [{name: h, type: revolute, bodies: [ground, car], at: [0, 0, 0], axis: [0, 0, 1], "
            "drive: {sine: {amplitude: 0.5, frequency: 2 Hz}}}]\n"
            "include: [{file: slide.yaml, name: p, ground: car, substeps: 4}]\n" +
            (f"forces: [{{name: floor, type: contact, bodies: [ground, ball], axis: [0, 0, 1], at: [3, 0, 0], "
             f"at2: [3, 0, 0.1], radius: 0.1, stiffness: {ball}}}]\n" if ball else ""))
        r = run(folder, "sim", "whole.yaml", "--tangent", tangent, "--csv", "w.csv", "--quiet")
        expect(r.returncode == 0, f"tangent {tangent}, contact '{ball}': {r.returncode} {r.stderr.strip()}")
        with open(folder / "w.csv", encoding="utf-8") as f:
            open_by = max(float(row["residual.position"]) for row in csv.DictReader(f))
        expect(open_by < 1e-12, f"tangent {tangent}, contact '{ball}': joints open by {open_by:.1e}")


# ---- what is refused -----------------------------------------------------------------------------

LINK = "bodies:\n  - {name: %s, position: [%g, 0, 0], mass: 1, inertia: [0.1, 0.1, 0.1]}\n"


LINKAGE = """bodies:
  - {name: b1, position: [-0.735, 0.743, 0.982], mass: 4.781, inertia: [0.42289, 0.39859, 0.38739],
     orientation: {axis: [0.36310562515215633, 0.5576608938013223, 0.7464372930846715], angle: 1.84}, center_of_mass: [-0.055, 0.059, 0.078]}
  - {name: b3, position: [0.701, 0.928, -0.992], mass: 4.306, inertia: [0.35646, 0.36487, 0.40788], center_of_mass: [0.07, -0.034, 0.078]}
joints:
  - {name: j1, type: revolute, bodies: [ground, b1], at: [0.439, -0.918, -0.46], axis: [0.392467177043425, 0.7549095427283365, 0.5254341987739842]}
  - {name: j3, type: revolute, bodies: [b1, b3], at: [0.491, -0.242, 0.215], axis: [-0.7224768391954678, -0.5619264304853638, -0.4028224218537293]}
  - {name: rod, type: rod, bodies: [ground, b3], at: [-0.386, -0.43, 0.035], at2: [-1.779, -0.474, 0.242]}
"""
HINGED = """step: 1 ms
duration: 0.15 s
bodies:
  - {name: ch, position: [0.646, 0.459, 0.25], mass: 9.639, inertia: [0.84305, 0.94052, 0.81567]}
  - {name: ch2, position: [-0.703, -0.228, -0.044], mass: MASS, inertia: [TURN, TURN, TURN]}
joints:
  - {name: hj, type: revolute, bodies: [ground, ch], at: [-0.839, -0.932, 0.505], axis: [-0.6496626104039319, -0.7348770803606449, 0.1946642478827666]}
  - {name: hj2, type: revolute, bodies: [ch, ch2], at: [-0.779, -0.76, 0.876], axis: [0.8677333657094041, -0.23242858010073325, 0.4393355906217781]}
forces:
  - {name: soil, type: bushing, bodies: [ground, ch], at: [0.094, -0.051, 0.407], stiffness: [5e3, 5e3, 5e3, 1e3, 1e3, 1e3], damping: [50, 50, 50, 10, 10, 10]}
include:
  - {name: s0, file: sub.yaml, OWN ground: ch2, position: [0.253, -0.599, 0.749],
     orientation: {axis: [-0.5988626810972807, -0.7067723050181511, 0.3766117338165477], angle: 2.05}}
"""


def light_border(folder):
    """What iterations left of a linkage of 9 kg was pushed on a border of 0.3 kg: 6 % of the speed, of first order, in no doubt."""
    (folder / "sub.yaml").write_text(LINKAGE, encoding="utf-8")
    for mass, turn, own, code, most in (("0.3", "0.03", "substeps: 2,", 0, 5e-5), ("1.3", "0.13", "substeps: 4,", 0, 5e-5),
                                        ("0.03", "0.003", "substeps: 2,", 0, 1e-4), ("0.003", "0.0003", "substeps: 2,", 7, 1)):
        rows = []
        for words in ("", own):
            (folder / "model.yaml").write_text(HINGED.replace("MASS", mass).replace("TURN", turn).replace("OWN", words), encoding="utf-8")
            r = run(folder, "sim", "model.yaml", "--quiet", "--csv", "out.csv")
            expect(r.returncode == (code if words else 0), f"{mass} kg {words} {r.returncode} {r.stderr.strip()[:200]}")
            rows.append(list(csv.DictReader((folder / "out.csv").read_text(encoding="utf-8").splitlines())))
        off = max(abs(float(a[k]) - float(b[k])) for a, b in zip(*rows) for k in ("s0/b1.vx", "s0/b3.vx", "s0/b3.x"))
        expect(off < most, f"{mass} kg {own} is {off:.2g} off the motion in one step, at most {most:.2g}")


def refuse(folder, what, line, text, *arguments):
    (folder / "model.yaml").write_text(text, encoding="utf-8")
    r = run(folder, "check", "model.yaml", *arguments)
    expect(r.returncode == 2 and line in r.stderr and r.stderr.count("\n") == 1,
           f"{what}: {r.returncode} {r.stderr.strip()}")


def model(inclusions, joints="", forces=""):
    return (LINK % ("base", 0)
            + "joints:\n  - {name: hold, type: revolute, bodies: [ground, base], at: [0, 0, 0]}\n" + joints
            + "include:\n" + inclusions + ("forces:\n" + forces if forces else ""))


def refused(folder):
    (folder / "link.yaml").write_text(LINK % ("link", 1), encoding="utf-8")
    (folder / "empty.yaml").write_text("inputs:\n  - {name: nothing, value: 0}\n", encoding="utf-8")
    (folder / "nest.yaml").write_text("include:\n  - {name: b, file: link.yaml, substeps: 2}\n" + LINK % ("top", 2),
                                      encoding="utf-8")
    own = "  - {name: a, file: link.yaml, substeps: 4}\n"
    pin = "  - {name: pin, type: revolute, bodies: [base, a/link], at: [0.5, 0, 0]}\n"
    between = "bodies: [base, a/link], at: [0, 0, 0]"
    good = model(own, pin)
    refuse(folder, "contact", "contact 'c' begins or ends within a step; take one with two sides, or leave out",
           model(own, pin, "  - {name: c, type: contact, bodies: [ground, a/link], at: [0, 0, -1],"
                           " at2: [1, 0, 0], radius: 0.1, stiffness: 1e4}\n"))
    refuse(folder, "friction", "friction 'f' is on one of its bodies; move it out, or leave out 'substeps'",
           model(own, pin, "  - {name: f, type: friction, joint: pin, coulomb: 1}\n"))
    refuse(folder, "held twice", "joint 'more' holds it to a second body outside, or to ground;",
           model(own, pin + "  - {name: more, type: rod, bodies: [ground, a/link], at: [1, 1, 0], at2: [1, 0, 0]}\n"))
    refuse(folder, "two", "spring 's' is between two of them; put both into one, or leave out 'substeps'",
           model(own + "  - {name: b, file: link.yaml, substeps: 2}\n", pin,
                 "  - {name: s, type: spring, bodies: [a/link, b/link], at: [1, 0, 0], at2: [1, 1, 0], stiffness: 1}\n"))
    refuse(folder, "nested", "is in a sub-model within another that has them; leave one out",
           model("  - {name: a, file: nest.yaml, substeps: 4}\n"))
    refuse(folder, "nobody", "model.yaml:6:43: 'a' has no bodies that could have steps of their own; remove 'substeps'",
           model("  - {name: a, file: empty.yaml, substeps: 4}\n"))
    refuse(folder, "number", "'substeps' must be a whole number from 1 to 100", good.replace("substeps: 4", "substeps: 0"))
    for arguments in (("--method", "canonical"), ("--method", "modular"), ("--method", "hdca")):
        refuse(folder, arguments, "method index3 at order 2 with 'acceleration: index-1' has them alone", good, *arguments)
    refuse(folder, "projection", "'acceleration: index-1' has them alone",
           "solver: {acceleration: projection}\n" + good)
    refuse(folder, "order 4", "method index3 at order 2", "solver: {order: 4}\n" + good)
    stiff = model(own, pin, f"  - {{name: s, type: spring, {between}, at2: [1, 0, 0], stiffness: 1e6, damping: 10}}\n")
    refuse(folder, "stiff", "spring 's'; take a step of 0.000622 s or less, or leave out 'substeps'", stiff)
    r = run(folder, "check", "model.yaml", "--dt", 0.000622)
    expect(r.returncode == 0, f"the step that it names: {r.returncode} {r.stderr.strip()}")
    many = "".join(f"  - {{name: l{i}, position: [0, {i}, 0], mass: 1, inertia: [1, 1, 1]}}\n" for i in range(1, 80))
    chain = "".join(f"  - {{name: j{i}, type: spherical, bodies: [{'base' if i == 1 else f'l{i - 1}'}, l{i}],"
                    f" at: [0, {i - 0.5}, 0]}}\n" for i in range(1, 80))
    refuse(folder, "large", "it is in a mechanism of more than 64 bodies, or leave out 'substeps'",
           good.replace("joints:\n", many + "joints:\n" + chain))
    refuse(folder, "thousands", "it is in a mechanism of more than 64 bodies",
           model('  - {repeat: {k: [1, 4000]}, name: "s${k}", file: link.yaml, substeps: 4}\n'))
    (folder / "model.yaml").write_text(good, encoding="utf-8")
    r = run(folder, "check", "model.yaml")
    expect(r.returncode == 0 and "substeps      'a' makes 4 in a step: 1 body, on 'base'" in r.stdout, "what is good")


# ---- logs ----------------------------------------------------------------------------------------


def recorded(folder):
    r = run(folder, "sim", HERE / "half_car.yaml", "--duration", 0.3, "--record", "a.tlog", "--quiet")
    expect(r.returncode == 0, f"recorded: {r.stderr.strip()}")
    for arguments in (("--workers", 1), ("--workers", 3), ("--lanes", 1), ("--lanes", 4), ("--from", 200)):
        r = run(folder, "replay", "a.tlog", *arguments)
        expect(r.returncode == 0 and "identical" in r.stdout, f"replayed {arguments}: {r.stdout.strip()} {r.stderr.strip()}")


with tempfile.TemporaryDirectory() as work:
    if sys.argv[1] == "accuracy":
        quarter_car(pathlib.Path(work))
        triangles(pathlib.Path(work))
        three_on_one(pathlib.Path(work))
        every_tangent(pathlib.Path(work))
        light_border(pathlib.Path(work))
    elif sys.argv[1] == "refused":
        refused(pathlib.Path(work))
    else:
        recorded(pathlib.Path(work))
sys.exit(1 if failed else 0)
