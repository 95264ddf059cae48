#!/usr/bin/env python3
# test: tyres.manoeuvres program cost=60 -- @tactus
"""Manoeuvres and test rigs of config/models/manoeuvres: their numbers, as docs/manoeuvres.md has them.
    manoeuvres.py TACTUS
"""

import csv
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
FOLDER = ROOT / "config/models/manoeuvres"
TACTUS = sys.argv.pop() if len(sys.argv) > 1 else None
G, DEG = 9.81, 180 / math.pi
RATIO, WHEELBASE = 16.2, 2.7  # turns of the steering wheel for one of the wheels; m
WIDTH = 1.75  # m, of the body


class Run:
    """The sensors of a run, a list of rows per column."""

    def __init__(self, name, *options, every=5):
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/sensors.csv"
            subprocess.run([TACTUS, "sim", str(FOLDER / f"{name}.yaml"), "--quiet", "--error-check", "off", "--every", str(every),
                            "--sensors", path, *options], check=True, stdout=subprocess.DEVNULL)
            with open(path, encoding="ascii") as file:
                rows = list(csv.reader(file))
        self.columns = {name: [float(row[k]) for row in rows[1:]] for k, name in enumerate(rows[0])}
        self.t = self.columns["t"]

    def __getitem__(self, name):
        return self.columns[name] if name in self.columns else self.columns[f"car/{name}"]

    def at(self, t):
        return min(range(len(self.t)), key=lambda k: abs(self.t[k] - t))


def slope(points):
    """Of the straight line that is nearest."""
    x, y = (sum(p[k] for p in points) / len(points) for k in (0, 1))
    return sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)


class Manoeuvres(unittest.TestCase):
    def assert_is(self, value, expected, share):
        self.assertLessEqual(abs(value - expected), share * abs(expected), (value, expected))

    def test_a_tyre_on_its_rig_has_the_peak_of_its_file(self):
        text = (ROOT / "config/models/parts/touring.tir").read_text(encoding="ascii")
        of = {key: float(re.search(rf"(?m)^{key} *= *(\S+)", text)[1]) for key in ("PDY1", "PVY1", "FNOMIN", "PKY1", "PKY2")}
        rig = Run("tyre_rig")
        begin = rig.at(1)
        self.assert_is(rig["tyre.Fz"][-1], of["FNOMIN"], 1e-3)
        share = [y / z for y, z in zip(rig["tyre.Fy"][begin:], rig["tyre.Fz"][begin:])]
        self.assert_is((max(share) - min(share)) / 2, of["PDY1"], 3e-3)  # the peak, on both sides of its vertical shift
        self.assert_is((max(share) + min(share)) / 2, of["PVY1"], 0.1)
        # the slope at no slip is that of the file at this load, but for camber and pressure, which are none here
        small = [(a, y) for a, y, t in zip(rig["tyre.alpha"], rig["tyre.Fy"], rig.t) if abs(a) < 0.01 and 6 < t < 10]
        stiffness = of["PKY1"] * of["FNOMIN"] * math.sin(2 * math.atan(1 / of["PKY2"]))
        self.assert_is(slope(small), stiffness, 0.05)

    def test_kinematics_of_the_suspension_and_compliance_of_the_steering(self):
        rig = Run("kinematics", every=10)
        level, out, bump, pushed = (rig.at(t) for t in (9.5, 3, 7, 13.9))
        heave = rig["chassis.z"]
        self.assertAlmostEqual(heave[bump] - heave[level], -0.05, delta=1e-6)
        self.assertAlmostEqual(heave[out] - heave[level], 0.05, delta=1e-6)

        def angle(axis, k):  # of the left front upright, small
            return 2 * rig[f"front.e{axis}"][k] * DEG
        # camber of a left wheel is an angle about x, toe-out one about z
        self.assertAlmostEqual(angle(1, bump) - angle(1, level), 1.107, delta=0.01)
        self.assertAlmostEqual(angle(1, out) - angle(1, level), -0.657, delta=0.01)
        self.assertAlmostEqual(angle(3, bump) - angle(3, level), 0.043, delta=0.003)
        self.assertAlmostEqual(angle(3, out) - angle(3, level), -0.291, delta=0.003)
        self.assertAlmostEqual(angle(3, pushed) - angle(3, level), -0.0218, delta=0.002)  # of 1 kN a wheel
        loads = rig["tyre_front_left.Fz"]
        self.assert_is((loads[bump] - loads[out]) / (rig["front.z"][bump] - rig["front.z"][out] - heave[bump] + heave[out]) / 1000, 24.5, 0.02)

    def test_a_steady_circle_needs_more_steering_the_faster_it_turns(self):
        circle = Run("steady_circle", every=20)
        v, yaw, wheel = circle["driver_rate.vx"], circle["driver_rate.wz"], circle["column.q"]
        across = [a * b for a, b in zip(v, yaw)]
        more = [w / RATIO - WHEELBASE * y / u for w, y, u in zip(wheel, yaw, v)]  # beside what the circle alone takes
        gradient = slope([(a, m) for a, m, t in zip(across, more, circle.t) if t > 2 and a < 4]) * DEG * G
        self.assertAlmostEqual(gradient, 0.57, delta=0.03)  # deg per g
        self.assertAlmostEqual(max(across), 8.39, delta=0.1)
        self.assertAlmostEqual(v[-1] * 3.6, 80, delta=2)

    def test_a_step_of_the_wheel_is_answered_by_the_yaw_rate(self):
        step = Run("step_steer", every=1)
        wheel, yaw = step["column.q"], step["driver_rate.wz"]
        steady = sum(yaw[-500:]) / 500
        half = next(k for k, w in enumerate(wheel) if w >= wheel[-1] / 2)
        ninety = next(k for k, y in enumerate(yaw) if y >= 0.9 * steady)
        self.assertAlmostEqual(steady / wheel[-1], 0.472, delta=0.01)  # 1/s
        self.assertAlmostEqual(step.t[ninety] - step.t[half], 0.227, delta=0.02)
        self.assertAlmostEqual(max(yaw) / steady - 1, 0.089, delta=0.02)
        self.assertAlmostEqual(steady * step["driver_rate.vx"][-1], 4.3, delta=0.1)

    def test_a_double_lane_change_fells_no_cone_at_80_km_h_and_does_at_90(self):
        def left(run):  # of the lanes beside every corner of the body, m
            lanes = [(40, 55, 0, 1.1), (85, 110, 3.5, 1.2), (135, 165, 0, 1.3)]
            corners = [(x, y) for c in ("front_left", "front_right", "rear_left", "rear_right") for x, y in zip(run[f"{c}.x"], run[f"{c}.y"])]
            return [min((share * WIDTH + 0.25) / 2 - abs(y - middle) for x, y in corners if begin <= x <= end)
                    for begin, end, middle, share in lanes]
        slow = Run("lane_change")
        self.assertGreater(min(left(slow)), 0)
        self.assertGreater(min(slow["driver_rate.vx"]) * 3.6, 77)
        self.assertGreater(max(map(abs, slow["driver.ay"])), 4.5)
        self.assertLess(min(left(Run("lane_change", "--parameter", "speed=90 km/h"))), 0)


if __name__ == "__main__":
    unittest.main()
