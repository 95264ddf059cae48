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


ROW = re.compile(r"(?m)^order (\d) +(\S+) s: (.*)$")


def table(text):
    """Rows of the estimate: (order, step, position, angle, what is said)."""
    def size(what, said):
        found = re.search(what + r" (\S+)(?: %| rad)? \(", said)
        return (float(found[1]) * (0.01 if " % (" in found[0] else 1)) if found else 0.0
    return [(int(m[1]), float(m[2]), size("position", m[3]), size("angle", m[3]), m[3]) for m in ROW.finditer(text)]


def true_error(model, *words):
    """Largest error of position, of the motion, and angle, rad, over all bodies and rows of the reference."""
    rows = csv.DictReader(sim(MODEL.format(model), "--csv", "-", "--quiet", *words).stdout.splitlines())
    mine = {round(float(row["t"]), 6): row for row in rows}
    position = angle = motion = 0.0
    compared = 0
    low, high = {}, {}
    with open(f"tests/reference/{model}.csv", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            own = mine.get(round(float(row["t"]), 6))
            if own is None:
                continue
            compared += 1
            for name in (key[:-3] for key in row if key.endswith("_e0")):
                for k in "xyz":
                    x = float(row[f"{name}_{k}"])
                    low[name, k] = min(low.get((name, k), x), x)
                    high[name, k] = max(high.get((name, k), x), x)
                off = [float(own[f"{name}.{k}"]) - float(row[f"{name}_{k}"]) for k in "xyz"]
                position = max(position, math.hypot(*off))
                a = [float(own[f"{name}.e{k}"]) for k in range(4)]
                b = [float(row[f"{name}_e{k}"]) for k in range(4)]
                apart = min(math.hypot(*(x - s * y for x, y in zip(a, b))) for s in (1, -1))
                angle = max(angle, 4 * math.asin(min(1.0, apart / 2)))
    assert compared > 20, (model, compared)
    motion = max(high[k] - low[k] for k in low)
    return position / motion if motion > 1e-9 else 0.0, angle


class Estimate(unittest.TestCase):
    def test_is_that_of_the_reference(self):
        for model, step, duration, orders in SMOOTH:
            words = ("--dt", step, "--duration", duration)
            said = {row[0]: row for row in table(sim(MODEL.format(model), *words, "--estimate").stdout)}
            for order in orders:
                with self.subTest(model=model, order=order):
                    position, angle = true_error(model, *words, "--order", order)
                    true = max(position, angle)
                    if true > 3e-9: # else rounding would be compared
                        self.assertTrue(0.3 < max(said[order][2:4]) / true < 3, (said[order], true))

    def test_error_is_met(self):
        for model, _, duration, _ in SMOOTH[:4]:
            for bound in "1e-4", "1e-6", "1e-8":
                with self.subTest(model=model, bound=bound):
                    words = ("--dt", "10 ms", "--duration", duration)
                    position, angle = true_error(model, *words, "--error", bound)
                    self.assertLess(max(position, angle), float(bound))

    def test_what_was_asked_for_is_measured(self):
        """The run that was chosen is held to the bound, by its own line."""
        words = ("config/models/m8_slider_crank.yaml", "--dt", "10 ms", "--duration", 1, "--error", "1e-6")
        done = subprocess.run([TACTUS, "sim", *map(str, words)], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^for 1e-06 +order \d with a step of ")
        self.assertRegex(done.stdout, r"(?m)^error         (position|angle|below)")

    def test_orders_are_those_of_the_method(self):
        for method, orders in ("index3", [2, 4, 3]), ("canonical", [2, 4, 6]), ("modular", [2]):
            said = sim(MODEL.format("m8_slider_crank"), "--duration", "0.1", "--method", method, "--estimate").stdout
            self.assertEqual([row[0] for row in table(said)], orders)
            self.assertEqual({row[1] for row in table(said)}, {0.001})

    def test_the_step_at_hand_is_divided_where_it_does_not_resolve(self):
        said = sim(MODEL.format("m9_spinning_top"), "--dt", "60 ms", "--duration", 1.2, "--estimate", "--error", "1e-4").stdout
        self.assertEqual({row[1] for row in table(said)}, {0.06, 0.015})
        position, angle = true_error("m9_spinning_top", "--dt", "40 ms", "--duration", 3, "--error", "1e-4")
        self.assertLess(max(position, angle), 1e-4)
        self.assertRegex(said, r"(?m)^for 0.0001 +order 4 with a step of 0.015 s")

    def test_what_an_order_cannot_is_said(self):
        said = sim(MODEL.format("p5_flexible_slider_crank"), "--duration", "0.1", "--estimate", "--error", "1e-4").stdout
        self.assertRegex(said, r"(?m)^order 4 .*not to the end: .*body 'rod'; take order 2")
        self.assertRegex(said, r"(?m)^for 0.0001 +order 2 with a step of 0.0001 s")

    def test_chaos_is_said(self):
        words = (MODEL.format("m3_chain_8"), "--dt", "8 ms", "--duration", 20)
        said = sim(*words, "--estimate", code=7).stdout
        self.assertRegex(said, "(?m)^order 2 .*sensitive to its start")
        self.assertIn("no step does", said)
        done = sim(*words, "--error", "1e-6", "--csv", "-", "--quiet", code=7)
        self.assertEqual(done.stdout, "", "no results are written")
        self.assertIn("no step keeps the error below 1e-06", done.stderr)

    def test_failure_is_said(self):
        with tempfile.TemporaryDirectory() as work:
            path = os.path.join(work, "open.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write("bodies: [{name: bob, mass: 1, inertia: [1, 1, 1]}]\n"
                           "joints: [{name: pivot, type: revolute, axis: [0, 1, 0], bodies: [ground, bob], at: [0, 0, 0]}]\n")
            sim(path, "--dt", "2 s", "--duration", "1 s", "--estimate", code=2)
        done = sim(MODEL.format("p5_flexible_slider_crank"), "--order", 4, "--estimate", code=2)
        self.assertIn("take order 2 or a step of", done.stderr)

    def test_what_does_not_fit_is_refused(self):
        model = MODEL.format("m2_four_bar")
        for words in (("--csv", "-"), ("--record", "x.tlog")):
            done = sim(model, "--estimate", *words, code=2)
            self.assertIn("--estimate writes no results", done.stderr)
        for wrong in "0", "2", "abc":
            sim(model, "--error", wrong, code=2)


if __name__ == "__main__":
    unittest.main()
