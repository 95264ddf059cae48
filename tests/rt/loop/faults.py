#!/usr/bin/env python3
# test: run.faults_on_purpose program cost=15 -- @tactus
"""Faults on purpose: what clients see and what the model gets, recorded, replayed to the bit, refused where the rig does
not allow them.
  faults.py TACTUS
"""

import math
import pathlib
import signal
import subprocess
import sys
import threading
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import running  # noqa: E402
from running import Running, TACTUS  # noqa: E402


class Faults(Running):
    def begin(self, faults="faults: allowed"):
        path = pathlib.Path(self.rig("exchange.yaml"))
        path.write_text(path.read_text() + f"\n{faults}\n")
        self.over = threading.Event()
        p = self.start("run", str(path), "--record", str(self.work / "x.tlog"))
        self.io = self.attach(command=True)
        return p

    def beat(self, name):
        """Commands 0.5 all the time, by a handle of its own."""
        with running.tactus_io.attach(self.name, command=True, client="beat") as io:
            while not self.over.wait(0.01):
                io.set(name, 0.5)
                io.send()

    def fault(self, *words):
        done = subprocess.run([TACTUS, "ctl", self.name, "fault", *words], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def refused(self, text, *words):
        done = subprocess.run([TACTUS, "ctl", self.name, "fault", *words], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn(text, done.stderr)

    def finish(self, p):
        self.io.detach()
        p.send_signal(signal.SIGTERM)
        out, err = p.communicate(timeout=running.PATIENCE)
        self.assertEqual(p.returncode, 0, err)
        return out

    def tactus(self, code, *arguments):
        done = subprocess.run([TACTUS, *map(str, arguments)], capture_output=True, text=True, cwd=running.ROOT)
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        return done.stdout

    def next(self, condition=lambda: True, what="a frame"):
        self.until(what, lambda: self.io.wait(timeout=1.0) and condition(), lambda: None)

    def test_faults_change_what_is_seen_and_are_replayed(self):
        p = self.begin()
        state = next(s.name for s in self.io.signals if s.direction == 0)
        command = next(s for s in self.io.signals if s.direction == 1 and s.minimum < -1 and s.maximum > 1)
        self.fault(state, "drop")
        self.next(lambda: math.isnan(self.io.value(state)), "it is dropped")
        self.fault("clear", state)
        self.next(lambda: not math.isnan(self.io.value(state)), "it is there again")
        self.fault(state, "step", "1e6")
        self.next(lambda: self.io.value(state) > 5e5, "it steps")
        self.fault(state, "step", "1e6", "for", "50 ms")
        self.next(lambda: self.io.value(state) < 5e5, "and goes back by itself")
        self.fault(state, "noise", "1e3")
        seen = set()
        self.next(lambda: seen.add(self.io.value(state)) or len(seen) > 20, "it is noisy")
        self.assertGreater(max(seen) - min(seen), 100)
        self.fault("clear")
        beats = threading.Thread(target=self.beat, args=(command.name,))
        beats.start()
        self.addCleanup(beats.join)
        self.addCleanup(self.over.set)
        self.next(lambda: abs(self.io.value(command.name) - 0.5) < 1e-12, "it is commanded")
        self.fault(command.name, "step", "0.5", "for", "100 ms")
        self.fault(command.name, "delay", "20ms", "for", "0.1 s")
        self.next()
        start = self.io.frame.step
        self.next(lambda: self.io.frame.step > start + 200, "it is over")
        self.refused("no signal 'nothing'", "nothing", "drop")
        self.refused("is drop, freeze", state, "vanish")
        self.refused("needs a number", state, "noise", "much")
        self.refused("needs a time", state, "delay", "3 m")
        self.refused("too long", state, "delay", "1000 s")
        self.refused("for TIME", state, "drop", "for", "ever")
        self.over.set()
        beats.join()
        self.finish(p)
        log = self.work / "x.tlog"
        self.assertIn("identical", self.tactus(0, "replay", log))
        rows = [row.split(",") for row in self.tactus(0, "log", "export", log, "--signals", "-").splitlines()]
        column = rows[0].index(command.name)
        most = max(float(row[column]) for row in rows[1:])
        self.assertAlmostEqual(most, 1.0, delta=1e-9, msg="the model got what was commanded and the step")
        events = self.tactus(0, "log", "export", log, "--events", "-").splitlines()
        begun = [e for e in events if ",fault," in e]
        over = [e for e in events if ",fault over," in e]
        self.assertEqual((len(begun), len(over)), (6, 5), begun + over)  # one took another's place
        lasted = int(next(e for e in over if f"step {state}" in e).split(",")[0]) - \
            int([e for e in begun if f"step {state}" in e][-1].split(",")[0])
        self.assertEqual(lasted, 50, "cycles of 1 ms")
        self.assertIn(f"drop {state}", begun[0])
        self.assertIn(f"step {command.name}", "".join(begun))

    def test_they_are_off_unless_the_rig_allows_them(self):
        p = self.begin(faults="")
        state = next(s.name for s in self.io.signals if s.direction == 0)
        self.refused("'faults: allowed'", state, "drop")
        self.finish(p)
        self.assertNotIn("fault", self.tactus(0, "log", "export", self.work / "x.tlog", "--events", "-"))


if __name__ == "__main__":
    unittest.main()
