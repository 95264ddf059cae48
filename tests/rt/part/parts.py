#!/usr/bin/env python3
# test: parts.motion program -- motion @tactus @build/tests/rt/part/parts
# test: parts.among program -- among @tactus @build/tests/rt/part/parts
# test: parts.refused program -- refused @tactus @build/tests/rt/part/parts
# test: parts.recorded program -- recorded @tactus @build/tests/rt/part/parts
"""The example docs/parts/braking.yaml on a tyre of its own, and what is refused of parts.

    parts.py motion|among|refused|recorded TACTUS PARTS     PARTS: the objects of these tests
"""
import csv
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

EXAMPLE = pathlib.Path("docs/parts/braking.yaml").resolve()
TACTUS, PARTS = pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3]).resolve()
failed = []


def expect(good, what):
    print("ok  " if good else "FAIL", what)
    if not good:
        failed.append(what)


def run(folder, *arguments):
    return subprocess.run([TACTUS, *map(str, arguments)], cwd=folder, capture_output=True, text=True, check=False)


def says(folder, code, words, *arguments):
    r = run(folder, *arguments)
    said = r.stdout + r.stderr
    expect(r.returncode == code and words in said, f"{' '.join(map(str, arguments))}: {r.returncode} {said.strip()}")


def sensors(folder, dt):
    r = run(folder, "sim", "braking.yaml", "--dt", repr(dt), "--every", round(0.002 / dt), "--sensors", "fine.csv")
    expect(r.returncode == 0, f"a step of {dt} s: {r.returncode} {r.stderr.strip()}")
    with open(folder / "fine.csv", encoding="utf-8") as f:
        return [{k: float(v) for k, v in row.items()} for row in csv.DictReader(f)]


def away(rows, exact, column, first, last):
    return max(abs(a[column] - b[column]) for a, b in zip(rows, exact) if first <= a["t"] <= last)


# ---- what it does ---------------------------------------------------------------------------------

def motion(folder):
    weight = (380 + 20 + 18) * 9.81  # of what stands on the tyre; the slider on the road carries itself
    exact = sensors(folder, 0.125e-3)
    at = {dt: sensors(folder, dt) for dt in (1e-3, 0.5e-3)}
    rows = at[1e-3]
    before = [r for r in rows if 0.2 < r["t"] < 1.0]
    mean = sum(r["load.value"] for r in before) / len(before)
    expect(abs(mean - weight) < 0.02 * weight, f"the load is {mean:.0f} N in the mean, the weight {weight:.0f} N")
    expect(all(abs(r["tyre.f3"] - r["load.value"]) < 1e-6 * weight for r in rows), "its wrench is the load")
    # 450 N m at 0.29 m brake 438 kg, the wheel's inertia among it, without locking it
    braked = [r for r in rows if r["t"] >= 1.5]
    slower = (braked[0]["speed.qd"] - braked[-1]["speed.qd"]) / (braked[-1]["t"] - braked[0]["t"])
    expected = 450 / 0.29 / (438 + 1.0 / 0.29**2)
    expect(abs(slower - expected) < 0.02 * expected, f"it brakes by {slower:.3f} m/s2, about {expected:.3f}")
    expect(all(-0.05 < r["slip.value"] < -0.005 for r in braked), "its slip is some hundredths")
    expect(braked[-1]["speed.qd"] > 5, "it has not stopped")
    for column, bound in (("speed.q", 1e-5), ("speed.qd", 1e-5)):
        fine, coarse = away(at[0.5e-3], exact, column, 0, 3), away(rows, exact, column, 0, 3)
        print(f"{column}: {coarse:.1e} at 1 ms, {fine:.1e} at 0.5 ms")
        expect(coarse < bound and fine < 0.45 * coarse, f"{column} follows a fine step")


# ---- among other things -----------------------------------------------------------------------------

CORNER = """
bodies:
  - {name: hub, position: [0, 0, 0], mass: 20, inertia: [1, 1, 1]}
  - {name: arm, position: [0, -0.2, 0], mass: 3, inertia: [0.1, 0.1, 0.1]}
joints:
  - {name: out, type: spherical, bodies: [arm, hub], at: [0, 0, -0.1]}
  - {name: in, type: revolute, bodies: [ground, arm], at: [0, -0.4, 0], axis: [1, 0, 0]}
forces:
  - {name: up, bodies: [ground, hub], at: [0, 0, 0.3], SOFT 3e4 300}
  - {name: side, bodies: [ground, hub], at: [0.3, 0, 0.1], SOFT 1e5 30}
"""
CAR = """
duration: 1 s
bodies: [{name: car, position: [0, 0, 0.3], mass: 300, inertia: [50, 60, 70], angular_velocity: [0.3, 0.2, 0.1]}]
include:
  - {name: a, file: sub/corner.yaml, ground: car, position: [1, 0.5, 0]}
  - {name: b, file: sub/corner.yaml, ground: car, position: [-1, 0.5, 0]}
  - {name: c, file: sub/corner.yaml, ground: car, position: [1, 1.5, 0], keep: true}
forces: [{name: air, type: bushing, bodies: [ground, car], at: [0, 0, 0], stiffness: [1e4, 1e4, 3e4, 1e4, 1e4, 1e4]}]
sensors: [{name: p, type: pose, body: a/hub}, {name: q, type: pose, body: c/arm}, {name: e, type: energy}]
"""
BEAM = """
duration: 1 s
bodies:
  - {name: beam, flexible: {beam: {from: [0, 0, 0], to: [1, 0, 0], section: {box: [20 mm, 10 mm]},
     material: {E: 2e11, nu: 0.3, density: 7800}, modes: 6}}}
joints: [{name: j, type: revolute, bodies: [ground, beam], at: [0, 0, 0], axis: [0, 1, 0]}]
forces: [{name: s, bodies: [ground, beam], at: [1, 0, 0], SOFT 2000 3}]
sensors: [{name: m, type: modes, body: beam}, {name: q, type: coordinates, joint: j}]
"""


def among(folder):
    """On carriers, in sub-models and on a flexible body parts move as the bushings that say the same."""
    (folder / "sub").mkdir()
    shutil.copy(PARTS / "soft.so", folder / "sub")

    def written(text, kind, file):
        to = {"part": rf"type: part, file: {file}, parameters: {{k: \1, c: \2}}",
              "bushing": r"type: bushing, stiffness: [\1, \1, \1, 0, 0, 0], damping: [\2, \2, \2, 0, 0, 0]"}[kind]
        return re.sub(r"SOFT (\S+) (\d+)", to, text)

    def rows_of(model, *options):
        says(folder, 0, "", "sim", model, "--quiet", "--sensors", "rows.csv", *options)
        with open(folder / "rows.csv", encoding="utf-8") as f:
            return [[float(x) for x in row] for row in list(csv.reader(f))[1:]]

    rows = {}
    for kind in ("part", "bushing"):
        (folder / "sub/corner.yaml").write_text(written(CORNER, kind, "soft.so"), encoding="utf-8")
        (folder / "car.yaml").write_text(CAR, encoding="utf-8")
        (folder / "beam.yaml").write_text(written(BEAM, kind, "sub/soft.so"), encoding="utf-8")
        rows[kind] = rows_of("car.yaml"), rows_of("car.yaml", "--carriers", "off"), rows_of("beam.yaml")
    for k, what in enumerate(("on carriers", "without carriers", "on a flexible body")):
        pairs = [(x, y) for r, s in zip(rows["part"][k], rows["bushing"][k]) for x, y in zip(r, s)]
        off = max(abs(x - y) / (1 + abs(y)) for x, y in pairs)
        expect(len(pairs) > 8000 and off < 1e-10, f"{what} parts are within {off:.1e} of bushings")


# ---- what is refused -------------------------------------------------------------------------------

def refused(folder):
    text = (folder / "braking.yaml").read_text(encoding="utf-8")

    def changed(words, *pairs, command="check", options=()):
        changed_text = text
        for old, new in pairs:
            assert old in changed_text, old
            changed_text = changed_text.replace(old, new)
        (folder / "changed.yaml").write_text(changed_text, encoding="utf-8")
        says(folder, 2, words, command, "changed.yaml", *options)

    for method in ("canonical", "modular", "hdca", "dca"):
        says(folder, 2, "part 'tyre'; the method index3 at order 2", "sim", "braking.yaml", "--method", method)
    says(folder, 2, "part 'tyre'; the method index3 at order 2", "sim", "braking.yaml", "--order", 4)
    changed("part 'tyre'; the method index3 at order 2", ("step: 1 ms", "step: 1 ms\nsolver: {acceleration: projection}"))
    (folder / "pump.yaml").write_text(
        "bodies: [{name: case, position: [0, 0, 2], mass: 1, inertia: [1, 1, 1]}]\n"
        "joints: [{name: hold, type: revolute, bodies: [ground, case], at: [0, 0, 2]}]\n", encoding="utf-8")
    changed("leave out 'substeps'", ("sensors:", "include: [{name: pump, file: pump.yaml, ground: car, substeps: 2}]\nsensors:"))
    changed("changed.yaml:28:18: the part has no parameter 'stifness'; it has: radius, stiffness", ("stiffness: 210 kN/m", "stifness: 210 kN/m"))
    changed("the part has no input 'road'; it has: height", ("{height: road}", "{road: road}"))
    changed("the part refuses its parameters: friction should be above 0", ("friction: 0.9", "friction: -0.9"))
    changed("no source or input 'rode'; did you mean 'road'?", ("{height: road}", "{height: rode}"))
    changed("the part has no output 'weight'; it has: load, slip, lateral_force", ("output: load", "output: weight"))
    changed("'spring' is no part and has no outputs", ("element: tyre, output: load", "element: spring, output: load"))
    changed("unknown key 'stiffness'", ("file: tyre.so", "file: tyre.so\n    stiffness: 3"))
    changed("a part needs 'file'", ("    file: tyre.so\n", ""))
    changed("none.so: ", ("tyre.so", "none.so"))
    changed("braking.yaml: ", ("tyre.so", "braking.yaml"))
    os.chmod(folder / "tyre.so", 0o775)
    says(folder, 2, "braking.yaml:25:11: tyre.so: can be written by others", "check", "braking.yaml")
    os.chmod(folder / "tyre.so", 0o755)
    says(folder, 0, "'tyre' is tyre.so, \"tyre with relaxation length\"", "check", "braking.yaml")
    says(folder, 0, "index3: no other has parts", "check", "braking.yaml")
    for name in sorted(PARTS.glob("*.so")):  # whatever is refused of an object is refused with the line of the model
        r = subprocess.run([TACTUS, "check", "other.yaml"], cwd=folder, capture_output=True, text=True, check=False) \
            if (folder / "other.yaml").write_text(text.replace("tyre.so", str(name)), encoding="utf-8") else None
        lines = r.stderr.strip().split("\n")
        expect(r.returncode in (0, 2) and (r.returncode == 0 or (len(lines) == 1 and lines[0].startswith("other.yaml:"))),
               f"{name.name}: {r.returncode} {r.stderr.strip()}")


# ---- logs ------------------------------------------------------------------------------------------

def recorded(folder):
    says(folder, 0, "", "sim", "braking.yaml", "--quiet", "--record", "a.tlog", "--csv", "a.csv", "--sensors", "s.csv",
         "--duration", 1.5)
    says(folder, 0, "tyre.so, ", "log", "info", "a.tlog")
    code = (folder / "tyre.so").read_bytes()
    needle = code[code.index(b"radius should be above"):][:22]
    expect(needle not in (folder / "a.tlog").read_bytes(), "the object is not in the log")
    away_from = folder / "elsewhere"
    away_from.mkdir()
    shutil.copy(folder / "a.tlog", away_from)
    shutil.copy(folder / "tyre.so", away_from / "kept.so")
    shutil.copy(folder / "tyre.so", away_from)  # what a log names is not loaded, even where it lies
    shutil.copy(PARTS / "seeds" / "tyre.so", away_from / "other.so")
    os.chmod(away_from / "other.so", 0o755)
    missing = "a log brings no objects: give 'tyre.so', of hash "
    says(away_from, 2, missing, "replay", "a.tlog")
    says(away_from, 2, missing, "replay", "a.tlog", "--part", "other.so")
    says(away_from, 2, missing, "log", "export", "a.tlog", "--csv", "b.csv")
    says(away_from, 2, "--part: none.so: ", "replay", "a.tlog", "--part", "none.so")
    given = ("--part", "other.so", "--part", "kept.so")
    for options in ((), ("--workers", 2), ("--lanes", 1), ("--lanes", 4), ("--from", 1024), ("--workers", 3, "--lanes", 8)):
        says(away_from, 0, "identical: steps", "replay", "a.tlog", *given, *options)
    says(away_from, 0, "", "log", "export", "a.tlog", "--csv", "b.csv", "--sensors", "t.csv", *given)
    for one, other in (("a.csv", "b.csv"), ("s.csv", "t.csv")):
        same = (folder / one).read_bytes() == (away_from / other).read_bytes()
        expect(same, f"{other} has the bytes of {one}")
    (folder / "rig.yaml").write_text(f"name: parts{os.getpid()}\nmodel: braking.yaml\nstep: 1 ms\nwatchdog: 20 s\n",
                                     encoding="utf-8")
    says(folder, 0, "", "run", "rig.yaml", "--duration", 0.3, "--quiet", "--record", "r.tlog")
    says(folder, 0, "identical: steps", "replay", "r.tlog", "--part", "tyre.so")
    r = run(folder, "sim", "braking.yaml", "--quiet", "--record", "b.tlog", "--duration", 0.1, "--parameter", "none=1")
    expect(r.returncode == 2, "a parameter of a part is none of the model")


with tempfile.TemporaryDirectory() as name:
    work = pathlib.Path(name)
    shutil.copy(EXAMPLE, work)
    shutil.copy(PARTS / "tyre.so", work)
    os.chmod(work / "tyre.so", 0o755)
    {"motion": motion, "among": among, "refused": refused, "recorded": recorded}[sys.argv[1]](work)
print(f"{len(failed)} failed")
sys.exit(bool(failed))
