#!/usr/bin/env python3
# test: parts.compiled program cost=40 unless=sanitize -- @tactus
"""Random sub-models, compiled and included: both move alike.

    compiled.py TACTUS [SEED ...]
"""
import csv
import json
import math
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

TACTUS = pathlib.Path(sys.argv[1]).resolve()
# What is left beside a hundred times what the same model is off by with its carriers as rows: rounding.
BOUND = {"positions": 1e-12, "others": 1e-9, "energy": 1e-11, "accelerations": 1e-8, "reactions": 1e-6}
failed = []
# Sub-models with friction, contacts and springs with corners besides.
ROUGH = [int(x) for x in os.environ.get("ROUGH", "1 2 3 5 7 8 10 27").split()]
ROUGH_ALIKE = [(4, 4), (6, 3)]
SEEDS = [int(x) for x in sys.argv[2:]] or [1, 2, 3, 4, 7, 8, 11, 12, 101, 106, 107, 126, 134, 142]
# Several of one object on one body; more than eight are two compounds.
ALIKE = [(int(x), int(os.environ["N"])) for x in sys.argv[2:]] if "N" in os.environ else [(2, 4), (3, 9), (7, 2), (8, 5), (11, 8), (13, 4)]


def expect(good, what):
    print("ok  " if good else "FAIL", what)
    if not good:
        failed.append(what)


def vector(r, size):
    return [r.uniform(-size, size) for _ in range(3)]


def unit(r):
    v = [r.gauss(0, 1) for _ in range(3)]
    n = math.sqrt(sum(x * x for x in v))
    return [x / n for x in v]


def turned(r):
    return {"axis": unit(r), "angle": r.uniform(-3, 3)}


def normal_to(r, a):
    b = unit(r)
    c = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    n = math.sqrt(sum(x * x for x in c))
    return [x / n for x in c]


def near(r, p, size):
    return [x + y for x, y in zip(p, vector(r, size))]


def body(r, name, mass, at):
    size = 0.2 * mass
    return {"name": name, "mass": mass, "position": at, "orientation": turned(r),
            "inertia": [size * 0.04 * r.uniform(0.9, 1.3) for _ in range(3)], "center_of_mass": vector(r, 0.05)}


def sine(r, size):
    return {"sine": {"amplitude": r.uniform(0.2, 1) * size, "frequency": r.uniform(0.5, 3), "phase": r.uniform(0, 3)}}


# A drive that is zero at the start, but moves; of a rod its length.
def drive(r, offset, size):
    return r.choice([{"sine": {"amplitude": size, "frequency": r.uniform(0.5, 2), "offset": offset}},
                     {"sum": [{"constant": offset}, {"chirp": {"amplitude": size, "from": 0.5, "to": 3, "duration": 2}}]}])


JOINTS = ("fixed", "revolute", "prismatic", "cylindrical", "spherical", "universal", "planar", "point_on_line", "rod", "screw")


class SubModel:
    """Bodies on ground in a tree, with laws beside its joints, loops, loads, and sensors of all that."""

    def __init__(self, r, prefix="", most=6, input_is_source=None):
        self.r, self.prefix = r, prefix
        n = r.randint(1, most)
        self.place = {"ground": [0, 0, 0]}
        self.mass = {"ground": 1e9}
        self.file = {"bodies": [], "joints": [], "forces": [], "sensors": [], "sources": [], "tables": [], "inputs": []}
        self.numbers = 0
        for k in range(n):
            at = near(r, [0, 0, 0], 0.6)
            mass = 10 ** r.uniform(-1, 2) if r.random() < 0.6 else 10 ** r.uniform(-1.5, 1.5)
            self.file["bodies"].append(body(r, f"b{k}", mass, at))
            other = r.choice(["ground"] + [f"b{i}" for i in range(k)]) if k else "ground"
            self.place[f"b{k}"], self.mass[f"b{k}"] = at, mass
            self.join(k, other, f"b{k}")
        self.file["tables"].append({"name": "line", "points": [[-2, -400], [2, 400]], "interpolation": "linear"})
        self.file["tables"].append({"name": "curve", "points": [[-1, -300], [-0.3, -60], [0.2, 30], [1, 400]], "interpolation": "cubic"})
        self.file["inputs"].append({"name": "push", "value": 3})
        for k in range(r.randint(0, 3)):
            self.loop(k)
        for k in range(r.randint(0, 3)):
            self.law(k)
        for k in range(r.randint(0, 2)):
            self.load(k)

    def sense(self, item, numbers):
        if self.numbers + numbers <= 60:
            self.numbers += numbers
            self.file["sensors"].append(item)

    def lighter(self, a, b):
        return min(self.mass[a], self.mass[b])

    def join(self, k, a, b):
        r, f = self.r, self.file
        kind = r.choice(JOINTS)
        at = near(r, self.place[b], 0.2)
        axis = unit(r)
        j = {"name": f"j{k}", "type": kind, "bodies": [a, b] if r.random() < 0.7 else [b, a], "at": at}
        if kind != "spherical" and kind != "fixed" and kind != "rod":
            j["axis"] = axis
        if kind == "universal":
            j["axis2"] = normal_to(r, axis)
        if kind == "screw":
            j["lead"] = r.choice([-1, 1]) * r.uniform(0.02, 0.3)
        if kind == "rod":
            j["at2"] = near(r, at, 0.3)
        driven = r.random() < 0.35
        if driven and kind == "revolute":
            j["drive"] = drive(r, 0, 0.2)
        elif driven and kind == "prismatic":
            j["drive"] = drive(r, 0, 0.05)
        elif driven and kind == "cylindrical":
            j["drive_angle"] = drive(r, 0, 0.2)
            if r.random() < 0.5:
                j["drive_displacement"] = drive(r, 0, 0.05)
        elif driven and kind == "rod":
            j["drive"] = drive(r, math.dist(j["at"], j["at2"]), 0.02)
        f["joints"].append(j)
        self.sense({"name": f"at{k}", "type": "pose", "body": b}, 7)
        if r.random() < 0.5:
            self.sense({"name": f"v-{k}", "type": "twist", "body": b, "at": vector(r, 0.3)}, 6)
        if r.random() < 0.5:
            self.sense({"name": f"a{k}", "type": r.choice(["acceleration", "accelerometer"]), "body": b, "at": vector(r, 0.3)}, 6)
        if r.random() < 0.5:
            self.sense({"name": f"r{k}", "type": "reaction", "joint": f"j{k}"}, 6)
        if kind in ("revolute", "prismatic", "cylindrical", "screw", "universal", "rod") and r.random() < 0.5:
            self.sense({"name": f"q{k}", "type": "coordinates", "joint": f"j{k}"}, 4)
        m = self.mass[b]
        omega = 10 ** r.uniform(0.3, 3)  # with a step of 5 ms up to 5
        stiff = m * omega ** 2
        if kind not in ("fixed",):
            laws = r.random()
            if laws < 0.6:
                f["forces"].append({"name": f"hold{k}", "type": "bushing", "bodies": j["bodies"], "at": near(r, at, 0.1), "axis": unit(r),
                                    "stiffness": [stiff * r.uniform(0.3, 1) for _ in range(3)] + [stiff * 0.01 * r.uniform(0.3, 1) for _ in range(3)],
                                    "damping": [m * omega * r.uniform(0.05, 1) for _ in range(3)] + [m * omega * 0.01 * r.uniform(0.05, 1) for _ in range(3)]})
                if r.random() < 0.3:
                    self.sense({"name": f"f{k}", "type": "force", "element": f"hold{k}"}, 6)
            if kind in ("revolute", "cylindrical") and not driven:
                f["forces"].append({"name": f"turn{k}", "type": "rotational_spring", "joint": f"j{k}", "stiffness": stiff * 0.01, "damping": m * omega * 0.003,
                                    "actuator": sine(r, m * 0.05), "free_angle": r.choice([0, sine(r, 0.1)])})
                if r.random() < 0.5:
                    f["forces"][-1]["spring_table"] = r.choice(["line", "curve"])
                self.sense({"name": f"t{k}", "type": "force", "element": f"turn{k}"}, 1)
            if kind in ("prismatic", "cylindrical") and not driven:
                f["forces"].append({"name": f"slide{k}", "type": "sliding_spring", "joint": f"j{k}", "stiffness": stiff, "damping": m * omega * 0.3,
                                    "actuator": r.choice(["push", sine(r, m)])})
                if r.random() < 0.4:
                    f["forces"][-1]["damper_table"] = r.choice(["line", "curve"])

    def loop(self, k):
        r, f = self.r, self.file
        joints = [j for j in f["joints"] if j["type"] in ("revolute", "fixed", "spherical")]
        names = list(self.place)
        if r.random() < 0.5 and joints:  # one that holds more than is needed
            j = dict(r.choice(joints), name=f"again{k}")
            for key in ("drive",):
                j.pop(key, None)
            if j["type"] == "revolute":
                j["at"] = [x + 0.3 * y for x, y in zip(j["at"], j["axis"])]
            f["joints"].append(j)
        elif len(names) > 2:
            a, b = r.sample(names, 2)
            f["forces"].append({"name": f"loop{k}", "type": "bushing", "bodies": [a, b], "at": near(r, self.place[b], 0.2),
                                "stiffness": [self.lighter(a, b) * 1e4] * 3 + [self.lighter(a, b) * 10] * 3,
                                "damping": [self.lighter(a, b) * 10] * 3 + [self.lighter(a, b) * 0.1] * 3, "implicit": r.random() < 0.8})

    def law(self, k):
        r, f = self.r, self.file
        a, b = r.sample(list(self.place), 2)
        m = self.lighter(a, b)
        omega = 10 ** r.uniform(0.3, 2.7)
        s = {"name": f"s{k}", "type": "spring", "bodies": [a, b], "at": near(r, self.place[a], 0.2), "at2": near(r, self.place[b], 0.3),
             "stiffness": m * omega ** 2, "damping": m * omega * r.uniform(0.02, 1)}
        if r.random() < 0.5:
            s["actuator"] = r.choice(["push", sine(r, 5 * m)])
        if r.random() < 0.3:
            s["damper_table"] = r.choice(["line", "curve"])
        f["forces"].append(s)
        self.sense({"name": f"l{k}", "type": "force", "element": f"s{k}"}, 1)
        if r.random() < 0.5:
            self.sense({"name": f"d{k}", "type": "distance", "bodies": [a, b], "at": vector(r, 0.2)}, 2)

    def load(self, k):
        r = self.r
        b = r.choice([n for n in self.place if n != "ground"])
        m = self.mass[b]
        self.file["forces"].append({"name": f"p{k}", "type": "load", "body": b, "at": near(r, self.place[b], 0.2), "axes": r.choice(["world", "body"]),
                                    "force": [r.choice(["push", sine(r, m), 0.3 * m]) for _ in range(3)], "torque": [sine(r, 0.02 * m), 0, 0]})


class RoughSubModel(SubModel):
    """With friction, contacts and springs with corners on its bodies."""

    def __init__(self, r, most=6):
        super().__init__(r, most=most)
        f = self.file
        f["tables"].append({"name": "stop", "points": [[-1, -1e5], [-0.01, 0], [0.01, 0], [1, 1e5]]})
        for k, j in enumerate([j for j in f["joints"] if j["type"] in ("revolute", "prismatic") and "drive" not in j]):
            m, arm = self.lighter(*j["bodies"]), 0.1 if j["type"] == "revolute" else 1
            f["forces"].append({"name": f"rub{k}", "type": "friction", "joint": j["name"], "coulomb": arm * m * 10 ** r.uniform(-1, 1),
                                "viscous": r.choice([0, arm * arm * m]), "regularisation": 10 ** r.uniform(-3, -1)})
            self.sense({"name": f"rubs{k}", "type": "force", "element": f"rub{k}"}, 1)
        for k in range(r.randint(1, 3)):
            a, b = r.sample(list(self.place), 2)
            at, at2 = near(r, self.place[a], 0.2), near(r, self.place[b], 0.2)
            f["forces"].append({"name": f"stop{k}", "type": "spring", "bodies": [a, b], "at": at, "at2": at2, "spring_table": "stop",
                                "free_length": r.uniform(0.9, 1.1) * math.dist(at, at2), "damping": self.lighter(a, b) * r.uniform(0, 3)})
            self.sense({"name": f"stops{k}", "type": "force", "element": f"stop{k}"}, 1)
        for k in range(r.randint(1, 2)):
            a, b = r.sample(list(self.place), 2)
            at2, axis = near(r, self.place[b], 0.1), unit(r)
            above = r.uniform(0.1, 0.101)  # of a radius of 0.1, so that it hits soon
            f["forces"].append({"name": f"hits{k}", "type": "contact", "bodies": [a, b], "at": [x - above * y for x, y in zip(at2, axis)],
                                "axis": axis, "at2": at2, "radius": 0.1, "stiffness": self.lighter(a, b) * 10 ** r.uniform(3, 6),
                                "damping": r.uniform(0, 0.3), "offset": r.choice([0, sine(r, 1e-3)])})
            self.sense({"name": f"hit{k}", "type": "force", "element": f"hits{k}"}, 1)


def host(r, step, names):
    """What the carriers hang on, and what else there is."""
    f = {"gravity": [0, r.uniform(-3, 3), -9.81], "step": step, "duration": 150 * step, "solver": {},
         "bodies": [], "joints": [], "forces": [], "sensors": [], "sources": [], "include": []}
    if r.random() < 0.3:
        f["solver"]["tangent"] = "full"
    if r.random() < 0.3:
        f["solver"]["iterations"] = r.randint(2, 6)
    last = "ground"
    for k, name in enumerate(names):
        at = vector(r, 1)
        m = 10 ** r.uniform(0.5, 2.5)
        f["bodies"].append(body(r, name, m, at))
        kind = r.choice(["bushing", "revolute", "spherical", "prismatic", "universal", "fixed", "free"])
        on = last if r.random() < 0.5 else "ground"
        if kind == "bushing" or kind == "free":
            f["forces"].append({"name": f"hang{k}", "type": "bushing", "bodies": [on, name], "at": near(r, at, 0.3),
                                "stiffness": [m * 3e3] * 3 + [m * 200] * 3, "damping": [m * 30] * 3 + [m * 2] * 3})
        else:
            j = {"name": f"hang{k}", "type": kind, "bodies": [on, name], "at": near(r, at, 0.3)}
            if kind in ("revolute", "prismatic", "universal"):
                j["axis"] = unit(r)
            if kind == "universal":
                j["axis2"] = normal_to(r, j["axis"])
            if kind == "revolute" and r.random() < 0.4:
                j["drive"] = drive(r, 0, 0.1)
            f["joints"].append(j)
            f["sensors"].append({"name": f"hung{k}", "type": "reaction", "joint": f"hang{k}"})
            if kind != "fixed" and "drive" not in j:
                f["forces"].append({"name": f"soft{k}", "type": "bushing", "bodies": [on, name], "at": at,
                                    "stiffness": [m * 1e3] * 3 + [m * 50] * 3, "damping": [m * 10] * 3 + [m] * 3})
        f["sensors"] += [{"name": f"c{k}", "type": "pose", "body": name}, {"name": f"cv{k}", "type": "twist", "body": name},
                         {"name": f"ca{k}", "type": "acceleration", "body": name}]
        last = name
    what = r.randint(0, 4)
    if what == 1:
        f["bodies"].append(body(r, "ball", 1.0, [5, 0, 0.101]))
        f["forces"].append({"name": "floor", "type": "contact", "bodies": ["ground", "ball"], "at": [5, 0, 0], "axis": [0, 0, 1],
                            "at2": [5, 0, 0.101], "radius": 0.1, "stiffness": 1e6, "damping": 0.1})
    elif what == 2:
        f["bodies"].append(body(r, "arm", 2.0, [5, 0.4, 0]))
        f["joints"].append({"name": "pin", "type": "revolute", "bodies": ["ground", "arm"], "at": [5, 0, 0], "axis": [1, 0, 0]})
        f["forces"].append({"name": "rub", "type": "friction", "joint": "pin", "coulomb": 2})
    elif what == 3:
        f["tables"] = [{"name": "rope", "points": [[-1, 0], [0, 0], [1, 1e5]]}]
        f["bodies"].append(body(r, "weight", 2.0, [5, 0.4, 0]))
        f["forces"].append({"name": "rope", "type": "spring", "bodies": ["ground", "weight"], "at": [5, 0, 1], "at2": [5, 0.4, 0], "spring_table": "rope"})
    elif what == 4:
        f["bodies"].append({"name": "beam", "flexible": {"beam": {"from": [5, 0, 0], "to": [6, 0, 0], "section": {"box": [0.02, 0.01]},
                            "material": {"E": 2e11, "nu": 0.3, "density": 7800}, "modes": 4}}})
        f["joints"].append({"name": "root", "type": "revolute", "bodies": ["ground", "beam"], "at": [5, 0, 0], "axis": [0, 1, 0]})
        f["forces"].append({"name": "tip", "type": "spring", "bodies": ["ground", "beam"], "at": [6, 0, 1], "at2": [6, 0, 0], "stiffness": 2000, "damping": 3})
    f["sensors"].append({"name": "e", "type": "energy"})
    return f, what


def write(path, what):
    path.write_text(json.dumps({k: v for k, v in what.items() if v or k == "forces"}, indent=1), encoding="utf-8")


def run(folder, *arguments):
    """A command; errors are of no concern here: compiled and included sub-models are compared."""
    off = ("--error-check", "off") if arguments[0] == "sim" else ()
    return subprocess.run([TACTUS, *map(str, arguments), *off], cwd=folder, capture_output=True, text=True, check=False)


def rows(folder, name):
    with open(folder / name, encoding="utf-8") as f:
        table = list(csv.reader(f))
    return table[0], [[float(x) for x in row] for row in table[1:]]


def set_going(r, bodies):
    for b in bodies:
        if r.random() < 0.5:
            b["velocity"], b["angular_velocity"] = vector(r, 0.5), vector(r, 1)


# Joints that are open as given, which a start closes; where there are loops it may not be able to.
def misfit(seed, f):
    r = random.Random(5000 + seed)
    size = 10 ** r.uniform(-6, -3)
    for j in f["joints"] if len(f["joints"]) == len(f["bodies"]) else []:
        if j["type"] in ("spherical", "revolute", "universal", "fixed") and "at2" not in j and r.random() < 0.5:
            j["at2"] = near(r, j["at"], size)


def varied(k, what, key=""):
    """The same but for numbers."""
    if isinstance(what, dict):
        return {name: varied(k, value, name) for name, value in what.items()}
    if isinstance(what, list):
        if key == "points":
            return [[x, y * (1 + 0.07 * k)] for x, y in what]
        return [varied(k, value, key) for value in what]
    return what * (1 + 0.07 * k) if key in ("mass", "inertia", "stiffness", "damping", "coulomb") else what


def case(folder, seed, alike, make, of_form=False):
    r = random.Random(seed)
    motion = random.Random(1000 + seed)
    step = r.choice([0.5e-3, 1e-3, 2e-3, 5e-3])
    n_part = alike or r.choice([1, 1, 2, 3])
    carriers = ["car", "cart"][:r.choice([1, 2])]
    base, what = host(r, step, carriers)
    set_going(motion, base["bodies"][:len(carriers)])
    included, compiled = json.loads(json.dumps(base)), json.loads(json.dumps(base))
    of = {}
    for k in range(n_part):
        name = f"p{k}"
        if not alike or k == 0:
            sub = make(r)
            f = sub.file
            set_going(motion, f["bodies"])
            if seed % 3 == 0:
                misfit(seed, f)
        nested = r.random() < 0.3
        if nested and not alike:
            inner = SubModel(r, most=2)
            inner.file["inputs"], inner.file["sensors"] = [], []
            text = json.dumps(inner.file).replace('"push"', "2.5")
            write(folder / f"{name}_inner.yaml", json.loads(text))
            f["include"] = [{"name": "in", "file": f"{name}_inner.yaml", "ground": r.choice(list(sub.place)), "position": vector(r, 0.5),
                             "orientation": turned(r), "keep": r.random() < 0.3}]
            sub.sense({"name": "inner", "type": "pose", "body": "in/b0"}, 7)
        mine = varied(k, f) if of_form else f
        write(folder / f"{name}.yaml", mine)
        push = sine(r, 10)
        g = json.loads(json.dumps(mine))
        del g["inputs"]
        g["sources"] = [dict(push, name="push")]
        write(folder / f"{name}_whole.yaml", g)
        place = {"position": vector(r, 0.6), "orientation": turned(r)}
        on = carriers[0] if alike else r.choice(carriers)
        included["include"].append({"name": name, "file": f"{name}_whole.yaml", "ground": on, **place})
        compiled["sources"].append(dict(push, name=f"push{k}"))
        of[name] = [s["name"] for s in f["sensors"]], on, place
        c = run(folder, "compile", f"{name}.yaml", "--out", f"{name}.so", "--header", f"{name}.h")
        if c.returncode != 0:
            expect(False, f"{seed}: not compiled: {c.stderr.strip()}")
            return None, None
        outputs = [line.split()[0].strip(",")[len("PART_OUTPUT_"):] for line in (folder / f"{name}.h").read_text().split("\n")
                   if "PART_OUTPUT_" in line]
        file = "p0.so" if alike and not of_form else f"{name}.so"
        compiled["forces"].append({"name": name, "type": "part", "file": file, "bodies": ["ground", on],
                                   "frames": [{"position": [0, 0, 0]}, None], "inputs": {"push": f"push{k}"}})
        b = next(x for x in compiled["bodies"] if x["name"] == on)
        # the file's frame in the body frame: at, axis have no full orientation, so frames
        compiled["forces"][-1]["frames"][1] = relative(b, place)
        compiled["sensors"] += [{"name": f"{name}.{o}", "type": "output", "element": name, "output": o} for o in outputs]
        compiled["sensors"].append({"name": f"{name}.wrench", "type": "force", "element": name})
    write(folder / "included.yaml", included)
    write(folder / "compiled.yaml", compiled)
    return what, step


def compare(folder, one, other):
    """The largest difference of columns by what they are: positions in m, all else over the largest of its sensor or 1."""
    head, x = rows(folder, one)
    there, y = rows(folder, other)
    where = {name: i for i, name in enumerate(there)}
    far = {}
    for i, name in enumerate(head):
        group, _, column = name.partition(".")
        part, _, sensor = group.partition("/")
        of = [name, f"{part}.{sensor.replace('-', '_')}_{column}.value"]
        k = where[of[0] if of[0] in where else of[1]]
        of_sensor = [n for n, h in enumerate(head) if h.partition(".")[0] == group]
        size = max([1.0] + [abs(row[n]) for row in x for n in of_sensor])
        kind = "reactions" if column[:1] in ("f", "t") and len(column) == 2 else "positions" if column in ("x", "y", "z") else \
            "accelerations" if column[:1] in ("a", "b") else "energy" if group == "e" else "others"
        pairs = [(a[i], b[k]) for a, b in zip(x, y)]
        if column in ("e0", "e1", "e2", "e3"):
            pairs = [(abs(a), abs(b)) for a, b in pairs]
        away = max(abs(a - b) for a, b in pairs)
        far[kind] = max(far.get(kind, 0.0), away if kind == "positions" else away / size)
    return far, len(x) == len(y)


def distance(folder):
    """How far the compiled one is from the included one, what rounding makes of that, and whether it is no more."""
    far, same = compare(folder, "included.csv", "compiled.csv")
    rounding, _ = compare(folder, "included.csv", "rows.csv")
    return far, rounding, same and all(far[kind] < BOUND[kind] + 100 * rounding[kind] for kind in far)


def check(folder, seed, alike=0, make=SubModel, of_form=False):
    what, step = case(folder, seed, alike, make, of_form)
    if not what and step is None:
        return
    runs = [run(folder, "sim", f"{model}.yaml", "--sensors", f"{name}.csv", *more) for model, name, more in
            (("included", "included", ()), ("compiled", "compiled", ()), ("included", "rows", ("--carriers", "off")))]
    codes = [r.returncode for r in runs]
    expect(codes[0] == codes[1] and codes[0] in (0, 3, 7), f"{seed}: exit codes {codes} {runs[1].stderr.strip() if codes[0] != codes[1] else ''}")
    if codes[0] in (0, 7) and codes[1] in (0, 7):
        far, rounding, good = distance(folder)
        if not good: # a host knows bounds of the laws inside: it may be more careful than the whole, never less
            for name, more in (("included", ()), ("rows", ("--carriers", "off"))):
                run(folder, "sim", "included.yaml", "--sensors", f"{name}.csv", "--tangent", "full", *more)
            far, rounding, good = distance(folder)
        expect(good, f"{seed}: host {what}, {step} s: " + ", ".join(f"{k} {far[k]:.1e} ({rounding[k]:.1e})" for k in far))
    if alike and codes[1] == 0 and not of_form:
        one_by_one(folder, seed, alike)
    if of_form and codes[1] == 0:
        is_replayed(folder, seed, [f"p{k}.so" for k in reversed(range(alike))])


def one_by_one(folder, seed, n):
    """Sub-models of one object on one body step together, and those of objects that differ by their titles, with the same
    bits. Alone they do not, and move alike; wrenches too."""
    sub, model = json.loads((folder / "p0.yaml").read_text()), json.loads((folder / "compiled.yaml").read_text())
    for k in range(n):
        write(folder / f"q{k}.yaml", dict(sub, title=f"Number {k}"))
        expect(run(folder, "compile", f"q{k}.yaml", "--out", f"q{k}.so").returncode == 0, f"{seed}: number {k} is compiled")
    for force in model["forces"]:
        force["file"] = force["file"].replace("p0", "q" + force["name"][1:]) if "file" in force else None
    model["forces"] = [{k: v for k, v in force.items() if v is not None} for force in model["forces"]]
    write(folder / "beside.yaml", model)
    ran = run(folder, "sim", "beside.yaml", "--sensors", "beside.csv")
    expect(ran.returncode == 0 and (folder / "beside.csv").read_bytes() == (folder / "compiled.csv").read_bytes(),
           f"{seed}: {n} objects of one form: {ran.returncode} {ran.stderr.strip()}")
    for force in model["forces"]:
        force.update({"together": force["name"]} if "file" in force else {})
    write(folder / "apart.yaml", model)
    ran = run(folder, "sim", "apart.yaml", "--sensors", "apart.csv")
    expect(ran.returncode == 0, f"{seed}: {n} objects: {ran.returncode} {ran.stderr.strip()}")
    expect(n == 1 or (folder / "apart.csv").read_bytes() != (folder / "compiled.csv").read_bytes(), f"{seed}: alone they step apart")
    head, x = rows(folder, "compiled.csv")
    there, y = rows(folder, "apart.csv")
    rounding, _ = compare(folder, "included.csv", "rows.csv")
    of_sensor = [[n for n, h in enumerate(head) if h.partition(".")[:2] == name.partition(".")[:2]] for name in head]
    size = [max([1.0] + [abs(row[n]) for row in x for n in columns]) for columns in of_sensor]
    most = max(abs(a - b) / s for u, v in zip(x, y) for a, b, s in zip(u, v, size))
    expect(head == there and most < 1e-6 + 100 * max(rounding.values()), f"{seed}: {n} of one object, {n} objects: {most:.1e}")
    is_replayed(folder, seed, ["p0.so"])


def is_replayed(folder, seed, objects):
    expect(run(folder, "sim", "compiled.yaml", "--quiet", "--record", "one.tlog").returncode == 0, f"{seed}: recorded")
    ran = run(folder, "replay", "one.tlog", *(word for name in objects for word in ("--part", name)), "--workers", "2")
    expect(ran.returncode == 0 and "identical" in ran.stdout, f"{seed}: replayed: {ran.stdout.strip()} {ran.stderr.strip()}")


def quat_mul(a, b):
    return [a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
            a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]]


def quat(o):
    s = math.sin(o["angle"] / 2)
    return [math.cos(o["angle"] / 2)] + [s * x for x in o["axis"]]


def relative(b, place):
    q = quat(b["orientation"])
    back = [q[0], -q[1], -q[2], -q[3]]
    d = [x - y for x, y in zip(place["position"], b["position"])]
    v = quat_mul(quat_mul(back, [0] + d), q)[1:]
    return {"position": v, "orientation": {"quaternion": quat_mul(back, quat(place["orientation"]))}}


# ---- the wrench ------------------------------------------------------------------------------------

def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def rotated(q, v):
    return quat_mul(quat_mul(q, [0] + v), [q[0], -q[1], -q[2], -q[3]])[1:]


def wrench(folder):
    """Of a carrier on one joint the rest is what the part does to it, by Newton and Euler."""
    r = random.Random(99)
    write(folder / "alone.yaml", SubModel(r).file)
    expect(run(folder, "compile", "alone.yaml", "--out", "alone.so").returncode == 0, "a sub-model is compiled")
    mount, inertia = [0.1, -0.2, 0.3], [1.0, 1.2, 0.7]
    write(folder / "hung.yaml", {
        "step": 1e-3, "duration": 0.3, "bodies": [{"name": "car", "mass": 20, "inertia": inertia, "position": [0.3, 0.1, 0.2], "orientation": turned(r)}],
        "joints": [{"name": "pin", "type": "spherical", "bodies": ["ground", "car"], "at": [0, 0, 0]}],
        "forces": [{"name": "p0", "type": "part", "file": "alone.so", "bodies": ["ground", "car"],
                    "frames": [{"orientation": {"axis": [1, 2, 3], "angle": 1}}, {"position": mount, "orientation": turned(r)}]}],
        "sensors": [{"name": "c", "type": "pose", "body": "car"}, {"name": "v", "type": "twist", "body": "car"}, {"name": "a", "type": "acceleration", "body": "car"},
                    {"name": "r", "type": "reaction", "joint": "pin"}, {"name": "w", "type": "force", "element": "p0"}]})
    ran = run(folder, "sim", "hung.yaml", "--sensors", "hung.csv")
    expect(ran.returncode == 0, f"it hangs: {ran.returncode} {ran.stderr.strip()}")
    head, table = rows(folder, "hung.csv")
    worst = size = 0.0
    for row in table:
        at = {h: x for h, x in zip(head, row)}
        x, q = [at["c." + k] for k in "xyz"], [at[f"c.e{k}"] for k in range(4)]
        a, b, w = [at["a.a" + k] for k in "xyz"], [at["a.b" + k] for k in "xyz"], [at["v.w" + k] for k in "xyz"]
        back = [q[0], -q[1], -q[2], -q[3]]
        spin = rotated(q, [j * k for j, k in zip(inertia, rotated(back, w))])
        euler = [k + m for k, m in zip(rotated(q, [j * k for j, k in zip(inertia, rotated(back, b))]), cross(w, spin))]
        pin, part = [at["r.f" + k] for k in "xyz"], [at[f"w.f{k}"] for k in (1, 2, 3)]
        force = [20 * (k + g) - m - n for k, g, m, n in zip(a, (0, 0, 9.81), pin, part)]
        arms = [k + m for k, m in zip(cross([-k for k in x], pin), cross(rotated(q, mount), part))]
        torque = [k - at["r.t" + c] - m - at[f"w.f{n}"] for k, c, m, n in zip(euler, "xyz", arms, (4, 5, 6))]
        worst = max([worst] + [abs(k) for k in force + torque])
        size = max([size] + [abs(k) for k in part])
    expect(worst < 1e-9 * size and size > 1, f"what is left of its wrench is {worst:.1e} of {size:.0f} N")


# ---- what a step takes -------------------------------------------------------------------------------

CORNER = """
title: Corner
bodies:
  - {name: arm, mass: 4, position: [0, 0.25, 0], inertia: [0.1, 0.05, 0.1]}
  - {name: hub, mass: 25, position: [0, 0.5, 0], inertia: [0.5, 0.8, 0.5]}
joints:
  - {name: hinge, type: revolute, bodies: [ground, arm], at: [0, 0, 0], axis: [1, 0, 0]}
  - {name: ball, type: spherical, bodies: [arm, hub], at: [0, 0.5, -0.1]}
  - {name: upper, type: rod, bodies: [ground, hub], at: [0, 0.1, 0.2], at2: [0, 0.5, 0.2]}
  - {name: track, type: rod, bodies: [ground, hub], at: [0.2, 0.1, 0], at2: [0.2, 0.5, 0]}
  - {name: lead, type: rod, bodies: [ground, hub], at: [-0.3, 0.1, 0.1], at2: [-0.1, 0.5, 0.1]}
forces:
  - {name: strut, type: spring, bodies: [ground, arm], at: [0, 0.1, 0.5], at2: [0, 0.4, 0], stiffness: 2e4, damping: 1500, free_length: 0.65}
  - {name: bush, type: bushing, bodies: [ground, hub], at: [0, 0.5, 0.1], stiffness: [1e3, 1e3, 1e3, 100, 100, 100], damping: [10, 10, 10, 1, 1, 1]}
"""
CAR = """
step: 1 ms
duration: 0.1
sensors:
  - {name: c, type: pose, body: car}
bodies:
  - {name: car, position: [0, 0, 0.3], mass: 1000, inertia: [300, 900, 1000]}
forces:
  - {name: air, type: bushing, bodies: [ground, car], at: [0, 0, 0.2], stiffness: [1e4, 1e4, 3e4, 2e3, 3e3, 4e3], damping: [100, 100, 100, 10, 10, 10]}
include:
"""


def instructions(folder, model):
    """Of a step: what 100 more take."""
    taken = []
    for duration in ("0.05", "0.15"):
        ran = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", TACTUS, "sim", model, "--quiet", "--error-check", "off", "--duration", duration],
                             cwd=folder, capture_output=True, text=True, check=False)
        taken.append(int(re.search(r"Collected : (\d+)", ran.stderr).group(1)))
    return (taken[1] - taken[0]) / 100


def misses(folder, model):
    """What a first cache of 32 KiB for instructions lacks in 100 steps."""
    missed = []
    for duration in ("0.05", "0.15"):
        ran = subprocess.run(["valgrind", "--tool=cachegrind", "--cache-sim=yes", "--I1=32768,8,64", "--D1=32768,8,64", "--LL=1048576,16,64",
                              "--cachegrind-out-file=/dev/null", TACTUS, "sim", model, "--quiet", "--error-check", "off", "--duration", duration],
                             cwd=folder, capture_output=True, text=True, check=False)
        missed.append(int(re.search(r"I1 +misses: +([\d,]+)", ran.stderr).group(1).replace(",", "")))
    return missed[1] - missed[0]


def corners(file):
    """Four on a car; {} in a name is the number."""
    return CAR + "".join(f"  - {{name: c{k}, file: {file.format(k)}, position: [{1.2 - 0.8 * k}, 0.4, 0], ground: car}}\n" for k in range(4))


def closes(folder):
    """A start closes joints inside as those of inclusions."""
    (folder / "off.yaml").write_text(CORNER.replace("at: [0, 0.5, -0.1]", "at: [0, 0.5, -0.1], at2: [0, 0.5001, -0.1]"))
    expect(run(folder, "compile", "off.yaml", "--out", "off.so").returncode == 0, "a corner that is 0.1 mm off is compiled")
    table = []
    for name in ("off.yaml", "off.so"):
        (folder / "host.yaml").write_text(corners(name))
        ran = run(folder, "sim", "host.yaml", "--sensors", "host.csv")
        expect(ran.returncode == 0 and "off by 0.0002, now" in ran.stdout, f"{name}: {ran.returncode} {ran.stderr.strip()}")
        table.append(rows(folder, "host.csv")[1])
    away = max(abs(a - b) for x, y in zip(*table) for a, b in zip(x, y))
    expect(away < 1e-12, f"both begin, and go on, alike: {away:.1e}")


TYRE = """  - {name: tyre, type: contact, bodies: [world, HUB], at: [0, 0.5, -0.3], at2: [0, 0.5, 0], axis: [0, 0, 1], radius: 0.3, stiffness: 2e5, damping: 0.1}
  - {name: side, type: bushing, bodies: [world, HUB], at: [0, 0.5, -0.3], stiffness: [1e4, 1e4, 0, 0, 0, 0], damping: [100, 100, 0, 0, 0, 0]}
"""


def world(folder):
    """What a sub-model has of its own on ground itself stays there, whatever stands for its ground, in YAML as compiled."""
    car = re.sub(r"forces:\n.*\n", "", CAR).replace("duration: 0.1", "duration: 1")
    places = [f"position: [{x}, {y}, 0.3], orientation: {{axis: [0, 0, 1], angle: {turn}}}, ground: car" for x, y, turn in
              ((1.2, 0.4, 0), (1.2, -0.4, "180 deg"), (-1.2, 0.4, 0), (-1.2, -0.4, "180 deg"))]

    def on(file):
        return car + "".join(f"  - {{name: c{k}, file: {file.format(k)}, {place}}}\n" for k, place in enumerate(places))

    def moves(name, text, code=0):
        (folder / f"{name}.yaml").write_text(text)
        ran = run(folder, "sim", f"{name}.yaml", "--quiet", "--sensors", f"{name}.csv")
        expect(ran.returncode == code, f"{name}: {ran.returncode} {ran.stderr.strip()}")
        head, table = rows(folder, f"{name}.csv")
        columns = [i for i, h in enumerate(head) if h.startswith("c.")]
        return [[row[i] for i in columns] for row in table]

    def apart(x, y):
        return max(abs(a - b) for u, v in zip(x, y) for a, b in zip(u, v))

    tyre = TYRE.replace("HUB", "hub")
    (folder / "plain.yaml").write_text(CORNER)
    (folder / "corner.yaml").write_text(CORNER + tyre)
    (folder / "grounded.yaml").write_text(CORNER + tyre.replace("world", "ground"))
    outside = "forces:\n"
    for k, (x, y, side) in enumerate(((1.2, 0.4, 1), (1.2, -0.4, -1), (-1.2, 0.4, 1), (-1.2, -0.4, -1))):
        axle = f"{x}, {y + 0.5 * side}"
        outside += (f"  - {{name: tyre{k}, type: contact, bodies: [ground, c{k}/hub], at: [{axle}, 0], at2: [{axle}, 0.3], axis: [0, 0, 1], radius: 0.3, "
                    f"stiffness: 2e5, damping: 0.1}}\n"
                    f"  - {{name: side{k}, type: bushing, bodies: [ground, c{k}/hub], at: [{axle}, 0], stiffness: [1e4, 1e4, 0, 0, 0, 0], "
                    "damping: [100, 100, 0, 0, 0, 0]}\n")
    inside = moves("inside", on("corner.yaml"))
    away = apart(inside, moves("outside", on("plain.yaml").replace("include:", outside + "include:")))
    expect(away < 1e-12, f"tyres inside stand on what tyres outside do: {away:.1e}")
    expect(inside[0][2] - min(row[2] for row in inside) > 0.01, "the car settles on them")
    expect(apart(inside, moves("hovers", on("grounded.yaml"))) > 0.1, "and falls with tyres that stand on it")
    for name in ("corner", "grounded"):
        expect(run(folder, "compile", f"{name}.yaml", "--out", f"{name}.so").returncode == 0, f"{name} is compiled")
    away = apart(inside, moves("compiled", on("corner.so")))
    expect(away < 1e-12, f"so they do compiled: {away:.1e}")
    said = run(folder, "check", "compiled.yaml").stdout
    expect("not connected to ground" not in said and "angular momentum" not in said, "a car on them is connected to ground")
    # of as many elements, but one is on its carrier
    mixed = [re.sub(r"c3, file: [a-z]*", "c3, file: grounded", on(f"corner.{end}")) for end in ("yaml", "so")]
    away = apart(*(moves(f"mixed{k}", text) for k, text in enumerate(mixed)))
    expect(away < 1e-12, f"three and one of another form: {away:.1e}")
    # a file that is all on the world, by the name of what stands for its ground
    deeper = "include: [{name: in, file: plain.yaml, position: [0, 0, 0.5], ground: world}]\n"
    (folder / "deep.yaml").write_text(CORNER + deeper)
    ran = run(folder, "compile", "deep.yaml", "--out", "deep.so")
    expect(ran.returncode == 2 and "only forces may meet 'world', not the joint 'in/hinge'" in ran.stderr, f"joints: {ran.returncode} {ran.stderr.strip()}")
    (folder / "lost.yaml").write_text("bodies: [{name: hub, mass: 1, inertia: [1, 1, 1]}]\nforces:\n" + tyre)
    ran = run(folder, "compile", "lost.yaml", "--out", "lost.so")
    expect(ran.returncode == 2 and "nothing connects it with ground" in ran.stderr, f"on the world alone: {ran.returncode} {ran.stderr.strip()}")
    hidden = CORNER.replace("name: hub", "name: world").replace("hub", "world") + tyre.replace("world, HUB", "ground, world").replace("[world, hub]", "[ground, world]")
    (folder / "hidden.yaml").write_text(hidden)
    expect(apart(moves("named", on("hidden.yaml")), moves("hovers", on("grounded.yaml"))) == 0.0, "a body of that name hides it")


def sharp(folder):
    """A host takes its tangent in every iteration where laws of a sub-model need it, as the model in one piece does, and
    doubts what is left of their friction."""
    stop = """tables:
  - {{name: stop, points: [[-1, {}], [0, 0], [1, 0]]}}
forces:
  - {{name: bump, type: spring, bodies: [ground, arm], at: [0.1, 0.1, 0.5], at2: [0.1, 0.4, 0], spring_table: stop, free_length: 0.5835}}
  - {{name: rubs, type: friction, joint: hinge, coulomb: {}, regularisation: {}}}
"""
    moved = []
    for what, numbers, code, more in (("soft", (-1e4, 1, 0.1), 0, ""), ("a hard stop", (-1e7, 1, 0.1), 0, ""), ("a force that falls", (1e7, 1, 0.1), 0, ""), ("sharp friction", (-1e4, 100, 1e-3), 0, ""),
                                      ("friction that is left", (-1e4, 50, 1e-3), 7, "solver: {iterations: 1}\n")):
        (folder / "rough.yaml").write_text(CORNER.replace("forces:\n", stop.format(*numbers)))
        expect(run(folder, "compile", "rough.yaml", "--out", "rough.so").returncode == 0, f"{what}: a corner is compiled")
        table = []
        for name in ("rough.yaml", "rough.so"):
            (folder / "host.yaml").write_text(more + corners(name))
            ran = run(folder, "sim", "host.yaml", "--quiet", "--sensors", "host.csv")
            expect(ran.returncode == code and (code == 0 or ", whose force is off by" in ran.stderr), f"{what} in {name}: {ran.returncode} {ran.stderr.strip()}")
            table.append(rows(folder, "host.csv")[1])
        away = max(abs(a - b) for x, y in zip(*table) for a, b in zip(x, y))
        expect(away < 1e-13, f"{what}: both move alike: {away:.1e}")
        moved.append(table[0])
    expect(all(moved[0] != other for other in moved[1:]), "laws count")
    for step, words in (("1 ms", "at most 0."), ("20 ms", "some may be softer than in its file; a step of ")):
        text = corners("rough.so").replace("step: 1 ms", f"step: {step}")
        (folder / "host.yaml").write_text(text)
        ran = run(folder, "check", "host.yaml")
        said = [line for line in ran.stdout.splitlines() if line.startswith("contacts      part ")]
        expect(len(said) == 4 and all(words in line for line in said), f"check at {step}: {said[:1]}")


def shows(folder):
    """What a file does not export an object does not offer; a title may have lines."""
    door = {"title": "Door\nof a car\n", "export": ["angle"], "bodies": [{"name": "door", "mass": 1, "inertia": [1, 1, 1], "position": [0.3, 0, 0]}],
            "joints": [{"name": "hinge", "type": "revolute", "bodies": ["ground", "door"], "at": [0, 0, 0]}],
            "sensors": [{"name": name, "type": "coordinates", "joint": "hinge"} for name in ("angle", "hidden")]}
    write(folder / "alone.yaml", door)
    expect(run(folder, "compile", "alone.yaml", "--out", "a.so", "--header", "a.h").returncode == 0, "a door is compiled")
    words = (folder / "a.h").read_text()
    expect("PART_OUTPUT_angle_q," in words and "hidden" not in words, f"it shows what it exports: {words}")
    write(folder / "host.yaml", {"bodies": [{"name": "car", "mass": 10, "inertia": [1, 1, 1]}], "include": [{"file": "a.so", "name": "left", "ground": "car"}]})
    ran = run(folder, "check", "host.yaml")
    expect(ran.returncode == 0 and '"Door of a car"' in ran.stdout, f"and is taken: {ran.stdout} {ran.stderr}")
    door["inputs"] = [{"name": "push"}]
    write(folder / "alone.yaml", door)
    refused(folder, "nobody could give what is not in 'export', its input 'push'", "--out", "a.so")
    del door["export"]
    write(folder / "alone.yaml", door)
    expect(run(folder, "compile", "alone.yaml", "--out", "a.so", "--header", "a.h").returncode == 0, "without export")
    expect("PART_OUTPUT_hidden_q," in (folder / "a.h").read_text(), "it shows all")


def of_other_versions(folder):
    """Objects of other versions of the interface are refused by one line a place that says to compile them again."""
    (folder / "corner.yaml").write_text(CORNER)
    expect(run(folder, "compile", "corner.yaml", "--out", "corner.so").returncode == 0, "a corner is compiled")
    (folder / "host.yaml").write_text(corners("corner.so"))
    data = (folder / "corner.so").read_bytes()
    at = data.index(b"TACTUS TABLE 01") + 16
    expect(data[at:at + 4] == bytes((9, 0, 0, 0)), "its version is 9")
    for version in (1, 4, 8, 10):
        (folder / "corner.so").write_bytes(data[:at] + bytes((version,)) + data[at + 1:])
        ran = run(folder, "sim", "host.yaml", "--quiet")
        said = f"is made for version {version} of parts, and this program has version 9; build it anew"
        lines = ran.stderr.splitlines()
        expect(ran.returncode == 2 and len(lines) == 4 and all(said in line for line in lines), f"version {version}: {ran.returncode} {ran.stderr.strip()}")


def counted(folder):
    """What compiled corners take is counted like that of the same in YAML."""
    (folder / "corner.yaml").write_text(CORNER)
    expect(run(folder, "compile", "corner.yaml", "--out", "corner.so").returncode == 0, "a corner is compiled")
    number = {}
    for file in ("corner.yaml", "corner.so"):
        (folder / "host.yaml").write_text(corners(file))
        said = run(folder, "tree", "host.yaml").stdout
        number[file] = [float(re.search(x, said)[1]) for x in (r"cost +(\S+) operations", r"estimated work (\S+) us")]
    times = [b / a for a, b in zip(*number.values())]
    expect(0.5 < times[0] < 1.5 and 0.8 < times[1] < 1.8, f"{times[0]:.3g} times the operations of YAML, {times[1]:.3g} times the forecast")


def floats(folder):
    """A host that nothing else holds is not connected to ground, and its momentum is not given back."""
    write(folder / "alone.yaml", SubModel(random.Random(99)).file)
    expect(run(folder, "compile", "alone.yaml", "--out", "alone.so").returncode == 0, "a sub-model is compiled")
    car, cart = ({"name": name, "mass": 10, "inertia": [1, 1, 1], "position": [x, 0, 0]} for name, x in (("car", 0), ("cart", 1)))
    free = {"bodies": [car, cart], "include": [{"file": "alone.so", "name": "p", "ground": "car"}],
            "joints": [{"name": "j", "type": "revolute", "bodies": ["car", "cart"], "at": [0.5, 0, 0], "axis": [0, 1, 0]}]}
    held = dict(free, joints=free["joints"] + [{"name": "k", "type": "spherical", "bodies": ["ground", "cart"], "at": [1, 0, 0]}])
    loaded = dict(free, forces=[{"name": "push", "type": "load", "body": "cart", "axes": "world", "force": [1, 0, 0]}])
    whole = dict(free, include=[dict(free["include"][0], file="alone.yaml")])
    drifts = "note          angular momentum is kept to the order of the step only, for compiled sub-models of: car\n"
    for name, model, floating, said in (("free", free, True, True), ("held", held, False, False), ("loaded", loaded, True, False),
                                        ("in YAML", whole, True, False)):
        write(folder / "host.yaml", model)
        out = run(folder, "check", "host.yaml").stdout
        expect(("not connected to ground: car, cart" in out) == floating and (drifts in out) == said, f"{name}: {out}" if
               ("not connected to ground: car, cart" in out) != floating or (drifts in out) != said else name)


def lanes(folder):
    """Four of one object on one body share vectors, and four objects of one form, which differ in numbers: far less than
    four that step alone."""
    (folder / "corner.yaml").write_text(CORNER)
    for k in range(4):
        (folder / f"corner{k}.yaml").write_text(CORNER.replace("Corner", f"Corner {k}").replace("2e4", f"{2 + k}e4").replace("[-0.3", f"[-0.{3 + k}"))
        expect(run(folder, "compile", f"corner{k}.yaml", "--out", f"corner{k}.so").returncode == 0, f"corner {k} is compiled")
    for name, file in (("open", "corner.yaml"), ("alike", "corner0.so"), ("different", "corner{}.so")):
        (folder / f"{name}.yaml").write_text(corners(file))
    (folder / "alone.yaml").write_text(re.sub(r"name: (c\d)", r"name: \1, together: \1", corners("corner{}.so")))
    inside, alike, different, alone = (instructions(folder, f"{name}.yaml") for name in ("open", "alike", "different", "alone"))
    expect(alike < 1.15 * inside, f"four of one object take {alike / inside:.2f} times the instructions of four inclusions, at most 1.15")
    expect(different < 1.15 * inside, f"four objects of one form {different / inside:.2f} times, at most 1.15")
    expect(2 * inside < alone < 2.65 * inside, f"four that step alone {alone / inside:.2f} times, 2 to 2.65")
    (folder / "again.yaml").write_text((folder / "alone.yaml").read_text().replace("corner1", "corner0"))
    different, alike = misses(folder, "alone.yaml"), misses(folder, "again.yaml")
    expect(different < 1.02 * alike, f"such of one form share their solver: {different} misses of instructions, two of one object {alike}")
    wishbones = pathlib.Path(__file__).parents[3] / "config/models/parts/corner.yaml"
    expect(run(folder, "compile", wishbones, "--out", "wishbones.so").returncode == 0, "double wishbones are compiled")
    expect(run(folder, "compile", wishbones, "--parameter", "side=-1", "--out", "right.so").returncode == 0, "and such of the right")
    for name, file in (("open", str(wishbones)), ("alike", "wishbones.so")):
        (folder / f"{name}.yaml").write_text(corners(file))
    (folder / "sides.yaml").write_text(corners("wishbones.so").replace("wishbones.so", "right.so", 2))
    inside, alike, sides = (instructions(folder, f"{name}.yaml") for name in ("open", "alike", "sides"))
    expect(alike < 1.15 * inside, f"four double wishbones of one object {alike / inside:.3f} times, at most 1.15")
    expect(sides < 1.15 * inside, f"left and right {sides / inside:.3f} times, at most 1.15")


def same_sign(folder):
    """Of the two Euler parameters of a rotation a body in an object begins with those that it has in YAML."""
    (folder / "arm.yaml").write_text(
        "bodies: [{name: b, position: [0.3, 0, 0], mass: 1, inertia: [0.1, 0.1, 0.1], orientation: {axis: [0, 0, 1], angle: 2}}]\n"
        "joints: [{name: j, type: revolute, bodies: [ground, b], at: [0, 0, 0], axis: [0, 1, 0]}]\n"
        "sensors: [{name: p, type: pose, body: b}]\n")
    expect(run(folder, "compile", "arm.yaml", "--out", "arm.so").returncode == 0, "an arm is compiled")
    rows = []
    for file, sensor in (("arm.yaml", ""), ("arm.so", "sensors: [{name: e0, type: output, element: s, output: p_e0}]\n")):
        (folder / "host.yaml").write_text(
            "duration: 1 ms\nbodies: [{name: ch, mass: 10, inertia: [1, 1, 1]}]\n"
            "joints: [{name: r, type: prismatic, bodies: [ground, ch], at: [0, 0, 0], axis: [0, 0, 1]}]\n"
            f"include: [{{name: s, file: {file}, ground: ch, orientation: {{axis: [0, 0, 1], angle: 2.5}}}}]\n{sensor}")
        expect(run(folder, "sim", "host.yaml", "--quiet", "--sensors", "out.csv").returncode == 0, f"{file} moves")
        names, first = (folder / "out.csv").read_text().splitlines()[:2]
        rows.append(dict(zip(names.split(","), map(float, first.split(",")))))
    expect(abs(rows[0]["s/p.e0"] - rows[1]["e0.value"]) < 1e-12, f"with one sign: {rows[0]['s/p.e0']:.4g}, {rows[1]['e0.value']:.4g}")


# ---- what a host cannot do ----------------------------------------------------------------------------

def hosts(folder):
    """A part with bodies between two bodies, and beside modes that are to start at rest."""
    write(folder / "alone.yaml", SubModel(random.Random(99)).file)
    expect(run(folder, "compile", "alone.yaml", "--out", "alone.so").returncode == 0, "a sub-model is compiled")
    car, cart = ({"name": name, "mass": 10, "inertia": [1, 1, 1], "position": [0, 0, 0]} for name in ("car", "cart"))
    part = {"name": "p", "type": "part", "file": "alone.so", "frames": [{"position": [0, 0, 0]}, {"position": [0, 0, 0]}]}
    for bodies in (["car", "cart"], ["car", "ground"]):
        write(folder / "between.yaml", {"bodies": [car, cart], "forces": [dict(part, bodies=bodies)]})
        r = run(folder, "check", "between.yaml")
        expect(r.returncode == 2 and "between.yaml:" in r.stderr and "[ground, BODY]" in r.stderr, f"between {bodies}: {r.returncode} {r.stderr.strip()}")
    beam = {"name": "beam", "flexible": {"beam": {"from": [5, 0, 0], "to": [6, 0, 0], "section": {"box": [0.02, 0.01]},
                                                  "material": {"E": 2e11, "nu": 0.3, "density": 7800}, "modes": 4}}}
    write(folder / "static.yaml", {
        "start": "static", "duration": 0.01, "bodies": [car, beam],
        "joints": [{"name": "root", "type": "fixed", "bodies": ["ground", "beam"], "at": [5, 0, 0]}],
        "forces": [dict(part, bodies=["ground", "car"])]})
    r = run(folder, "sim", "static.yaml")
    expect(r.returncode == 2 and "leave out 'start: static'" in r.stderr, f"static: {r.returncode} {r.stderr.strip()}")


# ---- where it is written to --------------------------------------------------------------------------

def refused(folder, words, *arguments, code=2):
    r = run(folder, "compile", "alone.yaml", *arguments)
    expect(r.returncode == code and words in r.stderr and r.stderr.count("\n") == 1, f"{arguments}: {r.returncode} {r.stderr.strip()}")


def fails_inside(folder):
    """What is wrong inside fails the step, though nothing outside is."""
    rotor = {"bodies": [{"name": "wheel", "mass": 2, "inertia": [0.01, 0.01, 0.02], "angular_velocity": [0, 0, 6000]}],
             "joints": [{"name": "hinge", "type": "revolute", "bodies": ["ground", "wheel"], "at": [0, 0, 0], "axis": [0, 0, 1]}]}
    write(folder / "rotor.yaml", rotor)
    expect(run(folder, "compile", "rotor.yaml", "--out", "rotor.so").returncode == 0, "a rotor is compiled")
    for part in ("rotor.yaml", "rotor.so"):
        write(folder / "model.yaml", {"step": 1e-3, "bodies": [{"name": "car", "mass": 100, "inertia": [10, 10, 10]}],
                                      "include": [{"file": part, "name": "rotor", "ground": "car"}]})
        ran = run(folder, "sim", "model.yaml", "--duration", "0.1", "--quiet")
        expect(ran.returncode == 3 and "(6 rad in one step); take a step of 0.000166 s or less" in ran.stderr,
               f"a rotor in {part} turns too far: {ran.returncode} {ran.stderr.strip()}")


def files(folder):
    """Only plain files are replaced, as a whole; what lies beside them stays."""
    write(folder / "alone.yaml", SubModel(random.Random(99)).file)
    (folder / "kept").write_text("kept")
    (folder / "a.so.new").write_text("kept")
    (folder / "link.so").symlink_to("kept")
    (folder / "folder.so").mkdir()
    os.mkfifo(folder / "fifo.so")
    refused(folder, "is a symbolic link", "--out", "link.so")
    refused(folder, "is a symbolic link", "--out", "b.so", "--header", "link.so")
    for name in ("fifo.so", "folder.so", "/dev/full"):
        refused(folder, "is no plain file", "--out", name)
    refused(folder, "is read and would be overwritten", "--out", "alone.yaml")
    refused(folder, "cannot both write", "--out", "a.so", "--header", "a.so")
    refused(folder, "cannot be written", "--out", "none/a.so", code=4)
    refused(folder, "cannot be written", "--out", "b.so", "--header", "none/b.h", code=4)
    expect((folder / "fifo.so").is_fifo() and pathlib.Path("/dev/full").is_char_device(), "what is no plain file stays")
    expect(run(folder, "compile", "alone.yaml", "--out", "a.so").returncode == 0, "it is written")
    old, first = open(folder / "a.so", "rb"), (folder / "a.so").read_bytes()
    expect(run(folder, "compile", "alone.yaml", "--out", "a.so").returncode == 0, "and again")
    expect(old.read() == first == (folder / "a.so").read_bytes(), "with the same bytes; who has the old one open keeps it")
    expect(os.fstat(old.fileno()).st_nlink == 0, "which is another file")
    old.close()
    limited = subprocess.run(["bash", "-c", f"trap '' XFSZ; ulimit -f 1000; '{TACTUS}' compile alone.yaml --out a.so"],
                             cwd=folder, capture_output=True, text=True, check=False)
    expect(limited.returncode == 4 and "cannot be written" in limited.stderr, f"no room: {limited.returncode} {limited.stderr.strip()}")
    expect((folder / "a.so").read_bytes() == first, "the old one stays where the new one has no room")
    expect(all((folder / name).read_text() == "kept" for name in ("kept", "a.so.new")), "what lies beside it stays")
    expect(sorted(p.name for p in folder.iterdir()) == sorted(["a.so", "a.so.new", "alone.yaml", "fifo.so", "folder.so", "kept", "link.so"]), "no more is left")


for seed in SEEDS:
    with tempfile.TemporaryDirectory() as name:
        check(pathlib.Path(os.environ.get("KEEP", name)), seed)
for seed, n in ALIKE:
    with tempfile.TemporaryDirectory() as name:
        check(pathlib.Path(os.environ.get("KEEP", name)), seed, n)
for seed, n in ALIKE + ROUGH_ALIKE:
    with tempfile.TemporaryDirectory() as name:
        check(pathlib.Path(os.environ.get("KEEP", name)), seed, n, RoughSubModel if (seed, n) in ROUGH_ALIKE else SubModel, True)
for seed, n in [(seed, 0) for seed in ROUGH] + ROUGH_ALIKE:
    with tempfile.TemporaryDirectory() as name:
        check(pathlib.Path(os.environ.get("KEEP", name)), seed, n, RoughSubModel)
with tempfile.TemporaryDirectory() as name:
    wrench(pathlib.Path(os.environ.get("KEEP", name)))
with tempfile.TemporaryDirectory() as name:
    if shutil.which("valgrind"):
        lanes(pathlib.Path(name))
with tempfile.TemporaryDirectory() as name:
    world(pathlib.Path(name))
with tempfile.TemporaryDirectory() as name:
    sharp(pathlib.Path(name))
with tempfile.TemporaryDirectory() as name:
    shows(pathlib.Path(name))
with tempfile.TemporaryDirectory() as name:
    of_other_versions(pathlib.Path(name))
with tempfile.TemporaryDirectory() as name:
    counted(pathlib.Path(name))
with tempfile.TemporaryDirectory() as name:
    floats(pathlib.Path(name))
with tempfile.TemporaryDirectory() as name:
    closes(pathlib.Path(name))
with tempfile.TemporaryDirectory() as name:
    hosts(pathlib.Path(name))
with tempfile.TemporaryDirectory() as name:
    fails_inside(pathlib.Path(name))
with tempfile.TemporaryDirectory() as name:
    same_sign(pathlib.Path(name))
with tempfile.TemporaryDirectory() as name:
    files(pathlib.Path(name))
print(f"{len(failed)} failed")
sys.exit(bool(failed))
