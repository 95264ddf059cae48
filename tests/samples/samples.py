# test: samples -- @tactus-samples tests/samples/samples.yaml tests/samples/law.yaml @tactus @build/tests/samples
"""A joint, a law with a memory, a coupler, a sensor and a source, added by a file each and a line each of the registry
(translational.c, yielding.c, lever.c, speed.c, alternating.c), are known to every command: types, the schema, check, sim by all methods, run and ctl, logs, their
export and replay, scenes. So is the law as a shared object, to a program that does not have it.

    samples.py SAMPLES MODEL LAW TACTUS FOLDER
        the program with the samples; models of joint and sensor, and of the law; the program without; where objects are
"""
import csv
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

try:
    import jsonschema
    import yaml
except ImportError:
    jsonschema = None

PROGRAM, MODEL, LAW, PLAIN, OBJECTS = (sys.argv.pop(1) for _ in range(5))
HIGH = [0.5, -9.81, 0.1 * math.pi * math.cos(math.pi)] # velocity after 1 s


def tactus(*words, code=0, program=None):
    run = subprocess.run([program or PROGRAM, *words], capture_output=True, text=True, check=False)
    assert run.returncode == code, (words, run.returncode, run.stderr)
    return run.stdout if code == 0 else run.stderr


def last_row(path):
    with open(path, encoding="utf-8") as file:
        return {name: float(value) for name, value in list(csv.DictReader(file))[-1].items()}


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = lambda name: os.path.join(folder.name, name)

    def changed(self, model, old, new, name="changed.yaml"):
        """A copy of a model with other words in it."""
        with open(model, encoding="utf-8") as file:
            text = file.read()
        self.assertIn(old, text)
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text.replace(old, new))
        return self.path(name)


class Samples(Case):
    def judge(self, row, digits):
        self.assertAlmostEqual(row["where.q1"], 0.5, digits)
        self.assertAlmostEqual(row["where.q2"], -4.905, digits)
        self.assertAlmostEqual(row["where.q3"], 0.0, digits)
        self.assertAlmostEqual(row["levered.q"], -1 / 3, digits)
        self.assertAlmostEqual(row["pushed.x"], 0.5, delta=1e-3) # methods that take sources at instants see jumps late
        self.assertAlmostEqual(row["fast.v"], math.hypot(*HIGH), digits)

    def test_they_are_listed_with_their_keys(self):
        self.assertIn("translational", tactus("types"))
        self.assertIn("lift", tactus("types", "translational"))
        self.assertIn("period", tactus("types", "alternating"))
        self.assertIn("arms", tactus("types", "lever"))
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
        del model["joints"][0]["lead"], model["forces"][0]["force"][0]["alternating"]["period"]
        self.assertNotEqual(list(validator.iter_errors(model)), [])

    def test_mistakes_are_told_with_place_and_remedy(self):
        for old, new, told in (
                ("lift:", "lit:", "unknown key 'lit' in a joint; did you mean 'lift'?"),
                ("lift:", "lead: 1, lift:", "a translational joint has no 'lead'; only a screw joint takes it"),
                ("period: 1 s", "priod: 1 s", "unknown key 'priod' in an alternating source; did you mean 'period'?"),
                ("period: 1 s", "period: 0 s", "'period' must be greater than zero, not 0"),
                ("arms: [0.5 m, 1 m]", "arms: [0.5 m]", "'arms'"),
                ("type: lever", "type: levr", "did you mean 'lever'?"),
                ("alternating:", "altenating:", "unknown key 'altenating' in a source; did you mean 'alternating'?"),
                ("type: translational", "type: revolute", "a revolute joint has no 'lift'; only a translational joint takes it"),
                ("type: speed", "type: sped", "unknown sensor type 'sped'; did you mean 'speed'?")):
            self.assertIn(told, tactus("check", self.changed(MODEL, old, new), code=2))

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


SPEED, MASS, STIFFNESS, LIMIT = 3.0, 2.0, 1e4, 100.0  # of law.yaml
STORED = LIMIT ** 2 / (2.0 * STIFFNESS)  # what swings on once the bar has yielded
PLASTIC = (0.5 * MASS * SPEED ** 2 - STORED) / LIMIT  # m


def rows(path):
    with open(path, encoding="utf-8") as file:
        return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]


def runs(case, program, model, objects):
    """In real time, read and set by ctl; the recording is what it computes again."""
    name, log = f"law{os.getpid()}", case.path("r.tlog")
    with open(case.path("rig.yaml"), "w", encoding="utf-8") as file:
        file.write(f"name: {name}\nmodel: {model}\nstep: 1 ms\nwatchdog: 60 s\n")
    with subprocess.Popen([program, "run", case.path("rig.yaml"), "--quiet", "--record", log],
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        case.addCleanup(run.kill)
        until = time.monotonic() + 60.0
        while subprocess.run([program, "ctl", name, "status"], capture_output=True, check=False).returncode != 0:
            case.assertLess(time.monotonic(), until, "it never answers")
            time.sleep(0.05)
        case.assertIn("bar.yield", tactus("ctl", name, "variables", program=program))
        tactus("ctl", name, "write", "bar.yield=70", program=program)
        case.assertIn("70", tactus("ctl", name, "read", "bar.yield", program=program))
        tactus("ctl", name, "stop", program=program)
        run.wait()
    case.assertIn("identical", tactus("replay", log, *objects, program=program))


class Law(Case):
    def judge(self, path):
        found = rows(path)
        self.assertLess(max(abs(row["carried.f"]) for row in found), LIMIT * (1.0 + 1e-12))
        last = [row["where.q"] for row in found[len(found) // 2:]]
        self.assertAlmostEqual(0.5 * (min(last) + max(last)), PLASTIC, delta=2e-4)
        self.assertAlmostEqual(found[-1]["stored.total"], STORED, delta=0.01 * STORED)

    def test_it_is_listed_with_its_keys(self):
        self.assertIn("yielding", tactus("types"))
        self.assertIn("free_length", tactus("types", "yielding"))
        self.assertIn("yield", tactus("types", "--manual", "forces"))

    @unittest.skipIf(jsonschema is None, "python3-jsonschema, python3-yaml")
    def test_the_schema_has_it(self):
        validator = jsonschema.Draft7Validator(json.loads(tactus("types", "--schema")))
        with open(LAW, encoding="utf-8") as file:
            model = yaml.safe_load(file)
        self.assertEqual(list(validator.iter_errors(model)), [])
        model["forces"][0]["coulomb"] = 1
        self.assertNotEqual(list(validator.iter_errors(model)), [])

    def test_check_counts_it(self):
        self.assertIn("1 yielding", tactus("check", LAW))

    def test_mistakes_are_told_with_place_and_remedy(self):
        for old, new, told in (
                ("yield:", "yeld:", "unknown key 'yeld' in a yielding bar; did you mean 'yield'?"),
                (", yield: 100", "", "a yielding bar needs 'yield'"),
                ("yield: 100", "yield: 0", "'yield' must be greater than zero")):
            self.assertIn(told, tactus("check", self.changed(LAW, old, new), code=2))

    def test_methods_step_with_it_or_refuse_it_by_one_line(self):
        for words in (("index3",), ("index3", "--order", "3"), ("index3", "--order", "4"), ("canonical",)):
            with self.subTest(words=words):
                sensors = self.path("a.csv")
                tactus("sim", LAW, "--method", *words, "--sensors", sensors)
                self.judge(sensors)
        for method in ("modular", "hdca", "dca"):
            with self.subTest(method=method):
                told = tactus("sim", LAW, "--method", method, code=2).strip()
                self.assertEqual(told.count("\n"), 0, told)
                self.assertIn("yielding 'bar'", told)

    def test_a_log_replays_on_all_lanes_and_exports(self):
        log, sensors = self.path("a.tlog"), self.path("a.csv")
        tactus("sim", LAW, "--record", log)
        for lanes in ("1", "4", "8"):
            self.assertIn("identical", tactus("replay", log, "--lanes", lanes, "--sensors", sensors))
            self.judge(sensors)
        tactus("log", "export", log, "--glb", self.path("a.glb"), "--mcap", self.path("a.mcap"))

    def test_a_sub_model_with_it_is_compiled(self):
        tactus("compile", LAW, "--out", self.path("bar.so"))

    def test_it_runs_and_is_read_and_set_by_ctl(self):
        runs(self, PROGRAM, os.path.abspath(LAW), ())


class Object(Case):
    """The law in a shared object, for a program that has no such type."""

    def setUp(self):
        super().setUp()
        self.model = self.changed(LAW, "type: yielding", "type: law, file: yielding.so")
        self.take("yielding.so")

    def take(self, name, to="yielding.so"):
        shutil.copy(os.path.join(OBJECTS, name), self.path(to))
        os.chmod(self.path(to), 0o755)

    def plain(self, *words, code=0):
        return tactus(*words, code=code, program=PLAIN)

    def results(self, program, model, *words):
        tactus("sim", model, *words, "--csv", self.path("a.csv"), program=program)
        with open(self.path("a.csv"), "rb") as file:
            return file.read()

    def test_its_bits_are_those_of_the_built_in_type(self):
        for words in ((), ("--order", "3"), ("--order", "4"), ("--method", "canonical")):
            with self.subTest(words=words):
                self.assertEqual(self.results(PLAIN, self.model, *words), self.results(PROGRAM, LAW, *words))

    def test_the_schema_check_and_refusals_know_it(self):
        if jsonschema:
            validator = jsonschema.Draft7Validator(json.loads(self.plain("types", "--schema")))
            with open(self.model, encoding="utf-8") as file:
                self.assertEqual(list(validator.iter_errors(yaml.safe_load(file))), [])
        self.assertIn("1 yielding", self.plain("check", self.model))
        self.assertIn("yielding 'bar'", self.plain("sim", self.model, "--method", "hdca", code=2))
        self.assertIn("it has the law of an object", self.plain("compile", self.model, "--out", self.path("x.so"), code=2))
        for old, new, told in (("yield:", "yeld:", "unknown key 'yeld' in a yielding bar; did you mean 'yield'?"),
                               ("yield: 100", "yield: 0", "'yield' must be greater than zero")):
            self.assertIn(told, self.plain("check", self.changed(self.model, old, new, "wrong.yaml"), code=2))
        part = self.changed(self.model, ", stiffness: 1e4, yield: 100", "", "part.yaml")
        part = self.changed(part, "type: law", "type: part", "part.yaml")
        self.assertIn("the object has a law; take it as a force of type 'law'", self.plain("check", part, code=2))

    def test_a_log_replays_with_its_object_alone(self):
        log = self.path("a.tlog")
        self.plain("sim", self.model, "--record", log)
        self.assertIn("a log brings no objects: give that of the law 'yielding', of hash ", self.plain("replay", log, code=2))
        self.assertIn("identical", self.plain("replay", log, "--part", self.path("yielding.so")))

    def test_it_runs_and_is_set_by_ctl(self):
        runs(self, PLAIN, self.model, ("--part", self.path("yielding.so")))

    def test_mistakes_are_refused_by_a_line(self):
        for wrong, told in enumerate((
                "is made for another version of laws", "has no type of a law", "without a function that its flags ask for",
                "other counts than 1 or 6 rows", "not in their places", "has a key that is not its own",
                "has a type without a word"), 1):
            with self.subTest(told=told):
                self.take(f"wrong_{wrong}.so")
                line = self.plain("check", self.model, code=2)
                self.assertIn(told, line)
                self.assertEqual(line.strip().count("\n"), 0)
        for text, told in ((b"no object", "is no shared object"), (b"", "has 0 bytes")):
            with open(self.path("yielding.so"), "wb") as file:
                file.write(text)
            self.assertIn(told, self.plain("check", self.model, code=2))


unittest.main()
