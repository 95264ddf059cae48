# test: rt.fmu_states program unless=sanitize if=tactus-zip -- @tactus
"""FMUs keep to the states of the specification: functions are called at random, and an own table says which of them may
be. What may not be is an error with a line, after which only what is read, states, resetting and freeing work. State that is serialized goes on
in a new process with the same bits. Communication steps are multiples of the model's step. What cannot be set is not, and
what an FMU cannot hold is a line.

    states.py TACTUS    in the root of the sources
"""
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
import importer
from importer import DISCARD, ERROR, OK

TACTUS = sys.argv[1]
SUSPENSION = "config/models/p4_double_wishbone.yaml"
I, M, C, T, E = "instantiated", "initializing", "stepping", "terminated", "failed"
EVER = {I, M, C, T, E}
MAY = { # action: states in which it may be called, and the one that follows
    "set_up": ({I}, None), "enter": ({I}, M), "leave": ({M}, C), "step": ({C}, None), "terminate": ({C}, T),
    "get_outputs": ({M, C, T, E}, None), "get_parameter": (EVER, None), "get_time": (EVER, None),
    "set_parameter": ({I, M, C}, None), "set_output": (set(), None), "state": (EVER, None), "reset": (EVER, I),
    "get_unknown": (set(), None), "cancel": (set(), None), "derivatives": (set(), None),
}


class Walk:
    """An instance, and what an own table expects of it."""

    def __init__(self, fmu, seed):
        self.one = fmu.load().instantiate()
        self.fmu, self.random = fmu, random.Random(seed)
        self.state, self.set_up, self.started = I, False, False
        self.outputs, self.parameter = fmu.of("output"), fmu.by_name["spring.stiffness"]
        self.counts = {}

    def do(self, action):
        one, fmu = self.one, self.fmu
        unknown = importer.Variable(fmu.version, fmu.root.find("ModelVariables")[0])
        unknown.reference = 4711
        return {
            "set_up": one.set_up, "enter": one.enter, "leave": one.leave, "step": lambda: one.step(3e-3),
            "terminate": lambda: one.call("Terminate"), "reset": lambda: one.call("Reset"),
            "get_outputs": lambda: one.get(self.outputs), "get_parameter": lambda: one.get([self.parameter]),
            "get_time": lambda: one.get(fmu.of("independent")), "get_unknown": lambda: one.get([unknown]),
            "set_parameter": lambda: one.set([self.parameter], [1e5 + self.random.random()]),
            "set_output": lambda: one.set(self.outputs[:1], [0.0] * self.outputs[0].n),
            "state": lambda: self.take_and_put(), "cancel": lambda: one.call("EnterEventMode"),
            "derivatives": lambda: one.call("GetDirectionalDerivative", *[importer.P()] * 9),
        }[action]()

    def take_and_put(self):
        state = self.one.take()
        status = self.one.put(state)
        self.one.drop(state)
        return status

    def expects(self, action):
        states, follows = MAY[action]
        good = self.state in states
        if action == "enter" and self.fmu.version == 2:
            good = good and self.set_up
        if action == "get_outputs" and self.state == E:
            good = None # they are there if it was started before it failed
        return good, follows

    def step(self):
        all_of_them = [a for a in MAY if self.fmu.version == 2 or a != "enter"]
        good_ones = [a for a in all_of_them if self.expects(a)[0] and (a != "reset" or self.random.random() < 0.1)]
        action = self.random.choice(all_of_them if self.random.random() < 0.05 or not good_ones else good_ones)
        good, follows = self.expects(action)
        lines = len(self.one.log)
        got = self.do(action)
        status = OK if isinstance(got, list) else got
        self.counts[action, good] = self.counts.get((action, good), 0) + 1
        if good is None:
            good = status == OK
        if good != (status == OK) or (not good and status != ERROR) or good != (len(self.one.log) == lines):
            return f"{action} while {self.state}: {status}, {self.one.log[lines:]}"
        if not good:
            self.state = E
        elif action == "set_up" and self.fmu.version == 3:
            self.state, self.one.stepped = M, 0.0
        else:
            self.state = follows or self.state
            self.set_up = (self.set_up or action == "set_up") and action != "reset"
            if action == "reset":
                self.one.stepped = 0.0
        return None


class States(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.fmus = {}
        for version in (2, 3):
            made = importer.export(TACTUS, SUSPENSION, f"{cls.folder.name}/{version}.fmu", version)
            assert made == (0, ""), made
            cls.fmus[version] = importer.Fmu(f"{cls.folder.name}/{version}.fmu", f"{cls.folder.name}/{version}")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def both(self):
        return self.fmus.values()

    def test_random_calls_are_taken_or_refused_as_the_table_says(self):
        for fmu in self.both():
            counts = {}
            for seed in range(40):
                walk = Walk(fmu, seed)
                for _ in range(60):
                    self.assertIsNone(walk.step())
                walk.one.free()
                for key, n in walk.counts.items():
                    counts[key] = counts.get(key, 0) + n
            for action, (states, _) in MAY.items():
                if fmu.version == 3 and action == "enter":
                    continue
                self.assertTrue(not states or counts.get((action, True), 0) > 0, (action, counts))
                self.assertTrue(states == EVER or counts.get((action, False), 0) > 0, (action, counts))

    def test_all_functions_of_the_specification_are_there(self):
        for fmu in self.both():
            symbols = subprocess.run(["nm", "-D", "--defined-only", fmu.binary], capture_output=True, text=True,
                                     check=True).stdout
            names = {line.split()[-1] for line in symbols.splitlines()}
            self.assertEqual(sum(name.startswith("fmi2") for name in names), 44)
            self.assertEqual(sum(name.startswith("fmi3") for name in names), 75)
            self.assertEqual(len(names), 44 + 75)
            needs = subprocess.run(["readelf", "-d", fmu.binary], capture_output=True, text=True, check=True).stdout
            self.assertEqual(sorted(line.split("[")[1].rstrip("]") for line in needs.splitlines() if "NEEDED" in line),
                             ["libc.so.6", "libm.so.6"])

    def test_serialized_states_go_on_in_a_new_process(self):
        for fmu in self.both():
            one, outputs = fmu.load().instantiate(), fmu.of("output")
            one.start({"spring.stiffness": 1e5})
            states, numbers = [], random.Random(1)
            while one.stepped < 0.3:
                self.assertEqual(one.step(fmu.step * numbers.randrange(1, 40)), OK)
                state = one.take()
                states.append((one.stepped, one.pack(state)))
                one.drop(state)
            self.assertGreater(len(states), 5)
            self.assertEqual(len({len(data) for _, data in states}), 1)
            self.assertEqual(one.step(0.1), OK)
            end, expected = one.stepped, one.get(outputs)
            for at, data in random.Random(2).sample(states, 3):
                with open(f"{self.folder.name}/state", "wb") as file:
                    file.write(data)
                run = subprocess.run([sys.executable, __file__, "--go-on", f"{self.folder.name}/{fmu.version}.fmu",
                                      f"{self.folder.name}/again{fmu.version}{at}", f"{self.folder.name}/state",
                                      repr(at), repr(end)], capture_output=True, text=True, check=False)
                self.assertEqual(run.stderr, "")
                self.assertEqual(json.loads(run.stdout), expected)
            one.free()

    def test_states_are_the_instances_and_damaged_ones_are_refused(self):
        for fmu in self.both():
            library, outputs = fmu.load(), fmu.of("output")
            one, two = library.instantiate(), library.instantiate()
            one.start()
            one.step(0.05)
            state = one.take()
            data, now = one.pack(state), one.get(outputs)
            one.step(0.05)
            self.assertEqual(one.take(state).value, state.value) # memory is used again
            self.assertEqual(one.put(two.unpack(data)), OK)
            self.assertEqual(one.get(outputs), now)
            self.assertEqual(two.put(two.unpack(data)), OK) # which was never initialized
            two.stepped = one.stepped = 0.05
            self.assertEqual((one.step(0.02), two.step(0.02)), (OK, OK))
            self.assertEqual(one.get(outputs), two.get(outputs))
            before = one.get(outputs)
            for at in range(0, len(data), len(data) // 50):
                self.assertEqual(one.unpack(data[:at] + bytes([data[at] ^ 4]) + data[at + 1:]), ERROR)
            self.assertEqual(one.unpack(data[:-1]), ERROR)
            self.assertEqual(one.unpack(b""), ERROR)
            self.assertEqual(one.get(outputs), before)
            self.assertEqual(one.put(state), OK) # out of the failure
            self.assertEqual((one.drop(state), one.drop(importer.P())), (OK, OK))

    def test_communication_steps_are_multiples_of_the_step(self):
        for fmu in self.both():
            for h in (0.5e-3, 1.5e-3, 1e-9, 0.0, -1e-3, math.nan, math.inf, 1.001e-3):
                one = fmu.load().instantiate()
                one.start()
                self.assertEqual(one.step(h), ERROR, h)
                self.assertEqual(one.get(fmu.of("independent")), [0.0])
            one = fmu.load().instantiate()
            one.start()
            self.assertEqual(one.step(1.5e-3), ERROR)
            self.assertIn("take 0.001 s or 0.002 s", one.log[-1][2])
            one = fmu.load().instantiate()
            one.start()
            for k in range(300): # times that importers add up
                self.assertEqual(one.step(1e-3 * (1 + k % 3)), OK, one.log)
            self.assertEqual(one.step(1e-3, 0.1), ERROR) # not where it is
            self.assertIn("the instance is at", one.log[-1][2])
            one = fmu.load().instantiate()
            self.assertEqual((one.set_up(stop=0.01), one.enter(), one.leave()), (OK, OK, OK))
            self.assertEqual((one.step(0.01), one.step(1e-3)), (OK, ERROR))
            self.assertIn("stop time", one.log[-1][2])
            one = fmu.load().instantiate()
            self.assertEqual(one.set_up(start=1.0), ERROR)

    def test_what_cannot_be_set_is_discarded_whole(self):
        for fmu in self.both():
            one, parameters = fmu.load().instantiate(), fmu.of("parameter")
            one.start()
            before = one.get(parameters)
            for value in (math.nan, math.inf, -1.0):
                self.assertEqual(one.set(parameters[:2], [7.0, value]), DISCARD)
                self.assertIn("finite", one.log[-1][2])
            self.assertEqual(one.get(parameters), before)
            self.assertEqual(one.set([], []), OK)
            self.assertEqual(one.step(1e-3), OK)

    def test_tokens_of_others_and_names_of_nobody_are_refused(self):
        for fmu in self.both():
            one = fmu.load().instantiate(token="{00000000-0000-0000-0000-000000000000}")
            self.assertIsNone(one.pointer)
            self.assertIn(fmu.token, one.log[0][2])
        self.assertNotEqual(self.fmus[2].token, self.fmus[3].token)

    def test_other_kinds_of_fmus_are_refused_with_a_line(self):
        one = self.fmus[2].load().instantiate()
        one.library.c.fmi2Instantiate.restype = importer.P
        self.assertIsNone(one.library.c.fmi2Instantiate(b"x", 0, self.fmus[2].token.encode(), None,
                                                        importer.ctypes.byref(one.callbacks), 0, 1))
        self.assertEqual(one.log[-1][0], ERROR)
        one = self.fmus[3].load().instantiate()
        for name, more in (("ModelExchange", []), ("ScheduledExecution", [None] * 3)):
            function = getattr(one.library.c, f"fmi3Instantiate{name}")
            function.restype = importer.P
            self.assertIsNone(function(b"x", self.fmus[3].token.encode(), None, importer.B(False), importer.B(True),
                                       None, one.logger, *more))
            self.assertEqual(one.log[-1][0], ERROR)

    def test_resetting_gives_what_a_new_instance_has(self):
        for fmu in self.both():
            library, outputs = fmu.load(), fmu.of("output")
            one, new = library.instantiate(), library.instantiate()
            one.start({"spring.stiffness": 1e5})
            one.step(0.1)
            self.assertEqual(one.call("Reset"), OK)
            one.stepped = 0.0
            one.start()
            new.start()
            self.assertEqual((one.step(0.1), new.step(0.1)), (OK, OK))
            self.assertEqual(one.get(outputs), new.get(outputs))

    def test_lines_are_logged_where_they_are_asked_for(self):
        for fmu in self.both():
            quiet = fmu.load().instantiate(logging=False)
            self.assertEqual(quiet.call("Terminate"), ERROR)
            self.assertEqual(quiet.log, [])
            one = fmu.load().instantiate()
            word = (importer.S * 1)(b"logStatusWarning")
            self.assertEqual(one.call("SetDebugLogging", importer.I(1), importer.Z(1), word), OK)
            self.assertEqual(one.call("Terminate"), ERROR)
            self.assertEqual(one.log, [])
            self.assertEqual(one.call("SetDebugLogging", importer.I(1), importer.Z(0), None), OK)
            self.assertEqual(one.call("Terminate"), ERROR)
            self.assertEqual(one.log[0][1], "logStatusError")
            word = (importer.S * 1)(b"50 %s #r1#")
            self.assertEqual(one.call("SetDebugLogging", importer.I(1), importer.Z(1), word), ERROR)
            self.assertIn("50 %%s ##r1##" if fmu.version == 2 else "50 %s ##r1##", one.log[-1][2])

    def test_results_in_doubt_are_logged_once(self):
        for version in (2, 3):
            path = f"{self.folder.name}/doubt{version}"
            code, _ = importer.export(TACTUS, "config/models/m2_four_bar.yaml", path + ".fmu", version, "--dt", "0.2")
            self.assertEqual(code, 0)
            one = importer.Fmu(path + ".fmu", path).load().instantiate()
            one.start()
            for _ in range(64):
                self.assertEqual(one.step(0.2), OK)
            self.assertEqual(one.call("Terminate"), OK)
            self.assertEqual([(status, c) for status, c, _ in one.log], [(1, "logStatusWarning")])
            self.assertIn("in doubt", one.log[0][2])

    def test_a_step_that_fails_is_an_error_and_the_state_before_it_stands(self):
        for version in (2, 3):
            path = f"{self.folder.name}/fails{version}"
            importer.export(TACTUS, "config/models/p1_andrews.yaml", path + ".fmu", version, "--dt", "10 ms")
            fmu = importer.Fmu(path + ".fmu", path)
            one = fmu.load().instantiate()
            one.start()
            status, steps = OK, 0
            while status == OK and steps < 100:
                status = one.step(0.01)
                steps += 1
            self.assertEqual(status, ERROR)
            self.assertIn("stopped at t", one.log[-1][2])
            self.assertEqual(one.get(fmu.of("independent")), [(steps - 1) * 0.01])
            self.assertEqual(one.call("Reset"), OK)

    def test_the_same_model_gives_the_same_bytes(self):
        for version in (2, 3):
            importer.export(TACTUS, SUSPENSION, f"{self.folder.name}/again.fmu", version)
            with open(f"{self.folder.name}/again.fmu", "rb") as again:
                with open(f"{self.folder.name}/{version}.fmu", "rb") as first:
                    self.assertEqual(again.read(), first.read())

    def test_what_an_fmu_cannot_hold_is_one_line(self):
        out = f"{self.folder.name}/x.fmu"
        for arguments, says in (
                (["no/such.yaml", "--out", out], "no/such"), ([SUSPENSION], "--out"),
                (["config/rigs/car.yaml", "--out", out], "rig"), (["--out", out], "model"),
                ([SUSPENSION, "--out", out, "--fmi", "1"], "must be '2' or '3'"),
                ([SUSPENSION, "--out", out, "--method", "newmark"], "method"),
                (["config/models/m2_four_bar.yaml", "--out", out, "--method", "modular", "--order", "2"], "order"),
                (["docs/parts/braking.yaml", "--out", out], "tyre"),
                ([SUSPENSION, "--out", SUSPENSION], "overwritten")):
            run = subprocess.run([TACTUS, "fmu", *arguments], capture_output=True, text=True, check=False)
            self.assertEqual(run.returncode, 2, run)
            self.assertEqual(run.stderr.count("\n"), 1, run.stderr)
            self.assertIn(says, run.stderr)
        run = subprocess.run([TACTUS, "fmu", SUSPENSION, "--out", "/no/such/folder/x.fmu"], capture_output=True,
                             text=True, check=False)
        self.assertEqual((run.returncode, run.stderr.count("\n")), (4, 1))
        self.assertFalse(os.path.exists(out))


def go_on(path, folder, state, at, end):
    fmu = importer.Fmu(path, folder)
    one = fmu.load().instantiate()
    with open(state, "rb") as file:
        assert one.put(one.unpack(file.read())) == OK, one.log
    assert one.step(float(end) - float(at), float(at)) == OK, one.log
    print(json.dumps(one.get(fmu.of("output"))))


if sys.argv[1] == "--go-on":
    go_on(*sys.argv[2:])
else:
    del sys.argv[1:]
    unittest.main()
