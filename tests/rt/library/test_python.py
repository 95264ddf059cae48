# test: rt.library_python program unless=sanitize -- @tactus-library
"""The Python module: values by name and as views, errors, threads, states between processes; the example of the manual.

    test_python.py LIBRARY    in the root of the sources
"""
import array
import gc
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time
import unittest

LIBRARY = sys.argv.pop() if len(sys.argv) > 1 else ""
os.environ["TACTUS_LIBRARY"] = LIBRARY
sys.path.insert(0, "rt/library")
sys.dont_write_bytecode = True
import tactus  # noqa: E402

SUSPENSION = "config/models/p4_double_wishbone.yaml"


class Module(unittest.TestCase):
    def setUp(self):
        self.model = tactus.Model(SUSPENSION)

    def test_a_model_says_what_it_has(self):
        self.assertEqual((self.model.title, self.model.dt, self.model.duration),
                         ("Double wishbone suspension", 1e-3, 1.0))
        about = self.model.parameters[self.model.parameter("spring.stiffness")]
        self.assertEqual(about, ("spring.stiffness", "N/m", 181496.15, 0.0))
        self.assertEqual(self.model.sensors[self.model.sensor("spindle.z")].unit, "m")
        with open("rt/library/tactus.map", encoding="utf-8") as file:
            exported = set(re.findall(r"^ +tactus_(\w+);$", file.read(), re.M))
        unused = exported - set(tactus._FUNCTIONS)
        self.assertEqual(unused, {"find", "get", "load_files"}) # Python has its own ways

    def test_views_show_what_the_library_has_and_outlive_what_they_show(self):
        car = self.model.start()
        z = self.model.sensor("spindle.z")
        view, before = car.sensors, car.sensors[z]
        car.step(10)
        self.assertNotEqual(view[z], before)
        self.assertEqual(car.get("spindle.z"), view[z])
        last = view[z]
        with self.assertRaises(TypeError):
            view[z] = 1.0
        del car, self.model
        gc.collect()
        self.assertEqual(view[z], last)

    def test_values_come_from_lists_arrays_and_buffers(self):
        car = self.model.instance()
        first = self.model.parameter("spring.stiffness")
        for values in ([1e5], (1e5,), array.array("d", [1e5]), memoryview(array.array("d", [1e5])),
                       memoryview(array.array("d", [1e5])).toreadonly(), array.array("f", [1e5]), [100000], []):
            car.set("spring.stiffness", 7.0)
            car.set_values(tactus.PARAMETER, values, first)
            self.assertEqual(car.parameters[first], 1e5 if len(values) else 7.0)

    def test_wrong_use_raises_the_line_of_the_library(self):
        car = self.model.instance()
        for code, says, wrong in (
                (2, "tactus_start", car.step), (2, "no sensor 'nothing'", lambda: self.model.sensor("nothing")),
                (2, "nothing called", lambda: car.get("nothing")), (2, "no parameter", lambda: car.set("nothing", 1)),
                (2, "finite", lambda: car.set("spring.stiffness", math.nan)),
                (2, "from zero on", lambda: car.set("spring.stiffness", -1.0)),
                (2, "no state", lambda: car.restore(b"nothing")),
                (2, "no/such", lambda: tactus.Model("no/such.yaml")),
                (2, "nothing", lambda: tactus.Model(SUSPENSION, {"nothing": 1})),
                (2, "canonical", lambda: tactus.Model(SUSPENSION, method="newmark"))):
            with self.assertRaises(tactus.Error) as caught:
                wrong()
            self.assertEqual(caught.exception.code, code)
            self.assertIn(says, str(caught.exception))
        self.assertEqual(self.model.start().doubt(), "")

    def test_robots_are_models(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "arm.urdf")
            path.write_text("""<robot name="arm"><link name="base"/><link name="rod"><inertial><origin xyz="0 0 -0.5"/>
<mass value="2"/><inertia ixx="0.2" iyy="0.2" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="hinge" type="continuous"><parent link="base"/><child link="rod"/><axis xyz="0 1 0"/></joint></robot>""")
            arm = tactus.Model(path).start()
            arm.step(10)
            self.assertEqual(arm.steps, 10)

    def test_many_are_each_alone(self):
        springs = [1e5 + 1e4 * k for k in range(5)]
        many = [self.model.start({"spring.stiffness": k}) for k in springs]
        alone = [self.model.start({"spring.stiffness": k}) for k in springs]
        self.assertEqual(tactus.step_many(many, 40), [None] * 5)
        for one, other in zip(many, alone):
            other.step(40)
            self.assertEqual(one.sensors.tobytes(), other.sensors.tobytes())
        found = tactus.step_many([many[0], self.model.instance()], 1)
        self.assertIsNone(found[0])
        self.assertIn("tactus_start", str(found[1]))

    def test_threads_run_while_the_library_steps(self):
        car, counted, done = self.model.start(), 0, threading.Event()

        def step():
            car.step(20000)
            done.set()

        worker = threading.Thread(target=step)
        worker.start()
        while not done.is_set():
            counted += 1
            time.sleep(0)
        worker.join()
        self.assertGreater(counted, 10) # a lock that is kept lets this loop in once before and once after

    def test_a_state_goes_on_in_another_process(self):
        car = self.model.start({"spring.stiffness": 1e5})
        car.step(123)
        state = car.save()
        car.step(77)
        script = ("import sys, tactus; car = tactus.Model(sys.argv[1]).instance(); "
                  "car.restore(sys.stdin.buffer.read()); car.step(77); sys.stdout.buffer.write(car.sensors.tobytes())")
        env = {**os.environ, "PYTHONPATH": "rt/library", "PYTHONDONTWRITEBYTECODE": "1"}
        run = subprocess.run([sys.executable, "-c", script, SUSPENSION], input=state, capture_output=True, env=env,
                             check=False)
        self.assertEqual(run.stderr, b"")
        self.assertEqual(run.stdout, car.sensors.tobytes())

    def test_the_example_of_the_manual_sweeps_a_hundred_springs(self):
        env = {**os.environ, "PYTHONPATH": "rt/library", "PYTHONDONTWRITEBYTECODE": "1"}
        run = subprocess.run([sys.executable, "docs/library/hundred_springs.py", SUSPENSION], capture_output=True,
                             text=True, env=env, check=False)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        lines = run.stdout.splitlines()
        self.assertEqual(len(lines), 11)
        self.assertRegex(lines[-1], r"^100000 steps, [0-9.]+ us each$")

    def test_numpy_sees_the_same_memory(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("no numpy")
        car = self.model.start()
        sensors = numpy.asarray(car.sensors)
        car.step()
        self.assertEqual(sensors.tolist(), list(car.sensors))

    def test_everything_public_has_types_and_words(self):
        import inspect
        for name in ("Model", "Instance"):
            for word, function in inspect.getmembers(getattr(tactus, name), inspect.isfunction):
                if not word.startswith("_"):
                    self.assertTrue(function.__doc__ and "return" in function.__annotations__, f"{name}.{word}")
        self.assertIn("hundred_springs.py", pathlib.Path("docs/library.md").read_text(encoding="utf-8"))


unittest.main()
