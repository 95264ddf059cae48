# test: physics.estimate program -- @tactus
"""`tactus sim --estimate` and `--error` against reference solutions.

    estimate.py TACTUS    in the root of the sources

Errors of the states are measured here, from the rows of --csv and those of tests/reference.
"""
import csv
import math
import os
import re
import subprocess
import sys
import tempfile
import unittest

TACTUS = sys.argv.pop(1) if len(sys.argv) > 1 else "tactus"
MODEL = "config/models/{}.yaml"

# model, step, duration, orders
SMOOTH = [("m1_spatial_double_pendulum", "5 ms", 5, (2, 3, 4)), ("m9_spinning_top", "5 ms", 3, (2, 4)),
          ("m8_slider_crank", "5 ms", 3, (2, 4)), ("m3_chain_8", "5 ms", 3, (2, 3)),
          ("m4_closed_loop_4", "10 ms", 3, (2, 3))]


def sim(*words, code=0):
    done = subprocess.run([TACTUS, "sim", *map(str, words), "--error-check", "off"], capture_output=True, text=True, check=False)
    assert done.returncode == code, (words, done.returncode, done.stdout[-600:], done.stderr)
    return done


def table(text):
    """Rows of the estimate: (order, step, position, angle)."""
    return [(int(m[1]), *(float(x) for x in m[2].split()[:3]))
            for m in re.finditer(r"(?m)^ +([234]) +([-+.e0-9 ]+?)(?:  in doubt)?$", text)]


def length(text):
    return float(re.search(r"lengths of the model, (\S+) m", text)[1])


def true_error(model, *words):
    """Largest error of position, m, and angle, rad, over all bodies and rows of the reference."""
    rows = csv.DictReader(sim(MODEL.format(model), "--csv", "-", "--quiet", *words).stdout.splitlines())
    mine = {round(float(row["t"]), 6): row for row in rows}
    position = angle = 0.0
    compared = 0
    with open(f"tests/reference/{model}.csv", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            own = mine.get(round(float(row["t"]), 6))
            if own is None:
                continue
            compared += 1
            for name in (key[:-3] for key in row if key.endswith("_e0")):
                off = [float(own[f"{name}.{k}"]) - float(row[f"{name}_{k}"]) for k in "xyz"]
                position = max(position, math.hypot(*off))
                a = [float(own[f"{name}.e{k}"]) for k in range(4)]
                b = [float(row[f"{name}_e{k}"]) for k in range(4)]
                apart = min(math.hypot(*(x - s * y for x, y in zip(a, b))) for s in (1, -1))
                angle = max(angle, 4 * math.asin(min(1.0, apart / 2)))
    assert compared > 20, (model, compared)
    return position, angle


class Estimate(unittest.TestCase):
    def test_is_that_of_the_reference(self):
        for model, step, duration, orders in SMOOTH:
            for order in orders:
                with self.subTest(model=model, order=order):
                    words = ("--dt", step, "--duration", duration, "--order", order)
                    said = sim(MODEL.format(model), *words, "--estimate").stdout
                    first = table(said)[0]
                    self.assertEqual(first[0], order)
                    position, angle = true_error(model, *words)
                    true = max(position / length(said), angle)
                    self.assertGreater(true, 1e-11, "or rounding would be compared")
                    self.assertTrue(0.3 < max(first[2:]) / true < 3, (first, true))

    def test_error_is_met(self):
        for model, _, duration, _ in SMOOTH[:4]:
            for bound in "1e-4", "1e-6", "1e-8":
                with self.subTest(model=model, bound=bound):
                    words = ("--dt", "10 ms", "--duration", duration)
                    scale = length(sim(MODEL.format(model), *words, "--estimate").stdout)
                    position, angle = true_error(model, *words, "--error", bound)
                    self.assertLess(max(position / scale, angle), float(bound))

    def test_order_4_where_one_body_tells(self):
        """A satellite with wheels: errors of order 2 fall with its power at the base alone, at 0.2 rad per step of a wheel."""
        model = """
gravity: [0, 0, 0]
step: 1 ms
duration: 4 s
bodies:
  - {name: base, mass: 30, inertia: [3, 2.1, 2.2], angular_velocity: [1.7, -1.6, 0.5]}
  - {name: w0, position: [0.1, 0.2, 0.25], mass: 2.3, inertia: [0.0083, 0.0083, 0.0144], angular_velocity: [1.7, -1.6, 315]}
  - {name: w1, position: [-0.3, 0, 0.15], mass: 2, inertia: [0.0032, 0.0032, 0.0045], orientation: {axis: [1, 0, 0], angle: 90 deg}, angular_velocity: [1.7, 0.5, 315]}
joints:
  - {name: j0, type: revolute, bodies: [base, w0], at: [0.1, 0.2, 0.2], axis: [0, 0, 1]}
  - {name: j1, type: revolute, bodies: [base, w1], at: [-0.3, 0.1, 0.15], axis: [0, -1, 0]}
"""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "satellite.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(model)
            method = ("--method", "canonical")
            said = sim(path, *method, "--estimate", "--error", "1e-7").stdout

            def poses(dt, every):
                text = sim(path, *method, "--order", 4, "--dt", dt, "--every", every, "--csv", "-", "--quiet").stdout
                return list(csv.DictReader(text.splitlines()))

            fine = poses("0.0625 ms", 160)
            for row, (dt, every) in zip(table(said)[2:], (("1 ms", 10), ("0.5 ms", 20))):
                true = max(2 * min(math.hypot(*(float(a[f"{n}.e{k}"]) - s * float(b[f"{n}.e{k}"]) for k in range(4)))
                                   for s in (1, -1))
                           for a, b in zip(poses(dt, every), fine) for n in ("base", "w0", "w1"))
                self.assertTrue(0.5 < row[3] / true < 2, (row, true))
            self.assertRegex(said, "(?m)^for 1e-07 +order 4 with a step of ")

    def test_a_corner_within_a_step_is_said_where_no_step_is_known(self):
        """A source that turns a corner within a step, and a bound that no step keeps."""
        model = """
step: 1 ms
duration: 0.3 s
bodies: [{name: b, mass: 1, inertia: [1, 1, 1]}]
joints: [{name: j, type: prismatic, bodies: [ground, b], at: [0, 0, 0], axis: [1, 0, 0]}]
sources: [{name: s, table: t}]
tables: [{name: t, points: [[0, 0], [0.1002, 0], [0.1003, 1e5], [0.1004, 0], [1, 0]]}]
forces: [{name: p, type: load, body: b, force: [s, 0, 0]}]
"""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "corner.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(model)
            said = sim(path, "--estimate", "--error", "1e-12", code=7).stdout
            self.assertIn("and where a source changes its course; take a shorter --duration", said)

    def test_order_6_is_judged_by_its_own_halves(self):
        """Order 4 is worse than order 6: a smooth motion whose error falls with the step."""
        model, words = "m1_spatial_double_pendulum", ("--method", "canonical", "--order", "6", "--dt", "10 ms", "--duration", "2")
        said = sim(MODEL.format(model), *words, "--estimate").stdout
        rows = [float(x) for x in re.findall(r"(?m)^ +6 +\S+ +\S+ +(\S+)", said)]
        self.assertEqual(len(rows), 4)
        _, angle = true_error(model, *words)
        self.assertTrue(0.3 < rows[0] / angle < 3, (rows, angle))
        self.assertNotIn("does not fall", said)

    def test_four_runs_at_most(self):
        rows = table(sim(MODEL.format("m8_slider_crank"), "--duration", "0.1", "--estimate").stdout)
        self.assertEqual([(row[0], row[1]) for row in rows],
                         [(2, 0.001), (2, 0.0005), (4, 0.001), (4, 0.0005)])

    def test_one_order_where_the_other_cannot(self):
        model, words = MODEL.format("p5_flexible_slider_crank"), ("--duration", "0.2", "--dt", "1 ms")
        said = sim(model, *words, "--estimate", "--error", "1e-6").stdout
        rows = table(said)
        self.assertEqual([(row[0], row[1]) for row in rows],
                         [(2, 0.001), (2, 0.0005), (2, 0.00025), (2, 0.000125)])
        self.assertRegex(said, r"(?m)^one order     the other one cannot: .*body 'rod'; take order 2")

        def pose(dt, every):
            text = sim(model, "--duration", "0.2", "--dt", dt, "--every", every, "--csv", "-", "--quiet").stdout
            return list(csv.DictReader(text.splitlines()))

        names = [key[:-2] for key in pose("1 ms", 1)[0] if key.endswith(".x") and key.count(".") == 1]
        fine = pose("0.01 ms", 100)
        for row, (dt, every) in zip(rows, (("1 ms", 1), ("0.5 ms", 2), ("0.25 ms", 4), ("0.125 ms", 8))):
            true = max(math.hypot(*(float(a[f"{n}.{k}"]) - float(b[f"{n}.{k}"]) for k in "xyz"))
                       for a, b in zip(pose(dt, every), fine) for n in names)
            self.assertTrue(0.5 < row[2] * length(said) / true < 2, (row, true / length(said)))
        order, dt = re.search(r"for 1e-06 +order (\d) with a step of (\S+) s", said).groups()
        self.assertEqual(order, "2")
        self.assertLess(float(dt), 0.001)

    def test_worst_bodies_come_first(self):
        said = sim(MODEL.format("m3_chain_8"), "--dt", "5 ms", "--duration", 2, "--estimate").stdout
        found = re.findall(r"(?m)^  (\S+) +position (\S+), angle (\S+) rad$", said)
        sizes = [max(float(p), float(a)) for _, p, a in found]
        self.assertEqual(len(found), 5)
        self.assertEqual(len({name for name, _, _ in found}), 5)
        self.assertEqual(sizes, sorted(sizes, reverse=True))
        self.assertAlmostEqual(sizes[0], max(table(said)[0][2:]), delta=0.02 * sizes[0])

    def test_chaos_is_said(self):
        words = (MODEL.format("m3_chain_8"), "--dt", "8 ms", "--duration", 30)
        said = sim(*words, "--estimate", code=7).stdout
        self.assertIn("order 2       does not fall with the step", said)
        self.assertIn("no step does", said)
        done = sim(*words, "--error", "1e-6", "--csv", "-", "--quiet", code=7)
        self.assertEqual(done.stdout, "", "no results are written")
        self.assertIn("no step keeps the error below 1e-06", done.stderr)

    def test_contacts_and_inputs_are_said(self):
        said = sim("config/models/examples/bouncing_ball.yaml", "--duration", 1, "--estimate").stdout
        self.assertRegex(said, r"(?m)^contacts ")
        power = float(re.search(r"order 4       falls with power (\S+)", said)[1])
        self.assertLess(power, 3, "what a contact leaves of order 4")
        said = sim(MODEL.format("vehicle"), "--duration", "0.02", "--estimate", "--error", "1").stdout
        self.assertIn("not estimated what inputs do", said)

    def test_jumps_within_a_step_are_said(self):
        """Steps of dt and dt/2 see a jump in the same place: what it costs is in no difference of them."""
        text = ("step: 1 ms\nduration: 1 s\ngravity: [0, 0, 0]\nsources: [{{name: push, step: {{from: 0, to: 5, at: {} s}}}}]\n"
                "bodies: [{{name: b, mass: 1, inertia: [1, 1, 1]}}]\n"
                "joints: [{{name: j, type: revolute, bodies: [ground, b], at: [0, 0, 0], axis: [0, 0, 1]}}]\n"
                "forces: [{{name: torque, type: load, body: b, torque: [0, 0, push]}}]\n")
        with tempfile.TemporaryDirectory() as work:
            path = os.path.join(work, "jump.yaml")
            for at, code in ("0.2503", 7), ("0.25", 0):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text.format(at))
                said = sim(path, "--estimate", code=code).stdout
                words = f"that source 'push' changes its course at {at} s, within a step of 0.001 s"
                (self.assertIn if code else self.assertNotIn)(words, said)
                done = sim(path, "--error", "1e-5", "--csv", "-", "--quiet", code=code)
                self.assertEqual(done.stdout == "", code == 7, "results only where the error is known")
                (self.assertIn if code else self.assertNotIn)("no step is known to keep the error below 1e-05", done.stderr)

    def test_doubt_and_failure_are_said(self):
        with tempfile.TemporaryDirectory() as work:
            path = os.path.join(work, "bob.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write("solver: {doubt_angle: 1e-15}\nbodies: [{name: bob, mass: 1, inertia: [1, 1, 1], "
                           "position: [1, 0, 0]}]\njoints: [{name: pivot, type: revolute, axis: [0, 1, 0], "
                           "bodies: [ground, bob], at: [0, 0, 0]}]\n")
            done = sim(path, "--dt", "50 ms", "--duration", 1, "--iterations", 1, "--estimate", code=7)
            self.assertIn("results are in doubt, ", done.stderr)
            self.assertIn("  in doubt", done.stdout)
        done = sim(MODEL.format("m3_chain_128"), "--dt", "0.1", "--alpha", "1e4", "--duration", "100",
                   "--estimate", code=3)
        self.assertIn("stopped at t = ", done.stderr)

    def test_what_does_not_fit_is_refused(self):
        model = MODEL.format("m2_four_bar")
        for words in (("--csv", "-"), ("--record", "x.tlog")):
            done = sim(model, "--estimate", *words, code=2)
            self.assertIn("--estimate writes no results", done.stderr)
        for wrong in "0", "2", "abc":
            sim(model, "--error", wrong, code=2)


if __name__ == "__main__":
    unittest.main()
