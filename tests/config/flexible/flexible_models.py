#!/usr/bin/env python3
# test: flexible.forces program -- Forces @tactus
# test: flexible.laws program -- Laws @tactus
# test: flexible.imported program -- Imported @tactus
# test: flexible.forms program -- Forms @tactus
# test: flexible.strangers program -- Strangers @tactus
"""Flexible bodies in models: internal forces against statics and against the other way round, bodies of other programs
against the native one, and what strangers write.

    flexible_models.py CASE TACTUS    CASE is a class below
"""
import csv
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

import yaml

HERE = pathlib.Path(__file__).resolve().parent
IMPORTS = HERE / "imports"
TACTUS = pathlib.Path(sys.argv.pop()).resolve()
G = 9.81
STEEL = "material: {E: 200 GPa, nu: 0.3, density: 8000}"


class Models(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.work = pathlib.Path(self.folder.name)

    def run_program(self, *words, code=0):
        off = ("--error-check", "off") if words[0] == "sim" else ()
        r = subprocess.run([TACTUS, *map(str, words), *off], cwd=self.work, capture_output=True, text=True, check=False)
        self.assertEqual(r.returncode, code, f"{words}: {r.stderr}")
        return r

    def write(self, text, name="model.yaml"):
        (self.work / name).write_text(text, encoding="utf-8")
        return name

    def rows(self, text, *words):
        self.run_program("sim", self.write(text), "--quiet", "--sensors", "s.csv", *words)
        with open(self.work / "s.csv", encoding="utf-8") as f:
            return [{k: float(v) for k, v in row.items()} for row in csv.DictReader(f)]

    def refused(self, text, part, line=None):
        r = self.run_program("check", self.write(text), code=2)
        lines = r.stderr.strip().split("\n")
        self.assertEqual(len(lines), 1, r.stderr)
        self.assertIn(part, lines[0])
        self.assertRegex(lines[0], r"^model\.yaml:\d+:\d+: " if line is None else rf"^model\.yaml:{line}:\d+: ")


class Forces(Models):
    def cantilever(self, points, loads, sensors, more="modes: 26", bodies=""):
        return f"""
step: 1 ms
duration: 2 s
gravity: [0, 0, -{G}]
bodies:
  - name: rod
    flexible:
      beam: {{from: [0, 0, 0], to: [1, 0, 0], section: {{box: [20 mm, 20 mm]}}, {STEEL}, {more}, interfaces: {points}}}
      damping: 0.9
{bodies}
joints:
  - {{name: pin, type: fixed, bodies: [ground, rod], interfaces: [~, a]}}
forces: {loads}
sensors:
  - {{name: pin, type: reaction, joint: pin}}
{sensors}
"""

    def test_a_cantilever_at_rest(self):
        # under its weight, a load at its end and one in between
        sensors = "\n".join(f"  - {{name: {n}, type: internal_force, body: rod, interface: {n}, axes: world}}"
                            for n in ("a", "p", "q", "b"))
        rows = self.rows(self.cantilever(
            "[{name: p, at: 0.25}, {name: q, at: 0.6}]",
            """
  - {name: tip, type: load, body: rod, interface: b, force: [0, 0, 5], torque: [0.3, 0, 0]}
  - {name: mid, type: load, body: rod, interface: q, force: [0, {sum: [2, {sine: {amplitude: 0, frequency: 1}}]}, -3]}""",
            sensors))
        last, m = rows[-1], 8000 * 4e-4
        for name, x, tip, mid in (("a", 0.0, 1, 1), ("p", 0.25, 1, 1), ("q", 0.6, 1, 1), ("b", 1.0, 1, 0)):
            weight = m * (1 - x) * G
            fz = 5 * tip - 3 * mid - weight
            ty = -(5 * (1 - x)) * tip + 3 * (0.6 - x) * mid + weight * (1 - x) / 2
            self.assertAlmostEqual(last[f"{name}.fz"], fz, delta=2e-4, msg=name)
            self.assertAlmostEqual(last[f"{name}.fy"], 2 * mid, delta=2e-4, msg=name)
            self.assertAlmostEqual(last[f"{name}.ty"], ty, delta=2e-4, msg=name)  # arms are shorter by what it bends
            self.assertAlmostEqual(last[f"{name}.tz"], 2 * (0.6 - x) * mid, delta=1e-4, msg=name)
            self.assertAlmostEqual(last[f"{name}.tx"], 0.3, delta=2e-3, msg=name)
        for k in ("fx", "fy", "fz", "tx", "ty", "tz"):
            self.assertAlmostEqual(last[f"a.{k}"], -last[f"pin.{k}"], delta=1e-12, msg="the first end is its joint")

    def test_body_axes_are_those_of_the_section(self):
        rows = self.rows(self.cantilever("[]", "\n  - {name: pull, type: load, body: rod, interface: b, force: [0, 0, -300]}",
                                         "  - {name: w, type: internal_force, body: rod, interface: b, axes: world}\n"
                                         "  - {name: b, type: internal_force, body: rod, interface: b}\n"
                                         "  - {name: tip, type: pose, body: rod, interface: b}"))
        last = rows[-1]
        turn = 2 * math.atan2(last["tip.e2"], last["tip.e0"])
        self.assertGreater(turn, 0.03)
        self.assertAlmostEqual(last["w.fz"], -300, delta=1e-9)
        self.assertAlmostEqual(last["b.fx"], 300 * math.sin(turn), delta=1e-9)
        self.assertAlmostEqual(last["b.fz"], -300 * math.cos(turn), delta=1e-9)

    def test_moving_it_is_the_same_from_both_sides(self):
        # a beam that swings, turns and bends in space, and the same beam from its other end: at each section the part
        # beyond does to the rest what the rest does to it, which needs all inertia terms of both
        def model(first, last, at):
            return f"""
step: 0.2 ms
duration: 0.4 s
gravity: [0, 0, -{G}]
bodies:
  - name: rod
    angular_velocity_world: [3, 1, 5]
    flexible:
      beam: {{from: {first}, to: {last}, y_axis: [0, 1, 0], section: {{box: [6 mm, 10 mm]}}, {STEEL}, modes: 16,
             elements: 10, interfaces: [{{name: p, at: {at}}}]}}
      damping: 0.02
  - {{name: bob, mass: 0.2, inertia: [2e-4, 3e-4, 4e-4], position: [1, 0.05, 0.02]}}
joints:
  - {{name: pin, type: spherical, bodies: [ground, rod], at: [0, 0, 0]}}
forces:
  - {{name: soft, type: bushing, bodies: [rod, bob], at: [1, 0, 0], stiffness: [4e3, 5e3, 6e3, 20, 30, 40],
     damping: [4, 4, 4, 0.02, 0.02, 0.02]}}
  - {{name: push, type: load, body: rod, at: [0.3, 0, 0], interface: p, force: [0, {{sine: {{amplitude: 20, frequency: 8}}}}, 4]}}
sensors:
  - {{name: p, type: internal_force, body: rod, interface: p, axes: world}}
  - {{name: pose, type: pose, body: rod, interface: p}}
"""
        # its modes are the same, from the other end; the load at p belongs to the part beyond on either side
        there = self.rows(model("[0, 0, 0]", "[1, 0, 0]", 0.3))
        back = self.rows(model("[1, 0, 0]", "[0, 0, 0]", 0.7))
        largest = {k: max(abs(row[f"p.{k}"]) for row in there) for k in ("fx", "fy", "fz", "tx", "ty", "tz")}
        self.assertGreater(min(largest[k] for k in ("fx", "fy", "fz")), 1)
        worst = {"f": 0.0, "t": 0.0}
        for a, b in zip(there, back):
            load = {"fy": 20 * math.sin(2 * math.pi * 8 * a["t"]), "fz": 4}
            for k in largest:
                miss = abs(a[f"p.{k}"] + b[f"p.{k}"] - load.get(k, 0.0))
                worst[k[0]] = max(worst[k[0]], miss)
                self.assertLess(miss, 1e-6 if k[0] == "f" else 1e-8, k)
        print("largest", largest, "worst", worst)

    def test_what_it_is_not_for(self):
        bob = "  - {name: bob, mass: 1, inertia: [1, 1, 1], position: [3, 0, 0]}"
        for sensor, part in (("{name: s, type: internal_force, body: bob, at: [0, 0, 0]}", "is rigid and has no internal forces"),
                             ("{name: s, type: internal_force, body: rod}", "needs 'interface' or 'at'"),
                             ("{name: s, type: internal_force, body: rod, at: [0.3, 0, 0]}", "no interface of 'rod' is at this point"),
                             ("{name: s, type: internal_force, body: rod, interface: x}", "has no interface 'x'; it has a, b"),
                             ("{name: s, type: internal_force, body: rod, interface: b, axes: joint}", "unknown axes")):
            self.refused(self.cantilever("[]", "[]", f"  - {sensor}", bodies=bob), part)


class Laws(Models):
    """The end of a bending body moves more easily at first than the body as a whole."""

    ARM = """
gravity: [0, 0, -9.81]
duration: 1.5 s
bodies:
  - name: upper
    flexible:
      beam: {from: [0, 0, 0], to: [0.7, 0, 0], section: {box: [12 mm, 12 mm]}, modes: 6, STEEL}
      damping: 0.02
  - name: fore
    flexible:
      beam: {from: [0.7, 0, 0], to: [1.3, 0, 0.2], section: {box: [8 mm, 8 mm]}, modes: 8, STEEL}
      damping: 0.02
  - {name: tool, mass: 0.4, inertia: [1e-3, 1e-3, 1e-3], position: [1.3, 0, 0.2]}
joints:
  - {name: h, type: revolute, bodies: [ground, upper], interfaces: [~, a], axis: [0, 1, 0]}
  - {name: e, type: revolute, bodies: [upper, fore], interfaces: [b, a], axis: [0, 1, 0]}
  - {name: w, type: revolute, bodies: [fore, tool], interfaces: [b, ~], axis: [0, 1, 0]}
forces:
  - {name: f, type: friction, joint: h, coulomb: 4, regularisation: 1e-3}
  - {name: g, type: friction, joint: e, coulomb: 1.5, regularisation: 1e-3}
  - {name: k, type: friction, joint: w, coulomb: 0.2, regularisation: 1e-3}
sensors:
  - {name: energy, type: energy}
  - {name: tool, type: pose, body: tool}
""".replace("STEEL", STEEL)

    def test_an_arm_with_tight_joints_swings_the_same_at_any_step(self):
        coarse, fine = (self.rows(self.ARM, "--dt", dt)[-1] for dt in ("1 ms", "0.25 ms"))
        for k in "xyz":
            self.assertAlmostEqual(coarse[f"tool.{k}"], fine[f"tool.{k}"], delta=1e-3)
        energy = [r["energy.total"] for r in self.rows(self.ARM)]
        self.assertLess(energy[-1], energy[0] - 1.0)
        self.assertTrue(all(b < a + 1e-3 for a, b in zip(energy, energy[1:])))

    def rod(self, section, damping, rest):
        """A rod of a metre on a hinge, with these forces and sensors."""
        return f"""
gravity: [0, 0, -{G}]
tables:
  - {{name: rope, points: [[-1, 0], [0, 0], [1, 500]]}}
bodies:
  - name: rod
    flexible:
      beam: {{from: [0, 0, 0], to: [1, 0, 0], section: {{box: {section}}}, modes: 8, {STEEL}}}
      damping: {damping}
joints:
  - {{name: h, type: revolute, bodies: [ground, rod], interfaces: [~, a], axis: [0, 1, 0]}}
{rest}"""

    def test_what_it_holds_creeps_as_its_law_says(self):
        rod = self.rod("[10 mm, 10 mm]", 0.5, """
forces: [{name: f, type: friction, joint: h, coulomb: 5, regularisation: 1e-3}]
sensors: [{name: q, type: coordinates, joint: h}]
""")
        rate = self.rows(rod, "--duration", 2)[-1]["q.qd"]
        share = 8000 * 1e-4 * G * 0.5 / 5  # of the limit
        self.assertAlmostEqual(rate / (1e-3 * share / math.sqrt(1 - share**2)), 1.0, delta=0.01)

    def test_a_rope_is_as_stiff_as_in_the_file(self):
        rod = self.rod("[15 mm, 10 mm]", 0.03, """
forces:
  - {name: f, type: spring, bodies: [ground, rod], at: [1, 0, 1], interfaces: [~, b], at2: [1, 0, 0],
     spring_table: rope, free_length: 0.97}
sensors: [{name: tip, type: pose, body: rod, interface: b}]
""")
        coarse, fine = (self.rows(rod, "--duration", 0.3, "--dt", f"{dt} ms", "--every", every)
                        for dt, every in ((1, 20), (0.25, 80)))
        self.assertGreater(max(abs(r["tip.z"]) for r in fine), 0.02)
        for a, b in zip(coarse, fine, strict=True):
            self.assertAlmostEqual(a["tip.z"], b["tip.z"], delta=1e-3)
        self.assertIn("1 of 1 contacts and stops resolved", self.run_program("check", "model.yaml").stdout)


class Imported(Models):
    NATIVE = ("beam: {from: [0, 0, 0], to: [0.3, 0, 0], elements: 16, modes: 8, section: {general: {area: 8e-5, "
              "Iy: 6.666666666666667e-10, Iz: 4.266666666666667e-10, torsion: 7e-10}}, "
              "material: {E: 200 GPa, G: 77 GPa, density: 7870}}")

    def bring(self, name, *words):
        out = pathlib.Path(name).stem + ".modal.yaml"
        self.run_program("import", IMPORTS / name, "--out", out, *words)
        return out

    def swing(self, body, first, last):
        return self.rows(f"""
step: 0.2 ms
duration: 0.5 s
bodies:
  - {{name: rod, flexible: {{{body}, damping: 0.01}}}}
  - {{name: bob, mass: 0.5, shape: {{sphere: {{radius: 0.03}}}}, position: [0.3, 0, 0]}}
joints:
  - {{name: pin, type: revolute, bodies: [ground, rod], interfaces: [~, {first}], axis: [0, 0, 1]}}
  - {{name: weld, type: fixed, bodies: [rod, bob], interfaces: [{last}, ~]}}
forces:
  - {{name: motor, type: load, body: rod, interface: {first}, torque: [0, 0, 0.4]}}
sensors:
  - {{name: bob, type: pose, body: bob}}
  - {{name: rod, type: modes, body: rod}}
  - {{name: end, type: internal_force, body: rod, interface: {last}}}
""")

    def compare(self, found, wanted, place, modes):
        bent = 0.0
        for a, b in zip(found, wanted):
            for k in "xyz":
                self.assertAlmostEqual(a[f"bob.{k}"], b[f"bob.{k}"], delta=place)
            for k in range(1, 9):
                self.assertAlmostEqual(a[f"rod.q{k}"], b[f"rod.q{k}"], delta=modes)
                bent = max(bent, abs(b[f"rod.q{k}"]))
        print("modal coordinates up to", bent)
        self.assertGreater(bent, 1e-5)

    def test_standard_input_data_move_as_the_native_body(self):
        name = self.bring("rod.SID_FEM")
        self.compare(self.swing(f"file: {name}", "n3", "n7"), self.swing(self.NATIVE, "a", "b"), 1e-11, 1e-12)
        with open(self.work / name, encoding="utf-8") as f:
            modal = yaml.safe_load(f)
        self.assertEqual((modal["form"], [i["name"] for i in modal["interfaces"]]), ("native", ["n3", "n7"]))

    def test_files_of_mbdyn_move_nearly_as_the_native_body(self):
        name = self.bring("rod.fem", "--interface", "a=1", "--interface", "b=17")
        # lumped masses are not the native ones: what that changes is measured by what bending does, the difference to a
        # rod a thousand times as stiff
        found, native = self.swing(f"file: {name}", "a", "b"), self.swing(self.NATIVE, "a", "b")
        stiff = self.swing(self.NATIVE.replace("E: 200 GPa, G: 77 GPa", "E: 2e14, G: 7.7e13"), "a", "b")
        bends, differs = (max(abs(a[f"bob.{k}"] - b[f"bob.{k}"]) for a, b in zip(other, native) for k in "xyz")
                          for other in (stiff, found))
        print(f"bending {bends:.3g} m, differs by {differs:.3g} m")
        self.assertGreater(bends, 1e-4)
        self.assertLess(differs, 1e-4 * bends)
        with open(self.work / name, encoding="utf-8") as f:
            modal = yaml.safe_load(f)
        self.assertEqual([round(z, 12) for z in modal["damping"]], [0.01] * 8)

    def test_what_the_command_refuses(self):
        for words, part in ((("rod.fem", "--interface", "a=99"), "there is no node '99'; the nodes are numbered 1 to 17"),
                            (("rod.fem", "--interface", "a"), "an interface is NAME=NODE"),
                            (("rod.fem", "--interface", "a=1", "--interface", "a=2"), "interface 'a' is there twice"),
                            (("rod.SID_FEM", "--modes", "3"), "the file has the modes it has"),
                            (("nothing.SID_FEM",), "cannot be opened"),
                            (("rod.xyz", "--interface", "a=B"), ".SID_FEM or .fem")):
            r = self.run_program("import", IMPORTS / words[0], *words[1:], "--out", "no.yaml", code=2)
            self.assertEqual(r.stderr.strip().count("\n"), 0, r.stderr)
            self.assertIn(part, r.stderr)
            self.assertFalse((self.work / "no.yaml").exists())


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def held_at(m, name):
    """The native body `m` in the general form: the same shapes, each moved as a whole so that an interface is still."""
    n, K, names = len(m["stiffness"]), range(3), ("x", "y", "z")
    xx, yy, zz, xy, xz, yz = m["inertia"]
    J = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
    P = [[(0.5 * (xx + yy + zz) if k == j else 0.0) - J[k][j] for j in K] for k in K]  # int s s^T dm
    com = m.get("center_of_mass", [0, 0, 0])
    at = {i["name"]: [i["position"][k] - com[k] for k in K] for i in m["interfaces"]}
    held = next(i for i in m["interfaces"] if i["name"] == name)
    turn = [[-held["rotation"][k][j] for k in K] for j in range(n)]
    move = [[-held["displacement"][k][j] - cross(turn[j], at[name])[k] for k in K] for j in range(n)]
    T = [[[cross(turn[j], [float(b == k) for k in K])[a] for b in K] for a in K] for j in range(n)]  # turn x s = T s
    Ct = m.get("Ct", [[0.0] * n] * 3)
    I = {a + b: m["I"].get(a + b, [0.0] * n) for a in names for b in names}
    S = {a + b: m["S"].get(a + b, [[0.0] * n] * n) for a in names for b in names if a <= b}
    g = {"modal": 1, "form": "general", "mass": m["mass"], "center_of_mass": com, "inertia": m["inertia"]}
    g["stiffness"] = m["stiffness"]
    g["Ct"] = [[Ct[k][j] + m["mass"] * move[j][k] for j in range(n)] for k in K]
    g["I"] = {a + b: [I[a + b][j] + sum(T[j][l][c] * P[k][c] for c in K) for j in range(n)]
              for k, a in enumerate(names) for l, b in enumerate(names)}

    def one(i, k, j, l):  # int N_i,k (move_j + T_j s)_l dm
        return Ct[k][i] * move[j][l] + sum(T[j][l][c] * I[names[c] + names[k]][i] for c in K)

    def both(i, k, j, l):
        return m["mass"] * move[i][k] * move[j][l] + sum(T[i][k][b] * P[b][c] * T[j][l][c] for b in K for c in K)

    g["S"] = {a + b: [[S[a + b][i][j] + one(i, k, j, l) + one(j, l, i, k) + both(i, k, j, l) for j in range(n)]
                      for i in range(n)]
              for k, a in enumerate(names) for l, b in enumerate(names) if a <= b}
    g["interfaces"] = [
        {"name": i["name"], "position": i["position"],
         "displacement": [[i["displacement"][k][j] + move[j][k] + cross(turn[j], at[i["name"]])[k] for j in range(n)]
                          for k in K],
         "rotation": [[i["rotation"][k][j] + turn[j][k] for j in range(n)] for k in K]} for i in m["interfaces"]]
    return g


class Forms(Models):
    """The same body in both forms. Shapes that differ by motions of the body as a whole span the same deformations; what
    is left between the models is of second order in the deflection."""

    def setUp(self):
        super().setUp()
        self.run_program("import", IMPORTS / "rod.SID_FEM", "--out", "native.yaml")
        with open(self.work / "native.yaml", encoding="utf-8") as f:
            m = yaml.safe_load(f)
        self.first, self.last = (i["name"] for i in m["interfaces"])
        self.write(yaml.safe_dump(held_at(m, self.first)), "general.yaml")
        self.write(yaml.safe_dump(held_at(m, self.last)), "other.yaml")

    def model(self, form, spin, load, held, duration="0.1 s"):
        joint = f"""joints:
  - {{name: pin, type: revolute, bodies: [ground, rod], interfaces: [~, {self.first}], axis: [0, 0, 1]}}""" if held else ""
        return f"""step: 0.02 ms
duration: {duration}
gravity: [0, 0, 0]
bodies:
  - {{name: rod, angular_velocity: [0, 0, {spin}], velocity: [0, {0.15 * spin}, 0], flexible: {{file: {form}.yaml}}}}
{joint}
forces:
  - {{name: push, type: load, body: rod, interface: {self.last}, force: [{0.3 * load}, {load}, {0.5 * load}],
     torque: [{0.01 * load}, 0, 0]}}
sensors:
  - {{name: a, type: acceleration, body: rod, interface: {self.first}}}
  - {{name: b, type: acceleration, body: rod, interface: {self.last}}}
  - {{name: pa, type: pose, body: rod, interface: {self.first}}}
  - {{name: pb, type: pose, body: rod, interface: {self.last}}}
"""

    def test_accelerations_are_the_same(self):
        for held in (False, True):
            first = [self.rows(self.model(form, 7.0, 40.0, held, "0.1 ms"))[0] for form in ("native", "general", "other")]
            keys = [k for k in first[0] if k.startswith(("a.", "b."))]
            self.assertEqual(len(keys), 12)
            worst = {}
            for k in keys:
                group = max(abs(first[0][j]) for j in keys if j[2:] in ("ax", "ay", "az") and k[2:] in ("ax", "ay", "az")
                            or j[2] == "b" and k[2] == "b")
                for other in first[1:]:
                    worst[k] = max(worst.get(k, 0.0), abs(other[k] - first[0][k]) / group)
            print("held" if held else "free", "accelerations differ by", max(worst.values()))
            self.assertLess(max(worst.values()), 1e-12, worst)

    def test_motions_are_the_same(self):
        for held in (False, True):
            apart = []
            for load in (0.005, 0.01):
                rows = [self.rows(self.model(form, 0.0, load, held)) for form in ("native", "general", "other")]
                keys = [k for k in rows[0][0] if k.startswith(("pa.", "pb."))]
                apart.append(max(abs(b[k] - a[k]) for other in rows[1:] for a, b in zip(rows[0], other) for k in keys))
                moved = max(abs(row[k] - rows[0][0][k]) for row in rows[0] for k in keys)
                print("held" if held else "free", load, "N: moves by", moved, "forms are apart by", apart[-1])
                self.assertGreater(moved, 5e-4)
            self.assertLess(apart[-1], 1e-9)

    def test_both_are_judged_by_the_free_body(self):
        listed = {}
        for form in ("native", "general", "other"):
            out = self.run_program("check", self.write(self.model(form, 0.0, 0.0, False))).stdout.split("\n")
            at = next(i for i, line in enumerate(out) if line.startswith(" " * 16 + "mode"))
            rows = [line.split() for line in out[at + 1:at + 9]]
            listed[form] = [(float(row[1 if form == "native" else 3]), float(row[3 if form == "native" else 5]), row[-1])
                            for row in rows]
            if form != "native":
                self.assertLess(float(rows[0][1]), 0.5 * float(rows[0][3]), "held ones are far slower")
        for form in ("general", "other"):
            for a, b in zip(listed[form], listed["native"]):
                self.assertAlmostEqual(a[0], b[0], delta=2e-5 * b[0])  # five digits
                self.assertEqual(a[2], b[2])
        # orders 3 and 4 take the same steps of both
        least = []
        for form in ("native", "general", "other"):
            r = self.run_program("sim", self.write(self.model(form, 0.0, 0.0, False)), "--quiet", "--order", "4", "--dt", "1e-4",
                                 code=2)
            self.assertIn("take order 2 or a step of", r.stderr)
            least.append(r.stderr.split("a step of")[1])
        self.assertEqual(len(set(least)), 1, least)


class Strangers(Models):
    def model(self, beam="modes: 8", flexible="", body="", extra=""):
        flexible = f"\n      {flexible}" if flexible else ""
        body = f"\n    {body}" if body else ""
        return f"""step: 1 ms
bodies:
  - name: rod{body}
    flexible:
      beam: {{from: [0, 0, 0], to: [1, 0, 0], section: {{box: [10 mm, 10 mm]}}, {STEEL}, {beam}}}{flexible}
joints:
  - {{name: pin, type: revolute, bodies: [ground, rod], interfaces: [~, a], axis: [0, 1, 0]}}
{extra}
"""

    def notes(self, text):
        out = self.run_program("check", self.write(text)).stdout
        return [line for line in out.split("\n") if line.startswith("note")], out

    def test_beams_that_cannot_be(self):
        for beam, part in (("modes: 0", "from 1 to 256"), ("modes: 60", "fewer modes than are asked for"),
                           ("modes: 49, elements: 20", "has 49 modes and can have 48 at most"),
                           ("below: 1 Hz", "no mode below 1 Hz"), ("below: -3", "greater than zero"),
                           ("below: 1e9 Hz", "fewer modes than are asked for"),
                           ("modes: 8, below: 3 kHz", "either 'modes' or 'below'"),
                           ("modes: 8, bodies: 0", "from 1 to 1000"), ("modes: 8, elements: 0", "from 1 to 100"),
                           ("modes: 8, theory: bernoulli", "euler-bernoulli or timoshenko"),
                           ("modes: 8, interfaces: [{name: m, at: 1}]", "must be between 0 and 1 m"),
                           ("modes: 8, interfaces: [{name: a, at: 0.5}]", "is an end of the beam"),
                           ("modes: 14, interfaces: [{name: m, at: 0.3}, {name: m, at: 0.4}]", "change its name"),
                           ("modes: 14, interfaces: [{name: m, at: 0.3}, {name: k, at: 0.3}]", "change its place"),
                           ("modes: 14, interfaces: [{name: m, at: 1e-7}]", "no interface lies next to another"),
                           ("modes: 14, bodies: 4, interfaces: [{name: m, at: 0.5}]", "where two bodies of the beam meet")):
            self.refused(self.model(beam), part, line=5)
        for old, new, part in (("200 GPa", "0", "'E' must be greater than zero"), ("200 GPa", "1e300 Pa", "too far apart"),
                               ("8000", "1e-300", "too far apart"), ("[1, 0, 0], section", "[0, 0, 0], section", "no length")):
            self.refused(self.model().replace(old, new), part, line=5)

    def test_damping_is_a_ratio_a_list_or_rayleigh(self):
        for flexible, part in (("damping: -0.1", "zero or more"), ("damping: 5000", "zero or more"),
                               ("damping: [0.1, 0.2]", "one number or 8"), ("rayleigh: [1]", "2 entries"),
                               ("rayleigh: [-10000, 0]", "zero or more")):
            self.refused(self.model(flexible=flexible), part, line=6)
        self.refused(self.model(flexible="damping: 0.1\n      rayleigh: [1, 0]"), "exclude each other", line=7)
        _, out = self.notes(self.model(flexible="damping: [0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08]"))
        ratios = [float(line.split()[2]) for line in out.split("\n") if line.startswith(" " * 16) and line.split()[0].isdigit()]
        self.assertEqual(ratios, [0.01 * k for k in range(1, 9)])
        _, out = self.notes(self.model(flexible="rayleigh: [3, 2e-5]"))
        for line in out.split("\n"):
            if line.startswith(" " * 16) and line.split()[0].isdigit():
                omega, ratio = 2 * math.pi * float(line.split()[1]), float(line.split()[2])
                self.assertAlmostEqual(ratio, 0.5 * (3 / omega + 2e-5 * omega), delta=5e-3 * ratio)  # three digits

    def test_check_says_what_is_doubtful(self):
        for beam, part in (("modes: 5", "5 modes for 2 interfaces"), ("modes: 6", "static shapes of the interfaces alone"),
                           ("modes: 8, interfaces: [{name: m, at: 0.3}]", "8 modes for 3 interfaces, which move against each "
                            "other in 12 directions")):
            notes, _ = self.notes(self.model(beam))
            self.assertEqual(len(notes), 1, notes)
            self.assertIn(part, notes[0])
        self.assertEqual(self.notes(self.model())[0], [])
        first = 2 * math.pi * float(self.notes(self.model())[1].split("omega dt\n")[1].split()[1])
        for share, warns in ((0.3, 0), (0.37, 1)):
            # the pin takes part of a spin about y away, none of that about it
            notes, _ = self.notes(self.model(body=f"angular_velocity: [0, {share * first}, 0]\n    velocity: "
                                             f"[0, 0, {-0.5 * share * first}]"))
            self.assertEqual(len(notes), warns, f"{share} {notes}")
            if warns:
                self.assertIn("tension would stiffen it", notes[0])

    def test_a_beam_in_four_bodies(self):
        rows = self.rows(self.model("modes: 8, bodies: 4, elements: 4", extra="""sensors:
  - {name: tip, type: pose, body: rod, interface: b}
  - {name: weld, type: reaction, joint: rod/2-3}
  - {name: cut, type: internal_force, body: rod/2, interface: b, axes: world}
duration: 0.2 s"""))
        one = self.rows(self.model("modes: 20, elements: 16", extra="""sensors:
  - {name: tip, type: pose, body: rod, interface: b}
duration: 0.2 s"""))
        self.assertLess(one[-1]["tip.z"], -0.1)
        for a, b in zip(rows, one):
            self.assertAlmostEqual(a["tip.z"], b["tip.z"], delta=2e-4)
            for k in ("fx", "fz", "ty"):
                self.assertAlmostEqual(a[f"cut.{k}"], -a[f"weld.{k}"], delta=1e-9)

    def modal(self, change):
        self.run_program("import", IMPORTS / "rod.SID_FEM", "--out", "rod.modal.yaml")
        with open(self.work / "rod.modal.yaml", encoding="utf-8") as f:
            m = yaml.safe_load(f)
        change(m)
        self.write(yaml.safe_dump(m), "rod.modal.yaml")
        self.write("bodies:\n  - {name: rod, flexible: {file: rod.modal.yaml}}\n")
        return self.run_program("check", "model.yaml", code=2).stderr.strip()

    def test_modal_files_that_cannot_be(self):
        def twice(m):  # shape 2 becomes shape 1
            for k in m["S"]:
                for row in m["S"][k]:
                    row[1] = row[0]
                m["S"][k][1] = list(m["S"][k][0])

        def rigid(m):
            m["stiffness"][0] = 0.0

        def moved(m):
            m["Ct"][2][0] = 0.1

        for change, part in ((twice, "shape 2 is a combination of the shapes before it"),
                             (rigid, "rigid motion is left in the shapes"),
                             (moved, "'form: native' says that no mode moves the body as a whole"),
                             (lambda m: m["stiffness"].append(1.0), "must be"),
                             (lambda m: m.pop("S"), "'S'"),
                             (lambda m: m.update(mass=-1), "'mass'"),
                             (lambda m: m["inertia"].__setitem__(0, -1.0), "not positive definite")):
            line = self.modal(change)
            self.assertIn(part, line)
            for one in line.split("\n"):
                self.assertRegex(one, r"^rod\.modal\.yaml:\d+:\d+: ")


if __name__ == "__main__":
    unittest.main()
