#!/usr/bin/env python3
# test: control.python program cost=5 -- @tactus
"""tactus_io.Control: every request, its exceptions, and the example of the manual as it stands there.
  python_control.py TACTUS
"""

import contextlib
import io
import math
import os
import pathlib
import re
import signal
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import running  # noqa: E402
import tactus_io  # noqa: E402
from running import Running  # noqa: E402


class PythonControl(Running):
    def car(self, *more, changes=()):
        rig = self.change("rigs", "exchange.yaml", (r"rate: 500, fallback: ramp", "fallback: zero"),
                          (r"(?m)^name: .*", f"name: {self.name}"),
                          (r"\.\./models", str(running.ROOT / "config/models")),
                          (r"(?m)^policy: .*", "policy: {kind: skip, max_skip: 0, bucket: 0, rearm: true}\nwatchdog: 60 s"),
                          *changes, to="rig")
        process = self.start("run", rig, "--quiet", *more)
        self.attach().detach()
        return process

    def test_the_example_of_the_manual_does_what_it_says(self):
        text = (running.ROOT / "docs/control.md").read_text()
        code = next(c for c in re.findall(r"```python\n(.*?)```", text, re.S) if "tactus_io.Control(" in c)
        for more, last in (((), "not recorded: "), (("--record", str(self.work / "run.tlog")), "")):
            self.name += "x"
            self.car(*more)
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                exec(compile(code.replace('"car"', f'"{self.name}"'), "control.md", "exec"), {})
            first, *rest = said.getvalue().splitlines()
            self.assertRegex(first, r"^paused [\d.]+ \[0\.02, 0\.02\] $")
            self.assertEqual(len(rest), bool(last))
            self.assertTrue(all(line.startswith(last) for line in rest), rest)
            with tactus_io.Control(self.name) as control:
                control.wait(lambda now: now["state"] == "running")

    def test_every_request_is_there(self):
        process = self.car()
        with tactus_io.Control(self.name) as control:
            control.pause()
            self.assertEqual(control.status()["state"], "paused")
            step = control.status()["step"]
            control.step(3)
            self.assertEqual(control.wait(lambda s: s["step"] >= step + 3)["step"], step + 3)
            self.assertEqual(control.read("step"), step + 3)
            self.assertEqual(control.write({"rear_left": -0.01}), "")
            self.assertIn("clamped", control.write({"rear_left": "8 cm"}))
            control.step()
            control.wait(lambda s: s["step"] >= step + 4)
            self.assertEqual(control.read("rear_left", "rear_right"), [0.05, 0.0])
            variables = control.variables()
            self.assertIn("rear_left", [v["name"] for v in variables if v["writable"]])
            self.assertEqual(len({v["name"] for v in variables}), len(variables))
            of = {v["name"]: v for v in variables}["rear_left"]
            self.assertEqual([of[k] for k in ("signal", "unit", "minimum", "maximum", "offset")], ["rear_left", "mm", -50, 50, 0])
            self.assertAlmostEqual(of["factor"], 1e-3, delta=1e-18)
            self.assertNotIn("signal", {v["name"]: v for v in variables}["front_left/spring.stiffness"])
            checkpoint = str(self.work / "a checkpoint")
            control.save(checkpoint)
            control.reset()
            self.assertEqual(control.status()["step"], 0)
            control.restore(checkpoint)
            self.assertEqual(control.status()["step"], step + 4)
            control.resume()
            control.wait(lambda s: s["step"] > step + 20)
            control.trace(False)
            control.safe()
            self.assertEqual(control.status()["state"], "safe")
            with self.assertRaisesRegex(tactus_io.Refused, "safe"):
                control.write({"rear_left": 0.0})
            control.rearm()
            self.assertEqual(control.status()["state"], "paused")
            control.start()
            control.stop()
            process.wait()
            with self.assertRaises(tactus_io.Ended):
                control.status()
        with self.assertRaises(tactus_io.NotRunning):
            tactus_io.Control(self.name)

    def test_what_cannot_be_asked_is_refused_before_or_by_the_instance(self):
        self.car()
        with tactus_io.Control(self.name) as control:
            for bad in (math.nan, math.inf, "", "1 2 3", "x\n"):
                with self.assertRaises(tactus_io.Error):
                    control.write({"rear_left": bad})
            for bad in ("", "a b", "a\nstop"):
                with self.assertRaises(tactus_io.Error):
                    control.read(bad)
                with self.assertRaises(tactus_io.Error):
                    control.write({bad: 1.0})
            for ask in (lambda: control.read("nothing"), lambda: control.write({"nothing": 1}), lambda: control.step(0),
                        lambda: control.step("x"), lambda: control.write({"rear_left": "3 kg"}),
                        lambda: control.restore("/nowhere"), lambda: control.ask("sing"),
                        lambda: control.ask("x" * 5000), lambda: control.ask("status\nstop")):
                with self.assertRaises(tactus_io.Refused):
                    ask()
            self.assertEqual(control.status()["state"], "running")  # and it still answers
            with self.assertRaises(tactus_io.Late):
                control.wait(lambda s: False, timeout=0.05)
            control.close()
            with self.assertRaises(tactus_io.Ended):
                control.status()

    def test_one_that_does_not_answer_is_late_and_no_answer_is_taken_for_another(self):
        process = self.car()
        with tactus_io.Control(self.name) as control:
            control._socket.settimeout(0.3)
            process.send_signal(signal.SIGSTOP)
            os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOWAIT)  # all its threads stand
            with self.assertRaises(tactus_io.Late):
                control.status()
            process.send_signal(signal.SIGCONT)
            with self.assertRaises(tactus_io.Ended):
                control.read("t")
        with tactus_io.Control(self.name) as control:
            self.assertEqual(control.status()["name"], self.name)


if __name__ == "__main__":
    unittest.main()
