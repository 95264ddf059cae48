#!/usr/bin/env python3
# test: run.safe_state_is_left_again program -- @tactus
"""A safe state that is left again: what clients see, what is recorded, what replays.
  rearm.py TACTUS
"""

import csv
import json
import pathlib
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import running  # noqa: E402
from running import Running, TACTUS, tactus_io  # noqa: E402

SAFE, PAUSED, RUNNING = (tactus_io.RUN_STATES.index(s) for s in ("safe", "paused", "running"))
EXIT_SAFE = 6


class Rearm(Running):
    def rearmable(self, on=True):
        more = ", rearm: true" if on else ""
        return self.rig("exchange.yaml", policy="kind: count, bucket: 0" + more)

    def tactus(self, *arguments):
        return subprocess.run([TACTUS, *arguments], capture_output=True, text=True)

    def ctl(self, *words):
        done = self.tactus("ctl", self.name, *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.strip()

    def refused(self, text, *words):
        done = self.tactus("ctl", self.name, *words)
        self.assertEqual(done.returncode, 2)
        self.assertIn(text, done.stderr)

    def until_state(self, io, state):
        self.until(f"state {state}", lambda: io.frame and io.frame.run_state == state,
                   doing=lambda: io.wait(timeout=0.1))

    def end(self, process):
        process.send_signal(signal.SIGTERM)
        out, error = process.communicate()
        self.assertEqual(process.returncode, EXIT_SAFE, error)
        return out, error

    def test_the_rig_has_to_allow_it(self):
        run = self.start("run", self.rearmable(on=False))
        io = self.attach()
        self.ctl("safe")
        self.refused("policy: {rearm: true}", "rearm")
        self.until_state(io, SAFE)
        io.detach()
        self.end(run)

    def test_a_reset_is_no_energy_from_nowhere(self):
        """What a damped pendulum has lost it has again; neither the run nor its replay is in doubt of that."""
        (self.work / "pendulum.yaml").write_text("""step: 1 ms
bodies: [{name: arm, mass: 2, inertia: [0.05, 0.05, 0.09], position: [0.5, 0, 0]}]
joints: [{name: pin, type: revolute, bodies: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0]}]
forces: [{name: damper, type: rotational_spring, bodies: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0], damping: 1}]
""")
        rig, log = self.work / "pendulum_rig.yaml", self.work / "reset.tlog"
        rig.write_text(f"name: {self.name}\nmodel: pendulum.yaml\nstep: 1 ms\nsubsteps: 20\nexchange: false\n")
        run = self.start("run", str(rig), "--quiet", "--record", str(log))

        def made(n):
            return (json.loads(self.tactus("ctl", self.name, "status").stdout or "{}").get("step") or 0) >= n

        self.until("it has lost much", lambda: made(1000))
        self.ctl("reset")
        self.ctl("start")
        self.until("it goes on", lambda: made(500))
        run.send_signal(signal.SIGTERM)
        _, error = run.communicate()
        self.assertEqual((run.returncode, error), (0, ""))
        done = self.tactus("replay", str(log))
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_it_is_left_for_the_pause_recorded_and_replayed(self):
        log = str(self.work / "run.tlog")
        run = self.start("run", self.rearmable(), "--record", log)
        io = self.attach()
        self.refused("nothing to rearm", "rearm")
        for round in range(3):
            self.ctl("safe")
            self.until_state(io, SAFE)
            kept = io.frame.step
            self.assertEqual(io.value("energy"), 0.0)
            self.refused("rearm first", "start")
            self.ctl("rearm")
            self.until_state(io, PAUSED)
            self.assertEqual(io.frame.step, kept)
            self.assertNotEqual(io.value("energy"), 0.0)
            status = json.loads(self.ctl("status"))
            self.assertEqual((status["state"], status["step"], status["safe_reason"]),
                             ("paused", kept, "none"))
            self.assertEqual(status["rearmed"], round + 1)
            self.ctl("write", "tyre_front_left.stiffness", str(300000 + round))
            self.ctl("start")
            self.until_state(io, RUNNING)
            self.until("steps", lambda: io.frame.step > kept + 20, doing=lambda: io.wait(timeout=0.1))
        io.detach()
        out, error = self.end(run)
        self.assertRegex(out, r"(?m)^verdict +SAFE STATE: entered and rearmed 3 times")
        self.assertIn("rearmed by command", error)

        for workers in "0", "1", "2":
            replay = self.tactus("replay", log, "--workers", workers)
            self.assertEqual(replay.returncode, 0, replay.stdout + replay.stderr)
            self.assertIn("identical", replay.stdout)
        self.assertIn("rearmed 3", self.tactus("log", "info", log).stdout)
        events = str(self.work / "events.csv")
        self.tactus("log", "export", log, "--events", events)
        with open(events) as f:
            rows = list(csv.DictReader(f))
        words = [r["event"] for r in rows if r["event"] in ("safe state", "rearm")]
        self.assertEqual(words, ["safe state", "rearm"] * 3)
        self.assertEqual([r["item"] for r in rows if r["event"] == "rearm"], ["ordered"] * 3)

    def test_a_step_that_the_solver_refused_is_rearmed_and_replayed(self):
        log = str(self.work / "run.tlog")
        run = self.start("run", self.rearmable(), "--record", log)
        io = self.attach()
        self.ctl("write", "front_left/spring.stiffness", "1e300")
        self.until_state(io, SAFE)
        self.assertEqual(json.loads(self.ctl("status"))["safe_reason"], "diverged")
        self.ctl("rearm")
        self.ctl("write", "front_left/spring.stiffness", "1e5")
        self.ctl("reset")
        self.ctl("start")
        self.until_state(io, RUNNING)
        self.until("steps", lambda: io.frame.step > 20, doing=lambda: io.wait(timeout=0.1))
        io.detach()
        self.end(run)
        replay = self.tactus("replay", log)
        self.assertEqual(replay.returncode, 0, replay.stdout + replay.stderr)
        self.assertIn("failed steps 1,", self.tactus("log", "info", log).stdout)


if __name__ == "__main__":
    unittest.main()
