# test: samples -- @tactus-samples tests/samples/samples.yaml
"""A joint, a sensor and a source, added by a file each and a line each of the registry (translational.c, speed.c,
square.c), are known to every command: types, the schema, check, sim by all methods, logs, their export and replay.

    samples.py TACTUS MODEL    the program with the samples
"""
import csv
import json
import math
import os
import subprocess
import sys
import tempfile
import unittest

try:
    import jsonschema
    import yaml
except ImportError:
    jsonschema = None

PROGRAM, MODEL = sys.argv.pop(1), sys.argv.pop(1)
HIGH = [0.5, -9.81, 0.1 * math.pi * math.cos(math.pi)] # velocity after 1 s


def tactus(*words, code=0):
    run = subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False)
    assert run.returncode == code, (words, run.returncode, run.stderr)
    return run.stdout if code == 0 else run.stderr


def last_row(path):
    with open(path, encoding="utf-8") as file:
        return {name: float(value) for name, value in list(csv.DictReader(file))[-1].items()}


class Samples(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = lambda name: os.path.join(folder.name, name)

    def judge(self, row, digits):
        self.assertAlmostEqual(row["where.q1"], 0.5, digits)
        self.assertAlmostEqual(row["where.q2"], -4.905, digits)
        self.assertAlmostEqual(row["where.q3"], 0.0, digits)
        self.assertAlmostEqual(row["pushed.x"], 0.5, delta=1e-3) # methods that take sources at instants see jumps late
        self.assertAlmostEqual(row["fast.v"], math.hypot(*HIGH), digits)

    def test_they_are_listed_with_their_keys(self):
        self.assertIn("translational", tactus("types"))
        self.assertIn("lift", tactus("types", "translational"))
        self.assertIn("period", tactus("types", "square"))
        self.assertIn("| `speed` | magnitude of the velocity | `v` |", tactus("types", "--manual", "sensors"))

    def test_a_word_that_is_no_type_is_refused_with_the_nearest(self):
        self.assertIn("unknown type 'revolut'; did you mean 'revolute'?", tactus("types", "revolut", code=2))
        self.assertIn("unknown section 'joint'; did you mean 'joints'?", tactus("types", "--manual", "joint", code=2))

    @unittest.skipIf(jsonschema is None, "python3-jsonschema, python3-yaml")
    def test_the_schema_has_them(self):
        validator = jsonschema.Draft7Validator(json.loads(tactus("types", "--schema")))
        with open(MODEL, encoding="utf-8") as file:
            model = yaml.safe_load(file)
        self.assertEqual(list(validator.iter_errors(model)), [])
        model["joints"][0]["lead"] = 1
        self.assertNotEqual(list(validator.iter_errors(model)), [])
        del model["joints"][0]["lead"], model["forces"][0]["force"][0]["square"]["period"]
        self.assertNotEqual(list(validator.iter_errors(model)), [])

    def test_mistakes_are_told_with_place_and_remedy(self):
        with open(MODEL, encoding="utf-8") as file:
            text = file.read()
        for old, new, told in (
                ("lift:", "lit:", "unknown key 'lit' in a joint; did you mean 'lift'?"),
                ("lift:", "lead: 1, lift:", "a translational joint has no 'lead'; only a screw joint takes it"),
                ("period: 1 s", "priod: 1 s", "unknown key 'priod' in a square wave; did you mean 'period'?"),
                ("period: 1 s", "period: 0 s", "'period' must be greater than zero, not 0"),
                ("square:", "sqare:", "unknown key 'sqare' in a source; did you mean 'square'?"),
                ("type: translational", "type: revolute", "a revolute joint has no 'lift'; only a translational joint takes it"),
                ("type: speed", "type: sped", "unknown sensor type 'sped'; did you mean 'speed'?")):
            with open(self.path("wrong.yaml"), "w", encoding="utf-8") as file:
                file.write(text.replace(old, new))
            self.assertIn(told, tactus("check", self.path("wrong.yaml"), code=2))

    def test_check_counts_them(self):
        self.assertIn("1 translational", tactus("check", MODEL))

    def test_every_method_steps_with_them(self):
        for method, digits in (("index3", 5), ("canonical", 5), ("modular", 9), ("hdca", 9), ("dca", 7)):
            with self.subTest(method=method):
                sensors = self.path(f"{method}.csv")
                tactus("sim", MODEL, "--method", method, "--sensors", sensors)
                self.judge(last_row(sensors), digits)

    def test_a_log_replays_and_exports(self):
        log, sensors = self.path("a.tlog"), self.path("a.csv")
        tactus("sim", MODEL, "--record", log)
        self.assertIn("identical", tactus("replay", log, "--sensors", sensors))
        self.judge(last_row(sensors), 5)


unittest.main()
